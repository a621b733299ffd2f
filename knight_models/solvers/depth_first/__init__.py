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
from knight_models.engine.kernel import EXHAUSTED, FOUND, LIMIT, MORE_ROOM, KernelRun
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
from knight_models.solvers.depth_first.numbered import (
    NUMBERED_SEARCH,
    NumberedState,
    make_room,
    numbered_records,
)
from knight_models.solvers.depth_first.plain import PLAIN_SEARCH, plain_records
from knight_models.solvers.depth_first.search import (
    CLOSED,
    OPEN,
    SEARCH,
    STRICTLY_OPEN,
    SearchState,
    search_records,
)

_KINDS = {Kind.OPEN: OPEN, Kind.CLOSED: CLOSED, Kind.STRICTLY_OPEN: STRICTLY_OPEN}


@dataclass(frozen=True)
class DepthFirst(Options):
    """Complete depth-first search: extend the path; where it cannot go on, take its last square back.

    A step is a square placed, the start included; a backtrack is a square taken back.
    Nothing is drawn, so a seed changes nothing.

    Parameters
    ----------
    ordering : which candidate comes first. "dynamic": the one with the fewest onward moves, visited
        squares excluded (Warnsdorff 1823); "static": the same with visited squares counted;
        "fixed": the one that `ties` puts first
    ties : which of several equal candidates comes first: "move-order" or "index" (lowest vertex number)
    move_order : eight digits (the moves as numbered in `knight_models.core.board`) or vectors
    prune : give up branches in which an unvisited square has too few moves left to be passed through;
        they are counted in `counters["pruned"]`

    Without a start, a closed tour is listed from vertex 0, and an open tour is searched from every
    vertex in turn.

    With given numbers the search places squares on numbers in any order. It places a square with one
    possible number, or on a number with one possible square, at once (`depth_first.numbered`).
    `ordering` then chooses the number whose squares are tried: "dynamic" the number with the fewest
    possible squares, otherwise the lowest. `counters["choices"]` counts the squares tried,
    `counters["forced"]` the squares placed as the last one for their number, `counters["pruned"]` the
    branches that ended in a contradiction.

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
        rows = by_index(task.moves, run.deadline) if solver.ties == "index" else task.moves
        rows = by_static_degree(rows, run.deadline) if solver.ordering == "static" else rows
        may_end = task.may_start if self.backwards else task.may_end
        self._starts = self._possible_starts(task.may_end if self.backwards else task.may_start)
        self._state = state = self._first_state(solver)
        plain = not (state.dynamic or state.prune or problem.required or state.end >= 0)
        if isinstance(state, NumberedState):
            kernel = NUMBERED_SEARCH
            records = numbered_records(problem, rows, task, state, run.limits.memory, run.deadline)
        elif plain:
            kernel, records = PLAIN_SEARCH, plain_records(rows, task, state)
        else:
            kernel, records = SEARCH, search_records(rows, task, may_end, self._bonus(rows), state)
        self._kernel = KernelRun(kernel, records, len(problem), run.deadline)
        run.built()

    def _possible_starts(self, allowed: npt.NDArray[np.uint8]) -> Sequence[int]:
        fixed = self._problem.end_index if self.backwards else self._problem.start_index
        if self._problem.given or (self._problem.closed and fixed is None):
            return [0]  # given numbers are searched from no start; vertex 0 will do for a closed tour
        if fixed is not None:
            return [fixed] if allowed[fixed] else []
        every: list[int] = np.flatnonzero(allowed).tolist()
        return every

    def _first_state(self, solver: DepthFirst) -> SearchState:
        problem, limits = self._problem, self._run.limits
        end = None if self.backwards else problem.end_index
        new = NumberedState if problem.given else SearchState
        return new(
            kind=_KINDS[problem.kind],
            directed=problem.directed,
            dynamic=solver.ordering == "dynamic",
            prune=solver.prune,
            end=-1 if end is None else end,
            max_steps=-1 if limits.steps is None else limits.steps,
        )

    def _bonus(self, rows: Adjacency) -> npt.NDArray[np.int32]:
        """Moves beside those to unvisited neighbours: to the start of a closed tour; of the end."""
        bonus = np.zeros(len(rows), np.int32)
        if self._problem.closed:
            bonus[rows.reverse.row(self._starts[0])] = 1
        elif self._state.end >= 0:
            bonus[self._state.end] = 1
        if self._state.prune:
            left = rows.degrees + bonus
            self._state.moveless = int(np.count_nonzero(left == 0))
            self._state.single = int(np.count_nonzero(left == 1))
        return bonus

    def orders(self) -> Iterator[npt.NDArray[np.int32]]:
        """The visiting orders of all tours, as they are found."""
        if not self._kernel.ready():
            self.stopped_by = "time limit"
            return
        for start in self._starts:
            self._state.start = start
            yield from self._orders_from_here()
            if self.stopped_by is not None:
                return

    def _orders_from_here(self) -> Iterator[npt.NDArray[np.int32]]:
        while True:
            if self._run.deadline.expired:
                self.stopped_by = "time limit"
                return
            reply = self._go_on()
            self._count()
            if self.stopped_by is not None:
                return
            self._run.report(self._state.steps, self._state.deepest)
            if reply == FOUND:
                path = np.array(self._kernel.path.vertices, np.int32)
                yield path[::-1] if self.backwards else path
            elif reply == EXHAUSTED:
                return
            elif reply == LIMIT:
                self.stopped_by = "step limit"
                return
            elif reply == MORE_ROOM:
                make_room(self._kernel, self._run.limits.memory)

    def _go_on(self) -> int:
        """Run the kernel for a while; returns its reply."""
        return self._kernel()

    def _count(self) -> None:
        """Tell the run what it took so far."""
        state = self._state
        counters = {"deepest": state.deepest}
        if state.prune or self._problem.given:
            counters["pruned"] = state.pruned
        if isinstance(state, NumberedState):
            counters |= {"choices": state.choices, "forced": state.forced}
        self._run.count(steps=state.steps, backtracks=state.backtracks, counters=counters)


class _RecordedSearch(_Search):
    """A search that records every vertex placed or taken back, and stops after the last event wanted."""

    def __init__(self, solver: DepthFirst, run: Run, events: int) -> None:
        super().__init__(solver, run)
        self.events: list[int] = []
        self._most = events

    def _go_on(self) -> int:
        """One iteration places or takes back one vertex; the first one may place the start and another."""
        state = self._state
        depth, steps, backtracks = state.depth, state.steps, state.backtracks
        reply = self._kernel.once()
        self.events.extend(self._kernel.path.vertices[depth : depth + state.steps - steps])
        self.events.extend([TAKEN_BACK] * (state.backtracks - backtracks))
        if len(self.events) > self._most:
            self.stopped_by = "events"
        return reply
