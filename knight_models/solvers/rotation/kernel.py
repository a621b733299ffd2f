"""The rotation kernel: extend a path, rotate it, and lead its ends to where the tour asked for has them.

The path is never shortened. Its tail is extended while it has unvisited neighbours. At a dead end, a
rotation (Posa 1976) gives the path another tail. Where the two ends are a move apart, the path is a
cycle, which may be cut anywhere, so that it can be extended from within. Which rotation is taken is left
to chance in a graph; on a board, the tail is led to a target: an unvisited vertex, the other end, or the
start or end asked for. The last tails are tabu (tabu search, Glover 1986), and of the rotations without
success every other span goes without a target, so that the search does not circle in one place.
"""

from __future__ import annotations

from typing import NamedTuple

from knight_models.engine.kernel import FOUND, GAVE_UP, LIMIT, RUNNING, Kernel, Numbers, Rows
from knight_models.engine.rotation import (
    SEGMENT_HELPERS,
    SegmentList,
    compact,
    cut_cycle,
    reverse_segments,
    rotate_segments,
    successor,
    swap_arrays,
)
from knight_models.solvers.rotation.records import RECENT, Lattice, RotationState, Scratch, Unvisited
from knight_models.solvers.rotation.targets import (
    TARGET_HELPERS,
    choose_target,
    colours_differ,
    distance,
    draw,
    fill_row,
    holds,
    is_required,
)

__all__ = ["ROTATION"]

COPIED_AT_ONCE = 32
"""Vertices copied by `compact` for one unit of the budget."""

TARGET_COST = 32
"""Units of the budget for the choice of a target."""

SAMPLE = 24
"""Moves of a tail that are looked at."""


class Goal(NamedTuple):
    """What the next rotation is for."""

    other_end: bool
    """Whether it is up to the other end of the path: no rotation, but a reversal."""
    new_target: bool
    """Whether another unvisited vertex has become the target, which takes longer."""
    target: int
    """The vertex that the new tail should be near to; -1 = none."""
    wanted: int
    """The vertex that is good as the tail at once; -1 = none."""
    neighbours: int
    """How many vertices of `head_row` matter: a tail among them is good at once; 0 = none."""
    apart: bool
    """Whether it is a tail that is not among them."""


def extend(
    moves: Rows,
    board: Lattice,
    required: Numbers,
    path: SegmentList,
    unvisited: Unvisited,
    row: Numbers,
    state: RotationState,
) -> None:
    """Extend the path to the unvisited neighbour of its tail with the fewest onward moves (Warnsdorff)."""
    position, onward = path.position, unvisited.onward
    last = state.segments - 1
    tail = path.vertices[path.last[last]]
    # Choose it: a required move goes first, and a draw decides among equals.
    size = fill_row(moves, board, position, tail, row)
    chosen = -1
    lowest = 0
    for i in range(size):
        vertex = row[i]
        if position[vertex] < 0:
            key = (onward[vertex] << 3) + (draw(state) & 7)
            if is_required(required, tail, vertex):
                key = -1
            if chosen < 0 or key < lowest:
                chosen = vertex
                lowest = key
    # Take it from the unvisited ones: the last of them moves to its place.
    length = state.length
    place = -1 - position[chosen]
    moved = unvisited.vertices[state.count - length - 1]
    unvisited.vertices[place] = moved
    position[moved] = -1 - place
    # Append it: to the last segment where that ends at the end of the array, else as a new segment.
    path.vertices[length] = chosen
    position[chosen] = length
    if path.last[last] == length - 1 and path.first[last] <= path.last[last]:
        path.last[last] = length
    else:
        path.first[last + 1] = path.last[last + 1] = length
        state.segments = last + 2
    size = fill_row(moves, board, position, chosen, row)
    for i in range(size):
        onward[row[i]] -= 1
    state.length = length + 1
    state.extensions += 1


