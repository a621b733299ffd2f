"""Tiles: random tours of small boards, and the moves at which large tours are put together from them.

A path grows from its last square to any square not visited yet. Where there is none, a rotation gives the
path another last square. Growing and rotating go on until the path is the tour wanted; after a number of
steps without success a new path begins.

Two tiles side by side are joined at their gates. The left one drops its move (0, w-1)-(2, w-2), which
every closed tour uses, since a corner has only two moves; the right one drops (1, 1)-(3, 0). The moves
(0, w-1)-(1, 1) and (2, w-2)-(3, 0) across the border make one tour of the two. For two tiles one above
the other, rows and columns are exchanged. The four gates of a tile are four different moves, so a tile
can be joined at all of its sides, and any spanning tree of the tiles gives a tour.

References
----------
.. [1] P. Cull and J. De Curtins, "Knight's tour revisited", Fibonacci Quarterly 16 (1978), 276-285.
.. [2] I. Parberry, "An efficient algorithm for the Knight's tour problem", Discrete Applied
   Mathematics 73 (1997), 251-260.
.. [3] S.-S. Lin and C.-L. Wei, "Optimal algorithms for constructing knight's tours on arbitrary n x m
   chessboards", Discrete Applied Mathematics 146 (2005), 219-232.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

import numpy as np
import numpy.typing as npt

from knight_models.core.board import Board
from knight_models.core.problem import Kind
from knight_models.engine.rotation import rotate

Edge = tuple[int, int]

PATIENCE = 40
"""Steps, for each square of the tile, after which a path is given up."""

FLIP = 0.1
"""The probability that a path without a fixed start is reversed after a rotation."""


@dataclass(frozen=True)
class TileTask:
    """The tour that is wanted of one tile.

    Parameters
    ----------
    shape : rows and columns
    kind : open (its ends a move apart or not), closed, or strictly open
    start : the square at which to begin, by its row-major number within the tile; None = any
    ends : the squares at which it may end; empty = any
    required, forbidden : moves that it has to use, and must not use
    """

    shape: tuple[int, int]
    kind: Kind = Kind.OPEN
    start: int | None = None
    ends: Collection[int] = ()
    required: Sequence[Edge] = ()
    forbidden: Sequence[Edge] = ()


def random_tour(task: TileTask, random: Random, most_steps: int) -> tuple[list[int] | None, int]:
    """Search for a random tour of a tile.

    Parameters
    ----------
    task : the tour wanted
    random : the source of the random draws
    most_steps : squares added and rotations, together, after which to give up

    Returns
    -------
    tuple : the squares in the order of the visit, or None; and the steps taken

    >>> tour, steps = random_tour(TileTask((5, 6), Kind.CLOSED), Random(1), 100_000)
    >>> sorted(tour) == list(range(30))
    True
    """
    patience = PATIENCE * task.shape[0] * task.shape[1]
    steps = 0
    while steps < most_steps:
        tour, taken = _grown_path(task, random, min(patience, most_steps - steps))
        steps += taken
        if tour is not None:
            return tour, steps
    return None, steps


def _grown_path(task: TileTask, random: Random, most_steps: int) -> tuple[list[int] | None, int]:
    """One path, grown and rotated until it is the tour wanted; and the steps taken."""
    neighbours = _neighbours(task.shape)
    count, draw = len(neighbours), random.random
    path = [int(draw() * count) if task.start is None else task.start]
    missing = [True] * count
    missing[path[0]] = False
    for step in range(most_steps):
        moves = neighbours[path[-1]]
        if len(path) < count:
            unvisited = [square for square in moves if missing[square]]
            if unvisited:
                path.append(unvisited[int(draw() * len(unvisited))])
                missing[path[-1]] = False
                continue
        elif _fits(task, path, path[0] in moves):
            return path, step
        if not moves:
            return None, step
        rotate(path, path.index(moves[int(draw() * len(moves))]))
        if task.start is None and draw() < FLIP:
            path.reverse()
    return None, most_steps


def _fits(task: TileTask, path: list[int], closes: bool) -> bool:
    """Whether a path over all squares is the tour wanted."""
    if task.kind is not Kind.OPEN and closes is not (task.kind is Kind.CLOSED):
        return False
    if task.ends and path[-1] not in task.ends:
        return False
    return all(_uses(path, edge, task) for edge in task.required) and not any(
        _uses(path, edge, task) for edge in task.forbidden
    )


def _uses(path: list[int], edge: Edge, task: TileTask) -> bool:
    apart = abs(path.index(edge[0]) - path.index(edge[1]))
    return apart == 1 or (task.kind is Kind.CLOSED and apart == len(path) - 1)


@lru_cache(maxsize=128)
def _neighbours(shape: tuple[int, int]) -> list[list[int]]:
    """The squares a move away from each square of a board, in move order.

    `Board.neighbours` takes squares of all kinds, which took most of the time of a first run on 150x150.
    """
    rows, columns = shape
    vectors = Board(shape).vectors
    return [
        [
            (row + down) * columns + column + right
            for down, right in vectors
            if 0 <= row + down < rows and 0 <= column + right < columns
        ]
        for row in range(rows)
        for column in range(columns)
    ]


def gates(rows: int, columns: int) -> list[Edge]:
    """The moves that a tile drops at its left, upper, right and lower side.

    Joining two tiles joins the first square of a gate to the first one of the opposite gate, and the
    second to the second.

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
    entry : in a chain of tiles, the side at which the tour of the board enters, at the first square
    exit : in a chain of tiles, the side at which it leaves, from the last square
    """

    shape: tuple[int, int]
    order: list[int]
    entry: int | None = None
    exit: int | None = None

    def offsets(self, width: int) -> npt.NDArray[np.int64]:
        """The tour written out twice, as differences to the number of the tile's first square.

        Parameters
        ----------
        width : columns of the board
        """
        rows, columns = np.divmod(np.array(self.order * 2), self.shape[1])
        offsets: npt.NDArray[np.int64] = rows * width + columns
        return offsets

    def gate_places(self) -> list[int]:
        """The places in the tour of the two squares of each gate.

        In a chain of tiles, the gate at the exit has the last square as its first one, and the gate at the
        entry has the first square. The second square of the entry stands behind the end of the order, so
        that the tour never leaves by it.
        """
        if len(self.order) == 1:
            return [0] * 8
        pairs = [tuple(map(self.order.index, gate)) for gate in gates(*self.shape)]
        if self.entry is not None:
            pairs[self.entry] = 0, len(self.order)
        if self.exit is not None:
            pairs[self.exit] = len(self.order) - 1, 0
        return [place for pair in pairs for place in pair]
