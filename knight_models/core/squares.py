"""The names of squares: algebraic on two axes, as in chess; elsewhere their numbers, joined by commas.

After file z come aa, ab, ...; ranks count from the bottom row.

>>> square_name((8, 8), (7, 0)), square_named((8, 8), "a1"), square_named((8, 8), "7,0")
('a1', (7, 0), (7, 0))
"""

from __future__ import annotations

import re

from knight_models.core.errors import BoardError, shown

Square = tuple[int, ...]

_ALGEBRAIC = re.compile(r"([a-zA-Z]{1,7})([0-9]{1,18})")


def numbers(text: str, what: str) -> tuple[int, ...]:
    """The whole numbers in a text such as `1,2`.

    Parameters
    ----------
    text : the text
    what : what would be right, for the message

    Raises
    ------
    BoardError : for any other text
    """
    parts = [part.strip() for part in text.strip().strip("()").split(",")]
    if not all(re.fullmatch(r"-?[0-9]{1,18}", part) for part in parts):
        raise BoardError(f"cannot read {shown(text)}; {what}")
    return tuple(map(int, parts))


def square_name(shape: tuple[int, ...], square: tuple[int, ...]) -> str:
    """The name of a square of a board of this shape."""
    if len(shape) != 2:
        return ",".join(map(str, square))
    return f"{file_name(square[1])}{shape[0] - square[0]}"


def square_named(shape: tuple[int, ...], text: str) -> tuple[int, ...]:
    """The square that a name or a text of numbers means, whether it is on the board or not.

    Raises
    ------
    BoardError : for a text that is neither
    """
    name = _ALGEBRAIC.fullmatch(text.strip())
    if name and len(shape) == 2:
        return shape[0] - int(name[2]), _file_number(name[1].lower())
    example = "a1 or 7,0" if len(shape) == 2 else ",".join(map(str, range(len(shape))))
    return numbers(text, f"write a square as {example}")


def extent(shape: tuple[int, ...]) -> str:
    """From which square to which a board reaches.

    >>> extent((8, 8)), extent((2, 3, 4))
    ('files a to h, ranks 1 to 8', 'squares 0,0,0 to 1,2,3')
    """
    if len(shape) != 2:
        return f"squares {','.join('0' * len(shape))} to {','.join(str(side - 1) for side in shape)}"
    return f"files a to {file_name(shape[1] - 1)}, ranks 1 to {shape[0]}"


def file_name(column: int) -> str:
    """The letters of the file in a column, counted from 0.

    >>> file_name(0), file_name(25), file_name(26)
    ('a', 'z', 'aa')
    """
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return letters


def _file_number(letters: str) -> int:
    """The column of a file's letters; the inverse of `file_name`."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("a") + 1
    return number - 1
