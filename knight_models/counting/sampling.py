"""Tours drawn at random, each with the same probability.

The sweep of a count is kept whole (`engine.frontier.completions`). Strictly open tours are open tours drawn
until enough of them are strictly open; the count says beforehand that there are some.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from knight_models.core.problem import Kind
from knight_models.counting.plan import Counted, CountPlan
from knight_models.counting.terms import tour_terms
from knight_models.engine.frontier.completions import Completions
from knight_models.engine.frontier.cycle_count import CycleCount, check_width
from knight_models.engine.frontier.layers import StepLimitError
from knight_models.engine.frontier.sweep import sweep
from knight_models.engine.run import Run

BATCH = 1 << 17
"""Tours that are drawn at a time, at most."""

LEAST = 64
"""Tours that are drawn at a time, at least; some may not be strictly open."""


class Sampler:
    """Draws tours of a problem evenly.

    Parameters
    ----------
    run : its problem has at least two vertices, and no given numbers

    Attributes
    ----------
    count : the number of tours

    Raises
    ------
    TimeoutError : if the time is up
    TooLargeError : if the tables do not fit in memory
    """

    def __init__(self, run: Run) -> None:
        self._run = run
        self._random = run.random()
        self.count = 0
        terms = tour_terms(run)
        if not terms:
            return
        if len(terms) > 1:
            counted = CountPlan(run, terms).count()
            if counted.count is None:
                raise _stopped(counted)
            self.count = counted.count
            if not self.count:
                return
        self._term = terms[0]
        plain = replace(self._term.graph, mirrors=())
        swept = sweep(plain, self._term.orders()[0])
        check_width(swept)
        counting = CycleCount(swept, run, self._report, threads=1)
        self._completions = Completions(counting.layers)
        try:
            self._completions.count_forward(counting.step)
        except StepLimitError:
            raise TimeoutError("step limit") from None
        if len(terms) == 1:
            self.count = self._completions.count
        if self.count:
            self._completions.count_backward()

    def _report(self, counting: CycleCount, transitions: int) -> None:
        layers = counting.layers
        self._run.report(transitions, min(layers.done, len(self._run.problem)), f"{layers.states:,} states")

    def draw(self, number: int) -> npt.NDArray[np.int32]:
        """Draw tours; shape (number, n), vertex numbers. There has to be a tour."""
        problem = self._run.problem
        parts: list[npt.NDArray[np.int32]] = []
        left = number
        while left:
            edges = self._completions.draw(min(BATCH, max(left, LEAST)), self._random)
            tours = self._term.cycles.tours(problem, edges)
            if problem.kind is Kind.STRICTLY_OPEN:
                tours = tours[~self._closes(tours)]
            parts.append(tours[:left])
            left -= len(parts[-1])
        return np.concatenate(parts) if parts else np.zeros((0, len(problem)), np.int32)

    def _closes(self, tours: npt.NDArray[np.int32]) -> npt.NDArray[np.bool_]:
        """Whether there is a move from the end of each tour to its start, allowed or not."""
        moves, size = self._run.all_moves, len(self._run.problem)
        pairs = moves.sources.astype(np.int64) * size + moves.indices
        closing: npt.NDArray[np.bool_] = np.isin(tours[:, -1].astype(np.int64) * size + tours[:, 0], pairs)
        return closing


def _stopped(counted: Counted) -> Exception:
    return TimeoutError(counted.reason)
