"""The command line as processes: pipes, interrupts, terminals."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
import tomllib
from typing import Any

import pytest
from cli_runner import SETUP_LINE

from knight_models.cli import app, main
from knight_models.cli.app import knight_models

COMMAND = [sys.executable, "-m", "knight_models"]

RUN_MAIN = "import sys; from knight_models.cli import main; sys.exit(main(['solve', '8x8']))"

LONG = ["solve", "8x8", "--closed", "--seconds", "600", "--solver"]


def process(*arguments: str, **streams: Any) -> subprocess.CompletedProcess[bytes]:
    """Run a command as a process; its outputs go to pipes, unless `streams` says otherwise."""
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.run([*COMMAND, *arguments], check=False, **pipes | streams)


def refused_as_a_board(outcome: subprocess.CompletedProcess[bytes]) -> None:
    assert outcome.returncode == 2
    assert outcome.stderr.startswith(b"error: '0x8' is not a board")
    assert outcome.stderr.count(b"\n") == 1


def test_a_pipe_from_solve_to_verify():
    verify = process("verify", "-", input=process("solve", "8x8").stdout)
    assert verify.returncode == 0
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
    assert without_published(process.stderr.read()) == b""
    process.stderr.close()


def without_published(error: bytes) -> bytes:
    """What is written to standard error, but for the published number of tours."""
    return re.sub(rb"(?m)^published: .*\n", b"", error)


needs_full = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")  # noqa: PTH110


@pytest.fixture
def full():
    """A file that can be opened, and not written."""
    with open("/dev/full", "wb") as stream:  # noqa: PTH123
        yield stream


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
def test_a_full_disk_is_an_error(arguments, unbuffered, full):
    outcome = process(*arguments, stdout=full, env=os.environ | {"PYTHONUNBUFFERED": unbuffered})
    assert outcome.returncode == 2
    error = b"error: cannot write to standard output: No space left on device\n"
    assert outcome.stderr.endswith(error)
    assert b"Traceback" not in outcome.stderr


@needs_full
def test_an_error_that_cannot_be_written_to_standard_output_has_its_own_exit_code(full):
    refused_as_a_board(process("solve", "0x8", "--json", stdout=full))


@needs_full
@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["solve", "5x5"], 0), (["tours", "5x5", "--limit", "5"], 0), (["solve", "0x8"], 2)],
)
def test_a_message_that_cannot_be_written_loses_no_result(arguments, code, full):
    outcome = process(*arguments, stderr=full)
    assert outcome.returncode == code
    assert len(outcome.stdout.splitlines()) == (0 if code else 5)


@pytest.mark.skipif(os.name == "nt", reason="pipes of POSIX")
def test_a_reader_that_is_gone_makes_no_success_of_an_error():
    reading, writing = os.pipe()
    os.close(reading)
    outcome = process("solve", "0x8", "--json", stdout=writing)
    os.close(writing)
    refused_as_a_board(outcome)


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize(
    "heavy",
    [
        "knight_models.cli.app",
        "knight_models.cli.terminal",
        "click",
        "dataclasses",
        "numpy",
        "knight_models.tasks.solve",
    ],
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


def in_a_shell(arguments: str, redirection: str) -> subprocess.CompletedProcess[bytes]:
    line = f"'{sys.executable}' -m knight_models {arguments} {redirection}"
    return subprocess.run(["sh", "-c", line], capture_output=True, check=False)


posix = pytest.mark.skipif(os.name == "nt", reason="a shell and signals of POSIX")


@posix
@pytest.mark.parametrize(
    "arguments",
    [
        "solve 8x8",
        "solve 5x5 --json",
        "solve 4x4 --closed",
        "solve 5x5 --format npy",
        "solve 5x5 --format svg",
        "solve 5x5 --output /dev/stdout",
        "tours 3x4",
        "compare 5x5 --solver warnsdorff",
        "--help",
    ],
)
@pytest.mark.parametrize("streams", [">&-", "<&- >&-"])
def test_a_closed_standard_output_is_an_error(arguments, streams):
    outcome = in_a_shell(arguments, streams)
    assert outcome.returncode == 2
    assert outcome.stderr.endswith(b"error: cannot write to standard output: it is closed\n")
    assert b"Traceback" not in outcome.stderr


@posix
def test_a_closed_standard_output_that_nobody_needs(tmp_path):
    file = tmp_path / "tour.txt"
    outcome = in_a_shell(f"solve 8x8 --output '{file}'", ">&- <&-")
    assert outcome.returncode == 0
    assert len(file.read_text().splitlines()) == 8


@posix
def test_closed_streams_for_messages_lose_no_result():
    outcome = in_a_shell("solve 8x8", "2>&-")
    assert (outcome.returncode, len(outcome.stdout.splitlines())) == (0, 8)
    assert in_a_shell("solve 8x8", ">&- 2>&-").returncode == 2


@posix
@pytest.mark.parametrize(
    "arguments", ["verify -", "draw -", "solve --given -", "verify --evidence -", "solve --graph -"]
)
def test_a_closed_standard_input_is_an_error(arguments):
    outcome = in_a_shell(arguments, "<&-")
    assert (outcome.returncode, outcome.stdout) == (2, b"")
    assert outcome.stderr.startswith(b"error: ")
    assert outcome.stderr.count(b"\n") == 1


ENDINGS = {
    "SIGINT": (130, b"interrupted"),
    "SIGTERM": (143, b"terminated"),
    "SIGHUP": (129, b"the terminal was closed"),
}


@posix
@pytest.mark.parametrize("name", ENDINGS)
@pytest.mark.usefixtures("ctrl_c_is_heard")
def test_a_signal_leaves_no_half_written_file(name, tmp_path):
    """The list is being written when the signal comes; what was found until then is kept."""
    file = tmp_path / "tours.txt"
    command = [*COMMAND, "tours", "6x6", "--solver", "depth-first:prune=on", "--output", str(file)]
    process = subprocess.Popen([*command, "--seconds", "600"], stderr=subprocess.PIPE)
    part = f".{file.name}.{process.pid}.part"
    while not (tmp_path / part).exists() or not (tmp_path / part).stat().st_size:
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(getattr(signal, name))
    _, error = process.communicate(timeout=60)
    code, _ = ENDINGS[name]
    assert (process.returncode, without_published(error).count(b"\n")) == (code, 1)
    assert list(tmp_path.iterdir()) == [file]
    *whole, last = file.read_bytes().splitlines()
    assert len(last.split()) == 36
    assert error.endswith(b": %s tours so far\n" % f"{len(whole) + 1:,}".encode())


@posix
@pytest.mark.parametrize("name", ENDINGS)
@pytest.mark.parametrize("json", [[], ["--json"]], ids=["text", "json"])
@pytest.mark.usefixtures("ctrl_c_is_heard")
def test_a_signal_ends_a_search_in_one_sentence(name, json):
    code, words = ENDINGS[name]
    process = subprocess.Popen(
        [*COMMAND, *LONG, "depth-first:ordering=fixed", *json],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(1)
    process.send_signal(getattr(signal, name))
    out, error = process.communicate(timeout=60)
    assert (process.returncode, error) == (code, words + b"\n")
    assert out == (b'{"error": "%s"}\n' % words if json else b"")


@posix
def test_a_signal_that_is_ignored_stays_ignored():
    """As `nohup` does it."""
    line = f"trap '' HUP; exec '{sys.executable}' -m knight_models solve 8x8"
    code = f"import signal; signal.raise_signal(signal.SIGHUP)\n{RUN_MAIN}"
    assert subprocess.run(["sh", "-c", line], capture_output=True, check=False).returncode == 0
    quiet = f"trap '' HUP; exec '{sys.executable}' -c \"$0\""
    assert subprocess.run(["sh", "-c", quiet, code], capture_output=True, check=False).returncode == 0


@posix
def test_an_interrupt_that_python_cannot_raise_comes_again():
    """In a callback of the garbage collector, an exception is only reported."""
    code = (
        "import os, signal, sys, weakref\n"
        "from knight_models.cli import app, main\n"
        "class Thing: pass\n"
        "def run(arguments):\n"
        "    thing = Thing()\n"
        "    ref = weakref.ref(thing, lambda ref: os.kill(os.getpid(), signal.SIGINT))\n"
        "    del thing\n"
        "    import time\n"
        "    time.sleep(60)\n"
        "app.run = run\n"
        "sys.exit(main())\n"
    )
    outcome = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, timeout=50)
    assert (outcome.returncode, outcome.stderr) == (130, b"interrupted\n")


@posix
@pytest.mark.parametrize("name", ENDINGS)
@pytest.mark.usefixtures("ctrl_c_is_heard")
def test_the_exit_code_stands_where_a_signal_strikes_in_code_made_from_text(name, tmp_path):
    """As named tuples and compilers make it: Python then ends itself by SIGINT, whatever the exit code."""
    code, words = ENDINGS[name]
    (tmp_path / "entry.py").write_text(
        "import sys\n"
        "from knight_models.cli import app, main\n"
        "def run(arguments):\n"
        "    print('to be seen')\n"
        f"    exec('import signal; signal.raise_signal(signal.{name})')\n"
        "app.run = run\n"
        "sys.exit(main())\n"
    )
    path = os.pathsep.join([str(tmp_path), os.getcwd(), os.environ.get("PYTHONPATH", "")])  # noqa: PTH109
    outcome = subprocess.run(
        [sys.executable, "-m", "entry"],
        capture_output=True,
        check=False,
        env=os.environ | {"PYTHONPATH": path},
        timeout=50,
    )
    assert (outcome.returncode, outcome.stderr) == (code, words + b"\n")
    assert outcome.stdout == b"to be seen\n"


def test_the_installed_command_is_the_module():
    """The entry point names the function that `python -m knight_models` calls."""
    from knight_models import __main__ as module

    with open("pyproject.toml", "rb") as stream:  # noqa: PTH123
        scripts = tomllib.load(stream)["project"]["scripts"]
    assert scripts == {"knight-models": "knight_models.cli:main"}
    assert module.main is main


HEAVY = {"numpy", "networkx", "numba", "ortools", "matplotlib", "rich"}


@pytest.mark.parametrize(
    ("code", "heavy"),
    [
        ("main(['--help'])", HEAVY),
        *((f"main(['{command}', '--help'])", HEAVY) for command in knight_models.commands),
        ("import knight_models.draw.pictures", HEAVY),
        ("main(['solve', '8x8'])", {"numba", "ortools.sat.python.cp_model", "pandas", "rich"}),
    ],
)
def test_what_is_not_needed_is_not_loaded(code, heavy):
    lines = ["import sys", "from knight_models.cli import main", code]
    lines += [f"loaded = {heavy!r} & set(sys.modules)", "sys.exit(f'loaded: {loaded}' if loaded else 0)"]
    outcome = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, check=False)
    assert (outcome.returncode, b"loaded" in outcome.stderr) == (0, False)


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
        env = bare | {"TERM": "xterm"}
        self.process = subprocess.Popen(
            [*COMMAND, *arguments], stdin=slave, stdout=slave, stderr=slave, env=env
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

    @property
    def screen(self) -> str:
        """What is on the screen at the end: erased lines are gone, and the cursor is shown."""
        rows, row, cursor = [""], 0, "h"
        for piece in re.findall(r"\x1b\[[0-9;?]*[A-Za-z]|\r|\n|[^\x1b\r\n]+", self.shown):
            if piece == "\n":
                row += 1
                rows += [""] * (row == len(rows))
            elif piece == "\x1b[2K":
                rows[row] = ""
            elif up := re.fullmatch(r"\x1b\[(\d+)A", piece):
                row -= int(up[1])
            elif piece.startswith("\x1b[?25"):
                cursor = piece[-1]
            elif piece[0] not in "\r\x1b":  # text, which comes only to empty lines here
                rows[row] += piece
        assert cursor == "h", "the cursor stays hidden"
        return "\n".join(rows)

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
    screen = without_published(terminal.screen.encode()).decode()
    assert re.fullmatch(r"interrupted(: [0-9,]+ tours so far)?\n", screen)


class TestTerminal:
    def shown(self, *arguments: str) -> str:
        terminal = Terminal(*arguments)
        terminal.end()
        return terminal.shown

    def test_a_long_run_shows_a_line_that_is_gone_at_the_end(self):
        terminal = Terminal(*LONG[:3], "--seconds", "3", "--solver", "depth-first:ordering=fixed")
        assert terminal.end() == 3
        assert re.search(r"depth-first: [12] s, .* of 64 squares", terminal.shown)
        assert terminal.screen.startswith("unknown whether ")
        assert " squares" not in terminal.screen

    def test_the_line_gives_way_to_a_list_of_tours(self):
        """The tours are whole lines of their own, although the line appears among them."""
        solver = ["--solver", "depth-first:ordering=fixed", "--seconds", "4"]
        terminal = Terminal("tours", "6x6", *solver)
        terminal.end()
        assert "depth-first: " in terminal.shown
        *tours, summary = without_published(terminal.screen.encode()).decode().splitlines()
        if summary.startswith("loading libraries"):  # on a busy machine
            summary = tours.pop()
        assert summary == f"time limit reached: {len(tours):,} tours so far"
        assert {len(line.split()) for line in tours} == {36}

    def test_a_short_run_shows_none(self):
        assert "\x1b" not in self.shown("solve", "8x8")

    def test_a_table_fits_without_cutting_a_word(self):
        solvers = ["--solver", "depth-first:ordering=fixed,ties=index,prune=on", "--solver", "auto"]
        shown = self.shown("compare", "5x5", "--kind", "open,closed", *solvers)
        assert "\x1b" not in shown
        table = shown.split("\n\n")[0]
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
        assert "npy is binary, not text for a terminal" in self.shown("solve", "8x8", "--format", "npy")


def test_in_a_pipe_there_is_no_progress_line():
    work = [*LONG[:3], "--seconds", "1.5", "--solver", "depth-first:ordering=fixed"]
    outcome = process(*work)
    assert outcome.returncode == 3
    assert SETUP_LINE.sub("", outcome.stderr.decode()) == ""
