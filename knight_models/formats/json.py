"""JSON: results, tours, comparisons, puzzles, verdicts and evidence, out and in.

A square is a list of numbers. A label of a graph is itself if JSON has its type (text, number, true, false,
null), otherwise its text. What is written follows the fields of the data classes, so that a new field of a
result or of a piece of evidence needs no line here.

>>> from knight_models.core.problem import TourProblem
>>> tour = Tour(TourProblem("3x4"), [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11])
>>> text = json.dumps(tour_to_json(tour))
>>> text[:40]
'{"problem": {"board": {"shape": [3, 4], '
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from knight_models.core.board import Board
from knight_models.core.count import TourCount
from knight_models.core.display import any_digits
from knight_models.core.errors import FormatError, InputError, nearest
from knight_models.core.evidence import EVIDENCE, Evidence, field_types
from knight_models.core.fault import Fault
from knight_models.core.problem import TourProblem
from knight_models.core.result import SolveResult, Status, versions
from knight_models.core.tour import Tour
from knight_models.formats.reading import Source, cut, excerpt

if TYPE_CHECKING:
    import networkx

    from knight_models.tasks.compare import Comparison
    from knight_models.tasks.puzzles import Puzzle
    from knight_models.theory.metrics import Description

__all__ = [
    "comparison_to_json",
    "count_to_json",
    "description_to_json",
    "evidence_to_json",
    "faults_to_json",
    "plain",
    "problem_to_json",
    "puzzle_to_json",
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


def write_json(what: Tour | SolveResult | TourCount, stream: IO[str]) -> None:
    """Write a result, a count, or a tour with its problem, as one object."""
    match what:
        case SolveResult():
            data = result_to_json(what)
        case TourCount():
            data = count_to_json(what)
        case _:
            data = tour_to_json(what)
    with any_digits():
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
    """A problem: its board or graph, its kind, its ends; its moves, numbers and symmetry if there are any.

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
    if problem.symmetry is not None:
        data["symmetry"] = problem.symmetry.value
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


def count_to_json(count: TourCount) -> dict[str, Any]:
    """A count: the number, what it counts, or the reason why it is not known; and the work.

    >>> data = count_to_json(TourCount(TourProblem("6x6", "closed"), 9862))
    >>> data["count"], data["convention"], data["kind"], data["complete"]
    (9862, 'undirected', 'closed', True)
    """
    statistics = count.statistics
    return {
        "count": count.count,
        "convention": count.convention,
        "kind": count.problem.kind.value,
        "complete": count.complete,
        "reason": count.reason,
        "problem": problem_to_json(count.problem),
        "seconds": statistics.seconds,
        "frontier": statistics.counters.get("frontier"),
        "peak_states": statistics.counters.get("peak states"),
        "statistics": _fields(statistics),
        "versions": versions(),
    }


