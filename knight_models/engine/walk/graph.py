"""Warnsdorff's walk on any graph, with required moves and fixed ends: one walk, or many."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from knight_models.core.problem import TourProblem
from knight_models.engine.kernel import (
    DONE,
    FOUND,
    LIMIT,
    RUNNING,
    UNKNOWN_RULE,
    Flags,
    Kernel,
    Longs,
    Numbers,
    Rows,
)
from knight_models.engine.random import next_random
from knight_models.engine.required import Constrained
from knight_models.engine.ties import INDEX, POHL, RANDOM, ROTH
from knight_models.engine.walk.records import CLOSING, OPEN_END, THERE_AND_BACK, Batch, WalkState


class Vertices(NamedTuple):
    """What is known of every vertex, each array of shape (n,)."""

    partner: Numbers
    """The other end of its required move; -1 = none."""
    may_end: Flags
    """1 where a tour may end."""
    degrees: Numbers
    """Its onward moves while no vertex is visited."""
    height: Longs
    """The score of the rule `roth`: how near to the centre it lies."""


class Visits(NamedTuple):
    """What a walk has done to the vertices, and room for the choice of the next one."""

    visited: Flags
    """Shape (n,), 1 where the walk has been."""
    onward: Numbers
    """Shape (n,), moves to vertices where it has not been."""
    tied: Numbers
    """Shape (longest row,), the candidates that tie."""


@dataclass(slots=True)
class GraphState(WalkState):
    """The state of walks over a graph, and what they are for.

    Parameters
    ----------
    end : the vertex to end at; -1 = any
    closed : whether a closed tour is wanted
    directed : whether moves have a direction
    """

    end: int = -1
    closed: bool = False
    directed: bool = False


def graph_walk(  # noqa: PLR0912, PLR0915  # one loop; calls would cost more than the work in it
    moves: Rows,
    into: Rows,
    closing: Rows,
    vertices: Vertices,
    rules: Longs,
    batch: Batch,
    path: Numbers,
    visits: Visits,
    state: GraphState,
    budget: int,
) -> int:
    """Walk from every start in turn until all are done, one succeeds, or the budget is used up.

    Parameters
    ----------
    moves : the moves that lead away from each vertex, in move order
    into : the moves that lead to each vertex
    closing : the moves that join the end of a tour to its start
    rules : how ties are broken, one after the other; the order of the row decides what is left
    path : shape (n,), the vertices of the walk under way
    vertices, batch, visits, state : see these records
    budget : vertices placed

    Returns
    -------
    RUNNING, DONE, FOUND, LIMIT or UNKNOWN_RULE
    """
    # Locals in place of fields: a field read in the loop costs a tenth of the time.
    indptr, indices = moves.indptr, moves.indices
    into_ptr, into_indices = into.indptr, into.indices
    partner = vertices.partner
    visited, onward, tied = visits.visited, visits.onward, visits.tied
    count = len(path)
    walk = state.walk
    depth = state.depth
    end = state.end
    random = state.random
    closed = state.closed
    allowed = state.left
    reply = RUNNING
    while budget > 0:
        budget -= 1
        if depth == 0:
            # Begin the next walk on a graph without visited vertices.
            if walk == len(batch.starts):
                reply = DONE
                break
            for i in range(count):
                visited[i] = 0
                onward[i] = vertices.degrees[i]
            chosen = batch.starts[walk]
            random = batch.randoms[walk]
        else:
            here = path[depth - 1]
            # A required move is taken now, unless the walk came by it or closes by it.
            need = partner[here]
            if need >= 0 and ((depth > 1 and path[depth - 2] == need) or (depth == 1 and closed)):
                need = -1
            # Collect the unvisited neighbours with the fewest onward moves.
            fewest = count + 1
            many = 0
            for i in range(indptr[here], indptr[here + 1]):
                vertex = indices[i]
                if visited[vertex] != 0 or (need >= 0 and vertex != need):
                    continue
                if vertex == end and depth + 1 < count:
                    continue
                if onward[vertex] < fewest:
                    fewest = onward[vertex]
                    many = 0
                if onward[vertex] == fewest:
                    tied[many] = vertex
                    many += 1
            if many == 0:
                # No move is left: the walk is over. Is it complete, and a tour of a kind wanted?
                batch.lengths[walk] = depth
                state.longest = max(state.longest, depth)
                batch.endings[walk] = 0
                start = path[0]
                need = partner[here]
                met = need < 0 or count == 1 or (depth > 1 and path[depth - 2] == need)
                met = met or (closed and need == start)
                if closed:
                    need = partner[start]
                    met = met and (need < 0 or here == need or (depth > 1 and path[1] == need))
                if depth == count and met and vertices.may_end[here] != 0:
                    ending = OPEN_END
                    for i in range(closing.indptr[here], closing.indptr[here + 1]):
                        if closing.indices[i] == start:
                            ending = CLOSING
                    if ending == CLOSING and count == 2 and not state.directed:
                        ending = THERE_AND_BACK
                    batch.endings[walk] = ending
                    if state.wanted & ending:
                        reply = FOUND
                        break
                walk += 1
                depth = 0
                continue
            # Break ties: each rule keeps the candidates with the lowest score.
            for i in range(len(rules)):
                if many == 1:
                    break
                rule = rules[i]
                kept = 0
                best = 0
                for k in range(many):
                    vertex = tied[k]
                    if rule == RANDOM:
                        random = next_random(random)
                        score = random
                    elif rule == POHL:
                        score = 0
                        for j in range(indptr[vertex], indptr[vertex + 1]):
                            if visited[indices[j]] == 0:
                                score += onward[indices[j]]
                    elif rule == INDEX:
                        score = vertex
                    elif rule == ROTH:
                        score = vertices.height[vertex]
                    else:
                        return UNKNOWN_RULE
                    if kept == 0 or score < best:
                        best = score
                        kept = 0
                    if score == best:
                        tied[kept] = vertex
                        kept += 1
                many = kept
            chosen = tied[0]
        if allowed == 0:
            reply = LIMIT
            break
        # Visit the chosen vertex; its neighbours have one onward move less.
        allowed -= 1
        state.placed += 1
        path[depth] = chosen
        depth += 1
        visited[chosen] = 1
        for i in range(into_ptr[chosen], into_ptr[chosen + 1]):
            onward[into_indices[i]] -= 1
    state.walk = walk
    state.depth = depth
    state.random = random
    state.left = allowed
    return reply


GRAPH_WALK = Kernel(graph_walk, [next_random])


def graph_records(
    problem: TourProblem,
    task: Constrained,
    rules: npt.NDArray[np.int64],
    batch: Batch,
    wanted: int,
    left: int,
) -> list[Any]:
    """The records of a run that has not begun; see `graph_walk` and `GraphState`."""
    rows, count = task.moves, len(task.moves)
    end = -1 if problem.end_index is None else problem.end_index
    state = GraphState(wanted, left, end=end, closed=problem.closed, directed=problem.directed)
    vertices = Vertices(task.partner, task.may_end, rows.degrees, _heights(problem))
    tied = np.zeros(max(1, int(rows.degrees.max())), np.int32)
    visits = Visits(np.zeros(count, np.uint8), np.zeros(count, np.int32), tied)
    moves = [rows.rows, rows.reverse.rows, task.closing.rows]
    return [*moves, vertices, rules, batch, np.zeros(count, np.int32), visits, state]


def _heights(problem: TourProblem) -> npt.NDArray[np.int64]:
    """How near to the centre of the board each vertex lies: minus its distance, squared and scaled."""
    board = problem.carried_board
    if board is None:
        return np.zeros(len(problem), np.int64)
    squares = np.array([problem.vertices.square(vertex) for vertex in range(len(problem))])
    away: npt.NDArray[np.int64] = ((2 * squares + 1 - np.array(board.shape)) ** 2).sum(axis=1)
    return -away
