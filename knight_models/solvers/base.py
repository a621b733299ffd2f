"""The protocols of solvers, and the base class of the built-in ones.

A solver has a `name`; `exact` is true if it may answer IMPOSSIBLE with evidence that cannot be re-checked,
and `takes` lists the conditions that it obeys. Its `solve` takes a `Run` and returns a `SolveResult`, whose
vertices are numbers. Optional protocols are for solvers that list tours, record their search, or resume it.
A built-in solver is a frozen dataclass whose fields are its options. `tasks.solve` verifies every answer.
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

LARGEST_OPTION = 2**31 - 1
"""Kernels keep the values of options in 32-bit integers or larger ones."""

TourGenerator = Generator[Tour, None, ListingEnd]


@dataclasses.dataclass(frozen=True)
class Takes:
    """The conditions of a problem that a solver obeys; `tasks` refuses a problem with any other condition.

    Parameters
    ----------
    directed : directed graphs
    ends : a fixed start or end of an open tour
    moves : required and forbidden moves
    given : given numbers
    symmetry : a symmetry of the tour
    """

    directed: bool = False
    ends: bool = False
    moves: bool = False
    given: bool = False
    symmetry: bool = False

    def why_not(self, problem: TourProblem) -> str | None:
        """Why the solver cannot take a problem; None if it can.

        >>> Takes(ends=True).why_not(TourProblem("5x5", given={"a1": 1}))
        'it does not take given numbers'
        """
        ends = not problem.closed and (problem.start is not None or problem.end is not None)
        for present, taken, what in (
            (problem.directed, self.directed, "directed graphs"),
            (bool(problem.given), self.given, "given numbers"),
            (ends, self.ends, "a fixed start or end"),
            (problem.symmetry is not None, self.symmetry, "a symmetry of the tour"),
            (bool(problem.required or problem.forbidden), self.moves, "required or forbidden moves"),
        ):
            if present and not taken:
                return f"it does not take {what}"
        return None


@runtime_checkable
class Solver(Protocol):
    """A solver of tour problems."""

    @property
    def name(self) -> str:
        """Its name on the command line and in `get_solver`."""

    @property
    def exact(self) -> bool:
        """Whether it may answer IMPOSSIBLE with evidence that cannot be re-checked."""

    @property
    def takes(self) -> Takes:
        """The conditions of a problem that it obeys."""

    def unsupported(self, problem: TourProblem) -> str | None:
        """Why it cannot take this problem for a reason that `takes` does not state; None if it can."""

    def solve(self, run: Run) -> SolveResult:
        """A tour, evidence that there is none, or UNKNOWN, within the limits of the run."""


@runtime_checkable
class ListsTours(Protocol):
    """A solver that can list tours, each once."""

    def tours(self, run: Run, directed: bool = False) -> TourGenerator:
        """Yield the tours one by one, and return whether the list is complete.

        A tour and its reverse count as one tour, unless an end is fixed, the graph is directed, or
        `directed` is true.
        """


@runtime_checkable
class RecordsSearch(Protocol):
    """A solver that can record each vertex that its search places or takes back."""

    def trace(self, run: Run, events: int) -> SearchTrace:
        """The first `events` events of the search that `solve` makes within the same limits."""


@runtime_checkable
class Search(Protocol):
    """A search that can be interrupted and resumed."""

    def advance(self, steps: int | None = None) -> SolveResult | None:
        """Search on for at most `steps` steps (None = to the end); returns None if nothing is decided yet.

        The result is UNKNOWN once a limit of the run is reached.
        """

    def close(self) -> None:
        """Release what the search keeps between two calls of `advance`."""


@runtime_checkable
class Resumes(Protocol):
    """A solver whose search can be interrupted and resumed; `auto` runs such searches in slices."""

    def begin(self, run: Run) -> Search:
        """A search that has not begun yet."""


def finished(search: Search) -> SolveResult:
    """The result of a search that runs to its end."""
    with closing(search):
        while (result := search.advance()) is None:
            pass
        return result


def option(default: Any, *, choices: tuple[str, ...] = (), doc: str = "") -> Any:
    """A dataclass field that is an option of a solver; `Options` checks its value.

    Parameters
    ----------
    default : the default, whose type is the type of the option
    choices : the possible values, if they can be listed
    doc : a description in one sentence
    """
    return dataclasses.field(default=default, metadata={"choices": choices, "doc": doc})


@dataclasses.dataclass(frozen=True)
class Options:
    """Base class of the built-in solvers: it checks options, and converts those given as text."""

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
    """The value of an option, checked, and converted from text if need be."""
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
    """The options of a solver and their values; empty if the solver is not a dataclass."""
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
"""A class or function that makes a solver from its options."""

Function = Callable[[Run], Sequence[int] | npt.NDArray[Any] | None]
"""A function that searches for a tour; see `register_function`."""


class FunctionSolver:
    """A heuristic solver that calls a plain function."""

    exact = False

    def __init__(self, function: Function, name: str, takes: Takes) -> None:
        self._function = function
        self.name = name
        self.takes = takes

    def unsupported(self, problem: TourProblem) -> str | None:
        """None: `takes` states every condition."""
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
