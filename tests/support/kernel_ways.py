"""How kernels run in a test. After `kernel.compile()` they run compiled."""

from __future__ import annotations

import math

import pytest

from knight_models.engine.kernel import Kernel


def stay_interpreted(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let runs on small problems begin interpreted, and stay so."""
    monkeypatch.setattr(kernel, "hot", False)
    monkeypatch.setattr(kernel, "seconds", -math.inf)
