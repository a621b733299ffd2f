"""The options that several commands share, each declared once, and the class of the commands.

A decorator declares one group of options and hands their values to the command as one object:
`board_options` and `question_options` as a `Question`, `limit_options` as `Limits`, `output_options` as an
`Output`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import wraps
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from knight_models.cli.output import Output
from knight_models.cli.parameters import (
    BoardText,
    InputFile,
    KindList,
    LeapText,
    MoveText,
    Name,
    OutputFile,
    Seconds,
    SolverSpec,
    SquareList,
    WholeNumber,
)
from knight_models.cli.question import Question, Space
from knight_models.core.board import Board
from knight_models.core.errors import BoardError, OptionError, nearest
from knight_models.core.limits import (
    LARGEST_SECONDS,
    LARGEST_SEED,
    MOST_WORKERS,
    Limits,
)
from knight_models.solvers import solver_names

__all__ = [
    "Argument",
    "Command",
    "Group",
    "Option",
    "board_options",
    "command",
    "first_number_option",
    "json_option",
    "limit_options",
    "option",
    "output_options",
    "question_options",
    "refuse_unused",
    "solver_option",
    "trace_option",
]

Function = TypeVar("Function", bound=Callable[..., Any])
Decorator = Callable[[Callable[..., int]], Callable[..., int]]

LIMITS = "Solver and limits"
SECTIONS = ("Options", "Board", "Question", LIMITS, "Output")
"""The sections of a help text, in their order."""


class Option(click.Option):
    """An option that stands in a section of the help text."""

    def __init__(self, *args: Any, section: str = "Options", **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.section = section


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
            raise OptionError(f"{max(param.opts, key=len)} has no effect here: {why}")


def command(example: str) -> Callable[[Callable[..., int]], Command]:
    """A decorator that makes a command of a function.

    Parameters
    ----------
    example : a command line, shown below its help text
    """
    return click.command(cls=Command, epilog=f"Example: {example}")


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


def board_options(*, argument: bool = True, graph: bool = True, help: str = "") -> Decorator:  # noqa: A002
    """The board or graph; goes above `question_options`, to which it hands a `Space`.

    Parameters
    ----------
    argument : whether BOARD is an argument, and not `--board`
    graph : whether a graph may stand in place of a board
    help : what `--board` is for
    """
    size = click.argument("board", type=BoardText(), cls=Argument, text="Rows x columns: 8x8, 3x10, 4x4x4.")
    named = option("--board", type=BoardText(), metavar="BOARD", section="Board", help=help)
    declared = {
        "board": size if argument else named,
        "leap": option(
            "--leap", type=LeapText(), metavar="A,B", multiple=True, section="Board",
            help="Leaper in place of the knight's 1,2; several form a union.",
        ),
        "holes": option(
            "--holes", type=SquareList(), metavar="SQUARES", section="Board", help="Missing squares: a1,h8."
        ),
        "wrap": option(
            "--wrap", metavar="AXES", section="Board",
            help="Axes that wrap round: rows, columns, both, or axis numbers.",
        ),
        "map": option(
            "--map", type=InputFile(), metavar="FILE", section="Board",
            help="Board drawn in a file: . a square, # a hole.",
        ),
        "graph": option(
            "--graph", type=InputFile(), metavar="FILE", section="Board",
            help="Graph in place of a board: .hcp, graph6, edge list.",
        ),
    }  # fmt: skip
    if not graph:
        del declared["graph"]
    return _collected(declared, lambda values: {"space": Space(**values)})


def question_options(*only: str, several: bool = False) -> Decorator:
    """What is to be found there; goes below `board_options`, and hands a `Question` to the command.

    Parameters
    ----------
    only : the options that the command has, such as "kind"; all of them if none is named
    several : whether it takes several kinds
    """
    kinds = "open, closed or strictly-open; several as open,closed." if several else (
        "open, closed or strictly-open."
    )  # fmt: skip
    every = {
        "closed": option("--closed", is_flag=True, section="Question", help="Short for --kind closed."),
        "kind": option(
            "--kind", type=KindList(several=several), metavar="KIND", section="Question", help=kinds
        ),
        "start": option(
            "--start", metavar="SQUARE", section="Question", help="First square: a1, or 7,0; or a vertex."
        ),
        "end": option(
            "--end", metavar="SQUARE", section="Question", help="Last square of an open tour."
        ),
        "require": option(
            "--require", type=MoveText(), metavar="MOVE", multiple=True, section="Question",
            help="Move that must be used: a1-b3. Repeatable.",
        ),
        "forbid": option(
            "--forbid", type=MoveText(), metavar="MOVE", multiple=True, section="Question",
            help="Move that must not be used. Repeatable.",
        ),
        "given": option(
            "--given", type=InputFile(), metavar="FILE", section="Question",
            help="Numbers given: a number grid, . or 0 free, # a hole; - reads standard input.",
        ),
    }  # fmt: skip
    declared = {name: every[name] for name in only or every}
    return _collected(declared, lambda values: {"question": Question(**values)}, also=["space"])


def limit_options(*only: str) -> Decorator:
    """The limits of a run, as `Limits`.

    Parameters
    ----------
    only : the options that the command has; all of them if none is named
    """
    every = {
        "seconds": option(
            "--seconds", type=Seconds(0, LARGEST_SECONDS, infinite=True), metavar="N", default=60,
            section=LIMITS, show_default=True, help="Time limit; inf for none.",
        ),
        "steps": option(
            "--steps", type=WholeNumber(0), metavar="N", section=LIMITS,
            help="Limit in the solver's own steps.",
        ),
        "seed": option(
            "--seed", type=WholeNumber(0, LARGEST_SEED), metavar="N", default=0, section=LIMITS,
            show_default=True, help="The same seed gives the same answer.",
        ),
        "workers": option(
            "--workers", type=WholeNumber(1, MOST_WORKERS), metavar="N", default=1, section=LIMITS,
            show_default=True, help="Threads that a solver may use.",
        ),
    }  # fmt: skip
    return _collected(
        {name: every[name] for name in only or every}, lambda values: {"limits": Limits(**values)}
    )


def output_options(formats: Collection[str], usual: str, help: str, *, json: str = "none") -> Decorator:  # noqa: A002
    """Where the answer goes and in which format, as an `Output`.

    Parameters
    ----------
    formats : the formats that the command writes
    usual : the format where neither `--format` nor the ending of the file names one
    help : the help text of `--format`
    json : "none" without `--json`; "alone" if it excludes `--output`; "beside" if the file of `--output`
        is written too
    """
    declared = {
        "format": option(
            "--format", type=Name("format", formats), metavar="NAME", section="Output", help=help
        ),
        "output": option(
            "--output", "-o", type=OutputFile(), metavar="FILE", section="Output",
            help="File to write, if not standard output.",
        ),
    }  # fmt: skip
    if json != "none":
        declared["as_json"] = json_option()

    def collect(values: dict[str, Any]) -> dict[str, Any]:
        chosen = Output.chosen(
            values["format"],
            values["output"],
            formats,
            usual,
            json=values.get("as_json", False),
            beside=json == "beside",
        )
        return {"output": chosen}

    return _collected(declared, collect)


def json_option() -> Callable[[Function], Function]:
    """`--json`."""
    return option(
        "--json", "as_json", is_flag=True, section="Output", help="One JSON object on standard output."
    )


def solver_option(help: str = "", **attributes: Any) -> Callable[[Function], Function]:  # noqa: A002
    """`--solver`."""
    text = help or f"{', '.join(solver_names())}; options as NAME:ties=random."
    return option("--solver", type=SolverSpec(), metavar="NAME", section=LIMITS, help=text, **attributes)


def trace_option() -> Callable[[Function], Function]:
    """`--trace`."""
    return option(
        "--trace", type=WholeNumber(1), metavar="N", section="Output",
        help="With html: play the search of depth-first too, its first N squares placed or taken back.",
    )  # fmt: skip


def first_number_option() -> Callable[[Function], Function]:
    """`--first-number`."""
    return option(
        "--first-number", type=WholeNumber(0, 1), metavar="0|1",
        help="First number of a number grid, where it is unclear.",
    )  # fmt: skip
