"""The verifier: every kind of fault is named; every form of a tour is read; evidence is re-checked."""

from itertools import pairwise

import networkx
import numpy as np
import pytest
import reference
from hypothesis import given
from hypothesis import strategies as st

from knight_models.core.board import Board
from knight_models.core.errors import ProblemError, VerificationError
from knight_models.core.evidence import (
    ColourImbalance,
    Disconnected,
    Exhausted,
    ForcedMoves,
    LowDegree,
    SolverClaim,
)
from knight_models.core.problem import TourProblem
from knight_models.core.tour import NumberGrid, Tour
from knight_models.engine.moves import knight_graph
from knight_models.verifier import FaultKind, closes, faults, verify

# Euler 1759: an open tour of 3x4 as a number grid.
GRID = [[1, 4, 7, 10], [8, 11, 2, 5], [3, 6, 9, 12]]
SQUARES = Tour(TourProblem("3x4"), [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]).squares


def kinds(problem, answer):
    return {fault.kind for fault in faults(problem, answer)}


def only(problem, answer):
    """The only fault there is."""
    (fault,) = faults(problem, answer)
    return fault


def test_a_right_tour_has_no_fault():
    assert faults("3x4", GRID) == []
    assert verify("3x4", SQUARES).squares == SQUARES


def test_a_step_that_is_no_move_is_named_with_its_two_squares():
    broken = [*SQUARES[:-2], SQUARES[-1], SQUARES[-2]]
    fault = only("3x4", broken)
    assert fault.kind is FaultKind.NOT_A_MOVE
    assert fault.steps == (10, 11)
    assert fault.squares == ((0, 3), (2, 3))
    assert str(fault) == "step 10 to 11, d3 to d1, is not a move"


def test_a_missing_square_is_named():
    fault = only("3x4", SQUARES[:-1])
    assert (fault.kind, fault.squares) == (FaultKind.MISSING, ((2, 3),))


def test_a_square_visited_twice_is_named_with_its_steps():
    found = faults("3x4", [*SQUARES[:-1], SQUARES[9]])
    repeated = next(fault for fault in found if fault.kind is FaultKind.REPEATED)
    assert (repeated.steps, repeated.squares) == ((10, 12), ((0, 3),))
    assert "d3 is visited twice, at steps 10 and 12" in str(repeated)
    assert FaultKind.MISSING in {fault.kind for fault in found}


def test_one_square_too_many_is_a_repetition():
    assert FaultKind.REPEATED in kinds("3x4", [*SQUARES, SQUARES[10]])


@pytest.mark.parametrize("square", [(3, 0), (0, -1), (0, 4), (9, 9)])
def test_a_square_off_the_board_is_named(square):
    found = faults("3x4", [*SQUARES[:-1], square])
    off = next(fault for fault in found if fault.kind is FaultKind.OFF_BOARD)
    assert off.steps == (12,)
    assert off.squares == (square,)
    assert FaultKind.MISSING in {fault.kind for fault in found}


def test_a_negative_vertex_number_is_off_the_board():
    order = Tour(TourProblem("3x4"), [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, -1]).order
    assert FaultKind.OFF_BOARD in kinds("3x4", order)
    assert FaultKind.OFF_BOARD in kinds("3x4", np.append(order[:-1], 12))


def test_a_square_in_a_hole_is_named():
    board = Board.parse("3x4", holes="d1")
    fault = only(board, SQUARES)
    assert (fault.kind, fault.steps, fault.squares) == (FaultKind.HOLE, (12,), ((2, 3),))
    assert faults(board, SQUARES[:-1]) == []


def test_a_number_in_a_hole_of_a_grid_is_named():
    board = Board.parse("3x4", holes="d1")
    assert FaultKind.HOLE in kinds(board, GRID)
    assert faults(board, [[1, 4, 7, 10], [8, 11, 2, 5], [3, 6, 9, 0]]) == []


def test_a_number_twice_and_one_missing():
    found = faults("3x4", [[1, 4, 7, 10], [8, 11, 2, 5], [3, 6, 9, 11]])
    by_kind = {fault.kind: fault for fault in found}
    twice = by_kind[FaultKind.NUMBER_REPEATED]
    assert (twice.steps, set(twice.squares)) == ((11,), {(1, 1), (2, 3)})
    assert by_kind[FaultKind.NUMBER_MISSING].steps == (12,)


def test_a_grid_that_counts_from_2_is_not_a_numbering():
    found = {fault.kind: fault for fault in faults("3x4", np.array(GRID) + 1)}
    assert found[FaultKind.NUMBER_MISSING].steps == (1,)
    assert found[FaultKind.NUMBER_BEYOND].steps == (13,)


