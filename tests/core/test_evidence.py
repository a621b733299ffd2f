"""Kinds of evidence: each of them has what the package needs of it, and bad fields are refused."""

from __future__ import annotations

import inspect
import json
from typing import Any

import numpy as np
import own_evidence
import pytest

from knight_models import Board, SolveResult, TourProblem
from knight_models.core import evidence as module
from knight_models.core.errors import ProblemError
from knight_models.core.evidence import EVIDENCE, Evidence, field_types
from knight_models.formats import read_evidence, result_to_json
from knight_models.verifier.evidence import CHECKS, evidence_faults

PROBLEM = TourProblem(Board.parse("3x3"), kind="closed")

EXAMPLES: dict[str, tuple[Any, ...]] = {
    "LowDegree": ((4,),),
    "Disconnected": ((4,),),
    "VertexCut": ((0, 8),),
    "ForcedMoves": ((4, 0, 8),),
    "ColourImbalance": ("010101010",),
    "NoSymmetricTour": (),
    "CutSetProof": (((0, 1), (2, 5, 7)), "1 -2 0\n0\n"),
    "Exhausted": ("depth-first:prune=on", 100),
    "SolverClaim": ("ortools", "9.12", {"seed": 1}),
    "Theorem": ("existence of closed tours on rectangles", "Schwenk 1991", "both sides are odd"),
}
KINDS = sorted(EVIDENCE)


def example(name: str) -> Evidence:
    return EVIDENCE[name](*EXAMPLES[name])


def test_the_table_holds_every_kind():
    kinds = {kind for _, kind in inspect.getmembers(module, inspect.isclass) if issubclass(kind, Evidence)}
    assert set(EVIDENCE.values()) == {kind for kind in kinds if not inspect.isabstract(kind)}
    assert all(kind.__name__ == name for name, kind in EVIDENCE.items())
    assert set(EXAMPLES) == set(EVIDENCE)


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_has_a_reason_in_one_sentence(name):
    summary = example(name).summary
    assert summary
    assert "\n" not in summary


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_marks_vertices_of_its_problem(name):
    marked = example(name).marked
    assert all(0 <= vertex < len(PROBLEM) for vertex in marked)
    assert marked == getattr(example(name), "vertices", ())


@pytest.mark.parametrize("name", KINDS)
def test_a_kind_is_checkable_if_and_only_if_the_verifier_has_a_check(name):
    assert EVIDENCE[name].checkable == (EVIDENCE[name] in CHECKS)
    words = [str(fault) for fault in evidence_faults(PROBLEM, example(name))]
    assert any("cannot be re-checked" in word for word in words) != EVIDENCE[name].checkable


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_that_is_read_again_survives_json(name):
    result = SolveResult("impossible", PROBLEM, evidence=example(name))
    text = json.dumps(result_to_json(result))
    assert read_evidence(text) == (PROBLEM, example(name))


@pytest.mark.parametrize("name", KINDS)
def test_every_field_is_validated(name):
    for field in field_types(EVIDENCE[name]):
        place = list(field_types(EVIDENCE[name])).index(field)
        values = [*EXAMPLES[name][:place], 1.5, *EXAMPLES[name][place + 1 :]]
        with pytest.raises(ProblemError, match=f"{name}: {field} is .*, not 1.5"):
            EVIDENCE[name](*values)


NUMBERS: dict[Any, list[Any]] = {
    int: [True, False, np.True_, 1.0, "1", None, (1,)],
    tuple[int, ...]: [(True,), (0, False), (np.False_,), (1.0,), "12", {1: 2}, (None,), ((1,),), 7],
    tuple[tuple[int, ...], ...]: [((True,),), ((0, 1.0),), ("12",), (1, 2), ({1: 2},), ((None,),)],
}
"""By the type that a field declares: values that only look like whole numbers."""


@pytest.mark.parametrize("name", KINDS)
def test_what_only_looks_like_whole_numbers_is_refused(name: str) -> None:
    for place, declared in enumerate(field_types(EVIDENCE[name]).values()):
        for value in NUMBERS.get(declared, []):
            values = [*EXAMPLES[name][:place], value, *EXAMPLES[name][place + 1 :]]
            with pytest.raises(ProblemError, match=f"{name}: .* not "):
                EVIDENCE[name](*values)


@pytest.mark.parametrize(
    "kind", [own_evidence.Plain, own_evidence.Postponed], ids=lambda kind: kind.__name__
)
def test_a_kind_of_ones_own_is_validated_however_its_module_writes_types(kind):
    assert kind([1, 2]).vertices == (1, 2)
    with pytest.raises(ProblemError, match="vertices is a tuple of vertex numbers, not 'nonsense'"):
        kind("nonsense")


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (own_evidence.Floating, "Floating declares share as <class 'float'>; a field can be a text, "),
        (own_evidence.Unknown, "Unknown declares a field of an unknown type: name 'Nowhere'"),
    ],
    ids=["float", "unknown"],
)
def test_a_type_that_evidence_cannot_hold_is_named(kind, words):
    with pytest.raises(TypeError, match=words):
        kind(0.5)
