"""What the two kernels of Warnsdorff's walk share: their answers and the head of their state."""

from __future__ import annotations

__all__ = [
    "CLOSING",
    "COUNT",
    "DEPTH",
    "DONE",
    "LAST_RANDOM",
    "LEFT",
    "LIMIT",
    "LONGEST",
    "OPEN_END",
    "PLACED",
    "SHARED",
    "SUCCESS",
    "THERE_AND_BACK",
    "WALK",
    "WANTED",
]

DONE, SUCCESS, LIMIT = range(1, 4)
"""All walks are done; one is a tour as it was wanted; no square may be placed any more."""

CLOSING, OPEN_END, THERE_AND_BACK = 1, 2, 4
"""What the last square of a complete walk can be: a move away from the first one, or not; a move away,
but the only other square, so that nothing closes."""

# Places in the state array.
WALK = 0  # the walk under way
DEPTH = 1  # its squares so far
LAST_RANDOM = 2
PLACED = 3  # squares of all walks
LONGEST = 4
LEFT = 5  # squares that may still be placed; -1 = no limit
WANTED = 6  # the endings with which a complete walk ends the run; 0 = none
COUNT = 7  # squares of the board
SHARED = 8
