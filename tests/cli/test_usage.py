"""Bad usage and bad input: one clear sentence, exit code 2, no traceback, no work done before."""

from __future__ import annotations

import json
import re
import shlex

import click
import pytest
from cli_runner import refused, run

from knight_models.cli.app import knight_models
from knight_models.cli.compare import SOLVERS_OF_NUMBERS, USUAL_SOLVERS
from knight_models.cli.parameters import (
    FormatName,
    KindList,
    LeapText,
    MoveText,
    Seconds,
    SolverSpec,
    WholeNumber,
)
from knight_models.formats import COMPARISON, LISTING, PICTURE, PUZZLE, TOUR, formats_that_write
from knight_models.solvers import get_solver, solver_names


@pytest.mark.parametrize(
    "board", ["-3x4", "0x8", "8x", "8x8x", "x8", "8", "eight", "3.5x4", "٣x٤", "8x-8", "8 x", ""]
)
@pytest.mark.parametrize("command", ["solve", "compare", "tours"])
def test_what_is_no_board_is_named(command, board):
    sentence = refused(command, board)
    assert board in sentence
    assert "board" in sentence


def test_a_text_that_begins_with_a_minus_is_refused_as_a_board_not_as_an_option():
    assert refused("solve", "-3x4").startswith("'-3x4' is not a board; write rows x columns, such as 8x8")


def test_a_huge_board_is_refused_with_the_bytes_it_would_need():
    assert "4,000,000,000,000 bytes" in refused("solve", "1000000x1000000")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--start", "j1"], ["'j1' is not on the 8x8 board"]),
        (["--start", "8,0"], ["'8,0' is not on the 8x8 board"]),
        (["--start", "-1,0"], ["'-1,0' is not on the 8x8 board"]),
        (["--start", "a٣"], ["'a٣'", "a1 or 7,0"]),
        (["--start", "٣,٤"], ["'٣,٤'", "a1 or 7,0"]),
        (["--leap", "1,٢"], ["'1,٢'", "1,2"]),
        (["--wrap", "٠"], ["'٠'", "rows, columns, both"]),
        (["--solver", "warnsdorff:restarts=٣"], ["restarts is a whole number from 0 to", "'٣'"]),
        (["--solver", "warnsdorff:restarts=1_0"], ["restarts is a whole number from 0 to", "'1_0'"]),
        (["--solver", "warnsdorff:restarts=" + "9" * 5000], ["restarts is a whole number from 0 to"]),
        (["--start", "??"], ["'??'", "a1 or 7,0"]),
        (["--start", "a1", "--holes", "a1"], ["a1 is a hole"]),
        (["--end", "j9"], ["'j9' is not on the 8x8 board"]),
        (["--start", "a1", "--end", "a1"], ["cannot start and end at a1"]),
        (["--closed", "--end", "a1"], ["a closed tour has no end"]),
        (["--require", "a1-a2"], ["a1-a2 is not a move"]),
        (["--require", "a1"], ["'a1'", "FROM-TO"]),
        (["--require", "a1-z9"], ["'a1-z9'", "'z9' is not on the 8x8 board"]),
        (["--forbid", "a1-b2"], ["a1-b2 is not a move"]),
        (["--require", "a1-b3", "--forbid", "b3-a1"], ["both required and forbidden"]),
        (["--require", "d4-b3", "--require", "d4-b5", "--require", "d4-c6"], ["3 required moves at d4"]),
        (["--leap", "0,0"], ["a leaper is two whole numbers", "(0, 0)"]),
        (["--leap", "1"], ["a leaper is two whole numbers"]),
        (["--leap", "knight"], ["'knight'", "1,2"]),
        (["--holes", ""], ["--holes takes squares such as a1,h8, not ''"]),
        (["--holes", " , "], ["--holes takes squares such as a1,h8, not ' , '"]),
        (["--given", ""], ["--given takes the name of a file, not ''"]),
        (["--map", ""], ["--map takes the name of a file, not ''"]),
        (["--graph", ""], ["--graph takes the name of a file, not ''"]),
        (["--wrap", ""], ["cannot read ''", "rows, columns, both"]),
        (["--leap", ""], ["cannot read ''", "1,2"]),
        (["--start", ""], ["cannot read ''", "a1 or 7,0"]),
        (["--require", ""], ["'' is not a move"]),
        (["--kind", ""], ["unknown kind ''"]),
        (["--solver", ""], ["unknown solver ''"]),
        (["--holes", "j9"], ["'j9' is not on the 8x8 board"]),
        (["--wrap", "diagonals"], ["'diagonals'", "rows, columns, both"]),
        (["--wrap", "2"], ["cannot wrap axis 2"]),
        (["--kind", "opne"], ["unknown kind 'opne'; did you mean 'open'?"]),
        (["--kind", "open", "--closed"], ["--closed and --kind open contradict each other"]),
        (["--solver", "cpsta"], ["unknown solver 'cpsta'; did you mean 'cpsat'?"]),
        (["--solver", "depth-first:ordring=fixed"], ["'ordring'", "did you mean 'ordering'?"]),
        (["--solver", "depth-first:ordering=fixd"], ["'fixd'", "did you mean 'fixed'?"]),
        (["--solver", "depth-first:fixed"], ["'fixed'", "name=value"]),
        *(
            (
                ["--seconds", text],
                ["--seconds takes a number of seconds from 0 to 1000000000, or inf, not", text],
            )
            for text in ("-1", "nan", "ten", "1e10", "1e999", "1_0", "٣", "")
        ),
        *(
            (["--steps", text], ["--steps must be a whole number, 0 or more, not", text])
            for text in ("1_0", "٣", "1.5", "-1", "", "inf")
        ),
        (
            ["--steps", "9223372036854775808"],
            ["--steps must be a whole number up to 9,223,372,036,854,775,807, not"],
        ),
        (
            ["--steps", "9" * 5000],
            ["--steps must be a whole number up to 9,223,372,036,854,775,807, not '999"],
        ),
        *(
            (["--seed", text], ["--seed must be a whole number from 0 to 2147483647, not", text])
            for text in ("2147483648", "٣", "-1", "x", "")
        ),
        *(
            (["--workers", text], ["--workers must be a whole number from 1 to 256, not", text])
            for text in ("257", "0", "two")
        ),
        (["--graph", "no-such-file"], ["--graph", "give one of them"]),
        (["--map", "no-such-file"], ["--map", "give one of them"]),
        (["--seed"], ["--seed", "requires an argument"]),
        (["9x9"], ["unexpected extra argument", "9x9"]),
    ],
)
@pytest.mark.parametrize("command", ["solve", "compare", "tours"])
def test_options_that_make_no_sense_are_named_with_what_would_be_right(command, arguments, words):
    sentence = refused(command, "8x8", *arguments)
    for word in words:
        assert word in sentence


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("--colsed", "--closed"), ("--solvers", "--solver"), ("--strat", "--start"), ("-json", "--json")],
)
def test_an_unknown_option_names_the_nearest_right_one(typed, meant):
    assert refused("solve", "8x8", typed) == f"unknown option {typed!r}; did you mean {meant!r}?"


