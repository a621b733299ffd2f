"""How a panel is drawn: its scale, and what can be read at it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from knight_models.draw.layout import SIDE

__all__ = ["DISC", "FONT", "LETTER", "PARTS", "Look", "disc_in"]

PARTS = 128
"""Colours along a path; a path of no more moves changes its colour with each."""
DISC = 13
"""Radius of the disc that a number stands in."""
FONT = 15
LETTER = 0.58
"""Width of a digit, of the size of its text."""


@dataclass(frozen=True)
class Look:
    """How a panel is drawn.

    Parameters
    ----------
    scale : pixels a unit
    numbers, names : as for `svg_of`
    animated : whether elements carry the time when they appear
    """

    scale: float
    numbers: bool | None
    names: bool | None
    animated: bool = False

    @property
    def square(self) -> float:
        """Pixels of the side of a square."""
        return self.scale * SIDE

    @cached_property
    def grid(self) -> float:
        """Opacity of the dark squares: they fade where squares get as small as a few pixels."""
        return _faded(self.square, 2, 6)

    def text(self, size: float, wanted: bool | None) -> float:
        """Opacity of a text of a size in units; where it is asked for, all of it."""
        return float(wanted) if wanted is not None else _faded(size * self.scale, 5, 7.5)

    def at_least(self, units: float, pixels: float, most: float) -> float:
        """A length in units that is no less than so many pixels, but at most so many units."""
        return round(min(most, max(units, pixels / self.scale)), 2)


def _faded(value: float, gone: float, full: float) -> float:
    return round(min(1.0, max(0.0, (value - gone) / (full - gone))), 2)


def disc_in(radius: float) -> float:
    """The radius of a disc that has so much room."""
    return min(DISC, 0.65 * radius)
