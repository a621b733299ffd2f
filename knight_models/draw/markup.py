r"""Text in XML and HTML.

>>> escaped("a < b\x00")
'a &lt; b�'
"""

from __future__ import annotations

import re
from html import escape

from knight_models.core.display import short

__all__ = ["LONGEST_NAME", "brief", "escaped"]

LONGEST_NAME = 80
"""Characters of the name of a vertex; labels can be texts of any length."""

_UNFIT = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 cannot hold (W3C 2008, production 2), and half characters."""


def escaped(text: str) -> str:
    """A text as it stands in a file, in an element or an attribute."""
    return escape(_UNFIT.sub("\ufffd", text))


def brief(text: str, most: int = LONGEST_NAME) -> str:
    r"""A text in one line of at most so many characters.

    >>> brief("a long\nname", 8)
    'a long…'
    """
    return short(text, most)
