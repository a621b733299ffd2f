"""`Run`: everything that a solver needs for one run, and its ways to answer.

A run holds a problem, its moves as arrays, the limits and one clock. The caller of a solver makes the run;
a solver makes no deadline, adjacency or statistics of its own.

>>> run = Run(TourProblem("3x4"), Limits(seconds=10))
>>> run.moves.row(0)
array([6, 9], dtype=int32)
>>> run.unknown("nothing was tried")
SolveResult(unknown: open tour of 3x4, nothing was tried)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from knight_models.core.errors import OptionError, ProblemError, shown
from knight_models.core.evidence import Evidence
from knight_models.core.limits import Deadline, Limits, Progress, ProgressCallback, require_memory
from knight_models.core.problem import TourProblem
from knight_models.core.result import ListingEnd, SolveResult, Statistics, Status
from knight_models.core.tour import Tour
from knight_models.engine.moves import Adjacency, adjacency
from knight_models.engine.orders import NATURAL_ORDER, MoveOrder, move_vectors

REPORT_INTERVAL = 0.1
"""Seconds between two reports of progress."""


class Run:
    """One run of a solver on a problem.

    `solve` makes it, refuses a problem that the solver does not take, and verifies the answer. A solver
    that is called by hand is not checked: its answer may then be wrong.

    Parameters
    ----------
    problem : the problem to solve
    limits : the limits of the run; its seconds begin now
    solver : the name of the solver, for reports of progress
    progress : called regularly with a `Progress`

    Attributes
    ----------
    deadline : the clock of the run, which is also the clock of its children

    Raises
    ------
    ProblemError, OptionError : for a problem that is not a `TourProblem`, or limits that are not `Limits`
    """

    def __init__(
        self,
        problem: TourProblem,
        limits: Limits | None = None,
        *,
        solver: str = "",
        progress: ProgressCallback | None = None,
    ) -> None:
        if not isinstance(problem, TourProblem):
            raise ProblemError(
                f"a run needs a TourProblem, such as TourProblem('8x8'), not {shown(problem)}"
            )
        if not isinstance(limits, Limits | None):
            raise OptionError(f"limits are Limits, such as Limits(seconds=10), not {shown(limits)}")
        self.problem = problem
        self.limits = limits or Limits()
        self.solver = solver
        self.progress = progress
        self.deadline = Deadline(self.limits.seconds)
        self._began = 0.0
        self._next_report = REPORT_INTERVAL
        self._build_seconds = 0.0
        self._taken: dict[str, Any] = {}
        self._moves: dict[MoveOrder, Adjacency] = {}

    def child(
        self,
        solver: str = "",
        *,
        problem: TourProblem | None = None,
        steps: int | None = None,
        seed: int | None = None,
    ) -> Run:
        """A run of another solver within this one, with the same clock and the same reports of progress.

        The moves are shared too if both problems have the same space and the same forbidden moves.

        Parameters
        ----------
        solver : the name of the other solver
        problem : another problem; None = the same
        steps : a further limit on the steps; the lower of the two holds
        seed : another seed; None = the same
        """
        allowed = [each for each in (self.limits.steps, steps) if each is not None]
        limits = Limits(
            self.limits.seconds,
            min(allowed, default=None),
            self.limits.memory,
            self.limits.seed if seed is None else seed,
            self.limits.workers,
        )
        child = Run(
            self.problem if problem is None else problem,
            limits,
            solver=solver or self.solver,
            progress=self.progress,
        )
        child.deadline = self.deadline
        child._began = self.deadline.elapsed
        child._next_report = self._next_report
        if self.problem.space is child.problem.space and self.problem.forbidden == child.problem.forbidden:
            child._moves = self._moves
        return child

    # ---- problem, moves, limits ------------------------------------------------------------------

    @property
    def moves(self) -> Adjacency:
        """The allowed moves as arrays, built once, within the limits on time and memory.

        Raises
        ------
        TimeoutError : if the deadline passes before they are built
        TooLargeError : if they do not fit in memory
        """
        return self.moves_in(NATURAL_ORDER)

    def moves_in(self, order: MoveOrder) -> Adjacency:
        """The allowed moves with rows in a move order; errors as for `moves`."""
        if order not in self._moves:
            vectors = move_vectors(self.problem, order)
            self._moves[order] = adjacency(self.problem, vectors, self.limits.memory, self.deadline)
        return self._moves[order]

    @cached_property
    def all_moves(self) -> Adjacency:
        """The moves with the forbidden ones: the two ends of a forbidden move are adjacent all the same."""
        if not self.problem.forbidden:
            return self.moves
        return adjacency(self.problem, None, self.limits.memory, self.deadline, forbidden_too=True)

    def random(self) -> np.random.Generator:
        """A new generator of random numbers with the seed of the limits."""
        with self.setup():
            from numpy.random import default_rng  # numpy loads it when it is first used

        return default_rng(self.limits.seed)

    def require_memory(self, needed: int, what: str) -> None:
        """Raise TooLargeError if more memory is needed than allowed; see `core.limits.require_memory`."""
        require_memory(needed, self.limits.memory, what)

    @contextmanager
    def setup(self) -> Iterator[None]:
        """Stop the clock during imports of heavy libraries and compilation."""
        with self.deadline.paused():
            yield

    def report(self, steps: int = 0, visited: int = 0, note: str = "") -> None:
        """Report progress, at most ten times a second.

        Parameters
        ----------
        steps : the steps so far, in the unit of the solver
        visited : the largest number of vertices visited so far
        note : what the solver is doing
        """
        if self.progress is None or self.deadline.elapsed < self._next_report:
            return
        seconds = self.deadline.elapsed
        self._next_report = seconds + REPORT_INTERVAL
        self.progress(Progress(self.solver, seconds, steps, visited, len(self.problem), note))

    # ---- answers -------------------------------------------------------------------------------

    def built(self) -> None:
        """Note the end of building: the time until now is `build_seconds`."""
        self._build_seconds = self._elapsed

    def count(
        self,
        *,
        steps: int | None = None,
        backtracks: int | None = None,
        restarts: int | None = None,
        counters: Mapping[str, int] | None = None,
    ) -> None:
        """Set fields of the statistics; those that are None stay as they are."""
        taken = {"steps": steps, "backtracks": backtracks, "restarts": restarts, "counters": counters}
        self._taken.update((name, value) for name, value in taken.items() if value is not None)

    @property
    def statistics(self) -> Statistics:
        """The statistics of the run so far."""
        return Statistics(
            seconds=self._elapsed,
            build_seconds=self._build_seconds,
            setup_seconds=self.deadline.setup_seconds,
            **self._taken,
        )

    @property
    def _elapsed(self) -> float:
        return max(0.0, self.deadline.elapsed - self._began)

    def found(self, order: Sequence[int] | npt.NDArray[Any]) -> SolveResult:
        """The answer FOUND.

        Parameters
        ----------
        order : shape (n,), vertex numbers in the order of the visit; a closed tour may begin anywhere, and
            is rotated to begin at the start of the problem
        """
        tour = Tour(self.problem, self._from_start(order))
        return SolveResult(Status.FOUND, self.problem, tour, statistics=self.statistics)

    def _from_start(self, order: Sequence[int] | npt.NDArray[Any]) -> Sequence[int] | npt.NDArray[Any]:
        start = self.problem.start_index
        if not self.problem.closed or start is None or not len(order) or order[0] == start:
            return order
        places = np.flatnonzero(np.asarray(order) == start)
        return np.roll(order, -int(places[0])) if len(places) else order

    def impossible(self, evidence: Evidence) -> SolveResult:
        """The answer IMPOSSIBLE with its evidence."""
        return SolveResult(Status.IMPOSSIBLE, self.problem, evidence=evidence, statistics=self.statistics)

    def unknown(self, reason: str, walk: npt.NDArray[Any] | None = None) -> SolveResult:
        """The answer UNKNOWN.

        Parameters
        ----------
        reason : why, such as "time limit"
        walk : shape (k,), the vertices of the longest path that a heuristic found
        """
        path = Tour(self.problem, walk) if walk is not None and len(walk) else None
        return SolveResult(
            Status.UNKNOWN, self.problem, reason=reason, statistics=self.statistics, walk=path
        )

    def listed(self, stopped_by: str | None = None) -> ListingEnd:
        """The end of a listing of tours: complete, unless a limit stopped it.

        Parameters
        ----------
        stopped_by : the reason for which it is incomplete; None if it is complete
        """
        return ListingEnd(stopped_by is None, stopped_by, self.statistics)
