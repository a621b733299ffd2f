"""The command line: one module a command; arguments in, exit code out.

Results go to standard output, progress and messages to standard error. Exit codes:

====  =========================================================
0     a tour was found, the tour is valid, the solvers agree
1     proven impossible, invalid, a contradiction
2     bad usage or bad input
3     unknown: no solver decided
130   interrupted (143: terminated; 129: its terminal was closed)
====  =========================================================
"""

from __future__ import annotations

import sys

from knight_models.cli.signals import Signals

TYPE_CHECKING = False  # `typing` takes longer to load than all of this
if TYPE_CHECKING:
    from collections.abc import Sequence


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
    with Signals(given, own_process=arguments is None) as signals:
        code = _run(given, signals)
    if arguments is None:
        from knight_models.cli.terminal import leave

        leave(code, signalled=signals.received is not None)
    return code


def _run(arguments: list[str], signals: Signals) -> int:
    """Run the command; an error after a signal is the signal's.

    Heavy modules are loaded by the commands, and a KeyboardInterrupt while one is being loaded can become
    a RuntimeError or an ImportError.
    """
    try:
        from knight_models.cli.app import run

        signals.loading = False
        code = run(arguments)
    except BaseException as error:
        if not isinstance(error, KeyboardInterrupt) and signals.received is None:
            raise
        from knight_models.cli.terminal import interrupted

        return interrupted(signals.sentence, signals.code, arguments)
    from knight_models.cli.terminal import ExitCode

    return signals.code if code == ExitCode.INTERRUPTED else code
