"""Tours from tiles and strips: every rectangle, ends, seeds, interpreted and compiled, limits, size."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import facts
import numpy as np
import pytest
import reference
from kernel_ways import stay_interpreted

from knight_models.core.board import Board
from knight_models.core.errors import InputError, UnsupportedError
from knight_models.core.evidence import Theorem
from knight_models.core.limits import Deadline, Progress
from knight_models.core.problem import Kind, TourProblem
from knight_models.core.result import SolveResult, Status
from knight_models.engine import kernel as runtime
from knight_models.engine import run
from knight_models.engine.moves import knight_graph
from knight_models.solvers.tiling.board import FIRST, TreeState, TreeTiles, grow_tree
from knight_models.solvers.tiling.cuts import cut_board
from knight_models.solvers.tiling.strip_states import strip_states
from knight_models.solvers.tiling.strips import ArcPaths, strip_order
from knight_models.solvers.tiling.tiles import TileTask, gates, random_tour
from knight_models.tasks.solve import solve
from knight_models.theory.counts import SEQUENCES
from knight_models.theory.existence import existence
from knight_models.verifier import faults

NEVER = Deadline(None)
COMPILED = 20_000
"""Squares from which compiled code is waited for."""


def tiled(space: str, **details: object) -> SolveResult:
    return solve(space, "tiling", **details)


def check_verdict(shape: tuple[int, int], kind: str, seed: int = 0) -> None:
    """The answer agrees with the existence theorems; `solve` verifies the tour or the evidence."""
    result = solve(Board(shape), "tiling", kind=kind, seed=seed)
    verdict = existence(Board(shape), kind)
    exists = result.found if verdict is None else verdict.exists
    assert result.status is (Status.FOUND if exists else Status.IMPOSSIBLE)
    if not exists:
        assert isinstance(result.evidence, Theorem)


SAMPLE = [*product((1, 2, 3, 4, 5), range(1, 14)), *product((6, 7, 9, 10, 11), (6, 11, 16, 23, 40))]


@pytest.mark.parametrize("kind", ["open", "closed"])
def test_a_sample_of_boards_agrees_with_the_theorems(kind):
    for rows, columns in SAMPLE:
        for shape in ((rows, columns), (columns, rows)):
            check_verdict(shape, kind, seed=rows)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["open", "closed"])
@pytest.mark.parametrize("rows", range(1, 41))
def test_every_board_up_to_40_agrees_with_the_theorems(rows, kind):
    for columns in range(1, 41):
        check_verdict((rows, columns), kind, seed=columns)


def test_published_verdicts():
    """Schwenk 1991, Cull & De Curtins 1978 and Chia & Ong 2005, from published tables."""
    for rows, columns, open_exists, closed_exists in facts.table("rectangular_verdicts.tsv"):
        if max(int(rows), int(columns)) > 12:
            continue
        for kind, exists in (("open", open_exists), ("closed", closed_exists)):
            if exists in ("True", "False"):
                assert tiled(f"{rows}x{columns}", kind=kind).found is (exists == "True")


@pytest.mark.parametrize("space", ["1x1", "3x4", "3x10", "5x6", "8x8", "14x15", "20x20", "21x21"])
def test_the_ends_of_a_strictly_open_tour_are_apart(space):
    result = tiled(space, kind="strictly-open")
    assert result.found
    assert reference.judge(result.problem, result.tour.squares)


@pytest.mark.parametrize("space", ["3x10", "12x3"])
def test_a_strictly_open_tour_of_a_strip_is_one_from_every_start(space):
    """From some squares, most tours end a move from where they began; `solve` refuses such an answer."""
    statuses = []
    for square in Board.parse(space):
        for seed in range(3):
            result = solve(space, "tiling", kind="strictly-open", start=square, seed=seed)
            statuses.append(result.status)
            assert result.status is not Status.IMPOSSIBLE
    assert statuses.count(Status.FOUND) > len(statuses) // 4


@pytest.mark.parametrize(
    ("space", "kind", "clause"),
    [
        ("2x9", "open", "one side is 2"),
        ("4x4", "open", "both sides are 4"),
        ("3x6", "strictly-open", "the sides are 3 and 3, 5 or 6"),
        ("9x7", "closed", "both sides are odd"),
        ("4x100", "closed", "one side is 4"),
        ("8x3", "closed", "the sides are 3 and 4, 6 or 8"),
    ],
)
def test_impossible_names_the_clause(space, kind, clause):
    result = tiled(space, kind=kind)
    assert result.status is Status.IMPOSSIBLE
    assert result.evidence.clause == clause
    assert clause in result.evidence.summary


def test_the_verifier_refuses_a_theorem_that_does_not_apply():
    right = tiled("4x6", kind="closed").evidence
    assert not faults(TourProblem("4x6", kind="closed"), right)
    for problem in (
        TourProblem("6x6", kind="closed"),
        TourProblem("4x6", kind="open"),
        TourProblem("5x5", kind="closed"),
        TourProblem(Board((4, 6), wrap="columns"), kind="closed"),
        TourProblem(knight_graph("4x6"), kind="closed"),
    ):
        assert faults(problem, right)


@pytest.mark.parametrize(
    ("space", "reason"),
    [
        (knight_graph("6x6"), "not graphs"),
        ("4x4x4", "has 3"),
        (Board((6, 6), leap=(1, 3)), "leaper 1,3"),
        (Board((6, 6), holes=["a1"]), "holes"),
        (Board((6, 6), wrap="rows"), "wrap"),
    ],
)
def test_only_rectangles_for_the_knight_are_taken(space, reason):
    with pytest.raises(UnsupportedError, match=reason):
        solve(space, "tiling")


def test_exactly_the_published_starts():
    """An open tour from every start square that has one, and from no other."""
    for entry in facts.facts("open_start_squares.json")["boards"]:
        board = Board.parse(entry["board"])
        found = [square for square in board if solve(board, "tiling", start=square).found]
        assert found == facts.pairs(entry["starts"])


@pytest.mark.parametrize(
    "space", ["6x6", "5x8", "13x12", "3x13", "3x130", "4x9", "4x131", "15x15", "11x25"]
)
@pytest.mark.parametrize("end", ["start", "end"])
def test_a_fixed_end_is_kept(space, end):
    board = Board.parse(space)
    for square in Random(1).sample(list(board), 20):
        result = solve(board, "tiling", **{end: square})
        odd_board_other_colour = len(board) % 2 == 1 and sum(square) % 2 == 1
        inner_row = board.shape[0] == 4 and square[0] in (1, 2)
        assert result.found is not (odd_board_other_colour or inner_row)
        assert result.status is not Status.IMPOSSIBLE
        if result.found:
            assert getattr(result.tour, end) == square


@pytest.mark.parametrize("space", ["6x6", "3x10", "3x200", "14x15", "33x20"])
def test_a_closed_tour_is_listed_from_its_start(space):
    board = Board.parse(space)
    for square in Random(2).sample(list(board), 10):
        result = solve(board, "tiling", kind="closed", start=square)
        assert result.found
        assert result.tour.start == square
    assert solve(board, "tiling", kind="closed").tour.start == (0, 0)


@pytest.mark.parametrize(
    ("space", "start", "end"),
    [
        ("6x6", (0, 0), (3, 4)),
        ("8x8", (0, 0), (7, 6)),
        ("8x8", (3, 3), (3, 4)),
        ("20x20", (0, 0), (18, 19)),
        ("21x21", (0, 0), (20, 20)),
        ("40x41", (0, 0), (39, 40)),
        ("40x40", (39, 3), (2, 39)),
        ("41x43", (40, 42), (17, 1)),
        ("6x200", (5, 100), (0, 2)),
        ("3x120", (0, 0), (2, 119)),
        ("4x121", (0, 40), (3, 80)),
    ],
)
def test_both_ends(space, start, end):
    result = tiled(space, start=start, end=end)
    assert result.found
    assert (result.tour.start, result.tour.end) == (start, end)


@pytest.mark.parametrize(
    ("space", "details"),
    [
        ("15x15", {"start": (0, 1)}),
        ("15x15", {"start": (0, 0), "end": (0, 1)}),
        ("15x15", {"end": (2, 1)}),
        ("8x8", {"start": (0, 0), "end": (0, 2)}),
        ("20x20", {"kind": "strictly-open", "start": (5, 5), "end": (6, 7)}),
    ],
)
def test_ends_that_no_tour_has_are_unknown(space, details):
    """By their colours, or because a strictly open tour does not have ends a move apart."""
    result = tiled(space, **details)
    assert result.status is Status.UNKNOWN
    assert "ends" in result.reason


def test_required_and_forbidden_moves():
    small = tiled("8x8", kind="closed", required=[("c3", "d5"), ("f6", "h7")], forbidden=[("a2", "c3")])
    assert small.found  # verified: it obeys the moves
    middle = tiled("20x20", required=[("c3", "d5"), ("f6", "h7"), ("k9", "l11"), ("a20", "b18")])
    assert middle.found
    large = tiled("40x40", kind="closed", required=[("c3", "d5")], forbidden=[("s20", "t22")])
    assert large.found
    assert large.statistics.backtracks == 1600 * large.statistics.restarts


@pytest.mark.parametrize("space", ["8x8", "14x14", "3x10"])
def test_without_a_move_of_a_corner_no_closed_tour_is_found(space):
    """A corner has two moves, and a closed tour uses both."""
    result = tiled(space, kind="closed", forbidden=[("a1", "b3")])
    assert result.status is Status.UNKNOWN
    assert result.reason


@pytest.mark.parametrize(
    ("space", "seeds", "least"),
    [("20x20", 50, 45), *((space, 30, 27) for space in ("6x6", "8x8", "5x8", "3x40", "6x7", "10x10"))],
)
def test_seeds_give_different_tours(space, seeds, least):
    problem = TourProblem(space, kind="closed")
    tours = [solve(problem, "tiling", seed=seed).tour for seed in range(seeds)]
    assert len({reference.identity_of(problem, tour.squares) for tour in tours}) >= least


def test_seeds_reach_every_closed_tour_of_5x6():
    """There are 8 (OEIS A175881)."""
    problem = TourProblem("5x6", kind="closed")
    tours = [solve(problem, "tiling", seed=seed).tour for seed in range(120)]
    assert len({reference.identity_of(problem, tour.squares) for tour in tours}) == 8


def test_short_strips_are_drawn_evenly():
    """3x10 has 16 closed tours (OEIS A070030); each is expected in 200 of 3200 draws."""
    paths = ArcPaths(strip_states(3, True, NEVER), Random(1), NEVER)
    draws = Counter(paths.draw(10, ()).tobytes() for _ in range(3200))
    assert len(draws) == 16
    assert all(130 < count < 270 for count in draws.values())  # 5 standard deviations


@pytest.mark.parametrize(
    ("rows", "closed", "sequence", "step"),
    [(3, True, "A070030", 2), (3, False, "A169696", 1), (4, False, "A079137", 1)],
)
def test_the_number_of_arc_paths_is_the_published_count(rows, closed, sequence, step):
    states = strip_states(rows, closed, NEVER)
    ways = [0] * states.states
    ways[-1] = 1
    counts = []
    for _ in range(12):
        longer = [0] * states.states
        for source, target in zip(states.sources.tolist(), states.targets.tolist(), strict=True):
            longer[source] += ways[target]
        ways = longer
        counts.append(ways[0])
    row = SEQUENCES[sequence]
    expected = [row.at(length // step) if length % step == 0 else 0 for length in range(1, 13)]
    assert counts == expected


def test_states_are_not_built_when_the_time_is_up():
    assert strip_order((4, 300), Kind.OPEN, (), Random(1), Deadline(0), lambda _: None) is None


@pytest.mark.parametrize("rows", range(5, 12))
@pytest.mark.parametrize("columns", range(5, 12))
def test_tiles_of_every_shape_can_be_joined(rows, columns):
    """A closed tour with the two moves that corners do not force; an open one with all four gates."""
    even = rows * columns % 2 == 0
    dropped = gates(rows, columns)
    kind, required = (Kind.CLOSED, dropped[:2]) if even else (Kind.OPEN, dropped)
    task = TileTask((rows, columns), kind, required=required)
    tour, steps = random_tour(task, Random(3), 1_000_000)
    assert steps > 0
    squares = [divmod(square, columns) for square in tour]
    assert reference.is_tour(reference.board_space((rows, columns)), squares, str(task.kind))
    moves = set(zip(tour, tour[1:] + tour[:1], strict=True))
    assert all(gate in moves or gate[::-1] in moves for gate in dropped)


def test_moves_across_a_border_are_moves_of_a_knight():
    for rows, columns in product(range(5, 12), repeat=2):
        squares = [[divmod(square, columns) for square in gate] for gate in gates(rows, columns)]
        left, upper, right, lower = squares
        for here, there in zip(right, left, strict=True):
            assert sorted((abs(there[0] - here[0]), there[1] + columns - here[1])) == [1, 2]
        for here, there in zip(lower, upper, strict=True):
            assert sorted((there[0] + rows - here[0], abs(there[1] - here[1]))) == [1, 2]


@pytest.mark.parametrize("seed", range(3))
def test_cuts_cover_the_board_with_tiles_that_have_tours(seed):
    random = Random(seed)
    for shape in product((5, 6, 7, 10, 11, 13, 24, 65, 66, 301), repeat=2):
        square = (random.randrange(shape[0]), random.randrange(shape[1]))
        cuts = cut_board(shape, square, random)
        assert (cuts.rows.sum(), cuts.columns.sum()) == shape
        assert {*cuts.rows.tolist(), *cuts.columns.tolist()} <= set(range(5, 12))
        odd = list(product(np.flatnonzero(cuts.rows % 2), np.flatnonzero(cuts.columns % 2)))
        assert odd == ([] if cuts.odd is None else [cuts.odd])
        if cuts.odd is not None:
            assert cuts.tile_at(square) == cuts.odd


@pytest.mark.parametrize("width", [1, 2, 7])
def test_the_tree_joins_all_tiles_without_a_cycle(width):
    joined, active = [0] * (6 * width), [0] * (6 * width)
    joined[3], active[0] = FIRST, 3
    state = TreeState(width, active=1, random=12345)
    while grow_tree(TreeTiles(joined, active), state, 5) == runtime.RUNNING:
        pass
    right = [(tile, tile + 1) for tile, sides in enumerate(joined) if sides >> 2 & 1]
    down = [(tile, tile + width) for tile, sides in enumerate(joined) if sides >> 3 & 1]
    assert len(right + down) == len(joined) - 1
    group = list(range(len(joined)))
    for one, other in right + down:
        assert joined[other] >> (0 if other == one + 1 and (one, other) in right else 1) & 1
        old, new = group[one], group[other]
        assert old != new  # or else the edge would close a cycle
        group = [new if name == old else name for name in group]


@pytest.mark.parametrize(
    ("space", "details"),
    [
        ("60x61", {"kind": "closed"}),
        ("51x53", {"start": (10, 20)}),
        ("3x400", {"kind": "closed"}),
        ("4x401", {}),
    ],
)
def test_the_same_tour_interpreted_and_compiled(space, details, monkeypatch):
    with monkeypatch.context() as patched:
        for kernel in runtime.KERNELS:
            stay_interpreted(kernel, patched)
        interpreted = tiled(space, seed=5, **details).tour
    with monkeypatch.context() as patched:
        patched.setattr(runtime, "LARGE", 0)
        compiled = tiled(space, seed=5, **details).tour
    assert interpreted == compiled


@pytest.mark.parametrize(
    ("space", "details"),
    [
        ("300x301", {"kind": "closed"}),
        ("201x203", {"start": (100, 102)}),
        ("201x203", {"start": (0, 202), "end": (199, 3)}),
        ("200x200", {"kind": "strictly-open", "end": (150, 3)}),
        ("5x10000", {}),
        ("10001x7", {}),
        ("3x20000", {"kind": "closed", "start": (1, 7001)}),
        ("3x10001", {"start": (2, 5000)}),
        ("10000x4", {"start": (4000, 0), "end": (9000, 3)}),
    ],
)
def test_large_boards(space, details):
    result = tiled(space, **details)
    assert result.found
    assert result.statistics.steps == len(result.tour) >= COMPILED


@pytest.mark.slow
@pytest.mark.parametrize(
    ("space", "kind"), [("3000x3001", "closed"), ("3x1000000", "closed"), ("1999x2001", "open")]
)
def test_millions_of_squares(space, kind):
    assert tiled(space, kind=kind).found


def test_limits():
    assert tiled("20x20", seconds=0).reason == "time limit"
    assert tiled("20x20", steps=399).reason == "step limit"
    assert tiled("20x20", steps=400).found
    with pytest.raises(InputError, match="bytes"):
        tiled("30000x30000", memory=10**9)


@pytest.mark.parametrize("space", ["90x90", "3x5000"])
def test_progress_counts_the_squares_written(space, monkeypatch):
    monkeypatch.setattr(run, "REPORT_INTERVAL", 0)
    reports: list[Progress] = []
    assert tiled(space, kind="closed", progress=reports.append).found
    written = [report.visited for report in reports]
    assert written == sorted(written)
    assert 0 < written[-1] < reports[-1].total == len(TourProblem(space))
