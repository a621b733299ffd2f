"""Rotations: from walks that fail to tours of every kind, on boards and graphs, the same both ways."""

from __future__ import annotations

import random

import networkx
import numpy as np
import pytest
import reference
from kernel_ways import stay_interpreted

from knight_models.core.board import Board
from knight_models.core.errors import InputError, OptionError, UnsupportedError
from knight_models.core.limits import Limits
from knight_models.core.problem import TourProblem
from knight_models.core.result import Status
from knight_models.core.tour import Tour
from knight_models.engine.moves import knight_graph
from knight_models.engine.orders import NATURAL_ORDER
from knight_models.engine.random import first_states
from knight_models.engine.run import Run
from knight_models.engine.walk.batch import Ground, WalkRun
from knight_models.solvers.rotation import Rotation
from knight_models.solvers.rotation.kernel import ROTATION
from knight_models.solvers.rotation.repair import KernelMoves, Repair
from knight_models.tasks.compare import compare
from knight_models.tasks.solve import solve
from knight_models.tasks.walks import walks
from knight_models.verifier import verify

LIMITS = Limits(seconds=60)


def counted(result):
    """The status, the order, and every figure of a result that does not depend on the clock."""
    order = None if result.tour is None else result.tour.order.tolist()
    took = result.statistics
    return result.status, order, took.steps, took.backtracks, took.restarts, dict(took.counters)


def repaired(problem: TourProblem, start: int, patience: int = 3000) -> Repair:
    """The walk by Warnsdorff's rule from a vertex, and what rotations make of it."""
    run = Run(problem, LIMITS)
    deadline = run.deadline
    ground = Ground.of(run, NATURAL_ORDER)
    walk = WalkRun(ground, [], np.array([start]), first_states([0]), deadline)
    while walk.ready() and walk.step():
        continue
    repair = Repair(KernelMoves(problem, ground, None), walk.path(), patience, 1, deadline, None)
    while repair.ready() and repair.step():
        continue
    return repair


@pytest.mark.parametrize("side", [6, 8, 20])
def test_a_walk_from_any_start_is_closed(side):
    board = Board((side, side))
    for start in range(len(board)):
        problem = TourProblem(board, kind="closed", start=board.square(start))
        order = repaired(problem, start).order()
        assert order[0] == start
        verify(problem, Tour(problem, order))


def starts_where_warnsdorff_fails(side: int) -> list[tuple[int, ...]]:
    board = Board((side, side))
    dead = np.flatnonzero(~walks(TourProblem(board), "move-order").successes)
    starts = [board.square(vertex) for vertex in dead.tolist()]
    return [start for start in starts if side % 2 == 0 or sum(start) % 2 == 0]


@pytest.mark.parametrize(
    "side", [*range(5, 25), *(pytest.param(n, marks=pytest.mark.slow) for n in range(25, 61))]
)
def test_every_start_where_warnsdorff_fails_has_a_tour(side):
    """On odd boards from the squares of the colour that there is more of."""
    for start in starts_where_warnsdorff_fails(side):
        result = solve(f"{side}x{side}", Rotation(ties="move-order"), start=start, limits=LIMITS)
        assert result.found, start
        assert result.tour.start == start
        assert result.statistics.counters["rotations"] > 0


def test_rotations_never_claim_a_start_impossible():
    result = solve("7x7", "rotation", start=(0, 1), limits=LIMITS)
    assert result.status is Status.UNKNOWN
    assert "gave up" in result.reason


