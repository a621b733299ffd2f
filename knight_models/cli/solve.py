"""`knight-models solve`: one tour, or why there is none."""

from __future__ import annotations

import sys
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
from knight_models.cli.terminal import EXIT_CODES, ProgressLine, tell
from knight_models.core.limits import Deadline

if TYPE_CHECKING:
    from knight_models.cli.question import Question
    from knight_models.core.limits import Limits
    from knight_models.core.result import SolveResult
    from knight_models.solvers.base import Solver


@command(
    "knight-models solve 8x8",
    "knight-models solve 8x8 --closed --start a1 --solver cpsat",
    "knight-models solve 3x10 --closed --seconds 10 --output tour.svg",
    "knight-models solve 5x5 --solver depth-first --trace 200 --output tour.html",
)
@board_options()
@question_options()
@solver_option()
@limit_options()
@output_options("solve", " A tour of a graph has no grid; it is written as algebraic.", json="beside")
@trace_option()
def solve(question: Question, solver: Solver, limits: Limits, output: Output, trace: int | None) -> int:
    """Find one tour, or show that there is none.

    The tour goes to standard output; a line about the solver, its time and its steps goes to standard
    error. A picture shows the board also if there is no tour.
    """
    if question.space.graph is not None:
        output = output.without_grid()
    events = events_of(trace, output, [solver])
    [problem] = question.problems()
    output.check_size(problem)

    from knight_models.solvers.base import solver_label
    from knight_models.tasks import solve as task  # loads numpy, which --help does without

    clock = Deadline(limits.seconds)
    with ProgressLine(solver_label(solver)) as progress:
        result = task.solve(problem, solver, limits=limits, progress=progress)
        clock.count_as_setup(result.statistics.setup_seconds)
        traces = traces_of([(problem, solver)], events, limits, clock)
    if output.json_beside:
        Output("json", None).write(result)
    if output.picture:
        output.draw([result, *traces])
    elif result.found or output.form == "json":
        output.write(result)
    if not output.json_beside and output.form != "json":
        _report(result, output)
    return EXIT_CODES[result.status.value]


def _report(result: SolveResult, output: Output) -> None:
    """Write the verdict: to standard error beside a tour or a picture, else to standard output."""
    from knight_models.cli.messages import found_line, verdict

    if result.found:
        tell(f"{found_line(result)}{output.written_to}")
        return
    taken = output.path is None and (output.picture or output.binary)
    (sys.stderr if taken else sys.stdout).write(f"{verdict(result)}\n")
    if output.path is not None and output.picture:
        tell(f"picture of the board written to {output.path}")
