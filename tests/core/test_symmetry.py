"""The kinds of symmetry: what they mean, and where they are not defined."""

from __future__ import annotations

import networkx as nx
import pytest
from symmetry_reference import plane_maps

import knight_models as km
from knight_models.core.board import Board
from knight_models.core.errors import ProblemError
from knight_models.core.problem import TourProblem
from knight_models.core.symmetry import (
    HALF_TURN,
    LEFT_RIGHT,
    QUARTER_TURN,
    TOP_BOTTOM,
    SymmetryKind,
    maps_of,
)

MAPS = (HALF_TURN, LEFT_RIGHT, TOP_BOTTOM, QUARTER_TURN)
CLOSED_ONLY = ("eulerian", "bergholtian", "quarter-turn")


@pytest.mark.parametrize("shape", [(4, 4), (5, 5), (3, 7), (6, 2)])
def test_the_maps_are_those_that_their_names_say(shape):
    board = Board(shape)
    by_name = plane_maps(*shape)
    for each in MAPS:
        assert each.keeps(board) == (each.name in by_name)
        if each.name in by_name:
            assert [each.image(board, at) for at in board] == list(map(by_name[each.name], board))


def test_a_map_that_moves_no_square_is_none():
    assert not any(each.keeps(Board((1, 1))) for each in MAPS)
    line = Board((1, 5), leap=(0, 1))
    assert [each.name for each in MAPS if each.keeps(line)] == ["half-turn", "reflection left-right"]
    with pytest.raises(ProblemError, match="central symmetry is not defined for 1x1"):
        TourProblem("1x1", symmetry="central")


def test_two_quarter_turns_are_a_half_turn():
    board = Board((5, 5))
    for square in board:
        assert QUARTER_TURN.image(board, QUARTER_TURN.image(board, square)) == HALF_TURN.image(
            board, square
        )


def test_a_kind_asks_for_one_of_its_maps():
    asked = {kind.value: {each.name for each in maps_of(kind)} for kind in SymmetryKind}
    assert asked == {
        "eulerian": {"half-turn"},
        "bergholtian": {"half-turn"},
        "central": {"half-turn"},
        "axial": {"reflection left-right", "reflection top-bottom"},
        "quarter-turn": {"quarter-turn"},
    }
    assert {kind.value for kind in SymmetryKind if kind.closed_only} == set(CLOSED_ONLY)


@pytest.mark.parametrize("kind", SymmetryKind)
def test_a_problem_takes_a_kind_or_its_text(kind):
    for symmetry in (kind, kind.value):
        problem = TourProblem("6x6", "closed", symmetry=symmetry)
        assert problem.symmetry is kind
    assert problem == TourProblem("6x6", "closed", symmetry=kind) != TourProblem("6x6", "closed")
    assert str(problem) == f"closed tour of 6x6 with {kind.adjective} symmetry"


def test_without_one_a_problem_asks_for_none():
    assert TourProblem("6x6").symmetry is None


@pytest.mark.parametrize(
    "wrong", ["eulr", "", "Eulerian", "rotary", 3, True, ["axial"], b"axial", object()]
)
def test_an_unknown_symmetry_is_refused_with_those_that_there_are(wrong):
    with pytest.raises(ProblemError, match="unknown symmetry") as refusal:
        TourProblem("6x6", "closed", symmetry=wrong)
    assert all(kind in str(refusal.value) for kind in SymmetryKind)


@pytest.mark.parametrize("kind", SymmetryKind)
@pytest.mark.parametrize(
    "graph", [nx.cycle_graph(6), nx.DiGraph([(0, 1), (1, 0)]), km.knight_graph("6x6")], ids=str
)
def test_a_graph_has_no_symmetry_of_a_board(kind, graph):
    with pytest.raises(ProblemError, match=f"{kind}.*is asked of tours of a board; this is a graph"):
        TourProblem(graph, "closed", symmetry=kind)


