"""Compiling kernels with numba, and the files in which the machine code is kept from process to process.

Numba trusts its files. So a file of checksums stands beside those of each kernel, and what a crash, a full
disk or a copy has damaged is compiled again before numba reads it.
"""

from __future__ import annotations

import hashlib
import os
import sys
import threading
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, cast, get_type_hints

import numpy as np

from knight_models.core.errors import InputError
from knight_models.core.files import open_output

OPTIONS: dict[str, Any] = {"nogil": True, "_nrt": False}
"""How numba compiles: other threads run on, and no references to arrays are counted, since kernels make
none."""

NO_FOLDER = (
    "compiled code is not kept for the next time, because no folder for it can be written; "
    "set NUMBA_CACHE_DIR to one that can"
)


class Stopped(BaseException):
    """The compiler was asked to stop; like KeyboardInterrupt, no `except Exception` catches it."""


@dataclass(frozen=True)
class Source:
    """What a kernel is compiled from.

    Parameters
    ----------
    function, helpers : as for `Kernel`
    parameters : the names of the function's records, in order, with what they are declared as
    stand_ins : what compiled code calls in the place of some helpers
    """

    function: Callable[..., int]
    helpers: Sequence[Callable[..., Any]]
    parameters: Mapping[str, Any]
    stand_ins: Mapping[Any, Any]


@dataclass
class Outcome:
    """A compiled kernel.

    Parameters
    ----------
    compiled : the compiled function; None if compiling failed
    loaded : whether it was found on disk, and not compiled
    trouble : what is wrong, in a sentence; None if all is well
    """

    compiled: Callable[..., int] | None
    loaded: bool = False
    trouble: str | None = None


def compiled_or_loaded(source: Source, stopped: Callable[[], bool]) -> Outcome:
    """A kernel loaded from disk, or compiled and kept there; the disk may be in any state.

    Parameters
    ----------
    source : the kernel
    stopped : asked between the passes of the compiler, which takes under a second for each

    Raises
    ------
    Stopped : once `stopped` answers True
    """
    import numpy.ma  # noqa: F401  # the first call of compiled code would load it

    with _stopping(stopped):
        dispatcher = _dispatcher(source)
        try:
            if _has_no_folder():
                raise OSError
            dispatcher.enable_caching()
        except (RuntimeError, OSError):  # RuntimeError: numba has tried all folders that it knows
            return Outcome(_compile(dispatcher, source), trouble=NO_FOLDER)
        files = _Files(Path(dispatcher.stats.cache_path), dispatcher.py_func.__qualname__)
        trouble = files.remove_damaged()
        if trouble is not None and not files.gone:
            return Outcome(_compile(_dispatcher(source), source), trouble=trouble)
        try:
            _compile(dispatcher, source)
        except Exception as error:  # noqa: BLE001  # an error of the compiler comes again without files
            trouble = trouble or files.not_kept(error)
            if not dispatcher.overloads:  # else only the writing failed
                dispatcher = _dispatcher(source)
                _compile(dispatcher, source)
            return Outcome(dispatcher, trouble=trouble)
        if dispatcher.stats.cache_hits:
            return Outcome(dispatcher, loaded=True, trouble=trouble)
        return Outcome(dispatcher, trouble=files.seal() or trouble)


def _has_no_folder() -> bool:
    """Whether numba would make a folder named `~`: no home folder is known, and no other can be written."""
    from numba.core import config

    homeless = os.path.expanduser("~") == "~"  # noqa: PTH111  # Path raises an error
    named = getattr(config, "CACHE_DIR", "")  # set when numba is loaded
    return homeless and not named and not os.access(Path(__file__).parent, os.W_OK)


