"""`walks()`: millions of walks by Warnsdorff's rule, to study how often it succeeds."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from knight_models.core.errors import InputError, UnsupportedError
from knight_models.core.limits import Limits, ProgressCallback
from knight_models.core.problem import TourProblem
from knight_models.engine.random import first_states
from knight_models.engine.run import Run
from knight_models.engine.walk.batch import Ground, WalkRun
from knight_models.engine.walk.records import CLOSING
from knight_models.solvers.base import why_not
from knight_models.solvers.warnsdorff import SQUIRREL_CULL, Warnsdorff


@dataclass(frozen=True, eq=False)
class Walks:
    """The results of many walks.

    Parameters
    ----------
    lengths : shape (k,), int32: the number of squares that each walk visited
    closing : shape (k,), bool: whether it visited all squares and ended a move from its start
    squares : the number of squares of the board
    complete : whether every walk was made; the lengths of walks that a limit prevented are 0
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
        """The proportion of walks that visited every square, 0 to 1."""
        return float(self.successes.mean()) if len(self.lengths) else 0.0


def walks(
    problem: TourProblem | str,
    ties: str = "random",
    starts: npt.ArrayLike = (),
    seeds: npt.ArrayLike = 0,
    *,
    move_order: Any = "12345678",
    limits: Limits | None = None,
    progress: ProgressCallback | None = None,
) -> Walks:
    """Walk many times by Warnsdorff's rule with one tie rule.

    The walks run in parallel, in `limits.workers` threads. The same problem, rule, starts and seeds give
    the same walks, for any number of threads.

    Parameters
    ----------
    problem : the board or graph; kind and start of the problem are not used
    ties, move_order : as for `Warnsdorff`, except "squirrel-cull"
    starts : vertex numbers, shape (k,) or a single one; empty = every vertex once
    seeds : whole numbers, shape (k,) or a single one; each walk has its own random numbers
    limits : seconds and workers
    progress : called regularly with a `Progress`

    Raises
    ------
    InputError : if the numbers of starts and seeds differ, or a start is not a vertex number
    UnsupportedError : if the rule cannot be used on this problem

    >>> walks("8x8", "roth").success_rate
    1.0
    """
    question = problem if isinstance(problem, TourProblem) else TourProblem(problem)
    limits = limits or Limits()
    solver = Warnsdorff(ties=ties, move_order=move_order)
    reason = (
        why_not(solver, question) if ties != SQUIRREL_CULL else "this rule has one walk only; use solve"
    )
    if reason:
        raise UnsupportedError(f"walks with ties={ties} cannot take the {question}: {reason}")
    begin, seeds = _paired(question, starts, seeds)
    randoms = first_states(seeds)
    run = Run(question, limits, solver="walks", progress=progress)
    ground = Ground.of(run, solver.move_order)
    parts = np.array_split(np.arange(len(begin)), min(limits.workers, max(1, len(begin))))
    runs = [WalkRun(ground, solver.rules, begin[part], randoms[part], run.deadline) for part in parts]
    _walk_together(runs, run)
    lengths = np.concatenate([run.lengths() for run in runs])
    endings = np.concatenate([run.endings() for run in runs])
    done = all(run.stopped_by is None for run in runs)
    return Walks(lengths, np.equal(endings, CLOSING), len(question), done)


def _paired(
    problem: TourProblem, starts: npt.ArrayLike, seeds: npt.ArrayLike
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Starts and seeds of the same length."""
    begin = np.asarray(starts if np.size(starts) else range(len(problem)))
    seed = np.asarray(seeds)
    if begin.dtype.kind not in "iu" or seed.dtype.kind not in "iu":
        raise InputError("starts must be vertex numbers and seeds whole numbers")
    if begin.size and not 0 <= begin.min() <= begin.max() < len(problem):
        raise InputError(f"a start must be a vertex number from 0 to {len(problem) - 1}")
    try:
        begin, seed = np.broadcast_arrays(np.atleast_1d(begin), np.atleast_1d(seed))
    except ValueError:
        raise InputError(f"there are {begin.size} starts but {seed.size} seeds") from None
    return begin.astype(np.int64), seed.astype(np.int64)


def _walk_together(runs: list[WalkRun], run: Run) -> None:
    """Make all walks, the parts in parallel; the caller's thread handles Ctrl-C."""
    with ThreadPoolExecutor(len(runs)) as pool:
        going = [each for each in runs if each.ready()]
        while going:
            ends = list(pool.map(WalkRun.step, going))
            going = [each for each, more in zip(going, ends, strict=True) if more]
            run.report(sum(each.placed for each in runs), max(each.longest for each in runs))
