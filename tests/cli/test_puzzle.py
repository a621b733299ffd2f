"""`knight-models puzzle`: the clues on standard output, what is known of them on standard error."""

from __future__ import annotations

import json

import pytest
from cli_runner import refused, run

from knight_models.tasks.puzzles import make_puzzle


def test_a_puzzle_that_tours_finds_to_have_one_solution():
    outcome = run("puzzle", "5x5", "--seed", "2")
    made = make_puzzle("5x5", seed=2)
    assert outcome.code == 0
    cells = outcome.out.split()
    assert (cells.count("."), len(cells)) == (25 - len(made.givens), 25)
    assert len({len(line) for line in outcome.out.splitlines()}) == 1
    assert outcome.err.startswith(f"open tour of 5x5, {len(made.givens)} clues: exactly one solution (")
    assert outcome.err.endswith("every clue is needed\n")
    listed = run("tours", "--given", "-", "--limit", "2", "--format", "json", stdin=outcome.raw)
    assert listed.err == "exactly one completion\n"
    assert listed.json["tours"] == [[list(square) for square in made.solution.squares]]


def test_json_holds_the_puzzle_and_its_solution(tmp_path):
    file = tmp_path / "puzzle.json"
    assert run("puzzle", "6x6", "--closed", "--seed", "1", "--output", str(file)).code == 0
    data = json.loads(file.read_text())
    assert data["givens"] == run("puzzle", "6x6", "--closed", "--seed", "1", "--json").json["givens"]
    assert (data["seed"], data["unique"], data["minimal"]) == (1, True, True)
    assert data["problem"]["kind"] == "closed"
    for square, number in data["givens"]:
        assert data["solution"][number - 1] == square
    assert len(data["witnesses"]) == len(data["givens"])


def test_more_clues_than_needed():
    outcome = run("puzzle", "5x5", "--clues", "12")
    assert outcome.code == 0
    assert "12 clues" in outcome.err
    assert outcome.err.endswith("stopped at --clues\n")


def test_fewer_clues_than_needed_is_said_and_has_a_code_of_its_own():
    outcome = run("puzzle", "5x5", "--clues", "1")
    assert outcome.code == 3
    assert outcome.err.endswith(
        "every clue is needed; more than --clues 1: another --seed may need fewer\n"
    )


def test_without_time_nothing_is_claimed():
    outcome = run("puzzle", "40x40", "--seconds", "0.4")
    assert outcome.code in (0, 3)
    assert "every clue is needed" not in outcome.err


def test_holes_are_kept():
    outcome = run("puzzle", "5x5", "--holes", "b2")
    assert outcome.out.split().count("#") == 1
    listed = run("tours", "--given", "-", "--limit", "2", stdin=outcome.raw)
    assert listed.err == "exactly one completion\n"


def test_a_board_without_a_tour():
    outcome = run("puzzle", "5x5", "--closed")
    assert outcome.code == 1
    assert outcome.out.startswith("impossible: there is no closed tour of 5x5")
    assert run("puzzle", "5x5", "--closed", "--json").json["status"] == "impossible"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["5x5", "--clues", "0"], "--clues must be a whole number, 1 or more, not '0'"),
        (["5x5", "--clues", "26"], "a puzzle on 25 squares has 1 to 25 clues, not 26"),
        (["5x5", "--clues", "few"], "--clues must be a whole number, 1 or more, not 'few'"),
        (["1x1"], "a puzzle needs at least 2 squares"),
        (["5x5", "--format", "npy"], "unknown format 'npy'"),
        (["5x5", "--json", "--output", "x.json"], "--json takes standard output"),
        (["5x5", "--output", "no/such/folder/x"], "cannot write"),
        ([], "name a board such as 8x8"),
    ],
)
def test_what_no_puzzle_can_be_made_of(arguments, words):
    assert words in refused("puzzle", *arguments)
