"""The formulation `position`: the step of each vertex, and the vertex at each step.

Both are permutations, each the inverse of the other, so that the steps are all different (a "dual"
model of a permutation problem; B. Hnich, B. M. Smith and T. Walsh, Dual modelling of permutation and
injection problems, Journal of Artificial Intelligence Research 21, 2004). The vertices at two steps in a
row are a move, by a table of the moves. Given numbers are fixed steps, and near them few vertices remain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from knight_models.core.problem import Kind
from knight_models.engine.run import Run
from knight_models.solvers.cpsat.model import TourModel
from knight_models.solvers.cpsat.steps import numbers_of

__all__ = ["Position"]

FEW_ENOUGH = 20_000_000
"""Rows, before those that cannot be used are left out, up to which this is looked into: under a second."""


class Position(TourModel):
    """Variables for steps and vertices, joined by elements, and a table of moves for each step."""

    bytes_per_row: ClassVar[int] = 2_500
    """Memory of a row of a table, CP-SAT's work on it included: 2,200 on 20x20 with OR-Tools 9.15."""

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        self._fixed = numbers_of(run.problem)
        if run.problem.closed and not self._fixed:
            self._fixed = [(0, 1)]  # wherever its listing begins, a closed tour is the same

    @property
    def bytes(self) -> int:
        return self.bytes_per_row * (self.rows + len(self.problem))

    @cached_property
    def rows(self) -> int:
        """How many rows the tables of moves have in all; at most, if there are very many."""
        bound = len(self.problem) * (len(self.moves.indices) + len(self.problem))
        return bound if bound > FEW_ENOUGH else sum(len(rows) for rows in self._tables)

    def fill(self) -> None:
        from ortools.sat.python import cp_model

        possible = self._possible
        if not possible.any(axis=0).all() or not possible.any(axis=1).all():
            self.fail()
            possible = np.ones_like(possible)

        def variable(values: npt.NDArray[np.int64]) -> cp_model.IntVar:
            return self.model.new_int_var_from_domain(cp_model.Domain.from_values(values.tolist()), "")

        places = [variable(np.flatnonzero(column)) for column in possible.T]
        steps = [variable(np.flatnonzero(column) + 1) for column in possible.T]
        for place, step in zip(places, steps, strict=True):
            self.model.add(step == place + 1)
        self.variables = dict(enumerate(steps))
        self._places = places
        self._vertices = [variable(np.flatnonzero(row)) for row in possible]
        # Not `add_inverse`: beside tables, presolve of OR-Tools 9.15 makes false INFEASIBLE of it.
        self.model.add_all_different(places)
        self.model.add_all_different(self._vertices)
        for number, vertex in enumerate(self._vertices):
            self.model.add_element(vertex, places, number)
        self._add_moves()
        for first, second in self.problem.required_indices:
            self._require(first, second)

    def keep_one_direction(self) -> None:
        """Of a tour and its reverse keep one, by its first vertex (its second if closed) and its last."""
        if len(self.problem) > 1:
            self.model.add(self._vertices[self.problem.closed] < self._vertices[-1])

    def hint(self, order: Sequence[int]) -> None:
        listed = list(order)
        if self.problem.closed and not self.problem.given:
            first = listed.index(self._fixed[0][0])
            listed = listed[first:] + listed[:first]
        for place, vertex in enumerate(listed):
            self.model.add_hint(self.variables[vertex], place + 1)
            self.model.add_hint(self._places[vertex], place)
            self.model.add_hint(self._vertices[place], vertex)

    @cached_property
    def _possible(self) -> npt.NDArray[np.bool_]:
        """Shape (n, n): whether moves lead, from fixed step to fixed step, by this vertex at that step."""
        count = len(self.problem)
        possible = np.ones((count, count), np.bool_)
        for vertex, number in self._fixed:
            possible[number - 1, np.arange(count) != vertex] = False
            possible[np.arange(count) != number - 1, vertex] = False
        forth, back = self.moves, self.moves.reverse
        turns = 2 if self.problem.closed else 1  # round once more from the last step
        for moves, row in [(forth, 1), (back, -1)] * turns:
            steps = list(range(count))[::row]
            for place in steps if self.problem.closed else steps[1:]:
                self.look()
                entered = moves.indices[possible[(place - row) % count][moves.sources]]
                possible[place] &= np.bincount(entered, minlength=count) > 0
        return possible

    @property
    def _tables(self) -> Iterator[npt.NDArray[np.int32]]:
        """The moves that can be made at each step; shape (moves, 2), from which vertex to which."""
        tails, heads = self.moves.sources, self.moves.indices
        count = len(self.problem)
        for place in range(count - 1 + self.problem.closed):
            self.look()
            used = self._possible[place][tails] & self._possible[(place + 1) % count][heads]
            yield np.stack((tails[used], heads[used]), axis=1)

    def _add_moves(self) -> None:
        vertices, count = self._vertices, len(self.problem)
        if self.problem.closed and (count == 1 or (count == 2 and not self.problem.directed)):
            self.fail()
            return
        for place, rows in enumerate(self._tables):
            self.model.add_allowed_assignments(
                [vertices[place], vertices[(place + 1) % count]], rows.tolist()
            )
        if self.problem.kind is Kind.STRICTLY_OPEN and count > 1:
            closing = self.closing_moves
            rows = np.stack((closing.sources, closing.indices), axis=1)
            self.model.add_forbidden_assignments([vertices[-1], vertices[0]], rows.tolist())

    def _require(self, first: int, second: int) -> None:
        """Two vertices one after the other, in either order where moves have no direction."""
        count = len(self.problem)
        rows = [(step, step + 1) for step in range(1, count)] + [(count, 1)] * self.problem.closed
        if not self.problem.directed:
            rows += [(after, before) for before, after in rows]
        self.model.add_allowed_assignments([self.variables[first], self.variables[second]], rows)
