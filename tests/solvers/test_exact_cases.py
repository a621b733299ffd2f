"""Published verdicts that the exact solvers decide, with evidence that the verifier re-checks."""

from __future__ import annotations

from itertools import combinations

import networkx
import pytest
from facts import DATA, table

from knight_models import Board, TourProblem, solve
from knight_models.core.evidence import Proof
from knight_models.core.result import Status
from knight_models.formats import read_graph

RECTANGLES = [
    (int(rows), int(columns), kind, verdict == "True")
    for rows, columns, *both in table("rectangular_verdicts.tsv")
    for kind, verdict in zip(("open", "closed"), both, strict=True)
    if verdict in ("True", "False")
]
UP_TO_12 = [
    case
    for case in RECTANGLES
    if case[0] <= case[1] and (case[1] <= 12 or (case[0] in (3, 4) and case[1] <= 20))
]

PAIRS_OF_ENDS = {
    "3x4": (14, 72),
    "3x7": (34, 110),
    "3x8": (144, 288),
    "3x9": (100, 182),
    "3x10": (294, 450),
    "4x5": (36, 200),
    "4x6": (64, 288),
    "4x7": (98, 392),
    "5x5": (84, 156),
    "5x6": (356, 450),
}
"""Ordered pairs of ends that an open tour joins, of those of the right colours (Conrad, Hindrichs,
Morsy & Wegener 1994, "Solution of the knight's Hamiltonian path problem on chessboards")."""

QUICK_PAIRS = ("3x4", "4x5", "4x7", "5x5")


@pytest.mark.parametrize(("rows", "columns", "kind", "exists"), UP_TO_12)
def test_auto_decides_rectangles_with_evidence_that_is_rechecked(rows, columns, kind, exists):
    """Schwenk 1991; Cull & De Curtins 1978; Chia & Ong 2005."""
    result = solve(f"{rows}x{columns}", kind=kind, seconds=60)
    assert result.status is (Status.FOUND if exists else Status.IMPOSSIBLE)
    assert exists or isinstance(result.evidence, Proof)


@pytest.mark.slow
@pytest.mark.parametrize("solver", ["cpsat", "cutset"])
@pytest.mark.parametrize(("rows", "columns", "kind", "exists"), UP_TO_12)
def test_each_exact_solver_decides_rectangles(solver, rows, columns, kind, exists):
    result = solve(f"{rows}x{columns}", solver, kind=kind, seconds=60)
    assert result.status is (Status.FOUND if exists else Status.IMPOSSIBLE)


@pytest.mark.parametrize(
    "name",
    [name if name in QUICK_PAIRS else pytest.param(name, marks=pytest.mark.slow) for name in PAIRS_OF_ENDS],
)
def test_pairs_of_ends_that_a_tour_joins(name):
    board = Board.parse(name)
    ends = [square for square in board if len(board) % 2 == 0 or sum(square) % 2 == 0]
    pairs = [pair for pair in combinations(ends, 2) if len(board) % 2 or sum(map(sum, pair)) % 2]
    results = [solve(TourProblem(board, start=start, end=end), seconds=60) for start, end in pairs]
    assert all(result.found or isinstance(result.evidence, Proof) for result in results)
    assert (2 * sum(result.found for result in results), 2 * len(pairs)) == PAIRS_OF_ENDS[name]


@pytest.mark.slow
def test_every_pair_of_ends_of_different_colours_is_joined_on_6x6():
    """Conrad et al. 1994."""
    board = Board.parse("6x6")
    pairs = [pair for pair in combinations(board, 2) if sum(map(sum, pair)) % 2]
    assert all(solve(TourProblem(board, start=start, end=end)).found for start, end in pairs)


GRAPHS = sorted((DATA / "hcp").glob("*.hcp"))
HARD_GRAPHS = ("fhcp_graph19.hcp", "fhcp_graph48.hcp")


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.name, marks=pytest.mark.slow if path.name in HARD_GRAPHS else ())
        for path in GRAPHS
    ],
)
def test_auto_decides_the_graphs_of_the_challenge(path):
    """Haythorpe's FHCP set has Hamiltonian cycles; a flower snark and a graph with a leaf have none."""
    graph = read_graph(path.read_bytes(), source=path.name)
    result = solve(TourProblem(graph, kind="closed"), seconds=60)
    without = "flower" in path.name or "slh2" in path.name
    assert result.status is (Status.IMPOSSIBLE if without else Status.FOUND)


def test_flower_snarks_have_a_proof():
    """The flower snark J5 has no Hamiltonian cycle (Isaacs 1975), and neither has Petersen's graph."""
    snark = networkx.Graph()
    for k in range(5):
        snark.add_edges_from([(("a", k), (side, k)) for side in "bcd"])
        snark.add_edge(("b", k), ("b", (k + 1) % 5))
    for k in range(4):
        snark.add_edges_from([(("c", k), ("c", k + 1)), (("d", k), ("d", k + 1))])
    snark.add_edges_from([(("c", 4), ("d", 0)), (("d", 4), ("c", 0))])
    for graph in (snark, networkx.petersen_graph()):
        result = solve(TourProblem(graph, kind="closed"), seconds=60)
        assert result.status is Status.IMPOSSIBLE
        assert isinstance(result.evidence, Proof)
