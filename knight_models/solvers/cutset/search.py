"""The loop: a 2-factor, its cycles, a clause for the cut-set of each, and another 2-factor."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import chain

import numpy as np

from knight_models.core.errors import SolverError
from knight_models.engine.run import Run
from knight_models.solvers.cutset.clauses import (
    Clauses,
    clause_count,
    cut_clauses,
    fixed_clauses,
    variable_count,
)
from knight_models.solvers.cutset.engine import Engine, load_engines
from knight_models.solvers.cutset.network import Network
from knight_models.solvers.cutset.two_factor import Neighbours, Patching, cycles_of

BYTES_PER_CLAUSE = 200
"""Memory of a clause in CaDiCaL, and of the arrays that it is made from: 140 to 200 bytes, measured on
60x60, 150x150, 200x200 and the complete graph of 500 vertices with python-sat 1.9.dev24."""

FIRST_ROUNDS = 30
"""Rounds before the first restart, in which a new engine gets the variables in another order. Without one,
few edges change from one round to the next: FHCP graphs 4, 16, 21, 37 and 58, of 84 to 396 vertices,
took tens of thousands of rounds with some orders and a few dozen with others."""

GROWTH = 1.2
"""The factor by which the rounds grow from one restart to the next."""

SECONDS_PER_BYTE = 4e-7
"""Time to write a refutation as text: measured 2.7e-7 seconds, and a margin."""

Cycle = list[int]


class StepLimitError(Exception):
    """The allowed conflicts are used up."""


class CycleSearch:
    """The search for the Hamiltonian cycles of the network, one after the other.

    Parameters
    ----------
    run : its problem, clock and limits
    engine : the name of the engine
    patch : whether to join cycles by exchanging edges

    Attributes
    ----------
    paused : whether the last call of `advance` used up its steps; the engine and its clauses are kept
    stopped_by : the limit of the run that ended the search; None if none did
    """

    def __init__(self, run: Run, engine: str, patch: bool) -> None:
        self._run = run
        self._problem = run.problem
        self._moves = run.moves
        self._engine_name = engine
        self._patch = patch
        self._most: int | None = None  # conflicts allowed so far
        self._done = 0  # conflicts of earlier engines
        self._engine: Engine | None = None
        self._added: list[Clauses] = []
        self._rounds_left = float(FIRST_ROUNDS)
        self._last: Cycle | None = None
        self._size: dict[str, int] = {}  # of the clauses, those of cut-sets included
        self.cut_sets: list[Cycle] = []
        self.paused = False
        self.stopped_by: str | None = None
        self.rounds = self.restarts = self.patched = 0

    @property
    def conflicts(self) -> int:
        """The conflicts of all engines so far."""
        return self._done + (0 if self._engine is None else self._engine.conflicts)

    def advance(self, steps: int | None = None) -> Cycle | None:
        """The next Hamiltonian cycle; None if there is none left, or a limit is reached.

        Parameters
        ----------
        steps : conflicts after which this call ends; None = those that the run has left
        """
        allowed = self._run.limits.steps
        slice_end = None if steps is None else self.conflicts + steps
        self._most = min((each for each in (allowed, slice_end) if each is not None), default=None)
        self.paused = False
        try:
            if self._engine is None and not self.rounds:
                self._begin()
            if self._last is not None:
                self._add(self._blocking(self._last))
            self._last = self._next_cycle()
        except TimeoutError:
            self.stopped_by = "time limit"
        except StepLimitError:
            self._last = None
            self.paused = self._most != allowed
            self.stopped_by = None if self.paused else "step limit"
        finally:
            self._count()
        return None if self.stopped_by or self.paused else self._last

    def close(self) -> None:
        """Stop the engine and free its memory."""
        if self._engine is not None:
            self._done += self._engine.conflicts
            self._engine.close()
            self._engine = None

    def _begin(self) -> None:
        with self._run.setup():
            load_engines()
        self._run.require_memory(self._memory(), "the clauses")
        try:
            self._start_engine()
            self._size["variables"] = variable_count(self.network)
        finally:
            self._run.built()

    def _count(self) -> None:
        """Set the run's statistics."""
        if self._engine is not None and self._size:
            self._size["clauses"] = self._engine.clauses
        self._run.count(
            steps=self.conflicts,
            restarts=self.restarts,
            counters={
                **self._size,
                "rounds": self.rounds,
                "cut_sets": len(self.cut_sets),
                "conflicts": self.conflicts,
                "patched": self.patched,
            },
        )

    def refutation(self) -> str | None:
        """A refutation of the clauses with all cut-sets found so far, in DRUP; None if a limit is reached.

        It comes from a second run of an engine that has these clauses from the beginning: a record of all
        rounds would be longer, and would take longer to check.

        Raises
        ------
        SolverError : if the second run satisfies the clauses
        """
        self._most = self._run.limits.steps
        try:
            self._start_engine(proof=True)
            assert self._engine is not None
            while (answer := self._solve_once()) is None:
                pass
            if answer:
                raise SolverError(f"{self._engine_name} first refutes the clauses, then satisfies them")
            trace = self._engine.trace()
            if self._run.deadline.remaining() < SECONDS_PER_BYTE * len(trace):
                return None
            return self._engine.as_text(trace)
        except (TimeoutError, StepLimitError):
            return None
        finally:
            self.close()
            self._count()

    @cached_property
    def network(self) -> Network:
        """The graph whose Hamiltonian cycles are the tours."""
        return Network(self._problem, self._moves, self._run.all_moves, self._run.deadline)

    def _memory(self) -> int:
        return BYTES_PER_CLAUSE * clause_count(self.network)

    def _start_engine(self, *, proof: bool = False) -> None:
        order = np.arange(variable_count(self.network))
        order[: self.network.edges] = self.network.breadth_first_ranks(
            self._run.limits.seed, self.restarts, self._run.deadline
        )
        self._engine = Engine(self._engine_name, order, proof=proof)
        for clauses in chain(fixed_clauses(self.network), self._added):
            if self._run.deadline.expired:
                raise TimeoutError
            self._engine.add(clauses)
            self._report("building the clauses")

    def _next_cycle(self) -> Cycle | None:
        """Another Hamiltonian cycle; None if there is none.

        Raises
        ------
        TimeoutError, StepLimitError : if a limit is reached before that is known
        """
        while True:
            answer = self._solve_once()
            if answer is False:
                return None
            if answer and (cycle := self._round()) is not None:
                return cycle

    def _solve_once(self) -> bool | None:
        assert self._engine is not None
        if self._run.deadline.expired:
            raise TimeoutError
        left = None if self._most is None else self._most - self.conflicts
        if (
            left is not None and left < 2
        ):  # the engine gets one less, as it may pass it, and 0 means no limit
            raise StepLimitError
        answer = self._engine.solve(left)
        self._report(f"{len(self.cut_sets)} cut-sets")
        return answer

    def _round(self) -> Cycle | None:
        """The Hamiltonian cycle found by the engine or by patching; else None, and new cut-sets."""
        assert self._engine is not None
        self.rounds += 1
        neighbours = self.network.neighbours(self._engine.truth(self.network.edges))
        cycles = cycles_of(neighbours)
        if len(cycles) == 1:
            return cycles[0]
        if self._patch and self._joined(neighbours, cycles):
            return cycles_of(neighbours)[0]
        cycles.sort(key=len)
        for cycle in cycles[:1] if len(cycles) == 2 else cycles:  # the cut-sets of two cycles are the same
            self.cut_sets.append(cycle)
            self._add(cut_clauses(self.network, cycle))
        self._restart_if_due()
        return None

    def _joined(self, neighbours: Neighbours, cycles: Sequence[Cycle]) -> bool:
        """Join cycles by exchanging edges; True if one is left."""
        patching = Patching(neighbours, cycles, self.network.near, self._is_required, self._may_exchange)
        left = patching.run()
        self.patched += patching.joined
        return left == 1

    @cached_property
    def _required_edges(self) -> frozenset[int]:
        return frozenset(self.network.required.tolist())

    def _is_required(self, one: int, other: int) -> bool:
        required = self._required_edges
        return bool(required) and int(self.network.edges_between(one, other)) in required

    def _may_exchange(self, one: int, other: int) -> bool:
        """Whether an exchange may add an edge; ends that must not be adjacent are not changed."""
        return not len(self.network.apart) or self.network.dummy not in (one, other)

    def _restart_if_due(self) -> None:
        self._rounds_left -= 1
        if self._rounds_left < 1:
            self.close()
            self.restarts += 1
            self._rounds_left = FIRST_ROUNDS * GROWTH**self.restarts
            self._start_engine()

    def _blocking(self, cycle: Cycle) -> Clauses:
        """The clause that not all edges of this cycle are used."""
        following = np.roll(cycle, -1)
        return -(self.network.edges_between(np.array(cycle), following) + 1)[None, :]

    def _add(self, clauses: Clauses) -> None:
        assert self._engine is not None
        self._added.append(clauses)
        self._engine.add(clauses)

    def _report(self, note: str) -> None:
        self._run.report(self.conflicts, note=note)
