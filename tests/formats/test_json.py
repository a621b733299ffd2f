"""JSON: tours read, results and verdicts written."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import networkx
import numpy as np
import pytest

from knight_models.core.board import Board
from knight_models.core.errors import FormatError
from knight_models.core.evidence import (
    ColourImbalance,
    CutSetProof,
    Disconnected,
    Evidence,
    Exhausted,
    ForcedMoves,
    LowDegree,
    NoSymmetricTour,
    SolverClaim,
    VertexCut,
)
from knight_models.core.limits import Limits
from knight_models.core.problem import Kind, TourProblem
from knight_models.core.result import SolveResult, Statistics, Status
from knight_models.core.tour import NumberGrid, Tour
from knight_models.formats import (
    comparison_to_json,
    evidence_to_json,
    faults_to_json,
    problem_to_json,
    read_evidence,
    read_tours,
    result_to_json,
)
from knight_models.formats.json import EVIDENCE as EVIDENCE_KINDS
from knight_models.formats.json import plain, tour_to_json
from knight_models.tasks.compare import Comparison, Row
from knight_models.tasks.solve import solve
from knight_models.verifier import faults

# ---- reading

EULER = [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]


def result(kind: str = "open", tour: bool = True) -> dict[str, Any]:
    problem = TourProblem("3x4", kind=kind)
    found = Tour(problem, EULER) if tour else None
    return result_to_json(SolveResult(Status.FOUND if tour else Status.UNKNOWN, problem, found))


def test_a_result_brings_its_board_and_its_kind() -> None:
    [reading] = read_tours(json.dumps(result("strictly-open"), indent=1))
    assert (reading.space, reading.kind, reading.form) == (Board((3, 4)), Kind.STRICTLY_OPEN, "json")
    assert faults(TourProblem(reading.space), reading.answer) == []


@pytest.mark.parametrize("wrap", [lambda found: found, lambda found: {"results": found, "agree": True}])
def test_lists_of_results_and_comparisons_give_every_tour(wrap: Any) -> None:
    readings = read_tours(json.dumps(wrap([result(), result("closed")])))
    assert [reading.kind for reading in readings] == [Kind.OPEN, Kind.CLOSED]


def test_a_comparison_leaves_out_results_without_a_tour() -> None:
    assert len(read_tours(json.dumps({"results": [result(tour=False), result()]}))) == 1
    with pytest.raises(FormatError, match="'results' holds no tour"):
        read_tours(json.dumps({"results": [result(tour=False)]}))


def test_an_object_with_tours_and_a_problem_gives_them_all() -> None:
    squares = result()["tour"]
    readings = read_tours(json.dumps({"problem": result()["problem"], "tours": [squares, squares[::-1]]}))
    assert [reading.answer[0] for reading in readings if isinstance(reading.answer, list)] == [
        (0, 0),
        (2, 3),
    ]


@pytest.mark.parametrize(
    ("beside", "board"),
    [
        ({"board": "8x8"}, Board((8, 8))),
        ({"board": [8, 8]}, Board((8, 8))),
        ({"board": {"shape": [8, 8], "holes": [[0, 0], "h8"]}}, Board((8, 8), holes=["a8", "h8"])),
        ({"board": "8x8", "leap": [1, 3], "wrap": "both"}, Board((8, 8), leap=(1, 3), wrap="both")),
        ({"board": "8x8", "holes": "a8 h8"}, Board((8, 8), holes=["a8", "h8"])),
        ({"problem": {"board": "8x8"}}, Board((8, 8))),
        ({"problem": {"board": "8x8"}, "board": "8x8"}, Board((8, 8))),
    ],
)
def test_a_board_beside_the_tour_is_the_board_of_the_tour(beside: Any, board: Board) -> None:
    [reading] = read_tours(json.dumps(beside | {"tour": ["a1", "b3"]}))
    assert (reading.space, reading.answer) == (board, [(7, 0), (5, 1)])
    [several] = read_tours(json.dumps(beside | {"tours": [["a1", "b3"]]}))
    assert (several.space, several.answer) == (reading.space, reading.answer)


def test_a_board_in_json_may_have_one_axis() -> None:
    [reading] = read_tours('{"board": [5], "leap": [0, 1], "tour": [[0], [1], [2]]}')
    assert reading.space == Board((5,), leap=(0, 1))


def test_a_kind_beside_the_tour_is_its_kind() -> None:
    [reading] = read_tours('{"board": "8x8", "kind": "closed", "tour": ["a1", "b3"]}')
    assert reading.kind is Kind.CLOSED


def test_lists_of_lists_are_several_tours() -> None:
    squares = [[0, 0], [1, 2]]
    assert [reading.answer for reading in read_tours(json.dumps([squares, squares]))] == [
        [(0, 0), (1, 2)]
    ] * 2
    assert len(read_tours('[["a1", "b3"], ["b3", "a1", "c2"]]')) == 2
    assert len(read_tours("[[[1, 4, 7], [2, 3, 5]], [[1, 2, 3], [4, 5, 6]]]")) == 2
    graph = networkx.path_graph(3)
    assert [r.answer for r in read_tours("[[0, 1], [1]]", graph=graph)] == [[0, 1], [1]]


def test_a_grid_may_have_null_for_a_hole() -> None:
    [reading] = read_tours("[[1, 4, 7], [6, null, 2], [3, 8, 5]]")
    assert reading.space == Board((3, 3), holes=frozenset({(1, 1)}))


def test_rows_of_a_board_two_columns_wide_are_squares_where_they_lie_on_it() -> None:
    board = Board((4, 2))
    [squares] = read_tours("[[0, 0], [2, 1], [3, 1], [1, 0]]", board=board)
    assert squares.answer == [(0, 0), (2, 1), (3, 1), (1, 0)]
    [grid] = read_tours("[[1, 2], [3, 4], [5, 6], [7, 8]]", board=board)
    assert isinstance(grid.answer, NumberGrid)


def test_whole_numbers_alone_are_vertex_numbers_or_labels() -> None:
    [reading] = read_tours("[11, 0]", board=Board((3, 4)))
    assert np.asarray(reading.answer).tolist() == [11, 0]
    [labels] = read_tours("[2, 1]", graph=networkx.path_graph([1, 2]))
    assert labels.answer == [2, 1]
    with pytest.raises(FormatError, match="vertex numbers do not say what board"):
        read_tours("[11, 0]")


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ('{"tour": [[0, 0]', 1, 17, "not JSON"),
        ('{\n "tour": [0 0]}', 2, 13, "not JSON"),
        ("{}", None, None, "no 'tour'"),
        ('{"tour": null, "status": "impossible"}', None, None, "its status is 'impossible'"),
        ('{"tour": 7}', None, None, "not 7"),
        ("[]", None, None, "a tour is a list"),
        ("[[1, 2], [3]]", None, None, "different lengths"),
        ("[[]]", None, None, "a list in it is empty"),
        ("[[], []]", None, None, "a list in it is empty"),
        ("[[[]]]", None, None, "a list in it is empty"),
        ('{"tour": [[]]}', None, None, "a list in it is empty"),
        ('{"tours": [[[]]]}', None, None, "a list in it is empty"),
        ("[[1, 2], []]", None, None, "different lengths"),
        ('["a1", "b3", 5]', None, None, "5 is not the name of a square, and stands among names"),
        ('["a1", "b3", null]', None, None, "null is not the name of a square"),
        ('[[1, 2], [3, 4], "x"]', None, None, '"x" stands among lists'),
        ('["a1", "' + "x" * 1000 + '"]', None, None, "'x{40}[.]{3}' is not a square"),
        ("[[1, " + "[" * 9 + "]" * 9 + "]]", None, None, "is not a number"),
        ('{"tour": null, "status": "' + "x" * 1000 + '"}', None, None, "'x{40}[.]{3}'$"),
        ('{"tour": ["a1"], "problem": {"kind": "' + "x" * 1000 + '"}}', None, None, "'x{40}[.]{3}'; the"),
        ('{"tour": ["a1"], "board": "8"}', None, None, "makes no sense: '8' is not a board"),
        ('{"tour": ["a1"], "board": [8.5, 8]}', None, None, "makes no sense"),
        ('{"tour": ["a1"], "board": 8}', None, None, "makes no sense"),
        ('{"tour": ["a1"], "board": {}}', None, None, "makes no sense: 'shape'"),
        (
            '{"tour": ["a1"], "board": "3x3", "problem": {"board": "4x4"}}',
            None,
            None,
            '"4x4" in the problem',
        ),
        ('{"tour": ["a1"], "problem": "8x8"}', None, None, 'a problem is an object .* not "8x8"'),
        ('{"tour": ["a1"], "graph": {"vertices": 1}}', None, None, "tour of a graph; name its file"),
        ('{"tour": ["a1"], "kind": "round"}', None, None, "unknown kind 'round'"),
        ('[[1, "x"], [3, 4]]', None, None, '"x" is not a number'),
        ("[[1, 2.5], [3, 4]]", None, None, "2.5 is not a number"),
        ("[[1, null]]", None, None, "not null"),
        ('["a1", "x"]', None, None, "'x' is not a square"),
        ("[[1, 2, 99999999999999999999]]", None, None, "too many digits"),
        ("[" * 100_000, None, None, "not JSON that can be read"),
        ('{"tour": [[0, 0]], "problem": {"board": {"shape": [0]}}}', None, None, "makes no sense"),
        ('{"tour": [[0, 0]], "problem": {"kind": "round"}}', None, None, "unknown kind 'round'"),
    ],
)
def test_wrong_json_is_refused(text: str, line: int | None, column: int | None, message: str) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        read_tours(text)
    assert (caught.value.line, caught.value.column) == (line, column)


# ---- writing

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
        "support": None,
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


def test_the_evidence_that_supports_a_claim_is_written_like_the_claim() -> None:
    problem = TourProblem(networkx.star_graph(3))
    claim, support = SolverClaim("ortools", "9.1"), LowDegree((1, 2, 3))
    data = through_json(
        result_to_json(SolveResult(Status.IMPOSSIBLE, problem, evidence=claim, support=support))
    )
    assert (data["evidence"]["type"], data["support"]["type"]) == ("SolverClaim", "LowDegree")
    assert data["support"]["vertices"] == [1, 2, 3]
    assert data["problem"]["graph"]["labels"] == [0, 1, 2, 3]


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
    assert shown["summary"] == evidence.explain(result.problem)


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


# ---- evidence

PATH = {"labels": [0, 1, 2], "moves": [[0, 1], [1, 2]]}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"labels": [0, False, 1]}, "two vertices of the graph have the same label"),
        ({"labels": [1, 1.0, 2]}, "two vertices of the graph have the same label"),
        ({"directed": "no"}, "'directed' of the graph is true or false, not \"no\""),
        ({"moves": [[-1, 1]]}, r"two numbers from 0 to 2, not \[-1, 1\]"),
        ({"moves": [[0, 3]]}, r"two numbers from 0 to 2, not \[0, 3\]"),
        ({"moves": [[0, True]]}, r"two numbers from 0 to 2, not \[0, true\]"),
        ({"moves": [[0, 1, 2]]}, "a part of it is missing or of the wrong form"),
    ],
)
def test_a_graph_in_a_file_of_evidence_must_be_what_it_says(change: dict[str, Any], message: str) -> None:
    data = {
        "problem": {"graph": PATH | change, "kind": "closed"},
        "evidence": {"type": "LowDegree", "vertices": [0, 2]},
    }
    with pytest.raises(FormatError, match=message):
        read_evidence(json.dumps(data))


RIGHT = {
    "status": "impossible",
    "problem": {
        "graph": {"vertices": 3, "edges": 2, "name": None, "directed": False, **PATH},
        "kind": "closed",
        "start": 0,
        "end": None,
        "required": [[0, 1]],
        "forbidden": [],
        "given": [[1, 2]],
    },
    "evidence": {"type": "LowDegree", "vertices": [0, 2], "summary": "two vertices"},
}
ON_BOARD = {
    "problem": {"board": {"shape": [3, 3], "leap": [1, 2], "holes": [[0, 0]], "wrap": []}, "kind": "open"},
    "evidence": {"type": "LowDegree", "vertices": [[1, 1]]},
}
PROOF = {"type": "CutSetProof", "sets": [[0, 1], [2]], "refutation": "0\n"}
ANYTHING: list[Any] = [
    None, True, False, -1, 3, 10**400, 0.0, 1.0, 1.5, 1e3, 1e400, float("nan"), "", "0", "no", "a1",
    [], [0], [-1], [True], [1.0], ["0"], [[0, 0]], [[-1, 0]], [[0, True]], [[0, 1.0]], {}, {"0": 1}, [None],
]  # fmt: skip
"""Values that a part of a file may have; a few fit somewhere."""


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path to every value inside a value."""
    parts = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    return [path, *(place for key, part in parts for place in _places(part, (*path, key)))]


