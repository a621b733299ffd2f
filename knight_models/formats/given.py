r"""Partly numbered boards: a number grid in which most squares are free.

The cells of a row stand apart by blanks, commas or bars: a number from 1 on, `.` or 0 for a free square,
`#` for a hole. Empty lines, which part the layers of a board with more axes, do not count.

>>> board, given = read_given("1 . .\n. # .\n. 4 .\n")
>>> board, given
(Board('3x3 with holes b2'), {(0, 0): 1, (2, 1): 4})
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import IO

import numpy as np

from knight_models.core.board import KNIGHT, Board, Square
from knight_models.core.errors import FormatError, ProblemError
from knight_models.core.leaper import LeaperLike
from knight_models.core.problem import TourProblem
from knight_models.formats.text import OTHER_DIGITS, excerpt, has_other_digits, lines_of, text_of

__all__ = ["read_given", "write_given"]

FREE, HOLE = ".", "#"
_CELL = re.compile(r"[^\s,;|]+")
_NUMBER = re.compile(r"[0-9]{1,18}", re.ASCII)


def read_given(
    data: str | bytes,
    *,
    board: Board | None = None,
    leap: LeaperLike = KNIGHT,
    wrap: Sequence[int] | str = (),
    source: str | None = None,
) -> tuple[Board, dict[Square, int]]:
    """The board and the numbers that some of its squares are given.

    Parameters
    ----------
    data : a number grid, `.` or 0 for a free square, `#` for a hole
    board : the board, if it is known; its holes may stand as free squares
    leap, wrap : of a board that is inferred
    source : the name of the file, for messages

    Raises
    ------
    FormatError : for an entry that is none of these, a number that stands twice or is larger than there
        are squares, or a grid that does not fit, with line and column
    """
    grid = _Grid(data, source)
    if board is None:
        board = grid.board(leap, wrap)
    return board, grid.numbers(board)


def write_given(problem: TourProblem, stream: IO[str]) -> None:
    """Write the given numbers of a problem as `read_given` reads them, right-aligned.

    Raises
    ------
    ProblemError : for a problem of a graph, which has no grid

    >>> import sys
    >>> write_given(TourProblem("3x4", given={"a3": 1, "d1": 12}), sys.stdout)
     1  .  .  .
     .  .  .  .
     .  .  . 12
    """
    board = problem.board
    if board is None:
        raise ProblemError("the given numbers of a graph have no grid; they are a list")
    cells = np.full(board.shape, FREE, f"<U{len(str(len(board)))}")
    marks: Mapping[Square, int | str] = dict.fromkeys(board.holes, HOLE) | dict(problem.given)
    for square, mark in marks.items():
        cells[square] = str(mark)
    width = max(map(len, map(str, marks.values())), default=1)
    per_layer = board.shape[-2] if board.ndim > 1 else 1
    for number, row in enumerate(cells.reshape(-1, board.shape[-1]).tolist()):
        stream.write("\n" if number and number % per_layer == 0 else "")
        stream.write(" ".join(cell.rjust(width) for cell in row) + "\n")


class _Grid:
    """The cells of a grid, with the places where they stand in the file."""

    def __init__(self, data: str | bytes, source: str | None) -> None:
        self._source = source
        self._rows: list[list[tuple[str, int, int]]] = []
        self._layers = 0
        empty = True
        for number, line in enumerate(lines_of(text_of(data, source)), start=1):
            cells = [(cell[0], number, cell.start() + 1) for cell in _CELL.finditer(line)]
            self._layers += bool(cells) and empty
            empty = not cells
            if cells:
                self._add(cells, line)
        if not self._rows:
            raise FormatError("there is no cell in it", source=source)

    def _add(self, cells: list[tuple[str, int, int]], line: str) -> None:
        for word, number, column in cells:
            if word not in (FREE, HOLE) and not _NUMBER.fullmatch(word):
                what = OTHER_DIGITS if has_other_digits(word) else "is no number"
                message = f"{excerpt(word)} {what}, and neither . or 0 (free) nor # (a hole)"
                raise self._error(message, number, column)
        width = len(self._rows[0]) if self._rows else len(cells)
        if len(cells) != width:
            column = cells[width][2] if len(cells) > width else len(line.rstrip()) + 1
            message = f"this row has {len(cells)} cells, the first one {width}"
            raise self._error(message, cells[0][1], column)
        self._rows.append(cells)

    def _error(self, message: str, line: int, column: int | None = None) -> FormatError:
        return FormatError(message, source=self._source, line=line, column=column)

    def board(self, leap: LeaperLike, wrap: Sequence[int] | str) -> Board:
        """The board of two axes that the grid shows."""
        if self._layers > 1:
            message = f"these are {self._layers} grids; name the board whose layers they are"
            raise FormatError(message, source=self._source)
        holes = [
            (r, c) for r, row in enumerate(self._rows) for c, cell in enumerate(row) if cell[0] == HOLE
        ]
        shape = f"{len(self._rows)}x{len(self._rows[0])}"
        return Board.parse(shape, leap=leap, holes=holes, wrap=wrap)

    def numbers(self, board: Board) -> dict[Square, int]:
        """The numbers given, each on a square of the board."""
        rows, width = board.cells // board.shape[-1], board.shape[-1]
        if (len(self._rows), len(self._rows[0])) != (rows, width):
            size = f"{len(self._rows)} rows of {len(self._rows[0])}"
            message = f"{size} are no grid of the {board}, which has {rows} rows of {width}"
            raise self._error(message, self._rows[0][0][1])
        given: dict[Square, int] = {}
        places: dict[int, int] = {}
        cells = (cell for row in self._rows for cell in row)
        for square, (word, line, column) in zip(np.ndindex(board.shape), cells, strict=True):
            if word == HOLE and square in board:
                message = f"# is a hole, but {board.name(square)} is a square of the {board}"
                raise self._error(message, line, column)
            if word in (FREE, HOLE) or not int(word):
                continue
            number = int(word)
            if square not in board:
                raise self._error(f"{number} stands in a hole of the {board}", line, column)
            if number > len(board):
                message = f"a given number is from 1 to {len(board)}, not {number}"
                raise self._error(message, line, column)
            if number in places:
                message = f"the number {number} stands in line {places[number]} already"
                raise self._error(message, line, column)
            places[number] = line
            given[square] = number
        return given
