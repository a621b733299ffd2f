"""The story of forced moves, read again: every clause of the sentence is checked against the graph.

The reader here knows the graph, what a tour uses at each vertex, and what the sentence has said so far. A
clause that does not follow from these fails.
"""

from __future__ import annotations

import random
import re
from itertools import pairwise
from typing import Any

import networkx
import pytest
from evidence_reference import Forcing, allowed_arcs
from graphs import small_problem

from knight_models.core import forced_story as module
from knight_models.core.evidence import ForcedMoves
from knight_models.core.forced_story import forced_story
from knight_models.core.limits import Deadline
from knight_models.core.problem import TourProblem
from knight_models.engine.moves import adjacency
from knight_models.solvers.obstructions import finders

Edge = frozenset[int]


def numbers(words: str) -> list[int]:
    """The vertices in a list such as `1, 2 and 3`."""
    return [int(word) for word in re.split(r", | and ", words)]


class Reader:
    """What a reader of the story knows after each of its clauses."""

    def __init__(self, problem: TourProblem) -> None:
        self.problem = problem
        self.uses = Forcing(problem).uses
        self.edges = {frozenset(arc) for arc in allowed_arcs(problem)}
        self.forced: set[Edge] = set()
        self.gone: set[Edge] = set()
        self.clauses: list[str] = []

    def left(self, vertex: int) -> set[int]:
        return {other for edge in self.edges - self.gone if vertex in edge for other in edge - {vertex}}

    def near(self, vertex: int) -> set[int]:
        return {other for edge in self.forced if vertex in edge for other in edge - {vertex}}

    def read(self, story: str) -> None:
        *steps, end = story.split("; ")
        assert end.startswith("then ") is bool(steps), story
        for step in steps:
            self.step(step)
        self.end(end.removeprefix("then "))

    def step(self, clause: str) -> None:
        if match := re.fullmatch(r"(.+) (?:is|are) required", clause):
            pairs = re.split(r", | and ", match[1])
            assert clause.endswith("is required") is (len(pairs) == 1)
            moves = {frozenset(map(int, pair.split("-"))) for pair in pairs}
            assert moves <= {frozenset(move) for move in self.problem.required_indices}
            self.forced |= moves
            self.clauses.append("required")
        elif match := re.fullmatch(r"(\d+) forces (.+)", clause):
            vertex, others = int(match[1]), numbers(match[2])
            assert others == sorted(set(others))
            assert set(others) <= self.left(vertex), clause
            assert len(self.left(vertex)) == self.uses[vertex], clause
            self.forced |= {frozenset((vertex, other)) for other in others}
            self.clauses.append("forces")
        else:
            match = re.fullmatch(r"(\d+) is used up, which rules out its move to (.+)", clause)
            assert match, clause
            vertex, others = int(match[1]), numbers(match[2])
            assert len(self.near(vertex)) == self.uses[vertex], clause
            assert not self.near(vertex) & set(others), clause
            self.gone |= {frozenset((vertex, other)) for other in others}
            self.clauses.append("used up")

    def end(self, clause: str) -> None:
        count = len(self.problem)
        if match := re.fullmatch(r"(\d+) has (?:no move left|only one move left, to (\d+))", clause):
            left = self.left(int(match[1]))
            assert left == ({int(match[2])} if match[2] else set()), clause
            assert len(left) < self.uses[int(match[1])]
            self.clauses.append("too few")
        elif match := re.fullmatch(r"(three|two) moves are forced at (the end )?(\d+)", clause):
            vertex = int(match[3])
            assert len(self.near(vertex)) == {"three": 3, "two": 2}[match[1]] > self.uses[vertex]
            assert bool(match[2]) is (self.uses[vertex] == 1)
            self.clauses.append("too many")
        else:
            match = re.fullmatch(
                r"the forced moves (close the cycle|join the two ends,) ([\d-]+)"
                r"(?:, and leave out (\d+) (?:vertex|vertices))?",
                clause,
            )
            assert match, clause
            path = [int(name) for name in match[2].split("-")]
            assert all(frozenset(pair) in self.forced for pair in pairwise(path)), clause
            closes = match[1] == "close the cycle"
            assert (path[0] == path[-1]) is closes
            inner = path[1:] if closes else path
            assert len(set(inner)) == len(inner)
            assert int(match[3] or 0) == count - len(inner)
            if closes:
                assert len(inner) < count or not self.problem.closed
            else:
                assert {path[0], path[-1]} == {self.problem.start_index, self.problem.end_index}
                assert len(inner) < count
            self.clauses.append("cycle" if closes else "ends")


