"""Charts of a comparison: the seconds and the steps of each solver, and what it answered."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from knight_models.core.errors import InputError, shown
from knight_models.draw.charts import figures
from knight_models.draw.charts.figures import CODES, INCH, LOOKS, SMALL, TEXT
from knight_models.tasks.compare import Comparison, Row

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_ROWS = 200
NAME, HEADING = 32, 80
"""Characters of a line of a solver's name, and of a problem's."""

PANELS = {"seconds": "seconds", "steps": "steps (each solver's own unit)"}
PANEL = 3.4
"""Inches of the longest bar."""

BAR, ROW, LINE = 0.26, 0.34, 1.3 / INCH
"""Inches of a bar, of a bar with its gap, and of a line of text of one point."""

RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
FAR_APART = 50
"""Ratio of the highest number to the lowest from which the scale is logarithmic."""


def comparison_chart(comparison: Comparison, *, title: str | None = None) -> Figure:
    """A bar chart of a comparison: seconds and steps of each solver, as a matplotlib figure.

    The scales are logarithmic where the numbers are far apart. Steps are in each solver's own unit. Beside
    each bar stand its number and the solver's answer.

    Parameters
    ----------
    comparison : what `compare` returns, or its `ContradictionError` carries
    title : None for the verdict of the comparison; an empty text for none

    Raises
    ------
    InputError : for anything else, or a comparison without rows or with more than 200
    MissingPackageError : without matplotlib

    >>> from knight_models.tasks.compare import compare
    >>> figure = comparison_chart(compare("5x5", ["warnsdorff", "depth-first"], start="a1"))
    >>> [axes.get_xlabel() for axes in figure.axes]
    ['seconds', "steps (each solver's own unit)"]
    """
    figures.require_matplotlib()
    rows = _checked(comparison)
    title = figures.checked_text(title, "a title")
    title = comparison.verdict if title is None else title
    lines = _lines(rows)
    with figures.drawing() as figure:
        panels = figure.subplots(1, len(PANELS), sharey=True)
        for axes, (name, label) in zip(panels, PANELS.items(), strict=True):
            _draw_panel(axes, lines, name)
            axes.set_xlabel(label, fontsize=TEXT)
        _write_names(panels[0], lines)
        figures.finish(figure, (PANEL, lines[-1].bottom), title, grid=(1, len(PANELS)))
    return figure


def _checked(comparison: Any) -> list[Row]:
    if not isinstance(comparison, Comparison):
        raise InputError(f"a chart is of a Comparison, as compare gives it, not {shown(comparison)}")
    if not 1 <= len(comparison.rows) <= MOST_ROWS:
        raise InputError(
            f"a chart shows 1 to {MOST_ROWS} rows; the comparison has {len(comparison.rows):,}"
        )
    return comparison.rows


@dataclass(frozen=True)
class Line:
    """A line of the chart: the name of a problem, or a solver and its bars.

    Parameters
    ----------
    name : in lines that fit
    row : None for the name of a problem
    top, bottom : in inches from the top of the chart
    """

    name: str
    row: Row | None
    top: float
    bottom: float

    @property
    def middle(self) -> float:
        """Where the bar lies."""
        return (self.top + self.bottom) / 2


def _lines(rows: list[Row]) -> list[Line]:
    """Problem by problem: its name, then its solvers."""
    lines: list[Line] = []
    top = 0.05
    for _, group in groupby(rows, key=lambda row: id(row.problem)):
        of_problem = list(group)
        entries: list[tuple[str, Row | None]] = [(str(of_problem[0].problem), None)]
        entries += [((row.result and row.result.answerer) or row.solver, row) for row in of_problem]
        for name, row in entries:
            size = TEXT if row else TEXT + 1
            text = figures.broken(name, NAME if row else HEADING)
            height = max(ROW, (text.count("\n") + 1) * LINE * size + 0.08)
            lines.append(Line(text, row, top, top + height))
            top += height
        top += 0.1
    return lines


def _write_names(axes: Axes, lines: list[Line]) -> None:
    """The solvers at the left of their bars, the problems above them."""
    solvers = [line for line in lines if line.row]
    axes.set_yticks([line.middle for line in solvers], [line.name for line in solvers], fontsize=TEXT)
    figures.plain_labels(axes)
    for line in lines:
        if line.row is None:
            text = axes.text(
                0.01, line.middle, line.name, transform=axes.get_yaxis_transform(), va="center"
            )
            text.set(fontsize=TEXT + 1, fontweight="bold", parse_math=False)
            text.set_in_layout(False)  # it reaches over both panels


def _draw_panel(axes: Axes, lines: list[Line], name: str) -> None:
    """The bars of seconds, or of steps, each with its number and its answer."""
    rows = [(line, line.row) for line in lines if line.row]
    axes.set_ylim(lines[-1].bottom, 0)
    _set_scale(axes, [_number(row, name) for _, row in rows])
    for line, row in rows:
        _draw_bar(axes, line, row, name)
    axes.tick_params(axis="y", length=0)
    axes.spines[["top", "right"]].set_visible(False)


def _number(row: Row, name: str) -> float | None:
    """The seconds or the steps; None where the solver did not run."""
    if row.result is None:
        return None
    return float(getattr(row.result.statistics, name))


def _words(row: Row, name: str) -> str:
    """The number and the answer, as they stand beside the bar."""
    if row.result is None:
        return row.status
    number = getattr(row.result.statistics, name)
    text = _seconds(number) if name == "seconds" else f"{number:,}"
    return f"{text}, {row.result.status}"


def _seconds(number: float) -> str:
    """Seconds, or milliseconds below 0.01 s, with three significant digits."""
    if 0 < number < 0.01:
        return f"{1000 * number:.3g} ms" if number >= 1e-6 else f"{1000 * number:.1g} ms"
    return f"{number:.0f} s" if number >= 100 else f"{number:.3g} s"


def _tick(number: float) -> str:
    """A number on the axis: from a million on, a power of ten or in millions."""
    if number < 1e6:
        return f"{number:,.6g}"
    power = math.log10(number)
    return (
        f"10{str(int(power)).translate(RAISED)}" if power.is_integer() else f"{number / 1e6:,.6g} million"
    )


def _set_scale(axes: Axes, numbers: list[float | None]) -> None:
    """Limits and a few round numbers below the bars; powers of ten where numbers are far apart."""
    from matplotlib.ticker import MaxNLocator, NullLocator

    known = [number for number in numbers if number]
    low, high = min(known, default=1.0), 1.03 * max(known, default=1.0)
    if high < FAR_APART * low:
        axes.set_xlim(0, high)
        ticks = [float(tick) for tick in MaxNLocator(4, steps=[1, 2, 5, 10]).tick_values(0, high)]
    else:
        axes.set_xscale("log")
        axes.set_xlim(low / 3, high)
        powers = range(math.ceil(math.log10(low / 3)), math.floor(math.log10(high)) + 1)
        ticks = [10.0**power for power in powers[:: math.ceil(len(powers) / 6)]]
    ticks = [tick for tick in ticks if tick <= high]
    axes.set_xticks(ticks, [_tick(tick) for tick in ticks], fontsize=SMALL)
    axes.xaxis.set_minor_locator(NullLocator())


def _draw_bar(axes: Axes, line: Line, row: Row, name: str) -> None:
    """A bar with its words; of a solver that did not run, the words alone."""
    left, number = axes.get_xlim()[0], _number(row, name)
    if row.result is None or number is None:
        place = (left, line.middle)
        axes.annotate(
            _words(row, name), place, (4, 0), textcoords="offset points", va="center", fontsize=SMALL
        )
        return
    look = LOOKS[CODES[row.result.status]]
    bars = axes.barh(line.middle, max(left, number), height=BAR, color=look.colour)
    bars[0].set(hatch=look.hatch, edgecolor="#606060", linewidth=0.6)
    axes.bar_label(bars, [_words(row, name)], padding=4, fontsize=SMALL)
