"""The command line as processes: pipes, interrupts, terminals."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from knight_models.cli import app, main

COMMAND = [sys.executable, "-m", "knight_models"]

LONG = ["solve", "8x8", "--closed", "--seconds", "600", "--solver"]


def test_a_pipe_from_solve_to_verify():
    solve = subprocess.run([*COMMAND, "solve", "8x8"], capture_output=True, check=True)
    verify = subprocess.run([*COMMAND, "verify", "-"], input=solve.stdout, capture_output=True, check=True)
    assert verify.stdout.startswith(b"valid: ")
    assert verify.stderr == b""


@pytest.mark.skipif(os.name == "nt", reason="pipes of POSIX")
def test_a_reader_that_has_enough_ends_the_list_silently():
    process = subprocess.Popen(
        [*COMMAND, "tours", "8x8", "--seconds", "600"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stderr is not None
    assert len(process.stdout.readline().split()) == 64
    process.stdout.close()
    assert process.wait(timeout=30) == 0
    assert process.stderr.read() == b""
    process.stderr.close()


needs_full = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")  # noqa: PTH110


@needs_full
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "8x8"],
        ["solve", "5x5", "--json"],
        ["solve", "4x4", "--closed", "--json"],
        ["compare", "5x5", "--solver", "warnsdorff", "--json"],
        ["tours", "3x4"],
        ["tours", "3x4", "--json"],
        ["puzzle", "3x4", "--json"],
        ["--help"],
        ["--version"],
    ],
    ids=" ".join,
)
def test_a_full_disk_is_an_error(arguments, unbuffered):
    env = os.environ | {"PYTHONUNBUFFERED": unbuffered}
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        outcome = subprocess.run(
            [*COMMAND, *arguments], stdout=full, stderr=subprocess.PIPE, check=False, env=env
        )
    assert outcome.returncode == 2
    error = b"error: cannot write to standard output: No space left on device\n"
    assert outcome.stderr.endswith(error)
    assert b"Traceback" not in outcome.stderr


@needs_full
def test_an_error_that_cannot_be_told_on_standard_output_has_its_own_exit_code():
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        outcome = subprocess.run(
            [*COMMAND, "solve", "0x8", "--json"], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert outcome.returncode == 2
    assert outcome.stderr.startswith(b"error: '0x8' is not a board")
    assert outcome.stderr.count(b"\n") == 1


@needs_full
@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["solve", "5x5"], 0), (["tours", "5x5", "--limit", "5"], 0), (["solve", "0x8"], 2)],
)
def test_a_message_that_cannot_be_told_loses_no_result(arguments, code):
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        outcome = subprocess.run([*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=full, check=False)
    assert outcome.returncode == code
    assert len(outcome.stdout.splitlines()) == (0 if code else 5)


@pytest.mark.skipif(os.name == "nt", reason="pipes of POSIX")
def test_a_reader_that_is_gone_makes_no_success_of_an_error():
    reading, writing = os.pipe()
    os.close(reading)
    bad = ["solve", "0x8", "--json"]
    outcome = subprocess.run([*COMMAND, *bad], stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert outcome.returncode == 2
    assert outcome.stderr.startswith(b"error: '0x8' is not a board")
    assert outcome.stderr.count(b"\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize(
    "heavy", ["knight_models.cli.interrupts", "typer", "dataclasses", "numpy", "knight_models.tasks.solve"]
)
@pytest.mark.usefixtures("ctrl_c_is_heard")
def test_ctrl_c_while_python_loads_its_modules_is_no_traceback(heavy, tmp_path):
    """An interrupt at the very moment when a module begins to load."""
    (tmp_path / "sitecustomize.py").write_text(
        "import os, signal, sys\n"
        "class Interrupts:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {heavy!r}:\n"
        "            sys.meta_path.remove(self)\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Interrupts())\n"
    )
    path = os.pathsep.join([str(tmp_path), os.getcwd(), os.environ.get("PYTHONPATH", "")])  # noqa: PTH109
    for entry in (
        ["-m", "knight_models"],
        ["-c", "import sys; from knight_models.cli import main; sys.exit(main())"],
    ):
        outcome = subprocess.run(
            [sys.executable, *entry, "solve", "5x5", "--json"],
            capture_output=True,
            check=False,
            env=os.environ | {"PYTHONPATH": path},
        )
        assert (outcome.returncode, outcome.stderr) == (130, b"interrupted\n")
        assert outcome.stdout == b'{"error": "interrupted"}\n'


@pytest.mark.skipif(os.name == "nt", reason="a shell of POSIX")
def test_a_closed_standard_output_is_no_traceback():
    line = f"'{sys.executable}' -m knight_models solve 8x8 >&-"
    outcome = subprocess.run(["sh", "-c", line], capture_output=True, check=False)
    assert outcome.returncode == 0
    assert b"Traceback" not in outcome.stderr


def test_the_help_loads_no_heavy_library():
    code = (
        "import sys\nfrom knight_models.cli import main\nmain(['--help'])\n"
        "heavy = {'numpy', 'networkx', 'numba', 'ortools'} & set(sys.modules)\n"
        "sys.exit(f'loaded: {heavy}' if heavy else 0)"
    )
    outcome = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (outcome.returncode, outcome.stderr) == (0, "")


def test_solving_a_small_board_loads_no_engine():
    code = (
        "import sys\nfrom knight_models.cli import main\nmain(['solve', '8x8'])\n"
        "heavy = {'numba', 'ortools.sat.python.cp_model', 'pandas'} & set(sys.modules)\n"
        "sys.exit(f'loaded: {heavy}' if heavy else 0)"
    )
    outcome = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (outcome.returncode, outcome.stderr.splitlines()[1:]) == (0, [])


@pytest.mark.usefixtures("ctrl_c_is_heard")
def test_ctrl_c_may_arrive_as_another_error(monkeypatch, capsys):
    """As it does while an extension module is being loaded, or a class being made."""

    def interrupted(arguments):
        try:
            os.kill(os.getpid(), signal.SIGINT)
        except KeyboardInterrupt:
            raise ImportError("initialization failed") from None

    monkeypatch.setattr(app, "run", interrupted)
    assert main([]) == 130
    assert capsys.readouterr().err == "interrupted\n"
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_an_error_without_ctrl_c_stays_what_it_is(monkeypatch):
    def broken(arguments):
        raise ImportError("no such thing")

    monkeypatch.setattr(app, "run", broken)
    with pytest.raises(ImportError, match="no such thing"):
        main([])


class Terminal:
    """A process whose three streams are a terminal of 80 columns, and what it has shown so far."""

    def __init__(self, *arguments: str) -> None:
        pty = pytest.importorskip("pty")
        import fcntl
        import struct
        import termios

        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        bare = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
        self.process = subprocess.Popen(
            [*COMMAND, *arguments], stdin=slave, stdout=slave, stderr=slave, env=bare
        )
        os.close(slave)
        self.shown = ""

    def read(self, until: str | None = None) -> str:
        """What it shows, up to a text or to its end."""
        while until is None or until not in self.shown:
            try:
                piece = os.read(self.master, 65536)
            except OSError:  # Linux says so when the other side is closed
                piece = b""
            if not piece:
                break
            self.shown += piece.decode().replace("\r\n", "\n")
        return self.shown

    def end(self) -> int:
        """Read to the end; the exit code."""
        self.read()
        os.close(self.master)
        return self.process.wait(timeout=20)


@pytest.mark.parametrize(
    "arguments",
    [
        [*LONG, "depth-first:ordering=fixed"],
        ["solve", "60x60", "--kind", "strictly-open", "--seconds", "600", "--solver", "cpsat"],
        ["tours", "8x8", "--seconds", "600", "--output", os.devnull],
        ["compare", "8x8", "--closed", "--seconds", "600", "--solver", "depth-first:ordering=fixed"],
    ],
    ids=["depth-first", "cpsat", "tours", "compare"],
)
@pytest.mark.usefixtures("ctrl_c_is_heard")
def test_ctrl_c_ends_a_long_run_with_a_short_line(arguments):
    terminal = Terminal(*arguments)
    terminal.read(until=" s")  # the progress line: the work has begun
    assert terminal.process.poll() is None
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.end() == 130
    assert terminal.shown.split("\r")[-1] == "interrupted\n"


class TestTerminal:
    def shown(self, *arguments: str) -> str:
        terminal = Terminal(*arguments)
        terminal.end()
        return terminal.shown

    def test_a_long_run_shows_a_line_that_is_gone_at_the_end(self):
        shown = self.shown(*LONG[:3], "--seconds", "2", "--solver", "depth-first:ordering=fixed")
        line, verdict = shown.rsplit("\r", 1)
        assert "depth-first: 1 s, " in line
        assert " of 64 squares" in line
        assert line.split("\r")[-1].strip() == ""
        assert len(line.split("\r")[-1]) >= max(len(text.rstrip()) for text in line.split("\r"))
        assert verdict.startswith("unknown: ")

    def test_a_short_run_shows_none(self):
        assert "\r" not in self.shown("solve", "8x8")

    def test_a_table_fits_without_cutting_a_word(self):
        solvers = ["--solver", "depth-first:ordering=fixed,ties=index,prune=on", "--solver", "auto"]
        shown = self.shown("compare", "5x5", "--kind", "open,closed", *solvers)
        table = shown.rsplit("\r", 1)[-1].split("\n\n")[0]
        assert max(map(len, table.splitlines())) <= 80
        assert "…" not in table
        for word in (
            "depth-first:",
            "ordering=fixed,",
            "ties=index,",
            "prune=on",
            "impossible",
            "ColourImbalance;",
        ):
            assert word in table.split()

    def test_bytes_are_refused_a_terminal(self):
        assert "npy is no text to read in a terminal" in self.shown("solve", "8x8", "--format", "npy")


def test_in_a_pipe_there_is_no_progress_line():
    work = [*LONG[:3], "--seconds", "1.5", "--solver", "depth-first:ordering=fixed"]
    outcome = subprocess.run([*COMMAND, *work], capture_output=True, check=False)
    assert (outcome.returncode, outcome.stderr) == (3, b"")
