"""Evidence on all sorts of small graphs: what the verifier accepts is just what shows something.

Graphs of up to five vertices with any ends, required and forbidden moves, and evidence of every kind about
any of their vertices. What is accepted is held against another way to work it out, and what is shown
against brute force.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import networkx
import pytest
import reference
from evidence_reference import JUDGES, shows
from graphs import small_problem

from knight_models.core.evidence import (
    ColourImbalance,
    Disconnected,
    Evidence,
    ForcedMoves,
    LowDegree,
    VertexCut,
)
from knight_models.core.problem import TourProblem
from knight_models.verifier import faults

KINDS = ("open", "closed", "strictly-open")


def about(draw: random.Random, kind: type[Evidence], count: int) -> Evidence:
    """Evidence of a kind about some vertices, now and then about one that is not there."""
    if kind is ColourImbalance:
        colours = [draw.choice("01") for _ in range(count)]
        return ColourImbalance("".join(colours) + draw.choice(["", "", "", "", "0", "2"]))
    if kind is ForcedMoves:
        vertices = tuple(draw.choices(range(count), k=draw.randint(0, 2 * count)))
    else:
        vertices = tuple(sorted(draw.sample(range(count), draw.randint(0, count))))
    stranger = draw.choice([-1, count, None, None, None, None, None, None])
    return kind(vertices if stranger is None else (*vertices, stranger))


@pytest.mark.parametrize("evidence_kind", JUDGES, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("directed", [False, True], ids=["undirected", "directed"])
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_accepted_is_just_what_shows_that_there_is_no_tour(kind, directed, evidence_kind):
    draw = random.Random(f"{kind} {directed} {evidence_kind}")
    verdicts: Counter[bool] = Counter()
    for _ in range(400):
        problem = small_problem(draw, kind, directed)
        for _ in range(3):
            evidence = about(draw, evidence_kind, len(problem))
            right = shows(problem, evidence)
            verdicts[right] += 1
            assert (not faults(problem, evidence)) is right, (problem, list(problem.graph.edges), evidence)
            assert not (right and reference.tours_of(problem))
    assert verdicts[False]
    assert verdicts[True] or (directed and evidence_kind is ForcedMoves)


@pytest.mark.parametrize("colours", ["".join(row) for row in product("01", repeat=4)])
def test_every_colouring_of_four_vertices(colours):
    """All graphs on four vertices that it colours, with all ends."""
    between = [(u, v) for u in range(4) for v in range(u) if colours[u] != colours[v]]
    for chosen in (between, between[::2], between[1:]):
        graph = networkx.empty_graph(4)
        graph.add_edges_from(chosen)
        for start, end in product([None, *range(4)], repeat=2):
            if start is not None and start == end:
                continue
            problem = TourProblem(graph, start=start, end=end)
            evidence = ColourImbalance(colours)
            assert (not faults(problem, evidence)) is shows(problem, evidence), (problem, chosen)
        closed = TourProblem(graph, "closed")
        assert (not faults(closed, ColourImbalance(colours))) is shows(closed, ColourImbalance(colours))


def test_a_path_between_two_ends_is_cut_by_fewer_vertices():
    """A cut that holds an end is passed once less: without it a tour joins one part fewer."""
    star = networkx.star_graph(2)
    assert faults(TourProblem(star), VertexCut((0,)))
    assert not faults(TourProblem(star, start=0), VertexCut((0,)))
    assert not faults(TourProblem(star, end=0), VertexCut((0,)))
    assert faults(TourProblem(star, start=1, end=2), VertexCut((0,)))
    assert not faults(TourProblem(star, "closed"), VertexCut((0,)))


@pytest.mark.parametrize("evidence", [LowDegree((0, 0)), Disconnected((0, 0)), VertexCut((0, 0))])
def test_a_vertex_named_twice_counts_once(evidence):
    problem = TourProblem(networkx.path_graph(4))
    assert faults(problem, evidence)
