r"""What stands around a tour where people paste it from: pages, Python, numpy, chess programs.

A paste is written as the formats of `squares.py`, `grid.py` and `json.py` are, with more around it: a
heading, `tour = `, a prompt, the numbers of the moves, the letter of the piece, dashes and arrows of all
kinds, numbers printed as floats. `unwrapped` blanks all this out, so that lines and columns stay what they
were; `python_as_json` turns what Python and numpy print into JSON. What is left is read by one reader only.

>>> unwrapped(Source("1. Na3 Nc2 2. Na1 Nb3")).text
'    a3  c2     a1  b3'
>>> python_as_json("array([[ 1,  4],\n       [12,  9]], dtype=int32)")
'[[ 1,  4],\n       [12,  9]]'
>>> python_as_json("(np.str_('a3'), np.str_('c2'),)")
'["a3", "c2"]'
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Set
from dataclasses import replace
from string import ascii_letters, ascii_lowercase

from knight_models.formats.reading import Source
from knight_models.formats.squares import LEAST_IN_A_LIST

__all__ = ["column_letters", "is_literal", "python_as_json", "unwrapped"]

FILE, RANK = r"[A-Za-z]{1,2}", r"[1-9][0-9]{0,3}"
_NAME = rf"{FILE}{RANK}"
_ALONE, _ENDED = r"(?<![A-Za-z0-9_.])", r"(?![A-Za-z0-9_.])"

_ORDINARY = frozenset("0123456789 \t\n\r#,;|_*")
"""The characters of a grid without anything around it, but for the dots."""

# ---- lines ---------------------------------------------------------------------------------------

_PROMPT = re.compile(r"\s*(?:>>>|\.\.\.(?=\s)|In ?\[[0-9]+\]:|Out ?\[[0-9]+\]:)")
_NAMED = re.compile(r"\s*(?!dtype|shape)[A-Za-z_]\w*(?:\[[0-9]+\])?\s*=(?![=>])\s*(?=\S)")
_LABEL = re.compile(r"(?=[^:]*\b[A-Za-z]{2,}\b)[^:,=|\[\]]{1,60}:\s*(?=\S)")
_WORD = re.compile(rf"{_ALONE}(?!(?:nan|None|null)\b)[A-Za-z]{{2,}}(?![A-Za-z0-9_(])")
_CELL = re.compile(rf"(?<![^\s|,;(])(?:[+-]?[0-9]+|{_NAME})(?![^\s|,;)])")
_CALLS = r"(?:[Aa]rray|asarray|[Mm]atrix|[Tt]ensor|list|tuple|deque)"
_CODE = re.compile(rf"[\[\]{{}}]|\b{_CALLS}\s*\(|\bprint\(")


def column_letters(line: str) -> int:
    """The number of columns that a heading such as `a b c d` names; 0 for any other line.

    >>> [column_letters(line) for line in ("    a   b   c", "| | A | B |", "abcd", "b a")]
    [3, 2, 4, 0]
    """
    words = line.translate(_SIGNS).split()
    letters = "".join(words).lower()
    if len(letters) < 2 or letters != ascii_lowercase[: len(letters)]:
        return 0
    return len(letters) if len(words) == len(letters) or (len(words) == 1 and len(letters) > 2) else 0


_SIGNS = str.maketrans("|,;+-│║─", " " * 8)


def _without_words(lines: list[str]) -> list[str]:
    """The lines without prompts and labels, empty where they were only words."""
    kept = [_without_label(line) if _LETTERS.search(line) or ">" in line else line for line in lines]
    words = [bool(_LETTERS.search(line)) and _is_words(line) for line in kept]
    data = [number for number, line in enumerate(kept) if line.strip() and not words[number]]
    if not data:
        return lines
    inside = range(data[0] + 1, data[-1])
    return [
        line if not words[number] or (number in inside and _may_be_an_entry(line)) else ""
        for number, line in enumerate(kept)
    ]


_WORD_SIGNS = frozenset(ascii_letters + ":=>")
_WORDY = re.compile(r"[A-Za-z]{2}(?![A-Za-z]*[0-9])|[:=>]")
_LETTERS = re.compile(r"[A-Za-z]{2}|[A-Za-z]\s*[:=]")


def _without_label(line: str) -> str:
    for pattern in (_PROMPT, _NAMED, _LABEL):
        found = pattern.match(line)
        if found and (pattern is not _LABEL or _has_data(line[found.end() :])):
            line = " " * found.end() + line[found.end() :]
    return line


def _has_data(rest: str) -> bool:
    return bool(_CELL.search(rest) or _CODE.search(rest) or "(" in rest)


def _is_words(line: str) -> bool:
    """Whether a line is a heading or another sentence: words, and no more numbers and names than these."""
    if _CODE.search(line) or column_letters(line) or line.lstrip().startswith("#"):
        return False
    words, cells = len(_WORD.findall(line)), len(_CELL.findall(line))
    starts = re.match(r"[^\w|]*[A-Za-z]{2,}(?![0-9])", line)
    return words > cells or (
        words > 0 and ((words == cells and bool(starts)) or line.rstrip().endswith(":"))
    )


def _may_be_an_entry(line: str) -> bool:
    """Whether a single word between lines of a list could be a misprinted square."""
    return len(line.split()) == 1 and not line.rstrip().endswith(":")


# ---- signs and numbers ---------------------------------------------------------------------------

_ARROW = re.compile(r"[-=\u2013\u2014]{1,3}>|[\u2190-\u21ff\u2794-\u27bf\u27f5-\u27ff]+|\u00bb")
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"))
_ODD = re.compile(r"[-=]>|[\u00a0\u00bb\u2010-\u2015\u2190-\u21ff\u2212\u2654-\u265f\u2794-\u27ff]")
_PIECES = re.compile("[\u2654-\u265f]")
_PIECE = re.compile(rf"{_ALONE}([NSC])(?=[a-z]{{1,2}}{RANK}(?![0-9]))")
_LOWER_NAME = re.compile(rf"(?<![A-Za-z0-9])[a-z]{{1,2}}{RANK}(?![0-9])")
_LETTER_PAIR = re.compile(rf"\(\s*['\"]?({FILE})['\"]?\s*,\s*({RANK})\s*\)")
_SOME_NAME = re.compile(rf"(?<![A-Za-z0-9]){_NAME}(?![0-9])")
_NUMBERED = re.compile(
    rf"(?:(?<![^\s(])([0-9]{{1,9}})\s?(?:\.{{1,3}}|:)(?=\s*[\"'(\[]?\s*(?:{_NAME}|[0-9]+\s*,))"
    rf"|^[ \t]*\(?([0-9]{{1,9}})\)(?=\s*[\"']?{_NAME}))",
    re.MULTILINE,
)
_BARE_NUMBERS = re.compile(rf"\s*(?:[0-9]{{1,9}}\s+{_NAME}[,;]?(?:\s+|\Z))+")
_FLOAT = re.compile(rf"{_ALONE}[+-]?[0-9]{{1,18}}\.[0-9]*(?:e[+-][0-9]{{1,3}})?{_ENDED}")
_DECIMAL_COMMAS = re.compile(r"\s*(?:[0-9]+,0+\s*[;\t]\s*)+[0-9]+,0+\s*;?\s*")
_TWO_NUMBERS = re.compile(r"\s*[0-9]{1,18}\s*,\s*[0-9]{1,18}\s*")
_PAIR = r"(?:\(\s*[0-9]+\s*,\s*[0-9]+\s*\)|[0-9]+\s*,\s*[0-9]+)"
_DASHED_PAIRS = re.compile(rf"\s*{_PAIR}(?:(?:-|\s+-\s+){_PAIR})+\s*")
_DASHED_NUMBERS = re.compile(r"\s*[0-9]+(?:(?:-|\s+-\s+)[0-9]+)+\s*")
_BREAKS = ("|", "/", ";", r"\n")
_BREAK = re.compile("|".join(map(re.escape, _BREAKS)))


def unwrapped(source: Source) -> Source:
    """The same file without what stands around its tours.

    Parameters
    ----------
    source : the file; with a graph, only `name = ` and prompts are taken away, as a label can be any word

    Raises
    ------
    FormatError : for moves numbered out of turn
    """
    text = source.text
    if "{" in text:  # JSON, or something that is refused as such
        return source
    if source.graph is not None:
        lines = [_without_name(line) for line in source.lines]
        return replace(source, data="\n".join(lines)) if lines != source.lines else source
    rest = set(text) - _ORDINARY  # each pattern below is searched for only where its signs are
    if rest <= set("[](),.-") and is_literal(text):  # nothing but a list
        return source
    if rest - {"."}:
        wordy = not rest.isdisjoint(_WORD_SIGNS) and _WORDY.search(text)
        lines = _without_words(source.lines) if wordy else source.lines
        text = _plain("\n".join(lines), rest, source)
    elif rest:
        text = _FLOAT.sub(_whole, text)
    text = _on_lines(_without_commas(_without_decimals(text, source)), source)
    return source if text == source.text else replace(source, data=text)


def _without_name(line: str) -> str:
    for pattern in (_PROMPT, _NAMED):
        found = pattern.match(line)
        if found and is_literal(line[found.end() :]):
            line = " " * found.end() + line[found.end() :]
    return line


def _plain(text: str, signs: Set[str], source: Source) -> str:
    """The text, which has these signs besides ordinary ones, in those that the readers know."""
    if text.lstrip().startswith(("'", '"')):
        text = text.replace("'", " ").replace('"', " ")
    letters = not signs.isdisjoint(ascii_letters)
    if letters and "(" in text:
        text = _LETTER_PAIR.sub(lambda pair: (pair[1] + pair[2]).center(len(pair[0])), text)
    names = letters and _SOME_NAME.search(text) is not None
    if (not text.isascii() or ">" in text) and _ODD.search(text):
        text = _PIECES.sub(" ", text)
        text = _ARROW.sub(lambda arrow: ("-" if names else "").center(len(arrow[0])), text)
        text = text.translate(_DASHES)
    if names or (("." in text or ":" in text) and "(" in text):
        text = _without_move_numbers(text, source)
    if names:
        text = _without_pieces(text)
    if "." in text:
        text = _FLOAT.sub(_whole, text)
    if "-" in text and not names:
        lines = text.split("\n")
        text = "\n".join(line.replace("-", " ") if _is_dashed(line, source) else line for line in lines)
    return text


def _without_decimals(text: str, source: Source) -> str:
    """Rows such as `11,0;4,0`, as Excel writes them where a comma begins the decimals, as whole numbers."""
    if ",0" not in text or (source.board is not None and source.board.shape[-1] == 1):
        return text
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) < 2 or not all(map(_DECIMAL_COMMAS.fullmatch, lines)):
        return text
    return re.sub(r",0+(?![0-9])", "", text)


def _without_commas(text: str) -> str:
    """Lines such as `0,6`, the number of a step and a vertex, without the comma that makes a square."""
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) < LEAST_IN_A_LIST or not all(map(_TWO_NUMBERS.fullmatch, lines)):
        return text
    first = int(lines[0].partition(",")[0])
    for due, line in enumerate(lines, start=first):
        if first > 1 or int(line.partition(",")[0]) != due:
            return text
    vertices = [int(line.partition(",")[2]) for line in lines]
    return text.replace(",", " ") if len(set(vertices)) == len(vertices) else text


def _is_dashed(line: str, source: Source) -> bool:
    """Whether dashes separate squares or vertex numbers; in a short row of numbers they can be holes."""
    if _DASHED_PAIRS.fullmatch(line):
        return True
    least = 1 if source.board is not None else LEAST_IN_A_LIST - 1
    return line.count("-") >= least and _DASHED_NUMBERS.fullmatch(line) is not None


def _without_pieces(text: str) -> str:
    """Names of squares without the letter of the knight, if all of them have it, or all but the first."""
    pieces = _PIECE.findall(text) if any(letter in text for letter in "NSC") else []
    if pieces and len(set(pieces)) == 1 and len(_LOWER_NAME.findall(text)) <= 1:
        return _PIECE.sub(" ", text)
    return text


def _without_move_numbers(text: str, source: Source) -> str:
    pattern = _NUMBERED
    if _BARE_NUMBERS.fullmatch(text):
        pattern = re.compile(rf"(?<!\S)([0-9]{{1,9}})(?=\s+{_NAME})()")
    elif not any(sign in text for sign in ".:)"):
        return text
    before = None
    for found in pattern.finditer(text):
        number = int(found[1] or found[2])
        if before is not None and number not in (1, before, before + 1):
            line = text.count("\n", 0, found.start()) + 1
            raise source.error(f"move {before + 1} is expected here, not {number}", line)
        before = number
    return pattern.sub(lambda found: " " * len(found[0]), text)


def _whole(found: re.Match[str]) -> str:
    """A float that is a whole number as one; others stay."""
    number = float(found[0])
    return f"{number:.0f}".ljust(len(found[0])) if number.is_integer() and abs(number) < 1e15 else found[0]


def _on_lines(text: str, source: Source) -> str:
    """A grid on one line with its rows on lines of their own: `1 4 7 10 | 12 9 2 5 | 3 6 11 8`."""
    core = text.strip()
    if "\n" in core[:100_000] or not any(sign in core for sign in _BREAKS):
        return text
    rows = [row.strip(" \t,") for row in _BREAK.split(core.strip("|/; \t"))]
    counts = {len(row.replace(",", " ").split()) for row in rows}
    if len(rows) < 2 or len(counts) != 1 or counts == {1} or not all(map(_NUMBERS.fullmatch, rows)):
        return text
    board = source.board
    if board is not None and (len(rows), *counts) != board.shape and 1 in board.shape:
        return text
    if all(re.fullmatch(r"[0-9]+\s*,\s*[0-9]+", row) for row in rows):
        return text  # squares
    return "\n".join(rows)


_NUMBERS = re.compile(r"(?:(?:[0-9]{1,18}|[.#_*-])(?:[\s,]+|\Z))+")

# ---- Python and numpy ----------------------------------------------------------------------------

_LITERAL = re.compile(
    rf"\s*(?:[\[{{]|(?:\w+\.)?{_CALLS}\s*\(|\(\s*[(\[\"'A-Za-z]|\(\s*-?[0-9]+\s*(?:,\s*-?[0-9]+\s*){{3,}},?\s*\)\s*\Z)"
)
_STRING = r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\""
_SCALAR = re.compile(
    rf"(?<!\w)(?:(?:np|numpy)\.)?(?:u?int(?:8|16|32|64|p|c)?|longlong|float(?:32|64)?|str_?)\(\s*({_STRING}|[+-]?[0-9.]+)\s*\)"
)
_KEYWORDS = re.compile(
    r",\s*(?:dtype|shape|maxlen|order|device|requires_grad)\s*=\s*(?:\([^()]*\)|'[^']*'|\"[^\"]*\"|[\w.<>|]+)"
)
_WRAPPER = re.compile(rf"(?<!\w)(?:\w+\.)?{_CALLS}\s*\(\s*(?:[0-9]+\s*,\s*[0-9]+\s*,\s*)?(?=[\[(])")
_TOKEN = re.compile(rf"{_STRING}|\bNone\b|\bnan\b|{_ALONE}{_NAME}{_ENDED}")
_BRACKET = re.compile(rf"{_STRING}|{_WRAPPER.pattern}|[\[\](){{}}]")
_LAST_COMMA = re.compile(r",(?=\s*\])")
_NO_COMMA = re.compile(r"(?<=[0-9\]\"l])(?=\s+[-\[\"0-9n+])|(?<=\])(?=\[)")
_ROW_END = re.compile(r"\s*;\s*")
_LAST_ROW_END = re.compile(r"\s*;\s*(?=\])")


def is_literal(text: str) -> bool:
    """Whether a text begins as what Python or numpy print, or JSON: with a bracket, or `array(`."""
    return _LITERAL.match(text) is not None


def python_as_json(text: str) -> str:
    r"""A list, or several, as Python or numpy print them, as JSON; anything else becomes something else.

    >>> python_as_json("[[ 1  4]\n [12  9]]")
    '[[1,4],[12,9]]'
    """
    if re.search(r"[A-Za-z']", text):
        text = _KEYWORDS.sub("", _SCALAR.sub(lambda scalar: scalar[1], text))
        text = _without_wrappers(text)
        text = _TOKEN.sub(_json_token, text)
    text = text.replace("(", "[").replace(")", "]") if '"' not in text else _outside_strings(text)
    if "." in text:
        text = _FLOAT.sub(_whole, text)
    if "," not in text and ";" not in text and '"' not in text:  # as numpy prints numbers
        return ",".join(text.split()).replace("[,", "[").replace(",]", "]")
    text = _LAST_COMMA.sub("", _NO_COMMA.sub(",", text)).strip().rstrip(",")
    if ";" in text and text.count("[") == 1:  # as MATLAB and Julia write a matrix
        text = _LAST_ROW_END.sub("", text)
        text = f"[{_ROW_END.sub('],[', text)}]"
    return text


def _outside_strings(text: str) -> str:
    signs = {"(": "[", ")": "]"}
    return re.sub(rf"{_STRING}|[()]", lambda found: signs.get(found[0], found[0]), text)


def _without_wrappers(text: str) -> str:
    """The text without `array(` and the bracket that closes it."""
    if not _WRAPPER.search(text):
        return text
    opened: list[bool] = []

    def kept(found: re.Match[str]) -> str:
        sign = found[0]
        if sign in "[{(":
            opened.append(True)
        elif sign in "]})":
            return sign if not opened or opened.pop() else ""
        elif sign[0] not in "'\"":
            opened.append(False)
            return ""
        return sign

    return _BRACKET.sub(kept, text)


def _json_token(found: re.Match[str]) -> str:
    token = found[0]
    if token in ("None", "nan"):
        return "null"
    if token[0] not in "'\"":
        return f'"{token}"'
    try:
        return json.dumps(str(ast.literal_eval(token)))
    except (SyntaxError, ValueError):  # an escape that Python does not know
        return json.dumps(token[1:-1])
