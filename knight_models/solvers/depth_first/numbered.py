"""The inner loop of depth-first search with given numbers: which square carries which number.

Every square keeps the numbers that it may still carry. It can carry number k only if a move leads to it
from a square that can carry k - 1, and from it to one that can carry k + 1; so the way from one given
number to the next has to be long enough, and of the right colours. A square with one number left is
placed, and no other square keeps that number; so is the last square that can carry a number. There may
be no more squares left to even numbers, or to odd ones, than there are such numbers. With
`PRUNE`, so is every move that a square cannot do without: where only as many of its neighbours as it
needs can carry a number next to one of its own, these have to.

Where nothing follows any more, the search tries the squares that can carry one number in turn: with
`DYNAMIC` the number that has the fewest (fail first: Haralick & Elliott 1980), otherwise the lowest.
"""

from __future__ import annotations

from knight_models.engine.kernel import RUNNING, Array, Kernel, unsigned
from knight_models.solvers.depth_first.number_rules import (
    CHOICES,
    CONTRADICTION,
    FAILED,
    FIRST,
    GO_BACK,
    LEVEL,
    WAITING,
    follow,
    pass_through,
    put,
    single_out,
    wait,
    wake,
)
from knight_models.solvers.depth_first.number_sets import WORD, all_around, beside, confine, meet, single
from knight_models.solvers.depth_first.search import (
    BACKTRACKS,
    CLOSED,
    DEPTH,
    DIRECTED,
    DYNAMIC,
    EXHAUSTED,
    FOUND,
    KIND,
    LIMIT,
    MAX_STEPS,
    PRUNE,
    PRUNED,
    STEPS,
    STRICTLY_OPEN,
)

__all__ = ["LEVELS", "MORE_ROOM", "NUMBERED_SEARCH", "PATH", "SAVED"]

MORE_ROOM = LIMIT + 1
"""What the kernel returns where its arrays have no row left for another choice."""

PATH, SAVED, LEVELS = 7, 15, 16
"""Places among the arguments of the kernel."""


def choose(can: Array, square: Array, tally: Array, words: int, state: Array) -> int:
    """The free number to try next."""
    one, count = unsigned(1), len(square)
    chosen = -1
    if state[DYNAMIC] == 0:
        for number in range(count - 1, -1, -1):
            if square[number] < 0:
                chosen = number
        return chosen
    for number in range(count):
        tally[number] = 0
    for vertex in range(count):
        for w in range(words):
            bits = can[vertex * words + w]
            number = w * WORD
            while bits != 0:
                if bits & one != 0:
                    tally[number] += 1
                bits >>= one
                number += 1
    for number in range(count):
        if square[number] < 0 and (chosen < 0 or tally[number] < tally[chosen]):
            chosen = number
    return chosen


def complete(path: Array, square: Array, closing_ptr: Array, closing: Array, state: Array) -> bool:
    """Whether the placed vertices are a tour of the kind asked for; they are the path then."""
    count = len(path)
    for number in range(count):
        path[number] = square[number]
    joined = False
    for i in range(closing_ptr[path[count - 1]], closing_ptr[path[count - 1] + 1]):
        if closing[i] == path[0]:
            joined = True
    if state[KIND] == CLOSED:
        return joined and (count > 2 or state[DIRECTED] != 0)
    return not (joined and state[KIND] == STRICTLY_OPEN)


def take_back(can: Array, square: Array, order: Array, saved: Array, levels: Array, state: Array) -> None:
    """Return to where the last choice was made, if one stands; else take everything back."""
    level = state[LEVEL] - 1
    keeps = 0 if level < 0 else levels[3 * level + 2]
    while state[DEPTH] > keeps:
        state[DEPTH] -= 1
        state[BACKTRACKS] += 1
        square[order[state[DEPTH]]] = -1
    if level >= 0:
        for i in range(len(can)):
            can[i] = saved[level * len(can) + i]


def attempt(
    indptr: Array,
    indices: Array,
    into_ptr: Array,
    into: Array,
    can: Array,
    square: Array,
    words: int,
    levels: Array,
    state: Array,
) -> int:
    """The next vertex that can carry the number of the last choice, which it has left alone; or -1."""
    count = len(square)
    level = 3 * (state[LEVEL] - 1)
    number = levels[level]
    closed = state[KIND] == CLOSED
    previous = number - 1 if number > 0 else (count - 1 if closed else -1)
    following = number + 1 if number + 1 < count else (0 if closed else -1)
    way, start, stop = 0, 0, count
    if previous >= 0 and square[previous] >= 0:
        way, start, stop = 1, indptr[square[previous]], indptr[square[previous] + 1]
    elif following >= 0 and square[following] >= 0:
        way, start, stop = 2, into_ptr[square[following]], into_ptr[square[following] + 1]
    w = number // WORD
    bit = unsigned(1) << unsigned(number % WORD)
    for i in range(start + levels[level + 1], stop):
        vertex = indices[i] if way == 1 else (into[i] if way == 2 else i)
        if can[vertex * words + w] & bit != 0:
            levels[level + 1] = i - start + 1
            for other in range(words):
                can[vertex * words + other] = bit if other == w else unsigned(0)
            return int(vertex)
    return -1


