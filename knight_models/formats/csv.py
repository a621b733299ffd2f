r"""Comma-separated values, for spreadsheets and data frames; they are only written.

- a tour or a puzzle of a board: its number grid, free squares empty;
- a tour of a graph: its labels, on one line;
- a listing: a line for each tour, with its squares in the order of the visit;
- a comparison: a heading and a line for each solver and kind.

>>> import sys
>>> write_csv(Tour(TourProblem("3x4"), [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]), sys.stdout)
1,4,7,10
8,11,2,5
3,6,9,12
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable
from typing import IO, TYPE_CHECKING, Any

from knight_models.core.problem import TourProblem
from knight_models.core.tour import Tour
from knight_models.formats.grid import FREE, write_given, write_grid

if TYPE_CHECKING:
    from knight_models.tasks.compare import Comparison, Row

__all__ = ["write_csv", "write_csv_line"]

COLUMNS = ("solver", "kind", "status", "rechecked", "seconds", "steps", "backtracks", "evidence", "reason")
"""The columns of a comparison."""


def write_csv(what: Tour | TourProblem | Comparison, stream: IO[str]) -> None:
    """Write a tour, a partly numbered board, or a comparison."""
    if isinstance(what, Tour) and what.problem.board is None:
        write_csv_line(what, stream)
        return
    writer = csv.writer(stream, lineterminator="\n")
    if isinstance(what, Tour):
        writer.writerows(_cells(write_grid, what))
    elif isinstance(what, TourProblem):
        free = (["" if cell == FREE else cell for cell in row] for row in _cells(write_given, what))
        writer.writerows(free)
    else:
        writer.writerows([COLUMNS, *map(_comparison_row, what)])


def write_csv_line(tour: Tour, stream: IO[str]) -> None:
    """Write a tour of a listing: its squares or labels, on one line."""
    name = tour.problem.vertices.name
    csv.writer(stream, lineterminator="\n").writerow(map(name, tour))


def _cells(write: Callable[[Any, IO[str]], None], what: Tour | TourProblem) -> list[list[str]]:
    """The cells of a number grid, line by line; an empty line separates two layers."""
    text = io.StringIO()
    write(what, text)
    return [line.split() for line in text.getvalue().splitlines()]


def _comparison_row(row: Row) -> Iterable[object]:
    result = row.result
    kind = str(row.problem.kind)
    if result is None:
        return [row.solver, kind, "unsupported", "", "", "", "", "", row.unsupported]
    statistics, evidence = result.statistics, result.evidence
    return [
        result.answerer,
        kind,
        result.status.value,
        "" if result.status.value == "unknown" else "yes" if evidence is None or result.rechecked else "no",
        statistics.seconds,
        statistics.steps,
        statistics.backtracks,
        "" if evidence is None else evidence.type,
        result.reason or "",
    ]
