#!/usr/bin/env python3
"""Measure what the solvers cost, each line beside an alternative that is measured in the same run.

A line has our cost per square, step, million walks or process (the median of the repetitions), the
alternative, its cost, and our cost divided by it: below 1, ours is faster. The two run in turn. Work on one
thread is measured in processor time, so that other processes on the machine matter little; walks on two
threads, and processes, are measured in wall-clock time. Lines named "memory" have the peak memory of a
process. The alternatives:

  C++          small programs in scripts/bench, compiled with -O2 if there is a compiler
  student      a networkx graph and a dictionary, see scripts/_student.py
  AddCircuit   CP-SAT's constraint as in its examples, one worker, default parameters
  memory copy  numpy copies an int32 order of the same length: a lower bound
  python       a Python process that does nothing
  matplotlib   draws the plain line of the tour
  all pairs    a count of crossings over all pairs of moves
  Graphillion  counts the same tours by decision diagrams, in an interpreter named by --graphillion that has
               it (it is no part of this project); as it takes minutes, it runs once

The C++ programs and those of the student must take as many steps as ours; otherwise the line fails.

Exit codes: 0 every line was measured; 1 a line could not be measured, with the reason; 2 bad usage.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median

import numpy as np
from _common import NO, OK, Parser, aligned, positive, progress, run
from _measure import (
    Comparison,
    Programs,
    Run,
    Side,
    clocked,
    compare_sides,
    gigabytes,
    machine,
    memory_copy,
    process,
    short,
    timed,
)
from _pictures import counted_crossings, described, drawn_page, drawn_png, drawn_svg
from _student import add_circuit_tour, greedy_walk, moves_graph, plain_search

from knight_models import (
    Board,
    Kind,
    Limits,
    TourProblem,
    count_tours,
    get_solver,
    knight_graph,
    solver_names,
    verify,
    walks,
)
from knight_models.core.errors import KnightModelsError, OptionError, SolverError
from knight_models.engine.run import Run as SolverRun
from knight_models.formats import check_output, open_output
from knight_models.solvers.depth_first.search import SEARCH

RULE_D = [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)]
"""The move order of program D in tests/data/classic_programs.json."""

ROUNDS = 1000  # walks from each of the 64 squares
FIRST_STEPS = 100_000  # of the search, for the student's program
WALKS = 250_000  # with random ties

COMPILING = "200x200"
"""A board large enough that a solver waits until its code is compiled."""

Sides = dict[str, Side]


@dataclass(frozen=True)
class Line:
    """A line of the table.

    Parameters
    ----------
    what : its name
    per : the unit of its cost
    sides : makes the sides of the comparison, ours first
    solver : the solver that it needs; the line is left out if there is no such solver
    large : whether it is measured only with --large
    shown : writes a cost
    """

    what: str
    per: str
    sides: Callable[[Programs], Sides]
    solver: str = ""
    large: bool = False
    shown: Callable[[float], str] = short


def main(argv: Sequence[str] | None = None) -> int:
    """Run the script; exit codes as in its description."""
    parser = Parser(__doc__)
    parser.add_argument("--only", metavar="WORD", help="only lines whose name contains WORD")
    parser.add_argument("--repeat", type=positive, default=5, help="repetitions (default: %(default)s)")
    parser.add_argument(
        "--large", action="store_true", help="also boards of 3 to 100 million squares, and long counts"
    )
    parser.add_argument(
        "--graphillion",
        metavar="PYTHON",
        default=sys.executable,
        help="an interpreter that has Graphillion",
    )
    parser.add_argument("--json", metavar="FILE", help="also write all measured numbers to this file")
    return run(parser, _work, argv)


def _work(options: argparse.Namespace) -> int:
    wanted = _chosen(options.only, options.large)
    if options.json:
        check_output(options.json)
    notes: list[str] = []
    code = OK
    measured: list[tuple[Line, list[Comparison]]] = []
    with tempfile.TemporaryDirectory() as folder:
        programs = Programs(Path(folder), options.graphillion)
        about = {**machine(), "compiler": programs.what, "repetitions": str(options.repeat)}
        for line in wanted:
            progress(line.what)
            if line.solver and line.solver not in solver_names():
                notes.append(f"left out: {line.what}: there is no solver {line.solver}")
                continue
            try:
                measured.append((line, compare_sides(line.sides(programs), options.repeat)))
            except KnightModelsError as error:
                notes.append(f"not measured: {line.what}: {error}")
                code = NO
    progress("")
    print("\n".join(f"{name}: {text}" for name, text in about.items()) + "\n")
    print(_table(measured))
    print("".join(f"\n{note}" for note in notes))
    if options.json:
        _write(options.json, about, measured, notes)
    return code


def _chosen(word: str | None, large: bool) -> list[Line]:
    """The lines that the options select."""
    found = [line for line in LINES if word is None or word.lower() in line.what.lower()]
    if not found:
        names = "; ".join(line.what for line in LINES)
        raise OptionError(f"no line has a name with {word!r}; the names are: {names}")
    chosen = [line for line in found if large or not line.large]
    if not chosen:
        raise OptionError(f"--only {word} selects large boards only; add --large")
    return chosen


def _table(measured: Sequence[tuple[Line, list[Comparison]]]) -> str:
    rows = [
        [
            "" if place else line.what,
            line.shown(median(pair.ours)),
            line.per,
            pair.other,
            line.shown(median(pair.theirs)),
            f"{pair.ratio:.3g}" if pair.ratio < 1000 else f"{pair.ratio:,.0f}",
        ]
        for line, pairs in measured
        for place, pair in enumerate(pairs)
    ]
    return aligned(["", "ours", "per", "compared with", "theirs", "ours/theirs"], rows, (0, 2, 3))


def _write(
    file: str,
    about: dict[str, str],
    measured: Sequence[tuple[Line, list[Comparison]]],
    notes: Sequence[str],
) -> None:
    lines = [
        {
            "what": line.what,
            "per": line.per,
            "compared_with": pair.other,
            "ours_seconds": pair.ours,
            "theirs_seconds": pair.theirs,
            "ratio": pair.ratio,
        }
        for line, pairs in measured
        for pair in pairs
    ]
    with open_output(file) as stream:
        json.dump({**about, "lines": lines, "notes": list(notes)}, stream, indent=1)
        stream.write("\n")


def _greedy(programs: Programs) -> Sides:
    """The walk of rule D from every square of 8x8; one of the 64 fails."""
    starts = np.tile(np.arange(64), ROUNDS)
    graph = moves_graph(8, RULE_D)

    def ours() -> Run:
        seconds, found = timed(lambda: walks("8x8", "move-order", starts, move_order=RULE_D))
        placed, complete = int(found.lengths.sum()), int(found.successes.sum())
        return Run(seconds, placed, (placed // ROUNDS, complete // ROUNDS))

    def student() -> Run:
        seconds, lengths = timed(lambda: [len(greedy_walk(graph, square)) for square in graph])
        return Run(seconds, sum(lengths), (sum(lengths), lengths.count(64)))

    compiled = programs.side("greedy", str(ROUNDS), rounds=ROUNDS)
    return {"ours": ours, **compiled, "student": student, "memory copy": memory_copy(len(starts) * 64)}


def _roth(size: str, programs: Programs) -> Sides:
    """One walk from a random square for each run."""
    problem = TourProblem(size)
    draws = np.random.default_rng(0)

    def ours() -> Run:
        start = draws.integers(len(problem), size=1)
        seconds, found = timed(lambda: walks(problem, "roth", start))
        return Run(seconds, int(found.lengths.sum()))

    return {"ours": ours, "memory copy": memory_copy(len(problem))}


def _search(steps: int | None) -> Side:
    """The plain search of rule D from the corner of 8x8."""
    solver = get_solver("depth-first", ordering="fixed", move_order=RULE_D)
    problem = TourProblem("8x8", start=(0, 0))
    SEARCH.compile()

    def ours() -> Run:
        seconds, result = timed(lambda: solver.solve(SolverRun(problem, Limits(steps=steps))))
        taken = result.statistics
        return Run(seconds, taken.steps, (taken.steps, taken.backtracks))

    return ours


def _search_with_compiled(programs: Programs) -> Sides:
    return {"ours": _search(None), **programs.side("search")}


def _search_with_student(programs: Programs) -> Sides:
    graph = moves_graph(8, RULE_D)

    def student() -> Run:
        seconds, work = timed(lambda: plain_search(graph, (0, 0), FIRST_STEPS))
        return Run(seconds, work[0], work)

    return {"ours": _search(FIRST_STEPS), "student": student}


def _closed(solver: str, size: str, programs: Programs) -> Sides:
    """Closed tours from every square of 8x8, or from a random square for each run; not verified."""
    board = Board.parse(size)
    chosen = get_solver(solver)
    chosen.solve(SolverRun(TourProblem(COMPILING, Kind.CLOSED)))
    draws = np.random.default_rng(0)

    def ours() -> Run:
        starts = range(64) if len(board) == 64 else draws.integers(len(board), size=1).tolist()
        seconds = 0.0
        for start in starts:
            problem = TourProblem(board, Kind.CLOSED, start=divmod(start, board.shape[1]))
            took, result = timed(partial(chosen.solve, SolverRun(problem)))
            seconds += took
            if not result.found:
                raise SolverError(f"{problem}: {result.status}: {result.reason}")
        return Run(seconds, len(board) * len(starts))

    return {"ours": ours, "memory copy": memory_copy(len(board))}


def _circuit(size: str, programs: Programs) -> Sides:
    """A closed tour by `cpsat`, and by AddCircuit with default parameters; neither is verified."""
    board = Board.parse(size)
    problem = TourProblem(board, Kind.CLOSED)

    def ours() -> Run:
        seconds, result = timed(lambda: get_solver("cpsat").solve(SolverRun(problem)))
        if not result.found:
            raise SolverError(f"{problem}: {result.status}: {result.reason}")
        return Run(seconds, len(board))

    def student() -> Run:
        seconds, visited = timed(lambda: add_circuit_tour(knight_graph(board)))
        if visited != len(board):
            raise SolverError(f"AddCircuit visits {visited} squares of {len(board)}")
        return Run(seconds, visited)

    return {"ours": ours, "AddCircuit, default parameters": student}


def _verifier(size: str, programs: Programs) -> Sides:
    problem = TourProblem(size, start=(0, 0))
    solver = "tiling" if "tiling" in solver_names() else "warnsdorff:ties=roth"
    tour = get_solver(solver).solve(SolverRun(problem)).tour
    if tour is None:
        raise SolverError(f"{solver} has no tour to verify")
    squares = len(tour)
    return {
        "ours": lambda: Run(timed(lambda: verify(problem, tour))[0], squares),
        "memory copy": memory_copy(squares),
    }


def _random_walks(programs: Programs) -> Sides:
    """Walks with random ties, equally many from each square, on two threads and on one."""
    starts, seeds = np.arange(WALKS) % 64, np.arange(WALKS)

    def on(threads: int) -> Run:
        limits = Limits(workers=threads)
        seconds, found = clocked(lambda: walks("8x8", "random", starts, seeds, limits=limits))
        return Run(seconds, WALKS / 1e6, (int(found.lengths.sum()), int(found.successes.sum())))

    return {"ours": partial(on, 2), "one thread": partial(on, 1)}


def _counted(size: str, kind: Kind, programs: Programs) -> Sides:
    """A count of tours; a step is a transition between two mate states, which reads and writes a number."""
    problem = TourProblem(size, kind)
    steps = count_tours(problem).statistics.steps

    def ours() -> Run:
        seconds, found = timed(lambda: count_tours(problem))
        return Run(seconds, found.statistics.steps)

    return {"ours": ours, "memory copy": memory_copy(steps)}


def _counted_beside_graphillion(size: str, figure: str, programs: Programs) -> Sides:
    """A count of closed tours in a process of its own: its seconds, or its peak memory."""
    ours = programs.counter("count_tours.py", sys.executable, size, figure)
    theirs = programs.counter("count_graphillion.py", programs.graphillion, size, figure, once=True)
    return {"ours": ours, "Graphillion": theirs}


def _process(arguments: Sequence[str], programs: Programs) -> Sides:
    placed = [str(programs.folder / word) if word.endswith(".npy") else word for word in arguments]
    return {"ours": process("-m", "knight_models", *placed), "python": process("-c", "pass")}


def _lines() -> Iterator[Line]:
    yield Line("greedy walk, 8x8, all starts", "square", _greedy)
    yield Line("plain search, 8x8, 8,250,733 steps", "step", _search_with_compiled)
    yield Line(f"plain search, 8x8, first {FIRST_STEPS:,} steps", "step", _search_with_student)
    for size in ("100x100", "1000x1000"):
        yield Line(f"greedy walk with roth, {size}", "square", partial(_roth, size))
    for size in ("8x8", "100x100", "300x300", "1000x1000"):
        yield Line(f"rotation, closed, {size}", "square", partial(_closed, "rotation", size), "rotation")
    for size, large in (("1000x1000", False), ("10000x10000", True), ("3x1000000", True)):
        yield Line(f"tiling, closed, {size}", "square", partial(_closed, "tiling", size), "tiling", large)
    yield Line("cpsat, closed, 60x60", "square", partial(_circuit, "60x60"), "cpsat")
    yield Line("verifier, 1000x1000", "square", partial(_verifier, "1000x1000"))
    yield Line("verifier, 10000x10000", "square", partial(_verifier, "10000x10000"), "tiling", large=True)
    yield Line("walks with random ties, 8x8, two threads", "million walks", _random_walks)
    for size, kind, large in (
        ("6x6", Kind.CLOSED, False),
        ("8x6", Kind.CLOSED, False),
        ("8x7", Kind.CLOSED, True),
        ("6x6", Kind.OPEN, False),
        ("7x6", Kind.OPEN, True),
    ):
        yield Line(f"count, {kind}, {size}", "transition", partial(_counted, size, kind), large=large)
    for size, large in (("6x6", False), ("8x6", True)):
        beside = partial(_counted_beside_graphillion, size)
        yield Line(f"count in a process, closed, {size}", "count", partial(beside, "seconds"), large=large)
        memory = partial(beside, "memory")
        yield Line(f"count, closed, {size}: memory", "process", memory, large=large, shown=gigabytes)
    for what, sides, size in (
        ("svg", drawn_svg, "200x200"),
        ("svg", drawn_svg, "1000x1000"),
        ("png", drawn_png, "200x200"),
        ("page", drawn_page, "1000x1000"),
        ("crossings", counted_crossings, "30x30"),
        ("description", described, "1000x1000"),
    ):
        yield Line(f"{what} of a closed tour, {size}", "square", partial(sides, size), "tiling")
    for command, solver in (
        ("--help", ""),
        ("solve 8x8", ""),
        ("solve 1000x1000 --closed --output t.npy", "tiling"),
    ):
        yield Line(f"process: {command}", "process", partial(_process, command.split()), solver)


LINES = list(_lines())


if __name__ == "__main__":
    sys.exit(main())
