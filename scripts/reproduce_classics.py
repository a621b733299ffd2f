#!/usr/bin/env python3
"""Re-run five classic knight's tour programs, by options of depth-first and warnsdorff alone.

Prints for each program its rule, the --solver that reproduces it, a board (or move list), its steps
and backtracks, the map of the starts; then plain against ordered search, and the number of backtracks
that program B itself reports beside ours. A step is a square placed, the start included; a backtrack
is a square taken back. The last line says how many of the published cases are reproduced exactly:
grid, steps, backtracks and program B's own number.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from _common import DATA, NO, OK, UNKNOWN, Parser, aligned, number_grid, progress, run, seconds
from _presets import PRESETS, Program, back_number

from knight_models import Board, SolveResult, Tour, solve
from knight_models.core.board import Square
from knight_models.core.errors import OptionError, nearest
from knight_models.core.squares import file_name
from knight_models.formats import read_file

CORNER = (0, 0)


@dataclass(frozen=True)
class Job:
    """One run of a program, and what was published of it, if anything was."""

    program: Program
    board: Board
    start: Square
    published: dict[str, Any] | None = None


@dataclass(frozen=True)
class Outcome:
    """What came out of a job."""

    job: Job
    result: SolveResult
    back_number: int | None = None

    @property
    def path(self) -> Tour | None:
        """The tour, or as far as the greedy walk came."""
        return self.result.tour or self.result.walk

    @property
    def stopped(self) -> bool:
        """Whether the time limit ended the run."""
        return not self.result.found and self.result.reason == "time limit"

    @property
    def differences(self) -> list[str]:
        """Where the outcome is not what was published; nothing if nothing was."""
        if self.job.published is None:
            return []
        grid = None if self.path is None else self.path.grid().tolist()
        ours = {
            "found": self.result.found,
            "steps": self.result.statistics.steps,
            "backtracks": self.result.statistics.backtracks,
            "program_back_number": self.back_number,
            "grid": grid,
        }
        told = self.job.published
        return [
            name if name == "grid" else f"{name} {value} instead of {told[name]}"
            for name, value in ours.items()
            if name in told and told[name] != value
        ]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the script; 0 all reproduced, 1 something differs, 2 bad usage, 3 the time ended a run."""
    parser = Parser(__doc__, epilog="programs: " + ", ".join(PRESETS) + " (B and D for all theirs)")
    parser.add_argument("programs", nargs="*", metavar="PROGRAM", help="which programs (default: all)")
    parser.add_argument("--board", help="only on this board, such as 6x6; published or not")
    parser.add_argument("--start", help="only from this square, such as a1 or 7,0; published or not")
    parser.add_argument("--moves", action="store_true", help="print the move list in place of the board")
    parser.add_argument(
        "--seconds", type=seconds, default=60.0, help="time limit of a run (default: %(default)s)"
    )
    return run(parser, _work, argv)


def _work(options: argparse.Namespace) -> int:
    jobs = _jobs(_chosen(options.programs), options.board, options.start)
    outcomes: list[Outcome] = []
    for name in dict.fromkeys(job.program.name for job in jobs):
        done = [_outcome(job, options.seconds) for job in jobs if job.program.name == name]
        progress("")
        print(_told(done, moves=options.moves), end="\n\n")
        outcomes += done
    for table in (_plain_against_ordered(outcomes, options.seconds), _back_numbers(outcomes)):
        if table:
            print(table, end="\n\n")
    return _last_line(outcomes)


def _chosen(names: Sequence[str]) -> list[Program]:
    """The programs that the names mean: one, or all of a letter."""
    known = {name.lower(): [program] for name, program in PRESETS.items()}
    for program in PRESETS.values():
        letter = program.name[0].lower()
        if letter != program.name.lower():
            known.setdefault(letter, []).append(program)
    for name in names:
        if name.lower() not in known:
            raise OptionError(nearest(name, PRESETS, "program"))
    wanted = [program for name in names for program in known[name.lower()]]
    return list(dict.fromkeys(wanted)) or list(PRESETS.values())


def _jobs(programs: Sequence[Program], board: str | None, start: str | None) -> list[Job]:
    """The published cases that fit; where a program has none, one run beyond them."""
    space = Board.parse(board or "8x8")
    if space.ndim != 2:
        raise OptionError(f"these programs play on boards with two axes such as 8x8, not {board}")
    square = None if start is None else space.at(start)
    jobs: list[Job] = []
    cases = json.loads(read_file(DATA / "classic_programs.json"))["cases"]
    for program in programs:
        fitting = [
            Job(program, Board((case["rows"], case["cols"])), tuple(case["start"]), case)
            for case in cases
            if case["rule"] == program.name
        ]
        if board is not None or square is not None:
            fitting = [job for job in fitting if job.board == space and square in (None, job.start)]
        jobs += fitting or [Job(program, space, square or CORNER)]
    return jobs


def _outcome(job: Job, limit: float) -> Outcome:
    progress(f"{job.program.name}: {job.board} from {job.board.name(job.start)}")
    result = solve(job.board, job.program.solver, start=job.start, seconds=limit)
    own = back_number(result, job.program.solver) if job.program.name.startswith("B") else None
    return Outcome(job, result, own)


