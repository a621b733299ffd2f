"""The vector of a move: which of the leaper's vectors leads from one square to another.

Where a board wraps, several may. Then the one that crosses the fewest edges of the frame counts, and of
those the one whose line comes first in `Board.vectors`, so that a move and its reverse lie on one line.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from knight_models.core.board import Board

__all__ = ["NO_VECTOR", "vectors_of"]

Numbers: TypeAlias = npt.NDArray[np.integer[Any]]

NO_VECTOR = -1
"""In the place of a number in `Board.vectors`: no vector leads there."""


def vectors_of(board: Board, steps: Numbers) -> npt.NDArray[np.int64]:
    """Shape (k,): the number in `Board.vectors` of the vector of each step; `NO_VECTOR` where none is.

    Parameters
    ----------
    board : any board
    steps : shape (axes, k), the places of the second square of each step minus those of the first

    >>> board = Board.parse("4x4", wrap="columns")
    >>> board.vectors[vectors_of(board, np.array([[2], [3]]))[0]]  # three to the right: one to the left
    (2, -1)
    """
    code = np.zeros(steps.shape[1], np.int64)
    for step, side in zip(steps, board.shape, strict=True):
        code = code * (2 * side - 1) + step + side - 1
    known, which = np.unique(code, return_inverse=True)
    table = _table(board)
    numbers = np.array([table.get(step, NO_VECTOR) for step in known.tolist()], np.int64)
    found: npt.NDArray[np.int64] = numbers[which]
    return found


@lru_cache(maxsize=8)
def _table(board: Board) -> dict[int, int]:
    """The vector that each difference of two squares comes from, differences written as one number."""
    found: dict[int, tuple[int, int, int]] = {}
    for number, vector in enumerate(board.vectors):
        line = min(number, board.vectors.index(tuple(-part for part in vector)))
        for step in product(*(_differences(board, axis, part) for axis, part in enumerate(vector))):
            if not any(step):  # it leads back to where it begins, which is no move
                continue
            code = 0
            for difference, side in zip(step, board.shape, strict=True):
                code = code * (2 * side - 1) + difference + side - 1
            sides = zip(step, vector, board.shape, strict=True)
            way = (sum(abs(part - passed) // side for passed, part, side in sides), line, number)
            found[code] = min(found.get(code, way), way)
    return {code: number for code, (_, _, number) in found.items()}


def _differences(board: Board, axis: int, part: int) -> list[int]:
    """The differences that two places on an axis can have when a move goes so far along it."""
    side = board.shape[axis]
    possible = (part % side, part % side - side) if axis in board.wrap else (part,)
    return [difference for difference in possible if abs(difference) < side]
