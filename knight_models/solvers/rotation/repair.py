"""From a walk that came to a dead end to the tour asked for, by rotations: arrays, kernel, answer."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from knight_models.core.limits import Deadline
from knight_models.core.problem import Kind
from knight_models.engine.kernel import RUNNING, KernelRun
from knight_models.solvers.rotation import rotation_state as place
from knight_models.solvers.rotation.kernel import ROTATION
from knight_models.solvers.rotation.terrain import AT_ONCE, Terrain

__all__ = ["Repair"]

PATH, SPARE, POSITION, FROMS, TOS, STATE = 11, 12, 13, 16, 17, 21
"""Places among the arguments of the kernel."""


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
        longest = board.leap.longest_step if board else 1
        both = board.leap.longest_sum if board else 1
        state[[place.SHORT, place.LONG]] = both - longest, longest
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
        missing = self._missing(position)
        for begin in range(0, len(missing), AT_ONCE):
            some = missing[begin : begin + AT_ONCE]
            position[some] = -1 - np.arange(begin, begin + len(some), dtype=np.int32)
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

    def _missing(self, position: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
        """The vertices without a position; none once the time is up, since no rotation will follow."""
        found = [position[:0]]
        for begin in range(0, len(position), AT_ONCE):
            some = np.flatnonzero(position[begin : begin + AT_ONCE] == -1)
            found.append((some + begin).astype(np.int32))
        return np.concatenate(found) if not self._deadline.expired else position[:0]

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
