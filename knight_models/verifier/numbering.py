"""The forms in which a tour is given, read as one: which vertex has which number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from knight_models.core.board import Board
from knight_models.core.errors import InputError, ProblemError
from knight_models.core.fault import Fault, FaultKind, FaultsToName
from knight_models.core.problem import TourProblem
from knight_models.core.tour import CHUNK, NumberGrid, Tour, cell_numbers

Numbers = npt.NDArray[np.integer[Any]]
NOTHING = np.zeros(0, np.int64)

TourLike = Tour | NumberGrid | Sequence[Any] | npt.NDArray[Any]


@dataclass(frozen=True)
class Numbering:
    """The vertices with their numbers, in the order of the numbers, and the entries that fit nowhere.

    Parameters
    ----------
    vertices : shape (k,), vertex numbers in the order of the numbers that they have in the tour
    listed : shape (k,), these numbers, from 1; None if they are 1 to k
    grid : whether this was read from a number grid, where a number can appear twice
    misplaced : the faults of the entries that are not on a square
    misplaced_numbers : the numbers of these entries
    shift : the number to add to get the numbers that the user wrote
    """

    vertices: Numbers
    listed: npt.NDArray[np.int64] | None = None
    grid: bool = False
    misplaced: Sequence[Fault] = ()
    misplaced_numbers: npt.NDArray[np.int64] = field(default_factory=lambda: NOTHING)
    shift: int = 0

    @property
    def consecutive(self) -> bool:
        """Whether the numbers are 1 to k."""
        return self.listed is None

    @cached_property
    def numbers(self) -> npt.NDArray[np.int64]:
        """The numbers of the vertices in the tour."""
        return np.arange(1, len(self.vertices) + 1) if self.listed is None else self.listed


def numbering_of(problem: TourProblem, answer: TourLike) -> Numbering:
    """The numbering that a tour in any of its forms means.

    Raises
    ------
    ProblemError : if the answer has none of these forms
    """
    if isinstance(answer, Tour):
        return _of_order(problem, answer.order)
    if isinstance(answer, str) or not isinstance(answer, NumberGrid | Iterable):
        raise ProblemError(f"a tour is a list of squares, a number grid or an order, not {answer!r}")
    board = problem.board
    if isinstance(answer, NumberGrid):
        if board is None or answer.numbers.shape != board.shape:
            raise ProblemError(f"a number grid of {answer.shape_text} does not fit on {board or 'a graph'}")
        return _of_grid(board, answer)
    array = _as_whole_numbers(answer)
    if board is not None and array is not None:
        tuples = not isinstance(answer, np.ndarray) and any(isinstance(row, tuple) for row in answer)
        if array.shape == board.shape and array.ndim > 1 and not tuples:
            return _of_grid(board, NumberGrid(array))
        if array.ndim == 2 and array.shape[1] == board.ndim and board.ndim > 1:
            return _of_squares(board, array)
        if array.ndim > 1 and not tuples:
            shape = "x".join(map(str, array.shape))
            raise ProblemError(f"a number grid of {shape} does not fit on {board}")
    if array is not None and array.ndim == 1 and (board is not None or isinstance(answer, np.ndarray)):
        return _of_order(problem, array)
    return _of_labels(problem, list(answer))


def _as_whole_numbers(answer: object) -> Numbers | None:
    try:
        array = np.asarray(answer)
    except ValueError:  # rows of different lengths
        return None
    if array.dtype.kind not in "iu" or not array.size:
        return None
    return array if array.dtype in (np.int32, np.int64) else array.astype(np.int64)


def _placed(valid: npt.NDArray[np.bool_], vertices: Numbers, bad: Sequence[Fault]) -> Numbering:
    if valid.all():
        return Numbering(vertices)
    places = np.flatnonzero(valid)
    return Numbering(vertices[places], places + 1, False, bad, np.flatnonzero(~valid) + 1)


def _of_order(problem: TourProblem, order: Numbers) -> Numbering:
    if not len(order) or (order.min() >= 0 and order.max() < len(problem)):
        return Numbering(order)
    valid = (order >= 0) & (order < len(problem))
    wrong = np.flatnonzero(~valid)
    numbers = order[wrong]
    bad = FaultsToName(len(wrong), lambda k: _no_vertex(int(wrong[k]) + 1, int(numbers[k])))
    return _placed(valid, order, bad)


def _no_vertex(step: int, number: int) -> Fault:
    return Fault(FaultKind.OFF_BOARD, f"step {step} is vertex {number}, which does not exist", (step,))


def _of_squares(board: Board, squares: Numbers) -> Numbering:
    shape = np.array(board.shape)
    inside: npt.NDArray[np.bool_] = np.logical_and.reduce((squares >= 0) & (squares < shape), axis=1)
    cells = np.ravel_multi_index(tuple(np.where(inside[:, None], squares, 0).T), board.shape)
    vertices = _vertices_in_cells(board)[cells] if board.holes else cells
    placed = inside & (vertices >= 0)
    wrong = np.flatnonzero(~placed)
    off, holes = squares[wrong], inside[wrong]

    def name(k: int) -> Fault:
        return _misplaced(board, int(wrong[k]) + 1, tuple(off[k].tolist()), hole=bool(holes[k]))

    return _placed(placed, vertices, FaultsToName(len(wrong), name))


def _vertices_in_cells(board: Board) -> npt.NDArray[np.int64]:
    """The vertex number of each cell, -1 for a hole."""
    numbers = np.full(board.cells, -1, np.int64)
    numbers[cell_numbers(board, np.arange(len(board)))] = np.arange(len(board))
    return numbers


def _misplaced(board: Board, step: int, square: Any, *, hole: bool) -> Fault:
    if hole:
        text = f"step {step} is in the hole {board.name(square)}"
        return Fault(FaultKind.HOLE, text, (step,), (square,))
    text = f"step {step} is off the board: {square}"
    return Fault(FaultKind.OFF_BOARD, text, (step,), (square,))


def _of_labels(problem: TourProblem, labels: list[Any]) -> Numbering:
    vertices, bad = np.full(len(labels), -1, np.int64), []
    for step, label in enumerate(labels, start=1):
        try:
            vertices[step - 1] = problem.vertices.index(label)
        except (InputError, TypeError):  # TypeError: a square that is not a sequence
            board = problem.board
            hole = board is not None and isinstance(label, tuple) and label in board.holes
            if board is not None:
                bad.append(_misplaced(board, step, label, hole=hole))
            else:
                text = f"step {step} is {label!r}, which is not a vertex of the graph"
                bad.append(Fault(FaultKind.OFF_BOARD, text, (step,), (label,)))
    return _placed(vertices >= 0, vertices, bad)


def _of_grid(board: Board, grid: NumberGrid) -> Numbering:
    shift = grid.first_number - 1
    visited = _visited(board, grid)
    if visited is not None:
        return Numbering(visited, shift=shift)
    cells = np.where(grid.holes, 0, grid.numbers.astype(np.int64) - shift).ravel()
    carries = ~grid.holes.ravel()
    squares = cell_numbers(board, np.arange(len(board)))
    vertices = np.flatnonzero(carries[squares])
    numbers = cells[squares][vertices]
    order = np.argsort(numbers, kind="stable")
    carries[squares] = False
    in_holes = np.flatnonzero(carries)
    lost = cells[in_holes]

    def name(k: int) -> Fault:
        square = tuple(int(place) for place in np.unravel_index(int(in_holes[k]), board.shape))
        return _misplaced(board, int(lost[k]) + shift, square, hole=True)

    bad = FaultsToName(len(in_holes), name)
    return Numbering(vertices[order], numbers[order], True, bad, lost, shift)


def _visited(board: Board, grid: NumberGrid) -> npt.NDArray[np.int32] | None:
    """The order of the visit; None unless every number appears exactly once, and on a square."""
    if np.count_nonzero(grid.holes) != len(board.holes):
        return None
    numbers, holes = grid.numbers.ravel(), grid.holes.ravel()
    visited = np.full(len(board), -1, np.int32)
    for begin in range(0, len(board), CHUNK):
        squares = np.arange(begin, min(begin + CHUNK, len(board)))
        cells = cell_numbers(board, squares)
        places = numbers[cells] - grid.first_number
        if holes[cells].any() or places.min() < 0 or places.max() >= len(board):
            return None
        visited[places] = squares
    visited.flags.writeable = False
    return visited if visited.min() >= 0 else None
