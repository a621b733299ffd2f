"""The knight graph and the adjacency arrays, by two routes and against the definition."""

import networkx
import numpy as np
import pytest
import reference
from graphs import BOARDS
from hypothesis import given
from hypothesis import strategies as st

from knight_models.core.board import Board
from knight_models.core.errors import InputError
from knight_models.core.limits import Deadline
from knight_models.core.problem import TourProblem
from knight_models.engine.moves import adjacency, knight_graph


def rows(moves):
    """The rows as lists, in their order."""
    return [moves.row(vertex).tolist() for vertex in range(len(moves))]


def arcs_of(moves):
    return [(vertex, other) for vertex, row in enumerate(rows(moves)) for other in row]


@st.composite
def boards(draw):
    shape = tuple(draw(st.lists(st.integers(1, 5), min_size=1, max_size=3)))
    leap = draw(st.tuples(st.integers(0, 3), st.integers(1, 3)))
    wrap = draw(st.sets(st.sampled_from(range(len(shape)))))
    cells = list(reference.board_space(shape, (0, 1)).vertices)
    holes = draw(st.sets(st.sampled_from(cells), max_size=min(4, len(cells) - 1)))
    return Board(shape, leap, holes, tuple(wrap))


@given(boards())
def test_two_routes_and_the_definition_agree(board):
    """A board's vectorised rows, its networkx graph's rows, and its moves tested pair by pair."""
    space = reference.board_space(board.shape, board.leap.leaps, board.holes, board.wrap)
    number = {square: place for place, square in enumerate(space.vertices)}
    moves = adjacency(TourProblem(board))
    assert set(arcs_of(moves)) == {(number[one], number[other]) for one, other in space.arcs}
    assert len(arcs_of(moves)) == len(space.arcs)
    assert rows(adjacency(TourProblem(knight_graph(board)))) == rows(moves)
    in_move_order = [[board.index(to) for to in board.neighbours(square)] for square in board]
    assert rows(moves) == in_move_order


@pytest.mark.parametrize("board", [board for board in BOARDS if board.vectors], ids=str)
def test_a_move_order_of_ones_own_orders_the_rows_of_both_routes(board):
    order = list(reversed(board.vectors))
    on_board = rows(adjacency(TourProblem(board), order))
    assert rows(adjacency(TourProblem(knight_graph(board)), order)) == on_board
    plain = rows(adjacency(TourProblem(board)))
    assert list(map(sorted, on_board)) == list(map(sorted, plain))
    if not board.wrap:
        assert on_board == [row[::-1] for row in plain]


def test_the_knight_graph_carries_its_board():
    board = Board((3, 4), holes=["b2"])
    graph = knight_graph(board)
    assert graph.graph["board"] == board
    assert list(graph) == list(board)
    assert TourProblem(graph).carried_board == board


def test_a_graph_whose_vertices_are_no_longer_squares_carries_no_board():
    graph = knight_graph("3x4")
    graph.add_edge((0, 0), "extra")
    assert TourProblem(graph).carried_board is None
    assert rows(adjacency(TourProblem(graph)))[-1] == [0]


def test_a_changed_knight_graph_is_taken_as_it_is():
    """An edge that is no knight's move stands last in its row; a removed one does not come back."""
    graph = knight_graph("3x4")
    graph.add_edge((0, 0), (0, 1))
    graph.remove_edge((0, 0), (2, 1))
    assert rows(adjacency(TourProblem(graph)))[0] == [6, 1]


def test_loops_and_parallel_edges_do_not_matter():
    graph = networkx.MultiGraph([(0, 1), (0, 1), (1, 2), (2, 2)])
    moves = adjacency(TourProblem(graph))
    assert rows(moves) == [[1], [0, 2], [1]]
    assert moves.degrees.tolist() == [1, 2, 1]


def test_rows_of_a_graph_stand_in_its_own_order():
    graph = networkx.Graph()
    graph.add_nodes_from("abcd")
    graph.add_edges_from([("a", "d"), ("a", "b"), ("a", "c")])
    assert rows(adjacency(TourProblem(graph)))[0] == [3, 1, 2]


def test_a_digraph_keeps_its_directions():
    moves = adjacency(TourProblem(networkx.DiGraph([(0, 1), (1, 2), (2, 1)])))
    assert moves.directed
    assert rows(moves) == [[1], [2], [1]]
    assert rows(moves.reverse) == [[], [0, 2], [1]]


def test_the_reverse_of_an_undirected_adjacency_is_itself():
    moves = adjacency(TourProblem("3x4"))
    assert moves.reverse is moves


def test_forbidden_moves_are_left_out_both_ways():
    moves = adjacency(TourProblem("3x4", forbidden=[((0, 0), (1, 2))]))
    plain = adjacency(TourProblem("3x4"))
    assert set(arcs_of(plain)) - set(arcs_of(moves)) == {(0, 6), (6, 0)}


def test_in_a_digraph_a_forbidden_move_goes_one_way_only():
    graph = networkx.DiGraph([(0, 1), (1, 0)])
    assert rows(adjacency(TourProblem(graph, forbidden=[(0, 1)]))) == [[], [0]]


def test_arrays_are_32_bit_and_have_the_known_number_of_moves():
    """An m x n board has 4(m - 1)(n - 2) + 4(m - 2)(n - 1) directed knight moves: 336 on 8x8."""
    moves = adjacency(TourProblem("8x8"))
    assert moves.indptr.dtype == moves.indices.dtype == np.int32
    assert len(moves.indices) == 336
    assert len(adjacency(TourProblem("1000x1000")).indices) == 8 * 999 * 998


def test_what_does_not_fit_in_memory_is_refused_before_it_is_taken():
    with pytest.raises(InputError, match=r"the moves of 1000x1000 would need [\d,]+ bytes"):
        adjacency(TourProblem("1000x1000"), memory=1000)
    with pytest.raises(InputError, match=r"networkx graph of 40000x40000 would need [\d,]+ bytes"):
        knight_graph("40000x40000")


@pytest.mark.parametrize(
    "problem",
    [
        TourProblem("3x4"),
        TourProblem(Board((3, 4), wrap="both", holes=["a1"])),
        TourProblem(knight_graph("3x4")),
        TourProblem(networkx.path_graph(1)),
        TourProblem(networkx.complete_graph(3, networkx.DiGraph), "closed"),
    ],
    ids=str,
)
@pytest.mark.parametrize("forbidden_too", [False, True])
def test_no_moves_are_built_once_the_time_is_up(problem, forbidden_too):
    with pytest.raises(TimeoutError, match="while the moves were built"):
        adjacency(problem, deadline=Deadline(0), forbidden_too=forbidden_too)
    assert len(adjacency(problem, deadline=Deadline(1000))) == len(problem)
