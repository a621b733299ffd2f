"""The grid of tiles: where a board is cut, at random, and how tiles lie beside each other.

A tile with a closed tour has an even side, so one side of an even board is cut into even pieces. A board
of odd sides has one odd piece along each, and one tile of odd sides where the two meet: it holds both
ends of the tour.

An open tour between two ends leads through a chain of tiles. It leaves each of them from the last square
of the tile's own open tour, by a move across the border to the first square of the next tile's.

The sides of a tile are numbered: left 0, up 1, right 2, down 3.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from knight_models.core.board import Board

Pieces = npt.NDArray[np.int32]
"""Shape (pieces,), the lengths of the pieces of a side."""

Tile = tuple[int, int]
"""The row and the column of a tile in the grid."""

SMALLEST = 5
"""The shortest side of a tile; the shortest even one is 6."""

EVEN = (6, 8, 10)
ODD = (5, 7, 9, 11)
ANY = (5, 6, 7, 8, 9, 10, 11)

SHORT = 64
"""Length of a side up to which every piece is drawn singly, from all sizes."""


@dataclass(frozen=True, eq=False)
class Cuts:
    """The pieces of the two sides of a board, and the tile of odd sides if there is one.

    Parameters
    ----------
    rows, columns : the lengths of the pieces
    odd : the tile of odd sides; None on an even board
    """

    rows: Pieces
    columns: Pieces
    odd: Tile | None = None

    @property
    def tiles(self) -> int:
        """The number of tiles."""
        return len(self.rows) * len(self.columns)

    @cached_property
    def begins(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """The first row of each row of tiles, and the first column of each column of tiles."""
        return _begins(self.rows), _begins(self.columns)

    def number(self, tile: Tile) -> int:
        """The row-major number of a tile."""
        return tile[0] * len(self.columns) + tile[1]

    def shape_of(self, tile: Tile) -> tuple[int, int]:
        """The rows and columns of a tile."""
        return int(self.rows[tile[0]]), int(self.columns[tile[1]])

    def inside(self, tile: Tile, square: tuple[int, int]) -> int:
        """The row-major number within a tile of a square that is in it."""
        top, left = (int(begins[at]) for begins, at in zip(self.begins, tile, strict=True))
        return (square[0] - top) * int(self.columns[tile[1]]) + square[1] - left

    def tile_at(self, square: tuple[int, int]) -> Tile:
        """The tile that holds a square."""
        row, column = (
            int(np.searchsorted(begins, place, "right")) - 1
            for begins, place in zip(self.begins, square, strict=True)
        )
        return row, column

    def crossings(self, tile: Tile, neighbour: Tile) -> dict[int, list[int]]:
        """The moves that lead from a tile to one beside, above or below it.

        Returns
        -------
        dict : for each square of the tile that has such a move, the squares of the neighbour to which it
            leads; all by their row-major numbers within their own tile
        """
        (rows, columns), (other_rows, other_columns) = self.shape_of(tile), self.shape_of(neighbour)
        down, right = neighbour[0] - tile[0], neighbour[1] - tile[1]
        top = {1: rows, -1: -other_rows, 0: 0}[down]
        left = {1: columns, -1: -other_columns, 0: 0}[right]
        vectors = Board((rows, columns)).vectors
        found: dict[int, list[int]] = {}
        for row, column in product(range(rows), range(columns)):
            for vector in vectors:
                there = row + vector[0] - top, column + vector[1] - left
                if 0 <= there[0] < other_rows and 0 <= there[1] < other_columns:
                    number = there[0] * other_columns + there[1]
                    found.setdefault(row * columns + column, []).append(number)
        return found


def _begins(pieces: Pieces) -> npt.NDArray[np.int64]:
    return np.cumsum(pieces, dtype=np.int64) - pieces


def cut_board(shape: tuple[int, int], square: tuple[int, int], random: Random) -> Cuts:
    """Cut a board, both sides of which are at least 5, into tiles.

    Parameters
    ----------
    shape : rows and columns
    square : (row, column), which the tile of odd sides of an odd board has to hold
    random : the source of the random draws

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


def _with_odd_piece(side: int, place: int, random: Random) -> tuple[Pieces, int]:
    """The pieces of an odd side, one of which is odd and holds the given place; and its number."""
    choices = [
        (before, odd)
        for odd in ODD
        for before in range(max(0, place - odd + 1), place + 1)
        if _can_be_cut(before, EVEN) and _can_be_cut(side - before - odd, EVEN)
    ]
    before, odd = choices[int(random.random() * len(choices))]
    first, last = _pieces(before, EVEN, random), _pieces(side - before - odd, EVEN, random)
    return np.concatenate((first, np.array([odd], np.int32), last)), len(first)


def _pieces(length: int, sizes: tuple[int, ...], random: Random) -> Pieces:
    """A length, cut at random into pieces of these sizes."""
    if length > SHORT:  # a long side is cut into few sizes, so that few tile tours are needed
        sizes = (6, 8) if sizes is EVEN else tuple(sorted(random.sample((6, 7, 8, 9), 3)))
    parts: list[npt.NDArray[Any]] = []
    draws = np.random.default_rng(random.getrandbits(64))
    while length > SHORT:
        count = (length - SHORT // 2) // max(sizes)
        parts.append(np.array(sizes)[draws.integers(0, len(sizes), count, np.uint8)])
        length -= int(parts[-1].sum())
    sizes = EVEN if not any(size % 2 for size in sizes) else ANY
    while length > 0:
        fitting = [size for size in sizes if _can_be_cut(length - size, sizes)]
        parts.append(np.array([fitting[int(random.random() * len(fitting))]]))
        length -= int(parts[-1][0])
    return np.concatenate(parts).astype(np.int32) if parts else np.zeros(0, np.int32)


def _can_be_cut(length: int, sizes: tuple[int, ...]) -> bool:
    """Whether pieces of these sizes, `EVEN` or `ANY`, make up the length."""
    if sizes is EVEN and length % 2:
        return False
    return length == 0 or length >= min(sizes)


def chain_of_tiles(first: Tile, last: Tile, random: Random) -> list[Tile]:
    """The tiles from one to another on a random shortest way.

    >>> chain_of_tiles((0, 3), (0, 1), Random(1))
    [(0, 3), (0, 2), (0, 1)]
    """
    down, right = (there - here for here, there in zip(first, last, strict=True))
    steps = [(1 if down > 0 else -1, 0)] * abs(down) + [(0, 1 if right > 0 else -1)] * abs(right)
    random.shuffle(steps)
    chain = [first]
    for step in steps:
        chain.append((chain[-1][0] + step[0], chain[-1][1] + step[1]))
    return chain


def side_between(tile: Tile, neighbour: Tile) -> int:
    """The side of a tile at which its neighbour lies.

    >>> side_between((1, 1), (0, 1)), side_between((0, 1), (1, 1))
    (1, 3)
    """
    return _SIDES.index((neighbour[0] - tile[0], neighbour[1] - tile[1]))


_SIDES = ((0, -1), (-1, 0), (0, 1), (1, 0))
