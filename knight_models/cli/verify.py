"""`knight-models verify`: what a tour in a file is, or what is wrong with it."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import click

from knight_models.cli.messages import counted, kind_of, with_article
from knight_models.cli.options import (
    INPUT,
    OUTPUT,
    Argument,
    board_options,
    command,
    first_number_option,
    json_option,
    option,
    question_options,
    refuse_unused,
)
from knight_models.cli.parameters import InputFile
from knight_models.cli.terminal import ExitCode, ProgressLine
from knight_models.core.errors import FormatError, OptionError, VerificationError
from knight_models.core.problem import Kind

if TYPE_CHECKING:
    from knight_models.cli.question import Question
    from knight_models.core.fault import Fault
    from knight_models.core.problem import TourProblem
    from knight_models.core.tour import Tour
    from knight_models.formats import Reading
    from knight_models.theory.metrics import Description
    from knight_models.verifier import Misprint

FAULTS_SHOWN = 20

LISTS_OF_SQUARES = ("algebraic", "coordinates", "moves")
"""Forms of a tour that do not show the board."""


@command(
    "knight-models solve 8x8 --closed --output tour.txt",
    "knight-models verify tour.txt",
    "knight-models verify tour.txt --board 8x8 --closed --describe",
)
@click.argument(
    "files", metavar="FILE", type=InputFile(), cls=Argument, nargs=-1,
    text="File with tours, such as tour.txt: number grids, lists of squares, JSON and others. May be "
    "repeated. The file - is standard input.",
)  # fmt: skip
@board_options(
    argument=False, text="Size of the board: rows x columns, such as 8x8.", usual="recognised from the file"
)
@question_options(usual="recognised from the file")
@first_number_option()
@option(
    "--describe", is_flag=True, section=OUTPUT,
    help="Report turns, crossings, angles, sums and symmetry of each tour.",
)  # fmt: skip
@option(
    "--evidence", type=InputFile(), section=INPUT,
    help="Check evidence that there is no tour, in a file such as proof.json that solve --json wrote.",
)  # fmt: skip
@json_option()
def verify(
    files: tuple[str, ...],
    question: Question,
    first_number: int | None,
    describe: bool,
    evidence: str | None,
    as_json: bool,
) -> int:
    """Check the tours in files, or the evidence that there is no tour.

    A tour is checked by its definition, without any of the solvers. If no kind is given, the report names
    the kind. A file of evidence names its problem, so --evidence allows no option about it. Evidence of the
    types Exhausted and SolverClaim cannot be checked again; the exit code is then 3.
    """
    if evidence is not None:
        options = [param.name for param in click.get_current_context().command.params]
        refuse_unused(
            [name for name in options if name not in ("evidence", "as_json")],
            "the file of --evidence names its problem itself",
        )
        return _verify_evidence(evidence, as_json)
    if not files:
        raise OptionError("name a FILE of tours (- reads standard input), or give --evidence FILE")
    if files.count("-") + (question.given == "-") > 1:
        raise OptionError("standard input (-) can be read once only")
    with ProgressLine("verify"):
        if len(files) == 1:
            verdicts = [_Verdict(files[0], _judgements(files[0], question, first_number, describe))]
        else:
            verdicts = [_verdict(file, question, first_number, describe) for file in files]
    if as_json:
        _write_json(_verdicts_to_json(verdicts))
    else:
        for verdict in verdicts:
            verdict.write("" if len(verdicts) == 1 else f"{source_of(verdict.file)}: ")
    return max(verdict.code for verdict in verdicts)


@dataclass(frozen=True)
class _Verdict:
    """What became of one file.

    Parameters
    ----------
    file : its name
    judgements : of its tours
    error : why it cannot be read, where several files are judged
    """

    file: str
    judgements: Sequence[Judgement] = ()
    error: str | None = None

    @property
    def code(self) -> ExitCode:
        """The exit code that it asks for; of several files, the largest is the worst."""
        if self.error is not None:
            return ExitCode.USAGE
        return ExitCode.OK if all(judgement.valid for judgement in self.judgements) else ExitCode.NO

    def write(self, name: str) -> None:
        """Write its report, each verdict after this name; an error to standard error."""
        if self.error is not None:
            sys.stdout.flush()
            sys.stderr.write(f"error: {self.error}\n")
        for line in report(self.judgements):
            sys.stdout.write(f"{line}\n" if line.startswith(" ") else f"{name}{line}\n")


def _judgements(file: str, question: Question, first_number: int | None, describe: bool) -> list[Judgement]:
    from knight_models.formats import read_file

    judgements = judge(read_file(file), source_of(file), question, first_number)
    return [judgement.described() for judgement in judgements] if describe else judgements


def _verdict(file: str, question: Question, first_number: int | None, describe: bool) -> _Verdict:
    """The verdict on one of several files: one that cannot be read does not keep the others from theirs."""
    try:
        return _Verdict(file, _judgements(file, question, first_number, describe))
    except FormatError as error:
        return _Verdict(file, error=str(error))


def _verdicts_to_json(verdicts: Sequence[_Verdict]) -> dict[str, Any]:
    """The object of one file; for several, an object whose `files` are these, each with its name."""
    if len(verdicts) == 1:
        return _judgements_to_json(verdicts[0].judgements)
    listed = [
        {"file": source_of(verdict.file)}
        | (
            {"error": verdict.error}
            if verdict.error is not None
            else _judgements_to_json(verdict.judgements)
        )
        for verdict in verdicts
    ]
    right = [verdict.code is ExitCode.OK for verdict in verdicts]
    return {"valid": all(right), "count": len(right), "invalid": right.count(False), "files": listed}


def _verify_evidence(file: str, as_json: bool) -> int:
    from knight_models.formats import faults_to_json, read_evidence, read_file
    from knight_models.verifier import faults

    with ProgressLine("verify"):
        problem, evidence = read_evidence(read_file(file), source=source_of(file))
        found = faults(problem, evidence) if evidence.checkable else []
    if not evidence.checkable:
        reason = f"{evidence.type} is known, but cannot be re-checked, only reproduced: {evidence.summary}"
        verdict = {"valid": None, "evidence": evidence.type, "reason": reason}
        if as_json:
            _write_json(faults_to_json(problem, found) | verdict)
        else:
            sys.stdout.write(f"unknown: whether there is {with_article(str(problem))}\n  {reason}\n")
        return ExitCode.UNKNOWN
    if as_json:
        _write_json(faults_to_json(problem, found) | {"evidence": evidence.type})
    elif found:
        sys.stdout.write(f"invalid: this does not show that there is no {problem}\n")
        sys.stdout.writelines(f"  {fault}\n" for fault in found)
    else:
        sys.stdout.write(
            f"valid: there is no {problem}\nevidence ({evidence.type}): {evidence.explain(problem)}\n"
        )
    return ExitCode.NO if found else ExitCode.OK


def source_of(file: str) -> str:
    """What messages call a file."""
    return "standard input" if file == "-" else file


def _write_json(data: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(data) + "\n")


@dataclass(frozen=True)
class Judgement:
    """What the verifier found out about one tour.

    Parameters
    ----------
    problem : the problem that it was checked against
    tour : the tour, if it has no fault
    faults : its faults
    kind_known : whether an option or the file names the kind
    inferred : whether its board was inferred from a list of squares
    reading : what the file contains
    description : its metrics, for a valid tour with `--describe`
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
        """Whether it is an open tour whose ends are adjacent."""
        from knight_models.verifier import closes

        return self.tour is not None and not self.tour.closed and closes(self.tour)

    @property
    def closed_too(self) -> bool:
        """Whether it is a closed tour as well, and no kind is named that forbids this."""
        return self.re_entrant and not self.kind_known

    @cached_property
    def misprint(self) -> Misprint | None:
        """The one number of a grid that, put right, makes it a tour."""
        from knight_models.verifier import misprint_of

        return None if self.valid else misprint_of(self.problem, self.reading.answer)

    @property
    def attempt(self) -> Tour | None:
        """The squares in the order of their numbers, right or wrong; None if there is no such order."""
        from knight_models.verifier import attempted_tour

        return attempted_tour(self.problem, self.reading.answer)

    def described(self) -> Judgement:
        """The same with a description, of the closed tour if it is one too."""
        from knight_models.core.tour import Tour
        from knight_models.theory.metrics import describe

        tour = self.tour
        if tour is None:
            return self
        if self.closed_too:
            tour = Tour(replace(self.problem, kind=Kind.CLOSED, end=None), tour.order)
        return replace(self, description=describe(tour))


