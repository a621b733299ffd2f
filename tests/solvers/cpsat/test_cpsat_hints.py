"""A hint is a whole solution of the model if what is hinted is a tour, and none if it is not."""

from __future__ import annotations

import random

import networkx
import pytest
import reference
from cpsat_models import FORMULATIONS, engine
from graphs import small_problem

from knight_models.core.errors import InputError
from knight_models.core.problem import TourProblem
from knight_models.engine.run import Run
from knight_models.solvers.cpsat.formulations import FORMULATIONS as MODELS

CASES = [(kind, directed) for kind in ("open", "closed", "strictly-open") for directed in (False, True)]


def accepts(problem: TourProblem, formulation: str, order: list[int], *, once: bool = False) -> bool:
    """Whether the values hinted for an order of the vertices are a solution of the model."""
    made = MODELS[formulation](Run(problem))
    made.fill()
    if once:
        made.keep_one_direction()
    made.hint(order)
    proto = made.model.proto
    hinted = dict(zip(proto.solution_hint.vars, proto.solution_hint.values, strict=True))
    named = {variable.index for variable in made.variables.values()}
    assert named <= set(hinted)
    for number, value in hinted.items():
        made.model.add(made.model.get_int_var_from_proto_index(number) == value)
    solver = engine()
    return solver.status_name(solver.solve(made.model)) in ("OPTIMAL", "FEASIBLE")


def numbered(problem: TourProblem, draw: random.Random, path: list[int]) -> TourProblem:
    """The same with a number given that the path has."""
    place = draw.randrange(len(path))
    details = {"required": problem.required, "forbidden": problem.forbidden, "start": problem.start}
    try:
        return TourProblem(
            problem.graph, problem.kind, end=problem.end, **details, given={path[place]: place + 1}
        )
    except InputError:
        return problem


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize(("kind", "directed"), CASES)
def test_what_is_hinted_solves_the_model_if_it_is_a_tour(kind, directed, formulation):
    draw = random.Random(f"{kind} {directed}")
    verdicts = {True: 0, False: 0}
    while min(verdicts.values()) < 8:
        problem = small_problem(draw, kind, directed)
        paths = list(reference.all_paths(reference.problem_space(problem)))
        if len(problem) < 3 or not paths:
            continue
        path = list(draw.choice(paths))
        problem = numbered(problem, draw, path) if draw.random() < 0.4 else problem
        if problem.closed and problem.start is not None and not problem.given:
            at = path.index(problem.start)
            path = path[at:] + path[:at]
        right = reference.judge(problem, path)
        if verdicts[right] < 8:
            verdicts[right] += 1
            assert accepts(problem, formulation, path) is right, (problem, path)


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("kind", ["open", "closed"])
def test_one_direction_of_each_tour_is_kept(kind, formulation):
    problem = TourProblem(networkx.wheel_graph(5), kind)
    for path in reference.tours_of(problem).values():
        listings = [list(path), list(path[::-1])]
        if kind == "closed":
            listings[1] = [path[0], *path[:0:-1]]
        assert sum(accepts(problem, formulation, order, once=True) for order in listings) == 1
