"""Maximum matchings of bipartite graphs, by Hopcroft and Karp, without recursion and with a clock.

(The function of networkx goes deeper into recursion than Python allows, as on 3x6000.)

References
----------
J. E. Hopcroft, R. M. Karp, "An n^(5/2) algorithm for maximum matchings in bipartite graphs", SIAM
Journal on Computing 2 (1973), 225-231.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from knight_models.core.limits import Deadline

BETWEEN_LOOKS = 50
"""Vertices between two looks at the clock."""


def maximum_matching(
    rows: Mapping[int, Collection[int]], side: Collection[int], deadline: Deadline
) -> dict[int, int]:
    """The mate of each matched vertex, on both sides.

    Parameters
    ----------
    rows : the neighbours of each vertex
    side : the vertices of one side
    deadline : when to stop

    Raises
    ------
    TimeoutError : if it has passed

    >>> sorted(maximum_matching({0: [2, 3], 1: [2], 2: [0, 1], 3: [0]}, [0, 1], Deadline(None)).items())
    [(0, 3), (1, 2), (2, 1), (3, 0)]
    """
    mates: dict[int, int] = {}
    while True:
        depths = _depths(rows, side, mates, deadline)
        grown = False
        for number, first in enumerate(each for each in side if each not in mates):
            if number % BETWEEN_LOOKS == 0 and deadline.expired:
                raise TimeoutError
            grown |= _augment(rows, first, mates, depths, deadline)
        if not grown:
            return mates


def _depths(
    rows: Mapping[int, Collection[int]], side: Collection[int], mates: dict[int, int], deadline: Deadline
) -> dict[int, int]:
    """How far each vertex of the side is from an unmatched one, along alternating paths."""
    layer = [vertex for vertex in side if vertex not in mates]
    depths = dict.fromkeys(layer, 0)
    depth = 0
    while layer:
        depth += 1
        following = []
        for number, vertex in enumerate(layer):
            if number % BETWEEN_LOOKS == 0 and deadline.expired:
                raise TimeoutError
            for other in rows[vertex]:
                mate = mates.get(other)
                if (
                    mate is None
                ):  # a shortest augmenting path ends here; longer ones wait for the next phase
                    return depths
                if mate not in depths:
                    depths[mate] = depth
                    following.append(mate)
        layer = following
    return depths


def _augment(
    rows: Mapping[int, Collection[int]],
    first: int,
    mates: dict[int, int],
    depths: dict[int, int],
    deadline: Deadline,
) -> bool:
    """Look depth-first for an augmenting path from a vertex, and turn it over; false if none exists."""
    path = [first]
    others: list[Iterator[int]] = [iter(rows[first])]
    through: list[int] = []
    looks = 0
    while path:
        looks += 1
        if looks % BETWEEN_LOOKS == 0 and deadline.expired:
            raise TimeoutError
        vertex = path[-1]
        for other in others[-1]:
            mate = mates.get(other)
            if mate is None:
                through.append(other)
                for one, another in zip(path, through, strict=True):
                    mates[one], mates[another] = another, one
                    depths.pop(one, None)
                return True
            if depths.get(mate) == depths[vertex] + 1:
                through.append(other)
                path.append(mate)
                others.append(iter(rows[mate]))
                break
        else:
            depths.pop(vertex)  # no path leads on from here in this phase
            path.pop()
            others.pop()
            if through:
                through.pop()
    return False
