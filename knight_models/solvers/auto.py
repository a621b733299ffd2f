"""The solver for those who name none: the cheap ones first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from knight_models.graph import adjacency, carried_board
from knight_models.limits import Deadline, Limits, ProgressCallback
from knight_models.obstructions import find
from knight_models.problem import TourProblem
from knight_models.result import SolveResult, Statistics, Status
from knight_models.solvers.base import Options, Solver, TourGenerator
from knight_models.solvers.cpsat import CpSat
from knight_models.solvers.depth_first import DepthFirst
from knight_models.solvers.rotation import Rotation
from knight_models.solvers.tiling import Tiling
from knight_models.solvers.warnsdorff import Warnsdorff

__all__ = ["Auto"]

SMALL = 1000
"""Vertices up to which a search may be over soon, and goes before the constructions."""

SEARCH_STEPS = 200_000
"""What depth-first search may try: well under a second."""

FIRST_RESTARTS = 16
"""Further walks on small problems, where they cost next to nothing."""


@dataclass(frozen=True)
class Auto(Options):
    """Warnsdorff's walk, simple obstructions, a short search, tiling, rotations, and CP-SAT.

    `answered_by` says who answered ("obstructions" where a quick proof did), and the statistics are
    those of that solver; `counters["tried"]` is how many were asked. `Limits.steps` goes to each
    solver in its own unit. Tours are listed by depth-first search with pruning.

    >>> from knight_models.driver import solve
    >>> solve("8x8", start="a1").answered_by, solve("4x4").answered_by
    ('warnsdorff', 'depth-first')
    >>> solve("100x100", kind="closed").answered_by
    'tiling'
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
        def run(solver: Solver, most: int | None = None) -> Iterator[SolveResult]:
            if solver.unsupported(problem) is None:
                steps = [each for each in (limits.steps, most) if each is not None]
                left = replace(limits, seconds=deadline.seconds, steps=min(steps, default=None))
                yield replace(solver.solve(problem, left, progress), answered_by=solver.name)

        small = len(problem) <= SMALL
        if small or not problem.closed:  # a long walk seldom ends beside its start
            yield from run(_walk(problem, FIRST_RESTARTS if small else 0))
        if small:
            yield from _obstructions(problem, limits, deadline)
            yield from run(DepthFirst(prune=True), SEARCH_STEPS)
        yield from run(Tiling())
        yield from run(Rotation())
        if not small:
            yield from _obstructions(problem, limits, deadline)
        yield from run(CpSat())

    def tours(
        self,
        problem: TourProblem,
        limits: Limits,
        directed: bool = False,
        progress: ProgressCallback | None = None,
    ) -> TourGenerator:
        """Every tour in the order of depth-first search with pruning."""
        return (yield from DepthFirst(prune=True).tours(problem, limits, directed, progress))


def _walk(problem: TourProblem, restarts: int) -> Warnsdorff:
    """Warnsdorff's walk, with the rule for ties that fails least on large boards where it applies."""
    board = carried_board(problem)
    far_out = board is not None and not board.wrap and len(problem) > 64
    return Warnsdorff(ties="roth" if far_out else "move-order", restarts=restarts)


def _obstructions(problem: TourProblem, limits: Limits, deadline: Deadline) -> Iterator[SolveResult]:
    evidence = find(problem, adjacency(problem, memory=limits.memory), deadline)
    if evidence is not None:
        yield SolveResult(
            Status.IMPOSSIBLE,
            problem,
            evidence=evidence,
            statistics=Statistics(seconds=deadline.elapsed),
            answered_by="obstructions",
        )