def settled(problem: TourProblem, draw: random.Random) -> list[int]:
    """Vertices in an order in which each is settled when its turn comes, drawn anew at each step."""
    forcing, order = Forcing(problem), []
    for _ in range(3 * len(problem)):
        if forcing.contradicts:
            break
        vertex = draw.randrange(len(problem))
        if forcing.settle(vertex):
            order.append(vertex)
    return order


@pytest.fixture
def whole_stories(monkeypatch):
    monkeypatch.setattr(module, "MOST_STEPS", 10**6)
    monkeypatch.setattr(module, "LONGEST_CYCLE", 10**6)


@pytest.mark.parametrize("kind", ["closed", "open", "strictly-open"])
def test_every_clause_of_a_story_follows(kind, whole_stories):
    draw = random.Random(f"story {kind}")
    told, seen = 0, set()
    for _ in range(900):
        problem = small_problem(draw, kind, directed=False)
        if not Forcing.applies(problem):
            continue
        order = settled(problem, draw)
        found = finders.forced_moves(problem, adjacency(problem), Deadline(None))
        for vertices in (order, list(found.vertices) if found else []):
            forcing = Forcing(problem)
            shown = all(map(forcing.settle, vertices)) and forcing.contradicts
            story = forced_story(problem, vertices)
            if shown and vertices:
                assert story is not None, (problem, list(problem.graph.edges), vertices)
            if story is not None:
                reader = Reader(problem)
                reader.read(story)
                assert ForcedMoves(tuple(vertices)).explain(problem) == story
                seen |= set(reader.clauses)
                told += 1
    assert told > 100
    most = {"required", "forces", "used up", "too few", "too many"}
    assert seen >= most | {"cycle" if kind == "closed" else "ends"}


def long_graph(draw: random.Random, kind: str) -> TourProblem:
    """Up to twelve vertices of degree two to four, with ends and required moves."""
    count = draw.randint(8, 12)
    graph: Any = networkx.cycle_graph(count)
    for _ in range(draw.randint(1, count // 2)):
        graph.add_edge(*draw.sample(range(count), 2))
    for _ in range(draw.randint(0, 3)):
        edge = draw.choice(list(graph.edges))
        if min(graph.degree(vertex) for vertex in edge) > 2:
            graph.remove_edge(*edge)
    ends = (
        {} if kind == "closed" else dict(zip(("start", "end"), draw.sample(range(count), 2), strict=True))
    )
    return TourProblem(graph, kind, **ends)


@pytest.mark.parametrize("kind", ["closed", "open"])
def test_every_clause_of_a_long_story_follows(kind, whole_stories):
    """Chains of moves that are forced and ruled out in turn."""
    draw = random.Random(f"long story {kind}")
    longest = 0
    for _ in range(150):
        problem = long_graph(draw, kind)
        found = finders.forced_moves(problem, adjacency(problem), Deadline(None))
        for vertices in (settled(problem, draw), list(found.vertices) if found else []):
            story = forced_story(problem, vertices)
            if story is not None:
                reader = Reader(problem)
                reader.read(story)
                longest = max(longest, len(reader.clauses))
    assert longest > 4


def test_there_is_no_story_where_nothing_is_forced():
    """About a vertex that is not there, without directions, with one end, or no contradiction."""
    ring = networkx.cycle_graph(5)
    assert forced_story(TourProblem(ring, "closed"), (0, 1, 2, 3, 4)) is None
    spider = networkx.empty_graph(5)
    spider.add_edges_from((hub, leaf) for hub in (0, 2) for leaf in (1, 3, 4))
    assert forced_story(TourProblem(spider, "closed"), (1, 3)) is not None
    for vertices in ((5, 1, 3), (-1, 1, 3)):
        assert forced_story(TourProblem(spider, "closed"), vertices) is None
    for problem in (
        TourProblem(spider),
        TourProblem(spider, start=0),
        TourProblem(spider, end=0),
        TourProblem(spider.to_directed(), "closed"),
    ):
        assert forced_story(problem, (1, 3)) is None
