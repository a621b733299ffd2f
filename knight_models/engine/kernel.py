"""Kernels: inner loops as plain functions over named records, interpreted or compiled, as it pays.

A kernel's author writes

- its records: `NamedTuple` classes whose fields are one-dimensional arrays, declared as `Numbers`,
  `Flags`, `Longs` or `Words`, and one dataclass of scalars, declared as `int`, `bool` or `float`;
- the function: its parameters are records, declared by their classes, and last a budget. It changes the
  records in place, spends the budget, and returns one of the replies below;
- `Kernel(function, helpers)`, with the functions that it calls.

A caller makes a `KernelRun` of the kernel and its records, and calls it until the reply is not `RUNNING`.
It reads the scalars in its own dataclass, and the arrays as `run.NAME.FIELD`, where NAME is the parameter.
Interpreted, the arrays are lists, which are much faster than arrays then; compiled, they are arrays.

>>> from dataclasses import dataclass
>>> class Fibonacci(NamedTuple):
...     numbers: Longs  # shape (n,), the numbers so far
>>> @dataclass(slots=True)
... class Progress:
...     known: int
>>> def extend(found: Fibonacci, state: Progress, budget: int) -> int:
...     while budget > 0 and state.known < len(found.numbers):
...         budget -= 1
...         found.numbers[state.known] = found.numbers[state.known - 1] + found.numbers[state.known - 2]
...         state.known += 1
...     return RUNNING if state.known < len(found.numbers) else DONE
>>> state = Progress(known=2)
>>> run = KernelRun(Kernel(extend), [Fibonacci([1, 1, 0, 0, 0]), state], 5, Deadline(None))
>>> run() == DONE, state.known, run.found.numbers
(True, 5, [1, 1, 2, 3, 5])
"""

from __future__ import annotations

import threading
import time
import zlib
from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from functools import cache, cached_property
from types import FunctionType
from typing import Annotated, Any, NamedTuple, cast, get_type_hints

import numpy as np
import numpy.typing as npt

from knight_models.core.limits import Deadline

RUNNING, DONE, FOUND, EXHAUSTED, LIMIT, MORE_ROOM, SWITCH, UNKNOWN_RULE, GAVE_UP = range(9)
"""The replies of kernels, which `KernelRun` passes on.

RUNNING : the budget is used up; call again
DONE : the work is finished
FOUND : the arrays hold a tour of the kind wanted; call again for the next one
EXHAUSTED : every possibility has been tried
LIMIT : the step limit is reached, and the next step is still to be taken
MORE_ROOM : an array is full; replace it by a longer one and call again
SWITCH : the caller has to change a record before it calls again
UNKNOWN_RULE : the kernel has no score for one of the tie rules
GAVE_UP : a heuristic has come to nothing
"""

Numbers = Annotated[Any, np.int32]
"""An array of a record: vertex numbers, places in other arrays, counts."""

Flags = Annotated[Any, np.uint8]
"""An array of a record: 0 or 1, or other small numbers."""

Longs = Annotated[Any, np.int64]
"""An array of a record: numbers that may pass 2**31."""

Words = Annotated[Any, np.uint64]
"""An array of a record: sets as bits."""

LARGE = 20_000
"""Vertices from which a run waits for compiled code instead of beginning interpreted."""

PATIENCE = 0.2
"""Seconds that a small problem runs interpreted before compiling begins beside it."""

SLICE = 0.05
"""Seconds that one call of a kernel should take."""


class Rows(NamedTuple):
    """Compressed rows (CSR): row v is `indices[indptr[v]:indptr[v + 1]]`."""

    indptr: Numbers
    """Shape (n + 1,)."""
    indices: Numbers
    """Shape (m,)."""


def unsigned(number: int) -> Any:
    """The number as an index: compiled, numba need not check whether it counts from the end.

    Give it to a `Kernel` among its helpers. Arithmetic that mixes unsigned and signed numbers ends
    in floats once compiled.
    """
    return number


