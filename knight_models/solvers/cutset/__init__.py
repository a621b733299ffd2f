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
from knight_models.core.problem import TourProblem
from knight_models.core.result import SolveResult
from knight_models.core.tour import Order, Tour
from knight_models.engine.run import Run
from knight_models.solvers.base import Options, Search, TourGenerator, finished, option
from knight_models.solvers.cutset.engine import ENGINES
from knight_models.solvers.cutset.search import CycleSearch


@dataclass(frozen=True)
class CutSet(Options):
    """A SAT solver looks for a 2-factor; clauses for cut-sets are added until it is one cycle.

    Each move has a variable, true if the tour uses it, and every vertex has exactly two used moves; an
    open tour gets a dummy vertex between its ends. So a solution is a 2-factor, a set of disjoint cycles.
    If it is a single cycle, it is a tour. If not, a tour has to leave each of the cycles: of the moves
    with one end on it, its cut-set, at least one is used. That is a new clause, and the SAT solver goes
    on [1]_ [2]_. On boards, exchanging moves nearly always joins the cycles into one (patching). If there
    is no solution, there is no tour; the vertex sets and a refutation are the evidence, which the
    verifier re-checks.

    A step is a conflict of the SAT solver. It looks at the limit only before it decides, so conflicts that
    follow one another without a decision may pass the limit, by 6 at most in 840 runs. `counters` also has
    the `variables` and `clauses` (in the end, those of cut-sets included), the `rounds` (2-factors found),
    the `cut_sets` and the number of cycles `patched`. A seed draws the order of the variables. Directed
    graphs are not supported. Listing adds a clause for each tour listed, which rules it out, so it suits
    short lists.

    Parameters
    ----------
    engine : "cadical195" or "cadical153", the version of CaDiCaL
    patch : join cycles by exchanging moves
    proof : after a refutation, refute the clauses again and record it; if False, the evidence of an
        IMPOSSIBLE is a `SolverClaim`, which cannot be re-checked

    References
    ----------
    .. [1] T. Soh, D. Le Berre, S. Roussel, M. Banbara and N. Tamura, "Incremental SAT-based method with
       native Boolean cardinality handling for the Hamiltonian cycle problem", JELIA 2014.
    .. [2] Ohashi et al., SAT 2025.
    """

    name: ClassVar[str] = "cutset"
    exact: ClassVar[bool] = True

    engine: str = option("cadical195", choices=tuple(ENGINES))
    patch: bool = option(True)
    proof: bool = option(True)

    def begin(self, run: Run) -> Search:
        """A search that keeps its SAT engine and its cut-sets from one slice to the next."""
        return _CutSetSearch(self, run)

    def solve(self, run: Run) -> SolveResult:
        """A tour; or IMPOSSIBLE, with a `CutSetProof` if there is time for it; or UNKNOWN."""
        return finished(self.begin(run))

    def tours(self, run: Run, directed: bool = False) -> TourGenerator:
        """Every tour once; a clause rules each out once it is listed. Cycles are not patched."""
        problem = run.problem
        if _trivial(problem):
            yield Tour(problem, [0])
            return run.listed()
        with closing(CycleSearch(run, self.engine, patch=False)) as search:
            while (cycle := search.advance()) is not None:
                order = _order(problem, cycle)
                yield Tour(problem, order)
                if directed and not problem.one_way:
                    yield Tour(problem, np.roll(order[::-1], problem.closed))
        return run.listed(search.stopped_by)


class _CutSetSearch:
    """The search for one tour, and the proof once there is none."""

    def __init__(self, solver: CutSet, run: Run) -> None:
        self._solver = solver
        self._run = run
        self._cycles = CycleSearch(run, solver.engine, patch=solver.patch)

    def advance(self, steps: int | None = None) -> SolveResult | None:
        """Search on; None if `steps` conflicts decided nothing."""
        run, cycles = self._run, self._cycles
        if _trivial(run.problem):
            return run.found([0])
        cycle = cycles.advance(steps)
        if cycle is None and cycles.paused:
            return None
        self.close()
        if cycle is not None:
            return run.found(_order(run.problem, cycle))
        if cycles.stopped_by is not None:
            return run.unknown(cycles.stopped_by)
        return run.impossible(self._proof())

    def close(self) -> None:
        """Give up the engine."""
        self._cycles.close()

    def _proof(self) -> Evidence:
        """The evidence, once the search has shown that there is no tour."""
        sets = self._cycles.cut_sets
        refutation = self._cycles.refutation() if self._solver.proof else None
        if refutation is not None:
            return CutSetProof(tuple(map(tuple, sets)), refutation)
        ran = {"engine": self._solver.engine, "seed": self._run.limits.seed, "cut_sets": len(sets)}
        return SolverClaim("python-sat", version("python-sat"), ran)


def _trivial(problem: TourProblem) -> bool:
    """Whether the only vertex is the tour, which is no cycle even with the dummy vertex."""
    return len(problem) == 1 and not problem.closed


def _order(problem: TourProblem, cycle: Sequence[int]) -> Order:
    """The tour that belongs to a Hamiltonian cycle of the network."""
    order = np.array(cycle, np.int32)
    if problem.closed:
        start = problem.start_index or 0
        return np.roll(order, -int(np.flatnonzero(order == start)[0]))
    dummy = int(order.argmax())
    order = np.concatenate((order[dummy + 1 :], order[:dummy]))
    first, last = problem.start_index, problem.end_index
    backwards = order[-1] == first if first is not None else order[0] == last
    return order[::-1] if backwards else order
