r"""The lexer of grids: lines of text become blocks of rows, and rows become cells.

Cells are separated by blanks, commas, semicolons or bars, perhaps in a frame, with the names of the columns
above and the numbers of the rows beside; in a map, each character is a cell. A line of `#` and words is a
comment, and so are a `#` and words after the cells of a row, except in a map. What a cell means depends on
what is read; see `knight_models.formats.grid`.

>>> [block] = blocks_of(Source("1 . 3  # the first row\n. # 2\n"), GIVEN_CELLS)
>>> block.numbers, block.signs
([[1, 0, 3], [0, 0, 2]], [' . ', '.# '])
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from knight_models.core.errors import FormatError
from knight_models.formats.pastes import column_letters
from knight_models.formats.reading import OTHER_DIGITS, Source, excerpt, has_other_digits

NUMBER, FREE, HOLE = " ", ".", "#"
"""The signs of cells: a number stands there, and the two that maps and givens have besides."""


@dataclass(frozen=True)
class Cells:
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


TOUR_CELLS = Cells(
    r"[+-]?[0-9]{1,18}+",
    r"\.++|-++|#++|_++|\*++",
    "a cell holds a whole number, or one of . - # _ * for a hole",
)


GIVEN_CELLS = Cells(
    r"[0-9]{1,18}+", r"[.#]", "a cell holds a whole number, . or 0 (a free square) or # (a hole)"
)


MAP_CELLS = Cells("", r"[.#]", "a map has . (a square) and # (a hole)", separate=False)


ONE_GRID_SHARE = 0.75
"""In one grid nearly all numbers differ, misprinted or not; in two below each other, half of them do."""

_BEFORE_LETTERS = " \t|,;+-\u2502\u2551"


BOX = dict.fromkeys(range(0x2500, 0x2580), "|")


_PLAIN = re.compile(r"[0-9\s]*", re.ASCII)


DIGIT = re.compile(r"[0-9]")


_EMPTY_CELL = re.compile(r"(?:(?<=[|,;])|\A)\s*+(?=[|,;]|\Z)")


_EMPTY_BEFORE_COMMA = re.compile(r"(?:\A|[,;|])\s*[,;]")


_ENTRY = re.compile(r"[^\s,;|]")


_TWO_TABS, _TAB_FIRST, _TAB_LAST = map(re.compile, (r"\t *\t", r"\A *\t", r"\t *\Z"))


_SEPARATORS = str.maketrans("|,;", "   ")


_LAST_SEPARATOR = re.compile(r"[,;]\s*+(?=\||\Z)")


_FRAME = re.compile(r"[\s+=|:-]*")
_COMMENT = re.compile(r"(?<=\S)\s+#[^#|,;0-9]*[A-Za-z]{2}[^#]*\Z")


@dataclass
class Block:
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


def blocks_of(
    source: Source, cells: Cells, lines: Sequence[str] | None = None, brackets: bool = False
) -> Iterator[Block]:
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
    block: Block | None = None
    gap = 0
    for number, written in enumerate(lines, start=1):
        line = _COMMENT.sub("", written) if cells.separate and "#" in written else written
        if not line or line.isspace():
            gap += 1
            continue
        if cells.separate and is_aside(line):
            continue
        if block is None or gap:
            if block is not None:
                yield _unlabelled(block, source, cells)
            block = Block(gap)
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
        yield _unlabelled(block, source, cells)


def _are_columns(block: Block, numbers: list[int], signs: str) -> bool:
    """Whether a row of another length shows that the row above, or this one, numbers the columns."""
    head = block.numbers[0] if len(block.signs) == 1 else numbers
    width = len(signs) if head is not numbers else len(block.signs[0])
    if set(block.signs[0]) | set(signs) != {NUMBER} or width - len(head) not in (1, 2):
        return False
    if not _counts_up(head):
        return False
    block.columns = len(head)
    if head is not numbers:
        block.numbers[0], block.signs[0] = numbers, signs
    return True


def _take_heading(block: Block, source: Source) -> None:
    """Take away a first row that numbers the columns: its numbers stand again below, in one grid.

    >>> block = Block(0, 0, [1, 2, 3], [[0, 1, 2], [0, 1, 3], [1, 2, 4]], [".  ", "   ", "   "])
    >>> _take_heading(block, Source(""))
    >>> block.columns, block.numbers
    (2, [[0, 1, 3], [1, 2, 4]])
    """
    board = source.board
    if block.columns or len(block.signs) < 3 or (board is not None and board.shape == block.shape):
        return
    corner = int(block.signs[0][0] != NUMBER)
    head = block.numbers[0][corner:]
    if len(head) < 2 or set(block.signs[0][corner:]) != {NUMBER} or not _counts_up(head):
        return
    below = [
        number
        for row, signs in zip(block.numbers[1:], block.signs[1:], strict=True)
        for number, sign in zip(row[corner:], signs[corner:], strict=True)
        if sign == NUMBER
    ]
    once = set(below)
    if once.issuperset(set(head) - {0}) and len(once) >= ONE_GRID_SHARE * len(below):
        block.columns = len(head)
        del block.lines[0], block.numbers[0], block.signs[0]


def _counts_up(numbers: list[int]) -> bool:
    return numbers in (list(range(len(numbers))), list(range(1, len(numbers) + 1)))


def _unlabelled(block: Block, source: Source, cells: Cells) -> Block:
    """The block without the numbers of its rows at the sides, where a heading names fewer columns."""
    if cells is TOUR_CELLS and block.signs:
        _take_heading(block, source)
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


def _all_end_with_a_separator(lines: Sequence[str], cells: Cells) -> bool:
    """Whether the comma at the end of every row ends its last cell, so that no empty cell follows.

    In givens, where most cells can be empty, it does so only if none of the others is.
    """
    written = (line.rstrip() for line in lines if line.strip() and not is_aside(line))
    if not all(line.endswith((",", ";")) for line in written):
        return False
    empty = cells is GIVEN_CELLS and any(map(_EMPTY_BEFORE_COMMA.search, lines))
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


def is_aside(line: str) -> bool:
    """Whether a line is part of a frame, or a comment: a `#` and words."""
    if "#" in line and re.match(r"\s*#[^|,]*[A-Za-z]{2}", line):
        return True
    if line.isascii() and not _FRAME.fullmatch(line):
        return False
    plain = line.translate(BOX)
    if not _FRAME.fullmatch(plain):
        return False
    boxed = plain != line and not re.search(r"[-\s]", line.strip())
    return boxed or any(sign in plain for sign in "+=") or bool(re.search(r"-{3}", plain))


def _row(line: str, number: int, cells: Cells, trailing: bool, source: Source) -> tuple[list[int], str]:
    """The numbers and the signs of a row."""
    if not cells.separate:
        check_entries(line.rstrip(), number, cells, source)
        return [], line.rstrip()
    if _PLAIN.fullmatch(line):  # what nearly all rows are
        words = line.split()
        if max(map(len, words)) <= 18:
            return list(map(int, words)), NUMBER * len(words)
    plain = line.translate(BOX)
    check_entries(plain, number, cells, source)
    words = _words(plain, trailing)
    if not words:
        raise source.error("there is no cell in this row", number, 1)
    signs = "".join(NUMBER if word[-1].isdecimal() else word[-1] for word in words)
    return [int(word) if sign == NUMBER else 0 for word, sign in zip(words, signs, strict=True)], signs


def check_entries(line: str, number: int, cells: Cells, source: Source) -> None:
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


def _ragged(line: str, number: int, count: int, before: int, cells: Cells, source: Source) -> FormatError:
    """The error of a row with another number of cells than those above it."""
    entry = r"[^\s|,;]+" if cells.separate else "."
    entries = list(re.finditer(entry, line.translate(BOX)))
    column = entries[before].start() + 1 if before < len(entries) else len(line.rstrip()) + 1
    message = f"this row has {count} cells, the rows above have {before}"
    if cells is TOUR_CELLS:
        message += "; an empty line separates grids"
    return source.error(message, number, column)
