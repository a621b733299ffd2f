"""The symmetries that a tour has, and the listing that all its images share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from knight_models.board import Board, Square
from knight_models.errors import BoardError, ProblemError, TooLargeError, shown
from knight_models.symmetry.group import (
    LARGEST_GROUP,
    Symmetry,
    frame_shift,
    linear_count,
    linear_parts,
    symmetries,
)

__all__ = ["SymmetryType", "TourSymmetry", "canonical", "symmetry_type"]

Numbers: TypeAlias = npt.NDArray[np.int64]
Squares: TypeAlias = "Sequence[Square] | npt.NDArray[np.integer[Any]]"

BATCH = 1 << 20
"""Squares mapped at a time."""


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
    symmetries : the symmetries of the tour, the identity first; of more than 100,000 some of each kind
    order : how many there are
    closed : whether the tour is closed
    """

    symmetries: tuple[TourSymmetry, ...]
    order: int
    closed: bool

    @property
    def name(self) -> str:
        """What the field calls it; "none" where only the identity is left.

        Of a closed tour on two axes, after G. P. Jelliss (Knight's Tour Notes, vol. 1, 2019): the half-turn
        makes it "Eulerian" where it keeps the direction and "Bergholtian" where it reverses it, and a
        reflection likewise "axial (Sulian)" or "axial (Murraian)"; reflections in two axes are "biaxial",
        in four "octonary". A quarter-turn (Jelliss: "birotary") comes with the half-turn: "Eulerian,
        quarter-turn". An open tour is "axial" or "centrosymmetric". With another number of axes the
        symmetries themselves are named.
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


def symmetry_type(board: Board, squares: Squares, closed: bool) -> SymmetryType:
    """The symmetries of a tour of a board.

    Where a symmetry moves the tour along itself, its linear part turns the sequence of vectors between
    squares into a rotation of that sequence, or of its reverse; these are found as texts in a text.

    Parameters
    ----------
    board : the board
    squares : the tour: every square once, as tuples or as an integer array of shape (n, axes)
    closed : whether a move leads from the last square to the first

    Raises
    ------
    BoardError : if something in `squares` is no square of the board
    ProblemError : if they are not every square once
    TooLargeError : if the axes can be exchanged and reversed in too many ways to try them all

    >>> ring = [(0, 0), (1, 2), (2, 0), (0, 1), (2, 2), (1, 0), (0, 2), (2, 1)]
    >>> symmetry_type(Board.parse("3x3", holes="b2"), ring, closed=True).name
    'octonary (Murraian), Eulerian, quarter-turn'
    """
    path = _Path(board, _checked(board, squares), closed)
    if linear_count(board) > LARGEST_GROUP:
        raise TooLargeError(
            f"the symmetries of {board} are too many to try; up to {LARGEST_GROUP:,} ways to exchange "
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
    return SymmetryType(found, order, closed)


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
        """The numbers k where a symmetry with this linear part sends the first square to square k."""
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
        """What has to be added to send the first square to square k."""
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
        """The letters of vectors; -1 for one that the tour has in neither direction."""
        return [self.letters.get(tuple(vector), -1) for vector in vectors.tolist()]

    def _often(self, letters: list[int]) -> dict[int, int]:
        """How often each letter stands in a text; where this differs, the texts need not be made."""
        return dict(zip(letters, self.counts.tolist(), strict=True))


def _text(letters: list[int], codes: Numbers) -> str:
    """The vectors with these codes as one letter each."""
    return np.array(letters, np.uint32)[codes].astype("<u4").tobytes().decode("utf-32-le")


def canonical(
    board: Board, squares: Squares, closed: bool, *, directed: bool = False
) -> npt.NDArray[np.int32]:
    """The least of all listings that show the same tour up to symmetry, as an array of shape (n, axes).

    Listings are compared square by square, squares by their places. A closed tour may be listed from any
    square, and any tour in both directions. Two tours are the same up to symmetry exactly if these arrays
    are equal.

    Parameters
    ----------
    board : the board
    squares : the tour: every square once, as tuples or as an integer array of shape (n, axes)
    closed : whether a move leads from the last square to the first
    directed : whether a tour and its reverse are two

    Raises
    ------
    BoardError : if something in `squares` is no square of the board
    ProblemError : if they are not every square once
    TooLargeError : if the board has too many symmetries to try them all

    >>> ring = [(0, 2), (1, 0), (2, 2), (0, 1), (2, 0), (1, 2), (0, 0), (2, 1)]
    >>> canonical(Board.parse("3x3", holes="b2"), ring, closed=True)[:3].tolist()
    [[0, 0], [1, 2], [2, 0]]
    """
    places = _checked(board, squares)
    listings = (
        listing
        for cells in _images(board, places)
        for image in cells
        for listing in _listings(image, closed, directed)
    )
    least = np.frombuffer(min(listing.astype(">i4").tobytes() for listing in listings), ">i4")
    return np.stack(np.unravel_index(least, board.shape), axis=-1).astype(np.int32)


def _images(board: Board, places: Numbers) -> Iterator[Numbers]:
    """The cell numbers of all images of a tour, some images at a time, one a row."""
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
    """The listings of a tour that may be the least."""
    if closed:
        cells = np.roll(cells, -int(cells.argmin()))
        back = np.concatenate((cells[:1], cells[:0:-1]))
    else:
        back = cells[::-1]
    if directed or tuple(cells[:2]) <= tuple(back[:2]):
        yield cells
    else:
        yield back


def _checked(board: Board, squares: Squares) -> Numbers:
    """The squares of a tour as an array, if they are every square of the board once."""
    try:
        given = np.asarray(squares)
    except (ValueError, OverflowError):  # of different lengths
        given = np.zeros(0)
    if given.ndim != 2 or given.shape[1] != board.ndim or given.dtype.kind not in "iu":
        raise ProblemError(
            f"a tour of {board} is a row of squares of {board.ndim} whole numbers, not {shown(squares)}"
        )
    outside = ((given < 0) | (given >= board.shape)).any(axis=1)
    if outside.any():
        raise BoardError(f"{tuple(given[outside][0].tolist())} is not on the {board.shape_text} board")
    places = given.astype(np.int64)
    cells = places @ _weights(board.shape)
    visited = np.zeros(board.cells, np.bool_)
    visited[cells] = True
    if (
        len(cells) != len(board)
        or np.count_nonzero(visited) != len(board)
        or visited[board.hole_cells].any()
    ):
        raise ProblemError(
            f"a tour of {board} visits each of its {len(board)} squares once; this one does not"
        )
    return places


def _weights(shape: tuple[int, ...]) -> Numbers:
    """What a step along each axis adds to the row-major number of a cell."""
    return np.cumprod((1, *shape[:0:-1]), dtype=np.int64)[::-1]
