"""The solver `cutset`, beyond the contract of every solver."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import networkx
import pytest
import reference
from facts import GRAPH6, GRAPHS, facts, graph_of, pairs, table
from graphs import flower_snark

from knight_models import CutSet
from knight_models.core.board import Board
from knight_models.core.errors import UnsupportedError
from knight_models.core.problem import TourProblem
from knight_models.core.result import Status
from knight_models.tasks.listing import iter_tours
from knight_models.tasks.solve import solve

SECONDS = 60


def decides(problem: TourProblem, exists: bool) -> None:
    """By `cutset` alone; by `auto` where a refutation is slow, as for an imbalance of colours."""
    by_itself = exists or (len(problem) <= 28 and problem.board is not None)
    result = solve(problem, "cutset" if by_itself else "auto", seconds=SECONDS)
    assert result.status is (Status.FOUND if exists else Status.IMPOSSIBLE), problem
    if result.tour is not None and len(problem) <= 200:
        assert reference.judge(problem, result.tour.squares)
    if result.evidence is not None:
        assert result.rechecked


# ---- right answers from outside ------------------------------------------------------------------

RECTANGLES = [
    (int(rows), int(columns), kind, verdict == "True")
    for rows, columns, *both in table("rectangular_verdicts.tsv")
    for kind, verdict in zip(("open", "closed"), both, strict=True)
    if max(int(rows), int(columns)) <= 12 or min(int(rows), int(columns)) in (3, 4)
]


@pytest.mark.parametrize("kind", ["open", "closed"])
@pytest.mark.parametrize("rows", range(1, 21))
def test_rectangles(rows, kind):
    """All up to 12x12, and every 3 x n and 4 x n up to n = 20."""
    for height, width, each, exists in RECTANGLES:
        if height == rows and each == kind:
            decides(TourProblem(Board((height, width)), kind=kind), exists)


def test_graphs_of_other_test_suites():
    for entry in GRAPHS:
        graph = graph_of(entry)
        if entry["cycle"] is not None and not entry["directed"]:
            decides(TourProblem(graph, kind="closed"), entry["cycle"])
        if entry["path"] is not None and not entry["directed"]:
            decides(TourProblem(graph, start=entry["start"], end=entry["end"]), entry["path"])


@pytest.mark.parametrize("tens", range(7))
def test_graphs_of_a_database(tens):
    for graph6, count, cycle, path in GRAPH6:
        if count // 10 == tens and count <= 60:
            graph = networkx.from_graph6_bytes(graph6.encode())
            for kind, exists in (("closed", cycle), ("open", path)):
                if exists is not None:
                    decides(TourProblem(graph, kind=kind), exists)


def test_boards_with_missing_cells():
    for entry in facts("boards_with_missing_cells.json")["boards"]:
        board = Board((entry["rows"], entry["columns"]), holes=pairs(entry["holes"]))
        decides(TourProblem(board, kind="closed"), entry["closed"] > 0)
        decides(TourProblem(board), entry["open"] > 0)


def test_vertices_of_large_degree():
    """A complete multipartite graph has a cycle if and only if its largest part is at most half of it."""
    for parts, exists in (((5, 4, 4), True), ((7, 3, 3), False), ((12, 12), True), ((1, 11), False)):
        decides(TourProblem(networkx.complete_multipartite_graph(*parts), kind="closed"), exists)
    decides(TourProblem(networkx.complete_graph(40), start=3, end=17), True)
    decides(TourProblem(networkx.complete_graph(40), kind="strictly-open"), False)


@pytest.mark.parametrize("stars", [5, 7, 9])
def test_flower_snarks(stars):
    graph = flower_snark(stars)
    decides(TourProblem(graph, kind="closed"), False)
    decides(TourProblem(graph), True)
    decides(TourProblem(graph, start=("hub", 0), end=("a", 0)), False)  # an edge would close it


@pytest.mark.slow
def test_large_boards():
    for side in (60, 100, 150):
        for kind in ("closed", "open"):
            decides(TourProblem(Board((side, side)), kind=kind), True)


# ---- options and counters ------------------------------------------------------------------------


def test_patching_ends_the_loop_on_boards():
    problem = TourProblem("20x20", kind="closed")
    with_it, without = (solve(problem, CutSet(patch=patch)).statistics for patch in (True, False))
    assert with_it.counters["patched"] > 0
    assert with_it.counters["rounds"] < without.counters["rounds"]
    assert without.counters["patched"] == 0
    assert without.counters["cut_sets"] >= without.counters["rounds"] - 1 > 0


def test_patching_keeps_ends_and_required_moves():
    required = [("a1", "b3"), ("b3", "d4"), ("t20", "s18")]
    forbidden = [("a1", "c2")]
    for kind, start, end in (("open", "a1", "h9"), ("strictly-open", None, "h9"), ("open", None, None)):
        problem = TourProblem(
            "20x20", kind=kind, start=start, end=end, required=required, forbidden=forbidden
        )
        decides(problem, True)
    decides(TourProblem("20x20", kind="closed", required=required), True)


def test_the_engine_and_the_seed_are_those_given():
    problem = TourProblem(networkx.petersen_graph(), kind="closed")
    for engine in ("cadical195", "cadical153"):
        claim = solve(problem, f"cutset:engine={engine},proof=off", seed=5).evidence
        assert claim.type == "SolverClaim"
        assert claim.parameters["engine"] == engine
        assert claim.parameters["seed"] == 5
        assert solve(problem, f"cutset:engine={engine}").rechecked


def test_seeds_give_different_tours_and_each_the_same_again():
    problem = TourProblem("8x8", kind="closed", start="a1")
    tours = [solve(problem, "cutset", seed=seed).tour for seed in (0, 1, 2, 3)]
    assert len(set(tours)) > 1
    assert tours == [solve(problem, "cutset", seed=seed).tour for seed in (0, 1, 2, 3)]


def test_a_refutation_takes_the_same_steps_again():
    problem = TourProblem(flower_snark(7), kind="closed")
    first, second = (solve(problem, "cutset", seed=1) for _ in range(2))
    assert first.evidence == second.evidence
    assert first.statistics.counters == second.statistics.counters
    assert first.statistics.steps == first.statistics.counters["conflicts"] > 0


def test_after_many_rounds_the_engine_begins_anew():
    statistics = solve(TourProblem(flower_snark(9), kind="closed"), "cutset").statistics
    assert statistics.counters["rounds"] > 30
    assert statistics.restarts > 0


# ---- limits --------------------------------------------------------------------------------------


def test_a_step_limit_holds():
    problem = TourProblem("7x7", kind="closed")
    for steps in (0, 1, 2, 100, 1000):
        result = solve(problem, "cutset", steps=steps, seconds=SECONDS)
        assert result.status is Status.UNKNOWN
        assert result.reason == "step limit"
        assert steps - 1 <= result.statistics.steps <= steps or result.statistics.steps == 0


def test_a_step_limit_holds_for_the_second_refutation_too():
    """Steps that suffice to refute the clauses, but not to do it again with a record."""
    problem = TourProblem(flower_snark(7), kind="closed")
    bare = solve(problem, CutSet(proof=False)).statistics.steps
    result = solve(problem, "cutset", steps=bare + 2)
    assert result.evidence.type == "SolverClaim"
    assert not result.rechecked
    assert result.statistics.steps <= bare + 2


def test_what_does_not_fit_in_memory_is_not_built():
    with pytest.raises(
        UnsupportedError, match=r"the clauses would need [0-9,]+ bytes of memory; 2,000,000"
    ):
        solve("40x40", "cutset", kind="closed", memory=2_000_000)


def test_a_time_limit_holds_while_clauses_are_built():
    result = solve("250x250", "cutset", kind="closed", seconds=0.7)
    assert result.status is Status.UNKNOWN
    assert result.reason == "time limit"


INTERRUPTED = """
from knight_models import solve
try:
    solve("7x7", "cutset", kind="closed", progress=lambda report: print(report.note, flush=True))
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.skipif(os.name == "nt", reason="signals as POSIX has them")
@pytest.mark.usefixtures("ctrl_c_is_heard")
def test_ctrl_c_is_a_keyboard_interrupt():
    process = subprocess.Popen([sys.executable, "-c", INTERRUPTED], stdout=subprocess.PIPE, text=True)
    assert "cut-sets" in process.stdout.readline()
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    shown, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert shown.splitlines()[-1] == "interrupted"


