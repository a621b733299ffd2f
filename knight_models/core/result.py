"""The answer of a solver: a status, a tour or evidence, and statistics."""

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

PACKAGES = ("knight_models", "networkx", "numpy", "numba", "ortools", "python-sat", "dratify")


class Status(StrEnum):
    """The status of an answer: a tour was found, none exists, or neither is known."""

    FOUND = "found"
    IMPOSSIBLE = "impossible"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Statistics:
    """The time and the work of a run.

    Parameters
    ----------
    seconds : wall-clock time for building, solving and verifying
    build_seconds : the part of `seconds` before the search (graph, model)
    setup_seconds : time not in `seconds`: imports of heavy libraries and compilation, once in a process
    steps : units of work, which the docstring of each solver defines; squares placed by a search
    backtracks : squares taken back by a search
    restarts : the number of restarts
    counters : further figures of the solver: conflicts, branches, longest walk, ...
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
    """The answer of a solver.

    Parameters
    ----------
    status : found, impossible or unknown; a `Status`, or its text
    problem : the problem
    tour : the tour, if one was found; `solve` has verified it
    evidence : the reason why there is no tour, if the status is impossible
    support : simple evidence that the verifier has re-checked, if `evidence` cannot be re-checked
    rechecked : whether `solve` has re-checked `evidence`; false for kinds that cannot be re-checked, and
        for a long `CutSetProof` if the time limit passed first. A `CutSetProof` that the verifier cannot
        follow, though nothing shows it false, becomes a `SolverClaim`
    reason : why the answer is unknown
    statistics : the time and the work of the run
    solver, options, limits : the solver, its options and its limits, with which the run can be repeated
    answered_by : the solver whose answer `auto` returned
    label : the solver and its options, as `--solver` takes them
    walk : the longest walk of a heuristic that found no tour; its moves are verified

    Raises
    ------
    SolverError : for an unknown status

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
            raise SolverError(f"unknown status {shown(self.status)}; known: {statuses}") from None

    @property
    def found(self) -> bool:
        """Whether a tour was found."""
        return self.status is Status.FOUND

    @property
    def passed_on(self) -> bool:
        """Whether the answer comes from another solver than the one that was called."""
        return self.answered_by not in (None, self.solver)

    @property
    def answerer(self) -> str:
        """The label of the solver that was called, and the one that found the answer if it is another.

        >>> SolveResult("unknown", TourProblem("3x4"), label="auto", answered_by="cpsat").answerer
        'auto (cpsat)'
        """
        called = self.label or self.solver
        return f"{called} ({self.answered_by})" if self.passed_on else called

    @property
    def versions(self) -> dict[str, str]:
        """The versions of Python and of the packages that answers depend on."""
        return versions()

    def __str__(self) -> str:
        """The problem, the solver, and the whole reason of an answer without a tour."""
        why = self.evidence.explain(self.problem) if self.evidence else self.reason
        text = f"{self.status}: {self.problem}" + (f", by {self.answerer}" if self.answerer else "")
        return f"{text}: {why}" if why else text

    def __repr__(self) -> str:
        why = self.evidence.type if self.evidence else self.reason
        by = f", by {self.label or self.solver}" if self.solver else ""
        text = f"{self.status}: {self.problem}{by}"
        return f"SolveResult({short(f'{text}, {why}' if why else text)})"


class WrongAnswerError(VerificationError):
    """A solver returned an answer that is wrong by the verifier; `result` is the answer."""

    def __init__(self, faults: Sequence[Fault], result: SolveResult) -> None:
        super().__init__(faults, f"solver {result.solver!r} returned a wrong answer")
        self.result = result


@dataclass(frozen=True)
class ListingEnd:
    """The end of a listing of tours; the return value of a solver's `tours` generator.

    Parameters
    ----------
    complete : whether every tour was listed
    reason : why it is not complete
    statistics : the time and the work of the listing
    """

    complete: bool
    reason: str | None = None
    statistics: Statistics = field(default_factory=Statistics)


def versions() -> dict[str, str]:
    """The versions of Python and of the installed packages that answers depend on."""
    found = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found
