"""`compile_all()`: compile the inner loops of all solvers and of counting now, so that no run waits for it.

>>> {each.name for each in compile_all()} >= {"plain_search", "rotation", "board_walk", "expand"}
True
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

from knight_models.core.limits import Deadline
from knight_models.engine.frontier import completions, degrees, layers  # noqa: F401  # with their kernels
from knight_models.engine.kernel import KERNELS, Kernel
from knight_models.solvers import solver_factory, solver_names


@dataclass(frozen=True)
class CompiledKernel:
    """One inner loop.

    Parameters
    ----------
    name : its function
    seconds : the time that it took
    compiled : whether it can run compiled; otherwise it runs interpreted
    loaded : whether it was found on disk, from an earlier time
    """

    name: str
    seconds: float
    compiled: bool
    loaded: bool


def compile_all() -> Iterator[CompiledKernel]:
    """Compile the inner loops of all known solvers and of counting one by one, or load those kept on disk.

    Machine code is kept on disk for the next process, beside the package, in the user's folder for such
    files, or in the folder that the environment variable NUMBA_CACHE_DIR names.
    """
    for name in solver_names():
        solver_factory(name)  # its module is imported, and with it its kernels
    for kernel in filter(_is_of_a_module, KERNELS):
        began = time.monotonic()
        with Deadline(None).paused():
            compiled = kernel.compile()
        yield CompiledKernel(kernel.interpreted.__name__, time.monotonic() - began, compiled, kernel.loaded)


def _is_of_a_module(kernel: Kernel) -> bool:
    """Whether a kernel is a global name of its module; others, such as those of examples, may be gone."""
    module = sys.modules.get(kernel.interpreted.__module__)
    return any(value is kernel for value in vars(module).values()) if module else False
