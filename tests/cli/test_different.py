"""`knight-models tours --read FILE`: the different tours among those of files."""

from __future__ import annotations

import json

import pytest
from cli_runner import refused, run

CLOSED = run("tours", "3x10", "--closed")
OPEN = run("tours", "3x4")


def turned(text: str, by: int, *, back: bool = False) -> str:
    """The same closed tours, each from a later square, or backwards too."""
    lines = []
    for line in text.splitlines():
        names = line.split()
        names = [*names[by:], *names[:by]]
        lines.append(" ".join(names[::-1] if back else names))
    return "\n".join(lines) + "\n"


def test_tours_that_differ_in_start_and_direction_only_are_one():
    text = CLOSED.out + turned(CLOSED.out, 7) + turned(CLOSED.out, 3, back=True)
    outcome = run("tours", "3x10", "--closed", "--read", "-", stdin=text)
    assert (outcome.code, outcome.out) == (0, CLOSED.out)  # the first of each, in their order
    assert outcome.err == "48 tours, 16 different, 6 up to symmetry\n"


def test_with_up_to_symmetry_one_of_each_class_is_listed():
    outcome = run("tours", "--closed", "--read", "-", "--up-to-symmetry", stdin=CLOSED.out)
    lines = outcome.out.splitlines()
    assert (len(lines), set(lines) <= set(CLOSED.out.splitlines())) == (6, True)
    assert outcome.err == "16 tours, 16 different, 6 up to symmetry\n"
    again = run("tours", "--closed", "--read", "-", "--up-to-symmetry", stdin=outcome.out)
    assert (again.out, again.err) == (outcome.out, "6 tours, 6 different, 6 up to symmetry\n")


def test_open_tours_are_the_same_backwards_but_for_directed():
    text = OPEN.out + turned(OPEN.out, 0, back=True)
    outcome = run("tours", "--read", "-", stdin=text)
    assert (outcome.out, outcome.err) == (OPEN.out, "16 tours, 8 different, 3 up to symmetry\n")
    assert run("tours", "--read", "-", "--directed", stdin=text).err.startswith("16 tours, 16 different, ")


def test_a_closed_tour_that_is_not_asked_for_as_one_is_open():
    """As `verify` takes it; it adds that the tours are closed ones too."""
    text = CLOSED.out + turned(CLOSED.out, 7)
    outcome = run("tours", "--read", "-", stdin=text)
    assert outcome.err.splitlines()[0].startswith("32 tours, 32 different, ")
    assert "--closed" in outcome.err.splitlines()[1]


@pytest.mark.parametrize("form", ["algebraic", "grid", "json", "csv"])
def test_any_form_that_verify_reads(form, tmp_path):
    file = tmp_path / "tours.txt"
    run("tours", "3x10", "--closed", "--format", form, "--output", str(file))
    outcome = run("tours", "3x10", "--closed", "--read", str(file), "--read", str(file))
    assert (outcome.code, outcome.err) == (0, "32 tours, 16 different, 6 up to symmetry\n")
    assert len(outcome.out.splitlines()) == 16


def test_several_files_and_forms_of_the_listing(tmp_path):
    one, other = tmp_path / "one.txt", tmp_path / "other.txt"
    one.write_text(CLOSED.out)
    other.write_text(OPEN.out)
    outcome = run("tours", "--read", str(one), "--read", str(other), "--closed")
    assert outcome.code == 1  # those of 3x4 are not closed
    assert outcome.err.splitlines()[-1] == "24 tours, 8 invalid, 16 different, 6 up to symmetry"
    grids = run("tours", "--read", str(other), "--format", "grid")
    assert run("verify", "-", stdin=grids.raw).out.splitlines()[-1] == "8 tours: 8 valid, 0 invalid"
    data = run("tours", "--read", str(one), "--closed", "--json")
    numbers = {name: data.json[name] for name in ("read", "invalid", "different", "up_to_symmetry")}
    assert numbers == {"read": 16, "invalid": 0, "different": 16, "up_to_symmetry": 6}
    assert run("verify", "-", stdin=data.raw).out.splitlines()[-1] == "16 tours: 16 valid, 0 invalid"


def test_wrong_tours_are_reported_as_verify_reports_them(tmp_path):
    wrong = OPEN.out.splitlines()
    wrong[1] = wrong[1].replace(wrong[1].split()[4], "d4")
    file = tmp_path / "tours.txt"
    file.write_text("\n".join(wrong) + "\n")
    outcome = run("tours", "3x4", "--read", str(file))
    judged = run("verify", str(file), "--board", "3x4")
    assert outcome.code == judged.code == 1
    lines = [line for line in judged.out.splitlines() if "valid:" not in line or "invalid:" in line]
    assert outcome.err.splitlines()[:-1] == lines[:-1]
    assert outcome.err.splitlines()[-1] == "8 tours, 1 invalid, 7 different, 3 up to symmetry"
    assert len(outcome.out.splitlines()) == 7


def test_a_symmetry_asked_for_is_verified():
    outcome = run("tours", "--closed", "--symmetry", "axial", "--read", "-", stdin=CLOSED.out)
    assert outcome.code == 1
    assert outcome.err.splitlines()[-1].startswith("16 tours, 12 invalid, 4 different")


def test_a_limit_and_a_picture(tmp_path):
    outcome = run("tours", "--closed", "--read", "-", "--limit", "2", stdin=CLOSED.out)
    assert outcome.out.splitlines() == CLOSED.out.splitlines()[:2]
    assert outcome.err == "16 tours, 16 different, 6 up to symmetry; --limit reached: 2 listed\n"
    file = tmp_path / "tours.svg"
    run("tours", "--closed", "--read", "-", "--limit", "2", "--output", str(file), stdin=CLOSED.out)
    assert file.read_text().startswith("<svg")


def test_tours_of_a_graph_have_no_symmetry_of_a_board(tmp_path):
    graph, tours = tmp_path / "graph.txt", tmp_path / "tours.txt"
    graph.write_text("x y\ny z\nz x\n")
    tours.write_text("x y z\nz y x\ny z x\n")
    named = ["--graph", str(graph), "--read", str(tours)]
    assert run("tours", *named).err.splitlines()[0] == "3 tours, 2 different"
    assert run("tours", *named, "--closed").err == "3 tours, 1 different\n"
    assert "this is a graph" in refused("tours", *named, "--up-to-symmetry")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--read", "tours-that-are-not-there.txt"], "cannot be read"),
        (["--read", "-", "--read", "-"], "standard input (-) can be read once only"),
        (["--read", "-", "--solver", "cpsat"], "--solver has no effect here"),
        (["--read", "-", "--seconds", "5"], "--seconds has no effect here"),
        (["--first-number", "1"], "--first-number has no effect here"),
        (["--read", "-", "--start", "a3", "--up-to-symmetry"], "without a fixed start"),
        (["--read", ""], "--read takes the name of a file"),
    ],
)
def test_what_cannot_be_read_or_compared(arguments, words):
    assert words in refused("tours", "3x4", *arguments, stdin=OPEN.out)


def test_an_empty_file_is_refused():
    assert refused("tours", "--read", "-", stdin="")


def test_first_number_and_holes_are_as_for_verify():
    grid = "0 5 2\n3 # 7\n6 1 4\n"
    outcome = run("tours", "--closed", "--read", "-", "--first-number", "0", "--json", stdin=grid)
    data = json.loads(outcome.out)
    assert (data["different"], data["tours"][0]["problem"]["board"]["holes"]) == (1, [[1, 1]])