class Kernel:
    """A plain function over records, and its compiled twin.

    Parameters
    ----------
    function : takes records, declared by their classes, and a budget; changes the records in place;
        returns a reply
    helpers : the functions that it calls, each after those that it calls itself
    """

    def __init__(self, function: Callable[..., int], helpers: Sequence[Callable[..., Any]] = ()) -> None:
        self._helpers = helpers
        self.interpreted = function
        self._compiled: Callable[..., int] | None = None
        self._error: BaseException | None = None
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()

    @cached_property
    def parameters(self) -> dict[str, Any]:
        """The names of the records that the function takes, in order, with what they are declared as."""
        hints = get_type_hints(self.interpreted, include_extras=True)
        code = cast(FunctionType, self.interpreted).__code__
        return {name: hints[name] for name in code.co_varnames[: code.co_argcount - 1]}

    @property
    def compiled(self) -> Callable[..., int] | None:
        """The compiled function, or None before it is ready; an error of the compiler is raised here."""
        if self._error is not None:
            raise self._error
        return self._compiled

    def start_compiling(self) -> None:
        """Begin to compile in a thread, if that has not begun yet."""
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
            self._compiled = self._cached_or_compiled()
        except BaseException as error:  # noqa: BLE001  # raised again in the thread that waits
            self._error = error

    def _cached_or_compiled(self) -> Callable[..., int]:
        signature = _signature(self.parameters)
        try:
            return _jit(self.interpreted, signature, self._helpers, cache=True)
        except RuntimeError as error:
            if "cannot cache" not in str(error):
                raise
            return _jit(self.interpreted, signature, self._helpers, cache=False)  # no folder to keep it in


def _signature(parameters: dict[str, Any]) -> Any:
    from numba import int64

    return int64(*map(_numba_type, parameters.values()), int64)


def _numba_type(declared: Any) -> Any:
    """The type in which compiled code takes what is declared as an array or a record."""
    import numba

    if is_dataclass(declared):
        return numba.from_dtype(_scalars_dtype(cast(type, declared)))
    if hasattr(declared, "__metadata__"):
        return numba.types.Array(numba.from_dtype(np.dtype(declared.__metadata__[0])), 1, "C")
    arrays = tuple(map(_numba_type, _declared_arrays(declared)))
    return numba.types.BaseTuple.from_types(arrays, declared)  # type: ignore[no-untyped-call]  # numba has no types


@cache
def _declared_arrays(record: type) -> tuple[Any, ...]:
    """What the fields of a record of arrays are declared as."""
    return tuple(get_type_hints(record, include_extras=True).values())


@cache
def _scalars_dtype(record: type) -> np.dtype[Any]:
    """The fields of a dataclass of scalars: `int` is int64, `bool` is bool, `float` is float64."""
    hints = get_type_hints(record)
    return np.dtype([(field.name, hints[field.name]) for field in fields(record)], align=True)


