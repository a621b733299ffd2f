"""Simple reasons why a problem has no tour, a function each, which returns None if it finds no reason.

Degrees, connectivity and colours take numpy's time; the others take Python's, so on large problems they are
not looked for.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from knight_models.core.evidence import ColourImbalance, Disconnected, ForcedMoves, LowDegree, VertexCut
from knight_models.core.limits import Deadline
from knight_models.core.problem import TourProblem
from knight_models.engine.moves import Adjacency
from knight_models.solvers.obstructions.matching import maximum_matching

if TYPE_CHECKING:
    import networkx

Numbers = npt.NDArray[np.integer[Any]]

LARGEST_FORCED = 50_000
"""Vertices up to which forced moves are looked for."""

LARGEST_CUT = 20_000
"""Vertices up to which vertex cuts are looked for."""

CUTS = 200
"""Vertex cuts tried at most."""

BETWEEN_LOOKS = 50
"""Rows of a graph that are read, or made, between two looks at the clock."""


def _fixed_ends(problem: TourProblem) -> list[int]:
    return [end for end in (problem.start_index, problem.end_index) if end is not None]


# ---- degrees -------------------------------------------------------------------------------------


def low_degree(problem: TourProblem, moves: Adjacency, deadline: Deadline) -> LowDegree | None:
    """Vertices that have too few moves to be passed through, more of them than a tour has ends."""
    if problem.directed:
        return _no_exit(problem, moves.degrees, problem.end_index, problem.start_index) or _no_exit(
            problem, moves.reverse.degrees, problem.start_index, problem.end_index
        )
    if problem.closed:
        return _low(np.flatnonzero(moves.degrees < 2)[:1])
    isolated = np.flatnonzero(moves.degrees == 0)
    if len(isolated) and len(problem) > 1:
        return _low(isolated[:1])
    ends = _fixed_ends(problem)
    leaves = np.setdiff1d(np.flatnonzero(moves.degrees == 1), ends)
    free_ends = 2 - len(ends)
    return _low(leaves[: free_ends + 1]) if len(leaves) > free_ends and len(problem) > 2 else None


def _no_exit(
    problem: TourProblem, degrees: Numbers, end: int | None, start: int | None
) -> LowDegree | None:
    """Vertices of a directed graph without exit (or entry): a single one may be the end (or start)."""
    stuck = np.flatnonzero(degrees == 0)
    if problem.closed or len(stuck) > 1:
        return _low(stuck[:2])
    if len(stuck) and len(problem) > 1 and (start == stuck[0] or end not in (None, stuck[0])):
        return _low(stuck)
    return None


def _low(vertices: Numbers) -> LowDegree | None:
    return LowDegree(tuple(vertices.tolist())) if len(vertices) else None


# ---- connectivity and colours --------------------------------------------------------------------


def disconnected(problem: TourProblem, moves: Adjacency, deadline: Deadline) -> Disconnected | None:
    """A set of vertices that no move leaves, so that a tour cannot visit the others too."""
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
        others = np.setdiff1d(np.arange(len(moves)), cut.vertices)  # no path leads from there to `end`
        return Disconnected(tuple(others.tolist()))
    return None


def _unreached(moves: Adjacency, start: int, deadline: Deadline) -> Disconnected | None:
    """The set of vertices reached from `start`; None if these are all, or the time is up."""
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
    if _can_alternate(problem, colours):
        return None
    return ColourImbalance((colours + ord("0")).tobytes().decode())


def _can_alternate(problem: TourProblem, colours: npt.NDArray[np.uint8]) -> bool:
    """Whether a path or cycle through all vertices can alternate, by their numbers and the fixed ends."""
    surplus = 2 * int(colours.sum()) - len(colours)
    if problem.closed:
        return surplus == 0
    end_colours = [int(colours[end]) for end in _fixed_ends(problem)]
    if surplus == 0:
        return len(end_colours) < 2 or end_colours[0] != end_colours[1]
    return abs(surplus) == 1 and all(colour == (surplus > 0) for colour in end_colours)


# ---- forced moves --------------------------------------------------------------------------------


def forced_moves(problem: TourProblem, moves: Adjacency, deadline: Deadline) -> ForcedMoves | None:
    """Vertices whose last moves are forced, one after the other, until that is a contradiction.

    A vertex that the tour passes through and that has two moves left uses both; one that already uses
    two has no others. A fixed end of an open tour uses one. In a directed graph, or where a free end
    might be anywhere, nothing is forced: so this is for closed tours and for those with both ends fixed.
    """
    fixed = problem.closed or (problem.start is not None and problem.end is not None)
    if problem.directed or not fixed or not 3 <= len(problem) <= LARGEST_FORCED:
        return None
    try:
        propagation = _Propagation(problem, moves, deadline)
    except TimeoutError:
        return None
    while propagation.waiting and not propagation.contradiction:
        if deadline.expired:
            return None
        propagation.settle(propagation.waiting.popleft())
    return ForcedMoves(tuple(propagation.settled)) if propagation.contradiction else None


class _Propagation:
    """The moves left at each vertex, those forced, and the paths that these make."""

    def __init__(self, problem: TourProblem, moves: Adjacency, deadline: Deadline) -> None:
        self._count = len(problem)
        self._left = [set(moves.row(vertex).tolist()) for vertex in _watched(self._count, deadline)]
        self._forced: list[set[int]] = [set() for _ in range(self._count)]
        self._ends = () if problem.closed else (problem.start_index, problem.end_index)
        self._mate = list(range(self._count))  # the other end of the forced path that ends here
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
        """Whether the moves left, or those forced, settle the vertex."""
        needs = self._needs(vertex)
        return len(self._left[vertex]) <= needs or len(self._forced[vertex]) >= needs

    def settle(self, vertex: int) -> None:
        """Force the last moves of a vertex, or drop those that it cannot use any more."""
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
        if self._mate[first] == second:  # the path closes
            self.contradiction = bool(self._ends) or self._size[first] < self._count
            return
        one, other = self._mate[first], self._mate[second]
        self._mate[one], self._mate[other] = other, one
        self._size[one] = self._size[other] = size
        if self._ends and {one, other} == set(self._ends) and size < self._count:
            self.contradiction = True
        self.waiting.extend(end for end in (first, second) if self._is_ripe(end))


# ---- vertex cuts ---------------------------------------------------------------------------------


def vertex_cut(problem: TourProblem, moves: Adjacency, deadline: Deadline) -> VertexCut | None:
    """A set of vertices whose removal leaves more parts than a tour can pass through.

    Without a set S, a closed tour falls into at most |S| parts, an open one into |S| + 1, less one for
    each fixed end in S. (Graphs in which no set refutes a cycle are called 1-tough [1]_.) Such sets are
    hard to find in general; cut vertices are easy, and in a bipartite graph, such as a knight's, so are
    sets of one colour whose removal isolates vertices of the other: where there is no perfect matching,
    a set of vertices with fewer neighbours than members; else, in the directed graph that the matching
    defines, a set that no arc leaves, which has only as many neighbours as members [2]_.

    References
    ----------
    .. [1] V. Chvátal, "Tough graphs and Hamiltonian circuits", Discrete Mathematics 5 (1973), 215-228.
    .. [2] A. L. Dulmage and N. S. Mendelsohn, "Coverings of bipartite graphs", Canadian Journal of
       Mathematics 10 (1958), 517-534.
    """
    if problem.directed or not 3 <= len(problem) <= LARGEST_CUT:
        return None
    with deadline.paused():
        import networkx

    try:
        graph = _watched_class(networkx.Graph, deadline)()
        for vertex in _watched(len(moves), deadline):
            graph.add_node(vertex)
            graph.add_edges_from((vertex, other) for other in moves.row(vertex).tolist())
        ends = set(_fixed_ends(problem))
        for cut in islice(_candidates(problem, graph, deadline), CUTS):
            if deadline.expired:
                return None
            parts = networkx.number_connected_components(graph.subgraph(set(graph) - cut))
            most_parts = len(cut) if problem.closed else len(cut) + 1 - len(cut & ends)
            if cut and parts > most_parts:
                return VertexCut(tuple(sorted(cut)))
    except TimeoutError:
        pass
    return None


def _watched(count: int, deadline: Deadline) -> Iterator[int]:
    """The numbers from 0 to `count` - 1; raises TimeoutError once the deadline has passed."""
    for number in range(count):
        if number % BETWEEN_LOOKS == 0 and deadline.expired:
            raise TimeoutError
        yield number


def _watched_class(kind: type[networkx.Graph], deadline: Deadline) -> type[networkx.Graph]:
    """A class of graphs whose rows cannot be read once the deadline has passed: TimeoutError is raised.

    So networkx's algorithms, which do not know the clock, end all the same.
    """

    class Rows(dict[Any, Any]):
        read = 0

        def __getitem__(self, vertex: Any) -> Any:
            self.read += 1
            if self.read % BETWEEN_LOOKS == 0 and deadline.expired:
                raise TimeoutError
            return super().__getitem__(vertex)

    class Watched(kind):  # type: ignore[misc]  # networkx has no types
        adjlist_outer_dict_factory = Rows

    return Watched


def _candidates(problem: TourProblem, graph: networkx.Graph, deadline: Deadline) -> Iterator[set[int]]:
    """Cut vertices one by one; in a bipartite graph, the neighbours of sets that have few."""
    import networkx

    yield from ({vertex} for vertex in networkx.articulation_points(graph))
    if networkx.is_bipartite(graph):
        colours = networkx.bipartite.color(graph)
        black = {vertex for vertex, colour in colours.items() if colour == 0}
        for side in (black, set(graph) - black):
            yield from _few_neighbours(*_closed_up(problem, graph, side), len(graph), deadline)


def _closed_up(
    problem: TourProblem, graph: networkx.Graph, side: set[int]
) -> tuple[networkx.Graph, set[int]]:
    """A bipartite graph whose cycles are the tours, and one side of it.

    For an open tour it has one or two more vertices, which stand for its ends. Where both colours have
    equally many vertices, there are two, which join each other and one end each; where one colour has
    one more, a single vertex of the other colour joins both ends.
    """
    if problem.closed:
        return graph, side
    ends = _fixed_ends(problem)
    count, other = len(graph), set(graph) - side

    def possible(colour: set[int]) -> list[int]:
        fixed = [end for end in ends if end in colour]
        return fixed or sorted(colour)

    more = graph.copy()
    if len(side) == len(other):
        more.add_edges_from((count, vertex) for vertex in possible(other))
        more.add_edges_from((count + 1, vertex) for vertex in possible(side))
        more.add_edge(count, count + 1)
        return more, side | {count}
    larger = side if len(side) > len(other) else other
    more.add_edges_from((count, vertex) for vertex in sorted(larger))
    return more, side if larger is side else side | {count}


def _few_neighbours(
    graph: networkx.Graph, side: set[int], count: int, deadline: Deadline
) -> Iterator[set[int]]:
    """The neighbours of the sets on one side that have the fewest; none from `count` on, the added ones."""
    import networkx

    matching = maximum_matching(graph, side, deadline)
    arcs = _watched_class(networkx.DiGraph, deadline)()
    arcs.add_nodes_from(side)
    for vertex in side:
        for neighbour in graph[vertex]:
            if neighbour in matching:
                arcs.add_edge(vertex, matching[neighbour])
    unmatched = [vertex for vertex in side if vertex not in matching]
    if unmatched:
        arcs.add_edges_from((count + 2, vertex) for vertex in unmatched)  # from where all are reached
        yield _neighbours(graph, networkx.descendants(arcs, count + 2), count)
        arcs.remove_node(count + 2)
    blocks = networkx.condensation(arcs)
    for block in networkx.topological_sort(blocks.reverse()):
        below = {block} | networkx.descendants(blocks, block)
        members = set().union(*(blocks.nodes[each]["members"] for each in below))
        if len(members) < len(side):
            yield _neighbours(graph, members, count)


def _neighbours(graph: networkx.Graph, vertices: set[int], count: int) -> set[int]:
    near = set().union(*(graph[vertex] for vertex in vertices))
    return {vertex for vertex in near if vertex < count}
