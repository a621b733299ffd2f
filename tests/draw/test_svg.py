"""Pictures, read back from their files: they parse, stay inside the view box, and show their tour."""

import copy
import itertools

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from svg_reader import items, line, numbers, outside, parsed, squares_of, text_of, titles

import knight_models as km
from knight_models import (
    Board,
    InputError,
    SolveResult,
    Tour,
    TourProblem,
    compare,
    iter_tours,
    make_puzzle,
)
from knight_models.core.errors import OptionError, ProblemError, TooLargeError
from knight_models.core.evidence import (
    ColourImbalance,
    Disconnected,
    Evidence,
    Exhausted,
    ForcedMoves,
    LowDegree,
    SolverClaim,
    VertexCut,
)
from knight_models.draw.svg import svg_of

BOARDS = [
    Board((1, 1)),
    Board((1, 7)),
    Board((7, 1)),
    Board((9,)),
    Board((2, 2)),
    Board((5, 5)),
    Board((8, 8)),
    Board((8, 8), holes={(3, 3), (3, 4), (4, 3), (0, 7)}),
    Board((3, 30)),
    Board((30, 3)),
    Board((4, 4, 4)),
    Board((2, 3, 2, 3)),
    Board((2, 2, 2, 2, 2)),
    Board((6, 6), leap=(0, 1)),
    Board((9, 9), leap=(2, 3)),
    Board((5, 5), wrap=(0, 1)),
    Board((4, 6), wrap=(1,)),
    Board((6, 2), wrap=(0,)),
    Board((1, 5), wrap=(0, 1)),
    Board((3, 4, 4), wrap=(1, 2)),
    Board((3, 3, 3), wrap=(0,)),
]


def walk_on(problem: TourProblem, length: int = 200) -> Tour:
    """A walk of moves from the first vertex, without any thought for where it leads."""
    graph = problem.graph if problem.graph is not None else km.knight_graph(problem.board)
    index = problem.vertices.index
    at = next(iter(graph))
    order, seen = [index(at)], {at}
    while len(order) < length and (left := [each for each in graph[at] if each not in seen]):
        at = min(left, key=lambda each: (len(list(graph[each])), index(each)))
        order.append(index(at))
        seen.add(at)
    return Tour(problem, order)


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_the_line_and_the_numbers_give_the_tour_again(board: Board) -> None:
    tour = walk_on(TourProblem(board))
    root = parsed(svg_of(tour, animated=True, numbers=True))
    assert outside(root) == []
    squares = squares_of(root, board)
    drawn = line(root)
    visited = [squares.at(begin) for begin, _ in drawn] + [squares.at(end) for _, end in drawn[-1:]]
    assert (visited or [tour.start]) == tour.squares
    assert all(drawn[i][1] == pytest.approx(drawn[i + 1][0], abs=0.2) for i in range(len(drawn) - 1))
    texts = numbers(root)
    assert sorted(texts) == list(range(1, len(tour) + 1))
    lifted = {step: squares.at((x, y - _baseline(root, step))) for step, (x, y) in texts.items()}
    assert [lifted[step] for step in sorted(lifted)] == tour.squares
    assert titles(root, "step") == [f"{name}: {step}" for step, name in enumerate(tour.names, 1)]
    assert text_of(root, "desc").endswith(f"{' '.join(tour.names)}.")


def _baseline(root, step: int) -> float:
    """How far below its centre the text of a number stands: a bit more than a third of its size."""
    size = next(
        float(item.element.get("font-size", 0))
        for item in items(root)
        if item.element.get("class") == "numbers"
    )
    return 0.36 * size


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_boards_and_their_problems_stay_inside(board: Board) -> None:
    for what in (board, TourProblem(board), km.knight_graph(board), [board, board, "3x3"]):
        root = parsed(svg_of(what, names=True))
        assert outside(root) == []
    assert text_of(root, "title").startswith(f"board {board}")


@given(
    st.lists(st.integers(1, 6), min_size=1, max_size=4),
    st.sampled_from([(1, 2), (0, 1), (1, 1), (1, 3)]),
    st.data(),
)
@settings(max_examples=60)
def test_walks_on_random_boards(shape: list[int], leap: tuple[int, int], data: st.DataObject) -> None:
    wrap = tuple(data.draw(st.sets(st.integers(0, len(shape) - 1))))
    cells = list(itertools.product(*map(range, shape)))
    holes = data.draw(st.sets(st.sampled_from(cells), max_size=len(cells) - 1))
    board = Board(tuple(shape), leap=leap, holes=holes, wrap=wrap)
    tour = walk_on(TourProblem(board))
    root = parsed(svg_of(tour, animated=True))
    assert outside(root) == []
    squares = squares_of(root, board)
    drawn = line(root)
    assert [squares.at(begin) for begin, _ in drawn] == tour.squares[:-1]
    assert [squares.at(end) for _, end in drawn] == tour.squares[1:]


