r"""Graphs as lists of edges.

One edge stands on each line: two labels, separated by blanks, a comma or a semicolon. `a -- b` is an
edge too, and `a -> b` an arc; arcs make a directed graph. A label alone on its line is a vertex that has no
edge yet. `#` begins a comment. A label that is written as a whole number is one. What
`networkx.write_edgelist` writes is such a list.

A file that looks like another kind of file (DOT, JSON, XML, a heading, counts of vertices and edges) is
refused, since as a list of edges it would be another graph.

>>> graph = read_edges(Source("1 2\n2 3\n4  # alone\n"))
>>> list(graph), list(graph.edges)
([1, 2, 3, 4], [(1, 2), (2, 3)])
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from knight_models.formats.reading import OTHER_DIGITS, Source, cut, excerpt

if TYPE_CHECKING:
    import networkx

__all__ = ["read_edges"]

Label = int | str

_WORD = re.compile(r"->|--|[,;]|(?:(?!->|--)[^\s,;])+")
_JOINTS = ("->", "--", ",", ";")
_ENOUGH = 6
"""The number of words of a line that are read: more than any edge has."""

_PLAIN_EDGE = re.compile(r"\s*+([\w.]++)(?:\s++|\s*+[,;]\s*+)([\w.]++)\s*+", re.ASCII)
"""The form of nearly all lines, which are read without splitting them into words."""

_DATA = re.compile(r"\s\{(?:['\"][^{}]*)?\}\s*$")
_FOREIGN = re.compile(r"[\[\](){}<>\"`|=\\]|^[:*'/]|[:/]$")
"""Characters of DOT, JSON, XML, GML, Pajek and lists of neighbours, which no label here has."""

_LONE = re.compile(r"[-+]?[\w.]+[*']*")
_HEADINGS = ({"source", "target"}, {"from", "to"}, {"src", "dst"})
_FORMS = (
    "a graph is read from TSPLIB .hcp, graph6, sparse6, or lines such as a b, a,b, a;b, a -- b or a -> b"
)


def read_edges(source: Source) -> networkx.Graph:
    """The graph of a list of edges.

    Raises
    ------
    FormatError : for a line that is not an edge, or a file of another kind, with line and column
    """
    import networkx

    found = _Edges()
    for number, line in enumerate(source.lines, start=1):
        plain = _PLAIN_EDGE.fullmatch(line)
        if plain and found.arcs is False:
            found.join(plain[1], plain[2])
            continue
        words, columns = _words(line)
        if not words:
            continue
        try:
            found.add(words, number)
        except _WordError as error:
            place = columns[error.word] if error.word < len(columns) else len(line.rstrip()) + 1
            raise source.error(str(error), number, place) from None
    found.check(source)
    graph = networkx.DiGraph() if found.arcs else networkx.Graph()
    graph.add_nodes_from(found.labels)
    graph.add_edges_from(found.edges)
    return graph


class _WordError(Exception):
    """A word of a line is wrong; `word` is its place, counted from 0."""

    def __init__(self, word: int, message: str) -> None:
        super().__init__(message)
        self.word = word


def _words(line: str) -> tuple[list[str], list[int]]:
    """The first words of a line, without comment and edge data, and the columns where they begin."""
    bare = _DATA.sub("", line.partition("#")[0])
    found = list(islice(_WORD.finditer(bare), _ENOUGH))
    return [word[0] for word in found], [word.start() + 1 for word in found]


class _Edges:
    """The labels and edges read so far, and the line of each label that stands alone."""

    def __init__(self) -> None:
        self.labels: dict[Label, None] = {}
        self.edges: list[tuple[Label, Label]] = []
        self.arcs: bool | None = None
        self._joined: set[Label] = set()
        self._known: dict[str, Label] = {}
        self._alone: dict[Label, int] = {}
        self._first = 0

    def add(self, words: list[str], line: int) -> None:
        """Add the vertex or the edge of a line."""
        ends, arc = _edge(words)
        self._first = self._first or line
        if len(ends) == 1:
            self.labels[ends[0]] = None
            if ends[0] in self._joined:
                label = cut(ends[0])
                message = (
                    f"a second label is missing: vertex {label} stands alone here, and has edges above"
                )
                raise _WordError(1, message)
            self._alone.setdefault(ends[0], line)
            return
        if self.arcs not in (None, arc):
            raise _WordError(1, "a file has either arcs (a -> b) or edges (a b), not both")
        self.arcs = arc
        self._add_edge(ends[0], ends[1])

    def join(self, first: str, second: str) -> None:
        """Add an edge between the vertices of two words."""
        self._add_edge(self._label(first), self._label(second))

    def _label(self, word: str) -> Label:
        label = self._known.get(word)
        if label is None:
            label = self._known[word] = _label(word)
        return label

    def _add_edge(self, first: Label, second: Label) -> None:
        self.labels[first] = self.labels[second] = None
        self.edges.append((first, second))
        self._joined.add(first)
        self._joined.add(second)

    def check(self, source: Source) -> None:
        """Refuse a file that is not a list of edges after all, now that all of it is known."""
        for label, line in self._alone.items():
            if label not in self._joined and isinstance(label, str) and not _LONE.fullmatch(label):
                message = f"{excerpt(label)} stands alone, which a label of this form cannot; {_FORMS}"
                raise source.error(message, line, 1)
        doubt = self._heading()
        if doubt is not None:
            raise source.error(doubt, self._first, 1)

    def _heading(self) -> str | None:
        """Why the first line is doubtful, if it is."""
        advice = "leave it out; if it is meant as it stands, put it further down"
        rest = self.edges
        if not rest:
            return None
        if self._first in self._alone.values():
            first = next(iter(self.labels))
            if first not in self._joined and _numbered_up_to(first, rest, below=True):
                return f"{first} alone reads like the number of vertices: {advice}"
            return None
        first, second = rest[0]
        rest = rest[1:]
        if len(rest) >= 3 and second == len(rest) and _numbered_up_to(first, rest):
            return f"{first} {second} reads like the numbers of vertices and edges: {advice}"
        words = {str(first).lower(), str(second).lower()}
        strange = words in _HEADINGS and not any({first, second} & set(edge) for edge in rest)
        if isinstance(first, str) and isinstance(second, str) and rest:
            strange |= all(isinstance(label, int) for edge in rest for label in edge)
        return f"{cut(first)} {cut(second)} reads like a heading: {advice}" if strange else None


def _numbered_up_to(count: Label, edges: list[tuple[Label, Label]], *, below: bool = False) -> bool:
    """Whether the labels are whole numbers from 0 to a count, or below it."""
    if not isinstance(count, int):
        return False
    return all(isinstance(label, int) and 0 <= label <= count - below for edge in edges for label in edge)


def _edge(words: list[str]) -> tuple[list[Label], bool]:
    """The labels on a line, and whether they are joined by an arc."""
    for place, word in enumerate(words):
        if word not in _JOINTS and _FOREIGN.search(word):
            raise _WordError(place, f"{excerpt(word)} is not a label of a list of edges; {_FORMS}")
        if not word.isascii() and word.isdecimal():
            raise _WordError(place, f"{excerpt(word)} {OTHER_DIGITS}")
    joints = [place for place, word in enumerate(words) if word in _JOINTS]
    if joints not in ([], [1]):
        place = joints[0] if joints[0] != 1 else joints[1]
        raise _WordError(place, "an edge is a b, a,b or a -> b")
    ends = [_label(word) for place, word in enumerate(words) if place not in joints]
    if len(ends) > 2:
        count = len(ends) if len(words) < _ENOUGH else "more"
        raise _WordError(2 + len(joints), f"an edge has two labels, here are {count}")
    if len(ends) == 1 and joints:
        raise _WordError(len(words), "the second label of this edge is missing")
    return ends, bool(joints) and words[1] == "->"


def _label(word: str) -> Label:
    """A whole number where the word is written as one is, otherwise the word."""
    if re.fullmatch(r"-?[0-9]{1,18}", word) and str(int(word)) == word:
        return int(word)
    return word
