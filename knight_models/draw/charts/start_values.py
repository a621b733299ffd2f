"""The values of a map of starts: a number or a verdict for each square, from results of other functions."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt

from knight_models.core.board import Board
from knight_models.core.errors import InputError, shown
from knight_models.core.result import SolveResult
from knight_models.core.tour import Tour, cell_numbers
from knight_models.draw.charts.figures import NO_VALUE, UNKNOWN, code_of
from knight_models.tasks.listing import TourStream
from knight_models.tasks.walks import Walks

LARGEST = 1e300
"""Numbers up to here, so that their differences are numbers too."""


@dataclass(frozen=True, eq=False)
class StartValues:
    """A number or a verdict for each square.

    Parameters
    ----------
    cells : the shape of the board, masked at holes: codes of verdicts, or numbers, masked where there is
        none
    holes : the shape of the board, true where a square is missing
    verdicts : whether the cells are codes
    whole : whether all numbers are whole
    label : what the numbers are, or empty
    """

    cells: npt.NDArray[Any]
    holes: npt.NDArray[np.bool_]
    verdicts: bool = False
    whole: bool = False
    label: str = ""


def read_values(board: Board, values: Any) -> StartValues:
    """The values of the squares, from any of the forms that `start_map` takes.

    Raises
    ------
    InputError : with the value and what would be right
    """
    label = ""
    if isinstance(values, Walks):
        values, label = _walked(board, values), "squares visited"
    elif isinstance(values, TourStream):
        stream, values = values, _counted(board, values)
        partial = "" if stream.end and stream.end.complete else ", of those listed"
        label = f"tours that begin here{partial}"
    elif isinstance(values, Mapping):
        values = _placed(board, values.items())
    elif not isinstance(values, np.ndarray):
        values, label = _listed(board, values)
    return _settled(board, values, label)


def _walked(board: Board, walks: Walks) -> npt.NDArray[Any]:
    """The lengths of walks from every square in turn; masked where none was walked."""
    if len(walks.lengths) != len(board) or walks.squares != len(board):
        raise InputError(
            f"a map shows one walk from each of the {len(board)} squares in turn, not "
            f"{len(walks.lengths)} walks over {walks.squares} squares; else give a number a square"
        )
    return np.ma.masked_equal(walks.lengths, 0)


def _counted(board: Board, tours: Iterable[Any]) -> npt.NDArray[np.int64]:
    """How many tours begin at each square; a tour that may be reversed begins at both of its ends.

    A tour and its reverse are one, so that lists of directed and of undirected tours give the same.
    """
    counts, seen = np.zeros(len(board), np.int64), set()
    for tour in tours:
        _check_tour(board, tour)
        order = tour.normalised().order
        if (key := order.tobytes()) not in seen:
            seen.add(key)
            ends = order[:1] if tour.problem.one_way else np.unique(order[[0, -1]])
            counts[ends] += 1
    return counts


def _check_tour(board: Board, tour: Any) -> None:
    if not isinstance(tour, Tour):
        raise InputError(f"a list of tours holds tours only, not {shown(tour)}")
    if tour.problem.board != board:
        raise InputError(f"the map is of {board}, but one of the tours is {shown(tour)}")
    if tour.closed:
        raise InputError("a closed tour can begin anywhere; a map of starts counts open tours")


def _placed(board: Board, pairs: Iterable[tuple[Any, Any]]) -> npt.NDArray[Any]:
    """The values of the squares named, in an array of objects; None where a square is not named."""
    cells = np.full(board.shape, None, object)
    named = set()
    for square, value in pairs:
        place = board.at(square)
        if place in named:
            raise InputError(f"square {board.name(place)} is given twice")
        named.add(place)
        # a square that is named with None is unknown among verdicts; one that is not named has no value
        cells[place] = NO_ANSWER if value is None else value
    if not named:
        raise InputError("there is no value to show: the mapping is empty")
    return cells


class _NoAnswer:
    """The value of a square that is named with None."""


NO_ANSWER = _NoAnswer()


def _listed(board: Board, values: Any) -> tuple[npt.NDArray[Any], str]:
    """Tours, or results with a start each, or numbers; and what they are."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise InputError(
            "the values of a map of starts are a mapping from squares, an array of the shape of the "
            f"board, walks, tours or results, not {shown(values)}"
        )
    items: Iterator[Any] = iter(values)
    first = next(items, items)
    if first is items:
        raise InputError("there is no value to show: the list is empty")
    if isinstance(first, Tour):
        return _counted(board, chain([first], items)), "tours that begin here, of those given"
    everything = [first, *items]
    if isinstance(first, SolveResult):
        return _placed(board, map(_result_at, everything)), ""
    try:
        return np.asarray(everything), ""
    except (ValueError, OverflowError):
        raise InputError(f"the rows of an array for {board} are of the same length") from None


