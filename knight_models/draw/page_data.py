"""The data of a page, which its script reads, as JSON.

>>> from knight_models.draw.panel import panels_of
>>> panel = panels_of("3x4")[0]
>>> panel_data(panel)["shape"], panel_data(panel)["events"]
([3, 4], [])
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from knight_models.core.errors import TooLargeError
from knight_models.core.tour import cell_numbers
from knight_models.core.trace import TAKEN_BACK
from knight_models.draw import colours
from knight_models.draw.layout import SIDE
from knight_models.draw.lines import ACROSS, NO_MOVE, PLAIN, WRAPPED, MovePaths
from knight_models.draw.panel import Panel
from knight_models.draw.style import FONT, LETTER, PARTS, brief, disc_in

MOST_NUMBERED = 2_500
"""Squares; those of larger boards have no elements of their own, and no numbers."""
MOST_LINED = 40_000
"""Squares; of larger boards each square is a dot and no line is drawn."""
MOST_STEPS = 3_000_000
"""Squares and steps of a page, all panels together."""
LINES = {PLAIN: "plain", WRAPPED: "plain", ACROSS: "across", NO_MOVE: "wrong"}

Events = npt.NDArray[np.int32]


def page_json(panels: Sequence[Panel], numbers: bool | None) -> str:
    """The data of all panels as JSON that cannot end a script element.

    Raises
    ------
    TooLargeError : as for `check_playable`
    """
    check_playable(panels)
    style = {
        "colours": colours.scale(PARTS),
        "paper": colours.PAPER,
        "ink": colours.INK,
        "start": colours.START,
        "end": colours.END,
        "wrong": colours.WRONG,
    }
    data = {"look": style, "numbers": numbers, "panels": list(map(panel_data, panels))}
    text = json.dumps(data, separators=(",", ":"))
    return text.replace("<", r"\u003c").replace(">", r"\u003e").replace("&", r"\u0026")


def check_playable(panels: Sequence[Panel], *, awaited: bool = False) -> None:
    """Raise an error for more than a page can play.

    Parameters
    ----------
    panels : the panels
    awaited : whether their tours are still to be found; each will visit every vertex

    Raises
    ------
    TooLargeError : for more squares and steps, or vertices of a graph, than a page plays
    """
    steps = 0
    for panel in panels:
        count = len(panel.problem)
        if count > MOST_LINED and panel.problem.graph is not None and panel.layout.board is None:
            raise TooLargeError(
                f"a page plays graphs of at most {MOST_LINED:,} vertices, and this has {count:,}"
            )
        cells = count if panel.problem.board is None else panel.problem.board.cells
        steps += cells + (count if awaited else len(played_events(panel)))
    if steps > MOST_STEPS:
        raise TooLargeError(
            f"a page plays at most {MOST_STEPS:,} squares and steps, and this has {steps:,}; draw an SVG"
        )


def played_events(panel: Panel) -> Events:
    """The vertices that are placed one after another; -1 where one is taken back.

    Where the path returns to its start in the end, the start comes once more.
    """
    events = panel.order if panel.trace is None else panel.trace.events
    return np.append(events, panel.order[:1]) if panel.closes else events


def panel_data(panel: Panel) -> dict[str, Any]:
    """The data of one panel."""
    layout, events = panel.layout, played_events(panel)
    count, disc = len(panel.problem), disc_in(layout.radius)
    data: dict[str, Any] = {
        "vertices": count,
        "events": events.tolist(),
        "search": panel.trace is not None,
        "closes": panel.closes,
        "width": layout.width,
        "height": layout.height,
        "radius": layout.radius,
        "side": SIDE,
        "disc": disc,
        "font": round(min(FONT, 1.75 * disc / (LETTER * max(2, len(str(count))))), 2),
        "numbered": count <= MOST_NUMBERED,
        "pixels": count > MOST_LINED,
        "given": list(panel.problem.given_indices),
    }
    data |= _squares(panel) if layout.board is not None else _vertices(panel)
    return data | (_moves(panel, events) if count <= MOST_LINED else {})


def _squares(panel: Panel) -> dict[str, Any]:
    """The board; the cell of each vertex, if not its number; the labels, if not the names of squares."""
    layout, board = panel.layout, panel.layout.board
    assert board is not None
    data: dict[str, Any] = {
        "shape": list(board.shape),
        "frames": [[frame.left, frame.top] for frame in layout.frames],
    }
    if board.holes or layout.squares is not None:
        numbers = np.arange(len(panel.problem)) if layout.squares is None else layout.squares
        data["cells"] = cell_numbers(board, numbers).tolist()
    if panel.problem.board is None:
        data["names"] = _names(panel)
    return data


def _vertices(panel: Panel) -> dict[str, Any]:
    return {"places": panel.layout.places.tolist(), "names": _names(panel)}


def _names(panel: Panel) -> list[str]:
    return [brief(panel.problem.name(vertex)) for vertex in range(len(panel.problem))]


def _moves(panel: Panel, events: Events) -> dict[str, Any]:
    """The kinds of lines that the panel needs, and the path of each move that is not a straight line."""
    pairs = _used(panel, events)
    paths = MovePaths(panel.layout)
    kinds = [paths.kinds(np.array(pair), closed=False)[0] for pair in pairs] if len(pairs) else []
    special = {
        f"{first},{second}": [LINES[int(kind)], paths(first, second)]
        for (first, second), kind in zip(pairs, kinds, strict=True)
        if kind != PLAIN
    }
    drawn = {LINES[int(kind)] for kind in kinds}
    layers = [name for name in ("across", "plain", "wrong") if name in drawn]
    return {"layers": layers, **({"moves": special} if special else {})}


def _used(panel: Panel, events: Events) -> list[tuple[int, int]]:
    """The moves that are on the path at any time, each once."""
    if panel.trace is None:
        return list(dict.fromkeys(zip(events[:-1].tolist(), events[1:].tolist(), strict=True)))
    path: list[int] = []
    used: dict[tuple[int, int], None] = {}
    for event in events.tolist():
        if event == TAKEN_BACK:
            path.pop()
            continue
        if path:
            used[path[-1], event] = None
        path.append(event)
    return list(used)
