"""PDF files show what the SVG shows."""

from __future__ import annotations

import base64
import re
import sys
import zlib

import networkx as nx
import pytest

import knight_models as km


def content(pdf: bytes) -> str:
    """The operators that draw the only page."""
    (packed,) = re.findall(rb"stream\r?\n(.*?)~>\s*endstream", pdf, re.DOTALL)
    return zlib.decompress(base64.a85decode(packed)).decode("latin-1")


def written(pdf: bytes) -> list[str]:
    return re.findall(r"\((.*?)\) Tj", content(pdf))


def test_every_number_and_name_is_written_once() -> None:
    tour = km.solve("8x8", kind="closed").tour
    expected = [*map(str, range(1, 65)), *map(str, range(1, 9)), *"abcdefgh"]
    assert sorted(written(km.pdf_of(tour))) == sorted(expected)


def test_the_page_has_the_size_of_the_picture() -> None:
    """A pixel of a style sheet is three quarters of a point."""
    svg = km.svg_of("3x4")
    width, height = (0.75 * int(side) for side in re.findall(r' (?:width|height)="(\d+)"', svg)[:2])
    assert f"/MediaBox [ 0 0 {width:g} {height:g} ]".encode() in km.pdf_of("3x4")


def test_the_line_of_a_tour_is_drawn() -> None:
    tour = km.solve("5x5", solver="warnsdorff", start="a1").tour
    strokes = len(re.findall(r"\bS\b", content(km.pdf_of(tour, numbers=False))))
    assert strokes - len(re.findall(r"\bS\b", content(km.pdf_of("5x5")))) >= 24


def test_the_title_is_kept_in_the_file() -> None:
    assert b"A board of my own" in km.pdf_of("5x5", title="A board of my own")


def test_the_same_picture_is_the_same_file() -> None:
    assert km.pdf_of("5x5") == km.pdf_of("5x5")


@pytest.mark.parametrize(("option", "value"), [("numbers", False), ("names", False), ("title", "Another")])
def test_every_option_has_an_effect(option: str, value: object) -> None:
    tour = km.solve("5x5", solver="warnsdorff", start="a1").tour
    assert km.pdf_of(tour, **{option: value}) != km.pdf_of(tour)  # type: ignore[arg-type]


def test_layouts_of_a_graph_differ() -> None:
    graph = nx.petersen_graph()
    assert km.pdf_of(graph, graph_layout="circular") != km.pdf_of(graph, graph_layout="spring")


def test_bad_options_are_refused_as_for_an_svg() -> None:
    with pytest.raises(km.InputError, match="circular"):
        km.pdf_of("5x5", graph_layout="circle")


def test_without_svglib_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "svglib", None)
    with pytest.raises(km.MissingPackageError, match=r"svglib; install knight_models\[plot\]"):
        km.pdf_of("5x5")
