"""The symmetric tours that a problem asks for, as cycles of quotients.

>>> from knight_models.core.problem import TourProblem
>>> from knight_models.engine.moves import adjacency
>>> problem = TourProblem("3x10", "closed", symmetry="central")
>>> [(each.name, each.tours.graph.size) for each in symmetric_tours(problem, adjacency(problem))]
[('closed tours that the half-turn keeps', 15), ('closed tours that the half-turn reverses', 16)]
"""

from __future__ import annotations

from dataclasses import dataclass

from knight_models.core.board import Board
from knight_models.core.problem import Kind, TourProblem
from knight_models.core.symmetry import SymmetryKind, maps_of
from knight_models.engine.frontier.quotients import (
    Quotient,
    SymmetricTours,
    reflected_tours,
    reversed_tours,
    rotated_tours,
)
from knight_models.engine.moves import Adjacency


@dataclass(frozen=True, eq=False)
class Invariant:
    """The tours that a symmetry maps to themselves in one way.

    Parameters
    ----------
    name : what they are
    tours : the tours
    reversing : whether the symmetry reverses their direction
    """

    name: str
    tours: SymmetricTours
    reversing: bool


def invariants(
    quotient: Quotient, symmetry: str, kind: Kind, closing: Adjacency | None = None
) -> list[Invariant]:
    """The tours that a symmetry other than the identity maps to themselves, in each way that is possible.

    Parameters
    ----------
    quotient : its orbits; the order is 2 or 4
    symmetry : its name
    kind : the kind of tour
    closing : for strictly open tours, all moves, forbidden ones too
    """
    if kind is Kind.CLOSED:
        ways = [(False, rotated_tours(quotient)), (True, reflected_tours(quotient))]
    else:
        ways = [(True, reversed_tours(quotient, closing if kind is Kind.STRICTLY_OPEN else None))]
    return [
        Invariant(f"{kind} tours that the {symmetry} {'reverses' if back else 'keeps'}", tours, back)
        for back, tours in ways
        if tours is not None
    ]


def symmetric_tours(
    problem: TourProblem, moves: Adjacency, closing: Adjacency | None = None
) -> list[Invariant]:
    """The tours with the symmetry that a problem asks for; no tour is in two of the sets.

    Parameters
    ----------
    problem : asks for a symmetry, without fixed ends or moves
    moves : the moves
    closing : for strictly open tours, all moves, forbidden ones too

    Raises
    ------
    UnsupportedError : if a tour could have both reflections, so that it would be in two sets
    """
    board, kind = problem.board, problem.symmetry
    assert board is not None
    assert kind is not None
    found: list[Invariant] = []
    for each in maps_of(kind):
        if each.keeps(board):
            image = [board.index(each.image(board, square)) for square in board]
            if image != list(range(len(board))):
                found += invariants(Quotient(moves, image), each.name, problem.kind, closing)
    found = [each for each in found if each.reversing or not _has_wrong_colours(board, each.tours.quotient)]
    wanted = {SymmetryKind.EULERIAN: False, SymmetryKind.BERGHOLTIAN: True}.get(kind)
    return [each for each in found if wanted in (None, each.reversing)]


def _has_wrong_colours(board: Board, quotient: Quotient) -> bool:
    """Whether the colours of the squares exclude a closed tour on which a symmetry acts as a rotation.

    The rotation is by the length of the tour over the order of the symmetry. Where every move changes the
    colour, the symmetry has to change it exactly if that number is odd.
    """
    if any(sum(leap) % 2 == 0 for leap in board.leap.leaps):
        return False
    odd = len(quotient.orbits) % 2 == 1
    colours = [sum(square) % 2 for square in board]
    return any((colours[orbit[1]] != colours[orbit[0]]) != odd for orbit in quotient.orbits)
