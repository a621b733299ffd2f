"""`knight-models compare`: several solvers on one problem, held against each other."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from knight_models.cli import options
from knight_models.cli.exits import ExitCode
from knight_models.cli.options import limits_of
from knight_models.cli.progress import ProgressLine
from knight_models.cli.question import Question, kinds_of
from knight_models.cli.streams import tell
from knight_models.errors import ContradictionError
from knight_models.problem import Kind

if TYPE_CHECKING:
    from knight_models.crosscheck import Comparison

__all__ = ["compare"]

USUAL_SOLVERS = ("warnsdorff", "rotation", "cutset", "cpsat")
"""Two of each family: a walk and its repair, SAT with cut-sets and CP-SAT."""

SOLVERS_OF_NUMBERS = ("depth-first:prune=on", "cpsat:formulation=position")
"""Those for given numbers, which not all obey."""


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
    as_json: options.Json = False,
    leap: options.Leap = None,
    holes: options.Holes = None,
    wrap: options.Wrap = None,
    map_file: options.MapFile = None,
    graph: options.GraphFile = None,
) -> int:
    """Hold the answers of several solvers against each other.

    Each of them has the whole of the limits for each kind.
    """
    limits = limits_of(seconds, steps, seed, workers)
    question = Question(board, map_file, graph, leap, holes, wrap, start, end, require, forbid, given)
    problems = question.problems(kinds_of(kind, closed, several=True) or [Kind.OPEN])
    from knight_models import crosscheck

    try:
        with ProgressLine("compare") as progress:
            usual = USUAL_SOLVERS if given is None else SOLVERS_OF_NUMBERS
            comparison = crosscheck.compare(
                problems, solver or list(usual), limits=limits, progress=progress
            )
    except ContradictionError as error:
        if error.comparison is None:
            raise
        comparison = error.comparison
    _show(comparison, as_json)
    return _exit_code(comparison)


def _show(comparison: Comparison, as_json: bool) -> None:
    """The table and the verdict; of a contradiction, the verdict is also an error message."""
    if as_json:
        from knight_models.formats import comparison_to_json

        data = comparison_to_json(comparison)
        error = {} if comparison.agree else {"error": comparison.verdict}
        sys.stdout.write(json.dumps(data | error) + "\n")
    else:
        from knight_models.cli.table import comparison_table

        sys.stdout.write(f"{comparison_table(comparison)}\n\n{comparison.verdict}\n")
    if not comparison.agree:
        sys.stdout.flush()
        tell(f"error: {comparison.verdict}")


def _exit_code(comparison: Comparison) -> int:
    if not comparison.agree:
        return ExitCode.NO
    return ExitCode.OK if comparison.decided else ExitCode.UNKNOWN
