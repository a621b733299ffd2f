"""`solve()` and `iter_tours()`: find the solver, check that it can, run it, verify, return."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from itertools import islice
from types import UnionType
from typing import Any

from knight_models.errors import (
    OptionError,
    ProblemError,
    SolverError,
    TooLargeError,
    UnsupportedError,
    WrongAnswerError,
    shown,
)
from knight_models.evidence import Evidence, Exhausted, Theorem
from knight_models.limits import Deadline, Limits, ProgressCallback
from knight_models.problem import TourProblem
from knight_models.result import ListingEnd, SolveResult, Statistics, Status
from knight_models.solvers import get_solver, solver_factory, solver_names
from knight_models.solvers.base import ListsTours, Solver, options_of, solver_label
from knight_models.tour import Tour
from knight_models.verifier import Fault, FaultKind, ProblemLike, faults, walk_faults

__all__ = ["TourStream", "iter_tours", "solve"]

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
    result = _answer(chosen, asked, replace(limits, seconds=deadline.seconds), progress)
    label = solver_label(chosen)
    result = replace(result, solver=chosen.name, label=label, options=options_of(chosen), limits=limits)
    rechecked = _check(asked, chosen, result, deadline)
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
            raise _refusal(self.solver, self.problem, str(error)) from None
        label = solver_label(self.solver)
        _check_part(label, self.problem, "tour", tour, Tour)
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
        able = ", ".join(name for name in solver_names() if hasattr(solver_factory(name), "tours"))
        raise UnsupportedError(f"{chosen.name} does not list tours; those that do: {able}")
    tours = chosen.tours(asked, limits, directed, progress)
    if not isinstance(tours, Iterator):
        label = solver_label(chosen)
        raise SolverError(f"{label} lists its tours as {shown(tours)}, which is no generator of tours")
    return TourStream(asked, chosen, tours)


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
        raise _refusal(chosen, problem, why_not)
    return chosen


def _refusal(solver: Solver, problem: TourProblem, why_not: str) -> UnsupportedError:
    return UnsupportedError(f"{solver.name} cannot take the {problem}: {why_not}")


def _check_progress(progress: object) -> None:
    if progress is not None and not callable(progress):
        raise OptionError(f"progress is called with a Progress, which {shown(progress)} cannot be")


def _answer(
    solver: Solver, problem: TourProblem, limits: Limits, progress: ProgressCallback | None
) -> SolveResult:
    """What the solver answers, if that is an answer at all; nothing in it is verified yet."""
    try:
        result = solver.solve(problem, limits, progress)
    except TimeoutError:
        return SolveResult(Status.UNKNOWN, problem, reason="time limit")
    except TooLargeError as error:
        raise _refusal(solver, problem, str(error)) from None
    label = solver_label(solver)
    if not isinstance(result, SolveResult):
        raise SolverError(f"{label} answers with {shown(result)}, which is no SolveResult")
    if not isinstance(result.statistics, Statistics):
        raise SolverError(f"{label} answers with statistics {shown(result.statistics)}, not Statistics")
    if result.problem != problem:
        raise SolverError(f"{label} answers another problem, {shown(result.problem)}, not the {problem}")
    _check_part(label, problem, "tour", result.tour, Tour | None)
    _check_part(label, problem, "walk", result.walk, Tour | None)
    _check_part(label, problem, "evidence", result.evidence, Evidence | None)
    for what, (part, status) in {
        "a tour": (result.tour, Status.FOUND),
        "evidence": (result.evidence, Status.IMPOSSIBLE),
        "a walk": (result.walk, Status.UNKNOWN),
    }.items():
        if part is not None and result.status is not status:  # it would go unverified
            raise SolverError(
                f"{label} answers {result.status}, yet with {what}, which belongs to {status}"
            )
    return result


def _check_part(label: str, problem: TourProblem, what: str, part: object, kind: type | UnionType) -> None:
    """Refuse a part of an answer that is of the wrong type, or a tour of another problem."""
    if not isinstance(part, kind):
        raise SolverError(f"{label} answers with the {what} {shown(part)}, which is of the wrong type")
    if isinstance(part, Tour) and part.problem != problem:
        raise SolverError(f"{label} answers with a {what} of another problem, {part}, not of the {problem}")


def _check(problem: TourProblem, solver: Solver, result: SolveResult, deadline: Deadline) -> bool:
    """Refuse an answer that is not what its status says; whether its evidence is re-checked."""
    rechecked = False
    if result.status is Status.UNKNOWN:
        found = walk_faults(problem, result.walk) if result.walk is not None else []
    elif result.status is Status.IMPOSSIBLE:
        rechecked, found = _evidence_faults(problem, solver, result, deadline)
    else:
        missing = [Fault(FaultKind.MISSING, "found, but there is no tour")]
        found = missing if result.tour is None else faults(problem, result.tour)
    if found:
        raise WrongAnswerError(found, result)
    return rechecked


def _evidence_faults(
    problem: TourProblem, solver: Solver, result: SolveResult, deadline: Deadline
) -> tuple[bool, Sequence[Fault]]:
    """Whether the evidence is re-checked, as far as the time allows, and what is wrong with it."""
    evidence = result.evidence
    if evidence is None:
        return False, [Fault(FaultKind.EVIDENCE, "impossible, but there is no evidence")]
    if evidence.checkable or isinstance(evidence, Theorem):
        try:
            return evidence.checkable, faults(problem, evidence, deadline)
        except TimeoutError:
            return False, []
    if not solver.exact:
        raise SolverError(f"{solver.name} is not exact, yet it answers impossible by {evidence.type}")
    # Required moves or given numbers may leave nothing to begin with; else a search begins somewhere.
    began = len(problem) > 1 and not problem.required and not problem.given
    if isinstance(evidence, Exhausted) and not evidence.steps and began:
        return False, [Fault(FaultKind.EVIDENCE, "a search of no step cannot have exhausted anything")]
    return False, []
