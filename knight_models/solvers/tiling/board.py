"""Tours of boards put together from tiles: cut the board, join the tiles, draw their tours, visit.

The tiles are joined at their gates (see `tiles.py`) along a random spanning tree of the grid. That makes
one tour of all tile tours. Its visiting order is written piece by piece: from the square at which the
tour enters a tile, the tile's own order is followed as far as the next gate that is joined, and there the
tour leaves. Every square is written once, so the time is linear.

An open tour that is not a closed one less a move leads through a chain of tiles, which have open tours.
The tree grows from the chain, and the tiles outside it have closed tours.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from knight_models.core.limits import Deadline
from knight_models.core.problem import Kind
from knight_models.engine.kernel import DONE, RUNNING, Flags, Kernel, KernelRun, Numbers
from knight_models.engine.random import next_random
from knight_models.solvers.tiling.cuts import Cuts, Tile, chain_of_tiles, cut_board, side_between
from knight_models.solvers.tiling.tiles import TileTask, TileTour, gates, random_tour

Order = npt.NDArray[np.int32]

BYTES_PER_SQUARE = 6
"""The visiting order, and a square's share of what its tile takes."""

MOST_TOURS = 24
"""Different tile tours on a board of many tiles."""

FEW_TILES = 64
"""Tiles up to which each has a tour of its own."""

MOST_STEPS = 10_000
"""Steps of one call for a tile tour, so that it takes well below 50 ms."""

MOST_CALLS = 10
"""Calls for an open tour of a tile, before it is given up."""


# ---- the spanning tree ---------------------------------------------------------------------------

FIRST = 16
"""The mark of the first tile of the tree, which is not joined to any other yet."""


class TreeTiles(NamedTuple):
    """The tiles while the tree grows."""

    joined: Flags
    """Shape (tiles,), the sides at which each tile is joined to a neighbour, as bits `1 << side`; 0 while
    the tile is not in the tree."""
    active: Numbers
    """Shape (tiles,), first the tiles of the tree that may have neighbours outside it."""


@dataclass(slots=True)
class TreeState:
    """The tree while it grows.

    Parameters
    ----------
    columns : columns of the grid of tiles
    active : the number of active tiles
    random : the state of the random numbers
    """

    columns: int
    active: int
    random: int


def grow_tree(tiles: TreeTiles, state: TreeState, budget: int) -> int:
    """Grow a random spanning tree until it holds all tiles, or the budget is used up.

    Every tile joins the tree once and stops being active once, so the time is linear.

    Parameters
    ----------
    tiles, state : the tree, with at least one tile
    budget : tiles drawn

    Returns
    -------
    RUNNING or DONE
    """
    joined, active = tiles.joined, tiles.active
    count, width = len(joined), state.columns
    left, random = state.active, state.random
    while budget > 0 and left > 0:
        budget -= 1
        # Draw an active tile.
        random = next_random(random)
        place = ((random >> 2) * left) >> 30
        tile = active[place]
        column = tile % width
        # Join it to the first neighbour outside the tree, beginning at a random side.
        grown = False
        for turn in range(4):
            side = (random + turn) & 3
            if side == 0:
                inside, other = column > 0, tile - 1
            elif side == 1:
                inside, other = tile >= width, tile - width
            elif side == 2:
                inside, other = column + 1 < width, tile + 1
            else:
                inside, other = tile + width < count, tile + width
            if inside and joined[other] == 0:
                joined[tile] |= 1 << side
                joined[other] |= 1 << (side ^ 2)
                active[left] = other
                left += 1
                grown = True
                break
        # A tile without such a neighbour is not drawn again.
        if not grown:
            left -= 1
            active[place] = active[left]
    state.active, state.random = left, random
    return DONE if left == 0 else RUNNING


TREE = Kernel(grow_tree, [next_random])


# ---- the visit of the joined tiles ---------------------------------------------------------------


class TileGrid(NamedTuple):
    """The tiles of the board, and how they are joined."""

    joined: Flags
    """Shape (tiles,), as in `TreeTiles`."""
    tours: Numbers
    """Shape (tiles,), which of the tile tours each tile has."""
    row_begins: Numbers
    """Shape (rows of tiles,), the number of the first square of each row of tiles."""
    column_begins: Numbers
    """Shape (columns of tiles,), the first column of each column of tiles."""


class TileTours(NamedTuple):
    """The tile tours, one after the other."""

    sizes: Numbers
    """Shape (tours,), the number of squares of each."""
    begins: Numbers
    """Shape (tours,), where each begins in `offsets`."""
    offsets: Numbers
    """The squares of each tour, twice, as differences to the first square of the tile."""
    gates: Numbers
    """Shape (8 * tours,), the places in the tour of the two squares of each gate, by sides."""


@dataclass(slots=True)
class VisitState:
    """How far the visit has come.

    Parameters
    ----------
    tile : the tile to visit next
    place : the place in its order of the next square
    sense : 1 or -1, the sense in which that order is followed
    visited : squares visited
    """

    tile: int
    place: int
    sense: int = 1
    visited: int = 0


