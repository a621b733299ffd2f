r"""Graphs in GraphML (Brandes et al., GraphML progress report, 2001): vertices and edges without data.

An id that is written as a whole number is one. `edgedefault` says whether the edges have a direction.

The file is parsed here, not by `networkx.read_graphml`, which leaves out nested graphs, adds vertices that
edges name but the file does not declare, and fails on data of other types with errors of many kinds.

>>> text = '''<graphml><graph edgedefault="undirected">
... <node id="a"/><node id="7"/><edge source="a" target="7"/>
... </graph></graphml>'''
>>> list(read_graphml(Source(text)).edges)
[('a', 7)]
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from knight_models.formats.graphs import Label, label_of
from knight_models.formats.reading import Source, cut

if TYPE_CHECKING:
    import networkx

__all__ = ["is_graphml", "read_graphml"]

_DECLARED = re.compile(r"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_XML = re.compile(r"\s*<(?:\?xml|!--|!DOCTYPE|(?:\w+:)?graphml\b)", re.IGNORECASE)
_NAME = re.compile(r"<(?:\w+:)?graphml\b")
_PARTS = {"hyperedge": "a hyperedge joins more than two vertices", "port": "an edge may not end at a port"}
_DIRECTED = {"directed": True, "undirected": False}


def is_graphml(source: Source) -> bool:
    """Whether this is XML that has an element graphml, open or not."""
    return bool(_XML.match(source.text) and _NAME.search(source.text))


def read_graphml(source: Source) -> networkx.Graph:
    """The graph of a GraphML file; a DiGraph if its edges have a direction.

    Raises
    ------
    FormatError : for XML that is damaged or declares entities, several, nested or mixed graphs, or an edge
        whose ends are not declared
    """
    import networkx

    element = _only_graph(_root(source), source)
    directed = _directed(element, source)
    graph = networkx.DiGraph() if directed else networkx.Graph()
    for node in _children(element, "node"):
        label = _label(node, "id", source)
        if label in graph:
            raise source.error(f"the vertex {cut(label)} is declared twice")
        graph.add_node(label)
    for edge in _children(element, "edge"):
        if edge.get("directed") in ("true", "false") and (edge.get("directed") == "true") != directed:
            raise source.error("some edges have a direction and others have none; a graph has one kind")
        ends = [_label(edge, end, source) for end in ("source", "target")]
        for end in ends:
            if end not in graph:
                raise source.error(f"an edge names the vertex {cut(end)}, which is not declared")
        graph.add_edge(*ends)
    return graph


def _root(source: Source) -> ElementTree.Element:
    if _DECLARED.search(source.text):
        raise source.error("GraphML with a DOCTYPE or entities is not read; leave them out")
    try:
        return ElementTree.fromstring(source.text.lstrip())  # without entities, which could grow
    except ElementTree.ParseError as error:
        line, column = error.position
        reason = str(error).partition(":")[0]
        raise source.error(f"this XML is damaged: {reason}", line, column + 1) from None
    except (ValueError, LookupError) as error:  # an encoding that is unknown, or a lone surrogate
        raise source.error(f"this XML is damaged: {error}") from None


def _only_graph(root: ElementTree.Element, source: Source) -> ElementTree.Element:
    """The one graph of the file, without parts that join other things than two vertices."""
    if _tag(root) != "graphml":
        raise source.error(f"the outermost element of GraphML is graphml, not {cut(_tag(root))}")
    tags = [_tag(element) for element in root.iter()]
    for part, reason in _PARTS.items():
        if part in tags:
            raise source.error(f"GraphML with a {part} is not read: {reason}")
    graphs = _children(root, "graph")
    if len(graphs) != 1 or tags.count("graph") != 1:
        raise source.error(f"a file holds one graph, here are {tags.count('graph')}, perhaps nested")
    if tags.count("node") != len(_children(graphs[0], "node")) or tags.count("edge") != len(
        _children(graphs[0], "edge")
    ):
        raise source.error("vertices and edges stand directly below the graph")
    return graphs[0]


def _directed(element: ElementTree.Element, source: Source) -> bool:
    """Whether edges have a direction: by the graph's default, or else as every edge says."""
    default = element.get("edgedefault")
    if default not in _DIRECTED:
        raise source.error(
            "edgedefault is directed or undirected" + (f", not {cut(default)}" if default else "")
        )
    own = {edge.get("directed") for edge in _children(element, "edge")}
    return own == {"true"} if None not in own and len(own) == 1 else _DIRECTED[default]


def _children(element: ElementTree.Element, tag: str) -> list[ElementTree.Element]:
    return [child for child in element if _tag(child) == tag]


def _tag(element: ElementTree.Element) -> str:
    """The name of an element without its namespace."""
    return str(element.tag).rpartition("}")[2]


def _label(element: ElementTree.Element, attribute: str, source: Source) -> Label:
    text = element.get(attribute)
    if not text:
        raise source.error(f"a {_tag(element)} has no {attribute}")
    return label_of(text)
