"""Counts and articles in English."""

from __future__ import annotations

__all__ = ["counted", "with_article"]


def counted(count: int, what: str) -> str:
    """A number and what it counts.

    >>> counted(1, "tour"), counted(1728, "tour")
    ('1 tour', '1,728 tours')
    """
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def with_article(what: str) -> str:
    """The same with "a" or "an" before it.

    >>> with_article("open tour"), with_article("closed tour")
    ('an open tour', 'a closed tour')
    """
    return f"{'an' if what[0] in 'aeiou' else 'a'} {what}"
