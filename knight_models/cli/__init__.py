"""The command line: one module a command; arguments in, exit code out.

Results go to standard output, progress and messages to standard error. Exit codes:

====  =======================================================
0     a tour was found, the tour is valid, the solvers agree
1     proven impossible, invalid, a contradiction
2     bad usage or bad input
3     unknown: nobody decided
130   interrupted
====  =======================================================
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line.

    Parameters
    ----------
    arguments : what follows the name of the program; None = those of this process

    Returns
    -------
    the exit code
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    watch = None
    try:
        from knight_models.cli.interrupts import Watch  # all that takes time is loaded in here

        with Watch() as watch:
            from knight_models.cli.app import run

            return run(given)
    except BaseException as error:
        if not (isinstance(error, KeyboardInterrupt) or (watch is not None and watch.interrupted)):
            raise
    from knight_models.cli.exits import ExitCode
    from knight_models.cli.streams import refuse

    return refuse("interrupted", ExitCode.INTERRUPTED, given)
