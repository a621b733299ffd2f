"""The symmetries of a board: a group of isometries, and their names.

A symmetry of a board exchanges and reverses its axes and shifts the axes that wrap, and keeps shape,
holes and wrapped axes as they are.

>>> [symmetry.name for symmetry in symmetries(Board.parse("3x4"))]
['identity', 'reflection left-right', 'reflection top-bottom', 'half-turn']
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product
from typing import Any

import numpy as np
import numpy.typing as npt

from knight_models.core.board import Board
from knight_models.core.errors import TooLargeError

LARGEST_GROUP = 100_000
"""The most isometries of a board that are tried one by one."""

_NAMES: dict[tuple[tuple[int, ...], tuple[int, ...]], str] = {
    ((0, 1), (1, -1)): "reflection left-right",
    ((0, 1), (-1, 1)): "reflection top-bottom",
    ((0, 1), (-1, -1)): "half-turn",
    ((1, 0), (1, 1)): "reflection in the main diagonal",
    ((1, 0), (-1, -1)): "reflection in the other diagonal",
    ((1, 0), (1, -1)): "quarter-turn clockwise",
    ((1, 0), (-1, 1)): "quarter-turn anticlockwise",
}


@dataclass(frozen=True)
class Symmetry:
    """An isometry of a board: axes exchanged and reversed, wrapped axes shifted.

    The image of a square has the coordinate `signs[i] * square[axes[i]] + shift[i]` on axis `i`, modulo the
    side.

    Parameters
    ----------
    shape : squares along each axis of the board
    axes : for each axis of the image, the axis that its coordinate comes from
    signs : for each axis, 1, or -1 where it is reversed
    shift : for each axis, the number that is added then

    >>> half_turn = symmetries(Board.parse("8x8"))[3]
    >>> half_turn.name, half_turn((0, 1)), half_turn.inverse() == half_turn
    ('half-turn', (7, 6), True)
    """

    shape: tuple[int, ...]
    axes: tuple[int, ...]
    signs: tuple[int, ...]
    shift: tuple[int, ...]

    @property
    def kind(self) -> str:
        """Its name without axis or direction: "reflection", "half-turn", "translation", ..."""
        return _kind(self.name)

    @property
    def name(self) -> str:
        """Its name.

        With two axes "identity", "half-turn", "quarter-turn clockwise" or "anticlockwise", "reflection
        left-right", "reflection top-bottom", "reflection in the main diagonal" (from top left) or "in the
        other diagonal"; where axes wrap also "translation by 0,2" and "glide reflection ...". With more
        axes, a rotation or a reflection is named with the coordinates of the image: "rotation (x, -z, y)".
        """
        here = tuple(range(len(self.shape)))
        if (self.axes, self.signs) == (here, (1,) * len(here)):
            moved = any(self.shift)
            return f"translation by {','.join(map(str, self.shift))}" if moved else "identity"
        if len(self.shape) != 2:
            return self._name_in_space()
        name = _NAMES[self.axes, self.signs]
        glides = name.startswith("reflection") and not self._has_mirror
        return f"glide {name}" if glides else name

    @property
    def _has_mirror(self) -> bool:
        """Whether a reflection leaves its axis where it is; a glide reflection shifts it along itself."""
        kept = enumerate(zip(self.axes, self.signs, self.shift, strict=True))
        still = all(shift == 0 for here, (axis, sign, shift) in kept if axis == here and sign == 1)
        return still and self.inverse() == self

    def _name_in_space(self) -> str:
        fixed = sum(sign for axis, sign in enumerate(self.signs) if self.axes[axis] == axis)
        if fixed == -len(self.shape) != -1:
            return "central inversion"
        turns = math.prod(self.signs) * _parity(self.axes) == 1
        mirror = "reflection" if self._has_mirror else "glide reflection"
        improper = mirror if fixed == len(self.shape) - 2 else "rotation-reflection"
        letters = "xyz" if len(self.shape) <= 3 else [f"x{axis}" for axis in range(len(self.shape))]
        parts = (
            ("-" if sign < 0 else "") + letters[axis]
            for axis, sign in zip(self.axes, self.signs, strict=True)
        )
        return f"{'rotation' if turns else improper} ({', '.join(parts)})"

    def __call__(self, square: Any) -> Any:
        """The image of a square (a tuple), or of an array of squares (coordinates along its last axis)."""
        if isinstance(square, np.ndarray):
            return (square[..., self.axes] * self.signs + self.shift) % self.shape
        parts = zip(self.axes, self.signs, self.shift, self.shape, strict=True)
        return tuple((square[axis] * sign + shift) % side for axis, sign, shift, side in parts)

    def then(self, other: Symmetry) -> Symmetry:
        """The symmetry that applies this one first and then another one of the same board."""
        axes = tuple(self.axes[axis] for axis in other.axes)
        signs = tuple(sign * self.signs[axis] for axis, sign in zip(other.axes, other.signs, strict=True))
        return Symmetry(self.shape, axes, signs, other(self.shift))

    def inverse(self) -> Symmetry:
        """The symmetry that undoes this one."""
        axes = tuple(map(self.axes.index, range(len(self.axes))))
        signs = tuple(self.signs[axis] for axis in axes)
        undone = Symmetry(self.shape, axes, signs, (0,) * len(axes))(self.shift)
        shift = tuple(-place % side for place, side in zip(undone, self.shape, strict=True))
        return Symmetry(self.shape, axes, signs, shift)


def symmetries(board: Board | str) -> tuple[Symmetry, ...]:
    """The group of a board, the identity first: the isometries that keep shape, holes and wrapped axes.

    A square board has 8, any other rectangle 4, a cube 48, a torus of n x n squares 8 n². A map that can be
    written in two ways (an axis of one square reversed) is listed once.

    Parameters
    ----------
    board : any board, or its text

    Raises
    ------
    BoardError : for what is not a board
    TooLargeError : if there are more than 100,000 to try, as on a large torus

    >>> [symmetry.name for symmetry in symmetries(Board.parse("3x4", holes="a1"))]
    ['identity']
    """
    return _group(Board.of(board))


@lru_cache(maxsize=8)
def _group(board: Board) -> tuple[Symmetry, ...]:
    shifts = math.prod(board.shape[axis] for axis in board.wrap)
    if linear_count(board) * shifts > LARGEST_GROUP:
        raise TooLargeError(
            f"the symmetries of {board} are too many to list; at most {LARGEST_GROUP:,} are listed"
        )
    found = (
        Symmetry(board.shape, axes, signs, shift)
        for axes, signs in linear_parts(board)
        for shift in product(*_shifts(board, signs))
    )
    holes = np.stack(np.unravel_index(np.array(board.hole_cells, np.int64), board.shape), axis=-1)
    return tuple(symmetry for symmetry in found if _keeps(board, holes, symmetry))


def linear_parts(board: Board) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The exchanges and reversals of axes that keep shape and wrapped axes, each written in one way."""
    kinds = [(side, axis in board.wrap) for axis, side in enumerate(board.shape)]
    flat = [axis for axis, side in enumerate(board.shape) if side == 1]
    signs = [(1, -1) if _has_direction(board, axis) else (1,) for axis in range(board.ndim)]
    for axes in permutations(range(board.ndim)):
        if all(axes[axis] == axis for axis in flat) and [kinds[axis] for axis in axes] == kinds:
            yield from ((axes, each) for each in product(*signs))


