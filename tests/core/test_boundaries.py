"""The largest and the smallest values that are taken, the next ones that are not, and lists cut short.

Each bound stands in the documentation of what it bounds; here are the last value within and the first one
beyond.
"""

from __future__ import annotations

import re
from typing import Any

import networkx
import numpy as np
import pytest

from knight_models.core.board import Board
from knight_models.core.display import short
from knight_models.core.errors import BoardError, OptionError, ProblemError, VerificationError, shown
from knight_models.core.evidence import LowDegree
from knight_models.core.fault import Fault, FaultKind, Faults, FaultsToName
from knight_models.core.forced_story import forced_story
from knight_models.core.leaper import Leaper
from knight_models.core.limits import Limits
from knight_models.core.problem import TourProblem
from knight_models.core.reasons import listed
from knight_models.core.squares import square_named
from knight_models.core.tour import NumberGrid, Tour
from knight_models.core.trace import SearchTrace
from knight_models.formats.json import faults_to_json
from knight_models.verifier import faults

# ---- numbers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [
        ("steps", 0, 2**63 - 1),
        ("memory", 1, 2**63 - 1),
        ("seed", 0, 2**31 - 1),
        ("workers", 1, 256),
        ("seconds", 0, 10**9),
    ],
)
def test_a_limit_has_a_least_and_a_most(name, least, most):
    for value in (least, least + 1, most - 1, most, np.int64(most)):
        assert getattr(Limits(**{name: value}), name) == value
    for value in (least - 1, most + 1, str(least), True, [least]):
        with pytest.raises(OptionError, match=f"^{name} must be a .*number from {least} to {most}"):
            Limits(**{name: value})


def test_a_board_has_at_most_so_many_squares_and_axes():
    assert len(Board((2**31 - 1,), "0,1")) == 2**31 - 1
    assert len(Board((1,) * 32)) == 1
    for shape, why in (
        ((2**31,), "boards end at 2,147,483,647 squares"),
        ((2**16, 2**15), "boards end at 2,147,483,647 squares"),
        ((1,) * 33, "a board has at most 32 axes, not 33"),
        ((10**18 + 1, 1), "a side of a board has at most 2,147,483,647 squares"),
        ((10**18, 10**18), "has 1,000,000,000,000,000,000,000,000,000,000,000,000 squares"),
        ((0, 3), "at least 1 for its sides"),
        ((), "at least 1 for its sides"),
    ):
        with pytest.raises(BoardError, match=re.escape(why)):
            Board(shape, "0,1")


def test_a_board_too_large_says_what_the_order_of_its_squares_takes():
    with pytest.raises(BoardError, match=r"4,294,967,296 squares.* needs 17,179,869,184 bytes"):
        Board((2**16, 2**16))


@pytest.mark.parametrize("digits", [1, 17, 18, 19, 30])
def test_numbers_of_up_to_18_digits_are_read(digits):
    """A longer one is no number of a square or a side, and is not even read as one."""
    number = "9" * digits
    square = f"{number},0"
    if digits <= 18:
        assert square_named((8, 8), square) == (int(number), 0)
        assert square_named((8, 8), f"a{number}") == (8 - int(number), 0)
    else:
        for text in (square, f"a{number}"):
            with pytest.raises(BoardError, match="write a square as a1 or 7,0"):
                square_named((8, 8), text)
        with pytest.raises(BoardError, match="write rows x columns"):
            Board.parse(f"{number}x8")


