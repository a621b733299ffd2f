"""Answers in words, for people."""

from __future__ import annotations

from knight_models.cli.words import counted, with_article
from knight_models.core.evidence import Proof
from knight_models.core.problem import Kind
from knight_models.core.result import SolveResult, Statistics
from knight_models.core.tour import Tour

__all__ = ["found_line", "kind_of", "verdict"]


def kind_of(tour: Tour) -> str:
    """The kind of a tour that has no fault; of an open one, whether its ends are adjacent.

    >>> from knight_models.core.problem import TourProblem
    >>> kind_of(Tour(TourProblem("3x4"), [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]))
    'open'
    """
    from knight_models.verifier import closes

    if tour.closed:
        return "closed"
    if tour.problem.kind is Kind.STRICTLY_OPEN:
        return "strictly open"
    return "open (ends adjacent: re-entrant)" if closes(tour) else "open"


def found_line(result: SolveResult) -> str:
    """Which tour was found, by whom, and what it took."""
    tour = result.tour
    assert tour is not None
    return f"{kind_of(tour)} tour of {tour.problem.space_name}, found by {_answerer(result)}, verified"


def verdict(result: SolveResult) -> str:
    """Why there is no tour and whether that was checked; or why nobody knows, and what to try next."""
    evidence = result.evidence
    if evidence is None:
        asked, who = with_article(str(result.problem)), _answerer(result, "gave up after")
        return (
            f"unknown: there may be {asked} or not; {who}\nreason: {result.reason}; try {_advice(result)}"
        )
    checked = "re-checked by the verifier" if result.rechecked else "not re-checked"
    if isinstance(evidence, Proof) and not result.rechecked:
        checked += ", as the time was up; verify --evidence does it with a file of --json"
    return (
        f"impossible: there is no {result.problem}, answered by {_answerer(result)}\n"
        f"evidence ({evidence.type}, {checked}): {evidence.summary}"
    )


def _answerer(result: SolveResult, after: str = "in") -> str:
    """Who answered (of `auto`, the solver that it got its answer from), and what it took."""
    who = f"{result.answered_by} (asked by {result.label})" if result.passed_on else result.label
    return f"{who} {after} {_effort(result.statistics)}"


def _effort(statistics: Statistics) -> str:
    """Time, and steps and backtracks where they are counted: "0.02 s (64 steps, 0 backtracks)"."""
    seconds = f"{statistics.seconds:.2f} s"
    if not statistics.steps:
        return seconds
    return f"{seconds} ({counted(statistics.steps, 'step')}, {counted(statistics.backtracks, 'backtrack')})"


def _advice(result: SolveResult) -> str:
    """What to try after an unknown answer."""
    reason = result.reason or ""
    limit = {"time limit": "--seconds", "step limit": "--steps"}.get(reason)
    more = [f"more {limit}"] if limit else []
    if "bytes of memory" in reason:
        return "a smaller board, or --solver tiling or rotation, which need the least"
    other = "depth-first:prune=on" if "cpsat" in (result.solver, result.answered_by) else "cpsat"
    return " or ".join([*more, f"--solver {other}"])
