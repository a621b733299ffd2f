"""Tours up to the symmetries of the board, by Burnside's lemma.

The number of classes is the mean, over the symmetries of the board, of the number of tours that each maps
to itself. The identity keeps all tours. For another symmetry they are the Hamiltonian cycles of a quotient
(`engine.frontier.quotients`); conjugate symmetries keep equally many, so that one of them is counted.

References
----------
.. [1] W. Burnside, Theory of Groups of Finite Order (1897), section 118; Frobenius (1887) had it before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from knight_models.core.board import Board
from knight_models.core.errors import UnsupportedError
from knight_models.counting.terms import Term, quotient_term, tour_terms
from knight_models.engine.frontier.quotients import Quotient
from knight_models.engine.frontier.symmetric import invariants
from knight_models.engine.run import Run
from knight_models.theory.isometries import Symmetry, symmetries

Image = tuple[int, ...]


def class_terms(run: Run, directed: bool) -> tuple[list[Term], int]:
    """The terms of the number of classes of tours, and what their sum is divided by.

    Parameters
    ----------
    run : its problem is on a board of at least two squares, without fixed ends or moves
    directed : whether a tour and its reverse are two

    Raises
    ------
    UnsupportedError : if a symmetry of the board has an order for which its tours cannot be counted
    """
    board = run.problem.board
    assert board is not None
    group = symmetries(board)
    identity = tuple(range(len(board)))
    terms: list[Term] = []
    for image, (number, symmetry) in conjugacy_classes(board, group).items():
        found = tour_terms(run) if image == identity else invariant_terms(run, symmetry, image, directed)
        ways = 2 if directed else 1  # both directions are kept, or none
        terms += [replace(term, weight=term.weight * number * ways) for term in found]
    return terms, len(group)


def image_of(board: Board, symmetry: Symmetry) -> Image:
    """The vertex number that each vertex number is mapped to."""
    return tuple(board.index(symmetry(square)) for square in board)


def conjugacy_classes(board: Board, group: Sequence[Symmetry]) -> dict[Image, tuple[int, Symmetry]]:
    """For each class of conjugate symmetries, one of its maps: how many there are, and its symmetry."""
    images = [image_of(board, symmetry) for symmetry in group]
    names = dict(zip(images, group, strict=True))
    representative: dict[Image, Image] = {}
    for image in images:
        if image not in representative:
            for other in images:
                conjugate = [0] * len(other)
                for vertex, there in enumerate(image):
                    conjugate[other[vertex]] = other[there]
                representative.setdefault(tuple(conjugate), image)
    numbers = Counter(representative[image] for image in images)
    return {image: (number, names[image]) for image, number in numbers.items()}


def invariant_terms(run: Run, symmetry: Symmetry, image: Image, directed: bool = False) -> list[Term]:
    """The terms of the tours that a symmetry other than the identity maps to themselves.

    Parameters
    ----------
    run : its problem has no fixed ends or moves
    symmetry : the symmetry, for messages
    image : its map of the vertices
    directed : whether the direction of the tour has to be kept

    Raises
    ------
    UnsupportedError : for the closed tours of a symmetry of another order than 2 or 4, if there may be some
    """
    quotient = Quotient(run.moves, image)
    problem = run.problem
    if problem.closed and quotient.order not in (2, 4):
        if all(len(orbit) == quotient.order for orbit in quotient.orbits):
            raise UnsupportedError(
                f"closed tours of {problem.board} with the symmetry '{symmetry.name}', of order "
                f"{quotient.order}, cannot be counted; those of order 2 and 4 can"
            )
        return []
    found = invariants(quotient, symmetry.name, problem.kind, run.all_moves)
    return [
        quotient_term(each.name, run, each.tours) for each in found if not (directed and each.reversing)
    ]
