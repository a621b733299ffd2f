"""Grids: tours as people paste them, given numbers, board maps."""

from __future__ import annotations

import io
import tracemalloc
from typing import Any

import numpy as np
import pytest
from facts import facts as published
from hypothesis import given
from hypothesis import strategies as st

from knight_models.core.board import Board
from knight_models.core.errors import BoardError, FormatError, OptionError
from knight_models.core.problem import TourProblem
from knight_models.core.tour import NumberGrid
from knight_models.formats import Reading, board_map, read_board_map, read_given, read_tours, write_given
from knight_models.verifier import faults

EULER_3X4 = [[1, 4, 7, 10], [8, 11, 2, 5], [3, 6, 9, 12]]
"""An open tour of 3x4 (Euler 1759)."""
WAYS = {
    "blanks": "1 4 7 10\n8 11 2 5\n3 6 9 12\n",
    "tabs": "1\t4\t7\t10\r\n8\t11\t2\t5\r\n3\t6\t9\t12",
    "commas": "1,4,7,10\n8,11,2,5\n3,6,9,12\n",
    "trailing commas": "1, 4, 7, 10,\n8, 11, 2, 5,\n3, 6, 9, 12,\n",
    "semicolons": "1;4;7;10\n8;11;2;5\n3;6;9;12\n",
    "bars": "| 1| 4| 7|10|\n| 8|11| 2| 5|\n| 3| 6| 9|12|\n",
    "markdown": "| 1 | 4 | 7 | 10 |\n|---|:-:|---|--:|\n| 8 | 11 | 2 | 5 |\n| 3 | 6 | 9 | 12 |",
    "frame": "+--+--+--+--+\n| 1| 4| 7|10|\n+--+--+--+--+\n| 8|11| 2| 5|\n| 3| 6| 9|12|\n+--+--+--+--+\n",
    "outer frame": "-----------\n| 1 4 7 10|\n| 8 11 2 5|\n| 3 6 9 12|\n-----------",
    "box": "┌──┬──┬──┬──┐\n│ 1│ 4│ 7│10│\n├──┼──┼──┼──┤\n│ 8│11│ 2│ 5│\n│ 3│ 6│ 9│12│\n└──┴──┴──┴──┘",
    "double box": "╔═══════════╗\n║ 1  4  7 10║\n║ 8 11  2  5║\n║ 3  6  9 12║\n╚═══════════╝",
    "zero-padded": "01 04 07 10\n08 11 02 05\n03 06 09 12",
    "numpy": "[[ 1  4  7 10]\n [ 8 11  2  5]\n [ 3  6  9 12]]",
    "python rows": "[1, 4, 7, 10],\n[8, 11, 2, 5],\n[3, 6, 9, 12]",
    "json": "[[1, 4, 7, 10], [8, 11, 2, 5], [3, 6, 9, 12]]",
    "comment": "# tour of Euler\n1 4 7 10\n8 11 2 5\n3 6 9 12",
}
RING = "1 4 7\n6 {} 2\n3 8 5\n"
"""The closed tour of the 3x3 board without its centre."""


def one(text: str | bytes, **known: Any) -> Reading:
    [reading] = read_tours(text, **known)
    return reading


def grid_of(reading: Reading) -> NumberGrid:
    assert isinstance(reading.answer, NumberGrid)
    return reading.answer


@pytest.mark.parametrize("way", WAYS)
def test_every_way_to_paste_a_grid_gives_the_same_numbers(way: str) -> None:
    reading = one(WAYS[way])
    assert reading.space == Board((3, 4))
    assert grid_of(reading).numbers.tolist() == EULER_3X4
    assert faults(TourProblem(reading.space), reading.answer) == []


