"""What every chart is made with: matplotlib without pyplot, one style, one table of how answers look."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from knight_models.core.errors import InputError, shown
from knight_models.core.result import SolveResult, Status
from knight_models.draw.packages import require_packages
from knight_models.theory.existence import Verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.text import Text

INCH = 72
"""Points to the inch."""

TITLE, TEXT, SMALL = 14, 11, 10
"""Sizes of the letters in points; none is smaller than `SMALL`, so that a slide can be read."""

MARGIN = 0.15
"""Inches around everything."""

EXACT, MOST_LAYOUTS = 0.01, 4
"""Inches by which axes may miss their size; layouts until they do not."""

LEAST = 1.1
"""Inches of the height of axes beside which a legend stands."""

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

SMALLEST_RULED = 6.0
"""Points of a cell below which lines between cells would hide the cells."""


@contextmanager
def drawing() -> Iterator[Figure]:
    """A new figure in matplotlib's own style, whatever the user's settings are; `finish` sets its size."""
    import matplotlib.style
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    with matplotlib.style.context("default"):
        layout = ConstrainedLayoutEngine(w_pad=MARGIN, h_pad=MARGIN / 2)
        figure = _shown_figure()(dpi=100, facecolor="white", layout=layout)
        FigureCanvasAgg(figure)
        yield figure


@cache
def _shown_figure() -> type[Figure]:
    """A figure that shows itself in a notebook, as those of pyplot do."""
    from matplotlib.figure import Figure

    class ShownFigure(Figure):
        def _repr_png_(self) -> bytes:
            stream = io.BytesIO()
            self.savefig(stream, format="png")
            return stream.getvalue()

    return ShownFigure


def finish(
    figure: Figure, size: tuple[float, float], title: str, source: str = "", grid: tuple[int, int] = (1, 1)
) -> None:
    """Write the title, and make the figure as large as its axes need.

    Parameters
    ----------
    figure : with its axes drawn
    size : width and height of the first axes, in inches
    title, source : above and below the axes, in as many lines as they need
    grid : rows and columns of axes of this size
    """
    width, height = size
    figure.set_size_inches(grid[1] * width + 3, grid[0] * height + 3)
    _fit(figure, size, grid)
    room = figure.get_figwidth() - 2 * MARGIN
    fit_text(figure.suptitle(title, fontsize=TITLE, parse_math=False), room)
    if source:
        left = MARGIN / figure.get_figwidth()
        fit_text(figure.supxlabel(source, x=left, ha="left", fontsize=SMALL, parse_math=False), room)
    figure.set_figheight(figure.get_figheight() + 2)  # room for these texts
    _fit(figure, size, grid)
    figure.set_layout_engine("none")
    for axes in figure.axes:
        if axes.images:
            axes.set_aspect(
                "equal"
            )  # only now: a layout of axes that do not fill their room does not settle


def _fit(figure: Figure, size: tuple[float, float], grid: tuple[int, int]) -> None:
    """Add what the axes lack to the size of the figure; the rest of it keeps its size."""
    engine: Any = figure.get_layout_engine()
    for _ in range(MOST_LAYOUTS):
        engine.execute(figure)
        place = figure.axes[0].get_position(original=True)
        across, up = figure.get_size_inches().tolist()
        right, down = size[0] - place.width * across, size[1] - place.height * up
        if abs(right) + abs(down) < EXACT:
            return
        figure.set_size_inches(across + grid[1] * right, up + grid[0] * down)


def fit_text(text: Text, room: float) -> None:
    """Break a text into lines that are no longer than `room` inches."""
    whole, upright, figure = text.get_text(), text.get_rotation() == 90, text.get_figure(root=True)
    assert figure is not None
    for letters in range(len(whole) - 1, 0, -1):
        box = text.get_window_extent()
        if (box.height if upright else box.width) <= room * figure.dpi:
            break
        text.set_text(broken(whole, letters))


def require_matplotlib() -> None:
    """Refuse, before any work, to draw without matplotlib.

    Raises
    ------
    MissingPackageError : if it is not installed
    """
    require_packages("this", "matplotlib")


def broken(text: str, most: int) -> str:
    r"""The text in lines of at most `most` characters, broken after spaces, commas and colons if possible.

    >>> broken("depth-first:ties=roth,prune=on", 16)
    'depth-first:\nties=roth,\nprune=on'
    """
    most = max(1, most)
    lines = []
    for paragraph in text.splitlines():
        line = ""
        for word in re.split(r"(?<=[ ,:])", paragraph):
            if len((line + word).rstrip()) > most and line:
                lines.append(line.rstrip())
                line = ""
            line += word
            while len(line.rstrip()) > most:
                lines.append(line[:most])
                line = line[most:]
        lines.append(line.rstrip())
    return "\n".join(lines)


def checked_text(text: object, what: str) -> str | None:
    """A text or None.

    Raises
    ------
    InputError : for anything else
    """
    if text is None or isinstance(text, str):
        return text
    raise InputError(f"{what} is a text, not {shown(text)}")


def plain_labels(axes: Axes) -> None:
    """Labels of the axes as they are written: a dollar sign is a dollar sign."""
    for label in (*axes.get_xticklabels(), *axes.get_yticklabels(), axes.xaxis.label, axes.yaxis.label):
        label.set_parse_math(False)


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
    axes.imshow(cells, cmap=colours, vmin=-0.5, vmax=len(LOOKS) - 0.5, aspect="auto", zorder=2)
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
    cell = axes.text(column, row, text, ha="center", va="center", fontsize=points, color=colour, zorder=4)
    cell.set_in_layout(False)  # it is inside the axes


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
    """Hatch rectangles of `shape` cells; all of them are one path."""
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


def draw_legend(axes: Axes, codes: npt.NDArray[Any]) -> None:
    """The legend, at the right of some axes, of the codes that occur, with their numbers."""
    from matplotlib.patches import Patch

    counts = np.bincount(np.ma.compressed(codes), minlength=len(LOOKS)).tolist()
    keys = [
        Patch(
            facecolor=look.colour,
            hatch=look.hatch,
            edgecolor=HATCH,
            linewidth=0.5,
            label=f"{look.sign} {look.name}: {count:,}".lstrip(),
        )
        for look, count in zip(LOOKS, counts, strict=True)
        if count
    ]
    axes.legend(
        handles=keys,
        loc="upper left",
        bbox_to_anchor=(1, 1),
        borderpad=0,
        borderaxespad=1,
        handlelength=1.2,
        handleheight=1.2,
        fontsize=TEXT,
        frameon=False,
    )
