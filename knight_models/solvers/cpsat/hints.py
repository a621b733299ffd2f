"""Hints: a tour to search near to, in whatever form a user has it.

>>> hinted_order(TourProblem("1x1"), as_hint([(0, 0)]))
[0]
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from knight_models.core.errors import OptionError
from knight_models.core.problem import TourProblem
from knight_models.core.tour import Tour

__all__ = ["Hint", "as_hint", "hinted_order"]

Hint = Tour | str | tuple[Any, ...]


def as_hint(hint: Any) -> Hint:
    """A hint as it is kept: a tour, a text, or a tuple of squares, labels or vertex numbers."""
    if isinstance(hint, Tour | str):
        return hint
    try:
        return tuple(hint.tolist() if isinstance(hint, np.ndarray) else hint)
    except TypeError:
        raise OptionError(f"a hint is a tour or a sequence of squares, not {hint!r}") from None


def hinted_order(problem: TourProblem, hint: Hint) -> list[int]:
    """The vertex numbers of a hinted tour; its vertices all have to be there, its moves need not be moves.

    Raises
    ------
    OptionError : if the hint is not every vertex once
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
