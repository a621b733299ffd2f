"""Pictures as a browser lays them out: legible, and animations that are where they should be."""

import networkx as nx
import pytest
from boxes import Box
from browser import Page
from svg_reader import items, numbers, parsed, squares_of

from knight_models import Board, SolveResult, Tour, TourProblem, compare, make_puzzle, solve
from knight_models.draw.layout import SIDE
from knight_models.draw.svg import svg_of

BOARDS = [
    Board((5, 5)),
    Board((8, 8)),
    Board((8, 8), holes={(3, 3), (3, 4), (4, 3), (4, 4)}),
    Board((30, 30)),
    Board((4, 4, 4)),
    Board((5, 5), wrap=(0, 1)),
    Board((4, 6), wrap=(1,)),
    Board((3, 30)),
    Board((30, 3)),
    Board((1, 12), leap=(0, 1)),
]

INK = """
// Where the ink of a text is: its width is that of the layout, its height that of capitals and digits.
return [...document.querySelectorAll(arguments[0])].map(text => {
    const box = text.getBoundingClientRect(), size = box.height / text.getBBox().height
        * parseFloat(getComputedStyle(text).fontSize);
    const base = new DOMPoint(0, text.y.baseVal[0].value).matrixTransform(text.getScreenCTM()).y;
    return [box.left, base - 0.75 * size, box.right, base + 0.22 * size, text.textContent];
});
"""


def ink(page: Page, selector: str) -> list[Box]:
    found = [Box(*box) for box in page.run(INK, selector)]
    assert found, selector
    return found


def overlaps(boxes: list[Box]) -> list[tuple[str, str]]:
    return [
        (box.label, other.label)
        for place, box in enumerate(boxes)
        for other in boxes[:place]
        if box.overlaps(other, 0.1)
    ]


def squares(picture: str, board: Board, page: Page) -> dict[tuple[int, ...], Box]:
    """The boxes of the squares in the viewport."""
    found = squares_of(parsed(picture), board)
    rows, columns = (1, *board.shape)[-2:]
    corners = {
        found.at((left + (column + 0.5) * SIDE, top + (row + 0.5) * SIDE)): (
            left + column * SIDE,
            top + row * SIDE,
        )
        for left, top, _, _ in found.frames
        for row in range(rows)
        for column in range(columns)
    }
    boxes = page.user_boxes([(x, y, SIDE, SIDE) for x, y in corners.values()])
    return dict(zip(corners, boxes, strict=True))


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_numbers_stand_alone_each_in_its_square(page: Page, board: Board) -> None:
    result = solve(board, seconds=30)
    assert result.tour is not None
    picture = svg_of(result.tour)
    page.open(picture)
    texts = ink(page, ".numbers text")
    assert len(texts) == len(board)
    assert overlaps(texts) == []
    around = squares(picture, board, page)
    for text in texts:
        square = result.tour.squares[int(text.label) - 1]
        assert text.within(around[square]), text


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_names_stand_alone_and_inside_the_picture(page: Page, board: Board) -> None:
    page.open(svg_of(solve(board, seconds=30), names=True))
    names = ink(page, ".names text")
    assert overlaps(names) == []
    (whole,) = page.boxes("svg")
    assert [name for name in names if not name.within(whole)] == []
    frames = page.boxes(".board > rect:first-child")
    assert [name for name in names for frame in frames if name.overlaps(frame)] == []


@pytest.mark.parametrize("board", BOARDS[5:7], ids=str)
def test_names_are_not_under_the_stubs_of_wrapped_moves(page: Page, board: Board) -> None:
    page.open(svg_of(solve(board, seconds=30)))
    reach = page.boxes(".board > rect:first-child")[0]
    scale = reach.width / (board.shape[1] * SIDE)
    over = (0.3 * SIDE + 2) * scale  # the stub and half of its stroke
    wider = Box(reach.left - over, reach.top - over, reach.right + over, reach.bottom + over)
    assert [name for name in ink(page, ".names text") if name.overlaps(wider)] == []


PASSES = """
// The points whose distance from every stroke of the line is more than half of its width.
const lines = [...document.querySelectorAll(".line path")];
const shapes = lines.map(path => path.getScreenCTM().inverse());
return arguments[0].filter(([x, y]) => !lines.some((path, at) =>
    path.isPointInStroke(new DOMPoint(x, y).matrixTransform(shapes[at]))));
"""


@pytest.mark.parametrize("board", [*BOARDS, Board((200, 200))], ids=str)
def test_the_line_passes_through_every_centre(page: Page, board: Board) -> None:
    picture = svg_of(solve(board, seconds=60))
    page.open(picture)
    around = squares(picture, board, page)
    centres = [box.centre for square, box in around.items() if square in board]
    some = centres if len(centres) <= 900 else centres[::97]
    assert page.run(PASSES, some) == []


