"""Depth-first search with given numbers: which square carries which number.

Every square keeps the set of numbers that it may still carry. These rules make the sets smaller:

- A square can carry number k only if a move leads to it from a square that can carry k - 1, and a move
  leads from it to a square that can carry k + 1. So the distances between given numbers are respected.
- A square with one number left is placed on it, and no other square keeps that number.
- A number that only one square can carry is that square's number.
- At most as many squares are left with even numbers only as there are even numbers; likewise for odd.
- With `prune`: if no more neighbours than a square needs can carry a number next to one of its own,
  each of them carries such a number.

Where the rules end, the search tries the squares that can carry one number in turn: with `dynamic` the
number that has the fewest (fail first: Haralick & Elliott 1980), otherwise the lowest.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from knight_models.core.limits import Deadline, require_memory
from knight_models.core.problem import TourProblem
from knight_models.engine.kernel import (
    EXHAUSTED,
    FOUND,
    LIMIT,
    MORE_ROOM,
    RUNNING,
    Flags,
    Kernel,
    KernelRun,
    Numbers,
    Rows,
    Words,
    unsigned,
)
from knight_models.engine.moves import Adjacency
from knight_models.engine.required import Constrained
from knight_models.solvers.depth_first.number_sets import (
    WORD,
    all_around,
    beside,
    confine,
    first_sets,
    meet,
    only_number,
)
from knight_models.solvers.depth_first.search import CLOSED, STRICTLY_OPEN, SearchState

FIRST_CHOICES = 16
"""Choices that the arrays have room for at first."""

CONTRADICTION, GO_BACK = 1, 2
"""Values of `NumberedState.failed`: no number or no square is left
for a square or a number; no candidate is left for the last choice."""


@dataclass(slots=True)
class NumberedState(SearchState):
    """What a search with given numbers is for, and how far it is.

    Parameters
    ----------
    level : how many choices stand
    failed : CONTRADICTION or GO_BACK; 0 = neither
    first, waiting : where the queue begins in its ring, and the number of vertices in it
    choices : squares tried
    forced : squares placed as the last one for their number
    """

    level: int = 0
    failed: int = 0
    first: int = 0
    waiting: int = 0
    choices: int = 0
    forced: int = 0


class Sets(NamedTuple):
    """The numbers that each vertex may still carry, and room for the work on one vertex."""

    can: Words
    """Shape (n * words,)."""
    before: Words
    """Shape (words,)."""
    after: Words
    """Shape (words,)."""


class Placed(NamedTuple):
    """The vertices placed on numbers, each array of shape (n,)."""

    square: Numbers
    """The vertex placed on each number; -1 = none."""
    order: Numbers
    """The numbers that carry a vertex, in the order in which they were given one."""
    vertices: Numbers
    """The tour, when one is found; scratch before."""


class Queue(NamedTuple):
    """The vertices to look at, each array of shape (n,)."""

    ring: Numbers
    """The vertices, in a ring."""
    waits: Flags
    """Whether a vertex is in the ring."""


class Choices(NamedTuple):
    """The choices that stand, with room for k of them."""

    sets: Words
    """Shape (k * n * words,), `Sets.can` before each choice."""
    number: Numbers
    """Shape (k,), the number chosen."""
    tried: Numbers
    """Shape (k,), the number of its candidates already looked at."""
    keeps: Numbers
    """Shape (k,), how many vertices were placed before it."""


def wait(vertex: int, queue: Queue, state: NumberedState) -> None:
    """Put a vertex into the queue, unless it is there."""
    if queue.waits[vertex] == 0:
        queue.waits[vertex] = 1
        size = len(queue.ring)
        last = state.first + state.waiting
        queue.ring[last if last < size else last - size] = vertex
        state.waiting += 1


def wake(vertex: int, moves: Rows, into: Rows, queue: Queue, state: NumberedState) -> None:
    """Put a vertex that has lost a number into the queue, and its neighbours."""
    wait(vertex, queue, state)
    for i in range(moves.indptr[vertex], moves.indptr[vertex + 1]):
        wait(moves.indices[i], queue, state)
    if state.directed:
        for i in range(into.indptr[vertex], into.indptr[vertex + 1]):
            wait(into.indices[i], queue, state)


def put(
    vertex: int,
    number: int,
    moves: Rows,
    into: Rows,
    sets: Sets,
    placed: Placed,
    queue: Queue,
    state: NumberedState,
) -> None:
    """Place a vertex on its number, and take the number from all others."""
    can, words = sets.can, len(sets.before)
    placed.square[number] = vertex
    placed.order[state.depth] = number
    state.depth += 1
    state.steps += 1
    state.deepest = max(state.deepest, state.depth)
    w = number // WORD
    bit = can[vertex * words + w]
    for other in range(len(placed.square)):
        if other != vertex and can[other * words + w] & bit != 0:
            can[other * words + w] ^= bit
            wake(other, moves, into, queue, state)


def follow(
    vertex: int,
    moves: Rows,
    into: Rows,
    partner: Numbers,
    sets: Sets,
    queue: Queue,
    state: NumberedState,
) -> None:
    """Leave a vertex only the numbers whose neighbours can stand around it."""
    can, before, after = sets.can, sets.before, sets.after
    one, words, count = unsigned(1), len(before), len(queue.ring)
    closed = state.kind == CLOSED
    # Number k needs k - 1 on a vertex from which a move leads here; the first number needs none.
    all_around(vertex, into, can, after)
    beside(after, 0, count, True, False, closed, before)
    if not closed:
        before[0] |= one
    changed = confine(vertex, can, before)
    # Number k needs k + 1 on a vertex to which a move leads from here; the last number needs none.
    all_around(vertex, moves, can, before)
    beside(before, 0, count, False, True, closed, after)
    if not closed:
        after[words - 1] |= one << unsigned((count - 1) % WORD)
    if confine(vertex, can, after) or changed:
        wake(vertex, moves, into, queue, state)
    # The other end of a required move carries a number next to one of this vertex.
    other = partner[vertex]
    if other >= 0:
        beside(can, vertex * words, count, True, True, closed, before)
        if confine(other, can, before):
            wake(other, moves, into, queue, state)


def pass_through(
    vertex: int, moves: Rows, into: Rows, sets: Sets, queue: Queue, state: NumberedState
) -> None:
    """Require the moves that a vertex cannot do without."""
    can, before = sets.can, sets.before
    one, words, count = unsigned(1), len(before), len(queue.ring)
    closed = state.kind == CLOSED
    directed = state.directed
    begin = vertex * words
    last = can[begin + words - 1] >> unsigned((count - 1) % WORD)
    starts = not closed and can[begin] & one != 0
    ends = not closed and last & one != 0
    for way in range(2 if directed else 1):
        rows = moves if way == 0 else into
        beside(can, begin, count, way == 0, way == 1 or not directed, closed, before)
        # How many of its moves the tour takes: two, or one of each direction, and less at the ends.
        need = 2
        if directed:
            need = 0 if (ends if way == 0 else starts) else 1
        elif starts or ends:
            need = 1
        found = 0
        for i in range(rows.indptr[vertex], rows.indptr[vertex + 1]):
            if meet(rows.indices[i], can, before):
                found += 1
        if found < need:
            state.failed = CONTRADICTION
        elif found == need:
            for i in range(rows.indptr[vertex], rows.indptr[vertex + 1]):
                near = rows.indices[i]
                if meet(near, can, before) and confine(near, can, before):
                    wake(near, moves, into, queue, state)


def single_out(moves: Rows, into: Rows, sets: Sets, queue: Queue, state: NumberedState) -> None:
    """Give a number that only one vertex can carry to that vertex; check even and odd numbers."""
    can, once = sets.can, sets.before
    one, words, count = unsigned(1), len(once), len(queue.ring)
    alternate = unsigned(0x5555555555555555)
    # Which numbers only one vertex can carry; one that none can carry is a contradiction.
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
            state.failed = CONTRADICTION
    # Count the vertices that carry only even numbers, or only odd ones, and single out the others.
    evens = 0
    odds = 0
    for vertex in range(count):
        some_even = False
        some_odd = False
        for w in range(words):
            bits = can[vertex * words + w]
            some_even = some_even or bits & alternate != 0
            some_odd = some_odd or (bits >> one) & alternate != 0
        evens += some_even and not some_odd
        odds += some_odd and not some_even
        if meet(vertex, can, once) and only_number(vertex, words, can) < 0:
            state.forced += 1
            confine(vertex, can, once)
            if only_number(vertex, words, can) < 0:
                state.failed = CONTRADICTION
            wake(vertex, moves, into, queue, state)
    if evens > (count + 1) // 2 or odds > count // 2:
        state.failed = CONTRADICTION


def choose(can: Words, placed: Placed, words: int, state: NumberedState) -> int:
    """The free number to try next."""
    square, tally = placed.square, placed.vertices
    one, count = unsigned(1), len(square)
    chosen = -1
    if not state.dynamic:
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


def complete(placed: Placed, closing: Rows, state: NumberedState) -> bool:
    """Copy the placed vertices to the tour; returns whether it is of the kind wanted."""
    vertices, count = placed.vertices, len(placed.vertices)
    for number in range(count):
        vertices[number] = placed.square[number]
    last = vertices[count - 1]
    joined = False
    for i in range(closing.indptr[last], closing.indptr[last + 1]):
        if closing.indices[i] == vertices[0]:
            joined = True
    if state.kind == CLOSED:
        return joined and (count > 2 or state.directed)
    return not (joined and state.kind == STRICTLY_OPEN)


def take_back(can: Words, placed: Placed, choices: Choices, state: NumberedState) -> None:
    """Return to where the last choice was made, if one stands; else take everything back."""
    level = state.level - 1
    keeps = 0 if level < 0 else choices.keeps[level]
    while state.depth > keeps:
        state.depth -= 1
        state.backtracks += 1
        placed.square[placed.order[state.depth]] = -1
    if level >= 0:
        for i in range(len(can)):
            can[i] = choices.sets[level * len(can) + i]


def attempt(
    moves: Rows,
    into: Rows,
    can: Words,
    square: Numbers,
    words: int,
    choices: Choices,
    state: NumberedState,
) -> int:
    """Give the number of the last choice to the next vertex that can carry it; returns it, or -1."""
    count = len(square)
    level = state.level - 1
    number = choices.number[level]
    closed = state.kind == CLOSED
    previous = number - 1 if number > 0 else (count - 1 if closed else -1)
    following = number + 1 if number + 1 < count else (0 if closed else -1)
    # The candidates are the neighbours of a vertex placed next to the number, or else all vertices.
    way, start, stop = 0, 0, count
    if previous >= 0 and square[previous] >= 0:
        near = square[previous]
        way, start, stop = 1, moves.indptr[near], moves.indptr[near + 1]
    elif following >= 0 and square[following] >= 0:
        near = square[following]
        way, start, stop = 2, into.indptr[near], into.indptr[near + 1]
    w = number // WORD
    bit = unsigned(1) << unsigned(number % WORD)
    for i in range(start + choices.tried[level], stop):
        vertex = moves.indices[i] if way == 1 else (into.indices[i] if way == 2 else i)
        if can[vertex * words + w] & bit != 0:
            choices.tried[level] = i - start + 1
            for other in range(words):
                can[vertex * words + other] = bit if other == w else unsigned(0)
            return int(vertex)
    return -1


def numbered_search(  # noqa: PLR0912, PLR0915  # one loop over its few cases
    moves: Rows,
    into: Rows,
    closing: Rows,
    partner: Numbers,
    sets: Sets,
    path: Placed,
    queue: Queue,
    choices: Choices,
    state: NumberedState,
    budget: int,
) -> int:
    """Search on until a tour is complete, everything is tried, or the budget is used up.

    Numbers count from 0 here; sets of them are words of bits (`number_sets`).

    Parameters
    ----------
    moves : the moves that lead away from each vertex, sorted by the rule for ties
    into : the moves that lead to each vertex
    closing : the moves that join the end of a tour to its start
    partner : shape (n,), the other end of a required move; -1 = none
    sets, path, queue, choices, state : see these records
    budget : iterations (vertices looked at, choices)

    Returns
    -------
    RUNNING, FOUND, EXHAUSTED, LIMIT or MORE_ROOM
    """
    can, square = sets.can, path.square
    count, words = len(square), len(sets.before)
    while budget > 0:
        budget -= 1
        if state.failed == 0 and state.waiting > 0:
            # Look at the next vertex of the queue: place it if it has one number left ...
            vertex = queue.ring[state.first]
            number = only_number(vertex, words, can)
            new = number >= 0 and square[number] < 0
            if new and state.steps == state.max_steps:
                return LIMIT
            state.first = state.first + 1 if state.first + 1 < count else 0
            state.waiting -= 1
            queue.waits[vertex] = 0
            if new:
                put(vertex, number, moves, into, sets, path, queue, state)
            # ... and draw the conclusions for it and its neighbours.
            follow(vertex, moves, into, partner, sets, queue, state)
            if state.prune and count > 1:
                pass_through(vertex, moves, into, sets, queue, state)
            empty = True
            for w in range(words):
                empty = empty and can[vertex * words + w] == 0
            if empty or (number >= 0 and square[number] != vertex):
                state.failed = CONTRADICTION
            continue
        if state.failed == 0 and state.depth < count:
            # The queue is empty: place numbers that only one vertex can carry.
            single_out(moves, into, sets, queue, state)
            if state.waiting > 0:
                continue
        if state.failed == 0 and state.depth == count:
            state.failed = GO_BACK  # to the next tour, when called again
            if complete(path, closing, state):
                return FOUND
        elif state.failed == 0:
            # Nothing follows any more: choose a number, and keep what is known for the way back.
            level = state.level
            if level == len(choices.number):
                return MORE_ROOM
            choices.number[level] = choose(can, path, words, state)
            choices.tried[level] = 0
            choices.keeps[level] = state.depth
            for i in range(len(can)):
                choices.sets[level * len(can) + i] = can[i]
            state.level += 1
        if state.failed != 0:
            # Empty the queue and return to the last choice.
            while state.waiting > 0:
                queue.waits[queue.ring[state.first]] = 0
                state.first = state.first + 1 if state.first + 1 < count else 0
                state.waiting -= 1
            state.pruned += 1 if state.failed == CONTRADICTION else 0
            take_back(can, path, choices, state)
            if state.level == 0:
                return EXHAUSTED
        # Try the next candidate of the last choice, or give the choice up.
        vertex = attempt(moves, into, can, square, words, choices, state)
        if vertex >= 0:
            state.failed = 0
            state.choices += 1
            wake(vertex, moves, into, queue, state)
        else:
            state.failed = GO_BACK
            state.level -= 1
    return RUNNING


NUMBERED_SEARCH = Kernel(
    numbered_search,
    [
        *(unsigned, only_number, confine, meet, all_around, beside),
        *(wait, wake, put, follow, pass_through, single_out),
        *(choose, complete, take_back, attempt),
    ],
)


def numbered_records(
    problem: TourProblem,
    rows: Adjacency,
    task: Constrained,
    state: NumberedState,
    memory: int | None,
    deadline: Deadline,
) -> list[Any]:
    """The records of the kernel.

    Parameters
    ----------
    problem : the question, with given numbers
    rows : its moves, sorted by the rule for ties
    task : its required moves and ends
    state : the state of a search that has not begun
    memory : bytes allowed; None = the memory of the machine
    deadline : when to stop

    Raises
    ------
    InputError : if the arrays, which grow with the square of the vertices, would not fit in memory
    TimeoutError : if the deadline passes
    """
    count = len(problem)
    require_memory(2 * count * count + FIRST_CHOICES * count * count // 8, memory, f"the {problem}")
    can = first_sets(problem, rows, task, deadline)
    words = can.shape[1]
    sets = Sets(can.ravel(), np.zeros(words, np.uint64), np.zeros(words, np.uint64))
    square, order, vertices = (np.full(count, value, np.int32) for value in (-1, 0, 0))
    queue = Queue(np.arange(count, dtype=np.int32), np.ones(count, np.uint8))
    rooms = (np.zeros(FIRST_CHOICES, np.int32) for _ in range(3))
    choices = Choices(np.zeros(FIRST_CHOICES * can.size, np.uint64), *rooms)
    moves = [rows.rows, rows.reverse.rows, task.closing.rows, task.partner]
    state.waiting = count
    return [*moves, sets, Placed(square, order, vertices), queue, choices, state]


def make_room(run: KernelRun, memory: int | None) -> None:
    """Give the search room for twice as many choices.

    Raises
    ------
    InputError : if the arrays would not fit in memory
    """
    old = Choices(
        np.array(run.choices.sets, np.uint64),
        *(np.array(numbers, np.int32) for numbers in run.choices[1:]),
    )
    needed = 2 * sum(array.nbytes for array in old)
    require_memory(needed, memory, "the list of choices of the search")
    run.replace("choices", Choices(*(np.concatenate((array, np.zeros_like(array))) for array in old)))
