"""The model of a problem, built once, and the runs of CP-SAT on it, slice after slice."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from knight_models.core.evidence import SolverClaim
from knight_models.engine.run import Run
from knight_models.solvers.cpsat.formulations import FORMULATIONS, Circuit, Position
from knight_models.solvers.cpsat.model import ArcModel, hinted_order
from knight_models.solvers.cpsat.parameters import AUTO, Slice, set_parameters, slices
from knight_models.solvers.cpsat.thread import SearchThread, has_response

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

    from knight_models.solvers.cpsat import CpSat

MOST_ROWS = 400_000
"""Rows of the tables up to which `position` is chosen automatically: about a gigabyte."""

MOST_WORKERS = 8
"""Slices that run in parallel at most."""

SOLVED = ("OPTIMAL", "FEASIBLE")
"""The statuses with a solution; with other statuses CP-SAT returns values that mean nothing."""

ONE_WORKER = {"num_workers": 1, "num_search_workers": 0, "interleave_search": False}
"""Several workers repeat solutions of a listing, and hang once all of them have reached a limit on their
conflicts (seen with OR-Tools 9.15)."""

LIST_ALL = ONE_WORKER | {
    "enumerate_all_solutions": True,
    "keep_all_feasible_solutions_in_presolve": True,
    "symmetry_level": 0,
    "instantiate_all_variables": True,
    "stop_after_first_solution": False,
}
"""Set for a listing in place of raw parameters, so that it has each solution once and misses none."""


@dataclass(frozen=True, eq=False)
class Attempt:
    """A slice, the CP-SAT solver that runs it, and the parameters that were set."""

    piece: Slice
    solver: cp_model.CpSolver
    used: dict[str, Any]

    @property
    def claim(self) -> SolverClaim:
        """CP-SAT's answer as evidence: its version, and the parameters of the run."""
        return SolverClaim("ortools", version("ortools"), self.used)


