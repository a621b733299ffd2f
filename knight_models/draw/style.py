r"""How a panel is drawn: its scale, the sizes of its parts, what can be read at them, and texts in XML.

>>> escaped("a < b\x00")
'a &lt; b�'
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from html import escape

from knight_models.core.display import short
from knight_models.draw.layout import SIDE

PARTS = 128
"""Colours along a path; a path of at most this many moves changes its colour with each."""
DISC = 13
"""Radius of the disc that a number stands in."""
FONT = 15
LETTER = 0.58
"""Width of a digit, as a part of the size of its text."""
LONGEST_NAME = 80
"""Characters of the name of a vertex; labels can be texts of any length."""

_UNFIT = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 cannot hold (W3C 2008, production 2), and halves of characters."""


@dataclass(frozen=True)
class Style:
    """How a panel is drawn.

    Parameters
    ----------
    scale : pixels to the unit
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
        """Opacity of a text of a size in units: full or none as wanted; for None, as it can be read."""
        return float(wanted) if wanted is not None else _faded(size * self.scale, 5, 7.5)

    def at_least(self, units: float, pixels: float, most: float) -> float:
        """A length in units, raised to at least `pixels` pixels, and at most `most` units."""
        return round(min(most, max(units, pixels / self.scale)), 2)


def _faded(value: float, gone: float, full: float) -> float:
    """0 up to `gone`, 1 from `full` on, and in proportion between."""
    return round(min(1.0, max(0.0, (value - gone) / (full - gone))), 2)


def disc_in(radius: float) -> float:
    """The radius of a disc for a vertex with this much room around its centre."""
    return min(DISC, 0.65 * radius)


def escaped(text: str) -> str:
    """A text as it stands in a file, in an element or an attribute."""
    return escape(_UNFIT.sub("\ufffd", text))


def brief(text: str, most: int = LONGEST_NAME) -> str:
    r"""A text in one line of at most `most` characters.

    >>> brief("a long\nname", 8)
    'a long…'
    """
    return short(text, most)
