r"""Graphs as lists of neighbours: each line is a vertex and its neighbours, `a b c` or `a: b c`.

The graph is undirected. A list gives each edge either at both of its ends, or once, at that end whose
line comes first, as `networkx.write_adjlist` does. A list that does neither may be one of arcs, or
damaged, and is refused. `#` begins a comment.

Without colons, lines of one and two words alone are a list of edges too; and three words can be an edge
with its weight. So every vertex needs a line of its own there, as networkx writes it.

>>> graph = read_adjacency(Source("0 1 2\n1 2\n2\n"))
>>> list(graph), list(graph.edges)
([0, 1, 2], [(0, 1), (0, 2), (1, 2)])
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from knight_models.formats.graphs import Label, can_be_read, label_of, words_of
from knight_models.formats.reading import OTHER_DIGITS, Source, cut, excerpt, has_other_digits

if TYPE_CHECKING:
    import networkx

__all__ = ["is_adjacency", "read_adjacency"]

_COLON = re.compile(r"\s*[^\s,;:#]+\s*:(?:\s|$)[^:]*")
_FOREIGN = re.compile(r"[\[\](){}<>\"`|=\\:%!*/]|^[-+']|->|--")
"""Characters of other formats, which no label here has."""


@dataclass(frozen=True)
class _List:
    """The neighbours of a vertex, and the number of the line where they stand."""

    line: int
    neighbours: list[Label]


def is_adjacency(source: Source) -> bool:
    """Whether every line has a colon after its first word, or the lines can hardly be edges."""
    if _has_colons(source):
        return True
    lines = [words for _, words in words_of(source)]
    lengths = {len(words) for words in lines}
    firsts = {words[0] for words in lines}
    if lengths <= {1} or lengths == {2} or len(firsts) < len(lines):
        return False
    if not all(word in firsts and not _FOREIGN.search(word) for words in lines for word in words):
        return False
    return max(lengths) > 2 or can_be_read(read_adjacency, source)


def _has_colons(source: Source) -> bool:
    bare = (line.partition("#")[0] for line in source.lines)
    filled = [line for line in bare if line.strip()]
    return bool(filled) and all(map(_COLON.fullmatch, filled))


def read_adjacency(source: Source) -> networkx.Graph:
    """The graph of a list of neighbours.

    Raises
    ------
    FormatError : for a vertex with two lists, or edges that are given neither at both ends nor at the first
    """
    import networkx

    lists = _lists(source)
    if source.form is None and not _has_colons(source):
        _check_form(lists, source)
    _check_sides(lists, source)
    graph = networkx.Graph()
    graph.add_nodes_from(lists)
    graph.add_edges_from((label, other) for label, listed in lists.items() for other in listed.neighbours)
    return graph


def _lists(source: Source) -> dict[Label, _List]:
    lists: dict[Label, _List] = {}
    colons = _has_colons(source)
    for number, words in words_of(source):
        bare = " ".join(words).replace(":", " ", 1).split() if colons else words
        for word in bare:
            _check_word(word, number, source)
        label, *neighbours = map(label_of, bare)
        if label in lists:
            raise source.error(f"vertex {cut(label)} has a list above already", number, 1)
        if len(set(neighbours)) < len(neighbours) and source.form is None:
            raise source.error(f"a neighbour of vertex {cut(label)} is listed twice", number)
        lists[label] = _List(number, neighbours)
    if not lists:
        raise source.error("there are only comments in it")
    return lists


def _check_word(word: str, line: int, source: Source) -> None:
    if _FOREIGN.search(word):
        raise source.error(f"{excerpt(word)} is not a label of a list of neighbours", line)
    if has_other_digits(word):
        raise source.error(f"{excerpt(word)} {OTHER_DIGITS}", line)


def _check_sides(lists: dict[Label, _List], source: Source) -> None:
    """Refuse edges of which some are given at both ends, others at one; or at the later one alone."""
    sets = {label: set(listed.neighbours) for label, listed in lists.items()}
    both, single, backward = False, None, None
    for label, listed in lists.items():
        for other in listed.neighbours:
            if other == label:
                continue
            if label in sets.get(other, ()):
                both = True
                continue
            single = single or (label, other)
            if other in lists and lists[other].line < listed.line:
                backward = backward or (label, other)
    wrong = single if both else None if source.form else backward
    if wrong is not None:
        label, other = wrong
        message = (
            f"{cut(label)} lists {cut(other)}, but {cut(other)} does not list {cut(label)}: a list of "
            "neighbours gives every edge at both ends, or every edge at its first; write arcs as a -> b"
        )
        raise source.error(message, lists[label].line)


def _check_form(lists: dict[Label, _List], source: Source) -> None:
    """Refuse what could be edges with weights, or begin with the number of vertices."""
    first = next(iter(lists))
    alone = not lists[first].neighbours
    if alone and first == len(lists) - 1 and all(first not in each.neighbours for each in lists.values()):
        raise source.error(f"{first} alone reads like the number of vertices: leave it out", 1)
    threes = all(len(listed.neighbours) == 2 for listed in lists.values())
    mutual = all(
        other in lists and label in lists[other].neighbours
        for label, listed in lists.items()
        for other in listed.neighbours
    )
    if threes and not mutual:
        message = "lines of three words are edges with weights, or neighbours; choose with"
        raise source.error(f"{message} --graph-format adjacency, or leave the weights out", 1)
