"""`TourCount`: the number of tours of a problem, or the reason why it is not known."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from knight_models.core.display import Displayed, all_digits
from knight_models.core.problem import TourProblem
from knight_models.core.result import Statistics


@dataclass(frozen=True, repr=False)
class TourCount(Displayed):
    """The number of tours of a problem.

    Parameters
    ----------
    problem : the problem
    count : the number, exact; None if a limit ended the count before
    directed : whether a tour and its reverse are two
    up_to_symmetry : whether tours that a symmetry of the board maps to each other are one
    reason : why the number is not known; None if it is
    statistics : the time and the work; steps are transitions between mate states

    >>> TourCount(TourProblem("6x6", "closed"), 9862)
    TourCount(9,862 closed tours of 6x6, undirected)
    """

    problem: TourProblem
    count: int | None
    directed: bool = False
    up_to_symmetry: bool = False
    reason: str | None = None
    statistics: Statistics = field(default_factory=Statistics)

    @property
    def complete(self) -> bool:
        """Whether the number is known."""
        return self.count is not None

    @property
    def convention(self) -> str:
        """What is counted once: "undirected", "directed", or "undirected, up to symmetry", ...

        In a directed graph, and with a fixed end, tours have a direction in any case.
        """
        directed = self.directed or self.problem.one_way
        return ("directed" if directed else "undirected") + (
            ", up to symmetry" if self.up_to_symmetry else ""
        )

    @property
    def conversions(self) -> dict[str, int]:
        """Other numbers that follow from this one, by what they count.

        Where moves have no direction and no end is fixed, a tour and its reverse are two if `directed`.
        Where all closed tours are counted, each of the n moves of one can be left out, which makes n open
        tours whose ends are adjacent.

        >>> TourCount(TourProblem("6x6", "closed"), 9862).conversions
        {'directed': 19724, 'open tours with adjacent ends': 355032}
        """
        problem, size = self.problem, len(self.problem)
        if self.count is None or self.up_to_symmetry:
            return {}
        found = {}
        if not problem.one_way and size > 1:
            found = {"undirected": self.count // 2} if self.directed else {"directed": 2 * self.count}
        if problem.closed and replace(problem, start=None) == TourProblem(problem.space, problem.kind):
            found["open tours with adjacent ends"] = size * self.count
        return found

    def __str__(self) -> str:
        problem = str(self.problem).replace(f"{self.problem.kind} tour", f"{self.problem.kind} tours", 1)
        if self.count is None:
            return f"unknown number of {problem}, {self.convention}: {self.reason}"
        if self.count == 1:
            problem = str(self.problem)
        return f"{all_digits(self.count)} {problem}, {self.convention}"

    def __repr__(self) -> str:
        return f"TourCount({self})"
