"""`knight-models solve`: one tour, or why there is none."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from knight_models.cli import options
from knight_models.cli.exits import EXIT_CODES
from knight_models.cli.options import limits_of
from knight_models.cli.output import check_size, chosen_format, is_binary, is_picture, write, write_drawing
from knight_models.cli.progress import ProgressLine
from knight_models.cli.question import Question, kinds_of
from knight_models.cli.streams import tell
from knight_models.cli.tracing import events_of, traces_of
from knight_models.core.errors import OptionError
from knight_models.core.problem import Kind
from knight_models.formats import TOUR, formats_that_write

if TYPE_CHECKING:
    from knight_models.core.result import SolveResult

__all__ = ["solve"]


def solve(
    board: options.Board = None,
    closed: options.Closed = False,
    kind: options.KindName = None,
    start: options.Start = None,
    end: options.End = None,
    require: options.Require = None,
    forbid: options.Forbid = None,
    given: options.GivenFile = None,
    solver: options.SolverName = "auto",
    seconds: options.Seconds = "60",
    steps: options.Steps = None,
    seed: options.Seed = "0",
    workers: options.Workers = "1",
    format_name: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="NAME",
            help=f"{', '.join(formats_that_write(TOUR))}; else as the FILE of --output ends.",
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
    """Find one tour, or say why there is none.

    The tour goes to standard output, who found it and how to standard error. A picture shows the board
    too where there is no tour.
    """
    limits = limits_of(seconds, steps, seed, workers)
    question = Question(board, map_file, graph, leap, holes, wrap, start, end, require, forbid, given)
    kinds = kinds_of(kind, closed) or [Kind.OPEN]
    if as_json and output is None and format_name not in (None, "json"):
        raise OptionError(f"--json takes standard output; name an --output FILE for the {format_name}")
    form = chosen_format(format_name, question, output)
    events = events_of(trace, form, [solver])
    [problem] = question.problems(kinds)
    check_size(problem, form)

    from knight_models.tasks.solve import solve as run  # loads numpy, which --help does without

    with ProgressLine(solver) as progress:
        result = run(problem, solver, limits=limits, progress=progress)
        traces = traces_of([(problem, solver)], events, limits)
    if as_json:
        write(result, "json", None)
    if is_picture(form):
        write_drawing([result, *traces], form, output)
    elif (result.found or form == "json") and not (as_json and output is None):
        write(result, form, output)
    if not as_json and form != "json":
        _say(result, form, output)
    return EXIT_CODES[result.status.value]


def _say(result: SolveResult, form: str, output: str | None) -> None:
    """The verdict: beside a tour or a picture on standard error, in place of one on standard output."""
    from knight_models.cli.say import found_line, verdict

    where = f"; written to {output}" if output is not None else ""
    if result.found:
        tell(f"{found_line(result)}{where}")
        return
    taken = output is None and (is_picture(form) or is_binary(form))
    (sys.stderr if taken else sys.stdout).write(f"{verdict(result)}\n")
    if output is not None and is_picture(form):
        tell(f"picture of the board written to {output}")
