"""The inner loop of Warnsdorff's walk: go on to the vertex with the fewest onward moves."""

from __future__ import annotations

from knight_models.kernels.runtime import Array, Kernel

__all__ = ["DEPTH", "END", "ENDED", "MOST", "RANDOM", "RUNNING", "STATE_SIZE", "WALK"]

RUNNING, ENDED = range(2)

# Places in the state array.
DEPTH = 0  # vertices on the walk; the first one is placed by the caller
END = 1  # the vertex to end at; -1 = any
MOST = 2  # how long the walk may become
RANDOM = 3  # state of the random numbers that break ties; 0 = ties go to the first in the row
LOOSE = 4  # whether the required move of the first vertex may close the tour instead
STATE_SIZE = 5


def walk(
    indptr: Array,
    indices: Array,
    into_ptr: Array,
    into: Array,
    partner: Array,
    path: Array,
    visited: Array,
    onward: Array,
    state: Array,
    budget: int,
) -> int:
    """Walk on until a dead end, the last vertex, or the end of the budget.

    Parameters
    ----------
    indptr, indices, into_ptr, into, partner, path, visited, onward : as for `search`
    state : shape (STATE_SIZE,)
    budget : vertices placed

    Returns
    -------
    RUNNING or ENDED
    """
    count = len(path)
    depth = state[DEPTH]
    end = state[END]
    most = state[MOST]
    random = state[RANDOM]
    here = path[depth - 1]
    answer = RUNNING
    while budget > 0:
        budget -= 1
        if depth >= most:
            answer = ENDED
            break
        need = partner[here]
        if need >= 0 and ((depth > 1 and path[depth - 2] == need) or (depth == 1 and state[LOOSE] != 0)):
            need = -1
        chosen = -1
        fewest = count + 1
        alike = 0
        for i in range(indptr[here], indptr[here + 1]):
            vertex = indices[i]
            if visited[vertex] != 0 or (need >= 0 and vertex != need):
                continue
            if vertex == end and depth + 1 < count:
                continue
            if onward[vertex] < fewest:
                fewest = onward[vertex]
                chosen = vertex
                alike = 1
            elif random != 0 and onward[vertex] == fewest:
                alike += 1  # each of the equals is kept with the same chance
                random ^= (random << 13) & 0xFFFFFFFF
                random ^= random >> 17
                random ^= (random << 5) & 0xFFFFFFFF
                if (random * alike) >> 32 == 0:
                    chosen = vertex
        if chosen < 0:
            answer = ENDED
            break
        here = chosen
        path[depth] = chosen
        depth += 1
        visited[chosen] = 1
        for i in range(into_ptr[chosen], into_ptr[chosen + 1]):
            onward[into[i]] -= 1
    state[DEPTH] = depth
    state[RANDOM] = random
    return answer


_NUMBERS, _FLAGS, _LONG = "int32[::1]", "uint8[::1]", "int64[::1]"
WALK = Kernel(
    walk,
    f"int64({_NUMBERS}, {_NUMBERS}, {_NUMBERS}, {_NUMBERS}, {_NUMBERS}, {_NUMBERS}, {_FLAGS}, "
    f"{_NUMBERS}, {_LONG}, int64)",
)
