"""How things show themselves in a notebook: pictures, and tables that describe them.

Large things have no picture, so that a notebook stays small; their plain `repr` is shown. The HTML has no
scripts and no addresses, only elements and inline styles. Its text has the colours of the notebook, light
or dark; the pictures have a white ground.

>>> list(bundle(Board.parse("3x4"))), bundle(Board.parse("300x300"))
(['image/svg+xml'], {})
"""

from __future__ import annotations

from collections.abc import Iterable

from knight_models.core.board import Board
from knight_models.core.count import TourCount
from knight_models.core.errors import InputError
from knight_models.core.problem import TourProblem
from knight_models.core.result import SolveResult
from knight_models.core.tour import Tour
from knight_models.draw.style import brief, escaped
from knight_models.draw.svg import svg_of
from knight_models.tasks.compare import Comparison, Row

MOST_SQUARES = 40_000
"""Squares or vertices; larger things have no picture."""
MOST_PICTURES = 12
"""Rows of a comparison that have a picture, at most."""
LONGEST_TEXT = 600

_TABLE = "border-collapse:collapse;margin:0.3em 0"
_CELL = "border:1px solid #88888866;padding:0.25em 0.7em;text-align:left;vertical-align:top"
_FITTED = "max-width:max(100%,40rem);height:auto"
_HEADERS = ("problem", "solver", "status", "seconds", "steps", "details")


def bundle(what: object) -> dict[str, str]:
    """What a notebook shows of a thing, by MIME type; empty if it is large or cannot be drawn.

    Parameters
    ----------
    what : a result or a comparison, shown as a table with pictures; a number of tours, as its line of text;
        or what `svg_of` draws
    """
    match what:
        case SolveResult():
            mime, shown = "text/html", _result_html(what)
        case Comparison():
            mime, shown = "text/html", _comparison_html(what)
        case TourCount():  # one short line
            mime, shown = "text/plain", str(what)
        case _:
            mime, shown = "image/svg+xml", _picture_of(what)
    return {} if shown is None else {mime: shown}


def _picture_of(what: object) -> str | None:
    """The picture of a thing; None if it is large or cannot be drawn."""
    if _size(what) > MOST_SQUARES:
        return None
    try:
        return svg_of(what)
    except InputError:  # an order that names vertices which are not there, positions of a graph, ...
        return None


def _result_html(result: SolveResult) -> str | None:
    """The problem, the answer, the solver, its time and its reason, as a table; and the picture."""
    picture = _picture_of(result)
    if picture is None:
        return None
    facts = {
        "problem": str(result.problem),
        "status": str(result.status),
        "solver": result.answerer,
        "seconds": f"{result.statistics.seconds:.3g}",
        "steps": f"{result.statistics.steps:,}",
        **_why(result),
    }
    rows = "".join(
        f'<tr><th scope="row" style="{_CELL}">{name}</th>{_cell(text)}</tr>' for name, text in facts.items()
    )
    return f'<div><table style="{_TABLE}">{rows}</table>{_scrolling(picture)}</div>'


def _comparison_html(comparison: Comparison) -> str | None:
    """The rows of a comparison as a table, the verdict, and the pictures of the first ones."""
    if sum(_size(row.problem) for row in comparison) > MOST_SQUARES:
        return None
    head = "".join(f'<th scope="col" style="{_CELL}">{name}</th>' for name in _HEADERS)
    body = "".join(f"<tr>{''.join(map(_cell, _row(row)))}</tr>" for row in comparison)
    picture = _picture_of(comparison.results[:MOST_PICTURES]) if comparison.results else None
    return (
        f'<div><table style="{_TABLE}">'
        f'<caption style="text-align:left">{_text(comparison.verdict)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        f"{_scrolling(picture) if picture else ''}</div>"
    )


def _size(what: object) -> int:
    match what:
        case Board():
            return what.cells
        case TourProblem():
            return len(what) if what.board is None else what.board.cells
        case Tour():
            return max(len(what), _size(what.problem))
        case Iterable():
            return sum(map(_size, what))
    return _size(what.problem) if hasattr(what, "problem") else 0


def _row(row: Row) -> Iterable[str]:
    problem = str(row.problem)
    if row.result is None:
        return problem, row.solver, row.status, "", "", row.why_no_result
    statistics = row.result.statistics
    return (
        problem,
        row.result.answerer,
        str(row.result.status),
        f"{statistics.seconds:.3g}",
        f"{statistics.steps:,}",
        "; ".join(_why(row.result).values()),
    )


def _why(result: SolveResult) -> dict[str, str]:
    """The evidence or the reason, and the longest walk, in words; by the name of the row."""
    words: dict[str, str] = {}
    if result.evidence is not None:
        words["evidence"] = f"{result.evidence.type}: {result.evidence.explain(result.problem)}"
    if result.reason is not None:
        words["reason"] = result.reason
    if result.walk is not None:
        words["longest walk"] = f"{len(result.walk)} of {len(result.problem)}"
    return words


def _cell(text: str) -> str:
    return f'<td style="{_CELL}">{_text(text)}</td>'


def _text(text: str) -> str:
    return escaped(brief(text, LONGEST_TEXT))


def _scrolling(picture: str) -> str:
    """A picture at most as wide as the page; one that would be too small to read scrolls instead."""
    fitted = picture.replace("<svg ", f'<svg style="{_FITTED}" ', 1)
    return f'<div style="overflow-x:auto">{fitted}</div>'
