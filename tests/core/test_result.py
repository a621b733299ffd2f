"""What a result says of itself."""

import pytest

from knight_models import SolveResult, TourProblem

PROBLEM = TourProblem("3x4")


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"solver": "cpsat"}, "cpsat"),
        ({"solver": "cpsat", "label": "cpsat:log=on"}, "cpsat:log=on"),
        ({"solver": "cpsat", "answered_by": "cpsat"}, "cpsat"),
        ({"solver": "auto", "answered_by": "tiling"}, "auto (tiling)"),
        ({"solver": "auto", "label": "auto", "answered_by": "obstructions"}, "auto (obstructions)"),
    ],
)
def test_who_answered(parts, said):
    result = SolveResult("unknown", PROBLEM, **parts)
    assert result.answerer == said
    assert result.passed_on is ("(" in said)
