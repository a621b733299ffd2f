"""The Hamiltonian cycles that stand for the tours of a problem.

- Closed tours of an undirected graph are its cycles.
- Open tours are the cycles through one more vertex, the dummy, which is joined to each vertex at which a
  tour may begin or end.
- In a directed graph each vertex becomes two, joined by a required edge: moves arrive at the first and
  leave from the second. A tour is then a cycle of an undirected graph.

>>> from knight_models.core.problem import TourProblem
>>> from knight_models.engine.moves import adjacency
>>> problem = TourProblem("3x4")
>>> cycles = tour_cycles(problem, adjacency(problem))
>>> cycles.graph.size, len(cycles.graph.edges), cycles.graph.last
(13, 26, (12,))
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from knight_models.core.board import Board
from knight_models.core.limits import Deadline
from knight_models.core.problem import TourProblem
from knight_models.engine.frontier.sweep import CycleGraph, Edge
from knight_models.engine.moves import Adjacency


@dataclass(frozen=True, eq=False)
class TourCycles:
    """A graph whose Hamiltonian cycles are the tours of a problem.

    Parameters
    ----------
    graph : the graph
    vertices : the number of vertices of the problem
    directed : whether each of them is two vertices, `2 * v` and `2 * v + 1`
    closed : whether the tours are closed; else the last vertex of the problem is the dummy
    """

    graph: CycleGraph
    vertices: int
    directed: bool
    closed: bool

    def order(self, vertices: Sequence[int]) -> list[int]:
        """The order of the graph's vertices that follows an order of the problem's."""
        if not self.directed:
            return [*vertices, *self.graph.last]
        return [*(copy for vertex in vertices for copy in (2 * vertex, 2 * vertex + 1)), *self.graph.last]

    def tours(self, problem: TourProblem, edges: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
        """The tours that cycles stand for.

        A closed tour begins at the start of the problem, or at vertex 0, and goes to the lower of two
        neighbours; an open one without fixed ends begins at its lower end.

        Parameters
        ----------
        edges : shape (k, size of the graph), the numbers of the edges of each cycle

        Returns
        -------
        numpy.ndarray
            Shape (k, n), vertex numbers of the problem
        """
        number, size = edges.shape
        ends = np.array([edge[:2] for edge in self.graph.edges], np.int16 if size < 2**15 else np.int32)
        here = np.concatenate((ends[edges, 0], ends[edges, 1]), axis=1)
        there = np.concatenate((ends[edges, 1], ends[edges, 0]), axis=1)
        joined = np.take_along_axis(there, np.argsort(here, axis=1, kind="stable"), axis=1)
        joined = joined.reshape(number, size, 2)  # each vertex is an end of two edges
        rows = np.arange(number)
        begin = self.graph.last[0] if self.graph.last else (problem.start_index or 0) * (1 + self.directed)
        before = np.full(number, begin)
        vertex = self._second(problem, begin, joined[:, begin])
        around = np.empty((number, size), np.int32)
        around[:, 0] = begin
        for step in range(1, size):
            around[:, step] = vertex
            one, other = joined[rows, vertex].T
            before, vertex = vertex, np.where(one == before, other, one)
        walks = around[:, ::2] // 2 if self.directed else around
        return walks if self.closed else walks[:, 1:]

    def _second(self, problem: TourProblem, begin: int, joined: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The vertex at which each cycle goes on from its first one."""
        second: npt.NDArray[Any] = joined.min(axis=1)
        if self.directed:
            second[:] = begin + 1
        elif not self.closed and problem.start_index is not None:
            second[:] = problem.start_index
        elif not self.closed and problem.end_index is not None:
            second = joined.sum(axis=1) - problem.end_index
        return second


def tour_cycles(
    problem: TourProblem,
    moves: Adjacency,
    *,
    closed: bool | None = None,
    required: Collection[tuple[int, int]] | None = None,
    deadline: Deadline | None = None,
) -> TourCycles:
    """The cycles that stand for the tours of a problem, strictly open ones as open ones.

    Parameters
    ----------
    problem : without given numbers
    moves : its allowed moves
    closed : whether closed tours are wanted; None = those of the problem
    required : the required moves; None = those of the problem
    deadline : the clock

    Raises
    ------
    TimeoutError : if the time is up
    """
    watched = (deadline or Deadline(None)).watched
    closed = problem.closed if closed is None else closed
    required = problem.required_indices if required is None else required
    size = len(moves)
    needed = {pair if moves.directed else tuple(sorted(pair)) for pair in required}
    edges = [Edge(first, second, (first, second) in needed) for first, second in watched(_pairs(moves))]
    if not closed:
        edges += _dummy_edges(problem, moves)
        size += 1
    last: tuple[int, ...] = () if closed else (size - 1,)
    if moves.directed:
        edges = [Edge(2 * first + 1, 2 * second, must) for first, second, must, _ in watched(edges)]
        edges += [Edge(2 * vertex, 2 * vertex + 1, True) for vertex in range(size)]
        last = tuple(copy for vertex in last for copy in (2 * vertex, 2 * vertex + 1))
        return TourCycles(CycleGraph(2 * size, edges, last=last), len(moves), True, closed)
    mirrors = [] if problem.board is None else _mirrors(problem.board, edges, size, watched)
    return TourCycles(CycleGraph(size, edges, last=last, mirrors=mirrors), len(moves), False, closed)


def _pairs(moves: Adjacency) -> Iterator[tuple[int, int]]:
    """The moves; those without a direction once, from the lower vertex number."""
    for first, second in zip(moves.sources.tolist(), moves.indices.tolist(), strict=True):
        if moves.directed or first < second:
            yield first, second


def _dummy_edges(problem: TourProblem, moves: Adjacency) -> list[Edge]:
    """The edges between the dummy and the ends that a tour may have."""
    dummy, start, end = len(moves), problem.start_index, problem.end_index
    if moves.directed:
        starts = range(dummy) if start is None else [start]
        ends = range(dummy) if end is None else [end]
        return [*(Edge(dummy, first) for first in starts), *(Edge(last, dummy) for last in ends)]
    fixed = [vertex for vertex in (start, end) if vertex is not None]
    if len(fixed) == 2:
        return [Edge(vertex, dummy, True) for vertex in fixed]
    return [Edge(vertex, dummy, vertex in fixed) for vertex in range(dummy)]


def _mirrors(
    board: Board, edges: Sequence[Edge], size: int, watched: Callable[[Iterable[Any]], Iterator[Any]]
) -> list[list[int]]:
    """The reflections of a board in its middle that keep the edges, as maps of the vertices."""
    kept = {(*sorted(edge[:2]), edge.required) for edge in watched(edges)}
    mirrors = []
    for axis in range(board.ndim):
        squares = [(*s[:axis], board.shape[axis] - 1 - s[axis], *s[axis + 1 :]) for s in watched(board)]
        if not all(square in board for square in squares):
            continue
        image = [*map(board.index, watched(squares)), *range(len(board), size)]
        if all((*sorted((image[e.first], image[e.second])), e.required) in kept for e in watched(edges)):
            mirrors.append(image)
    return mirrors
