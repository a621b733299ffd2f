"""Writing a tour: `write_tour`, in one of the formats of `TOUR_FORMATS`.

- `grid`: the numbered board, holes as `.`; layers of a board with more axes apart by empty lines;
- `moves`: one step a line: its number, the square's name, its coordinates; or the label's text;
- `algebraic`: one line of names, or of labels;
- `tsplib`: a TSPLIB `.tour` file, vertices numbered from 1;
- `npy`: vertex numbers from 0 in the order of the visit, as a numpy file of 32-bit integers;
- `json`: the result, or the tour with its problem, as one object.

>>> import sys
>>> from knight_models.problem import TourProblem
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

from knight_models.errors import OptionError, nearest
from knight_models.formats.squares import quoted
from knight_models.formats.to_json import result_to_json, tour_to_json
from knight_models.problem import TourProblem
from knight_models.result import SolveResult
from knight_models.tour import Tour

__all__ = ["BINARY_FORMATS", "TOUR_FORMATS", "write_tour"]

BINARY_FORMATS = ("npy",)
CELLS_AT_A_TIME = 1 << 20
STEPS_AT_A_TIME = 1 << 14


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
    """
    if form == "json":
        stream.write(json.dumps(_as_json(tour), ensure_ascii=False) + "\n")  # dumps is far faster than dump
        return
    if form not in _WRITERS:
        raise OptionError(nearest(form, TOUR_FORMATS, "format"))
    found = tour.tour if isinstance(tour, SolveResult) else tour
    if found is None:
        raise OptionError(f"there is no tour to write as {form}; json takes any result")
    _WRITERS[form](found, stream)


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


def _numbers_as_text(rows: npt.NDArray[np.int32], width: int) -> str:
    """Rows of numbers, right-aligned and apart by a blank; 0 is a hole, written as a dot."""
    characters = np.full((*rows.shape, width + 1), ord(" "), np.uint8)
    left = rows.astype(np.int64)
    for place in range(width, 0, -1):
        filled = left > 0
        characters[..., place][filled] = left[filled] % 10 + ord("0")
        left //= 10
    characters[..., width][rows == 0] = ord(".")
    lines = characters.reshape(rows.shape[0], -1)
    lines[:, 0] = ord("\n")  # the blank before the first number ends the row above
    return lines.tobytes().decode("ascii")[1:] + "\n"


def _steps(tour: Tour) -> Iterator[tuple[int, Tour]]:
    """Pieces of a tour, with the number of steps before them."""
    for begin in range(0, len(tour), STEPS_AT_A_TIME):
        yield begin, Tour(tour.problem, tour.order[begin : begin + STEPS_AT_A_TIME])


def _write_moves(tour: Tour, stream: IO[str]) -> None:
    width = len(str(len(tour)))
    for begin, part in _steps(tour):
        lines = enumerate(_described(part), start=begin + 1)
        stream.write("".join(f"{step:>{width}} {line}\n" for step, line in lines))


def _described(part: Tour) -> Iterator[str]:
    board = part.problem.board
    if board is None:
        yield from map(quoted, part.names)
        return
    widths = [len(str(side - 1)) for side in board.shape]
    last = tuple(side - 1 for side in board.shape)
    longest = len(board.name((0, last[1]) if board.ndim == 2 else last))
    for square in part.squares:
        numbers = " ".join(f"{place:>{size}}" for place, size in zip(square, widths, strict=True))
        yield f"{board.name(square):<{longest}} {numbers}"


def _write_names(tour: Tour, stream: IO[str]) -> None:
    for begin, part in _steps(tour):
        names = part.names if part.problem.board is not None else map(quoted, part.names)
        stream.write((" " if begin else "") + " ".join(names))
    stream.write("\n")


def _write_tsplib(tour: Tour, stream: IO[str]) -> None:
    what = "closed" if tour.closed else "open (a path: the last vertex does not lead back to the first)"
    stream.write(f"NAME : {_one_line(_space_name(tour.problem))}\n")
    stream.write(f"COMMENT : {what} tour of {_one_line(str(tour.problem.board or 'a graph'))}\n")
    stream.write(f"TYPE : TOUR\nDIMENSION : {len(tour)}\nTOUR_SECTION\n")
    for _, part in _steps(tour):
        stream.write("".join(f"{number}\n" for number in (part.order + 1).tolist()))
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
