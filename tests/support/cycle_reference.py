"""Hamiltonian cycles by brute force, for graphs with several edges between two vertices."""

from __future__ import annotations

import random
from collections.abc import Iterator

from knight_models.core.limits import Limits
from knight_models.core.problem import TourProblem
from knight_models.engine.frontier.cycle_count import CycleCount
from knight_models.engine.frontier.sweep import CycleGraph, Edge, Sweep, sweep
from knight_models.engine.run import Run


def cycles_of(graph: CycleGraph) -> Iterator[frozenset[int]]:
    """The edge sets of the Hamiltonian cycles wanted, each once, by trying every way to go on."""
    for cycle in {frozenset(edges) for edges in _around(graph, [0], [])}:
        edges = [graph.edges[number] for number in cycle]
        odd = sum(edge.odd for edge in edges) % 2 == 1
        required = all(edge in edges for edge in graph.edges if edge.required)
        if len(cycle) == graph.size and required and (odd or not graph.parity):
            yield cycle


def _around(graph: CycleGraph, walk: list[int], used: list[int]) -> Iterator[list[int]]:
    for number, edge in enumerate(graph.edges):
        if walk[-1] not in edge[:2] or number in used:
            continue
        other = edge.second if edge.first == walk[-1] else edge.first
        if len(walk) == graph.size and other == walk[0]:
            yield [*used, number]
        elif other not in walk:
            yield from _around(graph, [*walk, other], [*used, number])


def random_graph(seed: int, *, parity: bool = False, required: int = 0) -> CycleGraph:
    """A random graph of 3 to 7 vertices with a cycle, some of it required, and some edges twice."""
    chance = random.Random(seed)
    size = chance.randint(3, 7)
    around = chance.sample(range(size), size)
    pairs = [(around[k - 1], around[k]) for k in range(size)]
    planted = [Edge(*pair, odd=chance.random() < 0.5) for pair in pairs]
    for number in chance.sample(range(size), min(required, size)):
        planted[number] = planted[number]._replace(required=True)
    more = [
        Edge(first, second, odd=chance.random() < 0.5)
        for first in range(size)
        for second in range(first)
        if chance.random() < 0.5
    ]
    kept = {frozenset(edge[:2]) for edge in planted if edge.required}  # a second edge is not required
    return CycleGraph(size, [*planted, *(edge for edge in more if frozenset(edge[:2]) not in kept)], parity)


def counted(swept: Sweep, *, pruned: bool | None = None, limits: Limits | None = None) -> CycleCount:
    """A count that is done; `pruned` says whether living patterns are used, or lets it decide."""
    counting = CycleCount(swept, Run(TourProblem("1x1"), limits), lambda counting, transitions: None)
    if pruned is not None:
        counting.prune_from(0 if pruned else None)
    while not counting.layers.finished:
        counting.step()
    return counting


def shuffled(graph: CycleGraph, seed: int) -> Sweep:
    """A sweep in a random order."""
    return sweep(graph, random.Random(seed).sample(range(graph.size), graph.size))
