"""The scripts: each runs in process on small input; the output is compared with published facts."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import pytest
from facts import facts, table
from fakes import EVERYTHING
from script_runner import SCRIPTS, run, script

from knight_models import TourProblem, get_solver, register_solver
from knight_models.core.board import Board
from knight_models.core.evidence import SolverClaim
from knight_models.core.result import SolveResult
from knight_models.engine.run import Run
from knight_models.solvers import SOLVERS
from knight_models.solvers.base import Takes
from knight_models.theory.counts import published_count
from knight_models.theory.existence import Verdict

NAMES = ("reproduce_classics", "verify_published", "verify_theorems", "compare_backends")
COUNTING = ("verify_counts", "new_terms")

TOUR = "1 4 7 10\n8 11 2 5\n3 6 9 12\n"  # Euler 1759, the 3x4 board
SLIP = "1 4 7 10\n8 12 2 5\n3 6 9 11\n"


@dataclass(frozen=True)
class Denier:
    """Answers impossible to everything."""

    name: str = "denier"
    exact: bool = True
    takes: ClassVar[Takes] = EVERYTHING

    def unsupported(self, problem: TourProblem) -> str | None:
        return "it has a start" if problem.start is not None else None

    def solve(self, run: Run) -> SolveResult:
        return run.impossible(SolverClaim("denier", "1"))


@pytest.fixture
def denier():
    register_solver("denier", Denier)
    yield "denier"
    del SOLVERS["denier"]


# What all scripts have in common


@pytest.mark.parametrize("name", [*NAMES, "differential", "bench", "success_rates", *COUNTING])
def test_help_names_the_arguments(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, printed = run(capsys, name, "--help")
    assert code == 0
    assert "usage:" in printed


@pytest.mark.parametrize(
    ("name", "arguments", "sentence"),
    [
        ("reproduce_classics", ["F"], "unknown program 'F'"),
        ("reproduce_classics", ["A", "--board", "0x8"], "a board"),
        ("reproduce_classics", ["A", "--board", "4x4x4"], "two axes"),
        ("reproduce_classics", ["A", "--start", "i9"], "i9"),
        ("reproduce_classics", ["A", "--seconds", "-1"], "'-1'"),
        ("verify_published", ["no-such-file"], "no-such-file"),
        ("verify_published", ["--frobnicate"], "--frobnicate"),
        ("verify_theorems", ["--up-to", "0"], "'0'"),
        ("verify_theorems", ["--up-to", "4", "--solver", "cpsad"], "did you mean 'cpsat'"),
        ("compare_backends", ["--sizes", "8x"], "'8x'"),
        ("compare_backends", ["--sizes", ""], "a list such as"),
        ("compare_backends", ["--kind", "ajar"], "'ajar'"),
        ("compare_backends", ["--sizes", "5", "--starts", "h8"], "h8"),
        ("compare_backends", ["--sizes", "5", "--starts", ""], "--starts"),
        ("compare_backends", ["--solver", "warnsdorff:ties=rot"], "'rot'"),
        ("compare_backends", ["--seed", "-1"], "-1"),
        ("compare_backends", ["--csv", "no/such/directory.csv"], "no/such"),
        ("verify_counts", ["--seconds", "0"], "'0'"),
        ("verify_counts", ["--checkpoint", "count"], "--checkpoint is for --closed-8x8"),
        ("new_terms", ["--row", "A000001"], "unknown row 'A000001'"),
        ("new_terms", ["--terms", "-1"], "'-1'"),
        ("limits", ["--limits", "1,soon"], "'soon'"),
        ("limits", ["--limits", "0"], "'0'"),
        ("limits", ["--limits", ""], "a list such as"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(
    name: str, arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert script(name).main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("error: ")
    assert printed.err.count("\n") == 1
    assert sentence in printed.err


@pytest.mark.parametrize(
    ("name", "function", "arguments"),
    [
        ("reproduce_classics", "solve", ["C"]),
        ("verify_published", "faults", []),
        ("verify_theorems", "solve", ["--up-to", "3", "--solver", "warnsdorff"]),
        ("compare_backends", "compare", ["--solver", "warnsdorff"]),
    ],
)
def test_ctrl_c_is_exit_code_130(
    name: str,
    function: str,
    arguments: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(script(name), function, interrupted)
    assert script(name).main(arguments) == 130
    assert capsys.readouterr().err == "interrupted\n"


@pytest.mark.parametrize("name", NAMES)
def test_without_the_package_a_script_names_the_way_to_install_it(name: str) -> None:
    command = [sys.executable, "-E", "-S", str(SCRIPTS / f"{name}.py")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=SCRIPTS)
    assert done.returncode == 2
    assert done.stderr.startswith("error: this Python has no knight_models; run scripts/setup-venv")
    assert done.stderr.count("\n") == 1


def test_a_script_runs_as_a_process_of_its_own() -> None:
    paths = [str(SCRIPTS.parent), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
    command = [sys.executable, str(SCRIPTS / "verify_published.py"), "-"]
    done = subprocess.run(command, input=TOUR, capture_output=True, text=True, check=False, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert "1 tour: 1 right" in done.stdout


# reproduce_classics


def test_all_389_published_cases_are_reproduced(capsys: pytest.CaptureFixture[str]) -> None:
    code, printed = run(capsys, "reproduce_classics")
    assert code == 0
    assert printed.splitlines()[-1] == "389 of 389 published cases reproduced exactly"
    assert "1 of the 64 starts fail: e3 (5, 4)" in printed  # program C
    assert "1 of the 64 starts fail: e6 (2, 4)" in printed  # program D
    assert "8,250,733" in printed


def test_presets_are_the_published_rules_in_options_alone() -> None:
    rules = facts("classic_programs.json")["rules"]
    presets = script("reproduce_classics").PRESETS
    assert set(presets) == set(rules)
    orderings = {"dynamic": "dynamic", "static": "static", "none": "fixed"}
    for name, rule in rules.items():
        solver: Any = get_solver(presets[name].solver)
        vectors = Board.parse("8x8").vectors
        order = [list(vectors[int(digit) - 1]) for digit in solver.move_order]
        by_index = rule["ties"].startswith("cell index")
        assert solver.name == ("depth-first" if rule["backtracking"] else "warnsdorff")
        assert solver.ties == ("index" if by_index else "move-order")
        assert by_index or order == rule["move_order"]
        if rule["backtracking"]:
            assert solver.ordering == orderings[rule["onward_moves"]]


def test_plain_and_ordered_search_stand_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    code, printed = run(capsys, "reproduce_classics", "B-plain", "--board", "6x6")
    assert code == 0
    [row] = [line.split() for line in printed.splitlines() if line.startswith("B  ")]
    assert row == ["B", "6x6", "a6", "5,422", "5,386", "36", "0"]
    [row] = [line.split() for line in printed.splitlines() if line.startswith("B-plain")]
    assert row == ["B-plain", "6x6", "a6", "5,386", "5,461", "5,461"]


def test_the_move_list_names_the_squares_in_their_order(capsys: pytest.CaptureFixture[str]) -> None:
    code, printed = run(
        capsys, "reproduce_classics", "b-plain", "--board", "5x5", "--start", "a5", "--moves"
    )
    [case] = [
        case
        for case in facts("classic_programs.json")["cases"]
        if (case["rule"], case["rows"]) == ("B-plain", 5)
    ]
    board = Board.parse("5x5")
    numbers = {case["grid"][row][column]: (row, column) for row, column in board}
    names = [board.name(numbers[step]) for step in range(1, 26)]
    listed = [line.split() for line in printed.splitlines() if line.startswith("  ")]
    assert code == 0
    assert [name for line in listed[:3] for name in line] == names


def test_what_was_never_published_is_run_and_not_counted(capsys: pytest.CaptureFixture[str]) -> None:
    code, printed = run(capsys, "reproduce_classics", "A", "--board", "5x6", "--start", "c3")
    assert code == 0
    assert "5x6 from c3 (2, 2): tour, " in printed
    assert "none of these runs was published" in printed.splitlines()[-1]


@pytest.mark.parametrize(
    ("rule", "field", "wrong"),
    [("D-greedy", "steps", 63), ("D-ordered", "backtracks", 7), ("B-ordered", "program_back_number", 1)],
)
def test_a_case_that_differs_is_named(
    rule: str,
    field: str,
    wrong: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    cases = [case for case in facts("classic_programs.json")["cases"] if case["rule"] == rule][:2]
    cases[1][field] = wrong
    (tmp_path / "classic_programs.json").write_text(json.dumps({"cases": cases}), encoding="utf-8")
    monkeypatch.setattr(script("reproduce_classics"), "DATA", tmp_path)
    code, printed = run(capsys, "reproduce_classics", rule)
    assert code == 1
    assert "NOT as published: 8x8 from b8 (0, 1): " in printed
    assert f"instead of {wrong}" in printed
    assert printed.splitlines()[-1] == "1 of 2 published cases reproduced exactly; 1 differ"


def test_a_grid_that_differs_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    case = next(case for case in facts("classic_programs.json")["cases"] if not case["found"])
    case["grid"][0].reverse()
    (tmp_path / "classic_programs.json").write_text(json.dumps({"cases": [case]}), encoding="utf-8")
    monkeypatch.setattr(script("reproduce_classics"), "DATA", tmp_path)
    code, printed = run(capsys, "reproduce_classics", case["rule"])
    assert code == 1
    assert "NOT as published: 8x8 from e3 (5, 4): grid" in printed


def test_a_run_that_the_time_ends_is_not_reproduced(capsys: pytest.CaptureFixture[str]) -> None:
    code, printed = run(capsys, "reproduce_classics", "D-plain", "--board", "8x8", "--seconds", "0.001")
    assert code == 3
    assert printed.splitlines()[-1] == "0 of 1 published cases reproduced exactly; 1 not finished in time"


# verify_published


def test_verdicts_on_published_tours_are_those_on_record(capsys: pytest.CaptureFixture[str]) -> None:
    code, printed = run(capsys, "verify_published")
    published = facts("published_tours.json")
    assert code == 0
    assert printed.splitlines()[-1] == f"{len(published)} of {len(published)} verdicts are as recorded"
    misprinted = {line.split()[0] for line in printed.splitlines() if " is misprinted; source: " in line}
    assert misprinted == {entry["id"] for entry in published if not entry["valid_path"]}


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        (
            "notes_queries_1920_ocr",
            ["41 appears twice, on e4 and g3", "44 is missing", "with 44 in place of 41 on e4"],
        ),
        ("lc2664_feedback22584_output", ["0 appears twice, on d3 and a2", "2 is missing"]),
        ("lc2596_16377", [f"step {k} to {k + 1}, " for k in (11, 13, 14, 18)]),
        ("isabelle_kp6x6ul_false", ["step 26 to 27, ", "step 34 to 35, "]),
    ],
)
def test_misprints_are_placed(name: str, lines: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    _, printed = run(capsys, "verify_published")
    block = printed.partition(f"{name} is misprinted; source: ")[2].partition("\n\n")[0]
    printed_lines = block.splitlines()[1:]
    assert len(printed_lines) >= len(lines)
    assert all(any(there.strip().startswith(line) for there in printed_lines) for line in lines)


def recorded(**changes: object) -> list[dict[str, Any]]:
    """The tour of Notes and Queries with its misprint, its record changed."""
    [entry] = [one for one in facts("published_tours.json") if one["id"] == "notes_queries_1920_ocr"]
    return [{**entry, **changes}]


@pytest.mark.parametrize(
    ("changes", "difference"),
    [
        ({"valid_path": True}, "valid_path is False, recorded True"),
        ({"closed": True}, "closed is False, recorded True"),
        ({"problems": ["41 appears twice"]}, "missing numbers: [44], recorded []"),
        ({"problems": ["missing numbers [44]"]}, "numbers that repeat: [41], recorded []"),
        (
            {"problems": ["41 appears twice", "missing numbers [44]", "illegal steps [[3, 4]]"]},
            "illegal steps: [], recorded [(3, 4)]",
        ),
    ],
)
def test_a_verdict_that_is_not_on_record_is_named(
    changes: dict[str, Any], difference: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(recorded(**changes)), encoding="utf-8")
    code, printed = run(capsys, "verify_published", str(file))
    assert code == 1
    assert f"NOT as recorded: notes_queries_1920_ocr: {difference}" in printed


def test_a_step_at_a_repeated_number_may_be_on_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """41 is on e4 and g3, 40 on h5: a step from h5 to e4 is not a move, a step to g3 is."""
    file = tmp_path / "mine.json"
    problems = [*recorded()[0]["problems"], "illegal steps [[40, 41]]"]
    file.write_text(json.dumps(recorded(problems=problems)), encoding="utf-8")
    assert run(capsys, "verify_published", str(file))[0] == 0


def test_an_unknown_recorded_problem_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(recorded(problems=["it looks odd"])), encoding="utf-8")
    assert script("verify_published").main([str(file)]) == 2
    assert "'it looks odd'" in capsys.readouterr().err


@pytest.mark.parametrize(("text", "code"), [(TOUR, 0), (SLIP, 1), (TOUR + "\n" + SLIP, 1)])
def test_a_text_of_tours_is_judged(
    text: str, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.txt"
    file.write_text(text, encoding="utf-8")
    got, printed = run(capsys, "verify_published", str(file))
    assert got == code
    assert ("step 10 to 11, d3 to d1, is not a move" in printed) is bool(code)


def test_grids_in_json_need_no_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    grids = [
        [[int(number) for number in row.split()] for row in text.splitlines()] for text in (TOUR, SLIP)
    ]
    file = tmp_path / "mine.json"
    file.write_text(json.dumps([{"id": "right", "grid": grids[0]}]), encoding="utf-8")
    assert run(capsys, "verify_published", str(file))[0] == 0
    file.write_text(json.dumps([{"grid": grids[0]}, {"grid": grids[1]}]), encoding="utf-8")
    code, printed = run(capsys, "verify_published", str(file))
    assert code == 1
    assert "2 tours: 1 right (0 closed, 1 open), 1 misprinted" in printed


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (TOUR.replace("11", "1l"), "mine.txt: line 2"),
        ('[{"id": "odd", "grid": [[1, 2, 3], [4, 5]]}]', "mine.txt, odd: "),
        ('[{"id": "odd", "grid": [[1, "x", 3], [4, 5, 6]]}]', "mine.txt, odd: "),
        ('[{"id": "odd", "grid": [], "first_number": 1}]', "mine.txt, odd: "),
        ('[{"id": "odd", "grid": [[1, 2, 3]], "first_number": 2}]', "first number"),
        ('[{"id": "odd", "grid": [[1, 2, 3]], "problems": 7}]', "odd: "),
        ("", "mine.txt: "),
        ("[]", "mine.txt: "),
    ],
)
def test_a_file_without_tours_is_refused_with_the_place(
    text: str, place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.txt"
    file.write_text(text, encoding="utf-8")
    assert script("verify_published").main([str(file)]) == 2
    printed = capsys.readouterr()
    assert place in printed.err
    assert printed.err.count("\n") == 1


# verify_theorems


def test_two_solvers_agree_with_the_theorems(capsys: pytest.CaptureFixture[str]) -> None:
    code, printed = run(capsys, "verify_theorems", "--up-to", "5")
    assert code == 0
    for solver in ("depth-first:prune=on", "cpsat"):
        assert (
            f"{solver}: of 30 verdicts 30 agree with the theorems, 0 contradict them, 0 unknown" in printed
        )


def test_the_table_shows_the_published_verdicts(capsys: pytest.CaptureFixture[str]) -> None:
    _, printed = run(capsys, "verify_theorems", "--up-to", "5", "--solver", "depth-first:prune=on")
    shown = {}
    for kind, text in zip(("open", "closed"), printed.split("\n\n")[:2], strict=True):
        assert text.startswith(f"{kind} tours")
        for m, line in enumerate(text.splitlines()[3:], start=1):
            for n, sign in enumerate(line.split()[1:], start=m):
                shown[kind, m, n] = sign
    wanted = {}
    for m, n, open_tour, closed_tour, *_ in table("rectangular_verdicts.tsv"):
        if int(m) <= int(n) <= 5:
            wanted["open", int(m), int(n)] = "T" if open_tour == "True" else "-"
            wanted["closed", int(m), int(n)] = "T" if closed_tour == "True" else "-"
    assert shown == wanted


def test_unknown_is_counted_and_never_as_agreement(capsys: pytest.CaptureFixture[str]) -> None:
    """A greedy walk proves nothing, and 1x1 has the only tour up to 3x3, an open one (Chia & Ong 2005)."""
    code, printed = run(capsys, "verify_theorems", "--up-to", "3", "--solver", "warnsdorff")
    assert code == 3
    assert "warnsdorff: of 12 verdicts 1 agree with the theorems, 0 contradict them, 11 unknown" in printed
    assert "3x3 closed" in printed.splitlines()[-1]


def test_a_contradiction_is_named(denier: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, printed = run(capsys, "verify_theorems", "--up-to", "4", "--solver", denier)
    assert code == 1
    assert (
        "CONTRADICTION: 3x4: denier answers impossible, but there is an open tour by Chia & Ong 2005"
        in printed
    )
    assert printed.count("CONTRADICTION") == 2  # 1x1 and 3x4 alone have a tour, both an open one
    assert "denier: of 20 verdicts 18 agree with the theorems, 2 contradict them, 0 unknown" in printed


def test_a_tour_where_the_theorem_allows_none_is_a_contradiction(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = Verdict(False, "nothing has a tour", "Nobody 1900")
    monkeypatch.setattr(script("verify_theorems"), "existence", lambda board, kind: wrong)
    code, printed = run(capsys, "verify_theorems", "--up-to", "1", "--solver", "depth-first")
    assert code == 1
    assert "1x1: depth-first answers found, but there is no open tour by Nobody 1900" in printed


# compare_backends


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_solvers_stand_side_by_side(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Program D from (2, 4): the greedy walk is stuck after 60 squares, the search takes 46 back."""
    file = tmp_path / "rows.csv"
    solvers = ["warnsdorff:move_order=43218765", "depth-first:move_order=43218765"]
    chosen = [part for solver in solvers for part in ("--solver", solver)]
    code, printed = run(
        capsys,
        "compare_backends",
        *("--sizes", "8", "--starts", "e6", "--kind", "open", "--csv", str(file)),
        *chosen,
    )
    walk, search = rows_of(file.read_text(encoding="utf-8"))
    assert code == 0
    assert printed.splitlines()[-1] == "1 problem, 2 runs: no answer contradicts another; 1 unknown"
    assert (walk["solver"], search["solver"]) == tuple(solvers)
    assert (walk["status"], walk["verified"], walk["steps"]) == ("unknown", "", "60")
    assert (search["status"], search["verified"]) == ("found", "yes")
    assert (search["steps"], search["backtracks"]) == ("110", "46")


