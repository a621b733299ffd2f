"""Large tours that no solver made: 5x5 tours in a row, the rows joined back and forth.

A 5x5 block is toured from its corner (0, 0) to (2, 4), from where a move leads to the corner of the
block on its right; the last block of a row of blocks ends at (3, 3), from where a move leads to the top
right corner of the row below, which is toured as the mirror image.
"""

from __future__ import annotations

import numpy as np
import reference

SIDE = 5


def _block(end):
    """A tour of 5x5 from (0, 0) to this square, by brute force: the rows, and the columns, as arrays."""
    space = reference.board_space((SIDE, SIDE), (1, 2), frozenset(), ())
    path = [(0, 0)]
    assert _extend(path, {(0, 0)}, end, space)
    return np.array(path, np.int32).T


def _extend(path, visited, end, space):
    if len(path) == SIDE * SIDE:
        return path[-1] == end
    onward = [there for here, there in space.arcs if here == path[-1] and there not in visited]
    for square in sorted(
        onward, key=lambda s: sum(here == s and t not in visited for here, t in space.arcs)
    ):
        if square == end and len(path) < SIDE * SIDE - 1:
            continue
        path.append(square)
        if _extend(path, visited | {square}, end, space):
            return True
        path.pop()
    return False


def open_order(rows, columns):
    """The visiting order, shape (rows * columns,), int32, of an open tour; sides are multiples of 5."""
    pass_on, turn = _block((2, 4)), _block((3, 3))
    blocks = columns // SIDE
    begin = np.arange(blocks, dtype=np.int32) * SIDE
    down = np.tile(pass_on[0], blocks)
    across = (begin[:, None] + pass_on[1]).ravel()
    down[-SIDE * SIDE :], across[-SIDE * SIDE :] = turn[0], turn[1] + begin[-1]
    order = np.empty((rows // SIDE, SIDE * columns), np.int32)
    for number, row in enumerate(order):
        row[:] = (down + number * SIDE) * columns + (across if number % 2 == 0 else columns - 1 - across)
    return order.ravel()


def ring_order(columns):
    """The order of a closed tour of the 5 x columns board that wraps columns."""
    down, across = _block((2, 4))
    begin = np.arange(columns // SIDE, dtype=np.int32) * SIDE
    return (down * columns + begin[:, None] + across).ravel()
