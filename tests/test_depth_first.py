"""Depth-first search: the order of its candidates, and the moves at the closing step."""

from __future__ import annotations

import networkx
import reference

from knight_models.driver import iter_tours
from knight_models.problem import TourProblem


def test_a_required_move_may_close_the_tour():
    """Of the three tours of K4 two use an edge: it may stand at the start or at the closing step."""
    problem = TourProblem(networkx.complete_graph(4), kind="closed", required=[(0, 3)])
    stream = iter_tours(problem, "depth-first")
    listed = {reference.identity_of(problem, tour.squares) for tour in stream}
    assert stream.count == 2
    assert listed == set(reference.tours_of(problem))
