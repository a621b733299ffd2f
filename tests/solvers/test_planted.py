"""Small graphs in which a tour was planted first: what is required, given and forbidden leaves it standing.

Random constraints on a random graph seldom leave a tour. Here a random tour comes first; required
moves, given numbers and ends are taken from it, forbidden moves from the rest. About half of them
touch the seam: the vertex from which solvers list a closed tour, hence the step that closes it. Each
problem has twins without a tour, which follows from the definitions.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

import networkx
import numpy as np
import pytest
import reference

from knight_models.core.board import Board
from knight_models.core.errors import ProblemError
from knight_models.core.evidence import ColourImbalance, Disconnected, ForcedMoves, LowDegree, VertexCut
from knight_models.core.problem import TourProblem
from knight_models.core.result import Status
from knight_models.tasks.listing import iter_tours
from knight_models.tasks.solve import solve
from knight_models.verifier import FaultKind, faults

KINDS = ("open", "closed", "strictly-open")
SEEDS = range(8)

SEARCHES = (
    "depth-first",
    "depth-first:prune=on",
    "depth-first:ordering=fixed",
    "depth-first:ordering=static,ties=index,prune=on",
)
MODELS = tuple(f"cpsat:formulation={name}" for name in ("circuit", "mtz", "position"))
ALL = (*SEARCHES, *MODELS, "auto", "cutset")
WITHOUT_CUTSET = ALL[:-1]
"""`cutset` takes neither directed graphs nor given numbers."""


@dataclass(frozen=True)
class Planted:
    """A tour, and the graph and the constraints that leave it standing."""

    graph: Any
    kind: str
    path: tuple[int, ...]
    details: dict[str, Any]

    @property
    def problem(self) -> TourProblem:
        return TourProblem(self.graph, self.kind, **self.details)

    def but(self, **details: Any) -> TourProblem:
        """The same problem with some details replaced."""
        return TourProblem(self.graph, self.kind, **{**self.details, **details})


def moves_of(path: tuple[int, ...], kind: str) -> list[tuple[int, int]]:
    return [*pairwise(path), *([(path[-1], path[0])] if kind == "closed" else [])]


@cache
def planted(seed: int, kind: str, directed: bool, numbered: bool = False) -> Planted:
    """A planted problem; the same arguments plant the same."""
    draw = random.Random(f"{seed} {kind} {directed} {numbered}")
    count = draw.randint(4, 8)
    path = tuple(draw.sample(range(count), count))
    steps = moves_of(path, kind)
    graph = networkx.DiGraph() if directed else networkx.Graph()
    graph.add_nodes_from(range(count))
    graph.add_edges_from(steps)
    others = [(one, other) for one in range(count) for other in range(count) if one != other]
    others = [move for move in others if not graph.has_edge(*move)]
    if kind == "strictly-open":
        ends = {path[0], path[-1]}
        others = [
            (one, other)
            for one, other in others
            if {one, other} != ends or (directed and (one, other) == (path[0], path[-1]))
        ]
    graph.add_edges_from(draw.sample(others, min(len(others), draw.randint(count // 2, count + 2))))
    details: dict[str, Any] = {}
    if draw.random() < 0.5:
        details["start"] = path[0]
    if kind != "closed" and draw.random() < 0.4:
        details["end"] = path[-1]
    seam = details.get("start", path[0] if numbered else 0)
    details["required"] = _required(draw, steps, seam)
    details["forbidden"] = _forbidden(draw, graph, steps, seam)
    if numbered:
        places = draw.sample(range(count), draw.randint(1, count // 2))
        details["given"] = {path[place]: place + 1 for place in places}
    return Planted(graph, kind, path, details)


def _required(draw: random.Random, steps: list[tuple[int, int]], seam: int) -> list[tuple[int, int]]:
    """Some moves of the tour; often one or both of those at the seam."""
    near = [step for step in steps if seam in step]
    chosen = draw.sample(near, draw.randint(0, len(near)))
    chosen += [step for step in draw.sample(steps, draw.randint(1, 2)) if step not in chosen]
    return chosen


def _forbidden(
    draw: random.Random, graph: Any, steps: list[tuple[int, int]], seam: int
) -> list[tuple[int, int]]:
    """Up to three moves that the tour does not make; in a directed graph, backward ones first."""
    used = set(steps) | (set() if graph.is_directed() else {step[::-1] for step in steps})
    free = [move for move in graph.edges if move not in used]
    near = [move for move in free if seam in move or move[::-1] in steps]
    chosen = draw.sample(near, min(len(near), draw.randint(0, 2)))
    rest = [move for move in free if move not in chosen]
    return chosen + draw.sample(rest, min(len(rest), draw.randint(0, 1)))


@cache
def right_tours(problem: TourProblem) -> dict[Any, Any]:
    return reference.tours_of(problem)


def expect_all(problem: TourProblem, solver: str, both_ways: bool = False) -> None:
    """Hold a solver's answer and its listing against brute force."""
    right = right_tours(problem)
    result = solve(problem, solver, seconds=60)
    assert result.status is (Status.FOUND if right else Status.IMPOSSIBLE), result
    assert (result.tour is not None) is bool(right)
    assert all(reference.judge(problem, tour.squares) for tour in [result.tour] if tour)
    stream = iter_tours(problem, solver, seconds=60, directed=both_ways)
    listed = [tuple(tour.squares) for tour in stream]
    assert stream.end is not None
    assert stream.end.complete
    assert len(set(listed)) == len(listed)
    assert len(listed) == len(right) * (2 if both_ways and not problem.one_way else 1)
    assert {reference.identity_of(problem, path) for path in listed} == set(right)


