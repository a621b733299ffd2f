"""Vertex cuts and forced moves, judged from the moves that a tour may use."""

from __future__ import annotations

import networkx

from knight_models.core.evidence import ForcedMoves, VertexCut
from knight_models.core.problem import TourProblem
from knight_models.verifier.moves import allowed_moves

__all__ = ["forced_moves_fault", "vertex_cut_fault"]


def _allowed_graph(problem: TourProblem) -> networkx.Graph:
    """The moves that a tour may use, without their directions."""
    graph = networkx.Graph()
    graph.add_nodes_from(range(len(problem)))
    for first, second in allowed_moves(problem):
        graph.add_edges_from(zip(first.tolist(), second.tolist(), strict=True))
    return graph


def vertex_cut_fault(problem: TourProblem, evidence: VertexCut) -> str:
    """Why a vertex cut proves nothing; empty if it does."""
    cut = set(evidence.vertices)
    if not cut or not all(0 <= vertex < len(problem) for vertex in cut):
        return "the set is empty, or names a vertex that is not there"
    graph = _allowed_graph(problem)
    graph.remove_nodes_from(cut)
    parts = networkx.number_connected_components(graph)
    ends = {end for end in (problem.start_index, problem.end_index) if end is not None}
    threads = len(cut) if problem.closed else len(cut) + 1 - len(cut & ends)
    if parts > threads:
        return ""
    return f"without the set there are {parts} parts, and a tour can join {threads}"


def forced_moves_fault(problem: TourProblem, evidence: ForcedMoves) -> str:
    """Why forced moves prove nothing; empty if they do."""
    ends = [end for end in (problem.start_index, problem.end_index) if end is not None]
    if problem.directed or len(problem) < 3 or not (problem.closed or len(ends) == 2):
        return "moves are forced in closed tours, and in open ones with both ends fixed, without directions"
    if not all(0 <= vertex < len(problem) for vertex in evidence.vertices):
        return "a vertex is listed that is not there"
    uses = dict.fromkeys(range(len(problem)), 2) | ({} if problem.closed else dict.fromkeys(ends, 1))
    left, forced = _allowed_graph(problem), networkx.Graph()
    forced.add_nodes_from(left)
    forced.add_edges_from(problem.required_indices)
    for vertex in evidence.vertices:
        if left.degree(vertex) <= uses[vertex]:
            forced.add_edges_from(list(left.edges(vertex)))
        elif forced.degree(vertex) >= uses[vertex]:
            idle = [other for other in left[vertex] if not forced.has_edge(vertex, other)]
            left.remove_edges_from([(vertex, other) for other in idle])
        else:
            return f"nothing is forced yet at {problem.name(vertex)}"
    return (
        "" if _contradicts(problem, left, forced, uses) else "the forced moves do not contradict each other"
    )


def _contradicts(
    problem: TourProblem, left: networkx.Graph, forced: networkx.Graph, uses: dict[int, int]
) -> bool:
    """Whether no tour can use all forced moves and no others than those left."""
    if any(left.degree(vertex) < uses[vertex] or forced.degree(vertex) > uses[vertex] for vertex in uses):
        return True
    for part in networkx.connected_components(forced):
        cycle = forced.subgraph(part).number_of_edges() >= len(part)
        whole = len(part) == len(problem)
        if cycle and not (whole and problem.closed):
            return True
        if not problem.closed and {problem.start_index, problem.end_index} <= part and not whole:
            return True
    return False
