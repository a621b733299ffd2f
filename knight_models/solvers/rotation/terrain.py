"""The moves of a problem as rotations take them: worked out where they are needed, or rows."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from knight_models.core.limits import Deadline, require_memory
from knight_models.core.problem import TourProblem
from knight_models.engine.walk.batch import Ground

__all__ = ["AT_ONCE", "Terrain"]

AT_ONCE = 1 << 20
"""Squares that numpy works on between two looks at the clock."""

BYTES = 24
"""What the arrays of a repair and the tour take for a square."""

_NOTHING = np.zeros(0, np.int32)


class Terrain:
    """The moves of a problem as the rotations take them; made once for all repairs.

    Parameters
    ----------
    problem : the question, without direction
    ground : what its walks go over; where that has no rows, moves are worked out where they are needed
    memory : bytes allowed; None = the memory of the machine

    Raises
    ------
    InputError : if the arrays of a repair would not fit in memory
    """

    def __init__(self, problem: TourProblem, ground: Ground, memory: int | None) -> None:
        self.problem = problem
        self.rows = None if ground.task is None else ground.task.moves
        self.joins = None if ground.task is None else ground.task.closing
        self.board = board = problem.carried_board
        require_memory(BYTES * self.size, memory, f"rotations for the {problem}")
        self.holes = np.zeros(0, np.int64)
        self.cells = _NOTHING
        if board is not None and board.holes:
            holes = np.array(sorted(board.holes), np.int64)
            self.holes = np.ravel_multi_index(tuple(holes.T), board.shape)
        if board is not None:
            self.cells = self._cell_numbers(board.shape)
        self.locks = _locks(problem)

    def _cell_numbers(self, shape: tuple[int, ...]) -> npt.NDArray[np.int32]:
        """The cell of each vertex; nothing where they have the same numbers."""
        graph = self.problem.graph
        if graph is not None:
            squares = np.array(list(graph), np.int64)
            cells: npt.NDArray[np.int32] = np.ravel_multi_index(tuple(squares.T), shape).astype(np.int32)
            return cells
        if not len(self.holes):
            return _NOTHING
        return np.delete(np.arange(math.prod(shape), dtype=np.int32), self.holes)

    @property
    def size(self) -> int:
        """The numbers that the kernel has for vertices."""
        return len(self.rows) if self.rows is not None else math.prod(self.board.shape)  # type: ignore[union-attr]  # without rows there is a board

    def numbers(self, vertices: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """What the kernel calls these vertices."""
        return self.cells[vertices] if self.rows is None and len(self.cells) else vertices

    def vertices(self, numbers: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
        """The vertices that the kernel calls so."""
        if self.rows is None and len(self.cells):
            return np.searchsorted(self.cells, numbers).astype(np.int32)
        return numbers

    def moves(self) -> list[npt.NDArray[Any]]:
        """The first arguments of the kernel."""
        rows, board = self.rows, self.board
        vectors = np.zeros((2, 0), np.int64)
        if rows is None:
            assert board is not None
            vectors = np.array(board.vectors, np.int64).T.copy()
        csr = [_NOTHING] * 4
        if self.rows is not None and self.joins is not None:
            csr = [part for moves in (self.rows, self.joins) for part in (moves.indptr, moves.indices)]
        sides = np.array(board.shape if board else (), np.int64)
        wraps = np.array([axis in board.wrap for axis in range(board.ndim)] if board else [], np.int64)
        cells = at = _NOTHING
        if rows is not None and board is not None and len(self.cells):
            cells, at = self.cells, np.full(board.cells, -1, np.int32)
            at[cells] = np.arange(len(cells), dtype=np.int32)
        return [*csr, *vectors, cells, at, sides, wraps, self.locks]

    def onward(self, missing: npt.NDArray[np.int32], deadline: Deadline) -> npt.NDArray[np.int32]:
        """How many of these vertices a move leads to from each vertex."""
        if self.rows is not None:
            there = np.zeros(len(self.rows), np.bool_)
            there[missing] = True
            sources = self.rows.sources[there[self.rows.indices]]
            return np.bincount(sources, minlength=len(self.rows)).astype(np.int32)
        assert self.board is not None
        rows, columns = self.board.shape
        onward = np.zeros(rows * columns, np.int32)
        for begin in range(0, len(missing), AT_ONCE):
            if deadline.expired:
                break
            row, column = np.divmod(missing[begin : begin + AT_ONCE], np.int32(columns))
            for rise, shift in self.board.vectors:
                above, beside = row + np.int32(rise), column + np.int32(shift)
                inside = (above >= 0) & (above < rows) & (beside >= 0) & (beside < columns)
                # One move leads to different squares from different ones, so none is counted twice.
                onward[(above * np.int32(columns) + beside)[inside]] += 1
        return onward

    @property
    def width(self) -> int:
        """The length of the longest row."""
        if self.rows is None or self.joins is None:
            return len(self.board.vectors)  # type: ignore[union-attr]  # see size
        return max(1, int(self.rows.degrees.max()), int(self.joins.degrees.max()))

    @property
    def coloured(self) -> bool:
        """Whether every move leads to a square of the other colour, as on a chessboard."""
        board = self.board
        if board is None or not board.leap.changes_colour:
            return False
        return all(board.shape[axis] % 2 == 0 for axis in board.wrap)


def _locks(problem: TourProblem) -> npt.NDArray[np.int32]:
    """The other ends of the required moves, two places a vertex."""
    if not problem.required:
        return _NOTHING
    locks = np.full(2 * len(problem), -1, np.int32)
    for move in problem.required_indices:
        for vertex, other in (move, move[::-1]):
            locks[2 * vertex + int(locks[2 * vertex] >= 0)] = other
    return locks
