"""What notebooks show of boards, tours, results and comparisons, through IPython's own formatter."""

import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import networkx as nx
import pytest
from browser import Page
from svg_reader import parsed

from knight_models import (
    Board,
    Puzzle,
    SearchTrace,
    SolveResult,
    Tour,
    TourProblem,
    compare,
    existence_table,
    knight_graph,
    solve,
)
from knight_models.core.count import TourCount
from knight_models.core.evidence import LowDegree
from knight_models.core.problem import Kind
from knight_models.draw.notebook import MOST_SQUARES
from knight_models.tasks.compare import Comparison, Row
from knight_models.tasks.puzzles import Proof

formatters = pytest.importorskip("IPython.core.formatters")

TOUR = Tour(TourProblem("3x4"), [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11])
SVG, HTML = "image/svg+xml", "text/html"


def bundle(what: object) -> dict[str, str]:
    data, _ = formatters.DisplayFormatter().format(what)
    return data


class Structure(HTMLParser):
    """Asserts that elements are closed in order; collects their names and the texts of cells."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.stack: list[str] = []
        self.seen: list[tuple[str, dict]] = []
        self.cells: list[str] = []
        self.feed(html)
        assert self.stack == []

    def handle_starttag(self, tag: str, attributes: list) -> None:
        self.stack.append(tag)
        self.seen.append((tag, dict(attributes)))
        if tag in ("td", "th", "caption"):
            self.cells.append("")

    def handle_startendtag(self, tag: str, attributes: list) -> None:
        self.seen.append((tag, dict(attributes)))

    def handle_endtag(self, tag: str) -> None:
        assert self.stack.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.stack and self.stack[-1] in ("td", "th", "caption"):
            self.cells[-1] += data


@pytest.mark.parametrize(
    "what",
    [
        Board.parse("3x4"),
        TOUR,
        TourProblem("5x5", given={"a1": 1}),
        TourProblem(nx.petersen_graph()),
        Puzzle(TourProblem("3x4", given={"a3": 1}), TOUR, 0, Proof("by hand", 0), {}),
        SearchTrace(TourProblem("5x5"), [0, 7, -1, 11], "events"),
    ],
    ids=lambda each: type(each).__name__,
)
def test_pictures(what: object) -> None:
    data = bundle(what)
    parsed(data[SVG])
    assert data["text/plain"] == repr(what)


def test_a_result_in_words_and_a_picture() -> None:
    result = solve("3x3")
    page = Structure(bundle(result)[HTML])
    assert "impossible" in page.cells
    assert f"LowDegree: {result.evidence.explain(result.problem)}" in page.cells
    names = [name for name, _ in page.seen]
    assert names.count("svg") == 1
    assert {"script", "link", "img", "iframe"}.isdisjoint(names)
    assert all(attributes["scope"] == "row" for name, attributes in page.seen if name == "th")


def test_a_reason_and_a_walk_in_words() -> None:
    walk = Tour(TOUR.problem, [0, 6])
    result = SolveResult("unknown", TOUR.problem, walk=walk, reason="time limit", solver="warnsdorff")
    page = Structure(bundle(result)[HTML])
    assert {"unknown", "time limit", "2 of 12", "warnsdorff"} <= set(page.cells)


def test_a_comparison_is_a_table_with_headers_and_small_pictures() -> None:
    comparison = compare("3x4", ["depth-first", "cpsat"], seconds=20)
    page = Structure(bundle(comparison)[HTML])
    assert page.cells[:3] == [comparison.verdict, "problem", "solver"]
    assert page.cells.count("found") == 2
    heads = [attributes for name, attributes in page.seen if name == "th"]
    assert heads
    assert all(head["scope"] == "col" for head in heads)
    assert [name for name, _ in page.seen].count("svg") == 1


def test_unsupported_rows_and_empty_comparisons() -> None:
    row = Row(TOUR.problem, "tiling", unsupported="<boards> only")
    page = Structure(bundle(Comparison([row]))[HTML])
    assert {"unsupported", "<boards> only"} <= set(page.cells)
    Structure(bundle(Comparison())[HTML])


def test_texts_are_escaped_and_no_scripts_get_in() -> None:
    evil = "</td></table><script>alert(1)</script>\x00"
    graph = nx.path_graph([evil, "b", "c"])
    result = SolveResult("unknown", TourProblem(graph, start=evil), reason=evil, label=evil)
    page = Structure(bundle(result)[HTML])
    assert "script" not in [name for name, _ in page.seen]
    parsed(bundle(TourProblem(graph, start=evil))[SVG])


@pytest.mark.parametrize(
    "what",
    [
        Board((201, 200)),
        TourProblem("201x200"),
        TourProblem(nx.empty_graph(MOST_SQUARES + 1)),
        Tour(TourProblem("201x200"), [0, 1]),
        SolveResult("unknown", TourProblem("201x200")),
        Comparison([Row(TourProblem("201x200"), "auto", unsupported="no")]),
        Board((5000, 1, 1)),
        Tour(TOUR.problem, [0, 99]),
        SolveResult("found", TOUR.problem, Tour(TOUR.problem, [0, -1])),
        SolveResult("impossible", TOUR.problem, evidence=LowDegree((99,))),
        Tour(TOUR.problem, [0] * (MOST_SQUARES + 1)),
    ],
    ids=lambda each: type(each).__name__,
)
def test_large_and_wrong_things_show_their_plain_repr(
    what: object, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bundle(what) == {"text/plain": repr(what)}
    assert capsys.readouterr() == ("", "")


def test_the_largest_that_has_a_picture() -> None:
    ET.fromstring(bundle(Board((200, 200)))[SVG])


LONG = "x" * 10_000
HOLES = [(row, column) for row in range(400) for column in range(0, 500, 2)]
MANY = Board((400, 500), holes=HOLES)
LABELS = TourProblem(nx.path_graph([LONG, LONG + "2"]), start=LONG)


@pytest.mark.parametrize(
    "what",
    [
        MANY,
        Board((1,) * 32),
        TourProblem(MANY),
        LABELS,
        TourProblem(knight_graph(Board((30, 30)))),
        Tour(LABELS, [0, 1]),
        Tour(TourProblem("200x200"), range(40_000)),
        SolveResult("unknown", LABELS, reason=LONG, label=LONG),
        Comparison([Row(LABELS, LONG, unsupported=LONG)] * 100),
        Puzzle(TourProblem("3x4", given={"a3": 1}), TOUR, 0, Proof("by hand", 0), {}),
        SearchTrace(LABELS, [0, 1], "found"),
    ],
    ids=lambda each: type(each).__name__,
)
def test_plain_reprs_are_one_short_line(what: object) -> None:
    said = repr(what)
    assert len(said) < 160
    assert "\n" not in said
    assert said.startswith(type(what).__name__)


def test_a_figure_shows_itself_without_pyplot() -> None:
    figure = existence_table(rows=range(1, 4), columns=range(1, 4))
    data, _ = formatters.DisplayFormatter().format(figure)
    assert data["image/png"][:4] == b"\x89PNG"


def test_pictures_of_results_fit_into_a_notebook(page: Page) -> None:
    """Complete in the width of a notebook; on a phone they scroll."""
    shown = bundle(solve("3x30"))[HTML]
    page.viewport(800, 600)
    page.open(f"<!doctype html><title>notebook</title>{shown}")
    assert page.outside("svg") == []
    page.viewport(360, 600)
    assert page.box("svg").width >= 600
    assert page.run("return document.documentElement.scrollWidth") <= 360


def test_a_number_of_tours_is_a_line_of_text() -> None:
    count = TourCount(TourProblem("6x6", Kind.CLOSED), 9862)
    assert bundle(count) == {"text/plain": "9,862 closed tours of 6x6, undirected"}
