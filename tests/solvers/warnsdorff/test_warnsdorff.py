"""Warnsdorff's rule and each rule for ties, held against a slow walk in plain Python.

The reference is written from the definitions: it counts the unvisited neighbours of every candidate anew
at every step, over sets, and knows nothing of kernels, padded boards or vertex arrays.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import networkx
import pytest
import reference
from facts import facts
from rows import MOVES, Rows, rows_of_board, rows_of_graph

from knight_models.core.board import Board
from knight_models.core.errors import OptionError, UnsupportedError
from knight_models.core.problem import TourProblem
from knight_models.core.result import SolveResult, Status
from knight_models.engine.moves import knight_graph
from knight_models.solvers.warnsdorff import Warnsdorff
from knight_models.tasks.solve import solve


class Walk:
    """A walk under way: the path, and what the rules ask of a candidate."""

    def __init__(self, rows: Rows, start: Any, centre: Sequence[float] = ()) -> None:
        self.rows, self.path, self.centre = rows, [start], centre
        self.number = {vertex: number for number, vertex in enumerate(rows)}

    def free(self, vertex: Any) -> list[Any]:
        """The unvisited vertices that a move leads to."""
        return [other for other in self.rows[vertex] if other not in self.path]

    def onward(self, vertex: Any) -> int:
        return len(self.free(vertex))

    def pohl(self, vertex: Any) -> int:
        """The onward moves of all that could follow a candidate."""
        return sum(self.onward(other) for other in self.free(vertex))

    def index(self, vertex: Any) -> int:
        return self.number[vertex]

    def roth(self, vertex: Any) -> float:
        """The farthest from the centre comes first."""
        return -sum((place - middle) ** 2 for place, middle in zip(vertex, self.centre, strict=True))

    def choose(self, rules: Sequence[str]) -> list[Any]:
        """The candidates that are left after all rules, in move order."""
        left = self.free(self.path[-1])
        for rule in ("onward", *rules):
            score: Callable[[Any], float] = getattr(self, rule)
            left = [vertex for vertex in left if score(vertex) == min(map(score, left))]
        return left


def walked(rows: Rows, start: Any, rules: Sequence[str] = (), centre: Sequence[float] = ()) -> list[Any]:
    """The whole walk; what the rules leave is decided by the move order."""
    walk = Walk(rows, start, centre)
    while left := walk.choose(rules):
        walk.path.append(left[0])
    return walk.path


def centre_of(board: Board) -> list[float]:
    return [(side - 1) / 2 for side in board.shape]


def path_of(result: SolveResult) -> list[Any]:
    """The walk of an answer, found or not."""
    walk = result.tour or result.walk
    assert walk is not None
    return walk.squares


def expect_walk(problem: TourProblem, options: str, right: list[Any]) -> None:
    """The very walk of the reference; it is an open tour just if it visits everything."""
    result = solve(problem, f"warnsdorff:{options}", seconds=60)
    assert path_of(result) == right
    assert result.found is (len(right) == len(problem))
    assert result.statistics.steps == len(right)
    assert result.statistics.counters["longest"] == len(right)


FLAT = [
    Board((5, 5)),
    Board((6, 7)),
    Board((8, 8)),
    Board((3, 10)),
    Board((7, 7), holes=[(3, 3), (0, 6), (5, 1)]),
    Board((9, 6), holes=[(8, 0)]),
]
CHAINS = ["move-order", "index", "pohl", "roth", "pohl+index", "roth+index", "pohl+roth", "roth+pohl+index"]


def rules_of(chain: str) -> list[str]:
    return [name for name in chain.split("+") if name != "move-order"]


@pytest.mark.parametrize("chain", CHAINS)
@pytest.mark.parametrize("board", FLAT, ids=str)
def test_a_walk_over_a_board_is_that_of_the_rule(board, chain):
    rows = rows_of_board(board)
    for start in list(board)[::3]:
        right = walked(rows, start, rules_of(chain), centre_of(board))
        expect_walk(TourProblem(board, start=start), f"ties={chain}", right)


@pytest.mark.parametrize("chain", CHAINS)
def test_a_walk_over_the_graph_of_a_board_is_that_of_the_rule(chain):
    """The graph has the moves of the board in the same order, and its centre, but another kernel walks."""
    board = Board((7, 6))
    rows = rows_of_board(board)
    for start in list(board)[::3]:
        right = walked(rows, start, rules_of(chain), centre_of(board))
        expect_walk(TourProblem(knight_graph(board), start=start), f"ties={chain}", right)


@pytest.mark.parametrize("order", ["87654321", "13572468", "43218765"])
@pytest.mark.parametrize("chain", ["move-order", "pohl", "roth"])
def test_ties_that_are_left_are_broken_by_the_move_order(chain, order):
    board = Board((8, 8))
    rows = rows_of_board(board, order)
    for problem in (TourProblem(board, start="d4"), TourProblem(knight_graph(board), start=(4, 3))):
        right = walked(rows, (4, 3), rules_of(chain), centre_of(board))
        expect_walk(problem, f"ties={chain},move_order={order}", right)


def random_graphs(directed: bool) -> list[Any]:
    return [
        networkx.gnp_random_graph(14, share, seed=seed, directed=directed)
        for seed, share in enumerate((0.25, 0.3, 0.35, 0.5, 0.7, 0.9))
    ]


@pytest.mark.parametrize("chain", ["move-order", "index", "pohl", "pohl+index"])
@pytest.mark.parametrize("directed", [False, True], ids=["undirected", "directed"])
def test_a_walk_over_a_graph_is_that_of_the_rule(directed, chain):
    """Without a board the move order is the order in which the graph lists its neighbours."""
    for graph in random_graphs(directed):
        for start in graph:
            right = walked(rows_of_graph(graph), start, rules_of(chain))
            expect_walk(TourProblem(graph, start=start), f"ties={chain}", right)


def test_pohl_looks_one_level_further():
    """From 0 both 1 and 2 have two moves on; those after 1 have three together, those after 2 four."""
    graph = networkx.Graph([(0, 2), (0, 1)])
    graph.add_edges_from([(1, 3), (1, 4), (3, 5), (3, 1)])
    graph.add_edges_from([(2, 6), (2, 7), (6, 8), (7, 8)])
    problem = TourProblem(graph, start=0)
    plain, pohl = (path_of(solve(problem, f"warnsdorff:ties={ties}")) for ties in ("move-order", "pohl"))
    assert plain[:2] == [0, 2]
    assert pohl[:2] == [0, 1]


def test_index_goes_to_the_lowest_number():
    graph = networkx.empty_graph(4)
    graph.add_edges_from([(0, 3), (0, 1), (0, 2), (3, 1), (1, 2), (2, 3)])
    problem = TourProblem(graph, start=0)
    assert path_of(solve(problem, "warnsdorff:ties=move-order"))[:2] == [0, 3]
    assert path_of(solve(problem, "warnsdorff:ties=index")) == [0, 1, 2, 3]


def test_roth_goes_to_the_farthest_from_the_centre():
    """Of the eight squares a move from the middle of 5x5 all are alike; from d5 of 9x9 they are not."""
    board = Board((9, 9), holes=[(0, 0)])
    for start in board:
        walk = Walk(rows_of_board(board), start, centre_of(board))
        second = path_of(solve(TourProblem(board, start=start), "warnsdorff:ties=roth"))[1]
        farthest = min(walk.roth(vertex) for vertex in walk.choose([]))
        assert second in walk.choose([])
        assert walk.roth(second) == farthest


@pytest.mark.parametrize("space", [Board((6, 6)), knight_graph("6x6")], ids=["board", "graph"])
def test_random_keeps_the_rule_and_breaks_ties_at_random(space):
    """Every step goes to one of those with the fewest moves on; the same seed goes the same way."""
    rows = rows_of_board(Board((6, 6)))
    problem = TourProblem(space, start=(0, 0))
    walks = [path_of(solve(problem, "warnsdorff:ties=random", seed=seed)) for seed in range(40)]
    for path in walks:
        for depth, (_, following) in enumerate(pairwise(path), start=1):
            walk = Walk(rows, (0, 0))
            walk.path = path[:depth]
            assert following in walk.choose([])
        walk.path = path
        assert not walk.choose([])
    assert [path_of(solve(problem, "warnsdorff:ties=random", seed=7))] == [walks[7]]
    assert len(set(map(tuple, walks))) > 10


@pytest.mark.parametrize("space", [Board((5, 5)), knight_graph("5x5")], ids=["board", "graph"])
def test_random_prefers_none_of_the_tied(space):
    """From the middle of 5x5 eight squares are alike: of 400 walks each gets 50, give or take 7."""
    problem = TourProblem(space, start=(2, 2))
    seconds = [path_of(solve(problem, "warnsdorff:ties=random", seed=seed))[1] for seed in range(400)]
    assert len(set(seconds)) == 8
    assert all(20 < seconds.count(square) < 80 for square in set(seconds))


def test_further_walks_begin_anywhere_and_find_what_the_first_one_misses():
    """The first walk begins at vertex 0, here the middle of a path of three; a further one at an end."""
    middle = TourProblem(networkx.star_graph(2))
    assert solve(middle, "warnsdorff").status is Status.UNKNOWN
    assert solve(middle, "warnsdorff:restarts=50").found


# ---- Squirrel & Cull ------------------------------------------------------------------------------

TOLD = facts("tie_breaking.json")["squirrel_cull"]["by_m_mod_8"]


def value(formula: str, m: int) -> int:
    """What a formula of the list such as `(m+9)/2` is for a side m."""
    if " if " in formula:
        one, other = re.fullmatch(r"(.*) if m mod 16 = 5, else (.*)", formula).groups()  # type: ignore[union-attr]  # the list is in the repository
        return value(one if m % 16 == 5 else other, m)
    parts = re.fullmatch(r"\(?(m?)([-+]?\d+)?\)?(?:/(\d+))?", formula)
    assert parts is not None, formula
    whole = (m if parts[1] else 0) + int(parts[2] or 0)
    assert whole % int(parts[3] or 1) == 0, formula
    return whole // int(parts[3] or 1)


def squirrel_cull(m: int) -> list[Any]:
    """The walk by the published list: at the square of an entry the next entry takes over."""
    squares = {(row, column) for row in range(1, m + 1) for column in range(1, m + 1)}
    legs = [(order, tuple(value(part, m) for part in place)) for order, *place in TOLD[str(m % 8)]]
    path, left = [(1, 1)], squares - {(1, 1)}

    def free(square: tuple[int, int]) -> list[tuple[int, int]]:
        places = [(square[0] + rise, square[1] + shift) for rise, shift in MOVES]
        return [place for place in places if place in left]

    while True:
        vectors = [MOVES[int(digit) - 1] for digit in legs[0][0]]
        places = [(path[-1][0] + rise, path[-1][1] + shift) for rise, shift in vectors]
        candidates = [place for place in places if place in left]
        if not candidates:
            return [(row - 1, column - 1) for row, column in path]
        chosen = min(candidates, key=lambda square: len(free(square)))
        path.append(chosen)
        left.remove(chosen)
        if chosen == legs[0][1]:
            legs.pop(0)


@pytest.mark.parametrize("m", [*range(5, 29), 37, 74])
def test_squirrel_cull_is_the_published_walk(m):
    """It is a tour for every side from 5 on but 74 (published: up to 610)."""
    right = squirrel_cull(m)
    assert (len(right) == m * m) is (m != 74)
    expect_walk(TourProblem(Board((m, m)), start=(0, 0)), "ties=squirrel-cull", right)


@pytest.mark.parametrize(
    ("problem", "says"),
    [
        (TourProblem(networkx.path_graph(3)), "knights on square boards"),
        (TourProblem("4x4x4"), "knights on square boards"),
        (TourProblem(Board((6, 6), leap=(1, 3))), "knights on square boards"),
        (TourProblem("5x6"), "square boards without holes or wrap"),
        (TourProblem(Board((6, 6), holes=[(3, 3)])), "square boards without holes or wrap"),
        (TourProblem(Board((6, 6), wrap="both")), "square boards without holes or wrap"),
        (TourProblem("6x6", start="b1"), "top-left corner"),
        (TourProblem("6x6", end="b1"), "no end, no required and no forbidden"),
        (TourProblem("6x6", required=[("a1", "b3")]), "no end, no required and no forbidden"),
        (TourProblem("6x6", forbidden=[("a1", "b3")]), "no end, no required and no forbidden"),
    ],
)
def test_squirrel_cull_is_refused_where_its_list_says_nothing(problem, says):
    with pytest.raises(UnsupportedError, match=says):
        solve(problem, "warnsdorff:ties=squirrel-cull")


def test_squirrel_cull_brings_its_own_move_orders():
    with pytest.raises(OptionError, match="brings its own move orders"):
        Warnsdorff(ties="squirrel-cull", move_order="21345678")


# ---- required moves and ends ----------------------------------------------------------------------


@pytest.mark.parametrize("directed", [False, True], ids=["undirected", "directed"])
def test_a_walk_keeps_ends_and_required_moves(directed):
    """On complete graphs no walk can fail but by its rules: it keeps the end and uses the required move."""
    graph = networkx.complete_graph(6, networkx.DiGraph if directed else networkx.Graph)
    for kind, details in (
        ("open", {"start": 2, "end": 4}),
        ("open", {"end": 0}),
        ("open", {"start": 5, "required": [(5, 3)]}),
        ("closed", {"start": 3, "required": [(3, 1)]}),
        ("closed", {"required": [(0, 5)]}),
    ):
        problem = TourProblem(graph, kind, **details)
        result = solve(problem, "warnsdorff:ties=pohl,restarts=200")
        assert result.found, problem
        assert reference.judge(problem, path_of(result))


@pytest.mark.parametrize("restarts", [0, 1, 5, 1500])
def test_all_walks_are_counted(restarts):
    """On a star a walk has two or three vertices, so that none is a tour."""
    result = solve(networkx.star_graph(3), f"warnsdorff:restarts={restarts}")
    took = result.statistics
    assert (result.status, took.restarts) == (Status.UNKNOWN, restarts)
    assert 2 * (restarts + 1) <= took.steps <= 3 * (restarts + 1)
    assert took.backtracks == took.steps - len(result.walk) == took.steps - took.counters["longest"]
    limited = solve(networkx.star_graph(3), f"warnsdorff:restarts={restarts}", steps=took.steps // 2)
    assert (limited.reason, limited.statistics.steps) == ("step limit", took.steps // 2)
