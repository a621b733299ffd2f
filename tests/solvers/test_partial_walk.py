"""The longest walk of a heuristic that gave up is in its result, and verified."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from facts import facts
from fakes import EVERYTHING

from knight_models import Status, TourProblem, Warnsdorff, WrongAnswerError, solve
from knight_models.core.result import SolveResult
from knight_models.engine.run import Run

FAILED = [case for case in facts("classic_programs.json")["cases"] if not case["found"]]
ORDERS = {"C": "12345678", "D-greedy": "43218765"}


@pytest.mark.parametrize("case", FAILED, ids=lambda case: case["rule"])
def test_a_walk_that_ends_too_early_is_in_the_result(case: dict) -> None:
    solver = Warnsdorff(move_order=ORDERS[case["rule"]])
    result = solve("8x8", solver, start=tuple(case["start"]))
    assert result.status is Status.UNKNOWN
    assert result.tour is None
    assert result.walk is not None
    assert result.walk.grid().tolist() == case["grid"]


def test_a_tour_leaves_no_other_walk() -> None:
    assert solve("8x8", "warnsdorff", start="a1").walk is None


def test_the_longest_of_several_walks_is_returned() -> None:
    result = solve("4x4", Warnsdorff(restarts=20))  # 4x4 has no tour (Cull & De Curtins 1978)
    assert result.walk is not None
    assert len(result.walk) == result.statistics.counters["longest"] < 16


@dataclass(frozen=True)
class Liar:
    """Gives up with a walk of which one step is not a move."""

    name: str = "liar"
    exact: bool = False
    takes = EVERYTHING

    def unsupported(self, problem: TourProblem) -> str | None:
        return None

    def solve(self, run: Run) -> SolveResult:
        return run.unknown("no idea", np.array([0, 1]))


def test_a_walk_with_a_step_that_is_no_move_is_refused() -> None:
    with pytest.raises(WrongAnswerError, match="step 1 to 2, a3 to b3, is not a move"):
        solve("3x4", Liar())
