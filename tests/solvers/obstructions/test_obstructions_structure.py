"""Vertex cuts and forced moves: found on the boards of the theorems, accepted, refused when falsified."""

import json

import networkx
import pytest

from knight_models.core.evidence import ForcedMoves, VertexCut
from knight_models.core.problem import TourProblem
from knight_models.core.result import SolveResult, Status
from knight_models.engine.run import Run
from knight_models.formats import read_evidence, result_to_json
from knight_models.solvers import obstructions
from knight_models.verifier import faults

PETERSEN = networkx.petersen_graph()


def twelve_by_hand():
    """4x5: without the five inner squares of one colour six parts are left (Conrad et al. 1994)."""
    return tuple(TourProblem("4x5").vertices.index(name) for name in ("a3", "b2", "c3", "d2", "e3"))


@pytest.mark.parametrize("columns", [4, 5, 6, 9, 10, 20, 100])
def test_four_rows_have_no_closed_tour_by_a_vertex_cut(columns):
    """Schwenk 1991; the cut is the inner squares of one colour."""
    problem = TourProblem(f"4x{columns}", kind="closed")
    evidence = obstructions.find(Run(problem))
    assert isinstance(evidence, VertexCut | ForcedMoves)
    assert faults(problem, evidence) == []


def test_an_open_tour_of_four_rows_does_not_end_on_an_inner_square():
    problem = TourProblem("4x5", start="a3")
    assert isinstance(obstructions.find(Run(problem)), VertexCut)
    assert obstructions.find(Run(TourProblem("4x5", start="a1"))) is None


def test_a_cut_that_leaves_too_few_parts_is_refused():
    cut = twelve_by_hand()
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
    assert obstructions.find(Run(closed)) == VertexCut((3,))
    assert obstructions.find(Run(TourProblem(bowtie))) is None
    assert isinstance(obstructions.find(Run(TourProblem(bowtie, start=3))), VertexCut)


@pytest.mark.parametrize("board", ["3x4", "3x6"])
def test_forced_moves_close_too_early_on_three_rows(board):
    problem = TourProblem(board, kind="closed")
    evidence = obstructions.find(Run(problem))
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
    assert obstructions.find(Run(problem)) == ForcedMoves(())
    assert faults(problem, ForcedMoves(())) == []
    assert faults(TourProblem(graph, kind="closed", required=square[:3]), ForcedMoves(()))


def test_forced_moves_that_join_both_ends_too_early():
    theta = networkx.Graph([(0, 1), (1, 2), (0, 3), (3, 4), (4, 2), (3, 5), (5, 4)])
    problem = TourProblem(theta, start=0, end=2, required=[(0, 1)])
    evidence = obstructions.find(Run(problem))
    assert evidence is not None
    assert faults(problem, evidence) == []


@pytest.mark.parametrize("board", ["4x20", "3x6"])
def test_evidence_is_written_and_read_back(board):
    problem = TourProblem(board, kind="closed")
    result = SolveResult(Status.IMPOSSIBLE, problem, evidence=obstructions.find(Run(problem)))
    read_problem, read = read_evidence(json.dumps(result_to_json(result)))
    assert (read_problem, read) == (problem, result.evidence)
