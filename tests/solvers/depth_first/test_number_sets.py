"""The rules of the search with given numbers, each on random sets, held against Python's own sets."""

from __future__ import annotations

import random
from typing import Any

import networkx
import numpy as np
import pytest

from knight_models.core.errors import UnsupportedError
from knight_models.core.limits import Deadline, Limits
from knight_models.core.problem import TourProblem
from knight_models.core.result import Status
from knight_models.engine.required import constrained
from knight_models.engine.run import Run
from knight_models.solvers.depth_first.number_sets import (
    WORD,
    all_around,
    beside,
    confine,
    first_sets,
    meet,
    only_number,
)
from knight_models.solvers.depth_first.numbered import (
    CONTRADICTION,
    NumberedState,
    choose,
    follow,
    numbered_records,
    pass_through,
    single_out,
)
from knight_models.solvers.depth_first.search import CLOSED, OPEN, STRICTLY_OPEN
from knight_models.tasks.solve import solve

KIND_CODES = {"open": OPEN, "closed": CLOSED, "strictly-open": STRICTLY_OPEN}
COUNTS = (1, 2, 3, 7, 63, 64, 65, 128, 130)


def words_of(numbers: set[int], count: int) -> list[int]:
    """A set as words of bits, the lowest number in the lowest bit."""
    whole = sum(1 << number for number in numbers)
    return [(whole >> (WORD * w)) & (2**WORD - 1) for w in range(-(-count // WORD))]


def set_of(words: Any) -> set[int]:
    return {w * WORD + bit for w, word in enumerate(words) for bit in range(WORD) if int(word) >> bit & 1}


def some(draw: random.Random, count: int) -> set[int]:
    """A few numbers, or one, or none; often the first, the last and those around the words."""
    marked = [number for number in (0, 1, 62, 63, 64, count - 2, count - 1) if 0 <= number < count]
    numbers = set(draw.sample(range(count), draw.choice([0, 1, 1, min(count, 2), count // 2])))
    return numbers | set(draw.sample(marked, draw.randint(0, 1)))


def next_to(numbers: set[int], count: int, step: int, closed: bool) -> set[int]:
    """The numbers a step on; round the end in a closed tour."""
    moved = {number + step for number in numbers}
    return {number % count for number in moved} if closed else moved & set(range(count))


@pytest.mark.parametrize("count", COUNTS)
def test_sets_of_bits_are_sets(count):
    draw = random.Random(count)
    for _ in range(25):
        sets = [some(draw, count) for _ in range(3)]
        can = [word for numbers in sets for word in words_of(numbers, count)]
        words = len(can) // 3
        vertex, mask = draw.randrange(3), some(draw, count)
        lone = next(iter(sets[vertex])) if len(sets[vertex]) == 1 else -1
        assert only_number(vertex, words, can) == lone
        assert meet(vertex, can, words_of(mask, count)) is bool(sets[vertex] & mask)
        for closed in (False, True):
            for after, before in ((True, False), (False, True), (True, True)):
                out = [7] * words
                beside(can, vertex * words, count, after, before, closed, out)
                right = next_to(sets[vertex], count, 1, closed) if after else set()
                right |= next_to(sets[vertex], count, -1, closed) if before else set()
                found = set_of(out)
                assert found & set(range(count)) == right
        lost = confine(vertex, can, words_of(mask, count))
        assert lost is bool(sets[vertex] - mask)
        assert set_of(can[vertex * words : (vertex + 1) * words]) == sets[vertex] & mask


def some_problem(draw: random.Random, kind: str, directed: bool, count: int) -> TourProblem:
    graph: Any = networkx.gnp_random_graph(count, 0.5, seed=draw.randrange(10**6), directed=directed)
    required = draw.sample(list(graph.edges), min(1, graph.number_of_edges()))
    return TourProblem(graph, kind, given={0: draw.randint(1, count)}, required=required)


class Prepared:
    """The records of a search, whose sets are replaced by any sets."""

    def __init__(self, problem: TourProblem, sets: list[set[int]]) -> None:
        self.problem, self.before = problem, [set(numbers) for numbers in sets]
        self.count = len(problem)
        self.state = NumberedState(
            kind=KIND_CODES[str(problem.kind)],
            directed=problem.directed,
            dynamic=True,
            prune=True,
            end=-1,
            max_steps=-1,
        )
        run = Run(problem)
        task = constrained(run, run.moves)
        self.task = task
        records = numbered_records(problem, task.moves, task, self.state, None, Deadline(None))
        self.moves, self.into, _, self.partner, self.sets, self.placed, self.queue, _, _ = records
        self.words = len(self.sets.before)
        can = [word for numbers in sets for word in words_of(numbers, self.count)]
        self.sets.can[:] = np.array(can, np.uint64)
        self.sets = type(self.sets)(
            *(array.tolist() for array in self.sets)
        )  # as interpreted code has them
        self.state.waiting = 0
        self.queue.waits[:] = 0
        self.onward = {v: set(task.moves.row(v).tolist()) for v in range(self.count)}
        self.back = {v: {u for u in self.onward if v in self.onward[u]} for v in range(self.count)}

    @property
    def after(self) -> list[set[int]]:
        can, words = self.sets.can, self.words
        return [set_of(can[v * words : (v + 1) * words]) for v in range(self.count)]

    @property
    def waiting(self) -> set[int]:
        return set(np.flatnonzero(self.queue.waits).tolist())

    def stand(self, vertices: set[int], step: int) -> set[int]:
        """The numbers a step on from those of any of these vertices."""
        numbers = set().union(*(self.before[vertex] for vertex in vertices)) if vertices else set()
        return next_to(numbers, self.count, step, self.problem.closed)

    def woken_by(self, changed: set[int]) -> set[int]:
        """Those that have lost a number, and their neighbours."""
        near = set().union(*(self.onward[v] | self.back[v] for v in changed)) if changed else set()
        return changed | near


CASES = [(kind, directed) for kind in KIND_CODES for directed in (False, True)]


@pytest.mark.parametrize(("kind", "directed"), CASES)
def test_a_number_stays_where_its_neighbours_can_stand_around(kind, directed):
    draw = random.Random(f"{kind} {directed}")
    for _ in range(60):
        count = draw.randint(2, 7)
        made = Prepared(
            some_problem(draw, kind, directed, count), [some(draw, count) for _ in range(count)]
        )
        vertex = draw.randrange(count)
        right = [set(numbers) for numbers in made.before]
        ends = (set(), set()) if made.problem.closed else ({0}, {count - 1})
        right[vertex] &= made.stand(made.back[vertex], 1) | ends[0]
        made.before[vertex] = set(right[vertex])
        right[vertex] &= made.stand(made.onward[vertex], -1) | ends[1]
        other = int(made.partner[vertex])
        if other >= 0:
            right[other] &= next_to(right[vertex], count, 1, made.problem.closed) | next_to(
                right[vertex], count, -1, made.problem.closed
            )
        before = made.after
        follow(vertex, made.moves, made.into, made.partner, made.sets, made.queue, made.state)
        assert made.after == right
        changed = {v for v in range(count) if right[v] != before[v]}
        assert made.waiting == made.woken_by(changed)


@pytest.mark.parametrize(("kind", "directed"), CASES)
def test_moves_that_a_vertex_cannot_do_without_are_required(kind, directed):
    draw = random.Random(f"{kind} {directed}")
    failures = 0
    for _ in range(80):
        count = draw.randint(2, 7)
        made = Prepared(
            some_problem(draw, kind, directed, count), [some(draw, count) for _ in range(count)]
        )
        vertex, closed = draw.randrange(count), made.problem.closed
        right = [set(numbers) for numbers in made.before]
        starts, ends = (not closed and number in right[vertex] for number in (0, count - 1))
        failed = False
        for near, steps, need in (
            [(made.onward[vertex], (1,), not ends), (made.back[vertex], (-1,), not starts)]
            if directed
            else [(made.onward[vertex], (1, -1), 1 if starts or ends else 2)]
        ):
            beside_it = set().union(*(next_to(right[vertex], count, step, closed) for step in steps))
            fitting = [other for other in near if right[other] & beside_it]
            failed = failed or len(fitting) < need
            if len(fitting) == need:
                for other in fitting:
                    right[other] &= beside_it
        pass_through(vertex, made.moves, made.into, made.sets, made.queue, made.state)
        assert (made.state.failed == CONTRADICTION) is failed
        failures += failed
        assert made.after == right
    assert failures


def test_a_number_that_only_one_vertex_can_carry_is_its_own():
    draw = random.Random(5)
    seen = set()
    for _ in range(300):
        count = draw.choice([2, 3, 5, 6, 7])
        sets = [some(draw, count) | {draw.randrange(count)} for _ in range(count)]
        made = Prepared(some_problem(draw, "open", False, count), sets)
        carriers = {number: [v for v in range(count) if number in sets[v]] for number in range(count)}
        once = {number for number, vertices in carriers.items() if len(vertices) == 1}
        right = [numbers & once if numbers & once and len(numbers) > 1 else numbers for numbers in sets]
        even = sum(all(number % 2 == 0 for number in numbers) for numbers in sets)
        odd = sum(all(number % 2 == 1 for number in numbers) for numbers in sets)
        failed = not all(carriers.values()) or even > (count + 1) // 2 or odd > count // 2
        failed = failed or any(len(numbers & once) > 1 for numbers in sets)
        single_out(made.moves, made.into, made.sets, made.queue, made.state)
        assert (made.state.failed == CONTRADICTION) is failed
        seen.add(failed)
        assert made.after == right
        changed = {v for v in range(count) if right[v] != sets[v]}
        assert made.state.forced == sum(len(sets[v]) > 1 and bool(sets[v] & once) for v in range(count))
        assert made.waiting >= made.woken_by(changed)
    assert seen == {True, False}


@pytest.mark.parametrize("count", [3, 66])
def test_the_number_to_try_has_the_fewest_squares_or_is_the_lowest(count):
    draw = random.Random(count)
    for _ in range(15):
        sets = [some(draw, count) for _ in range(count)]
        made = Prepared(some_problem(draw, "open", False, count), sets)
        free = sorted(draw.sample(range(count), draw.randint(1, count)))
        for number in range(count):
            made.placed.square[number] = -1 if number in free else 0
        tally = {number: sum(number in numbers for numbers in sets) for number in free}
        made.state.dynamic = True
        fewest = min(free, key=lambda number: (tally[number], number))
        assert choose(made.sets.can, made.placed, made.words, made.state) == fewest
        made.state.dynamic = False
        assert choose(made.sets.can, made.placed, made.words, made.state) == free[0]


@pytest.mark.parametrize(("kind", "directed"), CASES)
def test_at_first_numbers_are_left_where_a_walk_can_be(kind, directed):
    """From each number on and back again, over the vertices that the numbers beside it allow."""
    draw = random.Random(f"{kind} {directed}")
    for _ in range(40):
        count = draw.randint(2, 7)
        graph: Any = networkx.gnp_random_graph(count, 0.5, seed=draw.randrange(10**6), directed=directed)
        squares, numbers = draw.sample(range(count), 2), draw.sample(range(1, count + 1), 2)
        details = {"given": dict(zip(squares, numbers, strict=True))}
        problem = TourProblem(graph, kind, **details)
        run = Run(problem)
        task = constrained(run, run.moves)
        onward = {v: set(run.moves.row(v).tolist()) for v in range(count)}
        fits = [set(range(count)) for _ in range(count)]
        for vertex, number in problem.given_indices.items():
            fits = [places - {vertex} for places in fits]
            fits[number - 1] = {vertex}
        for k in range(1, count):
            fits[k] &= set().union(*(onward[v] for v in fits[k - 1]))
        for k in range(count - 2, -1, -1):
            fits[k] &= {v for v in range(count) if onward[v] & fits[k + 1]}
        first = first_sets(problem, run.moves, task, Deadline(None))
        assert [set_of(row) for row in first] == [
            {k for k in range(count) if v in fits[k]} for v in range(count)
        ]


def test_what_stands_around_a_vertex():
    made = Prepared(TourProblem(networkx.path_graph(4), given={0: 1}), [{0}, {1, 2}, {3}, {0, 3}])
    out = [9]
    for vertex, right in enumerate([{1, 2}, {0, 3}, {0, 1, 2, 3}, {3}]):
        all_around(vertex, made.moves, made.sets.can, out)
        assert set_of(out) == right


@pytest.mark.parametrize("count", [100, 900])
def test_the_memory_asked_for_covers_the_sets(count):
    """A flag for each number at each vertex, and a bit again for each choice that there is room for."""
    problem = TourProblem(networkx.cycle_graph(count), given={0: 1})
    least = count * count + 16 * count * count // 8
    with pytest.raises(UnsupportedError, match="bytes of memory"):
        solve(problem, "depth-first", limits=Limits(memory=least - 1))
    assert solve(problem, "depth-first", limits=Limits(memory=3 * least, steps=1)).status is Status.UNKNOWN
