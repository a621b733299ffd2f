"""The state of a rotation: what its kernel and the helpers of that keep in one array."""

from __future__ import annotations

__all__ = [
    "AGE",
    "APART",
    "CLOSED",
    "COLOURED",
    "COPIED",
    "COUNT",
    "END",
    "EXTENSIONS",
    "FOUND",
    "FRUITLESS",
    "GAVE_UP",
    "HOLE",
    "LEFT",
    "LENGTH",
    "LIMIT",
    "LONG",
    "OLD",
    "PATIENCE",
    "PIECE",
    "PIECES",
    "RANDOM",
    "ROTATIONS",
    "SHORT",
    "SPAN",
    "START",
    "STATE_SIZE",
    "SWAPPED",
    "TABU",
    "TARGET",
]

FOUND, GAVE_UP, LIMIT = range(1, 4)

HOLE = -(2**31)
"""The position of a hole; an unvisited vertex has -1 less its place among the missing ones."""

TABU = 8
"""How many vertices that were the tail lately are kept from being it again, where others can be."""


# Places in the state array.
COUNT, LENGTH, PIECES, RANDOM, ROTATIONS, EXTENSIONS, FRUITLESS, PATIENCE = range(8)
LEFT = 8  # squares and rotations that are still allowed; -1 = no limit
START, END = 9, 10  # where the path has to begin and to end; -1 = anywhere
CLOSED, APART = 11, 12  # whether its ends have to be a move apart, or must not be
TARGET, AGE, OLD = 13, 14, 15  # the vertex that the tail makes for; rotations for it; how many it gets
COPIED, PIECE, SWAPPED = 16, 17, 18  # of a copy under way: vertices, pieces; which array has the order
COLOURED, SHORT, LONG = 19, 20, 21  # whether moves change the colour of the square; the
# longest step along one axis, and what the longest sum of both steps adds to it
SPAN = 22  # fruitless rotations that are led to a target before as many go anywhere
STATE_SIZE = 23
