r"""Graphs from files: TSPLIB `.hcp`, graph6, sparse6, and lists of edges.

A list of edges has one edge a line: two labels apart by blanks or a comma; `a -> b` is an arc, and
arcs make a directed graph. A label alone on its line is a vertex without edges as yet; `#` begins a
comment. A label that is a whole number is taken as one. What `networkx.write_edgelist` writes is
such a list.

>>> graph = read_graph("1 2\n2 3\n4  # alone\n")
>>> list(graph), list(graph.edges)
([1, 2, 3, 4], [(1, 2), (2, 3)])
"""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import TYPE_CHECKING

from knight_models.errors import FormatError
from knight_models.formats.graph6 import is_graph6, read_graph6
from knight_models.formats.text import lines_of, text_of
from knight_models.formats.tsplib import is_tsplib, read_hcp

if TYPE_CHECKING:
    import networkx

__all__ = ["read_graph"]

_WORD = re.compile(r"->|--|,|(?:(?!->|--)[^\s,])+")
_DATA = re.compile(r"\s\{[^{}]*\}\s*$")


def read_graph(data: str | bytes, *, source: str | None = None) -> networkx.Graph:
    """The graph that a file describes, in whichever of the formats above it is.

    Parameters
    ----------
    data : what the file holds
    source : its name, for messages, and for a graph that has no name of its own

    Raises
    ------
    FormatError : for a file that is empty, binary, cut off or wrong, with line and column
    """
    lines = lines_of(text_of(data, source))
    if is_tsplib(lines):
        graph = read_hcp(lines, source)
    elif is_graph6(lines):
        graph = read_graph6(lines, source)
    else:
        graph = _read_edges(lines, source)
    if not len(graph):
        raise FormatError("the graph has no vertex, so there is nothing to visit", source=source)
    if source and not graph.graph.get("name"):
        graph.graph["name"] = PurePath(source).name
    return graph


def _read_edges(lines: list[str], source: str | None) -> networkx.Graph:
    import networkx

    labels: dict[int | str, None] = {}
    edges: list[tuple[int | str, int | str]] = []
    joined: set[int | str] = set()
    arcs: bool | None = None
    for number, line in enumerate(lines, start=1):
        words, columns = _words(line)
        if not words:
            continue
        try:
            ends, arc = _edge(words, joined)
            if arc is not None and arcs not in (None, arc):
                raise _WordError(1, "a file has either arcs (a -> b) or edges (a b), not both")
        except _WordError as error:
            place = columns[error.word] if error.word < len(columns) else len(line.rstrip()) + 1
            raise FormatError(str(error), source=source, line=number, column=place) from None
        arcs = arcs if arc is None else arc
        labels.update(dict.fromkeys(ends))
        if len(ends) == 2:
            edges.append((ends[0], ends[1]))
            joined.update(ends)
    graph = networkx.DiGraph() if arcs else networkx.Graph()
    graph.add_nodes_from(labels)
    graph.add_edges_from(edges)
    return graph


class _WordError(Exception):
    """What is wrong with a word of a line; `word` counts from 0."""

    def __init__(self, word: int, message: str) -> None:
        super().__init__(message)
        self.word = word


def _words(line: str) -> tuple[list[str], list[int]]:
    bare = _DATA.sub("", line.partition("#")[0])
    found = list(_WORD.finditer(bare))
    return [word[0] for word in found], [word.start() + 1 for word in found]


def _edge(words: list[str], joined: set[int | str]) -> tuple[list[int | str], bool | None]:
    """The labels on a line, and whether they are joined by an arc; None where one stands alone."""
    joints = [place for place, word in enumerate(words) if word in ("->", "--", ",")]
    if joints not in ([], [1]):
        raise _WordError(joints[0] if joints[0] != 1 else joints[1], "an edge is a b, a,b or a -> b")
    ends = [_label(word) for place, word in enumerate(words) if place not in joints]
    if len(ends) > 2:
        raise _WordError(len(ends) - 1 + len(joints), f"an edge has two labels, here are {len(ends)}")
    if len(ends) == 1 and joints:
        raise _WordError(len(words), "the second label of this edge is missing")
    if len(ends) == 1:
        if ends[0] in joined:
            message = f"a second label is missing: vertex {ends[0]} stands alone here, and has edges above"
            raise _WordError(1, message)
        return ends, None
    return ends, bool(joints) and words[1] == "->"


def _label(word: str) -> int | str:
    """A whole number where the word is written as one is, otherwise the word."""
    if re.fullmatch(r"-?[0-9]{1,18}", word) and str(int(word)) == word:
        return int(word)
    return word
