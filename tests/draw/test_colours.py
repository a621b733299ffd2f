"""The scale along a path, checked with the published conversions the other way round."""

import itertools
import math

import pytest

from knight_models.draw import colours


def linear(colour: str) -> list[float]:
    """Linear sRGB (IEC 61966-2-1)."""
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]


def luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def lightness(colour: str) -> float:
    """CIELAB L*."""
    y = luminance(colour)
    return 116 * y ** (1 / 3) - 16 if y > (6 / 29) ** 3 else y * (29 / 3) ** 3


def oklab(colour: str) -> tuple[float, float, float]:
    """Ottosson (2020), from linear sRGB."""
    r, g, b = linear(colour)
    long = math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    medium = math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    short = math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def contrast(first: str, second: str) -> float:
    """WCAG 2.1, 1.4.3."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def test_neighbours_on_the_scale_look_equally_far_apart() -> None:
    """Eight steps: of smaller ones, rounding to whole channels is more than a few percent."""
    shades = list(map(oklab, colours.scale(9)))
    steps = [math.dist(*pair) for pair in itertools.pairwise(shades)]
    assert max(steps) < 1.04 * min(steps), steps


@pytest.mark.parametrize("count", [2, 17, 128])
def test_the_scale_reads_in_grey(count: int) -> None:
    levels = [lightness(shade) for shade in colours.scale(count)]
    assert all(first < second for first, second in itertools.pairwise(levels))
    assert levels[-1] - levels[0] > 30


def test_no_colour_of_the_scale_is_cut_off() -> None:
    for place in range(129):
        channels = colours._linear(*colours._oklch(place / 128))
        assert all(-0.001 <= channel <= 1.001 for channel in channels), (place, channels)


@pytest.mark.parametrize("square", [colours.LIGHT_SQUARE, colours.DARK_SQUARE, colours.PAPER])
def test_line_and_marks_stand_out_from_the_squares(square: str) -> None:
    """Graphical objects need 3:1 (WCAG 2.1, 1.4.11)."""
    for shade in (*colours.scale(128), colours.START, colours.END, colours.MARK, colours.WRONG):
        assert contrast(shade, square) >= 3, shade


def test_white_numbers_are_legible_on_the_marks_of_start_and_end() -> None:
    assert contrast(colours.PAPER, colours.START) >= 4.5
    assert contrast(colours.PAPER, colours.END) >= 4.5


def test_names_are_legible_on_paper() -> None:
    """Text needs 4.5:1 (WCAG 2.1, 1.4.3), a frame 3:1."""
    assert contrast(colours.NAME, colours.PAPER) >= 4.5
    assert contrast(colours.FRAME, colours.PAPER) >= 3


def test_a_scale_of_one_colour_is_its_first() -> None:
    assert colours.scale(1) == colours.scale(5)[:1]
