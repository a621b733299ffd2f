r"""Board maps: one character a square, `.` for a square and `#` for a hole.

>>> board = read_board_map("..#\n...\n.#.\n")
>>> board.shape, sorted(board.holes)
((3, 3), [(0, 2), (2, 1)])
>>> print(board_map(board), end="")
..#
...
.#.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from knight_models.core.board import KNIGHT, Board, Square
from knight_models.core.errors import BoardError, FormatError
from knight_models.core.leaper import LeaperLike
from knight_models.core.limits import require_memory
from knight_models.formats.text import lines_of, text_of

__all__ = ["board_map", "read_board_map"]

SQUARE, HOLE = ".", "#"
BYTES_A_HOLE = 250
"""A tuple of two, its place in a set, and while the set is made two numbers more."""

_OTHER = re.compile(r"[^.#]")


def read_board_map(
    data: str | bytes,
    *,
    leap: LeaperLike = KNIGHT,
    wrap: Sequence[int] | str = (),
    source: str | None = None,
) -> Board:
    """The board that a map shows; its top line is row 0.

    Parameters
    ----------
    data : lines of `.` (square) and `#` (hole), all of one length; blanks at the end of a line and
        empty lines before and after the map do not count
    leap, wrap : as for `Board`, or `leap` as a text such as `"1,2"`
    source : the name of the file, for messages

    Raises
    ------
    FormatError : for another character or a line of another length, with line and column
    BoardError : for a leaper or wrap that makes no sense, or a map of holes alone
    """
    lines = [line.rstrip() for line in lines_of(text_of(data, source))]
    first = next(number for number, line in enumerate(lines) if line)
    last = max(number for number, line in enumerate(lines) if line)
    rows = lines[first : last + 1]
    for number, row in enumerate(rows, start=first + 1):
        _check_row(row, len(rows[0]), number, source)
    shape = f"{len(rows)}x{len(rows[0])}"
    if not any(SQUARE in row for row in rows):
        raise BoardError(f"every square of the {shape} board is a hole")
    return Board.parse(shape, leap=leap, holes=_holes(rows, shape), wrap=wrap)


def _holes(rows: list[str], shape: str) -> frozenset[Square]:
    """Where the holes stand."""
    cells = np.frombuffer("".join(rows).encode("ascii"), np.uint8).reshape(len(rows), -1)
    down, right = np.nonzero(cells == ord(HOLE))
    require_memory(len(down) * BYTES_A_HOLE, None, f"the {len(down):,} holes of {shape}")
    numbers = list(range(max(cells.shape)))  # shared by all holes, for a number of its own takes more
    across = map(numbers.__getitem__, right.tolist())
    return frozenset(zip(map(numbers.__getitem__, down.tolist()), across, strict=True))


def board_map(board: Board) -> str:
    """The map of a board with two axes, each line ended by a newline.

    Raises
    ------
    BoardError : for a board with another number of axes
    """
    if board.ndim != 2:
        raise BoardError(f"a map shows a board with two axes, not {board.shape_text}")
    cells = np.full(board.shape, SQUARE)
    for hole in board.holes:
        cells[hole] = HOLE
    return "".join("".join(row) + "\n" for row in cells.tolist())


def _check_row(row: str, length: int, number: int, source: str | None) -> None:
    other = _OTHER.search(row)
    if other:
        message = f"{other[0]!r} is neither . (a square) nor # (a hole)"
        raise FormatError(message, source=source, line=number, column=other.start() + 1)
    if len(row) != length:
        message = f"this line has {len(row)} squares, the first line {length}; all lines are of one length"
        column = min(len(row), length) + 1
        raise FormatError(message, source=source, line=number, column=column)
