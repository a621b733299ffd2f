"""Lists of squares, and of labels of a graph."""

from __future__ import annotations

from typing import Any

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knight_models.core.board import Board
from knight_models.core.errors import FormatError
from knight_models.formats.reading import read_tours
from knight_models.formats.squares import quoted

CORNER = [(2, 0), (0, 1), (2, 2)]
"""a1 b3 c1."""


def answers(text: str | bytes, **known: Any) -> list[Any]:
    return [reading.answer for reading in read_tours(text, **known)]


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("a1 b3 c1\n", "algebraic"),
        ("A1, B3, C1", "algebraic"),
        ("a1-b3-c1", "algebraic"),
        ("a1 -> b3 → c1", "algebraic"),
        ("a1\nb3\nc1\n", "algebraic"),
        ("# my walk\na1 b3 c1\n", "algebraic"),
        ("2,0 0,1 2,2\n", "coordinates"),
        ("(2, 0), (0, 1), (2, 2)\n", "coordinates"),
        ("[(2, 0), (0, 1),\n (2, 2)]", "coordinates"),
        ("2,0\n0,1\n2,2", "coordinates"),
        ("2,0; 0,1; 2,2", "coordinates"),
        ("1 a1 2 0\n2 b3 0 1\n3 c1 2 2\n", "moves"),
        ("[[2, 0], [0, 1], [2, 2]]", "json"),
        ('["a1", "b3", "c1"]', "json"),
        ('["2,0", "0,1", "2,2"]', "json"),
    ],
)
def test_every_way_to_list_squares_gives_the_same_tour(text: str, form: str) -> None:
    [reading] = read_tours(text)
    assert (reading.form, reading.answer, reading.space) == (form, CORNER, Board((3, 3)))


def test_a_number_among_numbers_that_looks_like_a_name_makes_no_list() -> None:
    with pytest.raises(FormatError, match="'b7' is not a number"):
        read_tours("1 4 b7\n6 . 2\n")


@given(
    st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), min_size=2, max_size=6),
    st.sampled_from(["{},{}", "({},{})", "( {} , {} )"]),
    st.sampled_from([" ", "; ", "\n", ", "]),
)
def test_coordinates_are_read_however_they_are_joined(
    squares: list[tuple[int, int]], way: str, joint: str
) -> None:
    [answer] = answers(joint.join(way.format(*square) for square in squares))
    assert answer == squares


@given(
    st.lists(st.tuples(st.integers(0, 60), st.integers(0, 30)), min_size=1, max_size=6),
    st.sampled_from([" ", ", ", "\n", "-", " -> ", ";"]),
)
def test_names_are_read_however_they_are_joined(squares: list[tuple[int, int]], joint: str) -> None:
    board = Board((40, 61))
    names = [board.name((row, column)) for column, row in squares]
    [answer] = answers(joint.join(names), board=board)
    assert answer == [(row, column) for column, row in squares]


def test_several_tours_stand_one_a_line_on_one_board() -> None:
    readings = read_tours("a1 b3\n\nc1 d4 a2\n")
    assert [reading.line for reading in readings] == [1, 3]
    assert [reading.answer for reading in readings] == [[(3, 0), (1, 1)], [(3, 2), (0, 3), (2, 0)]]
    assert {reading.space for reading in readings} == {Board((4, 4))}
    assert answers("[(0, 0), (1, 2)]\n[(1, 2), (0, 0)]") == [[(0, 0), (1, 2)], [(1, 2), (0, 0)]]


def test_ranks_count_from_the_bottom_of_the_board_given() -> None:
    assert answers("a1 b3", board=Board((8, 8))) == [[(7, 0), (5, 1)]]
    assert answers("aa1 z9", board=Board((8, 30))) == [[(7, 26), (-1, 25)]]


def test_numbered_moves_know_the_rows_that_no_step_reaches() -> None:
    [reading] = read_tours("1 a4 1 0\n2 c5 0 2\n")
    assert reading.space == Board((5, 3))


