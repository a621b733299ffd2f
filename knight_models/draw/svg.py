"""Pictures as SVG: `svg_of`, for slides, pages and notebooks.

Every panel is drawn in the units of its layout. Numbers, names and the grid fade away where a square is so
small on the screen that they could not be read.

>>> picture = svg_of("3x4")
>>> picture.startswith("<svg ") and "<title>board 3x4</title>" in picture
True
"""

from __future__ import annotations

import html
import math
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from numbers import Real

from knight_models.core.errors import OptionError, TooLargeError, shown
from knight_models.draw import colours
from knight_models.draw.board import board_parts
from knight_models.draw.graph import graph_edges
from knight_models.draw.layout import SIDE
from knight_models.draw.panel import LONGEST_TITLE, Panel, heading_of, panels_of
from knight_models.draw.style import Style, brief, escaped
from knight_models.draw.tour import MOST_NUMBERED, tour_parts

WIDEST = 960
"""Pixels of a picture of one panel; of several panels, half as much again."""
LARGEST_SQUARE = 48
CAPTION = 15
"""Size of the text of a caption, in units; a letter is at most 0.63 times as wide, on average."""
GAP = 16
MOST_NAMED = 400
"""Squares that a description names one by one, at most."""
SECONDS_PER_MOVE, SHORTEST, LONGEST = 0.2, 3.0, 30.0
LEAST, LONGEST_ALLOWED = 0.01, 3600.0
MOST_MARKS = 2_000
"""Of more marks, all rings are one element."""
CAPTION_LINES = 5
ABOUT = 0.9
NARROWEST = 210
"""Units of a panel with a caption."""


@dataclass(frozen=True)
class Sheet:
    """Panels in rows and columns.

    Parameters
    ----------
    panels : the panels
    corners : where the top left corner of each lies, captions left out
    captions : the lines of each caption
    width, height : units
    scale : pixels a unit
    """

    panels: Sequence[Panel]
    corners: Sequence[tuple[float, float]]
    captions: Sequence[Sequence[str]]
    width: float
    height: float
    scale: float


def svg_of(
    what: object,
    *,
    animated: bool = False,
    numbers: bool | None = None,
    names: bool | None = None,
    graph_layout: str | None = None,
    title: str | None = None,
    seconds: float | None = None,
) -> str:
    """A picture of tours, results, comparisons, puzzles or boards, as the text of an SVG file.

    Parameters
    ----------
    what : a Tour, SolveResult, Comparison, Puzzle, Board, TourProblem or SearchTrace, or the text of a
        board; or several of these, which stand side by side
    animated : whether the tour is drawn move by move, again and again, by CSS alone; readers who prefer
        reduced motion see it complete
    numbers : whether each square shows the number of its step; None = where it can be read
    names : whether files and ranks (or labels) are named; None = where they can be read
    graph_layout : where the vertices of a graph lie: one of `layout.GRAPH_LAYOUTS`
    title : None for a title that names what is shown
    seconds : how long the animation draws

    Raises
    ------
    InputError : for what cannot be drawn, an unknown layout, or seconds without an animation

    Notes
    -----
    The tours are drawn as they are, right or wrong; steps that are no moves are dashed in red.
    """
    if seconds is not None and not animated:
        raise OptionError("seconds is how long an animation takes, and this picture is not animated")
    if seconds is not None and not (isinstance(seconds, Real) and LEAST <= seconds <= LONGEST_ALLOWED):
        raise OptionError(
            f"an animation takes {LEAST:g} to {LONGEST_ALLOWED:g} seconds, not {shown(seconds)}"
        )
    if title is not None and not (isinstance(title, str) and title.strip()):
        raise OptionError(f"a title is a text, not {shown(title)}")
    sheet = sheet_of(panels_of(what, graph_layout))
    if numbers and max(len(panel.order) for panel in sheet.panels) > MOST_NUMBERED:
        raise TooLargeError(f"the numbers of at most {MOST_NUMBERED:,} squares are drawn; leave them out")
    heading = heading_of(sheet.panels) if title is None else title
    css, key = _animation(sheet.panels, seconds) if animated else ("", "")
    for option, value in (("numbers", numbers), ("names", names)):
        if not isinstance(value, bool | None):
            raise OptionError(f"{option} is True, False or None, not {shown(value)}")
    style = Style(sheet.scale, numbers, names, animated)
    named = f' class="{key}"' if key else ""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {sheet.width:g} {sheet.height:g}" '
        f'width="{max(1, round(sheet.width * sheet.scale))}" '
        f'height="{max(1, round(sheet.height * sheet.scale))}" '
        f'role="img"{named} font-family="Helvetica, Arial, sans-serif">',
        f"<title>{escaped(heading)}</title>",
        f"<desc>{escaped(_description(sheet.panels))}</desc>",
        css,
        f'<rect width="100%" height="100%" fill="{colours.PAPER}"/>',
        *_panels(sheet, style),
        "</svg>\n",
    ]
    return "\n".join(filter(None, parts))


