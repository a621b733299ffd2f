"""Repairs: from a walk that came to a dead end to the wanted tour, or the longest path found."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from knight_models.core.board import Board
from knight_models.core.limits import Deadline, require_memory
from knight_models.core.problem import Kind, TourProblem
from knight_models.engine.kernel import FOUND, GAVE_UP, LIMIT, RUNNING, KernelRun
from knight_models.engine.rotation import SegmentList, order_of
from knight_models.engine.walk.batch import Ground
from knight_models.solvers.rotation.kernel import ROTATION
from knight_models.solvers.rotation.records import (
    HOLE,
    RECENT,
    Lattice,
    Moves,
    RotationState,
    Scratch,
    Unvisited,
)

BLOCK = 1 << 20
"""Squares that numpy works on between two looks at the clock."""

BYTES_A_SQUARE = 24
"""Memory of the arrays of a repair and of the tour."""

_EMPTY = np.zeros(0, np.int32)


class KernelMoves:
    """The moves of a problem as the rotation kernel takes them, made once for all repairs.

    Parameters
    ----------
    problem : the question, without direction
    ground : what its walks go over; where that is a flat board, the kernel works out the moves itself,
        and calls the vertices by their cells
    memory : bytes allowed; None = the memory of the machine

    Attributes
    ----------
    size : how many numbers the kernel has for vertices
    width : the length of the longest row of moves
    required : shape (2n,), the other ends of the required moves at each vertex, -1 = none; or empty

    Raises
    ------
    InputError : if the arrays of a repair would not fit in memory
    """

    def __init__(self, problem: TourProblem, ground: Ground, memory: int | None) -> None:
        self.problem = problem
        self.board = problem.carried_board
        self._flat = None if ground.padded is None else ground.padded.board
        self._task = task = ground.task
        if self._flat is not None:
            self.size, self.width = math.prod(self._flat.shape), len(self._flat.vectors)
        else:
            assert task is not None
            self.size = len(task.moves)
            self.width = max(1, int(task.moves.degrees.max()), int(task.closing.degrees.max()))
        require_memory(BYTES_A_SQUARE * self.size, memory, f"rotations for the {problem}")
        self._cells = _EMPTY if self.board is None else _cells(problem, self.board)
        self.required = _required(problem)

    def numbers(self, vertices: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
        """The numbers that the kernel has for these vertices."""
        return self._cells[vertices] if self._flat is not None and len(self._cells) else vertices

    def number(self, vertex: int | None) -> int:
        """The number that the kernel has for a vertex; -1 for None."""
        return -1 if vertex is None else int(self.numbers(np.array([vertex], np.int32))[0])

    def vertices(self, numbers: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
        """The vertices that the kernel has these numbers for."""
        if self._flat is not None and len(self._cells):
            return np.searchsorted(self._cells, numbers).astype(np.int32)
        return numbers

    @property
    def records(self) -> tuple[Moves, Moves, Lattice]:
        """The moves, the moves that join the ends of a path, and the board."""
        board = self.board
        if self._flat is not None:
            vectors = np.array(self._flat.vectors, np.int64).T
            moves = closing = Moves(_EMPTY, _EMPTY, vectors[0], vectors[1], np.array(self._flat.shape))
        else:
            assert self._task is not None
            moves = Moves(*self._task.moves.rows, _EMPTY, _EMPTY, _EMPTY)
            closing = Moves(*self._task.closing.rows, _EMPTY, _EMPTY, _EMPTY)
        if board is None:
            return moves, closing, Lattice(_EMPTY, _EMPTY, _EMPTY, _EMPTY)
        cells = vertex_at = _EMPTY
        if self._flat is None and len(self._cells):
            cells, vertex_at = self._cells, np.full(board.cells, -1, np.int32)
            vertex_at[cells] = np.arange(len(cells), dtype=np.int32)
        wraps = np.array([axis in board.wrap for axis in range(board.ndim)])
        return moves, closing, Lattice(np.array(board.shape), wraps, cells, vertex_at)

    def holes(self) -> npt.NDArray[np.int64]:
        """The numbers that the kernel has for holes."""
        if self._flat is None or not self._flat.holes:
            return np.zeros(0, np.int64)
        holes = np.array(sorted(self._flat.holes), np.int64)
        numbers: npt.NDArray[np.int64] = np.ravel_multi_index(tuple(holes.T), self._flat.shape)
        return numbers

    def onward(self, unvisited: npt.NDArray[np.int32], deadline: Deadline) -> npt.NDArray[np.int32]:
        """How many of some vertices a move leads to from each vertex; too few if the time is up before."""
        if self._flat is not None:
            return _onward_on(self._flat, unvisited, deadline)
        assert self._task is not None
        moves, wanted = self._task.moves, np.zeros(self.size, np.bool_)
        wanted[unvisited] = True
        sources = moves.sources[wanted[moves.indices]]
        return np.bincount(sources, minlength=self.size).astype(np.int32)

    @property
    def coloured(self) -> bool:
        """Whether every move leads to a square of the other colour, as on a chessboard."""
        board = self.board
        if board is None or not board.leap.changes_colour:
            return False
        return all(board.shape[axis] % 2 == 0 for axis in board.wrap)


def _cells(problem: TourProblem, board: Board) -> npt.NDArray[np.int32]:
    """The cell of each vertex; empty where they have the same numbers."""
    if problem.graph is not None:
        squares = np.array(list(problem.graph), np.int64)
        cells: npt.NDArray[np.int32] = np.ravel_multi_index(tuple(squares.T), board.shape).astype(np.int32)
        return cells
    if not board.holes:
        return _EMPTY
    holes = np.array(sorted(board.holes), np.int64)
    every = np.arange(math.prod(board.shape), dtype=np.int32)
    return np.delete(every, np.ravel_multi_index(tuple(holes.T), board.shape))


def _onward_on(board: Board, unvisited: npt.NDArray[np.int32], deadline: Deadline) -> npt.NDArray[np.int32]:
    rows, columns = board.shape
    onward = np.zeros(rows * columns, np.int32)
    for begin in range(0, len(unvisited), BLOCK):
        if deadline.expired:
            break
        row, column = np.divmod(unvisited[begin : begin + BLOCK], np.int32(columns))
        for rise, shift in board.vectors:
            above, beside = row + np.int32(rise), column + np.int32(shift)
            inside = (above >= 0) & (above < rows) & (beside >= 0) & (beside < columns)
            # One move leads to different squares from different ones, so none is counted twice.
            onward[(above * np.int32(columns) + beside)[inside]] += 1
    return onward


def _required(problem: TourProblem) -> npt.NDArray[np.int32]:
    """The other ends of the required moves, two places a vertex."""
    if not problem.required:
        return _EMPTY
    required = np.full(2 * len(problem), -1, np.int32)
    for move in problem.required_indices:
        for vertex, other in (move, move[::-1]):
            required[2 * vertex + int(required[2 * vertex] >= 0)] = other
    return required


class Repair:
    """Rotations and extensions of one walk.

    Parameters
    ----------
    moves : the moves
    walk : shape (k,), the vertices of the walk
    patience : fruitless rotations, one after the other, after which to give up
    random : the first random state
    deadline : when to stop
    steps : extensions and rotations that are allowed; None = no limit

    Attributes
    ----------
    state : how far the repair is; see `RotationState`
    """

    def __init__(
        self,
        moves: KernelMoves,
        walk: npt.NDArray[np.int32],
        patience: int,
        random: int,
        deadline: Deadline,
        steps: int | None,
    ) -> None:
        self._moves = moves
        self._deadline = deadline
        walk = _without_loose_ends(walk, moves.required)
        self.state = self._first_state(len(walk), patience, random)
        self.state.steps_left = -1 if steps is None else steps
        path, unvisited = self._first_path(moves.numbers(walk))
        tail_row, head_row = np.zeros(moves.width, np.int32), np.zeros(moves.width, np.int32)
        scratch = Scratch(tail_row, head_row, np.full(RECENT, -1, np.int32))
        records = [*moves.records, moves.required, path, unvisited, scratch, self.state]
        self._run = KernelRun(ROTATION, records, moves.size, deadline)
        self._reply = RUNNING

    def _first_state(self, length: int, patience: int, random: int) -> RotationState:
        moves, problem, board = self._moves, self._moves.problem, self._moves.board
        start, end = problem.start_index, problem.end_index
        if problem.closed:  # the start of a closed tour is only where its listing begins
            start = None
        elif start is None:  # the path is searched backwards
            start, end = end, None
        return RotationState(
            count=len(problem),
            length=length,
            start=moves.number(start),
            end=moves.number(end),
            closed=problem.closed,
            apart=problem.kind is Kind.STRICTLY_OPEN,
            steps_left=-1,
            patience=patience,
            span=16 + (sum(board.shape) if board is not None else 0),
            coloured=moves.coloured,
            longest_step=board.leap.longest_step if board is not None else 1,
            longest_sum=board.leap.longest_sum if board is not None else 1,
            random=random,
        )

    def _first_path(self, walk: npt.NDArray[np.int32]) -> tuple[SegmentList, Unvisited]:
        """The walk as a list of one segment, and the vertices that are not on it."""
        count = len(self._moves.problem)
        vertices = walk if len(walk) == count else np.empty(count, np.int32)
        vertices[: len(walk)] = walk
        position = self._positions(walk)
        missing = self._missing(position)
        for begin in range(0, len(missing), BLOCK):
            some = missing[begin : begin + BLOCK]
            position[some] = -1 - np.arange(begin, begin + len(some), dtype=np.int32)
        segments = max(24, math.isqrt(count) // 2)
        first, last = np.zeros(segments, np.int64), np.zeros(segments, np.int64)
        last[0] = len(walk) - 1
        onward = self._moves.onward(missing, self._deadline)
        unvisited = Unvisited(missing if len(missing) else np.zeros(1, np.int32), onward)
        return SegmentList(vertices, np.empty(count, np.int32), position, first, last), unvisited

    def _positions(self, walk: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
        """Where each vertex stands on the walk; `HOLE` for holes, and -1 for the others."""
        position = np.full(self._moves.size, -1, np.int32)
        position[self._moves.holes()] = HOLE
        for begin in range(0, len(walk), BLOCK):
            some = walk[begin : begin + BLOCK]
            position[some] = np.arange(begin, begin + len(some), dtype=np.int32)
            if self._deadline.expired:
                break
        return position

    def _missing(self, position: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
        """The vertices without a position; none once the time is up, since no rotation will follow."""
        found = [position[:0]]
        for begin in range(0, len(position), BLOCK):
            some = np.flatnonzero(position[begin : begin + BLOCK] == -1)
            found.append((some + begin).astype(np.int32))
        return np.concatenate(found) if not self._deadline.expired else position[:0]

    def ready(self) -> bool:
        """Wait until the rotations can begin; false if the time is up before."""
        return self._run.ready()

    def step(self) -> bool:
        """Go on for about 50 ms; false once the repair has ended."""
        if self._deadline.expired:
            return False
        self._reply = self._run()
        return self._reply == RUNNING

    @property
    def found(self) -> bool:
        """Whether the path is the wanted tour."""
        return self._reply == FOUND

    @property
    def stopped_by(self) -> str | None:
        """The limit that stopped the repair, if one did."""
        if self._reply in (FOUND, GAVE_UP):
            return None
        return "step limit" if self._reply == LIMIT else "time limit"

    def order(self) -> npt.NDArray[np.int32]:
        """The vertices of the path in order; once the tour is found, as the problem wants it listed."""
        problem = self._moves.problem
        head = self._moves.number(problem.start_index) if self.found and problem.closed else -1
        order = self._moves.vertices(order_of(self._run.path, self.state, head))
        backwards = problem.start is None and problem.end is not None
        return order[::-1] if backwards else order


def _without_loose_ends(
    walk: npt.NDArray[np.int32], required: npt.NDArray[np.int32]
) -> npt.NDArray[np.int32]:
    """The walk without the vertices at its ends that have a required move to a vertex elsewhere on it."""
    if not len(required):
        return walk
    order = walk.tolist()
    while len(order) > 1 and any(other not in (-1, order[1]) for other in required[2 * order[0] :][:2]):
        order.pop(0)
    while len(order) > 1 and any(other in order[:-2] for other in required[2 * order[-1] :][:2]):
        order.pop()
    return np.array(order, np.int32)
