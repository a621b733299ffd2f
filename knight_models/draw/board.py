"""The board of a panel as SVG: squares, holes, names of files, ranks and layers."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from knight_models.core.board import Board
from knight_models.core.squares import file_name
from knight_models.draw import colours
from knight_models.draw.layout import MARGIN, SIDE, Frame
from knight_models.draw.panel import Panel
from knight_models.draw.style import FONT, LETTER, Style


def board_parts(panel: Panel, board: Board, style: Style) -> Iterator[str]:
    """The elements of every layer of a board."""
    holes = np.array(board.hole_cells, np.int64)
    for number, frame in enumerate(panel.layout.frames):
        width, height = frame.columns * SIDE, frame.rows * SIDE
        at = f'transform="translate({frame.left:g} {frame.top:g})"'
        size = f'width="{width}" height="{height}"'
        yield f'<g class="board" {at}><rect {size} fill="{colours.LIGHT_SQUARE}"/>'
        if style.grid:
            yield _dark_squares(frame, _parity(board, number), style.grid)
        yield from _holes(holes, number, frame)
        outline = style.at_least(1.5, 1, 0.3 * SIDE)
        yield (
            f'<rect {size} fill="none" stroke="{colours.FRAME}" stroke-width="{outline:g}"/>'
            f"{''.join(_names(board, number, frame, style, panel.layout.frames[0].left))}</g>"
        )


def _parity(board: Board, layer: int) -> int:
    """1 if the top left square of a layer is dark, else 0; of two axes a1 is dark, as in chess."""
    outer = np.unravel_index(layer, board.shape[:-2]) if board.ndim > 2 else ()
    rows = board.shape[-2] if board.ndim > 1 else 1
    return (int(sum(outer)) + rows) % 2


def _dark_squares(frame: Frame, parity: int, opacity: float) -> str:
    """A dashed line along each row, as wide as the row: each dash and each gap is a square."""
    path = "".join(
        f"M{(row + parity + 1) % 2 * SIDE} {(row + 0.5) * SIDE:g}H{frame.columns * SIDE}"
        for row in range(frame.rows)
        if frame.columns > (row + parity + 1) % 2
    )
    return (
        f'<path class="dark" d="{path}" fill="none" stroke="{colours.DARK_SQUARE}" stroke-width="{SIDE}" '
        f'stroke-dasharray="{SIDE}" opacity="{opacity:g}"/>'
        if path
        else ""
    )


def _holes(holes: npt.NDArray[np.int64], layer: int, frame: Frame) -> Iterator[str]:
    """The missing squares of a layer; neighbours in a row are one rectangle."""
    columns, size = frame.columns, frame.rows * frame.columns
    first, last = np.searchsorted(holes, (layer * size, (layer + 1) * size)).tolist()
    cells = holes[first:last] - layer * size
    if not len(cells):
        return
    begins = np.flatnonzero((np.diff(cells, prepend=-2) != 1) | (cells % columns == 0))
    lengths = np.diff(np.append(begins, len(cells)))
    path = "".join(
        f"M{cell % columns * SIDE} {cell // columns * SIDE}h{length * SIDE}v{SIDE}h{-length * SIDE}z"
        for cell, length in zip(cells[begins].tolist(), lengths.tolist(), strict=True)
    )
    yield f'<path class="holes" d="{path}" fill="{colours.HOLE}"><title>holes</title></path>'


def _names(board: Board, layer: int, frame: Frame, style: Style, leftmost: float) -> Iterator[str]:
    """The names of files below and of ranks at the left; of boards without these, indices.

    Only the leftmost layers have names of ranks: between layers run the moves from one to another.
    """
    opacity = style.text(FONT, style.names)
    if not opacity:
        return
    yield f'<g class="names" font-size="{FONT}" fill="{colours.NAME}" opacity="{opacity:g}">'
    below = frame.rows * SIDE + 27
    for column in range(frame.columns):
        name = file_name(column) if board.ndim == 2 else str(column)
        yield f'<text x="{(column + 0.5) * SIDE:g}" y="{below}" text-anchor="middle">{name}</text>'
    for row in range(frame.rows if board.ndim > 1 and frame.left <= leftmost else 0):
        name = str(frame.rows - row) if board.ndim == 2 else str(row)
        y = (row + 0.5) * SIDE + 0.36 * FONT
        yield f'<text x="-17" y="{y:g}" text-anchor="end">{name}</text>'
    if board.ndim > 2:
        name = "layer " + ",".join(str(place) for place in np.unravel_index(layer, board.shape[:-2]))
        size = min(FONT, (frame.columns * SIDE + MARGIN) / (LETTER * len(name)))
        yield (
            f'<text x="{frame.columns * SIDE / 2:g}" y="-19" text-anchor="middle" '
            f'font-size="{size:.3g}">{name}</text>'
        )
    yield "</g>"
