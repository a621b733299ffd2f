"""The letters of the files of a board, which are its columns: a, b, ..., z, aa, ab, ...

>>> file_name(26), file_number("aa")
('aa', 26)
"""

from __future__ import annotations

__all__ = ["file_name", "file_number"]


def file_name(column: int) -> str:
    """The letters of a column: a, b, ..., z, aa, ab, ..."""
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return letters


def file_number(letters: str) -> int:
    """The column of such letters; the inverse of `file_name`."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("a") + 1
    return number - 1
