"""Number grids as people paste them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from facts import facts as published
from hypothesis import given
from hypothesis import strategies as st

from knight_models.core.board import Board
from knight_models.core.errors import FormatError, OptionError
from knight_models.core.problem import TourProblem
from knight_models.core.tour import NumberGrid
from knight_models.formats.reading import Reading
from knight_models.formats.tours import read_tours
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


def test_numbers_count_from_0_where_exactly_those_stand_there() -> None:
    counted = [[number - 1 for number in row] for row in EULER_3X4]
    reading = one("\n".join(" ".join(map(str, row)) for row in counted))
    assert grid_of(reading).first_number == 0
    assert reading.space == Board((3, 4))
    assert faults(TourProblem(reading.space), reading.answer) == []


def test_a_0_is_a_hole_where_the_numbers_have_a_gap_or_a_second_0() -> None:
    reading = one("0 1 2\n3 4 6\n")
    assert (grid_of(reading).first_number, reading.space) == (1, Board((2, 3), holes=frozenset({(0, 0)})))
    assert grid_of(one("0 1 2\n3 4 0\n")).first_number == 1


def test_a_grid_with_two_readings_is_refused_and_names_the_option() -> None:
    with pytest.raises(FormatError, match=r"hole at \(1, 1\).*--first-number 0 or --first-number 1"):
        one(RING.format(0))


def test_the_option_settles_what_a_0_means() -> None:
    first = one(RING.format(0), first_number=0)
    assert (grid_of(first).first_number, first.space) == (0, Board((3, 3)))
    second = one(RING.format(0), first_number=1)
    assert second.space == Board((3, 3), holes=frozenset({(1, 1)}))
    with pytest.raises(OptionError, match="is 0 or 1, not 2"):
        one(RING.format(0), first_number=2)


def test_a_board_settles_what_a_0_means() -> None:
    full, ring = Board((3, 3)), Board((3, 3), holes=frozenset({(1, 1)}))
    assert grid_of(one(RING.format(0), board=full)).first_number == 0
    assert grid_of(one(RING.format(0), board=ring)).first_number == 1
    assert faults(TourProblem(ring, "closed"), one(RING.format(0), board=ring).answer) == []


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


def test_a_grid_that_is_no_tour_in_either_reading_is_read_by_the_rule() -> None:
    assert grid_of(one("1 2 3\n4 0 5\n6 7 8\n")).first_number == 0


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("1 4 7\n8 x 2\n", 2, 3, "'x' is no number"),
        ("1 4 7\n8 6b 2\n", 2, 3, "'6b' is no number"),
        ("l 4 7\n8 6 2\n", 1, 1, "'l' is no number"),
        ("|1|4|\n|7|y|\n", 2, 4, "'y' is no number"),
        ("1 4 7\n8 2\n", 2, 4, "this row has 2 cells, the rows above have 3"),
        ("1 4\n8 2 3\n", 2, 5, "this row has 3 cells, the rows above have 2"),
        ("1 4 7\n8 2.5 1\n", 2, 3, "'2.5' is no number"),
        ("1 4 7\n8 1_0 1\n", 2, 3, "'1_0' is no number"),
        ("1 ²\n", 1, 3, "'²' is no number"),
        ("1 2\n3 " + "9" * 30, 2, 3, "too long a number"),
        ("1 2\n3 " + "9" * 3000, 2, 3, "'9{40}[.]{3}' is too long a number"),
        ("1 2\n3 " + "x" * 3000, 2, 3, "'x{40}[.]{3}' is no number"),
        ("1 2\n3 ٤\n", 2, 3, "'٤' is written with other digits than 0 to 9"),
        ("１ ２\n３ ４\n", 1, 1, "'１' is written with other digits than 0 to 9"),
        ("| | |\n| |\n", 1, None, "no number in this grid, only holes"),
        (",,,\nx,,", 2, 1, "'x' is no number"),
        (". .\n. .\n", 1, None, "only holes"),
        ("1 2\n|\n", 2, 1, "no cell"),
        ("+--+\n+--+\n", None, None, "there is no number"),
        ("[[1 2]\n [3 4\n", 1, 5, "no JSON"),
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


def test_a_zero_beside_the_highest_number_of_the_board_is_no_first_number() -> None:
    """Counted from 0 a board of 12 squares ends with 11; with a 12, the 0 stands where the 1 is missing."""
    reading = one("0 4 7 10\n8 11 2 5\n3 6 9 12\n", board=Board.parse("3x4"))
    assert grid_of(reading).first_number == 1
