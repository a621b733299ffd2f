"""One tour of each class: of those that are the same, or that symmetries of the board map to each other.

A tour is the representative of its class if no listing of an image of it is less than its own least one,
compared vertex number by vertex number. This is the order of `canonical`, which finds the least listing of
all; to ask whether a tour has it takes less, because most images differ within a few squares.

>>> from knight_models.core.problem import TourProblem
>>> representatives = Representatives(TourProblem("3x4"))
>>> representatives.of([11, 5, 3, 10, 4, 2, 9, 7, 1, 8, 6, 0])
[0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator

import numpy as np
import numpy.typing as npt

from knight_models.core.board import Board
from knight_models.core.errors import ProblemError, TooLargeError
from knight_models.core.problem import TourProblem
from knight_models.core.tour import Tour, coordinates
from knight_models.theory.isometries import symmetries
from knight_models.theory.symmetry import canonical

LARGEST_TABLE = 1 << 23
"""The most images of squares, of all squares under all symmetries, that are kept; each takes 4 bytes."""


def different(tours: Iterable[Tour], *, directed: bool = False, up_to_symmetry: bool = False) -> list[Tour]:
    """The first tour of each class, in the order given.

    Two tours of the same board or graph and kind are the same if their listings are, up to the direction
    and, for closed ones, the start.

    Parameters
    ----------
    tours : tours without a fault
    directed : whether a tour and its reverse are different
    up_to_symmetry : whether tours are the same too if a symmetry of the board maps them to each other

    Raises
    ------
    ProblemError : if tours up to symmetry are not defined for a problem
    TooLargeError : if a board has too many symmetries to try them all

    >>> from knight_models.core.problem import TourProblem
    >>> order = [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]
    >>> len(different(Tour(TourProblem("3x4"), each) for each in (order, order[::-1])))
    1
    """
    first: dict[Hashable, Tour] = {}
    for tour in tours:
        least = _least(tour, directed, up_to_symmetry)
        first.setdefault((tour.problem.space, tour.problem.kind, least.order.tobytes()), tour)
    return list(first.values())


def _least(tour: Tour, directed: bool, up_to_symmetry: bool) -> Tour:
    """The listing that stands for the class of a tour."""
    if up_to_symmetry:
        check_up_to_symmetry(tour.problem)
        return canonical(tour, directed=directed)
    if not directed:
        return tour.normalised()
    turn = tour.closed and not tour.problem.given
    return Tour(tour.problem, np.roll(tour.order, -int(tour.order.argmin()))) if turn else tour


class Representatives:
    """Tells which tours of a problem are the representatives of their classes.

    Parameters
    ----------
    problem : of a board, without fixed ends or moves or given numbers
    directed : whether a tour and its reverse are different

    Raises
    ------
    ProblemError : for a graph, or where something is fixed
    TooLargeError : if the board has too many symmetries to try them all
    """

    def __init__(self, problem: TourProblem, *, directed: bool = False) -> None:
        check_up_to_symmetry(problem)
        assert problem.board is not None
        self._closed, self._directed = problem.closed, directed
        images = _images(problem.board)
        self._images = [memoryview(row) for row in images]  # quick to read one by one
        self._to_first: list[int] = images.argmin(axis=1).tolist()

    def of(self, order: list[int]) -> list[int] | None:
        """The least listing of a tour, if the tour is the representative of its class; else None.

        Parameters
        ----------
        order : the vertex numbers of a tour, each once
        """
        own = min(self._walks(order, 0))
        for images, first in zip(self._images, self._to_first, strict=True):
            for walk in self._walks(order, first):
                for vertex, least in zip(walk, own, strict=True):
                    image = images[vertex]
                    if image != least:
                        if image < least:
                            return None
                        break
        return own

    def _walks(self, order: list[int], first: int) -> Iterator[list[int]]:
        """The listings of a closed tour from a vertex on, or of an open one from its ends."""
        if self._closed:
            there = order.index(first)
            yield order[there:] + order[:there]
        else:
            yield order
        if not self._directed:
            yield order[there::-1] + order[:there:-1] if self._closed else order[::-1]


def check_up_to_symmetry(problem: TourProblem) -> None:
    """Refuse a problem whose tours a symmetry of the board need not map to tours of it.

    Raises
    ------
    ProblemError : for a graph, or where a start, an end, moves or numbers are fixed
    """
    if problem.board is None:
        raise ProblemError("tours up to symmetry are tours of a board; this is a graph")
    fixed = {
        "a fixed start": problem.start is not None,
        "a fixed end": problem.end is not None,
        "required moves": bool(problem.required),
        "forbidden moves": bool(problem.forbidden),
        "given numbers": bool(problem.given),
    }
    for what, present in fixed.items():
        if present:
            raise ProblemError(
                f"tours up to symmetry are tours without {what}, since symmetries of the board move them"
            )


def _images(board: Board) -> npt.NDArray[np.int32]:
    """The vertex numbers of the images of all squares: a row for each symmetry of the board."""
    group = symmetries(board)
    if len(group) * len(board) > LARGEST_TABLE:
        raise TooLargeError(
            f"{board} has {len(group):,} symmetries, too many to try on {len(board):,} squares each"
        )
    squares = np.stack(coordinates(board, np.arange(len(board))), axis=-1)
    cells = [np.ravel_multi_index(tuple(each(squares).T), board.shape) for each in group]
    numbers = [cell - np.searchsorted(board.hole_cells, cell) for cell in cells]
    return np.array(numbers, np.int32)
