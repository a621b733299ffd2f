"""Textbook depth-first search: candidates in the order of their row, nothing counted.

The same search as in `search.py` for orders that never change, where no end and no move is required;
it does half the work per step.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from knight_models.engine.kernel import (
    EXHAUSTED,
    FOUND,
    LIMIT,
    RUNNING,
    Flags,
    Kernel,
    Numbers,
    Rows,
    unsigned,
)
from knight_models.engine.moves import Adjacency
from knight_models.engine.required import Constrained
from knight_models.solvers.depth_first.search import CLOSED, OPEN, SearchState


class SentinelRows(NamedTuple):
    """Rows that end with a sentinel, so that looking for the next candidate has only one test."""

    first: Numbers
    """Shape (n,), where each row of `indices` begins."""
    indices: Numbers
    """Shape (m + n,), each row followed by the number n, which is never a visited vertex."""


class PlainPath(NamedTuple):
    """The path, and how far the row of each of its vertices has been tried."""

    vertices: Numbers
    """Shape (n,)."""
    cursor: Numbers
    """Shape (n,), for each place on the path the place in `indices` to look at next."""
    visited: Flags
    """Shape (n + 1,), whether a vertex is on the path; 0 for the sentinel."""


def plain_search(  # noqa: PLR0912, PLR0915  # one loop; calls would cost more than the work in it
    moves: SentinelRows, closing: Rows, path: PlainPath, state: SearchState, budget: int
) -> int:
    """Search on until a tour is complete, everything is tried, or the budget is used up.

    Parameters
    ----------
    moves : the moves that lead away from each vertex, in the order of the search
    closing : the moves that join the end of a tour to its start
    path : the path as it stands
    state : see `SearchState`; only `kind`, `directed`, `max_steps`, `start` and the counts are used
    budget : iterations (vertices placed or taken back)

    Returns
    -------
    RUNNING, FOUND, EXHAUSTED or LIMIT
    """
    # Locals in place of fields: a field read in the loop costs a tenth of the time.
    first, indices = moves.first, moves.indices
    vertices, cursor, visited = path.vertices, path.cursor, path.visited
    one = unsigned(1)
    count = unsigned(len(vertices))
    depth = unsigned(state.depth)
    deepest = unsigned(state.deepest)
    steps = state.steps
    backtracks = state.backtracks
    most = state.max_steps
    reply = RUNNING
    if depth == 0:  # place the start
        if state.start < 0:
            return EXHAUSTED
        if steps == most:
            return LIMIT
        here = unsigned(state.start)
        state.start = -1
        vertices[0] = here
        cursor[0] = first[here]
        visited[here] = 1
        depth = one
        deepest = max(deepest, depth)
        steps += 1
        if count == one and state.kind != CLOSED:
            reply = FOUND
    here = unsigned(vertices[depth - one])
    place = unsigned(cursor[depth - one])
    while budget > 0 and reply == RUNNING:
        budget -= 1
        # Choose the next unvisited vertex of the row, or arrive at the sentinel.
        vertex = unsigned(indices[place])
        while visited[vertex] != 0:
            place += one
            vertex = unsigned(indices[place])
        if vertex != count:
            if steps == most:
                reply = LIMIT
                break
            # Extend the path by it, and remember where to go on in the row if it is taken back.
            cursor[depth - one] = place + one
            vertices[depth] = vertex
            visited[vertex] = 1
            depth += one
            steps += 1
            deepest = max(deepest, depth)
            here = vertex
            place = unsigned(first[vertex])
            if depth == count:  # all visited: is it a tour of the kind wanted?
                joined = False
                for i in range(closing.indptr[here], closing.indptr[here + one]):
                    if closing.indices[i] == vertices[0]:
                        joined = True
                closes = joined and (count > 2 or state.directed)
                if state.kind == OPEN or (closes if state.kind == CLOSED else not joined):
                    reply = FOUND
        else:
            # No candidate is left: take the last vertex back, and go on in the row before it.
            visited[here] = 0
            backtracks += 1
            depth -= one
            if depth == 0:
                reply = EXHAUSTED
                break
            here = unsigned(vertices[depth - one])
            place = unsigned(cursor[depth - one])
    if depth > 0:
        cursor[depth - one] = place
    state.depth = depth
    state.deepest = deepest
    state.steps = steps
    state.backtracks = backtracks
    return reply


PLAIN_SEARCH = Kernel(plain_search, [unsigned])


def plain_records(rows: Adjacency, task: Constrained, state: SearchState) -> list[Any]:
    """The records of the kernel.

    Parameters
    ----------
    rows : the moves, sorted in the order of the search
    task : the closing moves
    state : the state of a search that has not begun
    """
    count = len(rows)
    with_sentinels = np.insert(rows.indices, rows.indptr[1:], np.int32(count))
    first = rows.indptr[:-1] + np.arange(count, dtype=np.int32)
    vertices, cursor = np.zeros(count, np.int32), np.zeros(count, np.int32)
    path = PlainPath(vertices, cursor, np.zeros(count + 1, np.uint8))
    return [SentinelRows(first, with_sentinels), task.closing.rows, path, state]
