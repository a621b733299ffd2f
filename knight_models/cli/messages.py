"""The sentences that report a result to a reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from knight_models.core.result import SolveResult, Statistics
    from knight_models.core.tour import Tour


def counted(count: int, noun: str) -> str:
    """A number with the noun that it counts.

    >>> counted(1, "tour"), counted(1728, "tour")
    ('1 tour', '1,728 tours')
    """
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def with_article(noun: str) -> str:
    """A noun after "a" or "an".

    >>> with_article("open tour"), with_article("closed tour")
    ('an open tour', 'a closed tour')
    """
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def kind_of(tour: Tour) -> str:
    """The kind of a tour without faults; for an open tour, also whether its ends are adjacent.

    >>> from knight_models import Tour, TourProblem
    >>> kind_of(Tour(TourProblem("3x4"), [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]))
    'open'
    """
    from knight_models.core.problem import Kind
    from knight_models.verifier import closes

    if tour.closed:
        return "closed"
    if tour.problem.kind is Kind.STRICTLY_OPEN:
        return "strictly open"
    return "open (ends adjacent: re-entrant)" if closes(tour) else "open"


def found_line(result: SolveResult) -> str:
    """The tour that was found, its solver, and the time and steps that it took."""
    tour = result.tour
    assert tour is not None
    return f"{kind_of(tour)} tour of {tour.problem.space_name}, found by {_solver(result)}, verified"


def verdict(result: SolveResult) -> str:
    """Why there is no tour and whether that was checked; or why the answer is unknown, and what to try."""
    from knight_models.core.evidence import Proof

    evidence = result.evidence
    if evidence is None:
        problem, solver = with_article(str(result.problem)), _solver(result, "gave up after")
        return (
            f"unknown whether there is {problem}; {solver}\nreason: {result.reason}; try {_advice(result)}"
        )
    checked = "re-checked by the verifier" if result.rechecked else "not re-checked"
    if isinstance(evidence, Proof) and not result.rechecked:
        checked += " within the time limit; save the output of solve --json, and use verify --evidence FILE"
    lines = [
        f"impossible: there is no {result.problem}, shown by {_solver(result)}",
        f"evidence ({evidence.type}, {checked}): {evidence.explain(result.problem)}",
    ]
    if (support := result.support) is not None:
        lines.append(
            f"support ({support.type}, re-checked by the verifier): {support.explain(result.problem)}"
        )
    return "\n".join(lines)


def _solver(result: SolveResult, after: str = "in") -> str:
    """The solver that answered (also `auto`, if that chose it), and the time and steps that it took."""
    name = f"{result.answered_by} (chosen by {result.label})" if result.passed_on else result.label
    return f"{name} {after} {_effort(result.statistics)}"


def _effort(statistics: Statistics) -> str:
    """Time, and steps and backtracks where they are counted: "0.02 s (64 steps, 0 backtracks)"."""
    seconds = f"{statistics.seconds:.2f} s"
    if not statistics.steps:
        return seconds
    return f"{seconds} ({counted(statistics.steps, 'step')}, {counted(statistics.backtracks, 'backtrack')})"


def _advice(result: SolveResult) -> str:
    """What to try after an unknown answer; solvers that can take the problem."""
    from knight_models.solvers import get_solver
    from knight_models.solvers.base import why_not

    def taking(*names: str) -> list[str]:
        return [name for name in names if why_not(get_solver(name), result.problem) is None]

    reason = result.reason or ""
    if "bytes of memory" in reason:
        small = " or ".join(taking("tiling", "rotation"))
        smaller = f"a smaller {'board' if result.problem.board is not None else 'graph'}"
        return f"{smaller}, or --solver {small}, for the least memory" if small else smaller
    limit = {"time limit": "--seconds", "step limit": "--steps"}.get(reason)
    larger = [f"a larger {limit}"] if limit else []
    others = taking("depth-first:prune=on" if "cpsat" in (result.solver, result.answered_by) else "cpsat")
    return " or ".join([*larger, *(f"--solver {name}" for name in others)])
