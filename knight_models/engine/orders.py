"""The order in which a solver tries moves: move orders, and rows of moves sorted by other rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from operator import index
from typing import Any

from knight_models.core.board import Square
from knight_models.core.errors import OptionError, shown
from knight_models.core.limits import Deadline
from knight_models.core.problem import TourProblem
from knight_models.engine.moves import Adjacency
from knight_models.engine.sorting import row_order

MoveOrder = str | tuple[Square, ...]
"""Eight digits, or the vectors of a leaper."""

NATURAL_ORDER = "12345678"


def checked_move_order(value: str | Sequence[Sequence[int]]) -> MoveOrder:
    """A move order, read from text: eight digits, or vectors such as `2,1;1,2;-1,2;...`.

    Raises
    ------
    OptionError : if it is neither

    >>> checked_move_order("21345678")
    '21345678'
    >>> checked_move_order("0,1;1,0;0,-1;-1,0")
    ((0, 1), (1, 0), (0, -1), (-1, 0))
    """
    if isinstance(value, str):
        if sorted(value) == list(NATURAL_ORDER):
            return value
        if not re.fullmatch(r"[-+0-9,;\s()]*,[-+0-9,;\s()]*", value):
            raise OptionError(
                "a move order is the digits 1 to 8 in some order, or vectors as in 0,1;1,0; "
                f"not {shown(value)}"
            )
        vectors: Any = (map(int, re.findall(r"[-+]?[0-9]+", part)) for part in value.split(";"))
    else:
        vectors = value
    try:
        return tuple(tuple(map(index, vector)) for vector in vectors)
    except (TypeError, ValueError):
        raise OptionError(
            f"a move order is eight digits or a list of vectors, not {shown(value)}"
        ) from None


def why_no_move_order(problem: TourProblem, order: MoveOrder) -> str | None:
    """Why a move order cannot be used on a problem; None if it can."""
    if order == NATURAL_ORDER:
        return None
    board = problem.carried_board
    if board is None:
        return "a move order needs a board, or a graph that carries one"
    if isinstance(order, str):
        count, leapers = len(board.vectors), len(board.leap.leaps)
        if leapers > 1:
            return f"its leaper is a union of {leapers}; give the vectors instead of eight digits"
        return (
            None
            if count == 8
            else f"its leaper has {count} moves; give the vectors instead of eight digits"
        )
    if sorted(order) != sorted(board.vectors):
        return f"the move order does not hold each of the leaper's {len(board.vectors)} moves once"
    return None


def move_vectors(problem: TourProblem, order: MoveOrder) -> tuple[Square, ...] | None:
    """The vectors of the board's leaper in a move order; None for the natural order."""
    if order == NATURAL_ORDER:
        return None
    if not isinstance(order, str):
        return order
    board = problem.carried_board
    assert board is not None
    return tuple(board.vectors[int(digit) - 1] for digit in order)


def by_index(moves: Adjacency, deadline: Deadline | None = None) -> Adjacency:
    """Each row in ascending order of vertex numbers; TimeoutError if the deadline passes."""
    order = row_order(moves.indptr, moves.indices, deadline)
    return Adjacency(moves.indptr, moves.indices[order], moves.directed)


def by_static_degree(moves: Adjacency, deadline: Deadline | None = None) -> Adjacency:
    """Each row by the number of onward moves, visited squares counted; ties keep their order.

    Raises
    ------
    TimeoutError : if the deadline passes
    """
    order = row_order(moves.indptr, moves.degrees[moves.indices], deadline)
    return Adjacency(moves.indptr, moves.indices[order], moves.directed)
