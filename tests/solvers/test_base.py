"""Options of solvers: labels that make the same solver again, and the time that building took."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import networkx
import pytest

from knight_models.core.errors import OptionError, UnsupportedError
from knight_models.core.problem import TourProblem
from knight_models.engine.run import Run
from knight_models.solvers import SOLVERS, get_solver
from knight_models.solvers.base import ListsTours, Takes, options_of, solver_label, why_not
from knight_models.tasks.solve import solve

NAMES = sorted(SOLVERS)


def variants(name: str) -> list[Any]:
    """A solver with each option turned, raised, or set to each of its choices."""
    solver = get_solver(name)
    made = [solver]
    for field in fields(solver):
        values: list[Any] = list(field.metadata.get("choices", ()))
        if isinstance(field.default, bool):
            values = [True, False]
        elif isinstance(field.default, int):
            values = [0, 1, field.default + 7]
        made += [replace(solver, **{field.name: value}) for value in values]
    return made


@pytest.mark.parametrize("name", NAMES)
def test_a_label_makes_the_same_solver_again(name):
    for solver in variants(name):
        label = solver_label(solver)
        assert get_solver(label) == solver
        changed = [
            key for key, value in options_of(solver).items() if value != options_of(get_solver(name))[key]
        ]
        assert label.partition(":")[0] == name
        assert [part.partition("=")[0] for part in label.partition(":")[2].split(",") if part] == changed


SWITCHES = [
    (name, field.name)
    for name in NAMES
    for field in fields(get_solver(name))
    if isinstance(field.default, bool)
]
NUMBERS = [
    (name, field.name)
    for name in NAMES
    for field in fields(get_solver(name))
    if isinstance(field.default, int) and not isinstance(field.default, bool)
]


@pytest.mark.parametrize(("name", "option"), SWITCHES)
def test_a_switch_is_on_or_off(name, option):
    for words, value in (
        (["on", "TRUE", "yes", "1", True], True),
        (["off", "False", "no", "0", False], False),
    ):
        for word in words:
            assert getattr(get_solver(name, **{option: word}), option) is value
    for word in ("", "maybe", 2, None):
        with pytest.raises(OptionError, match=f"{option} is on or off, not"):
            get_solver(name, **{option: word})


@pytest.mark.parametrize(("name", "option"), NUMBERS)
def test_a_number_is_whole_and_not_below_0(name, option):
    for value in (0, 1, "0", " 12 ", 10**6):
        number = getattr(get_solver(name, **{option: value}), option)
        assert type(number) is int
        assert number == int(value)
    for value in (-1, "-1", 1.5, "1.5", True, None, "", 10**30):
        with pytest.raises(OptionError, match=f"{option} is a whole number from 0"):
            get_solver(name, **{option: value})


@pytest.mark.parametrize("name", NAMES)
def test_the_time_of_building_is_a_part_of_the_time(name):
    for problem in (
        TourProblem("5x5", start="a1"),
        TourProblem("3x4"),
        TourProblem("3x3", "closed"),
    ):
        if why_not(get_solver(name), problem) is None:
            took = solve(problem, name, seconds=60).statistics
            assert 0 <= took.build_seconds <= took.seconds
            building = name not in (
                "auto",
                "obstructions",
                "tiling",
            )  # these build nothing before they begin
            assert (took.build_seconds > 0) is building or not building


EVERYTHING = Takes(directed=True, ends=True, moves=True, given=True)
TAKEN = {
    "auto": replace(EVERYTHING, symmetry=True),
    "cpsat": EVERYTHING,
    "cutset": Takes(ends=True, moves=True),
    "depth-first": EVERYTHING,
    "obstructions": EVERYTHING,
    "rotation": Takes(ends=True, moves=True),
    "symmetric": Takes(symmetry=True),
    "tiling": Takes(ends=True, moves=True),
    "warnsdorff": Takes(directed=True, ends=True, moves=True),
}
"""Which conditions each solver obeys; what it does not take is refused, not passed over."""


@pytest.mark.parametrize("name", TAKEN)
def test_each_solver_takes_what_it_says(name):
    assert get_solver(name).takes == TAKEN[name]
    graph = networkx.complete_graph(4)
    arcs = networkx.complete_graph(4, networkx.DiGraph)
    for problem, part in (
        (TourProblem(arcs), "directed"),
        (TourProblem(graph, start=0, end=1), "ends"),
        (TourProblem(graph, required=[(0, 1)]), "moves"),
        (TourProblem(graph, forbidden=[(0, 1)]), "moves"),
        (TourProblem(graph, given={0: 2}), "given"),
        (TourProblem("3x4", symmetry="central"), "symmetry"),
    ):
        assert (TAKEN[name].why_not(problem) is None) is getattr(TAKEN[name], part)
        if not getattr(TAKEN[name], part):
            with pytest.raises(UnsupportedError):
                solve(problem, name)


@pytest.mark.parametrize("name", [name for name in NAMES if isinstance(get_solver(name), ListsTours)])
def test_a_tour_and_its_reverse_are_listed_once_unless_both_are_asked_for(name):
    """The eight tours of 3x4 (A169696), of which four are central, by the solver itself."""
    solver = get_solver(name)
    problem, tours = TourProblem("3x4"), 8
    if solver.unsupported(problem):
        problem, tours = TourProblem("3x4", symmetry="central"), 4
    for asked, count in (({}, tours), ({"directed": False}, tours), ({"directed": True}, 2 * tours)):
        assert len(list(solver.tours(Run(problem), **asked))) == count


@pytest.mark.parametrize("name", NAMES)
def test_an_option_that_a_solver_does_not_have_is_refused_however_it_is_given(name):
    """In the text, beside the name, beside the class, and beside a solver."""
    made = get_solver(name)
    for call in (
        lambda: get_solver(f"{name}:colour=red"),
        lambda: get_solver(name, colour="red"),
        lambda: get_solver(type(made), colour="red"),
        lambda: get_solver(made, colour="red"),
    ):
        with pytest.raises(OptionError, match=r"unknown option of .*: 'colour'"):
            call()
    assert get_solver(made) is made
    for field in fields(made):
        value = getattr(made, field.name)
        assert (
            get_solver(made, **{field.name: value}) == made == get_solver(type(made), **{field.name: value})
        )


@pytest.mark.parametrize("name", NAMES)
def test_only_complete_searches_are_exact(name):
    """The others may say IMPOSSIBLE only with evidence that can be re-checked."""
    assert get_solver(name).exact is (name not in ("obstructions", "rotation", "tiling", "warnsdorff"))
