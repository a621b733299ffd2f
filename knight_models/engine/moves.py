"""Moves: the knight graph of a board as a networkx graph, and the moves of a problem as arrays.

>>> graph = knight_graph(Board.parse("3x4"))
>>> graph.number_of_nodes(), graph.number_of_edges(), graph.graph["board"]
(12, 14, Board('3x4'))
>>> adjacency(TourProblem("3x4")).row(0)
array([6, 9], dtype=int32)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from knight_models.core.board import Board, Square
from knight_models.core.errors import OptionError, ProblemError, shown
from knight_models.core.limits import Deadline, require_memory
from knight_models.core.problem import TourProblem
from knight_models.engine.kernel import Rows

if TYPE_CHECKING:
    import networkx

BLOCK = 1 << 16
"""Vertices whose moves are built between two checks of the deadline."""

GRAPH_BYTES_PER_MOVE = 400
"""An estimate of the memory that networkx takes for one move: two dictionary entries and a tuple."""


@dataclass(frozen=True, eq=False)
class Adjacency:
    """The moves of a problem in compressed sparse rows (CSR), one row for each vertex.

    There are no self-loops, parallel edges or forbidden moves. The rows of a board, and of a graph that
    carries its board, are in move order; the rows of other graphs are in the order of `graph.adj`.

    Parameters
    ----------
    indptr : shape (n + 1,), int32; row v is `indices[indptr[v]:indptr[v + 1]]`
    indices : shape (m,), int32, the vertex at the end of each move; an undirected move is in two rows
    directed : whether moves have a direction
    """

    indptr: npt.NDArray[np.int32]
    indices: npt.NDArray[np.int32]
    directed: bool = False

    def __len__(self) -> int:
        """The number of vertices."""
        return len(self.indptr) - 1

    def row(self, vertex: int) -> npt.NDArray[np.int32]:
        """The vertices a move away from this one."""
        return self.indices[self.indptr[vertex] : self.indptr[vertex + 1]]

    @property
    def rows(self) -> Rows:
        """The arrays as a record for kernels."""
        return Rows(self.indptr, self.indices)

    @cached_property
    def degrees(self) -> npt.NDArray[np.int32]:
        """Shape (n,): the number of moves from each vertex."""
        return np.diff(self.indptr)

    @cached_property
    def sources(self) -> npt.NDArray[np.int32]:
        """Shape (m,): the vertex at the beginning of each move in `indices`."""
        return np.repeat(np.arange(len(self), dtype=np.int32), self.degrees)

    @cached_property
    def reverse(self) -> Adjacency:
        """The moves in the opposite direction; this adjacency itself if moves have no direction."""
        if not self.directed:
            return self
        return _from_pairs(len(self), self.indices, self.sources, directed=True)

    def keep(self, wanted: npt.NDArray[np.bool_]) -> Adjacency:
        """The moves for which `wanted`, shape (m,), is true."""
        kept = np.concatenate((np.zeros(1, np.int64), np.cumsum(wanted)))
        return Adjacency(kept[self.indptr].astype(np.int32), self.indices[wanted], self.directed)


def knight_graph(board: Board | str) -> networkx.Graph:
    """The networkx graph whose nodes are the squares of a board and whose edges are its moves.

    The nodes are in the order of their vertex numbers, and `graph.graph["board"]` is the board.

    Raises
    ------
    InputError : for what is not a board, or if the graph would not fit in the available memory
    """
    import networkx  # not needed to solve a board

    board = Board.of(board)
    needed = len(board) * (1 + len(board.vectors)) * GRAPH_BYTES_PER_MOVE
    require_memory(needed, None, f"the networkx graph of {board.shape_text}")
    graph = networkx.Graph(board=board, name=str(board))
    graph.add_nodes_from(board)
    graph.add_edges_from((square, other) for square in board for other in board.neighbours(square))
    return graph


def adjacency(
    problem: TourProblem,
    move_order: Sequence[Square] | None = None,
    memory: int | None = None,
    deadline: Deadline | None = None,
    *,
    forbidden_too: bool = False,
) -> Adjacency:
    """Build the moves of a problem as arrays.

    Parameters
    ----------
    problem : the problem
    move_order : the vectors of the board's leaper in the order of each row; None = their usual order
    memory : bytes allowed; None = the available memory of the machine
    deadline : when to stop with TimeoutError
    forbidden_too : whether to include the forbidden moves

    Raises
    ------
    InputError : for what is not a problem, if the arrays would not fit in memory, or if the
        graph was changed after the problem was made
    TimeoutError : if the deadline passes before they are built
    """
    _check_arguments(problem, move_order, memory, deadline)
    deadline = deadline or Deadline(None)
    if problem.board is not None:
        moves = _of_board(problem.board, move_order or problem.board.vectors, memory, deadline)
    else:
        moves = _of_graph(problem, move_order, deadline)
    if forbidden_too or not problem.forbidden:
        return moves
    pairs = moves.sources.astype(np.int64) * len(moves) + moves.indices
    banned = [first * len(moves) + second for first, second in problem.forbidden_indices]
    if not problem.directed:
        banned += [second * len(moves) + first for first, second in problem.forbidden_indices]
    return moves.keep(~np.isin(pairs, banned))


def _check_arguments(problem: object, move_order: object, memory: object, deadline: object) -> None:
    if not isinstance(problem, TourProblem):
        raise ProblemError(f"the moves are those of a TourProblem, not of {shown(problem)}")
    vectors = () if move_order is None else move_order
    if not isinstance(vectors, Sequence) or not all(isinstance(each, tuple | list) for each in vectors):
        raise OptionError(f"move_order is a sequence of vectors such as (1, 2), not {shown(move_order)}")
    if isinstance(memory, bool) or not isinstance(memory, int | None):
        raise OptionError(f"memory is a whole number of bytes, or None, not {shown(memory)}")
    if not isinstance(deadline, Deadline | None):
        raise OptionError(f"deadline is a Deadline, or None, not {shown(deadline)}")


def _of_board(board: Board, vectors: Sequence[Square], memory: int | None, deadline: Deadline) -> Adjacency:
    count, width = len(board), len(vectors)
    # The rows twice, the cell of each square, and the number of each cell.
    require_memory(count * (8 * width + 12) + 4 * board.cells, memory, f"the moves of {board.shape_text}")
    numbers, cells = _numbering(board)
    widths = np.zeros(count + 1, np.int64)
    rows = []
    for begin in range(0, count, BLOCK):
        _check(deadline)
        targets = _targets(board, numbers, cells[begin : begin + BLOCK], begin, vectors)
        widths[begin + 1 : begin + 1 + len(targets)] = (targets >= 0).sum(axis=1)
        rows.append(targets[targets >= 0])
    indices = np.concatenate(rows)
    return Adjacency(np.cumsum(widths).astype(np.int32), indices)


def _targets(
    board: Board,
    numbers: npt.NDArray[np.int32],
    cells: npt.NDArray[np.int64],
    begin: int,
    vectors: Sequence[Square],
) -> npt.NDArray[np.int32]:
    """The vertex at the end of each move from the squares in these cells, which are numbered from `begin`.

    Shape (squares, vectors); -1 if the move leaves the board, repeats another one or ends where it began.
    """
    places = np.unravel_index(cells, board.shape)
    here = np.arange(begin, begin + len(cells))
    targets = np.full((len(cells), len(vectors)), -1, np.int32)
    for column, vector in enumerate(vectors):
        inside, reached = _shifted(board, places, vector)
        targets[inside, column] = numbers[reached]
        if board.wrap:
            repeated = (targets[:, :column] == targets[:, column : column + 1]).any(axis=1)
            targets[repeated | (targets[:, column] == here), column] = -1
    return targets


def _check(deadline: Deadline) -> None:
    if deadline.expired:
        raise TimeoutError("the time limit passed while the moves were built")


def _numbering(board: Board) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64]]:
    """The vertex number of each cell (-1 for holes), and the cell of each vertex."""
    is_square = np.ones(board.cells, np.bool_)
    is_square[board.hole_cells] = False
    numbers = np.where(is_square, np.cumsum(is_square, dtype=np.int64) - 1, -1).astype(np.int32)
    return numbers, np.flatnonzero(is_square)


def _shifted(
    board: Board, places: tuple[npt.NDArray[np.int64], ...], vector: Square
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.int64]]:
    """The squares from which a move stays on the board, as a mask, and the cells where it ends."""
    inside = np.ones(len(places[0]), np.bool_)
    cells = np.zeros(len(places[0]), np.int64)
    for axis, (place, step) in enumerate(zip(places, vector, strict=True)):
        side, target = board.shape[axis], place + step
        if axis in board.wrap:
            target %= side
        else:
            inside &= (target >= 0) & (target < side)
        cells = cells * side + target
    return inside, cells[inside]


def _of_graph(problem: TourProblem, move_order: Sequence[Square] | None, deadline: Deadline) -> Adjacency:
    problem.require_unchanged_graph()
    graph, index = problem.graph, problem.vertices.index
    assert graph is not None
    board = problem.carried_board
    rank = _move_rank(board, move_order or board.vectors) if board else None
    indptr: list[int] = [0]
    indices: list[int] = []
    for number, vertex in enumerate(graph):
        if number % BLOCK == 0:
            _check(deadline)
        row: list[Any] = list(graph.adj[vertex])
        if rank is not None:
            row.sort(key=lambda other: rank(vertex, other))
        # Numbers are compared, not labels: a label may differ from itself, as NaN does.
        indices += (other for other in map(index, row) if other != number)
        indptr.append(len(indices))
    return Adjacency(np.array(indptr, np.int32), np.array(indices, np.int32), directed=graph.is_directed())


def _move_rank(board: Board, vectors: Sequence[Square]) -> Any:
    """A function of two squares: the place in the move order of the first vector between them."""
    ranks = {vector: rank for rank, vector in reversed(list(enumerate(vectors)))}

    def rank(square: Square, other: Square) -> int:
        steps = [there - here for here, there in zip(square, other, strict=True)]
        if not board.wrap:
            return ranks.get(tuple(steps), len(vectors))
        return min(
            (
                place
                for vector, place in ranks.items()
                if all(
                    (step - wanted) % board.shape[axis] == 0 if axis in board.wrap else step == wanted
                    for axis, (step, wanted) in enumerate(zip(steps, vector, strict=True))
                )
            ),
            default=len(vectors),
        )

    return rank


def _from_pairs(
    count: int, first: npt.NDArray[np.int32], second: npt.NDArray[np.int32], *, directed: bool
) -> Adjacency:
    order = np.argsort(first, kind="stable")
    indptr = np.concatenate((np.zeros(1, np.int64), np.cumsum(np.bincount(first, minlength=count))))
    return Adjacency(indptr.astype(np.int32), second[order], directed)
