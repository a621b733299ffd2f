"""Tours of strips, boards with 3 or 4 rows: a random path of arcs between mate states, one arc a column.

The tour of a short strip is drawn from all that exist, each with the same probability up to rounding: an
arc is drawn in proportion to the number of ways to complete the tour behind it. The tour of a long strip
is that of a shorter one, into which random loops of `LOOP` columns are put, at a state that has loops.

The arcs give the moves of every square, a byte each; a walk along the moves gives the visiting order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from knight_models.core.limits import Deadline
from knight_models.core.problem import Kind
from knight_models.engine.kernel import DONE, RUNNING, Flags, Kernel, KernelRun, Longs, Numbers
from knight_models.solvers.tiling.strip_states import MOVES, StripStates, strip_states

Arcs = npt.NDArray[np.uint16]
Weights = npt.NDArray[np.float64]

Allowed = Callable[[int], npt.NDArray[np.bool_]]
"""For each column of a path, shape (arcs,): whether it may take each arc."""

Mark = tuple[int, int]
"""The row and the column of an end of the tour, where it is fixed."""

BYTES_PER_SQUARE = 8
"""The visiting order, the moves, and the arcs of the columns while they are put together."""

LOOP = 24
"""Columns of a loop: a multiple of the periods 1, 2 and 4 at which the states repeat."""

SHORT = 72
"""Columns without a mark below which no loops are put in."""

LOOPS = 32
"""Different loops by which a stretch of columns is lengthened."""

CHUNK = 1 << 18
"""Columns whose moves are written at a time."""

TRIES = 20
"""Tours drawn until one has ends that are not a move apart."""


def strip_order(
    shape: tuple[int, int],
    kind: Kind,
    ends: Sequence[tuple[int, int]],
    random: Random,
    deadline: Deadline,
    report: Callable[[int], None],
) -> npt.NDArray[np.int32] | None:
    """A random tour of a board whose shorter side is 3 or 4; None if it has none, or the time is up.

    Parameters
    ----------
    shape : rows and columns
    kind : open, closed or strictly open
    ends : the start, or the start and the end, where they are fixed, as (row, column)
    random : the source of the random draws
    deadline : when to stop
    report : called with the number of squares visited

    Returns
    -------
    array : shape (squares,), row-major numbers of squares in the order of the visit
    """
    wide = shape[0] < shape[1]
    rows, length = sorted(shape)
    states = strip_states(rows, kind is Kind.CLOSED, deadline)
    if states is None:
        return None
    marks: list[Mark] = [end if wide else (end[1], end[0]) for end in ends]
    drawn = _arcs_and_start(ArcPaths(states, random, deadline), length, kind, marks)
    if drawn is None:
        return None
    arcs, start = drawn
    moves = _square_moves(states, arcs, wide, deadline, report)
    if moves is None:
        return None
    down, right = (length, 1) if wide else (1, rows)
    steps = np.array([down * row + right * column for row, column in MOVES], np.int64)
    state = WalkState(here=start[0] * down + start[1] * right)
    records = [TourMoves(moves, _FIRST_MOVE, steps), np.empty(len(moves), np.int32), state]
    run = KernelRun(FOLLOW, records, len(moves), deadline)
    return np.asarray(run.order, np.int32) if run.finish(lambda: report(state.visited)) else None


def _arcs_and_start(
    paths: ArcPaths, length: int, kind: Kind, marks: Sequence[Mark]
) -> tuple[Arcs, Mark] | None:
    """The arcs of a tour, and the square of the strip at which to begin."""
    if kind is Kind.CLOSED:
        arcs = paths.draw(length, ())
        return None if arcs is None else (arcs, marks[0] if marks else (0, 0))
    for _ in range(TRIES):
        arcs = paths.draw(length, marks)
        if arcs is None:
            return None
        one, two = _ends(paths.states, arcs)
        apart = tuple(abs(here - there) for here, there in zip(one, two, strict=True))
        if kind is Kind.OPEN or sorted(apart) != [1, 2]:
            return arcs, marks[0] if marks else one if paths.random.random() < 0.5 else two
    return None


def _ends(states: StripStates, arcs: Arcs) -> list[Mark]:
    """The two ends of an open tour."""
    columns = np.flatnonzero(states.ends[arcs])
    return [
        (row, column)
        for column in columns.tolist()
        for row in range(states.rows)
        if states.ends[arcs[column]] >> row & 1
    ]


def _square_moves(
    states: StripStates, arcs: Arcs, wide: bool, deadline: Deadline, report: Callable[[int], None]
) -> npt.NDArray[np.uint8] | None:
    """The moves of the tour at each square, in the order of the squares' numbers on the board."""
    length = len(arcs)
    shape = (states.rows, length) if wide else (length, states.rows)
    board = np.empty(shape, np.uint8)
    columns: npt.NDArray[Any] = board.T if wide else board
    for begin in range(0, length, CHUNK):
        report(0)
        if deadline.expired:
            return None
        part = columns[begin : begin + CHUNK]
        part[:] = states.moves[0][arcs[begin : begin + CHUNK]]
        for back in (1, 2):  # the arcs of the two columns that follow choose moves of this one, too
            later = arcs[begin + back : begin + back + CHUNK]
            part[: len(later)] |= states.moves[back][later]
    return board.ravel()


