"""Pictures as pixels: `png_of` draws, with matplotlib, the elements that `svg_of` writes.

So there is one drawing, and a PNG shows what the SVG shows. Only what our own SVG holds is understood:
groups that are moved, rectangles, circles, texts, and paths of the commands M L l H h v Q a z.
"""

from __future__ import annotations

import io
import math
import re
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import numpy as np
import numpy.typing as npt

from knight_models.draw.charts.canvas import drawing, require_matplotlib
from knight_models.draw.svg import svg_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.patches import Patch
    from matplotlib.path import Path

__all__ = ["png_of"]

ZOOM, MOST_PIXELS = 2.0, 4000
"""Pixels to each of the SVG's, so that it stands sharp on a slide; and of the longer side at most."""
DOTS, POINTS = 100, 72
"""Pixels and points to the inch."""
LETTERS = 0.9
"""The letters of matplotlib's own font are wider than Helvetica's by this."""
SVG = "{http://www.w3.org/2000/svg}"
INHERITED = (
    "fill",
    "stroke",
    "stroke-width",
    "stroke-dasharray",
    "stroke-linecap",
    "stroke-linejoin",
    "font-size",
    "font-weight",
    "text-anchor",
    "paint-order",
)
_COMMAND = re.compile(r"([MLlHhvQaz])([^MLlHhvQaz]*)")
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")
_BOXES = re.compile(r"(?:M[^MLlHhvQaz]+h[^MLlHhvQaz]+v[^MLlHhvQaz]+h[^MLlHhvQaz]+z)+")
"""The holes of a board, of which there can be half a million."""
_MOVED = re.compile(r"translate\((\S+) (\S+)\)")

Style = dict[str, str]
Points = npt.NDArray[np.float64]


def png_of(
    what: object,
    *,
    numbers: bool | None = None,
    names: bool | None = None,
    graph_layout: str | None = None,
    title: str | None = None,
) -> bytes:
    """The picture of `svg_of` as the bytes of a PNG file, twice as large, at most 4,000 pixels a side.

    Parameters
    ----------
    what, numbers, names, graph_layout : as for `svg_of`
    title : as for `svg_of`; it is kept in the file

    Raises
    ------
    InputError : as for `svg_of`
    MissingPackageError : if matplotlib is not installed

    >>> png_of("3x4")[1:4]
    b'PNG'
    """
    require_matplotlib()
    text = svg_of(what, numbers=numbers, names=names, graph_layout=graph_layout, title=title)
    root = ElementTree.fromstring(text)
    width, height = (int(root.get(side, "")) for side in ("width", "height"))
    zoom = min(ZOOM, MOST_PIXELS / max(width, height))
    with drawing(math.ceil(width * zoom) / DOTS, math.ceil(height * zoom) / DOTS) as figure:
        left, top, across, down = map(float, root.get("viewBox", "").split())
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set_axis_off()
        axes.set_xlim(left, left + across)
        axes.set_ylim(top + down, top)
        _Painter(axes, zoom * width / across).children(root, {}, 1.0, (0.0, 0.0))
        stream = io.BytesIO()
        metadata = {"Title": root.findtext(f"{SVG}title", ""), "Software": None}
        with warnings.catch_warnings():  # a box stands for a letter that the font has not
            warnings.filterwarnings("ignore", message="Glyph .* missing", category=UserWarning)
            figure.savefig(stream, format="png", dpi=DOTS, metadata=metadata)
    return stream.getvalue()


class _Painter:
    """Draws elements, one behind the other.

    Parameters
    ----------
    axes : whose units are those of the view box
    pixels : pixels to the unit
    """

    def __init__(self, axes: Axes, pixels: float) -> None:
        self._axes = axes
        self._points = pixels * POINTS / DOTS
        self._layer = 0

    def children(
        self, parent: ElementTree.Element, style: Style, opacity: float, corner: tuple[float, float]
    ) -> None:
        """Draw what an element holds."""
        for element in parent:
            own = style | {name: element.attrib[name] for name in INHERITED if name in element.attrib}
            seen = opacity * float(element.get("opacity", 1))
            if element.tag == f"{SVG}g":
                self.children(element, own, seen, _moved(element, corner))
            elif element.tag == f"{SVG}text":
                self._text(element, own, seen, corner)
            elif element.tag in (f"{SVG}{shape}" for shape in ("rect", "circle", "path")):
                self._shape(element, own, seen, corner)

    def _shape(
        self, element: ElementTree.Element, style: Style, opacity: float, corner: tuple[float, float]
    ) -> None:
        patch = _outline(element, corner)
        if patch is None:
            return
        self._layer += 1
        patch.set(zorder=self._layer, alpha=opacity, clip_on=False, antialiased=True)
        fill, stroke = style.get("fill", "black"), style.get("stroke", "none")
        patch.set_facecolor(fill)
        patch.set_edgecolor(stroke)
        width = float(style.get("stroke-width", 1))
        patch.set_linewidth(width * self._points if stroke != "none" else 0)
        patch.set_capstyle(style.get("stroke-linecap", "butt"))  # type: ignore[arg-type]  # SVG has the same names
        patch.set_joinstyle(style.get("stroke-linejoin", "miter"))  # type: ignore[arg-type]  # likewise
        if "stroke-dasharray" in style:
            dashes = [float(length) / width for length in style["stroke-dasharray"].split()]
            patch.set_linestyle((0, dashes * (1 if len(dashes) % 2 == 0 else 2)))
        self._axes.add_artist(patch)  # add_patch would look at every point for limits that are known

    def _text(
        self, element: ElementTree.Element, style: Style, opacity: float, corner: tuple[float, float]
    ) -> None:
        from matplotlib.patheffects import withStroke

        self._layer += 1
        anchors = {"start": "left", "middle": "center", "end": "right"}
        text = self._axes.text(
            float(element.get("x", 0)) + corner[0],
            float(element.get("y", 0)) + corner[1],
            element.text or "",
            fontsize=float(style["font-size"]) * self._points * LETTERS,
            fontweight=style.get("font-weight", "normal"),
            color=style.get("fill", "black"),
            alpha=opacity,
            ha=anchors[style.get("text-anchor", "start")],
            va="baseline",
            zorder=self._layer,
            parse_math=False,
        )
        if style.get("paint-order") == "stroke":
            width = float(style.get("stroke-width", 1)) * self._points
            text.set_path_effects([withStroke(linewidth=width, foreground=style["stroke"])])