@pytest.mark.parametrize("command", ["solve", "tours", "puzzle"])
def test_an_empty_format_or_output_is_refused(command):
    assert refused(command, "5x5", "--format", "").startswith("unknown format ''")
    assert "''" in refused(command, "5x5", "--output", "")


COMMANDS_THAT_WRITE = {
    "solve": TOUR, "tours": LISTING, "compare": COMPARISON, "puzzle": PUZZLE, "draw": PICTURE
}  # fmt: skip


def test_an_empty_name_of_a_file_to_verify_is_refused():
    for name, arguments in (("FILE", [""]), ("--evidence", ["--evidence", ""])):
        assert refused("verify", *arguments) == f"{name} takes the name of a file, not ''"


@pytest.mark.parametrize("command", COMMANDS_THAT_WRITE)
def test_the_help_names_every_format_of_the_table(command):
    known = formats_that_write(COMMANDS_THAT_WRITE[command])
    text = " ".join(run(command, "--help").out.replace("svg-\n", "svg-").split())
    listed = text.split("--format NAME ")[1].split("Known: ")[1].split(". [default")[0].replace("- ", "-")
    assert set(listed.split(", ")) - {"table"} == set(known)
    assert all(name in refused(command, "--format", "nosuch") for name in known)


@pytest.mark.parametrize("command", ["solve", "compare", "draw"])
def test_the_help_names_every_solver(command):
    text = " ".join(run(command, "--help").out.split())
    assert f"Known: {', '.join(solver_names())}. [default: " in text


def test_the_help_of_tours_names_the_solvers_that_list():
    text = " ".join(run("tours", "--help").out.split())
    listing = [name for name in solver_names() if hasattr(get_solver(name), "tours")]
    assert f"Known: {', '.join(listing)}. [default: auto]" in text


def test_the_help_of_compare_names_its_usual_solvers():
    text = " ".join(run("compare", "--help").out.split())
    assert f"[default: {', '.join(USUAL_SOLVERS)}; with --given: {', '.join(SOLVERS_OF_NUMBERS)}; " in text


def test_the_error_about_lists_names_every_solver_that_lists():
    listing = [name for name in solver_names() if hasattr(get_solver(name), "tours")]
    assert refused("tours", "5x5", "--solver", "warnsdorff") == (
        f"warnsdorff does not list tours; those that do: {', '.join(listing)}"
    )


def test_an_option_like_no_other_points_to_the_help():
    assert refused("solve", "8x8", "--zzz") == (
        "unknown option '--zzz'; knight-models solve --help lists the options"
    )


def test_an_unknown_command_names_the_nearest_right_one():
    assert refused("slove", "8x8").startswith("unknown command 'slove'; did you mean 'solve'?")


@pytest.mark.parametrize("command", ["solve", "compare", "tours"])
def test_without_a_board_it_says_how_to_name_one(command):
    assert refused(command) == "name a board such as 8x8, or give --graph FILE or --map FILE"


