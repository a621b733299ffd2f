"""Work that is done in pieces, to keep memory small and look at the clock, is the same in any pieces."""

from __future__ import annotations

import numpy as np
import pytest
from graphs import BOARDS

from knight_models.core import tour as tours
from knight_models.core.board import Board
from knight_models.core.limits import Deadline
from knight_models.core.problem import TourProblem
from knight_models.core.tour import Tour
from knight_models.engine import moves, sorting
from knight_models.engine.moves import adjacency, knight_graph
from knight_models.engine.orders import NATURAL_ORDER
from knight_models.engine.run import Run
from knight_models.engine.walk.batch import Ground
from knight_models.solvers.cutset import clauses
from knight_models.solvers.cutset.network import Network
from knight_models.solvers.rotation import repair
from knight_models.solvers.rotation.repair import KernelMoves, Repair
from knight_models.solvers.tiling import strips
from knight_models.tasks.solve import solve
from knight_models.verifier import faults, numbering
from knight_models.verifier import moves as verified
from knight_models.verifier import tours as judged

PIECES = (1, 2, 3, 5, 7)


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_moves_are_built_in_any_pieces(board, monkeypatch):
    right = [adjacency(TourProblem(space)) for space in (board, knight_graph(board))]
    for piece in PIECES:
        monkeypatch.setattr(moves, "BLOCK", piece)
        for made, whole in zip(
            [adjacency(TourProblem(board)), adjacency(TourProblem(knight_graph(board)))], right, strict=True
        ):
            assert made.indptr.tolist() == whole.indptr.tolist()
            assert made.indices.tolist() == whole.indices.tolist()


@pytest.mark.parametrize("board", [Board((4, 5), holes=[(0, 2), (3, 4)]), Board((3, 2, 3)), Board((9,))])
def test_tours_are_numbered_and_judged_in_any_pieces(board, monkeypatch):
    problem = TourProblem(board)
    order = np.random.default_rng(1).permutation(len(board))
    for wrong in (order, np.concatenate((order[:5], order[2:])), order[:-3]):
        grid = Tour(problem, wrong).grid().tolist()
        found = [(fault.kind, fault.steps, fault.squares) for fault in faults(problem, wrong)]
        by_grid = (
            [fault.kind for fault in faults(problem, Tour(problem, order).grid())] if board.ndim > 1 else []
        )
        for piece in PIECES:
            for module in (tours, verified, numbering, judged):
                monkeypatch.setattr(module, "CHUNK", piece)
            assert Tour(problem, wrong).grid().tolist() == grid
            assert [(fault.kind, fault.steps, fault.squares) for fault in faults(problem, wrong)] == found
            if board.ndim > 1:
                again = faults(problem, Tour(problem, order).grid())
                assert [fault.kind for fault in again] == by_grid
            monkeypatch.undo()


@pytest.mark.parametrize("piece", PIECES)
def test_sorting_in_pieces_is_stable_sorting(piece, monkeypatch):
    monkeypatch.setattr(sorting, "PIECE", piece)
    random = np.random.default_rng(piece)
    for size in (0, 1, 10, 50):
        codes = random.integers(20, size=size)
        assert sorting.sorting_order(codes, 20).tolist() == np.argsort(codes, kind="stable").tolist()
        lengths = random.integers(4, size=size)
        indptr = np.concatenate((np.zeros(1, np.int64), np.cumsum(lengths))).astype(np.int32)
        keys = random.integers(5, size=indptr[-1]).astype(np.int32)
        rows = np.repeat(np.arange(size), lengths)
        assert sorting.row_order(indptr, keys).tolist() == np.lexsort((keys, rows)).tolist()
    with pytest.raises(TimeoutError):
        sorting.sorting_order(codes, 20, Deadline(0))
    with pytest.raises(TimeoutError):
        sorting.row_order(indptr, keys, Deadline(0))


@pytest.mark.parametrize("kind", ["open", "closed", "strictly-open"])
def test_clauses_are_made_in_any_pieces(kind, monkeypatch):
    run = Run(TourProblem("4x5", kind))
    network = Network(run.problem, run.moves, run.all_moves)

    def made() -> list[list[int]]:
        return sorted(clause for piece in clauses.fixed_clauses(network) for clause in piece.tolist())

    right = made()
    for piece in PIECES:
        monkeypatch.setattr(clauses, "ENTRIES", piece)
        assert made() == right


@pytest.mark.parametrize(
    "space", ["5x5", Board((5, 5), holes=[(1, 1)]), Board((4, 5), wrap="rows")], ids=str
)
def test_repairs_begin_the_same_in_any_pieces(space, monkeypatch):
    run = Run(TourProblem(space))
    known = KernelMoves(run.problem, Ground.of(run, NATURAL_ORDER), None)
    walk = np.array([0, 7, 4, 11], np.int32)

    def first() -> list[list[int]]:
        made = Repair(known, walk.copy(), 10, 1, Deadline(None), None)
        return [list(made._run.path.position), *map(list, made._run.unvisited)]

    right = first()
    for piece in PIECES:
        monkeypatch.setattr(repair, "BLOCK", piece)
        assert first() == right


@pytest.mark.parametrize("board", ["3x30", "30x3", "4x25", "25x4"])
@pytest.mark.parametrize("kind", ["open", "closed"])
def test_strips_are_written_in_any_pieces(board, kind, monkeypatch):
    right = solve(board, "tiling", kind=kind)
    for piece in (2, 3, 7):
        monkeypatch.setattr(strips, "CHUNK", piece)
        assert solve(board, "tiling", kind=kind).tour == right.tour
