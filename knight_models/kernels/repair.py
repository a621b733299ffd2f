"""From a walk that came to a dead end to the tour asked for, by rotations: arrays, kernel, answer."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from knight_models.graph import carried_board
from knight_models.kernels import rotation_state as place
from knight_models.kernels.rotation import ROTATION
from knight_models.kernels.runtime import RUNNING, KernelRun
from knight_models.kernels.walks import Ground
from knight_models.limits import Deadline, require_memory
from knight_models.problem import Kind, TourProblem

__all__ = ["Repair", "Terrain"]

PATH, SPARE, POSITION, FROMS, TOS, STATE = 11, 12, 13, 16, 17, 21
"""Places among the arguments of the kernel."""

AT_ONCE = 1 << 22
"""Squares that numpy works on between two looks at the clock."""

_NOTHING = np.zeros(0, np.int32)


class Terrain:
    """The moves of a problem as the rotations take them; made once for all repairs.

    Parameters
    ----------
    problem : the question, without direction
    ground : what its walks go over; where that has no rows, moves are worked out where they are needed
    memory : bytes allowed; None = the memory of the machine

    Raises
    ------
    InputError : if the arrays of a repair would not fit in memory
    """

    def __init__(self, problem: TourProblem, ground: Ground, memory: int | None) -> None:
        self.problem = problem
        self.rows = None if ground.task is None else ground.task.moves
        self.joins = None if ground.task is None else ground.task.closing
        require_memory(24 * len(problem), memory, f"the arrays of the {problem}")
        self.board = board = carried_board(problem)
        self.holes = np.zeros(0, np.int64)
        self.cells = _NOTHING
        if board is not None and board.holes:
            holes = np.array(sorted(board.holes), np.int64)
            self.holes = np.ravel_multi_index(tuple(holes.T), board.shape)
        if board is not None:
            self.cells = self._cell_numbers(board.shape)
        self.locks = _locks(problem)

    def _cell_numbers(self, shape: tuple[int, ...]) -> npt.NDArray[np.int32]:
        """The cell of each vertex; nothing where they have the same numbers."""
        graph = self.problem.graph
        if graph is not None:
            squares = np.array(list(graph), np.int64)
            cells: npt.NDArray[np.int32] = np.ravel_multi_index(tuple(squares.T), shape).astype(np.int32)
            return cells
        if not len(self.holes):
            return _NOTHING
        return np.delete(np.arange(math.prod(shape), dtype=np.int32), self.holes)

    @property
    def size(self) -> int:
        """The numbers that the kernel has for vertices."""
        return len(self.rows) if self.rows is not None else math.prod(self.board.shape)  # type: ignore[union-attr]  # without rows there is a board

    def numbers(self, vertices: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """What the kernel calls these vertices."""
        return self.cells[vertices] if self.rows is None and len(self.cells) else vertices

    def vertices(self, numbers: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
        """The vertices that the kernel calls so."""
        if self.rows is None and len(self.cells):
            return np.searchsorted(self.cells, numbers).astype(np.int32)
        return numbers

    def moves(self) -> list[npt.NDArray[Any]]:
        """The first arguments of the kernel."""
        rows, board = self.rows, self.board
        vectors = np.zeros((2, 0), np.int64)
        if rows is None:
            assert board is not None
            vectors = np.array(board.vectors, np.int64).T.copy()
        csr = [_NOTHING] * 4
        if self.rows is not None and self.joins is not None:
            csr = [part for moves in (self.rows, self.joins) for part in (moves.indptr, moves.indices)]
        sides = np.array(board.shape if board else (), np.int64)
        wraps = np.array([axis in board.wrap for axis in range(board.ndim)] if board else [], np.int64)
        cells = at = _NOTHING
        if rows is not None and board is not None and len(self.cells):
            cells, at = self.cells, np.full(board.cells, -1, np.int32)
            at[cells] = np.arange(len(cells), dtype=np.int32)
        return [*csr, *vectors, cells, at, sides, wraps, self.locks]

    def onward(self, missing: npt.NDArray[np.int32], deadline: Deadline) -> npt.NDArray[np.int32]:
        """How many of these vertices a move leads to from each vertex."""
        if self.rows is not None:
            there = np.zeros(len(self.rows), np.bool_)
            there[missing] = True
            sources = self.rows.sources[there[self.rows.indices]]
            return np.bincount(sources, minlength=len(self.rows)).astype(np.int32)
        assert self.board is not None
        rows, columns = self.board.shape
        onward = np.zeros(rows * columns, np.int32)
        for begin in range(0, len(missing), AT_ONCE):
            if deadline.expired:
                break
            row, column = np.divmod(missing[begin : begin + AT_ONCE], np.int32(columns))
            for rise, shift in self.board.vectors:
                above, beside = row + np.int32(rise), column + np.int32(shift)
                inside = (above >= 0) & (above < rows) & (beside >= 0) & (beside < columns)
                # One move leads to different squares from different ones, so none is counted twice.
                onward[(above * np.int32(columns) + beside)[inside]] += 1
        return onward

    @property
    def width(self) -> int:
        """The length of the longest row."""
        if self.rows is None or self.joins is None:
            return len(self.board.vectors)  # type: ignore[union-attr]  # see size
        return max(1, int(self.rows.degrees.max()), int(self.joins.degrees.max()))

    @property
    def coloured(self) -> bool:
        """Whether every move leads to a square of the other colour, as on a chessboard."""
        board = self.board
        odd = board is not None and sum(board.leap) % 2 == 1
        return odd and all(board.shape[axis] % 2 == 0 for axis in board.wrap)  # type: ignore[union-attr]


def _locks(problem: TourProblem) -> npt.NDArray[np.int32]:
    """The other ends of the required moves, two places a vertex."""
    if not problem.required:
        return _NOTHING
    locks = np.full(2 * len(problem), -1, np.int32)
    for move in problem.required_indices:
        for vertex, other in (move, move[::-1]):
            locks[2 * vertex + int(locks[2 * vertex] >= 0)] = other
    return locks


def _without_loose_ends(walk: npt.NDArray[np.int32], locks: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """The walk less what it has to lose for every required move between its squares to be one of it."""
    if not len(locks):
        return walk
    order = walk.tolist()
    while len(order) > 1 and any(other not in (-1, order[1]) for other in locks[2 * order[0] :][:2]):
        order.pop(0)
    while len(order) > 1 and any(other in order[:-2] for other in locks[2 * order[-1] :][:2]):
        order.pop()
    return np.array(order, np.int32)


class Repair:
    """Rotations and extensions from one walk.

    Parameters
    ----------
    terrain : the moves
    walk : shape (k,), the vertices of the walk
    patience : rotations that may lead to nothing new, one after the other
    random : the first random state
    deadline : when to stop
    steps : squares placed and rotations that are allowed; None = no limit
    """

    def __init__(
        self,
        terrain: Terrain,
        walk: npt.NDArray[np.int32],
        patience: int,
        random: int,
        deadline: Deadline,
        steps: int | None,
    ) -> None:
        self._terrain = terrain
        self._deadline = deadline
        walk = _without_loose_ends(walk, terrain.locks)
        state = self._first_state(len(walk), patience, random)
        state[place.LEFT] = -1 if steps is None else steps
        arrays = self._laid_out(terrain.numbers(walk))
        self._run = KernelRun(ROTATION, [*terrain.moves(), *arrays, state], terrain.size, deadline)
        self.answer = RUNNING

    def _first_state(self, length: int, patience: int, random: int) -> npt.NDArray[np.int64]:
        problem, board = self._terrain.problem, self._terrain.board
        start, end = problem.start_index, problem.end_index
        if start is None:
            start, end = end, None
        state = np.zeros(place.STATE_SIZE, np.int64)
        state[[place.START, place.END]] = self._number(start), self._number(end)
        state[place.COUNT] = len(problem)
        state[place.LENGTH] = length
        state[place.PIECES] = 1
        state[place.RANDOM] = random
        state[place.PATIENCE] = patience
        state[place.CLOSED] = problem.closed
        state[place.APART] = problem.kind is Kind.STRICTLY_OPEN
        state[[place.TARGET, place.COPIED]] = -1
        state[place.COLOURED] = self._terrain.coloured
        state[place.SPAN] = 16 + (sum(board.shape) if board else 0)
        state[[place.SHORT, place.LONG]] = board.leap if board else (0, 1)
        return state

    def _number(self, vertex: int | None) -> int:
        if vertex is None or self._terrain.problem.closed:
            return -1
        return int(self._terrain.numbers(np.array([vertex]))[0])

    def _laid_out(self, walk: npt.NDArray[np.int32]) -> list[npt.NDArray[Any]]:
        terrain = self._terrain
        count = len(terrain.problem)
        path = walk if len(walk) == count else np.empty(count, np.int32)
        path[: len(walk)] = walk
        position = self._positions(walk)
        missing = np.flatnonzero(position == -1).astype(np.int32)
        if self._deadline.expired:  # there will be no rotation
            missing = missing[:0]
        position[missing] = -1 - np.arange(len(missing), dtype=np.int32)
        pieces = max(24, math.isqrt(count) // 2)
        froms, tos = np.zeros(pieces, np.int64), np.zeros(pieces, np.int64)
        tos[0] = len(walk) - 1
        row, beside = np.zeros(terrain.width, np.int32), np.zeros(terrain.width, np.int32)
        tabu = np.full(place.TABU, -1, np.int32)
        onward = terrain.onward(missing, self._deadline)
        targets = missing if len(missing) else np.zeros(1, np.int32)
        spare = np.empty(count, np.int32)
        return [path, spare, position, onward, targets, froms, tos, row, beside, tabu]

    def _positions(self, walk: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
        """Where each vertex stands on the walk; -1 for the others."""
        position = np.full(self._terrain.size, -1, np.int32)
        if self._terrain.rows is None:
            position[self._terrain.holes] = place.HOLE
        for begin in range(0, len(walk), AT_ONCE):
            some = walk[begin : begin + AT_ONCE]
            position[some] = np.arange(begin, begin + len(some), dtype=np.int32)
            if self._deadline.expired:
                break
        return position

    def ready(self) -> bool:
        """Wait until the rotations can begin; false if the time is up before."""
        return self._run.ready()

    def step(self) -> bool:
        """Go on for about 50 ms; false once the run has ended."""
        if self._deadline.expired:
            return False
        self.answer = self._run()
        return self.answer == RUNNING

    @property
    def found(self) -> bool:
        """Whether the path is the tour asked for."""
        return self.answer == place.FOUND

    @property
    def stopped_by(self) -> str | None:
        """The limit that stopped the rotations, if one did."""
        if self.answer in (place.FOUND, place.GAVE_UP):
            return None
        return "step limit" if self.answer == place.LIMIT else "time limit"

    def _at(self, index: int) -> int:
        return int(self._run[STATE][index])

    @property
    def rotations(self) -> int:
        """Rotations so far."""
        return self._at(place.ROTATIONS)

    @property
    def extensions(self) -> int:
        """Squares placed so far."""
        return self._at(place.EXTENSIONS)

    @property
    def length(self) -> int:
        """Squares on the path."""
        return self._at(place.LENGTH)

    def order(self) -> npt.NDArray[np.int32]:
        """The vertices of the path in their order, from the start to the end asked for once found."""
        problem = self._terrain.problem
        first = -1
        if self.found and problem.closed and problem.start_index is not None:
            first = int(self._run[POSITION][int(self._terrain.numbers(np.array([problem.start_index]))[0])])
        order = self._terrain.vertices(np.concatenate(self._parts(first)))
        backwards = problem.start is None and problem.end is not None
        return order[::-1] if backwards else order

    def _parts(self, first: int) -> list[npt.NDArray[np.int32]]:
        """The path in parts, beginning at this place of the array, or (-1) at its head."""
        state, path, spare = (self._run[index] for index in (STATE, PATH, SPARE))
        if state[place.SWAPPED]:
            path, spare = spare, path
        path = np.asarray(path, np.int32)
        copied = np.asarray(spare[: max(0, state[place.COPIED])], np.int32)  # of a copy under way
        before, behind = [copied], []
        for piece in range(state[place.PIECE], state[place.PIECES]):
            low, high = int(self._run[FROMS][piece]), int(self._run[TOS][piece])
            part = path[low : high + 1] if low <= high else path[high : low + 1][::-1]
            if min(low, high) <= first <= max(low, high):
                before.append(part[: abs(first - low)])
                behind.append(part[abs(first - low) :])
            else:
                (behind if behind else before).append(part)
        return behind + before