def test_every_size_start_and_kind_is_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "rows.csv"
    code, _ = run(
        capsys,
        "compare_backends",
        *("--sizes", "5,5x6", "--starts", "a1,c3", "--kind", "open,closed", "--csv", str(file)),
        *("--solver", "depth-first:prune=on", "--solver", "cpsat"),
    )
    statuses = {
        (row["board"], row["start"], row["kind"]): set() for row in rows_of(file.read_text("utf-8"))
    }
    for row in rows_of(file.read_text("utf-8")):
        statuses[row["board"], row["start"], row["kind"]].add(row["status"])
    assert code == 0
    assert len(statuses) == 8
    # 5x5 has no closed tour; 5x6 has (Schwenk 1991).
    assert statuses["5x5", "a1", "closed"] == statuses["5x5", "c3", "closed"] == {"impossible"}
    assert statuses["5x6", "a1", "closed"] == statuses["5x6", "c3", "closed"] == {"found"}


def test_a_problem_that_no_solver_decides_is_exit_code_3(capsys: pytest.CaptureFixture[str]) -> None:
    code, printed = run(
        capsys, "compare_backends", "--sizes", "5", "--kind", "closed", "--solver", "warnsdorff"
    )
    assert code == 3
    assert printed.splitlines()[-1].endswith("not decided: closed tour of 5x5")


