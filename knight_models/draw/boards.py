"""The board of a panel as SVG: squares, holes, names of files, ranks and layers."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from knight_models.board import Board
from knight_models.draw import colours
from knight_models.draw.layout import SIDE, Frame
from knight_models.draw.look import FONT, Look
from knight_models.draw.panels import Panel

__all__ = ["board_parts"]


def board_parts(panel: Panel, board: Board, look: Look) -> Iterator[str]:
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
