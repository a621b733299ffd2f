"""Quick proofs of impossibility: a solver that answers IMPOSSIBLE, with evidence, or UNKNOWN.

>>> find(Run(TourProblem("3x3", kind="closed")))
LowDegree(vertices=(4,))
>>> find(Run(TourProblem("4x20", kind="closed"))).type
'VertexCut'
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from knight_models.core.evidence import Evidence
from knight_models.core.limits import Deadline
from knight_models.core.problem import TourProblem
from knight_models.core.result import SolveResult
from knight_models.engine.moves import Adjacency
from knight_models.engine.run import Run
from knight_models.solvers.base import Options, Takes
from knight_models.solvers.obstructions.finders import (
    colour_imbalance,
    disconnected,
    forced_moves,
    low_degree,
    vertex_cut,
)

Finder = Callable[[TourProblem, Adjacency, Deadline], Evidence | None]

FINDERS: tuple[Finder, ...] = (low_degree, disconnected, colour_imbalance, forced_moves, vertex_cut)


@dataclass(frozen=True)
class Obstructions(Options):
    """Look for a simple reason why there is no tour.

    The reasons are, in this order: a vertex has too few moves, the graph is not connected, a tour cannot
    alternate between the two colours, forced moves contradict each other, a set of vertices splits the
    graph into too many parts. The verifier re-checks each of them. The solver never finds a tour, and many
    problems without a tour have no such reason. A step is one kind of reason looked for.
    Nothing is drawn, so a seed changes nothing.

    >>> from knight_models.tasks.solve import solve
    >>> solve("4x20", Obstructions(), kind="closed").evidence.type
    'VertexCut'
    >>> solve("8x8", Obstructions()).reason
    'no simple obstruction'
    """

    name: ClassVar[str] = "obstructions"
    exact: ClassVar[bool] = False
    takes: ClassVar[Takes] = Takes(directed=True, ends=True, moves=True, given=True)

    def solve(self, run: Run) -> SolveResult:
        """The answer IMPOSSIBLE with the evidence, or UNKNOWN."""
        finders = FINDERS[: run.limits.steps]
        evidence = find(run, finders)
        if evidence is not None:
            return run.impossible(evidence)
        if run.deadline.expired:
            return run.unknown("time limit")
        return run.unknown("no simple obstruction" if finders == FINDERS else "step limit")


def find(run: Run, finders: Sequence[Finder] = FINDERS) -> Evidence | None:
    """A simple reason why the problem of a run has no tour; None if none is found in time.

    Parameters
    ----------
    run : the problem, its moves and the clock
    finders : the functions that look for reasons, in order
    """
    try:
        moves = run.moves
    except TimeoutError:
        return None
    run.built()
    with run.setup():
        import numpy.ma  # noqa: F401  # which `numpy.unique` loads
    for steps, finder in enumerate(finders, start=1):
        evidence = finder(run.problem, moves, run.deadline)
        run.count(steps=steps)
        if evidence is not None or run.deadline.expired:
            return evidence
    return None
