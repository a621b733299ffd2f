"""Running the scripts inside the tests' own process."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

SCRIPTS = Path(__file__).parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))


def script(name: str) -> ModuleType:
    """A script as a module."""
    return import_module(name)


def run(capsys: pytest.CaptureFixture[str], name: str, *arguments: str) -> tuple[int, str]:
    """The exit code of a script and its standard output; nothing may be on standard error."""
    code = script(name).main(list(arguments))
    printed = capsys.readouterr()
    assert printed.err == ""
    return code, printed.out
