"""Depth-first search: the order of its candidates against plain recursion, and the closing step."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import networkx
import pytest
import reference
from rows import Rows, rows_of_board, rows_of_graph

from knight_models.core.board import Board
from knight_models.core.limits import Limits
from knight_models.core.problem import TourProblem
from knight_models.engine.moves import knight_graph
from knight_models.engine.run import Run
from knight_models.solvers.depth_first import DepthFirst, _Search
from knight_models.tasks.listing import iter_tours
from knight_models.tasks.solve import solve
from knight_models.tasks.trace import trace_search

ORDERINGS = ("fixed", "static", "dynamic")
ORDERS = ("12345678", "65432187", "13572468")


class Recursion:
    """The search by its definition; `placed` and `taken_back` count as it goes."""

    def __init__(self, problem: TourProblem, rows: Rows, ordering: str) -> None:
        self.problem, self.rows, self.ordering = problem, rows, ordering
        self.placed = self.taken_back = 0

    def tours(self) -> Iterator[list[Any]]:
        """Every tour in the order of the search, in both directions."""
        start = self.problem.start
        starts = list(self.rows) if start is None else [start]
        for first in starts[:1] if self.problem.closed else starts:
            yield from self._extend([first])

    def _extend(self, path: list[Any]) -> Iterator[list[Any]]:
        self.placed += 1
        if len(path) == len(self.rows) and reference.judge(self.problem, path):
            yield path
        last = len(path) + 1 == len(self.rows)
        left = [vertex for vertex in self.rows[path[-1]] if vertex not in path]
        left = [vertex for vertex in left if last or vertex != self.problem.end]
        for vertex in sorted(left, key=lambda vertex: self._key(vertex, path)):
            yield from self._extend([*path, vertex])
        self.taken_back += 1

    def _key(self, vertex: Any, path: list[Any]) -> int:
        """What makes a candidate come first; equals stay in the order of their row."""
        onward = self.rows[vertex]
        if self.ordering == "dynamic":
            return sum(other not in path for other in onward)
        return len(onward) if self.ordering == "static" else 0


def by_index(rows: Rows) -> Rows:
    number = {vertex: place for place, vertex in enumerate(rows)}
    return {vertex: sorted(row, key=number.__getitem__) for vertex, row in rows.items()}


def expect_listing(problem: TourProblem, solver: DepthFirst, rows: Rows) -> None:
    """The very list of the recursion, in its order, by as many steps."""
    recursion = Recursion(problem, rows, solver.ordering)
    right = list(recursion.tours())
    stream = iter_tours(problem, solver, directed=True)
    assert [tour.squares for tour in stream] == right
    assert stream.end is not None
    assert stream.end.complete
    took = stream.end.statistics
    assert (took.steps, took.backtracks) == (recursion.placed, recursion.taken_back)
    pruned = iter_tours(
        problem,
        DepthFirst(solver.ordering, solver.ties, solver.move_order, prune=True),
        directed=True,
    )
    assert [tour.squares for tour in pruned] == right
    assert pruned.end.statistics.steps <= recursion.placed


ASKED: list[dict[str, Any]] = [
    {},
    {"start": "a3"},
    {"start": "a2", "end": "d2"},
    {"start": "a1", "kind": "strictly-open"},
]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("ordering", ORDERINGS)
@pytest.mark.parametrize("asked", ASKED, ids=str)
def test_the_tours_of_a_board_come_in_the_order_of_the_recursion(asked, ordering, order):
    problem = TourProblem("3x4", **asked)
    rows = rows_of_board(Board((3, 4)), order)
    expect_listing(problem, DepthFirst(ordering, move_order=order), rows)


@pytest.mark.parametrize("ordering", ORDERINGS)
@pytest.mark.parametrize("asked", ASKED, ids=str)
def test_by_index_the_lowest_vertex_comes_first(asked, ordering):
    problem = TourProblem("3x4", **asked)
    expect_listing(problem, DepthFirst(ordering, "index"), by_index(rows_of_board(Board((3, 4)))))


@pytest.mark.parametrize("ties", ["move-order", "index"])
@pytest.mark.parametrize("ordering", ORDERINGS)
@pytest.mark.parametrize("directed", [False, True], ids=["undirected", "directed"])
@pytest.mark.parametrize("kind", ["open", "closed", "strictly-open"])
def test_the_tours_of_a_graph_come_in_the_order_of_the_recursion(kind, directed, ordering, ties):
    """A cycle that is shuffled, so that rows differ from the order of numbers, and random moves."""
    for seed in range(3):
        graph = networkx.gnp_random_graph(7, 0.35, seed=seed, directed=directed)
        networkx.add_cycle(graph, [3, 0, 5, 2, 6, 1, 4])
        rows = rows_of_graph(graph)
        for details in ({}, {"start": 5}):
            problem = TourProblem(graph, kind, **details)
            expect_listing(problem, DepthFirst(ordering, ties), by_index(rows) if ties == "index" else rows)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("ordering", ORDERINGS)
@pytest.mark.parametrize("space", ["5x5", "graph of 5x5"])
def test_the_first_tour_of_a_larger_board_is_that_of_the_recursion(space, ordering, order):
    board = Board((5, 5))
    problem = TourProblem(board if space == "5x5" else knight_graph(board), start=(2, 2))
    recursion = Recursion(problem, rows_of_board(board, order), ordering)
    (first,) = islice(recursion.tours(), 1)
    result = solve(problem, DepthFirst(ordering, move_order=order))
    assert result.tour is not None
    assert result.tour.squares == first
    took = result.statistics
    assert (took.steps, took.backtracks) == (recursion.placed, recursion.taken_back)


@pytest.mark.parametrize(("ordering", "second"), [("fixed", 1), ("static", 2), ("dynamic", 3)])
def test_each_ordering_has_its_own_second_vertex(ordering, second):
    """From 0 the row is 1, 2, 3: they have 3, 2 and 2 moves on, and 3, 2 and 1 to unvisited vertices."""
    graph = networkx.empty_graph(5, networkx.DiGraph)
    graph.add_edges_from([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 0), (3, 4)])
    trace = trace_search(TourProblem(graph, start=0), DepthFirst(ordering))
    assert trace.events[:2].tolist() == [0, second]


@pytest.mark.parametrize("move", [(0, 3), (1, 2)])
def test_a_required_move_may_close_the_tour(move):
    """Of the three tours of K4 two use an edge, at the start or at the closing step."""
    problem = TourProblem(networkx.complete_graph(4), kind="closed", required=[move])
    stream = iter_tours(problem, "depth-first")
    listed = {reference.identity_of(problem, tour.squares) for tour in stream}
    assert stream.count == 2
    assert listed == set(reference.tours_of(problem))


@pytest.mark.parametrize("ordering", ["dynamic", "static", "fixed"])
@pytest.mark.parametrize("prune", [False, True])
@pytest.mark.parametrize(
    "problem",
    [
        TourProblem("3x4", start="a1"),
        TourProblem(networkx.petersen_graph(), start=0, end=3, required=[(3, 4)]),
        TourProblem(networkx.dodecahedral_graph(), "closed", forbidden=[(0, 1)]),
        TourProblem("3x4", given={"a1": 1, "d2": 12}),
        TourProblem("3x5", given={"a1": 1}),
    ],
    ids=str,
)
def test_a_search_that_was_stopped_by_its_limit_can_go_on(problem, prune, ordering):
    """LIMIT means that the next step is still to be taken: with more allowed, the search is the same."""
    solver = DepthFirst(ordering=ordering, prune=prune)
    whole = _Search(solver, Run(problem))
    right = [order.tolist() for order in whole.orders()]
    total = whole._state.steps
    for steps in sorted({0, 1, 2, 3, 5, 8, 13, total // 2, total - 1} & set(range(total))):
        search = _Search(solver, Run(problem, Limits(steps=steps)))
        found = [order.tolist() for order in search.orders()]
        for more in (steps + 1, steps + 4, -1):
            if search.stopped_by is not None:
                assert search.stopped_by == "step limit"
                search.stopped_by, search._state.max_steps = None, more
                found += [order.tolist() for order in search._orders_from_here()]
        assert search.stopped_by is None
        assert found == right
        assert (search._state.steps, search._state.backtracks) == (total, whole._state.backtracks)
        assert search._state.deepest == whole._state.deepest


class Pruned:
    """The search with pruning, by plain recursion in the order of the vertices, and what it takes."""

    def __init__(self, graph: Any, kind: str, start: int, end: int | None) -> None:
        self.graph, self.kind, self.end = graph, kind, end
        self.steps = self.backtracks = self.pruned = 0
        self.found = self.extend([start])

    def stranded(self, path: list[int]) -> bool:
        """Whether more unvisited vertices cannot be passed through than may be the end."""
        left = set(self.graph) - set(path)
        supply = {
            vertex: len(left & set(self.graph[vertex]))
            + (self.kind == "closed" and self.graph.has_edge(vertex, path[0]))
            + (vertex == self.end)
            for vertex in left
        }
        last = [v for v in left if supply[v] == 1 and not self.graph.has_edge(v, path[-1])]
        free = 1 if self.kind != "closed" and self.end is None else 0
        return 0 in supply.values() or len(last) > free

    def extend(self, path: list[int]) -> bool:
        self.steps += 1
        count = len(self.graph)
        if len(path) == count:
            if self.kind == "open" or self.graph.has_edge(path[-1], path[0]) is (self.kind == "closed"):
                return True
        elif count - len(path) >= 2 and self.stranded(path):
            self.pruned += 1
        else:
            for vertex in sorted(self.graph[path[-1]]):
                allowed = vertex not in path and (vertex != self.end or len(path) + 1 == count)
                if allowed and self.extend([*path, vertex]):
                    return True
        self.backtracks += 1
        return False


@pytest.mark.parametrize("kind", ["open", "closed", "strictly-open"])
@pytest.mark.parametrize("seed", range(12))
def test_pruning_gives_up_just_the_branches_that_strand_a_vertex(seed, kind):
    graph = networkx.gnm_random_graph(9, 9 + seed, seed=seed)
    for end in (None, 5) if kind != "closed" else (None,):
        right = Pruned(graph, kind, 0, end)
        problem = TourProblem(graph, kind, start=0, end=end)
        result = solve(problem, "depth-first:ordering=fixed,ties=index,prune=on")
        taken = result.statistics
        assert result.found is right.found
        assert (taken.steps, taken.backtracks) == (right.steps, right.backtracks), (problem, right.pruned)
        assert taken.counters["pruned"] == right.pruned
