"""`trace_search()`: the search of a solver vertex by vertex, verified."""

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

__all__ = ["trace_search"]

MOST_EVENTS = 1_000_000
"""More than anybody watches; they are recorded in seconds."""


def trace_search(
    problem: ProblemLike,
    solver: str | Solver | type = "depth-first",
    *,
    events: int = 10_000,
    limits: Limits | None = None,
    **details: Any,
) -> SearchTrace:
    """Record the search that `solve` makes within the same limits: each vertex placed or taken back.

    It is verified: every placed vertex is a move from the one before it, and not on the path yet; a
    tour that it found is a tour.

    Parameters
    ----------
    problem, solver, limits, details : as for `solve`
    events : the most vertices placed and taken back that are recorded, 1 to 1,000,000

    Raises
    ------
    UnsupportedError : if the solver cannot take the problem, or does not record its search
    WrongAnswerError : if what the solver recorded is not a search, or its tour is wrong

    >>> trace_search("8x8", "depth-first:ties=index", start="a5")
    SearchTrace(open tour of 8x8 from a5 by depth-first:ties=index: 157 placed, 93 taken back, found)
    """
    asked, limits = settled(problem, limits, details)
    whole = isinstance(events, Integral) and not isinstance(events, bool)
    if not whole or not 1 <= events <= MOST_EVENTS:
        raise OptionError(f"events is a whole number from 1 to {MOST_EVENTS}, not {shown(events)}")
    chosen = get_solver(solver)
    run = Run(asked, limits, solver=chosen.name)
    check_supported(chosen, asked)
    if not isinstance(chosen, RecordsSearch):
        raise UnsupportedError(f"{chosen.name} does not record its search; those that do: {able('trace')}")
    trace = _recorded(chosen, run, int(events))
    _check_trace(chosen, trace)
    return trace


def _recorded(solver: Solver, run: Run, events: int) -> SearchTrace:
    """What a solver records, if it is a trace at all; nothing in it is verified yet."""
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
        raise SolverError(f"{solver.name} is not exact, but it claims that everything is tried")
    return trace


def _check_trace(solver: Solver, trace: SearchTrace) -> None:
    """Refuse a trace that is not a search of its problem, or whose tour is wrong."""
    found = trace_faults(trace)
    if found:
        status = Status.UNKNOWN if trace.tour is None else Status.FOUND
        label = solver_label(solver)
        result = SolveResult(status, trace.problem, trace.tour, solver=solver.name, label=label)
        raise WrongAnswerError(found, result)
