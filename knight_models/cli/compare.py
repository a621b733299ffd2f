"""`knight-models compare`: several solvers on one problem, held against each other."""

from __future__ import annotations

import json
import sys
from importlib.util import find_spec
from pathlib import PurePath
from typing import TYPE_CHECKING, Annotated

import typer

from knight_models.cli import options
from knight_models.cli.exits import ExitCode
from knight_models.cli.options import limits_of
from knight_models.cli.output import (
    check_place,
    check_size,
    is_binary,
    is_picture,
    named_format,
    opened,
    write_drawing,
)
from knight_models.cli.progress import ProgressLine
from knight_models.cli.question import Question, kinds_of
from knight_models.cli.streams import tell
from knight_models.cli.tracing import events_of, traces_of
from knight_models.core.errors import MissingPackageError, OptionError
from knight_models.core.problem import Kind
from knight_models.formats import COMPARISON, formats_that_write

if TYPE_CHECKING:
    from knight_models.core.trace import SearchTrace
    from knight_models.tasks.compare import Comparison

__all__ = ["compare"]

USUAL_SOLVERS = ("warnsdorff", "rotation", "cutset", "cpsat")
"""Two of each family: a walk and its repair, SAT with cut-sets and CP-SAT."""

SOLVERS_OF_NUMBERS = ("depth-first:prune=on", "cpsat:formulation=position")
"""Those for given numbers, which not all obey."""

CHART_FORMATS = ("png", "svg", "pdf")
FORMATS = ("table", *formats_that_write(COMPARISON))


def compare(
    board: options.Board = None,
    closed: options.Closed = False,
    kind: Annotated[
        str | None,
        typer.Option(
            "--kind", metavar="KINDS", help="open, closed, strictly-open; several as open,closed."
        ),
    ] = None,
    start: options.Start = None,
    end: options.End = None,
    require: options.Require = None,
    forbid: options.Forbid = None,
    given: options.GivenFile = None,
    solver: Annotated[
        list[str] | None,
        typer.Option(
            "--solver",
            metavar="NAME",
            help=f"As for solve; repeatable. Without it: {', '.join(USUAL_SOLVERS)}.",
        ),
    ] = None,
    seconds: options.Seconds = "60",
    steps: options.Steps = None,
    seed: options.Seed = "0",
    workers: options.Workers = "1",
    format_name: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="NAME",
            help=f"{', '.join(FORMATS)}; table if none is named. Pictures show the tours, a chart bars.",
        ),
    ] = None,
    output: options.OutputFile = None,
    trace: options.Trace = None,
    as_json: options.Json = False,
    leap: options.Leap = None,
    holes: options.Holes = None,
    wrap: options.Wrap = None,
    map_file: options.MapFile = None,
    graph: options.GraphFile = None,
) -> int:
    """Hold the answers of several solvers against each other.

    Each of them has the whole of the limits for each kind. Where a picture takes standard output, the
    table goes to standard error.
    """
    limits = limits_of(seconds, steps, seed, workers)
    if as_json and output is None and format_name not in (None, "json"):
        raise OptionError(f"--json takes standard output; name an --output FILE for the {format_name}")
    form = _format("json" if as_json and output is None else format_name, output)
    asked = solver or list(USUAL_SOLVERS if given is None else SOLVERS_OF_NUMBERS)
    events = events_of(trace, form, asked)
    question = Question(board, map_file, graph, leap, holes, wrap, start, end, require, forbid, given)
    problems = question.problems(kinds_of(kind, closed, several=True) or [Kind.OPEN])
    check_size(problems * len(asked), form)
    from knight_models.tasks import compare as crosscheck

    with ProgressLine("compare") as progress:
        try:
            comparison = crosscheck.compare(problems, asked, limits=limits, progress=progress)
        except crosscheck.ContradictionError as error:
            comparison = error.comparison
        taken = [(row.problem, row.solver) for row in comparison if row.result is not None]
        traces = traces_of(taken, events, limits)
    _write(comparison, traces, form, output)
    _show(comparison, form, output, as_json)
    return _exit_code(comparison)


def _format(name: str | None, output: str | None) -> str:
    """The format named, or the one of the file's ending; that it can be written shows before any work."""
    form = named_format(name, output, FORMATS, "table")
    if form == "chart":
        if _chart_format(output) is None:
            raise OptionError("a chart needs an --output FILE that ends in .png, .svg or .pdf")
        if find_spec("matplotlib") is None:
            raise MissingPackageError("a chart needs matplotlib; install knight_models[plot]")
    check_place(form, output, binary=is_binary(form))
    return form


def _chart_format(output: str | None) -> str | None:
    ending = PurePath(output or "").suffix.lower().lstrip(".")
    return ending if ending in CHART_FORMATS else None


def _write(comparison: Comparison, traces: list[SearchTrace], form: str, output: str | None) -> None:
    """What is asked for: into the file, or to standard output."""
    if is_picture(form):
        write_drawing([comparison, *traces], form, output)
    elif form == "chart":
        with opened(output, binary=True) as stream:
            formats_that_write(COMPARISON)[form].write(comparison, stream, kind=_chart_format(output))
    else:
        with opened(output) as stream:
            stream.write(_json(comparison) if form == "json" else _table(comparison))


def _show(comparison: Comparison, form: str, output: str | None, as_json: bool) -> None:
    """What is said beside that; of a contradiction, the verdict is also an error message."""
    if as_json and output is not None:
        sys.stdout.write(_json(comparison))
    elif output is not None and form != "table":
        sys.stdout.write(_table(comparison))
    elif is_picture(form):
        sys.stdout.flush()
        tell(_table(comparison).rstrip("\n"))
    if output is not None:
        sys.stdout.flush()
        tell(f"written to {output}")
    if not comparison.agree:
        sys.stdout.flush()
        tell(f"error: {comparison.verdict}")


def _json(comparison: Comparison) -> str:
    from knight_models.formats import comparison_to_json

    error = {} if comparison.agree else {"error": comparison.verdict}
    return json.dumps(comparison_to_json(comparison) | error) + "\n"


def _table(comparison: Comparison) -> str:
    """The table and the verdict."""
    from knight_models.cli.table import comparison_table

    return f"{comparison_table(comparison)}\n\n{comparison.verdict}\n"


def _exit_code(comparison: Comparison) -> int:
    if not comparison.agree:
        return ExitCode.NO
    return ExitCode.OK if comparison.decided else ExitCode.UNKNOWN