@pytest.mark.parametrize("entry", published("published_tours.json"), ids=lambda entry: entry["id"])
@pytest.mark.parametrize("separator", [" ", ",", "\t", " | "])
def test_published_tours_are_judged_as_published(entry: dict[str, Any], separator: str) -> None:
    cells = [["." if cell is None else str(cell) for cell in row] for row in entry["grid"]]
    reading = one("\n".join(separator.join(row) for row in cells))
    assert reading.board is not None
    assert reading.board.shape == (entry["rows"], entry["cols"])
    valid = not faults(TourProblem(reading.space, "open"), reading.answer)
    closed = not faults(TourProblem(reading.space, "closed"), reading.answer)
    assert (valid, closed) == (entry["valid_path"], entry["closed"])


@pytest.mark.parametrize("entry", published("published_tours.json"), ids=lambda entry: entry["id"])
def test_faults_name_the_numbers_that_the_author_wrote(entry: dict[str, Any]) -> None:
    text = "\n".join(" ".join("." if cell is None else str(cell) for cell in row) for row in entry["grid"])
    reading = one(text, first_number=entry["first_number"])
    found = faults(TourProblem(reading.space), reading.answer)
    told = [problem for problem in entry["problems"] if "appears twice" in problem]
    assert [problem.split()[0] for problem in told] == [
        str(fault.steps[0]) for fault in found if fault.kind == "number-repeated"
    ]


@pytest.mark.parametrize("hole", [".", "-", "#", "_", "*", "--", "0"])
def test_a_hole_may_be_written_in_many_ways(hole: str) -> None:
    reading = one(RING.format(hole), first_number=1)
    assert reading.space == Board((3, 3), holes=frozenset({(1, 1)}))
    assert faults(TourProblem(reading.space, "closed"), reading.answer) == []


@pytest.mark.parametrize(
    "text", ["|1|4|7|\n|6| |2|\n|3|8|5|", "1,4,7\n6,,2\n3,8,5", "│1│4│7│\n│6│ │2│\n│3│8│5│"]
)
def test_an_empty_cell_between_separators_is_a_hole(text: str) -> None:
    assert one(text).space == Board((3, 3), holes=frozenset({(1, 1)}))


def test_an_empty_last_cell_is_a_hole_where_other_rows_go_on() -> None:
    assert one("1,2,3\n4,5,\n").space == Board((2, 3), holes=frozenset({(1, 2)}))


def test_a_row_of_holes_is_no_frame() -> None:
    assert one("- - -\n1 - 2\n- - -\n").board == Board(
        (3, 3), holes=frozenset((r, c) for r in range(3) for c in range(3)) - {(1, 0), (1, 2)}
    )


HOLED = Board((3, 3), holes=frozenset({(1, 1)}))
WAZIR = "3 4 5\n2 1 6\n0 8 7\n"
"""1 to 8 lead round the board as a wazir moves; from the 0, which is in a corner, 1 is out of reach."""
CYLINDER = "0 5 4 1\n7 6 3 2\n"
"""1 to 7 do too; 0 to 1 is a move only if the columns wrap round."""


@pytest.mark.parametrize(
    ("text", "known", "first", "space"),
    [
        # exactly 0 to k - 1 stand there
        ("0 3 6 9\n7 10 1 4\n2 5 8 11\n", {}, 0, Board((3, 4))),
        ("1 2 3\n4 0 5\n6 7 8\n", {}, 0, Board((3, 3))),
        (WAZIR, {}, 0, Board((3, 3))),
        (WAZIR, {"leap": (1, 1)}, 0, Board((3, 3), (1, 1))),
        (CYLINDER, {"leap": (0, 1), "wrap": "columns"}, 0, Board((2, 4), (0, 1), wrap=(1,))),
        # a gap, or a second 0
        ("0 1 2\n3 4 6\n", {}, 1, Board((2, 3), holes=frozenset({(0, 0)}))),
        ("0 1 2\n3 4 0\n", {}, 1, Board((2, 3), holes=frozenset({(0, 0), (1, 2)}))),
        # the option decides
        (RING.format(0), {"first_number": 0}, 0, Board((3, 3))),
        (RING.format(0), {"first_number": 1}, 1, HOLED),
        # the board decides; counted from 0 a board of 12 squares has no number 12
        (RING.format(0), {"board": Board((3, 3))}, 0, Board((3, 3))),
        (RING.format(0), {"board": HOLED}, 1, HOLED),
        ("0 4 7 10\n8 11 2 5\n3 6 9 12\n", {"board": Board((3, 4))}, 1, Board((3, 4))),
    ],
)
def test_where_a_grid_counts_from(text: str, known: dict[str, Any], first: int, space: Board) -> None:
    reading = one(text, **known)
    assert (grid_of(reading).first_number, reading.space) == (first, space)


