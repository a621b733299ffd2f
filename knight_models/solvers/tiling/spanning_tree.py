"""Which tiles of a grid are joined to which: a random spanning tree, grown from one tile.

The sides of a tile are numbered: left 0, up 1, right 2, down 3; `1 << side` marks a tile as joined to
its neighbour there.

A tile is drawn from those in the tree; it takes in a neighbour that is not, or, where it has none
left, is not drawn again. Every tile is taken in once and dropped once, so that the time is linear.
"""

from __future__ import annotations

from knight_models.engine.construction import DONE, RUNNING
from knight_models.engine.kernel import Array, Kernel

__all__ = ["ACTIVE", "FIRST", "RANDOM", "STATE_SIZE", "TREE"]

FIRST = 16
"""What marks the first tile of the tree, which is joined to no other yet."""

# Places in the state array.
ACTIVE = 0  # tiles of the tree that may have neighbours outside it
RANDOM = 1  # state of the random numbers
STATE_SIZE = 2


def grow_tree(joined: Array, active: Array, columns: Array, state: Array, budget: int) -> int:
    """Take in tiles until all are in the tree, or the budget is used up.

    Parameters
    ----------
    joined : shape (tiles,), the sides at which each tile is joined; `FIRST` marks the first one
    active : shape (tiles,), the tiles that may have neighbours outside the tree
    columns : shape (1,), the columns of the grid of tiles
    state : shape (STATE_SIZE,)
    budget : tiles drawn

    Returns
    -------
    RUNNING or DONE
    """
    tiles = len(joined)
    width = columns[0]
    count = state[ACTIVE]
    random = state[RANDOM]
    while budget > 0 and count > 0:
        budget -= 1
        random ^= (random << 13) & 0xFFFFFFFF
        random ^= random >> 17
        random ^= (random << 5) & 0xFFFFFFFF
        place = ((random >> 2) * count) >> 30
        tile = active[place]
        column = tile % width
        taken = False
        for turn in range(4):
            side = (random + turn) & 3
            if side == 0:
                inside, other = column > 0, tile - 1
            elif side == 1:
                inside, other = tile >= width, tile - width
            elif side == 2:
                inside, other = column + 1 < width, tile + 1
            else:
                inside, other = tile + width < tiles, tile + width
            if inside and joined[other] == 0:
                joined[tile] |= 1 << side
                joined[other] |= 1 << (side ^ 2)
                active[count] = other
                count += 1
                taken = True
                break
        if not taken:
            count -= 1
            active[place] = active[count]
    state[ACTIVE] = count
    state[RANDOM] = random
    return DONE if count == 0 else RUNNING


TREE = Kernel(grow_tree, "int64(uint8[::1], int32[::1], int64[::1], int64[::1], int64)")
