"""The numbering of the vertices of a board or a graph: 0 to n - 1."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, Protocol

from knight_models.core.board import Board
from knight_models.core.errors import ProblemError, shown

if TYPE_CHECKING:
    import networkx

__all__ = ["GraphVertices", "Vertices", "vertices_of"]


class Vertices(Protocol):
    """The numbering 0..n-1 of the vertices of a space; a `Board` is one by itself."""

    def __len__(self) -> int: ...
    def index(self, square: Any, /) -> int: ...
    def square(self, index: int, /) -> Any: ...
    def named(self, text: str, /) -> Any: ...
    def name(self, square: Any, /) -> str: ...


class GraphVertices:
    """The vertices of a networkx graph, numbered in `list(graph)` order.

    >>> import networkx as nx
    >>> vertices = GraphVertices(nx.path_graph(["x", "y", 7]))
    >>> vertices.index(7), vertices.square(2), vertices.named("7")
    (2, 7, 7)
    """

    def __init__(self, graph: networkx.Graph) -> None:
        self._labels: list[Hashable] = list(graph)
        self._numbers = {label: number for number, label in enumerate(self._labels)}

    def __len__(self) -> int:
        return len(self._labels)

    def index(self, square: Hashable, /) -> int:
        """The number of a label; ProblemError if the graph has no such vertex."""
        try:
            return self._numbers[square]
        except (KeyError, TypeError):  # TypeError: not hashable, so no label
            raise ProblemError(f"{shown(square)} is no vertex of the graph{self._examples}") from None

    def square(self, index: int, /) -> Hashable:
        """The label that has this number; ProblemError if there is none."""
        if not 0 <= index < len(self):
            raise ProblemError(
                f"the graph has no vertex number {shown(index)}; they are 0 to {len(self) - 1}"
            )
        return self._labels[index]

    def named(self, text: str, /) -> Hashable:
        """The label whose text this is."""
        found = [label for label in self._labels if str(label) == text]
        if len(found) > 1:
            raise ProblemError(f"{text!r} names {len(found)} vertices of the graph")
        if not found:
            raise ProblemError(f"{text!r} is no vertex of the graph{self._examples}")
        return found[0]

    def name(self, square: Hashable, /) -> str:
        """The text of a label."""
        return str(square)

    @property
    def _examples(self) -> str:
        shown = ", ".join(map(str, self._labels[:3]))
        return f" (its vertices: {shown}{', ...' if len(self) > 3 else ''})"


def vertices_of(space: Board | networkx.Graph) -> Vertices:
    """The numbering of the vertices of a board or a graph."""
    return space if isinstance(space, Board) else GraphVertices(space)
