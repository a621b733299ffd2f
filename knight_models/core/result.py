"""What a solver answers: a status, a tour or evidence, and statistics."""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, version

from knight_models.core.display import Displayed, short
from knight_models.core.errors import SolverError, VerificationError, shown
from knight_models.core.evidence import Evidence
from knight_models.core.fault import Fault
from knight_models.core.limits import Limits
from knight_models.core.problem import TourProblem
from knight_models.core.tour import Tour

__all__ = ["ListingEnd", "SolveResult", "Statistics", "Status", "WrongAnswerError", "versions"]

PACKAGES = ("knight_models", "networkx", "numpy", "numba", "ortools", "python-sat", "dratify")


class Status(StrEnum):
    """The three answers, never mixed up."""

    FOUND = "found"
    IMPOSSIBLE = "impossible"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Statistics:
    """What a run took.

    Parameters
    ----------
    seconds : wall-clock time, building and verifying included
    build_seconds : of these, until the search began (graph, model)
    setup_seconds : beside these, imports of heavy libraries and compilation, once in a process
    steps : the solver's own unit, said in its docstring; of a search: squares placed
    backtracks : squares taken back
    restarts : how often the solver began anew
    counters : the solver's own figures: conflicts, branches, longest walk, ...
    """

    seconds: float = 0.0
    build_seconds: float = 0.0
    setup_seconds: float = 0.0
    steps: int = 0
    backtracks: int = 0
    restarts: int = 0
    counters: Mapping[str, int | float] = field(default_factory=dict)


@dataclass(frozen=True)
class SolveResult(Displayed):
    """An answer.

    Parameters
    ----------
    status : found, impossible or unknown; a `Status`, or its text
    problem : the question
    tour : the tour, if one was found; the driver has verified it
    evidence : why there is none, if that was proved
    support : simple evidence that the verifier has re-checked, where that of the solver cannot be
    rechecked : whether the driver had the verifier re-check this evidence; false for kinds that cannot be
        re-checked, and for a long `CutSetProof` where the time was up before
    reason : why the answer is unknown
    statistics : what the run took
    solver, options, limits : what ran, so that it can be run again
    answered_by : the solver that `auto` got its answer from
    label : the solver and its options, as `--solver` takes them
    walk : the longest walk of a heuristic that gave up: no answer, but its moves are verified

    Raises
    ------
    SolverError : for a status that is none of the three

    >>> SolveResult("unknown", TourProblem("3x4")).status
    <Status.UNKNOWN: 'unknown'>
    """

    status: Status
    problem: TourProblem
    tour: Tour | None = None
    evidence: Evidence | None = None
    support: Evidence | None = None
    reason: str | None = None
    statistics: Statistics = field(default_factory=Statistics)
    solver: str = ""
    options: Mapping[str, object] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    answered_by: str | None = None
    label: str = ""
    walk: Tour | None = None
    rechecked: bool = False

    def __post_init__(self) -> None:
        try:
            object.__setattr__(self, "status", Status(self.status))
        except ValueError:
            statuses = ", ".join(Status)
            raise SolverError(f"{shown(self.status)} is no status; these are {statuses}") from None

    @property
    def found(self) -> bool:
        """Whether there is a tour."""
        return self.status is Status.FOUND

    @property
    def passed_on(self) -> bool:
        """Whether the solver that was asked has its answer from another one."""
        return self.answered_by not in (None, self.solver)

    @property
    def answerer(self) -> str:
        """Who answered: the label of the solver that was asked, and whom it has its answer from.

        >>> SolveResult("unknown", TourProblem("3x4"), label="auto", answered_by="cpsat").answerer
        'auto (cpsat)'
        """
        asked = self.label or self.solver
        return f"{asked} ({self.answered_by})" if self.passed_on else asked

    @property
    def versions(self) -> dict[str, str]:
        """The versions of Python and of the packages behind this answer."""
        return versions()

    def __repr__(self) -> str:
        why = self.evidence.type if self.evidence else self.reason
        by = f", by {self.label or self.solver}" if self.solver else ""
        text = f"{self.status}: {self.problem}{by}"
        return f"SolveResult({short(f'{text}, {why}' if why else text)})"


class WrongAnswerError(VerificationError):
    """A solver returned an answer that the verifier refuses; `result` holds it."""

    def __init__(self, faults: Sequence[Fault], result: SolveResult) -> None:
        super().__init__(faults, f"solver {result.solver!r} returned a wrong answer")
        self.result = result


@dataclass(frozen=True)
class ListingEnd:
    """How a listing of tours ended; what a solver's `tours` generator returns.

    Parameters
    ----------
    complete : whether every tour was listed
    reason : why not
    statistics : what the listing took
    """

    complete: bool
    reason: str | None = None
    statistics: Statistics = field(default_factory=Statistics)


def versions() -> dict[str, str]:
    """The versions of Python and of the packages that answers depend on, where installed."""
    found = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found