def visit_tiles(  # noqa: PLR0912, PLR0915  # one loop; calls would cost more than the work in it
    grid: TileGrid, tile_tours: TileTours, order: Numbers, state: VisitState, budget: int
) -> int:
    """Visit on, until all squares are visited or the budget is used up.

    Parameters
    ----------
    grid : the joined tiles
    tile_tours : their tours
    order : shape (squares,), the visiting order
    state : see `VisitState`
    budget : squares visited

    Returns
    -------
    RUNNING or DONE
    """
    joined, tours = grid.joined, grid.tours
    row_begins, column_begins = grid.row_begins, grid.column_begins
    sizes, begins = tile_tours.sizes, tile_tours.begins
    offsets, places = tile_tours.offsets, tile_tours.gates
    width = len(column_begins)
    total = len(order)
    visited, tile, place, sense = state.visited, state.tile, state.place, state.sense
    while budget > 0 and visited < total:
        # Find the next joined gate in the sense of the visit: the piece ends at the first of its squares.
        tour = tours[tile]
        size = sizes[tour]
        length = size
        leaving = -1
        for side in range(4):
            if joined[tile] >> side & 1:
                one = places[8 * tour + 2 * side]
                two = places[8 * tour + 2 * side + 1]
                one_first = two == one + 1 or two == one + 1 - size
                last = one if one_first == (sense > 0) else two
                piece = (last - place) * sense + 1
                if piece <= 0:
                    piece += size
                if piece < length or leaving < 0:
                    length = piece
                    leaving = 2 * side + (0 if last == one else 1)
        length = min(length, total - visited)
        # Write the piece. The tour stands there twice, so the piece does not wrap round.
        row = tile // width
        base = row_begins[row] + column_begins[tile - row * width]
        first = begins[tour] + place
        if sense > 0:
            for i in range(length):
                order[visited + i] = base + offsets[first + i]
        else:
            first += size
            for i in range(length):
                order[visited + i] = base + offsets[first - i]
        visited += length
        budget -= length
        if leaving >= 0:
            # Cross to the neighbour, from either square of the gate to its twin in the opposite gate.
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
                # Go on away from the other square of that gate, since the move between them is dropped.
                gate = 8 * tours[tile] + (leaving ^ 4)
                place = places[gate]
                after = places[gate ^ 1] - place
                sense = -1 if after == 1 or after == 1 - sizes[tours[tile]] else 1
    state.visited, state.tile, state.place, state.sense = visited, tile, place, sense
    return DONE if visited == total else RUNNING


VISIT = Kernel(visit_tiles)


# ---- the board -----------------------------------------------------------------------------------


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
    def needs_chain(self) -> bool:
        """Whether this tour is not a closed one less a move."""
        odd = self.shape[0] % 2 and self.shape[1] % 2
        return bool(odd) or self.kind is Kind.STRICTLY_OPEN or self.end is not None


