r"""Reading files: opening and decoding, choosing the format, saying where something is wrong.

`read_tours` takes the last format of the table (`knight_models.formats.FORMATS`) that recognises the
content; the ending of a file's name plays no part. Graphs are read by `knight_models.formats.graphs`.

>>> [reading] = read_tours("1 4 7 10\n8 11 2 5\n3 6 9 12\n")
>>> reading.form, reading.board
('grid', Board('3x4'))
>>> [reading.answer for reading in read_tours("a1 c2 a3 b1 c3\n")]
[[(2, 0), (1, 2), (0, 0), (2, 1), (0, 2)]]
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from knight_models.core.board import KNIGHT, Board, Square
from knight_models.core.errors import FormatError, OptionError, nearest
from knight_models.core.leaper import LeaperLike
from knight_models.core.limits import require_memory
from knight_models.core.problem import Kind
from knight_models.core.tour import NumberGrid
from knight_models.formats import tours_of

if TYPE_CHECKING:
    import networkx

__all__ = [
    "OTHER_DIGITS",
    "Line",
    "Reading",
    "Source",
    "cut",
    "excerpt",
    "has_other_digits",
    "read_file",
    "read_tours",
    "require_vertices",
]

Line = tuple[int, str]
"""A line of a file, after its number, counted from 1."""

LARGEST_GUESS = 1_000_000
EMPTY_CELLS_A_SQUARE = 100
"""A board is not guessed if the squares named are so far apart that it would be nearly empty."""

BYTES_A_VERTEX = 400
"""Memory of a vertex without edges: 290 bytes in networkx 3.6, as measured, and its number."""

MANY_VERTICES = 1_000_000
VERTICES_A_CHARACTER = 100
"""A header that gives more vertices than these is wrong: nearly all of them would have no edge."""

LONGEST_EXCERPT = 40
OTHER_DIGITS = "is written with other digits than 0 to 9"

_UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_COMMENT = re.compile(r"\s*#(?![0-9]A\().*[A-Za-z]")


@dataclass(frozen=True, eq=False)
class Reading:
    """One tour as a file gives it, right or wrong.

    Parameters
    ----------
    answer : a `NumberGrid`, a list of squares or labels, or an array of vertex numbers; what
        `faults` takes
    space : the board or graph that it is a tour of: the one given, or the board inferred
    form : `grid`, `algebraic`, `coordinates`, `moves`, `json`, `tsplib`, `npy` or `labels`
    line : the line of the file on which it begins, counted from 1; None in JSON and npy
    kind : the kind of tour that a JSON result states
    """

    answer: NumberGrid | list[Any] | npt.NDArray[Any]
    space: Board | networkx.Graph
    form: str
    line: int | None = None
    kind: Kind | None = None

    @property
    def board(self) -> Board | None:
        """The board; None for a tour of a graph."""
        return self.space if isinstance(self.space, Board) else None


@dataclass(frozen=True, eq=False)
class Source:
    """The content of a file, and what is known of it before it is read.

    Parameters
    ----------
    data : the content
    name : the name of the file, for messages
    board, graph, leap, wrap, kind, first_number : as for `read_tours`
    form, number : as for `read_graph`
    every : whether all graphs of the file are wanted, as a list
    """

    data: str | bytes
    name: str | None = None
    board: Board | None = None
    graph: networkx.Graph | None = None
    leap: LeaperLike = KNIGHT
    wrap: Sequence[int] | str = ()
    kind: Kind = Kind.OPEN
    first_number: int | None = None
    form: str | None = None
    number: int | None = None
    every: bool = False

    def error(self, message: str, line: int | None = None, column: int | None = None) -> FormatError:
        """The error that names this file and the place in it."""
        return FormatError(message, source=self.name, line=line, column=column)

    @cached_property
    def text(self) -> str:
        r"""The text, decoded from UTF-8, or from UTF-16 with its byte order mark.

        Raises
        ------
        FormatError : for an empty or a binary file, with line and column

        >>> Source(b"\xef\xbb\xbf1 2").text
        '1 2'
        """
        text = self.data.removeprefix("\ufeff") if isinstance(self.data, str) else self._decoded(self.data)
        control = _CONTROL.search(text)
        if control:
            message = f"character {ord(control[0])} does not belong in a text; this is a binary file"
            raise self.error(message, *_place(text[: control.start()]))
        if not text.strip():
            raise self.error("there is nothing in it")
        return text

    def _decoded(self, data: bytes) -> str:
        try:
            return data.decode("utf-16" if data.startswith(_UTF_16_MARKS) else "utf-8-sig")
        except UnicodeDecodeError as error:
            message = (
                f"byte {data[error.start]} is not UTF-8; this is a binary file, or in another encoding"
            )
            before = data[: error.start].decode("latin-1")
            raise self.error(message, *_place(before)) from None

    @cached_property
    def lines(self) -> list[str]:
        r"""The lines of the text, ended by LF, CR LF or CR; line 1 stands at index 0.

        >>> Source("1 2\r\n3 4\n").lines
        ['1 2', '3 4', '']
        """
        return _lines_of(self.text)

    @cached_property
    def filled(self) -> list[Line]:
        """The lines that are neither empty nor a comment (`#` and words), with their numbers.

        Raises
        ------
        FormatError : if there are only comments
        """
        numbered = enumerate(self.lines, start=1)
        filled = [(number, line) for number, line in numbered if line.strip() and not _COMMENT.match(line)]
        if not filled:
            raise self.error("there are only comments in it")
        return filled

    def space(self, what: str) -> Board | networkx.Graph:
        """The board or graph given.

        Parameters
        ----------
        what : the entries that have no meaning without it, for the message

        Raises
        ------
        FormatError : if neither is given
        """
        if self.graph is not None:
            return self.graph
        if self.board is None:
            raise self.error(
                f"{what} do not say what board they belong to; name it with --board or --graph"
            )
        return self.board

    def board_around(self, squares: Iterable[Square], rows: int = 0) -> Board:
        """The board given, or the smallest board that holds all these squares.

        Parameters
        ----------
        squares : the squares named
        rows : the least number of rows of the board

        Raises
        ------
        FormatError : for squares with different numbers of axes, a negative number, or a board that
            would be nearly empty
        """
        if self.board is not None:
            return self.board
        named = list(squares)
        if len(set(map(len, named))) != 1:
            raise self.error("some squares have more numbers than others")
        listed = np.array(named, np.int64)
        if listed.min() < 0:
            raise self.error(
                "the numbers of a square are at least 0, counted from the top left; if these are moves "
                "from one square to the next, write the squares"
            )
        shape = (listed.max(axis=0) + 1).tolist()
        shape[0] = max(shape[0], rows)
        if math.prod(shape) > max(LARGEST_GUESS, EMPTY_CELLS_A_SQUARE * len(listed)):
            size = cut("x".join(map(str, shape)))
            message = f"the {len(listed)} squares would lie on a board of {size}; name it with --board"
            raise self.error(message)
        return Board(tuple(shape), self.leap, wrap=self.wrap)

    def label(self, value: Any) -> Any:
        """The vertex of the graph that a label, or the text of one, names; others are returned as they are.

        Raises
        ------
        FormatError : for a text that names several vertices
        """
        if self.graph is None:
            return value
        if not isinstance(value, str):
            return value if _is_vertex(self.graph, value) else self._named.get(str(value), value)
        if value in self._ambiguous:
            raise self.error(f"{excerpt(value)} names several vertices of the graph")
        return self._named.get(value, value)

    @cached_property
    def vertices(self) -> frozenset[Any]:
        """The vertices of the graph; none, if no graph is given."""
        return frozenset(self.graph or ())

    @cached_property
    def _named(self) -> dict[str, Any]:
        return {str(label): label for label in self.graph or ()}

    @cached_property
    def _ambiguous(self) -> set[str]:
        """The texts that several labels share, such as 1 and "1"."""
        graph = self.graph
        if graph is None or len(self._named) == len(graph):
            return set()
        return {str(label) for label in graph if self._named[str(label)] is not label}


def _is_vertex(graph: networkx.Graph, value: Any) -> bool:
    try:
        return value in graph and not isinstance(value, bool)
    except TypeError:  # a list cannot be a label
        return False


def _lines_of(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _place(before: str) -> tuple[int, int]:
    """The line and column of what follows this text."""
    lines = _lines_of(before)
    return len(lines), len(lines[-1]) + 1


def read_file(path: str | Path) -> bytes:
    """The content of a file; `-` is standard input.

    Raises
    ------
    FormatError : if it cannot be read
    """
    if str(path) == "-":
        return _standard_input()
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a path with a NUL character
        reason = getattr(error, "strerror", None) or str(error)
        raise FormatError(f"the file cannot be read: {reason}", source=str(path)) from None


def _standard_input() -> bytes:
    stream: IO[Any] | None = sys.stdin  # None if it was closed before Python started
    if stream is None or stream.closed:
        raise FormatError("it is closed, so nothing can be read from it", source="standard input")
    return bytes(sys.stdin.buffer.read())


def read_tours(
    data: str | bytes,
    *,
    board: Board | None = None,
    graph: networkx.Graph | None = None,
    leap: LeaperLike = KNIGHT,
    wrap: Sequence[int] | str = (),
    kind: Kind | str | None = None,
    first_number: int | None = None,
    source: str | None = None,
) -> list[Reading]:
    """The tours in a file, right or wrong, in the order in which they stand there.

    It may hold number grids, algebraic names, coordinates (`7,0 5,1`), numbered moves, JSON, a TSPLIB
    `.tour` file or a numpy file; with a graph, its labels in place of squares. Of several tours, each
    stands on a line of its own; grids are separated by an empty line. Pastes may have more around them
    (`knight_models.formats.pastes`). A closed tour may name its start again at the end.

    Parameters
    ----------
    data : the content of the file
    board, graph : the board or graph that the tours belong to. Without either, a grid shows its board, and
        the cells without a number are holes; a list belongs to the smallest board that holds all squares
        named, and algebraic ranks count from the bottom, so that the largest rank named is the number of
        rows
    leap, wrap : for a board that is inferred
    kind : the kind of tour expected, for a grid that can be read in two ways if only one of them is a
        tour; None = open
    first_number : the number of a grid's first square, 1 or 0 (None = see `knight_models.formats.grid`); in
        a list, the number of the first row and column, or of the first vertex (None = 0)
    source : the name of the file, for messages

    Raises
    ------
    FormatError : for what cannot be read, with line and column
    OptionError : for a first number that is neither 0 nor 1, or an unknown kind
    """
    if first_number not in (None, 0, 1):
        raise OptionError(f"the first number of a grid is 0 or 1, not {first_number!r}")
    if kind is not None and kind not in list(Kind):
        raise OptionError(nearest(str(kind), [known.value for known in Kind], "kind"))
    expected = Kind.OPEN if kind is None else Kind(kind)
    content = Source(data, source, board, graph, leap, wrap, expected, first_number)
    stated = None if kind is None else expected
    return [
        _without_return(_on_the_graph(reading, content), stated, content) for reading in tours_of(content)
    ]


def _on_the_graph(reading: Reading, source: Source) -> Reading:
    """A reading of the graph given; one of a board is refused, for the graph would play no part."""
    if source.graph is not None and reading.space is not source.graph:
        raise source.error(
            "this shows squares of a board; with --graph, write a tour as a list of the graph's labels",
            reading.line,
        )
    return reading


def _without_return(reading: Reading, kind: Kind | None, source: Source) -> Reading:
    """A list of a whole closed tour that names its start again at the end, without that.

    Raises
    ------
    FormatError : if the caller asks for an open tour, in which nothing is named twice
    """
    answer, space = reading.answer, reading.space
    if isinstance(answer, NumberGrid) or len(answer) != len(space) + 1:
        return reading
    least = 3 if isinstance(space, Board) else 2
    if len(space) < least or not np.all(answer[0] == answer[-1]):
        return reading
    if kind not in (None, Kind.CLOSED):
        raise source.error(
            "the list ends with its start, as that of a closed tour does; leave out its last entry to have "
            f"it read as {'an' if kind is Kind.OPEN else 'a'} {kind} tour, or choose the kind closed",
            reading.line,
        )
    closed = (kind or reading.kind or Kind.CLOSED) is Kind.CLOSED
    return replace(reading, answer=answer[:-1], kind=Kind.CLOSED) if closed else reading


def cut(text: object) -> str:
    """A text as a message repeats it: at most 40 characters of it.

    >>> cut(1234), cut("1" * 50)
    ('1234', '1111111111111111111111111111111111111111...')
    """
    whole = str(text)
    return whole if len(whole) <= LONGEST_EXCERPT else f"{whole[:LONGEST_EXCERPT]}..."


def excerpt(word: str) -> str:
    """A word of a file as a message quotes it, cut likewise.

    >>> excerpt("x7")
    "'x7'"
    """
    return repr(cut(word))


def has_other_digits(word: str) -> bool:
    """Whether a word has digits other than 0 to 9, which Python would read as numbers too.

    >>> has_other_digits("a٣"), has_other_digits("a3")
    (True, False)
    """
    return not word.isascii() and any(sign.isdecimal() and not sign.isascii() for sign in word)


def require_vertices(count: int, characters: int, source: Source) -> None:
    """Refuse a graph whose header gives more vertices than its edges can reach, or memory can hold.

    Parameters
    ----------
    count : the number of vertices in the header
    characters : the length of the list of edges, or more
    source : the file, for messages

    Raises
    ------
    InputError : with the number of vertices, or the bytes that they would need
    """
    require_memory(count * BYTES_A_VERTEX, None, f"a graph of {count:,} vertices")
    if count > max(MANY_VERTICES, VERTICES_A_CHARACTER * characters):
        raise source.error(f"the header gives {count:,} vertices, but nearly all of them have no edge")
