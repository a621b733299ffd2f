"""Ctrl-C, wherever it strikes."""

from __future__ import annotations

import signal
from types import FrameType
from typing import Any

__all__ = ["Watch"]


class Watch:
    """Remembers that Ctrl-C was pressed, since it may arrive as another error than `KeyboardInterrupt`.

    While a module or a class is being made, Python and extension modules turn it into a `RuntimeError`
    or an `ImportError`.
    """

    def __init__(self) -> None:
        self.interrupted = False
        self._before: Any = None

    def __enter__(self) -> Watch:
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            try:
                self._before = signal.signal(signal.SIGINT, self._note)
            except ValueError:  # not in the main thread, which alone sees Ctrl-C
                self._before = None
        return self

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.interrupted = True
        signal.default_int_handler(number, frame)
