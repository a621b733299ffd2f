"""Numbers and names of squares as arrays of characters: how a tour of millions of squares becomes text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from knight_models.core.board import Board
from knight_models.core.squares import file_name

__all__ = ["BLANK", "NOTHING", "Characters", "NamesOfSquares", "left_aligned", "right_aligned"]

Characters = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.integer[Any]]

NOTHING = 0
BLANK, COMMA, ZERO = map(ord, " ,0")


def right_aligned(numbers: Numbers, width: int, fill: int = BLANK) -> Characters:
    """Numbers of at least 0 with one more axis, of `width` characters, and `fill` before the first digit.

    >>> right_aligned(np.array([7, 12]), 3).tobytes()
    b'  7 12'
    """
    characters = np.full((*numbers.shape, width), fill, np.uint8)
    rest = numbers
    for place in range(width - 1, -1, -1):
        tens = rest // 10
        digits = (rest - tens * 10 + ZERO).astype(np.uint8)
        # A leading zero is left out, but the number 0 has its one digit.
        characters[..., place] = digits if place == width - 1 else np.where(rest > 0, digits, fill)
        rest = tens
    return characters


def left_aligned(characters: Characters) -> Characters:
    """The rows without what is `NOTHING`, filled up with blanks at their ends."""
    there = characters != NOTHING
    rows, columns = np.nonzero(there)
    answer = np.full_like(characters, BLANK)
    answer[rows, (np.cumsum(there, axis=1) - 1)[rows, columns]] = characters[there]
    return answer


class NamesOfSquares:
    """The names of the squares of a board: file and rank on two axes, else numbers apart by commas."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._widths = [len(str(side)) for side in board.shape]
        if board.ndim == 2:
            named = [file_name(column) for column in range(board.shape[1])]
            files = np.array(named, np.bytes_)
            self._files = files.view(np.uint8).reshape(len(named), -1)

    def __call__(self, places: Sequence[Numbers]) -> Characters:
        """One row a square, `NOTHING` here and there.

        Parameters
        ----------
        places : one array an axis: where the squares lie
        """
        if self._board.ndim == 2:
            ranks = self._board.shape[0] - places[0]
            return np.hstack([self._files[places[1]], right_aligned(ranks, self._widths[0], NOTHING)])
        comma = np.full((len(places[0]), 1), COMMA, np.uint8)
        parts = []
        for place, width in zip(places, self._widths, strict=True):
            parts += [comma, right_aligned(place, width, NOTHING)]
        return np.hstack(parts[1:])
