#!/usr/bin/env python3
"""Count again what is published, the least work first, and compare.

Counted are the terms of every row of `knight_models.theory.counts`, and two files of tests/data: boards
with missing cells, and open tours from each start. What would take longer than what is left of the time,
by an estimate, is left out. `--closed-8x8` counts the closed tours of 8x8 alone, with a checkpoint if one
is named: 13,267,364,410,532 (McKay 1997), where Löbbing & Wegener 1996 had 33,439,123,484,294.

Exit codes: 0 every number that was counted is the published one; 1 a contradiction; 2 bad usage; 3 a number
that was begun is not known, because of a limit.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections import Counter
from collections.abc import Sequence

from _common import NO, OK, UNKNOWN, Parser, aligned, counted, positive, progress, run, seconds
from _counts import Entry, board_entries, entry, published_entries, start_entries

from knight_models import Limits
from knight_models.core.errors import OptionError, UnsupportedError

SIGNS = {True: "equal", False: "DIFFERS"}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the script; exit codes as in its description."""
    parser = Parser(__doc__)
    parser.add_argument("--seconds", type=seconds, default=60.0, help="time budget (default: %(default)s)")
    parser.add_argument("--workers", type=positive, default=1, help="threads (default: %(default)s)")
    parser.add_argument(
        "--closed-8x8", action="store_true", help="only the closed tours of 8x8, however long it takes"
    )
    parser.add_argument("--checkpoint", metavar="FILE", help="with --closed-8x8: a file to go on from")
    return run(parser, _work, argv)


def _work(options: argparse.Namespace) -> int:
    if options.checkpoint and not options.closed_8x8:
        raise OptionError("--checkpoint is for --closed-8x8; name both or none")
    if options.closed_8x8:
        row = _counted(entry("A001230", 4), Limits(workers=options.workers), options.checkpoint)
        print(_table([row]))
        print(f"\npeak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.1f} GB")
        return _code([row])
    ends = time.monotonic() + options.seconds
    rows: list[list[str]] = []
    left_out: list[Entry] = []
    unsupported: list[Entry] = []
    for cost, each in _planned(unsupported):
        rest = ends - time.monotonic()
        if cost > rest:
            left_out.append(each)
        else:
            rows.append(_counted(each, Limits(seconds=rest, workers=options.workers)))
    progress("")
    print(_table(rows))
    print()
    for what, found in (("too long for --seconds", left_out), ("not supported", unsupported)):
        if found:
            terms = Counter(each.source for each in found)
            names = [f"{name} ({counted(number, 'number')})" for name, number in terms.items()]
            print(f"{what}: {', '.join(names)}")
    equal = sum(row[-2] == SIGNS[True] for row in rows)
    print(f"{equal} of {len(rows)} numbers are equal to the published ones")
    return _code(rows)


def _planned(unsupported: list[Entry]) -> list[tuple[float, Entry]]:
    """What is published, with the seconds that it takes, about; the least first."""
    found = []
    for each in (*published_entries(), *board_entries(), *start_entries()):
        progress(f"planning {each.name}")
        try:
            found.append((each.plan(Limits()).cost.seconds, each))
        except UnsupportedError:
            unsupported.append(each)
    return sorted(found, key=lambda one: one[0])


def _counted(each: Entry, limits: Limits, checkpoint: str | None = None) -> list[str]:
    """A row of the table."""
    result = each.plan(limits).count(checkpoint)
    known = result.count is not None
    return [
        each.name,
        f"{each.problem}, {result.convention}",
        f"{each.published:,}",
        f"{result.count:,}" if known else str(result.reason),
        SIGNS[result.count == each.published] if known else "?",
        f"{result.statistics.seconds:.2f}",
    ]


def _table(rows: Sequence[Sequence[str]]) -> str:
    return aligned(["sequence", "tours", "published", "computed", "", "seconds"], rows, (0, 1, 4))


def _code(rows: Sequence[Sequence[str]]) -> int:
    signs = {row[-2] for row in rows}
    return NO if SIGNS[False] in signs else UNKNOWN if "?" in signs else OK


if __name__ == "__main__":
    sys.exit(main())
