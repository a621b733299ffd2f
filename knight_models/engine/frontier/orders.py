"""Orders of the vertices for a sweep: those in which the frontier stays small.

On a board, an order goes row by row along one of the axes, so that a board and its transpose take the same
work. Within a row, the even columns go up while the odd ones come down, in turns: 0, 7, 2, 5, 4, 3, 6, 1.
So the frontier of a knight on n columns never passes 2n squares, and the visited squares are often
mirror-symmetric. For any graph, an order takes next the vertex that makes the frontier smallest.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, permutations, product

import numpy as np

from knight_models.core.board import Board
from knight_models.core.errors import TooLargeError
from knight_models.core.limits import Deadline
from knight_models.engine.frontier.states import MOST_SLOTS

GROWTH = 2.5
"""By how much the work grows with each vertex of the frontier; on boards of a knight it is 2 to 3."""

ROUGHNESS = 1.5
"""Works that differ by less than about this factor are the same."""

STARTS = 24
"""Vertices from which orders of a graph are tried."""

MOST_TRIED = 200_000
"""Vertices that all greedy orders together may have; on large graphs there are fewer orders."""

MOST_PERMUTED = 4
"""Axes of a board up to which each of their orders is tried."""


def best_orders(
    rows: Sequence[Iterable[int]],
    suggested: Iterable[list[int]] = (),
    deadline: Deadline | None = None,
) -> list[list[int]]:
    """Orders of the vertices of a graph, the least work first.

    Parameters
    ----------
    rows : the neighbours of each vertex
    suggested : orders that are tried too, such as those of `board_orders`
    deadline : the clock

    Raises
    ------
    TimeoutError : if the time is up
    TooLargeError : if the frontier gets too wide in each order

    >>> best_orders([[1], [0, 2], [1, 3], [2]])[0]
    [0, 1, 2, 3]
    """
    deadline = deadline or Deadline(None)
    joined = _joined(rows, deadline)
    orders: dict[tuple[int, ...], tuple[int, int]] = {}
    for order in chain(suggested, _greedy_orders(joined, deadline)):
        for turned in (order, order[::-1]):
            sizes = frontier_sizes(joined, deadline.watched(turned))
            if max(sizes) <= MOST_SLOTS:
                orders.setdefault(tuple(turned), work(sizes))
    if not orders:
        raise TooLargeError(f"the frontier would have more than {MOST_SLOTS} vertices")
    return [list(order) for order in sorted(orders, key=orders.__getitem__)]


def _joined(rows: Sequence[Iterable[int]], deadline: Deadline) -> list[set[int]]:
    """The other vertices that each vertex is joined to, in either direction."""
    joined = [set(row) for row in deadline.watched(rows, 1)]
    for vertex, row in enumerate(deadline.watched(rows, 1)):
        joined[vertex].discard(vertex)
        for other in row:
            if other != vertex:
                joined[other].add(vertex)
    return joined


def work(sizes: Sequence[int]) -> tuple[int, int]:
    """An estimate of the work of a sweep by the sizes of its frontier, for comparing orders of one graph.

    The width comes first, then the logarithm of the work, rough, so that of orders with about the same work
    the first one is taken.
    """
    return max(sizes), round(math.log(sum(GROWTH**size for size in sizes), ROUGHNESS))


def frontier_sizes(joined: Sequence[set[int]], order: Iterable[int]) -> list[int]:
    """The number of later vertices that are joined to a visited one, after each step.

    The list ends with the first number above `MOST_SLOTS`, if there is one.

    >>> frontier_sizes([{1}, {0, 2}, {1}], [0, 1, 2])
    [1, 1, 0]
    """
    visited, frontier, sizes = set(), set(), []
    for vertex in order:
        visited.add(vertex)
        frontier.discard(vertex)
        frontier |= joined[vertex] - visited
        sizes.append(len(frontier))
        if sizes[-1] > MOST_SLOTS:
            break
    return sizes


def board_orders(board: Board, deadline: Deadline | None = None) -> Iterator[list[int]]:
    """Row by row along each axis, each row with its cells in one of the orders of `_row_orders`."""
    deadline = deadline or Deadline(None)
    squares = np.array(list(deadline.watched(board)))
    axes = range(board.ndim)
    turned = permutations(axes) if board.ndim <= MOST_PERMUTED else [tuple(axes), tuple(axes)[::-1]]
    for permuted in turned:
        for ranks in product(
            *([list(range(board.shape[axis]))] for axis in permuted[:-1]),
            _row_orders(board.shape[permuted[-1]]),
        ):
            if deadline.expired:
                raise TimeoutError
            keys = [np.argsort(rank)[squares[:, axis]] for rank, axis in zip(ranks, permuted, strict=True)]
            yield np.lexsort(keys[::-1]).tolist()


def _row_orders(side: int) -> list[list[int]]:
    """Orders of the cells of a row: in turns, as they are, from both ends, and all even ones before."""
    even, odd = list(range(0, side, 2)), list(range(1, side, 2))
    if side % 2 == 0:
        turns = [cell for pair in zip(even, odd[::-1], strict=True) for cell in pair]
    else:
        middle = side // 2
        turns = [cell for pair in zip(even, even[::-1], strict=True) for cell in pair]
        turns = list(dict.fromkeys(turns)) + sorted(odd, key=lambda cell: abs(cell - middle))
    ends = [cell for pair in zip(range(side), range(side)[::-1], strict=True) for cell in pair]
    return [turns, list(range(side)), list(dict.fromkeys(ends)), even + odd]


def _greedy_orders(joined: Sequence[set[int]], deadline: Deadline) -> Iterator[list[int]]:
    """From each of some starts, always the vertex that makes the frontier smallest, of these the oldest."""
    starts = sorted(range(len(joined)), key=lambda vertex: len(joined[vertex]))
    spread = max(1, len(starts) // STARTS, len(starts) ** 2 // MOST_TRIED)
    for start in starts[::spread]:
        order = _greedy_order(joined, [start, *starts], deadline)
        if order is not None:
            yield order


def _greedy_order(
    joined: Sequence[set[int]], starts: Iterable[int], deadline: Deadline
) -> list[int] | None:
    """One such order, which begins each part of the graph at the first of the starts in it.

    It is None where the frontier gets too wide.
    """
    order: list[int] = []
    beginnings = iter(starts)
    left = set(range(len(joined)))
    frontier: dict[int, None] = {}  # the oldest first
    while left:
        if deadline.expired:
            raise TimeoutError
        if frontier:
            vertex = min(frontier, key=lambda one: len((joined[one] & left) - frontier.keys()))
        else:
            vertex = next(one for one in beginnings if one in left)
        order.append(vertex)
        left.discard(vertex)
        frontier.pop(vertex, None)
        for other in joined[vertex] & left:
            frontier.setdefault(other)
        if len(frontier) > MOST_SLOTS:
            return None
    return order
