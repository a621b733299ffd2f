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

from knight_models.cli.app import main

__all__ = ["main"]
