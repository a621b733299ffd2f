"""Puzzles: exactly one solution, and no clue that could be left out."""

from __future__ import annotations

import random

import numpy as np
import pytest
import reference
from fakes import EVERYTHING

from knight_models.core.board import Board
from knight_models.core.errors import OptionError, ProblemError, VerificationError
from knight_models.core.limits import Limits
from knight_models.core.problem import TourProblem
from knight_models.core.tour import Tour
from knight_models.engine.moves import knight_graph
from knight_models.engine.run import Run
from knight_models.solvers.cpsat import CpSat
from knight_models.solvers.depth_first import DepthFirst
from knight_models.tasks.listing import iter_tours
from knight_models.tasks.puzzles import ALL_GIVEN, PROVERS, Puzzle, make_puzzle, puzzle_of, random_tour
from knight_models.tasks.solve import solve
from knight_models.verifier import verify

SEEDS = range(10)


def numberings(shape: str, kind: str) -> np.ndarray:
    """Every way to number a board by a tour, one a row: the number of each square, from 1.

    The search here has no given numbers: a different kernel, which places the path step by step.
    """
    orders = [tour.order for tour in iter_tours(shape, DepthFirst(prune=True), kind=kind, directed=True)]
    numbers = np.argsort(np.array(orders), axis=1) + 1
    if kind != "closed":
        return numbers
    count = numbers.shape[1]
    return np.concatenate([(numbers + turn - 1) % count + 1 for turn in range(count)])


def matches(numbers: np.ndarray, problem: TourProblem, given: dict) -> int:
    """How many of the numberings carry these numbers."""
    squares = [problem.vertices.index(square) for square in given]
    return int((numbers[:, squares] == list(given.values())).all(axis=1).sum())


@pytest.mark.parametrize(
    ("shape", "kind", "count"),
    [
        ("5x5", "open", 1728),  # published: Cull & De Curtins 1978
        ("4x5", "open", 164),
        ("5x6", "closed", 8 * 2 * 30),  # OEIS A070030
        pytest.param("6x6", "closed", 9862 * 2 * 36, marks=pytest.mark.slow),  # OEIS A001230
    ],
)
def test_ten_puzzles_by_counting_all_tours(shape, kind, count):
    numbers = numberings(shape, kind)
    assert len(numbers) == count
    for seed in SEEDS:
        puzzle = make_puzzle(shape, kind, seed=seed)
        givens = puzzle.givens
        assert puzzle.minimal
        assert matches(numbers, puzzle.problem, givens) == 1
        for left_out in givens:
            rest = {square: number for square, number in givens.items() if square != left_out}
            assert matches(numbers, puzzle.problem, rest) > 1


def expect_proved(puzzle: Puzzle) -> None:
    """Hold a puzzle to what it says, by its own witnesses and by a second solver."""
    verify(puzzle.problem, puzzle.solution)
    assert reference.judge(puzzle.problem, puzzle.solution.squares)
    givens = puzzle.givens
    assert set(puzzle.witnesses) == set(givens)
    for square, witness in puzzle.witnesses.items():
        rest = {other: number for other, number in givens.items() if other != square}
        assert reference.judge(TourProblem(puzzle.problem.board, puzzle.problem.kind, given=rest), witness)
        assert witness.squares.index(square) + 1 != givens[square]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("shape", "kind"), [("6x6", "open"), ("5x6", "strictly-open"), ("3x10", "closed")])
def test_every_clue_has_a_witness(shape, kind, seed):
    puzzle = make_puzzle(shape, kind, seed=seed)
    expect_proved(puzzle)
    assert puzzle.seed == seed
    again = iter_tours(puzzle.problem, CpSat(formulation="position"))
    assert [tour.order.tolist() for tour in again] == [puzzle.solution.order.tolist()]
    assert again.end.complete


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", ["open", "closed"])
def test_ten_puzzles_on_the_chessboard(kind, seed):
    puzzle = make_puzzle("8x8", kind, seed=seed)
    expect_proved(puzzle)
    for solver in PROVERS:
        stream = iter_tours(puzzle.problem, solver)
        assert [tour.order.tolist() for tour in stream] == [puzzle.solution.order.tolist()]
        assert stream.end.complete
        if solver == puzzle.proof.solver:
            assert stream.end.statistics.steps == puzzle.proof.steps


