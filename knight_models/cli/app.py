"""The commands in one group, and `run()`, where every error becomes one sentence and an exit code."""

from __future__ import annotations

import errno
import os
import re
import sys

import click

from knight_models import __version__
from knight_models.cli.compare import compare
from knight_models.cli.compile import compile_all
from knight_models.cli.count import count
from knight_models.cli.draw import draw
from knight_models.cli.options import Group
from knight_models.cli.puzzle import puzzle
from knight_models.cli.solve import solve
from knight_models.cli.terminal import ExitCode, flush_or_drop, notes_of_setup, prepare_streams, refuse
from knight_models.cli.tours import tours
from knight_models.cli.verify import verify
from knight_models.core.errors import InputError, KnightModelsError

PROGRAM = "knight-models"
COMPLETION = "_KNIGHT_MODELS_COMPLETE"
"""The variable by which a shell asks for completions, as click names it."""


@click.group(
    cls=Group,
    commands=[solve, verify, compare, tours, count, puzzle, draw, compile_all],
    examples=[
        "knight-models solve 8x8",
        "knight-models compare 6x6 --closed",
        "knight-models solve --help",
    ],
    epilog="Exit codes: 0 a tour is found or valid, or the solvers agree; 1 there is no tour, a tour is "
    "invalid, or two solvers contradict each other; 2 an option or a file is wrong; 3 the answer is "
    "unknown, or a list is not complete; 130 interrupted.",
    context_settings={"help_option_names": ["--help", "-h"]},
)
@click.version_option(__version__, message="%(prog)s %(version)s")
def knight_models() -> None:
    """Find, check, list, count and draw knight's tours, and Hamiltonian paths and cycles of graphs.

    A square is named as in chess, such as a1 at the bottom left, or by its row and column, counted from 0
    at the top left: on the 8x8 board, 7,0 is a1. As the name of a file, - is standard input (or output).
    """


def run(arguments: list[str]) -> int:
    """Run a command line and return its exit code."""
    prepare_streams()
    code: int | None = None
    try:
        with notes_of_setup():
            code = _run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has enough (`| head`)
        flush_or_drop("stdout")
        return ExitCode.OK if code is None else code
    except OSError as error:
        flush_or_drop("stdout")
        without_json = [argument for argument in arguments if argument != "--json"]
        reason = "it is closed" if error.errno == errno.EBADF else error.strerror
        return refuse(f"cannot write to standard output: {reason}", ExitCode.USAGE, without_json)
    return code


def _run(arguments: list[str]) -> int:
    """Run the command, and report its error, if there is one."""
    if COMPLETION in os.environ:
        from click.shell_completion import shell_complete

        return shell_complete(knight_models, {}, PROGRAM, COMPLETION, os.environ[COMPLETION])
    try:
        with knight_models.make_context(PROGRAM, arguments or ["--help"]) as context:
            return int(context.command.invoke(context))
    except click.exceptions.Exit as leaving:  # --help and --version
        return leaving.exit_code
    except OSError as error:
        if error.filename is None:  # standard output cannot be written
            raise
        return refuse(f"{error.filename}: {error.strerror}", ExitCode.USAGE, arguments)
    except (click.ClickException, KnightModelsError, MemoryError) as error:
        return refuse(*_explained(error), arguments)


def _explained(error: BaseException) -> tuple[str, ExitCode]:
    """The sentence and the exit code of an error."""
    match error:
        case click.ClickException():
            text = re.sub(r"\s+", " ", error.format_message()).strip().rstrip(".")
            return text[:1].lower() + text[1:], ExitCode.USAGE
        case InputError():
            return str(error), ExitCode.USAGE
        case KnightModelsError():
            return str(error), ExitCode.NO
        case _:
            return "this takes more memory than there is", ExitCode.USAGE
