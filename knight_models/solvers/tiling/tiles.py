"""A tour of many tiles: closed tours of the tiles, merged where two tiles are joined.

Of two tiles side by side, the left one drops its move (0, w-1)-(2, w-2), which it uses since a corner
has two moves only, and the right one drops (1, 1)-(3, 0); the moves (0, w-1)-(1, 1) and
(2, w-2)-(3, 0) across the border make one tour of the two. Of two tiles one above the other, the
transpose. The moves that a tile may drop are four different ones, so any spanning tree of the
tiles gives a tour.

The visiting order is written run by run: from the square where the tour enters a tile, the tile's own
order is followed as far as the next dropped move, across which the tour leaves.

References
----------
.. [1] P. Cull and J. De Curtins, "Knight's tour revisited", Fibonacci Quarterly 16 (1978), 276-285.
.. [2] I. Parberry, "An efficient algorithm for the Knight's tour problem", Discrete Applied
   Mathematics 73 (1997), 251-260.
.. [3] S.-S. Lin and C.-L. Wei, "Optimal algorithms for constructing knight's tours on arbitrary n x m
   chessboards", Discrete Applied Mathematics 146 (2005), 219-232.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from knight_models.engine.construction import DONE, RUNNING
from knight_models.engine.kernel import Array, Kernel

__all__ = ["PLACE", "STATE_SIZE", "STEP", "TILE", "VISIT", "VISITED", "TileTour", "gates"]

# Places in the state array.
VISITED = 0  # squares written
TILE = 1  # the tile that the tour is in
PLACE = 2  # the place in the tile's order of the next square
STEP = 3  # 1 or -1: the sense in which that order is followed
STATE_SIZE = 4


def gates(rows: int, columns: int) -> list[tuple[int, int]]:
    """The moves that a tile drops at its left, upper, right and lower side.

    The first square of a gate is joined to the first one of the gate opposite, the second to the
    second.

    >>> gates(6, 8)[0]  # (1, 1) and (3, 0)
    (9, 24)
    """
    second = columns + 1
    right = (columns - 1, 3 * columns - 2)
    lower = ((rows - 1) * columns, (rows - 2) * columns + 2)
    return [(second, 3 * columns), (second, 3), right, lower]


@dataclass(frozen=True)
class TileTour:
    """The tour of a tile.

    Parameters
    ----------
    shape : rows and columns
    order : row-major numbers of the squares within the tile, in the order of the visit
    entry : the side at which the tour of the board enters to the first square, in a row of tiles
    exit : the side at which it leaves from the last square, in a row of tiles
    """

    shape: tuple[int, int]
    order: list[int]
    entry: int | None = None
    exit: int | None = None

    def cells(self, width: int) -> npt.NDArray[np.int64]:
        """The tour, twice, as distances from the first square of the tile on a board so wide."""
        rows, columns = np.divmod(np.array(self.order * 2), self.shape[1])
        cells: npt.NDArray[np.int64] = rows * width + columns
        return cells

    def places(self) -> list[int]:
        """The places in the tour of the two squares of each gate.

        In a row of tiles, the gate at the exit is left from the last square, the one at the entry
        leads to the first; its other square lies behind the last one, so that it is never left.
        """
        if len(self.order) == 1:
            return [0] * 8
        pairs = [tuple(map(self.order.index, gate)) for gate in gates(*self.shape)]
        if self.entry is not None:
            pairs[self.entry] = 0, len(self.order)
        if self.exit is not None:
            pairs[self.exit] = len(self.order) - 1, 0
        return [place for pair in pairs for place in pair]


def visit_tiles(  # noqa: PLR0912, PLR0915  # one loop; calls would cost more than the work in it
    joined: Array,
    kinds: Array,
    row_begin: Array,
    column_begin: Array,
    sizes: Array,
    begins: Array,
    cells: Array,
    places: Array,
    order: Array,
    state: Array,
    budget: int,
) -> int:
    """Write the visiting order on, until all squares are written or the budget is used up.

    Parameters
    ----------
    joined : shape (tiles,), the sides at which each tile is joined
    kinds : shape (tiles,), which of the tile tours each tile has
    row_begin, column_begin : number of the first square of each row, and of each column, of tiles
    sizes, begins : shape (kinds,), squares of each tile tour, and where it begins in `cells`
    cells : the tile tours, each written out twice, as distances from a tile's first square
    places : shape (8 * kinds,), places of the two squares of each gate in the tile tour
    order : shape (squares,), the visiting order
    state : shape (STATE_SIZE,)
    budget : squares written

    Returns
    -------
    RUNNING or DONE
    """
    width = len(column_begin)
    total = len(order)
    visited = state[VISITED]
    tile = state[TILE]
    place = state[PLACE]
    step = state[STEP]
    while budget > 0 and visited < total:
        kind = kinds[tile]
        size = sizes[kind]
        length = size
        leaving = -1
        for side in range(4):
            if joined[tile] >> side & 1:
                one = places[8 * kind + 2 * side]
                two = places[8 * kind + 2 * side + 1]
                one_first = two == one + 1 or two == one + 1 - size
                last = one if one_first == (step > 0) else two
                run = (last - place) * step + 1
                if run <= 0:
                    run += size
                if run < length or leaving < 0:
                    length = run
                    leaving = 2 * side + (0 if last == one else 1)
        length = min(length, total - visited)
        row = tile // width
        base = row_begin[row] + column_begin[tile - row * width]
        first = begins[kind] + place
        if step > 0:
            for i in range(length):
                order[visited + i] = base + cells[first + i]
        else:
            first += size
            for i in range(length):
                order[visited + i] = base + cells[first - i]
        visited += length
        budget -= length
        if leaving >= 0:
            side = leaving >> 1
            if side == 0:
                tile -= 1
            elif side == 1:
                tile -= width
            elif side == 2:
                tile += 1
            else:
                tile += width
            if visited < total:
                gate = 8 * kinds[tile] + (leaving ^ 4)
                place = places[gate]
                after = places[gate ^ 1] - place
                step = -1 if after == 1 or after == 1 - sizes[kinds[tile]] else 1
    state[VISITED] = visited
    state[TILE] = tile
    state[PLACE] = place
    state[STEP] = step
    return DONE if visited == total else RUNNING


_NUMBERS, _LONG = "int32[::1]", "int64[::1]"
VISIT = Kernel(
    visit_tiles,
    f"int64(uint8[::1], {_NUMBERS}, {_NUMBERS}, {_NUMBERS}, {_NUMBERS}, {_NUMBERS}, {_NUMBERS}, "
    f"{_NUMBERS}, {_NUMBERS}, {_LONG}, int64)",
)
