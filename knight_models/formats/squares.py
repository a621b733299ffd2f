"""Lists of squares: algebraic names, coordinates, numbered moves; and labels of a graph.

Names, coordinates and labels stand one tour a line, or, if no line has more than one, all of them
are one tour. A list of moves has a line a step, as `write_tour` writes it: its number, then a square's
name and its coordinates, or a label; where the number is 1, a tour begins.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

from knight_models.core.board import Board, Square
from knight_models.formats.reading import Context, Reading
from knight_models.formats.text import OTHER_DIGITS, cut, excerpt, has_other_digits

__all__ = ["list_form", "quoted", "read_labels", "read_squares"]

_RANK = r"(?!0+(?![0-9]))[0-9]{1,9}"
_NAME = re.compile(rf"([a-zA-Z]{{1,6}})({_RANK})")
_SQUARE = re.compile(r"\(?\s*(-?[0-9]{1,9}(?:\s*,\s*-?[0-9]{1,9})*)\s*\)?")
_NAME_WORD = re.compile(r"[^\s,;>\u2192-]+")
_NAMES = re.compile(r"[\s,;>\u2192-]*+(?:[a-zA-Z]{1,6}" + _RANK + r"(?:[\s,;>\u2192-]++|\Z))*+")
_NUMBER_OR_HOLE = re.compile(r"[+-]?[0-9]+|\.+|#+|_+|\*+|\|")
_TUPLE_WORD = re.compile(r"\([^()]*\)|[^\s;()\[\]]+")
_WHOLE = re.compile(r"-?[0-9]+")
_MOVE = re.compile(
    rf"\s*([0-9]{{1,18}})\s+([a-zA-Z]{{1,6}}{_RANK}|[0-9]{{1,9}}(?:,[0-9]{{1,9}})+)((?:\s+[0-9]{{1,9}})+)\s*"
)
_STEP = re.compile(r"[0-9]{1,18}")
_LABEL_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s,;]+')
_NEEDS_QUOTES = re.compile(r'[\s,;"#]|^$')

WORDS_JUDGED = 1000
"""Words of the first line that show what kind of list it is."""

Lines = Sequence[tuple[int, str]]
Tours = list[tuple[int, list[Any]]]
"""Tours with the lines where they begin."""


def list_form(lines: Lines) -> str | None:
    """What kind of list of squares the lines are, judged by the first of them; None if they are none."""
    first = lines[0][1]
    move = _MOVE.fullmatch(first)
    if move and int(move[1]) == 1:
        return "moves"
    words = [word[0] for word in islice(_NAME_WORD.finditer(first), WORDS_JUDGED)]
    names = sum(bool(_NAME.fullmatch(word)) for word in words)
    cells = sum(bool(_NUMBER_OR_HOLE.fullmatch(word)) for word in words)
    if names and names >= cells:
        return "algebraic"
    return "coordinates" if _are_coordinates(first) else None


def _are_coordinates(first: str) -> bool:
    words = list(islice(_tuples(first), WORDS_JUDGED))
    if "(" in first:
        return bool(words) and all(_SQUARE.fullmatch(word) for _, word in words)
    squares = [word for _, word in words if "," in word and _SQUARE.fullmatch(word)]
    if len(words) > 1:
        return 2 * len(squares) >= len(words)
    # A line such as 1,14,9 alone is a row of a grid; 7,0 alone is a square: no tour is two columns wide.
    return bool(squares) and squares[0].count(",") == 1


def _tuples(line: str) -> Iterator[tuple[int, str]]:
    for found in _TUPLE_WORD.finditer(line):
        word = found[0].strip(",")
        if word:
            yield found.start(), word


def read_squares(form: str, lines: Lines, context: Context) -> list[Reading]:
    """The tours of a list of squares.

    Parameters
    ----------
    form : what `list_form` said
    lines : the lines that are not empty, with their numbers
    context : what is known before; without a board, it is the smallest that holds all squares named, and a
        name counts its ranks from the largest rank named

    Raises
    ------
    FormatError : for what is no square, with line and column
    """
    readers: dict[str, Callable[[Lines, Context], tuple[Tours, int]]] = {
        "algebraic": _algebraic,
        "coordinates": _coordinates,
        "moves": _moves,
    }
    tours, rows = readers[form](lines, context)
    if not tours:
        raise context.error("there is no square in it")
    board = context.board_around((square for _, tour in tours for square in tour), rows)
    for line, tour in tours:
        _check_axes(tour, board, line, context)
    return [Reading(tour, board, form, line) for line, tour in tours]


def _check_axes(tour: list[Square], board: Board, line: int, context: Context) -> None:
    if set(map(len, tour)) != {board.ndim}:
        square = next(square for square in tour if len(square) != board.ndim)
        text = cut(",".join(map(str, square)))
        raise context.error(f"{text} has {len(square)} numbers, the {board} {board.ndim} axes", line)


def _algebraic(lines: Lines, context: Context) -> tuple[Tours, int]:
    if context.board is not None and context.board.ndim != 2:
        raise context.error(f"names such as a1 are for boards with two axes, not for the {context.board}")
    named = [(number, *_names(line, number, context)) for number, line in _in_one_line(lines, _NAMES)]
    rows = context.board.shape[0] if context.board is not None else 0
    rows = rows or max(rank for _, _, ranks in named for rank in ranks)
    placed = [
        (n, list(zip([rows - rank for rank in ranks], files, strict=True))) for n, files, ranks in named
    ]
    return _joined(placed), rows


def _in_one_line(lines: Lines, whole: re.Pattern[str]) -> Lines:
    """Lines of a word each as one line, which is far quicker to read, if all of it is right."""
    if len(lines) < 2 or any(len(line.split(maxsplit=1)) > 1 for _, line in lines):
        return lines
    joined = " ".join(line for _, line in lines)
    return [(lines[0][0], joined)] if whole.fullmatch(joined) else lines


def _names(line: str, number: int, context: Context) -> tuple[list[int], list[int]]:
    """The files, from 0, and the ranks, from 1, of the squares of a line."""
    found = _NAME.findall(line) if _NAMES.fullmatch(line) else []
    ranks = [int(digits) for _, digits in found]
    if not found:
        _check_names(line, number, context)
    columns = {letters: _file(letters) for letters in {letters for letters, _ in found}}
    return [columns[letters] for letters, _ in found], ranks


def _check_names(line: str, number: int, context: Context) -> None:
    for word in _NAME_WORD.finditer(line):
        if not _NAME.fullmatch(word[0]):
            what = OTHER_DIGITS if has_other_digits(word[0]) else "is no square"
            message = f"{excerpt(word[0])} {what}; write a file and a rank, such as a1"
            raise context.error(message, number, word.start() + 1)


def _file(letters: str) -> int:
    number = 0
    for letter in letters.lower():
        number = number * 26 + ord(letter) - ord("a") + 1
    return number - 1


def _coordinates(lines: Lines, context: Context) -> tuple[Tours, int]:
    axes = context.board.ndim if context.board is not None else 0
    if not axes:
        word = next((word for _, line in lines for _, word in _tuples(line)), "")
        axes = word.count(",") + 1 if _SQUARE.fullmatch(word) else 2
    whole = _coordinates_of(axes)
    tours = [
        (number, _places(line, number, axes, whole, context)) for number, line in _in_one_line(lines, whole)
    ]
    return _joined(tours), 0


def _coordinates_of(axes: int) -> re.Pattern[str]:
    """A line of squares, all in brackets or none, and nothing else."""
    number = r"\s*+-?[0-9]{1,9}\s*+"
    square = ",".join([number] * axes)
    plain = ",".join([r"-?[0-9]{1,9}"] * axes)
    return re.compile(rf"[\s;,\[\]]*+(?:\({square}\)[\s;,\[\]]*+)*+|\s*+(?:{plain}(?:,?[\s;]++|\Z))*+")


def _places(line: str, number: int, axes: int, whole: re.Pattern[str], context: Context) -> list[Square]:
    if not whole.fullmatch(line):
        return _places_one_by_one(line, number, axes, context)
    numbers = map(int, _WHOLE.findall(line))
    return list(zip(*[numbers] * axes, strict=True))


def _places_one_by_one(line: str, number: int, axes: int, context: Context) -> list[Square]:
    tour = []
    for place, word in _tuples(line):
        match = _SQUARE.fullmatch(word)
        square = tuple(map(int, match[1].split(","))) if match else ()
        if len(square) != axes:
            what = OTHER_DIGITS if has_other_digits(word) else "is no square"
            message = f"{excerpt(word)} {what}; write {axes} numbers joined by commas, such as 7,0"
            raise context.error(message, number, place + 1)
        tour.append(square)
    return tour


def _joined(tours: Tours) -> Tours:
    """One tour a line; or all the lines one tour, if each holds a single square."""
    tours = [(number, tour) for number, tour in tours if tour]
    if len(tours) > 1 and all(len(tour) == 1 for _, tour in tours):
        return [(tours[0][0], [square for _, tour in tours for square in tour])]
    return tours


def _moves(lines: Lines, context: Context) -> tuple[Tours, int]:
    tours: Tours = []
    rows = context.board.shape[0] if context.board is not None else None
    for number, line in lines:
        match = _MOVE.fullmatch(line)
        if match is None:
            raise context.error(
                "a move is its number, a square's name and its coordinates: 1 a1 7 0", number, 1
            )
        square = tuple(map(int, match[3].split()))
        rows = _rows(match, square, rows, number, context)
        _check_step(int(match[1]), tours, number, context)
        if int(match[1]) == 1:
            tours.append((number, []))
        tours[-1][1].append(square)
    return tours, rows or 0


def _rows(
    match: re.Match[str], square: Square, rows: int | None, line: int, context: Context
) -> int | None:
    """The number of rows that a name and its coordinates agree on, which is the same on every line."""
    name, columns = match[2], match.start(2) + 1
    if name[0].isdigit():
        if tuple(map(int, name.split(","))) != square:
            message = f"{cut(name)} is another square than {cut(match[3].strip())}"
            raise context.error(message, line, columns)
        return rows
    letters, rank = _NAME.fullmatch(name).groups()  # type: ignore[union-attr]  # as _MOVE has found
    if len(square) != 2 or _file(letters) != square[1] or rows not in (None, square[0] + int(rank)):
        raise context.error(f"{name} is another square than {cut(match[3].strip())}", line, columns)
    return square[0] + int(rank)


def _check_step(step: int, tours: Tours, line: int, context: Context) -> None:
    due = len(tours[-1][1]) + 1 if tours else 1
    if step not in (1, due):
        raise context.error(f"step {due} is due here, not {step}", line, 1)


def read_labels(lines: Lines, context: Context) -> list[Reading]:
    """The tours of a graph: numbered moves, or labels; the graph is in the context.

    Raises
    ------
    FormatError : for a step out of turn, with line and column
    """
    assert context.graph is not None
    moves = _numbered_labels(lines, context)
    form = "labels" if moves is None else "moves"
    tours = (
        moves if moves is not None else _joined([(n, list(_labels(line, context))) for n, line in lines])
    )
    if not tours:
        raise context.error("there is no label in it")
    return [Reading(tour, context.graph, form, number) for number, tour in tours]


def _labels(line: str, context: Context) -> Iterator[Any]:
    for word in _LABEL_WORD.finditer(line):
        yield context.label(_unquoted(word[0]))


def _numbered_labels(lines: Lines, context: Context) -> Tours | None:
    """The tours of numbered lines; None if some line is not `number label`, in turn from 1."""
    tours: Tours = []
    for number, line in lines:
        words = [word[0] for word in _LABEL_WORD.finditer(line)]
        due = len(tours[-1][1]) + 1 if tours else 1
        if len(words) != 2 or not _STEP.fullmatch(words[0]) or int(words[0]) not in (1, due):
            return None
        if int(words[0]) == 1:
            tours.append((number, []))
        tours[-1][1].append(context.label(_unquoted(words[1])))
    pairs = len(context.graph or ()) == 2 and any(len(tour) != 2 for _, tour in tours)
    return None if pairs else tours  # two labels a line are whole tours of a graph with two vertices


def quoted(label: str) -> str:
    """The text of a label as one word: in quotes where it has blanks, commas or quotes.

    >>> quoted("v1"), quoted("(0, 1)")
    ('v1', '"(0, 1)"')
    """
    return json.dumps(label, ensure_ascii=False) if _NEEDS_QUOTES.search(label) else label


def _unquoted(word: str) -> str:
    if word.startswith('"') and word.endswith('"') and len(word) > 1:
        try:
            return str(json.loads(word))
        except json.JSONDecodeError:
            return word
    return word
