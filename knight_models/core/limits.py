"""The limits of a run (`Limits`), its clock (`Deadline`), and reports of its progress (`Progress`)."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from numbers import Integral, Real
from pathlib import Path
from typing import TypeVar

from knight_models.core.errors import OptionError, TooLargeError, shown

T = TypeVar("T")

LARGEST_SEED = 2**31 - 1
"""CP-SAT keeps its seed in a signed 32-bit number."""

LARGEST_NUMBER = 2**63 - 1
"""Steps and bytes are counted in signed 64-bit numbers."""

LARGEST_SECONDS = 10**9
"""About thirty years; some systems cannot wait for much longer."""

ANY_MACHINE = 2**25
"""Bytes that every machine has; up to this number, the available memory is not checked."""

MOST_WORKERS = 256
"""Enough for large machines; each thread takes memory."""


@dataclass(frozen=True)
class Limits:
    """The limits of a run, and the seed that makes it repeatable.

    Parameters
    ----------
    seconds : wall-clock time for building, solving and verifying, up to 10**9; None or infinite = no limit
    steps : units of work, which the docstring of each solver defines, up to 2**63 - 1; None = no limit.
        Where the steps are those of an engine (`cutset`, `cpsat`, `auto`), a run may take a few more
    memory : bytes for building, up to 2**63 - 1; None = the available memory of the machine
    seed : 0 to 2**31 - 1; the same seed gives the same answer with the same steps
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
    if not real or not 0 <= seconds <= LARGEST_SECONDS:  # type: ignore[operator]  # a Real is comparable
        raise OptionError(
            f"seconds must be a number from 0 to {LARGEST_SECONDS}, or infinite, not {shown(seconds)}"
        )
    return int(seconds) if isinstance(seconds, Integral) else float(seconds)  # type: ignore[arg-type]  # as above


class Setup:
    """What this process has spent on imports of heavy libraries and on compilation, outside every limit.

    Attributes
    ----------
    seconds : the time
    compiled : whether a part of it went into compilation, which is kept for the next process
    running : whether this is going on, or was interrupted
    warned : whether a warning about the compiler or its files has been given
    """

    def __init__(self) -> None:
        self.seconds = 0.0
        self.compiled = False
        self.running = False
        self.warned = False


SETUP = Setup()
"""The setup of this process."""

COMPILER = "knight_models compiler"
"""What the names of the threads that compile begin with."""


class Deadline:
    """A clock that starts when it is made, and the moment at which a run must end.

    Time inside `paused()` does not count: it delays that moment.

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
        """Seconds left; None without a limit, as in `Limits.seconds`."""
        left = self.remaining()
        return None if math.isinf(left) else left

    @property
    def elapsed(self) -> float:
        """Seconds since the clock started."""
        return self._now() - self._began

    @property
    def expired(self) -> bool:
        """Whether the time is up."""
        return self._now() >= self._moment

    @property
    def overdue(self) -> float:
        """Seconds since the time was up; negative before."""
        return self._now() - self._moment

    def watched(self, items: Iterable[T], every: int = 256) -> Iterator[T]:
        """The items, with a look at the clock between each `every` of them.

        Raises
        ------
        TimeoutError : if the time is up
        """
        for number, item in enumerate(items):
            if number % every == 0 and self.expired:
                raise TimeoutError
            yield item

    def _now(self) -> float:
        return self._paused_at if self._pauses else time.monotonic()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Stop the clock during imports and compilation, whose time is added to `setup_seconds`."""
        if not self._pauses:
            self._paused_at = time.monotonic()
            SETUP.running = True
        self._pauses += 1
        finished = False
        try:
            yield
            finished = True
        finally:
            self._pauses -= 1
            if not self._pauses:
                took = time.monotonic() - self._paused_at
                SETUP.running = not finished
                SETUP.seconds += took
                self.count_as_setup(took)

    def count_as_setup(self, seconds: float) -> None:
        """Set the clock back by seconds that belong to `setup_seconds`."""
        self.setup_seconds += seconds
        self._began += seconds
        self._moment += seconds


@dataclass(frozen=True)
class Progress:
    """A report of progress.

    Parameters
    ----------
    solver : the name of the solver
    seconds : seconds since the run began
    steps : the steps so far, in the unit of the solver
    visited : the largest number of vertices visited so far
    total : the number of vertices of the problem
    note : what the solver is doing
    """

    solver: str
    seconds: float
    steps: int = 0
    visited: int = 0
    total: int = 0
    note: str = ""


ProgressCallback = Callable[[Progress], None]


def require_memory(needed: int, memory: int | None, what: str) -> None:
    """Raise TooLargeError, before any memory is taken, if something would not fit.

    Parameters
    ----------
    needed : bytes
    memory : bytes allowed; None = the available memory of the machine
    what : a name for the message

    Raises
    ------
    TooLargeError : if more is needed than allowed
    """
    if memory is None and needed <= ANY_MACHINE:
        return
    allowed = _available_memory() if memory is None else memory
    if needed > allowed:
        why = "available" if memory is None else "allowed"
        raise TooLargeError(f"{what} would need {needed:,} bytes of memory; {allowed:,} are {why}")


def _available_memory() -> int:
    """Bytes that the machine and the control group of this process can give without swapping."""
    import psutil  # not needed if a limit is given

    free = int(psutil.virtual_memory().available)
    return min([free, *_left_in_control_group()])


def _left_in_control_group() -> list[int]:
    """Bytes left by the memory limit of a container (Linux, cgroup version 2); empty without a limit."""
    try:
        groups = Path("/proc/self/cgroup").read_text("utf-8").splitlines()
        name = next(line.removeprefix("0::/") for line in groups if line.startswith("0::/"))
        group = Path("/sys/fs/cgroup", name)
        most, used = ((group / what).read_text("ascii") for what in ("memory.max", "memory.current"))
        return [max(0, int(most) - int(used))]
    except (OSError, ValueError, StopIteration):  # no control group, or "max": no limit
        return []
