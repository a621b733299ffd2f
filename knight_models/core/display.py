"""How objects show themselves: in a notebook as a picture or a table, elsewhere as one short line.

The drawing stands above the classes that are drawn, so the renderer is found by name when a notebook needs
it.

>>> short("an open tour of a board with a very long name", 20)
'an open tour of a b…'
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

RENDERER = "knight_models.draw.notebook:bundle"
"""The function that draws, as "module:function"."""

LONGEST = 120


class Displayed:
    """Mixin of the classes that a notebook shows as a picture or a table."""

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """A dict from MIME type to content, for IPython; empty for large objects."""
        module, function = RENDERER.split(":")
        bundle: dict[str, str] = getattr(import_module(module), function)(self)
        return bundle


def short(text: object, most: int = LONGEST) -> str:
    """The text of an object in one line of at most `most` characters."""
    whole = str(text)
    line = " ".join(whole[: 4 * most].split())
    return line if len(line) <= most and len(whole) <= 4 * most else f"{line[: most - 1].rstrip()}…"


@contextmanager
def any_digits() -> Iterator[None]:
    """Write whole numbers of any length; Python's limit is for texts from outside."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(limit)


def all_digits(number: int) -> str:
    """A whole number in groups of three digits, however many these are.

    >>> all_digits(13267364410532)
    '13,267,364,410,532'
    """
    with any_digits():
        return f"{number:,}"


def about(number: float) -> str:
    """A number to two digits; a power of ten where it is very large.

    >>> about(0.4), about(123_456), about(10**40)
    ('1', '120,000', '10^40')
    """
    if number >= 10**12:
        with any_digits():
            return f"10^{len(str(round(number))) - 1}"
    whole = max(1, round(number))
    return f"{round(whole, 2 - len(str(whole))):,}"


def duration(seconds: float) -> str:
    """About how long, in one unit.

    >>> duration(0.2), duration(100), duration(10_000)
    ('1 s', '100 s', '2.8 h')
    """
    if seconds >= 86400 * 10**6:
        return f"{about(seconds / 86400)} days"
    if seconds < 180:
        return f"{max(1, round(seconds))} s"
    if seconds < 7200:
        return f"{round(seconds / 60)} min"
    hours = seconds / 3600
    return f"{hours:.1f} h" if hours < 48 else f"{round(hours / 24):,} days"
