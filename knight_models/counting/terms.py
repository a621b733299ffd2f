"""A count of tours as a sum of numbers of Hamiltonian cycles, each with a weight.

Closed tours and open tours are one term each. Strictly open tours are the open ones without those whose
ends are adjacent. Such a tour is a closed tour without one of its moves: there are as many as closed tours,
times the moves that may be left out, which are those that are not required. A forbidden move may only be
the one left out: for each, the closed tours that use it, and no other forbidden move, are one more term.

>>> from knight_models.core.problem import TourProblem
>>> plan = tour_terms(Run(TourProblem("6x6", "strictly-open")))
>>> [(term.name, term.weight) for term in plan]
[('open tours', 1), ('closed tours', -36)]
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from knight_models.core.errors import ProblemError
from knight_models.core.problem import Kind, TourProblem
from knight_models.engine.frontier.cycles import TourCycles, tour_cycles
from knight_models.engine.frontier.orders import best_orders, board_orders
from knight_models.engine.frontier.quotients import SymmetricTours
from knight_models.engine.frontier.sweep import CycleGraph
from knight_models.engine.run import Run

VERTEX_BYTES = 4096
"""Bytes for a vertex in the orders, the edges and the steps of a sweep, about."""


@dataclass(frozen=True, eq=False)
class Term:
    """The Hamiltonian cycles of a graph, as a part of a count.

    Parameters
    ----------
    name : what is counted
    weight : what its number is multiplied by
    cycles : the graph, and how its cycles stand for tours
    orders : makes orders of its vertices, the least work first
    """

    name: str
    weight: int
    cycles: TourCycles | SymmetricTours
    orders: Callable[[], list[list[int]]]

    @property
    def graph(self) -> CycleGraph:
        """The graph."""
        return self.cycles.graph


def tour_terms(run: Run) -> list[Term]:
    """The terms of the number of tours of a problem, undirected where moves have no direction.

    Parameters
    ----------
    run : its problem has at least two vertices, and no given numbers

    Raises
    ------
    TimeoutError, TooLargeError : as for `Run.moves`
    """
    problem = run.problem
    if problem.kind is not Kind.STRICTLY_OPEN:
        return [_term(f"{problem.kind} tours", 1, run)]
    closings = _closings(run)
    if closings is None:
        return []
    opened = run.child(problem=replace(problem, kind=Kind.OPEN))
    return [_term("open tours", 1, opened), *closings]


def _closings(run: Run) -> list[Term] | None:
    """The terms of the open tours whose ends are adjacent, with negative weights; None if they are all."""
    problem = run.problem
    start, end = problem.start_index, problem.end_index
    if start is not None and end is not None:
        return None if start in run.all_moves.row(end) else []
    if len(problem) == 2 and not problem.directed:
        return None
    closed = replace(problem, kind=Kind.CLOSED, start=None, end=None)
    weight = _removable(problem)
    terms = [_term("closed tours", -weight, run.child(problem=closed))] if weight else []
    for move, (first, second) in zip(problem.forbidden, problem.forbidden_indices, strict=True):
        if _may_close(problem, first, second):
            others = tuple(other for other in problem.forbidden if other != move)
            try:
                using = replace(closed, required=(*problem.required, move), forbidden=others)
            except ProblemError:  # more required moves at a vertex than a tour uses: it has no tour
                continue
            name = f"closed tours that use {problem.name(first)}-{problem.name(second)}"
            terms.append(_term(name, -1, run.child(problem=using)))
    return terms


def _removable(problem: TourProblem) -> int:
    """The moves of a closed tour that may be left out, so that an open tour with the fixed end is left."""
    return len(problem) - len(problem.required) if _free(problem) else _removable_at_end(problem)


def _free(problem: TourProblem) -> bool:
    return problem.start is None and problem.end is None


def _removable_at_end(problem: TourProblem) -> int:
    """The moves at the fixed end; in a directed graph, the one into a start or out of an end."""
    needed = sum(_may_close(problem, first, second) for first, second in problem.required_indices)
    return (1 if problem.directed else 2) - needed


def _may_close(problem: TourProblem, first: int, second: int) -> bool:
    """Whether a move of a closed tour goes from an end to a start that are allowed."""
    start, end = problem.start_index, problem.end_index
    ways = [(first, second)] if problem.directed else [(first, second), (second, first)]
    return any(end in (None, last) and start in (None, beginning) for last, beginning in ways)


def _term(name: str, weight: int, run: Run) -> Term:
    needed = len(run.problem) * VERTEX_BYTES
    run.require_memory(needed, f"the orders of {len(run.problem):,} vertices")
    orders = _orders(run)
    cycles = tour_cycles(run.problem, run.moves, deadline=run.deadline)
    return Term(name, weight, cycles, lambda: [cycles.order(order) for order in orders])


def quotient_term(name: str, run: Run, tours: SymmetricTours) -> Term:
    """The term of the symmetric tours of a board."""
    return Term(name, 1, tours, lambda: _quotient_orders(run, tours))


def _quotient_orders(run: Run, tours: SymmetricTours) -> list[list[int]]:
    board = run.problem.board
    suggested = [] if board is None else map(tours.quotient.order_of, board_orders(board, run.deadline))
    orders = best_orders(tours.quotient.joined, suggested, run.deadline)
    return [[*order, *tours.graph.last] for order in orders]


def _orders(run: Run) -> list[list[int]]:
    """The orders of the vertices; where the frontier is too wide in each, nothing else is made."""
    moves = run.moves
    rows = [moves.row(vertex).tolist() for vertex in run.deadline.watched(range(len(moves)))]
    board = run.problem.board
    suggested = [] if board is None else board_orders(board, run.deadline)
    return best_orders(rows, suggested, run.deadline)
