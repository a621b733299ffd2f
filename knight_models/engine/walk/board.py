"""Warnsdorff's walk over a flat board: millions of small walks, or one giant.

The board is padded: one byte per square, and around it a border as wide as the longest step, so that a
move is an addition. A byte holds the number of onward moves of a square. `VISITED` is added once it is
visited, and the bytes of holes and border are higher still, so that the lowest byte among the eight
squares a move away is the square that Warnsdorff's rule chooses.

A leaper with fewer than eight moves has the move to nowhere in place of the others: it leads to the
square itself, which is visited, so that it is never taken.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from knight_models.core.board import Board, Square
from knight_models.core.limits import require_memory
from knight_models.engine.kernel import (
    DONE,
    FOUND,
    LIMIT,
    RUNNING,
    SWITCH,
    UNKNOWN_RULE,
    Flags,
    Kernel,
    Longs,
    Numbers,
    unsigned,
)
from knight_models.engine.random import next_random
from knight_models.engine.ties import INDEX, POHL, RANDOM, ROTH
from knight_models.engine.walk.records import CLOSING, OPEN_END, THERE_AND_BACK, Batch, WalkState

BYTES_A_SQUARE = 12
"""Memory of a walk beside the padded board: the path, the tour made of it, and its verification."""

MOVES = 8
FREE = 32
"""A byte below this is an unvisited square."""
VISITED = 64
MISSING = 200

LOWEST_BIT = np.array([0] + [(mask & -mask).bit_length() - 1 for mask in range(1, 256)], np.int64)
"""Shape (256,), the place of the lowest bit of each byte."""


class Cells(NamedTuple):
    """The padded board, each array of shape (padded cells,)."""

    template: Flags
    """The bytes while no square is visited."""
    bytes: Flags
    """The bytes of the walk under way."""


class Leaps(NamedTuple):
    """What each of the eight moves adds, in move order, each array of shape (8,)."""

    cell: Longs
    """To the number of the padded cell."""
    square: Longs
    """To the number of the square (holes counted)."""
    row: Longs
    column: Longs


@dataclass(slots=True)
class BoardState(WalkState):
    """The state of walks over a board, and its measures.

    Parameters
    ----------
    rows, columns, border : of the board, and the width of its border
    here, square : the padded cell and the square where the walk stands
    stop : the square at which to return SWITCH; -1 = none
    """

    rows: int = 0
    columns: int = 0
    border: int = 0
    here: int = 0
    square: int = 0
    stop: int = -1


def lowered(cells: Flags, near: int, k: int) -> Any:
    """Take one from the onward moves of the square that move k leads to; returns its key (moves, k)."""
    onward = unsigned(cells[near]) - unsigned(1)
    cells[near] = onward
    return onward << unsigned(3) | unsigned(k)


def board_walk(  # noqa: PLR0912, PLR0915  # one loop; calls would cost more than the work in it
    board: Cells,
    leaps: Leaps,
    lowest_bit: Longs,
    rules: Longs,
    batch: Batch,
    path: Numbers,
    state: BoardState,
    budget: int,
) -> int:
    """Walk from every start in turn until all are done, one succeeds, or the budget is used up.

    Parameters
    ----------
    board, leaps, batch, state : see these records
    lowest_bit : `LOWEST_BIT`
    rules : how ties are broken, one after the other; move order decides what is left
    path : shape (squares,), the squares of the walk under way
    budget : squares placed

    Returns
    -------
    RUNNING, DONE, FOUND, LIMIT, SWITCH or UNKNOWN_RULE
    """
    # Locals in place of the fields that the inner loop reads: a field there costs a tenth of the time.
    template, cells, steps = board.template, board.bytes, leaps.square
    starts = batch.starts
    count = len(path)
    walk = state.walk
    depth = unsigned(state.depth)
    here = unsigned(state.here)
    square = state.square
    random = state.random
    stop = state.stop
    one, three, seven = unsigned(1), unsigned(3), unsigned(7)
    taken = unsigned(FREE << 3)
    # In a tuple of their own, since the compiler cannot tell that writing to cells leaves them alone.
    offsets = (
        unsigned(leaps.cell[0]),
        unsigned(leaps.cell[1]),
        unsigned(leaps.cell[2]),
        unsigned(leaps.cell[3]),
        unsigned(leaps.cell[4]),
        unsigned(leaps.cell[5]),
        unsigned(leaps.cell[6]),
        unsigned(leaps.cell[7]),
    )
    careful = len(rules) > 0 or stop >= 0
    reply = RUNNING
    while budget > 0:
        if depth == 0:
            # Begin the next walk on a board without visited squares.
            if walk == len(starts):
                reply = DONE
                break
            if state.left == 0:
                reply = LIMIT
                break
            for i in range(len(template)):
                cells[i] = template[i]
            square = starts[walk]
            row = square // state.columns
            column = square - row * state.columns
            border = state.border
            here = unsigned((row + border) * (state.columns + 2 * border) + column + border)
            random = batch.randoms[walk]
            cells[here] += VISITED
            path[0] = square
            depth = one
            state.left -= 1
            state.placed += 1
            budget -= 1
            if square == stop:
                reply = SWITCH
                break
        # Walk on for as many squares as may be placed: only one count is kept in the inner loop.
        room = budget
        if 0 <= state.left < room:
            room = state.left
        begun = room
        ended = False
        while room > 0 or state.left == 0:
            # Every square a move away has one onward move less: choose the one that has the fewest.
            left = min(lowered(cells, here + offsets[0], 0), lowered(cells, here + offsets[1], 1))
            right = min(lowered(cells, here + offsets[2], 2), lowered(cells, here + offsets[3], 3))
            key = min(left, right)
            left = min(lowered(cells, here + offsets[4], 4), lowered(cells, here + offsets[5], 5))
            right = min(lowered(cells, here + offsets[6], 6), lowered(cells, here + offsets[7], 7))
            left = min(left, right)
            key = min(key, left)
            if key >= taken:
                ended = True
                break
            if room == 0:  # no square may be placed, though one is there: restore the counts
                for k in range(MOVES):
                    cells[here + offsets[k]] += 1
                reply = LIMIT
                break
            chosen = key & seven
            if careful:
                # Which moves tie, as bits.
                fewest = key >> three
                mask = 0
                for k in range(MOVES):
                    if cells[here + offsets[k]] == fewest:
                        mask |= 1 << k
                if mask & (mask - 1):
                    # Break the tie: each rule keeps the moves with the lowest score.
                    row = square // state.columns
                    column = square - row * state.columns
                    for i in range(len(rules)):
                        rule = rules[i]
                        kept = 0
                        best = 0
                        for k in range(MOVES):
                            if (mask >> k) & 1 == 0:
                                continue
                            if rule == RANDOM:
                                random = next_random(random)
                                score = random
                            elif rule == ROTH:  # by how much the squared distance to the centre falls
                                score = -leaps.row[k] * (2 * row + 1 - state.rows)
                                score -= leaps.column[k] * (2 * column + 1 - state.columns)
                            elif rule == POHL:
                                score = 0
                                near = here + offsets[k]
                                for j in range(MOVES):
                                    beyond = int(cells[near + offsets[j]])
                                    if beyond < FREE:
                                        score += beyond
                            elif rule == INDEX:
                                score = steps[k]
                            else:
                                return UNKNOWN_RULE
                            if kept == 0 or score < best:
                                best = score
                                kept = 1 << k
                            elif score == best:
                                kept |= 1 << k
                        mask = kept
                        if mask & (mask - 1) == 0:
                            break
                    chosen = unsigned(lowest_bit[mask])
                if square + steps[chosen] == stop:  # the last square of this run of the loop
                    begun -= room - 1
                    room = 1
                    reply = SWITCH
            # Visit the chosen square.
            here += unsigned(leaps.cell[chosen])
            square += steps[chosen]
            cells[here] += VISITED
            path[depth] = square
            depth += one
            room -= 1
        budget -= begun - room
        state.placed += begun - room
        if state.left > 0:
            state.left -= begun - room
        if ended:
            # No move is left: the walk is over. Is it complete, and a tour of a kind wanted?
            length = int(depth)
            batch.lengths[walk] = length
            state.longest = max(state.longest, length)
            batch.endings[walk] = 0
            if length == count:
                ending = OPEN_END
                column = square % state.columns
                for k in range(MOVES):
                    beside = 0 <= column + leaps.column[k] < state.columns
                    if count > 1 and beside and square + steps[k] == starts[walk]:
                        ending = CLOSING if count > 2 else THERE_AND_BACK
                batch.endings[walk] = ending
                if state.wanted & ending:
                    reply = FOUND
                    break
            walk += 1
            depth = unsigned(0)
            budget -= 1
        if reply != RUNNING:
            break
    state.walk = walk
    state.depth = depth
    state.here = here
    state.square = square
    state.random = random
    return reply


BOARD_WALK = Kernel(board_walk, [unsigned, lowered, next_random])


@dataclass(frozen=True, eq=False)
class PaddedBoard:
    """A board with two axes and its border, one byte per cell.

    Parameters
    ----------
    board : two axes, no wrap, at most eight moves
    border : its width on each side
    cells : shape (padded cells,), uint8: onward moves; `MISSING` in holes and border
    """

    board: Board
    border: int
    cells: npt.NDArray[np.uint8]

    @staticmethod
    def takes(board: Board) -> bool:
        """Whether a board has a padded form: two axes, no wrap, and at most eight moves."""
        return board.ndim == 2 and not board.wrap and len(board.vectors) <= MOVES

    @classmethod
    def of(cls, board: Board, memory: int | None = None) -> PaddedBoard:
        """The padded form of a board that `takes` accepts.

        Raises
        ------
        InputError : if the bytes would not fit in memory
        """
        rows, columns = board.shape
        border = board.leap.longest_step
        shape = rows + 2 * border, columns + 2 * border
        needed = 3 * shape[0] * shape[1] + BYTES_A_SQUARE * board.cells
        require_memory(needed, memory, f"a walk over {board.shape_text}")
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

    def leaps(self, vectors: tuple[Square, ...]) -> Leaps:
        """What each move adds, in this order of the moves."""
        padded = [*vectors, *[(0, 0)] * (MOVES - len(vectors))]
        rises, shifts = np.array(padded, np.int64).T.copy()
        columns = self.board.shape[1]
        stride = columns + 2 * self.border
        return Leaps(rises * stride + shifts, rises * columns + shifts, rises, shifts)

    def records(
        self,
        vectors: tuple[Square, ...],
        rules: npt.NDArray[np.int64],
        batch: Batch,
        wanted: int,
        left: int,
    ) -> list[Any]:
        """The records of a run that has not begun; see `board_walk` and `BoardState`."""
        rows, columns = self.board.shape
        state = BoardState(wanted, left, rows=rows, columns=columns, border=self.border)
        cells = Cells(self.cells, np.empty_like(self.cells))
        path = np.empty(len(self.board), np.int32)
        return [cells, self.leaps(vectors), LOWEST_BIT, rules, batch, path, state]