@pytest.mark.parametrize(
    "graph",
    [
        nx.petersen_graph(),
        nx.dodecahedral_graph(),
        nx.cycle_graph(30),
        nx.gnp_random_graph(12, 0.3, seed=3, directed=True),
    ],
    ids=["petersen", "dodecahedron", "cycle", "directed"],
)
def test_graphs_are_legible(page: Page, graph: nx.Graph) -> None:
    tour = solve(graph, seconds=20).tour
    assert tour is not None
    page.open(svg_of(tour))
    assert overlaps(ink(page, ".numbers text")) == []
    page.open(svg_of(graph))
    labels = ink(page, ".vertices text")
    assert len(labels) == len(graph)
    assert overlaps(labels) == []


def test_puzzles_are_legible(page: Page) -> None:
    puzzle = make_puzzle("6x6", seed=2)
    page.open(svg_of(puzzle))
    assert overlaps(ink(page, ".given text, .caption, .names text")) == []
    assert page.outside(".caption") == []


def test_captions_of_long_labels_stay_apart_and_inside(page: Page) -> None:
    long = "depth-first:ordering=dynamic,ties=roth,prune=on,seed=123456789,and=more"
    problem = TourProblem("3x4")
    tour = Tour(problem, [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11])
    results = [SolveResult("found", problem, tour, label=f"{long}{n}" * n) for n in range(1, 5)]
    page.open(svg_of(results))
    captions = ink(page, ".caption")
    assert overlaps(captions) == []
    (whole,) = page.boxes("svg")
    assert [caption for caption in captions if not caption.within(whole)] == []
    frames = page.boxes(".board > rect:first-child")
    assert [caption for caption in captions for frame in frames if caption.overlaps(frame)] == []


def test_a_comparison_is_legible(page: Page) -> None:
    solvers = ["warnsdorff:ties=roth", "depth-first:ordering=dynamic,prune=on", "cpsat"]
    page.open(svg_of(compare("6x6", solvers, kind="closed", seconds=20)))
    assert overlaps(ink(page, "text")) == []
    assert page.outside(".caption") == []


def test_long_labels_that_are_asked_for_stand_below_their_vertices(page: Page) -> None:
    labels = {number: f"a rather long label of vertex {number}" for number in range(8)}
    graph = nx.relabel_nodes(nx.cycle_graph(8), labels)
    page.open(svg_of(Tour(TourProblem(graph), range(8)), names=True))
    texts, discs = page.boxes(".names text"), page.boxes(".vertices circle")
    assert len(texts) == len(discs) == 8
    for text, disc in zip(texts, discs, strict=True):
        assert text.centre[1] > disc.bottom
        assert abs(text.centre[0] - disc.centre[0]) < 1
    assert page.style(".names", "paint-order").startswith("stroke")


def test_the_vertices_of_a_graph_do_not_fade(page: Page) -> None:
    graph = nx.random_geometric_graph(100, 0.2, seed=1)
    page.open(svg_of(Tour(TourProblem(graph), range(20))))
    discs = page.boxes(".vertices circle")
    assert len(discs) == 100
    assert min(disc.width for disc in discs) > 6


DRAWN = """
// For each stroke of the line by time: how much of it is drawn, 0 to 1.
const strokes = [...document.querySelectorAll(".line path")];
const time = (path, name) => parseFloat(path.style.getPropertyValue(name));
const moves = new Map(), broken = new Set();
for (const path of strokes.sort((a, b) => time(a, "--from") - time(b, "--from"))) {
    const style = getComputedStyle(path);
    const left = parseFloat(style.strokeDashoffset.replace("calc(", ""));
    const drawn = style.strokeDasharray === "none" ? 1 : parseFloat(style.opacity) === 0 ? 0 : 1 - left;
    const panels = [...document.querySelectorAll(".panel")];
    const move = `${Math.floor(time(path, "--from") + 0.01)} of ${panels.indexOf(path.closest(".panel"))}`;
    // a move that wraps round is drawn piece by piece
    if (drawn && broken.has(move)) throw new Error(`two pieces of move ${move} grow at once`);
    moves.set(move, (moves.get(move) ?? 0) + drawn * Math.min(1, time(path, "--moves")));
    if (drawn < 0.99) broken.add(move);
}
return [...moves.values()].map(drawn => Math.round(100 * drawn) / 100);
"""


def seconds_of(page: Page) -> float:
    """How long the tour takes to be drawn; the picture then rests, and begins anew."""
    milliseconds = page.run("return document.getAnimations()[0].effect.getTiming().duration")
    return 0.85 * float(milliseconds) / 1000


