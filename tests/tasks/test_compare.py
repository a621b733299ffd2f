"""The cross-check: rows for every solver, and an error where two of them contradict each other."""

import fakes
import pytest

from knight_models.core.errors import (
    InputError,
    OptionError,
    ProblemError,
)
from knight_models.core.evidence import Exhausted
from knight_models.core.limits import Limits
from knight_models.core.problem import TourProblem
from knight_models.core.result import SolveResult, Status, WrongAnswerError
from knight_models.tasks.compare import ContradictionError, compare


def test_solvers_that_agree():
    comparison = compare("5x6", [fakes.Honest(), "depth-first"], kind="closed", seconds=60)
    assert [row.solver for row in comparison] == ["honest", "depth-first"]
    assert all(row.result.status is Status.FOUND for row in comparison)
    assert comparison.agree
    assert comparison.decided
    assert comparison.verdict == "closed: both solvers agree that there is a tour"


def test_two_kinds_side_by_side():
    problems = [TourProblem("4x5", kind=kind) for kind in ("open", "closed")]
    comparison = compare(problems, [fakes.Honest(), "warnsdorff"], limits=Limits(seconds=60))
    statuses = [row.result.status for row in comparison]
    assert [row.problem.kind for row in comparison] == ["open", "open", "closed", "closed"]
    assert statuses[0] is Status.FOUND
    assert statuses[2:] == [Status.IMPOSSIBLE, Status.UNKNOWN]  # Schwenk 1991; a greedy walk cannot tell
    assert "closed: one solver answers that there is no tour (1 undecided)" in comparison.verdict


@pytest.mark.parametrize("liar", [fakes.Denier, fakes.ExhaustedDenier])
@pytest.mark.parametrize("order", [1, -1])
def test_found_against_impossible_is_an_error_with_both_results(liar, order):
    with pytest.raises(ContradictionError, match="says that there is none") as caught:
        compare("5x6", [fakes.Honest(), liar()][::order], kind="closed", seconds=60)
    error = caught.value
    assert (error.found.status, error.found.solver) == (Status.FOUND, "honest")
    assert (error.impossible.status, error.impossible.solver) == (Status.IMPOSSIBLE, liar.name)
    assert error.comparison.contradiction == (error.found, error.impossible)
    assert not error.comparison.agree
    assert len(error.comparison.rows) == 2


class OpenDenier(fakes.Honest):
    """Finds closed tours, and says that there are no open ones."""

    name = "open-denier"

    def solve(self, run):
        if run.problem.closed:
            return super().solve(run)
        return SolveResult(Status.IMPOSSIBLE, run.problem, evidence=Exhausted(self.name, 1000))


def test_a_closed_tour_contradicts_that_there_is_no_open_one():
    problems = [TourProblem("5x6", kind="closed"), TourProblem("5x6")]
    with pytest.raises(ContradictionError) as caught:
        compare(problems, [OpenDenier()], seconds=60)
    assert caught.value.found.problem.closed
    assert not caught.value.impossible.problem.closed


def test_no_closed_tour_and_an_open_one_are_no_contradiction():
    problems = [TourProblem("3x4", kind="closed"), TourProblem("3x4")]
    assert compare(problems, [fakes.Honest()], seconds=60).agree  # Euler 1759; Schwenk 1991


def test_unknown_contradicts_nothing():
    comparison = compare("5x6", [fakes.Silent(), fakes.Honest()], kind="closed", seconds=60)
    assert comparison.agree
    assert comparison.decided
    assert "(1 undecided)" in comparison.verdict


def test_where_nobody_knows_nothing_is_decided():
    comparison = compare("5x6", [fakes.Silent()])
    assert comparison.agree
    assert not comparison.decided
    assert comparison.verdict == "open: no solver decided"


def test_unsupported_is_a_row():
    comparison = compare("5x6", [fakes.Decliner(), fakes.Honest()], seconds=60)
    declined = comparison.rows[0]
    assert declined.result is None
    assert "it would rather not" in declined.unsupported
    assert len(comparison.results) == 1


def test_a_wrong_tour_is_an_error_here_too():
    with pytest.raises(WrongAnswerError):
        compare("5x6", [fakes.WrongTour()], seconds=60)


@pytest.mark.parametrize("one", ["depth-first:prune=on", fakes.Honest(), fakes.Honest])
def test_one_solver_needs_no_list(one):
    comparison = compare("3x4", one)
    assert len(comparison.rows) == 1
    assert comparison.rows[0].result.found


def test_solvers_may_come_from_a_generator():
    comparison = compare("3x4", (name for name in ("depth-first", "cutset")))
    assert [row.solver for row in comparison] == ["depth-first", "cutset"]


@pytest.mark.parametrize(
    ("problems", "solvers", "says"),
    [
        ("3x4", [], "compare needs at least one solver"),
        ([], "depth-first", "compare needs at least one problem"),
        ("3x4", None, "a solver is a name such as 'cpsat' or a Solver, not None"),
        ("3x4", 5, "a solver is a name such as 'cpsat' or a Solver, not 5"),
    ],
)
def test_there_is_something_to_compare(problems, solvers, says):
    with pytest.raises(InputError, match=says):
        compare(problems, solvers)


def test_what_a_problem_says_is_not_said_again():
    with pytest.raises(ProblemError, match="kind: set this in the TourProblem itself"):
        compare(TourProblem("3x4"), ["depth-first"], kind="closed")
    with pytest.raises(OptionError, match="progress is a function"):
        compare("3x4", "depth-first", progress=5)


def test_bad_input_is_refused_before_anything_runs():
    with pytest.raises(OptionError, match="unknown solver"):
        compare("8x8", ["depth-first", "cpsta"])
    with pytest.raises(OptionError, match="seconds"):
        compare("8x8", [fakes.Honest()], seconds=-1)
