"""Counts up to symmetry and of symmetric tours, against brute force and published numbers."""

from __future__ import annotations

from collections import Counter

import networkx as nx
import numpy as np
import pytest
from class_reference import (
    classes_of,
    image_of,
    keeps_direction,
    maps_of_board,
    moves_of_tour,
)

from knight_models import (
    Board,
    ProblemError,
    SymmetryKind,
    TourProblem,
    UnsupportedError,
    count_tours,
    iter_tours,
    sample_tours,
    solve,
)
from knight_models.core.symmetry import maps_of

RING = Board.parse("3x3", holes="b2")
BOARDS = [
    Board.parse("3x4"),
    Board.parse("4x5"),
    Board.parse("3x6", leap="0,1"),
    Board.parse("4x4", leap="0,1"),
    Board.parse("2x2", leap="0,1+1,1"),
    RING,
    Board.parse("4x5", holes="a1,e4"),
    Board.parse("4x4", holes="a1,d4"),
    Board.parse("3x5", holes="c2"),
    Board.parse("3x4", holes="a1", leap="1,2+0,1"),
    Board.parse("2x4", leap="0,1"),
    Board.parse("2x4", leap="0,1+1,1"),
    Board.parse("1x4", leap="0,1", holes="b1,c1"),
    Board.parse("1x3", leap="0,1"),
    Board.parse("2x2x3", leap="0,1"),
    Board.parse("3x4", wrap="rows"),
    Board.parse("1x5", leap="0,1"),
    Board.parse("1x2", leap="0,1"),
    Board.parse("2x2", leap="0,1"),
]


def tours_of(board: Board, kind: str) -> list[list]:
    """All tours as squares."""
    return [list(tour) for tour in iter_tours(board, "depth-first", kind=kind)]


@pytest.mark.parametrize("kind", ["open", "closed", "strictly-open"])
@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_classes(board, kind):
    tours = tours_of(board, kind)
    moves = [moves_of_tour(tour, kind == "closed") for tour in tours]
    maps = maps_of_board(board)
    classes = list(classes_of(moves, maps))
    try:
        assert count_tours(board, kind=kind, up_to_symmetry=True).count == len(classes)
    except UnsupportedError as error:
        assert "of order" in str(error)  # noqa: PT017  # some of these boards are refused, and only so
        assert board.wrap or board.ndim == 3
        return
    # A tour and its reverse are two classes unless a symmetry reverses the tour.
    by_moves = dict(zip(moves, tours, strict=True))
    directed = sum(
        1 if _is_reversed(by_moves[next(iter(each))], next(iter(each)), maps) else 2 for each in classes
    )
    counted = count_tours(board, kind=kind, up_to_symmetry=True, directed=True)
    assert counted.count == directed


def _is_reversed(tour: list, moves, maps: list) -> bool:
    """Whether a symmetry maps a tour to its reverse; one square is its own."""
    kept = [image for image in maps if image_of(moves, image) == moves]
    if len(moves) < len(tour):
        return any(image[tour[0]] == tour[-1] for image in kept)
    return any(not keeps_direction(tour, image) for image in kept)


