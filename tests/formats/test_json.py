"""Tours in JSON and numpy files."""

from __future__ import annotations

import io
import json
from typing import Any

import networkx
import numpy as np
import pytest

from knight_models.core.board import Board
from knight_models.core.errors import FormatError
from knight_models.core.problem import Kind, TourProblem
from knight_models.core.result import SolveResult, Status
from knight_models.core.tour import NumberGrid, Tour
from knight_models.formats.json import result_to_json
from knight_models.formats.reading import read_tours
from knight_models.verifier import faults

EULER = [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]


def result(kind: str = "open", tour: bool = True) -> dict[str, Any]:
    problem = TourProblem("3x4", kind=kind)
    found = Tour(problem, EULER) if tour else None
    return result_to_json(SolveResult(Status.FOUND if tour else Status.UNKNOWN, problem, found))


def npy(array: Any) -> bytes:
    stream = io.BytesIO()
    np.save(stream, np.array(array))
    return stream.getvalue()


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
        ('{"tour": [[0, 0]', 1, 17, "no JSON"),
        ('{\n "tour": [0 0]}', 2, 13, "no JSON"),
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
        ('["a1", "b3", 5]', None, None, "5 is no name of a square, and stands among names"),
        ('["a1", "b3", null]', None, None, "null is no name of a square"),
        ('[[1, 2], [3, 4], "x"]', None, None, '"x" stands among lists'),
        ('["a1", "' + "x" * 1000 + '"]', None, None, "'x{40}[.]{3}' is no square"),
        ("[[1, " + "[" * 9 + "]" * 9 + "]]", None, None, "is no number"),
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
        ('[[1, "x"], [3, 4]]', None, None, '"x" is no number'),
        ("[[1, 2.5], [3, 4]]", None, None, "2.5 is no number"),
        ("[[1, null]]", None, None, "not null"),
        ('["a1", "x"]', None, None, "'x' is no square"),
        ("[[1, 2, 99999999999999999999]]", None, None, "too many digits"),
        ("[" * 100_000, None, None, "no JSON that can be read"),
        ('{"tour": [[0, 0]], "problem": {"board": {"shape": [0]}}}', None, None, "makes no sense"),
        ('{"tour": [[0, 0]], "problem": {"kind": "round"}}', None, None, "unknown kind 'round'"),
    ],
)
def test_wrong_json_is_refused(text: str, line: int | None, column: int | None, message: str) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        read_tours(text)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_a_numpy_file_holds_an_order_or_a_grid() -> None:
    [order] = read_tours(npy(EULER), board=Board((3, 4)))
    assert faults(TourProblem(order.space), order.answer) == []
    [grid] = read_tours(npy([[1, 4, 7, 10], [8, 11, 2, 5], [3, 6, 9, 12]]))
    assert (grid.space, grid.form) == (Board((3, 4)), "npy")
    assert faults(TourProblem(grid.space), grid.answer) == []


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (npy(EULER)[:-5], "damaged"),
        (npy(EULER)[:20], "damaged"),
        (npy(EULER).replace(b"'descr'", b"  (    "), "damaged"),
        (npy(0.5), "not of float64"),
        (npy([[0.5, 1]]), "not of float64"),
        (npy(EULER), "--board or --graph"),
    ],
)
def test_a_wrong_numpy_file_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read_tours(data)