# ---- random paths of arcs ------------------------------------------------------------------------


@dataclass(frozen=True)
class ArcPaths:
    """Random paths of arcs, each of which is a tour of a strip.

    Parameters
    ----------
    states : the mate states of the strip
    random : the source of the random draws
    deadline : when to stop
    """

    states: StripStates
    random: Random
    deadline: Deadline

    def draw(self, length: int, marks: Sequence[Mark]) -> Arcs | None:
        """The arcs of a random tour; None if there is no such tour, or the time is up.

        Parameters
        ----------
        length : columns of the strip
        marks : the ends that are fixed, at most two

        Returns
        -------
        array : shape (length,)
        """
        # Cut long gaps between the marks short, and draw a tour of that shorter strip.
        columns = sorted({column for _, column in marks})
        limits = zip([-1, *columns], [*columns, length], strict=True)
        gaps = [after - before - 1 for before, after in limits]
        short = [gap if gap < SHORT + LOOP else SHORT + (gap - SHORT) % LOOP for gap in gaps]
        places, begin = [], 0
        for gap in short[:-1]:
            places.append(begin + gap)
            begin += gap + 1
        rows = dict.fromkeys(places, 0)  # of the marks in each marked column, as bits
        for row, column in marks:
            rows[places[columns.index(column)]] |= 1 << row
        last = self.states.states - 1
        path = self._path(0, last, begin + short[-1], self._allowed(rows, len(marks)))
        if path is None or short == gaps:
            return path
        return self._lengthened(path, [*places, len(path)], gaps)

    def _allowed(self, marked: dict[int, int], marks: int) -> Allowed:
        """Which arcs each column may take, where some columns hold ends in given rows."""
        ends = self.states.ends
        anywhere = np.ones(len(ends), np.bool_)
        others = ends == 0 if marks == 2 else anywhere
        fitting = {column: (ends if marks == 2 else ends & rows) == rows for column, rows in marked.items()}
        return lambda column: fitting.get(column, others)

    def _path(self, first: int, last: int, length: int, allowed: Allowed) -> Arcs | None:
        """The arcs of a random path of this length from one state to another."""
        states = self.states
        ways = self._ways(last, length, allowed)
        if ways[0][first] == 0 or self.deadline.expired:
            return None
        path, state = np.zeros(length, np.uint16), first
        for column in range(length):
            begin, stop = states.begins[state], states.begins[state + 1]
            weights = ways[column + 1][states.targets[begin:stop]] * allowed(column)[begin:stop]
            sums = np.cumsum(weights)
            arc = int(np.searchsorted(sums, self.random.random() * sums[-1], "right"))
            path[column] = begin + arc
            state = int(states.targets[begin + arc])
        return path

    def _ways(self, last: int, length: int, allowed: Allowed) -> list[Weights]:
        """For each column, the number of ways from each state to the last one, up to a factor."""
        states = self.states
        ways = [np.zeros(states.states)]
        ways[0][last] = 1
        for column in reversed(range(length)):
            weights = ways[-1][states.targets] * allowed(column)
            counts = np.bincount(states.sources, weights, states.states)
            ways.append(counts / max(counts.max(), 1))
        return ways[::-1]

    def _lengthened(self, path: Arcs, places: Sequence[int], gaps: Sequence[int]) -> Arcs | None:
        """The path with loops put in, until the gaps before these places have the given lengths."""
        parts: list[npt.NDArray[Any]] = []
        begin = 0
        for stop, gap in zip(places, gaps, strict=True):
            missing = gap - (stop - begin)
            if missing:
                middle = list(range(begin + LOOP, stop - LOOP))
                self.random.shuffle(middle)
                for cut in middle:
                    loops = self._loops(int(self.states.sources[path[cut]]))
                    if loops is not None:
                        break
                else:
                    return None
                draws = np.random.default_rng(self.random.getrandbits(64))
                inserted = loops[draws.integers(0, LOOPS, missing // LOOP, np.uint8)].ravel()
                parts += [path[begin:cut], inserted, path[cut:stop]]
            else:
                parts.append(path[begin:stop])
            parts.append(path[stop : stop + 1])  # the marked column
            begin = stop + 1
        return np.concatenate(parts)

    def _loops(self, state: int) -> Arcs | None:
        """Shape (LOOPS, LOOP): random paths from a state back to itself; None if it has none."""
        no_end = self.states.ends == 0
        loops = []
        for _ in range(LOOPS):
            loop = self._path(state, state, LOOP, lambda column: no_end)
            if loop is None:
                return None
            loops.append(loop)
        return np.array(loops, np.uint16)


# ---- the walk along the moves --------------------------------------------------------------------


class TourMoves(NamedTuple):
    """The moves that the tour makes at each square."""

    moves: Flags
    """Shape (squares,), two moves of `MOVES` as bits, one at an end."""
    first: Longs
    """Shape (256,), the number of the first move in a byte."""
    steps: Longs
    """Shape (8,), the difference that each move makes to the number of a square."""


_FIRST_MOVE = np.array([(byte & -byte).bit_length() - 1 if byte else 0 for byte in range(256)], np.int64)


@dataclass(slots=True)
class WalkState:
    """How far the walk has come.

    Parameters
    ----------
    here : the square to visit next
    visited : squares visited
    back : the move that leads back to the square before, as a bit
    """

    here: int
    visited: int = 0
    back: int = 0


def follow(tour: TourMoves, order: Numbers, state: WalkState, budget: int) -> int:
    """Walk on along the moves of a tour, until all squares are visited or the budget is used up.

    Parameters
    ----------
    tour : its moves
    order : shape (squares,), the visiting order
    state : see `WalkState`
    budget : squares visited

    Returns
    -------
    RUNNING or DONE
    """
    moves, first, steps = tour.moves, tour.first, tour.steps
    visited, here, back = state.visited, state.here, state.back
    stop = min(len(order), visited + budget)
    while visited < stop:
        order[visited] = here
        visited += 1
        # Leave by the move that does not lead back; from the square reached, its reverse does.
        number = first[moves[here] & (255 - back)]
        here += steps[number]
        back = 1 << (number ^ 4)
    state.visited, state.here, state.back = visited, here, back
    return DONE if visited == len(order) else RUNNING


FOLLOW = Kernel(follow)
