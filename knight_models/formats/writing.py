"""Writing tours: `write_tour`, and how a tour of millions of squares becomes text.

Numbers and names of squares are made as arrays of characters, a bounded piece of the tour at a time.

>>> import sys
>>> from knight_models.core.problem import TourProblem
>>> tour = Tour(TourProblem("3x4"), [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11])
>>> write_tour(tour, "grid", sys.stdout)
 1  4  7 10
 8 11  2  5
 3  6  9 12
>>> write_tour(tour, "algebraic", sys.stdout)
a3 c2 a1 b3 d2 b1 c3 a2 c1 d3 b2 d1
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from knight_models.core.board import Board
from knight_models.core.errors import OptionError, ProblemError, nearest
from knight_models.core.result import SolveResult
from knight_models.core.squares import file_name
from knight_models.core.tour import Tour
from knight_models.formats import TOUR, TOUR_FORMATS, formats_that_write

__all__ = [
    "BLANK",
    "NEWLINE",
    "NOTHING",
    "Characters",
    "Numbers",
    "SquareNames",
    "joined",
    "left_aligned",
    "pieces_of",
    "right_aligned",
    "side_by_side",
    "write_tour",
]

Characters = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.integer[Any]]

NOTHING = 0
"""Fills a row of characters that is shorter than the others; it is not written."""

BLANK, COMMA, NEWLINE, ZERO = map(ord, " ,\n0")
STEPS_AT_A_TIME = 1 << 14


def write_tour(tour: Tour | SolveResult, form: str, stream: IO[Any]) -> None:
    """Write a tour to a stream, a bounded piece at a time.

    Parameters
    ----------
    tour : a tour, or a result that has one; as `json` any result
    form : one of `TOUR_FORMATS`:

        - `grid`: the numbered board;
        - `algebraic`: the names of the squares, or the labels, on one line;
        - `moves`: on each line the number of a step, the square's name and its coordinates, or the label;
        - `tsplib`: a TSPLIB `.tour` file, vertices numbered from 1;
        - `json`: the result, or the tour with its problem, as one object;
        - `npy`: the numbers of the vertices, from 0, in the order of the visit, as a numpy file
    stream : takes text; for the formats of `BINARY_FORMATS`, bytes

    Raises
    ------
    OptionError : for an unknown format, a grid of a graph, or a result without a tour
    ProblemError : for a tour that names a vertex that does not exist
    """
    if form not in TOUR_FORMATS:
        raise OptionError(nearest(form, TOUR_FORMATS, "format"))
    chosen = formats_that_write(TOUR)[form]
    found = tour.tour if isinstance(tour, SolveResult) else tour
    if form == "json":
        chosen.write(tour, stream)
        return
    if found is None:
        raise OptionError(f"there is no tour to write as {form}; json takes any result")
    _check_order(found)
    chosen.write(found, stream)


def _check_order(tour: Tour) -> None:
    """Refuse an unverified tour that names vertices that do not exist."""
    for number in (tour.order.min(), tour.order.max()) if len(tour) else ():
        if not 0 <= number < len(tour.problem):
            raise ProblemError(
                f"vertex {number} is not among 0 to {len(tour.problem) - 1}; verify the tour"
            )


def pieces_of(tour: Tour) -> Iterator[tuple[int, Tour]]:
    """Pieces of a tour, each after the number of steps before it."""
    for begin in range(0, len(tour), STEPS_AT_A_TIME):
        yield begin, Tour(tour.problem, tour.order[begin : begin + STEPS_AT_A_TIME])


def right_aligned(numbers: Numbers, width: int, fill: int = BLANK) -> Characters:
    """Non-negative numbers as rows of characters.

    Parameters
    ----------
    numbers : of any shape
    width : the length of the new last axis
    fill : the character before the first digit

    >>> right_aligned(np.array([7, 12]), 3).tobytes()
    b'  7 12'
    """
    characters = np.full((*numbers.shape, width), fill, np.uint8)
    rest = numbers
    for place in range(width - 1, -1, -1):
        tens = rest // 10
        digits = (rest - tens * 10 + ZERO).astype(np.uint8)
        # A leading zero is left out, but the number 0 has its one digit.
        characters[..., place] = digits if place == width - 1 else np.where(rest > 0, digits, fill)
        rest = tens
    return characters


def left_aligned(characters: Characters) -> Characters:
    """The rows without their `NOTHING`, filled with blanks at their ends."""
    there = characters != NOTHING
    rows, columns = np.nonzero(there)
    answer = np.full_like(characters, BLANK)
    answer[rows, (np.cumsum(there, axis=1) - 1)[rows, columns]] = characters[there]
    return answer


def side_by_side(columns: Sequence[Characters]) -> str:
    """Lines of text made of columns, which are separated by a blank."""
    blank = np.full((len(columns[0]), 1), BLANK, np.uint8)
    lines = np.hstack([part for column in columns for part in (column, blank)])
    lines[:, -1] = NEWLINE
    return lines.tobytes().decode("ascii")


def joined(rows: Characters, mark: int) -> str:
    """The rows one after the other, with a mark after each."""
    characters = np.hstack([rows, np.full((len(rows), 1), mark, np.uint8)])
    text: bytes = characters[characters != NOTHING].tobytes()
    return text.decode("ascii")


class SquareNames:
    """The names of the squares of a board: file and rank on two axes, otherwise numbers and commas."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._widths = [len(str(side)) for side in board.shape]
        if board.ndim == 2:
            named = [file_name(column) for column in range(board.shape[1])]
            files = np.array(named, np.bytes_)
            self._files = files.view(np.uint8).reshape(len(named), -1)

    def __call__(self, places: Sequence[Numbers]) -> Characters:
        """One row for each square, with `NOTHING` in between.

        Parameters
        ----------
        places : one array for each axis, shape (n,): where the squares lie
        """
        if self._board.ndim == 2:
            ranks = self._board.shape[0] - places[0]
            return np.hstack([self._files[places[1]], right_aligned(ranks, self._widths[0], NOTHING)])
        comma = np.full((len(places[0]), 1), COMMA, np.uint8)
        parts = []
        for place, width in zip(places, self._widths, strict=True):
            parts += [comma, right_aligned(place, width, NOTHING)]
        return np.hstack(parts[1:])

    @property
    def longest(self) -> int:
        """The length of the longest name: that of the top right square, or of the last one."""
        last = tuple(side - 1 for side in self._board.shape)
        return len(self._board.name((0, last[1]) if self._board.ndim == 2 else last))
