r"""Graphs as Python, numpy and JSON print them: matrices, lists of edges, and dicts of neighbours.

A matrix has n rows of n entries 0 and 1, as in `matrix.py`. A list of pairs is a list of edges; loops and
repeated edges do not matter. A dict gives the neighbours of each vertex, every edge at both of its ends. A
text that is two graphs, and a dict that gives an edge at one end only, are refused.

>>> list(read_literal(Source("[(0, 1), (1, 2)]")).edges)
[(0, 1), (1, 2)]
>>> len(read_literal(Source("[[0 1 1]\n [1 0 1]\n [1 1 0]]")).edges)
3
>>> list(read_literal(Source("{'a': ['b'], 'b': ['a']}")).edges)
[('a', 'b')]
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Hashable
from typing import TYPE_CHECKING, Any

from knight_models.formats.graphs import label_of, same_graph
from knight_models.formats.matrix import graph_of_rows
from knight_models.formats.pastes import python_as_json
from knight_models.formats.reading import Source, cut

if TYPE_CHECKING:
    import networkx

__all__ = ["is_literal", "read_literal"]

_BEGIN = re.compile(
    r"\s*(?:[A-Za-z_]\w*\s*=\s*)?(?:[\[{]|\(\s*[(\[\"'0-9]|(?:\w+\.)?(?:array|matrix|EdgeView)\s*\()"
)
_NAMED = re.compile(r"\A\s*(?:[A-Za-z_]\w*\s*=\s*)?(?:EdgeView\s*(?=\())?")
_RIGHT = "a graph is here a matrix of 0 and 1, a list of pairs, or a dict of the neighbours of each vertex"


def is_literal(source: Source) -> bool:
    """Whether a text begins with a bracket or `array(`, perhaps after a name."""
    return _BEGIN.match(source.text) is not None


def read_literal(source: Source) -> networkx.Graph:
    """The graph of a matrix, a list of edges or a dict of neighbours.

    Raises
    ------
    FormatError : for a text that is none of these, or two of them
    """
    value = _value(_NAMED.sub("", source.text).strip(), source)
    if isinstance(value, dict):
        return _of_dict(value, source)
    if not isinstance(value, list | tuple) or not value:
        raise source.error(_RIGHT)
    rows = [row for row in value if isinstance(row, list | tuple)]
    if len(rows) < len(value):
        wrong = next(entry for entry in value if not isinstance(entry, list | tuple))
        raise source.error(f"{cut(wrong)} stands among lists; {_RIGHT}")
    return _of_rows(rows, source)


def _value(text: str, source: Source) -> Any:
    """The value that a text writes in Python, in JSON, or as numpy prints it."""
    if "..." in text:
        raise source.error("the list is cut short by '...'; print all of it")
    if text.startswith("{{"):  # as Mathematica and C write a matrix
        text = text.replace("{", "[").replace("}", "]")
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    for written in (text, f"[{','.join(lines)}]"):
        try:
            return ast.literal_eval(written)
        except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError):
            pass
    for written in (text, python_as_json(text)):
        try:
            return json.loads(written)
        except (ValueError, RecursionError):
            pass
    raise source.error(f"these brackets are neither a value of Python nor JSON; {_RIGHT}")


def _of_rows(rows: list[Any], source: Source) -> networkx.Graph:
    """The graph of a matrix, or of a list of edges."""
    size = len(rows)
    bits = all(len(row) == size and set(map(repr, row)) <= {"0", "1", "0.0", "1.0"} for row in rows)
    pairs = all(len(row) == 2 or (len(row) == 3 and isinstance(row[2], dict)) for row in rows)
    if bits and (not pairs or isinstance(rows[0], list)):
        matrix = graph_of_rows(["".join("1" if entry else "0" for entry in row) for row in rows])
        if pairs and not same_graph(matrix, _of_edges(rows, source)):
            raise source.error(
                "this can be a matrix or a list of two edges, and these are different graphs; write edges "
                "as lines a b, a matrix as lines of 0 and 1"
            )
        return matrix
    if pairs:
        return _of_edges(rows, source)
    wrong = next((row for row in rows if len(row) not in (2, size)), rows[0])
    raise source.error(f"{cut(wrong)} is neither an edge of two labels nor a row of 0 and 1; {_RIGHT}")


def _of_edges(rows: list[Any], source: Source) -> networkx.Graph:
    import networkx

    graph = networkx.Graph()
    graph.add_edges_from((_label(row[0], source), _label(row[1], source)) for row in rows)
    return graph


def _of_dict(value: dict[Any, Any], source: Source) -> networkx.Graph:
    """The graph of a dict of neighbours."""
    import networkx

    if "nodes" in value or "adjacency" in value:
        raise source.error(
            "JSON of networkx or D3 with 'nodes' is not read; write the graph with networkx.write_graphml "
            "or networkx.write_edgelist"
        )
    near: dict[Hashable, set[Hashable]] = {}
    for key, others in value.items():
        label = _label(key, source)
        if not isinstance(others, list | tuple | set | dict):
            raise source.error(f"{cut(others)} is no list of the neighbours of {cut(key)}; {_RIGHT}")
        if label in near:
            raise source.error(f"vertex {cut(label)} has a list above already")
        near[label] = {_label(other, source) for other in others}
    for label, others in near.items():
        for other in others:
            if other not in near or label not in near[other]:
                raise source.error(
                    f"{cut(label)} lists {cut(other)}, but {cut(other)} does not list {cut(label)}: give "
                    "every edge at both ends; write arcs as lines a -> b"
                )
    graph = networkx.Graph()
    graph.add_nodes_from(near)
    graph.add_edges_from((label, other) for label, others in near.items() for other in others)
    return graph


def _label(value: Any, source: Source) -> Hashable:
    """A label: a whole number, a word, or a tuple of these."""
    if isinstance(value, str) and value:
        return label_of(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, list | tuple) and value:
        return tuple(_label(part, source) for part in value)
    raise source.error(f"{cut(value)} is no label; a vertex is a whole number, a word or a tuple of these")
