"""`knight-models tours --sample N`: tours drawn at random."""

from __future__ import annotations

import json

import pytest
from cli_runner import refused, run

ALL = set(run("tours", "5x5", "--start", "a1").out.splitlines())


def test_each_line_is_a_tour():
    outcome = run("tours", "5x5", "--start", "a1", "--sample", "400", "--seed", "3")
    lines = outcome.out.splitlines()
    assert outcome.code == 0
    assert len(lines) == 400
    assert set(lines) <= ALL
    assert outcome.err == "400 tours, drawn evenly from 304 tours\n"
    assert len(set(lines)) > 150, "not the same again and again"


def test_the_seed_draws_others():
    first, again, other = (run("tours", "5x5", "--sample", "5", "--seed", seed).out for seed in "112")
    assert first == again != other


def test_json():
    outcome = run("tours", "6x6", "--closed", "--sample", "2", "--seed", "7", "--json")
    data = json.loads(outcome.out)
    assert (data["total"], data["count"], data["seed"], data["reason"]) == (9862, 2, 7, None)
    assert all(len(tour) == 36 for tour in data["tours"])


def test_symmetric_tours():
    outcome = run("tours", "6x6", "--closed", "--symmetry", "quarter-turn", "--sample", "1")
    assert outcome.err == "1 tour, drawn evenly from 10 tours\n"


def test_no_tour_and_limits():
    none = run("tours", "5x5", "--closed", "--sample", "3")
    assert (none.code, none.out, none.err) == (1, "", "no tour: there is none to draw\n")
    outcome = run("tours", "8x8", "--closed", "--sample", "1", "--steps", "100")
    assert (outcome.code, outcome.err) == (3, "step limit reached: nothing is drawn\n")


@pytest.mark.parametrize(
    "option",
    [
        ["--directed"],
        ["--limit", "3"],
        ["--up-to-symmetry"],
        ["--solver", "cutset"],
        ["--workers", "2"],
    ],
)
def test_options_without_effect_are_refused(option):
    assert "tours are drawn, not listed" in refused("tours", "5x5", "--sample", "3", *option)


def test_what_cannot_be_drawn_is_refused(tmp_path):
    assert "--sample" in refused("tours", "5x5", "--sample", "0")
    assert "--sample has no effect here" in refused("tours", "5x5", "--sample", "3", "--read", "-")
    given = tmp_path / "given.txt"
    given.write_text("1 . .\n. . .\n. . .\n")
    assert "given numbers" in refused("tours", "--given", str(given), "--sample", "3")