@pytest.mark.parametrize("board", [Board((6, 6)), Board((5, 5), wrap=(0, 1))], ids=str)
def test_an_animation_draws_the_tour_in_time(page: Page, board: Board) -> None:
    tour = solve(board, kind="closed" if board.cells % 2 == 0 else "open", seconds=20).tour
    assert tour is not None
    page.open(svg_of(tour, animated=True))
    moves = len(tour) - (not tour.problem.closed)
    whole = seconds_of(page)
    for move in (0, 1, moves // 2, moves - 1):
        page.seek((move + 0.5) / moves * whole)
        drawn = page.run(DRAWN)
        assert drawn[:move] == pytest.approx([1] * move)
        assert drawn[move] == pytest.approx(0.5, abs=0.02)
        assert drawn[move + 1 :] == pytest.approx([0] * (moves - move - 1))
        shown = sum(float(opacity) > 0.9 for opacity in _opacities(page, ".step"))
        assert shown == move + 1
    page.seek(0)
    assert page.run(DRAWN) == [0] * moves
    page.seek(1.1 * whole)
    assert page.run(DRAWN) == [1] * moves


def _opacities(page: Page, selector: str) -> list[str]:
    script = "return [...document.querySelectorAll(arguments[0])].map(e => getComputedStyle(e).opacity)"
    return page.run(script, selector)


def test_an_animation_begins_anew(page: Page) -> None:
    page.open(svg_of(solve("5x5"), animated=True))
    whole = seconds_of(page) / 0.85
    page.seek(2.0 * whole)
    assert set(page.run(DRAWN)) == {0}


def test_with_less_motion_the_picture_stands_complete(page: Page) -> None:
    page.tab.emulate_media(reduced_motion="reduce")
    page.open(svg_of(solve("5x5"), animated=True))
    assert page.run("return document.getAnimations().length") == 0
    assert set(page.run(DRAWN)) == {1}
    assert set(_opacities(page, ".step, .end")) == {"1"}
    assert set(_opacities(page, ".head")) == {"0"}


def test_wrong_steps_come_at_their_time_and_stay_dashed(page: Page) -> None:
    page.open(svg_of(Tour(TourProblem("5x5"), [0, 7, 18, 24, 13]), animated=True))
    whole = seconds_of(page)
    for move, seen in ((1.5, "0"), (3.5, "1")):
        page.seek(move / 4 * whole)
        assert _opacities(page, ".wrong path") == [seen]
    assert page.style(".wrong path", "stroke-dasharray") == "6px, 8px"


def test_panels_play_in_step(page: Page) -> None:
    tours = [solve("5x5", start=start).tour for start in ("a1", "c3")]
    page.open(svg_of(tours, animated=True))
    assert page.run("return document.getAnimations().length") == 1
    page.seek(10.5 / 24 * seconds_of(page))
    drawn = page.run(DRAWN)
    assert sum(part == pytest.approx(1) for part in drawn) == 20
    assert sum(part == pytest.approx(0.5, abs=0.02) for part in drawn) == 2


def test_pictures_in_one_page_leave_each_other_alone(page: Page) -> None:
    small, large = solve("5x5"), solve("6x6", kind="closed")
    pictures = [
        svg_of(small, animated=True),
        svg_of(large, animated=True, seconds=5),
        svg_of(large, animated=True, seconds=7),
        svg_of(small),
    ]
    page.open(f"<!doctype html><title>four</title><p>text</p>{''.join(pictures)}")
    durations = page.run("return document.getAnimations().map(a => a.effect.getTiming().duration)")
    assert sorted(durations) == pytest.approx([4800 / 0.85, 5000 / 0.85, 7000 / 0.85], abs=10)
    assert page.run("return new Set([...document.querySelectorAll('[id]')].map(e => e.id)).size") == 0
    page.seek(0)
    assert set(_opacities(page, "svg:last-of-type .step")) == {"1"}


def test_hover_names_the_square(page: Page) -> None:
    tour = Tour(TourProblem("3x4"), [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11])
    picture = svg_of(tour)
    page.open(picture)
    around = squares(picture, tour.problem.board, page)
    script = """
    const on = document.elementFromPoint(...arguments).closest("g.step");
    return on && on.querySelector("title").textContent;
    """
    for step, (square, name) in enumerate(zip(tour.squares, tour.names, strict=True), 1):
        assert page.run(script, *around[square].centre) == f"{name}: {step}"
    assert numbers(parsed(picture)).keys() == set(range(1, 13))
    assert any(item.tag == "text" for item in items(parsed(picture)))
