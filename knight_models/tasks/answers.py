"""What a solver hands back: whether it is an answer at all, and whether the verifier accepts it."""

from __future__ import annotations

from collections.abc import Sequence
from types import UnionType

import numpy as np

from knight_models.core.errors import SolverError, TooLargeError, UnsupportedError, shown
from knight_models.core.evidence import Evidence, Exhausted, Proof
from knight_models.core.limits import Deadline, Limits, ProgressCallback
from knight_models.core.problem import TourProblem
from knight_models.core.result import SolveResult, Statistics, Status, WrongAnswerError
from knight_models.core.tour import Tour
from knight_models.core.trace import SearchTrace, TraceEnd
from knight_models.solvers.base import RecordsSearch, Solver, solver_label
from knight_models.verifier import Fault, FaultKind, faults, trace_faults, walk_faults

__all__ = ["answer_of", "check_answer", "check_part", "check_trace", "refusal", "trace_of"]


def refusal(solver: Solver, problem: TourProblem, why_not: str) -> UnsupportedError:
    """The sentence that a solver cannot take a problem."""
    return UnsupportedError(f"{solver.name} cannot take the {problem}: {why_not}")


def answer_of(
    solver: Solver, problem: TourProblem, limits: Limits, progress: ProgressCallback | None
) -> SolveResult:
    """What the solver answers, if that is an answer at all; nothing in it is verified yet."""
    try:
        result = solver.solve(problem, limits, progress)
    except TimeoutError:
        return SolveResult(Status.UNKNOWN, problem, reason="time limit")
    except TooLargeError as error:
        raise refusal(solver, problem, str(error)) from None
    label = solver_label(solver)
    if not isinstance(result, SolveResult):
        raise SolverError(f"{label} answers with {shown(result)}, which is no SolveResult")
    if not isinstance(result.statistics, Statistics):
        raise SolverError(f"{label} answers with statistics {shown(result.statistics)}, not Statistics")
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
        if part is not None and result.status is not status:  # it would go unverified
            raise SolverError(
                f"{label} answers {result.status}, yet with {what}, which belongs to {status}"
            )
    return result


def check_part(label: str, problem: TourProblem, what: str, part: object, kind: type | UnionType) -> None:
    """Refuse a part of an answer that is of the wrong type, or a tour of another problem."""
    if not isinstance(part, kind):
        raise SolverError(f"{label} answers with the {what} {shown(part)}, which is of the wrong type")
    if isinstance(part, Tour) and part.problem != problem:
        raise SolverError(f"{label} answers with a {what} of another problem, {part}, not of the {problem}")


def check_answer(problem: TourProblem, solver: Solver, result: SolveResult, deadline: Deadline) -> bool:
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
    if evidence.checkable:
        try:
            return isinstance(evidence, Proof), faults(problem, evidence, deadline)
        except TimeoutError:
            return False, []
    if not solver.exact:
        raise SolverError(f"{solver.name} is not exact, yet it answers impossible by {evidence.type}")
    # Required moves or given numbers may leave nothing to begin with; else a search begins somewhere.
    began = len(problem) > 1 and not problem.required and not problem.given
    if isinstance(evidence, Exhausted) and not evidence.steps and began:
        return False, [Fault(FaultKind.EVIDENCE, "a search of no step cannot have exhausted anything")]
    return False, []


def trace_of(solver: Solver, problem: TourProblem, limits: Limits, events: int) -> SearchTrace:
    """What a solver records, if that is a trace at all; nothing in it is verified yet."""
    assert isinstance(solver, RecordsSearch)
    label = solver_label(solver)
    try:
        trace = solver.trace(problem, limits, events)
    except TimeoutError:
        return SearchTrace(problem, np.zeros(0, np.int32), TraceEnd.TIME, label)
    except TooLargeError as error:
        raise refusal(solver, problem, str(error)) from None
    if not isinstance(trace, SearchTrace):
        raise SolverError(f"{label} records its search as {shown(trace)}, which is no SearchTrace")
    if trace.problem != problem:
        raise SolverError(f"{label} records another search, {trace}, not that of the {problem}")
    if len(trace) > events:
        raise SolverError(f"{label} records {len(trace)} events, more than the {events} asked for")
    if trace.ended is TraceEnd.EXHAUSTED and not solver.exact:
        raise SolverError(f"{solver.name} is not exact, yet it says that everything is tried")
    return trace


def check_trace(solver: Solver, trace: SearchTrace) -> None:
    """Refuse a trace that is no search of its problem, or ends in no tour where it says so."""
    found = trace_faults(trace)
    if found:
        status = Status.UNKNOWN if trace.tour is None else Status.FOUND
        label = solver_label(solver)
        result = SolveResult(status, trace.problem, trace.tour, solver=solver.name, label=label)
        raise WrongAnswerError(found, result)
