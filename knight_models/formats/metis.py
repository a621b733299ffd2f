r"""Graphs in the format of METIS, Chaco and KaHIP (Karypis and Kumar, METIS manual, 2013, section 4.1).

The first line is `n m`, perhaps with `fmt` and `ncon`; then follows a line for each vertex, 1 to n, with
its neighbours. So each edge stands in two lines. An empty line is a vertex without neighbours; `%` begins a
line of comment. `fmt` is up to three digits: sizes of vertices, weights of vertices (`ncon` of them),
weights of edges. Sizes and weights are checked and left out, because they do not matter to a tour.

>>> list(read_metis(Source("3 2\n2 3\n1\n1\n")).edges)
[(1, 2), (1, 3)]
>>> list(read_metis(Source("3 2 001\n2 7 3 9\n1 7\n1 9\n")).edges)
[(1, 2), (1, 3)]
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from knight_models.formats.graphs import can_be_read, named_vertex, whole_number, whole_numbers
from knight_models.formats.reading import Line, Source, require_vertices

if TYPE_CHECKING:
    import networkx

__all__ = ["is_metis", "read_metis"]

_MATRIX_MARKET = "%%MatrixMarket"
_FLAGS = re.compile(r"[01]{1,3}")


@dataclass(frozen=True)
class _Header:
    """The first line.

    Parameters
    ----------
    vertices, edges : n and m
    before : the numbers in a line before its neighbours: size and weights of the vertex
    weighted : whether a weight follows after each neighbour
    """

    vertices: int
    edges: int
    before: int = 0
    weighted: bool = False


def is_metis(source: Source) -> bool:
    """Whether the first line is a header, and the lines below have the numbers that it says."""
    if source.text.startswith(_MATRIX_MARKET):  # whose comments look alike
        return False
    lines = _lines(source)
    words = lines[0][1].split() if lines else []
    counts = whole_numbers(words)
    if counts is None or not 2 <= len(words) <= 4 or not all(map(_FLAGS.fullmatch, words[2:3])):
        return False
    filled = [line.split() for _, line in lines[1:] if line.strip()]
    if not 1 <= len(lines) - 1 <= counts[0] or not all(
        word.isdecimal() for numbers in filled for word in numbers
    ):
        return False
    if len(words) == 2 and all(len(numbers) == 2 for numbers in filled):
        return can_be_read(read_metis, source)
    return len(words) > 2 or sum(map(len, filled)) == 2 * counts[1]


def _lines(source: Source) -> list[Line]:
    """The lines without comments, from the first that is not empty to the last that is not."""
    lines = [pair for pair in enumerate(source.lines, start=1) if not pair[1].lstrip().startswith("%")]
    filled = [place for place, (_, line) in enumerate(lines) if line.strip()]
    return lines[filled[0] : filled[-1] + 1] if filled else []


def read_metis(source: Source) -> networkx.Graph:
    """The graph; its vertices are the numbers 1 to n.

    Raises
    ------
    FormatError : for counts that are wrong, a number out of range, or an edge that stands at one end only
    """
    import networkx

    lines = _lines(source)
    if not lines:
        raise source.error("there are only comments in it")
    header = _header(lines[0], source)
    if len(lines) - 1 > header.vertices:
        message = (
            f"the header gives {header.vertices} vertices, but here are {len(lines) - 1} lines of them"
        )
        raise source.error(message, lines[-1][0])
    weights: dict[tuple[int, int], int] = {}
    for vertex, line in enumerate(lines[1:], start=1):
        for other, weight in _neighbours(line, header, source):
            if vertex == other or (vertex, other) in weights:
                what = "itself as a neighbour" if vertex == other else f"the neighbour {other} twice"
                raise source.error(f"vertex {vertex} has {what}", line[0])
            weights[vertex, other] = weight
    for (vertex, other), weight in weights.items():
        if weights.get((other, vertex)) != weight:
            what = "with this weight " if (other, vertex) in weights else ""
            message = f"vertex {vertex} lists {other}, but {other} does not list {vertex} {what}"
            raise source.error(message.rstrip(), lines[vertex][0])
    if len(weights) != 2 * header.edges:
        message = f"the header gives {header.edges} edges, but here are {len(weights) // 2}"
        raise source.error(message, lines[0][0])
    graph = networkx.Graph()
    graph.add_nodes_from(range(1, header.vertices + 1))
    graph.add_edges_from(weights)
    return graph


def _header(line: Line, source: Source) -> _Header:
    number, words = line[0], line[1].split()
    if not 2 <= len(words) <= 4:
        raise source.error("the header of METIS is n m, perhaps with fmt and ncon", number)
    vertices, edges = (whole_number(word, number, source, "a number of the header") for word in words[:2])
    flags = words[2] if len(words) > 2 else "0"
    if not _FLAGS.fullmatch(flags):
        raise source.error(f"fmt is three digits 0 or 1, not {flags[:9]!r}", number)
    sizes, weights, weighted = (digit == "1" for digit in flags.zfill(3))
    several = whole_number(words[3], number, source, "a number of weights") if len(words) > 3 else 1
    if several > len(source.text):
        raise source.error(f"ncon, the number of weights of a vertex, is at least 1, not {several}", number)
    require_vertices(vertices, len(source.text), source)
    return _Header(vertices, edges, sizes + several * weights, weighted)


def _neighbours(line: Line, header: _Header, source: Source) -> list[tuple[int, int]]:
    """The neighbours of a line, each with the weight of its edge."""
    number, words = line[0], line[1].split()
    for word in words:
        whole_number(word, number, source, "a whole number")
    step = 2 if header.weighted else 1
    rest = words[header.before :]
    if len(words) < header.before or len(rest) % step:
        raise source.error("a weight is missing in this line; see fmt in the header", number)
    named = [named_vertex(word, header.vertices, number, source, "n") for word in rest[::step]]
    weights = list(map(int, rest[1::step])) if header.weighted else [0] * len(named)
    return list(zip(named, weights, strict=True))
