"""What rotations ask of the ground: neighbours, distances, colours, and the missing vertex to make for."""

from __future__ import annotations

from knight_models.kernels.rotation_state import (
    AGE,
    COLOURED,
    COUNT,
    HOLE,
    LENGTH,
    LONG,
    OLD,
    RANDOM,
    SHORT,
    TARGET,
)
from knight_models.kernels.runtime import Array

__all__ = ["aim", "distance", "drawn", "fill_row", "holds", "locked", "unlike"]

NEAREST = 1024  # missing vertices among which the nearest one is looked for


def drawn(state: Array) -> int:
    """The next random number (Marsaglia's xorshift, 2003)."""
    random: int = state[RANDOM]
    random ^= (random << 13) & 0xFFFFFFFF
    random ^= random >> 17
    random ^= (random << 5) & 0xFFFFFFFF
    state[RANDOM] = random
    return random >> 3  # the lowest bits of nearby draws resemble each other


def fill_row(moves: Array, position: Array, vertex: int, row: Array) -> int:
    """Write the neighbours of a vertex into `row`; how many they are."""
    indptr, indices, rises, shifts, sides = moves
    many = 0
    if len(indptr) > 0:
        for i in range(indptr[vertex], indptr[vertex + 1]):
            row[many] = indices[i]
            many += 1
        return many
    rows, columns = sides[0], sides[1]
    top = vertex // columns
    side = vertex - top * columns
    for k in range(len(rises)):
        inside = 0 <= top + rises[k] < rows and 0 <= side + shifts[k] < columns
        if inside and position[vertex + rises[k] * columns + shifts[k]] != HOLE:
            row[many] = vertex + rises[k] * columns + shifts[k]
            many += 1
    return many


def holds(row: Array, many: int, vertex: int) -> bool:
    """Whether a vertex is one of the first `many` of a row."""
    for i in range(many):  # noqa: SIM110  # numba compiles no generator
        if row[i] == vertex:
            return True
    return False


def locked(locks: Array, vertex: int, other: int) -> bool:
    """Whether the move between two vertices is required."""
    return len(locks) > 0 and (locks[2 * vertex] == other or locks[2 * vertex + 1] == other)


def distance(space: Array, state: Array, vertex: int, other: int) -> int:
    """A lower bound of the leaps between two squares; 0 where there is no board."""
    cells, sides, wraps = space
    here, there = vertex, other
    if len(cells) > 0:
        here, there = cells[vertex], cells[other]
    total = 0
    longest = 0
    for axis in range(len(sides) - 1, -1, -1):
        side = sides[axis]
        apart = abs(here % side - there % side)
        here //= side
        there //= side
        if wraps[axis] != 0:
            apart = min(apart, side - apart)
        total += apart
        longest = max(longest, apart)
    long: int = state[LONG]
    both = state[SHORT] + long
    bound: int = max((longest + long - 1) // long, (total + both - 1) // both)
    return bound


def unlike(space: Array, state: Array, vertex: int, other: int) -> bool:
    """Whether two squares differ in colour, where moves change it; else true."""
    if state[COLOURED] == 0:
        return True
    cells, sides, _ = space
    here, there = vertex, other
    if len(cells) > 0:
        here, there = cells[vertex], cells[other]
    total = 0
    for axis in range(len(sides) - 1, -1, -1):
        total += here % sides[axis] + there % sides[axis]
        here //= sides[axis]
        there //= sides[axis]
    return total % 2 == 1


def aim(space: Array, position: Array, missing: Array, state: Array, head: int, tail: int) -> bool:
    """Choose the missing vertex that an end makes for; whether it is the head that does.

    As a rule it is the nearest one to either end (`head` is -1 where only the tail may move) whose
    colour the end can move to, since rotations leave the colour of the end as it is. If the one before
    was not reached in time, it is any.
    """
    many = state[COUNT] - state[LENGTH]
    late = state[TARGET] >= 0 and position[state[TARGET]] < 0 and state[AGE] >= state[OLD]
    first = drawn(state) % many
    state[TARGET] = -1
    nearest = 0
    turned = False
    for i in range(min(many, NEAREST)):
        vertex = missing[(first + i) % many]
        for flipped in range(2):
            end = head if flipped else tail
            if end < 0 or not unlike(space, state, end, vertex):
                continue
            away = distance(space, state, end, vertex)
            if state[TARGET] < 0 or away < nearest:
                state[TARGET] = vertex
                nearest = away
                turned = flipped == 1
        if late and state[TARGET] >= 0:
            break
    state[AGE] = 0
    state[OLD] = 16 + 2 * nearest
    return turned
