"""The memory that a solver asks for: what its message names is enough, and one byte less is not."""

from __future__ import annotations

import re
from typing import Any

import networkx
import pytest

from knight_models.core.board import Board
from knight_models.core.errors import TooLargeError, UnsupportedError
from knight_models.core.problem import TourProblem
from knight_models.engine.walk.board import PaddedBoard
from knight_models.solvers import get_solver
from knight_models.solvers.base import why_not
from knight_models.tasks.solve import solve

SOLVERS = (
    "warnsdorff",
    "depth-first",
    "rotation",
    "tiling",
    "cutset",
    "cpsat",
    "cpsat:formulation=mtz",
    "obstructions",
)
STEPS = 20


def needed(problem: TourProblem, solver: str, memory: int) -> int | None:
    """The bytes that a run asks for where it is allowed fewer; None if these are enough."""
    try:
        solve(problem, solver, memory=memory, steps=STEPS)
    except UnsupportedError as error:
        message = str(error)
    else:
        return None
    bytes_ = re.search(r"would need ([0-9,]+) bytes of memory; ([0-9,]+) are allowed", message)
    assert bytes_, message
    assert bytes_[2] == f"{memory:,}"
    return int(bytes_[1].replace(",", ""))


def demands(problem: TourProblem, solver: str) -> list[int]:
    """What a run asks for, one thing after the other, each time it is allowed what it asked for before."""
    found, memory = [], 1
    while (wanted := needed(problem, solver, memory)) is not None:
        assert wanted > memory
        if wanted > memory + 1:
            assert needed(problem, solver, wanted - 1) == wanted
        found.append(wanted)
        memory = wanted
    return found


def problems(solver: str, side: int) -> list[TourProblem]:
    spaces: list[Any] = [
        Board((side, side)),
        Board((side, 2 * side), holes=[(0, 0), (0, 1)]),
        Board((side, side), "0,1+1,1"),
        networkx.cycle_graph(side * side),
        networkx.complete_graph(side + 6),
    ]
    made = [TourProblem(space) for space in spaces] + [TourProblem(spaces[0], given={"a1": 1})]
    return [problem for problem in made if why_not(get_solver(solver), problem) is None]


@pytest.mark.parametrize("solver", SOLVERS)
def test_what_is_asked_for_is_enough_and_one_byte_less_is_not(solver):
    asked = [demands(problem, solver) for problem in problems(solver, 6)]
    assert any(asked)


@pytest.mark.parametrize("solver", ["warnsdorff", "depth-first", "rotation", "tiling", "cutset"])
def test_a_board_of_four_times_the_squares_asks_for_about_four_times_the_bytes(solver):
    """Its border counts less, and its squares have more moves; given numbers are sets for each square."""
    for small, large in zip(problems(solver, 8)[:2], problems(solver, 16)[:2], strict=True):
        one, four = demands(small, solver), demands(large, solver)
        assert len(one) == len(four)
        assert all(2.5 <= more / fewer <= 7 for fewer, more in zip(one, four, strict=True)), (one, four)


@pytest.mark.parametrize("solver", ["depth-first", "cutset", "cpsat", "obstructions"])
def test_the_moves_fit_into_what_is_asked_for_them(solver):
    """Each of them is a number of 32 bits, and each row begins at another one."""
    for side in (5, 8, 13):
        moves = 8 * (side - 1) * (side - 2)  # of a knight, both ways
        (first, *_) = demands(TourProblem(Board((side, side))), solver)
        assert 4 * moves + 4 * (side * side + 1) <= first <= 8 * (4 * moves + 4 * (side * side + 1))


@pytest.mark.parametrize("shape", [(5, 5), (3, 10), (12, 7)])
@pytest.mark.parametrize("leap", ["1,2", "0,1", "1,4"])
def test_the_padded_board_fits_into_what_is_asked_for_it(shape, leap):
    """Two boards of bytes with a border as wide as a step, and the path and the tour of 32 bits."""
    board = Board(shape, leap)
    side = board.leap.longest_step
    padded = (shape[0] + 2 * side) * (shape[1] + 2 * side)
    least = 2 * padded + 8 * board.cells
    with pytest.raises(TooLargeError, match="a walk over") as raised:
        PaddedBoard.of(board, 1)
    asked = int(re.search(r"need ([0-9,]+)", str(raised.value))[1].replace(",", ""))
    assert least <= asked <= 2 * least
    assert len(PaddedBoard.of(board, asked).cells) == padded


@pytest.mark.parametrize(
    "problem", [each for each in problems("cutset", 5) if not (each.board and each.board.holes)], ids=str
)
def test_clauses_are_asked_for_by_their_number(problem):
    """As many as the engine is given before the first 2-factor."""
    result = solve(problem, "cutset")
    counters = result.statistics.counters
    assert counters["cut_sets"] == 0
    assert demands(problem, "cutset")[-1] == 200 * counters["clauses"]