def test_boards_with_holes_leapers_and_wrapped_axes():
    for board in (
        Board((5, 5), holes=["b2"]),
        Board((4, 4), wrap="both"),
        Board((4, 4), leap=(0, 1)),
        Board((2, 3, 3), leap=(0, 1)),
        Board((9,), leap=(0, 1)),
        Board((1, 2), leap=(0, 1)),
    ):
        puzzle = make_puzzle(board, seed=2)
        expect_proved(puzzle)


def test_the_same_seed_makes_the_same_puzzle_and_another_one_another():
    puzzles = [make_puzzle("5x6", seed=seed).givens for seed in (4, 4, 5)]
    assert puzzles[0] == puzzles[1] != puzzles[2]


def test_the_number_of_clues_asked_for():
    for clues in (25, 24, 10):
        puzzle = make_puzzle("5x5", clues=clues)
        assert len(puzzle.givens) == clues
        assert not puzzle.minimal
        assert len(list(iter_tours(puzzle.problem, "depth-first"))) == 1
    assert make_puzzle("5x5", clues=25).proof.solver == ALL_GIVEN
    assert make_puzzle("5x5", clues=2).givens == make_puzzle("5x5").givens


def test_givens_come_by_rising_numbers_and_the_words_count_them():
    puzzle = make_puzzle("5x5", seed=1)
    numbers = list(puzzle.givens.values())
    assert numbers == sorted(numbers)
    assert str(puzzle) == f"open tour of 5x5 with {len(numbers)} clues"


def test_a_tour_of_ones_own():
    tour = iter_tours("5x5", "depth-first", start="a1").take(1)[0]
    plain = Tour(TourProblem("5x5"), tour.order)
    puzzle = puzzle_of(plain, limits=Limits(seed=3))
    expect_proved(puzzle)
    assert puzzle.solution.order.tolist() == tour.order.tolist()
    with pytest.raises(ProblemError, match="no ends or moves asked for"):
        puzzle_of(tour)
    with pytest.raises(VerificationError):
        puzzle_of(Tour(TourProblem("5x5"), range(25)))


def test_without_time_all_clues_stay_and_nothing_is_claimed():
    tour = random_tour(Run(TourProblem("8x8"))).tour
    puzzle = puzzle_of(tour, limits=Limits(seconds=0))
    assert (len(puzzle.givens), puzzle.minimal, puzzle.witnesses) == (64, False, {})
    assert puzzle.proof.solver == ALL_GIVEN


def test_a_clue_that_nobody_can_decide_about_stays(monkeypatch):
    """By 10 steps a search places 10 of 20 squares: no clue is found to be needed, or not to be."""
    monkeypatch.setattr("knight_models.tasks.puzzles.PROVERS", {"depth-first": 10})
    puzzle = make_puzzle("4x5")
    assert (len(puzzle.givens), puzzle.minimal, puzzle.witnesses) == (20, False, {})


def test_where_one_prover_ends_without_an_answer_the_next_is_asked(monkeypatch):
    monkeypatch.setattr("knight_models.tasks.puzzles.PROVERS", PROVERS | {"depth-first:prune=on": 10})
    puzzle = make_puzzle("4x5")
    expect_proved(puzzle)
    assert puzzle.proof.solver == "cpsat:formulation=position"
    assert puzzle.givens == make_puzzle("4x5").givens


