"""The contract that every solver keeps, as plain functions that take a solver.

A check raises AssertionError, or passes on an error of `solve`, if a solver breaks the contract. A solver
may decline a problem by `takes` or `unsupported`. An exact solver decides every small problem; another one
may answer UNKNOWN, unless the check requires a tour. The reference judges the tours, not the verifier.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from typing import Any

import networkx
import pytest
import reference

from knight_models.core.board import Board
from knight_models.core.errors import UnsupportedError
from knight_models.core.limits import Limits, Progress
from knight_models.core.problem import TourProblem
from knight_models.core.result import SolveResult, Status
from knight_models.engine.moves import knight_graph
from knight_models.engine.run import Run
from knight_models.solvers.base import ListsTours, Solver, options_of, why_not
from knight_models.solvers.obstructions import Obstructions
from knight_models.solvers.symmetric import Symmetric
from knight_models.tasks.listing import iter_tours
from knight_models.tasks.solve import solve
from knight_models.verifier import faults

Check = Callable[[Solver], None]
CHECKS: dict[str, Check] = {}

GENEROUS = Limits(seconds=60)
"""More than any solver needs for the small problems here."""

SECONDS = 0.5
MARGIN = 20.0
"""Seconds that a run may take beyond its limit here. The promise is a second, or a tenth; a busy machine
adds more, and this only detects a solver that ignores the clock."""

PASSED_BY = {"cutset": 50, "cpsat": 50, "auto": 50}
"""Steps that a run may take beyond its limit, where an engine looks at the limit only now and then: 6 and
15 were the most seen. All other solvers keep the limit."""

TWO_WAYS = networkx.DiGraph([(0, 1), (1, 0)])
CHAIN = networkx.DiGraph([(0, 1), (1, 2)])
TOURNAMENT = networkx.DiGraph([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)])


def check(function: Check) -> Check:
    """Make a function one of the checks."""
    CHECKS[function.__name__] = function
    return function


def failures(solver: Solver, names: Iterable[str] = CHECKS) -> dict[str, Exception]:
    """The checks that a solver fails, by name, with their errors."""
    found: dict[str, Exception] = {}
    for name in names:
        try:
            CHECKS[name](solver)
        except pytest.skip.Exception:  # it does not apply to this solver
            continue
        except Exception as error:  # noqa: BLE001  # whatever a broken solver raises is a failure
            found[name] = error
    return found


def answer(solver: Solver, problem: TourProblem, limits: Limits = GENEROUS) -> SolveResult | None:
    """A solver's answer, checked for what every answer must have; None if it does not take the problem."""
    reason = why_not(solver, problem)
    if reason is not None:
        assert isinstance(reason, str), f"{reason!r} is not a sentence"
        assert reason.strip(), "a refusal has a reason"
        with pytest.raises(UnsupportedError, match=solver.name):
            solve(problem, solver, limits=limits)
        return None
    result = solve(problem, solver, limits=limits)
    match result.status:
        case Status.FOUND:
            assert result.tour is not None
            assert reference.judge(problem, result.tour.squares), f"{result.tour} is not a tour"
            assert result.evidence is None
        case Status.IMPOSSIBLE:
            assert result.tour is None
            assert result.evidence is not None
            assert result.evidence.summary
        case Status.UNKNOWN:
            assert result.tour is None
            assert result.evidence is None
            assert result.reason, "an UNKNOWN has a reason"
    return result


def taken(solver: Solver, problems: Iterable[TourProblem]) -> list[TourProblem]:
    """Those of the problems that a solver takes; the check is skipped where it takes none."""
    kept = [problem for problem in problems if why_not(solver, problem) is None]
    if not kept:
        pytest.skip(f"{solver.name} takes none of these problems")
    return kept


def lister(solver: Solver) -> ListsTours:
    """A solver that lists tours; the check is skipped for any other."""
    if not isinstance(solver, ListsTours):
        pytest.skip(f"{solver.name} does not list tours")
    return solver


