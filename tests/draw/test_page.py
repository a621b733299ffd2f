"""Pages are well-formed, ask for nothing outside, take any label, and carry the tours that they play."""

from __future__ import annotations

import fnmatch
import json
import re
import tomllib
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

import knight_models as km
from knight_models.core.board import Board
from knight_models.core.errors import InputError, TooLargeError
from knight_models.core.problem import TourProblem
from knight_models.core.tour import Tour
from knight_models.draw.layout import board_layout
from knight_models.draw.lines import MovePaths
from knight_models.draw.page import SCRIPTS, page_of
from knight_models.draw.style import brief

VOID = {"meta", "link", "input", "br", "img", "hr"}
OPEN_3X4 = [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]
HOSTILE = [
    "</script><script>alert(1)</script>",
    "<!--<script>",
    '"><img src=x onerror=alert(1)>',
    "]]></svg><style>*{display:none}</style>",
    "\u2028\u2029\x00\ud800",
    "$data $title ${style}",
]


class Parsed(HTMLParser):
    """The elements of a page; those that do not nest are a failure."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self.stack: list[str] = []
        self.feed(text)
        self.close()
        assert self.stack == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.stack.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.stack.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.stack:
            self.texts.setdefault(self.stack[-1], []).append(data)

    def count(self, tag: str) -> int:
        return sum(name == tag for name, _ in self.elements)


def data_of(page: str) -> dict[str, Any]:
    (found,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    data: dict[str, Any] = json.loads(found)
    return data


def events_of(page: str) -> list[list[int]]:
    return [panel["events"] for panel in data_of(page)["panels"]]


def hostile_path() -> Tour:
    graph = nx.path_graph(HOSTILE)
    return Tour(TourProblem(graph), range(len(HOSTILE)))


def anything() -> list[object]:
    torus = TourProblem(Board.parse("5x5", wrap="both"), kind="closed")
    return [
        Tour(TourProblem("3x4"), OPEN_3X4),
        km.solve(torus, solver="cpsat"),
        km.solve("4x4x4", solver="warnsdorff"),
        km.solve(nx.dodecahedral_graph(), solver="cpsat"),
        km.solve("5x5", kind="closed"),
        km.trace_search("5x5", "depth-first:ordering=fixed", events=200, start="a1"),
        "6x6",
        km.puzzle_of(Tour(TourProblem("3x4"), OPEN_3X4)),
        hostile_path(),
    ]


@pytest.fixture(scope="module")
def page() -> str:
    return page_of(anything(), title="<b>All</b> of it")


def test_a_page_is_well_formed(page: str) -> None:
    parsed = Parsed(page)
    assert parsed.count("svg") > parsed.count("figure") == len(events_of(page)) >= len(anything())
    assert parsed.texts["title"][0] == "<b>All</b> of it"
    assert parsed.count("b") == 0


def test_a_page_names_no_address(page: str) -> None:
    """Nothing is loaded, linked or sent; the policy would forbid it too."""
    assert not re.search(r"\b(https?|wss?|ftp):|@import", page.lower())
    assert set(re.findall(r"url\(.", page)) <= {"url(#"}
    for _, attributes in Parsed(page).elements:
        assert attributes.keys().isdisjoint({"src", "srcset", "action", "xlink:href", "poster", "ping"})
        assert (attributes.get("href") or "data:,").startswith(("data:,", "#"))
        assert not any(name.startswith("on") for name in attributes)
    (policy,) = [a["content"] for _, a in Parsed(page).elements if "http-equiv" in a]
    assert policy is not None
    assert "default-src 'none'" in policy
    assert "connect-src" not in policy


def test_labels_and_titles_are_texts() -> None:
    harmless = Parsed(page_of(Tour(TourProblem(nx.path_graph(6)), range(6))))
    text = page_of(hostile_path(), title=HOSTILE[0])
    text.encode("utf-8")
    hostile = Parsed(text)
    for tag in ("script", "style", "img", "svg", "noscript"):
        assert hostile.count(tag) == harmless.count(tag)
    names = data_of(text)["panels"][0]["names"]
    assert names == [brief(km.TourProblem(nx.path_graph(HOSTILE)).name(vertex)) for vertex in range(6)]


def test_the_data_are_the_tour() -> None:
    tour = Tour(TourProblem("3x4"), OPEN_3X4)
    (panel,) = data_of(page_of(tour))["panels"]
    assert panel["events"] == OPEN_3X4
    assert panel["shape"] == [3, 4]
    assert not panel["search"]
    assert "cells" not in panel
    assert "moves" not in panel


def test_a_closed_tour_comes_back_to_its_start() -> None:
    result = km.solve("6x6", kind="closed", solver="cpsat")
    assert result.tour is not None
    order = result.tour.order.tolist()
    assert events_of(page_of(result)) == [[*order, order[0]]]


def test_a_search_is_played_event_by_event() -> None:
    trace = km.trace_search("5x5", "depth-first:ordering=fixed", events=300, start="a1")
    assert -1 in trace.events
    text = page_of(trace)
    assert events_of(text) == [trace.events.tolist()]
    assert data_of(text)["panels"][0]["search"]


def test_a_search_that_turns_back_carries_the_moves_that_it_made_and_no_others() -> None:
    board = Board.parse("3x5", wrap="columns")
    trace = km.trace_search(board, "depth-first:ordering=fixed", events=300, start="a1")
    path: list[int] = []
    made = set()
    for event in trace.events.tolist():
        if event < 0:
            path.pop()
            continue
        made |= {(path[-1], event)} if path else set()
        path.append(event)
    squares = list(board)
    wrapped = {move for move in made if abs(squares[move[0]][1] - squares[move[1]][1]) > 2}
    assert -1 in trace.events
    (panel,) = data_of(page_of(trace))["panels"]
    assert {tuple(map(int, move.split(","))) for move in panel["moves"]} == wrapped


def test_squares_beside_holes_know_their_cells() -> None:
    board = Board.parse("3x4", holes="a3,b2")
    (panel,) = data_of(page_of(board))["panels"]
    assert panel["cells"] == [1, 2, 3, 4, 6, 7, 8, 9, 10, 11]


def test_vertices_that_are_squares_know_their_cells_in_any_order() -> None:
    graph = nx.Graph(board=Board.parse("3x4"))
    graph.add_nodes_from([(2, 3), (0, 0), (1, 1), (0, 2)])
    graph.add_edges_from([((0, 0), (1, 1)), ((1, 1), (0, 2)), ((0, 2), (2, 3))])
    (panel,) = data_of(page_of(Tour(TourProblem(graph), [1, 2, 3, 0])))["panels"]
    assert panel["cells"] == [11, 0, 5, 2]


def test_moves_that_wrap_round_carry_their_paths() -> None:
    board = Board.parse("4x4", wrap="columns")
    (panel,) = data_of(page_of(Tour(TourProblem(board), [0, 11, 5])))["panels"]
    paths = MovePaths(board_layout(board))
    assert panel["moves"] == {"0,11": ["plain", paths(0, 11)]}
    assert panel["layers"] == ["plain"]


def test_steps_that_are_no_moves_are_drawn_as_such() -> None:
    (panel,) = data_of(page_of(Tour(TourProblem("3x4"), [0, 1, 7])))["panels"]
    assert panel["layers"] == ["plain", "wrong"]
    assert panel["moves"]["0,1"][0] == "wrong"


@pytest.mark.parametrize("numbers", [None, True, False])
def test_numbers_at_first(numbers: bool | None) -> None:
    assert data_of(page_of("3x4", numbers=numbers))["numbers"] is numbers


def test_what_is_said_under_a_tour() -> None:
    result = km.solve("8x8", start="a1", solver="warnsdorff")
    said = [text for texts in Parsed(page_of(result)).texts.values() for text in texts]
    assert {"solver", "warnsdorff", "status", "found", "steps", "64 of 64"} <= set(said)
    assert result.tour is not None
    assert set(km.describe(result.tour).lines()) <= set(said)


def test_what_is_said_of_an_impossible_problem() -> None:
    result = km.solve("5x5", kind="closed")
    assert result.evidence is not None
    said = [text for texts in Parsed(page_of(result)).texts.values() for text in texts]
    assert f"{result.evidence.type}: {result.evidence.explain(result.problem)}" in said
    assert events_of(page_of(result)) == [[]]


@pytest.mark.parametrize(
    "wrong", [{"numbers": "yes"}, {"title": 3}, {"title": " "}, {"graph_layout": "spirng"}]
)
def test_options_that_make_no_sense(wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=str(next(iter(wrong.values())))):
        page_of("3x4", **wrong)


@pytest.mark.parametrize("wrong", [[], 3, None, [None]])
def test_what_cannot_be_drawn(wrong: object) -> None:
    with pytest.raises(InputError):
        page_of(wrong)


def test_a_page_that_no_browser_would_open() -> None:
    with pytest.raises(TooLargeError, match="at most 3,000,000 squares and steps"):
        page_of("1900x1900")


def test_a_million_squares_fit_into_25_megabytes() -> None:
    result = km.solve("1000x1000", solver="tiling", seconds=60)
    assert result.found
    assert 10**6 < len(page_of(result)) < 25 * 10**6


def test_the_package_brings_its_assets() -> None:
    assets = files("knight_models.draw").joinpath("assets")
    present = {path.name for path in assets.iterdir()}
    assert present == {"page.html", "page.css", *SCRIPTS}
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
    patterns = project["tool"]["setuptools"]["package-data"]["knight_models"]
    for name in present:
        assert any(fnmatch.fnmatch(f"draw/assets/{name}", pattern) for pattern in patterns)


def test_long_names_are_cut() -> None:
    graph = nx.path_graph(["x" * 5_000, "y" * 5_000])
    page = page_of(Tour(TourProblem(graph), [0, 1]))
    assert "x" * 70 in page
    assert "x" * 200 not in page
    assert "y" * 200 not in page
