"""One tour of each class, against classes found from the definition, map by map."""

from __future__ import annotations

import random

import networkx as nx
import numpy as np
import pytest
from symmetry_reference import classes, isometries

import knight_models as km
from knight_models.core.board import Board
from knight_models.core.errors import ProblemError, TooLargeError
from knight_models.core.problem import TourProblem
from knight_models.core.tour import Tour
from knight_models.theory.representatives import Representatives, different

RING = Board((3, 3), holes=[(1, 1)])
NOTCHED = Board((5, 6), holes=[(0, 5), (4, 0)])
ONE_CORNER = Board((5, 5), holes=[(4, 0)])
CORNERLESS = Board((4, 5), holes=[(0, 0), (3, 4)])
TORUS = Board((3, 3), wrap="both")

SPACES = [
    (Board((3, 4)), "open"),
    (Board((4, 5)), "open"),
    (Board((5, 5)), "open"),
    (Board((3, 4)), "strictly-open"),
    (Board((3, 10)), "closed"),
    (Board((5, 6)), "closed"),
    (RING, "closed"),
    (RING, "open"),
    (NOTCHED, "closed"),
    (ONE_CORNER, "closed"),
    (CORNERLESS, "open"),
    (Board((2, 3, 3)), "open"),
    (Board((1, 1)), "open"),
    (Board((1, 4), leap=(0, 1)), "open"),
]


def listed(space: Board, kind: str, **options) -> list[Tour]:
    stream = km.iter_tours(space, kind=kind, seconds=300, **options)
    tours = list(stream)
    assert (stream.end.complete, stream.count) == (True, len(tours))
    return tours


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize(("space", "kind"), SPACES, ids=str)
def test_one_tour_of_each_class_is_listed_and_it_is_the_canonical_one(space, kind, directed):
    tours = listed(space, kind, directed=directed)
    closed = kind == "closed"
    maps = list(isometries(space.shape, space.holes))
    found = classes([tour.squares for tour in tours], maps, closed=closed, directed=directed)
    ones = listed(space, kind, directed=directed, up_to_symmetry=True)
    assert len(ones) == len(found)
    for one in ones:
        assert km.canonical(one, directed=directed) == one
    canonical = [km.canonical(tour, directed=directed) for tour in tours[:300]]
    assert set(canonical) <= set(ones)
    for group in found:
        assert len({hash(canonical[number]) for number in group if number < len(canonical)}) <= 1


@pytest.mark.parametrize(
    ("space", "kind", "count"),
    [
        ("6x6", "closed", 1245),  # Duby 1964
        ("3x10", "closed", 6),  # OEIS A169769
        ("4x3", "open", 3),  # OEIS A328341, from here on
        ("4x4", "open", 0),
        ("4x5", "open", 22),
        ("4x6", "open", 186),
        ("5x4", "open", 22),
    ],
)
def test_published_numbers_of_classes(space, kind, count):
    assert len(listed(Board.parse(space), kind, up_to_symmetry=True)) == count


def test_a_wrapped_board_has_translations_too():
    tours = listed(TORUS, "closed")
    ones = listed(TORUS, "closed", up_to_symmetry=True)
    assert set(ones) == {km.canonical(tour) for tour in tours}


@pytest.mark.parametrize("solver", ["depth-first:ordering=fixed", "cpsat", "auto"])
def test_the_list_does_not_depend_on_the_solver(solver):
    ones = set(listed(Board((3, 10)), "closed", up_to_symmetry=True))
    assert set(listed(Board((3, 10)), "closed", up_to_symmetry=True, solver=solver)) == ones


def test_a_limit_is_reached_by_what_is_listed():
    stream = km.iter_tours("6x6", kind="closed", up_to_symmetry=True)
    assert len(set(stream.take(20))) == 20
    assert (stream.count, stream.end) == (20, None)
    stopped = km.iter_tours("5x5", up_to_symmetry=True, steps=1000)
    assert 0 < len(list(stopped)) < 112
    assert (stopped.end.complete, stopped.end.reason) == (False, "step limit")


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (TourProblem(nx.cycle_graph(5), "closed"), "tours of a board; this is a graph"),
        (TourProblem(nx.DiGraph([(0, 1), (1, 0)])), "tours of a board; this is a graph"),
        (TourProblem("3x4", start="a3"), "without a fixed start"),
        (TourProblem("3x10", "closed", start="a3"), "without a fixed start"),
        (TourProblem("3x4", end="a3"), "without a fixed end"),
        (TourProblem("3x4", required=[("a3", "c2")]), "without required moves"),
        (TourProblem("3x4", forbidden=[("a3", "c2")]), "without forbidden moves"),
        (TourProblem("3x10", "closed", given={"b2": 5}), "without given numbers"),
    ],
    ids=str,
)
def test_where_classes_are_not_defined_they_are_refused(problem, words):
    with pytest.raises(ProblemError, match=words):
        km.iter_tours(problem, up_to_symmetry=True)
    with pytest.raises(ProblemError, match=words):
        different([Tour(problem, range(len(problem)))], up_to_symmetry=True)


@pytest.mark.parametrize("shape", [(300, 300), (100, 100)])
def test_a_board_with_too_many_symmetries_is_refused(shape):
    with pytest.raises(TooLargeError, match=r"symmetries.*too many"):
        km.iter_tours(Board(shape, wrap="both"), kind="closed", up_to_symmetry=True)


def shuffled_listings(tour: Tour, chance: random.Random) -> list[Tour]:
    """The tour as it is listed from other squares and in the other direction, if it may be."""
    order = tour.order
    if tour.closed:
        order = np.roll(order, chance.randrange(len(order)))
    return [Tour(tour.problem, order), Tour(tour.problem, order[::-1])]


@pytest.mark.parametrize(
    ("space", "kind", "tours", "up_to_symmetry"),
    [("3x10", "closed", 16, 6), ("3x4", "open", 8, 3), ("5x6", "closed", 8, 3)],
)
def test_the_different_ones_of_many_listings(space, kind, tours, up_to_symmetry):
    chance = random.Random(1)
    first = listed(Board.parse(space), kind)
    many = [listing for tour in first for listing in shuffled_listings(tour, chance)]
    found = different([*first, *many])
    assert found == first
    assert len(found) == tours
    assert len(different(many, directed=True)) == 2 * tours
    assert len(different(many, up_to_symmetry=True)) == up_to_symmetry


def test_tours_of_other_boards_and_kinds_are_different():
    tour = listed(Board((3, 10)), "closed")[0]
    cut = Tour(TourProblem("3x10"), tour.order)
    assert different([tour, cut, cut, tour]) == [tour, cut]
    graph = km.knight_graph("3x10")
    same = Tour(TourProblem(graph), tour.order)
    assert different([cut, same, Tour(TourProblem(graph), tour.order[::-1])]) == [cut, same]


def test_nothing_is_different_from_nothing():
    assert different([]) == []


def test_a_tour_that_is_no_representative_has_none():
    representatives = Representatives(TourProblem("3x4"))
    kept = [representatives.of(tour.order.tolist()) for tour in listed(Board((3, 4)), "open")]
    assert sum(order is None for order in kept) == 5
