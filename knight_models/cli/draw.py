"""`knight-models draw`: pictures of tours, puzzles and boards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from knight_models.cli.messages import counted, found_line, kind_of, verdict
from knight_models.cli.options import (
    PICTURE,
    SOLVING,
    Argument,
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
from knight_models.cli.output import Output
from knight_models.cli.parameters import InputFile, Seconds
from knight_models.cli.terminal import EXIT_CODES, ExitCode, ProgressLine, tell
from knight_models.cli.verify import Judgement, judge, report, source_of
from knight_models.core.board import Board, Square
from knight_models.core.errors import BoardError, FormatError, InputError, OptionError
from knight_models.core.problem import TourProblem
from knight_models.draw.pictures import check_picture

if TYPE_CHECKING:
    from knight_models.cli.question import Question
    from knight_models.core.limits import Limits
    from knight_models.core.tour import Tour
    from knight_models.solvers.base import Solver

SHORTEST_DURATION, LONGEST_DURATION = 0.01, 3600

GRIDS = ("grid", "json")
"""Forms of a tour that can also be read as a partly numbered board."""

ABOUT_TOURS = ("first_number", "anyway")
ABOUT_FILES = (*ABOUT_TOURS, "kind", "closed", "solution")
ABOUT_SOLUTIONS = ("solver", "seconds", "seed")


@command(
    "knight-models draw --board 8x8 --output board.svg",
    "knight-models solve 6x6 --closed --output tour.txt",
    "knight-models draw tour.txt --closed --numbers --output tour.svg",
    "knight-models draw tour.txt --format svg-animated --duration 10 -o moving.svg",
)
@click.argument(
    "file", type=InputFile(), cls=Argument,
    text="File with tours or a partly numbered board, such as tour.txt. The file - is standard input.",
)  # fmt: skip
@option(
    "--anyway", is_flag=True, section=PICTURE, help="Draw wrong tours too, with their wrong moves in red."
)
@first_number_option()
@option(
    "--solution",
    is_flag=True,
    section=SOLVING,
    help="Solve the partly numbered board, and draw the solution beside it.",
)
@solver_option("Solver for --solution, such as cpsat, or cpsat:formulation=position with an option.")
@option(
    "--numbers/--no-numbers",
    default=None,
    section=PICTURE,
    usual="if there is room",
    help="Draw the number of each square in the tour.",
)
@option(
    "--names/--no-names",
    default=None,
    section=PICTURE,
    usual="if there is room",
    help="Draw the letters and numbers at the edge of the board, or the labels of a graph.",
)
@option(
    "--layout",
    metavar="NAME",
    section=PICTURE,
    usual="pos if the graph has positions, else spring, or circular if it is large",
    help="How to place the vertices of a graph: pos (positions in its file), spring, circular or planar.",
)
@option(
    "--title",
    metavar="TEXT",
    section=PICTURE,
    usual="what is drawn",
    help='Title, such as "My tour". A page shows it; a picture keeps it as its description.',
)
@option(
    "--duration",
    type=Seconds(SHORTEST_DURATION, LONGEST_DURATION),
    section=PICTURE,
    usual="by the length of the tour",
    help="Time in which an svg-animated picture draws the tour, such as 10.",
)
@board_options(
    argument=False,
    text="Size of the board: rows x columns, such as 8x8. Without a FILE, the empty board is drawn.",
    usual="recognised from the file",
)
@question_options("closed", "kind", "given", usual="recognised from the file; open for a puzzle")
@limit_options("seconds", "seed")
@output_options("draw")
def draw(
    file: str | None,
    question: Question,
    first_number: int | None,
    anyway: bool,
    solution: bool,
    solver: Solver,
    limits: Limits,
    output: Output,
    layout: str | None,
    duration: float | None,
    **style: Any,
) -> int:
    """Draw tours, puzzles, empty boards or graphs.

    Tours are verified first. A wrong tour is drawn only with --anyway, and the exit code is 1. A number
    grid with free squares is a puzzle, unless its numbers are a tour of the other squares; with --given
    FILE it is always a puzzle.
    """
    check_picture(output.form, names=style["names"], seconds=duration)
    picture = _Picture(output, style | {"graph_layout": layout, "seconds": duration})
    if not solution:
        refuse_unused(ABOUT_SOLUTIONS, "it is for --solution, which solves a partly numbered board")
    run = (solver, limits) if solution else None
    if file is None and question.given is None:
        refuse_unused(ABOUT_FILES, "it is about the contents of a FILE, and none is named")
        return picture.draw_space(question)
    if question.given is not None:
        if file is not None:
            raise OptionError("FILE and --given FILE: give one of them")
        refuse_unused(ABOUT_TOURS, "it is about tours, and --given is a puzzle")
        [problem] = question.problems()
        return picture.draw_puzzle(problem, run)
    if solution:
        refuse_unused(ABOUT_TOURS, "it is about tours, and --solution is for a puzzle")
    with ProgressLine("draw"):
        source = _File.read(file or "", question, first_number)
        contents = source.puzzle() if solution else source.tours_or_puzzle()
    if isinstance(contents, TourProblem):
        refuse_unused(ABOUT_TOURS, f"it is about tours, and {source.name} holds a puzzle")
        tell(f"{source.name} is read as a puzzle: {contents}")
        return picture.draw_puzzle(contents, run)
    return picture.draw_tours(contents, anyway=anyway)


class _Picture:
    """How and where a picture is drawn.

    Parameters
    ----------
    output : the file and its format
    style : the options of `write_picture`
    """

    def __init__(self, output: Output, style: dict[str, Any]) -> None:
        self._output = output
        self._style = style

    def _draw(self, what: object, *, message: str = "") -> None:
        with ProgressLine("draw"):
            self._output.draw(what, **self._style)
        if message:
            tell(message)
        if self._output.path is not None:
            tell(f"written to {self._output.path}")

    def draw_space(self, question: Question) -> int:
        """Draw the empty board, or the graph."""
        if not question.space.named:
            raise OptionError(
                "name a FILE of tours (- reads standard input), a puzzle by --given FILE, or a --board"
            )
        if self._output.form == "svg-animated":
            raise OptionError("nothing moves on an empty board; choose svg")
        [problem] = question.problems()
        if self._style["title"] is None and problem.board is None:
            self._style["title"] = problem.space_name
        self._draw(problem if problem.board is None else problem.board)
        return ExitCode.OK

    def draw_puzzle(self, problem: TourProblem, run: tuple[Solver, Limits] | None) -> int:
        """Draw a puzzle; and its solution, or the squares that the evidence against one names.

        Parameters
        ----------
        problem : the puzzle
        run : the solver of `--solution` and its limits; None = only the puzzle
        """
        if run is None:
            if self._output.form == "svg-animated":
                raise OptionError("nothing moves in a puzzle by itself; add --solution, or choose svg")
            self._draw(problem)
            return ExitCode.OK

        from knight_models.solvers.base import solver_label
        from knight_models.tasks.solve import solve

        solver, limits = run
        with ProgressLine(solver_label(solver)) as progress:
            result = solve(problem, solver, limits=limits, progress=progress)
        tell(found_line(result) if result.found else verdict(result))
        self._draw([problem, result.tour] if result.tour is not None else result)
        return EXIT_CODES[result.status.value]

    def draw_tours(self, judgements: Sequence[Judgement], *, anyway: bool) -> int:
        """Report what the tours of a file are, and draw them.

        Parameters
        ----------
        judgements : the tours
        anyway : whether wrong tours are drawn too
        """
        if all(judgement.valid for judgement in judgements):
            self._draw([judgement.tour for judgement in judgements], message=_valid_line(judgements))
            return ExitCode.OK
        for line in report(judgements):
            tell(line)
        if not anyway:
            holes = any(
                judgement.problem.board and judgement.problem.board.holes for judgement in judgements
            )
            puzzle = "; if it is a puzzle, use --given FILE" if holes else ""
            tell(f"nothing is drawn; --anyway draws it with the wrong steps in red{puzzle}")
            return ExitCode.NO
        attempts = _attempts(judgements)
        if attempts is None:
            tell("nothing is drawn: the numbers do not put the squares in an order")
        else:
            self._draw(attempts)
        return ExitCode.NO


def _valid_line(judgements: Sequence[Judgement]) -> str:
    """The line about valid tours."""
    if len(judgements) > 1:
        return f"{counted(len(judgements), 'tour')}, all valid"
    [judgement] = judgements
    assert judgement.tour is not None
    closes = "; --closed draws it closed" if judgement.closed_too else ""
    return f"{kind_of(judgement.tour)} tour of {judgement.problem.space_name}{closes}"


def _attempts(judgements: Sequence[Judgement]) -> list[Tour] | None:
    """The tours, right or wrong; None if the numbers of one put no squares in an order."""
    attempts = [judgement.attempt for judgement in judgements]
    found = [attempt for attempt in attempts if attempt is not None]
    return found if len(found) == len(attempts) else None


@dataclass(frozen=True)
class _File:
    """A file, and what the options say about it.

    Parameters
    ----------
    name : what messages call it
    data : its contents
    question, first_number : the values of the options
    """

    name: str
    data: bytes
    question: Question
    first_number: int | None = None

    @classmethod
    def read(cls, file: str, question: Question, first_number: int | None) -> _File:
        """The file with this name.

        Raises
        ------
        OptionError : if there is no such file, and its name is that of a board
        """
        from knight_models.formats import read_file

        if file != "-" and not Path(file).exists() and _is_board(file):
            raise OptionError(f"there is no file {file!r}; draw --board {file} draws the empty board")
        return cls(source_of(file), read_file(file), question, first_number)

    def tours_or_puzzle(self) -> list[Judgement] | TourProblem:
        """The tours of the file, verified; or the puzzle, if it holds a partly numbered board.

        A grid with free squares is a puzzle, unless its numbers are a tour of the other squares.

        Raises
        ------
        InputError : if it holds neither
        """
        try:
            judgements = judge(self.data, self.name, self.question, self.first_number)
        except FormatError:
            puzzle = self._puzzle_or_none()
            if puzzle is None:
                raise
            return puzzle
        doubtful = len(judgements) == 1 and not judgements[0].valid and judgements[0].reading.form in GRIDS
        return (doubtful and self._puzzle_or_none()) or judgements

    def puzzle(self) -> TourProblem:
        """The puzzle that the file holds.

        Raises
        ------
        InputError : if it holds no partly numbered board
        """
        from knight_models.formats import read_problem

        kind = self.question.named_kind
        if self._names_its_problem():
            problem = read_problem(self.data, source=self.name)
            if not problem.given:
                raise FormatError(f"{self.name}: this is not a puzzle, because no number is given")
            return problem if kind is None else replace(problem, kind=kind)
        board, given = self._partly_numbered()
        return TourProblem(board, self.question.kinds[0], given=tuple(given.items()))

    def _puzzle_or_none(self) -> TourProblem | None:
        """The puzzle; None if its numbers are complete, so that it is meant to be a tour."""
        if self.question.space.graph is not None:
            return None
        try:
            if self._names_its_problem():
                return self.puzzle()
            board, given = self._partly_numbered()
            complete = sorted(given.values()) == list(range(1, len(given) + 1))
            board_is_larger = self.question.names_space and len(given) + 1 < len(board)
            return None if not given or (complete and not board_is_larger) else self.puzzle()
        except InputError:
            return None

    def _names_its_problem(self) -> bool:
        """Whether it is a JSON object that names its problem, as `puzzle --json` writes it."""
        return self.data.lstrip().startswith(b"{") and not self.question.known()

    def _partly_numbered(self) -> tuple[Board, dict[Square, int]]:
        from knight_models.formats import read_given

        known = self.question.known()
        if "graph" in known:
            raise OptionError("a partly numbered board is not a graph; leave --graph out")
        return read_given(self.data, source=self.name, **known)


def _is_board(text: str) -> bool:
    try:
        Board.parse(text)
    except BoardError:
        return False
    return True
