#!/usr/bin/env python3
"""Forge evidence of impossibility against problems that have a tour; the verifier must accept none of it.

A tour is planted in each problem: a board with holes, leapers and wrapped axes, a rectangle, a graph or a
directed graph, of the three kinds, with fixed ends, given numbers, required and forbidden moves. The
evidence is made at random, by hand as near to the truth as it can be, or is real evidence against a
neighbour of the problem, unchanged or with one part changed (tests/support/forgeries.py).

For each kind of evidence the table shows how many were tried, how many were refused because a field has a
value of the wrong type, how many by the verifier and for how many different reasons, and how many were
accepted.

Exit codes: 0 none was accepted; 1 one was, which is printed with the arguments that repeat it; 2 bad usage.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from _common import NO, OK, Parser, aligned, counted, positive, progress, run

from knight_models import faults
from knight_models.core.errors import InputError, OptionError, nearest
from knight_models.core.evidence import EVIDENCE

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "support"))

REPORTS = 100
"""Forgeries between two reports of progress."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the script; exit codes as in its description."""
    parser = Parser(__doc__)
    parser.add_argument(
        "--count", type=positive, default=10_000, help="forgeries of each kind (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=0, help="first seed (default: %(default)s)")
    parser.add_argument("--kind", action="append", help="a kind of evidence; repeatable (default: all)")
    parser.add_argument(
        "--reasons", action="store_true", help="list the reasons, and how often each was given"
    )
    return run(parser, work, argv)


def work(arguments: argparse.Namespace) -> int:
    """Forge evidence of each kind, have it checked, and print the table."""
    kinds = arguments.kind or list(EVIDENCE)
    for kind in kinds:
        if kind not in EVIDENCE:
            raise OptionError(nearest(kind, EVIDENCE, "kind of evidence"))
    rows, reasons, accepted = [], Counter[tuple[str, str]](), 0
    for kind in kinds:
        refused, wrong = _tried(kind, arguments.seed, arguments.count)
        accepted += len(wrong)
        at_once = refused.pop("", 0)
        rows.append((kind, arguments.count, at_once, refused.total(), len(refused), len(wrong)))
        reasons.update({(kind, reason): count for reason, count in refused.items()})
        for line in wrong:
            print(line)
    progress("")
    heading = ("kind", "tried", "wrong type", "by the verifier", "reasons", "accepted")
    print(aligned(heading, rows))
    if arguments.reasons:
        print()
        listed = sorted(reasons.items(), key=lambda entry: (entry[0][0], -entry[1]))
        print(aligned(("kind", "reason", "times"), [(*names, count) for names, count in listed], (0, 1)))
    print(f"{counted(accepted, 'forgery') if accepted == 1 else f'{accepted:,} forgeries'} accepted")
    return NO if accepted else OK


def _tried(name: str, seed: int, count: int) -> tuple[Counter[str], list[str]]:
    """How often forgeries were refused for each reason ("" for a wrong type), and those accepted."""
    from forgeries import forged

    refused, accepted = Counter[str](), []
    for number in range(seed, seed + count):
        problem, (kind, fields) = forged(name, random.Random(f"{name} {number}"))
        try:
            evidence = kind(*fields)
        except InputError:
            refused[""] += 1
            continue
        found = faults(problem, evidence)
        if found:
            refused[_reason(str(found[0]))] += 1
        else:
            repeat = f"--kind {name} --seed {number} --count 1"
            accepted.append(f"ACCEPTED ({repeat}): {evidence} against the {problem}, {problem.space!r}")
        if number % REPORTS == 0:
            progress(f"{name}: {number - seed:,} of {count:,}")
    return refused, accepted


def _reason(sentence: str) -> str:
    """A sentence without its numbers and names, of which there are many."""
    general = re.sub(r"(yet at|token|, only reproduced) .*|(, only reproduced:.*)", r"\1", sentence)
    return re.sub(r"[\d,]*\d", "N", general)


if __name__ == "__main__":
    sys.exit(main())
