"""A sweep: an order of the vertices of a graph, and what each step of it may choose.

At its step, a vertex chooses edges to later vertices, so that it has two edges in all. The frontier is the
set of the later vertices that a visited vertex is joined to. Each vertex of the frontier keeps one slot,
from the step in which it enters the frontier to its own step; then the slot is free for another one.

>>> square = CycleGraph(4, [Edge(0, 1), Edge(1, 2), Edge(2, 3), Edge(3, 0)])
>>> [step.used for step in sweep(square, range(4)).steps]
[(0, 1), (0, 1), (1,), ()]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from knight_models.core.limits import Deadline
from knight_models.engine.kernel import Flags, Numbers


class Edge(NamedTuple):
    """An edge of a `CycleGraph`.

    Parameters
    ----------
    first, second : vertex numbers
    required : whether each cycle has to use it
    odd : whether it is odd; see `CycleGraph.parity`
    """

    first: int
    second: int
    required: bool = False
    odd: bool = False


@dataclass(frozen=True, eq=False)
class CycleGraph:
    """An undirected graph whose Hamiltonian cycles are wanted.

    Parameters
    ----------
    size : the number of vertices, at least two
    edges : its edges; two vertices may have several, each of which makes other cycles
    parity : whether only the cycles with an odd number of odd edges are wanted
    last : vertices that come last in any order, such as a dummy vertex that is joined to all
    mirrors : permutations of the vertices that keep the edges, with all that is said of them
    """

    size: int
    edges: Sequence[Edge]
    parity: bool = False
    last: tuple[int, ...] = ()
    mirrors: Sequence[Sequence[int]] = ()

    @cached_property
    def rows(self) -> list[list[int]]:
        """The edges at each vertex, by their numbers."""
        rows: list[list[int]] = [[] for _ in range(self.size)]
        for number, edge in enumerate(self.edges):
            rows[edge.first].append(number)
            rows[edge.second].append(number)
        return rows

    def other(self, number: int, vertex: int) -> int:
        """The other end of an edge."""
        edge = self.edges[number]
        return edge.second if edge.first == vertex else edge.first


class Choices(NamedTuple):
    """The edges that a vertex may choose at its step, by the slots of the later vertices."""

    singles: Numbers
    """Shape (s,): the slots that it may choose if it lacks one edge."""
    odd_singles: Flags
    """Shape (s,): whether the edge is odd."""
    firsts: Numbers
    """Shape (p,): one of the two slots that it may choose if it lacks two edges."""
    seconds: Numbers
    """Shape (p,): the other one."""
    odd_pairs: Flags
    """Shape (p,): whether exactly one of the two edges is odd."""


@dataclass(frozen=True, eq=False)
class Step:
    """One step of a sweep.

    Parameters
    ----------
    vertex : the vertex visited
    slot : its slot; a vertex that no visited one is joined to takes a free one
    may_rest : whether it may choose no edge, if it lacks none
    may_close : whether a cycle may close in this step: all later vertices are in the frontier, and no edge
        between them is required
    single_edges : the edges of `choices.singles`
    pair_edges : the edges of `choices.firsts` and `choices.seconds`
    choices : what it may choose, by slots
    used : the slots of the frontier after the step
    later : for each of them, in the same order, how many vertices not yet in the frontier its vertex is
        joined to, and the slots that it is joined to
    mirror : shape (slots,), a map of the slots after the step to each other, made by a mirror of the graph
        that maps the visited vertices to themselves; None if there is none
    """

    vertex: int
    slot: int
    may_rest: bool
    may_close: bool
    single_edges: tuple[int, ...]
    pair_edges: tuple[tuple[int, int], ...]
    choices: Choices
    used: tuple[int, ...]
    later: tuple[tuple[int, tuple[int, ...]], ...]
    mirror: npt.NDArray[np.int32] | None = None

    @property
    def chosen(self) -> list[tuple[int, ...]]:
        """The edges of each choice: of the single ones, then of the pairs, then of none."""
        return [*((edge,) for edge in self.single_edges), *self.pair_edges, ()]

    @property
    def most(self) -> int:
        """The largest number of successors of a state."""
        return max(1, len(self.single_edges), len(self.pair_edges))


@dataclass(frozen=True, eq=False)
class Sweep:
    """The steps of a sweep over a graph, and the number of slots that they take."""

    graph: CycleGraph
    steps: Sequence[Step]
    slots: int

    @property
    def width(self) -> int:
        """The largest number of vertices in the frontier."""
        return max(len(step.used) for step in self.steps)


@dataclass(eq=False)
class _Slots:
    """The slots of the vertices in the frontier."""

    taken: dict[int, int] = field(default_factory=dict)
    free: list[int] = field(default_factory=list)
    number: int = 0

    def _lowest(self) -> int:
        if not self.free:
            self.free.append(self.number)
            self.number += 1
        return min(self.free)

    def leave(self, vertex: int) -> int:
        """Free the slot of the vertex visited, and return it; a vertex without a slot is given one."""
        slot = self.taken.pop(vertex, -1)
        if slot < 0:
            slot = self._lowest()
        else:
            self.free.append(slot)
        return slot

    def enter(self, vertex: int) -> None:
        """Give a vertex a slot, if it has none."""
        if vertex not in self.taken:
            self.taken[vertex] = slot = self._lowest()
            self.free.remove(slot)


def sweep(graph: CycleGraph, order: Sequence[int], deadline: Deadline | None = None) -> Sweep:
    """The steps of a sweep.

    Parameters
    ----------
    graph : the graph
    order : each vertex once
    deadline : the clock

    Raises
    ------
    TimeoutError : if the time is up
    """
    watched = (deadline or Deadline(None)).watched
    place = {vertex: number for number, vertex in enumerate(order)}
    last_required = max(
        (min(place[e.first], place[e.second]) for e in watched(graph.edges) if e.required), default=-1
    )
    slots, left = _Slots(), _Left(graph)
    mirrored = [_Mirrored(image) for image in graph.mirrors]
    steps = []
    for number, vertex in enumerate(watched(order, 1)):
        slot = slots.leave(vertex)
        left.visit(vertex)
        for mirror in mirrored:
            mirror.visit(vertex)
        ahead = [edge for edge in graph.rows[vertex] if place[graph.other(edge, vertex)] > number]
        ahead.sort(key=lambda edge: place[graph.other(edge, vertex)])
        for edge in ahead:
            slots.enter(graph.other(edge, vertex))
        forced = {edge for edge in ahead if graph.edges[edge].required}
        singles = tuple(edge for edge in ahead if forced <= {edge})
        pairs = tuple(
            pair
            for pair in combinations(ahead, 2)
            if forced <= set(pair)
            and (graph.size == 2 or graph.other(pair[0], vertex) != graph.other(pair[1], vertex))
        )
        taken = sorted(slots.taken.items(), key=lambda item: item[1])
        steps.append(
            Step(
                vertex,
                slot,
                not forced,
                number + 1 + len(taken) == len(order) and last_required <= number,
                singles,
                pairs,
                _choices(graph, vertex, slots.taken, singles, pairs),
                tuple(slot for _, slot in taken),
                tuple(left.joined(one, slots.taken) for one, _ in taken),
                _mirror(mirrored, slots.taken),
            )
        )
    return Sweep(graph, steps, slots.number)


def _choices(
    graph: CycleGraph,
    vertex: int,
    slots: dict[int, int],
    singles: Sequence[int],
    pairs: Sequence[tuple[int, int]],
) -> Choices:
    def slot(edge: int) -> int:
        return slots[graph.other(edge, vertex)]

    def odd(edge: int) -> bool:
        return graph.edges[edge].odd

    return Choices(
        np.array([slot(edge) for edge in singles], np.int32),
        np.array([odd(edge) for edge in singles], np.uint8),
        np.array([slot(first) for first, _ in pairs], np.int32),
        np.array([slot(second) for _, second in pairs], np.int32),
        np.array([odd(first) != odd(second) for first, second in pairs], np.uint8),
    )


class _Left:
    """What the vertices are joined to among those that are not visited yet."""

    def __init__(self, graph: CycleGraph) -> None:
        self._joined = [
            {graph.other(edge, vertex) for edge in row} for vertex, row in enumerate(graph.rows)
        ]
        self._number = [len(others) for others in self._joined]

    def visit(self, vertex: int) -> None:
        """Take note of a visit."""
        for other in self._joined[vertex]:
            self._number[other] -= 1

    def joined(self, vertex: int, slots: dict[int, int]) -> tuple[int, tuple[int, ...]]:
        """For a vertex of the frontier: the number of others outside of it, and the slots of the others."""
        inside = sorted(slot for other, slot in slots.items() if other in self._joined[vertex])
        return self._number[vertex] - len(inside), tuple(inside)


class _Mirrored:
    """A mirror of a graph, and how many visited vertices have an image that is not visited."""

    def __init__(self, image: Sequence[int]) -> None:
        self.image = image
        self._origin = {other: vertex for vertex, other in enumerate(image)}
        self._visited: set[int] = set()
        self._alone = 0

    def visit(self, vertex: int) -> None:
        """Take note of a visit."""
        self._alone -= self._origin[vertex] in self._visited
        self._visited.add(vertex)
        self._alone += self.image[vertex] not in self._visited

    @property
    def keeps(self) -> bool:
        """Whether it maps the visited vertices to themselves."""
        return not self._alone


def _mirror(mirrored: Sequence[_Mirrored], slots: dict[int, int]) -> npt.NDArray[np.int32] | None:
    """The map of the slots for the first mirror that keeps the visited vertices, if it moves one."""
    for mirror in mirrored:
        if mirror.keeps:
            moved = {slot: slots[mirror.image[vertex]] for vertex, slot in slots.items()}
            if any(slot != other for slot, other in moved.items()):
                return np.array([moved.get(slot, slot) for slot in range(max(moved) + 1)], np.int32)
    return None
