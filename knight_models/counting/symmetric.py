"""The number of symmetric tours, and of their classes under the symmetries of the board.

The tours that a problem asks for are those that one of some symmetries k keeps. By Burnside's lemma their
classes are the mean over all symmetries g of the number of these tours that g keeps too. If k and g are
powers of one symmetry, these are its tours. Otherwise they generate a group with reflections of the cycle,
or of the path, at least half of its elements; it keeps no tour unless that many of them can act as
reflections, which a knight's board does not allow.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from knight_models.core.errors import UnsupportedError
from knight_models.core.symmetry import SymmetryKind, maps_of
from knight_models.counting.classes import Image, image_of
from knight_models.counting.terms import Term, quotient_term
from knight_models.engine.frontier.quotients import Quotient, reflected_tours
from knight_models.engine.frontier.symmetric import invariants, symmetric_tours
from knight_models.engine.run import Run
from knight_models.theory.isometries import symmetries


def symmetric_terms(run: Run) -> list[Term]:
    """The terms of the number of symmetric tours that a problem asks for.

    Raises
    ------
    UnsupportedError : if tours with two reflections would be counted twice
    """
    for one, other in combinations(_wanted(run), 2):
        _refuse_if_possible(run, one, other)
    found = symmetric_tours(run.problem, run.moves, run.all_moves)
    return [quotient_term(each.name, run, each.tours) for each in found]


def symmetric_class_terms(run: Run, directed: bool) -> tuple[list[Term], int]:
    """The terms of the number of classes of these tours, and what their sum is divided by.

    Parameters
    ----------
    directed : whether a tour and its reverse are two
    """
    board = run.problem.board
    assert board is not None
    group = symmetries(board)
    identity = tuple(range(len(board)))
    every = symmetric_terms(run)
    terms: list[Term] = []
    for symmetry in group:
        image = image_of(board, symmetry)
        if image == identity:
            terms += every
            continue
        for wanted in _wanted(run):
            common = _generator(wanted, image)
            if common is None:
                _refuse_if_possible(run, wanted, image)
            else:
                terms += _kept_by(run, common, wanted, symmetry.name, directed)
    ways = 2 if directed else 1  # both directions are kept, or none
    return [replace(term, weight=term.weight * ways) for term in merged(terms)], len(group)


def _kept_by(run: Run, common: Image, wanted: Image, name: str, directed: bool) -> list[Term]:
    """The terms of the tours that a symmetry keeps, and with it the power of it that is asked for."""
    kind = run.problem.symmetry
    keeps, reverses = kind is not SymmetryKind.BERGHOLTIAN, kind is not SymmetryKind.EULERIAN
    return [
        quotient_term(each.name, run, each.tours)
        for each in invariants(Quotient(run.moves, common), name, run.problem.kind, run.all_moves)
        if (reverses and not directed if each.reversing else keeps)
    ]


def _wanted(run: Run) -> list[Image]:
    """The maps of the vertices of which a tour has to have one."""
    board, kind = run.problem.board, run.problem.symmetry
    assert board is not None
    assert kind is not None
    maps = [each for each in maps_of(kind) if each.keeps(board)]
    return [tuple(board.index(each.image(board, square)) for square in board) for each in maps]


def _generator(one: Image, other: Image) -> Image | None:
    """That of two maps of which the other one is a power; None if neither is."""
    if one in _powers(other):
        return other
    return one if other in _powers(one) else None


def _powers(image: Image) -> list[Image]:
    """A map, applied once, twice, ... up to the identity."""
    powers = [image]
    while powers[-1] != tuple(range(len(image))):
        powers.append(tuple(image[vertex] for vertex in powers[-1]))
    return powers


def _refuse_if_possible(run: Run, one: Image, other: Image) -> None:
    """Refuse a problem if tours may be kept by two maps that are not powers of one.

    An open tour can only be reversed, so that two maps which keep it are the same.
    """
    if not run.problem.closed:
        return
    group = _generated(one, other)
    reflections = sum(
        reflected_tours(Quotient(run.moves, image)) is not None for image in group if _order(image) == 2
    )
    if reflections >= len(group) / 2:
        raise UnsupportedError(
            f"closed tours of {run.problem.board} may have several symmetries, and such tours cannot "
            f"be counted; list them with `knight-models tours --symmetry {run.problem.symmetry}`"
        )


def _order(image: Image) -> int:
    return len(_powers(image))


def _generated(one: Image, other: Image) -> set[Image]:
    """The group that two maps generate."""
    group = {tuple(range(len(one)))}
    new = set(group)
    while new:
        new = {tuple(by[vertex] for vertex in image) for image in new for by in (one, other)} - group
        group |= new
    return group


def merged(terms: list[Term]) -> list[Term]:
    """The terms with those of the same name added up."""
    names = {term.name: term for term in terms}
    return [
        replace(term, weight=sum(each.weight for each in terms if each.name == name))
        for name, term in names.items()
    ]
