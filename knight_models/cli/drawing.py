"""What a file shows: tours, judged before they are drawn, or a partly numbered board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from knight_models.cli.judging import Judgement, judge, report
from knight_models.cli.question import Question
from knight_models.cli.say import kind_of
from knight_models.cli.streams import tell
from knight_models.cli.words import counted
from knight_models.core.board import Board, Square
from knight_models.core.errors import BoardError, FormatError, InputError, OptionError
from knight_models.core.problem import Kind, TourProblem
from knight_models.core.tour import Tour
from knight_models.formats import read_file, read_given, read_problem

__all__ = ["File", "puzzle_in", "said_of", "tours_in"]

GRIDS = ("grid", "json")
"""Forms of a tour that a partly numbered board can be mistaken for."""


@dataclass(frozen=True)
class File:
    """A file, and what the options say about it.

    Parameters
    ----------
    name : its name; `-` is standard input
    data : what it holds
    question : the board or graph, where it is named
    kind, first_number : as `verify` takes them
    """

    name: str
    data: bytes
    question: Question
    kind: Kind | None = None
    first_number: int | None = None

    @classmethod
    def read(cls, name: str, question: Question, kind: Kind | None, first_number: int | None) -> File:
        """The file of this name.

        Raises
        ------
        OptionError : if there is none, and its name is that of a board
        """
        if not name:
            raise OptionError("FILE is the name of a file, or - for standard input, not ''")
        if name != "-" and not Path(name).exists() and _is_board(name):
            raise OptionError(f"there is no file {name!r}; draw --board {name} draws the empty board")
        return cls(name, read_file(name), question, kind, first_number)

    @property
    def source(self) -> str:
        """What messages call it."""
        return "standard input" if self.name == "-" else self.name


def tours_in(file: File) -> list[Judgement] | TourProblem:
    """The tours of a file, judged; or the puzzle, if it holds a partly numbered board.

    A grid in which some squares carry no number is a puzzle, unless its numbers are those of a tour of
    the squares that carry one.

    Raises
    ------
    InputError : if it holds neither
    """
    try:
        judged = judge(file.data, file.source, file.question, file.kind, file.first_number)
    except FormatError:
        puzzle = _puzzle_or_none(file)
        if puzzle is None:
            raise
        return puzzle
    doubtful = len(judged) == 1 and not judged[0].valid and judged[0].reading.form in GRIDS
    return (doubtful and _puzzle_or_none(file)) or judged


def puzzle_in(file: File) -> TourProblem:
    """The puzzle that a partly numbered board is.

    Raises
    ------
    InputError : if the file holds none
    """
    if _is_object(file):
        problem = read_problem(file.data, source=file.source)
        if not problem.given:
            raise FormatError(f"{file.source}: no number is given, so that this is no puzzle")
        return problem if file.kind is None else replace(problem, kind=file.kind)
    board, given = _partly_numbered(file)
    return TourProblem(board, file.kind or Kind.OPEN, given=tuple(given.items()))


def _puzzle_or_none(file: File) -> TourProblem | None:
    """The puzzle, unless its numbers are complete, so that it is meant to be a tour."""
    if file.question.graph is not None:
        return None
    try:
        if _is_object(file):
            return puzzle_in(file)
        board, given = _partly_numbered(file)
        complete = sorted(given.values()) == list(range(1, len(given) + 1))
        shown_whole = file.question.names_space and len(given) + 1 < len(board)
        return None if not given or (complete and not shown_whole) else puzzle_in(file)
    except InputError:
        return None


def _is_object(file: File) -> bool:
    """Whether it is JSON that says by itself of which problem it is, as `puzzle --json` writes it."""
    return file.data.lstrip().startswith(b"{") and not file.question.known()


def _partly_numbered(file: File) -> tuple[Board, dict[Square, int]]:
    known: dict[str, Any] = file.question.known()
    if "graph" in known:
        raise OptionError("a partly numbered board is no graph; leave --graph out")
    return read_given(file.data, source=file.source, **known)


def said_of(judged: Sequence[Judgement], *, anyway: bool) -> list[Tour] | None:
    """The tours to be drawn, once it is said what they are; None if a wrong one forbids it.

    Parameters
    ----------
    judged : the tours of a file
    anyway : whether wrong ones are drawn too
    """
    if all(judgement.valid for judgement in judged):
        for tour in (judged[0].tour,) if len(judged) == 1 else ():
            assert tour is not None
            closes = (
                "; --closed draws it closed" if judged[0].re_entrant and not judged[0].kind_known else ""
            )
            tell(f"{kind_of(tour)} tour of {tour.problem.space_name}{closes}")
        if len(judged) > 1:
            tell(f"{counted(len(judged), 'tour')}, all valid")
        return [judgement.tour for judgement in judged if judgement.tour is not None]
    for line in report(judged):
        tell(line)
    if not anyway:
        holes = any(judgement.problem.board and judgement.problem.board.holes for judgement in judged)
        puzzle = "; if it is a puzzle, --given FILE says so" if holes else ""
        tell(f"nothing is drawn; --anyway draws it with the wrong steps in red{puzzle}")
        return None
    drawn = [judgement.attempt for judgement in judged]
    if None in drawn:
        tell("nothing is drawn: the numbers do not put the squares in an order")
        return None
    return [tour for tour in drawn if tour is not None]


def _is_board(text: str) -> bool:
    try:
        Board.parse(text)
    except BoardError:
        return False
    return True