def test_a_file_has_up_to_seven_letters():
    assert square_named((8, 8), "aaaaaaa1") == (7, (26**7 - 1) // 25 - 1)
    with pytest.raises(BoardError, match="write a square as"):
        square_named((8, 8), "aaaaaaaa1")


def test_a_leap_is_at_most_two_to_the_thirty():
    assert Leaper((0, 2**30)).longest_step == 2**30
    assert Leaper((2**30, 2**30)).longest_sum == 2**31
    for leap in ((0, 2**30 + 1), (0, 0), (-1, 2), (1,), (1, 2, 3)):
        with pytest.raises(BoardError):
            Leaper(leap)


@pytest.mark.parametrize("count", [1, 2, 3, 7])
def test_a_given_number_is_one_of_those_of_the_tour(count):
    graph = networkx.path_graph(count)
    for number in range(1, count + 1):
        assert TourProblem(graph, given={0: number}).given_indices == {0: number}
    for number in (-1, 0, count + 1):
        with pytest.raises(ProblemError, match=f"a given number is from 1 to {count}, not {number}"):
            TourProblem(graph, given={0: number})


@pytest.mark.parametrize("count", [1, 2, 3])
def test_an_order_and_a_trace_name_vertices_that_there_are(count):
    problem = TourProblem(networkx.path_graph(count))
    for number in range(count):
        assert Tour(problem, [number]).squares == [number]
        assert SearchTrace(problem, [number], "events").path.tolist() == [number]
    for number in (-2, -1, count):
        with pytest.raises(
            ProblemError, match=f"names vertex {number}; those of the .* are 0 to {count - 1}"
        ):
            _ = Tour(problem, [number]).squares
    for number in (-2, count):
        with pytest.raises(
            ProblemError, match=f"name vertex {number}; those of the .* are 0 to {count - 1}"
        ):
            SearchTrace(problem, [number], "events")


# ---- lists cut short -----------------------------------------------------------------------------


def some_faults(count: int) -> list[Fault]:
    return [Fault(FaultKind.MISSING, f"fault {number}") for number in range(count)]


@pytest.mark.parametrize("count", [1, 4, 5, 6, 7, 20])
def test_an_error_lists_five_faults(count):
    named = "; ".join(f"fault {number}" for number in range(min(count, 5)))
    more = f"; and {count - 5} more" if count > 5 else ""
    assert str(VerificationError(some_faults(count))) == f"not a tour: {named}{more}"


@pytest.mark.parametrize("count", [0, 1, 99, 100, 101, 102, 1500])
def test_faults_show_a_hundred(count):
    entries = ", ".join(map(repr, some_faults(min(count, 100))))
    more = f", and {count - 100:,} more" if count > 100 else ""
    expected = f"[{entries}{more}]"
    assert repr(Faults(some_faults(count))) == expected
    assert repr(FaultsToName(count, some_faults(count).__getitem__)) == expected


def test_groups_of_faults_are_one_list():
    rows = [some_faults(3), [], some_faults(1), some_faults(2)]
    whole = [fault for row in rows for fault in row]
    listed_ = Faults(*rows)
    assert len(listed_) == 6
    assert list(listed_) == whole == [listed_[place] for place in range(6)]
    assert [listed_[-place] for place in range(1, 7)] == whole[::-1]
    assert listed_[1:5:2] == whole[1:5:2]
    assert listed_ == whole
    assert listed_ != whole[:-1]
    assert listed_ != [*whole[:-1], Fault(FaultKind.HOLE, "another")]
    for place in (6, -7):
        with pytest.raises(IndexError):
            _ = listed_[place]


@pytest.mark.parametrize("size", [1, 117, 118, 119, 120, 200])
def test_a_value_in_a_message_is_cut_after_120_characters(size):
    text = repr("x" * size)
    assert shown("x" * size) == (text if len(text) <= 120 else text[:120] + "...")


@pytest.mark.parametrize("most", [5, 20])
@pytest.mark.parametrize("size", [0, 1, 4, 5, 6, 19, 20, 21, 79, 80, 81, 200])
def test_a_short_text_has_at_most_so_many_characters(size, most):
    line = short("y" * size, most)
    assert line == ("y" * size if size <= most else "y" * (most - 1) + "\u2026")


@pytest.mark.parametrize("spaces", [1, 14, 15, 16, 17, 18, 30])
def test_a_text_that_is_cut_before_its_spaces_are_joined_says_so(spaces):
    """Only four times the characters wanted are looked at."""
    text = "a" + " " * spaces + "b"
    whole = len(text) <= 4 * 4
    assert short(text, 4) == ("a b" if whole else "a\u2026")


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 7, 8, 9, 10, 1200])
@pytest.mark.parametrize("most", [2, 3, 8])
def test_a_sentence_lists_some_names_and_counts_the_others(count, most):
    names = [f"n{number}" for number in range(count)]
    parts = names if count <= most else [*names[: most - 1], f"{count - most + 1:,} more"]
    expected = ", ".join(parts[:-1]) + " and " + parts[-1] if len(parts) > 1 else "".join(parts)
    assert listed(names, most) == expected
    assert most != 8 or listed(names) == expected


