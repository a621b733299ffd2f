"""Re-checks `Theorem` evidence: whether a published theorem says that the board has no such tour.

The clauses are stated here once more, apart from `theory.existence` by which the solvers answer, so that
a slip in one of the two is noticed. They speak of a knight on `m x n` squares, `m <= n`, without holes or
wrap. Where there is no tour at all, there is none between given ends or by given moves.

References
----------
.. [1] A. J. Schwenk, "Which rectangular chessboards have a knight's tour?", Mathematics Magazine 64
   (1991), 325-332.
.. [2] G. L. Chia and S.-H. Ong, "Generalized knight's tours on rectangular chessboards", Discrete
   Applied Mathematics 150 (2005), 80-98.
"""

from __future__ import annotations

from knight_models.core.evidence import Theorem
from knight_models.core.problem import TourProblem

__all__ = ["theorem_fault"]


def theorem_fault(problem: TourProblem, evidence: Theorem) -> str:
    """What is wrong with the theorem as a reason; empty if it rules a tour out."""
    board = problem.board
    if board is None or board.ndim != 2 or board.leap != (1, 2) or board.holes or board.wrap:
        return "the theorems are about knights on rectangles without holes or wrap"
    clause = _no_cycle(*sorted(board.shape)) if problem.closed else _no_path(*sorted(board.shape))
    if not clause:
        return "no known theorem says that this problem has no tour"
    source = "Schwenk 1991" if problem.closed else "Chia & Ong 2005"
    if (source, clause) != (evidence.source, evidence.clause):
        return f"the clause that applies is another: {source}, {clause}"
    return ""


def _no_cycle(m: int, n: int) -> str:
    """The clause of Schwenk's theorem by which m x n squares, m <= n, have no closed tour."""
    clauses = {
        "both sides are odd": m * n % 2 == 1,
        f"one side is {m}": m in {1, 2, 4},
        "the sides are 3 and 4, 6 or 8": m == 3 and n in {4, 6, 8},
    }
    return next((clause for clause, applies in clauses.items() if applies), "")


def _no_path(m: int, n: int) -> str:
    """The clause of Chia & Ong's theorem by which m x n squares, m <= n, have no open tour."""
    clauses = {
        f"one side is {m}": m in {1, 2} and m * n > 1,
        "the sides are 3 and 3, 5 or 6": m == 3 and n in {3, 5, 6},
        "both sides are 4": m == n == 4,
    }
    return next((clause for clause, applies in clauses.items() if applies), "")