def best_rotation(
    moves: Rows,
    board: Lattice,
    required: Numbers,
    path: SegmentList,
    unvisited: Unvisited,
    scratch: Scratch,
    state: RotationState,
    goal: Goal,
) -> int:
    """The vertex behind which to rotate; -1 if there is none.

    The first one with a good new tail is taken: one that has onward moves, or that the goal calls good.
    If there is none, it is the one whose tail is nearest to the target, give or take a little, and not
    tabu. No required move is broken.
    """
    position, row = path.position, scratch.tail_row
    tail = path.vertices[path.last[state.segments - 1]]
    size = fill_row(moves, board, position, tail, row)
    chosen: int = -1
    lowest = 0
    for i in range(min(size, SAMPLE)):
        vertex: int = row[i] if size <= SAMPLE else row[draw(state) % size]
        new_tail = successor(path, state, vertex) if position[vertex] >= 0 else tail
        if new_tail == tail or new_tail < 0 or is_required(required, vertex, new_tail):
            continue
        if unvisited.onward[new_tail] > 0 or new_tail == goal.wanted:
            return vertex
        if goal.neighbours > 0 and holds(scratch.head_row, goal.neighbours, new_tail) != goal.apart:
            return vertex
        # The score: distance, noise, and the tabu memory.
        score = draw(state) & 7
        if goal.target >= 0:
            score += 4 * distance(board, state, new_tail, goal.target)
        if holds(scratch.recent, RECENT, new_tail):
            score += 64
        if chosen < 0 or score < lowest:
            chosen = vertex
            lowest = score
    return chosen


def way_out(
    moves: Rows,
    board: Lattice,
    required: Numbers,
    path: SegmentList,
    unvisited: Unvisited,
    row: Numbers,
    state: RotationState,
) -> int:
    """A vertex at which to cut a cycle, next to an unvisited one that is drawn; -1 if that one has none."""
    position = path.position
    vertex = unvisited.vertices[draw(state) % (state.count - state.length)]
    size = fill_row(moves, board, position, vertex, row)
    offset = draw(state)
    for i in range(size):
        other: int = row[(offset + i) % size]
        if position[other] >= 0 and not is_required(required, other, successor(path, state, other)):
            return other
    return -1


