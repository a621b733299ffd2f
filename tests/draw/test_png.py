"""PNGs show what the SVG shows."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np
import pytest
from matplotlib.image import imread

import knight_models as km
from knight_models.draw import colours
from knight_models.draw.layout import MARGIN, SIDE

if TYPE_CHECKING:
    from browser import Page

UNITS_TO_PIXELS = 2 * 48 / SIDE
"""Of a board so small that its squares are as large as they get: 48 pixels, doubled."""


def pixels(png: bytes) -> np.ndarray[Any, Any]:
    """Shape (height, width, 3): colours from 0 to 255."""
    return imread(io.BytesIO(png), format="png")[..., :3] * 255


def at(image: np.ndarray[Any, Any], row: float, column: float) -> tuple[int, ...]:
    """The colour at a place of the board, in squares from its top left corner."""
    x, y = ((MARGIN + place * SIDE) * UNITS_TO_PIXELS for place in (column, row))
    return tuple(round(channel) for channel in image[int(y), int(x)])


def colour(text: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(text[1:]))


def test_squares_holes_and_paper_have_their_colours() -> None:
    image = pixels(km.png_of(km.Board.parse("3x4", holes="b3")))
    assert at(image, 2.2, 0.2) == colour(colours.DARK_SQUARE)  # a1 is dark
    assert at(image, 2.2, 1.2) == colour(colours.LIGHT_SQUARE)
    assert at(image, 1.2, 1.2) == colour(colours.DARK_SQUARE)
    assert at(image, 0.3, 1.3) == colour(colours.HOLE)
    assert at(image, -0.6, -0.6) == colour(colours.PAPER)


def test_the_line_passes_between_the_squares_it_joins() -> None:
    tour = km.solve("5x5", start="a1", solver="warnsdorff").tour
    assert tour is not None
    image = pixels(km.png_of(tour, numbers=False))
    shades = colours.scale(24)
    for step, (first, second) in enumerate(zip(tour.squares[3:-3], tour.squares[4:-2], strict=True), 3):
        middle = [(a + b) / 2 + 0.5 for a, b in zip(first, second, strict=True)]
        found = at(image, *middle)
        nearest = min(shades, key=lambda shade: np.abs(np.subtract(found, colour(shade))).sum())
        if nearest != shades[step]:  # another move crosses on top of it
            assert nearest in shades[step + 1 :]
            continue
        assert found == colour(shades[step])


def test_start_and_end_are_marked() -> None:
    tour = km.solve("5x5", start="a1", solver="warnsdorff").tour
    assert tour is not None
    image = pixels(km.png_of(tour, numbers=False))
    assert at(image, 4.5, 0.5) == colour(colours.START)
    assert at(image, *(place + 0.5 for place in tour.end)) == colour(colours.END)


def test_it_is_twice_as_large_as_the_svg_and_bounded() -> None:
    assert pixels(km.png_of("5x5")).shape[:2] == (2 * 326, 2 * 326)
    height, width = pixels(km.png_of([km.Board.parse("1x60")] * 40)).shape[:2]
    assert max(height, width) <= 4000


def test_the_title_is_kept_in_the_file() -> None:
    assert b"A board of my own" in km.png_of("5x5", title="A board of my own")


def test_the_same_picture_is_the_same_file() -> None:
    assert km.png_of("5x5") == km.png_of("5x5")


@pytest.mark.parametrize(
    ("option", "value"), [("numbers", False), ("names", False), ("title", "Another"), ("numbers", True)]
)
def test_every_option_has_an_effect(option: str, value: object) -> None:
    tour = km.solve("24x24", kind="closed", solver="tiling").tour
    large = km.solve("50x50", kind="closed", solver="tiling").tour
    assert tour is not None
    assert large is not None
    drawn = large if value is True else tour
    assert km.png_of(drawn, **{option: value}) != km.png_of(drawn)  # type: ignore[arg-type]


def test_layouts_of_a_graph_differ() -> None:
    graph = nx.petersen_graph()
    assert km.png_of(graph, graph_layout="circular") != km.png_of(graph, graph_layout="spring")


def test_labels_that_the_font_has_not_are_drawn_without_a_warning() -> None:
    graph = nx.Graph([("漢字", "a"), ("a", "$x$")])
    assert pixels(km.png_of(graph, names=True)).shape


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"graph_layout": "circle"}, "circular"),
        ({"graph_layout": "spring"}, "for graphs"),
        ({"title": ""}, "a title is a text"),
    ],
)
def test_bad_options_are_refused_as_for_an_svg(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(km.InputError, match=sentence):
        km.png_of("5x5", **options)


@pytest.mark.parametrize("package", ["matplotlib", "resvg_py"])
def test_without_its_packages_it_says_so(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(km.MissingPackageError, match=package):
        km.png_of("5x5")


def pictures() -> list[Any]:
    """One of each kind of thing that is drawn in its own way; it is made when its test runs."""
    arrows = nx.DiGraph([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3), (3, 1)])
    return [
        pytest.param(lambda: km.solve("8x8", kind="closed").tour, id="8x8"),
        pytest.param(lambda: km.solve("30x30", kind="closed").tour, id="30x30"),
        pytest.param(lambda: km.solve("200x200", kind="closed").tour, id="200x200"),
        pytest.param(lambda: km.solve("4x4x4").tour, id="4x4x4"),
        pytest.param(lambda: km.solve(km.Board.parse("5x6", wrap="both"), kind="closed").tour, id="torus"),
        pytest.param(lambda: km.solve(km.TourProblem(arrows, kind="closed")).tour, id="arrows"),
        pytest.param(lambda: km.solve("4x6", kind="closed"), id="evidence"),
        pytest.param(lambda: km.make_puzzle("6x6", seed=1), id="puzzle"),
        pytest.param(lambda: km.Board.parse("8x8", holes="c3,d3,f6"), id="holes"),
        pytest.param(lambda: km.compare("5x6", ["warnsdorff", "cpsat"], kind="closed"), id="comparison"),
    ]


@pytest.mark.parametrize("make", pictures())
def test_it_looks_like_the_svg_in_a_browser(
    make: Callable[[], Any], open_page: Callable[..., Page]
) -> None:
    """Averaged over blocks of 12 pixels, which forgives edges and fonts, the two are the same picture."""
    what = make()
    ours = pixels(km.png_of(what))
    height, width = ours.shape[:2]
    text = km.svg_of(what)
    page = open_page(viewport={"width": width // 2 + 10, "height": height // 2 + 10}, device_scale_factor=2)
    page.open(f'<!DOCTYPE html><body style="margin:0">{text}')
    theirs = pixels(page.tab.locator("svg").screenshot())[:height, :width]
    mean, worst = difference(ours, theirs)
    assert mean < 3
    assert worst < 80


def difference(first: np.ndarray[Any, Any], second: np.ndarray[Any, Any]) -> tuple[float, float]:
    """The mean difference of blocks, and that of the worst in a thousand, from 0 to 255."""
    blocks = np.abs(averaged(first) - averaged(second))
    return float(blocks.mean()), float(np.quantile(blocks, 0.999))


def averaged(image: np.ndarray[Any, Any], block: int = 12) -> np.ndarray[Any, Any]:
    rows, columns = (side // block for side in image.shape[:2])
    cut = image[: rows * block, : columns * block]
    return cut.reshape(rows, block, columns, block, 3).mean(axis=(1, 3))


def test_the_measure_sees_that_a_single_move_is_missing() -> None:
    closed = km.solve("8x8", kind="closed").tour
    assert closed is not None
    cut = km.Tour(km.TourProblem("8x8"), closed.order)
    assert difference(pixels(km.png_of(closed)), pixels(km.png_of(cut)))[1] > 120
