r"""Graphs as lists of edges, with or without a header `n m`.

One edge stands on each line: two labels, separated by blanks, a comma or a semicolon. `a -- b` is an
edge too, and `a -> b` an arc; arcs make a directed graph. A label alone on its line is a vertex that has no
edge yet. `#` begins a comment. A label that is written as a whole number is one. What
`networkx.write_edgelist` writes is such a list.

A first line of two whole numbers can be the numbers of vertices and edges, if as many edges follow as it
says. Such a list is read both ways. As an edge, this line is doubtful where its labels stand apart from
those of the other lines; as a header, where it leaves vertices without an edge.

A file that looks like another kind of file (DOT, JSON, XML, a heading) is refused, since as a list of edges
it would be another graph.

>>> graph = read_edges(Source("1 2\n2 3\n4  # alone\n"))
>>> list(graph), list(graph.edges)
([1, 2, 3, 4], [(1, 2), (2, 3)])
>>> list(read_edges_with_header(Source("4 5\n0 1\n1 2\n2 3\n3 0\n0 2\n")))
[0, 1, 2, 3]
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from knight_models.formats.graphs import Label, graph_shapes, label_of, whole_numbers, words_of
from knight_models.formats.reading import OTHER_DIGITS, Source, cut, excerpt

if TYPE_CHECKING:
    import networkx

__all__ = ["has_header", "read_edges", "read_edges_with_header"]

Edge = tuple[Label, Label]

_WORD = re.compile(r"->|--|[,;]|(?:(?!->|--)[^\s,;])+")
_JOINTS = ("->", "--", ",", ";")
_ENOUGH = 6
"""The number of words of a line that are read: more than any edge has."""

_PLAIN_EDGE = re.compile(r"\s*+([\w.]++)(?:\s++|\s*+[,;]\s*+)([\w.]++)\s*+", re.ASCII)
"""The form of nearly all lines, which are read without splitting them into words."""

_DATA = re.compile(r"\s\{(?:['\"][^{}]*)?\}\s*$")
_FOREIGN = re.compile(r"[\[\](){}<>\"`|=\\]|^[:*'/%!]|[:/]$")
"""Characters of DOT, JSON, XML, GML, Pajek and Matrix Market, which no label here has."""

_LEAST_EDGES = 3
"""From this number on, a first line `m n` is taken for counts in the other order."""

_LONE = re.compile(r"[-+]?[\w.]+[*']*")
_HEADINGS = ({"source", "target"}, {"from", "to"}, {"src", "dst"})


def read_edges(source: Source) -> networkx.Graph:
    """The graph of a list of edges.

    Raises
    ------
    FormatError : for a line that is not an edge, or a file of another kind, with line and column
    """
    import networkx

    found = _read(source)
    if source.form is None and _is_trivial(source):
        message = (
            "this reads like the Trivial Graph Format, with names of vertices above a line #; leave them"
        )
        raise source.error(f"{message} and this line out")
    found.check(source)
    graph = networkx.DiGraph() if found.arcs else networkx.Graph()
    graph.add_nodes_from(found.labels)
    graph.add_edges_from(found.edges)
    return graph


def _is_trivial(source: Source) -> bool:
    """Whether a line `#` parts vertices and their names from edges, which use only these vertices."""
    bare = [line.strip() for line in source.lines]
    if bare.count("#") != 1:
        return False
    place = bare.index("#")
    above, below = (
        [words for _, words in words_of(Source("\n".join(part) + "\n."))][:-1]
        for part in (bare[:place], bare[place:])
    )
    vertices = {words[0] for words in above}
    names = {words[1] for words in above if len(words) > 1}
    used = {word for words in below for word in words[:2]}
    return (
        bool(names and below) and len(vertices) == len(above) and not names & vertices and used <= vertices
    )


def _read(source: Source) -> _Edges:
    """The labels and edges on the lines of a file."""
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
    return found


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
        self.edges: list[Edge] = []
        self.arcs: bool | None = None
        self._joined: set[Label] = set()
        self._known: dict[str, Label] = {}
        self.alone: dict[Label, int] = {}
        self.first = 0

    def add(self, words: list[str], line: int) -> None:
        """Add the vertex or the edge of a line."""
        ends, arc = _edge(words)
        self.first = self.first or line
        if len(ends) == 1:
            self.labels[ends[0]] = None
            if ends[0] in self._joined:
                label = cut(ends[0])
                message = (
                    f"a second label is missing: vertex {label} stands alone here, and has edges above"
                )
                raise _WordError(1, message)
            self.alone.setdefault(ends[0], line)
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
            label = self._known[word] = label_of(word)
        return label

    def _add_edge(self, first: Label, second: Label) -> None:
        self.labels[first] = self.labels[second] = None
        self.edges.append((first, second))
        self._joined.add(first)
        self._joined.add(second)

    def check(self, source: Source) -> None:
        """Refuse a file that is not a list of edges after all, now that all of it is known."""
        for label, line in self.alone.items():
            if label not in self._joined and isinstance(label, str) and not _LONE.fullmatch(label):
                message = (
                    f"{excerpt(label)} stands alone, which a label of this form cannot; {graph_shapes()}"
                )
                raise source.error(message, line, 1)
        rows = [str(label) for label in self.labels][1:]
        if not self.edges and rows and all(len(row) > 1 and not row.strip("01") for row in rows):
            raise source.error("these lines of 0 and 1 read like a matrix, which has n rows of n entries")
        doubt = self._heading() if source.form is None else None
        if doubt is not None:
            raise source.error(doubt, self.first, 1)

    def _heading(self) -> str | None:
        """Why the first line is doubtful, if it is."""
        advice = "leave it out; if it is meant as it stands, put it further down"
        if not self.edges:
            return None
        if self.first in self.alone.values():
            first = next(iter(self.labels))
            if first not in self._joined and _numbered_below(first, self.edges):
                return f"{first} alone reads like the number of vertices: {advice}"
            return None
        (first, second), rest = self.edges[0], self.edges[1:]
        doubt = None if len(self.edges) == 1 and self.alone else _counts(self.edges)
        if doubt is not None:
            named = "or choose with --graph-format edges or edges-with-header"
            return f"{first} {second} reads like {doubt}: {advice}, {named}"
        words = {str(first).lower(), str(second).lower()}
        strange = words in _HEADINGS and not any({first, second} & set(edge) for edge in rest)
        if isinstance(first, str) and isinstance(second, str) and rest:
            strange |= all(isinstance(label, int) for edge in rest for label in edge)
        return f"{cut(first)} {cut(second)} reads like a heading: {advice}" if strange else None


def _numbered_below(count: Label, edges: list[Edge]) -> bool:
    """Whether the labels are whole numbers from 0 to below a count."""
    if not isinstance(count, int):
        return False
    return all(isinstance(label, int) and 0 <= label < count for edge in edges for label in edge)


def _edge(words: list[str]) -> tuple[list[Label], bool]:
    """The labels on a line, and whether they are joined by an arc."""
    for place, word in enumerate(words):
        if word not in _JOINTS and _FOREIGN.search(word):
            raise _WordError(place, f"{excerpt(word)} is not a label of a list of edges; {graph_shapes()}")
        if not word.isascii() and word.isdecimal():
            raise _WordError(place, f"{excerpt(word)} {OTHER_DIGITS}")
    joints = [place for place, word in enumerate(words) if word in _JOINTS]
    if joints not in ([], [1]):
        place = joints[0] if joints[0] != 1 else joints[1]
        raise _WordError(place, "an edge is a b, a,b or a -> b")
    ends = [label_of(word) for place, word in enumerate(words) if place not in joints]
    if len(ends) > 2:
        count = len(ends) if len(words) < _ENOUGH else "more"
        raise _WordError(2 + len(joints), f"an edge has two labels, here are {count}")
    if len(ends) == 1 and joints:
        raise _WordError(len(words), "the second label of this edge is missing")
    return ends, bool(joints) and words[1] == "->"


# ---- a header ---------------------------------------------------------------------------------------


def _counts(edges: list[Edge]) -> str | None:
    """What the first edge reads like, if it can hardly be meant as an edge: counts of the others."""
    (first, second), rest = edges[0], edges[1:]
    if not (isinstance(first, int) and isinstance(second, int)):
        return None
    plain = first != second and _vertices(edges) is not None and _contiguous(edges)  # both are likely
    distinct = {label for edge in rest for label in edge}
    if first and second == len(rest) and (first == second or first + 1 >= len(distinct)):
        return None if plain else "the numbers of vertices and edges"
    swapped = first == len(rest) >= _LEAST_EDGES and second == len(distinct)
    if swapped and _vertices([(second, first), *rest]) is not None:
        return "the numbers of edges and vertices"
    twice = len(rest) == 2 * second and len(set(map(frozenset, rest))) == second
    if rest and twice and first >= len(distinct):
        return "the numbers of vertices and edges"
    numbers = [label for label in distinct if isinstance(label, int)]
    if rest and len(numbers) == len(distinct) and first >= max(numbers) and second > first + 1:
        return f"the numbers of vertices and edges, but there are {len(rest)} edges"
    return None


def _vertices(edges: list[Edge]) -> list[Label] | None:
    """The vertices, if the first edge is a header `n m`; None if it cannot be one.

    They are 1 to n, or 0 to n - 1; or any n labels, if the edges name them all.
    """
    (count, size), rest = edges[0], edges[1:]
    if not isinstance(count, int) or count < 1 or size != len(rest):
        return None
    labels = dict.fromkeys(label for edge in rest for label in edge)
    for begin in (1, 0):
        if all(isinstance(label, int) and begin <= label < begin + count for label in labels):
            return list(range(begin, begin + count)) if count <= _most(rest) else None
    return list(labels) if len(labels) == count else None


def _most(edges: list[Edge]) -> int:
    """The most vertices that a header may give: nearly all of more would have no edge."""
    return 100 * len(edges) + 1000


def _contiguous(edges: list[Edge]) -> bool:
    """Whether the labels are all whole numbers from 0 or 1 to the largest, as those of an edge list are."""
    labels = {label for edge in edges for label in edge}
    numbers = [label for label in labels if isinstance(label, int)]
    if len(numbers) < len(labels) or min(numbers) not in (0, 1):
        return False
    return max(numbers) - min(numbers) + 1 == len(numbers)


def has_header(source: Source) -> bool:
    """Whether the first line is two whole numbers, and as many lines follow as the second says."""
    lines = words_of(source)
    counts = whole_numbers(next(lines, (0, ["-"]))[1])
    return counts is not None and len(counts) == 2 and counts[1] == sum(1 for _ in lines)


def read_edges_with_header(source: Source) -> networkx.Graph:
    """The graph of a list of edges below a line with its numbers of vertices and edges.

    Raises
    ------
    FormatError : if the numbers are not those of the lines below, or could be meant as an edge
    """
    import networkx

    found = _read(source)
    if not found.edges or found.arcs or found.alone:
        raise source.error("below a header n m, each line is an edge of two labels")
    vertices = _vertices(found.edges)
    (count, size), rest = found.edges[0], found.edges[1:]
    if vertices is None:
        message = (
            f"the header {cut(count)} {cut(size)} gives vertices and edges, but here are {len(rest)} "
            "edges, or labels that are not 1 to n or 0 to n - 1"
        )
        raise source.error(message, found.first)
    named = {label for edge in rest for label in edge}
    alone = count != size and not _contiguous(found.edges) and len(named) < len(vertices)
    if alone and source.form is None:
        message = f"{count} {size} can be a header or an edge; choose with --graph-format edges"
        raise source.error(f"{message} or edges-with-header", found.first, 1)
    graph = networkx.Graph()
    graph.add_nodes_from(vertices)
    graph.add_edges_from(rest)
    return graph