def test_a_prover_that_lists_nothing_is_not_believed(monkeypatch):
    from knight_models.core.errors import SolverError
    from knight_models.core.result import ListingEnd
    from knight_models.solvers import SOLVERS, register_solver

    class Blind:
        name, exact, takes = "blind", True, EVERYTHING

        def unsupported(self, problem):
            return None

        def solve(self, run):
            raise AssertionError("only lists")

        def tours(self, run, directed=False):
            yield from ()
            return ListingEnd(True)

    register_solver("blind", Blind)
    monkeypatch.setattr("knight_models.tasks.puzzles.PROVERS", {"blind": 10})
    try:
        with pytest.raises(SolverError, match="blind lists no tour"):
            make_puzzle("5x5")
    finally:
        del SOLVERS["blind"]


@pytest.mark.parametrize("kind", ["open", "closed"])
def test_tours_drawn_by_the_seed(kind):
    problem = TourProblem("6x6", kind)
    tours = [random_tour(Run(problem, Limits(seed=seed))).tour for seed in SEEDS]
    for tour in tours:
        verify(problem, tour)
    assert len(set(tours)) == len(tours)
    assert len({tour.start for tour in tours}) > 3
    assert random_tour(Run(problem, Limits(seed=3))).tour == tours[3]


@pytest.mark.parametrize(
    ("board", "kind", "clues", "words"),
    [
        ("5x5", "closed", None, "no puzzle: there is no closed tour of 5x5"),
        ("4x4", "open", None, "no puzzle: there is no open tour of 4x4"),
        ("1x1", "open", None, "a puzzle needs at least 2 squares"),
        ("5x5", "round", None, "unknown kind"),
    ],
)
def test_what_no_puzzle_can_be_made_of(board, kind, clues, words):
    with pytest.raises(ProblemError, match=words):
        make_puzzle(board, kind, clues)


@pytest.mark.parametrize("clues", [0, 26, -1])
def test_clues_out_of_range(clues):
    with pytest.raises(OptionError, match="a puzzle on 25 squares has 1 to 25 clues"):
        make_puzzle("5x5", clues=clues)


def test_a_graph_is_no_board():
    graph = TourProblem(knight_graph("5x5"))
    tour = iter_tours(graph, "depth-first").take(1)[0]
    with pytest.raises(ProblemError, match="on a board, not in a graph"):
        puzzle_of(tour)


def test_position_finds_what_the_other_solvers_find():
    """OR-Tools 9.15 said INFEASIBLE here while its inverse constraint joined steps and vertices."""
    given = {(3, 5): 2, (0, 2): 6, (3, 4): 11, (1, 5): 12, (0, 5): 17, (0, 0): 24}
    problem = TourProblem("5x6", "strictly-open", given=given)
    for solver in (
        "depth-first",
        *(f"cpsat:formulation={name}" for name in ("circuit", "mtz", "position")),
    ):
        stream = iter_tours(problem, solver)
        assert len(list(stream)) == 1, solver
        assert stream.end.complete


@pytest.mark.slow
def test_position_on_many_partly_numbered_boards():
    chance = random.Random(5)
    for _ in range(300):
        shape, kind = chance.choice([("4x5", "open"), ("5x6", "strictly-open"), ("5x6", "closed")])
        tour = random_tour(Run(TourProblem(shape, kind), Limits(seed=chance.randrange(1000)))).tour
        given = {s: n for n, s in chance.sample(list(enumerate(tour, 1)), chance.randint(5, len(tour)))}
        problem = TourProblem(shape, kind, given=given)
        counts = {len(iter_tours(problem, solver).take(3)) for solver in PROVERS}
        assert len(counts) == 1, (problem, given)


def test_a_prover_without_the_memory_is_passed_over():
    """Each of the provers needs more than this for 20x20, so that nothing can be left out."""
    tour = solve("20x20", "tiling").tour
    made = puzzle_of(tour, limits=Limits(seconds=60, memory=1000))
    assert (len(made.givens), made.minimal) == (400, False)
