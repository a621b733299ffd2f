"""The CP-SAT model of a tour problem: one Boolean literal an arc, one circuit through all vertices.

An open tour becomes a circuit by a dummy vertex, numbered n, between its end and its start. The
constraint is as old as Laurière's ALICE (1978). `add_circuit` by itself accepts what is no tour: it
leaves out a vertex that no arc touches, and takes two opposite arcs for a cycle; the model rules
both out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from knight_models.errors import OptionError
from knight_models.graph import Adjacency, adjacency
from knight_models.limits import Deadline
from knight_models.problem import Kind, TourProblem
from knight_models.tour import Tour

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

__all__ = [
    "Arc",
    "Hint",
    "Literals",
    "add_hint",
    "add_one_direction",
    "add_tour",
    "as_hint",
    "hinted_arcs",
    "tour_of",
]

Arc = tuple[int, int]
Literals = dict[Arc, Any]
"""Arc, in vertex numbers (n = the dummy vertex of an open tour), to its Boolean variable."""
Hint = Tour | str | tuple[Any, ...]

BETWEEN_LOOKS = 4_096
"""Arcs built between two looks at the clock: some milliseconds."""


def add_tour(
    model: cp_model.CpModel, problem: TourProblem, moves: Adjacency, deadline: Deadline
) -> Literals:
    """Add the literals of a problem and its constraints to a model.

    Raises
    ------
    TimeoutError : if the deadline passes meanwhile
    """
    literals: Literals = {}
    for number, arc in enumerate(_arcs(problem, moves)):
        if number % BETWEEN_LOOKS == 0:
            _look(deadline)
        literals[arc] = model.new_bool_var("")
    _add_circuit(model, literals, problem)
    _look(deadline)
    if problem.kind is Kind.STRICTLY_OPEN and problem.start is None and problem.end is None:
        _add_ends_apart(model, literals, problem, deadline)
    for first, second in problem.required_indices:
        ways = [(first, second)] if problem.directed else [(first, second), (second, first)]
        model.add_bool_or([literals[arc] for arc in ways])
    return literals


def _arcs(problem: TourProblem, moves: Adjacency) -> Iterator[Arc]:
    """The moves in each direction, then those between the dummy vertex and the possible ends."""
    yield from zip(moves.sources.tolist(), moves.indices.tolist(), strict=True)
    if not problem.closed:
        dummy = len(problem)
        yield from ((dummy, vertex) for vertex in _possible_starts(problem))
        yield from ((vertex, dummy) for vertex in _possible_ends(problem))


def _possible_starts(problem: TourProblem) -> list[int]:
    end, barred = problem.end_index, set[int]()
    if end is not None and len(problem) > 1:
        barred.add(end)
        if problem.kind is Kind.STRICTLY_OPEN:
            barred.update(_closing(problem).row(end).tolist())
    return [vertex for vertex in _candidates(problem, problem.start_index) if vertex not in barred]


def _possible_ends(problem: TourProblem) -> list[int]:
    start, barred = problem.start_index, set[int]()
    if start is not None and len(problem) > 1:
        barred.add(start)
        if problem.kind is Kind.STRICTLY_OPEN:
            barred.update(_closing(problem).reverse.row(start).tolist())
    return [vertex for vertex in _candidates(problem, problem.end_index) if vertex not in barred]


def _candidates(problem: TourProblem, fixed: int | None) -> Iterable[int]:
    return range(len(problem)) if fixed is None else [fixed]


def _closing(problem: TourProblem) -> Adjacency:
    """The moves that would close a path: all of the space, since a forbidden move is a move too."""
    return adjacency(replace(problem, forbidden=()))


def _add_circuit(model: cp_model.CpModel, literals: Literals, problem: TourProblem) -> None:
    count = len(problem) + (not problem.closed)
    whole = len({tail for tail, _ in literals}) == len({head for _, head in literals}) == count
    there_and_back = count == 2 and problem.closed and not problem.directed
    if not whole or there_and_back:
        model.add_bool_or([])  # false
    if literals:
        model.add_circuit([(tail, head, literal) for (tail, head), literal in literals.items()])


def _add_ends_apart(
    model: cp_model.CpModel, literals: Literals, problem: TourProblem, deadline: Deadline
) -> None:
    """Where the first vertex is, the last must not be one from which a move leads there."""
    dummy, into = len(problem), _closing(problem).reverse
    for first in range(dummy):
        if first % BETWEEN_LOOKS == 0:
            _look(deadline)
        elsewhere = [literals[last, dummy].negated() for last in into.row(first).tolist()]
        model.add_bool_and(elsewhere).only_enforce_if(literals[dummy, first])


def _look(deadline: Deadline) -> None:
    if deadline.expired:
        raise TimeoutError


def add_one_direction(model: cp_model.CpModel, literals: Literals, problem: TourProblem) -> None:
    """Rule out one of each tour and its reverse.

    The vertex after the pivot, vertex 0 of a closed tour and the dummy vertex of an open one, has to
    have a lower number than the vertex before it.
    """
    pivot = 0 if problem.closed else len(problem)
    after = sum(head * literal for (tail, head), literal in literals.items() if tail == pivot)
    before = sum(tail * literal for (tail, head), literal in literals.items() if head == pivot)
    if len(problem) > 1:
        model.add(after < before)


def tour_of(problem: TourProblem, arcs: Iterable[Arc]) -> Tour:
    """The tour that steps along these arcs; a closed one from the start, or from vertex 0."""
    following = dict(arcs)
    first = problem.start_index or 0 if problem.closed else following[len(problem)]
    order = [first]
    for _ in range(len(problem) - 1):
        order.append(following[order[-1]])
    return Tour(problem, order)


def as_hint(hint: Any) -> Hint:
    """A hint as it is kept: a tour, a text, or a tuple of squares, labels or vertex numbers."""
    if isinstance(hint, Tour | str):
        return hint
    try:
        return tuple(hint.tolist() if isinstance(hint, np.ndarray) else hint)
    except TypeError:
        raise OptionError(f"a hint is a tour or a sequence of squares, not {hint!r}") from None


def hinted_arcs(problem: TourProblem, hint: Hint) -> set[Arc]:
    """The arcs of a hinted tour; its vertices all have to be there, its moves need not be moves.

    Raises
    ------
    OptionError : if the hint is not every vertex once
    """
    order = _hinted_order(problem, hint)
    if len(order) != len(problem):
        raise OptionError(f"the hint has {len(order)} vertices; the problem has {len(problem)}")
    if len(set(order)) < len(order):
        twice = next(vertex for vertex, count in Counter(order).items() if count > 1)
        raise OptionError(f"the hint visits {problem.name(twice)} more than once")
    closing = (order[-1], order[0]) if problem.closed else (order[-1], len(problem), order[0])
    return {*pairwise(order), *pairwise(closing)}


def add_hint(model: cp_model.CpModel, literals: Literals, hinted: set[Arc]) -> None:
    """Tell CP-SAT the arcs of a tour to search near to."""
    for arc, literal in literals.items():
        model.add_hint(literal, arc in hinted)


def _hinted_order(problem: TourProblem, hint: Hint) -> list[int]:
    vertices = problem.vertices
    if isinstance(hint, str):
        return [vertices.index(vertices.named(name)) for name in hint.split()]
    if isinstance(hint, Tour) or not all(isinstance(vertex, int | np.integer) for vertex in hint):
        return [vertices.index(square) for square in hint]
    if problem.graph is not None and all(vertex in problem.graph for vertex in hint):
        return [vertices.index(label) for label in hint]
    unknown = [vertex for vertex in hint if not 0 <= vertex < len(problem)]
    if unknown:
        raise OptionError(f"the hint names vertex {unknown[0]}; the last one is {len(problem) - 1}")
    return [int(vertex) for vertex in hint]