def test_with_json_an_error_is_one_object_on_standard_output():
    outcome = run("solve", "0x8", "--json")
    assert outcome.code == 2
    assert outcome.json.keys() == {"error"}
    assert "0" in outcome.json["error"]
    assert outcome.err == f"error: {outcome.json['error']}\n"


def test_with_json_a_line_that_cannot_be_parsed_is_an_object_too():
    assert json.loads(run("solve", "8x8", "--colsed", "--json").out)["error"].startswith("unknown option")


COMMANDS = ["solve", "verify", "compare", "tours", "count", "puzzle", "draw", "compile"]


HELP_TEXTS = [[], *([name] for name in COMMANDS)]


def examples_of(command: list[str]) -> list[str]:
    return run(*command, "--help").out.split("\nExamples:\n")[1].splitlines()


@pytest.mark.parametrize("command", HELP_TEXTS, ids=" ".join)
def test_help_goes_to_standard_output_and_has_examples_of_the_command(command):
    outcome = run(*command, "--help")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith(" ".join(["Usage: knight-models", *command]))
    assert max(map(len, outcome.out.splitlines())) <= 80
    assert any(
        example.startswith(" ".join(["  knight-models", *command])) for example in examples_of(command)
    )


@pytest.mark.parametrize(
    "command",
    [command for command in HELP_TEXTS if command != ["compile"]],  # test_compile.py runs its example
    ids=" ".join,
)
def test_the_examples_of_a_help_text_run_as_printed_one_after_the_other(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for example in examples_of(command):
        program, *arguments = shlex.split(example)
        assert program == "knight-models"
        outcome = run(*arguments)
        assert outcome.code == 0, (example, outcome)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_has_a_sentence_with_a_value_that_may_stand_there(command):
    """Options that take a value show one, after "such as" or in a list; the value is then right."""
    context = click.Context(knight_models.commands[command], info_name=command)
    for param in knight_models.commands[command].get_params(context):
        if not isinstance(param, click.Option) or param.is_eager:
            continue
        record = param.get_help_record(context)
        assert record is not None, param.name
        text = record[1].partition("  [default")[0]
        assert text[0].isupper(), param.name
        assert text.endswith("."), param.name
        if param.is_flag:
            continue
        values = re.findall(r"such as (\"[^\"]+\"|[^\s;]+)", text)
        assert values or " or " in text, param.name
        if isinstance(
            param.type, (Seconds, WholeNumber, FormatName, SolverSpec, LeapText, MoveText, KindList)
        ):
            for value in values:
                param.type.convert(value.rstrip(".,:"), param, context)


SAME_EVERYWHERE = ("leap", "holes", "wrap", "map", "graph", "closed", "seconds", "seed", "as_json", "path")


@pytest.mark.parametrize("name", SAME_EVERYWHERE)
def test_an_option_is_called_and_explained_alike_in_every_command(name):
    texts = set()
    for command in map(knight_models.commands.get, COMMANDS):
        context = click.Context(command)
        for param in command.params:
            if param.name == name:
                placeholder, text = param.get_help_record(context)
                texts.add((placeholder, re.sub(r"such as [\w.]+\.", "such as FILE.", text)))
    assert len(texts) == 1


def test_the_help_lists_the_commands_with_whole_sentences():
    listed = run("--help").out.split("Commands:\n")[1].split("\n\n")[0].splitlines()
    assert [line.split()[0] for line in listed] == COMMANDS
    assert all(line.endswith(".") and not line.endswith("...") for line in listed)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_names_every_option_and_argument_once(command):
    params = knight_models.commands[command].params
    text = run(command, "--help").out.partition("Examples:")[0]
    sections = [line for line in text.splitlines() if re.fullmatch(r"\w[\w ]*:", line)]
    assert len(set(sections)) == len(sections)
    for name in [max(param.opts, key=len) for param in params if isinstance(param, click.Option)]:
        assert len(re.findall(rf"^  (?:-\w, )?{name}\b(?!-)", text, re.MULTILINE)) == 1, name
    for name in [param.human_readable_name for param in params if isinstance(param, click.Argument)]:
        assert len(re.findall(rf"^  {name}  ", text, re.MULTILINE)) == 1


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["so"], ["solve"]),
        (["solve", "--kind", "c"], ["closed"]),
        (["solve", "--solver", "c"], ["cpsat", "cutset"]),
        (["solve", "--format", "svg"], ["svg", "svg-animated"]),
        (["solve", "--see"], ["--seed"]),
        (["verify", ""], [""]),  # the shell lists the files
    ],
)
def test_the_shell_completes_what_can_be_listed(words, expected, monkeypatch):
    monkeypatch.setenv("_KNIGHT_MODELS_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", " ".join(["knight-models", *words]))
    monkeypatch.setenv("COMP_CWORD", str(len(words)))
    outcome = run()
    assert outcome.code == 0
    assert [line.partition(",")[2] for line in outcome.out.splitlines()] == expected


def test_no_argument_at_all_shows_the_help():
    assert run().out == run("--help").out


def test_the_version():
    outcome = run("--version")
    assert (outcome.code, outcome.out) == (0, "knight-models 0.1.0\n")