class Session:
    """The model of a problem and the runs of CP-SAT on it.

    Parameters
    ----------
    options : the solver, whose fields are its options
    run : the problem, the clock and the limits
    named : whether the variables of the model have names, which takes time
    """

    def __init__(self, options: CpSat, run: Run, *, named: bool = False) -> None:
        with run.setup():
            from ortools.sat.python import cp_model

        self.run = run
        self.tour = FORMULATIONS.get(options.formulation, Circuit)(run, named=named)
        self._options = options
        self._hinted = None if options.hint is None else hinted_order(run.problem, options.hint)
        self._profile = "default" if options.profile == AUTO and options.parameters else options.profile
        self._raw = set_parameters(cp_model.CpSolver().parameters, options.parameters)
        self._totals = {"slices": 0, "conflicts": 0, "branches": 0, "booleans": 0}
        self._pieces: Iterator[Slice] | None = None
        self._pause_at: int | None = None  # total conflicts at which the present call of `search` ends

    def build(self, *, once: bool = False) -> None:
        """Build the model; with `once`, it has a solution for only one of a tour and its reverse.

        Raises
        ------
        TimeoutError : if the deadline passes before it is built
        TooLargeError : if it does not fit in memory
        """
        self.run.report(note="building the CP-SAT model")
        self.choose_formulation()
        self.run.require_memory(self.tour.bytes * self._parallel, "the CP-SAT model")
        try:
            self.fill_model(once=once)
        finally:
            self.run.built()

    def choose_formulation(self) -> None:
        """Under the formulation `auto`, take `position` if numbers are given and its tables are small."""
        if self._options.formulation == AUTO and self.run.problem.given:
            position = Position(self.run, named=self.tour.named)
            allowed = self.run.limits.memory or math.inf
            if position.rows <= MOST_ROWS and position.bytes * self._parallel <= allowed:
                self.tour = position

    def fill_model(self, *, once: bool = False) -> None:
        """Add variables, constraints and the hint."""
        self.tour.fill()
        if once:
            self.tour.keep_one_direction()
        if self._hinted is not None:
            self.tour.hint(self._hinted)

    @property
    def started(self) -> bool:
        """Whether `search` was called before."""
        return self._pieces is not None

    def search(self, steps: int | None = None) -> Attempt | None:
        """Run slice after slice, in parallel with several workers; returns the attempt with an answer.

        Parameters
        ----------
        steps : conflicts that this call may take; None = as many as the limits allow
        """
        if self._pieces is None:
            hinted = self._hinted is not None
            arcs = len(self.tour.variables)
            self._pieces = slices(self._profile, self.run.limits.seed, arcs, hinted=hinted)
        self._pause_at = None if steps is None else self._totals["conflicts"] + steps
        first = self._totals["slices"]
        running: list[tuple[Attempt, SearchThread]] = []
        with ExitStack() as stack:
            while True:
                for attempt in self._next(self._pieces, self._parallel - len(running), first):
                    search = SearchThread(attempt.solver, self.tour.model, self.run.deadline)
                    running.append((attempt, stack.enter_context(search)))
                if not running:
                    return None
                for attempt, search in list(running):
                    if search.wait(len(running)):
                        running.remove((attempt, search))
                        self.add_up(attempt)
                        if search.status in (*SOLVED, "INFEASIBLE"):
                            for _, other in running:
                                other.abandon()
                            return attempt
                self.run.report(note="CP-SAT is searching")

    def attempt(self, piece: Slice, *, listing: bool = False) -> Attempt:
        """A solver with the parameters of a slice, the raw parameters and the limits."""
        from ortools.sat.python import cp_model

        solver = cp_model.CpSolver()
        target = solver.parameters
        workers = 1 if self._profile == AUTO else self.run.limits.workers
        used: dict[str, Any] = {"random_seed": piece.seed, "num_workers": workers}
        _set(target, used)
        used |= set_parameters(target, piece.parameters)
        most = self._conflicts_for(used)
        used |= set_parameters(target, self._options.parameters)
        forced: dict[str, Any] = {}
        if piece.deterministic_time is not None:
            forced["max_deterministic_time"] = piece.deterministic_time
        if most is not None:
            forced |= ONE_WORKER | {"max_number_of_conflicts": most}
        forced |= LIST_ALL if listing else {}
        _set(target, forced)
        _set(target, {"catch_sigint_signal": False, "log_to_stdout": False})
        target.log_search_progress = self._options.log
        if self.run.deadline.seconds is not None:
            target.max_time_in_seconds = min(target.max_time_in_seconds, self.run.deadline.seconds)
        self._totals["slices"] += 1
        return Attempt(piece, solver, used | forced)

    def add_up(self, attempt: Attempt) -> None:
        """Add the figures of an attempt to the totals."""
        if has_response(attempt.solver):
            self._totals["conflicts"] += attempt.solver.num_conflicts
            self._totals["branches"] += attempt.solver.num_branches
            self._totals["booleans"] = attempt.solver.num_booleans

    @property
    def most_conflicts(self) -> int | None:
        """The limit on the conflicts of all attempts together; None if there is none."""
        return _lowest(self._limit, self._pause_at)

    @property
    def paused(self) -> bool:
        """Whether the search stopped only because of the steps of the last call, so that it can go on."""
        used_up = self._limit is not None and self._totals["conflicts"] >= self._limit
        return self._pause_at is not None and not self.run.deadline.expired and not used_up

    @property
    def stopped_by(self) -> str:
        """Why CP-SAT gave no answer."""
        timed = self.run.deadline.seconds is not None or "max_time_in_seconds" in self._raw
        most = self.most_conflicts
        # CP-SAT ends before the time limit if it expects its next step to pass it.
        if most is not None and (not timed or self._totals["conflicts"] >= most):
            return "step limit"
        return "time limit" if timed else "CP-SAT was stopped by its raw parameters"

    def record(self, **counters: int) -> None:
        """Record the totals of all attempts, and more counters, in the statistics of the run."""
        proto = self.tour.model.proto
        figures = {"variables": len(proto.variables), "constraints": len(proto.constraints), **counters}
        figures |= {"arcs": len(self.tour.variables)} if isinstance(self.tour, ArcModel) else {}
        figures |= self._totals if self._totals["slices"] else {}
        self.run.count(steps=self._totals["conflicts"], counters=figures)

    @property
    def _limit(self) -> int | None:
        """The limit on all conflicts, from the limits of the run and the raw parameters."""
        return _lowest(self.run.limits.steps, self._raw.get("max_number_of_conflicts"))

    @property
    def _parallel(self) -> int:
        """The number of slices that run in parallel."""
        single = self._profile != AUTO or self.most_conflicts is not None
        return 1 if single else min(self.run.limits.workers, MOST_WORKERS)

    def _conflicts_for(self, parameters: dict[str, Any]) -> int | None:
        """The conflicts that the next attempt may take: the limit of its parameters, or what is left."""
        most = self.most_conflicts
        left = None if most is None else max(0, most - self._totals["conflicts"])
        return _lowest(left, parameters.get("max_number_of_conflicts"))

    def _next(self, pieces: Iterator[Slice], most: int, first: int) -> Iterator[Attempt]:
        """At most `most` new attempts, within the limits.

        The first attempt of a call of `search`, before which there were `first` slices, is made even if the
        limits are used up.
        """
        for _ in range(most):
            limit = self.most_conflicts
            spent = limit is not None and self._totals["conflicts"] >= limit
            over = (spent or self.run.deadline.expired) and self._totals["slices"] > first
            piece = None if over else next(pieces, None)
            if piece is not None:
                yield self.attempt(piece)


def _lowest(*limits: int | None) -> int | None:
    """The lowest of some limits; None if there is none."""
    return min((limit for limit in limits if limit is not None), default=None)


def _set(target: Any, values: dict[str, Any]) -> None:
    for name, value in values.items():
        setattr(target, name, value)
