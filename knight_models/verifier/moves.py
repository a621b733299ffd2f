"""What a move is, from the definition alone.

On a board: two squares whose coordinates differ by `a` along one axis and by `b` along another, and
by nothing elsewhere, for one of the leapers `(a, b)` of the board. A difference along a wrapped axis
counts modulo its length. This module does not ask `Board` or `Leaper` for their moves, nor does it use the
graph that solvers work on. In a graph: an edge of the user's own networkx graph.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain, permutations, product
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

from knight_models.core.board import Board
from knight_models.core.problem import TourProblem
from knight_models.core.tour import CHUNK, cell_numbers, coordinates

if TYPE_CHECKING:
    import networkx

Numbers = npt.NDArray[np.integer[Any]]
Mask = npt.NDArray[np.bool_]
Pattern = tuple[int, ...]

WORD = 63
"""Patterns of a leap that the bits of one number can distinguish."""


class Moves(Protocol):
    """The moves of a space."""

    def joined(self, first: Numbers, second: Numbers) -> Mask:
        """Whether there is a move from each vertex of `first` to the vertex at its place in `second`."""

    def broken(self, walk: Numbers) -> Numbers:
        """The places k where no move leads from `walk[k]` to `walk[k + 1]`, in rising order."""

    def all(self) -> Iterator[tuple[Numbers, Numbers]]:
        """Every move, as pairs of arrays (from, to); undirected ones both ways, some maybe twice."""


def moves_of(problem: TourProblem) -> Moves:
    """The moves of the space of a problem; forbidden ones are among them. Errors as for `GraphMoves`."""
    if problem.board is not None:
        return BoardMoves(problem.board)
    return GraphMoves(problem)


def allowed_moves(problem: TourProblem) -> Iterator[tuple[Numbers, Numbers]]:
    """Every move that a tour may use, as arrays (from, to); undirected ones both ways."""
    count = len(problem)
    banned = [first * count + second for first, second in problem.forbidden_indices]
    if not problem.directed:
        banned += [second * count + first for first, second in problem.forbidden_indices]
    for first, second in moves_of(problem).all():
        keep = ~np.isin(first * count + second, banned) if banned else slice(None)
        yield first[keep], second[keep]


class BoardMoves:
    """The moves of a leaper on a board."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._patterns = sorted(set().union(*(_patterns(board.ndim, leap) for leap in board.leap.leaps)))

    def joined(self, first: Numbers, second: Numbers) -> Mask:
        here, there = coordinates(self._board, first), coordinates(self._board, second)
        steps = [to - at for at, to in zip(here, there, strict=True)]
        distinct: Mask = first != second
        return self._are_leaps(steps) & distinct

    def broken(self, walk: Numbers) -> Numbers:
        parts = [np.zeros(0, np.int64)]
        for begin in range(0, len(walk) - 1, CHUNK):
            part = walk[begin : begin + CHUNK + 1]
            steps = [place[1:] - place[:-1] for place in coordinates(self._board, part)]
            joined = self._are_leaps(steps) & (part[1:] != part[:-1])
            if not joined.all():
                parts.append(np.flatnonzero(~joined) + begin)
        return np.concatenate(parts)

    def _are_leaps(self, steps: Sequence[Numbers]) -> Mask:
        """Whether steps along the axes make up a leap."""
        if self._board.ndim == 2 and not self._board.wrap:
            return self._are_plain_leaps(*map(np.abs, steps))
        answer = np.zeros(len(steps[0]), np.bool_)
        for tables in self._tables:
            fits = tables[0][np.abs(steps[0])]
            for table, step in zip(tables[1:], steps[1:], strict=True):
                fits &= table[np.abs(step)]
            answer |= fits != 0
        return answer

    def _are_plain_leaps(self, down: Numbers, across: Numbers) -> Mask:
        """Two lengths are a and b in some order exactly if they have the same sum and the same product."""
        total, product_ = down + across, down * across
        fits = np.zeros(len(down), np.bool_)
        for a, b in self._board.leap.leaps:
            fits |= (total == a + b) & (product_ == a * b)
        return fits

    @cached_property
    def _tables(self) -> list[list[npt.NDArray[np.int64]]]:
        """For each word of patterns (lengths along the axes), one table an axis: which ones a length fits.

        Bit p of `table[length]` says that along this axis the length is that of pattern p; along a
        wrapped axis, that it is so modulo the side.
        """
        listed = self._patterns
        words = [listed[begin : begin + WORD] for begin in range(0, len(listed), WORD)]
        return [[self._table(axis, word) for axis in range(self._board.ndim)] for word in words]

    def _table(self, axis: int, patterns: list[Pattern]) -> npt.NDArray[np.int64]:
        side = self._board.shape[axis]
        table = np.zeros(side, np.int64)
        for bit, pattern in enumerate(patterns):
            lengths = {pattern[axis]}
            if axis in self._board.wrap:
                lengths = {pattern[axis] % side, -pattern[axis] % side}
            table[[length for length in lengths if length < side]] |= 1 << bit
        return table

    def all(self) -> Iterator[tuple[Numbers, Numbers]]:
        board = self._board
        numbers = np.full(board.cells, -1, np.int64)
        numbers[cell_numbers(board, np.arange(len(board)))] = np.arange(len(board))
        places = coordinates(board, np.arange(len(board)))
        for difference in _differences(self._patterns):
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


def _patterns(axes: int, leap: tuple[int, int]) -> set[Pattern]:
    """How many squares along each axis a leap goes, in every way to choose the two axes."""
    short, long = leap
    if axes == 1:  # one axis has room for a leaper (0, b) only
        return {(long,)} if short == 0 else set()
    pairs = permutations(range(axes), 2)
    return {tuple({one: short, other: long}.get(axis, 0) for axis in range(axes)) for one, other in pairs}


def _differences(patterns: list[Pattern]) -> list[Pattern]:
    """The same with signs."""
    signed = (product(*({length, -length} for length in pattern)) for pattern in patterns)
    return sorted(chain.from_iterable(signed))


class GraphMoves:
    """The moves of a networkx graph.

    Raises
    ------
    ProblemError : if the graph was changed after the problem was made
    """

    def __init__(self, problem: TourProblem) -> None:
        assert problem.graph is not None
        problem.require_unchanged_graph()
        self._graph: networkx.Graph = problem.graph
        self._vertices = problem.vertices

    def joined(self, first: Numbers, second: Numbers) -> Mask:
        label = self._vertices.square
        pairs = zip(first.tolist(), second.tolist(), strict=True)
        answers = (u != v and self._graph.has_edge(label(u), label(v)) for u, v in pairs)
        return np.fromiter(answers, np.bool_, len(first))

    def broken(self, walk: Numbers) -> Numbers:
        return np.flatnonzero(~self.joined(walk[:-1], walk[1:]))

    def all(self) -> Iterator[tuple[Numbers, Numbers]]:
        index = self._vertices.index
        pairs = [(index(u), index(v)) for u, v in self._graph.edges()]
        proper = [
            (u, v) for u, v in pairs if u != v
        ]  # numbers: a label may differ from itself, as NaN does
        first = np.array([u for u, _ in proper], np.int64)
        second = np.array([v for _, v in proper], np.int64)
        yield first, second
        if not self._graph.is_directed():
            yield second, first
