"""What the kernels that construct tours share: they run until they are done, or the time is up."""

from __future__ import annotations

from collections.abc import Callable

from knight_models.core.limits import Deadline
from knight_models.engine.kernel import DONE, RUNNING, KernelRun

__all__ = ["DONE", "RUNNING", "finished"]


def finished(run: KernelRun, deadline: Deadline, report: Callable[[int], None]) -> bool:
    """Call a kernel until it is done; false if the time was up before.

    Parameters
    ----------
    run : the run; the last argument of its kernel begins with the number of steps taken
    deadline : when to stop
    report : called with that number after every call
    """
    if not run.ready():
        return False
    while run() == RUNNING:
        report(int(run[-1][0]))
        if deadline.expired:
            return False
    return True