def expect(solver: Solver, problem: TourProblem, exists: bool, *, must: bool = False) -> None:
    """Compare an answer with the right one; UNKNOWN is allowed unless the solver is exact or `must`."""
    result = answer(solver, problem)
    if result is None:
        return
    right = Status.FOUND if exists else Status.IMPOSSIBLE
    allowed = {right}
    if not solver.exact and not must:
        allowed.add(Status.UNKNOWN)
    if not solver.exact and not exists:
        checked = result.evidence is not None and result.evidence.checkable
        allowed = {Status.IMPOSSIBLE} if checked else {Status.UNKNOWN}
    assert result.status in allowed, f"{problem}: {result.status}, where {right} is right"


@check
def solves_what_every_solver_can(solver: Solver) -> None:
    """Corners of 5x5 and 8x8, a path, one vertex; no solver may decline 8x8."""
    if isinstance(solver, Obstructions):
        pytest.skip("obstructions never find a tour; refutes_what_it_is_for checks what they are for")
    if isinstance(solver, Symmetric):
        pytest.skip("it takes symmetric problems only; finds_symmetric_tours has some")
    chessboard = TourProblem("8x8", start="a1")
    assert why_not(solver, chessboard) is None, "every solver takes an open tour of 8x8"
    expect(solver, chessboard, True, must=True)
    for problem in (
        TourProblem("5x5", start="a1"),
        TourProblem(networkx.path_graph(5)),
        TourProblem(networkx.path_graph(1)),
        TourProblem("1x1"),
    ):
        expect(solver, problem, True, must=True)


@check
def finds_symmetric_tours(solver: Solver) -> None:
    """By all tours of small boards, with the symmetries that map the set of their moves to itself.

    On 6x6, 78 of the 9,862 closed tours have central symmetry, and on 3x10, 4 of 16 (Bergholt 1918).
    """
    if not solver.takes.symmetry:
        pytest.skip(f"{solver.name} takes no symmetry")
    for board, kind, symmetry, tours in (
        ("6x6", "closed", "eulerian", 78),
        ("6x6", "closed", "bergholtian", 0),
        ("6x6", "closed", "axial", 0),
        ("6x6", "closed", "quarter-turn", 10),
        ("3x10", "closed", "bergholtian", 4),
        ("3x10", "closed", "axial", 4),
        ("3x10", "closed", "eulerian", 0),
        ("5x5", "open", "central", 32),
        ("4x5", "strictly-open", "central", 6),
    ):
        problem = TourProblem(board, kind, symmetry=symmetry)
        expect(solver, problem, tours > 0, must=True)
        assert isinstance(solver, ListsTours)
        listed = [tour.normalised() for tour in solver.tours(Run(problem))]
        assert len(set(listed)) == len(listed) == tours
        assert not any(faults(problem, tour) for tour in listed)


@check
def refutes_what_it_is_for(solver: Solver) -> None:
    """Each kind of obstruction, on a board or graph that has no tour (Schwenk 1991; Chvatal 1973)."""
    if not isinstance(solver, Obstructions):
        pytest.skip(f"{solver.name} is not only for refuting")
    for problem in (
        TourProblem("3x3", kind="closed"),
        TourProblem(networkx.disjoint_union(networkx.cycle_graph(3), networkx.cycle_graph(3))),
        TourProblem("5x5", kind="closed"),
        TourProblem("4x8", kind="closed"),
        TourProblem("3x6", kind="closed"),
    ):
        result = answer(solver, problem)
        assert result is not None
        assert result.status is Status.IMPOSSIBLE
        assert result.rechecked


TRIVIAL: list[tuple[Any, str, bool]] = [
    (networkx.path_graph(1), "open", True),
    (networkx.path_graph(1), "strictly-open", True),
    (networkx.path_graph(1), "closed", False),
    (networkx.Graph([("a", "a")]), "closed", False),
    (networkx.path_graph(2), "open", True),
    (networkx.path_graph(2), "closed", False),
    (networkx.path_graph(2), "strictly-open", False),
    (networkx.MultiGraph([(0, 1), (0, 1)]), "closed", False),
    (networkx.empty_graph(2), "open", False),
    (networkx.empty_graph(2), "closed", False),
    (networkx.empty_graph(2), "strictly-open", False),
    (networkx.cycle_graph(3), "closed", True),
    (networkx.cycle_graph(3), "strictly-open", False),
    (networkx.path_graph(3), "strictly-open", True),
    (networkx.path_graph(3), "closed", False),
    (Board((1, 1)), "closed", False),
    (Board((1, 2)), "open", False),
]


