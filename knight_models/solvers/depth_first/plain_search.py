"""The inner loop of textbook depth-first search: candidates in the order of their row, nothing counted.

The same search as `kernels.search` for orders that never change, where no end and no move is
required; it does half the work a step. Each row ends with a vertex that is never visited, so that
looking for the next candidate has one test.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from knight_models.engine.kernel import RUNNING, Array, Kernel, unsigned
from knight_models.engine.moves import Adjacency
from knight_models.engine.required import Constrained
from knight_models.solvers.depth_first.search import (
    BACKTRACKS,
    BEST,
    CLOSED,
    DEPTH,
    DIRECTED,
    EXHAUSTED,
    FOUND,
    KIND,
    LIMIT,
    MAX_STEPS,
    OPEN,
    START,
    STEPS,
)

__all__ = ["PATH", "PLAIN_SEARCH", "plain_arrays"]

PATH = 4
"""The place of the path among the arguments of the kernel."""


def plain_search(  # noqa: PLR0912, PLR0915  # one loop; calls would cost more than the work in it
    first: Array,
    indices: Array,
    closing_ptr: Array,
    closing: Array,
    path: Array,
    cursor: Array,
    visited: Array,
    state: Array,
    budget: int,
) -> int:
    """Search on until a tour is complete, everything is tried, or the budget is used up.

    Parameters
    ----------
    first : shape (n,), where each row of `indices` begins
    indices : the moves that lead away from each vertex in the order of the search, each row with a
        fence, the vertex n, at its end
    closing_ptr, closing : the moves that join the end of a tour to its start
    path : shape (n,), the vertices placed
    cursor : shape (n,), how far the row of each of them has been tried
    visited : shape (n + 1,)
    state : as for `search`
    budget : iterations (vertices placed or taken back)

    Returns
    -------
    RUNNING, FOUND, EXHAUSTED or LIMIT
    """
    one = unsigned(1)
    count = unsigned(len(path))
    depth = unsigned(state[DEPTH])
    best = unsigned(state[BEST])
    steps = state[STEPS]
    backtracks = state[BACKTRACKS]
    most = state[MAX_STEPS]
    answer = RUNNING
    if depth == 0:
        if state[START] < 0:
            return EXHAUSTED
        if steps == most:
            return LIMIT
        here = unsigned(state[START])
        state[START] = -1
        path[0] = here
        cursor[0] = first[here]
        visited[here] = 1
        depth = one
        best = max(best, depth)
        steps += 1
        if count == one and state[KIND] != CLOSED:
            answer = FOUND
    here = unsigned(path[depth - one])
    place = unsigned(cursor[depth - one])
    while budget > 0 and answer == RUNNING:
        budget -= 1
        vertex = unsigned(indices[place])
        while visited[vertex] != 0:
            place += one
            vertex = unsigned(indices[place])
        if vertex != count:
            if steps == most:
                answer = LIMIT
                break
            cursor[depth - one] = place + one
            path[depth] = vertex
            visited[vertex] = 1
            depth += one
            steps += 1
            best = max(best, depth)
            here = vertex
            place = unsigned(first[vertex])
            if depth == count:
                joined = False
                for i in range(closing_ptr[here], closing_ptr[here + one]):
                    if closing[i] == path[0]:
                        joined = True
                closes = joined and (count > 2 or state[DIRECTED] != 0)
                if state[KIND] == OPEN or (closes if state[KIND] == CLOSED else not joined):
                    answer = FOUND
        else:
            visited[here] = 0
            backtracks += 1
            depth -= one
            if depth == 0:
                answer = EXHAUSTED
                break
            here = unsigned(path[depth - one])
            place = unsigned(cursor[depth - one])
    if depth > 0:
        cursor[depth - one] = place
    state[DEPTH] = depth
    state[BEST] = best
    state[STEPS] = steps
    state[BACKTRACKS] = backtracks
    return answer


_NUMBERS, _FLAGS, _LONG = "int32[::1]", "uint8[::1]", "int64[::1]"
PLAIN_SEARCH = Kernel(
    plain_search, f"int64({', '.join([_NUMBERS] * 6)}, {_FLAGS}, {_LONG}, int64)", (unsigned,)
)


def plain_arrays(
    rows: Adjacency, task: Constrained, state: npt.NDArray[np.int64]
) -> list[npt.NDArray[Any]]:
    """The arguments of the kernel but for the budget."""
    count = len(rows)
    path, cursor = np.zeros(count, np.int32), np.zeros(count, np.int32)
    closing = [task.closing.indptr, task.closing.indices]
    return [*_fenced_rows(rows), *closing, path, cursor, np.zeros(count + 1, np.uint8), state]


def _fenced_rows(rows: Adjacency) -> list[npt.NDArray[np.int32]]:
    """Where each row begins, and the rows with the vertex n as a fence at the end of each."""
    count = len(rows)
    shifts = np.arange(count, dtype=np.int32)
    fenced = np.insert(rows.indices, rows.indptr[1:], np.int32(count))
    return [rows.indptr[:-1] + shifts, fenced]
