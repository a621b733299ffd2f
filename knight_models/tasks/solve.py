"""`solve()`: run a solver on a problem that it supports, and verify its answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from types import UnionType
from typing import Any

from knight_models.core.errors import (
    OptionError,
    ProblemError,
    SolverError,
    TooLargeError,
    UnsupportedError,
    shown,
)
from knight_models.core.evidence import Evidence, Exhausted, Proof, SolverClaim
from knight_models.core.limits import Limits, ProgressCallback
from knight_models.core.problem import TourProblem
from knight_models.core.result import SolveResult, Statistics, Status, WrongAnswerError, versions
from knight_models.core.tour import Tour
from knight_models.engine.run import Run
from knight_models.solvers import get_solver, obstructions, solver_factory, solver_names
from knight_models.solvers.base import Solver, options_of, solver_label, why_not
from knight_models.verifier import Fault, FaultKind, ProblemLike, faults, is_false, walk_faults

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
    """Find a verified tour, or evidence that there is none; UNKNOWN if the solver decides neither.

    Parameters
    ----------
    problem : a `TourProblem`; or a board, its text, or a graph
    solver : a name with options, a solver class, or a solver; see `get_solver`
    limits : the limits of the run
    progress : called regularly with a `Progress`
    details : fields of `TourProblem` (kind, start, end, ...) if the problem is a board or graph, and fields
        of `Limits` (seconds, steps, seed, ...) if `limits` is not given

    Raises
    ------
    InputError : for a problem, solver, option or limit that cannot be used
    UnsupportedError : if the solver cannot take the problem, or does not have enough memory for it
    WrongAnswerError : if the solver returned an answer that the verifier refuses
    SolverError : if the solver returned something that is not an answer

    >>> solve("5x5", start="a1", solver="depth-first").status
    <Status.FOUND: 'found'>
    >>> solve("5x5", kind="closed").evidence.type
    'ColourImbalance'
    """
    question, limits = settled(problem, limits, details)
    return answer(get_solver(solver), Run(question, limits, progress=checked_progress(progress)))


def answer(solver: Solver, run: Run) -> SolveResult:
    """The verified answer of a solver within a run; errors as for `solve`."""
    run.solver = solver.name
    check_supported(solver, run.problem)
    result = _answer_of(solver, run)
    label = solver_label(solver)
    result = replace(result, solver=solver.name, label=label, options=options_of(solver), limits=run.limits)
    result = _checked(solver, run, result)
    seconds = run.deadline.elapsed
    statistics = replace(result.statistics, seconds=seconds, setup_seconds=run.deadline.setup_seconds)
    support = None
    if result.status is Status.IMPOSSIBLE and not isinstance(result.evidence, Proof):
        support = _support(run)
    return replace(result, statistics=statistics, support=support)


def _support(run: Run) -> Evidence | None:
    """Simple evidence that the verifier accepts, found within what is left of the limits; else None."""
    try:
        evidence = obstructions.find(run)
        if evidence is not None and faults(run.problem, evidence, run.deadline):
            raise SolverError(f"the obstruction {shown(evidence)} is wrong for the {run.problem}")
    except (TimeoutError, TooLargeError):
        return None
    return evidence


def refusal(solver: Solver, problem: TourProblem, reason: str) -> UnsupportedError:
    """The error for a problem that a solver cannot take."""
    return UnsupportedError(f"{solver.name} cannot take the {problem}: {reason}")


def check_supported(solver: Solver, problem: TourProblem) -> None:
    """Raise UnsupportedError if the solver cannot take the problem."""
    reason = why_not(solver, problem)
    if reason:
        others = f"; {_others(problem)}" if problem.symmetry is not None else ""
        raise refusal(solver, problem, reason + others)


def _others(problem: TourProblem) -> str:
    """Which solvers take a problem that one of them refuses."""
    names = []
    for name in solver_names():
        try:
            other = get_solver(name)
        except OptionError:  # it cannot be loaded, or has no defaults
            continue
        if why_not(other, problem) is None:
            names.append(name)
    return f"those that do: {', '.join(names)}" if names else "no solver takes this problem"


def able(method: str) -> str:
    """The names of the solvers that have a method, in one text."""
    return ", ".join(name for name in solver_names() if hasattr(solver_factory(name), method))


# ---- arguments -----------------------------------------------------------------------------------


def settled(
    problem: ProblemLike, limits: Limits | None, details: dict[str, Any]
) -> tuple[TourProblem, Limits]:
    """The problem and the limits, with the details in them; errors as for `solve`."""
    for name in details:
        if name not in LIMIT_NAMES + PROBLEM_NAMES:
            raise OptionError(
                f"unknown argument {name!r}; known are {', '.join(PROBLEM_NAMES + LIMIT_NAMES)}"
            )
    of_problem = {name: value for name, value in details.items() if name in PROBLEM_NAMES}
    of_limits = {name: value for name, value in details.items() if name in LIMIT_NAMES}
    if of_problem and isinstance(problem, TourProblem):
        raise ProblemError(f"{', '.join(of_problem)}: set this in the TourProblem")
    if of_limits and limits is not None:
        raise OptionError(f"{', '.join(of_limits)}: set this in the Limits")
    if not isinstance(limits, Limits | None):
        raise OptionError(f"limits must be Limits, such as Limits(seconds=10), not {shown(limits)}")
    question = problem if isinstance(problem, TourProblem) else TourProblem(problem, **of_problem)
    return question, limits or Limits(**of_limits)


def checked_progress(progress: ProgressCallback | None) -> ProgressCallback | None:
    """The callback; OptionError if it cannot be called."""
    if progress is not None and not callable(progress):
        raise OptionError(f"progress must be a function that takes a Progress, not {shown(progress)}")
    return progress


# ---- checks of an answer --------------------------------------------------------------------


def _answer_of(solver: Solver, run: Run) -> SolveResult:
    """The answer of a solver, of the right types but not verified yet."""
    problem = run.problem
    try:
        result = solver.solve(run)
    except TimeoutError:
        return run.unknown("time limit")
    except TooLargeError as error:
        raise refusal(solver, problem, str(error)) from None
    label = solver_label(solver)
    if not isinstance(result, SolveResult):
        raise SolverError(f"{label} returns {shown(result)}, which is not a SolveResult")
    if not isinstance(result.statistics, Statistics):
        raise SolverError(f"{label} returns the statistics {shown(result.statistics)}, not Statistics")
    if result.problem != problem:
        raise SolverError(f"{label} answers another problem, {shown(result.problem)}, not the {problem}")
    check_part(label, problem, "tour", result.tour, Tour | None)
    check_part(label, problem, "walk", result.walk, Tour | None)
    check_part(label, problem, "evidence", result.evidence, Evidence | None)
    for what, (part, status) in {
        "a tour": (result.tour, Status.FOUND),
        "evidence": (result.evidence, Status.IMPOSSIBLE),
        "a walk": (result.walk, Status.UNKNOWN),
    }.items():
        if part is not None and result.status is not status:  # it would not be verified
            raise SolverError(f"{label} answers {result.status} with {what}, which belongs to {status}")
    return result


def check_part(label: str, problem: TourProblem, what: str, part: object, kind: type | UnionType) -> None:
    """Refuse a part of an answer that has the wrong type, or a tour of another problem."""
    if not isinstance(part, kind):
        raise SolverError(f"{label} returns the {what} {shown(part)}, which is of the wrong type")
    if isinstance(part, Tour) and part.problem != problem:
        raise SolverError(f"{label} returns a {what} of another problem, {part}, not of the {problem}")


def _checked(solver: Solver, run: Run, result: SolveResult) -> SolveResult:
    """The answer, verified, with whether its evidence was re-checked."""
    evidence, rechecked = result.evidence, False
    if result.status is Status.UNKNOWN:
        found = walk_faults(run.problem, result.walk) if result.walk is not None else []
    elif result.status is Status.IMPOSSIBLE:
        evidence, rechecked, found = _checked_evidence(solver, run, result)
    else:
        missing = [Fault(FaultKind.MISSING, "the status is found, but there is no tour")]
        found = missing if result.tour is None else faults(run.problem, result.tour)
    if found:
        raise WrongAnswerError(found, result)
    return replace(result, evidence=evidence, rechecked=rechecked)


def _checked_evidence(
    solver: Solver, run: Run, result: SolveResult
) -> tuple[Evidence | None, bool, Sequence[Fault]]:
    """The evidence, whether it was re-checked within the limits, and what is wrong with it."""
    problem, evidence = run.problem, result.evidence
    if evidence is None:
        missing = "the status is impossible, but there is no evidence"
        return None, False, [Fault(FaultKind.EVIDENCE, missing)]
    if evidence.checkable:
        try:
            found = faults(problem, evidence, run.deadline)
        except (TimeoutError, TooLargeError, MemoryError):  # it can be re-checked later
            return evidence, False, []
        if found and solver.exact and not _is_false(run, evidence):
            return _claim(solver, evidence, found[0]), False, []
        return evidence, isinstance(evidence, Proof) and not found, found
    if not solver.exact:
        raise SolverError(
            f"{solver.name} is not exact, but it answers impossible with {evidence.type}, "
            "which cannot be re-checked"
        )
    # Required moves or given numbers may rule out every first square; otherwise a search has one.
    places_one = len(problem) > 1 and not problem.required and not problem.given
    if isinstance(evidence, Exhausted) and not evidence.steps and places_one:
        no_steps = "a search without steps cannot have exhausted anything"
        return evidence, False, [Fault(FaultKind.EVIDENCE, no_steps)]
    return evidence, False, []


def _is_false(run: Run, evidence: Evidence) -> bool:
    """Whether evidence with a fault is shown false within the time, so that the solver was wrong."""
    try:
        return is_false(run.problem, evidence, run.deadline)
    except (TimeoutError, TooLargeError, MemoryError):
        return False


def _claim(solver: Solver, evidence: Evidence, fault: Fault) -> SolverClaim:
    """What is left of a proof that the verifier cannot follow: the claim of a solver that is exact."""
    parameters = {"evidence": evidence.type, "not_rechecked": str(fault)}
    return SolverClaim(solver_label(solver), versions().get("knight_models", "?"), parameters)
