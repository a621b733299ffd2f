"""The inside of one panel as SVG: squares, holes, names, the line, the numbers, start and end."""

from __future__ import annotations

from collections.abc import Iterator

from knight_models.draw import colours
from knight_models.draw.boards import board_parts
from knight_models.draw.graphs import graph_edges
from knight_models.draw.layout import SIDE
from knight_models.draw.look import PARTS, Look
from knight_models.draw.markup import brief, escaped
from knight_models.draw.panels import Panel
from knight_models.draw.steps import ends, line, numbers

__all__ = ["PARTS", "Look", "panel_body", "panel_ground", "panel_steps"]

MOST_MARKS = 2_000
"""Marks that are elements of their own."""


def panel_body(panel: Panel, look: Look) -> Iterator[str]:
    """The elements of a panel, from the back to the front."""
    yield from panel_ground(panel, look)
    yield from panel_steps(panel, look)


def panel_ground(panel: Panel, look: Look) -> Iterator[str]:
    """What is there before the first step: squares or moves of the graph, and marks."""
    board = panel.layout.board
    if board is None:
        yield from graph_edges(panel)
    else:
        yield from board_parts(panel, board, look)
    yield from _marks(panel, look)


def panel_steps(panel: Panel, look: Look) -> Iterator[str]:
    """The line, its ends and the numbers."""
    yield from line(panel, look)
    yield from ends(panel, look)
    yield from numbers(panel, look)


def _marks(panel: Panel, look: Look) -> Iterator[str]:
    """The vertices that a piece of evidence names: rings, each with its name unless there are many."""
    if not len(panel.marks):
        return
    radius = min(0.9 * panel.layout.radius, 0.42 * SIDE)
    width = look.at_least(3, 1.2, SIDE / 2)
    yield (
        f'<g class="marked" fill="none" stroke="{colours.MARK}" stroke-width="{width:g}" '
        'stroke-dasharray="5 3">'
    )
    centres = panel.layout.places[panel.marks].tolist()
    if len(centres) > MOST_MARKS:
        turn = f"a{radius:g} {radius:g} 0 0 1"
        rings = (
            f"M{x - radius:g} {y:g}{turn} {2 * radius:g} 0{turn} {-2 * radius:g} 0" for x, y in centres
        )
        yield f'<path d="{"".join(rings)}"/>'
    else:
        for vertex, (x, y) in zip(panel.marks.tolist(), centres, strict=True):
            name = escaped(brief(panel.problem.name(vertex)))
            yield f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}"><title>{name}</title></circle>'
    yield "</g>"
