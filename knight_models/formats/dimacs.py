r"""Graphs in the DIMACS format of cliques and colourings (`.col`, `.clq`; DIMACS challenge, 1993).

`c` begins a comment; `p edge n m` (or `p col n m`) gives the numbers of vertices and edges; `e u v` is an
edge between two of the vertices 1 to n. Lines `n`, `d`, `v` and `x`, with values of vertices, are left out.
Published files give each edge once or in both directions, so m counts lines or edges.

>>> list(read_dimacs(Source("c a path\np edge 3 2\ne 1 2\ne 2 3\n")).edges)
[(1, 2), (2, 3)]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from knight_models.formats.graphs import named_vertex, whole_number, whole_numbers
from knight_models.formats.reading import Source, excerpt, require_vertices

if TYPE_CHECKING:
    import networkx

__all__ = ["is_dimacs", "read_dimacs"]

_KINDS = ("edge", "edges", "col")
_DETAILS = ("n", "d", "v", "x")
_WORDS_OF_PROBLEM = 4
_WORDS_OF_EDGE = 3


def is_dimacs(source: Source) -> bool:
    """Whether the first line that is neither empty nor a comment is a line `p`, with two numbers."""
    for line in source.lines:
        words = line.split()
        if words and words[0] != "c":
            numbers = whole_numbers(words[2:])
            return words[0] == "p" and len(words) > 2 and (numbers is not None or words[1] in _KINDS)
    return False


def read_dimacs(source: Source) -> networkx.Graph:
    """The graph; its vertices are the numbers 1 to n.

    Raises
    ------
    FormatError : for another problem than that of a graph, a line that is wrong, or a count that is
    """
    import networkx

    graph = networkx.Graph()
    size: tuple[int, int] | None = None
    edges = 0
    for number, line in enumerate(source.lines, start=1):
        words = line.split()
        if not words or words[0] == "c":
            continue
        if words[0] == "p":
            if size is not None:
                raise source.error("a second line p; the file holds one graph", number, 1)
            size = _size(words, number, source)
            graph.add_nodes_from(range(1, size[0] + 1))
        elif size is None:
            raise source.error("the line p edge n m is missing above this line", number, 1)
        elif words[0] == "e":
            graph.add_edge(*_edge(words, size[0], number, source))
            edges += 1
        elif words[0] not in _DETAILS:
            raise source.error(f"an edge of DIMACS is e u v, not {excerpt(line.strip())}", number, 1)
    if size is None:
        raise source.error("the line p edge n m is missing")
    if size[1] not in (edges, graph.number_of_edges()):
        raise source.error(f"the line p gives {size[1]} edges, but here are {edges}")
    return graph


def _size(words: list[str], line: int, source: Source) -> tuple[int, int]:
    if len(words) != _WORDS_OF_PROBLEM or words[1].lower() not in _KINDS:
        found = excerpt(" ".join(words))
        raise source.error(f"a graph in DIMACS has a line p edge n m, not {found}", line, 1)
    vertices, edges = (whole_number(word, line, source, "a number of the line p") for word in words[2:])
    require_vertices(vertices, len(source.text), source)
    return vertices, edges


def _edge(words: list[str], vertices: int, line: int, source: Source) -> tuple[int, int]:
    if len(words) != _WORDS_OF_EDGE:
        raise source.error("an edge of DIMACS is e u v, with two vertex numbers", line, 1)
    first, second = (named_vertex(word, vertices, line, source, "the line p") for word in words[1:])
    return first, second
