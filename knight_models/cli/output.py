"""Where an answer goes and in which format, settled before any work; and the searches that a page plays.

The formats and the endings that name them come from the table of `knight_models.formats`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import IO, TYPE_CHECKING, Any

from knight_models.core.errors import OptionError, shown
from knight_models.core.limits import Deadline
from knight_models.draw.pictures import check_picture
from knight_models.formats import (
    COMPARISON,
    FORMATS,
    LISTING,
    PICTURE,
    PUZZLE,
    TOUR,
    Format,
    format_of_ending,
    formats_that_write,
)

if TYPE_CHECKING:
    from knight_models.core.limits import Limits
    from knight_models.core.problem import TourProblem
    from knight_models.core.result import SolveResult
    from knight_models.core.tour import Tour
    from knight_models.core.trace import SearchTrace
    from knight_models.solvers.base import Solver

LEAST_FOR_TRACES = 0.5
"""Seconds for the traces where solving has left less; 10,000 events on 8x8 take a tenth."""

WRITTEN = {
    "solve": (TOUR, "grid"),
    "tours": (LISTING, "algebraic"),
    "compare": (COMPARISON, "table"),
    "puzzle": (PUZZLE, "grid"),
    "draw": (PICTURE, "svg"),
}
"""What each command writes, as the table of formats calls it, and in which format without an option."""


TEXT_ENDING = ".txt"
"""The ending of the usual format of each command, where that is text."""


def formats_of(command: str) -> tuple[str, ...]:
    """The formats that a command writes, the usual one first."""
    what, usual = WRITTEN[command]
    return tuple(dict.fromkeys([usual, *formats_that_write(what)]))


@dataclass(frozen=True)
class Output:
    """A format, and the file that is written.

    Parameters
    ----------
    form : the format
    path : the name of the file; None = standard output
    named : whether `--format` names the format
    json_beside : whether a JSON object goes to standard output, beside the file
    """

    form: str
    path: str | None
    named: bool = False
    json_beside: bool = False

    @classmethod
    def chosen(
        cls,
        command: str,
        name: str | None,
        path: str | None,
        *,
        as_json: bool = False,
        beside: bool = False,
    ) -> Output:
        """The output that the options ask for.

        Parameters
        ----------
        command : the name of the command
        name, path : the values of `--format` and `--output`
        as_json : whether `--json` is given
        beside : whether `--json` may stand beside `--output`

        Raises
        ------
        OptionError : for options that contradict each other, or bytes for a terminal
        MissingPackageError : for a picture whose package is not installed
        """
        path = None if path == "-" else path
        if as_json and path is not None and not beside:
            raise OptionError("--json takes standard output; for a file, write --format json --output FILE")
        if as_json and path is None and name not in (None, "json"):
            hint = f"name an --output FILE for the {name}" if beside else "leave one of them out"
            raise OptionError(f"--json takes standard output, as --format {name} does; {hint}")
        what, usual = WRITTEN[command]
        known = formats_that_write(what)
        by_ending = None if path is None else format_of_ending(path, known)
        if path is not None and name is None and by_ending is None:
            _check_ending(path, known, text=what != PICTURE)
        form = name or by_ending or usual
        if as_json and path is None:
            form = "json"
        chosen = cls(form, path, named=name is not None, json_beside=as_json and path is not None)
        chosen._check()
        return chosen

    def _check(self) -> None:
        """Refuse a picture that cannot be drawn, and bytes for a terminal."""
        if self.picture:
            check_picture(self.form)
        if self.path is None and self.binary and sys.stdout.isatty():
            raise OptionError(f"{self.form} is binary, not text for a terminal; name an --output FILE")

    @property
    def picture(self) -> bool:
        """Whether the format is a picture or a page."""
        return self.form in formats_that_write(PICTURE)

    @property
    def binary(self) -> bool:
        """Whether the format is bytes, not text."""
        return any(form.binary for form in FORMATS if form.name == self.form)

    @property
    def written_to(self) -> str:
        """The end of a message that names the file; empty for standard output."""
        return "" if self.path is None else f"; written to {self.path}"

    def without_grid(self) -> Output:
        """The same for a tour of a graph: labels in place of a number grid.

        Raises
        ------
        OptionError : if `--format grid` asks for one
        """
        if self.form != "grid":
            return self
        if self.named:
            raise OptionError("a tour of a graph has no number grid; write it as algebraic, moves or json")
        return replace(self, form="algebraic")

    def check_size(self, what: object) -> None:
        """Refuse more squares than a picture shows or a page plays, before any work.

        Parameters
        ----------
        what : the problems, each once for every time that it will be drawn

        Raises
        ------
        TooLargeError : with the bound
        """
        if not self.picture:
            return
        from knight_models.draw.panel import panels_of

        panels = panels_of(what)
        if self.form == "html":
            from knight_models.draw.page_data import check_playable

            check_playable(panels, awaited=True)

    @contextmanager
    def opened(self, *, binary: bool = False) -> Iterator[IO[Any]]:
        """The file, which is put in place once it is complete; or standard output."""
        if self.path is None:
            yield sys.stdout.buffer if binary else sys.stdout
            return
        from knight_models.formats import open_output

        with open_output(self.path, binary=binary) as stream:
            yield stream

    def write(self, result: SolveResult) -> None:
        """Write a result."""
        from knight_models.formats import write_tour

        with self.opened(binary=self.binary) as stream:
            write_tour(result, self.form, stream)

    def draw(self, what: object, **style: Any) -> None:
        """Write a picture.

        Parameters
        ----------
        what, style : as for `write_picture`
        """
        with self.opened(binary=self.binary) as stream:
            formats_that_write(PICTURE)[self.form].write(what, stream, **style)


def _check_ending(path: str, known: Mapping[str, Format], *, text: bool) -> None:
    """Refuse a file whose ending none of the formats has; a name without an ending means the usual format.

    Parameters
    ----------
    path : the name of the file
    known : the formats that the command writes
    text : whether the usual format is plain text, whose ending is `.txt`
    """
    ending = PurePath(path).suffix
    if not ending or (text and ending.lower() == TEXT_ENDING):
        return
    endings = [TEXT_ENDING] * text + [each for form in known.values() for each in form.endings]
    raise OptionError(
        f"no format of this command ends in {shown(ending)}; these do: {', '.join(endings)}; "
        "or name a --format"
    )


def events_of(trace: int | None, output: Output, solvers: Sequence[Solver]) -> int | None:
    """How many events of a search are recorded; None without `--trace`.

    Parameters
    ----------
    trace : the value of the option
    output : the chosen format
    solvers : the solvers that will run

    Raises
    ------
    OptionError : for too many events, a format that plays nothing, or solvers that record nothing
    """
    if trace is None:
        return None
    if output.form != "html":
        raise OptionError(f"--trace plays a search in a page; it needs --format html, not {output.form}")

    from knight_models.solvers.base import solver_label
    from knight_models.tasks.trace import MOST_EVENTS

    if trace > MOST_EVENTS:
        raise OptionError(f"--trace must be a whole number from 1 to {MOST_EVENTS}, not '{trace}'")
    if not any(map(_records, solvers)):
        labels = ", ".join(map(solver_label, solvers))
        raise OptionError(
            f"--trace plays a depth-first search; it needs --solver depth-first, not {labels}"
        )
    return trace


def traces_of(
    runs: Iterable[tuple[TourProblem, Solver | str]],
    events: int | None,
    limits: Limits,
    clock: Deadline,
) -> list[SearchTrace]:
    """The searches of the solvers that record them, within the time that solving has left.

    Parameters
    ----------
    runs : problems, each with the solver that solved it
    events : the result of `events_of`
    limits : those of solving
    clock : the clock of solving. If it has run down, there is half a second for the first events: a search
        that took all the time is the one that a user wants to see
    """
    if events is None:
        return []
    from knight_models.tasks.trace import trace_search

    if clock.remaining() < LEAST_FOR_TRACES:
        clock = Deadline(LEAST_FOR_TRACES)
    return [
        trace_search(problem, solver, events=events, limits=replace(limits, seconds=clock.seconds))
        for problem, solver in runs
        if _records(solver)
    ]


def _records(solver: Solver | str) -> bool:
    """Whether a solver records its search."""
    from knight_models.solvers import get_solver
    from knight_models.solvers.base import RecordsSearch

    return isinstance(get_solver(solver), RecordsSearch)


def tour_writer(form: str, target: IO[str]) -> Callable[[Tour], None]:
    """A function that writes tours one after another in a format of text.

    Between two grids are more empty lines than between two layers.
    """
    from knight_models.formats import write_tour
    from knight_models.formats.csv import write_csv_line

    written = False

    def write(tour: Tour) -> None:
        nonlocal written
        board = tour.problem.board
        if written and form == "grid" and board is not None:
            target.write("\n" * max(1, board.ndim - 1))
        written = True
        if form == "csv":
            write_csv_line(tour, target)
        else:
            write_tour(tour, form, target)

    return write