@pytest.mark.parametrize(
    ("text", "leap", "place"),
    [(RING.format(0), (1, 2), r"\(1, 1\)"), (WAZIR, (0, 1), r"\(2, 0\)"), (CYLINDER, (0, 1), r"\(0, 0\)")],
)
def test_a_grid_whose_0_alone_is_out_of_reach_is_refused_and_names_the_option(
    text: str, leap: tuple[int, int], place: str
) -> None:
    with pytest.raises(FormatError, match=rf"hole at {place}.*--first-number 0 or --first-number 1"):
        one(text, leap=leap)


def test_the_first_number_is_0_or_1() -> None:
    with pytest.raises(OptionError, match="is 0 or 1, not 2"):
        one(RING.format(0), first_number=2)


@pytest.mark.parametrize(
    ("text", "known", "problem"),
    [
        ("0 3 6 9\n7 10 1 4\n2 5 8 11\n", {}, TourProblem("3x4")),
        (RING.format(0), {"first_number": 1}, TourProblem(HOLED, "closed")),
        (RING.format(0), {"board": HOLED}, TourProblem(HOLED, "closed")),
    ],
)
def test_a_tour_with_a_0_is_a_tour(text: str, known: dict[str, Any], problem: TourProblem) -> None:
    assert faults(problem, one(text, **known).answer) == []


def test_the_kind_expected_decides_which_reading_is_a_tour() -> None:
    ring = "\n".join(
        " ".join("0" if cell is None else str(cell) for cell in row)
        for row in next(e for e in published("published_tours.json") if e["id"] == "jutge_P43694_s1")[
            "grid"
        ]
    )
    with pytest.raises(FormatError, match="--first-number"):
        one(ring)
    # No reading is a closed tour, so the rule holds: it counts from 0.
    assert grid_of(one(ring, kind="closed")).first_number == 0


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("1 4 7\n8 x 2\n", 2, 3, "'x' is not a number"),
        ("1 4 7\n8 6b 2\n", 2, 3, "'6b' is not a number"),
        ("l 4 7\n8 6 2\n", 1, 1, "'l' is not a number"),
        ("|1|4|\n|7|y|\n", 2, 4, "'y' is not a number"),
        ("1 4 7\n8 2\n", 2, 4, "this row has 2 cells, the rows above have 3"),
        ("1 4\n8 2 3\n", 2, 5, "this row has 3 cells, the rows above have 2"),
        ("1 4 7\n8 2.5 1\n", 2, 3, "'2.5' is not a number"),
        ("1 4 7\n8 1_0 1\n", 2, 3, "'1_0' is not a number"),
        ("1 ²\n", 1, 3, "'²' is not a number"),
        ("1 2\n3 " + "9" * 30, 2, 3, "too long a number"),
        ("1 2\n3 " + "9" * 3000, 2, 3, "'9{40}[.]{3}' is too long a number"),
        ("1 2\n3 " + "x" * 3000, 2, 3, "'x{40}[.]{3}' is not a number"),
        ("1 2\n3 ٤\n", 2, 3, "'٤' is written with other digits than 0 to 9"),
        ("１ ２\n３ ４\n", 1, 1, "'１' is written with other digits than 0 to 9"),
        ("| | |\n| |\n", 1, None, "no number in this grid, only holes"),
        (",,,\nx,,", 2, 1, "'x' is not a number"),
        (". .\n. .\n", 1, None, "only holes"),
        ("1 2\n|\n", 2, 1, "no cell"),
        ("+--+\n+--+\n", None, None, "there is no number"),
        ("[[1 2]\n [3 4\n", 1, 5, "not JSON"),
    ],
)
def test_a_wrong_grid_is_refused_with_its_place(
    text: str, line: int | None, column: int | None, message: str
) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        one(text, source="tour.txt")
    assert (caught.value.source, caught.value.line, caught.value.column) == ("tour.txt", line, column)


