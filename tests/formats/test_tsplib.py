"""TSPLIB graphs and tours."""

from __future__ import annotations

from contextlib import suppress

import networkx
import numpy as np
import pytest
from facts import DATA

from knight_models.core.errors import FormatError, InputError
from knight_models.core.problem import TourProblem
from knight_models.formats.graphs import read_graph
from knight_models.formats.reading import read_tours
from knight_models.verifier import faults

HCP = DATA / "hcp"
SIZES = {
    "alb1000.hcp": ("alb1000", 1000, 1998),
    "fhcp_graph1.hcp": ("graph1", 66, 99),
    "toy_sets_toy_g1.hcp": ("g1.hcp", 10, 13),
    "toy_sets_toy_g5.flower.hcp": ("g5", 20, 30),
    "toy_test_cases_slh2_test1.hcp": ("test1.hcp", 6, 5),
}


def hcp(body: str, shape: str = "EDGE_LIST", dimension: str = "4") -> str:
    return (
        f"NAME : small\nCOMMENT : a: b\nTYPE: HCP\nDIMENSION : {dimension}\n"
        f"EDGE_DATA_FORMAT : {shape}\nEDGE_DATA_SECTION\n{body}"
    )


@pytest.mark.parametrize("name", SIZES)
def test_published_files_are_read_whole_with_or_without_an_end_marker(name: str) -> None:
    graph = read_graph((HCP / name).read_bytes(), source=name)
    assert (graph.graph["name"], len(graph), graph.number_of_edges()) == SIZES[name]
    assert list(graph) == list(range(1, len(graph) + 1))


@pytest.mark.parametrize(
    ("graph", "tour"),
    [("alb1000.hcp", "alb1000.opt.tour"), ("toy_sets_toy_g1.hcp", "toy_sets_toy_g1.opt.tour")],
)
def test_published_tours_are_closed_tours_of_their_graphs(graph: str, tour: str) -> None:
    space = read_graph((HCP / graph).read_bytes())
    [reading] = read_tours((HCP / tour).read_bytes(), graph=space)
    assert reading.form == "tsplib"
    assert faults(TourProblem(space, "closed"), reading.answer) == []


@pytest.mark.parametrize("name", SIZES)
def test_only_files_without_an_end_marker_carry_a_note_of_it(name: str) -> None:
    data = (HCP / name).read_bytes()
    notes = read_graph(data).graph.get("notes", [])
    assert bool(notes) is (not data.endswith((b"-1\n", b"EOF\n")))
    assert all("complete" in note for note in notes)


