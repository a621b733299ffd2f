"""The line of a tour: each move as a path from centre to centre, in SVG path syntax.

A move inside one layer is a straight line. A move that wraps round leaves the board over one edge and
enters it over another; every piece of it is drawn. A move to another layer is a curve.

>>> from knight_models.core.board import Board
>>> from knight_models.draw.layout import board_layout
>>> wrapped = board_layout(Board.parse("4x4", wrap="columns"))
>>> MovePaths(wrapped)(0, 11)
'L24 120M208 72L176 136'
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any

import numpy as np
import numpy.typing as npt

from knight_models.draw.layout import SIDE, Layout
from knight_models.theory.metrics.moves import NO_VECTOR, vectors_of

PLAIN, WRAPPED, ACROSS, NO_MOVE = range(4)
"""Kinds of steps: a straight line, out at one edge and in at another, to another layer, not a move."""

STUB = 0.3 * SIDE
"""How far a move that wraps round reaches over the edge."""
BEND, MOST_BEND = 0.12, 1.5 * SIDE
"""How far the control point of a curve to another layer lies aside: a part of its length, and at most."""

Numbers = npt.NDArray[np.integer[Any]]
Point = tuple[float, float]


@dataclass(frozen=True)
class Stroke:
    """A part of the line, in one colour.

    Parameters
    ----------
    path : SVG path data, from the centre where it begins
    first, count : the number of its first move (from 0) and how many it has
    """

    path: str
    first: int
    count: int


class MovePaths:
    """The path of any move of a space, from the centre of its first vertex, where the pen is.

    Parameters
    ----------
    layout : where the vertices lie
    """

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._board = layout.board

    def kinds(self, order: Numbers, closed: bool) -> npt.NDArray[np.uint8]:
        """Shape (moves,): the kind of each step; in a graph that is not a board's, all are plain."""
        moves = len(order) if closed else len(order) - 1
        if self._board is None or moves < 1:
            return np.zeros(max(0, moves), np.uint8)
        places = self._layout.axes(order).astype(np.int64)
        steps = (np.roll(places, -1, axis=1) - places)[:, :moves]
        vectors = vectors_of(self._board, steps)
        known = np.array(
            [*self._board.vectors, (0,) * self._board.ndim]
        )  # what NO_VECTOR looks up comes last
        inside = (steps == known[vectors].T).all(axis=0)
        kinds = np.where(inside, PLAIN, WRAPPED).astype(np.uint8)
        if self._board.ndim > 2:
            kinds[(steps[:-2] != 0).any(axis=0)] = ACROSS
        kinds[vectors == NO_VECTOR] = NO_MOVE
        return kinds

    def __call__(self, first: int, second: int) -> str:
        """The path from one vertex to another, whether or not that is a move."""
        kind = int(self.kinds(np.array([first, second]), closed=False)[0])
        begin, end = (self._point(vertex) for vertex in (first, second))
        if kind == ACROSS:
            return f"Q{_text(_bent(begin, end))} {_text(end)}"
        if kind == WRAPPED:
            return self._wrapped(first, second)
        return f"L{_text(end)}"

    def _point(self, vertex: int) -> Point:
        x, y = self._layout.places[vertex].tolist()
        return x, y

    def _wrapped(self, first: int, second: int) -> str:
        """Every piece of the straight line, moved into the board from the copy of it where it lies."""
        board = self._board
        assert board is not None
        places = self._layout.axes(np.array([first, second])).T
        columns, rows = board.shape[-1], board.shape[-2] if board.ndim > 1 else 1
        vector = board.vectors[int(vectors_of(board, places[1:].T - places[:1].T)[0])]
        right, down = vector[-1], vector[-2] if board.ndim > 1 else 0
        column, row = int(places[0][-1]), int(places[0][-2]) if board.ndim > 1 else 0
        frame = self._layout.frames[0] if board.ndim < 3 else self._frame(first)
        begin = self._point(first)
        end = (begin[0] + right * SIDE, begin[1] + down * SIDE)
        box = (frame.left, frame.top, frame.right, frame.bottom)
        pieces = []
        for across, below in product(_copies(column, right, columns), _copies(row, down, rows)):
            shift = (across * columns * SIDE, below * rows * SIDE)
            start, stop = ((x - shift[0], y - shift[1]) for x, y in (begin, end))
            inside, wider = (_clipped(start, stop, edges) for edges in (box, _wider(box)))
            if inside is not None and wider is not None:
                pieces.append((inside[0], *wider[1:]))
        texts = [f"M{_text(start)}L{_text(stop)}" for _, start, stop in sorted(pieces)]
        return "".join(texts).removeprefix(f"M{_text(begin)}")

    def _frame(self, vertex: int) -> Any:
        assert self._board is not None
        outer = self._layout.axes(np.array([vertex]))[:-2, 0]
        return self._layout.frames[int(np.ravel_multi_index(tuple(outer), self._board.shape[:-2]))]


