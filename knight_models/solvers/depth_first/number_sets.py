"""Sets of numbers as bits: those that each vertex may carry, for the search with given numbers.

A set takes several words of 64 bits; numbers count from 0. `can` holds the sets of all vertices, one
after the other. A buffer of one set says how many words there are.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from knight_models.core.limits import Deadline
from knight_models.core.problem import TourProblem
from knight_models.engine.kernel import Rows, Words, unsigned
from knight_models.engine.moves import Adjacency
from knight_models.engine.required import Constrained
from knight_models.engine.sorting import look_at

BETWEEN_LOOKS = 500
"""Rows between two looks at the clock."""

WORD = 64
"""Bits in a word."""

Sets = npt.NDArray[np.bool_]


def only_number(vertex: int, words: int, can: Words) -> int:
    """The number of a vertex that has exactly one number left; otherwise -1."""
    one = unsigned(1)
    number = -1
    for w in range(words):
        bits = can[vertex * words + w]
        if bits != 0:
            if number >= 0 or bits & (bits - one) != 0:
                return -1
            number = w * WORD
            while bits != one:
                bits >>= one
                number += 1
    return number


def confine(vertex: int, can: Words, mask: Words) -> bool:
    """Leave a vertex only the numbers of a mask; returns whether it loses one."""
    words = len(mask)
    changed = False
    for w in range(words):
        old = can[vertex * words + w]
        if old & mask[w] != old:
            can[vertex * words + w] = old & mask[w]
            changed = True
    return changed


def meet(vertex: int, can: Words, mask: Words) -> bool:
    """Whether a vertex may carry a number of a mask."""
    words = len(mask)
    found = False
    for w in range(words):
        found = found or can[vertex * words + w] & mask[w] != 0
    return found


def all_around(vertex: int, moves: Rows, can: Words, out: Words) -> None:
    """Write to `out` the numbers that any vertex in the row of this one may carry."""
    words = len(out)
    for w in range(words):
        found = unsigned(0)
        for i in range(moves.indptr[vertex], moves.indptr[vertex + 1]):
            found |= can[moves.indices[i] * words + w]
        out[w] = found


def beside(
    bits: Words, begin: int, count: int, after: bool, before: bool, closed: bool, out: Words
) -> None:
    """Write to `out` the numbers right after those of the set at `begin`, right before them, or both.

    Parameters
    ----------
    bits, begin : sets, and the first word of the one meant
    count : how many numbers there are; in a closed tour the first comes after the last
    """
    one, most, full = unsigned(1), unsigned(WORD - 1), unsigned(2**WORD - 1)
    words = len(out)
    last = unsigned((count - 1) % WORD)
    for w in range(words):
        here = bits[begin + w]
        found = unsigned(0)
        if after:
            found |= (here << one) & full
            if w > 0:
                found |= bits[begin + w - 1] >> most
            elif closed:
                found |= (bits[begin + words - 1] >> last) & one
        if before:
            found |= here >> one
            if w + 1 < words:
                found |= (bits[begin + w + 1] << most) & full
            elif closed:
                found |= (bits[begin] & one) << last
        out[w] = found


def first_sets(
    problem: TourProblem, rows: Adjacency, task: Constrained, deadline: Deadline
) -> npt.NDArray[np.uint64]:
    """The numbers that each vertex may carry at first, by its distances to the given numbers.

    Parameters
    ----------
    problem : the question, with given numbers
    rows : its moves
    task : where a tour may start and end
    deadline : when to stop

    Returns
    -------
    shape (n, words)

    Raises
    ------
    TimeoutError : if the deadline passes
    """
    fits = _given_numbers(problem, task, deadline)
    _sweep(fits, rows.sources, rows.indices, deadline)
    _sweep(fits[::-1], rows.indices, rows.sources, deadline)
    return _as_words(fits.T, deadline)


def _given_numbers(problem: TourProblem, task: Constrained, deadline: Deadline) -> Sets:
    """Shape (numbers, vertices): the given number where one is given, all others elsewhere."""
    count = len(problem)
    fits = np.ones((count, count), np.bool_)
    if not problem.closed:
        fits[0], fits[-1] = task.may_start, task.may_end
    first = [] if problem.start_index is None else [(problem.start_index, 1)]
    for place, (vertex, number) in enumerate([*problem.given_indices.items(), *first]):
        if place % BETWEEN_LOOKS == 0:
            look_at(deadline)
        alone = bool(fits[number - 1, vertex])
        fits[number - 1] = fits[:, vertex] = False
        fits[number - 1, vertex] = alone
    return fits


def _sweep(fits: Sets, sources: npt.NDArray[Any], targets: npt.NDArray[Any], deadline: Deadline) -> None:
    """Leave each number only the vertices that can be reached from those of the number before."""
    for number in range(1, len(fits)):
        look_at(deadline)
        reached = np.zeros(len(fits), np.bool_)
        reached[targets[fits[number - 1][sources]]] = True
        fits[number] &= reached


def _as_words(fits: Sets, deadline: Deadline) -> npt.NDArray[np.uint64]:
    """Rows of flags as words of 64 bits, the first flag in the lowest bit."""
    count = fits.shape[1]
    words = -(-count // WORD)
    found = np.empty((len(fits), words), np.uint64)
    for begin in range(0, len(fits), BETWEEN_LOOKS):
        look_at(deadline)
        rows = fits[begin : begin + BETWEEN_LOOKS]
        padded = np.zeros((len(rows), words * WORD), np.bool_)
        padded[:, :count] = rows
        found[begin : begin + len(rows)] = np.packbits(padded, axis=1, bitorder="little").view("<u8")
    return found