def test_a_grid_that_does_not_fit_the_board_is_refused() -> None:
    with pytest.raises(FormatError, match="a number grid of 3x4 does not fit on 8x8"):
        one(WAYS["blanks"], board=Board((8, 8)))


def test_negative_numbers_are_the_verifiers_to_judge() -> None:
    reading = one("1 -1\n3 2")
    assert any(
        "-1 is not among" in str(fault) for fault in faults(TourProblem(reading.space), reading.answer)
    )


def test_grids_apart_by_an_empty_line_are_tours_of_their_own() -> None:
    readings = read_tours(WAYS["blanks"] + "\n" + WAYS["bars"] + "\n\n1 2\n")
    assert [reading.line for reading in readings] == [1, 5, 10]
    assert [reading.space for reading in readings] == [Board((3, 4)), Board((3, 4)), Board((1, 2))]


@pytest.mark.parametrize("gap", ["\n\n", "\n\n\n", "\n \n\t\n"])
@pytest.mark.parametrize("known", [{}, {"board": Board((3, 4))}])
def test_rows_apart_by_empty_lines_are_one_grid(gap: str, known: dict[str, Any]) -> None:
    reading = one(WAYS["blanks"].replace("\n", gap), **known)
    assert reading.space == Board((3, 4))
    assert grid_of(reading).numbers.tolist() == EULER_3X4
    assert faults(TourProblem(reading.space), reading.answer) == []


@pytest.mark.parametrize("known", [{}, {"board": Board((3, 4))}])
def test_an_empty_line_within_a_grid_does_not_cut_it(known: dict[str, Any]) -> None:
    rows = WAYS["blanks"].splitlines()
    for text in ("\n".join([rows[0], "", *rows[1:]]), "\n".join([*rows[:2], "", rows[2]])):
        reading = one(text, **known)
        assert reading.space == Board((3, 4))
        assert faults(TourProblem(reading.space), reading.answer) == []


def test_several_grids_of_a_board_given_may_have_empty_lines_within() -> None:
    text = WAYS["blanks"].replace("\n", "\n\n")
    readings = read_tours(text + "\n\n" + text, board=Board((3, 4)))
    assert [grid_of(reading).numbers.tolist() for reading in readings] == [EULER_3X4] * 2
    assert [reading.line for reading in readings] == [1, 9]


def test_a_grid_in_two_halves_that_is_a_tour_as_a_whole_asks_for_its_board() -> None:
    entry = next(e for e in published("published_tours.json") if e["id"] == "isabelle_kc6x6")
    rows = [" ".join(map(str, row)) for row in entry["grid"]]
    halves = "\n".join([*rows[:3], "", *rows[3:]])
    with pytest.raises(
        FormatError, match=r"as a board of 2x3x6 .* as one of 6x6 it is; name it with --board"
    ):
        one(halves)
    assert one(halves, board=Board((6, 6))).space == Board((6, 6))
    assert one(halves, board=Board((2, 3, 6))).space == Board((2, 3, 6))


def test_single_rows_in_brackets_are_layers() -> None:
    assert one("[[[1 2 3]]\n\n [[4 5 6]]]").space == Board((2, 1, 3))


def test_leaper_and_wrap_belong_to_an_inferred_board() -> None:
    assert one("1 2\n3 4\n", leap=(1, 3), wrap="both").space == Board((2, 2), (1, 3), wrap=(0, 1))


