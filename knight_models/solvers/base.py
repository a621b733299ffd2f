"""What a solver is: the protocol, and what the solver modules share.

A solver is a frozen dataclass whose fields are its options. It has a `name`, says whether it is
`exact` (may answer IMPOSSIBLE by evidence that cannot be re-checked) and what it takes, and solves the
problem of a `Run`. It may also list tours, record its search, or go on where it stopped. It answers in
vertex numbers, and `tasks.solve` verifies what it answers.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from numbers import Integral
from operator import index
from typing import Any, ClassVar, Protocol, runtime_checkable

import numpy.typing as npt

from knight_models.core.errors import OptionError, SolverError, nearest, shown
from knight_models.core.problem import TourProblem
from knight_models.core.result import ListingEnd, SolveResult
from knight_models.core.tour import Tour
from knight_models.core.trace import SearchTrace
from knight_models.engine.run import Run

__all__ = [
    "ListsTours",
    "Options",
    "RecordsSearch",
    "Resumes",
    "Search",
    "Solver",
    "Takes",
    "TourGenerator",
    "finished",
    "option",
    "options_of",
    "solver_label",
    "why_not",
]

LARGEST_OPTION = 2**31 - 1
"""Kernels count restarts and the like in 32 bits or more."""

TourGenerator = Generator[Tour, None, ListingEnd]


@dataclasses.dataclass(frozen=True)
class Takes:
    """What a solver takes beside a plain problem; `tasks` refuses what it does not take.

    Parameters
    ----------
    directed : graphs whose moves have a direction
    ends : a fixed start or end of an open tour
    moves : required and forbidden moves
    given : given numbers
    """

    directed: bool = False
    ends: bool = False
    moves: bool = False
    given: bool = False

    def why_not(self, problem: TourProblem) -> str | None:
        """Why a problem is not taken; None if it is.

        >>> Takes(ends=True).why_not(TourProblem("5x5", given={"a1": 1}))
        'it does not take given numbers'
        """
        ends = not problem.closed and (problem.start is not None or problem.end is not None)
        for asked, taken, what in (
            (problem.directed, self.directed, "directed graphs"),
            (bool(problem.given), self.given, "given numbers"),
            (ends, self.ends, "a fixed start or end"),
            (bool(problem.required or problem.forbidden), self.moves, "required or forbidden moves"),
        ):
            if asked and not taken:
                return f"it does not take {what}"
        return None


@runtime_checkable
class Solver(Protocol):
    """Anything that solves tour problems."""

    @property
    def name(self) -> str:
        """How `--solver` calls it."""

    @property
    def exact(self) -> bool:
        """Whether it may answer IMPOSSIBLE by evidence that cannot be re-checked."""

    @property
    def takes(self) -> Takes:
        """Which conditions of a problem it obeys."""

    def unsupported(self, problem: TourProblem) -> str | None:
        """Why it cannot take this problem for other reasons; None if it can."""

    def solve(self, run: Run) -> SolveResult:
        """A tour, a proof that there is none, or neither, within the limits of the run."""


@runtime_checkable
class ListsTours(Protocol):
    """A solver that can list tours, each once."""

    def tours(self, run: Run, directed: bool = False) -> TourGenerator:
        """The tours one by one; the generator's return value says whether the list is complete.

        A tour and its reverse are one (unless the ends or the moves have a direction, or
        `directed` is true, when they are listed as two).
        """


@runtime_checkable
class RecordsSearch(Protocol):
    """A solver that can record its search, vertex by vertex."""

    def trace(self, run: Run, events: int) -> SearchTrace:
        """The search that `solve` makes within the same limits, or its first `events` events."""


@runtime_checkable
class Search(Protocol):
    """A search under way, which goes on where it stopped."""

    def advance(self, steps: int | None = None) -> SolveResult | None:
        """Go on for at most `steps` more steps (None: until it is over); None if nothing is decided yet.

        The limits of the run hold: once one of them is reached, the result is UNKNOWN.
        """

    def close(self) -> None:
        """Give up what the search keeps from one call to the next."""


@runtime_checkable
class Resumes(Protocol):
    """A solver whose search can be interrupted and go on: `auto` gives it one slice after the other."""

    def begin(self, run: Run) -> Search:
        """A search that has not started yet."""


def finished(search: Search) -> SolveResult:
    """The result of a search that goes on until it is over."""
    with closing(search):
        while (result := search.advance()) is None:
            pass
        return result


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
    takes: ClassVar[Takes] = Takes(ends=True, moves=True)

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


def why_not(solver: Solver, problem: TourProblem) -> str | None:
    """Why a solver cannot take a problem; None if it can."""
    return solver.takes.why_not(problem) or solver.unsupported(problem)


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


Factory = Callable[..., Solver]
"""What makes a solver from its options."""

Function = Callable[[Run], Sequence[int] | npt.NDArray[Any] | None]
"""A plain function that looks for a tour; see `register_function`."""


class FunctionSolver:
    """A heuristic solver that calls a plain function."""

    exact = False

    def __init__(self, function: Function, name: str, takes: Takes) -> None:
        self._function = function
        self.name = name
        self.takes = takes

    def unsupported(self, problem: TourProblem) -> str | None:
        """Nothing beyond what `takes` says."""
        return None

    def solve(self, run: Run) -> SolveResult:
        """The tour that the function returns; UNKNOWN if it returns None."""
        order = self._function(run)
        if order is None:
            return run.unknown(f"{self.name} gave up")
        try:
            return run.found([index(vertex) for vertex in order])
        except TypeError:
            raise SolverError(f"{self.name} returns {shown(order)}, not vertex numbers or None") from None
