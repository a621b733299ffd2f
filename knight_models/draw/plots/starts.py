"""Maps of starts: a number or a verdict for each square of a board."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from knight_models.board import Board
from knight_models.draw.plots import canvas, verdicts
from knight_models.draw.plots.canvas import INCH, MARGIN, SMALL, TEXT, Box
from knight_models.draw.plots.start_values import StartValues, read_values
from knight_models.errors import InputError, shown

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Normalize
    from matplotlib.figure import Figure

__all__ = ["start_map"]

LEAST_SIDE, MOST_SIDE = 0.42, 1.0
"""Inches of a square of a small board: as its values need."""

LONG, LONGEST = 8.0, 24.0
"""Inches of the longer side of a board with many squares; of a long strip."""

THINNEST = 0.9
"""Inches below which a strip is not squeezed, as long as its length allows."""

ACROSS = 14.0
"""Inches of layers side by side, before the next ones go below."""

MOST_LAYERS = 100
GAP = 0.15
BAR = 0.25
BAR_HEIGHT = 1.8


def start_map(
    board: Board | str, values: Any, *, title: str | None = None, label: str | None = None
) -> Figure:
    """A map of starts: the board with a number or a verdict on each square, as a matplotlib figure.

    Numbers are shown on the scale cividis (Nuñez, Anderton and Renslow 2018), which rises evenly, in grey
    too, and are written into the squares where they fit. Verdicts are shown by colour and sign. Holes are
    left out, squares without a value hatched; layers of boards with more than two axes lie side by side.

    Parameters
    ----------
    board : a board, or its text
    values : one of

        - a mapping from squares (tuples or names) to numbers, None for those without; or to verdicts: a
          `Status`, a truth, a `SolveResult`, None for unknown
        - an array of the shape of the board, or with one value a square in the order of their numbers
        - what `walks` gives for every start in turn: the map shows how many squares each visited
        - the tours of a listing (`iter_tours`): the map shows how many begin at each square
        - results of `solve`, each with its start
    title : None for the name of the board; an empty text for no title
    label : what the numbers are

    Raises
    ------
    InputError : for a square that is not on the board, another shape, or no value at all
    MissingPackageError : without matplotlib

    >>> figure = start_map("5x5", {"a1": 304, "b2": 56, "c3": 64}, label="tours")
    >>> figure.savefig("map.png")  # doctest: +SKIP
    """
    board = _checked_board(board)
    title, label = canvas.checked_text(title, "a title"), canvas.checked_text(label, "a label")
    read = read_values(board, values)
    plan = _planned(
        board, read, str(board) if title is None else title, read.label if label is None else label
    )
    with canvas.drawing(plan.width, plan.height) as figure:
        canvas.write_title(figure, plan.title)
        norm = _norm(read)
        for number, layer in enumerate(np.ndindex(*plan.layers)):
            axes = plan.place(number).axes(figure)
            _draw_layer(axes, board, read, layer, plan, norm)
        if read.verdicts:
            verdicts.draw_legend(figure, read.cells, plan.key_left, plan.key_top)
        else:
            _draw_bar(figure, read, plan, norm)
    return figure


def _checked_board(board: Any) -> Board:
    if isinstance(board, str):
        board = Board.parse(board)
    if not isinstance(board, Board):
        raise InputError(f"a map of starts is of a board or its text, such as '8x8', not {shown(board)}")
    if board.ndim > 2 and (layers := int(np.prod(board.shape[:-2], dtype=object))) > MOST_LAYERS:
        raise InputError(f"a map shows up to {MOST_LAYERS} layers; {board.shape_text} has {layers:,}")
    return board


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


def _planned(board: Board, read: StartValues, title: str, label: str) -> Plan:
    rows, columns = (1, *board.shape)[-2:]
    layers = board.shape[:-2]
    count = int(np.prod(layers))
    side = _side(read, rows, columns, LONG if count == 1 else LONG / 2)
    margin_left = canvas.widest(_names(board)[0], SMALL) + 0.1
    heading = canvas.line_height(TEXT) + 0.05 if layers else 0.0
    across = columns * side + margin_left + GAP
    per_row = min(count, max(1, int(ACROSS / across)))
    lines = ceil(count / per_row)
    body = lines * (rows * side + heading + MARGIN_BELOW + GAP) - GAP
    if read.verdicts:
        key_width, key_height = verdicts.legend_size(read.cells)
    else:
        label = canvas.fitted(label, TEXT, max(body, BAR_HEIGHT))
        ticks = [_written(tick, read.whole) for tick in _ticks(read)]
        key_width = BAR + 0.15 + canvas.widest(ticks, SMALL)
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
    return canvas.widest([_written(value, read.whole) for value in np.ma.compressed(read.cells)], SMALL)


def _written(number: float, whole: bool) -> str:
    """A number in few characters."""
    return str(int(number)) if whole and abs(number) < 1e6 else f"{number:.3g}"


def _names(board: Board) -> tuple[list[str], list[str]]:
    """The names of the ranks from the top and of the files, as the squares are named."""
    rows, columns = (1, *board.shape)[-2:]
    if board.ndim == 1:
        return [""], [str(column) for column in range(columns)]
    if board.ndim > 2:
        return [str(row) for row in range(rows)], [str(column) for column in range(columns)]
    files = [board.name((rows - 1, column)).removesuffix("1") for column in range(columns)]
    return [str(rank) for rank in range(rows, 0, -1)], files


def _norm(read: StartValues) -> Normalize | None:
    """From the lowest number to the highest; of equal numbers, from a little below to a little above."""
    if read.verdicts:
        return None
    from matplotlib.colors import Normalize

    return Normalize(*_range(read))


def _range(read: StartValues) -> tuple[float, float]:
    low, high = float(read.cells.min()), float(read.cells.max())
    around = abs(low) / 2 or 0.5
    return (low, high) if low < high else (low - around, high + around)


def _ticks(read: StartValues) -> list[float]:
    """The numbers beside the bar of colours."""
    from matplotlib.ticker import MaxNLocator

    low, high = float(read.cells.min()), float(read.cells.max())
    if low == high:
        return [low]
    ticks = MaxNLocator(6, integer=read.whole).tick_values(low, high)
    return [float(tick) for tick in ticks if low <= tick <= high]


def _draw_layer(
    axes: Axes, board: Board, read: StartValues, layer: tuple[int, ...], plan: Plan, norm: Normalize | None
) -> None:
    cells = read.cells[layer].reshape(plan.rows, plan.columns)
    holes = read.holes[layer].reshape(plan.rows, plan.columns)
    side = plan.side * INCH
    if norm is None:
        verdicts.draw_codes(axes, cells, side)
    else:
        _draw_numbers(axes, cells, read.whole, norm, side)
    if holes.any():
        _cover(axes, holes)
    _write_margins(axes, board, side)
    axes.spines[:].set_visible(False)
    if layer:
        axes.set_title(_layer_name(layer), fontsize=TEXT, pad=4)


def _layer_name(layer: tuple[int, ...]) -> str:
    return f"layer {','.join(map(str, layer))}"


def _draw_numbers(axes: Axes, cells: npt.NDArray[Any], whole: bool, norm: Normalize, side: float) -> None:
    """The numbers as colours; written into the squares where all of them fit."""
    verdicts.hatch_ground(axes, cells.shape)
    image = axes.imshow(cells, cmap="cividis", norm=norm, aspect="equal", zorder=2)
    verdicts.rule_lines(axes, cells.shape, side)
    if side < SMALL + 2:
        return
    places = np.argwhere(~np.ma.getmaskarray(cells)).tolist()
    texts = [_written(cells[row, column], whole) for row, column in places]
    if canvas.widest(texts, SMALL) * INCH > side - 3:
        return
    for (row, column), text in zip(places, texts, strict=True):
        ground = image.cmap(norm(cells[row, column]))[:3]
        verdicts.write_centred(axes, column, row, text, SMALL, ground)


def _cover(axes: Axes, holes: npt.NDArray[np.bool_]) -> None:
    """White where a square is missing, over the hatching and the lines between squares."""
    white = np.ones((*holes.shape, 4))
    white[..., 3] = holes
    axes.imshow(white, aspect="equal", interpolation="nearest", zorder=3.5)


def _write_margins(axes: Axes, board: Board, side: float) -> None:
    """The names of ranks and files; of small squares every so many."""
    ranks, files = _names(board)
    down = _stride((SMALL + 2) / side)
    across = _stride((canvas.widest(files, SMALL) * INCH + 3) / side)
    from_one = board.ndim == 2
    rows, columns = len(ranks), len(files)
    tops = _every(down, rows, from_one)
    lefts = _every(across, columns, from_one)
    tops = [rows - 1 - row for row in tops] if from_one else tops
    axes.set_yticks(tops, [ranks[row] for row in tops], fontsize=SMALL)
    axes.set_xticks(lefts, [files[column] for column in lefts], fontsize=SMALL)
    axes.tick_params(which="both", length=0, pad=3)


def _every(stride: int, count: int, from_one: bool) -> list[int]:
    """Places so many apart; those of the round numbers, where places are numbered from 1."""
    return list(range(stride - 1 if from_one and stride >= 5 else 0, count, stride))


def _stride(needed: float) -> int:
    """The lowest of 1, 2, 5, 10, 20, ... that is not below a number."""
    scale = 1
    while scale * 5 < needed:
        scale *= 10
    return next(scale * step for step in (1, 2, 5) if scale * step >= needed)


def _draw_bar(figure: Figure, read: StartValues, plan: Plan, norm: Normalize | None) -> None:
    """The bar of colours, as high as the first layer."""
    from matplotlib.cm import ScalarMappable

    height = max(plan.rows * plan.side, BAR_HEIGHT)
    axes = Box(plan.key_left, plan.key_top - height, BAR, height).axes(figure)
    bar = figure.colorbar(ScalarMappable(norm, "cividis"), cax=axes, label=plan.label)
    ticks = _ticks(read)
    bar.set_ticks(ticks, labels=[_written(tick, read.whole) for tick in ticks], fontsize=SMALL)
    bar.minorticks_off()
    axes.yaxis.label.set_fontsize(TEXT)
    canvas.plain_labels(axes)
