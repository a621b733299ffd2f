"""`knight-models draw`: pictures of tours, puzzles and boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from knight_models.cli import options
from knight_models.cli.exits import EXIT_CODES, ExitCode
from knight_models.cli.options import limits_of, number, whole_number
from knight_models.cli.output import check_ending, check_place, is_binary, named_format, write_drawing
from knight_models.cli.progress import ProgressLine
from knight_models.cli.question import Question, kinds_of
from knight_models.cli.streams import tell
from knight_models.core.errors import OptionError
from knight_models.core.problem import Kind, TourProblem
from knight_models.draw.pictures import check_picture
from knight_models.formats import PICTURE, formats_that_write

if TYPE_CHECKING:
    from knight_models.core.limits import Limits
    from knight_models.core.result import SolveResult

__all__ = ["draw"]

SHORTEST_DURATION, LONGEST_DURATION = 0.01, 3600


def draw(
    file: Annotated[
        str | None,
        typer.Argument(metavar="FILE", help="Tours, or a partly numbered board; - reads standard input."),
    ] = None,
    board: Annotated[
        str | None, typer.Option(metavar="BOARD", help="The board; without a FILE it is drawn empty.")
    ] = None,
    closed: options.Closed = False,
    kind: options.KindName = None,
    first_number: options.FirstNumber = None,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Draw wrong tours too, their wrong steps in red.")
    ] = False,
    given: options.GivenFile = None,
    solution: Annotated[
        bool, typer.Option("--solution", help="Solve the partly numbered board, and draw both.")
    ] = False,
    solver: Annotated[
        str | None, typer.Option("--solver", metavar="NAME", help="As for solve, with --solution.")
    ] = None,
    seconds: Annotated[
        str | None, typer.Option(metavar="N", help="Time limit of --solution; 60 without it.")
    ] = None,
    seed: Annotated[str | None, typer.Option(metavar="N", help="Seed of --solution.")] = None,
    format_name: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="NAME",
            help=f"{', '.join(formats_that_write(PICTURE))}; else as the FILE of --output ends.",
        ),
    ] = None,
    output: options.OutputFile = None,
    numbers: Annotated[
        bool | None, typer.Option("--numbers/--no-numbers", help="The number of each step.")
    ] = None,
    names: Annotated[
        bool | None, typer.Option("--names/--no-names", help="The names of files and ranks, or labels.")
    ] = None,
    layout: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Of a graph: pos (its own), spring, circular or planar."),
    ] = None,
    title: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Title: a page shows it, a picture carries it.")
    ] = None,
    duration: Annotated[
        str | None, typer.Option(metavar="SECONDS", help="How long an animation draws.")
    ] = None,
    leap: options.Leap = None,
    holes: options.Holes = None,
    wrap: options.Wrap = None,
    map_file: options.MapFile = None,
    graph: options.GraphFile = None,
) -> int:
    """Draw tours, a partly numbered board, or an empty board or graph.

    Tours are judged first: a wrong one is drawn with --anyway only, and the exit code is 1. A grid with
    free squares is a puzzle, unless its numbers are a tour of the others; --given FILE says that it is one.
    """
    if format_name is None:
        check_ending(output)
    form = named_format(format_name, output, formats_that_write(PICTURE), "svg")
    long = None if duration is None else number("--duration", duration)
    if long is not None and not SHORTEST_DURATION <= long <= LONGEST_DURATION:
        raise OptionError(
            f"--duration takes {SHORTEST_DURATION} to {LONGEST_DURATION} seconds, not {duration!r}"
        )
    check_picture(form, names=names, seconds=long)
    check_place(form, output, binary=is_binary(form))
    style = {"numbers": numbers, "names": names, "graph_layout": layout, "title": title, "seconds": long}
    asked = kinds_of(kind, closed)
    about_solution = {"--solver": solver, "--seconds": seconds, "--seed": seed}
    if not solution:
        _check_unused("it is for --solution, which solves a partly numbered board", about_solution)
    limits = limits_of(seconds or "60", seed=seed or "0")
    question = Question(board, map_file, graph, leap, holes, wrap, given=given)
    picture = _Picture(form, output, style)
    about_tours: dict[str, Any] = {"--first-number": first_number, "--anyway": anyway or None}
    if file is None and given is None:
        about_tours |= {"--kind or --closed": asked or None, "--solution": solution or None}
        _check_unused("it is about what a FILE holds, and none is named", about_tours)
        return picture.of_space(question)
    if given is not None:
        if file is not None:
            raise OptionError("FILE and --given FILE: give one of them")
        _check_unused("it is about tours, and --given is a puzzle", about_tours)
        [problem] = question.problems(asked[:1] or [Kind.OPEN])
        return picture.of_puzzle(problem, (solver or "auto", limits) if solution else None)

    if solution:
        _check_unused("it is about tours, and --solution is for a puzzle", about_tours)

    from knight_models.cli.drawing import File, puzzle_in, said_of, tours_in  # loads numpy

    first = None if first_number is None else whole_number("--first-number", first_number, 0, 1)
    with ProgressLine("draw"):
        read = File.read(file or "", question, asked[0] if asked else None, first)
        held = puzzle_in(read) if solution else tours_in(read)
    if isinstance(held, TourProblem):
        _check_unused(f"it is about tours, and {read.source} holds a puzzle", about_tours)
        tell(f"{read.source} is taken for a puzzle: {held}")
        return picture.of_puzzle(held, (solver or "auto", limits) if solution else None)
    tours = said_of(held, anyway=anyway)
    if tours is not None:
        picture.draw(tours)
    return ExitCode.OK if all(judgement.valid for judgement in held) else ExitCode.NO


def _check_unused(why: str, given: dict[str, Any]) -> None:
    """Refuse options that would have no effect."""
    for name, value in given.items():
        if value is not None:
            raise OptionError(f"{name} has no effect here: {why}")


class _Picture:
    """How and where it is drawn."""

    def __init__(self, form: str, output: str | None, style: dict[str, Any]) -> None:
        self._form = form
        self._output = output
        self._style = style

    def draw(self, what: object) -> None:
        """Draw it, and say where it went."""
        with ProgressLine("draw"):
            write_drawing(what, self._form, self._output, **self._style)
        if self._output is not None:
            tell(f"written to {self._output}")

    def of_space(self, question: Question) -> int:
        """The empty board, or the graph."""
        if not question.names_space:
            raise OptionError(
                "name a FILE of tours (- reads standard input), a puzzle by --given FILE, or a --board"
            )
        if self._form == "svg-animated":
            raise OptionError("nothing moves on an empty board; choose svg")
        [problem] = question.problems([Kind.OPEN])
        if self._style["title"] is None and problem.board is None:
            self._style["title"] = problem.space_name
        self.draw(problem if problem.board is None else problem.board)
        return ExitCode.OK

    def of_puzzle(self, problem: TourProblem, asked: tuple[str, Limits] | None) -> int:
        """The puzzle; where a solver is asked, its solution too, or what its evidence marks instead."""
        if asked is None:
            if self._form == "svg-animated":
                raise OptionError("nothing moves in a puzzle by itself; add --solution, or choose svg")
            self.draw(problem)
            return ExitCode.OK
        result = _solved(problem, *asked)
        self.draw([problem, result.tour] if result.tour is not None else result)
        return EXIT_CODES[result.status.value]


def _solved(problem: TourProblem, solver: str, limits: Limits) -> SolveResult:
    """What a solver says of a puzzle, in words too."""
    from knight_models.cli.say import found_line, verdict
    from knight_models.tasks.solve import solve

    with ProgressLine(solver) as progress:
        result = solve(problem, solver, limits=limits, progress=progress)
    tell(found_line(result) if result.found else verdict(result))
    return result
