"""The records of the rotation kernel: what it is given, what it works on, and how far it is.

Vertices are called by the numbers of the kernel. On a flat board without wraps and further conditions
these are the cells, holes counted, and moves are worked out where they are needed; anywhere else they are
the vertex numbers of the problem, and moves are rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from knight_models.engine.kernel import Flags, Longs, Numbers
from knight_models.engine.rotation import SegmentState

HOLE = -(2**31)
"""The position of a hole. That of an unvisited vertex is -1 less its place in `Unvisited.vertices`."""

RECENT = 8
"""How many of the last tails are tabu: they become the tail again only if nothing else can."""


class Moves(NamedTuple):
    """The moves: as compressed rows, or, where those are empty, as leaps on a flat board."""

    indptr: Numbers
    """Shape (n + 1,), or empty; the neighbours of vertex v are `indices[indptr[v]:indptr[v + 1]]`."""
    indices: Numbers
    """Shape (m,)."""
    rises: Longs
    """Shape (leaps,), what each leap adds to the row."""
    shifts: Longs
    """Shape (leaps,), what each leap adds to the column."""
    sides: Longs
    """Shape (2,), the rows and columns of the board."""


class Lattice(NamedTuple):
    """The board that the vertices are squares of; every array is empty where there is none."""

    sides: Longs
    """Shape (axes,), the lengths of the axes."""
    wraps: Flags
    """Shape (axes,), whether each axis wraps."""
    cells: Numbers
    """Shape (n,), the cell of each vertex; empty where the numbers are the same."""
    vertex_at: Numbers
    """Shape (cells,), the vertex in each cell, -1 in a hole; empty where the numbers are the same."""


class Unvisited(NamedTuple):
    """The vertices that are not on the path."""

    vertices: Numbers
    """Shape (at least 1,), in no order; the first `count - length` of them are valid."""
    onward: Numbers
    """Shape (vertex numbers,), how many unvisited neighbours each vertex has, visited or not."""


class Scratch(NamedTuple):
    """Rows of neighbours, and the memory for the tails."""

    tail_row: Numbers
    """Shape (longest row,), the neighbours of the tail, or of another vertex under work."""
    head_row: Numbers
    """Shape (longest row,), the neighbours of the head."""
    recent: Numbers
    """Shape (RECENT,), the last tails, -1 at first."""


@dataclass(slots=True, kw_only=True)
class RotationState(SegmentState):
    """The question, and how far the search for its answer is; -1 stands for "none" and "no limit".

    Parameters
    ----------
    count : vertices of the graph
    length : vertices on the path
    start, end : the vertices that the path has to begin and to end at
    closed : whether the ends have to be a move apart
    apart : whether the ends must not be a move apart
    steps_left : extensions and rotations that are still allowed
    patience : fruitless rotations, one after the other, after which to give up
    span : fruitless rotations that are led to a target before as many are led nowhere
    coloured : whether every move leads to a square of the other colour
    longest_step, longest_sum : the most that a leap adds to one coordinate, and to all of them together
    random : the random state
    rotations, extensions : how many there have been
    fruitless : rotations since the last success
    target : the unvisited vertex that the tail is led to
    age : rotations for the sake of this target
    most_age : rotations that it is allowed
    """

    count: int
    length: int
    start: int
    end: int
    closed: bool
    apart: bool
    steps_left: int
    patience: int
    span: int
    coloured: bool
    longest_step: int
    longest_sum: int
    random: int
    rotations: int = 0
    extensions: int = 0
    fruitless: int = 0
    target: int = -1
    age: int = 0
    most_age: int = 0
