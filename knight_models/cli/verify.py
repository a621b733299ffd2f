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

__all__ = ["verify"]


def verify(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="Grid, list of squares, JSON, ...; - reads standard input."),
    ],
    board: Annotated[
        str | None, typer.Option(metavar="BOARD", help="The board, where it should not be inferred.")
    ] = None,
    closed: options.Closed = False,
    kind: options.KindName = None,
    start: options.Start = None,
    end: options.End = None,
    require: options.Require = None,
    forbid: options.Forbid = None,
    first_number: options.FirstNumber = None,
    as_json: options.Json = False,
    leap: options.Leap = None,
    holes: options.Holes = None,
    wrap: options.Wrap = None,
    map_file: options.MapFile = None,
    graph: options.GraphFile = None,
) -> int:
    """Judge the tours in a file by the definition alone.

    Without a kind it says which kind the tour is; without a board it infers one.
    """
    asked = kinds_of(kind, closed)
    question = Question(board, map_file, graph, leap, holes, wrap, start, end, require, forbid)

    from knight_models.cli.judging import judge_file, judgements_to_json, report  # loads numpy

    first = None if first_number is None else whole_number("--first-number", first_number)
    with ProgressLine("verify"):
        judgements = judge_file(file, question, asked[0] if asked else None, first)
    if as_json:
        sys.stdout.write(json.dumps(judgements_to_json(judgements)) + "\n")
    else:
        sys.stdout.writelines(f"{line}\n" for line in report(judgements))
    return ExitCode.OK if all(judgement.valid for judgement in judgements) else ExitCode.NO
