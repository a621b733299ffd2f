r"""Tours in numpy files (`.npy`): an order of vertex numbers, a number grid, or a list of squares.

>>> import io
>>> stream = io.BytesIO()
>>> np.save(stream, np.array([[1, 4, 7, 10], [8, 11, 2, 5], [3, 6, 9, 12]]))
>>> [reading] = read_npy(Source(stream.getvalue()))
>>> reading.board
Board('3x4')
"""

from __future__ import annotations

import io
import math
import warnings
from tokenize import TokenError
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from knight_models.core.tour import Tour
from knight_models.formats.arrays import array_readings, order_reading
from knight_models.formats.reading import Reading, Source

__all__ = ["is_npy", "read_npy", "write_npy"]

MAGIC = b"\x93NUMPY"
ARCHIVE = b"PK\x03\x04"

DAMAGE = (
    *(ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError),
    *(EOFError, OSError, MemoryError, SyntaxError, TokenError),
)
"""The errors of numpy and of Python's parser, which numpy calls, for a header of arbitrary content."""

Numbers = npt.NDArray[np.integer[Any]]
Header = tuple[tuple[int, ...], bool, np.dtype[Any]]


def is_npy(source: Source) -> bool:
    """Whether the file begins as all numpy files do, or as an archive of them (`.npz`)."""
    return isinstance(source.data, bytes) and source.data.startswith((MAGIC, ARCHIVE))


def read_npy(source: Source) -> list[Reading]:
    """The tour of a numpy file; its numbers are not copied.

    Parameters
    ----------
    source : the file: whole numbers; with one axis the vertex numbers in the order of the visit; with two
        axes, the second as long as a square has numbers, squares; otherwise a grid of the board's shape

    Raises
    ------
    FormatError : for a damaged file, or an array of anything but whole numbers
    """
    assert isinstance(source.data, bytes)
    if source.data.startswith(ARCHIVE):
        raise source.error("this is an archive such as .npz; write its array alone, with numpy.save")
    array = _array(source.data, source)
    if array.ndim == 1:
        return [order_reading(array, source, form="npy")]
    return array_readings(array, np.zeros(array.shape, np.bool_), source, form="npy")


def _array(data: bytes, source: Source) -> Numbers:
    """The numbers, of 32 or 64 bits: a view of the data if they have that form there."""
    stream = io.BytesIO(data)
    shape, by_columns, kind = _header(stream, source)
    if kind.kind not in "iu" or not shape or not math.prod(shape):
        shown = "x".join(map(str, shape)) or "no axis"
        raise source.error(f"a numpy file of whole numbers is read here, not of {kind} ({shown})")
    count, left = math.prod(shape), len(data) - stream.tell()
    if left != count * kind.itemsize or min(shape) < 0:
        needed = f"{count:,} numbers of {kind.itemsize} bytes"
        raise source.error(
            f"the numpy file is damaged: after its header {needed} are expected, not {left:,} bytes"
        )
    flat = np.frombuffer(data, kind, count, stream.tell())
    try:
        array = flat.reshape(shape, order="F" if by_columns else "C")
    except DAMAGE as error:  # more axes than an array of numpy can have
        raise source.error(f"the numpy file is damaged: {error}") from None
    return array if kind in (np.int32, np.int64) else array.astype(np.int64)


def _header(stream: io.BytesIO, source: Source) -> Header:
    """The shape, whether columns stand one after the other, and the type of the numbers."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about files of Python 2, as damaged ones may seem
            version = np.lib.format.read_magic(stream)
            if version == (1, 0):
                return np.lib.format.read_array_header_1_0(stream)
            if version == (2, 0):
                return np.lib.format.read_array_header_2_0(stream)
    except DAMAGE as error:
        raise source.error(f"the numpy file is damaged: {error}") from None
    number = ".".join(map(str, version))
    raise source.error(f"a numpy file of format 1.0 or 2.0 is read here, not {number}")


def write_npy(tour: Tour, stream: IO[bytes]) -> None:
    """Write the vertex numbers in the order of the visit, as 32-bit integers."""
    np.save(stream, tour.order, allow_pickle=False)
