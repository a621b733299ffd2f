"""The solver for those who name none: the cheap ones first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from knight_models.graph import adjacency
from knight_models.limits import Deadline, Limits, ProgressCallback
from knight_models.obstructions import find
from knight_models.problem import TourProblem
from knight_models.result import SolveResult, Statistics, Status
from knight_models.solvers.base import Options, Solver, TourGenerator
from knight_models.solvers.cpsat import CpSat
from knight_models.solvers.depth_first import DepthFirst
from knight_models.solvers.warnsdorff import Warnsdorff

__all__ = ["Auto"]

SEARCH_STEPS = 200_000
"""What depth-first search may try before CP-SAT takes over: well under a second."""


@dataclass(frozen=True)
class Auto(Options):
    """Warnsdorff's walk, then simple obstructions, depth-first search for a while, and CP-SAT.

    `answered_by` says who answered ("obstructions" where a quick proof did), and the statistics are
    those of that solver; `counters["tried"]` is how many were asked. `Limits.steps` goes to each
    solver in its own unit. Tours are listed by depth-first search with pruning.

    >>> from knight_models.driver import solve
    >>> solve("8x8", start="a1").answered_by, solve("4x4").answered_by
    ('warnsdorff', 'depth-first')
    """

    name: ClassVar[str] = "auto"
    exact: ClassVar[bool] = True

    def solve(
        self, problem: TourProblem, limits: Limits, progress: ProgressCallback | None = None
    ) -> SolveResult:
        """The first answer that one of the solvers gives."""
        deadline = Deadline.after(limits.seconds)
        answer = SolveResult(Status.UNKNOWN, problem, reason="time limit")
        for tried, attempt in enumerate(self._attempts(problem, limits, deadline, progress), start=1):
            counters = {**attempt.statistics.counters, "tried": tried}
            answer = replace(attempt, statistics=replace(attempt.statistics, counters=counters))
            if answer.status is not Status.UNKNOWN or deadline.expired:
                break
        return answer

    def _attempts(
        self,
        problem: TourProblem,
        limits: Limits,
        deadline: Deadline,
        progress: ProgressCallback | None,
    ) -> Iterator[SolveResult]:
        def run(solver: Solver, steps: int | None = limits.steps) -> SolveResult:
            left = replace(limits, seconds=deadline.seconds, steps=steps)
            return replace(solver.solve(problem, left, progress), answered_by=solver.name)

        yield run(Warnsdorff())
        evidence = find(problem, adjacency(problem, memory=limits.memory), deadline)
        if evidence is not None:
            took = Statistics(seconds=deadline.elapsed)
            yield SolveResult(
                Status.IMPOSSIBLE, problem, evidence=evidence, statistics=took, answered_by="obstructions"
            )
        few = SEARCH_STEPS if limits.steps is None else min(SEARCH_STEPS, limits.steps)
        yield run(DepthFirst(prune=True), few)
        yield run(CpSat())

    def tours(
        self,
        problem: TourProblem,
        limits: Limits,
        directed: bool = False,
        progress: ProgressCallback | None = None,
    ) -> TourGenerator:
        """Every tour in the order of depth-first search with pruning."""
        return (yield from DepthFirst(prune=True).tours(problem, limits, directed, progress))
