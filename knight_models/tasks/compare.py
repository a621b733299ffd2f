"""`compare()`: run several solvers on one or more problems; a contradiction between them is an error."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from knight_models.core.display import Displayed, short
from knight_models.core.errors import KnightModelsError, OptionError, ProblemError, UnsupportedError
from knight_models.core.limits import Limits, ProgressCallback
from knight_models.core.problem import Kind, TourProblem
from knight_models.core.result import SolveResult, Status
from knight_models.engine.kernel import cool_down
from knight_models.engine.run import Run
from knight_models.solvers import get_solver
from knight_models.solvers.base import Solver, solver_label
from knight_models.tasks.solve import answer, checked_progress, settled
from knight_models.verifier import ProblemLike

SolverLike = str | Solver | type
"""A solver as `get_solver` takes it."""


@dataclass(frozen=True)
class Row:
    """The result of one solver for one problem, or why it cannot take the problem."""

    problem: TourProblem
    solver: str
    result: SolveResult | None = None
    unsupported: str | None = None


@dataclass
class Comparison(Displayed):
    """The rows of a comparison.

    Parameters
    ----------
    rows : one for each problem and solver, in the order of the runs
    contradiction : the first result FOUND and the first result IMPOSSIBLE that cannot both be right
    """

    rows: list[Row] = field(default_factory=list)
    contradiction: tuple[SolveResult, SolveResult] | None = None

    @property
    def results(self) -> list[SolveResult]:
        """The results, without the unsupported rows."""
        return [row.result for row in self.rows if row.result is not None]

    @property
    def agree(self) -> bool:
        """Whether no two results contradict each other."""
        return self.contradiction is None

    @property
    def decided(self) -> bool:
        """Whether every problem was decided by at least one solver."""
        answered = {id(r.problem) for r in self.results if r.status is not Status.UNKNOWN}
        return bool(self.rows) and answered == {id(row.problem) for row in self.rows}

    @property
    def verdict(self) -> str:
        """The outcome of all runs, in one line."""
        if self.contradiction:
            return _contradiction(*self.contradiction)
        return "; ".join(_verdict(self, problem) for problem in self._problems())

    def _problems(self) -> list[TourProblem]:
        return list({id(row.problem): row.problem for row in self.rows}.values())

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __repr__(self) -> str:
        return f"Comparison({short(self.verdict)})"


class ContradictionError(KnightModelsError):
    """One solver found a tour of a problem that has none by the answer of another solver.

    `found` and `impossible` are the two results, `comparison` holds all rows.
    """

    def __init__(self, found: SolveResult, impossible: SolveResult, comparison: Comparison) -> None:
        super().__init__(_contradiction(found, impossible))
        self.found = found
        self.impossible = impossible
        self.comparison = comparison


def _contradiction(found: SolveResult, impossible: SolveResult) -> str:
    return (
        f"contradiction about the {found.problem}: {found.label} found one, which the verifier accepts, "
        f"but {impossible.label} answered that there is none"
    )


def compare(
    problems: ProblemLike | Sequence[ProblemLike],
    solvers: SolverLike | Iterable[SolverLike],
    *,
    limits: Limits | None = None,
    progress: ProgressCallback | None = None,
    **details: Any,
) -> Comparison:
    """Run every solver on every problem; each answer is verified and compared with the others.

    Parameters
    ----------
    problems : a problem (or its board or graph), or several
    solvers : names with options, classes or solvers; or a single one
    limits, details : as for `solve`; the limits apply to each run separately
    progress : called regularly with a `Progress`

    Raises
    ------
    InputError : as for `solve`, and if there is no problem or no solver
    ContradictionError : if one solver found a tour and another answered that there is none; it holds both
        results

    >>> comparison = compare("5x5", ["depth-first", "cpsat"], start="a1")
    >>> comparison.agree, comparison.decided
    (True, True)
    """
    comparison = Comparison()
    listed = problems if isinstance(problems, list | tuple) else [problems]
    if not listed:
        raise ProblemError("compare needs at least one problem")
    questions = [settled(problem, limits, details) for problem in listed]
    progress = checked_progress(progress)
    for (problem, allowed), chosen in product(questions, _chosen(solvers)):
        cool_down()
        row = _row(chosen, Run(problem, allowed, progress=progress))
        comparison.rows.append(row)
        _check_row(comparison, row)
    if comparison.contradiction:
        raise ContradictionError(*comparison.contradiction, comparison)
    return comparison


def _chosen(solvers: SolverLike | Iterable[SolverLike]) -> list[Solver]:
    """The solvers of a comparison."""
    if isinstance(solvers, str | type | Solver) or not isinstance(solvers, Iterable):
        return [get_solver(solvers)]
    chosen = [get_solver(solver) for solver in solvers]
    if not chosen:
        raise OptionError("compare needs at least one solver")
    return chosen


def _row(solver: Solver, run: Run) -> Row:
    try:
        result = answer(solver, run)
    except UnsupportedError as error:
        return Row(run.problem, solver_label(solver), unsupported=str(error))
    return Row(run.problem, solver_label(solver), result)


def _check_row(comparison: Comparison, row: Row) -> None:
    """Note the first contradiction of a new row with the rows before it."""
    if row.result is None or comparison.contradiction:
        return
    for other in comparison.results:
        for found, impossible in ((row.result, other), (other, row.result)):
            opposite = found.status is Status.FOUND and impossible.status is Status.IMPOSSIBLE
            if opposite and _implies(found.problem, impossible.problem):
                comparison.contradiction = (found, impossible)


def _implies(solved: TourProblem, other: TourProblem) -> bool:
    """Whether a tour of the first problem gives a tour of the other: the same tour, or one cut open."""
    if solved == other:
        return True
    same = (solved.space, solved.start, solved.required, solved.forbidden, solved.given) == (
        (other.space, other.start, other.required, other.forbidden, other.given)
    )
    cuttable = not solved.closed or not solved.required
    return same and other.kind is Kind.OPEN and cuttable and other.end in (None, solved.end)


def _verdict(comparison: Comparison, problem: TourProblem) -> str:
    results = [result for result in comparison.results if result.problem is problem]
    statuses = {result.status for result in results} - {Status.UNKNOWN}
    unknown = sum(result.status is Status.UNKNOWN for result in results)
    if not statuses:
        return f"{problem.kind}: no solver decided"
    what = "there is a tour" if Status.FOUND in statuses else "there is no tour"
    count = len(results) - unknown
    agreed = {1: "one solver answers", 2: "both solvers agree"}.get(count, f"all {count} solvers agree")
    undecided = f" ({unknown} undecided)" if unknown else ""
    return f"{problem.kind}: {agreed} that {what}{undecided}"
