"""What follows from the numbers that squares may still carry: the rules of `kernels.numbered`."""

from __future__ import annotations

from knight_models.engine.kernel import Array, unsigned
from knight_models.solvers.depth_first.number_sets import WORD, all_around, beside, confine, meet, single
from knight_models.solvers.depth_first.search import BEST, CLOSED, DEPTH, DIRECTED, KIND, STATE_SIZE, STEPS

__all__ = [
    "CHOICES",
    "CONTRADICTION",
    "FAILED",
    "FIRST",
    "FORCED",
    "GO_BACK",
    "LEVEL",
    "NUMBERED_STATE_SIZE",
    "WAITING",
    "follow",
    "pass_through",
    "put",
    "single_out",
    "wait",
    "wake",
]

# Places in the state array beyond those of `search`.
LEVEL = STATE_SIZE  # how many choices stand
FAILED, FIRST, WAITING, CHOICES, FORCED = range(STATE_SIZE + 1, STATE_SIZE + 6)
NUMBERED_STATE_SIZE = STATE_SIZE + 6

CONTRADICTION, GO_BACK = 1, 2
"""Values of `FAILED`: a number or a square has nothing left; everything was tried here."""


def wait(vertex: int, queue: Array, waits: Array, state: Array) -> None:
    """Have a vertex looked at."""
    if waits[vertex] == 0:
        waits[vertex] = 1
        last = state[FIRST] + state[WAITING]
        queue[last if last < len(queue) else last - len(queue)] = vertex
        state[WAITING] += 1


def wake(
    vertex: int,
    indptr: Array,
    indices: Array,
    into_ptr: Array,
    into: Array,
    queue: Array,
    waits: Array,
    state: Array,
) -> None:
    """Have a vertex looked at whose numbers have become fewer, and those around it."""
    wait(vertex, queue, waits, state)
    for i in range(indptr[vertex], indptr[vertex + 1]):
        wait(indices[i], queue, waits, state)
    if state[DIRECTED] != 0:
        for i in range(into_ptr[vertex], into_ptr[vertex + 1]):
            wait(into[i], queue, waits, state)


def put(
    vertex: int,
    number: int,
    indptr: Array,
    indices: Array,
    into_ptr: Array,
    into: Array,
    can: Array,
    square: Array,
    queue: Array,
    waits: Array,
    order: Array,
    words: int,
    state: Array,
) -> None:
    """Place a vertex on its number, and take the number from all others."""
    square[number] = vertex
    order[state[DEPTH]] = number
    state[DEPTH] += 1
    state[STEPS] += 1
    state[BEST] = max(state[BEST], state[DEPTH])
    w = number // WORD
    bit = can[vertex * words + w]
    for other in range(len(square)):
        if other != vertex and can[other * words + w] & bit != 0:
            can[other * words + w] ^= bit
            wake(other, indptr, indices, into_ptr, into, queue, waits, state)


def follow(
    vertex: int,
    indptr: Array,
    indices: Array,
    into_ptr: Array,
    into: Array,
    partner: Array,
    can: Array,
    queue: Array,
    waits: Array,
    before: Array,
    after: Array,
    state: Array,
) -> None:
    """Leave a vertex the numbers whose neighbours can stand around it."""
    one, words, count = unsigned(1), len(before), len(queue)
    closed = state[KIND] == CLOSED
    all_around(vertex, into_ptr, into, can, after)
    beside(after, 0, count, True, False, closed, before)
    if not closed:
        before[0] |= one
    changed = confine(vertex, can, before)
    all_around(vertex, indptr, indices, can, before)
    beside(before, 0, count, False, True, closed, after)
    if not closed:
        after[words - 1] |= one << unsigned((count - 1) % WORD)
    if confine(vertex, can, after) or changed:
        wake(vertex, indptr, indices, into_ptr, into, queue, waits, state)
    other = partner[vertex]
    if other >= 0:
        beside(can, vertex * words, count, True, True, closed, before)
        if confine(other, can, before):
            wake(other, indptr, indices, into_ptr, into, queue, waits, state)


def pass_through(
    vertex: int,
    indptr: Array,
    indices: Array,
    into_ptr: Array,
    into: Array,
    can: Array,
    queue: Array,
    waits: Array,
    before: Array,
    state: Array,
) -> None:
    """Require the moves that a vertex cannot do without."""
    one, words, count = unsigned(1), len(before), len(queue)
    closed = state[KIND] == CLOSED
    directed = state[DIRECTED] != 0
    begin = vertex * words
    last = can[begin + words - 1] >> unsigned((count - 1) % WORD)
    starts = not closed and can[begin] & one != 0
    ends = not closed and last & one != 0
    for way in range(2 if directed else 1):
        ptr = indptr if way == 0 else into_ptr
        near = indices if way == 0 else into
        beside(can, begin, count, way == 0, way == 1 or not directed, closed, before)
        need = 2
        if directed:
            need = 0 if (ends if way == 0 else starts) else 1
        elif starts or ends:
            need = 1
        found = 0
        for i in range(ptr[vertex], ptr[vertex + 1]):
            if meet(near[i], can, before):
                found += 1
        if found < need:
            state[FAILED] = CONTRADICTION
        elif found == need:
            for i in range(ptr[vertex], ptr[vertex + 1]):
                if meet(near[i], can, before) and confine(near[i], can, before):
                    wake(near[i], indptr, indices, into_ptr, into, queue, waits, state)


def single_out(
    indptr: Array,
    indices: Array,
    into_ptr: Array,
    into: Array,
    can: Array,
    queue: Array,
    waits: Array,
    once: Array,
    state: Array,
) -> None:
    """Leave the last vertex that can carry a number nothing else; see that the colours do not run out."""
    one, words, count = unsigned(1), len(once), len(queue)
    alternate = unsigned(0x5555555555555555)
    evens = 0
    odds = 0
    for w in range(words):
        found = unsigned(0)
        again = unsigned(0)
        for vertex in range(count):
            bits = can[vertex * words + w]
            again |= found & bits
            found |= bits
        once[w] = found & ~again
        number = w * WORD
        while found != 0:
            found &= found - one
            number += 1
        if number < min(count, w * WORD + WORD):
            state[FAILED] = CONTRADICTION
    for vertex in range(count):
        some_even = False
        some_odd = False
        for w in range(words):
            bits = can[vertex * words + w]
            some_even = some_even or bits & alternate != 0
            some_odd = some_odd or (bits >> one) & alternate != 0
        evens += some_even and not some_odd
        odds += some_odd and not some_even
        if meet(vertex, can, once) and single(vertex, words, can) < 0:
            state[FORCED] += 1
            confine(vertex, can, once)
            if single(vertex, words, can) < 0:
                state[FAILED] = CONTRADICTION
            wake(vertex, indptr, indices, into_ptr, into, queue, waits, state)
    if evens > (count + 1) // 2 or odds > count // 2:
        state[FAILED] = CONTRADICTION
