"""The three formulations of a tour as a CP-SAT model: `circuit`, `mtz` and `position`.

`circuit` has one literal for each arc and CP-SAT's own circuit constraint, which goes back to Laurière's
ALICE (1978). `add_circuit` alone accepts more than tours: it leaves out a vertex that no arc touches, and
takes two opposite arcs for a cycle. The model rules both out.

`mtz` has one literal for each arc, and the step of each vertex to rule out short cycles: C. E. Miller,
A. W. Tucker and R. A. Zemlin, Integer programming formulation of traveling salesman problems, Journal of
the ACM 7 (1960) 326-329. Each node is entered once and left once, and along an arc (i, j) that does not
lead to the root, u_i - u_j + p x_ij <= p - 1, where p is the number of nodes. It is the model of the
textbooks; its linear relaxation is weak.

`position` has the step of each vertex and the vertex at each step. The two are permutations, each the
inverse of the other (a dual model: B. Hnich, B. M. Smith and T. Walsh, Dual modelling of permutation and
injection problems, Journal of Artificial Intelligence Research 21, 2004). A table of the moves joins the
vertices at two consecutive steps. Given numbers are fixed steps, with few possible vertices near them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from knight_models.core.problem import Kind, TourProblem
from knight_models.engine.run import Run
from knight_models.solvers.cpsat.model import ArcModel, TourModel

Steps = dict[int, Any]
"""Vertex to the variable of its step, counted from the root, whose step is 0."""

FEW_ENOUGH = 20_000_000
"""Largest bound on the rows of `Position` for which the rows are counted exactly, in less than a second."""


class Circuit(ArcModel):
    """One circuit; if numbers are given, each vertex also has its step."""

    def add_circuit(self) -> None:
        self.rule_out_traps()
        if self.variables:
            arcs = [(tail, head, literal) for (tail, head), literal in self.variables.items()]
            self.model.add_circuit(arcs)
        self._steps: Steps = {}
        if self.problem.given:
            self._add_steps()

    def _add_steps(self) -> None:
        steps, root = _add_steps(self), _root(self.problem)
        for number, ((tail, head), literal) in enumerate(self.variables.items()):
            self.check_deadline(number)
            if head != root:
                self.model.add(steps[head] == steps[tail] + 1).only_enforce_if(literal)
        self._steps = steps

    def hint(self, order: Sequence[int]) -> None:
        super().hint(order)
        if self._steps:
            _hint_steps(self, self._steps, order)


class MillerTuckerZemlin(ArcModel):
    """The constraints of Miller, Tucker and Zemlin, with the names of their paper."""

    def add_circuit(self) -> None:
        self.rule_out_traps()
        leaving: list[list[Any]] = [[] for _ in range(self.nodes)]
        entering: list[list[Any]] = [[] for _ in range(self.nodes)]
        for (tail, head), literal in self.variables.items():
            leaving[tail].append(literal)
            entering[head].append(literal)
        for literals in leaving + entering:
            self.model.add_exactly_one(literals)
        self._u = _add_steps(self)
        p, root = self.nodes, _root(self.problem)
        for number, ((i, j), x) in enumerate(self.variables.items()):
            self.check_deadline(number)
            if j != root:
                self.model.add(self._u[i] - self._u[j] + p * x <= p - 1)

    def hint(self, order: Sequence[int]) -> None:
        super().hint(order)
        _hint_steps(self, self._u, order)


class Position(TourModel):
    """Variables for steps and vertices, joined by element constraints, and a table of moves per step."""

    bytes_per_row: ClassVar[int] = 2_500
    """Memory for a row of a table, CP-SAT's work on it included: 2,200 on 20x20 with OR-Tools 9.15."""

    def __init__(self, run: Run, *, named: bool = False) -> None:
        super().__init__(run, named=named)
        self._fixed = _fixed_numbers(run.problem)
        if run.problem.closed and not self._fixed:
            self._fixed = [(0, 1)]  # a closed tour may be listed from any vertex

    @property
    def bytes(self) -> int:
        return self.bytes_per_row * (self.rows + len(self.problem))

    @cached_property
    def rows(self) -> int:
        """The number of rows of all tables; an upper bound if it is above `FEW_ENOUGH`."""
        bound = len(self.problem) * (len(self.moves.indices) + len(self.problem))
        return bound if bound > FEW_ENOUGH else sum(len(rows) for rows in self._tables)

    def fill(self) -> None:
        from ortools.sat.python import cp_model

        possible = self._possible
        if not possible.any(axis=0).all() or not possible.any(axis=1).all():
            self.fail()
            possible = np.ones_like(possible)

        def variable(values: npt.NDArray[np.int64], name: str) -> cp_model.IntVar:
            return self.model.new_int_var_from_domain(cp_model.Domain.from_values(values.tolist()), name)

        def of_vertices(what: str, first: int) -> list[cp_model.IntVar]:
            return [
                variable(np.flatnonzero(column) + first, self.variable_name(what, vertex))
                for vertex, column in enumerate(possible.T)
            ]

        places, steps = of_vertices("place", 0), of_vertices("step", 1)
        for place, step in zip(places, steps, strict=True):
            self.model.add(step == place + 1)
        self.variables = dict(enumerate(steps))
        self._places = places
        self._vertices = [
            variable(np.flatnonzero(row), f"vertex({step})" if self.named else "")
            for step, row in enumerate(possible, start=1)
        ]
        # Not `add_inverse`: with tables beside it, the presolve of OR-Tools 9.15 wrongly says INFEASIBLE.
        self.model.add_all_different(places)
        self.model.add_all_different(self._vertices)
        for number, vertex in enumerate(self._vertices):
            self.model.add_element(vertex, places, number)
        self._add_moves()
        for first, second in self.problem.required_indices:
            self._require(first, second)

    def keep_one_direction(self) -> None:
        """Keep one of each tour and its reverse, by its first vertex (second if closed) and its last."""
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
        """Shape (n, n), [step - 1, vertex]: whether a walk between the fixed steps can be there then."""
        count = len(self.problem)
        possible = np.ones((count, count), np.bool_)
        for vertex, number in self._fixed:
            possible[number - 1, np.arange(count) != vertex] = False
            possible[np.arange(count) != number - 1, vertex] = False
        forth, back = self.moves, self.moves.reverse
        turns = 2 if self.problem.closed else 1  # a second time round, past the last step
        for moves, row in [(forth, 1), (back, -1)] * turns:
            steps = list(range(count))[::row]
            for place in steps if self.problem.closed else steps[1:]:
                self.check_deadline()
                entered = moves.indices[possible[(place - row) % count][moves.sources]]
                possible[place] &= np.bincount(entered, minlength=count) > 0
        return possible

    @property
    def _tables(self) -> Iterator[npt.NDArray[np.int32]]:
        """The possible moves at each step, shape (moves, 2): the vertex left and the vertex entered."""
        tails, heads = self.moves.sources, self.moves.indices
        count = len(self.problem)
        for place in range(count - 1 + self.problem.closed):
            self.check_deadline()
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
        """Put two vertices at consecutive steps, in either order if moves have no direction."""
        count = len(self.problem)
        rows = [(step, step + 1) for step in range(1, count)] + [(count, 1)] * self.problem.closed
        if not self.problem.directed:
            rows += [(after, before) for before, after in rows]
        self.model.add_allowed_assignments([self.variables[first], self.variables[second]], rows)