def text_of(array: Any, gap: int) -> str:
    """Layers of numbers, apart by one empty line more for every further axis."""
    if array.ndim == 2:
        return "".join(" ".join(map(str, row)) + "\n" for row in array.tolist())
    return ("\n" * gap).join(text_of(layer, gap - 1) for layer in array)


@given(st.lists(st.integers(2, 3), min_size=3, max_size=5), st.randoms(use_true_random=False))
def test_layers_whose_numbers_run_on_are_one_board(shape: list[int], random: Any) -> None:
    numbers = list(range(1, int(np.prod(shape)) + 1))
    random.shuffle(numbers)
    array = np.array(numbers).reshape(shape)
    text = text_of(array, len(shape) - 2)
    for reading in (one(text), one(text, board=Board(tuple(shape)))):
        assert reading.space == Board(tuple(shape))
        assert grid_of(reading).numbers.tolist() == array.tolist()


def test_layers_that_do_not_make_up_the_board_are_refused() -> None:
    with pytest.raises(FormatError, match="the 2x3x3 is 2 layers, here are 3 grids of 3x3"):
        one("1 2 3\n4 5 6\n7 8 9\n\n" * 3, board=Board((2, 3, 3)))


@given(st.data())
def test_any_grid_with_holes_is_read_as_it_was_printed(data: st.DataObject) -> None:
    columns = data.draw(st.integers(1, 5))
    cell = st.one_of(st.none(), st.integers(1, 40))
    rows = data.draw(st.lists(st.lists(cell, min_size=columns, max_size=columns), min_size=1, max_size=5))
    rows[0][0] = rows[0][0] or 7
    separator = data.draw(st.sampled_from([" ", "\t", ",", " | ", "   ", ";"]))
    hole = data.draw(st.sampled_from([".", "#", "_", "*"]))
    text = "\n".join(separator.join(hole if cell is None else str(cell) for cell in row) for row in rows)
    if columns == 2 and separator == "," and all(None not in row for row in rows[:1]):
        return  # a line of two numbers joined by a comma is a square
    reading = one(text)
    holes = frozenset((r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell is None)
    assert reading.space == Board((len(rows), columns), holes=holes)
    assert grid_of(reading).numbers.tolist() == [[cell or 0 for cell in row] for row in rows]


# ---- givens --------------------------------------------------------------------------------------

GRID = "1 . 0 |\n. # .\n. 5, .\n"


def test_a_grid_of_given_numbers():
    board, numbers = read_given(GRID)
    assert board == Board((3, 3), holes=["b2"])
    assert numbers == {(0, 0): 1, (2, 1): 5}
    on_board = read_given(GRID.replace("#", "."), board=board)
    assert on_board == (board, numbers)


@pytest.mark.parametrize("text", ["1,,\n,#,\n,5,.\n", "|1| | |\n| |#| |\n| |5| |\n", "1;.;\n;#;0\n.;5;.\n"])
def test_an_empty_cell_is_a_free_square(text):
    assert read_given(text) == (Board((3, 3), holes=["b2"]), {(0, 0): 1, (2, 1): 5})


def test_a_frame_and_comments_are_no_part_of_the_given_numbers():
    text = "# of a book\n+--+--+\n| 1|  |\n+--+--+\n|  | 4|\n+--+--+\n"
    assert read_given(text) == (Board((2, 2)), {(0, 0): 1, (1, 1): 4})


def test_layers_of_a_named_board():
    board = Board.parse("2x2x3")
    assert read_given("1 . .\n. . .\n\n. 7 .\n. . 3\n", board=board)[1] == {
        (0, 0, 0): 1,
        (1, 0, 1): 7,
        (1, 1, 2): 3,
    }


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("1 .\n. x\n", (2, 3), "'x' is not a number"),
        ("1 .\n. -2\n", (2, 3), "'-2' is not a number"),
        ("1 .\n. 1\n", (2, 3), "the number 1 stands in line 1 already"),
        ("1 .\n. 5\n", (2, 3), "a given number is from 1 to 4, not 5"),
        ("1 .\n.\n", (2, 2), "this row has 1 cells, the rows above have 2"),
        ("1 .\n. 2 3\n", (2, 5), "this row has 3 cells, the rows above have 2"),
        ("1 .\n\n. 2\n", (None, None), "these are 2 grids"),
        ("..#\n", (1, 1), "'..#' is not a number"),
        ("\n", (None, None), "nothing"),
        (" , \n", (1, 1), "no cell"),
    ],
)
def test_files_that_give_no_numbers_say_where(text, place, words):
    with pytest.raises(FormatError, match=words) as caught:
        read_given(text, source="file.txt")
    assert (caught.value.line, caught.value.column) == place
    assert "file.txt" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("# .\n. .\n", "# is a hole, but a2 is a square"),
        (". 1\n. .\n", "1 stands in a hole of the 2x2"),
        (". . .\n. . .\n", "2 rows of 3 do not fit the 2x2 board"),
    ],
)
def test_a_grid_that_does_not_fit_the_board(text, words):
    with pytest.raises(FormatError, match=words):
        read_given(text, board=Board((2, 2), holes=["b2"]))


