"""The inside of one panel as SVG: squares, holes, names, the line, the numbers, start and end."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from knight_models.draw import colours
from knight_models.draw.boards import board_parts
from knight_models.draw.graphs import graph_edges
from knight_models.draw.layout import SIDE
from knight_models.draw.look import PARTS, Look
from knight_models.draw.panels import Panel
from knight_models.draw.steps import ends, line, numbers

__all__ = ["PARTS", "Look", "panel_body", "panel_ground", "panel_steps"]


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
    """The vertices that a piece of evidence names."""
    radius = min(0.9 * panel.layout.radius, 0.42 * SIDE)
    for vertex in panel.marked:
        x, y = panel.layout.places[vertex].tolist()
        yield (
            f'<circle class="marked" cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="none" '
            f'stroke="{colours.MARK}" stroke-width="{look.at_least(3, 1.2, SIDE / 2):g}" '
            f'stroke-dasharray="5 3"><title>{escape(panel.problem.name(vertex))}</title></circle>'
        )
