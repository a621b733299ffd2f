r"""Tables of LaTeX, HTML and wikis as grids with commas between the cells; an empty cell stays one.

>>> print(table_as_grid("1 & 4 \\\\ \\hline\n  & 2 \\\\", Source("")))
1,4
,2
>>> print(table_as_grid("<table><tr><td>1<td>4</tr><tr><td><td>2</tr></table>", Source("")))
1,4
,2
"""

from __future__ import annotations

import html
import re

from knight_models.formats.reading import Source

__all__ = ["table_as_grid"]


def table_as_grid(text: str, source: Source) -> str | None:
    """The cells of a table, a row on each line; None if the text is no table.

    Parameters
    ----------
    text : the text of the file
    source : the file, for messages

    Raises
    ------
    FormatError : for a cell that spans several
    """
    if "\\" in text and ("&" in text or "\\begin" in text):
        return _of_latex(text, source)
    if "</" in text or "<br" in text.lower() or "<td" in text.lower():
        return _of_html(text, source)
    if "||" in text or "{|" in text:
        return _of_wiki(text)
    return None


_SPANS = re.compile(r"\\multi(?:column|row)|(?:col|row)span\s*=\s*[\"']?(?!1\b)")
_ENVIRONMENT = re.compile(
    r"\\(?:begin|end)\s*\{[^{}]*\}(?:\s*\[[^\]]*\])?(?:\s*\{(?:[^{}]|\{[^{}]*\})*\})?"
)
_TEXT = re.compile(
    r"\\(?:caption|label|cline|cmidrule|cmidrule\([^)]*\)|vspace\*?|setlength)\s*(?:\{[^{}]*\})+"
)
_BRACKETS = re.compile(r"\\(?:left|right)\s*(?:\\[{}|]|[()\[\]|.])|\\[\[\]()]|\${1,2}")
_BREAK = re.compile(r"\\\\\*?(?:\[[^\]]*\])?|\\tabularnewline\b")
_WITH_CELL = re.compile(r"\\(?:text\w*|math\w*|color|cellcolor|boxed|underline)\s*\{([^{}]*)\}")
_COMMAND = re.compile(r"\\[A-Za-z]+\*?")


def _of_latex(text: str, source: Source) -> str:
    _refuse_spans(text, source)
    text = re.sub(r"(?<!\\)%[^\n]*", "", text)
    for pattern in (_TEXT, _ENVIRONMENT):
        text = pattern.sub(" ", text)
    parts = [_WITH_CELL.sub(r"\1", _BRACKETS.sub(" ", part)) for part in _BREAK.split(text)]
    rows = [_COMMAND.sub(" ", part) for part in parts]
    return _joined([row.split("&") for row in rows if row.strip(" \t\r\n{}")])


_HIDDEN = re.compile(r"<!--.*?-->|<(style|script|head|caption)\b.*?</\1\s*>", re.DOTALL | re.IGNORECASE)
_ROW = re.compile(r"<tr\b[^>]*>(.*?)(?=<tr\b|</table|\Z)", re.DOTALL | re.IGNORECASE)
_CELL = re.compile(r"<t[dh]\b[^>]*>(.*?)(?=<t[dh]\b|</tr|\Z)", re.DOTALL | re.IGNORECASE)
_TABLE = re.compile(r"<table\b", re.IGNORECASE)
_LINE_TAG = re.compile(r"[ \t]*<(?:br|/p|/li|/div|/h[1-6])\b[^>]*>\n?", re.IGNORECASE)
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")


def _of_html(text: str, source: Source) -> str:
    _refuse_spans(text, source)
    text = _HIDDEN.sub(" ", text)
    if not _ROW.search(text):
        return html.unescape(_TAG.sub(" ", _LINE_TAG.sub("\n", text)))
    tables = []
    for part in _TABLE.split(text):
        rows = [[_bare(cell) for cell in _CELL.findall(row)] for row in _ROW.findall(part)]
        tables.append(_joined([row for row in rows if row]))
    return "\n\n".join(filter(None, tables))


def _bare(cell: str) -> str:
    return html.unescape(_TAG.sub(" ", cell)).replace("\u00a0", " ")


_STYLE = re.compile(r"[^|]*=[^|]*\|(?!\|)")


def _of_wiki(text: str) -> str | None:
    """The rows of `{| ... |}`, or of lines whose cells are all parted by two bars."""
    lines = [line.strip() for line in text.split("\n")]
    if any(line.startswith("{|") for line in lines):
        return _joined(_wiki_rows(lines))
    rows = [line for line in lines if "|" in line]
    cores = [re.sub(r"^\|{1,2}|\|{1,2}$", "", row) for row in rows]
    counts = {core.count("||") for core in cores}
    if (
        not rows
        or len(counts) != 1
        or counts == {0}
        or any("|" in core.replace("||", "") for core in cores)
    ):
        return None
    return "\n".join(
        re.sub(r"^\|{1,2}|\|{1,2}$", "", line).replace("||", ",") if "|" in line else line for line in lines
    )


def _wiki_rows(lines: list[str]) -> list[list[str]]:
    rows: list[list[str]] = [[]]
    begin = next(number for number, line in enumerate(lines) if line.startswith("{|"))
    for line in lines[begin + 1 :]:
        if line.startswith("|}"):
            break
        if line.startswith("|-"):
            rows.append([])
        elif line.startswith(("|", "!")) and not line.startswith("|+"):
            cells = re.split(r"\|\||!!", line[1:])
            rows[-1] += [_STYLE.sub("", cell) for cell in cells]
    return [row for row in rows if row]


def _refuse_spans(text: str, source: Source) -> None:
    spans = _SPANS.search(text)
    if spans:
        line = text.count("\n", 0, spans.start()) + 1
        raise source.error(
            "a cell of this table spans several; write each square in a cell of its own", line
        )


def _joined(rows: list[list[str]]) -> str:
    return "\n".join(",".join(" ".join(cell.split()) for cell in row) for row in rows)
