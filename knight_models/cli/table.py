"""The table of a comparison: one line for each solver and kind, without a frame and with no word cut.

Where no terminal limits the width, a line is as long as it needs to be. On a terminal that it does not fit,
what a solver did goes below its line, and kinds become headings.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from knight_models.core.result import SolveResult, Statistics
    from knight_models.tasks.compare import Comparison, Row

HEADINGS = ("solver", "kind", "status", "verified", "seconds", "build", "steps", "work")
NUMBERS = ("seconds", "build", "steps")
"""The columns that are flush right."""

NOTHING = "-"
"""A cell without a value; a column that has only these is left out."""

MODEL_COUNTERS = ("variables", "constraints", "clauses")
"""The size of the model of an exact solver."""

ENGINE_COUNTERS = ("conflicts", "branches")
"""Shown in place of backtracks where an engine counts these."""

NOTABLE = 0.1
"""Seconds of imports and compilation from which they are shown."""

GAP, INDENT, NO_BREAK = "  ", "  ", "\N{NO-BREAK SPACE}"

Cells = dict[str, str]
"""A row: heading to text."""


def table(comparison: Comparison, width: int | None) -> str:
    """The rows of a comparison as text.

    Parameters
    ----------
    comparison : what is shown
    width : columns of the terminal; None = any number
    """
    rows = [_cells(row) for row in comparison]
    shown = [name for name in HEADINGS if any(row[name] not in ("", NOTHING) for row in rows)]
    lines = _lines(rows, shown)
    if width is None or all(len(line) <= width for line in lines):
        return "\n".join(lines)
    return "\n".join(_stacked(rows, [name for name in shown if name not in ("kind", "work")], width))


def _lines(rows: Sequence[Cells], headings: Sequence[str]) -> list[str]:
    """The heading and one line for each row."""
    widths = {name: max(len(name), *(len(row[name]) for row in rows)) for name in headings}
    named = [{name: name for name in headings}, *rows]
    return [GAP.join(_flush(name)(row[name], widths[name]) for name in headings).rstrip() for row in named]


def _flush(name: str) -> Callable[[str, int], str]:
    return str.rjust if name in NUMBERS else str.ljust


def _stacked(rows: Sequence[Cells], headings: Sequence[str], width: int) -> Iterator[str]:
    """The same with work below its row; if that is still too wide, with options below the solver's name."""
    several = len({row["kind"] for row in rows}) > 1
    if any(len(line) > width for line in _lines(rows, headings)):
        rows = [_label_broken(row) for row in rows]
    heading, *lines = _lines(rows, headings)
    yield heading
    for kind, group in groupby(zip(rows, lines, strict=True), lambda pair: pair[0]["kind"]):
        if several:
            yield f"{kind}:"
        for row, line in group:
            yield line
            yield from row.get("options", "").splitlines()
            yield from _wrapped(row["work"], width)


def _wrapped(work: str, width: int) -> list[str]:
    """Indented lines, broken at spaces only, and not between a counter and its number."""
    wrapper = textwrap.TextWrapper(max(width, 20), INDENT * 2, INDENT * 2)
    wrapper.break_long_words = wrapper.break_on_hyphens = False
    lines = wrapper.wrap(re.sub(r"([a-z]) (?=[0-9])", rf"\1{NO_BREAK}", work))
    return [line.replace(NO_BREAK, " ") for line in lines]


def _label_broken(row: Cells) -> Cells:
    """A row whose solver stands alone; each of its options, and who answered, is a line of `options`."""
    name, *rest = re.split(r"(?<=[:,])| (?=\()", row["solver"])
    return row | {"solver": name, "options": "\n".join(INDENT + part for part in rest)}


def _cells(row: Row) -> Cells:
    result, kind = row.result, str(row.problem.kind)
    if result is None:
        texts: tuple[str, ...] = (row.solver, kind, row.status, *[NOTHING] * 4, row.why_no_result)
        return dict(zip(HEADINGS, texts, strict=True))
    statistics = result.statistics
    texts = (
        result.answerer,
        kind,
        str(result.status),
        _verified(result),
        f"{statistics.seconds:.2f}",
        f"{statistics.build_seconds:.2f}",
        f"{statistics.steps:,}",
        "; ".join(filter(None, (_why(result), _model(statistics), _work(statistics), _setup(statistics)))),
    )
    return dict(zip(HEADINGS, texts, strict=True))


def _verified(result: SolveResult) -> str:
    """Whether the verifier has checked the answer: tours always, evidence where it can be checked."""
    if result.status.value == "unknown":
        return NOTHING
    return "yes" if result.evidence is None or result.rechecked else "no"


def _why(result: SolveResult) -> str | None:
    """Why there is no tour, or why the answer is unknown."""
    if result.evidence is None:
        return result.reason
    support = "" if result.support is None else f", supported by {result.support.type}"
    return result.evidence.type + support


def _model(statistics: Statistics) -> str:
    """The size of the model of an exact solver."""
    return _named(statistics, MODEL_COUNTERS)


def _work(statistics: Statistics) -> str:
    """The counters of an engine, or else the backtracks."""
    counted = _named(statistics, ENGINE_COUNTERS)
    return counted or (f"backtracks {statistics.backtracks:,}" if statistics.steps else "")


def _named(statistics: Statistics, names: Sequence[str]) -> str:
    """Those of the counters that the solver has, each after its name."""
    counters = statistics.counters
    return ", ".join(f"{name} {counters[name]:,}" for name in names if name in counters)


def _setup(statistics: Statistics) -> str:
    """The time for imports and compilation, which is not in the seconds, where it is notable."""
    seconds = statistics.setup_seconds
    return f"setup {seconds:.2f} s" if seconds >= NOTABLE else ""
