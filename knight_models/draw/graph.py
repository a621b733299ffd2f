"""The graph of a panel as SVG: its edges, and its vertices with their labels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from knight_models.draw import colours
from knight_models.draw.panel import Panel
from knight_models.draw.style import FONT, LETTER, Style, brief, disc_in, escaped

MOST_DISCS = 5_000
"""Vertices that are elements of their own; more are dots of one path."""
LONGEST_LABEL = 12
MOST_EDGES = 20_000
"""The edges of a graph with more are not drawn, only the tour."""


def graph_edges(panel: Panel) -> Iterator[str]:
    """The edges of a graph, thin and grey, with arrows if they are directed."""
    graph = panel.problem.graph
    if graph is None or graph.number_of_edges() > MOST_EDGES:
        return
    index, places = panel.problem.vertices.index, panel.layout.places
    pieces = []
    for first, second in graph.edges():
        one, other = index(first), index(second)
        (x1, y1), (x2, y2) = places[one].tolist(), places[other].tolist()
        if one != other:
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


def bare_vertices(panel: Panel, style: Style) -> Iterator[str]:
    """The vertices of a graph where no number stands on them: discs, with labels where these fit.

    Labels that were requested but do not fit stand below the discs, cut to a few letters.
    """
    if panel.layout.board is not None:
        return
    disc = disc_in(panel.layout.radius)
    places = panel.layout.places.tolist()
    paint = f'fill="{colours.PAPER}" stroke="{colours.FRAME}"'
    if len(places) > MOST_DISCS:
        yield _dots(places, disc)
        return
    size = min(FONT, 1.1 * disc) if style.names is None else max(8.0, min(FONT, 1.1 * disc))
    opacity = style.text(size, style.names)
    below: list[int] = []
    yield f'<g class="vertices" font-size="{size:.3g}" text-anchor="middle">'
    for vertex, (x, y) in enumerate(places):
        name = panel.problem.name(vertex)
        title = f"<title>{escaped(brief(name))}</title>"
        yield f'<circle cx="{x:g}" cy="{y:g}" r="{disc:g}" {paint}>{title}</circle>'
        text = brief(name, LONGEST_LABEL)
        if opacity and len(text) * LETTER * size < 2 * disc:
            middle = f'x="{x:g}" y="{y + 0.36 * size:.5g}"'
            yield f'<text {middle} fill="{colours.INK}" opacity="{opacity:g}">{escaped(text)}</text>'
        elif style.names:
            below.append(vertex)
    yield "</g>"
    if below:
        yield from labels_below(panel, disc, below)


def labels_below(panel: Panel, disc: float, vertices: Sequence[int] | None = None) -> Iterator[str]:
    """The labels of some vertices below their discs, each with a white rim that keeps lines off."""
    size = max(8.0, 0.8 * disc)
    yield (
        f'<g class="names" font-size="{size:.3g}" text-anchor="middle" fill="{colours.INK}" '
        f'stroke="{colours.PAPER}" stroke-width="3" paint-order="stroke">'
    )
    for vertex in range(len(panel.problem)) if vertices is None else vertices:
        x, y = panel.layout.places[vertex].tolist()
        text = escaped(brief(panel.problem.name(vertex), LONGEST_LABEL))
        yield f'<text x="{x:g}" y="{y + disc + 0.9 * size:.5g}">{text}</text>'
    yield "</g>"


def _dots(places: list[list[float]], radius: float) -> str:
    """Vertices as the round ends of strokes of length 0."""
    path = "".join(f"M{x:g} {y:g}h0" for x, y in places)
    return (
        f'<path class="vertices" d="{path}" fill="none" stroke="{colours.FRAME}" '
        f'stroke-width="{2 * radius:g}" stroke-linecap="round"/>'
    )
