"""The model of a problem, built once, and the slices of CP-SAT that are tried on it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from knight_models.core.evidence import SolverClaim
from knight_models.engine.run import Run
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

__all__ = ["FORMULATIONS", "SOLVED", "Attempt", "Attempts"]

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


class Attempts:
    """The model of a problem, built once, and the attempts on it.

    Parameters
    ----------
    options : the solver, whose fields are its options
    run : its problem, clock and limits
    """

    def __init__(self, options: CpSat, run: Run) -> None:
        with run.setup():
            from ortools.sat.python import cp_model

        self.run = run
        self.tour = FORMULATIONS.get(options.formulation, Circuit)(run)
        self._options = options
        self._hinted = None if options.hint is None else hinted_order(run.problem, options.hint)
        self._profile = "default" if options.profile == AUTO and options.parameters else options.profile
        self._by_hand = set_parameters(cp_model.CpSolver().parameters, options.parameters)
        self._tally = {"slices": 0, "conflicts": 0, "branches": 0, "booleans": 0}
        self._pieces: Iterator[Slice] | None = None
        self._most: int | None = None  # conflicts allowed so far

    def build(self, *, once: bool = False) -> None:
        """Build the model; with `once`, of a tour and its reverse only one is left.

        Raises
        ------
        TimeoutError : if the time is up meanwhile
        TooLargeError : if it does not fit in memory
        """
        self.run.report(note="building the CP-SAT model")
        self.choose()
        self.run.require_memory(self.tour.bytes * self._lanes, "the CP-SAT model")
        self.fill_model(once=once)
        self.run.built()

    def choose(self) -> None:
        """Under the formulation `auto`, take `position` where numbers are given and it is not too large."""
        circuit = self.tour
        if self._options.formulation == AUTO and circuit.problem.given:
            position = Position(self.run)
            allowed = self.run.limits.memory or math.inf
            few = position.rows <= MOST_ROWS and position.bytes * self._lanes <= allowed
            self.tour = position if few else circuit

    def fill_model(self, *, once: bool = False) -> None:
        """Add variables, constraints and the hint."""
        self.tour.fill()
        if once:
            self.tour.keep_one_direction()
        if self._hinted is not None:
            self.tour.hint(self._hinted)

    @property
    def built(self) -> bool:
        """Whether the model is there."""
        return self._pieces is not None

    def search(self, steps: int | None = None) -> Attempt | None:
        """Try slice after slice, side by side with several workers; the attempt that has the answer.

        Parameters
        ----------
        steps : conflicts that this call may take; None = as many as the limits allow
        """
        if self._pieces is None:
            hinted = self._hinted is not None
            arcs = len(self.tour.variables)
            self._pieces = slices(self._profile, self.run.limits.seed, arcs, hinted=hinted)
        self._most = None if steps is None else self._tally["conflicts"] + steps
        begun = self._tally["slices"]
        running: list[tuple[Attempt, Search]] = []
        with ExitStack() as stack:
            while True:
                for attempt in self._next(self._pieces, self._lanes - len(running), begun):
                    search = Search(attempt.solver, self.tour.model, self.run.deadline)
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
                self.run.report(note="CP-SAT is searching")

    def attempt(self, piece: Slice, *, listing: bool = False) -> Attempt:
        """A solver with the parameters of a slice, those given by hand, and the limits."""
        from ortools.sat.python import cp_model

        solver = cp_model.CpSolver()
        target = solver.parameters
        workers = 1 if self._profile == AUTO else self.run.limits.workers
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
        if self.run.deadline.seconds is not None:
            target.max_time_in_seconds = min(target.max_time_in_seconds, self.run.deadline.seconds)
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
        limit = _least(self.run.limits.steps, self._by_hand.get("max_number_of_conflicts"))
        return _least(limit, self._most)

    @property
    def paused(self) -> bool:
        """Whether only the steps of the last call stopped the search, and it can go on."""
        return self._most is not None and not self.run.deadline.expired and not self._spent()

    def _spent(self) -> bool:
        """Whether the conflicts of the limits, and of raw parameters, are used up."""
        limit = _least(self.run.limits.steps, self._by_hand.get("max_number_of_conflicts"))
        return limit is not None and self._tally["conflicts"] >= limit

    @property
    def stopped_by(self) -> str:
        """Why CP-SAT gave no answer."""
        timed = self.run.deadline.seconds is not None or "max_time_in_seconds" in self._by_hand
        most = self.most_conflicts
        # It ends some time before the limit where it expects its next step to go beyond.
        if most is not None and (not timed or self._tally["conflicts"] >= most):
            return "step limit"
        return "time limit" if timed else "CP-SAT was stopped by the parameters given to it"

    def tell(self, **counters: int) -> None:
        """Tell the run what the attempts took so far, with more counters."""
        figures = {"variables": len(self.tour.model.proto.variables), **counters}
        figures |= {"arcs": len(self.tour.variables)} if isinstance(self.tour, ArcModel) else {}
        figures |= self._tally if self._tally["slices"] else {}
        self.run.count(steps=self._tally["conflicts"], counters=figures)

    @property
    def _lanes(self) -> int:
        """How many slices run side by side."""
        alone = self._profile != AUTO or self.most_conflicts is not None
        return 1 if alone else min(self.run.limits.workers, MOST_LANES)

    def _next(self, pieces: Iterator[Slice], most: int, begun: int) -> Iterator[Attempt]:
        """The next attempts; the first of a call is made in any case, others while something is left."""
        for _ in range(most):
            done = self._tally["conflicts"] >= _or_infinite(self.most_conflicts)
            over = (done or self.run.deadline.expired) and self._tally["slices"] > begun
            piece = None if over else next(pieces, None)
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