def _with(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """The same with another value at the end of a path."""
    if not path:
        return new
    copied = copy.copy(value)
    copied[path[0]] = _with(value[path[0]], path[1:], new)
    return copied


def _described(problem: TourProblem, evidence: Any) -> Any:
    """What was understood, in types that tell 1 from true and from 1.0."""
    data = {
        "problem": problem_to_json(problem, whole=True),
        "evidence": evidence_to_json(problem, evidence),
    }
    return json.loads(json.dumps(data))


@pytest.mark.parametrize(
    "data", [RIGHT, ON_BOARD, RIGHT | {"evidence": PROOF}], ids=["graph", "board", "proof"]
)
def test_whatever_stands_in_a_file_of_evidence_is_read_as_it_stands_or_refused(data: Any) -> None:
    """Each value in turn is replaced by each of many: true is not 1, 1.0 is not 1, -1 is not the last."""
    read_evidence(json.dumps(data))
    for path in _places(data):
        for new in ANYTHING:
            text = json.dumps(_with(data, path, new))
            try:
                understood = _described(*read_evidence(text))
            except FormatError:
                continue
            _must_agree(json.loads(text), understood, path)


def _must_agree(written: Any, understood: Any, path: tuple[Any, ...]) -> None:
    """What stands in the file at a path is what was understood there, or says nothing."""
    if path[-1] in ("status", "summary", "name"):
        return
    if "leap" in path:  # the two lengths of a leap may stand in either order
        written, understood = (
            sorted(written["problem"]["board"]["leap"]),
            understood["problem"]["board"]["leap"],
        )
        path = ()
    for key in path:
        written = written[key]
        understood = understood.get(key) if isinstance(understood, dict) else understood[key]
        if understood is None:  # such as `required`, where nothing is required
            break
    nothing = "null" if path[-1:] in (("start",), ("end",)) else "[]"
    text = json.dumps(written)
    assert text == json.dumps(understood) or (understood is None and text == nothing), (path, written)


@pytest.mark.parametrize(
    ("path", "name"),
    [((), ""), (("problem",), "requierd"), (("problem", "graph"), "multi"), (("evidence",), "vertexes")],
)
def test_a_part_that_would_be_passed_over_is_refused(path: tuple[str, ...], name: str) -> None:
    inner: Any = RIGHT
    for key in path:
        inner = inner[key]
    text = json.dumps(_with(RIGHT, path, inner | {name or "more": [[0, 1]]}))
    if not path:  # a result has many other parts
        read_evidence(text)
        return
    with pytest.raises(FormatError, match=f"unknown part of a? ?[A-Za-z]+: '{name}'"):
        read_evidence(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"problem": {}, "problem": {}}', "the key 'problem' stands twice in one object"),
        (json.dumps(RIGHT).replace('"kind"', '"kind": "open", "kind"'), "the key 'kind' stands twice"),
        (
            json.dumps(RIGHT).replace('"vertices": [0', '"vertices": [1], "vertices": [0'),
            "'vertices' stands twice",
        ),
        (json.dumps(RIGHT | {"status": "found"}), "there is no evidence in it; its status is 'found'"),
        (json.dumps(RIGHT | {"status": "unknown"}), "its status is 'unknown'"),
        ("", "there is nothing in it"),
        ("[" * 100_000, "this is not JSON that can be read"),
    ],
)
def test_a_file_of_evidence_that_contradicts_itself_is_refused(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        read_evidence(text, source="proof.json")
    assert str(caught.value).startswith("proof.json: ")


@pytest.mark.parametrize("counts", [{"vertices": 4}, {"edges": 1}, {"edges": 2.0}, {"vertices": True}])
def test_the_counts_of_a_graph_are_those_of_its_lists(counts: dict[str, Any]) -> None:
    graph = RIGHT["problem"]["graph"] | counts  # type: ignore[index]  # nested
    with pytest.raises(FormatError, match=r"of the graph is .*, but [23] are listed"):
        read_evidence(json.dumps(_with(RIGHT, ("problem", "graph"), graph)))


def test_labels_that_look_alike_are_different_vertices_in_a_file() -> None:
    labels = [1, "1", "true", 1.5, "1.5"]
    data = _with(RIGHT, ("problem",), {"graph": {"labels": labels, "moves": [[0, 1]]}, "kind": "open"})
    for number, label in enumerate(labels):
        problem, evidence = read_evidence(json.dumps(_with(data, ("evidence", "vertices"), [label])))
        assert (evidence, len(problem)) == (LowDegree((number,)), 5)
    for label in (True, 1.0, "1.50", None):
        with pytest.raises(FormatError, match="is not a label of the graph"):
            read_evidence(json.dumps(_with(data, ("evidence", "vertices"), [label])))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_evidence_in_other_encodings_is_read_or_refused_in_one_sentence(encoding: str) -> None:
    mark = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}.get(encoding, b"")
    data = mark + json.dumps(RIGHT).encode(encoding)
    if encoding == "utf-32":
        with pytest.raises(FormatError, match="binary file"):
            read_evidence(data)
    else:
        assert read_evidence(data) == read_evidence(json.dumps(RIGHT)) or read_evidence(data)[
            1
        ] == LowDegree((0, 2))


