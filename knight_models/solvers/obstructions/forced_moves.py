"""Moves that every tour has to use, and what follows from them."""

from __future__ import annotations

from collections import deque

from knight_models.core.evidence import ForcedMoves
from knight_models.core.limits import Deadline
from knight_models.core.problem import TourProblem
from knight_models.engine.moves import Adjacency

__all__ = ["forced_moves"]

LARGEST = 50_000
"""Vertices up to which it is looked for; it takes Python's time for each of them."""


def forced_moves(problem: TourProblem, moves: Adjacency, deadline: Deadline) -> ForcedMoves | None:
    """Vertices whose last moves are forced, one after the other, until that is a contradiction.

    A vertex that the tour passes through and that has two moves left uses both; one that already uses
    two has no others. A fixed end of an open tour uses one. Without directions, and where a free end
    might be anywhere, nothing is forced, so this is for closed tours and for those with both ends fixed.
    """
    fixed = problem.closed or (problem.start is not None and problem.end is not None)
    if problem.directed or not fixed or not 3 <= len(problem) <= LARGEST:
        return None
    chase = _Chase(problem, moves)
    while chase.waiting and not chase.contradiction:
        if deadline.expired:
            return None
        chase.settle(chase.waiting.popleft())
    return ForcedMoves(tuple(chase.settled)) if chase.contradiction else None


class _Chase:
    """The moves left at each vertex, those forced, and the paths that they make."""

    def __init__(self, problem: TourProblem, moves: Adjacency) -> None:
        self._count = len(problem)
        self._left = [set(moves.row(vertex).tolist()) for vertex in range(self._count)]
        self._forced: list[set[int]] = [set() for _ in range(self._count)]
        self._ends = () if problem.closed else (problem.start_index, problem.end_index)
        self._far = list(range(self._count))  # the other end of the forced path that ends here
        self._size = [1] * self._count  # vertices of that path, kept at both its ends
        self.settled: list[int] = []
        self.contradiction = False
        self.waiting: deque[int] = deque()
        for first, second in problem.required_indices:
            self._force(first, second)
        self.waiting.extend(vertex for vertex in range(self._count) if self._is_ripe(vertex))

    def _needs(self, vertex: int) -> int:
        return 1 if vertex in self._ends else 2

    def _is_ripe(self, vertex: int) -> bool:
        """Whether what is left, or what is forced, settles the vertex."""
        needs = self._needs(vertex)
        return len(self._left[vertex]) <= needs or len(self._forced[vertex]) >= needs

    def settle(self, vertex: int) -> None:
        """Force the last moves of a vertex, or drop those that it has no use for."""
        needs = self._needs(vertex)
        left, forced = self._left[vertex], self._forced[vertex]
        if len(left) <= needs:
            if len(forced) < len(left) or len(left) < needs:
                self.settled.append(vertex)
            for other in left - forced:
                self._force(vertex, other)
            self.contradiction |= len(left) < needs
        elif len(forced) >= needs:
            self.settled.append(vertex)
            self.contradiction |= len(forced) > needs
            for other in left - forced:
                left.discard(other)
                self._left[other].discard(vertex)
                if self._is_ripe(other):
                    self.waiting.append(other)

    def _force(self, first: int, second: int) -> None:
        """Make the tour use a move: the forced paths that end there become one."""
        if self.contradiction:
            return
        self._forced[first].add(second)
        self._forced[second].add(first)
        if any(len(self._forced[end]) > self._needs(end) for end in (first, second)):
            self.contradiction = True
            return
        size = self._size[first] + self._size[second]
        if self._far[first] == second:  # the path closes
            self.contradiction = bool(self._ends) or self._size[first] < self._count
            return
        one, other = self._far[first], self._far[second]
        self._far[one], self._far[other] = other, one
        self._size[one] = self._size[other] = size
        if self._ends and {one, other} == set(self._ends) and size < self._count:
            self.contradiction = True
        self.waiting.extend(end for end in (first, second) if self._is_ripe(end))
