#!/usr/bin/env python3
"""Compare solvers in both orders, each time in a new process, and hold their seconds against each other.

What a solver is charged must not depend on the row that it stands in: the first row of a process loads
libraries and compiles, and that is not the solver's time. For each solver the script shows the least and
the most seconds as first row and as last row, over all repetitions. It is an error if the least of the two
places differ by more than the noise: a fifth, 0.03 s, or the spread within one of the places.

Exit codes: 0 the order makes no difference; 1 it does; 2 bad usage.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from _common import NO, OK, Parser, aligned, positive, progress, run

CASES: tuple[tuple[list[str], list[str]], ...] = (
    (["8x8", "--start", "a1"], ["depth-first:ordering=fixed", "depth-first:ordering=fixed,ties=index"]),
    (["8x8", "--start", "a1"], ["depth-first:ordering=fixed", "warnsdorff"]),
    (["6x6", "--closed"], ["cpsat:formulation=circuit", "cpsat:formulation=mtz"]),
    (["6x6", "--closed"], ["depth-first", "depth-first:prune=on"]),
    (["5x5", "--start", "a1"], ["depth-first", "depth-first:ordering=static"]),
    (["8x8", "--closed"], ["rotation", "cutset"]),
    (["12x12", "--closed"], ["rotation", "rotation:ties=random"]),
    (["4x9", "--closed"], ["cutset", "cpsat"]),
    (["150x150", "--closed"], ["rotation", "tiling"]),
)
"""Arguments of `knight-models compare`, and two solvers."""

Times = dict[str, list[float]]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the script; exit codes as in its description."""
    parser = Parser(__doc__)
    parser.add_argument(
        "--repeat", type=positive, default=5, help="processes for each order (default: %(default)s)"
    )
    return run(parser, work, argv)


def work(arguments: argparse.Namespace) -> int:
    """Run every comparison in both orders, and print a line for each solver."""
    rows = []
    different = False
    for question, solvers in CASES:
        first, last = _times(question, solvers, arguments.repeat)
        for solver in solvers:
            bad = not _alike(first[solver], last[solver])
            different |= bad
            shown = [_span(first[solver]), _span(last[solver])]
            rows.append([" ".join(question), solver, *shown, "DIFFERENT" if bad else ""])
    progress("")
    print(aligned(["problem", "solver", "as first row, s", "as last row, s", ""], rows, left=(0, 1)))
    return NO if different else OK


def _times(question: list[str], solvers: list[str], repeat: int) -> tuple[Times, Times]:
    """The seconds of each solver as the first and as the last row."""
    first: Times = {solver: [] for solver in solvers}
    last: Times = {solver: [] for solver in solvers}
    for number in range(repeat):
        for order in (solvers, solvers[::-1]):
            progress(f"{' '.join(question)}: {' before '.join(order)}, {number + 1} of {repeat}")
            seconds = _compared(question, order)
            first[order[0]].append(seconds[0])
            last[order[-1]].append(seconds[-1])
    return first, last


def _compared(question: list[str], solvers: list[str]) -> list[float]:
    """The seconds of the rows of one comparison, in a process of its own."""
    chosen = [part for solver in solvers for part in ("--solver", solver)]
    command = [sys.executable, "-m", "knight_models", "compare", *question, *chosen, "--json"]
    folder = Path(__file__).resolve().parent.parent
    done = subprocess.run(command, capture_output=True, check=True, cwd=folder, text=True)
    return [result["statistics"]["seconds"] for result in json.loads(done.stdout)["results"]]


def _alike(first: list[float], last: list[float]) -> bool:
    """Whether two samples of seconds differ by no more than the noise."""
    least = min(*first, *last)
    noise = max(0.03, 0.2 * least, max(first) - min(first), max(last) - min(last))
    return abs(min(first) - min(last)) <= noise


def _span(seconds: list[float]) -> str:
    return f"{min(seconds):.3f} to {max(seconds):.3f}"


if __name__ == "__main__":
    raise SystemExit(main())
