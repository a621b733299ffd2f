"""How things show themselves: in a notebook as a picture or a table, elsewhere as one short line.

The drawing stands far above the classes that are drawn, so it is found by name when a notebook asks.

>>> short("an open tour of a board with a very long name", 20)
'an open tour of a b…'
"""

from __future__ import annotations

from importlib import import_module

__all__ = ["Displayed", "short"]

RENDERER = "knight_models.draw.notebook:bundle"
"""The function that draws, as "module:function"."""

LONGEST = 120


class Displayed:
    """Mixin of everything that a notebook shows as a picture or a table."""

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """MIME type to content, as IPython asks for it; empty for large things."""
        module, function = RENDERER.split(":")
        bundle: dict[str, str] = getattr(import_module(module), function)(self)
        return bundle


def short(text: object, most: int = LONGEST) -> str:
    """The text of a thing in one line of at most `most` characters."""
    whole = str(text)
    line = " ".join(whole[: 4 * most].split())
    return line if len(line) <= most and len(whole) <= 4 * most else f"{line[: most - 1].rstrip()}…"
