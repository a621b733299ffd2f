"""Depth-first search: extend the path by one vertex, or take its last one back.

The same loop serves every ordering. Rows come sorted by the rule that breaks ties. With `dynamic`
the next vertex is the one of the smallest key (onward moves, place in the row) above the key that
was tried last; since taking back restores the counts, no list of candidates is kept. Otherwise it
is the next one in the row.

Pruning (`prune`) counts the unvisited vertices that have no move, or one, to unvisited vertices left.
A vertex that the path has still to pass through needs two neighbours: unvisited vertices, the head of
the path or, in a closed tour, its start. A vertex with fewer than it needs is stranded.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from knight_models.engine.kernel import (
    EXHAUSTED,
    FOUND,
    LIMIT,
    RUNNING,
    Flags,
    Kernel,
    Longs,
    Numbers,
    Rows,
)
from knight_models.engine.moves import Adjacency
from knight_models.engine.required import Constrained

OPEN, CLOSED, STRICTLY_OPEN = range(3)


@dataclass(slots=True)
class SearchState:
    """What a search is for, and how far it is.

    Parameters
    ----------
    kind : OPEN, CLOSED or STRICTLY_OPEN
    directed : whether moves have a direction
    dynamic : whether the vertex with the fewest onward moves comes first, else the next in its row
    prune : whether to give up branches that strand a vertex
    end : the vertex to end at; -1 = any
    max_steps : -1 = no limit
    start : the vertex to begin at; -1 once it is placed
    depth : vertices on the path
    steps, backtracks : vertices placed, and taken back
    deepest : most vertices on the path so far
    pruned : branches given up
    stranded : whether the vertex placed last has stranded another one
    moveless, single : unvisited vertices with no move, or one, to unvisited vertices left
    """

    kind: int
    directed: bool
    dynamic: bool
    prune: bool
    end: int
    max_steps: int
    start: int = -1
    depth: int = 0
    steps: int = 0
    backtracks: int = 0
    deepest: int = 0
    pruned: int = 0
    stranded: bool = False
    moveless: int = 0
    single: int = 0


class Ends(NamedTuple):
    """Conditions on single vertices, each array of shape (n,)."""

    partner: Numbers
    """The other end of a vertex's required move; -1 = none."""
    may_end: Flags
    """1 where a tour may end."""
    bonus: Numbers
    """Moves that pruning grants a vertex beyond those to unvisited ones."""


class Path(NamedTuple):
    """The path, and what is known of the vertices because of it."""

    vertices: Numbers
    """Shape (n,), the vertices placed."""
    cursor: Longs
    """Shape (n,), for each vertex on the path the lowest key (or place) in its row not yet tried."""
    visited: Flags
    """Shape (n,), 1 for the vertices on the path."""
    onward: Numbers
    """Shape (n,), the moves of each vertex to vertices that are not on the path."""


