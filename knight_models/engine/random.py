"""The one random number generator of the kernels: 32 bits, the same interpreted and compiled."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

__all__ = ["first_states"]


def first_states(seeds: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """A state, never 0, for Marsaglia's xorshift generator (2003), from each seed.

    Knuth's multiplicative hashing spreads near seeds apart; the kernels step the states by shifts of
    13, 17 and 5, as is done here.

    Parameters
    ----------
    seeds : shape (k,), whole numbers

    >>> len(set(first_states([0, 1, 2]).tolist()))
    3
    """
    states = (np.asarray(seeds, np.int64) * 2654435761 + 0x9E3779B9) & 0xFFFFFFFF
    states[states == 0] = 0x9E3779B9
    for _ in range(8):
        states ^= (states << 13) & 0xFFFFFFFF
        states ^= states >> 17
        states ^= (states << 5) & 0xFFFFFFFF
    return states
