"""OR-Tools CP-SAT: exact, on one of three models, by one of three sets of parameters or all in turn.

>>> model, literals = CpSat().build(TourProblem("3x4"))
>>> len(literals)  # 14 moves in two directions, 12 possible starts, 12 possible ends
52
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from knight_models.core.errors import OptionError, SolverError
from knight_models.core.problem import TourProblem
from knight_models.core.result import SolveResult
from knight_models.core.tour import Tour
from knight_models.engine.run import Run
from knight_models.solvers.base import Options, Search, Takes, TourGenerator, finished, option
from knight_models.solvers.cpsat.attempts import FORMULATIONS, SOLVED, Attempts
from knight_models.solvers.cpsat.hints import as_hint
from knight_models.solvers.cpsat.model import Variables, read, tour_of
from knight_models.solvers.cpsat.parameters import as_text, set_parameters
from knight_models.solvers.cpsat.profiles import AUTO, LISTED, PROFILES, Slice
from knight_models.solvers.cpsat.search import Listing, status_of
from knight_models.verifier import ProblemLike

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

__all__ = ["CpSat", "Variables"]


@dataclass(frozen=True)
class CpSat(Options):
    """OR-Tools CP-SAT on the model of `build`.

    A step is a conflict; `Limits.steps` bounds them, of all slices together. A seed makes a run with one
    worker, the default, repeatable, also under `profile="auto"`: its slices end by CP-SAT's deterministic
    time. With several workers, which answer comes first depends on the clock, and the tour that is found
    may change from run to run: under `auto` as many slices run side by side (up to eight) and the first
    answer ends the others; a named profile has CP-SAT's own workers (repeatable with
    `interleave_search:true` in `parameters`, which is ten times slower on large boards). A listing and a
    run with a limit on its steps always use one worker: several repeat solutions, and do not end at such
    a limit.

    `counters` has the size of the model (`variables`, `arcs`), what all slices took together (`slices`,
    `conflicts`, `branches`), the `booleans` of the last one, and `answered_by_...: 1`, which names the
    profile that had the answer.

    Parameters
    ----------
    profile : parameters by name: `default`; `cuts` (`linearization_level:2`, subtour cuts, which prove
        impossible strips at once); `fast` (no LP, no probing, no symmetries, for large boards); or `auto`,
        which goes round them in slices that grow, with another seed in each round, so that nothing waits
        for the wrong one; with raw `parameters`, `auto` is `default`
    formulation : the model: `circuit` (`add_circuit`), `mtz` (Miller, Tucker and Zemlin 1960) or
        `position` (the step of each vertex); each takes every problem, given numbers too; or `auto`,
        which is `circuit`, but `position` where numbers are given and its model is not too large
    parameters : raw CP-SAT parameters (`linearization_level:2 symmetry_level:0`, or a mapping); they
        win over the profile, the seed and the workers of the limits, and of two limits on the time or
        the conflicts the lower one holds
    log : write CP-SAT's log to standard error
    hint : a tour to search near to, right or wrong: a `Tour`, or squares, labels or vertex numbers in
        the order of the visit; numbers that are labels of the graph are labels. A right one is taken at
        once, by a first slice without presolve

    Raises
    ------
    OptionError : for a parameter or a value that CP-SAT does not take; when solving, for a hint that
        is not every vertex once

    >>> from knight_models.tasks.solve import solve
    >>> import networkx as nx
    >>> result = solve(nx.petersen_graph(), CpSat(profile="cuts"), kind="closed")
    >>> result.evidence.engine, result.evidence.parameters["linearization_level"]
    ('ortools', 2)
    """

    name: ClassVar[str] = "cpsat"
    exact: ClassVar[bool] = True
    takes: ClassVar[Takes] = Takes(directed=True, ends=True, moves=True, given=True)

    parameters: Any = option("")
    log: bool = option(False)
    hint: Any = option(None)
    profile: str = option(AUTO, choices=(AUTO, *PROFILES))
    formulation: str = option(AUTO, choices=(AUTO, *FORMULATIONS))

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "parameters", as_text(self.parameters))
        if self.parameters:
            _check_parameters(self.parameters)
        if self.hint is not None:
            object.__setattr__(self, "hint", as_hint(self.hint))

    def build(self, problem: ProblemLike) -> tuple[cp_model.CpModel, Variables]:
        """The CP-SAT model of a problem and its variables, ready for constraints of one's own.

        With the formulations `circuit` (and `auto`, unless numbers are given) and `mtz` they are literals:
        `literals[u, v]` is true where the tour steps from vertex `u` to vertex `v`. In an open tour,
        with `n = len(problem)`, `literals[n, v]` is true at the first vertex, `literals[v, n]` at the
        last. With `position` they are steps: `steps[v]`, from 1 to n, is the number that the tour gives
        vertex `v` (a closed one has 1 at its start, or vertex 0, unless numbers are given).

        Where there is no tour, the model is infeasible. CP-SAT's `catch_sigint_signal`, on by default,
        leaves Python without its own Ctrl-C afterwards; switch it off.

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
        >>> model, steps = CpSat(formulation="position").build(problem)
        >>> _ = model.add(steps[centre] == 25)  # the same
        """
        asked = problem if isinstance(problem, TourProblem) else TourProblem(problem)
        attempts = Attempts(self, Run(asked))
        attempts.choose()
        attempts.fill_model()
        return attempts.tour.model, attempts.tour.variables

    @staticmethod
    def read(problem: TourProblem, variables: Variables, solver: cp_model.CpSolver) -> Tour:
        """The tour that a solver has found on a model of `build`; a closed one from the start, or vertex 0.

        Raises
        ------
        SolverError : if the solver has no solution
        """
        status = status_of(solver)
        if status not in SOLVED:
            raise SolverError(f"there is no tour to read: CP-SAT's status is {status}")
        return tour_of(problem, read(variables, solver))

    def begin(self, run: Run) -> Search:
        """A search that keeps its model, and goes on with the slices that follow."""
        return _CpSatSearch(self, run)

    def solve(self, run: Run) -> SolveResult:
        """A tour; a `SolverClaim` that there is none; or neither."""
        return finished(self.begin(run))

    def tours(self, run: Run, directed: bool = False) -> TourGenerator:
        """Every tour once, from a model in which each has one solution; each numbering, if any is given.

        `counters["solutions"]` is CP-SAT's own count. Whatever the profile, LP relaxations are off
        (`linearization_level:0`, four times faster on 6x6) unless `parameters` sets it.
        """
        attempts = Attempts(self, run)
        attempts.build(once=not (directed or run.problem.one_way))
        variables = attempts.tour.variables
        attempt = attempts.attempt(Slice(LISTED, run.limits.seed, len(variables)), listing=True)
        model, most = attempts.tour.model, attempts.most_conflicts
        with Listing(attempt.solver, model, run.deadline, variables, most) as search:
            for solution in search.solutions(lambda count: run.report(count, note="CP-SAT is listing")):
                yield tour_of(run.problem, solution)
        attempts.count(attempt)
        attempts.tell(solutions=search.count)
        complete = search.status in ("OPTIMAL", "INFEASIBLE")
        return run.listed(None if complete else attempts.stopped_by)


class _CpSatSearch:
    """The search for one tour."""

    def __init__(self, solver: CpSat, run: Run) -> None:
        self._run = run
        self._attempts = Attempts(solver, run)

    def advance(self, steps: int | None = None) -> SolveResult | None:
        """Search on; None if `steps` conflicts decided nothing."""
        run, attempts = self._run, self._attempts
        if not attempts.built:
            attempts.build()
        attempt = attempts.search(steps)
        if attempt is None:
            attempts.tell()
            return None if attempts.paused else run.unknown(attempts.stopped_by)
        attempts.tell(**{f"answered_by_{attempt.piece.profile}": 1})
        if status_of(attempt.solver) in SOLVED:
            solution = read(attempts.tour.variables, attempt.solver)
            return run.found(tour_of(run.problem, solution).order)
        return run.impossible(attempt.claim)

    def close(self) -> None:
        """Nothing is kept beside the model."""


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