@pytest.mark.parametrize("number", [13, -1, 100])
def test_a_number_beyond_the_last_is_named(number):
    found = {f.kind: f for f in faults("3x4", [[1, 4, 7, 10], [8, 11, 2, 5], [3, 6, 9, number]])}
    assert found[FaultKind.NUMBER_BEYOND].steps == (number,)
    assert found[FaultKind.NUMBER_MISSING].steps == (12,)


def test_a_grid_that_counts_from_0_is_shifted_in_its_messages():
    shifted = np.array(GRID, np.int64) - 1
    assert faults("3x4", NumberGrid(shifted, first_number=0)) == []
    shifted[0, 3], shifted[2, 3] = shifted[2, 3], shifted[0, 3]
    fault = only("3x4", NumberGrid(shifted, first_number=0))
    assert (fault.kind, fault.steps, fault.squares) == (FaultKind.NOT_A_MOVE, (8, 9), ((2, 2), (2, 3)))


def test_an_open_tour_does_not_close():
    problem = TourProblem("3x4", kind="closed")
    fault = only(problem, SQUARES)
    assert fault.kind is FaultKind.NOT_CLOSED
    assert fault.steps == (12, 1)
    assert fault.squares == ((2, 3), (0, 0))


def test_ends_a_move_apart_are_not_strictly_open():
    graph = networkx.cycle_graph(4)
    assert only(TourProblem(graph, kind="strictly-open"), np.arange(4)).kind is FaultKind.ENDS_ADJACENT
    assert faults(TourProblem(graph), np.arange(4)) == []
    assert faults(TourProblem(networkx.path_graph(4), kind="strictly-open"), np.arange(4)) == []


def test_wrong_start_and_wrong_end():
    problem = TourProblem("3x4", start="a1", end="d3")
    found = {fault.kind: fault for fault in faults(problem, SQUARES)}
    assert set(found) == {FaultKind.WRONG_START, FaultKind.WRONG_END}
    assert found[FaultKind.WRONG_START].squares == ((0, 0),)
    assert "starts at a3, not at a1" in str(found[FaultKind.WRONG_START])
    assert "ends at d1, not at d3" in str(found[FaultKind.WRONG_END])


def test_required_and_forbidden_moves():
    used, unused = (SQUARES[0], SQUARES[1]), (SQUARES[0], (2, 1))
    assert faults(TourProblem("3x4", required=[used], forbidden=[unused]), SQUARES) == []
    missing = only(TourProblem("3x4", required=[unused]), SQUARES)
    assert (missing.kind, missing.squares) == (FaultKind.REQUIRED_MISSING, unused)
    banned = only(TourProblem("3x4", forbidden=[used[::-1]]), SQUARES)
    assert (banned.kind, set(banned.squares)) == (FaultKind.FORBIDDEN_USED, set(used))


def test_the_closing_move_counts_among_the_moves_used():
    graph = networkx.cycle_graph(4)
    required = TourProblem(graph, kind="closed", required=[(3, 0)])
    assert faults(required, np.arange(4)) == []
    forbidden = TourProblem(networkx.complete_graph(4), kind="closed", forbidden=[(0, 3)])
    assert kinds(forbidden, np.arange(4)) == {FaultKind.FORBIDDEN_USED}
    assert faults(TourProblem(networkx.complete_graph(4), forbidden=[(0, 3)]), np.arange(4)) == []


def test_in_a_digraph_direction_matters():
    graph = networkx.DiGraph([(0, 1), (1, 2), (2, 1), (1, 0)])
    assert faults(graph, np.array([0, 1, 2])) == []
    one_way = networkx.DiGraph([(0, 1), (1, 2)])
    assert kinds(one_way, np.array([2, 1, 0])) == {FaultKind.NOT_A_MOVE}
    problem = TourProblem(graph, required=[(1, 0)])
    assert kinds(problem, np.array([0, 1, 2])) == {FaultKind.REQUIRED_MISSING}
    assert faults(problem, np.array([2, 1, 0])) == []


