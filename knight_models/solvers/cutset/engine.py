"""CaDiCaL behind python-sat: short calls, so that limits and Ctrl-C hold, and repeatable for a seed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Self

import numpy as np
import numpy.typing as npt

ENGINES = {"cadical195": "Cadical195", "cadical153": "Cadical153"}
"""Names of engines and their classes in `pysat.solvers`: those that keep a limit on conflicts closely, can
go on after it, and write proofs. CaDiCaL looks at the limit only before it decides, so conflicts that
follow one another without a decision may pass it: at most one for each decision that stands."""

WORK = 1_000_000
"""Propagations that one call should take while there are few clauses: a tenth of a second or two."""

CLAUSES = 75_000
"""The number of clauses with which propagations take twice as long, since they do not fit in the
processor's cache."""

OPTIONS = {"elim": 0}
"""Options of CaDiCaL: no elimination of variables. Cut-sets bring eliminated ones back, and the elimination
takes seconds on 100x100; without it, FHCP graphs 46, 49 and 55 took two thirds of the time."""

FIRST_BUDGET = 200
"""Conflicts that the first call may take."""

LARGEST_BUDGET = 10_000
"""The most conflicts that a call may take, up to half a second, however much they propagate."""

LARGE = 20_000
"""Variables from which CaDiCaL does not simplify the clauses: on 101x101 that takes more than a second."""


def load_engines() -> None:
    """Import the library of engines, which takes some tenths of a second the first time."""
    import numpy.ma  # which `numpy.unique` loads
    import numpy.random  # noqa: F401  # which numpy loads when it is first used
    import pysat.solvers  # noqa: F401  # only to have it loaded


class Engine:
    """A SAT solver that takes clauses at any time and solves in short calls.

    A call cannot be interrupted, so each has a budget of conflicts. The budget depends on the propagations
    of the call before, not on the clock: the engine's decisions depend on where a call ends, and runs
    have to be repeatable. The engine works in a thread of its own, since in the main thread python-sat
    answers Ctrl-C by a jump out of the middle of the engine.

    Parameters
    ----------
    name : one of `ENGINES`
    order : shape (variables,), the place of each variable among those of the engine, which decides the
        first one first
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
        """Whether the clauses can be satisfied; None if one short call does not decide it.

        Parameters
        ----------
        conflicts : the number after which the call ends, at least 2; None = the budget of a short call
        """
        budget = self._budget if conflicts is None else min(self._budget, conflicts - 1)
        self._solver.conf_budget(budget)
        answer: bool | None = self._pool.submit(self._solver.solve_limited).result()
        self._adjust_budget(budget)
        return answer

    def _adjust_budget(self, budget: int) -> None:
        figures = self._solver.accum_stats()
        work = figures["propagations"] - self._propagations
        self.conflicts, self._propagations = figures["conflicts"], figures["propagations"]
        if budget == self._budget:
            wanted = WORK / (1 + self.clauses / CLAUSES)
            growth = min(2.0, max(0.25, wanted / max(1, work)))
            self._budget = min(LARGEST_BUDGET, max(10, int(self._budget * growth)))

    def truth(self, variables: int) -> npt.NDArray[np.bool_]:
        """Shape (variables,): the values of the first variables, once the clauses are satisfied."""
        model = np.zeros(len(self._order), np.int64)
        values = np.array(self._solver.get_model(), np.int64)
        model[np.abs(values)] = values
        return model[self._order[1 : variables + 1]] > 0

    def trace(self) -> bytes:
        """The refutation as written by the engine, once the clauses are refuted: binary DRAT."""
        import pysolvers  # the compiled part of python-sat

        pysolvers.flushpr(self._solver.prfp)
        self._solver.prfile.seek(0)
        written: bytes = self._solver.prfile.read()
        return written

    def as_text(self, trace: bytes) -> str:
        """The same as text, in the caller's numbers of variables."""
        return drat_text(trace, np.argsort(self._order))

    def close(self) -> None:
        """Stop the engine and free its memory."""
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


def drat_text(trace: bytes, names: npt.NDArray[np.int64]) -> str:
    r"""Binary DRAT as DRAT text, a step in each line.

    In binary DRAT [1]_ a step is `a` or `d`, then its literals, then a zero byte. A literal is twice its
    variable, plus one if it is negative, in groups of seven bits, the lowest first; all bytes of a number
    except its last have their top bit set.

    Parameters
    ----------
    trace : binary DRAT
    names : shape (variables + 1,): the number to write for each variable; that of 0 is 0. Variables beyond
        these, which an engine may introduce, keep their numbers

    References
    ----------
    .. [1] M. J. H. Heule, "The DRAT format and DRAT-trim checker", arXiv:1610.06229 (2016).

    >>> drat_text(b"a\x05\x00d\x02\x04\x00a\x00", np.array([0, 1, 2]))
    '-2 0\nd 1 2 0\n0\n'
    """
    data = np.frombuffer(trace, np.uint8)
    ends = np.flatnonzero(data == 0)
    if not len(ends):
        return ""
    begins = np.concatenate((np.zeros(1, np.int64), ends[:-1] + 1))
    literals = _literals(np.delete(data[: ends[-1] + 1], begins))
    further = np.arange(len(names), np.abs(literals).max(initial=0) + 1)
    named = np.sign(literals) * np.concatenate((names, further))[np.abs(literals)]
    breaks = np.flatnonzero(named == 0) + 1
    words = list(map(str, named.tolist()))
    lines, begin = [], 0
    for end, kind in zip(breaks.tolist(), data[begins].tolist(), strict=True):
        line = " ".join(words[begin:end])
        lines.append(f"d {line}\n" if kind == ord("d") else f"{line}\n")
        begin = end
    return "".join(lines)


def _literals(data: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """The literals, signed, and the zeros that end the steps."""
    last = np.flatnonzero(data < 0x80)
    first = np.concatenate((np.zeros(1, np.int64), last[:-1] + 1))
    place = np.arange(len(data)) - np.repeat(first, last - first + 1)
    values = np.add.reduceat((data & 0x7F).astype(np.int64) << (7 * place), first)
    return np.where(values % 2 == 1, -(values // 2), values // 2)
