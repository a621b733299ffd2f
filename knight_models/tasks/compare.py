"""`compare()`: several solvers, one problem or several kinds of it; a contradiction is an error."""

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
from knight_models.engine.run import Run
from knight_models.solvers import get_solver
from knight_models.solvers.base import Solver, solver_label
from knight_models.tasks.solve import answer, checked_progress, settled

__all__ = ["Comparison", "ContradictionError", "Row", "compare"]


@dataclass(frozen=True)
class Row:
    """What one solver said of one problem: a result, or why it cannot take it."""

    problem: TourProblem
    solver: str
    result: SolveResult | None = None
    unsupported: str | None = None


@dataclass
class Comparison(Displayed):
    """The rows of a comparison.

    Parameters
    ----------
    rows : one a problem and solver, in the order in which they ran
    contradiction : the first two results that cannot both be right
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
        """Whether every problem was answered by somebody."""
        answered = {id(r.problem) for r in self.results if r.status is not Status.UNKNOWN}
        return bool(self.rows) and answered == {id(row.problem) for row in self.rows}

    @property
    def verdict(self) -> str:
        """Whether they agree, in one line."""
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
    """One solver found a tour where another says that there is none.

    `found` and `impossible` are the two results, `comparison` holds all rows.
    """

    def __init__(self, found: SolveResult, impossible: SolveResult, comparison: Comparison) -> None:
        super().__init__(_contradiction(found, impossible))
        self.found = found
        self.impossible = impossible
        self.comparison = comparison


def _contradiction(found: SolveResult, impossible: SolveResult) -> str:
    return (
        f"{found.label} answers the {found.problem} with a tour that the verifier accepts, "
        f"but {impossible.label} says that there is none"
    )


def compare(
    problems: TourProblem | str | Any | Sequence[TourProblem],
    solvers: str | Solver | type | Sequence[str | Solver | type],
    *,
    limits: Limits | None = None,
    progress: ProgressCallback | None = None,
    **details: Any,
) -> Comparison:
    """Every solver on every problem; each answer verified, and held against the others.

    Parameters
    ----------
    problems : a problem (or its space), or several
    solvers : names with options, classes, or solvers; or one of these
    limits, details : as for `solve`; each run has the whole of the limits
    progress : called now and then with a `Progress`

    Raises
    ------
    InputError : as for `solve`; or if there is no problem or no solver
    ContradictionError : where one solver found a tour and another says that there is none; it
        carries both results

    >>> comparison = compare("5x5", ["depth-first", "cpsat"], start="a1")
    >>> comparison.agree, comparison.decided
    (True, True)
    """
    comparison = Comparison()
    listed = problems if isinstance(problems, list | tuple) else [problems]
    if not listed:
        raise ProblemError("compare needs at least one problem")
    asked = [settled(problem, limits, details) for problem in listed]
    progress = checked_progress(progress)
    for (problem, allowed), chosen in product(asked, _chosen(solvers)):
        row = _row(chosen, Run(problem, allowed, progress=progress))
        comparison.rows.append(row)
        _hold_against(comparison, row)
    if comparison.contradiction:
        raise ContradictionError(*comparison.contradiction, comparison)
    return comparison


def _chosen(solvers: Any) -> list[Solver]:
    """The solvers; a text, a class or a solver by itself is one."""
    several = isinstance(solvers, Iterable) and not isinstance(solvers, str | type | Solver)
    chosen = [get_solver(solver) for solver in (solvers if several else [solvers])]
    if not chosen:
        raise OptionError("compare needs at least one solver")
    return chosen


def _row(solver: Solver, run: Run) -> Row:
    try:
        result = answer(solver, run)
    except UnsupportedError as error:
        return Row(run.problem, solver_label(solver), unsupported=str(error))
    return Row(run.problem, solver_label(solver), result)


def _hold_against(comparison: Comparison, row: Row) -> None:
    if row.result is None or comparison.contradiction:
        return
    for other in comparison.results:
        for found, denied in ((row.result, other), (other, row.result)):
            contrary = found.status is Status.FOUND and denied.status is Status.IMPOSSIBLE
            if contrary and _implies(found.problem, denied.problem):
                comparison.contradiction = (found, denied)


def _implies(found: TourProblem, denied: TourProblem) -> bool:
    """Whether a tour for the one problem is, cut open if need be, a tour for the other."""
    if found == denied:
        return True
    same = (found.space, found.start, found.required, found.forbidden, found.given) == (
        (denied.space, denied.start, denied.required, denied.forbidden, denied.given)
    )
    cuttable = not found.closed or not found.required
    return same and denied.kind is Kind.OPEN and cuttable and denied.end in (None, found.end)


def _verdict(comparison: Comparison, problem: TourProblem) -> str:
    results = [result for result in comparison.results if result.problem is problem]
    said = {result.status for result in results} - {Status.UNKNOWN}
    silent = sum(result.status is Status.UNKNOWN for result in results)
    if not said:
        return f"{problem.kind}: no solver decided"
    what = "there is a tour" if Status.FOUND in said else "there is no tour"
    count = len(results) - silent
    agreed = {1: "one solver answers", 2: "both solvers agree"}.get(count, f"all {count} solvers agree")
    undecided = f" ({silent} undecided)" if silent else ""
    return f"{problem.kind}: {agreed} that {what}{undecided}"
