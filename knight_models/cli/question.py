"""From options to the question: the board or graph, the kind, the ends, the moves asked for."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from knight_models.core.board import KNIGHT, Board, Square
from knight_models.core.errors import InputError, OptionError, ProblemError, nearest, shown
from knight_models.core.leaper import Leaper
from knight_models.core.problem import Kind, Move, TourProblem, Vertices, vertices_of

if TYPE_CHECKING:
    import networkx

__all__ = ["Question", "kinds_of"]


@dataclass(frozen=True)
class Question:
    """What the options say, as text.

    Parameters
    ----------
    board, map, graph : three ways to name the space, of which one is used
    leap, holes, wrap : more about a board; several leapers are a union
    start, end, require, forbid : squares and moves by name
    given : a file of given numbers, which shows the board too, where none is named
    """

    board: str | None = None
    map: str | None = None
    graph: str | None = None
    leap: Sequence[str] | None = None
    holes: str | None = None
    wrap: str | None = None
    start: str | None = None
    end: str | None = None
    require: Sequence[str] | None = None
    forbid: Sequence[str] | None = None
    given: str | None = None

    @property
    def names_space(self) -> bool:
        """Whether a board or a graph is named, or shown by the given numbers."""
        return any(text is not None for text in (self.board, self.map, self.graph, self.given))

    def space(self) -> Board | networkx.Graph:
        """The board or the graph.

        Raises
        ------
        InputError : if none or more than one is named, or it cannot be read
        """
        self._check_space()
        if self.given is not None:
            return self._partly_numbered[0]
        return self._named_space()

    @cached_property
    def _partly_numbered(self) -> tuple[Board, dict[Square, int]]:
        """The board, named or shown by the file of given numbers, and these."""
        from knight_models.formats import read_file, read_given

        assert self.given is not None
        source = "standard input" if self.given == "-" else self.given
        if self.board is not None or self.map is not None:
            space = self._named_space()
            assert isinstance(space, Board)
            return read_given(read_file(self.given), board=space, source=source)
        known = KNIGHT if self._leaper is None else self._leaper
        wrap = self.wrap or ()
        return read_given(read_file(self.given), leap=known, wrap=wrap, source=source)

    def _named_space(self) -> Board | networkx.Graph:
        from knight_models.formats import read_board_map, read_file, read_graph

        if self.graph is not None:
            graph = read_graph(read_file(self.graph), source=self.graph)
            for note in graph.graph.get("notes", ()):
                sys.stderr.write(f"note: {note}\n")
            return graph
        details = {"leap": self._leaper, "wrap": self.wrap}
        given: dict[str, Any] = {name: value for name, value in details.items() if value is not None}
        if self.map is None:
            return Board.parse(self.board or "", holes=self.holes or "", **given)
        drawn = read_board_map(read_file(self.map), source=self.map, **given)
        holes = drawn.holes.union(drawn.parse_squares(self.holes or ""))
        return Board(drawn.shape, drawn.leap, holes, drawn.wrap)

    def known(self) -> dict[str, Any]:
        """What is known of the space before a file of tours is read, as `read_tours` takes it.

        Raises
        ------
        InputError : as for `space`; or for holes without a board that they could be in
        """
        self._check_texts()
        if self.names_space:
            space = self.space()
            return {"board": space} if isinstance(space, Board) else {"graph": space}
        if self.holes is not None:
            raise OptionError("--holes needs --board, to say in which board they are")
        known: dict[str, Any] = {} if self.wrap is None else {"wrap": self.wrap}
        if self._leaper is not None:
            known["leap"] = self._leaper
        return known

    @property
    def _leaper(self) -> Leaper | None:
        """The leaper, or the union of all that are given."""
        return Leaper("+".join(self.leap)) if self.leap else None

    def _check_texts(self) -> None:
        """Refuse options that are there and yet say nothing."""
        for name in ("map", "graph", "given"):
            if getattr(self, name) == "":
                raise OptionError(f"--{name} takes the name of a file, not ''")
        if self.holes is not None and not re.search(r"\w", self.holes):
            raise OptionError(f"--holes takes squares such as a1,h8, not {shown(self.holes)}")

    def _check_space(self) -> None:
        self._check_texts()
        named = {"a board": self.board, "--map": self.map, "--graph": self.graph}
        used = [name for name, text in named.items() if text is not None]
        if self.given is not None and self.graph is not None:
            raise OptionError("--given is a number grid of a board, and --graph gives none")
        if self.given is not None and not used:
            if self.holes is not None:
                raise OptionError("a hole stands as # in the file of --given; leave --holes out")
            return
        if not used:
            raise OptionError("name a board such as 8x8, or give --graph FILE or --map FILE")
        if len(used) > 1:
            raise OptionError(f"{' and '.join(used)}: give one of them")
        for name in ("leap", "holes", "wrap"):
            if self.graph is not None and getattr(self, name) not in (None, []):
                raise OptionError(f"--{name} says something about a board, and --graph gives none")

    def problems(self, kinds: Sequence[Kind]) -> list[TourProblem]:
        """The problem of each kind, all of one space."""
        space = self.space()
        return [self.problem(space, kind) for kind in kinds]

    def problem(self, space: Board | networkx.Graph, kind: Kind) -> TourProblem:
        """The problem of a kind.

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
            required=tuple(_move(vertices, text) for text in self.require or ()),
            forbidden=tuple(_move(vertices, text) for text in self.forbid or ()),
            given=() if self.given is None else tuple(self._partly_numbered[1].items()),
        )


def kinds_of(text: str | None, closed: bool, *, several: bool = False) -> list[Kind]:
    """The kinds that `--kind` and `--closed` ask for; none if neither is given.

    Raises
    ------
    OptionError : for an unknown kind, or two options that contradict each other
    """
    names = [] if text is None else [part.strip() for part in text.split(",")]
    for name in names:
        if name not in list(Kind):
            raise OptionError(nearest(name, [kind.value for kind in Kind], "kind"))
    if len(names) > 1 and not several:
        raise OptionError(f"--kind takes one of {', '.join(Kind)} here, not {text!r}")
    if closed and names and names != [Kind.CLOSED]:
        raise OptionError(f"--closed and --kind {text} contradict each other; leave one out")
    return [Kind.CLOSED] if closed else [Kind(name) for name in dict.fromkeys(names)]


def _move(vertices: Vertices, text: str) -> Move:
    """The two vertices that `a1-b3` names; labels may have a `-` of their own."""
    readings = []
    for joint in re.finditer(r"-(?=(>?))", text):
        first = _named(vertices, text[: joint.start()])
        second = _named(vertices, text[joint.end() + len(joint[1]) :])
        if first is not None and second is not None:
            readings.append((first[0], second[0]))
    if len(readings) > 1:
        raise ProblemError(f"{text!r} can be read as more than one move of this graph")
    if not readings:
        raise ProblemError(_no_move(vertices, text))
    return readings[0]


def _named(vertices: Vertices, text: str) -> tuple[Any] | None:
    """The vertex of this name, in a tuple since a label can be anything; None if there is none."""
    try:
        return (vertices.at(text.strip()),)
    except InputError:
        return None


def _no_move(vertices: Vertices, text: str) -> str:
    """Why a text is no move: of two names, the one that is wrong."""
    parts = text.split("-")
    if len(parts) != 2:
        return f"{text!r} is not a move; write its two ends as FROM-TO, such as a1-b3"
    for part in parts:
        try:
            vertices.at(part.strip())
        except InputError as error:
            return f"{text!r}: {error}"
    raise AssertionError("a move of two known ends was read before")
