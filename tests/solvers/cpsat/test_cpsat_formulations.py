"""The three formulations: each model is right by itself, each tour is one solution, given numbers hold."""

import random

import networkx as nx
import pytest
import reference
from cpsat_models import FORMULATIONS, assert_listed, engine, feasible
from graphs import dense_problems, generalized_petersen
from hypothesis import given, settings
from hypothesis import strategies as st

from knight_models.core.board import Board
from knight_models.core.errors import OptionError, UnsupportedError
from knight_models.core.problem import TourProblem
from knight_models.core.result import Status
from knight_models.solvers.cpsat import CpSat
from knight_models.tasks.listing import iter_tours
from knight_models.tasks.solve import solve
from knight_models.verifier import verify


@pytest.mark.parametrize("formulation", FORMULATIONS)
@settings(max_examples=200)
@given(dense_problems(6, numbered=True))
def test_the_model_alone_is_as_feasible_as_brute_force_says(formulation, problem):
    assert feasible(problem, formulation) is bool(reference.tours_of(problem))


@pytest.mark.parametrize("formulation", FORMULATIONS)
@settings(max_examples=100)
@given(dense_problems(6, numbered=True), st.booleans())
def test_the_list_is_that_of_brute_force(formulation, problem, directed):
    assert_listed(problem, formulation, directed)


SMALL = [
    (nx.path_graph(1), "open", True),
    (nx.path_graph(1), "strictly-open", True),
    (nx.path_graph(1), "closed", False),
    (nx.Graph([(0, 0)]), "closed", False),
    (nx.DiGraph([(0, 0)]), "closed", False),
    (nx.path_graph(2), "open", True),
    (nx.path_graph(2), "closed", False),
    (nx.path_graph(2), "strictly-open", False),
    (nx.MultiGraph([(0, 1), (0, 1)]), "closed", False),
    (nx.empty_graph(2), "open", False),
    (nx.empty_graph(2), "closed", False),
    (nx.DiGraph([(0, 1)]), "open", True),
    (nx.DiGraph([(0, 1)]), "strictly-open", True),
    (nx.DiGraph([(0, 1)]), "closed", False),
    (nx.DiGraph([(0, 1), (1, 0)]), "closed", True),
    (nx.DiGraph([(0, 1), (1, 0)]), "strictly-open", False),
    (nx.MultiDiGraph([(0, 0), (0, 1), (0, 1), (1, 0)]), "closed", True),
    (Board((3, 3)), "closed", False),  # no move touches the centre
    (Board((3, 3)), "open", False),
    (nx.disjoint_union(nx.cycle_graph(3), nx.cycle_graph(3)), "closed", False),
    (nx.petersen_graph(), "closed", False),
    (nx.petersen_graph(), "open", True),
]


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_small_graphs(formulation):
    for space, kind, exists in SMALL:
        problem = TourProblem(space, kind=kind)
        assert feasible(problem, formulation) is exists, problem
        assert solve(problem, CpSat(formulation=formulation)).found is exists
        assert_listed(problem, formulation)


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize(
    ("board", "details", "count"),
    [
        ("3x4", {}, 8),  # A169696
        ("3x10", {"kind": "closed"}, 16),  # A070030
        ("5x5", {"start": "a1"}, 304),  # tours_per_start.json
        ("5x6", {"kind": "closed"}, 8),  # A175881
    ],
)
def test_published_counts(formulation, board, details, count):
    stream = iter_tours(board, CpSat(formulation=formulation), **details)
    assert len({tour.order.tobytes() for tour in stream}) == stream.count == count
    assert stream.end.statistics.counters["solutions"] == count


# What a model holds


def test_the_literals_of_mtz_are_those_of_circuit():
    problem = TourProblem("3x4", required=[("a1", "b3")])
    arcs = [set(CpSat(formulation=name).build(problem)[1]) for name in ("circuit", "mtz")]
    assert arcs[0] == arcs[1]
    assert len(arcs[0]) == 52  # 14 moves each way, 12 ends each way


def test_the_steps_of_position_are_the_numbers_of_the_tour():
    """As a teacher would: further constraints on the numbers of squares."""
    problem = TourProblem("5x5", start="a1")
    model, steps = CpSat(formulation="position").build(problem)
    assert list(steps) == list(range(25))
    for name, number in (("c3", 25), ("e5", 5)):
        model.add(steps[problem.vertices.index(name)] == number)
    solver = engine()
    solver.solve(model)
    tour = CpSat.read(problem, steps, solver)
    assert verify(TourProblem("5x5", given={"a1": 1, "c3": 25, "e5": 5}), tour.squares)
    assert tour.grid().ravel().tolist() == [solver.value(step) for step in steps.values()]


def test_a_closed_tour_is_numbered_from_its_start_or_vertex_0():
    for details, first in (({}, 0), ({"start": "c3"}, TourProblem("5x6").vertices.index("c3"))):
        _, steps = CpSat(formulation="position").build(TourProblem("5x6", kind="closed", **details))
        assert list(steps[first].proto.domain) == [1, 1]


