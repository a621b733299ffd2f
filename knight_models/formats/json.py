"""JSON: results, tours, comparisons, puzzles, verdicts and evidence, out and in.

A square is a list of numbers. A label of a graph is itself if JSON has its type (text, number, true, false,
null), otherwise its text. What is written follows the fields of the data classes, so that a new field of a
result or of a piece of evidence needs no line here.

>>> from knight_models.core.problem import TourProblem
>>> tour = Tour(TourProblem("3x4"), [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11])
>>> text = json.dumps(tour_to_json(tour))
>>> [reading] = read_bracketed(Source(text))
>>> reading.board, reading.answer == tour.squares
(Board('3x4'), True)
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import IO, TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from knight_models.core.board import Board
from knight_models.core.errors import FormatError, InputError, nearest
from knight_models.core.evidence import EVIDENCE, Evidence, field_types
from knight_models.core.fault import Fault
from knight_models.core.problem import Kind, TourProblem
from knight_models.core.result import SolveResult, Status, versions
from knight_models.core.tour import NumberGrid, Tour
from knight_models.formats.grid import are_layers, array_readings, order_reading, read_grids
from knight_models.formats.pastes import is_literal, python_as_json
from knight_models.formats.reading import Reading, Source, cut, excerpt
from knight_models.formats.squares import are_squares, one_a_line, read_algebraic, read_coordinates

if TYPE_CHECKING:
    import networkx

    from knight_models.tasks.compare import Comparison
    from knight_models.tasks.puzzles import Puzzle
    from knight_models.theory.metrics import Description

__all__ = [
    "comparison_to_json",
    "description_to_json",
    "evidence_to_json",
    "faults_to_json",
    "is_bracketed",
    "plain",
    "problem_to_json",
    "puzzle_to_json",
    "read_bracketed",
    "read_evidence",
    "read_problem",
    "result_to_json",
    "tour_to_json",
    "vertex_to_json",
    "write_json",
]

FAULTS_LISTED = 10_000

VERTICES, VERTEX_SETS = tuple[int, ...], tuple[tuple[int, ...], ...]
"""The declared types of the fields of evidence that hold vertex numbers."""

# ---- writing -------------------------------------------------------------------------------------


def write_json(what: Tour | SolveResult, stream: IO[str]) -> None:
    """Write a result, or a tour with its problem, as one object."""
    data = result_to_json(what) if isinstance(what, SolveResult) else tour_to_json(what)
    stream.write(json.dumps(data, ensure_ascii=False) + "\n")  # dumps is far faster than dump


def result_to_json(result: SolveResult) -> dict[str, Any]:
    """A result as `--json` prints it: its fields, the seed beside the limits, and the versions.

    Parameters
    ----------
    result : the answer of a solver

    >>> from knight_models.core.result import Status
    >>> data = result_to_json(SolveResult(Status.UNKNOWN, TourProblem("8x8"), reason="out of time"))
    >>> data["status"], data["problem"]["board"]["shape"], data["tour"]
    ('unknown', [8, 8], None)
    """
    data = _fields(result, "label", "walk")
    data["problem"] = problem_to_json(result.problem, whole=result.evidence is not None)
    return data | {"seed": data["limits"].pop("seed"), "versions": result.versions}


def _fields(value: Any, *without: str) -> dict[str, Any]:
    """The fields of a data class, but for those named in `without`."""
    problem = getattr(value, "problem", None)
    return {
        part.name: _data(getattr(value, part.name), problem)
        for part in fields(value)
        if part.name not in without
    }


def _data(value: Any, problem: TourProblem | None = None) -> Any:
    """A value as JSON has it; `problem` is the one that evidence belongs to."""
    if isinstance(value, Tour):
        return _squares(value)
    if isinstance(value, TourProblem):
        return problem_to_json(value)
    if isinstance(value, Evidence) and problem is not None:
        return evidence_to_json(problem, value)
    if is_dataclass(value) and not isinstance(value, type):
        return _fields(value)
    if isinstance(value, tuple) and any(map(is_dataclass, value)):
        return [_data(entry, problem) for entry in value]
    return plain(value)


def plain(value: Any) -> Any:
    """The same in the types that JSON has; a value of another type becomes its text."""
    if isinstance(value, Enum):
        return plain(value.value)
    if isinstance(value, np.generic):
        return plain(value.item())
    if isinstance(value, Mapping):
        return {str(name): plain(entry) for name, entry in value.items()}
    if isinstance(value, list | tuple):
        return [plain(entry) for entry in value]
    return value if _is_plain(value) else str(value)


def _is_plain(value: Any) -> bool:
    if type(value) is float:
        return math.isfinite(value)
    return value is None or type(value) in (str, int, bool)


def tour_to_json(tour: Tour) -> dict[str, Any]:
    """A tour with its problem."""
    return {"problem": problem_to_json(tour.problem), "tour": _squares(tour)}


def problem_to_json(problem: TourProblem, *, whole: bool = False) -> dict[str, Any]:
    """A problem: its board or graph, its kind, its ends; required, forbidden and given if there are any.

    Parameters
    ----------
    problem : the question
    whole : of a graph, list every vertex (`labels`, in order) and move (`moves`, pairs of their numbers)
    """
    data: dict[str, Any] = {}
    if problem.board is not None:
        data["board"] = _board_to_json(problem.board)
    else:
        data["graph"] = _graph_to_json(problem, whole=whole)
    data["kind"] = problem.kind.value
    for name, end in (("start", problem.start), ("end", problem.end)):
        data[name] = None if end is None else vertex_to_json(problem, end)
    for name, moves in (("required", problem.required), ("forbidden", problem.forbidden)):
        if moves:
            data[name] = [_vertices(problem, move) for move in moves]
    if problem.given:
        data["given"] = [[vertex_to_json(problem, vertex), number] for vertex, number in problem.given]
    return data


def _board_to_json(board: Board) -> dict[str, Any]:
    leaps = plain(board.leap.leaps)
    return {
        "shape": list(board.shape),
        "leap": leaps if len(leaps) > 1 else leaps[0],
        "holes": plain(sorted(board.holes)),
        "wrap": list(board.wrap),
    }


def _graph_to_json(problem: TourProblem, *, whole: bool) -> dict[str, Any]:
    graph = problem.graph
    assert graph is not None
    edges, name = graph.number_of_edges(), plain(graph.graph.get("name"))
    data = {"vertices": len(problem), "edges": edges, "name": name, "directed": problem.directed}
    if whole:
        problem.require_unchanged_graph()
        index = problem.vertices.index
        data["labels"] = _vertices(problem, graph)
        data["moves"] = [[index(first), index(second)] for first, second in graph.edges()]
    return data


def vertex_to_json(problem: TourProblem, vertex: Any) -> Any:
    """A square as a list of numbers, or a label as itself or its text."""
    if problem.board is not None and isinstance(vertex, tuple):
        return plain(vertex)
    return vertex if _is_plain(vertex) else str(vertex)


def _vertices(problem: TourProblem, vertices: Iterable[Any]) -> list[Any]:
    return [vertex_to_json(problem, vertex) for vertex in vertices]


def _squares(tour: Tour) -> list[Any]:
    if tour.problem.board is not None:
        return list(map(list, tour.squares))
    return _vertices(tour.problem, tour.squares)


def evidence_to_json(problem: TourProblem, evidence: Evidence) -> dict[str, Any]:
    """A piece of evidence: its type, its fields, and the reason in one sentence (`summary`).

    Fields that hold vertex numbers are written as squares or labels, with null for the dummy vertex.
    """
    data: dict[str, Any] = {"type": evidence.type}
    for name, declared in field_types(type(evidence)).items():
        value = getattr(evidence, name)
        if declared == VERTICES:
            value = _numbered(problem, value)
        elif declared == VERTEX_SETS:
            value = [_numbered(problem, members) for members in value]
        data[name] = plain(value)
    return data | {"summary": evidence.explain(problem)}


def _numbered(problem: TourProblem, numbers: Iterable[int]) -> list[Any]:
    """The vertices with these numbers; null for the dummy vertex, whose number follows the last."""
    square, dummy = problem.vertices.square, len(problem)
    return [None if number == dummy else vertex_to_json(problem, square(number)) for number in numbers]


def comparison_to_json(comparison: Comparison) -> dict[str, Any]:
    """A comparison: its results, the rows without one, whether they agree, and what the answers rest on."""
    return {
        "results": [result_to_json(result) for result in comparison.results],
        "unsupported": [
            {"solver": row.solver, "problem": problem_to_json(row.problem), "reason": row.unsupported}
            for row in comparison.rows
            if row.unsupported is not None
        ],
        "missing": [
            {"solver": row.solver, "problem": problem_to_json(row.problem)} for row in comparison.missing
        ],
        "verdicts": [
            _fields(each) | {"independent": each.independent, "rechecked": each.rechecked}
            for each in comparison.verdicts
        ],
        "agree": comparison.agree,
        "decided": comparison.decided,
        "verdict": comparison.verdict,
    }


def puzzle_to_json(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle: its clues as pairs of a square and a number, its solution, and its proofs."""
    return _fields(puzzle, "witnesses") | {
        "givens": [[list(square), number] for square, number in puzzle.givens.items()],
        "unique": True,
        "minimal": puzzle.minimal,
        "witnesses": [[list(square), _squares(tour)] for square, tour in puzzle.witnesses.items()],
        "versions": versions(),
    }


