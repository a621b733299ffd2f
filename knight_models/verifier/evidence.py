"""The faults of a piece of evidence, from the definition of the problem alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from knight_models.core.evidence import (
    ColourImbalance,
    CutSetProof,
    Disconnected,
    Evidence,
    ForcedMoves,
    LowDegree,
    Theorem,
    VertexCut,
)
from knight_models.core.fault import Fault, FaultKind
from knight_models.core.limits import Deadline
from knight_models.core.problem import TourProblem
from knight_models.verifier.cut_sets import cut_set_fault
from knight_models.verifier.moves import allowed_moves
from knight_models.verifier.structure import forced_moves_fault, vertex_cut_fault
from knight_models.verifier.theorem import theorem_fault

__all__ = ["evidence_faults"]

Numbers = npt.NDArray[np.integer[Any]]


def evidence_faults(
    problem: TourProblem, evidence: Evidence, deadline: Deadline | None = None
) -> list[Fault]:
    """What is wrong with a piece of evidence; nothing if it proves that there is no tour.

    Raises
    ------
    TimeoutError : if the deadline passes before that is known; a `CutSetProof` can take long
    """
    match evidence:
        case CutSetProof():
            wrong = cut_set_fault(problem, evidence, deadline or Deadline(None))
        case LowDegree():
            wrong = _low_degree(problem, evidence)
        case Disconnected():
            wrong = _disconnected(problem, evidence)
        case ColourImbalance():
            wrong = _colour_imbalance(problem, evidence)
        case VertexCut():
            wrong = vertex_cut_fault(problem, evidence)
        case ForcedMoves():
            wrong = forced_moves_fault(problem, evidence)
        case Theorem():
            wrong = theorem_fault(problem, evidence)
        case _:
            wrong = f"{evidence.type} cannot be re-checked, only reproduced: {evidence.summary}"
    return [Fault(FaultKind.EVIDENCE, wrong)] if wrong else []


def _members(problem: TourProblem, vertices: tuple[int, ...]) -> npt.NDArray[np.bool_] | None:
    """The set as a mask; None if a member is no vertex."""
    if not all(0 <= vertex < len(problem) for vertex in vertices):
        return None
    mask = np.zeros(len(problem), np.bool_)
    mask[list(vertices)] = True
    return mask


def _low_degree(problem: TourProblem, evidence: LowDegree) -> str:
    listed = _members(problem, evidence.vertices)
    if listed is None or not listed.any():
        return "the list of vertices is empty or names one that is not there"
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


def _degrees(problem: TourProblem, listed: npt.NDArray[np.bool_]) -> tuple[Numbers, Numbers]:
    """Different squares that a move leads to, and comes from, for the listed vertices."""
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


def _too_many_ends(
    problem: TourProblem, must: npt.NDArray[np.bool_], here: int | None, other: int | None
) -> bool:
    """Whether more vertices must be the one end (last, or first) than can; `here` if it is fixed."""
    if problem.closed:
        return bool(must.any())
    wrong_end = other is not None and len(problem) > 1 and bool(must[other])
    elsewhere = here is not None and bool(must.any()) and not (must.sum() == 1 and must[here])
    return bool(must.sum() > 1) or wrong_end or elsewhere


def _too_many_ends_of_path(
    problem: TourProblem, must: npt.NDArray[np.bool_], alone: npt.NDArray[np.bool_]
) -> bool:
    fixed = [end for end in (problem.start_index, problem.end_index) if end is not None]
    free = int(must.sum()) - sum(bool(must[end]) for end in set(fixed))
    return (len(problem) > 1 and bool(alone.any())) or (len(problem) > 2 and free > 2 - len(fixed))


def _disconnected(problem: TourProblem, evidence: Disconnected) -> str:
    inside = _members(problem, evidence.vertices)
    if inside is None or not inside.any() or inside.all():
        return "the set is empty, everything, or names a vertex that is not there"
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
        return "" if surplus else "the colours are equally many"
    # A path alternates, so its first and last vertex fix the surplus: -1, 0 or 1.
    options = {0: {(0, 1), (1, 0)}, 1: {(1, 1)}, -1: {(0, 0)}}.get(surplus, set())
    ends = [None if end is None else int(colours[end]) for end in (problem.start_index, problem.end_index)]
    fits = any(
        all(want is None or want == got for want, got in zip(ends, option, strict=True))
        for option in options
    )
    return "a path can alternate between these colours" if fits else ""
