"""A CP-SAT search in a thread of its own, so that a deadline, Ctrl-C and a closed listing can end it.

With its own `catch_sigint_signal` CP-SAT would turn Ctrl-C into a quiet UNKNOWN, and without it, in
the main thread, keep it waiting until the end.
"""

from __future__ import annotations

import atexit
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from knight_models.core.errors import SolverError
from knight_models.core.limits import Deadline
from knight_models.solvers.cpsat.model import Solution, Variables, read

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

__all__ = ["Listing", "Search", "has_response", "status_of"]

SLICE = 0.05
"""Seconds between two looks at the clock and at the keyboard."""

GRACE = 0.6
"""Seconds after the deadline that CP-SAT has to end in. On very large models its presolve takes
longer; its thread is then left to end alone."""

WAITING_SOLUTIONS = 1_000
"""Solutions that CP-SAT may be ahead of whoever reads them."""


class Search:
    """A running search; leaving its `with` block stops it and joins its thread.

    Parameters
    ----------
    solver : its parameters set; its log, if it writes one, goes to standard error
    model : what it solves
    deadline : when it has to end
    collector : a callback that is handed each solution
    """

    def __init__(
        self,
        solver: cp_model.CpSolver,
        model: cp_model.CpModel,
        deadline: Deadline,
        collector: cp_model.CpSolverSolutionCallback | None = None,
    ) -> None:
        self._solver = solver
        self._model = model
        self._deadline = deadline
        self._collector = collector
        self._ended = threading.Event()
        self._log: queue.SimpleQueue[str] = queue.SimpleQueue()
        # A daemon, ended by `atexit`: Python's own exit would wait for a listing that nobody reads on.
        self._thread = threading.Thread(target=self._solve, name="cpsat", daemon=True)
        self.stopping = threading.Event()
        solver.log_callback = self._log.put

    @property
    def status(self) -> str:
        """What CP-SAT says, once it has ended; UNKNOWN of a search that was left to end alone.

        Raises
        ------
        SolverError : if CP-SAT calls the model invalid, or did not return properly
        """
        return status_of(self._solver) if self._ended.is_set() else "UNKNOWN"

    def wait(self, running: int = 1) -> bool:
        """Wait for a slice, shared with others that run; true once it has ended, or should have."""
        self._ended.wait(SLICE / running)
        return self.over()

    def over(self) -> bool:
        """Whether the search has ended, or should have; asks it to stop once the deadline has passed."""
        self._write_log()
        if self._ended.is_set() or not self._deadline.expired:
            return self._ended.is_set()
        self.stopping.set()
        self._solver.stop_search()
        return self._deadline.overdue > GRACE

    def stop(self) -> None:
        """Stop the search and join its thread."""
        self.stopping.set()
        while not self._ended.wait(0.01):
            self._solver.stop_search()  # again and again: it is lost on a search that only begins
        self._thread.join()
        self._write_log()
        atexit.unregister(self.stop)

    def abandon(self) -> None:
        """Stop the search; one that does not end in time is left to end alone."""
        latest = time.monotonic() + GRACE
        self.stopping.set()
        while not self._ended.wait(0.01) and time.monotonic() < latest:
            self._solver.stop_search()

    def _solve(self) -> None:
        try:
            self._solver.solve(self._model, self._collector)
        finally:
            self._ended.set()

    def _write_log(self) -> None:
        # Not in CP-SAT's thread, where an error of the stream would end the process.
        while not self._log.empty():
            sys.stderr.write(self._log.get() + "\n")

    def __enter__(self) -> Self:
        atexit.register(self.stop)
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is not None or self._ended.is_set():
            self.stop()


class Listing(Search):
    """A running search for all solutions, handed over one by one; CP-SAT waits for whoever reads them.

    Parameters
    ----------
    solver, model, deadline : as for `Search`
    variables : those of the model that say which tour it is
    most_conflicts : after how many the listing ends; CP-SAT itself counts them anew from each solution
    """

    def __init__(
        self,
        solver: cp_model.CpSolver,
        model: cp_model.CpModel,
        deadline: Deadline,
        variables: Variables,
        most_conflicts: int | None = None,
    ) -> None:
        super().__init__(solver, model, deadline, _collector(self))
        self._most_conflicts = most_conflicts
        self._variables = variables
        self._found: queue.Queue[Solution] = queue.Queue(WAITING_SOLUTIONS)
        self.count = 0

    def take(self, values: Any, conflicts: int) -> None:
        """Keep the solution that has these values; called in CP-SAT's thread, so it must not raise."""
        self.count += 1
        solution = read(self._variables, values)
        kept = False
        while not kept:
            with suppress(queue.Full):
                self._found.put(solution, timeout=SLICE)
                kept = True
            if not kept and self.stopping.is_set():  # nobody reads any more
                self.count -= 1
                break
        if self._most_conflicts is not None and conflicts >= self._most_conflicts:
            self.stopping.set()

    def solutions(self, report: Callable[[int], None]) -> Iterator[Solution]:
        """The solutions; `report` is told now and then how many there are."""
        while not self.over() or not self._found.empty():
            report(self.count)
            with suppress(queue.Empty):
                yield self._found.get(timeout=SLICE / 10)
        while not self._found.empty():
            yield self._found.get()


def _collector(listing: Listing) -> cp_model.CpSolverSolutionCallback:
    from ortools.sat.python import cp_model

    class Collector(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            listing.take(self, self.num_conflicts)
            if listing.stopping.is_set():
                self.stop_search()

    return Collector()


def has_response(solver: cp_model.CpSolver) -> bool:
    """Whether a solver has ended its work on a model."""
    try:
        return solver.response_proto is not None
    except RuntimeError:
        return False


def status_of(solver: cp_model.CpSolver) -> str:
    """The name of the status of a solver that has worked on a model.

    Raises
    ------
    SolverError : if it has not, or calls the model invalid
    """
    if not has_response(solver):
        raise SolverError("CP-SAT has not solved the model")
    response = solver.response_proto
    status = solver.status_name(response.status)
    if status == "MODEL_INVALID":
        raise SolverError(f"CP-SAT calls the model invalid: {response.solution_info or 'no reason given'}")
    return status
