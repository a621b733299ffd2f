"""Evidence of impossibility that somebody forged: none is accepted."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import networkx
import numpy as np
import pytest
import reference
from cli_runner import run
from facts import DATA
from forgeries import forged, planted

from knight_models import CutSetProof, InputError, SolveResult, TourProblem, faults
from knight_models.core.evidence import EVIDENCE
from knight_models.formats import read_evidence, result_to_json

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


OF_EACH_KIND = 200


@pytest.mark.parametrize("name", EVIDENCE)
def test_no_forgery_of_any_kind_is_accepted(name: str) -> None:
    """`scripts/forge_evidence.py` tries 10,000 of each."""
    reasons = set()
    for number in range(OF_EACH_KIND):
        problem, (kind, fields) = forged(name, random.Random(f"suite {name} {number}"))
        try:
            evidence = kind(*fields)
        except InputError:
            reasons.add("a wrong type")
            continue
        found = faults(problem, evidence)
        assert found, (problem, problem.space, evidence)
        reasons.add(re.sub(r" at .*|[0-9]+", "", str(found[0])))
    assert len(reasons) > 1  # it is not the first condition that refuses them all


@pytest.mark.parametrize("number", range(100))
def test_problems_in_which_a_tour_was_planted_have_it(number: int) -> None:
    problem, order = planted(random.Random(number))
    assert not faults(problem, np.array(order))
    assert reference.judge(problem, [problem.vertices.square(vertex) for vertex in order])


@pytest.mark.parametrize("name", [name for name, kind in EVIDENCE.items() if kind.checkable])
def test_a_forgery_is_refused_as_a_file_too(name: str) -> None:
    for number in range(40):
        problem, (kind, fields) = forged(name, random.Random(f"file {name} {number}"))
        try:
            result = SolveResult("impossible", problem, evidence=kind(*fields))
            text = json.dumps(result_to_json(result))
            assert faults(*read_evidence(text)), text
        except InputError:  # of a wrong type, or a vertex number that no vertex has
            continue
