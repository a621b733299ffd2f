"""`knight-models count`: the number on standard output, what is known of it on standard error."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cli_runner import refused, run

from knight_models.cli import count as command
from knight_models.cli.published import Published, published_for
from knight_models.core.problem import TourProblem
from knight_models.tasks.count import Count

COMMAND = [sys.executable, "-m", "knight_models", "count"]


def test_the_closed_tours_of_6x6():
    outcome = run("count", "6x6", "--closed")
    assert (outcome.code, outcome.out) == (0, "9,862 closed tours of 6x6, undirected\n")
    cost, equal, more = outcome.err.splitlines()
    assert cost.startswith("the frontier has at most ")
    assert "estimated: " in cost
    assert equal == "equals the published number: OEIS A001230"
    assert more == "directed: 19,724; open tours with adjacent ends: 355,032"


def test_the_open_tours_of_6x6_and_the_strictly_open_ones():
    outcome = run("count", "6x6")
    assert outcome.out == "3,318,960 open tours of 6x6, undirected\n"
    assert outcome.err.splitlines()[1:] == [
        "equals the published number: OEIS A165134",
        "directed: 6,637,920; strictly open: 2,963,928 (= open - 36 x 9,862 closed; OEIS A001230)",
    ]
    strictly = run("count", "6x6", "--kind", "strictly-open")
    assert strictly.out == "2,963,928 strictly-open tours of 6x6, undirected\n"
    assert "equals the published number: OEIS A165134 and OEIS A001230" in strictly.err


@pytest.mark.parametrize(
    ("arguments", "count", "convention", "published"),
    [
        (["6x6", "--closed"], 9862, "undirected", 9862),
        (["6x6", "--closed", "--directed"], 2 * 9862, "directed", 2 * 9862),
        (["6x6", "--closed", "--start", "c2"], 9862, "undirected", 9862),
        (["6x6", "--closed", "--up-to-symmetry"], 1245, "undirected, up to symmetry", None),
        (["3x10", "--closed", "--up-to-symmetry"], 6, "undirected, up to symmetry", 6),
        (["5x5", "--start", "a1"], 304, "directed", None),  # Cull & De Curtins 1978
        (["3x4"], 8, "undirected", 8),
        (["4x4"], 0, "undirected", 0),
        (["5x5", "--kind", "strictly-open"], 864, "undirected", 864),
        (["1x1"], 1, "undirected", 1),
        (["6x6", "--closed", "--wrap", "both", "--leap", "0,1", "--steps", "0"], None, "undirected", None),
    ],
)
def test_json(arguments, count, convention, published):
    outcome = run("count", *arguments, "--json")
    data = outcome.json
    assert (data["count"], data["convention"]) == (count, convention)
    assert data["complete"] is (count is not None)
    assert (data["reason"] is None) is data["complete"]
    assert data["kind"] == data["problem"]["kind"]
    assert data["seconds"] >= 0
    if published is None:
        assert data["published"] is None
    else:
        assert (data["published"]["count"], data["published"]["agrees"]) == (published, True)
        assert data["published"]["source"].startswith("OEIS A")
    assert outcome.code == (3 if count is None else 0)
    if count is not None and count > 1:
        assert 0 < data["frontier"] <= 16
        assert data["peak_states"] > 0


def test_a_graph(tmp_path):
    """A ring of ten cliques of four, joined by single edges: two ways through each of them."""
    edges = [
        (block + one, block + two) for block in range(0, 40, 4) for one in range(4) for two in range(one)
    ]
    edges += [(block + 3, (block + 4) % 40) for block in range(0, 40, 4)]
    file = tmp_path / "ring.txt"
    file.write_text("".join(f"{one} {two}\n" for one, two in edges))
    outcome = run("count", "--graph", str(file), "--closed")
    assert outcome.out.startswith("1,024 closed tours of a graph with 40 vertices")
    assert "published" not in outcome.err


def test_numbers_of_any_length_are_written(monkeypatch):
    number = 10**6000 + 7
    monkeypatch.setattr(
        Count, "count", lambda self, *more, **options: command_count(self, number), raising=True
    )
    outcome = run("count", "7x7")
    assert outcome.out.startswith("1" + ",000" * 1999 + ",007")
    assert sys.get_int_max_str_digits() == 4300
    text = run("count", "7x7", "--json").out
    assert '"count": 1' + "0" * 5999 + "7," in text


def command_count(counting, number):
    from knight_models.core.count import TourCount

    return TourCount(counting.problem, number, counting.directed, counting.up_to_symmetry)


def test_a_contradiction_is_shown_and_exits_with_1(monkeypatch):
    """Löbbing & Wegener 1996 published a wrong number for 8x8; here one is made up for 6x6."""
    monkeypatch.setattr(command, "published_for", lambda *what, **how: Published(9864, "A paper"))
    outcome = run("count", "6x6", "--closed")
    assert (outcome.code, outcome.out) == (1, "9,862 closed tours of 6x6, undirected\n")
    assert "contradicts the published number 9,864: A paper" in outcome.err.splitlines()
    data = run("count", "6x6", "--closed", "--json")
    assert (data.code, data.json["published"]["agrees"]) == (1, False)


@pytest.mark.parametrize(
    "problem",
    [
        TourProblem("6x6", "closed", required=[("a1", "b3")]),
        TourProblem("6x6", "closed", forbidden=[("a1", "b3")]),
        TourProblem("6x6", start="a1"),
        TourProblem("8x9", "closed"),
    ],
    ids=str,
)
def test_what_is_not_published_is_not_compared(problem):
    assert published_for(problem) is None


def test_a_limit_ends_the_count_with_exit_code_3():
    outcome = run("count", "8x8", "--closed", "--seconds", "1")
    assert (outcome.code, outcome.out) == (
        3,
        "unknown number of closed tours of 8x8, undirected: time limit\n",
    )
    assert outcome.err.splitlines()[-1] == (
        "try more --seconds, or inf; with --checkpoint FILE a count can go on where it stopped"
    )
    steps = run("count", "6x6", "--steps", "100")
    assert (steps.code, steps.err.splitlines()[-1][:17]) == (3, "try more --steps;")


def test_a_checkpoint_is_named_and_gone_on_from(tmp_path):
    file = tmp_path / "count"
    first = run("count", "6x6", "--steps", "60000", "--checkpoint", str(file), "--checkpoint-every", "0")
    assert first.code == 3
    assert first.err.splitlines()[-1] == f"the checkpoint is {file}; the same command goes on from it"
    second = run("count", "6x6", "--checkpoint", str(file))
    assert (second.code, second.out) == (0, "3,318,960 open tours of 6x6, undirected\n")
    assert not file.exists()
    run("count", "6x6", "--steps", "60000", "--checkpoint", str(file), "--checkpoint-every", "0")
    sentence = refused_after_the_estimate("count", "6x6", "--closed", "--checkpoint", str(file))
    assert "is the checkpoint of another count" in sentence


def refused_after_the_estimate(*arguments):
    outcome = run(*arguments)
    assert (outcome.code, outcome.out) == (2, "")
    last = outcome.err.splitlines()[-1]
    assert last.startswith("error: ")
    return last


def interrupted(number, *more):
    process = subprocess.Popen(
        [*COMMAND, "8x8", "--closed", "--seconds", "600", *more],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    assert process.stderr.readline().startswith("the frontier has at most ")
    time.sleep(1)
    process.send_signal(number)
    began = time.monotonic()
    out, err = process.communicate(timeout=30)
    return process.returncode, out, err, time.monotonic() - began


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_the_count_and_names_the_checkpoint(tmp_path: Path, number, code):
    file = tmp_path / "count"
    found, out, err, took = interrupted(
        number, "--workers", "2", "--checkpoint", str(file), "--checkpoint-every", "0.1"
    )
    assert found == code
    assert out == "unknown number of closed tours of 8x8, undirected: interrupted\n"
    names = {
        True: f"the checkpoint is {file}; the same command goes on from it",
        False: f"there is no checkpoint yet: {file} is written after a vertex, when 0.1 s have passed",
    }
    assert names[file.exists()] in err.splitlines()
    assert "Traceback" not in err
    assert took < 5  # the contract is a second, and this machine may be busy


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_an_interrupted_count_in_json():
    code, out, _, _ = interrupted(signal.SIGINT, "--json")
    data = json.loads(out)
    assert (code, data["count"], data["complete"], data["reason"]) == (130, None, False, "interrupted")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["8x8", "--checkpoint-every", "5"], "--checkpoint-every has no effect here"),
        (["8x8", "--checkpoint", "-"], "--checkpoint needs the name of a file, not '-'"),
        (["8x8", "--checkpoint", "nowhere/count"], "nowhere"),
        (["8x8", "--closed", "--end", "a1"], "end"),
        (["0x8"], "'0x8' is not a board"),
        (["8x8", "--workers", "0"], "--workers"),
        (["8x8", "--seed", "1"], "unknown option '--seed'"),
        (
            ["8x8", "--up-to-symmetry", "--start", "a1"],
            "tours up to symmetry are tours without a fixed start",
        ),
        ([], "name a board such as 8x8"),
    ],
)
def test_wrong_arguments(arguments, sentence):
    assert sentence in refused("count", *arguments)


def test_given_numbers_are_refused(tmp_path):
    given = tmp_path / "given.txt"
    given.write_text("1 . . . .\n" + ". . . . .\n" * 4)
    assert "tours with given numbers cannot be counted" in refused("count", "--given", str(given))


def test_tours_shows_the_published_number_before_the_list():
    outcome = run("tours", "3x10", "--closed", "--limit", "1", "--solver", "depth-first:prune=on")
    assert outcome.err.splitlines()[0] == "published: 16 tours (OEIS A070030)"
    directed = run("tours", "3x4", "--directed", "--solver", "depth-first")
    assert directed.err.splitlines()[0] == "published: 16 tours (OEIS A169696)"
    assert "published" not in run("tours", "5x5", "--start", "a1", "--limit", "1").err
