"""Tours by brute force, and an independent judge of them: what the tests hold everything against.

Written from the definitions alone. A space is its list of vertices and its set of arcs; nothing here
asks `Board` for its moves, the graph builder, a solver or the verifier.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any

Vertex = Hashable
Path = tuple[Any, ...]


@dataclass(frozen=True)
class Space:
    """Vertices and arcs; without `directed` every arc stands both ways."""

    vertices: tuple[Any, ...]
    arcs: frozenset[tuple[Any, Any]]
    directed: bool = False


def board_space(
    shape: Sequence[int],
    leap: tuple[int, int] | Sequence[tuple[int, int]] = (1, 2),
    holes: Iterable[tuple[int, ...]] = (),
    wrap: Iterable[int] = (),
) -> Space:
    """The squares of a board, and its moves tested pair by pair; several leapers are a union."""
    leaps: Any = [leap] if isinstance(leap[0], int) else leap
    missing, wrapped = set(holes), set(wrap)
    squares = tuple(square for square in product(*map(range, shape)) if square not in missing)
    arcs = {
        (one, other)
        for one in squares
        for other in squares
        if one != other and any(_is_leap(one, other, shape, each, wrapped) for each in leaps)
    }
    return Space(squares, frozenset(arcs))


def _is_leap(
    one: Path, other: Path, shape: Sequence[int], leap: tuple[int, int], wrapped: set[int]
) -> bool:
    """Lengths `a` and `b` along two axes and 0 along the others, by one way round or another."""
    ways = []
    for axis, side in enumerate(shape):
        length = abs(one[axis] - other[axis])
        turns = range(-max(leap) - 1, max(leap) + 2) if axis in wrapped else (0,)
        ways.append({abs(length + turn * side) for turn in turns})
    return any(_lengths(way) == _lengths(leap) for way in product(*ways))


def _lengths(steps: Iterable[int]) -> list[int]:
    """The lengths other than 0; a leaper (0, b) has one, any other leaper two."""
    return sorted(step for step in steps if step)


def graph_space(graph: Any) -> Space:
    """The vertices and arcs of a networkx graph, by its own edge list."""
    arcs = {(edge[0], edge[1]) for edge in graph.edges() if edge[0] != edge[1]}
    if not graph.is_directed():
        arcs |= {(second, first) for first, second in arcs}
    return Space(tuple(graph.nodes()), frozenset(arcs), graph.is_directed())


def problem_space(problem: Any) -> Space:
    """The space of a `TourProblem`, from what its user gave."""
    board = problem.board
    if board is None:
        return graph_space(problem.graph)
    return board_space(board.shape, board.leap.leaps, board.holes, board.wrap)


def is_tour(  # one line a clause of the definition
    space: Space,
    path: Sequence[Any],
    kind: str = "open",
    *,
    start: Any = None,
    end: Any = None,
    required: Iterable[tuple[Any, Any]] = (),
    forbidden: Iterable[tuple[Any, Any]] = (),
    given: Iterable[tuple[Any, int]] = (),
) -> bool:
    """Whether a sequence of vertices is such a tour."""
    path = list(path)
    if len(path) != len(space.vertices) or set(path) != set(space.vertices):
        return False
    places = [(vertex, number - 1) for vertex, number in given]
    places += [(start, 0)] if start is not None else []
    places += [(end, -1)] if end is not None else []
    if any(path[place] != vertex for vertex, place in places):
        return False
    steps = list(pairwise(path))
    if kind == "closed":
        if len(path) < (2 if space.directed else 3):
            return False
        steps.append((path[-1], path[0]))
    if not set(steps) <= space.arcs:
        return False
    if kind == "strictly-open" and (path[-1], path[0]) in space.arcs:
        return False
    used = set(steps) if space.directed else {frozenset(step) for step in steps}
    same: Any = tuple if space.directed else frozenset
    return all(same(move) in used for move in required) and not any(
        same(move) in used for move in forbidden
    )


def judge(problem: Any, path: Sequence[Any]) -> bool:
    """Whether squares or labels in their order answer a `TourProblem`."""
    return is_tour(problem_space(problem), path, str(problem.kind), **_details(problem))


def _details(problem: Any) -> dict[str, Any]:
    names = ("start", "end", "required", "forbidden", "given")
    return {name: getattr(problem, name) for name in names}


def all_paths(space: Space, start: Any = None) -> Iterator[Path]:
    """Every Hamiltonian path with its direction, by plain recursion over sets."""
    onward: dict[Any, list[Any]] = {vertex: [] for vertex in space.vertices}
    for first, second in space.arcs:
        onward[first].append(second)

    def extend(path: Path, left: frozenset[Any]) -> Iterator[Path]:
        if not left:
            yield path
        for vertex in onward[path[-1]]:
            if vertex in left:
                yield from extend((*path, vertex), left - {vertex})

    for first in space.vertices if start is None else [start]:
        yield from extend((first,), frozenset(space.vertices) - {first})


def tours(space: Space, kind: str = "open", **details: Any) -> dict[Hashable, Path]:
    """Every tour once, by its identity; with given numbers, every numbering once."""
    start = details.get("start")
    if kind == "closed" and start is None and not details.get("given"):
        start = space.vertices[0]
    found = (path for path in all_paths(space, start) if is_tour(space, path, kind, **details))
    if details.get("given"):
        return {path: path for path in found}
    one_way = any(details.get(name) is not None for name in ("start", "end"))
    return {identity(path, kind, directed=space.directed, one_way=one_way): path for path in found}


def tours_of(problem: Any) -> dict[Hashable, Path]:
    """Every tour of a `TourProblem` once, by its identity."""
    return tours(problem_space(problem), str(problem.kind), **_details(problem))


def identity(path: Sequence[Any], kind: str, *, directed: bool, one_way: bool) -> Hashable:
    """What two listings of the same tour have in common.

    A closed tour is its moves, wherever its listing begins; an open one its order, or, where nothing
    tells its two directions apart, the pair of both orders.
    """
    path = tuple(path)
    if kind == "closed":
        steps = [*pairwise(path), (path[-1], path[0])]
        return frozenset(steps) if directed else frozenset(map(frozenset, steps))
    return path if directed or one_way else frozenset((path, path[::-1]))


def identity_of(problem: Any, path: Sequence[Any]) -> Hashable:
    """The identity of a tour of a `TourProblem`."""
    if problem.given:
        return tuple(path)
    one_way = problem.start is not None or problem.end is not None
    return identity(path, str(problem.kind), directed=problem.directed, one_way=one_way)
