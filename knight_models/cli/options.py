"""The options that several commands share, each declared once, and the class of the commands.

A decorator declares one group of options and hands their values to the command as one object:
`board_options` and `question_options` as a `Question`, `limit_options` as `Limits`, `output_options` as an
`Output`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import partial, wraps
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from knight_models.cli.output import Output, formats_of
from knight_models.cli.parameters import (
    BoardText,
    FormatName,
    InputFile,
    KindList,
    LeapText,
    MoveText,
    OutputFile,
    Seconds,
    SolverSpec,
    SquareList,
    SymmetryName,
    WholeNumber,
    parameter_name,
)
from knight_models.cli.question import Question, Space
from knight_models.core.board import Board
from knight_models.core.errors import BoardError, OptionError, nearest
from knight_models.core.limits import LARGEST_SECONDS, LARGEST_SEED, MOST_WORKERS, Limits
from knight_models.core.symmetry import SymmetryKind
from knight_models.formats import GRAPH, formats_that_read
from knight_models.solvers import solver_names

Function = TypeVar("Function", bound=Callable[..., Any])
Decorator = Callable[[Callable[..., int]], Callable[..., int]]

LIMITS = "Solver and limits"
SECTIONS = ("Options", "Board", "Question", LIMITS, "Output")
"""The sections of a help text, in their order."""


class Option(click.Option):
    """An option that stands in a section of the help text.

    Parameters
    ----------
    section : the section
    names : makes a list that the help text begins with; called only when the help is shown
    """

    def __init__(
        self,
        *args: Any,
        section: str = "Options",
        names: Callable[[], Iterable[str]] | None = None,
        **attributes: Any,
    ) -> None:
        super().__init__(*args, **attributes)
        self.section = section
        self._names = names

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        record = super().get_help_record(ctx)
        if record is None or self._names is None:
            return record
        return record[0], f"{', '.join(self._names())}; {record[1]}"


class Argument(click.Argument):
    """An optional argument with a line in the help text, which click's own have since 8.5 only."""

    def __init__(self, *args: Any, text: str, **attributes: Any) -> None:
        super().__init__(*args, **attributes | {"required": False})
        self.text = text


class _Sentences(click.Command):
    """A command that refuses an unknown option with a sentence of ours."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        written = list(args)
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            raise OptionError(_unknown_option(error.option_name, written, ctx)) from None


class Command(_Sentences):
    """A command whose help text shows its arguments, and its options in sections."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        arguments = [param for param in self.params if isinstance(param, Argument)]
        if arguments:
            with formatter.section("Arguments"):
                formatter.write_dl([(param.human_readable_name, param.text) for param in arguments])
        for section in SECTIONS:
            lines = [
                record
                for param in self.get_params(ctx)
                if isinstance(param, click.Option)
                and getattr(param, "section", "Options") == section  # --help is click's own, without one
                and (record := param.get_help_record(ctx))
            ]
            if lines:
                with formatter.section(section):
                    formatter.write_dl(lines)


