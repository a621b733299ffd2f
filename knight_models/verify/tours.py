"""The faults of a tour: a list of squares, a number grid or an order of vertex numbers.

Whatever its form, a tour says which vertex carries which number. Number `k` and number `k + 1`
have to be a move apart; every vertex carries exactly one number, and every number stands once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from knight_models.board import Board
from knight_models.errors import InputError, ProblemError
from knight_models.problem import Kind, TourProblem
from knight_models.tour import Tour, cell_numbers
from knight_models.verify.fault import Fault, FaultKind
from knight_models.verify.moves import Moves, moves_of

__all__ = ["Numbering", "numbering_of", "tour_faults"]

TourLike = Tour | Sequence[Any] | npt.NDArray[Any]


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
    """

    numbers: npt.NDArray[np.int64]
    vertices: npt.NDArray[np.int64]
    grid: bool = False
    misplaced: tuple[Fault, ...] = ()
    misplaced_numbers: tuple[int, ...] = ()


def tour_faults(problem: TourProblem, answer: TourLike) -> list[Fault]:
    """Every fault of a tour."""
    numbering = numbering_of(problem, answer)
    moves = moves_of(problem)
    faults = list(numbering.misplaced)
    faults += _repeated_numbers(problem, numbering) if numbering.grid else []
    faults += _missing_numbers(problem, numbering)
    faults += _repeated_vertices(problem, numbering) + _missing_vertices(problem, numbering)
    faults += _broken_steps(problem, numbering, moves)
    faults += _wrong_ends(problem, numbering, moves)
    if problem.required or problem.forbidden:
        faults += _wrong_moves(problem, numbering)
    return faults


def numbering_of(problem: TourProblem, answer: TourLike) -> Numbering:
    """Which vertex carries which number, from any of the forms that a tour comes in.

    Raises
    ------
    ProblemError : if the answer has none of these forms
    """
    if isinstance(answer, Tour):
        return _of_order(problem, answer.order)
    array = _as_whole_numbers(answer)
    board = problem.board
    if board is not None and array is not None:
        tuples = not isinstance(answer, np.ndarray) and any(isinstance(row, tuple) for row in answer)
        if array.shape == board.shape and array.ndim > 1 and not tuples:
            return _of_grid(problem, board, array)
        if array.ndim == 2 and array.shape[1] == board.ndim and board.ndim > 1:
            return _of_squares(problem, board, array)
        if array.ndim > 1 and not tuples:
            shape = "x".join(map(str, array.shape))
            raise ProblemError(f"a number grid of {shape} does not fit on {board}")
    if array is not None and array.ndim == 1 and (board is not None or isinstance(answer, np.ndarray)):
        return _of_order(problem, array)
    if isinstance(answer, str) or not isinstance(answer, Iterable):
        raise ProblemError(f"a tour is a list of squares, a number grid or an order, not {answer!r}")
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
        Fault(FaultKind.OFF_BOARD, f"step {step + 1} is vertex {order[step]}, and there is none", (step + 1,))
        for step in np.flatnonzero(~valid).tolist()
    ]
    return _placed(valid, order, bad)


def _of_squares(problem: TourProblem, board: Board, squares: npt.NDArray[np.int64]) -> Numbering:
    shape = np.array(board.shape)
    inside = ((squares >= 0) & (squares < shape)).all(axis=1)
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


def _of_grid(problem: TourProblem, board: Board, grid: npt.NDArray[np.int64]) -> Numbering:
    cells = grid.ravel()
    squares = cell_numbers(board, np.arange(len(board)))
    carried = cells[squares]
    vertices = np.flatnonzero(carried != 0)
    numbers = carried[vertices]
    order = np.argsort(numbers, kind="stable")
    bad = []
    holes = np.setdiff1d(np.flatnonzero(cells), squares) if board.holes else np.zeros(0, np.int64)
    for cell in holes.tolist():
        square = tuple(int(place) for place in np.unravel_index(cell, board.shape))
        bad.append(_misplaced(board, int(cells[cell]), square, hole=True))
    lost = tuple(cells[holes].tolist())
    return Numbering(numbers[order], vertices[order], True, tuple(bad), lost)


def _repeated_numbers(problem: TourProblem, numbering: Numbering) -> list[Fault]:
    values, first, counts = np.unique(numbering.numbers, return_index=True, return_counts=True)
    faults = []
    for place in np.flatnonzero(counts > 1).tolist():
        number = int(values[place])
        stands = numbering.vertices[first[place] : first[place] + counts[place]].tolist()
        names = " and ".join(map(problem.name, stands))
        text = f"{number} appears {_times(len(stands))}, on {names}"
        squares = tuple(map(problem.vertices.square, stands))
        faults.append(Fault(FaultKind.NUMBER_REPEATED, text, (number,), squares))
    return faults


def _missing_numbers(problem: TourProblem, numbering: Numbering) -> list[Fault]:
    if not numbering.grid:
        return []
    there = np.union1d(numbering.numbers, np.array(numbering.misplaced_numbers, np.int64))
    wanted = np.arange(1, len(problem) + 1)
    missing = np.setdiff1d(wanted, there).tolist()
    faults = [Fault(FaultKind.NUMBER_MISSING, f"{k} is missing", (k,)) for k in missing]
    beyond = numbering.numbers[(numbering.numbers < 1) | (numbering.numbers > len(problem))].tolist()
    for number in beyond:
        text = f"{number} is not among the numbers 1 to {len(problem)}"
        faults.append(Fault(FaultKind.OFF_BOARD, text, (number,)))
    return faults