def ends_of(board: Board) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Pairs of squares whose colours let a tour lead from one to the other."""
    odd = len(board) % 2
    squares = [square for square in board if not odd or sum(square) % 2 == 0]
    pairs = [(one, other) for one in squares for other in squares if one != other]
    return [pair for pair in pairs if odd or (sum(pair[0]) + sum(pair[1])) % 2]


@pytest.mark.parametrize(("space", "kind"), [("6x6", "open"), ("7x7", "open"), ("8x9", "strictly-open")])
def test_ends_are_led_to_where_they_are_asked_for(space, kind):
    board = Board.parse(space)
    for start, end in random.Random(0).sample(ends_of(board), 60):
        if kind == "strictly-open" and end in board.neighbours(start):
            continue
        result = solve(board, "rotation", kind=kind, start=start, end=end, limits=LIMITS)
        assert result.found, (start, end)
        assert (result.tour.start, result.tour.end) == (start, end)


def test_an_end_alone_is_kept_too():
    for end in ("a1", "d4", "h7"):
        result = solve("8x8", "rotation", end=end, kind="strictly-open", limits=LIMITS)
        assert result.found
        assert result.tour.names[-1] == end


def test_the_ends_of_a_walk_that_closes_are_led_apart():
    board = Board((6, 6))
    closing = [s for s in board if solve(board, "warnsdorff", kind="closed", start=s).found]
    assert closing
    for start in closing:
        solver = Rotation(ties="move-order")
        result = solve(board, solver, kind="strictly-open", start=start, limits=LIMITS)
        assert result.found
        assert result.statistics.counters["rotations"] > 0


def holed(side: int, draws: random.Random) -> Board:
    """A square board without a tenth of its squares: connected, as many of each colour."""
    cells = list(Board((side, side)))
    while True:
        board = Board((side, side), holes=draws.sample(cells, side * side // 20 * 2 + side % 2))
        balanced = sum((-1) ** sum(square) for square in board) == 0
        if balanced and networkx.is_connected(knight_graph(board)):
            return board


@pytest.mark.parametrize("side", [5, 6, 7])
def test_boards_with_holes_against_cpsat(side):
    """No contradiction, and every tour that there is was found."""
    draws = random.Random(side)
    for _ in range(12):
        problem = TourProblem(holed(side, draws), kind=draws.choice(["open", "closed"]))
        comparison = compare(problem, solvers=["rotation", "cpsat"], seconds=60)
        rotation, exact = comparison.results
        assert exact.status is not Status.UNKNOWN
        assert rotation.found == exact.found, problem


@pytest.mark.parametrize(
    "board",
    [
        Board((20, 20), leap=(1, 4)),
        Board((20, 20), leap=(2, 3)),
        Board((21, 21), wrap="both"),
        Board((31, 7), wrap="rows"),
        Board((9, 9), wrap="columns"),
        Board((6, 6, 6)),
        Board((7, 7, 7), wrap=(0, 1, 2)),
        Board((4, 4, 4, 4)),
        Board((3, 3, 3), wrap=(0, 1, 2)),
        Board((30, 3)),
    ],
    ids=str,
)
def test_leapers_wraps_and_axes(board):
    for ties in ("roth", "random"):
        assert solve(board, Rotation(ties=ties), kind="closed", limits=LIMITS).found


DENSE = [
    networkx.complete_graph(60),
    networkx.gnp_random_graph(500, 0.1, seed=1),
    networkx.gnp_random_graph(300, 0.05, seed=2),
    networkx.random_regular_graph(3, 200, seed=1),
    networkx.random_regular_graph(4, 300, seed=1),
    networkx.hypercube_graph(7),
    networkx.dodecahedral_graph(),
]
"""Random graphs so dense, and random regular graphs, are Hamiltonian as good as always (Posa 1976; Robinson
& Wormald 1992); cubes are; so is the dodecahedron (Hamilton 1857)."""


@pytest.mark.parametrize("graph", DENSE, ids=str)
def test_dense_and_regular_graphs(graph):
    assert solve(TourProblem(graph, kind="closed"), "rotation", limits=LIMITS).found


def small_problems():
    """Random questions about random graphs with 4 to 6 vertices, and whether they have an answer."""
    draws = random.Random(5)
    for number in range(100):
        graph = networkx.gnp_random_graph(draws.randrange(4, 7), draws.choice([0.5, 0.7]), seed=number)
        moves = draws.sample(list(graph.edges), min(graph.number_of_edges(), draws.randrange(5)))
        half = len(moves) // 2
        details = {"kind": draws.choice(["open", "closed", "strictly-open"]), "forbidden": moves[half:]}
        uses = networkx.Graph(moves[:half]).degree()
        details["required"] = moves[:half] if all(degree < 3 for _, degree in uses) else []
        details["start"] = draws.choice([None, 0])
        details["end"] = draws.choice([None, 1]) if details["kind"] != "closed" else None
        problem = TourProblem(graph, **details)
        yield problem, bool(reference.tours_of(problem))


def test_required_and_forbidden_moves_and_ends_against_brute_force():
    """Whatever has a tour is found; what has none is not (the driver verifies what is found)."""
    answers = [
        (exists, solve(problem, "rotation", limits=LIMITS).found) for problem, exists in small_problems()
    ]
    assert all(exists == found for exists, found in answers)
    assert sum(exists for exists, _ in answers) > 30


@pytest.mark.parametrize("count", [1, 20, 100, 399])
def test_required_moves_out_of_a_tour_lead_to_one(count):
    squares = solve("20x20", Rotation(ties="random"), kind="closed", seed=3).tour.squares
    places = random.Random(count).sample(range(400), count)
    moves = [(squares[i], squares[(i + 1) % 400]) for i in places]
    result = solve("20x20", "rotation", kind="closed", required=moves, limits=LIMITS)
    assert result.found
    used = {
        frozenset(pair)
        for pair in zip(result.tour.squares, [*result.tour.squares[1:], result.tour.start], strict=True)
    }
    assert {frozenset(move) for move in moves} <= used


def test_directed_graphs_are_refused():
    with pytest.raises(UnsupportedError, match="directed"):
        solve(TourProblem(networkx.DiGraph([(0, 1), (1, 0)])), "rotation")


def test_strips_are_given_up_without_the_clock():
    """A board with 4 rows has no closed tour (Schwenk 1991)."""
    for columns in (10, 40):
        result = solve(f"4x{columns}", "rotation:restarts=2", kind="closed")
        assert result.status is Status.UNKNOWN
        assert "gave up" in result.reason
        assert len(result.walk) == 4 * columns
        assert result.statistics.counters["walks"] == 3
        assert result.statistics.restarts == 2


def test_patience_is_the_number_of_rotations_for_nothing():
    def rotations(space, patience):
        solver = Rotation(patience=patience, restarts=0)
        return solve(space, solver, kind="closed").statistics.counters["rotations"]

    assert rotations("4x4", 0) == 0
    assert rotations("20x20", 0) == 0
    assert 0 < rotations("4x9", 1) <= rotations("4x9", 5) <= rotations("4x9", 50)


def test_ties_choose_the_first_walk():
    """Where the walk by move order comes to a dead end, most of those by roth do not."""
    steps = {"move-order": 0, "roth": 0}
    for start in starts_where_warnsdorff_fails(12):
        for ties in steps:
            result = solve("12x12", Rotation(ties=ties), start=start)
            steps[ties] += result.statistics.steps - 144
    assert 0 <= steps["roth"] < steps["move-order"]
    with pytest.raises(OptionError, match="roth"):
        Rotation(ties="rot")


@pytest.mark.parametrize("steps", [0, 1, 63, 64, 100, 500])
def test_steps_are_kept_to_exactly(steps):
    result = solve("4x16", "rotation", kind="closed", steps=steps)
    assert result.status is Status.UNKNOWN
    assert result.reason == "step limit"
    assert result.statistics.steps == steps


def test_steps_are_squares_and_rotations():
    result = solve("20x20", Rotation(ties="random"), start="a1", end="b1", seed=1)
    counters = result.statistics.counters
    assert counters["walks"] == 1
    assert counters["rotations"] > 0
    assert result.statistics.steps == 400 + counters["rotations"]


@pytest.mark.parametrize(
    ("board", "details"),
    [
        (Board((20, 20)), {"kind": "closed"}),
        (Board((8, 8)), {"start": (0, 0), "end": (0, 7)}),
        (Board((14, 14), holes=[(3, 3), (3, 4), (9, 9), (0, 5)]), {"kind": "closed"}),
        (Board((9, 10), wrap="rows"), {"kind": "strictly-open"}),
        (Board((4, 4, 4)), {"kind": "closed"}),
    ],
    ids=str,
)
@pytest.mark.parametrize("ties", ["roth", "random"])
def test_a_board_and_its_graph_take_the_same_steps(board, details, ties):
    on_board, on_graph = (
        solve(TourProblem(space, **details), Rotation(ties=ties), seed=5)
        for space in (board, knight_graph(board))
    )
    assert counted(on_board) == counted(on_graph)


@pytest.mark.slow
@pytest.mark.parametrize(
    "problem",
    [
        TourProblem("60x60", kind="closed"),
        TourProblem("30x30", start="a1", end="b1"),
        TourProblem("4x10", kind="closed"),
        TourProblem(networkx.random_regular_graph(3, 200, seed=1), kind="closed"),
        TourProblem(Board((21, 21), wrap="both"), kind="closed"),
    ],
    ids=str,
)
def test_compiled_and_interpreted_take_the_same_steps(problem, monkeypatch):
    solver = Rotation(ties="random", restarts=2)
    assert ROTATION.compile()
    compiled = solve(problem, solver, seed=9)
    stay_interpreted(ROTATION, monkeypatch)
    assert counted(solve(problem, solver, seed=9)) == counted(compiled)


@pytest.mark.slow
@pytest.mark.parametrize("side", [100, 300, 1000])
@pytest.mark.parametrize("ties", ["roth", "random"])
def test_large_boards_are_closed(side, ties):
    problem = TourProblem(f"{side}x{side}", kind="closed", start=(side // 3, 0))
    result = solve(problem, Rotation(ties=ties), seconds=120)
    assert result.found
    verify(problem, result.tour)


@pytest.mark.slow
def test_a_giant_board_keeps_its_time():
    result = solve("5000x5000", Rotation(ties="random"), kind="closed", seconds=3)
    assert result.status is Status.UNKNOWN
    assert result.reason == "time limit"
    assert 0 < len(result.walk) < 25_000_000


def test_what_does_not_fit_in_memory_is_refused():
    with pytest.raises(InputError, match="bytes"):
        solve("1000x1000", "rotation", kind="closed", memory=20_000_000)


@pytest.mark.parametrize(
    ("graph", "details", "reason"),
    [
        (networkx.petersen_graph(), {"kind": "closed"}, "no path over all 10 squares closes"),
        (networkx.path_graph(4), {"kind": "closed"}, "no path over all 4 squares closes"),
        (
            networkx.cycle_graph(5),
            {"kind": "strictly-open"},
            "no path over all 5 squares has the wanted ends",
        ),
        (networkx.cycle_graph(6), {"start": 0, "end": 3}, "no path over all 6 squares has the wanted ends"),
        (networkx.star_graph(3), {}, "the longest path has 3 squares"),
        (networkx.star_graph(4), {"kind": "closed"}, "the longest path has 3 squares"),
    ],
)
def test_what_was_lacking_is_said(graph, details, reason):
    result = solve(graph, "rotation", **details)
    assert (result.status, result.reason) == (Status.UNKNOWN, f"gave up: {reason}")
    assert result.statistics.counters["longest"] == len(result.walk)
