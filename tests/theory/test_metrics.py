"""Metrics: exact by definition on random tours, and as published on published ones."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

import networkx as nx
import numpy as np
import pytest
import reference
from facts import facts
from hypothesis import given
from hypothesis import strategies as st

from knight_models import Board, Kind, ProblemError, Tour, TourProblem, describe, verify
from knight_models.theory.metrics import (
    angles,
    central_difference,
    central_sum,
    crossings,
    semi_magic_renumberings,
    sums,
    turns,
)
from knight_models.theory.metrics.moves import NO_VECTOR, vectors_of

PUBLISHED = {
    entry["id"]: entry
    for entry in facts("published_tours.json")
    if entry["valid_path"] and all(None not in row for row in entry["grid"])
}
BEVERLEY = """
 1 30 47 52  5 28 43 54
48 51  2 29 44 53  6 27
31 46 49  4 25  8 55 42
50  3 32 45 56 41 26  7
33 62 15 20  9 24 39 58
16 19 34 61 40 57 10 23
63 14 17 36 21 12 59 38
18 35 64 13 60 37 22 11
"""
"""William Beverley's tour, Philosophical Magazine 1848: rows and columns add up to 260."""

EULER_3X4 = [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]


def grid_of(text: str) -> np.ndarray:
    return np.array([row.split() for row in text.strip().splitlines()], np.int64)


def published(name: str, kind: str | None = None) -> Tour:
    entry = PUBLISHED[name]
    grid = np.array(entry["grid"]) + 1 - entry["first_number"]
    shape = (len(grid), len(grid[0]))
    return verify(TourProblem(Board(shape), kind or ("closed" if entry["closed"] else "open")), grid)


def moves_of(tour: Tour) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    squares = tour.squares
    return [*pairwise(squares), *([(squares[-1], squares[0])] if tour.closed else [])]


def inner_parts_meet(one, other) -> bool:
    """By exact fractions: the parameters at which two lines meet, or the stretch that both cover."""
    (p, q), (a, b) = one, other
    d, e = (q[0] - p[0], q[1] - p[1]), (b[0] - a[0], b[1] - a[1])
    offset = (a[0] - p[0], a[1] - p[1])
    area = d[0] * e[1] - d[1] * e[0]
    if area:
        s = Fraction(offset[0] * e[1] - offset[1] * e[0], area)
        t = Fraction(offset[0] * d[1] - offset[1] * d[0], area)
        return 0 < s < 1 and 0 < t < 1
    if offset[0] * d[1] != offset[1] * d[0]:
        return False
    axis = 0 if d[0] else 1
    low = max(min(p[axis], q[axis]), min(a[axis], b[axis]))
    return low < min(max(p[axis], q[axis]), max(a[axis], b[axis]))


def crossings_by_pairs(tour: Tour) -> int:
    return sum(inner_parts_meet(one, other) for one, other in combinations(moves_of(tour), 2))


def walk(shape: tuple[int, ...], leap: Any, seed: int, wrap: tuple[int, ...] = ()) -> Tour:
    """A long walk of a leaper that visits no square twice, as the tour of a board whose rest are holes."""
    space, draw = reference.board_space(shape, leap, wrap=wrap), random.Random(seed)
    onward: dict[tuple[int, int], list[tuple[int, int]]] = {square: [] for square in space.vertices}
    for here, there in sorted(space.arcs):
        onward[here].append(there)
    path = [draw.choice(space.vertices)]
    while left := [square for square in onward[path[-1]] if square not in path]:
        path.append(draw.choice(left))
    board = Board(shape, leap, frozenset(space.vertices) - set(path), wrap)
    return verify(TourProblem(board), path)


UNIONS = [[(0, 1), (0, 2)], [(1, 2), (2, 4)], [(0, 1), (1, 1), (2, 2)], [(1, 2), (1, 3)]]


@pytest.mark.parametrize(
    "leap", [(1, 2), (0, 1), (1, 1), (0, 2), (2, 4), (1, 3), (2, 3), (3, 3), (10, 11), *UNIONS]
)
@pytest.mark.parametrize("seed", range(4))
def test_crossings_are_the_pairs_of_moves_whose_inner_parts_meet(leap, seed):
    tour = walk((24, 23) if leap == (10, 11) else (11, 9), leap, seed)
    assert crossings(tour) == crossings_by_pairs(tour)