def description_to_json(description: Description) -> dict[str, Any]:
    """A description: its numbers, null for those that do not exist, with the reason in `undefined`."""
    data = _fields(description, "tour", "symmetry") | {"straight": description.straight, "symmetry": None}
    sums, symmetry = description.sums, description.symmetry
    if sums is not None:
        data["sums"] |= {"semi_magic": sums.semi_magic, "magic": sums.magic}
    if symmetry is not None:
        listed = [{"name": each.symmetry.name, "reverses": each.reverses} for each in symmetry.symmetries]
        data["symmetry"] = {"type": symmetry.name, "order": symmetry.order, "symmetries": listed}
    return data


def faults_to_json(
    problem: TourProblem, faults: Sequence[Fault], kind: str | None = None
) -> dict[str, Any]:
    """The verdict of `verify`: whether the tour is right, its kind, and its faults.

    At most 10,000 faults are listed; `fault_count` is the number of all.

    Parameters
    ----------
    problem : the problem that the tour was checked against
    faults : the faults that the verifier found
    kind : the kind of the tour; None = the kind of the problem
    """
    return {
        "valid": not faults,
        "kind": kind or problem.kind.value,
        "problem": problem_to_json(problem),
        "fault_count": len(faults),
        "faults": [
            _fields(fault, "squares") | {"squares": _vertices(problem, fault.squares)}
            for fault in faults[:FAULTS_LISTED]
        ],
    }