@check
def decides_trivial_graphs(solver: Solver) -> None:
    for space, kind, exists in TRIVIAL:
        expect(solver, TourProblem(space, kind=kind), exists)


DIRECTED: list[tuple[Any, dict[str, Any], bool]] = [
    (TWO_WAYS, {"kind": "closed"}, True),
    (TWO_WAYS, {"kind": "open"}, True),
    (TWO_WAYS, {"kind": "strictly-open"}, False),
    (networkx.DiGraph([(0, 1)]), {"kind": "strictly-open"}, True),
    (networkx.DiGraph([(0, 1)]), {"kind": "closed"}, False),
    (networkx.empty_graph(1, networkx.DiGraph), {"kind": "open"}, True),
    (networkx.empty_graph(1, networkx.DiGraph), {"kind": "closed"}, False),
    (CHAIN, {"kind": "open"}, True),
    (CHAIN, {"kind": "closed"}, False),
    (CHAIN, {"start": 2}, False),
    (CHAIN, {"end": 0}, False),
    (CHAIN, {"start": 0, "end": 2}, True),
    (TOURNAMENT, {"kind": "closed"}, True),
    (TOURNAMENT, {"kind": "closed", "start": 2}, True),
    (TOURNAMENT, {"kind": "closed", "forbidden": [(3, 0)]}, False),
    (TOURNAMENT, {"start": 1, "end": 0}, True),
    (TOURNAMENT, {"start": 0, "end": 1}, False),
    (TOURNAMENT, {"kind": "open", "required": [(0, 2), (1, 3)]}, True),
    (TOURNAMENT, {"kind": "closed", "required": [(0, 1), (1, 3)]}, False),
    (TOURNAMENT, {"kind": "open", "required": [(0, 2)]}, True),
]


@check
def decides_directed_graphs(solver: Solver) -> None:
    for graph, details, exists in DIRECTED:
        problem = TourProblem(graph, **details)
        assert bool(reference.tours_of(problem)) is exists, problem
        expect(solver, problem, exists)


IMPOSSIBLE = [
    TourProblem("3x3", kind="open"),
    TourProblem("3x3", kind="closed"),
    TourProblem("2x7", kind="open"),
    TourProblem("4x4", kind="open"),
    TourProblem("3x4", kind="closed"),
    TourProblem("3x5", kind="open"),
    TourProblem("5x5", kind="closed"),
    TourProblem("5x5", start="b1"),
    TourProblem("3x4", start="b1"),
    TourProblem(networkx.petersen_graph(), kind="closed"),
    TourProblem(networkx.star_graph(3), kind="open"),
    TourProblem(networkx.complete_bipartite_graph(3, 5), kind="open"),
    TourProblem(networkx.disjoint_union(networkx.cycle_graph(3), networkx.cycle_graph(3))),
]
"""Schwenk 1991; Chia & Ong 2005; tours from each start of 3x4 and 5x5; well-known graphs."""


@check
def tells_impossible_from_unknown(solver: Solver) -> None:
    for problem in IMPOSSIBLE:
        expect(solver, problem, False)


POSSIBLE = [
    TourProblem("5x5", start="c3"),
    TourProblem("3x4", kind="strictly-open"),
    TourProblem("5x6", kind="closed"),
    TourProblem("6x6", kind="closed", start="c3"),
    TourProblem("3x10", kind="closed"),
    TourProblem(networkx.petersen_graph(), kind="open"),
    TourProblem(networkx.dodecahedral_graph(), kind="closed"),
    TourProblem(networkx.complete_bipartite_graph(3, 4)),
    TourProblem(knight_graph("5x5"), start=(0, 0)),
]
"""Schwenk 1991; Chia & Ong 2005; Hamilton 1857 for the dodecahedron."""


