"""Where a tour or a picture goes and in which format, settled before any work."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import PurePath
from typing import IO, TYPE_CHECKING, Any

from knight_models.cli.question import Question
from knight_models.core.errors import OptionError, nearest
from knight_models.draw.pictures import check_picture
from knight_models.formats import FORMATS, PICTURE, TOUR, format_of_ending, formats_that_write

if TYPE_CHECKING:
    from knight_models.core.result import SolveResult

__all__ = [
    "check_ending",
    "check_place",
    "check_size",
    "chosen_format",
    "is_binary",
    "is_picture",
    "named_format",
    "opened",
    "write",
    "write_drawing",
]


def chosen_format(name: str | None, question: Question, output: str | None) -> str:
    """The format named, or the one of the file's ending; else a grid of a board, labels of a graph.

    Raises
    ------
    OptionError : for an unknown format, one that cannot be used, or a file that cannot be written
    """
    usual = "grid" if question.graph is None else "algebraic"
    form = named_format(name, output, formats_that_write(TOUR), usual)
    if form == "grid" and question.graph is not None:
        raise OptionError("a tour of a graph has no number grid; write it as algebraic, moves or json")
    check_place(form, output, binary=is_binary(form))
    return form


def is_binary(form: str) -> bool:
    """Whether a format holds bytes."""
    return any(known.binary for known in FORMATS if known.name == form)


def is_picture(form: str) -> bool:
    """Whether a format is a picture."""
    return form in formats_that_write(PICTURE)


def named_format(name: str | None, output: str | None, known: Collection[str], usual: str) -> str:
    """The format named; else the one that the file's ending means, if it is known; else the usual one.

    Raises
    ------
    OptionError : for an unknown format, or a picture that cannot be drawn
    """
    forms = {form.name: form for form in FORMATS if form.name in known}
    by_ending = None if output is None else format_of_ending(output, forms)
    form = name if name is not None else by_ending or usual
    if form not in known:
        raise OptionError(nearest(form, known, "format"))
    if is_picture(form):
        check_picture(form)
    return form


def check_ending(output: str | None) -> None:
    """Refuse a file whose ending is not that of a picture.

    Raises
    ------
    OptionError : with the endings of pictures
    """
    forms = formats_that_write(PICTURE)
    ending = PurePath(output or "").suffix.lower()
    if ending and format_of_ending(output or "", forms) is None:
        known = ", ".join(ending for form in forms.values() for ending in form.endings)
        raise OptionError(f"no picture ends in {ending!r}; these do: {known}; or name a --format")


def check_place(form: str, output: str | None, *, binary: bool) -> None:
    """Refuse a file that cannot be written, and bytes to a terminal; before any work.

    Raises
    ------
    OptionError : with the reason
    """
    from knight_models.formats import check_output

    if output is not None:
        check_output(output)
    elif binary and sys.stdout.isatty():
        raise OptionError(f"{form} is no text to read in a terminal; name an --output FILE")


def check_size(what: object, form: str) -> None:
    """Refuse, before any work, more squares than a picture shows or a page plays.

    Parameters
    ----------
    what : the problems, each as often as it will be drawn
    form : the format asked for

    Raises
    ------
    TooLargeError : with the bound
    """
    if is_picture(form):
        from knight_models.draw.panels import panels_of

        panels = panels_of(what)
        if form == "html":
            from knight_models.draw.page_data import check_playable

            check_playable(panels, awaited=True)


@contextmanager
def opened(output: str | None, *, binary: bool = False) -> Iterator[IO[Any]]:
    """The file, put in place once it is complete; or standard output."""
    from knight_models.formats import open_output

    if output is None:
        yield sys.stdout.buffer if binary else sys.stdout
    else:
        with open_output(output, binary=binary) as stream:
            yield stream


def write(result: SolveResult, form: str, output: str | None) -> None:
    """Write a result to a file, or to standard output."""
    from knight_models.formats import write_tour

    with opened(output, binary=is_binary(form)) as stream:
        write_tour(result, form, stream)


def write_drawing(what: object, form: str, output: str | None, **style: Any) -> None:
    """Write a picture to a file, or to standard output.

    Parameters
    ----------
    what, form, style : as for `write_picture`
    output : the file
    """
    with opened(output, binary=is_binary(form)) as stream:
        formats_that_write(PICTURE)[form].write(what, stream, **style)
