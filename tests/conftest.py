"""Hypothesis settings that do not depend on the machine (no deadline, the same examples); the browser."""

import signal
from collections.abc import Iterator

import pytest
from browser import browser, open_page, page, phone  # noqa: F401 - fixtures, which pytest finds here
from hypothesis import HealthCheck, settings

settings.register_profile(
    "project",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.load_profile("project")


@pytest.fixture
def ctrl_c_is_heard() -> Iterator[None]:
    """Ctrl-C as a shell passes it on, here and in the processes that a test starts.

    A suite that a script starts in the background ignores SIGINT, and so would its children: what a
    test interrupts would then run to its own limit.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
