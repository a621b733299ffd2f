"""graph6 and sparse6: a graph in one line of printable characters (McKay, formats.txt of nauty).

A character stands for six bits, as its code less 63. graph6 gives the number of vertices, then the
upper triangle of the adjacency matrix; so its length is known from its beginning.

>>> graph = read_graph6(Source("D?{"))
>>> len(graph), list(graph.edges)
(5, [(0, 4), (1, 4), (2, 4), (3, 4)])
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from knight_models.formats.reading import Source, require_vertices

if TYPE_CHECKING:
    import networkx

__all__ = ["is_graph6", "read_graph6"]

_LINE = re.compile(r"[:&]*[?-~]*")
_OTHER = re.compile(r"[^?-~]")
GRAPH6, SPARSE6, DIGRAPH6 = ">>graph6<<", ">>sparse6<<", ">>digraph6<<"


def is_graph6(source: Source) -> bool:
    """Whether this looks like graph6, sparse6 or digraph6: no line has a blank or a digit."""
    words = [line.strip() for line in source.lines if line.strip()]
    if words[0].startswith((GRAPH6, SPARSE6, DIGRAPH6)):
        return True
    return all(_LINE.fullmatch(word) for word in words)


def read_graph6(source: Source) -> networkx.Graph:
    """The graph of a file that holds one, its vertices numbered from 0.

    Raises
    ------
    FormatError : for several graphs, digraph6, or a line that is too short, too long or damaged
    """
    filled = [(number, line.strip()) for number, line in enumerate(source.lines, start=1) if line.strip()]
    number, word = filled[0]
    if word in (GRAPH6, SPARSE6) and len(filled) > 1:
        number, word = filled[1][0], word + filled[1][1]
        filled = filled[1:]
    if len(filled) > 1:
        message = "here begins another graph; a file holds one graph, so put each in a file of its own"
        raise source.error(message, filled[1][0], 1)
    if word.startswith((DIGRAPH6, "&")):
        message = "digraph6 is not read here; write the graph as a list of arcs such as a -> b"
        raise source.error(message, number, 1)
    sparse = word.startswith((SPARSE6, ":"))
    body = word.removeprefix(GRAPH6).removeprefix(SPARSE6)
    _check_characters(body.removeprefix(":"), number, len(word) - len(body.removeprefix(":")), source)
    try:
        return _sparse6(body, source) if sparse else _graph6(body)
    except _DamagedError as error:
        raise source.error(str(error), number) from None


class _DamagedError(Exception):
    """Why a line is not a graph."""


def _graph6(body: str) -> networkx.Graph:
    import networkx

    vertices, rest = _vertex_count(body)
    needed = -(-vertices * (vertices - 1) // 2 // 6) if vertices else 0
    if len(rest) != needed:
        what = "cut off" if len(rest) < needed else "too long"
        raise _DamagedError(
            f"this graph6 line is {what}: after the number of its vertices, {vertices}, "
            f"{needed} characters are expected, here are {len(rest)}"
        )
    return _parsed(networkx.from_graph6_bytes, body)


def _sparse6(body: str, source: Source) -> networkx.Graph:
    import networkx

    if not body.startswith(":"):
        raise _DamagedError("a sparse6 line begins with a colon")
    require_vertices(_vertex_count(body[1:])[0], len(body), source)
    return _parsed(networkx.from_sparse6_bytes, body)


def _parsed(parse: Callable[[bytes], networkx.Graph], body: str) -> networkx.Graph:
    import networkx

    try:
        return parse(body.encode("ascii"))
    except (networkx.NetworkXError, IndexError, ValueError) as error:
        raise _DamagedError(f"this line is damaged: {error}") from None


def _vertex_count(body: str) -> tuple[int, str]:
    """The number of vertices at the beginning of a line, and the rest of it."""
    codes = [ord(character) - 63 for character in body[:8]]
    skipped, length = (2, 6) if codes[:2] == [63, 63] else (1, 3) if codes[:1] == [63] else (0, 1)
    digits = codes[skipped : skipped + length]
    if len(digits) < length:
        raise _DamagedError("this line is cut off within the number of its vertices")
    count = 0
    for digit in digits:
        count = count * 64 + digit
    return count, body[skipped + length :]


def _check_characters(body: str, line: int, before: int, source: Source) -> None:
    other = _OTHER.search(body)
    if other:
        message = f"{other[0]!r} does not belong in graph6, whose characters run from ? to ~"
        raise source.error(message, line, before + other.start() + 1)
