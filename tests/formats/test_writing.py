"""Writing tours, and reading back what was written; a million squares too."""

from __future__ import annotations

import io
import tracemalloc
from typing import Any

import large_tours
import networkx
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from knight_models.core.board import Board
from knight_models.core.errors import OptionError, ProblemError
from knight_models.core.problem import TourProblem
from knight_models.core.result import SolveResult, Status
from knight_models.core.tour import NumberGrid, Tour
from knight_models.engine.moves import knight_graph
from knight_models.formats import BINARY_FORMATS, TOUR_FORMATS, read_tours, write_tour
from knight_models.formats.writing import left_aligned, right_aligned
from knight_models.verifier import numbering, verify

EULER = [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]
"""The open tour of 3x4 that Euler (1759) numbered 1 4 7 10 / 8 11 2 5 / 3 6 9 12."""
PATH = networkx.path_graph(["x", 2, "y z"], create_using=networkx.Graph)


def written(tour: Tour | SolveResult, form: str) -> Any:
    stream: Any = io.BytesIO() if form in BINARY_FORMATS else io.StringIO()
    write_tour(tour, form, stream)
    return stream.getvalue()


def test_a_grid_is_right_aligned_with_a_sign_for_holes() -> None:
    board = Board((3, 4), holes=frozenset({(0, 0), (2, 3)}))
    tour = Tour(TourProblem(board), range(10))
    assert written(tour, "grid") == " #  1  2  3\n 4  5  6  7\n 8  9 10  #\n"


def test_numpy_reads_the_grids_that_are_written() -> None:
    """As README says: `#` is no comment there, and a hole becomes 0."""
    ring = Tour(TourProblem(Board((3, 3), holes=["b2"])), [0, 4, 5, 1, 7, 3, 2, 6])
    whole = Tour(TourProblem("3x4"), EULER)
    read = np.loadtxt(io.StringIO(written(whole, "grid")), dtype=int, comments=None)
    assert read.tolist() == whole.grid().tolist()
    text = io.StringIO(written(ring, "grid"))
    holed = np.genfromtxt(text, dtype=int, comments=None, filling_values=0)
    assert holed.tolist() == ring.grid().tolist()


def test_layers_stand_apart_by_empty_lines_one_more_for_each_further_axis() -> None:
    tour = Tour(TourProblem(Board((2, 2, 1, 2))), range(8))
    assert written(tour, "grid") == "1 2\n\n3 4\n\n\n5 6\n\n7 8\n"


def test_the_formats_of_a_tour_of_a_board() -> None:
    tour = Tour(TourProblem("3x4"), EULER[:3])
    assert written(tour, "moves") == "1 a3 0 0\n2 c2 1 2\n3 a1 2 0\n"
    assert written(tour, "algebraic") == "a3 c2 a1\n"
    lines = written(tour, "tsplib").splitlines()
    assert lines[2:] == ["TYPE : TOUR", "DIMENSION : 3", "TOUR_SECTION", "1", "7", "9", "-1", "EOF"]
    order = np.load(io.BytesIO(written(tour, "npy")))
    assert (order.dtype, order.tolist()) == (np.int32, [0, 6, 8])


def test_a_tsplib_tour_says_whether_it_is_open() -> None:
    assert "COMMENT : open (a path" in written(Tour(TourProblem("3x4"), EULER), "tsplib")
    assert "COMMENT : closed tour" in written(Tour(TourProblem("3x4", "closed"), EULER), "tsplib")


def test_the_formats_of_a_tour_of_a_graph() -> None:
    tour = Tour(TourProblem(PATH), [2, 1, 0])
    assert written(tour, "moves") == '1 "y z"\n2 2\n3 x\n'
    assert written(tour, "algebraic") == '"y z" 2 x\n'
    with pytest.raises(OptionError, match="no number grid; write it as moves"):
        written(tour, "grid")
    with pytest.raises(OptionError, match="no number grid"):
        written(Tour(TourProblem(knight_graph(Board((3, 4)))), EULER), "grid")


