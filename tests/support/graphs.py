"""Random problems for the property tests: small boards and graphs, small enough for brute force."""

from __future__ import annotations

import random
from typing import Any

import networkx
from hypothesis import strategies as st

from knight_models.core.board import Board
from knight_models.core.errors import InputError
from knight_models.core.problem import TourProblem

KINDS = ["open", "closed", "strictly-open"]
LARGEST = 7


def generalized_petersen(outer: int) -> Any:
    """GP(outer, 2), the Petersen graph for 5: without a Hamiltonian cycle where `outer` leaves 5 over 6.

    G. N. Robertson, Graphs minimal under girth, valency and connectivity constraints, 1968.
    """
    graph = networkx.Graph()
    for place in range(outer):
        graph.add_edge(("outer", place), ("outer", (place + 1) % outer))
        graph.add_edge(("outer", place), ("inner", place))
        graph.add_edge(("inner", place), ("inner", (place + 2) % outer))
    return graph


@st.composite
def graphs(draw: st.DrawFn, directed: bool | None = None, largest: int = LARGEST) -> Any:
    """A graph with labels of mixed types, now and then with loops and parallel edges."""
    if directed is None:
        directed = draw(st.booleans())
    labels = draw(st.permutations([0, 1, "two", (3, 3), 4, "5", 6.5]))[: draw(st.integers(1, largest))]
    pairs = [(u, v) for u in labels for v in labels if directed or labels.index(u) <= labels.index(v)]
    share = draw(st.sampled_from([0.4, 0.6, 0.8, 1.0]))
    chosen = [pair for pair in pairs if draw(st.floats(0, 1)) <= share]
    multi = draw(st.booleans())
    graph: Any = {
        (False, False): networkx.Graph,
        (False, True): networkx.MultiGraph,
        (True, False): networkx.DiGraph,
        (True, True): networkx.MultiDiGraph,
    }[directed, multi]()
    graph.add_nodes_from(labels)
    graph.add_edges_from(chosen)
    if multi:
        graph.add_edges_from(chosen[:2])
    return graph


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """A board of at most 16 squares, with holes, leapers, wrap, and one to three axes."""
    shape = draw(
        st.sampled_from([(3, 4), (4, 3), (4, 4), (2, 5), (3, 5), (1, 7), (7,), (2, 2, 3), (2, 2, 2)])
    )
    leap = draw(st.sampled_from([(1, 2), (0, 1), (1, 1), (0, 2), (1, 3), "0,1+1,1", "1,2+0,3"]))
    wrap = draw(st.sets(st.sampled_from(range(len(shape)))))
    plain = Board(shape, leap)
    most = max(0, len(plain) - 10) if leap == (1, 2) and not wrap else len(plain) - 8
    numbers = st.integers(0, len(plain) - 1)
    fewest = 0 if leap == (1, 2) and not wrap else max(0, len(plain) - 9)
    holes = draw(st.sets(numbers, min_size=min(fewest, len(plain) - 1), max_size=max(fewest, most)))
    return Board(shape, leap, [plain.square(number) for number in holes], tuple(wrap))


@st.composite
def problems(draw: st.DrawFn) -> TourProblem:
    """A problem on such a board or graph, with ends, required and forbidden moves that it may have."""
    space = draw(st.one_of(boards(), graphs()))
    kind = draw(st.sampled_from(KINDS))
    plain = TourProblem(space, kind=kind)
    count, square = len(plain), plain.vertices.square
    details: dict[str, Any] = {}
    if draw(st.booleans()):
        details["start"] = square(draw(st.integers(0, count - 1)))
    if kind != "closed" and draw(st.booleans()):
        end = square(draw(st.integers(0, count - 1)))
        if end != details.get("start") or count == 1:
            details["end"] = end
    return _with_moves(draw, plain, details)


