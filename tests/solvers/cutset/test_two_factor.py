"""2-factors: their cycles, and patching, which joins these."""

from __future__ import annotations

import random

import networkx
import pytest

from knight_models.solvers.cutset.two_factor import Patching, cycles_of


def factor(*cycles):
    """The two neighbours of each vertex, from cycles that cover 0 to n - 1."""
    neighbours = [[] for _ in range(sum(map(len, cycles)))]
    for cycle in cycles:
        for here, there in zip(cycle, [*cycle[1:], cycle[0]], strict=True):
            neighbours[here].append(there)
            neighbours[there].append(here)
    return neighbours


def patched(graph, neighbours, fixed=lambda one, other: False, usable=lambda one, other: True):
    patching = Patching(neighbours, cycles_of(neighbours), lambda v: list(graph.adj[v]), fixed, usable)
    assert patching.run() == patching.left == len(cycles_of(neighbours))
    assert all(graph.has_edge(v, other) for v, pair in enumerate(neighbours) for other in pair)
    assert all(v in neighbours[other] for v, pair in enumerate(neighbours) for other in pair)
    assert all(len(set(pair)) == 2 for pair in neighbours)
    return patching


def test_the_cycles_of_a_2_factor():
    found = cycles_of(factor([0, 3, 1], [2, 4, 5, 6]))
    assert [set(cycle) for cycle in found] == [{0, 1, 3}, {2, 4, 5, 6}]
    assert cycles_of(factor([0, 2, 4, 1, 3])) in ([[0, 2, 4, 1, 3]], [[0, 3, 1, 4, 2]])


TRIANGLES = [[0, 1, 2], [3, 4, 5], [6, 7, 8]]


def test_cycles_that_two_edges_join_become_one():
    assert patched(networkx.complete_graph(9), factor(*TRIANGLES)).joined == 2


@pytest.mark.parametrize(("extra", "left"), [([(0, 3)], 2), ([(0, 3), (1, 4)], 1), ([(0, 3), (0, 4)], 2)])
def test_joining_takes_two_edges_between_the_ends_of_two(extra, left):
    triangles = TRIANGLES[:2]
    graph = networkx.Graph(extra)
    for triangle in triangles:
        networkx.add_cycle(graph, triangle)
    assert patched(graph, factor(*triangles)).left == left


def test_an_edge_that_has_to_stay_stays():
    ladder = networkx.circular_ladder_graph(3)  # triangles 0 1 2 and 3 4 5 with rungs 0-3, 1-4, 2-5
    free = patched(ladder, factor([0, 1, 2], [3, 4, 5]))
    assert free.left == 1
    kept = [{0, 1}, {1, 2}]
    neighbours = factor([0, 1, 2], [3, 4, 5])
    assert patched(ladder, neighbours, fixed=lambda one, other: {one, other} in kept).left == 1
    assert set(neighbours[1]) == {0, 2}
    kept.append({0, 2})
    assert patched(ladder, factor(*TRIANGLES[:2]), fixed=lambda u, v: {u, v} in kept).left == 2


def test_an_edge_that_is_not_usable_is_not_used():
    graph = networkx.complete_graph(6)
    neighbours = factor(*TRIANGLES[:2])
    assert patched(graph, neighbours, usable=lambda one, other: 0 not in (one, other)).left == 1
    assert set(neighbours[0]) == {1, 2}
    assert patched(graph, factor(*TRIANGLES[:2]), usable=lambda one, other: False).left == 2


def exchanges(graph, neighbours):
    """Every exchange of two edges of a 2-factor for two of the graph that joins two of its cycles."""
    cycle_of = {vertex: k for k, cycle in enumerate(cycles_of(neighbours)) for vertex in cycle}
    edges = [(one, other) for one, pair in enumerate(neighbours) for other in pair]
    for first, second in edges:
        for third, fourth in edges:
            apart = cycle_of[first] != cycle_of[third]
            if apart and graph.has_edge(first, third) and graph.has_edge(second, fourth):
                yield first, second, third, fourth


@pytest.mark.parametrize("seed", range(12))
def test_cycles_are_joined_until_no_exchange_joins_any(seed):
    """Short cycles and random edges between them, of which some have to stay and some are not usable."""
    draw = random.Random(seed)
    sizes = [draw.randint(3, 5) for _ in range(draw.randint(3, 8))]
    graph, neighbours = networkx.Graph(), []
    for size in sizes:
        begin = len(neighbours)
        ring = range(begin, begin + size)
        networkx.add_cycle(graph, ring)
        neighbours += [[begin + (k - 1) % size, begin + (k + 1) % size] for k in range(size)]
    vertices = list(graph)
    graph.add_edges_from(draw.sample(vertices, 2) for _ in range(3 * len(sizes)))
    edges = [frozenset((one, other)) for one, pair in enumerate(neighbours) for other in pair]
    stays = set(draw.sample(edges, len(sizes) // 2))
    banned = {frozenset(edge) for edge in draw.sample(list(graph.edges), 3)} - set(edges)
    patching = Patching(
        neighbours,
        cycles_of(neighbours),
        lambda vertex: list(graph.adj[vertex]),
        fixed=lambda one, other: frozenset((one, other)) in stays,
        usable=lambda one, other: frozenset((one, other)) not in banned,
    )
    left = patching.run()
    after = cycles_of(neighbours)
    assert len(after) == left == len(sizes) - patching.joined
    assert sorted(vertex for cycle in after for vertex in cycle) == vertices
    used = {frozenset((one, other)) for one, pair in enumerate(neighbours) for other in pair}
    assert stays <= used
    assert not used & banned
    for first, second, third, fourth in exchanges(graph, neighbours):
        removed = {frozenset((first, second)), frozenset((third, fourth))}
        added = {frozenset((first, third)), frozenset((second, fourth))}
        assert removed & stays or added & banned
