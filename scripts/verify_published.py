#!/usr/bin/env python3
"""Verify published tours; print which are misprinted, and where.

Without FILE: the published tours in tests/data, each with its source. The verdicts are compared with the
recorded ones there; a difference is exit code 1.

With FILE: your own tours; "-" is standard input. The file is either JSON of the same form, a list of
objects with "grid" (rows of numbers, null for a hole) and optionally "id", "source", "first_number" and the
recorded "valid_path", "closed" and "problems"; or a text with tours: number grids separated by empty lines,
square names, coordinates, or a TSPLIB .tour file. A misprint that is not recorded is exit code 1.

Numbers are given as printed; squares are named as in chess, with a1 at the bottom left.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any

from _common import DATA, NO, OK, Parser, aligned, counted, run

from knight_models import Fault, Kind, NumberGrid, TourProblem, faults
from knight_models.core.errors import FormatError
from knight_models.formats import Reading, read_file, read_tours
from knight_models.verifier import FaultKind, misprint_of

RECORDED = ("valid_path", "closed", "problems")

_TWICE = re.compile(r"(\d+) appears (?:twice|\d+ times)")
_LISTED = re.compile(r"(missing numbers|illegal steps) (\[.*\])")


@dataclass(frozen=True)
class Misprints:
    """The faults of a grid, in printed numbers: repeated and missing numbers, and wrong steps."""

    repeated: frozenset[int] = frozenset()
    missing: frozenset[int] = frozenset()
    broken: frozenset[tuple[int, int]] = frozenset()
    others: tuple[str, ...] = ()


@dataclass(frozen=True)
class PrintedTour:
    """A tour as it was printed, and what is recorded about it."""

    name: str
    source: str
    reading: Reading
    record: dict[str, Any]

    @cached_property
    def faults(self) -> Sequence[Fault]:
        """Its faults as an open tour."""
        return faults(TourProblem(self.reading.space), self.reading.answer)

    @cached_property
    def closed(self) -> bool:
        """Whether it is a closed tour."""
        return not faults(TourProblem(self.reading.space, Kind.CLOSED), self.reading.answer)

    @property
    def verdict(self) -> str:
        """One word."""
        return "MISPRINT" if self.faults else "closed" if self.closed else "open"

    @cached_property
    def misprints(self) -> Misprints:
        """The faults by kind."""
        of_kind = {kind: [fault for fault in self.faults if fault.kind is kind] for kind in FaultKind}
        named = (FaultKind.NUMBER_REPEATED, FaultKind.NUMBER_MISSING, FaultKind.NOT_A_MOVE)
        repeated, missing, broken = ([fault.steps for fault in of_kind[kind]] for kind in named)
        return Misprints(
            frozenset(number for (number,) in repeated),
            frozenset(number for (number,) in missing),
            frozenset((first, second) for first, second in broken),
            tuple(str(fault) for fault in self.faults if fault.kind not in named),
        )

    def differences(self) -> list[str]:
        """The differences between the verdict and the record; empty if nothing is recorded."""
        ours = {"valid_path": not self.faults, "closed": self.closed}
        found = [
            f"{name} is {ours[name]}, recorded {self.record[name]}"
            for name in ours
            if name in self.record and self.record[name] != ours[name]
        ]
        if "problems" in self.record:
            found += self._other_problems(_recorded(self.record["problems"], self.name))
        return found

    def _other_problems(self, recorded: Misprints) -> Iterator[str]:
        ours = self.misprints
        doubtful = {step for step in recorded.broken - ours.broken if self._misfits(step)}
        for what, mine, theirs in (
            ("numbers that repeat", ours.repeated, recorded.repeated),
            ("missing numbers", ours.missing, recorded.missing),
            ("illegal steps", ours.broken, recorded.broken - doubtful),
        ):
            if mine != theirs:
                yield f"{what}: {sorted(mine)}, recorded {sorted(theirs)}"
        yield from ours.others

    def _misfits(self, step: tuple[int, int]) -> bool:
        """Whether a step at a repeated number is not a move from one of the places of the number.

        It is unknown which place is the misprint, so that the record may list such a step or not.
        """
        board = self.reading.board
        if board is None or not self.misprints.repeated.intersection(step):
            return False
        here, there = map(self._places, step)
        return any(there_one not in board.neighbours(one) for one, there_one in product(here, there))

    def _places(self, number: int) -> list[tuple[int, ...]]:
        """The squares with a number."""
        if not isinstance(self.reading.answer, NumberGrid):
            return []
        axes = (self.reading.answer.numbers == number).nonzero()
        return list(zip(*(axis.tolist() for axis in axes), strict=True))

    def repair(self) -> str | None:
        """The correction of one number that makes it a tour; None if there is none."""
        misprint = misprint_of(TourProblem(self.reading.space), self.reading.answer)
        return None if misprint is None else str(misprint)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the script; 0 verdicts as recorded (or all valid), 1 a difference or misprint, 2 bad input."""
    parser = Parser(__doc__)
    parser.add_argument("file", nargs="?", metavar="FILE", help="your own tours (default: tests/data)")
    return run(parser, _work, argv)


