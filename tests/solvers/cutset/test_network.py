"""The network and its clauses: numbered edges, what they join, and how many clauses there are."""

from __future__ import annotations

import random
from itertools import combinations, product
from typing import Any

import networkx
import numpy as np
import pytest
import reference

from knight_models.core.board import Board
from knight_models.core.limits import Deadline
from knight_models.core.problem import TourProblem
from knight_models.engine.run import Run
from knight_models.solvers.cutset.clauses import (
    clause_count,
    cut_clauses,
    fixed_clauses,
    variable_count,
)
from knight_models.solvers.cutset.network import Network

KINDS = ("open", "closed", "strictly-open")
NEVER = Deadline(None)

SPACES: list[tuple[Any, dict[str, Any]]] = [
    ("3x4", {"required": [("a1", "b3")], "forbidden": [("a3", "c2")]}),
    (Board((4, 5), wrap="columns", holes=[(0, 0)]), {}),
    (networkx.petersen_graph(), {"forbidden": [(0, 1)], "required": [(0, 4), (4, 3)]}),
    (networkx.complete_graph(11), {"required": [(10, 3)]}),  # vertices of large degree
    (networkx.star_graph(3), {}),
    (networkx.disjoint_union(networkx.path_graph(2), networkx.cycle_graph(4)), {}),
    (networkx.path_graph(1), {}),
]
CASES = [(space, details, kind) for (space, details), kind in product(SPACES, KINDS)]


def network_of(problem: TourProblem) -> Network:
    run = Run(problem)
    return Network(problem, run.moves, run.all_moves)


