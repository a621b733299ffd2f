"""2-factors: their cycles, and patching, which joins these."""

from __future__ import annotations

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