@given(st.integers(1, 4), st.integers(2, 5), st.data())
def test_what_is_written_is_read(rows, columns, data):
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    holes = data.draw(st.lists(st.sampled_from(cells), max_size=len(cells) - 1, unique=True))
    board = Board((rows, columns), holes=holes)
    squares = data.draw(st.permutations(list(board)))
    numbers = data.draw(st.permutations(range(1, len(board) + 1)))
    count = data.draw(st.integers(0, len(board)))
    some = dict(list(zip(squares, numbers, strict=True))[:count])
    problem = TourProblem(board, given=some) if len(board) > 1 or count == 0 else TourProblem(board)
    stream = io.StringIO()
    write_given(problem, stream)
    assert read_given(stream.getvalue()) == (board, dict(problem.given))


# ---- maps ----------------------------------------------------------------------------------------


def test_a_map_gives_shape_and_holes_with_row_0_on_top() -> None:
    assert read_board_map("\n.#.\n...\n\n") == Board((2, 3), holes=frozenset({(0, 1)}))


def test_leaper_and_wrap_are_those_asked_for() -> None:
    board = read_board_map(b"....\r\n....\r\n", leap="1,3", wrap="columns")
    assert (board.leap.leaps, board.wrap) == (((1, 3),), (1,))


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [("...\n..\n", 2, 3), ("..\n...\n", 2, 3), ("...\n.x.\n", 2, 2), ("..\n\n..", 2, 1), ("1 2", 1, 1)],
)
def test_what_is_wrong_is_told_with_its_place(text: str, line: int, column: int) -> None:
    with pytest.raises(FormatError) as caught:
        read_board_map(text, source="map.txt")
    assert (caught.value.source, caught.value.line, caught.value.column) == ("map.txt", line, column)


@pytest.mark.parametrize("text", ["##\n##\n", "#" * 3_000_000], ids=["small", "large"])
def test_a_map_of_holes_alone_is_refused_before_they_are_counted(text: str) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(BoardError, match=r"every square of the .* board is a hole"):
            read_board_map(text)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 40_000_000


def test_a_map_of_nearly_a_million_holes_is_a_board() -> None:
    board = read_board_map("#" * 999 + ".\n" + ("#" * 1000 + "\n") * 999)
    assert list(board) == [(0, 999)]
    assert board.square(0) == (0, 999)
    assert board.index((0, 999)) == 0


def test_only_boards_with_two_axes_have_a_map() -> None:
    with pytest.raises(BoardError, match="two axes"):
        board_map(Board((2, 2, 2)))


@given(
    st.lists(st.text("#.", min_size=4, max_size=4), min_size=1, max_size=6).filter(
        lambda m: "." in "".join(m)
    )
)
def test_a_map_written_is_the_map_read(rows: list[str]) -> None:
    text = "".join(row + "\n" for row in rows)
    assert board_map(read_board_map(text)) == text
