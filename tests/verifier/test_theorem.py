"""The verifier's own statement of the existence theorems."""

from __future__ import annotations

import pytest
from facts import table

from knight_models import Board, TourProblem, faults
from knight_models.core.evidence import Theorem
from knight_models.theory.existence import existence

VERDICTS = [
    (int(rows), int(columns), kind, verdict == "True")
    for rows, columns, *both in table("rectangular_verdicts.tsv")
    for kind, verdict in zip(("open", "closed"), both, strict=True)
    if verdict in ("True", "False")
]


@pytest.mark.parametrize("kind", ["open", "closed"])
def test_a_theorem_is_accepted_on_just_the_boards_without_a_tour(kind: str) -> None:
    boards = [case for case in VERDICTS if case[2] == kind]
    assert {exists for *_, exists in boards} == {True, False}
    for rows, columns, _, exists in boards:
        verdict = existence(Board((rows, columns)), kind)
        assert verdict is not None
        evidence = Theorem("existence", verdict.source, verdict.clause)
        assert bool(faults(TourProblem(Board((rows, columns)), kind), evidence)) == exists


@pytest.mark.parametrize(
    "board",
    [
        Board((4, 6), wrap="rows"),
        Board((4, 6), leap=(1, 3)),
        Board((4, 6), holes=["a1"]),
        Board((4, 6, 1)),
    ],
    ids=str,
)
def test_theorems_on_rectangles_say_nothing_of_other_boards(board: Board) -> None:
    evidence = Theorem("existence", "Schwenk 1991", "one side is 4")
    assert not faults(TourProblem("4x6", "closed"), evidence)
    assert "rectangles" in faults(TourProblem(board, "closed"), evidence)[0].message


def test_a_theorem_with_the_wrong_clause_is_refused() -> None:
    evidence = Theorem("existence", "Schwenk 1991", "both sides are odd")
    assert "one side is 4" in faults(TourProblem("4x6", "closed"), evidence)[0].message
