"""One run of CP-SAT on a problem: the model, built once, and the slices that are tried on it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from knight_models.core.evidence import SolverClaim
from knight_models.core.limits import Deadline, Limits, ProgressCallback, require_memory
from knight_models.core.problem import TourProblem
from knight_models.core.result import Statistics
from knight_models.engine.moves import Adjacency
from knight_models.solvers.base import Reporter
from knight_models.solvers.cpsat.circuit import Circuit
from knight_models.solvers.cpsat.hints import hinted_order
from knight_models.solvers.cpsat.model import ArcModel, TourModel
from knight_models.solvers.cpsat.mtz import MillerTuckerZemlin
from knight_models.solvers.cpsat.parameters import set_parameters
from knight_models.solvers.cpsat.position import Position
from knight_models.solvers.cpsat.profiles import AUTO, Slice, slices
from knight_models.solvers.cpsat.search import Search, has_response

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

    from knight_models.solvers.cpsat import CpSat

__all__ = ["FORMULATIONS", "SOLVED", "Attempt", "Run"]

FORMULATIONS: dict[str, type[TourModel]] = {
    "circuit": Circuit,
    "mtz": MillerTuckerZemlin,
    "position": Position,
}

MOST_ROWS = 400_000
"""Of a model that is chosen unasked: it takes a gigabyte."""

MOST_LANES = 8
"""Attempts side by side."""

SOLVED = ("OPTIMAL", "FEASIBLE")
"""The statuses with which variables have values; with others CP-SAT gives some all the same."""

ONE_WORKER = {"num_workers": 1, "num_search_workers": 0, "interleave_search": False}
"""Several workers repeat solutions of a listing, and stay idle for ever once they all have reached a
limit on their conflicts (seen with OR-Tools 9.15)."""

LISTING = ONE_WORKER | {
    "enumerate_all_solutions": True,
    "keep_all_feasible_solutions_in_presolve": True,
    "symmetry_level": 0,
    "instantiate_all_variables": True,
    "stop_after_first_solution": False,
}
"""What a listing needs, whatever the raw parameters say: each solution once, and none left out."""


@dataclass(frozen=True, eq=False)
class Attempt:
    """A slice, and the solver that runs it with these parameters."""

    piece: Slice
    solver: cp_model.CpSolver
    used: dict[str, Any]

    @property
    def claim(self) -> SolverClaim:
        """What CP-SAT says, its version, and the parameters that it ran with."""
        return SolverClaim("ortools", version("ortools"), self.used)


class Run:
    """The model of a problem, the attempts on it, and the clock."""

    def __init__(
        self,
        options: CpSat,
        problem: TourProblem,
        moves: Adjacency,
        limits: Limits,
        deadline: Deadline,
        progress: ProgressCallback | None = None,
    ) -> None:
        from ortools.sat.python import cp_model

        self.deadline = deadline
        self.report = Reporter(options.name, deadline, progress)
        self.tour = FORMULATIONS.get(options.formulation, Circuit)(problem, moves, deadline)
        self._options = options
        self._limits = limits
        self._hinted = None if options.hint is None else hinted_order(problem, options.hint)
        self._profile = "default" if options.profile == AUTO and options.parameters else options.profile
        self._given = set_parameters(cp_model.CpSolver().parameters, options.parameters)
        self._build_seconds = 0.0
        self._tally = {"slices": 0, "conflicts": 0, "branches": 0, "booleans": 0}

    def build(self, *, once: bool = False) -> str | None:
        """Fill the model; why not, if time or memory do not suffice."""
        self.report(note="building the CP-SAT model")
        try:
            self.choose()
            require_memory(self.tour.bytes * self._lanes, self._limits.memory, "the CP-SAT model")
            self.fill_model(once=once)
        except TimeoutError:
            return "time limit"
        finally:
            self._build_seconds = self.deadline.elapsed
        return None

    def choose(self) -> None:
        """Under the formulation `auto`, take `position` where numbers are given and it is not too large."""
        circuit = self.tour
        if self._options.formulation == AUTO and circuit.problem.given:
            position = Position(circuit.problem, circuit.moves, self.deadline)
            allowed = self._limits.memory or math.inf
            few = position.rows <= MOST_ROWS and position.bytes * self._lanes <= allowed
            self.tour = position if few else circuit

    def fill_model(self, *, once: bool = False) -> None:
        """Add variables and constraints; with `once`, those that leave one of a tour and its reverse."""
        self.tour.fill()
        if once:
            self.tour.keep_one_direction()
        if self._hinted is not None:
            self.tour.hint(self._hinted)

    def search(self) -> Attempt | None:
        """Try slice after slice, side by side with several workers; the attempt that has the answer."""
        pieces = slices(
            self._profile, self._limits.seed, len(self.tour.variables), hinted=self._hinted is not None
        )
        running: list[tuple[Attempt, Search]] = []
        with ExitStack() as stack:
            while True:
                for attempt in self._next(pieces, self._lanes - len(running)):
                    search = Search(attempt.solver, self.tour.model, self.deadline)
                    running.append((attempt, stack.enter_context(search)))
                if not running:
                    return None
                for attempt, search in list(running):
                    if search.wait(len(running)):
                        running.remove((attempt, search))
                        self.count(attempt)
                        if search.status in (*SOLVED, "INFEASIBLE"):
                            for _, other in running:
                                other.abandon()
                            return attempt
                self.report(total=len(self.tour.problem), note="CP-SAT is searching")

    def attempt(self, piece: Slice, *, listing: bool = False) -> Attempt:
        """A solver with the parameters of a slice, those given by hand, and the limits."""
        from ortools.sat.python import cp_model

        solver = cp_model.CpSolver()
        target = solver.parameters
        workers = 1 if self._profile == AUTO else self._limits.workers
        used: dict[str, Any] = {"random_seed": piece.seed, "num_workers": workers}
        _set(target, used)
        used |= set_parameters(target, piece.parameters)
        most = _least(self.most_conflicts, used.get("max_number_of_conflicts"), self._tally["conflicts"])
        used |= set_parameters(target, self._options.parameters)
        forced: dict[str, Any] = {}
        if piece.deterministic_time is not None:
            forced["max_deterministic_time"] = piece.deterministic_time
        if most is not None:
            forced |= ONE_WORKER | {"max_number_of_conflicts": most}
        forced |= LISTING if listing else {}
        _set(target, forced)
        _set(target, {"catch_sigint_signal": False, "log_to_stdout": False})
        target.log_search_progress = self._options.log
        if self.deadline.seconds is not None:
            target.max_time_in_seconds = min(target.max_time_in_seconds, self.deadline.seconds)
        self._tally["slices"] += 1
        return Attempt(piece, solver, used | forced)

    def count(self, attempt: Attempt) -> None:
        """Add up what an attempt took."""
        if has_response(attempt.solver):
            self._tally["conflicts"] += attempt.solver.num_conflicts
            self._tally["branches"] += attempt.solver.num_branches
            self._tally["booleans"] = attempt.solver.num_booleans

    @property
    def most_conflicts(self) -> int | None:
        """The limit on the conflicts of all attempts together, if there is one."""
        return _least(self._limits.steps, self._given.get("max_number_of_conflicts"))

    @property
    def stopped_by(self) -> str:
        """Why CP-SAT gave no answer."""
        timed = self.deadline.seconds is not None or "max_time_in_seconds" in self._given
        most = self.most_conflicts
        # It ends some time before the limit where it expects its next step to go beyond.
        if most is not None and (not timed or self._tally["conflicts"] >= most):
            return "step limit"
        return "time limit" if timed else "CP-SAT was stopped by the parameters given to it"

    def statistics(self, **counters: int) -> Statistics:
        """What the run took so far."""
        figures = {"variables": len(self.tour.model.proto.variables), **counters}
        figures |= {"arcs": len(self.tour.variables)} if isinstance(self.tour, ArcModel) else {}
        figures |= self._tally if self._tally["slices"] else {}
        return Statistics(
            seconds=self.deadline.elapsed,
            build_seconds=self._build_seconds,
            steps=self._tally["conflicts"],
            counters=figures,
        )

    @property
    def _lanes(self) -> int:
        """How many slices run side by side."""
        alone = self._profile != AUTO or self.most_conflicts is not None
        return 1 if alone else min(self._limits.workers, MOST_LANES)

    def _next(self, pieces: Iterator[Slice], most: int) -> Iterator[Attempt]:
        """The next attempts; the first is made in any case, others while there is something left."""
        for _ in range(most):
            done = self._tally["conflicts"] >= _or_infinite(self.most_conflicts) or self.deadline.expired
            piece = None if done and self._tally["slices"] else next(pieces, None)
            if piece is not None:
                yield self.attempt(piece)


def _least(total: int | None, of_slice: int | None, taken: int = 0) -> int | None:
    """The lower of two limits on the conflicts, of the first of which some are taken already."""
    left = [] if total is None else [max(0, total - taken)]
    return min([*left, *([] if of_slice is None else [of_slice])], default=None)


def _or_infinite(limit: int | None) -> float:
    return math.inf if limit is None else limit


def _set(target: Any, values: dict[str, Any]) -> None:
    for name, value in values.items():
        setattr(target, name, value)
