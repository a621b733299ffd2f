"""Objects of JSON and dicts of Python that are no result of this package, as lists of squares.

>>> listed_in_order({"a3": 1, "c2": 2, "a1": 3}, Source(""))
['a3', 'c2', 'a1']
>>> square_of({"row": 0, "col": 2}, Source(""))
[0, 2]
"""

from __future__ import annotations

import ast
import re
from typing import Any

from knight_models.formats.reading import Source

__all__ = [
    "OTHER_KEYS",
    "dict_of_python",
    "is_squares",
    "listed_in_order",
    "other_tour",
    "square_of",
    "squares_of",
]

OTHER_KEYS = ("path", "squares", "moves", "solution", "grid", "board")
"""Keys under which other programs write a tour; `board` only where a number grid stands there."""

_RIGHT = (
    "a tour stands in 'tour' (or 'path', 'squares', 'moves', 'solution', 'grid', 'board'), its board in "
    "'problem' or 'board'"
)
_SQUARE_RIGHT = 'write a square as [row, column], as {"row": 7, "col": 0} or by its name, such as "a1"'
_ROWS, _COLUMNS = ("row", "r"), ("col", "column", "c")
_WHOLE = re.compile(r"[0-9]{1,18}")
_NAME = re.compile(r"[A-Za-z]{1,6}[1-9][0-9]{0,8}")
_LONGEST = 10_000_000


def dict_of_python(text: str, source: Source) -> dict[Any, Any] | None:
    """The dict that Python prints; None for any other text.

    Raises
    ------
    FormatError : for a set, whose squares have no order
    """
    if len(text) > _LONGEST:
        return None
    try:
        value = ast.literal_eval(text.strip())
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError):
        return None
    if isinstance(value, set):
        raise source.error(
            "a set of Python has no order, and these braces can be one; write the squares in order, "
            "as a list in [ ]"
        )
    return value if isinstance(value, dict) else None


def other_tour(value: dict[Any, Any], source: Source) -> Any:
    """The tour in an object without a key `tour`.

    Raises
    ------
    FormatError : if it has no tour, or several
    """
    named = [key for key in OTHER_KEYS if isinstance(value.get(key), list) and _can_be_a_tour(key, value)]
    if len(named) > 1:
        raise source.error(f"{' and '.join(map(repr, named))} can both be the tour; name the tour 'tour'")
    if named:
        return value[named[0]]
    texts = [key for key in OTHER_KEYS if isinstance(value.get(key), str) and key != "board"]
    if len(texts) == 1:
        return value[texts[0]].replace(",", " ").split()
    listed = listed_in_order(value, source)
    if listed is None:
        raise source.error(f"the object has no 'tour'; {_RIGHT}")
    return listed


def _can_be_a_tour(key: str, value: dict[Any, Any]) -> bool:
    return key != "board" or any(isinstance(row, list) for row in value[key])


def listed_in_order(value: dict[Any, Any], source: Source) -> list[Any] | None:
    """The squares of a dict of squares and their numbers, in their order; None for any other dict.

    A dict of squares and squares leads from each to the next, and is the list of these moves.

    Raises
    ------
    FormatError : for numbers that are not 0 to n - 1 or 1 to n, or only numbers
    """
    keys, values = list(value), list(value.values())
    if len(keys) < 2:
        return None
    if all(map(_is_square, keys)) and all(map(_is_square, values)):
        return [[_listed(one), _listed(other)] for one, other in value.items()]
    key_numbers, value_numbers = (list(map(_number, part)) for part in (keys, values))
    if None not in key_numbers and None not in value_numbers:
        raise source.error(
            "a dict of numbers and numbers can give the vertex of each step, or the step of each vertex; "
            "write the vertex numbers in order, as a list in [ ]"
        )
    for numbers, squares in ((value_numbers, keys), (key_numbers, values)):
        if None not in numbers and all(map(_is_square, squares)):
            steps = [number for number in numbers if number is not None]
            if sorted(steps) not in (list(range(len(steps))), list(range(1, len(steps) + 1))):
                raise source.error("the numbers of these squares are not 1 to n, or 0 to n - 1, each once")
            order = sorted(range(len(steps)), key=steps.__getitem__)
            return [_listed(squares[place]) for place in order]
    return None


def _number(entry: Any) -> int | None:
    if isinstance(entry, int) and not isinstance(entry, bool):
        return entry
    return int(entry) if isinstance(entry, str) and _WHOLE.fullmatch(entry) else None


def _is_square(entry: Any) -> bool:
    if isinstance(entry, str):
        return bool(_NAME.fullmatch(entry))
    if not isinstance(entry, tuple | list) or not 2 <= len(entry) <= 9:
        return False
    return all(isinstance(part, int) and not isinstance(part, bool) for part in entry)


def _listed(square: Any) -> Any:
    return list(square) if isinstance(square, tuple) else square


def is_squares(entries: list[Any]) -> bool:
    """Whether a list holds objects that are squares or moves, and no tours of their own."""
    own = {"tour", "tours", "results", "problem", "status", "evidence", *OTHER_KEYS}
    return bool(entries) and all(isinstance(entry, dict) and not own & set(entry) for entry in entries)


def squares_of(entries: list[dict[str, Any]], source: Source) -> list[Any]:
    """The squares of a list of objects, one a square or a move.

    Raises
    ------
    FormatError : for an object that is none, or steps out of turn
    """
    steps = [entry[key] for entry in entries for key in ("step", "number", "move") if key in entry]
    whole = [step for step in steps if isinstance(step, int)]
    if len(whole) == len(entries) and whole not in (
        list(range(len(whole))),
        list(range(1, len(whole) + 1)),
    ):
        raise source.error("the steps of this list are not in their order, from 0 or 1 on")
    return [square_of(entry, source) for entry in entries]


def square_of(entry: dict[str, Any], source: Source) -> Any:
    """The square that an object gives, or the two squares of a move.

    Raises
    ------
    FormatError : for an object that gives none
    """
    for name in ("square", "name", "position", "pos"):
        if isinstance(entry.get(name), str | list):
            return entry[name]
    if "from" in entry and "to" in entry:
        return [entry["from"], entry["to"]]
    row, column = (
        [entry[name] for name in names if _number(entry.get(name)) is not None]
        for names in (_ROWS, _COLUMNS)
    )
    if len(row) == len(column) == 1:
        return [_number(row[0]), _number(column[0])]
    if "x" in entry and "y" in entry:
        raise source.error(
            f"x and y do not show which is the row, and where they count from; {_SQUARE_RIGHT}"
        )
    raise source.error(
        f"an object with {', '.join(map(repr, sorted(entry)[:4]))} is no square; {_SQUARE_RIGHT}"
    )
