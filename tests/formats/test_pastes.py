"""Pastes: a right tour is read or refused, however it is written; a wrong one never passes."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any

import networkx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knight_models.core.board import Board
from knight_models.core.errors import FormatError
from knight_models.core.problem import TourProblem
from knight_models.core.tour import NumberGrid, Tour
from knight_models.formats import Reading, read_tours
from knight_models.tasks.solve import solve
from knight_models.verifier import faults
from tests.support.notations import GRID_NOTATIONS, LIST_NOTATIONS

Squares = list[tuple[int, int]]


def names(tour: Tour) -> list[str]:
    return tour.names


def pairs(words: Sequence[str], joint: str, between: str) -> str:
    return between.join(f"{one}{joint}{other}" for one, other in pairwise(words))


def chess(tour: Tour, numbered: str, two: bool = True) -> str:
    words = [f"N{name}" for name in tour.names]
    if not two:
        return " ".join(f"{numbered.format(k)}{word}" for k, word in enumerate(words, start=1))
    turns = [words[k : k + 2] for k in range(0, len(words), 2)]
    return " ".join(f"{numbered.format(k)}{' '.join(turn)}" for k, turn in enumerate(turns, start=1))


def lines(cells: Any, separator: str = " ") -> str:
    return "\n".join(separator.join(map(str, row)) for row in cells)


def sides(tour: Tour, left: bool, right: bool) -> str:
    rows = tour.grid().tolist()
    head = "    " + " ".join(f"{chr(97 + k):>3}" for k in range(len(rows[0])))
    body = []
    for number, row in enumerate(rows):
        rank = len(rows) - number
        cells = [f"{rank:>3}"] * left + [f"{cell:>3}" for cell in row] + [f"{rank:>3}"] * right
        body.append(" ".join(cells))
    return "\n".join([head, *body, head])


def pandas(tour: Tour) -> str:
    rows = tour.grid().tolist()
    head = "   " + " ".join(f"{k:>3}" for k in range(len(rows[0])))
    return "\n".join([head, *(f"{k:>3} " + " ".join(f"{c:>3}" for c in row) for k, row in enumerate(rows))])


def spreadsheet(tour: Tour, ranks: Sequence[Any] | None, files: Sequence[Any], mark: str = ",") -> str:
    """Rows with a heading and perhaps ranks beside them, as pandas and Excel save them."""
    body = [list(map(str, row)) for row in tour.grid().tolist()]
    if ranks is not None:
        body = [[str(rank), *row] for rank, row in zip(ranks, body, strict=True)]
    head = [*([""] if ranks is not None else []), *map(str, files)]
    return "\n".join(mark.join(row) for row in [head, *body]) + "\n"


def files_of(tour: Tour, first: int = 0) -> list[int]:
    return list(range(first, first + tour.grid().shape[1]))


def ranks_of(tour: Tour, first: int = 0) -> list[int]:
    return list(range(first, first + tour.grid().shape[0]))


def steps(tour: Tour, head: str, row: str) -> str:
    """One step a line: `row` has fields k (its number), r and c."""
    listed = (row.format(k=k, r=r, c=c) for k, (r, c) in enumerate(tour.squares))
    return "\n".join([head, *listed]).lstrip("\n")


def markdown(tour: Tour) -> str:
    rows = tour.grid().tolist()
    head = "| | " + " | ".join(chr(97 + k) for k in range(len(rows[0]))) + " |"
    rule = "|" + "---|" * (len(rows[0]) + 1)
    body = [f"| {len(rows) - k} | " + " | ".join(map(str, row)) + " |" for k, row in enumerate(rows)]
    return "\n".join([head, rule, *body])


def ascii_art(tour: Tour) -> str:
    rows = tour.grid().tolist()
    rule = "+" + "----+" * len(rows[0])
    body = ["|" + "|".join(f" {cell:>2} " for cell in row) + "|" for row in rows]
    return "\n".join([rule, *(part for row in body for part in (row, rule))])


def wrapped(words: Sequence[str], at: int, separator: str) -> str:
    return "\n".join(separator.join(words[k : k + at]) for k in range(0, len(words), at))


def numpy_of(value: Any) -> np.ndarray[Any, Any]:
    return np.array(value)


READ: dict[str, Callable[[Tour], str]] = {
    "names in Python": lambda t: str(t.names),
    "names as a tuple": lambda t: f"tour = {tuple(t.names)}",
    "names in numpy": lambda t: repr(numpy_of(t.names)),
    "names printed by numpy": lambda t: str(numpy_of(t.names)),
    "names as scalars": lambda t: "[" + ", ".join(f"np.str_('{n}')" for n in t.names) + "]",
    "names in brackets": lambda t: "[" + ", ".join(t.names) + "]",
    "names in JSON": lambda t: json.dumps(t.names),
    "upper-case names": lambda t: " ".join(t.names).upper(),
    "pieces": lambda t: " ".join(f"N{n}" for n in t.names),
    "pieces but the first": lambda t: " ".join([t.names[0], *(f"N{n}" for n in t.names[1:])]),
    "figurines": lambda t: " ".join(f"\u2658{n}" for n in t.names),
    "Springer": lambda t: ", ".join(f"S{n}" for n in t.names),
    "moves numbered": lambda t: chess(t, "{}. "),
    "moves numbered closely": lambda t: chess(t, "{}."),
    "moves numbered one by one": lambda t: chess(t, "{}. ", two=False),
    "moves with bare numbers": lambda t: chess(t, "{} ", two=False).replace("N", ""),
    "moves numbered on lines": lambda t: "\n".join(f"{k}. {n}" for k, n in enumerate(t.names, start=1)),
    "moves with brackets": lambda t: "\n".join(f"{k}) {n}" for k, n in enumerate(t.names, start=1)),
    "pairs": lambda t: pairs(t.names, "-", " "),
    "pairs with commas": lambda t: pairs(t.names, "-", ", "),
    "pairs on lines": lambda t: pairs(t.names, "-", "\n"),
    "pairs with arrows": lambda t: pairs(t.names, " -> ", "\n"),
    "pairs with blanks": lambda t: pairs(t.names, " ", "\n"),
    "numbered pairs": lambda t: "\n".join(
        f"{k}. {word}" for k, word in enumerate(pairs(t.names, "-", " ").split(), start=1)
    ),
    "UCI": lambda t: pairs(t.names, "", " "),
    "pairs in Python": lambda t: str(list(zip(t.names, t.names[1:], strict=False))),
    "edges in Python": lambda t: str(list(zip(t.squares, t.squares[1:], strict=False))),
    "wrapped names": lambda t: wrapped(t.names, 5, " "),
    "wrapped moves": lambda t: wrapped(chess(t, "{}.").split(), 3, " "),
    "wrapped pairs": lambda t: wrapped(pairs(t.names, "-", " ").split(), 4, " "),
    "en dashes": lambda t: " \u2013 ".join(t.names).upper(),
    "close em dashes": lambda t: "\u2014".join(t.names),
    "arrows": lambda t: " \u2192 ".join(t.names),
    "double arrows": lambda t: " => ".join(t.names),
    "semicolons": lambda t: "; ".join(t.names),
    "letter and number": lambda t: ", ".join(f"({n[0]}, {n[1:]})" for n in t.names),
    "letters in Python": lambda t: str([(n[0], int(n[1:])) for n in t.names]),
    "a label": lambda t: "Tour: " + " ".join(t.names),
    "a heading": lambda t: f"Knight's tour {t.problem.space_name}:\n" + " ".join(t.names),
    "a footing": lambda t: " ".join(t.names) + "\nfound in 0.03 s after 64 steps\n",
    "squares in Python": lambda t: str(t.squares),
    "squares as a tuple": lambda t: str(tuple(t.squares)),
    "squares as lists": lambda t: str([list(square) for square in t.squares]),
    "squares in numpy": lambda t: repr(numpy_of(t.squares)),
    "squares printed by numpy": lambda t: str(numpy_of(t.squares)),
    "scalars of numpy": lambda t: (
        "[" + ", ".join(f"(np.int64({r}), np.int64({c}))" for r, c in t.squares) + "]"
    ),
    "squares with arrows": lambda t: " -> ".join(map(str, t.squares)),
    "squares with dashes": lambda t: " - ".join(map(str, t.squares)),
    "squares on lines": lambda t: "\n".join(map(str, t.squares)),
    "squares numbered": lambda t: "\n".join(f"{k}: {s}" for k, s in enumerate(t.squares, start=1)),
    "moves with words": lambda t: "\n".join(f"Move {k}: {s}" for k, s in enumerate(t.squares, start=1)),
    "wrapped squares": lambda t: wrapped(list(map(str, t.squares)), 4, " "),
    "a grid": lambda t: lines(t.grid()),
    "a grid with tabs": lambda t: lines(t.grid(), "\t").replace("\n", "\r\n"),
    "a grid with zeros": lambda t: "\n".join(" ".join(f"{c:03}" for c in row) for row in t.grid()),
    "a grid with a mark": lambda t: "\ufeff" + lines(t.grid(), ", "),
    "a grid in numpy": lambda t: repr(t.grid()),
    "a grid named": lambda t: f"tour = np.{t.grid()!r}",
    "a grid printed": lambda t: str(t.grid()),
    "a grid of floats": lambda t: str(t.grid().astype(float)),
    "floats in numpy": lambda t: repr(t.grid().astype(float)),
    "floats saved": lambda t: "\n".join(" ".join(f"{c:.18e}" for c in row) for row in t.grid()),
    "a grid in Python": lambda t: str(t.grid().tolist()),
    "a grid of tuples": lambda t: str(tuple(map(tuple, t.grid().tolist()))),
    "a grid on a line": lambda t: " | ".join(" ".join(map(str, row)) for row in t.grid()),
    "a grid with slashes": lambda t: "/".join(",".join(map(str, row)) for row in t.grid()),
    "a matrix": lambda t: "[" + "; ".join(" ".join(map(str, row)) for row in t.grid()) + "]",
    "a grid with a heading": lambda t: f"Knight's tour {t.problem.space_name}:\n{lines(t.grid())}\n",
    "ranks at the left": lambda t: sides(t, True, False),
    "ranks at the right": lambda t: sides(t, False, True),
    "ranks at both sides": lambda t: sides(t, True, True),
    "files alone": lambda t: sides(t, False, False),
    "pandas": pandas,
    "CSV of pandas": lambda t: spreadsheet(t, ranks_of(t), files_of(t)),
    "CSV of pandas from 1": lambda t: spreadsheet(t, ranks_of(t, 1), files_of(t, 1)),
    "CSV without ranks": lambda t: spreadsheet(t, None, files_of(t)),
    "CSV of Excel": lambda t: spreadsheet(t, ranks_of(t, 1), files_of(t, 1), "\t"),
    "decimal commas": lambda t: "\n".join(";".join(f"{c},0" for c in row) for row in t.grid()),
    "steps in pandas": lambda t: steps(t, "    row  col", "{k:<3}  {r:>3}  {c:>3}"),
    "steps with a heading": lambda t: steps(t, "step,row,col", "{k},{r},{c}"),
    "steps alone": lambda t: steps(t, "", "{k} {r} {c}"),
    "steps in Python": lambda t: str([[k, *square] for k, square in enumerate(t.squares, start=1)]),
    "markdown": markdown,
    "ASCII art": ascii_art,
    **GRID_NOTATIONS,
    **LIST_NOTATIONS,
}
"""Notations that are read without a board."""

ON_A_BOARD: dict[str, Callable[[Tour], str]] = {
    "pairs of numbers": lambda t: "\n".join(f"{r} {c}" for r, c in t.squares),
    "pairs apart": lambda t: "\n\n".join(f"{r} {c}" for r, c in t.squares),
    "vertex numbers": lambda t: " ".join(map(str, t.order.tolist())),
    "vertex numbers on lines": lambda t: "\n".join(map(str, t.order.tolist())),
    "vertex numbers with dashes": lambda t: " - ".join(map(str, t.order.tolist())),
    "vertex numbers with arrows": lambda t: "->".join(map(str, t.order.tolist())),
    "vertex numbers in Python": lambda t: str(t.order.tolist()),
    "vertex numbers as a tuple": lambda t: str(tuple(t.order.tolist())),
    "vertex numbers in numpy": lambda t: repr(t.order.astype(np.int64)),
    "vertex numbers printed": lambda t: str(t.order),
    "steps of vertex numbers": lambda t: "\n".join(f"{k},{v}" for k, v in enumerate(t.order.tolist())),
}
"""Notations that need the board."""

ALL = READ | ON_A_BOARD


def found(text: str, kind: str, seed: int) -> Tour:
    tour = solve(text, "rotation", kind=kind, seed=seed, seconds=20).tour
    assert tour is not None
    return tour


TOURS = [
    *(found(text, "open", seed) for text in ("3x4", "5x5", "5x6", "4x7") for seed in (1, 2)),
    *(found(text, "closed", seed) for text in ("6x6", "3x10") for seed in (1, 2)),
]
ways, tours = st.sampled_from(sorted(ALL)), st.sampled_from(TOURS)


def known(tour: Tour, named: bool) -> dict[str, Any]:
    return {"board": tour.problem.board} if named else {}


def judged(reading: Reading) -> bool:
    return not faults(TourProblem(reading.space), reading.answer)


@pytest.mark.parametrize("named", [False, True], ids=["no board", "board"])
@pytest.mark.parametrize("way", ALL)
def test_a_right_tour_is_read_in_every_notation(way: str, named: bool) -> None:
    for tour in TOURS:
        text = ALL[way](tour)
        if way in ON_A_BOARD and not named:
            with suppress(FormatError):
                assert all(map(judged, read_tours(text)))
            continue
        [reading] = read_tours(text, **known(tour, named))
        assert reading.space == tour.problem.board
        assert judged(reading), text
        if isinstance(reading.answer, NumberGrid):
            assert reading.answer.numbers.tolist() == tour.grid().tolist()
        elif isinstance(reading.answer, np.ndarray):
            assert reading.answer.tolist() == tour.order.tolist()
        else:
            assert reading.answer == tour.squares


def corrupted(tour: Tour, place: int, other: int) -> Tour:
    """The tour with one square in place of another, so that one is visited twice and one never."""
    order = tour.order.copy()
    order[place % len(order)] = order[(place + 1 + other % (len(order) - 1)) % len(order)]
    return Tour(tour.problem, order)


@given(ways, tours, st.booleans(), st.integers(0, 100), st.integers(0, 100), st.sampled_from([None, 0, 1]))
def test_a_wrong_tour_is_never_right(
    way: str, tour: Tour, named: bool, place: int, other: int, first: int | None
) -> None:
    wrong = corrupted(tour, place, other)
    if way in GRIDS:
        grid = tour.grid()
        cells = grid.ravel()
        cells[place % len(cells)] = cells[(place + 1 + other % (len(cells) - 1)) % len(cells)]
        text = ALL[way](_Printed(tour, grid))  # type: ignore[arg-type]  # it stands in for a tour
    else:
        text = ALL[way](wrong)
    try:
        readings = read_tours(text, first_number=first, **known(tour, named))
    except FormatError:
        return
    right = [reading for reading in readings if judged(reading) and len(reading.space) == len(tour)]
    assert right == []


class _Printed:
    """What a notation needs of a tour, with a misprinted grid."""

    def __init__(self, tour: Tour, grid: Any) -> None:
        self.problem, self._grid = tour.problem, grid

    def grid(self) -> Any:
        return self._grid


GRIDS = [way for way in READ if "grid" in way or "floats" in way or "ranks" in way] + [
    *("files alone", "pandas", "markdown", "ASCII art", "a matrix", "decimal commas"),
    *(way for way in READ if "CSV" in way),
    *GRID_NOTATIONS,
]


@given(ways, tours, st.sampled_from([0, 1]), st.booleans())
def test_a_right_tour_is_read_or_refused_whatever_it_counts_from(
    way: str, tour: Tour, first: int, named: bool
) -> None:
    """With --first-number 1, lists counted from 0 are refused or wrong, and never another tour."""
    try:
        readings = read_tours(ALL[way](tour), first_number=first, **known(tour, named))
    except FormatError:
        return
    for reading in readings:
        if judged(reading) and isinstance(reading.answer, list):
            assert reading.answer == tour.squares


class TestFromOne:
    TOUR = TOURS[0]
    SQUARES = str([(r + 1, c + 1) for r, c in TOUR.squares])
    NUMBERS = str([number + 1 for number in TOUR.order.tolist()])

    @pytest.mark.parametrize("text", [SQUARES, NUMBERS, NUMBERS[1:-1], SQUARES[1:-1]])
    def test_the_option_settles_it_and_without_it_the_message_names_it(self, text: str) -> None:
        board = self.TOUR.problem.board
        with pytest.raises(FormatError, match="--first-number 1"):
            read_tours(text, board=board)
        [reading] = read_tours(text, board=board, first_number=1)
        assert judged(reading)
        [reading] = read_tours(text, board=board, first_number=0)
        assert not judged(reading)

    def test_an_inferred_board_has_no_empty_row(self) -> None:
        with pytest.raises(FormatError, match=r"not a tour of 4x5, counted from 1 they are one of 3x4"):
            read_tours(self.SQUARES)
        [reading] = read_tours(self.SQUARES, first_number=1)
        assert reading.space == Board((3, 4))


@pytest.mark.parametrize("way", ["names in Python", "squares in Python", "pairs", "vertex numbers", "UCI"])
@pytest.mark.parametrize("kind", [None, "closed"])
def test_a_closed_list_may_name_its_start_again(way: str, kind: str | None) -> None:
    tour = next(tour for tour in TOURS if tour.closed)
    again = Tour(tour.problem, [*tour.order.tolist(), int(tour.order[0])])
    [reading] = read_tours(ALL[way](again), board=tour.problem.board, kind=kind)
    assert reading.kind == "closed"
    assert not faults(TourProblem(reading.space, "closed"), reading.answer)


def test_several_grids_without_an_empty_line_between_are_judged_apart() -> None:
    one, other, _, _, wide, *_ = TOURS
    for board in (None, Board((3, 4))):
        first, second = read_tours(lines(one.grid()) + "\n" + lines(other.grid()), board=board)
        assert (first.space, second.space) == (Board((3, 4)), Board((3, 4)))
        assert judged(first)
        assert judged(second)
        assert (first.line, second.line) == (1, 4)
    grid = one.grid()
    grid[0, 0], grid[0, 1] = grid[0, 1], grid[0, 0]
    first, second = read_tours(lines(other.grid()) + "\n" + lines(grid))
    assert judged(first)
    assert not judged(second)
    with pytest.raises(FormatError, match="an empty line separates grids"):
        read_tours(lines(one.grid()) + "\n" + lines(wide.grid()))


class TestGraphs:
    RING = networkx.cycle_graph(9)

    @pytest.mark.parametrize(
        "text",
        [
            "[0 1 2 3 4 5 6 7 8]",
            "[0, 1, 2, 3, 4,\n 5, 6, 7, 8]",
            "array([0, 1, 2, 3, 4, 5, 6, 7, 8])",
            "tour = (0, 1, 2, 3, 4, 5, 6, 7, 8)",
            "['0', '1', '2', '3', '4', '5', '6', '7', '8']",
            "0 -> 1 -> 2 -> 3 -> 4 -> 5 -> 6 -> 7 -> 8",
            "0-1-2-3-4-5-6-7-8",
            "0-1 1-2 2-3 3-4 4-5 5-6 6-7 7-8",
            "0 1\n1 2\n2 3\n3 4\n4 5\n5 6\n6 7\n7 8\n",
            "0 1 2\n3 4 5\n6 7 8\n",
            "0 1 2 3 4 5 6 7 8 0",
        ],
    )
    def test_labels_are_read(self, text: str) -> None:
        [reading] = read_tours(text, graph=self.RING)
        assert (list(reading.answer), reading.space) == (list(range(9)), self.RING)  # type: ignore[arg-type]

    @pytest.mark.parametrize(
        "text", ["[(0, 0), (1, 2)]", "(0, 0) (1, 2)", "[[1, 2], [3, 4]]", "a1 b3", "1 4 7\n8 6 2\n"]
    )
    def test_the_graph_is_never_ignored(self, text: str) -> None:
        try:
            readings = read_tours(text, graph=self.RING)
        except FormatError:
            return
        assert all(reading.space is self.RING and not judged(reading) for reading in readings)

    def test_labels_that_are_tuples(self) -> None:
        grid = networkx.grid_2d_graph(2, 2)
        [reading] = read_tours("[(0, 0), (0, 1), (1, 1), (1, 0)]", graph=grid)
        assert judged(reading)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[0 1 2 ... 9]", "the list is cut short"),
        ("{(0, 0), (1, 2)}", "a set of Python has no order"),
        ("1. Na3 3. Nc2", "move 2 is expected here, not 3"),
        ("0 6 8 1 7 9 2 11 5 3 10 4", "name the board with --board"),
        ('{"a3", "c2", "a1"}', "a set of Python has no order, and these braces can be one"),
        ("{0: 6, 1: 8, 2: 3}", "a dict of numbers and numbers can give the vertex of each step"),
        ("{'a3': 1, 'c2': 3, 'a1': 7}", "the numbers of these squares are not 1 to n"),
        ('[{"x": 0, "y": 1}]', "x and y do not show which is the row"),
        ('[{"file": 0}]', r"'file' is no square; write a square as \[row, column\]"),
        ('[{"step": 2, "row": 0, "col": 0}, {"step": 1, "row": 1, "col": 2}]', "not in their order"),
        ('{"route": [[0, 0]]}', r"a tour stands in 'tour' \(or 'path', 'squares'"),
        ('{"path": [[0, 0]], "grid": [[1]]}', "'path' and 'grid' can both be the tour"),
        ("4x3 tour\n1 4 7 10\n8 11 2 5\n3 6 9 12\n", "which is rows x columns here"),
        (r"\multicolumn{2}{c}{1} & 4 \\", "a cell of this table spans several"),
        ("<table><tr><td colspan=2>1</td></tr></table>", "a cell of this table spans several"),
        ("     [,1] [,2]\n[1,] 1 2\n     [,3] [,4]\n[1,] 3 4\n", "in several blocks"),
    ],
)
def test_what_is_refused_says_why(text: str, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        read_tours(text)


class TestAnotherWay:
    """A right tour in a notation that is not read is refused, and the sentence says how to write it."""

    TOUR = TOURS[0]
    BOARD = TOUR.problem.board

    @pytest.mark.parametrize("first", [0, 1])
    def test_the_column_before_the_row(self, first: int) -> None:
        text = str([(c + first, r + first) for r, c in self.TOUR.squares])
        with pytest.raises(FormatError, match="with the column first they are; write the row first"):
            read_tours(text, board=self.BOARD)
        text = str([(r, c) for r, c in corrupted(self.TOUR, 3, 4).squares])
        [reading] = read_tours(text, board=self.BOARD)
        assert not judged(reading)

    @pytest.mark.parametrize("first", [0, 1])
    def test_vertices_numbered_down_the_columns(self, first: int) -> None:
        text = " ".join(str(c * 3 + r + first) for r, c in self.TOUR.squares)
        with pytest.raises(
            FormatError, match="numbered down the columns they are; number them along the rows"
        ):
            read_tours(text, board=self.BOARD)

    @pytest.mark.parametrize("named", [False, True])
    @pytest.mark.parametrize("whole", [str, lambda listed: "\n".join(f"{a} {b}" for a, b in listed)])
    def test_moves_in_place_of_squares(self, named: bool, whole: Callable[[Any], str]) -> None:
        vectors = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(self.TOUR.squares)]
        with pytest.raises(FormatError):
            read_tours(whole(vectors), **known(self.TOUR, named))
        with pytest.raises(FormatError, match="these are moves from one square to the next"):
            read_tours(str(vectors), **known(self.TOUR, named))

    @pytest.mark.parametrize("named", [False, True])
    @pytest.mark.parametrize("tour", TOURS)
    def test_numbers_without_blanks_between(self, tour: Tour, named: bool) -> None:
        text = "\n".join("".join(f"{cell:02}" for cell in row) for row in tour.grid())
        with pytest.raises(FormatError, match="separate the numbers by blanks"):
            read_tours(text, **known(tour, named))


def test_a_first_row_of_small_numbers_can_be_part_of_the_grid() -> None:
    """Moves of one square run along the first row; these numbers stand nowhere else."""
    text = "1 2 3 4\n8 7 6 5\n9 10 11 12\n16 15 14 13\n"
    [reading] = read_tours(text, leap=(0, 1))
    assert reading.space == Board((4, 4), (0, 1))
    first, second = read_tours(text + text, leap=(0, 1))
    assert (first.space, second.space) == (reading.space, reading.space)


# An open tour of 3x4 (Euler 1759) and a closed one of 5x6, as their moves.
OPEN = ["a3", "c2", "a1", "b3", "d2", "b1", "c3", "d1", "b2", "d3", "c1", "a2"]


def moves_of(squares, closed):
    around = [*squares, squares[0]] if closed else squares
    return list(pairwise(around))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("form", ["dashes", "lines", "pairs of pairs", "lists of pairs"])
def test_moves_in_no_order_are_the_tour_that_they_form(seed, closed, form):
    size, kind = ("5x6", "closed") if closed else ("3x4", "open")
    board = Board.parse(size)
    name = TourProblem(board).vertices.name
    tour = [name(square) for square in solve(size, "cutset", kind=kind).tour] if closed else OPEN
    moves = moves_of(tour, closed)
    draw = random.Random(seed)
    draw.shuffle(moves)
    moves = [move[::-1] if draw.random() < 0.5 else move for move in moves]
    pairs = [
        tuple((board.shape[0] - int(name[1:]), ord(name[0]) - ord("a")) for name in move) for move in moves
    ]
    text = {
        "dashes": ", ".join("-".join(move) for move in moves),
        "lines": "\n".join("-".join(move) for move in moves),
        "pairs of pairs": ",".join(map(str, pairs)),
        "lists of pairs": str(pairs),
    }[form]
    [reading] = read_tours(text + "\n", board=board)
    assert faults(TourProblem(board, kind=kind), reading.answer) == []


@pytest.mark.parametrize("dropped", [1, 2])
def test_moves_that_form_no_one_path_are_refused_in_a_sentence(dropped):
    moves = ["-".join(move) for move in moves_of(OPEN, closed=False)]
    moves = moves[::2] + moves[1::2]
    del moves[2 : 2 + dropped]
    with pytest.raises(FormatError, match=r"moves do not form one path or cycle; write the squares"):
        read_tours(" ".join([*moves, "a3-c1"]))


@pytest.mark.parametrize("kind", ["open", "strictly-open"])
@pytest.mark.parametrize("form", ["names", "coordinates", "json"])
def test_a_list_that_ends_with_its_start_is_no_open_tour(kind, form):
    tour = solve("5x6", "cutset", kind="closed").tour
    squares = [*tour, tour.start]
    text = {
        "names": " ".join(map(tour.problem.vertices.name, squares)),
        "coordinates": ", ".join(map(str, squares)),
        "json": json.dumps(squares),
    }[form]
    [reading] = read_tours(text)
    assert (reading.kind, len(reading.answer)) == ("closed", 30)
    message = "the list ends with its start, as that of a closed tour does; leave out its last entry"
    with pytest.raises(FormatError, match=message):
        read_tours(text, kind=kind)


@pytest.mark.parametrize("form", ["lists of pairs", "arrows"])
def test_moves_of_coordinates_that_form_no_one_path_are_refused_too(form):
    moves = [((0, 0), (1, 2)), ((1, 2), (2, 0)), ((2, 0), (0, 1)), ((0, 1), (1, 2)), ((0, 1), (2, 2))]
    text = (
        str(moves) if form == "lists of pairs" else "\n".join(f"{one} -> {other}" for one, other in moves)
    )
    with pytest.raises(
        FormatError, match=r"these 5 moves do not form one path or cycle; write the squares"
    ):
        read_tours(text)
