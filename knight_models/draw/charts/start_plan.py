"""Where everything goes on a map of starts: squares, layers, names, the bar of colours, in inches."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

import numpy as np

from knight_models.core.board import Board
from knight_models.draw.charts import canvas, verdicts
from knight_models.draw.charts.canvas import INCH, MARGIN, SMALL, TEXT, Box
from knight_models.draw.charts.start_values import StartValues

__all__ = ["BAR", "BAR_HEIGHT", "Plan", "names", "planned", "ticks", "written"]

LEAST_SIDE, MOST_SIDE = 0.42, 1.0
"""Inches of a square of a small board: as its values need."""

LONG, LONGEST = 8.0, 24.0
"""Inches of the longer side of a board with many squares; of a long strip."""

THINNEST = 0.9
"""Inches below which a strip is not squeezed, as long as its length allows."""

ACROSS = 14.0
"""Inches of layers side by side, before the next ones go below."""

GAP = 0.15
BAR = 0.25
BAR_HEIGHT = 1.8


@dataclass(frozen=True)
class Plan:
    """Where everything goes, in inches.

    Parameters
    ----------
    layers : the shape of all axes but the last two
    rows, columns : of a layer
    side : of a square
    title, label : in lines that fit
    """

    layers: tuple[int, ...]
    rows: int
    columns: int
    side: float
    title: str
    label: str
    margin_left: float
    heading: float
    per_row: int
    width: float
    height: float
    key_width: float

    @property
    def step(self) -> tuple[float, float]:
        """From one layer to the next, across and down."""
        margin = self.margin_left + GAP
        across = self.columns * self.side + margin
        return across, self.rows * self.side + self.heading + MARGIN_BELOW + GAP

    @property
    def key_left(self) -> float:
        """Where the legend or the bar begins."""
        return self.width - MARGIN - self.key_width

    @property
    def key_top(self) -> float:
        """Where the legend or the bar ends."""
        return self.height - MARGIN - canvas.title_height(self.title) - self.heading

    def place(self, number: int) -> Box:
        """Where the squares of a layer lie."""
        row, column = divmod(number, self.per_row)
        across, down = self.step
        top = self.key_top - row * down
        height = self.rows * self.side
        left = MARGIN + column * across + self.margin_left
        return Box(left, top - height, self.columns * self.side, height)


MARGIN_BELOW = 0.22
"""Inches for the names of the files."""


def planned(board: Board, read: StartValues, title: str, label: str) -> Plan:
    rows, columns = (1, *board.shape)[-2:]
    layers = board.shape[:-2]
    count = int(np.prod(layers))
    side = _side(read, rows, columns, LONG if count == 1 else LONG / 2)
    margin_left = canvas.widest(names(board)[0], SMALL) + 0.1
    heading = canvas.line_height(TEXT) + 0.05 if layers else 0.0
    across = columns * side + margin_left + GAP
    per_row = min(count, max(1, int(ACROSS / across)))
    lines = ceil(count / per_row)
    body = lines * (rows * side + heading + MARGIN_BELOW + GAP) - GAP
    if read.verdicts:
        key_width, key_height = verdicts.legend_size(read.cells)
    else:
        label = canvas.fitted(label, TEXT, max(body, BAR_HEIGHT))
        beside = [written(tick, read.whole) for tick in ticks(read)]
        key_width = BAR + 0.15 + canvas.widest(beside, SMALL)
        key_width += (label.count("\n") + 1) * canvas.line_height(TEXT) + 0.1 if label else 0
        key_height = BAR_HEIGHT + SMALL / INCH
    width = MARGIN + per_row * across + GAP + key_width + MARGIN
    title = canvas.fitted(title, canvas.TITLE, width - 2 * MARGIN)
    height = MARGIN + canvas.title_height(title) + max(body, heading + key_height) + MARGIN
    return Plan(
        layers, rows, columns, side, title, label, margin_left, heading, per_row, width, height, key_width
    )


def _side(read: StartValues, rows: int, columns: int, long: float) -> float:
    """The inches of a square."""
    wanted = min(MOST_SIDE, max(LEAST_SIDE, _text_width(read) + 0.12))
    longer, shorter = max(rows, columns), min(rows, columns)
    return min(wanted, max(long / longer, min(THINNEST / shorter, LONGEST / longer)))


def _text_width(read: StartValues) -> float:
    """The inches that the longest of the values takes, if there are few enough to be written."""
    if read.verdicts or read.cells.size > (LONG * INCH / SMALL) ** 2:
        return 0.0
    return canvas.widest([written(value, read.whole) for value in np.ma.compressed(read.cells)], SMALL)


def written(number: float, whole: bool) -> str:
    """A number in few characters."""
    return str(int(number)) if whole and abs(number) < 1e6 else f"{number:.3g}"


def names(board: Board) -> tuple[list[str], list[str]]:
    """The names of the ranks from the top and of the files, as the squares are named."""
    rows, columns = (1, *board.shape)[-2:]
    if board.ndim == 1:
        return [""], [str(column) for column in range(columns)]
    if board.ndim > 2:
        return [str(row) for row in range(rows)], [str(column) for column in range(columns)]
    files = [board.name((rows - 1, column)).removesuffix("1") for column in range(columns)]
    return [str(rank) for rank in range(rows, 0, -1)], files


def ticks(read: StartValues) -> list[float]:
    """The numbers beside the bar of colours."""
    from matplotlib.ticker import MaxNLocator

    low, high = float(read.cells.min()), float(read.cells.max())
    if low == high:
        return [low]
    marks = MaxNLocator(6, integer=read.whole).tick_values(low, high)
    return [float(mark) for mark in marks if low <= mark <= high]
