"""The one random number generator of the kernels: 32 bits, the same interpreted and compiled."""

from __future__ import annotations

__all__ = ["first_state"]


def first_state(seed: int) -> int:
    """A state, never 0, for Marsaglia's xorshift generator (2003), from any seed.

    Knuth's multiplicative hashing spreads near seeds apart; the kernels step it by shifts of 13,
    17 and 5.

    >>> first_state(0) != first_state(1)
    True
    """
    state = (seed * 2654435761 + 0x9E3779B9) & 0xFFFFFFFF
    for _ in range(8):
        state = state or 0x9E3779B9
        state ^= (state << 13) & 0xFFFFFFFF
        state ^= state >> 17
        state ^= (state << 5) & 0xFFFFFFFF
    return state
