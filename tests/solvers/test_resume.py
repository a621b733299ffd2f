"""Searches that go on: `begin` and `advance` of `cutset` and `cpsat`, and the slices of `auto`."""

from __future__ import annotations

from itertools import pairwise

import networkx
import pytest
from graphs import generalized_petersen

from knight_models.core.evidence import CutSetProof
from knight_models.core.limits import Limits
from knight_models.core.problem import TourProblem
from knight_models.core.result import Status
from knight_models.engine.run import Run
from knight_models.solvers import get_solver, solver_names
from knight_models.solvers.base import Resumes
from knight_models.solvers.cutset import CutSet
from knight_models.solvers.cutset.search import CycleSearch
from knight_models.tasks.solve import solve
from knight_models.verifier import faults

PETERSEN = TourProblem(networkx.petersen_graph(), "closed")
LONG = TourProblem(generalized_petersen(17), "closed")
"""Impossible (Alspach 1983), which takes some hundred conflicts."""

HARD = TourProblem(generalized_petersen(149), "closed")
"""Impossible too, which no engine finds out in minutes."""

MOST_CALLS = 200


def advanced(solver, problem, size, **limits):
    """The result of a search in slices, its run, and the total of the steps after each slice."""
    run = Run(problem, Limits(**limits))
    search = get_solver(solver).begin(run)
    totals = []
    for _ in range(MOST_CALLS):
        result = search.advance(size)
        totals.append(run.statistics.steps)
        if result is not None:
            break
    search.close()
    return result, run, totals


def test_the_solvers_that_can_go_on():
    assert [name for name in solver_names() if isinstance(get_solver(name), Resumes)] == ["cpsat", "cutset"]


# In each slice CP-SAT begins anew on its model, so that it needs a slice that is long enough.
@pytest.mark.parametrize(
    ("solver", "steps", "problem"),
    [
        *(("cutset", steps, problem) for steps in (10, 100) for problem in (PETERSEN, LONG)),
        ("cpsat", 100, PETERSEN),
        *(
            (solver, steps, TourProblem(board, "closed", start=start))
            for solver in ("cutset", "cpsat")
            for steps in (10, 100)
            for board, start in (("4x8", None), ("6x6", "c3"), ("8x8", None))
        ),
    ],
    ids=str,
)
def test_slices_end_with_the_status_of_one_run(solver, steps, problem):
    whole = solve(problem, solver)
    result, run, totals = advanced(solver, problem, steps)
    assert result is not None
    assert result.status is whole.status is not Status.UNKNOWN
    if result.found:
        assert not faults(problem, result.tour)
    # Each slice adds its steps to those before it: at most `steps`, or a few more. The last one of `cutset`
    # also makes the proof.
    assert totals == sorted(totals)
    assert all(after - before <= steps + 20 for before, after in pairwise([0, *totals[:-1]]))
    assert result.statistics.steps == totals[-1] == run.statistics.steps


def test_slices_of_cutset_are_one_search():
    """The rounds and cut-sets go on counting, and the slices together take the steps of one run."""
    whole = solve(LONG, "cutset").statistics
    run = Run(LONG)
    search = CutSet().begin(run)
    rounds = []
    while (result := search.advance(50)) is None:
        rounds.append(run.statistics.counters["rounds"])
        assert run.statistics.counters["cut_sets"] >= rounds[-1]
    assert len(rounds) > 3
    assert rounds == sorted(set(rounds))
    assert isinstance(result.evidence, CutSetProof)
    assert abs(result.statistics.steps - whole.steps) < 50


def test_slices_of_cpsat_go_through_the_profiles_on_one_model(monkeypatch):
    built = []
    from knight_models.solvers.cpsat.formulations import Circuit

    real = Circuit.fill
    monkeypatch.setattr(Circuit, "fill", lambda model: built.append(model) or real(model))
    run = Run(HARD)
    search = get_solver("cpsat").begin(run)
    slices = []
    for _ in range(4):
        assert search.advance(20) is None
        slices.append(run.statistics.counters["slices"])
    assert slices == sorted(set(slices))
    assert len(built) == 1


@pytest.mark.parametrize("solver", ["cutset", "cpsat"])
@pytest.mark.parametrize("steps", [10, 100])
def test_the_limit_on_the_steps_of_the_run_ends_the_slices(solver, steps):
    result, _, totals = advanced(solver, HARD, steps, steps=250)
    assert (result.status, result.reason) == (Status.UNKNOWN, "step limit")
    assert 230 <= result.statistics.steps <= 270
    assert len(totals) >= 250 // (steps + 20)


@pytest.mark.parametrize("solver", ["cutset", "cpsat"])
def test_the_time_of_the_run_ends_the_slices(solver):
    result, run, _ = advanced(solver, HARD, 1000, seconds=0.5)
    assert (result.status, result.reason) == (Status.UNKNOWN, "time limit")
    assert run.deadline.expired


def test_closing_releases_the_engine(monkeypatch):
    closed = []
    real = CycleSearch.close
    monkeypatch.setattr(CycleSearch, "close", lambda search: closed.append(search) or real(search))
    run = Run(HARD)
    search = CutSet().begin(run)
    assert search.advance(20) is None
    assert not closed
    search.close()
    search.close()
    assert len(closed) == 2
    assert run.statistics.steps > 0


def test_auto_goes_on_with_the_search_of_cutset(monkeypatch):
    """Its slices share one engine: rounds only grow, and no slice starts a search of its own."""
    searches, rounds = [], []
    real = CycleSearch.advance

    def advance(search, steps=None):
        try:
            return real(search, steps)
        finally:
            searches.append(search)
            rounds.append(search.rounds)

    monkeypatch.setattr(CycleSearch, "advance", advance)
    monkeypatch.setattr("knight_models.solvers.auto.FIRST_SLICE", 100)
    monkeypatch.setattr("knight_models.solvers.auto.SEARCH_STEPS", 100)
    monkeypatch.setattr("knight_models.solvers.auto.LONG_SLICE", 100)
    result = solve(LONG, "auto")
    assert (result.status, result.answered_by) == (Status.IMPOSSIBLE, "cutset")
    assert len(searches) > 2
    assert len(set(map(id, searches))) == 1
    assert rounds == sorted(set(rounds))
    assert result.statistics.counters["rounds"] == rounds[-1]
