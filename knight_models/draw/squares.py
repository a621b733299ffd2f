"""The inside of one panel as SVG: squares, holes, names, the line, the numbers, start and end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from xml.sax.saxutils import escape

import numpy as np

from knight_models.board import Board
from knight_models.draw import colours
from knight_models.draw.layout import SIDE, Frame
from knight_models.draw.lines import ACROSS, NO_MOVE, PLAIN, WRAPPED, strokes
from knight_models.draw.panels import Panel

__all__ = ["PARTS", "Look", "panel_body"]

PARTS = 128
"""Colours along a path; a path of no more moves changes its colour with each."""
MOST_EDGES = 20_000
"""Moves of a graph that are drawn beside those of its tour."""
MOST_NUMBERED = 10_000
DISC = 13
"""Radius of the disc that a number stands in."""
FONT = 15
LETTER = 0.58
"""Width of a digit, of the size of its text."""


@dataclass(frozen=True)
class Look:
    """How a panel is drawn.

    Parameters
    ----------
    scale : pixels a unit
    numbers, names : as for `svg_of`
    key : what the names of patterns begin with, so that they differ from those of other pictures
    animated : whether elements carry the time when they appear
    """

    scale: float
    numbers: bool | None
    names: bool | None
    key: str
    animated: bool = False

    @property
    def square(self) -> float:
        """Pixels of the side of a square."""
        return self.scale * SIDE

    @cached_property
    def grid(self) -> float:
        """Opacity of the dark squares: they fade where squares get as small as a few pixels."""
        return _faded(self.square, 2, 6)

    def text(self, size: float, wanted: bool | None) -> float:
        """Opacity of a text of a size in units; where it is asked for, all of it."""
        return float(wanted) if wanted is not None else _faded(size * self.scale, 5, 7.5)

    def at_least(self, units: float, pixels: float, most: float) -> float:
        """A length in units that is no less than so many pixels, but at most so many units."""
        return round(min(most, max(units, pixels / self.scale)), 2)


def _faded(value: float, gone: float, full: float) -> float:
    return round(min(1.0, max(0.0, (value - gone) / (full - gone))), 2)


def panel_body(panel: Panel, look: Look) -> Iterator[str]:
    """The elements of a panel, from the back to the front."""
    board = panel.layout.board
    if board is None:
        yield from _edges(panel)
    else:
        yield from _layers(panel, board, look)
    yield from _marks(panel, look)
    yield from _line(panel, look)
    yield from _ends(panel, look)
    yield from _numbers(panel, look)


def _layers(panel: Panel, board: Board, look: Look) -> Iterator[str]:
    for number, frame in enumerate(panel.layout.frames):
        width, height = frame.columns * SIDE, frame.rows * SIDE
        at = f'transform="translate({frame.left:g} {frame.top:g})"'
        size = f'width="{width}" height="{height}"'
        yield f'<g class="board" {at}><rect {size} fill="{colours.LIGHT_SQUARE}"/>'
        if look.grid:
            name = f"{look.key}-{_parity(board, number)}"
            yield _chequer(name, _parity(board, number))
            yield f'<rect {size} fill="url(#{name})" opacity="{look.grid:g}"/>'
        yield from _holes(board, number)
        outline = look.at_least(1.5, 1, 0.3 * SIDE)
        yield (
            f'<rect {size} fill="none" stroke="{colours.FRAME}" stroke-width="{outline:g}"/>'
            f"{''.join(_names(board, number, frame, look))}</g>"
        )


def _parity(board: Board, layer: int) -> int:
    """Whether the top left square of a layer is dark: the bottom left one of two axes is, as in chess."""
    outer = np.unravel_index(layer, board.shape[:-2]) if board.ndim > 2 else ()
    rows = board.shape[-2] if board.ndim > 1 else 1
    return (int(sum(outer)) + rows) % 2


def _chequer(name: str, parity: int) -> str:
    """Dark squares as a pattern: two of every four, one or the other way."""
    squares = "".join(
        f'<rect x="{column * SIDE}" y="{row * SIDE}" width="{SIDE}" height="{SIDE}" '
        f'fill="{colours.DARK_SQUARE}"/>'
        for row, column in (((0, 0), (1, 1)) if parity else ((0, 1), (1, 0)))
    )
    return (
        f'<pattern id="{name}" width="{2 * SIDE}" height="{2 * SIDE}" patternUnits="userSpaceOnUse">'
        f"{squares}</pattern>"
    )


def _holes(board: Board, layer: int) -> Iterator[str]:
    """The missing squares of a layer, neighbours in a row joined."""
    if not board.holes:
        return
    rows, columns = (1, *board.shape)[-2:]
    size = rows * columns
    cells = np.array(board.hole_cells)
    cells = cells[(cells >= layer * size) & (cells < (layer + 1) * size)] - layer * size
    if not len(cells):
        return
    begins = np.flatnonzero((np.diff(cells, prepend=-2) != 1) | (cells % columns == 0))
    lengths = np.diff(np.append(begins, len(cells)))
    path = "".join(
        f"M{first % columns * SIDE} {first // columns * SIDE}h{length * SIDE}v{SIDE}h{-length * SIDE}z"
        for first, length in zip(cells[begins].tolist(), lengths.tolist(), strict=True)
    )
    yield f'<path class="holes" d="{path}" fill="{colours.HOLE}"><title>holes</title></path>'


def _names(board: Board, layer: int, frame: Frame, look: Look) -> Iterator[str]:
    """Files below and ranks at the left, as squares are named; of other boards, the indices."""
    opacity = look.text(FONT, look.names)
    if not opacity:
        return
    yield f'<g class="names" font-size="{FONT}" fill="{colours.FRAME}" opacity="{opacity:g}">'
    below = frame.rows * SIDE + 27
    for column in range(frame.columns):
        name = board.name((0, column)).rstrip("0123456789") if board.ndim == 2 else str(column)
        yield f'<text x="{(column + 0.5) * SIDE:g}" y="{below}" text-anchor="middle">{name}</text>'
    for row in range(frame.rows if board.ndim > 1 else 0):
        name = str(frame.rows - row) if board.ndim == 2 else str(row)
        y = (row + 0.5) * SIDE + 0.36 * FONT
        yield f'<text x="-15" y="{y:g}" text-anchor="end">{name}</text>'
    if board.ndim > 2:
        outer = ",".join(str(place) for place in np.unravel_index(layer, board.shape[:-2]))
        yield f'<text x="{frame.columns * SIDE / 2:g}" y="-22" text-anchor="middle">layer {outer}</text>'
    yield "</g>"


def _edges(panel: Panel) -> Iterator[str]:
    """The moves of a graph, thin and grey, with their direction if they have one."""
    graph = panel.problem.graph
    if graph is None or graph.number_of_edges() > MOST_EDGES:
        return
    index, places = panel.problem.vertices.index, panel.layout.places
    pieces = []
    for first, second in graph.edges():
        (x1, y1), (x2, y2) = places[index(first)].tolist(), places[index(second)].tolist()
        if first != second:
            pieces.append(f"M{x1:g} {y1:g}L{x2:g} {y2:g}")
            pieces.append(_arrow(x1, y1, x2, y2, panel.layout.radius) if graph.is_directed() else "")
    yield f'<path class="edges" d="{"".join(pieces)}" fill="none" stroke="{colours.PLAIN}"/>'


def _arrow(x1: float, y1: float, x2: float, y2: float, radius: float) -> str:
    """The two strokes of an arrow head, in front of the disc of the second vertex."""
    length = max(1e-6, ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5)
    right, down = (x2 - x1) / length, (y2 - y1) / length
    tip = min(length / 2, _disc(radius) + 1)
    x, y = x2 - right * tip, y2 - down * tip
    barbs = [(x - 7 * right + side * 4 * down, y - 7 * down - side * 4 * right) for side in (-1, 1)]
    (ax, ay), (bx, by) = barbs
    return f"M{ax:.1f} {ay:.1f}L{x:.1f} {y:.1f}L{bx:.1f} {by:.1f}"


def _disc(radius: float) -> float:
    """The radius of a disc that has so much room."""
    return min(DISC, 0.65 * radius)


def _marks(panel: Panel, look: Look) -> Iterator[str]:
    """The vertices that a piece of evidence names."""
    radius = min(0.9 * panel.layout.radius, 0.42 * SIDE)
    for vertex in panel.marked:
        x, y = panel.layout.places[vertex].tolist()
        yield (
            f'<circle class="marked" cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="none" '
            f'stroke="{colours.MARK}" stroke-width="{look.at_least(3, 1.2, SIDE / 2):g}" '
            f'stroke-dasharray="5 3"><title>{escape(panel.problem.name(vertex))}</title></circle>'
        )


def _line(panel: Panel, look: Look) -> Iterator[str]:
    """The line of the tour, its colour rising along the path; steps that are no moves dashed."""
    width = look.at_least(0.1 * SIDE, 1.2, 0.4 * SIDE)
    yield from _strokes(panel, look, frozenset({ACROSS}), 0.6 * width, ' opacity="0.7"')
    yield from _strokes(panel, look, frozenset({PLAIN, WRAPPED}), width)
    yield from _strokes(panel, look, frozenset({NO_MOVE}), width, ' stroke-dasharray="6 8"', colours.WRONG)


def _strokes(
    panel: Panel,
    look: Look,
    wanted: frozenset[int],
    width: float,
    more: str = "",
    colour: str | None = None,
) -> Iterator[str]:
    if not np.isin(panel.kinds, list(wanted)).any():
        return
    moves = len(panel.kinds)
    shades = colours.scale(min(PARTS, moves))
    name = "line" if colour is None else "wrong"
    yield (
        f'<g class="{name}" fill="none" stroke-width="{width:g}" stroke-linecap="round" '
        f'stroke-linejoin="round"{more}>'
    )
    for stroke in strokes(panel.layout, panel.order, panel.kinds, PARTS, wanted):
        shade = colour or shades[(2 * stroke.first + stroke.count) * len(shades) // (2 * moves)]
        time = (
            f' pathLength="1" style="--from:{stroke.first};--moves:{stroke.count}"' if look.animated else ""
        )
        yield f'<path d="{stroke.path}" stroke="{shade}"{time}/>'
    yield "</g>"


def _ends(panel: Panel, look: Look) -> Iterator[str]:
    """The start as a disc, the end of a tour that does not return as a square."""
    if not len(panel.order):
        return
    room = panel.layout.radius
    size = look.at_least(min(0.4 * SIDE, 0.8 * room), 4.5, 6 * SIDE)
    x, y = panel.layout.places[panel.order[0]].tolist()
    name = escape(panel.problem.name(int(panel.order[0])))
    yield (
        f'<circle class="start" cx="{x:g}" cy="{y:g}" r="{size:g}" fill="{colours.START}">'
        f"<title>start: {name}</title></circle>"
    )
    if panel.closes or len(panel.order) == 1:
        return
    x, y = panel.layout.places[panel.order[-1]].tolist()
    name = escape(panel.problem.name(int(panel.order[-1])))
    time = f' style="--at:{len(panel.order) - 1}"' if look.animated else ""
    yield (
        f'<rect class="end" x="{x - 0.9 * size:g}" y="{y - 0.9 * size:g}" width="{1.8 * size:g}" '
        f'height="{1.8 * size:g}" rx="{0.2 * size:g}" fill="{colours.END}"{time}>'
        f"<title>end: {name}</title></rect>"
    )


def _numbers(panel: Panel, look: Look) -> Iterator[str]:
    """The number of each step in a disc; of a problem without a tour, the given numbers."""
    given = panel.problem.given_indices
    if not len(panel.order):
        yield from _given(panel, given)
        yield from _bare_vertices(panel, look)
        return
    disc = _disc(panel.layout.radius)
    size = min(FONT, 1.75 * disc / (LETTER * max(2, len(str(len(panel.order))))))
    wanted = look.numbers
    opacity = look.text(size, wanted) if len(panel.order) <= MOST_NUMBERED or wanted else 0.0
    if not opacity:
        yield from _bare_vertices(panel, look)
        return
    yield f'<g class="numbers" font-size="{size:.3g}" text-anchor="middle" opacity="{opacity:g}">'
    shades = colours.scale(min(PARTS, len(panel.order)))
    last = len(panel.order) - 1
    for step, vertex in enumerate(panel.order.tolist()):
        yield _step(
            panel, look, step, vertex, (disc, size, shades[step * len(shades) // (last + 1)]), given
        )
    yield "</g>"


def _step(
    panel: Panel,
    look: Look,
    step: int,
    vertex: int,
    form: tuple[float, float, str],
    given: dict[int, int],
) -> str:
    """One numbered disc; on the marks of start and end, the number alone, in white."""
    disc, size, shade = form
    x, y = panel.layout.places[vertex].tolist()
    marked = step == 0 or (step == len(panel.order) - 1 and not panel.closes)
    time = f' style="--at:{step}"' if look.animated else ""
    weight = ' font-weight="bold"' if vertex in given else ""
    circle = (
        ""
        if marked
        else f'<circle cx="{x:g}" cy="{y:g}" r="{disc:g}" fill="{colours.PAPER}" stroke="{shade}"/>'
    )
    head = (
        f'<circle class="head" cx="{x:g}" cy="{y:g}" r="{disc + 3:g}" fill="none" stroke="{colours.INK}" '
        f'stroke-width="3" opacity="0"{time}/>'
        if look.animated
        else ""
    )
    ink = colours.PAPER if marked else colours.INK
    name = escape(panel.problem.name(vertex))
    return (
        f'<g class="step"{time}><title>{name}: {step + 1}</title>{circle}'
        f'<text x="{x:g}" y="{y + 0.36 * size:.5g}" fill="{ink}"{weight}>{step + 1}</text></g>{head}'
    )


def _given(panel: Panel, given: dict[int, int]) -> Iterator[str]:
    """The numbers of a puzzle, bold, on squares that are blank otherwise."""
    if not given:
        return
    size = min(0.55 * SIDE, 1.5 * panel.layout.radius / (LETTER * len(str(len(panel.problem)))))
    yield f'<g class="given" font-size="{size:.3g}" font-weight="bold" text-anchor="middle">'
    for vertex, number in given.items():
        x, y = panel.layout.places[vertex].tolist()
        yield f'<text x="{x:g}" y="{y + 0.36 * size:.5g}" fill="{colours.INK}">{number}</text>'
    yield "</g>"


def _bare_vertices(panel: Panel, look: Look) -> Iterator[str]:
    """The vertices of a graph, where no number stands on them: discs, with their labels where they fit."""
    if panel.layout.board is not None:
        return
    disc = _disc(panel.layout.radius)
    size = min(FONT, 1.1 * disc)
    opacity = look.text(size, look.names)
    yield f'<g class="vertices" font-size="{size:.3g}" text-anchor="middle">'
    paint = f'fill="{colours.PAPER}" stroke="{colours.FRAME}"'
    for vertex, (x, y) in enumerate(panel.layout.places.tolist()):
        name = escape(panel.problem.name(vertex))
        yield f'<circle cx="{x:g}" cy="{y:g}" r="{disc:g}" {paint}/>'
        if opacity and len(name) * LETTER * size < 2 * disc:
            middle = f'x="{x:g}" y="{y + 0.36 * size:.5g}"'
            yield f'<text {middle} fill="{colours.INK}" opacity="{opacity:g}">{name}</text>'
    yield "</g>"
