"""The symmetry of a tour, judged by the verifier as the definition has it, on all tours of small boards."""

from __future__ import annotations

import re
from functools import cache

import pytest
from symmetry_reference import moves_of, plane_maps, symmetries_of

import knight_models as km
from knight_models.core.board import Board
from knight_models.core.fault import FaultKind
from knight_models.core.problem import Kind, TourProblem
from knight_models.core.symmetry import SymmetryKind
from knight_models.core.tour import Tour
from knight_models.verifier import faults
from knight_models.verifier.symmetry import symmetry_faults

RING = Board((3, 3), holes=[(1, 1)])
NOTCHED = Board((5, 6), holes=[(0, 5), (4, 0)])
CORNERLESS = Board((4, 5), holes=[(0, 0), (3, 4)])
LINE = Board((1, 4), leap=(0, 1))

SPACES = [
    ("6x6", "closed"),
    ("3x10", "closed"),
    ("5x6", "closed"),
    ("3x4", "open"),
    ("4x5", "open"),
    ("5x5", "open"),
    ("3x4", "strictly-open"),
    (RING, "closed"),
    (RING, "open"),
    (NOTCHED, "closed"),
    (CORNERLESS, "open"),
    (LINE, "open"),
]

STATEMENT = re.compile(
    r"the (\S+(?: \S+)?) maps the move (\S+)-(\S+) to (\S+)-(\S+), which is not a move of"
)


@cache
def tours(space, kind) -> tuple[Tour, ...]:
    stream = km.iter_tours(space, kind=kind, seconds=300)
    found = tuple(stream)
    assert stream.end.complete
    return found


def kinds_of(board: Board, kind: str) -> list[SymmetryKind]:
    """The kinds of symmetry that are defined there."""
    kinds = [each for each in SymmetryKind if kind == "closed" or not each.closed_only]
    rows, columns = board.shape
    return [each for each in kinds if each is not SymmetryKind.QUARTER_TURN or rows == columns]


@cache
def asking(space, kind, symmetry: SymmetryKind) -> TourProblem:
    return TourProblem(space, kind, symmetry=symmetry)


def judged(tour: Tour, symmetry: SymmetryKind):
    return faults(asking(tour.problem.space, tour.problem.kind, symmetry), tour.order)


@pytest.mark.parametrize(("space", "kind"), SPACES, ids=str)
def test_every_tour_is_judged_as_the_definition_has_it(space, kind):
    board = Board.of(space)
    wanted = [each for each in kinds_of(board, kind) if _is_defined(board, kind, each)]
    for tour in tours(space, kind):
        has = symmetries_of(*board.shape, tour.squares, closed=kind == "closed")
        for symmetry in wanted:
            found = symmetry_faults(
                asking(board, kind, symmetry), tour.order
            )  # one of the steps of `faults`
            assert [fault.kind for fault in found] == ([] if symmetry in has else [FaultKind.NOT_SYMMETRIC])


def _is_defined(board, kind, symmetry) -> bool:
    try:
        return bool(TourProblem(board, kind, symmetry=symmetry))
    except km.ProblemError:
        return False


@pytest.mark.parametrize(
    ("space", "kind", "counts"),
    [
        # 3x10: Knuth, pre-fascicle 8A; 6x6: five classes with a quarter turn, Jelliss
        ("3x10", "closed", {"eulerian": 0, "bergholtian": 4, "axial": 4, "central": 4}),
        ("6x6", "closed", {"quarter-turn": 10}),
    ],
)
def test_published_numbers_of_symmetric_tours(space, kind, counts):
    for symmetry, count in counts.items():
        right = [tour for tour in tours(space, kind) if not judged(tour, SymmetryKind(symmetry))]
        assert (symmetry, len(right)) == (symmetry, count)


@pytest.mark.parametrize(("space", "kind"), [("3x10", "closed"), ("5x6", "closed"), ("3x4", "open")])
def test_a_fault_names_a_move_and_its_image_that_is_none(space, kind):
    board = Board.of(space)
    maps = plane_maps(*board.shape)
    for tour in tours(space, kind):
        moves = {frozenset(move) for move in moves_of(tour.squares, closed=kind == "closed")}
        for symmetry in kinds_of(board, kind):
            for fault in judged(tour, symmetry):
                for name, *squares in STATEMENT.findall(str(fault)):
                    first, second, *images = map(board.at, squares)
                    assert [maps[name](first), maps[name](second)] == images
                    assert {first, second} in moves
                    assert set(images) not in moves
                if symmetry is SymmetryKind.AXIAL:
                    assert str(fault).count("reflection") == 2


def test_a_fault_says_which_of_the_two_central_symmetries_a_tour_has():
    def text(space: str, symmetry: str, has: str) -> str:
        tour = next(each for each in tours(space, "closed") if not judged(each, SymmetryKind(has)))
        [fault] = judged(tour, SymmetryKind(symmetry))
        return str(fault)

    assert text("3x10", "eulerian", "bergholtian") == (
        "the half-turn reverses the direction of the tour, so the tour is Bergholtian"
    )
    assert text("6x6", "bergholtian", "eulerian") == (
        "the half-turn keeps the direction of the tour, so the tour is Eulerian"
    )


def test_start_and_direction_of_the_listing_make_no_difference():
    for tour in tours("3x10", "closed"):
        order = tour.order.tolist()
        for symmetry in ("bergholtian", "axial"):
            problem = TourProblem("3x10", "closed", symmetry=symmetry)
            listings = [order, order[::-1], order[7:] + order[:7]]
            assert len({len(faults(problem, each)) for each in listings}) == 1


@pytest.mark.parametrize(
    "answer",
    [
        [],
        ["a1"],
        ["a1"] * 12,
        ["a3", "c2", "a1"],
        ["z9", *["a1"] * 11],
        [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]],
    ],
    ids=str,
)
def test_what_is_no_tour_is_refused_for_that(answer):
    found = faults(TourProblem("3x4", symmetry="central"), answer)
    assert found
    plain = faults(TourProblem("3x4"), answer)
    assert [str(fault) for fault in found if fault.kind is not FaultKind.NOT_SYMMETRIC] == list(
        map(str, plain)
    )


def test_a_solver_whose_tour_lacks_the_symmetry_is_caught():
    """A right tour that is not symmetric, from a solver that claims to take a symmetry."""
    problem = TourProblem("3x10", Kind.CLOSED, symmetry="axial")
    wrong = next(tour for tour in tours("3x10", "closed") if judged(tour, SymmetryKind.AXIAL))
    km.register_function("careless", lambda run: wrong.order, takes=km.Takes(symmetry=True))
    try:
        with pytest.raises(km.WrongAnswerError, match="maps the move"):
            km.solve(problem, "careless")
    finally:
        from knight_models.solvers import SOLVERS

        del SOLVERS["careless"]
