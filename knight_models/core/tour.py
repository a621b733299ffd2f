"""Tours: the order in which the vertices of a problem are visited.

>>> tour = Tour(TourProblem("3x4"), [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11])
>>> print(tour.grid())
[[ 1  4  7 10]
 [ 8 11  2  5]
 [ 3  6  9 12]]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from knight_models.core.board import Board
from knight_models.core.display import Displayed, short
from knight_models.core.errors import ProblemError, shown
from knight_models.core.problem import TourProblem

Order = npt.NDArray[np.int32]
Numbers = npt.NDArray[np.integer[Any]]

CHUNK = 1 << 15
"""Squares worked on at a time: their arrays stay in the cache of the processor."""


class Tour(Displayed):
    """The order in which a tour visits the vertices of its problem; it is not verified yet.

    Parameters
    ----------
    problem : the question that the tour answers
    order : shape (n,), the numbers of the vertices in the order of the visit; it is copied, unless
        it is an int32 array that is already read-only (`flags.writeable` is false)

    Raises
    ------
    ProblemError : if `order` is not one row of whole numbers, or one of them needs more than 32 bits

    >>> order = np.array([0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11], np.int32)
    >>> order.flags.writeable = False
    >>> Tour(TourProblem("3x4"), order).order is order
    True
    """

    def __init__(self, problem: TourProblem, order: Sequence[int] | npt.NDArray[Any]) -> None:
        try:
            numbers = np.asarray(order)
        except (ValueError, OverflowError):  # rows of different lengths; numbers beyond 64 bits
            numbers = np.zeros((0, 0))
        if numbers.ndim != 1 or (numbers.size and numbers.dtype.kind not in "iu"):
            raise ProblemError(f"the order of a tour is one row of vertex numbers, not {shown(order)}")
        if not isinstance(problem, TourProblem):
            raise ProblemError(f"a tour needs a TourProblem, not {shown(problem)}")
        self.problem = problem
        self.order: Order = _settled(numbers)

    @property
    def closed(self) -> bool:
        """Whether the tour is meant to return to its start."""
        return self.problem.closed

    @property
    def start(self) -> Any:
        """The first square (or label)."""
        return self.problem.vertices.square(int(self._some_order[0]))

    @property
    def end(self) -> Any:
        """The last square (or label)."""
        return self.problem.vertices.square(int(self._some_order[-1]))

    @property
    def _some_order(self) -> Order:
        """The order, if it is not empty."""
        if not len(self):
            raise ProblemError("a tour that visits nothing has neither start nor end")
        return self.order

    @cached_property
    def _known_order(self) -> Order:
        """The order, if every number in it is a vertex number."""
        for number in (int(self.order.min()), int(self.order.max())) if len(self) else ():
            if not 0 <= number < len(self.problem):
                raise ProblemError(
                    f"the order names vertex {number}; those of the {self.problem} are "
                    f"0 to {len(self.problem) - 1}"
                )
        return self.order

    @property
    def squares(self) -> list[Any]:
        """The squares of a board as tuples, or the labels of a graph, in the order of the visit."""
        board = self.problem.board
        if board is None:
            return [self.problem.vertices.square(number) for number in self._known_order.tolist()]
        return list(zip(*(axis.tolist() for axis in coordinates(board, self._known_order)), strict=True))

    @property
    def names(self) -> list[str]:
        """The names of the squares (`a1`), or the texts of the labels, in the order of the visit."""
        return [self.problem.vertices.name(square) for square in self.squares]

    def grid(self) -> npt.NDArray[np.int32]:
        """The numbered board: the shape of the board, 1 for the first square, 0 for a hole.

        Raises
        ------
        ProblemError : for a tour of a graph, or an order that names no vertex
        """
        board = self.problem.board
        if board is None:
            raise ProblemError("a tour of a graph has no number grid")
        grid = np.zeros(board.cells, np.int32)
        for begin in range(0, len(self), CHUNK):
            cells = cell_numbers(board, self._known_order[begin : begin + CHUNK])
            grid[cells] = np.arange(begin + 1, begin + 1 + len(cells), dtype=np.int32)
        return grid.reshape(board.shape)

    def normalised(self) -> Tour:
        """The standard listing of this tour, which all its equal listings share.

        A closed tour is turned to start at vertex 0; a tour that may be reversed is taken in the
        direction in which its second (closed) or first (open) vertex is lower than its last. (For tours up
        to rotations and reflections of the board, see `theory.symmetry.canonical`.)
        """
        turn = self.closed and not self.problem.given
        order = self._some_order
        order = np.roll(order, -int(order.argmin())) if turn else order
        if self.problem.directed or self.problem.one_way:
            return Tour(self.problem, order)
        if self.closed:
            turned = np.concatenate((order[:1], order[:0:-1]))
            return Tour(self.problem, turned if len(order) > 1 and order[1] > order[-1] else order)
        return Tour(self.problem, order[::-1] if order[0] > order[-1] else order)

    def __len__(self) -> int:
        return len(self.order)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.squares)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tour):
            return NotImplemented
        return self.problem == other.problem and np.array_equal(self.order, other.order)

    def __hash__(self) -> int:
        return hash(self.order.tobytes())

    def __repr__(self) -> str:
        return f"Tour({short(self.problem)}: {len(self)} squares)"


@dataclass(frozen=True, eq=False)
class NumberGrid:
    """A numbered board as a user wrote it, right or wrong.

    Parameters
    ----------
    numbers : the number in each cell, in the shape of the board
    first_number : the number of the first square, 1 or 0
    holes : true in cells without a number, in the shape of the board; by default the cells with 0, if
        the numbers begin with 1
    """

    numbers: Numbers
    first_number: int = 1
    holes: npt.NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, np.bool_))

    def __post_init__(self) -> None:
        if not isinstance(self.numbers, np.ndarray):
            raise ProblemError(f"a number grid is an array of whole numbers, not {shown(self.numbers)}")
        if not isinstance(self.holes, np.ndarray):
            raise ProblemError(f"the holes of a number grid are an array of bool, not {shown(self.holes)}")
        if self.holes.shape != self.numbers.shape:
            nothing = np.zeros(self.numbers.shape, np.bool_)
            object.__setattr__(self, "holes", self.numbers == 0 if self.first_number else nothing)

    @property
    def shape_text(self) -> str:
        """The shape as it is written: `8x8`."""
        return "x".join(map(str, self.numbers.shape))


def cell_numbers(board: Board, order: Numbers) -> Numbers:
    """The row-major numbers of the cells, holes counted, of squares given by their numbers."""
    if not board.holes:
        return order
    cells: Numbers = order + np.searchsorted(_squares_before_holes(board), order, side="right")
    return cells


def coordinates(board: Board, order: Numbers) -> tuple[Numbers, ...]:
    """The coordinates of the squares with these numbers, one array for each axis."""
    rest, places = cell_numbers(board, order), []
    for side in board.shape[:0:-1]:
        whole = rest // side  # numpy does this several times faster than unravel_index or divmod
        places.append(rest - whole * side)
        rest = whole
    return (rest, *reversed(places))


@lru_cache(maxsize=8)
def _squares_before_holes(board: Board) -> npt.NDArray[np.int64]:
    """The number of squares before each hole, from the first hole to the last."""
    cells = np.sort(np.ravel_multi_index(tuple(zip(*board.holes, strict=True)), board.shape))
    before: npt.NDArray[np.int64] = cells - np.arange(len(cells))
    return before


def _settled(numbers: Numbers) -> Order:
    """The numbers as a read-only int32 array."""
    if numbers.dtype == np.int32 and numbers.flags.c_contiguous and _is_read_only(numbers):
        return cast(Order, numbers)
    if numbers.size and not np.can_cast(numbers.dtype, np.int32):
        limits = np.iinfo(np.int32)
        for number in (int(numbers.min()), int(numbers.max())):
            if not limits.min <= number <= limits.max:
                raise ProblemError(f"a vertex number has 32 bits, up to {limits.max}; {number} has not")
    order = numbers.astype(np.int32)
    order.flags.writeable = False
    return order


def _is_read_only(numbers: Numbers) -> bool:
    """Whether this array and the arrays that it is a view of are all read-only."""
    owner: Any = numbers
    while isinstance(owner, np.ndarray):
        if owner.flags.writeable:
            return False
        owner = owner.base
    return owner is None or isinstance(owner, bytes)
