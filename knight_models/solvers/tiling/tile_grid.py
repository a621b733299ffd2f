"""Where a board is cut into tiles, at random.

A closed tile has an even side, so one side of an even board is cut into even pieces. A board of
odd sides has one odd piece along each, and one tile of odd sides where the two meet: it holds
both ends of the tour.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["SMALLEST", "Cuts", "cut_board"]

Numbers = npt.NDArray[np.int32]

SMALLEST = 5
"""The shortest side of a tile; the shortest even one is 6."""

EVEN = (6, 8, 10)
ODD = (5, 7, 9, 11)
ANY = (5, 6, 7, 8, 9, 10, 11)
FEW = 64
"""Squares of a side up to which every piece is drawn by itself."""


@dataclass(frozen=True, eq=False)
class Cuts:
    """The pieces of the two sides of a board, and the tile of odd sides if there is one.

    Parameters
    ----------
    rows, columns : the lengths of the pieces
    odd : row and column, in the grid of tiles, of the tile of odd sides; None on an even board
    """

    rows: Numbers
    columns: Numbers
    odd: tuple[int, int] | None = None

    @property
    def tiles(self) -> int:
        """The number of tiles."""
        return len(self.rows) * len(self.columns)

    @cached_property
    def begins(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """The first row of each row of tiles, and the first column of each column of tiles."""
        return _begins(self.rows), _begins(self.columns)

    def shape_of(self, tile: tuple[int, int]) -> tuple[int, int]:
        """The rows and columns of a tile, given by its row and column in the grid."""
        return int(self.rows[tile[0]]), int(self.columns[tile[1]])

    def inside(self, tile: tuple[int, int], square: tuple[int, int]) -> int:
        """The row-major number within a tile of a square that is in it."""
        top, left = (int(begins[at]) for begins, at in zip(self.begins, tile, strict=True))
        return (square[0] - top) * int(self.columns[tile[1]]) + square[1] - left

    def tile_at(self, square: tuple[int, int]) -> tuple[int, int]:
        """The tile, by its row and column in the grid, that holds a square."""
        row, column = (
            int(np.searchsorted(begins, place, "right")) - 1
            for begins, place in zip(self.begins, square, strict=True)
        )
        return row, column


def cut_board(shape: tuple[int, int], square: tuple[int, int], random: Random) -> Cuts:
    """Cut a board, both sides of which are at least 5, into tiles.

    Parameters
    ----------
    shape : rows and columns
    square : (row, column), on a board of odd sides to lie in the tile of odd sides
    random : where the cuts are drawn from

    >>> cuts = cut_board((11, 13), (10, 6), Random(1))
    >>> int(cuts.rows.sum()), int(cuts.columns.sum()), cuts.odd
    (11, 13, (1, 0))
    """
    rows, columns = shape
    if rows % 2 and columns % 2:
        (row_pieces, row), (column_pieces, column) = (
            _with_odd_piece(side, place, random) for side, place in zip(shape, square, strict=True)
        )
        return Cuts(row_pieces, column_pieces, (row, column))
    even_rows = not rows % 2 and (columns % 2 == 1 or random.random() < 0.5)
    if even_rows:
        return Cuts(_pieces(rows, EVEN, random), _pieces(columns, ANY, random))
    return Cuts(_pieces(rows, ANY, random), _pieces(columns, EVEN, random))


def _with_odd_piece(side: int, place: int, random: Random) -> tuple[Numbers, int]:
    """The pieces of an odd side, one of which is odd and holds the place given; and its number."""
    choices = [
        (before, odd)
        for odd in ODD
        for before in range(max(0, place - odd + 1), place + 1)
        if _can_be_cut(before, EVEN) and _can_be_cut(side - before - odd, EVEN)
    ]
    before, odd = choices[int(random.random() * len(choices))]
    first, last = _pieces(before, EVEN, random), _pieces(side - before - odd, EVEN, random)
    return np.concatenate((first, np.array([odd], np.int32), last)), len(first)


def _pieces(length: int, sizes: tuple[int, ...], random: Random) -> Numbers:
    """A length, cut at random into pieces of these sizes."""
    if length > FEW:  # long sides have few sizes, so that few tile tours are needed
        sizes = (6, 8) if sizes is EVEN else tuple(sorted(random.sample((6, 7, 8, 9), 3)))
    parts: list[npt.NDArray[Any]] = []
    draws = np.random.default_rng(random.getrandbits(64))
    while length > FEW:
        count = (length - FEW // 2) // max(sizes)
        parts.append(np.array(sizes)[draws.integers(0, len(sizes), count, np.uint8)])
        length -= int(parts[-1].sum())
    sizes = EVEN if not any(size % 2 for size in sizes) else ANY
    while length > 0:
        fitting = [size for size in sizes if _can_be_cut(length - size, sizes)]
        parts.append(np.array([fitting[int(random.random() * len(fitting))]]))
        length -= int(parts[-1][0])
    return np.concatenate(parts).astype(np.int32) if parts else np.zeros(0, np.int32)


def _can_be_cut(length: int, sizes: tuple[int, ...]) -> bool:
    """Whether pieces of these sizes, all even ones or all, make up the length."""
    if sizes is EVEN and length % 2:
        return False
    return length == 0 or length >= min(sizes)


def _begins(pieces: Numbers) -> npt.NDArray[np.int64]:
    return np.cumsum(pieces, dtype=np.int64) - pieces