def _moved(element: ElementTree.Element, corner: tuple[float, float]) -> tuple[float, float]:
    found = _MOVED.fullmatch(element.get("transform", "translate(0 0)"))
    assert found is not None
    return corner[0] + float(found[1]), corner[1] + float(found[2])


def _outline(element: ElementTree.Element, corner: tuple[float, float]) -> Patch | None:
    """The outline of an element; nothing for the paper, which is there already."""
    from matplotlib.patches import Circle, FancyBboxPatch, PathPatch, Rectangle

    def number(name: str) -> float:
        return float(element.get(name, 0))

    if element.tag == f"{SVG}path":
        return PathPatch(_path(element.attrib["d"], corner))
    if element.tag == f"{SVG}circle":
        return Circle((number("cx") + corner[0], number("cy") + corner[1]), number("r"))
    if element.get("width") == "100%":
        return None
    place = (number("x") + corner[0], number("y") + corner[1])
    if number("rx"):
        form = f"round,pad=0,rounding_size={number('rx')}"
        return FancyBboxPatch(place, number("width"), number("height"), boxstyle=form)
    return Rectangle(place, number("width"), number("height"))


def _path(data: str, corner: tuple[float, float]) -> Path:
    """The path that SVG path data describes."""
    from matplotlib.path import Path

    vertices: list[Points] = [np.zeros((0, 2))]
    codes: list[npt.NDArray[np.uint8]] = [np.zeros(0, np.uint8)]
    for points, code in _pieces(data):
        vertices.append(points)
        codes.append(np.asarray(code, np.uint8))
    return Path(np.concatenate(vertices) + corner, np.concatenate(codes))


def _pieces(data: str) -> Iterator[tuple[Points, Any]]:
    """Points and matplotlib's codes of one command after the other; of many boxes, all at once."""
    from matplotlib.path import Path

    here = np.zeros(2)
    begin = here
    if _BOXES.fullmatch(data):
        yield from _boxes(np.array(_NUMBER.findall(data), np.float64).reshape(-1, 5))
        return
    for command, text in _COMMAND.findall(data):
        values = np.array(_NUMBER.findall(text), np.float64)
        if command == "z":
            yield begin[None, :], [Path.CLOSEPOLY]
            here = begin
            continue
        if command == "a":
            yield from _half_circles(here, values.reshape(-1, 7))
            here = here + values.reshape(-1, 7)[:, 5:].sum(axis=0)
            continue
        points = _reached(command, values, here)
        code = {"M": Path.MOVETO, "Q": Path.CURVE3}.get(command, Path.LINETO)
        yield points, np.full(len(points), code)
        here = points[-1]
        begin = here if command == "M" else begin


def _boxes(boxes: Points) -> Iterator[tuple[Points, Any]]:
    """Rectangles, shape (n, 5), by their corner and the steps right, down and back."""
    from matplotlib.path import Path

    steps = np.zeros((len(boxes), 5, 2))
    steps[:, 0] = boxes[:, :2]
    steps[:, 1, 0], steps[:, 2, 1], steps[:, 3, 0] = boxes[:, 2], boxes[:, 3], boxes[:, 4]
    corners = np.cumsum(steps, axis=1)
    corners[:, 4] = corners[:, 0]
    codes = [Path.MOVETO, *[Path.LINETO] * 3, Path.CLOSEPOLY]
    yield corners.reshape(-1, 2), np.tile(codes, len(boxes))


def _reached(command: str, values: Points, here: Points) -> Points:
    """The points that a command of lines or curves names, absolute."""
    if command in "Hhv":
        point = here.copy()
        axis = 1 if command == "v" else 0
        point[axis] = values[-1] + (0 if command == "H" else here[axis])
        return point[None, :]
    points = values.reshape(-1, 2)
    return here + np.cumsum(points, axis=0) if command == "l" else points


def _half_circles(here: Points, arcs: Points) -> Iterator[tuple[Points, Any]]:
    """Half circles, as two cubic curves each (a quarter's handle has length 0.5523 radii)."""
    from matplotlib.path import Path

    for radius, _, _, _, sweep, right, down in arcs.tolist():
        step = np.array([right, down])
        side = np.array([step[1], -step[0]]) / 2 * (1 if sweep else -1)
        middle, handle = here + step / 2 + side, 0.5523
        yield (
            np.array(
                [
                    here + handle * side,
                    middle - handle * step / 2,
                    middle,
                    middle + handle * step / 2,
                    here + step + handle * side,
                    here + step,
                ]
            ),
            [Path.CURVE4] * 6,
        )
        assert math.isclose(2 * radius, float(np.hypot(*step)), rel_tol=0.01)
        here = here + step