@pytest.mark.parametrize("sides", [30, 200])
def test_large_tours(sides: int) -> None:
    result = km.solve(f"{sides}x{sides}", seed=0, seconds=60)
    assert result.tour is not None
    root = parsed(svg_of(result, animated=True))
    assert outside(root) == []
    squares = squares_of(root, result.problem.board)
    assert [squares.at(begin) for begin, _ in line(root)] == result.tour.squares[:-1]


def test_numbers_names_and_grid_fade_by_themselves() -> None:
    def shown(board: str) -> set[str]:
        tour = walk_on(TourProblem(board), 40)
        return {item.element.get("class", "") for item in items(parsed(svg_of(tour)))}

    assert {"numbers", "names", "dark", "line"} <= shown("5x5")
    assert {"numbers", "names"} & shown("200x200") == set()
    assert "line" in shown("200x200")


@pytest.mark.parametrize("side", [5, 30, 200, 300])
def test_the_line_is_never_thinner_than_a_pixel(side: int) -> None:
    root = parsed(svg_of(walk_on(TourProblem(Board((side, side))), 40)))
    scale = float(root.attrib["width"]) / float(root.attrib["viewBox"].split()[2])
    (group,) = [item.element for item in items(root) if item.element.get("class") == "line"]
    assert float(group.attrib["stroke-width"]) * scale >= 1


@pytest.mark.slow
def test_a_million_squares_stay_under_20_mb() -> None:
    result = km.solve("1000x1000", kind="closed", solver="tiling", seconds=60)
    picture = svg_of(result)
    assert len(picture.encode()) < 20_000_000
    root = parsed(picture)
    assert outside(root) == []


def graphs() -> dict[str, nx.Graph]:
    odd = ["<b>", "a&b", '"', "'", "two\nlines", "\x00\x1b", "\ud800", "x" * 10_000, "]]>"]
    near = nx.path_graph(5)
    nx.set_node_attributes(near, dict.fromkeys(near, (1.0, 2.0)), "pos")
    huge = nx.path_graph(4)
    nx.set_node_attributes(huge, {n: (n * 5e307, -n * 5e307) for n in huge}, "pos")
    tiny = nx.path_graph(4)
    nx.set_node_attributes(tiny, {n: (n * 5e-324, 0) for n in tiny}, "pos")
    far = nx.path_graph(4)
    nx.set_node_attributes(far, {n: (1e308 * (-1) ** n, 0) for n in far}, "pos")
    weighted = nx.cycle_graph(4)
    nx.set_edge_attributes(weighted, "heavy", "weight")
    loops = nx.MultiGraph([(0, 1), (0, 1), (1, 1), (1, 2)])
    return {
        "petersen": nx.petersen_graph(),
        "directed": nx.gnp_random_graph(12, 0.3, seed=3, directed=True),
        "two ways": nx.DiGraph([(0, 1), (1, 0)]),
        "one vertex": nx.empty_graph(1),
        "no edges": nx.empty_graph(3),
        "odd labels": nx.path_graph(odd),
        "coincident": near,
        "huge": huge,
        "tiny": tiny,
        "far": far,
        "weighted": weighted,
        "multi": loops,
        "geometric": nx.random_geometric_graph(40, 0.3, seed=1),
        "large": nx.cycle_graph(1000),
    }


@pytest.mark.parametrize("name", graphs())
def test_graphs_of_every_kind_stay_inside(name: str) -> None:
    problem = TourProblem(graphs()[name])
    walk = walk_on(problem, 10**6)
    for what in (problem, walk, problem.graph):
        for names in (None, True):
            assert outside(parsed(svg_of(what, names=names))) == []
    root = parsed(svg_of(walk, animated=True))
    assert len(line(root)) == len(walk) - 1


@pytest.mark.parametrize("layout", ["spring", "circular", "planar"])
def test_layouts_of_graphs(layout: str) -> None:
    root = parsed(svg_of(TourProblem(nx.dodecahedral_graph()), graph_layout=layout))
    assert outside(root) == []
    discs = {item.point("cx", "cy") for item in items(root) if item.tag == "circle"}
    assert len(discs) == 20


