"""Orders of the vertices: the widths of their frontiers, by the definition."""

from __future__ import annotations

import networkx as nx
import pytest

from knight_models.core.board import Board
from knight_models.core.problem import TourProblem
from knight_models.engine.frontier.cycles import tour_cycles
from knight_models.engine.frontier.orders import best_orders, board_orders, frontier_sizes
from knight_models.engine.frontier.sweep import sweep
from knight_models.engine.moves import adjacency


def rows_of(problem: TourProblem) -> list[list[int]]:
    moves = adjacency(problem)
    return [moves.row(vertex).tolist() for vertex in range(len(moves))]


@pytest.mark.parametrize("text", ["1x1", "2x3", "5x6", "3x10", "7x7", "3x3x3", "6x6"])
def test_each_order_has_each_vertex_once(text):
    problem = TourProblem(text)
    orders = best_orders(rows_of(problem), board_orders(problem.board))
    assert all(sorted(order) == list(range(len(problem))) for order in orders)
    assert len({tuple(order) for order in orders}) == len(orders)


@pytest.mark.parametrize(
    ("text", "width"), [("3x12", 6), ("4x9", 8), ("5x8", 10), ("6x9", 12), ("8x8", 16)]
)
def test_boards_of_a_knight_need_two_rows_along_the_shorter_side(text, width):
    rows, columns = map(int, text.split("x"))
    widths = []
    for board in (Board((rows, columns)), Board((columns, rows))):
        problem = TourProblem(board)
        joined = [set(row) for row in rows_of(problem)]
        widths.append(max(frontier_sizes(joined, best_orders(rows_of(problem), board_orders(board))[0])))
    assert widths[0] == widths[1] <= width


def test_the_frontier_by_the_definition():
    graph = nx.gnp_random_graph(12, 0.3, seed=4)
    joined = [set(graph[vertex]) for vertex in graph]
    order = best_orders([sorted(row) for row in joined])[0]
    by_definition = [
        len({later for later in order[k + 1 :] if joined[later] & set(order[: k + 1])}) for k in range(12)
    ]
    assert frontier_sizes(joined, order) == by_definition
    problem = TourProblem(graph, "closed")
    swept = sweep(tour_cycles(problem, adjacency(problem)).graph, order)
    assert [len(step.used) for step in swept.steps] == by_definition


@pytest.mark.parametrize(
    ("graph", "width"),
    [
        (nx.path_graph(50), 1),
        (nx.cycle_graph(50), 2),
        (nx.grid_2d_graph(4, 20), 4),
        (nx.ladder_graph(30), 2),
    ],
    ids=["path", "cycle", "grid", "ladder"],
)
def test_narrow_graphs_have_narrow_orders(graph, width):
    joined = [set(row) for row in rows_of(TourProblem(graph))]
    assert max(frontier_sizes(joined, best_orders(joined)[0])) == width


def test_no_slot_has_two_vertices_at_a_time():
    problem = TourProblem("5x6")
    cycles = tour_cycles(problem, adjacency(problem))
    swept = sweep(cycles.graph, cycles.order(best_orders(rows_of(problem), board_orders(problem.board))[0]))
    for step in swept.steps:
        assert len(set(step.used)) == len(step.used)
        assert all(0 <= slot < swept.slots for slot in step.used)
    assert swept.steps[-1].used == ()
