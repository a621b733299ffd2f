"""How much a run may take (`Limits`), what is left of it (`Deadline`), how far it is (`Progress`)."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
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

ANY_MACHINE = 2**25
"""Bytes that any machine has; for less, nobody looks how many are available."""

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


class Deadline:
    """A clock that began when it was made, and the moment at which a run has to be over.

    Time inside `paused()` does not count: the moment moves on by as much.

    Parameters
    ----------
    seconds : seconds from now; None = no limit

    >>> Deadline(None).remaining()
    inf
    >>> Deadline(0).expired
    True
    """

    def __init__(self, seconds: float | None) -> None:
        self._began = time.monotonic()
        self._moment = math.inf if seconds is None else self._began + seconds
        self._paused_at = 0.0
        self._pauses = 0
        self.setup_seconds = 0.0

    def remaining(self) -> float:
        """Seconds left, never below 0; infinite without a limit."""
        return max(0.0, self._moment - self._now())

    @property
    def seconds(self) -> float | None:
        """Seconds left, as `Limits.seconds` takes them."""
        left = self.remaining()
        return None if math.isinf(left) else left

    @property
    def elapsed(self) -> float:
        """Seconds since the clock began."""
        return self._now() - self._began

    @property
    def expired(self) -> bool:
        """Whether the time is up."""
        return self._now() >= self._moment

    @property
    def overdue(self) -> float:
        """Seconds since the time was up; negative before."""
        return self._now() - self._moment

    def _now(self) -> float:
        return self._paused_at if self._pauses else time.monotonic()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Let the clock stand still for imports and compilation; `setup_seconds` adds them up."""
        if not self._pauses:
            self._paused_at = time.monotonic()
        self._pauses += 1
        try:
            yield
        finally:
            self._pauses -= 1
            if not self._pauses:
                took = time.monotonic() - self._paused_at
                self.setup_seconds += took
                self._began += took
                self._moment += took


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
    if memory is None and needed <= ANY_MACHINE:
        return
    allowed = _available_memory() if memory is None else memory
    if needed > allowed:
        why = "available" if memory is None else "allowed"
        raise TooLargeError(f"{what} would need {needed:,} bytes of memory; {allowed:,} are {why}")


def _available_memory() -> int:
    """Bytes that the machine, or the control group that this process runs in, can give without swapping."""
    import psutil  # not needed where the limit is given

    free = int(psutil.virtual_memory().available)
    return min([free, *_left_in_control_group()])


def _left_in_control_group() -> list[int]:
    """What a container leaves of its memory (cgroup version 2, Linux); empty where it has no limit."""
    try:
        groups = Path("/proc/self/cgroup").read_text("utf-8").splitlines()
        name = next(line.removeprefix("0::/") for line in groups if line.startswith("0::/"))
        group = Path("/sys/fs/cgroup", name)
        most, used = ((group / what).read_text("ascii") for what in ("memory.max", "memory.current"))
        return [max(0, int(most) - int(used))]
    except (OSError, ValueError, StopIteration):  # no control group, or "max": no limit
        return []
