"""Mate states: what the visited vertices of a sweep leave to the others, and what follows from each.

For each slot of the frontier, a field holds the slot of its mate: its own for a vertex without an edge (and
for a free slot), and the other end of its path for a vertex with one edge. A vertex with two edges is
complete.

- Up to 16 slots, a state is one word of 64 bits with fields of four bits (narrow). There, the field of a
  complete vertex holds the lowest slot that is not complete. That slot's field does not lead back to it,
  and so tells it from the others.
- With more slots, a state takes several words with fields of eight bits (wide), and 255 in those of
  complete vertices.

Thus each state has exactly one key.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from knight_models.engine.frontier.sweep import Choices, Step
from knight_models.engine.kernel import (
    DONE,
    MORE_ROOM,
    RUNNING,
    Flags,
    Kernel,
    Longs,
    Numbers,
    Words,
    unsigned,
)

NARROW = 16
"""The most slots of a state of one word."""

WIDE_FIELDS = 8
"""Fields in each word of a wide state."""

MOST_SLOTS = 250
"""The most slots of a state; fields of eight bits hold no more, beside the mark for complete ones."""

OWN = 0xFEDCBA9876543210
"""The narrow state in which each slot is its own mate."""

EMPTY = 0x3333333333333321
"""The first word of an entry that is free. It is no state: read in fields of four bits, slot 0 leads to 1,
1 to 2, and 2 to 3; read in fields of eight bits, slots 1 and 2 both lead to 51."""

CLOSED = EMPTY
"""In the place of a state: the last path closes, and everything is visited."""

COMPLETE = 255
"""The field of a complete vertex in a wide state."""


class Rules(NamedTuple):
    """What else the successors of a state depend on."""

    powers: Numbers
    """Shape (2**slots,): the sum of 3**slot over a set of slots; for narrow states only."""
    alive: Words
    """The patterns of degrees that the later vertices can complete, as bits; empty if they are unknown."""
    mirror: Words
    """Shape (4096,): the mirrored fields of each byte of a word, then those of flags; may be empty."""
    fresh: Numbers
    """Shape (slots,): the fresh vertices that each slot is joined to; -1 for a free slot (`Step.later`)."""
    joined: Flags
    """Shape (slots * slots,): 1 where two slots are joined; for wide states only."""


class Layer(NamedTuple):
    """A hash table of states: for each entry its words, then its counts, the lowest limb first."""

    entries: Words


class Successors(NamedTuple):
    """Successors of some states of a layer."""

    words: Words
    """Shape (room * words,): their words, or `CLOSED` first."""
    origins: Longs
    """Shape (room,): where the entry of the state begins that each one follows from."""
    picks: Numbers
    """Shape (room,): twice the number of the choice in `Step.chosen`, and one more if it is odd."""
    mates: Numbers
    """Shape (2 * slots,): room for the fields of a wide state, before and after."""


@dataclass(slots=True)
class ExpandState:
    """The numbers of a step, for the successors of the states of a layer.

    Parameters
    ----------
    slot : the slot of the vertex visited
    slots : the number of slots
    words : words of a state
    stride : words of an entry
    may_rest, may_close : as for `sweep.Step`
    pruned : whether the living patterns are known
    mirrored : whether a state and its mirror image are one
    used : the slots of the frontier after the step, as flags (narrow states only)
    most : the largest number of successors of a state
    room : the number of successors for which there is room
    position, end : the next entry of the layer, and the one to stop at
    found : the successors that are written
    """

    slot: int
    slots: int
    words: int
    stride: int
    may_rest: bool
    may_close: bool
    pruned: bool
    mirrored: bool
    used: int
    most: int
    room: int
    position: int = 0
    end: int = 0
    found: int = 0


def room_for(state: ExpandState) -> Successors:
    """Room for the successors that a step writes at a time."""
    return Successors(
        np.zeros(state.room * state.words, np.uint64),
        np.zeros(state.room, np.int64),
        np.zeros(state.room, np.int32),
        np.zeros(2 * state.slots, np.int32),
    )


def words_of(slots: int) -> int:
    """The words of a state with this number of slots."""
    return 1 if slots <= NARROW else -(-slots // WIDE_FIELDS)


def first_state(slots: int) -> list[int]:
    """The words of the state before the first step, in which each slot is its own mate.

    >>> [hex(word) for word in first_state(17)]
    ['0x706050403020100', '0xf0e0d0c0b0a0908', '0x1716151413121110']
    """
    if slots <= NARROW:
        return [OWN]
    fields = range(words_of(slots) * WIDE_FIELDS)
    return [
        sum(slot << 8 * place for place, slot in enumerate(fields[begin : begin + WIDE_FIELDS]))
        for begin in range(0, len(fields), WIDE_FIELDS)
    ]


def powers_table(slots: int) -> Any:
    """Shape (2**slots,): the sum of 3**slot over each set of slots."""
    table = np.zeros(1 << slots, np.int32)
    for slot in range(slots):
        table[1 << slot : 2 << slot] = table[: 1 << slot] + 3**slot
    return table


def mirror_table(slots: Any) -> Any:
    """The table of a mirror for `Rules.mirror`.

    Parameters
    ----------
    slots : the slot that each slot is mapped to; those beyond its end are mapped to themselves
    """
    image = [*(int(slot) for slot in slots), *range(len(slots), NARROW)]
    table = np.zeros(4096, np.uint64)
    for byte in range(8):
        left, right = 4 * image[2 * byte], 4 * image[2 * byte + 1]
        for value in range(256):
            low, high = value & 15, value >> 4
            table[256 * byte + value] = (image[low] << left) | (image[high] << right)
            table[2048 + 256 * byte + value] = ((low & 1) << left) | ((high & 1) << right)
    return table


def later_tables(step: Step, slots: int) -> tuple[Any, Any]:
    """`Rules.fresh` and `Rules.joined` after a step."""
    fresh = np.full(slots, -1, np.int32)
    joined = np.zeros((slots, slots), np.uint8)
    for slot, (number, others) in zip(step.used, step.later, strict=True):
        fresh[slot] = number
        joined[slot, list(others)] = 1
    return fresh, joined.ravel()


def marked(flags: Any) -> Any:
    """The flags of 16 fields as a number of 16 bits."""
    flags = (flags | (flags >> unsigned(3))) & unsigned(0x0303030303030303)
    flags = (flags | (flags >> unsigned(6))) & unsigned(0x000F000F000F000F)
    flags = (flags | (flags >> unsigned(12))) & unsigned(0x000000FF000000FF)
    return (flags | (flags >> unsigned(24))) & unsigned(0xFFFF)


def with_complete(word: Any, complete: Any) -> Any:
    """The word in which the complete fields hold the lowest slot that is not complete."""
    one, four = unsigned(1), unsigned(4)
    lowest, rest = unsigned(0), complete
    while rest & one != 0:
        rest >>= four
        lowest += one
    fields = complete * unsigned(15)
    others = fields ^ unsigned(0xFFFFFFFFFFFFFFFF)
    return (word & others) | (fields & (lowest * unsigned(0x1111111111111111)))


def kept(word: Any, complete: Any, mirrored: bool, mirror: Words) -> Any:
    """The word of a state, or of its mirror image if that is lower."""
    word = with_complete(word, complete)
    if not mirrored:
        return word
    eight, low = unsigned(8), unsigned(255)
    image, flags = unsigned(0), unsigned(0)
    row, fields = unsigned(0), word
    for _ in range(8):
        image |= mirror[row + (fields & low)]
        flags |= mirror[row + (complete & low) + unsigned(2048)]
        fields >>= eight
        complete >>= eight
        row += unsigned(256)
    image = with_complete(image, flags)
    return image if image < word else word


def lives(pattern: Any, alive: Words) -> bool:
    """Whether the later vertices can complete a pattern of degrees."""
    return bool((alive[pattern >> unsigned(6)] >> (pattern & unsigned(63))) & unsigned(1) != 0)


def expand_narrow(  # noqa: PLR0912, PLR0915  # one inner loop
    source: Layer, choices: Choices, rules: Rules, out: Successors, state: ExpandState, budget: int
) -> None:
    """Write the successors of the next states of a layer, as many as there is room for."""
    zero, one, two, four, fifteen = unsigned(0), unsigned(1), unsigned(2), unsigned(4), unsigned(15)
    ones, full = unsigned(0x1111111111111111), unsigned(0xFFFFFFFFFFFFFFFF)
    own, empty = unsigned(0xFEDCBA9876543210), unsigned(0x3333333333333321)
    entries, powers, alive, mirror = source.entries, rules.powers, rules.alive, rules.mirror
    words, origins, picks = out.words, out.origins, out.picks
    singles, odd_singles = choices.singles, choices.odd_singles
    firsts, seconds, odd_pairs = choices.firsts, choices.seconds, choices.odd_pairs
    pruned, mirrored, may_close, used = state.pruned, state.mirrored, state.may_close, unsigned(state.used)
    stride = state.stride
    slot = unsigned(state.slot)
    slot_flag = one << (four * slot)
    slot_field = fifteen << (four * slot)
    slot_power = unsigned(powers[one << slot])
    position, end = state.position, min(state.end, state.position + budget)
    found, last = state.found, state.room - state.most
    number_of_singles = len(singles)
    rest = 2 * (number_of_singles + len(firsts))
    pattern = zero
    while position < end and found <= last:
        begin = position * stride
        position += 1
        word = entries[begin]
        if word == empty:
            continue
        # Which slots are complete: their fields hold the lowest slot that is not, and are not its mate.
        first = word & fifteen
        lowest = zero if (word >> (four * first)) & fifteen == zero else first
        differ = word ^ (lowest * ones)
        differ |= differ >> one
        differ |= differ >> two
        complete = (differ & ones) ^ ones
        complete &= full ^ (one << (four * ((word >> (four * lowest)) & fifteen)))
        if pruned:
            # The pattern of degrees: 1 for the ends of paths, 2 for complete slots.
            differ = word ^ own
            differ |= differ >> one
            differ |= differ >> two
            ends = differ & ones & (full ^ complete)
            pattern = unsigned(powers[marked(ends)]) + two * unsigned(powers[marked(complete)])
        field = (word >> (four * slot)) & fifteen
        bare = (word & (full ^ slot_field)) | (slot << (four * slot))
        if complete & slot_flag != zero:
            # The vertex lacks no edge.
            if state.may_rest and (not pruned or lives(pattern - two * slot_power, alive)):
                words[found] = kept(bare, complete ^ slot_flag, mirrored, mirror)
                origins[found] = begin
                picks[found] = rest
                found += 1
        elif field != slot:
            # It lacks one edge: it is the end of a path, and the path goes on.
            pattern -= slot_power
            for i in range(number_of_singles):
                there = unsigned(singles[i])
                there_flag = one << (four * there)
                if complete & there_flag != zero:
                    continue
                if pruned and not lives(pattern + unsigned(powers[one << there]), alive):
                    continue
                done = complete
                if there == field:
                    if not (may_close and done | there_flag == used):
                        continue
                    words[found] = empty
                else:
                    mate = (bare >> (four * there)) & fifteen
                    if mate != there:
                        done |= there_flag
                    new = (bare & (full ^ (fifteen << (four * mate)))) | (field << (four * mate))
                    new = (new & (full ^ (fifteen << (four * field)))) | (mate << (four * field))
                    words[found] = kept(new, done, mirrored, mirror)
                origins[found] = begin
                picks[found] = 2 * i + odd_singles[i]
                found += 1
        else:
            # It lacks two edges: it joins two paths, or vertices without an edge.
            for i in range(len(firsts)):
                here, there = unsigned(firsts[i]), unsigned(seconds[i])
                here_flag, there_flag = one << (four * here), one << (four * there)
                if complete & (here_flag | there_flag) != zero:
                    continue
                if pruned:
                    after = pattern + unsigned(powers[one << here]) + unsigned(powers[one << there])
                    if not lives(after, alive):
                        continue
                left, right = (bare >> (four * here)) & fifteen, (bare >> (four * there)) & fifteen
                done = complete
                if left == there:
                    if not (may_close and done | here_flag | there_flag == used):
                        continue
                    words[found] = empty
                else:
                    if left != here:
                        done |= here_flag
                    if right != there:
                        done |= there_flag
                    new = (bare & (full ^ (fifteen << (four * left)))) | (right << (four * left))
                    new = (new & (full ^ (fifteen << (four * right)))) | (left << (four * right))
                    words[found] = kept(new, done, mirrored, mirror)
                origins[found] = begin
                picks[found] = 2 * (number_of_singles + i) + odd_pairs[i]
                found += 1
    state.position = position
    state.found = found


def has_hope(mates: Numbers, slots: int, rules: Rules) -> bool:
    """Whether each vertex of the frontier is joined to enough later ones that are not complete."""
    fresh, joined = rules.fresh, rules.joined
    for one in range(slots):
        mate = mates[slots + one]
        if mate == 255 or fresh[one] < 0:
            continue
        lacking = (2 if mate == one else 1) - fresh[one]
        for other in range(slots):
            if lacking <= 0:
                break
            if joined[one * slots + other] and mates[slots + other] != 255:
                lacking -= 1
        if lacking > 0:
            return False
    return True


def all_complete(mates: Numbers, slots: int, fresh: Numbers) -> bool:
    """Whether each vertex of the frontier is complete."""
    complete = True
    for one in range(slots):
        complete = complete and (fresh[one] < 0 or mates[slots + one] == 255)
    return complete


def write_wide(mates: Numbers, slots: int, words: Words, at: int, number: int) -> None:
    """Pack the fields after a choice into words."""
    for word in range(number):
        packed = unsigned(0)
        for field in range(8):
            one = 8 * word + field
            packed |= unsigned(mates[slots + one] if one < slots else one) << unsigned(8 * field)
        words[at + word] = packed


def expand_wide(  # noqa: PLR0912, PLR0915  # one inner loop
    source: Layer, choices: Choices, rules: Rules, out: Successors, state: ExpandState, budget: int
) -> None:
    """Write the successors of the next wide states of a layer, as many as there is room for."""
    entries, fresh = source.entries, rules.fresh
    words, origins, picks, mates = out.words, out.origins, out.picks, out.mates
    slots, slot, wide = state.slots, state.slot, state.words
    stride = state.stride
    position, end = state.position, min(state.end, state.position + budget)
    found, last = state.found, state.room - state.most
    number_of_singles = len(choices.singles)
    while position < end and found <= last:
        begin = position * stride
        position += 1
        if entries[begin] == unsigned(0x3333333333333321):
            continue
        for one in range(slots):
            mates[one] = int((entries[begin + one // 8] >> unsigned(8 * (one % 8))) & unsigned(255))
        field = mates[slot]
        mates[slot] = slot
        if field == 255:
            # The vertex lacks no edge.
            for one in range(slots):
                mates[slots + one] = mates[one]
            if state.may_rest and has_hope(mates, slots, rules):
                write_wide(mates, slots, words, found * wide, wide)
                origins[found] = begin
                picks[found] = 2 * (number_of_singles + len(choices.firsts))
                found += 1
            continue
        ending = field != slot
        for i in range(number_of_singles if ending else len(choices.firsts)):
            # It lacks one edge, and its path, whose other end is `left`, goes on; or it lacks two.
            here = slot if ending else choices.firsts[i]
            there = choices.singles[i] if ending else choices.seconds[i]
            left, right = field if ending else mates[here], mates[there]
            if left == 255 or right == 255:
                continue
            for one in range(slots):
                mates[slots + one] = mates[one]
            if left == there:
                mates[slots + there] = 255
                if not ending:
                    mates[slots + here] = 255
                if not (state.may_close and all_complete(mates, slots, fresh)):
                    continue
                words[found * wide] = unsigned(0x3333333333333321)
            else:
                if not ending and left != here:
                    mates[slots + here] = 255
                if right != there:
                    mates[slots + there] = 255
                mates[slots + left] = right
                mates[slots + right] = left
                if not has_hope(mates, slots, rules):
                    continue
                write_wide(mates, slots, words, found * wide, wide)
            origins[found] = begin
            if ending:
                picks[found] = 2 * i + choices.odd_singles[i]
            else:
                picks[found] = 2 * (number_of_singles + i) + choices.odd_pairs[i]
            found += 1
    state.position = position
    state.found = found


def expand(
    source: Layer, choices: Choices, rules: Rules, out: Successors, state: ExpandState, budget: int
) -> int:
    """Write successors of the states of a layer until there is no more room."""
    position = state.position
    if state.words == 1:
        expand_narrow(source, choices, rules, out, state, budget)
    else:
        expand_wide(source, choices, rules, out, state, budget)
    if state.position >= state.end:
        return DONE
    return RUNNING if state.position == position + budget else MORE_ROOM


EXPANDING: list[Callable[..., Any]] = [
    unsigned,
    marked,
    with_complete,
    kept,
    lives,
    expand_narrow,
    has_hope,
    all_complete,
    write_wide,
    expand_wide,
]
"""The helpers of `expand`."""

EXPAND = Kernel(expand, EXPANDING)
