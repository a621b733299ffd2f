"""Symmetry: groups that are groups, counts of tours up to symmetry as published, types by definition."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, product

import numpy as np
import pytest
import reference
from facts import facts
from hypothesis import given
from hypothesis import strategies as st

import knight_models as km
from knight_models import Board, ProblemError, TooLargeError
from knight_models.core.tour import Tour
from knight_models.theory.isometries import symmetries
from knight_models.theory.symmetry import canonical, symmetry_type

COUNTS = {row["name"]: row for row in facts("known_counts.json")["rows"]}

RING = [(0, 0), (1, 2), (2, 0), (0, 1), (2, 2), (1, 0), (0, 2), (2, 1)]
"""The closed tour of 3x3 without its centre."""

EULER_3X4 = [(0, 0), (1, 2), (2, 0), (0, 1), (1, 3), (2, 1), (0, 2), (1, 0), (2, 2), (0, 3), (1, 1), (2, 3)]

SPACES = [
    Board((8, 8)),
    Board((3, 5)),
    Board((1, 4)),
    Board((2, 2)),
    Board((1, 1)),
    Board((3, 3, 3)),
    Board((2, 3, 2)),
    Board((5,), leap=(0, 1)),
    Board((3, 3), wrap="both"),
    Board((2, 4), wrap="columns"),
    Board((4, 4), wrap=(0,)),
    Board((2, 2), wrap="both"),
    Board((4, 4), holes=[(0, 0), (3, 3)]),
    Board((4, 4), wrap="both", holes=[(0, 0), (2, 2)]),
]


def count_of(name: str, index: int) -> int:
    row = COUNTS[name]
    return row["values"][index - row["offset"]]


def tours(board: str, kind: str) -> list[Tour]:
    return list(km.iter_tours(board, kind=kind))


def tour_of(board: Board, squares: list, kind: str = "closed") -> Tour:
    return Tour(km.TourProblem(board, kind=kind), list(map(board.index, squares)))


@pytest.mark.parametrize(
    ("board", "order"),
    [
        (Board((8, 8)), 8),
        (Board((3, 4)), 4),
        (Board((4, 4, 4)), 48),
        (Board((4, 4, 5)), 16),
        (Board((3, 4, 5)), 8),
        (Board((5, 5), wrap="both"), 200),
        (Board((4, 6), wrap="both"), 4 * 24),
        (Board((3, 7), wrap="columns"), 4 * 7),
        (Board((6, 6), wrap=(0,)), 4 * 6),
        (Board((1, 1)), 1),
        (Board((1, 6)), 2),
        (Board((2, 2), wrap="both"), 8),
        (Board((8, 8), holes=["a1"]), 2),
        (Board((8, 8), holes=["a1", "b1"]), 1),
        (Board((8, 8), holes=["a1", "h8"]), 4),
        (Board((8, 8), holes=["d4", "e4", "d5", "e5"]), 8),
        (Board((5, 5), wrap="both", holes=[(1, 3)]), 8),
    ],
)
def test_the_order_of_the_group(board, order):
    assert len(symmetries(board)) == order


@pytest.mark.parametrize("board", SPACES, ids=str)
def test_symmetries_are_the_isometries_found_by_trying_all(board):
    """Held against all exchanges, reversals and shifts of axes that keep shape, wrap and squares."""
    squares = list(board)
    found = {tuple(map(symmetry, squares)) for symmetry in symmetries(board)}
    assert len(found) == len(symmetries(board))
    assert found == isometries(board, squares)


def isometries(board: Board, squares: list) -> set:
    """Maps of the squares that keep the distances along every axis, the axes possibly exchanged."""
    images = set()
    origin = squares[0]
    for axes in {tuple(axes) for axes in product(range(board.ndim), repeat=board.ndim)}:
        if len(set(axes)) < board.ndim:
            continue
        fits = [
            board.shape[a] == board.shape[i] and (a in board.wrap) == (i in board.wrap)
            for i, a in enumerate(axes)
        ]
        if not all(fits):
            continue
        for signs in product((1, -1), repeat=board.ndim):
            for target in squares:
                image = []
                for square in squares:
                    there = [target[i] + signs[i] * (square[a] - origin[a]) for i, a in enumerate(axes)]
                    image.append(
                        tuple(
                            place % board.shape[i] if i in board.wrap else place
                            for i, place in enumerate(there)
                        )
                    )
                if set(image) == set(squares):
                    images.add(tuple(image))
    return images


@pytest.mark.parametrize("board", SPACES, ids=str)
def test_the_laws_of_a_group(board):
    group = symmetries(board)
    assert group[0].name == "identity"
    members = set(group)
    some = group[:: max(1, len(group) // 20)]
    for first, second in product(some, repeat=2):
        both = first.then(second)
        assert both in members
        assert [both(square) for square in board] == [second(first(square)) for square in board]
    for symmetry in group:
        assert symmetry.inverse() in members
        assert symmetry.then(symmetry.inverse()) == group[0]


@pytest.mark.parametrize(
    ("name", "image"),
    [
        ("identity", "ab/cd"),
        ("half-turn", "dc/ba"),
        ("quarter-turn clockwise", "ca/db"),
        ("quarter-turn anticlockwise", "bd/ac"),
        ("reflection left-right", "ba/dc"),
        ("reflection top-bottom", "cd/ab"),
        ("reflection in the main diagonal", "ac/bd"),
        ("reflection in the other diagonal", "db/ca"),
    ],
)
def test_names_say_what_happens_to_a_square_of_letters(name, image):
    (symmetry,) = [each for each in symmetries(Board((2, 2))) if each.name == name]
    letters = {(0, 0): "a", (0, 1): "b", (1, 0): "c", (1, 1): "d"}
    moved = {symmetry(square): letter for square, letter in letters.items()}
    assert "".join(moved[square] for square in sorted(moved)) == image.replace("/", "")


def test_names_on_a_torus_tell_translations_and_glides():
    kinds = Counter(symmetry.kind for symmetry in symmetries(Board((4, 4), wrap="both")))
    assert kinds["identity"] == 1
    assert kinds["translation"] == 15
    assert kinds["half-turn"] == 16
    assert kinds["quarter-turn"] == 32
    assert kinds["reflection"] == 4 * 4  # in each of four directions the shift along the axis is 0
    assert kinds["glide reflection"] == 4 * 12


def test_names_in_a_cube():
    """The full octahedral group: 23 turns, the inversion, 9 mirrors, 14 that turn and reflect."""
    kinds = Counter(symmetry.kind for symmetry in symmetries(Board((4, 4, 4))))
    assert kinds == {
        "identity": 1,
        "rotation": 23,
        "central inversion": 1,
        "reflection": 9,
        "rotation-reflection": 14,
    }


def test_arrays_of_squares_are_mapped_as_squares_are():
    board = Board((5, 5), wrap="both")
    squares = np.array(list(board))
    for symmetry in symmetries(board)[::7]:
        assert [tuple(square) for square in symmetry(squares).tolist()] == [symmetry(s) for s in board]


@pytest.mark.parametrize("board", [Board((200, 200), wrap="both"), Board((2,) * 12)], ids=str)
def test_a_group_too_large_to_list_is_refused(board):
    with pytest.raises(TooLargeError, match="100,000"):
        symmetries(board)


@pytest.mark.parametrize(
    ("board", "kind", "row", "index"),
    [
        ("3x4", "open", "A169777", 4),
        ("3x7", "open", "A169777", 7),
        ("3x8", "open", "A169777", 8),
        ("9x3", "open", "A169777", 9),
        ("4x3", "open", "A328341", 3),
        ("4x5", "open", "A328341", 5),
        ("6x4", "open", "A328341", 6),
        ("3x10", "closed", "A169769", 10),
        ("3x12", "closed", "A169769", 12),
    ],
)
def test_tours_up_to_symmetry_are_as_many_as_published(board, kind, row, index):
    classes = set(map(canonical, tours(board, kind)))
    assert len(classes) == count_of(row, index)


def test_the_open_tours_of_5x5_fall_into_as_many_classes_as_their_orbits():
    """1728 directed tours (A165134); no symmetry but the identity keeps one, so each has eight images."""
    board = Board((5, 5))
    found = tours("5x5", "open")
    both = [Tour(tour.problem, tour.order[::step]) for tour in found for step in (1, -1)]
    assert len(both) == count_of("A165134", 5)
    assert len({canonical(tour, directed=True) for tour in both}) == 1728 // 8
    orbits = {
        min(tuple(map(symmetry, way)) for symmetry in symmetries(board) for way in (tour, tour[::-1]))
        for tour in (each.squares for each in found)
    }
    assert {tuple(canonical(tour).squares) for tour in found} == orbits


def test_3x10_has_4_axial_and_4_bergholtian_closed_tours_of_16():
    """Bergholt 1918, Kraitchik 1927; OEIS A169765 counts the axial ones."""
    names = Counter(symmetry_type(tour).name for tour in tours("3x10", "closed"))
    assert names == {"none": 8, "axial (Sulian)": 4, "Bergholtian": 4}


@pytest.mark.slow
def test_3x14_has_24_axial_closed_tours():
    """OEIS A169765."""
    names = Counter(symmetry_type(tour).name for tour in tours("3x14", "closed"))
    assert names["axial (Sulian)"] == 24
    assert sum(names.values()) == count_of("A070030", 7)


def test_the_9862_closed_tours_of_6x6():
    """G. P. Jelliss (Closed tours of the 6 by 6 board): 5 x 2 + 17 x 4 + 1223 x 8 = 9862, 1245 classes."""
    found = tours("6x6", "closed")
    assert len(found) == 9862
    names = Counter(symmetry_type(tour).name for tour in found)
    assert names == {"none": 9784, "Eulerian": 68, "Eulerian, quarter-turn": 10}
    assert len(set(map(canonical, found))) == 1245


def test_4_rows_have_open_tours_that_the_half_turn_reverses():
    """OEIS A328340 (Howroyd 2019) gives two symmetric tours of 4x3; no other symmetry is possible."""
    found = tours("4x3", "open")
    names = Counter(symmetry_type(tour).name for tour in found)
    assert set(names) == {"none", "centrosymmetric"}
    classes = {canonical(tour) for tour in found if symmetry_type(tour).order == 2}
    assert len(classes) == 2


def own_symmetries(board: Board, tour: list, closed: bool) -> dict:
    """By definition: the symmetries that send moves to moves, and whether the order turns round."""
    place = {square: k for k, square in enumerate(tour)}
    found = {}
    for symmetry in symmetries(board):
        image = [place[symmetry(square)] for square in tour]
        steps = {(b - a) % len(tour) if closed else b - a for a, b in pairwise(image)}
        wraps = {(image[0] - image[-1]) % len(tour)} if closed else set()
        if steps | wraps <= {1}:
            found[symmetry] = False
        elif steps | wraps == {len(tour) - 1 if closed else -1}:
            found[symmetry] = True
    return found


@pytest.mark.parametrize(
    ("board", "closed"),
    [
        (Board((3, 10)), True),
        (Board((5, 6)), True),
        (Board((5, 5)), False),
        (Board((3, 4)), False),
        (Board((3, 3), wrap="both"), True),
        (Board((3, 4), wrap="columns"), True),
        (Board((3, 4), wrap="columns"), False),
        (Board((2, 5), wrap="columns"), True),
        (Board((4, 4), wrap="both"), True),
        (Board((2, 6), wrap="both"), True),
        (Board((2, 3), wrap="both"), False),
        (Board((2, 2, 3), wrap=(2,)), True),
        (Board((1, 6), leap=(0, 1), wrap="columns"), True),
        (Board((3, 3), holes=[(1, 1)]), True),
        (Board((2, 3, 4)), True),
        (Board((3, 2, 4)), False),
        (Board((4, 4), leap=(0, 1)), True),
        (Board((2, 2, 2), leap=(0, 1)), True),
        (Board((6,), leap=(0, 1)), False),
        (Board((1, 4), leap=(0, 2), wrap=(1,), holes=[(0, 1), (0, 3)]), False),
        (Board((2, 1), leap=(0, 1), wrap=(0,)), False),
        (Board((2, 2), leap=(5, 5), wrap=(0, 1), holes=[(0, 1), (1, 0)]), False),
    ],
    ids=str,
)
def test_the_symmetries_of_tours_are_those_that_trying_all_finds(board, closed):
    kind = "closed" if closed else "open"
    stream = km.iter_tours(km.TourProblem(board, kind=kind))
    some = [tour for tour, _ in zip(stream, range(150), strict=False)]
    assert some
    for tour in some:
        found = symmetry_type(tour)
        listed = {each.symmetry: each.reverses for each in found.symmetries}
        assert listed == own_symmetries(board, tour.squares, closed)
        assert found.order == len(listed) == len(found.symmetries)
        assert found.symmetries[0].symmetry.name == "identity"


def test_a_rook_round_2x2_goes_across_two_axes_and_through_the_others():
    """Its tour crosses the two axes between squares; the two diagonals it meets at squares."""
    found = symmetry_type(tour_of(Board((2, 2), leap=(0, 1)), [(0, 0), (0, 1), (1, 1), (1, 0)]))
    assert found.order == 8
    assert {each.symmetry.name for each in found.symmetries if not each.reverses} == {
        "identity",
        "half-turn",
        "quarter-turn clockwise",
        "quarter-turn anticlockwise",
    }


def test_a_ring_of_eight_has_every_symmetry_of_the_square():
    found = symmetry_type(tour_of(Board((3, 3), holes=[(1, 1)]), RING))
    assert found.order == 8
    assert found.name == "octonary (Murraian), Eulerian, quarter-turn"


def test_the_centre_of_a_tour_may_not_be_that_of_its_board():
    """The ring keeps to a corner of the board: its own symmetries are eight, those of the board two."""
    board = Board((4, 4), holes=set(Board((4, 4))) - set(RING))
    found = symmetry_type(tour_of(board, RING))
    assert [each.symmetry.name for each in found.symmetries] == [
        "identity",
        "reflection in the main diagonal",
    ]
    assert found.order == 2


def test_a_ring_of_a_thousand_translations():
    board = Board((1, 1000), leap=(0, 1), wrap="columns")
    found = symmetry_type(tour_of(board, [(0, column) for column in range(1000)]))
    assert found.order == 2000
    assert "translation" in found.name


def test_more_than_two_axes_name_translations_once():
    board = Board((1, 1, 6), leap=(0, 1), wrap=(2,))
    ring = [(0, 0, k) for k in range(6)]
    found = symmetry_type(tour_of(board, ring))
    assert found.order == 12
    assert found.name == "translation (keeps the direction), reflection (reverses the direction)"
    assert {each.symmetry.kind for each in found.symmetries} == {"identity", "translation", "reflection"}


def gray_code(axes: int) -> list[tuple[int, ...]]:
    """A closed tour of a rook through the corners of a cube (Gray 1953)."""
    return [tuple((k ^ k // 2) >> axis & 1 for axis in range(axes)) for k in range(2**axes)]


def test_a_board_of_too_many_axes_is_refused_before_its_isometries_are_listed():
    """2^9 squares have 9! 2^9 isometries; those of 2^4 are few."""
    assert symmetry_type(tour_of(Board((2,) * 4, leap=(0, 1)), gray_code(4))).order > 1
    with pytest.raises(TooLargeError, match="100,000"):
        symmetry_type(tour_of(Board((2,) * 9, leap=(0, 1)), gray_code(9)))


@given(st.integers(0, 7), st.integers(0, 35), st.booleans())
def test_neither_image_nor_start_nor_direction_changes_the_canonical_listing(number, turn, reverse):
    board = Board((6, 6))
    grid = next(e for e in facts("published_tours.json") if e["id"] == "isabelle_kc6x6")["grid"]
    numbers = {number: (r, c) for r, row in enumerate(grid) for c, number in enumerate(row)}
    tour = [numbers[number] for number in sorted(numbers)]
    image = [symmetries(board)[number](square) for square in tour[turn:] + tour[:turn]]
    image = image[::-1] if reverse else image
    assert canonical(tour_of(board, image)) == canonical(tour_of(board, tour))
    assert canonical(tour_of(board, image)).start == (0, 0)


def test_directed_tours_and_their_reverses_are_two():
    found = tours("3x10", "closed")
    directed = {
        canonical(Tour(tour.problem, tour.order[::step]), directed=True)
        for tour in found
        for step in (1, -1)
    }
    reversing = {
        canonical(tour) for tour in found if any(each.reverses for each in symmetry_type(tour).symmetries)
    }
    assert len(directed) == 2 * 6 - len(reversing)


def test_ends_that_a_problem_fixes_make_no_difference():
    """The canonical tour is one of the board, for it may begin elsewhere."""
    free = km.solve("5x5", start="a1").tour
    fixed = Tour(km.TourProblem("5x5", start="a1", end=free.end), free.order)
    assert canonical(free) == canonical(fixed)
    assert canonical(free).problem == km.TourProblem("5x5")
    assert not km.faults(km.TourProblem("5x5"), canonical(free))


@pytest.mark.parametrize("order", [range(7), [*range(7), 0], [*range(7), 8], [*range(7), -1], []])
@pytest.mark.parametrize("judge", [symmetry_type, canonical])
def test_a_tour_that_does_not_visit_every_square_once_is_refused(judge, order):
    problem = km.TourProblem(Board((3, 3), holes=[(1, 1)]), kind="closed")
    with pytest.raises(ProblemError, match="each of its 8 squares once"):
        judge(Tour(problem, order))


@pytest.mark.parametrize(
    ("given", "words"),
    [(RING, "need a Tour, not"), ("a1 b3", "need a Tour, not 'a1 b3'"), (km.solve, "need a Tour")],
    ids=["squares", "text", "function"],
)
@pytest.mark.parametrize("judge", [symmetry_type, canonical])
def test_what_is_not_a_tour_of_a_board_is_refused(judge, given, words):
    with pytest.raises(ProblemError, match=words):
        judge(given)
    with pytest.raises(ProblemError, match="it needs a board"):
        judge(Tour(km.TourProblem(km.knight_graph("3x4")), range(12)))


def test_reference_tours_are_mapped_to_reference_tours():
    board = Board((3, 4))
    paths = {tuple(path) for path in reference.all_paths(reference.board_space((3, 4)))}
    for symmetry in symmetries(board):
        assert {tuple(map(symmetry, path)) for path in paths} == paths
