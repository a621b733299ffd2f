"""The thread of a search: it has a short time to stop after its deadline, and then is left alone."""

from __future__ import annotations

from typing import Any

import pytest
from ortools.sat.python import cp_model

from knight_models.solvers.cpsat.thread import GRACE, SearchThread


class Clock:
    """A deadline that passed so many seconds ago."""

    def __init__(self, overdue: float) -> None:
        self.overdue = overdue

    @property
    def expired(self) -> bool:
        return self.overdue >= 0


class Recorder(cp_model.CpSolver):
    """A solver that only notes how often it is asked to stop."""

    stops = 0

    def stop_search(self) -> None:
        self.stops += 1


@pytest.mark.parametrize(
    ("overdue", "over", "asked"),
    [(-5.0, False, False), (0.0, False, True), (GRACE / 2, False, True), (GRACE * 2, True, True)],
)
def test_a_search_that_goes_on_is_over_after_its_grace_period_only(overdue, over, asked):
    solver, clock = Recorder(), Clock(overdue)
    search: Any = SearchThread(solver, cp_model.CpModel(), clock)  # not started: it never ends by itself
    assert search.over() is over
    assert (solver.stops > 0) is asked
    assert search.stopping.is_set() is asked
    assert search.status == "UNKNOWN"
    search._ended.set()
    assert search.over()
