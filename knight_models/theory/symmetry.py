"""Tours up to symmetry, and the symmetries that a tour has, with the names that the field uses.

A tour has a symmetry of its board if its moves are mapped to moves of its own. The direction of a closed
tour is then kept or reversed; that of an open tour can only be reversed.

>>> from knight_models.core.problem import TourProblem
>>> tour = Tour(TourProblem("3x4"), [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11])
>>> symmetry_type(tour).name
'centrosymmetric'
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from knight_models.core.board import Board, Square
from knight_models.core.errors import ProblemError, TooLargeError, shown
from knight_models.core.problem import TourProblem
from knight_models.core.tour import Tour, coordinates
from knight_models.theory.isometries import (
    LARGEST_GROUP,
    Symmetry,
    frame_shift,
    linear_count,
    linear_parts,
    symmetries,
)

Numbers: TypeAlias = npt.NDArray[np.int64]

BATCH = 1 << 20
"""Squares mapped at a time."""


def canonical(tour: Tour, *, directed: bool = False) -> Tour:
    """The representative of all tours that are the same as this one up to symmetry.

    Of all listings of all images of the tour it is the least, compared vertex number by vertex number. A
    closed tour may be listed from any square, and any tour in both directions. Two tours of a board are the
    same up to symmetry exactly if their canonical tours are equal. (`Tour.normalised` chooses among the
    listings of one tour alone.)

    Parameters
    ----------
    tour : a tour of a board
    directed : whether a tour and its reverse are different

    Returns
    -------
    Tour
        A tour of the same board and kind, without fixed ends or moves

    Raises
    ------
    ProblemError : for a tour of a graph, or one that does not visit every square once
    TooLargeError : if the board has too many symmetries to try them all

    >>> ring = TourProblem(Board.parse("3x3", holes="b2"), kind="closed")
    >>> canonical(Tour(ring, [2, 3, 7, 1, 5, 4, 0, 6])).names[:3]
    ['a3', 'c2', 'a1']
    """
    board, places = _squares_of(tour)
    listings = (
        listing
        for cells in _images(board, places)
        for image in cells
        for listing in _listings(image, tour.closed, directed)
    )
    # Big-endian bytes compare as the numbers do.
    least = np.frombuffer(min(listing.astype(">i4").tobytes() for listing in listings), ">i4")
    order = least - np.searchsorted(board.hole_cells, least)
    return Tour(TourProblem(board, tour.problem.kind), order)


def _squares_of(tour: Tour) -> tuple[Board, Numbers]:
    """The board of a tour, and its squares as an array of shape (n, axes), if each is there once."""
    if not isinstance(tour, Tour):
        raise ProblemError(f"symmetries need a Tour, not {shown(tour)}")
    board = tour.problem.board
    if board is None:
        raise ProblemError("a tour of a graph has no symmetries of a board; it needs a board")
    if not np.array_equal(np.sort(tour.order), np.arange(len(board))):
        raise ProblemError(
            f"a tour of {board} visits each of its {len(board)} squares once; this one does not"
        )
    return board, np.stack(coordinates(board, tour.order), axis=-1).astype(np.int64)


def _weights(shape: tuple[int, ...]) -> Numbers:
    """For each axis, the difference between the row-major numbers of a cell and the next one along it."""
    return np.cumprod((1, *shape[:0:-1]), dtype=np.int64)[::-1]


def _images(board: Board, places: Numbers) -> Iterator[Numbers]:
    """The cell numbers of all images of a tour, one image a row, some images at a time."""
    group = symmetries(board)
    step = max(1, BATCH // len(places))
    for begin in range(0, len(group), step):
        part = group[begin : begin + step]
        axes, signs, shift = (
            np.array([getattr(each, name) for each in part]) for name in ("axes", "signs", "shift")
        )
        images = (places[:, axes] * signs + shift) % board.shape
        yield (images @ _weights(board.shape)).T


def _listings(cells: Numbers, closed: bool, directed: bool) -> Iterator[Numbers]:
    """The listing of a tour that may be the least: with the lower beginning, in the allowed directions."""
    if closed:
        cells = np.roll(cells, -int(cells.argmin()))
        back = np.concatenate((cells[:1], cells[:0:-1]))
    else:
        back = cells[::-1]
    if directed or tuple(cells[:2]) <= tuple(back[:2]):
        yield cells
    else:
        yield back


@dataclass(frozen=True)
class TourSymmetry:
    """A symmetry that a tour has, and whether it reverses the direction of the tour."""

    symmetry: Symmetry
    reverses: bool

    @property
    def name(self) -> str:
        """Its name, with what it does to the direction."""
        return f"{self.symmetry.name} ({'reverses' if self.reverses else 'keeps'} the direction)"


@dataclass(frozen=True)
class SymmetryType:
    """The symmetries of a tour, and the field's name for them.

    Parameters
    ----------
    symmetries : the symmetries of the tour, the identity first; if there are more than 100,000, some of
        each kind
    order : the number of symmetries
    closed : whether the tour is closed
    """

    symmetries: tuple[TourSymmetry, ...]
    order: int
    closed: bool

    @property
    def name(self) -> str:
        """The name that the field uses; "none" where the identity is the only symmetry.

        For a closed tour on two axes, after G. P. Jelliss (Knight's Tour Notes, vol. 1, 2019): the
        half-turn makes it "Eulerian" where it keeps the direction and "Bergholtian" where it reverses it,
        and a reflection likewise "axial (Sulian)" or "axial (Murraian)"; reflections in two axes are
        "biaxial", in four "octonary". A quarter-turn (Jelliss: "birotary") comes with the half-turn:
        "Eulerian, quarter-turn". An open tour is "axial" or "centrosymmetric". With another number of axes
        the symmetries themselves are named.
        """
        parts = []
        if len(self.symmetries[0].symmetry.shape) != 2:
            kinds = [each.symmetry.kind for each in self.symmetries[1:]]
            parts = [f"{kind} ({self._directions(kind)})" for kind in dict.fromkeys(kinds)]
        else:
            parts = [part for part in (self._axial, self._central) if part]
            others = ("quarter-turn", "glide reflection", "translation")
            parts += [kind for kind in others if self._with(kind)]
        return ", ".join(parts) or "none"

    def _with(self, kind: str) -> list[bool]:
        """For each symmetry of this kind, whether it reverses the direction."""
        return [each.reverses for each in self.symmetries if each.symmetry.kind == kind]

    def _directions(self, kind: str) -> str:
        done = sorted(set(self._with(kind)))
        return f"{' or '.join('reverses' if reverses else 'keeps' for reverses in done)} the direction"

    def _named(self, kind: str, keeping: str, reversing: str) -> str:
        return " and ".join(
            reversing if reverses else keeping for reverses in sorted(set(self._with(kind)))
        )

    @property
    def _axial(self) -> str:
        count = len(self._with("reflection"))
        axes = {0: "", 2: "biaxial", 4: "octonary"}.get(count, "axial")
        return (
            f"{axes} ({self._named('reflection', 'Sulian', 'Murraian')})" if count and self.closed else axes
        )

    @property
    def _central(self) -> str:
        if self.closed:
            return self._named("half-turn", "Eulerian", "Bergholtian")
        return "centrosymmetric" if self._with("half-turn") else ""


def symmetry_type(tour: Tour) -> SymmetryType:
    """The symmetries of a tour of a board.

    Where a symmetry moves the tour along itself, its linear part turns the sequence of vectors between
    squares into a rotation of that sequence, or of its reverse. Both are found as substrings of a text.

    Parameters
    ----------
    tour : a tour of a board

    Raises
    ------
    ProblemError : for a tour of a graph, or one that does not visit every square once
    TooLargeError : if the axes can be exchanged and reversed in too many ways to try them all

    >>> ring = TourProblem(Board.parse("3x3", holes="b2"), kind="closed")
    >>> symmetry_type(Tour(ring, [0, 4, 5, 1, 7, 3, 2, 6])).name
    'octonary (Murraian), Eulerian, quarter-turn'
    """
    board, places = _squares_of(tour)
    path = _Path(board, places, tour.closed)
    if linear_count(board) > LARGEST_GROUP:
        raise TooLargeError(
            f"the symmetries of {board} are too many to try; at most {LARGEST_GROUP:,} ways to exchange "
            "and to reverse its axes are tried"
        )
    ways = [(axes, signs, reverses) for axes, signs in linear_parts(board) for reverses in (False, True)]
    matches = [path.matches(*way) for way in ways]
    order = sum(map(len, matches))
    most = order if order <= LARGEST_GROUP else LARGEST_GROUP // len(ways)
    found = tuple(
        TourSymmetry(Symmetry(board.shape, axes, signs, path.shift(axes, signs, k)), reverses)
        for (axes, signs, reverses), numbers in zip(ways, matches, strict=True)
        for k in numbers[:most]
    )
    return SymmetryType(found, order, tour.closed)


class _Path:
    """A tour as the text of its vectors; wrapped axes count modulo their side."""

    def __init__(self, board: Board, places: Numbers, closed: bool) -> None:
        self.board, self.places, self.closed = board, places, closed
        after = np.concatenate((places[1:], places[:1])) if closed else places[1:]
        vectors = self._modulo(after - places[: len(after)])
        span = np.array([2 * side for side in board.shape])
        codes = (vectors + board.shape) @ _weights(tuple(span.tolist()))
        _, first, self.codes = np.unique(codes, return_index=True, return_inverse=True)
        self.vectors = vectors[first]
        self.letters: dict[Square, int] = {}
        for vector in np.concatenate((self.vectors, self._modulo(-self.vectors))).tolist():
            self.letters.setdefault(tuple(vector), len(self.letters))
        self.counts = np.bincount(self.codes)
        onward, back = (self._letters(self._modulo(sign * self.vectors)) for sign in (1, -1))
        self.often = self._often(onward), self._often(back)
        self.onward, self.back = _text(onward, self.codes), _text(back, self.codes[::-1])
        doubled = self.onward + self.onward
        self.period = doubled.find(self.onward, 1) if closed else len(places)

    def matches(self, axes: tuple[int, ...], signs: tuple[int, ...], reverses: bool) -> range:
        """The numbers k for which a symmetry with this linear part maps the first square to square k."""
        n = len(self.places)
        if reverses and n < (3 if self.closed else 2) and self.matches(axes, signs, False):
            return range(0)
        letters = self._letters(self._modulo(self.vectors[:, axes] * signs))
        if -1 in letters or self._often(letters) != self.often[reverses]:
            return range(0)
        image, text = _text(letters, self.codes), self.back if reverses else self.onward
        if not self.closed and image != text:
            return range(0)
        if not self.closed:
            found = range(n - 1, n) if reverses else range(1)
        else:
            place = (text + text[:-1]).find(image)
            if place < 0:
                return range(0)
            least = (-place if reverses else place) % self.period
            found = range(least, n, self.period)
        return found if self._in_frame(axes, signs, found[0]) else range(0)

    def shift(self, axes: tuple[int, ...], signs: tuple[int, ...], k: int) -> tuple[int, ...]:
        """The shift that maps the first square to square k."""
        moved = self.places[k] - self.places[0][list(axes)] * signs
        frame = frame_shift(self.board, signs)
        return tuple(
            int(moved[axis]) % side if axis in self.board.wrap else frame[axis]
            for axis, side in enumerate(self.board.shape)
        )

    def _in_frame(self, axes: tuple[int, ...], signs: tuple[int, ...], k: int) -> bool:
        """Whether the axes that do not wrap stay where they are."""
        image = self.places[0][list(axes)] * signs + frame_shift(self.board, signs)
        fixed = [axis for axis in range(self.board.ndim) if axis not in self.board.wrap]
        return bool((image[fixed] == self.places[k][fixed]).all())

    def _modulo(self, vectors: Numbers) -> Numbers:
        vectors = vectors.copy()
        for axis in self.board.wrap:
            vectors[:, axis] %= self.board.shape[axis]
        return vectors

    def _letters(self, vectors: Numbers) -> list[int]:
        """The letters of vectors; -1 for a vector that the tour uses in neither direction."""
        return [self.letters.get(tuple(vector), -1) for vector in vectors.tolist()]

    def _often(self, letters: list[int]) -> dict[int, int]:
        """How often each letter occurs in a text; where this differs, the texts need not be made."""
        return dict(zip(letters, self.counts.tolist(), strict=True))


def _text(letters: list[int], codes: Numbers) -> str:
    """The vectors with these codes as one letter each."""
    return np.array(letters, np.uint32)[codes].astype("<u4").tobytes().decode("utf-32-le")
