"""Leapers and unions of them: how they are given, their moves, and the tours of their boards."""

from __future__ import annotations

import json
from itertools import product

import networkx
import pytest
import reference

from knight_models import Board, Tour, TourProblem, iter_tours, page_of, solve, svg_of
from knight_models.core.board import KNIGHT
from knight_models.core.errors import BoardError, UnsupportedError
from knight_models.core.leaper import Leaper
from knight_models.formats import read_evidence, read_tours, result_to_json
from knight_models.solvers import get_solver, solver_names
from knight_models.theory.counts import published_count
from knight_models.theory.existence import existence
from knight_models.theory.metrics import angles, crossings, turns

UNION = Leaper("1,2+1,3")


@pytest.mark.parametrize(
    "leap", ["1,2+1,3", " 2,1 + 3,1 ", [(1, 2), (1, 3)], [[2, 1], [3, 1]], iter([(1, 2), (1, 3)]), UNION]
)
def test_a_union_is_given_as_text_as_pairs_or_as_a_leaper(leap):
    board = Board((8, 8), leap=leap)
    assert board.leap == UNION
    assert board == Board.parse("8x8", leap=UNION)
    assert str(board) == "8x8 with leaper 1,2+1,3"


@pytest.mark.parametrize("leap", ["1,2", (2, 1), [[1, 2]], Leaper((1, 2)), iter((1, 2))])
def test_a_leaper_alone_is_given_likewise(leap):
    assert Board((8, 8), leap=leap) == Board((8, 8))


@pytest.mark.parametrize(
    ("leap", "says"),
    [
        ("1,2+", "cannot read '1,2+'; a leaper is two numbers such as 1,2, and a union is 1,2+1,3"),
        ("+", "cannot read '+'"),
        ("", "cannot read ''"),
        ("1,2+0,0", "not both 0"),
        ("0,0", "not both 0"),
        ("1,2,3", "a leaper is two whole numbers"),
        ("1,2+-1,3", "at least 0"),
        ("1,2+2,1", "the leaper 1,2 is in '1,2+2,1' twice"),
        ([(1, 2), (1, 2)], "the leaper 1,2 is in [(1, 2), (1, 2)] twice"),
        ([], "a leaper is two whole numbers"),
        ([(1, 2), None], "a leaper is two whole numbers"),
        ([(1, 2), "1,3"], "a leaper is two whole numbers"),
    ],
)
def test_nonsense_is_refused_with_a_sentence(leap, says):
    with pytest.raises(BoardError) as caught:
        Leaper(leap)
    assert says in str(caught.value)


def test_the_moves_of_the_first_leaper_come_first():
    assert Leaper("1,2+0,1").vectors(2) == KNIGHT.vectors(2) + Leaper("0,1").vectors(2)
    assert Leaper("0,1+1,2").vectors(2) == Leaper("0,1").vectors(2) + KNIGHT.vectors(2)
    assert Leaper("0,2+1,2").vectors(1) == ((-2,), (2,))


@pytest.mark.parametrize(
    ("leap", "changes"),
    [("1,2", True), ("0,1", True), ("1,1", False), ("1,2+0,1", True), ("1,2+1,3", False)],
)
def test_colours_change_if_every_vector_has_an_odd_sum(leap, changes):
    assert Leaper(leap).changes_colour is changes
    assert all(sum(vector) % 2 for vector in Leaper(leap).vectors(3)) is changes


@pytest.mark.parametrize("leap", ["1,2", "0,3", "1,2+0,3", "2,2+0,1+1,4"])
def test_longest_steps_are_those_of_the_vectors(leap):
    vectors = Leaper(leap).vectors(2)
    assert Leaper(leap).longest_step == max(abs(step) for vector in vectors for step in vector)
    assert Leaper(leap).longest_sum == max(sum(map(abs, vector)) for vector in vectors)


KING = "0,1+1,1"
SMALL = [
    Board((3, 3), leap=KING),
    Board((3, 3), leap="1,2+0,1"),
    Board((2, 4), leap="1,2+1,3"),
    Board((2, 4), leap="0,1+1,3", wrap="columns"),
    Board((2, 2, 2), leap=KING, holes=[(0, 0, 0)]),
    Board((8,), leap="0,1+0,2"),
    Board((3, 4), leap="1,1+0,2"),
]


@pytest.mark.parametrize("kind", ["open", "closed", "strictly-open"])
@pytest.mark.parametrize("board", SMALL, ids=str)
def test_tours_are_as_many_as_brute_force_finds(board, kind):
    problem = TourProblem(board, kind=kind)
    listed = {reference.identity_of(problem, tour.squares) for tour in iter_tours(problem)}
    assert listed == set(reference.tours_of(problem))


