"""Layers: all states after a step of a sweep, in hash tables, each with the number of ways to reach it.

A count takes some limbs of 64 bits; a layer whose counts overflow is made again with one limb more. Several
threads take turns: first each one writes the successors of its share of the states; then each one adds
those with its part of the hash values to a table of its own.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, partial
from typing import cast

import numpy as np
import numpy.typing as npt

from knight_models.engine.frontier.degrees import Alive
from knight_models.engine.frontier.states import (
    EMPTY,
    EXPAND,
    NARROW,
    ExpandState,
    Layer,
    Rules,
    Successors,
    first_state,
    later_tables,
    mirror_table,
    powers_table,
    room_for,
    words_of,
)
from knight_models.engine.frontier.sweep import Sweep
from knight_models.engine.frontier.tables import INSERT, MOVE_ENTRIES, GrowState, Inserted, InsertState
from knight_models.engine.kernel import (
    DONE,
    LIMIT,
    MORE_ROOM,
    RUNNING,
    SWITCH,
    KernelRun,
)
from knight_models.engine.run import Run

LOAD = 0.75
"""The part of a table that may be filled before it grows."""

GROWTH = 1.7
"""The size of a new table by that of the old one."""

SHARED = 20_000
"""States of a layer from which it is worth the while to use several threads."""

ROOM = 1 << 15
"""Successors that are written before they are added to the table, for each thread."""

BATCH = 512
"""Successors whose places in the table are read ahead."""

Array = npt.NDArray[np.uint64]


@dataclass(frozen=True, eq=False)
class Standing:
    """A sweep between two of its steps, as it can be kept.

    Parameters
    ----------
    done, limbs, totals, transitions, peak, states : as the attributes of `Layers`
    entries : shape (states * stride,), the states with their counts, without free entries
    """

    done: int
    limbs: int
    totals: list[int]
    transitions: int
    peak: int
    states: int
    entries: Array


class StepLimitError(Exception):
    """The limit on the transitions is reached."""


class _OverflowError(Exception):
    """A count needs another limb."""


class Layers:
    """A sweep under way: the states after some of its steps, with their counts.

    Parameters
    ----------
    sweep : the sweep
    run : its limits and its clock
    threads : the number of threads; None = the workers of the limits

    Attributes
    ----------
    done : the number of steps that are done
    tables : the states after them, as hash tables, one for each thread; each entry takes `stride` words
    states : how many these are
    limbs : the words of a count
    totals : the cycles that have closed: with an even, and with an odd number of odd edges
    transitions, peak : the successors so far, and the largest number of states of a layer
    kept_bytes : what the caller keeps of the layers before, in bytes
    """

    def __init__(self, sweep: Sweep, run: Run, threads: int | None = None) -> None:
        self.sweep = sweep
        self.threads = threads or run.limits.workers
        self.done = 0
        self.limbs = 1
        self.totals = [0, 0]
        self.transitions, self.peak = 0, 1
        self.kept_bytes = 0
        self.states = 1
        self.words = words_of(sweep.slots)
        self.counters = 2 if sweep.graph.parity else 1
        first = [*first_state(sweep.slots), *([1, 0][: self.counters])]
        self.tables: list[Array] = [np.array(first, np.uint64)]
        self.run = run
        self._alive: Alive | None = None
        self._powers = powers_table(sweep.slots) if sweep.slots <= NARROW else np.zeros(0, np.int32)
        self.stop = threading.Event()

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.threads)

    @property
    def stride(self) -> int:
        """Words of an entry."""
        return self.words + self.limbs * self.counters

    @property
    def finished(self) -> bool:
        """Whether all steps are done."""
        return self.done == len(self.sweep.steps)

    @property
    def count(self) -> int:
        """The number of cycles, once all steps are done."""
        return self.totals[1] if self.sweep.graph.parity else self.totals[0]

    def prune(self, alive: Alive) -> None:
        """From now on, drop the states that the later vertices cannot complete."""
        self._alive = alive
        self.kept_bytes += sum(patterns.nbytes for patterns in alive.after)

    def standing(self) -> Standing:
        """Where the sweep stands, as it can be kept."""
        rows = [table.reshape(-1, self.stride) for table in self.tables]
        kept = [part[part[:, 0] != np.uint64(EMPTY)] for part in rows]
        return Standing(
            self.done,
            self.limbs,
            list(self.totals),
            self.transitions,
            self.peak,
            self.states,
            np.concatenate(kept).ravel(),
        )

    def restore(self, standing: Standing) -> None:
        """Go on from where a sweep stood."""
        self.done, self.limbs, self.totals = standing.done, standing.limbs, list(standing.totals)
        self.transitions, self.peak, self.states = standing.transitions, standing.peak, standing.states
        self.tables = [standing.entries]

    def advance(self, report: Callable[[int], None]) -> None:
        """Take the states through the next step.

        Parameters
        ----------
        report : called now and then with the number of transitions so far

        Raises
        ------
        TimeoutError : if the time is up; the states of the last step that is done are kept
        StepLimitError : if the step limit is reached
        TooLargeError : if the next table does not fit in memory
        """
        number = self.threads if self.states >= SHARED else 1
        while True:
            if self.run.deadline.expired:
                raise TimeoutError
            try:
                inserters = self._inserters(number)
                self._through(self._expanders(number), inserters, report)
                break
            except _OverflowError:
                self._widen()
        self.transitions += sum(inserter.state.transitions for inserter in inserters)
        self.states = sum(inserter.state.filled for inserter in inserters)
        self.peak = max(self.peak, self.states)
        for inserter in inserters:
            for counter, closed in enumerate(inserter.closed):
                self.totals[counter] += closed
        self.tables = [inserter.table for inserter in inserters]
        self.done += 1

    def require_memory(self, needed: int, what: str) -> None:
        """Raise TooLargeError if so many bytes more than those held now are not there, or not allowed."""
        held = 0 if self.run.limits.memory is None else self.kept_bytes
        held += 0 if self.run.limits.memory is None else sum(table.nbytes for table in self.tables)
        self.run.require_memory(needed + held, what if not held else f"{what}, with the tables before it,")

    def rules(self, number: int) -> Rules:
        """What the successors depend on in a step."""
        step = self.sweep.steps[number]
        none, no_flags = np.zeros(0, np.uint64), np.zeros(0, np.uint8)
        alive = none if self._alive is None else self._alive.after[number]
        if self.words > 1:
            return Rules(self._powers, alive, none, *later_tables(step, self.sweep.slots))
        mirror = none if step.mirror is None else mirror_table(step.mirror)
        return Rules(self._powers, alive, mirror, np.zeros(0, np.int32), no_flags)

    def expand_state(self, number: int, room: int) -> ExpandState:
        """The numbers of a step, for the successors of states; there is room for at least some of them."""
        step, narrow = self.sweep.steps[number], self.words == 1
        return ExpandState(
            slot=step.slot,
            slots=self.sweep.slots,
            words=self.words,
            stride=self.stride,
            may_rest=step.may_rest,
            may_close=step.may_close,
            pruned=self._alive is not None,
            mirrored=narrow and step.mirror is not None,
            used=sum(1 << 4 * slot for slot in step.used) if narrow else 0,
            most=step.most,
            room=max(room, step.most),
        )

    def _expanders(self, number: int) -> list[_Expander]:
        rules = self.rules(self.done)
        most = self.sweep.steps[self.done].most
        room = min(ROOM * number, 2 * most * self.states)
        return [
            _Expander(self, rules, self.expand_state(self.done, room), (part, number))
            for part in range(number)
        ]

    def _inserters(self, number: int) -> list[_Inserter]:
        limit = self.run.limits.steps
        allowed = -1 if limit is None else (limit - self.transitions) // number
        capacity = max(64, int(1.5 * self.states / number))
        return [
            _Inserter(
                self,
                InsertState(
                    words=self.words,
                    limbs=self.limbs,
                    counters=self.counters,
                    part=part,
                    parts=number,
                    capacity=capacity,
                    limit=int(LOAD * capacity),
                    allowed=allowed,
                ),
            )
            for part in range(number)
        ]

    def _widen(self) -> None:
        """Give each count one more limb."""
        before, self.limbs = self.stride, self.limbs + 1
        for number, table in enumerate(self.tables):
            old = table.reshape(-1, before)
            self.require_memory(len(old) * self.stride * 8, f"a table of {len(old):,} entries")
            wider = np.zeros((len(old), self.stride), np.uint64)
            wider[:, : self.words] = old[:, : self.words]
            for counter in range(self.counters):
                begin, after = self.words + counter * (self.limbs - 1), self.words + counter * self.limbs
                wider[:, after : after + self.limbs - 1] = old[:, begin : begin + self.limbs - 1]
            self.tables[number] = wider.ravel()

    def _through(
        self, expanders: Sequence[_Expander], inserters: Sequence[_Inserter], report: Callable[[int], None]
    ) -> None:
        """Take the states through a step: write successors, add them to the tables, and so on."""
        for table in self.tables:
            for expander in expanders:
                expander.begin(table)
            for inserter in inserters:
                inserter.begin(table)
            while not all(expander.finished for expander in expanders):
                self._together([expander.expand for expander in expanders])
                self._together([partial(inserter.insert, expanders) for inserter in inserters])
                report(self.transitions + sum(inserter.state.transitions for inserter in inserters))

    def _together(self, jobs: Sequence[Callable[[], None]]) -> None:
        """Do the jobs, each in a thread of its own if there are several.

        Each one looks at the clock, and whether the others have been stopped.
        """
        if len(jobs) == 1:
            jobs[0]()
            return
        self.stop.clear()
        futures = [self._pool.submit(job) for job in jobs]
        try:
            for future in futures:
                future.result()
        except BaseException:
            self.stop.set()
            raise


class _Expander:
    """One thread's share of the states of a layer, and the kernel that writes their successors."""

    def __init__(self, layers: Layers, rules: Rules, state: ExpandState, share: tuple[int, int]) -> None:
        self.state = state
        self._layers = layers
        self._share = share
        out = room_for(state)
        choices = layers.sweep.steps[layers.done].choices
        records = [Layer(layers.tables[0]), choices, rules, out, state]
        self._kernel = KernelRun(EXPAND, records, layers.states * 4, layers.run.deadline)

    @property
    def out(self) -> Successors:
        """The successors written last."""
        return cast(Successors, self._kernel.out)

    @property
    def finished(self) -> bool:
        """Whether all states of its share are done."""
        return self.state.position >= self.state.end

    def begin(self, table: Array) -> None:
        """Begin with the states of a table."""
        part, parts = self._share
        entries = len(table) // self.state.stride
        self.state.position, self.state.end = entries * part // parts, entries * (part + 1) // parts
        self._kernel.replace("source", Layer(table))

    def expand(self) -> None:
        """Write the next successors."""
        self.state.found = 0
        _run(self._kernel, self._layers)