def _jit(
    function: Callable[..., int], signature: Any, helpers: Sequence[Callable[..., Any]], *, cache: bool
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
    # Numba keeps compiled code under this name, and would not see that a helper or a record has changed.
    seeing.__qualname__ = f"{function.__name__}_{_digest([function, *helpers]):08x}"
    compiled: Callable[..., int] = numba.njit(signature, cache=cache, nogil=True)(seeing)
    return compiled


def _seeing(function: Callable[..., Any], known: dict[str, Any]) -> FunctionType:
    """A copy of a function that sees compiled helpers in the place of the plain ones it calls."""
    plain = cast(FunctionType, function)
    return FunctionType(plain.__code__, {**plain.__globals__, **known}, plain.__name__)


def _digest(functions: Sequence[Callable[..., Any]]) -> int:
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


class KernelRun:
    """One run of a kernel over its records; `run.NAME` is the record that the kernel calls NAME.

    Parameters
    ----------
    kernel : the kernel
    records : its arguments but for the budget, in their order. Arrays are converted to the declared
        types; scalars stay in the dataclass given, which the caller may read and change between calls
    size : number of vertices; large problems wait for compiled code
    deadline : when to stop

    Raises
    ------
    TypeError : for a record of another class than the one declared
    """

    def __init__(self, kernel: Kernel, records: Sequence[Any], size: int, deadline: Deadline) -> None:
        self._kernel = kernel
        self._deadline = deadline
        self._budget = 1000
        self._interpreted = kernel.compiled is None and size < LARGE
        self._began = time.monotonic()
        self._records: dict[str, Any] = {}
        self._scalars: dict[str, _Scalars] = {}
        for (name, declared), record in zip(kernel.parameters.items(), records, strict=True):
            self._put(name, declared, record)

    def __getattr__(self, name: str) -> Any:
        """The record of this name as it stands: with lists while interpreted, with arrays otherwise."""
        try:
            return self.__dict__["_records"][name]
        except KeyError:
            raise AttributeError(f"the kernel has no record {name!r}") from None

    def replace(self, name: str, record: Any) -> None:
        """Put another record in the place of one, between two calls."""
        self._put(name, self._kernel.parameters[name], record)

    def ready(self) -> bool:
        """Wait, for a large problem, until it can run; false if the time is up before.

        The clock stands still while the kernel is compiled.
        """
        if self._interpreted:
            return True
        with self._deadline.paused():
            return self._kernel.wait(self._deadline)

    def __call__(self) -> int:
        """Run for about 50 ms; returns the kernel's reply."""
        if self._interpreted:
            self._consider_compiled()
        began = time.perf_counter()
        reply = self._call(self._budget)
        if reply == RUNNING:  # the whole budget was used: next time as much as takes one slice
            took = max(time.perf_counter() - began, 1e-6)
            self._budget = max(100, int(self._budget * min(4.0, max(0.25, SLICE / took))))
        return reply

    def once(self) -> int:
        """Run for one iteration, in the way in which the run began; returns the kernel's reply."""
        return self._call(1)

    def finish(self, report: Callable[[], None]) -> bool:
        """Call a kernel that ends with DONE until then; false if the time was up before.

        Parameters
        ----------
        report : called after every call that does not end the work
        """
        if not self.ready():
            return False
        while self() == RUNNING:
            report()
            if self._deadline.expired:
                return False
        return True

    def _put(self, name: str, declared: Any, record: Any) -> None:
        if isinstance(declared, type) and type(record) is not declared:
            raise TypeError(f"{name} is a {declared.__name__}, not a {type(record).__name__}")
        if is_dataclass(record):
            self._scalars[name] = _Scalars(record)
            self._records[name] = record
        else:
            self._records[name] = _converted(declared, record, lists=self._interpreted)

    def _call(self, budget: int) -> int:
        if self._interpreted:
            return int(self._kernel.interpreted(*self._records.values(), budget))
        compiled = self._kernel.compiled
        assert compiled is not None
        arguments = [
            self._scalars[name].loaded() if name in self._scalars else record
            for name, record in self._records.items()
        ]
        reply = int(compiled(*arguments, budget))
        for scalars in self._scalars.values():
            scalars.store()
        return reply

    def _consider_compiled(self) -> None:
        if self._kernel.compiled is not None:
            self._interpreted = False
            for name, record in list(self._records.items()):
                self._put(name, self._kernel.parameters[name], record)
            self._budget *= 20
        elif time.monotonic() - self._began > PATIENCE:
            self._kernel.start_compiling()


class _Scalars:
    """A dataclass of scalars, and the record in which compiled code reads and writes them."""

    def __init__(self, scalars: Any) -> None:
        self._scalars = scalars
        self._names = [field.name for field in fields(scalars)]
        record: type = type(scalars)
        self._record: npt.NDArray[Any] = np.zeros(1, _scalars_dtype(record))

    def loaded(self) -> np.void:
        """The record, with the values of the dataclass."""
        self._record[0] = tuple(getattr(self._scalars, name) for name in self._names)
        return cast(np.void, self._record[0])

    def store(self) -> None:
        """Write the values of the record to the dataclass."""
        for name, value in zip(self._names, self._record[0].item(), strict=True):
            setattr(self._scalars, name, value)


def _converted(declared: Any, record: Any, *, lists: bool) -> Any:
    """An array, or a record of arrays, of the declared types; or the same as lists."""
    if isinstance(record, tuple):
        pairs = zip(_declared_arrays(type(record)), record, strict=True)
        return type(record)(*(_converted(declared, array, lists=lists) for declared, array in pairs))
    dtype = declared.__metadata__[0] if hasattr(declared, "__metadata__") else None
    array: npt.NDArray[Any] = np.ascontiguousarray(record, dtype)
    return array.tolist() if lists else array