def _told(outcomes: Sequence[Outcome], *, moves: bool) -> str:
    """A program: its rule, how to run it, what came out."""
    program = outcomes[0].job.program
    lines = [f"Program {program.name}: {program.rule}", f"--solver {program.solver}"]
    shown = [outcomes[0], *(other for other in outcomes[1:] if not other.result.found)]
    for outcome in shown:
        lines.append(_headline(outcome))
        if outcome.path is not None:
            lines.append(_move_list(outcome.path) if moves else number_grid(outcome.path.grid().tolist()))
    lines += [_headline(other) for other in outcomes[1:] if other not in shown and len(outcomes) < 4]
    for board in dict.fromkeys(outcome.job.board for outcome in outcomes):
        on_board = [outcome for outcome in outcomes if outcome.job.board == board]
        if len(on_board) > 1:
            lines += _map(board, on_board, greedy=program.greedy)
    differing = [outcome for outcome in outcomes if outcome.differences]
    lines += [f"NOT as published: {_where(one.job)}: {'; '.join(one.differences)}" for one in differing]
    return "\n".join(lines)


def _where(job: Job) -> str:
    return f"{job.board} from {job.board.name(job.start)} {job.start}"


def _headline(outcome: Outcome) -> str:
    taken = outcome.result.statistics
    what = f"{taken.steps:,} steps, {taken.backtracks:,} backtracks"
    if outcome.result.found:
        return f"{_where(outcome.job)}: tour, {what}"
    if outcome.path is not None and not outcome.stopped:
        return f"{_where(outcome.job)}: no tour, the walk is stuck after {len(outcome.path)} squares"
    return f"{_where(outcome.job)}: {outcome.result.reason or 'there is no tour'}, {what}"


def _move_list(path: Tour) -> str:
    """The squares by name, ten a line."""
    names = path.names
    width = max(map(len, names))
    rows = [names[place : place + 10] for place in range(0, len(names), 10)]
    return "\n".join("  " + " ".join(name.ljust(width) for name in row).rstrip() for row in rows)


def _map(board: Board, outcomes: Sequence[Outcome], *, greedy: bool) -> list[str]:
    """A board with what the run from each square gave, and in words which starts fail."""
    values = {one.job.start: _map_cell(one, greedy=greedy) for one in outcomes}
    rows, columns = board.shape
    width = max(map(len, values.values())) + 1
    what = "squares visited, ! = stuck" if greedy else "backtracks, ? = not finished"
    lines = [f"{board}, the {len(outcomes)} starts: {what}, - = not run"]
    for row in range(rows):
        cells = "".join(values.get((row, column), "-").rjust(width) for column in range(columns))
        lines.append(f"  {rows - row:>2}{cells}")
    files = "".join(file_name(column).rjust(width) for column in range(columns))
    lines.append("    " + files)
    failed = [one.job for one in outcomes if not one.result.found]
    names = ", ".join(f"{board.name(job.start)} {job.start}" for job in failed)
    lines.append(f"{len(failed)} of the {len(outcomes)} starts fail{': ' if failed else ''}{names}")
    return lines


def _map_cell(outcome: Outcome, *, greedy: bool) -> str:
    if greedy:
        visited = outcome.result.statistics.steps
        return f"{visited}" if outcome.result.found else f"{visited}!"
    return "?" if outcome.stopped else str(outcome.result.statistics.backtracks)


def _plain_against_ordered(outcomes: Sequence[Outcome], limit: float) -> str:
    """For each plain run: the ordered run of the same program on the same board from the same start."""
    rows = []
    for plain in (one for one in outcomes if one.job.program.name.endswith("-plain")):
        partner = PRESETS[plain.job.program.name.replace("-plain", "-ordered")]
        ordered = _outcome(Job(partner, plain.job.board, plain.job.start), limit)
        rows.append(
            [
                plain.job.program.name[0],
                plain.job.board,
                plain.job.board.name(plain.job.start),
                *_effort(plain),
                *_effort(ordered),
            ]
        )
    progress("")
    if not rows:
        return ""
    heading = ["", "board", "from", "plain steps", "backtracks", "ordered steps", "backtracks"]
    return f"Plain against ordered search\n{aligned(heading, rows, left=(0, 1, 2))}"


def _effort(outcome: Outcome) -> Iterator[Any]:
    mark = ">" if outcome.stopped else ""
    yield f"{mark}{outcome.result.statistics.steps:,}"
    yield f"{mark}{outcome.result.statistics.backtracks:,}"


def _back_numbers(outcomes: Sequence[Outcome]) -> str:
    """The backtracks of program B: ours, its own number from our tour, and the one published."""
    counted: Counter[tuple[Any, ...]] = Counter()
    names: dict[tuple[Any, ...], str] = {}
    for one in outcomes:
        if one.back_number is None:
            continue
        published = (one.job.published or {}).get("program_back_number")
        row = (one.job.program.name, str(one.job.board), one.result.statistics.backtracks, one.back_number)
        counted[(*row, published)] += 1
        names.setdefault((*row, published), one.job.board.name(one.job.start))
    if not counted:
        return ""
    rows = [
        (*row[:2], names[row] if count == 1 else f"{count} starts", *row[2:])
        for row, count in counted.items()
    ]
    heading = ["", "board", "from", "backtracks", "B's own number", "published"]
    note = "Program B's own number counts every return of its recursive call, those after the success too"
    return f"{note}\n{aligned(heading, rows, left=(0, 1, 2))}"


def _last_line(outcomes: Sequence[Outcome]) -> int:
    published = [one for one in outcomes if one.job.published is not None]
    exact = [one for one in published if not one.differences]
    stopped = [one for one in published if one.stopped]
    wrong = len(published) - len(exact) - len(stopped)
    parts = [f"{len(exact)} of {len(published)} published cases reproduced exactly"] if published else []
    parts = parts or ["none of these runs was published, so there is nothing to hold them against"]
    parts += [f"{wrong} differ"] if wrong else []
    parts += [f"{len(stopped)} not finished in time"] if stopped else []
    print("; ".join(parts))
    if wrong:
        return NO
    return UNKNOWN if stopped else OK


if __name__ == "__main__":
    sys.exit(main())
