"""Evidence in JSON, with its problem: what `solve --json` writes where there is no tour, read again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from knight_models.core.board import Board
from knight_models.core.errors import FormatError, InputError, nearest
from knight_models.core.evidence import EVIDENCE, Evidence
from knight_models.core.problem import TourProblem
from knight_models.formats.from_json import parse_json
from knight_models.formats.reading import Context
from knight_models.formats.text import cut, excerpt
from knight_models.formats.to_json import vertex_to_json

if TYPE_CHECKING:
    import networkx

__all__ = ["read_evidence", "read_problem"]

Find = Callable[[Any], Any]
"""From a vertex as JSON writes it to the square or label, or to its number."""


def read_evidence(data: str | bytes, *, source: str | None = None) -> tuple[TourProblem, Evidence]:
    """The problem and the evidence of a JSON text with `problem` and `evidence`.

    Parameters
    ----------
    data : the content of the file, as `solve --json` writes it
    source : its name, for messages

    Raises
    ------
    FormatError : if it is no such text, or its evidence is of a kind that is not re-checked

    >>> text = '''{"problem": {"board": {"shape": [3, 3]}, "kind": "closed"},
    ...     "evidence": {"type": "LowDegree", "vertices": [[1, 1]]}}'''
    >>> read_evidence(text)
    (TourProblem('closed tour of 3x3'), LowDegree(vertices=(4,)))
    """
    context = Context(source=source)
    value = _with_problem(data, context)
    if not isinstance(value.get("evidence"), dict):
        raise context.error(
            f"there is no evidence in it; its status is {excerpt(str(value.get('status')))}"
        )
    with _sense(context):
        problem = _problem(value["problem"])
        return problem, _evidence(problem, value["evidence"])


def read_problem(data: str | bytes, *, source: str | None = None) -> TourProblem:
    """The `problem` of a JSON text, as `solve --json` and `puzzle --json` write it.

    Parameters
    ----------
    data : the content of the file
    source : its name, for messages

    Raises
    ------
    FormatError : if it is no such text

    >>> read_problem('{"problem": {"board": {"shape": [3, 4]}, "kind": "open", "given": [[[0, 0], 1]]}}')
    TourProblem('open tour of 3x4 from a3 with 1 given number')
    """
    context = Context(source=source)
    value = _with_problem(data, context)
    with _sense(context):
        return _problem(value["problem"])


def _with_problem(data: str | bytes, context: Context) -> dict[str, Any]:
    """The object in a JSON text, which has a problem."""
    try:
        text = data.decode("utf-8") if isinstance(data, bytes) else data
    except UnicodeDecodeError:
        raise context.error("this is no JSON: it is not UTF-8 text") from None
    value = parse_json(text, context)
    if not isinstance(value, dict) or not isinstance(value.get("problem"), dict):
        raise context.error(
            "an object with a problem and its evidence is read here; solve --json writes one"
        )
    return value


@contextmanager
def _sense(context: Context) -> Iterator[None]:
    """Whatever goes wrong with the parts of the object becomes a sentence."""
    try:
        yield
    except FormatError as error:
        raise context.error(error.message) from None
    except InputError as error:
        raise context.error(f"the problem in it makes no sense: {error}") from None
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise context.error(f"a part of it is missing or of the wrong form: {cut(repr(error))}") from None


def _problem(data: dict[str, Any]) -> TourProblem:
    space = _board(data["board"]) if "board" in data else _graph(data["graph"])
    # Squares are lists of numbers in JSON; labels are themselves, since the graph was made from them.
    vertex: Find = tuple if isinstance(space, Board) else lambda label: label
    details: dict[str, Any] = {"kind": data["kind"]}
    for name in ("start", "end"):
        details[name] = None if data.get(name) is None else vertex(data[name])
    for name in ("required", "forbidden"):
        details[name] = tuple((vertex(first), vertex(second)) for first, second in data.get(name, ()))
    given = tuple((vertex(one), number) for one, number in data.get("given", ()))
    return TourProblem(space, given=given, **details)


def _board(data: dict[str, Any]) -> Board:
    holes = frozenset(map(tuple, data.get("holes") or ()))
    return Board(tuple(data["shape"]), data.get("leap", (1, 2)), holes, tuple(data.get("wrap", ())))


def _graph(data: dict[str, Any]) -> networkx.Graph:
    import networkx

    labels = data["labels"]
    if len(set(map(json.dumps, labels))) < len(labels):
        raise FormatError("two vertices of the graph have the same label")
    graph = networkx.DiGraph() if data.get("directed") else networkx.Graph()
    graph.add_nodes_from(labels)
    graph.add_edges_from((labels[first], labels[second]) for first, second in data["moves"])
    return graph


def _evidence(problem: TourProblem, data: dict[str, Any]) -> Evidence:
    kinds = {name: kind for name, kind in EVIDENCE.items() if kind.checkable}
    name = str(data.get("type"))
    if name not in kinds:
        raise FormatError(nearest(cut(name), kinds, "kind of evidence that is re-checked:"))
    given = {part.name: _part(problem, part.name, data[part.name]) for part in fields(kinds[name])}
    return kinds[name](**given)


def _part(problem: TourProblem, name: str, value: Any) -> Any:
    """One field of a piece of evidence."""
    number = _numbering(problem)
    if name == "vertices":
        return tuple(map(number, value))
    if name == "sets":
        return tuple(tuple(len(problem) if one is None else number(one) for one in each) for each in value)
    if not isinstance(value, str):
        raise FormatError(f"{name} of the evidence is a text, not {type(value).__name__}")
    return value


def _numbering(problem: TourProblem) -> Find:
    if problem.board is not None:
        return lambda square: problem.vertices.index(tuple(square))
    numbers = {json.dumps(vertex_to_json(problem, label)): n for n, label in enumerate(problem.graph or ())}
    return lambda label: numbers[json.dumps(label)]
