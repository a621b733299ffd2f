"""Each finder on all sorts of small graphs: it finds a reason just where there is one of its kind."""

from __future__ import annotations

import random
from typing import Any

import networkx
import pytest
import reference
from evidence_reference import forcing_contradicts, shows, some_shows
from graphs import small_problem

from knight_models.core.evidence import ColourImbalance, Disconnected, Evidence, LowDegree
from knight_models.core.limits import Deadline
from knight_models.core.problem import TourProblem
from knight_models.engine.run import Run
from knight_models.solvers.obstructions import finders

KINDS = ("open", "closed", "strictly-open")
NEVER = Deadline(None)


def found(finder: Any, problem: TourProblem) -> Evidence | None:
    """What a finder finds; it has to show that there is no tour."""
    evidence = finder(problem, Run(problem).moves, NEVER)
    assert evidence is None or shows(problem, evidence), (problem, list(problem.graph.edges), evidence)
    return evidence


def cases(kind: str, directed: bool, count: int = 250) -> list[TourProblem]:
    draw = random.Random(f"{kind} {directed}")
    return [small_problem(draw, kind, directed) for _ in range(count)]


def undirected(problem: TourProblem) -> networkx.Graph:
    """The moves that a tour may use, without their directions."""
    graph = networkx.Graph()
    graph.add_nodes_from(range(len(problem)))
    moves = Run(problem).moves
    graph.add_edges_from(zip(moves.sources.tolist(), moves.indices.tolist(), strict=True))
    return graph


@pytest.mark.parametrize("directed", [False, True], ids=["undirected", "directed"])
@pytest.mark.parametrize("kind", KINDS)
def test_low_degrees_are_found_where_there_are_any(kind, directed):
    for problem in cases(kind, directed):
        evidence = found(finders.low_degree, problem)
        assert (evidence is not None) is some_shows(problem, LowDegree), (
            problem,
            list(problem.graph.edges),
        )


@pytest.mark.parametrize("directed", [False, True], ids=["undirected", "directed"])
@pytest.mark.parametrize("kind", KINDS)
def test_what_no_move_leaves_is_found_where_it_is(kind, directed):
    """In a directed graph it is looked for from the ends that are fixed."""
    seen = set()
    for problem in cases(kind, directed):
        evidence, there = found(finders.disconnected, problem), some_shows(problem, Disconnected)
        seen.add(there)
        if not directed or problem.closed or None not in (problem.start, problem.end):
            assert (evidence is not None) is there, (problem, list(problem.graph.edges))
        if not networkx.is_connected(undirected(problem)):
            assert evidence is not None
    assert seen == {True, False}


@pytest.mark.parametrize("directed", [False, True], ids=["undirected", "directed"])
@pytest.mark.parametrize("kind", KINDS)
def test_colours_out_of_balance_are_found_in_connected_graphs(kind, directed):
    seen = set()
    for problem in cases(kind, directed):
        graph = undirected(problem)
        there = False
        if networkx.is_connected(graph) and networkx.is_bipartite(graph):
            colours = networkx.bipartite.color(graph)
            text = "".join(str(colours[vertex]) for vertex in range(len(problem)))
            there = shows(problem, ColourImbalance(text))
        seen.add(there)
        assert (found(finders.colour_imbalance, problem) is not None) is there
    assert seen == {True, False}


@pytest.mark.parametrize("directed", [False, True], ids=["undirected", "directed"])
@pytest.mark.parametrize("kind", KINDS)
def test_forced_moves_are_followed_to_their_end(kind, directed):
    seen = set()
    for problem in cases(kind, directed, 400):
        there = forcing_contradicts(problem)
        seen.add(there)
        assert (found(finders.forced_moves, problem) is not None) is there, (
            problem,
            list(problem.graph.edges),
            problem.required,
        )
    assert seen == ({False} if directed else {True, False})


@pytest.mark.parametrize("kind", ["open", "strictly-open"])
@pytest.mark.parametrize("rest", [4, 5, 6])
def test_ends_that_forced_moves_join_before_all_is_visited(rest, kind):
    """The others have moves to spare, so that nothing else is forced among them."""
    graph = networkx.complete_graph(range(3, 3 + rest))
    networkx.add_path(graph, [0, 1, 2])
    graph.add_edges_from((end, vertex) for end in (0, 2) for vertex in range(3, 3 + rest))
    for path, required in (([0, 1, 2], []), ([0, 2], [(0, 2)])):
        graph.add_edges_from([(0, 2)] if required else [])
        graph.add_edges_from((1, vertex) for vertex in (range(3, 3 + rest) if required else ()))
        problem = TourProblem(graph, kind, start=0, end=2, required=required)
        assert forcing_contradicts(problem), path
        assert found(finders.forced_moves, problem) is not None


@pytest.mark.parametrize("kind", KINDS)
def test_cut_vertices_are_found_where_more_parts_are_left_than_a_tour_joins(kind):
    seen = set()
    for problem in cases(kind, False):
        graph = undirected(problem)
        fixed = {end for end in (problem.start_index, problem.end_index) if end is not None}
        there = False
        for vertex in graph if len(graph) > 2 else ():
            parts = networkx.number_connected_components(graph.subgraph(set(graph) - {vertex}))
            whole = networkx.number_connected_components(graph)
            most = 1 if problem.closed or vertex in fixed else 2
            there = there or (parts > max(most, whole))
        seen.add(there)
        evidence = found(finders.vertex_cut, problem)
        assert evidence is not None or not there, (problem, list(graph.edges))
        assert evidence is None or not reference.tours_of(problem)
    assert seen == {True, False}


@pytest.mark.parametrize(
    ("kind", "ends"),
    [("closed", {}), ("open", {}), ("open", {"start": 0}), ("open", {"start": 0, "end": 1})],
)
@pytest.mark.parametrize("few", [2, 3, 4])
def test_one_side_of_a_bipartite_graph_that_is_too_small_is_a_cut(few, kind, ends):
    """Without the smaller side, the vertices of the other are on their own: more than a path passes."""
    graph = networkx.complete_bipartite_graph(few, few + 3)
    evidence = found(finders.vertex_cut, TourProblem(graph, kind, **ends))
    assert evidence is not None
    assert evidence.vertices == tuple(range(few))


def test_finders_stop_when_the_time_is_up():
    over, problem = Deadline(0), TourProblem(networkx.star_graph(4), "closed")
    for finder in (
        finders.disconnected,
        finders.colour_imbalance,
        finders.forced_moves,
        finders.vertex_cut,
    ):
        assert finder(problem, Run(problem).moves, over) is None
