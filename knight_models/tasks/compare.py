"""`compare()`: run several solvers on one or more problems; a contradiction between them is an error."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from knight_models.core.display import Displayed, short
from knight_models.core.errors import (
    KnightModelsError,
    OptionError,
    ProblemError,
    SolverError,
    UnsupportedError,
)
from knight_models.core.limits import Limits, ProgressCallback
from knight_models.core.problem import Kind, TourProblem
from knight_models.core.result import SolveResult, Status, WrongAnswerError
from knight_models.engine.kernel import cool_down
from knight_models.engine.run import Run
from knight_models.solvers import get_solver
from knight_models.solvers.base import Solver, solver_label
from knight_models.tasks.solve import answer, checked_progress, settled
from knight_models.tasks.verdict import Verdict, verdict_of
from knight_models.verifier import ProblemLike

SolverLike = str | Solver | type
"""A solver as `get_solver` takes it."""


@dataclass(frozen=True)
class Row:
    """The result of one solver for one problem, or why there is none.

    Parameters
    ----------
    problem : the problem
    solver : the label of the solver
    result : its verified result
    unsupported : why it cannot take the problem
    refused : what is wrong with its answer, by the verifier
    """

    problem: TourProblem
    solver: str
    result: SolveResult | None = None
    unsupported: str | None = None
    refused: str | None = None

    @property
    def status(self) -> str:
        """The status of the result; `unsupported`, or `refused`, if there is none."""
        if self.result is not None:
            return str(self.result.status)
        return "unsupported" if self.refused is None else "refused"

    @property
    def why_no_result(self) -> str:
        """Why there is no result; empty if there is one."""
        return self.unsupported or self.refused or ""


@dataclass
class Comparison(Displayed):
    """The rows of a comparison.

    Parameters
    ----------
    rows : one for each problem and solver, in the order of the runs
    contradiction : the first result FOUND and the first result IMPOSSIBLE that cannot both be right
    refusal : the first error of a solver whose answer was refused
    missing : after Ctrl-C, the rows that were not reached or not finished; they are not in `rows`
    """

    rows: list[Row] = field(default_factory=list)
    contradiction: tuple[SolveResult, SolveResult] | None = None
    refusal: WrongAnswerError | SolverError | None = None
    missing: list[Row] = field(default_factory=list)

    @property
    def results(self) -> list[SolveResult]:
        """The results, without the unsupported rows."""
        return [row.result for row in self.rows if row.result is not None]

    @property
    def agree(self) -> bool:
        """Whether no two results contradict each other."""
        return self.contradiction is None

    @property
    def error(self) -> str | None:
        """What is wrong: the first answer that was refused, or else the contradiction; None if nothing."""
        if self.refusal is not None:
            return str(self.refusal)
        return _contradiction(*self.contradiction) if self.contradiction else None

    @property
    def decided(self) -> bool:
        """Whether every problem was decided by at least one solver."""
        answered = {id(r.problem) for r in self.results if r.status is not Status.UNKNOWN}
        return bool(self.rows) and answered == {id(row.problem) for row in self.rows}

    @property
    def verdict(self) -> str:
        """The outcome of all runs, in one line."""
        if self.contradiction:
            outcome = _contradiction(*self.contradiction)
        else:
            outcome = "; ".join(map(str, self.verdicts))
        refused = _named(row for row in self.rows if row.refused is not None)
        outcome += f"; refused: the answers of {refused}" if refused else ""
        left = _named(self.missing)
        return f"{outcome}; interrupted before the answers of {left}" if left else outcome

    @property
    def verdicts(self) -> list[Verdict]:
        """For each problem, what the answers are and what they rest on."""
        problems = {id(row.problem): row.problem for row in self.rows}
        return [self._verdict(problem) for problem in problems.values()]

    def _verdict(self, problem: TourProblem) -> Verdict:
        rows = [row for row in self.rows if row.problem is problem]
        results = [row.result for row in rows if row.result is not None]
        return verdict_of(problem, results, [row.solver for row in rows if row.unsupported is not None])

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


class WrongRowError(WrongAnswerError):
    """A solver of a comparison returned a wrong answer; `comparison` holds all rows."""

    def __init__(self, error: WrongAnswerError, comparison: Comparison) -> None:
        super().__init__(error.faults, error.result)
        self.comparison = comparison


class BrokenRowError(SolverError):
    """A solver of a comparison returned something that is not an answer; `comparison` holds all rows."""

    def __init__(self, error: SolverError, comparison: Comparison) -> None:
        super().__init__(str(error))
        self.comparison = comparison


class ComparisonInterrupt(KeyboardInterrupt):
    """Ctrl-C during a comparison; `comparison` has the rows that are done, and those that are missing."""

    def __init__(self, comparison: Comparison) -> None:
        super().__init__()
        self.comparison = comparison


def _named(rows: Iterable[Row]) -> str:
    """The solvers and kinds of rows, in one text."""
    return ", ".join(f"{row.solver} ({row.problem.kind})" for row in rows)


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

    A wrong answer does not end the comparison: it is raised when all solvers have run.

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
    WrongRowError : if a solver returned a wrong answer; it is a WrongAnswerError, and holds all rows
    BrokenRowError : if a solver returned something that is not an answer; it is a SolverError, likewise
    ComparisonInterrupt : at Ctrl-C; it is a KeyboardInterrupt, and holds the rows that are done

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
    runs = list(product(questions, _chosen(solvers)))
    try:
        for (problem, allowed), chosen in runs:
            cool_down()
            row = _row(comparison, chosen, Run(problem, allowed, progress=progress))
            comparison.rows.append(row)
            _check_row(comparison, row)
    except KeyboardInterrupt:
        left = runs[len(comparison.rows) :]
        comparison.missing = [Row(problem, solver_label(chosen)) for (problem, _), chosen in left]
        raise ComparisonInterrupt(comparison) from None
    if isinstance(comparison.refusal, WrongAnswerError):
        raise WrongRowError(comparison.refusal, comparison)
    if comparison.refusal is not None:
        raise BrokenRowError(comparison.refusal, comparison)
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


def _row(comparison: Comparison, solver: Solver, run: Run) -> Row:
    """The row of a solver; the comparison notes the first answer that is refused."""
    label = solver_label(solver)
    try:
        return Row(run.problem, label, answer(solver, run))
    except UnsupportedError as error:
        return Row(run.problem, label, unsupported=str(error))
    except (WrongAnswerError, SolverError) as error:
        comparison.refusal = comparison.refusal or error
        return Row(run.problem, label, refused=str(error))


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
    if other.symmetry is not None and not (solved.symmetry and solved.symmetry.implies(other.symmetry)):
        return False
    if replace(solved, symmetry=other.symmetry) == other:
        return True
    same = (solved.space, solved.start, solved.required, solved.forbidden, solved.given) == (
        (other.space, other.start, other.required, other.forbidden, other.given)
    )
    cuttable = not solved.closed or not solved.required
    cuttable = cuttable and other.symmetry is None  # a cut can take a symmetry away
    return same and other.kind is Kind.OPEN and cuttable and other.end in (None, solved.end)
