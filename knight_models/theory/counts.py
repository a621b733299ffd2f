"""Published numbers of tours, from the On-Line Encyclopedia of Integer Sequences (OEIS).

The sequences are named in `SEQUENCES`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from knight_models.core.board import KNIGHT, Board
from knight_models.core.problem import Kind


@dataclass(frozen=True)
class Sequence:
    """A row of published counts.

    Parameters
    ----------
    name : its number in the On-Line Encyclopedia of Integer Sequences
    counts : what the row counts, as a function of its index
    offset : the index of the first value
    values : the counts
    erratum : a wrong value or claim that was published elsewhere
    """

    name: str
    counts: str
    offset: int
    values: tuple[int, ...]
    erratum: str | None = None

    def at(self, index: int) -> int | None:
        """The value with this index; None outside the row."""
        place = index - self.offset
        return self.values[place] if 0 <= place < len(self.values) else None


def _row(name: str, counts: str, offset: int, values: str, erratum: str | None = None) -> Sequence:
    return Sequence(name, counts, offset, tuple(map(int, values.split())), erratum)


_ROWS = (
    _row(
        "A165134",
        "directed open tours of n x n",
        1,
        "1 0 0 0 1728 6637920 165575218320 19591828170979904",
    ),
    _row(
        "A001230",
        "closed tours of 2n x 2n",
        1,
        "0 0 9862 13267364410532",
        erratum="Löbbing & Wegener 1996 gave 33439123484294 closed tours of 8x8; McKay 1997 corrected it",
    ),
    _row(
        "A070030",
        "closed tours of 3 x 2n",
        1,
        "0 0 0 0 16 176 1536 15424 147728 1448416 14060048 136947616",
        erratum="Euler 1759 held that no 3 x n has a closed tour; Bergholt 1918 found them from 3x10 on",
    ),
    _row(
        "A169696",
        "open tours of 3 x n",
        1,
        "0 0 0 8 0 0 52 396 560 3048 10672 57248 128864 646272 1838784 8636880",
    ),
    _row(
        "A079137",
        "open tours of 4 x n",
        1,
        "0 0 8 0 82 744 6378 31088 189688 1213112 6683852 36486328",
    ),
    _row(
        "A083386",
        "open tours of 5 x n",
        1,
        "0 0 0 82 864 18784 622868 18061054 264895640 7886117822 128411926952",
    ),
    _row(
        "A175881",
        "closed tours of 6 x n",
        1,
        "0 0 0 0 8 9862 1067638 55488142 3374967940 239187240144",
    ),
    _row(
        "A169777",
        "open tours of 3 x n, up to symmetry",
        4,
        "3 0 0 14 104 146 773 2698 14350 32296",
    ),
    _row(
        "A169769",
        "closed tours of 3 x n, up to symmetry",
        4,
        "0 0 0 0 0 0 6 0 44 0 396 0 3868",
    ),
    _row(
        "A328341",
        "open tours of 4 x n, up to symmetry",
        1,
        "0 0 3 0 22 186 1603 7772 47478 303278",
    ),
    _row(
        "A383660",
        "closed tours of the first 2n squares of 3 rows, column by column from the top",
        11,
        "4 0 4 24 16 56 306 176 456 2632 1536 4828 26788 15424",
    ),
    _row(
        "A383661",
        "closed tours of the first 2n squares of 5 rows, column by column from the top",
        9,
        "1 0 1 30 0 148 8 78 9309 612 62749 44202 42049 2916485 147192",
    ),
    _row(
        "A389759",
        "open tours of the first n squares of 3 rows, column by column from the top",
        1,
        "1 0 0 0 0 0 0 0 0 2 2 8 8 4 0 8 0 0 20 44 52 465 276 396 988 824 560 3888 1384 3048",
    ),
    _row(
        "A389755",
        "open tours of the first n squares of 5 rows, column by column from the top",
        1,
        "1 0 0 0 0 0 0 0 0 0 0 0 0 4 0 0 4 95 144 82 16 125 1188 4292 864 416 1030 28229 40770 18784",
    ),
)

SEQUENCES: Mapping[str, Sequence] = MappingProxyType({row.name: row for row in _ROWS})
"""The rows of counts by their OEIS numbers; tours are undirected unless the row says otherwise."""


@dataclass(frozen=True)
class PublishedCount:
    """A published number of tours, in which a tour and its reverse are one.

    Parameters
    ----------
    count : the number
    sequence : the OEIS row that holds it
    erratum : a published error about this row
    """

    count: int
    sequence: str
    erratum: str | None = None


def published_count(
    board: Board | str, kind: Kind | str, *, up_to_symmetry: bool = False
) -> PublishedCount | None:
    """The published number of undirected tours of a board; None if no row has it.

    Parameters
    ----------
    board : knights on two axes without wrap; holes only where a row of `SEQUENCES` fills columns
    kind : `"open"` (ends adjacent or not) or `"closed"`; no row counts strictly open tours
    up_to_symmetry : whether rotations and reflections of a tour count as one

    Raises
    ------
    ProblemError : for an unknown kind

    >>> published_count(Board.parse("5x5"), "open")
    PublishedCount(count=864, sequence='A083386', erratum=None)
    """
    board, kind = Board.of(board), Kind.of(kind)
    if board.ndim != 2 or board.leap != KNIGHT or board.wrap:
        return None
    for name, index in _places(board, kind, up_to_symmetry):
        row = SEQUENCES[name]
        if index is not None and (value := row.at(index)) is not None:
            count = _undirected(value, index) if name == "A165134" else value
            return PublishedCount(count, name, row.erratum)
    return None


Places = list[tuple[str, int | None]]


def _places(board: Board, kind: Kind, up_to_symmetry: bool) -> Places:
    """The rows that may hold the count, each with the index; None if the board does not fit the row."""
    if board.holes:
        return [] if up_to_symmetry else _filled(board, kind)
    match kind, up_to_symmetry:
        case Kind.OPEN, False:
            sides = [("A169696", 3), ("A079137", 4), ("A083386", 5)]
            rows = [(row, _other(board, side)) for row, side in sides]
            return [*rows, ("A165134", _square(board)), *_whole(board, kind)]
        case Kind.OPEN, True:
            return [("A169777", _other(board, 3)), ("A328341", _other(board, 4))]
        case Kind.CLOSED, False:
            halves = [("A070030", _half(_other(board, 3))), ("A001230", _half(_square(board)))]
            return [*halves, ("A175881", _other(board, 6)), *_whole(board, kind)]
        case Kind.CLOSED, True:
            return [("A169769", _other(board, 3))]
        case _:
            return []


def _other(board: Board, side: int) -> int | None:
    """The length of the other side of a board that has this one."""
    first, second = board.shape
    return second if first == side else first if second == side else None


def _square(board: Board) -> int | None:
    """The side of a square board."""
    first, second = board.shape
    return first if first == second else None


def _whole(board: Board, kind: Kind) -> Places:
    """The rows for filled columns, if all columns are full; the board may be turned."""
    return _filled(board, kind) + _filled(Board(board.shape[::-1]), kind)


def _filled(board: Board, kind: Kind) -> Places:
    """The rows for 3 or 5 rows filled column by column, the last column from the top in part."""
    rows, columns = board.shape
    missing = {(row, columns - 1) for row in range(rows - len(board.holes), rows)}
    names = {
        (Kind.OPEN, 3): "A389759",
        (Kind.OPEN, 5): "A389755",
        (Kind.CLOSED, 3): "A383660",
        (Kind.CLOSED, 5): "A383661",
    }
    name = names.get((kind, rows))
    if name is None or len(board.holes) >= rows or board.holes != missing:
        return []
    return [(name, len(board) if kind is Kind.OPEN else _half(len(board)))]


def _half(number: int | None) -> int | None:
    return None if number is None or number % 2 else number // 2


def _undirected(directed: int, side: int) -> int:
    """The undirected count; one square alone is its own reverse, every longer path differs from its own."""
    return directed if side == 1 else directed // 2
