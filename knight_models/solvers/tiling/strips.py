"""Tours of strips: the moves of every square, a byte each, and the walk along them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from knight_models.core.limits import Deadline
from knight_models.core.problem import Kind
from knight_models.engine.construction import DONE, RUNNING, finished
from knight_models.engine.kernel import Array, Kernel, KernelRun
from knight_models.solvers.tiling.strip_columns import Arcs, Mark, drawn_columns
from knight_models.solvers.tiling.strip_states import MOVES, StripStates, strip_states

__all__ = ["BYTES_PER_SQUARE", "strip_order"]

BYTES_PER_SQUARE = 8
"""The visiting order, the moves, and the arcs of the columns while they are put together."""

CHUNK = 1 << 18
"""Columns whose moves are written at a time."""

TRIES = 20
"""Tours drawn until one has ends that no move joins."""

# Places in the state array.
VISITED = 0  # squares written
HERE = 1  # the square to write next
BACK = 2  # the move that leads back to the square before, as a bit
STATE_SIZE = 3


def follow(moves: Array, first: Array, steps: Array, order: Array, state: Array, budget: int) -> int:
    """Walk on along the moves of a tour, until all squares are written or the budget is used up.

    Parameters
    ----------
    moves : shape (squares,), the moves that the tour makes at each square, as bits
    first : shape (256,), the number of the first move in a byte
    steps : shape (8,), how much each move adds to the number of a square
    order : shape (squares,), the visiting order
    state : shape (STATE_SIZE,)
    budget : squares written

    Returns
    -------
    RUNNING or DONE
    """
    visited = state[VISITED]
    here = state[HERE]
    back = state[BACK]
    stop = min(len(order), visited + budget)
    while visited < stop:
        order[visited] = here
        visited += 1
        number = first[moves[here] & (255 - back)]
        here += steps[number]
        back = 1 << (number ^ 4)
    state[VISITED] = visited
    state[HERE] = here
    state[BACK] = back
    return DONE if visited == len(order) else RUNNING


_LONG = "int64[::1]"
FOLLOW = Kernel(follow, f"int64(uint8[::1], {_LONG}, {_LONG}, int32[::1], {_LONG}, int64)")


def strip_order(
    shape: tuple[int, int],
    kind: Kind,
    ends: Sequence[tuple[int, int]],
    random: Random,
    deadline: Deadline,
    report: Callable[[int], None],
) -> npt.NDArray[np.int32] | None:
    """A random tour of a board whose shorter side is 3 or 4; None if there is none or no time.

    Parameters
    ----------
    shape : rows and columns
    kind : open, closed or strictly open
    ends : the start, or the start and the end, where they are fixed, as (row, column)
    random : where the tour is drawn from
    deadline : when to stop
    report : called with the number of squares written
    """
    wide = shape[0] < shape[1]
    rows, length = sorted(shape)
    states = strip_states(rows, kind is Kind.CLOSED, deadline)
    if states is None:
        return None
    marks: list[Mark] = [end if wide else (end[1], end[0]) for end in ends]
    drawn = _drawn(states, length, kind, marks, random, deadline)
    if drawn is None:
        return None
    arcs, first = drawn
    moves = _square_moves(states, arcs, wide, deadline, report)
    if moves is None:
        return None
    down, right = (length, 1) if wide else (1, rows)
    state = np.zeros(STATE_SIZE, np.int64)
    state[HERE] = first[0] * down + first[1] * right
    steps = np.array([down * row + right * column for row, column in MOVES], np.int64)
    arrays: list[npt.NDArray[Any]] = [moves, _FIRST, steps, np.empty(len(moves), np.int32), state]
    run = KernelRun(FOLLOW, arrays, len(moves), deadline)
    if not finished(run, deadline, report):
        return None
    return np.asarray(run[_ORDER], np.int32)


_ORDER = 3
"""The place of the visiting order among the arguments of the kernel."""

_FIRST = np.array([(byte & -byte).bit_length() - 1 if byte else 0 for byte in range(256)], np.int64)


def _drawn(
    states: StripStates,
    length: int,
    kind: Kind,
    marks: Sequence[Mark],
    random: Random,
    deadline: Deadline,
) -> tuple[Arcs, Mark] | None:
    """The arcs of a tour, and the square of the strip to begin at."""
    if kind is Kind.CLOSED:
        arcs = drawn_columns(states, length, (), random, deadline)
        return None if arcs is None else (arcs, marks[0] if marks else (0, 0))
    for _ in range(TRIES):
        arcs = drawn_columns(states, length, marks, random, deadline)
        if arcs is None:
            return None
        one, two = _ends(states, arcs)
        apart = tuple(abs(here - there) for here, there in zip(one, two, strict=True))
        if kind is Kind.OPEN or sorted(apart) != [1, 2]:
            return arcs, marks[0] if marks else one if random.random() < 0.5 else two
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
    """The moves that the tour makes at each square, in the order of their numbers on the board."""
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
        for age in (1, 2):
            later = arcs[begin + age : begin + age + CHUNK]
            part[: len(later)] |= states.moves[age][later]
    return board.ravel()
