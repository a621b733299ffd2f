"""OR-Tools CP-SAT: exact, by the `add_circuit` constraint with one Boolean literal an arc.

>>> model, literals = CpSat().build(TourProblem("3x4"))
>>> len(literals)  # 14 moves in two directions, 12 possible starts, 12 possible ends
52
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, ClassVar

from knight_models import obstructions
from knight_models.errors import InputError, OptionError, SolverError
from knight_models.evidence import SolverClaim
from knight_models.graph import Adjacency, adjacency
from knight_models.limits import Deadline, Limits, ProgressCallback, require_memory
from knight_models.problem import TourProblem
from knight_models.result import ListingEnd, SolveResult, Statistics, Status
from knight_models.solvers.base import Options, Reporter, TourGenerator, option
from knight_models.solvers.cpsat.model import (
    Literals,
    add_hint,
    add_one_direction,
    add_tour,
    as_hint,
    hinted_arcs,
    tour_of,
)
from knight_models.solvers.cpsat.parameters import as_text, set_parameters
from knight_models.solvers.cpsat.search import Listing, Search, has_response, status_of
from knight_models.tour import Tour

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

__all__ = ["CpSat", "Literals"]

BYTES_PER_ARC = 3_000
"""Memory of the model, CP-SAT's presolve and its first search: 2,400 to 3,400 bytes an arc, measured
on closed problems of 40x40, 100x100 and 200x200 with OR-Tools 9.15."""

MOST_WORKERS = 10_000
"""The highest `num_workers` of `sat_parameters.proto`."""

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

SOLVED = ("OPTIMAL", "FEASIBLE")
"""The statuses with which variables have values; with others CP-SAT gives some all the same."""


@dataclass(frozen=True)
class CpSat(Options):
    """OR-Tools CP-SAT on the model of `build`.

    A step is a conflict; `Limits.steps` bounds them. With one worker, the default, a seed makes a run
    repeatable. With several, the tour that is found may change from run to run, unless `parameters`
    has `interleave_search:true`, which is ten times slower on large boards. A listing and a run with a
    limit on its steps always use one worker: several repeat solutions, and do not end at such a limit.

    Parameters
    ----------
    parameters : raw CP-SAT parameters (`linearization_level:2 symmetry_level:0`, or a mapping); they
        win over the seed and the workers of the limits, and of two limits on the time or the
        conflicts the lower one holds
    log : write CP-SAT's log to standard error
    hint : a tour to search near to, right or wrong: a `Tour`, or squares, labels or vertex numbers in
        the order of the visit; numbers that are labels of the graph are labels

    Raises
    ------
    OptionError : for a parameter or a value that CP-SAT does not take; when solving, for a hint that
        is not every vertex once

    >>> from knight_models.driver import solve
    >>> solve("4x8", CpSat("linearization_level:2"), kind="closed").evidence.engine
    'ortools'
    """

    name: ClassVar[str] = "cpsat"
    exact: ClassVar[bool] = True

    parameters: Any = option("")
    log: bool = option(False)
    hint: Any = option(None)

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "parameters", as_text(self.parameters))
        if self.parameters:
            _check_parameters(self.parameters)
        if self.hint is not None:
            object.__setattr__(self, "hint", as_hint(self.hint))

    def build(self, problem: TourProblem) -> tuple[cp_model.CpModel, Literals]:
        """The CP-SAT model of a problem and its literals, ready for constraints of one's own.

        `literals[u, v]` is true where the tour steps from vertex `u` to vertex `v`. In an open tour,
        with `n = len(problem)`, `literals[n, v]` is true at the first vertex, `literals[v, n]` at the
        last. Where there is no tour, the model is infeasible. CP-SAT's `catch_sigint_signal`, on by
        default, leaves Python without its own Ctrl-C afterwards; switch it off.

        >>> from ortools.sat.python import cp_model
        >>> problem = TourProblem("5x5", start="a1")
        >>> model, literals = CpSat().build(problem)
        >>> centre = problem.vertices.index("c3")
        >>> _ = model.add(literals[centre, len(problem)] == 1)  # to end in the centre
        >>> solver = cp_model.CpSolver()
        >>> solver.parameters.catch_sigint_signal = False
        >>> solver.status_name(solver.solve(model))
        'OPTIMAL'
        >>> CpSat.read(problem, literals, solver).end
        (2, 2)
        """
        run = _Run(self, problem, adjacency(problem), Limits(), Deadline.after(None))
        run.fill_model(once=False)
        return run.model, run.literals

    @staticmethod
    def read(problem: TourProblem, literals: Literals, solver: cp_model.CpSolver) -> Tour:
        """The tour that a solver has found on a model of `build`; a closed one from the start, or vertex 0.

        Raises
        ------
        SolverError : if the solver has no solution
        """
        status = status_of(solver)
        if status not in SOLVED:
            raise SolverError(f"there is no tour to read: CP-SAT's status is {status}")
        return tour_of(problem, (arc for arc, literal in literals.items() if solver.boolean_value(literal)))

    def solve(
        self, problem: TourProblem, limits: Limits, progress: ProgressCallback | None = None
    ) -> SolveResult:
        """A tour; a `SolverClaim`, or simpler evidence, that there is none; or neither."""
        deadline = Deadline.after(limits.seconds)
        moves = adjacency(problem, memory=limits.memory)
        if (evidence := obstructions.find(problem, moves, deadline)) is not None:
            statistics = Statistics(deadline.elapsed, deadline.elapsed)
            return SolveResult(Status.IMPOSSIBLE, problem, evidence=evidence, statistics=statistics)
        run = _Run(self, problem, moves, limits, deadline, progress)
        if (stopped_by := run.build()) is not None:
            return SolveResult(Status.UNKNOWN, problem, reason=stopped_by, statistics=run.statistics())
        with Search(run.solver, run.model, run.deadline) as search:
            while not search.wait():
                run.report(total=len(problem), note="CP-SAT is searching")
        return self._answer(run, search.status)

    def _answer(self, run: _Run, status: str) -> SolveResult:
        problem, statistics = run.problem, run.statistics()
        if status in SOLVED:
            tour = self.read(problem, run.literals, run.solver)
            return SolveResult(Status.FOUND, problem, tour, statistics=statistics)
        if status == "INFEASIBLE":
            return SolveResult(Status.IMPOSSIBLE, problem, evidence=run.claim(), statistics=statistics)
        return SolveResult(Status.UNKNOWN, problem, reason=run.stopped_by(), statistics=statistics)

    def tours(
        self,
        problem: TourProblem,
        limits: Limits,
        directed: bool = False,
        progress: ProgressCallback | None = None,
    ) -> TourGenerator:
        """Every tour once, from a model in which each has one solution.

        `counters["solutions"]` is CP-SAT's own count. LP relaxations are off (`linearization_level:0`,
        four times faster on 6x6) unless `parameters` says otherwise.
        """
        deadline = Deadline.after(limits.seconds)
        moves = adjacency(problem, memory=limits.memory)
        if obstructions.find(problem, moves, deadline) is not None:
            none = Statistics(deadline.elapsed, deadline.elapsed, counters={"solutions": 0})
            return ListingEnd(True, None, none)
        run = _Run(self, problem, moves, limits, deadline, progress)
        if (stopped_by := run.build(listing=True, once=not (directed or problem.one_way))) is not None:
            return ListingEnd(False, stopped_by, run.statistics(solutions=0))
        with Listing(run.solver, run.model, run.deadline, run.literals, run.most_conflicts) as search:
            for arcs in search.solutions(lambda count: run.report(count, note="CP-SAT is listing")):
                yield tour_of(problem, arcs)
        complete = search.status in ("OPTIMAL", "INFEASIBLE")
        reason = None if complete else run.stopped_by()
        return ListingEnd(complete, reason, run.statistics(solutions=search.count))


class _Run:
    """One run of CP-SAT: the model, the solver and the clock."""

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
        self.problem = problem
        self.model = cp_model.CpModel()
        self.literals: Literals = {}
        self.solver = cp_model.CpSolver()
        self._options = options
        self._moves = moves
        self._limits = limits
        self._hinted = None if options.hint is None else hinted_arcs(problem, options.hint)
        self._used: dict[str, Any] = {}
        self._build_seconds = 0.0

    def build(self, *, listing: bool = False, once: bool = False) -> str | None:
        """Fill the model and set the parameters; why not, if time or memory do not suffice."""
        self.report(note="building the CP-SAT model")
        needed = BYTES_PER_ARC * (len(self._moves.indices) + 2 * len(self.problem))
        try:
            require_memory(needed, self._limits.memory, "the CP-SAT model")
            self.fill_model(once=once)
        except InputError as error:
            return str(error)
        except TimeoutError:
            return "time limit"
        finally:
            self._build_seconds = self.deadline.elapsed
        self._set_parameters(listing)
        return None

    def fill_model(self, *, once: bool) -> None:
        """Add literals and constraints; with `once`, those that leave one of a tour and its reverse."""
        self.literals = add_tour(self.model, self.problem, self._moves, self.deadline)
        if once:
            add_one_direction(self.model, self.literals, self.problem)
        if self._hinted is not None:
            add_hint(self.model, self.literals, self._hinted)

    def _set_parameters(self, listing: bool) -> None:
        target, limits = self.solver.parameters, self._limits
        if limits.workers > MOST_WORKERS:
            raise OptionError(f"CP-SAT takes at most {MOST_WORKERS:,} workers, not {limits.workers:,}")
        given = set_parameters(target, self._options.parameters)
        self._used = {"random_seed": limits.seed, "num_workers": limits.workers}
        self._used |= {"linearization_level": 0} if listing else {}
        self._used |= given
        if limits.steps is not None:
            self._used["max_number_of_conflicts"] = min(
                limits.steps, given.get("max_number_of_conflicts", limits.steps)
            )
        self._used |= ONE_WORKER if "max_number_of_conflicts" in self._used else {}
        self._used |= LISTING if listing else {}
        for name, value in self._used.items():
            if name not in given or value != given[name]:
                setattr(target, name, value)
        if self.deadline.seconds is not None:
            left = self.deadline.seconds
            target.max_time_in_seconds = min(left, given.get("max_time_in_seconds", left))
        target.catch_sigint_signal = False
        target.log_search_progress = self._options.log
        target.log_to_stdout = False

    def claim(self) -> SolverClaim:
        """What CP-SAT says, its version, and the parameters that it ran with."""
        return SolverClaim("ortools", version("ortools"), self._used)

    @property
    def most_conflicts(self) -> int | None:
        """The limit on the conflicts, if there is one."""
        return self._used.get("max_number_of_conflicts")

    def stopped_by(self) -> str:
        """Why CP-SAT gave no answer."""
        timed = self.deadline.seconds is not None or "max_time_in_seconds" in self._used
        most = self.most_conflicts
        # It ends some time before the limit where it expects its next step to go beyond.
        if most is not None and (not timed or self.statistics().steps >= most):
            return "step limit"
        return "time limit" if timed else "CP-SAT was stopped by the parameters given to it"

    def statistics(self, **counters: int) -> Statistics:
        """What the run took so far."""
        figures = {"arcs": len(self.literals), **counters}
        if has_response(self.solver):
            figures["conflicts"] = self.solver.num_conflicts
            figures["branches"] = self.solver.num_branches
            figures["booleans"] = self.solver.num_booleans
        return Statistics(
            seconds=self.deadline.elapsed,
            build_seconds=self._build_seconds,
            steps=figures.get("conflicts", 0),
            counters=figures,
        )


def _check_parameters(text: str) -> None:
    """Have CP-SAT look at raw parameters, ranges included, on a model of nothing."""
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    set_parameters(solver.parameters, text)
    solver.parameters.log_to_stdout = False
    solver.parameters.catch_sigint_signal = False  # it would leave Python without its own Ctrl-C
    solver.solve(cp_model.CpModel())
    try:
        status_of(solver)
    except SolverError:
        why = solver.response_proto.solution_info
        raise OptionError(f"CP-SAT refuses the parameters {text!r}: {why}") from None