# ---- listing -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("problem", "directed", "count"),
    [
        (TourProblem("3x4"), True, 16),
        (TourProblem("4x5"), False, 82),
        (TourProblem("5x6", kind="closed"), True, 16),
        (TourProblem(networkx.petersen_graph(), kind="closed"), False, 0),
        (TourProblem(networkx.complete_graph(6), kind="closed"), False, 60),
    ],
)
def test_listings_are_complete(problem, directed, count):
    """OEIS A165134, A070030, A001710."""
    stream = iter_tours(problem, "cutset", directed=directed, seconds=SECONDS)
    assert len(set(stream)) == count
    assert stream.end.complete


def test_a_listing_that_is_cut_off_says_so():
    stream = iter_tours("5x5", "cutset", steps=20)
    assert len(list(stream)) < 864
    assert not stream.end.complete
    assert stream.end.reason == "step limit"


@pytest.mark.parametrize("seed", range(6))
def test_ends_that_have_to_be_apart_stay_apart_while_cycles_are_joined(seed):
    """A strictly open tour of a random cubic graph that has one by brute force."""
    graph = networkx.random_regular_graph(3, 8, seed=seed)
    problem = TourProblem(graph, kind="strictly-open")
    assert reference.tours_of(problem)
    result = solve(problem, "cutset", seconds=SECONDS)
    assert result.found
    assert reference.judge(problem, result.tour.squares)
