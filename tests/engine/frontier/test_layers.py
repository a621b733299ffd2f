"""Counts of cycles by sweeps, against brute force, and each way of counting against the others."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations

import pytest
from cycle_reference import counted, cycles_of, random_graph, shuffled
from kernel_ways import stay_interpreted

from knight_models.core.errors import TooLargeError
from knight_models.core.limits import Limits
from knight_models.core.problem import TourProblem
from knight_models.counting.terms import tour_terms
from knight_models.engine.frontier import layers as frontier_layers
from knight_models.engine.frontier.cycle_count import CycleCount
from knight_models.engine.frontier.degrees import COMPLETE_PATTERNS
from knight_models.engine.frontier.layers import Layers, StepLimitError
from knight_models.engine.frontier.states import EXPAND
from knight_models.engine.frontier.sweep import CycleGraph, Edge, Sweep, sweep
from knight_models.engine.frontier.tables import INSERT
from knight_models.engine.run import Run


def complete_graph(size: int) -> CycleGraph:
    """All edges between some vertices."""
    return CycleGraph(size, [Edge(*pair) for pair in combinations(range(size), 2)])


def wide(swept: Sweep, slots: int = 17) -> Sweep:
    """The same sweep with more slots than fit in one word, most of them never used."""
    return replace(swept, slots=slots)


def finish(layers: Layers) -> None:
    """Do all steps."""
    while not layers.finished:
        layers.advance(lambda transitions: None)


def board_sweep(text: str, kind: str = "closed", order: int = 0) -> Sweep:
    """The sweep of a board."""
    [term] = tour_terms(Run(TourProblem(text, kind)))
    return sweep(term.graph, term.orders()[order])


@pytest.mark.parametrize("parity", [False, True])
@pytest.mark.parametrize("required", [0, 1, 3])
@pytest.mark.parametrize("seed", range(12))
def test_all_cycles_are_counted(seed, required, parity):
    graph = random_graph(seed, parity=parity, required=required)
    expected = len(list(cycles_of(graph)))
    for order in range(2):
        swept = shuffled(graph, order)
        assert counted(swept, pruned=True).layers.count == expected
        assert counted(swept, pruned=False).layers.count == expected
        assert counted(wide(swept)).layers.count == expected


@pytest.mark.parametrize("slots", [17, 24, 25, 64])
def test_wide_states_count_as_narrow_ones_do(slots):
    swept = board_sweep("5x6")
    assert counted(wide(swept, slots)).layers.count == counted(swept).layers.count == 8


@pytest.mark.parametrize("kernel", [EXPAND, INSERT, COMPLETE_PATTERNS])
def test_interpreted_kernels_count_the_same(kernel, monkeypatch):
    stay_interpreted(kernel, monkeypatch)
    assert counted(board_sweep("5x6")).layers.count == 8
    assert counted(wide(board_sweep("3x10"))).layers.count == 16


@pytest.mark.parametrize("size", [3, 4, 8, 12])
def test_complete_graphs(size):
    """K_n has (n - 1)! / 2 Hamiltonian cycles."""
    assert counted(sweep(complete_graph(size), range(size))).layers.count == math.factorial(size - 1) // 2


def test_counts_of_more_than_64_bits():
    """A chain of k triangles of double edges, closed to a ring, has 2**(number of double edges) cycles."""
    size = 70
    edges = [Edge(k, (k + 1) % size) for k in range(size)] * 2
    done = counted(sweep(CycleGraph(size, edges), range(size)))
    assert done.layers.count == 2**size
    assert done.layers.limbs == 2
    odd = [Edge(k, (k + 1) % size, odd=twice) for twice in (False, True) for k in range(size)]
    assert counted(sweep(CycleGraph(size, odd, parity=True), range(size))).layers.count == 2 ** (size - 1)


def test_several_threads_count_the_same(monkeypatch):
    monkeypatch.setattr(frontier_layers, "SHARED", 20)
    swept = board_sweep("5x6", "open")
    one, three = counted(swept), counted(swept, limits=Limits(workers=3))
    assert one.layers.count == three.layers.count == 18784
    assert one.layers.peak == three.layers.peak
    assert one.layers.transitions == three.layers.transitions
    assert len(three.layers.sweep.steps) == 31


@pytest.mark.parametrize("text", ["5x6", "3x10", "4x7"])
@pytest.mark.parametrize("kind", ["open", "closed"])
def test_mirror_images_counted_as_one_change_nothing_but_the_work(text, kind):
    swept = board_sweep(text, kind)
    plain = sweep(replace(swept.graph, mirrors=()), [step.vertex for step in swept.steps])
    with_mirrors, without = counted(swept, pruned=True), counted(plain, pruned=True)
    assert with_mirrors.layers.count == without.layers.count
    assert with_mirrors.layers.transitions <= without.layers.transitions


def test_living_patterns_drop_states_and_no_cycle():
    swept = board_sweep("6x6")
    pruned, all_states = counted(swept, pruned=True), counted(swept, pruned=False)
    assert pruned.layers.count == all_states.layers.count == 9862
    assert pruned.layers.peak < all_states.layers.peak


def test_the_bounds_on_the_states_hold():
    swept = board_sweep("5x6", "open")
    counting = CycleCount(swept, Run(TourProblem("1x1")), lambda counting, transitions: None)
    counting.prune_from(0)
    while not counting.layers.finished:
        counting.step()
        assert counting.alive is not None
        assert counting.layers.states <= counting.alive.states[counting.layers.done - 1]


def test_a_sweep_goes_on_from_any_step():
    swept = board_sweep("5x6", "open")
    layers = Layers(swept, Run(TourProblem("1x1")))
    while not layers.finished:
        other = Layers(swept, Run(TourProblem("1x1"), Limits(workers=2)))
        other.restore(layers.standing())
        layers = other
        layers.advance(lambda transitions: None)
    assert layers.count == 18784


def test_the_limit_on_transitions_is_exact():
    swept = board_sweep("5x6")
    whole = counted(swept, pruned=False).layers.transitions
    run = Run(TourProblem("1x1"), Limits(steps=whole - 1))
    layers = Layers(swept, run)
    with pytest.raises(StepLimitError):
        finish(layers)
    assert counted(swept, pruned=False, limits=Limits(steps=whole)).layers.count == 8


def test_the_memory_limit_counts_the_tables_before_too():
    layers = Layers(board_sweep("6x6", "open"), Run(TourProblem("1x1"), Limits(memory=200_000)))
    with pytest.raises(TooLargeError, match=r"mate states.*200,000 are allowed"):
        finish(layers)


def test_the_time_limit_keeps_the_last_step():
    layers = Layers(board_sweep("6x6", "open"), Run(TourProblem("1x1"), Limits(seconds=0)))
    with pytest.raises(TimeoutError):
        layers.advance(lambda transitions: None)
    assert layers.done == 0
    assert layers.states == 1
