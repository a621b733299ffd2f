"""Tours in brackets: JSON of this package or of others, and lists as Python and numpy print them.

>>> [reading] = read_bracketed(Source("[('a', 3), ('c', 2), ('a', 1)]"))
>>> reading.answer
[(0, 0), (1, 2), (2, 0)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from knight_models.core.board import Board
from knight_models.core.errors import FormatError, InputError
from knight_models.core.problem import Kind
from knight_models.core.tour import NumberGrid
from knight_models.formats.arrays import are_layers, array_readings, order_reading
from knight_models.formats.grid import read_grids
from knight_models.formats.json import board_of_json, is_whole, nested_tuples, parsed, short_json
from knight_models.formats.objects import dict_of_python, is_squares, other_tour, squares_of
from knight_models.formats.pastes import is_literal, python_as_json
from knight_models.formats.reading import Reading, Source, cut, excerpt
from knight_models.formats.squares import (
    are_squares,
    one_a_line,
    read_algebraic,
    read_coordinates,
    require_route,
)

_LISTS = ("results", "tours")


_OF_A_PROBLEM = ("board", "leap", "holes", "wrap", "graph", "kind")


_BRACKETED_ROW = re.compile(r"[\s\[]*[^\[\]{}\"()]*[\]\s,]*")


def is_bracketed(source: Source) -> bool:
    """Whether a text begins with a bracket or `array(`: JSON, or a list as Python and numpy print it."""
    return is_literal(source.text)


def read_bracketed(source: Source) -> list[Reading]:
    """The tours of a JSON text, or of a list that Python or numpy print.

    A tour is a result, with its board, in `tour`; an object with `results` or `tours`; a list of
    these; a list of squares, each a pair of numbers or a name; or a grid of numbers, null for a hole.

    Raises
    ------
    FormatError : if it has no tour
    """
    text = source.text
    try:
        value = parsed(text, source)
    except FormatError as error:
        value = _of_python(text, source)
        if value is None:
            return _by_lines(source, error)
    readings = list(_readings(value, source))
    if "(" in text:
        readings = [_as_coordinates(reading) for reading in readings]
    if len(readings) > 1 and all(isinstance(reading.answer, list) for reading in readings):
        return _in_pairs(readings, source)
    return readings


def _as_coordinates(reading: Reading) -> Reading:
    """A list of squares that stood in the file as tuples, which do not show the board."""
    listed = reading.board is not None and isinstance(reading.answer, list)
    return replace(reading, form="coordinates") if listed else reading


def _of_python(text: str, source: Source) -> Any:
    """The value of a list that Python or numpy print; None if it is not such a list."""
    if text.lstrip().startswith("{"):
        return dict_of_python(text, source)
    if "..." in text:
        raise source.error(
            "the list is cut short by '...'; print all of it, in numpy after "
            "set_printoptions(threshold=sys.maxsize)"
        )
    written = python_as_json(text)
    for whole in (written, f"[{written}]"):  # one list, or several beside each other
        with suppress(FormatError):
            return parsed(whole, source)
    return None


def _by_lines(source: Source, error: FormatError) -> list[Reading]:
    """The tours in a text that is not one list: tuples, or rows in brackets; otherwise raises the error."""
    text = source.text
    if '"' in text or "'" in text or "{" in text or source.graph is not None:
        raise error
    if text.count("[") == text.count("]"):
        if "(" in text:
            return _read_tuples(source)
        if "[" in text and all(_BRACKETED_ROW.fullmatch(line) for _, line in source.filled):
            return read_grids(source, brackets=True)
    raise error


def _in_pairs(readings: list[Reading], source: Source) -> list[Reading]:
    """Pairs of squares that follow each other as one tour; other readings as they are."""
    listed = [list(reading.answer) for reading in readings if not isinstance(reading.answer, NumberGrid)]
    tours = require_route(one_a_line(list(enumerate(listed)), wrapped=False), source)
    if len(tours) == len(readings):
        return readings
    boards = [reading.board for reading in readings if reading.board is not None]
    space: Any = readings[0].space
    if boards:
        sides = [max(axis) for axis in zip(*(board.shape for board in boards), strict=True)]
        space = boards[0] if len(set(boards)) == 1 else Board(sides, boards[0].leap, wrap=boards[0].wrap)
    return [replace(readings[0], answer=tour, space=space) for _, tour in tours]


def _read_tuples(source: Source) -> list[Reading]:
    """Tuples in square brackets; within one pair of these they are one tour, on any number of lines."""
    tours = read_coordinates(source)
    if source.text.count("[") > 1:
        return tours
    squares = [square for tour in tours if isinstance(tour.answer, list) for square in tour.answer]
    return [replace(tours[0], answer=squares)]


def _readings(value: Any, source: Source) -> Iterator[Reading]:
    if isinstance(value, dict):
        yield from _of_object(value, source)
    elif isinstance(value, list) and value:
        if source.graph is None and is_squares(value):
            yield from _of_list(squares_of(value, source), source)
        elif any(isinstance(entry, dict) for entry in value):
            for entry in value:
                yield from _readings(entry, source)
        else:
            yield from _of_list(value, source)
    else:
        raise source.error(f"a tour is a list of squares or an object with a tour, not {short_json(value)}")


def _of_object(value: dict[str, Any], source: Source) -> Iterator[Reading]:
    if "valid" in value and "tour" not in value:
        raise source.error("this is the verdict of verify --json, without the tours themselves")
    if "tour" not in value and not any(isinstance(value.get(name), list) for name in _LISTS):
        value = _with_tour(value, source)
    described = _described(value, source)
    inner = _with_board(described, source)
    for name in _LISTS:
        if isinstance(value.get(name), list):
            found = [entry for entry in value[name] if not _is_without_tour(entry)]
            if not found:
                raise source.error(f"{name!r} holds no tour")
            for entry in found:
                yield from _readings(entry, inner)
            return
    if value["tour"] is None:
        raise source.error(f"this result has no tour; its status is {excerpt(str(value.get('status')))}")
    kind = _kind(described.get("kind"), source)
    tour = value["tour"]
    for reading in _readings(tour.replace(",", " ").split() if isinstance(tour, str) else tour, inner):
        yield replace(reading, kind=kind)


def _with_tour(value: dict[str, Any], source: Source) -> dict[str, Any]:
    """An object of another program as one of this package: its tour in `tour`."""
    if source.graph is not None:
        raise source.error("the object has no 'tour', a list of the graph's labels")
    if "givens" in value:
        raise source.error("the object has no 'tour': it is a puzzle, with its clues in 'givens'")
    tour = other_tour(value, source)
    about = {name: value[name] for name in ("problem", *_OF_A_PROBLEM) if name in value}
    if about.get("board") is tour:
        del about["board"]
    return about | {"tour": tour}


def _is_without_tour(entry: Any) -> bool:
    return isinstance(entry, dict) and entry.get("tour") is None and not any(k in entry for k in _LISTS)


def _described(value: dict[str, Any], source: Source) -> dict[str, Any]:
    """The details of the problem in an object, from its `problem` or beside the tour."""
    problem = value.get("problem")
    if problem is None:
        problem = {}
    if not isinstance(problem, dict):
        raise source.error(f"a problem is an object with a board and a kind, not {short_json(problem)}")
    beside = {name: value[name] for name in _OF_A_PROBLEM if name in value}
    for name in beside.keys() & problem.keys():
        if beside[name] != problem[name]:
            raise source.error(
                f"{name!r} is {short_json(problem[name])} in the problem, "
                f"but {short_json(beside[name])} beside it"
            )
    return beside | problem


def _with_board(described: dict[str, Any], source: Source) -> Source:
    """The source, with the board that the object describes unless one is given."""
    if described.get("graph") is not None and source.graph is None:
        raise source.error("this is a tour of a graph; name its file with --graph")
    named = described.get("board")
    if source.board is not None or source.graph is not None or named is None:
        return source
    details = named if isinstance(named, dict) else described | {"shape": named}
    try:
        return replace(source, board=board_of_json({"leap": source.leap, "wrap": source.wrap} | details))
    except (InputError, KeyError, TypeError, ValueError) as error:
        raise source.error(f"the board of this result makes no sense: {cut(error)}") from None


def _kind(kind: Any, source: Source) -> Kind | None:
    try:
        return None if kind is None else Kind(kind)
    except ValueError:
        raise source.error(f"unknown kind {excerpt(str(kind))}; the kinds are {', '.join(Kind)}") from None


def _of_list(value: list[Any], source: Source) -> Iterator[Reading]:
    if source.graph is not None:
        yield from _of_labels(value, source)
        return
    if all(_is_letter_pair(entry) for entry in value):
        value = [f"{file}{rank}" for file, rank in value]
    if all(isinstance(entry, list) and entry and isinstance(entry[0], str) for entry in value):
        for _, entry in one_a_line(list(enumerate(value)), wrapped=False):
            yield from _of_list(entry, source)
    elif 2 * sum(isinstance(entry, str) for entry in value) >= len(value):
        yield _of_names(value, source)
    elif all(is_whole(entry) for entry in value):
        yield order_reading(_whole(value, source), source)
    else:
        yield from _of_nested(value, source)


def _of_labels(value: list[Any], source: Source) -> Iterator[Reading]:
    """The tours of a graph: labels, or lists of labels. A label that is a tuple is a list in JSON."""
    labels = [_label(entry, source) for entry in value]
    apart = [isinstance(label, list | dict) for label in labels]
    if all(apart) and value:
        for entry in value:
            if not isinstance(entry, list) or not entry:
                break
            yield from _of_labels(entry, source)
        else:
            return
    if any(apart):
        wrong = short_json(value[apart.index(True)])
        raise source.error(f"{wrong} is not a vertex of the graph; a tour is a list of the graph's labels")
    yield Reading(labels, source.graph or source.space("labels"), "json")


def _label(entry: Any, source: Source) -> Any:
    if isinstance(entry, list):
        label = nested_tuples(entry)
        if not all(isinstance(part, dict) for part in entry) and label in source.vertices:
            return label
        text = source.label(str(label))
        return entry if text not in source.vertices else text
    return source.label(entry)


def _is_letter_pair(entry: Any) -> bool:
    """Whether an entry is a square as a letter and a number: `["a", 3]`."""
    pair = isinstance(entry, list) and len(entry) == 2
    return pair and isinstance(entry[0], str) and entry[0].isalpha() and is_whole(entry[1])


def _of_names(names: list[Any], source: Source) -> Reading:
    for name in names:
        if not isinstance(name, str):
            raise source.error(f"{short_json(name)} is not the name of a square, and stands among names")
    read = read_algebraic if names[0][:1].isalpha() else read_coordinates
    listed = " ".join(" ".join(names).split())
    try:
        [reading] = read(replace(source, data=listed))
    except FormatError as error:
        raise source.error(error.message) from None  # it has no line of its own in JSON
    return replace(reading, form="json", line=None)


def _of_nested(value: list[Any], source: Source) -> Iterator[Reading]:
    for entry in value if any(isinstance(entry, list) for entry in value) else ():
        if not isinstance(entry, list):
            raise source.error(
                f"{short_json(entry)} stands among lists; a square or a row is a list of numbers"
            )
    if len({len(entry) for entry in value if isinstance(entry, list)}) > 1 and all(
        isinstance(part, list) for entry in value if isinstance(entry, list) for part in entry
    ):
        for entry in value:  # tours of different lengths
            yield from _of_list(entry, source)
        return
    cells, holes = _array(value, source)
    board = source.board
    axes = 2 if board is None else board.ndim
    whole = board is not None and board.shape == cells.shape
    apart = cells.ndim == axes + 1 or (cells.ndim == 3 and are_squares(cells[0], source))
    if (
        apart
        and not whole
        and not are_squares(cells, source)
        and not (board is None and are_layers(cells, holes, source))
    ):
        for entry in value:
            yield from _of_list(entry, source)
    elif are_squares(cells, source) and holes.any():
        raise source.error("a square has numbers only, not null")
    else:
        yield from array_readings(cells, holes, source, form="json")


def _array(value: list[Any], source: Source) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
    """The numbers of nested lists, and where null stands in their place."""
    try:
        nested = np.array(value, dtype=object)
    except ValueError:
        raise source.error("the rows of this list are of different lengths") from None
    if not nested.size:
        raise source.error("a list in it is empty, where a square or a row of a grid should be")
    flat = nested.ravel().tolist()
    for entry in flat:
        if entry is not None and not is_whole(entry):
            text = short_json(entry)
            message = f"{text} is not a number; or the rows of this list are of different lengths"
            raise source.error(message)
    holes = np.array([entry is None for entry in flat]).reshape(nested.shape)
    nested[holes] = 0
    return _whole(nested, source), holes


def _whole(value: Any, source: Source) -> npt.NDArray[np.int64]:
    try:
        return np.array(value, dtype=np.int64)
    except OverflowError:
        raise source.error("a number has too many digits") from None
