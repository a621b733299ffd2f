"""CaDiCaL behind python-sat, so that limits and Ctrl-C hold and a seed makes runs repeatable."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Self

import numpy as np
import numpy.typing as npt

from knight_models.solvers.cutset.proof import as_text

__all__ = ["ENGINES", "Engine", "load_engines"]

ENGINES = {"cadical195": "Cadical195", "cadical153": "Cadical153"}
"""Names of engines and their classes in `pysat.solvers`: those that take a limit on conflicts exactly, can
go on after it, and write proofs."""

WORK = 1_000_000
"""Propagations that one call should take while there are few clauses: a tenth of a second or two."""

CLAUSES = 75_000
"""With so many clauses propagations take twice as long, since they do not stay in the processor's cache."""

OPTIONS = {"elim": 0}
"""Options of CaDiCaL. Eliminated variables come back with every cut-set, and looking for some takes seconds
on 100x100; without, FHCP graphs 46, 49 and 55 took two thirds of the time."""

FIRST_BUDGET = 200
"""Conflicts that the first call may take."""


LARGEST_BUDGET = 10_000
"""Conflicts that a call may take at most: up to half a second, whatever they propagate."""

LARGE = 20_000
"""Variables from which CaDiCaL does not simplify the clauses: on 101x101 that takes more than a second."""


def load_engines() -> None:
    """Import the library of engines, which takes a while the first time."""
    import pysat.solvers  # noqa: F401  # only to have it loaded


class Engine:
    """A SAT solver that takes clauses at any time and solves in short calls.

    A call cannot be interrupted, so each has a budget of conflicts. It follows the propagations of the
    call before, not the clock: calls are where the engine changes its ways, and a run has to be
    repeatable. The engine works in a thread of its own, since in the main thread python-sat answers
    Ctrl-C by a jump out of the middle of the engine.

    Parameters
    ----------
    name : one of `ENGINES`
    order : the place that each variable has among those of the engine, which begins with the first
    proof : whether to keep the refutation
    """

    def __init__(self, name: str, order: npt.NDArray[np.int64], *, proof: bool = False) -> None:
        import pysat.solvers

        self._solver = getattr(pysat.solvers, ENGINES[name])(with_proof=proof)
        self._solver.configure(OPTIONS if len(order) < LARGE else OPTIONS | {"inprocessing": 0})
        self._order = np.concatenate((np.zeros(1, np.int64), order + 1))
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)
        self._budget = FIRST_BUDGET
        self.conflicts = 0
        self._propagations = 0
        self.clauses = 0

    def add(self, clauses: npt.NDArray[np.int64]) -> None:
        """Add clauses of equal length, shape (k, length), in signed numbers of variables."""
        add_clause = self._solver.add_clause
        for clause in (np.sign(clauses) * self._order[np.abs(clauses)]).tolist():
            add_clause(clause)
        self.clauses += len(clauses)

    def solve(self, conflicts: int | None = None) -> bool | None:
        """Whether the clauses can be satisfied; None if neither is known after one short call.

        Parameters
        ----------
        conflicts : the most that the call may take, at least 2; None = as many as make a short call
        """
        budget = self._budget if conflicts is None else min(self._budget, conflicts - 1)
        self._solver.conf_budget(budget)
        answer: bool | None = self._pool.submit(self._solver.solve_limited).result()
        self._take_stock(budget)
        return answer

    def _take_stock(self, budget: int) -> None:
        figures = self._solver.accum_stats()
        work = figures["propagations"] - self._propagations
        self.conflicts, self._propagations = figures["conflicts"], figures["propagations"]
        if budget == self._budget:
            wanted = WORK / (1 + self.clauses / CLAUSES)
            growth = min(2.0, max(0.25, wanted / max(1, work)))
            self._budget = min(LARGEST_BUDGET, max(10, int(self._budget * growth)))

    def truth(self, variables: int) -> npt.NDArray[np.bool_]:
        """Shape (variables,): the values of the first so many variables, once satisfied."""
        model = np.zeros(len(self._order), np.int64)
        values = np.array(self._solver.get_model(), np.int64)
        model[np.abs(values)] = values
        return model[self._order[1 : variables + 1]] > 0

    def trace(self) -> bytes:
        """The refutation as the engine has written it, once the clauses are refuted: binary DRAT."""
        import pysolvers  # the part of python-sat that is compiled

        pysolvers.flushpr(self._solver.prfp)
        self._solver.prfile.seek(0)
        written: bytes = self._solver.prfile.read()
        return written

    def as_text(self, trace: bytes) -> str:
        """The same as text, in the numbers of our variables."""
        return as_text(trace, np.argsort(self._order))

    def close(self) -> None:
        """Give up the engine and its memory."""
        self._pool.shutdown()
        self._solver.delete()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