def next_goal(
    board: Lattice,
    position: Numbers,
    unvisited: Unvisited,
    state: RotationState,
    head: int,
    tail: int,
    neighbours: int,
) -> Goal:
    """What to rotate for, where the path can be neither extended nor cut, and is no answer yet."""
    other_end = new_target = apart = False
    target = wanted = -1
    head_fixed = head == state.start
    if state.length < state.count:
        # Lead an end to an unvisited vertex; or close the path, to cut it elsewhere.
        neighbours = 0 if head_fixed else neighbours
        if len(board.sides) > 0:
            target = state.target
            fresh = target >= 0 and position[target] < 0 and state.age < state.most_age
            new_target = not fresh or not colours_differ(board, state, tail, target)
            if new_target:
                free_head = -1 if head_fixed else head
                other_end = choose_target(board, position, unvisited, state, free_head, tail)
                target = state.target
            if not other_end:
                state.age += 1
    elif state.start >= 0 and not head_fixed:
        # Lead the end whose colour is right to the start; or close the path, to cut it at the start.
        target = wanted = state.start
        tail_can = colours_differ(board, state, tail, target)
        other_end = tail_can and not colours_differ(board, state, head, target)
    elif state.closed:
        # Lead the ends together, and change over from one to the other now and then.
        target = head
        other_end = draw(state) & 15 == 0
    elif state.end >= 0:
        # The head is right: lead the tail to the end asked for.
        target = wanted = state.end
        neighbours = 0
    else:
        # Any tail will do that is not a move away from the head.
        apart = True
    if (state.fruitless // state.span) % 2 == 1:
        target = -1
    return Goal(other_end, new_target, target, wanted, neighbours, apart)


def rotation(  # noqa: PLR0912, PLR0915  # one loop: what to do next with the path
    moves: Rows,
    closing: Rows,
    board: Lattice,
    required: Numbers,
    path: SegmentList,
    unvisited: Unvisited,
    scratch: Scratch,
    state: RotationState,
    budget: int,
) -> int:
    """Extend and rotate until the path is the tour asked for, it is given up, or the budget is used up.

    Parameters
    ----------
    moves : the moves as rows; empty where the board has them
    closing : the same with the forbidden moves, which join the ends of a path too
    board : see `Lattice`
    required : shape (2n,), the other ends of the required moves at each vertex, -1 = none; or empty
    path, unvisited : the vertices visited, and the others
    scratch, state : see these records
    budget : about one unit for a rotation or an extension

    Returns
    -------
    RUNNING, FOUND, GAVE_UP or LIMIT
    """
    start, end = state.start, state.end
    position, onward = path.position, unvisited.onward
    if state.swapped:
        path = swap_arrays(path)
    reply = RUNNING
    while budget > 0:
        budget -= 1 + state.segments // 64
        # Segment list: when it is nearly full, copy the path, as much as the budget allows in one turn.
        if state.copied >= 0 or state.segments + 3 > len(path.first):
            state.copied = max(0, state.copied)
            budget -= compact(path, state, COPIED_AT_ONCE * max(1, budget)) // COPIED_AT_ONCE
            if state.copied < 0:
                path = swap_arrays(path)
            continue
        head = path.vertices[path.first[0]]
        tail = path.vertices[path.last[state.segments - 1]]
        complete = state.length == state.count
        # Extension, as long as the tail has an onward move.
        if onward[tail] > 0:
            if state.steps_left == 0:
                reply = LIMIT
                break
            state.steps_left -= 1 if state.steps_left > 0 else 0
            extend(moves, board, required, path, unvisited, scratch.tail_row, state)
            state.fruitless = 0
            continue
        # What else leads on without a rotation?
        head_fixed = head == start
        neighbours = fill_row(moves, board, position, head, scratch.head_row)
        cycle = state.length > 2 and holds(scratch.head_row, neighbours, tail)
        if not complete:
            # An extension from the head: the path is read backwards.
            if not head_fixed and onward[head] > 0:
                reverse_segments(path, state, 0)
                continue
            # A cycle: cut it next to an unvisited vertex, which is the next extension.
            if not head_fixed and cycle:
                vertex = way_out(moves, board, required, path, unvisited, scratch.tail_row, state)
                if vertex >= 0:
                    cut_cycle(path, state, vertex)
                    continue
        elif start >= 0 and not head_fixed:
            # The start is the tail, or on a cycle: make it the tail, then the head.
            if tail == start or (cycle and not is_required(required, start, successor(path, state, start))):
                cut_cycle(path, state, start)
                reverse_segments(path, state, 0)
                state.fruitless = 0
                continue
        elif end < 0 or tail == end:
            # Both ends are right: are they a move apart, or not, as the kind of tour wants it?
            good = not state.closed or cycle
            if state.apart:
                neighbours = fill_row(closing, board, position, head, scratch.head_row)
                good = not holds(scratch.head_row, neighbours, tail)
            if good:
                reply = FOUND
                break
        if state.fruitless >= state.patience or state.steps_left == 0:
            reply = LIMIT if state.steps_left == 0 else GAVE_UP
            break
        # Aim: choose what the rotation is for.
        goal = next_goal(board, position, unvisited, state, head, tail, neighbours)
        if goal.new_target:
            budget -= TARGET_COST
        if goal.other_end:
            reverse_segments(path, state, 0)
            continue
        # Rotation, or, where the tail allows none, one from the other end next time.
        vertex = best_rotation(moves, board, required, path, unvisited, scratch, state, goal)
        state.fruitless += 1
        if vertex >= 0:
            state.steps_left -= 1 if state.steps_left > 0 else 0
            rotate_segments(path, state, vertex)
            scratch.recent[state.rotations % RECENT] = tail
            state.rotations += 1
        elif head_fixed:
            reply = GAVE_UP
            break
        else:
            reverse_segments(path, state, 0)
    return reply


ROTATION = Kernel(rotation, [*SEGMENT_HELPERS, *TARGET_HELPERS, extend, best_rotation, way_out, next_goal])
