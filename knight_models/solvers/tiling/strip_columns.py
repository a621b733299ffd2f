"""Random tours of strips, as one arc of the transfer states a column.

A short strip's tour is drawn from all that there are, each as likely as any other up to rounding: an
arc is as likely as the number of ways to complete the tour behind it. A long strip's tour is that
of a shorter strip, into which random loops of `LOOP` columns are put at a state that has them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from knight_models.core.limits import Deadline
from knight_models.solvers.tiling.strip_states import StripStates

__all__ = ["Mark", "drawn_columns"]

Arcs = npt.NDArray[np.uint16]
Weights = npt.NDArray[np.float64]
Allowed = Callable[[int], npt.NDArray[np.bool_]]

Mark = tuple[int, int]
"""The row and the column of an end of the tour, where it is fixed."""

LOOP = 24
"""Columns of a loop: a multiple of the periods 1, 2 and 4 at which the states repeat."""

SHORT = 72
"""Columns without a mark below which nothing is put in between them."""

LOOPS = 32
"""Different loops that a stretch of columns is lengthened by."""


def drawn_columns(
    states: StripStates, length: int, marks: Sequence[Mark], random: Random, deadline: Deadline
) -> Arcs | None:
    """The arcs of a random tour; None if there is no such tour or the time was up.

    Parameters
    ----------
    states : the transfer states of the strip
    length : columns of the strip
    marks : the ends that are fixed, at most two
    random : where the tour is drawn from
    deadline : when to stop
    """
    columns = sorted({column for _, column in marks})
    gaps = [after - before - 1 for before, after in zip([-1, *columns], [*columns, length], strict=True)]
    short = [gap if gap < SHORT + LOOP else SHORT + (gap - SHORT) % LOOP for gap in gaps]
    places, begin = [], 0
    for gap in short[:-1]:
        places.append(begin + gap)
        begin += gap + 1
    must = dict.fromkeys(places, 0)
    for row, column in marks:
        must[places[columns.index(column)]] |= 1 << row
    allowed = _allowed(states, must, len(marks))
    path = _drawn_path(states, 0, states.states - 1, begin + short[-1], allowed, random, deadline)
    if path is None or short == gaps:
        return path
    return _lengthened(states, path, [*places, len(path)], gaps, random, deadline)


def _allowed(states: StripStates, must: dict[int, int], fixed: int) -> Allowed:
    """Which arcs each column may take, given the rows of the ends that it must hold, as bits."""
    if not fixed:
        anything = np.ones(len(states.ends), np.bool_)
        return lambda column: anything
    nothing = states.ends == 0
    others = nothing if fixed == 2 else np.ones(len(nothing), np.bool_)
    marked = {
        column: (states.ends if fixed == 2 else states.ends & rows) == rows for column, rows in must.items()
    }
    return lambda column: marked.get(column, others)


def _drawn_path(
    states: StripStates,
    first: int,
    last: int,
    length: int,
    allowed: Allowed,
    random: Random,
    deadline: Deadline,
) -> Arcs | None:
    """The arcs of a random path of this length from one state to another."""
    ways = _ways(states, last, length, allowed)
    if ways[0][first] == 0 or deadline.expired:
        return None
    path, state = np.zeros(length, np.uint16), first
    for column in range(length):
        begin, stop = states.begins[state], states.begins[state + 1]
        weights = ways[column + 1][states.targets[begin:stop]] * allowed(column)[begin:stop]
        sums = np.cumsum(weights)
        arc = int(np.searchsorted(sums, random.random() * sums[-1], "right"))
        path[column] = begin + arc
        state = int(states.targets[begin + arc])
    return path


def _ways(states: StripStates, last: int, length: int, allowed: Allowed) -> list[Weights]:
    """For each column, the numbers of ways from each state there to the last one, up to a factor."""
    ways = [np.zeros(states.states)]
    ways[0][last] = 1
    for column in reversed(range(length)):
        weights = ways[-1][states.targets] * allowed(column)
        counts = np.bincount(states.sources, weights, states.states)
        ways.append(counts / max(counts.max(), 1))
    return ways[::-1]


def _lengthened(
    states: StripStates,
    path: Arcs,
    places: Sequence[int],
    gaps: Sequence[int],
    random: Random,
    deadline: Deadline,
) -> Arcs | None:
    """The path with loops put in between marked places, until the gaps before them have these lengths."""
    parts: list[npt.NDArray[Any]] = []
    begin = 0
    for stop, gap in zip(places, gaps, strict=True):
        missing = gap - (stop - begin)
        if missing:
            middle = list(range(begin + LOOP, stop - LOOP))
            random.shuffle(middle)
            for cut in middle:
                loops = _loops(states, int(states.sources[path[cut]]), random, deadline)
                if loops is not None:
                    break
            else:
                return None
            draws = np.random.default_rng(random.getrandbits(64))
            inserted = loops[draws.integers(0, LOOPS, missing // LOOP, np.uint8)].ravel()
            parts += [path[begin:cut], inserted, path[cut:stop]]
        else:
            parts.append(path[begin:stop])
        parts.append(path[stop : stop + 1])  # the marked column
        begin = stop + 1
    return np.concatenate(parts)


def _loops(states: StripStates, state: int, random: Random, deadline: Deadline) -> Arcs | None:
    """Shape (LOOPS, LOOP): random paths from a state back to itself; None if it has none."""
    free = states.ends == 0
    loops = []
    for _ in range(LOOPS):
        loop = _drawn_path(states, state, state, LOOP, lambda column: free, random, deadline)
        if loop is None:
            return None
        loops.append(loop)
    return np.array(loops, np.uint16)
