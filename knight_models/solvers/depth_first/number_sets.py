"""Sets of numbers as bits, several words a set: what the search with given numbers does with them.

`can` holds the set of every vertex, one after the other; numbers count from 0. A buffer of one set says
how many words there are.
"""

from __future__ import annotations

from knight_models.engine.kernel import Array, unsigned

__all__ = ["WORD", "all_around", "beside", "confine", "meet", "single"]

WORD = 64
"""Bits in a word."""


def single(vertex: int, words: int, can: Array) -> int:
    """The number of a vertex that has one left; -1 if it has more, or none."""
    one = unsigned(1)
    number = -1
    for w in range(words):
        bits = can[vertex * words + w]
        if bits != 0:
            if number >= 0 or bits & (bits - one) != 0:
                return -1
            number = w * WORD
            while bits != one:
                bits >>= one
                number += 1
    return number


def confine(vertex: int, can: Array, mask: Array) -> bool:
    """Leave a vertex the numbers of a mask only; whether it loses one."""
    words = len(mask)
    changed = False
    for w in range(words):
        old = can[vertex * words + w]
        if old & mask[w] != old:
            can[vertex * words + w] = old & mask[w]
            changed = True
    return changed


def meet(vertex: int, can: Array, mask: Array) -> bool:
    """Whether a vertex has a number of a mask."""
    words = len(mask)
    found = False
    for w in range(words):
        found = found or can[vertex * words + w] & mask[w] != 0
    return found


def all_around(vertex: int, ptr: Array, near: Array, can: Array, out: Array) -> None:
    """The numbers of all vertices in the row of one."""
    words = len(out)
    for w in range(words):
        found = unsigned(0)
        for i in range(ptr[vertex], ptr[vertex + 1]):
            found |= can[near[i] * words + w]
        out[w] = found


def beside(
    bits: Array, begin: int, count: int, after: bool, before: bool, closed: bool, out: Array
) -> None:
    """The numbers right after those of the set at `begin`, right before them, or both.

    Parameters
    ----------
    count : numbers there are; in a closed tour the first comes after the last
    """
    one, most, full = unsigned(1), unsigned(WORD - 1), unsigned(2**WORD - 1)
    words = len(out)
    last = unsigned((count - 1) % WORD)
    for w in range(words):
        here = bits[begin + w]
        found = unsigned(0)
        if after:
            found |= (here << one) & full
            if w > 0:
                found |= bits[begin + w - 1] >> most
            elif closed:
                found |= (bits[begin + words - 1] >> last) & one
        if before:
            found |= here >> one
            if w + 1 < words:
                found |= (bits[begin + w + 1] << most) & full
            elif closed:
                found |= (bits[begin] & one) << last
        out[w] = found
