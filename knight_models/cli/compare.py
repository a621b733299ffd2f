"""`knight-models compare`: several solvers on the same problem, and whether they agree."""

from __future__ import annotations

import json
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
from knight_models.cli.table import table
from knight_models.cli.terminal import ExitCode, ProgressLine, tell
from knight_models.core.errors import MissingPackageError, OptionError
from knight_models.core.limits import Deadline
from knight_models.formats import COMPARISON, formats_that_write
from knight_models.solvers import get_solver

if TYPE_CHECKING:
    from knight_models.cli.question import Question
    from knight_models.core.limits import Limits
    from knight_models.core.trace import SearchTrace
    from knight_models.solvers.base import Solver
    from knight_models.tasks.compare import Comparison

USUAL_SOLVERS = ("warnsdorff", "rotation", "cutset", "cpsat")
"""Two of each family: a walk and its repair, SAT with cut-sets and CP-SAT."""

SOLVERS_OF_NUMBERS = ("depth-first:prune=on", "cpsat:formulation=position")
"""The usual solvers with given numbers, which not all solvers take."""

SOLVERS_OF_SYMMETRY = ("symmetric",)
"""The usual solver of symmetric tours."""

CHART_FORMATS = ("png", "svg", "pdf")


@command(
    "knight-models compare 6x6 --closed",
    "knight-models compare 5x6 --kind open,closed --solver cutset --solver cpsat",
    "knight-models compare 6x6 --seconds 10 --output times.csv",
)
@board_options()
@question_options(several=True)
@solver_option(
    "Solver to run, such as cpsat, or warnsdorff:ties=random with an option. May be repeated.",
    multiple=True,
    usual=f"{', '.join(USUAL_SOLVERS)}; with --given: {', '.join(SOLVERS_OF_NUMBERS)}; "
    f"with --symmetry: {', '.join(SOLVERS_OF_SYMMETRY)}",
)
@limit_options()
@output_options(
    "compare", " Pictures show the tours; a chart shows the times.", json="beside", example="times.csv"
)
@trace_option()
def compare(
    question: Question, solver: tuple[Solver, ...], limits: Limits, output: Output, trace: int | None
) -> int:
    """Run several solvers on one problem, and check that they agree.

    Each solver is run once for each kind of tour. The limits are for each run, not for all runs together.
    If a picture is written to standard output, the table goes to standard error.
    """
    if output.form == "chart":
        _check_chart(output)
    solvers = solver or tuple(map(get_solver, _usual_solvers(question)))
    events = events_of(trace, output, solvers)
    problems = question.problems()
    output.check_size(problems * len(solvers))

    from knight_models.tasks import compare as task  # loads numpy, which --help does without

    runs = len(problems) * len(solvers)
    clock = Deadline(None if limits.seconds is None else limits.seconds * runs)
    comparison = task.Comparison()
    try:
        with ProgressLine("compare") as progress:
            try:
                comparison = task.compare(problems, solvers, limits=limits, progress=progress)
            except (task.ContradictionError, task.WrongRowError, task.BrokenRowError) as error:
                comparison = error.comparison
            clock.count_as_setup(sum(result.statistics.setup_seconds for result in comparison.results))
            ran = [(row.problem, row.solver) for row in comparison if row.result is not None]
            traces = traces_of(ran, events, limits, clock)
    except task.ComparisonInterrupt as stop:
        return _interrupted(stop.comparison, output)
    except KeyboardInterrupt:  # while searches were recorded, or before the first row
        return _interrupted(comparison, output)
    _write(comparison, traces, output)
    _report(comparison, output)
    if comparison.error is not None:
        return ExitCode.NO
    return ExitCode.OK if comparison.decided else ExitCode.UNKNOWN


def _usual_solvers(question: Question) -> tuple[str, ...]:
    """The solvers that are compared where none is named."""
    if question.symmetry is not None:
        return SOLVERS_OF_SYMMETRY
    return USUAL_SOLVERS if question.given is None else SOLVERS_OF_NUMBERS


def _interrupted(comparison: Comparison, output: Output) -> int:
    """Print the rows that are done and those that are missing; a file is not written.

    Raises
    ------
    KeyboardInterrupt : if no row is done
    """
    if not comparison.rows:
        raise KeyboardInterrupt
    as_json = output.json_beside or (output.path is None and output.form == "json")
    sys.stdout.write(_json(comparison, interrupted=True) if as_json else _table_and_verdict(comparison))
    sys.stdout.flush()
    tell("interrupted" if output.path is None else f"interrupted; {output.path} is not written")
    if comparison.error is not None:
        tell(f"error: {comparison.error}")
    return ExitCode.INTERRUPTED


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
    if comparison.error is not None:
        tell(f"error: {comparison.error}")


def _json(comparison: Comparison, *, interrupted: bool = False) -> str:
    from knight_models.formats import comparison_to_json

    data = comparison_to_json(comparison)
    error = "interrupted" if interrupted else comparison.error
    if error is not None:
        data["error"] = error
    return json.dumps(data) + "\n"


def _table_and_verdict(comparison: Comparison) -> str:
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    return f"{table(comparison, width)}\n\n{comparison.verdict}\n"
