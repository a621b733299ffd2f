"""The cross-check: rows for every solver, and an error where two of them contradict each other."""

import fakes
import pytest

from knight_models.core.errors import (
    InputError,
    OptionError,
    ProblemError,
    SolverError,
)
from knight_models.core.evidence import Exhausted
from knight_models.core.limits import Limits
from knight_models.core.problem import TourProblem
from knight_models.core.result import SolveResult, Status, WrongAnswerError
from knight_models.tasks.compare import ComparisonInterrupt, ContradictionError, compare
from knight_models.tasks.solve import solve


def test_solvers_that_agree():
    comparison = compare("5x6", [fakes.Honest(), "depth-first"], kind="closed", seconds=60)
    assert [row.solver for row in comparison] == ["honest", "depth-first"]
    assert all(row.result.status is Status.FOUND for row in comparison)
    assert comparison.agree
    assert comparison.decided
    assert comparison.verdict == (
        "closed: both solvers agree that there is a tour, by the same tour, which is verified"
    )


def test_two_kinds_side_by_side():
    problems = [TourProblem("4x5", kind=kind) for kind in ("open", "closed")]
    comparison = compare(problems, [fakes.Honest(), "warnsdorff"], limits=Limits(seconds=60))
    statuses = [row.result.status for row in comparison]
    assert [row.problem.kind for row in comparison] == ["open", "open", "closed", "closed"]
    assert statuses[0] is Status.FOUND
    assert statuses[2:] == [Status.IMPOSSIBLE, Status.UNKNOWN]  # Schwenk 1991; a greedy walk proves nothing
    assert "closed: one solver answers that there is no tour (1 undecided)" in comparison.verdict


@pytest.mark.parametrize("liar", [fakes.Denier, fakes.ExhaustedDenier])
@pytest.mark.parametrize("order", [1, -1])
def test_found_against_impossible_is_an_error_with_both_results(liar, order):
    with pytest.raises(ContradictionError, match="answered that there is none") as caught:
        compare("5x6", [fakes.Honest(), liar()][::order], kind="closed", seconds=60)
    error = caught.value
    assert (error.found.status, error.found.solver) == (Status.FOUND, "honest")
    assert (error.impossible.status, error.impossible.solver) == (Status.IMPOSSIBLE, liar.name)
    assert error.comparison.contradiction == (error.found, error.impossible)
    assert not error.comparison.agree
    assert len(error.comparison.rows) == 2


class OpenDenier(fakes.Honest):
    """Finds closed tours, and answers that there are no open ones."""

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


def test_without_an_answer_nothing_is_decided():
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


class NoAnswer(fakes.Honest):
    """Returns something that is not an answer."""

    name = "no-answer"

    def solve(self, run):
        return "yes"


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize(
    ("liar", "kind_of_error"), [(fakes.WrongTour, WrongAnswerError), (NoAnswer, SolverError)]
)
def test_a_refused_answer_is_a_row_and_an_error_that_holds_the_others(place, liar, kind_of_error):
    solvers = [fakes.Honest(), "cutset"]
    solvers.insert(place, liar())
    with pytest.raises(kind_of_error) as alone:
        solve("5x6", liar(), seconds=60)
    with pytest.raises(kind_of_error) as caught:
        compare("5x6", solvers, seconds=60)
    comparison = caught.value.comparison
    assert str(caught.value) == str(alone.value) == comparison.error
    statuses = ["found", "found"]
    statuses.insert(place, "refused")
    assert [row.status for row in comparison] == statuses
    assert comparison.rows[place].refused == str(alone.value)
    assert len(comparison.results) == 2
    assert comparison.verdict.endswith(f"refused: the answers of {liar.name} (open)")


def test_a_refused_answer_goes_before_a_contradiction():
    with pytest.raises(WrongAnswerError) as caught:
        compare("5x6", [fakes.Honest(), fakes.Denier(), fakes.WrongTour()], kind="closed", seconds=60)
    assert caught.value.comparison.contradiction is not None


@pytest.mark.parametrize("one", ["depth-first:prune=on", fakes.Honest(), fakes.Honest])
def test_one_solver_needs_no_list(one):
    comparison = compare("3x4", one)
    assert len(comparison.rows) == 1
    assert comparison.rows[0].result.found


