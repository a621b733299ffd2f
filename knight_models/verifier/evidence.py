"""The faults of a piece of evidence, from the definition of the problem alone.

`CHECKS` holds the check of each kind. A check returns what is wrong, or an empty text if the evidence
shows that there is no tour. The clauses of the theorems are stated here once more, apart from
`theory.existence`, which the solvers use, so that a slip in one of the two is noticed.

References
----------
.. [1] A. J. Schwenk, "Which rectangular chessboards have a knight's tour?", Mathematics Magazine 64
   (1991), 325-332.
.. [2] G. L. Chia and S.-H. Ong, "Generalized knight's tours on rectangular chessboards", Discrete
   Applied Mathematics 150 (2005), 80-98.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from knight_models.core.evidence import (
    ColourImbalance,
    CutSetProof,
    Disconnected,
    Evidence,
    ForcedMoves,
    LowDegree,
    NoSymmetricTour,
    Theorem,
    VertexCut,
)
from knight_models.core.fault import Fault, FaultKind
from knight_models.core.limits import Deadline, require_memory
from knight_models.core.problem import TourProblem
from knight_models.verifier.cut_sets import cut_set_fault, cut_sets_are_false, watched
from knight_models.verifier.moves import Mask, Numbers, allowed_moves
from knight_models.verifier.symmetry import symmetry_excluded_fault

if TYPE_CHECKING:
    import networkx


def evidence_faults(
    problem: TourProblem, evidence: Evidence, deadline: Deadline | None = None
) -> list[Fault]:
    """What is wrong with a piece of evidence; nothing if it shows that there is no tour.

    Raises
    ------
    TimeoutError : if the deadline passes before that is known; a `CutSetProof` can take long
    TooLargeError : if the memory of the machine does not suffice
    """
    deadline = deadline or Deadline(None)
    with deadline.paused():
        import networkx  # noqa: F401  # here, so that the checks need no time to load it
        import numpy.ma  # noqa: F401  # which `numpy.unique` loads
    check = CHECKS.get(type(evidence))
    if check is None:
        wrong = f"{evidence.type} cannot be re-checked, only reproduced: {evidence.explain(problem)}"
    else:
        needed = _moves(problem) * BYTES_PER_MOVE.get(type(evidence), BYTES_IN_ARRAYS)
        require_memory(needed, None, f"re-checking {evidence.type} for the {problem}")
        wrong = check(problem, evidence, deadline)
    return [Fault(FaultKind.EVIDENCE, wrong)] if wrong else []


def _moves(problem: TourProblem) -> int:
    """About how many moves there are, each way; of a board without asking for them."""
    if problem.board is not None:
        return 8 * len(problem) * len(problem.board.leap.leaps)
    assert problem.graph is not None
    return len(problem) + 2 * int(problem.graph.number_of_edges())


def is_false(problem: TourProblem, evidence: Evidence, deadline: Deadline | None = None) -> bool:
    """Whether evidence that has a fault is false, and not only a proof that cannot be re-checked.

    The facts that evidence names (degrees, parts, colours, forced moves, the clause of a theorem) are
    right or wrong. A `CutSetProof` claims that its clauses have no solution, and adds a refutation. If that
    is not accepted, the claim may still be true; it is false if the clauses have a solution.

    Raises
    ------
    TimeoutError : if the deadline passes before that is known
    """
    if type(evidence) is not CutSetProof:
        return True
    return cut_sets_are_false(problem, evidence, deadline or Deadline(None))


def _members(problem: TourProblem, vertices: tuple[int, ...]) -> Mask | None:
    """The set as a mask; None if a member is not a vertex."""
    if not all(0 <= vertex < len(problem) for vertex in vertices):
        return None
    mask = np.zeros(len(problem), np.bool_)
    mask[list(vertices)] = True
    return mask


def _low_degree(problem: TourProblem, evidence: LowDegree) -> str:
    listed = _members(problem, evidence.vertices)
    if listed is None or not listed.any():
        return "the list of vertices is empty or names one that does not exist"
    out, into = _degrees(problem, listed)
    if problem.directed:
        no_exit = listed & (out == 0)
        no_entry = listed & (into == 0)
        fails = _too_many_ends(problem, no_exit, problem.end_index, problem.start_index)
        fails = fails or _too_many_ends(problem, no_entry, problem.start_index, problem.end_index)
    elif problem.closed:
        fails = bool((listed & (out < 2)).any())
    else:
        fails = _too_many_ends_of_path(problem, listed & (out == 1), listed & (out == 0))
    return "" if fails else "a tour can have these vertices at its ends or pass through them"


def _degrees(problem: TourProblem, listed: Mask) -> tuple[Numbers, Numbers]:
    """For the listed vertices, the number of different vertices that moves lead to, and come from."""
    count = len(problem)
    pairs = []
    for first, second in allowed_moves(problem):
        near = listed[first] | listed[second]
        pairs.append(first[near] * count + second[near])
    distinct = np.unique(np.concatenate(pairs)) if pairs else np.zeros(0, np.int64)
    first, second = np.divmod(distinct, count)
    out = np.bincount(first[listed[first]], minlength=count)
    into = np.bincount(second[listed[second]], minlength=count)
    return out, into


def _too_many_ends(problem: TourProblem, must: Mask, here: int | None, other: int | None) -> bool:
    """Whether too many vertices must be the same end (the last, or the first).

    Parameters
    ----------
    must : the vertices that must be that end
    here : the vertex fixed at that end, if one is
    other : the vertex fixed at the other end, if one is
    """
    if problem.closed:
        return bool(must.any())
    wrong_end = other is not None and len(problem) > 1 and bool(must[other])
    elsewhere = here is not None and bool(must.any()) and not (must.sum() == 1 and must[here])
    return bool(must.sum() > 1) or wrong_end or elsewhere


def _too_many_ends_of_path(problem: TourProblem, must: Mask, alone: Mask) -> bool:
    """Whether more vertices must be ends than a path has, or one of them has no move at all."""
    fixed = [end for end in (problem.start_index, problem.end_index) if end is not None]
    free = int(must.sum()) - sum(bool(must[end]) for end in set(fixed))
    return (len(problem) > 1 and bool(alone.any())) or (len(problem) > 2 and free > 2 - len(fixed))


def _disconnected(problem: TourProblem, evidence: Disconnected) -> str:
    inside = _members(problem, evidence.vertices)
    if inside is None or not inside.any() or inside.all():
        return "the set is empty, holds every vertex, or names one that does not exist"
    leaving = entering = False
    for first, second in allowed_moves(problem):
        leaving = leaving or bool((inside[first] & ~inside[second]).any())
        entering = entering or bool((~inside[first] & inside[second]).any())
    if leaving:
        return "a move leaves the set"
    start, end = problem.start_index, problem.end_index
    stuck = (start is not None and inside[start]) or (end is not None and not inside[end])
    return "" if problem.closed or not entering or stuck else "a tour can enter the set and end there"


def _colour_imbalance(problem: TourProblem, evidence: ColourImbalance) -> str:
    if len(evidence.colours) != len(problem) or set(evidence.colours) - {"0", "1"}:
        return "the colours are not one 0 or 1 for every vertex"
    colours = np.frombuffer(evidence.colours.encode(), np.uint8) - ord("0")
    for first, second in allowed_moves(problem):
        if (colours[first] == colours[second]).any():
            return "a move joins two vertices of the same colour"
    ones = int(colours.sum())
    surplus = 2 * ones - len(colours)  # of ones over zeros
    if problem.closed:
        return "" if surplus else "both colours have equally many vertices"
    # A path alternates, so its first and last vertex fix the surplus: -1, 0 or 1.
    options = {0: {(0, 1), (1, 0)}, 1: {(1, 1)}, -1: {(0, 0)}}.get(surplus, set())
    ends = [None if end is None else int(colours[end]) for end in (problem.start_index, problem.end_index)]
    fits = any(
        all(want is None or want == got for want, got in zip(ends, option, strict=True))
        for option in options
    )
    return "a path can alternate between these colours" if fits else ""


def _allowed_graph(problem: TourProblem, deadline: Deadline) -> networkx.Graph:
    """The moves that a tour may use, without their directions."""
    import networkx

    graph = networkx.Graph()
    graph.add_nodes_from(range(len(problem)))
    for first, second in allowed_moves(problem):
        graph.add_edges_from(watched(zip(first.tolist(), second.tolist(), strict=True), deadline))
    return graph


def _vertex_cut(problem: TourProblem, evidence: VertexCut, deadline: Deadline) -> str:
    cut = set(evidence.vertices)
    if not cut or not all(0 <= vertex < len(problem) for vertex in cut):
        return "the set is empty or names a vertex that does not exist"
    import networkx

    graph = _allowed_graph(problem, deadline)
    graph.remove_nodes_from(cut)
    parts = networkx.number_connected_components(graph)
    ends = {end for end in (problem.start_index, problem.end_index) if end is not None}
    most = len(cut) if problem.closed else len(cut) + 1 - len(cut & ends)
    return "" if parts > most else f"without the set there are {parts} parts, and a tour can join {most}"


def _forced_moves(problem: TourProblem, evidence: ForcedMoves, deadline: Deadline) -> str:
    ends = [end for end in (problem.start_index, problem.end_index) if end is not None]
    if problem.directed or len(problem) < 3 or not (problem.closed or len(ends) == 2):
        return "moves are forced in closed tours, and in open ones with both ends fixed, without directions"
    if not all(0 <= vertex < len(problem) for vertex in evidence.vertices):
        return "the list names a vertex that does not exist"
    uses = dict.fromkeys(range(len(problem)), 2) | ({} if problem.closed else dict.fromkeys(ends, 1))
    import networkx

    left, forced = _allowed_graph(problem, deadline), networkx.Graph()
    forced.add_nodes_from(left)
    forced.add_edges_from(problem.required_indices)
    for vertex in watched(evidence.vertices, deadline):
        if left.degree(vertex) <= uses[vertex]:
            forced.add_edges_from(list(left.edges(vertex)))
        elif forced.degree(vertex) >= uses[vertex]:
            idle = [other for other in left[vertex] if not forced.has_edge(vertex, other)]
            left.remove_edges_from([(vertex, other) for other in idle])
        else:
            return f"nothing is forced yet at {problem.name(vertex)}"
    contradiction = _contradicts(problem, left, forced, uses)
    return "" if contradiction else "the forced moves do not contradict each other"


def _contradicts(
    problem: TourProblem, left: networkx.Graph, forced: networkx.Graph, uses: dict[int, int]
) -> bool:
    """Whether no tour can use all forced moves and only moves that are left."""
    import networkx

    if any(left.degree(vertex) < uses[vertex] or forced.degree(vertex) > uses[vertex] for vertex in uses):
        return True
    for part in (part for part in networkx.connected_components(forced) if len(part) > 1):
        cycle = forced.subgraph(part).number_of_edges() >= len(part)
        whole = len(part) == len(problem)
        if cycle and not (whole and problem.closed):
            return True
        if not problem.closed and {problem.start_index, problem.end_index} <= part and not whole:
            return True
    return False


def _theorem(problem: TourProblem, evidence: Theorem) -> str:
    """Where there is no tour at all, there is none between given ends or with given moves either."""
    board = problem.board
    if board is None or board.ndim != 2 or board.leap.leaps != ((1, 2),) or board.holes or board.wrap:
        return "the theorems are about knights on rectangles without holes or wrap"
    clause = _no_cycle(*sorted(board.shape)) if problem.closed else _no_path(*sorted(board.shape))
    if not clause:
        return "no known theorem rules out a tour of this problem"
    source = "Schwenk 1991" if problem.closed else "Chia & Ong 2005"
    if (source, clause) != (evidence.source, evidence.clause):
        return f"the clause that applies is a different one: {source}, {clause}"
    return ""


def _no_cycle(m: int, n: int) -> str:
    """The clause of Schwenk's theorem by which m x n squares, m <= n, have no closed tour."""
    clauses = {
        "both sides are odd": m * n % 2 == 1,
        f"one side is {m}": m in {1, 2, 4},
        "the sides are 3 and 4, 6 or 8": m == 3 and n in {4, 6, 8},
    }
    return next((clause for clause, applies in clauses.items() if applies), "")


