"""Mate states of strips: every way in which a tour can cross a board with 3 or 4 rows.

A tour is built column by column. The frontier is the last two columns, since no move leads further back.
What the columns so far leave to the others is a mate state: for each square of the frontier, whether it
lacks two moves, one or none, and for each that lacks one, the square at the other end of its path. An arc
adds a column: it chooses the moves between the new column and the two before it. The paths of arcs from
the first state to the last one are the tours, one to one. Where a state occurs twice on such a path, the
columns between can be left out, or repeated.

An open tour is a closed one through one more vertex, the apex, which has a move to every square that may
be an end. With 4 rows, only the squares of the outer rows may be ends. No two of these 2n squares are a
move apart, so in the tour the other 2n, the inner squares, separate them. A tour that alternates between
outer and inner squares is impossible, since it alternates between the colours too; so both of its ends
are outer squares, and exactly one of its moves joins two inner squares.

References
----------
.. [1] Y. H. H. Kwong and D. G. Rogers, "A matrix method for counting Hamiltonian cycles on grid graphs",
   European Journal of Combinatorics 15 (1994), 277-283.
.. [2] D. E. Knuth, The Art of Computer Programming 4A (2011), section 7.1.4, where mates are tables of
   the ends of paths.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from knight_models.core.limits import Deadline

MOVES = ((-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1))
"""The moves as (row, column); a set of moves is a byte. The reverse of a move is 4 places further."""

COMPLETE = -1
"""The mate of a square that lacks no move. A square that lacks two is its own mate; of two squares
that are the ends of a path, each is the mate of the other."""

State = tuple[int, ...]
"""The mates of the squares of the frontier and of the apex; last, how many moves may still join two
inner squares."""

CLOCK_INTERVAL = 256
"""States between two looks at the clock."""


@dataclass(frozen=True, eq=False)
class StripStates:
    """The states and arcs of a strip, without those from which no tour can be completed.

    Parameters
    ----------
    rows : 3 or 4
    states : the number of states; the first one is 0, the last one is `states - 1`
    sources, targets : shape (arcs,), the states that each arc joins, sorted by source
    ends : shape (arcs,), the rows of the new column at which the tour ends, as bits
    moves : shape (3, arcs, rows), the moves that an arc chooses, as bytes of `MOVES`: those of the
        new column, of the one before it, and of the one before that
    """

    rows: int
    states: int
    sources: npt.NDArray[np.int32]
    targets: npt.NDArray[np.int32]
    ends: npt.NDArray[np.uint8]
    moves: npt.NDArray[np.uint8]

    @cached_property
    def begins(self) -> npt.NDArray[np.int64]:
        """Shape (states + 1,): where the arcs of each state begin."""
        return np.searchsorted(self.sources, np.arange(self.states + 1))


def strip_states(rows: int, closed: bool, deadline: Deadline) -> StripStates | None:
    """The states of a strip, built once; None if the time is up before.

    Parameters
    ----------
    rows : 3 or 4
    closed : True for closed tours, False for open ones
    deadline : when to stop

    >>> states = strip_states(3, True, Deadline(None))
    >>> states.states, len(states.sources)
    (160, 458)
    """
    if (rows, closed) not in _BUILT:
        built = _Builder(rows).build(closed, deadline)
        if built is None:
            return None
        _BUILT[rows, closed] = built
    return _BUILT[rows, closed]


_BUILT: dict[tuple[int, bool], StripStates] = {}


class _Arc(NamedTuple):
    source: int
    target: int
    edges: int  # the edges that it uses, as bits


LAST = -1
"""The target of an arc that completes the tour."""


class _Edge(NamedTuple):
    """An edge that the new column may add, between squares numbered as in `_Builder`."""

    first: int
    second: int
    inner: bool  # whether it joins two inner squares of 4 rows
    move: tuple[int, int, int, int] | None = None  # columns back, row, number, new row; None = to the apex


class _Builder:
    """Finds all states that a strip can reach from its first one.

    Squares are numbered through three columns, the oldest first, then the apex.
    """

    def __init__(self, rows: int) -> None:
        self._rows = rows
        self._apex = 3 * rows
        outer = (0, rows - 1)
        self._edges: list[_Edge] = []
        for back in (2, 1):
            for row in range(rows):
                for number, (down, right) in enumerate(MOVES):
                    there = row + down
                    if right == back and 0 <= there < rows:
                        inner = rows == 4 and row not in outer and there not in outer
                        move = (back, row, number, there)
                        edge = _Edge((2 - back) * rows + row, 2 * rows + there, inner, move)
                        self._edges.append(edge)
        for row in range(rows) if rows == 3 else outer:
            self._edges.append(_Edge(self._apex, 2 * rows + row, inner=False))
        # The last edge of each square of the oldest column, after which the square leaves the frontier.
        self._last_of_square = [
            edge.first < rows and after.first != edge.first
            for edge, after in zip(self._edges, [*self._edges[1:], self._edges[-1]], strict=True)
        ]

    def build(self, closed: bool, deadline: Deadline) -> StripStates | None:
        # Before the first column stand two complete ones. A closed tour does not use the apex.
        first = (COMPLETE,) * (2 * self._rows) + (COMPLETE if closed else 2 * self._rows, 1)
        numbers = {first: 0}
        arcs: list[_Arc] = []
        states = [first]
        for number, state in enumerate(states):  # the list grows meanwhile
            if number % CLOCK_INTERVAL == 0 and deadline.expired:
                return None
            for target, edges in self._columns(state):
                if target is None:
                    arcs.append(_Arc(number, LAST, edges))
                    continue
                if target not in numbers:
                    numbers[target] = len(states)
                    states.append(target)
                arcs.append(_Arc(number, numbers[target], edges))
        return self._packed(arcs)

    def _columns(self, state: State) -> Iterator[tuple[State | None, int]]:
        """Every way to add a column: the next state (None: the tour is complete), and the edges."""
        rows, apex = self._rows, self._apex
        # In a state the apex follows two columns, here three; the new squares are their own mates.
        old = [apex if mate == 2 * rows else mate for mate in state[:-1]]
        mates = [*old[:-1], *range(2 * rows, 3 * rows), old[-1]]
        for after, edges, spare in self._choices(0, mates, 0, state[-1]):
            if after is None:
                yield None, edges
                continue
            # The oldest column leaves the frontier, and the numbers of the others fall by its length.
            kept = (2 * rows if m == apex else m - rows if m != COMPLETE else m for m in after[rows:])
            yield (*kept, spare), edges

    def _choices(
        self, place: int, mates: list[int], edges: int, spare: int
    ) -> Iterator[tuple[list[int] | None, int, int]]:
        """Every choice among the edges from a place on, as mates, edges and inner moves left."""
        if place == len(self._edges):
            yield mates, edges, spare
            return
        one, two, inner, _ = self._edges[place]
        leaves = self._last_of_square[place]
        # Without the edge: a square may only leave the frontier if it lacks no move.
        if not leaves or mates[one] == COMPLETE:
            yield from self._choices(place + 1, mates, edges, spare)
        # With the edge: both squares have to lack a move.
        far_one, far_two = mates[one], mates[two]
        if COMPLETE in (far_one, far_two):
            return
        spare -= inner
        edges |= 1 << place
        if far_one == two:
            # It joins the two ends of a path: that cycle is the tour if no other square lacks a move.
            if all(mate == COMPLETE for square, mate in enumerate(mates) if square not in (one, two)):
                yield None, edges, spare
        elif spare >= 0 and not (leaves and far_one == one):
            # It joins two paths, whose other ends become mates; a square that lacked two moves is its own
            # other end, and now the end of the path.
            mates = mates.copy()
            mates[one] = mates[two] = COMPLETE
            mates[far_one], mates[far_two] = far_two, far_one
            yield from self._choices(place + 1, mates, edges, spare)

    def _packed(self, arcs: list[_Arc]) -> StripStates:
        """The arcs as arrays, without states from which no tour can be completed."""
        before: dict[int, list[int]] = {}
        for arc in arcs:
            before.setdefault(arc.target, []).append(arc.source)
        useful, todo = {LAST}, [LAST]
        while todo:
            new = {source for source in before.get(todo.pop(), ()) if source not in useful}
            useful |= new
            todo += new
        names = {old: new for new, old in enumerate([*sorted(useful - {LAST}), LAST])}
        kept = [arc for arc in arcs if arc.target in useful and arc.source in useful]
        sources = np.array([names[arc.source] for arc in kept], np.int32)
        targets = np.array([names[arc.target] for arc in kept], np.int32)
        ends, moves = self._ends_and_moves(np.array([arc.edges for arc in kept], np.int64))
        return StripStates(self._rows, len(names), sources, targets, ends, moves)

    def _ends_and_moves(
        self, chosen: npt.NDArray[np.int64]
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
        """The ends and the moves of arcs, from the edges that each uses as bits."""
        ends = np.zeros(len(chosen), np.uint8)
        moves = np.zeros((3, len(chosen), self._rows), np.uint8)
        for place, edge in enumerate(self._edges):
            used = (chosen >> place & 1).astype(np.uint8)
            if edge.move is None:
                ends |= used << (edge.second - 2 * self._rows)
            else:
                back, row, number, there = edge.move
                moves[back, :, row] |= used << number
                moves[0, :, there] |= used << (number + 4) % 8
        return ends, moves
