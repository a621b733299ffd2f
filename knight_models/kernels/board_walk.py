"""Warnsdorff's walk on a board with two axes, one byte a square: millions of small walks, or one giant.

The board gets a border as wide as the longest step, so that a move is an addition. A byte holds the
number of onward moves of a square; `VISITED` is added once it is visited, and holes and border hold
more. A leaper with fewer than eight moves has the move to nowhere in place of the others: it leads to
the square itself, which is visited, so that it is never taken.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from knight_models.board import Board, Square
from knight_models.kernels.runtime import RUNNING, Array, Kernel
from knight_models.kernels.ties import POHL, RANDOM, ROTH
from knight_models.kernels.walk_state import (
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
    SHARED,
    SUCCESS,
    WALK,
    WANTED,
)
from knight_models.limits import require_memory

__all__ = ["BOARD_WALK", "COLUMN", "COLUMNS", "HERE", "ROW", "STOP", "SWITCH", "PaddedBoard"]

SWITCH = LIMIT + 1
"""What the walk returns at the square `state[STOP]`."""

# Further places in the state array.
HERE, SQUARE, ROW, COLUMN, ROWS, COLUMNS, STRIDE, BORDER = range(SHARED, SHARED + 8)
STOP = SHARED + 8  # the square at which to return SWITCH; -1 = none
STATE_SIZE = SHARED + 9

MOVES = 8
FREE = 32  # a byte below this is an unvisited square
VISITED = 64
MISSING = 200


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
    lengths, endings : shape (walks,), filled: squares visited; CLOSING or OPEN_END if that is all
    path : shape (squares,), the squares of the current walk
    state : shape (STATE_SIZE,)
    budget : squares placed

    Returns
    -------
    RUNNING, DONE, SUCCESS, LIMIT or SWITCH
    """
    count = state[COUNT]
    walk = state[WALK]
    depth = state[DEPTH]
    here = state[HERE]
    square = state[SQUARE]
    row = state[ROW]
    column = state[COLUMN]
    random = state[LAST_RANDOM]
    left = state[LEFT]
    stop = state[STOP]
    begun = left
    unlimited = left < 0
    if unlimited:
        left = budget + 1
        begun = left
    answer = RUNNING
    while budget > 0:
        if depth == 0:
            if walk == len(starts):
                answer = DONE
                break
            if left == 0:
                answer = LIMIT
                break
            for i in range(len(template)):
                cells[i] = template[i]
            square = starts[walk]
            row = square // state[COLUMNS]
            column = square - row * state[COLUMNS]
            here = (row + state[BORDER]) * state[STRIDE] + column + state[BORDER]
            random = randoms[walk]
        else:
            lowest_key = FREE << 3
            for k in range(MOVES):
                onward = cells[here + offsets[k]] - 1
                cells[here + offsets[k]] = onward
                lowest_key = min(lowest_key, onward << 3 | k)
            if lowest_key >= FREE << 3 or left == 0:  # the end of this walk
                if left == 0 and lowest_key < FREE << 3:
                    for k in range(MOVES):
                        cells[here + offsets[k]] += 1
                    answer = LIMIT
                    break
                lengths[walk] = depth
                state[LONGEST] = max(state[LONGEST], depth)
                endings[walk] = 0
                if depth == count:
                    ending = OPEN_END
                    for k in range(MOVES):
                        beside = 0 <= column + shifts[k] < state[COLUMNS]
                        if count > 2 and beside and square + steps[k] == starts[walk]:
                            ending = CLOSING
                    endings[walk] = ending
                    if state[WANTED] & ending:
                        answer = SUCCESS
                        break
                walk += 1
                depth = 0
                budget -= 1
                continue
            chosen = lowest_key & 7
            if len(rules) > 0:
                mask = 0
                for k in range(MOVES):
                    if cells[here + offsets[k]] == lowest_key >> 3:
                        mask |= 1 << k
                if mask & (mask - 1):
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
                                for j in range(MOVES):
                                    onward = cells[here + offsets[k] + offsets[j]]
                                    if onward < FREE:
                                        score += onward
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
                    chosen = lowest[mask]
            here += offsets[chosen]
            square += steps[chosen]
            row += rises[chosen]
            column += shifts[chosen]
        cells[here] += VISITED
        path[depth] = square
        depth += 1
        left -= 1
        budget -= 1
        if square == stop:
            answer = SWITCH
            break
    state[PLACED] += begun - left
    state[LEFT] = -1 if unlimited else left
    state[WALK] = walk
    state[DEPTH] = depth
    state[HERE] = here
    state[SQUARE] = square
    state[ROW] = row
    state[COLUMN] = column
    state[LAST_RANDOM] = random
    return answer


_NUMBERS, _BYTES, _LONG = "int32[::1]", "uint8[::1]", "int64[::1]"
BOARD_WALK = Kernel(
    board_walk,
    f"int64({_BYTES}, {_BYTES}, {_LONG}, {_LONG}, {_LONG}, {_LONG}, {_LONG}, {_LONG}, {_NUMBERS}, "
    f"{_LONG}, {_NUMBERS}, {_BYTES}, {_NUMBERS}, {_LONG}, int64)",
)


@dataclass(frozen=True, eq=False)
class PaddedBoard:
    """A board with a border, one byte a cell: onward moves; holes and border are `MISSING`.

    Parameters
    ----------
    board : two axes, no wrap
    border : its width on each side
    cells : shape (padded cells,), uint8
    """

    board: Board
    border: int
    cells: npt.NDArray[np.uint8]

    @classmethod
    def of(cls, board: Board, memory: int | None = None) -> PaddedBoard:
        """The padded form of a board with two axes that does not wrap.

        Raises
        ------
        InputError : if the bytes would not fit in memory
        """
        rows, columns = board.shape
        border = board.leap[1]
        shape = rows + 2 * border, columns + 2 * border
        require_memory(3 * shape[0] * shape[1], memory, f"the padded board of {board.shape_text}")
        there = np.zeros(shape, np.uint8)
        inner = there[border : border + rows, border : border + columns]
        inner[:] = 1
        for row, column in board.holes:
            inner[row, column] = 0
        cells = np.full(shape, MISSING, np.uint8)
        onward = cells[border : border + rows, border : border + columns]
        onward[inner == 1] = 0
        for rise, shift in board.vectors:
            top, side = border + rise, border + shift
            onward += there[top : top + rows, side : side + columns]
        return cls(board, border, cells.ravel())

    @property
    def stride(self) -> int:
        """Padded cells in a row."""
        return self.board.shape[1] + 2 * self.border

    def moves(self, vectors: tuple[Square, ...]) -> list[npt.NDArray[np.int64]]:
        """What each move adds to the padded cell, the square number, the row and the column."""
        padded = [*vectors, *[(0, 0)] * (MOVES - len(vectors))]
        rises, shifts = np.array(padded, np.int64).T.copy()
        columns = self.board.shape[1]
        return [rises * self.stride + shifts, rises * columns + shifts, rises, shifts]

    def first_state(self) -> npt.NDArray[np.int64]:
        """The state of a run that has not begun."""
        state = np.zeros(STATE_SIZE, np.int64)
        state[[LEFT, STOP]] = -1
        state[COUNT] = len(self.board)
        state[[ROWS, COLUMNS]] = self.board.shape
        state[[STRIDE, BORDER]] = self.stride, self.border
        return state
