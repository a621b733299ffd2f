"""`auto` goes on with the next solver where one does not have enough memory."""

from fractions import Fraction

import pytest
from graphs import generalized_petersen

from knight_models.core.errors import UnsupportedError
from knight_models.core.evidence import Exhausted
from knight_models.core.problem import TourProblem
from knight_models.core.result import Status
from knight_models.solvers import auto, solver_names
from knight_models.tasks.compare import compare
from knight_models.tasks.listing import iter_tours
from knight_models.tasks.solve import solve

NEEDED = r"(moves|walk|tour|clauses|model) .*would need [0-9,]+ bytes of memory; 1 are allowed"


@pytest.mark.parametrize("name", solver_names())
def test_without_memory_every_solver_refuses_with_the_bytes_that_it_would_need(name):
    problem = TourProblem("60x60")
    if name == "symmetric":
        problem = TourProblem("60x60", "closed", symmetry="eulerian")
    with pytest.raises(UnsupportedError, match=f"{name} cannot take the .* tour of 60x60.*: .*{NEEDED}"):
        solve(problem, name, memory=1)


@pytest.mark.parametrize("name", ["auto", "cpsat", "cutset", "depth-first"])
def test_listing_refuses_the_same_way(name):
    with pytest.raises(UnsupportedError, match=f"{name} cannot take the .*{NEEDED}"):
        list(iter_tours("60x60", name, memory=1))


@pytest.mark.parametrize(
    ("name", "needed"), [("cpsat", "the CP-SAT model would need"), ("cutset", "the clauses would need")]
)
def test_an_engine_refuses_a_problem_beyond_its_memory(name, needed):
    with pytest.raises(UnsupportedError, match=needed):
        solve("100x100", name, kind="closed", memory=10**6)


def test_auto_goes_on_to_a_solver_that_fits():
    """A walk over 100x100 takes more than 100,000 bytes, a tiling of it 60,000."""
    with pytest.raises(UnsupportedError):
        solve("100x100", "warnsdorff", memory=10**5)
    result = solve("100x100", "auto", memory=10**5)
    assert (result.status, result.answered_by) == (Status.FOUND, "tiling")


def test_where_the_others_give_up_auto_names_the_memory_that_the_rest_needs():
    """The ends have the same colour, so that there is no tour; only exact solvers can prove it."""
    result = solve("40x40", "auto", start="a1", end="a3", memory=70_000)
    assert result.status is Status.UNKNOWN
    assert "bytes of memory; 70,000 are allowed" in result.reason


def test_in_a_comparison_such_a_refusal_is_a_row():
    comparison = compare("100x100", ["tiling", "cutset"], kind="closed", memory=10**6)
    assert comparison.rows[0].result.found
    assert "the clauses would need" in comparison.rows[1].unsupported
    assert comparison.decided


@pytest.mark.parametrize("n", [5, 11, 17])
def test_auto_has_evidence_that_can_be_re_checked(n):
    result = solve(generalized_petersen(n), kind="closed", seconds=60)
    assert (result.status, result.rechecked) == (Status.IMPOSSIBLE, True)


@pytest.mark.parametrize(("first", "answered_by"), [(300, "cutset"), (50, "cpsat")])
def test_after_a_claim_cutset_has_as_many_conflicts_again_for_a_proof(monkeypatch, first, answered_by):
    """On this graph it needs more than 310 conflicts, and fewer than 620."""
    monkeypatch.setattr(auto, "FIRST_SLICE", first)
    monkeypatch.setattr(auto, "LONG_SLICE", 10)
    monkeypatch.setattr(auto, "LAST_SLICE", 10)
    monkeypatch.setattr(auto, "SHARE", Fraction(1, 1000))  # cpsat has 10,000 conflicts, and decides
    monkeypatch.setattr(auto, "SEARCH_STEPS", 10)
    results = [solve(generalized_petersen(17), kind="closed", seconds=60) for _ in range(2)]
    assert [result.answered_by for result in results] == [answered_by] * 2
    assert [result.rechecked for result in results] == [answered_by == "cutset"] * 2
    assert results[0].evidence == results[1].evidence


def test_an_exhausted_search_is_the_answer_if_no_proof_follows(monkeypatch):
    monkeypatch.setattr(auto, "FIRST_SLICE", 2)
    monkeypatch.setattr(auto, "LAST_SLICE", 2)
    result = solve(generalized_petersen(11), kind="closed", seconds=60)
    assert (result.status, result.answered_by) == (Status.IMPOSSIBLE, "depth-first")
    assert isinstance(result.evidence, Exhausted)


@pytest.mark.parametrize("board", ["8x8", "20x20", "40x40"])
def test_a_seed_other_than_0_draws_the_ties(board):
    tours = [solve(board, start="a1", seed=seed, seconds=60).tour for seed in (0, 1, 2, 1)]
    assert len(set(tours[:3])) == 3
    assert tours[1] == tours[3]
