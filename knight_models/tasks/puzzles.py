"""Numbered puzzles: boards of which some numbers are given, so that exactly one tour carries them.

A puzzle begins with all numbers of a tour; clues are left out, in an order drawn by the seed, as long as
a complete listing proves that no second tour carries those that stay. A clue that has to stay comes with a
witness: a tour that carries all the other clues of the puzzle, but not this one.

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
from knight_models.core.errors import OptionError, ProblemError, SolverError, UnsupportedError
from knight_models.core.limits import Limits, ProgressCallback
from knight_models.core.problem import TourProblem
from knight_models.core.result import SolveResult, Status
from knight_models.core.tour import Tour
from knight_models.engine.run import Run
from knight_models.solvers import get_solver, obstructions
from knight_models.tasks.listing import listing
from knight_models.tasks.solve import answer, checked_progress
from knight_models.verifier import verify

__all__ = ["Proof", "Puzzle", "check_clues", "make_puzzle", "puzzle_of", "random_tour"]

PROVERS = {"depth-first:prune=on": 200_000, "cpsat:formulation=position": 20_000}
"""The exact solvers asked in turn whether a second tour carries the clues, and their steps for it."""

ALL_GIVEN = "all numbers are given"
"""In the place of a solver, where there is nothing to prove."""

ATTEMPTS = 8
"""Starts drawn by the seed before any tour will do."""


@dataclass(frozen=True)
class Proof:
    """Who listed all tours that carry the clues, found one, and took so many steps.

    To reproduce it, list the tours of the puzzle's problem by this solver again.
    """

    solver: str
    steps: int


@dataclass(frozen=True, repr=False)
class Puzzle(Displayed):
    """A partly numbered board that exactly one tour completes.

    Parameters
    ----------
    problem : the question: the board, the kind, the clues as given numbers
    solution : the tour
    seed : what it was made with
    proof : of there being no other tour
    witnesses : clue (its square) to a tour that carries all the others but not this one; none for a clue
        that may be one too many
    """

    problem: TourProblem
    solution: Tour
    seed: int
    proof: Proof
    witnesses: Mapping[Square, Tour]

    @property
    def givens(self) -> dict[Square, int]:
        """Square to the number that it is given, by rising numbers."""
        return dict(sorted(self.problem.given, key=lambda clue: clue[1]))

    @property
    def minimal(self) -> bool:
        """Whether every clue is known to be needed."""
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
    """A puzzle on a board, of a tour drawn by the seed.

    Parameters
    ----------
    board : the board, or its text
    kind : `"open"`, `"closed"` or `"strictly-open"`
    clues : stop at so many; None = leave out all that can be. The puzzle has more where none of them can
        be left out
    seed : same seed, same puzzle, unless the clock ended the work
    limits : seconds for all of it; its seed plays no part
    progress : called now and then with a `Progress`

    Raises
    ------
    InputError : for a board, kind or number of clues that makes no sense
    ProblemError : if the board has no such tour, or none was found within the limits
    """
    problem = TourProblem(board, kind)  # type: ignore[arg-type]  # it checks the kind itself
    check_clues(problem, clues)
    run = Run(problem, replace(limits or Limits(), seed=seed), progress=checked_progress(progress))
    result = random_tour(run)
    if result.tour is None:
        why = "there is no" if result.status is Status.IMPOSSIBLE else f"{result.reason} before any"
        raise ProblemError(f"no puzzle: {why} {problem}")
    return puzzle_within(run, result.tour, clues)


def random_tour(run: Run) -> SolveResult:
    """A tour drawn by the seed: rotations from starts drawn by it; where they fail, what `auto` finds.

    Parameters
    ----------
    run : of a problem without ends, with the seed; a closed tour is turned so that it starts anywhere
    """
    problem = run.problem
    chance = random.Random(run.limits.seed)
    starts = [problem.vertices.square(chance.randrange(len(problem))) for _ in range(ATTEMPTS)]
    hopeless = obstructions.find(run) is not None
    result = None
    for start in () if hopeless else starts:
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
    """The puzzle that a tour solves.

    Parameters
    ----------
    tour : a tour of a board, any
    clues : stop at so many; None = leave out all that can be
    limits : seconds for all of it, and the seed, which draws the order in which clues are left out
    progress : called now and then with a `Progress`

    Raises
    ------
    InputError : for a number of clues that makes no sense, or a problem with ends or moves of its own
    VerificationError : if the tour is none
    """
    check_clues(tour.problem, clues)
    verify(tour.problem, tour)
    return puzzle_within(Run(tour.problem, limits, progress=checked_progress(progress)), tour, clues)


def puzzle_within(run: Run, tour: Tour, clues: int | None = None) -> Puzzle:
    """The puzzle that a verified tour solves, made within a run; see `puzzle_of`."""
    return _Maker(run, tour).puzzle(0 if clues is None else clues)


def check_clues(problem: TourProblem, clues: int | None) -> None:
    """Refuse, before any work, what no puzzle can be made of.

    Raises
    ------
    InputError : as for `puzzle_of`
    """
    if problem.board is None:
        raise ProblemError("a puzzle is made on a board, not in a graph")
    if len(problem) < 2:
        raise ProblemError(f"a puzzle needs at least 2 squares; the {problem.board} has 1")
    if replace(problem, start=None, end=None, required=(), forbidden=(), given=()) != problem:
        raise ProblemError("a puzzle says all by its clues: its tour has no ends or moves asked for")
    if clues is not None and clues not in range(1, len(problem) + 1):
        raise OptionError(f"a puzzle on {len(problem)} squares has 1 to {len(problem)} clues, not {clues}")


class _Maker:
    """The making of one puzzle."""

    def __init__(self, run: Run, tour: Tour) -> None:
        self._run = run
        self._tour = tour

    def puzzle(self, clues: int) -> Puzzle:
        """The puzzle of those clues that are needed, but not fewer than so many."""
        given = {square: number for number, square in enumerate(self._tour.squares, start=1)}
        proof = Proof(ALL_GIVEN, 0)
        witnesses: dict[Square, Tour] = {}
        for square in random.Random(self._run.limits.seed).sample(list(given), len(given)):
            if len(given) <= clues or self._run.deadline.expired:
                break
            rest = {other: number for other, number in given.items() if other != square}
            answer = self._proof(rest) if rest else self._backwards
            if isinstance(answer, Proof):
                given, proof = rest, answer
            elif answer is not None:
                # It carries the clues that stay in the end too, which are some of these.
                witnesses[square] = answer
        problem = self._with(given)
        return Puzzle(problem, Tour(problem, self._tour.order), self._run.limits.seed, proof, witnesses)

    def _with(self, given: dict[Square, int]) -> TourProblem:
        return replace(self._tour.problem, given=tuple(given.items()))

    @property
    def _backwards(self) -> Tour:
        """What carries no number: if it carried the last clue too, that would not have been enough."""
        return Tour(self._tour.problem, self._tour.order[::-1])

    def _proof(self, given: dict[Square, int]) -> Proof | Tour | None:
        """That one tour carries these numbers; another that does; or neither within the limits."""
        for name, steps in PROVERS.items():
            try:
                answer = self._asked(name, steps, given)
            except UnsupportedError:  # it has not the memory for so many squares
                continue
            if answer is not None:
                return answer
        return None

    def _asked(self, name: str, steps: int, given: dict[Square, int]) -> Proof | Tour | None:
        """The same, of one solver."""
        child = self._run.child(problem=self._with(given), steps=steps)
        stream = listing(get_solver(name), child)
        with closing(stream):
            for tour in stream:
                if not np.array_equal(tour.order, self._tour.order):
                    return tour
        end = stream.end
        if end is None or not end.complete:
            return None
        if stream.count != 1:
            raise SolverError(f"{name} lists no tour with numbers that a tour carries")
        return Proof(name, end.statistics.steps)