class TiledBoard:
    """One tour of a board, both sides of which are at least 5.

    Parameters
    ----------
    task : the tour wanted
    random : the source of the random draws: of cuts, tree and tile tours
    deadline : when to stop
    report : called with the number of squares visited

    Attributes
    ----------
    tiles : the number of tiles
    steps : steps of the searches for tile tours so far
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
        self._chain: list[Tile] = []
        if task.needs_chain:
            last = self._cuts.tile_at(task.end or self._start)
            self._chain = chain_of_tiles(self._cuts.tile_at(self._start), last, random)
        self.steps = 0
        self.tiles = self._cuts.tiles

    def _any_square(self) -> tuple[int, int]:
        row, column = (int(self._random.random() * side) for side in self._task.shape)
        return row, column

    def order(self) -> Order | None:
        """Shape (squares,), the squares in the order of the visit; None if a step of it failed."""
        joined = self._tree()
        tours = None if joined is None else self._tours(joined)
        if joined is None or tours is None:
            return None
        return self._visited(joined, *tours)

    def _tree(self) -> npt.NDArray[np.uint8] | None:
        """The sides at which each tile is joined to a neighbour; None if the time is up."""
        count, number = self._cuts.tiles, self._cuts.number
        tiles = TreeTiles(np.zeros(count, np.uint8), np.zeros(count, np.int32))
        first = self._chain or [self._cuts.tile_at(self._any_square())]
        tiles.active[: len(first)] = [number(tile) for tile in first]
        tiles.joined[number(first[0])] = FIRST
        for tile, after in pairwise(first):
            tiles.joined[number(tile)] |= 1 << side_between(tile, after)
            tiles.joined[number(after)] |= 1 << side_between(after, tile)
        seed = self._random.getrandbits(32) or 1
        state = TreeState(len(self._cuts.columns), active=len(first), random=seed)
        run = KernelRun(TREE, [tiles, state], self._size, self._deadline)
        return np.array(run.tiles.joined, np.uint8) if run.finish(lambda: self._report(0)) else None

    def _tours(self, joined: npt.NDArray[np.uint8]) -> tuple[Order, list[TileTour]] | None:
        """Which tour each tile has, and the tours; None if one could not be found."""
        numbers, shapes = _shared_tours(self._cuts, self._random)
        found: list[TileTour] = []
        for shape in shapes:
            tour = self._closed_tour(shape)
            if tour is None:
                return None
            found.append(tour)
        start = None
        if self._chain and self._task.start is not None:
            start = self._cuts.inside(self._chain[0], self._task.start)
        for place, tile in enumerate(self._chain):
            number = self._cuts.number(tile)
            tour, start = self._open_tour(place, start, int(joined[number]))
            if tour is None:
                return None
            numbers[number] = len(found)
            found.append(tour)
        return numbers, found

    def _closed_tour(self, shape: tuple[int, int]) -> TileTour | None:
        """A closed tour that can be joined at all four sides; None if the time is up.

        A tile of odd sides has no closed tour, and is in the chain, so that any order will do.
        """
        if shape[0] % 2 and shape[1] % 2:
            return TileTour(shape, [0])
        required = gates(*shape)[:2]  # the other two are at corners, so that every closed tour has them
        while not self._deadline.expired:
            order = self._tile_order(TileTask(shape, Kind.CLOSED, required=required))
            if order is not None:
                return TileTour(shape, order)
        return None

    def _open_tour(self, place: int, start: int | None, joined: int) -> tuple[TileTour | None, int | None]:
        """The open tour of a tile of the chain, and the square of the next tile that it leads to.

        Parameters
        ----------
        place : the place of the tile in the chain
        start : the square at which it begins, by its number within the tile; None = any
        joined : the sides at which the tile is joined, as bits
        """
        chain, cuts = self._chain, self._cuts
        tile, last = chain[place], place == len(chain) - 1
        shape = cuts.shape_of(tile)
        entry = side_between(tile, chain[place - 1]) if place else None
        leave = None if last else side_between(tile, chain[place + 1])
        across = {} if last else cuts.crossings(tile, chain[place + 1])
        ends = list(across)
        if last and self._task.end is not None:
            ends = [cuts.inside(tile, self._task.end)]
        sides = enumerate(gates(*shape))
        required = [gate for side, gate in sides if joined >> side & 1 and side not in (entry, leave)]
        kind = self._task.kind if len(chain) == 1 else Kind.OPEN
        for _ in range(MOST_CALLS):
            order = self._tile_order(TileTask(shape, kind, start, ends, required))
            if order is not None:
                onward = None if last else self._random.choice(across[order[-1]])
                return TileTour(shape, order, entry, leave), onward
            if self._deadline.expired:
                break
        return None, None

    def _tile_order(self, task: TileTask) -> list[int] | None:
        order, steps = random_tour(task, self._random, MOST_STEPS)
        self.steps += steps
        return order

    def _visited(
        self, joined: npt.NDArray[np.uint8], numbers: Order, tours: list[TileTour]
    ) -> Order | None:
        """The visiting order of the tiles' tours, joined; None if the time is up.

        Parameters
        ----------
        joined : the sides at which each tile is joined
        numbers : which of the tours each tile has
        tours : the tours
        """
        width = self._task.shape[1]
        rows, columns = self._cuts.begins
        tile = self._chain[0] if self._chain else self._cuts.tile_at(self._start)
        number = self._cuts.number(tile)
        place = 0
        if not self._chain:
            place = tours[numbers[number]].order.index(self._cuts.inside(tile, self._start))
        sizes = np.array([len(tour.order) for tour in tours])
        begins = 2 * (np.cumsum(sizes) - sizes)
        offsets = np.concatenate([tour.offsets(width) for tour in tours])
        places = np.array([place for tour in tours for place in tour.gate_places()])
        grid = TileGrid(joined, numbers, rows * width, columns)
        state = VisitState(number, place)
        tile_tours = TileTours(sizes, begins, offsets, places)
        records = [grid, tile_tours, np.empty(self._size, np.int32), state]
        run = KernelRun(VISIT, records, self._size, self._deadline)
        done = run.finish(lambda: self._report(state.visited))
        return np.asarray(run.order, np.int32) if done else None


def _shared_tours(cuts: Cuts, random: Random) -> tuple[Order, list[tuple[int, int]]]:
    """Which tour each tile has, and the shapes of the tours; among many tiles they are shared at random."""
    if cuts.tiles <= FEW_TILES:
        shapes = [(row, column) for row in cuts.rows.tolist() for column in cuts.columns.tolist()]
        return np.arange(cuts.tiles, dtype=np.int32), shapes
    heights, row_class = np.unique(cuts.rows, return_inverse=True)
    widths, column_class = np.unique(cuts.columns, return_inverse=True)
    variants = max(1, MOST_TOURS // (len(heights) * len(widths)))
    shapes = [(row, column) for row in heights.tolist() for column in widths.tolist()]
    numbers = np.random.default_rng(random.getrandbits(64)).integers(
        0, variants, (len(cuts.rows), len(cuts.columns)), np.int32
    )
    numbers += ((row_class * len(widths))[:, None] + column_class).astype(np.int32) * variants
    return numbers.ravel(), [shape for shape in shapes for _ in range(variants)]
