#!/usr/bin/env python3
"""Compare solvers over a list of boards, starts and kinds of tour, every tour verified.

Prints a table with status, seconds, steps, backtracks and the counters of each solver, and then one line
with the verdict. The status "unknown" means a time limit or a walk that got stuck; it contradicts nothing.

Exit codes: 0 no contradiction, and every problem is decided; 1 a contradiction; 2 bad usage; 3 a problem
that no solver decided.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Sequence
from typing import Any

from _common import NO, OK, UNKNOWN, Parser, aligned, counted, progress, run, seconds, words

from knight_models import (
    Board,
    Comparison,
    ContradictionError,
    Kind,
    Limits,
    Status,
    TourProblem,
    compare,
    get_solver,
)
from knight_models.core.errors import OptionError
from knight_models.core.limits import Progress
from knight_models.formats import check_output, open_output
from knight_models.solvers.base import solver_label
from knight_models.tasks.compare import Row

SOLVERS = ["depth-first", "warnsdorff", "cpsat"]
HEADING = [
    "board",
    "start",
    "kind",
    "solver",
    "status",
    "verified",
    "seconds",
    "steps",
    "backtracks",
    "counters",
]
LEFT = (0, 1, 2, 3, 4, 5, 9)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the script; exit codes as in its description."""
    parser = Parser(__doc__)
    parser.add_argument(
        "--sizes", type=words, default=["5", "6", "8"], help="6 for 6x6, or 5x6 (default: 5,6,8)"
    )
    parser.add_argument("--starts", help="squares to start from, such as a1,b2 (default: anywhere)")
    parser.add_argument(
        "--kind",
        type=_kinds,
        default=[Kind.OPEN, Kind.CLOSED],
        help="open, closed, strictly-open (default: open,closed)",
    )
    parser.add_argument(
        "--solver", action="append", help=f"repeatable; NAME:OPTION=VALUE (default: {', '.join(SOLVERS)})"
    )
    parser.add_argument(
        "--seconds", type=seconds, default=2.0, help="time limit of a run (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=0, help="makes the runs repeatable (default: 0)")
    parser.add_argument("--csv", metavar="FILE", help="also write the rows to this file")
    return run(parser, _work, argv)


def _work(options: argparse.Namespace) -> int:
    problems = _problems(options.sizes, options.starts, options.kind)
    solvers = [solver_label(get_solver(name)) for name in options.solver or SOLVERS]
    limits = Limits(seconds=options.seconds, seed=options.seed)
    if options.csv:
        check_output(options.csv)
    comparison = _compared(problems, list(dict.fromkeys(solvers)), limits)
    rows = [_row(row) for row in comparison]
    print(aligned(HEADING, rows, LEFT))
    if options.csv:
        with open_output(options.csv) as stream:
            csv.writer(stream, lineterminator="\n").writerows([HEADING, *rows])
    print(f"\n{_verdict(comparison, problems)}")
    if not comparison.agree:
        return NO
    return OK if comparison.decided else UNKNOWN


def _kinds(text: str) -> list[Kind]:
    try:
        return [Kind(word) for word in words(text)]
    except ValueError:
        raise argparse.ArgumentTypeError(f"the kinds are {', '.join(Kind)}, not {text!r}") from None


def _problems(sizes: Sequence[str], starts: str | None, kinds: Sequence[Kind]) -> list[TourProblem]:
    """Every board with every start and every kind."""
    found = []
    for size in sizes:
        board = Board.parse(f"{size}x{size}" if size.isdigit() else size)
        squares = [None] if starts is None else [board.at(square) for square in board.parse_squares(starts)]
        if not squares:
            raise OptionError("--starts must be a list of squares such as a1,b2, but it is empty")
        found += [TourProblem(board, kind, start=square) for square in squares for kind in kinds]
    return found


def _compared(problems: Sequence[TourProblem], solvers: Sequence[str], limits: Limits) -> Comparison:
    """The comparison, also if it has a contradiction."""

    def show(now: Progress) -> None:
        progress(f"{now.solver}: {now.seconds:.0f} s, {now.steps:,} steps")

    try:
        return compare(problems, solvers, limits=limits, progress=show)
    except ContradictionError as error:
        if error.comparison is None:
            raise
        return error.comparison
    finally:
        progress("")


def _row(row: Row) -> list[Any]:
    problem, result = row.problem, row.result
    start = "" if problem.start is None else problem.vertices.name(problem.start)
    question = [str(problem.board), start, str(problem.kind), row.solver]
    if result is None:
        return [*question, "unsupported", None, None, None, None, row.unsupported]
    taken = result.statistics
    verified = "yes" if result.found else None  # solve() has verified every tour that it returns
    counters = " ".join(f"{name}={value:,}" for name, value in taken.counters.items())
    effort = [f"{taken.seconds:.3f}", taken.steps, taken.backtracks, counters]
    return [*question, str(result.status), verified, *effort]


def _verdict(comparison: Comparison, problems: Sequence[TourProblem]) -> str:
    """The verdict in one line."""
    if not comparison.agree:
        return comparison.verdict
    decided = [result for result in comparison.results if result.status is not Status.UNKNOWN]
    unknown = len(comparison.results) - len(decided)
    answered = {id(result.problem) for result in decided}
    undecided = [str(problem) for problem in problems if id(problem) not in answered]
    ran = f"{counted(len(problems), 'problem')}, {counted(len(comparison.rows), 'run')}"
    line = f"{ran}: no answer contradicts another"
    line += f"; {unknown} unknown" if unknown else ""
    return line + (f"; not decided: {', '.join(undecided)}" if undecided else "")


if __name__ == "__main__":
    sys.exit(main())