def comparison_to_json(comparison: Comparison) -> dict[str, Any]:
    """A comparison: its results, the rows without one, whether they agree, and what the answers rest on."""
    return {
        "results": [result_to_json(result) for result in comparison.results],
        "unsupported": [
            {"solver": row.solver, "problem": problem_to_json(row.problem), "reason": row.unsupported}
            for row in comparison.rows
            if row.unsupported is not None
        ],
        "refused": [
            {"solver": row.solver, "problem": problem_to_json(row.problem), "reason": row.refused}
            for row in comparison.rows
            if row.refused is not None
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


# ---- reading problems and evidence ---------------------------------------------------------------


def parsed(text: str, source: Source) -> Any:
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


def board_of_json(details: dict[str, Any]) -> Board:
    """The board of a JSON object; its parts are checked when it is made."""
    shape: Any = details["shape"]
    holes: Any = details.get("holes") or ()
    known = {name: nested_tuples(details[name]) for name in ("leap", "wrap") if name in details}
    if isinstance(holes, list):
        holes = [tuple(hole) if isinstance(hole, list) else hole for hole in holes]
    if isinstance(shape, str):
        return Board.parse(shape, holes=holes, **known)
    return Board(shape, holes=holes, **known)


def nested_tuples(value: Any) -> Any:
    """The same with tuples in place of lists."""
    return tuple(map(nested_tuples, value)) if isinstance(value, list) else value


def is_whole(entry: Any) -> bool:
    return isinstance(entry, int) and not isinstance(entry, bool)


def short_json(value: Any) -> str:
    return cut(json.dumps(value, ensure_ascii=False))


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
    value = parsed(source.text, source)
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
    "problem": ("board", "graph", "kind", "start", "end", "required", "forbidden", "given", "symmetry"),
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
        board = board_of_json(data["board"])
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
    if data.get("symmetry") is not None:
        details["symmetry"] = _part(data, "symmetry", str, "a text")
    return TourProblem(space, given=given, **details), number


def _check_parts(data: Any, what: str) -> None:
    """Refuse what is not an object, and parts that such an object does not have."""
    if not isinstance(data, dict):
        raise _wrong_form(f"a {what} is an object, not {short_json(data)}")
    for name in data:
        if name not in _PARTS[what]:
            raise FormatError(nearest(cut(name), _PARTS[what], f"part of a {what}:"))


def _part(data: dict[str, Any], name: str, kind: type, words: str) -> Any:
    """A part of an object, which has to be there and of a type of JSON."""
    if name not in data:
        raise _wrong_form(f"there is no {name!r}")
    if not isinstance(data[name], kind):
        raise _wrong_form(f"{name!r} is {words}, not {short_json(data[name])}")
    return data[name]


def _wrong_form(what: str) -> FormatError:
    return FormatError(f"a part of it is missing or of the wrong form: {what}")


def _pairs(data: dict[str, Any], name: str) -> Iterator[tuple[Any, Any]]:
    for pair in _part({name: []} | data, name, list, "a list of pairs"):
        if not isinstance(pair, list) or len(pair) != 2:
            raise _wrong_form(f"{name!r} is a list of pairs, and {short_json(pair)} is not one")
        yield pair[0], pair[1]


def _square(value: Any) -> tuple[int, ...]:
    if not isinstance(value, list) or not all(map(is_whole, value)):
        raise FormatError(f"a square is a list of whole numbers, such as [0, 1], not {short_json(value)}")
    return tuple(value)


def _graph(data: dict[str, Any]) -> networkx.Graph:
    import networkx

    labels, moves = _part(data, "labels", list, "a list"), _part(data, "moves", list, "a list")
    directed = data.get("directed", False)
    if not isinstance(directed, bool):
        raise FormatError(f"'directed' of the graph is true or false, not {short_json(directed)}")
    for label in labels:
        plain_text = isinstance(label, str | int)
        if not plain_text and not (isinstance(label, float) and math.isfinite(label)):
            raise FormatError(f"a label is a text, a finite number, true or false, not {short_json(label)}")
    if len(set(labels)) < len(labels):  # for Python, 0 and false are the same vertex too
        raise FormatError("two vertices of the graph have the same label")
    for name, count in (("vertices", len(labels)), ("edges", len(moves))):
        if name in data and (not is_whole(data[name]) or data[name] != count):
            raise FormatError(f"{name!r} of the graph is {short_json(data[name])}, but {count} are listed")
    graph = networkx.DiGraph() if directed else networkx.Graph()
    graph.add_nodes_from(labels)
    for first, second in _pairs(data, "moves"):
        for number in (first, second):
            if not is_whole(number) or not 0 <= number < len(labels):
                wrong = f"two numbers from 0 to {len(labels) - 1}, not {short_json([first, second])}"
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
            raise _wrong_form(f"{short_json(label)} is not a label of the graph") from None

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
        raise _wrong_form(f"{part!r} is a list of lists of vertices, and {short_json(members)} is not one")
    return (dummy if member is None else number(member) for member in members)
