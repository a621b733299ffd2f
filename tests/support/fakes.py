"""Throw-away solvers: right ones, and ones that break the contract each in its own way."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import ClassVar

from knight_models.core.evidence import Exhausted, SolverClaim
from knight_models.core.problem import TourProblem
from knight_models.core.result import SolveResult, Status
from knight_models.core.tour import Tour
from knight_models.engine.run import Run
from knight_models.solvers import get_solver
from knight_models.solvers.base import Takes, TourGenerator

EVERYTHING = Takes(directed=True, ends=True, moves=True, given=True)


@dataclass(frozen=True)
class Honest:
    """Delegates to depth-first search; nothing is wrong with it."""

    name: ClassVar[str] = "honest"
    exact: ClassVar[bool] = True
    takes: ClassVar[Takes] = EVERYTHING

    def unsupported(self, problem: TourProblem) -> str | None:
        return None

    def solve(self, run: Run) -> SolveResult:
        return get_solver("depth-first", prune=True).solve(run)


@dataclass(frozen=True)
class HonestLister(Honest):
    """The same, and it lists tours."""

    name: ClassVar[str] = "honest-lister"

    def tours(self, run: Run, directed: bool = False) -> TourGenerator:
        solver = get_solver("depth-first", prune=True)
        return (yield from solver.tours(run, directed))


@dataclass(frozen=True)
class WrongTour(Honest):
    """Gives the right status, but two vertices of its tours are exchanged."""

    name: ClassVar[str] = "wrong-tour"

    def solve(self, run: Run) -> SolveResult:
        result = super().solve(run)
        if result.tour is None or len(result.tour) < 4:
            return result
        order = result.tour.order.copy()
        order[[1, 2]] = order[[2, 1]]
        return replace(result, tour=Tour(run.problem, order))


@dataclass(frozen=True)
class Denier(Honest):
    """Answers that there are no closed tours, with the claim of an engine."""

    name: ClassVar[str] = "denier"

    def solve(self, run: Run) -> SolveResult:
        if not run.problem.closed:
            return super().solve(run)
        return run.impossible(SolverClaim("engine", "1.0"))


@dataclass(frozen=True)
class ExhaustedDenier(Honest):
    """Answers that there are no closed tours, by an exhausted search."""

    name: ClassVar[str] = "exhausted-denier"

    def solve(self, run: Run) -> SolveResult:
        if not run.problem.closed:
            return super().solve(run)
        return run.impossible(Exhausted(self.name, 1000))


@dataclass(frozen=True)
class Overrunner(Honest):
    """Ignores its time limit for problems that it cannot solve at once."""

    name: ClassVar[str] = "overrunner"

    def solve(self, run: Run) -> SolveResult:
        result = super().solve(run)
        if result.status is Status.UNKNOWN and run.limits.seconds is not None and run.limits.steps is None:
            time.sleep(1.2)
        return result


@dataclass(frozen=True)
class Silent:
    """Always answers UNKNOWN."""

    name: ClassVar[str] = "silent"
    exact: ClassVar[bool] = False
    takes: ClassVar[Takes] = EVERYTHING

    def unsupported(self, problem: TourProblem) -> str | None:
        return None

    def solve(self, run: Run) -> SolveResult:
        return run.unknown("no idea")


@dataclass(frozen=True)
class Decliner(Honest):
    """Declines everything."""

    name: ClassVar[str] = "decliner"

    def unsupported(self, problem: TourProblem) -> str | None:
        return "it would rather not"


@dataclass(frozen=True)
class HalfLister(HonestLister):
    """Leaves out the first tour of every list, and claims that the list is complete."""

    name: ClassVar[str] = "half-lister"

    def tours(self, run: Run, directed: bool = False) -> TourGenerator:
        inner = super().tours(run, directed)
        next(inner, None)
        return (yield from inner)
