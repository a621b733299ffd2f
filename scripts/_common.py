"""Shared by the scripts of this directory: arguments, errors in one sentence, tables.

Import it first: if the package is not installed, it prints how to install it.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn

if any(find_spec(package) is None for package in ("knight_models", "networkx", "numpy")):
    sys.stderr.write(
        "error: this Python has no knight_models; run scripts/setup-venv once, "
        f"then .venv/bin/python scripts/{Path(sys.argv[0]).name}\n"
    )
    raise SystemExit(2)

from knight_models.core.errors import InputError, KnightModelsError, OptionError

__all__ = [
    "DATA",
    "INTERRUPTED",
    "NO",
    "OK",
    "UNKNOWN",
    "USAGE",
    "Parser",
    "aligned",
    "counted",
    "number_grid",
    "positive",
    "progress",
    "run",
    "seconds",
    "words",
]

DATA = Path(__file__).resolve().parent.parent / "tests" / "data"
"""The folder of the published facts."""

OK, NO, USAGE, UNKNOWN, INTERRUPTED = 0, 1, 2, 3, 130
"""The exit codes of the command line."""


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one sentence."""

    def __init__(self, description: str | None, epilog: str = "") -> None:
        raw = argparse.RawDescriptionHelpFormatter
        super().__init__(description=description, epilog=epilog, formatter_class=raw, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        """Raise OptionError, which `run` turns into a sentence and exit code 2."""
        raise OptionError(f"{message} (see {self.prog} --help)")


def run(
    parser: argparse.ArgumentParser,
    work: Callable[[argparse.Namespace], int],
    argv: Sequence[str] | None,
) -> int:
    """Run a script and return its exit code; errors are printed."""
    try:
        code = work(parser.parse_args(argv))
        sys.stdout.flush()
    except SystemExit as leaving:  # --help
        return int(leaving.code or OK)
    except KeyboardInterrupt:
        return _failed("interrupted", INTERRUPTED)
    except BrokenPipeError:  # the reader has closed the pipe, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except InputError as error:
        return _failed(f"error: {error}", USAGE)
    except KnightModelsError as error:
        return _failed(f"error: {error}", NO)
    return code


def _failed(sentence: str, code: int) -> int:
    sys.stderr.write(f"{sentence}\n")
    return code


def seconds(text: str) -> float:
    """A time limit."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not value > 0:
        raise argparse.ArgumentTypeError(f"a time limit must be a number of seconds above 0, not {text!r}")
    return value


def positive(text: str) -> int:
    """A whole number of at least 1."""
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"the value must be a whole number of at least 1, not {text!r}")
    return int(text)


def words(text: str) -> list[str]:
    """The parts of a comma-separated list."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not parts:
        raise argparse.ArgumentTypeError(f"the value must be a list such as 6,8,10, not {text!r}")
    return parts


def counted(number: int, what: str) -> str:
    """A number with its noun, such as `1 tour` or `2 tours`."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def aligned(heading: Sequence[str], rows: Iterable[Sequence[Any]], left: Sequence[int] = (0,)) -> str:
    """A table whose columns are aligned to the right, except those in `left`; numbers have separators."""
    shown = [list(heading), *([_cell(value) for value in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*shown, strict=True)]
    shown.insert(1, ["-" * width for width in widths])
    return "\n".join(
        "  ".join(
            cell.ljust(width) if place in left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in shown
    )


def _cell(value: Any) -> str:
    if value is None:
        return "-"
    return f"{value:,}" if isinstance(value, int) else str(value)


def number_grid(grid: Sequence[Sequence[Any]]) -> str:
    """A numbered board as text; `.` is a square without a number."""
    shown = [[str(number) if number else "." for number in row] for row in grid]
    width = max(len(cell) for row in shown for cell in row)
    return "\n".join("  " + " ".join(cell.rjust(width) for cell in row) for row in shown)


def progress(text: str) -> None:
    """Show a line of progress on a terminal; an empty text clears it."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\033[K{text}")
        sys.stderr.flush()
