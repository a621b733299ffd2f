"""What every figure stands on: matplotlib without pyplot, one style, lengths in inches, measured texts."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from knight_models.core.errors import InputError, MissingPackageError, shown

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "INCH",
    "MARGIN",
    "SMALL",
    "TEXT",
    "TITLE",
    "Box",
    "checked_text",
    "drawing",
    "fitted",
    "line_height",
    "plain_labels",
    "require_matplotlib",
    "title_height",
    "widest",
    "write_title",
]

INCH = 72
"""Points to the inch."""

TITLE, TEXT, SMALL = 14, 11, 10
"""Sizes of the letters in points; none is smaller than `SMALL`, so that a slide can be read."""

MARGIN = 0.2
"""Inches around everything."""


@dataclass(frozen=True)
class Box:
    """A place in a figure, in inches from its bottom left corner."""

    left: float
    bottom: float
    width: float
    height: float

    def axes(self, figure: Figure) -> Axes:
        """New axes that fill this place."""
        across, up = figure.get_size_inches()
        place = (self.left / across, self.bottom / up, self.width / across, self.height / up)
        return figure.add_axes(place)


@contextmanager
def drawing(width: float, height: float) -> Iterator[Figure]:
    """A new figure of so many inches, in matplotlib's own style, whatever the user's settings are."""
    with _style():
        from matplotlib.backends.backend_agg import FigureCanvasAgg

        figure = _shown_figure()(figsize=(width, height), dpi=100, facecolor="white")
        FigureCanvasAgg(figure)
        yield figure


@cache
def _shown_figure() -> type[Figure]:
    """A figure that shows itself in a notebook, as those of pyplot do."""
    from matplotlib.figure import Figure

    class ShownFigure(Figure):
        def _repr_png_(self) -> bytes:
            stream = io.BytesIO()
            self.savefig(stream, format="png")
            return stream.getvalue()

    return ShownFigure


def _style() -> Any:
    import matplotlib.style

    return matplotlib.style.context("default")


def require_matplotlib() -> None:
    """Refuse, before any work, to draw without matplotlib.

    Raises
    ------
    MissingPackageError : if it is not installed
    """
    try:
        import_module("matplotlib")
    except ImportError:
        raise MissingPackageError("this needs matplotlib; install knight_models[plot]") from None


def widest(texts: Sequence[str], points: float) -> float:
    """The inches that the longest line of some texts takes; 0 without any."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextToPath

    font, measure = FontProperties(family="DejaVu Sans", size=points), TextToPath()
    lines = [line for text in texts for line in text.splitlines() if line]
    widths = [measure.get_text_width_height_descent(line, font, ismath=False)[0] for line in lines]
    return float(max(widths, default=0.0)) / INCH


def line_height(points: float) -> float:
    """The inches from one line of text to the next."""
    return 1.3 * points / INCH


def fitted(text: str, points: float, width: float) -> str:
    """The text in lines of so many inches at most, broken after spaces, commas and colons if it can be."""
    lines = []
    for paragraph in text.splitlines():
        line = ""
        for word in re.split(r"(?<=[ ,:])", paragraph):
            if widest([(line + word).rstrip()], points) <= width:
                line += word
                continue
            lines += [line] if line else []
            *whole, line = _pieces(word, points, width)
            lines += whole
        lines.append(line)
    return "\n".join(line.rstrip() for line in lines)


def _pieces(word: str, points: float, width: float) -> list[str]:
    """A word in pieces that fit, each of at least one character."""
    pieces, piece = [], ""
    for character in word:
        if piece and widest([piece + character], points) > width:
            pieces.append(piece)
            piece = ""
        piece += character
    return [*pieces, piece]


def checked_text(text: object, what: str) -> str | None:
    """A text or nothing.

    Raises
    ------
    InputError : for anything else
    """
    if text is None or isinstance(text, str):
        return text
    raise InputError(f"{what} is a text, not {shown(text)}")


def title_height(title: str) -> float:
    """The inches that a title of these lines takes, with the gap below it."""
    return (title.count("\n") + 1) * line_height(TITLE) + 0.1 if title else 0.0


def write_title(figure: Figure, title: str) -> None:
    """The title at the top in the middle."""
    height = figure.get_size_inches()[1]
    place = (0.5, 1 - MARGIN / height)
    figure.text(*place, title, ha="center", va="top", fontsize=TITLE, parse_math=False)


def plain_labels(axes: Axes) -> None:
    """Labels of the axes as they are written: a dollar sign is a dollar sign."""
    for label in (*axes.get_xticklabels(), *axes.get_yticklabels(), axes.xaxis.label, axes.yaxis.label):
        label.set_parse_math(False)
