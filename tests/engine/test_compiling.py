"""Compiled code on disk: whatever is wrong with it, the answer comes, with one note on standard error."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-m", "knight_models"]
SEARCH = ["solve", "8x8", "--start", "a1", "--solver", "depth-first:ordering=fixed"]
"""Takes 8.2 million steps, so that it is compiled; and only one kernel, which takes half a second."""

STEPS = "8,250,733 steps"
"""What it takes in any language."""


def solved(folder: Path | str, **more: object) -> list[str]:
    """Solve with compiled code kept in a folder; returns the notes on standard error."""
    outcome = subprocess.run(
        [*COMMAND, *SEARCH],
        capture_output=True,
        check=False,
        env=os.environ | {"NUMBA_CACHE_DIR": str(folder)},
        **more,  # type: ignore[call-overload]  # keywords of Popen
    )
    assert outcome.returncode == 0, outcome.stderr
    assert outcome.stdout.count(b"\n") == 8
    assert STEPS in outcome.stderr.decode()
    return [line for line in outcome.stderr.decode().splitlines() if line.startswith("note:")]


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A folder in which the kernel is kept."""
    folder = tmp_path_factory.mktemp("kept")
    assert solved(folder) == []
    return folder


@pytest.fixture
def copy(kept, tmp_path):
    shutil.copytree(kept, tmp_path / "copy")
    return tmp_path / "copy"


def file_in(folder: Path, ending: str) -> Path:
    [path] = folder.rglob(f"*{ending}")
    return path


def truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-20])


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def filled_with_garbage(path: Path) -> None:
    path.write_bytes(os.urandom(path.stat().st_size))


def ended_by_zeros(path: Path) -> None:
    """As after a power cut: numba would run such code."""
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2].ljust(len(whole), b"\0"))


def of_another_version(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"0.", b"9.", 1))


def made_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def made_a_full_folder(path: Path) -> None:
    made_a_folder(path)
    (path / "file").touch()


def missing(path: Path) -> None:
    path.unlink()


DAMAGES = [
    truncated,
    emptied,
    filled_with_garbage,
    ended_by_zeros,
    of_another_version,
    made_a_folder,
    made_a_full_folder,
    missing,
]


@pytest.mark.parametrize(
    ("damage", "ending"),
    [
        *((damage, "nbc") for damage in DAMAGES),
        (truncated, "nbi"),
        (of_another_version, "nbi"),
        (made_a_full_folder, "nbi"),
        (filled_with_garbage, "sha256"),
        (made_a_folder, "sha256"),
    ],
)
def test_a_damaged_file_is_passed_over_with_one_note(damage, ending, copy):
    damage(file_in(copy, ending))
    [note] = solved(copy)
    assert note.startswith("note: compiled code was damaged on disk")
    assert str(copy) in note
    if damage is truncated:
        assert solved(copy) == [], "the next time all is well"


def test_files_without_checksums_are_not_trusted(copy):
    file_in(copy, "sha256").unlink()
    filled_with_garbage(file_in(copy, "nbc"))
    assert solved(copy) == []
    assert file_in(copy, "sha256").exists()


def test_a_folder_that_cannot_be_written_is_passed_over(tmp_path):
    """Numba then takes the package's own folder, or that of the user."""
    (tmp_path / "file").touch()
    assert solved(tmp_path / "file") == []


@pytest.mark.skipif(os.name == "nt", reason="limits on files of POSIX")
def test_a_disk_without_room_is_passed_over_with_one_note(tmp_path):
    """A limit on the size of files stands for the disk."""
    import resource

    def little_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

    [note] = solved(tmp_path, preexec_fn=little_room)
    assert note.startswith("note: compiled code cannot be kept in ")
    assert note.endswith(": File too large")
    assert not [path for path in tmp_path.rglob("*") if "tmp" in path.name or "part" in path.name]


def test_a_missing_home_is_no_trouble(tmp_path):
    env = {name: value for name, value in os.environ.items() if not name.startswith(("HOME", "XDG"))}
    outcome = subprocess.run([*COMMAND, *SEARCH], capture_output=True, check=False, env=env, cwd=tmp_path)
    assert (outcome.returncode, STEPS in outcome.stderr.decode()) == (0, True)
    assert not list(tmp_path.iterdir())


NOWHERE = """
import warnings
from numba.core.dispatcher import Dispatcher

def enable_caching(self):
    raise RuntimeError("cannot cache function: no locator available")

Dispatcher.enable_caching = enable_caching
from knight_models.solvers.depth_first.plain import PLAIN_SEARCH
from knight_models.solvers.depth_first.search import SEARCH
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    assert PLAIN_SEARCH.compile() and SEARCH.compile()
[warning] = caught
assert warning.category is RuntimeWarning
assert "NUMBA_CACHE_DIR" in str(warning.message)
"""

NO_COMPILER = """
import sys, warnings
sys.modules["numba"] = None
from knight_models.tasks.solve import solve
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    assert solve("8x8", "depth-first:prune=on", kind="closed", steps=30_000).reason == "step limit"
    assert solve("150x150", "warnsdorff", steps=1000).reason == "step limit"
[warning] = caught
assert "interpreted" in str(warning.message)
"""


@pytest.mark.parametrize("code", [NOWHERE, NO_COMPILER], ids=["no folder", "no numba"])
def test_a_library_warns_once(code):
    outcome = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, text=True)
    assert (outcome.returncode, outcome.stderr) == (0, "")


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.usefixtures("ctrl_c_is_heard")
@pytest.mark.parametrize("delay", [0.3, 2.0])
@pytest.mark.parametrize(
    "arguments", [["puzzle", "8x8", "--closed"], ["solve", "150x150", "--closed", "--solver", "rotation"]]
)
def test_ctrl_c_ends_the_first_compilation(arguments, delay, tmp_path):
    """Wide margin: it takes a third of a second here, where compiling takes four."""
    env = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    process = subprocess.Popen(
        [*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env
    )
    while not list(tmp_path.iterdir()):  # numba makes its folder when it begins
        assert process.poll() is None
        time.sleep(0.02)
    time.sleep(delay)
    process.send_signal(signal.SIGINT)
    began = time.monotonic()
    out, err = process.communicate(timeout=60)
    assert time.monotonic() - began < 3
    assert (process.returncode, out) == (130, b"")
    assert err == b"interrupted\n"
    assert not list(tmp_path.rglob("*.tmp*"))


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.usefixtures("ctrl_c_is_heard")
def test_ctrl_c_stops_the_compiler_of_a_library(tmp_path):
    """The next call compiles again."""
    code = (
        "import os, signal, threading\n"
        "from knight_models.solvers.depth_first.numbered import NUMBERED_SEARCH as kernel\n"
        "threading.Timer(1, os.kill, [os.getpid(), signal.SIGINT]).start()\n"
        "try:\n"
        "    kernel.compile()\n"
        "except KeyboardInterrupt:\n"
        "    assert kernel.compiled is None\n"
        "else:\n"
        "    raise SystemExit('compiled within a second')\n"
        "assert kernel.compile() and kernel.compiled\n"
    )
    env = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    outcome = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, env=env)
    assert (outcome.returncode, outcome.stderr) == (0, b"")
