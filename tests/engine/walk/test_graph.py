"""Walks over small graphs with required and forbidden moves and ends, against a plain walk."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import networkx
import numpy as np
import pytest
import reference

from knight_models.core.errors import InputError
from knight_models.core.limits import Deadline
from knight_models.core.problem import Kind, TourProblem
from knight_models.engine.orders import NATURAL_ORDER
from knight_models.engine.random import first_states
from knight_models.engine.run import Run
from knight_models.engine.ties import chain_of
from knight_models.engine.walk.batch import Ground, WalkRun
from knight_models.engine.walk.records import CLOSING, OPEN_END, THERE_AND_BACK

NEVER = Deadline(None)
KINDS = ("open", "closed", "strictly-open")
CASES = [(kind, directed) for kind in KINDS for directed in (False, True)]


def some_problem(draw: random.Random, kind: str, directed: bool) -> TourProblem:
    """A dense graph with a few required and forbidden moves, and now and then an end."""
    while True:
        count = draw.choice([1, 2, 3, 4, 5, 6, 7])
        graph: Any = networkx.gnp_random_graph(count, 0.8, seed=draw.randrange(10**6), directed=directed)
        moves = draw.sample(list(graph.edges), min(draw.randint(0, 4), graph.number_of_edges()))
        split = draw.randint(0, len(moves))
        details: dict[str, Any] = {"required": moves[:split], "forbidden": moves[split:]}
        if kind != "closed" and draw.random() < 0.4:
            details["end"] = draw.randrange(count)
        try:
            return TourProblem(graph, kind, **details)
        except InputError:
            continue


def rows_of(problem: TourProblem) -> dict[int, list[int]]:
    """The moves that required moves leave, in the order of the graph's rows."""
    graph, directed = problem.graph, problem.directed
    same: Any = tuple if directed else frozenset
    required, forbidden = (
        {same(move) for move in moves} for moves in (problem.required, problem.forbidden)
    )

    def allowed(one: int, other: int) -> bool:
        if same((one, other)) in required:
            return True
        if directed:
            taken = any(tail == one or head == other for tail, head in required)
        else:
            taken = any(sum(end in move for move in required) == 2 for end in (one, other))
        return not taken and same((one, other)) not in forbidden

    return {one: [other for other in graph.adj[one] if allowed(one, other)] for one in graph}


def plain_walk(problem: TourProblem, rows: dict[int, list[int]], start: int) -> list[int]:
    """A required move first, except that a closed walk may leave its start by another move."""
    path, count = [start], len(rows)
    must = {} if problem.directed else dict.fromkeys(rows)
    for vertex in must:
        near = [end for move in problem.required if vertex in move for end in move if end != vertex]
        must[vertex] = near[0] if len(near) == 1 else None
    while True:
        here = path[-1]
        free = [other for other in rows[here] if other not in path]
        free = [other for other in free if other != problem.end or len(path) + 1 == count]
        need = must.get(here)
        if need is not None and need not in path[-2:-1] and not (len(path) == 1 and problem.closed):
            free = [other for other in free if other == need]
        if not free:
            return path
        onward = {other: sum(third not in path for third in rows[other]) for other in free}
        path.append(next(other for other in free if onward[other] == min(onward.values())))


def ending_of(problem: TourProblem, path: list[int]) -> int:
    """How a walk ends, if it visits everything and obeys the moves and the end."""
    space = reference.problem_space(problem)
    details = {"required": problem.required, "forbidden": problem.forbidden, "end": problem.end}
    closes = reference.is_tour(
        space, path, "closed", required=problem.required, forbidden=problem.forbidden
    )
    if problem.closed:
        return CLOSING if closes else 0
    if not reference.is_tour(space, path, "open", **details):
        return 0
    joined = (path[-1], path[0]) in space.arcs
    if joined and len(path) == 2 and not problem.directed:
        return THERE_AND_BACK
    return CLOSING if joined else OPEN_END


@pytest.mark.parametrize(("kind", "directed"), CASES)
def test_a_walk_is_that_of_the_rule_and_ends_as_it_does(kind, directed):
    draw = random.Random(f"{kind} {directed}")
    seen: Counter[int] = Counter()
    for _ in range(150):
        problem = some_problem(draw, kind, directed)
        rows = rows_of(problem)
        for start in rows:
            ground = Ground.of(Run(problem), NATURAL_ORDER)
            run = WalkRun(ground, chain_of("move-order"), np.array([start]), first_states([0]), NEVER)
            assert run.ready()
            while run.step():
                continue
            path = plain_walk(problem, rows, start)
            assert run.path().tolist() == path, (problem, rows, problem.required)
            assert run.lengths().tolist() == [len(path)]
            assert (run.placed, run.longest, run.walk) == (len(path), len(path), 1)
            ending, right = int(run.endings()[0]), ending_of(problem, path)
            if kind == "strictly-open" or (kind == "open" and not problem.forbidden):
                assert ending == right, (problem, path, problem.required)
            elif kind == "closed":
                assert (ending == CLOSING) is (right == CLOSING), (problem, path, problem.required)
            else:  # whether a forbidden move joins the ends of an open tour does not matter
                assert bool(ending) is bool(right)
            seen[ending] += 1
    assert {CLOSING, OPEN_END} <= set(seen)


@pytest.mark.parametrize("kind", list(Kind))
def test_walks_end_with_the_first_tour_of_the_kind_wanted(kind):
    problem = TourProblem(networkx.gnp_random_graph(7, 0.5, seed=3), kind)
    space, rows = reference.problem_space(problem), rows_of(problem)
    paths = [plain_walk(problem, rows, start) for start in rows]
    good = [reference.is_tour(space, path, str(kind)) for path in paths]
    ground = Ground.of(Run(problem), NATURAL_ORDER)
    run = WalkRun(ground, [], ground.starts(), first_states(range(7)), NEVER, until=kind)
    while run.step():
        continue
    assert run.succeeded is any(good)
    assert run.walk == (good.index(True) if any(good) else len(paths))
    for steps in range(1, 20):
        run = WalkRun(ground, [], ground.starts(), first_states(range(7)), NEVER, steps=steps)
        while run.step():
            continue
        assert run.placed == min(steps, sum(map(len, paths)))
        assert run.stopped_by == ("step limit" if steps < sum(map(len, paths)) else None)


@pytest.mark.parametrize(("kind", "directed"), CASES)
def test_walks_may_begin_where_a_tour_may(kind, directed):
    """At the start; else not at the end, and in an open tour not where all moves are required already."""
    draw = random.Random(f"{kind} {directed}")
    for _ in range(60):
        problem = some_problem(draw, kind, directed)
        starts = list(Ground.of(Run(problem), NATURAL_ORDER).starts())
        right = []
        for vertex in problem.graph:
            entered = [move for move in problem.required if vertex == move[1]]
            touched = [move for move in problem.required if vertex in move]
            full = len(entered) == 1 if directed else len(touched) == 2
            ends = vertex == problem.end and len(problem) > 1
            if problem.closed or not (full or ends):
                right.append(vertex)
        assert starts == right
        fixed = right[:1]
        if fixed:
            details = {"required": problem.required, "forbidden": problem.forbidden, "end": problem.end}
            asked = TourProblem(problem.graph, kind, start=fixed[0], **details)
            assert list(Ground.of(Run(asked), NATURAL_ORDER).starts()) == fixed
