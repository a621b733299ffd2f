"""Rows and cells: what is a comment, and what is a hole."""

import pytest

from knight_models.core.errors import FormatError
from knight_models.formats.grid import read_given
from knight_models.formats.lexer import GIVEN_CELLS, MAP_CELLS, TOUR_CELLS, blocks_of
from knight_models.formats.reading import Source


@pytest.mark.parametrize("cells", [TOUR_CELLS, GIVEN_CELLS])
@pytest.mark.parametrize(
    ("line", "numbers", "signs"),
    [
        ("1 2 3  # the first row", [1, 2, 3], "   "),
        ("1 # 3  # a hole in it", [1, 0, 3], " # "),
        ("1, 2, # # done", [1, 2, 0], "  #"),
        ("1 2 #", [1, 2, 0], "  #"),
        ("1 # #", [1, 0, 0], " ##"),
    ],
)
def test_a_comment_begins_only_where_words_follow(cells, line, numbers, signs):
    [block] = blocks_of(Source(line), cells)
    assert (block.numbers, block.signs) == ([numbers], [signs])


def test_one_letter_after_a_hole_is_a_wrong_entry():
    with pytest.raises(FormatError, match="'x' is not a number"):
        list(blocks_of(Source("1 2 # x"), TOUR_CELLS))


def test_in_a_map_every_character_is_a_cell():
    [block] = blocks_of(Source(".#.\n..#\n"), MAP_CELLS)
    assert block.signs == [".#.", "..#"]


def test_givens_with_comments_are_the_same_without():
    plain = "1 . .\n. # .\n. 4 .\n"
    noted = "# a puzzle\n1 . .  # begins here\n. # .\n. 4 .  # four\n"
    assert read_given(noted) == read_given(plain)
