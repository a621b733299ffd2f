"""Number grids, as people print and paste them.

Numbers stand apart by blanks, commas or bars, perhaps in a frame; `.` `-` `#` `_` `*`, and an empty
cell between bars or commas, are holes. Grids below one another are tours of their own, or the
layers of one board with more axes where the numbers run on from one to the next.

Numbers count from 1, and 0 is a hole; but where exactly 0 to k - 1 stand on the k cells with
numbers, they count from 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from knight_models.board import Board
from knight_models.formats.reading import Context, Reading
from knight_models.problem import TourProblem
from knight_models.tour import NumberGrid
from knight_models.verifier import faults

__all__ = ["grid_reading", "read_grids"]

Numbers = npt.NDArray[np.integer[Any]]
Mask = npt.NDArray[np.bool_]

_BOX = dict.fromkeys(range(0x2500, 0x2580), "|")
_PLAIN = re.compile(r"[0-9\s]*", re.ASCII)
_NUMBER = re.compile(r"[+-]?[0-9]{1,18}")
_HOLE = re.compile(r"\.+|-+|#+|_+|\*+")
_LINE_OF_FRAME = re.compile(r"[\s+=|:-]*")
LAYER_SHARE = 0.75
"""In grids of their own nearly all numbers are at most the cells of one; in layers of one, at most half."""


@dataclass
class _Block:
    """Rows of numbers below one another, without an empty line between them."""

    line: int
    gap: int
    values: list[Numbers] = field(default_factory=list)
    holes: list[Mask] = field(default_factory=list)

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
    blocks = list(_blocks(lines, context, brackets))
    if not blocks:
        raise context.error("there is no number in it")
    return [
        grid_reading(values, holes, context, line=line) for line, values, holes in _arrays(blocks, context)
    ]


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
        raise context.error(f"a number grid of {shape} does not fit on the {context.board}", line)
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
    board = Board(values.shape, context.leap, frozenset(cells), context.wrap)  # type: ignore[arg-type]
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


def _arrays(blocks: list[_Block], context: Context) -> Iterator[tuple[int, Numbers, Mask]]:
    """The arrays that blocks of rows make up, with the lines where they begin."""
    axes = _axes(blocks, context)
    if axes is None:
        for block in blocks:
            yield block.line, np.array(block.values), np.array(block.holes)
        return
    layers = int(np.prod(axes[:-2], dtype=np.int64))
    for begin in range(0, len(blocks), layers):
        part = blocks[begin : begin + layers]
        values = np.array([block.values for block in part]).reshape(axes)
        yield part[0].line, values, np.array([block.holes for block in part]).reshape(axes)


def _axes(blocks: list[_Block], context: Context) -> tuple[int, ...] | None:
    """The shape of the board whose layers the blocks are; None if each is a board of its own."""
    given = context.board.shape if context.board is not None else None
    shapes = {block.shape for block in blocks}
    if given is not None and len(given) > 2:
        layers = int(np.prod(given[:-2], dtype=np.int64))
        if shapes == {given[-2:]} and len(blocks) % layers == 0:
            return given
        found = ", ".join(f"{rows}x{columns}" for rows, columns in sorted(shapes))
        message = f"the {context.board} is {layers} layers, here are {len(blocks)} grids of {found}"
        raise context.error(message, blocks[0].line)
    if given is not None or len(blocks) == 1 or len(shapes) > 1 or not _runs_on(blocks):
        return None
    return _nested([block.gap for block in blocks[1:]]) + shapes.pop()


def _runs_on(blocks: list[_Block]) -> bool:
    """Whether the numbers of blocks of one shape are too large for tours of each alone."""
    rows, columns = blocks[0].shape
    numbers = np.array([block.values for block in blocks])[~np.array([block.holes for block in blocks])]
    within = np.count_nonzero(numbers <= rows * columns)
    return bool(within < LAYER_SHARE * len(numbers))


def _nested(gaps: list[int]) -> tuple[int, ...]:
    """The outer axes of a board whose layers stand apart by these numbers of empty lines."""
    counts = [sum(gap >= level for gap in gaps) + 1 for level in sorted(set(gaps), reverse=True)]
    inner = [1, *counts[:-1]]
    if any(count % outer for count, outer in zip(counts, inner, strict=True)):
        return (len(gaps) + 1,)
    return tuple(count // outer for count, outer in zip(counts, inner, strict=True))


def _blocks(lines: Sequence[str], context: Context, brackets: bool) -> Iterator[_Block]:
    written = [line for line in lines if line.strip() and not _is_aside(line)]
    trailing = brackets or all(line.rstrip().endswith((",", ";")) for line in written)
    block: _Block | None = None
    gap = 0
    for number, line in enumerate(lines, start=1):
        if not line or line.isspace():
            gap += 1
            continue
        if _is_aside(line):
            continue
        if block is None or gap:
            if block is not None:
                yield block
            block = _Block(number, gap)
        gap = 0
        values, holes = _row(line, number, context, trailing)
        if not len(values):
            raise context.error("there is no cell in this row", number, 1)
        if block.values and len(values) != len(block.values[0]):
            raise _ragged(line, number, len(values), len(block.values[0]), context)
        block.values.append(values)
        block.holes.append(holes)
    if block is not None:
        yield block


def _is_aside(line: str) -> bool:
    """Whether a line is part of a frame, or a comment: a `#` and words."""
    if "#" in line and re.match(r"\s*#[^|,]*[A-Za-z]", line):
        return True
    if line.isascii() and not _LINE_OF_FRAME.fullmatch(line):
        return False
    plain = line.translate(_BOX)
    if not _LINE_OF_FRAME.fullmatch(plain):
        return False
    boxed = plain != line and not re.search(r"[-\s]", line.strip())
    return boxed or any(sign in plain for sign in "+=") or bool(re.search(r"-{3}", plain))


def _row(line: str, number: int, context: Context, trailing: bool) -> tuple[Numbers, Mask]:
    if _PLAIN.fullmatch(line):
        words = line.split()
        if max(map(len, words)) <= 18:
            values = np.array(list(map(int, words)), np.int64)
            return values, np.zeros(len(values), np.bool_)
    cells = list(_cells(line.translate(_BOX), trailing))
    numbers = [_value(word, number, column, context) for column, word in cells]
    values = np.array([value or 0 for value in numbers], np.int64)
    return values, np.array([value is None for value in numbers], np.bool_)


def _cells(line: str, trailing: bool) -> Iterator[tuple[int, str]]:
    """The cells of a row, with the places where they stand; an empty one is an empty text."""
    bars = list(_parts(line, 0, "|"))
    barred = len(bars) > 1
    if barred:
        bars = bars[1:] if not bars[0][1].strip() else bars
        bars = bars[:-1] if not bars[-1][1].strip() else bars
    for place, part in bars:
        between = list(_parts(part, place, ",;"))
        if trailing and len(between) > 1 and not between[-1][1].strip():
            between.pop()
        for begin, text in between:
            words = list(re.finditer(r"\S+", text))
            if not words and (barred or len(between) > 1):
                yield begin, ""
            yield from ((begin + word.start(), word[0]) for word in words)


def _parts(text: str, place: int, separators: str) -> Iterator[tuple[int, str]]:
    begin = 0
    for match in re.finditer(f"[{re.escape(separators)}]", text):
        yield place + begin, text[begin : match.start()]
        begin = match.end()
    yield place + begin, text[begin:]


def _value(word: str, line: int, place: int, context: Context) -> int | None:
    if not word or _HOLE.fullmatch(word):
        return None
    if not _NUMBER.fullmatch(word):
        what = "too long a number" if word.isdecimal() else "no number"
        message = f"{word!r} is {what}; a cell holds a whole number, or one of . - # _ * for a hole"
        raise context.error(message, line, place + 1)
    return int(word)


def _ragged(line: str, number: int, cells: int, before: int, context: Context) -> Any:
    words = list(re.finditer(r"[^\s|,;]+", line.translate(_BOX)))
    column = words[before].start() + 1 if before < len(words) else len(line.rstrip()) + 1
    return context.error(f"this row has {cells} cells, the rows above have {before}", number, column)
