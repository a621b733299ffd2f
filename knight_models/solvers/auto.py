"""The default solver: fast solvers first, then the exact ones in slices that grow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from knight_models.core.errors import TooLargeError
from knight_models.core.evidence import Proof, Theorem
from knight_models.core.problem import TourProblem
from knight_models.core.result import SolveResult, Status
from knight_models.engine.run import Run
from knight_models.solvers.base import Options, Search, Solver, Takes, TourGenerator, why_not
from knight_models.solvers.cpsat import CpSat
from knight_models.solvers.cutset import CutSet
from knight_models.solvers.depth_first import DepthFirst
from knight_models.solvers.obstructions import Obstructions
from knight_models.solvers.rotation import Rotation
from knight_models.solvers.symmetric import Symmetric
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

LAST_SLICE = 500
"""Conflicts between two looks at the clock, while `cutset` looks for evidence that can be re-checked."""

SHARE = 16
"""Conflicts of `cutset` for each conflict of `cpsat` while both run. CP-SAT takes 1 to 8 times as long for
a conflict (FHCP graphs 151 and 154), and its answer IMPOSSIBLE cannot be re-checked."""


@dataclass(frozen=True)
class Auto(Options):
    """The fast solvers one after another, then the exact ones in slices that grow.

    The order is Warnsdorff's walk, obstructions, tiling, rotations, and then `cutset`, a short depth-first
    search and `cpsat` in slices. A slice continues the one before it, and its length is counted in the
    solver's own steps, so that runs are repeatable. A seed other than 0 draws the ties of the walk, so that
    seeds give different tours. If a theorem rules a tour out, it is the answer at once on large boards; on
    small ones it is the answer only if the other solvers find no evidence that can be re-checked. The
    verifier cannot re-check what depth-first search or `cpsat` says of an impossible problem. After such an
    answer `cutset` goes on for as many conflicts as it has had, and at most for as long as the run has
    taken so far. If it finds a proof, the proof is the answer.

    Symmetric tours are left to `symmetric`, which no other solver takes.

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
    takes: ClassVar[Takes] = Takes(directed=True, ends=True, moves=True, given=True, symmetry=True)

    def solve(self, run: Run) -> SolveResult:
        """The first answer of a solver other than UNKNOWN."""
        if run.problem.symmetry is not None:
            found = Symmetric().solve(run.child("symmetric"))
            return _counted(replace(found, answered_by="symmetric"), 1)
        attempts = _Attempts(run)
        answer, tried = None, 0
        for tried, attempt in enumerate(attempts, start=1):
            answer = _counted(attempt, tried)
            if answer.status is not Status.UNKNOWN:
                return answer
            if run.deadline.expired:
                return answer if attempts.held is None else _counted(attempts.held, tried)
        if attempts.held is not None:
            return _counted(attempts.held, tried)
        if attempts.refused is None:
            return answer or run.unknown("no solver takes it")
        if answer is None:
            raise attempts.refused
        return replace(answer, reason=f"{answer.reason}, and {attempts.refused}")

    def unsupported(self, problem: TourProblem) -> str | None:
        """Symmetric tours that `symmetric` does not take."""
        return None if problem.symmetry is None else why_not(Symmetric(), problem)

    def tours(self, run: Run, directed: bool = False) -> TourGenerator:
        """Every tour, in the order of depth-first search with pruning."""
        if run.problem.symmetry is not None:
            return (yield from Symmetric().tours(run, directed))
        return (yield from DepthFirst(prune=True).tours(run, directed))


def _counted(attempt: SolveResult, tried: int) -> SolveResult:
    """The answer of a solver, with the number of solvers and slices that were tried."""
    counters = {**attempt.statistics.counters, "tried": tried}
    return replace(attempt, statistics=replace(attempt.statistics, counters=counters))


class _Attempts:
    """The answers of the solvers, one after another.

    Attributes
    ----------
    held : the answer that there is no tour, by evidence that cannot be re-checked: the answer if the others
        find nothing better
    refused : why a solver was skipped for its memory
    """

    def __init__(self, run: Run) -> None:
        self._run = run
        self.held: SolveResult | None = None
        self.refused: TooLargeError | None = None

    def __iter__(self) -> Iterator[SolveResult]:
        problem, small = self._run.problem, len(self._run.problem) <= SMALL
        if small or not problem.closed:  # a long walk seldom ends a move from its start
            yield from self._try(_walk(self._run, FIRST_RESTARTS if small else 0))
        if small:
            yield from self._try(Obstructions())
        for result in self._try(Tiling()):
            if small and isinstance(result.evidence, Theorem):
                self.held = result
            else:
                yield result
        if self.held is None:
            yield from self._try(Rotation())
        if not small:
            yield from self._try(Obstructions())
        yield from self._exact_answers()

    def _exact_answers(self) -> Iterator[SolveResult]:
        """The answers of the exact solvers, slice after slice, until their searches are over."""
        cutset, cpsat = _Slices(self._run, CutSet()), _Slices(self._run, CpSat())
        yield from self._kept(self._advance(cutset, FIRST_SLICE))
        yield from self._kept(self._try(DepthFirst(prune=True), SEARCH_STEPS))
        steps = LONG_SLICE
        while self.held is None and not (cutset.over and cpsat.over):
            yield from self._kept(self._advance(cutset, steps))
            if self.held is None:
                yield from self._kept(self._advance(cpsat, steps if cutset.over else steps // SHARE))
            steps *= 2
        if self.held is not None and not isinstance(self.held.evidence, Theorem):
            yield from self._kept(self._more_of(cutset))

    def _more_of(self, cutset: _Slices) -> Iterator[SolveResult]:
        """As many conflicts of `cutset` again as it has had, within twice the time until now."""
        most, latest = 2 * cutset.steps, 2 * self._run.deadline.elapsed
        while not cutset.over and cutset.steps < most and self._run.deadline.elapsed < latest:
            yield from self._advance(cutset, LAST_SLICE)

    def _kept(self, results: Iterable[SolveResult]) -> Iterator[SolveResult]:
        """The results, without an IMPOSSIBLE that cannot be re-checked, which is held back."""
        for result in results:
            if result.status is Status.IMPOSSIBLE and not isinstance(result.evidence, Proof):
                self.held = result
            else:
                yield result

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

    `over` is true once the search has ended, or if the solver cannot take the problem; `steps` is the
    number of steps that were allowed so far.
    """

    def __init__(self, run: Run, solver: CutSet | CpSat) -> None:
        self._solver = solver
        self._run = run.child(solver.name)
        self._search: Search | None = None
        self.steps = 0
        self.over = why_not(solver, run.problem) is not None

    def advance(self, steps: int) -> SolveResult:
        """The answer after at most `steps` more steps; UNKNOWN if nothing is decided yet."""
        self.steps += steps
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


def _walk(run: Run, restarts: int) -> Warnsdorff:
    """Warnsdorff's walk; on large boards with the tie rule that fails least there.

    Seed 0 is the rule as published, in move order; with another seed, ties are drawn.
    """
    board = run.problem.carried_board
    large = board is not None and not board.wrap and len(run.problem) > 64
    last = "random" if run.limits.seed else "move-order"
    return Warnsdorff(ties=f"roth+{last}" if large else last, restarts=restarts)
