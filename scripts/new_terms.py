#!/usr/bin/env python3
"""Compute terms that published rows of counts do not have yet, each twice, by two orders of the vertices.

The rows are those of `knight_models.theory.counts`. The next terms of each row are computed, those with the
least work first; a term whose estimate is longer than what is left of the time is left out. A term is
printed only if two sweeps, over the vertices in two different orders, find the same number.

Exit codes: 0 every term that was begun was found twice; 1 two sweeps differ; 2 bad usage.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence

from _common import NO, OK, Parser, positive, progress, run, seconds, words
from _counts import Entry, entry

from knight_models import Limits
from knight_models.core.display import duration
from knight_models.core.errors import OptionError, UnsupportedError, nearest
from knight_models.theory.counts import SEQUENCES

SECOND_ORDER = 1
"""The order of the second sweep, by the number that `count_tours` takes."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the script; exit codes as in its description."""
    parser = Parser(__doc__)
    parser.add_argument("--seconds", type=seconds, default=60.0, help="time budget (default: %(default)s)")
    parser.add_argument("--row", type=words, metavar="NAMES", help="only these rows: A070030,A169696")
    parser.add_argument(
        "--terms", type=positive, default=2, help="terms of each row, at most (default: %(default)s)"
    )
    parser.add_argument("--workers", type=positive, default=1, help="threads (default: %(default)s)")
    return run(parser, _work, argv)


def _work(options: argparse.Namespace) -> int:
    names = options.row or list(SEQUENCES)
    for name in names:
        if name not in SEQUENCES:
            raise OptionError(nearest(name, SEQUENCES, "row"))
    ends = time.monotonic() + options.seconds
    print("row, index, board, term, seconds of the two sweeps, peak states of the two sweeps")
    code = OK
    for cost, term in _terms(names, options.terms):
        if 2 * cost > ends - time.monotonic():
            _tell(f"{term.name}, {term.problem.space_name}: left out, about {duration(2 * cost)}")
        elif not _twice(term, ends, options.workers):
            code = NO
    return code


def _terms(names: Sequence[str], most: int) -> list[tuple[float, Entry]]:
    """The next terms of the rows with about the seconds that each takes, the least first."""
    found = []
    for name in names:
        row = SEQUENCES[name]
        for index in range(row.offset + len(row.values), row.offset + len(row.values) + most):
            term = entry(name, index)
            try:
                found.append((term.plan(Limits()).cost.seconds, term))
            except UnsupportedError as error:
                _tell(f"{term.name}: not supported: {error}")
    return sorted(found, key=lambda each: each[0])


def _tell(line: str) -> None:
    progress("")
    print(line, flush=True)


def _twice(term: Entry, ends: float, workers: int) -> bool:
    """Compute a term twice and print it; false if the two numbers differ."""
    found = []
    for order in (0, SECOND_ORDER):
        limits = Limits(seconds=max(0.0, ends - time.monotonic()), workers=workers)
        found.append(term.count(limits, order))
        if found[-1].count is None:
            _tell(f"{term.name}, {term.problem.space_name}: {found[-1].reason}")
            return True
    numbers = [each.count for each in found]
    times = [f"{each.statistics.seconds:.1f}" for each in found]
    peaks = [f"{each.statistics.counters['peak states']:,}" for each in found]
    where = f"{term.name}, {term.problem.space_name}"
    if numbers[0] != numbers[1]:
        _tell(f"{where}: the two sweeps differ: {numbers[0]} and {numbers[1]}")
        return False
    _tell(f"{where}: {numbers[0]}; {' and '.join(times)} s; {' and '.join(peaks)} states")
    return True


if __name__ == "__main__":
    sys.exit(main())
