"""How a kernel runs: interpreted on lists at first, compiled on arrays once that is ready and pays."""

from __future__ import annotations

import threading
import time
import zlib
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from knight_models.core.limits import Deadline

__all__ = ["RUNNING", "Array", "Kernel", "KernelRun", "unsigned"]

Array = Any
"""What a kernel works on: a numpy array once compiled, a list of numbers while interpreted."""

LARGE = 20_000
"""Vertices from which a run waits for compiled code instead of beginning interpreted."""

PATIENCE = 0.2
"""Seconds that a small problem runs interpreted before compiling begins beside it."""

RUNNING = 0
"""What every kernel returns when its budget is used up."""

SLICE = 0.05
"""Seconds that one call of a kernel should take."""


def unsigned(number: int) -> Any:
    """The number as an index: compiled, numba need not look whether it counts from the end.

    Give it to a `Kernel` among its helpers. Arithmetic that mixes unsigned and signed numbers ends
    in floats once compiled.
    """
    return number


class Kernel:
    """A plain function over arrays, and its compiled twin.

    Parameters
    ----------
    function : takes arrays (or lists) and a budget; changes them in place; returns a number
    signature : its numba types
    helpers : the functions that it calls, each after those that it calls itself
    """

    def __init__(
        self, function: Callable[..., int], signature: str, helpers: Sequence[Callable[..., Any]] = ()
    ) -> None:
        self.interpreted = function
        self._signature = signature
        self._helpers = helpers
        self._compiled: Callable[..., int] | None = None
        self._error: BaseException | None = None
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()

    @property
    def compiled(self) -> Callable[..., int] | None:
        """The compiled function, once it is ready; what stopped the compiler is raised here."""
        if self._error is not None:
            raise self._error
        return self._compiled

    def start_compiling(self) -> None:
        """Begin to compile beside the caller, if nobody has yet."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(
                    target=self._compile, name=f"compile {self.interpreted.__name__}"
                )
                self._thread.start()

    def wait(self, deadline: Deadline) -> bool:
        """Wait for the compiled function; false if the time is up before it is ready."""
        self.start_compiling()
        assert self._thread is not None
        while self._thread.is_alive() and not deadline.expired:
            self._thread.join(min(SLICE, deadline.remaining()))
        return self.compiled is not None

    def _compile(self) -> None:
        try:
            self._compiled = _jit(self.interpreted, self._signature, self._helpers)
        except BaseException as error:  # noqa: BLE001  # handed to the thread that waits
            self._error = error


def _jit(
    function: Callable[..., int], signature: str, helpers: Sequence[Callable[..., Any]]
) -> Callable[..., int]:
    try:
        return _decorated(function, signature, helpers, cache=True)
    except RuntimeError as error:
        if "cannot cache" not in str(error):
            raise
        return _decorated(function, signature, helpers, cache=False)  # no folder to keep it in


def _decorated(
    function: Callable[..., int], signature: str, helpers: Sequence[Callable[..., Any]], *, cache: bool
) -> Callable[..., int]:
    import numba

    known: dict[str, Any] = {}
    for helper in helpers:
        if helper is unsigned:
            known[helper.__name__] = np.uint64
            continue
        # Only compiled code calls a helper: without a way in from Python it compiles in half the time.
        options: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        known[helper.__name__] = numba.njit(nogil=True, **options)(_seeing(helper, known))
    seeing = _seeing(function, known)
    # Numba keeps compiled code under this name, and would not see that a helper has changed.
    seeing.__qualname__ = f"{function.__name__}_{_digest([function, *helpers]):08x}"
    compiled: Callable[..., int] = numba.njit(signature, cache=cache, nogil=True)(seeing)
    return compiled


def _seeing(function: Callable[..., Any], known: dict[str, Any]) -> FunctionType:
    """A copy of a function that sees compiled helpers in the place of the plain ones it calls."""
    plain = cast(FunctionType, function)
    return FunctionType(plain.__code__, {**plain.__globals__, **known}, plain.__name__)


def _digest(functions: Sequence[Callable[..., Any]]) -> int:
    """A number that changes with the code of functions and the constants that they read."""
    parts: list[object] = []
    for function in functions:
        plain = cast(FunctionType, function)
        code = plain.__code__
        constants = [plain.__globals__.get(name) for name in code.co_names]
        parts += [code.co_code, code.co_consts, code.co_names]
        parts += [value for value in constants if isinstance(value, int)]
    return zlib.crc32(repr(parts).encode())


class KernelRun:
    """One run of a kernel over its arrays.

    Parameters
    ----------
    kernel : the kernel
    arrays : its arguments but for the budget
    size : number of vertices; large problems wait for compiled code
    deadline : when to stop
    """

    def __init__(
        self, kernel: Kernel, arrays: list[npt.NDArray[Any]], size: int, deadline: Deadline
    ) -> None:
        self._kernel = kernel
        self._deadline = deadline
        self._types = [array.dtype for array in arrays]
        self._budget = 1000
        self._interpreted = kernel.compiled is None and size < LARGE
        self._began = time.monotonic()
        self._arguments: list[Any] = [a.tolist() for a in arrays] if self._interpreted else arrays

    def ready(self) -> bool:
        """Wait, for a large problem, until it can run; false if the time is up before."""
        return self._interpreted or self._kernel.wait(self._deadline)

    def __call__(self) -> int:
        """Run for about 50 ms; returns what the kernel returns."""
        if self._interpreted:
            self._consider_compiled()
        function = self._kernel.interpreted if self._interpreted else self._kernel.compiled
        assert function is not None
        began = time.perf_counter()
        answer = function(*self._arguments, self._budget)
        if answer == RUNNING:  # the whole budget was used: next time as much as takes one slice
            took = max(time.perf_counter() - began, 1e-6)
            self._budget = max(100, int(self._budget * min(4.0, max(0.25, SLICE / took))))
        return int(answer)

    def once(self) -> int:
        """Run for one iteration, in the way in which the run began; returns what the kernel returns."""
        function = self._kernel.interpreted if self._interpreted else self._kernel.compiled
        assert function is not None
        return int(function(*self._arguments, 1))

    def _consider_compiled(self) -> None:
        if self._kernel.compiled is not None:
            self._arguments = [
                np.array(values, dtype) for values, dtype in zip(self._arguments, self._types, strict=True)
            ]
            self._interpreted = False
            self._budget *= 20
        elif time.monotonic() - self._began > PATIENCE:
            self._kernel.start_compiling()

    def replace(self, argument: int, array: npt.NDArray[Any]) -> None:
        """Put another array in the place of an argument."""
        self._arguments[argument] = array.tolist() if self._interpreted else array

    def __getitem__(self, argument: int) -> Any:
        """The argument at this place, as it stands: a list while interpreted, an array otherwise."""
        return self._arguments[argument]
