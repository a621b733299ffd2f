"""The squares of a tour as an array, for the symmetries to work on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from knight_models.core.board import Board, Square
from knight_models.core.errors import BoardError, ProblemError, shown

__all__ = ["Numbers", "Squares", "checked_squares", "weights"]

Numbers: TypeAlias = npt.NDArray[np.int64]
Squares: TypeAlias = "Sequence[Square] | npt.NDArray[np.integer[Any]]"


def checked_squares(board: Board, squares: Squares) -> Numbers:
    """The squares of a tour as an array, if they are every square of the board once."""
    try:
        given = np.asarray(squares)
    except (ValueError, OverflowError):  # of different lengths
        given = np.zeros(0)
    if given.ndim != 2 or given.shape[1] != board.ndim or given.dtype.kind not in "iu":
        raise ProblemError(
            f"a tour of {board} is a row of squares of {board.ndim} whole numbers, not {shown(squares)}"
        )
    outside = ((given < 0) | (given >= board.shape)).any(axis=1)
    if outside.any():
        raise BoardError(f"{tuple(given[outside][0].tolist())} is not on the {board.shape_text} board")
    places = given.astype(np.int64)
    cells = places @ weights(board.shape)
    visited = np.zeros(board.cells, np.bool_)
    visited[cells] = True
    if (
        len(cells) != len(board)
        or np.count_nonzero(visited) != len(board)
        or visited[board.hole_cells].any()
    ):
        raise ProblemError(
            f"a tour of {board} visits each of its {len(board)} squares once; this one does not"
        )
    return places


def weights(shape: tuple[int, ...]) -> Numbers:
    """What a step along each axis adds to the row-major number of a cell."""
    return np.cumprod((1, *shape[:0:-1]), dtype=np.int64)[::-1]
