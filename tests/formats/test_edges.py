"""Lists of edges."""

from __future__ import annotations

import io

import networkx
import pytest
from graphs import graphs
from hypothesis import given

from knight_models.core.errors import FormatError
from knight_models.formats.graphs import read_graph


def test_labels_are_numbers_where_they_look_like_it_and_keep_their_order() -> None:
    graph = read_graph("# roads\nb 10\n007, -3\nlone\n\n10 b # again\n")
    assert type(graph) is networkx.Graph
    assert list(graph) == ["b", 10, "007", -3, "lone"]
    assert list(graph.edges) == [("b", 10), ("007", -3)]


@pytest.mark.parametrize("text", ["a -> b\nb->a\nc\n", "a->b\nb -> a\nc"])
def test_arcs_make_a_directed_graph(text: str) -> None:
    graph = read_graph(text)
    assert type(graph) is networkx.DiGraph
    assert (list(graph), list(graph.edges)) == (["a", "b", "c"], [("a", "b"), ("b", "a")])


@pytest.mark.parametrize("joint", [" ", "\t", ",", ", ", ";", " ; ", "--", " -- "])
def test_an_edge_may_be_joined_in_many_ways(joint: str) -> None:
    graph = read_graph("".join(f"{first}{joint}{second}\n" for first, second in ["ab", "bc", "ca"]))
    assert networkx.utils.edges_equal(graph.edges, [("a", "b"), ("b", "c"), ("c", "a")])


OTHER_FILES = {
    "DIMACS without its line p": ("e 1 2\ne 2 3\n", 1, 5),
    "neighbours, some without a colon": ("1: 2\n2: 3\n3 1\n", 1, 1),
    "table": ("1| 2\n2| 3\n", 1, 1),
    "assignments": ("a=1 b=2\n", 1, 1),
    "quoted": ('"New York"\n', 1, 1),
    "quoted with a comma": ('"a","b"\n', 1, 1),
    "arrows to and fro": ("a<->b\n", 1, 1),
}


@pytest.mark.parametrize("name", OTHER_FILES)
def test_a_file_of_another_kind_is_no_list_of_edges(name: str) -> None:
    text, line, column = OTHER_FILES[name]
    with pytest.raises(FormatError, match=r"a graph is read from|two labels") as caught:
        read_graph(text)
    assert (caught.value.line, caught.value.column) == (line, column)


OTHER_FORMATS = {
    "DOT on one line": "graph { a -- b; b -- c; c -- a; }",
    "DOT on one line, without blanks": "graph{a--b;b--c}",
    "DOT": "graph G\n{\na -- b\n}\n",
    "DOT of arcs": "digraph {\n a -> b\n}\n",
    "JSON": '{"nodes":[]}',
    "JSON of networkx": '{"directed": false, "nodes": [{"id": 0}]}',
    "GEXF": '<?xml version="1.0"?>\n<gexf>\n',
    "GML": "Creator x\ngraph\n[\n  directed 0\n",
    "GML on a line": "graph [",
    "Pajek": "*Vertices 3\n*Edges\n1 2\n2 3\n3 1\n",
    "Matrix Market": "%%MatrixMarket matrix\n2 2\n1 2\n2 1\n",
}


@pytest.mark.parametrize("name", OTHER_FORMATS)
def test_a_file_in_a_known_format_that_is_not_read_is_named(name: str) -> None:
    with pytest.raises(FormatError, match="is not read"):
        read_graph(OTHER_FORMATS[name])


def test_lists_in_brackets_are_edges() -> None:
    for text in ("[[0, 1], [1, 2]]", "(0, 1)\n(1, 2)\n"):
        assert list(read_graph(text).edges) == [(0, 1), (1, 2)]


CYCLE = "0 1\n1 2\n2 3\n3 0\n"


@pytest.mark.parametrize(
    ("heading", "message"),
    [
        ("3 4", "the header 3 4 gives vertices and edges"),
        ("4", "4 alone reads like the number of vertices"),
        ("# list\n4\n4", "4 alone reads like the number of vertices"),
        ("source,target", "source target reads like a heading"),
        ("u v", "u v reads like a heading"),
    ],
)
def test_a_first_line_that_is_no_edge_is_refused(heading: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read_graph(f"{heading}\n{CYCLE}")
    if len(heading.split()) == 2:
        graph = read_graph(f"{CYCLE}{heading}\n")
        assert graph.number_of_edges() == 5


def test_a_heading_over_labels_that_are_words_is_refused() -> None:
    with pytest.raises(FormatError, match="From To reads like a heading"):
        read_graph("From To\nRome Paris\nParis Rome\n")
    assert list(read_graph("from to\nto x\n")) == ["from", "to", "x"]


def test_a_first_edge_with_other_numbers_is_an_edge() -> None:
    for text in ("4 0\n" + CYCLE, "4 5\n" + CYCLE, "3 4\n4 0\n" + CYCLE, "4 1\n1 2\n2 7\n"):
        assert (read_graph(text).number_of_edges()) == len(text.split("\n")) - 1


def test_a_vertex_may_be_declared_before_its_edges() -> None:
    assert list(read_graph("1\n2\n3\n3 1\n")) == [1, 2, 3]


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("a b\nb c d\n", 2, 5, "two labels, here are 3"),
        ("a b\nb c\nb\n", 3, 2, "vertex b stands alone here, and has edges above"),
        ("a b\nb ->\n", 2, 5, "second label of this edge is missing"),
        ("1,2\n3,\n", 2, 3, "second label of this edge is missing"),
        ("-> b\n", 1, 1, "an edge is a b"),
        ("a -> b -> c\n", 1, 8, "an edge is a b"),
        ("a -> b\nb c\n", 2, 3, "either arcs"),
        ("a b\nb -> c\n", 2, 3, "either arcs"),
        ("1 2 0.5\n", 1, 5, "two labels, here are 3"),
        ("1 2\n" + "3 " * 50, 2, 5, "two labels, here are more"),
        (",,,,,,,,,,", 1, 1, "an edge is a b"),
        ("1 2\nabc:def\n", 2, 1, "'abc:def' stands alone"),
        (
            "1-2\n2-3\n3-1\n",
            1,
            1,
            "'1-2' stands alone, .* cannot; a graph is read from",
        ),
        ("a→b\n", 1, 1, "'a→b' stands alone"),
        ("1:2\n2:3\n", 1, 1, "'1:2' stands alone"),
        ("x" * 100 + "-y\n", 1, 1, r"'x{40}[.]{3}' stands alone"),
    ],
)
def test_a_wrong_line_is_refused_with_its_place(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        read_graph(text)
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize("data", ["", "\n", b"\x00\x01\x02", b"\x89PNG\r\n\x1a\n", "# nothing\n"])
def test_a_file_without_a_graph_is_refused(data: str | bytes) -> None:
    with pytest.raises(FormatError):
        read_graph(data)


@given(graphs(directed=False))
def test_what_networkx_writes_is_read_as_the_same_graph(graph: networkx.Graph) -> None:
    simple = networkx.Graph(networkx.convert_node_labels_to_integers(graph))
    stream = io.BytesIO()
    networkx.write_edgelist(simple, stream)
    lone = "".join(f"{vertex}\n" for vertex in networkx.isolates(simple)).encode()
    back = read_graph(stream.getvalue() + lone)
    assert networkx.utils.graphs_equal(back, simple)
