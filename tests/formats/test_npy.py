"""Tours in numpy files."""

from __future__ import annotations

import io
import tracemalloc
from contextlib import suppress
from typing import Any

import large_tours
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knight_models.core.board import Board
from knight_models.core.errors import FormatError, InputError
from knight_models.core.problem import TourProblem
from knight_models.core.tour import Tour
from knight_models.formats import read_tours, write_tour
from knight_models.verifier import faults, verify

EULER = [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]
PARTS = [
    *(bytes([sign]) for sign in b"()[]{},:'-9eb\0"),
    b"None",
    b"'<f8'",
    b"'|O'",
    b"'V3'",
    b"(-1,)",
    b"b'",
]
ROW = np.arange(12, dtype=np.int32)
SIDE = 1000
MILLION = TourProblem(f"{SIDE}x{SIDE}")
TOUR = Tour(MILLION, large_tours.open_order(SIDE, SIDE))


def saved(array: Any, **details: Any) -> bytes:
    stream = io.BytesIO()
    np.save(stream, np.asarray(array), **details)
    return stream.getvalue()


def test_a_numpy_file_holds_an_order_or_a_grid():
    [order] = read_tours(saved(EULER), board=Board((3, 4)))
    assert faults(TourProblem(order.space), order.answer) == []
    [grid] = read_tours(saved([[1, 4, 7, 10], [8, 11, 2, 5], [3, 6, 9, 12]]))
    assert (grid.space, grid.form) == (Board((3, 4)), "npy")
    assert faults(TourProblem(grid.space), grid.answer) == []


def of_shape(shape: tuple[int, ...]) -> bytes:
    """A file of one number whose header claims this shape."""
    stream = io.BytesIO()
    header = {"descr": "<i8", "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(stream, header)
    return stream.getvalue() + bytes(8)


@given(st.lists(st.tuples(st.integers(6, 90), st.sampled_from(PARTS)), min_size=1, max_size=3))
def test_a_header_of_any_content_is_read_or_refused(changes: list[tuple[int, bytes]]):
    data = saved(EULER)
    for place, part in changes:
        data = data[:place] + part + data[place + len(part) :]
    with suppress(InputError):
        assert read_tours(data, board=Board((3, 4)))


def test_an_order_without_its_board_is_refused():
    with pytest.raises(FormatError, match="--board or --graph"):
        read_tours(saved(EULER))


def test_a_numpy_file_of_a_million_squares_goes_out_and_in_without_a_copy():
    stream = io.BytesIO()
    write_tour(TOUR, "npy", stream)
    data = stream.getvalue()
    assert np.array_equal(np.load(io.BytesIO(data)), TOUR.order)
    tracemalloc.start()
    try:
        [reading] = read_tours(data, board=MILLION.board)
        tour = verify(MILLION, reading.answer)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert tour == TOUR
    assert np.shares_memory(tour.order, np.frombuffer(data, np.uint8))
    assert peak < TOUR.order.nbytes


@pytest.mark.parametrize("form", ["<i4", ">i4", "<i8", ">i8", "<u4", ">u4", "<u8"])
def test_whole_numbers_of_any_kind_are_read(form):
    [reading] = read_tours(saved(TOUR.order.astype(form)), board=MILLION.board)
    assert verify(MILLION, reading.answer) == TOUR


@pytest.mark.parametrize("by_columns", [False, True])
def test_a_grid_of_a_million_numbers_in_a_numpy_file(by_columns):
    grid = np.asfortranarray(TOUR.grid()) if by_columns else TOUR.grid()
    [reading] = read_tours(saved(grid))
    assert reading.board == MILLION.board
    assert verify(MILLION, reading.answer) == TOUR


def test_squares_in_a_numpy_file():
    tour = Tour(TourProblem("3x4"), EULER)
    [reading] = read_tours(saved(tour.squares))
    assert reading.board == Board((3, 4))
    assert verify("3x4", reading.answer) == tour


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (saved(EULER)[:-5], "damaged"),
        (saved(EULER)[:20], "damaged"),
        (saved(EULER).replace(b"'descr'", b"  (    "), "damaged"),
        (saved(EULER).replace(b"'descr'", b"b'escr'"), "damaged"),
        (of_shape((1,) * 70), "damaged"),
        (saved(np.array(0.5)), "not of float64"),
        (saved(np.array([[0.5, 1]])), "not of float64"),
        (saved(ROW)[:-1], "12 numbers of 4 bytes are expected, not 47 bytes"),
        (saved(ROW) + b"\0", "12 numbers of 4 bytes are expected, not 49 bytes"),
        (saved(ROW)[:100], "damaged"),
        (saved(ROW.astype(float)), "whole numbers .* not of float64 .12."),
        (saved(ROW > 3), "not of bool"),
        (saved(np.array(["a1"])), "not of <U2"),
        (saved(np.array([{}], dtype=object), allow_pickle=True), "not of object"),
        (saved(np.int32(7)), "not of int32 .no axis."),
        (saved(ROW[:0]), "not of int32 .0."),
        (saved(ROW).replace(b"(12,)", b"(-3,)"), "damaged"),
        (saved(ROW).replace(b"(12,)", b"(9**9,)"[:5]), "damaged"),
        (saved(ROW).replace(b"\x93NUMPY\x01", b"\x93NUMPY\x03"), "format 1.0 or 2.0 is read here, not 3.0"),
        (saved(ROW).replace(b"\x93NUMPY\x01", b"\x93NUMPY\x07"), "7"),
    ],
    ids=range(20),
)
def test_a_wrong_numpy_file_is_refused_in_one_sentence(data, message):
    with pytest.raises(FormatError, match=message) as caught:
        read_tours(data, board=Board((3, 4)))
    assert "\n" not in str(caught.value)
