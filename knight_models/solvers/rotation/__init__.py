"""The rotation solver: Warnsdorff's walk, repaired by Posa's rotations."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import count, product
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from knight_models.core.board import Board
from knight_models.core.result import SolveResult
from knight_models.engine.orders import NATURAL_ORDER
from knight_models.engine.random import first_states
from knight_models.engine.run import Run
from knight_models.engine.ties import INDEX, RANDOM, chain_of
from knight_models.engine.walk.batch import ENDINGS, Ground, WalkRun
from knight_models.solvers.base import Options, option
from knight_models.solvers.rotation.repair import KernelMoves, Repair


@dataclass(frozen=True)
class Rotation(Options):
    """A Warnsdorff walk that rotations (Posa 1976) extend, close, or lead to the wanted ends.

    A rotation exchanges one move of the path for another, which gives it another end. While squares are
    unvisited, an end next to one is extended to it, or an end is led towards one; then the ends are led
    together, apart, or to the wanted squares. On a board they are led by distance, with a little noise
    and a short memory of the last ends (tabu search, Glover 1986); in a graph by chance. The solver is a
    heuristic: it finds a tour or gives up. It is at its best on wide boards and dense graphs (Posa 1976
    and Angluin & Valiant 1979 on random graphs), and at its worst on boards with 3 or 4 rows.

    A step is a square placed or a rotation; the squares of walks that were given up count as taken back.
    The `counters` of the result are `rotations`, `extensions` (squares placed after the walk), `walks`
    and `longest`. A seed draws the rotations and further walks; where the first walk is a tour, it is the
    same for every seed, unless `ties` ends in "random".

    Parameters
    ----------
    ties : the rules that break ties in the first walk, as for `Warnsdorff`; where there is no board,
        "roth" leaves ties to move order. In further walks, ties that remain are broken at random
    patience : rotations without success after which a walk is given up, in units of 20 + the square root
        of the number of squares (in a graph: 20 + a quarter of the vertices)
    restarts : how many more walks to try

    The first walk to a closed tour begins at the centre of the board, so that it ends near it. Otherwise
    it begins at the wanted start or end, or at vertex 0.

    >>> from knight_models.tasks.solve import solve
    >>> solve("30x30", Rotation(), kind="closed", start="a1").status.value
    'found'
    """

    name: ClassVar[str] = "rotation"
    exact: ClassVar[bool] = False

    ties: str = option("roth")
    patience: int = option(50)
    restarts: int = option(20)

    def __post_init__(self) -> None:
        super().__post_init__()
        chain_of(self.ties)

    def solve(self, run: Run) -> SolveResult:
        """A tour, or UNKNOWN with the longest path."""
        return _Attempts(self, run).result()


class _Attempts:
    """Walks and their repairs, one after the other, until one is the tour."""

    def __init__(self, solver: Rotation, run: Run) -> None:
        self._solver, self._run, self._problem = solver, run, run.problem
        # Walks without fixed ends fail less often, and rotations lead the ends to their squares anyway.
        free = run.child(problem=replace(run.problem, start=None, end=None))
        self._ground = Ground.of(free, NATURAL_ORDER)
        self._moves: KernelMoves | None = None
        self._draws = run.random()
        self._placed = self._rotations = self._extensions = self._walks = 0
        self._stopped_by: str | None = None
        self._best: npt.NDArray[np.int32] = np.zeros(0, np.int32)
        run.built()

    def result(self) -> SolveResult:
        """The first tour, or UNKNOWN with the longest path."""
        for number in range(1 + self._solver.restarts):
            order = self._attempt(number)
            if order is not None:
                self._count(len(order))
                return self._run.found(order)
            if self._stopped_by is not None:
                break
        longest = len(self._best)
        self._count(longest)
        return self._run.unknown(self._stopped_by or self._why_given_up(longest), self._best)

    def _why_given_up(self, longest: int) -> str:
        if longest < len(self._problem):
            return f"gave up: the longest path has {longest} squares"
        lack = "closes" if self._problem.closed else "has the wanted ends"
        return f"gave up: no path over all {longest} squares {lack}"

    def _attempt(self, number: int) -> npt.NDArray[np.int32] | None:
        """The tour that one walk leads to, or None."""
        start = self._start(number)
        if start is None:
            self._stopped_by = "required moves leave no square to start at"
            return None
        seed = self._run.limits.seed if number == 0 else int(self._draws.integers(2**32))
        walk = self._walk(number, start, seed)
        order = walk.path()
        if walk.stopped_by is not None:
            self._stopped_by = walk.stopped_by
            self._keep(order)
            return None
        if self._is_tour(walk, order):
            return order
        del walk  # its arrays are as large as those of the repair
        return self._repair(order, seed)

    def _start(self, number: int) -> int | None:
        """Where a walk begins: where the first did, and every second walk at random; None = nowhere."""
        task = self._ground.task
        allowed = None if task is None or task.may_start.all() else np.flatnonzero(task.may_start)
        if allowed is not None and not len(allowed):
            return None
        if number % 2 == 0:
            first = self._first_start()
            return first if allowed is None or first in allowed else int(allowed[0])
        if allowed is None:
            return int(self._draws.integers(len(self._problem)))
        return int(self._draws.choice(allowed))

    def _first_start(self) -> int:
        problem = self._problem
        board = problem.carried_board
        if problem.closed and board is not None:
            return problem.vertices.index(_central_square(board))
        asked = problem.start_index if problem.start_index is not None else problem.end_index
        return asked or 0

    def _walk(self, number: int, start: int, seed: int) -> WalkRun:
        rules = chain_of(self._solver.ties)
        if number and not {RANDOM, INDEX} & set(rules):
            rules.append(RANDOM)
        steps = self._left()
        starts, randoms = np.array([start]), first_states([seed])
        walk = WalkRun(self._ground, rules, starts, randoms, self._run.deadline, steps=steps)
        going = walk.ready()
        while going:
            going = walk.step()
            self._run.report(self._steps + walk.placed, walk.longest, "walk")
        self._walks += 1
        self._placed += walk.placed
        return walk

    def _repair(self, walk: npt.NDArray[np.int32], seed: int) -> npt.NDArray[np.int32] | None:
        """The tour that rotations make of a walk, or None."""
        if self._moves is None:
            self._moves = KernelMoves(self._problem, self._ground, self._run.limits.memory)
        random = int(first_states([seed])[0])
        repair = Repair(self._moves, walk, self._patience, random, self._run.deadline, self._left())
        state, steps = repair.state, self._steps
        going = repair.ready()
        while going:
            going = repair.step()
            self._run.report(steps + state.rotations + state.extensions, state.length, "rotations")
        self._rotations += state.rotations
        self._extensions += state.extensions
        self._placed += state.extensions
        self._stopped_by = repair.stopped_by
        order = repair.order()
        if repair.found:
            return order
        self._keep(order)
        return None

    @property
    def _patience(self) -> int:
        size = len(self._problem)
        return self._solver.patience * (
            20 + (size // 4 if self._problem.carried_board is None else math.isqrt(size))
        )

    @property
    def _steps(self) -> int:
        return self._placed + self._rotations

    def _left(self) -> int | None:
        return None if self._run.limits.steps is None else self._run.limits.steps - self._steps

    def _keep(self, order: npt.NDArray[np.int32]) -> None:
        if len(order) > len(self._best):
            self._best = order

    def _is_tour(self, walk: WalkRun, order: npt.NDArray[np.int32]) -> bool:
        """Whether a walk is the wanted tour as it stands."""
        problem = self._problem
        if not int(walk.endings()[0]) & ENDINGS[problem.kind]:
            return False
        ends = (problem.start_index, int(order[0])), (problem.end_index, int(order[-1]))
        return problem.closed or all(asked in (None, end) for asked, end in ends)

    def _count(self, kept: int) -> None:
        """Report the statistics to the run; all squares placed but `kept` of them were taken back."""
        self._run.count(
            steps=self._steps,
            backtracks=max(0, self._placed - kept),
            restarts=max(0, self._walks - 1),
            counters={
                "rotations": self._rotations,
                "extensions": self._extensions,
                "walks": self._walks,
                "longest": max(len(self._best), kept),
            },
        )


def _central_square(board: Board) -> tuple[int, ...]:
    """The square at the centre of a board, or one of the nearest to it that is not a hole."""
    centre = [side // 2 for side in board.shape]
    for radius in count():
        around = product(*(range(place - radius, place + radius + 1) for place in centre))
        square = next((square for square in around if square in board), None)
        if square is not None:
            return square
    raise AssertionError("a board has a square")
