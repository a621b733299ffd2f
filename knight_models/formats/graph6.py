"""graph6 and sparse6: a graph in one line of printable characters (McKay, formats.txt of nauty).

A character stands for six bits, as its code less 63. graph6 gives the number of vertices, then the
upper triangle of the adjacency matrix; so its length is known from its beginning.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from knight_models.core.errors import FormatError
from knight_models.formats.text import require_vertices

if TYPE_CHECKING:
    import networkx

__all__ = ["is_graph6", "read_graph6"]

_LINE = re.compile(r"[:&]*[?-~]*")
_OTHER = re.compile(r"[^?-~]")
GRAPH6, SPARSE6, DIGRAPH6 = ">>graph6<<", ">>sparse6<<", ">>digraph6<<"


def is_graph6(lines: list[str]) -> bool:
    """Whether these lines look like graph6 or one of its kin: no line has a blank or a digit."""
    words = [line.strip() for line in lines if line.strip()]
    if words[0].startswith((GRAPH6, SPARSE6, DIGRAPH6)):
        return True
    return all(_LINE.fullmatch(word) for word in words)


def read_graph6(lines: list[str], source: str | None) -> networkx.Graph:
    """The one graph that the lines hold, its vertices numbered from 0.

    Raises
    ------
    FormatError : for several graphs, digraph6, or a line that is too short, too long or damaged
    """
    filled = [(number, line.strip()) for number, line in enumerate(lines, start=1) if line.strip()]
    number, word = filled[0]
    if word in (GRAPH6, SPARSE6) and len(filled) > 1:
        number, word = filled[1][0], word + filled[1][1]
        filled = filled[1:]
    if len(filled) > 1:
        message = "here begins another graph; a file holds one graph, so put each in a file of its own"
        raise FormatError(message, source=source, line=filled[1][0], column=1)
    if word.startswith((DIGRAPH6, "&")):
        message = "digraph6 is not read here; write the graph as a list of arcs such as a -> b"
        raise FormatError(message, source=source, line=number, column=1)
    sparse = word.startswith((SPARSE6, ":"))
    body = word.removeprefix(GRAPH6).removeprefix(SPARSE6)
    _check_characters(body.removeprefix(":"), number, len(word) - len(body.removeprefix(":")), source)
    try:
        return _sparse6(body) if sparse else _graph6(body)
    except ValueError as error:
        raise FormatError(str(error), source=source, line=number) from None


def _graph6(body: str) -> networkx.Graph:
    import networkx

    vertices, rest = _vertex_count(body)
    needed = -(-vertices * (vertices - 1) // 2 // 6) if vertices else 0
    if len(rest) != needed:
        what = "cut off" if len(rest) < needed else "too long"
        raise ValueError(
            f"this graph6 line is {what}: after the number of its vertices, {vertices}, "
            f"{needed} characters are due, here are {len(rest)}"
        )
    return networkx.from_graph6_bytes(body.encode("ascii"))


def _sparse6(body: str) -> networkx.Graph:
    import networkx

    if not body.startswith(":"):
        raise ValueError("a sparse6 line begins with a colon")
    require_vertices(_vertex_count(body[1:])[0], len(body))
    try:
        return networkx.from_sparse6_bytes(body.encode("ascii"))
    except (networkx.NetworkXError, IndexError) as error:
        raise ValueError(f"this sparse6 line is damaged: {error}") from None


def _vertex_count(body: str) -> tuple[int, str]:
    """The number of vertices at the beginning of a line, and the rest of it."""
    codes = [ord(character) - 63 for character in body[:8]]
    skipped, length = (2, 6) if codes[:2] == [63, 63] else (1, 3) if codes[:1] == [63] else (0, 1)
    digits = codes[skipped : skipped + length]
    if len(digits) < length:
        raise ValueError("this line is cut off within the number of its vertices")
    count = 0
    for digit in digits:
        count = count * 64 + digit
    return count, body[skipped + length :]


def _check_characters(body: str, line: int, before: int, source: str | None) -> None:
    other = _OTHER.search(body)
    if other:
        message = f"{other[0]!r} does not belong in graph6, whose characters run from ? to ~"
        raise FormatError(message, source=source, line=line, column=before + other.start() + 1)
