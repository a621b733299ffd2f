"""Tours drawn at random, each with the same probability.

The sweep of a count is kept whole (`engine.frontier.completions`). Strictly open tours are open tours drawn
until enough of them are strictly open; the count says beforehand that there are some.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace
from itertools import accumulate
from random import Random

import numpy as np
import numpy.typing as npt

from knight_models.core.problem import Kind
from knight_models.counting.plan import CountPlan
from knight_models.counting.symmetric import symmetric_terms
from knight_models.counting.terms import Term, tour_terms
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
    TimeoutError : if the time is up; its text is the limit
    TooLargeError : if the tables do not fit in memory
    UnsupportedError : for symmetric tours, as for `symmetric_terms`
    """

    def __init__(self, run: Run) -> None:
        self._run = run
        self._random = run.random()
        symmetric = run.problem.symmetry is not None
        terms = symmetric_terms(run) if symmetric else tour_terms(run)
        self._drawn: list[tuple[Term, Completions]] = []
        if run.problem.kind is Kind.STRICTLY_OPEN and not symmetric:
            self.count = self._counted(terms)
            terms = terms[:1] if self.count else []
        for term in terms:
            completions = self._completions(term)
            if completions.count:
                completions.count_backward()
                self._drawn.append((term, completions))
        if run.problem.kind is not Kind.STRICTLY_OPEN or symmetric:
            self.count = sum(completions.count for _, completions in self._drawn)

    def _counted(self, terms: list[Term]) -> int:
        """The number of strictly open tours, which may be none although there are open ones."""
        counted = CountPlan(self._run, terms).count()
        if counted.count is None:
            raise TimeoutError(counted.reason)
        return counted.count

    def _completions(self, term: Term) -> Completions:
        swept = sweep(replace(term.graph, mirrors=()), term.orders()[0])
        check_width(swept)
        counting = CycleCount(swept, self._run, self._report, threads=1)
        completions = Completions(counting.layers)
        try:
            completions.count_forward(counting.step)
        except StepLimitError:
            raise TimeoutError("step limit") from None
        return completions

    def _report(self, counting: CycleCount, transitions: int) -> None:
        layers = counting.layers
        self._run.report(transitions, min(layers.done, len(self._run.problem)), f"{layers.states:,} states")

    def draw(self, number: int) -> npt.NDArray[np.int32]:
        """Draw tours; shape (number, n), vertex numbers. There has to be a tour."""
        problem = self._run.problem
        parts: list[npt.NDArray[np.int32]] = []
        left = number
        while left:
            tours = self._some(min(BATCH, max(left, LEAST)))
            if problem.kind is Kind.STRICTLY_OPEN:
                tours = tours[~self._closes(tours)]
            parts.append(tours[:left])
            left -= len(parts[-1])
        return np.concatenate(parts) if parts else np.zeros((0, len(problem)), np.int32)

    def _some(self, number: int) -> npt.NDArray[np.int32]:
        """Tours, each of one of the terms, which are chosen in proportion to their numbers."""
        draws = [0] * number
        if len(self._drawn) > 1:
            chance = Random(int(self._random.integers(2**63)))
            ends = list(accumulate(completions.count for _, completions in self._drawn))
            draws = [bisect_right(ends, chance.randrange(ends[-1])) for _ in range(number)]
        which = np.array(draws)
        tours = np.empty((number, len(self._run.problem)), np.int32)
        for place, (term, completions) in enumerate(self._drawn):
            rows = np.flatnonzero(which == place)
            edges = completions.draw(len(rows), self._random)
            tours[rows] = term.cycles.tours(self._run.problem, edges)
        return tours

    def _closes(self, tours: npt.NDArray[np.int32]) -> npt.NDArray[np.bool_]:
        """Whether there is a move from the end of each tour to its start, allowed or not."""
        moves, size = self._run.all_moves, len(self._run.problem)
        pairs = moves.sources.astype(np.int64) * size + moves.indices
        closing: npt.NDArray[np.bool_] = np.isin(tours[:, -1].astype(np.int64) * size + tours[:, 0], pairs)
        return closing
