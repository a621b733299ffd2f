"""Sets of vertices whose removal leaves more parts than a tour can thread.

A closed tour falls into at most |S| parts when a set S is taken out of it, an open one into |S| + 1,
less one for each fixed end in S (Chvatal 1973 calls the graphs where no set refutes this 1-tough).
Such sets are hard to find in general. In a bipartite graph, which the moves of a knight make, those
that leave one colour alone are not: in the directed graph that a perfect matching makes of it, a part
that nothing leaves is a set of vertices with only as many neighbours (Dulmage & Mendelsohn 1958), and
where no perfect matching exists, some set has fewer. An open tour is looked at as a closed one
through two more vertices, one for each colour, that stand for its ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import networkx

from knight_models.core.evidence import VertexCut
from knight_models.core.limits import Deadline
from knight_models.core.problem import TourProblem
from knight_models.engine.moves import Adjacency

__all__ = ["vertex_cut"]

LARGEST = 20_000
"""Vertices up to which it is looked for; matching takes Python's time."""

CANDIDATES = 200
"""Sets that are tried at the most."""


def vertex_cut(problem: TourProblem, moves: Adjacency, deadline: Deadline) -> VertexCut | None:
    """A vertex cut that no tour can thread, if one of those looked at is."""
    if problem.directed or not 3 <= len(problem) <= LARGEST:
        return None
    graph = networkx.Graph()
    graph.add_nodes_from(range(len(moves)))
    graph.add_edges_from(zip(moves.sources.tolist(), moves.indices.tolist(), strict=True))
    ends = [end for end in (problem.start_index, problem.end_index) if end is not None]
    for cut in islice(_candidates(problem, graph), CANDIDATES):
        if deadline.expired:
            return None
        parts = networkx.number_connected_components(graph.subgraph(set(graph) - cut))
        threads = len(cut) if problem.closed else len(cut) + 1 - sum(end in cut for end in set(ends))
        if cut and parts > threads:
            return VertexCut(tuple(sorted(cut)))
    return None


def _candidates(problem: TourProblem, graph: networkx.Graph) -> Iterator[set[int]]:
    """Cut vertices one by one; in a bipartite graph, the neighbours of sets that have few."""
    yield from ({vertex} for vertex in networkx.articulation_points(graph))
    if networkx.is_bipartite(graph):
        black = _black(graph)
        for side in (black, set(graph) - black):
            yield from _few_neighbours(*_with_ends(problem, graph, side), len(graph))


def _black(graph: networkx.Graph) -> set[int]:
    colours = networkx.bipartite.color(graph)
    return {vertex for vertex, colour in colours.items() if colour == 0}


def _with_ends(
    problem: TourProblem, graph: networkx.Graph, side: set[int]
) -> tuple[networkx.Graph, set[int]]:
    """The graph with two more vertices for the ends of an open tour, and one side of it.

    Where the colours are equally many, the two join each other and one end each; where one has one
    vertex more, a single vertex of the other colour joins both ends.
    """
    if problem.closed:
        return graph, side
    ends = [end for end in (problem.start_index, problem.end_index) if end is not None]
    count, other = len(graph), set(graph) - side

    def possible(colour: set[int]) -> list[int]:
        fixed = [end for end in ends if end in colour]
        return fixed or sorted(colour)

    more = networkx.Graph(graph)
    if len(side) == len(other):
        more.add_edges_from((count, vertex) for vertex in possible(other))
        more.add_edges_from((count + 1, vertex) for vertex in possible(side))
        more.add_edge(count, count + 1)
        return more, side | {count}
    larger = side if len(side) > len(other) else other
    more.add_edges_from((count, vertex) for vertex in sorted(larger))
    return more, side if larger is side else side | {count}


def _few_neighbours(graph: networkx.Graph, side: set[int], count: int) -> Iterator[set[int]]:
    """The neighbours, without the vertices for ends, of sets on one side that have the fewest."""
    matching = networkx.bipartite.hopcroft_karp_matching(graph, side)
    arcs = networkx.DiGraph()
    arcs.add_nodes_from(side)
    for vertex in side:
        for neighbour in graph[vertex]:
            if neighbour in matching:
                arcs.add_edge(vertex, matching[neighbour])
    unmatched = [vertex for vertex in side if vertex not in matching]
    if unmatched:
        reached = set(unmatched).union(*(networkx.descendants(arcs, vertex) for vertex in unmatched))
        yield _neighbours(graph, reached, count)
    blocks = networkx.condensation(arcs)
    for block in networkx.topological_sort(blocks.reverse()):
        below = {block} | networkx.descendants(blocks, block)
        members = set().union(*(blocks.nodes[each]["members"] for each in below))
        if len(members) < len(side):
            yield _neighbours(graph, members, count)


def _neighbours(graph: networkx.Graph, vertices: set[int], count: int) -> set[int]:
    near = set().union(*(graph[vertex] for vertex in vertices))
    return {vertex for vertex in near if vertex < count}
