"""Errors: one tree, messages that name the value and the place."""

import pytest

from knight_models.core import errors
from knight_models.core.errors import (
    FormatError,
    InputError,
    KnightModelsError,
    VerificationError,
    nearest,
    shown,
)
from knight_models.verifier import Fault, FaultKind


def test_every_error_is_in_the_tree():
    classes = [getattr(errors, name) for name in errors.__all__ if name not in ("nearest", "shown")]
    assert all(issubclass(each, KnightModelsError) for each in classes)
    assert all(each.__name__ in errors.__doc__ for each in classes)


@pytest.mark.parametrize(
    "name",
    ["BoardError", "ProblemError", "OptionError", "FormatError", "TooLargeError", "UnsupportedError"],
)
def test_bad_input_is_also_a_value_error(name):
    assert issubclass(getattr(errors, name), InputError)
    assert issubclass(getattr(errors, name), ValueError)


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ({}, "a letter"),
        ({"source": "tour.txt"}, "tour.txt: a letter"),
        ({"line": 3}, "line 3: a letter"),
        ({"source": "tour.txt", "line": 3, "column": 7}, "tour.txt: line 3, column 7: a letter"),
    ],
)
def test_a_format_error_says_where(place, text):
    assert str(FormatError("a letter", **place)) == text


def test_a_verification_error_shows_five_faults_and_carries_all():
    found = [Fault(FaultKind.MISSING, f"a{k} is never visited") for k in range(1, 8)]
    error = VerificationError(found)
    assert error.faults == found
    assert "a5 is never visited" in str(error)
    assert "a6" not in str(error)
    assert str(error).endswith("and 2 more")


def test_nearest_offers_a_close_name_and_lists_all():
    text = nearest("cpsta", ["cpsat", "auto"], "solver")
    assert "did you mean 'cpsat'?" in text
    assert "auto" in text


def test_nearest_without_a_close_name_lists_all():
    assert nearest("zzz", ["cpsat", "auto"], "solver") == "unknown solver 'zzz'; known: auto, cpsat"


def test_a_value_that_is_shown_is_never_long():
    assert shown("8x") == "'8x'"
    assert len(shown("x" * 10_000)) < 150
    assert "digits" in shown((10**5000, 0))  # Python refuses to write it: a ValueError
