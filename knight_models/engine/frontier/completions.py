"""Completions: in how many ways each mate state of a sweep can be completed, and cycles drawn with them.

The layers of a sweep are kept. From the last one back, each state's count becomes the number of ways to
complete it. A cycle is then drawn forward: each successor is chosen in proportion to its completions, so
that every cycle has the same probability.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

import numpy as np
import numpy.typing as npt

from knight_models.engine.frontier.layers import Array, Layers
from knight_models.engine.frontier.states import (
    EXPANDING,
    ExpandState,
    Layer,
    Rules,
    Successors,
    expand,
    room_for,
)
from knight_models.engine.frontier.sweep import Choices
from knight_models.engine.frontier.tables import add_count, hashed
from knight_models.engine.kernel import (
    DONE,
    MORE_ROOM,
    RUNNING,
    Flags,
    Kernel,
    KernelRun,
    Longs,
    Numbers,
    Words,
    unsigned,
)

ROOM = 1 << 14
"""Successors that are written at a time."""


@dataclass(slots=True)
class CompletionState:
    """The numbers of a step backwards.

    Parameters
    ----------
    limbs, counters : as for `layers.InsertState`; the counters are those of the odd edges still to come
    capacity : the entries of the layer after the step, free ones too
    taken : the successors that have been used
    """

    limbs: int
    counters: int
    capacity: int
    taken: int = 0


class Drawn(NamedTuple):
    """Cycles that are being drawn, in the order of their states."""

    places: Longs
    """Shape (k,): where the entry of the state begins; at the end, that of the successor drawn."""
    odd: Flags
    """Shape (k,): whether the number of odd edges still to come has to be odd."""
    picks: Numbers
    """Shape (k,): the number of the choice drawn, in `Step.chosen`."""
    closed: Flags
    """Shape (k,): whether the cycle has closed."""


class Scratch(NamedTuple):
    """Room for the successors of one state, and random words."""

    bases: Longs
    """Shape (most,): where their entries begin in the next layer; -1 for a cycle that closes."""
    total: Words
    """Shape (2 * limbs,): the completions of all of them, and the number 1."""
    drawn: Words
    """Shape (limbs,): a number below the total."""
    random: Words
    """Random words."""


@dataclass(slots=True)
class DrawState:
    """The numbers of a step forward.

    Parameters
    ----------
    limbs, counters, capacity : as for `CompletionState`
    position, number : the next cycle, and how many there are
    used : the random words that have been used
    """

    limbs: int
    counters: int
    capacity: int
    position: int
    number: int
    used: int = 0


def find_entry(words: Words, at: int, wide: int, table: Words, stride: int, capacity: int) -> int:
    """Where the entry of a state begins in a table that has it."""
    upper = unsigned(32)
    mixed = hashed(words, at * wide, wide)
    base = int(((mixed >> upper) * unsigned(capacity)) >> upper) * stride
    end = capacity * stride
    while True:
        same = table[base] == words[at * wide]
        for word in range(1, wide):
            same = same and table[base + word] == words[at * wide + word]
        if same:
            return base
        base += stride
        if base == end:
            base = 0


def complete(
    source: Layer,
    following: Layer,
    choices: Choices,
    rules: Rules,
    out: Successors,
    scan: ExpandState,
    state: CompletionState,
    budget: int,
) -> int:
    """Add the completions of their successors to those of the states of a layer."""
    empty, one = unsigned(0x3333333333333321), unsigned(1)
    entries, table, words = source.entries, following.entries, out.words
    wide, limbs, stride = scan.words, state.limbs, scan.stride
    while True:
        for at in range(state.taken, scan.found):
            odd = out.picks[at] & 1 & (state.counters - 1)
            begin = out.origins[at] + wide
            if words[at * wide] == empty:
                place = begin + odd * limbs
                entries[place] += one
                while entries[place] == unsigned(0):
                    place += 1
                    entries[place] += one
                continue
            base = find_entry(words, at, wide, table, stride, state.capacity) + wide
            for counter in range(state.counters):
                add_count(entries, begin + counter * limbs, table, base + (counter ^ odd) * limbs, limbs)
        scan.found, state.taken = 0, 0
        if scan.position >= scan.end:
            return DONE
        if budget <= 0:
            return RUNNING
        before = scan.position
        expand(source, choices, rules, out, scan, budget)
        budget -= scan.position - before


COMPLETE = Kernel(complete, [*EXPANDING, expand, hashed, add_count, find_entry])


def draw_below(total: Words, drawn: Words, limbs: int, random: Words, used: int) -> int:
    """Draw a number below a total of several limbs, evenly; returns how many random words are used then.

    There is no more room if that is more than there are. The words are cut to the bits of the total, and
    drawn again as long as they are too large.
    """
    full, top = unsigned(0xFFFFFFFFFFFFFFFF), limbs - 1
    while top > 0 and total[top] == unsigned(0):
        top -= 1
    mask = total[top]
    for shift in (1, 2, 4, 8, 16, 32):
        mask |= mask >> unsigned(shift)
    for limb in range(limbs):
        drawn[limb] = unsigned(0)
    while used + top < len(random):
        for limb in range(top + 1):
            drawn[limb] = random[used + limb] & (mask if limb == top else full)
        used += top + 1
        for limb in range(top, -1, -1):
            if drawn[limb] < total[limb]:
                return used
            if drawn[limb] > total[limb]:
                break
    return len(random) + 1


def less(drawn: Words, table: Words, base: int, limbs: int) -> bool:
    """Whether a number is less than another one; otherwise the other one is taken from it."""
    full, one, zero = unsigned(0xFFFFFFFFFFFFFFFF), unsigned(1), unsigned(0)
    for limb in range(limbs - 1, -1, -1):
        if drawn[limb] < table[base + limb]:
            return True
        if drawn[limb] > table[base + limb]:
            break
    borrow = zero
    for limb in range(limbs):
        old, part = drawn[limb], table[base + limb]
        after = (old - part - borrow) & full
        borrow = one if old < part or (old == part and borrow == one) else zero
        drawn[limb] = after
    return False


def draw(  # noqa: PLR0912  # one inner loop
    source: Layer,
    following: Layer,
    choices: Choices,
    rules: Rules,
    out: Successors,
    cycles: Drawn,
    scratch: Scratch,
    scan: ExpandState,
    state: DrawState,
    budget: int,
) -> int:
    """Draw a successor of the state of each cycle, in proportion to their completions."""
    empty, zero = unsigned(0x3333333333333321), unsigned(0)
    table, words, picks = following.entries, out.words, out.picks
    places, odd_left = cycles.places, cycles.odd
    bases, total, drawn, random = scratch.bases, scratch.total, scratch.drawn, scratch.random
    wide, limbs, stride = scan.words, state.limbs, scan.stride
    two = state.counters - 1
    known, known_odd = -1, -1
    while state.position < state.number:
        if budget <= 0:
            return RUNNING
        budget -= 1
        cycle = state.position
        place = places[cycle]
        odd = odd_left[cycle] & two
        if place != known:
            # The successors of its state.
            scan.position, scan.end, scan.found = place // stride, place // stride + 1, 0
            expand(source, choices, rules, out, scan, 1)
            for at in range(scan.found):
                closes = words[at * wide] == empty
                bases[at] = -1 if closes else find_entry(words, at, wide, table, stride, state.capacity)
            known, known_odd = place, -1
        if odd != known_odd:
            # Their completions.
            for limb in range(limbs):
                total[limb] = zero
            for at in range(scan.found):
                turned = odd ^ (picks[at] & 1 & two)
                if bases[at] >= 0:
                    add_count(total, 0, table, bases[at] + wide + turned * limbs, limbs)
                elif turned == 0:
                    add_count(total, 0, total, limbs, limbs)
            known_odd = odd
        used = draw_below(total, drawn, limbs, random, state.used)
        if used > len(random):
            return MORE_ROOM
        state.used = used
        for at in range(scan.found):
            turned = odd ^ (picks[at] & 1 & two)
            if bases[at] >= 0:
                chosen = less(drawn, table, bases[at] + wide + turned * limbs, limbs)
            else:
                chosen = turned == 0 and less(drawn, total, limbs, limbs)
            if chosen:
                cycles.picks[cycle] = picks[at] >> 1
                cycles.closed[cycle] = 1 if bases[at] < 0 else 0
                odd_left[cycle] = turned
                places[cycle] = bases[at]
                break
        state.position += 1
    return DONE


DRAW = Kernel(draw, [*EXPANDING, expand, hashed, add_count, find_entry, draw_below, less])


class Completions:
    """The layers of a sweep, each state with the number of ways to complete it.

    Parameters
    ----------
    layers : a sweep before its first step, of one thread, over a graph without mirrors

    Attributes
    ----------
    count : the number of cycles, once `count_forward` is done
    """

    def __init__(self, layers: Layers) -> None:
        self.count = 0
        self._layers = layers
        self._run = layers.run
        self._strides: list[int] = []
        self._tables: list[Array] = []
        self._chosen = [np.array(_padded(step.chosen), np.int32) for step in layers.sweep.steps]

    def count_forward(self, step: Callable[[], None]) -> None:
        """Do all steps of the sweep, and keep the layers.

        Parameters
        ----------
        step : does one step; its errors are passed on
        """
        layers = self._layers
        while not layers.finished:
            self._tables.append(layers.tables[0])
            layers.kept_bytes += self._tables[-1].nbytes
            self._strides.append(layers.stride)
            step()
        self.count = layers.count

    def count_backward(self) -> None:
        """Find the completions of all states, from the last layer back; TimeoutError if the time is up."""
        layers = self._layers
        # No state has more completions than there are cycles, of either parity.
        layers.limbs = max(1, -(-sum(layers.totals).bit_length() // 64))
        following = self._tables[-1][:0]
        for number in range(len(self._tables) - 1, -1, -1):
            table = self._cleared(number)
            scan = layers.expand_state(number, ROOM)
            scan.end = len(table) // layers.stride
            state = CompletionState(layers.limbs, layers.counters, len(following) // layers.stride)
            records = [
                Layer(table),
                Layer(following),
                layers.sweep.steps[number].choices,
                layers.rules(number),
                room_for(scan),
                scan,
                state,
            ]
            kernel = KernelRun(COMPLETE, records, 8 * scan.end, self._run.deadline)
            if not kernel.finish(lambda: None):
                raise TimeoutError
            following = np.asarray(kernel.source.entries, np.uint64)
            self._tables[number] = following

    def _cleared(self, number: int) -> Array:
        """A layer with its counts at zero, and as many limbs as completions need."""
        layers = self._layers
        table = self._tables[number].reshape(-1, self._strides[number])
        cleared = np.zeros((len(table), layers.stride), np.uint64)
        cleared[:, : layers.words] = table[:, : layers.words]
        return cleared.ravel()

    def draw(self, number: int, random: np.random.Generator) -> npt.NDArray[np.int32]:
        """Draw cycles, each with the same probability; there has to be one.

        Returns
        -------
        numpy.ndarray
            Shape (number, size): the edges of each cycle

        Raises
        ------
        TimeoutError : if the time is up
        """
        layers = self._layers
        edges = np.full((number, 2 * len(self._tables)), -1, np.int32)
        places = np.zeros(number, np.int64)
        odd = np.full(number, layers.counters - 1, np.uint8)
        active = np.arange(number)
        for step in range(len(self._tables)):
            active = active[np.argsort(places[active], kind="stable")]
            drawn = self._drawn(step, places[active], odd[active], random)
            places[active], odd[active] = drawn.places, drawn.odd
            edges[active, 2 * step : 2 * step + 2] = self._chosen[step][np.asarray(drawn.picks)]
            active = active[np.asarray(drawn.closed) == 0]
            if not len(active):
                break
        return edges[edges >= 0].reshape(number, layers.sweep.graph.size)

    def _drawn(
        self,
        number: int,
        places: npt.NDArray[np.int64],
        odd: npt.NDArray[np.uint8],
        random: np.random.Generator,
    ) -> Drawn:
        layers, limbs = self._layers, self._layers.limbs
        following = self._tables[number + 1] if number + 1 < len(self._tables) else self._tables[0][:0]
        scan = layers.expand_state(number, 0)
        state = DrawState(limbs, layers.counters, len(following) // layers.stride, 0, len(places))
        total = np.zeros(2 * limbs, np.uint64)
        total[limbs] = 1
        scratch = Scratch(
            np.zeros(scan.room, np.int64),
            total,
            np.zeros(limbs, np.uint64),
            self._random_words(random, len(places)),
        )
        records = [
            Layer(self._tables[number]),
            Layer(following),
            layers.sweep.steps[number].choices,
            layers.rules(number),
            room_for(scan),
            Drawn(places, odd, np.zeros(len(places), np.int32), np.zeros(len(places), np.uint8)),
            scratch,
            scan,
            state,
        ]
        kernel = KernelRun(DRAW, records, 8 * len(places), self._run.deadline)
        if not kernel.ready():
            raise TimeoutError
        while (reply := kernel()) != DONE:
            if self._run.deadline.expired:
                raise TimeoutError
            if reply == MORE_ROOM:
                words = self._random_words(random, len(places) - state.position)
                kernel.replace("scratch", kernel.scratch._replace(random=words))
                state.used = 0
        return cast(Drawn, kernel.cycles)

    def _random_words(self, random: np.random.Generator, number: int) -> Array:
        """Enough random words for most draws of this number of cycles."""
        return random.integers(0, 2**64, 64 + 3 * number * self._layers.limbs // 2, np.uint64)


def _padded(chosen: Sequence[tuple[int, ...]]) -> list[tuple[int, int]]:
    """The edges of each choice, as two each; -1 for none."""
    return [(edges[0] if edges else -1, edges[1] if len(edges) > 1 else -1) for edges in chosen]
