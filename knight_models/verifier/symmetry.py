"""Whether a tour has the symmetry that its problem asks for, from the definition alone.

A map of the board maps a tour to itself if it maps each of its moves to one of its moves. It keeps the
direction if the images follow each other as the squares do, and reverses it otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from knight_models.core.board import Board
from knight_models.core.fault import Fault, FaultKind
from knight_models.core.problem import TourProblem
from knight_models.core.symmetry import SymmetryKind
from knight_models.core.tour import coordinates
from knight_models.verifier.moves import moves_of

Numbers = npt.NDArray[np.integer[Any]]


@dataclass(frozen=True)
class _Mapped:
    """What a map of the board does to a tour of all its squares.

    Parameters
    ----------
    name : the name of the map
    images : shape (n,), the image of each vertex of the tour, in its order
    broken : the first place k such that the images of vertices k and k + 1 do not follow each other; -1 if
        there is none
    reverses : whether it maps the tour to its reverse
    """

    name: str
    images: Numbers
    broken: int
    reverses: bool


def symmetry_faults(problem: TourProblem, vertices: Numbers) -> list[Fault]:
    """The fault of a tour without the symmetry asked for; none if it has it.

    Parameters
    ----------
    problem : asks for a symmetry, on a board with two axes
    vertices : shape (n,), each vertex once
    """
    board, kind = problem.board, problem.symmetry
    assert board is not None
    mapped = [
        _mapped(name, images, vertices, problem.closed) for name, images in _maps(board, kind, vertices)
    ]
    wanted = {SymmetryKind.EULERIAN: False, SymmetryKind.BERGHOLTIAN: True}.get(kind) if kind else None
    if any(each.broken < 0 and wanted in (None, each.reverses) for each in mapped):
        return []
    return [Fault(FaultKind.NOT_SYMMETRIC, "; ".join(_text(problem, vertices, each) for each in mapped))]


def _maps(board: Board, kind: SymmetryKind | None, vertices: Numbers) -> Iterator[tuple[str, Numbers]]:
    """The maps of which a tour has to have one, each with the images of the vertices."""
    rows, columns = board.shape
    row, column = coordinates(board, vertices)
    ways: dict[str, tuple[Numbers, Numbers]] = {"half-turn": (rows - 1 - row, columns - 1 - column)}
    if kind is SymmetryKind.AXIAL:
        ways = {
            "reflection left-right": (row, columns - 1 - column),
            "reflection top-bottom": (rows - 1 - row, column),
        }
    elif kind is SymmetryKind.QUARTER_TURN:
        ways = {"quarter-turn": (column, rows - 1 - row)}
    ways = {name: at for name, at in ways.items() if (at[0] != row).any() or (at[1] != column).any()}
    number = {square: vertex for vertex, square in enumerate(board)} if board.holes else {}
    for name, (to_row, to_column) in ways.items():
        if not board.holes:
            yield name, to_row * columns + to_column
            continue
        images = [number.get(at, -1) for at in zip(to_row.tolist(), to_column.tolist(), strict=True)]
        if min(images) >= 0:
            yield name, np.array(images)


def _mapped(name: str, images: Numbers, vertices: Numbers, closed: bool) -> _Mapped:
    size = len(vertices)
    place = np.empty(size, np.int64)
    place[vertices] = np.arange(size)
    places = place[images]
    steps = np.diff(places, append=places[:1]) if closed else np.diff(places)
    if closed:
        steps = (steps + 1) % size - 1  # -1, 0, 1, ... up to size - 2
    broken = np.flatnonzero(abs(steps) != 1)
    return _Mapped(name, images, int(broken[0]) if len(broken) else -1, bool(len(steps) and steps[0] == -1))


def _text(problem: TourProblem, vertices: Numbers, mapped: _Mapped) -> str:
    if mapped.broken < 0:
        done, other = ("reverses", "Bergholtian") if mapped.reverses else ("keeps", "Eulerian")
        return f"the {mapped.name} {done} the direction of the tour, so the tour is {other}"
    at, after = mapped.broken, (mapped.broken + 1) % len(vertices)
    move = f"{problem.name(int(vertices[at]))}-{problem.name(int(vertices[after]))}"
    image = f"{problem.name(int(mapped.images[at]))}-{problem.name(int(mapped.images[after]))}"
    return f"the {mapped.name} maps the move {move} to {image}, which is not a move of the tour"


def symmetry_excluded_fault(problem: TourProblem) -> str:
    """Why a symmetric tour is not excluded by what its symmetry does to squares, moves and colours.

    The text is empty if it is excluded; `NoSymmetricTour` has the conditions.
    """
    board, kind = problem.board, problem.symmetry
    if board is None or kind is None:
        return "the problem asks for no symmetry"
    for name, images in _maps(board, kind, np.arange(len(board))):
        if problem.closed and len(problem) < 3:
            continue
        if kind is not SymmetryKind.BERGHOLTIAN and problem.closed and _may_keep(problem, kind, images):
            return f"the {name} may keep the direction of a closed tour"
        reversing = kind not in (SymmetryKind.EULERIAN, SymmetryKind.QUARTER_TURN)
        if reversing and _may_reverse(problem, images):
            return f"the {name} may reverse a tour"
    return ""


def _may_keep(problem: TourProblem, kind: SymmetryKind, images: Numbers) -> bool:
    """Whether a map may act on a closed tour as a rotation of it."""
    board, here = problem.board, np.arange(len(images))
    assert board is not None
    order = 4 if kind is SymmetryKind.QUARTER_TURN else 2
    if len(images) == order and not moves_of(problem).joined(here, images).all():
        return False  # such a tour would go from each square to its image
    moved = images if order == 2 else images[images]
    if (moved == here).any() or len(images) % order:
        return False
    if any(sum(leap) % 2 == 0 for leap in board.leap.leaps):
        return True  # a move may keep the colour
    colours = np.sum(coordinates(board, here), axis=0) % 2
    changes = colours[images] != colours
    return bool((changes == (len(images) // order % 2 == 1)).all())


def _may_reverse(problem: TourProblem, images: Numbers) -> bool:
    """Whether a map may reverse a tour, by the squares and the moves that it keeps."""
    here = np.arange(len(images))
    fixed = int(np.count_nonzero(images == here))
    moves = int(np.count_nonzero(moves_of(problem).joined(here, images) & (here < images)))
    if problem.closed:
        return fixed <= 2 <= fixed + moves
    return fixed == 1 if len(images) % 2 else fixed == 0 < moves