# ---- reading tours -------------------------------------------------------------------------------

_LISTS = ("results", "tours")
_OF_A_PROBLEM = ("board", "leap", "holes", "wrap", "graph", "kind")
_BRACKETED_ROW = re.compile(r"[\s\[]*[^\[\]{}\"()]*[\]\s,]*")


def is_bracketed(source: Source) -> bool:
    """Whether a text begins with a bracket or `array(`: JSON, or a list as Python and numpy print it."""
    return is_literal(source.text)


def read_bracketed(source: Source) -> list[Reading]:
    """The tours of a JSON text, or of a list that Python or numpy print.

    A tour is a result, with its board, in `tour`; an object with `results` or `tours`; a list of
    these; a list of squares, each a pair of numbers or a name; or a grid of numbers, null for a hole.

    Raises
    ------
    FormatError : if it has no tour
    """
    text = source.text
    try:
        value = _parsed(text, source)
    except FormatError as error:
        value = _of_python(text, source)
        if value is None:
            return _by_lines(source, error)
    readings = list(_readings(value, source))
    if "(" in text:
        readings = [_as_coordinates(reading) for reading in readings]
    if len(readings) > 1 and all(isinstance(reading.answer, list) for reading in readings):
        return _in_pairs(readings)
    return readings


def _as_coordinates(reading: Reading) -> Reading:
    """A list of squares that stood in the file as tuples, which do not show the board."""
    listed = reading.board is not None and isinstance(reading.answer, list)
    return replace(reading, form="coordinates") if listed else reading


