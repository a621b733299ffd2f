"""Hash tables of mate states: the kernels that add successors to a table, and move it to a larger one.

A table has entries of a state's words and its counts, the lowest limb first. An entry stands where the
upper half of its hash value says, or in the next free place after it. The lower half says which of several
tables has the state, where threads share the work.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from knight_models.engine.frontier.states import Layer, Successors
from knight_models.engine.kernel import (
    DONE,
    LIMIT,
    MORE_ROOM,
    RUNNING,
    SWITCH,
    Kernel,
    Longs,
    Words,
    unsigned,
)


class Inserted(NamedTuple):
    """What the successors are added to, and room for where they belong."""

    table: Words
    """A hash table as in `states.Layer`."""
    closed: Words
    """Shape (counters * (limbs + 1),): the cycles that closed in the step, for each counter."""
    places: Longs
    """Shape (BATCH,): where successors belong in the table; -1 if they belong to another part."""


@dataclass(slots=True)
class InsertState:
    """The numbers of a step, for adding successors to a table.

    Parameters
    ----------
    words : words of a state
    limbs : words of a count
    counters : counts of a state; 2 where odd edges are told from others: even cycles first, then odd ones
    part, parts : which part of the successors this table has, by their hash values
    capacity : the entries of the table, free ones too
    limit : how many states the table takes before it has to grow
    allowed : the largest number of transitions; -1 = no limit
    found, taken : the successors, and how many of them have been added
    filled : the states in the table
    transitions : the successors added so far
    touched : what was read ahead; it keeps the compiler from leaving that out
    """

    words: int
    limbs: int
    counters: int
    part: int
    parts: int
    capacity: int
    limit: int
    allowed: int
    found: int = 0
    taken: int = 0
    filled: int = 0
    transitions: int = 0
    touched: int = 0

    @property
    def stride(self) -> int:
        """Words of an entry."""
        return self.words + self.limbs * self.counters


@dataclass(slots=True)
class GrowState:
    """The numbers of a move to a larger table: the words of an entry and of a state, and entries."""

    stride: int
    words: int
    entries: int
    capacity: int
    position: int = 0


def hashed(words: Words, at: int, number: int) -> Any:
    """The hash value of a state: 64 bits, well mixed in its upper half."""
    full, mixed = unsigned(0xFFFFFFFFFFFFFFFF), unsigned(0)
    for word in range(number):
        mixed ^= words[at + word]
        mixed = ((mixed ^ (mixed >> unsigned(29))) * unsigned(0x9E3779B97F4A7C15)) & full
        mixed = ((mixed ^ (mixed >> unsigned(32))) * unsigned(0xD6E8FEB86659FD93)) & full
    return mixed


def add_count(target: Words, at: int, source: Words, begin: int, limbs: int) -> Any:
    """Add a count to another one; returns the carry out of the highest limb."""
    full, carry = unsigned(0xFFFFFFFFFFFFFFFF), unsigned(0)
    for limb in range(limbs):
        old = target[at + limb]
        part = (old + carry) & full
        carry = unsigned(part < old)
        total = (part + source[begin + limb]) & full
        carry |= unsigned(total < part)
        target[at + limb] = total
    return carry


def add_entry(
    at: int, base: int, source: Layer, out: Successors, inserted: Inserted, state: InsertState
) -> bool:
    """Add the counts of a state to its successor, from a place of the table on; false if they overflow."""
    empty, none = unsigned(0x3333333333333321), unsigned(0)
    entries, table, words, limbs, wide = source.entries, inserted.table, out.words, state.limbs, state.words
    stride = wide + limbs * state.counters
    end = state.capacity * stride
    first = words[at * wide]
    # Look for the state, or for the first free entry.
    key = table[base]
    while key != empty:
        same = key == first
        for word in range(1, wide):
            same = same and table[base + word] == words[at * wide + word]
        if same:
            break
        base += stride
        if base == end:
            base = 0
        key = table[base]
    begin = out.origins[at] + wide
    odd = out.picks[at] & 1 & (state.counters - 1)
    if key == empty:
        state.filled += 1
        for word in range(wide):
            table[base + word] = words[at * wide + word]
        for limb in range(limbs * state.counters):
            table[base + wide + limb] = none
    fits = True
    for counter in range(state.counters):
        goes_to = base + wide + (counter ^ odd) * limbs
        if add_count(table, goes_to, entries, begin + counter * limbs, limbs) != none:
            fits = False
    return fits


def close_cycle(at: int, source: Layer, out: Successors, inserted: Inserted, state: InsertState) -> None:
    """Add the counts of a state to the cycles that closed."""
    entries, closed, limbs = source.entries, inserted.closed, state.limbs
    begin = out.origins[at] + state.words
    odd = out.picks[at] & 1 & (state.counters - 1)
    for counter in range(state.counters):
        goes_to = (counter ^ odd) * (limbs + 1)
        closed[goes_to + limbs] += add_count(closed, goes_to, entries, begin + counter * limbs, limbs)


def insert(source: Layer, out: Successors, inserted: Inserted, state: InsertState, budget: int) -> int:
    """Add the counts of the states of a layer to their successors in the table of the next one."""
    low, upper, empty = unsigned(0xFFFFFFFF), unsigned(32), unsigned(0x3333333333333321)
    table, places, words = inserted.table, inserted.places, out.words
    wide, parts, part = state.words, unsigned(state.parts), unsigned(state.part)
    stride, capacity = wide + state.limbs * state.counters, unsigned(state.capacity)
    while state.taken < state.found:
        if budget <= 0:
            return RUNNING
        # Where the next successors belong. All these places are read before any is used, so that the
        # machine waits for many of them at a time.
        begin = state.taken
        end = min(state.found, begin + len(places))
        budget -= end - begin
        touched = unsigned(0)
        for at in range(begin, end):
            mixed = hashed(words, at * wide, wide)
            if ((mixed & low) * parts) >> upper != part:
                places[at - begin] = -1
            else:
                base = int(((mixed >> upper) * capacity) >> upper) * stride
                places[at - begin] = base
                touched |= table[base]
        state.touched = int(touched & unsigned(1))
        # Add the counts.
        for at in range(begin, end):
            base = places[at - begin]
            if base < 0:
                continue
            if state.transitions == state.allowed:
                state.taken = at
                return LIMIT
            if words[at * wide] == empty:
                close_cycle(at, source, out, inserted, state)
            elif state.filled >= state.limit:
                state.taken = at
                return MORE_ROOM
            elif not add_entry(at, base, source, out, inserted, state):
                return SWITCH
            state.transitions += 1
        state.taken = end
    return DONE


INSERT = Kernel(insert, [unsigned, hashed, add_count, add_entry, close_cycle])


def move_entries(old: Layer, new: Layer, state: GrowState, budget: int) -> int:
    """Move the entries of a table to a larger one."""
    upper, empty = unsigned(32), unsigned(0x3333333333333321)
    source, target = old.entries, new.entries
    stride, capacity = state.stride, unsigned(state.capacity)
    end, position = state.capacity * stride, state.position
    while position < state.entries:
        if budget <= 0:
            state.position = position
            return RUNNING
        budget -= 1
        begin = position * stride
        position += 1
        if source[begin] == empty:
            continue
        mixed = hashed(source, begin, state.words)
        base = int(((mixed >> upper) * capacity) >> upper) * stride
        while target[base] != empty:
            base += stride
            if base == end:
                base = 0
        for word in range(stride):
            target[base + word] = source[begin + word]
    state.position = position
    return DONE


MOVE_ENTRIES = Kernel(move_entries, [unsigned, hashed])