def by_definition(problem: TourProblem) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The edges, lower end first, in lexicographic order; and the moves, forbidden ones included."""
    space = reference.problem_space(problem)
    number = {vertex: place for place, vertex in enumerate(space.vertices)}
    every = sorted({tuple(sorted((number[one], number[other]))) for one, other in space.arcs})
    banned = {tuple(sorted((number[one], number[other]))) for one, other in problem.forbidden}
    edges = [pair for pair in every if pair not in banned]
    if not problem.closed:
        edges += [(vertex, len(problem)) for vertex in range(len(problem))]
    return sorted(edges), every


@pytest.mark.parametrize(("space", "details", "kind"), CASES, ids=str)
def test_edges_are_numbered_and_found(space, details, kind):
    ends = {} if kind == "closed" else {"end": TourProblem(space).vertices.square(0)}
    problem = TourProblem(space, kind, **details, **ends)
    network = network_of(problem)
    edges, every = by_definition(problem)
    assert (network.size, network.dummy) == (
        (len(problem), None) if problem.closed else (len(problem) + 1, len(problem))
    )
    assert list(zip(network.first.tolist(), network.second.tolist(), strict=True)) == edges
    for number, (one, other) in enumerate(edges):
        assert network.edges_between(one, other) == network.edges_between(other, one) == number
    for vertex in range(network.size):
        there = [number for number, edge in enumerate(edges) if vertex in edge]
        assert network.at(vertex).tolist() == there
        assert network.degrees[vertex] == len(there)
        assert sorted(network.near(vertex)) == sorted(sum(edges[number]) - vertex for number in there)
    must = [tuple(sorted(pair)) for pair in problem.required_indices]
    must += [] if problem.closed else [(0, len(problem))]
    assert [edges[number] for number in network.required.tolist()] == must
    apart = [tuple(edges[number] for number in pair) for pair in network.apart.tolist()]
    dummy = len(problem)
    wanted = [((one, dummy), (other, dummy)) for one, other in every] if kind == "strictly-open" else []
    assert sorted(apart) == wanted


@pytest.mark.parametrize(("space", "details", "kind"), CASES, ids=str)
def test_as_many_clauses_are_made_as_counted(space, details, kind):
    network = network_of(TourProblem(space, kind, **details))
    made = [clause for piece in fixed_clauses(network) for clause in piece.tolist()]
    assert clause_count(network) == len(made)
    assert {abs(literal) for clause in made for literal in clause} <= set(
        range(1, variable_count(network) + 1)
    )
    assert max((abs(literal) for clause in made for literal in clause), default=0) <= variable_count(
        network
    )


@pytest.mark.parametrize(("space", "details", "kind"), CASES, ids=str)
def test_a_set_is_left_by_the_edges_with_one_end_in_it(space, details, kind):
    problem = TourProblem(space, kind, **details)
    network, (edges, _) = network_of(problem), by_definition(problem)
    draw = random.Random(str(space))
    for size in range(1, network.size):
        members = draw.sample(range(network.size), size)
        leaving = [number for number, edge in enumerate(edges) if sum(end in members for end in edge) == 1]
        assert network.leaving(members).tolist() == leaving
        clauses = sorted(cut_clauses(network, members).tolist())
        variables = [number + 1 for number in leaving]
        few = 0 < len(variables) <= 8
        kept = combinations(variables, len(variables) - 1) if few else [variables]
        assert clauses == sorted(map(list, kept))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("space", "details", "kind"), CASES, ids=str)
def test_edges_are_ranked_along_a_breadth_first_search(space, details, kind, seed):
    """By their first end in its order; a vertex comes before those that are farther from the root."""
    network = network_of(TourProblem(space, kind, **details))
    ranks = network.breadth_first_ranks(seed, 0, NEVER)
    assert sorted(ranks.tolist()) == list(range(network.edges))
    assert ranks.tolist() == network.breadth_first_ranks(seed, 0, NEVER).tolist()
    vertex_ranks = network._vertex_ranks(np.random.default_rng((seed, 0)), NEVER)
    assert sorted(vertex_ranks.tolist()) == list(range(network.size))
    if network.dummy is not None:
        assert vertex_ranks[network.dummy] == network.size - 1
    graph = networkx.Graph()
    graph.add_nodes_from(range(network.size))
    graph.add_edges_from(zip(network.first.tolist(), network.second.tolist(), strict=True))
    graph.remove_nodes_from([] if network.dummy is None else [network.dummy])
    for part in networkx.connected_components(graph):
        order = sorted(part, key=vertex_ranks.__getitem__)
        away = networkx.single_source_shortest_path_length(graph, order[0])
        assert [away[vertex] for vertex in order] == sorted(away[vertex] for vertex in part)
        assert vertex_ranks[order[-1]] - vertex_ranks[order[0]] == len(part) - 1
    ends = [sorted((vertex_ranks[one], vertex_ranks[other])) for one, other in by_rank(network, ranks)]
    assert ends == sorted(ends)


def by_rank(network: Network, ranks: Any) -> list[tuple[int, int]]:
    edges = list(zip(network.first.tolist(), network.second.tolist(), strict=True))
    return [edges[number] for number in np.argsort(ranks).tolist()]


def test_seeds_and_restarts_draw_other_orders():
    network = network_of(TourProblem("6x6", "closed"))
    orders = {
        tuple(network.breadth_first_ranks(seed, restart, NEVER).tolist())
        for seed in range(3)
        for restart in range(3)
    }
    assert len(orders) == 9


def test_neighbours_of_a_2_factor():
    network = network_of(TourProblem(networkx.complete_graph(6), "closed"))
    cycle = [0, 3, 1, 5, 2, 4]
    used = np.zeros(network.edges, bool)
    for one, other in zip(cycle, [*cycle[1:], cycle[0]], strict=True):
        used[network.edges_between(one, other)] = True
    for place, vertex in enumerate(cycle):
        beside = {cycle[place - 1], cycle[(place + 1) % 6]}
        assert set(network.neighbours(used)[vertex]) == beside


def test_time_ends_the_search_for_an_order():
    network = network_of(TourProblem("6x6", "closed"))
    with pytest.raises(TimeoutError):
        network.breadth_first_ranks(0, 0, Deadline(0))
