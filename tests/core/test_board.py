"""Boards: shapes, names of squares, moves, and what they refuse."""

import pytest
import reference
from graphs import BOARDS
from hypothesis import given
from hypothesis import strategies as st

from knight_models.core.board import Board
from knight_models.core.errors import BoardError, UnsupportedError
from knight_models.solvers import solver_names
from knight_models.tasks.solve import solve


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_moves_are_those_of_the_definition(board):
    space = reference.board_space(board.shape, board.leap.leaps, board.holes, board.wrap)
    assert tuple(board) == space.vertices
    moves = [(square, other) for square in board for other in board.neighbours(square)]
    assert len(moves) == len(set(moves))
    assert set(moves) == space.arcs


def test_knight_moves_are_numbered_as_in_squirrel_and_cull():
    moves = [(-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1)]
    assert list(Board((8, 8)).vectors) == moves
    assert Board((8, 8)).neighbours((4, 4)) == [(4 + down, 4 + right) for down, right in moves]


@pytest.mark.parametrize(
    ("text", "shape"),
    [("8x8", (8, 8)), ("3x10", (3, 10)), ("4x4x4", (4, 4, 4)), (" 3 X 4 ", (3, 4)), ("3×4", (3, 4))],
)
def test_parse(text, shape):
    assert Board.parse(text).shape == shape


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("0x8", "at least 1"),
        ("8x", "'8x' is not a board"),
        ("-3x4", "'-3x4' is not a board"),
        ("8x8x", "'8x8x' is not a board"),
        ("", "'' is not a board"),
        ("8", "'8' is not a board"),
        ("8x8.5", "'8x8.5' is not a board"),
        ("axb", "'axb' is not a board"),
        ("٣x٤", "'٣x٤' is not a board"),
        ("８x８", "'８x８' is not a board"),
        ("1000000x1000000", "4,000,000,000,000 bytes"),
        ("999999999999999999x999999999999999999", "bytes"),
    ],
)
def test_bad_boards_are_refused_with_a_sentence(text, says):
    with pytest.raises(BoardError, match=says):
        Board.parse(text)


@pytest.mark.parametrize("shape", [(), (3, 0), (3, -1), (2.5, 3), ("3", 4), "34", None, (True, 4)])
def test_bad_shapes(shape):
    with pytest.raises(BoardError, match="whole numbers of at least 1"):
        Board(shape)


@pytest.mark.parametrize("leap", [(0, 0), (1,), (1, 2, 3), (-1, 2), (1.5, 2), "12", None])
def test_bad_leapers(leap):
    with pytest.raises(BoardError, match=r"leaper|1,2"):
        Board((8, 8), leap=leap)


def test_bad_leaper_as_text():
    with pytest.raises(BoardError, match="cannot read 'knight'"):
        Board.parse("8x8", leap="knight")


@pytest.mark.parametrize("wrap", [(2,), (-1,), "diagonals", ("rows",), "0,5", True, [False]])
def test_bad_wraps(wrap):
    with pytest.raises(BoardError, match=r"wrap"):
        Board((8, 8), wrap=wrap)


@pytest.mark.parametrize(
    "square", [(8, 0), (0, -1), (0,), (0, 0, 0), "i1", "a9", "a0", "zz", "0,8", "1.5,2", "a١", "٠,١"]
)
def test_squares_off_the_board_are_refused(square):
    with pytest.raises(BoardError, match=r"not on the 8x8 board|cannot read"):
        Board((8, 8)).at(square)


def test_a_hole_is_no_square():
    board = Board.parse("8x8", holes="a1")
    assert len(board) == 63
    assert (7, 0) not in board
    with pytest.raises(BoardError, match="a1 is a hole"):
        board.at("a1")


def test_a_hole_off_the_board_is_refused():
    with pytest.raises(BoardError, match="not on the 8x8 board"):
        Board.parse("8x8", holes="a1,j9")


