"""Where the vertices of a board or graph lie in a picture.

Positions are in units; the side of a square is `SIDE` units. x runs to the right, y down. A board of
more than two axes is drawn as its layers side by side, one of one axis as a row. A graph is drawn by the
`pos` of its vertices, where each has one, or by a layout of networkx.

>>> layout = board_layout(Board.parse("3x4"))
>>> layout.places[:2].tolist()
[[56.0, 56.0], [96.0, 56.0]]
>>> layout.width, layout.height
(232, 192)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from knight_models.core.board import Board
from knight_models.core.errors import OptionError, TooLargeError, nearest, shown
from knight_models.core.problem import TourProblem
from knight_models.core.tour import coordinates

if TYPE_CHECKING:
    import networkx

SIDE = 40
MARGIN = 36
"""Around each board, for the names of files and ranks, and for the stubs of moves that wrap round."""
MARGIN_PART = 50
"""The margin is at least one part in `MARGIN_PART` of the longer side, so that marks fit in."""
GAP = 4
"""Between the margins of two layers."""
LAYERS_IN_A_ROW = 6
MOST_LAYERS = 2_000
SPRING_VERTICES = 400
"""The largest graph of the spring layout: for larger ones networkx needs scipy."""
APART, MOST_SPREAD = 36, 3.0
"""Units wanted between the nearest two vertices, and how far the drawing is spread for it, at most."""
LEAST_PART = 1 / 160
"""Radius of a vertex, as a part of the longer side of the picture, at least: it can always be seen."""
ROOM = 56
"""Units of the side of the square that a vertex of a graph has, on average."""
TRIALS = 8
MOST_TRIED = 60
"""Vertices of the largest graph that is drawn more than once."""

Places = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Frame:
    """The place of one layer of a board: its top left corner, and its size in squares."""

    left: float
    top: float
    rows: int
    columns: int

    @property
    def right(self) -> float:
        """Where the last column ends."""
        return self.left + self.columns * SIDE

    @property
    def bottom(self) -> float:
        """Where the last row ends."""
        return self.top + self.rows * SIDE


@dataclass(frozen=True, eq=False)
class Layout:
    """Where everything lies.

    Parameters
    ----------
    places : shape (n, 2), x and y of the centre of each vertex, by vertex number
    width, height : units
    frames : one a layer of a board, in row-major order; none for a graph
    radius : around each centre, no other vertex is nearer than twice this; in a graph it is at least
        `LEAST_PART` of the picture
    board : the board, if it is one
    squares : shape (n,), of a graph drawn as a board: the number of each vertex there; None = the same
    """

    places: Places
    width: float
    height: float
    radius: float
    frames: tuple[Frame, ...] = ()
    board: Board | None = None
    squares: npt.NDArray[np.int64] | None = None

    def axes(self, vertices: npt.NDArray[np.integer[Any]]) -> npt.NDArray[np.integer[Any]]:
        """Shape (axes, k): the coordinates on the board of k vertices."""
        assert self.board is not None
        return np.stack(
            coordinates(self.board, vertices if self.squares is None else self.squares[vertices])
        )


def layout_of(problem: TourProblem, graph_layout: str | None = None) -> Layout:
    """Where the vertices of a problem lie.

    Parameters
    ----------
    problem : a problem of a board, or of a graph; the graph of a board is drawn as the board
    graph_layout : one of `GRAPH_LAYOUTS`; None = the positions that the vertices have (`pos`), or else
        "spring", and "circular" for many vertices

    Raises
    ------
    OptionError : for an unknown layout, or one that this problem cannot have
    """
    if graph_layout is not None and not isinstance(graph_layout, str):
        raise OptionError(f"a layout is one of {', '.join(GRAPH_LAYOUTS)}, not {shown(graph_layout)}")
    if graph_layout is not None and graph_layout not in GRAPH_LAYOUTS:
        raise OptionError(nearest(graph_layout, GRAPH_LAYOUTS, "layout"))
    if problem.board is not None and graph_layout is not None:
        raise OptionError("a layout is for graphs; a board has its squares where they are")
    board = problem.carried_board if graph_layout is None else None
    if problem.graph is None:
        return board_layout(problem.board or Board((1, 1)))
    return _graph_layout(problem.graph, graph_layout) if board is None else _as_board(problem.graph, board)


def board_layout(board: Board) -> Layout:
    """The squares of a board, layer by layer."""
    rows, columns = (1, *board.shape)[-2:]
    frames = _frames(board, rows, columns)
    axes = coordinates(board, np.arange(len(board), dtype=np.int64))
    places = np.empty((len(board), 2))
    places[:, 0], places[:, 1] = axes[-1], axes[-2] if board.ndim > 1 else 0
    places = (places + 0.5) * SIDE
    corners = np.array([(frame.left, frame.top) for frame in frames])
    places += corners[np.ravel_multi_index(axes[:-2], board.shape[:-2])] if board.ndim > 2 else corners[0]
    return Layout(places, *_extent(frames), SIDE / 2, frames, board)


def _as_board(graph: networkx.Graph, board: Board) -> Layout:
    """A graph whose vertices are squares of a board; squares that are not vertices are holes."""
    squares = np.array([board.index(square) for square in graph], np.int64)
    missing = set(board).difference(graph) if len(squares) < len(board) else set()
    whole = board_layout(board)
    drawn = Board(board.shape, board.leap, board.holes | missing, board.wrap)
    numbers = np.searchsorted(np.sort(squares), squares)
    return replace(whole, places=whole.places[squares], board=drawn, squares=numbers)


def _frames(board: Board, rows: int, columns: int) -> tuple[Frame, ...]:
    """The layers: of three axes in rows of a few, of four and more in rows of the last of these axes."""
    outer = board.shape[:-2]
    count = math.prod(outer)
    if count > MOST_LAYERS:
        raise TooLargeError(f"a picture shows at most {MOST_LAYERS:,} layers of a board, not {count:,}")
    across = outer[-1] if len(outer) > 1 else _across(count)
    margin = max(MARGIN, max(rows, columns) * SIDE // MARGIN_PART)
    right, down = (side * SIDE + 2 * margin + GAP for side in (columns, rows))
    return tuple(
        Frame(margin + number % across * right, margin + number // across * down, rows, columns)
        for number in range(count)
    )


def _across(count: int) -> int:
    return count if count <= LAYERS_IN_A_ROW else math.ceil(math.sqrt(count))


def _extent(frames: tuple[Frame, ...]) -> tuple[float, float]:
    margin = frames[0].left
    return max(frame.right for frame in frames) + margin, max(frame.bottom for frame in frames) + margin


def _spring(graph: networkx.Graph) -> Mapping[Any, Any]:
    """A drawing by springs (Fruchterman & Reingold 1991), the same in every run; of several, the clearest.

    Neither directions nor weights pull.
    """
    import networkx

    if len(graph) > SPRING_VERTICES:
        raise OptionError(f"the spring layout is for at most {SPRING_VERTICES} vertices; try circular")

    bare = networkx.Graph()
    bare.add_nodes_from(graph)
    bare.add_edges_from(graph.edges())
    trials = TRIALS if len(bare) <= MOST_TRIED else 1
    drawings = (dict(networkx.spring_layout(bare, seed=seed, iterations=200)) for seed in range(trials))
    return next(drawings) if trials == 1 else max(drawings, key=lambda places: _clear(bare, places))


def _clear(graph: networkx.Graph, places: Mapping[Any, Any]) -> float:
    index = {label: number for number, label in enumerate(graph)}
    pairs = [(index[first], index[second]) for first, second in graph.edges()]
    proper = [(one, other) for one, other in pairs if one != other]
    return clearance(np.array([places[label] for label in graph]), proper)


def clearance(places: npt.NDArray[np.float64], edges: Iterable[tuple[int, int]]) -> float:
    """The least distance of a vertex to another one, or to an edge of others, in a picture of side 1.

    Parameters
    ----------
    places : shape (n, 2)
    edges : pairs of different vertex numbers

    >>> clearance(np.array([[0.0, 0.0], [4.0, 0.0], [2.0, 1.0]]), [(0, 1)])
    0.25
    """
    if len(places) < 2:
        return 1.0
    points = (places[:, 0] + 1j * places[:, 1]) / max(float(np.ptp(places, axis=0).max()), 1e-300)
    apart = np.abs(points[:, None] - points[None, :])
    least = float(apart[~np.eye(len(points), dtype=bool)].min())
    for first, second in edges:
        others = np.delete(points, [first, second]) - points[first]
        along = points[second] - points[first]
        part = np.clip((others * along.conjugate()).real / max(abs(along) ** 2, 1e-300), 0, 1)
        least = min(least, float(np.abs(others - part * along).min(initial=1.0)))
    return least


def _circular(graph: networkx.Graph) -> Mapping[Any, Any]:
    import networkx

    return dict(networkx.circular_layout(graph))


def _planar(graph: networkx.Graph) -> Mapping[Any, Any]:
    import networkx

    try:
        return dict(networkx.planar_layout(graph))
    except networkx.NetworkXException:
        raise OptionError("this graph is not planar; choose another layout") from None


def _given(graph: networkx.Graph) -> Mapping[Any, Any]:
    places = _own_places(graph)
    if places is None:
        raise OptionError(
            "not every vertex of this graph has a `pos` of two numbers; choose another layout"
        )
    return places


_LAYOUTS: dict[str, Callable[[Any], Mapping[Any, Any]]] = {
    "pos": _given,
    "spring": _spring,
    "circular": _circular,
    "planar": _planar,
}
GRAPH_LAYOUTS = tuple(_LAYOUTS)


def _own_places(graph: networkx.Graph) -> dict[Any, Any] | None:
    """The positions that the vertices have, y upwards as in networkx; None unless each has one."""
    places: dict[Any, Any] = {}
    for label, position in graph.nodes(data="pos"):
        try:
            x, y = map(float, position)
        except (TypeError, ValueError):
            return None
        if not (math.isfinite(x) and math.isfinite(y)):
            return None
        places[label] = (x, y)
    return places


def _graph_layout(graph: networkx.Graph, name: str | None) -> Layout:
    if name is None:
        own = _own_places(graph) is not None
        name = "pos" if own else "spring" if len(graph) <= SPRING_VERTICES else "circular"
    placed = _LAYOUTS[name](graph)
    places = np.array([placed[label] for label in graph], np.float64).reshape(-1, 2)
    return _fitted(places * (1, -1))


def _fitted(places: Places) -> Layout:
    """The layout of positions, in a picture whose size suits their number."""
    largest = float(np.abs(places).max())
    if largest > 0:  # twice the largest float is infinite
        places = places / largest
    low, extent = places.min(axis=0), np.ptp(places, axis=0)
    longer = float(extent.max())
    room = ROOM * max(2.0, math.sqrt(len(places)))
    closest = _nearest(places, longer / 1000) * room / longer if longer > 0 else APART
    room *= min(MOST_SPREAD, max(1.0, APART / closest))
    if longer > 0:  # divided first: the factor of a tiny extent would be infinite
        places, extent = (places - low) / longer * room, extent / longer * room
    else:
        places = places - low
    scaled = places + MARGIN + SIDE / 2
    width, height = (extent + 2 * MARGIN + SIDE).round(1).tolist()
    seen = room * LEAST_PART if len(places) <= SPRING_VERTICES else 0.0
    radius = min(SIDE / 2, max(seen, _nearest(scaled, 1.0) / 2))
    return Layout(scaled.round(1), width, height, radius)


def _nearest(places: Places, least: float) -> float:
    """The smallest distance of two positions, of those of at least `least`; `least` if there are many."""
    if not 2 <= len(places) <= 4 * SPRING_VERTICES:
        return float(SIDE) if len(places) < 2 else least
    points = places[:, 0] + 1j * places[:, 1]
    distances = np.abs(points[:, None] - points[None, :])
    apart = distances[distances >= least]
    return float(apart.min()) if len(apart) else float(SIDE)
