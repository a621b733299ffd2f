"""Count the closed tours of a board by Graphillion; print the number, seconds, and peak memory in bytes."""

import sys
import time
from pathlib import Path

try:
    from graphillion import GraphSet  # type: ignore[import-not-found]  # only where it is measured
except ImportError:
    sys.exit(f"{sys.executable} has no graphillion; name one that has it by --graphillion PYTHON")


def moves(rows: int, columns: int) -> list[tuple[int, int]]:
    """The moves of a knight, from lower to higher square numbers."""
    return [
        (row * columns + column, (row + down) * columns + column + right)
        for row in range(rows)
        for column in range(columns)
        for down, right in ((1, 2), (1, -2), (2, 1), (2, -1))
        if row + down < rows and 0 <= column + right < columns
    ]


def peak_memory() -> int:
    """The most memory that this process had, in bytes, as Linux keeps it.

    `resource.getrusage` would have that of the parent before this program replaced it.
    """
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(1024 * int(line.split()[1]) for line in lines if line.startswith("VmHWM"))


if __name__ == "__main__":
    rows, columns = map(int, sys.argv[1].split("x"))
    began = time.perf_counter()
    # Square by square, since the order of its own takes more than 20 GB on 8x6.
    GraphSet.set_universe(sorted(moves(rows, columns)), traversal="as-is")
    number = len(GraphSet.cycles(is_hamilton=True))
    seconds = time.perf_counter() - began
    print(number, seconds, peak_memory())
