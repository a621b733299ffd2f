r"""Graphs as adjacency matrices: n rows of n entries 0 and 1, with blanks, commas or nothing between them.

Vertices are numbered from 0. A symmetric matrix is an undirected graph; another is a directed one, whose
row i says to which vertices an arc leads from i. The diagonal does not matter. `#` begins a comment. The
number n may stand alone above the rows.

>>> read_matrix(Source("011\n101\n110\n")).number_of_edges()
3
>>> list(read_matrix(Source("0, 1\n0, 0\n")).edges), read_matrix(Source("0 1\n0 0")).is_directed()
([(0, 1)], True)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from knight_models.formats.graphs import words_of
from knight_models.formats.reading import Line, Source, excerpt

if TYPE_CHECKING:
    import networkx

__all__ = ["graph_of_rows", "is_matrix", "read_matrix"]

_ENTRIES = frozenset("01")


def is_matrix(source: Source) -> bool:
    """Whether the first line has an entry, 0 or 1, for each line; or all are 0 and 1 without separators."""
    lines = _without_size(list(words_of(source)))
    if not lines:
        return False
    entries = _entries(lines[0][1])
    if len(lines) > 1 and all(len(words) == 1 and len(words[0]) > 1 for _, words in lines[1:]):
        return all(_ENTRIES.issuperset(words[0]) for _, words in lines[1:])
    return _ENTRIES.issuperset(entries) and len(entries) == len(lines)


def read_matrix(source: Source) -> networkx.Graph:
    """The graph of an adjacency matrix.

    Raises
    ------
    FormatError : for a row that is too short or too long, or an entry that is neither 0 nor 1
    """
    rows = [(number, _entries(words)) for number, words in _without_size(list(words_of(source)))]
    if not rows:
        raise source.error("there are only comments in it")
    for row in rows:
        _check_row(row, len(rows), source)
    return graph_of_rows([entries for _, entries in rows])


def graph_of_rows(rows: list[str]) -> networkx.Graph:
    """The graph of n rows of n characters 0 and 1.

    >>> graph_of_rows(["01", "00"]).is_directed()
    True
    """
    import networkx

    matrix = np.array([np.frombuffer(row.encode("ascii"), np.uint8) - ord("0") for row in rows], np.uint8)
    np.fill_diagonal(matrix, 0)
    symmetric = bool((matrix == matrix.T).all())
    graph = networkx.Graph() if symmetric else networkx.DiGraph()
    graph.add_nodes_from(range(len(rows)))
    first, second = np.nonzero(np.triu(matrix) if symmetric else matrix)
    graph.add_edges_from(zip(first.tolist(), second.tolist(), strict=True))
    return graph


def _without_size(lines: list[tuple[int, list[str]]]) -> list[tuple[int, list[str]]]:
    """The rows, without a first line that only has their number."""
    if len(lines) < 3 or len(lines[0][1]) != 1 or lines[0][1][0] != str(len(lines) - 1):
        return lines
    sizes = {len(words) if len(words) > 1 else len(words[0]) for _, words in lines[1:]}
    return lines[1:] if sizes == {len(lines) - 1} else lines


def _entries(words: list[str]) -> str:
    """The entries of a row, one character for each; `?` for an entry that is longer."""
    if len(words) == 1:
        return words[0]
    return "".join(word if len(word) == 1 else "?" for word in words)


def _check_row(row: Line, size: int, source: Source) -> None:
    number, entries = row
    if len(entries) != size:
        message = f"this row of a matrix has {len(entries)} entries, but there are {size} rows"
        raise source.error(message, number)
    if not _ENTRIES.issuperset(entries):
        wrong = next(entry for entry in entries if entry not in _ENTRIES)
        what = "an entry of several characters" if wrong == "?" else excerpt(wrong)
        raise source.error(f"an entry of an adjacency matrix is 0 or 1, not {what}", number)
