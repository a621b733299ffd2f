"""The tour of a panel as SVG: its line, its numbers, its start and its end."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from knight_models.draw import colours
from knight_models.draw.graph import bare_vertices, labels_below
from knight_models.draw.layout import SIDE
from knight_models.draw.lines import ACROSS, NO_MOVE, PLAIN, WRAPPED, Stroke, strokes
from knight_models.draw.panel import Panel
from knight_models.draw.style import FONT, LETTER, PARTS, Style, brief, disc_in, escaped

MOST_NUMBERED = 10_000
"""Steps; of longer tours no numbers are drawn, since the file would be too large."""
MOST_TIMED = 5_000
"""Parts of an animated line with moves that wrap round or change the layer: one part a move, up to here."""


def tour_parts(panel: Panel, style: Style) -> Iterator[str]:
    """The elements of the tour, from the back to the front; of a problem without one, what is given."""
    yield from _line(panel, style)
    yield from _ends(panel, style)
    yield from _numbers(panel, style)


def _line(panel: Panel, style: Style) -> Iterator[str]:
    """The line of the tour; its colour changes along the path, and steps that are not moves are dashed."""
    width = style.at_least(0.1 * SIDE, 1.2, 0.4 * SIDE)
    yield from _strokes(panel, style, frozenset({ACROSS}), 0.45 * width, ' opacity="0.6"')
    yield from _strokes(panel, style, frozenset({PLAIN, WRAPPED}), width)
    yield from _strokes(panel, style, frozenset({NO_MOVE}), width, ' stroke-dasharray="6 8"', colours.WRONG)


def _strokes(
    panel: Panel,
    style: Style,
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
    parts = MOST_TIMED if style.animated and panel.kinds.any() else PARTS
    measured = "" if colour else ' pathLength="1"'
    for stroke in strokes(panel.layout, panel.order, panel.kinds, parts, wanted):
        shade = colour or shades[(2 * stroke.first + stroke.count) * len(shades) // (2 * moves)]
        if not style.animated:
            yield f'<path d="{stroke.path}" stroke="{shade}"/>'
            continue
        pieces = _pieces(stroke) if colour is None else [(stroke.path, stroke.first, stroke.count)]
        for path, first, count in pieces:
            time = f'{measured} style="--from:{_decimal(first)};--moves:{_decimal(count)}"'
            yield f'<path d="{path}" stroke="{shade}"{time}/>'
    yield "</g>"


def _pieces(stroke: Stroke) -> Iterator[tuple[str, float, float]]:
    """The connected pieces of a stroke, each with its first move and its number of moves.

    A viewer would draw all pieces of a path at once. The pieces of a wrapped move are parts of that move.
    """
    paths = [f"M{text}" for text in stroke.path.split("M")[1:]]
    if len(paths) == 1:
        yield stroke.path, stroke.first, stroke.count
        return
    lengths = list(map(_length, paths))
    begin = float(stroke.first)
    for path, length in zip(paths, lengths, strict=True):
        moves = stroke.count * length / sum(lengths)
        yield path, begin, moves
        begin += moves


def _length(path: str) -> float:
    """The distance from the first point of a path, in absolute coordinates, to its last."""
    points = re.findall(r"[-\d.]+ [-\d.]+", path)
    return math.dist(*(map(float, point.split()) for point in (points[0], points[-1])))


def _decimal(number: float) -> str:
    return f"{number:.3f}".rstrip("0").rstrip(".")


def _ends(panel: Panel, style: Style) -> Iterator[str]:
    """The start as a disc, the end of a tour that does not return as a square."""
    if not len(panel.order):
        return
    room = panel.layout.radius
    least = 4.5 if panel.layout.board is not None else 7.5  # pixels; a graph's bare vertex lies on it
    size = style.at_least(min(0.4 * SIDE, 0.8 * room), least, 6 * SIDE)
    x, y = panel.layout.places[panel.order[0]].tolist()
    name = escaped(brief(panel.problem.name(int(panel.order[0]))))
    yield (
        f'<circle class="start" cx="{x:g}" cy="{y:g}" r="{size:g}" fill="{colours.START}">'
        f"<title>start: {name}</title></circle>"
    )
    if panel.closes or len(panel.order) == 1:
        return
    x, y = panel.layout.places[panel.order[-1]].tolist()
    name = escaped(brief(panel.problem.name(int(panel.order[-1]))))
    time = f' style="--at:{len(panel.order) - 1}"' if style.animated else ""
    yield (
        f'<rect class="end" x="{x - 0.9 * size:g}" y="{y - 0.9 * size:g}" width="{1.8 * size:g}" '
        f'height="{1.8 * size:g}" rx="{0.2 * size:g}" fill="{colours.END}"{time}>'
        f"<title>end: {name}</title></rect>"
    )


def _numbers(panel: Panel, style: Style) -> Iterator[str]:
    """The number of each step in a disc; of a problem without a tour, the given numbers."""
    if not len(panel.order):
        yield from _given(panel)
        yield from bare_vertices(panel, style)
        return
    disc = disc_in(panel.layout.radius)
    size = min(FONT, 1.75 * disc / (LETTER * max(2, len(str(len(panel.order))))))
    named = style.names and panel.layout.board is None  # a disc of a graph holds the one or the other
    wanted = False if named and style.numbers is None else style.numbers
    opacity = style.text(size, wanted) if len(panel.order) <= MOST_NUMBERED else 0.0
    if panel.layout.board is None:  # the vertices of a graph do not fade
        opacity = round(opacity)
    if not opacity:
        yield from bare_vertices(panel, style)
        return
    yield f'<g class="numbers" font-size="{size:.3g}" text-anchor="middle" opacity="{opacity:g}">'
    shades = colours.scale(min(PARTS, len(panel.order)))
    given = panel.problem.given_indices
    for vertex, steps in _visits(panel).items():
        shade = shades[steps[0] * len(shades) // len(panel.order)]
        yield _step(panel, style, vertex, steps, Form(disc, size, shade, vertex in given))
    yield "</g>"
    if panel.layout.board is None:
        yield from _unvisited(panel, disc)
    if named:
        yield from labels_below(panel, disc)


def _visits(panel: Panel) -> dict[int, list[int]]:
    """Vertex to the steps, from 0, that visit it; in a correct tour there is one."""
    visits: dict[int, list[int]] = {}
    for step, vertex in enumerate(panel.order.tolist()):
        visits.setdefault(vertex, []).append(step)
    return visits


@dataclass(frozen=True)
class Form:
    """The disc of a step: its radius, the size of its text, its colour, and whether the number is given."""

    disc: float
    size: float
    shade: str
    bold: bool


def _step(panel: Panel, style: Style, vertex: int, steps: list[int], form: Form) -> str:
    """One numbered disc; on the marks of start and end, the number alone, in white."""
    x, y = panel.layout.places[vertex].tolist()
    text = "/".join(str(step + 1) for step in steps[:2]) + ("…" if len(steps) > 2 else "")
    size = min(form.size, 1.75 * form.disc / (LETTER * len(text))) if len(steps) > 1 else form.size
    time = f' style="--at:{steps[0]}"' if style.animated else ""
    shade = form.shade if len(steps) == 1 else colours.WRONG
    middle = f'cx="{x:g}" cy="{y:g}"'
    marked = steps[0] == 0 or (steps[-1] == len(panel.order) - 1 and not panel.closes)
    circle = f'<circle {middle} r="{form.disc:g}" fill="{colours.PAPER}" stroke="{shade}"/>'
    head = (
        f'<circle class="head" {middle} r="{form.disc + 3:g}" fill="none" stroke="{colours.INK}" '
        f'stroke-width="3" opacity="0"{time}/>'
    )
    ink = colours.PAPER if marked else colours.INK
    weight = ' font-weight="bold"' if form.bold else ""
    smaller = f' font-size="{size:.3g}"' if len(steps) > 1 else ""
    name = escaped(brief(panel.problem.name(vertex)))
    return (
        f'<g class="step"{time}><title>{name}: {text}</title>{"" if marked else circle}'
        f'<text x="{x:g}" y="{y + 0.36 * size:.5g}" fill="{ink}"{weight}'
        f"{smaller}>{text}</text></g>{head if style.animated else ''}"
    )


def _unvisited(panel: Panel, disc: float) -> Iterator[str]:
    """The vertices of a graph that the walk does not visit."""
    left = np.setdiff1d(np.arange(len(panel.problem)), panel.order)
    if not len(left):
        return
    yield f'<g class="unvisited" fill="{colours.PAPER}" stroke="{colours.FRAME}">'
    for vertex in left.tolist():
        x, y = panel.layout.places[vertex].tolist()
        name = escaped(brief(panel.problem.name(vertex)))
        yield f'<circle cx="{x:g}" cy="{y:g}" r="{disc:g}"><title>{name}</title></circle>'
    yield "</g>"


def _given(panel: Panel) -> Iterator[str]:
    """The given numbers of a puzzle, bold."""
    given = panel.problem.given_indices
    if not given:
        return
    size = min(0.55 * SIDE, 1.5 * panel.layout.radius / (LETTER * len(str(len(panel.problem)))))
    yield f'<g class="given" font-size="{size:.3g}" font-weight="bold" text-anchor="middle">'
    for vertex, number in given.items():
        x, y = panel.layout.places[vertex].tolist()
        yield f'<text x="{x:g}" y="{y + 0.36 * size:.5g}" fill="{colours.INK}">{number}</text>'
    yield "</g>"
