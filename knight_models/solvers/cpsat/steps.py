"""Step numbers of vertices beside the literals of arcs, counted from a root.

The root of an open tour is its dummy vertex, so that the count is the step itself. In a closed tour it is
the start, or else a vertex whose number is given, or else vertex 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from knight_models.core.problem import TourProblem
from knight_models.solvers.cpsat.model import TourModel

__all__ = ["Steps", "add_steps", "hint_steps", "numbers_of", "root_of"]

Steps = dict[int, Any]
"""Vertex to its variable, the root to 0."""


def root_of(problem: TourProblem) -> int:
    """The vertex from which steps are counted."""
    if not problem.closed:
        return len(problem)
    return next((vertex for vertex, _ in numbers_of(problem)), 0)


def add_steps(tour: TourModel) -> Steps:
    """Add a variable for the step of each vertex but the root, fixed where the problem fixes it."""
    problem, root, count = tour.problem, root_of(tour.problem), len(tour.problem)
    fixed = _counted(problem, root)
    if fixed is None:
        tour.fail()
        fixed = {}
    steps: Steps = {root: 0}
    for vertex in range(count):
        tour.look(vertex)
        if vertex != root:
            low, high = (fixed[vertex],) * 2 if vertex in fixed else (1, max(1, count - problem.closed))
            steps[vertex] = tour.model.new_int_var(low, high, "")
    return steps


def hint_steps(tour: TourModel, steps: Steps, order: Sequence[int]) -> None:
    """Hint at the steps of a tour that visits the vertices in this order."""
    root = root_of(tour.problem)
    first = list(order).index(root) if tour.problem.closed else -1
    for place, vertex in enumerate(order):
        if vertex != root:
            tour.model.add_hint(steps[vertex], (place - first) % (len(order) + (not tour.problem.closed)))


def numbers_of(problem: TourProblem) -> list[tuple[int, int]]:
    """The vertices that have to carry a number, and that number; the start comes first."""
    start, end = problem.start_index, problem.end_index
    numbers = [] if start is None else [(start, 1)]
    numbers += problem.given_indices.items()
    return numbers if end is None else [*numbers, (end, len(problem))]


def _counted(problem: TourProblem, root: int) -> dict[int, int] | None:
    """The steps, counted from the root, of the vertices that carry a number; None if numbers clash."""
    numbers = numbers_of(problem)
    fixed = dict(numbers)
    if any(fixed[vertex] != number for vertex, number in numbers):
        return None
    if not problem.closed:
        return fixed
    return {vertex: (number - fixed[root]) % len(problem) for vertex, number in fixed.items()}
