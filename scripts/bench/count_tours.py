"""Count the closed tours of a board; print the number, the seconds, and the peak memory in bytes."""

import sys
from pathlib import Path

from knight_models import count_tours


def peak_memory() -> int:
    """The most memory that this process had, in bytes, as Linux keeps it.

    `resource.getrusage` would have that of the parent before this program replaced it.
    """
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(1024 * int(line.split()[1]) for line in lines if line.startswith("VmHWM"))


if __name__ == "__main__":
    found = count_tours(sys.argv[1], kind="closed")
    print(found.count, found.statistics.seconds, peak_memory())