@pytest.mark.parametrize("name", SIZES)
def test_a_published_file_cut_off_is_refused_or_its_graph_carries_a_note(name: str) -> None:
    text = (HCP / name).read_text()
    body = text.index("EDGE_DATA_SECTION") + len("EDGE_DATA_SECTION\n")
    last = text.index("-1") if "-1" in text else len(text) - 1
    for place in range(body, last, max(1, (last - body) // 60)):
        with suppress(FormatError):
            assert read_graph(text[:place]).graph["notes"]
            assert text[place - 1] == "\n"


def test_keywords_may_stand_in_small_letters() -> None:
    text = hcp("1 2\n2 3\n3 4\n4 1\n-1\neof\n").lower()
    assert text.startswith("name : small")
    for written in (text, text.title()):
        graph = read_graph(written)
        assert networkx.utils.edges_equal(graph.edges, [(1, 2), (2, 3), (3, 4), (4, 1)])
    [reading] = read_tours(tour("1 2 3 4").lower(), graph=graph)
    assert np.asarray(reading.answer).tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("end", ["\n-1", "\n-1\nEOF\n", "\nEOF", "\n -1\n\n"])
def test_lone_vertices_are_kept_whatever_the_end(end: str) -> None:
    graph = read_graph(hcp("1 2\n 2\t4" + end))
    assert list(graph) == [1, 2, 3, 4]
    assert list(graph.edges) == [(1, 2), (2, 4)]


@pytest.mark.parametrize("body", ["1 2 4 -1\n3 2 -1\n-1\nEOF\n", "1 2\n4 -1 3 2 -1 -1", "1 2 4 -1\n3 2 -1"])
def test_adjacency_lists_may_break_their_lines_anywhere(body: str) -> None:
    graph = read_graph(hcp(body, "ADJ_LIST"))
    assert networkx.utils.edges_equal(graph.edges, [(1, 2), (1, 4), (2, 3)])


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        (hcp("1 2\n2 5\n"), 8, 3, "there is no vertex 5: the vertices are 1 to 4"),
        (hcp("1 2\n0 3\n"), 8, 1, "there is no vertex 0"),
        (hcp("1 2\n2 4"), 8, None, "neither -1 nor EOF .* and the last line is not ended"),
        (hcp("1 2\n2 4\n"), 8, None, "neither -1 nor EOF .* and vertex 3 has no edge"),
        (hcp("1 2 4 -1\n", "ADJ_LIST"), 7, None, "neither -1 nor EOF .* and vertex 3 has no edge"),
        (hcp("1 2\n2"), 8, None, "an edge is two vertex numbers, here are 1"),
        (hcp("1 2 3\n"), 7, None, "here are 3"),
        (hcp("1 2\n3 x4\n"), 8, 3, "'x4' is not a vertex number"),
        (hcp("1 2\n3 1_0\n"), 8, 3, "'1_0' is not a vertex number"),
        (hcp("1 2\n-1\n2 3\n"), 9, 1, "after the -1"),
        (hcp("1 2\n-1\nEOF\n2 3\n"), 10, 1, "after the end"),
        (hcp("1 2 -1\n3 2", "ADJ_LIST"), 8, None, "neighbours of vertex 3 are cut off"),
        (hcp("1 2 -1 -1\n3", "ADJ_LIST"), 8, None, "after the -1 that ends"),
        (hcp("1 9 -1", "ADJ_LIST"), 7, 3, "there is no vertex 9"),
        (hcp("", "FULL_MATRIX"), None, None, "EDGE_LIST or ADJ_LIST, not FULL_MATRIX"),
        (hcp("", dimension="0"), None, None, "DIMENSION is a whole number of at least 1, not '0'"),
        (hcp("", dimension="ten"), None, None, "not 'ten'"),
        ("DIMENSION : 4\n" + hcp("1 2\n", dimension="5"), 5, 1, "DIMENSION is '5' here, but '4' above"),
        ("NAME : x\nTYPE : TOUR\nTYPE : HCP\n", 3, 1, "TYPE is 'HCP' here, but 'TOUR' above"),
        (hcp("1 " + "9" * 4000 + "\n"), 7, 3, "no vertex 9{40}[.]{3}:"),
        ("NAME : x\nTYPE : HCP\n", 3, None, "ends before its EDGE_DATA_SECTION"),
        ("NAME : x\nTYPE : TSP\nEDGE_DATA_SECTION\n", None, None, "of TYPE TSP"),
        ("NAME : x\nDIMEN", 2, 1, "not 'DIMEN'"),
        ("NAME : x\nNODE_COORD_SECTION : 1\n", 2, 1, "NODE_COORD_SECTION is not read"),
        ("NAME : x\nEDGE_DATA_SECTION\n1 2\n", None, None, "DIMENSION, the number of vertices, is missing"),
    ],
)
def test_a_wrong_graph_is_refused_with_its_place(
    text: str, line: int | None, column: int | None, message: str
) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        read_graph(text)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_a_keyword_may_be_said_twice_with_one_value_and_comments_may_differ() -> None:
    graph = read_graph("COMMENT : b\nDIMENSION : 4\n" + hcp("1 2\n-1\n"))
    assert len(graph) == 4


def test_a_graph_of_one_vertex_needs_no_end() -> None:
    assert list(read_graph(hcp("", dimension="1"))) == [1]


def test_a_dimension_that_leaves_nearly_all_vertices_alone_is_refused() -> None:
    with pytest.raises(FormatError, match="the header gives 5,000,000 vertices, but nearly all"):
        read_graph(hcp("1 2\n2 3\n3 4\n4 1\n-1\n", dimension="5000000"))


def test_a_dimension_that_no_memory_holds_is_refused() -> None:
    with pytest.raises(InputError, match="9,999,999,999,999 vertices would need"):
        read_graph(hcp("1 2", dimension="9999999999999"))


def tour(body: str, dimension: int = 4) -> str:
    return f"NAME : t\nTYPE : TOUR\nDIMENSION : {dimension}\nTOUR_SECTION\n{body}"


def test_a_file_may_hold_several_tours() -> None:
    readings = read_tours(tour("1 2 3 4 -1\n4 3\n2 1\n-1\n-1\nEOF"), graph=networkx.path_graph(4))
    assert [reading.answer.tolist() for reading in readings] == [[0, 1, 2, 3], [3, 2, 1, 0]]
    assert [reading.line for reading in readings] == [5, 6]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (tour("1 2 3\n"), 5, "ends here after 3 vertices, but DIMENSION is 4"),
        (tour("1 2\n3 4 1\n-1"), 7, "after 5 vertices"),
        (tour("1 2 3 5\n"), 5, "there is no vertex 5"),
        (tour("1 2 c 4\n"), 5, "'c' is not a vertex number"),
        (tour(""), 5, "after 0 vertices"),
        (tour("1 2 3 4 5", 5), None, "DIMENSION is 5, but there are 4 vertices"),
    ],
)
def test_a_wrong_tour_is_refused_with_its_place(text: str, line: int | None, message: str) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        read_tours(text, graph=networkx.path_graph(4))
    assert caught.value.line == line


def test_vertex_numbers_alone_do_not_say_their_board() -> None:
    with pytest.raises(FormatError, match="--board or --graph"):
        read_tours(tour("1 2 3 4"))
