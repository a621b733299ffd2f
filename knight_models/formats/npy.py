r"""Tours in numpy files (`.npy`): an order of vertex numbers, a number grid, or a list of squares.

>>> import io
>>> stream = io.BytesIO()
>>> np.save(stream, np.array([[1, 4, 7, 10], [8, 11, 2, 5], [3, 6, 9, 12]]))
>>> [reading] = read_npy(stream.getvalue(), Context())
>>> reading.board
Board('3x4')
"""

from __future__ import annotations

import io
import math
import warnings
from tokenize import TokenError
from typing import Any

import numpy as np
import numpy.typing as npt

from knight_models.formats.from_json import are_squares
from knight_models.formats.grids import grid_reading
from knight_models.formats.reading import Context, Reading

__all__ = ["NPY_MAGIC", "read_npy"]

NPY_MAGIC = b"\x93NUMPY"

Numbers = npt.NDArray[np.integer[Any]]
Header = tuple[tuple[int, ...], bool, np.dtype[Any]]


def read_npy(data: bytes, context: Context) -> list[Reading]:
    """The tour of a numpy file; its numbers are not copied.

    Parameters
    ----------
    data : what the file holds: whole numbers, one axis for the vertex numbers in the order of the visit;
        two axes, the second as long as a square has numbers, for squares; else the shape of the board
    context : what is known before

    Raises
    ------
    FormatError : for a damaged file, or an array of anything but whole numbers
    """
    array = _array(data, context)
    if array.ndim == 1:
        return [Reading(array, context.space("vertex numbers"), "npy")]
    if are_squares(array, context):
        squares = list(map(tuple, array.tolist()))
        return [Reading(squares, context.board_around(squares), "npy")]
    return [grid_reading(array, np.zeros(array.shape, np.bool_), context, form="npy")]


def _array(data: bytes, context: Context) -> Numbers:
    """The numbers, 32 or 64 bits each: a view of the data where they stand there so."""
    stream = io.BytesIO(data)
    shape, by_columns, kind = _header(stream, context)
    if kind.kind not in "iu" or not shape or not math.prod(shape):
        shown = "x".join(map(str, shape)) or "no axis"
        raise context.error(f"a numpy file of whole numbers is read here, not of {kind} ({shown})")
    count, left = math.prod(shape), len(data) - stream.tell()
    if left != count * kind.itemsize or min(shape) < 0:
        needed = f"{count:,} numbers of {kind.itemsize} bytes"
        raise context.error(
            f"the numpy file is damaged: after its header {needed} are due, not {left:,} bytes"
        )
    array = np.frombuffer(data, kind, count, stream.tell()).reshape(shape, order="F" if by_columns else "C")
    return array if kind in (np.int32, np.int64) else array.astype(np.int64)


def _header(stream: io.BytesIO, context: Context) -> Header:
    """The shape, whether columns stand one after the other, and the type of the numbers."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of files from Python 2, and of damaged ones that look like it
            version = np.lib.format.read_magic(stream)
            if version == (1, 0):
                return np.lib.format.read_array_header_1_0(stream)
            if version == (2, 0):
                return np.lib.format.read_array_header_2_0(stream)
    except (ValueError, EOFError, OSError, MemoryError, SyntaxError, TokenError) as error:
        raise context.error(f"the numpy file is damaged: {error}") from None
    number = ".".join(map(str, version))
    raise context.error(f"a numpy file of format 1.0 or 2.0 is read here, not {number}")
