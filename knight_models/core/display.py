"""How objects show themselves: in a notebook as a picture or a table, elsewhere as one short line.

The drawing stands above the classes that are drawn, so the renderer is found by name when a notebook needs
it.

>>> short("an open tour of a board with a very long name", 20)
'an open tour of a b…'
"""

from __future__ import annotations

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


def duration(seconds: float) -> str:
    """About how long, in one unit.

    >>> duration(0.2), duration(100), duration(10_000)
    ('1 s', '100 s', '2.8 h')
    """
    if seconds < 180:
        return f"{max(1, round(seconds))} s"
    if seconds < 7200:
        return f"{round(seconds / 60)} min"
    hours = seconds / 3600
    return f"{hours:.1f} h" if hours < 48 else f"{round(hours / 24):,} days"
