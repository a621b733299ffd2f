"""Walks over boards and graphs: the same in either way, and no tie rule that a kernel does not know."""

import numpy as np
import pytest
from kernel_ways import stay_interpreted

from knight_models.core.board import Board
from knight_models.core.errors import SolverError, TooLargeError
from knight_models.core.limits import Deadline
from knight_models.core.problem import Kind, TourProblem
from knight_models.engine.moves import knight_graph
from knight_models.engine.orders import NATURAL_ORDER
from knight_models.engine.random import first_states
from knight_models.engine.run import Run
from knight_models.engine.ties import TIE_RULES, chain_of
from knight_models.engine.walk.batch import Ground, WalkRun
from knight_models.engine.walk.board import BOARD_WALK, PaddedBoard
from knight_models.engine.walk.graph import GRAPH_WALK

NEVER = Deadline(None)
BOARD = Board((6, 7), holes=[(0, 3)])
KERNELS = {
    "board": (BOARD_WALK, TourProblem(BOARD)),
    "graph": (GRAPH_WALK, TourProblem(knight_graph(BOARD))),
}


def walked(problem, rules, **details) -> WalkRun:
    ground = Ground.of(Run(problem), NATURAL_ORDER)
    starts = np.arange(len(problem))
    run = WalkRun(ground, rules, starts, first_states(starts), NEVER, **details)
    assert run.ready()
    while run.step():
        continue
    return run


@pytest.mark.parametrize("name", TIE_RULES)
@pytest.mark.parametrize("form", KERNELS)
def test_both_walks_know_every_rule_compiled_and_interpreted(form, name, monkeypatch):
    kernel, problem = KERNELS[form]
    assert kernel.compile()
    for details in ({}, {"until": Kind.CLOSED}, {"steps": 700}):
        results = []
        for compiled in (True, False):
            with monkeypatch.context() as patched:
                if not compiled:
                    stay_interpreted(kernel, patched)
                run = walked(problem, chain_of(name), **details)
            outcome = run.walk, run.placed, run.depth, run.longest, run.succeeded, run.stopped_by
            results.append((outcome, *(a.tolist() for a in (run.lengths(), run.endings(), run.path()))))
        assert results[0] == results[1]
        assert results[0][0][1] > 500 or run.succeeded


@pytest.mark.parametrize("name", TIE_RULES)
def test_the_walk_over_a_board_is_that_over_its_graph(name):
    board, graph = (walked(problem, chain_of(name)) for _, problem in KERNELS.values())
    assert board.lengths().tolist() == graph.lengths().tolist()
    assert board.endings().tolist() == graph.endings().tolist()
    assert board.path().tolist() == graph.path().tolist()


@pytest.mark.parametrize("form", KERNELS)
def test_a_rule_that_the_walk_does_not_know_is_refused(form):
    unknown = 1 + max(rule.code for rule in TIE_RULES.values())
    with pytest.raises(SolverError, match="does not know one of its tie rules"):
        walked(KERNELS[form][1], [unknown])


@pytest.mark.parametrize("rules", ["move-order", "pohl"])
@pytest.mark.parametrize("form", KERNELS)
def test_a_limit_on_the_squares_placed_holds_to_the_square(form, rules):
    """Within a walk, between two walks, and over many calls of the kernel."""
    problem = KERNELS[form][1]
    lengths = walked(problem, chain_of(rules)).lengths().tolist()
    total = sum(lengths)
    for steps in (0, 1, lengths[0] - 1, lengths[0], lengths[0] + 1, 500, 1001, total - 1, total, total + 1):
        run = walked(problem, chain_of(rules), steps=steps)
        assert run.placed == min(steps, total)
        assert (run.stopped_by is None) is (steps >= total)
        done = [sum(lengths[: k + 1]) <= steps for k in range(len(lengths))]
        assert run.lengths().tolist()[: sum(done)] == lengths[: sum(done)]


def test_what_a_walk_takes_is_refused_beyond_the_memory_allowed():
    """The padded board three times, and for each square its number and its place on the path."""
    for shape in ((20, 30), (3, 400)):
        least = 3 * (shape[0] + 4) * (shape[1] + 4) + 8 * shape[0] * shape[1]
        with pytest.raises(TooLargeError):
            PaddedBoard.of(Board(shape), least - 1)
        assert len(PaddedBoard.of(Board(shape), 2 * least).cells) == (shape[0] + 4) * (shape[1] + 4)


@pytest.mark.parametrize("rules", ["move-order", "pohl+random"])
@pytest.mark.parametrize("form", KERNELS)
def test_walks_that_were_stopped_by_their_limit_can_go_on(form, rules):
    """LIMIT means that the next step is still to be taken: with more allowed, the walks are the same."""
    problem, codes = KERNELS[form][1], chain_of(rules)
    whole = walked(problem, codes)
    first = int(whole.lengths()[0])
    for steps in (0, 1, 2, 7, first - 1, first, first + 1, first + 8):
        run = walked(problem, codes, steps=steps)
        for more in (0, 1, 3, 50, -1):
            assert run.stopped_by == "step limit"
            run._state.left = more
            while run.step():
                continue
        assert run.stopped_by is None
        assert run.placed == whole.placed
        assert run.lengths().tolist() == whole.lengths().tolist()
        assert run.endings().tolist() == whole.endings().tolist()
        assert run.path().tolist() == whole.path().tolist()
