"""The inner loop of Warnsdorff's walk on a padded board: millions of small walks, or one giant.

A leaper with fewer than eight moves has the move to nowhere in place of the others: it leads to the
square itself, which is visited, so that it is never taken.
"""

from __future__ import annotations

from typing import Any

from knight_models.engine.kernel import RUNNING, Array, Kernel, unsigned
from knight_models.engine.ties import POHL, RANDOM, ROTH
from knight_models.engine.walk.padded_board import (
    BORDER,
    COLUMNS,
    FREE,
    HERE,
    MOVES,
    ROWS,
    SQUARE,
    STOP,
    STRIDE,
    VISITED,
)
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
    SUCCESS,
    THERE_AND_BACK,
    WALK,
    WANTED,
)

__all__ = ["BOARD_WALK", "SWITCH"]

SWITCH = LIMIT + 1
"""What the walk returns at the square `state[STOP]`."""


def lowered(cells: Array, near: int, k: int) -> Any:
    """Take one from the onward moves of the square that move k leads to; its key: (moves, k)."""
    onward = unsigned(cells[near]) - unsigned(1)
    cells[near] = onward
    return onward << unsigned(3) | unsigned(k)


def board_walk(  # noqa: PLR0912, PLR0915  # one loop; calls would cost more than the work in it
    template: Array,
    cells: Array,
    offsets: Array,
    steps: Array,
    rises: Array,
    shifts: Array,
    lowest: Array,
    rules: Array,
    starts: Array,
    randoms: Array,
    lengths: Array,
    endings: Array,
    path: Array,
    state: Array,
    budget: int,
) -> int:
    """Walk from every start in turn until all are done, one succeeds, or the budget is used up.

    Parameters
    ----------
    template, cells : shape (padded cells,), the bytes of an unvisited board, and the working copy
    offsets, steps, rises, shifts : shape (8,), what a move adds to the padded cell, the square
        number (holes counted), the row and the column
    lowest : shape (256,), the place of the lowest bit of each byte
    rules : how ties are broken, one after the other; move order decides what is left
    starts, randoms : shape (walks,), where each walk begins, and its first random state
    lengths, endings : shape (walks,), filled: squares visited; how it ends if that is all
    path : shape (squares,), the squares of the current walk
    state : shape (STATE_SIZE,)
    budget : squares placed

    Returns
    -------
    RUNNING, DONE, SUCCESS, LIMIT or SWITCH
    """
    count = state[COUNT]
    walk = state[WALK]
    depth = unsigned(state[DEPTH])
    here = unsigned(state[HERE])
    square = state[SQUARE]
    random = state[LAST_RANDOM]
    stop = state[STOP]
    one, three, seven = unsigned(1), unsigned(3), unsigned(7)
    taken = unsigned(FREE << 3)
    # In a tuple of their own, since the compiler cannot tell that writing to cells leaves them alone.
    leaps = (
        unsigned(offsets[0]),
        unsigned(offsets[1]),
        unsigned(offsets[2]),
        unsigned(offsets[3]),
        unsigned(offsets[4]),
        unsigned(offsets[5]),
        unsigned(offsets[6]),
        unsigned(offsets[7]),
    )
    careful = len(rules) > 0 or stop >= 0
    answer = RUNNING
    while budget > 0:
        if depth == 0:  # the first square of a walk
            if walk == len(starts):
                answer = DONE
                break
            if state[LEFT] == 0:
                answer = LIMIT
                break
            for i in range(len(template)):
                cells[i] = template[i]
            square = starts[walk]
            row = square // state[COLUMNS]
            column = square - row * state[COLUMNS]
            here = unsigned((row + state[BORDER]) * state[STRIDE] + column + state[BORDER])
            random = randoms[walk]
            cells[here] += VISITED
            path[0] = square
            depth = one
            state[LEFT] -= 1
            state[PLACED] += 1
            budget -= 1
            if square == stop:
                answer = SWITCH
                break
        room = budget
        if 0 <= state[LEFT] < room:
            room = state[LEFT]
        begun = room
        ended = False
        while room > 0 or state[LEFT] == 0:
            left = min(lowered(cells, here + leaps[0], 0), lowered(cells, here + leaps[1], 1))
            right = min(lowered(cells, here + leaps[2], 2), lowered(cells, here + leaps[3], 3))
            key = min(left, right)
            left = min(lowered(cells, here + leaps[4], 4), lowered(cells, here + leaps[5], 5))
            right = min(lowered(cells, here + leaps[6], 6), lowered(cells, here + leaps[7], 7))
            left = min(left, right)
            key = min(key, left)
            if key >= taken:
                ended = True
                break
            if room == 0:  # no square may be placed, though one is there
                for k in range(MOVES):
                    cells[here + leaps[k]] += 1
                answer = LIMIT
                break
            chosen = key & seven
            if careful:
                fewest = key >> three
                mask = 0
                for k in range(MOVES):
                    if cells[here + leaps[k]] == fewest:
                        mask |= 1 << k
                if mask & (mask - 1):
                    row = square // state[COLUMNS]
                    column = square - row * state[COLUMNS]
                    for i in range(len(rules)):
                        rule = rules[i]
                        kept = 0
                        best = 0
                        for k in range(MOVES):
                            if (mask >> k) & 1 == 0:
                                continue
                            if rule == RANDOM:
                                random ^= (random << 13) & 0xFFFFFFFF
                                random ^= random >> 17
                                random ^= (random << 5) & 0xFFFFFFFF
                                score = random
                            elif rule == ROTH:
                                score = -rises[k] * (2 * row + 1 - state[ROWS])
                                score -= shifts[k] * (2 * column + 1 - state[COLUMNS])
                            elif rule == POHL:
                                score = 0
                                near = here + leaps[k]
                                for j in range(MOVES):
                                    beyond = int(cells[near + leaps[j]])
                                    if beyond < FREE:
                                        score += beyond
                            else:  # INDEX
                                score = steps[k]
                            if kept == 0 or score < best:
                                best = score
                                kept = 1 << k
                            elif score == best:
                                kept |= 1 << k
                        mask = kept
                        if mask & (mask - 1) == 0:
                            break
                    chosen = unsigned(lowest[mask])
                if square + steps[chosen] == stop:  # the last square of this run of the loop
                    begun -= room - 1
                    room = 1
                    answer = SWITCH
            here += unsigned(offsets[chosen])
            square += steps[chosen]
            cells[here] += VISITED
            path[depth] = square
            depth += one
            room -= 1
        budget -= begun - room
        state[PLACED] += begun - room
        if state[LEFT] > 0:
            state[LEFT] -= begun - room
        if ended:
            length = int(depth)
            lengths[walk] = length
            state[LONGEST] = max(state[LONGEST], length)
            endings[walk] = 0
            if length == count:
                ending = OPEN_END
                column = square % state[COLUMNS]
                for k in range(MOVES):
                    beside = 0 <= column + shifts[k] < state[COLUMNS]
                    if count > 1 and beside and square + steps[k] == starts[walk]:
                        ending = CLOSING if count > 2 else THERE_AND_BACK
                endings[walk] = ending
                if state[WANTED] & ending:
                    answer = SUCCESS
                    break
            walk += 1
            depth = unsigned(0)
            budget -= 1
        if answer != RUNNING:
            break
    state[WALK] = walk
    state[DEPTH] = depth
    state[HERE] = here
    state[SQUARE] = square
    state[LAST_RANDOM] = random
    return answer


_NUMBERS, _BYTES, _LONG = "int32[::1]", "uint8[::1]", "int64[::1]"
BOARD_WALK = Kernel(
    board_walk,
    f"int64({_BYTES}, {_BYTES}, {_LONG}, {_LONG}, {_LONG}, {_LONG}, {_LONG}, {_LONG}, {_NUMBERS}, "
    f"{_LONG}, {_NUMBERS}, {_BYTES}, {_NUMBERS}, {_LONG}, int64)",
    (unsigned, lowered),
)