CASES = [(kind, directed) for kind in KINDS for directed in (False, True)]
IDS = [f"{kind}-{'directed' if directed else 'undirected'}" for kind, directed in CASES]


def solvers_for(directed: bool, numbered: bool = False) -> tuple[str, ...]:
    return WITHOUT_CUTSET if directed or numbered else ALL


SOLVED = [
    pytest.param(kind, directed, solver, id=f"{name}-{solver}")
    for (kind, directed), name in zip(CASES, IDS, strict=True)
    for solver in solvers_for(directed)
]
NUMBERED = [
    pytest.param(kind, directed, solver, id=f"{name}-{solver}")
    for (kind, directed), name in zip(CASES, IDS, strict=True)
    for solver in solvers_for(directed, numbered=True)
]


@pytest.mark.parametrize("numbered", [False, True], ids=["free", "numbered"])
@pytest.mark.parametrize(("kind", "directed"), CASES, ids=IDS)
def test_what_is_planted_stands_and_is_constrained(kind, directed, numbered):
    """Each problem has its planted tour, required moves, and the other constraints."""
    cases = [planted(seed, kind, directed, numbered) for seed in SEEDS]
    assert all(reference.judge(case.problem, case.path) for case in cases)
    assert all(case.problem.required for case in cases)
    assert sum(bool(case.problem.forbidden) for case in cases) >= 3
    assert all(bool(case.problem.given) is numbered for case in cases)


@pytest.mark.parametrize(("kind", "directed", "solver"), SOLVED)
def test_a_planted_tour_is_found_and_all_are_listed(kind, directed, solver):
    for seed in SEEDS:
        expect_all(planted(seed, kind, directed).problem, solver, both_ways=seed % 2 == 0)


@pytest.mark.parametrize(("kind", "directed", "solver"), NUMBERED)
def test_given_numbers_and_required_moves_hold_together(kind, directed, solver):
    for seed in SEEDS:
        expect_all(planted(seed, kind, directed, numbered=True).problem, solver)