@pytest.mark.parametrize("hole", [(8, 0), (0, -1), (0,), (0, 0, 0), (0, 1.5), "j9", 7])
def test_among_many_holes_a_wrong_one_is_found(hole):
    with pytest.raises(BoardError, match=r"not on the 8x8 board|a square of a board is a tuple"):
        Board((8, 8), holes=[(0, 0), (7, 7), hole, (0, 1)])


@pytest.mark.parametrize(
    "holes", [[(1, 1), (0, 2)], frozenset({(1, 1), (0, 2)}), ["b2", (0, 2)], [[1, 1], "c3"]]
)
def test_holes_are_the_same_however_they_are_given(holes):
    board = Board.parse("3x3", holes=holes)
    assert board == Board((3, 3), holes=holes)
    assert board.holes == {(1, 1), (0, 2)}
    numpy = pytest.importorskip("numpy")
    places = Board(
        (3, 3), holes=[tuple(numpy.int64(place) for place in hole) for hole in board.holes]
    ).holes
    assert {type(place) for hole in places for place in hole} == {int}


def test_a_board_of_holes_only_is_refused():
    with pytest.raises(BoardError, match="every square"):
        Board((1, 2), holes=[(0, 0), (0, 1)])


@pytest.mark.parametrize(
    ("shape", "square", "name"),
    [
        ((8, 8), (7, 0), "a1"),
        ((8, 8), (0, 7), "h8"),
        ((8, 8), (4, 4), "e4"),
        ((1, 30), (0, 25), "z1"),
        ((1, 30), (0, 26), "aa1"),
        ((2, 800), (1, 701), "zz1"),
        ((2, 800), (1, 702), "aaa1"),
        ((4, 4, 4), (0, 1, 2), "0,1,2"),
        ((5,), (3,), "3"),
    ],
)
def test_names(shape, square, name):
    board = Board(shape, leap=(0, 1))
    assert board.name(square) == name
    assert board.at(name) == square


def test_names_take_numbers_and_capitals():
    board = Board((8, 8))
    assert board.at("7,0") == board.at("(7, 0)") == board.at("A1") == (7, 0)


@pytest.mark.parametrize("text", ["a1,h8", "a1 h8", "a1;h8", "7,0 0,7", "7,0;0,7"])
def test_lists_of_squares(text):
    assert Board((8, 8)).parse_squares(text) == [(7, 0), (0, 7)]


@given(
    st.lists(st.integers(1, 5), min_size=1, max_size=3).flatmap(
        lambda shape: st.tuples(
            st.just(tuple(shape)),
            st.sets(st.tuples(*(st.integers(0, side - 1) for side in shape)), max_size=8),
        )
    )
)
def test_numbers_of_squares_are_row_major_without_holes(case):
    shape, holes = case
    cells = len(list(reference.board_space(shape, (0, 1)).vertices))
    if len(holes) == cells:
        return
    board = Board(shape, leap=(0, 1), holes=holes)
    squares = list(reference.board_space(shape, (0, 1), holes).vertices)
    assert list(board) == squares
    assert [board.index(square) for square in squares] == list(range(len(squares)))
    assert [board.square(number) for number in range(len(squares))] == squares


@pytest.mark.parametrize("number", [-1, 64])
def test_numbers_beyond_the_board_are_refused(number):
    with pytest.raises(BoardError, match=str(number)):
        Board((8, 8)).square(number)


def test_equal_boards_are_equal():
    assert Board((3, 3), leap=(2, 1), holes=["b2"]) == Board((3, 3), leap=(1, 2), holes=[(1, 1)])
    assert hash(Board((3, 3), wrap="both")) == hash(Board((3, 3), wrap=(1, 0)))
    assert Board((3, 4)) != Board((4, 3))


def test_text_says_what_differs_from_a_plain_board():
    assert str(Board((8, 8))) == "8x8"
    text = str(Board((8, 8), leap=(1, 3), holes=["a1"], wrap="rows"))
    assert all(part in text for part in ("8x8", "1,3", "a1", "wrapping rows"))


