"""Results, comparisons and faults as plain data for JSON.

Squares are lists of numbers. A label of a graph is itself where JSON has its type (text, number, true,
false, null), otherwise its text.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from enum import Enum
from typing import TYPE_CHECKING, Any

import numpy as np

from knight_models.core.board import Board
from knight_models.core.evidence import Evidence
from knight_models.core.problem import TourProblem
from knight_models.core.result import SolveResult, versions
from knight_models.core.tour import Tour
from knight_models.verifier import Fault

if TYPE_CHECKING:
    from knight_models.tasks.compare import Comparison
    from knight_models.tasks.puzzles import Puzzle
    from knight_models.theory.metrics import Description

__all__ = [
    "comparison_to_json",
    "description_to_json",
    "evidence_to_json",
    "faults_to_json",
    "problem_to_json",
    "puzzle_to_json",
    "result_to_json",
    "tour_to_json",
    "vertex_to_json",
]


FAULTS_LISTED = 10_000


def result_to_json(result: SolveResult) -> dict[str, Any]:
    """A result as `--json` prints it.

    Parameters
    ----------
    result : what a solver answered

    >>> from knight_models.core.problem import TourProblem
    >>> from knight_models.core.result import Status
    >>> data = result_to_json(SolveResult(Status.UNKNOWN, TourProblem("8x8"), reason="out of time"))
    >>> data["status"], data["problem"]["board"]["shape"], data["tour"]
    ('unknown', [8, 8], None)
    """
    problem = result.problem
    limits = asdict(result.limits)
    return {
        "status": result.status.value,
        "solver": result.solver,
        "options": plain(result.options),
        "limits": {name: value for name, value in limits.items() if name != "seed"},
        "seed": result.limits.seed,
        "problem": problem_to_json(problem, whole=result.evidence is not None),
        "tour": None if result.tour is None else _squares(result.tour),
        "evidence": None if result.evidence is None else evidence_to_json(problem, result.evidence),
        "rechecked": result.rechecked,
        "reason": result.reason,
        "answered_by": result.answered_by,
        "statistics": plain(asdict(result.statistics)),
        "versions": result.versions,
    }


def tour_to_json(tour: Tour) -> dict[str, Any]:
    """A tour with its problem."""
    return {"problem": problem_to_json(tour.problem), "tour": _squares(tour)}


def problem_to_json(problem: TourProblem, *, whole: bool = False) -> dict[str, Any]:
    """A problem: its board or graph, its kind, its ends; the moves asked for, where there are some.

    Parameters
    ----------
    problem : the question
    whole : of a graph, tell every vertex (`labels`, in order) and move (`moves`, pairs of their numbers)
    """
    data: dict[str, Any] = {}
    if problem.board is not None:
        data["board"] = _board(problem.board)
    else:
        graph = problem.graph
        assert graph is not None
        edges = graph.number_of_edges()
        data["graph"] = {"vertices": len(problem), "edges": edges, "name": plain(graph.graph.get("name"))}
        data["graph"]["directed"] = problem.directed
        if whole:
            index = problem.vertices.index
            data["graph"]["labels"] = _vertices(problem, graph)
            data["graph"]["moves"] = [[index(first), index(second)] for first, second in graph.edges()]
    data["kind"] = problem.kind.value
    for name, end in (("start", problem.start), ("end", problem.end)):
        data[name] = None if end is None else vertex_to_json(problem, end)
    for name, moves in (("required", problem.required), ("forbidden", problem.forbidden)):
        if moves:
            data[name] = [_vertices(problem, move) for move in moves]
    if problem.given:
        data["given"] = [[vertex_to_json(problem, vertex), number] for vertex, number in problem.given]
    return data


def evidence_to_json(problem: TourProblem, evidence: Evidence) -> dict[str, Any]:
    """A piece of evidence: its type, its data, and the reason in one sentence."""
    data: dict[str, Any] = {"type": evidence.type}
    for part in fields(evidence):
        value = getattr(evidence, part.name)
        if part.name == "vertices":
            value = _vertices(problem, map(problem.vertices.square, value))
        if part.name == "sets":
            value = [_with_dummy(problem, members) for members in value]
        data[part.name] = plain(value)
    data["summary"] = evidence.summary
    return data


def comparison_to_json(comparison: Comparison) -> dict[str, Any]:
    """A comparison: its results, whether they agree, and what some solvers cannot take."""
    return {
        "results": [result_to_json(result) for result in comparison.results],
        "unsupported": [
            {"solver": row.solver, "problem": problem_to_json(row.problem), "reason": row.unsupported}
            for row in comparison.rows
            if row.unsupported is not None
        ],
        "agree": comparison.agree,
        "decided": comparison.decided,
        "verdict": comparison.verdict,
    }


def puzzle_to_json(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle: its clues as pairs of a square and a number, its solution, and what is known of both."""
    return {
        "problem": problem_to_json(puzzle.problem),
        "givens": [[list(square), number] for square, number in puzzle.givens.items()],
        "solution": _squares(puzzle.solution),
        "seed": puzzle.seed,
        "unique": True,
        "proof": plain(asdict(puzzle.proof)),
        "minimal": puzzle.minimal,
        "witnesses": [[list(square), _squares(tour)] for square, tour in puzzle.witnesses.items()],
        "versions": versions(),
    }