def test_numbered_moves_begin_a_tour_where_they_count_from_1_again() -> None:
    text = "1 a1 1 0\n2 b2 0 1\n1 b1 1 1\n"
    assert answers(text) == [[(1, 0), (0, 1)], [(1, 1)]]
    solid = "1 0,0,0 0 0 0\n2 0,1,2 0 1 2\n"
    assert answers(solid) == [[(0, 0, 0), (0, 1, 2)]]


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("a1 b3 c\n", 1, 7, "'c' is not a square"),
        ("a1 b3\nc1 9 d4\n", 2, 4, "'9' is not a square"),
        ("a1 b0\n", 1, 4, "'b0' is not a square"),
        ("a3 c2 b... zz\n", 1, 7, "'b...' is not a square"),
        ("zz a3 c2 xx yy\n", 1, 1, "'zz' is not a square"),
        ("a3\nc2\nx\n", 3, 1, "'x' is not a square"),
        ("a3\nc0\nb1\n", 2, 1, "'c0' is not a square"),
        ("a3 b" + "9" * 1000 + "\n", 1, 4, "'b9{39}[.]{3}' is not a square"),
        ("0,0 1,2 x zz\n", 1, 9, "'x' is not a square"),
        ("0,0\n1,2\n1,2,3\n", 3, 1, "'1,2,3' is not a square"),
        ("(0,0), (1,2), (1,2,3)\n", 1, 15, r"'\(1,2,3\)' is not a square"),
        ("(0,0) 1,2,1,2\n", 1, 7, "'1,2,1,2' is not a square"),
        ("0,0 1,2\n3,4 5,6,\n7,,8\n", 3, 1, "'7,,8' is not a square"),
        ("7,0 5,1 3\n", 1, 9, "'3' is not a square; write 2 numbers joined by commas"),
        ("7,0 5,x\n", 1, 5, "'5,x' is not a square"),
        ("7,0 5,1,2\n", 1, 5, "'5,1,2' is not a square"),
        ("7,0 -1,2\n", None, None, "at least 0"),
        ("1 a1 2 0\n2 b3 0\n", 2, 3, "b3 is another square than 0"),
        ("1 a1 2 0\n2 b3 1 1\n", 2, 3, "b3 is another square than 1 1"),
        ("1 a1 2 0\n2 c3 0 1\n", 2, 3, "c3 is another square"),
        ("1 a1 2 0\n3 b3 0 1\n", 2, 1, "step 2 is expected here, not 3"),
        ("1 a1 2 0\nb3\n", 2, 1, "a move is its number"),
        ("1 0,0,0 0 0 0\n2 0,1,2 0 1 1\n", 2, 3, "0,1,2 is another square than 0 1 1"),
        ("0,0 40000,40000\n", None, None, "a board of 40001x40001; name it with --board"),
    ],
)
def test_a_wrong_list_is_refused_with_its_place(
    text: str, line: int | None, column: int | None, message: str
) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        read_tours(text)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_names_are_for_boards_with_two_axes() -> None:
    with pytest.raises(FormatError, match="two axes, not for the 2x3x4"):
        read_tours("a1 b3", board=Board((2, 3, 4)))
    with pytest.raises(FormatError, match="'7,0' is not a square; write 3 numbers"):
        read_tours("7,0 5,1", board=Board((2, 3, 4)))


MIXED = networkx.path_graph(["a", 1, "b c", (0, 1), 'say "x"'])


def test_labels_are_found_by_their_text() -> None:
    [reading] = read_tours('a 1 "b c" "(0, 1)" "say \\"x\\""\n', graph=MIXED)
    assert (reading.form, reading.answer) == ("labels", list(MIXED))
    assert reading.space is MIXED
    assert answers('["a", 1, "b c", "(0, 1)"]', graph=MIXED) == [["a", 1, "b c", (0, 1)]]


def test_labels_may_stand_one_a_line_numbered_or_not() -> None:
    assert answers('a\n1\n"b c"\n', graph=MIXED) == [["a", 1, "b c"]]
    assert answers('1 a\n2 1\n3 "b c"\n1 1\n', graph=MIXED) == [["a", 1, "b c"], [1]]


def test_two_labels_a_line_are_tours_of_a_graph_with_two_vertices() -> None:
    pair = networkx.path_graph([1, 2])
    assert answers("1 2\n", graph=pair) == [[1, 2]]
    assert answers("1 2\n2 1\n", graph=pair) == [[2, 1]]  # numbered moves


def test_a_label_of_no_vertex_is_left_for_the_verifier() -> None:
    assert answers("a nowhere\n", graph=MIXED) == [["a", "nowhere"]]


def test_a_text_that_names_two_vertices_is_refused() -> None:
    with pytest.raises(FormatError, match="'1' names several vertices"):
        read_tours("x 1\n", graph=networkx.path_graph([1, "1", "x"]))


@pytest.mark.parametrize("label", ["a b", "a,b", 'a"b', "#a", "", "(0, 1)", "a\nb"])
def test_a_label_that_is_not_one_word_is_quoted(label: str) -> None:
    assert quoted(label).startswith('"')
    graph = networkx.path_graph([label, "x", "y"])
    assert answers(f"{quoted(label)} x", graph=graph) == [[label, "x"]]
