"""What typer has to say of a command line that it cannot read, in one sentence of ours."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

import typer

from knight_models.core.board import Board
from knight_models.core.errors import BoardError, nearest

__all__ = ["ClickError", "usage_sentence"]

# Newer typers carry a click of their own, so that the classes of the package `click` would not do.
ClickError: type[Exception] = typer.BadParameter.__mro__[2]


def usage_sentence(error: BaseException, arguments: Sequence[str]) -> str:
    """What is wrong with the arguments, and what would be right."""
    context = getattr(error, "ctx", None)
    if type(error).__name__ == "NoSuchOption":
        return _unknown_option(_as_written(getattr(error, "option_name", ""), arguments), context)
    unknown = re.match(r"No such command '(.*?)'", str(error))
    if unknown and context is not None:
        return nearest(unknown[1], context.command.commands, "command")
    text: str = error.format_message()  # type: ignore[attr-defined]  # every click error has it
    text = re.sub(r"\s+", " ", text).strip().rstrip(".")
    return text[:1].lower() + text[1:]


def _as_written(option: str, arguments: Sequence[str]) -> str:
    """The whole argument of which click names only the first letter (`-3` of `-3x4`)."""
    if option.startswith("--"):
        return option
    return next((text for text in arguments if text.startswith(option)), option)


def _unknown_option(option: str, context: Any) -> str:
    if re.match(r"-\d", option):
        return _not_a_board(option)
    known = [name for param in context.command.params for name in param.opts] if context else []
    close = get_close_matches(option, [*known, "--help"], n=1)
    path = context.command_path if context else "knight-models"
    hint = f"did you mean {close[0]!r}?" if close else f"{path} --help lists the options"
    return f"unknown option {option!r}; {hint}"


def _not_a_board(text: str) -> str:
    """What `Board` says of a text that begins with a minus, which click takes for an option."""
    try:
        return f"{Board.parse(text)} cannot stand here"
    except BoardError as error:
        return str(error)
