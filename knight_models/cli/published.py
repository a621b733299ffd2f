"""Published numbers of tours, in the convention of a command."""

from __future__ import annotations

from dataclasses import dataclass, replace

from knight_models.core.board import Board
from knight_models.core.display import all_digits
from knight_models.core.problem import Kind, TourProblem
from knight_models.theory.counts import published_count


@dataclass(frozen=True)
class Published:
    """A published number of tours.

    Parameters
    ----------
    count : the number
    source : where it is published
    """

    count: int
    source: str

    def comparison(self, count: int) -> str:
        """How a number that was computed stands to it."""
        if count == self.count:
            return f"equals the published number: {self.source}"
        return f"contradicts the published number {all_digits(self.count)}: {self.source}"


def published_for(
    problem: TourProblem, *, directed: bool = False, up_to_symmetry: bool = False
) -> Published | None:
    """The published number of the tours of a problem; None if there is none.

    Strictly open tours are the open ones without those whose ends are adjacent, of which each closed tour
    of n squares makes n.

    Parameters
    ----------
    problem : the problem
    directed : whether a tour and its reverse are two
    up_to_symmetry : whether tours that a symmetry of the board maps to each other are one

    >>> published_for(TourProblem("6x6", "strictly-open"))
    Published(count=2963928, source='OEIS A165134 and OEIS A001230')
    """
    board = problem.board
    if board is None or not counts_all(problem, problem.kind) or (up_to_symmetry and directed):
        return None
    if problem.kind is not Kind.STRICTLY_OPEN:
        found = _row(board, problem.kind, up_to_symmetry)
    else:
        found = None if up_to_symmetry else _strictly_open(board)
    if found is None:
        return None
    return replace(found, count=2 * found.count) if directed and len(board) > 1 else found


def closed_tours(board: Board) -> Published | None:
    """The published number of closed tours; or 0, where the colours of the squares allow none."""
    if len(board) % 2 and board.leap.changes_colour and not board.wrap:
        return Published(0, "the number of squares is odd")
    return _row(board, Kind.CLOSED)


def counts_all(problem: TourProblem, kind: Kind) -> bool:
    """Whether all tours of a kind are asked for; a start only says where a closed tour is listed from."""
    asked = replace(problem, start=None) if problem.closed else problem
    return asked == TourProblem(problem.space, kind)


def _row(board: Board, kind: Kind, up_to_symmetry: bool = False) -> Published | None:
    row = published_count(board, kind, up_to_symmetry=up_to_symmetry)
    return None if row is None else Published(row.count, f"OEIS {row.sequence}")


def _strictly_open(board: Board) -> Published | None:
    opened, closed = _row(board, Kind.OPEN), closed_tours(board)
    if opened is None or closed is None or len(board) < 3:
        return None
    return Published(opened.count - len(board) * closed.count, f"{opened.source} and {closed.source}")
