"""Where a tour goes and in which format, settled before any work."""

from __future__ import annotations

import sys
from pathlib import PurePath
from typing import TYPE_CHECKING

from knight_models.cli.question import Question
from knight_models.errors import OptionError, nearest

if TYPE_CHECKING:
    from knight_models.result import SolveResult

__all__ = ["chosen_format", "is_binary", "write"]

ENDINGS = {".npy": "npy", ".json": "json", ".tour": "tsplib"}
"""The formats that a file name asks for by itself."""


def chosen_format(name: str | None, question: Question, output: str | None) -> str:
    """The format named, or the one of the file's ending; else a grid of a board, labels of a graph.

    Raises
    ------
    OptionError : for an unknown format, one that cannot be used, or a file that cannot be written
    """
    from knight_models.formats import TOUR_FORMATS, check_output

    ending = PurePath(output).suffix.lower() if output is not None else ""
    usual = "grid" if question.graph is None else "algebraic"
    form = ENDINGS.get(ending, usual) if name is None else name
    if form not in TOUR_FORMATS:
        raise OptionError(nearest(form, TOUR_FORMATS, "format"))
    if form == "grid" and question.graph is not None:
        raise OptionError("a tour of a graph has no number grid; write it as algebraic, moves or json")
    if output is not None:
        check_output(output)
    elif is_binary(form) and sys.stdout.isatty():
        raise OptionError(f"{form} is no text to read in a terminal; name an --output FILE")
    return form


def is_binary(form: str) -> bool:
    """Whether a format is bytes and no text."""
    from knight_models.formats import BINARY_FORMATS

    return form in BINARY_FORMATS


def write(result: SolveResult, form: str, output: str | None) -> None:
    """Write a result to a file, or to standard output."""
    from knight_models.formats import open_output, write_tour

    if output is not None:
        with open_output(output, binary=is_binary(form)) as stream:
            write_tour(result, form, stream)
    else:
        write_tour(result, form, sys.stdout.buffer if is_binary(form) else sys.stdout)