@st.composite
def dense_problems(draw: st.DrawFn, largest: int, numbered: bool = False) -> TourProblem:
    """A problem of a nearly complete graph, many of whose moves are required or forbidden.

    Where the details that are drawn make no sense together, it is the problem without them. With
    `numbered`, some vertices may be given their numbers.
    """
    count = draw(st.integers(1, largest))
    directed = draw(st.booleans())
    complete = networkx.complete_graph(count, networkx.DiGraph if directed else networkx.Graph)
    graph: Any = networkx.DiGraph() if directed else networkx.Graph()
    graph.add_nodes_from(range(count))
    graph.add_edges_from(edge for edge in complete.edges if draw(st.integers(0, 3)))
    kind: Any = draw(st.sampled_from(KINDS))
    vertex = st.none() | st.integers(0, count - 1)
    moves = [edge for edge in graph.edges if draw(st.integers(0, 3)) == 0]
    middle = draw(st.integers(0, len(moves)))
    details: dict[str, Any] = {
        "start": draw(vertex),
        "required": moves[:middle],
        "forbidden": moves[middle:],
    }
    details |= {} if kind == "closed" else {"end": draw(vertex)}
    if numbered and draw(st.booleans()):
        squares, numbers = draw(st.permutations(range(count))), draw(st.permutations(range(1, count + 1)))
        most = draw(st.integers(1, (count + 1) // 2))
        details["given"] = dict(list(zip(squares, numbers, strict=True))[:most])
    try:
        return TourProblem(graph, kind, **details)
    except InputError:
        return TourProblem(graph, kind)


def small_problem(draw: random.Random, kind: str, directed: bool) -> TourProblem:
    """Few vertices, few or many moves; ends and moves chosen more often than not."""
    while True:
        count = draw.choice([1, 2, 3, 3, 4, 4, 4, 5, 5])
        graph: Any = networkx.DiGraph() if directed else networkx.Graph()
        graph.add_nodes_from(range(count))
        share = draw.choice([0.3, 0.5, 0.7])
        pairs = [(u, v) for u in range(count) for v in range(count) if u != v and (directed or u < v)]
        graph.add_edges_from(pair for pair in pairs if draw.random() < share)
        moves = draw.sample(list(graph.edges), draw.randint(0, min(2, graph.number_of_edges())))
        split = draw.randint(0, len(moves))
        details: dict[str, Any] = {"required": moves[:split], "forbidden": moves[split:]}
        for end in ("start",) if kind == "closed" else ("start", "end"):
            details[end] = draw.choice([None, *range(count)])
        try:
            return TourProblem(graph, kind, **details)
        except InputError:  # they contradict each other
            continue


def _with_moves(draw: st.DrawFn, plain: TourProblem, details: dict[str, Any]) -> TourProblem:
    """Moves drawn from those that are there; those that contradict each other are left out."""
    moves = _moves(plain)
    if not moves or draw(st.integers(0, 2)) == 0:
        return TourProblem(plain.space, kind=plain.kind, **details)
    drawn = draw(st.lists(st.sampled_from(moves), unique=True, max_size=4))
    split = draw(st.integers(0, len(drawn)))
    required, forbidden = drawn[:split], drawn[split:]
    if not plain.directed:
        used = [frozenset(move) for move in required]
        forbidden = [move for move in forbidden if frozenset(move) not in used]
        ends = [vertex for pair in used for vertex in pair]
        crowded = any(ends.count(vertex) > 2 for vertex in ends)
    else:
        crowded = any(len({move[side] for move in required}) < len(required) for side in (0, 1))
    if crowded or len({frozenset(move) for move in required}) < len(required):
        required = required[:1]
    return TourProblem(plain.space, kind=plain.kind, required=required, forbidden=forbidden, **details)


def _moves(problem: TourProblem) -> list[Any]:
    if problem.board is not None:
        board = problem.board
        return [(square, other) for square in board for other in board.neighbours(square)]
    return sorted({(u, v) for u, v, *_ in problem.graph.edges() if u != v}, key=str)


def flower_snark(stars: int) -> networkx.Graph:
    """The flower snark of Isaacs (1975), 4 vertices a star; for odd numbers from 5 on it has no cycle."""
    graph = networkx.Graph()
    for star in range(stars):
        graph.add_edges_from((("hub", star), (ray, star)) for ray in "abc")
    networkx.add_cycle(graph, [("a", star) for star in range(stars)])
    networkx.add_cycle(graph, [(ray, star) for ray in "bc" for star in range(stars)])
    return graph


BOARDS = [
    Board((3, 4)),
    Board((5, 5), holes=[(2, 2), (0, 4)]),
    Board((4, 5), wrap="rows"),
    Board((4, 5), wrap="columns"),
    Board((2, 3), wrap="both"),
    Board((1, 4), wrap="both"),
    Board((3, 3, 3)),
    Board((2, 3, 4), wrap=(2,), holes=[(0, 0, 0)]),
    Board((6, 6), leap=(2, 3)),
    Board((4, 4), leap=(0, 1)),
    Board((4, 4), leap=(0, 2), wrap="both"),
    Board((5, 5), leap=(1, 1)),
    Board((6,), leap=(0, 1)),
    Board((6,), leap=(0, 2), wrap=(0,)),
    Board((6,)),
    Board((3, 2, 2, 2)),
    Board((4, 4), leap="1,2+1,3"),
    Board((4, 5), leap=[(0, 1), (1, 1)], wrap="columns", holes=["b2"]),
    Board((2, 2, 3), leap="0,2+1,2"),
    Board((7,), leap="0,3+1,2+0,2"),
]
"""One board of each kind."""
