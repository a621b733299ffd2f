"""Moves as paths: the pieces of a wrapped move are, put together, the straight line of a move."""

import math
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from svg_reader import subpaths

from knight_models import Board, TourProblem
from knight_models.draw.layout import SIDE, board_layout
from knight_models.draw.lines import ACROSS, NO_MOVE, PLAIN, STUB, WRAPPED, MovePaths, strokes

ROUNDED = 0.15
"""Path data has one digit after the point."""


def wrapped_moves(board: Board) -> list[tuple[int, int]]:
    paths = MovePaths(board_layout(board))
    moves = [(board.index(a), board.index(b)) for a in board for b in board.neighbours(a)]
    return [move for move in moves if paths.kinds(np.array(move), False)[0] == WRAPPED]


def assert_pieces(board: Board, first: int, second: int) -> None:
    layout = board_layout(board)
    x, y = layout.places[first].tolist()
    pieces = subpaths(f"M{x:g} {y:g}" + MovePaths(layout)(first, second))
    frame = layout.frames[0]
    begin, end = tuple(layout.places[first].tolist()), tuple(layout.places[second].tolist())
    assert pieces[0][0] == begin
    assert math.dist(pieces[-1][-1], end) < ROUNDED
    assert any(
        _is_line(pieces, begin, (vector[-1] * SIDE, vector[-2] * SIDE), frame)
        for vector in board.vectors
        if _leads(board, first, vector, second)
    )


def _leads(board: Board, first: int, vector: tuple[int, ...], second: int) -> bool:
    reached = [place + step for place, step in zip(board.square(first), vector, strict=True)]
    sides = zip(reached, board.shape, strict=True)
    there = [place % side if axis in board.wrap else place for axis, (place, side) in enumerate(sides)]
    return tuple(there) == board.square(second)


def _is_line(pieces: list, begin: tuple, vector: tuple[int, int], frame) -> bool:
    """Whether the pieces lie on copies of the line, one after the other, with stubs over the edges."""
    width, height = frame.columns * SIDE, frame.rows * SIDE
    length = math.hypot(*vector)
    reached = 0.0
    for number, (start, stop) in enumerate(pieces):
        for across, down in product(range(-3, 4), range(-3, 4)):
            along = [
                ((x + across * width - begin[0]) * vector[0] + (y + down * height - begin[1]) * vector[1])
                / length**2
                for x, y in (start, stop)
            ]
            on = all(
                math.hypot(
                    begin[0] + t * vector[0] - x - across * width,
                    begin[1] + t * vector[1] - y - down * height,
                )
                < ROUNDED
                for t, (x, y) in zip(along, (start, stop), strict=True)
            )
            if on and -0.01 < along[0] <= reached + 0.01 and reached < along[1] + 0.01 <= 1.02:
                break
        else:
            return False
        reached = max(reached, along[1])
        for at_end, point in ((number == 0, start), (number == len(pieces) - 1, stop)):
            over = max(
                frame.left - point[0], point[0] - frame.right, frame.top - point[1], point[1] - frame.bottom
            )
            if not at_end and abs(over - STUB) > ROUNDED and along[0] > 0.01 and along[1] < 0.99:
                return False
    return abs(reached - 1) < 0.01


@pytest.mark.parametrize("shape", ["5x5", "3x4", "2x3", "1x5", "2x2", "1x2", "4x1", "3x3"])
@pytest.mark.parametrize("wrap", ["rows", "columns", "both"])
def test_the_pieces_of_a_wrapped_move_are_its_straight_line(shape: str, wrap: str) -> None:
    board = Board.parse(shape, wrap=(0, 1) if wrap == "both" else wrap)
    for move in wrapped_moves(board):
        assert_pieces(board, *move)


@given(
    st.tuples(st.integers(1, 6), st.integers(1, 6)),
    st.sampled_from([(1, 2), (0, 1), (1, 1), (2, 3), (1, 4), (0, 5)]),
    st.sampled_from([(0,), (1,), (0, 1)]),
)
@settings(max_examples=60)
def test_pieces_of_any_leaper_on_any_wrapped_board(
    shape: tuple[int, int], leap: tuple[int, int], wrap: tuple[int, ...]
) -> None:
    board = Board(shape, leap=leap, wrap=wrap)
    for move in wrapped_moves(board)[:40]:
        assert_pieces(board, *move)


