#!/usr/bin/env python3
"""Have real refutations re-checked by the verifier, made with and without inprocessing.

The problems have no closed tour: generalized Petersen graphs GP(n, 2), n = 5 modulo 6 (Robertson, 1968), in
which vertices are replaced by random cubic graphs (a cycle would pass each once), with their vertices in a
random order. The vertex sets are those that `cutset` found. Their clauses are refuted by CaDiCaL 1.9.5
and 1.5.3, each with its usual options, without inprocessing, with the options of `cutset`, and with all
sorts of inprocessing after every few conflicts; and the verifier checks each refutation as a `CutSetProof`.

Exit codes: 0 all were accepted; 1 one was not; 2 bad usage.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any

import networkx
import numpy as np
from _common import NO, OK, Parser, aligned, counted, positive, progress, run

from knight_models import CutSetProof, Kind, TourProblem, faults, solve
from knight_models.solvers.cutset.engine import ENGINES, OPTIONS, drat_text
from knight_models.verifier import cut_sets

SETTINGS: dict[str, dict[str, int]] = {
    "usual options": {},
    "no inprocessing": {"inprocessing": 0},
    "as cutset": dict(OPTIONS),
    "eager inprocessing": {
        **dict.fromkeys(("elimint", "probeint", "reduceint", "conditionint", "ternaryint"), 10),
        **dict.fromkeys(("block", "cover", "condition"), 1),
    },
}
"""Options of CaDiCaL; "eager" has the sorts that it leaves out by itself, such as blocked clauses."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the script; exit codes as in its description."""
    parser = Parser(__doc__)
    parser.add_argument("--count", type=positive, default=1_000, help="refutations (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="first seed (default: %(default)s)")
    return run(parser, work, argv)


def work(arguments: argparse.Namespace) -> int:
    """Make the refutations, have them checked, and print the table."""
    ways = [(engine, setting) for setting in SETTINGS for engine in ENGINES]
    made, lines, refused = (
        Counter[tuple[str, str]](),
        Counter[tuple[str, str]](),
        Counter[tuple[str, str]](),
    )
    number = 0
    while made.total() < arguments.count:
        seed = arguments.seed + number
        number += 1
        problem = TourProblem(without_cycle(random.Random(seed)), Kind.CLOSED)
        evidence = solve(problem, "cutset", seed=seed % 100).evidence
        assert isinstance(evidence, CutSetProof), f"seed {seed} has a tour"
        for way in ways[: arguments.count - made.total()]:
            proof = CutSetProof(evidence.sets, refutation(problem, evidence, *way))
            found = faults(problem, proof)
            made[way] += 1
            lines[way] += proof.refutation.count("\n")
            refused[way] += bool(found)
            if found:
                print(f"REFUSED (--seed {seed}), {' with '.join(way)}: {found[0]}")
        progress(f"{made.total():,} of {arguments.count:,}")
    progress("")
    rows = [(*way, made[way], lines[way], made[way] - refused[way]) for way in ways if made[way]]
    print(aligned(("engine", "options", "refutations", "lines", "accepted"), rows, (0, 1)))
    print(f"{counted(made.total(), 'refutation')}, {refused.total():,} refused")
    return NO if refused.total() else OK


def without_cycle(chance: random.Random) -> networkx.Graph:
    """A cubic graph without a Hamiltonian cycle, some of whose vertices were replaced by cubic graphs."""
    outer, graph = chance.choice((5, 11, 17, 23)), networkx.Graph()
    for place in range(outer):
        graph.add_edges_from([(place, (place + 1) % outer), (place, outer + place)])
        graph.add_edge(outer + place, outer + (place + 2) % outer)
    for _ in range(chance.randint(0, 12)):
        _replace(graph, chance.choice(list(graph)), chance)
    order = list(graph)
    chance.shuffle(order)
    mixed = networkx.Graph()
    mixed.add_nodes_from(range(len(order)))
    number = {vertex: place for place, vertex in enumerate(order)}
    mixed.add_edges_from((number[one], number[other]) for one, other in graph.edges)
    return mixed


def _replace(graph: networkx.Graph, vertex: Any, chance: random.Random) -> None:
    """Put a random cubic graph, less a vertex, in the place of a vertex.

    A Hamiltonian cycle of the new graph uses two of the three edges between the two parts, so that it would
    give one of the old graph.
    """
    patch = networkx.random_regular_graph(3, chance.choice((4, 8, 12, 16)), chance.randrange(2**31))
    around = list(graph[vertex])
    graph.remove_node(vertex)
    first = max(graph) + 1
    graph.add_edges_from(
        (first + one, first + other) for one, other in patch.edges if 0 not in (one, other)
    )
    graph.add_nodes_from(first + each for each in patch if each)
    graph.add_edges_from(zip(around, (first + other for other in patch[0]), strict=True))


def refutation(problem: TourProblem, evidence: CutSetProof, engine: str, setting: str) -> str:
    """The refutation of the clauses of this evidence by an engine, as text."""
    import pysolvers
    from pysat import solvers

    with getattr(solvers, ENGINES[engine])(with_proof=True) as solver:
        solver.configure(SETTINGS[setting])
        variables = 0
        for clause in cut_sets._clauses(problem, evidence):
            solver.add_clause(clause)
            variables = max([variables, *map(abs, clause)])
        assert solver.solve() is False, "the clauses have a solution"
        pysolvers.flushpr(solver.prfp)
        solver.prfile.seek(0)
        return drat_text(solver.prfile.read(), np.arange(variables + 1))


if __name__ == "__main__":
    sys.exit(main())
