r"""Reading graphs: which format a file is in, and what makes a graph file doubtful.

Most formats show what they are: DIMACS, graph6, TSPLIB and GraphML are known by their content. Others are
only numbers and words on lines, and the same text can be an edge list with a header or without one, a list
of neighbours, a matrix or a METIS graph. All of these that can be read are read. Where they are the same
graph, that is the answer; where they are not, the ending of the file's name decides, or the file is refused
and the message names the option that decides.

>>> graph = read_graph("1 2\n2 3\n4  # alone\n")
>>> list(graph), list(graph.edges)
([1, 2, 3, 4], [(1, 2), (2, 3)])
>>> len(read_graph("3 1\n1 2\n", form="edges-with-header").edges)
1
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import PurePath
from typing import TYPE_CHECKING

from knight_models.core.errors import FormatError, OptionError, nearest, shown
from knight_models.formats import GRAPH, Format, format_of_ending, formats_that_read
from knight_models.formats.reading import OTHER_DIGITS, Source, excerpt, has_other_digits

if TYPE_CHECKING:
    import networkx

__all__ = [
    "Label",
    "can_be_read",
    "graph_shapes",
    "label_of",
    "named_vertex",
    "read_graph",
    "read_graphs",
    "same_graph",
    "whole_number",
    "whole_numbers",
    "words_of",
]

Label = int | str

_WHOLE = re.compile(r"-?[0-9]{1,18}")
_SEPARATORS = re.compile(r"[\s,;]+")


def read_graph(
    data: str | bytes, *, source: str | None = None, form: str | None = None, number: int | None = None
) -> networkx.Graph:
    r"""The graph that a file describes, in any of the formats that the table can read.

    The fixed edges of a TSPLIB file become required moves of every `TourProblem` of the graph.

    Parameters
    ----------
    data : the content of the file
    source : its name, for messages, and for a graph that has no name of its own
    form : the name of its format, for a file that could be read in two; None = as it is recognised
    number : which of several graphs (graph6, sparse6, digraph6) is meant, counted from 1; None = the only
        one

    Raises
    ------
    FormatError : for a file that is empty, binary, cut off, wrong or doubtful, with line and column; or
        that holds several graphs, or has no graph of this number
    OptionError : for an unknown format

    >>> list(read_graph("C~\nBw\n", number=2))
    [0, 1, 2]
    """
    content = Source(data, source, form=form, number=number)
    [graph] = _graphs(content)
    return graph


def read_graphs(
    data: str | bytes, *, source: str | None = None, form: str | None = None
) -> list[networkx.Graph]:
    r"""All graphs of a file: one for each line of graph6, sparse6 or digraph6, otherwise one.

    Parameters
    ----------
    data, source, form : as for `read_graph`

    Raises
    ------
    FormatError, OptionError : as for `read_graph`

    >>> [len(graph) for graph in read_graphs("C~\nBw\n")]
    [4, 3]
    """
    return _graphs(Source(data, source, form=form, every=True))


def _graphs(content: Source) -> list[networkx.Graph]:
    form, found = _read(content)
    if content.number not in (None, 1) and not form.several:
        raise content.error(f"the file holds one graph, so there is no graph {shown(content.number)}")
    graphs: list[networkx.Graph] = found if isinstance(found, list) else [found]
    for graph in graphs:
        if not len(graph):
            raise content.error("the graph has no vertex, so there is nothing to visit")
        if content.name and not graph.graph.get("name"):
            graph.graph["name"] = PurePath(content.name).name
    return graphs


def _read(content: Source) -> tuple[Format, networkx.Graph | list[networkx.Graph]]:
    """The format of a file, and its graph or graphs."""
    forms = formats_that_read(GRAPH)
    if content.form is not None:
        if content.form not in forms:
            raise OptionError(nearest(content.form, forms, "graph format"))
        return forms[content.form], forms[content.form].read(content)
    sure = (form for form in forms.values() if not form.doubtful and form.recognises(content))
    certain = next(sure, None)
    if certain is not None:
        return certain, certain.read(content)
    _refuse_others(content)
    return _agreed([form for form in forms.values() if form.doubtful], content)


_OTHERS = (
    ("DOT", re.compile(r"\s*(?:strict\s+)?(?:di)?graph\b[^{]*\{"), "nx_pydot.read_dot"),
    (
        "GML",
        re.compile(r"(?:\s*(?:#[^\n]*|[A-Za-z]+\s+(?:\"[^\"]*\"|[^\s\[\"]+)))*\s*graph\s*\["),
        "read_gml",
    ),
    ("Pajek", re.compile(r"\s*\*(?:vertices|network)\b", re.IGNORECASE), "read_pajek"),
    ("GEXF", re.compile(r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)?<gexf\b", re.DOTALL), "read_gexf"),
)
"""Formats that are not read, how they begin, and the function of networkx that reads them."""


def _refuse_others(content: Source) -> None:
    """Refuse other formats of graphs, each with the way to convert it."""
    text = content.text
    for name, begin, reader in _OTHERS:
        if begin.match(text):
            raise content.error(
                f"this is {name}, which is not read; convert it in Python: "
                f"networkx.write_graphml(networkx.{reader}('FILE'), 'FILE.graphml')"
            )
    if text.startswith("%%MatrixMarket"):
        raise content.error(
            "this is a Matrix Market file, which is not read; write its edges as lines a b, without the "
            "line of the size"
        )


def _agreed(forms: list[Format], content: Source) -> tuple[Format, networkx.Graph]:
    """The graph that is the same in all formats that can be read; the general ones come last.

    Raises
    ------
    FormatError : if these are different graphs, or none can be read
    """
    read: list[tuple[Format, networkx.Graph]] = []
    wrong: list[FormatError] = []
    for form in forms:
        if form.recognises(content):
            try:
                read.append((form, form.read(content)))
            except FormatError as error:
                wrong.append(error)
    if not read:
        raise wrong[0]
    by_ending = format_of_ending(content.name or "", {form.name: form for form, _ in read})
    for form, graph in read:
        if form.name == by_ending:
            return form, graph
    if not all(same_graph(read[-1][1], graph) for _, graph in read[:-1]):
        raise content.error(_doubt([form for form, _ in read]))
    return read[-1]


def same_graph(one: networkx.Graph, other: networkx.Graph) -> bool:
    """Whether two graphs have the same vertices and moves; loops never matter."""
    return (
        one.is_directed() == other.is_directed()
        and one.nodes == other.nodes
        and _moves(one) == _moves(other)
    )


def _moves(graph: networkx.Graph) -> set[object]:
    pairs = ((first, second) for first, second in graph.edges if first != second)
    return set(pairs) if graph.is_directed() else set(map(frozenset, pairs))


def _doubt(forms: list[Format]) -> str:
    """The sentence about a file that is different graphs in these formats."""
    shapes = " or as ".join(f"{form.name} ({form.shape})" for form in reversed(forms))
    endings = [ending for form in forms for ending in form.endings]
    named = f", or by a name that ends in {' or '.join(endings)}" if endings else ""
    names = " or ".join(form.name for form in reversed(forms))
    return (
        f"this can be read as {shapes}, and these are different graphs; "
        f"choose with --graph-format {names}{named}"
    )


# ---- what the modules of the formats share ----------------------------------------------------------


def graph_shapes() -> str:
    """What graph files look like, for messages."""
    general, *others = reversed(formats_that_read(GRAPH).values())
    return f"a graph is read from {general.shape}; or as {', '.join(form.name for form in others)}"


def can_be_read(read: Callable[[Source], object], source: Source) -> bool:
    """Whether a reader accepts a file; for files that look like an edge list at first sight."""
    try:
        read(source)
    except FormatError:
        return False
    return True


def label_of(word: str) -> Label:
    """A whole number where the word is written as one is, otherwise the word.

    >>> label_of("7"), label_of("07"), label_of("a")
    (7, '07', 'a')
    """
    if _WHOLE.fullmatch(word) and str(int(word)) == word:
        return int(word)
    return word


def words_of(source: Source) -> Iterator[tuple[int, list[str]]]:
    r"""The words of each line that has any, without `#` comments, after the line's number.

    >>> list(words_of(Source("# a path\n1, 2\n\n2 3 # end")))
    [(2, ['1', '2']), (4, ['2', '3'])]
    """
    for number, line in enumerate(source.lines, start=1):
        words = [word for word in _SEPARATORS.split(line.partition("#")[0]) if word]
        if words:
            yield number, words


def named_vertex(word: str, vertices: int, line: int, source: Source, what: str) -> int:
    """The number of a vertex, from 1 to `vertices`, that a word of a line names.

    Parameters
    ----------
    what : where the number of vertices stands, for the message

    Raises
    ------
    FormatError : for a word that is not such a number
    """
    number = whole_number(word, line, source, "a vertex number")
    if not 1 <= number <= vertices:
        raise source.error(f"there is no vertex {number}: the vertices are 1 to {vertices} ({what})", line)
    return number


def whole_number(word: str, line: int, source: Source, what: str) -> int:
    """The number, at least 0, that a word of a line writes.

    Raises
    ------
    FormatError : for a word that does not
    """
    if has_other_digits(word):
        raise source.error(f"{excerpt(word)} {OTHER_DIGITS}", line)
    if not (word.isascii() and word.isdecimal() and len(word) <= 18):
        raise source.error(f"{excerpt(word)} is not {what}", line)
    return int(word)


def whole_numbers(words: Iterable[str]) -> list[int] | None:
    """Words as numbers, at least 0; None if one of them is not such a number."""
    listed = list(words)
    if all(word.isascii() and word.isdecimal() and len(word) <= 18 for word in listed):
        return list(map(int, listed))
    return None
