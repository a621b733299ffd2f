"""Which vertex carries which number, whatever the form that a tour comes in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from knight_models.board import Board
from knight_models.errors import InputError, ProblemError
from knight_models.problem import TourProblem
from knight_models.tour import NumberGrid, Tour, cell_numbers
from knight_models.verifier.fault import Fault, FaultKind

__all__ = ["Numbering", "TourLike", "numbering_of"]

TourLike = Tour | NumberGrid | Sequence[Any] | npt.NDArray[Any]


@dataclass(frozen=True)
class Numbering:
    """Which vertex carries which number, the numbers in rising order, with what could not be placed.

    Parameters
    ----------
    numbers : shape (k,), from 1
    vertices : shape (k,), their vertex numbers
    grid : whether this was read off a number grid, where a number can stand twice
    misplaced : faults of the entries that lie on no square
    misplaced_numbers : the numbers of these
    shift : what to add to a number to get the one that the user wrote
    """

    numbers: npt.NDArray[np.int64]
    vertices: npt.NDArray[np.int64]
    grid: bool = False
    misplaced: tuple[Fault, ...] = ()
    misplaced_numbers: tuple[int, ...] = ()
    shift: int = 0


def numbering_of(problem: TourProblem, answer: TourLike) -> Numbering:
    """Which vertex carries which number, from any of the forms that a tour comes in.

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
        return _of_grid(problem, board, answer)
    array = _as_whole_numbers(answer)
    if board is not None and array is not None:
        tuples = not isinstance(answer, np.ndarray) and any(isinstance(row, tuple) for row in answer)
        if array.shape == board.shape and array.ndim > 1 and not tuples:
            return _of_grid(problem, board, NumberGrid(array))
        if array.ndim == 2 and array.shape[1] == board.ndim and board.ndim > 1:
            return _of_squares(problem, board, array)
        if array.ndim > 1 and not tuples:
            shape = "x".join(map(str, array.shape))
            raise ProblemError(f"a number grid of {shape} does not fit on {board}")
    if array is not None and array.ndim == 1 and (board is not None or isinstance(answer, np.ndarray)):
        return _of_order(problem, array)
    return _of_labels(problem, list(answer))


def _as_whole_numbers(answer: object) -> npt.NDArray[np.int64] | None:
    try:
        array = np.asarray(answer)
    except ValueError:  # rows of different lengths
        return None
    return array.astype(np.int64) if array.dtype.kind in "iu" and array.size else None


def _placed(valid: npt.NDArray[np.bool_], vertices: npt.NDArray[Any], bad: list[Fault]) -> Numbering:
    numbers = np.arange(1, len(vertices) + 1, dtype=np.int64)
    if valid.all():
        return Numbering(numbers, vertices.astype(np.int64))
    lost = tuple(numbers[~valid].tolist())
    return Numbering(numbers[valid], vertices[valid].astype(np.int64), False, tuple(bad), lost)


def _of_order(problem: TourProblem, order: npt.NDArray[Any]) -> Numbering:
    valid = (order >= 0) & (order < len(problem))
    bad = [
        Fault(
            FaultKind.OFF_BOARD, f"step {step + 1} is vertex {order[step]}, and there is none", (step + 1,)
        )
        for step in np.flatnonzero(~valid).tolist()
    ]
    return _placed(valid, order, bad)


def _of_squares(problem: TourProblem, board: Board, squares: npt.NDArray[np.int64]) -> Numbering:
    shape = np.array(board.shape)
    inside: npt.NDArray[np.bool_] = np.logical_and.reduce((squares >= 0) & (squares < shape), axis=1)
    cells = np.ravel_multi_index(tuple(np.where(inside[:, None], squares, 0).T), board.shape)
    numbers = np.full(board.cells, -1, np.int64)
    numbers[cell_numbers(board, np.arange(len(board)))] = np.arange(len(board))
    vertices = numbers[cells]
    bad = []
    for row in np.flatnonzero(~inside | (vertices < 0)).tolist():
        square = tuple(squares[row].tolist())
        bad.append(_misplaced(board, row + 1, square, hole=bool(inside[row])))
    return _placed(inside & (vertices >= 0), vertices, bad)


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
        except (InputError, TypeError):  # TypeError: a square that is no sequence at all
            board = problem.board
            hole = board is not None and isinstance(label, tuple) and label in board.holes
            if board is not None:
                bad.append(_misplaced(board, step, label, hole=hole))
            else:
                text = f"step {step} is {label!r}, and the graph has no such vertex"
                bad.append(Fault(FaultKind.OFF_BOARD, text, (step,), (label,)))
    return _placed(vertices >= 0, vertices, bad)


def _of_grid(problem: TourProblem, board: Board, grid: NumberGrid) -> Numbering:
    shift = grid.first_number - 1
    cells = np.where(grid.holes, 0, grid.numbers - shift).ravel()
    carries = ~grid.holes.ravel()
    squares = cell_numbers(board, np.arange(len(board)))
    vertices = np.flatnonzero(carries[squares])
    numbers = cells[squares][vertices]
    in_range = bool(len(numbers)) and numbers.min() >= 1 and numbers.max() <= len(board)
    if in_range and carries.sum() == len(vertices) == len(board):
        visited = np.full(len(board), -1, np.int64)
        visited[numbers - 1] = vertices
        if (visited >= 0).all():  # every number stands once, on a square of its own
            return Numbering(np.arange(1, len(board) + 1), visited, shift=shift)
    order = np.argsort(numbers, kind="stable")
    in_holes = np.setdiff1d(np.flatnonzero(carries), squares) if board.holes else np.zeros(0, np.int64)
    bad = []
    for cell in in_holes.tolist():
        square = tuple(int(place) for place in np.unravel_index(cell, board.shape))
        bad.append(_misplaced(board, int(cells[cell]) + shift, square, hole=True))
    lost = tuple(cells[in_holes].tolist())
    return Numbering(numbers[order], vertices[order], True, tuple(bad), lost, shift)
