"""Writing a tour: `write_tour`, in one of the formats of `TOUR_FORMATS`.

- `grid`: the numbered board, holes as `.`; layers of a board with more axes apart by empty lines;
- `moves`: one step a line: its number, the square's name, its coordinates; or the label's text;
- `algebraic`: one line of names, or of labels;
- `tsplib`: a TSPLIB `.tour` file, vertices numbered from 1;
- `npy`: vertex numbers from 0 in the order of the visit, as a numpy file of 32-bit integers;
- `json`: the result, or the tour with its problem, as one object.

>>> import sys
>>> from knight_models.core.problem import TourProblem
>>> tour = Tour(TourProblem("3x4"), [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11])
>>> write_tour(tour, "grid", sys.stdout)
 1  4  7 10
 8 11  2  5
 3  6  9 12
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from knight_models.core.board import Board
from knight_models.core.errors import OptionError, ProblemError, nearest
from knight_models.core.problem import TourProblem
from knight_models.core.result import SolveResult
from knight_models.core.tour import Tour, coordinates
from knight_models.formats.characters import (
    BLANK,
    NOTHING,
    Characters,
    NamesOfSquares,
    left_aligned,
    right_aligned,
)
from knight_models.formats.squares import quoted
from knight_models.formats.to_json import result_to_json, tour_to_json

__all__ = ["BINARY_FORMATS", "TOUR_FORMATS", "write_tour"]

BINARY_FORMATS = ("npy",)
CELLS_AT_A_TIME = 1 << 15
STEPS_AT_A_TIME = 1 << 14
NEWLINE = ord("\n")

Numbers = npt.NDArray[np.integer[Any]]


def write_tour(tour: Tour | SolveResult, form: str, stream: IO[Any]) -> None:
    """Write a tour to a stream, a bounded piece at a time.

    Parameters
    ----------
    tour : a tour, or a result that has one; as `json` any result
    form : one of `TOUR_FORMATS`
    stream : takes text; for the formats of `BINARY_FORMATS`, bytes

    Raises
    ------
    OptionError : for an unknown format, a grid of a graph, or a result without a tour
    ProblemError : for a tour that names a vertex that is not there
    """
    if form == "json":
        stream.write(json.dumps(_as_json(tour), ensure_ascii=False) + "\n")  # dumps is far faster than dump
        return
    if form not in _WRITERS:
        raise OptionError(nearest(form, TOUR_FORMATS, "format"))
    found = tour.tour if isinstance(tour, SolveResult) else tour
    if found is None:
        raise OptionError(f"there is no tour to write as {form}; json takes any result")
    _check_order(found)
    _WRITERS[form](found, stream)


def _check_order(tour: Tour) -> None:
    """Refuse a tour that nobody has verified, where it names vertices that are not there."""
    for number in (tour.order.min(), tour.order.max()) if len(tour) else ():
        if not 0 <= number < len(tour.problem):
            raise ProblemError(
                f"vertex {number} is not among 0 to {len(tour.problem) - 1}; verify the tour"
            )


def _as_json(tour: Tour | SolveResult) -> dict[str, Any]:
    return result_to_json(tour) if isinstance(tour, SolveResult) else tour_to_json(tour)


def _write_grid(tour: Tour, stream: IO[str]) -> None:
    board = tour.problem.board
    if board is None:
        raise OptionError("a tour of a graph has no number grid; write it as moves")
    grid = tour.grid()
    rows = grid.reshape(-1, board.shape[-1])
    per_layer = board.shape[-2] if board.ndim > 1 else 1
    at_a_time = max(1, CELLS_AT_A_TIME // rows.shape[1])
    width = len(str(len(tour)))
    for begin, count in _pieces(len(rows), per_layer, at_a_time):
        stream.write("\n" * _gap(begin, board.shape))
        stream.write(_numbers_as_text(rows[begin : begin + count], width))


def _pieces(rows: int, per_layer: int, at_a_time: int) -> Iterator[tuple[int, int]]:
    """First row and number of rows of pieces that do not reach over the end of a layer."""
    for layer in range(0, rows, per_layer):
        for begin in range(layer, layer + per_layer, at_a_time):
            yield begin, min(at_a_time, layer + per_layer - begin)


def _gap(row: int, shape: tuple[int, ...]) -> int:
    """How many empty lines stand before a row: one for each axis whose index changes, but the last two."""
    gap, size = 0, 1
    for side in shape[-2:0:-1]:
        size *= side
        gap += bool(row) and row % size == 0
    return gap


def _numbers_as_text(rows: Numbers, width: int) -> str:
    """Rows of numbers, right-aligned and apart by a blank; 0 is a hole, written as a dot."""
    characters = np.full((*rows.shape, width + 1), BLANK, np.uint8)
    characters[..., :width] = right_aligned(rows, width)
    characters[..., width - 1][rows == 0] = ord(".")
    lines = characters.reshape(rows.shape[0], -1)
    lines[:, -1] = NEWLINE  # in place of the blank after the last number
    return lines.tobytes().decode("ascii")


def _steps(tour: Tour) -> Iterator[tuple[int, Tour]]:
    """Pieces of a tour, with the number of steps before them."""
    for begin in range(0, len(tour), STEPS_AT_A_TIME):
        yield begin, Tour(tour.problem, tour.order[begin : begin + STEPS_AT_A_TIME])


def _write_moves(tour: Tour, stream: IO[str]) -> None:
    width = len(str(len(tour)))
    board = tour.problem.board
    if board is None:
        for begin, part in _steps(tour):
            lines = enumerate(map(quoted, part.names), start=begin + 1)
            stream.write("".join(f"{step:>{width}} {line}\n" for step, line in lines))
        return
    names = NamesOfSquares(board)
    for begin, part in _steps(tour):
        places = coordinates(board, part.order)
        columns = [right_aligned(np.arange(begin + 1, begin + 1 + len(part)), width)]
        columns.append(left_aligned(names(places))[:, : _longest_name(board)])
        columns += [
            right_aligned(place, len(str(side - 1)))
            for place, side in zip(places, board.shape, strict=True)
        ]
        stream.write(_as_lines(columns))


def _longest_name(board: Board) -> int:
    """The length of the name of the last square of the top row, or of the last square of all."""
    last = tuple(side - 1 for side in board.shape)
    return len(board.name((0, last[1]) if board.ndim == 2 else last))


def _as_lines(columns: list[Characters]) -> str:
    """Columns of text side by side, apart by a blank."""
    blank = np.full((len(columns[0]), 1), BLANK, np.uint8)
    lines = np.hstack([part for column in columns for part in (column, blank)])
    lines[:, -1] = NEWLINE
    return lines.tobytes().decode("ascii")


def _write_names(tour: Tour, stream: IO[str]) -> None:
    board = tour.problem.board
    names = None if board is None else NamesOfSquares(board)
    for begin, part in _steps(tour):
        stream.write(" " if begin else "")
        if board is None or names is None:
            stream.write(" ".join(map(quoted, part.names)))
        else:
            stream.write(_joined(names(coordinates(board, part.order)), BLANK)[:-1])
    stream.write("\n")


def _joined(rows: Characters, mark: int) -> str:
    """Names or numbers in one row, with a mark after each."""
    characters = np.hstack([rows, np.full((len(rows), 1), mark, np.uint8)])
    text: bytes = characters[characters != NOTHING].tobytes()
    return text.decode("ascii")


def _write_tsplib(tour: Tour, stream: IO[str]) -> None:
    what = "closed" if tour.closed else "open (a path: the last vertex does not lead back to the first)"
    stream.write(f"NAME : {_one_line(_space_name(tour.problem))}\n")
    stream.write(f"COMMENT : {what} tour of {_one_line(str(tour.problem.board or 'a graph'))}\n")
    stream.write(f"TYPE : TOUR\nDIMENSION : {len(tour)}\nTOUR_SECTION\n")
    for _, part in _steps(tour):
        numbers = right_aligned(part.order + 1, len(str(len(tour.problem))), NOTHING)
        stream.write(_joined(numbers, NEWLINE))
    stream.write("-1\nEOF\n")


def _space_name(problem: TourProblem) -> str:
    if problem.graph is None:
        return problem.board.shape_text if problem.board else ""
    return str(problem.graph.graph.get("name") or "graph")


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _write_npy(tour: Tour, stream: IO[bytes]) -> None:
    np.save(stream, tour.order, allow_pickle=False)


_WRITERS: dict[str, Callable[[Tour, IO[Any]], None]] = {
    "grid": _write_grid,
    "moves": _write_moves,
    "algebraic": _write_names,
    "tsplib": _write_tsplib,
    "npy": _write_npy,
}
TOUR_FORMATS = (*_WRITERS, "json")
