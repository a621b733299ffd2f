"""Quick proofs of impossibility: `find(problem)` looks for evidence that the verifier can re-check.

>>> find(TourProblem("3x3", kind="closed"))
LowDegree(vertices=(4,))
>>> find(TourProblem("4x20", kind="closed")).type
'VertexCut'
"""

from __future__ import annotations

from collections.abc import Callable

from knight_models.core.evidence import Evidence
from knight_models.core.limits import Deadline
from knight_models.core.problem import TourProblem
from knight_models.engine.moves import Adjacency, adjacency
from knight_models.solvers.obstructions.forced_moves import forced_moves
from knight_models.solvers.obstructions.simple import colour_imbalance, disconnected, low_degree
from knight_models.solvers.obstructions.vertex_cut import vertex_cut

__all__ = ["find"]

Finder = Callable[[TourProblem, Adjacency, Deadline], Evidence | None]

FINDERS: tuple[Finder, ...] = (low_degree, disconnected, colour_imbalance, forced_moves, vertex_cut)


def find(
    problem: TourProblem, moves: Adjacency | None = None, deadline: Deadline | None = None
) -> Evidence | None:
    """A simple reason why the problem has no tour, if there is one.

    Parameters
    ----------
    problem : the question
    moves : its adjacency, if it is at hand
    deadline : when to give up looking
    """
    moves = adjacency(problem) if moves is None else moves
    deadline = deadline or Deadline.after(None)
    for finder in FINDERS:
        evidence = finder(problem, moves, deadline)
        if evidence is not None or deadline.expired:
            return evidence
    return None
