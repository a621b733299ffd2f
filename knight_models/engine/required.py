"""Required moves and fixed ends in the form that kernels use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from knight_models.core.problem import Kind, TourProblem
from knight_models.engine.moves import Adjacency
from knight_models.engine.run import Run


@dataclass(frozen=True)
class Constrained:
    """The moves of a problem without those that its required moves rule out.

    Parameters
    ----------
    moves : the moves that remain
    partner : shape (n,), int32: where a vertex has exactly one required move without direction, its
        other end; -1 elsewhere
    may_start, may_end : shape (n,), uint8: 1 where an open tour may start, or any tour end
    closing : the moves that can join the end of a tour to its start. For a strictly open tour these
        are the forbidden ones too: ends that a forbidden move joins are adjacent
    """

    moves: Adjacency
    partner: npt.NDArray[np.int32]
    may_start: npt.NDArray[np.uint8]
    may_end: npt.NDArray[np.uint8]
    closing: Adjacency


def constrained(run: Run, moves: Adjacency) -> Constrained:
    """Work the required moves and the fixed end of the problem of a run into its moves.

    A vertex with two required moves loses all others; an open tour neither starts nor ends there. In a
    directed graph, the tail of a required arc loses all other exits and cannot be an end, and its head
    loses all other entries and cannot be a start.
    """
    problem, count = run.problem, len(run.problem)
    partner = np.full(count, -1, np.int32)
    may_start, may_end = np.ones(count, np.uint8), np.ones(count, np.uint8)
    if problem.required:
        exits, entries = _required_moves(problem, moves)
        moves = moves.keep(
            exits.keeps(moves.sources, moves.indices) & entries.keeps(moves.indices, moves.sources)
        )
        if problem.directed:
            may_start[entries.full] = may_end[exits.full] = problem.closed
        else:
            may_start[exits.full] = may_end[exits.full] = problem.closed
            single = np.flatnonzero(exits.count == 1)
            partner[single] = exits.other[single]
    if problem.end_index is not None:
        keep = may_end[problem.end_index]
        may_end[:] = 0
        may_end[problem.end_index] = keep
    apart = problem.kind is Kind.STRICTLY_OPEN and problem.forbidden
    closing = run.all_moves if apart else moves
    return Constrained(moves, partner, may_start, may_end, closing)


class _Taken:
    """The required exits (or entries) of each vertex, of which a tour has at most `most`."""

    def __init__(self, count: int, most: int) -> None:
        self.count = np.zeros(count, np.int64)
        self.other = np.full(count, -1, np.int32)
        self._pairs: set[int] = set()
        self._most = most

    def add(self, vertex: int, other: int) -> None:
        self.count[vertex] += 1
        self.other[vertex] = other
        self._pairs.add(vertex * len(self.count) + other)

    @property
    def full(self) -> npt.NDArray[np.bool_]:
        """The vertices whose moves are all required."""
        full: npt.NDArray[np.bool_] = self.count == self._most
        return full

    def keeps(self, vertices: npt.NDArray[Any], others: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
        """Whether each of these moves is required, or leaves (or enters) a vertex that is not full."""
        numbers = vertices.astype(np.int64) * len(self.count) + others
        room: npt.NDArray[np.bool_] = ~self.full[vertices]
        return room | np.isin(numbers, list(self._pairs))


def _required_moves(problem: TourProblem, moves: Adjacency) -> tuple[_Taken, _Taken]:
    count = len(moves)
    exits = _Taken(count, 1 if problem.directed else 2)
    entries = _Taken(count, 1) if problem.directed else exits
    for first, second in problem.required_indices:
        exits.add(first, second)
        entries.add(second, first)
    return exits, entries
