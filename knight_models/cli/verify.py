"""`knight-models verify`: what a tour in a file is, or what is wrong with it."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer

from knight_models.cli import options
from knight_models.cli.exits import ExitCode
from knight_models.cli.options import whole_number
from knight_models.cli.progress import ProgressLine
from knight_models.cli.question import Question, kinds_of
from knight_models.core.errors import OptionError

__all__ = ["verify"]


def verify(
    file: Annotated[
        str | None,
        typer.Argument(metavar="FILE", help="Grid, list of squares, JSON, ...; - reads standard input."),
    ] = None,
    board: Annotated[
        str | None, typer.Option(metavar="BOARD", help="The board, where it should not be inferred.")
    ] = None,
    closed: options.Closed = False,
    kind: options.KindName = None,
    start: options.Start = None,
    end: options.End = None,
    require: options.Require = None,
    forbid: options.Forbid = None,
    given: options.GivenFile = None,
    first_number: options.FirstNumber = None,
    describe: Annotated[
        bool,
        typer.Option("--describe", help="Tell turns, crossings, angles, sums and symmetry of each tour."),
    ] = False,
    as_json: options.Json = False,
    leap: options.Leap = None,
    holes: options.Holes = None,
    wrap: options.Wrap = None,
    map_file: options.MapFile = None,
    graph: options.GraphFile = None,
    evidence: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Judge the evidence that there is no tour, as solve --json writes it."
        ),
    ] = None,
) -> int:
    """Judge the tours in a file by the definition alone; or evidence that there is none.

    Without a kind it says which kind the tour is; without a board it infers one. A file of evidence
    says itself of which problem.
    """
    if "" in (file, evidence):
        raise OptionError("FILE is the name of a file, or - for standard input, not ''")
    if evidence is not None:
        said = (
            file,
            board,
            kind,
            start,
            end,
            require,
            forbid,
            given,
            first_number,
            leap,
            holes,
            wrap,
            map_file,
            graph,
        )
        if closed or describe or any(option is not None for option in said):
            raise OptionError(
                "--evidence FILE says itself of which problem; give it without any but --json"
            )
        return _verify_evidence(evidence, as_json)
    if file is None:
        raise OptionError("name a FILE of tours (- reads standard input), or give --evidence FILE")
    asked = kinds_of(kind, closed)
    question = Question(board, map_file, graph, leap, holes, wrap, start, end, require, forbid, given)

    from knight_models.cli.judging import judge_file, judgements_to_json, report  # loads numpy

    first = None if first_number is None else whole_number("--first-number", first_number, 0, 1)
    with ProgressLine("verify"):
        judgements = judge_file(file, question, asked[0] if asked else None, first)
        if describe:
            judgements = [judgement.described() for judgement in judgements]
    if as_json:
        sys.stdout.write(json.dumps(judgements_to_json(judgements)) + "\n")
    else:
        sys.stdout.writelines(f"{line}\n" for line in report(judgements))
    return ExitCode.OK if all(judgement.valid for judgement in judgements) else ExitCode.NO


def _verify_evidence(file: str, as_json: bool) -> int:
    from knight_models.formats import faults_to_json, read_evidence, read_file
    from knight_models.verifier import faults

    source = "standard input" if file == "-" else file
    with ProgressLine("verify"):
        problem, evidence = read_evidence(read_file(file), source=source)
        found = faults(problem, evidence)
    if as_json:
        data = faults_to_json(problem, found) | {"evidence": evidence.type}
        sys.stdout.write(json.dumps(data) + "\n")
    elif found:
        sys.stdout.write(f"invalid: this is no evidence against the {problem}\n")
        sys.stdout.writelines(f"  {fault}\n" for fault in found)
    else:
        sys.stdout.write(f"valid: there is no {problem}\nevidence ({evidence.type}): {evidence.summary}\n")
    return ExitCode.NO if found else ExitCode.OK
