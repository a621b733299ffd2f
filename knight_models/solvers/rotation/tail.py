"""What becomes of the tail of a path: extended, turned round to another one, or freed from a cycle."""

from __future__ import annotations

from knight_models.engine.kernel import Array
from knight_models.solvers.rotation.aiming import distance, drawn, fill_row, holds, locked
from knight_models.solvers.rotation.pieces import after
from knight_models.solvers.rotation.rotation_state import (
    COUNT,
    EXTENSIONS,
    LENGTH,
    PIECES,
    TABU,
)

__all__ = ["best_rotation", "extend", "way_out"]

SAMPLE = 24  # moves of a tail that are looked at


def extend(
    moves: Array, locks: Array, track: Array, onward: Array, missing: Array, row: Array, state: Array
) -> None:
    """Go on from the tail to the unvisited neighbour with the fewest onward moves (Warnsdorff)."""
    path, position, froms, tos = track
    last = state[PIECES] - 1
    tail = path[tos[last]]
    many = fill_row(moves, position, tail, row)
    chosen = -1
    lowest = 0
    for i in range(many):
        vertex = row[i]
        if position[vertex] < 0:
            key = (onward[vertex] << 3) + (drawn(state) & 7)
            if locked(locks, tail, vertex):
                key = -1
            if chosen < 0 or key < lowest:
                chosen = vertex
                lowest = key
    length = state[LENGTH]
    place = -1 - position[chosen]
    moved = missing[state[COUNT] - length - 1]
    missing[place] = moved
    position[moved] = -1 - place
    path[length] = chosen
    position[chosen] = length
    if tos[last] == length - 1 and froms[last] <= tos[last]:
        tos[last] = length
    else:
        froms[last + 1] = tos[last + 1] = length
        state[PIECES] = last + 2
    many = fill_row(moves, position, chosen, row)
    for i in range(many):
        onward[row[i]] -= 1
    state[LENGTH] = length + 1
    state[EXTENSIONS] += 1


def best_rotation(
    moves: Array,
    space: Array,
    locks: Array,
    track: Array,
    onward: Array,
    row: Array,
    beside: Array,
    tabu: Array,
    state: Array,
    goal: Array,
) -> int:
    """The vertex behind which to turn the path round; -1 if there is none.

    `goal` says what makes a tail good at once: an onward move; being the vertex `wanted`; standing
    among the `near` first vertices of `beside`, or (near < 0) not among the -near first ones. Else
    it is the one nearest to the target, give or take a little, that was not the tail lately.
    """
    target, wanted, near = goal
    path, position, _, tos = track
    tail = path[tos[state[PIECES] - 1]]
    many = fill_row(moves, position, tail, row)
    chosen: int = -1
    lowest = 0
    for i in range(min(many, SAMPLE)):
        vertex: int = row[i] if many <= SAMPLE else row[drawn(state) % many]
        end = after(track, state, vertex) if position[vertex] >= 0 else tail
        if end == tail or end < 0 or locked(locks, vertex, end):
            continue
        if onward[end] > 0 or end == wanted or (near > 0 and holds(beside, near, end)):
            return vertex
        if near < 0 and not holds(beside, -near, end):
            return vertex
        score = drawn(state) & 7
        if target >= 0:
            score += 4 * distance(space, state, end, target)
        if holds(tabu, TABU, end):
            score += 64
        if chosen < 0 or score < lowest:
            chosen = vertex
            lowest = score
    return chosen


def way_out(moves: Array, locks: Array, track: Array, missing: Array, row: Array, state: Array) -> int:
    """A vertex of the path, now a cycle, from which a missing one can be reached; -1 if none is near."""
    _, position, _, _ = track
    vertex = missing[drawn(state) % (state[COUNT] - state[LENGTH])]
    many = fill_row(moves, position, vertex, row)
    first = drawn(state)
    for i in range(many):
        other: int = row[(first + i) % many]
        if position[other] >= 0 and not locked(locks, other, after(track, state, other)):
            return other
    return -1
