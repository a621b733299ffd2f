"""Cells that say found, impossible or unknown: by colour, by sign, and by hatching where grey has to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from knight_models.core.result import SolveResult, Status
from knight_models.draw.charts.canvas import INCH, TEXT, line_height, widest
from knight_models.theory.existence import Verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "NO_VALUE",
    "UNKNOWN",
    "Codes",
    "code_of",
    "draw_codes",
    "draw_legend",
    "hatch_ground",
    "legend_size",
    "rule_lines",
    "write_centred",
]

Codes = npt.NDArray[np.int8]


@dataclass(frozen=True)
class Look:
    """How one answer is drawn."""

    name: str
    sign: str
    colour: str
    hatch: str = ""


LOOKS = (
    Look("found", "✓", "#fdea45"),
    Look("impossible", "×", "#123570"),
    Look("unknown", "?", "#a0a0a0", "...."),
    Look("no value", "", "#f2f2f2", "////"),
)
"""By their codes: the two ends of cividis, light and dark, and two greys with hatching."""

CODES = {Status.FOUND: 0, Status.IMPOSSIBLE: 1, Status.UNKNOWN: 2}
UNKNOWN = 2
NO_VALUE = 3

HATCH = "#8c8c8c"
KEY_SIDE = 0.28
"""Inches of a coloured square of the legend, with the gap after it."""

SMALLEST_RULED = 6.0
"""Points of a cell below which lines between cells would hide the cells."""


def code_of(value: Any) -> int | None:
    """The code of a verdict (a status, a truth, a result, a theorem's verdict); None for anything else."""
    if isinstance(value, SolveResult):
        value = value.status
    if isinstance(value, Verdict):
        value = value.exists
    if isinstance(value, bool | np.bool_):
        return 0 if value else 1
    if isinstance(value, str) and value in set(Status):
        return CODES[Status(value)]
    return None


def draw_codes(axes: Axes, codes: npt.NDArray[Any], side: float) -> None:
    """Fill the cells of a grid by their codes; masked cells are left out.

    Parameters
    ----------
    axes : whose unit is one cell, row 0 on top
    codes : shape (rows, columns), masked where there is no cell
    side : points from one side of a cell to the other
    """
    from matplotlib.colors import ListedColormap

    colours = ListedColormap([look.colour for look in LOOKS])
    hatch_ground(axes, codes.shape)
    cells = np.ma.masked_where(np.ma.filled(codes == NO_VALUE, fill_value=False), codes)
    axes.imshow(cells, cmap=colours, vmin=-0.5, vmax=len(LOOKS) - 0.5, aspect="equal", zorder=2)
    rule_lines(axes, codes.shape, side)
    if side < SMALLEST_RULED:
        return
    _hatch(axes, np.argwhere(np.ma.filled(codes == UNKNOWN, fill_value=False)), LOOKS[UNKNOWN].hatch)
    if side >= TEXT + 2:
        for row, column in np.argwhere(~np.ma.getmaskarray(cells)):
            look = LOOKS[int(cells[row, column])]
            write_centred(axes, column, row, look.sign, TEXT, look.colour)


def write_centred(axes: Axes, column: int, row: int, text: str, points: float, ground: Any) -> None:
    """A text in the middle of a cell, black on a light ground, white on a dark one."""
    from matplotlib.colors import to_rgb

    red, green, blue = to_rgb(ground)
    colour = "black" if 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 else "white"
    axes.text(column, row, text, ha="center", va="center", fontsize=points, color=colour, zorder=4)


def hatch_ground(axes: Axes, shape: Sequence[int]) -> None:
    """Hatch the whole grid, to be seen wherever no cell with a value covers it."""
    _hatch(axes, np.zeros((1, 2), int), LOOKS[NO_VALUE].hatch, LOOKS[NO_VALUE].colour, shape, zorder=1)


def rule_lines(axes: Axes, shape: Sequence[int], side: float) -> None:
    """White lines between the cells, where these are large enough."""
    if side < SMALLEST_RULED:
        return
    rows, columns = shape
    axes.set_xticks(np.arange(-0.5, columns), minor=True)
    axes.set_yticks(np.arange(-0.5, rows), minor=True)
    axes.tick_params(which="both", length=0)
    axes.set_axisbelow(False)
    axes.grid(which="minor", color="white", linewidth=1 if side < 2 * TEXT else 1.5)


def _hatch(
    axes: Axes,
    cells: npt.NDArray[np.intp],
    hatch: str,
    colour: str = "none",
    shape: Sequence[int] = (1, 1),
    zorder: float = 3,
) -> None:
    """Hatch rectangles of `shape` cells; all are one path, however many there are."""
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    if not len(cells):
        return
    rows, columns = shape
    outline = np.array([(0, 0), (columns, 0), (columns, rows), (0, rows), (0, 0)]) - 0.5
    corners = (cells[:, None, ::-1] + outline).reshape(-1, 2)
    codes = np.tile([Path.MOVETO, *[Path.LINETO] * 3, Path.CLOSEPOLY], len(cells))
    look = {"hatch": hatch, "edgecolor": HATCH, "linewidth": 0, "zorder": zorder}
    axes.add_patch(PathPatch(Path(corners, codes), facecolor=colour, **look))


def _entries(codes: npt.NDArray[Any]) -> list[tuple[Look, str]]:
    """The looks that occur, and what the legend says of each."""
    counts = np.bincount(np.ma.compressed(codes), minlength=len(LOOKS))
    return [
        (look, f"{look.sign} {look.name}: {count:,}".lstrip())
        for look, count in zip(LOOKS, counts.tolist(), strict=True)
        if count
    ]


def legend_size(codes: npt.NDArray[Any]) -> tuple[float, float]:
    """The inches that the legend takes, across and up."""
    entries = _entries(codes)
    texts = [text for _, text in entries]
    return widest(texts, TEXT) + KEY_SIDE + 0.1, len(entries) * 1.5 * line_height(TEXT)


def draw_legend(figure: Figure, codes: npt.NDArray[Any], left: float, top: float) -> None:
    """The legend of the codes that occur, its top left corner at a place in inches."""
    from matplotlib.patches import Patch

    width, height = figure.get_size_inches()
    keys = [
        Patch(facecolor=look.colour, hatch=look.hatch, edgecolor=HATCH, linewidth=0.5, label=text)
        for look, text in _entries(codes)
    ]
    figure.legend(
        handles=keys,
        loc="upper left",
        bbox_to_anchor=(left / width, top / height),
        borderaxespad=0,
        borderpad=0,
        handlelength=KEY_SIDE * INCH / TEXT - 0.5,
        handleheight=1.2,
        handletextpad=0.5,
        fontsize=TEXT,
        frameon=False,
    )