@pytest.mark.parametrize(
    ("graph", "kind", "order", "right"),
    [
        (networkx.path_graph(1), "open", [0], True),
        (networkx.path_graph(1), "strictly-open", [0], True),
        (networkx.path_graph(1), "closed", [0], False),
        (networkx.Graph([(0, 0)]), "closed", [0], False),
        (networkx.path_graph(2), "open", [0, 1], True),
        (networkx.path_graph(2), "closed", [0, 1], False),
        (networkx.path_graph(2), "strictly-open", [0, 1], False),
        (networkx.empty_graph(2), "open", [0, 1], False),
        (networkx.DiGraph([(0, 1), (1, 0)]), "closed", [0, 1], True),
        (networkx.DiGraph([(0, 1)]), "closed", [0, 1], False),
        (networkx.DiGraph([(0, 1)]), "strictly-open", [0, 1], True),
        (networkx.DiGraph([(0, 1), (1, 0)]), "strictly-open", [0, 1], False),
        (networkx.MultiGraph([(0, 1), (0, 1)]), "closed", [0, 1], False),
    ],
)
def test_trivial_graphs(graph, kind, order, right):
    assert (faults(TourProblem(graph, kind=kind), np.array(order)) == []) is right


def test_nothing_visited_is_every_square_missing():
    assert kinds("3x4", []) == {FaultKind.MISSING}
    assert len(faults("3x4", [])) == 12


@pytest.mark.parametrize("answer", ["a1", 5, None, [[1, 2, 3], [4, 5, 6]], np.zeros((3, 5), int)])
def test_what_is_no_tour_at_all_is_refused(answer):
    with pytest.raises(ProblemError):
        faults("3x4", answer)


def test_names_of_squares_are_read():
    names = Tour(TourProblem("3x4"), [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]).names
    assert verify("3x4", names).squares == SQUARES


def test_labels_of_a_graph_are_read():
    graph = networkx.path_graph(["x", 7, (1, 2)])
    assert faults(graph, ["x", 7, (1, 2)]) == []
    found = {fault.kind: fault for fault in faults(graph, ["x", 7, "z"])}
    assert found[FaultKind.OFF_BOARD].squares == ("z",)
    assert found[FaultKind.MISSING].squares == ((1, 2),)


def test_integer_labels_in_a_list_are_labels_not_numbers():
    graph = networkx.Graph([(2, 0), (0, 1)])
    assert faults(graph, [2, 0, 1]) == []
    assert faults(graph, np.array([0, 1, 2])) == []


def test_verify_raises_with_every_fault():
    with pytest.raises(VerificationError) as caught:
        verify("3x4", [*SQUARES[:5], *SQUARES[6:]])
    assert {fault.kind for fault in caught.value.faults} == {FaultKind.MISSING, FaultKind.NOT_A_MOVE}


def test_closes_tells_re_entrant_from_open():
    assert not closes(verify("3x4", GRID))
    assert closes(verify(networkx.cycle_graph(5), np.arange(5)))
    assert not closes(verify(networkx.path_graph(2), np.arange(2)))


def test_three_axes_wrap_and_leapers_have_moves_of_their_own():
    """Each pair of squares, held against the definition."""
    for board in (
        Board((3, 3, 2)),
        Board((3, 4), wrap="both"),
        Board((4, 4), leap=(1, 3)),
        Board((4, 5), leap=(0, 2)),
        Board((6,), leap=(0, 2), wrap=(0,)),
    ):
        space = reference.board_space(board.shape, board.leap.leaps, board.holes, board.wrap)
        for one in board:
            for other in board:
                broken = FaultKind.NOT_A_MOVE in kinds(board, [one, other])
                assert broken is ((one, other) not in space.arcs or one == other), (board, one, other)


@given(st.lists(st.integers(-1, 12), max_size=14), st.sampled_from(["open", "closed", "strictly-open"]))
def test_any_row_of_numbers_is_judged_as_the_reference_does(order, kind):
    problem = TourProblem("3x4", kind=kind)
    squares = [divmod(number, 4) for number in order]
    assert (faults(problem, np.array(order, int)) == []) is reference.judge(problem, squares)


LONE = networkx.Graph([(0, 1), (1, 2), (2, 0)])
LONE.add_node(3)
TWO_TRIANGLES = networkx.Graph([(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)])
ONE_WAY = networkx.DiGraph([(0, 1), (1, 0), (1, 2), (2, 3), (3, 2)])
STAR = networkx.star_graph(3)


