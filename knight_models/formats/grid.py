r"""Grids of cells: tours as numbered boards, partly numbered boards, and board maps.

One lexer splits the lines into cells. Cells are separated by blanks, commas, semicolons or bars, perhaps in
a frame; in a map, each character is a cell. A line of `#` and words is a comment, except in a map. What a
cell means depends on what is read:

=========== ========= =========== ===============================================
cell        map       givens      tour
=========== ========= =========== ===============================================
a number    --        the number  the number
`0`         --        free        a hole, or the first number (see below)
`.`         a square  free        a hole
`#`         a hole    a hole      a hole
`-` `_` `*` --        --          a hole
empty       --        free        a hole (between bars or commas)
=========== ========= =========== ===============================================

The numbers of a tour count from 1, unless exactly 0 to k - 1 stand in its k cells with numbers. On a board
that is given they count from 0 if one 0 stands on a square of it and no number reaches its number of
squares.

Grids separated by empty lines are tours of their own. If most of their numbers are too large for that,
they are the layers of one board with more axes, or, if they are single rows or of different heights, the
rows of one board with two axes.

So a grid can be read in two ways: with its 0 as the first number or as a hole, and as layers or as rows.
The rules above decide, unless the numbers lead along moves of the leaper by the other way only; then the
grid is refused, and the message names the option that decides.

>>> board, given = read_given("1 . .\n. # .\n. 4 .\n")
>>> board, given
(Board('3x3 with holes b2'), {(0, 0): 1, (2, 1): 4})
>>> print(board_map(read_board_map("..#\n...\n.#.\n")), end="")
..#
...
.#.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import IO

import numpy as np
import numpy.typing as npt

from knight_models.core.board import KNIGHT, Board, Square
from knight_models.core.errors import BoardError, FormatError, OptionError, ProblemError
from knight_models.core.leaper import LeaperLike
from knight_models.core.limits import require_memory
from knight_models.core.problem import TourProblem
from knight_models.core.tour import NumberGrid, Tour, coordinates
from knight_models.formats.pastes import column_letters
from knight_models.formats.reading import OTHER_DIGITS, Reading, Source, excerpt, has_other_digits
from knight_models.formats.squares import LEAST_IN_A_LIST, are_squares, leads_along_moves, square_readings
from knight_models.formats.writing import BLANK, NEWLINE, Numbers, right_aligned

__all__ = [
    "are_layers",
    "array_readings",
    "board_map",
    "grid_reading",
    "order_reading",
    "read_board_map",
    "read_given",
    "read_grids",
    "write_given",
    "write_grid",
]

Mask = npt.NDArray[np.bool_]

NUMBER, FREE, HOLE = " ", ".", "#"
"""The signs of cells: a number stands there, and the two that maps and givens have besides."""

LAYER_SHARE = 0.75
"""In grids of their own nearly all numbers are at most the cells of one; in layers of one, at most half."""

BYTES_A_HOLE = 250
"""The memory of a tuple of two, its place in a set, and two numbers while the set is made."""

CELLS_AT_A_TIME = 1 << 15

# ---- the lexer -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Cells:
    """What may stand in the cells of a grid.

    Parameters
    ----------
    number, signs : patterns of a number, and of the other entries
    right : what would be right, for messages
    separate : whether cells are separated; if not, each character is a cell
    """

    number: str
    signs: str
    right: str
    separate: bool = True

    @cached_property
    def wrong(self) -> re.Pattern[str]:
        """An entry that is none of these."""
        if not self.separate:
            return re.compile(rf"(?!{self.signs}).")
        right = rf"(?:{self.number}|{self.signs})(?![^\s|,;])"
        return re.compile(rf"(?<![^\s|,;])(?!{right})[^\s|,;]++")


_TOUR = _Cells(
    r"[+-]?[0-9]{1,18}+",
    r"\.++|-++|#++|_++|\*++",
    "a cell holds a whole number, or one of . - # _ * for a hole",
)
_GIVENS = _Cells(
    r"[0-9]{1,18}+", r"[.#]", "a cell holds a whole number, . or 0 (a free square) or # (a hole)"
)
_MAP = _Cells("", r"[.#]", "a map has . (a square) and # (a hole)", separate=False)

_BEFORE_LETTERS = " \t|,;+-\u2502\u2551"
_BOX = dict.fromkeys(range(0x2500, 0x2580), "|")
_PLAIN = re.compile(r"[0-9\s]*", re.ASCII)
_DIGIT = re.compile(r"[0-9]")
_EMPTY_CELL = re.compile(r"(?:(?<=[|,;])|\A)\s*+(?=[|,;]|\Z)")
_EMPTY_BEFORE_COMMA = re.compile(r"(?:\A|[,;|])\s*[,;]")
_ENTRY = re.compile(r"[^\s,;|]")
_TWO_TABS, _TAB_FIRST, _TAB_LAST = map(re.compile, (r"\t *\t", r"\A *\t", r"\t *\Z"))
_SEPARATORS = str.maketrans("|,;", "   ")
_LAST_SEPARATOR = re.compile(r"[,;]\s*+(?=\||\Z)")
_FRAME = re.compile(r"[\s+=|:-]*")


@dataclass
class _Block:
    """Rows of cells below one another, without an empty line between them.

    Parameters
    ----------
    gap : the number of empty lines before it
    columns : the number of columns that a heading names; 0 without one
    lines : the line of each row
    numbers : the numbers of each row, 0 where none stands; empty in a map
    signs : a character for each cell: `NUMBER`, or the entry that stands in place of a number
    """

    gap: int
    columns: int = 0
    lines: list[int] = field(default_factory=list)
    numbers: list[list[int]] = field(default_factory=list)
    signs: list[str] = field(default_factory=list)

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.signs), len(self.signs[0])


def _blocks(
    source: Source, cells: _Cells, lines: Sequence[str] | None = None, brackets: bool = False
) -> Iterator[_Block]:
    """The blocks of rows in a file.

    Parameters
    ----------
    source : the file
    cells : what may stand in a cell
    lines : the lines of the file, if they were changed
    brackets : whether the rows stood in square brackets

    Raises
    ------
    FormatError : for a wrong entry, or a row of another length, with line and column
    """
    lines = source.lines if lines is None else lines
    if cells.separate:
        lines = _with_tabbed_cells(lines)
    trailing = brackets or (cells.separate and _all_end_with_a_separator(lines, cells))
    block: _Block | None = None
    gap = 0
    for number, line in enumerate(lines, start=1):
        if not line or line.isspace():
            gap += 1
            continue
        if cells.separate and _is_aside(line):
            continue
        if block is None or gap:
            if block is not None:
                yield _unlabelled(block, source)
            block = _Block(gap)
        gap = 0
        if cells.separate and line.lstrip(_BEFORE_LETTERS)[:1].isalpha() and column_letters(line):
            block.columns = column_letters(line)
            continue
        numbers, signs = _row(line, number, cells, trailing, source)
        if block.signs and len(signs) != len(block.signs[0]):
            if _are_columns(block, numbers, signs):
                continue
            raise _ragged(line, number, len(signs), len(block.signs[0]), cells, source)
        block.lines.append(number)
        block.numbers.append(numbers)
        block.signs.append(signs)
    if block is not None:
        yield _unlabelled(block, source)


def _are_columns(block: _Block, numbers: list[int], signs: str) -> bool:
    """Whether a row of another length shows that the row above, or this one, numbers the columns."""
    head = block.numbers[0] if len(block.signs) == 1 else numbers
    width = len(signs) if head is not numbers else len(block.signs[0])
    if set(block.signs[0]) | set(signs) != {NUMBER} or width - len(head) not in (1, 2):
        return False
    if head not in (list(range(len(head))), list(range(1, len(head) + 1))):
        return False
    block.columns = len(head)
    if head is not numbers:
        block.numbers[0], block.signs[0] = numbers, signs
    return True


def _unlabelled(block: _Block, source: Source) -> _Block:
    """The block without the numbers of its rows at the sides, where a heading names fewer columns."""
    if not block.signs:
        return block
    extra = len(block.signs[0]) - block.columns if block.columns else 0
    if not extra:
        return block
    sides = {1: (slice(1, None), slice(None, -1)), 2: (slice(1, -1),)}.get(extra, ())
    count = len(block.signs)
    ranks = [list(range(first, first + count))[::step] for first in (0, 1) for step in (1, -1)]
    for kept in sides:
        side = -1 if kept.start is None else 0
        labels = [
            row[side] if sign[side] == NUMBER else -1
            for row, sign in zip(block.numbers, block.signs, strict=True)
        ]
        if labels in ranks:
            block.numbers = [row[kept] for row in block.numbers]
            block.signs = [row[kept] for row in block.signs]
            return block
    raise source.error(
        f"the heading names {block.columns} columns, but the rows have {len(block.signs[0])} cells",
        block.lines[0],
    )


def _all_end_with_a_separator(lines: Sequence[str], cells: _Cells) -> bool:
    """Whether the comma at the end of every row ends its last cell, so that no empty cell follows.

    In givens, where most cells can be empty, it does so only if none of the others is.
    """
    written = (line.rstrip() for line in lines if line.strip() and not _is_aside(line))
    if not all(line.endswith((",", ";")) for line in written):
        return False
    empty = cells is _GIVENS and any(map(_EMPTY_BEFORE_COMMA.search, lines))
    return not (empty and any(map(_ENTRY.search, lines)))


def _with_tabbed_cells(lines: Sequence[str]) -> Sequence[str]:
    """The lines with commas for tabs, if these separate cells of which some are empty."""
    if not any("\t" in line for line in lines):
        return lines
    rows = [line for line in lines if "\t" in line]
    if len(rows) != sum(map(bool, lines)) or len({line.count("\t") for line in rows}) > 1:
        return lines
    if any(sign in line for line in rows for sign in "|,;"):
        return lines
    first, last = (sum(bool(side.search(line)) for line in rows) for side in (_TAB_FIRST, _TAB_LAST))
    whole = {0, len(rows)}  # a tab at one side of every row is no cell
    if not any(map(_TWO_TABS.search, rows)) and first in whole and last in whole:
        return lines
    return [line.replace("\t", ",") for line in lines]


def _is_aside(line: str) -> bool:
    """Whether a line is part of a frame, or a comment: a `#` and words."""
    if "#" in line and re.match(r"\s*#[^|,]*[A-Za-z]{2}", line):
        return True
    if line.isascii() and not _FRAME.fullmatch(line):
        return False
    plain = line.translate(_BOX)
    if not _FRAME.fullmatch(plain):
        return False
    boxed = plain != line and not re.search(r"[-\s]", line.strip())
    return boxed or any(sign in plain for sign in "+=") or bool(re.search(r"-{3}", plain))


def _row(line: str, number: int, cells: _Cells, trailing: bool, source: Source) -> tuple[list[int], str]:
    """The numbers and the signs of a row."""
    if not cells.separate:
        _check_entries(line.rstrip(), number, cells, source)
        return [], line.rstrip()
    if _PLAIN.fullmatch(line):  # what nearly all rows are
        words = line.split()
        if max(map(len, words)) <= 18:
            return list(map(int, words)), NUMBER * len(words)
    plain = line.translate(_BOX)
    _check_entries(plain, number, cells, source)
    words = _words(plain, trailing)
    if not words:
        raise source.error("there is no cell in this row", number, 1)
    signs = "".join(NUMBER if word[-1].isdecimal() else word[-1] for word in words)
    return [int(word) if sign == NUMBER else 0 for word, sign in zip(words, signs, strict=True)], signs


def _check_entries(line: str, number: int, cells: _Cells, source: Source) -> None:
    """Refuse the first entry of a row that may not stand in a cell."""
    wrong = cells.wrong.search(line)
    if wrong is None:
        return
    what = "is too long a number" if wrong[0].isdecimal() and cells.separate else "is not a number"
    if has_other_digits(wrong[0]):
        what = OTHER_DIGITS
    elif not cells.separate:
        what = "is not a square"
    raise source.error(f"{excerpt(wrong[0])} {what}; {cells.right}", number, wrong.start() + 1)


def _words(line: str, trailing: bool) -> list[str]:
    """The entries of a row; an empty cell between bars or commas becomes a dot."""
    core = line.strip()
    if core == "|":
        return []
    if "|" in core:
        core = core.removeprefix("|").removesuffix("|")
    if trailing:
        core = _LAST_SEPARATOR.sub("", core)
    if "|" in line or "," in core or ";" in core:
        core = _EMPTY_CELL.sub(".", core)
    return core.translate(_SEPARATORS).split()


def _ragged(line: str, number: int, count: int, before: int, cells: _Cells, source: Source) -> FormatError:
    """The error of a row with another number of cells than those above it."""
    entry = r"[^\s|,;]+" if cells.separate else "."
    entries = list(re.finditer(entry, line.translate(_BOX)))
    column = entries[before].start() + 1 if before < len(entries) else len(line.rstrip()) + 1
    message = f"this row has {count} cells, the rows above have {before}"
    if cells is _TOUR:
        message += "; an empty line separates grids"
    return source.error(message, number, column)


# ---- tours ---------------------------------------------------------------------------------------


def read_grids(source: Source, *, brackets: bool = False) -> list[Reading]:
    """The tours of number grids.

    Parameters
    ----------
    source : the file
    brackets : whether rows stand in square brackets, as numpy and Python print them

    Raises
    ------
    FormatError : for a wrong entry, a ragged grid, or numbers that can be read in two ways
    """
    lines = source.lines
    if brackets:
        lines = [line.replace("[", " ").replace("]", " ") for line in lines]
    if not any(map(_DIGIT.search, lines)):
        raise _without_number(lines, source)
    blocks = [block for block in _blocks(source, _TOUR, lines, brackets) if block.signs]
    if not blocks:
        raise source.error("there is no number in it")
    axes = _axes(blocks, source, brackets)
    arrays = list(_arrays(blocks, axes))
    if axes is None and {values.shape for _, values, _ in arrays} in ({(1, 1)}, {(1, 2)}):
        begins, every, missing = zip(*arrays, strict=True)  # apart by empty lines
        arrays = [(begins[0], np.concatenate(every), np.concatenate(missing))]
    readings = []
    for line, values, holes in arrays:
        readings += array_readings(values, holes, source, line=line, text=True)
    return readings


def array_readings(
    values: Numbers,
    holes: Mask,
    source: Source,
    *,
    line: int | None = None,
    form: str = "grid",
    text: bool = False,
) -> list[Reading]:
    """The tours of an array of numbers: a grid, several grids below one another, or rows of a list.

    Parameters
    ----------
    values, holes : the numbers, and where none stands
    source : the file
    line, form : as in `Reading`
    text : whether it stands in a text without brackets, where two columns are a grid rather than squares

    Raises
    ------
    FormatError : if it does not fit the board given, or can be read in two ways
    """
    if source.graph is not None:
        raise source.error("a number grid shows a board; with --graph, write the labels of the graph", line)
    shown = "coordinates" if text else form
    if not holes.any() and (_are_pairs(values, source) if text else are_squares(values, source)):
        return square_readings(shown, [(line or 0, list(map(tuple, values.tolist())))], source)
    if not holes.any() and values.ndim <= 2:
        orders = _orders(values, source, line)
        if orders:
            return [order_reading(order, source, line=line, form=form) for order in orders]
    begins = _stacked(values, holes, source)
    parts = zip(begins, [*begins[1:], len(values)], strict=True)
    return [
        grid_reading(
            values[begin:end],
            holes[begin:end],
            source,
            line=None if line is None else line + begin,
            form=form,
        )
        for begin, end in parts
    ]


def _are_pairs(values: Numbers, source: Source) -> bool:
    """Whether rows of two numbers in a text are squares: by the board, or because they are too small."""
    board = source.board
    if values.ndim != 2 or values.shape[1] != (2 if board is None else board.ndim):
        return False
    if board is not None:
        return board.shape != values.shape and not _cuts_into(values, board)
    return len(values) >= LEAST_IN_A_LIST and bool(values.min() >= 0 and values.max() < len(values))


def _cuts_into(values: Numbers, board: Board) -> bool:
    """Whether the rows are those of several grids of the board."""
    return values.shape[1:] == board.shape[1:] and len(values) % board.shape[0] == 0


def _orders(values: Numbers, source: Source, line: int | None) -> list[Numbers]:
    """Lists of vertex numbers in an array: one in a line, or one number on each; empty if it is a grid."""
    board, count = source.board, values.size
    single = values.ndim == 1 or 1 in values.shape
    if board is None:
        if single and count >= LEAST_IN_A_LIST and not _is_row_tour(values, source):
            raise source.error(
                f"{count} numbers in a row can be a list of vertex numbers, or the rows of a grid; for "
                "a list, name the board with --board; of a grid, put each row on a line of its own",
                line,
            )
        return []
    if values.shape == board.shape:
        return []
    if single:
        return [values.ravel()]
    if values.shape[1] in (len(board), len(board) + 1):
        return list(values)
    return (
        [values.ravel()] if count in (len(board), len(board) + 1) and not _cuts_into(values, board) else []
    )


def _is_row_tour(values: Numbers, source: Source) -> bool:
    """Whether numbers in a row are a tour of a board of one row."""
    values = values.reshape(1, -1) if values.ndim == 1 else values
    return any(
        _leads_along_moves(values, np.zeros(values.shape, np.bool_), first, source) for first in (1, 0)
    )


def order_reading(
    numbers: Numbers, source: Source, *, line: int | None = None, form: str = "json"
) -> Reading:
    """The reading of a list of vertex numbers, from 0 or from `first_number`.

    Parameters
    ----------
    numbers : shape (k,)
    source : the file
    line, form : as in `Reading`

    Raises
    ------
    FormatError : if no board or graph is given, or the numbers are a tour only in another way
    """
    space = source.space("vertex numbers")
    if not isinstance(space, Board) or source.first_number == 0:
        return Reading(numbers, space, form, line)
    if source.first_number == 1:
        return Reading(numbers - 1, space, form, line)
    if numbers.min() == 1 and _is_order(
        numbers - 1, space, source
    ):  # counted from 0, vertex 0 is not in it
        raise source.error(
            "counted from 0 these vertex numbers are not a tour, counted from 1 they are; "
            "decide with --first-number 1 or --first-number 0",
            line,
        )
    if (
        form == "grid"
        and _is_grid_in_a_row(numbers, space, source)
        and not _is_order(numbers, space, source)
    ):
        raise source.error(
            "as vertex numbers these are not a tour, as the rows of a grid they are; "
            "put each row on a line of its own",
            line,
        )
    return Reading(numbers, space, form, line)


def _is_grid_in_a_row(numbers: Numbers, board: Board, source: Source) -> bool:
    """Whether numbers are a tour as the rows of a grid, one after the other."""
    if numbers.size != board.cells:
        return False
    grid, holes = numbers.reshape(board.shape), np.zeros(board.shape, np.bool_)
    return any(_leads_along_moves(grid, holes, first, source) for first in (1, 0))


def _is_order(numbers: Numbers, board: Board, source: Source) -> bool:
    if numbers.size not in (len(board), len(board) + 1) or numbers.min() < 0 or numbers.max() >= len(board):
        return False
    axes = (axis.tolist() for axis in coordinates(board, numbers))
    return leads_along_moves(board, list(zip(*axes, strict=True)), source.kind)


def _stacked(values: Numbers, holes: Mask, source: Source) -> list[int]:
    """The first rows of the grids that stand below one another in an array; `[0]` if it is one grid.

    In one grid of k numbers about half are larger than k / 2; in several, hardly any.
    """
    board, rows = source.board, len(values)
    if values.ndim != 2 or (board is not None and board.shape == values.shape):
        return [0]
    if board is not None:
        return list(range(0, rows, board.shape[0])) if _cuts_into(values, board) else [0]
    there = ~holes
    count = np.count_nonzero(there)
    if rows < 4 or values.shape[1] < 2 or np.count_nonzero(there & (2 * values > count + 2)) > count // 4:
        return [0]
    return _restarts(values, there) or _equal_parts(values, there) or [0]


def _restarts(values: Numbers, there: Mask) -> list[int]:
    """Where the grids begin, if each has all numbers from its first one on; empty otherwise."""
    begins = [0]
    listed: list[int] = []
    for row in range(len(values)):
        listed += values[row][there[row]].tolist()
        lowest = min(listed, default=0)
        whole = lowest in (0, 1) and max(listed) - lowest + 1 == len(listed) == len(set(listed))
        if whole and row > begins[-1]:
            begins.append(row + 1)
            listed = []
    return begins[:-1] if len(begins) > 2 and begins[-1] == len(values) else []


def _equal_parts(values: Numbers, there: Mask) -> list[int]:
    """Where grids of equal height begin, if nearly all numbers of each are in its range, and once."""
    rows = len(values)
    for height in range(2, rows // 2 + 1):
        if rows % height == 0:
            begins = range(0, rows, height)
            parts = [values[begin : begin + height][there[begin : begin + height]] for begin in begins]
            shares = [len(np.unique(part[(part >= 0) & (part <= len(part))])) for part in parts]
            if all(share >= LAYER_SHARE * len(part) > 0 for share, part in zip(shares, parts, strict=True)):
                return list(begins)
    return []


def _without_number(lines: Sequence[str], source: Source) -> FormatError:
    """Why lines without a digit are not a grid, whatever their cells are."""
    rows = [(number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    rows = [(number, line) for number, line in rows if not _is_aside(line)]
    for number, line in rows:
        _check_entries(line.translate(_BOX), number, _TOUR, source)
    if not rows:
        return source.error("there is no number in it")
    return source.error("there is no number in this grid, only holes", rows[0][0])


def grid_reading(
    values: Numbers, holes: Mask, source: Source, *, line: int | None = None, form: str = "grid"
) -> Reading:
    """The reading of an array of numbers: where it counts from, and its board.

    Parameters
    ----------
    values, holes : the shape of the board; the numbers, and where none stands
    source : the file
    line, form : as in `Reading`

    Raises
    ------
    FormatError : if it does not fit the board given, or can be read in two ways
    """
    if source.board is not None and source.board.shape != values.shape:
        shape = "x".join(map(str, values.shape))
        raise source.error(f"a number grid of {shape} does not fit on {source.board}", line)
    first = _first_number(values, holes, source, line)
    return _counted_from(first, values, holes, source, line, form)


def _counted_from(
    first: int, values: Numbers, holes: Mask, source: Source, line: int | None = None, form: str = "grid"
) -> Reading:
    """The reading of a grid whose first number is known."""
    missing = holes | (values == 0) if first else holes
    grid = NumberGrid(values, first, missing)
    if source.board is not None:
        return Reading(grid, source.board, form, line)
    if missing.all():
        raise source.error("there is no number in this grid, only holes", line)
    cells = map(tuple, np.argwhere(missing).tolist())
    board = Board(values.shape, source.leap, frozenset(cells), source.wrap)
    return Reading(grid, board, form, line)


def _first_number(values: Numbers, holes: Mask, source: Source, line: int | None) -> int:
    if source.first_number is not None:
        return source.first_number
    zeros = (values == 0) & ~holes
    if not zeros.any():
        return 1
    place = tuple(int(axis) for axis in np.argwhere(zeros)[0])
    if source.board is not None:
        alone = zeros.sum() == 1 and place in source.board and values.max() < len(source.board)
        return 0 if alone else 1
    numbers = np.sort(values[~holes])
    if not np.array_equal(numbers, np.arange(len(numbers))):
        return 1
    by_rule, as_hole = (_leads_along_moves(values, holes, first, source) for first in (0, 1))
    if as_hole and not by_rule:
        raise source.error(
            f"counted from 0 this grid is not a tour; with a hole at {place}, where the 0 stands, it is; "
            "decide with --first-number 0 or --first-number 1",
            line,
        )
    return 0


def _leads_along_moves(values: Numbers, holes: Mask, first: int, source: Source) -> bool:
    """Whether the numbers from `first` on lead along moves, as the kind of tour expected does."""
    there = ~(holes | (values == 0)) if first else ~holes
    numbers = values[there]
    count = len(numbers)
    if not np.array_equal(np.sort(numbers), np.arange(first, first + count)) or not count:
        return False
    space = _counted_from(first, values, holes, source).space
    assert isinstance(space, Board)
    cells = np.flatnonzero(there)[np.argsort(numbers)]
    axes = (axis.tolist() for axis in np.unravel_index(cells, values.shape))
    return leads_along_moves(space, list(zip(*axes, strict=True)), source.kind)


def _arrays(blocks: list[_Block], axes: tuple[int, ...] | None) -> Iterator[tuple[int, Numbers, Mask]]:
    """The arrays that blocks of rows make up, after the lines where they begin.

    Parameters
    ----------
    blocks : rows of numbers
    axes : the shape of the board whose rows they are together; None = each is a board of its own
    """
    rows = 0 if axes is None else int(np.prod(axes[:-1], dtype=np.int64))
    part: list[_Block] = []
    for block in blocks:
        part.append(block)
        if sum(len(one.signs) for one in part) >= rows:
            values = np.array([row for one in part for row in one.numbers], np.int64)
            holes = _sign_array(part) != ord(NUMBER)
            shape = values.shape if axes is None else axes
            yield part[0].lines[0], values.reshape(shape), holes.reshape(shape)
            part = []


def _sign_array(blocks: list[_Block]) -> npt.NDArray[np.uint8]:
    """The signs of blocks of rows as one array of characters, shape (rows, columns)."""
    signs = "".join(row for block in blocks for row in block.signs)
    return np.frombuffer(signs.encode("ascii"), np.uint8).reshape(-1, blocks[0].shape[1])


def _axes(blocks: list[_Block], source: Source, brackets: bool) -> tuple[int, ...] | None:
    """The shape of the board whose layers or rows the blocks are; None if each is a board of its own."""
    shapes = {block.shape for block in blocks}
    if source.board is not None:
        return _axes_on(source.board, blocks, shapes, source)
    if len(blocks) == 1 or len({columns for _, columns in shapes}) > 1 or not _runs_on(blocks):
        return None
    stacked = (sum(block.shape[0] for block in blocks), blocks[0].shape[1])
    if len(shapes) > 1 or (blocks[0].shape[0] == 1 and not brackets):
        return stacked
    layered = _nested([block.gap for block in blocks[1:]]) + blocks[0].shape
    if not brackets and _is_tour(blocks, stacked, source) and not _is_tour(blocks, layered, source):
        rows, layers = "x".join(map(str, stacked)), "x".join(map(str, layered))
        message = (
            f"as a board of {layers} this grid is not a tour, as one of {rows} it is; name it with --board"
        )
        raise source.error(message, blocks[0].lines[0])
    return layered


def _axes_on(
    board: Board, blocks: list[_Block], shapes: set[tuple[int, int]], source: Source
) -> tuple[int, ...] | None:
    """The shape of the board given, if the blocks are parts of it; None if each block is all of it."""
    given = board.shape
    if len(given) > 2:
        layers = int(np.prod(given[:-2], dtype=np.int64))
        if shapes == {given[-2:]} and len(blocks) % layers == 0:
            return given
        found = ", ".join(f"{rows}x{columns}" for rows, columns in sorted(shapes))
        message = f"the {board} is {layers} layers, here are {len(blocks)} grids of {found}"
        raise source.error(message, blocks[0].lines[0])
    if len(given) == 2 and shapes != {given} and {columns for _, columns in shapes} == {given[1]}:
        ends = np.cumsum([block.shape[0] for block in blocks])
        whole = np.arange(given[0], ends[-1] + 1, given[0])
        if ends[-1] % given[0] == 0 and np.isin(whole, ends).all():
            return given
    return None


def _is_tour(blocks: list[_Block], axes: tuple[int, ...], source: Source) -> bool:
    """Whether the blocks, as one board of this shape, lead along moves, wherever they count from."""
    [(_, values, holes)] = _arrays(blocks, axes)
    firsts = (1, 0) if source.first_number is None else (source.first_number,)
    return any(_leads_along_moves(values, holes, first, source) for first in firsts)


def _runs_on(blocks: list[_Block]) -> bool:
    """Whether the numbers of blocks are too large for tours of each alone."""
    within = count = 0
    for block in blocks:
        rows, columns = block.shape
        numbers = np.array(block.numbers, np.int64)[_sign_array([block]) == ord(NUMBER)]
        within += int(np.count_nonzero(numbers <= rows * columns))
        count += len(numbers)
    return within < LAYER_SHARE * count


def are_layers(values: Numbers, holes: Mask, source: Source) -> bool:
    """Whether the layers of an array are one board: most numbers are too large for tours of each alone."""
    there = ~holes[0]
    within = sum(int(np.count_nonzero(layer[there] <= layer.size)) for layer in values)
    return values.shape[-1] > 2 and bool(within < LAYER_SHARE * np.count_nonzero(~holes))


def _nested(gaps: list[int]) -> tuple[int, ...]:
    """The outer axes of a board whose layers are separated by these numbers of empty lines."""
    counts = [sum(gap >= level for gap in gaps) + 1 for level in sorted(set(gaps), reverse=True)]
    inner = [1, *counts[:-1]]
    if any(count % outer for count, outer in zip(counts, inner, strict=True)):
        return (len(gaps) + 1,)
    return tuple(count // outer for count, outer in zip(counts, inner, strict=True))


def write_grid(tour: Tour, stream: IO[str]) -> None:
    """Write the numbered board, holes as `#`; layers of a board with more axes separated by empty lines.

    Raises
    ------
    OptionError : for a tour of a graph
    """
    board = tour.problem.board
    if board is None:
        raise OptionError("a tour of a graph has no number grid; write it as moves")
    numbers = tour.grid()
    _write_cells(numbers, numbers == 0 if board.holes else None, len(str(len(tour))), stream)


def _write_cells(numbers: Numbers, holes: Mask | None, width: int, stream: IO[str]) -> None:
    """Write numbers right-aligned, a bounded piece at a time.

    Parameters
    ----------
    numbers : the shape of the board; 0 is written as a dot
    holes : likewise, where a dot is a `#` instead
    width : of a number
    """
    shape = numbers.shape
    rows = numbers.reshape(-1, shape[-1])
    at_a_time = max(1, CELLS_AT_A_TIME // rows.shape[1])
    per_layer = shape[-2] if len(shape) > 1 else 1
    for layer in range(0, len(rows), per_layer):
        stream.write("\n" * _gap(layer, shape))
        for begin in range(layer, layer + per_layer, at_a_time):
            piece = slice(begin, min(begin + at_a_time, layer + per_layer))
            characters = np.full((*rows[piece].shape, width + 1), BLANK, np.uint8)
            characters[..., :width] = right_aligned(rows[piece], width)
            characters[..., width - 1][rows[piece] == 0] = ord(FREE)
            if holes is not None:
                characters[..., width - 1][holes.reshape(rows.shape)[piece]] = ord(HOLE)
            lines = characters.reshape(len(rows[piece]), -1)
            lines[:, -1] = NEWLINE  # in place of the blank after the last number
            stream.write(lines.tobytes().decode("ascii"))


def _gap(row: int, shape: tuple[int, ...]) -> int:
    """The number of empty lines before a layer: one for each axis whose index changes, but the last two."""
    gap, size = 0, 1
    for side in shape[-2:0:-1]:
        size *= side
        gap += bool(row) and row % size == 0
    return gap


# ---- givens --------------------------------------------------------------------------------------


def read_given(
    data: str | bytes,
    *,
    board: Board | None = None,
    leap: LeaperLike = KNIGHT,
    wrap: Sequence[int] | str = (),
    source: str | None = None,
) -> tuple[Board, dict[Square, int]]:
    """The board, and the numbers that some of its squares are given.

    Parameters
    ----------
    data : a number grid, `.` or 0 for a free square, `#` for a hole
    board : the board, if it is known; its holes may stand as free squares. The layers of one with more
        axes may be separated by empty lines
    leap, wrap : of a board that is inferred
    source : the name of the file, for messages

    Raises
    ------
    FormatError : for a wrong entry, a number that stands twice or exceeds the number of squares, or a grid
        that does not fit, with line and column
    """
    content = Source(data, source)
    blocks = list(_blocks(content, _GIVENS))
    if not blocks:
        raise content.error("there is no cell in it")
    if board is None:
        if len(blocks) > 1:
            raise content.error(f"these are {len(blocks)} grids; name the board whose layers they are")
        holes = map(tuple, np.argwhere(_sign_array(blocks) == ord(HOLE)).tolist())
        board = Board(blocks[0].shape, leap, frozenset(holes), wrap)
    return board, _given_numbers(blocks, board, content)


def _given_numbers(blocks: list[_Block], board: Board, source: Source) -> dict[Square, int]:
    """The numbers given, each on a square of the board."""
    rows, width = board.cells // board.shape[-1], board.shape[-1]
    lines = [line for block in blocks for line in block.lines]
    widths = {block.shape[1] for block in blocks}
    if len(lines) != rows or widths != {width}:
        size = f"{len(lines)} rows of {' or '.join(map(str, sorted(widths)))}"
        message = f"{size} do not fit the {board.shape_text} board, which has {rows} rows of {width}"
        raise source.error(message, lines[0])
    numbers = np.array([row for block in blocks for row in block.numbers], np.int64)
    marked = (numbers > 0) | (_sign_array(blocks) == ord(HOLE))
    given: dict[Square, int] = {}
    places: dict[int, int] = {}
    cells = np.flatnonzero(marked)
    axes = (axis.tolist() for axis in np.unravel_index(cells, board.shape))
    for cell, square in zip(cells.tolist(), zip(*axes, strict=True), strict=True):
        row, column = divmod(cell, width)
        number, wrong = int(numbers[row, column]), None
        if not number:
            if square in board:
                wrong = f"# is a hole, but {board.name(square)} is a square of the {board}"
        elif square not in board:
            wrong = f"{number} stands in a hole of the {board}"
        elif number > len(board):
            wrong = f"a given number is from 1 to {len(board)}, not {number}"
        elif number in places:
            wrong = f"the number {number} stands in line {places[number]} already"
        if wrong is not None:
            place = _column(source.lines[lines[row] - 1], column, width)
            raise source.error(wrong, lines[row], place)
        if number:
            places[number], given[square] = lines[row], number
    return given


def _column(line: str, cell: int, cells: int) -> int | None:
    """The column of cell number `cell` in a row of `cells`, from 1; None if the row has empty cells."""
    entries = list(re.finditer(r"[^\s|,;]+", line.translate(_BOX)))
    return entries[cell].start() + 1 if len(entries) == cells else None


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
    numbers, holes = np.zeros(board.shape, np.int64), np.zeros(board.shape, np.bool_)
    for square, number in problem.given:
        numbers[square] = number
    for hole in board.holes:
        holes[hole] = True
    _write_cells(numbers, holes, len(str(numbers.max())), stream)


# ---- maps ----------------------------------------------------------------------------------------


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
    content = Source(data, source)
    block, *others = _blocks(content, _MAP)
    if others:
        message = f"this row has 0 cells, the rows above have {block.shape[1]}"
        raise content.error(message, others[0].lines[0] - others[0].gap, 1)
    shape = "x".join(map(str, block.shape))
    holes = _sign_array([block]) == ord(HOLE)
    if holes.all():
        raise BoardError(f"every square of the {shape} board is a hole")
    return Board.parse(shape, leap=leap, holes=_squares_of(holes, shape), wrap=wrap)


def _squares_of(holes: Mask, shape: str) -> frozenset[Square]:
    """Where the holes are."""
    down, right = np.nonzero(holes)
    require_memory(len(down) * BYTES_A_HOLE, None, f"the {len(down):,} holes of {shape}")
    numbers = list(range(max(holes.shape)))  # shared by all holes, for a number of its own takes more
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
    cells = np.full(board.shape, FREE)
    for hole in board.holes:
        cells[hole] = HOLE
    return "".join("".join(row) + "\n" for row in cells.tolist())