def _of_python(text: str, source: Source) -> Any:
    """The value of a list that Python or numpy print; None if it is not such a list."""
    if text.lstrip().startswith("{"):
        return None
    if "..." in text:
        raise source.error(
            "the list is cut short by '...'; print all of it, in numpy after "
            "set_printoptions(threshold=sys.maxsize)"
        )
    written = python_as_json(text)
    for whole in (written, f"[{written}]"):  # one list, or several beside each other
        with suppress(FormatError):
            return _parsed(whole, source)
    return None


def _by_lines(source: Source, error: FormatError) -> list[Reading]:
    """The tuples or rows in the lines of a text that is not one list; or the error, if there are none."""
    text = source.text
    if '"' in text or "'" in text or "{" in text or source.graph is not None:
        raise error
    if text.count("[") == text.count("]"):
        if "(" in text:
            return _read_tuples(source)
        if "[" in text and all(_BRACKETED_ROW.fullmatch(line) for _, line in source.filled):
            return read_grids(source, brackets=True)
    raise error


def _in_pairs(readings: list[Reading]) -> list[Reading]:
    """Pairs of squares that follow each other as one tour; other readings as they are."""
    listed = [list(reading.answer) for reading in readings if not isinstance(reading.answer, NumberGrid)]
    tours = one_a_line(list(enumerate(listed)), wrapped=False)
    if len(tours) == len(readings):
        return readings
    boards = [reading.board for reading in readings if reading.board is not None]
    space: Any = readings[0].space
    if boards:
        sides = [max(axis) for axis in zip(*(board.shape for board in boards), strict=True)]
        space = boards[0] if len(set(boards)) == 1 else Board(sides, boards[0].leap, wrap=boards[0].wrap)
    return [replace(readings[0], answer=tour, space=space) for _, tour in tours]


def _parsed(text: str, source: Source) -> Any:
    """The value of a JSON text."""
    try:
        return json.loads(text, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        raise source.error(f"this is not JSON: {error.msg}", error.lineno, error.colno) from None
    except (RecursionError, ValueError) as error:  # ValueError: a number of too many digits
        raise source.error(f"this is not JSON that can be read: {error}") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON, in which every key stands once."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the key {excerpt(twice)} stands twice in one object")
    return found


def _read_tuples(source: Source) -> list[Reading]:
    """Tuples in square brackets; within one pair of these they are one tour, on any number of lines."""
    tours = read_coordinates(source)
    if source.text.count("[") > 1:
        return tours
    squares = [square for tour in tours if isinstance(tour.answer, list) for square in tour.answer]
    return [replace(tours[0], answer=squares)]


def _readings(value: Any, source: Source) -> Iterator[Reading]:
    if isinstance(value, dict):
        yield from _of_object(value, source)
    elif isinstance(value, list) and value:
        if any(isinstance(entry, dict) for entry in value):
            for entry in value:
                yield from _readings(entry, source)
        else:
            yield from _of_list(value, source)
    else:
        raise source.error(f"a tour is a list of squares or an object with a tour, not {_short(value)}")


def _of_object(value: dict[str, Any], source: Source) -> Iterator[Reading]:
    if "valid" in value and "tour" not in value:
        raise source.error("this is the verdict of verify --json, without the tours themselves")
    described = _described(value, source)
    inner = _with_board(described, source)
    for name in _LISTS:
        if isinstance(value.get(name), list):
            found = [entry for entry in value[name] if not _is_without_tour(entry)]
            if not found:
                raise source.error(f"{name!r} holds no tour")
            for entry in found:
                yield from _readings(entry, inner)
            return
    if "tour" not in value:
        raise source.error("the object has no 'tour'")
    if value["tour"] is None:
        raise source.error(f"this result has no tour; its status is {excerpt(str(value.get('status')))}")
    kind = _kind(described.get("kind"), source)
    for reading in _readings(value["tour"], inner):
        yield replace(reading, kind=kind)


