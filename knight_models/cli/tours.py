"""`knight-models tours`: every tour, or the first few."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from contextlib import closing
from itertools import chain, islice
from typing import IO, TYPE_CHECKING

from knight_models.cli.messages import counted
from knight_models.cli.options import (
    board_options,
    command,
    limit_options,
    option,
    output_options,
    question_options,
    solver_option,
)
from knight_models.cli.output import Output
from knight_models.cli.parameters import WholeNumber
from knight_models.cli.terminal import EXIT_CODES, ProgressLine, tell
from knight_models.core.errors import OptionError

if TYPE_CHECKING:
    from knight_models.cli.question import Question
    from knight_models.core.limits import Limits
    from knight_models.core.tour import Tour
    from knight_models.solvers.base import Solver
    from knight_models.tasks.listing import TourStream


@command("knight-models tours 5x5 --start a1 --limit 10")
@board_options()
@question_options()
@option("--limit", type=WholeNumber(1), help="Stop after N tours.")
@option("--directed", is_flag=True, help="List a tour and its reverse as two tours.")
@solver_option()
@limit_options()
@output_options("tours", json="alone")
def tours(
    question: Question,
    limit: int | None,
    directed: bool,
    solver: Solver,
    limits: Limits,
    output: Output,
) -> int:
    """List tours, one a line; report at the end whether these are all.

    A tour and its reverse count as one, unless an end is fixed.
    """
    if question.space.graph is not None:
        output = output.without_grid()
    if output.picture:
        _check_panels(limit)
    [problem] = question.problems()

    from knight_models.solvers.base import solver_label
    from knight_models.tasks.listing import iter_tours  # loads numpy, which --help does without

    with ProgressLine(solver_label(solver)) as progress:
        stream = iter_tours(problem, solver, limits=limits, directed=directed, progress=progress)
        with closing(stream):
            if output.form == "json":
                with output.opened() as target:
                    _write_json(stream, limit, limits, target)
            elif output.picture:
                _draw(stream, limit, output)
            elif (first := next(stream, None)) is not None:
                with output.opened() as target:
                    _write_text(chain([first], stream), limit, output.form, target, progress)
    sys.stdout.flush()
    unwritten = output.path is not None and output.form != "json" and not stream.count
    tell(_summary(stream) + (f"; nothing is written to {output.path}" if unwritten else ""))
    return EXIT_CODES[_status(stream)]


def _check_panels(limit: int | None) -> None:
    from knight_models.draw.panel import MOST_PANELS

    if limit is not None and limit > MOST_PANELS:
        raise OptionError(f"a picture shows at most {MOST_PANELS} tours; add --limit {MOST_PANELS}")


def _draw(stream: TourStream, limit: int | None, output: Output) -> None:
    """Draw the tours side by side, if there are any; without a limit, their number shows only now."""
    from knight_models.draw.panel import MOST_PANELS

    listed = stream.take(MOST_PANELS + 1 if limit is None else limit)
    _check_panels(len(listed))
    if listed:
        output.draw(listed)


def _write_text(
    tours: Iterable[Tour], limit: int | None, form: str, target: IO[str], progress: ProgressLine
) -> None:
    """Write the tours as they come; between two grids are more empty lines than between two layers."""
    from knight_models.formats import write_tour
    from knight_models.formats.csv import write_csv_line

    for number, tour in enumerate(islice(tours, limit)):
        board = tour.problem.board
        gap = "\n" * max(1, board.ndim - 1) if board is not None and form == "grid" else ""
        with progress.hidden():
            target.write(gap if number else "")
            if form == "csv":
                write_csv_line(tour, target)
            else:
                write_tour(tour, form, target)


def _write_json(stream: TourStream, limit: int | None, limits: Limits, target: IO[str]) -> None:
    """Write one object at the end: a result, with `tours` in place of its tour and evidence.

    Until then the tours are kept as text, which takes the least memory.
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
    """The status as of a result: found, impossible (the list is complete and empty) or unknown."""
    if stream.count:
        return "found"
    return "impossible" if stream.end is not None and stream.end.complete else "unknown"


def _summary(stream: TourStream) -> str:
    """How many tours were listed, and whether these are all."""
    if stream.problem.given:
        return _completions(stream)
    tours = counted(stream.count, "tour")
    if stream.end is None:
        return f"--limit reached: {tours}, there may be more"
    if not stream.end.complete:
        return f"{stream.end.reason} reached: {tours} so far"
    return f"{tours}, all of them" if stream.count else "no tour: the search is complete"


def _completions(stream: TourStream) -> str:
    """How many ways to complete a partly numbered board are known."""
    count = stream.count
    completions = "one completion" if count == 1 else counted(count, "completion")
    if stream.end is None:
        return f"at least {completions}"
    if stream.end.complete:
        return f"exactly {completions}" if count else "no completion: no tour fits the given numbers"
    return f"{stream.end.reason} reached: {f'at least {completions}' if count else 'no completion so far'}"
