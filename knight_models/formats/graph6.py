r"""graph6, sparse6 and digraph6: a graph in a line of printable characters (McKay, formats.txt of nauty).

A character stands for six bits, as its code less 63. graph6 gives the number of vertices, then the
upper triangle of the adjacency matrix; digraph6 (which begins with &) the whole matrix; sparse6 (:) a list
of edges. So the length of graph6 and digraph6 is known from its beginning.

A file may hold several graphs, one on each line.

>>> [graph] = read_graph6(Source("D?{"))
>>> len(graph), list(graph.edges)
(5, [(0, 4), (1, 4), (2, 4), (3, 4)])
>>> [graph] = read_graph6(Source("&BO?", number=1))
>>> list(graph.edges)
[(0, 1)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from knight_models.core.errors import shown
from knight_models.formats.reading import Line, Source, require_vertices

if TYPE_CHECKING:
    import networkx

__all__ = ["is_graph6", "read_graph6"]

_LINE = re.compile(r"[:;&]*[?-~]*")
_OTHER = re.compile(r"[^?-~]")
GRAPH6, SPARSE6, DIGRAPH6 = ">>graph6<<", ">>sparse6<<", ">>digraph6<<"
HEADERS = (GRAPH6, SPARSE6, DIGRAPH6)

BITS = 6
"""The bits of a character."""


def is_graph6(source: Source) -> bool:
    """Whether this looks like graph6, sparse6 or digraph6: no line has a blank or a digit."""
    words = [line.strip() for line in source.lines if line.strip()]
    if words[0].startswith(HEADERS):
        return True
    return all(_LINE.fullmatch(word) for word in words)


def read_graph6(source: Source) -> list[networkx.Graph]:
    """The graphs of a file, their vertices numbered from 0: all of them, or the one that is meant.

    Raises
    ------
    FormatError : for several graphs of which none is named, a number that no graph has, or a line that is
        too short, too long or damaged
    """
    lines = list(_graph_lines(source))
    if source.every:
        return [_graph(line, source) for line in lines]
    if source.number is None and len(lines) > 1:
        message = f"the file holds {len(lines):,} graphs; choose one with --graph-number 1 to {len(lines)}"
        raise source.error(message)
    number = 1 if source.number is None else source.number
    if not 1 <= number <= len(lines):
        raise source.error(f"the graphs of the file are 1 to {len(lines)}; there is no {shown(number)}")
    return [_graph(lines[number - 1], source)]


def _graph_lines(source: Source) -> Iterator[Line]:
    """The lines that hold a graph; a header on a line of its own belongs to the line below."""
    filled = [(number, line.strip()) for number, line in enumerate(source.lines, start=1) if line.strip()]
    if len(filled) > 1 and filled[0][1] in HEADERS:
        number, word = filled[1]
        filled = [(number, word if word.startswith(HEADERS) else filled[0][1] + word), *filled[2:]]
    yield from filled


class _DamagedError(Exception):
    """Why a line is not a graph."""


def _graph(line: Line, source: Source) -> networkx.Graph:
    number, word = line
    header = next((header for header in HEADERS if word.startswith(header)), "")
    body = word.removeprefix(header)
    mark = body[:1] if body[:1] in (":", "&", ";") else ""
    try:
        if mark == ";":
            raise _DamagedError("incremental sparse6 is not read; write each graph as sparse6")
        if header == SPARSE6 and mark != ":":
            raise _DamagedError("a sparse6 line begins with a colon")
        if header == DIGRAPH6 and mark != "&":
            raise _DamagedError("a digraph6 line begins with &")
        bare = body.removeprefix(mark)
        _check_characters(bare, number, len(word) - len(bare), source)
        vertices, rest = _vertex_count(bare)
        if mark == ":":
            require_vertices(vertices, len(rest), source)
            return _undirected(vertices, _sparse6_edges(vertices, rest))
        return _digraph6(vertices, rest) if mark else _graph6(vertices, rest)
    except _DamagedError as error:
        raise source.error(str(error), number) from None


def _graph6(vertices: int, rest: str) -> networkx.Graph:
    bits = _exactly(vertices * (vertices - 1) // 2, rest, vertices, "graph6")
    pairs = ((first, second) for second in range(1, vertices) for first in range(second))
    return _undirected(vertices, [pair for bit, pair in zip(bits, pairs, strict=True) if bit == "1"])


def _digraph6(vertices: int, rest: str) -> networkx.Graph:
    import networkx

    bits = _exactly(vertices * vertices, rest, vertices, "digraph6")
    graph = networkx.DiGraph()
    graph.add_nodes_from(range(vertices))
    graph.add_edges_from(divmod(place, vertices) for place, bit in enumerate(bits) if bit == "1")
    return graph


def _undirected(vertices: int, edges: list[tuple[int, int]]) -> networkx.Graph:
    import networkx

    graph = networkx.Graph()
    graph.add_nodes_from(range(vertices))
    graph.add_edges_from(edges)
    return graph


def _exactly(count: int, rest: str, vertices: int, what: str) -> str:
    """The bits of a line that has this number of them, and zeros to the end of its last character."""
    needed = -(-count // BITS)
    if len(rest) != needed:
        long = "cut off" if len(rest) < needed else "too long"
        raise _DamagedError(
            f"this {what} line is {long}: after the number of its vertices, {vertices}, "
            f"{needed} characters are expected, here are {len(rest)}"
        )
    bits = _bits(rest)
    if "1" in bits[count:]:
        raise _DamagedError(f"this {what} line is damaged: its last bits, which fill it up, are not 0")
    return bits[:count]


def _bits(characters: str) -> str:
    return "".join(format(ord(character) - 63, "06b") for character in characters)


def _sparse6_edges(vertices: int, rest: str) -> list[tuple[int, int]]:
    """The edges of a sparse6 line.

    The bits are pairs of a bit, which moves the current vertex on, and a number of k bits: the vertex to
    move to, or the other end of an edge. Less than six ones at the end fill up the last character, perhaps
    after a zero.
    """
    bits, width = _bits(rest), (vertices - 1).bit_length() or 1
    edges, current, place = [], 0, 0
    while place + 1 + width <= len(bits):
        current += bits[place] == "1"
        other = int(bits[place + 1 : place + 1 + width], 2)
        if current >= vertices or other >= vertices:
            break
        if other > current:
            current = other
        else:
            edges.append((other, current))
        place += 1 + width
    left = bits[place:]
    if len(left) >= BITS or "0" in left[1:]:
        raise _DamagedError("this sparse6 line is damaged: it goes on after its last edge, or is cut off")
    return edges


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
