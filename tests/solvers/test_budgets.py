"""What a run may take: every number of steps, every number of looks at the clock, every report of progress.

A run with a limit is the run without one, cut off. So whatever the limit is, the answer is either that of
the whole run or UNKNOWN for the limit, and the steps of a search that counts squares are exactly those
allowed.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import networkx
import pytest

import knight_models.engine.run
from knight_models.core.limits import Limits, Progress
from knight_models.core.problem import TourProblem
from knight_models.core.result import SolveResult, Status
from knight_models.solvers import get_solver
from knight_models.solvers.base import why_not
from knight_models.tasks.listing import iter_tours
from knight_models.tasks.solve import solve

PROBLEMS = [
    TourProblem("5x5", start="a1"),
    TourProblem("5x6", "closed"),
    TourProblem("3x4", end="a1"),
    TourProblem("3x6", "closed"),
    TourProblem("4x4", start="b1", required=[("a1", "b3")]),
    TourProblem(networkx.petersen_graph(), "closed"),
    TourProblem(networkx.dodecahedral_graph(), "closed", start=3, forbidden=[(0, 1)]),
    TourProblem(networkx.path_graph(1)),
    TourProblem(networkx.complete_graph(4), "strictly-open"),
    TourProblem("4x4", given={"a1": 1}),
    TourProblem("3x4", given={"a1": 1, "b3": 2}),
]

SQUARES = (
    "warnsdorff",
    "warnsdorff:restarts=3",
    "depth-first",
    "depth-first:prune=on",
    "depth-first:ordering=static",
    "rotation",
)
"""Solvers whose step is one square placed, or one rotation: they stop exactly at the limit."""

OTHERS = ("obstructions", "tiling", "cutset", "cutset:patch=off", "cpsat", "cpsat:formulation=mtz", "auto")

LONGEST = 20_000
"""Steps of the longest run looked at here."""


def taken(names: tuple[str, ...]) -> list[Any]:
    return [
        pytest.param(name, problem, id=f"{name}-{problem}")
        for name in names
        for problem in PROBLEMS
        if why_not(get_solver(name), problem) is None
    ]


def answer(result: SolveResult) -> tuple[Any, ...]:
    """What a result says, and what it took."""
    evidence = None if result.evidence is None else result.evidence.type
    taken = result.statistics
    return (
        result.status,
        result.tour,
        result.reason,
        evidence,
        taken.steps,
        taken.backtracks,
        taken.restarts,
    )


def cuts(steps: int) -> list[int]:
    """Limits to try: all small ones, and those around the steps that the whole run takes."""
    near = {steps // 2, steps - 2, steps - 1, steps, steps + 1, 2 * steps + 3}
    return sorted({*range(min(steps, 12) + 1), *(each for each in near if each >= 0)})


# ---- steps ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "problem"), taken(SQUARES))
def test_a_search_stops_exactly_at_its_limit_of_steps(name, problem):
    whole = solve(problem, name, steps=LONGEST)
    if whole.reason == "step limit":
        assert whole.statistics.steps == LONGEST
        return
    for steps in cuts(whole.statistics.steps):
        result = solve(problem, name, steps=steps)
        if steps == whole.statistics.steps and name == "rotation" and not whole.found:
            assert result.reason in ("step limit", whole.reason)  # giving up takes no step
            continue
        if steps >= whole.statistics.steps:
            assert answer(result) == answer(whole)
            continue
        assert (result.status, result.reason) == (Status.UNKNOWN, "step limit")
        assert result.statistics.steps == steps
        assert 0 <= result.statistics.backtracks <= steps
        assert result.statistics.restarts <= whole.statistics.restarts


@pytest.mark.parametrize(("name", "problem"), taken(SQUARES[:-1]))
def test_squares_that_are_not_taken_back_are_those_of_the_path(name, problem):
    """The path of the answer; nothing is left of a search that has tried everything."""
    whole = solve(problem, name, steps=LONGEST)
    for steps in cuts(min(whole.statistics.steps, LONGEST)):
        result = solve(problem, name, steps=steps)
        kept = result.statistics.steps - result.statistics.backtracks
        if result.found:
            assert kept == len(problem)
        elif result.status is Status.IMPOSSIBLE:
            assert kept == 0
        elif name.startswith("warnsdorff"):
            longest = result.statistics.counters["longest"]
            assert kept == longest == (len(result.walk) if result.walk else 0)
        else:
            assert 0 <= kept <= min(steps, result.statistics.counters["deepest"]) <= len(problem)


@pytest.mark.parametrize(("name", "problem"), taken(OTHERS))
def test_a_limit_of_steps_cuts_a_run_off_and_changes_no_answer(name, problem):
    """A conflict or two more than allowed may be counted, but an answer is right whatever the limit."""
    whole = solve(problem, name)
    for steps in cuts(min(whole.statistics.steps, 40))[::2]:
        result = solve(problem, name, steps=steps)
        if result.status is Status.UNKNOWN:
            assert result.reason == ("step limit" if whole.status is not Status.UNKNOWN else result.reason)
            assert result.statistics.steps <= max(steps, whole.statistics.steps)
        else:
            assert result.status is whole.status


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_a_step_of_obstructions_is_one_reason_looked_for(problem):
    """They are looked for one after the other, up to the first that there is."""
    whole = solve(problem, "obstructions")
    assert whole.statistics.steps <= 5
    for steps in range(7):
        result = solve(problem, "obstructions", steps=steps)
        found = steps >= whole.statistics.steps and whole.status is Status.IMPOSSIBLE
        assert result.status is (Status.IMPOSSIBLE if found else Status.UNKNOWN)
        assert result.statistics.steps == min(steps, whole.statistics.steps)
        if not found:
            assert result.reason == ("step limit" if steps < 5 else "no simple obstruction")


# ---- the clock -----------------------------------------------------------------------------------


class Ticking:
    """A clock that goes on by one second whenever it is looked at."""

    def __init__(self) -> None:
        self.now = 0

    def monotonic(self) -> float:
        self.now += 1
        return float(self.now)


LATE = 60
"""Looks at the clock that a run may take after its time is up: to end, and to write what it took."""


@pytest.mark.parametrize(("name", "problem"), taken((*SQUARES[1:], *OTHERS)))
def test_whenever_the_time_is_up_the_run_ends_and_says_so(name, problem, monkeypatch):
    """At each look at the clock in turn, up to the last one."""
    monkeypatch.setattr("knight_models.core.limits.time", Ticking())
    whole = solve(problem, name, steps=LONGEST)
    looks = int(whole.statistics.seconds)
    for seconds in sorted({*range(min(looks, 12)), looks // 2, looks, looks + 1}):
        result = solve(problem, name, steps=LONGEST, seconds=seconds)
        took = result.statistics
        assert 0 <= took.build_seconds <= took.seconds + 1 <= seconds + LATE, (seconds, took)
        if result.status is Status.UNKNOWN and name not in ("auto", "warnsdorff:restarts=3"):
            assert result.reason in ("time limit", whole.reason)
        elif result.status is not Status.UNKNOWN:
            assert result.status is whole.status
        if seconds == 0 and name != "tiling":
            assert result.status is Status.UNKNOWN or len(problem) == 1


# ---- listings ------------------------------------------------------------------------------------

LISTED = [
    TourProblem("3x4"),
    TourProblem(networkx.complete_graph(4), "closed"),
    TourProblem(networkx.complete_graph(4), end=1),
    TourProblem(networkx.dodecahedral_graph(), "closed", required=[(0, 1), (1, 2)], start=5),
    TourProblem(networkx.complete_graph(3, networkx.DiGraph), "closed"),
    TourProblem(networkx.path_graph(1)),
    TourProblem(networkx.star_graph(3)),
]
LISTERS = ("depth-first", "depth-first:prune=on", "cutset", "cpsat", "cpsat:formulation=position", "auto")
LISTINGS = [
    pytest.param(name, problem, id=f"{name}-{problem}")
    for name in LISTERS
    for problem in LISTED
    if why_not(get_solver(name), problem) is None
]


@pytest.mark.parametrize("limit", ["steps", "seconds"])
@pytest.mark.parametrize(("name", "problem"), LISTINGS)
def test_a_listing_that_is_cut_off_is_the_beginning_of_the_whole_one(name, problem, limit, monkeypatch):
    """No tour comes twice, and the end says which limit it was."""
    monkeypatch.setattr("knight_models.core.limits.time", Ticking())
    stream = iter_tours(problem, name)
    whole = [tuple(tour.order.tolist()) for tour in stream]
    assert len(set(whole)) == len(whole)
    assert stream.end is not None
    assert (stream.end.complete, stream.end.reason) == (True, None)
    taken = stream.end.statistics
    last = int(taken.steps if limit == "steps" else taken.seconds)
    for most in sorted({*range(min(last, 8)), last // 3, last // 2, 2 * last // 3, last - 1} - {-1}):
        stream = iter_tours(problem, name, **{limit: most})
        listed = [tuple(tour.order.tolist()) for tour in stream]
        assert stream.end is not None
        if limit == "steps" and name.startswith("cpsat"):  # its engine lists in an order of its own then
            assert set(listed) <= set(whole)
            assert len(set(listed)) == len(listed)
        else:
            assert listed == whole[: len(listed)]
        if stream.end.complete:
            assert len(listed) == len(whole)
        else:
            assert stream.end.reason == ("step limit" if limit == "steps" else "time limit")


# ---- progress ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "problem"), taken((*SQUARES[1:], *OTHERS)))
def test_reports_of_progress_lead_up_to_what_the_run_took(name, problem, monkeypatch):
    """With every report passed on: the steps only grow, and end within the statistics."""
    monkeypatch.setattr(knight_models.engine.run, "REPORT_INTERVAL", -1.0)
    reports: list[Progress] = []
    limits = Limits(steps=LONGEST)
    result = solve(problem, name, limits=limits, progress=reports.append)
    solvers = {report.solver for report in reports}
    assert solvers <= {name.partition(":")[0]} or name == "auto"
    for report in reports:
        assert report.seconds >= 0
        assert 0 <= report.visited <= report.total == len(problem)
        if name != "auto":
            assert 0 <= report.steps <= result.statistics.steps
    for one, other in pairwise(reports):
        if name != "auto":
            assert one.steps <= other.steps
            # tiles count for themselves; rotations begin again with another walk
            assert one.visited <= other.visited or name in ("tiling", "rotation")
    plain = solve(problem, name, limits=limits)
    assert answer(plain) == answer(result)
