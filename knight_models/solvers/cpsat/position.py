"""The formulation `position`: the step of each vertex, and the vertex at each step.

Both are permutations, each the inverse of the other (the "dual" models of permutation problems; B. M.
Smith, Modelling for constraint programming, 2005), so that the steps are all different. Two vertices
in a row have to be a move, by a table of the moves. Given numbers are fixed steps.
"""

from __future__ import annotations

from collections.abc import Sequence

from knight_models.problem import Kind
from knight_models.solvers.cpsat.model import Arc, TourModel, closing_moves

__all__ = ["Position"]


class Position(TourModel):
    """Variables for steps and vertices, joined by elements, and a table of moves for each step."""

    @property
    def bytes(self) -> int:
        return BYTES_PER_ROW * (len(self.problem) * (len(self.moves.indices) + 1))

    def fill(self) -> None:
        count = len(self.problem)
        self.variables = {vertex: self.model.new_int_var(1, count, "") for vertex in range(count)}
        self._vertices = [self.model.new_int_var(0, count - 1, "") for _ in range(count)]
        places = [self.model.new_int_var(0, count - 1, "") for _ in range(count)]
        for vertex, step in self.variables.items():
            self.model.add(places[vertex] == step - 1)
        self._places = places
        # Not `add_inverse`: beside tables, presolve of OR-Tools 9.15 makes false INFEASIBLE of it.
        self.model.add_all_different(places)
        self.model.add_all_different(self._vertices)
        for place, vertex in enumerate(self._vertices):
            self.model.add_element(vertex, places, place)
        self._add_moves()
        self._fix_steps()
        for first, second in self.problem.required_indices:
            self._require(first, second)

    def keep_one_direction(self) -> None:
        """Of a tour and its reverse keep one, by its first vertex (its second if closed) and its last."""
        if len(self.problem) > 1:
            self.model.add(self._vertices[self.problem.closed] < self._vertices[-1])

    def hint(self, order: Sequence[int]) -> None:
        problem, listed = self.problem, list(order)
        if problem.closed and not problem.given:
            first = listed.index(problem.start_index or 0)
            listed = listed[first:] + listed[:first]
        for place, vertex in enumerate(listed):
            self.model.add_hint(self.variables[vertex], place + 1)
            self.model.add_hint(self._places[vertex], place)
            self.model.add_hint(self._vertices[place], vertex)

    def _add_moves(self) -> None:
        moves = list(zip(self.moves.sources.tolist(), self.moves.indices.tolist(), strict=True))
        count, closed = len(self.problem), self.problem.closed
        there_and_back = count == 2 and closed and not self.problem.directed
        if there_and_back or (not moves and (count > 1 or closed)):
            self.fail()
            return
        for place in range(count - 1 + closed):
            self.look()
            self._add_table(place, (place + 1) % count, moves)
        if self.problem.kind is Kind.STRICTLY_OPEN and count > 1:
            self._keep_ends_apart()

    def _add_table(self, place: int, following: int, moves: list[Arc]) -> None:
        self.model.add_allowed_assignments([self._vertices[place], self._vertices[following]], moves)

    def _keep_ends_apart(self) -> None:
        closing = closing_moves(self.problem)
        pairs = zip(closing.sources.tolist(), closing.indices.tolist(), strict=True)
        self.model.add_forbidden_assignments([self._vertices[-1], self._vertices[0]], list(pairs))

    def _fix_steps(self) -> None:
        problem = self.problem
        start = problem.start_index
        if start is None and problem.closed and not problem.given:
            start = 0  # wherever its listing begins, a closed tour is the same
        if start is not None:
            self.model.add(self.variables[start] == 1)
        if problem.end_index is not None:
            self.model.add(self.variables[problem.end_index] == len(problem))
        for vertex, step in problem.given_indices.items():
            self.model.add(self.variables[vertex] == step)

    def _require(self, first: int, second: int) -> None:
        """Two vertices one after the other, in either order where moves have no direction."""
        count = len(self.problem)
        rows = [(step, step + 1) for step in range(1, count)] + [(count, 1)] * self.problem.closed
        if not self.problem.directed:
            rows += [(second_step, first_step) for first_step, second_step in rows]
        self.model.add_allowed_assignments([self.variables[first], self.variables[second]], rows)


BYTES_PER_ROW = 200
"""Memory of a row of a table, CP-SAT's work on it included."""
