r"""Tours as other programs and pages write them, in the signs that the readers of this package know.

`translated` is the first step of reading a tour: it takes away marks of pages and mails (fences, quotes,
bullets, tags of a chess game), the heads that Mathematica, C, JavaScript, Julia and R put before a list,
and turns braces into brackets. Tables of LaTeX, HTML and wikis are read by `tables.py`. Nothing here
decides what the numbers mean.

>>> translated(Source("Out[3]= {{1, 4}, {3, 2}}")).text
'        [[1, 4], [3, 2]]'
>>> translated(Source("```\n- a3\n- c2\n- a1\n```")).lines
['', '  a3', '  c2', '  a1', '']
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from knight_models.formats.reading import Source
from knight_models.formats.tables import table_as_grid

__all__ = ["translated"]

_NAME = r"[A-Za-z]{1,2}[1-9][0-9]{0,3}"
_PAIR = r"[0-9]+\s*,\s*[0-9]+"
_SQUARE = rf"(?:{_NAME}|\(\s*{_PAIR}\s*\))"

HEAD = 100_000
"""The characters of a text in which it shows what program wrote it."""


def translated(source: Source) -> Source:
    """The same file in the signs that are read here; with a graph, as it is, as a label can be any sign.

    Parameters
    ----------
    source : the file

    Raises
    ------
    FormatError : for what has no order, or a table whose cells span several
    """
    if source.graph is not None:
        return source
    text = source.text
    if not text.isascii():
        text = _with_plain_blanks(text)
    table = table_as_grid(text, source)
    if table is not None:
        return replace(source, data=table)
    for step in _STEPS:
        text = step(text, source)
    return source if text == source.text else replace(source, data=text)


def _blank(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", found[0])


# ---- pages and mails -----------------------------------------------------------------------------

_BETWEEN_WORDS = re.compile("\u200b+")
_ZERO_WIDTH = re.compile(
    "(?:(?<=\\W)|(?<![\\s\\S]))[\u200c\u200d\u2060\ufeff\u00ad]+|[\u200c\u200d\u2060\ufeff\u00ad]+(?=\\W|\\Z)"
)
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)[\w+.-]*[ \t]*$", re.MULTILINE)
_QUOTE = re.compile(r"^[ \t]*>(?!>>)>?(?=[ \t]|\d|$)(?:[ \t]*>)*[ \t]?", re.MULTILINE)
_TAGS = re.compile(r'^[ \t]*\[[A-Z]\w* "[^"\n]*"\][ \t]*$', re.MULTILINE)
_RESULT = re.compile(r"(?<!\S)(?:\*|1-0|0-1|1/2-1/2)\s*\Z")
_BULLET = re.compile(
    rf"([ \t]*(?:\u2022|\u2023|\u25e6|[-*+\u2013])[ \t]+)(?:{_NAME}|[0-9]+|{_PAIR}|[\[(].*)[ \t]*,?"
)
_DOT = re.compile(r"[\u2022\u2023\u25e6\u00b7]")
_NESTED = re.compile(r"\s*-\s+-\s+(-?\w+)\s*")
_NEXT = re.compile(r"\s+-\s+(-?\w+)\s*")


def _with_plain_blanks(text: str) -> str:
    return _ZERO_WIDTH.sub(_blank, _BETWEEN_WORDS.sub(_blank, text))


def _without_marks(text: str, source: Source) -> str:
    """The text without fences, backticks, quotation marks of mails, and tags of a chess game."""
    if "`" in text or "~~~" in text:
        text = _FENCE.sub("", text).replace("`", " ")
    if ">" in text:
        text = _QUOTE.sub(_blank, text)
    if text[:HEAD].lstrip().startswith("---\n"):  # as YAML begins
        text = text.replace("---", "", 1)
    if "[" in text[:HEAD] and _TAGS.search(text[:HEAD]):
        text = _RESULT.sub(_blank, _TAGS.sub("", text))
    return text


def _without_bullets(text: str, source: Source) -> str:
    """The lines of a list without their bullets; a dash before several numbers is a hole, and stays."""
    begin = text[:HEAD].lstrip()
    if not re.search(r"(?m)^[ \t]*[-*+\u2013\u2022\u2023\u25e6]\s", begin):
        return text
    lines = text.split("\n")
    marked = [number for number, line in enumerate(lines) if _BULLET.fullmatch(line)]
    if len(marked) > 2 and marked[-1] - marked[0] + 1 == len(marked):
        for number in marked:
            length = len(_BULLET.fullmatch(lines[number])[1])  # type: ignore[index]  # it matched above
            lines[number] = " " * length + lines[number][length:]
        return "\n".join(lines)
    first = next((number for number, line in enumerate(lines) if _NESTED.fullmatch(line)), None)
    return text if first is None else _nested_list(lines, first) or text


def _nested_list(lines: list[str], first: int) -> str | None:
    """The rows of a list of lists in YAML, `- - 0` and `  - 1`, as a list in brackets."""
    rows: list[list[str]] = []
    for line in filter(str.strip, lines[first:]):
        begin, more = _NESTED.fullmatch(line), _NEXT.fullmatch(line)
        if begin:
            rows.append([begin[1]])
        elif more:
            rows[-1].append(more[1])
        else:
            return None
    return "[" + ", ".join(f"[{', '.join(row)}]" for row in rows) + "]"


# ---- sentences -----------------------------------------------------------------------------------

_PERIOD = re.compile(rf"((?<![\w.]){_NAME}|[\])}}])[.](?=[ \t]*$)", re.MULTILINE)
_TO = re.compile(rf"({_SQUARE})([ \t]+to[ \t]+)(?={_SQUARE})", re.IGNORECASE)
_AND = re.compile(rf"({_SQUARE})(,?[ \t]+(?:and|then|and then)[ \t]+)(?={_SQUARE})", re.IGNORECASE)
_FROM = re.compile(
    rf"^[ \t]*(?:[0-9]+[.):][ \t]*)?(?:[A-Za-z]+[ \t]+)?from[ \t]+(?={_SQUARE}[ \t]+to)", re.M | re.I
)


def _without_sentence(text: str, source: Source) -> str:
    """The text without a period at the end, and with dashes for `to`."""
    if "." in text:
        text = _PERIOD.sub(r"\1 ", text)
    if " to " in text or " TO " in text:
        text = _TO.sub(lambda found: found[1] + "-".center(len(found[2])), _FROM.sub(_blank, text))
    if " and " in text or " then " in text:
        text = _AND.sub(lambda found: found[1] + ",".ljust(len(found[2])), text)
    return text


# ---- a size above --------------------------------------------------------------------------------

_SIZE = re.compile(r"[^\w\n]*([0-9]{1,5})\s*[x\u00d7*X]\s*([0-9]{1,5})\b(?![^\n]*[0-9\[(])[^\n]*")


def _without_size(text: str, source: Source) -> str:
    """The text without a first line that only gives the size of the grid, or the length of the list.

    Raises
    ------
    FormatError : if it contradicts the rows below
    """
    begin = text[:HEAD].split("\n", 50)
    place = next((number for number, line in enumerate(begin) if line.strip()), None)
    if place is None or len(begin[place]) > 200 or not re.search("[0-9]", begin[place]):
        return text
    size = _SIZE.fullmatch(begin[place].rstrip("\r"))
    words = begin[place].split()
    if size is None and not (len(words) <= 2 and all(word.isdecimal() for word in words)):
        return text
    lines = text.split("\n")
    rows = [line.replace(",", " ").split() for line in lines[place + 1 :] if line.strip()]
    if not rows:
        return text
    shape = (len(rows), len(rows[0]))
    numbers = all(word.isdecimal() or word in "-.#_*" for word in rows[0])
    if size is not None:
        sides = (int(size[1]), int(size[2]))
        if numbers and len(rows[0]) > 2 and shape != sides and shape == sides[::-1]:
            raise source.error(
                f"the heading gives {sides[0]}x{sides[1]}, which is rows x columns here, but the grid has "
                f"{shape[0]} rows of {shape[1]}; leave the heading out",
                place + 1,
            )
    elif not _is_size([int(word) for word in words], rows, numbers):
        return text
    lines[place] = ""
    return "\n".join(lines)


def _is_size(given: list[int], rows: list[list[str]], numbers: bool) -> bool:
    """Whether one or two numbers are the size of the rows below, or the length of a list of names."""
    alike = {len(row) for row in rows} == {len(rows[0])}
    if not numbers:
        squares = re.findall(_SQUARE, " ".join(" ".join(row) for row in rows))
        return len(given) == 1 and len(squares) == given[0]
    sides = given * 2 if len(given) == 1 else given
    return alike and len(rows[0]) > 2 and sides == [len(rows), len(rows[0])]


# ---- code and sessions ---------------------------------------------------------------------------

_SESSION = re.compile(r"^[ \t]*(?:In\[[0-9]+\]:=[^\n]*|julia>[ \t]*\w*;?[ \t]*)$", re.MULTILINE)
_OUT = re.compile(r"^[ \t]*(?:Out\[[0-9]+\](?://\w+)?=|julia>)", re.MULTILINE)
_TYPE_LINE = re.compile(
    r"^[ \t]*(?:(?:[0-9]+\u00d7)+[0-9]+|[0-9]+-element)[ \t]+[A-Za-z][^\n]*:[ \t]*$", re.MULTILINE
)
_TENSORFLOW = re.compile(r"<tf\.\w+:[^\n]*?numpy=\s*")
_HEAD = re.compile(
    r"^[ \t]*(?:[A-Za-z_$][\w$]*(?=[ \t:=\[<.]|::))[\w \t:<>,;*&$@%\[\].]*?:?=[ \t]*"
    r"(?=[\[{(]|#\d|\r?$|(?:new[ \t]+)?[A-Za-z_][\w.!]*(?:\[\])*[ \t]*[\[({])",
    re.MULTILINE,
)
_END = re.compile(r"(?<=[\]})>])[ \t]*[;.>]+\s*\Z")
_ONE_WORD = re.compile(r"^[ \t]*[A-Za-z_]\w*[ \t]*$\n(?=[ \t]*(?:\[,1\]|V1\b))", re.MULTILINE)
_CALL = re.compile(
    r"(?<![\w.])(?:listOf|arrayOf|List\.of|Arrays\.asList|vec!|new[ \t]+\w+(?:\[\d*\])*|Int64|Float64|Any|"
    r"(?:\[\d*\])+int\w*|qw|%w|c(?=\()|#[0-9]A|array(?=\s*\(\s*(?:array|[0-9'\"])))\s*(?=[\[({])"
)
_TYPED = re.compile(r"\[|vector|Out|:=|<")


def _without_code(text: str, source: Source) -> str:
    """The text without prompts, the names and types of variables, and constructors."""
    begin = text[:HEAD]
    if not re.search(r"[A-Za-z]{2}|[A-Za-z]\s*:?=|#[0-9]A|%w|\bc\(", begin):
        return text
    text = _OUT.sub(_blank, _TYPE_LINE.sub("", _SESSION.sub("", text)))
    text = _TENSORFLOW.sub(_blank, text)
    heads = list(_HEAD.finditer(text))
    typed = begin != text[:HEAD] or any(_TYPED.search(head[0]) for head in heads)
    if len(heads) == 1:
        text = text[: heads[0].start()] + _blank(heads[0]) + text[heads[0].end() :]
    text = _CALL.sub(_blank, text)
    text = _END.sub("", text)
    return _in_brackets(text, source, typed)


def _in_brackets(text: str, source: Source, typed: bool) -> str:
    """Lists in braces as lists in brackets; objects and dicts as they are.

    Raises
    ------
    FormatError : for braces that can be a set
    """
    if "{" not in text or ":" in text or ('"' in text and not typed and "{{" not in text.replace(" ", "")):
        return text
    flat = re.fullmatch(r"\s*\{[^{}\[\]]*\}\s*", text)
    if flat and not typed:
        return text
    return text.replace("{", "[").replace("}", "]")


def _braces(text: str, source: Source) -> str:
    """Lists in braces, where no word stands around them."""
    return _in_brackets(text, source, False) if "{" in text[:HEAD] else text


_COLUMNS = re.compile(r"^(?:[ \t]*\[,[0-9]+\])+[ \t]*$", re.MULTILINE)
_ROW = re.compile(r"^[ \t]*\[([0-9]+),\]", re.MULTILINE)
_INDEX = re.compile(r"^[ \t]*\[([0-9]+)\](?=[ \t]+\S)", re.MULTILINE)
_V = re.compile(r"^[ \t]*V1(?:[ \t]+V[0-9]+)+[ \t]*$", re.MULTILINE)
_PAIRS = re.compile(r"\s*\[\s*[0-9]+\s*([-/])\s*[0-9]+(?:\s*,\s*[0-9]+\s*\1\s*[0-9]+)+\s*\]\s*")


def _without_indices(text: str, source: Source) -> str:
    """The text without the indices that R prints beside rows and columns.

    Raises
    ------
    FormatError : for a matrix whose columns are printed in several blocks
    """
    begin = text[:HEAD]
    if "V1" in begin:
        text = _V.sub(lambda found: found[0].replace("V", " "), text)
    if "[" not in begin:
        return text
    if "[,1]" in begin:
        if len(_COLUMNS.findall(text)) > 1:
            raise source.error(
                "R has printed the columns in several blocks; print them after options(width=1000)"
            )
        rows = [int(row) for row in _ROW.findall(text)]
        if rows == list(range(1, len(rows) + 1)):
            text = _ROW.sub(_blank, _COLUMNS.sub("", _ONE_WORD.sub("\n", text)))
    elif begin.lstrip().startswith("[1]"):
        lines = [line for line in text.split("\n") if line.strip()]
        due = 1
        for line in lines:
            index = _INDEX.match(line)
            if index is None or int(index[1]) != due:
                return text
            due += len(line[index.end() :].split())
        text = _INDEX.sub(_blank, text).replace('"', " ")
    elif _PAIRS.fullmatch(text):  # as Prolog writes them
        text = re.sub(r"([0-9]+)\s*[-/]\s*([0-9]+)", r"(\1,\2)", text)
    return text


_DOTTED = re.compile(r"\(\s*([0-9]+)\s+\.\s+([0-9]+)\s*\)")


def _without_dots(text: str, source: Source) -> str:
    """Pairs of Lisp, `(0 . 1)`, as squares."""
    return _DOTTED.sub(r"(\1 , \2)", text) if " . " in text[:HEAD] and "(" in text[:HEAD] else text


_STEPS: tuple[Callable[[str, Source], str], ...] = (
    _without_marks,
    _without_bullets,
    _without_code,
    _braces,
    _without_indices,
    _without_dots,
    _without_sentence,
    _without_size,
)
