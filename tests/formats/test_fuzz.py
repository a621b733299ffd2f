"""Some thousand mutated inputs of every format; `scripts/fuzz_readers.py` makes more."""

from __future__ import annotations

import pytest
from script_runner import run, script


@pytest.mark.parametrize("seed", [1, 2])
def test_mutated_inputs_are_read_or_refused(capsys: pytest.CaptureFixture[str], seed: int) -> None:
    code, out = run(capsys, "fuzz_readers", "--count", "2000", "--seed", str(seed))
    assert (code, out.count("\n")) == (0, 1)


def test_a_foreign_error_is_reported(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise TypeError

    monkeypatch.setattr(script("fuzz_readers"), "read", broken)
    assert script("fuzz_readers").main(["--count", "3"]) == 1
    assert "input 0 of seed 1: TypeError" in capsys.readouterr().out