def _is_without_tour(entry: Any) -> bool:
    return isinstance(entry, dict) and entry.get("tour") is None and not any(k in entry for k in _LISTS)


def _described(value: dict[str, Any], source: Source) -> dict[str, Any]:
    """The details of the problem in an object, from its `problem` or beside the tour."""
    problem = value.get("problem")
    if problem is None:
        problem = {}
    if not isinstance(problem, dict):
        raise source.error(f"a problem is an object with a board and a kind, not {_short(problem)}")
    beside = {name: value[name] for name in _OF_A_PROBLEM if name in value}
    for name in beside.keys() & problem.keys():
        if beside[name] != problem[name]:
            raise source.error(
                f"{name!r} is {_short(problem[name])} in the problem, but {_short(beside[name])} beside it"
            )
    return beside | problem


def _with_board(described: dict[str, Any], source: Source) -> Source:
    """The source, with the board that the object describes unless one is given."""
    if described.get("graph") is not None and source.graph is None:
        raise source.error("this is a tour of a graph; name its file with --graph")
    named = described.get("board")
    if source.board is not None or source.graph is not None or named is None:
        return source
    details = named if isinstance(named, dict) else described | {"shape": named}
    try:
        return replace(source, board=_board({"leap": source.leap, "wrap": source.wrap} | details))
    except (InputError, KeyError, TypeError, ValueError) as error:
        raise source.error(f"the board of this result makes no sense: {cut(error)}") from None


def _board(details: dict[str, Any]) -> Board:
    """The board of a JSON object; its parts are checked when it is made."""
    shape: Any = details["shape"]
    holes: Any = details.get("holes") or ()
    known = {name: _tuples(details[name]) for name in ("leap", "wrap") if name in details}
    if isinstance(holes, list):
        holes = [tuple(hole) if isinstance(hole, list) else hole for hole in holes]
    if isinstance(shape, str):
        return Board.parse(shape, holes=holes, **known)
    return Board(shape, holes=holes, **known)


