r"""Tours from files: `read_tours` finds out in which form a file is, and where it is wrong.

>>> [reading] = read_tours("1 4 7 10\n8 11 2 5\n3 6 9 12\n")
>>> reading.form, reading.board
('grid', Board('3x4'))
>>> [reading.answer for reading in read_tours("a1 c2 a3 b1 c3\n")]
[[(2, 0), (1, 2), (0, 0), (2, 1), (0, 2)]]
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from knight_models.core.board import KNIGHT, Board
from knight_models.core.errors import FormatError, OptionError, nearest
from knight_models.core.leaper import LeaperLike
from knight_models.core.problem import Kind
from knight_models.formats.from_json import parse_json, read_json
from knight_models.formats.grids import read_grids
from knight_models.formats.npy import NPY_MAGIC, read_npy
from knight_models.formats.reading import Context, Reading
from knight_models.formats.squares import Lines, list_form, read_labels, read_squares
from knight_models.formats.text import lines_of, text_of
from knight_models.formats.tsplib import is_tsplib, read_tour_file

if TYPE_CHECKING:
    import networkx

__all__ = ["read_tours"]

_COMMENT = re.compile(r"\s*#.*[A-Za-z]")
_BRACKETED_ROW = re.compile(r"[\s\[]*[^\[\]{}\"()]*[\]\s,]*")


def read_tours(
    data: str | bytes,
    *,
    board: Board | None = None,
    graph: networkx.Graph | None = None,
    leap: LeaperLike = KNIGHT,
    wrap: Sequence[int] | str = (),
    kind: Kind | str | None = None,
    first_number: int | None = None,
    source: str | None = None,
) -> list[Reading]:
    """The tours that a file holds, right or wrong, in the order in which they stand there.

    It may hold number grids, algebraic names, coordinates (`7,0 5,1`), numbered moves, JSON, a TSPLIB
    `.tour` file or a numpy file; with a graph, its labels in place of squares. Several
    tours stand one a line, or, as grids, apart by an empty line.

    Parameters
    ----------
    data : what the file holds
    board, graph : what the tours are of. Without either, a grid tells its board, and holes are where no
        number stands; a list is of the smallest board that holds all squares named, and algebraic
        ranks count from the bottom, so that the largest rank named is the number of rows
    leap, wrap : of a board that is inferred
    kind : the kind of tour expected, where a grid has two readings and only one of them is a tour;
        None = an open one, which is any
    first_number : what a grid counts from, 1 or 0; None = see `knight_models.formats.grids`
    source : the name of the file, for messages

    Raises
    ------
    FormatError : for what cannot be read, with line and column
    OptionError : for a first number that is neither 0 nor 1, or an unknown kind
    """
    if first_number not in (None, 0, 1):
        raise OptionError(f"the first number of a grid is 0 or 1, not {first_number!r}")
    if kind is not None and kind not in list(Kind):
        raise OptionError(nearest(str(kind), [known.value for known in Kind], "kind"))
    expected = Kind.OPEN if kind is None else Kind(kind)
    context = Context(board, graph, leap, wrap, expected, first_number, source)
    if isinstance(data, bytes) and data.startswith(NPY_MAGIC):
        return read_npy(data, context)
    text = text_of(data, source)
    lines = lines_of(text)
    if text.lstrip()[0] in "[{":
        return _read_bracketed(text, lines, context)
    if is_tsplib(lines):
        return _read_tsplib(lines, context)
    filled = _filled(lines, context)
    if graph is not None:
        return read_labels(filled, context)
    form = list_form(filled)
    return read_squares(form, filled, context) if form else read_grids(lines, context)


def _filled(lines: list[str], context: Context) -> Lines:
    """The lines that hold something, with their numbers."""
    numbered = enumerate(lines, start=1)
    filled = [(number, line) for number, line in numbered if line.strip() and not _COMMENT.match(line)]
    if not filled:
        raise context.error("there are only comments in it")
    return filled


def _read_bracketed(text: str, lines: list[str], context: Context) -> list[Reading]:
    """JSON; or what Python and numpy print in brackets without being JSON."""
    try:
        value = parse_json(text, context)
    except FormatError:
        if '"' in text or "{" in text or text.count("[") != text.count("]"):
            raise
        filled = _filled(lines, context)
        if "(" in text:
            return _read_tuples(text, filled, context)
        if not all(_BRACKETED_ROW.fullmatch(line) for _, line in filled):
            raise
        return read_grids(lines, context, brackets=True)
    return read_json(value, context)


def _read_tuples(text: str, filled: Lines, context: Context) -> list[Reading]:
    """Tuples in square brackets; within one pair of these they are one tour, on however many lines."""
    tours = read_squares("coordinates", filled, context)
    if text.count("[") > 1:
        return tours
    squares = [square for tour in tours if isinstance(tour.answer, list) for square in tour.answer]
    return [replace(tours[0], answer=squares)]


def _read_tsplib(lines: list[str], context: Context) -> list[Reading]:
    found = read_tour_file(lines, context.source)
    space = context.space("the vertex numbers of a .tour file")
    if len(space) != found.dimension:
        message = f"DIMENSION is {found.dimension}, but there are {len(space)} vertices"
        raise context.error(message)
    return [
        Reading(np.array(tour, np.int64), space, "tsplib", line)
        for tour, line in zip(found.tours, found.lines, strict=True)
    ]
