#!/usr/bin/env python3
"""Run every solver and task with short limits on large problems, and print by how much each overruns.

A run may end a second, or a tenth of its limit, after the limit. Time in which the clock stands still, for
loading and compiling, does not count. Each line is the worst of its limits. On a busy machine, everything
takes longer: repeat what overruns with --only.

Exit codes: 0 no overrun; 1 an overrun; 2 bad usage.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import product
from typing import Any

import networkx
from _common import NO, OK, Parser, aligned, counted, progress, run, seconds, words

from knight_models import TourProblem, solve
from knight_models.core.errors import KnightModelsError
from knight_models.core.limits import SETUP, Limits
from knight_models.solvers import get_solver, solver_names
from knight_models.solvers.base import why_not
from knight_models.tasks.compare import compare
from knight_models.tasks.listing import iter_tours
from knight_models.tasks.puzzles import make_puzzle
from knight_models.tasks.trace import trace_search

LIMITS = "0.1,0.5,1,3"
BOARDS = ("200x200", "500x500", "1000x1000", "2000x2000")
VARIANTS = (
    "depth-first:prune=on",
    "depth-first:ordering=fixed",
    "depth-first:ordering=static,ties=index",
    "warnsdorff:ties=random",
    "rotation:ties=random",
    "cpsat:formulation=circuit",
    "cpsat:formulation=mtz",
    "cpsat:formulation=position",
)
GRAPHS: dict[str, Callable[[], networkx.Graph]] = {
    "3-regular, 100,000 vertices": lambda: networkx.random_regular_graph(3, 100_000, seed=1),
    "4-regular, 20,000 vertices": lambda: networkx.random_regular_graph(4, 20_000, seed=1),
    "complete, 1,500 vertices": lambda: networkx.complete_graph(1500),
    "complete bipartite, 700 + 701": lambda: networkx.complete_bipartite_graph(700, 701),
    "path of 100,000 vertices": lambda: networkx.path_graph(100_000),
}
EVENTS = 1_000_000


@dataclass(frozen=True)
class Case:
    """Work that takes a limit in seconds.

    Parameters
    ----------
    what : the task or the solver
    where : the problem
    work : does it
    """

    what: str
    where: str
    work: Callable[[float], object]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the script; exit codes as in its description."""
    parser = Parser(__doc__)
    parser.add_argument("--limits", type=_limits, default=LIMITS, help="seconds (default: %(default)s)")
    parser.add_argument("--only", default="", help="text in the lines that are run, such as cpsat")
    return run(parser, work, argv)


def _limits(text: str) -> list[float]:
    """The limits of a list such as 0.1,3, each once."""
    return list(dict.fromkeys(map(seconds, words(text))))


def work(arguments: argparse.Namespace) -> int:
    """Run all cases with all limits, and print the table."""
    limits = arguments.limits
    rows = []
    overruns = 0
    for case in cases():
        if arguments.only not in f"{case.what} {case.where}":
            continue
        progress(f"{case.what}, {case.where}")
        took = {limit: overrun(case, limit) for limit in limits}
        bad = [limit for limit, over in took.items() if over > max(1.0, 0.1 * limit)]
        overruns += len(bad)
        cells = [f"{over:+.2f}" for over in took.values()]
        rows.append([case.what, case.where, *cells, "OVERRUN" if bad else ""])
    progress("")
    print(aligned(["solver or task", "problem", *map(str, limits), ""], rows, left=(0, 1)))
    print(f"\n{counted(len(rows) * len(limits), 'run')}, {counted(overruns, 'overrun')}")
    return NO if overruns else OK


def overrun(case: Case, limit: float) -> float:
    """Seconds between the limit and the end; negative if it ended before."""
    setup, began = SETUP.seconds, time.perf_counter()
    try:
        case.work(limit)
    except KnightModelsError as error:
        if not str(error):
            raise
    return time.perf_counter() - began - (SETUP.seconds - setup) - limit


def cases() -> Iterator[Case]:
    """All cases, those of one problem together."""
    for board in BOARDS:
        for kind in ("open", "closed"):
            yield from _solvings(f"{kind} {board}", cache(_problem_on(board, kind)))
    for name, make in GRAPHS.items():
        yield from _solvings(f"closed {name}", cache(_problem_in(make)))
    yield from _tasks()


def _problem_on(board: str, kind: str) -> Callable[[], TourProblem]:
    return lambda: TourProblem(board, kind)  # type: ignore[arg-type]  # TourProblem checks the kind


def _problem_in(make: Callable[[], networkx.Graph]) -> Callable[[], TourProblem]:
    return lambda: TourProblem(make(), "closed")  # type: ignore[arg-type]  # as above


def _solvings(where: str, problem: Callable[[], TourProblem]) -> Iterator[Case]:
    def solved(name: str, limit: float) -> object:
        return solve(problem(), name, seconds=limit)

    for name in (*solver_names(), *VARIANTS):
        if why_not(get_solver(name), problem()) is None:
            yield Case(name, where, partial(solved, name))


def _tasks() -> Iterator[Case]:
    for name in ("cutset", "cpsat", "auto"):
        yield Case(f"{name}, with proof", "closed 4x21", partial(_solved, "4x21", name, "closed", None))
    for side in ("8x8", "12x12", "30x30", "100x100", "300x300"):
        yield Case("puzzle", f"closed {side}", partial(_puzzle, side))
    for name in ("depth-first", "cpsat", "auto"):
        given = {(0, 0): 1, (50, 50): 4001}
        work = partial(_solved, "100x100", name, "open", given)
        yield Case(f"{name}, given numbers", "open 100x100", work)
    for name, board in product(
        ("depth-first", "depth-first:prune=on", "depth-first:ordering=fixed"), ("8x8", "1000x1000")
    ):
        yield Case(f"trace, {name}", f"closed {board}", partial(_trace, board, name))
    for name, board in product(("depth-first", "cutset", "cpsat"), ("6x6", "30x30", "300x300")):
        yield Case(f"tours, {name}", f"closed {board}", partial(_listing, board, name))
    for board in ("8x8", "200x200"):
        yield Case("compare, 2 rows", f"closed {board}", partial(_comparison, board))


def _solved(board: str, name: str, kind: str, given: dict[Any, int] | None, limit: float) -> object:
    return solve(board, name, kind=kind, given=given or (), seconds=limit)


def _puzzle(side: str, limit: float) -> object:
    return make_puzzle(side, "closed", limits=Limits(limit))


def _trace(board: str, name: str, limit: float) -> object:
    return trace_search(board, name, kind="closed", events=EVENTS, limits=Limits(limit))


def _listing(board: str, name: str, limit: float) -> object:
    return sum(1 for _ in iter_tours(board, name, kind="closed", seconds=limit))


def _comparison(board: str, limit: float) -> object:
    names = ["warnsdorff", "depth-first:ordering=fixed"]
    return compare(board, names, kind="closed", seconds=limit / 2)


if __name__ == "__main__":
    raise SystemExit(main())