@pytest.mark.parametrize("kind", ["open", "closed"])
@pytest.mark.parametrize("solver", solver_names())
def test_every_solver_takes_a_union_or_says_that_it_cannot(solver, kind):
    exact = get_solver(solver).exact
    for board in [*SMALL, Board((6, 6), leap=KING), Board((6, 6), leap="1,2+1,3")]:
        problem = TourProblem(board, kind=kind)
        if solver in ("tiling", "symmetric"):
            with pytest.raises(UnsupportedError, match=f"{solver} cannot take"):
                solve(problem, solver)
            continue
        result = solve(problem, solver, seconds=60)
        exists = bool(reference.tours_of(problem)) if len(board) <= 12 else True
        assert result.found is exists or (not exact and result.status == "unknown")


def test_a_walk_over_a_union_of_sixteen_moves_goes_far():
    tour = solve(Board((30, 30), leap="1,2+1,3"), "warnsdorff", seconds=60).tour
    assert tour is not None
    assert len(tour) == 900


@pytest.mark.parametrize(
    ("solver", "words"),
    [
        ("depth-first:move_order=21345678", "a union of 2; give the vectors instead of eight digits"),
        ("warnsdorff:ties=squirrel-cull", "knights on square boards"),
        ("tiling", r"not by the leaper 0,1\+1,1"),
    ],
)
def test_what_needs_the_knight_says_so(solver, words):
    with pytest.raises(UnsupportedError, match=words):
        solve(Board((8, 8), leap=KING), solver)


def test_a_union_takes_a_move_order_of_vectors():
    vectors = ";".join(f"{down},{right}" for down, right in reversed(Leaper(KING).vectors(2)))
    assert solve(Board((4, 4), leap=KING), f"depth-first:move_order={vectors}").found


def test_the_kings_graph_is_that_of_networkx():
    """A grid with diagonals, as the strong product of two paths."""
    board = Board((3, 4), leap=KING)
    strong = networkx.strong_product(networkx.path_graph(3), networkx.path_graph(4))
    edges = {frozenset((square, other)) for square in board for other in board.neighbours(square)}
    assert edges == set(map(frozenset, strong.edges))


def test_theorems_and_published_counts_are_about_the_knight_alone():
    board = Board((5, 5), leap=UNION)
    assert existence(board, "open") is None
    assert published_count(board, "open") is None


def test_json_holds_a_union_as_a_list_of_pairs():
    result = solve(Board((3, 3), leap=KING))
    data = result_to_json(result)
    assert data["problem"]["board"]["leap"] == [[0, 1], [1, 1]]
    assert result_to_json(solve("3x4"))["problem"]["board"]["leap"] == [1, 2]


def test_a_result_of_a_union_is_read_again():
    result = solve(Board((3, 3), leap=KING))
    (read,) = read_tours(json.dumps(result_to_json(result)))
    assert read.board == result.problem.board
    claimed = solve(Board((2, 3), leap="1,2+0,2"))
    assert claimed.status == "impossible"
    assert read_evidence(json.dumps(result_to_json(claimed))) == (claimed.problem, claimed.evidence)


def test_metrics_of_a_union():
    """The four sides and the two diagonals of a square of four squares."""
    around = solve(TourProblem(Board((2, 2), leap=KING), required=[("a1", "b2"), ("a2", "b1")])).tour
    assert crossings(around) == 1
    assert {angle: count for angle, count in angles(around).items() if count} == {45.0: 2}


def test_a_tour_goes_straight_on_from_a_short_move_to_a_long_one():
    tour = Tour(TourProblem(Board((1, 5), leap="0,1+0,2")), [0, 1, 3, 4, 2])
    assert (turns(tour), angles(tour)[180.0], angles(tour)[0.0]) == (1, 2, 1)
    assert crossings(Tour(TourProblem(Board((1, 3), leap="0,1+0,2")), [0, 2, 1])) == 1


def test_every_move_of_a_union_is_drawn_as_a_move():
    tour = Tour(TourProblem(Board((2, 3), leap="0,1+1,2")), [0, 5, 4, 3, 2, 1])
    assert "with leaper 0,1+1,2" in page_of(tour)
    assert 'class="wrong"' not in svg_of(tour)
    assert 'class="wrong"' in svg_of(Tour(TourProblem(Board((2, 3), leap="0,1+0,2")), tour.order))


def test_angles_stand_between_moves_of_different_lengths():
    tour = solve(TourProblem(Board((1, 3), leap="0,1+0,2"), start="b1", end="c1")).tour
    assert angles(tour)[0.0] == 1
    assert all(0 <= angle <= 180 for angle in angles(tour))


def test_reference_knows_unions():
    space = reference.board_space((2, 2), [(0, 1), (1, 1)])
    assert len(space.arcs) == len(list(product(space.vertices, repeat=2))) - len(space.vertices)
