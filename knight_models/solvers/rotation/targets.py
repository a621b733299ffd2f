"""Where an end of the path is led: neighbours, distances and colours, and the choice of a target."""

from __future__ import annotations

from knight_models.engine.kernel import Numbers
from knight_models.engine.random import next_random
from knight_models.solvers.rotation.records import HOLE, Lattice, Moves, RotationState, Unvisited

SAMPLE = 1024
"""Unvisited vertices among which the nearest one is looked for."""

RINGS = 24
"""Where more vertices than a sample are unvisited, squares less than this far from an end come first."""


def draw(state: RotationState) -> int:
    """The next random number, below 2**29."""
    state.random = next_random(state.random)
    return state.random >> 3  # the lowest bits of draws one after the other resemble each other


def fill_row(moves: Moves, position: Numbers, vertex: int, row: Numbers) -> int:
    """Write the neighbours of a vertex to the beginning of `row`; returns their number."""
    size = 0
    indptr, indices = moves.indptr, moves.indices
    rises, shifts, sides = moves.rises, moves.shifts, moves.sides
    if len(indptr) > 0:
        for i in range(indptr[vertex], indptr[vertex + 1]):
            row[size] = indices[i]
            size += 1
        return size
    rows, columns = sides[0], sides[1]
    top = vertex // columns
    side = vertex - top * columns
    for k in range(len(rises)):
        inside = 0 <= top + rises[k] < rows and 0 <= side + shifts[k] < columns
        if inside and position[vertex + rises[k] * columns + shifts[k]] != HOLE:
            row[size] = vertex + rises[k] * columns + shifts[k]
            size += 1
    return size


def holds(row: Numbers, size: int, vertex: int) -> bool:
    """Whether a vertex is one of the first `size` of a row."""
    for i in range(size):  # noqa: SIM110  # numba compiles no generator
        if row[i] == vertex:
            return True
    return False


def is_required(required: Numbers, vertex: int, other: int) -> bool:
    """Whether the move between two vertices is required; `required` may be empty."""
    return len(required) > 0 and (required[2 * vertex] == other or required[2 * vertex + 1] == other)


def distance(board: Lattice, state: RotationState, vertex: int, other: int) -> int:
    """A lower bound of the leaps between two squares; 0 where there is no board."""
    cells, sides, wraps = board.cells, board.sides, board.wraps
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
    step, both = state.longest_step, state.longest_sum
    bound: int = max((longest + step - 1) // step, (total + both - 1) // both)
    return bound


def colours_differ(board: Lattice, state: RotationState, vertex: int, other: int) -> bool:
    """Whether two squares differ in colour; also true where moves need not change it."""
    if not state.coloured:
        return True
    cells, sides = board.cells, board.sides
    here, there = vertex, other
    if len(cells) > 0:
        here, there = cells[vertex], cells[other]
    total = 0
    for axis in range(len(sides) - 1, -1, -1):
        total += here % sides[axis] + there % sides[axis]
        here //= sides[axis]
        there //= sides[axis]
    return total % 2 == 1


def nearby(board: Lattice, position: Numbers, state: RotationState, end: int) -> int:
    """An unvisited square close to an end of the path and of the other colour.

    Returns -1 if there is none within `RINGS`, or the board has other than two axes.
    """
    cells, vertex_at = board.cells, board.vertex_at
    if len(board.sides) != 2:
        return -1
    rows, columns = board.sides[0], board.sides[1]
    here = end
    if len(cells) > 0:
        here = cells[end]
    top = here // columns
    side = here - top * columns
    # Ring by ring: the top and the bottom row of a ring in full, of the rows between them two squares.
    for radius in range(1, RINGS):
        for row in range(max(0, top - radius), min(rows, top + radius + 1)):
            step = 1 if abs(row - top) == radius else 2 * radius
            for column in range(side - radius, side + radius + 1, step):
                if 0 <= column < columns:
                    vertex: int = row * columns + column
                    if len(vertex_at) > 0:
                        vertex = vertex_at[vertex]
                    unvisited = vertex >= 0 and HOLE < position[vertex] < 0
                    if unvisited and colours_differ(board, state, end, vertex):
                        return vertex
    return -1


def take_nearer(board: Lattice, state: RotationState, end: int, vertex: int) -> bool:
    """Make an unvisited vertex the target if an end can get to it, and it is nearer than the one before.

    Returns whether it has become the target. Either vertex may be -1, "none".
    """
    if end < 0 or vertex < 0 or not colours_differ(board, state, end, vertex):
        return False
    most_age = 16 + 2 * distance(board, state, end, vertex)
    if state.target >= 0 and most_age >= state.most_age:
        return False
    state.target = vertex
    state.most_age = most_age
    return True


def choose_target(
    board: Lattice, position: Numbers, unvisited: Unvisited, state: RotationState, head: int, tail: int
) -> bool:
    """Choose the unvisited vertex that an end of the path is led to; returns whether it is the head's.

    As a rule it is the one nearest to either end (`head` is -1 if only the tail may be led). An end is led
    only to squares of the other colour, since rotations keep the colour of the end. If the last target
    was not reached in time, the new one is drawn at random. Among many unvisited vertices it is one close
    by, or the nearest of a sample.
    """
    missing = state.count - state.length
    late = state.target >= 0 and position[state.target] < 0 and state.age >= state.most_age
    offset = draw(state) % missing
    state.target = -1
    state.age = 0
    for_head = False
    # Many are missing: look around the ends.
    if missing > SAMPLE and not late:
        take_nearer(board, state, tail, nearby(board, position, state, tail))
        for_head = head >= 0 and take_nearer(board, state, head, nearby(board, position, state, head))
    # Few are missing, or none is around: look through a sample of them, from a random place on.
    sample = min(missing, SAMPLE) if state.target < 0 else 0
    for i in range(sample):
        vertex = unvisited.vertices[(offset + i) % missing]
        if take_nearer(board, state, tail, vertex):
            for_head = False
        if take_nearer(board, state, head, vertex):
            for_head = True
        if late and state.target >= 0:
            break
    return for_head


TARGET_HELPERS = (
    next_random,
    draw,
    fill_row,
    holds,
    is_required,
    distance,
    colours_differ,
    nearby,
    take_nearer,
    choose_target,
)
"""What the rotation kernel takes from here among its helpers."""
