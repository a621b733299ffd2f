"""The command line as processes: pipes, interrupts, terminals."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

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


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")  # noqa: PTH110
def test_a_full_disk_is_an_error():
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        outcome = subprocess.run(
            [*COMMAND, "solve", "8x8"], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert outcome.returncode == 2
    assert b"cannot write to standard output: No space left on device" in outcome.stderr
    assert b"Traceback" not in outcome.stderr


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
            "ColourImbalance",
        ):
            assert word in table.split()

    def test_bytes_are_refused_a_terminal(self):
        assert "npy is no text to read in a terminal" in self.shown("solve", "8x8", "--format", "npy")


def test_in_a_pipe_there_is_no_progress_line():
    work = [*LONG[:3], "--seconds", "1.5", "--solver", "depth-first:ordering=fixed"]
    outcome = subprocess.run([*COMMAND, *work], capture_output=True, check=False)
    assert (outcome.returncode, outcome.stderr) == (3, b"")
