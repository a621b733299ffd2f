"""The faults of a recorded search.

The path grows by allowed moves to vertices that are not on it. It begins at the start of the problem,
and at its end if the search goes backwards. Where the search found a tour, the path at the end must be
one. Where it was exhausted, the path must be empty; that everything was tried cannot be checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from knight_models.core.fault import Fault, FaultKind, Faults, FaultsToName
from knight_models.core.problem import TourProblem
from knight_models.core.trace import SearchTrace, TraceEnd
from knight_models.verifier.moves import moves_of
from knight_models.verifier.numbering import numbering_of
from knight_models.verifier.tours import tour_faults

NOTHING = -1
"""Stands for the vertex before the first one of a path."""


def trace_faults(trace: SearchTrace) -> Sequence[Fault]:
    """Every fault of a recorded search."""
    problem, name = trace.problem, trace.problem.name
    before, on_path = _replayed(trace)
    placed = trace.events >= 0
    moved = np.flatnonzero(placed & (before != NOTHING))
    first, second = before[moved], trace.events[moved]
    if trace.backwards:
        first, second = second, first
    broken = moved[~moves_of(problem).joined(first, second)]
    forbidden = moved[_forbidden(problem, first, second)]
    groups = [
        _named(
            trace, FaultKind.REPEATED, np.flatnonzero(on_path), lambda k: "which is already on the path"
        ),
        _named(trace, FaultKind.NOT_A_MOVE, broken, lambda k: f"which no move joins to {name(before[k])}"),
        _named(
            trace,
            FaultKind.FORBIDDEN_USED,
            forbidden,
            lambda k: f"by a forbidden move from {name(before[k])}",
        ),
        _wrong_starts(trace, np.flatnonzero(placed & (before == NOTHING))),
        list(_wrong_end(trace)),
    ]
    return Faults(*groups)


def _replayed(trace: SearchTrace) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.bool_]]:
    """For each event, the last vertex of the path before it, and whether it places a vertex of the path."""
    before = np.full(len(trace), NOTHING, np.int32)
    again = np.zeros(len(trace), np.bool_)
    path, visits = [NOTHING], [0] * len(trace.problem)
    for k, event in enumerate(trace.events.tolist()):
        before[k] = path[-1]
        if event < 0:
            visits[path.pop()] -= 1
            continue
        again[k] = visits[event] > 0
        visits[event] += 1
        path.append(event)
    return before, again


def _forbidden(
    problem: TourProblem, first: npt.NDArray[np.int32], second: npt.NDArray[np.int32]
) -> npt.NDArray[np.bool_]:
    """Which of these moves the problem forbids."""
    count = len(problem)
    banned = [one * count + other for one, other in problem.forbidden_indices]
    if not problem.directed:
        banned += [other * count + one for one, other in problem.forbidden_indices]
    return np.isin(first.astype(np.int64) * count + second, banned)


def _named(
    trace: SearchTrace, kind: FaultKind, places: npt.NDArray[np.intp], why: Callable[[int], str]
) -> Sequence[Fault]:
    """One fault for each of the events at these places."""

    def name(k: int) -> Fault:
        place = int(places[k])
        vertex = int(trace.events[place])
        text = f"event {place + 1} places {trace.problem.name(vertex)}, {why(place)}"
        return Fault(kind, text, (place + 1,), (trace.problem.vertices.square(vertex),))

    return FaultsToName(len(places), name)


def _wrong_starts(trace: SearchTrace, places: npt.NDArray[np.intp]) -> Sequence[Fault]:
    """The searches that begin where the problem does not allow it."""
    problem = trace.problem
    wanted = problem.end_index if trace.backwards else problem.start_index
    if wanted is None:
        return ()
    kind = FaultKind.WRONG_END if trace.backwards else FaultKind.WRONG_START
    wrong = places[trace.events[places] != wanted]
    return _named(trace, kind, wrong, lambda k: f"but its path begins at {problem.name(wanted)}")


def _wrong_end(trace: SearchTrace) -> Iterator[Fault]:
    """The faults of the path at the end of a search that found a tour or was exhausted."""
    tour = trace.tour
    if tour is not None:
        yield from tour_faults(trace.problem, numbering_of(trace.problem, tour))
    elif trace.ended is TraceEnd.EXHAUSTED and len(trace.path):
        left = trace.problem.name(int(trace.path[-1]))
        text = f"the search is recorded as exhausted, but {left} is still on the path"
        yield Fault(FaultKind.EVIDENCE, text)
