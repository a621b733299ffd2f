"""Writing a file so that nothing is lost or half-written: write beside it, then rename.

`-` is standard output. Pipes and devices, such as `/dev/stdout`, are written to directly.

>>> from tempfile import TemporaryDirectory
>>> with TemporaryDirectory() as folder:
...     target = Path(folder, "tour.txt")
...     with open_output(target) as stream:
...         _ = stream.write("a1 b3")
...     target.read_text()
'a1 b3'
"""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from knight_models.core.errors import OptionError, shown

__all__ = ["check_output", "open_output"]

_OPEN_FILE = re.compile(r"/dev/(stdout|stderr|fd/([0-9]{1,9}))|/proc/self/fd/([0-9]{1,9})")
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


def check_output(path: str | Path) -> None:
    """Check, before any work, that a path can be written; no file is left behind.

    Raises
    ------
    OptionError : if it cannot, with the reason
    """
    if _is_standard_output(path) or _descriptor(path) is not None:
        return
    target = _target(path)
    if _is_special(target):
        return
    beside = _beside(target)
    try:
        os.close(_created(beside))
        beside.unlink()
    except OSError as error:
        raise _refusal(path, error) from None


@contextmanager
def open_output(path: str | Path, *, binary: bool = False) -> Iterator[IO[Any]]:
    """A stream whose text (UTF-8) or bytes become the file when the block ends without an error.

    Until then, and after an error, an older file of that name stays as it is.

    Parameters
    ----------
    path : the file; `-` is standard output
    binary : whether the stream takes bytes

    Raises
    ------
    OptionError : if the path cannot be written; if possible, before the block begins
    """
    try:
        if _is_standard_output(path):
            yield sys.stdout.buffer if binary else sys.stdout
            sys.stdout.flush()
            return
        with _direct(path, binary) or _beside_then_renamed(path, binary) as stream:
            yield stream
    except OSError as error:
        if error.errno in NO_ROOM:
            raise _refusal(path, error) from None
        raise


def _direct(path: str | Path, binary: bool) -> IO[Any] | None:
    """A stream to a pipe, a device or an open descriptor; None for a file."""
    descriptor = _descriptor(path)
    if descriptor is None and not _is_special(_target(path)):
        return None
    try:
        if descriptor is None:
            return _stream(os.open(path, os.O_WRONLY), binary)
        sys.stdout.flush()  # otherwise its buffered text would come after
        return _stream(os.dup(descriptor), binary)
    except OSError as error:
        raise _refusal(path, error) from None


@contextmanager
def _beside_then_renamed(path: str | Path, binary: bool) -> Iterator[IO[Any]]:
    target = _target(path)
    beside = _beside(target)
    try:
        handle = _created(beside)
    except OSError as error:
        raise _refusal(path, error) from None
    try:
        with _stream(handle, binary) as stream:
            yield stream
            stream.flush()
            os.fsync(handle)
        _put_in_place(path, beside, target)
    finally:
        beside.unlink(missing_ok=True)


def _is_standard_output(path: str | Path) -> bool:
    return str(path) == "-"


def _descriptor(path: str | Path) -> int | None:
    """The number of the open file that a path such as /dev/stdout stands for; None for another path."""
    match = _OPEN_FILE.fullmatch(str(path))
    if match is None or os.name != "posix":
        return None
    digits = match[2] or match[3]
    number = int(digits) if digits else {"stdout": 1, "stderr": 2}[match[1]]
    try:
        os.fstat(number)
    except OSError as error:
        raise _refusal(path, error) from None
    return number


def _target(path: str | Path) -> Path:
    """The file that the path leads to, through symbolic links; the path itself for a pipe or device."""
    if not str(path) or "\0" in str(path):
        raise OptionError(f"cannot write {shown(str(path))}: this is not the name of a file")
    target = Path(os.path.realpath(path))
    try:
        if _is_special(Path(path)):
            target = Path(path)  # the resolved name of a pipe cannot be opened
        target.stat()
    except (FileNotFoundError, NotADirectoryError):
        pass  # a new file, or the directory is refused below
    except OSError as error:
        raise _refusal(path, error) from None
    if target.is_dir():
        raise OptionError(f"cannot write {shown(str(path))}: it is a directory; name a file in it")
    if not target.parent.is_dir():
        message = f"cannot write {shown(str(path))}: there is no directory {shown(str(target.parent))}"
        raise OptionError(message)
    if target.exists() and not os.access(target, os.W_OK):
        raise OptionError(f"cannot write {shown(str(path))}: the file is write-protected")
    return target


def _is_special(path: Path) -> bool:
    """Whether this is a device or a pipe, which a file cannot replace."""
    return path.exists() and not path.is_file() and not path.is_dir()


def _beside(target: Path) -> Path:
    return target.with_name(f".{target.name[:40]}.{os.getpid()}.part")


def _created(beside: Path) -> int:
    return os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)


def _stream(handle: int, binary: bool) -> IO[Any]:
    return os.fdopen(handle, "wb") if binary else os.fdopen(handle, "w", encoding="utf-8")


def _put_in_place(path: str | Path, beside: Path, target: Path) -> None:
    with suppress(OSError):  # a new file has no mode to keep
        beside.chmod(target.stat().st_mode & 0o7777)
    try:
        beside.replace(target)
    except OSError as error:
        raise _refusal(path, error) from None


def _refusal(path: str | Path, error: OSError) -> OptionError:
    return OptionError(f"cannot write {shown(str(path))}: {error.strerror or error}")