@pytest.mark.parametrize("symmetry", CLOSED_ONLY)
@pytest.mark.parametrize("kind", ["open", "strictly-open"])
def test_an_open_tour_is_never_eulerian_bergholtian_or_quarter_turned(symmetry, kind):
    with pytest.raises(
        ProblemError, match=f"{symmetry} symmetry is defined for closed tours; an open tour"
    ):
        TourProblem("6x6", kind, symmetry=symmetry)


@pytest.mark.parametrize("symmetry", ["central", "axial"])
@pytest.mark.parametrize("kind", ["open", "strictly-open", "closed"])
def test_tours_of_every_kind_can_be_central_or_axial(symmetry, kind):
    assert TourProblem("4x5", kind, symmetry=symmetry).symmetry == symmetry


BOARDS = [
    ("quarter-turn", Board((4, 6)), "the quarter-turn does not keep the board"),
    ("quarter-turn", Board((1, 2)), "the quarter-turn does not keep the board"),
    *((kind, Board((3, 4, 2)), "for boards with two axes, not for 3x4x2") for kind in SymmetryKind),
    *((kind, Board((12,)), "for boards with two axes, not for 12") for kind in SymmetryKind),
    *((kind, Board((6, 6), wrap="both"), "without wrapped axes, not for 6x6") for kind in SymmetryKind),
    ("axial", Board((6, 6), wrap="rows"), "without wrapped axes, not for 6x6"),
    *(
        (kind, Board((6, 6), holes=[(0, 0)]), "the half-turn does not keep the board")
        for kind in ("eulerian", "bergholtian", "central")
    ),
    ("axial", Board((6, 6), holes=[(0, 0), (5, 5)]), "reflection left-right or the reflection top-bottom"),
    ("quarter-turn", Board((6, 6), holes=[(0, 0), (5, 5)]), "the quarter-turn does not keep the board"),
]


@pytest.mark.parametrize(("symmetry", "board", "words"), BOARDS, ids=lambda value: str(value)[:40])
def test_a_board_without_the_map_is_refused_by_name(symmetry, board, words):
    with pytest.raises(ProblemError, match=f"^{symmetry} symmetry is ") as refusal:
        TourProblem(board, "closed", symmetry=symmetry)
    assert words in str(refusal.value)
    assert str(board) in str(refusal.value)


@pytest.mark.parametrize(
    ("symmetry", "holes"),
    [
        ("central", [(0, 0), (5, 5)]),
        ("eulerian", [(0, 0), (5, 5)]),
        ("bergholtian", [(0, 0), (5, 5)]),
        ("axial", [(0, 0), (0, 5)]),
        ("axial", [(0, 0), (5, 0)]),
        ("quarter-turn", [(0, 0), (0, 5), (5, 0), (5, 5)]),
    ],
)
def test_holes_that_the_map_keeps_are_no_hindrance(symmetry, holes):
    assert TourProblem(Board((6, 6), holes=holes), "closed", symmetry=symmetry).symmetry == symmetry


def test_given_numbers_and_a_symmetry_are_not_asked_for_together():
    with pytest.raises(ProblemError, match="axial symmetry and given numbers cannot be asked for together"):
        TourProblem("3x10", "closed", given={"a1": 1}, symmetry="axial")


def test_ends_and_moves_go_together_with_a_symmetry():
    problem = TourProblem("3x4", start="a3", end="d1", required=[("a3", "c2")], symmetry="central")
    assert str(problem) == "open tour of 3x4 from a3 to d1 with central symmetry and 1 required move"


def test_a_symmetry_implies_those_with_fewer_conditions():
    implied = {
        (one.value, other.value) for one in SymmetryKind for other in SymmetryKind if one.implies(other)
    }
    proper = {(one, other) for one, other in implied if one != other}
    assert proper == {(kind, "central") for kind in ("eulerian", "bergholtian", "quarter-turn")}
    assert len(implied) == len(proper) + len(SymmetryKind)
