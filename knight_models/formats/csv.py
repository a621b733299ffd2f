"""CSV: a comparison of solvers as a table, one row for each problem and solver.

The columns are those of `COLUMNS`, whatever the solvers are, so that files can be joined. A cell is empty
where a row has no such figure. Lines end as on Unix; text is quoted as RFC 4180 (2005) has it.

>>> import io
>>> from knight_models.tasks.compare import compare
>>> text = io.StringIO()
>>> write_comparison(compare("3x4", "depth-first", start="a1"), text)
>>> text.getvalue().splitlines()[1].split(",")[:6]
['depth-first', '3x4', 'open', 'a1', '', 'found']
"""

from __future__ import annotations

import csv
from typing import IO, TYPE_CHECKING, Any

from knight_models.core.result import SolveResult

if TYPE_CHECKING:
    from knight_models.tasks.compare import Comparison, Row

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


def write_comparison(comparison: Comparison, stream: IO[str]) -> None:
    """Write the rows of a comparison, after a line with `COLUMNS`."""
    writer = csv.DictWriter(stream, COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    for row in comparison.rows:
        answer = {"status": "unsupported", "reason": row.unsupported}
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
