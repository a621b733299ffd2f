"""A path as an array of vertices that stays as it is, and a list of pieces of it, each with a sense."""

from __future__ import annotations

from knight_models.engine.kernel import Array
from knight_models.solvers.rotation.rotation_state import (
    COPIED,
    PIECE,
    PIECES,
    SWAPPED,
)

__all__ = ["after", "copy", "cut", "piece_of", "reverse", "turn"]


def piece_of(track: Array, state: Array, place: int) -> int:
    """The piece in which a place of the array lies."""
    _, _, froms, tos = track
    for j in range(state[PIECES]):
        if froms[j] <= place <= tos[j] or tos[j] <= place <= froms[j]:
            return j
    return -1


def after(track: Array, state: Array, vertex: int) -> int:
    """The vertex that follows one on the path; -1 for the tail."""
    path, position, froms, tos = track
    place = position[vertex]
    j = piece_of(track, state, place)
    next_place = place + 1 if froms[j] < tos[j] else place - 1
    if place == tos[j]:
        next_place = froms[j + 1] if j + 1 < state[PIECES] else -1
    vertex_after: int = path[next_place] if next_place >= 0 else -1
    return vertex_after


def reverse(track: Array, state: Array, low: int) -> None:
    """Turn the pieces from `low` to the last one round."""
    _, _, froms, tos = track
    high = state[PIECES] - 1
    while low <= high:
        froms[low], tos[high], tos[low], froms[high] = tos[high], froms[low], froms[high], tos[low]
        low += 1
        high -= 1


def turn(track: Array, state: Array, vertex: int) -> None:
    """Turn everything behind a vertex round: the rotation itself."""
    _, position, froms, tos = track
    place = position[vertex]
    j = piece_of(track, state, place)
    reverse(track, state, j + 1)
    if place != tos[j]:
        many = state[PIECES]
        froms[many] = tos[j]
        tos[many] = place + 1 if froms[j] < tos[j] else place - 1
        tos[j] = place
        state[PIECES] = many + 1


def cut(track: Array, state: Array, vertex: int) -> None:
    """Cut a cycle behind a vertex, so that the path ends there."""
    path, _, _, tos = track
    tail = path[tos[state[PIECES] - 1]]
    if tail != vertex:
        turn(track, state, vertex)
        reverse(track, state, 0)
        turn(track, state, tail)


def copy(track: Array, spare: Array, state: Array, most: int) -> int:
    """Go on copying the order afresh, piece by piece, at most so many vertices; how many they were."""
    path, position, froms, tos = track
    begun: int = state[COPIED]
    done = begun
    while state[PIECE] < state[PIECES] and done - begun < most:
        j = state[PIECE]
        size = min(abs(tos[j] - froms[j]) + 1, most - (done - begun))
        sense = 1 if froms[j] <= tos[j] else -1
        place = froms[j]
        for _ in range(size):
            vertex = path[place]
            spare[done] = vertex
            position[vertex] = done
            done += 1
            place += sense
        if place - sense == tos[j]:
            state[PIECE] += 1
        froms[j] = place
    state[COPIED] = done
    if state[PIECE] == state[PIECES]:
        froms[0] = 0
        tos[0] = done - 1
        state[PIECES] = 1
        state[PIECE] = 0
        state[COPIED] = -1
        state[SWAPPED] = 1 - state[SWAPPED]
    return done - begun
