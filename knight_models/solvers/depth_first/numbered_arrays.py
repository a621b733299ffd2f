"""What the search with given numbers works on: the numbers that every square may carry at first."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from knight_models.core.limits import Deadline, require_memory
from knight_models.core.problem import TourProblem
from knight_models.engine.kernel import KernelRun
from knight_models.engine.moves import Adjacency
from knight_models.engine.required import Constrained
from knight_models.solvers.depth_first import number_rules, numbered
from knight_models.solvers.depth_first.number_sets import WORD
from knight_models.solvers.depth_first.search import STATE_SIZE

__all__ = ["make_room", "numbered_arrays"]

FIRST_CHOICES = 16
"""Rows for choices at first."""

Flags = npt.NDArray[np.bool_]


def numbered_arrays(
    problem: TourProblem,
    rows: Adjacency,
    task: Constrained,
    state: npt.NDArray[np.int64],
    memory: int | None,
    deadline: Deadline,
) -> list[npt.NDArray[Any]]:
    """The arguments of the kernel.

    Parameters
    ----------
    problem : the question, with given numbers
    rows : its moves, sorted by the rule for ties
    task : its required moves and ends
    state : as for `search`
    memory : bytes allowed; None = the memory of the machine
    deadline : when to stop looking for numbers that cannot be reached, which the kernel does too

    Raises
    ------
    InputError : if the arrays, which grow with the square of the vertices, would not fit in memory
    """
    count = len(problem)
    require_memory(2 * count * count + FIRST_CHOICES * count * count // 8, memory, f"the {problem}")
    fits = _first_numbers(problem, task)
    _sweep(fits, rows.sources, rows.indices, deadline)
    _sweep(fits[::-1], rows.indices, rows.sources, deadline)
    can = _as_words(fits.T)
    state = np.append(state, np.zeros(number_rules.NUMBERED_STATE_SIZE - STATE_SIZE, np.int64))
    state[number_rules.WAITING] = count
    into, words = rows.reverse, can.shape[1]
    moves = [rows.indptr, rows.indices, into.indptr, into.indices]
    closing = [task.closing.indptr, task.closing.indices]
    path, square, order = (np.full(count, value, np.int32) for value in (0, -1, 0))
    queue, waits = np.arange(count, dtype=np.int32), np.ones(count, np.uint8)
    work: list[npt.NDArray[Any]] = [np.zeros(words, np.uint64), np.zeros(words, np.uint64)]
    work += [np.zeros(FIRST_CHOICES * can.size, np.uint64), np.zeros(FIRST_CHOICES * 3, np.int32)]
    arrays: list[npt.NDArray[Any]] = [
        *moves,
        *closing,
        task.partner,
        path,
        can.ravel(),
        square,
        queue,
        waits,
        order,
    ]
    return [*arrays, *work, state]


def make_room(run: KernelRun, memory: int | None) -> None:
    """Give the search rows for twice as many choices.

    Raises
    ------
    InputError : if they would not fit in memory
    """
    for argument, kind in ((numbered.SAVED, np.uint64), (numbered.LEVELS, np.int32)):
        old = np.array(run[argument], kind)
        require_memory(2 * old.nbytes, memory, "a search with so many numbers to choose")
        run.replace(argument, np.concatenate((old, np.zeros_like(old))))


def _first_numbers(problem: TourProblem, task: Constrained) -> Flags:
    """Shape (numbers, vertices): the given numbers where they are given, all others elsewhere."""
    count = len(problem)
    fits = np.ones((count, count), np.bool_)
    if not problem.closed:
        fits[0], fits[-1] = task.may_start, task.may_end
    first = [] if problem.start_index is None else [(problem.start_index, 1)]
    for vertex, number in [*problem.given_indices.items(), *first]:
        alone = bool(fits[number - 1, vertex])
        fits[number - 1] = fits[:, vertex] = False
        fits[number - 1, vertex] = alone
    return fits


def _sweep(fits: Flags, sources: npt.NDArray[Any], targets: npt.NDArray[Any], deadline: Deadline) -> None:
    """Leave each number the vertices that a move leads to from those of the number before."""
    for number in range(1, len(fits)):
        if deadline.expired:
            return
        reached = np.zeros(len(fits), np.bool_)
        reached[targets[fits[number - 1][sources]]] = True
        fits[number] &= reached


def _as_words(fits: Flags) -> npt.NDArray[np.uint64]:
    """Rows of flags as words of 64 bits, the first flag in the lowest bit."""
    words = -(-fits.shape[1] // WORD)
    padded = np.zeros((len(fits), words * WORD), np.bool_)
    padded[:, : fits.shape[1]] = fits
    return np.packbits(padded, axis=1, bitorder="little").view("<u8").astype(np.uint64)
