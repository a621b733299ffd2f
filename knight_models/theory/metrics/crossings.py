"""Crossings: pairs of moves whose inner parts meet, by exact integer geometry."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from knight_models.core.board import Board
from knight_models.core.errors import ProblemError
from knight_models.core.tour import Tour, coordinates
from knight_models.theory.metrics.moves import board_of, moves_of

__all__ = ["crossings"]

Vector: TypeAlias = tuple[int, ...]
Marks: TypeAlias = npt.NDArray[np.bool_]


def crossings(tour: Tour) -> int:
    """The number of pairs of moves whose inner parts meet.

    A move is the straight line between the centres of its squares, its inner part that line without its
    two ends. Two moves that share a square cross only if they overlap, and three lines through one point
    are three pairs. A closed tour has the move from its last square to its first too.

    Only near moves can cross, and how near says a table made once for a leaper: two directions and the
    offset between two moves. Each entry is one comparison of two arrays that mark the moves of a direction.

    Parameters
    ----------
    tour : a tour of a board with two axes, neither of which wraps

    Raises
    ------
    ProblemError : for any other tour, or two consecutive squares that are not a move apart

    >>> from knight_models.core.problem import TourProblem
    >>> crossings(Tour(TourProblem("3x4"), [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]))
    20
    """
    board = board_of(tour)
    if board.ndim != 2 or board.wrap:
        raise ProblemError(f"crossings are counted on flat boards with two axes, and {board} is none")
    directions = _directions(board.vectors)
    marks = _marks(tour, board, directions)
    return sum(
        _meetings(marks[first], marks[second], offset)
        for (first, second), offsets in _crossing_offsets(directions).items()
        for offset in offsets
    )


def _directions(vectors: tuple[Vector, ...]) -> tuple[Vector, ...]:
    """One of each two opposite vectors: the one that goes down, or right along a row."""
    return tuple(vector for vector in vectors if vector > (0, 0))


def _marks(tour: Tour, board: Board, directions: tuple[Vector, ...]) -> list[Marks]:
    """For each direction, the squares from which a move goes in it, whichever way the tour goes."""
    moves = moves_of(tour)
    rows, columns = coordinates(board, tour.order)
    marks = []
    for direction in directions:
        marked = np.zeros(board.shape, np.bool_)
        opposite = (-direction[0], -direction[1])
        there = np.flatnonzero(moves == board.vectors.index(direction))
        back = np.flatnonzero(moves == board.vectors.index(opposite))
        marked[rows[there], columns[there]] = True
        marked[rows[back] - direction[0], columns[back] - direction[1]] = True
        marks.append(marked)
    return marks


def _meetings(first: Marks, second: Marks, offset: Vector) -> int:
    """How many moves of the first kind have one of the second kind at this offset."""
    here, there = [], []
    for step, side in zip(offset, first.shape, strict=True):
        here.append(slice(max(0, -step), max(0, side - max(0, step))))
        there.append(slice(max(0, step), max(0, side + min(0, step))))
    return int(np.count_nonzero(first[tuple(here)] & second[tuple(there)]))


@lru_cache(maxsize=32)
def _crossing_offsets(directions: tuple[Vector, ...]) -> dict[tuple[int, int], list[Vector]]:
    """For each two directions, where the second move may begin, seen from the first, so that they cross."""
    table = {}
    for i, j in combinations_with_replacement(range(len(directions)), 2):
        first, second = directions[i], directions[j]
        offsets = _offsets_in_reach(first, second)
        meeting = offsets[_meet(first, second, offsets)].tolist()
        table[i, j] = [tuple(each) for each in meeting if i != j or tuple(each) > (0, 0)]
    return table


def _offsets_in_reach(first: Vector, second: Vector) -> npt.NDArray[np.int64]:
    """The offsets at which the boxes around the two moves touch."""
    axes = []
    for one, other in zip(first, second, strict=True):
        axes.append(np.arange(min(0, one) - max(0, other), max(0, one) - min(0, other) + 1))
    return np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 2)


def _meet(first: Vector, second: Vector, offsets: npt.NDArray[np.int64]) -> Marks:
    """Whether the inner parts of a move from (0, 0) and of one from each offset meet.

    They meet where s * first = offset + t * second with s and t between 0 and 1; both are quotients of
    cross products. Moves of one direction meet on one line, less than a length apart.
    """
    cross = first[0] * second[1] - first[1] * second[0]
    along_first = offsets[:, 0] * second[1] - offsets[:, 1] * second[0]
    along_second = offsets[:, 0] * first[1] - offsets[:, 1] * first[0]
    if cross == 0:
        length = first[0] ** 2 + first[1] ** 2
        shift = np.abs(offsets @ np.array(first))
        meeting: Marks = (along_first == 0) & (shift < length)
    else:
        sign = 1 if cross > 0 else -1
        s, t, whole = sign * along_first, sign * along_second, abs(cross)
        meeting = (s > 0) & (s < whole) & (t > 0) & (t < whole)
    return meeting
