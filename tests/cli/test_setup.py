"""What the command line tells of loading and compiling: a line if it took long, and warnings as notes."""

import json
import time
import warnings

import pytest
from cli_runner import run

from knight_models.core.limits import SETUP
from knight_models.engine.run import Run
from knight_models.solvers import SOLVERS, register_function

TOUR = ["--solver", "slow-to-load"]


@pytest.fixture
def slow(monkeypatch):
    """A solver that is slow to load, and compiles something if told so."""

    def register(seconds: float, *, compiles: bool = False, warning: str = "") -> None:
        def found(run: Run) -> list[int]:
            with run.setup():
                time.sleep(seconds)
                SETUP.compiled |= compiles
                if warning:
                    warnings.warn(warning, RuntimeWarning, stacklevel=1)
            return [0]

        register_function("slow-to-load", found)

    yield register
    del SOLVERS["slow-to-load"]


@pytest.mark.parametrize("arguments", [["solve", "1x1"], ["compare", "1x1"], ["solve", "1x1", "--json"]])
@pytest.mark.parametrize("compiles", [True, False])
def test_a_long_setup_is_one_line_on_standard_error(arguments, compiles, slow):
    slow(1.1, compiles=compiles)
    outcome = run(*arguments, *TOUR, "--seconds", "0.5")
    what = "compiling, once on this machine" if compiles else "loading libraries"
    assert outcome.code == 0
    assert outcome.all_err.splitlines().count(f"{what}: 1 s") == 1
    if "--json" in arguments:
        assert 1 < json.loads(outcome.out)["statistics"]["setup_seconds"] < 10
        assert outcome.json["statistics"]["seconds"] < 1


def test_a_short_setup_is_none(slow):
    slow(0.1)
    assert "loading" not in run("solve", "1x1", *TOUR).all_err


@pytest.mark.filterwarnings("default::RuntimeWarning")
def test_a_warning_is_a_note(slow):
    slow(0, warning="the disk is full")
    outcome = run("solve", "1x1", *TOUR)
    assert outcome.code == 0
    assert outcome.err.startswith("note: the disk is full\n")