@pytest.mark.parametrize(
    ("problem", "evidence"),
    [
        (TourProblem("3x3", kind="closed"), LowDegree((4,))),
        (TourProblem("3x3"), LowDegree((4,))),
        (TourProblem(STAR), LowDegree((1, 2, 3))),
        (TourProblem(STAR, kind="closed"), LowDegree((1,))),
        (TourProblem(networkx.path_graph(4), start=1), LowDegree((0, 3))),
        (TourProblem(networkx.DiGraph([(0, 1), (0, 2)])), LowDegree((1, 2))),
        (TourProblem(networkx.DiGraph([(0, 1), (1, 2)]), kind="closed"), LowDegree((2,))),
        (TourProblem(networkx.DiGraph([(0, 1), (1, 2)]), start=2), LowDegree((2,))),
        (TourProblem(networkx.cycle_graph(4), kind="closed", forbidden=[(0, 1)]), LowDegree((0,))),
        (TourProblem(TWO_TRIANGLES), Disconnected((0, 1, 2))),
        (TourProblem(LONE), Disconnected((3,))),
        (TourProblem(ONE_WAY, kind="closed"), Disconnected((2, 3))),
        (TourProblem(ONE_WAY, start=2), Disconnected((2, 3))),
        (TourProblem(ONE_WAY, end=0), Disconnected((2, 3))),
        (TourProblem("5x5", kind="closed"), ColourImbalance("01" * 12 + "0")),
        (TourProblem("5x5", start="b1"), ColourImbalance("01" * 12 + "0")),
        (TourProblem("5x5", end="b1"), ColourImbalance("01" * 12 + "0")),
        (TourProblem(networkx.complete_bipartite_graph(2, 4)), ColourImbalance("001111")),
        (TourProblem(networkx.cycle_graph(4), start=0, end=2), ColourImbalance("0101")),
    ],
    ids=lambda value: str(value) if isinstance(value, TourProblem) else value.type,
)
def test_good_evidence_stands_and_there_is_no_tour(problem, evidence):
    assert faults(problem, evidence) == []
    if len(problem) < 12:
        assert not reference.tours_of(problem)


@pytest.mark.parametrize(
    ("problem", "evidence"),
    [
        (TourProblem("3x3", kind="closed"), LowDegree((0,))),
        (TourProblem("3x3"), LowDegree(())),
        (TourProblem("3x3"), LowDegree((9,))),
        (TourProblem("3x3"), LowDegree((-1,))),
        (TourProblem(STAR), LowDegree((1, 2))),
        (TourProblem(networkx.path_graph(4)), LowDegree((0, 3))),
        (TourProblem(networkx.path_graph(4), start=0), LowDegree((0, 3))),
        (TourProblem(networkx.path_graph(1)), LowDegree((0,))),
        (TourProblem(networkx.path_graph(2)), LowDegree((0, 1))),
        (TourProblem(networkx.DiGraph([(0, 1), (1, 2)])), LowDegree((2,))),
        (TourProblem(networkx.DiGraph([(0, 1), (1, 2)])), LowDegree((0, 2))),
        (TourProblem(networkx.DiGraph([(0, 1), (1, 2)]), start=0, end=2), LowDegree((0, 2))),
        (TourProblem(TWO_TRIANGLES), Disconnected((0, 1))),
        (TourProblem(TWO_TRIANGLES), Disconnected(())),
        (TourProblem(TWO_TRIANGLES), Disconnected(tuple(range(6)))),
        (TourProblem(TWO_TRIANGLES), Disconnected((0, 1, 2, 6))),
        (TourProblem(ONE_WAY), Disconnected((2, 3))),
        (TourProblem(ONE_WAY, start=0, end=3), Disconnected((2, 3))),
        (TourProblem(ONE_WAY, kind="closed"), Disconnected((0, 1))),
        (TourProblem("5x5"), ColourImbalance("01" * 12 + "0")),
        (TourProblem("5x5", kind="closed"), ColourImbalance("01" * 12)),
        (TourProblem("5x5", kind="closed"), ColourImbalance("01" * 12 + "2")),
        (TourProblem("5x5", kind="closed"), ColourImbalance("0" * 25)),
        (TourProblem("5x5", kind="closed"), ColourImbalance("10" * 12 + "0")),
        (TourProblem("5x5", start="a1"), ColourImbalance("01" * 12 + "0")),
        (TourProblem("6x6", kind="closed"), ColourImbalance(("01" * 3 + "10" * 3) * 3)),
        (TourProblem(networkx.cycle_graph(4), start=0, end=1), ColourImbalance("0101")),
        (TourProblem(networkx.cycle_graph(5), kind="closed"), ColourImbalance("01010")),
    ],
    ids=lambda value: str(value) if isinstance(value, TourProblem) else value.type,
)
def test_falsified_evidence_is_refused(problem, evidence):
    fault = only(problem, evidence)
    assert fault.kind is FaultKind.EVIDENCE


def test_forced_moves_that_are_a_whole_path_between_its_ends_are_no_contradiction():
    problem = TourProblem(networkx.path_graph(3), start=0, end=2)
    assert only(problem, ForcedMoves((1,))).kind is FaultKind.EVIDENCE
    assert not faults(problem, np.array([0, 1, 2]))


