"""Sums and symmetric pairs of the numbers that a tour writes on a board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from knight_models.core.board import Board, Square
from knight_models.core.errors import ProblemError, shown
from knight_models.core.tour import NumberGrid, Tour, coordinates
from knight_models.theory.metrics.moves import board_of

Numbers: TypeAlias = npt.NDArray[np.integer[Any]]


@dataclass(frozen=True)
class Sums:
    """The sums of a numbered board.

    Parameters
    ----------
    rows, columns : the sums of the rows from the top, and of the columns from the left
    diagonals : on a square board the sums of the two long diagonals, first the one from the top left
    whole : whether every cell has a number; a board with holes is never called magic
    """

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    diagonals: tuple[int, int] | None
    whole: bool

    @property
    def semi_magic(self) -> bool:
        """Whether no number is missing, all rows have the same sum, and all columns have the same sum.

        On a square board both sums are then equal. Sums that are equal in one direction only, which some
        authors call semi-magic too, are not enough.
        """
        return self.whole and len(set(self.rows)) == 1 and len(set(self.columns)) == 1

    @property
    def magic(self) -> bool:
        """Whether it is semi-magic and square, and both long diagonals have that sum too."""
        return self.semi_magic and self.diagonals == (self.rows[0], self.rows[0])


@dataclass(frozen=True)
class Renumbering:
    """A numbering of a closed tour: where it starts, and in which direction it counts.

    Parameters
    ----------
    start : the square that gets number 1
    reverse : whether it counts against the direction in which the tour is listed
    magic : whether the numbering is magic, not only semi-magic
    """

    start: Square
    reverse: bool
    magic: bool


def sums(numbering: Tour | NumberGrid | Numbers) -> Sums:
    """The sums of the rows, the columns and the two long diagonals of a numbered board.

    Parameters
    ----------
    numbering : a tour of a board with two axes, numbered from 1; or a grid of numbers, 0 = hole

    Raises
    ------
    ProblemError : if it does not have two axes, or is not a grid of whole numbers

    >>> lo_shu = sums(np.array([[4, 9, 2], [3, 5, 7], [8, 1, 6]]))
    >>> lo_shu.rows, lo_shu.diagonals, lo_shu.magic
    ((15, 15, 15), (15, 15), True)
    """
    if isinstance(numbering, NumberGrid):
        grid, holes = numbering.numbers, numbering.holes
    else:
        grid = _grid(numbering)
        holes = grid == 0
    diagonals = None
    if grid.shape[0] == grid.shape[1]:
        diagonals = (int(np.trace(grid, dtype=np.int64)), int(np.trace(grid[:, ::-1], dtype=np.int64)))
    rows, columns = (tuple(grid.sum(axis=axis, dtype=np.int64).tolist()) for axis in (1, 0))
    return Sums(rows, columns, diagonals, whole=not holes.any())


def semi_magic_renumberings(tour: Tour) -> tuple[Renumbering, ...]:
    """Every numbering of a closed tour that is semi-magic: its start and its direction.

    A start one square later lowers every number by one, except the number that becomes the last. So the sum
    of the first row leaves at most as many starts as the row has squares, and these are tested against the
    other rows and the columns. Where counting forwards from a square is semi-magic, so is counting
    backwards from the square before it: the two numbers of a square add up to one more than the number of
    squares.

    Parameters
    ----------
    tour : a closed tour of a board with two axes and no holes

    Returns
    -------
    tuple[Renumbering, ...]
        In the order of the tour, each start that counts forwards followed by the one that counts backwards

    Raises
    ------
    ProblemError : for any other tour

    >>> from knight_models.core.problem import TourProblem
    >>> ring = Tour(TourProblem("1x6", kind="open"), [0, 1, 2, 3, 4, 5])
    >>> semi_magic_renumberings(ring)
    Traceback (most recent call last):
    knight_models.core.errors.ProblemError: only a closed tour can be renumbered from any square
    """
    board = _flat_board(tour)
    if not tour.closed:
        raise ProblemError("only a closed tour can be renumbered from any square")
    if board.holes:
        raise ProblemError(f"no numbering of a board with holes is semi-magic, and {board} has holes")
    n, places = len(tour), _places(tour, board)
    starts = np.arange(n)
    for line in _lines(places):
        starts = starts[_sums_from(line, starts, n) * 2 == len(line) * (n + 1)]
    diagonals = _diagonals(places)
    square, found = tour.problem.vertices.square, []
    for start in starts.tolist():
        here = np.array([start])
        magic = bool(diagonals) and all(
            _sums_from(line, here, n)[0] * 2 == len(line) * (n + 1) for line in diagonals
        )
        found.append(Renumbering(square(int(tour.order[start])), False, magic))
        found.append(Renumbering(square(int(tour.order[start - 1])), True, magic))
    return tuple(found)


def central_difference(tour: Tour) -> int | None:
    """The difference of the numbers of any two opposite squares, if it is the same for all of them.

    Opposite squares lie symmetrically about the centre of the board. In a closed tour that is Eulerian the
    difference is half the number of squares (32 on the chessboard: Euler 1759).

    Parameters
    ----------
    tour : a tour of a board

    Returns
    -------
    int or None
        The difference; None if it is not the same for all, or a hole lies opposite a square

    Raises
    ------
    ProblemError : for a tour of a graph

    >>> from knight_models.core.problem import TourProblem
    >>> ring = TourProblem(Board.parse("3x3", holes="b2"), kind="closed")
    >>> central_difference(Tour(ring, [0, 4, 5, 1, 7, 3, 2, 6]))
    4
    """
    pair = _opposite(tour)
    return None if pair is None else _constant(np.abs(pair[0] - pair[1])) or None


def central_sum(tour: Tour) -> int | None:
    """The sum of the numbers of any two opposite squares, if it is the same for all of them.

    In an open tour that the half-turn reverses it is one more than the number of squares; in a closed tour
    that is Bergholtian it may be so from the right start.

    Parameters
    ----------
    tour : a tour of a board

    Returns
    -------
    int or None
        The sum; None if it is not the same for all, or a hole lies opposite a square

    Raises
    ------
    ProblemError : for a tour of a graph

    >>> from knight_models.core.problem import TourProblem
    >>> central_sum(Tour(TourProblem("3x4"), [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]))
    13
    """
    pair = _opposite(tour)
    return None if pair is None else _constant(pair[0] + pair[1])


def _grid(numbering: Tour | Numbers) -> Numbers:
    if isinstance(numbering, Tour):
        _flat_board(numbering)
        return numbering.grid()
    try:
        grid = np.asarray(numbering)
    except (ValueError, OverflowError):  # rows of different lengths
        grid = np.zeros(0, np.int64)
    if grid.ndim != 2 or grid.dtype.kind not in "iu" or not grid.size:
        raise ProblemError(f"sums need rows and columns of whole numbers, not {shown(numbering)}")
    return grid


def _flat_board(tour: Tour) -> Board:
    board = board_of(tour)
    if board.ndim != 2:
        raise ProblemError(
            f"rows, columns and diagonals need a board with two axes, and {board} has {board.ndim}"
        )
    return board


def _places(tour: Tour, board: Board) -> Numbers:
    """The place of each square in the tour, from 0, in the shape of the board."""
    places = np.empty(board.shape, np.int64)
    places[coordinates(board, tour.order)] = np.arange(len(tour))
    return places


def _lines(places: Numbers) -> Iterator[Numbers]:
    yield from places
    yield from places.T


def _diagonals(places: Numbers) -> list[Numbers]:
    if places.shape[0] != places.shape[1]:
        return []
    return [places.diagonal(), places[:, ::-1].diagonal()]


def _sums_from(line: Numbers, starts: Numbers, n: int) -> Numbers:
    """The sums of a line of places, one for each start of the numbering."""
    earlier = np.searchsorted(np.sort(line), starts)
    total: Numbers = line.sum() + len(line) * (1 - starts) + n * earlier
    return total


def _opposite(tour: Tour) -> tuple[Numbers, Numbers] | None:
    """The numbers of all squares and those of their opposites; None where a hole lies opposite a square."""
    board_of(tour)
    numbers = tour.grid().ravel().astype(np.int64)
    squares = numbers > 0
    if not (squares == squares[::-1]).all():
        return None
    return numbers[squares], numbers[::-1][squares]


def _constant(values: Numbers) -> int | None:
    return int(values[0]) if (values == values[0]).all() else None
