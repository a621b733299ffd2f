"""What the three CP-SAT models of a tour have in common, and the arcs of two of them.

An open tour becomes a circuit by a dummy vertex, numbered n, between its end and its start.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from knight_models.core.problem import Kind, TourProblem
from knight_models.core.tour import Tour
from knight_models.engine.moves import Adjacency
from knight_models.engine.run import Run

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

__all__ = ["Arc", "ArcModel", "Solution", "TourModel", "Variables", "read", "tour_of"]

Arc = tuple[int, int]
Variables = dict[Any, Any]
"""Arc (in vertex numbers, n = the dummy vertex of an open tour) to its Boolean variable, or vertex to
the variable of its step."""
Solution = list[Arc] | dict[int, int]
"""The arcs of a tour, or the step of each vertex."""

BETWEEN_LOOKS = 4_096
"""Arcs built between two looks at the clock: some milliseconds."""


class TourModel:
    """A CP-SAT model of a tour problem, as one of the formulations has it.

    Parameters
    ----------
    run : its problem and moves; its clock is looked at while building
    """

    bytes_per_arc: ClassVar[int] = 3_000
    """Memory of the model, CP-SAT's presolve and its first search: 2,400 to 3,400 bytes an arc, measured
    on closed problems of 40x40, 100x100 and 200x200 by `add_circuit` with OR-Tools 9.15."""

    def __init__(self, run: Run) -> None:
        from ortools.sat.python import cp_model

        self.problem = run.problem
        self.moves = run.moves
        self.closing_moves = run.all_moves  # a forbidden move closes no tour, but its ends are not apart
        self.model: cp_model.CpModel = cp_model.CpModel()
        self.variables: Variables = {}
        self._deadline = run.deadline

    @property
    def bytes(self) -> int:
        """Memory that the model and CP-SAT's work on it will take, roughly."""
        return self.bytes_per_arc * (len(self.moves.indices) + 2 * len(self.problem))

    def fill(self) -> None:
        """Add variables and constraints.

        Raises
        ------
        TimeoutError : if the deadline passes meanwhile
        """
        raise NotImplementedError

    def keep_one_direction(self) -> None:
        """Rule out one of each tour and its reverse."""
        raise NotImplementedError

    def hint(self, order: Sequence[int]) -> None:
        """Tell CP-SAT the order of a tour to search near to."""
        raise NotImplementedError

    def fail(self) -> None:
        """Make the model infeasible."""
        self.model.add_bool_or([])

    def look(self, number: int = 0) -> None:
        """Look at the clock, once every `BETWEEN_LOOKS` numbers."""
        if number % BETWEEN_LOOKS == 0 and self._deadline.expired:
            raise TimeoutError


