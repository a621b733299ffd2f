"""`knight-models verify --evidence`: valid, invalid, known but not re-checkable, or not readable."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import networkx
import pytest
from cli_runner import refused, run

from knight_models import SolveResult, TourProblem
from knight_models.core.evidence import EVIDENCE, Evidence, Exhausted, LowDegree, SolverClaim
from knight_models.formats import result_to_json

UNCHECKED = [
    Exhausted("depth-first:prune=on", 1_248),
    Exhausted("mine", 0),
    SolverClaim("ortools", "9.15", {"seed": 1}),
    SolverClaim("mine", "1", {}),
]
PROBLEMS = [
    TourProblem("4x4"),
    TourProblem("3x4", "closed", start="a1"),
    TourProblem(networkx.petersen_graph(), "closed"),
    TourProblem(networkx.DiGraph([(0, 1), (0, 2)]), "strictly-open"),
]


def text_of(problem: TourProblem, evidence: Evidence, **parts: Any) -> str:
    return json.dumps(result_to_json(SolveResult("impossible", problem, evidence=evidence)) | parts)


def test_those_that_cannot_be_re_checked_are_these() -> None:
    assert {kind for kind in EVIDENCE.values() if not kind.checkable} == {type(each) for each in UNCHECKED}


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
@pytest.mark.parametrize("evidence", UNCHECKED, ids=lambda evidence: evidence.summary)
def test_what_nobody_can_re_check_decides_nothing(problem: TourProblem, evidence: Evidence) -> None:
    text = text_of(problem, evidence)
    done = run("verify", "--evidence", "-", stdin=text)
    assert (done.code, done.err) == (3, "")
    first, second = done.out.splitlines()
    assert first.startswith("unknown: whether there is a")
    assert str(problem) in first
    assert f"{evidence.type} is known, but cannot be re-checked" in second
    assert "valid" not in done.out


@pytest.mark.parametrize("evidence", UNCHECKED, ids=lambda evidence: evidence.summary)
def test_in_json_it_is_neither_valid_nor_invalid(evidence: Evidence) -> None:
    done = run("verify", "--evidence", "-", "--json", stdin=text_of(PROBLEMS[0], evidence))
    assert done.code == 3
    answer = done.json
    assert (answer["valid"], answer["faults"], answer["evidence"]) == (None, [], evidence.type)
    assert "known, but cannot be re-checked" in answer["reason"]
    assert answer["problem"]["kind"] == "open"


@pytest.mark.parametrize("solver", ["depth-first:prune=on", "cpsat", "cutset:proof=no"])
def test_what_solve_writes_is_known(solver: str) -> None:
    solved = run("solve", "4x4", "--solver", solver, "--json")
    assert solved.code == 1
    assert run("verify", "--evidence", "-", stdin=solved.out).code == 3


def test_a_kind_that_does_not_exist_is_unknown() -> None:
    data = json.loads(text_of(PROBLEMS[0], UNCHECKED[0]))
    data["evidence"]["type"] = "Exhaustd"
    assert "unknown kind of evidence: 'Exhaustd'; did you mean 'Exhausted'?" in refused(
        "verify", "--evidence", "-", stdin=json.dumps(data)
    )


@pytest.mark.parametrize("field", ["solver", "steps"])
@pytest.mark.parametrize("value", [None, True, [1], {"a": 1}, 1.0])
def test_its_fields_are_checked_all_the_same(field: str, value: Any) -> None:
    data = json.loads(text_of(PROBLEMS[0], UNCHECKED[0]))
    data["evidence"][field] = value
    refused("verify", "--evidence", "-", stdin=json.dumps(data))
    del data["evidence"][field]
    assert f"there is no '{field}'" in refused("verify", "--evidence", "-", stdin=json.dumps(data))


# ---- other encodings, and nothing to read

MARKED = {"utf-8": b"", "utf-8-sig": b"", "utf-16": b"", "utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}
RIGHT = text_of(TourProblem("3x3", "closed"), LowDegree((4,)))


@pytest.mark.parametrize("encoding", MARKED)
def test_every_encoding_with_a_mark_is_read(encoding: str, tmp_path: Path) -> None:
    data = MARKED[encoding] + RIGHT.encode(encoding)
    file = tmp_path / "proof.json"
    file.write_bytes(data)
    for done in (run("verify", "--evidence", str(file)), run("verify", "--evidence", "-", stdin=data)):
        assert (done.code, done.err) == (0, "")
        assert done.out.startswith("valid: there is no closed tour of 3x3\n")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b" \n",
        b"\xef\xbb\xbf",
        b"\xff\xfe",
        RIGHT.encode("utf-16-le"),
        RIGHT.encode("utf-32"),
        b"\xff" + RIGHT.encode(),
        b"\xff\xfe" + RIGHT.encode("utf-16-le")[:-1],
        RIGHT.encode()[:-20],
        b"\x00" * 100,
        b"null",
        b"[]",
        b"7",
        b"NaN",
    ],
)
def test_what_cannot_be_read_is_refused_in_one_sentence(data: bytes) -> None:
    assert refused("verify", "--evidence", "-", stdin=data).startswith("standard input: ")
    refused("verify", "--evidence", "-", "--json", stdin=data)


@pytest.mark.parametrize("arguments", [("--evidence", "-"), ("-",)])
def test_closed_standard_input_is_refused_in_one_sentence(arguments: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "knight_models", "verify", *arguments]
    line = 'exec "$@" <&-'
    done = subprocess.run(["sh", "-c", line, "sh", *command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "error: standard input: it is closed, so nothing can be read from it\n"
