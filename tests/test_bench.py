"""The two scripts that measure: costs beside other programs, success rates beside published ones."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from facts import DATA, facts
from script_runner import run, script

from knight_models.engine.moves import knight_graph

RULE_D = [tuple(move) for move in facts("classic_programs.json")["rules"]["D-plain"]["move_order"]]


def program_d(rule: str) -> dict[tuple[int, int], dict[str, Any]]:
    """What program D does from each square of 8x8."""
    cases = facts("classic_programs.json")["cases"]
    return {
        tuple(case["start"]): case
        for case in cases
        if case["rule"] == rule and case["rows"] == case["cols"] == 8
    }


@pytest.fixture
def compiled(tmp_path: Path) -> Any:
    programs = script("_measure").Programs(tmp_path)
    if "no C++ compiler" in programs.what:
        pytest.skip("no C++ compiler here")
    return programs


@pytest.fixture
def short_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script("bench"), "ROUNDS", 2)
    monkeypatch.setattr(script("bench"), "FIRST_STEPS", 3000)


# The other sides of the comparison


def test_bench_goes_by_the_rule_of_program_d() -> None:
    assert script("bench").RULE_D == RULE_D


def test_the_students_walk_is_that_of_program_d() -> None:
    student = script("_student")
    graph = student.moves_graph(8, RULE_D)
    for start, case in program_d("D-greedy").items():
        number = student.greedy_walk(graph, start)
        assert [[number.get((row, column), 0) for column in range(8)] for row in range(8)] == case["grid"]


def test_the_students_search_is_that_of_program_d() -> None:
    """The squares of its cheapest searches; (0, 0) would take a student half a minute."""
    student = script("_student")
    graph = student.moves_graph(8, RULE_D)
    assert student.plain_search(graph, (0, 0), 1) == (1, 0)
    small = [
        case
        for case in facts("classic_programs.json")["cases"]
        if case["rule"] == "D-plain" and case["rows"] == case["cols"] and case["steps"] < 50_000
    ]
    assert small
    for case in small:
        board = student.moves_graph(case["rows"], RULE_D)
        work = student.plain_search(board, tuple(case["start"]), 50_000)
        assert work == (case["steps"], case["backtracks"])


def test_the_compiled_walk_takes_the_steps_of_program_d(compiled: Any) -> None:
    cases = program_d("D-greedy").values()
    one = compiled.side("greedy", "1")["C++"]()
    assert one.work == (sum(case["steps"] for case in cases), sum(case["steps"] == 64 for case in cases))
    assert one.work[1] == 63
    three = compiled.side("greedy", "3", rounds=3)["C++"]()
    assert three.units == 3 * one.units
    assert three.work == one.work


def test_the_compiled_search_takes_the_steps_of_program_d(compiled: Any) -> None:
    case = program_d("D-plain")[0, 0]
    assert (
        compiled.side("search")["C++"]().work == (case["steps"], case["backtracks"]) == (8250733, 8250669)
    )


def test_without_a_compiler_its_side_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    programs = script("_measure").Programs(tmp_path)
    assert programs.side("greedy", "1") == {}
    assert "no C++ compiler" in programs.what


def test_sides_that_did_not_do_the_same_are_not_compared() -> None:
    measure = script("_measure")
    sides = {"ours": lambda: measure.Run(1, 64, (64, 1)), "C++": lambda: measure.Run(1, 60, (60, 0))}
    with pytest.raises(measure.SolverError, match=r"ours 64 and 1; C\+\+ 60 and 0"):
        measure.compare_sides(sides, 1)


def test_a_ratio_is_the_median_of_runs_in_turn_without_the_first() -> None:
    measure = script("_measure")
    ours, theirs = iter([90.0, 1.0, 2.0, 9.0]), iter([1.0, 2.0, 2.0, 3.0])
    sides = {
        "ours": lambda: measure.Run(next(ours), 10),
        "other": lambda: measure.Run(next(theirs), 10),
    }
    (pair,) = measure.compare_sides(sides, 3)
    assert pair.ours == [0.1, 0.2, 0.9]
    assert pair.theirs == [0.2, 0.2, 0.3]
    assert pair.ratio == pytest.approx(1.0)


# bench


def test_every_number_of_the_table_is_in_the_file(
    short_runs: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "costs.json"
    code, printed = run(capsys, "bench", "--only", "greedy walk, 8x8", "--repeat", "2", "--json", str(file))
    told = json.loads(file.read_text(encoding="utf-8"))
    assert code == 0
    assert told["notes"] == []
    others = [line["compared_with"] for line in told["lines"]]
    assert others == [*(["C++"] if "-O2" in told["compiler"] else []), "student", "memory copy"]
    for line in told["lines"]:
        assert line["what"] == "greedy walk, 8x8, all starts"
        assert len(line["ours_seconds"]) == len(line["theirs_seconds"]) == 2
        assert line["ratio"] > 0
    for name in ("machine", "versions", "date", "compiler", "repetitions"):
        assert f"{name}: {told[name]}" in printed


def test_our_search_takes_the_steps_of_the_students(
    short_runs: None, capsys: pytest.CaptureFixture[str]
) -> None:
    code, printed = run(capsys, "bench", "--only", "first", "--repeat", "1")
    assert code == 0
    assert "student" in printed


def test_a_side_by_another_rule_is_a_line_not_measured(
    short_runs: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(script("bench"), "plain_search", lambda graph, start, limit: (limit, 0))
    code, printed = run(capsys, "bench", "--only", "first", "--repeat", "1")
    assert code == 1
    assert "not measured: plain search, 8x8" in printed
    assert "the sides did different work" in printed


def test_a_line_whose_solver_is_not_there_is_left_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(script("bench"), "solver_names", lambda: ["warnsdorff"])
    code, printed = run(capsys, "bench", "--only", "rotation, closed, 300", "--repeat", "1")
    assert code == 0
    assert "left out: rotation, closed, 300x300: there is no solver rotation" in printed


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--only", "chess"], "no line has a name with 'chess'; the names are: greedy walk"),
        (["--only", "10000x10000"], "add --large"),
        (["--repeat", "0"], "not '0'"),
        (["--only", "first", "--json", "no/such/folder/costs.json"], "no/such/folder"),
    ],
)
def test_bad_usage_is_refused_before_any_work(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert script("bench").main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert sentence in printed.err
    assert printed.err.count("\n") == 1


@pytest.mark.parametrize(
    ("seconds", "text"), [(23.4e-9, "23.4 ns"), (0.0045, "4.5 ms"), (1.25e-6, "1.25 us"), (2.0, "2 s")]
)
def test_times_have_three_digits(seconds: float, text: str) -> None:
    assert script("_measure").short(seconds) == text


# success_rates


def test_intervals_are_the_published_ones() -> None:
    """Newcombe 1998: 81 of 263 (Stat. Med. 17, 857-872), 56/70 less 48/80 (873-890)."""
    proportion = script("success_rates").Proportion
    assert proportion(81, 263).interval(1.959964) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert proportion(0, 20).interval(1.959964) == pytest.approx((0.0, 0.1611), abs=5e-5)
    difference = proportion(56, 70).difference(proportion(48, 80), 1.959964)
    assert difference == pytest.approx((0.0524, 0.3339), abs=5e-5)


def test_failures_are_those_on_the_lists(capsys: pytest.CaptureFixture[str]) -> None:
    """Squirrel & Cull 1996: every size but 74."""
    code, printed = run(capsys, "success_rates", "--up-to", "80", "--trials", "4")
    assert code == 0
    assert "12345678, 5 to 79: fails at 41, 52, 59, 60, 66, 74, 79; as listed" in printed
    assert "squirrel-cull, 5 to 80: fails at 74; as listed" in printed
    assert "21345678, 74: fails at none; as listed" in printed


def changed(folder: Path, monkeypatch: pytest.MonkeyPatch, *names: str, value: Any) -> None:
    """Let the script read facts of which one is another."""
    told = json.loads((DATA / "tie_breaking.json").read_text(encoding="utf-8"))
    inner = told
    for name in names[:-1]:
        inner = inner[name]
    inner[names[-1]] = value
    (folder / "tie_breaking.json").write_text(json.dumps(told), encoding="utf-8")
    monkeypatch.setattr(script("success_rates"), "DATA", folder)


def test_a_list_that_differs_is_exit_code_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ("single_ordering_12345678", "recomputed_failures_5_to_79")
    changed(tmp_path, monkeypatch, *names, value=[17, 41])
    code, printed = run(capsys, "success_rates", "--up-to", "42", "--trials", "1")
    assert code == 1
    assert "5 to 42: fails at 41; NOT AS LISTED: 17, 41" in printed


def test_published_rates_agree_on_small_boards(capsys: pytest.CaptureFixture[str]) -> None:
    code, printed = run(capsys, "success_rates", "--up-to", "25", "--trials", "100")
    rows = [line for line in printed.splitlines() if line.endswith(("Ganzfried 2004", "Knuth"))]
    assert code == 0
    assert len(rows) == 6  # random at 7, 8 and up to 25, pohl+random at 8, Knuth's two averages
    assert all(" agrees " in row for row in rows)
    assert "left out: 8 statements about boards beyond 25x25" in printed


def test_a_rate_that_differs_is_explained_by_what_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On 8x8, 0.71 is about the rate of `pohl+random` (published: 0.67 of 100), not that of `random`."""
    pohl = {"ties": "random", "start": "corner", "first": 8, "last": 8, "which": "all", "trials": 1000}
    rates = [{**pohl, "rate": 0.71, "source": "a mistake"}]
    changed(tmp_path, monkeypatch, "published_success_rates", "rates", value=rates)
    code, printed = run(capsys, "success_rates", "--up-to", "8", "--trials", "40")
    assert code == 0
    assert "DIFFERS" in printed
    assert "random at 8 from corner start differs from the published 0.71" in printed
    assert "the published rate fits pohl+random from corner start\n" in printed


def test_the_students_circuit_visits_every_square() -> None:
    assert script("_student").add_circuit_tour(nx.cycle_graph(7)) == 7
    assert script("_student").add_circuit_tour(knight_graph("6x6")) == 36


def test_cpsat_is_measured_beside_add_circuit(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bench = script("bench")
    small = bench.Line("circuit, 6x6", "square", partial(bench._circuit, "6x6"), "cpsat")
    monkeypatch.setattr(bench, "LINES", [small])
    code, printed = run(capsys, "bench", "--repeat", "1")
    assert code == 0
    assert "AddCircuit, default parameters" in printed