FORMULATIONS: dict[str, type[TourModel]] = {
    "circuit": Circuit,
    "mtz": MillerTuckerZemlin,
    "position": Position,
}
"""Formulations by name."""


# ---- the steps of an arc model -------------------------------------------------------------------


def _root(problem: TourProblem) -> int:
    """The vertex from which the steps of an arc model are counted.

    In an open tour it is the dummy vertex, so that the count is the step itself. In a closed tour it is
    the start, or else a vertex whose number is given, or else vertex 0.
    """
    if not problem.closed:
        return len(problem)
    return next((vertex for vertex, _ in _fixed_numbers(problem)), 0)


def _add_steps(tour: ArcModel) -> Steps:
    """Add a variable for the step of each vertex except the root, fixed where the problem fixes it."""
    problem, root, count = tour.problem, _root(tour.problem), len(tour.problem)
    fixed = _fixed_steps(problem, root)
    if fixed is None:
        tour.fail()
        fixed = {}
    steps: Steps = {root: 0}
    for vertex in range(count):
        tour.check_deadline(vertex)
        if vertex != root:
            low, high = (fixed[vertex],) * 2 if vertex in fixed else (1, max(1, count - problem.closed))
            steps[vertex] = tour.model.new_int_var(low, high, tour.variable_name("step", vertex))
    return steps


def _hint_steps(tour: ArcModel, steps: Steps, order: Sequence[int]) -> None:
    """Hint at the steps of a tour that visits the vertices in this order."""
    root = _root(tour.problem)
    first = list(order).index(root) if tour.problem.closed else -1
    for place, vertex in enumerate(order):
        if vertex != root:
            tour.model.add_hint(steps[vertex], (place - first) % (len(order) + (not tour.problem.closed)))


def _fixed_numbers(problem: TourProblem) -> list[tuple[int, int]]:
    """The vertices whose number is fixed, each with its number; the start comes first."""
    start, end = problem.start_index, problem.end_index
    numbers = [] if start is None else [(start, 1)]
    numbers += problem.given_indices.items()
    return numbers if end is None else [*numbers, (end, len(problem))]


def _fixed_steps(problem: TourProblem, root: int) -> dict[int, int] | None:
    """The steps from the root that fixed numbers mean; None if two numbers of a vertex differ."""
    numbers = _fixed_numbers(problem)
    fixed = dict(numbers)
    if any(fixed[vertex] != number for vertex, number in numbers):
        return None
    if not problem.closed:
        return fixed
    return {vertex: (number - fixed[root]) % len(problem) for vertex, number in fixed.items()}