@check
def finds_what_is_there(solver: Solver) -> None:
    for problem in POSSIBLE:
        expect(solver, problem, True)


@check
def keeps_to_fixed_ends(solver: Solver) -> None:
    """Every pair of squares of 3x4, each by brute force."""
    starts = ("a1", "a2", "b1")
    for start in starts:
        for end in ("d1", "d2", "d3", "c3"):
            problem = TourProblem("3x4", start=start, end=end)
            expect(solver, problem, bool(reference.tours_of(problem)))
    for details in ({"end": "a1"}, {"end": "b2"}, {"start": "a1", "kind": "strictly-open"}):
        problem = TourProblem("3x4", **details)
        expect(solver, problem, bool(reference.tours_of(problem)))


ODD_BOARDS = [
    Board((4, 4), holes=[(3, 3)]),
    Board((3, 4), holes=[(2, 3)]),
    Board((3, 4), holes=[(1, 1)]),
    Board((3, 3), holes=[(1, 1)]),
    Board((3, 4), wrap="both"),
    Board((3, 3), wrap="columns"),
    Board((2, 4), wrap="rows"),
    Board((1, 5), leap=(0, 2), wrap="columns"),
    Board((4, 4), leap=(0, 1), holes=[(0, 0), (3, 3)]),
    Board((3, 4), leap=(0, 1)),
    Board((3, 4), leap=(1, 3)),
    Board((3, 5), leap=(1, 1)),
    Board((2, 2, 3)),
    Board((2, 2, 2), leap=(0, 1)),
    Board((3, 3, 1), leap=(1, 1)),
    Board((8,), leap=(0, 1)),
]


@check
def takes_holes_wrap_leapers_and_axes(solver: Solver) -> None:
    """Each board as open and closed; the verdicts come from brute force."""
    for board in ODD_BOARDS:
        for kind in ("open", "closed"):
            expect(solver, TourProblem(board, kind=kind), _exists(board, kind))
    for kind in ("open", "closed"):  # DeMaio & Mathew 2011
        expect(solver, TourProblem("4x4x4", kind=kind), True)


_VERDICTS: dict[tuple[Board, str], bool] = {}


def _exists(board: Board, kind: str) -> bool:
    if (board, kind) not in _VERDICTS:
        _VERDICTS[board, kind] = _any_tour(TourProblem(board, kind=kind))
    return _VERDICTS[board, kind]


def _any_tour(problem: TourProblem) -> bool:
    space = reference.problem_space(problem)
    start = space.vertices[0] if problem.closed else None
    paths = reference.all_paths(space, start)
    return any(reference.judge(problem, path) for path in paths)


@check
def keeps_required_and_leaves_forbidden_moves(solver: Solver) -> None:
    for details in (
        {"required": [("a1", "b3")]},
        {"required": [("a1", "b3"), ("b3", "d2")]},
        {"required": [("a1", "b3"), ("a1", "c2")]},
        {"required": [("a2", "c3"), ("a2", "c1")]},
        {"forbidden": [("a1", "b3")]},
        {"forbidden": [("a1", "b3"), ("a3", "b1"), ("d1", "c3")]},
        {"forbidden": [("a1", "b3"), ("a1", "c2")]},
        {"required": [("a1", "b3")], "forbidden": [("a2", "c1")], "start": "a3"},
    ):
        problem = TourProblem("3x4", **details)
        expect(solver, problem, bool(reference.tours_of(problem)))
    ring = networkx.cycle_graph(4)  # a forbidden move still makes its two ends adjacent
    expect(solver, TourProblem(ring, kind="strictly-open", forbidden=[(0, 1)]), False)
    expect(solver, TourProblem(ring, kind="open", forbidden=[(0, 1)]), True)
    wheel = networkx.wheel_graph(5)
    for details in (
        {"required": [(1, 2), (2, 3), (3, 4)]},
        {"required": [(1, 2), (2, 3), (3, 4)], "forbidden": [(4, 0)]},
        {"required": [(0, 1), (0, 2)]},
        {"required": [(0, 1), (0, 3)]},
        {"required": [(0, 1), (1, 2)], "start": 1},
    ):
        problem = TourProblem(wheel, kind="closed", **details)
        expect(solver, problem, bool(reference.tours_of(problem)))