def test_solvers_that_contradict_each_other_are_exit_code_1(
    denier: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--sizes", "5", "--kind", "open", "--solver", "depth-first", "--solver", denier]
    code, printed = run(capsys, "compare_backends", *arguments)
    assert code == 1
    assert "but denier answered that there is none" in printed.splitlines()[-1]


def test_what_a_solver_cannot_take_is_a_row(denier: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--sizes", "5", "--starts", "a1", "--kind", "open", "--solver", "depth-first"]
    code, printed = run(capsys, "compare_backends", *arguments, "--solver", denier)
    assert code == 0
    assert "unsupported" in printed
    assert "it has a start" in printed


# differential


def test_random_problems_are_decided_alike(capsys: pytest.CaptureFixture[str]) -> None:
    code, printed = run(capsys, "differential", "--count", "60", "--size", "10", "--seed", "7")
    assert code == 0
    assert printed.splitlines()[-1].endswith("no contradiction")
    assert re.search(r"\d+ found, \d+ impossible", printed)


def test_a_solver_that_denies_everything_is_caught(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SOLVERS, "denier", Denier)
    arguments = ("--count", "60", "--size", "9", "--solver", "denier")
    code, printed = run(capsys, "differential", *arguments)
    assert code == 1
    assert "brute force finds a tour, unlike denier" in printed


# Counts


def test_published_counts_are_counted_again(capsys: pytest.CaptureFixture[str]) -> None:
    code, printed = run(capsys, "verify_counts", "--seconds", "2")
    lines = printed.splitlines()
    assert code in (0, 3)  # 3 where the budget ended the last count
    assert "DIFFERS" not in printed
    found = re.fullmatch(r"(\d+) of (\d+) numbers are equal to the published ones", lines[-1])
    assert found
    assert int(found[2]) - int(found[1]) == (1 if code else 0)
    assert any(line.startswith("too long for --seconds: ") and "A001230" in line for line in lines)


def test_a_published_count_that_differs_is_exit_code_1(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A row whose fourth value is 9 in place of 8."""
    counts, scripts = script("_counts"), script("verify_counts")
    wrong = [replace(counts.entry("A169696", 4), published=9), counts.entry("A169696", 7)]
    monkeypatch.setattr(scripts, "published_entries", lambda: iter(wrong))
    monkeypatch.setattr(scripts, "board_entries", lambda: iter(()))
    monkeypatch.setattr(scripts, "start_entries", lambda: iter(()))
    code, printed = run(capsys, "verify_counts", "--seconds", "20")
    assert code == 1
    assert "DIFFERS" in printed
    assert printed.splitlines()[-1] == "1 of 2 numbers are equal to the published ones"


def test_the_boards_of_the_rows_are_those_of_the_published_counts() -> None:
    """Each term is the published number of its own board, by the function that the library has for it."""
    for each in script("_counts").published_entries():
        board, kind = each.problem.board, each.problem.kind
        found = published_count(board, kind, up_to_symmetry=each.up_to_symmetry)
        assert found is not None
        assert found.count * (2 if each.directed and len(board) > 1 else 1) == each.published


def test_new_terms_are_counted_twice(capsys: pytest.CaptureFixture[str]) -> None:
    """The row of the OEIS itself goes on beyond the values here, with 1,332,257,856."""
    code, printed = run(capsys, "new_terms", "--row", "A070030", "--terms", "1", "--seconds", "30")
    assert code == 0
    assert "A070030(13), 3x26: 1332257856; " in printed
    code, printed = run(capsys, "new_terms", "--row", "A001230", "--terms", "1", "--seconds", "1")
    assert code == 0
    assert re.search(r"A001230\(5\), 10x10: left out, about \d", printed)
