"""Many orders at a time are judged as one at a time are."""

from __future__ import annotations

import random

import networkx as nx
import numpy as np
import pytest

from knight_models import TourProblem, knight_graph
from knight_models.verifier import faults
from knight_models.verifier.batches import wrong_orders


def orders_of(problem: TourProblem, tours: list[list[int]], chance: random.Random) -> list[list[int]]:
    """Tours, reversed, turned and spoilt ones."""
    spoilt = []
    for tour in tours:
        other = list(tour)
        one, two = chance.sample(range(len(tour)), 2) if len(tour) > 1 else (0, 0)
        other[one], other[two] = other[two], other[one]
        repeated = list(tour)
        repeated[one] = repeated[two]
        spoilt += [tour, tour[::-1], tour[1:] + tour[:1], other, repeated]
    return spoilt


@pytest.mark.parametrize("kind", ["open", "closed", "strictly-open"])
@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("seed", range(15))
def test_as_one_at_a_time(seed, directed, kind):
    chance = random.Random(seed)
    size = chance.randint(1, 6)
    graph = nx.gnp_random_graph(size, 0.7, seed=seed, directed=directed)
    tours = [chance.sample(range(size), size) for _ in range(6)]
    moves = list(zip(tours[0], tours[0][1:], strict=False))
    graph.add_edges_from(moves)
    details = {"required": moves[:1] if seed % 2 else [], "start": tours[0][0] if seed % 3 == 0 else None}
    others = [edge for edge in graph.edges if edge not in moves and edge[::-1] not in moves]
    details["forbidden"] = others[:1]
    if kind != "closed" and seed % 4 == 0:
        details["end"] = tours[0][-1]
    if size == 1:
        details["end"] = None
    problem = TourProblem(graph, kind, **details)
    orders = np.array(orders_of(problem, tours, chance), np.int32)
    one_by_one = [number for number, order in enumerate(orders) if faults(problem, order)]
    assert wrong_orders(problem, orders).tolist() == one_by_one


@pytest.mark.parametrize("space", ["3x4", knight_graph("3x4")], ids=["board", "graph"])
def test_a_right_one_among_wrong_ones(space):
    right = [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]
    orders = np.array([list(range(12)), right, right[::-1], right[1:] + right[:1]], np.int32)
    assert wrong_orders(TourProblem(space), orders).tolist() == [0, 3]


def test_orders_of_a_wrong_length_and_no_orders():
    assert wrong_orders(TourProblem("3x4"), np.zeros((2, 11), np.int32)).tolist() == [0, 1]
    assert wrong_orders(TourProblem("3x4"), np.zeros((0, 12), np.int32)).tolist() == []
