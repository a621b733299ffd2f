"""Tours put together from tiles, or from the columns of a strip, in linear time."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import ClassVar, cast

import numpy as np
import numpy.typing as npt

from knight_models.core.board import KNIGHT, Board
from knight_models.core.evidence import Theorem
from knight_models.core.problem import Kind, TourProblem
from knight_models.core.result import SolveResult
from knight_models.engine.run import Run
from knight_models.solvers.base import Options
from knight_models.solvers.tiling import board as boards
from knight_models.solvers.tiling import strips
from knight_models.solvers.tiling.cuts import SMALLEST
from knight_models.solvers.tiling.tiles import TileTask, random_tour
from knight_models.theory.existence import existence

Order = npt.NDArray[np.int32]

ONE_TILE = 150
"""Squares up to which a board is one tile."""

LARGEST_TILE = 1000
"""Squares up to which a board is one tile where moves are required or forbidden, since the search for a
tile tour obeys them, or where several tiles have failed."""

CALLS = 30
"""Calls for the tour of a board that is one tile, of about 10 to 50 ms each, before giving up."""


@dataclass(frozen=True)
class Tiling(Options):
    """Put a tour together from random tours of small tiles; on 3 and 4 rows, from its columns.

    It takes every rectangle for the knight, and finds an open and a closed tour wherever there is one. For
    a rectangle that has none it answers IMPOSSIBLE, with the theorem as evidence. A tour between given
    ends, or with given moves, it only tries to find, and answers UNKNOWN if it fails; so it is not exact.

    A step is a square visited; the squares of a tour that does not obey the required and forbidden moves
    count as taken back. `counters["tiles"]` is the number of tiles, 0 on 3 and 4 rows, and
    `counters["tile_steps"]` the number of steps that the searches for tile tours took.

    Without a start, a closed tour is listed from vertex 0, and an open one begins at random. A seed
    draws the tiles, and so the tour.

    References
    ----------
    .. [1] I. Parberry, "An efficient algorithm for the Knight's tour problem", Discrete Applied
       Mathematics 73 (1997), 251-260.
    .. [2] S.-S. Lin and C.-L. Wei, "Optimal algorithms for constructing knight's tours on arbitrary
       n x m chessboards", Discrete Applied Mathematics 146 (2005), 219-232.

    >>> from knight_models.tasks.solve import solve
    >>> solve("60x61", Tiling(), kind="closed").status.value
    'found'
    >>> solve("4x6", Tiling(), kind="closed").evidence.clause
    'one side is 4'
    """

    name: ClassVar[str] = "tiling"
    exact: ClassVar[bool] = False

    def unsupported(self, problem: TourProblem) -> str | None:
        """Why a problem cannot be tiled; None for a rectangle and the knight."""
        board = problem.board
        if board is None:
            return "it tiles boards, not graphs"
        if board.ndim != 2:
            return f"it tiles boards with two axes, and {board.shape_text} has {board.ndim}"
        if board.leap != KNIGHT:
            return f"its tiles are toured by the knight 1,2, not by the leaper {board.leap}"
        if board.holes:
            return "it tiles rectangles, and this board has holes"
        return "it tiles boards that do not wrap" if board.wrap else None

    def solve(self, run: Run) -> SolveResult:
        """A tour; or IMPOSSIBLE by a theorem; or UNKNOWN."""
        problem, board = run.problem, run.problem.board
        assert board is not None
        verdict = existence(board, problem.kind)
        if verdict is not None and not verdict.exists:
            what = "closed" if problem.closed else "open"
            name = f"existence of {what} tours on rectangles"
            return run.impossible(Theorem(name, verdict.source, verdict.clause))
        with run.setup():
            import numpy.random  # noqa: F401  # which numpy loads when it is first used
        construction = _Construction(run, board)
        order = construction.order()
        construction.count()
        return run.unknown(construction.stopped_by) if order is None else run.found(order)


class _Construction:
    """One run: tours are constructed until one has the required moves and none of the forbidden ones.

    A tour to a fixed end without a fixed start is constructed from that end, and reversed.
    """

    def __init__(self, run: Run, board: Board) -> None:
        self._run = run
        self._problem = problem = run.problem
        rows, columns = board.shape
        self._shape = rows, columns
        self._strip = min(board.shape) < SMALLEST
        self._backwards = problem.start is None and problem.end is not None
        each = strips.BYTES_PER_SQUARE if self._strip else boards.BYTES_PER_SQUARE
        each += 4 if self._backwards else 0
        run.require_memory(len(board) * each, f"a tour of {board.shape_text}")
        start, end = problem.start, problem.end
        self._start = cast("tuple[int, int] | None", end if self._backwards else start)
        self._end = cast("tuple[int, int] | None", None if self._backwards else end)
        if problem.closed and self._start is None:
            self._start = 0, 0
        self._constrained = bool(problem.required or problem.forbidden)
        self._steps = self._rejected = self._attempts = self._tiles = self._tile_steps = 0
        self.stopped_by = ""

    def order(self) -> Order | None:
        """The visiting order of the first tour that obeys the moves; None if there was none."""
        most_attempts = self._most_attempts()
        while self._attempts < most_attempts:
            if self._run.deadline.expired:
                self.stopped_by = "time limit"
                return None
            most_steps = self._run.limits.steps
            if most_steps is not None and self._steps + len(self._problem) > most_steps:
                self.stopped_by = "step limit"
                return None
            random = Random(f"{self._run.limits.seed}/{self._attempts}")
            self._attempts += 1
            order = self._constructed(random)
            if order is None:
                continue
            self._steps += len(order)
            if self._obeys(order):
                order = np.ascontiguousarray(order[::-1]) if self._backwards else order
                order.flags.writeable = False  # so that the tour keeps it instead of a copy
                return order
            self._rejected += len(order)
        self.stopped_by = "time limit" if self._run.deadline.expired else self._why_not()
        return None

    def _most_attempts(self) -> int:
        if len(self._problem) <= ONE_TILE and not self._strip:
            return CALLS
        if not self._constrained:
            return 1 if self._strip else 10
        return 30 if len(self._problem) <= 100_000 else 3

    def _constructed(self, random: Random) -> Order | None:
        """One tour with the wanted ends, if it can be constructed; its moves are not checked yet."""
        if len(self._problem) == 1:
            return np.zeros(1, np.int32)
        if self._ends_clash():
            return None
        if self._strip:
            kind, ends = self._problem.kind, self._fixed_ends()
            return strips.strip_order(self._shape, kind, ends, random, self._run.deadline, self._report)
        task = boards.BoardTask(self._shape, self._problem.kind, self._start, self._end)
        if len(self._problem) > (LARGEST_TILE if self._constrained else ONE_TILE):
            board = boards.TiledBoard(task, random, self._run.deadline, self._report)
            order = board.order()
            self._tiles, self._tile_steps = board.tiles, self._tile_steps + board.steps
            if order is not None or len(self._problem) > LARGEST_TILE:
                return order
        return self._one_tile(random)

    def _fixed_ends(self) -> list[tuple[int, int]]:
        return [end for end in (self._start, self._end) if end is not None]

    def _ends_clash(self) -> bool:
        """Whether the ends alone rule a tour out, by their colours or because they are a move apart."""
        if self._problem.closed:
            return False
        ends = self._fixed_ends()
        colours = [sum(end) % 2 for end in ends]
        if len(self._problem) % 2:
            return 1 in colours
        if len(ends) < 2:
            return False
        apart = sorted(abs(here - there) for here, there in zip(*ends, strict=True))
        return colours[0] == colours[1] or (self._problem.kind is Kind.STRICTLY_OPEN and apart == [1, 2])

    def _one_tile(self, random: Random) -> Order | None:
        """A tour of the board as a single tile."""
        problem = self._problem
        start, end = self._number(self._start), self._number(self._end)
        task = TileTask(
            self._shape,
            problem.kind,
            None if problem.closed else start,
            () if end is None else (end,),
            required=problem.required_indices,
            forbidden=problem.forbidden_indices,
        )
        tour, steps = random_tour(task, random, boards.MOST_STEPS)
        self._tile_steps += steps
        self._tiles = 1
        self._report(0)
        if tour is None:
            return None
        begin = 0 if start is None else tour.index(start)
        return np.array(tour[begin:] + tour[:begin], np.int32)

    def _number(self, square: tuple[int, int] | None) -> int | None:
        return None if square is None else square[0] * self._shape[1] + square[1]

    def _obeys(self, order: Order) -> bool:
        """Whether a tour uses the required moves and none of the forbidden ones."""
        required, forbidden = self._problem.required_indices, self._problem.forbidden_indices
        places = {v: int(np.flatnonzero(order == v)[0]) for move in required + forbidden for v in move}
        distances = {1, len(order) - 1} if self._problem.closed else {1}

        def used(move: tuple[int, int]) -> bool:
            return abs(places[move[0]] - places[move[1]]) in distances

        return all(map(used, required)) and not any(map(used, forbidden))

    def _why_not(self) -> str:
        if self._rejected:
            return "no tour constructed has the required moves and none of the forbidden ones"
        return "no tour with these ends could be constructed"

    def _report(self, visited: int) -> None:
        self._run.report(self._steps + visited, visited)

    def count(self) -> None:
        """Set the run's statistics."""
        self._run.count(
            steps=self._steps,
            backtracks=self._rejected,
            restarts=max(0, self._attempts - 1),
            counters={"tiles": self._tiles, "tile_steps": self._tile_steps},
        )