class ArcModel(TourModel):
    """A model with one Boolean literal an arc."""

    def fill(self) -> None:
        for number, arc in enumerate(sorted(self._arcs(), key=_by_edge)):
            self.look(number)
            self.variables[arc] = self.model.new_bool_var("")
        self.add_circuit()
        self.look()
        if self.problem.kind is Kind.STRICTLY_OPEN and None is self.problem.start is self.problem.end:
            self._keep_ends_apart()
        for first, second in self.problem.required_indices:
            ways = [(first, second)] if self.problem.directed else [(first, second), (second, first)]
            self.model.add_bool_or([self.variables[arc] for arc in ways])

    def add_circuit(self) -> None:
        """Add the constraints that make the arcs one circuit through all vertices."""
        raise NotImplementedError

    @property
    def nodes(self) -> int:
        """How many nodes the circuit has, the dummy vertex of an open tour included."""
        return len(self.problem) + (not self.problem.closed)

    def rule_out_traps(self) -> None:
        """Make the model infeasible where a vertex has no arc, or two opposite arcs would be a circuit."""
        tails, heads = {tail for tail, _ in self.variables}, {head for _, head in self.variables}
        there_and_back = self.nodes == 2 and self.problem.closed and not self.problem.directed
        if not len(tails) == len(heads) == self.nodes or there_and_back:
            self.fail()

    def keep_one_direction(self) -> None:
        """Rule out one of each tour and its reverse.

        The vertex after the pivot, vertex 0 of a closed tour and the dummy vertex of an open one, has to
        have a lower number than the vertex before it.
        """
        pivot = 0 if self.problem.closed else len(self.problem)
        after = sum(head * literal for (tail, head), literal in self.variables.items() if tail == pivot)
        before = sum(tail * literal for (tail, head), literal in self.variables.items() if head == pivot)
        if len(self.problem) > 1:
            self.model.add(after < before)

    def hint(self, order: Sequence[int]) -> None:
        ring = [*order] if self.problem.closed else [*order, len(order)]
        hinted = set(zip(ring, [*ring[1:], ring[0]], strict=True))
        for arc, literal in self.variables.items():
            self.model.add_hint(literal, arc in hinted)

    def _arcs(self) -> Iterator[Arc]:
        """The moves in each direction, and those between the dummy vertex and the possible ends."""
        yield from zip(self.moves.sources.tolist(), self.moves.indices.tolist(), strict=True)
        if not self.problem.closed:
            dummy = len(self.problem)
            yield from ((dummy, vertex) for vertex in self._possible_starts())
            yield from ((vertex, dummy) for vertex in self._possible_ends())

    def _possible_starts(self) -> list[int]:
        barred = self._barred(self.problem.end_index, self.closing_moves)
        return [
            vertex for vertex in _candidates(self.problem, self.problem.start_index) if vertex not in barred
        ]

    def _possible_ends(self) -> list[int]:
        barred = self._barred(self.problem.start_index, self.closing_moves.reverse)
        return [
            vertex for vertex in _candidates(self.problem, self.problem.end_index) if vertex not in barred
        ]

    def _barred(self, other_end: int | None, closing: Adjacency) -> set[int]:
        """The vertices that a fixed other end leaves no room for."""
        if other_end is None or len(self.problem) == 1:
            return set()
        apart = self.problem.kind is Kind.STRICTLY_OPEN
        return {other_end, *(closing.row(other_end).tolist() if apart else ())}

    def _keep_ends_apart(self) -> None:
        """Where the first vertex is, the last must not be one from which a move leads there."""
        dummy, into = len(self.problem), self.closing_moves.reverse
        for first in range(dummy):
            self.look(first)
            last = [self.variables[vertex, dummy].negated() for vertex in into.row(first).tolist()]
            self.model.add_bool_and(last).only_enforce_if(self.variables[dummy, first])


def _by_edge(arc: Arc) -> tuple[int, int]:
    """Both arcs of an edge side by side, and edges as their lower vertex comes.

    CP-SAT decides first what comes first: in this order it fills a board from one side, and finds a
    tour of 60x60 in 50 to 300 conflicts; with the arcs by their tails it took 4,000 to 19,000 (9.15).
    """
    return min(arc), max(arc)


def _candidates(problem: TourProblem, fixed: int | None) -> Iterable[int]:
    return range(len(problem)) if fixed is None else [fixed]


def read(variables: Variables, values: Any) -> Solution:
    """The solution that a solver, or its callback, has for the variables of a model."""
    if isinstance(next(iter(variables)), tuple):
        return [arc for arc, literal in variables.items() if values.boolean_value(literal)]
    return {vertex: values.value(step) for vertex, step in variables.items()}


def tour_of(problem: TourProblem, solution: Solution) -> Tour:
    """The tour of a solution; a closed one from the start, from what the given numbers say, or vertex 0."""
    if isinstance(solution, dict):
        return Tour(problem, sorted(solution, key=solution.__getitem__))
    following, given = dict(solution), problem.given_indices
    first, number = following.get(len(problem), problem.start_index or 0), 1
    if problem.closed and problem.start is None and given:
        first, number = next(iter(given.items()))
    order = [first]
    for _ in range(len(problem) - 1):
        order.append(following[order[-1]])
    return Tour(problem, np.roll(order, number - 1))