def test_the_formulation_shows_in_the_counters():
    runs = {
        name: solve("5x6", CpSat(formulation=name), kind="closed").statistics.counters
        for name in FORMULATIONS
    }
    assert (
        runs["circuit"]["variables"] == runs["circuit"]["arcs"] == 124
    )  # 4mn - 6m - 6n + 8 moves, each way
    assert runs["mtz"]["variables"] == runs["mtz"]["arcs"] + 29  # a step for each square but the root
    assert runs["position"]["variables"] == 90  # a step, a place and a vertex for each of 30
    assert "arcs" not in runs["position"]


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_hint_is_taken_by_each_formulation(formulation):
    for problem in (TourProblem("6x6"), TourProblem("6x6", kind="closed"), TourProblem("6x6", start="b2")):
        hint = solve(problem, "rotation", seed=1).tour
        result = solve(problem, CpSat(formulation=formulation, hint=hint))
        assert result.tour.normalised() == hint.normalised()
        assert result.statistics.counters["answered_by_hinted"] == 1


def test_an_unknown_formulation_is_refused():
    with pytest.raises(OptionError, match="did you mean 'circuit'"):
        CpSat(formulation="circuits")


# Given numbers


def numbered(board, kind, share, seed):
    """A board of which some numbers of a tour are given; a closed one may have its 1 anywhere."""
    tour = solve(board, "rotation" if kind == "closed" else "warnsdorff", kind=kind).tour
    count, draw = len(tour), random.Random(seed)
    turn = draw.randrange(count) if kind == "closed" else 0
    places = draw.sample(range(count), int(count * share))
    squares = tour.squares
    return TourProblem(board, kind, given={squares[p]: (p + turn) % count + 1 for p in places})


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_numbers_of_a_tour_can_be_completed(formulation):
    """Among them a board of which `add_inverse` beside tables makes a false INFEASIBLE (OR-Tools 9.15)."""
    for kind in ("open", "closed"):
        for seed in range(4):
            problem = numbered("8x8", kind, 0.5, seed)
            assert solve(problem, CpSat(formulation=formulation)).found


def test_auto_takes_positions_where_numbers_are_given():
    plain = solve("8x8", "cpsat").statistics.counters
    numbers = solve(numbered("8x8", "open", 0.3, 0), "cpsat").statistics.counters
    assert "arcs" in plain
    assert "arcs" not in numbers


def test_too_large_a_board_of_given_numbers_stays_a_circuit():
    _, literals = CpSat().build(TourProblem("60x60", given={"a1": 7}))
    assert all(isinstance(arc, tuple) for arc in literals)


@pytest.mark.parametrize("formulation", [*FORMULATIONS, "auto"])
def test_every_numbering_of_a_closed_tour_is_listed_once(formulation):
    """Each of the 8 tours of 5x6 goes through b3 in two directions, and 1 is anywhere."""
    problem = TourProblem("5x6", kind="closed", given={"b3": 11})
    stream = iter_tours(problem, CpSat(formulation=formulation))
    tours = list(stream)
    assert len({tour.order.tobytes() for tour in tours}) == len(tours) == 16
    assert stream.end.statistics.counters["solutions"] == 16


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_given_numbers_that_cannot_be(formulation):
    for details in (
        {"given": {"a1": 1, "b3": 3}},  # a move apart, yet two steps
        {"given": {"a1": 4}, "start": "a1", "kind": "closed"},
        {"given": {"a1": 4}, "end": "a1"},
    ):
        result = solve(TourProblem("5x6", **details), CpSat(formulation=formulation))
        assert result.status is Status.IMPOSSIBLE


def test_position_ends_at_its_limit():
    result = solve(generalized_petersen(149), CpSat(formulation="position"), kind="closed", seconds=0.5)
    assert (result.status, result.reason) == (Status.UNKNOWN, "time limit")


def test_tables_beyond_the_memory_are_not_built():
    with pytest.raises(UnsupportedError, match="100,000,000 are allowed"):
        solve("20x20", CpSat(formulation="position"), memory=10**8)


def test_auto_takes_no_tables_beyond_the_memory():
    problem = numbered("12x12", "open", 0.2, 0)
    assert "arcs" not in solve(problem, "cpsat", steps=10).statistics.counters
    assert "arcs" in solve(problem, "cpsat", steps=10, memory=5 * 10**6).statistics.counters


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("move", [(0, 1), (1, 2), (2, 0)])
def test_a_required_arc_may_close_the_tour(formulation, move):
    """Some arc of the only tour stands between its last vertex and its first: it counts as used."""
    ring = nx.DiGraph([(0, 1), (1, 2), (2, 0)])
    result = solve(ring, CpSat(formulation=formulation), kind="closed", required=[move])
    assert result.found
    assert reference.judge(result.problem, result.tour.squares)


@pytest.mark.parametrize("formulation", ["circuit", "mtz", "position"])
@pytest.mark.parametrize("kind", ["open", "closed", "strictly-open"])
def test_every_variable_of_build_has_a_name_of_its_own(formulation, kind):
    graph = nx.relabel_nodes(nx.cycle_graph(4), dict(enumerate(["x", "y", ("z", 1), 7])))
    for space, name in (("3x4", "step(b1)"), (graph, "step(y)")):
        model, variables = CpSat(formulation=formulation).build(TourProblem(space, kind=kind))
        names = [variable.name for variable in model.proto.variables]
        assert len(set(names)) == len(names)
        assert "" not in names
        arcs = formulation != "position"
        assert (("a3->c2" if space == "3x4" else "x->y") in names) == arcs
        assert (name in names) == (formulation != "circuit")
        if arcs and kind != "closed":
            assert variables[len(TourProblem(space)), 0].name.startswith("start->")
