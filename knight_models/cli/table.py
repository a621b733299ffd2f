"""The table of a comparison: no frame, nothing cut; as wide as it likes where no terminal limits it."""

from __future__ import annotations

import io
import shutil
import sys

from knight_models.crosscheck import Comparison, Row
from knight_models.result import SolveResult, Statistics, Status

__all__ = ["comparison_table"]

ENGINE_COUNTERS = ("conflicts", "branches")
"""What stands in place of backtracks where an engine counts these."""

ANY_WIDTH = 10_000


def comparison_table(comparison: Comparison) -> str:
    """One line a solver and kind; in a terminal, long cells go on below themselves."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in ("solver", "kind", "status", "verified"):
        table.add_column(heading, overflow="fold")
    for heading in ("seconds", "steps"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("work", overflow="fold")
    for row in comparison:
        table.add_row(*_cells(row))
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else ANY_WIDTH
    console = Console(file=io.StringIO(), width=width, color_system=None, highlight=False, markup=False)
    with console.capture() as captured:
        console.print(table)
    return "\n".join(line.rstrip() for line in captured.get().splitlines())


def _cells(row: Row) -> tuple[str, ...]:
    result, kind = row.result, str(row.problem.kind)
    if result is None:
        return row.solver, kind, "unsupported", "-", "-", "-", row.unsupported or ""
    statistics = result.statistics
    return (
        _solver(result),
        kind,
        str(result.status),
        _verified(result),
        f"{statistics.seconds:.2f}",
        f"{statistics.steps:,}",
        "; ".join(filter(None, (result.reason, _work(statistics)))),
    )


def _solver(result: SolveResult) -> str:
    other = result.answered_by not in (None, result.solver)
    return f"{result.label} ({result.answered_by})" if other else result.label


def _verified(result: SolveResult) -> str:
    """Whether the verifier has checked the answer: tours always, evidence where it can be checked."""
    if result.status is Status.UNKNOWN:
        return "-"
    return "yes" if result.evidence is None or result.evidence.checkable else "no"


def _work(statistics: Statistics) -> str:
    engine = [name for name in ENGINE_COUNTERS if name in statistics.counters]
    if engine:
        return ", ".join(f"{statistics.counters[name]:,} {name}" for name in engine)
    return f"{statistics.backtracks:,} backtracks"