@pytest.mark.parametrize("kind", ["open", "closed", "strictly-open"])
@pytest.mark.parametrize("symmetry", SymmetryKind)
@pytest.mark.parametrize(
    "board", [board for board in BOARDS if board.ndim == 2 and not board.wrap], ids=str
)
def test_symmetric_tours(board, symmetry, kind):
    try:
        problem = TourProblem(board, kind, symmetry=symmetry)
    except ProblemError:
        return  # not defined here; tests/core/test_symmetry.py says where
    maps = [
        {square: each.image(board, square) for square in board}
        for each in maps_of(symmetry)
        if each.keeps(board)
    ]
    found = []
    for tour in tours_of(board, kind):
        moves = moves_of_tour(tour, kind == "closed")
        kept = [image for image in maps if image_of(moves, image) == moves]
        if kind == "closed" and symmetry in ("eulerian", "bergholtian"):
            kept = [image for image in kept if keeps_direction(tour, image) == (symmetry == "eulerian")]
        if kept:
            found.append(moves)
    listed = [moves_of_tour(list(tour), kind == "closed") for tour in iter_tours(problem, "symmetric")]
    assert Counter(listed) == Counter(found)
    try:
        assert count_tours(problem).count == len(found)
    except UnsupportedError as error:
        assert "several symmetries" in str(error)  # noqa: PT017  # as above
        return
    assert sample_tours(problem, 5).total == len(found)
    try:
        classes = count_tours(problem, up_to_symmetry=True)
    except UnsupportedError as error:
        assert "several symmetries" in str(error)  # noqa: PT017  # as above
    else:
        assert classes.count == len(list(classes_of(found, maps_of_board(board))))


@pytest.mark.parametrize(
    ("board", "kind", "symmetry", "tours", "classes"),
    [
        ("6x6", "closed", None, 9862, 1245),
        ("6x6", "closed", "quarter-turn", 10, 5),
        ("3x10", "closed", None, 16, 6),
        ("3x10", "closed", "bergholtian", 4, 2),
        ("3x10", "closed", "axial", 4, 2),
        ("3x10", "closed", "eulerian", 0, 0),
        ("8x8", "closed", "central", 2_432_932, 608_233),
        ("8x8", "closed", "eulerian", 2_432_932, 608_233),
        ("8x8", "closed", "quarter-turn", 0, 0),
        ("10x10", "closed", "quarter-turn", 831_804, 415_902),
        ("3x4", "open", None, 8, 3),
        ("4x4", "open", None, 0, 0),
        ("4x5", "open", None, 82, 22),
        ("4x6", "open", None, 744, 186),
        ("4x7", "open", None, 6378, 1603),
    ],
)
def test_published_numbers(board, kind, symmetry, tours, classes):
    """OEIS A001230, A169769, A079137, A328341; Marlow; Knuth, The Art of Computer Programming 4, 8A."""
    problem = TourProblem(board, kind, symmetry=symmetry)
    assert count_tours(problem).count == tours
    assert count_tours(problem, up_to_symmetry=True).count == classes


@pytest.mark.parametrize("leap", ["1,2", "2,3", "1,1"])
def test_one_orbit_without_moves_has_no_tour(leap):
    result = solve(Board.parse("2x2", leap=leap), kind="closed", symmetry="quarter-turn")
    assert result.status == "impossible"


def test_symmetric_tours_are_drawn_evenly():
    sample = sample_tours("6x6", 7800, seed=2, kind="closed", symmetry="central")
    often = Counter(map(bytes, sample.orders))
    assert len(often) == sample.total == 78
    assert abs(sum((number - 100) ** 2 / 100 for number in often.values()) - 77) < 5 * (2 * 77) ** 0.5


@pytest.mark.parametrize(
    ("space", "details"),
    [
        (nx.path_graph(4), {}),
        ("5x5", {"start": "a1"}),
        ("5x5", {"end": "a1"}),
        ("5x5", {"required": [("a1", "b3")]}),
        ("5x5", {"forbidden": [("a1", "b3")]}),
    ],
)
def test_refused_up_to_symmetry(space, details):
    with pytest.raises(ProblemError, match="tours up to symmetry are tours"):
        count_tours(space, up_to_symmetry=True, **details)


def test_symmetric_tours_with_fixed_ends_are_refused():
    with pytest.raises(UnsupportedError, match="with a fixed start or end"):
        count_tours("5x5", symmetry="central", start="a1")
    assert np.array_equal(
        sample_tours("6x6", 3, kind="closed", symmetry="quarter-turn", seed=1).orders,
        sample_tours("6x6", 3, kind="closed", symmetry="quarter-turn", seed=1).orders,
    )
