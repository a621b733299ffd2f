"""Names of squares: files as spreadsheets letter them, ranks from below; numbers on other boards."""

from __future__ import annotations

from itertools import islice, product
from string import ascii_lowercase

import pytest

from knight_models.core.board import Board
from knight_models.core.errors import BoardError
from knight_models.core.squares import extent, file_name, square_name, square_named

FILES = [
    "".join(letters)
    for length in (1, 2, 3)
    for letters in islice(product(ascii_lowercase, repeat=length), 27 * 26)
]
"""a to z, aa to zz, and aaa on: 26 + 676 + 702 files in their order."""


def test_every_file_has_the_name_of_its_place():
    assert [file_name(column) for column in range(len(FILES))] == FILES
    shape = (3, len(FILES))
    for column, name in enumerate(FILES):
        for text in (name, name.upper(), f" {name}"):
            assert square_named(shape, f"{text}1 ") == (2, column)
        assert square_name(shape, (0, column)) == f"{name}3"


@pytest.mark.parametrize("columns", [1, 25, 26, 27, 51, 52, 53, 701, 702, 703])
def test_the_last_file_is_on_the_board_and_the_next_one_is_not(columns):
    board = Board((2, columns))
    last, beyond = FILES[columns - 1], FILES[columns]
    assert extent(board.shape) == f"files a to {last}, ranks 1 to 2"
    assert board.at(f"{last}2") == (0, columns - 1)
    assert board.at(f"{last}1") == (1, columns - 1)
    assert board.index(f"{last}2") == columns - 1
    assert board.index(f"{last}1") == 2 * columns - 1
    for name in (f"{beyond}1", f"{last}3", f"{last}0", f"2,{columns - 1}", f"1,{columns}", "-1,0", "0,-1"):
        with pytest.raises(BoardError, match="is not on the"):
            board.at(name)


@pytest.mark.parametrize("shape", [(1, 1), (3, 4), (4, 3), (7,), (2, 3, 4), (1, 2, 1, 2)])
def test_names_and_numbers_go_round(shape):
    board = Board(shape, "0,1")
    for number, square in enumerate(product(*map(range, shape))):
        assert board.index(square) == number
        assert board.square(number) == square
        assert board.at(board.name(square)) == square
        assert board.at(",".join(map(str, square))) == square


def test_only_flat_boards_have_letters():
    with pytest.raises(BoardError, match="write a square as 0,1,2"):
        Board((3, 3, 3)).at("a1")
    with pytest.raises(BoardError, match="write a square as a1 or 7,0"):
        Board((3, 3)).at("1a")
