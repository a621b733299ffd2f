"""Limits, deadlines and the memory that is refused before it is taken."""

import math

import pytest

from knight_models.errors import InputError, OptionError
from knight_models.limits import Deadline, Limits, require_memory


@pytest.mark.parametrize("seconds", [-1, -0.001, math.nan, "10", True, [1]])
def test_bad_seconds(seconds):
    with pytest.raises(OptionError, match="seconds must be a number of at least 0"):
        Limits(seconds=seconds)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("steps", -1),
        ("steps", 1.5),
        ("memory", 0),
        ("seed", -1),
        ("seed", 2**31),
        ("seed", "1"),
        ("workers", 0),
        ("workers", True),
        ("seed", None),
    ],
)
def test_bad_numbers_name_the_limit_and_the_value(name, value):
    with pytest.raises(OptionError, match=f"{name} must be a whole number") as caught:
        Limits(**{name: value})
    assert repr(value) in str(caught.value)


def test_defaults_are_no_limit_and_seed_0():
    limits = Limits()
    assert (limits.seconds, limits.steps, limits.memory, limits.seed, limits.workers) == (
        None,
        None,
        None,
        0,
        1,
    )


def test_infinite_seconds_are_no_limit():
    assert Limits(seconds=math.inf).seconds is None


def test_a_deadline_runs_out():
    deadline = Deadline.after(0)
    assert deadline.expired
    assert deadline.remaining() == 0
    assert deadline.seconds == 0


def test_a_deadline_without_limit_never_does():
    deadline = Deadline.after(None)
    assert not deadline.expired
    assert deadline.seconds is None
    assert math.isinf(deadline.remaining())


def test_a_deadline_counts_down():
    deadline = Deadline.after(1000)
    assert not deadline.expired
    assert 0 < deadline.remaining() <= 1000
    assert deadline.elapsed >= 0


def test_too_much_memory_is_refused_with_its_bytes():
    with pytest.raises(InputError, match=r"the moves would need 1,001 bytes of memory; 1,000 are allowed"):
        require_memory(1001, 1000, "the moves")
    with pytest.raises(InputError, match="bytes"):
        require_memory(2**62, None, "the moves")


def test_enough_memory_is_allowed():
    assert require_memory(1000, 1000, "the moves") is None