@given(
    st.tuples(st.integers(3, 12), st.integers(3, 12)),
    st.sampled_from([(1, 2), (2, 4), (0, 2), (1, 4), *UNIONS]),
    st.integers(),
)
def test_crossings_of_any_walk(shape, leap, seed):
    tour = walk(shape, leap, seed)
    assert crossings(tour) == crossings_by_pairs(tour)


@pytest.mark.parametrize("name", PUBLISHED)
def test_crossings_and_turns_of_published_tours_are_those_of_their_definition(name):
    tour = published(name)
    assert crossings(tour) == crossings_by_pairs(tour)
    assert turns(tour) == sum(one != other for one, other in meetings(tour))


def meetings(tour: Tour):
    """The vectors that meet at each inner square."""
    vectors = [tuple(b - a for a, b in zip(*move, strict=True)) for move in moves_of(tour)]
    return [*pairwise(vectors), *([(vectors[-1], vectors[0])] if tour.closed else [])]


@pytest.mark.parametrize("name", PUBLISHED)
def test_angles_of_published_tours_are_those_of_plane_geometry(name):
    tour, expected = published(name), dict.fromkeys((36.87, 53.13, 90.0, 126.87, 143.13, 180.0), 0)
    for (a, b), (c, d) in meetings(tour):
        turn = math.degrees(math.atan2(a * d - b * c, a * c + b * d))
        expected[round(180 - abs(turn), 2)] += 1
    assert angles(tour) == expected
    assert list(angles(tour)) == sorted(expected)


def test_two_moves_through_one_point_and_a_star_are_counted_by_pairs():
    """The eight moves round a 3x3 board make the star {8/3}: n(k - 1) crossings of {n/k}."""
    ring = [(0, 0), (1, 2), (2, 0), (0, 1), (2, 2), (1, 0), (0, 2), (2, 1)]
    tour = verify(TourProblem(Board((3, 3), holes=[(1, 1)]), kind="closed"), ring)
    assert crossings(tour) == 16
    assert turns(tour) == 8
    assert angles(tour)[53.13] + angles(tour)[36.87] == 8


def test_the_longest_uncrossed_path_of_a_knight_on_3x4_does_not_cross():
    """OEIS A157416: 4 moves on 3x4; a path that Yarbrough's puzzle (1969) allows has no crossing."""
    path = [(0, 0), (2, 1), (0, 2), (2, 3)]
    board = Board((3, 4), holes=[square for square in Board((3, 4)) if square not in path])
    tour = verify(TourProblem(board), path)
    assert crossings(tour) == 0
    assert turns(tour) == 2


@pytest.mark.parametrize(
    ("shape", "leap", "wrap", "what"),
    [((4, 4, 4), (1, 2), (), "4x4x4"), ((5, 5), (1, 2), (0,), "wrapping rows")],
)
def test_crossings_need_a_flat_board_of_two_axes(shape, leap, wrap, what):
    with pytest.raises(ProblemError, match=what):
        crossings(Tour(TourProblem(Board(shape, leap, wrap=wrap)), [0]))


def test_a_graph_has_no_directions():
    tour = Tour(TourProblem(nx.path_graph(4)), [0, 1, 2, 3])
    for metric in (turns, angles, crossings, sums, central_sum):
        with pytest.raises(ProblemError, match="graph"):
            metric(tour)
    description = describe(tour)
    assert description.turns is None
    assert set(description.undefined) >= {"turns", "angles", "crossings", "sums"}


def test_a_step_that_is_no_move_is_named():
    with pytest.raises(ProblemError, match="step 2 of the tour is not a move"):
        turns(Tour(TourProblem("3x4"), [0, 6, 7, 1, 8, 9, 2, 4, 10, 3, 5, 11]))


def test_a_wrapped_move_has_the_vector_that_stays_inside():
    board = Board((1, 5), leap=(0, 1), wrap=(1,))
    ring = verify(TourProblem(board, kind="closed"), [(0, k) for k in range(5)])
    assert turns(ring) == 0
    assert angles(ring)[180.0] == 5
    assert turns(verify(TourProblem(board), [(0, k) for k in (3, 4, 0, 1, 2)])) == 0


def test_where_both_ways_round_lead_to_a_square_the_vector_is_the_one_inside():
    """On four columns that wrap, two to the right are two to the left: a path there and back turns."""
    path = [(0, 0), (1, 2), (2, 0)]
    board = Board((3, 4), wrap=(1,), holes=set(Board((3, 4))) - set(path))
    there_and_back = verify(TourProblem(board), path)
    assert turns(there_and_back) == 1
    assert angles(there_and_back)[53.13] == 1
    small = Board((3, 3), wrap=(0, 1))  # (1, 2) is (1, -1), and (2, 1) is (-1, 1)
    ring = next(
        path
        for path in reference.all_paths(reference.board_space((3, 3), wrap=(0, 1)))
        if path[1] == (1, 2)
    )
    tour = verify(TourProblem(small), ring)
    assert turns(tour) + angles(tour)[180.0] == len(ring) - 2