def judge(data: bytes, source: str, question: Question, first_number: int | None) -> list[Judgement]:
    """What the verifier finds out about every tour of a file.

    Parameters
    ----------
    data : the contents of the file
    source : its name, for messages
    question, first_number : the values of the options

    Raises
    ------
    InputError : for a file that cannot be read, or a question that makes no sense
    """
    from knight_models.formats import read_tours

    readings = read_tours(
        data,
        kind=question.named_kind,
        first_number=first_number,
        source=source,
        **question.known(),
    )
    return [_judged(reading, question) for reading in readings]


def _judged(reading: Reading, question: Question) -> Judgement:
    from knight_models.verifier import verify as verified

    kind = question.named_kind or reading.kind
    problem = question.problem(reading.space, kind or Kind.OPEN)
    inferred = not question.names_space and reading.form in LISTS_OF_SQUARES
    try:
        tour = verified(problem, reading.answer)
    except VerificationError as error:
        return Judgement(problem, None, error.faults, kind is not None, inferred, reading)
    return Judgement(problem, tour, (), kind is not None, inferred, reading)


def _judgements_to_json(judgements: Sequence[Judgement]) -> dict[str, Any]:
    """One object for one tour; for several, an object whose `tours` are these."""
    listed = [_to_json(judgement) for judgement in judgements]
    if len(listed) == 1:
        return listed[0]
    valid = [judgement.valid for judgement in judgements]
    return {"valid": all(valid), "count": len(valid), "invalid": valid.count(False), "tours": listed}


