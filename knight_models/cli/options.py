"""The options that several commands share, each said once, and the limits that they set.

Numbers come as text, so that one sentence of ours refuses what is none.
"""

from __future__ import annotations

import math
import re
from typing import Annotated

import typer

from knight_models.core.errors import OptionError, shown
from knight_models.core.limits import (
    LARGEST_NUMBER,
    LARGEST_SECONDS,
    LARGEST_SEED,
    MOST_WORKERS,
    Limits,
)
from knight_models.solvers import solver_names

__all__ = [
    "Board",
    "Closed",
    "End",
    "FirstNumber",
    "Forbid",
    "GivenFile",
    "GraphFile",
    "Holes",
    "Json",
    "KindName",
    "Leap",
    "MapFile",
    "OutputFile",
    "Require",
    "Seconds",
    "Seed",
    "SolverName",
    "Start",
    "Steps",
    "Trace",
    "Workers",
    "Wrap",
    "limits_of",
    "number",
    "whole_number",
]

_WHOLE = re.compile(r"\s*[+-]?[0-9]+\s*")
_NUMBER = re.compile(
    r"\s*[+-]?([0-9]+\.?[0-9]*([eE][+-]?[0-9]+)?|\.[0-9]+([eE][+-]?[0-9]+)?|inf|infinity|nan)\s*",
    re.IGNORECASE,
)
MOST_DIGITS = 4000
"""Python reads no longer numbers."""

Text = str | None

Board = Annotated[Text, typer.Argument(metavar="BOARD", help="Rows x columns: 8x8, 3x10, 4x4x4.")]
Leap = Annotated[
    list[str] | None,
    typer.Option(metavar="A,B", help="Leaper in place of the knight's 1,2; repeat it for a union."),
]
Holes = Annotated[Text, typer.Option(metavar="SQUARES", help="Missing squares: a1,h8.")]
Wrap = Annotated[
    Text, typer.Option(metavar="AXES", help="What wraps round: rows, columns, both, or axis numbers.")
]
MapFile = Annotated[Text, typer.Option("--map", metavar="FILE", help="Board drawn with . and # (a hole).")]
GraphFile = Annotated[
    Text,
    typer.Option("--graph", metavar="FILE", help="Graph in place of a board: .hcp, graph6, edge list."),
]
GivenFile = Annotated[
    Text,
    typer.Option(
        "--given", metavar="FILE", help="Numbers given: a number grid, . or 0 free, # a hole; or -."
    ),
]

KindName = Annotated[Text, typer.Option("--kind", metavar="KIND", help="open, closed or strictly-open.")]
Closed = Annotated[bool, typer.Option("--closed", help="Short for --kind closed.")]
Start = Annotated[Text, typer.Option(metavar="SQUARE", help="First square: a1, or 7,0; or a vertex.")]
End = Annotated[Text, typer.Option(metavar="SQUARE", help="Last square of an open tour.")]
Require = Annotated[
    list[str] | None, typer.Option(metavar="MOVE", help="Move that must be used: a1-b3. Repeatable.")
]
Forbid = Annotated[
    list[str] | None, typer.Option(metavar="MOVE", help="Move that must not be used. Repeatable.")
]

SolverName = Annotated[
    str,
    typer.Option(
        "--solver",
        metavar="NAME",
        help=f"{', '.join(solver_names())}; options as NAME:ties=random.",
    ),
]
Seconds = Annotated[str, typer.Option(metavar="N", help="Time limit, inf for none.")]
Steps = Annotated[Text, typer.Option(metavar="N", help="Limit in the solver's own steps.")]
Seed = Annotated[str, typer.Option(metavar="N", help="The same seed gives the same answer.")]
Workers = Annotated[str, typer.Option(metavar="N", help="Threads that a solver may use.")]

Json = Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")]


def _place(name: str | None) -> str | None:
    """Where to write: `-` is standard output, as if no file were named."""
    return None if name == "-" else name


OutputFile = Annotated[
    Text,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        callback=_place,
        help="Where to write, if not to standard output.",
    ),
]
Trace = Annotated[
    Text,
    typer.Option(
        metavar="N",
        help="With html: play the search of depth-first too, its first N squares placed or taken back.",
    ),
]
FirstNumber = Annotated[
    Text, typer.Option(metavar="0|1", help="What a number grid counts from, where it is unclear.")
]


def limits_of(seconds: str, steps: str | None = None, seed: str = "0", workers: str = "1") -> Limits:
    """The limits that the options set.

    Parameters
    ----------
    seconds, steps, seed, workers : the texts of the options

    Raises
    ------
    OptionError : for what is no number, or none that the limit can take
    """
    return Limits(
        seconds=_seconds(seconds),
        steps=None if steps is None else whole_number("--steps", steps, 0),
        seed=whole_number("--seed", seed, 0, LARGEST_SEED),
        workers=whole_number("--workers", workers, 1, MOST_WORKERS),
    )


def number(option: str, text: str) -> float:
    """The number that the text of an option means, in ASCII digits.

    Raises
    ------
    OptionError : for what is no number
    """
    if _NUMBER.fullmatch(text) is None:
        raise OptionError(f"{option} takes a number such as 10 or 0.5, not {shown(text)}")
    return float(text)


def _seconds(text: str) -> float:
    """The number of seconds; only "inf" is infinite, and no number that is too large to be one."""
    if _NUMBER.fullmatch(text) is None:
        raise OptionError(f"--seconds takes a number such as 10 or 0.5, or inf, not {shown(text)}")
    seconds = float(text)
    if math.isinf(seconds) and "i" not in text.lower():
        raise OptionError(f"--seconds takes a number up to {LARGEST_SECONDS}, or inf, not {shown(text)}")
    return seconds


def whole_number(option: str, text: str, lowest: int = 0, highest: int = LARGEST_NUMBER) -> int:
    """The number that the text of an option means, in ASCII digits.

    Raises
    ------
    OptionError : for what is no whole number, or is not from `lowest` to `highest`
    """
    if _WHOLE.fullmatch(text) is None:
        raise OptionError(f"{option} takes a whole number, not {shown(text)}")
    number = int(text) if len(text) <= MOST_DIGITS else None
    if number is None or not lowest <= number <= highest:
        raise OptionError(f"{option} takes a whole number from {lowest} to {highest}, not {shown(text)}")
    return number
