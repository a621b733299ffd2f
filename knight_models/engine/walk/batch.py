"""Walks from many starts: the form of the moves, the kernel that suits it, and a run of walks over them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from knight_models.core.board import Board, Square
from knight_models.core.errors import SolverError
from knight_models.core.limits import Deadline
from knight_models.core.problem import Kind, TourProblem
from knight_models.engine.kernel import (
    DONE,
    FOUND,
    LIMIT,
    RUNNING,
    SWITCH,
    UNKNOWN_RULE,
    Kernel,
    KernelRun,
)
from knight_models.engine.orders import MoveOrder, move_vectors
from knight_models.engine.required import Constrained, constrained
from knight_models.engine.run import Run
from knight_models.engine.walk.board import BOARD_WALK, PaddedBoard
from knight_models.engine.walk.graph import GRAPH_WALK, graph_records
from knight_models.engine.walk.records import CLOSING, OPEN_END, THERE_AND_BACK, Batch, WalkState

ENDINGS = {
    Kind.OPEN: CLOSING | OPEN_END | THERE_AND_BACK,
    Kind.CLOSED: CLOSING,
    Kind.STRICTLY_OPEN: OPEN_END,
}
"""Which endings of a complete walk make it a tour of each kind."""


@dataclass(frozen=True, eq=False)
class Ground:
    """The moves that walks go over: as a padded board, or as rows.

    Parameters
    ----------
    problem : the question
    order : the move order
    padded : the board with a border, if the problem is a flat board without further conditions
    task : the moves as rows for every other problem
    """

    problem: TourProblem
    order: MoveOrder
    padded: PaddedBoard | None
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
        if board is not None and plain and PaddedBoard.takes(board):
            return cls(problem, order, PaddedBoard.of(board, run.limits.memory), None)
        return cls(problem, order, None, constrained(run, run.moves_in(order)))

    def starts(self) -> range | npt.NDArray[np.int64]:
        """The vertices where a walk may begin; a range if all of them, so that it takes no memory."""
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
    ground : the moves that they go over
    rules : how ties are broken, by the codes of `engine.ties`
    starts, randoms : shape (k,), the vertex and the random state that each walk begins with
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
        self._deadline = deadline
        self._cells = None if ground.padded is None else _cell_numbers(ground.padded.board)
        count = len(starts)
        first = np.asarray(starts, np.int32)
        first = first if self._cells is None else self._cells[first]
        batch = Batch(first, randoms, np.zeros(count, np.int32), np.zeros(count, np.uint8))
        wanted = 0 if until is None else ENDINGS[until]
        kernel, records = self._records(np.array(rules, np.int64), batch, wanted, steps)
        self._state: WalkState = records[-1]
        self._run = KernelRun(kernel, records, len(ground.problem) * count, deadline)
        self._reply = RUNNING

    def _records(
        self, rules: npt.NDArray[np.int64], batch: Batch, wanted: int, steps: int | None
    ) -> tuple[Kernel, list[Any]]:
        """The kernel and its records."""
        ground, left = self._ground, -1 if steps is None else steps
        if ground.padded is not None:
            vectors = self._vectors(ground.padded, ground.order)
            return BOARD_WALK, ground.padded.records(vectors, rules, batch, wanted, left)
        assert ground.task is not None
        return GRAPH_WALK, graph_records(ground.problem, ground.task, rules, batch, wanted, left)

    def _vectors(self, padded: PaddedBoard, order: MoveOrder) -> tuple[Square, ...]:
        return move_vectors(self._ground.problem, order) or padded.board.vectors

    def ready(self) -> bool:
        """Wait until the walks can begin; false if the time is up before."""
        return self._run.ready()

    def step(self) -> bool:
        """Walk on for about 50 ms; returns whether the run has not ended.

        Raises
        ------
        SolverError : if the kernel does not know one of the rules
        """
        if self._deadline.expired:
            return False
        self._reply = self._run()
        if self._reply == UNKNOWN_RULE:
            raise SolverError("this walk does not know one of its tie rules")
        return self._reply == RUNNING

    def turn(self, order: MoveOrder, stop: int) -> None:
        """Go on with another move order (on a flat board), up to a square; -1 = to the end."""
        padded = self._ground.padded
        assert padded is not None
        self._run.replace("leaps", padded.leaps(self._vectors(padded, order)))
        self._run.state.stop = stop

    @property
    def switched(self) -> bool:
        """Whether the walk has come to the square at which to turn."""
        return self._reply == SWITCH

    @property
    def succeeded(self) -> bool:
        """Whether the walk under way is a tour of the kind that ends the run."""
        return self._reply == FOUND

    @property
    def stopped_by(self) -> str | None:
        """The limit that stopped the walks, if one did."""
        if self._reply in (DONE, FOUND):
            return None
        return "step limit" if self._reply == LIMIT else "time limit"

    @property
    def placed(self) -> int:
        """Squares placed by all walks."""
        return self._state.placed

    @property
    def depth(self) -> int:
        """Squares of the walk under way."""
        return self._state.depth

    @property
    def longest(self) -> int:
        """Squares of the longest walk."""
        return max(self._state.longest, self.depth)

    @property
    def walk(self) -> int:
        """The number of the walk under way; the number of walks once all are done."""
        return self._state.walk

    def lengths(self) -> npt.NDArray[np.int32]:
        """Shape (k,): the squares of each walk."""
        return np.array(self._run.batch.lengths, np.int32)

    def endings(self) -> npt.NDArray[np.uint8]:
        """Shape (k,): how each walk ends, see `engine.walk.records`; 0 if it is not complete."""
        return np.array(self._run.batch.endings, np.uint8)

    def path(self) -> npt.NDArray[np.int32]:
        """The vertices of the walk under way, or of the last one."""
        length = self.depth or int(self._run.batch.lengths[-1])
        path = np.asarray(self._run.path, np.int32)[:length]
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