def _tuples(value: Any) -> Any:
    """The same with tuples in place of lists."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def _kind(kind: Any, source: Source) -> Kind | None:
    try:
        return None if kind is None else Kind(kind)
    except ValueError:
        raise source.error(f"unknown kind {excerpt(str(kind))}; the kinds are {', '.join(Kind)}") from None


def _of_list(value: list[Any], source: Source) -> Iterator[Reading]:
    if source.graph is not None:
        yield from _of_labels(value, source)
        return
    if all(_is_letter_pair(entry) for entry in value):
        value = [f"{file}{rank}" for file, rank in value]
    if all(isinstance(entry, list) and entry and isinstance(entry[0], str) for entry in value):
        for _, entry in one_a_line(list(enumerate(value)), wrapped=False):
            yield from _of_list(entry, source)
    elif 2 * sum(isinstance(entry, str) for entry in value) >= len(value):
        yield _of_names(value, source)
    elif all(_is_whole(entry) for entry in value):
        yield order_reading(_whole(value, source), source)
    else:
        yield from _of_nested(value, source)


def _of_labels(value: list[Any], source: Source) -> Iterator[Reading]:
    """The tours of a graph: labels, or lists of labels. A label that is a tuple is a list in JSON."""
    labels = [_label(entry, source) for entry in value]
    apart = [isinstance(label, list | dict) for label in labels]
    if all(apart) and value:
        for entry in value:
            if not isinstance(entry, list) or not entry:
                break
            yield from _of_labels(entry, source)
        else:
            return
    if any(apart):
        wrong = _short(value[apart.index(True)])
        raise source.error(f"{wrong} is not a vertex of the graph; a tour is a list of the graph's labels")
    yield Reading(labels, source.graph or source.space("labels"), "json")


def _label(entry: Any, source: Source) -> Any:
    if isinstance(entry, list):
        label = _tuples(entry)
        if not all(isinstance(part, dict) for part in entry) and label in source.vertices:
            return label
        text = source.label(str(label))
        return entry if text not in source.vertices else text
    return source.label(entry)


def _is_letter_pair(entry: Any) -> bool:
    """Whether an entry is a square as a letter and a number: `["a", 3]`."""
    pair = isinstance(entry, list) and len(entry) == 2
    return pair and isinstance(entry[0], str) and entry[0].isalpha() and _is_whole(entry[1])


def _of_names(names: list[Any], source: Source) -> Reading:
    for name in names:
        if not isinstance(name, str):
            raise source.error(f"{_short(name)} is not the name of a square, and stands among names")
    read = read_algebraic if names[0][:1].isalpha() else read_coordinates
    listed = " ".join(" ".join(names).split())
    try:
        [reading] = read(replace(source, data=listed))
    except FormatError as error:
        raise source.error(error.message) from None  # it has no line of its own in JSON
    return replace(reading, form="json", line=None)


def _of_nested(value: list[Any], source: Source) -> Iterator[Reading]:
    for entry in value if any(isinstance(entry, list) for entry in value) else ():
        if not isinstance(entry, list):
            raise source.error(
                f"{_short(entry)} stands among lists; a square or a row is a list of numbers"
            )
    if len({len(entry) for entry in value if isinstance(entry, list)}) > 1 and all(
        isinstance(part, list) for entry in value if isinstance(entry, list) for part in entry
    ):
        for entry in value:  # tours of different lengths
            yield from _of_list(entry, source)
        return
    cells, holes = _array(value, source)
    board = source.board
    axes = 2 if board is None else board.ndim
    whole = board is not None and board.shape == cells.shape
    apart = cells.ndim == axes + 1 or (cells.ndim == 3 and are_squares(cells[0], source))
    if (
        apart
        and not whole
        and not are_squares(cells, source)
        and not (board is None and are_layers(cells, holes, source))
    ):
        for entry in value:
            yield from _of_list(entry, source)
    elif are_squares(cells, source) and holes.any():
        raise source.error("a square has numbers only, not null")
    else:
        yield from array_readings(cells, holes, source, form="json")


def _array(value: list[Any], source: Source) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
    """The numbers of nested lists, and where null stands in their place."""
    try:
        nested = np.array(value, dtype=object)
    except ValueError:
        raise source.error("the rows of this list are of different lengths") from None
    if not nested.size:
        raise source.error("a list in it is empty, where a square or a row of a grid should be")
    flat = nested.ravel().tolist()
    for entry in flat:
        if entry is not None and not _is_whole(entry):
            text = _short(entry)
            message = f"{text} is not a number; or the rows of this list are of different lengths"
            raise source.error(message)
    holes = np.array([entry is None for entry in flat]).reshape(nested.shape)
    nested[holes] = 0
    return _whole(nested, source), holes


def _whole(value: Any, source: Source) -> npt.NDArray[np.int64]:
    try:
        return np.array(value, dtype=np.int64)
    except OverflowError:
        raise source.error("a number has too many digits") from None


def _is_whole(entry: Any) -> bool:
    return isinstance(entry, int) and not isinstance(entry, bool)


def _short(value: Any) -> str:
    return cut(json.dumps(value, ensure_ascii=False))


# ---- reading problems and evidence ---------------------------------------------------------------


def read_evidence(data: str | bytes, *, source: str | None = None) -> tuple[TourProblem, Evidence]:
    """The problem and the evidence of a JSON text with `problem` and `evidence`.

    Parameters
    ----------
    data : the content of the file, as `solve --json` writes it
    source : its name, for messages

    Raises
    ------
    FormatError : if it is not such a text, or a part of it is not what it should be

    >>> text = '''{"problem": {"board": {"shape": [3, 3]}, "kind": "closed"},
    ...     "evidence": {"type": "LowDegree", "vertices": [[1, 1]]}}'''
    >>> read_evidence(text)
    (TourProblem('closed tour of 3x3'), LowDegree(vertices=(4,)))
    """
    content = Source(data, source)
    value = _with_problem(content)
    status = value.get("status", Status.IMPOSSIBLE.value)
    if not isinstance(value.get("evidence"), dict) or status != Status.IMPOSSIBLE:
        raise content.error(
            f"there is no evidence in it; its status is {excerpt(str(value.get('status')))}"
        )
    with _translated_errors(content):
        problem, number = _problem(value["problem"])
        return problem, _evidence(value["evidence"], number, len(problem))


def read_problem(data: str | bytes, *, source: str | None = None) -> TourProblem:
    """The `problem` of a JSON text, as `solve --json` and `puzzle --json` write it.

    Parameters
    ----------
    data : the content of the file
    source : its name, for messages

    Raises
    ------
    FormatError : if it is not such a text

    >>> read_problem('{"problem": {"board": {"shape": [3, 4]}, "kind": "open", "given": [[[0, 0], 1]]}}')
    TourProblem('open tour of 3x4 from a3 with 1 given number')
    """
    content = Source(data, source)
    value = _with_problem(content)
    with _translated_errors(content):
        return _problem(value["problem"])[0]


def _with_problem(source: Source) -> dict[str, Any]:
    """The object of a JSON text, which has a problem."""
    value = _parsed(source.text, source)
    if not isinstance(value, dict) or not isinstance(value.get("problem"), dict):
        raise source.error(
            "an object with a problem and its evidence is read here; solve --json writes one"
        )
    return value


@contextmanager
def _translated_errors(source: Source) -> Iterator[None]:
    """Turn every error that the parts of an object can cause into a FormatError with the file's name."""
    try:
        yield
    except FormatError as error:
        raise source.error(error.message) from None
    except InputError as error:
        raise source.error(f"the problem in it makes no sense: {error}") from None
    except (AttributeError, IndexError, KeyError, TypeError, ValueError, OverflowError) as error:
        raise source.error(f"a part of it is missing or of the wrong form: {cut(repr(error))}") from None