def title_in(svg: str) -> str:
    """The title of a picture that `svg_of` drew.

    >>> title_in(svg_of("3x4"))
    'board 3x4'
    """
    return html.unescape(svg.split("<title>", 1)[1].split("</title>", 1)[0])


def sheet_of(panels: Sequence[Panel]) -> Sheet:
    """Where each panel stands: rows and columns of about the shape of a screen."""
    width = max(NARROWEST if len(panels) > 1 else 0, *(panel.layout.width for panel in panels))
    captions = [_caption(panel, width) if len(panels) > 1 else [] for panel in panels]
    head = max(map(len, captions)) * CAPTION * 1.3
    height = max(panel.layout.height for panel in panels) + head
    columns, rows = _grid(len(panels), width, height)
    corners = [
        (
            place % columns * (width + GAP) + (width - panel.layout.width) / 2,
            head + place // columns * (height + GAP),
        )
        for place, panel in enumerate(panels)
    ]
    whole = (columns * (width + GAP) - GAP, rows * (height + GAP) - GAP)
    widest = WIDEST if len(panels) == 1 else 1.5 * WIDEST
    scale = min(LARGEST_SQUARE / SIDE, widest / max(whole))
    return Sheet(panels, corners, captions, *whole, scale)


def _grid(count: int, width: float, height: float) -> tuple[int, int]:
    """Columns and rows: of those that leave the panels about largest, the ones with the fewest gaps."""

    def scale(columns: int) -> float:
        rows = math.ceil(count / columns)
        screen = (1.5 * WIDEST / (columns * (width + GAP)), 1.1 * WIDEST / (rows * (height + GAP)))
        return min(LARGEST_SQUARE / SIDE, *screen)

    scales = {columns: scale(columns) for columns in range(1, count + 1)}
    large = [columns for columns in scales if scales[columns] >= ABOUT * max(scales.values())]
    columns = min(large, key=lambda columns: (-count % columns, -scales[columns], -columns))
    return columns, math.ceil(count / columns)


def _caption(panel: Panel, width: float) -> list[str]:
    letters = int(width / (0.63 * CAPTION))
    text = brief(panel.caption, letters * CAPTION_LINES)
    return textwrap.wrap(text, letters, max_lines=CAPTION_LINES, placeholder="…")


def _panels(sheet: Sheet, style: Style) -> Iterator[str]:
    for panel, (left, top), caption in zip(sheet.panels, sheet.corners, sheet.captions, strict=True):
        yield f'<g class="panel" transform="translate({left:g} {top:g})">'
        if len(sheet.panels) > 1:
            yield f"<title>{escaped(brief(panel.title, LONGEST_TITLE))}</title>"
        for number, line in enumerate(reversed(caption)):
            baseline = CAPTION * 0.5 - number * CAPTION * 1.3
            yield (
                f'<text class="caption" x="{panel.layout.width / 2:g}" y="{baseline:g}" '
                f'text-anchor="middle" font-size="{CAPTION}" fill="{colours.INK}">{escaped(line)}</text>'
            )
        yield from panel_ground(panel, style)
        yield from tour_parts(panel, style)
        yield "</g>"


