"""`count_tours`: exact numbers, beside published ones and brute force; limits, checkpoints, errors."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from itertools import islice, permutations
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest
from facts import facts
from graphs import BOARDS, dense_problems, flower_snark, generalized_petersen, problems, small_problem
from hypothesis import given
from reference import tours_of

import knight_models as km
from knight_models import Board, Kind, Limits, TourProblem, count_tours, iter_tours, knight_graph
from knight_models.core.errors import OptionError, ProblemError, UnsupportedError
from knight_models.solvers.tiling import Tiling
from knight_models.tasks.count import Count

WIDE_MARGIN = 2.0
"""Seconds beyond a limit; the contract is one second, and this machine may be busy."""


# Published numbers

PUBLISHED = [
    *((f"3x{side}", "closed", number) for side, number in ((10, 16), (12, 176), (14, 1536), (16, 15424))),
    ("3x18", "closed", 147728),
    ("3x20", "closed", 1448416),  # OEIS A070030
    ("6x6", "closed", 9862),
    ("5x6", "closed", 8),
    ("6x7", "closed", 1067638),  # OEIS A175881
    ("5x8", "closed", 44202),  # OEIS A383661
    ("3x16", "open", 8636880),  # OEIS A169696
    ("4x12", "open", 36486328),  # OEIS A079137
    ("5x8", "open", 18061054),  # OEIS A083386
    ("6x6", "open", 3318960),  # OEIS A165134
    ("6x6", "strictly-open", 2963928),  # = 3,318,960 - 36 x 9,862
    ("3x10", "strictly-open", 2568),  # Jelliss: 3,048 - 30 x 16
]


@pytest.mark.parametrize(("board", "kind", "number"), PUBLISHED)
def test_published_numbers_of_a_board_and_of_its_transpose(board: str, kind: str, number: int) -> None:
    assert count_tours(board, kind=kind).count == number
    assert count_tours("x".join(board.split("x")[::-1]), kind=kind).count == number


def test_published_rows() -> None:
    rows = {row["name"]: row for row in facts("known_counts.json")["rows"]}
    for name, side, kind, most in (
        ("A169696", 3, "open", 16),
        ("A079137", 4, "open", 11),
        ("A083386", 5, "open", 8),
        ("A175881", 6, "closed", 6),
    ):
        row = rows[name]
        for length, number in enumerate(row["values"][:most], row["offset"]):
            assert count_tours(Board((side, length)), kind=kind).count == number, (name, length)


def test_boards_with_missing_cells() -> None:
    for entry in facts("boards_with_missing_cells.json")["boards"]:
        board = Board((entry["rows"], entry["columns"]), holes=map(tuple, entry["holes"]))
        for kind in ("open", "closed"):
            assert count_tours(board, kind=kind).count == entry[kind], (board, kind)


def test_tours_per_start() -> None:
    for entry in facts("tours_per_start.json")["boards"]:
        board = Board.parse(entry["board"])
        for square, number in entry["starts"]:
            assert count_tours(board, start=tuple(square)).count == number
            assert count_tours(board, end=tuple(square), directed=True).count == number


# Graphs whose numbers are known by formulas


@pytest.mark.parametrize("size", [3, 4, 7, 9])
def test_complete_graphs(size: int) -> None:
    import math

    graph = nx.complete_graph(size)
    assert count_tours(graph, kind="closed").count == math.factorial(size - 1) // 2
    assert count_tours(graph, kind="open").count == math.factorial(size) // 2
    assert count_tours(graph, kind="open", directed=True).count == math.factorial(size)
    directed = nx.complete_graph(size, nx.DiGraph)
    assert count_tours(directed, kind="closed").count == math.factorial(size - 1)
    assert count_tours(directed, kind="open").count == math.factorial(size)


@pytest.mark.parametrize(("graph", "number"), [
    (nx.petersen_graph(), 0),
    (generalized_petersen(7), 7),  # n odd and not 5 over 6: Schwenk 1989
    (nx.dodecahedral_graph(), 30),  # Hamilton 1857
    (flower_snark(5), 0),
    (nx.hypercube_graph(4), 1344),  # OEIS A066037
    (nx.complete_bipartite_graph(4, 4), 72),
    (nx.cycle_graph(300), 1),
    (nx.wheel_graph(40), 39),
])  # fmt: skip
def test_known_numbers_of_cycles(graph: Any, number: int) -> None:
    assert count_tours(graph, kind="closed").count == number


def test_a_number_of_many_digits() -> None:
    """A chain of cliques of four, joined by single edges: two ways through each of the inner ones."""
    graph: Any = nx.Graph()
    blocks = 400
    for block in range(blocks):
        first = 4 * block
        graph.add_edges_from((first + one, first + two) for one in range(4) for two in range(one))
        graph.add_edge(first + 3, (first + 4) % (4 * blocks))
    assert count_tours(graph, kind="closed").count == 2**blocks


# Small inputs of every kind, against brute force


def against_brute_force(problem: TourProblem) -> None:
    number = len(tours_of(problem))
    for order in range(4):
        assert count_tours(problem, order=order).count == number, (problem, order)
    twice = not problem.one_way and len(problem) > 1
    assert count_tours(problem, directed=True).count == (2 * number if twice else number)


@given(problems())
def test_random_problems(problem: TourProblem) -> None:
    against_brute_force(problem)


@given(dense_problems(6))
def test_problems_with_many_required_and_forbidden_moves(problem: TourProblem) -> None:
    against_brute_force(problem)


@pytest.mark.parametrize("kind", list(Kind))
@pytest.mark.parametrize("directed", [False, True])
def test_the_smallest_problems(kind: Kind, directed: bool) -> None:
    draw = random.Random(11)
    for _ in range(60):
        against_brute_force(small_problem(draw, kind, directed))


@pytest.mark.parametrize("board", BOARDS, ids=str)
@pytest.mark.parametrize("kind", list(Kind))
def test_boards_of_each_kind_against_a_listing(board: Board, kind: Kind) -> None:
    problem = TourProblem(board, kind)
    most = 500
    stream = iter_tours(problem, "depth-first:prune=on")
    listed = sum(1 for _ in islice(stream, most))
    if listed == most:
        pytest.skip(f"more than {most:,} tours to list")
    assert count_tours(problem).count == listed
    assert count_tours(TourProblem(knight_graph(board), kind)).count == listed


@pytest.mark.parametrize("size", ["7x8", "6x9"])
def test_a_planted_tour_alone(size: str) -> None:
    """All moves of a tour are required: one tour is left. All but two: it is there, with few others."""
    tour = km.solve(size, Tiling(), kind="closed").tour
    assert tour is not None
    moves = [*zip(tour.squares, [*tour.squares[1:], tour.squares[0]], strict=True)]
    assert count_tours(size, kind="closed", required=moves).count == 1
    assert count_tours(size, kind="closed", required=moves[:-1]).count == 1
    few = TourProblem(size, Kind.CLOSED, required=moves[: len(moves) * 2 // 3])
    assert count_tours(few).count == len(list(iter_tours(few)))


def test_forbidding_a_move_or_requiring_it_splits_the_tours() -> None:
    move = ("a1", "b3")
    for kind in ("open", "closed"):
        whole = count_tours("5x6", kind=kind).count
        used = count_tours("5x6", kind=kind, required=[move]).count
        unused = count_tours("5x6", kind=kind, forbidden=[move]).count
        assert used is not None
        assert unused is not None
        assert used + unused == whole


def test_the_open_tours_are_those_of_all_starts_and_ends() -> None:
    starts = [count_tours("4x5", start=square).count for square in Board.parse("4x5")]
    assert sum(filter(None, starts)) == count_tours("4x5", directed=True).count == 164
    pairs = [
        count_tours("3x4", start=one, end=two).count for one, two in permutations(Board.parse("3x4"), 2)
    ]
    assert sum(filter(None, pairs)) == 16


def test_relabelled_graphs_and_loops_and_parallel_edges() -> None:
    graph = knight_graph(Board.parse("5x6"))
    draw = random.Random(3)
    names = list(graph)
    draw.shuffle(names)
    renamed = nx.MultiGraph(nx.relabel_nodes(graph, dict(zip(graph, names, strict=True))))
    shuffled: Any = nx.MultiGraph()
    shuffled.add_nodes_from(sorted(renamed, key=hash))
    shuffled.add_edges_from(draw.sample(list(renamed.edges(keys=False)), renamed.number_of_edges()))
    assert count_tours(shuffled, kind="closed").count == 8
    shuffled.add_edges_from([*list(shuffled.edges(keys=False))[:10], *((node, node) for node in shuffled)])
    assert count_tours(shuffled, kind="closed").count == 8


@pytest.mark.parametrize("workers", [1, 2, 3])
@pytest.mark.parametrize("order", [0, 1, 2, 3])
def test_orders_and_threads_change_nothing(workers: int, order: int) -> None:
    assert count_tours("6x7", kind="closed", order=order, workers=workers).count == 1067638


def test_the_same_work_in_every_run() -> None:
    first, second = (count_tours("5x6").statistics for _ in range(2))
    assert (first.steps, first.counters) == (second.steps, second.counters)


# Limits

LARGE: list[Any] = [
    TourProblem("8x8", "closed"),
    TourProblem("20x20"),
    TourProblem("100x100"),
    TourProblem("3x20000", "closed"),
    TourProblem("12x12x12"),
    TourProblem(Board.parse("9x9", wrap="both"), Kind.CLOSED),
    TourProblem(nx.complete_graph(40)),
    TourProblem(nx.complete_graph(40, nx.DiGraph)),
    TourProblem(nx.grid_2d_graph(100, 100)),
    TourProblem(nx.empty_graph(20_000)),
    TourProblem(nx.path_graph(20_000), Kind.STRICTLY_OPEN),
]


@pytest.mark.parametrize("problem", LARGE, ids=str)
def test_a_time_limit_is_kept(problem: TourProblem) -> None:
    count_tours("5x6")  # load and compile
    began = time.monotonic()
    result = count_tours(problem, seconds=1)
    took = time.monotonic() - began - result.statistics.setup_seconds
    assert took < 1 + WIDE_MARGIN
    if result.count is None:
        assert result.reason == "time limit"
        assert not result.complete


@pytest.mark.parametrize(
    "graph",
    [
        nx.random_regular_graph(4, 2000, seed=1),
        nx.complete_graph(600),
        nx.gnp_random_graph(800, 0.2, seed=1, directed=True),
    ],
    ids=str,
)
def test_a_frontier_that_is_too_wide_is_refused_or_the_time_is_up(graph: Any) -> None:
    began = time.monotonic()
    answer: str | None
    try:
        answer = count_tours(graph, seconds=2).reason
    except UnsupportedError as error:
        answer = str(error).partition(" cannot be counted: ")[2]
    assert answer in ("time limit", "the frontier would have more than 250 vertices")
    assert time.monotonic() - began < 2 + WIDE_MARGIN


@pytest.mark.parametrize(
    "graph",
    [nx.star_graph(3000), nx.disjoint_union(nx.complete_graph(30), nx.complete_graph(30))],
    ids=["star", "two parts"],
)
def test_a_wide_graph_without_a_tour_for_a_simple_reason_has_none(graph: Any) -> None:
    assert count_tours(graph, seconds=50).count == 0


@pytest.mark.parametrize("name", ["directed", "up_to_symmetry"])
@pytest.mark.parametrize("value", ["no", 1, None, [1]])
def test_switches_are_true_or_false(name: str, value: Any) -> None:
    with pytest.raises(OptionError, match=f"{name} is True or False"):
        count_tours("5x5", **{name: value})


def test_work_is_counted_up_to_a_limit() -> None:
    result = count_tours("8x8", kind="closed", steps=5000)
    assert result.reason == "step limit"
    assert result.statistics.steps > 0


def test_boards_that_cannot_be_counted_are_refused_at_once() -> None:
    with pytest.raises(UnsupportedError, match=r"10000x10000 cannot be counted: .* bytes of memory"):
        count_tours("10000x10000")


def test_no_time_at_all() -> None:
    result = count_tours("8x8", kind="closed", seconds=0)
    assert (result.count, result.reason) == (None, "time limit")


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("steps", [0, 1, 1000, 100_000])
def test_a_step_limit_is_kept(steps: int, workers: int) -> None:
    result = count_tours("6x7", kind="closed", steps=steps, workers=workers)
    assert (result.count, result.reason) == (None, "step limit")
    assert result.statistics.steps <= steps


def test_enough_steps_are_no_limit() -> None:
    needed = count_tours("5x6", kind="closed").statistics.steps
    assert count_tours("5x6", kind="closed", steps=needed).count == 8


@pytest.mark.parametrize("memory", [10**6, 3 * 10**6])
def test_a_memory_limit_is_unknown_not_a_crash(memory: int) -> None:
    result = count_tours("8x8", kind="closed", memory=memory, seconds=60)
    assert result.count is None
    assert result.reason is not None
    assert result.reason.startswith("memory: ")
    assert f"{memory:,} are allowed" in result.reason


# Progress and cost


def test_progress_reports_vertices_states_and_the_rest() -> None:
    reports: list[km.Progress] = []
    count_tours("8x8", kind="closed", seconds=3, progress=reports.append)
    assert {report.solver for report in reports} == {"count"}
    assert all(report.total == 64 and report.visited <= 64 for report in reports)
    visited = [report.visited for report in reports]
    assert visited == sorted(visited)
    assert any("states" in report.note for report in reports)


def test_the_cost_of_a_count_is_known_before() -> None:
    small, large = Count("6x6", kind="closed").cost, Count("8x8", kind="closed").cost
    assert small.width <= 12
    assert large.width == 16
    assert small.seconds < 1 < large.seconds
    assert small.memory < large.memory
    assert Count("3x12").cost == Count("12x3").cost
    assert Count("1x1").cost.width == 0


# Checkpoints


def test_a_count_goes_on_where_a_limit_ended_it(tmp_path: Path) -> None:
    file = tmp_path / "count"
    result = count_tours("6x7", kind="closed", steps=200_000, checkpoint=file, checkpoint_seconds=0)
    assert result.count is None
    assert file.exists()
    parts = 1
    while result.count is None:
        result = count_tours(
            "6x7", kind="closed", steps=200_000 * (parts + 1), checkpoint=file, checkpoint_seconds=0
        )
        parts += 1
    assert parts > 1
    assert result.count == 1067638
    assert list(tmp_path.iterdir()) == []


KILLED = """
import sys
from knight_models import count_tours
print(count_tours("6x10", kind="closed", checkpoint=sys.argv[1], checkpoint_seconds=0).count)
"""


@pytest.mark.skipif(os.name == "nt", reason="SIGKILL is POSIX's")
def test_a_count_that_was_killed_gives_the_same_number(tmp_path: Path) -> None:
    file = tmp_path / "count"
    killed = subprocess.Popen([sys.executable, "-c", KILLED, str(file)], stdout=subprocess.PIPE)
    while not file.exists() and killed.poll() is None:
        time.sleep(0.01)
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    assert file.exists()
    assert count_tours("6x10", kind="closed", checkpoint=file).count == 239_187_240_144  # OEIS A175881
    assert not file.exists()


def damaged(content: bytes) -> list[bytes]:
    """The content of a checkpoint, damaged in several ways."""
    draw = random.Random(5)
    found = [b"", b"PK", content[:100], content[: len(content) // 2], content[:-1], b"text\n", content[1:]]
    for _ in range(60):
        place = draw.randrange(len(content))
        found.append(
            content[:place] + bytes([content[place] ^ (1 << draw.randrange(8))]) + content[place + 1 :]
        )
    return found


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    file = tmp_path / "count"
    count_tours("6x6", steps=60_000, checkpoint=file, checkpoint_seconds=0)
    assert file.exists()
    return file


def number_or_refusal(**options: Any) -> int | str | None:
    """The number of open tours of 6x6, or the sentence that refuses the checkpoint."""
    try:
        return count_tours("6x6", **options).count
    except OptionError as error:
        return str(error)


def test_damaged_checkpoints_are_refused_or_harmless(begun: Path) -> None:
    """A flipped bit may be in a part of the archive that is not read; then the number is right."""
    refusals = {
        f"{begun} is not a checkpoint, or it is damaged; name another file",
        f"{begun} is the checkpoint of another count, or of another version; name another file",
    }
    for content in damaged(begun.read_bytes()):
        begun.write_bytes(content)
        answer = number_or_refusal(checkpoint=begun, checkpoint_seconds=60)
        if answer != 3_318_960:
            assert answer in refusals
            assert begun.read_bytes() == content


@pytest.mark.parametrize(
    "other",
    [
        {"kind": "closed"},
        {"start": "a1"},
        {"required": [("a1", "b3")]},
        {"order": 2},
    ],
    ids=str,
)
def test_the_checkpoint_of_another_count_is_refused(begun: Path, other: dict[str, Any]) -> None:
    content = begun.read_bytes()
    with pytest.raises(OptionError, match="is the checkpoint of another count"):
        count_tours("6x6", checkpoint=begun, **other)
    assert begun.read_bytes() == content


def test_threads_and_direction_may_change_between_two_parts(begun: Path) -> None:
    result = count_tours("6x6", checkpoint=begun, directed=True, workers=2)
    assert result.count == 2 * 3_318_960


def test_other_files_are_not_touched(tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("mine")
    with pytest.raises(OptionError, match=r"notes\.txt is not a checkpoint, or it is damaged"):
        count_tours("6x6", checkpoint=notes)
    assert notes.read_text() == "mine"
    with pytest.raises(OptionError, match=r"cannot write .*: there is no directory"):
        count_tours("6x6", checkpoint=tmp_path / "nowhere" / "count")


# Wrong arguments


@pytest.mark.parametrize(
    ("details", "sentence"),
    [
        ({"order": -1}, "order is the number of an order of the vertices, 0 or more, not -1"),
        ({"order": "first"}, "order is the number of an order of the vertices, 0 or more, not 'first'"),
        ({"checkpoint": 5}, "a checkpoint is the name of a file, not 5"),
        ({"checkpoint": "-"}, "a checkpoint is the name of a file, not '-'"),
        (
            {"checkpoint": "c", "checkpoint_seconds": -1},
            "checkpoint_seconds is a number of seconds, not -1",
        ),
        (
            {"checkpoint": "c", "checkpoint_seconds": "5"},
            "checkpoint_seconds is a number of seconds, not '5'",
        ),
        ({"seconds": -1}, "seconds must be a number from 0"),
        ({"seed": 1, "color": 3}, "color"),
    ],
)
def test_wrong_options_are_refused_in_a_sentence(details: dict[str, Any], sentence: str) -> None:
    with pytest.raises(OptionError) as refused:
        count_tours("6x6", **details)
    assert sentence in str(refused.value)


def test_wrong_problems_are_refused() -> None:
    with pytest.raises(ProblemError):
        count_tours(5)  # type: ignore[arg-type]  # what the test is about
    with pytest.raises(UnsupportedError, match="tours with given numbers cannot be counted"):
        count_tours("5x5", given=[("a1", 1)])
    with pytest.raises(km.InputError):
        count_tours("6x6", kind="closed", end="a1")


def test_a_graph_that_was_changed_is_refused() -> None:
    graph = nx.cycle_graph(5)
    problem = TourProblem(graph, Kind.CLOSED)
    graph.add_edge(0, 2)
    with pytest.raises(ProblemError):
        count_tours(problem)


# What a count says of itself


def test_text_and_conversions() -> None:
    result = count_tours("6x6", kind="closed")
    assert str(result) == "9,862 closed tours of 6x6, undirected"
    assert repr(result) == "TourCount(9,862 closed tours of 6x6, undirected)"
    assert result.conversions == {"directed": 19724, "open tours with adjacent ends": 36 * 9862}
    both = count_tours("6x6").count, count_tours("6x6", kind="strictly-open").count
    assert both[0] - both[1] == result.conversions["open tours with adjacent ends"]  # type: ignore[operator]
    assert count_tours("3x4", start="a1").conversions == {}
    assert count_tours("3x4", directed=True).conversions == {"undirected": 8}
    assert count_tours("1x1").conversions == {}
    assert str(count_tours("1x1")) == "1 open tour of 1x1, undirected"


def test_limits_in_one_object() -> None:
    assert count_tours("3x4", limits=Limits(seconds=10)).count == 8


def test_a_checkpoint_that_was_changed_is_refused(tmp_path: Any) -> None:
    """Each part of it, though it is a sound archive of the right count."""
    file = tmp_path / "count.npz"
    stopped = count_tours("7x6", checkpoint=file, checkpoint_seconds=0, steps=200_000)
    assert stopped.reason == "step limit"
    with np.load(file) as archive:
        about, tables = json.loads(str(archive["about"])), archive["tables"]
    for changed, table in (
        (about | {"done": [1]}, tables),
        (about | {"layers": about["layers"] | {"done": 5}}, tables),
        (about | {"layers": about["layers"] | {"more": 5}}, tables),
        (about, tables + np.uint64(1)),
        (about, tables[:-2]),
        ({key: value for key, value in about.items() if key != "digest"}, tables),
    ):
        np.savez(file, about=np.array(json.dumps(changed)), tables=table)
        with pytest.raises(OptionError, match="not a checkpoint, or it is damaged"):
            count_tours("7x6", checkpoint=file)


def test_a_checkpoint_that_cannot_be_written_does_not_end_the_count(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "count.npz"

    def full(*arguments: Any, **details: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "savez", full)
    with pytest.warns(RuntimeWarning, match="is not written, and the count goes on"):
        assert count_tours("5x6", checkpoint=file, checkpoint_seconds=0).count == 18784
