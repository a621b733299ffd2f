"""From option values to problems: the board or graph, the kind, the ends, the moves, the given numbers."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from knight_models.core.board import Board, Square
from knight_models.core.errors import InputError, OptionError, ProblemError
from knight_models.core.leaper import Leaper
from knight_models.core.problem import Kind, Move, TourProblem, Vertices, vertices_of
from knight_models.core.symmetry import SymmetryKind

if TYPE_CHECKING:
    import networkx


@dataclass(frozen=True)
class Space:
    """A board or a graph, as the options describe it.

    Parameters
    ----------
    board, map, graph : three ways to name it, of which one is used: a size, or the name of a file
    graph_format, graph_number : how the file of a graph is read, as for `read_graph`
    leap, holes, wrap : more about a board; several leapers form a union
    """

    board: str | None = None
    map: str | None = None
    graph: str | None = None
    graph_format: str | None = None
    graph_number: int | None = None
    leap: Sequence[str] = ()
    holes: str | None = None
    wrap: str | None = None

    @property
    def named(self) -> bool:
        """Whether a board or a graph is named."""
        return any(text is not None for text in (self.board, self.map, self.graph))

    def read(self) -> Board | networkx.Graph:
        """The board or the graph.

        Raises
        ------
        InputError : if none or more than one is named, or it cannot be read
        """
        self._check()
        if self.graph is not None:
            return _graph(self.graph, self.graph_format, self.graph_number)
        if self.map is None:
            return Board.parse(self.board or "", holes=self.holes or "", **self.leaper_and_wrap)
        from knight_models.formats import read_board_map, read_file

        drawn = read_board_map(read_file(self.map), source=self.map, **self.leaper_and_wrap)
        holes = drawn.holes.union(drawn.parse_squares(self.holes or ""))
        return Board(drawn.shape, drawn.leap, holes, drawn.wrap)

    @property
    def leaper_and_wrap(self) -> dict[str, Any]:
        """The leaper, or the union of several, and the wrapped axes, where they are given."""
        leap: dict[str, Any] = {"leap": Leaper("+".join(self.leap))} if self.leap else {}
        return leap | ({} if self.wrap is None else {"wrap": self.wrap})

    def _check(self) -> None:
        """Refuse options that contradict each other."""
        names = {"a board": self.board, "--map": self.map, "--graph": self.graph}
        used = [name for name, text in names.items() if text is not None]
        if not used:
            raise OptionError("name a board such as 8x8, or give --graph FILE or --map FILE")
        if len(used) > 1:
            raise OptionError(f"{' and '.join(used)}: give one of them")
        about = {"--graph-format": self.graph_format, "--graph-number": self.graph_number}
        for name, given in about.items():
            if self.graph is None and given is not None:
                raise OptionError(f"{name} is about the file of --graph, and none is named")
        details = {"--leap": self.leap or None, "--holes": self.holes, "--wrap": self.wrap}
        for name, value in details.items():
            if self.graph is not None and value is not None:
                raise OptionError(f"{name} describes a board, but --graph names a graph")


def _graph(file: str, form: str | None, number: int | None) -> networkx.Graph:
    from knight_models.formats import read_file, read_graph

    source = "standard input" if file == "-" else file
    graph = read_graph(read_file(file), source=source, form=form, number=number)
    for note in graph.graph.get("notes", ()):
        sys.stderr.write(f"note: {note}\n")
    return graph


@dataclass(frozen=True)
class Question:
    """What is to be found on a board or graph, as the options describe it.

    Parameters
    ----------
    space : the board or graph
    kind : the kinds of `--kind`
    closed : whether `--closed` is given
    start, end, require, forbid : squares and moves by name
    given : a file of given numbers, which shows the board too, where none is named
    symmetry : the symmetry that the tour must have

    Raises
    ------
    OptionError : if `kind` and `closed` contradict each other
    """

    space: Space = field(default_factory=Space)
    kind: tuple[Kind, ...] | None = None
    closed: bool = False
    start: str | None = None
    end: str | None = None
    require: Sequence[str] = ()
    forbid: Sequence[str] = ()
    given: str | None = None
    symmetry: SymmetryKind | None = None

    def __post_init__(self) -> None:
        if self.closed and self.kind not in (None, (Kind.CLOSED,)):
            names = ",".join(self.kind or ())
            raise OptionError(f"--closed and --kind {names} contradict each other; leave one out")

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds wanted; open, if none is named."""
        return (Kind.CLOSED,) if self.closed else self.kind or (Kind.OPEN,)

    @property
    def named_kind(self) -> Kind | None:
        """The kind that an option names; None if no option does."""
        return self.kinds[0] if self.closed or self.kind else None

    @property
    def names_space(self) -> bool:
        """Whether a board or a graph is named, or shown by the given numbers."""
        return self.space.named or self.given is not None

    def problems(self) -> list[TourProblem]:
        """The problem of each kind, all on the same board or graph.

        Raises
        ------
        InputError : for a board, graph, square or move that makes no sense
        """
        space = self._space()
        return [self.problem(space, kind) for kind in self.kinds]

    def problem(self, space: Board | networkx.Graph, kind: Kind) -> TourProblem:
        """The problem of a kind on a board or graph.

        Raises
        ------
        InputError : for a square or move that makes no sense there
        """
        vertices = vertices_of(space)
        return TourProblem(
            space,
            kind,
            start=None if self.start is None else vertices.at(self.start),
            end=None if self.end is None else vertices.at(self.end),
            required=tuple(_move(vertices, text) for text in self.require),
            forbidden=tuple(_move(vertices, text) for text in self.forbid),
            given=() if self.given is None else tuple(self._partly_numbered[1].items()),
            symmetry=self.symmetry,
        )

    def known(self) -> dict[str, Any]:
        """What is known before a file of tours is read, as arguments of `read_tours`.

        Raises
        ------
        InputError : for a board or graph that makes no sense; or for holes without a board
        """
        if self.names_space:
            space = self._space()
            return {"board": space} if isinstance(space, Board) else {"graph": space}
        if self.space.holes is not None:
            raise OptionError("--holes needs --board, to say in which board they are")
        return self.space.leaper_and_wrap

    def _space(self) -> Board | networkx.Graph:
        """The board or graph that is named, or shown by the given numbers."""
        return self.space.read() if self.given is None else self._partly_numbered[0]

    @cached_property
    def _partly_numbered(self) -> tuple[Board, dict[Square, int]]:
        """The board, named or shown by the file of given numbers, and these numbers."""
        from knight_models.formats import read_file, read_given

        assert self.given is not None
        if self.space.graph is not None:
            raise OptionError("--given is a number grid of a board, but --graph names a graph")
        source = "standard input" if self.given == "-" else self.given
        if self.space.named:
            board = self.space.read()
            assert isinstance(board, Board)
            return read_given(read_file(self.given), board=board, source=source)
        if self.space.holes is not None:
            raise OptionError("a hole is a # in the file of --given; leave --holes out")
        return read_given(read_file(self.given), source=source, **self.space.leaper_and_wrap)


