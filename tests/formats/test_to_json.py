"""Results, comparisons and faults as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import networkx
import numpy as np
import pytest

from knight_models.core.board import Board
from knight_models.core.evidence import ColourImbalance, Exhausted, LowDegree, SolverClaim
from knight_models.core.limits import Limits
from knight_models.core.problem import Kind, TourProblem
from knight_models.core.result import SolveResult, Statistics, Status
from knight_models.core.tour import Tour
from knight_models.formats.to_json import comparison_to_json, faults_to_json, plain, result_to_json
from knight_models.tasks.compare import Comparison, Row
from knight_models.verifier import faults

BOARD = Board((3, 4), holes=frozenset({(0, 0)}), wrap="columns")  # type: ignore[arg-type]


def through_json(data: Any) -> Any:
    return json.loads(json.dumps(data, allow_nan=False))


def test_a_result_has_every_part_that_the_command_line_promises() -> None:
    problem = TourProblem(BOARD, start=(0, 1), required=(((0, 1), (2, 2)),))
    result = SolveResult(
        Status.FOUND,
        problem,
        Tour(problem, range(11)),
        statistics=Statistics(seconds=0.5, steps=11, counters={"branches": np.int64(3)}),
        solver="cpsat",
        options={"hint": None, "parameters": {"a": (1, 2)}, "ratio": float("inf")},
        limits=Limits(seconds=10, seed=7),
        answered_by="warnsdorff",
    )
    data = through_json(result_to_json(result))
    versions = data.pop("versions")
    assert "numpy" in versions
    assert data == {
        "status": "found",
        "solver": "cpsat",
        "options": {"hint": None, "parameters": {"a": [1, 2]}, "ratio": "inf"},
        "limits": {"seconds": 10, "steps": None, "memory": None, "workers": 1},
        "seed": 7,
        "problem": {
            "board": {"shape": [3, 4], "leap": [1, 2], "holes": [[0, 0]], "wrap": [1]},
            "kind": "open",
            "start": [0, 1],
            "end": None,
            "required": [[[0, 1], [2, 2]]],
        },
        "tour": [[r, c] for r in range(3) for c in range(4) if (r, c) != (0, 0)],
        "evidence": None,
        "rechecked": False,
        "reason": None,
        "answered_by": "warnsdorff",
        "statistics": {
            "seconds": 0.5,
            "build_seconds": 0.0,
            "setup_seconds": 0.0,
            "steps": 11,
            "backtracks": 0,
            "restarts": 0,
            "counters": {"branches": 3},
        },
    }


def test_labels_that_json_has_no_type_for_become_their_text() -> None:
    graph = networkx.DiGraph([((0, 1), "a"), ("a", 2)], name="small")
    problem = TourProblem(graph, end=2)
    data = through_json(result_to_json(SolveResult(Status.FOUND, problem, Tour(problem, [0, 1, 2]))))
    assert data["problem"] == {
        "graph": {"vertices": 3, "edges": 2, "name": "small", "directed": True},
        "kind": "open",
        "start": None,
        "end": 2,
    }
    assert data["tour"] == ["(0, 1)", "a", 2]


@pytest.mark.parametrize(
    ("evidence", "data"),
    [
        (LowDegree((0, 2)), {"type": "LowDegree", "vertices": [[0, 1], [0, 3]]}),
        (ColourImbalance("01"), {"type": "ColourImbalance", "colours": "01"}),
        (Exhausted("depth-first", 9), {"type": "Exhausted", "solver": "depth-first", "steps": 9}),
        (
            SolverClaim("ortools", "9.1", {"workers": 1, "callback": print}),
            {"type": "SolverClaim", "engine": "ortools", "version": "9.1"},
        ),
    ],
)
def test_evidence_names_its_type_its_data_and_its_squares(evidence: Any, data: dict[str, Any]) -> None:
    result = SolveResult(Status.IMPOSSIBLE, TourProblem(BOARD), evidence=evidence)
    shown = through_json(result_to_json(result))["evidence"]
    assert data.items() <= shown.items()
    assert shown["summary"] == evidence.summary


def test_a_comparison_lists_results_and_what_a_solver_cannot_take() -> None:
    problem = TourProblem("3x4")
    result = SolveResult(Status.UNKNOWN, problem, solver="warnsdorff", reason="stuck")
    comparison = Comparison(
        [Row(problem, "warnsdorff", result), Row(problem, "tiling", unsupported="too small")]
    )
    data = through_json(comparison_to_json(comparison))
    assert [entry["solver"] for entry in data["results"]] == ["warnsdorff"]
    assert [(entry["solver"], entry["reason"]) for entry in data["unsupported"]] == [
        ("tiling", "too small")
    ]
    assert (data["agree"], data["decided"]) == (True, False)


def test_a_verdict_lists_every_fault() -> None:
    problem = TourProblem("3x4")
    found = faults(problem, [[1, 4, 7, 10], [8, 12, 2, 5], [3, 6, 9, 11]])
    data = through_json(faults_to_json(problem, found))
    assert (data["valid"], data["kind"], data["fault_count"]) == (False, "open", 1)
    assert data["faults"] == [
        {
            "kind": "not-a-move",
            "message": "step 10 to 11, d3 to d1, is not a move",
            "steps": [10, 11],
            "squares": [[0, 3], [2, 3]],
        }
    ]
    right = through_json(faults_to_json(problem, [], "closed"))
    assert (right["valid"], right["faults"], right["fault_count"]) == (True, [], 0)


def test_of_a_million_faults_the_first_are_listed_and_all_are_counted() -> None:
    problem = TourProblem("1000x1000")
    found = faults(problem, np.arange(1_000_000))
    data = faults_to_json(problem, found)
    assert data["fault_count"] == len(found) == 999_999
    assert len(data["faults"]) == 10_000
    assert data["faults"][0]["squares"] == [[0, 0], [0, 1]]


@dataclass(frozen=True)
class Odd:
    """A value that is no plain data."""

    values: Mapping[str, int] = field(default_factory=dict)


def test_plain_data_stays_and_the_rest_becomes_text() -> None:
    value = {1: Kind.OPEN, "n": np.float64(0.5), "t": (1, [True, None]), "x": Odd(), "nan": float("nan")}
    assert plain(value) == {
        "1": "open",
        "n": 0.5,
        "t": [1, [True, None]],
        "x": "Odd(values={})",
        "nan": "nan",
    }