def _copies(place: int, step: int, side: int) -> range:
    """The copies of the board, along one axis, that a step from a place goes through; 0 is its own."""
    last = (place + step) // side
    return range(min(0, last), max(0, last) + 1)


def _wider(box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    left, top, right, bottom = box
    return left - STUB, top - STUB, right + STUB, bottom + STUB


def _clipped(
    begin: Point, end: Point, box: tuple[float, float, float, float]
) -> tuple[float, Point, Point] | None:
    """The part of a line inside a box, and how far along the line it begins (Liang & Barsky 1984)."""
    low, high = 0.0, 1.0
    steps = (end[0] - begin[0], end[1] - begin[1])
    for axis in (0, 1):
        for sign, edge in ((-1, box[axis]), (1, box[axis + 2])):
            slope, room = sign * steps[axis], sign * (edge - begin[axis])
            if slope == 0 and room < 0:
                return None
            if slope < 0:
                low = max(low, room / slope)
            elif slope > 0:
                high = min(high, room / slope)
    if low >= high:
        return None
    start, stop = ((begin[0] + at * steps[0], begin[1] + at * steps[1]) for at in (low, high))
    return low, start, stop


def _bent(begin: Point, end: Point) -> Point:
    """The control point of a curve that swings out to the left of its straight line."""
    right, down = end[0] - begin[0], end[1] - begin[1]
    bend = min(BEND, MOST_BEND / max(1.0, math.hypot(right, down)))
    return (begin[0] + end[0]) / 2 + down * bend, (begin[1] + end[1]) / 2 - right * bend


def _text(point: Point) -> str:
    return " ".join(f"{round(value, 1):g}" if abs(value) < 1e5 else f"{value:.0f}" for value in point)


def strokes(
    layout: Layout,
    order: Numbers,
    kinds: npt.NDArray[np.uint8],
    parts: int,
    wanted: frozenset[int] = frozenset({PLAIN, WRAPPED, ACROSS}),
) -> Iterator[Stroke]:
    """The line in at most `parts` parts, each of about the same number of moves.

    Parameters
    ----------
    layout : where the vertices lie
    order : shape (n,), the vertices in the order of the visit
    kinds : shape (moves,), from `MovePaths.kinds`; of a closed line there are n moves
    parts : the largest number of parts
    wanted : the kinds of moves that are drawn
    """
    moves = len(kinds)
    if not moves:
        return
    paths = MovePaths(layout)
    bounds = np.linspace(0, moves, min(parts, moves) + 1).round().astype(int).tolist()
    for begin, end in pairwise(bounds):
        stretch = np.take(order, np.arange(begin, end + 1), mode="wrap")
        path = _stretch(layout, paths, stretch, kinds[begin:end], wanted)
        if path:
            yield Stroke(path, begin, end - begin)


def _stretch(
    layout: Layout,
    paths: MovePaths,
    vertices: Numbers,
    kinds: npt.NDArray[np.uint8],
    wanted: frozenset[int],
) -> str:
    """The path data of some consecutive moves."""
    if layout.board is not None and not kinds.any() and PLAIN in wanted:
        return _straight(layout.places[vertices])
    texts, pen_down = [], False
    numbers = vertices.tolist()
    points = layout.places[vertices].tolist()
    for place, (first, second, kind) in enumerate(
        zip(numbers[:-1], numbers[1:], kinds.tolist(), strict=True)
    ):
        if kind not in wanted:
            pen_down = False
            continue
        if not pen_down:
            texts.append(f"M{_text(points[place])}")
            pen_down = True
        straight = kind in (PLAIN, NO_MOVE)
        texts.append(f"L{_text(points[place + 1])}" if straight else paths(first, second))
    return "".join(texts)


def _straight(places: npt.NDArray[np.float64]) -> str:
    """Centres joined by straight lines, in whole units from one to the next: the shortest text there is."""
    whole = places.astype(np.int64)
    steps = np.diff(whole, axis=0)
    lowest = steps.min(axis=0)
    width = int(np.ptp(steps[:, 1])) + 1
    codes, inverse = np.unique(
        (steps[:, 0] - lowest[0]) * width + steps[:, 1] - lowest[1], return_inverse=True
    )
    texts = []
    for code in codes.tolist():
        right, down = code // width + lowest[0], code % width + lowest[1]
        texts.append(f"{'' if right < 0 else ' '}{right}{'' if down < 0 else ' '}{down}")
    body = "".join(np.array(texts, object)[inverse].tolist())
    return f"M{whole[0, 0]} {whole[0, 1]}l{body.lstrip()}"
