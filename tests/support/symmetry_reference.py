"""Symmetric tours by their definition: a map of the board maps the set of moves of a tour to itself."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import pairwise, permutations, product

Square = tuple[int, ...]
Map = Callable[[Square], Square]


def moves_of(squares: Sequence[Square], *, closed: bool) -> set[tuple[Square, Square]]:
    """The moves of a tour, each from the square that it leaves to the next one."""
    return set(pairwise([*squares, *squares[: 1 if closed else 0]]))


def plane_maps(rows: int, columns: int) -> dict[str, Map]:
    """The maps of a rectangle that the kinds of symmetry are about; the quarter-turn only of a square."""
    maps: dict[str, Map] = {
        "half-turn": lambda at: (rows - 1 - at[0], columns - 1 - at[1]),
        "reflection left-right": lambda at: (at[0], columns - 1 - at[1]),
        "reflection top-bottom": lambda at: (rows - 1 - at[0], at[1]),
    }
    return maps | ({"quarter-turn": lambda at: (at[1], rows - 1 - at[0])} if rows == columns else {})


def symmetries_of(rows: int, columns: int, squares: Sequence[Square], *, closed: bool) -> set[str]:
    """The kinds of symmetry that a tour has; a map that moves no square is no symmetry."""
    moves = moves_of(squares, closed=closed)
    kept, turned = set(), set()
    for name, image in plane_maps(rows, columns).items():
        if all(image(square) == square for square in squares):
            continue
        images = {(image(first), image(second)) for first, second in moves}
        if images == moves:
            kept.add(name)
        if {(second, first) for first, second in images} == moves:
            turned.add(name)
    either = kept | turned
    kinds = {
        "eulerian": closed and "half-turn" in kept,
        "bergholtian": closed and "half-turn" in turned,
        "central": "half-turn" in either,
        "axial": bool(either & {"reflection left-right", "reflection top-bottom"}),
        "quarter-turn": closed and "quarter-turn" in either,
    }
    return {kind for kind, has in kinds.items() if has}


def isometries(shape: Sequence[int], holes: Collection[Square] = ()) -> Iterator[Map]:
    """The ways to exchange and to reverse the axes of a board that keep its squares, tried one by one."""
    squares = set(product(*map(range, shape))) - set(holes)
    seen = set()
    for order in permutations(range(len(shape))):
        for signs in product((False, True), repeat=len(shape)):

            def image(at: Square, order: Sequence[int] = order, signs: Sequence[bool] = signs) -> Square:
                moved = tuple(at[axis] for axis in order)
                return tuple(
                    side - 1 - place if sign else place
                    for place, sign, side in zip(moved, signs, shape, strict=True)
                )

            images = tuple(map(image, sorted(squares)))
            if set(images) == squares and images not in seen:
                seen.add(images)
                yield image


def classes(
    tours: Sequence[Sequence[Square]], maps: Sequence[Map], *, closed: bool, directed: bool = False
) -> list[set[int]]:
    """The numbers of the tours that the maps bring to each other, class by class."""
    sets = [_moves(squares, closed, directed) for squares in tours]
    number = {moves: place for place, moves in enumerate(sets)}
    left, found = set(range(len(tours))), []
    while left:
        squares = tours[min(left)]
        images = ([image(square) for square in squares] for image in maps)
        same = {number[_moves(each, closed, directed)] for each in images}
        found.append(same)
        left -= same
    return found


def _moves(squares: Sequence[Square], closed: bool, directed: bool) -> frozenset[object]:
    moves = moves_of(squares, closed=closed)
    return frozenset(moves if directed else map(frozenset, moves))