@pytest.mark.parametrize(("kind", "directed"), CASES, ids=IDS)
@pytest.mark.parametrize("numbered", [False, True], ids=["free", "numbered"])
def test_the_verifier_judges_every_path_of_the_graph(kind, directed, numbered):
    """Paths by labels, by numbers, with and without the constraints: it agrees with the reference."""
    verdicts = set()
    for seed in SEEDS:
        case = planted(seed, kind, directed, numbered)
        problem = case.problem
        paths = list(reference.all_paths(reference.problem_space(problem)))
        some = random.Random(seed).sample(paths, min(len(paths), 60))
        turned = [case.path[k:] + case.path[:k] for k in range(len(case.path))]
        for path in [*turned, *(turn[::-1] for turn in turned), *some]:
            right = reference.judge(problem, path)
            verdicts.add(right)
            assert (not faults(problem, list(path))) is right, (problem, path)
            assert (not faults(problem, np.array(path))) is right, (problem, path)
    assert verdicts == {True, False}


@pytest.mark.parametrize("numbered", [False, True], ids=["free", "numbered"])
@pytest.mark.parametrize(("kind", "directed"), CASES, ids=IDS)
def test_the_verifier_names_the_very_move_that_is_wrong(kind, directed, numbered):
    """Each move of the planted tour forbidden, each other one required, one at a time."""
    for seed in SEEDS:
        case = planted(seed, kind, directed, numbered)
        order = np.array(case.path)
        steps = moves_of(case.path, kind)
        used = set(steps) | (set() if directed else {step[::-1] for step in steps})
        for move in case.graph.edges:
            wrong, right = ("forbidden", "required") if move in used else ("required", "forbidden")
            fault_kind = FaultKind.FORBIDDEN_USED if move in used else FaultKind.REQUIRED_MISSING
            assert faults(case.but(**{"required": (), "forbidden": (), right: [move]}), order) == []
            (fault,) = faults(case.but(**{"required": (), "forbidden": (), wrong: [move]}), order)
            assert fault.kind is fault_kind
            assert set(fault.squares) == set(move)


@pytest.mark.parametrize("solver", ALL)
@pytest.mark.parametrize("kind", KINDS)
def test_cubic_graphs_whose_cycles_have_to_be_joined(kind, solver):
    """Three moves a vertex: models find several cycles first; ends that are apart stay so."""
    for seed in range(4):
        graph = networkx.random_regular_graph(3, 8, seed=seed)
        first = next(iter(right_tours(TourProblem(graph, kind)).values()))
        for required in ((), (moves_of(first, kind)[-1],), moves_of(first, kind)[:2]):
            problem = TourProblem(graph, kind, required=required)
            assert right_tours(problem)
            expect_all(problem, solver)


@pytest.mark.parametrize(("kind", "directed"), CASES, ids=IDS)
@pytest.mark.parametrize("bare", [False, True], ids=["with other moves", "bare"])
def test_no_evidence_is_accepted_against_a_planted_tour(kind, directed, bare):
    """Bare, the graph is the tour alone: all of its moves are forced, and contradict nothing."""
    for seed in SEEDS:
        case = planted(seed, kind, directed)
        draw = random.Random(seed)
        problem, count = case.problem, len(case.path)
        if bare:
            graph = case.graph.edge_subgraph(moves_of(case.path, kind)).copy()
            ends = {} if kind == "closed" else {"start": case.path[0], "end": case.path[-1]}
            problem = TourProblem(graph, kind, **ends)
        assert reference.judge(problem, case.path)
        number = {vertex: place for place, vertex in enumerate(problem.graph)}
        inner = tuple(number[vertex] for vertex in case.path[1:-1])
        some = tuple(sorted(draw.sample(range(count), draw.randint(1, count - 1))))
        for evidence in (
            ForcedMoves(inner),
            ForcedMoves(inner[:1]),
            ForcedMoves((number[case.path[0]], *inner, number[case.path[-1]])),
            ForcedMoves(tuple(draw.sample(range(count), count))),
            LowDegree(some),
            Disconnected(some),
            VertexCut(some),
            ColourImbalance("".join(draw.choices("01", k=count))),
            ColourImbalance("".join("01"[vertex in case.path[::2]] for vertex in problem.graph)),
        ):
            assert faults(problem, evidence), (problem, evidence)


