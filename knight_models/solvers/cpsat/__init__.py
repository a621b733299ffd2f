"""OR-Tools CP-SAT: an exact solver with three formulations, and three sets of parameters used in turn.

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
from knight_models.solvers.cpsat.formulations import FORMULATIONS
from knight_models.solvers.cpsat.model import Variables, as_hint, read, tour_of
from knight_models.solvers.cpsat.parameters import AUTO, LISTING, PROFILES, Slice, as_text, set_parameters
from knight_models.solvers.cpsat.session import SOLVED, Session
from knight_models.solvers.cpsat.thread import ListingThread, status_of
from knight_models.verifier import ProblemLike

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

__all__ = ["CpSat", "Variables"]


@dataclass(frozen=True)
class CpSat(Options):
    """OR-Tools CP-SAT on the model that `build` returns.

    A step is a conflict, and `Limits.steps` limits the conflicts of all slices together. CP-SAT looks at
    the limit only now and then, and may pass it, by 15 at most in 240 runs. With one worker, the default, a
    seed makes a run repeatable, also with `profile="auto"`, whose slices end by CP-SAT's
    deterministic time. With several workers the tour may change from run to run, because the first answer
    is taken: `auto` runs that many slices in parallel (up to eight), and a named profile uses CP-SAT's own
    workers (repeatable with `interleave_search:true` in `parameters`, which is ten times slower on large
    boards). A listing, and a run with a limit on its steps, always use one worker: several would repeat
    solutions, and would not stop at such a limit.

    `counters` holds the size of the model (`variables`, `constraints`, `arcs`), the totals of all slices
    (`slices`, `conflicts`, `branches`), the `booleans` of the last slice, and `answered_by_...: 1`, which
    names the profile that found the answer. Its variables have no names; those of `build` do.

    Parameters
    ----------
    profile : the name of a set of parameters: `default`; `cuts` (`linearization_level:2`: subtour cuts,
        which prove at once that narrow boards have no tour); `fast` (no LP, no probing, no symmetries: for
        large boards); or `auto`, which runs these in turn, in slices that grow, with a new seed in each
        round. With raw `parameters`, `auto` means `default`
    formulation : the model: `circuit` (`add_circuit`), `mtz` (Miller, Tucker and Zemlin 1960) or
        `position` (the step of each vertex). Each accepts every problem. `auto` means `position` if numbers
        are given and its model is not too large, and `circuit` otherwise
    parameters : raw CP-SAT parameters (`linearization_level:2 symmetry_level:0`, or a mapping). They
        override the profile, and the seed and workers of the limits; of two limits on the time or the
        conflicts, the lower one holds
    log : write CP-SAT's log to standard error
    hint : a tour to search near, valid or not: a `Tour`, or squares, labels or vertex numbers in the order
        of the visit; in a graph whose labels are numbers, numbers mean labels. A valid tour is accepted at
        once, by a first slice without presolve

    Raises
    ------
    OptionError : for a parameter or a value that CP-SAT does not accept; when solving, for a hint that does
        not visit every vertex exactly once

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
        """The CP-SAT model of a problem and its variables, to which further constraints can be added.

        With the formulations `circuit` (and `auto`, unless numbers are given) and `mtz` the variables are
        literals: `literals[u, v]` is true if the tour goes from vertex `u` to vertex `v`. In an open tour,
        with `n = len(problem)`, `literals[n, v]` is true for the first vertex and `literals[v, n]` for the
        last. With `position` they are steps: `steps[v]`, from 1 to n, is the number of vertex `v` in the
        tour (a closed tour has 1 at its start, or at vertex 0, unless numbers are given). Variables have
        names: `a1->b3`, `start->a1`, `b3->end`, `step(a1)`.

        The model is infeasible if there is no tour. Switch off CP-SAT's `catch_sigint_signal`: by default
        it is on, and Ctrl-C no longer works in Python afterwards.

        >>> from ortools.sat.python import cp_model
        >>> problem = TourProblem("5x5", start="a1")
        >>> model, literals = CpSat().build(problem)
        >>> centre = problem.vertices.index("c3")
        >>> literals[centre, problem.vertices.index("b1")].name
        'c3->b1'
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
        question = problem if isinstance(problem, TourProblem) else TourProblem(problem)
        session = Session(self, Run(question), named=True)
        session.choose_formulation()
        session.fill_model()
        return session.tour.model, session.tour.variables

    @staticmethod
    def read(problem: TourProblem, variables: Variables, solver: cp_model.CpSolver) -> Tour:
        """The tour that a CP-SAT solver found on a model of `build`.

        A closed tour is listed from the start of the problem, or from vertex 0.

        Raises
        ------
        SolverError : if the solver found no solution
        """
        status = status_of(solver)
        if status not in SOLVED:
            raise SolverError(f"there is no tour to read: CP-SAT's status is {status}")
        return tour_of(problem, read(variables, solver))

    def begin(self, run: Run) -> Search:
        """A search that builds its model once and then runs one slice after another."""
        return _CpSatSearch(self, run)

    def solve(self, run: Run) -> SolveResult:
        """A tour, a `SolverClaim` that there is none, or UNKNOWN."""
        return finished(self.begin(run))

    def tours(self, run: Run, directed: bool = False) -> TourGenerator:
        """Every tour once, or every numbering once if numbers are given: each is one solution of the model.

        `counters["solutions"]` is CP-SAT's own count. LP relaxations are off with every profile
        (`linearization_level:0`, four times as fast on 6x6) unless `parameters` sets this parameter.
        """
        session = Session(self, run)
        session.build(once=not (directed or run.problem.one_way))
        variables = session.tour.variables
        attempt = session.attempt(Slice(LISTING, run.limits.seed, len(variables)), listing=True)
        model, most = session.tour.model, session.most_conflicts
        with ListingThread(attempt.solver, model, run.deadline, variables, most) as search:
            for solution in search.solutions(lambda count: run.report(count, note="CP-SAT is listing")):
                yield tour_of(run.problem, solution)
        session.add_up(attempt)
        session.record(solutions=search.count)
        complete = search.status in ("OPTIMAL", "INFEASIBLE")
        return run.listed(None if complete else session.stopped_by)


class _CpSatSearch:
    """A search for one tour that can be interrupted between slices."""

    def __init__(self, solver: CpSat, run: Run) -> None:
        self._run = run
        self._session = Session(solver, run)

    def advance(self, steps: int | None = None) -> SolveResult | None:
        """Search on; None if `steps` conflicts decided nothing."""
        run, session = self._run, self._session
        if not session.started:
            session.build()
        attempt = session.search(steps)
        if attempt is None:
            session.record()
            return None if session.paused else run.unknown(session.stopped_by)
        session.record(**{f"answered_by_{attempt.piece.profile}": 1})
        if status_of(attempt.solver) in SOLVED:
            solution = read(session.tour.variables, attempt.solver)
            return run.found(tour_of(run.problem, solution).order)
        return run.impossible(attempt.claim)

    def close(self) -> None:
        """Nothing runs between two calls of `advance`."""


def _check_parameters(text: str) -> None:
    """Let CP-SAT validate raw parameters, their ranges included, on an empty model."""
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    set_parameters(solver.parameters, text)
    solver.parameters.log_to_stdout = False
    solver.parameters.catch_sigint_signal = False  # Ctrl-C would no longer work in Python
    solver.solve(cp_model.CpModel())
    try:
        status_of(solver)
    except SolverError:
        why = solver.response_proto.solution_info
        raise OptionError(f"CP-SAT refuses the parameters {text!r}: {why}") from None
