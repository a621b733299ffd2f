"""Maps of starts: a number or a verdict for each square of a board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from knight_models.core.board import Board
from knight_models.core.errors import InputError, shown
from knight_models.draw.charts import canvas, verdicts
from knight_models.draw.charts.canvas import INCH, SMALL, TEXT, Box
from knight_models.draw.charts.start_plan import BAR, BAR_HEIGHT, Plan, names, planned, ticks, written
from knight_models.draw.charts.start_values import StartValues, read_values

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Normalize
    from matplotlib.figure import Figure

__all__ = ["start_map"]

MOST_LAYERS = 100


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
    canvas.require_matplotlib()
    board = _checked_board(board)
    title, label = canvas.checked_text(title, "a title"), canvas.checked_text(label, "a label")
    read = read_values(board, values)
    plan = planned(
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
    texts = [written(cells[row, column], whole) for row, column in places]
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
    ranks, files = names(board)
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
    marks = ticks(read)
    bar.set_ticks(marks, labels=[written(mark, read.whole) for mark in marks], fontsize=SMALL)
    bar.minorticks_off()
    axes.yaxis.label.set_fontsize(TEXT)
    canvas.plain_labels(axes)
