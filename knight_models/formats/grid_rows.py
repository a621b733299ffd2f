"""Rows of a number grid: from a line to its cells."""

from __future__ import annotations

import re

from knight_models.core.errors import FormatError
from knight_models.formats.reading import Context
from knight_models.formats.text import OTHER_DIGITS, excerpt, has_other_digits

__all__ = ["check_words", "is_aside", "numbers_of", "ragged"]

_BOX = dict.fromkeys(range(0x2500, 0x2580), "|")
_PLAIN = re.compile(r"[0-9\s]*", re.ASCII)
_WRONG_WORD = re.compile(
    r"(?<![^\s|,;])(?!(?:[+-]?[0-9]{1,18}+|\.++|-++|#++|_++|\*++)(?![^\s|,;]))[^\s|,;]++"
)
_EMPTY_CELL = re.compile(r"(?:(?<=[|,;])|\A)\s*+(?=[|,;]|\Z)")
_SEPARATORS = str.maketrans("|,;", "   ")
_LAST_SEPARATOR = re.compile(r"[,;]\s*+(?=\||\Z)")
_HOLES = frozenset(".-#_*")
_LINE_OF_FRAME = re.compile(r"[\s+=|:-]*")


def is_aside(line: str) -> bool:
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


def numbers_of(line: str, number: int, context: Context, trailing: bool) -> tuple[list[int], list[bool]]:
    """The numbers of a row, and where a hole stands in place of one.

    Parameters
    ----------
    line, number : the row, and its place in the file
    context : what is known before
    trailing : whether a comma at the end of a row ends its last cell

    Raises
    ------
    FormatError : for what is neither a number nor a hole, with line and column
    """
    if _PLAIN.fullmatch(line):
        words = line.split()
        if max(map(len, words)) <= 18:
            return list(map(int, words)), [False] * len(words)
    check_words(line, number, context)
    words = _cells(line.translate(_BOX), trailing)
    there = [word[-1] not in _HOLES for word in words]
    numbers = [int(word) if is_number else 0 for word, is_number in zip(words, there, strict=True)]
    return numbers, [not is_number for is_number in there]


def check_words(line: str, number: int, context: Context) -> None:
    """Refuse the first word of a row that is neither a number nor a hole."""
    wrong = _WRONG_WORD.search(line.translate(_BOX))
    if wrong is None:
        return
    what = "is too long a number" if wrong[0].isdecimal() else "is no number"
    if has_other_digits(wrong[0]):
        what = OTHER_DIGITS
    message = f"{excerpt(wrong[0])} {what}; a cell holds a whole number, or one of . - # _ * for a hole"
    raise context.error(message, number, wrong.start() + 1)


def _cells(line: str, trailing: bool) -> list[str]:
    """The cells of a row; an empty one between bars or commas is a dot."""
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


def ragged(line: str, number: int, cells: int, before: int, context: Context) -> FormatError:
    """The error of a row that has another number of cells than those above it."""
    words = list(re.finditer(r"[^\s|,;]+", line.translate(_BOX)))
    column = words[before].start() + 1 if before < len(words) else len(line.rstrip()) + 1
    return context.error(f"this row has {cells} cells, the rows above have {before}", number, column)
