"""`knight-models tours`: the tours on standard output, how many they are on standard error."""

from __future__ import annotations

import json
import os
import signal
from itertools import islice

import pytest
from cli_runner import refused, run

from knight_models import DepthFirst

SEARCH = ["--solver", "depth-first:prune=on"]

OF_5X5 = "published: 864 tours (OEIS A083386)\n"
"""What stands before a list of all open tours of 5x5."""


def test_all_tours_of_5x5_from_the_corner():
    outcome = run("tours", "5x5", "--start", "a1", *SEARCH)
    lines = outcome.out.splitlines()
    assert (outcome.code, outcome.err) == (0, "304 tours, all of them\n")  # Cull & De Curtins 1978
    assert len(set(lines)) == 304
    assert all(line.startswith("a1 ") and len(set(line.split())) == 25 for line in lines)


def test_a_limit_ends_the_list_and_says_that_it_may_go_on():
    outcome = run("tours", "5x5", "--start", "a1", "--limit", "10")
    assert outcome.code == 0
    assert len(outcome.out.splitlines()) == 10
    assert outcome.err == "--limit reached: 10 tours, there may be more\n"


@pytest.mark.parametrize(
    ("arguments", "count"),
    [
        (["3x4"], 8),  # OEIS A169696
        (["3x4", "--directed"], 16),
        (["3x4", "--start", "a2"], 4),
        (["3x10", "--closed"], 16),  # OEIS A070030
        (["3x10", "--closed", "--start", "c2"], 16),
        (["3x10", "--closed", "--directed"], 32),
    ],
)
@pytest.mark.parametrize("solver", ["depth-first:prune=on", "cpsat"])
def test_published_counts(arguments, count, solver):
    outcome = run("tours", *arguments, "--solver", solver, "--json")
    assert (outcome.code, outcome.json["count"], outcome.json["complete"]) == (0, count, True)
    tours = outcome.json["tours"]
    assert len({str(tour) for tour in tours}) == count


def test_an_empty_list_that_is_complete_is_a_no():
    outcome = run("tours", "4x4", *SEARCH)
    published = "published: 0 tours (OEIS A079137)\n"
    err = f"{published}no tour: the search is complete\n"
    assert (outcome.code, outcome.out, outcome.err) == (1, "", err)
    data = run("tours", "4x4", *SEARCH, "--json").json
    assert (data["status"], data["tours"], data["complete"]) == ("impossible", [], True)


def test_a_limit_of_the_search_leaves_the_list_open():
    outcome = run("tours", "5x5", *SEARCH, "--steps", "1000")
    found = len(outcome.out.splitlines())
    assert found > 0
    assert (outcome.code, outcome.err) == (3, f"{OF_5X5}step limit reached: {found} tours so far\n")


def test_a_list_in_json_that_a_limit_cut_short_gives_the_reason():
    outcome = run("tours", "5x5", *SEARCH, "--steps", "1000", "--json")
    data = outcome.json
    assert (outcome.code, data["status"], data["complete"], data["reason"]) == (
        3,
        "found",
        False,
        "step limit",
    )
    assert len(data["tours"]) == data["count"] > 0


def test_a_list_that_a_time_limit_cut_short():
    """6x6 has 3,318,960 open tours (OEIS A165134 counts them directed, twice that)."""
    outcome = run("tours", "6x6", "--seconds", "2")
    found = len(outcome.out.splitlines())
    assert (outcome.code, found > 0) == (3, True)
    assert f"time limit reached: {found:,} tours so far" in outcome.err.splitlines()


def interrupted_after(monkeypatch, count):
    """Ctrl-C while the solver looks for the tour after the first `count` ones."""
    of = DepthFirst.tours

    def tours(self, run, directed):
        yield from islice(of(self, run, directed), count)
        os.kill(os.getpid(), signal.SIGINT)
        yield from of(self, run, directed)

    monkeypatch.setattr(DepthFirst, "tours", tours)


@pytest.mark.usefixtures("ctrl_c_is_heard")
@pytest.mark.parametrize("count", [0, 3])
def test_ctrl_c_ends_a_list_that_is_written(monkeypatch, tmp_path, count):
    interrupted_after(monkeypatch, count)
    tours = "1 tour" if count == 1 else f"{count} tours"
    outcome = run("tours", "5x5", *SEARCH)
    assert (outcome.code, len(outcome.out.splitlines())) == (130, count)
    assert outcome.err == f"{OF_5X5}interrupted: {tours} so far\n"
    outcome = run("tours", "5x5", *SEARCH, "--json")
    data = outcome.json
    assert (outcome.code, len(data["tours"]), data["complete"]) == (130, count, False)
    assert data["reason"] == "interrupted"
    file = tmp_path / "tours.txt"
    assert run("tours", "5x5", *SEARCH, "--output", str(file)).code == 130
    assert (len(file.read_text().splitlines()) if file.exists() else 0) == count


@pytest.mark.usefixtures("ctrl_c_is_heard")
def test_ctrl_c_ends_a_list_of_completions(monkeypatch, tmp_path):
    interrupted_after(monkeypatch, 2)
    given = tmp_path / "given.txt"
    given.write_text("1 . . . .\n" + ". . . . .\n" * 4)
    outcome = run("tours", "--given", str(given), *SEARCH)
    assert (outcome.code, outcome.err) == (130, "interrupted: at least 2 completions\n")


def test_nothing_found_within_the_limit_is_unknown():
    outcome = run("tours", "8x8", "--closed", *SEARCH, "--steps", "10")
    err = "published: 13,267,364,410,532 tours (OEIS A001230)\nstep limit reached: 0 tours so far\n"
    assert (outcome.code, outcome.out, outcome.err) == (3, "", err)