def test_an_unknown_format_or_a_missing_tour_is_refused() -> None:
    nothing = SolveResult(Status.UNKNOWN, TourProblem("3x4"), reason="out of time")
    with pytest.raises(OptionError, match="unknown format 'gird'; did you mean 'grid'"):
        written(Tour(TourProblem("3x4"), EULER), "gird")
    with pytest.raises(OptionError, match="no tour to write as grid"):
        written(nothing, "grid")
    assert '"status": "unknown"' in written(nothing, "json")


def test_a_large_tour_is_written_in_pieces_without_a_seam(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board((2, 7, 5))
    tour = Tour(TourProblem(board), np.random.default_rng(1).permutation(70))
    whole = {form: written(tour, form) for form in TOUR_FORMATS}
    monkeypatch.setattr("knight_models.formats.grid.CELLS_AT_A_TIME", 10)
    monkeypatch.setattr("knight_models.formats.writing.STEPS_AT_A_TIME", 3)
    assert {form: written(tour, form) for form in TOUR_FORMATS} == whole


@st.composite
def walks(draw: st.DrawFn) -> Tour:
    """The squares of a small board, holes and all, in any order: writing asks for no right tour."""
    shape = tuple(draw(st.lists(st.integers(1, 4), min_size=2, max_size=3)))
    cells = [tuple(map(int, cell)) for cell in np.ndindex(*shape)]
    holes = draw(st.sets(st.sampled_from(cells), max_size=len(cells) - 1))
    board = Board(shape, (1, 3), frozenset(holes), wrap=draw(st.sampled_from([(), (1,)])))
    return Tour(TourProblem(board), draw(st.permutations(range(len(board)))))


READ_BACK = [form for form in TOUR_FORMATS if form != "csv"]


@given(walks())
def test_csv_is_read_as_the_same_grid(tour: Tour) -> None:
    assume(tour.problem.board is not None and tour.problem.board.shape[-1] == 4)  # 1,2 is a square too
    [reading] = read_tours(written(tour, "csv"), board=tour.problem.board)
    assert reading.form == "grid"
    assert numbering.numbering_of(tour.problem, reading.answer).vertices.tolist() == tour.order.tolist()


@pytest.mark.parametrize("form", READ_BACK)
@given(walks())
def test_what_is_written_is_read_as_the_same_tour(form: str, tour: Tour) -> None:
    board = tour.problem.board
    assert board is not None
    assume(form != "algebraic" or board.ndim == 2)  # squares of other boards have no letters
    [reading] = read_tours(written(tour, form), board=board)
    assert reading.form == form
    assert numbering.numbering_of(tour.problem, reading.answer).vertices.tolist() == tour.order.tolist()


@pytest.mark.parametrize("form", ["grid", "json"])
@given(walks())
def test_grids_and_json_carry_their_board(form: str, tour: Tour) -> None:
    board = tour.problem.board
    assert board is not None
    assume(form != "grid" or board.ndim == 2)  # layers of holes leave the number of axes open
    known = {} if form == "json" else {"leap": board.leap, "wrap": board.wrap}
    [reading] = read_tours(written(tour, form), **known)
    assert reading.space == board
    if isinstance(reading.answer, NumberGrid):
        assert reading.answer.numbers.tolist() == tour.grid().tolist()
    else:
        assert reading.answer == tour.squares


@pytest.mark.parametrize("form", [form for form in READ_BACK if form != "grid"])
@given(st.permutations([0, 1, 2]))
def test_a_tour_of_a_graph_is_read_back_with_its_labels(form: str, order: list[int]) -> None:
    tour = Tour(TourProblem(PATH), order)
    [reading] = read_tours(written(tour, form), graph=PATH)
    assert numbering.numbering_of(tour.problem, reading.answer).vertices.tolist() == order


# ---- large tours

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
