"""The verifier at a million squares: nothing wrong is missed, everything is named, memory is spared."""

import re
import tracemalloc
from itertools import pairwise, permutations, product

import large_tours
import numpy as np
import pytest
import reference
from hypothesis import given, settings
from hypothesis import strategies as st

from knight_models.core.board import Board
from knight_models.core.errors import ProblemError, VerificationError
from knight_models.core.evidence import CutSetProof, ForcedMoves, VertexCut
from knight_models.core.limits import Deadline
from knight_models.core.problem import TourProblem
from knight_models.core.tour import CHUNK, NumberGrid, Tour
from knight_models.verifier import FaultKind, closes, faults, verify, walk_faults
from knight_models.verifier.moves import BoardMoves

SIDE = 1000
SQUARES = SIDE * SIDE
MILLION = TourProblem(f"{SIDE}x{SIDE}")
ORDER = large_tours.open_order(SIDE, SIDE)
PLACES = [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, SQUARES // 2, SQUARES - 2, SQUARES - 1]
places = st.integers(0, SQUARES - 1) | st.sampled_from(PLACES)


def square(number):
    return divmod(int(number), SIDE)


def is_move(one, other):
    """A knight's move on the board of a million squares, from the definition."""
    down, across = (abs(a - b) for a, b in zip(square(one), square(other), strict=True))
    return {down, across} == {1, 2}


def broken_near(order, changed):
    """The steps to and from the changed places that are no moves, as pairs of steps."""
    steps = {step for place in changed for step in (place - 1, place) if 0 <= step < len(order) - 1}
    return {(step + 1, step + 2) for step in steps if not is_move(order[step], order[step + 1])}


def broken_in(order):
    down, across = (np.abs(np.diff(axis)) for axis in np.divmod(order.astype(np.int64), SIDE))
    return np.flatnonzero(~(((down == 1) & (across == 2)) | ((down == 2) & (across == 1)))) + 1


def by_kind(found):
    return {kind: [fault for fault in found if fault.kind is kind] for kind in {f.kind for f in found}}


def test_the_tour_that_the_others_are_made_from_is_right_by_another_judge():
    assert not len(broken_in(ORDER))
    assert np.array_equal(np.sort(ORDER), np.arange(SQUARES))


@pytest.mark.parametrize("kind", ["open", "strictly-open"])
@pytest.mark.parametrize("form", [np.int32, np.int64, np.uint32, np.dtype(">i8")])
def test_a_right_tour_of_a_million_squares_has_no_fault(kind, form):
    problem = TourProblem(MILLION.space, kind, square(ORDER[0]), square(ORDER[-1]))
    assert faults(problem, ORDER.astype(form)) == []
    assert np.array_equal(verify(problem, ORDER.astype(form)).order, ORDER)


@pytest.mark.parametrize("form", ["tour", "grid", "number grid from 0", "squares"])
def test_every_form_of_a_tour_of_a_million_squares_is_read(form):
    tour = Tour(MILLION, ORDER)
    answer = {
        "tour": lambda: tour,
        "grid": lambda: tour.grid().tolist(),
        "number grid from 0": lambda: NumberGrid(tour.grid() - 1, first_number=0),
        "squares": lambda: tour.squares,
    }[form]()
    assert verify(MILLION, answer) == tour


def test_ends_are_judged():
    closed = by_kind(faults(TourProblem(MILLION.space, "closed"), ORDER))
    [fault] = closed.pop(FaultKind.NOT_CLOSED)
    assert (fault.steps, fault.squares) == ((SQUARES, 1), (square(ORDER[-1]), (0, 0)))
    assert not closed
    found = by_kind(faults(TourProblem(MILLION.space, start=(1, 1), end=(2, 2)), ORDER))
    assert set(found) == {FaultKind.WRONG_START, FaultKind.WRONG_END}


def test_a_closed_tour_of_a_million_squares_on_a_cylinder():
    columns = SQUARES // 5
    order = large_tours.ring_order(columns)
    cylinder = Board((5, columns), wrap="columns")
    assert faults(TourProblem(cylinder, "closed"), order) == []
    assert closes(verify(cylinder, order))
    assert {f.kind for f in faults(TourProblem(cylinder, "strictly-open"), order)} == {
        FaultKind.ENDS_ADJACENT
    }
    flat = Board((5, columns))
    assert {f.kind for f in faults(TourProblem(flat, "closed"), order)} == {FaultKind.NOT_CLOSED}
    turned = np.roll(order, SQUARES // 3)  # the seam now lies within the tour
    [seam] = faults(flat, turned)
    assert (seam.kind, seam.steps) == (FaultKind.NOT_A_MOVE, (SQUARES // 3, SQUARES // 3 + 1))


@settings(max_examples=40)
@given(places, places)
def test_one_square_repeated_anywhere_is_named_with_its_steps(place, source):
    if place == source:
        return
    order = ORDER.copy()
    order[place] = ORDER[source]
    found = by_kind(faults(MILLION, order))
    [repeated] = found[FaultKind.REPEATED]
    assert repeated.steps == tuple(sorted((place + 1, source + 1)))
    assert repeated.squares == (square(ORDER[source]),)
    assert f"at steps {repeated.steps[0]} and {repeated.steps[1]}" in str(repeated)
    [missing] = found[FaultKind.MISSING]
    assert missing.squares == (square(ORDER[place]),)
    broken = found.get(FaultKind.NOT_A_MOVE, [])
    assert {fault.steps for fault in broken} == broken_near(order, [place])
    assert set(found) <= {FaultKind.REPEATED, FaultKind.MISSING, FaultKind.NOT_A_MOVE}


@settings(max_examples=40)
@given(places, places)
def test_moves_broken_anywhere_are_named_with_their_steps_and_squares(place, other):
    order = ORDER.copy()
    order[[place, other]] = order[[other, place]]
    found = faults(MILLION, order)
    assert {fault.kind for fault in found} <= {FaultKind.NOT_A_MOVE}
    assert {fault.steps for fault in found} == broken_near(order, [place, other])
    for fault in found:
        step = fault.steps[0]
        assert fault.squares == (square(order[step - 1]), square(order[step]))
        names = [MILLION.space.name(end) for end in fault.squares]
        assert str(fault) == f"step {step} to {step + 1}, {names[0]} to {names[1]}, is not a move"


@pytest.mark.parametrize("place", PLACES)
def test_a_vertex_that_is_not_there_is_named_anywhere(place):
    order = ORDER.astype(np.int64)
    order[place] = SQUARES
    found = by_kind(faults(MILLION, order))
    [off] = found[FaultKind.OFF_BOARD]
    assert off.steps == (place + 1,)
    assert [fault.squares for fault in found[FaultKind.MISSING]] == [(square(ORDER[place]),)]


@pytest.mark.parametrize("place", PLACES)
def test_a_square_left_out_anywhere_is_named(place):
    found = by_kind(faults(MILLION, np.delete(ORDER, place)))
    assert [fault.squares for fault in found[FaultKind.MISSING]] == [(square(ORDER[place]),)]
    assert {fault.steps for fault in found.get(FaultKind.NOT_A_MOVE, [])} == broken_near(
        np.delete(ORDER, place), [place]
    )


def test_a_random_order_of_a_million_squares_has_a_million_faults():
    order = np.random.default_rng(7).permutation(SQUARES)
    broken = broken_in(order)
    found = faults(MILLION, order)
    assert len(found) == len(broken) > SQUARES * 0.99
    assert {fault.kind for fault in found[::50_000]} == {FaultKind.NOT_A_MOVE}
    assert [fault.steps[0] for fault in found[-20:]] == broken[-20:].tolist()
    with pytest.raises(VerificationError) as caught:
        verify(MILLION, order)
    assert str(caught.value).count("is not a move") == 5
    assert str(caught.value).endswith(f"; and {len(broken) - 5} more")
    assert len(caught.value.faults) == len(broken)


def test_random_numbers_on_a_million_squares_are_judged():
    order = np.random.default_rng(7).integers(-5, SQUARES + 5, SQUARES)
    inside = order[(order >= 0) & (order < SQUARES)]
    visits = np.bincount(inside, minlength=SQUARES)
    found = faults(MILLION, order)
    off, repeated, missing = SQUARES - len(inside), (visits > 1).sum(), (visits == 0).sum()
    assert {fault.kind for fault in found[:off]} == {FaultKind.OFF_BOARD}
    first = found[off]
    assert first.kind is FaultKind.REPEATED
    assert first.squares == (square(np.flatnonzero(visits > 1)[0]),)
    assert len(first.steps) == visits[visits > 1][0]
    last = found[int(off + repeated + missing) - 1]
    assert (last.kind, last.squares) == (FaultKind.MISSING, (square(np.flatnonzero(visits == 0)[-1]),))


def test_a_square_visited_by_every_step_is_named_in_a_short_sentence():
    found = by_kind(faults(MILLION, np.zeros(SQUARES, np.int32))[:1])
    [fault] = found[FaultKind.REPEATED]
    assert len(fault.steps) == SQUARES
    assert len(str(fault)) < 200
    assert str(fault).startswith("a1000 is visited 1000000 times, at steps 1 and 2 and 3")


def test_two_numbers_changed_round_in_a_grid_of_a_million():
    grid = Tour(MILLION, ORDER).grid()
    order = ORDER.copy()
    order[[10, 700_000]] = order[[700_000, 10]]
    grid[square(order[10])], grid[square(order[700_000])] = 11, 700_001
    assert {fault.steps for fault in faults(MILLION, grid)} == broken_near(order, [10, 700_000])
    grid[square(order[10])] = 700_001
    found = by_kind(faults(MILLION, grid))
    assert [fault.steps for fault in found[FaultKind.NUMBER_MISSING]] == [(11,)]
    [twice] = found[FaultKind.NUMBER_REPEATED]
    assert set(twice.squares) == {square(order[10]), square(order[700_000])}


def test_a_grid_of_two_numbers_alone_is_judged():
    """Half a million squares carry 1, half a million 2: no pair of them is looked at on its own."""
    grid = np.ones((SIDE, SIDE), np.int64)
    grid[::2] = 2
    found = faults(MILLION, grid)
    assert [fault.kind for fault in found[:2]] == [FaultKind.NUMBER_REPEATED] * 2
    assert len(found) == 2 + SQUARES - 2
    assert len(str(found[0])) < 200


def test_holes_are_judged_at_this_size():
    """The open tour without its last squares is a tour of the board where these are holes."""
    count = 300
    holes = [square(number) for number in ORDER[-count:]]
    board = Board((SIDE, SIDE), holes=holes)
    grid = Tour(MILLION, ORDER).grid()
    grid[grid > SQUARES - count] = 0
    tour = verify(board, grid)
    assert tour.squares[::1000] == [square(number) for number in ORDER[:-count:1000]]
    assert np.array_equal(tour.grid(), grid)
    order = tour.order.copy()
    order[[CHUNK, 5]] = order[[5, CHUNK]]
    assert {f.steps for f in faults(board, order)} == broken_near(
        [SIDE * row + column for row, column in Tour(TourProblem(board), order)], [5, CHUNK]
    )


def test_a_snake_through_a_cube_of_a_million_squares():
    """A leaper (0, 1) goes to and fro along each axis."""
    side = 100
    cube = np.arange(side**3).reshape(side, side, side)
    cube[1::2] = cube[1::2, ::-1]
    rows = cube.reshape(-1, side)
    rows[1::2] = rows[1::2, ::-1]
    board = Board((side,) * 3, leap=(0, 1))
    assert faults(board, cube.ravel()) == []
    assert [fault.kind for fault in faults(Board((side,) * 3), cube.ravel())[:3]] == [
        FaultKind.NOT_A_MOVE
    ] * 3
    order = cube.ravel().copy()
    order[[500_000, 500_001]] = order[[500_001, 500_000]]
    assert [fault.steps[0] for fault in faults(board, order)] == [500_000, 500_002]


def test_a_gray_code_is_a_closed_tour_of_a_cube_with_sixteen_axes():
    """Frank Gray 1953: neighbours differ in one bit, the last and the first too."""
    numbers = np.arange(2**16)
    code = numbers ^ (numbers >> 1)
    assert faults(TourProblem(Board((2,) * 16, leap=(0, 1)), "closed"), code) == []
    code[[100, 3000]] = code[[3000, 100]]
    assert faults(TourProblem(Board((2,) * 16, leap=(0, 1)), "closed"), code) != []


def test_more_axes_than_one_word_of_patterns():
    """A knight on nine axes has 72 ways to choose the long and the short one."""
    board = Board((3,) * 9)
    corner = board.index((0,) * 9)
    reached = set()
    for one, two in permutations(range(9), 2):
        target = [0] * 9
        target[one], target[two] = 1, 2
        reached.add(board.index(tuple(target)))
    every = np.arange(len(board))
    joined = BoardMoves(board).joined(np.full(len(board), corner), every)
    assert set(np.flatnonzero(joined).tolist()) == reached
    assert len(reached) == 72


@settings(max_examples=300)
@given(
    st.sampled_from([Board((3, 4)), Board((3, 4), wrap="columns"), Board((3, 4), holes=[(1, 1)])]),
    st.lists(st.integers(-1, 14), min_size=12, max_size=12),
    st.lists(st.integers(0, 11), max_size=6),
)
def test_steps_of_a_wrong_grid_are_judged_as_the_definition_says(board, numbers, left_alone):
    """Number k and k + 1, where both stand: no square of the one is a move from a square of the other."""
    grid = Tour(TourProblem("3x4"), [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]).grid()
    for place in left_alone:
        grid.flat[place] = numbers[place]
    arcs = reference.board_space(board.shape, board.leap.leaps, board.holes, board.wrap).arcs
    stands = {}
    for place in product(range(3), range(4)):
        if grid[place] and place not in board.holes:
            stands.setdefault(int(grid[place]), []).append(place)
    wrong = {
        (one, other)
        for one, other in pairwise(sorted(stands))
        if other == one + 1 and not any((a, b) in arcs for a in stands[one] for b in stands[other])
    }
    found = faults(board, grid)
    assert {fault.steps for fault in found if fault.kind is FaultKind.NOT_A_MOVE} == wrong
    repeated = {number for number, squares in stands.items() if len(squares) > 1}
    assert {f.steps[0] for f in found if f.kind is FaultKind.NUMBER_REPEATED} == repeated


def test_a_walk_through_half_of_a_million_squares():
    assert walk_faults(MILLION, ORDER[: SQUARES // 2]) == []
    order = ORDER[: SQUARES // 2].copy()
    order[7] = order[400_000]
    assert FaultKind.REPEATED in {fault.kind for fault in walk_faults(MILLION, order)}


def test_required_and_forbidden_moves_in_a_million():
    used = square(ORDER[600_000]), square(ORDER[600_001])
    assert faults(TourProblem(MILLION.space, required=[used[::-1]]), ORDER) == []
    [fault] = faults(TourProblem(MILLION.space, forbidden=[used[::-1]]), ORDER)
    assert (fault.kind, set(fault.squares)) == (FaultKind.FORBIDDEN_USED, set(used))
    unused = (square(ORDER[600_000]), next(iter(_other_moves(600_000))))
    [fault] = faults(TourProblem(MILLION.space, required=[unused]), ORDER)
    assert fault.kind is FaultKind.REQUIRED_MISSING


def _other_moves(place):
    near = {square(ORDER[place - 1]), square(ORDER[place + 1])}
    return set(MILLION.space.neighbours(square(ORDER[place]))) - near


def test_verifying_takes_less_memory_than_the_order_itself():
    tour = Tour(MILLION, ORDER)
    tracemalloc.start()
    try:
        checked = verify(MILLION, tour)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert checked.order is tour.order
    assert peak < ORDER.nbytes


def test_a_grid_of_a_million_squares_takes_little_more_than_itself():
    tour = Tour(MILLION, ORDER)
    tracemalloc.start()
    try:
        grid = tour.grid()
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 1.5 * grid.nbytes


def test_faults_behave_as_a_list_of_them_does():
    order = ORDER.copy()
    order[::1000] = order[0]
    found = faults(MILLION, order)
    listed = list(found)
    assert len(found) == len(listed) > 1000
    assert found == listed
    assert (found[0], found[-1], found[2:5], found[::-1]) == (
        listed[0],
        listed[-1],
        listed[2:5],
        listed[::-1],
    )
    assert found != listed[:-1]
    assert found[3] in found
    assert list(reversed(found)) == listed[::-1]
    with pytest.raises(IndexError):
        found[len(found)]
    assert repr(faults("3x3", [0, 5])) == repr(list(faults("3x3", [0, 5])))
    assert re.search(r", and [\d,]+ more\]$", repr(found))


def test_faults_stay_as_they_are_when_the_answer_changes():
    for make in (np.int32, np.int64):
        order = ORDER.astype(make)
        order[[5, 900]] = order[[900, 5]]
        order[17] = SQUARES + 3
        found = faults(MILLION, order)
        before = list(found)
        order[:] = 0
        assert list(found) == before


def test_a_tour_keeps_a_read_only_order_and_copies_any_other():
    order = ORDER.copy()
    view = order[:]
    view.flags.writeable = False  # the array behind it can still be written to
    assert not np.shares_memory(Tour(MILLION, view).order, order)
    order.flags.writeable = False
    assert Tour(MILLION, order).order is order
    assert np.shares_memory(Tour(MILLION, order[5:]).order, order)
    assert not Tour(MILLION, order.astype(np.int64)).order.flags.writeable


@pytest.mark.parametrize("number", [2**31, 2**32, -(2**31) - 1])
def test_a_vertex_number_of_more_than_32_bits_is_refused(number):
    order = [number, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]
    with pytest.raises(ProblemError, match=f"{number} has not"):
        Tour(TourProblem("3x4"), order)


def test_of_the_squares_where_a_number_stands_a_thousand_are_listed_and_all_counted():
    problem = TourProblem("1x300000")
    found = faults(problem, np.full((1, 300_000), 12))
    [repeated] = [fault for fault in found[:10] if fault.kind == "number-repeated"]
    assert repeated.message.startswith("12 appears 300000 times, on a1 and b1 and ")
    assert repeated.squares == tuple((0, column) for column in range(1000))


@pytest.mark.parametrize("evidence", [VertexCut((0,)), ForcedMoves((0,)), CutSetProof((), "0\n")])
def test_no_check_of_a_large_board_goes_on_after_the_deadline(evidence):
    deadline = Deadline(1e-9)
    while not deadline.expired:
        pass
    with pytest.raises(TimeoutError):
        faults(TourProblem("100x100", "closed"), evidence, deadline)
