"""A board with two axes as one byte a square, with a border, and the state of a walk over it.

The border is as wide as the longest step, so that a move is an addition. A byte holds the number of
onward moves of a square; `VISITED` is added once it is visited, and holes and border hold more.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from knight_models.core.board import Board, Square
from knight_models.core.limits import require_memory
from knight_models.engine.walk.walk_state import COUNT, LEFT, SHARED

__all__ = [
    "BORDER",
    "COLUMNS",
    "FREE",
    "HERE",
    "MOVES",
    "ROWS",
    "SQUARE",
    "STATE_SIZE",
    "STOP",
    "STRIDE",
    "VISITED",
    "PaddedBoard",
]

# Further places in the state array.
HERE, SQUARE, ROWS, COLUMNS, STRIDE, BORDER = range(SHARED, SHARED + 6)
STOP = SHARED + 6  # the square at which to return SWITCH; -1 = none
STATE_SIZE = SHARED + 7

BYTES_A_SQUARE = 12
"""What a walk takes beside its bytes: the path, the tour made of it, and its verification."""

MOVES = 8
FREE = 32  # a byte below this is an unvisited square
VISITED = 64
MISSING = 200


@dataclass(frozen=True, eq=False)
class PaddedBoard:
    """A board with a border, one byte a cell: onward moves; holes and border are `MISSING`.

    Parameters
    ----------
    board : two axes, no wrap, at most eight moves
    border : its width on each side
    cells : shape (padded cells,), uint8
    """

    board: Board
    border: int
    cells: npt.NDArray[np.uint8]

    @staticmethod
    def takes(board: Board) -> bool:
        """Whether a board has a padded form: two axes, no wrap, and at most eight moves."""
        return board.ndim == 2 and not board.wrap and len(board.vectors) <= MOVES

    @classmethod
    def of(cls, board: Board, memory: int | None = None) -> PaddedBoard:
        """The padded form of a board that `takes` accepts.

        Raises
        ------
        InputError : if the bytes would not fit in memory
        """
        rows, columns = board.shape
        border = board.leap.longest_step
        shape = rows + 2 * border, columns + 2 * border
        needed = 3 * shape[0] * shape[1] + BYTES_A_SQUARE * board.cells
        require_memory(needed, memory, f"a walk over {board.shape_text}")
        there = np.zeros(shape, np.uint8)
        inner = there[border : border + rows, border : border + columns]
        inner[:] = 1
        for row, column in board.holes:
            inner[row, column] = 0
        cells = np.full(shape, MISSING, np.uint8)
        onward = cells[border : border + rows, border : border + columns]
        onward[inner == 1] = 0
        for rise, shift in board.vectors:
            top, side = border + rise, border + shift
            onward += there[top : top + rows, side : side + columns]
        return cls(board, border, cells.ravel())

    @property
    def stride(self) -> int:
        """Padded cells in a row."""
        return self.board.shape[1] + 2 * self.border

    def moves(self, vectors: tuple[Square, ...]) -> list[npt.NDArray[np.int64]]:
        """What each move adds to the padded cell, the square number, the row and the column."""
        padded = [*vectors, *[(0, 0)] * (MOVES - len(vectors))]
        rises, shifts = np.array(padded, np.int64).T.copy()
        columns = self.board.shape[1]
        return [rises * self.stride + shifts, rises * columns + shifts, rises, shifts]

    def first_state(self) -> npt.NDArray[np.int64]:
        """The state of a run that has not begun."""
        state = np.zeros(STATE_SIZE, np.int64)
        state[[LEFT, STOP]] = -1
        state[COUNT] = len(self.board)
        state[[ROWS, COLUMNS]] = self.board.shape
        state[[STRIDE, BORDER]] = self.stride, self.border
        return state