def lonely(seed: int, kind: str, directed: bool) -> tuple[Planted, list[tuple[int, int]]]:
    """A planted tour without constraints but its start, and the moves at the start, its only ones.

    All extra moves pass the start by, so that no tour can do without the moves of the planted one there.
    """
    draw = random.Random(f"lonely {seed} {kind} {directed}")
    count = draw.randint(4, 7)
    path = tuple(draw.sample(range(count), count))
    steps = moves_of(path, kind)
    graph = networkx.DiGraph() if directed else networkx.Graph()
    graph.add_nodes_from(range(count))
    graph.add_edges_from(steps)
    rest = [(one, other) for one in path[1:] for other in path[1:] if one != other]
    graph.add_edges_from(draw.sample(rest, min(len(rest), count)))
    return Planted(graph, kind, path, {"start": path[0]}), [step for step in steps if path[0] in step]


@pytest.mark.parametrize(("kind", "directed", "solver"), SOLVED)
def test_a_needed_move_that_is_forbidden_leaves_no_tour(kind, directed, solver):
    for seed in range(3):
        case, needed = lonely(seed, kind, directed)
        expect_all(case.problem, solver)
        assert right_tours(case.problem)
        assert len(needed) == (2 if kind == "closed" else 1)
        for move in needed:
            expect_all(case.but(required=[move]), solver)
            twin = case.but(forbidden=[move])
            assert not right_tours(twin)
            expect_all(twin, solver)


@pytest.mark.parametrize("solver", ALL)
@pytest.mark.parametrize("seed", range(3))
def test_required_moves_that_close_too_early_or_pass_an_end_leave_no_tour(solver, seed):
    """A triangle of required moves closes before all vertices; an end has one move, not two."""
    draw = random.Random(seed)
    count = draw.randint(4, 7)
    one, two, three = draw.sample(range(count), 3)
    graph = networkx.complete_graph(count)
    for problem in (
        TourProblem(graph, "closed", required=[(one, two), (two, three), (three, one)]),
        TourProblem(graph, start=one, required=[(one, two), (one, three)]),
        TourProblem(graph, end=one, required=[(one, two), (one, three)]),
        TourProblem(graph, start=one, end=two, required=[(one, two)]),
    ):
        assert not right_tours(problem)
        expect_all(problem, solver)


@pytest.mark.parametrize("solver", WITHOUT_CUTSET)
@pytest.mark.parametrize("seed", range(3))
def test_required_arcs_that_close_too_early_or_pass_an_end_leave_no_tour(solver, seed):
    draw = random.Random(seed)
    count = draw.randint(4, 6)
    one, two, three = draw.sample(range(count), 3)
    graph = networkx.complete_graph(count, networkx.DiGraph)
    for problem in (
        TourProblem(graph, "closed", required=[(one, two), (two, three), (three, one)]),
        TourProblem(graph, "closed", required=[(one, two), (two, one)]),
        TourProblem(graph, start=one, required=[(two, one)]),
        TourProblem(graph, end=one, required=[(one, two)]),
    ):
        assert not right_tours(problem)
        expect_all(problem, solver)


def refused(graph: Any, kind: str, moves: list[tuple[int, int]]) -> bool:
    with pytest.raises(ProblemError, match="required moves"):
        TourProblem(graph, kind, required=moves)
    return True


@pytest.mark.parametrize("kind", KINDS)
def test_more_required_moves_than_a_vertex_can_have_are_refused(kind):
    assert refused(networkx.complete_graph(5), kind, [(0, 1), (0, 2), (3, 0)])
    for moves in ([(0, 1), (0, 2)], [(1, 0), (2, 0)]):
        assert refused(networkx.complete_graph(5, networkx.DiGraph), kind, moves)


