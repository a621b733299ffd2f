"""SAT with lazy cut-sets: exact, by CaDiCaL behind python-sat.

>>> from knight_models.tasks.solve import solve
>>> solve("30x30", CutSet(), kind="closed").found
True
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from importlib.metadata import version
from typing import ClassVar

import numpy as np

from knight_models.core.evidence import CutSetProof, Evidence, SolverClaim
from knight_models.core.limits import Deadline, Limits, ProgressCallback
from knight_models.core.problem import TourProblem
from knight_models.core.result import ListingEnd, SolveResult, Statistics, Status
from knight_models.core.tour import Order, Tour
from knight_models.engine.moves import adjacency
from knight_models.solvers import obstructions
from knight_models.solvers.base import Options, Reporter, TourGenerator, option
from knight_models.solvers.cutset.engine import ENGINES
from knight_models.solvers.cutset.search import Search

__all__ = ["CutSet"]


@dataclass(frozen=True)
class CutSet(Options):
    """A SAT solver looks for two edges at every vertex, and is told of cuts that its cycles leave unused.

    One variable says whether a move is used, and every vertex has exactly two moves; an open tour gets a
    dummy vertex between its ends. A solution is a number of cycles. If it is one, it is a tour; if not,
    each has to be left by a move: that is a new clause for its cut-set, and the solver goes on (Soh, Le
    Berre, Roussel, Banbara and Tamura 2014; Ohashi et al., SAT 2025). On boards the cycles can nearly
    always be patched: joined into one by exchanging moves. No solution left, no tour: the vertex sets
    and a refutation are the evidence, which the verifier re-checks.

    A step is a conflict of the SAT solver; `counters` also has the `rounds`, the `cut_sets` and how many
    cycles were joined (`patched`). Graphs whose moves have a direction are not supported. Listing is
    by clauses that block what was listed, so it suits short lists.

    Parameters
    ----------
    engine : "cadical195" or "cadical153", the version of CaDiCaL
    patch : join cycles by exchanging moves
    proof : refute a second time, with a record of it; without, an IMPOSSIBLE is a bare `SolverClaim`
    """

    name: ClassVar[str] = "cutset"
    exact: ClassVar[bool] = True

    engine: str = option("cadical195", choices=tuple(ENGINES))
    patch: bool = option(True)
    proof: bool = option(True)

    def unsupported(self, problem: TourProblem) -> str | None:
        """Why not, for a directed graph."""
        return "its moves have a direction" if problem.directed else None

    def solve(
        self, problem: TourProblem, limits: Limits, progress: ProgressCallback | None = None
    ) -> SolveResult:
        """A tour; a `CutSetProof`, or simpler evidence, that there is none; or neither."""
        try:
            run = _Run(self, problem, limits, progress, patch=self.patch)
        except TimeoutError:
            return SolveResult(Status.UNKNOWN, problem, reason="time limit")
        if run.trivial:
            return run.result(Status.FOUND, tour=Tour(problem, [0]))
        if run.obstruction is not None:
            return run.result(Status.IMPOSSIBLE, evidence=run.obstruction)
        with closing(run.search.cycles()) as cycles:
            cycle = next(cycles, None)
        if cycle is not None:
            return run.result(Status.FOUND, tour=Tour(problem, _order(problem, cycle)))
        if run.search.stopped_by is not None:
            return run.result(Status.UNKNOWN, reason=run.search.stopped_by)
        return run.result(Status.IMPOSSIBLE, evidence=run.proof())

    def tours(
        self,
        problem: TourProblem,
        limits: Limits,
        directed: bool = False,
        progress: ProgressCallback | None = None,
    ) -> TourGenerator:
        """Every tour once, each blocked by a clause once it is listed; none is patched."""
        try:
            run = _Run(self, problem, limits, progress, patch=False)
        except TimeoutError:
            return ListingEnd(False, "time limit")
        if run.trivial:
            yield Tour(problem, [0])
        if run.trivial or run.obstruction is not None:
            return ListingEnd(True, None, run.statistics())
        with closing(run.search.cycles()) as cycles:
            for cycle in cycles:
                order = _order(problem, cycle)
                yield Tour(problem, order)
                if directed and not problem.one_way:
                    yield Tour(problem, np.roll(order[::-1], problem.closed))
        stopped_by = run.search.stopped_by
        return ListingEnd(stopped_by is None, stopped_by, run.statistics())


class _Run:
    """One run: the clock, what is known beforehand, the search.

    Raises
    ------
    TimeoutError : if the time is up before the moves are known
    """

    def __init__(
        self,
        solver: CutSet,
        problem: TourProblem,
        limits: Limits,
        progress: ProgressCallback | None,
        *,
        patch: bool,
    ) -> None:
        self._solver = solver
        self._problem = problem
        self._limits = limits
        self._deadline = Deadline.after(limits.seconds)
        moves = adjacency(problem, memory=limits.memory, deadline=self._deadline)
        report = Reporter(solver.name, self._deadline, progress)
        self.trivial = len(problem) == 1 and not problem.closed
        self.obstruction = obstructions.find(problem, moves, self._deadline)
        self.search = Search(problem, moves, limits, self._deadline, report, solver.engine, patch)

    def proof(self) -> Evidence:
        """The evidence once the search has refuted everything."""
        refutation = self.search.refutation() if self._solver.proof else None
        if refutation is not None:
            return CutSetProof(tuple(map(tuple, self.search.cut_sets)), refutation)
        ran = {"engine": self._solver.engine, "seed": self._limits.seed}
        ran |= {"cut_sets": len(self.search.cut_sets)}
        return SolverClaim("python-sat", version("python-sat"), ran)

    def result(
        self,
        status: Status,
        tour: Tour | None = None,
        evidence: Evidence | None = None,
        reason: str | None = None,
    ) -> SolveResult:
        """An answer, with what it took."""
        return SolveResult(
            status, self._problem, tour, evidence=evidence, reason=reason, statistics=self.statistics()
        )

    def statistics(self) -> Statistics:
        """What the run took so far."""
        search = self.search
        return Statistics(
            seconds=self._deadline.elapsed,
            build_seconds=search.build_seconds or self._deadline.elapsed,
            steps=search.conflicts,
            restarts=search.restarts,
            counters={
                "rounds": search.rounds,
                "cut_sets": len(search.cut_sets),
                "conflicts": search.conflicts,
                "patched": search.patched,
            },
        )


def _order(problem: TourProblem, cycle: Sequence[int]) -> Order:
    """The tour that a Hamiltonian cycle of the network is."""
    order = np.array(cycle, np.int32)
    if problem.closed:
        start = problem.start_index or 0
        return np.roll(order, -int(np.flatnonzero(order == start)[0]))
    dummy = int(order.argmax())
    order = np.concatenate((order[dummy + 1 :], order[:dummy]))
    first, last = problem.start_index, problem.end_index
    backwards = order[-1] == first if first is not None else order[0] == last
    return order[::-1] if backwards else order
