"""What a solver is: the protocol, and what the solver modules share.

A solver is a frozen dataclass whose fields are its options. It has a `name`, says whether it is
`exact` (may answer IMPOSSIBLE by itself), what it does not support, and solves a problem within
limits. It may also list tours. It answers in vertex numbers; the driver verifies what it answers.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Generator, Mapping
from numbers import Integral
from typing import Any, ClassVar, Protocol, runtime_checkable

from knight_models.core.errors import OptionError, nearest, shown
from knight_models.core.limits import Deadline, Limits, Progress, ProgressCallback
from knight_models.core.problem import TourProblem
from knight_models.core.result import ListingEnd, SolveResult
from knight_models.core.tour import Tour
from knight_models.core.trace import SearchTrace

__all__ = [
    "ListsTours",
    "Options",
    "RecordsSearch",
    "Reporter",
    "Solver",
    "TourGenerator",
    "option",
    "options_of",
    "solver_label",
]

LARGEST_OPTION = 2**31 - 1
"""Kernels count restarts and the like in 32 bits or more."""

TourGenerator = Generator[Tour, None, ListingEnd]


@runtime_checkable
class Solver(Protocol):
    """Anything that solves tour problems."""

    @property
    def name(self) -> str:
        """How `--solver` calls it."""

    @property
    def exact(self) -> bool:
        """Whether it may answer IMPOSSIBLE."""

    def unsupported(self, problem: TourProblem) -> str | None:
        """Why it cannot take this problem; None if it can."""

    def solve(
        self, problem: TourProblem, limits: Limits, progress: ProgressCallback | None = None
    ) -> SolveResult:
        """A tour, a proof that there is none, or neither, within the limits."""


@runtime_checkable
class ListsTours(Protocol):
    """A solver that can list tours, each once."""

    def tours(
        self,
        problem: TourProblem,
        limits: Limits,
        directed: bool = False,
        progress: ProgressCallback | None = None,
    ) -> TourGenerator:
        """The tours one by one; the generator's return value says whether the list is complete.

        A tour and its reverse are one (unless the ends or the moves have a direction, or
        `directed` is true, when they are listed as two).
        """


@runtime_checkable
class RecordsSearch(Protocol):
    """A solver that can record its search, vertex by vertex."""

    def trace(self, problem: TourProblem, limits: Limits, events: int) -> SearchTrace:
        """What `solve` does within the same limits, or the first so many events of it."""


def option(default: Any, *, choices: tuple[str, ...] = (), doc: str = "") -> Any:
    """A dataclass field that is an option of a solver, for `Options` to check.

    Parameters
    ----------
    default : its default, whose type is the type of the option
    choices : the values that it can take, if they can be listed
    doc : one sentence for people
    """
    return dataclasses.field(default=default, metadata={"choices": choices, "doc": doc})


@dataclasses.dataclass(frozen=True)
class Options:
    """Base of the built-in solvers: checks the options, and reads those that come as text."""

    name: ClassVar[str] = ""
    exact: ClassVar[bool] = False
    takes_given: ClassVar[bool] = False
    """Whether it obeys the given numbers of a problem; the driver keeps such problems from the others."""

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            value = _converted(field, getattr(self, field.name))
            object.__setattr__(self, field.name, value)

    def unsupported(self, problem: TourProblem) -> str | None:
        """Why it cannot take this problem; None if it can."""
        return None


def _converted(field: dataclasses.Field[Any], value: Any) -> Any:
    """The value of an option, read from text where the option is not a text itself."""
    choices: tuple[str, ...] = field.metadata.get("choices", ())
    if choices and not (isinstance(value, str) and value in choices):
        word = value if isinstance(value, str) else shown(value)
        raise OptionError(nearest(word, choices, f"value of {field.name}:"))
    if isinstance(field.default, bool):
        return _switch(field.name, value)
    if isinstance(field.default, int):
        return _whole(field.name, value)
    if field.type in (str, "str") and not isinstance(value, str):
        raise OptionError(f"{field.name} is a text such as {field.default!r}, not {shown(value)}")
    if isinstance(value, int) and abs(value) > LARGEST_OPTION:
        raise OptionError(f"{field.name} cannot be {shown(value)}")
    return value


def _switch(name: str, value: Any) -> bool:
    words = {"on": True, "true": True, "yes": True, "1": True}
    words |= {"off": False, "false": False, "no": False, "0": False}
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.lower() in words:
        return words[value.lower()]
    raise OptionError(f"{name} is on or off, not {shown(value)}")


def _whole(name: str, value: Any) -> int:
    text = re.fullmatch(r"\s*[0-9]{1,18}\s*", value) if isinstance(value, str) else None
    number = int(value) if text else value
    whole = isinstance(number, Integral) and not isinstance(number, bool)
    if not whole or not 0 <= number <= LARGEST_OPTION:
        raise OptionError(f"{name} is a whole number from 0 to {LARGEST_OPTION}, not {shown(value)}")
    return int(number)


def options_of(solver: Solver) -> Mapping[str, object]:
    """The options of a solver and their values; nothing for a solver that is no dataclass."""
    if not dataclasses.is_dataclass(solver):
        return {}
    return {field.name: getattr(solver, field.name) for field in dataclasses.fields(solver)}


def solver_label(solver: Solver) -> str:
    """The name of a solver with the options that differ from their defaults, as `--solver` takes it."""
    changed: list[str] = []
    if dataclasses.is_dataclass(solver):
        for field in dataclasses.fields(solver):
            value = getattr(solver, field.name)
            if value != field.default:
                shown = {True: "on", False: "off"}[value] if isinstance(value, bool) else value
                changed.append(f"{field.name}={shown}")
    return solver.name + (":" + ",".join(changed) if changed else "")


class Reporter:
    """Reports the progress of a run, at most every tenth of a second."""

    INTERVAL = 0.1

    def __init__(self, solver: str, deadline: Deadline, callback: ProgressCallback | None) -> None:
        self._solver = solver
        self._deadline = deadline
        self._callback = callback
        self._next = self.INTERVAL

    def __call__(self, steps: int = 0, visited: int = 0, total: int = 0, note: str = "") -> None:
        """Tell the callback, if there is one and it is time again."""
        if self._callback is None or self._deadline.elapsed < self._next:
            return
        seconds = self._deadline.elapsed
        self._next = seconds + self.INTERVAL
        self._callback(Progress(self._solver, seconds, steps, visited, total, note))


Factory = Callable[..., Solver]
