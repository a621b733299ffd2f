"""Solvers of one's own: a class, a plain function, an installed package."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import networkx
import pytest

import knight_models.solvers
from knight_models import (
    OptionError,
    SolverError,
    Status,
    UnsupportedError,
    WrongAnswerError,
    compare,
    get_solver,
    register_function,
    solve,
    solver_names,
)
from knight_models.engine.run import Run
from knight_models.solvers.base import Takes

PLUGIN = '''
from knight_models import Takes


class InOrder:
    """Visits the vertices in the order of their numbers."""

    name = "in-order"
    exact = False
    takes = Takes(directed=True)

    def unsupported(self, problem):
        return None

    def solve(self, run):
        return run.found(range(len(run.problem)))
'''


@pytest.fixture(autouse=True)
def _own_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test registers is gone after it."""
    monkeypatch.setattr(knight_models.solvers, "SOLVERS", dict(knight_models.solvers.SOLVERS))


def greedy(run: Run) -> list[int] | None:
    """Warnsdorff's rule in six lines, with moves as rows of vertex numbers."""
    path, left = [run.problem.start_index or 0], set(range(len(run.problem)))
    while left := left - {path[-1]}:
        onward = [int(v) for v in run.moves.row(path[-1]) if v in left]
        if not onward:
            return None
        path.append(min(onward, key=lambda v: len(left.intersection(run.moves.row(v).tolist()))))
    return path


def test_a_plain_function_is_a_solver() -> None:
    register_function("greedy", greedy, takes=Takes(ends=True))
    assert "greedy" in solver_names()
    result = solve("8x8", "greedy", start="a1", seconds=60)
    assert (result.status, result.solver, result.tour.start) == (Status.FOUND, "greedy", (7, 0))
    assert compare("5x5", ["greedy", "depth-first"]).agree


def test_a_function_that_gives_up_is_unknown() -> None:
    register_function("tired", lambda run: None)
    result = solve("8x8", "tired")
    assert (result.status, result.reason) == (Status.UNKNOWN, "tired gave up")


def test_a_closed_tour_of_a_function_is_turned_to_its_start() -> None:
    register_function("ring", lambda run: list(range(len(run.problem))))
    result = solve(networkx.cycle_graph(5), "ring", kind="closed", start=3)
    assert result.tour.squares == [3, 4, 0, 1, 2]


def test_a_function_is_kept_from_what_it_does_not_take() -> None:
    register_function("greedy", greedy)
    for details in ({"start": "a1"}, {"required": [("a1", "b3")]}, {"given": {"a1": 3}}):
        with pytest.raises(UnsupportedError, match=r"greedy cannot take .* it does not take"):
            solve("8x8", "greedy", **details)
    with pytest.raises(UnsupportedError, match="it does not take directed graphs"):
        solve(networkx.DiGraph([(0, 1)]), "greedy")


def test_a_wrong_order_is_noticed() -> None:
    register_function("wrong", lambda run: range(len(run.problem)))
    with pytest.raises(WrongAnswerError, match="is not a move"):
        solve("8x8", "wrong")


@pytest.mark.parametrize("order", ["a1 b3", [0.5] * 12, [None], 7])
def test_what_is_not_an_order_is_refused_with_one_sentence(order: object) -> None:
    register_function("odd", lambda run: order)
    with pytest.raises(SolverError, match=r"odd returns .*, not vertex numbers or None"):
        solve("3x4", "odd")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("Big Name", greedy), "a solver is named by lower-case letters"),
        (("mine", 5), "function: it must be a function that takes a Run, not 5"),
        (("mine", greedy, {"directed": True}), "takes: it must be a Takes"),
    ],
)
def test_what_cannot_be_registered_is_refused(arguments: tuple, message: str) -> None:
    name, function, *takes = arguments
    with pytest.raises(OptionError, match=message):
        register_function(name, function, takes=takes[0] if takes else None)


def installed(folder: Path, module: str, entry: str) -> dict[str, str]:
    """The environment of a process that sees a tiny package as an installer would leave it."""
    (folder / "in_order.py").write_text(module, "utf-8")
    information = folder / "in_order-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: in-order\nVersion: 1.0\n", "utf-8")
    (information / "entry_points.txt").write_text(f"[knight_models.solvers]\n{entry}\n", "utf-8")
    paths = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    return os.environ | {"PYTHONPATH": os.pathsep.join(paths)}


def test_an_installed_package_brings_a_solver(tmp_path: Path) -> None:
    (tmp_path / "path.txt").write_text("0 1\n1 2\n2 3\n", "utf-8")
    command = [sys.executable, "-m", "knight_models", "solve", "--graph", str(tmp_path / "path.txt")]
    done = subprocess.run(
        [*command, "--solver", "in-order"],
        env=installed(tmp_path, PLUGIN, "in-order = in_order:InOrder"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout.split()[:4]) == (0, ["0", "1", "2", "3"]), done.stderr
    assert "in-order" in done.stderr


@pytest.mark.parametrize(
    ("module", "entry", "message"),
    [
        ("import no_such_package", "in-order = in_order:InOrder", "of in-order cannot be loaded"),
        (PLUGIN, "in-order = in_order:Other", "of in-order cannot be loaded"),
        ("InOrder = 5", "in-order = in_order:InOrder", "a factory must be callable and return a solver"),
    ],
)
def test_a_package_whose_solver_cannot_be_loaded_is_named(
    tmp_path: Path, module: str, entry: str, message: str
) -> None:
    environment = installed(tmp_path, module, entry)
    command = [sys.executable, "-m", "knight_models", "solve", "5x5", "--solver"]
    for solver, code in (("in-order", 2), ("depth-first", 0)):
        done = subprocess.run(
            [*command, solver], env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == code
        assert ("Traceback" in done.stderr, message in done.stderr) == (False, code == 2)


def test_an_unknown_solver_is_still_answered_with_the_nearest() -> None:
    with pytest.raises(OptionError, match="did you mean 'obstructions'"):
        get_solver("obstruction")
