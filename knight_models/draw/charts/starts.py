"""Maps of starts: a number or a verdict for each square of a board."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from knight_models.core.board import Board
from knight_models.core.errors import InputError, shown
from knight_models.core.squares import file_name
from knight_models.draw.charts import figures
from knight_models.draw.charts.figures import INCH, SMALL, TEXT
from knight_models.draw.charts.start_values import StartValues, read_values

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Normalize
    from matplotlib.figure import Figure

MOST_LAYERS = 100

LEAST_SIDE, MOST_SIDE = 0.42, 1.0
"""Inches of a square of a small board: as its values need."""

LONG, LONGEST = 8.0, 24.0
"""Inches of the longer side of a board with many squares; of a long strip."""

THINNEST = 0.9
"""Inches below which a strip is not squeezed, as long as its length allows."""

ACROSS, BETWEEN = 14.0, 0.4
"""Inches of layers side by side, before the next ones go below; and from one layer to the next, about."""

BAR, BAR_HEIGHT = 0.25, 1.8
"""Inches of the bar of colours: its width, and its height at least."""

DIGIT, WIDEST = 0.64, 0.8
"""Width of a digit, and of a wide small letter, as a part of its size."""


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
    label : what the numbers are, as the text beside the bar of colours

    Raises
    ------
    InputError : for a square that is not on the board, another shape, or no value at all
    MissingPackageError : without matplotlib

    >>> figure = start_map("5x5", {"a1": 304, "b2": 56, "c3": 64}, label="tours")
    >>> figure.savefig("map.png")  # doctest: +SKIP
    """
    figures.require_matplotlib()
    board = _checked_board(board)
    title, label = figures.checked_text(title, "a title"), figures.checked_text(label, "a label")
    read = read_values(board, values)
    title, label = str(board) if title is None else title, read.label if label is None else label
    rows, columns = (1, *board.shape)[-2:]
    side = _side(read, rows, columns)
    size = columns * side, max(rows * side, figures.LEAST if read.verdicts else BAR_HEIGHT)
    with figures.drawing() as figure:
        norm = _norm(read)
        grid = _grid(board, columns * side)
        layers = list(np.ndindex(*board.shape[:-2]))
        axes = [figure.add_subplot(*grid, number + 1, anchor="N") for number in range(len(layers))]
        for layer, panel in zip(layers, axes, strict=True):
            _draw_layer(panel, board, read, layer, side * INCH, norm)
        if norm is None:
            figures.draw_legend(axes[grid[1] - 1], read.cells)
        else:
            _draw_bar(figure, axes, read, norm, label, (grid[1] * size[0], size[1]))
        figures.finish(figure, size, title, grid=grid)
    return figure


def _grid(board: Board, width: float) -> tuple[int, int]:
    """Rows and columns of layers."""
    count = int(np.prod(board.shape[:-2]))
    across = min(count, max(1, int(ACROSS / (width + BETWEEN))))
    return ceil(count / across), across


def _side(read: StartValues, rows: int, columns: int) -> float:
    """The inches of a square: as wide as its longest number, but a board is not larger than a page."""
    long = LONG if read.cells.ndim < 3 else LONG / 2
    wanted = LEAST_SIDE
    if not read.verdicts and read.cells.size <= (LONG * INCH / SMALL) ** 2:
        longest = max(len(written(value, read.whole)) for value in np.ma.compressed(read.cells))
        wanted = min(MOST_SIDE, max(LEAST_SIDE, longest * DIGIT * SMALL / INCH + 0.12))
    longer, shorter = max(rows, columns), min(rows, columns)
    return min(wanted, max(long / longer, min(THINNEST / shorter, LONGEST / longer)))


def written(number: float, whole: bool) -> str:
    """A number in few characters."""
    return str(int(number)) if whole and abs(number) < 1e6 else f"{number:.3g}"


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
    axes: Axes, board: Board, read: StartValues, layer: tuple[int, ...], side: float, norm: Normalize | None
) -> None:
    """The squares of a layer, `side` points wide, with the names of its ranks and files."""
    shape = (1, *board.shape)[-2:]
    cells, holes = read.cells[layer].reshape(shape), read.holes[layer].reshape(shape)
    if norm is None:
        figures.draw_codes(axes, cells, side)
    else:
        _draw_numbers(axes, cells, read.whole, norm, side)
    if holes.any():
        _cover(axes, holes)
    _write_margins(axes, board, side)
    axes.spines[:].set_visible(False)
    if layer:
        axes.set_title(f"layer {','.join(map(str, layer))}", fontsize=TEXT, pad=4)


