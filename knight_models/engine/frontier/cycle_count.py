"""Counting the Hamiltonian cycles of a graph: one sweep over its vertices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from knight_models.core.errors import TooLargeError
from knight_models.engine.frontier.degrees import Alive, living_patterns, pattern_bytes
from knight_models.engine.frontier.layers import Layers
from knight_models.engine.frontier.states import MOST_SLOTS, NARROW
from knight_models.engine.frontier.sweep import Sweep
from knight_models.engine.run import Run

AT_ONCE = 1 << 27
"""Patterns of all steps up to which the living ones are found before the sweep begins, in half a second."""

PATTERN_COST = 1 / 25
"""The cost of a pattern by that of a transition."""

STATES_BASE, STATES_SLOTS = 5.5, 5.4
"""On boards of a knight, a frontier of w vertices has at most about 5.5**(w - 5.4) states (`estimate`)."""

TRANSITIONS = 0.4
"""Transitions of a sweep by its steps and its largest number of states, on boards of a knight."""

TRANSITION_SECONDS = 1e-7
"""Seconds that a transition takes, about."""

LEAST_SHARE = 0.15
"""The share of the bound on a layer's states that are there, where it is largest; on boards of a knight."""

ENTRY_BYTES = 40
"""Bytes for a state of the largest layer: it is in a table that is never full, beside the one before."""


@dataclass(frozen=True)
class Cost:
    """An estimate of what a sweep costs, from those over boards of a knight.

    Parameters
    ----------
    width : the largest number of vertices in the frontier; this is exact
    states : the largest number of mate states of a layer
    memory : bytes
    seconds : seconds on one thread
    """

    width: int
    states: int
    memory: int
    seconds: float


def estimate(sweep: Sweep) -> Cost:
    """An estimate of what a sweep costs.

    The constants fit the closed tours of 8x6, 8x7 and 8x8, and the open ones of 6x6, 7x6 and 7x7, which
    `scripts/bench.py` and `scripts/verify_counts.py` count; on other graphs the cost may differ a lot.
    """
    states = max(1, round(STATES_BASE ** (sweep.width - STATES_SLOTS)))
    transitions = TRANSITIONS * states * len(sweep.steps)
    return Cost(sweep.width, states, states * ENTRY_BYTES, transitions * TRANSITION_SECONDS)


def check_width(sweep: Sweep) -> None:
    """Refuse a sweep that needs too many slots; raises TooLargeError."""
    if sweep.slots > MOST_SLOTS:
        raise TooLargeError(
            f"the frontier would have {sweep.width} vertices, and more than {MOST_SLOTS} are not supported"
        )


class CycleCount:
    """A count of cycles under way.

    Parameters
    ----------
    sweep : the sweep
    run : its limits and clock
    report : called now and then with the number of transitions
    threads : the number of threads; None = the workers of the limits

    Attributes
    ----------
    layers : the states after the steps that are done
    """

    def __init__(
        self,
        sweep: Sweep,
        run: Run,
        report: Callable[[CycleCount, int], None],
        threads: int | None = None,
    ) -> None:
        self.sweep = sweep
        self.layers = Layers(sweep, run, threads)
        self.alive: Alive | None = None
        self._run = run
        self._report = report
        self._patterns = 3**sweep.slots * len(sweep.steps)
        self._began = run.deadline.elapsed
        self._seen = 0
        self._prune_from: float | None = 0 if self._patterns <= AT_ONCE else PATTERN_COST * self._patterns

    def prune_from(self, transitions: float | None) -> None:
        """Find the living patterns after this number of transitions, or never; else it is chosen."""
        self._prune_from = transitions

    def seconds_left(self) -> float | None:
        """An estimate of the seconds left, from the bounds on the states of the layers; None if unknown."""
        if self.alive is None or not self.layers.done:
            return None
        bounds = self.alive.states
        rest = sum(bounds[self.layers.done :])
        now = bounds[self.layers.done - 1]
        share = min(1.0, max(self.layers.states / max(1, now), LEAST_SHARE))
        took = self._run.deadline.elapsed - self._began
        return share * rest * took / max(1, self._seen)

    def step(self) -> None:
        """Do one step of the sweep; errors as for `Layers.advance`."""
        if self._pays():
            self.alive = living_patterns(self.sweep, self._run.deadline, lambda _: self._tell(0))
            self.layers.prune(self.alive)
        self._seen += self.layers.states
        self.layers.advance(self._tell)

    def _pays(self) -> bool:
        """Whether it is time to find the living patterns."""
        if self.alive is not None or self.sweep.slots > NARROW or self._prune_from is None:
            return False
        if self.layers.transitions < self._prune_from:
            return False
        try:
            self.layers.require_memory(pattern_bytes(self.sweep), "the living patterns")
        except TooLargeError:
            return False
        return True

    def _tell(self, transitions: int) -> None:
        self._report(self, transitions or self.layers.transitions)
