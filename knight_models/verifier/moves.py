"""What a move is, from the definition alone.

On a board: two squares whose coordinates differ by `a` along one axis and by `b` along another, and
by nothing elsewhere, where a difference along a wrapped axis counts modulo its length. This does not
ask `Board` for its moves, nor the graph that solvers eat. In a graph: what the user's own networkx
graph calls an edge.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

from knight_models.board import Board
from knight_models.problem import TourProblem
from knight_models.tour import cell_numbers, coordinates

if TYPE_CHECKING:
    import networkx

__all__ = ["Moves", "moves_of"]

Numbers = npt.NDArray[np.integer[Any]]
Mask = npt.NDArray[np.bool_]

CHUNK = 1 << 20
"""Steps judged at a time: enough for numpy, little enough for memory."""


class Moves(Protocol):
    """The moves of a space."""

    def joined(self, first: Numbers, second: Numbers) -> Mask:
        """Whether there is a move from each vertex of `first` to its fellow in `second`."""

    def all(self) -> Iterator[tuple[Numbers, Numbers]]:
        """Every move, as pairs of arrays (from, to); undirected ones both ways, some maybe twice."""


def moves_of(problem: TourProblem) -> Moves:
    """The moves of the space of a problem; forbidden ones are among them."""
    if problem.board is not None:
        return BoardMoves(problem.board)
    return GraphMoves(problem)


class BoardMoves:
    """The moves of a leaper on a board."""

    def __init__(self, board: Board) -> None:
        self._board = board
        wanted = sorted((*board.leap, *[0] * (board.ndim - 2)))
        reach = range(-board.leap[1], board.leap[1] + 1)
        if board.ndim == 1:  # one axis has room for a leaper (0, b) only
            wanted = [board.leap[1]] if board.leap[0] == 0 else [-1]
        self._differences = [
            step for step in product(reach, repeat=board.ndim) if sorted(map(abs, step)) == wanted
        ]

    def joined(self, first: Numbers, second: Numbers) -> Mask:
        answer = np.empty(len(first), np.bool_)
        for begin in range(0, len(first), CHUNK):
            part = slice(begin, begin + CHUNK)
            answer[part] = self._joined(first[part], second[part])
        return answer

    def _joined(self, first: Numbers, second: Numbers) -> Mask:
        here = coordinates(self._board, first)
        there = coordinates(self._board, second)
        steps = [to - at for at, to in zip(here, there, strict=True)]
        if self._board.ndim == 2 and not self._board.wrap:
            return self._is_leap(*map(np.abs, steps))
        answer = np.zeros(len(first), np.bool_)
        for difference in self._differences:
            alike = np.ones(len(first), np.bool_)
            for axis, (step, wanted) in enumerate(zip(steps, difference, strict=True)):
                rest = step - wanted
                alike &= (rest % self._board.shape[axis] if axis in self._board.wrap else rest) == 0
            answer |= alike
        distinct: Mask = first != second
        return answer & distinct

    def _is_leap(self, down: Numbers, across: Numbers) -> Mask:
        """Two lengths are a and b in some order just if their sum and their product are."""
        short, long = self._board.leap
        return np.asarray((down + across == short + long) & (down * across == short * long))

    def all(self) -> Iterator[tuple[Numbers, Numbers]]:
        board = self._board
        numbers = np.full(board.cells, -1, np.int64)
        numbers[cell_numbers(board, np.arange(len(board)))] = np.arange(len(board))
        places = coordinates(board, np.arange(len(board)))
        for difference in self._differences:
            targets, inside = [], np.ones(len(board), np.bool_)
            for axis, (place, step) in enumerate(zip(places, difference, strict=True)):
                side, target = board.shape[axis], place + step
                if axis in board.wrap:
                    target = target % side
                inside &= (target >= 0) & (target < side)
                targets.append(np.clip(target, 0, side - 1))
            reached = numbers[np.ravel_multi_index(tuple(targets), board.shape)]
            start = np.arange(len(board))
            inside &= (reached >= 0) & (reached != start)
            yield start[inside], reached[inside]


class GraphMoves:
    """The moves of a networkx graph."""

    def __init__(self, problem: TourProblem) -> None:
        assert problem.graph is not None
        self._graph: networkx.Graph = problem.graph
        self._vertices = problem.vertices

    def joined(self, first: Numbers, second: Numbers) -> Mask:
        label = self._vertices.square
        pairs = zip(first.tolist(), second.tolist(), strict=True)
        answers = (u != v and self._graph.has_edge(label(u), label(v)) for u, v in pairs)
        return np.fromiter(answers, np.bool_, len(first))

    def all(self) -> Iterator[tuple[Numbers, Numbers]]:
        index = self._vertices.index
        pairs = [(index(u), index(v)) for u, v in self._graph.edges() if u != v]
        first = np.array([u for u, _ in pairs], np.int64)
        second = np.array([v for _, v in pairs], np.int64)
        yield first, second
        if not self._graph.is_directed():
            yield second, first