@pytest.mark.parametrize("leaves", [3, 7, 8, 9, 10])
def test_evidence_names_eight_vertices(leaves):
    problem = TourProblem(networkx.star_graph(leaves))
    said = LowDegree(tuple(range(1, leaves + 1))).explain(problem)
    names = [str(number) for number in range(1, leaves + 1)]
    if leaves > 8:
        names = [*names[:7], f"{leaves - 7} more"]
    assert said.startswith(f"{', '.join(names[:-1])} and {names[-1]} have one move left each, but only two")


@pytest.mark.parametrize("count", [1, 3, 4, 5, 6])
def test_a_board_names_four_holes(count):
    holes = [(0, column) for column in range(count)]
    said = str(Board((2, 8), holes=holes))
    names = ", ".join(f"{'abcdefgh'[column]}2" for column in range(count))
    assert said == f"2x8 with {f'holes {names}' if count <= 4 else f'{count} holes'}"


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_a_graph_names_three_of_its_vertices(count):
    names = ", ".join(str(number) for number in range(min(count, 3)))
    rest = ", ..." if count > 3 else ""
    with pytest.raises(
        ProblemError, match=re.escape(f"99 is not a vertex of the graph (its vertices: {names}{rest})")
    ):
        TourProblem(networkx.path_graph(count), start=99)


@pytest.mark.parametrize("count", [999, 1000, 1001])
def test_a_fault_of_a_number_on_many_squares_holds_a_thousand_of_them(count):
    numbers = np.ones((1, count), int)
    (fault,) = [
        fault
        for fault in faults(TourProblem(Board((1, count))), NumberGrid(numbers))
        if fault.kind is FaultKind.NUMBER_REPEATED
    ]
    assert len(fault.squares) == min(count, 1000)
    assert str(fault).startswith(f"1 appears {count} times, on a1 and b1 and")
    assert str(fault).endswith(f"and {count - 10:,} more")


@pytest.mark.parametrize("count", [9_999, 10_000, 10_001])
def test_json_lists_ten_thousand_faults(count):
    data = faults_to_json(TourProblem("3x4"), some_faults(count))
    assert data["fault_count"] == count
    assert len(data["faults"]) == min(count, 10_000)
    assert data["valid"] is False


# ---- the story of forced moves -------------------------------------------------------------------


@pytest.mark.parametrize("length", [3, 7, 8, 9, 10, 1200])
def test_a_forced_cycle_of_up_to_eight_is_named(length):
    """A cycle of required moves beside a vertex that it leaves out, joined to all of it."""
    graph = networkx.cycle_graph(length)
    graph.add_edges_from((length, vertex) for vertex in range(length))
    around = [(vertex, (vertex + 1) % length) for vertex in range(length)]
    story = forced_story(TourProblem(graph, "closed", required=around), ())
    assert story is not None
    if length <= 8:
        names = story.partition("close the cycle ")[2].partition(",")[0].split("-")
        assert len(names) == length + 1
        assert names[0] == names[-1]
        assert sorted(names[1:]) == sorted(map(str, range(length)))
    else:
        assert f"close a cycle of {length:,} vertices" in story
    assert story.endswith("and leave out 1 vertex")


@pytest.mark.parametrize("length", [3, 4, 5, 6, 7, 8, 9, 20])
def test_a_story_has_at_most_six_steps(length):
    """A long cycle, whose vertices have only its moves, beside others: each step forces one move more."""
    graph: Any = networkx.cycle_graph(length)
    networkx.add_cycle(graph, range(length, length + 4))
    story = forced_story(TourProblem(graph, "closed"), tuple(range(length)))
    assert story is not None
    parts = story.split("; ")
    assert parts[-1].startswith("then the forced moves close")
    steps = parts[:-1]
    forcing = length - 1  # the last vertex of the cycle finds its moves forced already
    assert len(steps) == min(forcing, 6)
    if forcing > 6:
        assert steps[4] == f"... ({forcing - 5:,} more steps)"
        assert all(" forces " in step for step in (*steps[:4], steps[5]))
    else:
        assert all(" forces " in step for step in steps)