def numbered_search(  # noqa: PLR0912, PLR0915  # one loop over its few cases
    indptr: Array,
    indices: Array,
    into_ptr: Array,
    into: Array,
    closing_ptr: Array,
    closing: Array,
    partner: Array,
    path: Array,
    can: Array,
    square: Array,
    queue: Array,
    waits: Array,
    order: Array,
    before: Array,
    after: Array,
    saved: Array,
    levels: Array,
    state: Array,
    budget: int,
) -> int:
    """Search on until a tour is complete, everything is tried, or the budget is used up.

    Numbers count from 0 here; sets of them are words of bits (`kernels.number_sets`).

    Parameters
    ----------
    indptr, indices : the moves that lead away from each vertex, sorted by the rule for ties
    into_ptr, into : the moves that lead to each vertex
    closing_ptr, closing : the moves that join the end of a tour to its start
    partner : shape (n,), the other end of a required move; -1 = none
    path : shape (n,), the vertices of the tour found
    can : shape (n * words,), the numbers that each vertex may still carry
    square : shape (n,), the vertex placed on each number; -1 = none
    queue, waits : shape (n,), the vertices to look at, in a ring; whether they wait
    order : shape (n,), the numbers placed, in the order in which they were
    before, after : shape (words,), for the work on one vertex
    saved : a row a choice, `can` before it
    levels : three entries a choice: its number, how far it was tried, how many were placed before it
    state : shape (NUMBERED_STATE_SIZE,)
    budget : iterations (vertices looked at, choices)

    Returns
    -------
    RUNNING, FOUND, EXHAUSTED, LIMIT or MORE_ROOM
    """
    count, words = len(path), len(before)
    while budget > 0:
        budget -= 1
        if state[FAILED] == 0 and state[WAITING] > 0:
            vertex = queue[state[FIRST]]
            number = single(vertex, words, can)
            new = number >= 0 and square[number] < 0
            if new and state[STEPS] == state[MAX_STEPS]:
                return LIMIT
            state[FIRST] = state[FIRST] + 1 if state[FIRST] + 1 < count else 0
            state[WAITING] -= 1
            waits[vertex] = 0
            if new:
                put(
                    vertex, number, indptr, indices, into_ptr, into,
                    can, square, queue, waits, order, words, state,
                )  # fmt: skip
            follow(
                vertex, indptr, indices, into_ptr, into, partner,
                can, queue, waits, before, after, state,
            )  # fmt: skip
            if state[PRUNE] != 0 and count > 1:
                pass_through(vertex, indptr, indices, into_ptr, into, can, queue, waits, before, state)
            empty = True
            for w in range(words):
                empty = empty and can[vertex * words + w] == 0
            if empty or (number >= 0 and square[number] != vertex):
                state[FAILED] = CONTRADICTION
            continue
        if state[FAILED] == 0 and state[DEPTH] < count:
            single_out(indptr, indices, into_ptr, into, can, queue, waits, before, state)
            if state[WAITING] > 0:
                continue
        if state[FAILED] == 0 and state[DEPTH] == count:
            state[FAILED] = GO_BACK  # to the next tour, when called again
            if complete(path, square, closing_ptr, closing, state):
                return FOUND
        elif state[FAILED] == 0:
            level = state[LEVEL]
            if 3 * level == len(levels):
                return MORE_ROOM
            levels[3 * level] = choose(can, square, path, words, state)
            levels[3 * level + 1] = 0
            levels[3 * level + 2] = state[DEPTH]
            for i in range(len(can)):
                saved[level * len(can) + i] = can[i]
            state[LEVEL] += 1
        if state[FAILED] != 0:
            while state[WAITING] > 0:
                waits[queue[state[FIRST]]] = 0
                state[FIRST] = state[FIRST] + 1 if state[FIRST] + 1 < count else 0
                state[WAITING] -= 1
            state[PRUNED] += 1 if state[FAILED] == CONTRADICTION else 0
            take_back(can, square, order, saved, levels, state)
            if state[LEVEL] == 0:
                return EXHAUSTED
        vertex = attempt(indptr, indices, into_ptr, into, can, square, words, levels, state)
        if vertex >= 0:
            state[FAILED] = 0
            state[CHOICES] += 1
            wake(vertex, indptr, indices, into_ptr, into, queue, waits, state)
        else:
            state[FAILED] = GO_BACK
            state[LEVEL] -= 1
    return RUNNING


_NUMBERS, _FLAGS, _BITS, _LONG = "int32[::1]", "uint8[::1]", "uint64[::1]", "int64[::1]"
NUMBERED_SEARCH = Kernel(
    numbered_search,
    f"int64({', '.join([_NUMBERS] * 8)}, {_BITS}, {_NUMBERS}, {_NUMBERS}, {_FLAGS}, {_NUMBERS}, "
    f"{', '.join([_BITS] * 3)}, {_NUMBERS}, {_LONG}, int64)",
    (
        *(unsigned, single, confine, meet, all_around, beside),
        *(wait, wake, put, follow, pass_through, single_out),
        *(choose, complete, take_back, attempt),
    ),
)