def _reason(error: Exception) -> str:
    """An error of reading or writing files in a few words."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error) or type(error).__name__


def _compile(dispatcher: Any, source: Source) -> Callable[..., int]:
    from numba import int64

    dispatcher.compile(int64(*map(_numba_type, source.parameters.values()), int64))
    dispatcher.disable_compile()
    return cast(Callable[..., int], dispatcher)


@contextmanager
def _stopping(stopped: Callable[[], bool]) -> Iterator[None]:
    """Raise `Stopped` from within the compiler, in this thread, once `stopped` answers True."""
    from numba.core import event

    worker = threading.get_ident()

    class Listener(event.Listener):
        def on_start(self, event: Any) -> None:
            if stopped() and threading.get_ident() == worker:
                raise Stopped

        def on_end(self, event: Any) -> None:
            self.on_start(event)

    with event.install_listener("numba:run_pass", Listener()):
        yield


# ---- files ---------------------------------------------------------------------------------------


class _Files:
    """The files that numba keeps for one kernel, and the file of their checksums.

    Parameters
    ----------
    folder : where they are
    name : the kernel's name with its digest, which stands in the names of its files only
    """

    def __init__(self, folder: Path, name: str) -> None:
        python = f"py{sys.version_info.major}{sys.version_info.minor}"
        self.folder = folder
        self._pattern = f"*{name}-*.{python}*.nb[ic]"
        self._sums = folder / f"{name}.{python}.sha256"

    def remove_damaged(self) -> str | None:
        """Remove the files unless their checksums are right; returns a note if they were right once."""
        known = self._sums.exists()
        if self._are_right() or (known and self._are_right_soon()):
            return None
        for path in [*self._paths(), self._sums]:
            with suppress(OSError):
                path.rmdir() if path.is_dir() else path.unlink()
        return f"compiled code was damaged on disk, and is compiled again: {self.folder}" if known else None

    @property
    def gone(self) -> bool:
        """Whether none of the files exists."""
        return not self._paths()

    def seal(self) -> str | None:
        """Write the checksums; returns why that was not possible, or None."""
        try:
            with open_output(self._sums) as stream:
                stream.write(self._checksums())
        except (OSError, InputError) as error:
            return self.not_kept(error)
        return None

    def not_kept(self, error: Exception) -> str:
        """The note that the compiled code could not be written or read."""
        return f"compiled code cannot be kept in {self.folder}: {_reason(error)}"

    def _are_right(self) -> bool:
        try:
            return self._sums.read_text("utf-8") == self._checksums()
        except (OSError, ValueError):  # ValueError: no text
            return False

    def _are_right_soon(self) -> bool:
        """Whether the files are right after a moment: another process may be writing the last of them."""
        time.sleep(0.1)
        return self._are_right()

    def _checksums(self) -> str:
        digests = ((hashlib.sha256(path.read_bytes()).hexdigest(), path.name) for path in self._paths())
        return "".join(f"{digest}  {name}\n" for digest, name in digests)

    def _paths(self) -> list[Path]:
        return sorted(self.folder.glob(self._pattern))


# ---- code and types ------------------------------------------------------------------------------


def _dispatcher(source: Source) -> Any:
    """The function as numba takes it, with its helpers; nothing is compiled yet."""
    import numba

    known: dict[str, Any] = {}
    for helper in source.helpers:
        if helper in source.stand_ins:
            known[helper.__name__] = source.stand_ins[helper]
            continue
        # Only compiled code calls a helper: without a way in from Python it compiles in half the time.
        without: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        known[helper.__name__] = numba.njit(**OPTIONS, **without)(_seeing(helper, known))
    seeing = _seeing(source.function, known)
    # Numba keeps compiled code under this name, and would not see that a helper or a record has changed.
    digest = digest_of([source.function, *source.helpers])
    seeing.__qualname__ = f"{source.function.__name__}_{digest:08x}"
    return numba.njit(**OPTIONS)(seeing)


def _seeing(function: Callable[..., Any], known: dict[str, Any]) -> FunctionType:
    """A copy of a function that sees compiled helpers in the place of the plain ones it calls."""
    plain = cast(FunctionType, function)
    return FunctionType(plain.__code__, {**plain.__globals__, **known}, plain.__name__)


def digest_of(functions: Sequence[Callable[..., Any]]) -> int:
    """A number that changes with the code of functions, the constants they read and their records."""
    parts: list[object] = []
    for function in functions:
        plain = cast(FunctionType, function)
        code = plain.__code__
        constants = [plain.__globals__.get(name) for name in code.co_names]
        parts += [code.co_code, code.co_consts, code.co_names]
        parts += [value for value in constants if isinstance(value, int)]
        for record in get_type_hints(plain).values():
            if isinstance(record, type) and hasattr(record, "__annotations__"):
                parts.append(get_type_hints(record, include_extras=True))
    return zlib.crc32(repr(parts).encode())


def _numba_type(declared: Any) -> Any:
    """The type in which compiled code takes what is declared as an array or a record."""
    import numba

    if is_dataclass(declared):
        return numba.from_dtype(scalars_dtype(cast(type, declared)))
    if hasattr(declared, "__metadata__"):
        return numba.types.Array(numba.from_dtype(np.dtype(declared.__metadata__[0])), 1, "C")
    arrays = tuple(map(_numba_type, declared_arrays(declared)))
    return numba.types.BaseTuple.from_types(arrays, declared)  # type: ignore[no-untyped-call]  # numba has no types


@cache
def declared_arrays(record: type) -> tuple[Any, ...]:
    """What the fields of a record of arrays are declared as."""
    return tuple(get_type_hints(record, include_extras=True).values())


@cache
def scalars_dtype(record: type) -> np.dtype[Any]:
    """The fields of a dataclass of scalars: `int` is int64, `bool` is bool, `float` is float64."""
    hints = get_type_hints(record)
    return np.dtype([(field.name, hints[field.name]) for field in fields(record)], align=True)
