"""`knight-models puzzle`: a partly numbered board that exactly one tour completes."""

from __future__ import annotations

import json
import sys
from typing import IO, TYPE_CHECKING, Annotated

import typer

from knight_models.cli import options
from knight_models.cli.exits import EXIT_CODES, ExitCode
from knight_models.cli.options import limits_of, whole_number
from knight_models.cli.output import (
    check_place,
    is_binary,
    is_picture,
    named_format,
    opened,
    write,
    write_drawing,
)
from knight_models.cli.progress import ProgressLine
from knight_models.cli.question import Question, kinds_of
from knight_models.cli.streams import tell
from knight_models.cli.words import counted
from knight_models.core.errors import OptionError
from knight_models.core.problem import Kind
from knight_models.formats import PUZZLE, formats_that_write

if TYPE_CHECKING:
    from knight_models.core.result import SolveResult
    from knight_models.tasks.puzzles import Puzzle

__all__ = ["puzzle"]


def puzzle(
    board: options.Board = None,
    closed: options.Closed = False,
    kind: options.KindName = None,
    clues: Annotated[
        str | None, typer.Option(metavar="N", help="Stop at so many clues, which may be more than needed.")
    ] = None,
    seed: options.Seed = "0",
    seconds: options.Seconds = "60",
    format_name: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="NAME",
            help=f"{', '.join(formats_that_write(PUZZLE))}; grid if none is named.",
        ),
    ] = None,
    solution: Annotated[
        bool, typer.Option("--solution", help="Draw the solution beside it, in a picture.")
    ] = False,
    output: options.OutputFile = None,
    as_json: options.Json = False,
    leap: options.Leap = None,
    holes: options.Holes = None,
    wrap: options.Wrap = None,
    map_file: options.MapFile = None,
) -> int:
    """Make a numbered puzzle with exactly one solution, of which no clue can be left out.

    Free squares are dots. Exit code 3 tells that more clues are left than --clues asks for.
    """
    limits = limits_of(seconds, seed=seed)
    at_least = None if clues is None else whole_number("--clues", clues, 1)
    form = _format("json" if as_json else format_name, as_json, output)
    if solution and not is_picture(form):
        raise OptionError(
            "--solution is for pictures (svg, html, png); json holds it, and solve --given finds it"
        )
    if form == "svg-animated" and not solution:
        raise OptionError("nothing moves in a puzzle by itself; add --solution, or choose svg")
    question = Question(board, map_file, leap=leap, holes=holes, wrap=wrap)
    [problem] = question.problems(kinds_of(kind, closed) or [Kind.OPEN])

    from knight_models.engine.run import Run  # these load numpy
    from knight_models.tasks.puzzles import check_clues, puzzle_within, random_tour

    check_clues(problem, at_least)
    with ProgressLine("puzzle") as progress:
        run = Run(problem, limits, solver="puzzle", progress=progress)
        found = random_tour(run)
        if found.tour is None:
            return _no_puzzle(found, form, output)
        made = puzzle_within(run, found.tour, at_least)
    _write(made, form, output, solution)
    if form != "json":
        where = f"; written to {output}" if output is not None else ""
        tell(f"{_summary(made, at_least)}{where}")
    return ExitCode.UNKNOWN if at_least is not None and len(made.givens) > at_least else ExitCode.OK


def _format(name: str | None, as_json: bool, output: str | None) -> str:
    """The format named, or the one of the file's ending; the file is tried before any work."""
    if as_json and output is not None:
        raise OptionError("--json takes standard output; for a file, write --format json --output FILE")
    form = named_format(name, output, formats_that_write(PUZZLE), "grid")
    check_place(form, output, binary=is_binary(form))
    return form


def _no_puzzle(solution: SolveResult, form: str, output: str | None) -> int:
    """Why there is no tour to make a puzzle of."""
    from knight_models.cli.say import verdict

    if form == "json":
        write(solution, "json", output)
    else:
        sys.stdout.write(f"{verdict(solution)}\n")
    return EXIT_CODES[solution.status.value]


def _write(made: Puzzle, form: str, output: str | None, solution: bool) -> None:
    if is_picture(form):
        write_drawing(made if solution else made.problem, form, output)
        return
    with opened(output) as stream:
        _write_to(made, form, stream)
    sys.stdout.flush()


def _write_to(made: Puzzle, form: str, stream: IO[str]) -> None:
    from knight_models.formats import puzzle_to_json, write_given

    if form == "json":
        stream.write(json.dumps(puzzle_to_json(made)) + "\n")
    else:
        write_given(made.problem, stream)


def _summary(made: Puzzle, asked: int | None) -> str:
    """How many clues, how the one solution was proved, and whether a clue could be left out."""
    count = len(made.givens)
    proof = f"exactly one solution ({made.proof.solver}, {counted(made.proof.steps, 'step')})"
    loose = count - len(made.witnesses)
    needed = "none of the clues can be left out"
    if loose:
        needed = f"whether more can be left out was not decided of {loose} of them"
        if asked is not None and count <= asked:
            needed = "stopped at the clues asked for"
    line = f"{made.problem.kind} tour of {made.problem.board}, {counted(count, 'clue')}: {proof}, {needed}"
    if asked is not None and count > asked:
        line += f"; {asked} were asked for, another --seed may do with fewer"
    return line
