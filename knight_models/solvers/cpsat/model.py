"""What the CP-SAT models of a tour share: variables, hints, and how a solution is read.

An open tour becomes a circuit by a dummy vertex, numbered n, between its end and its start.

>>> hinted_order(TourProblem("1x1"), as_hint([(0, 0)]))
[0]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from knight_models.core.errors import OptionError
from knight_models.core.problem import Kind, TourProblem
from knight_models.core.tour import Tour
from knight_models.engine.moves import Adjacency
from knight_models.engine.run import Run

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

Arc = tuple[int, int]
Variables = dict[Any, Any]
"""Arc (in vertex numbers, n = the dummy vertex of an open tour) to its Boolean variable, or vertex to
the variable of its step."""
Solution = list[Arc] | dict[int, int]
"""The arcs of a tour, or the step of each vertex."""

Hint = Tour | str | tuple[Any, ...]

Numbers = npt.NDArray[np.int32]

DEADLINE_INTERVAL = 4_096
"""Arcs that are built between two checks of the deadline: a few milliseconds."""


class TourModel:
    """A CP-SAT model of a tour problem; each formulation is a subclass.

    Parameters
    ----------
    run : gives the problem, its moves, and the deadline for building
    named : whether variables have names, for a reader of the model: `a1->b3` if the tour goes from a1 to
        b3, `start->a1` if it starts at a1, `b3->end` if it ends at b3, `step(a1)` for the number of a1,
        `vertex(5)` for the number of the vertex at step 5
    """

    bytes_per_arc: ClassVar[int] = 3_000
    """Memory for the model, CP-SAT's presolve and its first search: 2,400 to 3,400 bytes an arc, measured
    on closed tours of 40x40, 100x100 and 200x200 by `add_circuit` with OR-Tools 9.15."""

    def __init__(self, run: Run, *, named: bool = False) -> None:
        from ortools.sat.python import cp_model

        self.problem = run.problem
        self.named = named
        self.moves = run.moves
        self.closing_moves = run.all_moves  # the ends of a forbidden move are adjacent all the same
        self.model: cp_model.CpModel = cp_model.CpModel()
        self.variables: Variables = {}
        self._deadline = run.deadline

    def variable_name(self, what: str, vertex: int) -> str:
        """The name of a variable of a vertex, such as `step(a1)`; empty in a model without names."""
        return f"{what}({self._names[vertex]})" if self.named else ""

    def arc_name(self, tail: int, head: int) -> str:
        """The name of an arc's literal; empty in a model without names."""
        if not self.named:
            return ""
        dummy = len(self.problem)
        before = "start" if tail == dummy else self._names[tail]
        return f"{before}->{'end' if head == dummy else self._names[head]}"

    @cached_property
    def _names(self) -> list[str]:
        """The names of all vertices."""
        return [self.problem.name(vertex) for vertex in range(len(self.problem))]

    @property
    def bytes(self) -> int:
        """An estimate of the memory for the model and CP-SAT's work on it."""
        return self.bytes_per_arc * (len(self.moves.indices) + 2 * len(self.problem))

    def fill(self) -> None:
        """Add variables and constraints.

        Raises
        ------
        TimeoutError : if the deadline passes before the model is built
        """
        raise NotImplementedError

    def keep_one_direction(self) -> None:
        """Rule out one of each tour and its reverse."""
        raise NotImplementedError

    def hint(self, order: Sequence[int]) -> None:
        """Hint at a tour that visits the vertices in this order."""
        raise NotImplementedError

    def fail(self) -> None:
        """Make the model infeasible."""
        self.model.add_bool_or([])

    def check_deadline(self, number: int = 0) -> None:
        """Raise TimeoutError if the deadline has passed; the clock is read if `number` is due for it."""
        if number % DEADLINE_INTERVAL == 0 and self._deadline.expired:
            raise TimeoutError


