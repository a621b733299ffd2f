"""The random number generator of the kernels: 32 bits, the same interpreted and compiled."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


def next_random(random: Any) -> Any:
    """The state after this one of Marsaglia's xorshift generator (2003), a number below 2**32.

    Give it to a `Kernel` among its helpers.

    >>> next_random(1), next_random(next_random(1))
    (270369, 67634689)
    """
    random = random ^ ((random << 13) & 0xFFFFFFFF)
    random = random ^ (random >> 17)
    return random ^ ((random << 5) & 0xFFFFFFFF)


def first_states(seeds: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """A state, never 0, for `next_random` from each seed.

    Knuth's multiplicative hashing (1973) and a few steps spread the states of near seeds apart.

    Parameters
    ----------
    seeds : shape (k,), whole numbers

    >>> len(set(first_states([0, 1, 2]).tolist()))
    3
    """
    states = (np.asarray(seeds, np.int64) * 2654435761 + 0x9E3779B9) & 0xFFFFFFFF
    states[states == 0] = 0x9E3779B9
    for _ in range(8):
        states = next_random(states)
    return states
