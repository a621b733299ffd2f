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
from typing import IO

import numpy as np
import numpy.typing as npt

from knight_models.core.board import KNIGHT, Board, Square
from knight_models.core.errors import BoardError, FormatError, OptionError, ProblemError
from knight_models.core.leaper import LeaperLike
from knight_models.core.limits import require_memory
from knight_models.core.problem import TourProblem
from knight_models.core.tour import Tour
from knight_models.formats.arrays import LAYER_SHARE, Mask, array_readings, leads_from
from knight_models.formats.lexer import (
    BOX,
    DIGIT,
    FREE,
    GIVEN_CELLS,
    HOLE,
    MAP_CELLS,
    NUMBER,
    TOUR_CELLS,
    Block,
    blocks_of,
    check_entries,
    is_aside,
)
from knight_models.formats.reading import Reading, Source
from knight_models.formats.writing import BLANK, NEWLINE, Numbers, right_aligned

__all__ = [
    "board_map",
    "read_board_map",
    "read_given",
    "read_grids",
    "write_given",
    "write_grid",
]


BYTES_A_HOLE = 250
"""The memory of a tuple of two, its place in a set, and two numbers while the set is made."""

CELLS_AT_A_TIME = 1 << 15


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
    if not any(map(DIGIT.search, lines)):
        raise _without_number(lines, source)
    _require_blanks(lines, source)
    blocks = [block for block in blocks_of(source, TOUR_CELLS, lines, brackets) if block.signs]
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


def _without_number(lines: Sequence[str], source: Source) -> FormatError:
    """Why lines without a digit are not a grid, whatever their cells are."""
    rows = [(number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    rows = [(number, line) for number, line in rows if not is_aside(line)]
    for number, line in rows:
        check_entries(line.translate(BOX), number, TOUR_CELLS, source)
    if not rows:
        return source.error("there is no number in it")
    return source.error("there is no number in this grid, only holes", rows[0][0])


def _require_blanks(lines: Sequence[str], source: Source) -> None:
    """Refuse rows of two or three digits a number, without anything between: `010407`."""
    rows = [line.strip() for line in lines if line.strip()]
    length = len(rows[0])
    if len(rows) < 2 or any(len(row) != length or not row.isdecimal() for row in rows):
        return
    for width in (2, 3):
        if length % width == 0 and length > width:
            numbers = sorted(int(row[k : k + width]) for row in rows for k in range(0, length, width))
            if numbers[0] in (0, 1) and numbers == list(range(numbers[0], numbers[0] + len(numbers))):
                raise source.error(
                    f"separate the numbers by blanks: as rows of numbers of {width} digits these have all "
                    f"of {numbers[0]} to {numbers[-1]}"
                )


def _arrays(blocks: list[Block], axes: tuple[int, ...] | None) -> Iterator[tuple[int, Numbers, Mask]]:
    """The arrays that blocks of rows make up, after the lines where they begin.

    Parameters
    ----------
    blocks : rows of numbers
    axes : the shape of the board whose rows they are together; None = each is a board of its own
    """
    rows = 0 if axes is None else int(np.prod(axes[:-1], dtype=np.int64))
    part: list[Block] = []
    for block in blocks:
        part.append(block)
        if sum(len(one.signs) for one in part) >= rows:
            values = np.array([row for one in part for row in one.numbers], np.int64)
            holes = _sign_array(part) != ord(NUMBER)
            shape = values.shape if axes is None else axes
            yield part[0].lines[0], values.reshape(shape), holes.reshape(shape)
            part = []


def _sign_array(blocks: list[Block]) -> npt.NDArray[np.uint8]:
    """The signs of blocks of rows as one array of characters, shape (rows, columns)."""
    signs = "".join(row for block in blocks for row in block.signs)
    return np.frombuffer(signs.encode("ascii"), np.uint8).reshape(-1, blocks[0].shape[1])


def _axes(blocks: list[Block], source: Source, brackets: bool) -> tuple[int, ...] | None:
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
    board: Board, blocks: list[Block], shapes: set[tuple[int, int]], source: Source
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


def _is_tour(blocks: list[Block], axes: tuple[int, ...], source: Source) -> bool:
    """Whether the blocks, as one board of this shape, lead along moves, wherever they count from."""
    [(_, values, holes)] = _arrays(blocks, axes)
    firsts = (1, 0) if source.first_number is None else (source.first_number,)
    return any(leads_from(values, holes, first, source) for first in firsts)


def _runs_on(blocks: list[Block]) -> bool:
    """Whether the numbers of blocks are too large for tours of each alone."""
    within = count = 0
    for block in blocks:
        rows, columns = block.shape
        numbers = np.array(block.numbers, np.int64)[_sign_array([block]) == ord(NUMBER)]
        within += int(np.count_nonzero(numbers <= rows * columns))
        count += len(numbers)
    return within < LAYER_SHARE * count


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
    blocks = list(blocks_of(content, GIVEN_CELLS))
    if not blocks:
        raise content.error("there is no cell in it")
    if board is None:
        if len(blocks) > 1:
            raise content.error(f"these are {len(blocks)} grids; name the board whose layers they are")
        holes = map(tuple, np.argwhere(_sign_array(blocks) == ord(HOLE)).tolist())
        board = Board(blocks[0].shape, leap, frozenset(holes), wrap)
    return board, _given_numbers(blocks, board, content)


def _given_numbers(blocks: list[Block], board: Board, source: Source) -> dict[Square, int]:
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
    entries = list(re.finditer(r"[^\s|,;]+", line.translate(BOX)))
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
    block, *others = blocks_of(content, MAP_CELLS)
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
