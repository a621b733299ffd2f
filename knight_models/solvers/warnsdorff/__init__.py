"""Warnsdorff's rule: greedy walks without backtracking."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from knight_models.core.errors import OptionError, nearest
from knight_models.core.leaper import KNIGHT
from knight_models.core.problem import Kind, TourProblem
from knight_models.core.result import SolveResult
from knight_models.engine.orders import checked_move_order, why_no_move_order
from knight_models.engine.random import first_states
from knight_models.engine.run import Run
from knight_models.engine.ties import (
    TIE_RULES,
    at_random_at_last,
    chain_of,
    rules_in_words,
    why_no_rules,
)
from knight_models.engine.walk.batch import Ground, WalkRun
from knight_models.solvers.base import Options, Takes, option
from knight_models.solvers.warnsdorff.squirrel_cull import legs

SQUIRREL_CULL = "squirrel-cull"


@dataclass(frozen=True)
class Warnsdorff(Options):
    """Go on to the square with the fewest onward moves (Warnsdorff 1823); a dead end is UNKNOWN.

    A step is a square placed, the start included; the squares of a walk that another walk replaces
    count as taken back. `counters["longest"]` is the length of the longest walk, which is the `walk`
    of an UNKNOWN result.

    Parameters
    ----------
    ties : the rule that chooses among equals, one of `engine.ties.TIE_RULES` ("move-order", "random",
        ...), or a chain of them such as "pohl+random", which "move-order" closes. Or
        "squirrel-cull": move orders that switch at certain squares (Squirrel & Cull 1996), for
        square knight boards from the top-left corner
    move_order : eight digits (the moves as numbered in `knight_models.core.board`) or vectors
    restarts : how many further walks to try if the first one fails; they break the ties that the rules
        leave at random, and begin at random vertices unless a start is given

    Without a start, the first walk begins at vertex 0. A seed changes only what is drawn: ties under the
    rule "random", and further walks; the first walk under the other rules is the same for every seed.

    >>> from knight_models.tasks.solve import solve
    >>> solve("50x50", Warnsdorff(ties="roth"), start="a1").status.value
    'found'
    """

    name: ClassVar[str] = "warnsdorff"
    exact: ClassVar[bool] = False
    takes: ClassVar[Takes] = Takes(directed=True, ends=True, moves=True)

    ties: str = option("move-order", doc=f"{rules_in_words()}; a chain of them; or {SQUIRREL_CULL}")
    move_order: Any = option("12345678")
    restarts: int = option(0)

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "move_order", checked_move_order(self.move_order))
        if "+" not in self.ties and self.ties not in (SQUIRREL_CULL, *TIE_RULES):
            raise OptionError(nearest(self.ties, (SQUIRREL_CULL, *TIE_RULES), "value of ties:"))
        if self.ties == SQUIRREL_CULL and self.move_order != "12345678":
            raise OptionError("squirrel-cull brings its own move orders; leave move_order out")
        chain_of("move-order" if self.ties == SQUIRREL_CULL else self.ties)

    @property
    def rules(self) -> list[int]:
        """The codes of the rules that break ties."""
        return [] if self.ties == SQUIRREL_CULL else chain_of(self.ties)

    def unsupported(self, problem: TourProblem) -> str | None:
        """Why the rules or the move order cannot be used on this problem."""
        board = problem.carried_board
        if self.ties == SQUIRREL_CULL:
            return _why_no_squirrel_cull(problem)
        has_centre = board is not None and not board.wrap
        return why_no_rules(self.rules, has_centre) or why_no_move_order(problem, self.move_order)

    def solve(self, run: Run) -> SolveResult:
        """The tour that a walk gives, or UNKNOWN with the longest walk."""
        return _Walks(self, run).result()


def _why_no_squirrel_cull(problem: TourProblem) -> str | None:
    board = problem.board
    if board is None or board.ndim != 2 or board.leap != KNIGHT:
        return "squirrel-cull is for knights on square boards"
    if board.shape[0] != board.shape[1] or board.holes or board.wrap:
        return "squirrel-cull is for square boards without holes or wrap"
    if problem.start_index not in (None, 0):
        return f"squirrel-cull starts at the top-left corner, {problem.name(0)}"
    if problem.end is not None or problem.required or problem.forbidden:
        return "squirrel-cull takes no end, no required and no forbidden moves"
    return None


class _Walks:
    """A walk by the rules, and further walks if it fails."""

    def __init__(self, solver: Warnsdorff, run: Run) -> None:
        self._solver, self._run, self._problem = solver, run, run.problem
        self._ground = Ground.of(run, solver.move_order)
        self._placed = self._walked = 0
        self._best: npt.NDArray[np.int32] = np.zeros(0, np.int32)
        run.built()

    def result(self) -> SolveResult:
        """What the walks found."""
        starts = self._ground.starts()
        if not len(starts):
            return self._unknown("a required move leaves no square to start at")
        walk = self._first_walk(starts[:1])
        if not walk.succeeded and walk.stopped_by is None and self._solver.restarts:
            walk = self._further_walks(starts)
        if walk.succeeded:
            order = walk.path()
            self._count_kept(len(order))
            return self._run.found(order)
        return self._unknown(walk.stopped_by or self._failure())

    def _failure(self) -> str:
        """Why the longest walk is not a tour of the kind wanted."""
        if len(self._best) < len(self._problem):
            return f"dead end: the longest walk has {len(self._best)} squares"
        wanted = {Kind.CLOSED: "does not close", Kind.STRICTLY_OPEN: "ends a move from its start"}
        what = wanted.get(self._problem.kind, "does not end as it has to")
        return f"the walk visits all {len(self._best)} squares, but {what}"

    def _first_walk(self, start: range | npt.NDArray[np.int64]) -> WalkRun:
        rules = self._solver.rules
        run = self._batch(rules, start, first_states([self._run.limits.seed]))
        orders = legs(self._problem.board.shape[0]) if self._solver.ties == SQUIRREL_CULL else []  # type: ignore[union-attr]  # unsupported() has seen the board
        for order, square in orders:
            run.turn(order, -1 if square is None else self._cell(*square))
            self._walk(run)
            if not run.switched:
                break
        if not orders:
            self._walk(run)
        self._count(run)
        self._best = run.path()
        return run

    def _cell(self, row: int, column: int) -> int:
        """The number of a square counted from (1, 1); -2, which no walk reaches, for one off the board."""
        side = self._problem.board.shape[0]  # type: ignore[union-attr]  # unsupported() has seen the board
        inside = 1 <= row <= side and 1 <= column <= side
        return (row - 1) * side + column - 1 if inside else -2

    def _further_walks(self, starts: range | npt.NDArray[np.int64]) -> WalkRun:
        """Further walks, in batches so that memory does not grow with their number."""
        rules = at_random_at_last(self._solver.rules)
        draws = self._run.random()
        left = self._solver.restarts
        while True:
            count = min(left, 1024)
            begin = np.array([starts[place] for place in draws.integers(0, len(starts), count)])
            seeds = draws.integers(0, 2**32, count)
            run = self._batch(rules, begin, first_states(seeds))
            self._walk(run)
            self._count(run)
            self._keep_longest(run, rules, begin, first_states(seeds))
            left -= count
            if run.succeeded or run.stopped_by is not None or not left:
                return run

    def _batch(
        self, rules: list[int], starts: range | npt.NDArray[np.int64], randoms: npt.NDArray[np.int64]
    ) -> WalkRun:
        steps = None if self._run.limits.steps is None else self._run.limits.steps - self._placed
        return WalkRun(
            self._ground, rules, starts, randoms, self._run.deadline, until=self._problem.kind, steps=steps
        )

    def _walk(self, run: WalkRun) -> None:
        going = run.ready()
        while going:
            going = run.step()
            self._run.report(self._placed + run.placed, run.longest)

    def _count(self, run: WalkRun) -> None:
        self._placed += run.placed
        self._walked += run.walk + (1 if run.succeeded or run.stopped_by else 0)

    def _keep_longest(
        self,
        run: WalkRun,
        rules: list[int],
        starts: npt.NDArray[np.int64],
        randoms: npt.NDArray[np.int64],
    ) -> None:
        """Repeat the longest walk of a batch, if it is longer than those before, to keep its path."""
        lengths = run.lengths()
        place = int(lengths.argmax())
        if lengths[place] <= len(self._best) or run.succeeded or run.stopped_by:
            return
        again = WalkRun(
            self._ground, rules, starts[place : place + 1], randoms[place : place + 1], self._run.deadline
        )
        while again.ready() and again.step():
            continue
        self._best = again.path()

    def _unknown(self, reason: str) -> SolveResult:
        self._count_kept(len(self._best))
        return self._run.unknown(reason, self._best)

    def _count_kept(self, kept: int) -> None:
        """Tell the run what the walks took, where `kept` squares are not taken back."""
        self._run.count(
            steps=self._placed,
            backtracks=max(0, self._placed - kept),
            restarts=max(0, self._walked - 1),
            counters={"longest": max(len(self._best), kept)},
        )
