"""What comes out of a file of tours, and what is known before it is read."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from knight_models.core.board import KNIGHT, Board, Square
from knight_models.core.errors import FormatError
from knight_models.core.leaper import LeaperLike
from knight_models.core.problem import Kind
from knight_models.core.tour import NumberGrid
from knight_models.formats.text import cut, excerpt

if TYPE_CHECKING:
    import networkx

__all__ = ["Context", "Reading"]

LARGEST_GUESS = 1_000_000
EMPTY_CELLS_A_SQUARE = 100
"""A board is not guessed where squares are named so far apart that it would be nearly empty."""


@dataclass(frozen=True, eq=False)
class Reading:
    """One tour as a file gives it, right or wrong.

    Parameters
    ----------
    answer : a `NumberGrid`, a list of squares or labels, or an array of vertex numbers; what
        `faults` takes
    space : the board or graph that it is a tour of: the one given, or the board inferred
    form : `grid`, `algebraic`, `coordinates`, `moves`, `json`, `tsplib`, `npy` or `labels`
    line : where in the file it begins, counted from 1; None in JSON and npy
    kind : the kind of tour that a JSON result says it is
    """

    answer: NumberGrid | list[Any] | npt.NDArray[Any]
    space: Board | networkx.Graph
    form: str
    line: int | None = None
    kind: Kind | None = None

    @property
    def board(self) -> Board | None:
        """The board, if it is a tour of one."""
        return self.space if isinstance(self.space, Board) else None


@dataclass(frozen=True, eq=False)
class Context:
    """What is known before a file is read: the fields are the arguments of `read_tours`."""

    board: Board | None = None
    graph: networkx.Graph | None = None
    leap: LeaperLike = KNIGHT
    wrap: Sequence[int] | str = ()
    kind: Kind = Kind.OPEN
    first_number: int | None = None
    source: str | None = None

    def error(self, message: str, line: int | None = None, column: int | None = None) -> FormatError:
        """The error that says where in this file it is."""
        return FormatError(message, source=self.source, line=line, column=column)

    def space(self, what: str) -> Board | networkx.Graph:
        """The board or graph given, which `what` cannot do without."""
        if self.graph is not None:
            return self.graph
        if self.board is None:
            raise self.error(f"{what} do not say what board they are of; name it with --board or --graph")
        return self.board

    def board_around(self, squares: Iterable[Square], rows: int = 0) -> Board:
        """The board given, or the smallest one of at least so many rows that holds all these squares."""
        if self.board is not None:
            return self.board
        named = list(squares)
        if len(set(map(len, named))) != 1:
            raise self.error("some squares have more numbers than others")
        listed = np.array(named, np.int64)
        if listed.min() < 0:
            raise self.error("a square is named by numbers of at least 0, counted from the top left")
        shape = (listed.max(axis=0) + 1).tolist()
        return self._inferred([max(shape[0], rows), *shape[1:]], len(listed))

    def _inferred(self, shape: Sequence[int], squares: int) -> Board:
        """A board of this shape, unless `squares` squares would be lost on it."""
        cells = math.prod(shape)
        if cells > max(LARGEST_GUESS, EMPTY_CELLS_A_SQUARE * squares):
            size = "x".join(map(str, shape))
            raise self.error(
                f"the {squares} squares would lie on a board of {cut(size)}; name it with --board"
            )
        return Board(tuple(shape), self.leap, wrap=self.wrap)

    def label(self, value: Any) -> Any:
        """The vertex that a label, or the text of one, means; what is no vertex stays as it is."""
        if self.graph is None:
            return value
        if not isinstance(value, str):
            return value if _is_vertex(self.graph, value) else self._named.get(str(value), value)
        if value in self._doubtful:
            raise self.error(f"{excerpt(value)} names several vertices of the graph")
        return self._named.get(value, value)

    @cached_property
    def _named(self) -> dict[str, Any]:
        return {str(label): label for label in self.graph or ()}

    @cached_property
    def _doubtful(self) -> set[str]:
        """The texts that several labels share, such as 1 and "1"."""
        graph = self.graph
        if graph is None or len(self._named) == len(graph):
            return set()
        return {str(label) for label in graph if self._named[str(label)] != label}


def _is_vertex(graph: networkx.Graph, value: Any) -> bool:
    try:
        return value in graph and not isinstance(value, bool)
    except TypeError:  # a list, which is no label
        return False