Numbering = Callable[[Any], int]
"""The number of a vertex as JSON has it: a square, a list of numbers, or a label."""

_PARTS = {
    "problem": ("board", "graph", "kind", "start", "end", "required", "forbidden", "given"),
    "board": ("shape", "leap", "holes", "wrap"),
    "graph": ("vertices", "edges", "name", "directed", "labels", "moves"),
}
"""The parts of each object; another one, which would be passed over, is refused."""


def _problem(data: dict[str, Any]) -> tuple[TourProblem, Numbering]:
    """The problem of a JSON object, and the numbering of its vertices."""
    _check_parts(data, "problem")
    if ("board" in data) == ("graph" in data):
        raise _wrong_form("a problem has either a 'board' or a 'graph'")
    if "board" in data:
        _check_parts(data["board"], "board")
        for name in ("holes", "wrap", "leap"):
            _part({name: []} | data["board"], name, list, "a list")
        for hole in data["board"].get("holes", ()):
            _square(hole)
        board = _board(data["board"])
        space: Board | networkx.Graph = board
        vertex: Callable[[Any], Any] = _square
        number: Numbering = lambda square: board.index(_square(square))  # noqa: E731  # beside its twin
    else:
        _check_parts(data["graph"], "graph")
        space = _graph(data["graph"])
        labels, number = list(space), _numbering(list(space))
        vertex = lambda label: labels[number(label)]  # noqa: E731  # as above
    details: dict[str, Any] = {"kind": _part(data, "kind", str, "a text")}
    for name in ("start", "end"):
        details[name] = None if data.get(name) is None else vertex(data[name])
    for name in ("required", "forbidden"):
        details[name] = tuple((vertex(one), vertex(other)) for one, other in _pairs(data, name))
    given = tuple((vertex(one), step) for one, step in _pairs(data, "given"))
    return TourProblem(space, given=given, **details), number


def _check_parts(data: Any, what: str) -> None:
    """Refuse what is not an object, and parts that such an object does not have."""
    if not isinstance(data, dict):
        raise _wrong_form(f"a {what} is an object, not {_short(data)}")
    for name in data:
        if name not in _PARTS[what]:
            raise FormatError(nearest(cut(name), _PARTS[what], f"part of a {what}:"))


def _part(data: dict[str, Any], name: str, kind: type, words: str) -> Any:
    """A part of an object, which has to be there and of a type of JSON."""
    if name not in data:
        raise _wrong_form(f"there is no {name!r}")
    if not isinstance(data[name], kind):
        raise _wrong_form(f"{name!r} is {words}, not {_short(data[name])}")
    return data[name]


