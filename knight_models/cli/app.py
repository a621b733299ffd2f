"""The app: its commands, and `run()`, where every error becomes one sentence and an exit code."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Annotated

import typer

from knight_models import __version__
from knight_models.cli.compare import compare
from knight_models.cli.draw import draw
from knight_models.cli.exits import ExitCode
from knight_models.cli.puzzle import puzzle
from knight_models.cli.solve import solve
from knight_models.cli.streams import flush_or_drop, prepare, refuse
from knight_models.cli.tours import tours
from knight_models.cli.usage import ClickError, usage_sentence
from knight_models.cli.verify import verify
from knight_models.core.errors import InputError, KnightModelsError

__all__ = ["app", "run"]

app = typer.Typer(
    add_completion=False,
    epilog="Exit codes: 0 found, valid, agreed; 1 impossible, invalid, contradiction; "
    "2 bad usage or input; 3 unknown; 130 interrupted.",
    rich_markup_mode=None,  # plain help: no panels to wrap, and quicker
    context_settings={"help_option_names": ["--help", "-h"]},
)
EXAMPLES: dict[Callable[..., int], str] = {
    solve: "knight-models solve 8x8 --closed --solver cpsat --start a1",
    verify: "knight-models verify tour.txt --board 8x8 --closed",
    compare: "knight-models compare 8x8 --kind open,closed --solver depth-first --solver cpsat",
    tours: "knight-models tours 5x5 --start a1 --limit 10",
    puzzle: "knight-models puzzle 8x8 --closed --seed 1",
    draw: "knight-models draw tour.txt --closed --output tour.svg",
}
for command, example in EXAMPLES.items():
    app.command(epilog=f"Example: {example}")(command)


def _print_version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"knight-models {__version__}\n")
        raise typer.Exit


@app.callback()
def _knight_models(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """Knight's tours and Hamiltonian paths: solve, verify, compare, list, make puzzles, draw.

    A square is named as in chess (a1 is bottom left) or by row,column from the top left (7,0).
    """


def run(arguments: list[str]) -> int:
    """Run a command line; the exit code."""
    prepare()
    code: int | None = None
    try:
        code = _run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has what it wanted (`| head`)
        flush_or_drop("stdout")
        return ExitCode.OK if code is None else code
    except OSError as error:
        flush_or_drop("stdout")
        told = [argument for argument in arguments if argument != "--json"]
        return refuse(f"cannot write to standard output: {error.strerror}", ExitCode.USAGE, told)
    return code


def _run(arguments: list[str]) -> int:
    """Run the command; say what went wrong, if something did."""
    try:
        with typer.main.get_command(app).make_context("knight-models", arguments or ["--help"]) as context:
            return int(context.command.invoke(context))
    except typer.Exit as leaving:  # --help and --version
        return leaving.exit_code
    except OSError as error:
        if error.filename is None:  # standard output cannot be written
            raise
        return refuse(f"{error.filename}: {error.strerror}", ExitCode.USAGE, arguments)
    except (ClickError, KnightModelsError, KeyboardInterrupt, MemoryError) as error:
        return refuse(*_explained(error, arguments), arguments)


def _explained(error: BaseException, arguments: Sequence[str]) -> tuple[str, ExitCode]:
    """The sentence and the exit code of an error."""
    match error:
        case KeyboardInterrupt():
            return "interrupted", ExitCode.INTERRUPTED
        case MemoryError():
            return "this takes more memory than there is", ExitCode.USAGE
        case KnightModelsError():
            return str(error), ExitCode.USAGE if isinstance(error, InputError) else ExitCode.NO
        case _:
            return usage_sentence(error, arguments), ExitCode.USAGE
