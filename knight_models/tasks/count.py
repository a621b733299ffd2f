"""`count_tours()`: the exact number of tours of a problem."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from knight_models.core.count import TourCount
from knight_models.core.errors import OptionError, TooLargeError, UnsupportedError, shown
from knight_models.core.limits import Limits, ProgressCallback
from knight_models.core.problem import TourProblem
from knight_models.counting.checkpoints import Checkpoint
from knight_models.counting.classes import class_terms
from knight_models.counting.plan import Counted, CountPlan
from knight_models.counting.symmetric import symmetric_class_terms, symmetric_terms
from knight_models.counting.terms import tour_terms
from knight_models.engine.frontier.cycle_count import Cost
from knight_models.engine.run import Run
from knight_models.solvers import obstructions
from knight_models.tasks.solve import checked_progress, settled
from knight_models.theory.representatives import check_up_to_symmetry
from knight_models.verifier import ProblemLike, faults

CHECKPOINT_SECONDS = 30.0
"""Seconds between two checkpoints."""

LARGEST_EXCLUDED = 5_000
"""Vertices up to which such reasons are looked for."""

LONG = 10**6
"""Estimated mate states from which simple reasons for which there is no tour are looked for first."""


class Count:
    """A count of tours that has not begun: what it would take, and the count itself.

    Parameters
    ----------
    problem, limits, progress, details : as for `count_tours`
    directed, up_to_symmetry, order : as for `count_tours`

    Raises
    ------
    InputError, UnsupportedError : as for `count_tours`

    >>> count = Count("8x8", kind="closed")
    >>> count.cost.width, count.cost.states > 10**7
    (16, True)
    """

    def __init__(
        self,
        problem: ProblemLike,
        *,
        directed: bool = False,
        up_to_symmetry: bool = False,
        order: int = 0,
        limits: Limits | None = None,
        progress: ProgressCallback | None = None,
        **details: Any,
    ) -> None:
        question, limits = settled(problem, limits, details)
        check_countable(question)
        if not isinstance(order, int) or isinstance(order, bool) or order < 0:
            raise OptionError(
                f"order is the number of an order of the vertices, 0 or more, not {shown(order)}"
            )
        for name, value in (("directed", directed), ("up_to_symmetry", up_to_symmetry)):
            if not isinstance(value, bool | np.bool_):
                raise OptionError(f"{name} is True or False, not {shown(value)}")
        self.problem = question
        self.directed = bool(directed)
        self.up_to_symmetry = bool(up_to_symmetry)
        if self.up_to_symmetry:
            check_up_to_symmetry(question)
        self._run = Run(question, limits, solver="count", progress=checked_progress(progress))
        self._plan: CountPlan | None = None
        self._order = order

    @property
    def cost(self) -> Cost:
        """An estimate of what the count takes.

        Raises
        ------
        UnsupportedError : if the frontier is too wide, or the moves do not fit in memory
        TimeoutError : if the time limit passes before the orders of the vertices are found
        """
        return self._planned().cost

    def count(
        self, checkpoint: str | Path | None = None, *, checkpoint_seconds: float = CHECKPOINT_SECONDS
    ) -> TourCount:
        """The number of tours, or the reason why it is not known.

        Parameters
        ----------
        checkpoint, checkpoint_seconds : as for `count_tours`

        Raises
        ------
        InputError, UnsupportedError : as for `count_tours`
        """
        try:
            if self._is_excluded():
                return self._answer(Counted(0))
            plan = self._planned()
            kept = None if checkpoint is None else Checkpoint(checkpoint, plan.sweeps, checkpoint_seconds)
            return self._answer(plan.count(kept))
        except TimeoutError:
            return self.unknown("time limit")

    def unknown(self, reason: str) -> TourCount:
        """The answer that the number is not known, with the work so far."""
        return self._answer(Counted(None, reason))

    def _answer(self, counted: Counted) -> TourCount:
        return TourCount(
            self.problem,
            counted.count,
            self.directed,
            self.up_to_symmetry,
            counted.reason,
            self._run.statistics,
        )

    def _is_excluded(self) -> bool:
        """Whether a long or a refused count is 0 for a simple reason that the verifier re-checks."""
        if len(self.problem) > LARGEST_EXCLUDED:
            return False
        try:
            if self._planned().cost.states < LONG:
                return False
        except UnsupportedError:
            pass
        try:
            evidence = obstructions.find(self._run.child("obstructions"))
            return evidence is not None and not faults(self.problem, evidence, self._run.deadline)
        except TooLargeError:
            return False

    def _planned(self) -> CountPlan:
        if self._plan is None:
            try:
                plan = _plan(self._run, self.directed, self.up_to_symmetry, self._order)
                plan.check()
            except TooLargeError as error:
                raise UnsupportedError(f"the {self.problem} cannot be counted: {error}") from None
            self._plan = plan
        return self._plan


def count_tours(
    problem: ProblemLike,
    *,
    directed: bool = False,
    up_to_symmetry: bool = False,
    checkpoint: str | Path | None = None,
    checkpoint_seconds: float = CHECKPOINT_SECONDS,
    order: int = 0,
    limits: Limits | None = None,
    progress: ProgressCallback | None = None,
    **details: Any,
) -> TourCount:
    """The exact number of tours of a problem, without listing them.

    It is found by the frontier method, a sweep over the vertices that keeps, for all ways to go through the
    visited ones, only how their paths end; see `knight_models.engine.frontier` for the method and its
    sources. The work grows with the width of the frontier: on a knight's board, about twice the shorter
    side, whatever the longer one is.

    Parameters
    ----------
    problem : a `TourProblem` without given numbers; or a board, its text, or a graph
    directed : whether a tour and its reverse are two. With a fixed end, and in a directed graph, tours have
        a direction in any case, and this changes nothing
    up_to_symmetry : whether tours that a symmetry of the board maps to each other are one
    checkpoint : a file to which a long count is kept, and from which it goes on if the file is there; it is
        removed at the end
    checkpoint_seconds : seconds between two checkpoints, at least; it takes longer if they are large
    order : which of the orders of the vertices to take; 0 is the one with the least work. Another one makes
        an independent check
    limits : the limits of the run; a step is a transition between two mate states. `workers` threads
        share the work
    progress : called regularly with a `Progress`
    details : as for `solve`

    Returns
    -------
    TourCount
        Its `count` is None if a limit on time, steps or memory ended the count before

    Raises
    ------
    InputError : for a problem or option that cannot be used
    UnsupportedError : for a problem that cannot be counted

    >>> count_tours("6x6", kind="closed").count
    9862
    >>> count_tours("3x4", kind="strictly-open", directed=True).count
    16
    """
    count = Count(
        problem,
        directed=directed,
        up_to_symmetry=up_to_symmetry,
        order=order,
        limits=limits,
        progress=progress,
        **details,
    )
    return count.count(checkpoint, checkpoint_seconds=checkpoint_seconds)


def check_countable(problem: TourProblem) -> None:
    """Refuse a problem whose tours a sweep cannot count, with UnsupportedError."""
    problem.require_unchanged_graph()
    fixed = problem.required or problem.forbidden or problem.end is not None
    if problem.symmetry is not None and (fixed or (problem.start is not None and not problem.closed)):
        raise UnsupportedError(
            "symmetric tours cannot be counted with a fixed start or end, or required or forbidden moves"
        )
    if problem.given:
        raise UnsupportedError(
            "tours with given numbers cannot be counted by a sweep; list them with iter_tours or "
            "`knight-models tours`"
        )


def _plan(run: Run, directed: bool, up_to_symmetry: bool, order: int) -> CountPlan:
    problem = run.problem
    if len(problem) == 1:
        return CountPlan(run, [], constant=0 if problem.closed else 1)
    if up_to_symmetry:
        counted = class_terms if problem.symmetry is None else symmetric_class_terms
        terms, divisor = counted(run, directed)
        return CountPlan(run, terms, divisor=divisor, order=order)
    factor = 2 if directed and not problem.one_way else 1
    terms = tour_terms(run) if problem.symmetry is None else symmetric_terms(run)
    return CountPlan(run, terms, factor=factor, order=order)
