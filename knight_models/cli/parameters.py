"""The types of the arguments and options: text of the command line in, a checked value out.

A value that a type cannot use raises an `InputError`, whose sentence names the option, the value and what
would be right. Each type also completes values in the shell.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from knight_models.core.board import Board
from knight_models.core.errors import OptionError, ProblemError, nearest, shown
from knight_models.core.limits import LARGEST_NUMBER
from knight_models.core.problem import Kind
from knight_models.solvers import get_solver, solver_names

if TYPE_CHECKING:
    from knight_models.solvers.base import Solver

__all__ = [
    "BoardText",
    "InputFile",
    "KindList",
    "LeapText",
    "MoveText",
    "Name",
    "OutputFile",
    "Seconds",
    "SolverSpec",
    "SquareList",
    "WholeNumber",
]


class _Type(click.ParamType):  # type: ignore[type-arg]  # it is generic only since click 8.4
    """A type that completes the values it knows."""

    def choices(self) -> Iterable[str]:
        """The values to complete, as far as they can be listed."""
        return ()

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return [CompletionItem(choice) for choice in self.choices() if choice.startswith(incomplete)]


class BoardText(_Type):
    """A board such as `8x8`, checked by itself; it stays text until leaper, holes and wrap are known."""

    name = "board"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        Board.parse(value)
        return value


class LeapText(_Type):
    """A leaper such as `1,3`, checked by itself; it stays text, because several of them form a union."""

    name = "leap"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        Board.parse("1x1", leap=value)
        return value


class SquareList(_Type):
    """Squares such as `a1,h8`; whether the board has them shows once the board is known."""

    name = "squares"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if not any(character.isalnum() for character in value):
            raise OptionError(f"{_name(param)} takes squares such as a1,h8, not {shown(value)}")
        return value


class MoveText(_Type):
    """A move such as `a1-b3`; it stays text, because labels of a graph may contain a `-` too."""

    name = "move"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if "-" not in value:
            raise ProblemError(
                f"{shown(value)} is not a move; write its two ends as FROM-TO, such as a1-b3"
            )
        return value


class KindList(_Type):
    """A kind of tour; or several, separated by commas.

    Parameters
    ----------
    several : whether more than one is allowed
    """

    name = "kind"

    def __init__(self, *, several: bool = False) -> None:
        self._several = several

    def choices(self) -> Iterable[str]:
        return [kind.value for kind in Kind]

    def convert(
        self, value: str | tuple[Kind, ...], param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[Kind, ...]:
        if isinstance(value, tuple):
            return value
        names = [part.strip() for part in value.split(",")]
        for name in names:
            if name not in self.choices():
                raise OptionError(nearest(name, self.choices(), "kind"))
        if len(names) > 1 and not self._several:
            raise OptionError(f"{_name(param)} takes one of {', '.join(Kind)} here, not {shown(value)}")
        return tuple(Kind(name) for name in dict.fromkeys(names))


class SolverSpec(_Type):
    """A solver with its options: `depth-first:prune=on`."""

    name = "solver"

    def convert(
        self, value: str | Solver, param: click.Parameter | None, ctx: click.Context | None
    ) -> Solver:
        return get_solver(value)

    def choices(self) -> Iterable[str]:
        return solver_names()


class Name(_Type):
    """One of several names.

    Parameters
    ----------
    what : what they are names of, for messages
    known : the names
    """

    def __init__(self, what: str, known: Iterable[str]) -> None:
        self.name = what
        self._known = tuple(known)

    def choices(self) -> Iterable[str]:
        return self._known

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value not in self._known:
            raise OptionError(nearest(value, self._known, self.name))
        return value


class WholeNumber(_Type):
    """A whole number in ASCII digits.

    Parameters
    ----------
    lowest, highest : the range
    """

    name = "number"

    def __init__(self, lowest: int, highest: int = LARGEST_NUMBER) -> None:
        self._lowest = lowest
        self._highest = highest

    def convert(self, value: str | int, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        try:
            number = int(_plain(value))
        except ValueError:  # also for more digits than Python reads
            number = None
        if number is None or not self._lowest <= number <= self._highest:
            raise OptionError(f"{_name(param)} takes {self._range(value)}, not {shown(value)}")
        return number

    def _range(self, value: str) -> str:
        """The range; its end is left out where it is only the largest number that is stored."""
        if self._highest < LARGEST_NUMBER:
            return f"a whole number from {self._lowest} to {self._highest}"
        if value.isascii() and value.strip().lstrip("+").isdecimal() and value.strip("+ 0"):
            return f"a whole number up to {self._highest}"
        return f"a whole number, {self._lowest} or more"


class Seconds(_Type):
    """A number of seconds in ASCII digits.

    Parameters
    ----------
    lowest, highest : the range
    infinite : whether `inf` is allowed too
    """

    name = "seconds"

    def __init__(self, lowest: float, highest: float, *, infinite: bool = False) -> None:
        self._lowest = lowest
        self._highest = highest
        self._infinite = infinite

    def convert(
        self, value: str | float, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        if not isinstance(value, str):
            return value
        try:
            seconds = float(_plain(value))
        except ValueError:
            seconds = math.nan
        endless = seconds == math.inf and "inf" in value.lower()  # and not a number such as 1e999
        if not (self._lowest <= seconds <= self._highest or (endless and self._infinite)):
            bounds = f"{self._lowest} to {self._highest}" + (", or inf" if self._infinite else "")
            raise OptionError(f"{_name(param)} takes a number of seconds from {bounds}, not {shown(value)}")
        return seconds


class InputFile(_Type):
    """The name of a file to read; `-` is standard input."""

    name = "file"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if not value:
            raise OptionError(f"{_name(param)} takes the name of a file, not ''")
        return value

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return [CompletionItem(incomplete, type="file")]


class OutputFile(InputFile):
    """The name of a file that can be written; `-` is standard output."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from knight_models.formats import check_output

        if value != "-":
            check_output(value)
        return value


def _name(param: Any) -> str:
    """What messages call a parameter: `--seed`, `FILE`."""
    if isinstance(param, click.Option):
        return max(param.opts, key=len)
    return param.human_readable_name if isinstance(param, click.Parameter) else "this"


def _plain(text: str) -> str:
    """The text of a number, without what Python allows in numbers beyond ASCII digits.

    Raises
    ------
    ValueError : for digits of other scripts, and for `_` between digits
    """
    if not text.isascii() or "_" in text:
        raise ValueError(text)
    return text
