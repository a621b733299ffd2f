"""The exit codes, and those of the three answers."""

from __future__ import annotations

from enum import IntEnum

__all__ = ["EXIT_CODES", "ExitCode"]


class ExitCode(IntEnum):
    """What the command tells the shell."""

    OK = 0
    """Found, valid, agreed."""
    NO = 1
    """Proven impossible, invalid, a contradiction."""
    USAGE = 2
    """Bad usage or bad input."""
    UNKNOWN = 3
    """Nobody decided."""
    INTERRUPTED = 130
    """Ctrl-C: 128 and the number of SIGINT."""


EXIT_CODES = {"found": ExitCode.OK, "impossible": ExitCode.NO, "unknown": ExitCode.UNKNOWN}
"""The exit code of each `Status`, by its text: whoever needs only the code loads no numpy for it."""
