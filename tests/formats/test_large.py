"""Formats at a million squares: nothing is held in memory that need not be, and nothing is lost."""

import io
import tracemalloc

import large_tours
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knight_models.core.board import Board
from knight_models.core.errors import FormatError, ProblemError
from knight_models.core.problem import TourProblem
from knight_models.core.tour import Tour
from knight_models.formats import read_tours, write_tour
from knight_models.formats.writing import left_aligned, right_aligned
from knight_models.verifier import verify

SIDE = 1000
MILLION = TourProblem(f"{SIDE}x{SIDE}")
TOUR = Tour(MILLION, large_tours.open_order(SIDE, SIDE))
LARGEST_PIECE = 1 << 20
TEXTS = ["grid", "moves", "algebraic", "tsplib"]

BOARDS = [
    Board((3, 4)),
    Board((2, 30)),
    Board((120, 2)),
    Board((4, 3, 12)),
    Board((2, 3, 2, 2)),
    Board((13,), leap=(0, 2)),
    Board((5, 5), holes=["a1", "c3", "e5"]),
    Board((1, 1)),
]


class Pieces(io.StringIO):
    """A stream that remembers the longest piece that was written to it."""

    longest = 0

    def write(self, text):
        self.longest = max(self.longest, len(text))
        return super().write(text)


def saved(array, **details):
    stream = io.BytesIO()
    np.save(stream, array, **details)
    return stream.getvalue()


@pytest.mark.parametrize("form", TEXTS)
def test_a_million_squares_are_written_a_piece_at_a_time(form):
    stream = Pieces()
    write_tour(TOUR, form, stream)
    assert stream.longest <= LARGEST_PIECE < len(stream.getvalue())


@pytest.mark.parametrize("form", TEXTS)
def test_a_large_tour_goes_out_and_in(form):
    problem = TourProblem("150x400")
    tour = Tour(problem, large_tours.open_order(150, 400))
    stream = io.StringIO()
    write_tour(tour, form, stream)
    [reading] = read_tours(stream.getvalue(), board=problem.board)
    assert verify(problem, reading.answer) == tour


@pytest.mark.parametrize("form", TEXTS)
def test_writing_takes_little_memory_beyond_the_tour_and_its_grid(form):
    class Nowhere:
        def write(self, text):
            return len(text)

    tracemalloc.start()
    try:
        write_tour(TOUR, form, Nowhere())
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    grid = TOUR.order.nbytes if form == "grid" else 0
    assert peak < grid + 8_000_000


@pytest.mark.parametrize("form", [*TEXTS, "npy"])
@pytest.mark.parametrize("number", [-1, 12])
def test_a_vertex_that_is_not_there_is_not_written(form, number):
    tour = Tour(TourProblem("3x4"), [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, number])
    with pytest.raises(ProblemError, match=f"vertex {number} is not among 0 to 11"):
        write_tour(tour, form, io.StringIO())


def naive(tour, form):
    """The same text, one square after the other."""
    board = tour.problem.board
    if form == "algebraic":
        return " ".join(map(board.name, tour)) + "\n"
    width = len(str(len(tour)))
    longest = len(board.name((0, board.shape[1] - 1) if board.ndim == 2 else [n - 1 for n in board.shape]))
    sizes = [len(str(side - 1)) for side in board.shape]
    lines = []
    for step, square in enumerate(tour, start=1):
        numbers = " ".join(f"{place:>{size}}" for place, size in zip(square, sizes, strict=True))
        lines.append(f"{step:>{width}} {board.name(square):<{longest}} {numbers}\n")
    return "".join(lines)


@pytest.mark.parametrize("form", ["moves", "algebraic"])
@given(st.sampled_from(BOARDS), st.randoms(use_true_random=False))
def test_names_and_moves_are_those_of_the_squares_one_by_one(form, board, random):
    order = list(range(len(board)))
    random.shuffle(order)
    tour = Tour(TourProblem(board), order)
    stream = io.StringIO()
    write_tour(tour, form, stream)
    assert stream.getvalue() == naive(tour, form)


@given(st.lists(st.integers(0, 2**31 - 1), min_size=1), st.sampled_from([np.int32, np.int64]))
def test_numbers_are_aligned_as_python_does_it(numbers, form):
    rows = right_aligned(np.array(numbers, form), 10)
    assert [bytes(row).decode() for row in rows] == [f"{number:>10}" for number in numbers]
    rows = left_aligned(right_aligned(np.array(numbers, form), 10, 0))
    assert [bytes(row).decode() for row in rows] == [f"{number:<10}" for number in numbers]


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
    tour = Tour(TourProblem("3x4"), [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11])
    [reading] = read_tours(saved(np.array(tour.squares)))
    assert reading.board == Board((3, 4))
    assert verify("3x4", reading.answer) == tour


ROW = np.arange(12, dtype=np.int32)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (saved(ROW)[:-1], "12 numbers of 4 bytes are due, not 47 bytes"),
        (saved(ROW) + b"\0", "12 numbers of 4 bytes are due, not 49 bytes"),
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
    ids=range(13),
)
def test_a_wrong_numpy_file_is_refused_in_one_sentence(data, message):
    with pytest.raises(FormatError, match=message) as caught:
        read_tours(data, board=Board((3, 4)))
    assert "\n" not in str(caught.value)
