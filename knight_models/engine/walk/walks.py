"""Warnsdorff's walks: which kernel walks them, and what is done between its calls."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from knight_models.core.board import Board
from knight_models.core.limits import Deadline
from knight_models.core.problem import Kind, TourProblem
from knight_models.engine.kernel import RUNNING, KernelRun
from knight_models.engine.moves import carried_board
from knight_models.engine.orders import MoveOrder, move_vectors
from knight_models.engine.required import Constrained, constrained
from knight_models.engine.run import Run
from knight_models.engine.walk import board_walk, graph_walk, padded_board
from knight_models.engine.walk.walk_state import (
    CLOSING,
    COUNT,
    DEPTH,
    DONE,
    LEFT,
    LIMIT,
    LONGEST,
    OPEN_END,
    PLACED,
    SUCCESS,
    THERE_AND_BACK,
    WALK,
    WANTED,
)

__all__ = ["ENDINGS", "Ground", "WalkRun"]

ENDINGS = {
    Kind.OPEN: CLOSING | OPEN_END | THERE_AND_BACK,
    Kind.CLOSED: CLOSING,
    Kind.STRICTLY_OPEN: OPEN_END,
}
"""Which endings of a complete walk make it a tour of each kind."""

LOWEST_BIT = np.array([0] + [(mask & -mask).bit_length() - 1 for mask in range(1, 256)], np.int64)


@dataclass(frozen=True, eq=False)
class Ground:
    """The moves that walks go over, in the form that suits the problem: padded bytes, or rows.

    Parameters
    ----------
    problem : the question
    padded : the board with a border, where the problem is such a board without further conditions
    task : the moves as rows, where it is anything else
    order : the move order
    """

    problem: TourProblem
    order: MoveOrder
    padded: padded_board.PaddedBoard | None
    task: Constrained | None

    @classmethod
    def of(cls, run: Run, order: MoveOrder) -> Ground:
        """The ground of the problem of a run.

        Raises
        ------
        InputError : if it would not fit in memory
        TimeoutError : if the deadline passes before it is made
        """
        problem, board = run.problem, run.problem.board
        plain = not (problem.required or problem.forbidden or problem.end is not None)
        if board is not None and plain and board.ndim == 2 and not board.wrap:
            return cls(problem, order, padded_board.PaddedBoard.of(board, run.limits.memory), None)
        return cls(problem, order, None, constrained(run, run.moves_in(order)))

    def starts(self) -> range | npt.NDArray[np.int64]:
        """The vertices where a walk may begin; without an array for them all where all may."""
        start, end = self.problem.start_index, self.problem.end_index
        if self.task is None:
            return range(len(self.problem)) if start is None else range(start, start + 1)
        candidates: npt.NDArray[np.int64] = np.flatnonzero(self.task.may_start)
        if start is not None:
            return np.extract(candidates == start, candidates)
        return (
            candidates
            if end is None or len(self.problem) == 1
            else np.extract(candidates != end, candidates)
        )


class WalkRun:
    """Walks from many starts, one after the other.

    Parameters
    ----------
    ground : what they go over
    rules : how ties are broken, see `kernels.ties`
    starts, randoms : k of them, the vertex and the random state that each walk begins with
    deadline : when to stop
    until : the kind of tour that ends the run; None = walk them all
    steps : squares that may be placed; None = no limit
    """

    def __init__(
        self,
        ground: Ground,
        rules: list[int],
        starts: range | npt.NDArray[Any],
        randoms: npt.NDArray[np.int64],
        deadline: Deadline,
        *,
        until: Kind | None = None,
        steps: int | None = None,
    ) -> None:
        self._ground = ground
        self._rules = np.array(rules, np.int64)
        self._outcome = [np.zeros(len(starts), np.int32), np.zeros(len(starts), np.uint8)]
        first = np.asarray(starts, np.int32)
        size = len(ground.problem)
        if ground.padded is not None:
            self._cells = _cell_numbers(ground.padded.board)
            first = first if self._cells is None else self._cells[first]
            kernel, arguments = board_walk.BOARD_WALK, self._on_board(ground.padded, [first, randoms])
            self._lengths_at = 10
        else:
            self._cells = None
            assert ground.task is not None
            kernel, arguments = graph_walk.GRAPH_WALK, self._on_graph(ground.task, [first, randoms])
            self._lengths_at = 13
        state = arguments[-1]
        state[WANTED] = 0 if until is None else ENDINGS[until]
        state[LEFT] = -1 if steps is None else steps
        self._deadline = deadline
        self._run = KernelRun(kernel, arguments, size * len(starts), deadline)
        self.answer = RUNNING

    def _on_board(self, padded: padded_board.PaddedBoard, begin: list[Any]) -> list[Any]:
        vectors = move_vectors(self._ground.problem, self._ground.order) or padded.board.vectors
        path = np.empty(len(padded.board), np.int32)
        moves = padded.moves(vectors)
        cells = np.empty_like(padded.cells)
        return [
            *(padded.cells, cells, *moves, LOWEST_BIT, self._rules),
            *(*begin, *self._outcome, path, padded.first_state()),
        ]

    def _on_graph(self, task: Constrained, begin: list[Any]) -> list[Any]:
        problem, rows, count = self._ground.problem, task.moves, len(task.moves)
        into = rows.reverse
        scratch = [np.zeros(count, np.int32), np.zeros(count, np.uint8), np.zeros(count, np.int32)]
        state = np.zeros(graph_walk.STATE_SIZE, np.int64)
        state[COUNT] = count
        state[graph_walk.END] = -1 if problem.end_index is None else problem.end_index
        state[graph_walk.CLOSED] = problem.closed
        state[graph_walk.DIRECTED] = problem.directed
        tied = np.zeros(max(1, int(rows.degrees.max())), np.int32)
        return [
            *(rows.indptr, rows.indices, into.indptr, into.indices),
            *(task.closing.indptr, task.closing.indices, task.partner, task.may_end),
            *(rows.degrees, _heights(problem), self._rules, *begin, *self._outcome, *scratch, tied, state),
        ]

    def ready(self) -> bool:
        """Wait until the walks can begin; false if the time is up before."""
        return self._run.ready()

    def step(self) -> bool:
        """Walk on for about 50 ms; false once the run has ended."""
        if self._deadline.expired:
            return False
        self.answer = self._run()
        return self.answer == RUNNING

    def turn(self, order: MoveOrder, stop: int) -> None:
        """Go on with another move order (on a plain board), up to a square; -1 = to the end."""
        assert self._ground.padded is not None
        vectors = move_vectors(self._ground.problem, order) or self._ground.padded.board.vectors
        for place, moves in enumerate(self._ground.padded.moves(vectors), start=2):
            self._run.replace(place, moves)
        self.state[padded_board.STOP] = stop

    @property
    def switched(self) -> bool:
        """Whether the walk has come to the square at which to turn."""
        return self.answer == board_walk.SWITCH

    @property
    def state(self) -> Any:
        """The state array of the kernel."""
        return self._run[-1]

    @property
    def succeeded(self) -> bool:
        """Whether the walk under way is a tour of the kind that ends the run."""
        return self.answer == SUCCESS

    @property
    def stopped_by(self) -> str | None:
        """The limit that stopped the walks, if one did."""
        if self.answer in (DONE, SUCCESS):
            return None
        return "step limit" if self.answer == LIMIT else "time limit"

    @property
    def placed(self) -> int:
        """Squares placed by all walks."""
        return int(self.state[PLACED])

    @property
    def depth(self) -> int:
        """Squares of the walk under way."""
        return int(self.state[DEPTH])

    @property
    def longest(self) -> int:
        """Squares of the longest walk."""
        return max(int(self.state[LONGEST]), self.depth)

    @property
    def walk(self) -> int:
        """The number of the walk under way; how many are done, once all are."""
        return int(self.state[WALK])

    def lengths(self) -> npt.NDArray[np.int32]:
        """Shape (k,): the squares of each walk."""
        return np.array(self._run[self._lengths_at], np.int32)

    def endings(self) -> npt.NDArray[np.uint8]:
        """Shape (k,): for each walk how it ends, 0 if it is not complete."""
        return np.array(self._run[self._lengths_at + 1], np.uint8)

    def path(self) -> npt.NDArray[np.int32]:
        """The vertices of the walk under way, or of the last one."""
        length = self.depth or int(self._run[self._lengths_at][-1])
        path = np.asarray(self._run[self._lengths_at + 2], np.int32)[:length]
        return path if self._cells is None else _vertex_numbers(self._ground.problem, path)


def _cell_numbers(board: Board) -> npt.NDArray[np.int32] | None:
    """The row-major cell of each square; None where they are the same."""
    if not board.holes:
        return None
    return np.delete(np.arange(board.cells, dtype=np.int32), board.hole_cells)


def _vertex_numbers(problem: TourProblem, cells: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    assert problem.board is not None
    squares = _cell_numbers(problem.board)
    return cells if squares is None else np.searchsorted(squares, cells).astype(np.int32)


def _heights(problem: TourProblem) -> npt.NDArray[np.int64]:
    """How near to the centre of the board each vertex lies: minus its distance, squared and scaled."""
    board = carried_board(problem)
    if board is None:
        return np.zeros(len(problem), np.int64)
    squares = np.array([problem.vertices.square(vertex) for vertex in range(len(problem))])
    away: npt.NDArray[np.int64] = ((2 * squares + 1 - np.array(board.shape)) ** 2).sum(axis=1)
    return -away
