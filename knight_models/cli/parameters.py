"""The types of the arguments and options: text of the command line in, a checked value out.

A value that a type cannot use raises an `InputError`, whose sentence names the option, the value and what
would be right. A type also lists what the shell can complete, and its name is the placeholder in the help.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from knight_models.core.board import Board
from knight_models.core.errors import OptionError, ProblemError, nearest, shown
from knight_models.core.leaper import Leaper
from knight_models.core.limits import LARGEST_NUMBER
from knight_models.core.problem import Kind
from knight_models.core.symmetry import SymmetryKind
from knight_models.solvers import get_solver, solver_names

if TYPE_CHECKING:
    from knight_models.solvers.base import Solver


class _Type(click.ParamType):  # type: ignore[type-arg]  # it is generic only since click 8.4
    """A type that reads text; values of other types, such as defaults, stay as they are."""

    def __init__(self, name: str, choices: Iterable[str] = ()) -> None:
        self.name = name
        self.choices = tuple(choices)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        name = "this" if param is None else parameter_name(param)
        return self.read(value, name) if isinstance(value, str) else value

    def read(self, text: str, option: str) -> Any:
        """The value of a text.

        Parameters
        ----------
        text : what the command line says
        option : the name of the option or argument, for messages

        Raises
        ------
        InputError : for a text that the type cannot use
        """
        raise NotImplementedError

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return [CompletionItem(value) for value in self.known() if value.startswith(incomplete)]

    def known(self) -> Iterable[str]:
        """The values that the shell can complete."""
        return self.choices


def parameter_name(param: click.Parameter) -> str:
    """What messages call a parameter: `--seed`, `FILE`."""
    return max(param.opts, key=len) if isinstance(param, click.Option) else param.human_readable_name


class BoardText(_Type):
    """A board such as `8x8`, checked by itself; it stays text until leaper, holes and wrap are known."""

    def __init__(self) -> None:
        super().__init__("board")

    def read(self, text: str, option: str) -> str:
        Board.parse(text)
        return text


class LeapText(_Type):
    """A leaper such as `1,3`, checked by itself; it stays text, because several of them form a union."""

    def __init__(self) -> None:
        super().__init__("a,b")

    def read(self, text: str, option: str) -> str:
        Leaper(text)
        return text


class SquareList(_Type):
    """Squares such as `a1,h8`; whether the board has them shows once the board is known."""

    def __init__(self) -> None:
        super().__init__("squares")

    def read(self, text: str, option: str) -> str:
        if not any(character.isalnum() for character in text):
            raise OptionError(f"{option} takes squares such as a1,h8, not {shown(text)}")
        return text


class MoveText(_Type):
    """A move such as `a1-b3`; it stays text, because labels of a graph may contain a `-` too."""

    def __init__(self) -> None:
        super().__init__("move")

    def read(self, text: str, option: str) -> str:
        if "-" not in text:
            raise ProblemError(f"{shown(text)} is not a move; write its two ends as FROM-TO, such as a1-b3")
        return text


class KindList(_Type):
    """A kind of tour; or several, separated by commas.

    Parameters
    ----------
    several : whether more than one is allowed
    """

    def __init__(self, *, several: bool = False) -> None:
        super().__init__("kind", [kind.value for kind in Kind])
        self._several = several

    def read(self, text: str, option: str) -> tuple[Kind, ...]:
        names = [part.strip() for part in text.split(",")]
        for name in names:
            if name not in self.choices:
                raise OptionError(nearest(name, self.choices, "kind"))
        if len(names) > 1 and not self._several:
            raise OptionError(f"{option} takes one of {', '.join(Kind)} here, not {shown(text)}")
        return tuple(Kind(name) for name in dict.fromkeys(names))


class SymmetryName(_Type):
    """A symmetry of the tour."""

    def __init__(self) -> None:
        super().__init__("kind", [kind.value for kind in SymmetryKind])

    def read(self, text: str, option: str) -> SymmetryKind:
        if text not in self.choices:
            raise OptionError(nearest(text, self.choices, "symmetry"))
        return SymmetryKind(text)


class SolverSpec(_Type):
    """A solver with its options: `depth-first:prune=on`."""

    def __init__(self) -> None:
        super().__init__("name")

    def read(self, text: str, option: str) -> Solver:
        return get_solver(text)

    def known(self) -> Iterable[str]:
        return solver_names()


class FormatName(_Type):
    """The name of a format.

    Parameters
    ----------
    known : the formats that the command writes, or reads
    what : what messages call it
    """

    def __init__(self, known: Iterable[str], what: str = "format") -> None:
        super().__init__("name", known)
        self._what = what

    def read(self, text: str, option: str) -> str:
        if text not in self.choices:
            raise OptionError(nearest(text, self.choices, self._what))
        return text


class WholeNumber(_Type):
    """A whole number in ASCII digits.

    Parameters
    ----------
    lowest, highest : the range
    """

    def __init__(self, lowest: int, highest: int = LARGEST_NUMBER) -> None:
        super().__init__("n")
        self._lowest = lowest
        self._highest = highest

    def read(self, text: str, option: str) -> int:
        try:
            number = int(_ascii(text))
        except ValueError:  # also for more digits than Python reads
            number = None
        if number is None or not self._lowest <= number <= self._highest:
            raise OptionError(f"{option} must be a whole number{self._range(text)}, not {shown(text)}")
        return number

    def _range(self, text: str) -> str:
        """The range; its end is left out where it is only the largest number that is stored."""
        if self._highest < LARGEST_NUMBER:
            return f" from {self._lowest} to {self._highest}"
        too_large = text.isascii() and text.isdecimal() and text.strip("0")
        return f" up to {self._highest:,}" if too_large else f", {self._lowest} or more"


class Seconds(_Type):
    """A number of seconds in ASCII digits.

    Parameters
    ----------
    lowest, highest : the range
    infinite : whether `inf` is allowed too
    """

    def __init__(self, lowest: float, highest: float, *, infinite: bool = False) -> None:
        super().__init__("seconds")
        self._lowest = lowest
        self._highest = highest
        self._infinite = infinite

    def read(self, text: str, option: str) -> float:
        try:
            seconds = float(_ascii(text))
        except ValueError:
            seconds = math.nan
        endless = self._infinite and seconds == math.inf and "inf" in text.lower()  # not for 1e999
        if not (self._lowest <= seconds <= self._highest or endless):
            bounds = f"{self._lowest} to {self._highest}" + (", or inf" if self._infinite else "")
            raise OptionError(f"{option} takes a number of seconds from {bounds}, not {shown(text)}")
        return seconds


def _ascii(text: str) -> str:
    """The text of a number, if it is in ASCII digits.

    Raises
    ------
    ValueError : for digits of other scripts, and for the `_` that Python allows between digits
    """
    if not text.isascii() or "_" in text:
        raise ValueError(text)
    return text


class InputFile(_Type):
    """The name of a file to read; `-` is standard input."""

    def __init__(self) -> None:
        super().__init__("file")

    def read(self, text: str, option: str) -> str:
        if not text:
            raise OptionError(f"{option} takes the name of a file, not ''")
        return text

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return [CompletionItem(incomplete, type="file")]


class OutputFile(InputFile):
    """The name of a file that can be written; `-` is standard output."""

    def read(self, text: str, option: str) -> str:
        from knight_models.formats import check_output

        if text != "-":
            check_output(text)
        return text
