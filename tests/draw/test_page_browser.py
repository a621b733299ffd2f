"""Pages in a real browser: they play, seek, show what is right, and stay within themselves."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

import networkx as nx
import pytest
from browser import Page

import knight_models as km
from knight_models.core.board import Board
from knight_models.core.problem import TourProblem
from knight_models.core.result import SolveResult
from knight_models.core.tour import Tour
from knight_models.core.trace import SearchTrace
from knight_models.draw.layout import board_layout, layout_of
from knight_models.draw.page import page_of

SHAPES = ["5x5", "8x8", "50x50"]

LINES = """
const [panel] = arguments;
return [...document.querySelectorAll(".panel")[panel].querySelectorAll(".line path")]
    .map(path => path.getAttribute("d"));
"""
NUMBERS = """
const [panel] = arguments;
const shown = [...document.querySelectorAll(".panel")[panel].querySelectorAll(".number")];
return shown.filter(group => group.querySelector("text").getBoundingClientRect().width > 0).map(
    group => [Number(group.dataset.vertex), Number(group.querySelector("text").textContent)]);
"""
SLIDE = """
const slider = document.getElementById("slider");
slider.value = arguments[0];
slider.dispatchEvent(new Event("input"));
"""
STEPS = 'return [...document.querySelectorAll(".panel")].map(panel => Number(panel.dataset.step))'
ENDED = "document.getElementById('play').dataset.icon === 'replay'"


@cache
def tours(shape: str, count: int) -> list[SolveResult | Tour]:
    """So many tours of a board, the second of them two steps shorter than the others."""
    found = km.solve(shape, solver="warnsdorff", start="a1")
    assert found.tour is not None
    other = km.solve(shape, solver="depth-first", start="c1", seconds=20)
    return [found, Tour(TourProblem(shape), found.tour.order[:-2]), other][:count]


def order_of(what: SolveResult | Tour) -> list[int]:
    tour = what if isinstance(what, Tour) else what.tour
    assert tour is not None
    order: list[int] = tour.order.tolist()
    return order


def opened(page: Page, what: object, calm: bool = True, **options: Any) -> Page:
    """The page, which does not start by itself where motion is unwanted."""
    page.tab.emulate_media(reduced_motion="reduce" if calm else "no-preference")
    return page.open(page_of(what, **options))


def steps(page: Page) -> list[int]:
    found: list[int] = page.run(STEPS)
    return found


def at(page: Page, step: int) -> Page:
    page.run(SLIDE, step)
    return page


def drawn(page: Page, board: Board, panel: int = 0) -> list[int]:
    """The vertices that the line goes through, read back from its paths; straight moves only."""
    vertices = {tuple(place): number for number, place in enumerate(board_layout(board).places.tolist())}
    path: list[int] = []
    for text in page.run(LINES, panel):
        points = [tuple(map(float, point.split())) for point in re.findall(r"[ML]([^ML]+)", text)]
        part = [vertices[point] for point in points]  # type: ignore[index]  # pairs
        assert not path or not part or part[0] == path[-1]
        path += part[1:] if path else part
    return path


def centre(page: Page, board: Board, vertex: int, panel: int = 0) -> tuple[float, float]:
    x, y = board_layout(board).places[vertex].tolist()
    (box,) = page.user_boxes([(x, y, 0, 0)], f".panel:nth-child({panel + 1}) .stage > svg:first-child")
    return box.left, box.top


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("shape", SHAPES)
def test_it_plays_to_the_end_and_again(page: Page, shape: str, count: int) -> None:
    what = tours(shape, count)
    lengths = [len(order_of(each)) for each in what]
    opened(page, what)
    page.keys("Home", *"++++++++++++++++")
    assert steps(page) == [1] * count
    page.click("#play")
    page.until(ENDED)
    assert steps(page) == lengths
    for panel, each in enumerate(what):
        assert drawn(page, Board.parse(shape), panel) == order_of(each)
    page.keys(*"----------------")
    page.click("#play")
    assert max(steps(page)) < min(lengths)


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("shape", SHAPES)
def test_it_goes_where_it_is_told(page: Page, shape: str, count: int) -> None:
    """The slider, a click on a square, and boards of different length in step."""
    board, what = Board.parse(shape), tours(shape, count)
    lengths = [len(order_of(each)) for each in what]
    opened(page, what)
    longest = max(lengths)
    for step in (7, longest, 3, longest - 1):
        at(page, step)
        assert steps(page) == [min(step, length) for length in lengths]
        for panel, each in enumerate(what):
            path = order_of(each)[:step]
            assert drawn(page, board, panel) == (path if len(path) > 1 else [])
    for panel, each in enumerate(what):
        for place in (0, 5, lengths[panel] // 3, lengths[panel] - 1):
            page.click(centre(page, board, order_of(each)[place], panel))
            assert steps(page)[panel] == place + 1


def test_a_square_is_hit_up_to_its_corners(page: Page) -> None:
    board = Board.parse("8x8")
    opened(page, tours("8x8", 1))
    order = order_of(tours("8x8", 1)[0])
    half = (centre(page, board, 1)[0] - centre(page, board, 0)[0]) / 2
    for vertex in (0, 7, 27, 56):
        x, y = centre(page, board, vertex)
        for right, down in ((-0.9, -0.9), (0.9, -0.9), (-0.9, 0.9), (0.9, 0.9)):
            page.keys("Home")
            page.click((x + right * half, y + down * half))
            assert steps(page) == [order.index(vertex) + 1]


@pytest.mark.parametrize("shape", SHAPES)
def test_keys(page: Page, shape: str) -> None:
    length = len(order_of(tours(shape, 1)[0]))
    opened(page, tours(shape, 1))
    pressed = [
        ("Home", 1), ("ArrowLeft", 1), ("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2),
        ("End", length), ("ArrowRight", length), ("ArrowLeft", length - 1),
    ]  # fmt: skip
    for key, step in pressed:
        page.keys(key)
        assert steps(page) == [step]
    speed = page.text("#speed")
    page.keys("+")
    faster = page.text("#speed")
    page.keys("-")
    assert page.text("#speed") == speed != faster
    page.keys("Home", " ")
    assert page.attribute("#play", "data-icon") == "pause"
    page.until(lambda: steps(page)[0] > 1)
    page.keys(" ")
    (stopped,) = steps(page)
    page.settle()
    assert steps(page) == [stopped]
    numbers = page.attribute("#numbers", "aria-pressed")
    page.keys("n")
    assert page.attribute("#numbers", "aria-pressed") != numbers
    page.keys("?")
    assert page.run("return document.getElementById('help').open")
    page.keys("Escape")
    assert not page.run("return document.getElementById('help').open")


def test_buttons(page: Page) -> None:
    opened(page, tours("5x5", 1))
    for name, step in (
        ("first", 1),
        ("forward", 2),
        ("forward", 3),
        ("back", 2),
        ("last", 25),
        ("back", 24),
    ):
        page.click(f"#{name}")
        assert steps(page) == [step]
    speed = page.text("#speed")
    page.click("#slower")
    assert page.text("#speed") != speed
    page.click("#faster")
    assert page.text("#speed") == speed
    page.click("#ask")
    page.click("#close")
    assert not page.run("return document.getElementById('help').open")


def test_space_on_a_button_presses_this_button_alone(page: Page) -> None:
    opened(page, tours("5x5", 1))
    page.run("document.getElementById('first').focus()")
    page.keys(" ")
    assert steps(page) == [1]
    assert page.attribute("#play", "data-icon") == "play"


@pytest.mark.parametrize("shape", ["5x5", "8x8"])
def test_numbers_are_those_of_the_steps_made(page: Page, shape: str) -> None:
    order = order_of(tours(shape, 1)[0])
    opened(page, tours(shape, 1))
    for step in (1, 9, len(order), 4):
        at(page, step)
        shown = dict(page.run(NUMBERS, 0))
        assert shown == {vertex: place + 1 for place, vertex in enumerate(order[:step])}
        assert page.overlaps(".number") == []
    page.keys("n")
    assert page.run(NUMBERS, 0) == []
    page.keys("n")
    assert len(page.run(NUMBERS, 0)) == 4


def test_numbers_where_they_cannot_be_read_come_when_asked_for(page: Page) -> None:
    opened(page, tours("50x50", 3))
    assert page.run(NUMBERS, 0) == []
    at(page, 100).keys("n")
    assert len(page.run(NUMBERS, 0)) == 100
    opened(page, tours("8x8", 1), numbers=False)
    assert page.run(NUMBERS, 0) == []


@cache
def trace() -> SearchTrace:
    found = km.trace_search("6x6", "depth-first:ordering=fixed", events=3000, start="a1")
    assert found.backtracks > 1000
    return found


def test_a_search_shows_its_path(page: Page) -> None:
    """Forwards and backwards, and beside a tour that is much shorter."""
    board, walk = Board.parse("6x6"), km.solve("6x6", solver="warnsdorff")
    opened(page, [trace(), walk])
    end = len(trace())
    for count in (1, 20, 40, end, 1000, 999, 998, 2000, 37, 36, end - 1, 2):
        at(page, count)
        path = trace().path_at(count).tolist()
        assert steps(page) == [count, min(count, 36)]
        assert drawn(page, board) == (path if len(path) > 1 else [])
        assert sorted(page.run(NUMBERS, 0), key=lambda pair: pair[1]) == [
            [vertex, number + 1] for number, vertex in enumerate(path)
        ]
        said = page.text(".panel:first-child .state").replace(",", "")
        placed = int((trace().events[:count] >= 0).sum())
        deepest = max(trace().lengths[:count].tolist())
        assert f"path {len(path)} deepest {deepest} placed {placed} taken back {count - placed}" in said


def test_a_click_in_a_search_goes_to_the_next_time(page: Page) -> None:
    board, events = Board.parse("6x6"), trace().events.tolist()
    opened(page, trace())
    vertex = max(set(events) - {-1}, key=events.count)
    times = [number + 1 for number, event in enumerate(events) if event == vertex]
    at(page, 1)
    for time in times[:5]:
        page.click(centre(page, board, vertex))
        assert steps(page) == [time]
    at(page, times[-1])
    page.click(centre(page, board, vertex))
    assert steps(page) == [times[0]]


def test_it_starts_by_itself_unless_motion_is_unwanted(page: Page) -> None:
    opened(page, tours("8x8", 1), calm=False)
    page.until(lambda: steps(page)[0] in range(2, 60))
    opened(page, tours("8x8", 1), calm=True)
    assert steps(page) == [64]
    assert page.attribute("#play", "data-icon") == "replay"


def test_steps_are_told_to_screen_readers_when_it_stands(page: Page) -> None:
    opened(page, tours("8x8", 1))
    at(page, 12)
    name = TourProblem("8x8").name(order_of(tours("8x8", 1)[0])[11])
    assert page.text("#live") == f"step 12 of 64: {name}"
    page.keys(" ")
    page.until(lambda: steps(page)[0] > 13)
    assert page.text("#live") == f"step 12 of 64: {name}"
    assert page.attribute("#live", "aria-live") == "polite"
    unnamed = (
        'return [...document.querySelectorAll("button")].filter(b => !(b.ariaLabel || b.innerText)).length'
    )
    assert page.run(unnamed) == 0


def test_of_many_boards_the_common_step_is_told(page: Page) -> None:
    opened(page, tours("5x5", 1) * 4)
    at(page, 12)
    assert page.text("#live") == "step 12 of 25"
    assert page.attribute("#slider", "aria-valuetext") == "12 of 25"


def test_light_and_dark(page: Page) -> None:
    page.tab.emulate_media(color_scheme="dark", reduced_motion="reduce")
    page.open(page_of(tours("5x5", 1)))
    dark, paper = page.style("body", "background-color"), page.style(".stage", "background-color")
    page.click("#theme")
    light = page.style("body", "background-color")
    page.keys("d")
    assert page.style("body", "background-color") == dark
    page.tab.emulate_media(color_scheme="light")
    page.open(page_of(tours("5x5", 1)))
    assert page.style("body", "background-color") == light != dark
    assert page.style(".stage", "background-color") == paper == "rgb(255, 255, 255)"


def test_a_phone(phone: Page) -> None:
    """Boards below each other, nothing sticks out, and a finger finds its button."""
    phone.tab.emulate_media(reduced_motion="reduce")
    phone.open(page_of([*tours("8x8", 3), trace()], title="A page of " + "long" * 30))
    assert phone.run("return document.documentElement.scrollWidth") <= 360
    assert phone.outside("button, #slider, .panel, h1, #step, #speed") == []
    tops = [box.top for box in phone.boxes(".panel")]
    assert tops == sorted(set(tops))
    assert len({box.width for box in phone.boxes(".stage > svg")}) == 1
    for box in [*phone.boxes("button"), *phone.boxes("#slider"), *phone.boxes("summary")]:
        assert box.height >= 40
        assert box.width >= 40


def test_a_long_heading_leaves_the_board_on_the_screen(phone: Page) -> None:
    phone.tab.emulate_media(reduced_motion="reduce")
    told = " ".join(["a heading of many words"] * 12)
    phone.open(page_of(tours("8x8", 1), title=told))
    assert phone.box("h1").height < 80
    assert phone.text("h1") == told
    assert phone.box(".stage > svg").bottom < 740


@pytest.mark.parametrize(("width", "height"), [(640, 450), (740, 360)])
def test_a_low_screen_keeps_most_of_its_height(page: Page, width: int, height: int) -> None:
    """A laptop at twice its size, and a phone on its side."""
    opened(page, tours("8x8", 2)).viewport(width, height)
    assert page.box("#controls").height < 110
    assert page.outside("#controls button, #speed, #slider, #step") == []
    for box in page.boxes("#controls button"):
        assert min(box.width, box.height) >= 40
    page.viewport(320, 256)
    assert page.style("#controls", "position") == "static"
    assert page.run("return document.documentElement.scrollWidth") <= 320


def test_what_has_the_focus_is_not_behind_the_controls(phone: Page) -> None:
    phone.tab.emulate_media(reduced_motion="reduce")
    phone.open(page_of(tours("8x8", 3)))
    for _ in range(3):  # the theme, and the metrics of two whole tours
        phone.keys("Tab")
        seen = phone.run("return document.activeElement.getBoundingClientRect().bottom")
        assert seen <= phone.box("#controls").top


def test_paper_shows_finished_tours_and_no_controls(page: Page) -> None:
    page.tab.emulate_media(color_scheme="dark", reduced_motion="reduce")
    page.open(page_of(tours("8x8", 2)))
    at(page, 9)
    page.run("window.dispatchEvent(new Event('beforeprint'))")
    page.tab.emulate_media(media="print")
    assert steps(page) == [64, 62]
    for hidden in ("#controls", "#theme", ".head"):
        assert not page.run(
            "return [...document.querySelectorAll(arguments[0])].some(e => e.checkVisibility())", hidden
        )
    assert page.style("body", "background-color") == "rgb(255, 255, 255)"
    assert page.style("h1", "color") == "rgb(0, 0, 0)"
    page.run("window.dispatchEvent(new Event('afterprint'))")
    assert steps(page) == [9, 9]


def test_a_finished_tour_has_no_ring_over_its_end(page: Page) -> None:
    opened(page, tours("8x8", 1))
    assert page.run("return document.querySelector('.head').getAttribute('display')") == "none"
    page.keys("ArrowLeft")
    assert page.run("return document.querySelector('.head').getAttribute('display')") == "inline"


def test_wide_boards_of_a_comparison_stand_side_by_side(page: Page) -> None:
    """Also where only some are wide, and on a laptop."""
    wide = [km.solve("3x10", kind="closed") for _ in range(2)]
    for what in (wide, [*tours("5x5", 1), wide[0]]):
        opened(page, what)
        assert len({round(box.top) for box in page.boxes(".panel")}) == 1


def test_side_by_side_on_a_wide_screen(page: Page) -> None:
    opened(page, tours("8x8", 3))
    boards = page.boxes(".stage > svg")
    assert len({(round(box.top), round(box.width), round(box.height)) for box in boards}) == 1
    assert page.overlaps(".panel") == []


@pytest.mark.parametrize(
    "problem",
    [
        TourProblem(Board.parse("5x5", wrap="both"), kind="closed"),
        TourProblem("4x4x4", kind="closed"),
        TourProblem(nx.dodecahedral_graph(), kind="closed"),
        TourProblem(Board.parse("8x8", holes="d4,e4")),
        TourProblem(km.knight_graph(Board.parse("6x6"))),
    ],
    ids=["torus", "layers", "graph", "holes", "graph of a board"],
)
def test_other_spaces(page: Page, problem: TourProblem) -> None:
    """Every kind of space plays, counts its steps and finds a clicked vertex."""
    result = km.solve(problem, solver="cpsat")
    order = order_of(result)
    opened(page, result)
    squares = layout_of(problem).places.tolist()
    assert steps(page) == [len(order) + problem.closed]
    for place in (0, 3, len(order) // 2, len(order) - 1):
        x, y = squares[order[place]]
        (box,) = page.user_boxes([(x, y, 0, 0)], ".stage > svg")
        page.click((box.left, box.top))
        assert steps(page) == [place + 1]
        said = f"{place + 1} of {len(order)}: {problem.name(order[place])}"
        assert page.text(".state") == said
        shown = dict(page.run(NUMBERS, 0))
        assert shown == {vertex: number + 1 for number, vertex in enumerate(order[: place + 1])}
    page.keys("End")
    path = "".join(page.run(LINES, 0))
    assert path.count("L") + path.count("Q") >= len(order) - 1


def test_nothing_to_play(page: Page) -> None:
    opened(page, km.solve("5x5", kind="closed"))
    assert page.run("return document.getElementById('controls').checkVisibility()") is False
    assert page.box("#still").height > 0
    page.keys("ArrowRight", " ", "n", "?")


def test_a_walk_that_fell_short(page: Page) -> None:
    """Its squares are played, beside a board where there is nothing to play."""
    result = km.solve("5x5", solver="warnsdorff", start="c1")
    assert result.walk is not None
    walk = result.walk.order.tolist()
    assert len(walk) < 25
    opened(page, [result, "5x5"])
    assert page.text("#step") == f"step {len(walk)} of {len(walk)}"
    assert drawn(page, Board.parse("5x5")) == walk
    assert {"unknown", result.reason} <= set(
        page.run(
            'return [...document.querySelectorAll(".panel:first-child dd")].map(said => said.textContent)'
        )
    )


def test_a_wrong_tour_is_played_as_it_is(page: Page) -> None:
    """A square that is visited twice keeps its first number; a step that is no move is dashed."""
    opened(page, Tour(TourProblem("3x4"), [0, 6, 0, 1, 7]))
    for step in (5, 2, 3, 4, 1, 5):
        at(page, step)
        assert "".join(page.run(LINES, 0)).count("L") == step - 1
        assert dict(page.run(NUMBERS, 0))[0] == 1
        assert page.run("return document.querySelectorAll('.line-wrong path:not([d=\"\"])').length") == (
            step > 3
        )


def test_without_javascript_it_shows_the_tours(open_page: Callable[..., Page]) -> None:
    page = open_page(java_script_enabled=False)
    page.open(page_of(tours("8x8", 2)), scripts=False)
    assert len(page.boxes(".panel svg .finished .line path")) == 63 + 61
    assert len(page.boxes(".finished .step")) == 64 + 62
    assert page.box("noscript .note").height > 0
    assert "needs JavaScript" in page.text("noscript .note")
    assert page.run("return document.getElementById('controls').checkVisibility()") is False
    assert page.requests == page.errors == []


def test_labels_of_vertices_do_nothing(page: Page) -> None:
    labels = ["</script><script>document.title='bad'</script>", "<img src=x onerror=document.title='bad'>"]
    graph = nx.path_graph(labels)
    opened(page, Tour(TourProblem(graph), [0, 1]), title="<i>good</i>")
    assert page.run("return document.title") == "<i>good</i>"
    assert page.text(".state") == f"2 of 2: {labels[1]}"


def test_a_hundred_thousand_squares(page: Page) -> None:
    """A dot a square: each in place, and none before its time."""
    result = km.solve("320x320", solver="tiling", seconds=30)
    order = order_of(result)
    opened(page, result)
    script = """
    const canvas = document.querySelector("canvas");
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d");
    copy.drawImage(canvas, 0, 0);
    const data = copy.getImageData(0, 0, canvas.width, canvas.height).data;
    return arguments[0].map(cell => data[4 * cell + 3]);
    """
    for step in (70_000, 10, len(order), 50_000):
        at(page, step)
        assert page.run(script, order[:step:997] or order[:1]) == [255] * len(order[:step:997])
        assert page.run(script, order[step::997]) == [0] * len(order[step::997])
    page.click(centre(page, Board.parse("320x320"), order[777]))
    clicked, wanted = (divmod(order[step], 320) for step in (steps(page)[0] - 1, 777))
    assert max(abs(a - b) for a, b in zip(clicked, wanted, strict=True)) <= 1  # browsers cut pixels off
    assert page.run("return document.querySelectorAll('*').length") < 1000


def test_a_search_that_found_a_closed_tour_returns_to_its_start(page: Page) -> None:
    found = km.trace_search("3x10", "depth-first:prune=on", kind="closed", start="a1", events=200_000)
    assert found.tour is not None
    page.open(page_of(found))
    page.keys("End")
    told = page.text(".state")
    assert "back to a1" in told
    assert "path 30, deepest 30" in told
    assert f"placed {found.steps:,}, taken back {found.backtracks:,}" in told
    assert f"event {len(found.events) + 1:,} of {len(found.events) + 1:,}" in told
    page.keys("ArrowLeft")
    assert "back to a1" not in page.text(".state")
    assert f"event {len(found.events):,} of" in page.text(".state")
