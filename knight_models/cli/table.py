"""The table of a comparison: no frame, nothing cut; as wide as it likes where no terminal limits it."""

from __future__ import annotations

import io
import re
import shutil
import sys

from knight_models.core.result import SolveResult, Statistics, Status
from knight_models.tasks.compare import Comparison, Row

__all__ = ["comparison_table"]

ENGINE_COUNTERS = ("conflicts", "branches")
"""What stands in place of backtracks where an engine counts these."""

ANY_WIDTH = 10_000


def comparison_table(comparison: Comparison) -> str:
    """One line a solver and kind; in a terminal, long cells go on below themselves."""
    from rich.console import Console
    from rich.table import Table

    limited = sys.stdout.isatty()
    table = Table(box=None, pad_edge=False, padding=(0, 1 if limited else 2, 0, 0))
    rows = [_cells(row, limited) for row in comparison]
    longest = max(len(line) for row in rows for line in row[0].splitlines())
    table.add_column("solver", no_wrap=True, min_width=longest)
    for heading in ("kind", "status", "verified"):
        table.add_column(heading, no_wrap=True)
    for heading in ("seconds", "steps"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("work")
    for row in rows:
        table.add_row(*row)
    console = Console(file=io.StringIO(), width=ANY_WIDTH, color_system=None, highlight=False, markup=False)
    if limited:  # but never so narrow that a word would be cut
        console.width = max(shutil.get_terminal_size().columns, console.measure(table).minimum)
    with console.capture() as captured:
        console.print(table)
    return "\n".join(line.rstrip() for line in captured.get().splitlines())


def _cells(row: Row, limited: bool) -> tuple[str, ...]:
    result, kind = row.result, str(row.problem.kind)
    if result is None:
        return _broken(row.solver, limited), kind, "unsupported", "-", "-", "-", row.unsupported or ""
    statistics = result.statistics
    return (
        _broken(result.answerer, limited),
        kind,
        str(result.status),
        _verified(result),
        f"{statistics.seconds:.2f}",
        f"{statistics.steps:,}",
        "; ".join(filter(None, (_why(result), _work(statistics)))),
    )


def _broken(label: str, limited: bool) -> str:
    """A solver with its options below it, where lines are short."""
    return re.sub(r"[:,]\s*| (?=\()", r"\g<0>\n  ", label) if limited else label


def _verified(result: SolveResult) -> str:
    """Whether the verifier has checked the answer: tours always, evidence where it can be checked."""
    if result.status is Status.UNKNOWN:
        return "-"
    return "yes" if result.evidence is None or result.rechecked else "no"


def _why(result: SolveResult) -> str | None:
    """Why there is no tour, or none known."""
    if result.evidence is None:
        return result.reason
    support = "" if result.support is None else f", supported by {result.support.type}"
    return result.evidence.type + support


def _work(statistics: Statistics) -> str:
    """What an engine counts, or else backtracks."""
    counted = statistics.counters
    counters = {name: counted[name] for name in ENGINE_COUNTERS if name in counted}
    if not counters and statistics.steps:
        counters = {"backtracks": statistics.backtracks}
    return ", ".join(f"{name} {count:,}" for name, count in counters.items())
