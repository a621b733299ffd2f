"""Board maps, read and written."""

from __future__ import annotations

import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knight_models.core.board import Board
from knight_models.core.errors import BoardError, FormatError
from knight_models.formats.board_map import board_map, read_board_map


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
