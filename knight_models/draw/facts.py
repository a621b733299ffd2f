"""What a page says under each of its boards: what ran, what it answered, and the metrics of a tour.

>>> from knight_models.draw.panels import panels_of
>>> "<dt>kind</dt><dd>open</dd>" in facts_of(panels_of("3x4")[0])
True
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from knight_models.core.errors import InputError
from knight_models.core.result import SolveResult
from knight_models.core.trace import SearchTrace
from knight_models.draw.markup import brief
from knight_models.draw.page_data import MOST_NUMBERED
from knight_models.draw.panels import Panel
from knight_models.theory.metrics import describe

__all__ = ["facts_of"]


def facts_of(panel: Panel) -> str:
    """A list of facts, and what the metrics say of a whole tour."""
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in _facts(panel))
    lines = "".join(f"<li>{escape(line)}</li>" for line in _metrics(panel))
    more = f"<details><summary>Metrics of this tour</summary><ul>{lines}</ul></details>" if lines else ""
    return f"<dl>{rows}</dl>{more}"


def _facts(panel: Panel) -> Iterator[tuple[str, str]]:
    yield "asked", str(panel.problem)
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
        yield "evidence", f"{result.evidence.type}: {result.evidence.summary}"
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
