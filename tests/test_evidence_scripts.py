"""The scripts about evidence: what they find is counted, and what must not be is exit code 1."""

from __future__ import annotations

import re

import pytest
from script_runner import run, script

from knight_models.core.evidence import EVIDENCE


def test_forgeries_of_every_kind_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = run(capsys, "forge_evidence", "--count", "20", "--seed", "5")
    assert code == 0
    for kind in EVIDENCE:
        [row] = re.findall(rf"^{kind} +20 +(\d+) +(\d+) +\d+ +0$", out, re.MULTILINE)
        assert sum(map(int, row)) == 20
        assert re.search(rf"^{kind}: 20 in \d+ s, 0 accepted$", out, re.MULTILINE)
    assert out.endswith("0 forgeries accepted\n")


def test_the_reasons_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = run(capsys, "forge_evidence", "--count", "60", "--kind", "VertexCut", "--reasons")
    assert code == 0
    assert re.search(
        r"^VertexCut +without the set there are N parts, and a tour can join N +\d+$", out, re.M
    )


def test_a_forgery_that_is_accepted_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script("forge_evidence"), "faults", lambda problem, evidence: [])
    code, out = run(capsys, "forge_evidence", "--count", "1", "--kind", "Disconnected", "--seed", "3")
    assert code == 1
    assert "ACCEPTED (--kind Disconnected --seed 3 --count 1): Disconnected(vertices=" in out
    assert out.endswith("1 forgery accepted\n")


def test_several_processes_try_the_same_forgeries_as_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script("forge_evidence"), "A_PIECE", 7)
    tables = set()
    for workers in ("1", "2"):
        arguments = ("--kind", "Disconnected", "--count", "20", "--reasons", "--workers", workers)
        code, out = run(capsys, "forge_evidence", *arguments)
        assert code == 0
        tables.add(out.partition("accepted\n")[2])
    assert len(tables) == 1


def test_an_unknown_kind_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert script("forge_evidence").main(["--kind", "LowDegre"]) == 2
    assert "did you mean 'LowDegree'?" in capsys.readouterr().err


def test_real_refutations_are_accepted(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = run(capsys, "recheck_proofs", "--count", "16")
    assert code == 0
    assert len(re.findall(r"^cadical1[59][35] .* 2 +[\d,]+ +2$", out, re.MULTILINE)) == 8
    assert out.endswith("16 refutations, 0 refused\n")


def test_a_refutation_that_is_refused_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script("recheck_proofs"), "faults", lambda problem, evidence: ["a reason"])
    code, out = run(capsys, "recheck_proofs", "--count", "1", "--seed", "2")
    assert code == 1
    assert "REFUSED (--seed 2), cadical195 with usual options: a reason" in out
