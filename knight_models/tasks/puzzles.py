"""Numbered puzzles: boards with some given numbers that exactly one tour has.

All numbers of a tour are given at first. One after another, in a random order that depends on the seed, a
number is removed if a complete listing proves that no other tour has the remaining ones. A clue that is
needed comes with a witness: a tour that has all other clues of the puzzle, but not this one.

>>> from knight_models.tasks.listing import iter_tours
>>> puzzle = make_puzzle("5x5", seed=1)
>>> puzzle.minimal, len(list(iter_tours(puzzle.problem)))
(True, 1)
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, replace

import numpy as np

from knight_models.core.board import Board, Square
from knight_models.core.display import Displayed, short
from knight_models.core.errors import OptionError, ProblemError, SolverError, UnsupportedError, shown
from knight_models.core.limits import Limits, ProgressCallback
from knight_models.core.problem import TourProblem
from knight_models.core.result import SolveResult, Status
from knight_models.core.tour import Tour
from knight_models.engine.run import Run
from knight_models.solvers import get_solver, obstructions
from knight_models.tasks.listing import listing
from knight_models.tasks.solve import answer, checked_progress
from knight_models.verifier import verify

PROVERS = {"depth-first:prune=on": 200_000, "cpsat:formulation=position": 20_000}
"""The exact solvers that search, one after another, for a second tour with the clues; and their steps."""

ALL_GIVEN = "all numbers are given"
"""Stands in place of a solver if there is nothing to prove."""

ATTEMPTS = 8
"""Random starts that are tried before a tour with any start is accepted."""


@dataclass(frozen=True)
class Proof:
    """The proof that a puzzle has one solution: a complete listing of its tours, with one tour.

    To repeat it, list the tours of the puzzle's problem with this solver.

    Parameters
    ----------
    solver : the solver that listed the tours, with its options
    steps : the steps that it took
    """

    solver: str
    steps: int


@dataclass(frozen=True, repr=False)
class Puzzle(Displayed):
    """A partly numbered board with exactly one solution.

    Parameters
    ----------
    problem : the board, the kind, and the clues as given numbers
    solution : the tour
    seed : the seed that it was made with
    proof : the proof that there is no other tour
    witnesses : square of a clue to a tour that has all other clues but not this one; a clue without a
        witness may be unnecessary
    """

    problem: TourProblem
    solution: Tour
    seed: int
    proof: Proof
    witnesses: Mapping[Square, Tour]

    @property
    def givens(self) -> dict[Square, int]:
        """Square to its given number, sorted by number."""
        return dict(sorted(self.problem.given, key=lambda clue: clue[1]))

    @property
    def minimal(self) -> bool:
        """Whether every clue is proved to be needed."""
        return len(self.witnesses) == len(self.problem.given)

    def __repr__(self) -> str:
        return f"Puzzle({short(self)!r}, seed={self.seed})"

    def __str__(self) -> str:
        count = len(self.problem.given)
        clues = f"{count} clue{'' if count == 1 else 's'}"
        return f"{self.problem.kind} tour of {self.problem.board} with {clues}"


def make_puzzle(
    board: Board | str,
    kind: str = "open",
    clues: int | None = None,
    seed: int = 0,
    limits: Limits | None = None,
    progress: ProgressCallback | None = None,
) -> Puzzle:
    """Make a puzzle from a random tour of a board.

    Parameters
    ----------
    board : the board, or its text
    kind : `"open"`, `"closed"` or `"strictly-open"`
    clues : the number of clues at which to stop; None = remove as many as possible. The puzzle has more
        clues if all of them are needed
    seed : the same seed makes the same puzzle, unless the time limit ended the work
    limits : seconds for the whole work; the seed of the limits is not used
    progress : called regularly with a `Progress`

    Raises
    ------
    InputError : for a board, kind or number of clues that cannot be used
    ProblemError : if the board has no such tour, or none was found within the limits
    """
    problem = TourProblem(board, kind)  # type: ignore[arg-type]  # TourProblem checks the kind
    check_clues(problem, clues)
    if not isinstance(limits, Limits | None):
        raise OptionError(f"limits are Limits, not {shown(limits)}")
    run = Run(problem, replace(limits or Limits(), seed=seed), progress=checked_progress(progress))
    result = random_tour(run)
    if result.tour is None:
        why = "there is no" if result.status is Status.IMPOSSIBLE else f"{result.reason} before any"
        raise ProblemError(f"no puzzle: {why} {problem}")
    return puzzle_within(run, result.tour, clues)


def random_tour(run: Run) -> SolveResult:
    """A random tour: by rotations from random starts, or by `auto` if they fail.

    Parameters
    ----------
    run : its problem has no fixed ends, and its seed decides everything; a closed tour starts at random
    """
    problem = run.problem
    chance = random.Random(run.limits.seed)
    starts = [problem.vertices.square(chance.randrange(len(problem))) for _ in range(ATTEMPTS)]
    obstructed = obstructions.find(run) is not None
    result = None
    for start in () if obstructed else starts:
        child = run.child(problem=replace(problem, start=start))
        if obstructions.find(child) is None:
            result = answer(get_solver("rotation:ties=random"), child)
            if result.found or run.deadline.expired:
                break
    if result is None or result.tour is None:
        result = answer(get_solver("auto"), run.child())
    if result.tour is None:
        return replace(result, problem=problem)
    turn = chance.randrange(len(problem)) if problem.closed else 0
    order = np.roll(result.tour.order, turn)
    return replace(result, problem=problem, tour=Tour(problem, order[:: chance.choice((1, -1))]))


def puzzle_of(
    tour: Tour,
    clues: int | None = None,
    limits: Limits | None = None,
    progress: ProgressCallback | None = None,
) -> Puzzle:
    """Make a puzzle whose solution is a tour.

    Parameters
    ----------
    tour : a tour of a board
    clues : the number of clues at which to stop; None = remove as many as possible
    limits : seconds for the whole work, and the seed, which decides the order in which clues are removed
    progress : called regularly with a `Progress`

    Raises
    ------
    InputError : for a number of clues that cannot be used, or a problem with fixed ends or moves
    VerificationError : if the tour is wrong
    """
    if not isinstance(tour, Tour):
        raise ProblemError(
            f"a puzzle is made of a Tour, not of {shown(tour)}; make_puzzle makes one of a board"
        )
    check_clues(tour.problem, clues)
    verify(tour.problem, tour)
    return puzzle_within(Run(tour.problem, limits, progress=checked_progress(progress)), tour, clues)


def puzzle_within(run: Run, tour: Tour, clues: int | None = None) -> Puzzle:
    """A puzzle whose solution is a verified tour, made within a run; see `puzzle_of`."""
    return _Maker(run, tour).puzzle(0 if clues is None else clues)


def check_clues(problem: TourProblem, clues: int | None) -> None:
    """Refuse, before any work, a problem or number of clues that no puzzle can have.

    Raises
    ------
    InputError : as for `puzzle_of`
    """
    if problem.board is None:
        raise ProblemError("a puzzle is made on a board, not in a graph")
    if len(problem) < 2:
        raise ProblemError(f"a puzzle needs at least 2 squares; the {problem.board} has 1")
    if problem.symmetry is not None:
        raise ProblemError(
            f"a puzzle has clues only, so its problem must not ask for {problem.symmetry} symmetry"
        )
    if replace(problem, start=None, end=None, required=(), forbidden=(), given=()) != problem:
        raise ProblemError("a puzzle has clues only, so its problem must not fix ends, moves or numbers")
    if clues is not None and clues not in range(1, len(problem) + 1):
        raise OptionError(f"a puzzle on {len(problem)} squares has 1 to {len(problem)} clues, not {clues}")


class _Maker:
    """Makes one puzzle."""

    def __init__(self, run: Run, tour: Tour) -> None:
        self._run = run
        self._tour = tour

    def puzzle(self, clues: int) -> Puzzle:
        """The puzzle with the clues that are needed, but with at least `clues` of them."""
        given = {square: number for number, square in enumerate(self._tour.squares, start=1)}
        problem = self._with(given)
        proof = Proof(ALL_GIVEN, 0)
        witnesses: dict[Square, Tour] = {}
        for square in random.Random(self._run.limits.seed).sample(list(given), len(given)):
            if len(given) <= clues or self._run.deadline.expired:
                break
            rest = {other: number for other, number in given.items() if other != square}
            fewer = self._with(rest)
            answer = self._proof(fewer) if rest else self._reversed
            if isinstance(answer, Proof):
                given, problem, proof = rest, fewer, answer
            elif answer is not None:
                # It has the clues of the finished puzzle too, because they are among these.
                witnesses[square] = answer
        return Puzzle(problem, Tour(problem, self._tour.order), self._run.limits.seed, proof, witnesses)

    def _with(self, given: dict[Square, int]) -> TourProblem:
        return replace(self._tour.problem, given=tuple(given.items()))

    @property
    def _reversed(self) -> Tour:
        """The witness for an only clue: with that clue too, it would be a second solution."""
        return Tour(self._tour.problem, self._tour.order[::-1])

    def _proof(self, problem: TourProblem) -> Proof | Tour | None:
        """A proof that only one tour has these numbers, or another tour with them; None if undecided."""
        for name, steps in PROVERS.items():
            if self._run.deadline.expired:
                return None
            try:
                answer = self._proof_by(name, steps, problem)
            except UnsupportedError:  # not enough memory for a board of this size
                continue
            if answer is not None:
                return answer
        return None

    def _proof_by(self, name: str, steps: int, problem: TourProblem) -> Proof | Tour | None:
        """As `_proof`, by one solver."""
        child = self._run.child(problem=problem, steps=steps)
        stream = listing(get_solver(name), child)
        with closing(stream):
            for tour in stream:
                if not np.array_equal(tour.order, self._tour.order):
                    return tour
        end = stream.end
        if end is None or not end.complete:
            return None
        if stream.count != 1:
            raise SolverError(f"{name} lists no tour with given numbers for which there is one")
        return Proof(name, end.statistics.steps)
