"""Evidence of impossibility that somebody forged: none is accepted."""

from __future__ import annotations

import random
from pathlib import Path

import networkx
import pytest
from cli_runner import run
from facts import DATA

from knight_models import CutSetProof, InputError, TourProblem, faults
from knight_models.formats import read_evidence

FORGED = sorted((DATA / "forged_evidence").glob("*.json"))
"""Refutations of boards that have tours (a fault of dratify 0.1.10); files that contradict themselves."""


@pytest.mark.parametrize("file", FORGED, ids=lambda file: file.stem)
def test_forged_files_are_refused(file: Path) -> None:
    try:
        problem, evidence = read_evidence(file.read_text("utf-8"))
    except InputError:
        return
    assert faults(problem, evidence)


@pytest.mark.parametrize("file", FORGED, ids=lambda file: file.stem)
def test_the_command_line_refuses_them_too(file: Path) -> None:
    done = run("verify", "--evidence", str(file))
    assert done.code in (1, 2)
    assert "valid:" not in done.out.replace("invalid:", "")


@pytest.mark.parametrize("number", range(150))
def test_random_refutations_of_problems_with_a_tour_are_refused(number: int) -> None:
    """Deletions, and clauses of one to three literals, drawn at random; each ends with the empty clause."""
    chance = random.Random(number)
    problem = chance.choice(
        [
            TourProblem("3x4"),
            TourProblem(networkx.complete_graph(5), "closed"),
            TourProblem(networkx.cycle_graph(6), "closed"),
            TourProblem(networkx.petersen_graph()),
        ]
    )
    most = chance.randint(3, 20)
    lines = []
    for _ in range(chance.randint(0, 30)):
        literals = chance.sample(range(1, most + 1), chance.randint(1, 3))
        signed = [str(chance.choice((1, -1)) * literal) for literal in literals]
        lines.append(" ".join([*(["d"] if chance.random() < 0.6 else []), *signed, "0"]))
    sets = tuple(
        tuple(chance.sample(range(len(problem)), chance.randint(1, len(problem) - 1)))
        for _ in range(chance.randint(0, 2))
    )
    assert faults(problem, CutSetProof(sets, "\n".join([*lines, "0", ""])))
