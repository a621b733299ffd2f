"""What the two kernels of Warnsdorff's walk share: a batch of walks, their endings and their state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from knight_models.engine.kernel import Flags, Longs, Numbers

CLOSING, OPEN_END, THERE_AND_BACK = 1, 2, 4
"""How a complete walk can end: a move away from its start; not a move away; a move away from its start,
which is the only other vertex, so that no move closes the walk."""


class Batch(NamedTuple):
    """Walks that are walked one after the other, each array of shape (walks,)."""

    starts: Numbers
    """Where each walk begins: vertices, or cells of the board."""
    randoms: Longs
    """The random state that each walk begins with."""
    lengths: Numbers
    """Filled: how many vertices each walk visits."""
    endings: Flags
    """Filled: how each walk ends if it is complete, else 0."""


@dataclass(slots=True)
class WalkState:
    """How far the walks of a batch are.

    Parameters
    ----------
    wanted : the endings with which a complete walk ends the run, added up; 0 = none
    left : vertices that may still be placed; -1 = no limit
    walk : the walk under way
    depth : its vertices so far
    random : its random state
    placed : vertices placed by all walks
    longest : vertices of the longest complete or stuck walk
    """

    wanted: int
    left: int
    walk: int = 0
    depth: int = 0
    random: int = 0
    placed: int = 0
    longest: int = 0
