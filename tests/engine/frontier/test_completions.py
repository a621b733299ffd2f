"""Completions: what each state can still become, and cycles drawn with them."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from cycle_reference import cycles_of, random_graph, shuffled

from knight_models.core.problem import TourProblem
from knight_models.engine.frontier.completions import Completions
from knight_models.engine.frontier.layers import Layers
from knight_models.engine.frontier.sweep import CycleGraph, Edge, Sweep, sweep
from knight_models.engine.run import Run


def completed(swept: Sweep) -> Completions:
    """The completions of a sweep."""
    layers = Layers(swept, Run(TourProblem("1x1")))
    completions = Completions(layers)
    completions.count_forward(lambda: layers.advance(lambda transitions: None))
    completions.count_backward()
    return completions


@pytest.mark.parametrize("parity", [False, True])
@pytest.mark.parametrize("seed", range(10))
def test_every_cycle_is_drawn_about_as_often(seed, parity):
    """A chi-square test; its statistic has mean d and variance 2 d for d + 1 cycles."""
    graph = random_graph(seed, parity=parity, required=seed % 3)
    expected = set(cycles_of(graph))
    completions = completed(shuffled(graph, seed))
    assert completions.count == len(expected)
    if not expected:
        return
    number = 40 * len(expected)
    drawn = Counter(map(frozenset, completions.draw(number, np.random.default_rng(seed)).tolist()))
    assert set(drawn) == expected
    statistic = sum((often - 40) ** 2 / 40 for often in drawn.values())
    degrees = len(expected) - 1
    assert statistic <= degrees + 5 * (2 * degrees) ** 0.5


def test_counts_of_more_than_64_bits_are_drawn_from_evenly():
    """A ring of 70 double edges: each of its 2**70 cycles takes either edge with the same probability."""
    size = 70
    edges = [Edge(k, (k + 1) % size) for k in range(size)] * 2
    completions = completed(sweep(CycleGraph(size, edges), range(size)))
    assert completions.count == 2**size
    drawn = completions.draw(400, np.random.default_rng(1))
    second = np.array([(drawn == size + k).sum() for k in range(size)])
    assert (abs(second - 200) < 60).all()  # six standard deviations
    assert len({row.tobytes() for row in np.sort(drawn, axis=1)}) == 400


def test_the_same_seed_draws_the_same():
    completions = completed(shuffled(random_graph(3), 3))
    first, again, other = (completions.draw(50, np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
