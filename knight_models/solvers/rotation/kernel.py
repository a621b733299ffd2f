"""Posa's rotations (1976): lengthen a path, move its ends, and close it, without taking anything back.

Where the tail t of a path has a move to w on it, and s follows w, the path that runs to w, on to t and
from there backwards to s is a path over the same vertices that ends at s. Where the two ends are a move
apart, the path is a cycle, which can be cut anywhere.

The order is an array of vertices that stays as it is, and a list of pieces of it, each with a sense: a
rotation turns the pieces behind w round. When there are too many pieces, the order is copied afresh.
"""

from __future__ import annotations

from knight_models.engine.kernel import RUNNING, Array, Kernel
from knight_models.solvers.rotation.aiming import (
    aim,
    better,
    distance,
    drawn,
    fill_row,
    holds,
    locked,
    nearby,
    unlike,
)
from knight_models.solvers.rotation.pieces import after, copy, cut, piece_of, reverse, turn
from knight_models.solvers.rotation.rotation_state import (
    AGE,
    APART,
    CLOSED,
    COPIED,
    COUNT,
    END,
    FOUND,
    FRUITLESS,
    GAVE_UP,
    LEFT,
    LENGTH,
    LIMIT,
    OLD,
    PATIENCE,
    PIECES,
    ROTATIONS,
    SPAN,
    START,
    SWAPPED,
    TABU,
    TARGET,
)
from knight_models.solvers.rotation.tail import best_rotation, extend, way_out

__all__ = ["ROTATION"]

COPIED_AT_ONCE = 32  # vertices copied for one unit of the budget
AIMED = 32  # units of the budget for the choice of a target


