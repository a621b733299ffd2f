"""The faults of an answer, all of them and no others: each with its kind, its steps and its squares.

Answers are right tours with things changed: squares exchanged, left out, doubled, replaced, turned round.
What is wrong with them is read from the definitions here, over sets of arcs.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import pairwise
from typing import Any

import networkx
import numpy as np
import pytest
import reference

from knight_models.core.board import Board
from knight_models.core.problem import TourProblem
from knight_models.core.tour import NumberGrid
from knight_models.verifier import FaultKind, faults

Expected = tuple[FaultKind, tuple[int, ...], tuple[Any, ...]]
KINDS = ("open", "closed", "strictly-open")

SPACES: dict[str, Any] = {
    "3x4": Board((3, 4)),
    "4x3 with holes": Board((4, 3), "0,1+1,1", holes=[(0, 1), (3, 2)]),
    "2x5 that wraps in its columns": Board((2, 5), "1,2+0,1", wrap="columns"),
    "5x2 that wraps in its rows": Board((5, 2), "1,2+0,1", wrap="rows"),
    "2x2x3 with a hole": Board((2, 2, 3), "0,1+1,2", holes=[(1, 0, 2)]),
    "one axis": Board((7,), "0,1+0,3"),
    "a graph": networkx.gnp_random_graph(7, 0.6, seed=1),
    "a directed graph": networkx.gnp_random_graph(6, 0.6, seed=2, directed=True),
    "two vertices": networkx.path_graph(2),
    "two vertices, both ways": networkx.DiGraph([("a", "b"), ("b", "a")]),
    "one vertex": networkx.empty_graph(1),
}


@cache
def space_named(name: str) -> reference.Space:
    return reference.problem_space(TourProblem(SPACES[name]))


def space_of(problem: TourProblem) -> reference.Space:
    """The space of a problem, made only once."""
    return next(space_named(name) for name, space in SPACES.items() if space is problem.space)


def expected(problem: TourProblem, labels: list[Any]) -> Counter[Expected]:
    """What is wrong with a list of labels, of which the first and the last are vertices."""
    space = space_of(problem)
    steps_of = {
        vertex: [k for k, label in enumerate(labels, 1) if label == vertex] for vertex in space.vertices
    }
    wrong = wrong_visits(problem, labels, steps_of)
    used = {(one, other) for one, other in pairwise(labels) if one in steps_of and other in steps_of}
    for step, move in enumerate(pairwise(labels), start=1):
        if move in used and move not in space.arcs:
            wrong.append((FaultKind.NOT_A_MOVE, (step, step + 1), move))
    wrong += wrong_ends(problem, labels)
    used |= {(labels[-1], labels[0])} if problem.closed else set()
    used |= set() if space.directed else {move[::-1] for move in used}
    wrong += [(FaultKind.REQUIRED_MISSING, (), move) for move in problem.required if move not in used]
    wrong += [(FaultKind.FORBIDDEN_USED, (), move) for move in problem.forbidden if move in used]
    for vertex, number in problem.given:
        if steps_of[vertex] and steps_of[vertex] != [number]:
            wrong.append((FaultKind.GIVEN_MISSED, tuple(steps_of[vertex]), (vertex,)))
    return Counter(wrong)


def wrong_visits(problem: TourProblem, labels: list[Any], steps_of: dict[Any, list[int]]) -> list[Expected]:
    wrong: list[Expected] = []
    holes = problem.board.holes if problem.board else ()
    for step, label in enumerate(labels, start=1):
        if label not in steps_of:
            wrong.append((FaultKind.HOLE if label in holes else FaultKind.OFF_BOARD, (step,), (label,)))
    for vertex, steps in steps_of.items():
        if len(steps) != 1:
            kind = FaultKind.REPEATED if steps else FaultKind.MISSING
            wrong.append((kind, tuple(steps), (vertex,)))
    return wrong


def wrong_ends(problem: TourProblem, labels: list[Any]) -> list[Expected]:
    space, wrong = space_of(problem), []
    closing, seam = (labels[-1], labels[0]), (len(labels), 1)
    too_few = len(space.vertices) < (2 if space.directed else 3)
    if problem.closed and (closing not in space.arcs or too_few):
        wrong.append((FaultKind.NOT_CLOSED, seam, closing))
    if str(problem.kind) == "strictly-open" and closing in space.arcs:
        wrong.append((FaultKind.ENDS_ADJACENT, seam, closing))
    for kind, want, step, label in (
        (FaultKind.WRONG_START, problem.start, 1, labels[0]),
        (FaultKind.WRONG_END, problem.end, len(labels), labels[-1]),
    ):
        if want is not None and want != label:
            wrong.append((kind, (step,), (label,)))
    return wrong


def changed(draw: random.Random, labels: list[Any], strangers: list[Any]) -> list[Any]:
    """The same with one thing changed, its ends vertices still."""
    labels, inner = list(labels), list(range(1, len(labels) - 1))
    one, other = draw.randrange(len(labels)), draw.randrange(len(labels))
    match draw.choice(["nothing", "exchange", "leave out", "double", "replace", "turn", "roll"]):
        case "exchange":
            labels[one], labels[other] = labels[other], labels[one]
        case "leave out" if inner:
            labels.pop(one)
        case "double":
            labels.insert(other, labels[one])
        case "replace" if inner:
            labels[draw.choice(inner)] = draw.choice(strangers)
        case "turn":
            labels.reverse()
        case "roll":
            labels = labels[one:] + labels[:one]
    return labels


def some_problem(draw: random.Random, space: Any, kind: str) -> TourProblem:
    """A problem with a few ends, numbers and moves of each sort."""
    plain = TourProblem(space, kind)
    vertices, arcs = list(space_of(plain).vertices), sorted(space_of(plain).arcs, key=str)
    details: dict[str, Any] = {"start": draw.choice([None, *vertices])}
    if kind != "closed" and len(vertices) > 1:
        details["end"] = draw.choice([None, *(v for v in vertices if v != details["start"])])
    arcs = [arc for arc in draw.sample(arcs, len(arcs)) if arc[0] != arc[1]]
    details["required"] = arcs[: draw.randint(0, 1)]
    same = {frozenset(arc) for arc in details["required"]}
    details["forbidden"] = [arc for arc in arcs[1:4] if frozenset(arc) not in same][: draw.randint(0, 2)]
    taken = {details["start"], details.get("end")}
    free = [vertex for vertex in vertices if vertex not in taken]
    numbers = list(range(2, len(vertices)))
    pairs = list(zip(draw.sample(free, len(free)), draw.sample(numbers, len(numbers)), strict=False))
    details["given"] = dict(pairs[: draw.choice([0, 0, 1, 2])])
    return TourProblem(space, kind, **details)


def found(problem: TourProblem, answer: Any) -> Counter[Expected]:
    return Counter((fault.kind, fault.steps, fault.squares) for fault in faults(problem, answer))


def answers(draw: random.Random, name: str, kind: str) -> tuple[TourProblem, list[Any]]:
    """A problem and an answer to it, one of its tours with up to three things changed."""
    problem = some_problem(draw, SPACES[name], kind)
    space = space_of(problem)
    labels = list(next(reference.all_paths(space), space.vertices))
    board = problem.board
    outside = [*sorted(board.holes), tuple(side + 1 for side in board.shape)] if board else ["stranger"]
    for _ in range(draw.randint(0, 3)):
        labels = changed(draw, labels, [*space.vertices, *outside])
    if not {labels[0], labels[-1]} <= set(space.vertices):
        labels = [label for label in labels if label in space.vertices] or list(space.vertices)
    return problem, labels


def repeats_a_given(problem: TourProblem, labels: list[Any]) -> bool:
    """Whether a vertex with a given number is visited twice: which of its numbers is wrong is left open."""
    return any(labels.count(vertex) > 1 for vertex, _ in problem.given)


@pytest.mark.parametrize("name", SPACES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_fault_of_a_list_is_named_and_no_other(kind, name):
    draw = random.Random(f"{kind} {name}")
    for _ in range(60):
        problem, labels = answers(draw, name, kind)
        if repeats_a_given(problem, labels):
            continue
        assert found(problem, labels) == expected(problem, labels), (problem, labels)
        numbers = {vertex: place for place, vertex in enumerate(space_of(problem).vertices)}
        if set(labels) <= set(numbers):
            order = np.array([numbers[label] for label in labels])
            assert found(problem, order) == expected(problem, labels), (problem, order)


GRIDS = [name for name, space in SPACES.items() if isinstance(space, Board) and space.ndim > 1]


@pytest.mark.parametrize("first_number", [0, 1])
@pytest.mark.parametrize("name", GRIDS)
@pytest.mark.parametrize("kind", KINDS)
def test_every_fault_of_a_complete_grid_is_named_and_no_other(kind, name, first_number):
    """Two squares exchanged, or the listing turned or rolled: its numbers are those of the list."""
    draw = random.Random(f"{kind} {name} {first_number}")
    for _ in range(20):
        problem = some_problem(draw, SPACES[name], kind)
        space = space_of(problem)
        labels = list(next(reference.all_paths(space), space.vertices))
        one, other = draw.sample(range(len(labels)), 2)
        labels[one], labels[other] = labels[other], labels[one]
        numbers, holes = np.zeros(problem.board.shape, int), np.ones(problem.board.shape, bool)
        for number, square in enumerate(labels, start=first_number):
            numbers[square], holes[square] = number, False
        grid = NumberGrid(numbers, first_number, holes)
        shift = first_number - 1
        want = Counter(
            (kind, tuple(step + shift for step in steps), squares)
            for (kind, steps, squares), count in expected(problem, labels).items()
        )
        assert found(problem, grid) == want, (problem, numbers)


def test_numbers_of_a_grid_that_are_missing_repeated_and_beyond():
    """Each number stands once; the squares of a number that stands twice are named with it."""
    right = [[1, 4, 7, 10], [8, 11, 2, 5], [3, 6, 9, 12]]
    for square in [(row, column) for row in range(3) for column in range(4)]:
        for number in (-3, *range(1, 15)):
            for first_number in (0, 1):
                grid = np.array(right)
                before, grid[square] = int(grid[square]), number
                twin = [
                    (int(row), int(column))
                    for row, column in np.argwhere(np.array(right) == number)
                    if number != before
                ]
                shift = first_number - 1
                kinds = found("3x4", NumberGrid(grid + shift, first_number, np.zeros((3, 4), bool)))
                wrong = {key: key[1:] for key in kinds if str(key[0]).startswith("number")}
                want = set()
                if number != before:
                    want.add((FaultKind.NUMBER_MISSING, (before + shift,), ()))
                if not 1 <= number <= 12:
                    want.add((FaultKind.NUMBER_BEYOND, (number + shift,), ()))
                if twin:
                    squares = tuple(sorted([*twin, square]))
                    want.add((FaultKind.NUMBER_REPEATED, (number + shift,), squares))
                assert set(wrong) == want, (square, number, first_number)


@pytest.mark.parametrize("kind", KINDS)
def test_an_answer_of_nothing_misses_all_there_is(kind):
    """Every vertex and every required move; there is nothing that could close or begin wrongly."""
    graph = networkx.complete_graph(4)
    problem = TourProblem(graph, kind, start=1, required=[(0, 1), (2, 3)], forbidden=[(0, 2)], given={3: 2})
    right = {(FaultKind.MISSING, (), (vertex,)) for vertex in graph}
    right |= {(FaultKind.REQUIRED_MISSING, (), move) for move in problem.required}
    for answer in ([], np.zeros(0, int)):
        assert set(found(problem, answer)) == right


@pytest.mark.parametrize("times", [2, 3, 9, 10, 11, 12, 30])
def test_up_to_ten_steps_are_named_and_the_others_counted(times):
    graph = networkx.complete_graph(3)
    (fault,) = [
        fault
        for fault in faults(TourProblem(graph), [0, 1] * (times - 1) + [0, 2])
        if fault.kind is FaultKind.REPEATED and fault.squares == (0,)
    ]
    steps = [2 * k + 1 for k in range(times)]
    assert fault.steps == tuple(steps)
    named = " and ".join([*map(str, steps[:10]), *([f"{times - 10} more"] if times > 10 else [])])
    often = "twice" if times == 2 else f"{times} times"
    assert str(fault) == f"0 is visited {often}, at steps {named}"


@pytest.mark.parametrize("first_number", [0, 1])
@pytest.mark.parametrize("name", GRIDS)
def test_a_step_between_repeated_numbers_is_broken_if_no_move_leads_over_it(name, first_number):
    """From any square with the number to any with the next one; where both stand once, from the one."""
    draw = random.Random(f"repeats {name} {first_number}")
    problem = TourProblem(SPACES[name])
    space = space_of(problem)
    squares, shape = list(space.vertices), problem.board.shape
    seen: Counter[bool] = Counter()
    for _ in range(60):
        order = list(next(reference.all_paths(space), squares))
        order = draw.choice([order, draw.sample(squares, len(squares))])
        values = dict(zip(order, range(1, len(order) + 1), strict=True))
        for _ in range(draw.randint(1, 4)):
            values[draw.choice(squares)] = draw.randint(1, len(squares) + 1)
        for _ in range(draw.choice([0, 0, 1, 2])):  # squares without a number
            values.pop(draw.choice(squares), None)
        numbers, holes = np.zeros(shape, int), np.ones(shape, bool)
        for square, value in values.items():
            numbers[square], holes[square] = value + first_number - 1, False
        stand: dict[int, list[Any]] = {}
        for square, value in values.items():
            stand.setdefault(value, []).append(square)
        want = set()
        for value, here in stand.items():
            there = stand.get(value + 1)
            if there is not None:
                broken = not any((one, other) in space.arcs for one in here for other in there)
                seen[broken and max(len(here), len(there)) == 2] += 1
                if broken:
                    want.add((value + first_number - 1, value + first_number))
        answer = NumberGrid(numbers, first_number, holes)
        got = [fault.steps for fault in faults(problem, answer) if fault.kind is FaultKind.NOT_A_MOVE]
        assert len(set(got)) == len(got)
        assert set(got) == want, (problem, numbers)
    assert seen[True]
