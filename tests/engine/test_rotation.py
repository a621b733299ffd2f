"""Posa's rotation: of a list by its definition, and of a segment list as of the list."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest

from knight_models.core.limits import Deadline
from knight_models.engine.kernel import DONE, RUNNING, Kernel, KernelRun, Numbers
from knight_models.engine.rotation import (
    SEGMENT_HELPERS,
    SegmentList,
    SegmentState,
    compact,
    cut_cycle,
    order_of,
    reverse_segments,
    rotate,
    rotate_segments,
    successor,
    swap_arrays,
)

SIZE = 40


@pytest.mark.parametrize("place", range(7))
def test_a_rotation_exchanges_one_edge_of_the_path(place):
    """The edge from w to its successor goes, the one from w to the old tail comes."""
    path = [4, 0, 6, 2, 5, 1, 3]
    edges = {frozenset(edge) for edge in pairwise(path)}
    w, tail = path[place], path[-1]
    if place < 6:
        edges = edges - {frozenset((w, path[place + 1]))} | {frozenset((w, tail))}
    new_tail = path[place + 1] if place < 6 else tail
    rotate(path, place)
    assert {frozenset(edge) for edge in pairwise(path)} == edges
    assert (path[0], path[-1]) == (4, new_tail)


def path_in_order() -> SegmentList:
    """The path 0, 1, ..., 39, with room for 64 segments."""
    vertices = list(range(SIZE))
    return SegmentList(vertices.copy(), [0] * SIZE, vertices.copy(), [0] * 64, [SIZE - 1] + [0] * 63)


@pytest.mark.parametrize("seed", range(20))
def test_a_segment_list_changes_as_a_plain_list(seed):
    draws = random.Random(seed)
    plain, path, state = list(range(SIZE)), path_in_order(), SegmentState()
    for _ in range(60):
        vertex = draws.randrange(SIZE)
        at = plain.index(vertex)
        assert successor(path, state, vertex) == (plain[at + 1] if at < SIZE - 1 else -1)
        match draws.randrange(3):
            case 0:
                rotate_segments(path, state, vertex)
                rotate(plain, at)
            case 1:
                reverse_segments(path, state, 0)
                plain.reverse()
            case 2:
                cut_cycle(path, state, vertex)
                plain = plain[at + 1 :] + plain[: at + 1]
        assert order_of(path, state).tolist() == plain
        if state.segments > 50:
            at_once = draws.choice([1, 7, 100])
            swapped, state.copied = state.swapped, 0
            original = swap_arrays(path) if swapped else path
            while state.copied >= 0:
                assert compact(path, state, at_once) <= at_once
                assert order_of(original, state).tolist() == plain
            path = swap_arrays(path)
            assert state.segments == 1
            assert state.swapped is not swapped
            assert [path.vertices[place] for place in path.position] == list(range(SIZE))
            state.swapped = False  # `path` is now the record to read it from


def test_an_order_begins_at_the_vertex_wanted():
    path, state = path_in_order(), SegmentState()
    rotate_segments(path, state, 10)
    plain = order_of(path, state).tolist()
    for vertex in range(SIZE):
        at = plain.index(vertex)
        assert order_of(path, state, head=vertex).tolist() == plain[at:] + plain[:at]


def rotate_all(path: SegmentList, at: Numbers, state: SegmentState, budget: int) -> int:
    """A kernel: rotate at some vertices, compact now and then, and cut behind the last vertex of them."""
    if state.swapped:
        path = swap_arrays(path)
    for i in range(len(at)):
        rotate_segments(path, state, at[i])
        if state.segments > 8:
            state.copied = 0
            while state.copied >= 0:
                compact(path, state, 5)
            path = swap_arrays(path)
    reverse_segments(path, state, 0)
    cut_cycle(path, state, successor(path, state, at[-1]))
    return DONE if budget else RUNNING


def test_the_helpers_of_a_kernel_do_the_same_compiled():
    at = np.random.default_rng(0).integers(SIZE, size=50)
    at = at[at != 0]
    kernel, orders = Kernel(rotate_all, SEGMENT_HELPERS), []
    for compiled in (False, True):
        if compiled:
            assert kernel.compile()
        state = SegmentState()
        run = KernelRun(kernel, [path_in_order(), at, state], SIZE, Deadline(None))
        assert run() == DONE
        orders.append(order_of(run.path, state).tolist())
    assert orders[0] == orders[1]
    assert sorted(orders[0]) == list(range(SIZE))