EVIDENCE = [
    LowDegree((0, 2)),
    Disconnected((1,)),
    VertexCut((1, 2)),
    ForcedMoves((0,)),
    ColourImbalance("010"),
    NoSymmetricTour(),
    CutSetProof(((0, 1), (2, 3)), "0\n"),
]
SPACES = [Board((1, 3)), networkx.path_graph(["a", 1, (0, 1)]), networkx.DiGraph([(0, "x"), ("x", 2.5)])]


@pytest.mark.parametrize("space", SPACES, ids=["board", "graph", "arcs"])
@pytest.mark.parametrize("evidence", EVIDENCE, ids=lambda evidence: evidence.type)
def test_evidence_is_read_back_as_it_was(evidence: Evidence, space: Any) -> None:
    """The dummy vertex of a set, number 3 here, is written as null."""
    result = SolveResult(Status.IMPOSSIBLE, TourProblem(space), evidence=evidence)
    problem, read = read_evidence(json.dumps(through_json(result_to_json(result))))
    assert (read, len(problem), problem.directed) == (evidence, 3, result.problem.directed)


def test_every_kind_that_can_be_checked_is_read() -> None:
    """A new kind of evidence needs no line in the reader; it is among those above."""
    checkable = {name for name, kind in EVIDENCE_KINDS.items() if kind.checkable}
    assert checkable - {"Theorem"} == {evidence.type for evidence in EVIDENCE}


