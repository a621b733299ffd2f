"""The solver for those who name none: the cheap ones first, the exact ones in growing slices."""

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

__all__ = ["Auto"]

SMALL = 1000
"""Vertices up to which looking for evidence costs next to nothing, and goes before the constructions."""

FIRST_RESTARTS = 16
"""Further walks on small problems, where they cost next to nothing."""

SEARCH_STEPS = 200_000
"""Squares that depth-first search may place: well under a second."""

FIRST_SLICE = 2_000
"""Conflicts that `cutset` may take before depth-first search is tried."""

LONG_SLICE = 64_000
"""Conflicts that `cutset` may take after that, before `cpsat` begins; further slices are twice as long."""

SHARE = 16
"""Conflicts that `cutset` takes for each of `cpsat`, as long as both run. CP-SAT needs 1 to 8 times as long
for a conflict (FHCP graphs 151 and 154), and its answer IMPOSSIBLE cannot be re-checked."""


@dataclass(frozen=True)
class Auto(Options):
    """Ask the cheap solvers first, then the exact ones in slices that grow, and say who answered.

    Warnsdorff's walk; obstructions; tiling; rotations; then `cutset`, a short depth-first search and
    `cpsat` in slices. A slice goes on where the one before it stopped, and is cut by the solver's own
    steps, so that runs repeat. On large boards a theorem that rules a tour out is the answer at once; on
    small ones the others may prove it first, with evidence that is re-checked.

    `answered_by` names the solver that answered, and the statistics are those of that solver;
    `counters["tried"]` is how many solvers and slices were tried. A solver that does not have enough memory
    is passed over; if none has, the problem is refused. `Limits.steps` applies to each solver in its own
    unit. Tours are listed by depth-first search with pruning.

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
        """The first answer that one of the solvers gives."""
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
        """Every tour in the order of depth-first search with pruning."""
        return (yield from DepthFirst(prune=True).tours(run, directed))


class _Attempts:
    """The answers of the solvers, one after the other."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._theorem: SolveResult | None = None
        self.refused: TooLargeError | None = None

    def __iter__(self) -> Iterator[SolveResult]:
        problem, small = self._run.problem, len(self._run.problem) <= SMALL
        if small or not problem.closed:  # a long walk seldom ends beside its start
            yield from self._ask(_walk(problem, FIRST_RESTARTS if small else 0))
        if small:
            yield from self._ask(Obstructions())
        for result in self._ask(Tiling()):
            if small and isinstance(result.evidence, Theorem):
                self._theorem = result
            else:
                yield result
        if self._theorem is None:
            yield from self._ask(Rotation())
        if not small:
            yield from self._ask(Obstructions())
        yield from self._exact_answers()

    def _exact_answers(self) -> Iterator[SolveResult]:
        """The exact solvers in slices, until none of them can use a further one."""
        cutset, cpsat = _Slices(self._run, CutSet()), _Slices(self._run, CpSat())
        yield from self._advance(cutset, FIRST_SLICE)
        yield from self._ask(DepthFirst(prune=True), SEARCH_STEPS)
        yield from [self._theorem] if self._theorem is not None else []
        steps = LONG_SLICE
        while not (cutset.over and cpsat.over):
            yield from self._advance(cutset, steps)
            yield from self._advance(cpsat, steps if cutset.over else steps // SHARE)
            steps *= 2

    def _ask(self, solver: Solver, steps: int | None = None) -> Iterator[SolveResult]:
        """The answer of a solver that takes the problem, within what is left of the limits."""
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
        """What a search answers after one more slice, if it is not over already."""
        if not slices.over:
            try:
                yield slices.advance(steps)
            except TooLargeError as error:
                self.refused = error


class _Slices:
    """A search of one exact solver that is given slice after slice.

    `over` is true once a further slice would not change its answer.
    """

    def __init__(self, run: Run, solver: CutSet | CpSat) -> None:
        self._solver = solver
        self._run = run.child(solver.name)
        self._search: Search | None = None
        self.over = why_not(solver, run.problem) is not None

    def advance(self, steps: int) -> SolveResult:
        """The answer after `steps` more steps; UNKNOWN if nothing is decided yet."""
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
    """Warnsdorff's walk, with the rule for ties that fails least on large boards where it applies."""
    board = problem.carried_board
    far_out = board is not None and not board.wrap and len(problem) > 64
    return Warnsdorff(ties="roth" if far_out else "move-order", restarts=restarts)
