"""The command line: one module a command; arguments in, exit code out.

Results go to standard output, progress and messages to standard error. Exit codes:

====  =======================================================
0     a tour was found, the tour is valid, the solvers agree
1     proven impossible, invalid, a contradiction
2     bad usage or bad input
3     unknown: no solver decided
130   interrupted
====  =======================================================
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FrameType


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line.

    Parameters
    ----------
    arguments : what follows the name of the program; None = the arguments of this process

    Returns
    -------
    the exit code
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    interrupted = False
    code: int | None

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal interrupted
        interrupted = True
        signal.default_int_handler(number, frame)

    # Ctrl-C can strike while a module or a class is being made; Python and extension modules then turn
    # the KeyboardInterrupt into a RuntimeError or an ImportError. So every import happens inside the
    # `try`, and the handler remembers that Ctrl-C was pressed.
    before = None
    try:
        import signal

        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            try:
                before = signal.signal(signal.SIGINT, note)
            except ValueError:  # not in the main thread, which alone receives Ctrl-C
                before = None

        from knight_models.cli.app import run

        code = run(given)
    except BaseException as error:
        if not (isinstance(error, KeyboardInterrupt) or interrupted):
            raise
        code = None
    finally:
        if before is not None:
            signal.signal(signal.SIGINT, before)
    from knight_models.cli.terminal import ExitCode, leave_compiler, refuse

    if code is None:
        code = refuse("interrupted", ExitCode.INTERRUPTED, given)
    if arguments is None:  # the process is ours
        leave_compiler(code)
    return code
