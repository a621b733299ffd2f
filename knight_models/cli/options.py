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

INPUT, BOARD, TOUR, SOLVING, PICTURE, OUTPUT, OTHER = SECTIONS = (
    "Input",
    "Board or graph",
    "Tour",
    "Solving",
    "Picture",
    "Output",
    "Other",
)
"""The sections of a help text, in their order."""


class Option(click.Option):
    """An option that stands in a section of the help text.

    Parameters
    ----------
    section : the section
    names : makes the list of the known values; called only when the help is shown
    usual : what holds without the option, where click does not know it
    """

    def __init__(
        self,
        *args: Any,
        section: str = OTHER,
        names: Callable[[], Iterable[str]] | None = None,
        usual: str = "",
        **attributes: Any,
    ) -> None:
        super().__init__(*args, **attributes)
        self.section = section
        self._names = names
        self._usual = usual

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        record = super().get_help_record(ctx)
        if record is None:
            return None
        text, default, rest = record[1].partition("  [default")
        known = f" Known: {', '.join(self._names())}." if self._names else ""
        usual = f"  [default: {self._usual}]" if self._usual else ""
        return record[0], f"{text}{known}{usual}{default}{rest}"


class Argument(click.Argument):
    """An optional argument with a line in the help text, which click's own have since 8.5 only."""

    def __init__(self, *args: Any, text: str, **attributes: Any) -> None:
        super().__init__(*args, **attributes | {"required": False})
        self.text = text


