"""Texts in one line: never longer than asked for, and marked where something is left out."""

from __future__ import annotations

import pytest

from knight_models.core.display import short


@pytest.mark.parametrize("most", [1, 2, 5, 120])
def test_a_text_is_cut_where_it_is_too_long(most):
    for length in range(4 * most + 3):
        text = "x" * length
        line = short(text, most)
        assert line == (text if length <= most else "x" * (most - 1) + "…")


def test_lines_and_spaces_become_single_spaces():
    assert short("  one\n two\t three ", 20) == "one two three"
    assert short("one two three", 5) == "one…"


@pytest.mark.parametrize("more", range(-2, 4))
def test_what_lies_far_behind_is_left_out_and_marked(more):
    """A text of more than four times the length is not read to its end, whatever it is made of."""
    text = "ab" + " " * (4 * 10 - 2 + more)
    assert short(text, 10) == ("ab" if more <= 0 else "ab…")
