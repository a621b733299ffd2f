"""Misprints: the one number of a grid that, put right, makes it a tour."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from knight_models.core.problem import TourProblem
from knight_models.core.tour import NumberGrid
from knight_models.verifier.numbering import numbering_of
from knight_models.verifier.tours import tour_faults

__all__ = ["Misprint", "misprint_of"]

MOST_PLACES = 8
"""The places that are tried: a number that stands on more squares than two is no misprint of one number."""


@dataclass(frozen=True)
class Misprint:
    """One wrong number in a grid.

    Parameters
    ----------
    square : where it stands
    name : the name of this square
    number : the number that stands there
    right : the number that makes the grid a tour
    """

    square: tuple[int, ...]
    name: str
    number: int
    right: int

    def __str__(self) -> str:
        return f"with {self.right} in place of {self.number} on {self.name} it is a tour"


def misprint_of(problem: TourProblem, answer: Any) -> Misprint | None:
    """The one number that, put right, makes a grid a tour of this problem; None if there is no such number.

    Parameters
    ----------
    problem : the problem
    answer : the grid, as `faults` takes it; for a list of squares the result is None

    >>> grid = NumberGrid(np.array([[1, 4, 7, 10], [8, 11, 2, 5], [3, 6, 9, 11]]))
    >>> print(misprint_of(TourProblem("3x4"), grid))
    with 12 in place of 11 on d1 it is a tour
    """
    if problem.board is None or not isinstance(answer, NumberGrid):
        return None
    if answer.numbers.shape != problem.board.shape:
        return None
    numbers, holes = answer.numbers.astype(np.int64), answer.holes
    due = np.arange(answer.first_number, answer.first_number + len(problem))
    missing = np.setdiff1d(due, numbers[~holes])
    if len(missing) != 1:
        return None
    right = int(missing[0])
    for square in _suspects(numbers, holes, due):
        repaired = numbers.copy()
        repaired[square] = right
        grid = replace(answer, numbers=repaired)
        if not tour_faults(problem, numbering_of(problem, grid)):
            return Misprint(square, problem.board.name(square), int(numbers[square]), right)
    return None


def _suspects(
    numbers: np.ndarray[Any, np.dtype[np.int64]],
    holes: np.ndarray[Any, np.dtype[np.bool_]],
    due: np.ndarray[Any, np.dtype[np.int64]],
) -> Iterator[tuple[int, ...]]:
    """The squares whose number is on another square too, or is none of those due."""
    listed, counts = np.unique(numbers[~holes], return_counts=True)
    wrong = listed[(counts > 1) | (listed < due[0]) | (listed > due[-1])]
    places = np.argwhere(np.isin(numbers, wrong) & ~holes)
    if len(places) <= MOST_PLACES:
        yield from map(tuple, places.tolist())
