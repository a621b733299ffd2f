"""`knight-models compare`: several solvers on the same problem, and whether they agree."""

from __future__ import annotations

import io
import json
import re
import shutil
import sys
from importlib.util import find_spec
from pathlib import PurePath
from typing import TYPE_CHECKING

from knight_models.cli.options import (
    board_options,
    command,
    limit_options,
    output_options,
    question_options,
    solver_option,
    trace_option,
)
from knight_models.cli.output import Output, events_of, traces_of
from knight_models.cli.terminal import ExitCode, ProgressLine, tell
from knight_models.core.errors import MissingPackageError, OptionError
from knight_models.formats import COMPARISON, formats_that_write
from knight_models.solvers import get_solver

if TYPE_CHECKING:
    from knight_models.cli.question import Question
    from knight_models.core.limits import Limits
    from knight_models.core.result import SolveResult, Statistics
    from knight_models.core.trace import SearchTrace
    from knight_models.solvers.base import Solver
    from knight_models.tasks.compare import Comparison, Row

USUAL_SOLVERS = ("warnsdorff", "rotation", "cutset", "cpsat")
"""Two of each family: a walk and its repair, SAT with cut-sets and CP-SAT."""

SOLVERS_OF_NUMBERS = ("depth-first:prune=on", "cpsat:formulation=position")
"""The usual solvers with given numbers, which not all solvers take."""

CHART_FORMATS = ("png", "svg", "pdf")
ENGINE_COUNTERS = ("conflicts", "branches")
"""Shown in place of backtracks where an engine counts these."""

ANY_WIDTH = 10_000
"""Characters of a line where no terminal limits it."""


@command("knight-models compare 8x8 --kind open,closed --solver depth-first --solver cpsat")
@board_options()
@question_options(several=True)
@solver_option(f"As for solve; repeatable. Without it: {', '.join(USUAL_SOLVERS)}.", multiple=True)
@limit_options()
@output_options("compare", " (the pictures show the tours, a chart the times)", json="beside")
@trace_option()
def compare(
    question: Question, solver: tuple[Solver, ...], limits: Limits, output: Output, trace: int | None
) -> int:
    """Run several solvers on one problem and check that they agree.

    Each of them has the whole of the limits for each kind. Where a picture takes standard output, the
    table goes to standard error.
    """
    if output.form == "chart":
        _check_chart(output)
    usual = USUAL_SOLVERS if question.given is None else SOLVERS_OF_NUMBERS
    solvers = solver or tuple(map(get_solver, usual))
    events = events_of(trace, output, solvers)
    problems = question.problems()
    output.check_size(problems * len(solvers))

    from knight_models.tasks import compare as task  # loads numpy, which --help does without

    with ProgressLine("compare") as progress:
        try:
            comparison = task.compare(problems, solvers, limits=limits, progress=progress)
        except task.ContradictionError as error:
            comparison = error.comparison
        runs = [(row.problem, row.solver) for row in comparison if row.result is not None]
        traces = traces_of(runs, events, limits)
    _write(comparison, traces, output)
    _report(comparison, output)
    if not comparison.agree:
        return ExitCode.NO
    return ExitCode.OK if comparison.decided else ExitCode.UNKNOWN


def _check_chart(output: Output) -> None:
    """Refuse a chart that cannot be drawn, before any work."""
    if _chart_format(output) is None:
        raise OptionError("a chart needs an --output FILE that ends in .png, .svg or .pdf")
    if find_spec("matplotlib") is None:
        raise MissingPackageError("a chart needs matplotlib; install knight_models[plot]")


def _chart_format(output: Output) -> str | None:
    ending = PurePath(output.path or "").suffix.lower().lstrip(".")
    return ending if ending in CHART_FORMATS else None


def _write(comparison: Comparison, traces: list[SearchTrace], output: Output) -> None:
    """Write the chosen format: to the file, or to standard output."""
    if output.picture:
        output.draw([comparison, *traces])
    elif output.form == "chart":
        with output.opened(binary=True) as stream:
            formats_that_write(COMPARISON)["chart"].write(comparison, stream, kind=_chart_format(output))
    elif output.form == "csv":
        with output.opened() as stream:
            formats_that_write(COMPARISON)["csv"].write(comparison, stream)
    else:
        with output.opened() as stream:
            stream.write(_json(comparison) if output.form == "json" else _table_and_verdict(comparison))


def _report(comparison: Comparison, output: Output) -> None:
    """Write the table or JSON that is still to be shown; report the file, and a contradiction."""
    if output.json_beside:
        sys.stdout.write(_json(comparison))
    elif output.path is not None and output.form != "table":
        sys.stdout.write(_table_and_verdict(comparison))
    sys.stdout.flush()
    if output.path is None and output.picture:
        tell(_table_and_verdict(comparison).rstrip("\n"))
    if output.path is not None:
        tell(f"written to {output.path}")
    if not comparison.agree:
        tell(f"error: {comparison.verdict}")


def _json(comparison: Comparison) -> str:
    from knight_models.formats import comparison_to_json

    error = {} if comparison.agree else {"error": comparison.verdict}
    return json.dumps(comparison_to_json(comparison) | error) + "\n"


def _table_and_verdict(comparison: Comparison) -> str:
    return f"{_table(comparison)}\n\n{comparison.verdict}\n"


def _table(comparison: Comparison) -> str:
    """One line for each solver and kind, without a frame and with no word cut.

    On a terminal, long cells go on below themselves; elsewhere the lines are as long as they need to be.
    """
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
    """The label of a solver; where lines are short, each of its options on a line of its own."""
    return re.sub(r"[:,]\s*| (?=\()", r"\g<0>\n  ", label) if limited else label


def _verified(result: SolveResult) -> str:
    """Whether the verifier has checked the answer: tours always, evidence where it can be checked."""
    if result.status.value == "unknown":
        return "-"
    return "yes" if result.evidence is None or result.rechecked else "no"


def _why(result: SolveResult) -> str | None:
    """Why there is no tour, or why the answer is unknown."""
    if result.evidence is None:
        return result.reason
    support = "" if result.support is None else f", supported by {result.support.type}"
    return result.evidence.type + support


def _work(statistics: Statistics) -> str:
    """The counters of an engine, or else the backtracks."""
    counters = {name: statistics.counters[name] for name in ENGINE_COUNTERS if name in statistics.counters}
    if not counters and statistics.steps:
        counters = {"backtracks": statistics.backtracks}
    return ", ".join(f"{name} {count:,}" for name, count in counters.items())
