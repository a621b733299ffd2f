"""The symmetries that a tour has, and what the field calls them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from knight_models.core.board import Board, Square
from knight_models.core.errors import TooLargeError
from knight_models.theory.symmetry.group import (
    LARGEST_GROUP,
    Symmetry,
    frame_shift,
    linear_count,
    linear_parts,
)
from knight_models.theory.symmetry.squares import Numbers, Squares, checked_squares, weights

__all__ = ["SymmetryType", "TourSymmetry", "symmetry_type"]


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
    path = _Path(board, checked_squares(board, squares), closed)
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
        codes = (vectors + board.shape) @ weights(tuple(span.tolist()))
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
