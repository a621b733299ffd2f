"""The symmetries of boards and tours by brute force, from the definition: maps that keep moves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from typing import Any

from knight_models.core.board import Board

Map = dict[Any, Any]
Moves = frozenset[Any]


def maps_of_board(board: Board) -> list[Map]:
    """All ways to exchange, reverse and shift axes that keep the squares; each once."""
    squares = list(board)
    found: dict[tuple[Any, ...], Map] = {}
    for axes in permutations(range(board.ndim)):
        if any(board.shape[axis] != board.shape[at] for at, axis in enumerate(axes)):
            continue
        if any((axis in board.wrap) != (at in board.wrap) for at, axis in enumerate(axes)):
            continue
        shifts = [range(side) if axis in board.wrap else (0,) for axis, side in enumerate(board.shape)]
        for signs, shift in product(product((1, -1), repeat=board.ndim), product(*shifts)):
            image = {square: _moved(board, square, axes, signs, shift) for square in squares}
            if all(there in board for there in image.values()):
                found[tuple(image.values())] = image
    return list(found.values())


def _moved(board: Board, square: Any, axes: Any, signs: Any, shift: Any) -> tuple[int, ...]:
    turned = [
        square[axis] if sign > 0 else board.shape[axis] - 1 - square[axis]
        for axis, sign in zip(axes, signs, strict=True)
    ]
    return tuple((place + by) % side for place, by, side in zip(turned, shift, board.shape, strict=True))


def moves_of_tour(squares: list[Any], closed: bool) -> Moves:
    """The moves of a tour, without direction."""
    ahead = squares[1:] + squares[:1] if closed else squares[1:]
    return frozenset(frozenset(pair) for pair in zip(squares, ahead, strict=False))


def image_of(moves: Moves, image: Map) -> Moves:
    """The moves that a map makes of moves."""
    return frozenset(frozenset(image[square] for square in move) for move in moves)


def classes_of(tours: list[Moves], maps: list[Map]) -> Iterator[set[Moves]]:
    """The classes of tours that maps make of each other."""
    left = set(tours)
    while left:
        tour = next(iter(left))
        orbit = {image_of(tour, image) for image in maps}
        left -= orbit
        yield orbit


def keeps_direction(squares: list[Any], image: Map) -> bool:
    """Whether a map that keeps the moves of a closed tour keeps its direction too."""
    place = {square: number for number, square in enumerate(squares)}
    return (place[image[squares[1]]] - place[image[squares[0]]]) % len(squares) == 1
