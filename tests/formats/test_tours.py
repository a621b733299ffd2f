"""What every file has in common: it is read, or refused with one sentence; never anything else."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knight_models.core.board import Board
from knight_models.core.errors import FormatError, InputError, OptionError
from knight_models.core.problem import TourProblem
from knight_models.formats.reading import read_graph
from knight_models.formats.reading import read_tours
from knight_models.verifier import faults

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
