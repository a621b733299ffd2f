"""graph6 and sparse6 against networkx's writer and a published list of graphs."""

from __future__ import annotations

import networkx
import pytest
from facts import table
from graphs import graphs
from hypothesis import given

from knight_models.core.errors import FormatError, InputError
from knight_models.formats.graphs import read_graph

PETERSEN = networkx.to_graph6_bytes(networkx.petersen_graph(), header=False).decode()


def test_every_graph_of_the_published_list_has_its_numbers_of_vertices_and_edges() -> None:
    rows = table("graph6_verdicts.tsv")
    read = [(len(graph), graph.number_of_edges()) for graph in (read_graph(row[0]) for row in rows)]
    assert read == [(int(row[1]), int(row[2])) for row in rows]


@given(graphs(directed=False))
def test_what_networkx_writes_is_read_as_the_same_graph(graph: networkx.Graph) -> None:
    simple = networkx.Graph(networkx.convert_node_labels_to_integers(graph))
    simple.remove_edges_from(list(networkx.selfloop_edges(simple)))
    for header in (True, False):
        for write in (networkx.to_graph6_bytes, networkx.to_sparse6_bytes):
            back = read_graph(write(simple, header=header))
            assert list(back) == list(simple)
            assert networkx.utils.edges_equal(back.edges, simple.edges)


def test_a_large_graph_has_a_long_vertex_count() -> None:
    graph = networkx.cycle_graph(100)
    assert networkx.utils.graphs_equal(read_graph(networkx.to_graph6_bytes(graph)), graph)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("D?", 1, "cut off: after the number of its vertices, 5, 2 characters are expected, here are 1"),
        ("D?{?", 1, "too long"),
        ("~?", 1, "cut off within"),
        (">>graph6<<", 1, "cut off within"),
        ("D?{\n\nD?{\n", None, "holds 2 graphs; choose one with --graph-number 1 to 2"),
        (">>graph6<<\nD?{\nD?{\n", None, "holds 2 graphs"),
        ("&B?", 1, "this digraph6 line is cut off"),
        (">>digraph6<<&B?", 1, "this digraph6 line is cut off"),
        (">>digraph6<<B?", 1, "begins with &"),
        (":Bc~~~", 1, "goes on after its last edge"),
        ("D?|", 1, "its last bits, which fill it up, are not 0"),
        (">>graph6<<D?1", 1, "'1' does not belong in graph6"),
        (">>sparse6<<", 1, "begins with a colon"),
        ("?", None, "no vertex"),
    ],
)
def test_a_damaged_line_is_refused_with_its_number(text: str, line: int | None, message: str) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        read_graph(text, source="g.g6")
    assert caught.value.line == line


def test_a_count_that_no_memory_holds_is_refused() -> None:
    with pytest.raises(InputError, match="68,719,476,735 vertices would need"):
        read_graph(":~~~~~~~~")


def test_the_name_is_the_name_of_the_file() -> None:
    assert read_graph(PETERSEN, source="some/where/petersen.g6").graph["name"] == "petersen.g6"
