"""Theorems and published counts, held against the table of verdicts, OEIS, brute force and each other."""

import pytest
import reference
from facts import facts, pairs, table

from knight_models.core.board import Board
from knight_models.core.errors import ProblemError
from knight_models.core.problem import Kind
from knight_models.theory.counts import SEQUENCES, published_count
from knight_models.theory.existence import existence

VERDICTS = table("rectangular_verdicts.tsv")


def test_the_table_is_complete():
    assert len(VERDICTS) == 400


@pytest.mark.parametrize(("rows", "columns", "path", "cycle"), VERDICTS)
def test_existence_is_that_of_the_table(rows, columns, path, cycle):
    board = Board((int(rows), int(columns)))
    assert str(existence(board, "open").exists) == path
    expected = "False" if cycle == "None" else cycle  # one square alone has no closed tour, here
    assert str(existence(board, "closed").exists) == expected


@pytest.mark.parametrize("shape", [(1, 1), (1, 2), (2, 2), (3, 3), (3, 4), (4, 3), (4, 4), (2, 5)])
def test_existence_is_that_of_brute_force(shape):
    for kind in Kind:
        verdict = existence(Board(shape), kind)
        assert verdict.exists is bool(reference.tours(reference.board_space(shape), str(kind)))


@pytest.mark.parametrize(
    ("text", "kind", "exists", "clause", "source"),
    [
        ("7x7", "closed", False, "both sides are odd", "Schwenk 1991"),
        ("4x10", "closed", False, "one side is 4", "Schwenk 1991"),
        ("8x3", "closed", False, "the sides are 3 and 4, 6 or 8", "Schwenk 1991"),
        ("3x10", "closed", True, "none of the exceptions applies", "Schwenk 1991"),
        ("2x9", "open", False, "one side is 2", "Chia & Ong 2005"),
        ("6x3", "open", False, "the sides are 3 and 3, 5 or 6", "Chia & Ong 2005"),
        ("4x4", "open", False, "both sides are 4", "Chia & Ong 2005"),
        ("9x9", "open", True, "both sides are at least 5", "Cull & De Curtins 1978"),
    ],
)
def test_the_clause_that_applies_is_named_with_its_source(text, kind, exists, clause, source):
    verdict = existence(Board.parse(text), kind)
    assert (verdict.exists, verdict.clause, verdict.source) == (exists, clause, source)


def test_strictly_open_is_told_where_the_other_two_imply_it():
    assert existence(Board.parse("5x5"), "strictly-open").exists
    assert not existence(Board.parse("4x4"), "strictly-open").exists
    assert existence(Board.parse("8x8"), "strictly-open") is None


@pytest.mark.parametrize(
    "board",
    [
        Board((8, 8), leap=(1, 3)),
        Board((8, 8), holes=["a1"]),
        Board((8, 8), wrap="rows"),
        Board((4, 4, 4)),
        Board((8,)),
    ],
    ids=str,
)
def test_no_theorem_speaks_of_other_boards(board):
    for kind in Kind:
        assert existence(board, kind) is None
    assert published_count(board, "closed") is None


@pytest.mark.parametrize("ask", [existence, published_count])
def test_an_unknown_kind_is_refused(ask):
    with pytest.raises(
        ProblemError, match="unknown kind 'round'; the kinds are open, closed, strictly-open"
    ):
        ask(Board((8, 8)), "round")


@pytest.mark.parametrize("row", facts("known_counts.json")["rows"], ids=lambda row: row["name"])
def test_rows_are_those_of_oeis(row):
    ours = SEQUENCES[row["name"]]
    assert list(ours.values) == row["values"]
    assert ours.offset == row["offset"]


@pytest.mark.parametrize(
    ("text", "kind", "count", "sequence"),
    [
        ("1x1", "open", 1, "A165134"),
        ("5x5", "open", 864, "A083386"),
        ("6x6", "open", 3318960, "A165134"),
        ("8x8", "open", 9795914085489952, "A165134"),
        ("6x6", "closed", 9862, "A001230"),
        ("8x8", "closed", 13267364410532, "A001230"),
        ("10x3", "closed", 16, "A070030"),
        ("6x5", "closed", 8, "A175881"),
        ("3x4", "open", 8, "A169696"),
        ("4x5", "open", 82, "A079137"),
    ],
)
def test_published_counts(text, kind, count, sequence):
    published = published_count(Board.parse(text), kind)
    assert (published.count, published.sequence) == (count, sequence)


@pytest.mark.parametrize(
    ("text", "kind", "count"), [("3x4", "open", 3), ("10x3", "closed", 6), ("4x5", "open", 22)]
)
def test_published_counts_up_to_symmetry(text, kind, count):
    assert published_count(Board.parse(text), kind, up_to_symmetry=True).count == count


def test_rows_that_hold_the_same_board_agree():
    """A 4 x 5 board stands in the rows of 4 x n and of 5 x n; a square in two rows or three."""
    for one, side, other, second in (
        ("A079137", 3, "A169696", 4),
        ("A083386", 3, "A169696", 5),
        ("A083386", 4, "A079137", 5),
        ("A389759", 12, "A169696", 4),
        ("A389755", 25, "A083386", 5),
        ("A383660", 15, "A070030", 5),
        ("A383661", 15, "A175881", 5),
        ("A001230", 3, "A175881", 6),
    ):
        assert SEQUENCES[one].at(side) == SEQUENCES[other].at(second), (one, other)
    assert SEQUENCES["A165134"].at(5) == 2 * SEQUENCES["A083386"].at(5)


def test_published_errors_are_named():
    assert "33439123484294" in published_count(Board.parse("8x8"), "closed").erratum
    assert "Euler" in published_count(Board.parse("3x10"), "closed").erratum
    assert published_count(Board.parse("5x5"), "open").erratum is None


@pytest.mark.parametrize("entry", facts("boards_with_missing_cells.json")["boards"])
def test_counts_of_boards_filled_column_by_column(entry):
    board = Board((entry["rows"], entry["columns"]), holes=pairs(entry["holes"]))
    assert published_count(board, "open").count == entry["open"]


@pytest.mark.parametrize("holes", [["a3"], ["d3"], ["d1", "d3"], ["d1", "a1"]])
def test_no_row_counts_boards_with_other_holes(holes):
    assert published_count(Board((3, 4), holes=holes), "open") is None


def test_no_row_counts_strictly_open_tours():
    assert published_count(Board.parse("3x4"), "strictly-open") is None
    assert published_count(Board.parse("3x4"), "strictly-open", up_to_symmetry=True) is None


@pytest.mark.parametrize(("name", "rows"), [("A169696", 3), ("A079137", 4)])
def test_small_counts_are_those_of_brute_force(name, rows):
    for columns in range(1, 5):
        count = len(reference.tours(reference.board_space((rows, columns))))
        assert SEQUENCES[name].at(columns) == count
