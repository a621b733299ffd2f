"""Turns and angles: how consecutive moves of a tour follow each other."""

from __future__ import annotations

import math
from itertools import product
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from knight_models.core.board import Board
from knight_models.core.errors import ProblemError, shown
from knight_models.core.tour import Tour, coordinates
from knight_models.theory.metrics.vectors import NO_VECTOR, vectors_of

__all__ = ["angles", "board_of", "checked_tour", "moves_of", "turns"]

Numbers: TypeAlias = npt.NDArray[np.integer[Any]]

FINEST = 2
"""Decimals to which angles are told."""


def turns(tour: Tour) -> int:
    """The number of squares at which the direction changes.

    The move that arrives and the move that leaves have different vectors there; a closed tour can turn at
    every square, its first one too, an open tour at all but its two ends. At the other squares it goes
    straight on. Where a board wraps, a move has the vector that `metrics.vectors` gives it, so that a tour
    turns where its reverse does.

    Parameters
    ----------
    tour : a tour of a board

    Raises
    ------
    ProblemError : for a tour of a graph, or two consecutive squares that are not a move apart

    >>> from knight_models.core.problem import TourProblem
    >>> turns(Tour(TourProblem("3x4"), [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]))
    10
    """
    pairs = _pairs(tour)
    return int(pairs.sum() - np.trace(pairs))


def angles(tour: Tour) -> dict[float, int]:
    """How often each angle stands between the move that arrives at a square and the one that leaves it.

    The six angles of a knight on a flat board are 36.87, 53.13, 90, 126.87, 143.13 and 180 degrees, the
    last one straight on (G. P. Jelliss, Knight's Tour Notes, vol. 1, 2019). Squares are counted as by
    `turns`.

    Parameters
    ----------
    tour : a tour of a board

    Returns
    -------
    dict[float, int]
        For every angle that the leaper has, in degrees with two decimals, from sharp to straight: at how
        many squares it stands

    Raises
    ------
    ProblemError : for a tour of a graph, or two consecutive squares that are not a move apart

    >>> from knight_models.core.problem import TourProblem
    >>> tour = Tour(TourProblem("3x4"), [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11])
    >>> angles(tour)
    {36.87: 4, 53.13: 4, 90.0: 2, 126.87: 0, 143.13: 0, 180.0: 0}
    """
    pairs, vectors = _pairs(tour), board_of(tour).vectors
    found: dict[float, int] = {}
    for (i, arriving), (j, leaving) in product(enumerate(vectors), repeat=2):
        back = all(one == -other for one, other in zip(arriving, leaving, strict=True))
        if not back or pairs[i, j]:  # a tour turns back only on a wrapped board
            angle = _degrees(arriving, leaving)
            found[angle] = found.get(angle, 0) + int(pairs[i, j])
    return dict(sorted(found.items()))


def board_of(tour: Tour) -> Board:
    """The board of a tour.

    Raises
    ------
    ProblemError : for a tour of a graph, or what is no tour
    """
    board = checked_tour(tour).problem.board
    if board is None:
        raise ProblemError("a tour of a graph has no directions; it needs a board")
    return board


def checked_tour(tour: object) -> Tour:
    """What is meant to be a tour.

    Raises
    ------
    ProblemError : if it is none
    """
    if not isinstance(tour, Tour):
        raise ProblemError(f"a metric needs a Tour, not {shown(tour)}")
    return tour


def moves_of(tour: Tour) -> Numbers:
    """The numbers that the vectors of the moves have in `Board.vectors`; closed, one for every square.

    Raises
    ------
    ProblemError : for a tour of a graph, or two consecutive squares that are not a move apart
    """
    board, order = board_of(tour), tour.order
    places = coordinates(board, np.append(order, order[:1]) if tour.closed else order)
    squares = np.stack(places)
    moves = vectors_of(board, squares[:, 1:] - squares[:, :-1])
    wrong = np.flatnonzero(moves == NO_VECTOR)
    if len(wrong):
        raise ProblemError(f"step {wrong[0] + 1} of the tour is not a move, so it has no direction")
    return moves


def _pairs(tour: Tour) -> npt.NDArray[np.int64]:
    """How often each vector (a row) is followed by each vector (a column)."""
    moves, count = moves_of(tour), len(board_of(tour).vectors)
    after = np.roll(moves, -1) if tour.closed else moves[1:]
    pairs = np.bincount(moves[: len(after)] * count + after, minlength=count * count)
    return pairs.reshape(count, count)


def _degrees(arriving: tuple[int, ...], leaving: tuple[int, ...]) -> float:
    dot = sum(one * other for one, other in zip(arriving, leaving, strict=True))
    lengths = math.sqrt(sum(part * part for part in arriving) * sum(part * part for part in leaving))
    return round(180 - math.degrees(math.acos(max(-1, min(1, dot / lengths)))), FINEST)
