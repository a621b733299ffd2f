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


@pytest.mark.parametrize(
    ("parts", "by"),
    [
        ({}, ""),
        ({"solver": "cpsat"}, ", by cpsat"),
        ({"solver": "cpsat", "label": "cpsat:profile=fast"}, ", by cpsat:profile=fast"),
    ],
)
def test_the_text_of_a_result_names_the_solver_as_it_was_called(parts, by):
    problem = TourProblem("3x4")
    assert repr(SolveResult("found", problem, **parts)) == f"SolveResult(found: open tour of 3x4{by})"
    why = SolveResult("unknown", problem, reason="time limit", **parts)
    assert repr(why) == f"SolveResult(unknown: open tour of 3x4{by}, time limit)"
