"""Pages that play tours: `page_of`, one HTML file that loads nothing else.

Without JavaScript the page shows every tour as a picture; with it, a player draws the line step by step.
The page, its style and its script are files in the folder `assets`.

>>> page = page_of("3x4")
>>> page.startswith("<!DOCTYPE html>"), "board 3x4</title>" in page
(True, True)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from string import Template

from knight_models.core.errors import InputError, OptionError, shown
from knight_models.core.result import SolveResult
from knight_models.core.trace import SearchTrace
from knight_models.draw.graph import bare_vertices
from knight_models.draw.page_data import MOST_NUMBERED, page_json, played_events
from knight_models.draw.panel import Panel, heading_of, panels_of
from knight_models.draw.style import Style, brief
from knight_models.draw.svg import panel_ground
from knight_models.draw.tour import tour_parts
from knight_models.theory.metrics import describe

SCRIPTS = ("walk.js", "paint.js", "board.js", "page.js")
WIDTH = 1200
"""Pixels of the screen that the panels share, until the script knows its true size."""
MOST_ABREAST = 3
LARGEST_PANEL = 640
WIDE = 1.8
"""Ratio of width to height; where all panels are wider, each has the room of two."""
LONG_HEADING = 60
"""Characters; the letters of a longer heading are smaller."""
SURROGATES = re.compile("[\ud800-\udfff]")
"""Halves of characters, which no file can hold."""


def page_of(
    what: object,
    *,
    numbers: bool | None = None,
    graph_layout: str | None = None,
    title: str | None = None,
) -> str:
    """A page that plays tours and recorded searches step by step, as the text of an HTML file.

    Parameters
    ----------
    what : a Tour, SolveResult, Comparison, Puzzle, Board, TourProblem or SearchTrace, or the text of a
        board; or several of these, which play side by side, in step
    numbers : whether each square shows the number of its step at first; None = where it can be read
    graph_layout : where the vertices of a graph lie: one of `layout.GRAPH_LAYOUTS`
    title : None for a title that names what is shown

    Raises
    ------
    InputError : for what cannot be drawn, or an unknown layout
    TooLargeError : for more squares and steps than a page plays

    Notes
    -----
    A click on a square goes to the step that visits it; the key `?` lists the other keys. Boards of more
    than 2,500 squares show no numbers; of more than 40,000, each square is a dot in the colour of its step.
    """
    if numbers not in (None, True, False):
        raise OptionError(f"numbers is True, False or None, not {shown(numbers)}")
    if title is not None and not (isinstance(title, str) and title.strip()):
        raise OptionError(f"a title is a text, not {shown(title)}")
    panels = panels_of(what, graph_layout)
    data = page_json(panels, numbers)
    heading = heading_of(panels) if title is None else title
    document = Template(_asset("page.html")).substitute(
        title=escape(heading),
        long=' class="long"' if len(heading) > LONG_HEADING else "",
        style=_asset("page.css"),
        script="".join(map(_asset, SCRIPTS)),
        count=len(panels),
        wide=2 if min(panel.layout.width / panel.layout.height for panel in panels) > WIDE else 1,
        panels="\n".join(_figures(panels, numbers)),
        data=data,
    )
    return SURROGATES.sub("\ufffd", document)


def _asset(name: str) -> str:
    return files("knight_models.draw").joinpath("assets", name).read_text("utf-8")


def _figures(panels: Sequence[Panel], numbers: bool | None) -> Iterator[str]:
    room = min(LARGEST_PANEL, WIDTH / min(len(panels), MOST_ABREAST))
    for panel in panels:
        layout = panel.layout
        wanted = numbers if len(panel.problem) <= MOST_NUMBERED else False
        style = Style(room / max(layout.width, layout.height), wanted, None)
        yield (
            f'<figure class="panel"><figcaption>{escape(panel.caption or panel.title)}</figcaption>'
            f'<div class="stage" style="--ratio:{layout.width / layout.height:.4f}">'
            f"{_picture(panel, style)}</div>"
            f'<p class="state"></p><div class="facts">{_facts_of(panel)}</div></figure>'
        )


def _picture(panel: Panel, style: Style) -> str:
    """The panel with its complete tour; the script replaces the group `finished`."""
    plays = len(played_events(panel)) > 0
    parts = [
        f'<svg viewBox="0 0 {panel.layout.width:g} {panel.layout.height:g}" role="img" '
        f'font-family="Helvetica, Arial, sans-serif"><title>{escape(panel.title)}</title>',
        *panel_ground(panel, style),
        *(bare_vertices(panel, style) if plays else ()),
        '<g class="finished">',
        *tour_parts(panel, style),
        "</g></svg>",
    ]
    return "\n".join(parts)


def _facts_of(panel: Panel) -> str:
    """A list of facts, and the metrics of a complete tour."""
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in _facts(panel))
    lines = "".join(f"<li>{escape(line)}</li>" for line in _metrics(panel))
    more = f"<details><summary>Metrics of this tour</summary><ul>{lines}</ul></details>" if lines else ""
    return f"<dl>{rows}</dl>{more}"


def _facts(panel: Panel) -> Iterator[tuple[str, str]]:
    yield "problem", str(panel.problem)
    yield "kind", str(panel.problem.kind)
    if panel.result is not None:
        yield from _of_result(panel.result)
    if panel.trace is not None:
        yield from _of_trace(panel.trace)
    elif len(panel.order):
        names = panel.problem.name
        yield "visits", f"{len(panel.order):,} of {len(panel.problem):,}"
        yield "from", brief(names(int(panel.order[0])))
        yield "to", "its start again" if panel.closes else brief(names(int(panel.order[-1])))


def _of_result(result: SolveResult) -> Iterator[tuple[str, str]]:
    statistics = result.statistics
    yield "status", str(result.status)
    yield "solver", result.label or result.solver
    if result.passed_on:
        yield "answered by", str(result.answered_by)
    if result.evidence is not None:
        yield "evidence", f"{result.evidence.type}: {result.evidence.explain(result.problem)}"
    if result.reason is not None:
        yield "reason", result.reason
    yield "steps", f"{statistics.steps:,}"
    yield "backtracks", f"{statistics.backtracks:,}"
    if statistics.restarts:
        yield "restarts", f"{statistics.restarts:,}"
    yield "seconds", f"{statistics.seconds:.3g}"


def _of_trace(trace: SearchTrace) -> Iterator[tuple[str, str]]:
    yield "solver", trace.solver
    yield "recording", f"ended: {trace.ended}"
    yield "placed", f"{trace.steps:,}"
    yield "taken back", f"{trace.backtracks:,}"
    yield "deepest", f"{trace.deepest:,} of {len(trace.problem):,}"
    if len(trace.problem) <= MOST_NUMBERED:
        yield "tint", "the redder a square, the more often it was taken back so far"
    if trace.backwards:
        yield "direction", "built from the end of the tour towards its start"


def _metrics(panel: Panel) -> list[str]:
    tour = panel.tour if panel.trace is None else panel.trace.tour
    if tour is None or len(tour) != len(panel.problem):
        return []
    try:
        return list(describe(tour).lines())
    except InputError as error:  # a picture shows wrong tours too
        return [str(error)]
