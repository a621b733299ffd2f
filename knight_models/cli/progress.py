"""The progress line: on a terminal only, for work that lasts longer than a second, gone at the end."""

from __future__ import annotations

import shutil
import sys
import time
from threading import Event, Lock, Thread
from types import TracebackType

from knight_models.core.limits import Progress

__all__ = ["ProgressLine"]


class ProgressLine:
    """A line on standard error that says what a solver is doing; itself the callback of `solve()`.

    A thread redraws it, so that the clock goes on while a solver is too busy to report.

    Parameters
    ----------
    what : what is shown before the first report
    """

    DELAY = 1.0
    INTERVAL = 0.2

    def __init__(self, what: str) -> None:
        self._what = what
        self._latest: Progress | None = None
        self._began = time.monotonic()
        self._shown = 0
        self._lock = Lock()
        self._over = Event()
        self._thread = Thread(target=self._draw_until_over, daemon=True)

    def __enter__(self) -> ProgressLine:
        if sys.stderr.isatty():
            self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()
        self.erase()

    def __call__(self, progress: Progress) -> None:
        """Take note of a report."""
        self._latest = progress

    def erase(self) -> None:
        """Take the line away, so that something else can be printed; it comes back by itself."""
        with self._lock:
            if self._shown:
                self._write("")
                self._shown = 0

    def _draw_until_over(self) -> None:
        wait = self.DELAY
        while not self._over.wait(wait):
            with self._lock:
                self._write(self._text())
            wait = self.INTERVAL

    def _write(self, text: str) -> None:
        """Put `text` in the place of what is shown; the cursor stays at its end."""
        blank = " " * (self._shown - len(text))
        sys.stderr.write(f"\r{text}{blank}" if text else f"\r{blank}\r")
        sys.stderr.flush()
        self._shown = len(text)

    def _text(self) -> str:
        seconds = time.monotonic() - self._began
        report = self._latest
        parts = [f"{report.solver if report else self._what}: {seconds:.0f} s"]
        if report is not None:
            parts += [f"{report.steps:,} steps"] if report.steps else []
            parts += [f"{report.visited:,} of {report.total:,} squares"] if report.total else []
            parts += [report.note] if report.note else []
        return ", ".join(parts)[: shutil.get_terminal_size().columns - 1]
