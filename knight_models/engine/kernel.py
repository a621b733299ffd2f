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
import warnings
from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from functools import cached_property
from types import FunctionType
from typing import Annotated, Any, NamedTuple, cast, get_type_hints

import numpy as np
import numpy.typing as npt

from knight_models.core.limits import COMPILER, SETUP, Deadline
from knight_models.engine.compiling import (
    Outcome,
    Source,
    Stopped,
    compiled_or_loaded,
    declared_arrays,
    scalars_dtype,
)

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

PATIENCE = 0.05
"""Seconds that a kernel runs interpreted on small problems before it is compiled."""

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


STAND_INS = {unsigned: np.uint64}
"""What compiled code calls in the place of helpers."""

KERNELS: list[Kernel] = []
"""The kernels of the modules that have been imported."""


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
        self.compiled: Callable[..., int] | None = None
        """The compiled function, or None before it is ready."""
        self.seconds = 0.0
        """Seconds that runs have spent interpreted."""
        self.hot = False
        """Whether runs on small problems use compiled code from their beginning."""
        self.loaded = False
        """Whether the compiled function was found on disk."""
        self._failed = False
        self._compiler: _Compiler | None = None
        self._lock = threading.Lock()
        KERNELS.append(self)

    @cached_property
    def parameters(self) -> dict[str, Any]:
        """The names of the records that the function takes, in order, with what they are declared as."""
        hints = get_type_hints(self.interpreted, include_extras=True)
        code = cast(FunctionType, self.interpreted).__code__
        return {name: hints[name] for name in code.co_varnames[: code.co_argcount - 1]}

    def compile(self) -> bool:
        """Load the compiled function, or compile it; false if that failed, and the kernel runs interpreted.

        A thread does the work, so that Ctrl-C ends the waiting at once, and the work soon after. Anything
        wrong is a warning. From now on the kernel is `hot`.
        """
        self.hot = True
        if self.compiled is None and not self._failed:
            with self._lock:
                if self._compiler is None or self._compiler.stopped:
                    source = Source(self.interpreted, self._helpers, self.parameters, STAND_INS)
                    self._compiler = _Compiler(source)
                compiler = self._compiler
            outcome = compiler.wait()
            if self.compiled is None and not self._failed:
                self.compiled, self._failed = outcome.compiled, outcome.compiled is None
                self.loaded = outcome.loaded
                _take_note(outcome)
        return self.compiled is not None


class _Compiler(threading.Thread):
    """A thread that compiles one kernel."""

    def __init__(self, source: Source) -> None:
        super().__init__(name=f"{COMPILER} of {source.function.__name__}")
        self._source = source
        self._outcome = Outcome(None)
        self.stopped = False
        self.start()

    def run(self) -> None:
        """Compile."""
        try:
            self._outcome = compiled_or_loaded(self._source, lambda: self.stopped)
        except Stopped:
            pass
        except Exception as error:  # noqa: BLE001  # whatever numba raises, the kernel can run interpreted
            trouble = f"this runs interpreted, which is slow: {type(error).__name__}: {error}"
            self._outcome = Outcome(None, trouble=trouble)

    def wait(self) -> Outcome:
        """The outcome; Ctrl-C in the thread that waits stops the compiler."""
        try:
            while self.is_alive():
                self.join(SLICE)
        except BaseException:
            self.stopped = True
            raise
        return self._outcome


def _take_note(outcome: Outcome) -> None:
    """Warn of trouble, but only once in a process: the next kernel most likely has the same."""
    if outcome.compiled is not None and not outcome.loaded:
        SETUP.compiled = True
    if outcome.trouble is not None and not SETUP.warned:
        SETUP.warned = True
        warnings.warn(outcome.trouble, RuntimeWarning, stacklevel=2)


def cool_down() -> None:
    """Let the next run on a small problem begin interpreted, as in a new process.

    Compiled code stays in memory. A comparison calls this before each row, so that the seconds of a row do
    not depend on the rows before it.
    """
    for kernel in KERNELS:
        kernel.seconds, kernel.hot = 0.0, False


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
        self._budget = 100
        self._interpreted = size < LARGE and not (kernel.hot and kernel.compiled)
        self._seconds = 0.0  # interpreted
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
        """Compile the kernel for a large problem; false if the time is up.

        The clock stands still while the kernel is compiled.
        """
        if self._interpreted:
            return True
        if self._deadline.expired:
            return False
        if self._kernel.compiled is None:
            self._interpreted = not self._compile()
            self._convert()
        return True

    def __call__(self) -> int:
        """Run for about 50 ms; returns the kernel's reply."""
        if self._interpreted and (self._kernel.hot or self._kernel.seconds > PATIENCE):
            self._go_on_compiled()
        began = time.perf_counter()
        reply = self._call(self._budget)
        took = max(time.perf_counter() - began, 1e-6)
        if self._interpreted:
            self._kernel.seconds += took
            self._seconds += took
        if reply == RUNNING:  # the whole budget was used: next time as much as takes one slice
            self._budget = max(1, int(self._budget * min(4.0, max(0.25, SLICE / took))))
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

    def _go_on_compiled(self) -> None:
        """Go on in compiled code, if there is any.

        Compiled code would have taken a hundredth of the time so far, and does the next time in this
        process. So that the first run takes as long as the next, this time counts as setup.
        """
        if self._compile():
            self._interpreted = False
            self._convert()
            self._budget *= 20
            self._deadline.count_as_setup(self._seconds)

    def _compile(self) -> bool:
        with self._deadline.paused():
            return self._kernel.compile()

    def _convert(self) -> None:
        for name, record in list(self._records.items()):
            self._put(name, self._kernel.parameters[name], record)


class _Scalars:
    """A dataclass of scalars, and the record in which compiled code reads and writes them."""

    def __init__(self, scalars: Any) -> None:
        self._scalars = scalars
        self._names = [field.name for field in fields(scalars)]
        record: type = type(scalars)
        self._record: npt.NDArray[Any] = np.zeros(1, scalars_dtype(record))

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
        pairs = zip(declared_arrays(type(record)), record, strict=True)
        return type(record)(*(_converted(declared, array, lists=lists) for declared, array in pairs))
    dtype = declared.__metadata__[0] if hasattr(declared, "__metadata__") else None
    array: npt.NDArray[Any] = np.ascontiguousarray(record, dtype)
    return array.tolist() if lists else array
