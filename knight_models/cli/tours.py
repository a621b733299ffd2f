"""`knight-models tours`: every tour, or the first few."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from contextlib import closing
from itertools import chain, islice
from typing import IO, TYPE_CHECKING, Annotated

import typer

from knight_models.cli import options
from knight_models.cli.exits import EXIT_CODES
from knight_models.cli.options import limits_of, whole_number
from knight_models.cli.output import check_place, is_binary, is_picture, named_format, opened, write_drawing
from knight_models.cli.progress import ProgressLine
from knight_models.cli.question import Question, kinds_of
from knight_models.cli.streams import tell
from knight_models.cli.words import counted
from knight_models.core.errors import OptionError
from knight_models.core.problem import Kind
from knight_models.formats import LISTING, formats_that_write

if TYPE_CHECKING:
    from knight_models.core.limits import Limits
    from knight_models.core.tour import Tour
    from knight_models.tasks.listing import TourStream

__all__ = ["tours"]


def tours(
    board: options.Board = None,
    closed: options.Closed = False,
    kind: options.KindName = None,
    start: options.Start = None,
    end: options.End = None,
    require: options.Require = None,
    forbid: options.Forbid = None,
    given: options.GivenFile = None,
    limit: Annotated[str | None, typer.Option(metavar="N", help="Stop after so many tours.")] = None,
    directed: Annotated[
        bool, typer.Option("--directed", help="List a tour and its reverse as two.")
    ] = False,
    solver: options.SolverName = "auto",
    seconds: options.Seconds = "60",
    steps: options.Steps = None,
    seed: options.Seed = "0",
    workers: options.Workers = "1",
    format_name: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="NAME",
            help=f"{', '.join(formats_that_write(LISTING))}; algebraic if none is named.",
        ),
    ] = None,
    output: options.OutputFile = None,
    as_json: options.Json = False,
    leap: options.Leap = None,
    holes: options.Holes = None,
    wrap: options.Wrap = None,
    map_file: options.MapFile = None,
    graph: options.GraphFile = None,
) -> int:
    """List tours, one a line; say at the end whether these are all.

    A tour and its reverse are one, unless an end is fixed.
    """
    limits = limits_of(seconds, steps, seed, workers)
    if as_json and (output is not None or format_name not in (None, "json")):
        raise OptionError("--json takes standard output; for a file, write --format json --output FILE")
    form = _listing_format("json" if as_json else format_name, output, graph)
    at_most = None if limit is None else whole_number("--limit", limit, 1)
    question = Question(board, map_file, graph, leap, holes, wrap, start, end, require, forbid, given)
    kinds = kinds_of(kind, closed) or [Kind.OPEN]
    if is_picture(form):
        _check_panels(at_most)
    check_place(form, output, binary=is_binary(form))
    [problem] = question.problems(kinds)

    from knight_models.tasks.listing import iter_tours  # loads numpy, which --help does without

    with ProgressLine(solver) as progress:
        stream = iter_tours(problem, solver, limits=limits, directed=directed, progress=progress)
        with closing(stream):
            if form == "json":
                with opened(output) as target:
                    _write_json(stream, at_most, limits, target)
            elif is_picture(form):
                _draw(stream, at_most, form, output)
            elif (first := next(stream, None)) is not None:
                with opened(output) as target:
                    _write_text(chain([first], stream), at_most, form, target, progress)
    sys.stdout.flush()
    unwritten = f"; nothing is written to {output}" if output is not None and form != "json" else ""
    tell(_summary(stream) + ("" if stream.count else unwritten))
    return EXIT_CODES[_status(stream)]


def _listing_format(name: str | None, output: str | None, graph: str | None) -> str:
    form = named_format(name, output, formats_that_write(LISTING), "algebraic")
    if form == "grid" and graph is not None:
        raise OptionError("a tour of a graph has no number grid; list it as algebraic or json")
    return form


def _check_panels(limit: int | None) -> None:
    from knight_models.draw.panels import MOST_PANELS

    if limit is not None and limit > MOST_PANELS:
        raise OptionError(f"a picture shows at most {MOST_PANELS} tours; ask for --limit {MOST_PANELS}")


def _draw(stream: TourStream, limit: int | None, form: str, output: str | None) -> None:
    """The tours side by side, if there is one, and not too many, which shows only when they come."""
    from knight_models.draw.panels import MOST_PANELS

    listed = stream.take(MOST_PANELS + 1 if limit is None else limit)
    if len(listed) > MOST_PANELS:
        _check_panels(len(listed))
    if listed:
        write_drawing(listed, form, output)


def _write_text(
    tours: Iterable[Tour], limit: int | None, form: str, target: IO[str], progress: ProgressLine
) -> None:
    """The tours as they come; grids apart by more empty lines than their layers are."""
    from knight_models.formats import write_tour

    for number, tour in enumerate(islice(tours, limit)):
        board = tour.problem.board
        gap = "\n" * max(1, board.ndim - 1) if board is not None and form == "grid" else ""
        progress.erase()
        target.write(gap if number else "")
        write_tour(tour, form, target)


def _write_json(stream: TourStream, limit: int | None, limits: Limits, target: IO[str]) -> None:
    """One object at the end: a result, with `tours` in place of its tour and evidence.

    Until then the tours wait as text, which takes the least memory.
    """
    from knight_models.core.result import SolveResult, Statistics, Status
    from knight_models.formats import result_to_json, vertex_to_json
    from knight_models.solvers.base import options_of

    problem, solver = stream.problem, stream.solver
    texts = [
        json.dumps([vertex_to_json(problem, vertex) for vertex in tour]) for tour in islice(stream, limit)
    ]
    end = stream.end
    statistics = end.statistics if end else Statistics()
    options, status = options_of(solver), Status(_status(stream))
    result = SolveResult(
        status, problem, statistics=statistics, solver=solver.name, options=options, limits=limits
    )
    data = result_to_json(result)
    for name in ("tour", "evidence", "answered_by"):
        del data[name]
    data |= {"reason": end and end.reason, "count": stream.count, "complete": bool(end and end.complete)}
    target.write(json.dumps(data)[:-1] + f', "tours": [{", ".join(texts)}]}}\n')


def _status(stream: TourStream) -> str:
    """As of a result: found, impossible (the list is complete, and empty) or unknown."""
    if stream.count:
        return "found"
    return "impossible" if stream.end is not None and stream.end.complete else "unknown"


def _summary(stream: TourStream) -> str:
    """How many tours there were, and whether these are all."""
    if stream.problem.given:
        return _completions(stream)
    tours = counted(stream.count, "tour")
    if stream.end is None:
        return f"{tours}, as many as asked for; there may be more"
    if not stream.end.complete:
        return f"{stream.end.reason} reached: {tours} so far"
    return f"{tours}, all of them" if stream.count else "no tour: the search is complete"


def _completions(stream: TourStream) -> str:
    """How many ways there are to complete a partly numbered board, as far as they are known."""
    count = stream.count
    if stream.end is not None and stream.end.complete:
        return f"exactly {_completion(count)}" if count else "none: no tour carries the given numbers"
    if stream.end is not None and not count:
        return f"{stream.end.reason} reached: no completion so far"
    reached = f"{stream.end.reason} reached: " if stream.end is not None else ""
    return f"{reached}at least {_completion(count)}"


def _completion(count: int) -> str:
    return "one completion" if count == 1 else counted(count, "completion")