def test_arrows_show_the_direction() -> None:
    """Three strokes a move in a directed graph, one in another."""

    def strokes(graph: nx.Graph) -> int:
        (edges,) = [i.element for i in items(parsed(svg_of(graph))) if i.element.get("class") == "edges"]
        return edges.attrib["d"].count("L")

    assert strokes(nx.cycle_graph(5)) == 5
    assert strokes(nx.cycle_graph(5, create_using=nx.DiGraph)) == 15


@pytest.mark.parametrize("seed", range(3))
def test_the_graph_of_a_board_is_drawn_as_the_board_in_any_order(seed: int) -> None:
    board = Board((5, 6), holes={(0, 0), (2, 3)})
    whole = km.knight_graph(board)
    rng = np.random.default_rng(seed)
    order = [list(whole)[place] for place in rng.permutation(len(whole))][:20]
    part = nx.Graph()
    part.graph["board"] = board
    part.add_nodes_from(order)
    part.add_edges_from(whole.subgraph(order).edges)
    tour = walk_on(TourProblem(part))
    root = parsed(svg_of(tour, animated=True))
    squares = squares_of(root, board)
    drawn = line(root)
    assert [squares.at(begin) for begin, _ in drawn] == tour.squares[:-1]


def test_steps_that_are_no_moves_are_dashed_and_red() -> None:
    def wrong(tour: Tour) -> int:
        found = [item for item in items(parsed(svg_of(tour))) if item.element.get("class") == "wrong"]
        assert all(item.element.get("stroke-dasharray") for item in found)
        assert all(child.get("stroke") == "#d00000" for item in found for child in item.element)
        return sum(len(item.element) for item in found)

    assert wrong(Tour(TourProblem("5x5"), [0, 7, 18, 24])) == 1  # a5 c4 d2 e1
    assert wrong(Tour(TourProblem("5x5"), [0, 7, 18])) == 0
    assert wrong(Tour(TourProblem(nx.path_graph(4)), [0, 1, 3, 2])) == 1
    carried = km.knight_graph(Board((5, 5)))
    carried.remove_edge((0, 0), (1, 2))
    carried.add_edge((0, 0), (0, 1))
    assert wrong(Tour(TourProblem(carried), [0, 7, 18])) == 1
    assert wrong(Tour(TourProblem(carried), [1, 0, 11])) == 0


def test_a_walk_that_gave_up_does_not_return() -> None:
    problem = TourProblem("3x4", "closed")
    walk = Tour(problem, [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11])
    root = parsed(svg_of(SolveResult("unknown", problem, walk=walk, reason="gave up")))
    assert [item for item in items(root) if item.element.get("class") == "wrong"] == []
    assert [item for item in items(root) if item.element.get("class") == "end"] != []


def test_squares_visited_twice_carry_both_numbers() -> None:
    tour = Tour(TourProblem("5x5"), [0, 7, 0, 7, 0, 11] * 10)
    root = parsed(svg_of(tour))
    texts = [i.element.text for i in items(root) if i.tag == "text" and "numbers" in i.classes]
    assert texts == ["1/3…", "2/4…", "6/12…"]


def test_an_empty_walk_and_vertices_that_are_not_there() -> None:
    parsed(svg_of(Tour(TourProblem("5x5"), [])))
    with pytest.raises(ProblemError, match="vertex 25"):
        svg_of(Tour(TourProblem("5x5"), [0, 25]))
    with pytest.raises(ProblemError, match="evidence names vertex 99"):
        svg_of(SolveResult("impossible", TourProblem("3x3"), evidence=LowDegree((99,))))


EVIDENCE = [
    LowDegree((4,)),
    Disconnected((4,)),
    VertexCut((0, 4)),
    ForcedMoves((0, 1, 2)),
    ColourImbalance("010101010"),
    Exhausted("depth-first", 100),
    SolverClaim("cpsat", "infeasible"),
]


@pytest.mark.parametrize("evidence", EVIDENCE, ids=lambda each: each.type)
def test_evidence_is_told_and_the_vertices_it_names_are_marked(evidence: Evidence) -> None:
    problem = TourProblem("3x3")
    root = parsed(svg_of(SolveResult("impossible", problem, evidence=evidence, solver="auto")))
    assert outside(root) == []
    assert evidence.explain(problem) in text_of(root, "title")
    named = [problem.name(vertex) for vertex in getattr(evidence, "vertices", ())]
    rings = [item for item in items(root) if item.tag == "circle" and "marked" in item.classes]
    squares = squares_of(root, problem.board)
    assert [problem.board.name(squares.at(ring.point("cx", "cy"))) for ring in rings] == named


