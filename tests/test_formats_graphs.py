"""Lists of edges."""

from __future__ import annotations

import io

import networkx
import pytest
from graphs import graphs
from hypothesis import given

from knight_models.errors import FormatError
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


def test_a_vertex_may_be_declared_before_its_edges() -> None:
    assert list(read_graph("1\n2\n3\n3 1\n")) == [1, 2, 3]


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("a b\nb c d\n", 2, 5, "two labels, here are 3"),
        ("a b\nb\n", 2, 2, "vertex b stands alone here, and has edges above"),
        ("a b\nb ->\n", 2, 5, "second label of this edge is missing"),
        ("1,2\n3,\n", 2, 3, "second label of this edge is missing"),
        ("-> b\n", 1, 1, "an edge is a b"),
        ("a -> b -> c\n", 1, 8, "an edge is a b"),
        ("a -> b\nb c\n", 2, 3, "either arcs"),
        ("a b\nb -> c\n", 2, 3, "either arcs"),
        ("1 2 0.5\n", 1, 5, "two labels, here are 3"),
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