@pytest.mark.parametrize("kind", ["open", "closed"])
def test_a_graph_is_listed_whole_only_beside_its_evidence(kind):
    """Its labels and moves are what evidence is about; beside a tour or a reason, its size is enough."""
    graph = networkx.path_graph(["a", "b", "c"])
    problem = TourProblem(graph, kind)
    size = {"vertices": 3, "edges": 2, "name": None, "directed": False}
    listed = {**size, "labels": ["a", "b", "c"], "moves": [[0, 1], [1, 2]]}
    assert problem_to_json(problem)["graph"] == problem_to_json(problem, whole=False)["graph"] == size
    assert problem_to_json(problem, whole=True)["graph"] == listed
    assert tour_to_json(Tour(problem, [0, 1, 2]))["problem"]["graph"] == size
    assert faults_to_json(problem, [])["problem"]["graph"] == size
    for solver in ("auto", "warnsdorff", "obstructions"):
        result = solve(problem, solver)
        data = result_to_json(result)["problem"]["graph"]
        assert data == (listed if result.evidence is not None else size)


BOARD_PARTS = {"leap": [1, 2], "holes": [], "wrap": []}
GRAPH_PARTS = {"vertices": 3, "edges": 2, "name": None, "directed": False}
PROBLEM_PARTS: dict[str, Any] = {"start": None, "end": None, "required": [], "forbidden": [], "given": []}


