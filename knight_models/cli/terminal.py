"""Exit codes, standard output and standard error, and the progress line.

Heavy modules are imported nowhere here: this module reports Ctrl-C and errors of any other import.
"""

from __future__ import annotations

import os
import sys
import threading
import time
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from enum import IntEnum
from threading import Lock, Timer
from types import TracebackType
from typing import TYPE_CHECKING

from knight_models.core.limits import COMPILER, SETUP

if TYPE_CHECKING:
    from rich.live import Live
    from rich.text import Text

    from knight_models.core.limits import Progress


class ExitCode(IntEnum):
    """The exit code of the process."""

    OK = 0
    """Found, valid, agreed."""
    NO = 1
    """Proven impossible, invalid, a contradiction."""
    USAGE = 2
    """Bad usage or bad input."""
    UNKNOWN = 3
    """No solver decided."""
    INTERRUPTED = 130
    """Ctrl-C: 128 plus the number of SIGINT."""


EXIT_CODES = {"found": ExitCode.OK, "impossible": ExitCode.NO, "unknown": ExitCode.UNKNOWN}
"""The exit code of each `Status`, by its value, because importing `Status` loads numpy."""


LONG_SETUP = 1.0
"""Seconds of setup that are reported."""


def prepare_streams() -> None:
    """Make standard output and standard error accept any text, and take the place of closed streams.

    A stream that the shell has closed (`>&-`) leaves its descriptor free, and the next file that is opened
    would get it. So the descriptors are taken here. What is written to a closed standard output raises an
    error, as on a full disk; messages are lost without one.
    """
    for name, mode in (("stdin", os.O_WRONLY), ("stdout", os.O_RDONLY), ("stderr", os.O_WRONLY)):
        stream = getattr(sys, name)
        if stream is None:
            handle = os.open(os.devnull, mode)
            if name != "stdin":  # which stays None: it cannot be read
                setattr(sys, name, os.fdopen(handle, "w"))
        elif name != "stdin" and hasattr(stream, "reconfigure"):  # a label that the encoding lacks
            stream.reconfigure(errors="backslashreplace")


def refuse(sentence: str, code: ExitCode, arguments: Sequence[str]) -> ExitCode:
    """Report an error on standard error and, with `--json`, on standard output; return its exit code."""
    tell(f"error: {sentence}")
    _write_error(sentence, arguments)
    return code


def interrupted(sentence: str, code: int, arguments: Sequence[str]) -> int:
    """Report the signal that ended a command; return the exit code."""
    tell(sentence)
    _write_error(sentence, arguments)
    return code


def _write_error(sentence: str, arguments: Sequence[str]) -> None:
    """With `--json`, write the sentence to standard output."""
    if "--json" in arguments:
        import json

        _write_line("stdout", json.dumps({"error": sentence}))


def tell(message: str) -> None:
    """Write a line to standard error; a message that cannot be written loses no result."""
    _write_line("stderr", message)


def _write_line(name: str, line: str) -> None:
    with suppress(OSError):
        getattr(sys, name).write(f"{line}\n")
    flush_or_drop(name)


def flush_or_drop(name: str) -> None:
    """Flush a stream; where that fails, drop what it holds, so that Python does not try again at exit."""
    stream = getattr(sys, name)
    try:
        stream.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


@contextmanager
def notes_of_setup() -> Iterator[None]:
    """Write warnings as one line each, and at the end how long the setup took, if that was long."""
    before = SETUP.seconds
    SETUP.compiled = False
    with warnings.catch_warnings():
        warnings.showwarning = _note
        yield
    took = SETUP.seconds - before
    if took > LONG_SETUP and not SETUP.running:
        what = "compiling, once on this machine" if SETUP.compiled else "loading libraries"
        tell(f"{what}: {took:.0f} s")


def _note(message: Warning | str, *where: object, **more: object) -> None:
    tell(f"note: {message}")


def leave(code: int, *, signalled: bool) -> None:
    """End the process with this exit code if Python would wait for the compiler, or end with another code.

    The compiler stops between two of its passes, the longest of which takes about a second. Its thread
    cannot be a daemon, since Python would end it in the middle of machine code, and crash. And where a
    KeyboardInterrupt has passed through code that was made from text, Python ends itself by SIGINT.
    """
    if signalled or any(thread.name.startswith(COMPILER) for thread in threading.enumerate()):
        for name in ("stdout", "stderr"):
            flush_or_drop(name)
        os._exit(code)


class ProgressLine:
    """A line on standard error about what a solver is doing; it is itself the callback of `solve()`.

    It is shown on a terminal only, from the first second on, and is gone at the end. Rich redraws it from
    a thread of its own, so that the clock runs on while a solver is too busy to report.

    Parameters
    ----------
    what : what is shown before the first report
    """

    DELAY = 1.0
    REDRAWS_PER_SECOND = 5

    def __init__(self, what: str) -> None:
        self._what = what
        self._latest: Progress | None = None
        self._began = time.monotonic()
        self._timer: Timer | None = None
        self._live: Live | None = None
        self._lock = Lock()

    def __enter__(self) -> ProgressLine:
        if sys.stderr.isatty():
            self._appear_later()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer.join()
        self._disappear()

    def __call__(self, progress: Progress) -> None:
        """Take note of a report."""
        self._latest = progress

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Keep the line away while something else is printed; it comes back after a second."""
        with self._lock:
            if self._live is not None:
                self._disappear()
                self._appear_later()
            yield

    def _appear_later(self) -> None:
        self._timer = Timer(self.DELAY, self._appear)
        self._timer.daemon = True
        self._timer.start()

    def _appear(self) -> None:
        from rich.console import Console  # loaded here: most runs are over before the line appears
        from rich.live import Live

        live = Live(
            get_renderable=self._text,
            console=Console(stderr=True),
            refresh_per_second=self.REDRAWS_PER_SECOND,
            transient=True,
            redirect_stdout=False,  # Rich would send results to standard error
            redirect_stderr=False,
        )
        with self._lock:
            live.start(refresh=True)
            self._live = live

    def _disappear(self) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None

    def _text(self) -> Text:
        from rich.text import Text

        seconds = time.monotonic() - self._began
        report = self._latest
        parts = [f"{report.solver if report else self._what}: {seconds:.0f} s"]
        if report is not None:
            parts += [f"{report.steps:,} steps"] if report.steps else []
            parts += [f"{report.visited:,} of {report.total:,} squares"] if report.total else []
            parts += [report.note] if report.note else []
        parts += ["compiling or loading libraries"] if SETUP.running else []
        return Text(", ".join(parts), no_wrap=True, overflow="ellipsis")
