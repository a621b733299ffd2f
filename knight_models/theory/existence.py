"""Which boards have tours: the existence theorems, with their sources.

The theorems are about a knight on a rectangle of `m x n` squares, `m <= n`, without holes or wrap:

- a closed tour exists unless `m` and `n` are odd, or `m` is 1, 2 or 4, or `m` is 3 and `n` is 4, 6
  or 8 (Schwenk 1991);
- an open tour, its ends adjacent or not, exists unless `m` is 1 or 2 (but for 1x1), or
  `m` is 3 and `n` is 3, 5 or 6, or the board is 4x4 (Cull & De Curtins 1978 for `m >= 5`; Chia &
  Ong 2005 for all).

References
----------
.. [1] A. J. Schwenk, "Which rectangular chessboards have a knight's tour?", Mathematics Magazine 64
   (1991), 325-332.
.. [2] P. Cull and J. De Curtins, "Knight's tour revisited", Fibonacci Quarterly 16 (1978), 276-285.
.. [3] G. L. Chia and S.-H. Ong, "Generalized knight's tours on rectangular chessboards", Discrete
   Applied Mathematics 150 (2005), 80-98.
"""

from __future__ import annotations

from dataclasses import dataclass

from knight_models.core.board import KNIGHT, Board
from knight_models.core.problem import Kind

SCHWENK = "Schwenk 1991"
CULL_DE_CURTINS = "Cull & De Curtins 1978"
CHIA_ONG = "Chia & Ong 2005"


@dataclass(frozen=True)
class Verdict:
    """The statement of a theorem about a board.

    Parameters
    ----------
    exists : whether there is a tour
    clause : the clause of the theorem that applies to the board `m x n`, `m <= n`
    source : author and year
    """

    exists: bool
    clause: str
    source: str


def existence(board: Board | str, kind: Kind | str) -> Verdict | None:
    """Whether a board has a tour, by the theorem that decides it; None if no theorem does.

    Parameters
    ----------
    board : the theorems are about knights on two axes without holes or wrap only
    kind : `"open"`, `"closed"` or `"strictly-open"`; the last is decided where the other two imply it

    Raises
    ------
    ProblemError : for an unknown kind

    >>> existence(Board.parse("5x5"), "strictly-open").exists
    True
    >>> existence(Board.parse("4x4x4"), "closed") is None
    True
    """
    board, kind = Board.of(board), Kind.of(kind)
    if board.ndim != 2 or board.leap != KNIGHT or board.holes or board.wrap:
        return None
    short, long = sorted(board.shape)
    if kind is Kind.CLOSED:
        return _closed(short, long)
    path = _open(short, long)
    if kind is Kind.OPEN or not path.exists:
        return path
    return _strictly_open(short, long, path)


def _closed(short: int, long: int) -> Verdict:
    if short % 2 and long % 2:
        return Verdict(False, "both sides are odd", SCHWENK)
    if short in (1, 2, 4):
        return Verdict(False, f"one side is {short}", SCHWENK)
    if short == 3 and long in (4, 6, 8):
        return Verdict(False, "the sides are 3 and 4, 6 or 8", SCHWENK)
    return Verdict(True, "none of the exceptions applies", SCHWENK)


def _open(short: int, long: int) -> Verdict:
    if long == 1:
        return Verdict(True, "a single square", "by definition")
    if short in (1, 2):
        return Verdict(False, f"one side is {short}", CHIA_ONG)
    if short == 3 and long in (3, 5, 6):
        return Verdict(False, "the sides are 3 and 3, 5 or 6", CHIA_ONG)
    if short == long == 4:
        return Verdict(False, "both sides are 4", CHIA_ONG)
    if short >= 5:
        return Verdict(True, "both sides are at least 5", CULL_DE_CURTINS)
    return Verdict(True, "none of the exceptions applies", CHIA_ONG)


def _strictly_open(short: int, long: int, path: Verdict) -> Verdict | None:
    """A path on a board without a closed tour has ends that no move joins."""
    cycle = _closed(short, long)
    if cycle.exists:
        return None
    clause = f"open: {path.clause}; not closed: {cycle.clause}"
    return Verdict(True, clause, f"{path.source}; {cycle.source}")
