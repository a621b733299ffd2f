"""Files: graphs, boards and tours, in and out; one module for each format, one table of all formats.

`FORMATS` is the table. What is read, the endings of `--output`, the choices of `--format` and the help
texts of the command line come from it. Its functions are found by name when they are first used, so that
the table costs nothing, and can name pictures, which are drawn by a room on the same floor.

- `read_tours`, `read_graph`, `read_graphs`: tours and graphs, in any format that the table can read;
- `read_board_map`, `board_map`: a board, `.` for a square and `#` for a hole;
- `read_given`, `write_given`: a partly numbered board, `.` or 0 for a free square;
- `write_tour`: a tour, in one of the formats of `TOUR_FORMATS`;
- `write_hcp`: a problem as a TSPLIB graph with its required moves;
- `result_to_json`, `comparison_to_json`, `faults_to_json`, `description_to_json`, `puzzle_to_json`: plain
  data for `json.dumps`;
- `read_evidence`, `read_problem`: evidence that there is no tour, with its problem; a problem by itself;
- `read_file`, `check_output`, `open_output`: the files themselves.

>>> list(formats_that_write(LISTING))
['grid', 'algebraic', 'csv', 'json', 'svg', 'svg-animated', 'html', 'png', 'pdf']
>>> format_of_ending("tour.NPY", formats_that_write(TOUR))
'npy'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from knight_models.core.files import check_output as check_output
    from knight_models.core.files import open_output as open_output
    from knight_models.formats.graphs import read_graph as read_graph
    from knight_models.formats.graphs import read_graphs as read_graphs
    from knight_models.formats.grid import board_map as board_map
    from knight_models.formats.grid import read_board_map as read_board_map
    from knight_models.formats.grid import read_given as read_given
    from knight_models.formats.grid import write_given as write_given
    from knight_models.formats.json import comparison_to_json as comparison_to_json
    from knight_models.formats.json import description_to_json as description_to_json
    from knight_models.formats.json import evidence_to_json as evidence_to_json
    from knight_models.formats.json import faults_to_json as faults_to_json
    from knight_models.formats.json import problem_to_json as problem_to_json
    from knight_models.formats.json import puzzle_to_json as puzzle_to_json
    from knight_models.formats.json import read_evidence as read_evidence
    from knight_models.formats.json import read_problem as read_problem
    from knight_models.formats.json import result_to_json as result_to_json
    from knight_models.formats.json import tour_to_json as tour_to_json
    from knight_models.formats.json import vertex_to_json as vertex_to_json
    from knight_models.formats.reading import Reading as Reading
    from knight_models.formats.reading import Source as Source
    from knight_models.formats.reading import read_file as read_file
    from knight_models.formats.reading import read_tours as read_tours
    from knight_models.formats.tsplib import write_hcp as write_hcp
    from knight_models.formats.writing import write_tour as write_tour

    BINARY_FORMATS: tuple[str, ...]
    TOUR_FORMATS: tuple[str, ...]

TOURS, GRAPH = "tours", "graph"
"""What is read: the tours of a file, or a graph."""

TOUR, LISTING, PUZZLE, COMPARISON = "tour", "listing", "puzzle", "comparison"
"""What is written: one tour, a listing of tours, a puzzle, a comparison of solvers."""

PICTURE = "picture"
"""What is drawn: any of these, and boards and partly numbered boards."""

_ANY = (TOUR, LISTING, PUZZLE, COMPARISON)

Named = Callable[..., Any] | str
"""A function, or where it is found: `"package.module:function"`, or `".module:function"` in this room."""


@dataclass(frozen=True)
class Format:
    """A format of files.

    Parameters
    ----------
    name : as `--format` and `--graph-format` take it, and as `Reading.form` shows it
    endings : the endings of file names that `--output` takes for this format; of a graph, those that decide
        where its content could be in another format too
    binary : whether it holds bytes, not text
    reads : `TOURS` or `GRAPH`; None if it is only written
    recognise : from a `Source` to whether its content is in this format; None = any text is
    reader : from a `Source` to a list of `Reading`; or to a graph, or to a list of graphs
    shape : what it looks like, in a few words for help texts and messages; of a graph
    doubtful : whether a graph that it recognises may be in another such format too: then all of them are
        read, and must agree
    several : whether a file may hold several graphs, of which `Source.number` names one
    writes : `TOUR`, `LISTING`, `PUZZLE`, `COMPARISON`, `PICTURE`; empty if it is only read
    writer : called as `writer(what, stream)`; of a picture, as `writer(what, name, stream, **style)`
    pasted : whether people paste it, so that headings and the like may stand around it (see `pastes.py`)
    """

    name: str
    endings: tuple[str, ...] = ()
    binary: bool = False
    reads: str | None = None
    recognise: Named | None = None
    reader: Named | None = None
    shape: str = ""
    doubtful: bool = False
    several: bool = False
    writes: tuple[str, ...] = ()
    writer: Named | None = None
    pasted: bool = False

    def recognises(self, source: Source) -> bool:
        """Whether a file can be read in this format."""
        return self.recognise is None or bool(_found(self.recognise)(source))

    def read(self, source: Source) -> Any:
        """The tours or the graph of a file that this format recognises."""
        assert self.reader is not None
        return _found(self.reader)(source)

    def write(self, what: object, stream: Any, **style: Any) -> None:
        """Write to a stream; `style` is for pictures, of which one writer draws all formats."""
        assert self.writer is not None
        names = (self.name,) if PICTURE in self.writes else ()
        _found(self.writer)(what, *names, stream, **style)


_PICTURE = "knight_models.draw.pictures:write_picture"

FORMATS = [
    Format(
        "edges",
        reads=GRAPH,
        reader=".edges:read_edges",
        shape="lines a b, a,b, a;b, a -- b or a -> b",
        doubtful=True,
    ),
    Format(
        "edges-with-header",
        reads=GRAPH,
        recognise=".edges:has_header",
        reader=".edges:read_edges_with_header",
        shape="a line n m above m lines a b",
        doubtful=True,
    ),
    Format(
        "adjacency",
        endings=(".adjlist", ".adj"),
        reads=GRAPH,
        recognise=".adjacency:is_adjacency",
        reader=".adjacency:read_adjacency",
        shape="lines a b c or a: b c of a vertex and its neighbours",
        doubtful=True,
    ),
    Format(
        "matrix",
        endings=(".matrix",),
        reads=GRAPH,
        recognise=".matrix:is_matrix",
        reader=".matrix:read_matrix",
        shape="n rows of n 0 and 1",
        doubtful=True,
    ),
    Format(
        "metis",
        endings=(".metis", ".graph"),
        reads=GRAPH,
        recognise=".metis:is_metis",
        reader=".metis:read_metis",
        shape="METIS",
        doubtful=True,
    ),
    Format(
        "dimacs",
        endings=(".dimacs", ".col", ".clq"),
        reads=GRAPH,
        recognise=".dimacs:is_dimacs",
        reader=".dimacs:read_dimacs",
        shape="DIMACS (p edge n m)",
    ),
    Format(
        "brackets",
        reads=GRAPH,
        recognise=".literals:is_literal",
        reader=".literals:read_literal",
        shape="a list, a matrix or a dict of Python or JSON",
    ),
    Format(
        "graph6",
        endings=(".g6", ".s6", ".d6"),
        reads=GRAPH,
        recognise=".graph6:is_graph6",
        reader=".graph6:read_graph6",
        shape="graph6, sparse6 or digraph6",
        several=True,
    ),
    Format(
        "hcp",
        endings=(".hcp",),
        reads=GRAPH,
        recognise=".tsplib:is_tsplib",
        reader=".tsplib:read_hcp",
        shape="TSPLIB .hcp",
    ),
    Format(
        "graphml",
        endings=(".graphml",),
        reads=GRAPH,
        recognise=".graphml:is_graphml",
        reader=".graphml:read_graphml",
        shape="GraphML",
    ),
    Format(
        "grid",
        reads=TOURS,
        reader=".grid:read_grids",
        pasted=True,
        writes=(TOUR, LISTING, PUZZLE),
        writer=".grid:write_grid",
    ),
    Format(
        "coordinates",
        reads=TOURS,
        recognise=".squares:is_coordinates",
        reader=".squares:read_coordinates",
        pasted=True,
    ),
    Format(
        "algebraic",
        reads=TOURS,
        recognise=".squares:is_algebraic",
        reader=".squares:read_algebraic",
        pasted=True,
        writes=(TOUR, LISTING),
        writer=".squares:write_algebraic",
    ),
    Format(
        "moves",
        reads=TOURS,
        recognise=".squares:is_moves",
        reader=".squares:read_moves",
        pasted=True,
        writes=(TOUR,),
        writer=".squares:write_moves",
    ),
    Format(
        "labels",
        reads=TOURS,
        recognise=".squares:are_labels",
        reader=".squares:read_labels",
        pasted=True,
    ),
    Format(
        "tsplib",
        endings=(".tour",),
        reads=TOURS,
        recognise=".tsplib:is_tsplib",
        reader=".tsplib:read_tour_file",
        writes=(TOUR,),
        writer=".tsplib:write_tour_file",
    ),
    Format(
        "csv",
        endings=(".csv",),
        writes=(TOUR, LISTING, PUZZLE, COMPARISON),
        writer=".csv:write_csv",
    ),
    Format(
        "json",
        endings=(".json",),
        reads=TOURS,
        recognise=".brackets:is_bracketed",
        reader=".brackets:read_bracketed",
        pasted=True,
        writes=_ANY,
        writer=".json:write_json",
    ),
    Format(
        "npy",
        endings=(".npy",),
        binary=True,
        reads=TOURS,
        recognise=".npy:is_npy",
        reader=".npy:read_npy",
        writes=(TOUR,),
        writer=".npy:write_npy",
    ),
    Format("svg", endings=(".svg",), writes=(*_ANY, PICTURE), writer=_PICTURE),
    Format("svg-animated", writes=(*_ANY, PICTURE), writer=_PICTURE),
    Format("html", endings=(".html", ".htm"), writes=(*_ANY, PICTURE), writer=_PICTURE),
    Format("png", endings=(".png",), binary=True, writes=(*_ANY, PICTURE), writer=_PICTURE),
    Format("pdf", endings=(".pdf",), binary=True, writes=(*_ANY, PICTURE), writer=_PICTURE),
    Format("chart", binary=True, writes=(COMPARISON,), writer="knight_models.draw.pictures:write_chart"),
]
"""All formats. Of those that can be read, the general ones come first, the special ones last: a file is in
the last format that recognises it; see `knight_models.formats.graphs` for graphs. A format of one's own is
appended."""


def formats_that_read(what: str) -> dict[str, Format]:
    """The formats in which this can be read, by name, the special ones first.

    Parameters
    ----------
    what : `TOURS` or `GRAPH`
    """
    forms = [form for form in reversed(FORMATS) if form.reads == what]
    forms.sort(key=lambda form: not form.binary)  # a text format decodes the file, which may be binary
    return {form.name: form for form in forms}


def recognised(reads: str, source: Source) -> Format:
    """The format of a file.

    Parameters
    ----------
    reads : `TOURS` or `GRAPH`
    source : the file

    Raises
    ------
    FormatError : for a file that is empty, or neither a text nor in a binary format
    """
    return next(form for form in formats_that_read(reads).values() if form.recognises(source))


def tours_of(source: Source) -> list[Reading]:
    """The tours of a file, without what stands around them if it is a paste.

    Parameters
    ----------
    source : the file

    Raises
    ------
    FormatError : for what cannot be read, with line and column
    """
    form = recognised(TOURS, source)
    if form.pasted:
        source = _found(".pastes:unwrapped")(_found(".foreign:translated")(source))
        form = recognised(TOURS, source)
    readings: list[Reading] = form.read(source)
    return _found(".doubts:without_doubt")(readings, source) if form.pasted else readings


def formats_that_write(what: str) -> dict[str, Format]:
    """The formats in which this can be written, by name.

    Parameters
    ----------
    what : `TOUR`, `LISTING`, `PUZZLE`, `COMPARISON` or `PICTURE`
    """
    return {form.name: form for form in FORMATS if what in form.writes}


def format_of_ending(path: str, forms: Mapping[str, Format]) -> str | None:
    """The name of the format that the ending of a file name means; None if it means none of these."""
    ending = PurePath(path).suffix.lower()
    return next((name for name, form in forms.items() if ending in form.endings), None)


def _found(named: Named) -> Callable[..., Any]:
    """The function, loaded from its module if it is given by name."""
    if not isinstance(named, str):
        return named
    module, _, name = named.partition(":")
    function: Callable[..., Any] = getattr(import_module(module, __name__), name)
    return function


_HOMES = (".reading", ".graphs", ".grid", ".json", ".tsplib", ".writing", "knight_models.core.files")
"""The modules of the names listed at the top, which are loaded when such a name is first used."""


def __getattr__(name: str) -> Any:
    """Load a name from its module; the tuples of names follow the table."""
    if name in ("TOUR_FORMATS", "BINARY_FORMATS"):
        forms = [form for form in formats_that_write(TOUR).values() if PICTURE not in form.writes]
        return tuple(form.name for form in forms if form.binary or name == "TOUR_FORMATS")
    for home in _HOMES if not name.startswith("_") else ():
        module = import_module(home, __name__)
        if name in module.__all__:
            return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
