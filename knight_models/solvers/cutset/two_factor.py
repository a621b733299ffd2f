"""2-factors, sets of edges with exactly two at every vertex: their cycles, and joining these by patching.

Two cycles become one if an edge of one and an edge of the other are exchanged for two edges between
their ends. Euler joined cycles of knight's moves into tours in this way [1]_; Karp named the method
patching [2]_.

References
----------
.. [1] L. Euler, "Solution d'une question curieuse qui ne paroit soumise à aucune analyse", Mémoires de
   l'académie des sciences de Berlin 15 (1759), 310-337.
.. [2] R. M. Karp, "A patching algorithm for the nonsymmetric traveling-salesman problem", SIAM Journal on
   Computing 8 (1979), 561-573.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

Neighbours = list[list[int]]
"""The two neighbours of each vertex in a 2-factor."""


def cycles_of(neighbours: Sequence[Sequence[int]]) -> list[list[int]]:
    """The cycles of a 2-factor, each in the order of its vertices, the one of vertex 0 first.

    >>> cycles_of([[1, 2], [0, 3], [3, 0], [2, 1]])
    [[0, 1, 3, 2]]
    """
    seen = bytearray(len(neighbours))
    cycles: list[list[int]] = []
    for first in range(len(neighbours)):
        if seen[first]:
            continue
        cycle, previous, here = [], neighbours[first][1], first
        while not seen[here]:
            seen[here] = 1
            cycle.append(here)
            one, other = neighbours[here]
            previous, here = here, other if one == previous else one
        cycles.append(cycle)
    return cycles


class Patching:
    """Join the cycles of a 2-factor, two at a time, as long as an exchange of two edges joins some.

    Parameters
    ----------
    neighbours : the 2-factor; it is changed in place
    cycles : its cycles
    near : the neighbours of a vertex in the graph
    fixed : whether an edge of the 2-factor has to stay
    usable : whether an edge of the graph may be added to the 2-factor

    Attributes
    ----------
    left : the number of cycles left
    joined : the number of exchanges made

    >>> triangles = [[1, 2], [0, 2], [0, 1], [4, 5], [3, 5], [3, 4]]
    >>> rungs = {0: [1, 2, 3], 1: [0, 2, 4], 2: [0, 1], 3: [4, 5, 0], 4: [3, 5, 1], 5: [3, 4]}
    >>> no, yes = (lambda one, other: False), (lambda one, other: True)
    >>> Patching(triangles, cycles_of(triangles), rungs.__getitem__, fixed=no, usable=yes).run()
    1
    >>> cycles_of(triangles)
    [[0, 3, 5, 4, 1, 2]]
    """

    def __init__(
        self,
        neighbours: Neighbours,
        cycles: Sequence[Sequence[int]],
        near: Callable[[int], Sequence[int]],
        fixed: Callable[[int, int], bool],
        usable: Callable[[int, int], bool],
    ) -> None:
        self._neighbours = neighbours
        self._cycles = cycles
        self._near = near
        self._fixed = fixed
        self._usable = usable
        self._leader = list(range(len(cycles)))
        self._cycle = [0] * len(neighbours)
        for number, cycle in enumerate(cycles):
            for vertex in cycle:
                self._cycle[vertex] = number
        self.left = len(cycles)
        self.joined = 0

    def run(self) -> int:
        """Join cycles while that is possible, the smallest first; returns the number of cycles left."""
        order = sorted(self._cycles, key=len)
        progress = True
        while progress and self.left > 1:
            progress = False
            for cycle in order:
                if self.left > 1 and self._join(cycle):
                    progress = True
        return self.left

    def _join(self, cycle: Iterable[int]) -> bool:
        return any(self._exchange(vertex) for vertex in cycle)

    def _exchange(self, first: int) -> bool:
        """Join the cycle of a vertex to another one by an edge at the vertex; False if no edge does it."""
        # The edge first-third is added between two cycles, and second-fourth between neighbours of its
        # ends; the edges first-second and third-fourth are removed.
        here = self._find(self._cycle[first])
        for third in self._near(first):
            there = self._find(self._cycle[third])
            if there == here or not self._usable(first, third):
                continue
            for second in self._neighbours[first]:
                if self._fixed(first, second):
                    continue
                for fourth in self._neighbours[third]:
                    if self._can_add(second, fourth) and not self._fixed(third, fourth):
                        self._swap(first, second, third, fourth)
                        self._leader[here] = there
                        return True
        return False

    def _can_add(self, second: int, fourth: int) -> bool:
        one, other = self._near(second), self._near(fourth)
        joined = fourth in one if len(one) <= len(other) else second in other
        return joined and self._usable(second, fourth)

    def _swap(self, first: int, second: int, third: int, fourth: int) -> None:
        """Replace first-second and third-fourth by first-third and second-fourth."""
        changes = (
            (first, second, third),
            (second, first, fourth),
            (third, fourth, first),
            (fourth, third, second),
        )
        for vertex, old, new in changes:
            pair = self._neighbours[vertex]
            pair[pair.index(old)] = new
        self.left -= 1
        self.joined += 1

    def _find(self, cycle: int) -> int:
        """The leader of the cycles that a cycle has been joined to (union-find, with path halving)."""
        leader = self._leader
        while leader[cycle] != cycle:
            leader[cycle] = leader[leader[cycle]]
            cycle = leader[cycle]
        return cycle