def description_to_json(description: Description) -> dict[str, Any]:
    """A description: its numbers, null where there is no such number, and why not (`undefined`)."""
    sums, symmetry, renumberings = description.sums, description.symmetry, description.renumberings
    return {
        "turns": description.turns,
        "straight": description.straight,
        "crossings": description.crossings,
        "angles": plain(description.angles),
        "sums": None
        if sums is None
        else plain(asdict(sums)) | {"semi_magic": sums.semi_magic, "magic": sums.magic},
        "renumberings": None if renumberings is None else [plain(asdict(each)) for each in renumberings],
        "central_difference": description.central_difference,
        "central_sum": description.central_sum,
        "symmetry": None
        if symmetry is None
        else {
            "type": symmetry.name,
            "order": symmetry.order,
            "symmetries": [
                {"name": each.symmetry.name, "reverses": each.reverses} for each in symmetry.symmetries
            ],
        },
        "undefined": plain(description.undefined),
    }


def faults_to_json(
    problem: TourProblem, faults: Sequence[Fault], kind: str | None = None
) -> dict[str, Any]:
    """What `verify` says: whether the tour is right, of which kind, and its faults.

    Of very many faults the first 10,000 are listed; `fault_count` tells how many there are.

    Parameters
    ----------
    problem : what the tour was held against
    faults : what the verifier found; none if the tour is right
    kind : what to call the tour; None = the kind of the problem
    """
    return {
        "valid": not faults,
        "kind": kind or problem.kind.value,
        "problem": problem_to_json(problem),
        "fault_count": len(faults),
        "faults": [
            {
                "kind": fault.kind.value,
                "message": fault.message,
                "steps": plain(fault.steps),
                "squares": _vertices(problem, fault.squares),
            }
            for fault in faults[:FAULTS_LISTED]
        ],
    }


def vertex_to_json(problem: TourProblem, vertex: Any) -> Any:
    """A square as a list of numbers, or a label as itself or its text."""
    if problem.board is not None and isinstance(vertex, tuple):
        return plain(vertex)
    return vertex if _is_plain(vertex) else str(vertex)


def plain(value: Any) -> Any:
    """The same in the types that JSON has; what has no such type becomes its text."""
    if isinstance(value, Enum):
        return plain(value.value)
    if isinstance(value, np.generic):
        return plain(value.item())
    if isinstance(value, Mapping):
        return {str(name): plain(entry) for name, entry in value.items()}
    if isinstance(value, list | tuple):
        return [plain(entry) for entry in value]
    return value if _is_plain(value) else str(value)


def _is_plain(value: Any) -> bool:
    if type(value) is float:
        return math.isfinite(value)
    return value is None or type(value) in (str, int, bool)


def _squares(tour: Tour) -> list[Any]:
    if tour.problem.board is not None:
        return list(map(list, tour.squares))
    return _vertices(tour.problem, tour.squares)


def _with_dummy(problem: TourProblem, members: Sequence[int]) -> list[Any]:
    """Vertices, null for the dummy vertex, which has the number after the last."""
    square, dummy = problem.vertices.square, len(problem)
    return [None if one == dummy else vertex_to_json(problem, square(one)) for one in members]


def _vertices(problem: TourProblem, vertices: Any) -> list[Any]:
    return [vertex_to_json(problem, vertex) for vertex in vertices]


def _board(board: Board) -> dict[str, Any]:
    leaps = list(map(list, board.leap.leaps))
    return {
        "shape": list(board.shape),
        "leap": leaps if len(leaps) > 1 else leaps[0],
        "holes": [list(hole) for hole in sorted(board.holes)],
        "wrap": list(board.wrap),
    }
