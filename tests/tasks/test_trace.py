"""Recorded searches: the very search that `solve` makes, and nothing that is none."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import fakes
import networkx
import numpy as np
import pytest
import reference
from facts import facts
from graphs import problems
from hypothesis import given

from knight_models.core.board import Board
from knight_models.core.errors import (
    OptionError,
    ProblemError,
    SolverError,
    TooLargeError,
    UnsupportedError,
    VerificationError,
)
from knight_models.core.problem import TourProblem
from knight_models.core.result import Status, WrongAnswerError
from knight_models.core.trace import SearchTrace, TraceEnd
from knight_models.engine.run import Run
from knight_models.solvers import get_solver
from knight_models.solvers.base import RecordsSearch
from knight_models.solvers.depth_first import DepthFirst
from knight_models.tasks.solve import solve
from knight_models.tasks.trace import trace_search
from knight_models.verifier import FaultKind, trace_faults

MANY = 1_000_000
PATH = networkx.path_graph(3)
STAR = networkx.star_graph(3)
SQUARE = networkx.cycle_graph(4)
CHAIN = networkx.DiGraph([(0, 1), (1, 2)])
TOURNAMENT = networkx.DiGraph([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)])
BY_INDEX = DepthFirst(ordering="fixed", ties="index")

BY_HAND: list[tuple[Any, dict[str, Any], list[int], str]] = [
    (PATH, {}, [0, 1, 2], "found"),
    (PATH, {"start": 1}, [1, 0, -1, 2, -1, -1], "exhausted"),
    (PATH, {"end": 2}, [2, 1, 0], "found"),
    (PATH, {"start": 0, "end": 1}, [0, -1], "exhausted"),
    (PATH, {"kind": "closed"}, [0, 1, 2, -1, -1, -1], "exhausted"),
    (PATH, {"kind": "closed", "start": 1}, [1, 0, -1, 2, -1, -1], "exhausted"),
    (PATH, {"required": [(1, 2)], "start": 2}, [2, 1, 0], "found"),
    (STAR, {"start": 1}, [1, 0, 2, -1, 3, -1, -1, -1], "exhausted"),
    (SQUARE, {"kind": "closed"}, [0, 1, 2, 3], "found"),
    (
        SQUARE,
        {"kind": "strictly-open", "start": 0},
        [0, 1, 2, 3, -1, -1, -1, 3, 2, 1, -1, -1, -1, -1],
        "exhausted",
    ),
    (SQUARE, {"kind": "closed", "forbidden": [(0, 1)]}, [0, 3, 2, 1, -1, -1, -1, -1], "exhausted"),
    (CHAIN, {"start": 2}, [2, -1], "exhausted"),
    (CHAIN, {"end": 0}, [0, 1, 2, -1, -1, -1, 1, 2, -1, -1, 2, -1], "exhausted"),
    (networkx.empty_graph(2), {}, [0, -1, 1, -1], "exhausted"),
    (networkx.path_graph(1), {}, [0], "found"),
    (networkx.path_graph(1), {"kind": "closed"}, [0, -1], "exhausted"),
]
"""A graph, what is asked of it, and the search by lowest number, written out by hand."""

PROGRAMS = {
    "A": "depth-first:ties=index",
    "B-plain": "depth-first:ordering=fixed,move_order=65432187",
    "B-ordered": "depth-first:move_order=65432187",
    "D-plain": "depth-first:ordering=fixed,move_order=43218765",
    "D-ordered": "depth-first:move_order=43218765",
    "E": "depth-first:ordering=static,move_order=87123456",
}
"""The rules of the published programs that search, as options."""

SEARCHES = [
    "depth-first",
    "depth-first:ties=index",
    "depth-first:ordering=static",
    "depth-first:ordering=fixed",
    "depth-first:ordering=fixed,prune=on",
    "depth-first:prune=on",
    "depth-first:move_order=43218765,prune=on",
]

SOLVED = [
    TourProblem("5x5"),
    TourProblem("5x5", end="a1"),
    TourProblem("5x5", start="a1", end="e5"),
    TourProblem("5x6", kind="closed"),
    TourProblem("3x10", kind="closed", start="c2"),
    TourProblem("3x4", kind="strictly-open"),
    TourProblem("3x4", required=[("a1", "b3"), ("a2", "c3")], forbidden=[("a2", "c1")]),
    TourProblem("3x4", kind="closed"),
    TourProblem("3x5"),
    TourProblem("4x4"),
    TourProblem(Board((4, 4), holes=[(3, 3)])),
    TourProblem(Board((3, 4), wrap="both"), kind="closed"),
    TourProblem(networkx.petersen_graph(), kind="closed"),
    TourProblem(networkx.dodecahedral_graph(), kind="closed"),
    TourProblem(networkx.wheel_graph(5), kind="closed", required=[(1, 2), (2, 3)]),
    TourProblem(networkx.complete_bipartite_graph(3, 5)),
    TourProblem(TOURNAMENT, kind="closed"),
    TourProblem(TOURNAMENT, start=0, end=1),
    TourProblem(TOURNAMENT, required=[(0, 2), (1, 3)]),
    TourProblem(CHAIN, end=0),
]
"""With a tour and without one; some of these searches take more than the steps allowed below."""


def textbook(problem: TourProblem, ordering: str) -> tuple[list[int], bool]:
    """The events of a recursive search by lowest key, by the definitions alone; whether it found a tour."""
    space = reference.problem_space(problem)
    label, count = space.vertices, len(space.vertices)
    number = {vertex: k for k, vertex in enumerate(label)}
    forbidden = set(problem.forbidden)
    if not space.directed:
        forbidden |= {(second, first) for first, second in problem.forbidden}
    arcs = {
        (number[first], number[second])
        for first, second in space.arcs | (set() if space.directed else {arc[::-1] for arc in space.arcs})
        if (first, second) not in forbidden and first != second
    }
    backwards = problem.start is None and problem.end is not None and not space.directed
    end = None if problem.end is None or backwards else number[problem.end]
    events: list[int] = []

    def key(vertex: int, path: list[int]) -> tuple[int, int]:
        onward = [other for one, other in arcs if one == vertex]
        left = [other for other in onward if other not in path]
        return {"fixed": 0, "static": len(onward), "dynamic": len(left)}[ordering], vertex

    def extend(path: list[int]) -> bool:
        events.append(path[-1])
        visit = [label[vertex] for vertex in (path[::-1] if backwards else path)]
        if len(path) == count and reference.judge(problem, visit):
            return True
        onward = [v for v in range(count) if (path[-1], v) in arcs and v not in path]
        onward = [v for v in onward if v != end or len(path) + 1 == count]
        for vertex in sorted(onward, key=lambda v: key(v, path)):
            if extend([*path, vertex]):
                return True
        events.append(-1)
        return False

    first = problem.end if backwards else problem.start
    fixed = None if first is None else number[first]
    starts = range(1 if problem.closed else count) if fixed is None else [fixed]
    return events, any(extend([start]) for start in starts)


@pytest.mark.parametrize(("graph", "details", "events", "ended"), BY_HAND)
def test_small_searches_are_those_written_out_by_hand(graph, details, events, ended):
    trace = trace_search(graph, BY_INDEX, **details)
    assert trace.events.tolist() == events
    assert trace.ended == ended
    assert trace.solver == "depth-first:ordering=fixed,ties=index"


@pytest.mark.parametrize("ordering", ["fixed", "static", "dynamic"])
@given(problem=problems())
def test_a_search_is_that_of_the_textbook(ordering, problem):
    problem = replace(problem, required=())
    events, found = textbook(problem, ordering)
    trace = trace_search(problem, DepthFirst(ordering=ordering, ties="index"), events=MANY)
    assert trace.events.tolist() == events
    assert trace.ended is (TraceEnd.FOUND if found else TraceEnd.EXHAUSTED)


@pytest.mark.parametrize(
    ("problem", "solver"), [(p, s) for p in SOLVED for s in SEARCHES if not get_solver(s).unsupported(p)]
)
def test_a_trace_is_the_search_that_solve_makes(problem, solver):
    result = solve(problem, solver, steps=20_000)
    trace = trace_search(problem, solver, steps=20_000, events=MANY)
    took = result.statistics
    assert (trace.steps, trace.backtracks) == (took.steps, took.backtracks)
    assert trace.deepest == took.counters["deepest"]
    assert trace.tour == result.tour
    ends = {Status.FOUND: "found", Status.IMPOSSIBLE: "exhausted", Status.UNKNOWN: result.reason}
    assert trace.ended == ends[result.status]
    assert (trace.solver, trace.problem) == (result.label, problem)


@pytest.mark.parametrize("solver", SEARCHES)
@given(problem=problems())
def test_a_trace_of_any_problem_is_the_search_that_solve_makes(solver, problem):
    if get_solver(solver).unsupported(problem):
        return
    result = solve(problem, solver)
    trace = trace_search(problem, solver, events=MANY)
    assert (trace.steps, trace.backtracks) == (result.statistics.steps, result.statistics.backtracks)
    assert trace.tour == result.tour
    assert (trace.ended is TraceEnd.EXHAUSTED) is (result.status is Status.IMPOSSIBLE)


@pytest.mark.parametrize("rule", PROGRAMS)
def test_the_published_programs_are_recorded_step_by_step(rule):
    cases = [case for case in facts("classic_programs.json")["cases"] if case["rule"] == rule]
    cases = [case for case in cases if case["steps"] < 20_000]
    assert cases
    for case in cases:
        board, start = Board((case["rows"], case["cols"])), tuple(case["start"])
        trace = trace_search(board, PROGRAMS[rule], start=start, events=MANY)
        assert (trace.steps, trace.backtracks) == (case["steps"], case["backtracks"])
        assert (trace.ended is TraceEnd.FOUND) is case["found"]
        if case["found"]:
            assert trace.tour.grid().tolist() == case["grid"]


def test_compiled_and_interpreted_searches_are_recorded_alike(monkeypatch):
    problem = TourProblem("8x8", kind="closed")
    for solver in ("depth-first", "depth-first:ordering=fixed", "depth-first:prune=on"):
        interpreted = trace_search(problem, solver, events=3000)
        monkeypatch.setattr("knight_models.engine.kernel.LARGE", 0)  # now every run waits for the compiler
        assert trace_search(problem, solver, events=3000) == interpreted
        monkeypatch.undo()


def test_a_path_grows_and_shrinks_with_the_events():
    trace = trace_search(STAR, BY_INDEX, start=1)
    paths = [trace.path_at(count).tolist() for count in range(len(trace) + 1)]
    assert paths == [[], [1], [1, 0], [1, 0, 2], [1, 0], [1, 0, 3], [1, 0], [1], []]
    assert trace.lengths.tolist() == [len(path) for path in paths[1:]]
    assert (trace.deepest, len(trace), trace.path.tolist(), trace.tour) == (3, 8, [], None)


def test_a_search_backwards_finds_the_tour_that_ends_where_it_began():
    trace = trace_search("5x5", end="a1", events=MANY)
    assert trace.backwards
    assert trace.problem.vertices.square(int(trace.events[0])) == trace.tour.end == (4, 0)
    assert trace.tour.order.tolist() == trace.path[::-1].tolist()


def test_recording_stops_after_so_many_events():
    whole = trace_search("8x8", "depth-first:ties=index", start="a5")
    assert (len(whole), whole.ended) == (157 + 93, TraceEnd.FOUND)
    for most in (1, 2, 100, 249):
        part = trace_search("8x8", "depth-first:ties=index", start="a5", events=most)
        assert part.ended is TraceEnd.EVENTS
        assert part.events.tolist() == whole.events[:most].tolist()
        assert part.tour is None
    assert trace_search("8x8", "depth-first:ties=index", start="a5", events=250) == whole
    for ordering in ("fixed", "dynamic"):
        solver = DepthFirst(ordering=ordering)
        exhausted = trace_search(PATH, solver, start=1)
        assert exhausted.ended is TraceEnd.EXHAUSTED
        assert trace_search(PATH, solver, start=1, events=6) == exhausted
        assert trace_search(PATH, solver, start=1, events=5).ended is TraceEnd.EVENTS


def test_limits_are_those_of_the_solve():
    for solver in ("depth-first", "depth-first:ordering=fixed"):
        for steps in (0, 1, 50):
            result = solve("8x8", solver, kind="closed", steps=steps)
            trace = trace_search("8x8", solver, kind="closed", steps=steps, events=MANY)
            assert (trace.steps, trace.backtracks) == (
                result.statistics.steps,
                result.statistics.backtracks,
            )
            assert trace.ended == result.reason == "step limit"
    for problem in ("8x8", networkx.complete_graph(50)):
        assert trace_search(problem, seconds=0).ended is TraceEnd.TIME
    with pytest.raises(
        UnsupportedError, match=r"depth-first cannot take the open tour of 8x8: .* 1 are allowed"
    ):
        trace_search("8x8", memory=1)


def test_time_ends_a_recording():
    trace = trace_search("8x8", "depth-first:ordering=fixed", kind="closed", events=MANY, seconds=0.1)
    assert trace.ended is TraceEnd.TIME
    assert 0 < len(trace) < MANY


@pytest.mark.parametrize("events", [0, -1, MANY + 1, 1.5, "10", True, None, 10**20])
def test_a_number_of_events_that_cannot_be_is_refused(events):
    with pytest.raises(OptionError, match="events is a whole number from 1 to 1000000, not "):
        trace_search("5x5", events=events)


def test_a_solver_that_does_not_record_is_refused():
    for solver in ("auto", "cpsat", fakes.Honest()):
        with pytest.raises(
            UnsupportedError, match=r"does not record its search; those that do: depth-first$"
        ):
            trace_search("5x5", solver)
    assert isinstance(DepthFirst(), RecordsSearch)
    with pytest.raises(UnsupportedError, match=r"cannot record the open tour of 5x5 .*with 1 given number"):
        trace_search("5x5", given={"c3": 7})
    with pytest.raises(OptionError, match="unknown argument 'event'"):
        trace_search("5x5", event=3)


@dataclass(frozen=True)
class Records(fakes.Honest):
    """Records what it is told to."""

    name: ClassVar[str] = "records"
    events: tuple[int, ...] = ()
    ended: str = "events"
    backwards: bool = False
    instead: Any = None

    def trace(self, run: Run, events: int) -> Any:
        if isinstance(self.instead, Exception):
            raise self.instead
        return self.instead or SearchTrace(
            run.problem, np.array(self.events), self.ended, "", self.backwards
        )


LIES: list[tuple[Any, dict[str, Any], Records, FaultKind, str]] = [
    (PATH, {}, Records((0, 2)), FaultKind.NOT_A_MOVE, "event 2 places 2, which no move joins to 0"),
    ("3x4", {}, Records((0, 6, 7)), FaultKind.NOT_A_MOVE, "event 3 places d2, which no move joins to c2"),
    (PATH, {}, Records((0, 1, 0)), FaultKind.REPEATED, "event 3 places 0, which is already on the path"),
    (PATH, {"start": 1}, Records((1, 0, -1, -1, 0)), FaultKind.WRONG_START, "its path begins at 1"),
    (PATH, {"end": 2}, Records((1,), backwards=True), FaultKind.WRONG_END, "its path begins at 2"),
    (
        SQUARE,
        {"forbidden": [(1, 0)]},
        Records((0, 1)),
        FaultKind.FORBIDDEN_USED,
        "event 2 places 1, by a forbidden move from 0",
    ),
    (PATH, {}, Records((0, 1), "found"), FaultKind.MISSING, "2 is never visited"),
    (PATH, {}, Records((), "found"), FaultKind.MISSING, "0 is never visited"),
    (PATH, {"kind": "closed"}, Records((0, 1, 2), "found"), FaultKind.NOT_CLOSED, "does not close"),
    (PATH, {"end": 0}, Records((0, 1, 2), "found"), FaultKind.WRONG_END, "ends at 2, not at 0"),
    (PATH, {}, Records((0, 1, 2, -1), "exhausted"), FaultKind.EVIDENCE, "1 is still on the path"),
    (CHAIN, {}, Records((1, 0)), FaultKind.NOT_A_MOVE, "event 2 places 0, which no move joins to 1"),
    (
        CHAIN,
        {},
        Records((0, 1), backwards=True),
        FaultKind.NOT_A_MOVE,
        "event 2 places 1, which no move joins to 0",
    ),
]


@pytest.mark.parametrize(("space", "details", "solver", "kind", "message"), LIES)
def test_a_trace_that_lies_is_refused(space, details, solver, kind, message):
    with pytest.raises(WrongAnswerError, match=message) as caught:
        trace_search(space, solver, **details)
    assert kind in {fault.kind for fault in caught.value.faults}
    assert isinstance(caught.value, VerificationError)
    assert caught.value.result.solver == "records"


def test_a_right_trace_of_any_solver_is_returned():
    """The twins of those lies, and a directed path recorded from its end."""
    for space, details, solver in (
        (PATH, {}, Records((0, 1))),
        (PATH, {"start": 1}, Records((1, 0, -1, 2))),
        (PATH, {"end": 2}, Records((2, 1, 0), "found", backwards=True)),
        (SQUARE, {"forbidden": [(1, 0)]}, Records((0, 3))),
        (PATH, {}, Records((0, 1, 2), "found")),
        (CHAIN, {}, Records((2, 1, 0), "found", backwards=True)),
    ):
        trace = trace_search(space, solver, **details)
        assert trace.events.tolist() == list(solver.events)
        assert not trace_faults(trace)


def test_what_is_no_trace_is_refused():
    other = SearchTrace(TourProblem("3x4"), np.array([0]), TraceEnd.EVENTS)
    for solver, message in (
        (Records(instead=[0, 1]), r"records its search as \[0, 1\], which is not a SearchTrace"),
        (Records(instead=other), "records another search"),
        (Records((0, 1, 2)), "records 3 events, more than the limit of 2"),
    ):
        with pytest.raises(SolverError, match=message):
            trace_search(PATH, solver, events=2)
    with pytest.raises(UnsupportedError, match=r"records cannot take .*: too much"):
        trace_search(PATH, Records(instead=TooLargeError("too much")))
    assert trace_search(PATH, Records(instead=TimeoutError())).ended is TraceEnd.TIME


def test_only_an_exact_solver_has_tried_everything():
    class Guesser(Records):
        name: ClassVar[str] = "guesser"
        exact: ClassVar[bool] = False

    with pytest.raises(SolverError, match="guesser is not exact, but it claims that everything is tried"):
        trace_search(PATH, Guesser((1, -1), "exhausted"))


@pytest.mark.parametrize(
    ("events", "message"),
    [
        ([0, 12], "name vertex 12; those of the open tour of 3x4 are 0 to 11, and -1 takes one back"),
        ([0, -2], "name vertex -2"),
        ([2**70], "one row of vertex numbers"),
        ([[0, 1]], "one row of vertex numbers"),
        ([[0], [1, 2]], "one row of vertex numbers"),
        ([0.5], "one row of vertex numbers"),
        ("abc", "one row of vertex numbers"),
        ([-1], "event 1 takes a vertex back from an empty path"),
        ([0, -1, -1], "event 3 takes a vertex back from an empty path"),
    ],
)
def test_events_that_make_no_sense_are_refused(events, message):
    with pytest.raises(ProblemError, match=message):
        SearchTrace(TourProblem("3x4"), events, "events")


def test_parts_of_a_trace_that_make_no_sense_are_refused():
    with pytest.raises(
        ProblemError, match="no trace ends in 'bored'; it ends in one of found, exhausted, events"
    ):
        SearchTrace(TourProblem("3x4"), [0], "bored")
    with pytest.raises(ProblemError, match="a trace needs a TourProblem, not '3x4'"):
        SearchTrace("3x4", [0], "events")
    trace = SearchTrace(TourProblem("3x4"), [0, 6], "events")
    for count in (3, -1, 1.0, "1"):
        with pytest.raises(ProblemError, match="paths after 0 to 2 events, not "):
            trace.path_at(count)


def test_a_trace_keeps_its_events_to_itself():
    given_events = np.array([0, 6, -1], np.int32)
    trace = SearchTrace(TourProblem("3x4"), given_events, "events")
    given_events[0] = 5
    assert trace.events.tolist() == [0, 6, -1]
    for array in (trace.events, trace.lengths):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    same = SearchTrace(TourProblem("3x4"), [0, 6, -1], TraceEnd.EVENTS)
    assert (trace, hash(trace)) == (same, hash(same))
    assert trace != replace(same, backwards=True)
    assert trace != replace(same, events=[0, 6])
    assert trace != "trace"
    assert repr(trace) == "SearchTrace(open tour of 3x4: 2 placed, 1 taken back, events)"
    assert len(SearchTrace(TourProblem("3x4"), [], "step limit")) == 0
