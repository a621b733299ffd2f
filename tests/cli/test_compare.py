"""`knight-models compare`: one row a solver and kind, then whether they agree."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys

import pytest
from cli_runner import run
from fakes import Honest, WrongTour

from knight_models.core.evidence import Exhausted
from knight_models.core.result import SolveResult, Status
from knight_models.solvers import SOLVERS

SEARCH = ["--solver", "depth-first:prune=on"]


class Denier(Honest):
    """Denies every tour."""

    name = "denier"

    def solve(self, run):
        return SolveResult(Status.IMPOSSIBLE, run.problem, evidence=Exhausted("denier", 1))


@pytest.fixture
def denier(monkeypatch):
    monkeypatch.setitem(SOLVERS, "denier", Denier)


def rows(out: str) -> list[list[str]]:
    """The words of each line of the table, up to the empty line."""
    return [line.split() for line in out.split("\n\n", maxsplit=1)[0].splitlines()]


def test_solvers_that_agree_on_a_tour():
    outcome = run("compare", "6x6", "--closed", *SEARCH, "--solver", "cpsat")
    heading, search, engine = rows(outcome.out)
    assert (outcome.code, outcome.err) == (0, "")
    assert heading == ["solver", "kind", "status", "verified", "seconds", "build", "steps", "work"]
    assert search[:4] == ["depth-first:prune=on", "closed", "found", "yes"]
    assert "backtracks" in search
    assert engine[:4] == ["cpsat", "closed", "found", "yes"]
    assert "conflicts" in engine
    assert "branches" in engine
    assert outcome.out.splitlines()[-1] == (
        "closed: both solvers agree that there is a tour, each by a verified tour of its own"
    )


def test_solvers_that_agree_that_there_is_none():
    # Schwenk 1991: 5x5 has no closed tour.
    outcome = run("compare", "5x5", "--closed", *SEARCH, "--solver", "cpsat")
    _, search, engine = rows(outcome.out)
    assert outcome.code == 0
    assert search[2:4] == ["impossible", "no"]
    assert search[7] == "Exhausted,"
    assert engine[2:4] == ["impossible", "no"]
    assert "SolverClaim, supported by ColourImbalance; variables 96, constraints 1;" in " ".join(engine)
    assert outcome.out.splitlines()[-1] == (
        "closed: both solvers agree that there is no tour, "
        "by 2 kinds of evidence (search by depth-first, claim of ortools), neither re-checked"
    )


def test_two_kinds_side_by_side():
    # OEIS A169696 and A070030: 3x4 has open tours and no closed one.
    outcome = run("compare", "3x4", "--kind", "open,closed", *SEARCH)
    assert [row[1:3] for row in rows(outcome.out)[1:]] == [["open", "found"], ["closed", "impossible"]]
    assert outcome.out.splitlines()[-1] == (
        "open: one solver answers that there is a tour, which is verified; closed: one solver answers "
        "that there is no tour, by one kind of evidence (search by depth-first), not re-checked"
    )


def test_without_a_solver_one_of_each_family_is_asked():
    solvers = [row[0] for row in rows(run("compare", "5x5").out)[1:]]
    assert solvers == ["warnsdorff", "rotation", "cutset", "cpsat"]


def test_a_solver_that_cannot_take_the_problem_is_a_row():
    outcome = run("compare", "4x4", "--leap", "1,1", *SEARCH, "--solver", "warnsdorff:move_order=23456781")
    assert outcome.code == 0
    row = rows(outcome.out)[2]
    assert row[:6] == ["warnsdorff:move_order=23456781", "open", "unsupported", "-", "-", "-"]
    assert "its leaper has 4 moves" in outcome.out


def test_no_solver_decided_is_unknown():
    outcome = run("compare", "4x4", "--solver", "warnsdorff")
    assert outcome.code == 3
    assert outcome.out.splitlines()[-1] == "open: no solver decided"


def test_one_undecided_kind_leaves_the_whole_unknown():
    solver = ["--solver", "depth-first", "--steps", "64", "--start", "a1"]
    outcome = run("compare", "8x8", "--kind", "open,closed", *solver)
    assert outcome.code == 3
    assert "closed: no solver decided" in outcome.out


def test_json_has_the_results_and_whether_they_agree():
    outcome = run("compare", "5x5", "--kind", "open,closed", *SEARCH, "--solver", "cpsat", "--json")
    data = outcome.json
    assert (outcome.code, outcome.err, data["agree"]) == (0, "", True)
    assert [(row["solver"], row["problem"]["kind"], row["status"]) for row in data["results"]] == [
        ("depth-first", "open", "found"),
        ("cpsat", "open", "found"),
        ("depth-first", "closed", "impossible"),
        ("cpsat", "closed", "impossible"),
    ]


@pytest.mark.usefixtures("denier")
class TestContradiction:
    def test_the_table_is_shown_and_the_sentence_is_an_error(self):
        outcome = run("compare", "3x4", *SEARCH, "--solver", "denier")
        assert outcome.code == 1
        assert [row[2] for row in rows(outcome.out)[1:]] == ["found", "impossible"]
        assert outcome.err == (
            "error: contradiction about the open tour of 3x4: depth-first:prune=on found one, "
            "which the verifier accepts, but denier answered that there is none\n"
        )

    def test_json_says_that_they_do_not_agree(self):
        outcome = run("compare", "3x4", *SEARCH, "--solver", "denier", "--json")
        data = json.loads(outcome.out)
        assert (outcome.code, data["agree"]) == (1, False)
        assert "denier" in data["error"]

    def test_across_kinds_too(self):
        # A closed tour of 6x6, cut open, is an open one.
        outcome = run("compare", "6x6", "--kind", "closed,open", "--solver", "denier", *SEARCH)
        assert outcome.code == 1


@pytest.fixture
def liar(monkeypatch):
    monkeypatch.setitem(SOLVERS, "wrong-tour", WrongTour)


@pytest.mark.usefixtures("liar")
class TestWrongAnswer:
    ASKED = ("compare", "3x4", *SEARCH, "--solver", "wrong-tour", "--solver", "cutset")
    LIE = "solver 'wrong-tour' returned a wrong answer"

    def test_the_table_has_all_rows_and_the_sentence_is_that_of_the_wrong_answer(self):
        outcome = run(*self.ASKED)
        assert outcome.code == 1
        assert [row[2] for row in rows(outcome.out)[1:]] == ["found", "refused", "found"]
        assert outcome.err.startswith(f"error: {self.LIE}")
        assert outcome.err == run("solve", "3x4", "--solver", "wrong-tour").err

    def test_json_keeps_the_other_results(self):
        outcome = run(*self.ASKED, "--json")
        assert outcome.code == 1
        assert [each["solver"] for each in outcome.json["results"]] == ["depth-first", "cutset"]
        assert [each["solver"] for each in outcome.json["refused"]] == ["wrong-tour"]
        assert outcome.json["error"].startswith(self.LIE)

    def test_csv_keeps_all_rows(self, tmp_path):
        path = tmp_path / "answers.csv"
        assert run(*self.ASKED, "-o", str(path)).code == 1
        with path.open(encoding="utf-8", newline="") as stream:
            found = list(csv.DictReader(stream))
        assert [row["status"] for row in found] == ["found", "refused", "found"]
        assert found[1]["reason"].startswith(self.LIE)


def test_csv_is_read_by_a_csv_reader(tmp_path):
    path = tmp_path / "answers.csv"
    outcome = run("compare", "4x4", "--solver", "cutset", "--solver", "warnsdorff", "-o", str(path))
    assert outcome.code == 0
    with path.open(encoding="utf-8", newline="") as stream:
        proof, walk = csv.DictReader(stream)
    assert (proof["status"], proof["evidence"], proof["rechecked"]) == ("impossible", "CutSetProof", "true")
    assert 0 < float(proof["build_seconds"]) <= float(proof["seconds"])
    assert (walk["solver"], walk["status"], walk["variables"]) == ("warnsdorff", "unknown", "")
    assert walk["reason"].startswith("dead end")


def test_json_says_how_many_answers_are_independent():
    data = run("compare", "5x5", "--closed", "--solver", "cutset", "--solver", "cpsat", "--json").json
    [verdict] = data["verdicts"]
    assert (verdict["status"], verdict["independent"], verdict["rechecked"]) == ("impossible", 2, 1)
    assert [ground["kind"] for ground in verdict["grounds"]] == ["CutSetProof", "claim of ortools"]


TELLS_WHEN_IT_SEARCHES = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from knight_models.cli import main
from knight_models.solvers.depth_first import DepthFirst
search = DepthFirst.solve
def solve(self, run):
    print("searching", file=sys.stderr, flush=True)
    return search(self, run)
DepthFirst.solve = solve
sys.exit(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a process gets no SIGINT there")
@pytest.mark.parametrize("as_json", [True, False])
def test_ctrl_c_keeps_the_rows_that_are_done(as_json):
    slow = ["--solver", "depth-first:ordering=fixed", "--solver", "cutset", "--seconds", "100"]
    command = ["compare", "8x8", "--closed", "--solver", "tiling", *slow, *["--json"] * as_json]
    process = subprocess.Popen(
        [sys.executable, "-c", TELLS_WHEN_IT_SEARCHES, *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ,
    )
    assert process.stderr.readline() == "searching\n"  # the first row is done, the second takes hours
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "interrupted\n")
    if as_json:
        data = json.loads(out)
        assert [result["solver"] for result in data["results"]] == ["tiling"]
        assert [row["solver"] for row in data["missing"]] == ["depth-first:ordering=fixed", "cutset"]
        assert (data["error"], data["agree"]) == ("interrupted", True)
    else:
        assert rows(out)[1][:3] == ["tiling", "closed", "found"]
        missing = "interrupted before the answers of depth-first:ordering=fixed (closed), cutset (closed)"
        assert out.rstrip().endswith(missing)
