"""A graph that was changed after its problem was made is noticed, whoever reads it."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable
from typing import Any

import networkx
import numpy as np
import pytest

from knight_models import (
    CutSetProof,
    LowDegree,
    ProblemError,
    Run,
    Tour,
    TourProblem,
    compare,
    describe,
    faults,
    iter_tours,
    solve,
    svg_of,
    verify,
)
from knight_models.core.graph_state import GraphState
from knight_models.engine.moves import adjacency, knight_graph
from knight_models.formats import problem_to_json
from knight_models.solvers.base import FunctionSolver, Takes
from knight_models.tasks.trace import trace_search

CHANGED = "the graph was changed after its problem was made"

CHANGES: dict[str, Callable[[Any], object]] = {
    "an edge less": lambda graph: graph.remove_edge(0, 1),
    "an edge more": lambda graph: graph.add_edge(0, 2),
    "an edge for another": lambda graph: (graph.remove_edge(0, 1), graph.add_edge(0, 2)),
    "a vertex less": lambda graph: graph.remove_node(5),
    "a vertex more": lambda graph: graph.add_node("new"),
    "a vertex for another": lambda graph: (graph.remove_node(5), graph.add_node("new")),
    "vertices in another order": lambda graph: _moved_to_the_end(graph, 0),
    "everything gone": lambda graph: graph.clear(),
}


def _moved_to_the_end(graph: Any, vertex: Any) -> None:
    around = list(graph[vertex])
    into = list(graph.predecessors(vertex)) if graph.is_directed() else []
    graph.remove_node(vertex)
    graph.add_node(vertex)
    graph.add_edges_from((vertex, other) for other in around)
    graph.add_edges_from((other, vertex) for other in into)


READERS: dict[str, Callable[[TourProblem], object]] = {
    "solve": lambda problem: solve(problem, "cutset"),
    "solve with auto": solve,
    "compare": lambda problem: compare(problem, ["depth-first", "cpsat"]),
    "iter_tours": lambda problem: list(iter_tours(problem, "depth-first")),
    "faults of a tour": lambda problem: faults(problem, np.arange(6)),
    "faults of evidence": lambda problem: faults(problem, LowDegree((0,))),
    "faults of a proof": lambda problem: faults(problem, CutSetProof((), "0\n")),
    "verify": lambda problem: verify(problem, Tour(problem, range(6))),
    "trace_search": lambda problem: trace_search(problem, "depth-first"),
    "adjacency": adjacency,
    "describe": lambda problem: describe(Tour(problem, range(6))),
    "svg_of a tour": lambda problem: svg_of(Tour(problem, range(6))),
    "svg_of the problem": svg_of,
    "a file of evidence": lambda problem: problem_to_json(problem, whole=True),
}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_graph_is_refused_by_all_that_read_it(change: str, reader: str) -> None:
    graph = networkx.circulant_graph(6, [1])
    problem = TourProblem(graph)
    CHANGES[change](graph)
    with pytest.raises(ProblemError, match=CHANGED) as caught:
        READERS[reader](problem)
    assert "make a new TourProblem of it" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert re.search(r"made: it (had \d|has other (vertices|moves) now;)", str(caught.value))


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize(
    "kind", [networkx.Graph, networkx.DiGraph, networkx.MultiGraph, networkx.MultiDiGraph]
)
def test_graphs_of_every_class_are_watched(kind: type, change: str) -> None:
    graph = kind(networkx.circulant_graph(6, [1]))
    problem = TourProblem(graph)
    problem.require_unchanged_graph()
    CHANGES[change](graph)
    with pytest.raises(ProblemError, match=CHANGED):
        problem.require_unchanged_graph()


def test_a_complete_graph_that_lost_its_edges_is_not_proven_impossible() -> None:
    graph = networkx.complete_graph(6)
    problem = TourProblem(graph, "closed")
    graph.remove_edges_from([(0, 1), (0, 2), (0, 3), (0, 4)])
    with pytest.raises(
        ProblemError, match="it had 6 vertices and 15 moves, and has 6 vertices and 11 moves now"
    ):
        solve(problem, "cutset")
    assert solve(TourProblem(graph, "closed"), "cutset").evidence is not None


def test_a_change_while_tours_are_listed_is_noticed() -> None:
    graph = networkx.complete_graph(5)
    tours = iter_tours(TourProblem(graph), "depth-first")
    next(tours)
    graph.remove_edge(0, 1)
    with pytest.raises(ProblemError, match=CHANGED):
        list(tours)


def test_a_change_while_a_solver_runs_is_noticed() -> None:
    graph = networkx.circulant_graph(40, [1, 2])
    problem = TourProblem(graph, "closed")
    order = np.arange(40)

    def meddles(run: Run) -> Any:
        assert len(run.moves) == 40
        graph.add_edge(0, 20)
        return order

    with pytest.raises(ProblemError, match=CHANGED):
        solve(problem, FunctionSolver(meddles, "meddles", Takes()))


@pytest.mark.parametrize("kind", [networkx.Graph, networkx.MultiDiGraph])
def test_what_changes_no_tour_is_allowed(kind: type) -> None:
    """Self-loops, parallel edges, attributes, and edges that went and came back."""
    graph = kind(networkx.circulant_graph(6, [1, 2]))
    problem = TourProblem(graph)
    graph.add_edge(0, 0)
    graph.add_edge(0, 1, weight=2)
    graph.nodes[3]["pos"] = (0, 0)
    graph.remove_edge(2, 3)
    graph.add_edge(2, 3)
    problem.require_unchanged_graph()
    assert not faults(problem, np.arange(6))


def test_copies_of_a_problem_are_watched_too() -> None:
    """A problem sent to another process has labels that are other objects with other hashes."""
    graph = networkx.relabel_nodes(networkx.cycle_graph(5), {0: "zero", 1: 10**30, 2: (1, "x")})
    problem = TourProblem(graph)
    for twin in (copy.copy(problem), copy.deepcopy(problem), pickle.loads(pickle.dumps(problem))):
        twin.require_unchanged_graph()
        assert not faults(twin, np.arange(5))
    sent = pickle.loads(pickle.dumps(problem))
    sent.space.add_edge("zero", (1, "x"))
    with pytest.raises(ProblemError, match=CHANGED):
        sent.require_unchanged_graph()
    problem.require_unchanged_graph()


def test_a_nan_that_was_sent_to_another_process_is_no_vertex_any_more() -> None:
    """In what pickle makes, the label and its mentions are several objects, none equal to another."""
    graph = networkx.relabel_nodes(networkx.cycle_graph(4), {0: float("nan")})
    problem = TourProblem(graph)
    copy.deepcopy(problem).require_unchanged_graph()
    with pytest.raises(ProblemError, match=CHANGED):
        pickle.loads(pickle.dumps(problem)).require_unchanged_graph()


def test_a_graph_and_its_board_are_read_again_and_again() -> None:
    graph = knight_graph("5x5")
    problem = TourProblem(graph, start=(0, 0))
    assert solve(problem, "depth-first").found
    assert solve(problem, "warnsdorff").problem == problem


def test_other_moves_have_other_codes() -> None:
    """All graphs of four vertices, directed or not, differ from each other."""
    for kind in (networkx.Graph, networkx.DiGraph):
        pairs = list(networkx.complete_graph(4, kind).edges)
        states = set()
        for chosen in range(2 ** len(pairs)):
            graph = kind()
            graph.add_nodes_from(range(4))
            graph.add_edges_from(pair for place, pair in enumerate(pairs) if chosen >> place & 1)
            states.add(GraphState.of(graph, range(4)))
        assert len(states) == 2 ** len(pairs)


def test_a_mention_that_is_no_label_is_not_taken_for_the_first_vertex() -> None:
    graph = networkx.relabel_nodes(networkx.cycle_graph(4), {0: float("nan")})
    sent = pickle.loads(pickle.dumps(graph))
    assert GraphState.of(sent, list(sent)).code != GraphState.of(graph, list(graph)).code