def _draw_numbers(axes: Axes, cells: npt.NDArray[Any], whole: bool, norm: Normalize, side: float) -> None:
    """The numbers as colours; written into the squares where all of them fit."""
    figures.hatch_ground(axes, cells.shape)
    image = axes.imshow(cells, cmap="cividis", norm=norm, aspect="auto", zorder=2)
    figures.rule_lines(axes, cells.shape, side)
    if side < SMALL + 2:
        return
    places = np.argwhere(~np.ma.getmaskarray(cells)).tolist()
    texts = [written(cells[row, column], whole) for row, column in places]
    if max(map(len, texts), default=0) * DIGIT * SMALL > side - 3:
        return
    for (row, column), text in zip(places, texts, strict=True):
        ground = image.cmap(norm(cells[row, column]))[:3]
        figures.write_centred(axes, column, row, text, SMALL, ground)


def _cover(axes: Axes, holes: npt.NDArray[np.bool_]) -> None:
    """White where a square is missing, over the hatching and the lines between squares."""
    white = np.ones((*holes.shape, 4))
    white[..., 3] = holes
    axes.imshow(white, aspect="auto", interpolation="nearest", zorder=3.5)


def _write_margins(axes: Axes, board: Board, side: float) -> None:
    """The names of ranks and files; where squares are small, of every second, fifth, tenth, ..."""
    ranks, files = _names(board)
    down = _stride((SMALL + 2) / side)
    across = _stride((max(map(len, files)) * WIDEST * SMALL + 3) / side)
    from_one = board.ndim == 2
    rows, columns = len(ranks), len(files)
    tops = _every(down, rows, from_one)
    lefts = _every(across, columns, from_one)
    tops = [rows - 1 - row for row in tops] if from_one else tops
    axes.set_yticks(tops, [ranks[row] for row in tops], fontsize=SMALL)
    axes.set_xticks(lefts, [files[column] for column in lefts], fontsize=SMALL)
    axes.tick_params(which="both", length=0, pad=3)


def _every(stride: int, count: int, from_one: bool) -> list[int]:
    """Every `stride`-th place; those of the round numbers, where places are numbered from 1."""
    return list(range(stride - 1 if from_one and stride >= 5 else 0, count, stride))


def _stride(needed: float) -> int:
    """The lowest of 1, 2, 5, 10, 20, ... that is not below a number."""
    scale = 1
    while scale * 5 < needed:
        scale *= 10
    return next(scale * step for step in (1, 2, 5) if scale * step >= needed)


def _names(board: Board) -> tuple[list[str], list[str]]:
    """The names of the ranks from the top and of the files, as the squares are named."""
    rows, columns = (1, *board.shape)[-2:]
    if board.ndim == 1:
        return [""], [str(column) for column in range(columns)]
    if board.ndim > 2:
        return [str(row) for row in range(rows)], [str(column) for column in range(columns)]
    return [str(rank) for rank in range(rows, 0, -1)], [file_name(column) for column in range(columns)]


def _draw_bar(
    figure: Figure,
    axes: list[Axes],
    read: StartValues,
    norm: Normalize,
    label: str,
    size: tuple[float, float],
) -> None:
    """The bar of colours beside the layers, as high as the first of them."""
    from matplotlib.cm import ScalarMappable
    from matplotlib.ticker import MaxNLocator

    width, height = size
    bar = figure.colorbar(
        ScalarMappable(norm, "cividis"),
        ax=axes,
        label=label,
        fraction=BAR / width,
        aspect=height / BAR,
        anchor=(0, 1),
        panchor="N",
    )
    low, high = float(read.cells.min()), float(read.cells.max())
    marks = MaxNLocator(6, integer=read.whole).tick_values(low, high) if low < high else [low]
    marks = [mark for mark in marks if low <= mark <= high]
    bar.set_ticks(marks, labels=[written(mark, read.whole) for mark in marks], fontsize=SMALL)
    bar.minorticks_off()
    bar.ax.yaxis.label.set_fontsize(TEXT)
    figures.plain_labels(bar.ax)
    figures.fit_text(bar.ax.yaxis.label, height)
