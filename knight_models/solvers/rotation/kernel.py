"""The rotation kernel: extend a path, rotate it, and lead its ends to where they are wanted.

The path is never shortened. It is extended from its tail while that has unvisited neighbours. At a dead
end, a rotation (Posa 1976) gives the path another tail. If the two ends are a move apart, the path is a
cycle, which may be cut anywhere, so that it can be extended from within.

On a board, rotations lead the tail to a target: an unvisited vertex, the head, or the start or end asked
for. Two things keep the search from running in circles: the last tails are tabu (tabu search, Glover
1986), and after every `span` rotations without success there are as many without a target. In a graph
without a board there is no distance, and chance chooses among the rotations.
"""

from __future__ import annotations

from typing import NamedTuple

from knight_models.engine.kernel import FOUND, GAVE_UP, LIMIT, RUNNING, Kernel, Numbers
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
from knight_models.solvers.rotation.records import RECENT, Lattice, Moves, RotationState, Scratch, Unvisited
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

COPIED_AT_ONCE = 32
"""Vertices copied by `compact` for one unit of the budget."""

TARGET_COST = 32
"""Units of the budget for the choice of a target."""

SAMPLE = 24
"""Moves of a tail that are looked at."""


class Goal(NamedTuple):
    """What makes the new tail of a rotation good."""

    target: int
    """The vertex that it should be near to; -1 = none."""
    wanted: int
    """The vertex that it had best be; -1 = none."""
    neighbours: int
    """It had best be one of the first vertices of `head_row`, as many as this; 0 = indifferent."""
    apart: bool
    """Whether it had best be none of these instead."""


def extend(
    moves: Moves,
    required: Numbers,
    path: SegmentList,
    unvisited: Unvisited,
    row: Numbers,
    state: RotationState,
) -> None:
    """Extend the path to the unvisited neighbour of its tail with the fewest onward moves (Warnsdorff)."""
    vertices, position, first, last = path.vertices, path.position, path.first, path.last
    others, onward = unvisited.vertices, unvisited.onward
    j = state.segments - 1
    tail = vertices[last[j]]
    # Choose it: a required move comes first, and ties are broken at random.
    size = fill_row(moves, position, tail, row)
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
    moved = others[state.count - length - 1]
    others[place] = moved
    position[moved] = -1 - place
    # Append it: to the last segment where that ends at the end of the array, else as a new segment.
    vertices[length] = chosen
    position[chosen] = length
    if last[j] == length - 1 and first[j] <= last[j]:
        last[j] = length
    else:
        first[j + 1] = last[j + 1] = length
        state.segments = j + 2
    size = fill_row(moves, position, chosen, row)
    for i in range(size):
        onward[row[i]] -= 1
    state.length = length + 1
    state.extensions += 1


def best_rotation(
    moves: Moves,
    board: Lattice,
    required: Numbers,
    path: SegmentList,
    unvisited: Unvisited,
    scratch: Scratch,
    state: RotationState,
    goal: Goal,
) -> int:
    """The vertex behind which to rotate; -1 if there is none.

    The first rotation is taken whose new tail has an onward move, or is one of those that the goal calls
    best. If there is none, it is the one with the lowest score: four times the distance to the target, a
    little noise, and a penalty for tabu tails. No rotation breaks a required move.
    """
    position, row = path.position, scratch.tail_row
    tail = path.vertices[path.last[state.segments - 1]]
    size = fill_row(moves, position, tail, row)
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
        # Score: noise, distance, and the penalty of the tabu memory.
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
    moves: Moves,
    required: Numbers,
    path: SegmentList,
    unvisited: Unvisited,
    row: Numbers,
    state: RotationState,
) -> int:
    """A vertex behind which to cut a cycle, next to an unvisited one drawn at random; -1 if it has none."""
    position = path.position
    vertex = unvisited.vertices[draw(state) % (state.count - state.length)]
    size = fill_row(moves, position, vertex, row)
    offset = draw(state)
    for i in range(size):
        other: int = row[(offset + i) % size]
        if position[other] >= 0 and not is_required(required, other, successor(path, state, other)):
            return other
    return -1