@pytest.mark.parametrize("absent", [*PROBLEM_PARTS, *BOARD_PARTS, *GRAPH_PARTS])
def test_a_part_that_is_absent_is_the_plain_one(absent):
    """No ends, no conditions, a knight, no hole and no wrap, and moves without directions."""
    board = {"shape": [3, 3], **BOARD_PARTS}
    graph = {"labels": ["a", "b", "c"], "moves": [[0, 1], [1, 2]], **GRAPH_PARTS}
    evidence = {"type": "Exhausted", "solver": "depth-first", "steps": 1}
    for space in ({"board": board}, {"graph": graph}):
        whole: dict[str, Any] = {**copy.deepcopy(space), "kind": "closed", **PROBLEM_PARTS}
        less = copy.deepcopy(whole)
        for part in (less, *(less[name] for name in space)):
            part.pop(absent, None)
        (one, _), (other, _) = (
            read_evidence(json.dumps({"problem": each, "evidence": evidence})) for each in (whole, less)
        )
        assert str(one) == str(other)
        assert (one.directed, one.start, one.end) == (other.directed, other.start, other.end)
        assert one.board == other.board
        if one.graph is not None:
            assert not one.directed
            assert not other.directed
            assert list(one.graph.edges) == list(other.graph.edges) == [("a", "b"), ("b", "c")]
