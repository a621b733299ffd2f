"""The steps of a panel as SVG: the line, the numbers, start and end."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

import numpy as np

from knight_models.draw import colours
from knight_models.draw.graphs import bare_vertices
from knight_models.draw.layout import SIDE
from knight_models.draw.lines import ACROSS, NO_MOVE, PLAIN, WRAPPED, strokes
from knight_models.draw.look import FONT, LETTER, PARTS, Look, disc_in
from knight_models.draw.panels import Panel

__all__ = ["ends", "line", "numbers"]

MOST_NUMBERED = 10_000


def line(panel: Panel, look: Look) -> Iterator[str]:
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


def ends(panel: Panel, look: Look) -> Iterator[str]:
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


def numbers(panel: Panel, look: Look) -> Iterator[str]:
    """The number of each step in a disc; of a problem without a tour, the given numbers."""
    given = panel.problem.given_indices
    if not len(panel.order):
        yield from _given(panel, given)
        yield from bare_vertices(panel, look)
        return
    disc = disc_in(panel.layout.radius)
    size = min(FONT, 1.75 * disc / (LETTER * max(2, len(str(len(panel.order))))))
    wanted = look.numbers
    opacity = look.text(size, wanted) if len(panel.order) <= MOST_NUMBERED or wanted else 0.0
    if not opacity:
        yield from bare_vertices(panel, look)
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
