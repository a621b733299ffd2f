#!/usr/bin/env python3
"""Solve every board up to a size, open and closed, and compare each verdict with the theorems.

The theorems are Schwenk 1991 for closed tours; Cull & De Curtins 1978 and Chia & Ong 2005 for open ones.
Boards are m x n with m <= n. A cell of the tables has one sign for each solver: T a verified tour; -
impossible; ? unknown within the time limit, which is not counted as agreement; ! a contradiction with the
theorem.

Exit codes: 0 every board is decided as the theorems state; 1 a contradiction; 2 bad usage; 3 a board that
no solver decided.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

from _common import NO, OK, UNKNOWN, Parser, aligned, positive, progress, run, seconds

from knight_models import Board, Kind, Status, get_solver, solve
from knight_models.theory.existence import Verdict, existence

SOLVERS = ["depth-first:prune=on", "cpsat"]
KINDS = (Kind.OPEN, Kind.CLOSED)
SIGNS = {Status.FOUND: "T", Status.IMPOSSIBLE: "-", Status.UNKNOWN: "?"}


@dataclass(frozen=True)
class Cell:
    """The verdict of the theorem and the status of each solver for a board."""

    board: Board
    kind: Kind
    theorem: Verdict
    statuses: dict[str, Status]

    @property
    def decided(self) -> bool:
        """Whether at least one solver decided it."""
        return any(status is not Status.UNKNOWN for status in self.statuses.values())

    def contradicts(self, solver: str) -> bool:
        """Whether a solver contradicts the theorem."""
        status = self.statuses[solver]
        return status is not Status.UNKNOWN and (status is Status.FOUND) is not self.theorem.exists

    @property
    def signs(self) -> str:
        """One sign for each solver."""
        signs = (
            "!" if self.contradicts(solver) else SIGNS[self.statuses[solver]] for solver in self.statuses
        )
        return "".join(signs)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the script; exit codes as in its description."""
    parser = Parser(__doc__)
    parser.add_argument(
        "--up-to", type=positive, default=6, metavar="SIDE", help="largest side (default: %(default)s)"
    )
    parser.add_argument(
        "--solver",
        action="append",
        help=f"repeatable; NAME:OPTION=VALUE (default: {' and '.join(SOLVERS)})",
    )
    parser.add_argument(
        "--seconds",
        type=seconds,
        default=10.0,
        help="time limit of a solver on a board (default: %(default)s)",
    )
    return run(parser, _work, argv)


def _work(options: argparse.Namespace) -> int:
    solvers = list(dict.fromkeys(options.solver or SOLVERS))
    for solver in solvers:
        get_solver(solver)  # a wrong name is refused before the first board
    cells: list[Cell] = []
    for kind in KINDS:
        shapes = combinations_with_replacement(range(1, options.up_to + 1), 2)
        of_kind = [_cell(Board(shape), kind, solvers, options.seconds) for shape in shapes]
        progress("")
        print(f"{kind} tours, m x n; one sign each for {', '.join(solvers)}\n{_table(of_kind)}\n")
        cells += of_kind
    return _compared_with_theorems(cells, solvers)


def _cell(board: Board, kind: Kind, solvers: Sequence[str], limit: float) -> Cell:
    theorem = existence(board, kind)
    assert theorem is not None  # the theorems cover every rectangle
    statuses = {}
    for solver in solvers:
        progress(f"{kind} tour of {board}: {solver}")
        statuses[solver] = solve(board, solver, kind=kind, seconds=limit).status
    return Cell(board, kind, theorem, statuses)


def _table(cells: Sequence[Cell]) -> str:
    signs = {cell.board.shape: cell.signs for cell in cells}
    sides = range(1, max(max(shape) for shape in signs) + 1)
    rows = [[f"m={short}", *(signs.get((short, long), "") for long in sides)] for short in sides]
    return aligned(["", *(f"n={long}" for long in sides)], rows)


def _compared_with_theorems(cells: Sequence[Cell], solvers: Sequence[str]) -> int:
    contradictions = 0
    for solver in solvers:
        counts = Counter(
            "contradict" if cell.contradicts(solver) else _agreement(cell.statuses[solver])
            for cell in cells
        )
        contradictions += counts["contradict"]
        print(
            f"{solver}: of {len(cells)} verdicts {counts['agree']} agree with the theorems, "
            f"{counts['contradict']} contradict them, {counts['unknown']} unknown"
        )
    for cell in cells:
        for solver in filter(cell.contradicts, solvers):
            article = "an" if cell.kind is Kind.OPEN else "a"
            quantity = article if cell.theorem.exists else "no"
            print(
                f"CONTRADICTION: {cell.board}: {solver} answers {cell.statuses[solver]}, "
                f"but there is {quantity} {cell.kind} tour by {cell.theorem.source}: {cell.theorem.clause}"
            )
    undecided = [f"{cell.board} {cell.kind}" for cell in cells if not cell.decided]
    print(f"not decided: {', '.join(undecided) or 'no board'}")
    return NO if contradictions else UNKNOWN if undecided else OK


def _agreement(status: Status) -> str:
    return "unknown" if status is Status.UNKNOWN else "agree"


if __name__ == "__main__":
    sys.exit(main())
