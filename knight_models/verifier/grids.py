"""The faults that only a number grid can have: numbers that are missing, repeated or beyond the last."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from knight_models.core.fault import Fault, FaultKind, FaultsToName
from knight_models.core.problem import TourProblem
from knight_models.verifier.moves import Moves, Numbers
from knight_models.verifier.numbering import Numbering
from knight_models.verifier.words import broken_step, listing, times

__all__ = ["broken_repeats", "number_faults"]

SQUARES_LISTED = 1000
"""A number can stand on a million squares, and a fault is put into words each time it is looked at."""


def number_faults(problem: TourProblem, numbering: Numbering) -> list[Sequence[Fault]]:
    """The numbers that stand more than once, those missing, and those beyond the last."""
    return [_repeated(problem, numbering), _missing(problem, numbering), _beyond(problem, numbering)]


def _distinct(numbers: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """The different numbers of a rising row, where each stands first, and how often it stands there."""
    first = np.flatnonzero(np.append(True, np.diff(numbers) != 0)[: len(numbers)])
    return numbers[first], first, np.diff(first, append=len(numbers))


def _repeated(problem: TourProblem, numbering: Numbering) -> Sequence[Fault]:
    values, first, counts = _distinct(numbering.numbers)
    places = np.flatnonzero(counts > 1)

    def name(k: int) -> Fault:
        place = places[k]
        stands = numbering.vertices[first[place] : first[place] + counts[place]]
        return _stands_again(problem, int(values[place]) + numbering.shift, stands)

    return FaultsToName(len(places), name)


def _stands_again(problem: TourProblem, number: int, stands: Numbers) -> Fault:
    squares = tuple(map(problem.vertices.square, stands[:SQUARES_LISTED].tolist()))
    where = listing(range(len(stands)), lambda place: problem.name(int(stands[place])))
    text = f"{number} appears {times(len(stands))}, on {where}"
    return Fault(FaultKind.NUMBER_REPEATED, text, (number,), squares)


def _missing(problem: TourProblem, numbering: Numbering) -> Sequence[Fault]:
    there = np.zeros(len(problem) + 1, np.bool_)
    for numbers in (numbering.numbers, numbering.misplaced_numbers):
        there[numbers[(numbers >= 1) & (numbers <= len(problem))]] = True
    missing = np.flatnonzero(~there[1:]) + 1 + numbering.shift

    def name(k: int) -> Fault:
        return Fault(FaultKind.NUMBER_MISSING, f"{missing[k]} is missing", (int(missing[k]),))

    return FaultsToName(len(missing), name)


def _beyond(problem: TourProblem, numbering: Numbering) -> Sequence[Fault]:
    numbers, shift = numbering.numbers, numbering.shift
    beyond = numbers[(numbers < 1) | (numbers > len(problem))] + shift
    right = f"the numbers {1 + shift} to {len(problem) + shift}"

    def name(k: int) -> Fault:
        return Fault(FaultKind.NUMBER_BEYOND, f"{beyond[k]} is not among {right}", (int(beyond[k]),))

    return FaultsToName(len(beyond), name)


def broken_repeats(problem: TourProblem, numbering: Numbering, moves: Moves) -> Sequence[Fault]:
    """The steps to or from a number that stands more than once and that fit nowhere it stands."""
    values, first, counts = _distinct(numbering.numbers)
    followed = np.append(np.diff(values) == 1, False)[: len(values)]
    repeated = counts > 1
    concerned = followed & (repeated | np.append(repeated[1:], False)[: len(values)])
    if not concerned.any():
        return ()
    broken = np.flatnonzero(concerned & ~_linked(problem, numbering, values, moves))

    def name(k: int) -> Fault:
        place = int(broken[k])
        ends = int(numbering.vertices[first[place]]), int(numbering.vertices[first[place + 1]])
        return broken_step(problem, int(values[place]) + numbering.shift, ends)

    return FaultsToName(len(broken), name)


def _linked(
    problem: TourProblem, numbering: Numbering, values: Numbers, moves: Moves
) -> npt.NDArray[np.bool_]:
    """For each number, whether a move leads from a square where it stands to one where the next stands."""
    rank = np.full(len(problem), -2, np.int64)
    rank[numbering.vertices] = np.searchsorted(values, numbering.numbers)
    linked = np.zeros(len(values), np.bool_)
    for here, there in moves.all():
        before, after = rank[here], rank[there]
        linked[before[(before >= 0) & (after == before + 1)]] = True
    return linked