class _Inserter:
    """One thread's part of the next layer, and the kernel that adds the successors to its table."""

    def __init__(self, layers: Layers, state: InsertState) -> None:
        self.state = state
        self._layers = layers
        closed = np.zeros(state.counters * (state.limbs + 1), np.uint64)
        places = np.zeros(BATCH, np.int64)
        out = Successors(*(np.zeros(0, np.int64),) * 4)
        records = [Layer(layers.tables[0]), out, Inserted(self._new(state.capacity), closed, places), state]
        self._kernel = KernelRun(INSERT, records, layers.states * 4, layers.run.deadline)

    def _new(self, capacity: int) -> Array:
        """An empty table."""
        size = capacity * self.state.stride
        self._layers.require_memory(8 * size, f"a table for {int(LOAD * capacity):,} mate states")
        return np.full(size, EMPTY, np.uint64)

    def begin(self, table: Array) -> None:
        """Begin with the successors of the states of a table."""
        self._kernel.replace("source", Layer(table))

    def insert(self, expanders: Sequence[_Expander]) -> None:
        """Add those of the successors that belong to this part."""
        for expander in expanders:
            self._kernel.replace("out", expander.out)
            self.state.found, self.state.taken = expander.state.found, 0
            while (reply := _run(self._kernel, self._layers)) != DONE:
                if reply == MORE_ROOM:
                    self._grow()
                elif reply == LIMIT:
                    raise StepLimitError
                elif reply == SWITCH:
                    raise _OverflowError

    def _grow(self) -> None:
        state = self.state
        capacity = int(GROWTH * state.capacity) + 64
        old = self._kernel.inserted
        growing = GrowState(state.stride, state.words, state.capacity, capacity)
        records = [Layer(old.table), Layer(self._new(capacity)), growing]
        moving = KernelRun(MOVE_ENTRIES, records, state.capacity, self._layers.run.deadline)
        _run(moving, self._layers)
        self._kernel.replace("inserted", Inserted(moving.new.entries, old.closed, old.places))
        state.capacity, state.limit = capacity, int(LOAD * capacity)

    @property
    def table(self) -> Array:
        """The table, once all successors are added."""
        return np.asarray(self._kernel.inserted.table, np.uint64)

    @property
    def closed(self) -> list[int]:
        """The cycles that closed, for each counter."""
        limbs = self.state.limbs + 1
        words = [int(word) for word in self._kernel.inserted.closed]
        return [
            sum(
                word << 64 * limb
                for limb, word in enumerate(words[counter * limbs : (counter + 1) * limbs])
            )
            for counter in range(self.state.counters)
        ]


def _run(kernel: KernelRun, layers: Layers) -> int:
    """Run a kernel until it replies; TimeoutError if the time is up, or another thread has stopped."""
    if not kernel.ready():
        raise TimeoutError
    while (reply := kernel()) == RUNNING:
        if layers.stop.is_set() or layers.run.deadline.expired:
            raise TimeoutError
    return reply
