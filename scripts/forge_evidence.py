#!/usr/bin/env python3
"""Forge evidence of impossibility against problems that have a tour; the verifier must accept none of it.

A tour is planted in each problem: a board with holes, leapers and wrapped axes, a rectangle, a graph or a
directed graph, of the three kinds, with fixed ends, given numbers, required and forbidden moves. The
evidence is made at random, by hand as near to the truth as it can be, or is real evidence against a
neighbour of the problem, unchanged or with one part changed (tests/support/forgeries.py). Four forgeries
are tried against each problem.

A line reports each kind when it is done. A run that was broken off is continued with --kind, once for each
of the kinds that are missing.

For each kind of evidence the table shows how many were tried, how many were refused because a field has a
value of the wrong type, how many by the verifier and for how many different reasons, and how many were
accepted.

Exit codes: 0 none was accepted; 1 one was, which is printed with the arguments that repeat it; 2 bad usage.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import lru_cache
from itertools import repeat
from pathlib import Path

from _common import NO, OK, Parser, aligned, counted, positive, progress, run

from knight_models import faults
from knight_models.core.errors import InputError, OptionError, nearest
from knight_models.core.evidence import EVIDENCE

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "support"))

A_PROBLEM = 4
"""Forgeries against one problem: to plant a tour takes longer than to forge evidence and to check it."""

A_PIECE = 250
"""Forgeries that a process makes before it is given others."""

Tried = tuple[Counter[str], list[str]]
"""How often forgeries were refused for each reason ("" for a wrong type), and those accepted."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the script; exit codes as in its description."""
    parser = Parser(__doc__)
    parser.add_argument(
        "--count", type=positive, default=10_000, help="forgeries of each kind (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=0, help="first seed (default: %(default)s)")
    parser.add_argument("--kind", action="append", help="a kind of evidence; repeatable (default: all)")
    parser.add_argument(
        "--workers", type=positive, default=os.cpu_count() or 1, help="processes (default: %(default)s)"
    )
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
    with _processes(arguments.workers, arguments.count * len(kinds)) as each_of:
        for kind in kinds:
            began = time.monotonic()
            refused, wrong = _all_tried(kind, arguments.seed, arguments.count, each_of)
            accepted += len(wrong)
            at_once = refused.pop("", 0)
            rows.append((kind, arguments.count, at_once, refused.total(), len(refused), len(wrong)))
            reasons.update({(kind, reason): count for reason, count in refused.items()})
            for line in wrong:
                print(line, flush=True)
            took = time.monotonic() - began
            progress("")
            print(f"{kind}: {arguments.count:,} in {took:.0f} s, {len(wrong):,} accepted", flush=True)
    heading = ("kind", "tried", "wrong type", "by the verifier", "reasons", "accepted")
    print()
    print(aligned(heading, rows))
    if arguments.reasons:
        print()
        listed = sorted(reasons.items(), key=lambda entry: (entry[0][0], -entry[1]))
        print(aligned(("kind", "reason", "times"), [(*names, count) for names, count in listed], (0, 1)))
    print(f"{counted(accepted, 'forgery') if accepted == 1 else f'{accepted:,} forgeries'} accepted")
    return NO if accepted else OK


@contextmanager
def _processes(workers: int, count: int) -> Iterator[Callable[..., Iterable[Tried]]]:
    """A `map` that uses several processes, or only this one if there is too little work."""
    if workers == 1 or count <= A_PIECE:
        yield map
        return
    with ProcessPoolExecutor(workers) as pool:
        try:
            yield pool.map
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _all_tried(name: str, seed: int, count: int, each_of: Callable[..., Iterable[Tried]]) -> Tried:
    """The forgeries of one kind, tried in pieces."""
    refused, accepted = Counter[str](), list[str]()
    begins = range(seed, seed + count, A_PIECE)
    ends = [min(begin + A_PIECE, seed + count) for begin in begins]
    for end, (reasons, wrong) in zip(ends, each_of(_tried, repeat(name), begins, ends), strict=True):
        refused += reasons
        accepted += wrong
        progress(f"{name}: {end - seed:,} of {count:,}")
    return refused, accepted


def _tried(name: str, begin: int, end: int) -> Tried:
    """The forgeries with these numbers."""
    from forgeries import FORGERS, planted

    plant = lru_cache(1)(lambda number: planted(random.Random(f"{name}, problem {number}"), name))
    refused, accepted = Counter[str](), []
    for number in range(begin, end):
        problem, order = plant(number // A_PROBLEM)
        kind, fields = FORGERS[name](problem, order, random.Random(f"{name} {number}"))
        try:
            evidence = kind(*fields)
        except InputError:
            refused[""] += 1
            continue
        found = faults(problem, evidence)
        if found:
            refused[_reason(str(found[0]))] += 1
        else:
            repeat_it = f"--kind {name} --seed {number} --count 1"
            accepted.append(f"ACCEPTED ({repeat_it}): {evidence} against the {problem}, {problem.space!r}")
    return refused, accepted


def _reason(sentence: str) -> str:
    """A sentence without its numbers and names, of which there are many."""
    general = re.sub(r"(yet at|token|, only reproduced) .*|(, only reproduced:.*)", r"\1", sentence)
    return re.sub(r"[\d,]*\d", "N", general)


if __name__ == "__main__":
    sys.exit(main())