@pytest.mark.parametrize("solver", WITHOUT_CUTSET)
@pytest.mark.parametrize("directed", [False, True], ids=["undirected", "directed"])
def test_given_numbers_that_break_a_required_move_leave_no_tour(solver, directed):
    """On a complete graph of five: two ends of a required move have numbers that follow each other."""
    graph = networkx.complete_graph(5, networkx.DiGraph if directed else networkx.Graph)
    forward, seam = {0: 1, 1: 2}, {0: 5, 1: 1}
    for kind, numbers, possible in (
        ("open", forward, True),
        ("closed", forward, True),
        ("open", seam, False),
        ("strictly-open", seam, False),
        ("closed", seam, True),
        ("open", {0: 2, 1: 1}, not directed),
        ("closed", {0: 1, 1: 5}, not directed),
        ("closed", {0: 1, 1: 3}, False),
        ("open", {0: 2, 1: 4}, False),
    ):
        problem = TourProblem(graph, kind, required=[(0, 1)], given=numbers)
        # A complete graph has no strictly open tour at all.
        assert bool(right_tours(problem)) is possible
        expect_all(problem, solver)


@pytest.mark.parametrize("solver", WITHOUT_CUTSET)
@pytest.mark.parametrize("directed", [False, True], ids=["undirected", "directed"])
def test_given_numbers_that_use_a_forbidden_move_leave_no_tour(solver, directed):
    graph = networkx.complete_graph(5, networkx.DiGraph if directed else networkx.Graph)
    for kind, numbers, possible in (
        ("open", {0: 1, 1: 2}, False),
        ("closed", {0: 5, 1: 1}, False),
        ("open", {0: 5, 1: 1}, True),
        ("closed", {0: 1, 1: 5}, directed),
        ("open", {0: 2, 1: 1}, directed),
        ("closed", {0: 1, 1: 3}, True),
    ):
        problem = TourProblem(graph, kind, forbidden=[(0, 1)], given=numbers)
        assert bool(right_tours(problem)) is possible
        expect_all(problem, solver)


BOARDS = [
    Board((3, 4)),
    Board((2, 5), "0,1+1,2", holes=[(0, 2)], wrap="columns"),
    Board((4, 3), "1,2+0,1", wrap="rows", holes=[(0, 0), (2, 1), (3, 2)]),
    Board((2, 2, 2), "0,1+1,1", holes=[(0, 1, 0)]),
    Board((2, 1, 4), "0,1", wrap=(2,)),
    Board((8,), "0,1+0,3", holes=[(4,)]),
    Board((3, 3), "0,1+1,2", wrap="both", holes=[(1, 1), (0, 2)]),
]
"""Boards of several shapes, with unions of leapers, holes, and axes that wrap."""


@cache
def planted_on(board: Board, kind: str, numbered: bool) -> TourProblem | None:
    """A problem of a board around one of its tours, if it has one: two of its moves, a number, an end."""
    draw = random.Random(f"{board} {kind} {numbered}")
    space = reference.board_space(board.shape, board.leap.leaps, board.holes, board.wrap)
    paths = [path for path in reference.all_paths(space) if reference.is_tour(space, path, kind)]
    if not paths:
        return None
    path = draw.choice(paths)
    steps = moves_of(path, kind)
    used = {frozenset(step) for step in steps}
    free = sorted(
        tuple(sorted(arc)) for arc in space.arcs if arc[0] < arc[1] and frozenset(arc) not in used
    )
    details: dict[str, Any] = {
        "required": draw.sample(steps, 2),
        "forbidden": draw.sample(free, min(1, len(free))),
    }
    if numbered:
        places = draw.sample(range(len(path)), 2)
        details["given"] = {path[place]: place + 1 for place in places}
    elif kind != "closed":
        end = draw.choice(["start", "end"])
        details[end] = path[0 if end == "start" else -1]
    return TourProblem(board, kind, **details)


@pytest.mark.parametrize("solver", ALL)
@pytest.mark.parametrize("kind", KINDS)
def test_boards_with_holes_wraps_leapers_and_axes(kind, solver):
    problems = [
        planted_on(board, kind, numbered)
        for board in BOARDS
        for numbered in ((False,) if solver == "cutset" else (False, True))
    ]
    there = [problem for problem in problems if problem is not None]
    assert len(there) >= 4
    for problem in there:
        assert right_tours(problem)
        expect_all(problem, solver)
