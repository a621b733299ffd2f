"""CP-SAT in a thread of its own, so that a deadline, Ctrl-C or the end of a listing can stop it.

In the main thread Ctrl-C would not work: with `catch_sigint_signal` CP-SAT turns it into a silent UNKNOWN,
and without it Python sees it only when the search is over.
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

INTERVAL = 0.05
"""Seconds between two checks of the deadline, during which Ctrl-C waits."""

GRACE = 0.6
"""Seconds that CP-SAT has to stop after the deadline. Its presolve of a very large model may take longer;
the thread is then left to end by itself."""

QUEUE_LENGTH = 1_000
"""Solutions that CP-SAT may find before the caller reads them."""


class SearchThread:
    """A running search; it is started by `with`, and stopped and joined at the end of the block.

    Parameters
    ----------
    solver : with its parameters set; its log, if it writes one, goes to standard error
    model : the model to solve
    deadline : the moment by which the search must end
    collector : a callback that receives each solution
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
        # A daemon, stopped by `atexit`: otherwise Python would not exit while a listing is left unread.
        self._thread = threading.Thread(target=self._solve, name="cpsat", daemon=True)
        self.stopping = threading.Event()
        solver.log_callback = self._log.put

    @property
    def status(self) -> str:
        """CP-SAT's status once the search has ended; UNKNOWN if its thread was left to end by itself.

        Raises
        ------
        SolverError : if CP-SAT calls the model invalid, or ended without a response
        """
        return status_of(self._solver) if self._ended.is_set() else "UNKNOWN"

    def wait(self, running: int = 1) -> bool:
        """Wait a short time, divided among `running` searches; true once this one is over."""
        self._ended.wait(INTERVAL / running)
        return self.over()

    def over(self) -> bool:
        """Whether the search has ended, or has not stopped within the grace period after its deadline."""
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
            self._solver.stop_search()  # repeatedly: a search that is only beginning ignores it
        self._thread.join()
        self._write_log()
        atexit.unregister(self.stop)

    def abandon(self) -> None:
        """Stop the search; if it does not end in time, it is left to end by itself."""
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
        # Not in CP-SAT's thread, where an exception raised by the stream would end the process.
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


class ListingThread(SearchThread):
    """A running search for all solutions; CP-SAT waits while the caller does not read them.

    Parameters
    ----------
    solver, model, deadline : as for `SearchThread`
    variables : the variables of the model whose values describe the tour
    most_conflicts : conflicts after which the listing ends; CP-SAT's own limit restarts at each solution
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
        self._found: queue.Queue[Solution] = queue.Queue(QUEUE_LENGTH)
        self.count = 0

    def take(self, values: Any, conflicts: int) -> None:
        """Queue the solution with these values; called in CP-SAT's thread, so it must not raise."""
        self.count += 1
        solution = read(self._variables, values)
        queued = False
        while not queued:
            with suppress(queue.Full):
                self._found.put(solution, timeout=INTERVAL)
                queued = True
            if not queued and self.stopping.is_set():  # the caller has stopped reading
                self.count -= 1
                break
        if self._most_conflicts is not None and conflicts >= self._most_conflicts:
            self.stopping.set()

    def solutions(self, report: Callable[[int], None]) -> Iterator[Solution]:
        """The solutions; `report` is called regularly with their number so far."""
        while not self.over() or not self._found.empty():
            report(self.count)
            with suppress(queue.Empty):
                yield self._found.get(timeout=INTERVAL / 10)
        while not self._found.empty():
            yield self._found.get()


def _collector(listing: ListingThread) -> cp_model.CpSolverSolutionCallback:
    from ortools.sat.python import cp_model

    class Collector(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            listing.take(self, self.num_conflicts)
            if listing.stopping.is_set():
                self.stop_search()

    return Collector()


def has_response(solver: cp_model.CpSolver) -> bool:
    """Whether a solver has ended a search."""
    try:
        return solver.response_proto is not None
    except RuntimeError:
        return False


def status_of(solver: cp_model.CpSolver) -> str:
    """The name of the status with which a search ended.

    Raises
    ------
    SolverError : if no search has ended, or CP-SAT calls the model invalid
    """
    if not has_response(solver):
        raise SolverError("CP-SAT has not solved the model")
    response = solver.response_proto
    status = solver.status_name(response.status)
    if status == "MODEL_INVALID":
        raise SolverError(f"CP-SAT calls the model invalid: {response.solution_info or 'no reason given'}")
    return status