def _wrong_form(what: str) -> FormatError:
    return FormatError(f"a part of it is missing or of the wrong form: {what}")


def _pairs(data: dict[str, Any], name: str) -> Iterator[tuple[Any, Any]]:
    for pair in _part({name: []} | data, name, list, "a list of pairs"):
        if not isinstance(pair, list) or len(pair) != 2:
            raise _wrong_form(f"{name!r} is a list of pairs, and {_short(pair)} is not one")
        yield pair[0], pair[1]


def _square(value: Any) -> tuple[int, ...]:
    if not isinstance(value, list) or not all(map(_is_whole, value)):
        raise FormatError(f"a square is a list of whole numbers, such as [0, 1], not {_short(value)}")
    return tuple(value)


def _graph(data: dict[str, Any]) -> networkx.Graph:
    import networkx

    labels, moves = _part(data, "labels", list, "a list"), _part(data, "moves", list, "a list")
    directed = data.get("directed", False)
    if not isinstance(directed, bool):
        raise FormatError(f"'directed' of the graph is true or false, not {_short(directed)}")
    for label in labels:
        plain_text = isinstance(label, str | int)
        if not plain_text and not (isinstance(label, float) and math.isfinite(label)):
            raise FormatError(f"a label is a text, a finite number, true or false, not {_short(label)}")
    if len(set(labels)) < len(labels):  # for Python, 0 and false are the same vertex too
        raise FormatError("two vertices of the graph have the same label")
    for name, count in (("vertices", len(labels)), ("edges", len(moves))):
        if name in data and (not _is_whole(data[name]) or data[name] != count):
            raise FormatError(f"{name!r} of the graph is {_short(data[name])}, but {count} are listed")
    graph = networkx.DiGraph() if directed else networkx.Graph()
    graph.add_nodes_from(labels)
    for first, second in _pairs(data, "moves"):
        for number in (first, second):
            if not _is_whole(number) or not 0 <= number < len(labels):
                wrong = f"two numbers from 0 to {len(labels) - 1}, not {_short([first, second])}"
                raise FormatError(f"a move of the graph is {wrong}")
        graph.add_edge(labels[first], labels[second])
    return graph


def _numbering(labels: list[Any]) -> Numbering:
    """The numbers of labels; 1, 1.0, true and "1" are four different ones, as they are in JSON."""
    numbers = {json.dumps(label): number for number, label in enumerate(labels)}

    def number(label: Any) -> int:
        try:
            return numbers[json.dumps(label)]
        except KeyError:
            raise _wrong_form(f"{_short(label)} is not a label of the graph") from None

    return number


def _evidence(data: dict[str, Any], number: Numbering, dummy: int) -> Evidence:
    """The evidence of a JSON object; its class checks the types of its fields."""
    name = _part(data, "type", str, "a text")
    if name not in EVIDENCE:
        raise FormatError(nearest(cut(name), EVIDENCE, "kind of evidence:"))
    types = field_types(EVIDENCE[name])
    for part in data.keys() - {"type", "summary"}:
        if part not in types:
            raise FormatError(nearest(cut(part), types, f"part of {name}:"))
    parts = {}
    for part, declared in types.items():
        if declared == VERTICES:
            value: Any = tuple(map(number, _part(data, part, list, "a list of vertices")))
        elif declared == VERTEX_SETS:
            sets = _part(data, part, list, "a list of lists of vertices")
            value = tuple(tuple(_with_dummy(each, part, number, dummy)) for each in sets)
        else:
            value = _part(data, part, object, "anything")
        parts[part] = value
    try:
        return EVIDENCE[name](**parts)
    except InputError as error:
        raise FormatError(f"the evidence in it makes no sense: {error}") from None


def _with_dummy(members: Any, part: str, number: Numbering, dummy: int) -> Iterator[int]:
    if not isinstance(members, list):
        raise _wrong_form(f"{part!r} is a list of lists of vertices, and {_short(members)} is not one")
    return (dummy if member is None else number(member) for member in members)