class Group(_Sentences, click.Group):
    """The group of the commands, which refuses an unknown one with a sentence of ours."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if self.get_command(ctx, args[0]) is None and not ctx.resilient_parsing:
            raise OptionError(nearest(args[0], self.list_commands(ctx), "command"))
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)  # in the order in which they were added


def _unknown_option(name: str, arguments: Iterable[str], context: click.Context) -> str:
    """The sentence about an unknown option.

    Click names only the first letter of an option with one dash (`-3` of `-3x4`), so its whole text is
    looked up in the arguments.
    """
    written = name
    if not name.startswith("--"):
        written = next((text for text in arguments if text.startswith(name)), name)
    if re.match(r"-\d", written):  # a board such as -3x4
        try:
            return f"{Board.parse(written)} cannot stand here"
        except BoardError as error:
            return str(error)
    known = [each for param in context.command.get_params(context) for each in param.opts]
    close = get_close_matches(written, known, n=1)
    hint = f"did you mean {close[0]!r}?" if close else f"{context.command_path} --help lists the options"
    return f"unknown option {written!r}; {hint}"


def refuse_unused(names: Collection[str], why: str) -> None:
    """Refuse options that would have no effect.

    Parameters
    ----------
    names : the names of their parameters, as in `click.Parameter.name`
    why : the reason, for the message

    Raises
    ------
    OptionError : for the first of them that is on the command line
    """
    context = click.get_current_context()
    for param in context.command.params:
        source = context.get_parameter_source(param.name or "")
        if param.name in names and source is ParameterSource.COMMANDLINE:
            raise OptionError(f"{parameter_name(param)} has no effect here: {why}")


def command(example: str, name: str | None = None) -> Callable[[Callable[..., int]], Command]:
    """A decorator that makes a command of a function.

    Parameters
    ----------
    example : a command line, shown below its help text
    name : the name of the command; None = that of the function
    """
    return click.command(name, cls=Command, epilog=f"Example: {example}")


def option(*names: str, section: str = "Options", **attributes: Any) -> Callable[[Function], Function]:
    """`click.option` in a section of the help text."""
    return click.option(*names, cls=Option, section=section, **attributes)


def _collected(
    declared: Mapping[str, Callable[[Any], Any]],
    collect: Callable[[dict[str, Any]], dict[str, Any]],
    also: Sequence[str] = (),
) -> Decorator:
    """A decorator that declares options and replaces their values by what `collect` makes of them.

    Parameters
    ----------
    declared : the name of each parameter, with the decorator that declares it
    collect : gets the values by name, and returns arguments of the command
    also : names of values that decorators above this one hand down, and that `collect` gets too
    """

    def decorate(function: Callable[..., int]) -> Callable[..., int]:
        @wraps(function)
        def command(**values: Any) -> int:
            own = {name: values.pop(name) for name in (*declared, *also)}
            return function(**values, **collect(own))

        for declare in reversed(list(declared.values())):
            command = declare(command)
        return command

    return decorate


def board_options(*, argument: bool = True, graph: bool = True, text: str = "") -> Decorator:
    """The board or graph; goes above `question_options`, to which it hands a `Space`.

    Parameters
    ----------
    argument : whether BOARD is an argument, and not `--board`
    graph : whether a graph may stand in place of a board
    text : what `--board` is for
    """
    board = partial(option, section="Board")
    file = InputFile()
    size = click.argument("board", type=BoardText(), cls=Argument, text="Rows x columns: 8x8, 3x10, 4x4x4.")
    leap = "Leaper in place of the knight's 1,2; several form a union."
    wrap = "Axes that wrap round: rows, columns, both, or axis numbers."
    declared = {
        "board": size if argument else board("--board", type=BoardText(), help=text),
        "leap": board("--leap", type=LeapText(), multiple=True, help=leap),
        "holes": board("--holes", type=SquareList(), help="Missing squares: a1,h8."),
        "wrap": board("--wrap", metavar="AXES", help=wrap),
        "map": board("--map", type=file, help="Board drawn in a file: . a square, # a hole."),
    }
    if graph:
        forms = tuple(reversed(formats_that_read(GRAPH)))
        named = FormatName(forms, "graph format")
        which = "Which graph of a file that holds several (graph6, sparse6, digraph6)."
        declared |= {
            "graph": board("--graph", type=file, help=f"Graph in place of a board: {', '.join(forms)}."),
            "graph_format": board(
                "--graph-format", type=named, help="Its format, where it can be read in two."
            ),
            "graph_number": board("--graph-number", type=WholeNumber(1), help=which),
        }
    return _collected(declared, lambda values: {"space": Space(**values)})


def question_options(*only: str, several: bool = False) -> Decorator:
    """What is to be found there; goes below `board_options`, and hands a `Question` to the command.

    Parameters
    ----------
    only : the options that the command has, such as "kind"; all of them if none is named
    several : whether it takes several kinds
    """
    question = partial(option, section="Question")
    kinds = "open, closed or strictly-open" + ("; several as open,closed." if several else ".")
    required, forbidden = (f"Move that must {be} used: a1-b3. Repeatable." for be in ("be", "not be"))
    given = "Numbers given: a number grid, . or 0 free, # a hole; - reads standard input."
    symmetry = f"Symmetry that the tour must have: {', '.join(SymmetryKind)}."
    every = {
        "closed": question("--closed", is_flag=True, help="Short for --kind closed."),
        "kind": question("--kind", type=KindList(several=several), help=kinds),
        "start": question("--start", metavar="SQUARE", help="First square: a1, or 7,0; or a vertex."),
        "end": question("--end", metavar="SQUARE", help="Last square of an open tour."),
        "require": question("--require", type=MoveText(), multiple=True, help=required),
        "forbid": question("--forbid", type=MoveText(), multiple=True, help=forbidden),
        "given": question("--given", type=InputFile(), help=given),
        "symmetry": question("--symmetry", type=SymmetryName(), help=symmetry),
    }
    declared = {name: every[name] for name in only or every}
    return _collected(declared, lambda values: {"question": Question(**values)}, also=["space"])


def limit_options(*only: str) -> Decorator:
    """The limits of a run, as `Limits`.

    Parameters
    ----------
    only : the options that the command has; all of them if none is named
    """
    limit = partial(option, section=LIMITS, show_default=True)
    seconds = Seconds(0, LARGEST_SECONDS, infinite=True)
    seed, workers = WholeNumber(0, LARGEST_SEED), WholeNumber(1, MOST_WORKERS)
    every = {
        "seconds": limit(
            "--seconds", type=seconds, metavar="N", default=60, help="Time limit; inf for none."
        ),
        "steps": limit("--steps", type=WholeNumber(0), help="Limit in the solver's own steps."),
        "seed": limit(
            "--seed",
            type=seed,
            default=0,
            help="Chooses what is drawn at random; the same seed gives the same answer. depth-first, "
            "obstructions and fixed rules for ties draw nothing.",
        ),
        "workers": limit("--workers", type=workers, default=1, help="Threads that a solver may use."),
    }
    declared = {name: every[name] for name in only or every}
    return _collected(declared, lambda values: {"limits": Limits(**values)})


def output_options(name: str, text: str = "", *, json: str = "none") -> Decorator:
    """Where the answer goes and in which format, as an `Output`.

    Parameters
    ----------
    name : the name of the command
    text : more about `--format`
    json : "none" without `--json`; "alone" if it excludes `--output`; "beside" if the file of `--output`
        is written too
    """
    place = partial(option, section="Output")
    formats = formats_of(name)
    form = f"{', '.join(formats)}{text}. Without it: as FILE ends, or {formats[0]}."
    declared = {
        "name": place("--format", "name", type=FormatName(formats), help=form),
        "path": place(
            "--output",
            "-o",
            "path",
            type=OutputFile(),
            help="File to write, in the format of its ending; - is standard output.",
        ),
    }
    if json != "none":
        declared["as_json"] = json_option()
    return _collected(
        declared, lambda values: {"output": Output.chosen(name, **values, beside=json == "beside")}
    )


def json_option() -> Callable[[Function], Function]:
    """`--json`."""
    return option(
        "--json", "as_json", is_flag=True, section="Output", help="One JSON object on standard output."
    )


def solver_option(text: str = "", **attributes: Any) -> Callable[[Function], Function]:
    """`--solver`; `auto` by default, except where it is repeatable."""
    if not text:  # solvers of installed packages are looked up only when they are shown
        text, attributes = "options as NAME:ties=random.", attributes | {"names": solver_names}
    usual = {} if attributes.get("multiple") else {"default": "auto", "show_default": True}
    return option("--solver", type=SolverSpec(), section=LIMITS, help=text, **usual, **attributes)


def trace_option() -> Callable[[Function], Function]:
    """`--trace`."""
    text = "With html: play the search of depth-first too, its first N squares placed or taken back."
    return option("--trace", type=WholeNumber(1), section="Output", help=text)


def first_number_option() -> Callable[[Function], Function]:
    """`--first-number`."""
    text = "First number of a number grid, where it is unclear."
    return option("--first-number", type=WholeNumber(0, 1), metavar="0|1", help=text)