def next_goal(state: RotationState, head: int, neighbours: int) -> Goal:
    """What to rotate for, where the path can be neither extended nor cut, and is no answer yet.

    It takes no arrays: each one that a helper is given costs compiled code some nanoseconds.
    """
    target = wanted = -1
    apart = False
    if state.length < state.count:
        # Lead the tail to an unvisited vertex; or close the path, to cut it elsewhere.
        target = state.target
        neighbours = 0 if head == state.start else neighbours
    elif state.start >= 0 and head != state.start:
        # Lead the tail to the start; or close the path, to cut it there.
        target = wanted = state.start
    elif state.closed:
        # Lead the tail to the head; a neighbour of it closes the tour.
        target = head
    elif state.end >= 0:
        # Lead the tail to the wanted end.
        target = wanted = state.end
        neighbours = 0
    else:
        # Any tail will do that is not a move away from the head.
        apart = True
    if (state.fruitless // state.span) % 2 == 1:
        target = -1
    return Goal(target, wanted, neighbours, apart)


def rotation(  # noqa: PLR0912, PLR0915  # one loop: what to do next with the path
    moves: Moves,
    closing: Moves,
    board: Lattice,
    required: Numbers,
    path: SegmentList,
    unvisited: Unvisited,
    scratch: Scratch,
    state: RotationState,
    budget: int,
) -> int:
    """Extend and rotate until the path is the wanted tour, it is given up, or the budget is used up.

    Parameters
    ----------
    moves : the moves
    closing : the moves that join the ends of a path: forbidden ones too, for a strictly open tour
    board : see `Lattice`
    required : shape (2n,), the other ends of the required moves at each vertex, -1 = none; or empty
    path, unvisited, scratch, state : see these records
    budget : about one unit for a rotation or an extension

    Returns
    -------
    RUNNING, FOUND, GAVE_UP or LIMIT
    """
    # Fields to locals: in compiled code each access to an array of a record costs some nanoseconds.
    start, end = state.start, state.end
    if state.swapped:
        path = swap_arrays(path)
    vertices, position, first, last = path.vertices, path.position, path.first, path.last
    onward, sides = unvisited.onward, board.sides
    tail_row, head_row, recent = scratch.tail_row, scratch.head_row, scratch.recent
    reply = RUNNING
    while budget > 0:
        budget -= 1 + state.segments // 64
        # Segment list: when it is nearly full, copy the path, as much as the budget allows in one turn.
        if state.copied >= 0 or state.segments + 3 > len(first):
            state.copied = max(0, state.copied)
            budget -= compact(path, state, COPIED_AT_ONCE * max(1, budget)) // COPIED_AT_ONCE
            if state.copied < 0:
                path = swap_arrays(path)
                vertices = path.vertices
            continue
        head = vertices[first[0]]
        tail = vertices[last[state.segments - 1]]
        complete = state.length == state.count
        # Extension, as long as the tail has an onward move.
        if onward[tail] > 0:
            if state.steps_left == 0:
                reply = LIMIT
                break
            state.steps_left -= 1 if state.steps_left > 0 else 0
            extend(moves, required, path, unvisited, tail_row, state)
            state.fruitless = 0
            continue
        # What else leads on without a rotation?
        head_fixed = head == start
        neighbours = fill_row(moves, position, head, head_row)
        cycle = state.length > 2 and holds(head_row, neighbours, tail)
        if not complete:
            # The head has an onward move: read the path backwards, and extend it there.
            if not head_fixed and onward[head] > 0:
                reverse_segments(path, state, 0)
                continue
            # The path is a cycle: cut it next to an unvisited vertex, and extend it to that.
            if not head_fixed and cycle:
                vertex = way_out(moves, required, path, unvisited, tail_row, state)
                if vertex >= 0:
                    cut_cycle(path, state, vertex)
                    continue
        elif start >= 0 and not head_fixed:
            # The start is the tail, or the path is a cycle, to be cut there: make the start the head.
            if tail == start or (cycle and not is_required(required, start, successor(path, state, start))):
                cut_cycle(path, state, start)
                reverse_segments(path, state, 0)
                state.fruitless = 0
                continue
        elif end < 0 or tail == end:
            # All vertices are visited, and the ends are right: is the path a tour of the wanted kind?
            good = not state.closed or cycle
            if state.apart:
                neighbours = fill_row(closing, position, head, head_row)
                good = not holds(head_row, neighbours, tail)
            if good:
                reply = FOUND
                break
        if state.fruitless >= state.patience or state.steps_left == 0:
            reply = LIMIT if state.steps_left == 0 else GAVE_UP
            break
        # Aim: choose the end to lead somewhere, and make it the tail.
        if not complete:
            if len(sides) > 0:
                target = state.target
                fresh = target >= 0 and position[target] < 0 and state.age < state.most_age
                if not fresh or not colours_differ(board, state, tail, target):
                    budget -= TARGET_COST
                    free_head = -1 if head_fixed else head
                    if choose_target(board, position, unvisited, state, free_head, tail):
                        reverse_segments(path, state, 0)
                        continue
                state.age += 1
        elif start >= 0 and not head_fixed:
            # Only an end of the right colour can be led to the start.
            if colours_differ(board, state, tail, start) and not colours_differ(board, state, head, start):
                reverse_segments(path, state, 0)
                continue
        elif state.closed and draw(state) & 15 == 0:
            # The ends are led together by turns.
            reverse_segments(path, state, 0)
            continue
        goal = next_goal(state, head, neighbours)
        # Rotate; if the tail allows no rotation, try the head next.
        vertex = best_rotation(moves, board, required, path, unvisited, scratch, state, goal)
        state.fruitless += 1
        if vertex >= 0:
            state.steps_left -= 1 if state.steps_left > 0 else 0
            rotate_segments(path, state, vertex)
            recent[state.rotations % RECENT] = tail
            state.rotations += 1
        elif head_fixed:
            reply = GAVE_UP
            break
        else:
            reverse_segments(path, state, 0)
    return reply


ROTATION = Kernel(rotation, [*SEGMENT_HELPERS, *TARGET_HELPERS, extend, best_rotation, way_out, next_goal])
