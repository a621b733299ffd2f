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
    from threading import Timer
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

LONGEST_WRITE = 0.5
"""Seconds after which a signal interrupts even a `Finished` block: a pipe that nobody reads blocks it."""


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
        self._holding = False
        self._waiting: Timer | None = None  # for what holds a signal off

    def __enter__(self) -> Signals:
        for number in WORDS:
            usual = signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL
            if signal.getsignal(number) == usual:
                try:
                    self._before[number] = signal.signal(number, self._handle)
                except ValueError:  # not in the main thread, which alone receives signals
                    break
        if self._own_process:
            sys.unraisablehook = self._unraisable
        _active.append(self)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        _active.remove(self)
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
        if self._holding and self._waiting is None:
            self._waiting = self._repeated(LONGEST_WRITE)
            return
        raise KeyboardInterrupt

    def hold(self, holding: bool) -> None:
        """Begin or end to hold signals off; a signal that came meanwhile is raised at the end."""
        self._holding = holding
        if not holding and self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
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
        self._repeated(AGAIN)

    def _repeated(self, seconds: float) -> Timer:
        """A timer that sends the signal once more."""
        from threading import Timer

        timer = Timer(seconds, os.kill, (os.getpid(), self.received or signal.SIGINT))
        timer.daemon = True
        timer.start()
        return timer


_active: list[Signals] = []
"""The handlers of the command that runs, last."""


class Finished:
    """A block that a signal lets finish: it is raised at the end of the block.

    So a line is written whole or not at all, and counted if it is written.
    """

    def __enter__(self) -> None:
        if _active:
            _active[-1].hold(True)

    def __exit__(self, *error: object) -> None:
        if _active:
            _active[-1].hold(False)


def _write(descriptor: int, text: str) -> None:
    try:
        os.write(descriptor, text.encode())
    except OSError:  # closed, or a full disk: the exit code remains
        return
