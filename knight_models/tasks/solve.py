"""`solve()`, `iter_tours()`, `trace_search()`: find the solver, ask if it can, run it, verify, return."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import islice
from numbers import Integral
from typing import Any

from knight_models.core.errors import (
    OptionError,
    ProblemError,
    SolverError,
    TooLargeError,
    UnsupportedError,
    shown,
)
from knight_models.core.limits import Deadline, Limits, ProgressCallback
from knight_models.core.problem import TourProblem
from knight_models.core.result import ListingEnd, SolveResult, Status, WrongAnswerError
from knight_models.core.tour import Tour
from knight_models.core.trace import SearchTrace
from knight_models.solvers import get_solver, solver_factory, solver_names
from knight_models.solvers.base import ListsTours, RecordsSearch, Solver, options_of, solver_label
from knight_models.tasks.answers import answer_of, check_answer, check_part, check_trace, refusal, trace_of
from knight_models.verifier import ProblemLike, faults

__all__ = ["TourStream", "iter_tours", "solve", "trace_search"]

MOST_EVENTS = 1_000_000
"""More than anybody watches; they are recorded in seconds."""

LIMIT_NAMES = tuple(field.name for field in fields(Limits))
PROBLEM_NAMES = tuple(field.name for field in fields(TourProblem) if field.name != "space")


def solve(
    problem: ProblemLike,
    solver: str | Solver | type = "auto",
    *,
    limits: Limits | None = None,
    progress: ProgressCallback | None = None,
    **details: Any,
) -> SolveResult:
    """A verified tour, evidence that there is none, or neither.

    Parameters
    ----------
    problem : a `TourProblem`; or a board, its text, or a graph
    solver : a name with options, a solver class, or a solver; see `get_solver`
    limits : what the run may take
    progress : called now and then with a `Progress`
    details : fields of `TourProblem` (kind, start, end, ...) where the problem is only its space,
        and fields of `Limits` (seconds, steps, seed, ...) where `limits` is left out

    Raises
    ------
    InputError : for a problem, solver, option or limit that cannot be used
    UnsupportedError : if the solver cannot take the problem, or has not the memory for it
    WrongAnswerError : if the solver returned an answer that the verifier refuses
    SolverError : if what it returned is no answer at all

    >>> solve("5x5", start="a1", solver="depth-first").status
    <Status.FOUND: 'found'>
    >>> solve("5x5", kind="closed").evidence.type
    'ColourImbalance'
    """
    asked, limits = _settled(problem, limits, details)
    _check_progress(progress)
    deadline = Deadline.after(limits.seconds)
    chosen = _supporting(solver, asked)
    result = answer_of(chosen, asked, replace(limits, seconds=deadline.seconds), progress)
    label = solver_label(chosen)
    result = replace(result, solver=chosen.name, label=label, options=options_of(chosen), limits=limits)
    rechecked = check_answer(asked, chosen, result, deadline)
    statistics = replace(result.statistics, seconds=deadline.elapsed)
    return replace(result, rechecked=rechecked, statistics=statistics)


class TourStream(Iterator[Tour]):
    """The tours of a listing, each verified; once it has ended, `end` says how.

    `end.complete` tells whether every tour was listed; `end` is None before that.
    """

    def __init__(self, problem: TourProblem, solver: Solver, tours: Iterator[Tour]) -> None:
        self.problem = problem
        self.solver = solver
        self.count = 0
        self.end: ListingEnd | None = None
        self._tours = tours

    def __next__(self) -> Tour:
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
        self.count += 1
        return tour

    def _ended(self, said: object) -> ListingEnd:
        """How the list ended, as the solver says."""
        if said is None:
            return ListingEnd(False, "the solver did not say")
        label = solver_label(self.solver)
        if not isinstance(said, ListingEnd):
            raise SolverError(f"{label} ended its list with {shown(said)}, which is no ListingEnd")
        if said.complete and not self.solver.exact:
            raise SolverError(f"{label} is not exact, yet it says that its list is complete")
        return said

    def close(self) -> None:
        """Stop the solver, where it would go on."""
        if hasattr(self._tours, "close"):
            self._tours.close()

    def take(self, count: int) -> list[Tour]:
        """The next `count` tours, or all that are left."""
        return list(islice(self, count))


def iter_tours(
    problem: ProblemLike,
    solver: str | Solver | type = "auto",
    *,
    limits: Limits | None = None,
    directed: bool = False,
    progress: ProgressCallback | None = None,
    **details: Any,
) -> TourStream:
    """The tours of a problem one by one, each verified.

    Parameters
    ----------
    problem, solver, limits, progress, details : as for `solve`
    directed : list a tour and its reverse as two

    Raises
    ------
    UnsupportedError : if the solver cannot take the problem, or does not list tours

    >>> stream = iter_tours("5x5", start="a1")
    >>> len(list(stream)), stream.end.complete
    (304, True)
    """
    asked, limits = _settled(problem, limits, details)
    _check_progress(progress)
    chosen = _supporting(solver, asked)
    if not isinstance(chosen, ListsTours):
        raise UnsupportedError(f"{chosen.name} does not list tours; those that do: {_able('tours')}")
    tours = chosen.tours(asked, limits, directed, progress)
    if not isinstance(tours, Iterator):
        label = solver_label(chosen)
        raise SolverError(f"{label} lists its tours as {shown(tours)}, which is no generator of tours")
    return TourStream(asked, chosen, tours)


def trace_search(
    problem: ProblemLike,
    solver: str | Solver | type = "depth-first",
    *,
    events: int = 10_000,
    limits: Limits | None = None,
    **details: Any,
) -> SearchTrace:
    """The search that `solve` makes within the same limits, each vertex placed or taken back, verified.

    Every placed vertex is a move from the one before it, and not on the path; a tour found is a tour.

    Parameters
    ----------
    problem, solver, limits, details : as for `solve`
    events : the most vertices placed and taken back that are recorded, 1 to 1,000,000

    Raises
    ------
    UnsupportedError : if the solver cannot take the problem, or does not record its search
    WrongAnswerError : if the solver recorded what is no search, or no tour where it says so

    >>> trace_search("8x8", "depth-first:ties=index", start="a5")
    SearchTrace(open tour of 8x8 from a5 by depth-first:ties=index: 157 placed, 93 taken back, found)
    """
    asked, limits = _settled(problem, limits, details)
    whole = isinstance(events, Integral) and not isinstance(events, bool)
    if not whole or not 1 <= events <= MOST_EVENTS:
        raise OptionError(f"events must be a whole number from 1 to {MOST_EVENTS}, not {shown(events)}")
    deadline = Deadline.after(limits.seconds)
    chosen = _supporting(solver, asked)
    if not isinstance(chosen, RecordsSearch):
        raise UnsupportedError(f"{chosen.name} does not record its search; those that do: {_able('trace')}")
    trace = trace_of(chosen, asked, replace(limits, seconds=deadline.seconds), int(events))
    check_trace(chosen, trace)
    return trace


def _able(method: str) -> str:
    """The names of the solvers that have a method."""
    return ", ".join(name for name in solver_names() if hasattr(solver_factory(name), method))


def _settled(
    problem: ProblemLike, limits: Limits | None, details: dict[str, Any]
) -> tuple[TourProblem, Limits]:
    """The problem and the limits, with the details sorted into them."""
    for name in details:
        if name not in LIMIT_NAMES + PROBLEM_NAMES:
            raise OptionError(
                f"unknown argument {name!r}; known are {', '.join(PROBLEM_NAMES + LIMIT_NAMES)}"
            )
    of_problem = {name: value for name, value in details.items() if name in PROBLEM_NAMES}
    of_limits = {name: value for name, value in details.items() if name in LIMIT_NAMES}
    if of_problem and isinstance(problem, TourProblem):
        raise ProblemError(f"{', '.join(of_problem)}: say this in the TourProblem itself")
    if of_limits and limits is not None:
        raise OptionError(f"{', '.join(of_limits)}: say this in the Limits themselves")
    if not isinstance(limits, Limits | None):
        raise OptionError(f"limits are Limits, such as Limits(seconds=10), not {shown(limits)}")
    asked = problem if isinstance(problem, TourProblem) else TourProblem(problem, **of_problem)
    return asked, limits or Limits(**of_limits)


def _supporting(solver: str | Solver | type, problem: TourProblem) -> Solver:
    chosen = get_solver(solver)
    why_not = chosen.unsupported(problem)
    if problem.given and not getattr(chosen, "takes_given", False):
        why_not = "it does not obey given numbers"
    if why_not:
        raise refusal(chosen, problem, why_not)
    return chosen


def _check_progress(progress: object) -> None:
    if progress is not None and not callable(progress):
        raise OptionError(f"progress is called with a Progress, which {shown(progress)} cannot be")
