"""Tables of existence: which `m x n` boards have a tour."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from numbers import Integral
from typing import TYPE_CHECKING, Any

import numpy as np

from knight_models.core.board import Board
from knight_models.core.errors import InputError, shown
from knight_models.core.problem import Kind
from knight_models.draw.charts import figures
from knight_models.draw.charts.figures import INCH, NO_VALUE, SMALL, TEXT, UNKNOWN, Codes, code_of
from knight_models.theory.existence import Verdict, existence

if TYPE_CHECKING:
    from matplotlib.figure import Figure

USUAL = range(1, 13)
MOST_SIDES = 100
"""Rows or columns of a table; each has its own name at the margin."""

CELL = 0.36
"""Inches."""

Given = Mapping[tuple[int, int], Any]


def existence_table(
    verdicts: Given | None = None,
    *,
    rows: Iterable[int] | int | None = None,
    columns: Iterable[int] | int | None = None,
    kind: str = "closed",
    title: str | None = None,
) -> Figure:
    """A table of which `m x n` boards have a tour, as a matplotlib figure.

    Parameters
    ----------
    verdicts : a mapping from (m, n) to a verdict: a `Status`, a truth, a `SolveResult`, None for unknown;
        without it, the verdicts of the theorems, with their sources below the table
    rows, columns : the m and the n to show, or the last of them, from 1 on; without them, those of the
        verdicts, or 1 to 12
    kind : which tours the theorems and the title are about
    title : None for one that names the kind; an empty text for none

    Raises
    ------
    InputError : for an unknown verdict, kind, or number of rows or columns
    MissingPackageError : without matplotlib

    >>> figure = existence_table(rows=8, columns=10, kind="closed")
    >>> [text.get_text() for text in figure.texts]
    ['Closed tours of m × n boards', 'Schwenk 1991']
    """
    figures.require_matplotlib()
    kind = _checked_kind(kind)
    title = figures.checked_text(title, "a title")
    given = None if verdicts is None else _checked(verdicts)
    down = _sides(rows, "rows", USUAL if given is None else _between(m for m, _ in given))
    across = _sides(columns, "columns", USUAL if given is None else _between(n for _, n in given))
    codes, source = _by_theorem(down, across, kind) if given is None else (_coded(given, down, across), "")
    if title is None:
        title = f"{kind.replace('-', ' ').capitalize()} tours of m × n boards"
    return _drawn(codes, down, across, title, source)


def _checked_kind(kind: Any) -> str:
    if not isinstance(kind, str) or kind not in set(Kind):
        raise InputError(f"unknown kind {shown(kind)}; the kinds are {', '.join(Kind)}")
    return str(kind)


def _checked(given: Any) -> dict[tuple[int, int], int]:
    """The codes of the verdicts given."""
    if not isinstance(given, Mapping):
        raise InputError(f"verdicts are a mapping from (m, n) to a verdict, not {shown(given)}")
    if not given:
        raise InputError("there is no verdict to show: the mapping is empty")
    codes = {}
    for sides, value in given.items():
        if not isinstance(sides, tuple) or len(sides) != 2 or not all(map(_is_side, sides)):
            raise InputError(f"a board of the table is (m, n), such as (3, 10), not {shown(sides)}")
        code = UNKNOWN if value is None else code_of(value)
        if code is None:
            raise InputError(
                f"the verdict on {sides[0]}x{sides[1]} is found, impossible, unknown, true, false or None, "
                f"not {shown(value)}"
            )
        codes[int(sides[0]), int(sides[1])] = code
    return codes


def _is_side(side: object) -> bool:
    return isinstance(side, Integral) and not isinstance(side, bool) and int(side) >= 1


def _between(sides: Iterable[int]) -> list[int]:
    """The sides that occur, each once, rising."""
    return sorted(set(sides))


def _sides(sides: Any, what: str, usual: Iterable[int]) -> list[int]:
    """The numbers of rows, or of columns, that the table shows."""
    if sides is None:
        listed = list(usual)
    elif isinstance(sides, Integral) and not isinstance(sides, bool):
        listed = list(range(1, min(int(sides), MOST_SIDES + 1) + 1))
    elif isinstance(sides, Iterable) and not isinstance(sides, str):
        listed = list(sides)
    else:
        listed = []
    if not listed or not all(map(_is_side, listed)):
        raise InputError(
            f"{what} are whole numbers from 1, such as range(3, 9), or the last, not {shown(sides)}"
        )
    if len(listed) > MOST_SIDES:
        raise InputError(f"a table shows up to {MOST_SIDES} {what}; choose fewer")
    if len(set(listed)) < len(listed):
        raise InputError(f"{what} are each named once, not as in {shown(sides)}")
    return [int(side) for side in listed]


def _coded(given: Mapping[tuple[int, int], int], rows: list[int], columns: list[int]) -> Codes:
    cells = [[given.get((m, n), NO_VALUE) for n in columns] for m in rows]
    return np.array(cells, np.int8)


def _by_theorem(rows: list[int], columns: list[int], kind: str) -> tuple[Codes, str]:
    """The verdicts of the theorems, and their sources."""
    known: dict[tuple[int, int], Verdict] = {}
    for m in rows:
        for n in columns:
            verdict = existence(Board((m, n)), kind)
            if verdict is not None:
                known[m, n] = verdict
    sources = dict.fromkeys(part for verdict in known.values() for part in verdict.source.split("; "))
    codes = {(m, n): UNKNOWN for m in rows for n in columns}
    codes |= {sides: 0 if verdict.exists else 1 for sides, verdict in known.items()}
    return _coded(codes, rows, columns), "; ".join(sorted(sources))


def _drawn(codes: Codes, rows: list[int], columns: list[int], title: str, source: str) -> Figure:
    with figures.drawing() as figure:
        axes = figure.add_subplot(anchor="N")
        figures.draw_codes(axes, np.ma.masked_array(codes), CELL * INCH)
        axes.set_xticks(range(len(columns)), [str(n) for n in columns], fontsize=SMALL)
        axes.set_yticks(range(len(rows)), [str(m) for m in rows], fontsize=SMALL)
        axes.set_xlabel("columns (n)", fontsize=TEXT)
        axes.set_ylabel("rows (m)", fontsize=TEXT)
        axes.tick_params(which="both", length=0, pad=3)
        axes.spines[:].set_visible(False)
        figures.draw_legend(axes, np.ma.masked_array(codes))
        figures.finish(figure, (len(columns) * CELL, max(figures.LEAST, len(rows) * CELL)), title, source)
    return figure
