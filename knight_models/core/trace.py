"""A recorded search: the vertices that it placed at the end of its path or took back, in order.

>>> trace = SearchTrace(TourProblem("3x4", end="a1"), [0, 6, -1, 9], "events")
>>> trace.steps, trace.backtracks, trace.path_at(2).tolist(), trace.path.tolist()
(3, 1, [0, 6], [0, 9])
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from numbers import Integral
from typing import Any

import numpy as np
import numpy.typing as npt

from knight_models.core.display import Displayed, short
from knight_models.core.errors import ProblemError, shown
from knight_models.core.problem import TourProblem
from knight_models.core.tour import Order, Tour

TAKEN_BACK = -1
"""The event that removes the last vertex of the path."""


class TraceEnd(StrEnum):
    """The end of a recorded search."""

    FOUND = "found"
    EXHAUSTED = "exhausted"
    EVENTS = "events"
    TIME = "time limit"
    STEPS = "step limit"


@dataclass(frozen=True, eq=False, repr=False)
class SearchTrace(Displayed):
    """The events of a search, from its first vertex to its end or to the end of the record.

    Parameters
    ----------
    problem : the problem
    events : shape (k,), copied; a vertex number places this vertex at the end of the path, and -1 takes the
        last vertex back
    ended : a `TraceEnd` or its text: "found" (the path is a tour), "exhausted" (there is no tour), "events"
        (the largest number of events is recorded), "time limit" or "step limit"
    solver : the solver and its options, as `--solver` takes them
    backwards : whether the path was built from the end of the tour to its start

    Raises
    ------
    ProblemError : if the events are not one row of vertex numbers and -1, or take a vertex back from an
        empty path; or if `ended` is unknown
    """

    problem: TourProblem
    events: Order
    ended: TraceEnd
    solver: str = ""
    backwards: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.problem, TourProblem):
            raise ProblemError(f"a trace needs a TourProblem, not {shown(self.problem)}")
        try:
            object.__setattr__(self, "ended", TraceEnd(self.ended))
        except ValueError:
            ends = ", ".join(TraceEnd)
            raise ProblemError(f"unknown end of a trace: {shown(self.ended)}; known: {ends}") from None
        object.__setattr__(self, "events", _checked_events(self.problem, self.events))
        empty = np.flatnonzero(self.lengths < 0)
        if len(empty):
            raise ProblemError(f"event {empty[0] + 1} takes a vertex back from an empty path")

    @property
    def steps(self) -> int:
        """The number of vertices placed."""
        return int(np.count_nonzero(self.events >= 0))

    @property
    def backtracks(self) -> int:
        """The number of vertices taken back."""
        return len(self) - self.steps

    @cached_property
    def lengths(self) -> npt.NDArray[np.int32]:
        """Shape (k,): the length of the path after each event."""
        lengths: npt.NDArray[np.int32] = np.where(self.events < 0, -1, 1).cumsum(dtype=np.int32)
        lengths.flags.writeable = False
        return lengths

    @property
    def deepest(self) -> int:
        """The length of the longest path."""
        return int(self.lengths.max(initial=0))

    def path_at(self, count: int) -> Order:
        """The vertices on the path after the first `count` events, in their order.

        Raises
        ------
        ProblemError : if there are fewer than `count` events
        """
        if not isinstance(count, Integral) or count not in range(len(self) + 1):
            raise ProblemError(f"the number of events must be from 0 to {len(self)}, not {shown(count)}")
        path: list[int] = []
        for event in self.events[:count].tolist():
            if event < 0:
                path.pop()
            else:
                path.append(event)
        return np.array(path, np.int32)

    @property
    def path(self) -> Order:
        """The vertices on the path after the last event."""
        return self.path_at(len(self))

    @property
    def tour(self) -> Tour | None:
        """The tour, if the search found one."""
        if self.ended is not TraceEnd.FOUND:
            return None
        return Tour(self.problem, self.path[::-1] if self.backwards else self.path)

    def __len__(self) -> int:
        return len(self.events)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SearchTrace):
            return NotImplemented
        same = (self.problem, self.ended, self.solver, self.backwards) == (
            other.problem,
            other.ended,
            other.solver,
            other.backwards,
        )
        return same and np.array_equal(self.events, other.events)

    def __hash__(self) -> int:
        return hash((self.ended, self.events.tobytes()))

    def __repr__(self) -> str:
        by = f" by {self.solver}" if self.solver else ""
        how = f"{self.steps} placed, {self.backtracks} taken back, {self.ended}"
        return f"SearchTrace({short(f'{self.problem}{by}', 80)}: {how})"


def _checked_events(problem: TourProblem, events: Sequence[int] | npt.NDArray[Any]) -> Order:
    """The events as a read-only int32 array."""
    try:
        numbers = np.asarray(events)
    except (ValueError, OverflowError):  # rows of different lengths; numbers beyond 64 bits
        numbers = np.zeros((0, 0))
    if numbers.ndim != 1 or (numbers.size and numbers.dtype.kind not in "iu"):
        raise ProblemError(f"the events of a trace must be one row of vertex numbers, not {shown(events)}")
    for number in (int(numbers.min()), int(numbers.max())) if numbers.size else ():
        if not TAKEN_BACK <= number < len(problem):
            raise ProblemError(
                f"the events name vertex {number}; those of the {problem} are 0 to {len(problem) - 1}, "
                f"and {TAKEN_BACK} takes one back"
            )
    checked = numbers.astype(np.int32)
    checked.flags.writeable = False
    return checked
