"""The README: its console sessions print the text in it (its Python sessions are doctests)."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.cli_runner import SETUP_LINE

ROOT = Path(__file__).parent.parent
BLOCKS = re.findall(r"```console\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)


def sessions() -> list[tuple[str, str]]:
    """The commands of the README and the output that it shows for them."""
    found = []
    for block in BLOCKS:
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


def settled(text: str) -> str:
    """The text without what differs from run to run: seconds, and the engine's own figures."""
    text = re.sub(r"\d+\.\d\d", "T", SETUP_LINE.sub("", text))
    text = text.replace("; setup T s", "")  # there only where loading or compiling took long
    lines = []
    for line in text.splitlines():
        masked = re.sub(r"\b[\d,]+\b", "N", line) if line.startswith("cpsat") else line
        lines.append(re.sub(r"\s+", " ", masked).rstrip())
    return "\n".join(lines)


@pytest.mark.parametrize(("command", "output"), sessions())
def test_session_prints_the_output_in_the_readme(command: str, output: str, tmp_path: Path) -> None:
    run = command.replace("knight-models", f"{sys.executable} -m knight_models")
    environment = os.environ | {"COLUMNS": "200", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        ["bash", "-c", f"({run}) 2>&1"],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
        cwd=tmp_path,
    )
    assert settled(done.stdout) == settled(output)


def test_there_are_sessions() -> None:
    assert len(sessions()) >= 5
