"""Depth-first search with backtracking on an explicit stack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from knight_models.core.errors import UnsupportedError
from knight_models.core.evidence import Exhausted
from knight_models.core.problem import Kind, TourProblem
from knight_models.core.result import SolveResult
from knight_models.core.tour import Tour
from knight_models.core.trace import TAKEN_BACK, SearchTrace, TraceEnd
from knight_models.engine.kernel import KernelRun
from knight_models.engine.moves import Adjacency
from knight_models.engine.orders import (
    by_index,
    by_static_degree,
    checked_move_order,
    why_no_move_order,
)
from knight_models.engine.required import constrained
from knight_models.engine.run import Run
from knight_models.solvers.base import Options, Takes, TourGenerator, option, solver_label
from knight_models.solvers.depth_first import number_rules, numbered, plain_search, search
from knight_models.solvers.depth_first.numbered import MORE_ROOM, NUMBERED_SEARCH
from knight_models.solvers.depth_first.numbered_arrays import make_room, numbered_arrays
from knight_models.solvers.depth_first.plain_search import PLAIN_SEARCH, plain_arrays

__all__ = ["DepthFirst"]

_KINDS = {Kind.OPEN: search.OPEN, Kind.CLOSED: search.CLOSED, Kind.STRICTLY_OPEN: search.STRICTLY_OPEN}


@dataclass(frozen=True)
class DepthFirst(Options):
    """Complete depth-first search: extend the path; where it cannot go on, take its last square back.

    A step is a square placed, the start included; a backtrack is a square taken back.

    Parameters
    ----------
    ordering : which candidate comes first. "dynamic": the one with the fewest onward moves, visited
        squares excluded (Warnsdorff 1823); "static": the same with visited squares counted;
        "fixed": whichever the ties put first
    ties : among equals, "move-order" or "index" (lowest vertex number)
    move_order : eight digits (the moves as numbered in `knight_models.core.board`) or vectors
    prune : give up branches that leave a square stranded, with too few moves to be passed through;
        counted in `counters["pruned"]`

    Without a start, a closed tour is listed from vertex 0, and an open one is looked for from every
    vertex in turn.

    With given numbers the search places squares on numbers in any order, and a square that has one
    number left, or a number that has one square left, at once (`kernels.numbered`). There `ordering`
    says for which number squares are tried: "dynamic" for the one that has the fewest left, else for
    the lowest; `counters["choices"]` is how many squares were tried, `counters["forced"]` how many were
    the last one for their number, `counters["pruned"]` how many branches came to a contradiction.

    >>> from knight_models.tasks.solve import solve
    >>> result = solve("8x8", DepthFirst(move_order="45321876"), start=(4, 5))
    >>> result.statistics.steps - result.statistics.backtracks
    64
    >>> solve("5x5", DepthFirst(), given={"a1": 1, "e5": 5, "a3": 25}).statistics.counters["pruned"] > 0
    True
    """

    name: ClassVar[str] = "depth-first"
    exact: ClassVar[bool] = True
    takes: ClassVar[Takes] = Takes(directed=True, ends=True, moves=True, given=True)

    ordering: str = option("dynamic", choices=("dynamic", "static", "fixed"))
    ties: str = option("move-order", choices=("move-order", "index"))
    move_order: Any = option("12345678")
    prune: bool = option(False)

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "move_order", checked_move_order(self.move_order))

    def unsupported(self, problem: TourProblem) -> str | None:
        """Why the move order cannot be used on this problem."""
        return why_no_move_order(problem, self.move_order)

    def solve(self, run: Run) -> SolveResult:
        """The first tour of the search, or IMPOSSIBLE with an `Exhausted` evidence."""
        search = _Search(self, run)
        order = next(search.orders(), None)
        if order is not None:
            return run.found(order)
        if search.stopped_by is not None:
            return run.unknown(search.stopped_by)
        return run.impossible(Exhausted(solver_label(self), run.statistics.steps))

    def tours(self, run: Run, directed: bool = False) -> TourGenerator:
        """Every tour in the order of the search."""
        problem, search = run.problem, _Search(self, run)
        both_ways = directed or problem.one_way
        for order in search.orders():
            second, last = order[1 if problem.closed else 0], order[-1]
            if both_ways or second <= last:
                yield Tour(problem, order)
        return run.listed(search.stopped_by)

    def trace(self, run: Run, events: int) -> SearchTrace:
        """What `solve` does within the same limits, vertex by vertex, until there are enough events.

        An open tour to a fixed end from any start is searched from its end, `backwards`, unless moves
        have a direction.

        Raises
        ------
        UnsupportedError : for given numbers, where the search does not go along the path
        """
        problem = run.problem
        if problem.given:
            raise UnsupportedError(
                f"{self.name} cannot record the {problem}: a trace is of a path that grows at its end, "
                "and with given numbers the search sets squares anywhere"
            )
        search = _RecordedSearch(self, run, events)
        found = next(search.orders(), None) is not None
        ended = TraceEnd("found" if found else search.stopped_by or "exhausted")
        recorded = np.array(search.events[:events], np.int32)
        return SearchTrace(problem, recorded, ended, solver_label(self), search.backwards)


class _Search:
    """One run of the search over all starts."""

    def __init__(self, solver: DepthFirst, run: Run) -> None:
        problem = run.problem
        self._run = run
        self._problem = problem
        self.stopped_by: str | None = None
        # Where moves have no direction, a tour to a fixed end is one from there, read backwards.
        can_turn = not (problem.directed or problem.given)
        self.backwards = problem.start is None and problem.end is not None and can_turn
        task = constrained(run, run.moves_in(solver.move_order))
        rows = by_index(task.moves) if solver.ties == "index" else task.moves
        rows = by_static_degree(rows) if solver.ordering == "static" else rows
        may_end = task.may_start if self.backwards else task.may_end
        self._starts = self._possible_starts(task.may_end if self.backwards else task.may_start)
        self._state = self._first_state(solver)
        state = self._state
        plain = not (state[search.COUNT] or problem.required or state[search.END] >= 0)
        if problem.given:
            kernel, self._path_at = NUMBERED_SEARCH, numbered.PATH
            arrays = numbered_arrays(problem, rows, task, state, run.limits.memory, run.deadline)
        elif plain:
            kernel, self._path_at = PLAIN_SEARCH, plain_search.PATH
            arrays = plain_arrays(rows, task, state)
        else:
            kernel, self._path_at = search.SEARCH, search.PATH
            arrays = search.search_arrays(rows, task, may_end, self._bonus(rows), state)
        self._kernel = KernelRun(kernel, arrays, len(problem), run.deadline)
        run.built()

    def _possible_starts(self, allowed: npt.NDArray[np.uint8]) -> Sequence[int]:
        fixed = self._problem.end_index if self.backwards else self._problem.start_index
        if self._problem.given or (self._problem.closed and fixed is None):
            return [0]  # given numbers are searched from no start; vertex 0 will do for a closed tour
        starts = range(len(self._problem)) if fixed is None else [fixed]
        return [start for start in starts if allowed[start]]

    def _first_state(self, solver: DepthFirst) -> npt.NDArray[np.int64]:
        problem, limits = self._problem, self._run.limits
        end = None if self.backwards else problem.end_index
        state = np.zeros(search.STATE_SIZE, np.int64)
        state[search.START] = -1
        state[search.END] = -1 if end is None else end
        state[search.KIND] = _KINDS[problem.kind]
        state[search.DYNAMIC] = solver.ordering == "dynamic"
        state[search.PRUNE] = solver.prune
        state[search.COUNT] = solver.prune or solver.ordering == "dynamic"
        state[search.DIRECTED] = problem.directed
        state[search.SLACK] = not problem.closed and end is None
        state[search.MAX_STEPS] = -1 if limits.steps is None else limits.steps
        return state

    def _bonus(self, rows: Adjacency) -> npt.NDArray[np.int32]:
        """What a vertex has beside unvisited neighbours: the start of a closed tour; being the end."""
        bonus = np.zeros(len(rows), np.int32)
        if self._problem.closed:
            bonus[rows.reverse.row(self._starts[0])] = 1
        elif self._state[search.END] >= 0:
            bonus[self._state[search.END]] = 1
        if self._state[search.PRUNE]:
            left = rows.degrees + bonus
            self._state[search.LOW0] = np.count_nonzero(left == 0)
            self._state[search.LOW1] = np.count_nonzero(left == 1)
        return bonus

    def orders(self) -> Iterator[npt.NDArray[np.int32]]:
        """The visiting orders of all tours, as they are found."""
        if not self._kernel.ready():
            self.stopped_by = "time limit"
            return
        for start in self._starts:
            self._kernel[-1][search.START] = start
            yield from self._orders_from_here()
            if self.stopped_by is not None:
                return

    def _orders_from_here(self) -> Iterator[npt.NDArray[np.int32]]:
        while True:
            if self._run.deadline.expired:
                self.stopped_by = "time limit"
                return
            answer = self._go_on()
            self._count()
            if self.stopped_by is not None:
                return
            state = self._kernel[-1]
            self._run.report(int(state[search.STEPS]), int(state[search.BEST]))
            if answer == search.FOUND:
                path = np.array(self._kernel[self._path_at], np.int32)
                yield path[::-1] if self.backwards else path
            elif answer == search.EXHAUSTED:
                return
            elif answer == search.LIMIT:
                self.stopped_by = "step limit"
                return
            elif answer == MORE_ROOM:
                make_room(self._kernel, self._run.limits.memory)

    def _go_on(self) -> int:
        """Run the kernel for a while; returns what it returns."""
        return self._kernel()

    def _count(self) -> None:
        """Tell the run what it took so far."""
        state = self._kernel[-1]
        counters = {"deepest": int(state[search.BEST])}
        if state[search.PRUNE] or self._problem.given:
            counters["pruned"] = int(state[search.PRUNED])
        if self._problem.given:
            counters |= {
                "choices": int(state[number_rules.CHOICES]),
                "forced": int(state[number_rules.FORCED]),
            }
        self._run.count(
            steps=int(state[search.STEPS]), backtracks=int(state[search.BACKTRACKS]), counters=counters
        )


class _RecordedSearch(_Search):
    """A run that writes down every vertex placed or taken back, and stops after the last event wanted."""

    def __init__(self, solver: DepthFirst, run: Run, events: int) -> None:
        super().__init__(solver, run)
        self.events: list[int] = []
        self._most = events

    def _go_on(self) -> int:
        """One iteration: a vertex taken back, or one placed; at a start two at once, the start first."""
        path, state = self._kernel[self._path_at], self._kernel[-1]
        depth, steps, backtracks = state[search.DEPTH], state[search.STEPS], state[search.BACKTRACKS]
        answer = self._kernel.once()
        placed = state[search.STEPS] - steps
        self.events.extend(path[depth : depth + placed])
        self.events.extend([TAKEN_BACK] * (state[search.BACKTRACKS] - backtracks))
        if len(self.events) > self._most:
            self.stopped_by = "events"
        return answer
