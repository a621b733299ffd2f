"""The default solver: fast solvers first, then the exact ones in slices that grow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from knight_models.core.errors import TooLargeError
from knight_models.core.evidence import Theorem
from knight_models.core.problem import TourProblem
from knight_models.core.result import SolveResult, Status
from knight_models.engine.run import Run
from knight_models.solvers.base import Options, Search, Solver, Takes, TourGenerator, why_not
from knight_models.solvers.cpsat import CpSat
from knight_models.solvers.cutset import CutSet
from knight_models.solvers.depth_first import DepthFirst
from knight_models.solvers.obstructions import Obstructions
from knight_models.solvers.rotation import Rotation
from knight_models.solvers.tiling import Tiling
from knight_models.solvers.warnsdorff import Warnsdorff

SMALL = 1000
"""Vertices up to which obstructions are cheap to look for, so that they come before the constructions."""

FIRST_RESTARTS = 16
"""Restarts of Warnsdorff's walk on small problems, where they are cheap."""

SEARCH_STEPS = 200_000
"""Squares that depth-first search may place, in well under a second."""

FIRST_SLICE = 2_000
"""Conflicts of `cutset` before depth-first search is tried."""

LONG_SLICE = 64_000
"""Conflicts of `cutset` after that, before `cpsat` begins; each further slice is twice as long."""

SHARE = 16
"""Conflicts of `cutset` for each conflict of `cpsat` while both run. CP-SAT takes 1 to 8 times as long for
a conflict (FHCP graphs 151 and 154), and its answer IMPOSSIBLE cannot be re-checked."""


@dataclass(frozen=True)
class Auto(Options):
    """The fast solvers one after another, then the exact ones in slices that grow.

    The order is Warnsdorff's walk, obstructions, tiling, rotations, and then `cutset`, a short depth-first
    search and `cpsat` in slices. A slice continues the one before it, and its length is counted in the
    solver's own steps, so that runs are repeatable. If a theorem rules a tour out, it is the answer at once
    on large boards; on small ones it is the answer only if the other solvers find no evidence that can be
    re-checked.

    `answered_by` names the solver that found the answer, and the statistics are those of that solver;
    `counters["tried"]` is the number of solvers and slices that were tried. A solver that needs more memory
    than is allowed is skipped; if all of them do, the problem is refused. `Limits.steps` applies to each
    solver in its own unit. Tours are listed by depth-first search with pruning.

    >>> from knight_models.tasks.solve import solve
    >>> solve("8x8", start="a1").answered_by, solve("4x4").answered_by
    ('warnsdorff', 'cutset')
    >>> solve("100x100", kind="closed").answered_by
    'tiling'
    """

    name: ClassVar[str] = "auto"
    exact: ClassVar[bool] = True
    takes: ClassVar[Takes] = Takes(directed=True, ends=True, moves=True, given=True)

    def solve(self, run: Run) -> SolveResult:
        """The first answer of a solver other than UNKNOWN."""
        attempts = _Attempts(run)
        answer = None
        for tried, attempt in enumerate(attempts, start=1):
            counters = {**attempt.statistics.counters, "tried": tried}
            answer = replace(attempt, statistics=replace(attempt.statistics, counters=counters))
            if answer.status is not Status.UNKNOWN or run.deadline.expired:
                return answer
        if attempts.refused is None:
            return answer or run.unknown("no solver takes it")
        if answer is None:
            raise attempts.refused
        return replace(answer, reason=f"{answer.reason}, and {attempts.refused}")

    def tours(self, run: Run, directed: bool = False) -> TourGenerator:
        """Every tour, in the order of depth-first search with pruning."""
        return (yield from DepthFirst(prune=True).tours(run, directed))


class _Attempts:
    """The answers of the solvers, one after another."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._theorem: SolveResult | None = None
        self.refused: TooLargeError | None = None

    def __iter__(self) -> Iterator[SolveResult]:
        problem, small = self._run.problem, len(self._run.problem) <= SMALL
        if small or not problem.closed:  # a long walk seldom ends a move from its start
            yield from self._try(_walk(problem, FIRST_RESTARTS if small else 0))
        if small:
            yield from self._try(Obstructions())
        for result in self._try(Tiling()):
            if small and isinstance(result.evidence, Theorem):
                self._theorem = result
            else:
                yield result
        if self._theorem is None:
            yield from self._try(Rotation())
        if not small:
            yield from self._try(Obstructions())
        yield from self._exact_answers()

    def _exact_answers(self) -> Iterator[SolveResult]:
        """The answers of the exact solvers, slice after slice, until their searches are over."""
        cutset, cpsat = _Slices(self._run, CutSet()), _Slices(self._run, CpSat())
        yield from self._advance(cutset, FIRST_SLICE)
        yield from self._try(DepthFirst(prune=True), SEARCH_STEPS)
        yield from [self._theorem] if self._theorem is not None else []
        steps = LONG_SLICE
        while not (cutset.over and cpsat.over):
            yield from self._advance(cutset, steps)
            yield from self._advance(cpsat, steps if cutset.over else steps // SHARE)
            steps *= 2

    def _try(self, solver: Solver, steps: int | None = None) -> Iterator[SolveResult]:
        """The answer of a solver within what is left of the limits, if it takes the problem."""
        if why_not(solver, self._run.problem) is None:
            try:
                result = solver.solve(self._run.child(solver.name, steps=steps))
            except TimeoutError:
                result = self._run.unknown("time limit")
            except TooLargeError as error:
                self.refused = error
                return
            yield replace(result, answered_by=solver.name)

    def _advance(self, slices: _Slices, steps: int) -> Iterator[SolveResult]:
        """The answer of a search after one more slice, unless the search is over."""
        if not slices.over:
            try:
                yield slices.advance(steps)
            except TooLargeError as error:
                self.refused = error


class _Slices:
    """The search of one exact solver, slice after slice.

    `over` is true once the search has ended, or if the solver cannot take the problem.
    """

    def __init__(self, run: Run, solver: CutSet | CpSat) -> None:
        self._solver = solver
        self._run = run.child(solver.name)
        self._search: Search | None = None
        self.over = why_not(solver, run.problem) is not None

    def advance(self, steps: int) -> SolveResult:
        """The answer after at most `steps` more steps; UNKNOWN if nothing is decided yet."""
        try:
            if self._search is None:
                self._search = self._solver.begin(self._run)
            result = self._search.advance(steps)
        except TimeoutError:
            result = self._run.unknown("time limit")
        except TooLargeError:
            self.over = True
            raise
        self.over = result is not None
        return replace(result or self._run.unknown("step limit"), answered_by=self._solver.name)


def _walk(problem: TourProblem, restarts: int) -> Warnsdorff:
    """Warnsdorff's walk; on large boards with the tie rule that fails least there."""
    board = problem.carried_board
    large = board is not None and not board.wrap and len(problem) > 64
    return Warnsdorff(ties="roth" if large else "move-order", restarts=restarts)
