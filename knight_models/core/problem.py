"""The problem: a board or a graph, and the kind of tour wanted.

A tour visits every vertex of its space exactly once, by moves. The space is a `Board` or any
networkx graph; there are three kinds, since the literature uses "open" for two of them:

- `open`: a Hamiltonian path; its ends may be a move apart or not (this is what OEIS counts);
- `closed`: a Hamiltonian cycle;
- `strictly-open`: a Hamiltonian path that no move closes (in a directed graph: no arc leads from
  its last vertex to its first).

One vertex alone has an open and a strictly open tour, but no closed one. Two joined vertices have
an open one only (in a directed graph, two opposite arcs are a closed one). Self-loops and parallel
edges never matter.

>>> TourProblem("8x8", kind="closed", start="a1")
TourProblem('closed tour of 8x8 from a1')
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from numbers import Integral
from typing import TYPE_CHECKING, Any, Protocol

from knight_models.core.board import Board
from knight_models.core.display import Displayed, short
from knight_models.core.errors import ProblemError, shown
from knight_models.core.symmetry import SymmetryKind, check_symmetry

if TYPE_CHECKING:
    import networkx

    from knight_models.core.graph_state import GraphState

Vertex = Hashable
"""A square of a board, or a label of a graph; None if it is not fixed."""

Move = tuple[Vertex, Vertex]
"""Two vertices (squares of a board, labels of a graph); from the first to the second in a DiGraph."""


class Kind(StrEnum):
    """The kind of tour."""

    OPEN = "open"
    CLOSED = "closed"
    STRICTLY_OPEN = "strictly-open"

    @classmethod
    def of(cls, kind: object) -> Kind:
        """The kind that a text names.

        Raises
        ------
        ProblemError : for any other value

        >>> Kind.of("closed") is Kind.CLOSED
        True
        """
        try:
            return cls(str(kind))
        except ValueError:
            kinds = ", ".join(cls)
            raise ProblemError(f"unknown kind {shown(kind)}; the kinds are {kinds}") from None


class Vertices(Protocol):
    """The numbering 0..n-1 of the vertices of a space; a `Board` is one by itself."""

    def __len__(self) -> int: ...
    def index(self, square: Any, /) -> int: ...
    def square(self, index: int, /) -> Any: ...
    def at(self, text: str, /) -> Any: ...
    def name(self, square: Any, /) -> str: ...


class GraphVertices:
    """The vertices of a networkx graph, numbered in `list(graph)` order.

    >>> import networkx as nx
    >>> vertices = GraphVertices(nx.path_graph(["x", "y", 7]))
    >>> vertices.index(7), vertices.square(2), vertices.at("7")
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
            raise ProblemError(f"{shown(square)} is not a vertex of the graph{self._examples}") from None

    def square(self, index: int, /) -> Hashable:
        """The label with this number; ProblemError if no label has it."""
        if not 0 <= index < len(self):
            raise ProblemError(
                f"the graph has no vertex number {shown(index)}; they are 0 to {len(self) - 1}"
            )
        return self._labels[index]

    def at(self, text: str, /) -> Hashable:
        """The label whose text this is; ProblemError if none or more than one has it."""
        found = [label for label in self._labels if str(label) == text]
        if len(found) > 1:
            raise ProblemError(f"{text!r} names {len(found)} vertices of the graph")
        if not found:
            raise ProblemError(f"{text!r} is not a vertex of the graph{self._examples}")
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


