"""How things show themselves: in a notebook by a picture or a table, elsewhere by one short line.

The classes of the lower layers call this; the drawing, far above them, is loaded when a notebook asks.

>>> short("an open tour of a board with many a name", 20)
'an open tour of a b…'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from knight_models.core.result import SolveResult
    from knight_models.tasks.compare import Comparison

__all__ = ["comparison_html", "picture_of", "result_html", "short"]

LONGEST = 120


def short(text: object, most: int = LONGEST) -> str:
    """What a thing says of itself, in one line of at most so many characters."""
    whole = str(text)
    line = " ".join(whole[: 4 * most].split())
    return line if len(line) <= most and len(whole) <= 4 * most else f"{line[: most - 1].rstrip()}…"


def picture_of(what: object) -> str | None:
    """Its picture as SVG; None = none, as for large things."""
    from knight_models.draw import notebook

    return notebook.picture_of(what)


def result_html(result: SolveResult) -> str | None:
    """A result in words, and its picture; None as above."""
    from knight_models.draw import notebook

    return notebook.result_html(result)


def comparison_html(comparison: Comparison) -> str | None:
    """A comparison as a table, and its pictures; None as above."""
    from knight_models.draw import notebook

    return notebook.comparison_html(comparison)
