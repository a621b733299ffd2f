#!/usr/bin/env python3
"""Draw the picture of the README: a closed tour of 8x8, as an SVG that draws itself.

Usage: scripts/readme_picture.py [FILE]     (default: docs/closed_8x8.svg)
"""

from __future__ import annotations

import sys
from pathlib import Path

from knight_models import solve, svg_of


def main(arguments: list[str]) -> int:
    """Write the picture; returns the exit code."""
    place = Path(arguments[0]) if arguments else Path(__file__).parent.parent / "docs" / "closed_8x8.svg"
    tour = solve("8x8", "depth-first", kind="closed", start="a1").tour
    if tour is None:
        print("no picture: no tour was found", file=sys.stderr)
        return 3
    place.write_text(svg_of(tour, animated=True), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
