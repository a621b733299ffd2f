"""`sample_tours()`: tours drawn at random, each with the same probability."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from knight_models.core.errors import OptionError, TooLargeError, UnsupportedError, shown
from knight_models.core.limits import Limits, ProgressCallback
from knight_models.core.problem import TourProblem
from knight_models.core.result import SolveResult, Statistics, Status, WrongAnswerError
from knight_models.core.tour import Tour
from knight_models.counting.sampling import Sampler
from knight_models.engine.run import Run
from knight_models.tasks.count import check_countable
from knight_models.tasks.solve import checked_progress, settled
from knight_models.verifier import ProblemLike, faults
from knight_models.verifier.batches import wrong_orders

MOST = 10**8
"""Tours that can be drawn at a time."""


@dataclass(frozen=True, eq=False)
class TourSample(Sequence[Tour]):
    """Tours drawn at random, independent of each other; one may come several times.

    Parameters
    ----------
    problem : the problem
    orders : shape (k, n), int32: the vertex numbers of each tour, in the order of the visit. Where a tour
        and its reverse are one, it begins at its lower end, or goes to the lower of two neighbours
    total : the number of tours that there are; None if a limit ended the work before it was known
    reason : why there are no tours here: a limit, or that none exists; None if there are some
    statistics : the time and the work
    """

    problem: TourProblem
    orders: npt.NDArray[np.int32]
    total: int | None
    reason: str | None = None
    statistics: Statistics = Statistics()  # noqa: RUF009  # it is frozen

    def __len__(self) -> int:
        """The number of tours drawn."""
        return len(self.orders)

    @overload
    def __getitem__(self, index: int) -> Tour: ...
    @overload
    def __getitem__(self, index: slice) -> list[Tour]: ...
    def __getitem__(self, index: int | slice) -> Tour | list[Tour]:
        """One tour, or several; they have been verified."""
        if isinstance(index, slice):
            return [Tour(self.problem, order) for order in self.orders[index]]
        return Tour(self.problem, self.orders[index])

    def __iter__(self) -> Iterator[Tour]:
        """The tours, one by one."""
        return (Tour(self.problem, order) for order in self.orders)

    def __repr__(self) -> str:
        return (
            f"TourSample({len(self)} of {'unknown' if self.total is None else self.total}: {self.problem})"
        )


def sample_tours(
    problem: ProblemLike,
    k: int,
    seed: int | None = None,
    *,
    limits: Limits | None = None,
    progress: ProgressCallback | None = None,
    **details: Any,
) -> TourSample:
    """Draw tours at random, each with exactly the same probability, and verify them.

    The tables of a count are kept, with the number of ways to complete each mate state, and successors are
    chosen in proportion to it (D. E. Knuth, The Art of Computer Programming 4A, section 7.1.4, draws from
    decision diagrams in this way). They take memory: 6x6 and 8x6 are easy, 8x7 takes about 1 GB, 8x8 is too
    large. For larger boards, the solver `rotation` with different seeds draws tours too, but not uniformly.

    Parameters
    ----------
    problem : a `TourProblem` without given numbers; or a board, its text, or a graph
    k : how many tours
    seed : the same seed draws the same tours; None = the seed of the limits
    limits : limits on time, memory and transitions between mate states
    progress : called regularly with a `Progress`
    details : as for `solve`

    Raises
    ------
    InputError : for a problem or option that cannot be used
    UnsupportedError : for a problem that cannot be counted, or if the tables do not fit in memory

    >>> sample = sample_tours("6x6", 3, seed=1, kind="closed")
    >>> len(sample), sample.total, sample.orders.shape
    (3, 9862, (3, 36))
    """
    question, limits = settled(problem, limits, details)
    check_countable(question)
    if not isinstance(k, int | np.integer) or isinstance(k, bool) or not 0 <= k <= MOST:
        raise OptionError(f"the number of tours to draw is a whole number from 0 to {MOST}, not {shown(k)}")
    if seed is not None:
        limits = Limits(limits.seconds, limits.steps, limits.memory, seed, limits.workers)
    run = Run(question, limits, solver="sample", progress=checked_progress(progress))
    none = np.zeros((0, len(question)), np.int32)
    if len(question) == 1:
        orders = none if question.closed else np.zeros((int(k), 1), np.int32)
        return _sample(run, orders, 0 if question.closed else 1)
    try:
        sampler = Sampler(run)
        orders = sampler.draw(int(k)) if sampler.count else none
    except TimeoutError as error:
        return TourSample(question, none, None, str(error) or "time limit", run.statistics)
    except TooLargeError as error:
        raise UnsupportedError(
            f"the tables for drawing evenly do not fit in memory: {error}. "
            "The solver `rotation` with different seeds draws tours too, but not uniformly"
        ) from None
    return _sample(run, orders, sampler.count)


def _sample(run: Run, orders: npt.NDArray[np.int32], count: int) -> TourSample:
    """The sample, verified."""
    problem = run.problem
    for number in wrong_orders(problem, orders):
        tour = Tour(problem, orders[number])
        raise WrongAnswerError(
            faults(problem, tour), SolveResult(Status.FOUND, problem, tour, solver="sample", label="sample")
        )
    return TourSample(problem, orders, count, None if count else "no tour exists", run.statistics)
