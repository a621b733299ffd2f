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

from knight_models.engine.frontier.sweep import CycleGraph, Edge
from knight_models.engine.moves import Adjacency


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
    def places(self) -> dict[int, tuple[int, int]]:
        """For each vertex its orbit, and its place there."""
        return {
            vertex: (number, place)
            for number, orbit in enumerate(self.orbits)
            for place, vertex in enumerate(orbit)
        }

    @cached_property
    def edges(self) -> list[tuple[int, int, int]]:
        """The orbits of moves between two orbits: the lower orbit, the other one, and the voltage.

        The voltage is the place in the other orbit of the end of the move that begins at place 0, modulo
        the greatest common divisor of the two lengths.
        """
        edges = set()
        for first, second in zip(self.moves.sources.tolist(), self.moves.indices.tolist(), strict=True):
            (one, place), (other, there) = self.places[first], self.places[second]
            if one < other:
                common = math.gcd(len(self.orbits[one]), len(self.orbits[other]))
                edges.add((one, other, (there - place) % common))
        return sorted(edges)

    def turned(self, moves: Adjacency) -> list[int]:
        """The orbits of two vertices between which there is a move."""
        pairs = [(number, orbit) for number, orbit in enumerate(self.orbits) if len(orbit) == 2]
        return [number for number, (one, other) in pairs if other in moves.row(one)]

    @cached_property
    def fixed(self) -> list[int]:
        """The orbits of one vertex."""
        return [number for number, orbit in enumerate(self.orbits) if len(orbit) == 1]

    def order_of(self, vertices: Sequence[int]) -> list[int]:
        """The order of the orbits that follows an order of the vertices."""
        return list(dict.fromkeys(self.places[vertex][0] for vertex in vertices))

    @property
    def joined(self) -> list[set[int]]:
        """For each orbit, the others that it has a move to."""
        joined: list[set[int]] = [set() for _ in self.orbits]
        for one, other, _ in self.edges:
            joined[one].add(other)
            joined[other].add(one)
        return joined


def rotated_tours(quotient: Quotient) -> CycleGraph | None:
    """The closed tours on which a symmetry of order 2 or 4 acts as a rotation; None if there are none.

    Each Hamiltonian cycle of the graph stands for one tour.
    """
    if quotient.order not in (2, 4) or any(len(orbit) != quotient.order for orbit in quotient.orbits):
        return None
    size = len(quotient.orbits)
    if size < 2:
        return None
    edges = [Edge(one, other, odd=voltage % 2 == 1) for one, other, voltage in quotient.edges]
    return CycleGraph(size, edges, parity=True)


def reflected_tours(quotient: Quotient) -> CycleGraph | None:
    """The closed tours on which a symmetry of order 2 acts as a reflection; None if there are none.

    Each Hamiltonian cycle of the graph stands for one tour. Its last vertex, the dummy, closes the path.
    """
    fixed, turned = quotient.fixed, quotient.turned(quotient.moves)
    if quotient.order != 2 or len(fixed) > 2 or len(fixed) + len(turned) < 2:
        return None
    dummy = len(quotient.orbits)
    edges = [Edge(one, other) for one, other, _ in quotient.edges if not (one in fixed and other in fixed)]
    edges += [Edge(end, dummy, True) for end in fixed]
    edges += [Edge(end, dummy) for end in turned if len(fixed) < 2]
    return CycleGraph(dummy + 1, edges, last=(dummy,))


def reversed_tours(quotient: Quotient, closing: Adjacency | None = None) -> CycleGraph | None:
    """The open tours that a symmetry of order 2 reverses; None if there are none.

    Each Hamiltonian cycle of the graph stands for one tour. The dummy is joined to the middle of the tour
    by an odd edge, and to its ends by an even one.

    Parameters
    ----------
    quotient : the orbits
    closing : for strictly open tours, all moves, forbidden ones too; the ends may not be adjacent
    """
    fixed, turned = quotient.fixed, quotient.turned(quotient.moves)
    if quotient.order != 2 or len(fixed) > 1 or not (fixed or turned):
        return None
    dummy = len(quotient.orbits)
    shut = set() if closing is None else set(quotient.turned(closing))
    edges = [Edge(one, other) for one, other, _ in quotient.edges]
    edges += [Edge(middle, dummy, bool(fixed), odd=True) for middle in fixed or turned]
    edges += [Edge(end, dummy) for end in range(dummy) if end not in fixed and end not in shut]
    return CycleGraph(dummy + 1, edges, parity=True, last=(dummy,))
