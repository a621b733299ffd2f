"""For the tests of `cpsat`: its models by themselves, its listings, its threads."""

from __future__ import annotations

import threading
from typing import Any

import networkx as nx
import reference
from graphs import generalized_petersen
from ortools.sat.python import cp_model

from knight_models.core.problem import TourProblem
from knight_models.core.result import ListingEnd
from knight_models.core.tour import Tour
from knight_models.solvers.cpsat import CpSat
from knight_models.tasks.listing import iter_tours

FORMULATIONS = ["circuit", "mtz", "position"]

PETERSEN = TourProblem(nx.petersen_graph(), kind="closed")
"""Impossible, without an obstruction."""

HARD = TourProblem(generalized_petersen(149), kind="closed")
"""Impossible; CP-SAT does not prove it within minutes."""

SLOW = TourProblem(generalized_petersen(29), kind="closed")
"""Impossible; the proof takes some thousand conflicts."""


def engine(**parameters: Any) -> cp_model.CpSolver:
    """A CP-SAT solver with one worker that leaves Ctrl-C to Python."""
    solver = cp_model.CpSolver()
    for name, value in ({"num_workers": 1, "catch_sigint_signal": False} | parameters).items():
        setattr(solver.parameters, name, value)
    return solver


def solved(problem: TourProblem, formulation: str = "auto", **parameters: Any) -> tuple[Any, Any]:
    """The variables of the model of a problem, and an engine that has solved the model alone."""
    model, variables = CpSat(formulation=formulation).build(problem)
    solver = engine(**parameters)
    solver.solve(model)
    return variables, solver


def feasible(problem: TourProblem, formulation: str = "auto") -> bool:
    """Whether the model alone has a solution; the reference judges it."""
    variables, solver = solved(problem, formulation)
    status = solver.status_name(solver.response_proto.status)
    if status == "OPTIMAL":
        assert reference.judge(problem, CpSat.read(problem, variables, solver).squares)
    return {"OPTIMAL": True, "INFEASIBLE": False}[status]


def listing(problem: Any, solver: Any = "cpsat", **details: Any) -> tuple[list[Tour], ListingEnd]:
    """The tours of a listing and its end; CP-SAT's own count is that of the list."""
    stream = iter_tours(problem, solver, **details)
    tours = list(stream)
    assert stream.end is not None
    assert stream.end.statistics.counters["solutions"] == len(tours)
    return tours, stream.end


def assert_listed(problem: TourProblem, formulation: str = "auto", directed: bool = False) -> None:
    """The list is that of brute force, each tour once."""
    tours, end = listing(problem, CpSat(formulation=formulation), directed=directed)
    expected = reference.tours_of(problem)
    assert end.complete
    assert {reference.identity_of(problem, tour.squares) for tour in tours} == set(expected)
    twice = directed and not problem.one_way and len(problem) > 1
    assert len(tours) == (2 if twice else 1) * len(expected)


def threads() -> list[threading.Thread]:
    """The threads in which CP-SAT runs."""
    return [thread for thread in threading.enumerate() if thread.name == "cpsat"]
