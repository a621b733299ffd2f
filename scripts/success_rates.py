#!/usr/bin/env python3
"""Measure how often Warnsdorff's walk succeeds with each tie rule, and compare with published rates.

The facts are in tests/data/tie_breaking.json. There are three parts:

1. Walks without randomness: the sizes at which the single move order 12345678 fails, those at which the
   rule of Squirrel & Cull (1996) fails, and order 21345678 at 74. They must equal the lists exactly.
2. Rates. Each of ours has a Wilson (1927) score interval of 95%. A published rate comes from trials too,
   mostly 100; the two differ if Newcombe's (1998, method 10) interval for the difference of two proportions
   excludes 0. If a statement is about several sizes, the 5% are divided among them (Bonferroni). If it
   gives digits without trials, our rate must agree within their rounding.
3. What the rates depend on: the start, and the rule for ties that a tie rule leaves. If a published rate
   differs, the variants that agree with it are listed.

Pohl's sum may be taken before or after the move: it falls by one for each onward move of the square, and
squares that tie have equally many onward moves, so that their order is the same.

Exit codes: 0 all lists of part 1 agree (rates that differ are marked); 1 a list of part 1 differs; 2 bad
usage.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
from _common import DATA, NO, OK, Parser, aligned, counted, positive, progress, run

from knight_models import Limits, solve, walks

ORDER = "12345678"
VARIANTS = ("random", "move-order", "pohl+random", "pohl", "roth+random", "roth")
SEEN_SIZES = (7, 8, 50, 100)
WORDS = ("rate", "above", "below")
WIDE = 25  # above 100, sizes are sampled this far apart
MOST = {"all": 1.0, "nearly all": 0.9, "most": 0.5}
"""The proportion of the sizes for which a statement must hold."""


@dataclass(frozen=True)
class Proportion:
    """Successes among trials."""

    successes: float
    trials: int

    @property
    def rate(self) -> float:
        """The proportion of successes."""
        return self.successes / self.trials

    def interval(self, z: float) -> tuple[float, float]:
        """The score interval of Wilson (1927), `z` standard deviations to each side.

        >>> Proportion(81, 263).interval(1.96)  # Newcombe 1998, table I: 0.2553 to 0.3662
        (0.255..., 0.366...)
        """
        n, p = self.trials, self.rate
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return max(0.0, middle - half), min(1.0, middle + half)

    def difference(self, other: Proportion, z: float) -> tuple[float, float]:
        """The interval of Newcombe (1998, method 10) for this rate minus another one.

        >>> Proportion(56, 70).difference(Proportion(48, 80), 1.96)  # his table II: 0.0524 to 0.3339
        (0.052..., 0.333...)
        """
        (low, high), (others_low, others_high) = self.interval(z), other.interval(z)
        apart = self.rate - other.rate
        below = math.hypot(self.rate - low, others_high - other.rate)
        above = math.hypot(high - self.rate, other.rate - others_low)
        return apart - below, apart + above


@dataclass(frozen=True)
class Laboratory:
    """Measures rates by walks: `trials` for each size, and 100 times as many up to 10x10.

    The same seed gives the same walks.
    """

    trials: int
    seed: int

    def measure(self, ties: str, m: int, start: str) -> Proportion:
        """The proportion of walks that visit all squares of m x m.

        On odd boards, "any" start has the colour of the corner; from the other squares there is no tour.
        """
        draws = np.random.default_rng([self.seed, m])
        squares = np.arange(m * m)
        if m % 2:
            squares = squares[::2]
        trials = self.trials * (100 if m <= 10 else 1)
        starts = draws.choice(squares, trials) if start == "any" else np.zeros(trials, np.int64)
        seeds = draws.integers(0, 2**32, trials)
        progress(f"{ties}, {m}x{m}, start: {start}")
        done = walks(f"{m}x{m}", ties, starts, seeds, limits=Limits(workers=os.cpu_count() or 1))
        return Proportion(int(done.successes.sum()), trials)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the script; exit codes as in its description."""
    parser = Parser(__doc__)
    parser.add_argument(
        "--trials",
        type=positive,
        default=400,
        help="walks for each size, 100 times as many up to 10x10 (default: %(default)s)",
    )
    parser.add_argument(
        "--up-to", type=positive, default=610, metavar="M", help="largest board (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=0, help="makes the walks repeatable (default: 0)")
    return run(parser, _work, argv)


def _work(options: argparse.Namespace) -> int:
    facts = json.loads((DATA / "tie_breaking.json").read_text(encoding="utf-8"))
    exact = _exact_lists(facts, options.up_to)
    laboratory = Laboratory(options.trials, options.seed)
    _published_rates(facts["published_success_rates"]["rates"], laboratory, options.up_to)
    _roth(facts["roth"], options.up_to)
    _variants(laboratory, options.up_to)
    return OK if exact else NO


def _failing(ties: str, sizes: Iterable[int], order: str = ORDER) -> list[int]:
    """The sizes at which the walk from the corner gets stuck."""
    failing = []
    for m in sizes:
        progress(f"{ties}, {m}x{m}")
        if not walks(f"{m}x{m}", ties, [0], move_order=order).successes.all():
            failing.append(m)
    progress("")
    return failing


def _squirrel_cull_fails(m: int) -> bool:
    progress(f"squirrel-cull, {m}x{m}")
    return not solve(f"{m}x{m}", "warnsdorff:ties=squirrel-cull", start=(0, 0)).found


def _exact_lists(facts: dict[str, Any], up_to: int) -> bool:
    """Print the failures of walks without randomness; returns whether they equal the lists."""
    print("Walks from the corner without randomness\n")
    listed = facts["single_ordering_12345678"]["recomputed_failures_5_to_79"]
    last = min(up_to, 79)
    good = _as_listed(f"{ORDER}, 5 to {last}", _failing("move-order", range(5, last + 1)), listed, last)
    last = min(up_to, 610)
    failing = [m for m in range(5, last + 1) if _squirrel_cull_fails(m)]
    good &= _as_listed(f"squirrel-cull, 5 to {last}", failing, [74], last)
    if up_to >= 74:
        good &= _as_listed("21345678, 74", _failing("move-order", [74], "21345678"), [], 74)
    return good


def _as_listed(what: str, failing: list[int], listed: list[int], last: int) -> bool:
    wanted = [m for m in listed if m <= last]
    verdict = "as listed" if failing == wanted else f"NOT AS LISTED: {_sizes(wanted)}"
    print(f"  {what}: fails at {_sizes(failing)}; {verdict}")
    return failing == wanted


def _sizes(sizes: Sequence[int]) -> str:
    return ", ".join(map(str, sizes)) or "none"


def _published_rates(rates: Sequence[dict[str, Any]], laboratory: Laboratory, up_to: int) -> None:
    print(f"\nRates of {laboratory.trials:,} walks a size, of {100 * laboratory.trials:,} up to 10x10\n")
    rows, notes, left_out = [], [], 0
    for fact in rates:
        sizes = _sizes_of(fact)
        if sizes[-1] > up_to:  # a statement about most sizes need not hold for the smaller ones
            left_out += 1
            continue
        if len(sizes) == 1 and "rate" in fact:
            ours = laboratory.measure(fact["ties"], sizes[0], fact["start"])
            row, agrees = _one_size(fact, ours)
            notes += [] if agrees else [_explained(fact, sizes[0], laboratory)]
        else:
            row = _many_sizes(fact, sizes, laboratory)
        rows.append([fact["ties"], fact["start"], *row, fact["source"].split(",")[0]])
    progress("")
    print(aligned(["ties", "start", "m", "ours", "published", "verdict", "source"], rows, range(7)))
    if left_out:
        notes.append(f"left out: {counted(left_out, 'statement')} about boards beyond {up_to}x{up_to}")
    print("".join(f"\n{note}" for note in notes))


def _sizes_of(fact: dict[str, Any]) -> list[int]:
    """The sizes that a statement is about; a sample of those above 100."""
    sizes = range(fact["first"], fact["last"] + 1)
    apart = 1 if fact["first"] <= 100 else WIDE
    return [m for m in sizes[::apart] if m not in fact.get("except", [])]


def _spread(sizes: int = 1) -> float:
    """Standard deviations to each side of a 95% interval, whose 5% are divided among the sizes."""
    return NormalDist().inv_cdf(1 - 0.025 / sizes)


def _agrees(ours: Proportion, fact: dict[str, Any], sizes: int = 1) -> bool:
    """Whether our rate does not differ significantly from a statement."""
    published = float(next(fact[word] for word in WORDS if word in fact))
    z = _spread(sizes)
    if fact["trials"] is None:
        low, high = ours.interval(z)
        return bool(low <= published + 0.0005 and published - 0.0005 <= high)
    low, high = ours.difference(Proportion(published * fact["trials"], fact["trials"]), z)
    too_low, too_high = high < 0, low > 0
    if "above" in fact:
        return not too_low
    return not too_high if "below" in fact else not (too_low or too_high)


def _one_size(fact: dict[str, Any], ours: Proportion) -> tuple[list[str], bool]:
    low, high = ours.interval(_spread())
    agrees = _agrees(ours, fact)
    published = f"{fact['rate']:.3g}" + (f" of {fact['trials']}" if fact["trials"] else "")
    shown = f"{ours.rate:.3f} ({low:.3f} to {high:.3f})"
    return [str(fact["first"]), shown, published, "agrees" if agrees else "DIFFERS"], agrees


def _many_sizes(fact: dict[str, Any], sizes: Sequence[int], laboratory: Laboratory) -> list[str]:
    ours = {m: laboratory.measure(fact["ties"], m, fact["start"]) for m in sizes}
    off = [m for m in sizes if not _agrees(ours[m], fact, len(sizes))]
    word = next(word for word in WORDS if word in fact)
    held = 1 - len(off) / len(sizes)
    good = held >= 1 if fact["which"] == "all" else held > MOST[fact["which"]]
    lowest, highest = (pick(p.rate for p in ours.values()) for pick in (min, max))
    excepted = f" but {_sizes(fact['except'])}" if fact.get("except") else ""
    which = f"{sizes[0]} to {sizes[-1]}{excepted}"
    published = f"{fact['which']} {'' if word == 'rate' else word + ' '}{fact[word]:g}"
    verdict = "agrees" if good else "DIFFERS"
    verdict += f"; {len(off)} of {len(sizes)} off: {_shortened(off)}" if off else ""
    return [which, f"{lowest:.3f} to {highest:.3f}", published, verdict]


def _shortened(sizes: Sequence[int]) -> str:
    return _sizes(sizes) if len(sizes) <= 8 else f"{_sizes(sizes[:8])}, ..."


def _explained(fact: dict[str, Any], m: int, laboratory: Laboratory) -> str:
    """A note on a rate that differs: the variants (ties and start) that have the published rate."""
    fitting = [
        f"{ties} from {start} start"
        for ties in VARIANTS
        for start in ("corner", "any")
        if _agrees(laboratory.measure(ties, m, start), fact)
    ]
    what = f"{fact['ties']} at {m} from {fact['start']} start differs from the published {fact['rate']}"
    return f"{what}; the published rate fits {' and '.join(fitting) or 'none of the variants'}"


def _roth(fact: dict[str, Any], up_to: int) -> None:
    """The sizes at which the rule `roth` fails, by the move order that decides its remaining ties."""
    last = min(up_to, fact["smallest_failing"])
    failing = _failing("roth", range(5, last + 1))
    share = Proportion(len(failing), last - 4)
    low, high = share.interval(_spread())
    first = {order: next(iter(_first_failing(order, last)), None) for order in _equivalent_orders()}
    seen = sorted({m for m in first.values() if m is not None})
    never = sum(m is None for m in first.values())
    print(f"\nroth from the corner, 5 to {last}; remaining ties are decided by move order\n")
    print(f"  {ORDER}: fails at {_sizes(failing)}: {share.rate:.2%} ({low:.2%} to {high:.2%}) of the sizes")
    below = f"under {fact['failing_below']:.0%} of the sizes below {fact['of_sizes_below']:,}"
    print(f"  published, remaining ties unstated: fails first at {fact['smallest_failing']}; {below}")
    print(f"  the {len(first)} rotations and reflections of the order fail first at {_sizes(seen)}", end="")
    print(f"; {never} of them never fail" if never else "")
    print("  so the first failing size depends on the rule for the remaining ties")


def _equivalent_orders() -> list[str]:
    turned = [ORDER[k:] + ORDER[:k] for k in range(8)]
    return turned + [order[::-1] for order in turned]


def _first_failing(order: str, last: int) -> Iterable[int]:
    for m in range(5, last + 1):
        if _failing("roth", [m], order):
            yield m


def _variants(laboratory: Laboratory, up_to: int) -> None:
    """The rates of each tie rule and rule for remaining ties, from the corner and from any square."""
    sizes = [m for m in SEEN_SIZES if m <= up_to]
    print("\nRates from the corner / from any square, with the same number of walks\n")
    rows = [
        [
            ties,
            *(
                " / ".join(f"{laboratory.measure(ties, m, s).rate:.3f}" for s in ("corner", "any"))
                for m in sizes
            ),
        ]
        for ties in VARIANTS
    ]
    progress("")
    print(aligned(["ties", *(f"{m}x{m}" for m in sizes)], rows))


if __name__ == "__main__":
    sys.exit(main())