def test_grids_stand_apart_and_verify_reads_them():
    outcome = run("tours", "3x4", "--format", "grid", *SEARCH)
    assert len(outcome.out.split("\n\n")) == 8
    judged = run("verify", "-", stdin=outcome.raw)
    assert judged.out.splitlines()[-1] == "8 tours: 8 valid, 0 invalid"


@pytest.mark.parametrize("form", ["algebraic", "json"])
def test_verify_reads_the_list(form):
    listed = run("tours", "3x4", "--format", form, *SEARCH)
    judged = run("verify", "-", "--board", "3x4", stdin=listed.raw)
    assert judged.out.splitlines()[-1] == "8 tours: 8 valid, 0 invalid"


def test_with_an_output_file_the_list_is_in_the_file(tmp_path):
    file = tmp_path / "tours.txt"
    outcome = run("tours", "3x4", "--output", str(file), *SEARCH)
    assert (outcome.code, outcome.out) == (0, "")
    assert len(file.read_text().splitlines()) == 8


@pytest.mark.parametrize("form", ["algebraic", "grid"])
@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["8x8", "--seconds", "0"], 3), (["4x4"], 1), (["8x8", "--closed", *SEARCH, "--steps", "10"], 3)],
    ids=["no time", "impossible", "no steps"],
)
def test_where_nothing_is_listed_the_file_stays_as_it_was(tmp_path, arguments, code, form):
    file = tmp_path / "tours.txt"
    file.write_text("what took a week\n")
    outcome = run("tours", *arguments, "--format", form, "--output", str(file))
    assert (outcome.code, file.read_text()) == (code, "what took a week\n")
    assert outcome.err.endswith(f"; nothing is written to {file}\n")
    assert list(tmp_path.iterdir()) == [file]
    file.unlink()
    run("tours", *arguments, "--format", form, "--output", str(file))
    assert not file.exists()


def test_a_list_in_json_says_that_it_is_empty(tmp_path):
    file = tmp_path / "tours.json"
    outcome = run("tours", "4x4", "--format", "json", "--output", str(file))
    data = json.loads(file.read_text())
    assert (outcome.code, data["status"], data["tours"]) == (1, "impossible", [])


def test_labels_of_a_graph(tmp_path):
    file = tmp_path / "graph.txt"
    file.write_text("x y\ny z\n")
    outcome = run("tours", "--graph", str(file))
    assert outcome.out in ("x y z\n", "z y x\n")
    assert outcome.err == "1 tour, all of them\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--limit", "0"], "--limit must be a whole number, 1 or more, not '0'"),
        (
            ["--limit", "9" * 20],
            "--limit must be a whole number up to 9,223,372,036,854,775,807, not '99999",
        ),
        (["--limit", "٣"], "--limit must be a whole number, 1 or more, not '٣'"),
        (["--limit", "many"], "--limit must be a whole number, 1 or more, not 'many'"),
        (["--json", "--output", "tours.json"], "--json takes standard output"),
        (["--json", "--format", "grid"], "--json takes standard output"),
        (["--format", "npy"], "unknown format 'npy'"),
        (["--solver", "warnsdorff"], "warnsdorff does not list tours"),
    ],
)
def test_what_cannot_be_listed(arguments, words):
    assert words in refused("tours", "5x5", *arguments)


@pytest.mark.parametrize(
    ("arguments", "count"),
    [
        (["3x10", "--closed"], 6),  # OEIS A169769
        (["4x5"], 22),  # OEIS A328341, as the next
        (["4x4"], 0),
        (["5x5"], 112),
    ],
)
def test_tours_up_to_symmetry(arguments, count):
    outcome = run("tours", *arguments, "--up-to-symmetry")
    assert len(set(outcome.out.splitlines())) == count
    summary = f"{count} tours up to symmetry, all of them" if count else "no tour: the search is complete"
    assert (outcome.code, outcome.err.splitlines()[-1]) == (0 if count else 1, summary)
    data = run("tours", *arguments, "--up-to-symmetry", "--json").json
    assert (data["count"], data["complete"], data["up_to_symmetry"]) == (count, True, True)


def test_a_limit_on_tours_up_to_symmetry():
    outcome = run("tours", "6x6", "--closed", "--up-to-symmetry", "--limit", "5")
    assert (outcome.code, len(outcome.out.splitlines())) == (0, 5)
    assert outcome.err.splitlines()[-1] == "--limit reached: 5 tours up to symmetry, there may be more"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--start", "a1"], "without a fixed start"),
        (["--end", "a1"], "without a fixed end"),
        (["--require", "a1-b3"], "without required moves"),
        (["--forbid", "a1-b3"], "without forbidden moves"),
        (["--closed", "--start", "a1"], "without a fixed start"),
    ],
)
def test_what_cannot_be_listed_up_to_symmetry(arguments, words):
    assert words in refused("tours", "5x6", *arguments, "--up-to-symmetry")


def test_a_graph_and_given_numbers_cannot_be_listed_up_to_symmetry(tmp_path):
    graph, given = tmp_path / "graph.txt", tmp_path / "given.txt"
    graph.write_text("x y\ny z\n")
    given.write_text("1 . . .\n" + ". . . .\n" * 2)
    assert "this is a graph" in refused("tours", "--graph", str(graph), "--up-to-symmetry")
    assert "without" in refused("tours", "--given", str(given), "--up-to-symmetry")
