"""Writing files: nothing is lost, nothing half-written, and a bad path is refused before any work."""

from __future__ import annotations

import errno
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from knight_models.core.errors import OptionError
from knight_models.core.files import check_output, open_output


def test_the_file_is_there_when_the_block_has_ended_and_nothing_beside_it(tmp_path: Path) -> None:
    target = tmp_path / "tour.txt"
    with open_output(target) as stream:
        stream.write("ä 1\n")
        assert not target.exists()
    assert target.read_bytes() == "ä 1\n".encode()
    assert list(tmp_path.iterdir()) == [target]


def test_bytes_can_be_written(tmp_path: Path) -> None:
    with open_output(tmp_path / "tour.npy", binary=True) as stream:
        stream.write(b"\x00\x01")
    assert (tmp_path / "tour.npy").read_bytes() == b"\x00\x01"


def _write_half(target: Path, error: type[BaseException]) -> None:
    with open_output(target) as stream:
        stream.write("new")
        stream.flush()
        raise error


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_an_error_leaves_the_old_file_as_it_was(tmp_path: Path, error: type[BaseException]) -> None:
    target = tmp_path / "tour.txt"
    target.write_text("old")
    with pytest.raises(error):
        _write_half(target, error)
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_an_old_file_keeps_its_mode_and_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "tour.txt", tmp_path / "link.txt"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    with open_output(link) as stream:
        stream.write("new")
    assert link.is_symlink()
    assert target.read_text() == "new"
    assert target.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "not the name of a file"),
        ("none/tour.txt", "there is no directory"),
        (".", "it is a directory"),
        ("file.txt/tour.txt", "there is no directory"),
        ("x" * 300, "too long"),
    ],
)
def test_a_path_that_cannot_be_written_is_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file.txt").write_text("old")
    with pytest.raises(OptionError, match=message):
        check_output(name)
    with pytest.raises(OptionError, match=message), open_output(name):
        pytest.fail("the block must not begin")
    assert [path.name for path in tmp_path.iterdir()] == ["file.txt"]


def test_a_path_that_can_be_written_passes_the_check_and_stays_untouched(tmp_path: Path) -> None:
    check_output(tmp_path / "new.txt")
    (tmp_path / "old.txt").write_text("old")
    check_output(tmp_path / "old.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["old.txt"]
    assert (tmp_path / "old.txt").read_text() == "old"


def test_a_protected_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "old.txt").write_text("old")
    monkeypatch.setattr(os, "access", lambda *_: False)  # root, as tests often run, may write everything
    with pytest.raises(OptionError, match="write-protected"):
        check_output(tmp_path / "old.txt")


def test_a_protected_directory_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(*_: object) -> int:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(os, "open", denied)
    with pytest.raises(OptionError, match=r"new\.txt': Permission denied"):
        check_output(tmp_path / "new.txt")


def test_a_device_is_written_to_and_not_replaced() -> None:
    check_output("/dev/null")
    with open_output("/dev/null") as stream:
        stream.write("1")
    assert not Path("/dev/null").is_file()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_is_a_clear_error() -> None:
    with pytest.raises(OptionError, match="No space left"), open_output("/dev/full") as stream:
        stream.write("1")


@pytest.mark.parametrize(("binary", "content"), [(False, "ä 1\n"), (True, b"\x00\x01")])
def test_a_dash_is_standard_output(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, binary: bool, content: str | bytes
) -> None:
    monkeypatch.chdir(tmp_path)
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="utf-8"))
    check_output("-")
    with open_output("-", binary=binary) as stream:
        stream.write(content)
    assert raw.getvalue() == (content if isinstance(content, bytes) else content.encode())
    assert not sys.stdout.closed
    assert list(tmp_path.iterdir()) == []


WRITE = """
import sys
from knight_models.core.files import check_output, open_output
sys.stdout.write("before ")
check_output(sys.argv[1])
with open_output(sys.argv[1], binary=True) as stream:
    stream.write(b"tour")
sys.stdout.write(" after")
"""


@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "-"])
@pytest.mark.parametrize("to", ["pipe", "file", "appended"])
def test_standard_output_by_any_name_is_written_in_turn(tmp_path: Path, name: str, to: str) -> None:
    if not Path(name).exists() and name != "-":
        pytest.skip(f"this system has no {name}")
    command = [sys.executable, "-c", WRITE, name]
    if to == "pipe":
        assert subprocess.run(command, check=True, capture_output=True).stdout == b"before tour after"
        return
    target = tmp_path / "out.txt"
    target.write_text("old ")
    with target.open("wb" if to == "file" else "ab") as stream:
        subprocess.run(command, check=True, stdout=stream)
    assert target.read_text() == ("old " if to == "appended" else "") + "before tour after"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_named_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    for name in (pipe, link):
        check_output(name)
        with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE) as reader:
            with open_output(name) as stream:
                stream.write("tour")
            assert reader.communicate()[0] == b"tour"
    assert pipe.is_fifo()
    assert link.is_symlink()


def test_a_descriptor_that_is_not_open_is_refused() -> None:
    with pytest.raises(OptionError, match="cannot write '/dev/fd/987654': Bad file descriptor"):
        check_output("/dev/fd/987654")
