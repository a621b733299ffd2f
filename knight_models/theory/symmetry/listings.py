"""The listing that all images of a tour share: `canonical`."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from knight_models.core.board import Board
from knight_models.theory.symmetry.group import symmetries
from knight_models.theory.symmetry.squares import Numbers, Squares, checked_squares, weights

__all__ = ["canonical"]

BATCH = 1 << 20
"""Squares mapped at a time."""


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
    places = checked_squares(board, squares)
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
        yield (images @ weights(board.shape)).T


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
