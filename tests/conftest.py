"""Hypothesis settings that do not depend on the machine (no deadline, the same examples); the browser."""

from browser import browser, open_page, page, phone  # noqa: F401 - fixtures, which pytest finds here
from hypothesis import HealthCheck, settings

settings.register_profile(
    "project",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.load_profile("project")
