"""Lists of squares: algebraic names, coordinates, numbered moves; and labels of a graph.

Names, coordinates and labels stand on one line for each tour; if no line has more than one, all lines
together are one tour. So are lines below one another that share no square: each whole tour would have them
all. A list of moves, `a3-c2 c2-a1`, is read as the squares that they lead through, also if they stand in no
order, as `a3-c2, b3-a1, c2-a1`.

Numbered moves have one step on each line, as `write_moves` writes it: its number, then the name of a square
and its coordinates, or a label. A tour begins where the number is 1.

What kind of list it is shows in the first line that is neither empty nor a comment.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from typing import IO, Any

import numpy as np

from knight_models.core.board import Board, Square
from knight_models.core.problem import Kind
from knight_models.core.tour import Tour, coordinates
from knight_models.formats.reading import (
    OTHER_DIGITS,
    Line,
    Reading,
    Source,
    cut,
    excerpt,
    has_other_digits,
)
from knight_models.formats.writing import (
    BLANK,
    Numbers,
    SquareNames,
    joined,
    left_aligned,
    pieces_of,
    right_aligned,
    side_by_side,
)

__all__ = [
    "LEAST_IN_A_LIST",
    "are_labels",
    "are_squares",
    "is_algebraic",
    "is_coordinates",
    "is_moves",
    "leads_along_moves",
    "one_a_line",
    "quoted",
    "read_algebraic",
    "read_coordinates",
    "read_labels",
    "read_moves",
    "require_route",
    "square_readings",
    "unpaired",
    "write_algebraic",
    "write_moves",
]

_RANK = r"(?!0+(?![0-9]))[0-9]{1,9}"
_NAME = re.compile(rf"([a-zA-Z]{{1,6}})({_RANK})")
_SQUARE = re.compile(r"\(?\s*(-?[0-9]{1,9}(?:\s*,\s*-?[0-9]{1,9})*)\s*\)?")
_NAME_WORD = re.compile(r"[^\s,;>\u2192-]+")
_NAMES_IN_A_WORD = re.compile(rf"(?:[a-zA-Z]{{1,6}}{_RANK})+")
_NAMES = re.compile(r"[\s,;>\u2192-]*+(?:[a-zA-Z]{1,6}" + _RANK + r"(?:[\s,;>\u2192-]++|\Z))*+")
_EDGES = re.compile(rf"(?:[\s,;]*[a-zA-Z]{{1,6}}{_RANK}-[a-zA-Z]{{1,6}}{_RANK}(?=[\s,;]|\Z))+[\s,;]*")
_NUMBER_OR_HOLE = re.compile(r"[+-]?[0-9]+|\.+|#+|_+|\*+|\|")
_TUPLE_WORD = re.compile(r"\([^()]*\)|[^\s;()\[\]]+")
_ONE_WORD = re.compile(r"\s*+\S++\s*+")
_WHOLE = re.compile(r"-?[0-9]+")
_MOVE = re.compile(
    rf"\s*([0-9]{{1,18}})\s+([a-zA-Z]{{1,6}}{_RANK}|[0-9]{{1,9}}(?:,[0-9]{{1,9}})+)((?:\s+[0-9]{{1,9}})+)\s*"
)
_STEP = re.compile(r"[0-9]{1,18}")
_LABEL_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s,;]+')
_JOINT = re.compile(r"[-=]?>|[-\u2010-\u2015\u2190-\u21ff\u27f5-\u27ff]")
_NEEDS_QUOTES = re.compile(r'[\s,;"#]|^$')

LEAST_IN_A_LIST = 8
"""The squares of the smallest board with a knight's tour (3x3 without its centre); shorter lists of numbers
or moves are not read as such if they can be anything else."""

WORDS_JUDGED = 1000
"""Words of the first line that show what kind of list it is."""

Lines = Sequence[Line]
Tours = list[tuple[int, list[Any]]]
"""Tours, each after the line where it begins."""


def are_labels(source: Source) -> bool:
    """Whether a list names vertices of a graph: whether the graph is given."""
    return source.graph is not None


def is_moves(source: Source) -> bool:
    """Whether the first line is the first of some numbered moves: `1 a1 7 0`."""
    move = _MOVE.fullmatch(source.filled[0][1])
    return move is not None and int(move[1]) == 1


def is_algebraic(source: Source) -> bool:
    """Whether the first line has names of squares, and at least as many as numbers or holes."""
    first = source.filled[0][1]
    words = [word[0] for word in islice(_NAME_WORD.finditer(first), WORDS_JUDGED)]
    names = sum(bool(_NAMES_IN_A_WORD.fullmatch(word)) for word in words)
    cells = sum(bool(_NUMBER_OR_HOLE.fullmatch(word)) for word in words)
    return names > 0 and names >= cells


def is_coordinates(source: Source) -> bool:
    """Whether the first line has squares such as `7,0` or `(7, 0)`, and they are half of it or more."""
    first = source.filled[0][1]
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


def _readings(form: str, tours: Tours, rows: int, source: Source) -> list[Reading]:
    """The readings of these tours, all on one board of at least `rows` rows."""
    if not tours:
        raise source.error("there is no square in it")
    board = source.board_around((square for _, tour in tours for square in tour), rows)
    for line, tour in tours:
        if set(map(len, tour)) != {board.ndim}:
            square = next(square for square in tour if len(square) != board.ndim)
            text = cut(",".join(map(str, square)))
            raise source.error(f"{text} has {len(square)} numbers, the {board} {board.ndim} axes", line)
    return [Reading(tour, board, form, line) for line, tour in tours]


def read_algebraic(source: Source) -> list[Reading]:
    """The tours of a list of names.

    Without a board, the largest rank named is the number of rows.

    Raises
    ------
    FormatError : for an entry that is not a name, with line and column
    """
    if source.board is not None and source.board.ndim != 2:
        raise source.error(f"names such as a1 are for boards with two axes, not for the {source.board}")
    named = [
        (number, *_names(line, number, source))
        for number, line in _in_one_line(source.filled, _NAMES, gap=",")
    ]
    rows = source.board.shape[0] if source.board is not None else 0
    rows = rows or max(rank for _, _, ranks in named for rank in ranks)
    placed = [
        (n, list(zip([rows - rank for rank in ranks], files, strict=True))) for n, files, ranks in named
    ]
    if named and all(_EDGES.fullmatch(line) for _, line in source.filled):
        placed = _as_edges(placed, source)
    return _readings("algebraic", one_a_line(placed), rows, source)


def _as_edges(tours: Tours, source: Source) -> Tours:
    """Moves such as `a3-c2, e3-c2` one by one; or the lists as they are, if no square is in two moves.

    Raises
    ------
    FormatError : if the moves do not form one path or cycle
    """
    edges = [(line, tour[at : at + 2]) for line, tour in tours for at in range(0, len(tour), 2)]
    squares = [square for _, edge in edges for square in edge]
    if len(edges) < 3 or len(set(squares)) == len(squares):
        return tours
    chains = one_a_line(tours)
    if chains != tours or any(len(unpaired(tour)) < len(tour) for _, tour in tours):
        return tours
    if joined_edges([(edge[0], edge[1]) for _, edge in edges]) is None:
        raise source.error(
            f"these {len(edges)} moves do not form one path or cycle; "
            "write the squares of a tour in their order, such as a3 c2 a1",
            tours[0][0],
        )
    return edges


def _in_one_line(lines: Lines, whole: re.Pattern[str], gap: str = " ") -> Lines:
    """Lines of one word or tuple each as one line, which is far quicker to read, if all are right.

    Parameters
    ----------
    lines, whole : the lines, and the pattern of all words together
    gap : a character that stands between two words, beside blanks
    """
    if len(lines) < 2 or not all(
        line.count("(") == 1 or _ONE_WORD.fullmatch(line.replace(gap, " ")) for _, line in lines
    ):
        return lines
    together = " ".join(line for _, line in lines)
    return [(lines[0][0], together)] if whole.fullmatch(together) else lines


def _names(line: str, number: int, source: Source) -> tuple[list[int], list[int]]:
    """The files, from 0, and the ranks, from 1, of the squares of a line."""
    found = _NAME.findall(line) if _NAMES.fullmatch(line) else []
    if not found and all(_NAMES_IN_A_WORD.fullmatch(word) for word in _NAME_WORD.findall(line)):
        found = _NAME.findall(line)  # moves such as a3c2
    ranks = [int(digits) for _, digits in found]
    if not found:
        _check_names(line, number, source)
    columns = {letters: _file(letters) for letters in {letters for letters, _ in found}}
    return [columns[letters] for letters, _ in found], ranks


def _check_names(line: str, number: int, source: Source) -> None:
    for word in _NAME_WORD.finditer(line):
        if not _NAMES_IN_A_WORD.fullmatch(word[0]):
            what = OTHER_DIGITS if has_other_digits(word[0]) else "is not a square"
            message = f"{excerpt(word[0])} {what}; write a file and a rank, such as a1"
            raise source.error(message, number, word.start() + 1)


def _file(letters: str) -> int:
    number = 0
    for letter in letters.lower():
        number = number * 26 + ord(letter) - ord("a") + 1
    return number - 1


def read_coordinates(source: Source) -> list[Reading]:
    """The tours of a list of squares such as `7,0` or `(7, 0)`.

    Raises
    ------
    FormatError : for an entry that is not a square, with line and column
    """
    lines = source.filled
    axes = source.board.ndim if source.board is not None else 0
    if not axes:
        word = next((word for _, line in lines for _, word in _tuples(line)), "")
        axes = word.count(",") + 1 if _SQUARE.fullmatch(word) else 2
    whole = _coordinates_of(axes)
    tours = [
        (number, _places(line, number, axes, whole, source)) for number, line in _in_one_line(lines, whole)
    ]
    return square_readings("coordinates", require_route(one_a_line(tours), source), source)


def require_route(tours: Tours, source: Source) -> Tours:
    """The tours, unless they are moves that form no route.

    Raises
    ------
    FormatError : for pairs of squares that are neither tours of two squares nor one path or cycle
    """
    pairs = len(tours) > 2 and all(len(tour) == 2 for _, tour in tours)
    if pairs and len({_key(square) for _, tour in tours for square in tour}) > 2:
        raise source.error(
            f"these {len(tours)} moves do not form one path or cycle; write the squares of a tour in "
            "their order, such as 0,0 1,2 2,0",
            tours[0][0] or None,
        )
    return tours


def square_readings(form: str, tours: Tours, source: Source) -> list[Reading]:
    """The readings of lists of squares, whose rows and columns count from 0 or from `first_number`.

    Parameters
    ----------
    form : as in `Reading`
    tours : the squares of each, as the file has them
    source : the file

    Raises
    ------
    FormatError : if they are tours only if they count from 1, and `first_number` is not given
    """
    if source.first_number == 1:
        return _readings(form, [(line, _less_one(tour)) for line, tour in tours], 0, source)
    readings = _readings(form, tours, 0, source)
    axes = range(readings[0].board.ndim) if readings[0].board is not None else ()
    lowest = [min(square[axis] for square in tour) for _, tour in tours for axis in axes]
    if source.first_number is None and set(lowest) == {1}:
        # No square in the first row or column is named, so counted from 0 this can hardly be a tour.
        below = [_less_one(tour) for _, tour in tours]
        board = source.board_around([square for tour in below for square in tour])
        if all(leads_along_moves(board, tour, source.kind) for tour in below):
            raise source.error(
                f"counted from 0 these squares are not a tour of {readings[0].board}, counted from 1 they "
                f"are one of {board}; decide with --first-number 1 or --first-number 0",
                tours[0][0] or None,
            )
    return readings


def _less_one(tour: list[Square]) -> list[Square]:
    return [tuple(place - 1 for place in square) for square in tour]


def leads_along_moves(board: Board, squares: Sequence[Square], kind: Kind) -> bool:
    """Whether squares are a whole tour of a kind, perhaps with its start again at the end of a closed one.

    It decides only between two readings of one file; what is read is the verifier's to judge.

    >>> leads_along_moves(Board((3, 4)), [(0, 0), (1, 2)], Kind.OPEN)
    False
    """
    count = len(board)
    back = len(squares) == count + 1 and count > 2 and squares[0] == squares[-1]
    squares = squares[:-1] if back and kind is not Kind.STRICTLY_OPEN else squares
    if len(squares) != count or squares[0] not in board:
        return False
    # One pair after the other: a list read the wrong way breaks off within a few steps.
    if not all(other in board.neighbours(one) for one, other in pairwise(squares)):
        return False
    closes = count > 2 and squares[0] in board.neighbours(squares[-1])
    right = {Kind.OPEN: closes or not back, Kind.CLOSED: closes, Kind.STRICTLY_OPEN: not closes}[kind]
    return right and len(set(squares)) == count


def _coordinates_of(axes: int) -> re.Pattern[str]:
    """A line of squares, all in brackets or none, and nothing else."""
    number = r"\s*+-?[0-9]{1,9}\s*+"
    square = ",".join([number] * axes)
    plain = ",".join([r"-?[0-9]{1,9}"] * axes)
    return re.compile(rf"[\s;,\[\]]*+(?:\({square}\)[\s;,\[\]]*+)*+|\s*+(?:{plain}(?:,?[\s;]++|\Z))*+")


def _places(line: str, number: int, axes: int, whole: re.Pattern[str], source: Source) -> list[Square]:
    if not whole.fullmatch(line):
        return _places_one_by_one(line, number, axes, source)
    numbers = map(int, _WHOLE.findall(line))
    return list(zip(*[numbers] * axes, strict=True))


def _places_one_by_one(line: str, number: int, axes: int, source: Source) -> list[Square]:
    tour = []
    for place, word in _tuples(line):
        match = _SQUARE.fullmatch(word)
        square = tuple(map(int, match[1].split(","))) if match else ()
        if len(square) != axes:
            what = OTHER_DIGITS if has_other_digits(word) else "is not a square"
            message = f"{excerpt(word)} {what}; write {axes} numbers joined by commas, such as 7,0"
            raise source.error(message, number, place + 1)
        tour.append(square)
    return tour


def are_squares(cells: Numbers, source: Source) -> bool:
    """Whether the rows of an array, shape (rows, columns), are squares, and not the rows of a grid."""
    board = source.board
    if cells.ndim != 2 or cells.shape[1] != (2 if board is None else board.ndim):
        return False
    if board is None or board.shape != cells.shape:
        return True
    return bool(((cells >= 0) & (cells < np.array(board.shape))).all())


def one_a_line(tours: Tours, *, wrapped: bool = True) -> Tours:
    """The tours, each on its own line; or the lines that hold single squares, moves or parts, together.

    Parameters
    ----------
    tours : the squares on each line, after its number
    wrapped : whether a tour may go on in the next line
    """
    together = [square for _, tour in tours for square in tour]
    if len(tours) > 2 and all(len(tour) == 2 for _, tour in tours):
        route = joined_edges([(tour[0], tour[1]) for _, tour in tours])
        if route is not None:
            return [(tours[0][0], route)]
    if len(unpaired(together)) < len(together):
        return [(tours[0][0], unpaired(together))]
    tours = [(number, unpaired(tour)) for number, tour in tours if tour]
    if len(tours) < 2:
        return tours
    if all(len(tour) == 1 for _, tour in tours):
        return [(tours[0][0], together)]
    if all(len(tour) > 1 for _, tour in tours) and all(
        before[-1] == after[0] for (_, before), (_, after) in pairwise(tours)
    ):
        chain = [*tours[0][1], *(square for _, tour in tours[1:] for square in tour[1:])]
        if _is_route(chain):
            return [(tours[0][0], chain)]
    return _unwrapped(tours) if wrapped else tours


def _unwrapped(tours: Tours) -> Tours:
    """Lines below one another that share no square as one tour; the lines as they are, if that fails.

    Whole tours of one board have all their squares in common, so lines without a common square are parts.
    """
    found: Tours = []
    begin = 0
    for end in range(1, len(tours) + 1):
        if end == len(tours) or tours[end][0] != tours[end - 1][0] + 1:  # an empty line or a comment
            found += _together(tours[begin:end])
            begin = end
    return found


def _together(lines: Tours) -> Tours:
    parts: list[tuple[int, list[Any], set[Any]]] = []
    for number, tour in lines:
        squares = set(map(_key, tour))
        if parts:
            _, listed, seen = parts[-1]
            back = len(tour) > 1 and tour[-1] == listed[0] and tour.count(tour[-1]) == 1
            if seen.isdisjoint(squares - {_key(tour[-1])} if back else squares):
                listed += tour
                seen |= squares
                continue
        parts.append((number, list(tour), squares))
    alike = all(seen == parts[0][2] for _, _, seen in parts)
    return [(number, listed) for number, listed, _ in parts] if alike else lines


def _key(square: Any) -> Any:
    """Something that can stand in a set: a list of JSON cannot."""
    return str(square) if isinstance(square, list | dict) else square


def joined_edges(edges: Sequence[tuple[Any, Any]]) -> list[Any] | None:
    """The path that edges in any order form, or the cycle, with its start again; None if they form neither.

    >>> joined_edges([("b3", "a1"), ("c2", "a3"), ("a1", "c2")])
    ['b3', 'a1', 'c2', 'a3']
    """
    near: dict[Any, list[Any]] = {}
    for one, other in edges:
        near.setdefault(_key(one), []).append(other)
        near.setdefault(_key(other), []).append(one)
    ends = [end for edge in edges for end in edge if len(near[_key(end)]) == 1]
    if len(ends) not in (0, 2) or any(len(squares) > 2 for squares in near.values()):
        return None
    route = [ends[0] if ends else edges[0][0]]
    for _ in edges:
        onward = list(near[_key(route[-1])])
        if len(route) > 1:
            onward.remove(route[-2])
        if not onward or len(route) > len(near):
            break
        # A cycle is read along its first edge.
        route.append(edges[0][1] if len(route) == 1 and not ends else onward[0])
    whole = len(route) == len(edges) + 1 and len({_key(square) for square in route}) == len(near)
    return route if whole and len(near) > 2 else None


def unpaired(tour: list[Any]) -> list[Any]:
    """The squares that a list of moves leads through; any other list as it is.

    >>> unpaired(["a3", "c2", "c2", "a1", "a1", "b3"]), unpaired(["a3", "c2", "a1"])
    (['a3', 'c2', 'a1', 'b3'], ['a3', 'c2', 'a1'])
    """
    if len(tour) < 4 or len(tour) % 2 or tour[1] != tour[2] or tour[1:-1:2] != tour[2::2]:
        return tour
    route = [tour[0], *tour[1::2]]
    return route if _is_route(route) else tour


def _is_route(squares: list[Any]) -> bool:
    """Whether a list visits nothing twice, but perhaps ends where it starts, and could be a whole tour."""
    different = {_key(square) for square in squares}
    count = len(different)
    if count < 3 or count != len(squares) - (squares[0] == squares[-1]):
        return False
    if count >= LEAST_IN_A_LIST or not isinstance(squares[0], tuple):
        return True
    return count == math.prod(len(set(axis)) for axis in zip(*different, strict=True))


def read_moves(source: Source) -> list[Reading]:
    """The tours of numbered moves.

    Raises
    ------
    FormatError : for a step out of turn, or a name and coordinates that differ, with line and column
    """
    tours: Tours = []
    rows = source.board.shape[0] if source.board is not None else None
    for number, line in source.filled:
        match = _MOVE.fullmatch(line)
        if match is None:
            raise source.error(
                "a move is its number, a square's name and its coordinates: 1 a1 7 0", number, 1
            )
        square = tuple(map(int, match[3].split()))
        rows = _rows(match, square, rows, number, source)
        _check_step(int(match[1]), tours, number, source)
        if int(match[1]) == 1:
            tours.append((number, []))
        tours[-1][1].append(square)
    return _readings("moves", tours, rows or 0, source)


def _rows(match: re.Match[str], square: Square, rows: int | None, line: int, source: Source) -> int | None:
    """The number of rows that a name and its coordinates agree on, which is the same on every line."""
    name, columns = match[2], match.start(2) + 1
    if name[0].isdigit():
        if tuple(map(int, name.split(","))) != square:
            message = f"{cut(name)} is another square than {cut(match[3].strip())}"
            raise source.error(message, line, columns)
        return rows
    letters, rank = _NAME.fullmatch(name).groups()  # type: ignore[union-attr]  # as _MOVE has found
    if len(square) != 2 or _file(letters) != square[1] or rows not in (None, square[0] + int(rank)):
        raise source.error(f"{name} is another square than {cut(match[3].strip())}", line, columns)
    return square[0] + int(rank)


def _check_step(step: int, tours: Tours, line: int, source: Source) -> None:
    due = len(tours[-1][1]) + 1 if tours else 1
    if step not in (1, due):
        raise source.error(f"step {due} is expected here, not {step}", line, 1)


def read_labels(source: Source) -> list[Reading]:
    """The tours of a graph: numbered moves, or labels.

    Raises
    ------
    FormatError : for a text that names several vertices
    """
    assert source.graph is not None
    tours, form = _numbered_labels(source), "moves"
    if tours is None:
        listed = [
            (number, [label for word in _LABEL_WORD.findall(line) for label in _labels(word, source)])
            for number, line in source.filled
        ]
        tours, form = one_a_line(listed), "labels"
    if not tours:
        raise source.error("there is no label in it")
    return [Reading(tour, source.graph, form, number) for number, tour in tours]


def _labels(word: str, source: Source) -> list[Any]:
    """The labels in a word: one, or several with arrows or dashes between them."""
    label = source.label(_unquoted(word))
    if word[0] == '"' or label in source.vertices:
        return [label]
    if _JOINT.fullmatch(word):
        return []
    parts = [source.label(part) for part in _JOINT.split(word)]
    parts = [part for part in parts if part != "" or "" in source.vertices]
    return parts if parts and all(part in source.vertices for part in parts) else [label]


def _numbered_labels(source: Source) -> Tours | None:
    """The tours of numbered lines; None if some line is not `number label`, in turn from 1."""
    tours: Tours = []
    for number, line in source.filled:
        words = _LABEL_WORD.findall(line)
        due = len(tours[-1][1]) + 1 if tours else 1
        if len(words) != 2 or not _STEP.fullmatch(words[0]) or int(words[0]) not in (1, due):
            return None
        if int(words[0]) == 1:
            tours.append((number, []))
        tours[-1][1].append(source.label(_unquoted(words[1])))
    pairs = len(source.graph or ()) == 2 and any(len(tour) != 2 for _, tour in tours)
    return None if pairs else tours  # two labels a line are whole tours of a graph with two vertices


def quoted(label: str) -> str:
    """The text of a label as one word: in quotes if it has blanks, commas or quotes.

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


