"""Warnsdorff's rule: greedy walks, without taking anything back."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from knight_models.errors import InputError, OptionError, UnsupportedError, nearest
from knight_models.graph import carried_board
from knight_models.kernels.ordering import checked_move_order, why_no_move_order
from knight_models.kernels.random import first_states
from knight_models.kernels.squirrel_cull import legs
from knight_models.kernels.ties import INDEX, RANDOM, ROTH, RULES, chain_of
from knight_models.kernels.walk_state import CLOSING
from knight_models.kernels.walks import Ground, WalkRun
from knight_models.limits import Deadline, Limits, ProgressCallback
from knight_models.problem import TourProblem
from knight_models.result import SolveResult, Statistics, Status
from knight_models.solvers.base import Options, Reporter, option
from knight_models.tour import Tour

__all__ = ["Walks", "Warnsdorff", "walks"]

SQUIRREL_CULL = "squirrel-cull"


@dataclass(frozen=True)
class Warnsdorff(Options):
    """Go on to the square with the fewest onward moves (Warnsdorff 1823); a dead end is UNKNOWN.

    A step is a square placed, the start included; the squares of a walk that a further one replaces
    count as taken back. `counters["longest"]` is the length of the longest walk, which an UNKNOWN
    result carries as its `walk`.

    Parameters
    ----------
    ties : what decides among equals. "move-order"; "index" (lowest vertex number); "random"; "pohl"
        (the smallest sum of onward moves one level further, Pohl 1967); "roth" (the farthest from
        the centre of the board, Roth, as told by Ganzfried 2004); or a chain of them such as
        "pohl+random", which `move-order` closes. Or "squirrel-cull": move orders that switch at
        certain squares (Squirrel & Cull 1996), for square knight boards from the top-left corner
    move_order : eight digits (the moves as numbered in `knight_models.board`) or vectors
    restarts : how many more walks to try when the first one fails; these break at random the ties
        that the rules leave, and begin anywhere unless a start is given

    Without a start, the first walk begins at vertex 0.

    >>> from knight_models.driver import solve
    >>> solve("50x50", Warnsdorff(ties="roth"), start="a1").status.value
    'found'
    """

    name: ClassVar[str] = "warnsdorff"
    exact: ClassVar[bool] = False

    ties: str = option("move-order")
    move_order: Any = option("12345678")
    restarts: int = option(0)

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "move_order", checked_move_order(self.move_order))
        if not isinstance(self.ties, str):
            raise OptionError(f"ties is the name of a rule such as 'roth', not {self.ties!r}")
        if "+" not in self.ties and self.ties not in (SQUIRREL_CULL, *RULES):
            raise OptionError(nearest(self.ties, (SQUIRREL_CULL, *RULES), "value of ties:"))
        if self.ties == SQUIRREL_CULL and self.move_order != "12345678":
            raise OptionError("squirrel-cull brings its own move orders; leave move_order out")
        self._rules()

    def _rules(self) -> list[int]:
        return [] if self.ties == SQUIRREL_CULL else chain_of(self.ties)

    def unsupported(self, problem: TourProblem) -> str | None:
        """Why the rules or the move order cannot be used on this problem."""
        board = carried_board(problem)
        if self.ties == SQUIRREL_CULL:
            return _why_no_squirrel_cull(problem)
        if ROTH in self._rules() and (board is None or board.wrap):
            return "roth asks for the centre of a board, without wrap"
        return why_no_move_order(problem, self.move_order)

    def solve(
        self, problem: TourProblem, limits: Limits, progress: ProgressCallback | None = None
    ) -> SolveResult:
        """The tour that a walk gives, or UNKNOWN with the longest walk."""
        return _Attempts(self, problem, limits, progress).result()


def _why_no_squirrel_cull(problem: TourProblem) -> str | None:
    board = problem.board
    if board is None or board.ndim != 2 or len(board.vectors) != 8 or board.leap != (1, 2):
        return "squirrel-cull is for knights on square boards"
    if board.shape[0] != board.shape[1] or board.holes or board.wrap:
        return "squirrel-cull is for square boards without holes or wrap"
    if problem.start_index not in (None, 0):
        return f"squirrel-cull starts at the top-left corner, {problem.name(0)}"
    if problem.end is not None or problem.required or problem.forbidden:
        return "squirrel-cull takes no end, no required and no forbidden moves"
    return None


class _Attempts:
    """A walk by the rules, and those that replace it where it fails."""

    def __init__(
        self, solver: Warnsdorff, problem: TourProblem, limits: Limits, progress: ProgressCallback | None
    ) -> None:
        self._deadline = Deadline.after(limits.seconds)
        self._report = Reporter(solver.name, self._deadline, progress)
        self._solver, self._problem, self._limits = solver, problem, limits
        self._ground = Ground.of(problem, solver.move_order, limits.memory)
        self._build_seconds = self._deadline.elapsed
        self._placed = self._walked = 0
        self._best: npt.NDArray[np.int32] = np.zeros(0, np.int32)

    def result(self) -> SolveResult:
        """What the walks found."""
        starts = self._ground.starts()
        if not len(starts):
            return self._unknown("a required move leaves no square to start at")
        run = self._first_walk(starts[:1])
        if not run.succeeded and run.stopped_by is None and self._solver.restarts:
            run = self._further_walks(starts)
        if run.succeeded:
            tour = Tour(self._problem, run.path())
            return SolveResult(Status.FOUND, self._problem, tour, statistics=self._statistics(len(tour)))
        reason = run.stopped_by or f"dead end: the longest walk has {len(self._best)} squares"
        return self._unknown(reason)

    def _first_walk(self, start: npt.NDArray[np.int64]) -> WalkRun:
        rules = self._solver._rules()
        run = self._run(rules, start, first_states([self._limits.seed]))
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
        """The number of a square given as Squirrel & Cull do; -2, which is never reached, if it is off."""
        side = self._problem.board.shape[0]  # type: ignore[union-attr]  # unsupported() has seen the board
        inside = 1 <= row <= side and 1 <= column <= side
        return (row - 1) * side + column - 1 if inside else -2

    def _further_walks(self, starts: npt.NDArray[np.int64]) -> WalkRun:
        """Walks in batches, so that their number costs no memory."""
        rules = [rule for rule in self._solver._rules() if rule not in (RANDOM, INDEX)] + [RANDOM]
        draws = np.random.default_rng(self._limits.seed)
        left = self._solver.restarts
        while True:
            count = min(left, 1024)
            begin = draws.choice(starts, count)
            seeds = draws.integers(0, 2**32, count)
            run = self._run(rules, begin, first_states(seeds))
            self._walk(run)
            self._count(run)
            self._keep_longest(run, rules, begin, first_states(seeds))
            left -= count
            if run.succeeded or run.stopped_by is not None or not left:
                return run

    def _run(
        self, rules: list[int], starts: npt.NDArray[np.int64], randoms: npt.NDArray[np.int64]
    ) -> WalkRun:
        steps = None if self._limits.steps is None else self._limits.steps - self._placed
        return WalkRun(
            self._ground, rules, starts, randoms, self._deadline, until=self._problem.kind, steps=steps
        )

    def _walk(self, run: WalkRun) -> None:
        going = run.ready()
        while going:
            going = run.step()
            self._report(self._placed + run.placed, run.longest, len(self._problem))

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
        """Walk the longest walk of a batch once more, if it is longer than those before, to have it."""
        lengths = run.lengths()
        place = int(lengths.argmax())
        if lengths[place] <= len(self._best) or run.succeeded or run.stopped_by:
            return
        again = WalkRun(
            self._ground, rules, starts[place : place + 1], randoms[place : place + 1], self._deadline
        )
        while again.ready() and again.step():
            continue
        self._best = again.path()

    def _unknown(self, reason: str) -> SolveResult:
        walk = Tour(self._problem, self._best) if len(self._best) else None
        last = len(self._best)
        return SolveResult(
            Status.UNKNOWN, self._problem, reason=reason, statistics=self._statistics(last), walk=walk
        )

    def _statistics(self, kept: int) -> Statistics:
        """What the walks took, where `kept` squares are not taken back."""
        return Statistics(
            seconds=self._deadline.elapsed,
            build_seconds=self._build_seconds,
            steps=self._placed,
            backtracks=max(0, self._placed - kept),
            restarts=max(0, self._walked - 1),
            counters={"longest": max(len(self._best), kept)},
        )


@dataclass(frozen=True, eq=False)
class Walks:
    """What became of many walks.

    Parameters
    ----------
    lengths : shape (k,), int32: the squares that each walk visited
    closing : shape (k,), bool: whether it visited all and ends a move away from its start
    squares : the squares of the board
    complete : whether every walk was walked; where a limit stopped them, lengths are 0
    """

    lengths: npt.NDArray[np.int32]
    closing: npt.NDArray[np.bool_]
    squares: int
    complete: bool

    @property
    def successes(self) -> npt.NDArray[np.bool_]:
        """Shape (k,): which walks visited every square."""
        return np.equal(self.lengths, self.squares)

    @property
    def success_rate(self) -> float:
        """The part of the walks that visited every square, 0 to 1."""
        return float(self.successes.mean()) if len(self.lengths) else 0.0


def walks(
    problem: TourProblem | str,
    ties: str = "random",
    starts: npt.ArrayLike | Sequence[Any] = (),
    seeds: npt.ArrayLike = 0,
    *,
    move_order: Any = "12345678",
    limits: Limits | None = None,
    progress: ProgressCallback | None = None,
) -> Walks:
    """Walk many times by one rule: what a study of Warnsdorff's rule needs.

    The walks go on threads, `limits.workers` of them, without holding the interpreter's lock. Same
    problem, rule, starts and seeds: same walks, whatever the number of threads.

    Parameters
    ----------
    problem : the question (its kind and start play no part)
    ties, move_order : as for `Warnsdorff`, but for "squirrel-cull"
    starts : shape (k,) or one, vertex numbers; nothing = every vertex in turn
    seeds : shape (k,) or one, whole numbers; each walk draws from its own
    limits : seconds and workers

    Raises
    ------
    InputError : if starts and seeds do not fit together, or a start is no vertex
    UnsupportedError : if the rule cannot be used on this problem

    >>> walks("8x8", "roth").success_rate
    1.0
    """
    asked = problem if isinstance(problem, TourProblem) else TourProblem(problem)
    limits = limits or Limits()
    solver = Warnsdorff(ties=ties, move_order=move_order)
    why_not = solver.unsupported(asked) if ties != SQUIRREL_CULL else "it has but one walk; solve it"
    if why_not:
        raise UnsupportedError(f"walks by {ties} cannot go over the {asked}: {why_not}")
    begin, seeds = _paired(asked, starts, seeds)
    randoms = first_states(seeds)
    deadline = Deadline.after(limits.seconds)
    report = Reporter("walks", deadline, progress)
    ground = Ground.of(asked, solver.move_order, limits.memory)
    parts = np.array_split(np.arange(len(begin)), min(limits.workers, max(1, len(begin))))
    runs = [WalkRun(ground, solver._rules(), begin[part], randoms[part], deadline) for part in parts]
    _walk_together(runs, report, len(begin))
    lengths = np.concatenate([run.lengths() for run in runs])
    endings = np.concatenate([run.endings() for run in runs])
    done = all(run.stopped_by is None for run in runs)
    return Walks(lengths, np.equal(endings, CLOSING), len(asked), done)


def _paired(
    problem: TourProblem, starts: Any, seeds: npt.ArrayLike
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Starts and seeds of the same length."""
    begin = np.asarray(starts if np.size(starts) else range(len(problem)))
    seed = np.asarray(seeds)
    if begin.dtype.kind not in "iu" or seed.dtype.kind not in "iu":
        raise InputError("starts are vertex numbers and seeds whole numbers")
    if begin.size and not 0 <= begin.min() <= begin.max() < len(problem):
        raise InputError(f"a start is a vertex number from 0 to {len(problem) - 1}")
    try:
        begin, seed = np.broadcast_arrays(np.atleast_1d(begin), np.atleast_1d(seed))
    except ValueError:
        raise InputError(f"{begin.size} starts and {seed.size} seeds do not go together") from None
    return begin.astype(np.int64), seed.astype(np.int64)


def _walk_together(runs: list[WalkRun], report: Reporter, total: int) -> None:
    """Walk all runs to their ends, side by side; the caller's thread sees Ctrl-C."""
    with ThreadPoolExecutor(len(runs)) as pool:
        going = [run for run in runs if run.ready()]
        while going:
            ends = list(pool.map(WalkRun.step, going))
            going = [run for run, more in zip(going, ends, strict=True) if more]
            report(sum(run.placed for run in runs), sum(run.walk for run in runs), total)
