"""`solve()` and `iter_tours()`: find the solver, check that it can, run it, verify, return."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from itertools import islice
from typing import Any

from knight_models.errors import (
    OptionError,
    ProblemError,
    SolverError,
    UnsupportedError,
    WrongAnswerError,
)
from knight_models.evidence import Exhausted, Theorem
from knight_models.limits import Deadline, Limits, ProgressCallback
from knight_models.problem import TourProblem
from knight_models.result import ListingEnd, SolveResult, Status
from knight_models.solvers import get_solver
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
    UnsupportedError : if the solver cannot take the problem
    WrongAnswerError : if the solver returned an answer that the verifier refuses

    >>> solve("5x5", start="a1", solver="depth-first").status
    <Status.FOUND: 'found'>
    >>> solve("5x5", kind="closed").evidence.type
    'ColourImbalance'
    """
    asked, limits = _settled(problem, limits, details)
    deadline = Deadline.after(limits.seconds)
    chosen = _supporting(solver, asked)
    result = chosen.solve(asked, replace(limits, seconds=deadline.seconds), progress)
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
                self.end = stop.value or ListingEnd(False, "the solver did not say")
            raise StopIteration from None
        found = faults(self.problem, tour)
        if found:
            label = solver_label(self.solver)
            wrong = SolveResult(Status.FOUND, self.problem, tour, solver=self.solver.name, label=label)
            raise WrongAnswerError(found, wrong)
        self.count += 1
        return tour

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
    chosen = _supporting(solver, asked)
    if not isinstance(chosen, ListsTours):
        raise UnsupportedError(f"{chosen.name} does not list tours; depth-first and cpsat do")
    return TourStream(asked, chosen, chosen.tours(asked, limits, directed, progress))


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
    asked = problem if isinstance(problem, TourProblem) else TourProblem(problem, **of_problem)
    return asked, limits or Limits(**of_limits)


def _supporting(solver: str | Solver | type, problem: TourProblem) -> Solver:
    chosen = get_solver(solver)
    why_not = chosen.unsupported(problem)
    if problem.given and not getattr(chosen, "takes_given", False):
        why_not = "it does not obey given numbers"
    if why_not:
        raise UnsupportedError(f"{chosen.name} cannot take the {problem}: {why_not}")
    return chosen


def _check(problem: TourProblem, solver: Solver, result: SolveResult, deadline: Deadline) -> bool:
    """Refuse an answer that is not what its status says; whether its evidence is re-checked."""
    rechecked = False
    if result.status is Status.FOUND:
        missing = [Fault(FaultKind.MISSING, "found, but there is no tour")]
        found = missing if result.tour is None else faults(problem, result.tour)
    elif result.status is Status.IMPOSSIBLE:
        rechecked, found = _evidence_faults(problem, solver, result, deadline)
    else:
        found = walk_faults(problem, result.walk) if result.walk is not None else []
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
