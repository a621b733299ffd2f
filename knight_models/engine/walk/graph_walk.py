"""Warnsdorff's walk on any graph, with required moves and fixed ends: one walk, or many."""

from __future__ import annotations

from knight_models.engine.kernel import RUNNING, Array, Kernel
from knight_models.engine.ties import INDEX, POHL, RANDOM
from knight_models.engine.walk.walk_state import (
    CLOSING,
    COUNT,
    DEPTH,
    DONE,
    LAST_RANDOM,
    LEFT,
    LIMIT,
    LONGEST,
    OPEN_END,
    PLACED,
    SHARED,
    SUCCESS,
    THERE_AND_BACK,
    WALK,
    WANTED,
)

__all__ = ["CLOSED", "DIRECTED", "END", "GRAPH_WALK", "STATE_SIZE"]

END, CLOSED, DIRECTED = range(SHARED, SHARED + 3)
STATE_SIZE = SHARED + 3


def graph_walk(  # noqa: PLR0912, PLR0915  # one loop; calls would cost more than the work in it
    indptr: Array,
    indices: Array,
    into_ptr: Array,
    into: Array,
    closing_ptr: Array,
    closing: Array,
    partner: Array,
    may_end: Array,
    degrees: Array,
    height: Array,
    rules: Array,
    starts: Array,
    randoms: Array,
    lengths: Array,
    endings: Array,
    path: Array,
    visited: Array,
    onward: Array,
    tied: Array,
    state: Array,
    budget: int,
) -> int:
    """Walk from every start in turn until all are done, one succeeds, or the budget is used up.

    Parameters
    ----------
    indptr, indices : the moves that lead away from each vertex, in move order
    into_ptr, into : the moves that lead to each vertex
    closing_ptr, closing : the moves that join the end of a tour to its start
    partner, may_end : see `kernels.required`
    degrees : shape (n,), the onward moves of each vertex at first
    height : shape (n,), what the rule `roth` wants small
    rules : how ties are broken, one after the other; the order of the row decides what is left
    starts, randoms, lengths, endings, path : as for `board_walk`
    visited, onward : shape (n,), whether the walk was there; moves to vertices where it was not
    tied : shape (longest row,), scratch
    state : shape (STATE_SIZE,)
    budget : vertices placed

    Returns
    -------
    RUNNING, DONE, SUCCESS or LIMIT
    """
    count = state[COUNT]
    walk = state[WALK]
    depth = state[DEPTH]
    end = state[END]
    random = state[LAST_RANDOM]
    closed = state[CLOSED] != 0
    answer = RUNNING
    while budget > 0:
        budget -= 1
        if depth == 0:
            if walk == len(starts):
                answer = DONE
                break
            for i in range(count):
                visited[i] = 0
                onward[i] = degrees[i]
            chosen = starts[walk]
            random = randoms[walk]
        else:
            here = path[depth - 1]
            need = partner[here]
            if need >= 0 and ((depth > 1 and path[depth - 2] == need) or (depth == 1 and closed)):
                need = -1
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
            if many == 0:  # the end of this walk
                lengths[walk] = depth
                state[LONGEST] = max(state[LONGEST], depth)
                endings[walk] = 0
                start = path[0]
                need = partner[here]
                met = need < 0 or count == 1 or (depth > 1 and path[depth - 2] == need)
                met = met or (closed and need == start)
                if closed:
                    need = partner[start]
                    met = met and (need < 0 or here == need or (depth > 1 and path[1] == need))
                if depth == count and met and may_end[here] != 0:
                    ending = OPEN_END
                    for i in range(closing_ptr[here], closing_ptr[here + 1]):
                        if closing[i] == start:
                            ending = CLOSING
                    if ending == CLOSING and count == 2 and state[DIRECTED] == 0:
                        ending = THERE_AND_BACK
                    endings[walk] = ending
                    if state[WANTED] & ending:
                        answer = SUCCESS
                        break
                walk += 1
                depth = 0
                continue
            for i in range(len(rules)):
                if many == 1:
                    break
                rule = rules[i]
                kept = 0
                best = 0
                for k in range(many):
                    vertex = tied[k]
                    if rule == RANDOM:
                        random ^= (random << 13) & 0xFFFFFFFF
                        random ^= random >> 17
                        random ^= (random << 5) & 0xFFFFFFFF
                        score = random
                    elif rule == POHL:
                        score = 0
                        for j in range(indptr[vertex], indptr[vertex + 1]):
                            if visited[indices[j]] == 0:
                                score += onward[indices[j]]
                    elif rule == INDEX:
                        score = vertex
                    else:  # ROTH
                        score = height[vertex]
                    if kept == 0 or score < best:
                        best = score
                        kept = 0
                    if score == best:
                        tied[kept] = vertex
                        kept += 1
                many = kept
            chosen = tied[0]
        if state[LEFT] == 0:
            answer = LIMIT
            break
        state[LEFT] -= 1
        state[PLACED] += 1
        path[depth] = chosen
        depth += 1
        visited[chosen] = 1
        for i in range(into_ptr[chosen], into_ptr[chosen + 1]):
            onward[into[i]] -= 1
    state[WALK] = walk
    state[DEPTH] = depth
    state[LAST_RANDOM] = random
    return answer


_NUMBERS, _FLAGS, _LONG = "int32[::1]", "uint8[::1]", "int64[::1]"
GRAPH_WALK = Kernel(
    graph_walk,
    f"int64({', '.join([_NUMBERS] * 7)}, {_FLAGS}, {_NUMBERS}, {_LONG}, "
    f"{_LONG}, {_NUMBERS}, {_LONG}, {_NUMBERS}, {_FLAGS}, {_NUMBERS}, {_FLAGS}, {_NUMBERS}, "
    f"{_NUMBERS}, {_LONG}, int64)",
)
