"""Sorting large arrays piece by piece, with a look at the clock between the pieces."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from knight_models.core.limits import Deadline

PIECE = 1_000_000
"""Numbers that are sorted at a time, which takes a tenth of a second."""


def sorting_order(
    codes: npt.NDArray[np.int64], top: int, deadline: Deadline | None = None
) -> npt.NDArray[np.int64]:
    """The places of the numbers in rising order; equal ones keep their order.

    Parameters
    ----------
    codes : shape (n,), numbers from 0 to `top` - 1; the better they spread, the shorter is a piece
    top : above all of them
    deadline : when to stop; None = never

    Raises
    ------
    TimeoutError : if it has passed

    >>> sorting_order(np.array([30, 10, 20, 10]), 31).tolist()
    [1, 3, 2, 0]
    """
    order = np.empty(len(codes), np.int64)
    pieces = max(1, -(-len(codes) // PIECE))
    bounds = [top * piece // pieces for piece in range(pieces + 1)]
    done = 0
    for low, high in pairwise(bounds):
        look_at(deadline)
        chosen = np.flatnonzero((codes >= low) & (codes < high))
        order[done : done + len(chosen)] = chosen[np.argsort(codes[chosen], kind="stable")]
        done += len(chosen)
    return order


def row_order(
    indptr: npt.NDArray[np.int32], keys: npt.NDArray[np.int32], deadline: Deadline | None = None
) -> npt.NDArray[np.int64]:
    """The places of the entries of compressed rows, each row in rising order of the keys.

    Parameters
    ----------
    indptr : shape (n + 1,), where the rows begin
    keys : shape (m,), the key of each entry; equal ones keep their order
    deadline : when to stop; None = never

    Raises
    ------
    TimeoutError : if it has passed

    >>> row_order(np.array([0, 2, 5], np.int32), np.array([3, 1, 2, 2, 0], np.int32)).tolist()
    [1, 0, 4, 2, 3]
    """
    order = np.empty(len(keys), np.int64)
    for begin, end in row_pieces(indptr, deadline):
        first, last = int(indptr[begin]), int(indptr[end])
        rows = np.repeat(np.arange(begin, end), np.diff(indptr[begin : end + 1]))
        order[first:last] = first + np.lexsort((keys[first:last], rows))
    return order


def row_pieces(
    indptr: npt.NDArray[np.int32], deadline: Deadline | None = None
) -> Iterator[tuple[int, int]]:
    """The rows in pieces, from `begin` to before `end`, of not many more entries than `PIECE` each.

    Raises
    ------
    TimeoutError : if the deadline has passed
    """
    begin, count = 0, len(indptr) - 1
    while begin < count:
        look_at(deadline)
        end = int(np.searchsorted(indptr, int(indptr[begin]) + PIECE, side="right")) - 1
        end = min(max(begin + 1, end), begin + PIECE)
        yield begin, end
        begin = end


def look_at(deadline: Deadline | None) -> None:
    """Raise TimeoutError if the deadline has passed."""
    if deadline is not None and deadline.expired:
        raise TimeoutError
