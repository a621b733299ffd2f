"""Writing a file so that nothing is ever lost or half-written: beside it, then renamed."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from knight_models.errors import OptionError

__all__ = ["check_output", "open_output"]

NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


def check_output(path: str | Path) -> None:
    """Refuse a path that cannot be written, before any work; nothing stays behind.

    Raises
    ------
    OptionError : with the reason
    """
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

    Until then an older file of that name stays as it is; after an error it stays for good.

    Parameters
    ----------
    path : the file
    binary : whether the stream takes bytes

    Raises
    ------
    OptionError : if the path cannot be written; before the block begins, where that shows then
    """
    target = _target(path)
    special = _is_special(target)
    beside = target if special else _beside(target)
    try:
        handle = os.open(target, os.O_WRONLY) if special else _created(beside)
    except OSError as error:
        raise _refusal(path, error) from None
    try:
        with _stream(handle, binary) as stream:
            yield stream
            stream.flush()
            if not special:
                os.fsync(handle)
        if not special:
            _put_in_place(path, beside, target)
    except OSError as error:
        if error.errno in NO_ROOM:
            raise _refusal(path, error) from None
        raise
    finally:
        if not special:
            beside.unlink(missing_ok=True)


def _target(path: str | Path) -> Path:
    """The file itself, where the path is a symbolic link to it."""
    if not str(path) or "\0" in str(path):
        raise OptionError(f"cannot write {str(path)!r}: this is no name of a file")
    target = Path(os.path.realpath(path))
    try:
        target.stat()
    except (FileNotFoundError, NotADirectoryError):
        pass  # a new file, or the directory is refused below
    except OSError as error:
        raise _refusal(path, error) from None
    if target.is_dir():
        raise OptionError(f"cannot write {str(path)!r}: it is a directory; name a file in it")
    if not target.parent.is_dir():
        raise OptionError(f"cannot write {str(path)!r}: there is no directory {str(target.parent)!r}")
    if target.exists() and not os.access(target, os.W_OK):
        raise OptionError(f"cannot write {str(path)!r}: the file is write-protected")
    return target


def _is_special(target: Path) -> bool:
    """Whether this is a device or a pipe, which cannot be replaced by a file."""
    return target.exists() and not target.is_file()


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
    return OptionError(f"cannot write {str(path)!r}: {error.strerror or error}")
