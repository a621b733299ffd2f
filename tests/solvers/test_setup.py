"""Heavy libraries are imported, and kernels compiled, only while the clock of the run stands still."""

from __future__ import annotations

import inspect
import subprocess
import sys

import pytest

import knight_models
from knight_models.solvers import get_solver, solver_names

HEAVY = ("ortools", "pysat", "pysolvers", "numba", "networkx", "matplotlib", "dratify", "scipy", "pandas")
HEAVY += ("numpy.ma", "numpy.random")  # which numpy loads when they are first used

WATCH = f"""
import sys

from knight_models.core.limits import SETUP

HEAVY = {HEAVY!r}
WRONG = []


class Watcher:
    def find_spec(self, name, path=None, target=None):
        if (name in HEAVY or name.partition(".")[0] in HEAVY) and not SETUP.running:
            WRONG.append("import " + name)


sys.meta_path.insert(0, Watcher())

import knight_models.engine.kernel as runtime

load = runtime.compiled_or_loaded


def watched(source, stopped):
    from numba.core import event

    class Listener(event.Listener):
        def on_start(self, event):
            if not SETUP.running:
                WRONG.append("compile " + source.function.__name__)

        on_end = on_start

    with event.install_listener("numba:compile", Listener()):
        return load(source, stopped)


runtime.compiled_or_loaded = watched
"""

SOLVE = """
from knight_models.core.errors import UnsupportedError
from knight_models.core.limits import Limits
from knight_models.solvers import get_solver
from knight_models.tasks.listing import iter_tours
from knight_models.tasks.solve import solve

HEAT = dict(seconds=1, steps=100_000)
CASES = [
    ("8x8", dict(start="a1", **HEAT)),
    ("8x8", dict(kind="closed", **HEAT)),
    ("6x6", dict(kind="closed", given={"a1": 1, "c2": 2, "d4": 3}, **HEAT)),
    ("4x9", dict(kind="closed", **HEAT)),
    ("5x5", dict(kind="closed", **HEAT)),
    ("150x150", dict(start="a1", seconds=0.2)),
    ("150x151", dict(kind="closed", seconds=0.2)),
    ("6x6", dict(kind="closed", symmetry="central", **HEAT)),
    ("50x50", dict(kind="closed", symmetry="eulerian", **HEAT)),
]
solver = get_solver(NAME)
for turn in ("first", "second"):
    for board, details in CASES:
        try:
            solve(board, solver, **details)
        except UnsupportedError:
            pass
    if hasattr(solver, "tours"):
        symmetry = "central" if NAME == "symmetric" else None
        iter_tours("5x5", solver, symmetry=symmetry, seconds=20).take(300)
    assert not WRONG, (turn, WRONG)
"""

TASKS = {
    "compare": """
from knight_models import compare
solvers = ["depth-first:ordering=fixed", "warnsdorff", "cutset", "cpsat"]
task = lambda: compare(["6x6", "4x9"], solvers, kind="closed", seconds=0.5)
""",
    "make_puzzle": """
from knight_models import make_puzzle
task = lambda: make_puzzle("6x6", "closed")
""",
    "puzzle_of": """
from knight_models import Tour, TourProblem, puzzle_of
order = [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]
task = lambda: puzzle_of(Tour(TourProblem("3x4"), order))
""",
    "trace_search": """
from knight_models import trace_search
task = lambda: [trace_search(board, kind="closed", seconds=5) for board in ("8x8", "60x60")]
""",
    "iter_tours": """
from knight_models import iter_tours
ways = [(name, kind) for name in LISTING for kind in ("open", "closed", "strictly-open")]
ways = [(name, kind, "central" if name == "symmetric" else None) for name, kind in ways]
task = lambda: [
    iter_tours("3x10", name, kind=kind, symmetry=symmetry, seconds=5).take(40)
    for name, kind, symmetry in ways
]
""",
    "count_tours": """
from knight_models import count_tours
task = lambda: [count_tours(board, kind="closed", seconds=20) for board in ("3x10", "6x6")]
""",
    "sample_tours": """
from knight_models import sample_tours
task = lambda: sample_tours("5x5", 10, seconds=20)
""",
    "walks": """
from knight_models import walks
task = lambda: [walks(board, starts=[0], seeds=range(9)) for board in ("8x8", "100x100")]
""",
    "faults": """
import numpy
from knight_models import CutSetProof, TourProblem, faults
proof, order = CutSetProof((), "0\\n"), numpy.array([0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11])
task = lambda: (faults("3x4", order), faults("5x5", proof))
""",
    "solve": """
from knight_models import solve
task = lambda: [solve("3x8", name, kind="closed", seconds=5) for name in ("auto", "cutset", "cpsat")]
""",
    "CpSat().build": """
from knight_models.solvers.cpsat import CpSat
ways = ("auto", "circuit", "mtz", "position")
task = lambda: [CpSat(formulation=way).build("6x6") for way in ways]
""",
    "solver of one's own": """
from knight_models.solvers import register_function
from knight_models.tasks.solve import solve
register_function("nothing", lambda run: None)
task = lambda: solve("8x8", "nothing", seconds=5)
""",
}
"""What makes `task`, a function that works within limits, by its name."""

TWICE = """
for turn in ("first", "second"):
    task()
    assert not WRONG, (turn, WRONG)
"""


def run(code: str) -> str:
    outcome = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, text=True)
    assert outcome.returncode == 0, outcome.stderr
    return outcome.stdout


VARIANTS = ["depth-first:prune=on", "depth-first:ordering=fixed"]


@pytest.mark.parametrize("solver", [*solver_names(), *VARIANTS])
def test_a_solver_loads_and_compiles_within_setup(solver):
    run(f"{WATCH}\nNAME = {solver!r}\n{SOLVE}")


@pytest.mark.parametrize("task", TASKS)
def test_a_task_loads_and_compiles_within_setup(task):
    listing = [name for name in solver_names() if hasattr(get_solver(name), "tours")]
    run(f"{WATCH}\nLISTING = {listing!r}\n{TASKS[task]}\n{TWICE}")


WITHOUT_A_RUN = {"adjacency"}
"""It looks at a deadline, but needs only numpy."""


def test_these_are_all_public_functions_that_work_within_limits():
    within_limits = {
        name
        for name in knight_models.__all__
        if inspect.isfunction(function := getattr(knight_models, name))
        and {"limits", "deadline"} & set(inspect.signature(function).parameters)
    }
    assert within_limits - WITHOUT_A_RUN <= set(TASKS)


def test_the_watch_sees_what_is_loaded_outside():
    kernel = "from knight_models.solvers.depth_first.plain import PLAIN_SEARCH as kernel"
    code = f"{WATCH}\nimport pysat\n{kernel}\n"
    assert "import pysat" in run(f"{code}\nprint(WRONG)")
    assert "import numba" in run(f"{code}\nWRONG.clear()\nkernel.compile()\nprint(WRONG)")


def test_setup_counts_in_seconds_neither_of_the_run_nor_of_the_limit():
    """The first run of a process takes the setup, and has the same time for its search as the next one."""
    code = """
from knight_models.tasks.solve import solve
first, second = (
    solve("8x8", "depth-first:ordering=fixed", kind="closed", seconds=0.4).statistics for _ in range(2)
)
assert first.setup_seconds > second.setup_seconds
assert 0.4 <= min(first.seconds, second.seconds)
assert 0.1 < first.steps / second.steps < 10
"""
    run(code)