def write_algebraic(tour: Tour, stream: IO[str]) -> None:
    """Write the names of the squares, or the labels, on one line."""
    board = tour.problem.board
    names = None if board is None else SquareNames(board)
    for begin, part in pieces_of(tour):
        stream.write(" " if begin else "")
        if board is None or names is None:
            stream.write(" ".join(map(quoted, part.names)))
        else:
            stream.write(joined(names(coordinates(board, part.order)), BLANK)[:-1])
    stream.write("\n")


def write_moves(tour: Tour, stream: IO[str]) -> None:
    """Write one step a line: its number, the square's name and its coordinates; or the label."""
    width = len(str(len(tour)))
    board = tour.problem.board
    if board is None:
        for begin, part in pieces_of(tour):
            lines = enumerate(map(quoted, part.names), start=begin + 1)
            stream.write("".join(f"{step:>{width}} {line}\n" for step, line in lines))
        return
    names = SquareNames(board)
    for begin, part in pieces_of(tour):
        places = coordinates(board, part.order)
        columns = [right_aligned(np.arange(begin + 1, begin + 1 + len(part)), width)]
        columns.append(left_aligned(names(places))[:, : names.longest])
        columns += [
            right_aligned(place, len(str(side - 1)))
            for place, side in zip(places, board.shape, strict=True)
        ]
        stream.write(side_by_side(columns))