HUGE = 10**5000


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Board((3, 3), holes=None), "holes are a list of squares, such as ['a1', 'b2'], not None"),
        (lambda: Board((3, 3), holes=5), "holes are a list of squares, such as ['a1', 'b2'], not 5"),
        (lambda: Board((3, 3), holes="b2"), "holes are a list of squares, such as ['a1', 'b2'], not 'b2'"),
        (lambda: Board((3, 3), holes=[None]), "a square of a board is a tuple or a name"),
        (lambda: Board((3, 3), holes=[(HUGE, 0)]), "is not on the 3x3 board"),
        (lambda: Board.parse("3x3", holes=None), "holes are a list of squares"),
        (lambda: Board.parse(None), "None is not a board; write rows x columns"),
        (lambda: Board.parse(88), "88 is not a board; write rows x columns"),
        (lambda: Board.parse(b"8x8"), "b'8x8' is not a board; write rows x columns"),
        (lambda: Board.parse("8" * 5000), "is not a board; write rows x columns"),
        (lambda: Board((HUGE, 2)), "a side of a board has at most 2,147,483,647 squares, not a number of"),
        (lambda: Board((1,) * 33), "a board has at most 32 axes, not 33"),
        (lambda: Board((3, 3), leap=None), "a leaper is two whole numbers"),
        (lambda: Board((3, 3), leap=(1, HUGE)), "a leaper leaps at most 1,073,741,824 squares far"),
        (lambda: Board((3, 3), leap=(1, 2**30 + 1)), "a leaper leaps at most 1,073,741,824 squares far"),
        (lambda: Board((3, 3), wrap=None), "cannot wrap axis None: a board with 2 axes has 0 to 1"),
        (lambda: Board((3, 3), wrap=[[0]]), "cannot wrap axis [0]"),
        (lambda: Board((3, 3), wrap=HUGE), "cannot wrap axis a number of more digits"),
        (lambda: Board((3, 3)).square(1.5), "the 3x3 board has no square number 1.5"),
        (lambda: Board((3, 3)).square("a1"), "the 3x3 board has no square number 'a1'"),
        (lambda: Board((3, 3)).square(HUGE), "the 3x3 board has no square number a number of"),
        (lambda: Board((3, 3)).at((0, HUGE)), "is not on the 3x3 board"),
        (lambda: Board((3, 3)).at("a" * 5000), "cannot read 'aaa"),
    ],
)
def test_what_makes_no_board_is_refused_with_one_short_sentence(make, says):
    with pytest.raises(BoardError) as caught:
        make()
    assert says in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("solver", solver_names())
@pytest.mark.parametrize("wrap", ["none", "both"])
def test_the_longest_leap_leads_every_solver_off_the_board(solver, wrap):
    """Where 3 columns or rows wrap, it is as good as a leap of 1, since 2**30 % 3 is 1."""
    board = Board((3, 3), leap=(1, 2**30), wrap=wrap)
    small = Board((3, 3), leap=(1, 1), wrap=wrap)
    assert len(board.neighbours("b2")) == (4 if wrap == "both" else 0)
    try:
        found = solve(board, solver, seconds=60).status
    except UnsupportedError:  # no wish for it, or no memory for so wide a fence
        assert solver in ("tiling", "warnsdorff", "rotation", "symmetric")
        return
    assert (
        found is solve(small if wrap == "both" else Board((3, 3), leap=(1, 9)), solver, seconds=60).status
    )


def test_a_board_of_the_most_axes_is_solved():
    assert solve(Board((1,) * 32)).found


@pytest.mark.parametrize("count", range(1, 8))
def test_up_to_four_holes_are_named(count):
    holes = [(0, column) for column in range(count)]
    text = str(Board((2, 8), holes=holes))
    names = ", ".join(f"{letter}2" for letter in "abcdefgh"[:count])
    assert text == f"2x8 with holes {names}" if count <= 4 else text == f"2x8 with {count} holes"