HARD = [
    TourProblem("30x30", kind="closed"),
    TourProblem("4x60", kind="closed"),
    TourProblem("40x40", kind="closed", forbidden=[("a1", "b3")], start="c3"),
]


@cache
def _hard_runs(solver: Solver) -> list[tuple[SolveResult, float, list[Progress]]]:
    """What a solver answers to the hard problems, how long it takes, and its reports."""
    runs = []
    for problem in taken(solver, HARD):
        reports: list[Progress] = []
        began = time.monotonic()
        result = solve(problem, solver, limits=Limits(seconds=SECONDS), progress=reports.append)
        runs.append((result, time.monotonic() - began, reports))
    return runs


@check
def keeps_its_time(solver: Solver) -> None:
    for _, took, _ in _hard_runs(solver):
        assert took <= SECONDS + MARGIN, f"{took:.2f} s, where {SECONDS} were allowed"


@check
def reports_its_progress(solver: Solver) -> None:
    lasting = [
        (result, reports)
        for result, took, reports in _hard_runs(solver)
        if took - result.statistics.setup_seconds >= SECONDS  # imports stop the clock, and report nothing
    ]
    if not lasting:
        pytest.skip(f"{solver.name} is done with all of them before its time is up")
    for result, reports in lasting:
        assert reports, f"no report in all of {result.limits.seconds} s"
        assert all(isinstance(report, Progress) for report in reports)
        assert result.status is not Status.UNKNOWN or result.reason


@check
def takes_no_time_where_none_is_given(solver: Solver) -> None:
    for problem in taken(solver, [TourProblem("8x8", kind="closed"), HARD[0]]):
        began = time.monotonic()
        answer(solver, problem, Limits(seconds=0))
        assert time.monotonic() - began <= MARGIN


@check
def keeps_its_steps(solver: Solver) -> None:
    (problem,) = taken(solver, [TourProblem("8x8", kind="closed")])
    odd, small = TourProblem("7x7", kind="closed"), TourProblem("5x6", kind="closed")
    for asked, several in ((problem, (0, 1, 10)), (odd, (1, 125)), (small, (1, 5))):
        for steps in several:
            result = answer(solver, asked, replace(GENEROUS, steps=steps))
            if result is None:  # it does not take this one
                continue
            most = steps + (PASSED_BY.get(solver.name, 0) if steps else 0)
            assert result.statistics.steps <= most
            assert asked is odd or result.status is not Status.IMPOSSIBLE


@check
def repeats_itself(solver: Solver) -> None:
    """Same seed, same answer by the same steps."""
    for problem in taken(
        solver, [TourProblem("8x8", start="a1"), TourProblem("5x6", kind="closed"), TourProblem("4x4")]
    ):
        for seed in (0, 7):
            first, second = (answer(solver, problem, replace(GENEROUS, seed=seed)) for _ in range(2))
            assert first is not None
            assert second is not None
            assert first.status is second.status
            assert first.tour == second.tour
            one, other = first.statistics, second.statistics
            assert (one.steps, one.backtracks, one.restarts) == (
                other.steps,
                other.backtracks,
                other.restarts,
            )


@check
def says_what_ran_and_what_it_took(solver: Solver) -> None:
    limits = Limits(seconds=50, seed=3)
    problem = TourProblem("8x8", start="a1")
    if isinstance(solver, Symmetric):
        problem = TourProblem("8x8", "closed", symmetry="eulerian")
    result = answer(solver, problem, limits)
    assert result is not None
    assert result.solver == solver.name
    assert result.label.startswith(solver.name)
    assert result.options == options_of(solver)
    assert result.limits == limits
    assert result.problem == problem
    assert {"python", "networkx", "numpy"} <= set(result.versions)
    took = result.statistics
    assert 0 <= took.build_seconds <= took.seconds
    assert min(took.steps, took.backtracks, took.restarts) >= 0
    assert took.steps > 0 or took.counters, "what it took shows somewhere"


