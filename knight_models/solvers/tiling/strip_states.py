"""The transfer states of boards with 3 or 4 rows: every way in which a tour can cross them.

A tour is built column by column. What the columns so far leave to the rest is, for each square of the
last two columns, whether it lacks two moves, one or none, and which two of those that lack
one are the ends of the same path; this is a state. Adding a column chooses the moves between it and the two
before it; this is an arc. Paths of arcs from the first state to the last one are the tours, one to
one, and a state met twice allows to repeat, or to leave out, the columns between.

An open tour is a closed one through one more vertex, the apex, which is a move away from every square
that may be an end. With 4 rows these are the squares of the outer rows: no two of the 2n squares
in the outer rows are a move apart, so that 2n inner squares part them, and just one move of
the tour joins two inner squares, or else outer and inner squares would alternate as the colours do.

References
----------
Y. H. H. Kwong and D. G. Rogers, "A matrix method for counting Hamiltonian cycles on grid graphs",
European Journal of Combinatorics 15 (1994), 277-283.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from knight_models.core.limits import Deadline

__all__ = ["MOVES", "StripStates", "strip_states"]

MOVES = ((-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1))
"""The moves as (row, column); a set of them is a byte. The reverse of a move is 4 places on."""

FULL = -1
"""The mate of a square that lacks no move. A square that lacks two is its own mate; of two squares
that are the ends of a path, each is the mate of the other."""

State = tuple[int, ...]
"""The mates of the squares of the last two columns and of the apex; last, the inner moves left."""

LOOKS = 256
"""States after which the clock is looked at."""


@dataclass(frozen=True, eq=False)
class StripStates:
    """The states and arcs of a strip, without those that lead nowhere.

    Parameters
    ----------
    rows : 3 or 4
    states : how many there are; the first one is 0, the last one is `states - 1`
    sources, targets : shape (arcs,), sorted by source
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
    """The states of a strip with so many rows; None if the time was up.

    Parameters
    ----------
    rows : 3 or 4
    closed : for closed tours, or for open ones
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

Arc = tuple[int, int, int]
"""The number of its source, of its target (`LAST`), and its edges as bits."""

LAST = -1


class _Builder:
    """Finds all states that a strip can reach from its first one.

    Squares are numbered through the three columns in play, the oldest first, then the apex.
    """

    def __init__(self, rows: int) -> None:
        self._rows = rows
        self._apex = 3 * rows
        self._edges: list[tuple[int, int]] = []
        self._moves: list[tuple[int, int, int, int] | None] = []
        for age in (2, 1):
            for row in range(rows):
                for number, (down, right) in enumerate(MOVES):
                    if right == age and 0 <= row + down < rows:
                        self._edges.append(((2 - age) * rows + row, 2 * rows + row + down))
                        self._moves.append((age, row, number, row + down))
        outer = (0, rows - 1)
        for row in range(rows) if rows == 3 else outer:
            self._edges.append((self._apex, 2 * rows + row))
            self._moves.append(None)
        self._inner = [
            rows == 4 and first < self._apex and first % rows not in outer and second % rows not in outer
            for first, second in self._edges
        ]
        firsts = [first for first, _ in self._edges]
        self._closes = [
            first < rows and firsts[place + 1] != first for place, first in enumerate(firsts[:-1])
        ] + [False]

    def build(self, closed: bool, deadline: Deadline) -> StripStates | None:
        first = (FULL,) * (2 * self._rows) + (FULL if closed else 2 * self._rows, 1)
        numbers = {first: 0}
        arcs: list[Arc] = []
        states = [first]
        for number, state in enumerate(states):  # which grows meanwhile
            if number % LOOKS == 0 and deadline.expired:
                return None
            for target, edges in self._columns(state):
                if target is None:
                    arcs.append((number, LAST, edges))
                    continue
                if target not in numbers:
                    numbers[target] = len(states)
                    states.append(target)
                arcs.append((number, numbers[target], edges))
        return self._packed(arcs)

    def _columns(self, state: State) -> Iterator[tuple[State | None, int]]:
        """Every way to add a column: the next state (None: the tour is complete), and the edges."""
        rows, apex = self._rows, self._apex
        old = [apex if mate == 2 * rows else mate for mate in state[:-1]]
        mates = [*old[:-1], *range(2 * rows, 3 * rows), old[-1]]
        for after, edges, spare in self._chosen(0, mates, 0, state[-1]):
            if after is None:
                yield None, edges
            else:
                kept = (2 * rows if m == apex else m - rows if m != FULL else m for m in after[rows:])
                yield (*kept, spare), edges

    def _chosen(
        self, place: int, mates: list[int], edges: int, spare: int
    ) -> Iterator[tuple[list[int] | None, int, int]]:
        """Every choice among the edges from this place on, as mates, edges and inner moves left."""
        if place == len(self._edges):
            yield mates, edges, spare
            return
        one, two = self._edges[place]
        leaves = self._closes[place]  # no more moves for this square of the oldest column
        if not leaves or mates[one] == FULL:
            yield from self._chosen(place + 1, mates, edges, spare)
        far_one, far_two = mates[one], mates[two]
        if FULL in (far_one, far_two):
            return
        spare -= self._inner[place]
        edges |= 1 << place
        if far_one == two:
            if all(mate == FULL for square, mate in enumerate(mates) if square not in (one, two)):
                yield None, edges, spare
        elif spare >= 0 and not (leaves and far_one == one):
            mates = mates.copy()
            mates[one] = mates[two] = FULL
            mates[far_one], mates[far_two] = far_two, far_one
            yield from self._chosen(place + 1, mates, edges, spare)

    def _packed(self, arcs: list[Arc]) -> StripStates:
        """The arcs as arrays, without states from which no tour is completed."""
        before: dict[int, list[int]] = {}
        for source, target, _ in arcs:
            before.setdefault(target, []).append(source)
        useful, todo = {LAST}, [LAST]
        while todo:
            fresh = {source for source in before.get(todo.pop(), ()) if source not in useful}
            useful |= fresh
            todo += fresh
        names = {old: new for new, old in enumerate([*sorted(useful - {LAST}), LAST])}
        kept = [arc for arc in arcs if arc[1] in useful and arc[0] in useful]
        chosen = np.array([edges for *_, edges in kept], np.int64)
        ends, moves = self._choices(chosen)
        sources, targets = (np.array([names[arc[side]] for arc in kept], np.int32) for side in (0, 1))
        return StripStates(self._rows, len(names), sources, targets, ends, moves)

    def _choices(self, chosen: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.uint8], npt.NDArray[Any]]:
        """The ends and the moves of arcs whose edges are these bits."""
        ends = np.zeros(len(chosen), np.uint8)
        moves = np.zeros((3, len(chosen), self._rows), np.uint8)
        for place, move in enumerate(self._moves):
            used = (chosen >> place & 1).astype(np.uint8)
            if move is None:
                ends |= used << (self._edges[place][1] - 2 * self._rows)
            else:
                age, row, number, other = move
                moves[age, :, row] |= used << number
                moves[0, :, other] |= used << (number + 4) % 8
        return ends, moves
