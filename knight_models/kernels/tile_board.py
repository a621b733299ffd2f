"""Tours of boards put together from tiles: cut, join the tiles by a random tree, draw tile tours, visit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import numpy as np
import numpy.typing as npt

from knight_models.kernels import spanning_tree, tiles
from knight_models.kernels.construction import finished
from knight_models.kernels.runtime import KernelRun
from knight_models.kernels.tile_grid import Cuts, cut_board
from knight_models.kernels.tile_tours import TileTask, drawn_tour
from knight_models.limits import Deadline
from knight_models.problem import Kind

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
"""Calls for the one tile whose ends are asked for, before it is given up."""


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
    def has_end_tile(self) -> bool:
        """Whether one tile has to hold both ends, since no closed tour can be cut to give this tour."""
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
        self._end_tile = self._cuts.tile_at(self._start) if task.has_end_tile else None
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
        active[0] = int(self._random.random() * count)
        joined[active[0]] = spanning_tree.FIRST
        state = np.zeros(spanning_tree.STATE_SIZE, np.int64)
        state[spanning_tree.ACTIVE] = 1
        state[spanning_tree.RANDOM] = self._random.getrandbits(32) or 1
        width = np.array([len(self._cuts.columns)], np.int64)
        run = KernelRun(spanning_tree.TREE, [joined, active, width, state], self._size, self._deadline)
        grown = finished(run, self._deadline, lambda _: self._report(0))
        return np.array(run[0], np.uint8) if grown else None

    def _tours(self, joined: npt.NDArray[np.uint8]) -> tuple[Numbers, list[_Tile]] | None:
        """Which tour each tile has, and the tours; None if one could not be found."""
        kinds, shapes = _kinds(self._cuts, self._random)
        found: list[_Tile] = []
        for shape in shapes:
            tile = self._closed_tile(shape)
            if tile is None:
                return None
            found.append(tile)
        if self._end_tile is not None:
            number = self._end_tile[0] * len(self._cuts.columns) + self._end_tile[1]
            tile = self._tile_with_ends(int(joined[number]))
            if tile is None:
                return None
            kinds[number] = len(found)
            found.append(tile)
        return kinds, found

    def _closed_tile(self, shape: tuple[int, int]) -> _Tile | None:
        """A closed tour that can be joined at all four sides; no tour where both sides are odd."""
        if shape[0] % 2 and shape[1] % 2:
            return _Tile(shape, [0])  # the tile with the ends stands there
        needed = tiles.gates(*shape)[:2]  # a corner has two moves, so every closed tour has the others
        task = TileTask(shape, Kind.CLOSED, needed=needed)
        while not self._deadline.expired:
            tour, steps = drawn_tour(task, self._random, MOST_STEPS)
            self.steps += steps
            if tour is not None:
                return _Tile(shape, tour)
        return None

    def _tile_with_ends(self, joined: int) -> _Tile | None:
        """An open tour of the tile that holds both ends, with the gates that it needs."""
        assert self._end_tile is not None
        (row, column), (rows, columns) = self._end_tile, (self._cuts.rows, self._cuts.columns)
        shape = int(rows[row]), int(columns[column])
        top, left = (int(begins[at]) for begins, at in zip(self._cuts.begins, self._end_tile, strict=True))

        def inside(square: tuple[int, int] | None) -> int | None:
            return None if square is None else (square[0] - top) * shape[1] + square[1] - left

        end = self._task.end
        if end is not None and self._cuts.tile_at(end) != self._end_tile:
            return None
        needed = [gate for side, gate in enumerate(tiles.gates(*shape)) if joined >> side & 1]
        task = TileTask(shape, self._task.kind, inside(self._task.start), inside(end), needed)
        for _ in range(MOST_CALLS):
            tour, steps = drawn_tour(task, self._random, MOST_STEPS)
            self.steps += steps
            if tour is not None:
                return _Tile(shape, tour)
            if self._deadline.expired:
                return None
        return None

    def _visited(self, joined: npt.NDArray[np.uint8], kinds: Numbers, found: list[_Tile]) -> Numbers | None:
        """The visiting order of the tiles' tours, merged where tiles are joined."""
        width = self._task.shape[1]
        rows, columns = self._cuts.begins
        sizes = np.array([len(tile.tour) for tile in found])
        cells = np.concatenate([tile.cells(width) for tile in found])
        places = np.array([place for tile in found for place in tile.places()])
        row, column = self._end_tile or self._cuts.tile_at(self._start)
        state = np.zeros(tiles.STATE_SIZE, np.int64)
        state[tiles.TILE] = row * len(columns) + column
        state[tiles.STEP] = 1
        if self._end_tile is None:
            square = self._start[0] - rows[row], self._start[1] - columns[column]
            state[tiles.PLACE] = found[kinds[state[tiles.TILE]]].place(square)
        numbers = [kinds, rows * width, columns, sizes, 2 * (np.cumsum(sizes) - sizes), cells, places]
        order = np.empty(self._size, np.int32)
        arrays = [joined, *(array.astype(np.int32, copy=False) for array in numbers), order, state]
        run = KernelRun(tiles.VISIT, arrays, self._size, self._deadline)
        return np.asarray(run[_ORDER], np.int32) if finished(run, self._deadline, self._report) else None


_ORDER = 8
"""The place of the visiting order among the arguments of the kernel."""


@dataclass(frozen=True)
class _Tile:
    """The tour of a tile: row-major numbers of its squares in the order of the visit."""

    shape: tuple[int, int]
    tour: list[int]

    def cells(self, width: int) -> npt.NDArray[np.int64]:
        """The tour, twice, as distances from the first square of the tile on a board so wide."""
        rows, columns = np.divmod(np.array(self.tour * 2), self.shape[1])
        cells: npt.NDArray[np.int64] = rows * width + columns
        return cells

    def places(self) -> list[int]:
        """Where in the tour the two squares of each gate stand."""
        if len(self.tour) == 1:
            return [0] * 8
        return [self.tour.index(square) for gate in tiles.gates(*self.shape) for square in gate]

    def place(self, square: tuple[int, int]) -> int:
        """Where in the tour a square of the tile, as (row, column), stands."""
        return self.tour.index(square[0] * self.shape[1] + square[1])


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
