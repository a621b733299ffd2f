"""Turns, angles and crossings: the directions of the moves of a tour.

The direction of a move is its vector, one of `Board.vectors`. Where a board wraps, several vectors may lead
from one square to another. Then the one that crosses the fewest edges of the frame counts; among those, the
one whose line comes first in `Board.vectors`, so that a move and its reverse lie on one line.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from knight_models.core.board import Board
from knight_models.core.errors import ProblemError, shown
from knight_models.core.tour import Tour, coordinates

Numbers: TypeAlias = npt.NDArray[np.integer[Any]]
Vector: TypeAlias = tuple[int, ...]
Marks: TypeAlias = npt.NDArray[np.bool_]

FINEST = 2
"""Decimals of an angle."""

NO_VECTOR = -1
"""Stands for a step that no vector leads along, in place of a number in `Board.vectors`."""


def turns(tour: Tour) -> int:
    """The number of squares at which the direction changes.

    The move that arrives and the move that leaves point in different directions there; a closed tour can
    turn at every square, its first one too, an open tour at all but its two ends. At the other squares it
    goes straight on. Where a board wraps, a move has the vector described at the top of this module, so
    that a tour turns where its reverse does.

    Parameters
    ----------
    tour : a tour of a board

    Raises
    ------
    ProblemError : for a tour of a graph, or two consecutive squares that are not a move apart

    >>> from knight_models.core.problem import TourProblem
    >>> turns(Tour(TourProblem("3x4"), [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]))
    10
    """
    pairs = _pairs(tour)
    directions = [_direction(vector) for vector in board_of(tour).vectors]
    straight = [[one == other for other in directions] for one in directions]
    return int(pairs.sum() - pairs[np.array(straight, np.bool_).reshape(pairs.shape)].sum())


def angles(tour: Tour) -> dict[float, int]:
    """How often each angle occurs between the move that arrives at a square and the one that leaves it.

    The six angles of a knight on a flat board are 36.87, 53.13, 90, 126.87, 143.13 and 180 degrees, the
    last one straight on (G. P. Jelliss, Knight's Tour Notes, vol. 1, 2019). Squares are counted as by
    `turns`.

    Parameters
    ----------
    tour : a tour of a board

    Returns
    -------
    dict[float, int]
        For every angle that the leaper can make, in degrees with two decimals, from sharp to straight: the
        number of squares at which it occurs

    Raises
    ------
    ProblemError : for a tour of a graph, or two consecutive squares that are not a move apart

    >>> from knight_models.core.problem import TourProblem
    >>> tour = Tour(TourProblem("3x4"), [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11])
    >>> angles(tour)
    {36.87: 4, 53.13: 4, 90.0: 2, 126.87: 0, 143.13: 0, 180.0: 0}
    """
    pairs, vectors = _pairs(tour), board_of(tour).vectors
    found: dict[float, int] = {}
    for (i, arriving), (j, leaving) in product(enumerate(vectors), repeat=2):
        back = all(one == -other for one, other in zip(arriving, leaving, strict=True))
        if not back or pairs[i, j]:  # a tour turns back only on a wrapped board
            angle = _degrees(arriving, leaving)
            found[angle] = found.get(angle, 0) + int(pairs[i, j])
    return dict(sorted(found.items()))


def crossings(tour: Tour) -> int:
    """The number of pairs of moves whose inner parts meet.

    A move is the straight line between the centres of its squares, its inner part that line without its
    two ends. Two moves that share a square cross only if they overlap, and three lines through one point
    are three pairs. A closed tour has the move from its last square to its first too.

    Only moves near each other can cross. For each two directions, a table made once for a leaper lists the
    offsets between two moves that cross. Each entry costs one comparison of two arrays that mark the moves
    of a direction.

    Parameters
    ----------
    tour : a tour of a board with two axes, neither of which wraps

    Raises
    ------
    ProblemError : for any other tour, or two consecutive squares that are not a move apart

    >>> from knight_models.core.problem import TourProblem
    >>> crossings(Tour(TourProblem("3x4"), [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]))
    20
    """
    board = board_of(tour)
    if board.ndim != 2 or board.wrap:
        raise ProblemError(f"crossings are counted on boards with two axes and no wrap, not on {board}")
    directions = _directions(board.vectors)
    marks = _marks(tour, board, directions)
    return sum(
        _meetings(marks[first], marks[second], offset)
        for (first, second), offsets in _crossing_offsets(directions).items()
        for offset in offsets
    )


def board_of(tour: Tour) -> Board:
    """The board of a tour.

    Raises
    ------
    ProblemError : for a tour of a graph, or what is not a tour
    """
    board = checked_tour(tour).problem.board
    if board is None:
        raise ProblemError("a tour of a graph has no directions; it needs a board")
    return board


def checked_tour(tour: object) -> Tour:
    """The tour, if it is one.

    Raises
    ------
    ProblemError : if it is not a `Tour`
    """
    if not isinstance(tour, Tour):
        raise ProblemError(f"a metric needs a Tour, not {shown(tour)}")
    return tour


def directions_of(tour: Tour) -> Numbers:
    """The direction of each move, as the number of its vector in `Board.vectors`.

    Parameters
    ----------
    tour : a tour of a board

    Returns
    -------
    array of shape (n,) for a closed tour of n squares, (n - 1,) for an open one

    Raises
    ------
    ProblemError : for a tour of a graph, or two consecutive squares that are not a move apart
    """
    board, order = board_of(tour), tour.order
    places = coordinates(board, np.append(order, order[:1]) if tour.closed else order)
    squares = np.stack(places)
    moves = vectors_of(board, squares[:, 1:] - squares[:, :-1])
    wrong = np.flatnonzero(moves == NO_VECTOR)
    if len(wrong):
        raise ProblemError(f"step {wrong[0] + 1} of the tour is not a move, so it has no direction")
    return moves


def _direction(vector: Vector) -> Vector:
    """The shortest vector of whole numbers that points in the same direction."""
    divisor = math.gcd(*vector)
    return tuple(part // divisor for part in vector)


def _pairs(tour: Tour) -> npt.NDArray[np.int64]:
    """How often each vector (a row) is followed by each vector (a column)."""
    moves, count = directions_of(tour), len(board_of(tour).vectors)
    after = np.roll(moves, -1) if tour.closed else moves[1:]
    pairs = np.bincount(moves[: len(after)] * count + after, minlength=count * count)
    return pairs.reshape(count, count)


def _degrees(arriving: tuple[int, ...], leaving: tuple[int, ...]) -> float:
    dot = sum(one * other for one, other in zip(arriving, leaving, strict=True))
    lengths = math.sqrt(sum(part * part for part in arriving) * sum(part * part for part in leaving))
    return round(180 - math.degrees(math.acos(max(-1, min(1, dot / lengths)))), FINEST)


def vectors_of(board: Board, steps: Numbers) -> npt.NDArray[np.int64]:
    """The vector of each step, as its number in `Board.vectors`; `NO_VECTOR` for what is not a move.

    Parameters
    ----------
    board : any board
    steps : shape (axes, k), the coordinates of the second square of each step minus those of the first

    Returns
    -------
    array of shape (k,)

    >>> board = Board.parse("4x4", wrap="columns")
    >>> board.vectors[vectors_of(board, np.array([[2], [3]]))[0]]  # three to the right: one to the left
    (2, -1)
    """
    code = np.zeros(steps.shape[1], np.int64)
    for step, side in zip(steps, board.shape, strict=True):
        code = code * (2 * side - 1) + step + side - 1
    known, which = np.unique(code, return_inverse=True)
    table = _table(board)
    numbers = np.array([table.get(step, NO_VECTOR) for step in known.tolist()], np.int64)
    found: npt.NDArray[np.int64] = numbers[which]
    return found


@lru_cache(maxsize=8)
def _table(board: Board) -> dict[int, int]:
    """The number of the vector for each difference of two squares, the difference coded as one number."""
    found: dict[int, tuple[int, int, int]] = {}
    for number, vector in enumerate(board.vectors):
        line = min(number, board.vectors.index(tuple(-part for part in vector)))
        for step in product(*(_differences(board, axis, part) for axis, part in enumerate(vector))):
            if not any(step):  # it leads back to its own square, which is not a move
                continue
            code = 0
            for difference, side in zip(step, board.shape, strict=True):
                code = code * (2 * side - 1) + difference + side - 1
            sides = zip(step, vector, board.shape, strict=True)
            way = (sum(abs(part - passed) // side for passed, part, side in sides), line, number)
            found[code] = min(found.get(code, way), way)
    return {code: number for code, (_, _, number) in found.items()}


def _differences(board: Board, axis: int, part: int) -> list[int]:
    """The differences of two coordinates on an axis that a move of `part` squares along it can make."""
    side = board.shape[axis]
    possible = (part % side, part % side - side) if axis in board.wrap else (part,)
    return [difference for difference in possible if abs(difference) < side]


def _directions(vectors: tuple[Vector, ...]) -> tuple[Vector, ...]:
    """One of each two opposite vectors: the one that goes down, or to the right along a row."""
    return tuple(vector for vector in vectors if vector > (0, 0))


def _marks(tour: Tour, board: Board, directions: tuple[Vector, ...]) -> list[Marks]:
    """For each direction, the squares from which a move goes in it, whatever the direction of the tour."""
    moves = directions_of(tour)
    rows, columns = coordinates(board, tour.order)
    marks = []
    for direction in directions:
        marked = np.zeros(board.shape, np.bool_)
        opposite = (-direction[0], -direction[1])
        there = np.flatnonzero(moves == board.vectors.index(direction))
        back = np.flatnonzero(moves == board.vectors.index(opposite))
        marked[rows[there], columns[there]] = True
        marked[rows[back] - direction[0], columns[back] - direction[1]] = True
        marks.append(marked)
    return marks


def _meetings(first: Marks, second: Marks, offset: Vector) -> int:
    """The number of moves in the first direction with a move in the second one at this offset."""
    here, there = [], []
    for step, side in zip(offset, first.shape, strict=True):
        here.append(slice(max(0, -step), max(0, side - max(0, step))))
        there.append(slice(max(0, step), max(0, side + min(0, step))))
    return int(np.count_nonzero(first[tuple(here)] & second[tuple(there)]))


@lru_cache(maxsize=32)
def _crossing_offsets(directions: tuple[Vector, ...]) -> dict[tuple[int, int], list[Vector]]:
    """For each two directions, the offsets from the first move at which a second move crosses it."""
    table = {}
    for i, j in combinations_with_replacement(range(len(directions)), 2):
        first, second = directions[i], directions[j]
        offsets = _offsets_in_reach(first, second)
        meeting = offsets[_meet(first, second, offsets)].tolist()
        table[i, j] = [tuple(each) for each in meeting if i != j or tuple(each) > (0, 0)]
    return table


def _offsets_in_reach(first: Vector, second: Vector) -> npt.NDArray[np.int64]:
    """The offsets at which the boxes around the two moves touch."""
    axes = []
    for one, other in zip(first, second, strict=True):
        axes.append(np.arange(min(0, one) - max(0, other), max(0, one) - min(0, other) + 1))
    return np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 2)


def _meet(first: Vector, second: Vector, offsets: npt.NDArray[np.int64]) -> Marks:
    """Whether the inner parts of a move from (0, 0) and of one from each offset meet.

    They meet where s * first = offset + t * second with s and t between 0 and 1; both are quotients of
    cross products. Parallel moves meet if they lie on one line and overlap there.
    """
    cross = first[0] * second[1] - first[1] * second[0]
    along_first = offsets[:, 0] * second[1] - offsets[:, 1] * second[0]
    along_second = offsets[:, 0] * first[1] - offsets[:, 1] * first[0]
    if cross == 0:
        begin = offsets @ np.array(first)  # along the line of the first move, scaled by its length
        end = begin + first[0] * second[0] + first[1] * second[1]
        meeting: Marks = (along_second == 0) & (begin < first[0] ** 2 + first[1] ** 2) & (end > 0)
    else:
        sign = 1 if cross > 0 else -1
        s, t, whole = sign * along_first, sign * along_second, abs(cross)
        meeting = (s > 0) & (s < whole) & (t > 0) & (t < whole)
    return meeting
