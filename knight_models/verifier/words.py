"""Faults in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from knight_models.core.fault import Fault, FaultKind
from knight_models.core.problem import TourProblem

__all__ = ["broken_step", "listing", "pair", "times"]

NAMED_IN_A_ROW = 10


def broken_step(problem: TourProblem, number: int, ends: tuple[int, int]) -> Fault:
    """The fault of the step from `number` to the next, which is no move."""
    text = f"step {number} to {number + 1}, {pair(problem, ends)}, is not a move"
    squares = tuple(map(problem.vertices.square, ends))
    return Fault(FaultKind.NOT_A_MOVE, text, (number, number + 1), squares)


def pair(problem: TourProblem, move: tuple[int, int]) -> str:
    """A move: `a1 to b3`."""
    return f"{problem.name(move[0])} to {problem.name(move[1])}"


def times(count: int) -> str:
    """How often: `twice`, `3 times`."""
    return "twice" if count == 2 else f"{count} times"


def listing(things: Sequence[Any], name: Callable[[Any], str] = str) -> str:
    """Things by name, one after the other; of many the first ones, and how many there are besides.

    >>> listing([1, 5, 9])
    '1 and 5 and 9'
    """
    rest = len(things) - NAMED_IN_A_ROW
    names = [*map(name, things[:NAMED_IN_A_ROW]), *([f"{rest:,} more"] if rest > 0 else [])]
    return " and ".join(names)
