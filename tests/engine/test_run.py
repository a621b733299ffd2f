"""`Run`: one clock, one adjacency, and the answers that a solver can give."""

from __future__ import annotations

from itertools import pairwise

import networkx
import numpy as np
import pytest

import knight_models.engine.run
from knight_models.core.errors import OptionError, ProblemError, TooLargeError
from knight_models.core.evidence import Exhausted
from knight_models.core.limits import Limits
from knight_models.core.problem import TourProblem
from knight_models.core.result import Status
from knight_models.engine.run import Run

SQUARE = networkx.cycle_graph(4)


class Clock:
    """A clock that moves only when a test moves it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr("knight_models.core.limits.time", clock)
    return clock


@pytest.fixture
def built(monkeypatch):
    """The problems whose moves are built, in order."""
    problems = []
    real = knight_models.engine.run.adjacency

    def adjacency(problem, *arguments, **options):
        problems.append(problem)
        return real(problem, *arguments, **options)

    monkeypatch.setattr(knight_models.engine.run, "adjacency", adjacency)
    return problems


# ---- the clock -----------------------------------------------------------------------------------


def test_the_clock_stands_still_in_setup(clock):
    run = Run(TourProblem("3x4"), Limits(seconds=10))
    clock.now += 3
    with run.setup():
        clock.now += 100
        assert (run.deadline.elapsed, run.deadline.remaining()) == (3, 7)
    clock.now += 1
    assert (run.deadline.elapsed, run.deadline.remaining()) == (4, 6)
    assert (run.statistics.seconds, run.statistics.setup_seconds) == (4, 100)
    assert not run.deadline.expired
    clock.now += 6
    assert run.deadline.expired


def test_a_child_has_the_clock_of_its_parent_and_its_own_beginning(clock):
    run = Run(TourProblem("3x4"), Limits(seconds=10))
    clock.now += 3
    child = run.child("depth-first")
    clock.now += 2
    child.built()
    with child.setup():
        clock.now += 50
    clock.now += 1
    assert child.deadline is run.deadline
    assert (run.statistics.seconds, child.statistics.seconds) == (6, 3)
    assert (child.statistics.build_seconds, child.statistics.setup_seconds) == (2, 50)
    assert child.deadline.remaining() == 4


def test_reports_of_progress_keep_their_distance(clock):
    reports = []
    run = Run(TourProblem("3x4"), solver="auto", progress=reports.append)
    child = run.child("depth-first")
    for moment in range(1, 33):  # 32 times in a second
        clock.now = 1000 + moment / 32
        child.report(moment, visited=moment // 4, note="searching")
    apart = [after.seconds - before.seconds for before, after in pairwise(reports)]
    assert set(apart) == {4 / 32}  # the first multiple of 1/32 above a tenth
    assert len(reports) == 8
    first = reports[0]
    assert (first.solver, first.steps, first.visited, first.total) == ("depth-first", 4, 1, 12)
    assert first.note == "searching"


def test_without_a_callback_nothing_is_reported(clock):
    run = Run(TourProblem("3x4"))
    clock.now += 1
    run.report(5)


# ---- moves and limits ----------------------------------------------------------------------------


def test_moves_are_built_once_and_shared_with_children_of_the_same_space(built):
    run = Run(TourProblem("5x6"))
    children = [run.child(), run.child(problem=TourProblem("5x6", kind="closed", start="a1"))]
    moves = run.moves
    assert moves is run.moves
    # `TourProblem("5x6")` makes a board of its own; a copy of the problem keeps the board.
    same = run.child(problem=TourProblem(run.problem.board, kind="closed", start="a1"))
    assert children[0].moves is same.moves is moves
    assert len(built) == 1


def test_other_forbidden_moves_are_other_moves(built):
    run = Run(TourProblem(SQUARE))
    child = run.child(problem=TourProblem(SQUARE, forbidden=[(0, 1)]))
    assert run.moves.row(0).tolist() == [1, 3]
    assert child.moves.row(0).tolist() == [3]
    assert child.all_moves.row(0).tolist() == [1, 3]
    assert len(built) == 3


def test_each_move_order_has_its_own_rows():
    run = Run(TourProblem("5x5"))
    first, reverse = run.moves_in("12345678"), run.moves_in("87654321")
    assert first.row(12).tolist() == reverse.row(12).tolist()[::-1]
    assert run.moves_in("87654321") is reverse


@pytest.mark.parametrize(
    ("limits", "error"), [(Limits(seconds=0), TimeoutError), (Limits(memory=1), TooLargeError)]
)
def test_moves_beyond_a_limit_are_not_built(limits, error):
    with pytest.raises(error):
        _ = Run(TourProblem("5x5"), limits).moves


def test_memory_is_refused_by_the_limit_of_the_run():
    run = Run(TourProblem("5x5"), Limits(memory=100))
    run.require_memory(100, "the table")
    with pytest.raises(TooLargeError, match="the table would need 101 bytes of memory; 100 are allowed"):
        run.require_memory(101, "the table")


@pytest.mark.parametrize(
    ("of_run", "of_child", "steps"), [(None, None, None), (5, None, 5), (None, 7, 7), (5, 7, 5), (9, 7, 7)]
)
def test_the_lower_limit_on_steps_holds(of_run, of_child, steps):
    run = Run(TourProblem("5x5"), Limits(10, of_run, 10**6, 3, 2))
    assert run.child(steps=of_child).limits == Limits(10, steps, 10**6, 3, 2)
    assert run.child(steps=of_child, seed=8).limits == Limits(10, steps, 10**6, 8, 2)


def test_random_numbers_repeat_with_the_seed():
    runs = [Run(TourProblem("5x5"), Limits(seed=seed)) for seed in (1, 1, 2)]
    draws = [run.random().integers(10**9, size=3).tolist() for run in runs]
    assert draws[0] == draws[1] != draws[2]
    assert runs[0].random().integers(10**9, size=3).tolist() == draws[0]


# ---- answers -------------------------------------------------------------------------------------


def test_a_closed_tour_is_rotated_to_its_start():
    ring = [2, 3, 0, 1]
    for start, order in ((None, ring), (2, ring), (0, [0, 1, 2, 3]), (1, [1, 2, 3, 0])):
        result = Run(TourProblem(SQUARE, "closed", start=start)).found(np.array(ring))
        assert (result.status, result.tour.order.tolist()) == (Status.FOUND, order)


def test_other_orders_stay_as_they_are_for_the_verifier():
    """An open tour cannot be rotated; an order without the start is wrong."""
    for problem, order in (
        (TourProblem(SQUARE, start=0), [2, 3, 0, 1]),
        (TourProblem(SQUARE, "closed", start=0), [2, 3, 1, 1]),
        (TourProblem(SQUARE, "closed", start=0), []),
    ):
        assert Run(problem).found(order).tour.order.tolist() == order


def test_statistics_are_what_was_counted_last():
    run = Run(TourProblem("3x4"))
    run.count(steps=5, counters={"rounds": 1})
    run.count(steps=9, backtracks=2, restarts=1)
    for result in (run.found(range(12)), run.impossible(Exhausted("mine", 9)), run.unknown("step limit")):
        taken = result.statistics
        assert (taken.steps, taken.backtracks, taken.restarts, taken.counters) == (9, 2, 1, {"rounds": 1})
    assert run.listed().statistics.steps == 9


def test_impossible_has_its_evidence():
    evidence = Exhausted("mine", 9)
    result = Run(TourProblem("3x4")).impossible(evidence)
    assert (result.status, result.evidence, result.tour) == (Status.IMPOSSIBLE, evidence, None)


@pytest.mark.parametrize(
    ("walk", "order"), [(None, None), (np.array([], np.int32), None), (np.array([0, 6]), [0, 6])]
)
def test_unknown_has_a_reason_and_perhaps_a_walk(walk, order):
    result = Run(TourProblem("3x4")).unknown("time limit", walk)
    assert (result.status, result.reason, result.tour) == (Status.UNKNOWN, "time limit", None)
    assert (None if result.walk is None else result.walk.order.tolist()) == order


def test_a_listing_is_complete_unless_something_stopped_it():
    run = Run(TourProblem("3x4"))
    assert (run.listed().complete, run.listed().reason) == (True, None)
    assert (run.listed("step limit").complete, run.listed("step limit").reason) == (False, "step limit")


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (("5x5",), ProblemError, "a run needs a TourProblem"),
        ((None,), ProblemError, "a run needs a TourProblem"),
        ((TourProblem("5x5"), 5), OptionError, "limits are Limits"),
    ],
)
def test_a_run_of_something_else_is_refused(arguments: tuple, error: type, message: str) -> None:
    with pytest.raises(error, match=message):
        Run(*arguments)
    with pytest.raises(ProblemError, match="a run needs a TourProblem"):
        Run(TourProblem("5x5")).child(problem="6x6")


def test_an_unknown_figure_is_refused_where_it_is_set() -> None:
    with pytest.raises(TypeError, match="foo"):
        Run(TourProblem("5x5")).count(foo=1)
