"""Files as text: what is refused, and where."""

from __future__ import annotations

from pathlib import Path

import pytest

from knight_models.errors import FormatError
from knight_models.formats.text import lines_of, read_file, text_of


@pytest.mark.parametrize("data", ["", b"", " \n\t\n", b"\xef\xbb\xbf"])
def test_a_file_without_content_is_refused(data: str | bytes) -> None:
    with pytest.raises(FormatError, match=r"x\.txt: there is nothing in it"):
        text_of(data, "x.txt")


@pytest.mark.parametrize(
    ("data", "line", "column"),
    [(b"1 2\n3 \x00 4", 2, 3), (b"1 2\r\n\xff\xff", 2, 1), (b"1 2\n3 4\n \x1b[0m", 3, 2)],
)
def test_a_binary_file_is_refused_at_the_byte_that_shows_it(data: bytes, line: int, column: int) -> None:
    with pytest.raises(FormatError, match="binary") as caught:
        text_of(data)
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_byte_order_marks_are_understood(encoding: str) -> None:
    assert text_of("a1 → c2".encode(encoding)) == "a1 → c2"


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_any_end_of_line_ends_a_line(newline: str) -> None:
    assert lines_of(f"1{newline}{newline}2") == ["1", "", "2"]


def test_a_file_that_cannot_be_read_is_an_error_with_the_reason(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"none\.txt: the file cannot be read: No such file"):
        read_file(tmp_path / "none.txt")
    with pytest.raises(FormatError, match="cannot be read: Is a directory"):
        read_file(tmp_path)
    (tmp_path / "some.txt").write_bytes(b"1 2")
    assert read_file(tmp_path / "some.txt") == b"1 2"