WRAPPED_WALKS = [
    ((2, 9), (1, 3), (0, 1)),
    ((3, 3), (1, 2), (0, 1)),
    ((4, 2), (1, 2), (0, 1)),
    ((7, 2), (1, 2), (1,)),
    ((5, 6), (1, 2), (0, 1)),
    ((4, 2, 3), (1, 2), (0, 1, 2)),
    ((2, 3, 3), (2, 3), (1, 2)),
    ((3, 4, 2), (5, 5), (0, 2)),
]


def vector_of(board: Board, first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    """Of the vectors that lead from a square to another: fewest edges crossed, then the earlier line."""
    found = []
    for number, vector in enumerate(board.vectors):
        reached = [place + step for place, step in zip(first, vector, strict=True)]
        laps = [place // side for place, side in zip(reached, board.shape, strict=True)]
        if all(lap == 0 or axis in board.wrap for axis, lap in enumerate(laps)):
            there = tuple(place % side for place, side in zip(reached, board.shape, strict=True))
            line = min(number, board.vectors.index(tuple(-step for step in vector)))
            found += [(sum(map(abs, laps)), line, vector)] if there == second else []
    return min(found)[2]


@pytest.mark.parametrize(("shape", "leap", "wrap"), WRAPPED_WALKS)
@pytest.mark.parametrize("seed", range(3))
def test_a_wrapped_move_has_the_vector_that_crosses_the_fewest_edges(shape, leap, wrap, seed):
    tour = walk(shape, leap, seed, wrap)
    vectors = [vector_of(tour.problem.board, *move) for move in moves_of(tour)]
    assert turns(tour) == sum(one != other for one, other in pairwise(vectors))
    expected = [math.degrees(math.acos(-np.dot(a, b) / np.dot(a, a))) for a, b in pairwise(vectors)]
    assert sorted(angle for angle, count in angles(tour).items() for _ in range(count)) == sorted(
        round(angle, 2) for angle in expected
    )


@pytest.mark.parametrize(("shape", "leap", "wrap"), WRAPPED_WALKS)
@pytest.mark.parametrize("seed", range(3))
def test_a_tour_turns_where_its_reverse_turns(shape, leap, wrap, seed):
    tour = walk(shape, leap, seed, wrap)
    back = Tour(tour.problem, tour.order[::-1])
    assert (turns(back), angles(back)) == (turns(tour), angles(tour))


def test_moves_in_three_axes_meet_at_right_angles_too():
    path = [(0, 0, 0), (1, 2, 0), (1, 0, 1), (1, 1, 3), (0, 1, 1)]
    board = Board((2, 3, 4), holes=[square for square in Board((2, 3, 4)) if square not in path])
    found = angles(verify(TourProblem(board), path))
    expected = []
    for one, other in pairwise([np.subtract(b, a) for a, b in pairwise(path)]):
        cosine = -np.dot(one, other) / 5
        expected.append(round(math.degrees(math.acos(cosine)), 2))
    assert sorted(angle for angle, count in found.items() for _ in range(count)) == sorted(expected)


def test_dudeneys_tour_is_semi_magic_and_not_magic():
    """Amusements in Mathematics no. 412 (the tour of Francony 1882): 260, and diagonals of 264 and 256."""
    found = sums(published("dudeney_magic"))
    assert set(found.rows) == set(found.columns) == {260}
    assert sorted(found.diagonals) == [256, 264]
    assert found.semi_magic
    assert not found.magic


def test_beverleys_tour_is_semi_magic():
    grid = grid_of(BEVERLEY)
    assert sums(verify("8x8", grid)) == sums(grid)
    assert set(sums(grid).rows) == set(sums(grid).columns) == {260}
    assert sums(grid).semi_magic
    assert not sums(grid).magic


def test_sums_that_are_equal_in_one_direction_only_are_told_and_not_semi_magic():
    """A. Kumar 2018: OEIS A330611 (rows 399, columns 114 or 4 more or less), A309273 (columns 130)."""
    long_lines = sums(published("kumar_A330611_4x14"))
    assert set(long_lines.rows) == {399}
    assert set(long_lines.columns) == {110, 114, 118}
    short_lines = sums(published("kumar_A309273_4x16"))
    assert set(short_lines.columns) == {130}
    assert len(set(short_lines.rows)) > 1
    assert not long_lines.semi_magic
    assert not short_lines.semi_magic


def test_magic_needs_both_diagonals_and_a_square():
    melencolia = np.array([[16, 3, 2, 13], [5, 10, 11, 8], [9, 6, 7, 12], [4, 15, 14, 1]])  # Duerer 1514
    assert sums(melencolia).magic
    assert not sums(melencolia[[1, 0, 2, 3]]).magic  # rows exchanged: semi-magic still
    assert sums(melencolia[[1, 0, 2, 3]]).semi_magic
    rectangle = np.array([[1, 7, 6, 4], [8, 2, 3, 5]])
    assert sums(rectangle).semi_magic
    assert not sums(rectangle).magic
    assert sums(rectangle).diagonals is None


def test_nothing_with_holes_is_magic():
    assert not sums(np.array([[0, 0], [0, 0]])).semi_magic


def test_sums_of_a_large_board_do_not_overflow():
    side = 2000
    grid = np.arange(1, side * side + 1, dtype=np.int32).reshape(side, side)
    assert sum(sums(grid).rows) == side**2 * (side**2 + 1) // 2


def renumbered(tour: Tour):
    """Every numbering of a closed tour, made and added up one by one."""
    squares, n = tour.squares, len(tour)
    for place, reverse in ((place, reverse) for place in range(n) for reverse in (False, True)):
        grid = np.zeros(tour.problem.board.shape, int)
        for number in range(n):
            grid[squares[(place - number if reverse else place + number) % n]] = number + 1
        yield squares[place], reverse, sums(grid)


@pytest.mark.parametrize("name", [name for name, entry in PUBLISHED.items() if entry["closed"]])
def test_semi_magic_renumberings_are_those_that_adding_up_finds(name):
    tour = published(name)
    expected = {
        (start, reverse, found.magic) for start, reverse, found in renumbered(tour) if found.semi_magic
    }
    found = semi_magic_renumberings(tour)
    assert {(each.start, each.reverse, each.magic) for each in found} == expected
    assert len(found) == len(expected)


def test_dudeneys_tour_is_among_its_own_renumberings():
    tour = published("dudeney_magic")
    found = semi_magic_renumberings(tour)
    assert (tour.start, False) in {(each.start, each.reverse) for each in found}
    turned = Tour(tour.problem, np.roll(tour.order, 5))
    assert {(each.start, each.reverse) for each in semi_magic_renumberings(turned)} == {
        (each.start, each.reverse) for each in found
    }


def test_only_closed_tours_of_whole_flat_boards_are_renumbered():
    with pytest.raises(ProblemError, match="closed"):
        semi_magic_renumberings(Tour(TourProblem("3x4"), EULER_3X4))
    with pytest.raises(ProblemError, match="holes"):
        semi_magic_renumberings(Tour(TourProblem(Board((3, 3), holes=[(1, 1)]), kind="closed"), range(8)))
    with pytest.raises(ProblemError, match="two axes"):
        semi_magic_renumberings(Tour(TourProblem("2x2x3", kind="closed"), range(12)))


@pytest.mark.parametrize("kind", ["open", "closed"])
def test_eulers_tour_of_1759_has_opposite_squares_that_differ_by_32(kind):
    """OEIS A226697, after Gardner."""
    tour = published("euler_1759_symmetric_A226697", kind)
    assert central_difference(tour) == 32
    assert central_sum(tour) is None


def test_opposite_squares_of_a_centrosymmetric_open_tour_add_up():
    tour = Tour(TourProblem("3x4"), EULER_3X4)
    numbers = tour.grid()
    assert (numbers + numbers[::-1, ::-1] == 13).all()
    assert central_sum(tour) == 13
    assert central_difference(tour) is None


def test_a_hole_opposite_a_square_leaves_nothing_to_compare():
    board = Board((2, 3), holes=[(0, 0), (0, 1), (1, 1), (1, 2)])
    tour = verify(TourProblem(board), [(0, 2), (1, 0)])
    assert central_sum(tour) == 3
    lopsided = verify(
        TourProblem(Board((3, 3), holes=set(Board((3, 3))) - {(0, 0), (1, 2)})), [(0, 0), (1, 2)]
    )
    assert central_sum(lopsided) is None
    cornered = Board((3, 3), holes=set(Board((3, 3))) - {(0, 0)})
    alone = verify(TourProblem(cornered), [(0, 0)])
    assert (central_sum(alone), central_difference(alone)) == (None, None)


def test_a_square_does_not_differ_from_itself():
    alone = verify(TourProblem("1x1"), [(0, 0)])
    assert (central_sum(alone), central_difference(alone)) == (2, None)


def test_eight_renumberings_are_named_and_the_others_counted():
    """Dudeney's tour has ten, as trying every start and direction finds."""
    tour = published("dudeney_magic")
    assert sum(found.semi_magic for _, _, found in renumbered(tour)) == 10
    (line,) = [line for line in describe(tour).lines() if line.startswith("semi-magic")]
    first, second = semi_magic_renumberings(tour)[:2]
    name = tour.problem.vertices.name
    assert line.startswith(f"semi-magic numberings: 10: from {name(first.start)}, ")
    assert f", from {name(second.start)} backwards, " in line
    assert line.count("from") == 8
    assert line.endswith(", 2 more")


def test_a_description_holds_every_metric():
    tour = published("euler_1759_symmetric_A226697", "closed")
    found = describe(tour)
    assert (found.turns, found.crossings, dict(found.angles)) == (
        turns(tour),
        crossings(tour),
        angles(tour),
    )
    assert found.turns + found.straight == 64
    assert found.sums == sums(tour)
    assert found.renumberings == semi_magic_renumberings(tour)
    assert (found.central_difference, found.central_sum) == (32, None)
    assert found.symmetry.name == "Eulerian"
    assert dict(found.undefined) == {}
    lines = list(found.lines())
    assert "opposite squares: differ by 32" in lines
    assert "symmetry: Eulerian: half-turn (keeps the direction)" in lines


def test_a_description_says_what_is_not_defined_and_why():
    board = Board((3, 3), wrap="both")
    tour = verify(board, next(reference.all_paths(reference.board_space((3, 3), wrap=(0, 1)))))
    found = describe(tour)
    assert found.crossings is None
    assert any(line.startswith("crossings: not defined: ") for line in found.lines())
    assert found.turns is not None


def test_eight_symmetries_are_named_and_the_others_counted():
    """A ring of six along a wrapped row: the identity, five translations and six reflections."""
    board = Board((1, 6), leap=(0, 1), wrap=(1,))
    found = describe(verify(TourProblem(board, kind="closed"), [(0, k) for k in range(6)]))
    (line,) = [line for line in found.lines() if line.startswith("symmetry")]
    assert line.count(" the direction)") == 8
    assert line.endswith(", 3 more")


def test_a_description_says_that_a_board_has_too_many_symmetries_to_try():
    """A rook goes through the corners of a cube of nine axes as in a Gray code."""
    corners = [tuple((k ^ k // 2) >> axis & 1 for axis in range(9)) for k in range(2**9)]
    tour = verify(TourProblem(Board((2,) * 9, leap=(0, 1)), kind="closed"), corners)
    found = describe(tour)
    assert found.symmetry is None
    assert found.turns == 2**9
    assert any(line.startswith("symmetry: not defined: ") for line in found.lines())
    assert "100,000" in found.undefined["symmetry"]


@pytest.mark.parametrize("what", [None, 3, [0, 1], "8x8"])
@pytest.mark.parametrize(
    "metric", [describe, turns, angles, crossings, central_sum, semi_magic_renumberings]
)
def test_what_is_no_tour_is_refused_in_a_sentence(metric, what):
    with pytest.raises(ProblemError, match="a metric needs a Tour, not "):
        metric(what)


def test_rows_of_different_lengths_are_no_grid():
    with pytest.raises(ProblemError, match="rows and columns"):
        sums([[1, 2], [3]])


@pytest.mark.parametrize("kind", [Kind.OPEN, Kind.STRICTLY_OPEN])
def test_one_square_alone_has_a_description(kind):
    found = describe(Tour(TourProblem("1x1", kind=kind), [0]))
    assert (found.turns, found.straight, found.crossings) == (0, 0, 0)
    assert found.symmetry.name == "none"


def test_a_vector_that_leads_back_to_its_own_square_is_none_of_a_move():
    """Four to the right on four wrapped columns; `Board.neighbours` has no such move either."""
    board = Board((4, 4), leap=(0, 4), wrap="both")
    assert board.neighbours((0, 0)) == []
    assert vectors_of(board, np.zeros((2, 3), np.int64)).tolist() == [NO_VECTOR] * 3
