"""Boards: a grid of squares with any number of axes, a leaper, holes and wrapped axes.

A square is a zero-based tuple, `(row, column)` on a board with two axes; row 0 is the top row of
the printed grid. Algebraic names follow chess: `a1` is the bottom-left square, so `a1` on 8x8 is
`(7, 0)`; after file `z` come `aa`, `ab`, ... Boards with one axis, or with more than two, name a
square by its numbers: `0,1,2`.

A leaper `(a, b)` moves `a` squares along one axis and `b` along another; the knight is `(1, 2)`. A board
can have a union of leapers (see `core.leaper`). The moves of a knight on two axes are numbered 1..8 as in
Squirrel & Cull (1996), clockwise from the move up and right:
(-2,1) (-1,2) (1,2) (2,1) (2,-1) (1,-2) (-1,-2) (-2,-1).

>>> board = Board.parse("3x4")
>>> len(board), board.name((0, 0)), board.at("a1")
(12, 'a3', (2, 0))
>>> board.neighbours((0, 0))
[(1, 2), (2, 1)]
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from heapq import nsmallest
from itertools import product
from numbers import Integral
from operator import itemgetter
from typing import Any

from knight_models.core.display import Displayed, short
from knight_models.core.errors import BoardError, shown
from knight_models.core.leaper import KNIGHT, Leaper, LeaperLike
from knight_models.core.squares import Square, extent, numbers, square_name, square_named

__all__ = ["KNIGHT", "Board", "Square"]

LARGEST_BOARD = 2**31 - 1
"""Vertices are numbered in 32 bits."""

MOST_AXES = 32
"""The limit of an array of numpy before its version 2."""

LARGEST_SIDE = 10**18
"""Longer sides are refused before they are multiplied."""

_WRAP_NAMES = {"none": (), "rows": (0,), "columns": (1,), "both": (0, 1)}
_SHAPE = re.compile(r"\s*[0-9]{1,18}(\s*[xX×]\s*[0-9]{1,18})+\s*")


@dataclass(frozen=True, init=False)
class Board(Displayed):
    """A board: its shape, its leaper, its holes, and the axes whose index wraps round.

    Parameters
    ----------
    shape : squares along each axis; `(rows, columns)` on two axes
    leap : the two step lengths of the leaper, in either order; or a `Leaper`, its text such as `"1,2"`, or
        a union such as `"1,2+1,3"` or `[(1, 2), (1, 3)]`
    holes : squares that are missing, as tuples or as names
    wrap : numbers of the axes that wrap round, or "rows" (the row index wraps: the top row
        is next to the bottom row), "columns", "both"

    Raises
    ------
    BoardError : for a shape, leaper, hole or axis that makes no sense

    >>> Board((8, 8))
    Board('8x8')
    >>> Board((3, 3), leap=(2, 1), holes=["b2"], wrap="columns")
    Board('3x3 with holes b2, wrapping columns')
    >>> Board((8, 8), leap="1,2+1,3")
    Board('8x8 with leaper 1,2+1,3')
    """

    shape: tuple[int, ...]
    leap: Leaper = KNIGHT
    holes: frozenset[Square] = frozenset()
    wrap: tuple[int, ...] = ()

    def __init__(
        self,
        shape: Iterable[int],
        leap: LeaperLike = KNIGHT,
        holes: Iterable[Square | str] = (),
        wrap: Iterable[int] | str = (),
    ) -> None:
        object.__setattr__(self, "shape", _checked_shape(shape))
        object.__setattr__(self, "leap", Leaper(leap))
        object.__setattr__(self, "wrap", _checked_wrap(wrap, self.ndim))
        object.__setattr__(self, "holes", self._checked_holes(holes))
        if len(self.holes) == self.cells:
            raise BoardError(f"every square of the {self.shape_text} board is a hole")

    @classmethod
    def parse(
        cls,
        text: str,
        *,
        leap: LeaperLike = KNIGHT,
        holes: Iterable[Square | str] | str = (),
        wrap: Iterable[int] | str = (),
    ) -> Board:
        """The board that a text such as `8x8` or `4x4x4` names.

        Parameters
        ----------
        text : squares along each axis, joined by `x`
        leap, holes, wrap : as for `Board`; holes and axes also as text (`"a1,h8"`, `"0,1"`)

        Raises
        ------
        BoardError : with the value and what would be right

        >>> Board.parse("3x10").shape
        (3, 10)
        """
        if not isinstance(text, str) or not _SHAPE.fullmatch(text):
            raise BoardError(
                f"{shown(text)} is not a board; write rows x columns, such as 8x8, 3x10 or 4x4x4"
            )
        shape = tuple(int(part) for part in re.split(r"[xX×]", text))
        if not all(shape):
            raise BoardError(f"{shown(text)} is not a board: each of its sides has at least 1 square")
        board = cls(shape, leap, wrap=wrap)
        missing = board.parse_squares(holes) if isinstance(holes, str) else holes
        return cls(board.shape, board.leap, missing, board.wrap)

    @classmethod
    def of(cls, board: object) -> Board:
        """A board as it is, or the board that a text names.

        Raises
        ------
        BoardError : for anything else

        >>> Board.of("3x4") == Board.of(Board.parse("3x4"))
        True
        """
        if isinstance(board, Board):
            return board
        if isinstance(board, str):
            return cls.parse(board)
        raise BoardError(f"a board is a Board, or its text such as '8x8', not {shown(board)}")

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self.shape)

    @cached_property
    def cells(self) -> int:
        """The number of cells, holes included."""
        return math.prod(self.shape)

    def __len__(self) -> int:
        """The number of squares, holes left out."""
        return self.cells - len(self.holes)

    def __iter__(self) -> Iterator[Square]:
        """The squares in the order of their numbers: row-major, without the holes."""
        cells = product(*map(range, self.shape))
        return (cell for cell in cells if cell not in self.holes) if self.holes else cells

    def __contains__(self, square: object) -> bool:
        return self._is_cell(square) and square not in self.holes

    def at(self, square: Square | str) -> Square:
        """The square that a tuple or a name means.

        Raises
        ------
        BoardError : if it is not a square of this board

        >>> Board.parse("8x8").at("a1"), Board.parse("8x8").at("7,0")
        ((7, 0), (7, 0))
        """
        cell = self._cell(square)
        if cell in self.holes:
            raise BoardError(f"{self.name(cell)} is a hole of the {self.shape_text} board")
        return cell

    def index(self, square: Square | str) -> int:
        """The number of a square, 0 to len(self) - 1.

        >>> Board.parse("8x8").index((7, 0))
        56
        """
        cell = self._cell_number(self.at(square))
        return cell - bisect_left(self.hole_cells, cell)

    def square(self, index: int) -> Square:
        """The square that has this number.

        >>> Board.parse("8x8").square(56)
        (7, 0)
        """
        if not isinstance(index, Integral) or not 0 <= index < len(self):
            raise BoardError(f"the {self.shape_text} board has no square number {shown(index)}")
        numbers, low, high = self.hole_cells, 0, len(self.holes)
        while low < high:  # the first hole that has more than `index` squares before it
            middle = (low + high) // 2
            low, high = (middle + 1, high) if numbers[middle] - middle <= index else (low, middle)
        cell, square = index + low, []
        for side in reversed(self.shape):
            cell, place = divmod(cell, side)
            square.append(place)
        return tuple(reversed(square))

    def name(self, square: Square) -> str:
        """The name of a square: `a1` on two axes, numbers joined by commas otherwise.

        >>> Board.parse("8x8").name((7, 0)), Board.parse("1x28").name((0, 26))
        ('a1', 'aa1')
        """
        return square_name(self.shape, square)

    def parse_squares(self, text: str) -> list[Square]:
        """The squares of a list such as `a1,h8`, `a1 h8` or `7,0 0,7`.

        >>> Board.parse("8x8").parse_squares("a1,h8")
        [(7, 0), (0, 7)]
        """
        separator = r"[,;\s]+" if re.search(r"[a-zA-Z]", text) else r"[;\s]+"
        return [self._cell(part) for part in re.split(separator, text.strip()) if part]

    @cached_property
    def hole_cells(self) -> list[int]:
        """The row-major numbers of the holes among all cells, in rising order.

        >>> Board.parse("3x4", holes="a1,b3").hole_cells
        [1, 8]
        """
        numbers = [0] * len(self.holes)
        for axis, side in enumerate(self.shape):
            places = map(itemgetter(axis), self.holes)
            numbers = [number * side + place for number, place in zip(numbers, places, strict=True)]
        return sorted(numbers)

    @cached_property
    def vectors(self) -> tuple[Square, ...]:
        """The moves of the leaper in their order, see `Leaper.vectors`."""
        return self.leap.vectors(self.ndim)

    def neighbours(self, square: Square | str) -> list[Square]:
        """The squares one move away, in move order, each once.

        >>> Board.parse("8x8").neighbours("a1")
        [(5, 1), (6, 2)]
        """
        here = self.at(square)
        reached = (self._moved(here, vector) for vector in self.vectors)
        return list(dict.fromkeys(there for there in reached if there is not None))

    def _moved(self, square: Square, vector: Square) -> Square | None:
        there = tuple(
            (place + step) % side if axis in self.wrap else place + step
            for axis, (place, step, side) in enumerate(zip(square, vector, self.shape, strict=True))
        )
        return there if there != square and there in self else None

    @property
    def shape_text(self) -> str:
        """The shape as it is written: `8x8`."""
        return "x".join(map(str, self.shape))

    def __str__(self) -> str:
        kind = [] if self.leap == KNIGHT else [f"with leaper {self.leap}"]
        if self.holes:
            shown = ", ".join(map(self.name, nsmallest(4, self.holes)))
            count = len(self.holes)
            kind.append(f"with holes {shown}" if count <= 4 else f"with {count} holes")
        if self.wrap:
            names = {0: "rows", 1: "columns"} if self.ndim == 2 else {}
            wrapped = " and ".join(names.get(axis, f"axis {axis}") for axis in self.wrap)
            kind.append(f"wrapping {wrapped}")
        return " ".join([self.shape_text, ", ".join(kind)]).rstrip()

    def __repr__(self) -> str:
        return f"Board({short(self)!r})"

    def _cell_number(self, cell: Square) -> int:
        number = 0
        for side, place in zip(self.shape, cell, strict=True):
            number = number * side + place
        return number

    def _checked_holes(self, holes: Iterable[Square | str]) -> frozenset[Square]:
        """The holes as squares; there can be a million, so tuples of numbers are checked together."""
        if not isinstance(holes, Iterable) or isinstance(holes, str):
            raise BoardError(f"holes are a list of squares, such as ['a1', 'b2'], not {shown(holes)}")
        given = holes if isinstance(holes, frozenset) else tuple(holes)
        if set(map(type, given)) == {tuple} and set(map(len, given)) == {self.ndim}:
            axes = [list(map(itemgetter(axis), given)) for axis in range(self.ndim)]
            whole = all(set(map(type, places)) == {int} for places in axes)
            if whole and all(
                min(places) >= 0 and max(places) < side
                for places, side in zip(axes, self.shape, strict=True)
            ):
                return frozenset(given)
        return frozenset(map(self._cell, given))

    def _is_cell(self, square: object) -> bool:
        return (
            isinstance(square, tuple)
            and len(square) == self.ndim
            and all(isinstance(place, Integral) for place in square)
            and all(0 <= place < side for place, side in zip(square, self.shape, strict=True))
        )

    def _cell(self, square: Square | str) -> Square:
        if isinstance(square, str):
            cell = square_named(self.shape, square)
        elif isinstance(square, Iterable):
            cell = tuple(square)
        else:
            raise BoardError(f"a square of a board is a tuple or a name such as 'a1', not {shown(square)}")
        if not self._is_cell(cell):
            raise BoardError(
                f"{self._shown(square)} is not on the {self.shape_text} board ({extent(self.shape)})"
            )
        return tuple(int(place) for place in cell)

    def _shown(self, square: Square | str) -> str:
        return shown(square) if isinstance(square, str) else f"square {shown(tuple(square))}"


def _checked_shape(shape: object) -> tuple[int, ...]:
    """The sides of a board, each at least 1 and all together not too large."""
    sides = tuple(shape) if isinstance(shape, Iterable) and not isinstance(shape, str) else ()
    whole = all(isinstance(side, Integral) and not isinstance(side, bool) for side in sides)
    if not sides or not whole or min(sides) < 1:
        raise BoardError(f"a board needs whole numbers of at least 1 for its sides, not {shown(shape)}")
    if len(sides) > MOST_AXES:
        raise BoardError(f"a board has at most {MOST_AXES} axes, not {len(sides)}")
    if max(sides) > LARGEST_SIDE:
        raise BoardError(
            f"a side of a board has at most {LARGEST_BOARD:,} squares, not {shown(max(sides))}"
        )
    cells = math.prod(sides)
    if cells > LARGEST_BOARD:
        raise BoardError(
            f"a board of {'x'.join(map(str, sides))} has {cells:,} squares, and the order in which "
            f"a tour visits them alone needs {4 * cells:,} bytes; boards end at {LARGEST_BOARD:,} squares"
        )
    return tuple(map(int, sides))


def _checked_wrap(wrap: object, ndim: int) -> tuple[int, ...]:
    """The numbers of the axes that wrap, in rising order."""
    if isinstance(wrap, str):
        wrap = _WRAP_NAMES.get(wrap.lower()) if wrap.lower() in _WRAP_NAMES else _wrap_numbers(wrap)
    axes: list[Any] = list(wrap) if isinstance(wrap, Iterable) else [wrap]
    for axis in axes:
        whole = isinstance(axis, Integral) and not isinstance(axis, bool)
        if not whole or int(axis) not in range(ndim):
            raise BoardError(
                f"cannot wrap axis {shown(axis)}: a board with {ndim} axes has 0 to {ndim - 1}"
            )
    return tuple(sorted(set(map(int, axes))))


def _wrap_numbers(text: str) -> tuple[int, ...]:
    return numbers(text, "wrap takes rows, columns, both, or the numbers of axes such as 0,1")