def test_solvers_may_come_from_a_generator():
    comparison = compare("3x4", (name for name in ("depth-first", "cutset")))
    assert [row.solver for row in comparison] == ["depth-first", "cutset"]


@pytest.mark.parametrize(
    ("problems", "solvers", "message"),
    [
        ("3x4", [], "compare needs at least one solver"),
        ([], "depth-first", "compare needs at least one problem"),
        ("3x4", None, "a solver is a name such as 'cpsat' or a Solver, not None"),
        ("3x4", 5, "a solver is a name such as 'cpsat' or a Solver, not 5"),
    ],
)
def test_there_is_something_to_compare(problems, solvers, message):
    with pytest.raises(InputError, match=message):
        compare(problems, solvers)


def test_details_of_a_ready_problem_are_refused():
    with pytest.raises(ProblemError, match="kind: set this in the TourProblem"):
        compare(TourProblem("3x4"), ["depth-first"], kind="closed")
    with pytest.raises(OptionError, match="progress must be a function"):
        compare("3x4", "depth-first", progress=5)


def test_bad_input_is_refused_before_anything_runs():
    with pytest.raises(OptionError, match="unknown solver"):
        compare("8x8", ["depth-first", "cpsta"])
    with pytest.raises(OptionError, match="seconds"):
        compare("8x8", [fakes.Honest()], seconds=-1)


MODELS = ["cpsat:formulation=circuit", "cpsat:formulation=mtz", "cpsat:formulation=position"]


def test_three_models_of_one_engine_are_one_kind_of_evidence():
    comparison = compare("4x6", MODELS, kind="closed", seconds=60)  # Schwenk 1991: no closed tour
    [verdict] = comparison.verdicts
    assert (verdict.independent, verdict.rechecked, len(verdict.solvers)) == (1, 0, 3)
    assert str(verdict) == (
        "closed: all 3 solvers agree that there is no tour, "
        "by one kind of evidence (claim of ortools), not re-checked"
    )
    sizes = [result.statistics.counters for result in comparison.results]
    assert len({(each["variables"], each["constraints"]) for each in sizes}) == 3
    assert all("conflicts" in each for each in sizes)


def test_a_proof_beside_a_claim_is_a_second_kind_and_re_checked():
    [verdict] = compare("5x5", ["cpsat", "cutset", MODELS[1]], kind="closed", seconds=60).verdicts
    assert [(ground.kind, len(ground.solvers), ground.rechecked) for ground in verdict.grounds] == [
        ("claim of ortools", 2, False),
        ("CutSetProof", 1, True),
    ]
    assert "one of them re-checked" in str(verdict)


def test_the_same_search_with_other_options_is_no_second_kind():
    searches = ["depth-first:prune=on", "depth-first:prune=on,ordering=fixed"]
    [verdict] = compare("3x4", searches, kind="closed", seconds=60).verdicts
    assert [ground.kind for ground in verdict.grounds] == ["search by depth-first"]


def test_different_tours_stand_each_by_itself():
    [verdict] = compare("8x8", ["warnsdorff", "warnsdorff", "tiling"], start="a1", seconds=60).verdicts
    assert (verdict.tours, verdict.independent) == (2, 2)
    assert str(verdict).endswith("by 2 different tours, all verified")


class Interrupted(fakes.Honest):
    """Ctrl-C is pressed while it runs."""

    name = "interrupted"

    def solve(self, run):
        raise KeyboardInterrupt


def test_an_interrupt_holds_the_rows_that_are_done():
    with pytest.raises(ComparisonInterrupt) as caught:
        compare("3x4", [fakes.Honest(), Interrupted(), "cutset"])
    comparison = caught.value.comparison
    assert isinstance(caught.value, KeyboardInterrupt)
    assert [row.solver for row in comparison] == ["honest"]
    assert [row.solver for row in comparison.missing] == ["interrupted", "cutset"]
    assert comparison.verdict.endswith(
        "interrupted before the answers of interrupted (open), cutset (open)"
    )


@pytest.mark.parametrize("name", ["cpsat", "cutset"])
def test_exact_solvers_tell_the_size_of_their_model_and_the_time_to_build_it(name):
    statistics = compare("5x6", [name], kind="closed", seconds=60).results[0].statistics
    assert 0 < statistics.build_seconds <= statistics.seconds
    assert statistics.counters["variables"] > 0
    assert statistics.counters["constraints" if name == "cpsat" else "clauses"] > 0
