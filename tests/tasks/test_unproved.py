"""Proofs that the verifier does not accept: a false one is a wrong answer, a true one is only a claim."""

from __future__ import annotations

import json
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, ClassVar

import networkx
import numpy as np
import pytest

from knight_models import CutSetProof, Status, TourProblem, WrongAnswerError, solve
from knight_models.core.errors import TooLargeError
from knight_models.core.evidence import (
    ColourImbalance,
    Disconnected,
    Evidence,
    ForcedMoves,
    LowDegree,
    SolverClaim,
    Theorem,
    VertexCut,
)
from knight_models.core.limits import Deadline
from knight_models.formats import read_evidence, result_to_json
from knight_models.solvers.base import Takes
from knight_models.verifier import cut_sets, faults, is_false

PETERSEN = networkx.petersen_graph()
HARD = TourProblem(PETERSEN, "closed")
"""It has no closed tour, and no obstruction shows it."""


@dataclass(frozen=True)
class Denies:
    """Answers that there is no tour, with this evidence."""

    evidence: Evidence
    exact: bool = True
    name: ClassVar[str] = "denies"
    takes: ClassVar[Takes] = Takes(directed=True)

    def unsupported(self, problem: TourProblem) -> str | None:
        return None

    def solve(self, run: Any) -> Any:
        return run.impossible(self.evidence)


def real() -> CutSetProof:
    evidence = solve(HARD, "cutset").evidence
    assert isinstance(evidence, CutSetProof)
    return evidence


UNREADABLE = ["1 2", "x 0\n", "1 2 0 d\n", "1 0 d 1\n", "0 0 1\n"]
NOT_PLAIN = ["-1 0\n0\n", "1 0\n0\n", "99999 0\n0\n", f"{10**30} 0\n", "", "c only words\n", *UNREADABLE]
"""Refutations that do not follow by unit propagation: some might be right in a wider format."""


@pytest.mark.parametrize("refutation", NOT_PLAIN)
def test_a_true_proof_that_cannot_be_followed_becomes_a_claim(refutation: str) -> None:
    """The sets of a real proof, so that the clauses have no solution; but another refutation."""
    evidence = CutSetProof(real().sets, refutation)
    result = solve(HARD, Denies(evidence))
    assert result.status is Status.IMPOSSIBLE
    claim = result.evidence
    assert isinstance(claim, SolverClaim)
    assert (result.rechecked, claim.engine.split(":")[0]) == (False, "denies")
    assert claim.parameters["evidence"] == "CutSetProof"
    assert claim.parameters["not_rechecked"] == str(faults(HARD, evidence)[0])
    assert read_evidence(str_of(result))[1] == claim


def str_of(result: Any) -> str:
    return json.dumps(result_to_json(result))


@pytest.mark.parametrize("refutation", NOT_PLAIN)
def test_where_there_is_a_tour_it_is_a_wrong_answer(refutation: str) -> None:
    for problem in (TourProblem("3x4"), TourProblem("6x6", "closed"), TourProblem(PETERSEN)):
        with pytest.raises(WrongAnswerError):
            solve(problem, Denies(CutSetProof(((0, 1), (2,)), refutation)))


@pytest.mark.parametrize("refutation", ["0\n", "1 0\n0\n"])
def test_a_proof_of_too_little_is_a_wrong_answer(refutation: str) -> None:
    """The Petersen graph has a 2-factor, so that without sets the clauses have a solution."""
    with pytest.raises(WrongAnswerError, match="does not follow"):
        solve(HARD, Denies(CutSetProof((), refutation)))


def test_a_solver_that_is_not_exact_has_no_claim_to_fall_back_on() -> None:
    with pytest.raises(WrongAnswerError):
        solve(HARD, Denies(CutSetProof(real().sets, "1 2 3 0\n"), exact=False))


@pytest.mark.parametrize(
    "evidence",
    [
        LowDegree((0,)),
        Disconnected((0, 1)),
        VertexCut((0,)),
        ForcedMoves((0,)),
        ColourImbalance("01" * 5),
        CutSetProof(((),), "0\n"),
        CutSetProof((tuple(range(10)),), "0\n"),
        CutSetProof(((-1,),), "0\n"),
        Theorem("existence", "Schwenk 1991", "one side is 4"),
    ],
    ids=lambda evidence: evidence.type,
)
def test_wrong_facts_are_a_wrong_answer_even_where_there_is_no_tour(evidence: Evidence) -> None:
    assert is_false(HARD, evidence)
    with pytest.raises(WrongAnswerError):
        solve(HARD, Denies(evidence))


def test_a_checker_that_refuses_a_real_proof_raises_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    import dratify

    monkeypatch.setattr(dratify.DRATChecker, "check_step", lambda self, kind, literals: False)
    result = solve(HARD, "cutset")
    assert (result.status, result.rechecked) == (Status.IMPOSSIBLE, False)
    assert isinstance(result.evidence, SolverClaim)


@pytest.mark.parametrize("error", [MemoryError, TimeoutError, TooLargeError])
def test_a_check_that_a_resource_ends_leaves_the_proof_for_later(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    def ends(*arguments: Any) -> str:
        raise error

    monkeypatch.setattr(cut_sets, "_refutation_fault", ends)
    result = solve(HARD, "cutset")
    assert (result.status, result.rechecked) == (Status.IMPOSSIBLE, False)
    assert isinstance(result.evidence, CutSetProof)
    monkeypatch.undo()
    assert not faults(HARD, result.evidence)


@pytest.mark.parametrize(
    "evidence",
    [LowDegree((0,)), VertexCut((0,)), ForcedMoves((0,)), Disconnected((0,)), CutSetProof((), "0\n")],
    ids=lambda evidence: evidence.type,
)
def test_a_board_too_large_to_re_check_is_refused_before_any_work(
    evidence: Evidence, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("psutil.virtual_memory", lambda: SimpleNamespace(available=10**10))
    with pytest.raises(
        TooLargeError, match=f"re-checking {evidence.type} for the closed tour of 46000x46000"
    ):
        faults(TourProblem("46000x46000", "closed"), evidence)


def test_where_time_runs_out_nothing_is_called_false(monkeypatch: pytest.MonkeyPatch) -> None:
    deadline = Deadline(1e-9)
    while not deadline.expired:
        pass
    with pytest.raises(TimeoutError):
        is_false(TourProblem("30x30", "closed"), CutSetProof((), "0\n"), deadline)


def test_support_is_sought_for_what_is_left_of_a_proof() -> None:
    problem = TourProblem("3x3", "closed")
    result = solve(problem, Denies(CutSetProof((), "x 0\n")))
    assert isinstance(result.evidence, SolverClaim)
    assert isinstance(result.support, ColourImbalance | LowDegree)


@pytest.mark.parametrize("seed", range(12))
def test_a_tour_solves_the_clauses_whatever_the_sets_are(seed: int) -> None:
    """So evidence against a problem with a tour is false, as found from the clauses alone."""
    chance = np.random.default_rng(seed)
    count = int(chance.integers(4, 14))
    order = chance.permutation(count).tolist()
    graph = networkx.gnp_random_graph(count, 0.3, seed)
    networkx.add_cycle(graph, order)
    kind = "closed" if seed % 2 else "open"
    sets = [chance.choice(count, int(chance.integers(1, count)), replace=False).tolist() for _ in range(4)]
    proof = CutSetProof(tuple(map(tuple, sets)), "0\n")
    assert is_false(TourProblem(graph, kind, start=order[0]), proof)
