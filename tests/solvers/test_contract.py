"""Every registered solver keeps the contract; solvers that break it fail it."""

from __future__ import annotations

import contract
import fakes
import pytest

from knight_models.core.problem import TourProblem
from knight_models.core.result import WrongAnswerError
from knight_models.solvers import SOLVERS, get_solver, register_solver, solver_names
from knight_models.tasks.solve import solve

SEARCHES = ["depth-first", "depth-first:prune=on", "depth-first:ordering=static,ties=index", "warnsdorff"]


@pytest.mark.parametrize("solver", solver_names())
@pytest.mark.parametrize("check", contract.CHECKS.values(), ids=contract.CHECKS)
def test_contract(check, solver):
    check(get_solver(solver))


@pytest.mark.parametrize("solver", SEARCHES)
@pytest.mark.parametrize("space", ["5x5", "6x6", "8x8", "8x9"])
def test_steps_less_backtracks_of_a_search_are_the_squares(solver, space):
    result = solve(space, solver, start="a1", seconds=60)
    assert result.found
    assert result.statistics.steps - result.statistics.backtracks == len(TourProblem(space))


@pytest.fixture
def registered(request):
    """A throw-away solver under its own name, for the length of a test."""
    solver = request.param
    register_solver(solver.name, solver)
    yield solver.name
    del SOLVERS[solver.name]


@pytest.mark.parametrize("registered", [fakes.Honest, fakes.HonestLister], indirect=True)
def test_a_new_solver_that_keeps_the_contract_passes(registered):
    assert registered in solver_names()
    assert contract.failures(get_solver(registered)) == {}


@pytest.mark.parametrize(
    ("registered", "check"),
    [
        (fakes.WrongTour, "solves_what_every_solver_can"),
        (fakes.Denier, "finds_what_is_there"),
        (fakes.ExhaustedDenier, "finds_what_is_there"),
        (fakes.Overrunner, "keeps_its_time"),
        (fakes.Silent, "solves_what_every_solver_can"),
        (fakes.Decliner, "solves_what_every_solver_can"),
        (fakes.HalfLister, "lists_every_tour_once"),
    ],
    indirect=["registered"],
)
def test_a_solver_that_breaks_the_contract_fails(registered, check, monkeypatch):
    monkeypatch.setattr(contract, "MARGIN", 1.0)  # which the overrunner sleeps away on any machine
    failed = contract.failures(get_solver(registered), [check])
    assert isinstance(failed[check], AssertionError | WrongAnswerError)
