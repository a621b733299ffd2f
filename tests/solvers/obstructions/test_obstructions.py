"""Quick proofs of impossibility: found where they are, accepted by the verifier, never found wrongly."""

import networkx
import pytest
import reference
from graphs import problems
from hypothesis import assume, given

from knight_models.core.board import Board
from knight_models.core.evidence import ColourImbalance, Disconnected, LowDegree
from knight_models.core.limits import Limits
from knight_models.core.problem import TourProblem
from knight_models.engine.run import Run
from knight_models.solvers import obstructions
from knight_models.verifier import faults

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
def test_what_is_found_is_of_the_right_kind_and_stands(problem, evidence):
    found = obstructions.find(Run(problem))
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
def test_where_there_are_tours_nothing_is_found(problem):
    """Each has a tour, by Schwenk, Chia & Ong, or by sight."""
    assert obstructions.find(Run(problem)) is None


@given(problems())
def test_what_is_found_is_accepted_and_never_wrong(problem):
    found = obstructions.find(Run(problem))
    assume(found is not None)
    assert faults(problem, found) == []
    assert not reference.tours_of(problem)


@given(problems())
def test_nothing_is_found_where_brute_force_knows_a_tour(problem):
    assume(reference.tours_of(problem))
    assert obstructions.find(Run(problem)) is None


def test_an_expired_deadline_ends_the_search():
    problem = TourProblem(TWO_TRIANGLES)
    assert obstructions.find(Run(problem, Limits(seconds=0))) is None
