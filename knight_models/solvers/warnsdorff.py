"""Warnsdorff's rule: one greedy walk, without taking anything back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from knight_models.graph import adjacency
from knight_models.kernels import walk
from knight_models.kernels.ordering import (
    by_index,
    checked_move_order,
    move_vectors,
    why_no_move_order,
)
from knight_models.kernels.random import first_state
from knight_models.kernels.required import constrained
from knight_models.kernels.runtime import KernelRun
from knight_models.limits import Deadline, Limits, ProgressCallback
from knight_models.problem import Kind, TourProblem
from knight_models.result import SolveResult, Statistics, Status
from knight_models.solvers.base import Options, Reporter, option
from knight_models.tour import Tour

__all__ = ["Warnsdorff"]


@dataclass(frozen=True)
class Warnsdorff(Options):
    """Go on to the square with the fewest onward moves (Warnsdorff 1823); a dead end is UNKNOWN.

    A step is a square placed, the start included; the squares of a walk that a further one replaces
    count as taken back. `counters["longest"]` is the length of the longest walk.

    Parameters
    ----------
    ties : among equals, "move-order", "index" (lowest vertex number) or "random"
    move_order : eight digits (the moves as numbered in `knight_models.board`) or vectors
    restarts : how many more walks to try when the first one fails; these break ties at random,
        and begin anywhere unless a start is given

    Without a start, the first walk begins at vertex 0.

    >>> from knight_models.driver import solve
    >>> solve("8x8", "warnsdorff", start="a1").status.value
    'found'
    """

    name: ClassVar[str] = "warnsdorff"
    exact: ClassVar[bool] = False

    ties: str = option("move-order", choices=("move-order", "index", "random"))
    move_order: Any = option("12345678")
    restarts: int = option(0)

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "move_order", checked_move_order(self.move_order))

    def unsupported(self, problem: TourProblem) -> str | None:
        """Why the move order cannot be used on this problem."""
        return why_no_move_order(problem, self.move_order)

    def solve(
        self, problem: TourProblem, limits: Limits, progress: ProgressCallback | None = None
    ) -> SolveResult:
        """The tour that a walk gives, or UNKNOWN with the longest walk."""
        walks = _Walks(self, problem, limits, progress)
        order = walks.first_tour(self.restarts)
        if order is None:
            longest = Tour(problem, walks.longest) if walks.longest is not None else None
            return SolveResult(
                Status.UNKNOWN,
                problem,
                reason=walks.stopped_by,
                statistics=walks.statistics(),
                walk=longest,
            )
        return SolveResult(Status.FOUND, problem, Tour(problem, order), statistics=walks.statistics())


class _Walks:
    """A walk, and those that replace it."""

    def __init__(
        self, solver: Warnsdorff, problem: TourProblem, limits: Limits, progress: ProgressCallback | None
    ) -> None:
        self._deadline = Deadline.after(limits.seconds)
        self._report = Reporter(solver.name, self._deadline, progress)
        self._problem = problem
        self._most_steps = limits.steps
        self.stopped_by = "dead end"
        moves = adjacency(problem, move_vectors(problem, solver.move_order), limits.memory)
        self._task = constrained(problem, moves)
        self._rows = by_index(self._task.moves) if solver.ties == "index" else self._task.moves
        self._random = first_state(limits.seed)
        self._random_ties = solver.ties == "random"
        self._draws = np.random.default_rng(limits.seed)
        self.longest: npt.NDArray[np.int32] | None = None
        self._steps = self._given_up = self._longest = self._walks = 0
        self._build_seconds = self._deadline.elapsed

    def first_tour(self, restarts: int) -> npt.NDArray[np.int32] | None:
        """The order of the first walk that is a tour, if one of them is."""
        starts = self._possible_starts()
        if not len(starts):
            self.stopped_by = "no square may be the start"
            return None
        start = int(starts[0])
        while True:
            path = self._walk(start)
            if path is None or self._is_tour(path):
                return path
            if self._walks > restarts:
                self.stopped_by = f"dead end: the longest walk has {self._longest} squares"
                return None
            self._given_up += len(path)
            self._random_ties = True
            start = int(self._draws.choice(starts))

    def _possible_starts(self) -> npt.NDArray[np.int64]:
        if self._problem.start_index is not None:
            fixed = np.array([self._problem.start_index])
            return np.extract(self._task.may_start[fixed], fixed)
        starts = np.flatnonzero(self._task.may_start)
        end = self._problem.end_index
        return starts if end is None or len(self._problem) == 1 else starts[starts != end]

    def _walk(self, start: int) -> npt.NDArray[np.int32] | None:
        """The vertices of one walk; None if a limit stopped it."""
        self._walks += 1
        room = len(self._problem) if self._most_steps is None else self._most_steps - self._steps
        if room <= 0:
            self.stopped_by = "step limit"
            return None
        run = KernelRun(walk.WALK, self._arrays(start, room), len(self._problem), self._deadline)
        answer, ready = walk.RUNNING, run.ready()
        while ready and answer == walk.RUNNING and not self._deadline.expired:
            answer = run()
            self._report(self._steps + int(run[-1][walk.DEPTH]), self._longest, len(self._problem))
        depth = int(run[-1][walk.DEPTH])
        self._random = int(run[-1][walk.RANDOM]) or self._random
        self._steps += depth
        path = np.array(run[_PATH], np.int32)[:depth]
        if depth > self._longest:
            self._longest, self.longest = depth, path
        if answer == walk.RUNNING:
            self.stopped_by = "time limit"
            return None
        if depth == room < len(self._problem):
            self.stopped_by = "step limit"
            return None
        return path

    def _arrays(self, start: int, room: int) -> list[npt.NDArray[Any]]:
        """The arguments of the walk kernel, with the first vertex placed."""
        rows, count = self._rows, len(self._problem)
        into = rows.reverse
        path, visited = np.zeros(count, np.int32), np.zeros(count, np.uint8)
        path[0], visited[start] = start, 1
        onward = rows.degrees.astype(np.int32)
        onward[into.row(start)] -= 1
        state = np.zeros(walk.STATE_SIZE, np.int64)
        state[walk.DEPTH] = 1
        state[walk.END] = -1 if self._problem.end_index is None else self._problem.end_index
        state[walk.MOST] = min(room, count)
        state[walk.RANDOM] = self._random if self._random_ties else 0
        state[walk.LOOSE] = self._problem.closed
        moves = [rows.indptr, rows.indices, into.indptr, into.indices]
        return [*moves, self._task.partner, path, visited, onward, state]

    def _is_tour(self, path: npt.NDArray[np.int32]) -> bool:
        """Whether a walk is the tour that is asked for: all visited, and its ends as they must be."""
        if len(path) < len(self._problem):
            return False
        first, last, partner = int(path[0]), int(path[-1]), self._task.partner
        joined = bool((self._rows.row(last) == first).any())
        met = partner[last] < 0 or len(path) == 1 or int(path[-2]) == partner[last]
        if self._problem.closed:
            met_first = partner[first] in (-1, path[min(1, len(path) - 1)], last)
            met = (met or partner[last] == first) and met_first
            enough = len(path) >= (2 if self._problem.directed else 3)
            return joined and enough and bool(met)
        if self._problem.kind is Kind.STRICTLY_OPEN and joined:
            return False
        return bool(met) and bool(self._task.may_end[last])

    def statistics(self) -> Statistics:
        """What the walks took."""
        return Statistics(
            seconds=self._deadline.elapsed,
            build_seconds=self._build_seconds,
            steps=self._steps,
            backtracks=self._given_up,
            restarts=max(0, self._walks - 1),
            counters={"longest": self._longest},
        )


_PATH = 5
"""The place of the path among the arguments of the kernel."""
