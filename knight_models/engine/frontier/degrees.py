"""Patterns of degrees: those that the later vertices of a sweep can complete.

A pattern gives the number of edges of each vertex of the frontier. It is a number to base 3, whose digit
for a slot is 0, 1 or 2; the digits of free slots are 0. From some patterns the rest of the sweep cannot
give every vertex two edges, whatever the paths are; their states are dropped.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from knight_models.core.limits import Deadline
from knight_models.engine.frontier.states import NARROW, lives, powers_table
from knight_models.engine.frontier.sweep import Choices, Sweep
from knight_models.engine.kernel import DONE, RUNNING, Kernel, KernelRun, Longs, Numbers, Words, unsigned

HALF = 6561
"""3**8, the patterns of eight slots."""


class Halves(NamedTuple):
    """The digits of half a pattern."""

    some: Numbers
    """Shape (6561,): the slots with an edge, as bits."""
    complete: Numbers
    """Shape (6561,): the slots with two edges, as bits."""
    ends: Numbers
    """Shape (6561,): the number of slots with one edge."""


class Patterns(NamedTuple):
    """The living patterns before and after a step, as bits."""

    before: Words
    after: Words
    matchings: Longs
    """Shape (17,): the ways to make a number of ends into pairs; 0 if the number is odd."""


@dataclass(slots=True)
class PatternState:
    """The numbers of a step.

    Parameters
    ----------
    slot, may_rest : as for `sweep.Step`
    used : the slots of the frontier before the step, as bits
    size : the number of patterns
    position : the next pattern
    states : the states that the living patterns may have: for each, the ways to make its ends into pairs
    """

    slot: int
    may_rest: bool
    used: int
    size: int
    position: int = 0
    states: int = 0


def complete_patterns(  # noqa: PLR0912  # one inner loop
    patterns: Patterns, choices: Choices, halves: Halves, powers: Numbers, state: PatternState, budget: int
) -> int:
    """Mark the patterns before a step from which a choice leads to a living one after it."""
    before, after, matchings = patterns.before, patterns.after, patterns.matchings
    singles, firsts, seconds = choices.singles, choices.firsts, choices.seconds
    halves_some, halves_complete, halves_ends = halves.some, halves.complete, halves.ends
    position, states = state.position, state.states
    weight = powers[1 << state.slot]
    unused = 0xFFFF ^ state.used
    while position < state.size:
        if budget <= 0:
            state.position, state.states = position, states
            return RUNNING
        budget -= 64
        found, bit = unsigned(0), unsigned(1)
        for pattern in range(position, min(position + 64, state.size)):
            upper = pattern // 6561
            lower = pattern - upper * 6561
            some = halves_some[lower] | (halves_some[upper] << 8)
            if some & unused == 0:
                complete = halves_complete[lower] | (halves_complete[upper] << 8)
                alive = False
                if complete >> state.slot & 1:
                    alive = state.may_rest and lives(unsigned(pattern - 2 * weight), after)
                elif some >> state.slot & 1:
                    for i in range(len(singles)):
                        there = singles[i]
                        if complete >> there & 1:
                            continue
                        if lives(unsigned(pattern - weight + powers[1 << there]), after):
                            alive = True
                            break
                else:
                    for i in range(len(firsts)):
                        here, there = firsts[i], seconds[i]
                        if (complete >> here | complete >> there) & 1:
                            continue
                        if lives(unsigned(pattern + powers[1 << here] + powers[1 << there]), after):
                            alive = True
                            break
                if alive:
                    found |= bit
                    states += matchings[halves_ends[lower] + halves_ends[upper]]
            bit += bit
        before[position >> 6] = found
        position += 64
    state.position, state.states = position, states
    return DONE


COMPLETE_PATTERNS = Kernel(complete_patterns, [unsigned, lives])


@dataclass(frozen=True, eq=False)
class Alive:
    """The living patterns of a sweep.

    Parameters
    ----------
    after : for each step, the patterns after it that the later vertices can complete, as bits
    states : for each step, a bound on the number of states after it
    """

    after: list[npt.NDArray[np.uint64]]
    states: list[int]


def pattern_bytes(sweep: Sweep) -> int:
    """The memory that the living patterns of a sweep take."""
    return len(sweep.steps) * 8 * _pattern_words(sweep)


def living_patterns(sweep: Sweep, deadline: Deadline, report: Callable[[int], None]) -> Alive:
    """The patterns from which the later vertices can give every vertex two edges.

    Parameters
    ----------
    sweep : of at most 16 slots
    deadline : the clock
    report : called now and then with the number of steps that are done

    Raises
    ------
    TimeoutError : if the time is up
    """
    words, powers, halves = _pattern_words(sweep), powers_table(sweep.slots), _halves()
    matchings = np.array([0 if ends % 2 else _double_factorial(ends - 1) for ends in range(NARROW + 1)])
    after = np.zeros(words, np.uint64)
    after[0] = 1
    found, states = [after], [1]
    for number in range(len(sweep.steps) - 1, 0, -1):
        step = sweep.steps[number]
        used = sum(1 << slot for slot in sweep.steps[number - 1].used)
        state = PatternState(step.slot, step.may_rest, used, 3**sweep.slots)
        patterns = Patterns(np.zeros(words, np.uint64), after, matchings)
        run = KernelRun(
            COMPLETE_PATTERNS, [patterns, step.choices, halves, powers, state], 64 * words, deadline
        )
        if not run.finish(lambda: report(len(found))):
            raise TimeoutError
        after = np.array(run.patterns.before, np.uint64)
        found.append(after)
        states.append(state.states)
    return Alive(found[::-1], states[::-1])


def _pattern_words(sweep: Sweep) -> int:
    return -(-int(3**sweep.slots) // 64)


def _double_factorial(number: int) -> int:
    """1 * 3 * 5 * ... up to an odd number."""
    return math.prod(range(1, number + 1, 2))


def _halves() -> Halves:
    patterns = np.arange(HALF)
    digits: list[Any] = [patterns // 3**slot % 3 for slot in range(8)]
    some = sum((digit > 0).astype(np.int32) << slot for slot, digit in enumerate(digits))
    complete = sum((digit == 2).astype(np.int32) << slot for slot, digit in enumerate(digits))
    ends = sum((digit == 1).astype(np.int32) for digit in digits)
    return Halves(some, complete, ends)