def panel_ground(panel: Panel, style: Style) -> Iterator[str]:
    """What stands behind the tour: the squares or the edges of the graph, and marks."""
    board = panel.layout.board
    if board is None:
        yield from graph_edges(panel)
    else:
        yield from board_parts(panel, board, style)
    yield from _marks(panel, style)


def _marks(panel: Panel, style: Style) -> Iterator[str]:
    """Rings around the vertices that a piece of evidence marks; each has a name, unless there are many."""
    if not len(panel.marks):
        return
    radius = min(0.9 * panel.layout.radius, 0.42 * SIDE)
    width = style.at_least(3, 1.2, SIDE / 2)
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


def _description(panels: Sequence[Panel]) -> str:
    """The picture in words, for screen readers."""
    return " ".join(_in_words(panel) for panel in panels)


def _in_words(panel: Panel) -> str:
    title = brief(panel.title, LONGEST_TITLE)
    if not len(panel.order):
        name = panel.problem.vertices.name
        given = [
            f"{number} on {brief(name(square))}" for square, number in panel.problem.given[:MOST_NAMED]
        ]
        return f"{title}." + (f" Given: {', '.join(given)}." if given else "")
    order = panel.order if len(panel.order) <= MOST_NAMED else panel.order[[0, -1]]
    names = [brief(panel.problem.name(vertex)) for vertex in order.tolist()]
    if len(panel.order) > MOST_NAMED:
        places = "squares" if panel.problem.board is not None else "vertices"
        return f"{title}: {len(panel.order)} {places} from {names[0]} to {names[1]}."
    return f"{title}: {' '.join(names)}."


def _animation(panels: Sequence[Panel], seconds: float | None) -> tuple[str, str]:
    """The style by which the line, the numbers and the head of the path come at their time.

    The clock is a registered property that counts moves. A viewer without such properties, and a reader who
    prefers reduced motion, see the complete picture. (CSS cannot test for registered properties; the
    browsers that have them are those with relative colours, for which it can test.)

    Returns
    -------
    the style, and the class that it is for; pictures of one class have one style
    """
    moves = max(1, *(len(panel.kinds) for panel in panels))
    if seconds is None:
        seconds = min(LONGEST, max(SHORTEST, moves * SECONDS_PER_MOVE))
    key = f"tour-{moves}-{round(1000 * seconds)}"
    clock = f"--{key}"
    style = (
        f'@property {clock}{{syntax:"<number>";inherits:true;initial-value:{moves + 1}}}'
        f"@keyframes {key}{{from{{{clock}:0}}85%,to{{{clock}:{moves}}}}}"
        "@supports (color:rgb(from red r g b)){@media (prefers-reduced-motion:no-preference){"
        f".{key}{{animation:{key} {seconds / 0.85:.2f}s linear infinite}}"
        f".{key} .line path{{stroke-dasharray:1;"
        f"stroke-dashoffset:clamp(0,(var(--from) + var(--moves) - var({clock})) / var(--moves),1);"
        f"opacity:clamp(0,(var({clock}) - var(--from)) * 100,1)}}"
        f".{key} .wrong path{{opacity:clamp(0,var({clock}) - var(--from),1)}}"
        f".{key} .step,.{key} .end{{opacity:clamp(0,(var({clock}) - var(--at)) * 4 + 1,1)}}"
        f".{key} .head{{opacity:clamp(0,1.3 - max(var({clock}) - var(--at),var(--at) - var({clock})),1)}}"
        "}}"
    )
    return f"<style>{escaped(style)}</style>", key
