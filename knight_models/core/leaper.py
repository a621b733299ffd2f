"""Leapers: the pieces that make the moves.

A leaper `(a, b)` moves `a` squares along one axis and `b` along another; the knight is `(1, 2)`. A
`Leaper` is one of these or a union: a piece with the moves of all of them, such as the king,
`0,1+1,1`.

>>> Leaper("1,2+1,3")
Leaper('1,2+1,3')
>>> KNIGHT.vectors(2)[:2], KNIGHT.changes_colour
(((-2, 1), (-1, 2)), True)
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from numbers import Integral
from typing import TypeAlias

from knight_models.core.errors import BoardError, shown
from knight_models.core.squares import Square, numbers

LONGEST_LEAP = 2**30
"""Beyond any board, and far enough below 2**31 for a square and a leap to be added in 32 bits."""

LeaperLike: TypeAlias = "Leaper | str | Sequence[int] | Sequence[Sequence[int]]"
"""A leaper, its text, its two step lengths, or several such pairs."""


@dataclass(frozen=True, init=False, repr=False)
class Leaper:
    """A leaper, or a union of leapers.

    Parameters
    ----------
    leap : its two step lengths in either order, a sequence of such pairs, or a text such as `"1,2"` or
        `"1,2+1,3"`

    Attributes
    ----------
    leaps : the step lengths of each leaper of the union, the shorter first

    Raises
    ------
    BoardError : for what is not a leaper, or a union that holds the same leaper twice

    >>> Leaper((2, 1)) == Leaper("1,2") == KNIGHT
    True
    >>> Leaper([(1, 2), (1, 3)]).leaps
    ((1, 2), (1, 3))
    """

    leaps: tuple[tuple[int, int], ...]

    def __init__(self, leap: LeaperLike) -> None:
        object.__setattr__(self, "leaps", leap.leaps if isinstance(leap, Leaper) else _checked(leap))

    @property
    def changes_colour(self) -> bool:
        """Whether every move leads to a square of the other colour on a chequered board without wrap."""
        return all((short + long) % 2 for short, long in self.leaps)

    @property
    def longest_step(self) -> int:
        """The most squares that a move goes along one axis."""
        return max(long for _, long in self.leaps)

    @property
    def longest_sum(self) -> int:
        """The most squares that a move goes along both of its axes together."""
        return max(map(sum, self.leaps))

    def vectors(self, axes: int) -> tuple[Square, ...]:
        """The moves in their order on a board with this number of axes.

        The moves of the first leaper come first, then those of the next one. The moves of one leaper go
        from plane to plane, clockwise from "up" in each plane of two axes.

        >>> Leaper("0,1").vectors(2)
        ((-1, 0), (0, 1), (1, 0), (0, -1))
        """
        return tuple(dict.fromkeys(chain.from_iterable(_vectors(*leap, axes) for leap in self.leaps)))

    def __str__(self) -> str:
        return "+".join(f"{short},{long}" for short, long in self.leaps)

    def __repr__(self) -> str:
        return f"Leaper({str(self)!r})"


def _checked(leap: object) -> tuple[tuple[int, int], ...]:
    """The pairs of step lengths of a leaper or a union."""
    given = _read(leap) if isinstance(leap, str) else leap
    parts = tuple(given) if isinstance(given, Iterable) else ()
    union = bool(parts) and all(isinstance(part, Iterable) for part in parts)
    leaps = tuple(map(_pair, parts if union else [parts or given]))
    for place, (short, long) in enumerate(leaps):
        if (short, long) in leaps[:place]:
            raise BoardError(f"the leaper {short},{long} is in {shown(leap)} twice; once is enough")
    return leaps


def _read(text: str) -> list[tuple[int, ...]]:
    try:
        return [numbers(part, "") for part in text.split("+")]
    except BoardError:
        raise BoardError(
            f"cannot read {shown(text)}; a leaper is two numbers such as 1,2, and a union is 1,2+1,3"
        ) from None


def _pair(leap: object) -> tuple[int, int]:
    """The two step lengths of one leaper, the shorter first."""
    lengths = tuple(leap) if isinstance(leap, Iterable) and not isinstance(leap, str) else ()
    whole = all(isinstance(step, Integral) and not isinstance(step, bool) for step in lengths)
    if len(lengths) != 2 or not whole or min(lengths) < 0 or max(lengths) == 0:
        raise BoardError(
            f"a leaper is two whole numbers of at least 0 and not both 0, such as 1,2; not {shown(leap)}"
        )
    if max(lengths) > LONGEST_LEAP:
        raise BoardError(f"a leaper leaps at most {LONGEST_LEAP:,} squares far, not {shown(max(lengths))}")
    return int(min(lengths)), int(max(lengths))


def _vectors(short: int, long: int, axes: int) -> Iterable[Square]:
    if axes == 1:  # there is room for a leaper (0, b) only
        return [(-long,), (long,)] if short == 0 else []
    return (
        tuple({first: up, second: right}.get(axis, 0) for axis in range(axes))
        for first, second in combinations(range(axes), 2)
        for up, right in _clockwise(short, long)
    )


def _clockwise(short: int, long: int) -> list[tuple[int, int]]:
    """The moves (up or down, right or left) of one leaper in one plane, clockwise from straight up."""
    steps = {
        (sign * first, other * second)
        for first, second in ((short, long), (long, short))
        for sign in (-1, 1)
        for other in (-1, 1)
    }
    return sorted(steps, key=lambda step: math.atan2(step[1], -step[0]) % math.tau)


KNIGHT = Leaper((1, 2))
