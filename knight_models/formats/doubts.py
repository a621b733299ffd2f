"""Right tours that are written as nothing here is read: refused, with a sentence on how to write them.

A list of squares or vertex numbers that cannot be a tour as it was read is looked at in the other ways in
which people number the squares of a board. If it is a right tour in one of these, it is not called invalid.

>>> moves = Reading([(1, 2), (-2, 1), (1, -2)], Board((3, 4)), "coordinates")
>>> without_doubt([moves], Source(""))  # doctest: +ELLIPSIS
Traceback (most recent call last):
knight_models.core.errors.FormatError: these are moves from one square to the next; write the squares...
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from knight_models.core.board import Board, Square
from knight_models.core.tour import NumberGrid
from knight_models.formats.reading import Reading, Source
from knight_models.formats.squares import leads_along_moves
from knight_models.formats.writing import Numbers

__all__ = ["without_doubt"]

STEPS_JUDGED = 100
"""Steps that show whether vertices are numbered along the rows."""


def without_doubt(readings: list[Reading], source: Source) -> list[Reading]:
    """The readings, if none of them is a right tour in another notation only.

    Raises
    ------
    FormatError : if one is; the message says how to write it
    """
    for reading in readings:
        board = reading.board
        if board is None or board.ndim != 2 or isinstance(reading.answer, NumberGrid):
            continue
        if isinstance(reading.answer, np.ndarray):
            _require_rows(reading.answer, board, reading, source)
        elif reading.form != "algebraic":
            _require_squares(reading.answer, board, reading, source)
    return readings


def _require_squares(squares: list[Square], board: Board, reading: Reading, source: Source) -> None:
    """Refuse moves in place of squares, and squares with the column first."""
    listed = np.array(squares, np.int64)
    if listed.min() < 0 and set(squares) <= set(board.vectors):
        raise source.error(
            "these are moves from one square to the next; write the squares, each as row,column",
            reading.line,
        )
    if (listed.max(axis=0) < board.shape).all():
        return  # on the board: the row can well come first
    for first in (0, 1) if source.first_number is None else (0,):
        swapped = [(row - first, column - first) for column, row in squares]
        if leads_along_moves(board, swapped, source.kind):
            raise source.error(
                f"with the row first these squares are not a tour of {board}, with the column first they "
                "are; write the row first" + ", and count from 0" * first,
                reading.line,
            )


def _require_rows(order: Numbers, board: Board, reading: Reading, source: Source) -> None:
    """Refuse vertex numbers that count down the columns, as those of MATLAB and Julia do."""
    rows, columns = board.shape
    if board.holes or rows == columns or not len(order) or _begins_well(order, board):
        return
    for first in (0, 1) if source.first_number is None else (0,):
        down = order - first
        if down.min() < 0 or down.max() >= len(board):
            continue
        across = down % rows * columns + down // rows
        if _leads_along_moves(across, board, source):
            raise source.error(
                "numbered along the rows these vertices are not a tour, numbered down the columns they "
                "are; number them along the rows" + ", from 0" * first,
                reading.line,
            )


def _begins_well(order: Numbers, board: Board) -> bool:
    """Whether the first steps are moves, which hardly any list does that is numbered another way."""
    begin = order[:STEPS_JUDGED]
    if begin.min() < 0 or begin.max() >= len(board):
        return False
    squares = [divmod(vertex, board.shape[1]) for vertex in begin.tolist()]
    return all(other in board.neighbours(one) for one, other in pairwise(squares))


def _leads_along_moves(order: Numbers, board: Board, source: Source) -> bool:
    """Whether vertex numbers of a board without holes are a whole tour."""
    if order.min() < 0 or order.max() >= len(board):
        return False
    rows, columns = np.divmod(order, board.shape[1])
    return leads_along_moves(board, list(zip(rows.tolist(), columns.tolist(), strict=True)), source.kind)
