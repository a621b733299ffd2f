"""`SymmetryKind`: the symmetries that a problem can ask of its tours, and the maps of the board.

A tour has a symmetry of the board if that symmetry maps its moves to moves of its own. A closed tour then
keeps its direction, or is reversed; an open tour of more than one square can only be reversed.

>>> SymmetryKind.of("quarter-turn")
<SymmetryKind.QUARTER_TURN: 'quarter-turn'>
>>> [reflection.name for reflection in maps_of(SymmetryKind.AXIAL)]
['reflection left-right', 'reflection top-bottom']
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from knight_models.core.board import Board, Square
from knight_models.core.errors import ProblemError, shown


class SymmetryKind(StrEnum):
    """A symmetry that is asked of a tour of a board with two axes.

    The names for closed tours are those of G. P. Jelliss (Knight's Tour Notes, 2019) and of D. E. Knuth
    (The Art of Computer Programming 4, pre-fascicle 8A).

    EULERIAN : the half-turn maps the tour to itself and keeps its direction (closed tours)
    BERGHOLTIAN : the half-turn maps the tour to itself and reverses its direction (closed tours)
    CENTRAL : the half-turn maps the tour to itself
    AXIAL : the reflection left-right or top-bottom maps the tour to itself
    QUARTER_TURN : the quarter-turn maps the tour to itself (closed tours of square boards)
    """

    EULERIAN = "eulerian"
    BERGHOLTIAN = "bergholtian"
    CENTRAL = "central"
    AXIAL = "axial"
    QUARTER_TURN = "quarter-turn"

    @classmethod
    def of(cls, kind: object) -> SymmetryKind:
        """The kind itself, or the kind that a text names; ProblemError if it names none."""
        try:
            return cls(str(kind))
        except ValueError:
            kinds = ", ".join(cls)
            raise ProblemError(f"unknown symmetry {shown(kind)}; the symmetries are {kinds}") from None

    @property
    def closed_only(self) -> bool:
        """Whether it is defined for closed tours only."""
        return self not in (SymmetryKind.CENTRAL, SymmetryKind.AXIAL)

    def implies(self, other: SymmetryKind) -> bool:
        """Whether a tour with this symmetry has the other one; a quarter-turn taken twice is a half-turn.

        >>> SymmetryKind.EULERIAN.implies(SymmetryKind.CENTRAL)
        True
        """
        by_half_turn = SymmetryKind.EULERIAN, SymmetryKind.BERGHOLTIAN, SymmetryKind.QUARTER_TURN
        return self is other or (other is SymmetryKind.CENTRAL and self in by_half_turn)

    @property
    def adjective(self) -> str:
        """The name in a sentence: "Eulerian", "quarter-turn"."""
        return self.capitalize() if self in (SymmetryKind.EULERIAN, SymmetryKind.BERGHOLTIAN) else str(self)


@dataclass(frozen=True)
class BoardMap:
    """A map of a board with two axes to itself: its name, and the image of a square."""

    name: str
    image: Callable[[Board, Square], Square]

    def keeps(self, board: Board) -> bool:
        """Whether it maps squares to squares, holes to holes, and moves some square."""
        rows, columns = board.shape
        if rows != columns and self is QUARTER_TURN:
            return False
        holes = all(self.image(board, hole) in board.holes for hole in board.holes)
        return holes and any(self.image(board, square) != square for square in board)


HALF_TURN = BoardMap(
    "half-turn", lambda board, at: (board.shape[0] - 1 - at[0], board.shape[1] - 1 - at[1])
)
LEFT_RIGHT = BoardMap("reflection left-right", lambda board, at: (at[0], board.shape[1] - 1 - at[1]))
TOP_BOTTOM = BoardMap("reflection top-bottom", lambda board, at: (board.shape[0] - 1 - at[0], at[1]))
QUARTER_TURN = BoardMap("quarter-turn", lambda board, at: (at[1], board.shape[0] - 1 - at[0]))


def maps_of(kind: SymmetryKind) -> tuple[BoardMap, ...]:
    """The maps of the board of which a tour has to have one."""
    if kind is SymmetryKind.AXIAL:
        return LEFT_RIGHT, TOP_BOTTOM
    return (QUARTER_TURN,) if kind is SymmetryKind.QUARTER_TURN else (HALF_TURN,)


def check_symmetry(kind: SymmetryKind, board: Board | None, closed: bool) -> None:
    """Refuse a symmetry for a graph, a board or a kind of tour for which it is not defined.

    Raises
    ------
    ProblemError : with the reason
    """
    if board is None:
        raise ProblemError(f"a symmetry ({kind}) is asked of tours of a board; this is a graph")
    if kind.closed_only and not closed:
        raise ProblemError(
            f"{kind} symmetry is defined for closed tours; an open tour can have central or axial symmetry"
        )
    if board.ndim != 2:
        raise ProblemError(f"{kind} symmetry is defined for boards with two axes, not for {board}")
    if board.wrap:
        raise ProblemError(f"{kind} symmetry is defined for boards without wrapped axes, not for {board}")
    if not any(each.keeps(board) for each in maps_of(kind)):
        names = " or the ".join(each.name for each in maps_of(kind))
        raise ProblemError(
            f"{kind} symmetry is not defined for {board}: the {names} does not keep the board, "
            "or moves no square"
        )
