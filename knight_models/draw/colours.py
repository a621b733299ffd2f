"""Colours of pictures: the board, the marks, and the scale along a path.

The scale is a straight line in lightness and hue of OKLCH, at one chroma (Ottosson 2020): equal steps along
the path look equally far apart. The lightness rises, so that it can be read in grey too, and ends where
the line still stands out from the squares.

>>> scale(3)
['#281069', '#8c2b5d', '#c26e12']
"""

from __future__ import annotations

import math

PAPER = "#ffffff"
LIGHT_SQUARE, DARK_SQUARE = "#fbf8f1", "#ece5d5"
FRAME = "#8a8270"
NAME = "#6b6455"
"""Names of files, ranks and layers."""
HOLE = "#b9b2a3"
INK = "#1f1d19"
PLAIN = "#b8b2a6"
"""Edges that a tour does not use."""
START, END = "#0b6e4f", "#a3261b"
MARK = "#1769aa"
"""Squares that a piece of evidence marks."""
WRONG = "#d00000"
"""Steps that are not moves."""

FIRST, LAST = (0.28, 285.0), (0.62, 420.0)
"""Lightness and hue (degrees) of both ends of the scale."""
CHROMA = 0.14


def scale(count: int) -> list[str]:
    """`count` colours from the first to the last of the scale, as `#rrggbb`."""
    return [_hex(*_oklch(place / max(1, count - 1))) for place in range(count)]


def _oklch(place: float) -> tuple[float, float, float]:
    """Lightness, chroma and hue (radians) at a place from 0 to 1."""
    lightness, hue = (first + place * (last - first) for first, last in zip(FIRST, LAST, strict=True))
    return lightness, CHROMA, math.radians(hue)


def _hex(lightness: float, chroma: float, hue: float) -> str:
    channels = (_encoded(linear) for linear in _linear(lightness, chroma, hue))
    return "#" + "".join(f"{round(255 * min(1.0, max(0.0, channel))):02x}" for channel in channels)


def _linear(lightness: float, chroma: float, hue: float) -> tuple[float, float, float]:
    """Linear sRGB of an OKLCH colour; the matrices are Ottosson's (2020)."""
    a, b = chroma * math.cos(hue), chroma * math.sin(hue)
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )


def _encoded(linear: float) -> float:
    """The channel as it is stored (sRGB)."""
    return 12.92 * linear if linear <= 0.0031308 else 1.055 * linear ** (1 / 2.4) - 0.055