def _no_path(m: int, n: int) -> str:
    """The clause of Chia & Ong's theorem by which m x n squares, m <= n, have no open tour."""
    clauses = {
        f"one side is {m}": m in {1, 2} and m * n > 1,
        "the sides are 3 and 3, 5 or 6": m == 3 and n in {3, 5, 6},
        "both sides are 4": m == n == 4,
    }
    return next((clause for clause, applies in clauses.items() if applies), "")


Check = Callable[[TourProblem, Any, Deadline], str]


def _at_once(check: Callable[[TourProblem, Any], str]) -> Check:
    """A check that is quick enough to need no deadline."""
    return lambda problem, evidence, deadline: check(problem, evidence)


CHECKS: dict[type[Evidence], Check] = {
    LowDegree: _at_once(_low_degree),
    Disconnected: _at_once(_disconnected),
    ColourImbalance: _at_once(_colour_imbalance),
    VertexCut: _vertex_cut,
    ForcedMoves: _forced_moves,
    NoSymmetricTour: _at_once(lambda problem, evidence: symmetry_excluded_fault(problem)),
    CutSetProof: cut_set_fault,
    Theorem: _at_once(_theorem),
}
"""The check of each kind: what is wrong with the evidence, or an empty text."""

BYTES_IN_ARRAYS = 20
"""Memory for each move where moves are arrays."""

BYTES_PER_MOVE: dict[type[Evidence], int] = {
    VertexCut: 200,
    ForcedMoves: 400,
    CutSetProof: 4_500,
    Theorem: 0,
}
"""Memory for each move where it is more, or none is needed: networkx graphs, and the lists of clauses.
Measured with networkx 3.6 and dratify 0.1.10: 14 bytes in arrays (1000x1000), 172 in a graph (100x100),
4,109 in clauses (30x30)."""
