"""Quotients: symmetric tours as Hamiltonian cycles of a smaller graph.

A symmetry of a graph maps the vertices to each other, and moves to moves. Its quotient has one vertex for
each orbit, and one edge for each orbit of moves. If it maps a closed tour to itself, it acts on it as a
rotation or as a reflection; if an open one, it reverses it.

- Rotation: every orbit is whole. The tour is the lift of a Hamiltonian cycle of the quotient whose voltage
  (the sum of the steps by which its edges go on in the orbits) generates the group. For a symmetry of order
  2 or 4 that is an odd voltage. With a half-turn this is Euler's kind of symmetry.
- Reflection, of order 2: the tour goes through two vertices or moves that the symmetry keeps. It is the
  lift of a Hamiltonian path of the quotient between two orbits, each of them a fixed vertex, or with a move
  from a vertex to its own image. With a half-turn this is Bergholt's kind.
- An open tour, reversed by a symmetry of order 2, is the lift of a path that begins anywhere, and ends in
  the middle of the tour: at a fixed vertex, or at a move from a vertex to its own image.

References
----------
.. [1] D. E. Knuth, The Art of Computer Programming 4, pre-fascicle 8A, on symmetric knight's tours.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from knight_models.core.problem import TourProblem
from knight_models.engine.frontier.sweep import CycleGraph, Edge
from knight_models.engine.moves import Adjacency

Move = tuple[int, int]
"""Two vertices that a move joins."""


@dataclass(frozen=True, eq=False)
class Quotient:
    """The orbits of a symmetry.

    Parameters
    ----------
    moves : the moves, without direction, which the symmetry keeps
    image : the vertex that each vertex is mapped to
    """

    moves: Adjacency
    image: Sequence[int]

    @cached_property
    def orbits(self) -> list[list[int]]:
        """The vertices of each orbit, each one the image of the one before."""
        orbits, seen = [], set()
        for vertex in range(len(self.image)):
            orbit: list[int] = []
            while vertex not in seen:
                seen.add(vertex)
                orbit.append(vertex)
                vertex = self.image[vertex]  # noqa: PLW2901  # round the orbit
            if orbit:
                orbits.append(orbit)
        return orbits

    @cached_property
    def order(self) -> int:
        """The order of the symmetry: the smallest number of times that gives the identity."""
        return math.lcm(*map(len, self.orbits))

    @cached_property
    def places(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """For each vertex the number of its orbit, and its place there."""
        number, place = np.empty((2, len(self.image)), np.int64)
        for orbit, vertices in enumerate(self.orbits):
            number[vertices], place[vertices] = orbit, range(len(vertices))
        return number, place

    @cached_property
    def edges(self) -> list[tuple[int, int, int]]:
        """The orbits of moves between two orbits: the lower orbit, the other one, and the voltage.

        The voltage is the place in the other orbit of the end of the move that begins at place 0, modulo
        the greatest common divisor of the two lengths.
        """
        number, place = self.places
        length = np.array([len(orbit) for orbit in self.orbits])
        one, other = number[self.moves.sources], number[self.moves.indices]
        common = np.gcd(length[one], length[other])
        voltage = (place[self.moves.indices] - place[self.moves.sources]) % common
        size, most = len(self.orbits), self.order
        keys = np.sort(((one * size + other) * most + voltage)[one < other])
        keys = keys[np.diff(keys, prepend=-1) > 0]
        pairs = keys // most
        return list(
            zip((pairs // size).tolist(), (pairs % size).tolist(), (keys % most).tolist(), strict=True)
        )

    def turned(self, moves: Adjacency) -> list[int]:
        """The orbits of two vertices between which there is a move."""
        pairs = [(number, orbit) for number, orbit in enumerate(self.orbits) if len(orbit) == 2]
        return [number for number, (one, other) in pairs if other in moves.row(one)]

    @cached_property
    def fixed(self) -> list[int]:
        """The orbits of one vertex."""
        return [number for number, orbit in enumerate(self.orbits) if len(orbit) == 1]

    def lifted(self, one: int, other: int, voltage: int) -> tuple[Move, ...]:
        """The moves of the orbit that an edge stands for."""
        first, second = self.orbits[one], self.orbits[other]
        return tuple(
            (first[k % len(first)], second[(k + voltage) % len(second)])
            for k in range(math.lcm(len(first), len(second)))
        )

    def order_of(self, vertices: Sequence[int]) -> list[int]:
        """The order of the orbits that follows an order of the vertices."""
        return list(dict.fromkeys(self.places[0][np.asarray(vertices)].tolist()))

    @property
    def joined(self) -> list[set[int]]:
        """For each orbit, the others that it has a move to."""
        joined: list[set[int]] = [set() for _ in self.orbits]
        for one, other, _ in self.edges:
            joined[one].add(other)
            joined[other].add(one)
        return joined


@dataclass(frozen=True, eq=False)
class SymmetricTours:
    """A graph whose Hamiltonian cycles each stand for one symmetric tour.

    Parameters
    ----------
    quotient : the orbits
    graph : the graph; if it has a dummy, which closes the paths of the quotient, that is its last vertex
    between : the edges of the quotient that the first edges of the graph are
    kept : for each further edge of the graph, the moves of the tour that it stands for
    """

    quotient: Quotient
    graph: CycleGraph
    between: Sequence[tuple[int, int, int]]
    kept: Sequence[tuple[Move, ...]] = ()

    def lift(self, edge: int) -> tuple[Move, ...]:
        """The moves of the tour that an edge of the graph stands for."""
        if edge < len(self.between):
            return self.quotient.lifted(*self.between[edge])
        return self.kept[edge - len(self.between)]

    def tours(self, problem: TourProblem, edges: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
        """The tours that cycles stand for, as `TourCycles.tours` lists them.

        Parameters
        ----------
        edges : shape (k, size of the graph), the numbers of the edges of each cycle
        """
        tours = [self._tour(problem, row) for row in edges.tolist()]
        return np.array(tours, np.int32).reshape(len(edges), len(problem))

    def _tour(self, problem: TourProblem, edges: Sequence[int]) -> list[int]:
        joined: list[list[int]] = [[] for _ in range(len(problem))]
        for first, second in (move for edge in edges for move in self.lift(edge)):
            joined[first].append(second)
            joined[second].append(first)
        ends = [vertex for vertex, others in enumerate(joined) if len(others) == 1]
        walk = [min(ends, default=problem.start_index or 0)]
        while len(walk) < len(problem):
            ahead = [other for other in joined[walk[-1]] if len(walk) < 2 or other != walk[-2]]
            walk.append(min(ahead))
        return walk


def rotated_tours(quotient: Quotient) -> SymmetricTours | None:
    """The closed tours on which a symmetry of order 2 or 4 acts as a rotation; None if there are none."""
    if quotient.order not in (2, 4) or any(len(orbit) != quotient.order for orbit in quotient.orbits):
        return None
    size = len(quotient.orbits)
    if size == 1:
        return _round_the_orbit(quotient)
    edges = [Edge(one, other, odd=voltage % 2 == 1) for one, other, voltage in quotient.edges]
    return SymmetricTours(quotient, CycleGraph(size, edges, parity=True), quotient.edges)


def _round_the_orbit(quotient: Quotient) -> SymmetricTours | None:
    """The tour that goes round the only orbit, of four vertices, as the one cycle of a triangle."""
    [orbit] = quotient.orbits
    if len(orbit) != 4 or orbit[1] not in quotient.moves.row(orbit[0]):
        return None
    edges = [Edge(0, 1, odd=True), Edge(1, 2), Edge(0, 2)]
    moves = tuple(pairwise([*orbit, orbit[0]]))
    return SymmetricTours(quotient, CycleGraph(3, edges, parity=True, last=(1, 2)), [], [moves, (), ()])


def reflected_tours(quotient: Quotient) -> SymmetricTours | None:
    """The closed tours on which a symmetry of order 2 acts as a reflection; None if there are none."""
    fixed, turned = quotient.fixed, quotient.turned(quotient.moves)
    if quotient.order != 2 or len(fixed) > 2 or len(fixed) + len(turned) < 2:
        return None
    dummy = len(quotient.orbits)
    between = [edge for edge in quotient.edges if not (edge[0] in fixed and edge[1] in fixed)]
    ends = fixed if len(fixed) == 2 else [*fixed, *turned]
    edges = [Edge(one, other) for one, other, _ in between]
    edges += [Edge(end, dummy, required=end in fixed) for end in ends]
    kept = [_kept_move(quotient, end) for end in ends]
    return SymmetricTours(quotient, CycleGraph(dummy + 1, edges, last=(dummy,)), between, kept)


def reversed_tours(quotient: Quotient, closing: Adjacency | None = None) -> SymmetricTours | None:
    """The open tours that a symmetry of order 2 reverses; None if there are none.

    The dummy is joined to the middle of the tour by an odd edge, and to its ends by an even one.

    Parameters
    ----------
    quotient : the orbits
    closing : for strictly open tours, all moves, forbidden ones too; the ends may not be adjacent
    """
    fixed, turned = quotient.fixed, quotient.turned(quotient.moves)
    if quotient.order != 2 or len(fixed) > 1 or not (fixed or turned):
        return None
    dummy = len(quotient.orbits)
    shut = {*fixed, *(() if closing is None else quotient.turned(closing))}
    middles, ends = fixed or turned, [end for end in range(dummy) if end not in shut]
    edges = [Edge(one, other) for one, other, _ in quotient.edges]
    edges += [Edge(middle, dummy, bool(fixed), odd=True) for middle in middles]
    edges += [Edge(end, dummy) for end in ends]
    kept = [_kept_move(quotient, middle) for middle in middles] + [() for _ in ends]
    graph = CycleGraph(dummy + 1, edges, parity=True, last=(dummy,))
    return SymmetricTours(quotient, graph, quotient.edges, kept)


def _kept_move(quotient: Quotient, orbit: int) -> tuple[Move, ...]:
    """The move between the two vertices of an orbit; none for a fixed vertex."""
    one, *others = quotient.orbits[orbit]
    return tuple((one, other) for other in others)