def _repeated_vertices(problem: TourProblem, numbering: Numbering) -> list[Fault]:
    counts = np.bincount(numbering.vertices, minlength=len(problem))
    if not (counts > 1).any():
        return []
    by_vertex = np.argsort(numbering.vertices, kind="stable")
    begin = np.concatenate(([0], np.cumsum(counts)))
    faults = []
    for vertex in np.flatnonzero(counts > 1).tolist():
        steps = numbering.numbers[by_vertex[begin[vertex] : begin[vertex + 1]]].tolist()
        listed = " and ".join(map(str, steps))
        text = f"{problem.name(vertex)} is visited {_times(len(steps))}, at steps {listed}"
        square = problem.vertices.square(vertex)
        faults.append(Fault(FaultKind.REPEATED, text, tuple(steps), (square,)))
    return faults


def _missing_vertices(problem: TourProblem, numbering: Numbering) -> list[Fault]:
    counts = np.bincount(numbering.vertices, minlength=len(problem))
    return [
        Fault(
            FaultKind.MISSING,
            f"{problem.name(vertex)} is never visited",
            (),
            (problem.vertices.square(vertex),),
        )
        for vertex in np.flatnonzero(counts == 0).tolist()
    ]


def _broken_steps(problem: TourProblem, numbering: Numbering, moves: Moves) -> list[Fault]:
    steps = _consecutive(numbering)
    first, second = numbering.vertices[steps], numbering.vertices[steps + 1]
    broken = np.flatnonzero(~moves.joined(first, second)).tolist()
    faults = []
    for place in broken:
        number = int(numbering.numbers[steps[place]])
        ends = int(first[place]), int(second[place])
        text = f"step {number} to {number + 1}, {_pair(problem, ends)}, is not a move"
        squares = tuple(map(problem.vertices.square, ends))
        faults.append(Fault(FaultKind.NOT_A_MOVE, text, (number, number + 1), squares))
    return faults


def _consecutive(numbering: Numbering) -> npt.NDArray[np.int64]:
    """Places k in the numbering where number k + 1 follows and both numbers stand only once."""
    numbers = numbering.numbers
    steps = np.diff(numbers)
    fits = steps == 1
    if not fits.all():
        alone = np.ones(len(numbers) + 1, np.bool_)
        alone[:-1][np.flatnonzero(steps == 0)] = False
        alone[np.flatnonzero(steps == 0) + 1] = False
        fits &= alone[:-1][:-1] & alone[:-1][1:]
    return np.flatnonzero(fits)


def _wrong_ends(problem: TourProblem, numbering: Numbering, moves: Moves) -> list[Fault]:
    if not len(numbering.vertices):
        return []
    faults = []
    first, last = int(numbering.vertices[0]), int(numbering.vertices[-1])
    last_number = int(numbering.numbers[-1])
    for kind, wanted, got, step in (
        (FaultKind.WRONG_START, problem.start_index, first, 1),
        (FaultKind.WRONG_END, problem.end_index, last, last_number),
    ):
        if wanted is not None and wanted != got and not (problem.closed and numbering.grid):
            what = "starts" if kind is FaultKind.WRONG_START else "ends"
            text = f"the tour {what} at {problem.name(got)}, not at {problem.name(wanted)}"
            faults.append(Fault(kind, text, (step,), (problem.vertices.square(got),)))
    closes = _closes(problem, first, last, moves)
    squares = (problem.vertices.square(last), problem.vertices.square(first))
    if problem.closed and not closes:
        text = f"the tour does not close: {_pair(problem, (last, first))}, is not a move"
        if len(problem) < 3:
            text = f"a closed tour needs 3 vertices, or 2 opposite arcs; here are {len(problem)}"
        faults.append(Fault(FaultKind.NOT_CLOSED, text, (last_number, 1), squares))
    if problem.kind is Kind.STRICTLY_OPEN and first != last and _joined(moves, last, first):
        text = f"the ends are a move apart, {_pair(problem, (last, first))}: not strictly open"
        faults.append(Fault(FaultKind.ENDS_ADJACENT, text, (last_number, 1), squares))
    return faults


def _closes(problem: TourProblem, first: int, last: int, moves: Moves) -> bool:
    """Whether a move leads from the last vertex to the first that is not the only one between them."""
    return len(problem) >= (2 if problem.directed else 3) and _joined(moves, last, first)


def _joined(moves: Moves, first: int, second: int) -> bool:
    return bool(moves.joined(np.array([first]), np.array([second]))[0])


def _wrong_moves(problem: TourProblem, numbering: Numbering) -> list[Fault]:
    steps = _consecutive(numbering)
    ends = zip(numbering.vertices[steps].tolist(), numbering.vertices[steps + 1].tolist(), strict=True)
    used = set(ends)
    if problem.closed and len(numbering.vertices):
        used.add((int(numbering.vertices[-1]), int(numbering.vertices[0])))
    if not problem.directed:
        used |= {(second, first) for first, second in used}
    faults = []
    for kind, listed, wrong in (
        (FaultKind.REQUIRED_MISSING, problem.required_indices, False),
        (FaultKind.FORBIDDEN_USED, problem.forbidden_indices, True),
    ):
        what = "forbidden move is used" if wrong else "required move is not used"
        for move in listed:
            if (move in used) is wrong:
                squares = tuple(map(problem.vertices.square, move))
                faults.append(Fault(kind, f"the {what}: {_pair(problem, move)}", (), squares))
    return faults


def _pair(problem: TourProblem, move: tuple[int, int]) -> str:
    return f"{problem.name(move[0])} to {problem.name(move[1])}"


def _times(count: int) -> str:
    return "twice" if count == 2 else f"{count} times"
