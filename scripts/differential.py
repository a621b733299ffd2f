#!/usr/bin/env python3
"""Random problems, every exact solver on each, their verdicts against each other and against brute force.

Boards with holes, leapers and wrapped axes, graphs and directed graphs; the three kinds, fixed ends,
required and forbidden moves. Every tour is verified; an impossible verdict has to be re-checked, or said
by a second solver. Up to 9 vertices, brute force (tests/support/reference.py) decides by itself as well.

Exit codes: 0 no contradiction; 1 a contradiction, shown with the problem and how to make it again;
2 bad usage; 3 a problem that nobody decided or that one solver alone called impossible.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import networkx
from _common import NO, OK, UNKNOWN, Parser, counted, positive, progress, run, seconds

from knight_models import Board, Kind, SolveResult, Status, TourProblem, get_solver, solve
from knight_models.core.errors import InputError
from knight_models.core.evidence import Proof
from knight_models.solvers.base import why_not

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "support"))

SOLVERS = ["cutset", "cpsat", "depth-first:prune=on", "auto"]
BRUTE_FORCE = 9
LEAPERS = ["1,2", "1,2", "1,2", "0,1", "1,1", "1,3", "2,3", "0,1+1,1", "1,2+1,3"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the script; exit codes as in its description."""
    parser = Parser(__doc__)
    parser.add_argument("--count", type=positive, default=300, help="problems (default: %(default)s)")
    parser.add_argument("--size", type=positive, default=16, help="most vertices (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="first seed (default: %(default)s)")
    parser.add_argument("--solver", action="append", help=f"repeatable (default: {', '.join(SOLVERS)})")
    parser.add_argument(
        "--seconds", type=seconds, default=10.0, help="a solver and problem (default: %(default)s)"
    )
    return run(parser, work, argv)


def work(arguments: argparse.Namespace) -> int:
    """Judge the problems one by one."""
    solvers = arguments.solver or SOLVERS
    for solver in solvers:
        get_solver(solver)  # refused before any work
    verdicts: Counter[str] = Counter()
    open_ends: list[str] = []
    began = time.monotonic()
    for number in range(arguments.count):
        seed = arguments.seed + number
        problem = random_problem(random.Random(seed), arguments.size)
        results = _answers(problem, solvers, arguments.seconds)
        wrong = contradiction(problem, results)
        if wrong:
            print(f"CONTRADICTION: {wrong}\n{described(problem)}\nagain: --seed {seed} --count 1")
            return NO
        verdicts[_verdict(results)] += 1
        if not _settled(results):
            open_ends.append(f"not settled: --seed {seed} --count 1: {problem}")
        progress(f"{number + 1} of {arguments.count}")
    progress("")
    for line in open_ends:
        print(line)
    told = ", ".join(f"{count} {verdict}" for verdict, count in sorted(verdicts.items()))
    took = time.monotonic() - began
    done = f"{counted(arguments.count, 'problem')} in {took:.0f} s by {', '.join(solvers)}"
    print(f"{done}: {told}; no contradiction")
    return UNKNOWN if open_ends else OK


def random_problem(draws: random.Random, size: int) -> TourProblem:
    """A problem of at most `size` vertices; one that contradicts itself is drawn again."""
    while True:
        space = draws.choice((_board, _board, _graph, _digraph))(draws, size)
        kind = draws.choice(list(Kind))
        vertices = list(space)
        details: dict[str, object] = {}
        if draws.random() < 0.4:
            details["start"] = draws.choice(vertices)
        if kind is not Kind.CLOSED and draws.random() < 0.4:
            details["end"] = draws.choice(vertices)
        try:
            moves = _moves(TourProblem(space))
            for name in ("required", "forbidden"):
                if moves and draws.random() < 0.25:
                    details[name] = draws.sample(moves, min(len(moves), draws.randint(1, 3)))
            return TourProblem(space, kind, **details)  # type: ignore[arg-type]  # as drawn
        except InputError:
            continue


def _moves(problem: TourProblem) -> list[tuple[object, object]]:
    if problem.board is not None:
        board = problem.board
        return [(square, other) for square in board for other in board.neighbours(square)]
    assert problem.graph is not None
    return [(first, second) for first, second in problem.graph.edges if first != second]


def _board(draws: random.Random, size: int) -> Board:
    while True:
        shape = tuple(draws.randint(1, 6) for _ in range(draws.choice((2, 2, 2, 3))))
        wrap = [axis for axis in range(len(shape)) if draws.random() < 0.2]
        board = Board(shape, draws.choice(LEAPERS), wrap=tuple(wrap))
        holes = [square for square in board if draws.random() < draws.choice((0, 0, 0.2))]
        if 0 < len(board) - len(holes) <= size:
            return Board(shape, board.leap, frozenset(holes), board.wrap)


def _graph(draws: random.Random, size: int) -> networkx.Graph:
    count = draws.randint(1, size)
    return networkx.gnp_random_graph(count, min(1.0, draws.uniform(2, 7) / count), draws.randrange(2**31))


def _digraph(draws: random.Random, size: int) -> networkx.Graph:
    count = draws.randint(1, size)
    chance = min(1.0, draws.uniform(2, 5) / count)
    return networkx.gnp_random_graph(count, chance, draws.randrange(2**31), directed=True)


def _answers(problem: TourProblem, solvers: Sequence[str], limit: float) -> list[SolveResult]:
    chosen = [get_solver(name) for name in solvers]
    return [solve(problem, solver, seconds=limit) for solver in chosen if why_not(solver, problem) is None]


def contradiction(problem: TourProblem, results: Sequence[SolveResult]) -> str | None:
    """What cannot be right about these answers, if something cannot."""
    found = [result.label for result in results if result.status is Status.FOUND]
    denied = [result.label for result in results if result.status is Status.IMPOSSIBLE]
    if found and denied:
        return f"{', '.join(found)} found a tour, {', '.join(denied)} deny it"
    if len(problem) > BRUTE_FORCE:
        return None
    import reference

    exists = bool(reference.tours_of(problem))
    if (found and not exists) or (denied and exists):
        truth = "a tour" if exists else "no tour"
        return f"brute force finds {truth}, unlike {', '.join(found + denied)}"
    return None


def _settled(results: Sequence[SolveResult]) -> bool:
    """Whether there is a tour, or that there is none was re-checked or said twice."""
    denied = [result for result in results if result.status is Status.IMPOSSIBLE]
    if any(result.status is Status.FOUND for result in results):
        return True
    rechecked = any(isinstance(result.evidence, Proof) for result in denied)
    return rechecked or len(denied) > 1


def _verdict(results: Sequence[SolveResult]) -> str:
    statuses = {result.status for result in results} - {Status.UNKNOWN}
    return str(*statuses) if statuses else "unknown"


def described(problem: TourProblem) -> str:
    """The problem in full, to be made again by hand."""
    space = repr(problem.board) if problem.board is not None else ""
    if problem.graph is not None:
        space = f"{type(problem.graph).__name__} of {list(problem.graph)} with {list(problem.graph.edges)}"
    return f"{problem}: {space}, required {problem.required}, forbidden {problem.forbidden}"


if __name__ == "__main__":
    sys.exit(main())