def _move(vertices: Vertices, text: str) -> Move:
    """The two vertices that `a1-b3` names; labels may contain a `-` too."""
    readings = []
    for joint in re.finditer(r"-(?=(>?))", text):
        first = _named(vertices, text[: joint.start()])
        second = _named(vertices, text[joint.end() + len(joint[1]) :])
        if first is not None and second is not None:
            readings.append((first[0], second[0]))
    if len(readings) > 1:
        raise ProblemError(f"{text!r} can be read as more than one move of this graph")
    if not readings:
        raise ProblemError(_not_a_move(vertices, text))
    return readings[0]


def _named(vertices: Vertices, text: str) -> tuple[Any] | None:
    """The vertex with this name, in a tuple because a label can be None too; None if there is none."""
    try:
        return (vertices.at(text.strip()),)
    except InputError:
        return None


def _not_a_move(vertices: Vertices, text: str) -> str:
    """Why a text is not a move: if it has two names, which of them is wrong."""
    parts = text.split("-")
    if len(parts) != 2:
        return f"{text!r} is not a move; write its two ends as FROM-TO, such as a1-b3"
    for part in parts:
        try:
            vertices.at(part.strip())
        except InputError as error:
            return f"{text!r}: {error}"
    raise AssertionError("a move with two known ends was read before")
