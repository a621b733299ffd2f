"""Many tours of one problem at a time: which of them are wrong, by the definition."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from knight_models.core.problem import Kind, TourProblem
from knight_models.verifier.moves import Moves, moves_of
from knight_models.verifier.symmetry import symmetry_faults

Orders = npt.NDArray[np.int32]
Mask = npt.NDArray[np.bool_]

AT_A_TIME = 1 << 20
"""Moves that are looked up at a time."""


def wrong_orders(problem: TourProblem, orders: Orders) -> npt.NDArray[np.intp]:
    """Which orders are not tours of a problem; `faults` says what is wrong with each.

    Parameters
    ----------
    problem : a problem without given numbers
    orders : shape (k, n), vertex numbers

    Returns
    -------
    numpy.ndarray
        The numbers of the wrong rows

    >>> wrong_orders(TourProblem("3x4"), np.arange(12)[np.newaxis]).tolist()
    [0]
    """
    moves, rows = moves_of(problem), max(1, AT_A_TIME // max(1, len(problem)))
    parts = [_right(problem, moves, orders[at : at + rows]) for at in range(0, len(orders), rows)]
    return np.flatnonzero(~np.concatenate(parts)) if parts else np.zeros(0, np.intp)


def _right(problem: TourProblem, moves: Moves, orders: Orders) -> Mask:
    if orders.shape[1] != len(problem):
        return np.zeros(len(orders), np.bool_)
    right: Mask = np.all(np.sort(orders, axis=1) == np.arange(len(problem)), axis=1)
    first, last = orders[:, 0], orders[:, -1]
    if problem.start_index is not None:
        right &= first == problem.start_index
    if problem.end_index is not None:
        right &= last == problem.end_index
    right[right] = _moves_are_right(problem, moves, orders[right])
    return right


def _moves_are_right(problem: TourProblem, moves: Moves, orders: Orders) -> Mask:
    """Whether each order of all vertices makes allowed moves, the required ones among them."""
    here, there = orders[:, :-1], orders[:, 1:]
    if problem.closed:
        here, there = orders, np.roll(orders, -1, axis=1)
    right: Mask = np.all(_joined(moves, here, there), axis=1)
    if problem.kind is not Kind.OPEN and len(problem) > 1:
        closes = _joined(moves, orders[:, -1:], orders[:, :1])[:, 0]
        right &= closes if problem.closed else ~closes
    if problem.closed and len(problem) < (2 if problem.directed else 3):
        right[:] = False
    for pair in problem.required_indices:
        right &= _uses(problem, here, there, pair)
    for pair in problem.forbidden_indices:
        right &= ~_uses(problem, here, there, pair)
    if problem.symmetry is not None:
        right[right] = [not symmetry_faults(problem, order) for order in orders[right]]
    return right


def _joined(moves: Moves, here: Orders, there: Orders) -> Mask:
    joined: Mask = moves.joined(here.ravel(), there.ravel()).reshape(here.shape)
    return joined


def _uses(problem: TourProblem, here: Orders, there: Orders, pair: tuple[int, int]) -> Mask:
    """Whether each order makes a move."""
    first, second = pair
    used = (here == first) & (there == second)
    if not problem.directed:
        used |= (here == second) & (there == first)
    uses: Mask = np.any(used, axis=1)
    return uses
