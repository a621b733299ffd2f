"""The verifier: it trusts no solver and shares no code with them.

>>> verify("3x4", [[1, 4, 7, 10], [8, 11, 2, 5], [3, 6, 9, 12]])
Tour(open tour of 3x4: 12 squares)
>>> for fault in faults("3x4", [[1, 4, 7, 10], [8, 12, 2, 5], [3, 6, 9, 11]]):
...     print(fault)
step 10 to 11, d3 to d1, is not a move
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from knight_models.core.board import Board
from knight_models.core.errors import VerificationError
from knight_models.core.evidence import Evidence
from knight_models.core.fault import Fault, FaultKind, Faults
from knight_models.core.limits import Deadline
from knight_models.core.problem import Kind, TourProblem
from knight_models.core.tour import Tour
from knight_models.verifier import tours
from knight_models.verifier.evidence import evidence_faults, is_false
from knight_models.verifier.misprint import Misprint, misprint_of
from knight_models.verifier.numbering import TourLike, numbering_of
from knight_models.verifier.traces import trace_faults

__all__ = [
    "Fault",
    "FaultKind",
    "Faults",
    "Misprint",
    "ProblemLike",
    "TourLike",
    "attempted_tour",
    "closes",
    "faults",
    "is_false",
    "misprint_of",
    "trace_faults",
    "verify",
    "walk_faults",
]

if TYPE_CHECKING:
    import networkx

ProblemLike: TypeAlias = "TourProblem | Board | str | networkx.Graph"


def faults(
    problem: ProblemLike, answer: TourLike | Evidence, deadline: Deadline | None = None
) -> Sequence[Fault]:
    """Every fault of a tour, or of a piece of evidence.

    Parameters
    ----------
    problem : the problem; a board or a graph alone means an open tour
    answer : a `Tour`; a list of squares (or labels); a number grid of the board's shape that counts
        from 1, with 0 in the holes, or a `NumberGrid`; an integer array (on a board also a list) of
        vertex numbers in the order of the visit; or a piece of evidence
    deadline : when to give up re-checking evidence

    Raises
    ------
    ProblemError : if the answer has none of these forms
    TimeoutError : if the deadline passes before the evidence is re-checked
    TooLargeError : if the memory of the machine does not suffice to re-check the evidence
    """
    problem = problem if isinstance(problem, TourProblem) else TourProblem(problem)
    if isinstance(answer, Evidence):
        return evidence_faults(problem, answer, deadline)
    return tours.tour_faults(problem, numbering_of(problem, answer))


def verify(problem: ProblemLike, answer: TourLike) -> Tour:
    """The tour, if it has no fault.

    Parameters
    ----------
    problem, answer : as for `faults`

    Raises
    ------
    VerificationError : if it has faults; the error holds all of them
    ProblemError : if the answer has none of the forms of a tour
    """
    problem = problem if isinstance(problem, TourProblem) else TourProblem(problem)
    numbering = numbering_of(problem, answer)
    found = tours.tour_faults(problem, numbering)
    if found:
        article = "an" if problem.kind is Kind.OPEN else "a"
        raise VerificationError(found, f"not {article} {problem.kind} tour of {problem.space_name}")
    return Tour(problem, numbering.vertices)


def attempted_tour(problem: TourProblem, answer: TourLike) -> Tour | None:
    """The squares in the order of their numbers, whether or not the steps between them are moves.

    Returns None if the numbers are not 1 to k, each on one square.

    >>> attempted_tour(TourProblem("3x4"), [[1, 4, 7, 10], [8, 12, 2, 5], [3, 6, 9, 11]])
    Tour(open tour of 3x4: 12 squares)
    >>> attempted_tour(TourProblem("3x4"), [[1, 4, 7, 10], [8, 9, 2, 5], [3, 6, 9, 11]]) is None
    True
    """
    numbering = numbering_of(problem, answer)
    vertices, numbers = numbering.vertices, numbering.numbers
    in_order = not len(numbering.misplaced) and np.array_equal(numbers, np.arange(1, len(vertices) + 1))
    return Tour(problem, vertices) if in_order and len(vertices) else None


def walk_faults(problem: TourProblem, walk: TourLike) -> Sequence[Fault]:
    """Every fault of a walk that need not visit all vertices."""
    return tours.walk_faults(problem, numbering_of(problem, walk))


def closes(tour: Tour) -> bool:
    """Whether one more move leads from the end of an open tour to its start (it is re-entrant)."""
    return tours.closes(tour.problem, numbering_of(tour.problem, tour))
