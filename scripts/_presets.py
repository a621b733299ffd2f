"""Five classic knight's tour programs, A to E, as options of depth-first and warnsdorff."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from knight_models import Board, DepthFirst, SolveResult, get_solver
from knight_models.core.board import Square

__all__ = ["PRESETS", "Program", "back_number"]


@dataclass(frozen=True)
class Program:
    """A classic program: its name, its rule in words, and the solver that does the same work."""

    name: str
    rule: str
    solver: str

    @property
    def greedy(self) -> bool:
        """Whether it makes one walk without backtracking."""
        return self.solver.startswith("warnsdorff")


B_ORDER, C_ORDER, D_ORDER, E_ORDER = "65432187", "12345678", "43218765", "87123456"
"""The eight moves in the order of each program, by their numbers in `knight_models.core.board`."""

PRESETS = {
    program.name: program
    for program in (
        Program(
            "A",
            "search; fewest onward moves first, ties by lowest square number",
            "depth-first:ordering=dynamic,ties=index",
        ),
        Program(
            "B-plain",
            "search in move order",
            f"depth-first:ordering=fixed,move_order={B_ORDER}",
        ),
        Program(
            "B-ordered",
            "search; fewest onward moves first, ties by move order",
            f"depth-first:ordering=dynamic,move_order={B_ORDER}",
        ),
        Program(
            "C",
            "one walk without backtracking; fewest onward moves, ties by move order",
            f"warnsdorff:move_order={C_ORDER}",
        ),
        Program(
            "D-plain",
            "search in move order, on a stack of its own",
            f"depth-first:ordering=fixed,move_order={D_ORDER}",
        ),
        Program(
            "D-greedy",
            "one walk without backtracking; fewest onward moves, ties by move order",
            f"warnsdorff:move_order={D_ORDER}",
        ),
        Program(
            "D-ordered",
            "search; fewest onward moves first, ties by move order",
            f"depth-first:ordering=dynamic,move_order={D_ORDER}",
        ),
        Program(
            "E",
            "search; fewest onward moves first, visited squares counted too, ties by move order",
            f"depth-first:ordering=static,move_order={E_ORDER}",
        ),
    )
}
"""The programs by name."""


def back_number(result: SolveResult, label: str) -> int | None:
    """The number that program B prints as its backtracks: the returns of its recursive call.

    After success, each call on the path returns and the loop of its caller continues: it makes a call,
    which fails, for each remaining candidate. So the number adds to the squares taken back, for each square
    of the path, its candidates from the successful one on.

    Returns None if there is no tour, or if the solver is not a depth-first search.
    """
    solver = get_solver(label)
    if result.tour is None or not isinstance(solver, DepthFirst):
        return None
    board, visited = result.problem.space, set[Square]()
    returns = result.statistics.backtracks
    for here, there in pairwise(result.tour.squares):
        visited.add(here)
        candidates = _candidates(board, here, visited, solver)
        returns += len(candidates) - candidates.index(there)
    return returns


def _candidates(board: Board, here: Square, visited: set[Square], solver: DepthFirst) -> list[Square]:
    """The unvisited squares a move away, in the order of the search."""

    def unvisited(square: Square) -> list[Square]:
        return [other for other in board.neighbours(square) if other not in visited]

    vectors = [board.vectors[int(digit) - 1] for digit in solver.move_order]
    reached: list[Square] = [(here[0] + down, here[1] + right) for down, right in vectors]
    free = [square for square in reached if square in board and square not in visited]
    return sorted(free, key=lambda square: len(unvisited(square))) if solver.ordering == "dynamic" else free
