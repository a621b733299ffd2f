"""The parts that a board is made of, checked: its sides, its leaper, the axes that wrap."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from numbers import Integral
from typing import Any

from knight_models.core.errors import BoardError, shown

__all__ = ["checked_leap", "checked_shape", "checked_wrap", "clockwise", "numbers"]

LARGEST_BOARD = 2**31 - 1
"""Vertices are numbered in 32 bits."""

MOST_AXES = 32
"""As many as an array of numpy could have before its version 2."""

LARGEST_SIDE = 10**18
"""Longer sides are not even multiplied, to say how many squares that would be."""

LONGEST_LEAP = 2**30
"""Beyond any board, and far enough below 2**31 for a square and a leap to be added in 32 bits."""

_WRAP_NAMES = {"none": (), "rows": (0,), "columns": (1,), "both": (0, 1)}


def numbers(text: str, what: str) -> tuple[int, ...]:
    """The whole numbers of a text such as `1,2`; `what` tells what would be right."""
    parts = [part.strip() for part in text.strip().strip("()").split(",")]
    if not all(re.fullmatch(r"-?[0-9]{1,18}", part) for part in parts):
        raise BoardError(f"cannot read {shown(text)}; {what}")
    return tuple(map(int, parts))


def checked_shape(shape: object) -> tuple[int, ...]:
    """The sides of a board; BoardError if they are none."""
    sides = tuple(shape) if isinstance(shape, Iterable) and not isinstance(shape, str) else ()
    whole = all(isinstance(side, Integral) and not isinstance(side, bool) for side in sides)
    if not sides or not whole or min(sides) < 1:
        raise BoardError(f"a board needs whole numbers of at least 1 for its sides, not {shown(shape)}")
    if len(sides) > MOST_AXES:
        raise BoardError(f"a board has at most {MOST_AXES} axes, not {len(sides)}")
    if max(sides) > LARGEST_SIDE:
        raise BoardError(
            f"a side of a board has at most {LARGEST_BOARD:,} squares, not {shown(max(sides))}"
        )
    cells = math.prod(sides)
    if cells > LARGEST_BOARD:
        raise BoardError(
            f"a board of {'x'.join(map(str, sides))} has {cells:,} squares, and the order in which "
            f"a tour visits them alone needs {4 * cells:,} bytes; boards end at {LARGEST_BOARD:,} squares"
        )
    return tuple(map(int, sides))


def checked_leap(leap: object) -> tuple[int, int]:
    """The two step lengths of a leaper, the shorter first; BoardError if they are none."""
    lengths = tuple(leap) if isinstance(leap, Iterable) and not isinstance(leap, str) else ()
    whole = all(isinstance(step, Integral) and not isinstance(step, bool) for step in lengths)
    if len(lengths) != 2 or not whole or min(lengths) < 0 or max(lengths) == 0:
        raise BoardError(
            f"a leaper is two whole numbers of at least 0 and not both 0, such as 1,2; not {shown(leap)}"
        )
    if max(lengths) > LONGEST_LEAP:
        raise BoardError(f"a leaper leaps at most {LONGEST_LEAP:,} squares far, not {shown(max(lengths))}")
    return int(min(lengths)), int(max(lengths))


def checked_wrap(wrap: object, ndim: int) -> tuple[int, ...]:
    """The numbers of the axes that wrap, in rising order; BoardError if they are none."""
    if isinstance(wrap, str):
        wrap = _WRAP_NAMES.get(wrap.lower()) if wrap.lower() in _WRAP_NAMES else _wrap_numbers(wrap)
    axes: list[Any] = list(wrap) if isinstance(wrap, Iterable) else [wrap]
    for axis in axes:
        if not isinstance(axis, Integral) or int(axis) not in range(ndim):
            raise BoardError(
                f"cannot wrap axis {shown(axis)}: a board with {ndim} axes has 0 to {ndim - 1}"
            )
    return tuple(sorted(set(map(int, axes))))


def _wrap_numbers(text: str) -> tuple[int, ...]:
    return numbers(text, "wrap takes rows, columns, both, or the numbers of axes such as 0,1")


def clockwise(short: int, long: int) -> list[tuple[int, int]]:
    """The moves (up or down, right or left) of a leaper in one plane, clockwise from straight up."""
    steps = {
        (sign * first, other * second)
        for first, second in ((short, long), (long, short))
        for sign in (-1, 1)
        for other in (-1, 1)
    }
    return sorted(steps, key=lambda step: math.atan2(step[1], -step[0]) % math.tau)
