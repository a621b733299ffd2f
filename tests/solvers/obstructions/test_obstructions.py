"""Quick proofs of impossibility: found where they exist, accepted by the verifier, never wrong."""

import json
import random
import time

import networkx
import pytest
import reference
from graphs import problems
from hypothesis import assume, given

from knight_models.core.board import Board
from knight_models.core.evidence import ColourImbalance, Disconnected, ForcedMoves, LowDegree, VertexCut
from knight_models.core.limits import Deadline, Limits
from knight_models.core.problem import TourProblem
from knight_models.core.result import SolveResult, Status
from knight_models.engine.run import Run
from knight_models.formats import read_evidence, result_to_json
from knight_models.solvers.obstructions import find
from knight_models.solvers.obstructions.matching import maximum_matching
from knight_models.tasks.solve import solve
from knight_models.verifier import faults

PETERSEN = networkx.petersen_graph()
TWO_TRIANGLES = networkx.Graph([(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)])
TWO_TRIANGLES_ONE_ARC = networkx.DiGraph([(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (0, 3)])


@pytest.mark.parametrize(
    ("problem", "evidence"),
    [
        (TourProblem("3x3"), LowDegree),
        (TourProblem("3x3", kind="closed"), LowDegree),
        (TourProblem("1x5"), LowDegree),
        (TourProblem("2x5"), LowDegree),
        (TourProblem(Board((6, 6), leap=(1, 3))), Disconnected),
        (TourProblem("5x5", kind="closed"), ColourImbalance),
        (TourProblem("7x7", kind="closed"), ColourImbalance),
        (TourProblem("5x5", start="b1"), ColourImbalance),
        (TourProblem("6x6", start="a1", end="c1"), ColourImbalance),
        (TourProblem("8x8", kind="closed", forbidden=[("a1", "b3")]), LowDegree),
        (TourProblem("5x5", forbidden=[("a1", "b3"), ("a1", "c2")]), LowDegree),
        (TourProblem(networkx.star_graph(3)), LowDegree),
        (TourProblem(networkx.path_graph(4), start=1), LowDegree),
        (TourProblem(networkx.path_graph(4), kind="closed"), LowDegree),
        (TourProblem(TWO_TRIANGLES), Disconnected),
        (TourProblem(TWO_TRIANGLES, kind="closed"), Disconnected),
        (TourProblem(TWO_TRIANGLES_ONE_ARC, kind="closed"), Disconnected),
        (TourProblem(TWO_TRIANGLES_ONE_ARC, start=3), Disconnected),
        (TourProblem(TWO_TRIANGLES_ONE_ARC, end=0), Disconnected),
        (TourProblem(networkx.DiGraph([(0, 1), (1, 2)]), kind="closed"), LowDegree),
        (TourProblem(networkx.DiGraph([(0, 1), (0, 2)])), LowDegree),
        (TourProblem(networkx.complete_bipartite_graph(3, 5)), ColourImbalance),
        (TourProblem(networkx.empty_graph(2)), LowDegree),
        (TourProblem(networkx.empty_graph(1), kind="closed"), LowDegree),
        (TourProblem(networkx.path_graph(2), kind="closed"), LowDegree),
    ],
    ids=str,
)
def test_evidence_is_of_the_right_kind_and_accepted(problem, evidence):
    found = find(Run(problem))
    assert isinstance(found, evidence)
    assert faults(problem, found) == []
    assert found.summary


@pytest.mark.parametrize(
    "problem",
    [
        TourProblem("5x5"),
        TourProblem("5x6", kind="closed"),
        TourProblem("1x1"),
        TourProblem(networkx.path_graph(2)),
        TourProblem(networkx.path_graph(5), start=0, end=4),
        TourProblem(networkx.DiGraph([(0, 1), (1, 2)]), start=0, end=2),
        TourProblem(networkx.DiGraph([(0, 1), (1, 0)]), kind="closed"),
        TourProblem(TWO_TRIANGLES_ONE_ARC),
        TourProblem(networkx.complete_bipartite_graph(3, 4)),
    ],
    ids=str,
)
def test_nothing_is_found_where_there_are_tours(problem):
    """Each has a tour, by Schwenk, Chia & Ong, or by sight."""
    assert find(Run(problem)) is None


@given(problems())
def test_evidence_is_accepted_and_never_wrong(problem):
    found = find(Run(problem))
    assume(found is not None)
    assert faults(problem, found) == []
    assert not reference.tours_of(problem)


@given(problems())
def test_nothing_is_found_where_brute_force_knows_a_tour(problem):
    assume(reference.tours_of(problem))
    assert find(Run(problem)) is None


def test_an_expired_deadline_ends_the_search():
    problem = TourProblem(TWO_TRIANGLES)
    assert find(Run(problem, Limits(seconds=0))) is None


# ---- vertex cuts and forced moves -----------------------------------------------------------------


def inner_squares():
    """4x5: without the five inner squares of one colour six parts are left (Conrad et al. 1994)."""
    return tuple(TourProblem("4x5").vertices.index(name) for name in ("a3", "b2", "c3", "d2", "e3"))


@pytest.mark.parametrize("columns", [4, 5, 6, 9, 10, 20, 100])
def test_four_rows_have_no_closed_tour_by_a_vertex_cut(columns):
    """Schwenk 1991; the cut is the inner squares of one colour."""
    problem = TourProblem(f"4x{columns}", kind="closed")
    evidence = find(Run(problem))
    assert isinstance(evidence, VertexCut | ForcedMoves)
    assert faults(problem, evidence) == []


def test_an_open_tour_of_four_rows_does_not_end_on_an_inner_square():
    problem = TourProblem("4x5", start="a3")
    assert isinstance(find(Run(problem)), VertexCut)
    assert find(Run(TourProblem("4x5", start="a1"))) is None


def test_a_cut_that_leaves_too_few_parts_is_refused():
    cut = inner_squares()
    closed = TourProblem("4x5", kind="closed")
    assert faults(closed, VertexCut(cut)) == []
    for twin in (cut[1:], (*cut[1:], closed.vertices.index("a1")), (), (*cut, 99), (-1,)):
        assert faults(closed, VertexCut(twin))
    assert faults(TourProblem("4x5"), VertexCut(cut))  # without a fixed end an open tour joins six
    assert faults(TourProblem("4x5", start="a3"), VertexCut(cut)) == []
    assert faults(TourProblem("4x5", start="a1"), VertexCut(cut))


def test_a_cut_vertex_splits_a_closed_tour_but_no_open_one():
    bowtie = networkx.compose(
        networkx.complete_graph(range(4)), networkx.complete_graph(range(3, 7))
    )  # they share vertex 3
    closed = TourProblem(bowtie, kind="closed")
    assert find(Run(closed)) == VertexCut((3,))
    assert find(Run(TourProblem(bowtie))) is None
    assert isinstance(find(Run(TourProblem(bowtie, start=3))), VertexCut)


@pytest.mark.parametrize("board", ["3x4", "3x6"])
def test_forced_moves_close_too_early_on_three_rows(board):
    problem = TourProblem(board, kind="closed")
    evidence = find(Run(problem))
    assert isinstance(evidence, ForcedMoves)
    assert faults(problem, evidence) == []
    assert faults(problem, ForcedMoves(evidence.vertices[:1]))
    assert faults(problem, ForcedMoves((*evidence.vertices[:-1], 99)))


def test_forced_moves_that_are_not_forced_are_refused():
    problem = TourProblem(PETERSEN, kind="closed")
    (fault,) = faults(problem, ForcedMoves((0, 1)))
    assert str(fault) == "nothing is forced yet at 0"
    assert faults(TourProblem(PETERSEN), ForcedMoves(()))
    assert faults(TourProblem(networkx.cycle_graph(5), kind="closed"), ForcedMoves((0, 1, 2, 3, 4)))


def test_required_moves_that_close_a_short_cycle_are_forced_moves():
    square = [(0, 1), (1, 2), (2, 3), (3, 0)]
    graph = networkx.complete_graph(6)
    problem = TourProblem(graph, kind="closed", required=square)
    assert find(Run(problem)) == ForcedMoves(())
    assert faults(problem, ForcedMoves(())) == []
    assert faults(TourProblem(graph, kind="closed", required=square[:3]), ForcedMoves(()))


def test_forced_moves_that_join_both_ends_too_early():
    theta = networkx.Graph([(0, 1), (1, 2), (0, 3), (3, 4), (4, 2), (3, 5), (5, 4)])
    problem = TourProblem(theta, start=0, end=2, required=[(0, 1)])
    evidence = find(Run(problem))
    assert evidence is not None
    assert faults(problem, evidence) == []


@pytest.mark.parametrize("board", ["4x20", "3x6"])
def test_evidence_is_written_and_read_back(board):
    problem = TourProblem(board, kind="closed")
    result = SolveResult(Status.IMPOSSIBLE, problem, evidence=find(Run(problem)))
    read_problem, read = read_evidence(json.dumps(result_to_json(result)))
    assert (read_problem, read) == (problem, result.evidence)


@pytest.mark.parametrize(
    "problem",
    [
        TourProblem("140x142", kind="closed"),
        TourProblem("141x141"),
        TourProblem(networkx.complete_bipartite_graph(800, 800), kind="closed"),
    ],
    ids=str,
)
def test_a_vertex_cut_is_looked_for_within_the_limit(problem):
    """Without a look at the clock in between it took 3.5 seconds. Wide margins."""
    began = time.monotonic()
    result = solve(problem, "obstructions", seconds=0.3)
    assert time.monotonic() - began < 2.5
    assert result.reason in ("time limit", "no simple obstruction")


def test_a_long_narrow_board_needs_no_deep_recursion():
    assert find(Run(TourProblem("3x1500", kind="closed"))) is None
    assert find(Run(TourProblem("4x1500", kind="closed"))).type == "VertexCut"


@pytest.mark.parametrize("seed", range(30))
def test_a_matching_is_a_largest_one(seed):
    chance = random.Random(seed)
    sizes = chance.randrange(1, 12), chance.randrange(1, 12)
    graph = networkx.bipartite.random_graph(*sizes, chance.random(), seed=seed)
    side = set(range(sizes[0]))
    mates = maximum_matching(graph, side, Deadline(None))
    assert all(mates[mate] == vertex and graph.has_edge(vertex, mate) for vertex, mate in mates.items())
    assert len(mates) == 2 * len(networkx.max_weight_matching(graph, maxcardinality=True))


def test_a_matching_ends_when_the_time_is_up():
    with pytest.raises(TimeoutError):
        maximum_matching(networkx.path_graph(10), range(0, 10, 2), Deadline(0))