@pytest.mark.parametrize("evidence", [Exhausted("depth-first", 10), SolverClaim("ortools", "9.12")])
def test_the_word_of_a_solver_is_no_proof(evidence):
    assert "cannot be re-checked" in str(only("3x3", evidence))
    assert not evidence.checkable


@given(st.data())
def test_no_evidence_is_accepted_against_a_tour(data):
    """Random sets and colourings on small graphs in which a tour was planted, directed or not."""
    count = data.draw(st.integers(1, 5))
    path = data.draw(st.permutations(range(count)))
    kind = data.draw(st.sampled_from(["open", "closed"] if count > 2 else ["open"]))
    pairs = [(u, v) for u in range(count) for v in range(count) if u != v]
    graph = networkx.DiGraph() if data.draw(st.booleans()) else networkx.Graph()
    graph.add_nodes_from(range(count))
    graph.add_edges_from(pairwise(path))
    graph.add_edges_from([(path[-1], path[0])] if kind == "closed" else [])
    graph.add_edges_from(data.draw(st.lists(st.sampled_from(pairs))) if pairs else [])
    ends = {"start": path[0]} if data.draw(st.booleans()) else {}
    ends |= {"end": path[-1]} if kind == "open" and data.draw(st.booleans()) else {}
    problem = TourProblem(graph, kind=kind, **ends)
    assert reference.judge(problem, path)
    members = tuple(sorted(data.draw(st.sets(st.integers(0, count - 1)))))
    colours = "".join(data.draw(st.lists(st.sampled_from("01"), min_size=count, max_size=count)))
    for evidence in (LowDegree(members), Disconnected(members), ColourImbalance(colours)):
        assert faults(problem, evidence), (problem, list(graph.edges), evidence)


@pytest.mark.parametrize("move", [(0, 1), (1, 2), (2, 0)])
def test_the_closing_move_of_a_directed_tour_runs_from_its_last_vertex_to_its_first(move):
    ring = networkx.DiGraph([(0, 1), (1, 2), (2, 0)])
    order = np.array([0, 1, 2])
    assert faults(TourProblem(ring, "closed", required=[move]), order) == []
    fault = only(TourProblem(ring, "closed", forbidden=[move]), order)
    assert (fault.kind, fault.squares) == (FaultKind.FORBIDDEN_USED, move)


@pytest.mark.parametrize("move", [(1, 0), (2, 1), (0, 2)])
def test_an_arc_against_the_tour_is_not_used_by_it(move):
    """Of two opposite arcs the tour uses one, at its closing step as elsewhere."""
    both_ways = networkx.complete_graph(3, networkx.DiGraph)
    order = np.array([0, 1, 2])
    assert faults(TourProblem(both_ways, "closed", forbidden=[move]), order) == []
    fault = only(TourProblem(both_ways, "closed", required=[move]), order)
    assert (fault.kind, fault.squares) == (FaultKind.REQUIRED_MISSING, move)


def test_a_graph_route_judges_as_the_board_does():
    problem = TourProblem(knight_graph("3x4"))
    assert faults(problem, SQUARES) == []
    assert kinds(problem, SQUARES[::-1][1:]) == {FaultKind.MISSING}


def test_a_given_number_that_another_square_carries_is_named():
    grid = [[1, 4, 7, 10], [8, 11, 2, 5], [3, 6, 9, 12]]
    assert not faults(TourProblem("3x4", given={"a3": 1, "b2": 11}), grid)
    (fault,) = faults(TourProblem("3x4", given={"a3": 1, "b2": 9}), grid)
    assert (fault.kind, str(fault)) == (FaultKind.GIVEN_MISSED, "b2 has the number 11, not the given 9")


@pytest.mark.parametrize(
    ("problem", "says"),
    [
        (TourProblem("3x4"), "not an open tour of 3x4: "),
        (TourProblem("3x4", kind="closed"), "not a closed tour of 3x4: "),
        (TourProblem("3x4", kind="strictly-open"), "not a strictly-open tour of 3x4: "),
        (
            TourProblem(networkx.path_graph(1), kind="closed"),
            "not a closed tour of a graph with 1 vertex: ",
        ),
        (
            TourProblem("1x1", kind="closed"),
            "a closed tour needs 3 vertices, or 2 that opposite arcs join; there is only 1",
        ),
        (
            TourProblem(networkx.path_graph(2), kind="closed"),
            "or 2 that opposite arcs join; there are only 2",
        ),
    ],
)
def test_what_is_wrong_is_said_in_english(problem, says):
    with pytest.raises(VerificationError) as caught:
        verify(problem, Tour(problem, range(len(problem))))
    assert says in str(caught.value)
