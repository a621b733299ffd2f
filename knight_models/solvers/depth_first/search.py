"""The inner loop of depth-first search: extend the path by one vertex, or take its last one back.

The same loop serves every ordering. Rows come sorted by the rule that breaks ties. With `DYNAMIC`
the next vertex is the one of the smallest key (onward moves, place in the row) above the key that
was tried last; since taking back restores the counts, no list of candidates is kept. Otherwise it
is the next one in the row.

Pruning (`PRUNE`) counts the unvisited vertices that have no move, or one, to unvisited vertices left.
A vertex that the path has still to pass through needs two: such moves, the head of the path, and
in a closed tour its start. One that needs two and has one, or has none, is stranded.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from knight_models.engine.kernel import Array, Kernel
from knight_models.engine.moves import Adjacency
from knight_models.engine.required import Constrained

__all__ = [
    "BACKTRACKS",
    "BEST",
    "CLOSED",
    "COUNT",
    "DEPTH",
    "DIRECTED",
    "DYNAMIC",
    "END",
    "EXHAUSTED",
    "FOUND",
    "LIMIT",
    "MAX_STEPS",
    "OPEN",
    "PATH",
    "PRUNE",
    "PRUNED",
    "RUNNING",
    "SEARCH",
    "SLACK",
    "START",
    "STATE_SIZE",
    "STEPS",
    "STRICTLY_OPEN",
    "search_arrays",
]

RUNNING, FOUND, EXHAUSTED, LIMIT = range(4)
OPEN, CLOSED, STRICTLY_OPEN = range(3)

# Places in the state array.
DEPTH, STEPS, BACKTRACKS, BEST, PRUNED, LOW0, LOW1 = range(7)
START = 7  # the vertex to begin at; -1 once it is placed
END = 8  # the vertex to end at; -1 = any
KIND, DYNAMIC, COUNT, PRUNE, DIRECTED = range(9, 14)
SLACK = 14  # how many vertices short of a move may still be the end
MAX_STEPS = 15  # -1 = no limit
DEAD = 16  # whether the vertex placed last has stranded another one
STATE_SIZE = 17

PATH = 9
"""The place of the path among the arguments of the kernel."""


def search(  # noqa: PLR0912, PLR0915  # one loop; calls would cost more than the work in it
    indptr: Array,
    indices: Array,
    into_ptr: Array,
    into: Array,
    closing_ptr: Array,
    closing: Array,
    partner: Array,
    may_end: Array,
    bonus: Array,
    path: Array,
    cursor: Array,
    visited: Array,
    onward: Array,
    state: Array,
    budget: int,
) -> int:
    """Search on until a tour is complete, everything is tried, or the budget is used up.

    Parameters
    ----------
    indptr, indices : the moves that lead away from each vertex, sorted by the rule for ties
    into_ptr, into : the moves that lead to each vertex
    closing_ptr, closing : the moves that join the end of a tour to its start
    partner : shape (n,), the other end of a required move; -1 = none
    may_end : shape (n,), 1 where a tour may end
    bonus : shape (n,), moves that pruning grants a vertex beyond those to unvisited ones
    path : shape (n,), the vertices placed
    cursor : shape (n,), how far each row on the path has been tried
    visited, onward : shape (n,), whether a vertex is on the path; its moves to those that are not
    state : shape (STATE_SIZE,)
    budget : iterations (vertices placed or taken back)

    Returns
    -------
    RUNNING, FOUND, EXHAUSTED or LIMIT
    """
    count = len(path)
    depth = state[DEPTH]
    steps = state[STEPS]
    end = state[END]
    closed = state[KIND] == CLOSED
    dynamic = state[DYNAMIC] != 0
    counting = state[COUNT] != 0
    prune = state[PRUNE] != 0
    dead = state[DEAD] != 0
    most = state[MAX_STEPS]
    answer = RUNNING
    while budget > 0:
        budget -= 1
        chosen = -1
        here = -1
        if depth == 0:
            chosen = state[START]
            state[START] = -1
            if chosen < 0:
                answer = EXHAUSTED
                break
        elif depth < count and not dead:
            here = path[depth - 1]
            need = partner[here]
            if need >= 0 and depth > 1 and path[depth - 2] == need:
                need = -1
            if depth == 1 and closed:
                need = -1
            place = cursor[here]
            stop = indptr[here + 1]
            if dynamic:
                first = indptr[here]
                width = stop - first
                lowest = count * width + width
                for i in range(first, stop):
                    vertex = indices[i]
                    if visited[vertex] == 0:
                        key = onward[vertex] * width + i - first
                        fits = (need < 0 or vertex == need) and (vertex != end or depth + 1 == count)
                        if place <= key < lowest and fits:
                            lowest = key
                            chosen = vertex
                cursor[here] = lowest + 1
            else:
                while place < stop:
                    vertex = indices[place]
                    place += 1
                    fits = (need < 0 or vertex == need) and (vertex != end or depth + 1 == count)
                    if visited[vertex] == 0 and fits:
                        chosen = vertex
                        break
                cursor[here] = place
        if chosen < 0:  # take the last vertex back
            depth -= 1
            state[BACKTRACKS] += 1
            dead = False
            here = path[depth]
            if counting:
                for i in range(into_ptr[here], into_ptr[here + 1]):
                    vertex = into[i]
                    if prune and visited[vertex] == 0:
                        left = onward[vertex] + bonus[vertex]
                        if left == 0:
                            state[LOW0] -= 1
                            state[LOW1] += 1
                        elif left == 1:
                            state[LOW1] -= 1
                    onward[vertex] += 1
                if prune:
                    left = onward[here] + bonus[here]
                    if left == 0:
                        state[LOW0] += 1
                    elif left == 1:
                        state[LOW1] += 1
            visited[here] = 0
            continue
        if steps == most:
            if here < 0:
                state[START] = chosen
            else:  # try it again when the search goes on
                cursor[here] = lowest if dynamic else place - 1
            answer = LIMIT
            break
        steps += 1
        path[depth] = chosen
        depth += 1
        visited[chosen] = 1
        cursor[chosen] = 0 if dynamic else indptr[chosen]
        state[BEST] = max(state[BEST], depth)
        if counting:
            if prune:
                left = onward[chosen] + bonus[chosen]
                if left == 0:
                    state[LOW0] -= 1
                elif left == 1:
                    state[LOW1] -= 1
            near = 0
            for i in range(into_ptr[chosen], into_ptr[chosen + 1]):
                vertex = into[i]
                onward[vertex] -= 1
                if prune and visited[vertex] == 0:
                    left = onward[vertex] + bonus[vertex]
                    if left == 0:
                        state[LOW0] += 1
                        state[LOW1] -= 1
                    elif left == 1:
                        state[LOW1] += 1
                        near += 1
            if prune and count - depth >= 2:
                if state[DIRECTED] != 0:
                    dead = state[LOW0] > state[SLACK]
                else:
                    dead = state[LOW0] > 0 or state[LOW1] - near > state[SLACK]
                if dead:
                    state[PRUNED] += 1
        if depth == count:  # all visited: is it a tour?
            start = path[0]
            good = may_end[chosen] != 0
            need = partner[chosen]
            if need >= 0 and count > 1:
                good = good and (path[count - 2] == need or (closed and need == start))
            if state[KIND] != OPEN:
                joined = False
                for i in range(closing_ptr[chosen], closing_ptr[chosen + 1]):
                    if closing[i] == start:
                        joined = True
                if closed:
                    need = partner[start]
                    good = good and joined and (count > 2 or state[DIRECTED] != 0)
                    good = good and (need < 0 or path[1] == need or chosen == need)
                else:
                    good = good and not joined
            if good:
                answer = FOUND
                break
    state[DEPTH] = depth
    state[STEPS] = steps
    state[DEAD] = 1 if dead else 0
    return answer


_NUMBERS, _FLAGS, _LONG = "int32[::1]", "uint8[::1]", "int64[::1]"
SEARCH = Kernel(
    search,
    f"int64({', '.join([_NUMBERS] * 7)}, {_FLAGS}, {_NUMBERS}, "
    f"{_NUMBERS}, {_LONG}, {_FLAGS}, {_NUMBERS}, {_LONG}, int64)",
)


def search_arrays(
    rows: Adjacency,
    task: Constrained,
    may_end: npt.NDArray[np.uint8],
    bonus: npt.NDArray[np.int32],
    state: npt.NDArray[np.int64],
) -> list[npt.NDArray[Any]]:
    """The arguments of the kernel but for the budget."""
    count = len(rows)
    into = rows.reverse  # the counts follow the moves into a vertex
    path, cursor = np.zeros(count, np.int32), np.zeros(count, np.int64)
    visited, onward = np.zeros(count, np.uint8), rows.degrees.astype(np.int32)
    moves = [rows.indptr, rows.indices, into.indptr, into.indices]
    closing = [task.closing.indptr, task.closing.indices]
    return [*moves, *closing, task.partner, may_end, bonus, path, cursor, visited, onward, state]
