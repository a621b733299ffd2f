"""`knight-models tours`: every tour, or the first few."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import closing
from typing import IO, TYPE_CHECKING

from knight_models.cli.different import Wanted, check_panels, list_different
from knight_models.cli.messages import counted
from knight_models.cli.options import (
    INPUT,
    OUTPUT,
    TOUR,
    board_options,
    command,
    first_number_option,
    limit_options,
    option,
    output_options,
    question_options,
    refuse_unused,
    solver_option,
)
from knight_models.cli.output import Output, tour_writer
from knight_models.cli.parameters import InputFile, WholeNumber
from knight_models.cli.published import published_for
from knight_models.cli.sampled import list_sample
from knight_models.cli.signals import Finished
from knight_models.cli.terminal import EXIT_CODES, ExitCode, ProgressLine, tell

if TYPE_CHECKING:
    from knight_models.cli.question import Question
    from knight_models.core.limits import Limits
    from knight_models.core.tour import Tour
    from knight_models.solvers.base import Solver
    from knight_models.tasks.listing import TourStream


SOLVERS_THAT_LIST = ("auto", "cpsat", "cutset", "depth-first", "symmetric")
"""Our solvers that list tours: the help text does not load them to find out."""

ABOUT_SEARCHES = ("solver", "seconds", "steps", "seed", "workers")


@command(
    "knight-models tours 5x5 --start a1 --limit 10",
    "knight-models tours 3x10 --closed --up-to-symmetry",
    "knight-models tours 6x6 --closed --sample 10 --seed 1",
    "knight-models tours 3x4 --directed --output tours.txt",
    "knight-models tours 3x4 --read tours.txt",
)
@board_options()
@question_options()
@option(
    "--limit", type=WholeNumber(1), section=OUTPUT, usual="all", help="Number of tours to list, such as 10."
)
@option("--directed", is_flag=True, section=TOUR, help="List a tour and its reverse as two tours.")
@option(
    "--up-to-symmetry",
    is_flag=True,
    section=TOUR,
    help="List one of the tours that are rotations or reflections of each other.",
)
@option(
    "--sample",
    type=WholeNumber(1),
    section=OUTPUT,
    help="Do not list: draw this number of tours at random, such as 10, each with the same probability. "
    "--seed draws others.",
)
@option(
    "--read",
    type=InputFile(),
    multiple=True,
    section=INPUT,
    help="Do not search: check the tours in a file such as tours.txt, and list those that are different. "
    "May be repeated. The file - is standard input.",
)
@first_number_option()
@solver_option(
    "Solver to use, such as depth-first, or cpsat:formulation=mtz with an option.",
    names=lambda: SOLVERS_THAT_LIST,
)
@limit_options()
@output_options("tours", json="alone", example="tours.csv")
def tours(
    question: Question,
    limit: int | None,
    directed: bool,
    up_to_symmetry: bool,
    sample: int | None,
    read: tuple[str, ...],
    first_number: int | None,
    solver: Solver,
    limits: Limits,
    output: Output,
) -> int:
    """List the tours, and report whether these are all.

    Each tour is one line, if no other format is chosen. A tour and its reverse count as one tour, except
    with --directed, and for open tours with --start or --end. If the time or step limit ends the search,
    the tours found so far are written, and the exit code is 3. With --read, the exit code
    is 1 if a tour in the files is wrong.
    """
    if question.space.graph is not None:
        output = output.without_grid()
    if output.picture:
        check_panels(limit)
    if read:
        refuse_unused([*ABOUT_SEARCHES, "sample"], "tours are read from a file, not searched for")
        return list_different(read, question, first_number, Wanted(directed, up_to_symmetry, limit), output)
    refuse_unused(["first_number"], "no file of tours is named by --read")
    [problem] = question.problems()
    if sample is not None:
        refuse_unused(
            ["solver", "limit", "directed", "up_to_symmetry", "workers"], "tours are drawn, not listed"
        )
        return list_sample(problem, sample, limits, output)

    from knight_models.solvers.base import solver_label
    from knight_models.tasks.listing import iter_tours  # loads numpy, which --help does without

    published = published_for(problem, directed=directed, up_to_symmetry=up_to_symmetry)
    with ProgressLine(solver_label(solver)) as progress:
        stream = iter_tours(
            problem,
            solver,
            limits=limits,
            directed=directed,
            up_to_symmetry=up_to_symmetry,
            progress=progress,
        )
        if published is not None and not output.picture:
            classes = " up to symmetry" if up_to_symmetry else ""
            with progress.hidden():
                tell(f"published: {counted(published.count, 'tour')}{classes} ({published.source})")
        with closing(stream):
            listing = _Listing(stream, limit, up_to_symmetry)
            if output.form == "json":
                with output.opened() as target:
                    _write_json(listing, limits, target)
            elif output.picture:
                _draw(listing, output)
            elif listing.find():
                with output.opened() as target:
                    _write_text(listing, output.form, target, progress)
    sys.stdout.flush()
    unwritten = output.path is not None and output.form != "json" and not listing.count
    tell(_summary(listing) + (f"; nothing is written to {output.path}" if unwritten else ""))
    return _exit_code(listing)


class _Listing:
    """The tours of a stream up to `--limit`. Ctrl-C ends it, and what was listed is kept.

    `count` is the number of tours that were used.
    """

    def __init__(self, stream: TourStream, limit: int | None, up_to_symmetry: bool) -> None:
        self.stream = stream
        self.up_to_symmetry = up_to_symmetry
        self.count = 0
        self.interrupted = False
        self._limit = limit
        self._next: Tour | None = None

    def find(self) -> bool:
        """Whether there is another tour."""
        if self._next is None and not self.interrupted and self.count != self._limit:
            try:
                self._next = next(self.stream, None)
            except KeyboardInterrupt:
                self.interrupted = True
        return self._next is not None

    def each(self, use: Callable[[Tour], object]) -> None:
        """Call a function with the tours as they come; Ctrl-C waits for the end of a call."""
        try:
            while self.find():
                with Finished():
                    tour, self._next = self._next, None
                    assert tour is not None
                    use(tour)
                    self.count += 1
        except KeyboardInterrupt:
            self.interrupted = True

    @property
    def complete(self) -> bool:
        """Whether these are all tours."""
        return self.stream.end is not None and self.stream.end.complete and not self.interrupted

    @property
    def reason(self) -> str | None:
        """Why the list is not complete; None if it is, or if `--limit` ended it."""
        if self.interrupted:
            return "interrupted"
        return self.stream.end.reason if self.stream.end else None


def _draw(listing: _Listing, output: Output) -> None:
    """Draw the tours side by side, if there are any; without a limit, their number shows only now."""
    tours: list[Tour] = []

    def collect(tour: Tour) -> None:
        tours.append(tour)
        check_panels(len(tours))

    listing.each(collect)
    if tours:
        output.draw(tours)


def _write_text(listing: _Listing, form: str, target: IO[str], progress: ProgressLine) -> None:
    """Write the tours as they come."""
    write_tour = tour_writer(form, target)

    def write(tour: Tour) -> None:
        with progress.hidden():
            write_tour(tour)

    listing.each(write)


def _write_json(listing: _Listing, limits: Limits, target: IO[str]) -> None:
    """Write one object at the end: a result, with `tours` in place of its tour and evidence.

    Until then the tours are kept as text, which takes the least memory.
    """
    from knight_models.core.result import SolveResult, Statistics, Status
    from knight_models.formats import result_to_json, vertex_to_json
    from knight_models.solvers.base import options_of

    texts: list[str] = []
    problem, solver = listing.stream.problem, listing.stream.solver
    listing.each(lambda tour: texts.append(json.dumps([vertex_to_json(problem, each) for each in tour])))
    end = listing.stream.end
    statistics = end.statistics if end else Statistics()
    options, status = options_of(solver), Status(_status(listing))
    result = SolveResult(
        status, problem, statistics=statistics, solver=solver.name, options=options, limits=limits
    )
    data = result_to_json(result)
    for name in ("tour", "evidence", "answered_by"):
        del data[name]
    data |= {"up_to_symmetry": listing.up_to_symmetry, "reason": listing.reason}
    data |= {"count": listing.count, "complete": listing.complete}
    target.write(json.dumps(data)[:-1] + f', "tours": [{", ".join(texts)}]}}\n')


def _status(listing: _Listing) -> str:
    """The status as of a result: found, impossible (the list is complete and empty) or unknown."""
    if listing.count:
        return "found"
    return "impossible" if listing.complete else "unknown"


def _exit_code(listing: _Listing) -> ExitCode:
    """That of the status, unless something other than `--limit` ended the list early."""
    if listing.interrupted:
        return ExitCode.INTERRUPTED
    cut = listing.stream.end is not None and not listing.complete
    return ExitCode.UNKNOWN if cut else EXIT_CODES[_status(listing)]


def _summary(listing: _Listing) -> str:
    """How many tours were listed, and whether these are all."""
    if listing.stream.problem.given:
        return _completions(listing)
    count = listing.count
    tours = counted(count, "tour") + (" up to symmetry" if listing.up_to_symmetry else "")
    if listing.complete:
        return f"{tours}, all of them" if count else "no tour: the search is complete"
    if listing.reason is None:
        return f"--limit reached: {tours}, there may be more"
    return f"{_why(listing.reason)}: {tours} so far"


def _completions(listing: _Listing) -> str:
    """How many ways to complete a partly numbered board are known."""
    count = listing.count
    completions = "one completion" if count == 1 else counted(count, "completion")
    if listing.complete:
        return f"exactly {completions}" if count else "no completion: no tour fits the given numbers"
    if listing.reason is None:
        return f"at least {completions}"
    return f"{_why(listing.reason)}: {f'at least {completions}' if count else 'no completion so far'}"


def _why(reason: str) -> str:
    """Why the list ended early: "time limit reached", "interrupted", or a solver's own reason."""
    return f"{reason} reached" if reason.endswith("limit") else reason
