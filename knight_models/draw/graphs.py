"""The graph of a panel as SVG: its moves, and its vertices with their labels."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from knight_models.draw import colours
from knight_models.draw.look import FONT, LETTER, Look, disc_in
from knight_models.draw.panels import Panel

__all__ = ["bare_vertices", "graph_edges"]

MOST_EDGES = 20_000
"""Moves of a graph that are drawn beside those of its tour."""


def graph_edges(panel: Panel) -> Iterator[str]:
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
    tip = min(length / 2, disc_in(radius) + 1)
    x, y = x2 - right * tip, y2 - down * tip
    barbs = [(x - 7 * right + side * 4 * down, y - 7 * down - side * 4 * right) for side in (-1, 1)]
    (ax, ay), (bx, by) = barbs
    return f"M{ax:.1f} {ay:.1f}L{x:.1f} {y:.1f}L{bx:.1f} {by:.1f}"


def bare_vertices(panel: Panel, look: Look) -> Iterator[str]:
    """The vertices of a graph, where no number stands on them: discs, with their labels where they fit."""
    if panel.layout.board is not None:
        return
    disc = disc_in(panel.layout.radius)
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
