#!/usr/bin/env python3
"""Draw the picture of the README: a closed tour of 8x8, as SVG.

Usage: scripts/readme_picture.py [FILE]     (docs/closed_8x8.svg, if no file is named)
"""

from __future__ import annotations

import sys
from pathlib import Path

from knight_models import Tour, solve

SIDE = 40
COLOURS = "#3b5b8c", "#c8553d"


def picture(tour: Tour) -> str:
    """The board and the line through the centres of its squares, as SVG."""
    rows, columns = tour.grid().shape
    width, height = columns * SIDE, rows * SIDE
    dark = [
        f'<rect x="{column * SIDE}" y="{row * SIDE}" width="{SIDE}" height="{SIDE}"/>'
        for row in range(rows)
        for column in range(columns)
        if (row + column) % 2
    ]
    centres = [((column + 0.5) * SIDE, (row + 0.5) * SIDE) for row, column in tour.squares]
    points = " ".join(f"{x:g},{y:g}" for x, y in [*centres, *centres[:1]])
    x, y = centres[0]
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img">',
            f"<title>A closed knight's tour of {rows}x{columns}</title>",
            f'<rect width="{width}" height="{height}" fill="#f4efe4"/>',
            f'<g fill="#ded3bd">{"".join(dark)}</g>',
            f'<polyline points="{points}" fill="none" stroke="{COLOURS[0]}" stroke-width="2.5" '
            'stroke-linejoin="round"/>',
            f'<circle cx="{x:g}" cy="{y:g}" r="6" fill="{COLOURS[1]}"/>',
            "</svg>\n",
        )
    )


def main(arguments: list[str]) -> int:
    """Write the picture; returns the exit code."""
    place = Path(arguments[0]) if arguments else Path(__file__).parent.parent / "docs" / "closed_8x8.svg"
    result = solve("8x8", "depth-first", kind="closed", start="a1")
    if result.tour is None:
        print("no tour, so no picture", file=sys.stderr)
        return 3
    place.write_text(picture(result.tour), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
