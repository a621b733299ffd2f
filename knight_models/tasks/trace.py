"""`trace_search()`: record the search of a solver vertex by vertex, and verify the record."""

from __future__ import annotations

from numbers import Integral
from typing import Any

import numpy as np

from knight_models.core.errors import OptionError, SolverError, TooLargeError, UnsupportedError, shown
from knight_models.core.limits import Limits
from knight_models.core.result import SolveResult, Status, WrongAnswerError
from knight_models.core.trace import SearchTrace, TraceEnd
from knight_models.engine.run import Run
from knight_models.solvers import get_solver
from knight_models.solvers.base import RecordsSearch, Solver, solver_label
from knight_models.tasks.solve import able, check_supported, refusal, settled
from knight_models.verifier import ProblemLike, trace_faults

MOST_EVENTS = 1_000_000
"""More than anyone will watch; recording them takes seconds."""


def trace_search(
    problem: ProblemLike,
    solver: str | Solver | type = "depth-first",
    *,
    events: int = 10_000,
    limits: Limits | None = None,
    **details: Any,
) -> SearchTrace:
    """Record the search that `solve` makes within the same limits: each vertex placed or taken back.

    The record is verified: each vertex placed is a move from the one before it and was not on the path, and
    the tour, if one was found, is a tour of the problem.

    Parameters
    ----------
    problem, solver, limits, details : as for `solve`
    events : the largest number of events (a vertex placed or taken back) to record, 1 to 1,000,000

    Raises
    ------
    UnsupportedError : if the solver cannot take the problem, or does not record its search
    WrongAnswerError : if the record is not a search of the problem, or its tour is wrong

    >>> trace_search("8x8", "depth-first:ties=index", start="a5")
    SearchTrace(open tour of 8x8 from a5 by depth-first:ties=index: 157 placed, 93 taken back, found)
    """
    question, limits = settled(problem, limits, details)
    whole = isinstance(events, Integral) and not isinstance(events, bool)
    if not whole or not 1 <= events <= MOST_EVENTS:
        raise OptionError(f"events must be a whole number from 1 to {MOST_EVENTS}, not {shown(events)}")
    chosen = get_solver(solver)
    run = Run(question, limits, solver=chosen.name)
    check_supported(chosen, question)
    if not isinstance(chosen, RecordsSearch):
        raise UnsupportedError(f"{chosen.name} does not record its search; those that do: {able('trace')}")
    trace = _recorded(chosen, run, int(events))
    _check_trace(chosen, trace)
    return trace


def _recorded(solver: Solver, run: Run, events: int) -> SearchTrace:
    """The trace of a solver, of the right type but not verified yet."""
    assert isinstance(solver, RecordsSearch)
    problem, label = run.problem, solver_label(solver)
    try:
        trace = solver.trace(run, events)
    except TimeoutError:
        return SearchTrace(problem, np.zeros(0, np.int32), TraceEnd.TIME, label)
    except TooLargeError as error:
        raise refusal(solver, problem, str(error)) from None
    if not isinstance(trace, SearchTrace):
        raise SolverError(f"{label} records its search as {shown(trace)}, which is not a SearchTrace")
    if trace.problem != problem:
        raise SolverError(f"{label} records another search, {trace}, not that of the {problem}")
    if len(trace) > events:
        raise SolverError(f"{label} records {len(trace)} events, more than the limit of {events}")
    if trace.ended is TraceEnd.EXHAUSTED and not solver.exact:
        raise SolverError(f"{solver.name} is not exact, but its trace claims that the search is exhausted")
    return trace


def _check_trace(solver: Solver, trace: SearchTrace) -> None:
    """Raise WrongAnswerError if a trace is not a search of its problem, or its tour is wrong."""
    found = trace_faults(trace)
    if found:
        status = Status.UNKNOWN if trace.tour is None else Status.FOUND
        label = solver_label(solver)
        result = SolveResult(status, trace.problem, trace.tour, solver=solver.name, label=label)
        raise WrongAnswerError(found, result)
