"""Lines of `bench.py` for pictures and metrics, each with an alternative that a user has."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import partial
from itertools import combinations

from _measure import Programs, Run, Side, memory_copy, timed

from knight_models import Kind, Tour, TourProblem, describe, get_solver, page_of, png_of, svg_of
from knight_models.core.errors import SolverError
from knight_models.engine.run import Run as SolverRun
from knight_models.theory.metrics import crossings

__all__ = ["counted_crossings", "described", "drawn_page", "drawn_png", "drawn_svg"]

Sides = dict[str, Side]
Point = tuple[int, int]


def drawn_svg(size: str, programs: Programs) -> Sides:
    """Our SVG of a closed tour, and an SVG of its plain line by matplotlib."""
    tour = _closed(size)
    return {
        "ours": _of(tour, lambda: svg_of(tour)),
        "matplotlib": _of(tour, partial(_plotted, tour, "svg")),
    }


def drawn_png(size: str, programs: Programs) -> Sides:
    """Our PNG of a closed tour, and a PNG of its plain line by matplotlib."""
    tour = _closed(size)
    return {
        "ours": _of(tour, lambda: png_of(tour)),
        "matplotlib": _of(tour, partial(_plotted, tour, "png")),
    }


def drawn_page(size: str, programs: Programs) -> Sides:
    """Our page of a closed tour with its metrics, and our SVG of the tour."""
    tour = _closed(size)
    return {"ours": _of(tour, lambda: page_of(tour)), "svg": _of(tour, lambda: svg_of(tour))}


def described(size: str, programs: Programs) -> Sides:
    """Every metric of a closed tour."""
    tour = _closed(size)
    return {"ours": _of(tour, lambda: describe(tour).lines()), "memory copy": memory_copy(len(tour))}


def counted_crossings(size: str, programs: Programs) -> Sides:
    """Our count of the crossings of a closed tour, and a count over all pairs of its moves."""
    tour = _closed(size)

    def ours() -> Run:
        seconds, count = timed(lambda: crossings(tour))
        return Run(seconds, len(tour), (count,))

    def pairs() -> Run:
        seconds, count = timed(lambda: _crossing_pairs(tour.squares))
        return Run(seconds, len(tour), (count,))

    return {"ours": ours, "all pairs": pairs}


def _of(tour: Tour, work: Callable[[], object]) -> Side:
    return lambda: Run(timed(work)[0], len(tour))


def _closed(size: str) -> Tour:
    tour = get_solver("tiling").solve(SolverRun(TourProblem(size, Kind.CLOSED))).tour
    if tour is None:
        raise SolverError(f"tiling has no closed tour of {size} to draw")
    return tour


def _plotted(tour: Tour, form: str) -> bytes:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9.6, 9.6))
    rows, columns = zip(*tour.squares, strict=True)
    figure.add_subplot().plot([*columns, columns[0]], [*rows, rows[0]], linewidth=0.5)
    stream = io.BytesIO()
    figure.savefig(stream, format=form)
    return stream.getvalue()


def _crossing_pairs(squares: list[Point]) -> int:
    """The number of pairs of moves that cross: each has its ends on both sides of the other.

    Two knight moves never overlap on a line, so this counts every crossing.
    """
    moves = list(zip(squares, squares[1:] + squares[:1], strict=True))
    return sum(
        _side(*first, second[0]) * _side(*first, second[1]) < 0
        and _side(*second, first[0]) * _side(*second, first[1]) < 0
        for first, second in combinations(moves, 2)
    )


def _side(begin: Point, end: Point, point: Point) -> int:
    return (end[0] - begin[0]) * (point[1] - begin[1]) - (end[1] - begin[1]) * (point[0] - begin[0])
