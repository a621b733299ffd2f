"""Random tours of small boards: the tiles that large tours are put together from.

A path grows from its last square to any square not yet visited; where there is none, it turns back on
itself: the last square moves on to a square in the middle of the path, and what lay behind that
is walked the other way round, which gives the path another last square. Such rotations go on until
the path is the tour wanted; after a while without success a new path begins.

References
----------
L. Pósa, "Hamiltonian circuits in random graphs", Discrete Mathematics 14 (1976), 359-364.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from knight_models.core.board import Board
from knight_models.core.problem import Kind

__all__ = ["TileTask", "drawn_tour"]

Edge = tuple[int, int]

PATIENCE = 40
"""Steps, for each square of the tile, after which a path is given up."""

FLIP = 0.1
"""How often a path without a fixed start grows or turns at its other end."""


@dataclass(frozen=True)
class TileTask:
    """The tour that is wanted of one tile.

    Parameters
    ----------
    shape : rows and columns
    kind : open (its ends a move apart or not), closed, or strictly open
    start : the square to begin at, by its row-major number within the tile; None = any
    ends : the squares that it may end at; none = any
    needed, banned : moves that it has to use, and must not use
    """

    shape: tuple[int, int]
    kind: Kind = Kind.OPEN
    start: int | None = None
    ends: Collection[int] = ()
    needed: Sequence[Edge] = ()
    banned: Sequence[Edge] = ()


def drawn_tour(task: TileTask, random: Random, most_steps: int) -> tuple[list[int] | None, int]:
    """A random tour of a tile, if one turns up.

    Parameters
    ----------
    task : the tour wanted
    random : where it is drawn from
    most_steps : squares added and rotations, together, after which to give up

    Returns
    -------
    tuple : the squares in the order of the visit, or None; and the steps taken

    >>> tour, steps = drawn_tour(TileTask((5, 6), Kind.CLOSED), Random(1), 100_000)
    >>> sorted(tour) == list(range(30))
    True
    """
    patience = PATIENCE * task.shape[0] * task.shape[1]
    steps = 0
    while steps < most_steps:
        tour, taken = _grown(task, random, min(patience, most_steps - steps))
        steps += taken
        if tour is not None:
            return tour, steps
    return None, steps


def _grown(task: TileTask, random: Random, most_steps: int) -> tuple[list[int] | None, int]:
    """One path, grown and rotated until it is the tour wanted."""
    near = _neighbours(task.shape)
    count, draw = len(near), random.random
    path = [int(draw() * count) if task.start is None else task.start]
    missing = [True] * count
    missing[path[0]] = False
    for step in range(most_steps):
        moves = near[path[-1]]
        if len(path) < count:
            fresh = [square for square in moves if missing[square]]
            if fresh:
                path.append(fresh[int(draw() * len(fresh))])
                missing[path[-1]] = False
                continue
        elif _fits(task, path, path[0] in moves):
            return path, step
        if not moves:
            return None, step
        turn = path.index(moves[int(draw() * len(moves))]) + 1
        path[turn:] = path[: turn - 1 : -1]
        if task.start is None and draw() < FLIP:
            path.reverse()
    return None, most_steps


def _fits(task: TileTask, path: list[int], joined: bool) -> bool:
    """Whether a path over all squares is the tour wanted."""
    if task.kind is not Kind.OPEN and joined is not (task.kind is Kind.CLOSED):
        return False
    if task.ends and path[-1] not in task.ends:
        return False
    return all(_uses(path, edge, task) for edge in task.needed) and not any(
        _uses(path, edge, task) for edge in task.banned
    )


def _uses(path: list[int], edge: Edge, task: TileTask) -> bool:
    apart = abs(path.index(edge[0]) - path.index(edge[1]))
    return apart == 1 or (task.kind is Kind.CLOSED and apart == len(path) - 1)


@lru_cache(maxsize=128)
def _neighbours(shape: tuple[int, int]) -> list[list[int]]:
    """The squares a move away from each square of a board."""
    board = Board(shape)
    columns = shape[1]
    return [[row * columns + column for row, column in board.neighbours(square)] for square in board]
