"""Reading a file as text: decoding, lines, and where in it something stands."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from knight_models.core.errors import FormatError
from knight_models.core.limits import require_memory

__all__ = [
    "OTHER_DIGITS",
    "cut",
    "excerpt",
    "has_other_digits",
    "lines_of",
    "read_file",
    "require_vertices",
    "text_of",
]

BYTES_A_VERTEX = 400
"""What a vertex without edges takes: in networkx 290 bytes, measured with networkx 3.6, and its number."""

MANY_VERTICES = 1_000_000
VERTICES_A_CHARACTER = 100
"""More than these, and a file has counted wrongly: nearly all of its vertices would be without edges."""

LONGEST_EXCERPT = 40
OTHER_DIGITS = "is written with other digits than 0 to 9"

UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")


def read_file(path: str | Path) -> bytes:
    """What a file holds; `-` is standard input.

    Raises
    ------
    FormatError : if it cannot be read
    """
    if str(path) == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a path with a NUL character
        reason = getattr(error, "strerror", None) or str(error)
        raise FormatError(f"the file cannot be read: {reason}", source=str(path)) from None


def text_of(data: str | bytes, source: str | None = None) -> str:
    """The text that bytes hold, in UTF-8, or in UTF-16 with its byte order mark.

    Raises
    ------
    FormatError : for an empty or a binary file, with line and column
    """
    text = data.removeprefix("\ufeff") if isinstance(data, str) else _decoded(data, source)
    control = _CONTROL.search(text)
    if control:
        line, column = _place(text[: control.start()])
        message = f"character {ord(control[0])} does not belong in a text; this is a binary file"
        raise FormatError(message, source=source, line=line, column=column)
    if not text.strip():
        raise FormatError("there is nothing in it", source=source)
    return text


def lines_of(text: str) -> list[str]:
    r"""The lines of a text, whatever ends them; line 1 stands at place 0.

    >>> lines_of("1 2\r\n3 4\n")
    ['1 2', '3 4', '']
    """
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def cut(text: object) -> str:
    """A text as a message repeats it: 40 characters of it at most.

    >>> cut(1234), cut("1" * 50)
    ('1234', '1111111111111111111111111111111111111111...')
    """
    whole = str(text)
    return whole if len(whole) <= LONGEST_EXCERPT else f"{whole[:LONGEST_EXCERPT]}..."


def excerpt(word: str) -> str:
    """A word of a file as a message quotes it, cut likewise.

    >>> excerpt("x7")
    "'x7'"
    """
    return repr(cut(word))


def has_other_digits(word: str) -> bool:
    """Whether a word has digits other than 0 to 9, which Python would take for numbers too.

    >>> has_other_digits("a٣"), has_other_digits("a3")
    (True, False)
    """
    return not word.isascii() and any(sign.isdecimal() and not sign.isascii() for sign in word)


def require_vertices(count: int, characters: int, source: str | None = None) -> None:
    """Refuse a graph whose header asks for more vertices than its edges reach, or memory holds.

    Parameters
    ----------
    count : how many vertices the header asks for
    characters : how long the list of edges is at most
    source : the name of the file, for messages

    Raises
    ------
    InputError : with the vertices, or the bytes that they would need
    """
    require_memory(count * BYTES_A_VERTEX, None, f"a graph of {count:,} vertices")
    if count > max(MANY_VERTICES, VERTICES_A_CHARACTER * characters):
        message = f"a graph of {count:,} vertices is announced, but nearly all of them are without edges"
        raise FormatError(message, source=source)


def _decoded(data: bytes, source: str | None) -> str:
    encoding = "utf-16" if data.startswith(UTF_16_MARKS) else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line, column = _place(data[: error.start].decode("latin-1"))
        message = (
            f"byte {data[error.start]} is no text in UTF-8; this is a binary file, or another encoding"
        )
        raise FormatError(message, source=source, line=line, column=column) from None


def _place(before: str) -> tuple[int, int]:
    """The line and column of what follows this text."""
    lines = lines_of(before)
    return len(lines), len(lines[-1]) + 1