class ArcModel(TourModel):
    """A model with one Boolean literal for each arc."""

    def fill(self) -> None:
        for tails, heads in self._arcs_by_edge():
            self.check_deadline()
            for arc in zip(tails.tolist(), heads.tolist(), strict=True):
                self.variables[arc] = self.model.new_bool_var(self.arc_name(*arc))
        self.add_circuit()
        self.check_deadline()
        free_ends = self.problem.start is None and self.problem.end is None
        if self.problem.kind is Kind.STRICTLY_OPEN and free_ends:
            self._keep_ends_apart()
        for first, second in self.problem.required_indices:
            ways = [(first, second)] if self.problem.directed else [(first, second), (second, first)]
            self.model.add_bool_or([self.variables[arc] for arc in ways])

    def add_circuit(self) -> None:
        """Add the constraints that make the arcs one circuit through all vertices."""
        raise NotImplementedError

    @property
    def nodes(self) -> int:
        """The number of nodes of the circuit, the dummy vertex of an open tour included."""
        return len(self.problem) + (not self.problem.closed)

    def rule_out_traps(self) -> None:
        """Make the model infeasible if a vertex has no arc, or if two opposite arcs would be a circuit."""
        tails, heads = {tail for tail, _ in self.variables}, {head for _, head in self.variables}
        there_and_back = self.nodes == 2 and self.problem.closed and not self.problem.directed
        if not len(tails) == len(heads) == self.nodes or there_and_back:
            self.fail()

    def keep_one_direction(self) -> None:
        """Rule out one of each tour and its reverse.

        The vertex after the pivot must have a lower number than the vertex before it. The pivot of a closed
        tour is vertex 0, that of an open tour the dummy vertex.
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

    def _arcs_by_edge(self) -> Iterator[tuple[Numbers, Numbers]]:
        """The tails and heads of all arcs, some at a time.

        The two arcs of an edge stand together, and the edges in the order of their lower vertex. CP-SAT
        branches on variables in the order of the model. In this order it fills a board from one side and
        finds a tour of 60x60 in 50 to 300 conflicts; with arcs sorted by tail it took 4,000 to 19,000
        (OR-Tools 9.15).
        """
        tails, heads = self._arcs()
        self.check_deadline()
        order = np.lexsort((np.maximum(tails, heads), np.minimum(tails, heads)))
        for begin in range(0, len(order), DEADLINE_INTERVAL):
            some = order[begin : begin + DEADLINE_INTERVAL]
            yield tails[some], heads[some]

    def _arcs(self) -> tuple[Numbers, Numbers]:
        """The moves in each direction, and those between the dummy vertex and the possible ends."""
        tails, heads = self.moves.sources, self.moves.indices
        if self.problem.closed:
            return tails, heads
        starts = np.array(self._possible_starts(), np.int32)
        ends = np.array(self._possible_ends(), np.int32)
        dummy = np.int32(len(self.problem))
        tails = np.concatenate((tails, np.full(len(starts), dummy), ends))
        return tails, np.concatenate((heads, starts, np.full(len(ends), dummy)))

    def _possible_starts(self) -> list[int]:
        excluded = self._excluded(self.problem.end_index, self.closing_moves)
        candidates = _candidates(self.problem, self.problem.start_index)
        return [vertex for vertex in candidates if vertex not in excluded]

    def _possible_ends(self) -> list[int]:
        excluded = self._excluded(self.problem.start_index, self.closing_moves.reverse)
        candidates = _candidates(self.problem, self.problem.end_index)
        return [vertex for vertex in candidates if vertex not in excluded]

    def _excluded(self, other_end: int | None, closing: Adjacency) -> set[int]:
        """The vertices that cannot be one end because of the fixed other end."""
        if other_end is None or len(self.problem) == 1:
            return set()
        apart = self.problem.kind is Kind.STRICTLY_OPEN
        return {other_end, *(closing.row(other_end).tolist() if apart else ())}

    def _keep_ends_apart(self) -> None:
        """Exclude tours with a move from the last vertex to the first."""
        dummy, into = len(self.problem), self.closing_moves.reverse
        for first in range(dummy):
            self.check_deadline(first)
            last = [self.variables[vertex, dummy].negated() for vertex in into.row(first).tolist()]
            self.model.add_bool_and(last).only_enforce_if(self.variables[dummy, first])


def _candidates(problem: TourProblem, fixed: int | None) -> Iterable[int]:
    return range(len(problem)) if fixed is None else [fixed]


def read(variables: Variables, values: Any) -> Solution:
    """The solution that a solver or its callback holds for the variables of a model."""
    if isinstance(next(iter(variables)), tuple):
        return [arc for arc, literal in variables.items() if values.boolean_value(literal)]
    return {vertex: values.value(step) for vertex, step in variables.items()}


def tour_of(problem: TourProblem, solution: Solution) -> Tour:
    """The tour of a solution; a closed one begins at its start, as given numbers say, or at vertex 0."""
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


# ---- hints ---------------------------------------------------------------------------------------


def as_hint(hint: Any) -> Hint:
    """The value of the option `hint`: a tour, a text, or a tuple of squares, labels or vertex numbers.

    Raises
    ------
    OptionError : if it is not a tour or a sequence
    """
    if isinstance(hint, Tour | str):
        return hint
    try:
        return tuple(hint.tolist() if isinstance(hint, np.ndarray) else hint)
    except TypeError:
        raise OptionError(f"a hint is a tour or a sequence of squares, not {hint!r}") from None


def hinted_order(problem: TourProblem, hint: Hint) -> list[int]:
    """The vertex numbers of a hint, every vertex once; consecutive vertices need not be a move apart.

    Raises
    ------
    OptionError : if the hint does not visit every vertex exactly once
    """
    order = _numbers(problem, hint)
    if len(order) != len(problem):
        raise OptionError(f"the hint has {len(order)} vertices; the problem has {len(problem)}")
    if len(set(order)) < len(order):
        twice = next(vertex for vertex, count in Counter(order).items() if count > 1)
        raise OptionError(f"the hint visits {problem.name(twice)} more than once")
    return order


def _numbers(problem: TourProblem, hint: Hint) -> list[int]:
    vertices = problem.vertices
    if isinstance(hint, str):
        return [vertices.index(vertices.at(name)) for name in hint.split()]
    if isinstance(hint, Tour) or not all(isinstance(vertex, int | np.integer) for vertex in hint):
        return [vertices.index(square) for square in hint]
    if problem.graph is not None and all(vertex in problem.graph for vertex in hint):
        return [vertices.index(label) for label in hint]
    unknown = [vertex for vertex in hint if not 0 <= vertex < len(problem)]
    if unknown:
        raise OptionError(f"the hint names vertex {unknown[0]}; the last one is {len(problem) - 1}")
    return [int(vertex) for vertex in hint]
