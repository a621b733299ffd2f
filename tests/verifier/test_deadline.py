"""Re-checking evidence while the clock goes on: the time can be up at each look, but no verdict changes.

Either the check ends with TimeoutError, or it says what it says without a limit.
"""

from __future__ import annotations

import networkx
import pytest

from knight_models.core.board import Board
from knight_models.core.evidence import CutSetProof, Evidence, ForcedMoves, LowDegree, VertexCut
from knight_models.core.limits import Deadline
from knight_models.core.problem import TourProblem
from knight_models.engine.moves import adjacency
from knight_models.solvers.obstructions import FINDERS
from knight_models.tasks.solve import solve
from knight_models.verifier import cut_sets as module
from knight_models.verifier import faults, is_false


class Ticking:
    """A clock that goes on by one second whenever it is looked at."""

    def __init__(self) -> None:
        self.now = 0

    def monotonic(self) -> float:
        self.now += 1
        return float(self.now)


@pytest.fixture
def ticking(monkeypatch):
    """The clock, with a look at it at every entry."""
    clock = Ticking()
    monkeypatch.setattr("knight_models.core.limits.time", clock)
    monkeypatch.setattr(module, "BETWEEN_LOOKS", 10)
    monkeypatch.setattr(module, "LINES", 3)
    return clock


def proof(problem: TourProblem) -> CutSetProof:
    evidence = solve(problem, "cutset").evidence
    assert isinstance(evidence, CutSetProof)
    return evidence


PETERSEN = TourProblem(networkx.petersen_graph(), "closed")
CASES: list[tuple[TourProblem, Evidence]] = [
    (PETERSEN, proof(PETERSEN)),
    (TourProblem("4x4"), proof(TourProblem("4x4"))),
    (TourProblem("4x4"), CutSetProof((), "0\n")),
    (TourProblem("3x4", "closed"), solve("3x4", "obstructions", kind="closed").evidence),
    (TourProblem("3x4", "closed"), ForcedMoves((0, 1))),
    (TourProblem("4x5", "closed"), solve("4x5", "obstructions", kind="closed").evidence),
    (TourProblem("4x5", "closed"), VertexCut((0, 1, 2))),
    (TourProblem(Board((3, 3)), "closed"), LowDegree((4,))),
]


def looks_of(clock: Ticking, deadline: Deadline) -> int:
    return int(deadline.elapsed)


@pytest.mark.parametrize(("problem", "evidence"), CASES, ids=lambda case: getattr(case, "type", str(case)))
def test_the_verdict_is_the_same_or_the_time_is_up(problem, evidence, ticking):
    right = list(faults(problem, evidence, Deadline(None)))
    whole = Deadline(10**6)
    assert list(faults(problem, evidence, whole)) == right
    looks = looks_of(ticking, whole)
    early = 0
    for seconds in sorted({*range(min(looks, 20)), looks // 2, looks - 1, looks, looks + 5}):
        try:
            assert list(faults(problem, evidence, Deadline(seconds))) == right, seconds
        except TimeoutError:
            early += 1
            assert seconds <= looks
    assert early or isinstance(evidence, LowDegree)
    assert list(faults(problem, evidence, Deadline(looks + 5))) == right


@pytest.mark.parametrize(("problem", "evidence"), CASES, ids=lambda case: getattr(case, "type", str(case)))
def test_whether_evidence_is_false_is_the_same_or_the_time_is_up(problem, evidence, ticking):
    """Facts that are not right are false; a proof is, if its clauses have a solution."""
    right = is_false(problem, evidence)
    # Without cut-sets, 4x4 has two moves at every square: only its sets refute it.
    assert right is (not isinstance(evidence, CutSetProof) or not evidence.sets)
    whole = Deadline(10**6)
    assert is_false(problem, evidence, whole) is right
    for seconds in range(min(looks_of(ticking, whole), 15)):
        try:
            assert is_false(problem, evidence, Deadline(seconds)) is right
        except TimeoutError:
            assert isinstance(evidence, CutSetProof)


@pytest.mark.parametrize("finder", FINDERS, ids=lambda finder: finder.__name__)
@pytest.mark.parametrize("space", ["3x4", "4x5", "3x6", "3x3", "5x5"])
def test_a_reason_is_the_same_or_is_not_found_in_time(finder, space, ticking):
    problem = TourProblem(space, "closed")
    moves = adjacency(problem)
    whole = Deadline(10**6)
    right = finder(problem, moves, whole)
    looks = looks_of(ticking, whole)
    for seconds in sorted({*range(min(looks, 12)), looks // 2, looks, looks + 3}):
        assert finder(problem, moves, Deadline(seconds)) in (right, None)
    assert finder(problem, moves, Deadline(looks + 3)) == right
