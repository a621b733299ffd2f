"""A row of tiles through which an open tour leads from one end to the other.

Each tile of the row is left for the next one from the last square of its own open tour, by a move across
the border to the first square of the next tile's. Tiles aside of the row are merged into it.
"""

from __future__ import annotations

from itertools import product
from random import Random

from knight_models.core.board import Board
from knight_models.solvers.tiling.tile_grid import Cuts

__all__ = ["crossings", "row_of_tiles", "side_between"]

TileAt = tuple[int, int]
"""The row and the column of a tile in the grid of tiles."""

_SIDES = ((0, -1), (-1, 0), (0, 1), (1, 0))
"""Left, up, right, down, as the sides of tiles are numbered."""


def row_of_tiles(first: TileAt, last: TileAt, random: Random) -> list[TileAt]:
    """The tiles from one to another on a random shortest way.

    >>> row_of_tiles((0, 3), (0, 1), Random(1))
    [(0, 3), (0, 2), (0, 1)]
    """
    down, right = (there - here for here, there in zip(first, last, strict=True))
    steps = [(1 if down > 0 else -1, 0)] * abs(down) + [(0, 1 if right > 0 else -1)] * abs(right)
    random.shuffle(steps)
    row = [first]
    for step in steps:
        row.append((row[-1][0] + step[0], row[-1][1] + step[1]))
    return row


def side_between(tile: TileAt, neighbour: TileAt) -> int:
    """The side of a tile at which its neighbour lies.

    >>> side_between((1, 1), (0, 1)), side_between((0, 1), (1, 1))
    (1, 3)
    """
    return _SIDES.index((neighbour[0] - tile[0], neighbour[1] - tile[1]))


def crossings(cuts: Cuts, tile: TileAt, neighbour: TileAt) -> dict[int, list[int]]:
    """The moves that lead from a tile to its neighbour.

    Parameters
    ----------
    cuts : the tiles of the board
    tile, neighbour : two of them, side by side or one above the other

    Returns
    -------
    dict : for each square of the tile from which there is such a move, the squares of the neighbour
        that it leads to, all by their row-major numbers within the tile that they are in
    """
    (rows, columns), (other_rows, other_columns) = cuts.shape_of(tile), cuts.shape_of(neighbour)
    down, right = neighbour[0] - tile[0], neighbour[1] - tile[1]
    top = {1: rows, -1: -other_rows, 0: 0}[down]
    left = {1: columns, -1: -other_columns, 0: 0}[right]
    vectors = Board((rows, columns)).vectors
    found: dict[int, list[int]] = {}
    for row, column in product(range(rows), range(columns)):
        for vector in vectors:
            there = row + vector[0] - top, column + vector[1] - left
            if 0 <= there[0] < other_rows and 0 <= there[1] < other_columns:
                found.setdefault(row * columns + column, []).append(there[0] * other_columns + there[1])
    return found
