"""The Warnsdorff laboratory: walks by the million, to study why a rule succeeds or fails."""

from __future__ import annotations

from collections.abc import Sequence
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
from knight_models.solvers.warnsdorff import SQUIRREL_CULL, Warnsdorff

__all__ = ["Walks", "walks"]


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
    run = Run(asked, limits, solver="walks", progress=progress)
    ground = Ground.of(run, solver.move_order)
    parts = np.array_split(np.arange(len(begin)), min(limits.workers, max(1, len(begin))))
    runs = [WalkRun(ground, solver.rules, begin[part], randoms[part], run.deadline) for part in parts]
    _walk_together(runs, run)
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


def _walk_together(runs: list[WalkRun], run: Run) -> None:
    """Walk all runs to their ends, side by side; the caller's thread sees Ctrl-C."""
    with ThreadPoolExecutor(len(runs)) as pool:
        going = [each for each in runs if each.ready()]
        while going:
            ends = list(pool.map(WalkRun.step, going))
            going = [each for each, more in zip(going, ends, strict=True) if more]
            run.report(sum(each.placed for each in runs), max(each.longest for each in runs))
