r"""TSPLIB files: graphs (`.hcp`) and tours (`.tour`), after Reinelt, TSPLIB 95 (1995).

A file is a list of `KEYWORD : value` lines, then a section of whole numbers that ends with -1.
Vertices are numbered 1 to DIMENSION. Keywords are read in capitals or small letters.

The fixed edges of a graph (`FIXED_EDGES_SECTION`, or `FIXED_EDGES :` as in alb4000) are required moves of
every problem of the graph. The lists of EDGE_DATA_FORMAT ADJ_LIST end with -1 each.

The -1 and the EOF at the end may be missing, as they are in some published files. Such a graph is
refused if it is visibly cut off: in the middle of a line, or where a vertex has no edge. Otherwise
`graph.graph["notes"]` says that nothing shows whether the list is complete.

>>> from knight_models.core.board import Board
>>> tour = "TYPE : TOUR\nDIMENSION : 3\nTOUR_SECTION\n2 3 1 -1\nEOF\n"
>>> [reading] = read_tour_file(Source(tour, board=Board((1, 3))))
>>> reading.answer.tolist()
[1, 2, 0]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING

import numpy as np

from knight_models.core.errors import ProblemError
from knight_models.core.problem import TourProblem
from knight_models.core.tour import Tour
from knight_models.formats.reading import (
    OTHER_DIGITS,
    Reading,
    Source,
    cut,
    excerpt,
    has_other_digits,
    require_vertices,
)
from knight_models.formats.writing import NEWLINE, NOTHING, joined, pieces_of, right_aligned

if TYPE_CHECKING:
    import networkx

__all__ = ["is_tsplib", "read_hcp", "read_tour_file", "write_hcp", "write_tour_file"]

_KEYWORD = re.compile(r"([A-Za-z][A-Za-z0-9_]*)\s*(?::(.*))?")
_KNOWN = {"NAME", "COMMENT", "TYPE", "DIMENSION", "EDGE_DATA_FORMAT"}
_SECTIONS = {"EDGE_DATA_SECTION", "TOUR_SECTION", "FIXED_EDGES_SECTION"}
_FIXED = ("FIXED_EDGES_SECTION", "FIXED_EDGES")
_NUMBER = re.compile(r"-?[0-9]{1,18}")


@dataclass
class _File:
    """A file whose header is read.

    Parameters
    ----------
    source : the file
    keywords : the values of the header
    body : the line, counted from 1, after the one that names the section
    ended : whether a -1 or EOF has shown that the section is complete
    fixed : the fixed edges, each with its line
    fixed_listed : whether they have been listed
    """

    source: Source
    keywords: dict[str, str] = field(default_factory=dict)
    body: int = 0
    ended: bool = False
    fixed: list[tuple[int, int, int]] = field(default_factory=list)
    fixed_listed: bool = False

    def numbers(self) -> Iterator[tuple[int, list[int]]]:
        """The numbers of the section, line by line; only fixed edges may follow, and nothing after EOF."""
        number = self.body
        while number <= len(self.source.lines):
            line = self.source.lines[number - 1]
            if line.strip().upper() == "EOF":
                self.ended = True
                self._check_rest(number + 1)
                return
            if line[:1].isalpha() and _keyword(line)[0] in _FIXED:
                self.ended = True
                number = self.read_fixed(number)
            elif line and not line.isspace():
                yield number, self._numbers_of(line, number)
            number += 1

    def read_fixed(self, heading: int) -> int:
        """Read the fixed edges below a heading, and return the number of the last line of their list."""
        word, value = _keyword(self.source.lines[heading - 1])
        if self.fixed_listed or value:
            what = (
                "a second list of fixed edges" if self.fixed_listed else f"{excerpt(value or '')} after it"
            )
            raise self.source.error(f"{word} begins a list of edges, here is {what}", heading, 1)
        self.fixed_listed = True
        for number in range(heading + 1, len(self.source.lines) + 1):
            line = self.source.lines[number - 1]
            if not line.strip():
                continue
            if line.lstrip()[0].isalpha():
                return number - 1
            numbers = self._numbers_of(line, number)
            ends = numbers[:-1] if numbers[-1] == -1 and len(numbers) != 2 else numbers
            if ends and len(ends) != 2:
                raise self.source.error(f"a fixed edge is two vertex numbers, here are {len(ends)}", number)
            if ends:
                self.fixed.append((ends[0], ends[1], number))
            if len(ends) < len(numbers):
                return number
        return len(self.source.lines)

    def _numbers_of(self, line: str, number: int) -> list[int]:
        try:
            if line.isascii() and "_" not in line:
                return [int(word) for word in line.split()]
        except ValueError:
            pass  # the loop below finds the word and says where it stands
        for word in re.finditer(r"\S+", line):
            if not _NUMBER.fullmatch(word[0]):
                what = OTHER_DIGITS if has_other_digits(word[0]) else "is not a vertex number"
                raise self.source.error(f"{excerpt(word[0])} {what}", number, word.start() + 1)
        return [int(word) for word in line.split()]

    def _check_rest(self, begin: int) -> None:
        for number, line in enumerate(self.source.lines[begin - 1 :], start=begin):
            if line.strip():
                raise self.source.error("something follows after the end of the file's section", number, 1)

    def dimension(self) -> int:
        """The number of vertices that the header gives."""
        value = self.keywords.get("DIMENSION")
        if value is None:
            raise self.source.error("the line DIMENSION, the number of vertices, is missing")
        if not re.fullmatch(r"[0-9]{1,18}", value) or int(value) < 1:
            raise self.source.error(f"DIMENSION is a whole number of at least 1, not {excerpt(value)}")
        return int(value)


def is_tsplib(source: Source) -> bool:
    """Whether the first line that is not empty is a TSPLIB keyword, in capitals or small letters."""
    word, value = _keyword(next(line for line in source.lines if line.strip()))
    return word in _SECTIONS or (word in _KNOWN and value is not None)


def _keyword(line: str) -> tuple[str, str | None]:
    """The keyword of a line, in capitals, and its value; "" if it has none."""
    match = _KEYWORD.fullmatch(line.strip())
    if match is None:
        return "", None
    return match[1].upper(), None if match[2] is None else match[2].strip()


def read_hcp(source: Source) -> networkx.Graph:
    """The graph of an `.hcp` file; its vertices are the numbers 1 to DIMENSION, isolated ones included.

    Raises
    ------
    FormatError : if something is missing, cut off or out of range, with line and column
    """
    import networkx

    file = _header(source, "EDGE_DATA_SECTION", ("HCP",))
    dimension = file.dimension()
    require_vertices(dimension, len(source.text), source)
    shape = file.keywords.get("EDGE_DATA_FORMAT", "missing").upper()
    if shape not in ("EDGE_LIST", "ADJ_LIST"):
        raise file.source.error(f"EDGE_DATA_FORMAT is EDGE_LIST or ADJ_LIST, not {cut(shape)}")
    graph = networkx.Graph()
    graph.add_nodes_from(range(1, dimension + 1))
    edges = _edge_list if shape == "EDGE_LIST" else _adjacency_list
    graph.add_edges_from(edges(file, dimension))
    _mark_fixed(graph, file)
    if not file.ended:
        graph.graph["notes"] = [_note_of_missing_end(file, graph)]
    if file.keywords.get("NAME"):
        graph.graph["name"] = file.keywords["NAME"]
    return graph


def _mark_fixed(graph: networkx.Graph, file: _File) -> None:
    """Mark the fixed edges, so that each problem of the graph requires them (`TourProblem`)."""
    for first, second, line in file.fixed:
        for end in (first, second):
            _check_range(file, end, len(graph), line)
        if first == second or not graph.has_edge(first, second):
            message = f"the fixed edge {first} {second} is not an edge of the EDGE_DATA_SECTION"
            raise file.source.error(message, line, 1)
        graph.edges[first, second]["required"] = True
        graph.graph["required"] = True


def _note_of_missing_end(file: _File, graph: networkx.Graph) -> str:
    """The note on a file without an end mark; FormatError if it is visibly cut off."""
    missing = "neither -1 nor EOF ends the list of edges"
    advice = "if the file is not cut off there, end it with a line -1"
    if file.source.lines[-1] and file.source.lines[-1].split()[-1:] != ["-1"]:
        raise file.source.error(
            f"{missing}, and the last line is not ended; {advice}", len(file.source.lines)
        )
    lone = next((vertex for vertex, others in graph.adj.items() if not others), None)
    if lone is not None and len(graph) > 1:
        raise file.source.error(
            f"{missing}, and vertex {lone} has no edge; {advice}", len(file.source.lines) - 1
        )
    return f"{missing}, so that nothing shows whether the file is complete"


def read_tour_file(source: Source) -> list[Reading]:
    """The tours of a `.tour` file, as vertex numbers from 0; the board or graph is given.

    Raises
    ------
    FormatError : if something is missing, cut off or out of range, with line and column
    """
    file = _header(source, "TOUR_SECTION", ("TOUR",))
    dimension = file.dimension()
    tours = list(_tours(file, dimension))
    space = source.space("the vertex numbers of a .tour file")
    if len(space) != dimension:
        raise file.source.error(f"DIMENSION is {dimension}, but there are {len(space)} vertices")
    return [Reading(np.array(tour, np.int64), space, "tsplib", line) for line, tour in tours]


def _tours(file: _File, dimension: int) -> Iterator[tuple[int, list[int]]]:
    """The tours of the section, each after the line where it begins."""
    tour: list[int] = []
    begin = last = file.body
    empty = True
    for line, numbers in file.numbers():
        for number in numbers:
            if number == -1:
                if tour:
                    yield _whole(file, tour, dimension, begin, line)
                    tour, empty = [], False
                continue
            _check_range(file, number, dimension, line)
            begin = begin if tour else line
            tour.append(number - 1)
        last = line
    if tour or empty:
        yield _whole(file, tour, dimension, begin, last)


def _whole(file: _File, tour: list[int], dimension: int, begin: int, line: int) -> tuple[int, list[int]]:
    if len(tour) != dimension:
        message = f"the tour ends here after {len(tour)} vertices, but DIMENSION is {dimension}"
        raise file.source.error(message, line)
    return begin, tour


def _header(source: Source, section: str, types: tuple[str, ...]) -> _File:
    """The file with its keywords, read up to the section."""
    file = _File(source)
    last = 0
    for number, line in enumerate(file.source.lines, start=1):
        if number <= last or not line.strip():
            continue
        word, value = _keyword(line)
        if word in _FIXED and section == "EDGE_DATA_SECTION":
            last = file.read_fixed(number)
            continue
        if not word or (value is None and word not in _SECTIONS):
            message = f"here a line such as 'DIMENSION : 10' is expected, not {excerpt(line.strip())}"
            raise file.source.error(message, number, 1)
        if word == section:
            file.body = number + 1
            break
        if word.endswith("_SECTION"):
            raise file.source.error(f"{cut(word)} is not read here; {section} is", number, 1)
        _note_keyword(file, word, value or "", number)
    kind = file.keywords.get("TYPE", types[0])
    if kind.upper() not in types:
        raise file.source.error(f"the file is of TYPE {cut(kind)}; {' or '.join(types)} is read here")
    if not file.body:
        raise file.source.error(f"the file ends before its {section}", len(file.source.lines))
    return file


def _note_keyword(file: _File, word: str, value: str, line: int) -> None:
    """Keep the value of a keyword, which may stand twice with one value; only comments may differ."""
    before = file.keywords.setdefault(word, value)
    if before != value and word != "COMMENT":
        message = f"{word} is {excerpt(value)} here, but {excerpt(before)} above"
        raise file.source.error(message, line, 1)


def _edge_list(file: _File, dimension: int) -> Iterator[tuple[int, int]]:
    ended = False
    for line, numbers in file.numbers():
        if ended:
            raise file.source.error("an edge follows after the -1 that ends the list", line, 1)
        if numbers == [-1]:
            ended = file.ended = True
            continue
        if len(numbers) != 2:
            raise file.source.error(f"an edge is two vertex numbers, here are {len(numbers)}", line)
        first, second = numbers
        if not (0 < first <= dimension and 0 < second <= dimension):
            _check_range(file, first, dimension, line)
            _check_range(file, second, dimension, line)
        yield first, second


def _adjacency_list(file: _File, dimension: int) -> Iterator[tuple[int, int]]:
    lists = _Lists(file, dimension)
    line = file.body
    for line, numbers in file.numbers():  # after it, the last line is where a cut shows
        for number in numbers:
            edge = lists.edge(number, line)
            if edge is not None:
                yield edge
    if lists.vertex is not None:
        message = f"the neighbours of vertex {lists.vertex} are cut off: their -1 is missing"
        raise file.source.error(message, line)
    if lists.broken and not lists.ended:
        message = (
            f"the list of vertex {lists.broken} goes on over several lines, and one -1 ends it and "
            "the file: each list ends with -1, and one more ends the section"
        )
        raise file.source.error(message, line)


@dataclass
class _Lists:
    """The lists of neighbours, as far as they are read.

    Parameters
    ----------
    vertex : the vertex whose list is open
    broken : a vertex whose list stands on several lines
    ended : whether the -1 that ends the section was read
    """

    file: _File
    dimension: int
    vertex: int | None = None
    broken: int | None = None
    ended: bool = False
    _begin: int = 0
    _neighbours: set[int] = field(default_factory=set)

    def edge(self, number: int, line: int) -> tuple[int, int] | None:
        """Take the next number; the edge, if it is a neighbour."""
        if self.ended:
            raise self.file.source.error("a number follows after the -1 that ends the lists", line)
        if number == -1:
            self.ended, self.vertex = self.vertex is None, None
            self.file.ended |= self.ended
            return None
        _check_range(self.file, number, self.dimension, line)
        if self.vertex is None:
            self.vertex, self._begin, self._neighbours = number, line, set()
            return None
        if number == self.vertex or number in self._neighbours:
            what = "its own neighbour" if number == self.vertex else f"given the neighbour {number} twice"
            message = (
                f"vertex {self.vertex} is {what}: the list of each vertex ends with -1; is one missing?"
            )
            raise self.file.source.error(message, line)
        if line != self._begin:
            self.broken = self.vertex
        self._neighbours.add(number)
        return self.vertex, number


def _check_range(file: _File, number: int, dimension: int, line: int) -> None:
    if not 0 < number <= dimension:
        column = re.search(rf"(?<!\S){number}(?!\S)", file.source.lines[line - 1])
        message = f"there is no vertex {cut(number)}: the vertices are 1 to {dimension} (DIMENSION)"
        raise file.source.error(message, line, column.start() + 1 if column else None)


def write_tour_file(tour: Tour, stream: IO[str]) -> None:
    """Write a `.tour` file; its comment says whether the tour is open."""
    what = "closed" if tour.closed else "open (a path: the last vertex does not lead back to the first)"
    stream.write(f"NAME : {_one_line(_space_name(tour.problem))}\n")
    stream.write(f"COMMENT : {what} tour of {_one_line(str(tour.problem.board or 'a graph'))}\n")
    stream.write(f"TYPE : TOUR\nDIMENSION : {len(tour)}\nTOUR_SECTION\n")
    for _, part in pieces_of(tour):
        numbers = right_aligned(part.order + 1, len(str(len(tour.problem))), NOTHING)
        stream.write(joined(numbers, NEWLINE))
    stream.write("-1\nEOF\n")


def write_hcp(problem: TourProblem, stream: IO[str]) -> None:
    r"""Write a problem as a TSPLIB graph: its vertices numbered from 1, its moves, its required moves.

    Parameters
    ----------
    problem : of a board or an undirected graph; its kind, ends and forbidden moves are not written
    stream : takes text

    Raises
    ------
    ProblemError : for a directed graph

    >>> import io
    >>> import networkx
    >>> stream = io.StringIO()
    >>> write_hcp(TourProblem(networkx.path_graph(3), required=[(1, 2)]), stream)
    >>> read_hcp(Source(stream.getvalue())).edges(data=True)
    EdgeDataView([(1, 2, {}), (2, 3, {'required': True})])
    """
    if problem.directed:
        raise ProblemError("a TSPLIB .hcp file has no arcs; write a graph without directions")
    stream.write(f"NAME : {_one_line(_space_name(problem))}\n")
    stream.write(f"TYPE : HCP\nDIMENSION : {len(problem)}\nEDGE_DATA_FORMAT : EDGE_LIST\n")
    if problem.required_indices:
        stream.write("FIXED_EDGES_SECTION\n")
        stream.writelines(f"{first + 1} {second + 1}\n" for first, second in problem.required_indices)
        stream.write("-1\n")
    stream.write("EDGE_DATA_SECTION\n")
    stream.writelines(f"{first + 1} {second + 1}\n" for first, second in _edges_of(problem))
    stream.write("-1\nEOF\n")


def _edges_of(problem: TourProblem) -> Iterator[tuple[int, int]]:
    """Each move once, in vertex numbers from 0."""
    index = problem.vertices.index
    graph, board = problem.graph, problem.board
    for vertex in range(len(problem)):
        label = problem.vertices.square(vertex)
        others = graph.adj[label] if graph is not None else board.neighbours(label) if board else ()
        yield from ((vertex, number) for number in sorted(map(index, others)) if number > vertex)


def _space_name(problem: TourProblem) -> str:
    if problem.graph is None:
        return problem.board.shape_text if problem.board else ""
    return str(problem.graph.graph.get("name") or "graph")


def _one_line(text: str) -> str:
    return " ".join(text.split())
