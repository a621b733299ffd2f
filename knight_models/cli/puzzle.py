"""`knight-models puzzle`: a partly numbered board that exactly one tour completes."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from knight_models.cli.messages import counted, verdict
from knight_models.cli.options import (
    OUTPUT,
    PICTURE,
    board_options,
    command,
    limit_options,
    option,
    output_options,
    question_options,
)
from knight_models.cli.output import Output
from knight_models.cli.parameters import WholeNumber
from knight_models.cli.terminal import EXIT_CODES, ExitCode, ProgressLine, tell
from knight_models.core.errors import OptionError

if TYPE_CHECKING:
    from knight_models.cli.question import Question
    from knight_models.core.limits import Limits
    from knight_models.core.result import SolveResult
    from knight_models.tasks.puzzles import Puzzle


@command(
    "knight-models puzzle 5x6 --closed",
    "knight-models puzzle 5x5 --seed 1 --clues 6 --output puzzle.txt",
    "knight-models puzzle 3x10 --closed --solution --output puzzle.svg",
)
@board_options(graph=False)
@question_options("closed", "kind")
@option(
    "--clues", type=WholeNumber(1), section=OUTPUT, usual="as few as possible",
    help="Largest number of clues, such as 10. No more clues are taken away once it is reached.",
)  # fmt: skip
@option("--solution", is_flag=True, section=PICTURE, help="Draw the solution beside the puzzle.")
@limit_options("seconds", "seed")
@output_options("puzzle", json="alone", example="puzzle.svg")
def puzzle(question: Question, clues: int | None, solution: bool, limits: Limits, output: Output) -> int:
    """Make a puzzle: a partly numbered board with exactly one solution.

    The numbers given are the clues; free squares are dots. No clue can be taken away, unless --clues or the
    time limit stopped the search. The exit code is 3 if the puzzle has more clues than --clues.
    """
    if solution and not output.picture:
        raise OptionError(
            "--solution is for pictures (svg, html, png, pdf); json holds it, and solve --given finds it"
        )
    if output.form == "svg-animated" and not solution:
        raise OptionError("nothing moves in a puzzle by itself; add --solution, or choose svg")
    [problem] = question.problems()

    from knight_models.engine.run import Run  # these load numpy
    from knight_models.tasks.puzzles import check_clues, puzzle_within, random_tour

    check_clues(problem, clues)
    with ProgressLine("puzzle") as progress:
        run = Run(problem, limits, solver="puzzle", progress=progress)
        found = random_tour(run)
        if found.tour is None:
            return _no_puzzle(found, output)
        made = puzzle_within(run, found.tour, clues)
    _write(made, output, solution)
    if output.form != "json":
        tell(f"{_summary(made, clues)}{output.written_to}")
    return ExitCode.UNKNOWN if clues is not None and len(made.givens) > clues else ExitCode.OK


def _no_puzzle(result: SolveResult, output: Output) -> int:
    """Report why there is no tour to make a puzzle of."""
    if output.form == "json":
        output.write(result)
    else:
        sys.stdout.write(f"{verdict(result)}\n")
    return EXIT_CODES[result.status.value]


def _write(made: Puzzle, output: Output, solution: bool) -> None:
    from knight_models.formats import PUZZLE, formats_that_write, puzzle_to_json, write_given

    if output.picture:
        output.draw(made if solution else made.problem)
        return
    with output.opened() as stream:
        if output.form == "json":
            stream.write(json.dumps(puzzle_to_json(made)) + "\n")
        elif output.form == "csv":
            formats_that_write(PUZZLE)["csv"].write(made.problem, stream)
        else:
            write_given(made.problem, stream)
    sys.stdout.flush()


def _summary(made: Puzzle, most: int | None) -> str:
    """The number of clues, how the only solution was proved, and whether every clue is needed.

    Parameters
    ----------
    made : the puzzle
    most : the value of `--clues`
    """
    count = len(made.givens)
    proof = f"exactly one solution ({made.proof.solver}, {counted(made.proof.steps, 'step')})"
    undecided = count - len(made.witnesses)
    if not undecided:
        needed = "every clue is needed"
    elif most is not None and count <= most:
        needed = "stopped at --clues"
    else:
        clues = "any clue" if undecided == count else f"{undecided:,} of the clues"
        needed = f"the search ended before {clues} could be left out or shown to be needed"
    line = f"{made.problem.kind} tour of {made.problem.board}, {counted(count, 'clue')}: {proof}, {needed}"
    if most is not None and count > most:
        line += f"; more than --clues {most}: another --seed may need fewer"
    return line
