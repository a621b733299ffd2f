"""Symmetric tours, found as cycles and paths of a quotient of the board.

The quotient has a half or a quarter of the vertices (see `engine.frontier.quotients`). Where a sweep over
it is cheap, it decides the problem, and the tour is drawn evenly from all those that are symmetric in one
of the ways asked for. Otherwise rotations look for a cycle or a path of the quotient, which is lifted.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from knight_models.core.errors import TooLargeError
from knight_models.core.evidence import Exhausted, NoSymmetricTour
from knight_models.core.problem import Kind, TourProblem
from knight_models.core.result import SolveResult
from knight_models.core.tour import Tour
from knight_models.engine.frontier.completions import Completions
from knight_models.engine.frontier.cycle_count import CycleCount, estimate
from knight_models.engine.frontier.layers import StepLimitError
from knight_models.engine.frontier.orders import best_orders, board_orders
from knight_models.engine.frontier.quotients import SymmetricTours
from knight_models.engine.frontier.sweep import CycleGraph, Sweep, sweep
from knight_models.engine.frontier.symmetric import symmetric_tours
from knight_models.engine.run import Run
from knight_models.solvers.base import Options, Takes, TourGenerator
from knight_models.solvers.depth_first import DepthFirst
from knight_models.solvers.rotation import Rotation

if TYPE_CHECKING:
    import networkx

MOST_STATES = 200_000
"""Estimated states of a layer up to which a sweep decides the problem."""

LARGEST = 40_000
"""Squares of a board, whose quotient becomes a networkx graph."""

LARGEST_QUOTIENT = 400
"""Orbits up to which orders of a sweep are looked for at all."""


@dataclass(frozen=True)
class Symmetric(Options):
    """Tours with the symmetry that the problem asks for, through the quotient of the board.

    On small boards, such as 8x8 and 10x10 with a quarter-turn, it decides the problem. On larger ones it
    finds a tour or does not know. A step is a transition between mate states, or a step of `rotation`. The
    seed draws the tour.

    References
    ----------
    .. [1] D. E. Knuth, The Art of Computer Programming 4, pre-fascicle 8A, on symmetric knight's tours.

    >>> from knight_models.tasks.solve import solve
    >>> solve("6x6", "symmetric", kind="closed", symmetry="quarter-turn").status
    <Status.FOUND: 'found'>
    """

    name: ClassVar[str] = "symmetric"
    exact: ClassVar[bool] = True
    takes: ClassVar[Takes] = Takes(symmetry=True)

    def unsupported(self, problem: TourProblem) -> str | None:
        """Problems that ask for no symmetry, and large boards."""
        if problem.symmetry is None:
            return "it is for symmetric tours, and no symmetry is asked for"
        if len(problem) > LARGEST:
            return f"it takes boards of up to {LARGEST:,} squares"
        return None

    def solve(self, run: Run) -> SolveResult:
        """A symmetric tour, the end of a complete search, or UNKNOWN."""
        if len(run.problem) == 1:
            return run.impossible(NoSymmetricTour()) if run.problem.closed else run.found([0])
        ways = [each.tours for each in symmetric_tours(run.problem, run.moves, run.all_moves)]
        if run.deadline.expired:
            raise TimeoutError
        if not ways:
            return run.impossible(NoSymmetricTour())
        try:
            decided = _Decided(run, ways)
        except StepLimitError:
            return run.unknown("step limit")
        if decided.order is not None:
            return run.found(decided.order)
        if decided.wide:
            return _Search(run, decided.wide, decided.steps).result()
        return run.impossible(Exhausted(self.name, max(1, decided.steps)))

    def tours(self, run: Run, directed: bool = False) -> TourGenerator:
        """Every symmetric tour, by depth-first search in the quotient."""
        problem = run.problem
        if len(problem) == 1:
            if not problem.closed:
                yield Tour(problem, [0])
            return run.listed()
        ways = [each.tours for each in symmetric_tours(problem, run.moves, run.all_moves)]
        for number, tours in enumerate(ways):
            listing = _cycles(run, tours)
            images = [each.quotient.image for each in ways[:number]]
            earlier = [image for image in images if image != tours.quotient.image]
            while True:
                try:
                    edges = next(listing)
                except StopIteration as stop:
                    if stop.value is not None:
                        return run.listed(stop.value)
                    break
                [order] = tours.tours(problem, np.array([edges], np.int32))
                if any(_keeps(image, order.tolist(), problem.closed) for image in earlier):
                    continue  # it has both reflections, and is listed already
                yield Tour(problem, order)
                if directed:
                    yield Tour(problem, np.roll(order[::-1], 1) if problem.closed else order[::-1])
        return run.listed()


def _keeps(image: Sequence[int], order: Sequence[int], closed: bool) -> bool:
    """Whether a map of the vertices keeps the moves of a tour."""
    moves = {frozenset(pair) for pair in pairwise([*order, *order[: int(closed)]])}
    return all(frozenset(image[vertex] for vertex in move) in moves for move in moves)


def _cheap_sweep(run: Run, tours: SymmetricTours) -> Sweep | None:
    """A sweep over the quotient, if it is cheap."""
    if tours.graph.size > LARGEST_QUOTIENT:
        return None
    board, quotient = run.problem.board, tours.quotient
    suggested = [] if board is None else map(quotient.order_of, board_orders(board))
    order = best_orders(quotient.joined, suggested, run.deadline)[0]
    swept = sweep(tours.graph, [*order, *tours.graph.last])
    return swept if estimate(swept).states <= MOST_STATES else None


class _Decided:
    """What sweeps find, over those quotients where they are cheap.

    Attributes
    ----------
    order : a tour; None if there is none among these
    wide : the quotients for which sweeps are not cheap
    steps : the transitions

    Raises
    ------
    TimeoutError : at the limit on time or steps
    """

    def __init__(self, run: Run, ways: Sequence[SymmetricTours]) -> None:
        self.order: Sequence[int] | None = None
        self.wide: list[SymmetricTours] = []
        self.steps = 0
        for tours in ways:
            swept = _cheap_sweep(run, tours)
            if swept is None:
                self.wide.append(tours)
                continue
            drawing = _Drawing(run, tours, swept)
            self.order = drawing.draw()
            self.steps += drawing.steps
            run.count(steps=self.steps)
            if self.order is not None:
                return


class _Drawing:
    """Draws one of the tours that a sweep finds."""

    def __init__(self, run: Run, tours: SymmetricTours, swept: Sweep) -> None:
        self._run, self._tours = run, tours
        self._counting = CycleCount(swept, run, self._report, threads=1)

    @property
    def steps(self) -> int:
        """The transitions so far."""
        return self._counting.layers.transitions

    def draw(self) -> Sequence[int] | None:
        """A tour, or None if there is none."""
        completions = Completions(self._counting.layers)
        completions.count_forward(self._counting.step)
        if not completions.count:
            return None
        completions.count_backward()
        edges = completions.draw(1, self._run.random())
        order: list[int] = self._tours.tours(self._run.problem, edges)[0].tolist()
        return order

    def _report(self, counting: CycleCount, transitions: int) -> None:
        self._run.report(transitions, 0, f"{counting.layers.states:,} states")


class _Search:
    """Rotations in the quotients, with one seed after another, until a limit is reached."""

    def __init__(self, run: Run, ways: Sequence[SymmetricTours], steps: int) -> None:
        self._run, self._ways, self._steps = run, ways, steps
        self._seeds = run.random()

    def result(self) -> SolveResult:
        """A tour, or UNKNOWN."""
        while True:
            for tours in self._ways:
                edges = self._edges(tours)
                if edges is not None:
                    [order] = tours.tours(self._run.problem, np.array([edges], np.int32))
                    return self._run.found(order)
                if self._run.deadline.expired:
                    return self._run.unknown("time limit")
                if self._run.limits.steps is not None and self._steps >= self._run.limits.steps:
                    return self._run.unknown("step limit")

    def _edges(self, tours: SymmetricTours) -> list[int] | None:
        """The edges of a cycle of the graph, if rotations find one that is wanted."""
        problem = _quotient_problem(self._run, tours, self._seeds)
        left = None if self._run.limits.steps is None else self._run.limits.steps - self._steps
        child = self._run.child(problem=problem, steps=left, seed=int(self._seeds.integers(2**31)))
        try:
            found = Rotation().solve(child)
        except (TimeoutError, TooLargeError):
            return None
        self._steps += max(1, found.statistics.steps)
        self._run.count(steps=self._steps)
        if found.tour is None:
            return None
        around = [*found.tour.order.tolist(), *tours.graph.last]
        return next(_chosen(tours, around, _edges_between(tours)), None)


def _quotient_problem(run: Run, tours: SymmetricTours, random: np.random.Generator) -> TourProblem:
    """A closed tour of the quotient, or an open one between two of the vertices joined to the dummy."""
    graph = _simple(run, tours)
    if not tours.graph.last:
        return TourProblem(graph, Kind.CLOSED)
    [dummy] = tours.graph.last
    graph.remove_node(dummy)
    ends = [edge for edge in tours.graph.edges if dummy in edge[:2]]
    middles = [edge.first for edge in ends if edge.odd or not tours.graph.parity]
    required = [edge.first for edge in ends if edge.required]
    start = (required or middles)[int(random.integers(len(required or middles)))]
    others = [one for one in middles if one != start]
    end = None if tours.graph.parity else others[int(random.integers(len(others)))]
    return TourProblem(graph, Kind.OPEN, start=start, end=end)


def _simple(run: Run, tours: SymmetricTours) -> networkx.Graph:
    """The graph with one edge between two vertices."""
    with run.setup():
        import networkx as nx

    graph = nx.Graph()
    graph.add_nodes_from(range(tours.graph.size))
    graph.add_edges_from(edge[:2] for edge in tours.graph.edges)
    return graph


def _edges_between(tours: SymmetricTours) -> dict[frozenset[int], list[int]]:
    """The numbers of the edges between each two vertices."""
    between: dict[frozenset[int], list[int]] = {}
    for number, edge in enumerate(tours.graph.edges):
        between.setdefault(frozenset(edge[:2]), []).append(number)
    return between


def _chosen(
    tours: SymmetricTours, around: Sequence[int], between: dict[frozenset[int], list[int]]
) -> Iterator[list[int]]:
    """The cycles of the graph that go round its vertices in an order, by the edges that they take."""
    pairs = [frozenset(pair) for pair in pairwise([*around, around[0]])]
    graph = tours.graph
    if not all(pair in between for pair in pairs):
        return
    for edges in _with_parity([between[pair] for pair in pairs], graph):
        if len(set(edges)) == graph.size:
            yield edges


def _with_parity(choices: Sequence[Sequence[int]], graph: CycleGraph) -> Iterator[list[int]]:
    """One edge of each choice, in all ways; where parity matters, an odd number of them is odd.

    The choice that has even and odd edges, if there is one, comes last, so that no way is tried in vain.
    """
    if not graph.parity:
        yield from map(list, product(*choices))
        return
    sides = [{graph.edges[edge].odd for edge in edges} for edges in choices]
    mixed = [place for place, side in enumerate(sides) if len(side) == 2]
    if not mixed:
        if sum(side == {True} for side in sides) % 2:
            yield from map(list, product(*choices))
        return
    last = mixed[-1]
    for edges in product(*choices[:last], *choices[last + 1 :]):
        even = sum(graph.edges[edge].odd for edge in edges) % 2 == 0
        for edge in choices[last]:
            if graph.edges[edge].odd == even:
                yield [*edges[:last], edge, *edges[last:]]


def _cycles(run: Run, tours: SymmetricTours) -> Generator[list[int], None, str | None]:
    """The edges of each cycle of the graph; returns the reason if a limit ends the list."""
    graph, between = tours.graph, _edges_between(tours)
    if graph.size == 2:
        first = {frozenset(edges) for edges in _chosen(tours, [0, 1], between)}
        yield from map(sorted, first)
        return None
    required = tuple(edge[:2] for edge in graph.edges if edge.required)
    problem = TourProblem(_simple(run, tours), Kind.CLOSED, required=required)
    listing = DepthFirst(prune=True).tours(run.child(problem=problem))
    while True:
        try:
            tour = next(listing)
        except StopIteration as stop:
            return None if stop.value.complete else stop.value.reason
        yield from _chosen(tours, tour.order.tolist(), between)
