"""Measurements for `bench.py`: alternating runs, compiled programs, the machine."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import TypeVar

import numpy as np

from knight_models.core.errors import SolverError

__all__ = [
    "Comparison",
    "Programs",
    "Run",
    "Side",
    "clocked",
    "compare_sides",
    "gigabytes",
    "machine",
    "memory_copy",
    "process",
    "short",
    "timed",
]

SOURCES = Path(__file__).resolve().parent / "bench"
ROOT = SOURCES.parent.parent
T = TypeVar("T")

FLAGS = ["-std=c++17", "-O2"]


@dataclass(frozen=True)
class Run:
    """One run of a side.

    Parameters
    ----------
    seconds : its time
    units : the number of squares, steps, walks or processes
    work : figures of the work done; they must be equal on all sides of a comparison that have them
    """

    seconds: float
    units: float
    work: tuple[int, ...] | None = None


Side = Callable[[], Run]


@dataclass(frozen=True)
class Comparison:
    """Our cost per unit and the cost of another side, from alternating runs.

    Parameters
    ----------
    other : the name of the other side
    ours, theirs : seconds per unit, one value for each repetition
    """

    other: str
    ours: list[float]
    theirs: list[float]

    @property
    def ratio(self) -> float:
        """Our cost divided by theirs, the median of the repetitions; below 1, ours is faster."""
        return median(ours / theirs for ours, theirs in zip(self.ours, self.theirs, strict=True))


def compare_sides(sides: Mapping[str, Side], repeat: int) -> list[Comparison]:
    """Compare the first side with each of the others; all run in turn, after one run that is not counted.

    Raises
    ------
    SolverError : if two sides did not do the same work
    """
    costs: dict[str, list[float]] = {name: [] for name in sides}
    for repetition in range(repeat + 1):
        runs = {name: side() for name, side in sides.items()}
        _same_work(runs)
        if repetition:
            for name, run in runs.items():
                costs[name].append(run.seconds / run.units)
    ours, *others = sides
    return [Comparison(other, costs[ours], costs[other]) for other in others]


def _same_work(runs: Mapping[str, Run]) -> None:
    done = {name: run.work for name, run in runs.items() if run.work is not None}
    if len(set(done.values())) > 1:
        figures = "; ".join(f"{name} {' and '.join(map(str, work))}" for name, work in done.items())
        raise SolverError(f"the sides did different work and cannot be compared: {figures}")


def timed(action: Callable[[], T]) -> tuple[float, T]:
    """The processor time of an action in seconds, and its result."""
    began = time.process_time()
    result = action()
    return time.process_time() - began, result


def clocked(action: Callable[[], T]) -> tuple[float, T]:
    """The wall-clock time of an action in seconds, and its result."""
    began = time.perf_counter()
    result = action()
    return time.perf_counter() - began, result


def memory_copy(squares: int) -> Side:
    """Copy an int32 array of this length: the lower bound for anything that writes an order."""
    order = np.arange(squares, dtype=np.int32)
    times = max(1, 2_000_000 // squares)

    def copy() -> None:
        for _ in range(times):
            order.copy()

    return lambda: Run(timed(copy)[0], squares * times)


def process(*arguments: str) -> Side:
    """Run Python with these arguments, from start to exit."""
    command = [sys.executable, *arguments]

    def run() -> None:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
        if done.returncode:
            raise SolverError(f"python {' '.join(arguments)} ended with exit code {done.returncode}")

    return lambda: Run(clocked(run)[0], 1)


class Programs:
    """The C++ programs of `scripts/bench`, compiled into a folder; and its Python programs.

    `what` names the compiler, or the reason why there is none; `folder` is for other files too;
    `graphillion` is an interpreter that may have Graphillion.
    """

    def __init__(self, folder: Path, graphillion: str = sys.executable) -> None:
        self.folder = folder
        self.graphillion = graphillion
        self._kept: dict[tuple[str, ...], list[str]] = {}
        names = [os.environ.get("CXX", ""), "c++", "g++", "clang++"]
        self._compiler = next((name for name in names if name and shutil.which(name)), None)
        self.what = "no C++ compiler here (CXX, c++, g++, clang++): its lines are left out"
        if self._compiler:
            version = self._run([self._compiler, "--version"])
            self.what = f"{version.splitlines()[0]}, {' '.join(FLAGS)}"

    def side(self, name: str, *arguments: str, rounds: int = 1) -> dict[str, Side]:
        """A program as a side named `C++`; empty without a compiler.

        The program prints its number of units, a second figure of its work, and its seconds.
        """
        if self._compiler is None:
            return {}
        program = self.folder / name
        source = SOURCES / f"{name}.cpp"
        self._run([self._compiler, *FLAGS, str(source), "-o", str(program)])

        def run() -> Run:
            units, more, seconds = self._run([str(program), *arguments]).split()
            return Run(float(seconds), int(units), (int(units) // rounds, int(more) // rounds))

        return {"C++": run}

    def counter(self, program: str, python: str, size: str, figure: str, *, once: bool = False) -> Side:
        """A Python program that prints a count, its seconds, and its peak memory in bytes.

        Parameters
        ----------
        program : its name
        python : the interpreter
        size : the board
        figure : which cost is measured, "seconds" or "memory"
        once : whether it runs once only, for all repetitions and both figures
        """

        def run() -> Run:
            command = (python, str(SOURCES / program), size)
            done = self._kept.get(command) or self._run(command).split()
            if once:
                self._kept[command] = done
            count, seconds, memory = int(done[0]), float(done[1]), float(done[2])
            return Run(seconds if figure == "seconds" else memory, 1, (count,))

        return run

    @staticmethod
    def _run(command: Sequence[str]) -> str:
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        except OSError as error:
            raise SolverError(f"{command[0]} cannot be run: {error.strerror}") from None
        if done.returncode:
            raise SolverError(f"{' '.join(command)} failed: {done.stderr.strip() or done.returncode}")
        return done.stdout


def machine() -> dict[str, str]:
    """The machine, the versions of packages, and the date."""
    packages = ("knight_models", "numpy", "numba", "networkx")
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return {
        "machine": f"{_processor()}, {os.cpu_count()} cores{load}; {platform.platform(terse=True)}",
        "versions": ", ".join(
            [f"Python {platform.python_version()}", *(f"{name} {_version(name)}" for name in packages)]
        ),
        "date": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
    }


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown processor"


def _version(package: str) -> str:
    if package == "knight_models":
        import knight_models

        return knight_models.__version__
    return version(package)


def short(seconds: float) -> str:
    """A time with three digits, such as `23.4 ns`."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def gigabytes(memory: float) -> str:
    """Bytes with three digits, such as `13.8 GB`."""
    return f"{memory / 1e9:.3g} GB"
