"""How much a run may take (`Limits`), what is left of it (`Deadline`), how far it is (`Progress`)."""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from numbers import Integral, Real
from pathlib import Path

from knight_models.core.errors import OptionError, TooLargeError, shown

__all__ = ["Deadline", "Limits", "Progress", "ProgressCallback", "require_memory"]

LARGEST_SEED = 2**31 - 1
"""CP-SAT keeps its seed in a signed 32-bit number."""

LARGEST_NUMBER = 2**63 - 1
"""Steps and bytes are counted in signed 64-bit numbers."""

LARGEST_SECONDS = 10**9
"""Thirty years: more than the clocks of some systems can wait for at once is no limit."""

MOST_WORKERS = 256
"""More threads than any machine has that this is meant for; each of them costs memory."""


@dataclass(frozen=True)
class Limits:
    """What a run may take, and the seed that makes it repeatable.

    Parameters
    ----------
    seconds : wall-clock time for all that `solve()` does, up to 10**9; None or infinite = no limit
    steps : the solver's own unit of work, named in its docstring, up to 2**63 - 1; None = no limit
    memory : bytes that building may take, up to 2**63 - 1; None = what the machine has available
    seed : 0 to 2**31 - 1; the same seed gives the same answer by the same steps
    workers : threads that a solver may use, 1 to 256

    Raises
    ------
    OptionError : for a value outside these ranges

    >>> Limits(seconds=10, seed=1)
    Limits(seconds=10, steps=None, memory=None, seed=1, workers=1)
    """

    seconds: float | None = None
    steps: int | None = None
    memory: int | None = None
    seed: int = 0
    workers: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "seconds", _checked_seconds(self.seconds))
        for name, lowest, highest in (
            ("steps", 0, LARGEST_NUMBER),
            ("memory", 1, LARGEST_NUMBER),
            ("seed", 0, LARGEST_SEED),
            ("workers", 1, MOST_WORKERS),
        ):
            self._check_whole(name, lowest, highest)

    def _check_whole(self, name: str, lowest: int, highest: int) -> None:
        value = getattr(self, name)
        if value is None and name in ("steps", "memory"):
            return
        whole = isinstance(value, Integral) and not isinstance(value, bool)
        if not whole or not lowest <= value <= highest:
            bounds = f"from {lowest} to {highest}"
            raise OptionError(f"{name} must be a whole number {bounds}, not {shown(value)}")
        object.__setattr__(self, name, int(value))


def _checked_seconds(seconds: object) -> float | None:
    """Seconds as an int or a float; None for no limit."""
    if seconds is None or (isinstance(seconds, float) and seconds == math.inf):
        return None
    real = isinstance(seconds, Real) and not isinstance(seconds, bool)
    if not real or not 0 <= seconds <= LARGEST_SECONDS:  # type: ignore[operator]  # it is a number
        raise OptionError(
            f"seconds must be a number from 0 to {LARGEST_SECONDS}, or infinite, not {shown(seconds)}"
        )
    return int(seconds) if isinstance(seconds, Integral) else float(seconds)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Deadline:
    """The moment, on the monotonic clock, at which a run has to be over.

    >>> Deadline.after(None).remaining()
    inf
    >>> Deadline.after(0).expired
    True
    """

    moment: float
    began: float = field(default_factory=time.monotonic)

    @classmethod
    def after(cls, seconds: float | None) -> Deadline:
        """A deadline so many seconds from now; None = never."""
        now = time.monotonic()
        return cls(math.inf if seconds is None else now + seconds, now)

    def remaining(self) -> float:
        """Seconds left, never below 0; infinite without a limit."""
        return max(0.0, self.moment - time.monotonic())

    @property
    def seconds(self) -> float | None:
        """Seconds left, as `Limits.seconds` takes them."""
        left = self.remaining()
        return None if math.isinf(left) else left

    @property
    def elapsed(self) -> float:
        """Seconds since the deadline was set."""
        return time.monotonic() - self.began

    @property
    def expired(self) -> bool:
        """Whether the time is up."""
        return time.monotonic() >= self.moment


@dataclass(frozen=True)
class Progress:
    """How far a solver is: what it is doing, its steps, and the most squares it has visited."""

    solver: str
    seconds: float
    steps: int = 0
    visited: int = 0
    total: int = 0
    note: str = ""


ProgressCallback = Callable[[Progress], None]


def require_memory(needed: int, memory: int | None, what: str) -> None:
    """Refuse, before any of it is taken, what would not fit in memory.

    Parameters
    ----------
    needed : bytes
    memory : bytes allowed; None = what the machine has available
    what : the thing that needs them, for the message

    Raises
    ------
    TooLargeError : when more is needed than allowed
    """
    allowed = _available_memory() if memory is None else memory
    if needed > allowed:
        why = "available" if memory is None else "allowed"
        raise TooLargeError(f"{what} would need {needed:,} bytes of memory; {allowed:,} are {why}")


def _available_memory() -> int:
    """Bytes of memory that this machine can give without swapping, or has, where it does not tell."""
    with suppress(OSError), Path("/proc/meminfo").open(encoding="ascii") as lines:
        for line in lines:
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    if not hasattr(os, "sysconf"):  # Windows: leave the refusal to the system's own allocator
        return sys.maxsize
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
