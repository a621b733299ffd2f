"""Charts of a comparison: the seconds and the steps of each solver, and what it answered."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from knight_models.core.errors import InputError, shown
from knight_models.core.result import Status
from knight_models.draw.charts import canvas
from knight_models.draw.charts.canvas import MARGIN, SMALL, TEXT, TITLE, Box
from knight_models.tasks.compare import Comparison, Row

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["comparison_chart"]

MOST_ROWS = 200
NAMES = 3.2
"""Inches that the names of solvers and problems take at most."""

PANEL = 4.2
"""Inches of the seconds, and of the steps."""

BAR = 0.26
ROW = 0.34
"""Inches of a bar, and of a bar with its gap."""

RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
FAR_APART = 50
"""From the lowest to the highest of the numbers, where a scale of equal steps would hide the low ones."""

LOOKS = {
    Status.FOUND: ("#fdea45", ""),
    Status.IMPOSSIBLE: ("#123570", ""),
    Status.UNKNOWN: ("#e8e8e8", "////"),
}
"""Colour and hatching, as in maps and tables; each bar says its answer in words too."""


def comparison_chart(comparison: Comparison, *, title: str | None = None) -> Figure:
    """A bar chart of a comparison: seconds and steps of each solver, as a matplotlib figure.

    The scales are logarithmic where the numbers are far apart. What a step is, is each solver's own; beside
    its bar each solver's answer stands in words.

    Parameters
    ----------
    comparison : what `compare` gives, or carries in its `ContradictionError`
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
    canvas.require_matplotlib()
    rows = _checked(comparison)
    title = canvas.checked_text(title, "a title")
    title = comparison.verdict if title is None else title
    lines = _lines(rows)
    width = 2 * MARGIN + _names_width(lines) + 2 * PANEL + GAP
    title = canvas.fitted(title, TITLE, width - 2 * MARGIN)
    above, below = MARGIN + canvas.title_height(title), 0.6
    body = lines[-1].bottom
    height = above + body + below + MARGIN
    with canvas.drawing(width, height) as figure:
        canvas.write_title(figure, title)
        left = MARGIN + _names_width(lines)
        for number, (name, label) in enumerate(PANELS.items()):
            box = Box(left + number * (PANEL + GAP), MARGIN + below, PANEL, body)
            axes = box.axes(figure)
            axes.set_ylim(body, 0)
            _draw_panel(axes, lines, name)
            axes.set_xlabel(label, fontsize=TEXT)
            if not number:
                _write_names(axes, lines)
    return figure


PANELS = {"seconds": "seconds", "steps": "steps (each solver's own unit)"}
GAP = 0.45


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
            text = canvas.fitted(name, size, NAMES if row else 1.8 * PANEL)
            height = max(ROW, (text.count("\n") + 1) * canvas.line_height(size) + 0.08)
            lines.append(Line(text, row, top, top + height))
            top += height
        top += 0.1
    return lines


def _names_width(lines: list[Line]) -> float:
    return canvas.widest([line.name for line in lines if line.row], TEXT) + 0.15


def _write_names(axes: Axes, lines: list[Line]) -> None:
    """The solvers at the left of their bars, the problems above them."""
    solvers = [line for line in lines if line.row]
    axes.set_yticks([line.middle for line in solvers], [line.name for line in solvers], fontsize=TEXT)
    axes.tick_params(axis="y", length=0)
    canvas.plain_labels(axes)


def _draw_panel(axes: Axes, lines: list[Line], name: str) -> None:
    """The bars of seconds, or of steps, each with its number and its answer."""
    solvers = [line for line in lines if line.row]
    numbers = [_number(line.row, name) for line in solvers]
    words = [_words(line.row, name) for line in solvers]
    _set_scale(axes, numbers, words)
    for line, number, text in zip(solvers, numbers, words, strict=True):
        _draw_bar(axes, line, number, text)
    for line in lines:
        if line.row is None and name == "seconds":
            _write_problem(axes, line)
    axes.set_yticks([])
    _set_ticks(axes)
    axes.spines[["top", "right"]].set_visible(False)


def _write_problem(axes: Axes, line: Line) -> None:
    """The name of a problem above its bars."""
    text = axes.text(0.01, line.middle, line.name, transform=axes.get_yaxis_transform(), va="center")
    text.set(fontsize=TEXT + 1, fontweight="bold", parse_math=False)


def _number(row: Row | None, name: str) -> float | None:
    """The seconds or the steps; None where the solver did not run."""
    if row is None or row.result is None:
        return None
    return float(getattr(row.result.statistics, name))


def _words(row: Row | None, name: str) -> str:
    """The number and the answer, as they stand beside the bar."""
    assert row is not None
    if row.result is None:
        return "unsupported"
    number = getattr(row.result.statistics, name)
    text = _seconds(number) if name == "seconds" else f"{number:,}"
    return f"{text}, {row.result.status}"


def _seconds(number: float) -> str:
    """Seconds in three figures; milliseconds where they are few."""
    if 0 < number < 0.01:
        return f"{1000 * number:.3g} ms" if number >= 1e-6 else f"{1000 * number:.1g} ms"
    return f"{number:.0f} s" if number >= 100 else f"{number:.3g} s"


def _tick(number: float) -> str:
    """A number below the bars: in words, or as a power, where it has many figures."""
    if number < 1e6:
        return f"{number:,.6g}"
    power = math.log10(number)
    return (
        f"10{str(int(power)).translate(RAISED)}" if power.is_integer() else f"{number / 1e6:,.6g} million"
    )


def _set_scale(axes: Axes, numbers: list[float | None], words: list[str]) -> None:
    """Limits that leave every bar the room for its words; logarithmic where numbers are far apart."""
    rooms = [canvas.widest([text], SMALL) / PANEL + 0.04 for text in words]
    known = [(number, room) for number, room in zip(numbers, rooms, strict=True) if number]
    highest = max((number for number, _ in known), default=1.0)
    lowest = min((number for number, _ in known), default=1.0)
    if highest < FAR_APART * lowest:
        axes.set_xlim(0, max((number / (1 - room) for number, room in known), default=1.0))
        return
    low = math.log10(lowest) - 0.5
    high = max(low + (math.log10(number) - low) / (1 - room) for number, room in known)
    axes.set_xscale("log")
    axes.set_xlim(10**low, 10**high)


def _set_ticks(axes: Axes) -> None:
    """A few numbers below the bars, none reaching the next: round ones, or powers of ten."""
    from matplotlib.ticker import MaxNLocator, NullLocator

    low, high = axes.get_xlim()
    if axes.get_xscale() == "log":
        powers = range(math.ceil(math.log10(low)), math.floor(math.log10(high)) + 1)
        ticks = [10.0**power for power in powers[:: math.ceil(len(powers) / 6)]]
    else:
        ticks = [tick for tick in MaxNLocator(4).tick_values(low, high) if low <= tick <= high]
    axes.set_xticks(ticks, [_tick(tick) for tick in ticks], fontsize=SMALL)
    axes.xaxis.set_minor_locator(NullLocator())


def _draw_bar(axes: Axes, line: Line, number: float | None, text: str) -> None:
    end = axes.get_xlim()[0]
    if number is not None and line.row is not None and line.row.result is not None:
        colour, hatch = LOOKS[line.row.result.status]
        bar = axes.barh(line.middle, number, height=BAR, color=colour)[0]
        bar.set(hatch=hatch, edgecolor="#606060", linewidth=0.6)
        end = max(end, number)
    place = (end, line.middle)
    axes.annotate(text, place, (4, 0), textcoords="offset points", va="center", fontsize=SMALL)
