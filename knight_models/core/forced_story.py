"""The story of forced moves: which squares force which moves, up to the contradiction.

The vertices of a `ForcedMoves` are gone through once more, and for every move it is noted which step forced
it or ruled it out. The story has only the steps that the contradiction rests on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise, starmap

from knight_models.core.problem import TourProblem
from knight_models.core.reasons import counted, exist, listed, named, names_of, neighbours

MOST_STEPS = 6
"""Steps that a story tells at most; of a longer one it tells the first ones and the last."""

LONGEST_CYCLE = 8
"""Squares of a cycle that a story names."""

REQUIRED = -1
"""In place of the number of a step, for a move that the problem requires."""

Move = tuple[int, int]


def forced_story(problem: TourProblem, vertices: Sequence[int]) -> str | None:
    """The story in one sentence; None if the vertices lead to no contradiction.

    >>> forced_story(TourProblem("4x4", kind="closed"), (12, 3))
    'a1 forces b3 and c2; d4 forces b3 and c2; then the forced moves close the cycle d4-b3-a1-c2-d4, and
    leave out 12 squares'
    """
    ends = {end for end in (problem.start_index, problem.end_index) if end is not None}
    if problem.directed or not exist(problem, vertices) or not (problem.closed or len(ends) == 2):
        return None
    return _Story(problem, set() if problem.closed else ends).of(vertices)


class _Contradiction(Exception):  # noqa: N818  # it ends the story, and is no error
    """The end of a story.

    Parameters
    ----------
    words : the contradiction
    forced, dropped : the moves that it rests on; a dropped one is no longer possible
    """

    def __init__(self, words: str, forced: Iterable[Move] = (), dropped: Iterable[Move] = ()) -> None:
        super().__init__(words)
        self.words = words
        self.forced = set(forced)
        self.dropped = set(dropped)


class _Story:
    """The moves left and forced, each with the step that made it so."""

    def __init__(self, problem: TourProblem, ends: set[int]) -> None:
        self._problem = problem
        self._ends = ends
        self._left: dict[int, set[int]] = {}
        self._forced: dict[Move, int] = {}
        self._dropped: dict[Move, int] = {}
        self._near: defaultdict[int, list[int]] = defaultdict(list)  # by forced moves
        self._gone: defaultdict[int, list[int]] = defaultdict(list)  # by dropped moves
        self._other_end: dict[int, int] = {}  # of the forced path that ends here
        self._steps: list[tuple[int, list[int], bool]] = []  # vertex, others, whether it forces them

    def of(self, vertices: Sequence[int]) -> str | None:
        try:
            for first, second in self._problem.required_indices:
                self._force(first, second, REQUIRED)
            for vertex in vertices:
                self._settle(vertex)
        except _Contradiction as contradiction:
            return self._sentence(contradiction)
        return None

    def _settle(self, vertex: int) -> None:
        """Force the last moves of a vertex, or drop those that it cannot use any more."""
        left, needs, number = self._moves_left(vertex), self._needs(vertex), len(self._steps)
        new = sorted(left.difference(self._near[vertex]))
        if len(left) < needs:
            raise self._too_few(vertex)
        if len(left) == needs:
            self._steps.append((vertex, new, True))
            for other in new:
                self._force(vertex, other, number)
        elif len(self._near[vertex]) >= needs:
            self._steps.append((vertex, new, False))
            for other in new:
                self._drop(vertex, other, number)

    def _name(self, vertex: int) -> str:
        return named(self._problem, vertex)

    def _needs(self, vertex: int) -> int:
        return 1 if vertex in self._ends else 2

    def _moves_left(self, vertex: int) -> set[int]:
        if vertex not in self._left:
            self._left[vertex] = set(neighbours(self._problem, vertex)).difference(self._gone[vertex])
        return self._left[vertex]

    def _force(self, first: int, second: int, step: int) -> None:
        one, other = self._other_end.get(first, first), self._other_end.get(second, second)
        closing = one == second
        path = self._path(first) if closing else []
        self._forced[_move(first, second)] = step
        for here, there in ((first, second), (second, first)):
            self._near[here].append(there)
        for here in (first, second):
            if len(self._near[here]) > self._needs(here):
                raise self._too_many(here)
        if closing:
            if self._ends or len(path) < len(self._problem):
                raise self._joined([*path, path[0]], cycle=True)
            return
        self._other_end[one], self._other_end[other] = other, one
        if {one, other} == self._ends:
            path = self._path(one)
            if len(path) < len(self._problem):
                raise self._joined(path, cycle=False)

    def _drop(self, first: int, second: int, step: int) -> None:
        self._dropped[_move(first, second)] = step
        for here, there in ((first, second), (second, first)):
            self._moves_left(here).discard(there)
            self._gone[here].append(there)
        if len(self._moves_left(second)) < self._needs(second):
            raise self._too_few(second)

    def _path(self, vertex: int) -> list[int]:
        """The vertices of the forced path that begins at one of its ends."""
        path, before = [vertex], None
        while nexts := [each for each in self._near[path[-1]] if each != before]:
            before = path[-1]
            path.append(nexts[0])
        return path

    # ---- how it ends -----------------------------------------------------------------------------

    def _too_few(self, vertex: int) -> _Contradiction:
        left = sorted(self._moves_left(vertex))
        words = f"only one move left, to {self._name(left[0])}" if left else "no move left"
        gone = [_move(vertex, other) for other in self._gone[vertex]]
        return _Contradiction(f"{self._name(vertex)} has {words}", dropped=gone)

    def _too_many(self, vertex: int) -> _Contradiction:
        near = self._near[vertex]
        where = f"the end {self._name(vertex)}" if vertex in self._ends else self._name(vertex)
        words = f"{'three' if len(near) == 3 else 'two'} moves are forced at {where}"
        return _Contradiction(words, forced=[_move(vertex, other) for other in near])

    def _joined(self, path: Sequence[int], *, cycle: bool) -> _Contradiction:
        """Forced moves that close a cycle, or join the two ends, too early."""
        size = len(path) - cycle
        out = len(self._problem) - size
        names = "-".join(map(self._name, path)) if size <= LONGEST_CYCLE else ""
        if cycle:
            what = (
                f"close the cycle {names}" if names else f"close a cycle of {counted(self._problem, size)}"
            )
        else:
            what = f"join the two ends, {names or f'by {counted(self._problem, size)}'}"
        without = f", and leave out {counted(self._problem, out)}" if out else ""
        return _Contradiction(f"the forced moves {what}{without}", forced=starmap(_move, pairwise(path)))

    # ---- the sentence --------------------------------------------------------------------------------

    def _sentence(self, end: _Contradiction) -> str:
        """The steps that the contradiction rests on, in their order, and the contradiction."""
        forced, dropped = set(end.forced), set(end.dropped)
        parts: list[str] = []
        for number in range(len(self._steps) - 1, -1, -1):
            vertex, others, forces = self._steps[number]
            made, needed = (self._forced, forced) if forces else (self._dropped, dropped)
            moves = [_move(vertex, other) for other in others]
            used = [move for move in moves if move in needed and made.get(move) == number]
            if not used:
                continue
            if forces:
                dropped.update(self._before(vertex, self._gone, self._dropped, number))
                parts.append(f"{self._name(vertex)} forces {names_of(self._problem, others)}")
            else:
                forced.update(self._before(vertex, self._near, self._forced, number))
                names = names_of(self._problem, [other for other in others if _move(vertex, other) in used])
                parts.append(f"{self._name(vertex)} is used up, which rules out its move to {names}")
        required = [move for move in self._problem.required_indices if _move(*move) in forced]
        if required:
            words = [f"{self._name(first)}-{self._name(second)}" for first, second in required]
            parts.append(f"{listed(words)} {'is' if len(words) == 1 else 'are'} required")
        return "; ".join([*_shortened(parts[::-1]), f"then {end.words}" if parts else end.words])

    def _before(
        self, vertex: int, others: dict[int, list[int]], made: dict[Move, int], number: int
    ) -> list[Move]:
        """The moves at a vertex that were forced or dropped before a step."""
        moves = [_move(vertex, other) for other in others[vertex]]
        return [move for move in moves if made[move] < number]


def _move(first: int, second: int) -> Move:
    return min(first, second), max(first, second)


def _shortened(parts: list[str]) -> list[str]:
    if len(parts) <= MOST_STEPS:
        return parts
    return [*parts[: MOST_STEPS - 2], f"... ({len(parts) - MOST_STEPS + 1:,} more steps)", parts[-1]]
