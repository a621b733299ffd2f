"""Running the command line inside the tests' own process."""

from __future__ import annotations

import io
import json
import re
import sys
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from knight_models.cli import main

SETUP_LINE = re.compile(r"^(compiling, once on this machine|loading libraries): \d+ s\n", re.MULTILINE)


@dataclass(frozen=True)
class Outcome:
    """What a command left behind."""

    code: int
    raw: bytes
    all_err: str

    @property
    def err(self) -> str:
        """Standard error, without the line about a setup that took long, as it may on a busy machine."""
        return SETUP_LINE.sub("", self.all_err)

    @property
    def out(self) -> str:
        return self.raw.decode()

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def run(*arguments: str, stdin: str | bytes = "") -> Outcome:
    """Run a command with this standard input; neither of its outputs is a terminal."""
    given = stdin.encode() if isinstance(stdin, str) else stdin
    source, out, err = (io.TextIOWrapper(io.BytesIO(data), encoding="utf-8") for data in (given, b"", b""))
    with patch.multiple(sys, stdin=source, stdout=out, stderr=err):
        code = main(arguments)
    out.flush()
    err.flush()
    return Outcome(code, out.buffer.getvalue(), err.buffer.getvalue().decode())  # type: ignore[attr-defined]


def refused(*arguments: str, stdin: str | bytes = "") -> str:
    """The one sentence of a command that refuses its arguments or input: exit code 2, no traceback."""
    outcome = run(*arguments, stdin=stdin)
    sentence = outcome.err.removeprefix("error: ").rstrip("\n")
    assert (outcome.code, outcome.err) == (2, f"error: {sentence}\n"), outcome
    assert "\n" not in sentence
    assert outcome.out == (json.dumps({"error": sentence}) + "\n" if "--json" in arguments else "")
    return sentence
