"""Tours: orders, squares, names and grids say the same; equal tours have one standard listing."""

import networkx
import numpy as np
import pytest
import reference
from hypothesis import given
from hypothesis import strategies as st

from knight_models.core.board import Board
from knight_models.core.errors import InputError, ProblemError, shown
from knight_models.core.problem import TourProblem
from knight_models.core.tour import NumberGrid, Tour
from knight_models.verifier import verify

# A tour of 3x4, from a3: Euler 1759.
ORDER_3X4 = [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]


def test_squares_names_and_ends():
    tour = Tour(TourProblem("3x4"), ORDER_3X4)
    assert tour.squares[:3] == [(0, 0), (1, 2), (2, 0)]
    assert tour.names[:3] == ["a3", "c2", "a1"]
    assert (tour.start, tour.end) == ((0, 0), (2, 3))
    assert list(tour) == tour.squares
    assert all(type(place) is int for square in tour.squares for place in square)


@given(
    st.sampled_from(["3x4", "2x3x2", "1x7"]),
    st.sets(st.integers(0, 6), max_size=3),
    st.randoms(use_true_random=False),
)
def test_grid_squares_and_order_go_round(shape, missing, random):
    """Whatever the order, right or wrong, nothing is lost between the three forms."""
    plain = Board.parse(shape)
    board = Board(plain.shape, holes=[plain.square(number) for number in missing])
    order = list(range(len(board)))
    random.shuffle(order)
    tour = Tour(TourProblem(board), order)
    assert [board.index(square) for square in tour.squares] == order
    grid = tour.grid()
    assert grid.shape == board.shape
    assert {square for square in plain if grid[square] == 0} == set(board.holes)
    assert [int(grid[square]) for square in tour.squares] == list(range(1, len(board) + 1))


@pytest.mark.parametrize("form", ["order", "squares", "grid", "number grid"])
def test_every_form_verifies_to_the_same_tour(form):
    tour = Tour(TourProblem("3x4"), ORDER_3X4)
    given_as = {
        "order": tour.order,
        "squares": tour.squares,
        "grid": tour.grid(),
        "number grid": NumberGrid(tour.grid().astype(np.int64)),
    }[form]
    assert verify("3x4", given_as) == tour


@pytest.mark.parametrize("order", [[[0, 1], [2, 3]], ["a1"], [0.5], 3])
def test_an_order_is_one_row_of_whole_numbers(order):
    with pytest.raises(ProblemError, match="one row of vertex numbers"):
        Tour(TourProblem("3x4"), order)


def test_the_order_cannot_be_changed():
    tour = Tour(TourProblem("3x4"), ORDER_3X4)
    with pytest.raises(ValueError, match="read-only"):
        tour.order[0] = 5


def test_a_tour_keeps_its_order_when_the_array_it_came_from_changes():
    order = np.array(ORDER_3X4, np.int32)
    tour = Tour(TourProblem("3x4"), order)
    order[0] = 11
    assert tour.order[0] == 0


def test_a_graph_has_labels_and_no_grid():
    tour = Tour(TourProblem(networkx.path_graph(["x", 7, (1, 2)])), [2, 1, 0])
    assert tour.squares == [(1, 2), 7, "x"]
    assert tour.names == ["(1, 2)", "7", "x"]
    with pytest.raises(ProblemError, match="no number grid"):
        tour.grid()


GRAPHS = [networkx.complete_graph(4), networkx.complete_graph(4, networkx.DiGraph), networkx.wheel_graph(5)]


@pytest.mark.parametrize("graph", GRAPHS)
@pytest.mark.parametrize("details", [{}, {"start": 2}, {"kind": "closed"}, {"kind": "closed", "start": 2}])
def test_the_normalised_listing_is_the_same_for_listings_of_the_same_tour_only(graph, details):
    problem = TourProblem(graph, **details)
    by_listing = {}
    for path in reference.all_paths(reference.problem_space(problem)):
        if reference.judge(problem, path):
            key = Tour(problem, path).normalised()
            by_listing.setdefault(key, set()).add(reference.identity_of(problem, path))
            assert key.normalised() == key
    assert len(by_listing) == len(reference.tours_of(problem))
    assert all(len(identities) == 1 for identities in by_listing.values())


def test_a_closed_tour_with_given_numbers_keeps_its_first_square():
    """Turned to vertex 0 it would be numbered otherwise; 1 2 3 0 is read in the direction from 1 to 2."""
    ring = TourProblem(networkx.cycle_graph(4), "closed", given={1: 1})
    assert Tour(ring, [1, 2, 3, 0]).normalised().order.tolist() == [1, 2, 3, 0]


def test_tours_of_different_problems_differ():
    assert Tour(TourProblem("3x4"), ORDER_3X4) != Tour(TourProblem("3x4", start=(0, 0)), ORDER_3X4)
    assert Tour(TourProblem("3x4"), ORDER_3X4) == Tour(TourProblem("3x4"), tuple(ORDER_3X4))


def test_a_number_grid_takes_zeros_for_holes_unless_it_counts_from_0():
    numbers = np.array([[0, 1], [2, 3]])
    assert NumberGrid(numbers).holes.tolist() == [[True, False], [False, False]]
    assert not NumberGrid(numbers, first_number=0).holes.any()


@pytest.mark.parametrize("problem", [TourProblem("3x4"), TourProblem("3x4", kind="closed")])
@pytest.mark.parametrize("ask", ["start", "end", "normalised"])
def test_a_tour_of_nothing_has_no_ends(problem, ask):
    tour = Tour(problem, [])
    with pytest.raises(ProblemError, match="a tour that visits nothing has neither start nor end"):
        tour.normalised() if ask == "normalised" else getattr(tour, ask)
    assert (tour.squares, tour.names, tour.grid().any()) == ([], [], False)


@pytest.mark.parametrize("space", ["3x4", Board.parse("3x4", holes="a1"), networkx.path_graph(12)])
@pytest.mark.parametrize("number", [-1, 12, 2**31 - 1])
def test_an_order_that_names_no_vertex_shows_no_squares(space, number):
    tour = Tour(TourProblem(space), [number, 3])
    board = not isinstance(space, networkx.Graph)
    for ask in ("squares", "names", "start", *(["grid"] if board else [])):
        with pytest.raises(InputError, match=r"vertex|square number"):
            tour.grid() if ask == "grid" else getattr(tour, ask)


@pytest.mark.parametrize(
    "order", [None, "abc", [[0], [1, 2]], [0.5], 5, {}, [10**30], [10**5000], ["a"]], ids=shown
)
def test_an_order_is_one_row_of_vertex_numbers(order):
    with pytest.raises(ProblemError, match="one row of vertex numbers"):
        Tour(TourProblem("3x4"), order)


def test_a_tour_belongs_to_a_problem():
    with pytest.raises(ProblemError, match="a tour needs a TourProblem, not '3x4'"):
        Tour("3x4", ORDER_3X4)
