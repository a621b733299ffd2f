"""Too few moves at a vertex, parts that no move joins, colours that cannot alternate."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from knight_models.core.evidence import ColourImbalance, Disconnected, LowDegree
from knight_models.core.limits import Deadline
from knight_models.core.problem import TourProblem
from knight_models.engine.moves import Adjacency

__all__ = ["colour_imbalance", "disconnected", "low_degree"]

Numbers = npt.NDArray[np.integer[Any]]


def low_degree(problem: TourProblem, moves: Adjacency, deadline: Deadline) -> LowDegree | None:
    if problem.directed:
        return _no_exit(problem, moves.degrees, problem.end_index, problem.start_index) or _no_exit(
            problem, moves.reverse.degrees, problem.start_index, problem.end_index
        )
    if problem.closed:
        return _low(np.flatnonzero(moves.degrees < 2)[:1])
    alone = np.flatnonzero(moves.degrees == 0)
    if len(alone) and len(problem) > 1:
        return _low(alone[:1])
    ends = [end for end in (problem.start_index, problem.end_index) if end is not None]
    tips = np.setdiff1d(np.flatnonzero(moves.degrees == 1), ends)
    room = 2 - len(ends)
    return _low(tips[: room + 1]) if len(tips) > room and len(problem) > 2 else None


def _no_exit(
    problem: TourProblem, degrees: Numbers, end: int | None, start: int | None
) -> LowDegree | None:
    """Vertices of a directed graph without exit (or entry): one alone may be the end (or start)."""
    stuck = np.flatnonzero(degrees == 0)
    if problem.closed or len(stuck) > 1:
        return _low(stuck[:2])
    if len(stuck) and len(problem) > 1 and (start == stuck[0] or end not in (None, stuck[0])):
        return _low(stuck)
    return None


def _low(vertices: Numbers) -> LowDegree | None:
    return LowDegree(tuple(vertices.tolist())) if len(vertices) else None


def disconnected(problem: TourProblem, moves: Adjacency, deadline: Deadline) -> Disconnected | None:
    if not problem.directed:
        return _unreached(moves, 0, deadline)
    both_ways = _symmetric(moves)
    if (split := _unreached(both_ways, 0, deadline)) is not None:
        return split
    start = 0 if problem.closed else problem.start_index
    if start is not None and (stuck := _unreached(moves, start, deadline)) is not None:
        return stuck
    end = 0 if problem.closed else problem.end_index
    if end is not None and (cut := _unreached(moves.reverse, end, deadline)) is not None:
        others = np.setdiff1d(np.arange(len(moves)), cut.vertices)  # no arc leads from there to `end`
        return Disconnected(tuple(others.tolist()))
    return None


def _unreached(moves: Adjacency, start: int, deadline: Deadline) -> Disconnected | None:
    """The set of vertices reached from `start`, if that is not all and the time sufficed."""
    reached = np.zeros(len(moves), np.bool_)
    for layer in _layers(moves, start, reached):
        if deadline.expired:
            return None
        reached[layer] = True
    return None if reached.all() else Disconnected(tuple(np.flatnonzero(reached).tolist()))


def _layers(moves: Adjacency, start: int, reached: npt.NDArray[np.bool_]) -> Iterator[Numbers]:
    """Breadth-first layers from `start`; the caller marks them in `reached`."""
    layer: Numbers = np.array([start])
    while len(layer):
        yield layer
        widths = moves.degrees[layer]
        offsets = np.repeat(moves.indptr[layer] - np.cumsum(widths) + widths, widths)
        near = moves.indices[offsets + np.arange(int(widths.sum()))]
        layer = np.unique(near[~reached[near]])


def _symmetric(moves: Adjacency) -> Adjacency:
    """The moves of a directed graph, in both directions."""
    first = np.concatenate((moves.sources, moves.indices))
    second = np.concatenate((moves.indices, moves.sources))
    order = np.argsort(first, kind="stable")
    counts = np.bincount(first, minlength=len(moves))
    indptr = np.concatenate((np.zeros(1, np.int64), np.cumsum(counts))).astype(np.int32)
    return Adjacency(indptr, second[order])


def colour_imbalance(problem: TourProblem, moves: Adjacency, deadline: Deadline) -> ColourImbalance | None:
    """A proper two-colouring of a connected graph in which a tour cannot alternate."""
    both_ways = _symmetric(moves) if problem.directed else moves
    reached = np.zeros(len(moves), np.bool_)
    colours = np.zeros(len(moves), np.uint8)
    for depth, layer in enumerate(_layers(both_ways, 0, reached)):
        if deadline.expired:
            return None
        reached[layer] = True
        colours[layer] = depth % 2
    if not reached.all() or (colours[moves.sources] == colours[moves.indices]).any():
        return None
    if _alternates(problem, colours):
        return None
    return ColourImbalance((colours + ord("0")).tobytes().decode())


def _alternates(problem: TourProblem, colours: npt.NDArray[np.uint8]) -> bool:
    """Whether a path or cycle can use as many vertices of each colour as there are."""
    surplus = 2 * int(colours.sum()) - len(colours)
    if problem.closed:
        return surplus == 0
    ends = [end for end in (problem.start_index, problem.end_index) if end is not None]
    shown = [int(colours[end]) for end in ends]
    if surplus == 0:
        return len(shown) < 2 or shown[0] != shown[1]
    return abs(surplus) == 1 and all(colour == (surplus > 0) for colour in shown)
