"""What the answers to one problem rest on, and how many of them are independent.

Every tour that the verifier accepts stands by itself. An answer that there is no tour is worth what its
evidence is worth, and solvers that give the same kind of evidence do not confirm each other: three models
that OR-Tools calls infeasible are the word of one engine. So the kinds of evidence are counted, and those
that the verifier has re-checked. It does not matter who found the evidence, nor whether other evidence was
found beside it (`SolveResult.support`).

>>> from knight_models.core.evidence import Exhausted, SolverClaim
>>> kind_of(SolverClaim("ortools", "9.15")), kind_of(Exhausted("depth-first:prune=on", 120))
('claim of ortools', 'search by depth-first')
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from knight_models.core.evidence import Evidence, Exhausted, SolverClaim
from knight_models.core.problem import TourProblem
from knight_models.core.result import SolveResult, Status


@dataclass(frozen=True)
class Ground:
    """One kind of evidence, and the solvers that gave it.

    Parameters
    ----------
    kind : the kind, as `kind_of` names it
    solvers : the labels of the solvers
    rechecked : whether the verifier has re-checked the evidence of at least one of them
    """

    kind: str
    solvers: tuple[str, ...]
    rechecked: bool


@dataclass(frozen=True)
class Verdict:
    """The answers to one problem, taken together.

    Parameters
    ----------
    problem : the problem
    status : found, impossible, or unknown if no solver decided; found if the answers contradict each other
    solvers : the labels of the solvers that decided
    undecided, unsupported : the labels of those that did not, and of those that cannot take the problem
    tours : the number of different tours found, each of them verified
    grounds : the kinds of evidence that there is no tour
    """

    problem: TourProblem
    status: Status
    solvers: tuple[str, ...]
    undecided: tuple[str, ...]
    unsupported: tuple[str, ...]
    tours: int
    grounds: tuple[Ground, ...]

    @property
    def independent(self) -> int:
        """The number of answers that do not rest on each other: different tours, or kinds of evidence."""
        return self.tours if self.status is Status.FOUND else len(self.grounds)

    @property
    def rechecked(self) -> int:
        """The number of kinds of evidence that the verifier has re-checked."""
        return sum(ground.rechecked for ground in self.grounds)

    def __str__(self) -> str:
        if self.status is Status.UNKNOWN:
            return f"{self.problem.kind}: no solver decided"
        count = len(self.solvers)
        agreed = {1: "one solver answers", 2: "both solvers agree"}.get(count, f"all {count} solvers agree")
        found = self.status is Status.FOUND
        what = "there is a tour" if found else "there is no tour"
        others = f" ({len(self.undecided)} undecided)" if self.undecided else ""
        rest = self._tours_in_words() if found else self._grounds_in_words()
        answer = f"{self.problem.kind}: {agreed} that {what}{others}"
        return f"{answer}, {rest}" if self.independent else answer

    def _tours_in_words(self) -> str:
        if len(self.solvers) == 1:
            return "which is verified"
        if self.tours == 1:
            return "by the same tour, which is verified"
        if self.tours == len(self.solvers):
            return "each by a verified tour of its own"
        return f"by {self.tours} different tours, all verified"

    def _grounds_in_words(self) -> str:
        count, names = len(self.grounds), ", ".join(ground.kind for ground in self.grounds)
        if count == 1:
            checked = "re-checked" if self.rechecked else "not re-checked"
            return f"by one kind of evidence ({names}), {checked}"
        none, every = ("neither", "both") if count == 2 else ("none", "all")
        some = {0: none, 1: "one of them", count: every}
        checked = f"{some.get(self.rechecked, f'{self.rechecked} of them')} re-checked"
        return f"by {count} kinds of evidence ({names}), {checked}"


def kind_of(evidence: Evidence) -> str:
    """The kind of evidence by which answers are told apart: the type, or the program whose word it is."""
    match evidence:
        case SolverClaim():
            return f"claim of {evidence.engine}"
        case Exhausted():
            return f"search by {evidence.solver.partition(':')[0]}"
        case _:
            return evidence.type


def verdict_of(problem: TourProblem, results: Sequence[SolveResult], unsupported: Sequence[str]) -> Verdict:
    """The verdict of the results for one problem.

    Parameters
    ----------
    problem : the problem
    results : the verified results of all solvers that took it
    unsupported : the labels of the solvers that cannot take it
    """
    found = [result for result in results if result.status is Status.FOUND]
    impossible = [result for result in results if result.status is Status.IMPOSSIBLE]
    decided = found or impossible
    return Verdict(
        problem,
        decided[0].status if decided else Status.UNKNOWN,
        tuple(result.label for result in decided),
        tuple(result.label for result in results if result.status is Status.UNKNOWN),
        tuple(unsupported),
        _different_tours(found),
        _grounds(impossible),
    )


def _grounds(results: Sequence[SolveResult]) -> tuple[Ground, ...]:
    """The kinds of evidence, in the order in which they came."""
    by_kind: dict[str, list[SolveResult]] = {}
    for result in results:
        if result.evidence is not None:
            by_kind.setdefault(kind_of(result.evidence), []).append(result)
    return tuple(
        Ground(kind, tuple(each.label for each in same), any(each.rechecked for each in same))
        for kind, same in by_kind.items()
    )


def _different_tours(results: Sequence[SolveResult]) -> int:
    """The number of different tours; a closed tour is the same wherever it begins, and read backwards."""
    return len({result.tour.normalised() for result in results if result.tour is not None})