def rotation(  # noqa: PLR0912, PLR0915  # one loop: what to do next with the path
    indptr: Array,
    indices: Array,
    joins_ptr: Array,
    joins: Array,
    rises: Array,
    shifts: Array,
    cells: Array,
    at: Array,
    sides: Array,
    wraps: Array,
    locks: Array,
    path: Array,
    spare: Array,
    position: Array,
    onward: Array,
    missing: Array,
    froms: Array,
    tos: Array,
    row: Array,
    beside: Array,
    tabu: Array,
    state: Array,
    budget: int,
) -> int:
    """Extend and rotate until the path is the tour asked for, it is given up, or the budget is used up.

    Parameters
    ----------
    indptr, indices : the moves as rows; empty for a plain board with two axes, whose vertices are the
        cells (holes counted)
    joins_ptr, joins : the same with the forbidden moves, by which ends are not apart either
    rises, shifts : shape (k,), what each move adds to the row and the column on such a board
    cells, at : shape (n,) the cell of each vertex, and shape (cells,) the vertex in each, -1 = none;
        empty where the numbers are the same
    sides, wraps : shape (axes,), of the board, and whether they wrap; empty for other graphs
    locks : shape (2n,), the other ends of the required moves at each vertex, -1 = none; or empty
    path, spare : shape (n,), the vertices in the order of `froms` and `tos`; room for a copy
    position : shape (cells,), where each vertex stands in `path`; below 0: see `HOLE`
    onward : shape (cells,), the unvisited neighbours of each vertex
    missing : the unvisited vertices, at first at least one place
    froms, tos : shape (k,), where each piece of the path begins and ends
    row, beside : shape (longest row,), scratch
    tabu : shape (TABU,), the last tails
    state : shape (STATE_SIZE,)
    budget : rotations, extensions and their like

    Returns
    -------
    RUNNING, FOUND, GAVE_UP or LIMIT
    """
    moves = (indptr, indices, rises, shifts, sides)
    space = (cells, at, sides, wraps)
    if state[SWAPPED] != 0:
        path, spare = spare, path
    track = (path, position, froms, tos)
    answer = RUNNING
    while budget > 0:
        budget -= 1 + state[PIECES] // 64
        if state[COPIED] >= 0 or state[PIECES] + 3 > len(froms):
            state[COPIED] = max(0, state[COPIED])
            budget -= copy(track, spare, state, COPIED_AT_ONCE * max(1, budget)) // COPIED_AT_ONCE
            if state[COPIED] < 0:
                path, spare = spare, path
                track = (path, position, froms, tos)
            continue
        head = path[froms[0]]
        tail = path[tos[state[PIECES] - 1]]
        complete = state[LENGTH] == state[COUNT]
        if onward[tail] > 0:
            if state[LEFT] == 0:
                answer = LIMIT
                break
            state[LEFT] -= 1 if state[LEFT] > 0 else 0
            extend(moves, locks, track, onward, missing, row, state)
            state[FRUITLESS] = 0
            continue
        start = state[START]
        bound = start >= 0 and head == start
        near = fill_row(moves, position, head, beside)
        cycle = state[LENGTH] > 2 and holds(beside, near, tail)
        if not complete:
            if not bound and onward[head] > 0:
                reverse(track, state, 0)
                continue
            if not bound and cycle:
                vertex = way_out(moves, locks, track, missing, row, state)
                if vertex >= 0:
                    cut(track, state, vertex)
                    continue
        elif start >= 0 and not bound:
            if tail == start or (cycle and not locked(locks, start, after(track, state, start))):
                cut(track, state, start)
                reverse(track, state, 0)
                state[FRUITLESS] = 0
                continue
        elif state[END] < 0 or tail == state[END]:
            good = state[CLOSED] == 0 or cycle
            if state[APART] != 0:
                near = fill_row((joins_ptr, joins, rises, shifts, sides), position, head, beside)
                good = not holds(beside, near, tail)
            if good:
                answer = FOUND
                break
        if state[FRUITLESS] >= state[PATIENCE] or state[LEFT] == 0:
            answer = LIMIT if state[LEFT] == 0 else GAVE_UP
            break
        target = -1
        wanted = -1
        if not complete:
            near = 0 if bound else near
            if len(sides) > 0:
                target = state[TARGET]
                fresh = target >= 0 and position[target] < 0 and state[AGE] < state[OLD]
                if not fresh or not unlike(space, state, tail, target):
                    budget -= AIMED
                    if aim(space, position, missing, state, -1 if bound else head, tail):
                        reverse(track, state, 0)
                        continue
                    target = state[TARGET]
                state[AGE] += 1
        elif start >= 0 and not bound:
            if unlike(space, state, tail, start) and not unlike(space, state, head, start):
                reverse(track, state, 0)
                continue
            target = start
            wanted = start
        elif state[CLOSED] != 0:
            target = head
            if drawn(state) & 15 == 0:
                reverse(track, state, 0)
                continue
        elif state[END] >= 0:
            target = state[END]
            wanted = target
            near = 0
        else:
            near = -near
        if (state[FRUITLESS] // state[SPAN]) % 2 == 1:
            target = -1
        goal = (target, wanted, near)
        vertex = best_rotation(moves, space, locks, track, onward, row, beside, tabu, state, goal)
        state[FRUITLESS] += 1
        if vertex >= 0:
            state[LEFT] -= 1 if state[LEFT] > 0 else 0
            turn(track, state, vertex)
            tabu[state[ROTATIONS] % TABU] = tail
            state[ROTATIONS] += 1
        elif bound:
            answer = GAVE_UP
            break
        else:
            reverse(track, state, 0)
    return answer


_NUMBERS, _LONG = "int32[::1]", "int64[::1]"
_GROUND = [*[_NUMBERS] * 4, _LONG, _LONG, _NUMBERS, _NUMBERS, _LONG, _LONG, _NUMBERS]
_PATH = [*[_NUMBERS] * 5, _LONG, _LONG, *[_NUMBERS] * 3, _LONG]
ROTATION = Kernel(
    rotation,
    f"int64({', '.join(_GROUND + _PATH)}, int64)",
    helpers=(
        drawn,
        fill_row,
        holds,
        locked,
        distance,
        unlike,
        piece_of,
        after,
        reverse,
        turn,
        cut,
        extend,
        copy,
        nearby,
        better,
        aim,
        best_rotation,
        way_out,
    ),
)
