"""Signals that end a command: Ctrl-C, SIGTERM, and SIGHUP when the terminal is closed.

Each of them raises a KeyboardInterrupt, so that a command can clean up; `Signals` remembers which it was,
for the sentence and the exit code. Ctrl-C can strike from the first moment on, so hardly anything is
imported here: `signal` itself makes enumerations, which takes longer than all of this, out of `_signal`.
"""

from __future__ import annotations

import _signal as signal  # type: ignore[import-not-found]  # typeshed does not know it
import os
import sys

TYPE_CHECKING = False  # `typing` takes longer to load than all of this
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FrameType, TracebackType

WORDS = {
    getattr(signal, name): words
    for name, words in (
        ("SIGINT", "interrupted"),
        ("SIGTERM", "terminated"),
        ("SIGHUP", "the terminal was closed"),
    )
    if hasattr(signal, name)  # Windows has no SIGHUP
}
"""What each signal does to a command, by the number of the signal."""

AGAIN = 0.05
"""Seconds after which an interrupt is repeated that struck where Python cannot raise it."""


class Signals:
    """The handlers of these signals while a command runs, and the signal that came.

    A signal that the process ignores or handles otherwise is left alone.

    Parameters
    ----------
    arguments : the command line, which may ask for JSON
    own_process : whether the process may end in a handler, as it does while modules are being loaded
    """

    def __init__(self, arguments: Sequence[str], *, own_process: bool) -> None:
        self.received: int | None = None
        self.loading = own_process
        self._json = "--json" in arguments
        self._own_process = own_process
        self._before: dict[int, object] = {}

    def __enter__(self) -> Signals:
        for number in WORDS:
            usual = signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL
            if signal.getsignal(number) == usual:
                try:
                    self._before[number] = signal.signal(number, self._handle)
                except ValueError:  # not in the main thread, which alone receives signals
                    return self
        if self._own_process:
            sys.unraisablehook = self._unraisable
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for number in self._before:
            # While the process ends, Ctrl-C kills it: Python would show a traceback.
            restored = signal.SIG_DFL if self._own_process else self._before[number]
            signal.signal(number, restored)

    @property
    def sentence(self) -> str:
        """What the signal did."""
        return WORDS[self.received or signal.SIGINT]

    @property
    def code(self) -> int:
        """The exit code of a process that a signal ended: 128 and the number of the signal."""
        return 128 + (self.received or signal.SIGINT)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        self.received = number
        if self.loading:
            # An exception would strike in the middle of an import, where Python and extension modules
            # swallow it or turn it into another. There is nothing to clean up yet.
            self._leave()
        raise KeyboardInterrupt

    def _leave(self) -> None:
        _write(2, f"{self.sentence}\n")
        if self._json:
            _write(1, f'{{"error": "{self.sentence}"}}\n')
        os._exit(self.code)

    def _unraisable(self, found: sys.UnraisableHookArgs) -> None:
        """Repeat an interrupt that struck in a callback, out of which no exception leads."""
        if not isinstance(found.exc_value, KeyboardInterrupt):
            sys.__unraisablehook__(found)
            return
        from threading import Timer

        repeat = Timer(AGAIN, os.kill, (os.getpid(), self.received or signal.SIGINT))
        repeat.daemon = True
        repeat.start()


def _write(descriptor: int, text: str) -> None:
    try:
        os.write(descriptor, text.encode())
    except OSError:  # closed, or a full disk: the exit code remains
        return