def test_kinds_of_moves() -> None:
    cube = board_layout(Board((3, 3, 3)))
    assert MovePaths(cube).kinds(np.array([0, 5, 12, 0]), closed=False).tolist() == [PLAIN, ACROSS, NO_MOVE]
    torus = Board((5, 5), wrap=(0, 1))
    order = np.array([torus.index(square) for square in ((0, 0), (1, 2), (0, 0), (4, 3), (4, 3))])
    kinds = MovePaths(board_layout(torus)).kinds(order, closed=False)
    assert kinds.tolist() == [PLAIN, PLAIN, WRAPPED, NO_MOVE]


@pytest.mark.parametrize("parts", [1, 2, 7, 128])
def test_strokes_hold_every_move_once_and_join(parts: int) -> None:
    board = Board.parse("3x4")
    order = np.array([0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11])
    layout = board_layout(board)
    kinds = MovePaths(layout).kinds(order, closed=False)
    drawn = list(strokes(layout, order, kinds, parts))
    assert len(drawn) == min(parts, 11)
    assert sum(stroke.count for stroke in drawn) == 11
    line = [subpaths(stroke.path)[0] for stroke in drawn]
    assert all(first[-1] == second[0] for first, second in pairwise(line))
    centres = [line[0][0], *(point for stretch in line for point in stretch[1:])]
    assert centres == [tuple(layout.places[vertex]) for vertex in order]


def test_a_tour_without_moves_has_no_strokes() -> None:
    layout = board_layout(TourProblem("1x1").board)
    order = np.array([0])
    assert list(strokes(layout, order, MovePaths(layout).kinds(order, closed=False), 5)) == []


def test_a_line_goes_on_behind_the_steps_that_are_not_wanted() -> None:
    """In a cube one move stays in its layer, one leads to another, and one step is no move."""
    board = Board((3, 3, 3))
    layout = board_layout(board)
    squares = [(0, 0, 0), (0, 1, 2), (1, 1, 0), (1, 2, 2), (1, 2, 1), (1, 0, 0)]
    order = np.array([board.index(square) for square in squares])
    kinds = MovePaths(layout).kinds(order, closed=False)
    assert kinds.tolist() == [PLAIN, ACROSS, PLAIN, NO_MOVE, PLAIN]
    centres = [tuple(layout.places[vertex].tolist()) for vertex in order]
    for wanted in ({PLAIN}, {NO_MOVE}, {PLAIN, NO_MOVE}):
        (stroke,) = strokes(layout, order, kinds, 1, frozenset(wanted))
        drawn = [move for path in subpaths(stroke.path) for move in pairwise(path)]
        steps = zip(pairwise(centres), kinds.tolist(), strict=True)
        assert drawn == [step for step, kind in steps if kind in wanted]


def test_a_move_to_another_layer_swings_out_to_the_left() -> None:
    """To the left of who goes along it: above a line that goes right, y running down."""
    layout = board_layout(Board((3, 3, 3)))
    for first, second in ((0, 11), (11, 0)):
        curve = MovePaths(layout)(first, second)
        assert curve.startswith("Q")
        x, y = map(float, curve[1:].split()[:2])
        (left, top), (right, bottom) = layout.places[first].tolist(), layout.places[second].tolist()
        assert (right - left) * (y - top) - (bottom - top) * (x - left) < 0


def test_where_the_leaper_has_no_vectors_no_step_is_a_move() -> None:
    """On a board of one axis, a knight has none."""
    paths = MovePaths(board_layout(Board((4,))))
    assert paths.kinds(np.array([0, 2, 1]), closed=True).tolist() == [NO_MOVE] * 3


def test_a_wrapped_move_and_its_reverse_are_drawn_on_one_line() -> None:
    """On a torus of 3x3 two vectors lead to one square, each over one edge; metrics count one."""
    board = Board.parse("3x3", wrap="both")
    ties = [
        each
        for each in wrapped_moves(board)
        if sum(_leads(board, *_way(each, v)) for v in board.vectors) > 1
    ]
    assert ties
    for first, second in ties:
        assert drawn(board, first, second) == drawn(board, second, first)


def _way(move: tuple[int, int], vector: tuple[int, ...]) -> tuple[int, tuple[int, ...], int]:
    return move[0], vector, move[1]


def drawn(board: Board, first: int, second: int) -> set[frozenset[tuple[int, int]]]:
    """The pieces of a move, without their direction."""
    layout = board_layout(board)
    x, y = layout.places[first].tolist()
    pieces = subpaths(f"M{x:g} {y:g}{MovePaths(layout)(first, second)}")
    return {frozenset((round(right), round(down)) for right, down in piece) for piece in pieces}