@dataclass(frozen=True, repr=False)
class TourProblem(Displayed):
    """A board or graph, and the tour wanted of it.

    Parameters
    ----------
    space : a `Board`, its text such as `"8x8"`, or a networkx graph, directed or not
    kind : `"open"`, `"closed"` or `"strictly-open"`
    start : the vertex to begin at; for a closed tour, only where its listing begins
    end : the vertex to end at; an error with `closed`
    required, forbidden : moves that the tour must use, or must not use; in a directed graph a move
        has the direction in which it is given, elsewhere moves have no direction. The fixed edges of a
        graph file (edges whose `required` is true, in a graph with `graph.graph["required"]`) are required
        too
    given : squares with the number that each must have in the tour, 1 to n (a partly numbered
        board); a mapping, or pairs
    symmetry : a symmetry that the tour must have, a `SymmetryKind` or its text: on a board with two axes,
        and not together with given numbers

    Raises
    ------
    ProblemError : if these contradict each other or the space
    BoardError : if a square is not on the board

    >>> import networkx as nx
    >>> TourProblem(nx.petersen_graph(), start=0, end=1)
    TourProblem('open tour of a graph with 10 vertices from 0 to 1')
    """

    space: Board | networkx.Graph
    kind: Kind = Kind.OPEN
    start: Vertex = None
    end: Vertex = None
    required: tuple[Move, ...] = ()
    forbidden: tuple[Move, ...] = ()
    given: tuple[tuple[Any, int], ...] = ()
    symmetry: SymmetryKind | None = None

    def __post_init__(self) -> None:
        self._set(space=_checked_space(self.space), kind=Kind.of(self.kind))
        if not len(self):
            raise ProblemError("the graph has no vertex, so there is nothing to visit")
        self._set(start=self._checked_vertex(self.start), end=self._checked_vertex(self.end))
        self._set(given=self._checked_given(self.given))
        self._check_ends()
        self._set(
            required=self._all_required(),
            forbidden=self._checked_moves(self.forbidden, "forbidden"),
        )
        self._check_moves()
        self._set(symmetry=self._checked_symmetry())
        self._set(_state=self._present_state())

    def _set(self, **fields: object) -> None:
        for name, value in fields.items():
            object.__setattr__(self, name, value)

    @property
    def board(self) -> Board | None:
        """The board, if the space is one."""
        return self.space if isinstance(self.space, Board) else None

    @property
    def graph(self) -> networkx.Graph | None:
        """The graph, if the space is one."""
        return None if isinstance(self.space, Board) else self.space

    @cached_property
    def carried_board(self) -> Board | None:
        """The board, or the board that the graph carries and whose squares are its vertices.

        >>> import networkx as nx
        >>> TourProblem(nx.path_graph(4)).carried_board is None
        True
        """
        if self.graph is None:
            return self.board
        board = self.graph.graph.get("board")
        fits = isinstance(board, Board) and all(vertex in board for vertex in self.graph)
        return board if fits else None

    @property
    def directed(self) -> bool:
        """Whether moves have a direction."""
        return self.graph is not None and self.graph.is_directed()

    @property
    def closed(self) -> bool:
        """Whether the tour must be closed."""
        return self.kind is Kind.CLOSED

    @property
    def one_way(self) -> bool:
        """Whether a tour and its reverse are different answers: fixed ends, or moves with a direction."""
        fixed = not self.closed and (self.start is not None or self.end is not None)
        return self.directed or fixed or bool(self.given)

    @cached_property
    def vertices(self) -> Vertices:
        """The numbering of the vertices."""
        return vertices_of(self.space)

    def require_unchanged_graph(self) -> None:
        """Refuse a graph that was changed after this problem was made.

        The vertex numbers, the ends and the moves of a problem are those of its graph as it was. Who reads
        the graph later, as solvers and the verifier do, asks this first.

        Raises
        ------
        ProblemError : if vertices or moves were added or removed, or the order of the vertices changed

        >>> import networkx as nx
        >>> graph = nx.cycle_graph(4)
        >>> problem = TourProblem(graph)
        >>> graph.remove_edge(0, 1)
        >>> problem.require_unchanged_graph()
        Traceback (most recent call last):
        ...
        knight_models.core.errors.ProblemError: the graph was changed after its problem was made: it had
        4 vertices and 4 moves, and has 4 vertices and 3 moves now; make a new TourProblem of it
        """
        before: GraphState | None = vars(self)["_state"]
        now = self._present_state()
        if now == before:
            return
        what = "vertices" if now is not None and not now.same_labels else "moves"
        change = f"it has other {what} now"
        if str(now) != str(before):
            change = f"it had {before}, and has {now} now"
        raise ProblemError(
            f"the graph was changed after its problem was made: {change}; make a new TourProblem of it"
        )

    def _present_state(self) -> GraphState | None:
        """What the graph is like now; None for a board, which does not change."""
        if self.graph is None:
            return None
        from knight_models.core.graph_state import GraphState  # loads numpy, which a board does without

        square = self.vertices.square
        return GraphState.of(self.graph, [square(number) for number in range(len(self))])

    def __len__(self) -> int:
        """The number of vertices."""
        return len(self.vertices)

    @cached_property
    def start_index(self) -> int | None:
        """The vertex number of the start, or None."""
        return None if self.start is None else self.vertices.index(self.start)

    @cached_property
    def end_index(self) -> int | None:
        """The vertex number of the end, or None."""
        return None if self.end is None else self.vertices.index(self.end)

    @cached_property
    def required_indices(self) -> tuple[tuple[int, int], ...]:
        """The required moves in vertex numbers."""
        return self._indices(self.required)

    @cached_property
    def forbidden_indices(self) -> tuple[tuple[int, int], ...]:
        """The forbidden moves in vertex numbers."""
        return self._indices(self.forbidden)

    @cached_property
    def given_indices(self) -> dict[int, int]:
        """The number that each given vertex (by vertex number) must have in the tour."""
        return {self.vertices.index(square): step for square, step in self.given}

    def _indices(self, moves: tuple[Move, ...]) -> tuple[tuple[int, int], ...]:
        index = self.vertices.index
        return tuple((index(first), index(second)) for first, second in moves)

    def name(self, index: int) -> str:
        """The name of the vertex with this number: `a1` on a board, the label's text in a graph."""
        return self.vertices.name(self.vertices.square(index))

    @property
    def space_name(self) -> str:
        """The board or graph in words: "8x8", "a graph with 10 vertices"."""
        if self.board is not None:
            return str(self.board)
        return "a graph with 1 vertex" if len(self) == 1 else f"a graph with {len(self)} vertices"

    def __str__(self) -> str:
        name = self.vertices.name
        parts = [f"{self.kind} tour of {self.space_name}"]
        parts += [f"from {name(self.start)}"] if self.start is not None else []
        parts += [f"to {name(self.end)}"] if self.end is not None else []
        named = (
            ("required move", self.required),
            ("forbidden move", self.forbidden),
            ("given number", self.given),
        )
        if self.symmetry is not None:
            parts += [f"with {self.symmetry.adjective} symmetry"]
        more = [
            f"{len(wanted)} {what}{'' if len(wanted) == 1 else 's'}" for what, wanted in named if wanted
        ]
        if more:
            parts += [
                "with" if self.symmetry is None else "and",
                " and ".join(filter(None, (", ".join(more[:-1]), more[-1]))),
            ]
        return " ".join(parts)

    def __repr__(self) -> str:
        return f"TourProblem({short(self)!r})"

    def _checked_vertex(self, vertex: Any) -> Any:
        if vertex is None:
            return None
        if self.board is not None:
            return self.board.at(vertex)
        return self.vertices.square(self.vertices.index(vertex))  # the label, not one that equals it

    def _checked_given(self, given: Any) -> tuple[tuple[Any, int], ...]:
        """The given numbers, checked; number 1 fixes the start, and number n the end of an open tour."""
        pairs = given.items() if isinstance(given, Mapping) else given
        if isinstance(pairs, str) or not isinstance(pairs, Iterable):
            raise ProblemError(f"given numbers are pairs of a square and its number, not {shown(given)}")
        taken: dict[int, int] = {}  # vertex numbers by given numbers
        squares: dict[int, tuple[Any, int]] = {}
        for each in pairs:
            square, step = _pair(each, "a given number is a pair of a square and its number")
            vertex = self._checked_vertex(square)
            whole = isinstance(step, Integral) and not isinstance(step, bool)
            if not whole or int(step) not in range(1, len(self) + 1):
                raise ProblemError(f"a given number is from 1 to {len(self)}, not {shown(step)}")
            number = self.vertices.index(vertex)
            if taken.setdefault(int(step), number) != number:
                raise ProblemError(f"the number {step} is given twice")
            if squares.setdefault(number, (vertex, int(step)))[1] != step:
                raise ProblemError(f"{self.vertices.name(vertex)} is given two numbers")
        self._set(start=self._agreed(self.start, taken.get(1), "start"))
        if not self.closed:
            self._set(end=self._agreed(self.end, taken.get(len(self)), "end"))
        return tuple(squares.values())

    def _checked_symmetry(self) -> SymmetryKind | None:
        if self.symmetry is None:
            return None
        symmetry = SymmetryKind.of(self.symmetry)
        check_symmetry(symmetry, self.board, self.closed)
        if self.given:
            raise ProblemError(f"{symmetry} symmetry and given numbers cannot be asked for together")
        return symmetry

    def _agreed(self, end: Any, given: int | None, what: str) -> Any:
        """An end of the tour, fixed directly or as the vertex that a number is given to, or both."""
        if given is None:
            return end
        if end is not None and self.vertices.index(end) != given:
            names = self.vertices.name(end), self.name(given)
            raise ProblemError(f"the {what} is {names[0]}, but the given numbers say {names[1]}")
        return self.vertices.square(given)

    def _check_ends(self) -> None:
        if self.end is not None and self.closed:
            raise ProblemError("a closed tour has no end; leave the end out, or ask for an open tour")
        if self.start is not None and self.start_index == self.end_index and len(self) > 1:
            name = self.vertices.name(self.start)
            raise ProblemError(f"an open tour of more than one square cannot start and end at {name}")

    def _checked_moves(self, moves: object, what: str) -> tuple[Move, ...]:
        distinct: dict[Hashable, Move] = {}
        if isinstance(moves, str) or not isinstance(moves, Iterable):
            raise ProblemError(f"{what} moves are a list of pairs of squares, not {shown(moves)}")
        for move in moves:
            first, second = map(self._checked_vertex, _pair(move, f"a {what} move is a pair of squares"))
            if not self._is_move(first, second):
                raise ProblemError(f"the {what} move {self._shown(first, second)} is not a move")
            distinct.setdefault(self._key(first, second), (first, second))
        return tuple(distinct.values())

    def _all_required(self) -> tuple[Move, ...]:
        """The required moves, together with those that the graph itself marks (TSPLIB's fixed edges)."""
        named = self._checked_moves(self.required, "required")
        if self.graph is None or not self.graph.graph.get("required"):
            return named
        marked = [
            (first, second) for first, second, mark in self.graph.edges(data="required") if mark is True
        ]
        return self._checked_moves([*marked, *named], "required")

    def _key(self, first: Hashable, second: Hashable) -> Hashable:
        ends = self.vertices.index(first), self.vertices.index(second)
        return ends if self.directed else frozenset(ends)

    def _is_move(self, first: Any, second: Any) -> bool:
        if self.graph is not None:
            index = self.vertices.index
            return index(first) != index(second) and bool(self.graph.has_edge(first, second))
        return second in self.board.neighbours(first)  # type: ignore[union-attr]  # one of the two

    def _shown(self, first: Any, second: Any) -> str:
        return f"{self.vertices.name(first)}-{self.vertices.name(second)}"

    def _check_moves(self) -> None:
        forbidden = {self._key(*move) for move in self.forbidden}
        uses: dict[tuple[str, int], int] = {}
        sides = ("from", "to") if self.directed else ("at", "at")
        for first, second in self.required:
            if self._key(first, second) in forbidden:
                raise ProblemError(f"the move {self._shown(first, second)} is both required and forbidden")
            for where, vertex in zip(sides, (first, second), strict=True):
                end = where, self.vertices.index(vertex)
                uses[end] = uses.get(end, 0) + 1
        most = 1 if self.directed else 2
        for (where, number), count in uses.items():
            if count > most:
                raise ProblemError(
                    f"{count} required moves {where} {self.name(number)}: a tour uses at most {most} there"
                )


def _pair(given: object, what: str) -> tuple[Any, Any]:
    """The two parts of a pair; it can be an iterator, which gives them only once."""
    pair = tuple(given) if isinstance(given, Iterable) and not isinstance(given, str) else ()
    if len(pair) != 2 or any(part is None for part in pair):
        raise ProblemError(f"{what}, not {shown(given)}")
    return pair[0], pair[1]


def _checked_space(space: object) -> Board | networkx.Graph:
    if isinstance(space, Board):
        return space
    if isinstance(space, str):
        return Board.parse(space)
    import networkx  # a board does not need it

    if not isinstance(space, networkx.Graph):
        raise ProblemError(
            f"a tour needs a Board, its text such as '8x8', or a networkx graph, not {shown(space)}"
        )
    return space