def _result_at(result: Any) -> tuple[Any, Any]:
    if not isinstance(result, SolveResult):
        raise InputError(f"a list of results holds results only, not {shown(result)}")
    if result.problem.start is None:
        raise InputError(f"a result on a map of starts has a start; that of the {result.problem} has none")
    return result.problem.start, result


def _settled(board: Board, values: npt.NDArray[Any], label: str) -> StartValues:
    """Numbers or verdicts out of an array of any kind."""
    holes = np.zeros(board.cells, np.bool_)
    holes[board.hole_cells] = True
    holes = holes.reshape(board.shape)
    cells = np.ma.masked_where(holes, _shaped(board, values))
    given = cells.compressed()
    if cells.dtype.kind == "O" or cells.dtype.kind in "bUS":
        return _from_objects(board, cells, holes, label)
    if cells.dtype.kind not in "iuf":
        raise InputError(f"the values of a map of starts are numbers or verdicts, not {shown(given[0])}")
    if not len(given):
        raise InputError("there is no value to show: every square is masked")
    wrong = given[~(np.abs(given.astype(np.float64)) <= LARGEST)]
    if len(wrong):
        raise InputError(f"the values of a map of starts are finite numbers, not {shown(wrong[0].item())}")
    whole = cells.dtype.kind in "iu" or bool(np.all(given == np.round(given)))
    return StartValues(cells.astype(np.float64), holes, whole=whole, label=label)


def _shaped(board: Board, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """An array of the shape of the board, out of one of it, or of one row with a value a square."""
    if values.shape == board.shape:
        return values
    if values.shape != (len(board),):
        shape = "x".join(map(str, values.shape)) or "one value"
        raise InputError(
            f"an array for {board} has the shape {board.shape_text}, or one row of {len(board)} values, "
            f"not {shape}"
        )
    cells = np.ma.masked_all(board.cells, values.dtype)  # type: ignore[no-untyped-call]  # numpy.ma has no types
    cells[cell_numbers(board, np.arange(len(board)))] = values
    shaped: npt.NDArray[Any] = cells.reshape(board.shape)
    return shaped


def _from_objects(
    board: Board, cells: npt.NDArray[Any], holes: npt.NDArray[np.bool_], label: str
) -> StartValues:
    """Numbers or verdicts out of an array of Python objects."""
    places = np.argwhere(~np.ma.getmaskarray(cells)).tolist()
    values = {tuple(place): cells[tuple(place)] for place in places}
    known = {
        place: value for place, value in values.items() if value is not None and value is not NO_ANSWER
    }
    if not known:
        raise InputError("there is no value to show: every square has None")
    codes = {place: code_of(value) for place, value in known.items()}
    verdicts = any(code is not None for code in codes.values())
    if not verdicts:
        numbers = {place: _number(board, place, value) for place, value in known.items()}
        return _numbers(board, numbers, holes, label)
    for place, code in codes.items():
        if code is None:
            raise InputError(
                f"the value of {board.name(place)} is {shown(known[place])}, but others are verdicts: "
                "found, impossible or unknown"
            )
    coded = np.full(board.shape, NO_VALUE, np.int8)
    for place, value in values.items():
        code = codes.get(place)
        coded[place] = code if code is not None else UNKNOWN if value is NO_ANSWER else NO_VALUE
    return StartValues(np.ma.masked_where(holes, coded), holes, verdicts=True, label=label)


def _numbers(
    board: Board, numbers: Mapping[Any, float], holes: npt.NDArray[np.bool_], label: str
) -> StartValues:
    cells = np.ma.masked_all(board.shape, np.float64)  # type: ignore[no-untyped-call]  # likewise
    for place, number in numbers.items():
        cells[place] = number
    whole = all(number.is_integer() for number in numbers.values())
    return StartValues(cells, holes, whole=whole, label=label)


def _number(board: Board, place: Any, value: Any) -> float:
    """A finite number, as a float."""
    wrong = f"the value of {board.name(place)} is a finite number, None or a verdict, not {shown(value)}"
    if not isinstance(value, Real):
        raise InputError(wrong)
    try:
        number = float(value)
    except OverflowError:
        raise InputError(wrong) from None
    if not math.isfinite(number) or abs(number) > LARGEST:
        raise InputError(wrong)
    return number
