"""Standard output and error: that they take any text, and what is done when they take none."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from knight_models.cli.exits import ExitCode

__all__ = ["flush_or_drop", "prepare", "refuse", "tell"]


def prepare() -> None:
    """Have standard output and error take any text, even where they are closed."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by the shell: `>&-`
            setattr(sys, name, open(os.devnull, "w"))  # noqa: PTH123, SIM115  # for all the process
        elif hasattr(stream, "reconfigure"):  # a label that it cannot show is no reason to stop
            stream.reconfigure(errors="backslashreplace")


def refuse(sentence: str, code: ExitCode, arguments: Sequence[str]) -> ExitCode:
    """Say on standard error what is wrong; with `--json`, on standard output too. The exit code."""
    tell(sentence if code is ExitCode.INTERRUPTED else f"error: {sentence}")
    if "--json" in arguments:
        import json

        _say("stdout", json.dumps({"error": sentence}))
    return code


def tell(message: str) -> None:
    """A line on standard error; where that takes none, there is nobody to tell, and the result counts."""
    _say("stderr", message)


def _say(name: str, line: str) -> None:
    with suppress(OSError):
        getattr(sys, name).write(f"{line}\n")
    flush_or_drop(name)


def flush_or_drop(name: str) -> None:
    """Write out what a stream holds; where that fails, drop it, so that Python does not try again."""
    stream = getattr(sys, name)
    try:
        stream.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
