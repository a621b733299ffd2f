"""What each kind of evidence shows, worked out in another way than the verifier does.

A simple piece of evidence rules out every pair of first and last vertex that the problem leaves open. So
it is held here against each pair in turn. Forced moves are replayed over sets of edges.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, combinations
from typing import Any

import reference

from knight_models.core.evidence import (
    ColourImbalance,
    Disconnected,
    Evidence,
    ForcedMoves,
    LowDegree,
    VertexCut,
)
from knight_models.core.problem import TourProblem

Arc = tuple[int, int]


def allowed_arcs(problem: TourProblem) -> set[Arc]:
    """The arcs that a tour may use, by vertex number."""
    space = reference.problem_space(problem)
    number = {vertex: place for place, vertex in enumerate(space.vertices)}
    arcs = {(number[one], number[other]) for one, other in space.arcs}
    banned = {(number[one], number[other]) for one, other in problem.forbidden}
    if not space.directed:
        banned |= {arc[::-1] for arc in banned}
    return arcs - banned


def ends_left_open(problem: TourProblem) -> Iterator[Arc]:
    """Each pair of first and last vertex that an open tour may have."""
    vertices = range(len(problem))
    for first in vertices if problem.start_index is None else [problem.start_index]:
        for last in vertices if problem.end_index is None else [problem.end_index]:
            if first != last or len(problem) == 1:
                yield first, last


def shows(problem: TourProblem, evidence: Evidence) -> bool:
    """Whether the evidence shows, by what it is about alone, that there is no tour."""
    return JUDGES[type(evidence)](problem, evidence)


def _are_vertices(problem: TourProblem, vertices: Iterable[int]) -> bool:
    return set(vertices) <= set(range(len(problem)))


def _low_degree(problem: TourProblem, evidence: LowDegree) -> bool:
    if not evidence.vertices or not _are_vertices(problem, evidence.vertices):
        return False
    arcs = allowed_arcs(problem)

    degree = {vertex: sum(arc[0] == vertex for arc in arcs) for vertex in evidence.vertices}
    entries = {vertex: sum(arc[1] == vertex for arc in arcs) for vertex in evidence.vertices}
    if problem.closed:
        least = 1 if problem.directed else 2
        return any(min(degree[vertex], entries[vertex]) < least for vertex in evidence.vertices)
    pairs = list(ends_left_open(problem))
    if problem.directed:  # what has no arc out and what has none in are looked at apart
        return not any(all(degree[vertex] or vertex == last for vertex in degree) for _, last in pairs) or (
            not any(all(entries[vertex] or vertex == first for vertex in entries) for first, _ in pairs)
        )
    return not any(
        all(degree[vertex] >= (vertex != first) + (vertex != last) for vertex in degree)
        for first, last in pairs
    )


def _disconnected(problem: TourProblem, evidence: Disconnected) -> bool:
    inside = set(evidence.vertices)
    if not _are_vertices(problem, inside) or not 0 < len(inside) < len(problem):
        return False
    arcs = allowed_arcs(problem)
    if any(one in inside and other not in inside for one, other in arcs):
        return False
    if problem.closed or not any(one not in inside and other in inside for one, other in arcs):
        return True
    return not any(first not in inside and last in inside for first, last in ends_left_open(problem))


def _colour_imbalance(problem: TourProblem, evidence: ColourImbalance) -> bool:
    colours, count = evidence.colours, len(problem)
    if len(colours) != count or set(colours) - set("01"):
        return False
    if any(colours[one] == colours[other] for one, other in allowed_arcs(problem)):
        return False
    alternating = {first: [str((int(first) + k) % 2) for k in range(count)] for first in "01"}
    fitting = {first for first, row in alternating.items() if sorted(row) == sorted(colours)}
    if problem.closed:
        return not any(alternating[first][0] != alternating[first][-1] for first in fitting)
    return not any(
        colours[first] in fitting and alternating[colours[first]][-1] == colours[last]
        for first, last in ends_left_open(problem)
    )


def _vertex_cut(problem: TourProblem, evidence: VertexCut) -> bool:
    cut = set(evidence.vertices)
    if not cut or not _are_vertices(problem, cut):
        return False
    outside, parts = set(range(len(problem))) - cut, 0
    arcs = allowed_arcs(problem)
    while outside:
        parts += 1
        part = [outside.pop()]
        for vertex in part:
            near = {other for arc in arcs if vertex in arc for other in arc} & outside
            outside -= near
            part += near
    if problem.closed:
        return parts > len(cut)
    free = problem.start_index, problem.end_index
    return parts > len(cut) + 1 - len({end for end in free if end in cut})


class Forcing:
    """The edges left and those forced, of a problem whose moves can be forced."""

    def __init__(self, problem: TourProblem) -> None:
        self.problem = problem
        ends = () if problem.closed else (problem.start_index, problem.end_index)
        self.uses = {vertex: 1 if vertex in ends else 2 for vertex in range(len(problem))}
        self.left = {frozenset(arc) for arc in allowed_arcs(problem)}
        self.used = {frozenset(move) for move in problem.required_indices}

    @staticmethod
    def applies(problem: TourProblem) -> bool:
        """Whether moves can be forced at all."""
        fixed = problem.closed or None not in (problem.start_index, problem.end_index)
        return not problem.directed and len(problem) >= 3 and fixed

    def settle(self, vertex: int) -> bool:
        """Force the last edges at a vertex, or drop those it cannot use; False if it is not settled yet."""
        here = {edge for edge in self.left if vertex in edge}
        taken = {edge for edge in self.used if vertex in edge}
        if len(here) <= self.uses[vertex]:
            self.used |= here
        elif len(taken) >= self.uses[vertex]:
            self.left -= here - taken
        else:
            return False
        return True

    @property
    def contradicts(self) -> bool:
        """Whether no tour uses all edges forced and only edges left."""
        for vertex, needs in self.uses.items():
            if sum(vertex in edge for edge in self.left) < needs:
                return True
            if sum(vertex in edge for edge in self.used) > needs:
                return True
        return any(_closes_early(self.problem, self.used, first) for first in self.uses)


def _forced_moves(problem: TourProblem, evidence: ForcedMoves) -> bool:
    if not Forcing.applies(problem) or not _are_vertices(problem, evidence.vertices):
        return False
    forcing = Forcing(problem)
    return all(forcing.settle(vertex) for vertex in evidence.vertices) and forcing.contradicts


def some_shows(problem: TourProblem, kind: type[LowDegree] | type[Disconnected]) -> bool:
    """Whether evidence of this kind about some vertices shows that there is no tour."""
    vertices = range(len(problem))
    sets = chain.from_iterable(combinations(vertices, size) for size in range(1, len(problem) + 1))
    return any(shows(problem, kind(members)) for members in sets)


def forcing_contradicts(problem: TourProblem) -> bool:
    """Whether all moves that can be forced, one after the other, contradict each other."""
    if not Forcing.applies(problem):
        return False
    forcing = Forcing(problem)
    for _ in range(len(problem) * len(problem)):
        for vertex in range(len(problem)):
            forcing.settle(vertex)
    return forcing.contradicts


def _closes_early(problem: TourProblem, used: set[frozenset[int]], first: int) -> bool:
    """Whether the part of the used edges around a vertex is a cycle or joins the ends before all are in."""
    part = {first}
    while more := {vertex for edge in used if edge & part for vertex in edge} - part:
        part |= more
    inside = sum(edge <= part for edge in used)
    if len(part) == len(problem):
        return inside >= len(part) and not problem.closed
    return inside >= len(part) or (not problem.closed and {problem.start_index, problem.end_index} <= part)


JUDGES: dict[type[Evidence], Callable[[TourProblem, Any], bool]] = {
    LowDegree: _low_degree,
    Disconnected: _disconnected,
    ColourImbalance: _colour_imbalance,
    VertexCut: _vertex_cut,
    ForcedMoves: _forced_moves,
}