def _to_json(judgement: Judgement) -> dict[str, Any]:
    from knight_models.formats import description_to_json, faults_to_json, vertex_to_json

    kind = Kind.CLOSED.value if judgement.closed_too else None
    data = faults_to_json(judgement.problem, judgement.faults, kind)
    tour = judgement.tour
    ends = (None, None) if tour is None else (tour.start, tour.end)
    first, last = (None if end is None else vertex_to_json(judgement.problem, end) for end in ends)
    data |= {"re_entrant": judgement.re_entrant, "first": first, "last": last}
    if judgement.misprint is not None:
        misprint = judgement.misprint
        data["misprint"] = {
            "square": list(misprint.square),
            "number": misprint.number,
            "right": misprint.right,
        }
    if judgement.description is not None:
        data["description"] = description_to_json(judgement.description)
    return data


def report(judgements: Sequence[Judgement], *, wrong_only: bool = False) -> Iterator[str]:
    """The lines that report judgements to a reader.

    Parameters
    ----------
    judgements : of one tour, or of several
    wrong_only : whether only the wrong tours are reported, without how many there are
    """
    several = len(judgements) > 1
    for number, judgement in enumerate(judgements, start=1):
        if judgement.valid and wrong_only:
            continue
        label = f"tour {number}: " if several else ""
        yield label + (_valid_line(judgement) if judgement.valid else _invalid_line(judgement))
        yield from (f"  {fault}" for fault in judgement.faults[:FAULTS_SHOWN])
        if len(judgement.faults) > FAULTS_SHOWN:
            yield f"  and {len(judgement.faults) - FAULTS_SHOWN:,} more"
        if judgement.misprint is not None:
            yield f"  {judgement.misprint}"
        if judgement.description is not None:
            yield from (f"  {line}" for line in judgement.description.lines())
    if several and not wrong_only:
        wrong = sum(not judgement.valid for judgement in judgements)
        yield f"{len(judgements):,} tours: {len(judgements) - wrong:,} valid, {wrong:,} invalid"


def _valid_line(judgement: Judgement) -> str:
    tour, name = judgement.tour, judgement.problem.vertices.name
    assert tour is not None
    ends = f"{name(tour.start)} to {name(tour.end)}"
    closing = "; also valid as a closed tour" if judgement.closed_too else ""
    return f"valid: {kind_of(tour)} tour of {judgement.problem.space_name}, {ends}{closing}"


def _invalid_line(judgement: Judgement) -> str:
    inferred = " (the board is inferred; --board names another)" if judgement.inferred else ""
    what = with_article(f"{judgement.problem.kind} tour of {judgement.problem.space_name}")
    return f"invalid: {counted(len(judgement.faults), 'fault')} as {what}{inferred}"