@check
def does_not_change_what_it_is_given(solver: Solver) -> None:
    graph = networkx.Graph(networkx.petersen_graph())
    graph.add_edge(0, 0)
    before = (list(graph.nodes(data=True)), list(graph.edges(data=True)), dict(graph.graph))
    answer(solver, TourProblem(graph))
    assert (list(graph.nodes(data=True)), list(graph.edges(data=True)), dict(graph.graph)) == before


LISTINGS: list[tuple[TourProblem, bool]] = [
    (TourProblem("3x4"), False),
    (TourProblem("3x4"), True),
    (TourProblem("3x4", start="a2"), False),
    (TourProblem("3x4", end="a2"), False),
    (TourProblem("3x4", start="a2", end="d2"), True),
    (TourProblem("3x4", kind="closed"), False),
    (TourProblem("3x4", required=[("a1", "b3")], forbidden=[("a2", "c3")]), False),
    (TourProblem("1x1"), False),
    (TourProblem(networkx.path_graph(2)), False),
    (TourProblem(networkx.complete_graph(5), kind="closed"), False),
    (TourProblem(networkx.complete_graph(5), kind="closed", start=2), True),
    (TourProblem(networkx.complete_graph(4)), False),
    (TourProblem(networkx.cycle_graph(5), kind="strictly-open"), False),
    (TourProblem(networkx.wheel_graph(5), kind="strictly-open"), False),
    (TourProblem(TOURNAMENT), False),
    (TourProblem(TOURNAMENT, kind="closed"), False),
    (TourProblem(TWO_WAYS, kind="closed"), False),
    (TourProblem(networkx.complete_graph(4, networkx.DiGraph), kind="closed", start=1), False),
]


@check
def lists_every_tour_once(solver: Solver) -> None:
    """Held against brute force; `directed` lists a tour and its reverse as two."""
    lister(solver)
    supported = taken(solver, [problem for problem, _ in LISTINGS])
    for problem, directed in [entry for entry in LISTINGS if entry[0] in supported]:
        stream = iter_tours(problem, solver, limits=GENEROUS, directed=directed)
        tours = list(stream)
        expected = reference.tours_of(problem)
        keys = [reference.identity_of(problem, tour.squares) for tour in tours]
        assert set(keys) == set(expected), problem
        ways = 2 if directed and not problem.one_way else 1
        assert len(tours) == ways * len(expected), problem
        assert len({tuple(tour.squares) for tour in tours}) == len(tours), problem
        if problem.start is not None:
            assert all(tour.start == problem.start for tour in tours)
        assert stream.end is not None
        assert stream.end.complete
        assert stream.count == len(tours)


@check
def lists_the_published_number(solver: Solver) -> None:
    """304 open tours of 5x5 from the corner; 16 closed ones of 3x10 (OEIS A070030)."""
    lister(solver)
    published = {TourProblem("5x5", start="a1"): 304, TourProblem("3x10", kind="closed"): 16}
    for problem in taken(solver, published):
        stream = iter_tours(problem, solver, limits=GENEROUS)
        assert sum(1 for _ in stream) == published[problem]
        assert stream.end is not None
        assert stream.end.complete


@check
def says_when_a_list_is_not_complete(solver: Solver) -> None:
    lister(solver)
    (problem,) = taken(solver, [TourProblem("5x5", start="a1")])
    began = time.monotonic()
    stream = iter_tours("6x6", solver, limits=Limits(seconds=SECONDS))
    listed = sum(1 for _ in stream)
    assert time.monotonic() - began <= SECONDS + MARGIN
    assert listed < 3318960  # OEIS A165134, halved
    assert stream.end is not None
    assert not stream.end.complete
    assert stream.end.reason
    few = iter_tours(problem, solver, limits=GENEROUS)
    assert len(few.take(3)) == 3
    few.close()
