"""Judging the tours of a file, and saying so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from knight_models.cli.question import Question
from knight_models.cli.words import counted, with_article
from knight_models.core.errors import VerificationError
from knight_models.core.problem import Kind, TourProblem
from knight_models.core.tour import Tour
from knight_models.formats import (
    Reading,
    description_to_json,
    faults_to_json,
    read_file,
    read_tours,
    vertex_to_json,
)
from knight_models.theory.metrics import Description, describe
from knight_models.verifier import Fault, closes
from knight_models.verifier import verify as verified
from knight_models.verifier.numbering import numbering_of

__all__ = ["Judgement", "judge", "judge_file", "judgements_to_json", "report"]

FAULTS_SHOWN = 20

LISTS_OF_SQUARES = ("algebraic", "coordinates", "moves")
"""Forms of a tour that do not show the board."""


@dataclass(frozen=True)
class Judgement:
    """What the verifier says of one tour.

    Parameters
    ----------
    problem : what it was held against
    tour : the tour, if it has no fault
    faults : its faults
    kind_known : whether somebody has said which kind it is meant to be
    inferred : whether its board was guessed from a list of squares
    reading : what stands in the file
    description : what the metrics say of it, if that is asked for and it has no fault
    """

    problem: TourProblem
    tour: Tour | None
    faults: Sequence[Fault]
    kind_known: bool
    inferred: bool
    reading: Reading
    description: Description | None = None

    @property
    def valid(self) -> bool:
        """Whether it has no fault."""
        return self.tour is not None

    @property
    def re_entrant(self) -> bool:
        """Whether it is an open tour whose ends are a move apart."""
        return self.tour is not None and not self.tour.closed and closes(self.tour)

    @property
    def attempt(self) -> Tour | None:
        """The squares in the order of their numbers, right or wrong; None if there is no such order."""
        numbering = numbering_of(self.problem, self.reading.answer)
        count = len(numbering.vertices)
        whole = not len(numbering.misplaced) and np.array_equal(numbering.numbers, np.arange(1, count + 1))
        return Tour(self.problem, numbering.vertices) if whole and count else None

    def described(self) -> Judgement:
        """The same with a description; of the closed tour, if no kind was asked for and it closes."""
        tour = self.tour
        if tour is None:
            return self
        if self.re_entrant and not self.kind_known:
            tour = Tour(replace(self.problem, kind=Kind.CLOSED, end=None), tour.order)
        return replace(self, description=describe(tour))


def judge_file(
    file: str, question: Question, kind: Kind | None, first_number: int | None
) -> list[Judgement]:
    """What the verifier says of every tour of a file.

    Raises
    ------
    InputError : for a file that cannot be read, or a question that makes no sense
    """
    return judge(read_file(file), "standard input" if file == "-" else file, question, kind, first_number)


def judge(
    data: bytes, source: str, question: Question, kind: Kind | None, first_number: int | None
) -> list[Judgement]:
    """The same of what a file holds.

    Parameters
    ----------
    data : what it holds
    source : its name, for messages
    question, kind, first_number : what the options say
    """
    expected: dict[str, Any] = {"kind": kind or Kind.OPEN, "first_number": first_number, "source": source}
    readings = read_tours(data, **expected, **question.known())
    return [_judged(reading, question, kind) for reading in readings]


def _judged(reading: Reading, question: Question, kind: Kind | None) -> Judgement:
    problem = question.problem(reading.space, kind or reading.kind or Kind.OPEN)
    known = (kind or reading.kind) is not None
    inferred = not question.names_space and reading.form in LISTS_OF_SQUARES
    try:
        tour = verified(problem, reading.answer)
    except VerificationError as error:
        return Judgement(problem, None, error.faults, known, inferred, reading)
    return Judgement(problem, tour, (), known, inferred, reading)


def judgements_to_json(judgements: Sequence[Judgement]) -> dict[str, Any]:
    """One object for one tour; for several, an object whose `tours` are these."""
    listed = [_to_json(judgement) for judgement in judgements]
    if len(listed) == 1:
        return listed[0]
    valid = [judgement.valid for judgement in judgements]
    return {"valid": all(valid), "count": len(valid), "invalid": valid.count(False), "tours": listed}


def _to_json(judgement: Judgement) -> dict[str, Any]:
    """Without a kind asked for, a tour whose ends are adjacent counts as the closed tour that it is too."""
    kind = Kind.CLOSED.value if judgement.re_entrant and not judgement.kind_known else None
    data = faults_to_json(judgement.problem, judgement.faults, kind)
    tour = judgement.tour
    ends = (None, None) if tour is None else (tour.start, tour.end)
    first, last = (None if end is None else vertex_to_json(judgement.problem, end) for end in ends)
    data |= {"re_entrant": judgement.re_entrant, "first": first, "last": last}
    if judgement.description is not None:
        data["description"] = description_to_json(judgement.description)
    return data


def report(judgements: Sequence[Judgement]) -> Iterator[str]:
    """The lines that say it to people."""
    several = len(judgements) > 1
    for number, judgement in enumerate(judgements, start=1):
        label = f"tour {number}: " if several else ""
        yield label + (_praise(judgement) if judgement.valid else _blame(judgement))
        yield from (f"  {fault}" for fault in judgement.faults[:FAULTS_SHOWN])
        if len(judgement.faults) > FAULTS_SHOWN:
            yield f"  and {len(judgement.faults) - FAULTS_SHOWN:,} more"
        if judgement.description is not None:
            yield from (f"  {line}" for line in judgement.description.lines())
    if several:
        wrong = sum(not judgement.valid for judgement in judgements)
        yield f"{len(judgements):,} tours: {len(judgements) - wrong:,} valid, {wrong:,} invalid"


def _praise(judgement: Judgement) -> str:
    tour, name = judgement.tour, judgement.problem.vertices.name
    assert tour is not None
    ends = f"{name(tour.start)} to {name(tour.end)}"
    kind = str(judgement.problem.kind)
    if judgement.re_entrant:
        kind = "open (ends adjacent: re-entrant)"
    closing = (
        "; as a closed tour it is valid too" if judgement.re_entrant and not judgement.kind_known else ""
    )
    return f"valid: {kind} tour of {judgement.problem.space_name}, {ends}{closing}"


def _blame(judgement: Judgement) -> str:
    inferred = " (as inferred; --board names another)" if judgement.inferred else ""
    what = f"{judgement.problem.kind} tour of {judgement.problem.space_name}{inferred}"
    return f"invalid: {counted(len(judgement.faults), 'fault')} as {with_article(what)}"