def search(  # noqa: PLR0912, PLR0915  # one loop; calls would cost more than the work in it
    moves: Rows, into: Rows, closing: Rows, ends: Ends, path: Path, state: SearchState, budget: int
) -> int:
    """Search on until a tour is complete, everything is tried, or the budget is used up.

    Parameters
    ----------
    moves : the moves that lead away from each vertex, sorted by the rule for ties
    into : the moves that lead to each vertex
    closing : the moves that join the end of a tour to its start
    ends, path, state : see these records
    budget : iterations (vertices placed or taken back)

    Returns
    -------
    RUNNING, FOUND, EXHAUSTED or LIMIT
    """
    # Locals in place of fields: a field read in the loop costs a tenth of the time.
    indptr, indices = moves.indptr, moves.indices
    into_ptr, into_indices = into.indptr, into.indices
    partner, bonus = ends.partner, ends.bonus
    vertices, cursor, visited, onward = path.vertices, path.cursor, path.visited, path.onward
    count = len(vertices)
    depth = state.depth
    steps = state.steps
    end = state.end
    closed = state.kind == CLOSED
    dynamic = state.dynamic
    prune = state.prune
    counting = prune or dynamic
    # Vertices short of a move that may still be the end of the tour.
    spare = 1 if not closed and end < 0 else 0
    stranded = state.stranded
    moveless = state.moveless
    single = state.single
    most = state.max_steps
    reply = RUNNING
    while budget > 0:
        budget -= 1
        chosen = -1
        here = -1
        if depth == 0:  # begin, or end when everything from this start has been tried
            chosen = state.start
            state.start = -1
            if chosen < 0:
                reply = EXHAUSTED
                break
        elif depth < count and not stranded:
            here = vertices[depth - 1]
            # A required move is taken now, unless the path came by it or closes the tour by it.
            need = partner[here]
            if need >= 0 and depth > 1 and vertices[depth - 2] == need:
                need = -1
            if depth == 1 and closed:
                need = -1
            place = cursor[here]
            stop = indptr[here + 1]
            if dynamic:
                # Choose the unvisited neighbour with the fewest onward moves among those not tried.
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
                # Choose the next unvisited neighbour in the row.
                while place < stop:
                    vertex = indices[place]
                    place += 1
                    fits = (need < 0 or vertex == need) and (vertex != end or depth + 1 == count)
                    if visited[vertex] == 0 and fits:
                        chosen = vertex
                        break
                cursor[here] = place
        if chosen < 0:
            # No candidate is left: take the last vertex back and restore the counts.
            depth -= 1
            state.backtracks += 1
            stranded = False
            here = vertices[depth]
            if counting:
                for i in range(into_ptr[here], into_ptr[here + 1]):
                    vertex = into_indices[i]
                    if prune and visited[vertex] == 0:
                        left = onward[vertex] + bonus[vertex]
                        if left == 0:
                            moveless -= 1
                            single += 1
                        elif left == 1:
                            single -= 1
                    onward[vertex] += 1
                if prune:
                    left = onward[here] + bonus[here]
                    if left == 0:
                        moveless += 1
                    elif left == 1:
                        single += 1
            visited[here] = 0
            continue
        if steps == most:
            if here < 0:
                state.start = chosen
            else:  # try it again when the search goes on
                cursor[here] = lowest if dynamic else place - 1
            reply = LIMIT
            break
        # Extend the path by the chosen vertex.
        steps += 1
        vertices[depth] = chosen
        depth += 1
        visited[chosen] = 1
        cursor[chosen] = 0 if dynamic else indptr[chosen]
        state.deepest = max(state.deepest, depth)
        if counting:
            if prune:
                left = onward[chosen] + bonus[chosen]
                if left == 0:
                    moveless -= 1
                elif left == 1:
                    single -= 1
            # Its neighbours have one onward move less; `near` of them now depend on the head.
            near = 0
            for i in range(into_ptr[chosen], into_ptr[chosen + 1]):
                vertex = into_indices[i]
                onward[vertex] -= 1
                if prune and visited[vertex] == 0:
                    left = onward[vertex] + bonus[vertex]
                    if left == 0:
                        moveless += 1
                        single -= 1
                    elif left == 1:
                        single += 1
                        near += 1
            # Give the branch up if more vertices are stranded than may be the end.
            if prune and count - depth >= 2:
                stranded = moveless > spare  # where moves have a direction, a vertex needs one move out
                if not state.directed:  # elsewhere it needs two moves
                    stranded = moveless > 0 or single - near > spare
                if stranded:
                    state.pruned += 1
        if depth == count:  # all visited: is it a tour with the ends and required moves wanted?
            start = vertices[0]
            good = ends.may_end[chosen] != 0
            need = partner[chosen]
            if need >= 0 and count > 1:
                good = good and (vertices[count - 2] == need or (closed and need == start))
            if state.kind != OPEN:
                joined = False
                for i in range(closing.indptr[chosen], closing.indptr[chosen + 1]):
                    if closing.indices[i] == start:
                        joined = True
                if closed:
                    need = partner[start]
                    good = good and joined and (count > 2 or state.directed)
                    good = good and (need < 0 or vertices[1] == need or chosen == need)
                else:
                    good = good and not joined
            if good:
                reply = FOUND
                break
    state.depth = depth
    state.steps = steps
    state.stranded = stranded
    state.moveless = moveless
    state.single = single
    return reply


SEARCH = Kernel(search)


def search_records(
    rows: Adjacency,
    task: Constrained,
    may_end: npt.NDArray[np.uint8],
    bonus: npt.NDArray[np.int32],
    state: SearchState,
) -> list[Any]:
    """The records of the kernel.

    Parameters
    ----------
    rows : the moves, sorted by the rule for ties
    task : the required moves and the closing moves
    may_end, bonus : see `Ends`
    state : the state of a search that has not begun
    """
    count = len(rows)
    vertices, cursor = np.zeros(count, np.int32), np.zeros(count, np.int64)
    path = Path(vertices, cursor, np.zeros(count, np.uint8), rows.degrees.astype(np.int32))
    ends = Ends(task.partner, may_end, bonus)
    into = rows.reverse.rows  # the counts follow the moves into a vertex
    return [rows.rows, into, task.closing.rows, ends, path, state]
