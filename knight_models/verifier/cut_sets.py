"""Re-checks a `CutSetProof`: makes its clauses from the problem, and has the refutation checked.

The clauses, with their variables, are those that `CutSetProof` documents, made here from the verifier's
own moves. The refutation is checked by dratify, a DRAT checker, as a DRUP proof: each clause has to follow
from those before it by unit propagation (RUP), so that it is true wherever the first clauses are.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any, TypeVar

from knight_models.core.evidence import CutSetProof
from knight_models.core.limits import Deadline
from knight_models.core.problem import Kind, TourProblem
from knight_models.verifier.moves import Numbers, allowed_moves, moves_of

Clause = list[int]
Edge = tuple[int, int]
Entry = TypeVar("Entry")

FEW = 9
"""The largest degree of a vertex whose clauses need no counters."""

SMALL = 8
"""The largest cut-set of which two edges are required, not only one."""

BETWEEN_LOOKS = 1_000
"""Entries between two checks of the deadline."""

CONFLICTS = 1_000
"""Conflicts of the engine that looks for a solution between two checks of the deadline."""

LINES = 1_000
"""Lines of a refutation read at a time."""


def cut_set_fault(problem: TourProblem, evidence: CutSetProof, deadline: Deadline) -> str:
    """What is wrong with the evidence; an empty text if it proves that there is no tour.

    Raises
    ------
    TimeoutError : if the deadline passes before that is known
    """
    wrong = _facts_fault(problem, evidence)
    return wrong or _refutation_fault(_clauses(problem, evidence), evidence.refutation, deadline)


def _facts_fault(problem: TourProblem, evidence: CutSetProof) -> str:
    """What is wrong with the evidence whatever its refutation is."""
    if problem.directed:
        return "cut-sets prove nothing where moves have a direction"
    if len(problem) == 1 and not problem.closed:
        return "one vertex alone is an open tour"
    size = len(problem) + (not problem.closed)
    for number, members in enumerate(evidence.sets, start=1):
        if not _is_proper(members, size):
            return f"vertex set {number} is empty, holds every vertex, or names one that does not exist"
    return ""


def cut_sets_are_false(problem: TourProblem, evidence: CutSetProof, deadline: Deadline) -> bool:
    """Whether the evidence is false whatever its refutation is: the clauses can be satisfied.

    A refutation that is not accepted may all the same be one in a wider format than DRUP. What tells this
    from a false claim is a solution of the clauses, which is checked here, clause by clause.

    Raises
    ------
    TimeoutError : if the deadline passes before that is known
    """
    if _facts_fault(problem, evidence):
        return True
    clauses = list(watched(_clauses(problem, evidence), deadline))
    if not all(clauses):
        return False
    from pysat.solvers import Glucose4  # another engine than those of `cutset`

    with Glucose4(bootstrap_with=clauses) as engine:
        engine.conf_budget(CONFLICTS)
        while (answer := engine.solve_limited()) is None:
            if deadline.expired:
                raise TimeoutError
            engine.conf_budget(CONFLICTS)
        true = set(engine.get_model() or ()) if answer else set()
    return bool(true) and all(not true.isdisjoint(clause) for clause in clauses)


def _is_proper(members: tuple[int, ...], size: int) -> bool:
    return 0 < len(set(members)) < size and all(0 <= vertex < size for vertex in members)


def _clauses(problem: TourProblem, evidence: CutSetProof) -> Iterator[Clause]:
    edges = _edges(problem)
    at: list[Clause] = [[] for _ in range(len(problem) + (not problem.closed))]
    for variable, pair in enumerate(edges, start=1):
        for vertex in pair:
            at[vertex].append(variable)
    yield from _degrees(at, len(edges))
    yield from ([_variable(edges, pair)] for pair in _required(problem))
    if problem.kind is Kind.STRICTLY_OPEN:
        dummy = len(problem)
        for first, second in _pairs(moves_of(problem).all()):
            yield [-_variable(edges, (first, dummy)), -_variable(edges, (second, dummy))]
    for members in evidence.sets:
        yield from _cut(at, members)


def _edges(problem: TourProblem) -> list[Edge]:
    """The edges in the order of their variables."""
    edges = _pairs(allowed_moves(problem))
    if not problem.closed:
        edges += [(vertex, len(problem)) for vertex in range(len(problem))]
    return sorted(edges)


def _pairs(moves: Iterable[tuple[Numbers, Numbers]]) -> list[Edge]:
    """Each two vertices that a move joins, once, the lower first."""
    found: set[Edge] = set()
    for first, second in moves:
        ends = zip(first.tolist(), second.tolist(), strict=True)
        found.update((min(pair), max(pair)) for pair in ends)
    return sorted(found)


def _variable(edges: list[Edge], pair: Edge) -> int:
    return bisect_left(edges, (min(pair), max(pair))) + 1


def _required(problem: TourProblem) -> Iterator[Edge]:
    """The edges that the tour must use."""
    yield from problem.required_indices
    if not problem.closed:
        for end in (problem.start_index, problem.end_index):
            if end is not None:
                yield end, len(problem)


def _degrees(at: list[Clause], last: int) -> Iterator[Clause]:
    for edges in at:
        if len(edges) > FEW:
            ones = range(last + 1, last + len(edges) + 1)
            twos = range(ones.stop, ones.stop + len(edges))
            last = twos.stop - 1
            yield from _counted(edges, list(ones), list(twos))
        else:
            yield from _all_but_one(edges)
            yield from ([-one for one in three] for three in combinations(edges, 3))


def _all_but_one(edges: Clause) -> Iterator[Clause]:
    """Two of the edges are used."""
    if len(edges) < 2:
        yield []
    else:
        yield from (edges[:left_out] + edges[left_out + 1 :] for left_out in range(len(edges)))


def _counted(x: Clause, a: Clause, b: Clause) -> Iterator[Clause]:
    """Exactly two of the x are used: a_k says that one of the first k is, b_k that two are."""
    yield from ([a[0], -x[0]], [x[0], -a[0]], [-b[0]])
    for k in range(1, len(x)):
        yield [a[k], -x[k]]
        yield [a[k], -a[k - 1]]
        yield [-a[k], a[k - 1], x[k]]
        yield [b[k], -x[k], -a[k - 1]]
        yield [b[k], -b[k - 1]]
        yield [-b[k], b[k - 1], x[k]]
        yield [-b[k], b[k - 1], a[k - 1]]
        yield [-x[k], -b[k - 1]]
    yield [b[-1]]


def _cut(at: list[Clause], members: tuple[int, ...]) -> Iterator[Clause]:
    ends = Counter(edge for vertex in set(members) for edge in at[vertex])
    leaving = sorted(edge for edge, inside in ends.items() if inside == 1)
    if len(leaving) <= SMALL:
        yield from _all_but_one(leaving)
    else:
        yield leaving


def _refutation_fault(clauses: Iterator[Clause], refutation: str, deadline: Deadline) -> str:
    with deadline.paused():
        from dratify import CNF, DRATChecker

    formula = CNF()
    for clause in watched(clauses, deadline):
        formula.add_dimacs(clause)
    formula.clauses = _Watched(formula.clauses, deadline)
    # Only RUP: dratify 0.1.10 keeps what unit propagation found at the root when the clause behind it is
    # deleted, but looks for resolvents (RAT) among the clauses left, so that its RAT check can be deceived.
    checker = DRATChecker(formula, check_rat=False)
    try:
        for kind, literals in _steps(refutation, deadline):
            if max(literals, default=-1) >= 2 * formula.nvars:
                return "the refutation names a variable that the problem does not have"
            if not checker.check_step(kind, literals):
                return f"step {checker.result.steps:,} of the refutation does not follow"
    except ValueError as error:
        return f"the refutation cannot be read: {error}"
    return "" if checker.check_step("a", ()) else "the refutation ends without a contradiction"


def _steps(refutation: str, deadline: Deadline) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The steps of a refutation; no step goes on over the end of a line."""
    from dratify import parse_proof

    lines = refutation.splitlines()
    for begin in range(0, len(lines), LINES):
        for step in parse_proof("\n".join(lines[begin : begin + LINES])):
            if deadline.expired:
                raise TimeoutError
            yield step


class _Watched(list[Any]):
    """A list that checks the deadline while it is iterated."""

    def __init__(self, entries: list[Any], deadline: Deadline) -> None:
        super().__init__(entries)
        self._deadline = deadline

    def __iter__(self) -> Iterator[Any]:
        return watched(super().__iter__(), self._deadline)


def watched(entries: Iterable[Entry], deadline: Deadline) -> Iterator[Entry]:
    """The same entries; raises TimeoutError once the deadline has passed."""
    for number, entry in enumerate(entries):
        if number % BETWEEN_LOOKS == 0 and deadline.expired:
            raise TimeoutError
        yield entry
