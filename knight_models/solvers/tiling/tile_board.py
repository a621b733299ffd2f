"""Tours of boards put together from tiles: cut, join the tiles by a random tree, draw tile tours, visit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from random import Random

import numpy as np
import numpy.typing as npt

from knight_models.core.limits import Deadline
from knight_models.core.problem import Kind
from knight_models.engine.construction import finished
from knight_models.engine.kernel import KernelRun
from knight_models.solvers.tiling import spanning_tree, tiles
from knight_models.solvers.tiling.tile_chain import crossings, row_of_tiles, side_between
from knight_models.solvers.tiling.tile_grid import Cuts, cut_board
from knight_models.solvers.tiling.tile_tours import TileTask, drawn_tour
from knight_models.solvers.tiling.tiles import TileTour

__all__ = ["BYTES_PER_SQUARE", "BoardTask", "TiledBoard"]

Numbers = npt.NDArray[np.int32]

BYTES_PER_SQUARE = 6
"""The visiting order, and the share of a square in what its tile takes."""

MOST_KINDS = 24
"""Different tile tours on a board of many tiles."""

FEW_TILES = 64
"""Tiles up to which each has a tour of its own."""

MOST_STEPS = 10_000
"""Steps of one call for a tile tour, so that it takes well below 50 ms."""

MOST_CALLS = 10
"""Calls for an open tour of a tile, before it is given up."""


@dataclass(frozen=True)
class BoardTask:
    """The tour that is wanted of a board.

    Parameters
    ----------
    shape : rows and columns
    kind : open, closed or strictly open
    start, end : its ends as (row, column), where they are fixed; an end comes with a start
    """

    shape: tuple[int, int]
    kind: Kind
    start: tuple[int, int] | None = None
    end: tuple[int, int] | None = None

    @property
    def is_open(self) -> bool:
        """Whether no closed tour can be cut to give this tour."""
        odd = self.shape[0] % 2 and self.shape[1] % 2
        return bool(odd) or self.kind is Kind.STRICTLY_OPEN or self.end is not None


class TiledBoard:
    """One tour of a board, both sides of which are at least 5.

    Parameters
    ----------
    task : the tour wanted
    random : where cuts, tree and tile tours are drawn from
    deadline : when to stop
    report : called with the number of squares written
    """

    def __init__(
        self, task: BoardTask, random: Random, deadline: Deadline, report: Callable[[int], None]
    ) -> None:
        self._task = task
        self._random = random
        self._deadline = deadline
        self._report = report
        self._size = task.shape[0] * task.shape[1]
        self._start = task.start or self._any_square()
        self._cuts = cut_board(task.shape, self._start, random)
        self._row: list[tuple[int, int]] = []  # the tiles that a tour that is not closed leads through
        if task.is_open:
            last = self._cuts.tile_at(task.end or self._start)
            self._row = row_of_tiles(self._cuts.tile_at(self._start), last, random)
        self.steps = 0
        self.tiles = self._cuts.tiles

    def _any_square(self) -> tuple[int, int]:
        row, column = (int(self._random.random() * side) for side in self._task.shape)
        return row, column

    def order(self) -> Numbers | None:
        """The numbers of the squares in the order of the visit; None if it did not come out."""
        joined = self._tree()
        tours = None if joined is None else self._tours(joined)
        if joined is None or tours is None:
            return None
        return self._visited(joined, *tours)

    def _tree(self) -> npt.NDArray[np.uint8] | None:
        """The sides at which each tile is joined to a neighbour; None if the time was up."""
        count = self._cuts.tiles
        joined, active = np.zeros(count, np.uint8), np.zeros(count, np.int32)
        first = self._row or [self._cuts.tile_at(self._any_square())]
        active[: len(first)] = [self._number(tile) for tile in first]
        joined[active[0]] = spanning_tree.FIRST
        for tile, after in pairwise(first):
            joined[self._number(tile)] |= 1 << side_between(tile, after)
            joined[self._number(after)] |= 1 << side_between(after, tile)
        state = np.zeros(spanning_tree.STATE_SIZE, np.int64)
        state[spanning_tree.ACTIVE] = len(first)
        state[spanning_tree.RANDOM] = self._random.getrandbits(32) or 1
        width = np.array([len(self._cuts.columns)], np.int64)
        run = KernelRun(spanning_tree.TREE, [joined, active, width, state], self._size, self._deadline)
        grown = finished(run, self._deadline, lambda _: self._report(0))
        return np.array(run[0], np.uint8) if grown else None

    def _number(self, tile: tuple[int, int]) -> int:
        return tile[0] * len(self._cuts.columns) + tile[1]

    def _tours(self, joined: npt.NDArray[np.uint8]) -> tuple[Numbers, list[TileTour]] | None:
        """Which tour each tile has, and the tours; None if one could not be found."""
        kinds, shapes = _kinds(self._cuts, self._random)
        found: list[TileTour] = []
        for shape in shapes:
            tour = self._closed_tour(shape)
            if tour is None:
                return None
            found.append(tour)
        start = None
        if self._row and self._task.start is not None:
            start = self._cuts.inside(self._row[0], self._task.start)
        for place, tile in enumerate(self._row):
            tour, start = self._open_tour(place, start, int(joined[self._number(tile)]))
            if tour is None:
                return None
            kinds[self._number(tile)] = len(found)
            found.append(tour)
        return kinds, found

    def _closed_tour(self, shape: tuple[int, int]) -> TileTour | None:
        """A closed tour that can be joined at all four sides; no tour where both sides are odd."""
        if shape[0] % 2 and shape[1] % 2:
            return TileTour(shape, [0])  # a tile with an open tour stands there
        needed = tiles.gates(*shape)[:2]  # a corner has two moves, so every closed tour has the others
        while not self._deadline.expired:
            order = self._drawn(TileTask(shape, Kind.CLOSED, needed=needed))
            if order is not None:
                return TileTour(shape, order)
        return None

    def _open_tour(self, place: int, start: int | None, joined: int) -> tuple[TileTour | None, int | None]:
        """The open tour of a tile of the row, and the square of the next tile that it leads to."""
        row, cuts = self._row, self._cuts
        tile, last = row[place], place == len(row) - 1
        shape = cuts.shape_of(tile)
        entry = side_between(tile, row[place - 1]) if place else None
        leave = None if last else side_between(tile, row[place + 1])
        across = {} if last else crossings(cuts, tile, row[place + 1])
        ends = list(across)
        if last and self._task.end is not None:
            ends = [cuts.inside(tile, self._task.end)]
        gates = enumerate(tiles.gates(*shape))
        needed = [gate for side, gate in gates if joined >> side & 1 and side not in (entry, leave)]
        kind = self._task.kind if len(row) == 1 else Kind.OPEN
        for _ in range(MOST_CALLS):
            order = self._drawn(TileTask(shape, kind, start, ends, needed))
            if order is not None:
                onward = None if last else self._random.choice(across[order[-1]])
                return TileTour(shape, order, entry, leave), onward
            if self._deadline.expired:
                break
        return None, None

    def _drawn(self, task: TileTask) -> list[int] | None:
        order, steps = drawn_tour(task, self._random, MOST_STEPS)
        self.steps += steps
        return order

    def _visited(
        self, joined: npt.NDArray[np.uint8], kinds: Numbers, found: list[TileTour]
    ) -> Numbers | None:
        """The visiting order of the tiles' tours, merged where tiles are joined."""
        rows, columns = self._cuts.begins
        sizes = np.array([len(tour.order) for tour in found])
        cells = np.concatenate([tour.cells(self._task.shape[1]) for tour in found])
        places = np.array([place for tour in found for place in tour.places()])
        tile = self._row[0] if self._row else self._cuts.tile_at(self._start)
        state = np.zeros(tiles.STATE_SIZE, np.int64)
        state[tiles.TILE] = self._number(tile)
        state[tiles.STEP] = 1
        if not self._row:
            order = found[kinds[self._number(tile)]].order
            state[tiles.PLACE] = order.index(self._cuts.inside(tile, self._start))
        begins = 2 * (np.cumsum(sizes) - sizes)
        numbers = [kinds, rows * self._task.shape[1], columns, sizes, begins, cells, places]
        visited = np.empty(self._size, np.int32)
        arrays = [joined, *(array.astype(np.int32, copy=False) for array in numbers), visited, state]
        run = KernelRun(tiles.VISIT, arrays, self._size, self._deadline)
        return np.asarray(run[_ORDER], np.int32) if finished(run, self._deadline, self._report) else None


_ORDER = 8
"""The place of the visiting order among the arguments of the kernel."""


def _kinds(cuts: Cuts, random: Random) -> tuple[Numbers, list[tuple[int, int]]]:
    """Which tour each tile has, drawn at random where there are many tiles, and the tours' shapes."""
    if cuts.tiles <= FEW_TILES:
        shapes = [(row, column) for row in cuts.rows.tolist() for column in cuts.columns.tolist()]
        return np.arange(cuts.tiles, dtype=np.int32), shapes
    heights, row_class = np.unique(cuts.rows, return_inverse=True)
    widths, column_class = np.unique(cuts.columns, return_inverse=True)
    variants = max(1, MOST_KINDS // (len(heights) * len(widths)))
    shapes = [(row, column) for row in heights.tolist() for column in widths.tolist()]
    kinds = np.random.default_rng(random.getrandbits(64)).integers(
        0, variants, (len(cuts.rows), len(cuts.columns)), np.int32
    )
    kinds += ((row_class * len(widths))[:, None] + column_class).astype(np.int32) * variants
    return kinds.ravel(), [shape for shape in shapes for _ in range(variants)]
