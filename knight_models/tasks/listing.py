"""`iter_tours()`: list the tours of a problem one by one, each verified."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from knight_models.core.errors import SolverError, TooLargeError, UnsupportedError, shown
from knight_models.core.limits import Limits, ProgressCallback
from knight_models.core.problem import TourProblem
from knight_models.core.result import ListingEnd, SolveResult, Status, WrongAnswerError
from knight_models.core.tour import Tour
from knight_models.engine.run import Run
from knight_models.solvers import get_solver
from knight_models.solvers.base import ListsTours, Solver, solver_label
from knight_models.tasks.solve import able, check_part, check_supported, checked_progress, refusal, settled
from knight_models.theory.representatives import Representatives
from knight_models.verifier import ProblemLike, faults


class TourStream(Iterator[Tour]):
    """The tours of a listing, each verified; with representatives, those that are one.

    `count` is the number of tours so far; `end` is a `ListingEnd` after the end of the listing, else None.
    """

    def __init__(
        self,
        problem: TourProblem,
        solver: Solver,
        tours: Iterator[Tour],
        representatives: Representatives | None = None,
    ) -> None:
        self.problem = problem
        self.solver = solver
        self._representatives = representatives
        self.count = 0
        self.end: ListingEnd | None = None
        self._tours = tours

    def __next__(self) -> Tour:
        tour = self._verified()
        while self._representatives is not None:
            order = self._representatives.of(tour.order.tolist())
            if order is not None:
                tour = Tour(self.problem, order)
                break
            tour = self._verified()
        self.count += 1
        return tour

    def _verified(self) -> Tour:
        """The next tour of the solver, verified."""
        try:
            tour = next(self._tours)
        except StopIteration as stop:
            if self.end is None:
                self.end = self._ended(stop.value)
            raise StopIteration from None
        except TimeoutError:
            self.end = ListingEnd(False, "time limit")
            raise StopIteration from None
        except TooLargeError as error:
            raise refusal(self.solver, self.problem, str(error)) from None
        label = solver_label(self.solver)
        check_part(label, self.problem, "tour", tour, Tour)
        found = faults(self.problem, tour)
        if found:
            wrong = SolveResult(Status.FOUND, self.problem, tour, solver=self.solver.name, label=label)
            raise WrongAnswerError(found, wrong)
        return tour

    def _ended(self, end: object) -> ListingEnd:
        """How the listing ended, checked."""
        if end is None:
            return ListingEnd(False, "the solver did not return how its list ended")
        label = solver_label(self.solver)
        if not isinstance(end, ListingEnd):
            raise SolverError(f"{label} ended its list with {shown(end)}, which is not a ListingEnd")
        if end.complete and not self.solver.exact:
            raise SolverError(f"{label} is not exact, but it claims that its list is complete")
        return end

    def close(self) -> None:
        """Stop the solver."""
        if hasattr(self._tours, "close"):
            self._tours.close()

    def take(self, count: int) -> list[Tour]:
        """The next `count` tours, or fewer if the listing ends before."""
        return list(islice(self, count))


def iter_tours(
    problem: ProblemLike,
    solver: str | Solver | type = "auto",
    *,
    limits: Limits | None = None,
    directed: bool = False,
    up_to_symmetry: bool = False,
    progress: ProgressCallback | None = None,
    **details: Any,
) -> TourStream:
    """List the tours of a problem one by one, each verified.

    Parameters
    ----------
    problem, solver, limits, progress, details : as for `solve`
    directed : list a tour and its reverse as two tours
    up_to_symmetry : of the tours that symmetries of the board map to each other, list one, as `canonical`
        has it; not for graphs, and not with fixed ends or moves or given numbers

    Raises
    ------
    ProblemError : if tours up to symmetry are not defined for the problem
    TooLargeError : if the board has too many symmetries to try them all
    UnsupportedError : if the solver cannot take the problem, or does not list tours
    WrongAnswerError : while iterating, if a tour is wrong

    >>> stream = iter_tours("5x5", start="a1")
    >>> len(list(stream)), stream.end.complete
    (304, True)
    >>> len(list(iter_tours("6x6", kind="closed", up_to_symmetry=True)))  # of 9,862
    1245
    """
    question, limits = settled(problem, limits, details)
    run = Run(question, limits, progress=checked_progress(progress))
    return listing(get_solver(solver), run, directed, up_to_symmetry=up_to_symmetry)


def listing(
    solver: Solver, run: Run, directed: bool = False, *, up_to_symmetry: bool = False
) -> TourStream:
    """The tours that a solver lists within a run; errors as for `iter_tours`."""
    representatives = Representatives(run.problem, directed=directed) if up_to_symmetry else None
    run.solver = solver.name
    check_supported(solver, run.problem)
    if not isinstance(solver, ListsTours):
        raise UnsupportedError(f"{solver.name} does not list tours; those that do: {able('tours')}")
    tours = solver.tours(run, directed)
    if not isinstance(tours, Iterator):
        label = solver_label(solver)
        raise SolverError(f"{label} lists its tours as {shown(tours)}, which is not a generator of tours")
    return TourStream(run.problem, solver, tours, representatives)
