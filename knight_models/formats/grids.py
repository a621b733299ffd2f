"""Number grids, as people print and paste them.

Numbers stand apart by blanks, commas or bars, perhaps in a frame; `.` `-` `#` `_` `*`, and an empty
cell between bars or commas, are holes. Grids apart by empty lines are tours of their own; where the
numbers run on from one to the next, they are the layers of one board with more axes, or, if they
are single rows or of different heights, the rows of one board with two.

Numbers count from 1, and 0 is a hole; but where exactly 0 to k - 1 stand on the k cells with
numbers, they count from 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from knight_models.core.board import Board
from knight_models.core.errors import FormatError
from knight_models.core.problem import TourProblem
from knight_models.core.tour import NumberGrid
from knight_models.formats.grid_rows import check_words, is_aside, numbers_of, ragged
from knight_models.formats.reading import Context, Reading
from knight_models.verifier import faults

__all__ = ["grid_reading", "read_grids"]

Numbers = npt.NDArray[np.integer[Any]]
Mask = npt.NDArray[np.bool_]

_DIGIT = re.compile(r"[0-9]")
LAYER_SHARE = 0.75
"""In grids of their own nearly all numbers are at most the cells of one; in layers of one, at most half."""


@dataclass
class _Block:
    """Rows of numbers below one another, without an empty line between them."""

    line: int
    gap: int
    values: list[list[int]] = field(default_factory=list)
    holes: list[list[bool]] = field(default_factory=list)

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.values), len(self.values[0])


def read_grids(lines: Sequence[str], context: Context, *, brackets: bool = False) -> list[Reading]:
    """The tours of number grids.

    Parameters
    ----------
    lines : the lines of the file
    context : what is known before
    brackets : whether rows stand in square brackets, as numpy and Python print them

    Raises
    ------
    FormatError : for a letter, a ragged grid, or numbers that can be read in two ways
    """
    if brackets:
        lines = [line.replace("[", " ").replace("]", " ") for line in lines]
    if not any(map(_DIGIT.search, lines)):
        raise _without_number(lines, context)
    blocks = list(_blocks(lines, context, brackets))
    if not blocks:
        raise context.error("there is no number in it")
    axes = _axes(blocks, context, brackets)
    return [
        grid_reading(values, holes, context, line=line) for line, values, holes in _arrays(blocks, axes)
    ]


def _without_number(lines: Sequence[str], context: Context) -> FormatError:
    """Why lines without a digit are no grid; told before any cell of them is looked at."""
    rows = [(number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    rows = [(number, line) for number, line in rows if not is_aside(line)]
    for number, line in rows:
        check_words(line, number, context)
    if not rows:
        return context.error("there is no number in it")
    return context.error("there is no number in this grid, only holes", rows[0][0])


def grid_reading(
    values: Numbers, holes: Mask, context: Context, *, line: int | None = None, form: str = "grid"
) -> Reading:
    """The reading of an array of numbers: where it counts from, and its board.

    Parameters
    ----------
    values, holes : the shape of the board; the numbers, and where none stands
    context, line, form : as in `Reading`
    """
    if context.board is not None and context.board.shape != values.shape:
        shape = "x".join(map(str, values.shape))
        raise context.error(f"a number grid of {shape} does not fit on {context.board}", line)
    first = _first_number(values, holes, context, line, form)
    return _reading(values, holes, first, context, line, form)


def _reading(
    values: Numbers, holes: Mask, first: int, context: Context, line: int | None, form: str
) -> Reading:
    missing = holes | (values == 0) if first else holes
    grid = NumberGrid(values, first, missing)
    if context.board is not None:
        return Reading(grid, context.board, form, line)
    if missing.all():
        raise context.error("there is no number in this grid, only holes", line)
    cells = map(tuple, np.argwhere(missing).tolist())
    board = Board(values.shape, context.leap, frozenset(cells), context.wrap)
    return Reading(grid, board, form, line)


def _first_number(values: Numbers, holes: Mask, context: Context, line: int | None, form: str) -> int:
    if context.first_number is not None:
        return context.first_number
    zeros = (values == 0) & ~holes
    if not zeros.any():
        return 1
    if context.board is not None:
        return _first_number_on(context.board, values, zeros)
    numbers = np.sort(values[~holes])
    if not np.array_equal(numbers, np.arange(len(numbers))):
        return 1
    if _is_doubtful(values, holes, context, form):
        place = tuple(int(axis) for axis in np.argwhere(zeros)[0])
        raise context.error(
            f"counted from 0 this grid is no tour; with a hole at {place}, where the 0 stands, it is one; "
            "say which is meant with --first-number 0 or --first-number 1",
            line,
        )
    return 0


def _first_number_on(board: Board, values: Numbers, zeros: Mask) -> int:
    """Where a grid on a known board counts from: a single 0 on a square of it is the first number."""
    place = tuple(int(axis) for axis in np.argwhere(zeros)[0])
    alone = zeros.sum() == 1 and place in board and values.max() < len(board)
    return 0 if alone else 1


def _is_doubtful(values: Numbers, holes: Mask, context: Context, form: str) -> bool:
    """Whether the grid is no tour counted from 0, but is one where its 0 is a hole."""
    right = []
    for first in (0, 1):
        if first and (values[~holes] == 0).all():
            return False
        reading = _reading(values, holes, first, context, None, form)
        right.append(not faults(TourProblem(reading.space, context.kind), reading.answer))
    return right == [False, True]


def _arrays(blocks: list[_Block], axes: tuple[int, ...] | None) -> Iterator[tuple[int, Numbers, Mask]]:
    """The arrays that blocks of rows make up, with the lines where they begin.

    Parameters
    ----------
    blocks : rows of numbers
    axes : the shape of the board whose rows they are together; None = each is a board of its own
    """
    if axes is None:
        for block in blocks:
            yield block.line, np.array(block.values, np.int64), np.array(block.holes)
        return
    rows = int(np.prod(axes[:-1], dtype=np.int64))
    part: list[_Block] = []
    for block in blocks:
        part.append(block)
        if sum(len(one.values) for one in part) == rows:
            values = np.array([row for one in part for row in one.values], np.int64).reshape(axes)
            holes = np.array([row for one in part for row in one.holes]).reshape(axes)
            yield part[0].line, values, holes
            part = []


def _axes(blocks: list[_Block], context: Context, brackets: bool) -> tuple[int, ...] | None:
    """The shape of the board whose layers or rows the blocks are; None if each is a board of its own."""
    shapes = {block.shape for block in blocks}
    if context.board is not None:
        return _axes_on(context.board, blocks, shapes, context)
    if len(blocks) == 1 or len({columns for _, columns in shapes}) > 1 or not _runs_on(blocks):
        return None
    stacked = (sum(block.shape[0] for block in blocks), blocks[0].shape[1])
    if len(shapes) > 1 or (blocks[0].shape[0] == 1 and not brackets):
        return stacked
    layered = _nested([block.gap for block in blocks[1:]]) + blocks[0].shape
    if not brackets and _is_tour(blocks, stacked, context) and not _is_tour(blocks, layered, context):
        rows, layers = "x".join(map(str, stacked)), "x".join(map(str, layered))
        message = (
            f"as a board of {layers} this grid is no tour, as one of {rows} it is; name it with --board"
        )
        raise context.error(message, blocks[0].line)
    return layered


def _axes_on(
    board: Board, blocks: list[_Block], shapes: set[tuple[int, int]], context: Context
) -> tuple[int, ...] | None:
    """The shape of the board given, where the blocks are parts of it; None if each is all of it."""
    given = board.shape
    if len(given) > 2:
        layers = int(np.prod(given[:-2], dtype=np.int64))
        if shapes == {given[-2:]} and len(blocks) % layers == 0:
            return given
        found = ", ".join(f"{rows}x{columns}" for rows, columns in sorted(shapes))
        message = f"the {board} is {layers} layers, here are {len(blocks)} grids of {found}"
        raise context.error(message, blocks[0].line)
    if len(given) == 2 and shapes != {given} and {columns for _, columns in shapes} == {given[1]}:
        ends = np.cumsum([block.shape[0] for block in blocks])
        whole = np.arange(given[0], ends[-1] + 1, given[0])
        if ends[-1] % given[0] == 0 and np.isin(whole, ends).all():
            return given
    return None


def _is_tour(blocks: list[_Block], axes: tuple[int, ...], context: Context) -> bool:
    [(_, values, holes)] = _arrays(blocks, axes)
    firsts = (1, 0) if context.first_number is None else (context.first_number,)
    readings = [grid_reading(values, holes, replace(context, first_number=first)) for first in firsts]
    return any(not faults(TourProblem(read.space, context.kind), read.answer) for read in readings)


def _runs_on(blocks: list[_Block]) -> bool:
    """Whether the numbers of blocks are too large for tours of each alone."""
    within = count = 0
    for block in blocks:
        rows, columns = block.shape
        numbers = np.array(block.values, np.int64)[~np.array(block.holes)]
        within += int(np.count_nonzero(numbers <= rows * columns))
        count += len(numbers)
    return within < LAYER_SHARE * count


def _nested(gaps: list[int]) -> tuple[int, ...]:
    """The outer axes of a board whose layers stand apart by these numbers of empty lines."""
    counts = [sum(gap >= level for gap in gaps) + 1 for level in sorted(set(gaps), reverse=True)]
    inner = [1, *counts[:-1]]
    if any(count % outer for count, outer in zip(counts, inner, strict=True)):
        return (len(gaps) + 1,)
    return tuple(count // outer for count, outer in zip(counts, inner, strict=True))


def _blocks(lines: Sequence[str], context: Context, brackets: bool) -> Iterator[_Block]:
    written = (line.rstrip() for line in lines if line.strip() and not is_aside(line))
    trailing = brackets or all(line.endswith((",", ";")) for line in written)
    block: _Block | None = None
    gap = 0
    for number, line in enumerate(lines, start=1):
        if not line or line.isspace():
            gap += 1
            continue
        if is_aside(line):
            continue
        if block is None or gap:
            if block is not None:
                yield block
            block = _Block(number, gap)
        gap = 0
        values, holes = numbers_of(line, number, context, trailing)
        if not len(values):
            raise context.error("there is no cell in this row", number, 1)
        if block.values and len(values) != len(block.values[0]):
            raise ragged(line, number, len(values), len(block.values[0]), context)
        block.values.append(values)
        block.holes.append(holes)
    if block is not None:
        yield block
