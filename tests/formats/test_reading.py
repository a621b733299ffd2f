"""Any file: it is decoded and read, or refused with one sentence and a place; never anything else."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knight_models.core.board import Board
from knight_models.core.errors import FormatError, InputError, OptionError
from knight_models.core.problem import TourProblem
from knight_models.formats import Source, read_file, read_given, read_graph, read_tours
from knight_models.verifier import faults


@pytest.mark.parametrize("data", ["", b"", " \n\t\n", b"\xef\xbb\xbf"])
def test_a_file_without_content_is_refused(data: str | bytes) -> None:
    with pytest.raises(FormatError, match=r"x\.txt: there is nothing in it"):
        _ = Source(data, "x.txt").text


@pytest.mark.parametrize(
    ("data", "line", "column"),
    [(b"1 2\n3 \x00 4", 2, 3), (b"1 2\r\n\xff\xff", 2, 1), (b"1 2\n3 4\n \x1b[0m", 3, 2)],
)
def test_a_binary_file_is_refused_at_the_byte_that_shows_it(data: bytes, line: int, column: int) -> None:
    with pytest.raises(FormatError, match="binary") as caught:
        _ = Source(data).text
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_byte_order_marks_are_understood(encoding: str) -> None:
    assert Source("a1 → c2".encode(encoding)).text == "a1 → c2"


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_any_end_of_line_ends_a_line(newline: str) -> None:
    assert Source(f"1{newline}{newline}2").lines == ["1", "", "2"]


def test_a_file_that_cannot_be_read_is_an_error_with_the_reason(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"none\.txt: the file cannot be read: No such file"):
        read_file(tmp_path / "none.txt")
    with pytest.raises(FormatError, match="cannot be read: Is a directory"):
        read_file(tmp_path)
    (tmp_path / "some.txt").write_bytes(b"1 2")
    assert read_file(tmp_path / "some.txt") == b"1 2"


HCP = "TYPE : HCP\nDIMENSION : 4\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n"
WORDS = {
    "grid": (read_tours, "1 2\n3 {}\n", 2, 3),
    "names": (read_tours, "a1 b{}\n", 1, 4),
    "coordinates": (read_tours, "0,0 1,{}\n", 1, 5),
    "given": (read_given, "1 .\n. {}\n", 2, 3),
    "hcp": (read_graph, HCP + "1 2\n2 {}\n", 6, 3),
    "tour": (read_tours, "TYPE : TOUR\nDIMENSION : 4\nTOUR_SECTION\n1 2 {}\n", 4, 5),
    "edges": (read_graph, "1 2\n2 {}\n", 2, 3),
}


@pytest.mark.parametrize("name", WORDS)
@pytest.mark.parametrize("digit", ["٣", "３", "३"])
def test_digits_are_0_to_9(name: str, digit: str) -> None:
    read, text, line, column = WORDS[name]
    with pytest.raises(FormatError, match="is written with other digits than 0 to 9") as caught:
        read(text.format(digit))
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize("name", WORDS)
@pytest.mark.parametrize("word", ["x[" * 50_000, "x(" * 50_000, "9" * 100_000 + "=", "." * 100_000 + "x="])
def test_a_long_word_is_cut_in_the_message(name: str, word: str) -> None:
    read, text, _, _ = WORDS[name]
    with pytest.raises(FormatError) as caught:
        read(text.format(word))
    assert len(str(caught.value)) < 300


def test_a_long_label_that_is_doubtful_is_cut_in_the_message() -> None:
    label = 10**4000
    with pytest.raises(FormatError, match=r"1{1}0{39}[.]{3}' names several") as caught:
        read_tours(f"1 {label}", graph=networkx.path_graph([1, label, str(label)]))
    assert len(str(caught.value)) < 300


# ---- any file

PIECES = [
    *"0127b-#._*,;|()[]{}:\"'&",
    *("12", "-1", "a1", "c2", "->", "--", "null", "1,2", "(0,1)"),
    *(" ", "  ", "\n", "\n\n", "\t", "NAME : x\n", "TYPE : TOUR\n", "DIMENSION : 2\n", "TOUR_SECTION\n"),
    *(
        "EDGE_DATA_FORMAT : EDGE_LIST\n",
        "EDGE_DATA_SECTION\n",
        "EOF",
        ">>graph6<<",
        "D?{",
        '{"tour": ',
        "│",
        "┼─",
    ),
]
SPACES: list[dict[str, Any]] = [
    {},
    {"board": Board((3, 3), holes=frozenset({(1, 1)}))},
    {"board": Board((2, 2, 2))},
    {"graph": networkx.path_graph(["a", 1])},
]


@settings(max_examples=400)
@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join), st.sampled_from(SPACES))
def test_any_text_is_read_or_refused_and_what_is_read_can_be_judged(
    text: str, known: dict[str, Any]
) -> None:
    try:
        readings = read_tours(text, **known)
    except InputError:
        return
    assert readings
    for reading in readings:
        assert all(str(fault) for fault in faults(TourProblem(reading.space), reading.answer))


@settings(max_examples=400)
@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_any_text_is_a_graph_with_vertices_or_refused(text: str) -> None:
    try:
        graph = read_graph(text)
    except InputError:
        return
    assert len(graph) > 0


@given(st.binary(max_size=60), st.sampled_from(SPACES))
def test_any_bytes_are_read_or_refused(data: bytes, known: dict[str, Any]) -> None:
    for prefix in (b"", b"\x93NUMPY\x01\x00"):
        with suppress(InputError):
            assert read_tours(prefix + data, **known)


@pytest.mark.parametrize("data", ["", b"", "# nothing here\n", b"\x00\x01", ",", "[]"])
@pytest.mark.parametrize("known", SPACES)
def test_a_file_without_a_tour_is_refused(data: str | bytes, known: dict[str, Any]) -> None:
    with pytest.raises(FormatError):
        read_tours(data, **known)


@pytest.mark.parametrize("text", ["(", "()", "| |", "+-+", "[ ]", "-> ->"])
def test_signs_alone_are_no_tour(text: str) -> None:
    with pytest.raises(FormatError):
        read_tours(text)


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(OptionError, match="unknown kind 'clsoed'; did you mean 'closed'"):
        read_tours("1 2", kind="clsoed")


def test_a_step_of_too_many_digits_is_no_step() -> None:
    [reading] = read_tours("9" * 5000 + " x\n", graph=networkx.path_graph(["x", "y", "z"]))
    assert reading.answer == ["9" * 5000, "x"]
