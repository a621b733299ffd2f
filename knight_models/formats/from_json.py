"""Tours in JSON: what the command line writes, lists of squares, nested numbers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from knight_models.core.board import Board
from knight_models.core.errors import FormatError, InputError
from knight_models.core.problem import Kind
from knight_models.formats.grids import grid_reading
from knight_models.formats.reading import Context, Reading
from knight_models.formats.text import cut, excerpt

__all__ = ["are_squares", "parse_json", "read_json"]

_LISTS = ("results", "tours")
_OF_A_PROBLEM = ("board", "leap", "holes", "wrap", "graph", "kind")


def parse_json(text: str, context: Context) -> Any:
    """What a JSON text says.

    Raises
    ------
    FormatError : where it is no JSON, with line and column
    """
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise context.error(f"this is no JSON: {error.msg}", error.lineno, error.colno) from None
    except (RecursionError, ValueError) as error:  # ValueError: a number of too many digits
        raise context.error(f"this is no JSON that can be read: {error}") from None


def read_json(value: Any, context: Context) -> list[Reading]:
    """The tours of what a JSON text says.

    That is a result, with its board, in `tour`; an object with `results` or `tours`; a list of
    these; a list of squares, each a pair of numbers or a name; or a grid of numbers, null for a hole.

    Raises
    ------
    FormatError : if it holds no tour
    """
    return list(_readings(value, context))


def _readings(value: Any, context: Context) -> Iterator[Reading]:
    if isinstance(value, dict):
        yield from _of_object(value, context)
    elif isinstance(value, list) and value:
        if any(isinstance(entry, dict) for entry in value):
            for entry in value:
                yield from _readings(entry, context)
        else:
            yield from _of_list(value, context)
    else:
        raise context.error(f"a tour is a list of squares or an object with a tour, not {_short(value)}")


def _of_object(value: dict[str, Any], context: Context) -> Iterator[Reading]:
    if "valid" in value and "tour" not in value:
        raise context.error("this is what verify --json says of tours, without the tours themselves")
    described = _described(value, context)
    inner = _known_from(described, context)
    for name in _LISTS:
        if isinstance(value.get(name), list):
            found = [entry for entry in value[name] if not _is_without_tour(entry)]
            if not found:
                raise context.error(f"{name!r} holds no tour")
            for entry in found:
                yield from _readings(entry, inner)
            return
    if "tour" not in value:
        raise context.error("the object has no 'tour'")
    if value["tour"] is None:
        raise context.error(f"this result has no tour; its status is {excerpt(str(value.get('status')))}")
    kind = _kind(described.get("kind"), context)
    for reading in _readings(value["tour"], inner):
        yield replace(reading, kind=kind)


def _is_without_tour(entry: Any) -> bool:
    return isinstance(entry, dict) and entry.get("tour") is None and not any(k in entry for k in _LISTS)


def _described(value: dict[str, Any], context: Context) -> dict[str, Any]:
    """What an object says of the problem, in `problem` or beside the tour."""
    problem = value.get("problem")
    if problem is None:
        problem = {}
    if not isinstance(problem, dict):
        raise context.error(f"a problem is an object with a board and a kind, not {_short(problem)}")
    beside = {name: value[name] for name in _OF_A_PROBLEM if name in value}
    for name in beside.keys() & problem.keys():
        if beside[name] != problem[name]:
            raise context.error(
                f"{name!r} is {_short(problem[name])} in the problem, but {_short(beside[name])} beside it"
            )
    return beside | problem


def _known_from(described: dict[str, Any], context: Context) -> Context:
    """The context, with the board that the object names where none is given."""
    if described.get("graph") is not None and context.graph is None:
        raise context.error("this is a tour of a graph; name its file with --graph")
    named = described.get("board")
    if context.board is not None or context.graph is not None or named is None:
        return context
    details = named if isinstance(named, dict) else described | {"shape": named}
    try:
        return replace(context, board=_board(details, context))
    except (InputError, KeyError, TypeError, ValueError) as error:
        raise context.error(f"the board of this result makes no sense: {cut(error)}") from None


def _board(details: dict[str, Any], context: Context) -> Board:
    shape: Any = details["shape"]
    holes: Any = details.get("holes") or ()
    leap, wrap = details.get("leap", context.leap), details.get("wrap", context.wrap)
    if isinstance(holes, list):
        holes = [tuple(hole) if isinstance(hole, list) else hole for hole in holes]
    if isinstance(shape, str):
        return Board.parse(shape, leap=leap, holes=holes, wrap=wrap)
    return Board(shape, leap, holes, wrap)


def _kind(kind: Any, context: Context) -> Kind | None:
    try:
        return None if kind is None else Kind(kind)
    except ValueError:
        raise context.error(f"unknown kind {excerpt(str(kind))}; the kinds are {', '.join(Kind)}") from None


def _of_list(value: list[Any], context: Context) -> Iterator[Reading]:
    if all(isinstance(entry, list) and entry and _is_name(entry[0], context) for entry in value):
        for entry in value:
            yield from _of_list(entry, context)
    elif context.graph is not None:
        yield Reading([context.label(label) for label in value], context.graph, "json")
    elif 2 * sum(isinstance(entry, str) for entry in value) >= len(value):
        yield _of_names(value, context)
    elif all(_is_whole(entry) for entry in value):
        yield Reading(_whole(value, context), context.space("vertex numbers"), "json")
    else:
        yield from _of_nested(value, context)


def _is_name(value: Any, context: Context) -> bool:
    return isinstance(value, str) or context.graph is not None


def _of_names(names: list[Any], context: Context) -> Reading:
    from knight_models.formats.squares import read_squares

    for name in names:
        if not isinstance(name, str):
            raise context.error(f"{_short(name)} is no name of a square, and stands among names")
    form = "algebraic" if names[0][:1].isalpha() else "coordinates"
    try:
        reading = read_squares(form, [(1, " ".join(names))], context)[0]
    except FormatError as error:
        raise context.error(error.message) from None  # it has no line of its own in JSON
    return replace(reading, form="json", line=None)


def _of_nested(value: list[Any], context: Context) -> Iterator[Reading]:
    for entry in value if any(isinstance(entry, list) for entry in value) else ():
        if not isinstance(entry, list):
            raise context.error(
                f"{_short(entry)} stands among lists; a square or a row is a list of numbers"
            )
    cells, holes = _array(value, context)
    axes = context.board.ndim if context.board is not None else 2
    if are_squares(cells, context):
        if holes.any():
            raise context.error("a square has numbers only, not null")
        squares = list(map(tuple, cells.tolist()))
        yield Reading(squares, context.board_around(squares), "json")
    elif cells.ndim == axes + 1 or (cells.ndim == 3 and are_squares(cells[0], context)):
        for entry in value:
            yield from _of_list(entry, context)
    else:
        yield grid_reading(cells, holes, context, form="json")


def are_squares(cells: npt.NDArray[np.integer[Any]], context: Context) -> bool:
    """Whether the rows are squares, and not the rows of a grid."""
    board = context.board
    if cells.ndim != 2 or cells.shape[1] != (2 if board is None else board.ndim):
        return False
    if board is None or board.shape != cells.shape:
        return True
    return bool(((cells >= 0) & (cells < np.array(board.shape))).all())


def _array(value: list[Any], context: Context) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
    """The numbers of nested lists, and where null stands in their place."""
    try:
        nested = np.array(value, dtype=object)
    except ValueError:
        raise context.error("the rows of this list are of different lengths") from None
    if not nested.size:
        raise context.error("a list in it is empty, where a square or a row of a grid should be")
    flat = nested.ravel().tolist()
    for entry in flat:
        if entry is not None and not _is_whole(entry):
            text = _short(entry)
            raise context.error(f"{text} is no number; or the rows of this list are of different lengths")
    holes = np.array([entry is None for entry in flat]).reshape(nested.shape)
    nested[holes] = 0
    return _whole(nested, context), holes


def _whole(value: Any, context: Context) -> npt.NDArray[np.int64]:
    try:
        return np.array(value, dtype=np.int64)
    except OverflowError:
        raise context.error("a number has too many digits") from None


def _is_whole(entry: Any) -> bool:
    return isinstance(entry, int) and not isinstance(entry, bool)


def _short(value: Any) -> str:
    return cut(json.dumps(value, ensure_ascii=False))
