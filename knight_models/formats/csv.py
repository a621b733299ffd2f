r"""Comma-separated values, for spreadsheets and data frames; they are only written.

- a tour or a puzzle of a board: its number grid, free squares empty;
- a tour of a graph: its labels, on one line;
- a listing: a line for each tour, with its squares in the order of the visit;
- a comparison: a line with `COLUMNS`, then one for each problem and solver. The columns are the same
  whatever the solvers are, so that files can be joined; a cell is empty where a row has no such figure.

Lines end as on Unix; text is quoted as RFC 4180 (2005) has it.

>>> import sys
>>> write_csv(Tour(TourProblem("3x4"), [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]), sys.stdout)
1,4,7,10
8,11,2,5
3,6,9,12
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from typing import IO, TYPE_CHECKING, Any

from knight_models.core.problem import TourProblem
from knight_models.core.result import SolveResult
from knight_models.core.tour import Tour
from knight_models.formats.grid import write_given, write_grid
from knight_models.formats.lexer import FREE

if TYPE_CHECKING:
    from knight_models.tasks.compare import Comparison, Row

__all__ = ["COLUMNS", "write_comparison", "write_csv", "write_csv_line"]

FIGURES = ("seconds", "build_seconds", "setup_seconds", "steps", "backtracks", "restarts")
"""Fields of `Statistics`."""

COUNTERS = ("variables", "constraints", "clauses", "conflicts", "branches")
"""The counters of engines: the size of the model, and the work."""

COLUMNS = (
    *("solver", "space", "kind", "start", "end", "status", "answered_by", "evidence", "support"),
    *("rechecked", "reason", *FIGURES, *COUNTERS, "limit_seconds", "limit_steps", "workers", "seed"),
)
"""The header: the problem, the answer and what it rests on, times in seconds, work, and the limits.

`rechecked` is true for evidence that the verifier has re-checked; every tour is verified.
"""


def write_csv(what: Tour | TourProblem | Comparison, stream: IO[str]) -> None:
    """Write a tour, a partly numbered board, or a comparison."""
    if isinstance(what, Tour) and what.problem.board is None:
        write_csv_line(what, stream)
        return
    if not isinstance(what, Tour | TourProblem):
        write_comparison(what, stream)
        return
    writer = csv.writer(stream, lineterminator="\n")
    if isinstance(what, Tour):
        writer.writerows(_cells(write_grid, what))
    else:
        free = (["" if cell == FREE else cell for cell in row] for row in _cells(write_given, what))
        writer.writerows(free)


def write_csv_line(tour: Tour, stream: IO[str]) -> None:
    """Write a tour of a listing: its squares or labels, on one line."""
    name = tour.problem.vertices.name
    csv.writer(stream, lineterminator="\n").writerow(map(name, tour))


def _cells(write: Callable[[Any, IO[str]], None], what: Tour | TourProblem) -> list[list[str]]:
    """The cells of a number grid, line by line; an empty line separates two layers."""
    text = io.StringIO()
    write(what, text)
    return [line.split() for line in text.getvalue().splitlines()]


def write_comparison(comparison: Comparison, stream: IO[str]) -> None:
    """Write the rows of a comparison, after a line with `COLUMNS`."""
    writer = csv.DictWriter(stream, COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    for row in comparison.rows:
        answer = {"status": row.status, "reason": row.why_no_result}
        writer.writerow(_question(row) | (answer if row.result is None else _answer(row.result)))


def _question(row: Row) -> dict[str, Any]:
    problem, name = row.problem, row.problem.vertices.name
    ends = {"start": problem.start, "end": problem.end}
    named = {what: "" if square is None else name(square) for what, square in ends.items()}
    return {"solver": row.solver, "space": problem.space_name, "kind": str(problem.kind), **named}


def _answer(result: SolveResult) -> dict[str, Any]:
    statistics, limits = result.statistics, result.limits
    return {
        "status": str(result.status),
        "answered_by": result.answered_by,
        "evidence": None if result.evidence is None else result.evidence.type,
        "support": None if result.support is None else result.support.type,
        "rechecked": None if result.evidence is None else str(result.rechecked).lower(),
        "reason": result.reason,
        **{name: _number(getattr(statistics, name)) for name in FIGURES},
        **{name: statistics.counters.get(name) for name in COUNTERS},
        "limit_seconds": limits.seconds,
        "limit_steps": limits.steps,
        "workers": limits.workers,
        "seed": limits.seed,
    }


def _number(figure: float) -> float:
    """A figure; seconds to the microsecond."""
    return round(figure, 6) if isinstance(figure, float) else figure