class _Sentences(click.Command):
    """A command that refuses an unknown option with a sentence of ours, and whose help ends in examples.

    Parameters
    ----------
    examples : command lines
    """

    def __init__(self, *args: Any, examples: Sequence[str] = (), **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.examples = tuple(examples)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_epilog(ctx, formatter)
        if self.examples:
            with formatter.section("Examples"):
                for example in self.examples:  # whole lines, so that they can be copied
                    formatter.write(f"{'':{formatter.current_indent}}{example}\n")

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
                and getattr(param, "section", OTHER) == section  # --help is click's own, without one
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


def command(*examples: str, name: str | None = None) -> Callable[[Callable[..., int]], Command]:
    """A decorator that makes a command of a function.

    Parameters
    ----------
    examples : command lines, shown below its help text; they can be run one after the other
    name : the name of the command; None = that of the function
    """
    return click.command(name, cls=Command, examples=examples)


def option(*names: str, section: str = OTHER, **attributes: Any) -> Callable[[Function], Function]:
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


def board_options(
    *, argument: bool = True, graph: bool = True, text: str = "", usual: str = ""
) -> Decorator:
    """The board or graph; goes above `question_options`, to which it hands a `Space`.

    Parameters
    ----------
    argument : whether BOARD is an argument, and not `--board`
    graph : whether a graph may stand in place of a board
    text, usual : what `--board` is for, and what holds without it
    """
    board = partial(option, section=BOARD)
    file = InputFile()
    size = click.argument(
        "board",
        type=BoardText(),
        cls=Argument,
        text="Size of the board: rows x columns, such as 8x8 or 3x10; 4x4x4 has three dimensions.",
    )
    leap = "Move of the piece, such as 1,3: 1 square in one direction, 3 in the other. May be repeated."
    holes = "Squares that the board does not have, such as a1,h8."
    wrap = "Wrap the board around: rows, columns or both, or numbers of axes such as 0,2."
    drawn = "Read the board from a text file such as map.txt: . is a square, # is a hole."
    declared = {
        "board": size if argument else board("--board", type=BoardText(), help=text, usual=usual),
        "leap": board("--leap", type=LeapText(), multiple=True, usual="1,2", help=leap),
        "holes": board("--holes", type=SquareList(), help=holes),
        "wrap": board("--wrap", metavar="AXES", help=wrap),
        "map": board("--map", type=file, help=drawn),
    }
    if graph:
        forms = tuple(reversed(formats_that_read(GRAPH)))
        named = FormatName(forms, "graph format")
        read = "Use the graph in a file such as graph.txt, in place of a board."
        form = "Format of the graph file, such as metis."
        which = "Which graph of a file with several (graph6, sparse6, digraph6) to use, such as 2."
        recognised = "recognised from the file"
        declared |= {
            "graph": board("--graph", type=file, help=read),
            "graph_format": board(
                "--graph-format", type=named, names=lambda: forms, usual=recognised, help=form
            ),
            "graph_number": board("--graph-number", type=WholeNumber(1), help=which),
        }
    return _collected(declared, lambda values: {"space": Space(**values)})


def question_options(*only: str, several: bool = False, usual: str = "open") -> Decorator:
    """What is to be found there; goes below `board_options`, and hands a `Question` to the command.

    Parameters
    ----------
    only : the options that the command has, such as "kind"; all of them if none is named
    several : whether it takes several kinds
    usual : the kind without an option, as the help text names it
    """
    question = partial(option, section=TOUR)
    kinds = (
        "Kind of tour: open (the ends may be anywhere), closed (the last square is one move from the "
        "first) or strictly-open (it is not)."
    ) + (" Several kinds are joined by commas, such as open,closed." if several else "")
    start = "First square of the tour, such as a1 or 7,0; with --graph, the label of a vertex."
    end = "Last square of an open tour, such as h8; with --graph, the label of a vertex."
    required, forbidden = (
        f"Move that the tour must {be}, such as a1-b3. May be repeated." for be in ("use", "not use")
    )
    given = (
        "Read a partly numbered board from a text file such as puzzle.txt: . or 0 is a free square, # is a "
        "hole. The file - is standard input."
    )
    symmetry = "Symmetry of the board that the tour must have, such as central."
    every = {
        "closed": question("--closed", is_flag=True, help="The same as --kind closed."),
        "kind": question("--kind", type=KindList(several=several), usual=usual, help=kinds),
        "start": question("--start", metavar="SQUARE", help=start),
        "end": question("--end", metavar="SQUARE", help=end),
        "require": question("--require", type=MoveText(), multiple=True, help=required),
        "forbid": question("--forbid", type=MoveText(), multiple=True, help=forbidden),
        "given": question("--given", type=InputFile(), help=given),
        "symmetry": question("--symmetry", type=SymmetryName(), names=lambda: SymmetryKind, help=symmetry),
    }
    declared = {name: every[name] for name in only or every}
    return _collected(declared, lambda values: {"question": Question(**values)}, also=["space"])


def limit_options(
    *only: str,
    workers: str = "Threads for cpsat, such as 4. With several, two runs may give different tours.",
) -> Decorator:
    """The limits of a run, as `Limits`.

    Parameters
    ----------
    only : the options that the command has; all of them if none is named
    workers : what `--workers` is for
    """
    limit = partial(option, section=SOLVING, show_default=True)
    seconds = Seconds(0, LARGEST_SECONDS, infinite=True)
    seed, threads = WholeNumber(0, LARGEST_SEED), WholeNumber(1, MOST_WORKERS)
    every = {
        "seconds": limit(
            "--seconds",
            type=seconds,
            default=60,
            help="Stop after this time, such as 10 or 0.5; inf sets no limit.",
        ),
        "steps": limit(
            "--steps",
            type=WholeNumber(0),
            usual="no limit",
            help="Stop after this number of steps, such as 100000. Each solver counts steps of its own.",
        ),
        "seed": limit(
            "--seed",
            type=seed,
            default=0,
            help="Number that fixes all random choices, such as 7. Another seed may give another answer.",
        ),
        "workers": limit(
            "--workers",
            type=threads,
            default=1,
            help=workers,
        ),
    }
    declared = {name: every[name] for name in only or every}
    return _collected(declared, lambda values: {"limits": Limits(**values)})


def output_options(
    name: str, text: str = "", *, json: str = "none", example: str = "tour.svg"
) -> Decorator:
    """Where the answer goes and in which format, as an `Output`.

    Parameters
    ----------
    name : the name of the command
    text : more about `--format`
    json : "none" without `--json`; "alone" if it excludes `--output`; "beside" if the file of `--output`
        is written too
    example : a name for `--output`
    """
    place = partial(option, section=OUTPUT)
    formats = formats_of(name)
    declared = {
        "name": place(
            "--format",
            "name",
            type=FormatName(formats),
            names=lambda: formats,
            usual=f"by the ending of FILE, or else {formats[0]}",
            help=f"Format of the output, such as {formats[1]}.{text}",
        ),
        "path": place(
            "--output",
            "-o",
            "path",
            type=OutputFile(),
            usual="standard output",
            help=f"File to write, such as {example}.",
        ),
    }
    if json != "none":
        declared["as_json"] = json_option()
    return _collected(
        declared, lambda values: {"output": Output.chosen(name, **values, beside=json == "beside")}
    )


def json_option() -> Callable[[Function], Function]:
    """`--json`."""
    text = "Write one JSON object to standard output."
    return option("--json", "as_json", is_flag=True, section=OUTPUT, help=text)


def solver_option(text: str = "", **attributes: Any) -> Callable[[Function], Function]:
    """`--solver`; `auto` by default, except where it is repeatable.

    Parameters
    ----------
    text : what it is for; empty where it finds the tour
    """
    text = text or "Solver to use, such as cpsat, or warnsdorff:ties=random with an option."
    usual = {} if attributes.get("multiple") else {"default": "auto", "show_default": True}
    # solvers of installed packages are looked up only when they are shown
    attributes = {"names": solver_names} | usual | attributes
    return option("--solver", type=SolverSpec(), section=SOLVING, help=text, **attributes)


def trace_option() -> Callable[[Function], Function]:
    """`--trace`."""
    text = (
        "Number of actions of the search that the page shows, such as 200: each places a square or takes "
        "one back. Needs --format html and --solver depth-first."
    )
    return option("--trace", type=WholeNumber(1), section=OUTPUT, help=text)


def first_number_option() -> Callable[[Function], Function]:
    """`--first-number`."""
    text = "Number of the first square in a number grid: 0 or 1."
    return option(
        "--first-number", type=WholeNumber(0, 1), metavar="0|1", section=INPUT,
        usual="recognised from the file", help=text,
    )  # fmt: skip