def frame_shift(board: Board, signs: tuple[int, ...]) -> tuple[int, ...]:
    """The shift that brings the board back into its frame after these reversals."""
    return tuple(side - 1 if sign < 0 else 0 for side, sign in zip(board.shape, signs, strict=True))


def _has_direction(board: Board, axis: int) -> bool:
    """Whether reversing this axis is more than a shift of it."""
    return board.shape[axis] > (2 if axis in board.wrap else 1)


def linear_count(board: Board) -> int:
    """An upper bound of the number of linear parts."""
    alike: dict[tuple[int, bool], int] = {}
    for axis, side in enumerate(board.shape):
        if side > 1:
            alike[side, axis in board.wrap] = alike.get((side, axis in board.wrap), 0) + 1
    reversed_axes: int = 2 ** sum(_has_direction(board, axis) for axis in range(board.ndim))
    return math.prod(map(math.factorial, alike.values())) * reversed_axes


def _shifts(board: Board, signs: tuple[int, ...]) -> list[range]:
    frame = frame_shift(board, signs)
    return [
        range(side) if axis in board.wrap else range(frame[axis], frame[axis] + 1)
        for axis, side in enumerate(board.shape)
    ]


def _keeps(board: Board, holes: npt.NDArray[np.int64], symmetry: Symmetry) -> bool:
    """Whether a symmetry maps holes to holes; the first four are tried alone, since most maps fail there.

    Parameters
    ----------
    holes : shape (k, axes)
    """
    if not all(symmetry(tuple(hole)) in board.holes for hole in holes[:4].tolist()):
        return False
    cells = np.ravel_multi_index(tuple(symmetry(holes).T), board.shape)
    return bool((np.sort(cells) == board.hole_cells).all())


def _kind(name: str) -> str:
    """The part of a name before its axis, direction or distance."""
    for kind in ("glide reflection", "reflection", "quarter-turn", "translation"):
        if name.startswith(f"{kind} "):
            return kind
    return name.split(" (", maxsplit=1)[0]


def _parity(axes: tuple[int, ...]) -> int:
    """1 for an even permutation, -1 for an odd one."""
    exchanges = sum(axes[i] > axes[j] for j in range(len(axes)) for i in range(j))
    return -1 if exchanges % 2 else 1
