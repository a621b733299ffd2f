"""Which graph a file is: it is read as the graph that it was written from or refused, never as another."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from contextlib import suppress

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knight_models.core.errors import FormatError, InputError, OptionError
from knight_models.core.problem import TourProblem
from knight_models.formats.graphs import read_graph, read_graphs

Write = Callable[[networkx.Graph], str]


@st.composite
def numbered(draw: st.DrawFn, directed: bool = False) -> networkx.Graph:
    """A graph of the vertices 0 to n - 1, in this order, without loops."""
    count = draw(st.integers(1, 7))
    graph = networkx.DiGraph() if directed else networkx.Graph()
    graph.add_nodes_from(range(count))
    pairs = [(u, v) for u in range(count) for v in range(count) if (directed and u != v) or u < v]
    if pairs:
        graph.add_edges_from(draw(st.lists(st.sampled_from(pairs), unique=True)))
    return graph


def moved(graph: networkx.Graph, by: int) -> networkx.Graph:
    return networkx.relabel_nodes(graph, {vertex: vertex + by for vertex in graph})


def by_networkx(write: Callable[..., None], **details: object) -> Write:
    def text(graph: networkx.Graph) -> str:
        stream = io.BytesIO()
        write(graph, stream, **details)
        return stream.getvalue().decode()

    return text


def with_header(base: int) -> Write:
    return lambda graph: "".join(
        [f"{len(graph)} {graph.number_of_edges()}\n", *(f"{u + base} {v + base}\n" for u, v in graph.edges)]
    )


def edge_list(graph: networkx.Graph) -> str:
    alone = "".join(f"{vertex}\n" for vertex in networkx.isolates(graph))
    return "".join(f"{u} {v}\n" for u, v in graph.edges) + alone


def full_lists(colon: str) -> Write:
    return lambda graph: "".join(
        f"{vertex}{colon} {' '.join(map(str, graph[vertex]))}\n" for vertex in graph
    )


def matrix(separator: str) -> Write:
    return lambda graph: "".join(
        separator.join(str(int(graph.has_edge(u, v))) for v in graph) + "\n" for u in graph
    )


def metis(flags: str) -> Write:
    """METIS by its manual, with sizes and weights as the flags say."""

    def text(graph: networkx.Graph) -> str:
        lines = [f"{len(graph)} {graph.number_of_edges()} {flags}".rstrip()]
        for vertex in graph:
            before = ["5"] * flags.zfill(3)[:2].count("1")
            after = [f"{v + 1} 9" if flags.endswith("1") else str(v + 1) for v in graph[vertex]]
            lines.append(" ".join(before + after))
        return "\n".join(lines) + "\n"

    return text


def dimacs(graph: networkx.Graph) -> str:
    edges = "".join(f"e {u + 1} {v + 1}\n" for u, v in graph.edges)
    return f"c by hand\np edge {len(graph)} {graph.number_of_edges()}\n{edges}"


def tsplib(shape: str) -> Write:
    def text(graph: networkx.Graph) -> str:
        head = f"TYPE : HCP\nDIMENSION : {len(graph)}\nEDGE_DATA_FORMAT : {shape}\nEDGE_DATA_SECTION\n"
        if shape == "EDGE_LIST":
            return head + "".join(f"{u + 1} {v + 1}\n" for u, v in graph.edges) + "-1\nEOF\n"
        lists = (" ".join(str(v + 1) for v in [u, *graph[u], -2]) for u in graph if graph[u])
        return head + "\n".join(lists) + "\n-1\nEOF\n"

    return text


FORMS: dict[str, tuple[str, int, Write]] = {
    "edges": ("edges", 0, edge_list),
    "edges of networkx": ("edges", 0, by_networkx(networkx.write_edgelist)),
    "header, from 0": ("edges-with-header", 0, with_header(0)),
    "header, from 1": ("edges-with-header", 1, with_header(1)),
    "neighbours of networkx": ("adjacency", 0, by_networkx(networkx.write_adjlist)),
    "all neighbours": ("adjacency", 0, full_lists("")),
    "all neighbours with colons": ("adjacency", 0, full_lists(":")),
    "matrix": ("matrix", 0, matrix(" ")),
    "matrix with commas": ("matrix", 0, matrix(",")),
    "dense matrix": ("matrix", 0, matrix("")),
    "metis": ("metis", 1, metis("")),
    "metis with weights": ("metis", 1, metis("011")),
    "metis with weights of edges": ("metis", 1, metis("1")),
    "dimacs": ("dimacs", 1, dimacs),
    "graph6": ("graph6", 0, by_networkx(networkx.write_graph6)),
    "sparse6": ("graph6", 0, by_networkx(networkx.write_sparse6)),
    "edge list of TSPLIB": ("hcp", 1, tsplib("EDGE_LIST")),
    "neighbours of TSPLIB": ("hcp", 1, tsplib("ADJ_LIST")),
    "graphml": ("graphml", 0, by_networkx(networkx.write_graphml)),
}
"""Each form: the name of its format, the number of the first vertex, and who writes it."""

LOSES_VERTICES = ("edges of networkx",)


def same(graph: networkx.Graph, other: networkx.Graph) -> bool:
    return networkx.utils.graphs_equal(
        networkx.create_empty_copy(graph), networkx.create_empty_copy(other)
    ) and networkx.utils.edges_equal(graph.edges, other.edges, directed=graph.is_directed())


def plain(graph: networkx.Graph) -> networkx.Graph:
    """The same without its name and data."""
    copy = type(graph)()
    copy.add_nodes_from(graph)
    copy.add_edges_from(graph.edges)
    return copy


def expected(name: str, graph: networkx.Graph, base: int, back: networkx.Graph) -> bool:
    """Whether this is the graph; a header can leave open whether vertex 0 or n is the isolated one."""
    if name == "header, from 0" and not graph.degree(0):
        return len(back) == len(graph) and networkx.utils.edges_equal(back.edges, graph.edges)
    return same(plain(back), moved(graph, base))


@pytest.mark.parametrize("name", FORMS)
@settings(max_examples=300)
@given(numbered())
def test_a_graph_is_read_as_itself_or_refused_never_as_another(name: str, graph: networkx.Graph) -> None:
    _, base, write = FORMS[name]
    if name in LOSES_VERTICES:
        graph = networkx.Graph(graph.subgraph([vertex for vertex in graph if graph.degree(vertex)]))
    with suppress(FormatError):
        assert expected(name, graph, base, read_graph(write(graph)))


@pytest.mark.parametrize("name", [name for name in FORMS if name not in LOSES_VERTICES])
@given(numbered())
def test_with_its_format_named_every_graph_is_read(name: str, graph: networkx.Graph) -> None:
    form, base, write = FORMS[name]
    assert expected(name, graph, base, read_graph(write(graph), form=form))


@given(numbered(directed=True))
def test_a_matrix_that_is_not_symmetric_is_directed(graph: networkx.DiGraph) -> None:
    back = read_graph(matrix(" ")(graph), form="matrix")
    if all(graph.has_edge(v, u) for u, v in graph.edges):
        assert same(plain(back), graph.to_undirected())
    else:
        assert same(plain(back), graph)


def digraph6(graph: networkx.DiGraph) -> str:
    bits = "".join(str(int(graph.has_edge(u, v))) for u in graph for v in graph)
    bits += "0" * (-len(bits) % 6)
    codes = [len(graph), *(int(bits[place : place + 6], 2) for place in range(0, len(bits), 6))]
    return "&" + "".join(chr(63 + code) for code in codes)


@given(st.lists(st.booleans().flatmap(lambda directed: numbered(directed=directed)), min_size=1))
def test_several_lines_are_several_graphs(graphs: list[networkx.Graph]) -> None:
    text = "".join(
        (digraph6(graph) if graph.is_directed() else networkx.to_graph6_bytes(graph, header=False).decode())
        .strip() + "\n"
        for graph in graphs
    )  # fmt: skip
    assert all(same(plain(back), graph) for back, graph in zip(read_graphs(text), graphs, strict=True))
    assert same(plain(read_graph(text, number=len(graphs))), graphs[-1])
    with pytest.raises(FormatError, match="the graphs of the file are 1 to"):
        read_graph(text, number=len(graphs) + 1)


K5 = "5 10\n" + "".join(f"{u} {v}\n" for u in range(1, 6) for v in range(u + 1, 6))


@pytest.mark.parametrize(
    ("text", "vertices", "edges"),
    [
        (K5, 5, 10),
        ("4 4\n0 1\n1 2\n2 3\n3 0\n", 4, 4),
        ("01\n10\n", 2, 1),
        ("0 1 1\n1 0 1\n1 1 0\n", 3, 3),
        ("0: 1 2\n1: 0 2\n2: 0 1\n", 3, 3),
        ("0 1 2\n1 2\n2\n", 3, 3),
        ("# of networkx\n0 1 2\n1 2\n2\n", 3, 3),
        ("p col 3 2\ne 1 2\ne 2 3\n", 3, 2),
        ("p edge 3 4\ne 1 2\ne 2 1\ne 2 3\ne 3 2\n", 3, 2),
        ("% a star\n4 3\n2 3 4\n1\n1\n1\n", 4, 3),
        ("3 1\n2\n1\n\n4\n"[:8], 3, 1),
    ],
)
def test_a_plain_text_is_the_graph_it_means(text: str, vertices: int, edges: int) -> None:
    with suppress(FormatError):
        graph = read_graph(text)
        assert (len(graph), graph.number_of_edges()) == (vertices, edges)
        return
    assert text.startswith("3 1")  # a vertex without neighbours, or the end of an edge list


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3 1\n1 2\n", "edges .* or as edges-with-header .* different graphs; choose with --graph-format"),
        ("4 5\n1 2\n2 3\n3 4\n4 1\n1 3\n", "choose with --graph-format edges or edges-with-header"),
        ("4 2\n1 2\n3 4\n", "choose with --graph-format edges or edges-with-header"),
        ("0 1\n0 0\n", "choose with --graph-format edges or matrix, or by a name that ends in .matrix"),
        ("100 3\n1 2\n2 3\n3 1\n", "can be a header or an edge"),
        ("9 30\n1 2\n2 3\n", "but there are 2 edges"),
        ("1 2 5\n2 3 4\n3 4 1\n4 5 2\n5 1 3\n", "edges with weights, or neighbours"),
        ("1: 2\n2: 3\n3: 1\n", "3 lists 1, but 1 does not list 3"),
        ("1: 2 3\n2: 1\n3:\n", "1 lists 3, but 3 does not list 1"),
        ("1 a\n2 b\n#\n1 2\n", "Trivial Graph Format"),
        ("1: 2\n1: 3\n", "vertex 1 has a list above already"),
        ("011\n101\n11\n", "this row of a matrix has 2 entries, but there are 3 rows"),
        ("011\n101\n", "has 3 entries, but there are 2 rows"),
        ("1000000000000 0", "n m, then|gives|reads like"),
        ("p edge 3 2\ne 1 2\n", "the line p gives 2 edges, but here are 1"),
        ("p edge 3 1\ne 1 4\n", "no vertex 4: the vertices are 1 to 3"),
        ("p sp 3 1\na 1 2 5\n", "has a line p edge n m, not 'p sp 3 1'"),
        ("p edge 3 1\np edge 3 1\n", "a second line p"),
        ("p edge 3 1\n1 2\n", "an edge of DIMACS is e u v"),
    ],
)
def test_a_doubtful_or_wrong_text_is_refused_in_a_sentence(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read_graph(text)


def test_the_ending_decides_where_the_text_does_not() -> None:
    text = "5 5\n2 5\n1 3\n2 4\n3 5\n4 1\n"
    assert sorted(map(sorted, read_graph(text, source="c.metis").edges)) == [
        [1, 2], [1, 5], [2, 3], [3, 4], [4, 5],
    ]  # fmt: skip
    assert len(read_graph("0 0\n0 0\n", source="x.matrix")) == 2


@pytest.mark.parametrize("text", ["1000000000000 1\n2\n1\n", "p edge 1000000000000 1\ne 1 2\n"])
@pytest.mark.parametrize("form", ["metis", "dimacs", "edges-with-header"])
def test_a_promise_of_many_vertices_is_refused_before_memory_is_taken(text: str, form: str) -> None:
    with pytest.raises(InputError):
        read_graph(text, form=form)


def test_an_unknown_format_and_a_number_too_many_are_refused() -> None:
    with pytest.raises(OptionError, match="unknown graph format 'meti'; did you mean 'metis'"):
        read_graph("0 1", form="meti")
    with pytest.raises(FormatError, match="holds one graph, so there is no graph 2"):
        read_graph("0 1", number=2)


def graphml(body: str, default: str = "undirected") -> str:
    return f'<graphml xmlns="urn:x"><graph edgedefault="{default}">{body}</graph></graphml>'


EDGE = '<edge source="0" target="1"/>'
NODES = '<node id="0"/><node id="1"/>'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (graphml(NODES)[:-5], "this XML is damaged"),
        ('<!DOCTYPE x [<!ENTITY a "aa">]>' + graphml(NODES), "DOCTYPE or entities is not read"),
        (graphml(NODES + "<hyperedge/>"), "hyperedge is not read"),
        (graphml('<node id="0"><graph edgedefault="directed"/></node>'), "here are 2, perhaps nested"),
        (graphml(NODES + '<edge source="0" target="2"/>'), "names the vertex 2, which is not declared"),
        (graphml(NODES + '<edge source="0"/>'), "a edge has no target|an edge has no target"),
        (graphml(NODES + NODES), "declared twice"),
        (graphml(f'{NODES}<edge source="0" target="1" directed="true"/>{EDGE}'), "a graph has one kind"),
        (graphml(NODES, "both"), "directed or undirected, not both"),
    ],
)  # fmt: skip
def test_graphml_that_is_damaged_or_more_than_a_graph_is_refused(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        read_graph(text)
    assert "\n" not in str(caught.value)


FIXED = """TYPE : HCP
DIMENSION : 4
EDGE_DATA_FORMAT : EDGE_LIST
{before}EDGE_DATA_SECTION
1 2
2 3
3 4
4 1
1 3
-1
{after}EOF
"""


@pytest.mark.parametrize(
    "heading", ["FIXED_EDGES_SECTION", "FIXED_EDGES :", "FIXED_EDGES_SECTION :", "fixed_edges:"]
)
@pytest.mark.parametrize("end", ["-1\n", ""])
def test_fixed_edges_are_required_moves(heading: str, end: str) -> None:
    listed = f"{heading}\n1 3\n2 3\n{end}"
    for before, after in ((listed, ""), ("", listed)):
        graph = read_graph(FIXED.format(before=before, after=after))
        problem = TourProblem(graph)
        assert set(map(frozenset, problem.required)) == {frozenset((1, 3)), frozenset((2, 3))}
        assert TourProblem(graph, required=[(3, 1), (1, 2)]).required_indices
    with pytest.raises(FormatError, match="fixed edge 2 4 is not an edge"):
        read_graph(FIXED.format(before="", after=f"{heading}\n2 4\n-1\n"))


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("1 2 3\n2 1 3\n3 1 2\n-1\n", "vertex 1 is given the neighbour 2 twice.*-1"),
        ("1 2\n3\n-1\n", "one -1 ends it and the file"),
        ("1 1 -1\n-1\n", "its own neighbour"),
    ],
)
def test_lists_of_tsplib_need_their_ends(body: str, message: str) -> None:
    head = "TYPE : HCP\nDIMENSION : 3\nEDGE_DATA_FORMAT : ADJ_LIST\nEDGE_DATA_SECTION\n"
    with pytest.raises(FormatError, match=message):
        read_graph(f"{head}{body}EOF\n")


@pytest.mark.parametrize("separator", [" ", ", ", ""])
def test_the_number_of_rows_may_stand_above_a_matrix(separator):
    rows = "\n".join(separator.join(row) for row in ("0101", "1010", "0101", "1010"))
    graph = read_graph(f"4\n{rows}\n")
    assert sorted(graph) == [0, 1, 2, 3]
    assert sorted(map(sorted, graph.edges)) == [[0, 1], [0, 3], [1, 2], [2, 3]]


def test_another_number_above_a_matrix_is_refused():
    with pytest.raises(FormatError):
        read_graph("5\n0 1 0 1\n1 0 1 0\n0 1 0 1\n1 0 1 0\n")


AS_VALUES: dict[str, Write] = {
    "matrix in numpy": lambda graph: repr(networkx.to_numpy_array(graph, dtype=int)),
    "matrix printed by numpy": lambda graph: str(networkx.to_numpy_array(graph, dtype=int)),
    "matrix in JSON": lambda graph: json.dumps(networkx.to_numpy_array(graph, dtype=int).tolist()),
    "matrix of floats": lambda graph: str(networkx.to_numpy_array(graph).tolist()),
    "dict of lists": lambda graph: str(networkx.to_dict_of_lists(graph)),
    "dict of sets": lambda graph: str({vertex: set(graph[vertex]) or [] for vertex in graph}),
    "dict of dicts": lambda graph: str(networkx.to_dict_of_dicts(graph)),
    "JSON of lists": lambda graph: json.dumps(networkx.to_dict_of_lists(graph)),
}
OF_EDGES: dict[str, Write] = {
    "edges": lambda graph: str(list(graph.edges)),
    "edges named": lambda graph: f"G = {list(graph.edges)}",
    "edges with data": lambda graph: str(list(graph.edges(data=True))),
    "edges as lists": lambda graph: json.dumps(list(graph.edges)),
    "edges as networkx shows them": lambda graph: repr(graph.edges),
    "edges on lines": lambda graph: "\n".join(map(str, graph.edges)),
}


@given(numbered(), st.sampled_from(sorted(AS_VALUES | OF_EDGES)))
def test_values_of_python_and_json_are_the_same_graph_or_refused(graph: networkx.Graph, way: str) -> None:
    isolated = list(networkx.isolates(graph))
    if way in OF_EDGES:
        graph.remove_nodes_from(isolated)  # a list of edges does not show them
    try:
        read = read_graph((AS_VALUES | OF_EDGES)[way](graph))
    except FormatError:
        assert len(graph) < 3, way
        return
    assert set(read) == set(graph)
    assert set(map(frozenset, read.edges)) == set(map(frozenset, graph.edges))
    assert not read.is_directed()


def test_labels_that_are_tuples_are_read() -> None:
    grid = networkx.grid_2d_graph(2, 3)
    assert set(map(frozenset, read_graph(str(list(grid.edges))).edges)) == set(map(frozenset, grid.edges))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[[0, 1], [0, 0]]", "this can be a matrix or a list of two edges"),
        ("{0: [1], 1: [2], 2: []}", "0 lists 1, but 1 does not list 0"),
        ('{"nodes": [], "links": []}', r"write the graph with networkx\.write_graphml"),
        ("[(0, 1), (1,", "neither a value of Python nor JSON"),
        ("[(0, 1, 2.5)]", "neither an edge of two labels nor a row of 0 and 1"),
        ("[0, 1, 2]", "0 stands among lists"),
        ("graph G { a -- b }", "this is DOT, which is not read; convert it in Python"),
        ("strict digraph {\na -> b\n}", "this is DOT"),
        ("\n".join(networkx.generate_gml(networkx.path_graph(3))), r"this is GML.*read_gml"),
        ("\n".join(networkx.generate_pajek(networkx.path_graph(3))), r"this is Pajek.*read_pajek"),
        ("\n".join(networkx.generate_gexf(networkx.path_graph(3))), r"this is GEXF.*read_gexf"),
        ("%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n", "Matrix Market"),
    ],
)
def test_other_formats_are_refused_with_the_way_to_convert_them(text: str, words: str) -> None:
    with pytest.raises(FormatError, match=words) as caught:
        read_graph(text)
    assert "\n" not in str(caught.value)
