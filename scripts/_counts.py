"""Shared by the scripts that count tours: the board and the question behind each term of a row."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from _common import DATA, progress

from knight_models import Board, Kind, Limits, Progress, TourProblem
from knight_models.core.count import TourCount
from knight_models.tasks.count import Count
from knight_models.theory.counts import SEQUENCES

__all__ = ["Entry", "board_entries", "entry", "published_entries", "start_entries"]


@dataclass(frozen=True)
class Entry:
    """A number of tours that is published, or wanted.

    Parameters
    ----------
    source : the OEIS number of a row, or the name of a file
    index : the index in the row; None for a file
    problem : the problem
    directed, up_to_symmetry : what is counted once, as for `count_tours`
    published : the published number; None if there is none yet
    """

    source: str
    index: int | None
    problem: TourProblem
    directed: bool = False
    up_to_symmetry: bool = False
    published: int | None = None

    @property
    def name(self) -> str:
        """The row with the index, or the file."""
        return self.source if self.index is None else f"{self.source}({self.index})"

    def plan(self, limits: Limits, order: int = 0) -> Count:
        """The count before it begins.

        Raises
        ------
        UnsupportedError : if it cannot be counted
        """
        return Count(
            self.problem,
            directed=self.directed,
            up_to_symmetry=self.up_to_symmetry,
            order=order,
            limits=limits,
            progress=self._progress,
        )

    def count(self, limits: Limits, order: int = 0) -> TourCount:
        """The number; errors as for `plan`."""
        return self.plan(limits, order).count()

    def _progress(self, report: Progress) -> None:
        progress(f"{self.name}: {report.seconds:.0f} s, {report.visited} of {report.total}, {report.note}")


def entry(source: str, index: int) -> Entry:
    """The question whose answer is the term of a row with this index."""
    row = SEQUENCES[source]
    kind = Kind.OPEN if "open" in row.counts else Kind.CLOSED
    problem = TourProblem(_board(source, index), kind)
    symmetric = "up to symmetry" in row.counts
    return Entry(source, index, problem, "directed" in row.counts, symmetric, row.at(index))


def _board(source: str, index: int) -> Board:
    if source in _FILLED:
        rows, squares = _FILLED[source]
        return _filled(rows, squares * index)
    sides = {"A165134": (index, index), "A001230": (2 * index, 2 * index), "A070030": (3, 2 * index)}
    return Board(sides[source] if source in sides else (_SIDES[source], index))


_SIDES = {"A169696": 3, "A169777": 3, "A169769": 3, "A079137": 4, "A328341": 4, "A083386": 5, "A175881": 6}
"""The shorter side of the boards of a row."""

_FILLED = {"A383660": (3, 2), "A383661": (5, 2), "A389759": (3, 1), "A389755": (5, 1)}
"""The rows of boards that are filled column by column: their side, and squares for each index."""


def _filled(rows: int, squares: int) -> Board:
    """The first squares of some rows, filled column by column from the top."""
    columns = -(-squares // rows)
    missing = rows * columns - squares
    return Board((rows, columns), holes=[(row, columns - 1) for row in range(rows - missing, rows)])


def published_entries() -> Iterator[Entry]:
    """Every term of every row of `SEQUENCES`."""
    for source, row in SEQUENCES.items():
        for place in range(len(row.values)):
            yield entry(source, row.offset + place)


def board_entries() -> Iterator[Entry]:
    """The boards with missing cells of tests/data, open and closed."""
    name = "boards_with_missing_cells.json"
    for facts in _boards(name):
        board = Board((facts["rows"], facts["columns"]), holes=map(tuple, facts["holes"]))
        for kind in (Kind.OPEN, Kind.CLOSED):
            yield Entry(name, None, TourProblem(board, kind), published=facts[kind.value])


def start_entries() -> Iterator[Entry]:
    """The numbers of open tours from each start of tests/data."""
    name = "tours_per_start.json"
    for facts in _boards(name):
        board = Board.parse(facts["board"])
        for start, number in facts["starts"]:
            yield Entry(name, None, TourProblem(board, start=tuple(start)), published=number)


def _boards(name: str) -> list[Any]:
    return list(json.loads((DATA / name).read_text(encoding="utf-8"))["boards"])