def _work(options: argparse.Namespace) -> int:
    tours = list(_tours(options.file or DATA / "published_tours.json"))
    rows = [[tour.name, tour.reading.board, tour.verdict, tour.source] for tour in tours]
    print(aligned(["tour", "board", "verdict", "source"], rows, left=(0, 1, 2, 3)))
    wrong = [tour for tour in tours if tour.faults]
    for tour in wrong:
        print(f"\n{tour.name} is misprinted; source: {tour.source or 'none given'}")
        repair = tour.repair()
        for line in [*map(str, tour.faults), *([repair] if repair else [])]:
            print(f"  {line}")
    print(f"\n{_summary(tours)}")
    return _compared_with_record(tours)


def _summary(tours: Sequence[PrintedTour]) -> str:
    counts = Counter(tour.verdict for tour in tours)
    right = counts["closed"] + counts["open"]
    what = f"{right} right ({counts['closed']} closed, {counts['open']} open)"
    return f"{counted(len(tours), 'tour')}: {what}, {counts['MISPRINT']} misprinted"


def _compared_with_record(tours: Sequence[PrintedTour]) -> int:
    """Print whether the verdicts are as recorded; returns the exit code."""
    on_record = [tour for tour in tours if any(name in tour.record for name in RECORDED)]
    differing = {tour.name: found for tour in on_record if (found := tour.differences())}
    for name, found in differing.items():
        print(f"NOT as recorded: {name}: {'; '.join(found)}")
    if on_record:
        print(f"{len(on_record) - len(differing)} of {len(on_record)} verdicts are as recorded")
    unrecorded = any(tour.faults for tour in tours if tour not in on_record)
    return NO if differing or unrecorded else OK


def _tours(path: str | Path) -> Iterator[PrintedTour]:
    data, name = read_file(path), "standard input" if str(path) == "-" else Path(path).name
    entries = _entries(data)
    if entries is None:
        for number, reading in enumerate(read_tours(data, source=name), start=1):
            where = f"line {reading.line}" if reading.line is not None else f"tour {number}"
            yield PrintedTour(where, name, reading, {})
        return
    for number, entry in enumerate(entries, start=1):
        label = str(entry.get("id", f"tour {number}"))
        text, first = json.dumps(entry["grid"]), entry.get("first_number")
        reading = read_tours(text, first_number=first, source=f"{name}, {label}")[0]
        yield PrintedTour(label, str(entry.get("source", "")), reading, entry)


def _entries(data: bytes) -> list[dict[str, Any]] | None:
    """The objects of a JSON list in which each has a grid; None for any other file."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return None
    listed = value if isinstance(value, list) else [value]
    whole = all(isinstance(entry, dict) and "grid" in entry for entry in listed)
    return listed if listed and whole else None


def _recorded(problems: Any, name: str) -> Misprints:
    """The recorded problems by kind."""
    repeated: set[int] = set()
    missing: set[int] = set()
    broken: set[tuple[int, int]] = set()
    if not isinstance(problems, list):
        raise FormatError(f"{name}: the recorded problems must be a list of texts, not {problems!r}")
    for text in map(str, problems):
        if twice := _TWICE.fullmatch(text):
            repeated.add(int(twice[1]))
        elif listed := _LISTED.fullmatch(text):
            values = json.loads(listed[2])
            if listed[1] == "missing numbers":
                missing.update(values)
            else:
                broken.update((first, second) for first, second in values)
        else:
            known = "'5 appears twice', 'missing numbers [7]' or 'illegal steps [[1, 2]]'"
            raise FormatError(f"{name}: a recorded problem must be {known}, not {text!r}")
    return Misprints(frozenset(repeated), frozenset(missing), frozenset(broken))


if __name__ == "__main__":
    sys.exit(main())