def test_puzzles_bold_givens_and_blanks() -> None:
    puzzle = make_puzzle("5x5", seed=1)
    root = parsed(svg_of(puzzle))
    assert outside(root) == []
    given = numbers(root, "given")
    assert sorted(given) == sorted(puzzle.givens.values())
    left = parsed(svg_of(puzzle.problem))
    squares = squares_of(left, puzzle.problem.board)
    size = next(
        float(i.element.attrib["font-size"]) for i in items(left) if i.element.get("class") == "given"
    )
    places = {squares.at((x, y - 0.36 * size)): n for n, (x, y) in numbers(left, "given").items()}
    assert places == puzzle.givens


def test_comparisons_sheets_and_traces() -> None:
    comparison = compare("3x4", ["depth-first", "warnsdorff", "cpsat"], kind="open", seconds=20)
    sixteen = list(itertools.islice(iter_tours(TourProblem("3x10", "closed"), solver="depth-first"), 16))
    trace = km.trace_search(TourProblem("5x5", start="b1"), events=300)
    for what, count in ((comparison, 3), (sixteen, 16), ([trace, "5x5", sixteen[0]], 3)):
        root = parsed(svg_of(what))
        assert outside(root) == []
        assert sum(item.element.get("class") == "panel" for item in items(root)) == count
    assert [item.element.text for item in items(parsed(svg_of(comparison))) if "caption" in item.classes]


def test_the_input_is_not_changed_and_the_text_is_the_same_again() -> None:
    graph = nx.dodecahedral_graph()
    before = copy.deepcopy(graph)
    tour = walk_on(TourProblem(graph))
    assert svg_of(tour, animated=True) == svg_of(tour, animated=True)
    assert nx.utils.graphs_equal(graph, before)
    assert list(graph) == list(before)


def test_titles_are_escaped_and_asked_for() -> None:
    root = parsed(svg_of("3x3", title='<&>"\x00'))
    assert text_of(root, "title") == '<&>"\ufffd'


def test_sheets_leave_no_place_empty_where_that_costs_little() -> None:
    tours = list(itertools.islice(iter_tours("3x10", kind="closed"), 16))
    corners = {
        (item.right, item.down) for item in items(parsed(svg_of(tours))) if "caption" in item.classes
    }
    assert [len({corner[axis] for corner in corners}) for axis in (0, 1)] == [4, 4]


@pytest.mark.parametrize(
    "options",
    [
        {"title": ""},
        {"title": 5},
        {"seconds": 3},
        {"seconds": 0, "animated": True},
        {"seconds": float("nan"), "animated": True},
        {"seconds": "3", "animated": True},
        {"graph_layout": "spring"},
        {"graph_layout": "sprong"},
        {"graph_layout": 3},
    ],
    ids=str,
)
def test_options_that_make_no_sense_are_refused(options: dict) -> None:
    with pytest.raises(OptionError):
        svg_of("5x5", **options)


@pytest.mark.parametrize("what", [5, None, [], [5], "x", {"a": 1}, 2.5, object], ids=str)
def test_what_cannot_be_drawn_is_refused(what: object) -> None:
    with pytest.raises(InputError):
        svg_of(what)


def test_what_is_too_large_is_refused_before_any_work() -> None:
    with pytest.raises(TooLargeError, match="4,000,000"):
        svg_of(Board((3000, 3000)))
    with pytest.raises(TooLargeError, match="layers"):
        svg_of(Board((100, 100, 1, 1)))
    with pytest.raises(TooLargeError, match="400"):
        svg_of(itertools.repeat("3x3"))
    with pytest.raises(TooLargeError, match="10,000"):
        svg_of(Tour(TourProblem("101x101"), range(101 * 101)), numbers=True)


def test_much_evidence_and_many_vertices_are_few_elements() -> None:
    big = SolveResult("impossible", TourProblem("300x300"), evidence=Disconnected(tuple(range(89_000))))
    many = TourProblem(nx.empty_graph(20_000))
    for what in (big, many):
        root = parsed(svg_of(what))
        assert sum(1 for _ in root.iter()) < 100
        assert outside(root) == []


def test_a_hundred_thousand_holes_are_drawn() -> None:
    holes = {(row, column) for row in range(500) for column in range(row % 2, 400, 2)}
    root = parsed(svg_of(Board((500, 400), holes=holes)))
    assert sum(item.element.get("class") == "holes" for item in items(root)) == 1


def test_long_descriptions_are_cut() -> None:
    graph = nx.path_graph(["x" * 5000 + str(n) for n in range(300)])
    root = parsed(svg_of(Tour(TourProblem(graph), range(300))))
    assert len(text_of(root, "desc")) < 300 * 82
    assert len(text_of(root, "title")) <= 300
