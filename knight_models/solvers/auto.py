"""The solver for those who name none: the cheap ones first, the exact ones in growing slices."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from knight_models.core.errors import TooLargeError
from knight_models.core.evidence import Theorem
from knight_models.core.limits import Deadline, Limits, ProgressCallback
from knight_models.core.problem import TourProblem
from knight_models.core.result import SolveResult, Statistics, Status
from knight_models.engine.moves import adjacency
from knight_models.solvers.base import Options, Solver, TourGenerator
from knight_models.solvers.cpsat import CpSat
from knight_models.solvers.cutset import CutSet
from knight_models.solvers.depth_first import DepthFirst
from knight_models.solvers.obstructions import find
from knight_models.solvers.rotation import Rotation
from knight_models.solvers.tiling import Tiling
from knight_models.solvers.warnsdorff import Warnsdorff

__all__ = ["Auto"]

SMALL = 1000
"""Vertices up to which looking for evidence costs next to nothing, and goes before the constructions."""

FIRST_RESTARTS = 16
"""Further walks on small problems, where they cost next to nothing."""

SEARCH_STEPS = 200_000
"""What depth-first search may try: well under a second."""

FIRST_SLICE = 2_000
"""Conflicts that each exact solver has in its first slice; each further one is four times as long."""


@dataclass(frozen=True)
class Auto(Options):
    """Ask the cheap solvers first, then the exact ones in slices that grow, and say who answered.

    Warnsdorff's walk; obstructions; tiling; rotations; then `cutset`, a short depth-first search and
    `cpsat` in slices, cut by their own steps so that runs repeat. That a theorem says no is passed on at
    once on large boards; on small ones the others may prove it first, with evidence that is re-checked.

    `answered_by` says who answered ("obstructions" where a quick proof did), and the statistics are
    those of that solver; `counters["tried"]` is how many were asked. A solver that has not the memory is
    passed over; where none has it, the problem is refused. `Limits.steps` goes to each solver in its own
    unit. Tours are listed by depth-first search with pruning.

    >>> from knight_models.tasks.solve import solve
    >>> solve("8x8", start="a1").answered_by, solve("4x4").answered_by
    ('warnsdorff', 'cutset')
    >>> solve("100x100", kind="closed").answered_by
    'tiling'
    """

    name: ClassVar[str] = "auto"
    exact: ClassVar[bool] = True
    takes_given: ClassVar[bool] = True

    def solve(
        self, problem: TourProblem, limits: Limits, progress: ProgressCallback | None = None
    ) -> SolveResult:
        """The first answer that one of the solvers gives."""
        attempts = _Attempts(problem, limits, progress)
        answer = None
        for tried, attempt in enumerate(attempts, start=1):
            counters = {**attempt.statistics.counters, "tried": tried}
            answer = replace(attempt, statistics=replace(attempt.statistics, counters=counters))
            if answer.status is not Status.UNKNOWN or attempts.deadline.expired:
                return answer
        if attempts.refused is None:
            return answer or SolveResult(Status.UNKNOWN, problem, reason="no solver can take it")
        if answer is None:
            raise attempts.refused
        return replace(answer, reason=f"{answer.reason}, and {attempts.refused}")

    def tours(
        self,
        problem: TourProblem,
        limits: Limits,
        directed: bool = False,
        progress: ProgressCallback | None = None,
    ) -> TourGenerator:
        """Every tour in the order of depth-first search with pruning."""
        return (yield from DepthFirst(prune=True).tours(problem, limits, directed, progress))


class _Attempts:
    """The answers of the solvers, one after the other."""

    def __init__(self, problem: TourProblem, limits: Limits, progress: ProgressCallback | None) -> None:
        self.deadline = Deadline.after(limits.seconds)
        self._problem = problem
        self._limits = limits
        self._progress = progress
        self._theorem: SolveResult | None = None
        self.refused: TooLargeError | None = None

    def __iter__(self) -> Iterator[SolveResult]:
        problem, small = self._problem, len(self._problem) <= SMALL
        if small or not problem.closed:  # a long walk seldom ends beside its start
            yield from self._ask(_walk(problem, FIRST_RESTARTS if small else 0))
        if small:
            yield from self._obstructions()
        for result in self._ask(Tiling()):
            if small and isinstance(result.evidence, Theorem):
                self._theorem = result
            else:
                yield result
        if self._theorem is None:
            yield from self._ask(Rotation())
        if not small:
            yield from self._obstructions()
        yield from self._exact_answers()

    def _exact_answers(self) -> Iterator[SolveResult]:
        """Slices of the exact solvers, until none of them can use a longer one."""
        yield from self._ask(CutSet(), FIRST_SLICE)
        yield from self._ask(DepthFirst(prune=True), SEARCH_STEPS)
        yield from [self._theorem] if self._theorem is not None else []
        steps, most = FIRST_SLICE, self._limits.steps
        solvers: list[Solver] = [CpSat(), CutSet()]
        while solvers:
            for solver in list(solvers):
                stopped_by = None
                for result in self._ask(solver, steps):
                    stopped_by = result.reason
                    yield result
                if stopped_by != "step limit" or (most is not None and most <= steps):
                    solvers.remove(solver)
            steps *= 4

    def _ask(self, solver: Solver, most: int | None = None) -> Iterator[SolveResult]:
        """The answer of a solver that can take the problem, within what is left of the limits."""
        obeys = not self._problem.given or getattr(solver, "takes_given", False)
        if obeys and solver.unsupported(self._problem) is None:
            steps = min((n for n in (self._limits.steps, most) if n is not None), default=None)
            left = replace(self._limits, seconds=self.deadline.seconds, steps=steps)
            try:
                result = solver.solve(self._problem, left, self._progress)
            except TimeoutError:
                result = SolveResult(Status.UNKNOWN, self._problem, reason="time limit")
            except TooLargeError as error:
                self.refused = error
                return
            yield replace(result, answered_by=solver.name)

    def _obstructions(self) -> Iterator[SolveResult]:
        try:
            moves = adjacency(self._problem, memory=self._limits.memory, deadline=self.deadline)
        except TooLargeError as error:
            self.refused = error
            return
        evidence = find(self._problem, moves, self.deadline)
        if evidence is not None:
            yield SolveResult(
                Status.IMPOSSIBLE,
                self._problem,
                evidence=evidence,
                statistics=Statistics(seconds=self.deadline.elapsed),
                answered_by="obstructions",
            )


def _walk(problem: TourProblem, restarts: int) -> Warnsdorff:
    """Warnsdorff's walk, with the rule for ties that fails least on large boards where it applies."""
    board = problem.carried_board
    far_out = board is not None and not board.wrap and len(problem) > 64
    return Warnsdorff(ties="roth" if far_out else "move-order", restarts=restarts)
