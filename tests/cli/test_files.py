"""Files of the command line: graphs of `--graph`, and the endings of `--output`."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from cli_runner import refused, run

COMMANDS = {
    "solve": ["solve", "6x6", "--closed"],
    "compare": ["compare", "5x5"],
    "tours": ["tours", "5x5", "--start", "a1"],
    "puzzle": ["puzzle", "5x5"],
    "draw": ["draw", "--board", "5x5"],
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("ending", [".gif", ".pgn", ".mp4", ".jpg", ".svg.gz", ".xyz"])
def test_an_ending_that_no_format_has_is_refused_before_the_work(
    command: str, ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def work(*_: object, **__: object) -> None:
        raise AssertionError("the work began")

    monkeypatch.setattr("knight_models.cli.question.Question.problems", work)
    file = tmp_path / f"t{ending}"
    sentence = refused(*COMMANDS[command], "-o", str(file))
    assert sentence.startswith(f"no format of this command ends in '{file.suffix}'; these do: .")
    assert ".svg" in sentence
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", COMMANDS)
def test_no_ending_means_the_usual_format(command: str, tmp_path: Path) -> None:
    file = tmp_path / "t"
    arguments = [argument.replace("5x5", "3x4").replace("6x6", "3x4") for argument in COMMANDS[command]]
    arguments = [argument for argument in arguments if argument not in ("--closed", "--start", "a1")]
    assert run(*arguments, "-o", str(file)).code == 0
    assert file.read_text()


def test_tables_and_grids_as_csv(tmp_path: Path) -> None:
    def rows(*arguments: str) -> list[list[str]]:
        file = tmp_path / "t.csv"
        assert run(*arguments, "-o", str(file)).code == 0
        return list(csv.reader(file.read_text().splitlines()))

    grid = rows("solve", "3x4")
    assert sorted(int(cell) for row in grid for cell in row) == list(range(1, 13))
    assert [len(row) for row in grid] == [4, 4, 4]
    assert [len(row) for row in rows("tours", "3x4")] == [12] * 8
    heading, *lines = rows("compare", "3x4", "--solver", "depth-first", "--solver", "warnsdorff")
    assert heading[:3] == ["solver", "space", "kind"]
    assert [line[:3] for line in lines] == [
        ["depth-first", "3x4", "open"],
        ["warnsdorff", "3x4", "open"],
    ]
    puzzle = rows("puzzle", "3x4")
    assert [len(row) for row in puzzle] == [4, 4, 4]
    assert {cell for row in puzzle for cell in row} > {""}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_picture_that_ends_in_pdf_is_a_pdf(command: str, tmp_path: Path) -> None:
    file = tmp_path / "t.pdf"
    small = {"solve": ["solve", "3x4"], "tours": ["tours", "3x4"], "puzzle": ["puzzle", "3x4"]}
    assert run(*small.get(command, COMMANDS[command]), "-o", str(file)).code in (0, 3)
    assert file.read_bytes().startswith(b"%PDF-")


def graph(tmp_path: Path, text: str, name: str = "m") -> str:
    file = tmp_path / name
    file.write_text(text)
    return str(file)


@pytest.mark.parametrize("text", ["3 1\n1 2\n", "4 2\n1 2\n3 4\n"])
def test_a_header_is_never_an_edge(text: str, tmp_path: Path) -> None:
    file = graph(tmp_path, text)
    assert "choose with --graph-format edges or edges-with-header" in refused("solve", "--graph", file)
    assert run("solve", "--graph", file, "--graph-format", "edges-with-header").code == 1


def test_a_matrix_of_two_vertices_is_an_edge(tmp_path: Path) -> None:
    assert run("solve", "--graph", graph(tmp_path, "01\n10\n")).code == 0


def test_one_of_several_graphs_is_chosen(tmp_path: Path) -> None:
    file = graph(tmp_path, "Bw\nC?\n")
    assert "holds 2 graphs; choose one with --graph-number 1 to 2" in refused("solve", "--graph", file)
    assert run("solve", "--graph", file, "--graph-number", "1").code == 0
    assert run("solve", "--graph", file, "--graph-number", "2").code == 1
    assert "the graphs of the file are 1 to 2" in refused("solve", "--graph", file, "--graph-number", "3")
    assert "none is named" in refused("solve", "8x8", "--graph-number", "1")


FIXED = """TYPE : HCP
DIMENSION : 4
EDGE_DATA_FORMAT : EDGE_LIST
EDGE_DATA_SECTION
1 2
2 3
3 4
4 1
1 3
-1
FIXED_EDGES :
1 3
-1
EOF
"""


def test_fixed_edges_reach_every_command(tmp_path: Path) -> None:
    file = graph(tmp_path, FIXED, "f.hcp")
    assert run("solve", "--graph", file, "--closed").code == 1
    assert "impossible" in run("compare", "--graph", file, "--closed").out
    listed = run("tours", "--graph", file).out.splitlines()
    assert listed
    assert all(" 1 3 " in f" {line} " or " 3 1 " in f" {line} " for line in listed)
    wrong = run("verify", "-", "--graph", file, "--closed", stdin="1 2 3 4\n")
    assert (wrong.code, "the required move is not used: 1 to 3" in wrong.out) == (1, True)
