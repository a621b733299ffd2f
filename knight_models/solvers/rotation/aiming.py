"""What rotations ask of the ground: neighbours, distances, colours, and the missing vertex to make for."""

from __future__ import annotations

from knight_models.engine.kernel import Array
from knight_models.solvers.rotation.rotation_state import (
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

__all__ = ["aim", "distance", "drawn", "fill_row", "holds", "locked", "unlike"]

SAMPLE = 1024  # missing vertices among which the nearest one is looked for
RINGS = 24  # how far around an end missing squares are looked for first, if there are more


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
    cells, _, sides, wraps = space
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
    cells, _, sides, _ = space
    here, there = vertex, other
    if len(cells) > 0:
        here, there = cells[vertex], cells[other]
    total = 0
    for axis in range(len(sides) - 1, -1, -1):
        total += here % sides[axis] + there % sides[axis]
        here //= sides[axis]
        there //= sides[axis]
    return total % 2 == 1


def nearby(space: Array, position: Array, state: Array, vertex: int) -> int:
    """A missing square close to one, which it can be reached from by its colour; -1 if there is none."""
    cells, at, sides, _ = space
    if len(sides) != 2:
        return -1
    rows, columns = sides[0], sides[1]
    here = vertex
    if len(cells) > 0:
        here = cells[vertex]
    top = here // columns
    side = here - top * columns
    for radius in range(1, RINGS):
        for row in range(max(0, top - radius), min(rows, top + radius + 1)):
            step = 1 if abs(row - top) == radius else 2 * radius
            for column in range(side - radius, side + radius + 1, step):
                if 0 <= column < columns:
                    other: int = row * columns + column
                    if len(at) > 0:
                        other = at[other]
                    missing = other >= 0 and HOLE < position[other] < 0
                    if missing and unlike(space, state, vertex, other):
                        return other
    return -1


def better(space: Array, state: Array, end: int, vertex: int) -> bool:
    """Make a missing vertex the target of an end that can reach it, if it is nearer than the one before."""
    if end < 0 or vertex < 0 or not unlike(space, state, end, vertex):
        return False
    enough = 16 + 2 * distance(space, state, end, vertex)
    if state[TARGET] >= 0 and enough >= state[OLD]:
        return False
    state[TARGET] = vertex
    state[OLD] = enough
    return True


def aim(space: Array, position: Array, missing: Array, state: Array, head: int, tail: int) -> bool:
    """Choose the missing vertex that an end makes for; whether it is the head that does.

    As a rule it is the nearest one to either end (`head` is -1 where only the tail may move) whose
    colour the end can move to, since rotations leave the colour of the end as it is. If the one before
    was not reached in time, it is any. Among many, it is one close by, or the nearest of a sample.
    """
    many = state[COUNT] - state[LENGTH]
    late = state[TARGET] >= 0 and position[state[TARGET]] < 0 and state[AGE] >= state[OLD]
    first = drawn(state) % many
    state[TARGET] = -1
    state[AGE] = 0
    turned = False
    if many > SAMPLE and not late:
        better(space, state, tail, nearby(space, position, state, tail))
        turned = head >= 0 and better(space, state, head, nearby(space, position, state, head))
    looked_at = min(many, SAMPLE) if state[TARGET] < 0 else 0
    for i in range(looked_at):
        vertex = missing[(first + i) % many]
        if better(space, state, tail, vertex):
            turned = False
        if better(space, state, head, vertex):
            turned = True
        if late and state[TARGET] >= 0:
            break
    return turned
