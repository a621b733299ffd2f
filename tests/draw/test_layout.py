"""Where vertices lie: no two in one place, all inside, boards as grids, graphs by their positions."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knight_models import Board, TourProblem, knight_graph
from knight_models.core.errors import OptionError, TooLargeError
from knight_models.draw.layout import MARGIN, SIDE, board_layout, clearance, layout_of
from knight_models.draw.style import disc_in


@given(st.lists(st.integers(1, 5), min_size=1, max_size=5), st.data())
@settings(max_examples=80)
def test_squares_of_any_board_lie_apart_and_inside(shape: list[int], data: st.DataObject) -> None:
    cells = int(np.prod(shape))
    numbers = data.draw(st.sets(st.integers(0, cells - 1), max_size=cells - 1))
    holes = [tuple(map(int, np.unravel_index(number, shape))) for number in numbers]
    layout = board_layout(Board(tuple(shape), holes=holes))
    places = layout.places
    assert len({tuple(place) for place in places.tolist()}) == cells - len(holes)
    assert (places >= SIDE / 2 + MARGIN).all()
    assert (places <= np.array([layout.width, layout.height]) - SIDE / 2 - MARGIN).all()


def test_rows_go_down_and_columns_to_the_right() -> None:
    board = Board.parse("3x4")
    layout = board_layout(board)
    a1, b1, a2 = (layout.places[board.index(name)] for name in ("a1", "b1", "a2"))
    assert (b1 - a1).tolist() == [SIDE, 0]
    assert (a2 - a1).tolist() == [0, -SIDE]


@pytest.mark.parametrize(
    ("shape", "rows"), [((4, 4, 4), 1), ((3, 3, 3, 3), 3), ((16, 2, 2), 4), ((6, 2, 2), 1)]
)
def test_layers_stand_in_rows(shape: tuple[int, ...], rows: int) -> None:
    frames = board_layout(Board(shape)).frames
    assert len({frame.top for frame in frames}) == rows
    for number, frame in enumerate(frames):
        for other in frames[:number]:
            apart = (
                frame.left >= other.right
                or other.left >= frame.right
                or frame.top >= other.bottom
                or other.top >= frame.bottom
            )
            assert apart


def test_positions_of_a_graph_are_kept_with_y_upwards() -> None:
    graph = nx.Graph()
    for label, pos in {"low left": (0, 0), "high": (1, 2), "right": (2, 0)}.items():
        graph.add_node(label, pos=pos)
    low, high, right = layout_of(TourProblem(graph)).places
    assert low[1] == right[1] > high[1]
    assert high[0] - low[0] == pytest.approx(right[0] - high[0])
    assert (low[1] - high[1]) / (right[0] - low[0]) == pytest.approx(1, abs=0.01)


@pytest.mark.parametrize("pos", [None, (1,), (1, 2, 3), "ab", (float("nan"), 0), (float("inf"), 0), 5])
def test_positions_that_are_none_are_not_used(pos: object) -> None:
    graph = nx.path_graph(3)
    nx.set_node_attributes(graph, {0: (0, 0), 1: (1, 1), 2: pos}, "pos")
    assert np.isfinite(layout_of(TourProblem(graph)).places).all()
    with pytest.raises(OptionError, match="two numbers"):
        layout_of(TourProblem(graph), "pos")


def test_coincident_vertices_leave_room_for_the_others() -> None:
    graph = nx.path_graph(4)
    nx.set_node_attributes(graph, {0: (0, 0), 1: (0, 0), 2: (1, 0), 3: (0, 1)}, "pos")
    assert layout_of(TourProblem(graph)).radius == SIDE / 2


def test_the_direction_and_the_weights_of_moves_do_not_pull() -> None:
    ways = nx.gnp_random_graph(12, 0.3, seed=3, directed=True)
    nx.set_edge_attributes(ways, 1e9, "weight")
    expected = layout_of(TourProblem(nx.Graph(nx.Graph(ways).edges())))
    assert layout_of(TourProblem(ways)).width > 0
    assert layout_of(TourProblem(ways)).radius >= 0.5 * expected.radius


def test_layouts_that_do_not_fit_are_refused() -> None:
    with pytest.raises(OptionError, match="not planar"):
        layout_of(TourProblem(nx.complete_graph(5)), "planar")
    with pytest.raises(OptionError, match="at most 400"):
        layout_of(TourProblem(nx.empty_graph(401)), "spring")
    with pytest.raises(OptionError, match="did you mean 'spring'"):
        layout_of(TourProblem(nx.path_graph(3)), "sprong")
    with pytest.raises(OptionError, match="board has its squares"):
        layout_of(TourProblem("5x5"), "spring")
    with pytest.raises(TooLargeError, match="2,000 layers"):
        board_layout(Board((2001, 1, 1)))


def test_the_graph_of_a_board_lies_as_the_board() -> None:
    board = Board((4, 5), holes={(1, 1)})
    whole = board_layout(board)
    assert layout_of(TourProblem(knight_graph(board))).places.tolist() == whole.places.tolist()
    assert layout_of(TourProblem(knight_graph(board)), "circular").board is None


@pytest.mark.parametrize("count", [1, 2, 3, 100, 1000])
def test_many_vertices_get_a_larger_picture(count: int) -> None:
    layout = layout_of(TourProblem(nx.empty_graph(count)))
    assert layout.places.shape == (count, 2)
    assert layout.width <= 60 * 3 * (count**0.5 + 2) + 200


def test_a_part_of_the_graph_of_a_board_keeps_its_squares_and_has_holes() -> None:
    """Vertices in any order, two of them missing: places and coordinates are those of their squares."""
    whole = knight_graph("4x5")
    graph = nx.Graph(board=Board((4, 5)))
    graph.add_nodes_from(square for square in reversed(list(whole)) if square not in {(0, 1), (2, 2)})
    layout = layout_of(TourProblem(graph))
    corner = MARGIN + SIDE / 2
    expected = [[corner + column * SIDE, corner + row * SIDE] for row, column in graph]
    assert layout.places.tolist() == expected
    assert layout.axes(np.arange(len(graph))).T.tolist() == list(map(list, graph))
    assert layout.board is not None
    assert layout.board.holes == {(0, 1), (2, 2)}


def test_the_layers_of_four_axes_stand_in_rows_of_the_second_axis() -> None:
    frames = board_layout(Board((2, 3, 4, 5))).frames
    places = [
        [(frames[3 * row + column].left, frames[3 * row + column].top) for column in range(3)]
        for row in (0, 1)
    ]
    for row in (0, 1):
        assert len({top for _, top in places[row]}) == 1
        assert [left for left, _ in places[row]] == sorted({left for left, _ in places[0]})
    assert places[0][0][1] < places[1][0][1]


def test_a_vertex_very_near_to_another_one_leaves_all_of_them_visible() -> None:
    graph = nx.random_geometric_graph(100, 0.2, seed=1)
    places = [*nx.get_node_attributes(graph, "pos").values()]
    graph.nodes[0]["pos"] = [places[1][0] + 1e-4, places[1][1]]
    layout = layout_of(TourProblem(graph))
    pixels = 960 / max(layout.width, layout.height)
    assert disc_in(layout.radius) * pixels > 3


def test_springs_keep_vertices_off_the_edges_of_others() -> None:
    """A vertex on an edge that is not its own reads as an end of that edge."""
    for graph in (nx.petersen_graph(), nx.dodecahedral_graph(), nx.cubical_graph(), nx.complete_graph(5)):
        layout = layout_of(TourProblem(graph))
        gap = clearance(layout.places, list(graph.edges())) * float(np.ptp(layout.places, axis=0).max())
        assert gap > disc_in(layout.radius), graph
        again = layout_of(TourProblem(graph.copy()))
        assert layout.places.tolist() == again.places.tolist()
