"""The graph whose Hamiltonian cycles are the tours: an open tour gets a dummy vertex between its ends."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from knight_models.core.limits import Deadline
from knight_models.core.problem import Kind, TourProblem
from knight_models.engine.moves import Adjacency
from knight_models.engine.sorting import look_at, row_pieces, sorting_order
from knight_models.solvers.cutset.two_factor import Neighbours

Numbers = npt.NDArray[np.int64]

BETWEEN_LOOKS = 4_096
"""Vertices visited between two looks at the clock: some hundredths of a second."""


class Network:
    """An undirected graph of numbered edges.

    Parameters
    ----------
    problem : the question, about an undirected graph or a board
    moves : the allowed moves
    all_moves : the moves, forbidden ones included
    deadline : when to stop sorting the edges; TimeoutError is raised then

    Attributes
    ----------
    size : number of vertices
    dummy : the dummy vertex, which is the last one; None for a closed tour
    first, second : shape (m,), the two ends of each edge, the lower first, in lexicographic order
    required : the numbers of the edges that a tour has to use
    apart : shape (k, 2), pairs of edges that may not both be used
    """

    def __init__(
        self,
        problem: TourProblem,
        moves: Adjacency,
        all_moves: Adjacency,
        deadline: Deadline | None = None,
    ) -> None:
        count = len(problem)
        self._deadline = deadline
        self.dummy = None if problem.closed else count
        self.size = count if problem.closed else count + 1
        codes = []
        for begin, end in row_pieces(moves.indptr, deadline):
            part = slice(int(moves.indptr[begin]), int(moves.indptr[end]))
            sources, targets = moves.sources[part].astype(np.int64), moves.indices[part]
            once = sources < targets
            of_moves = sources[once] * self.size + targets[once]
            to_dummy = np.arange(begin, end) * self.size + count
            codes.append(np.sort(of_moves if problem.closed else np.concatenate((of_moves, to_dummy))))
        self._codes = np.concatenate(codes)
        ends = []
        for part_of_codes in codes:
            look_at(deadline)
            ends.append(np.divmod(part_of_codes, self.size))
        self.first, self.second = (np.concatenate(each) for each in zip(*ends, strict=True))
        self.required = self._required(problem)
        self.apart = self._apart(problem, all_moves)

    def edges_between(self, first: Any, second: Any) -> Numbers:
        """The numbers of the edges between vertices, pair by pair; each pair has to have an edge."""
        low, high = np.minimum(first, second), np.maximum(first, second)
        numbers: Numbers = np.searchsorted(self._codes, low * self.size + high)
        return numbers

    def _required(self, problem: TourProblem) -> Numbers:
        pairs = list(problem.required_indices)
        if not problem.closed:
            ends = (problem.start_index, problem.end_index)
            pairs += [(end, len(problem)) for end in ends if end is not None]
        table = np.array(pairs, np.int64).reshape(-1, 2)
        return self.edges_between(table[:, 0], table[:, 1])

    def _apart(self, problem: TourProblem, moves: Adjacency) -> Numbers:
        """Vertices a move apart, forbidden or not, are not both ends of a strictly open tour."""
        if problem.kind is not Kind.STRICTLY_OPEN:
            return np.zeros((0, 2), np.int64)
        once = moves.sources < moves.indices
        pairs = np.column_stack((moves.sources[once], moves.indices[once])).astype(np.int64)
        return self.edges_between(pairs, len(problem))

    @property
    def edges(self) -> int:
        """The number of edges."""
        return len(self.first)

    @cached_property
    def degrees(self) -> Numbers:
        """Shape (size,): the number of edges at each vertex."""
        return np.bincount(self.first, minlength=self.size) + np.bincount(self.second, minlength=self.size)

    @cached_property
    def _pointers(self) -> Numbers:
        return np.concatenate((np.zeros(1, np.int64), np.cumsum(self.degrees)))

    @cached_property
    def _incident(self) -> Numbers:
        """The edges at vertex 0, at vertex 1, and so on, each in rising order."""
        # The edges of which a vertex is the second end have lower numbers than the others.
        ends = np.concatenate((self.second, self.first))
        return sorting_order(ends, self.size, self._deadline) % self.edges

    def at(self, vertex: int) -> Numbers:
        """The edges at a vertex, in rising order."""
        return self._incident[self._pointers[vertex] : self._pointers[vertex + 1]]

    def at_each(self, vertices: Numbers, degree: int) -> Numbers:
        """Shape (k, degree): the edges at each of these vertices, which all have this degree."""
        edges: Numbers = self._incident[self._pointers[vertices][:, None] + np.arange(degree)]
        return edges

    def near(self, vertex: int) -> list[int]:
        """The vertices at the other ends of the edges at a vertex."""
        known = self._near.get(vertex)
        if known is None:
            edges = self.at(vertex)
            known = (self.first[edges] + self.second[edges] - vertex).tolist()
            self._near[vertex] = known
        return known

    @cached_property
    def _near(self) -> dict[int, list[int]]:
        return {}

    def breadth_first_ranks(self, seed: int, restart: int, deadline: Deadline) -> Numbers:
        """Shape (m,): the rank of each edge in an order in which near edges stand near each other.

        It follows a breadth-first search from a random vertex, which takes neighbours in a random order;
        both are drawn for each seed and restart. The dummy vertex is the last. An engine that decides in
        such an order finds a 2-factor of 100x100 without a conflict; in a random order, after thousands.

        Raises
        ------
        TimeoutError : if the deadline passes meanwhile
        """
        rank = self._vertex_ranks(np.random.default_rng((seed, restart)), deadline)
        one, other = rank[self.first], rank[self.second]
        codes = np.minimum(one, other) * self.size + np.maximum(one, other)
        ranks = np.empty(self.edges, np.int64)
        ranks[sorting_order(codes, self.size**2, deadline)] = np.arange(self.edges)
        return ranks

    def _vertex_ranks(self, random: np.random.Generator, deadline: Deadline) -> Numbers:
        places = random.permutation(self.size)
        place = places.tolist()
        seen = bytearray(self.size)
        order: list[int] = []
        if self.dummy is not None:
            seen[self.dummy] = 1
        for root in np.argsort(places).tolist():
            if not seen[root]:
                self._breadth_first(root, seen, order, place, deadline)
        if self.dummy is not None:
            order.append(self.dummy)
        ranks = np.empty(self.size, np.int64)
        ranks[order] = np.arange(self.size)
        return ranks

    def _breadth_first(
        self, root: int, seen: bytearray, order: list[int], place: list[int], deadline: Deadline
    ) -> None:
        """Add the vertices reached from `root` to the order, the neighbours of each by their places."""
        seen[root] = 1
        order.append(root)
        head = len(order) - 1
        while head < len(order):
            if head % BETWEEN_LOOKS == 0 and deadline.expired:
                raise TimeoutError
            new = [vertex for vertex in self.near(order[head]) if not seen[vertex]]
            new.sort(key=place.__getitem__)
            for vertex in new:
                seen[vertex] = 1
            order += new
            head += 1

    def leaving(self, vertices: list[int]) -> Numbers:
        """The edges with exactly one end among these vertices, in rising order."""
        edges, uses = np.unique(np.concatenate([self.at(v) for v in vertices]), return_counts=True)
        once: Numbers = edges[uses == 1]
        return once

    def neighbours(self, used: npt.NDArray[np.bool_]) -> Neighbours:
        """The two neighbours of each vertex in a 2-factor.

        Parameters
        ----------
        used : shape (m,), whether the 2-factor has each edge
        """
        first, second = self.first[used], self.second[used]
        order = np.argsort(np.concatenate((first, second)), kind="stable")
        others = np.concatenate((second, first))[order]
        pairs: Neighbours = others.reshape(self.size, 2).tolist()
        return pairs
