"""Boards of one, two and three squares, for every leaper, hole and wrap: where loops and ends meet.

On so few squares a move there and back is no closed tour, a start is an end too, and a leaper that wraps
comes back to its own square. The verdicts are those of brute force.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import product
from typing import Any

import networkx
import pytest
import reference

from knight_models.core.board import Board
from knight_models.core.problem import TourProblem
from knight_models.core.result import Status
from knight_models.solvers import get_solver
from knight_models.solvers.base import ListsTours, why_not
from knight_models.tasks.listing import iter_tours
from knight_models.tasks.solve import solve
from knight_models.verifier import closes, faults, verify

KINDS = ("open", "closed", "strictly-open")
LEAPERS = ("1,2", "0,1", "1,1", "0,2", "0,1+1,1", "0,1+1,2", "0,1+0,2")

SHAPES: list[tuple[tuple[int, ...], list[tuple[int, ...]]]] = [
    ((1, 1), []),
    ((1, 2), []),
    ((2, 1), []),
    ((1, 3), []),
    ((3, 1), []),
    ((1, 3), [(0, 1)]),
    ((2, 2), [(0, 0)]),
    ((2, 2), [(0, 1), (1, 1)]),
    ((2, 2), [(0, 0), (0, 1), (1, 0)]),
    ((2, 3), [(0, 0), (0, 2), (1, 1)]),
    ((1,), []),
    ((2,), []),
    ((3,), []),
    ((1, 1, 1), []),
    ((1, 2, 1), []),
    ((3, 1, 1), []),
]


def boards() -> list[Board]:
    """Each shape with each leaper, without wrap and with every axis wrapped."""
    made = [
        Board(shape, leap, holes=holes, wrap=wrap)
        for (shape, holes), leap in product(SHAPES, LEAPERS)
        for wrap in ((), tuple(range(len(shape))))
    ]
    single = [board for board in made if len(board) == 1]
    return single[::4] + random.Random(1).sample([board for board in made if len(board) > 1], 30)


def graphs() -> list[Any]:
    """Graphs and directed graphs of up to three vertices: all of two, and some of three."""
    found: list[Any] = [networkx.empty_graph(1), networkx.Graph([(0, 0)])]
    for count in (2, 3):
        for kind in (networkx.Graph, networkx.DiGraph):
            whole = list(networkx.complete_graph(count, kind).edges)
            for chosen in product((False, True), repeat=len(whole)):
                graph = kind()
                graph.add_nodes_from(range(count))
                graph.add_edges_from(edge for edge, use in zip(whole, chosen, strict=True) if use)
                found.append(graph)
    return found[:8] + random.Random(2).sample(found[8:], 20)


SOLVERS = (
    "warnsdorff:restarts=4",
    "depth-first",
    "depth-first:prune=on",
    "depth-first:ordering=fixed",
    "rotation",
    "tiling",
    "cutset",
    "cpsat",
    "cpsat:formulation=mtz",
    "cpsat:formulation=position",
    "obstructions",
)
SLOW = ("cpsat", "cpsat:formulation=mtz", "cpsat:formulation=position", "rotation")
"""Solvers that build a model, or give up late."""


def problems(kind: str) -> list[TourProblem]:
    """Without ends, with each end fixed, with both, and with a given number."""
    made = []
    for number, space in enumerate(boards() + graphs()):
        plain = TourProblem(space, kind)
        vertices = [plain.vertices.square(k) for k in range(len(plain))]
        chosen = vertices[number % len(vertices)]
        made += [plain, TourProblem(space, kind, given={chosen: min(2, len(vertices))})]
        made.append(TourProblem(space, kind, **{("start", "end")[number % 2 * (kind != "closed")]: chosen}))
        if len(vertices) > 1 and kind != "closed":
            made.append(TourProblem(space, kind, start=vertices[-1], end=vertices[0]))
    return made


ALL = {kind: problems(kind) for kind in KINDS}


@cache
def right_tours(problem: TourProblem) -> dict[Any, Any]:
    return reference.tours_of(problem)


def some(kind: str, name: str) -> list[TourProblem]:
    """The problems that a solver takes; of those that take it long, every sixth."""
    takes = [problem for problem in ALL[kind] if why_not(get_solver(name), problem) is None]
    return takes[:: 6 if name in SLOW else 1]


@pytest.mark.parametrize("name", SOLVERS)
@pytest.mark.parametrize("kind", KINDS)
def test_the_answer_is_that_of_brute_force(kind, name):
    solver = get_solver(name)
    seen = set()
    for problem in some(kind, name):
        right = right_tours(problem)
        result = solve(problem, solver)
        seen.add(result.status)
        if result.found:
            assert reference.judge(problem, result.tour.squares), problem
        elif solver.exact:
            assert not right, (problem, result)
            assert result.status is Status.IMPOSSIBLE
        else:
            assert not (right and result.status is Status.IMPOSSIBLE), (problem, result)
            if result.walk is not None:  # the longest walk is no tour, or it would be the answer
                assert not reference.judge(problem, result.walk.squares), (problem, result)
    assert seen


@pytest.mark.parametrize("name", [name for name in SOLVERS if isinstance(get_solver(name), ListsTours)])
@pytest.mark.parametrize("kind", KINDS)
def test_the_tours_listed_are_those_of_brute_force(kind, name):
    solver = get_solver(name)
    for problem in some(kind, name)[::2]:
        right = right_tours(problem)
        listed = [tuple(tour.squares) for tour in iter_tours(problem, solver)]
        assert len(listed) == len(right), problem
        assert {reference.identity_of(problem, path) for path in listed} == set(right), problem


@pytest.mark.parametrize("kind", KINDS)
def test_the_verifier_judges_every_order(kind):
    """Every order of the vertices, of the first one twice, and of all but one."""
    for problem in ALL[kind][::3]:
        space = reference.problem_space(problem)
        for path in product(space.vertices, repeat=len(space.vertices)):
            assert (not faults(problem, list(path))) is reference.judge(problem, path), (problem, path)
        for path in right_tours(problem).values():
            tour = verify(problem, list(path))
            closing = (path[-1], path[0]) in space.arcs and len(path) >= (2 if space.directed else 3)
            assert closes(tour) is closing, (problem, path)
