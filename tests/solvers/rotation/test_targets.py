"""What the rotation kernel asks of a board and of a path, each helper held against its definition."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import networkx
import numpy as np
import pytest
import reference

from knight_models.core.board import Board
from knight_models.core.limits import Deadline
from knight_models.core.problem import TourProblem
from knight_models.engine.moves import knight_graph
from knight_models.engine.orders import NATURAL_ORDER
from knight_models.engine.random import next_random
from knight_models.engine.rotation import SegmentList
from knight_models.engine.run import Run
from knight_models.engine.walk.batch import Ground
from knight_models.solvers.rotation import targets
from knight_models.solvers.rotation.kernel import Goal, best_rotation, extend, next_goal, way_out
from knight_models.solvers.rotation.records import HOLE, RECENT, RotationState, Scratch, Unvisited
from knight_models.solvers.rotation.repair import KernelMoves, _without_loose_ends

SPACES: dict[str, Any] = {
    "flat": Board((5, 7)),
    "flat with holes": Board((6, 5), holes=[(0, 0), (3, 2), (5, 4)]),
    "leaper of two lengths": Board((6, 8), "2,3"),
    "union": Board((5, 5), "1,2+0,3", holes=[(2, 2)]),
    "even wrap": Board((4, 6), wrap="columns"),
    "odd wrap with a hole": Board((4, 5), wrap="both", holes=[(1, 1)]),
    "three axes": Board((3, 4, 3), holes=[(1, 1, 1)]),
    "one axis": Board((9,), "0,1+0,4"),
    "graph of a board with holes": knight_graph(Board((5, 5), holes=[(4, 4), (0, 1)])),
    "graph": networkx.gnp_random_graph(12, 0.4, seed=5),
}
BOARDS = [name for name in SPACES if name != "graph"]


class Made:
    """The records of the kernel for a path over a space, and the same in plain Python."""

    def __init__(self, space: Any, path: list[int] | None = None, **details: Any) -> None:
        self.problem = TourProblem(space, **details)
        self.board = self.problem.carried_board
        ground = Ground.of(Run(self.problem), NATURAL_ORDER)
        self.made = KernelMoves(self.problem, ground, None)
        self.moves, self.closing, self.lattice = self.made.records
        self.space = reference.problem_space(self.problem)
        self.number = {vertex: self.made.number(place) for place, vertex in enumerate(self.space.vertices)}
        self.near = {
            self.number[vertex]: {self.number[other] for one, other in self.space.arcs if one == vertex}
            for vertex in self.space.vertices
        }
        self.square = {number: vertex for vertex, number in self.number.items()}
        self.state = RotationState(
            count=len(self.problem),
            length=0,
            start=-1,
            end=-1,
            closed=False,
            apart=False,
            steps_left=-1,
            patience=100,
            span=16,
            coloured=self.made.coloured,
            longest_step=self.board.leap.longest_step if self.board else 1,
            longest_sum=self.board.leap.longest_sum if self.board else 1,
            random=1,
        )
        self.walk(path or [])

    def walk(self, path: list[int]) -> None:
        """Let the path be this one, as one segment."""
        count, missing = len(self.problem), [v for v in self.near if v not in path]
        position = np.full(self.made.size, -1, np.int32)
        position[self.made.holes()] = HOLE
        position[path] = np.arange(len(path))
        position[missing] = -1 - np.arange(len(missing))
        vertices = np.zeros(count, np.int32)
        vertices[: len(path)] = path
        first, last = np.zeros(24, np.int64), np.zeros(24, np.int64)
        last[0] = len(path) - 1
        onward = np.zeros(self.made.size, np.int32)
        for vertex, row in self.near.items():
            onward[vertex] = sum(other in missing for other in row)
        self.path = SegmentList(vertices, np.zeros(count, np.int32), position, first, last)
        self.unvisited = Unvisited(np.array(missing or [0], np.int32), onward)
        self.missing = missing
        self.row = np.zeros(self.made.width, np.int32)
        self.scratch = Scratch(self.row, np.zeros_like(self.row), np.full(RECENT, -1, np.int32))
        self.state.length, self.state.segments = len(path), 1

    def steps(self, one: int, other: int) -> list[int]:
        """How far apart two squares are along each axis."""
        assert self.board is not None
        apart = []
        for axis, (here, there) in enumerate(zip(self.square[one], self.square[other], strict=True)):
            length = abs(here - there)
            wrapped = axis in self.board.wrap
            apart.append(min(length, self.board.shape[axis] - length) if wrapped else length)
        return apart

    def colour(self, vertex: int) -> int:
        return sum(self.square[vertex]) % 2


def any_path(made: Made, draw: random.Random, most: int) -> list[int]:
    """A random path of at most so many vertices."""
    path = [draw.choice(sorted(made.near))]
    while len(path) < most and (onward := sorted(made.near[path[-1]] - set(path))):
        path.append(draw.choice(onward))
    return path


@pytest.mark.parametrize("name", SPACES)
def test_numbers_of_vertices_go_round_and_rows_hold_their_neighbours(name):
    made = Made(SPACES[name])
    count = len(made.problem)
    vertices = np.arange(count, dtype=np.int32)
    numbers = made.made.numbers(vertices)
    assert made.made.vertices(numbers).tolist() == vertices.tolist()
    assert made.made.number(None) == -1
    for vertex, near in made.near.items():
        row = np.zeros(made.made.width, np.int32)
        size = targets.fill_row(made.moves, made.path.position, vertex, row)
        assert size == len(near)
        assert set(row[:size].tolist()) == near
    holes = set(made.made.holes().tolist())
    assert holes.isdisjoint(made.near)
    assert set(range(made.made.size)) == set(made.near) | holes


@pytest.mark.parametrize("name", SPACES)
def test_onward_moves_are_counted(name):
    made = Made(SPACES[name])
    draw = random.Random(name)
    for size in (0, 1, 4, len(made.problem)):
        unvisited = sorted(draw.sample(sorted(made.near), size))
        onward = made.made.onward(np.array(unvisited, np.int32), Deadline(None))
        for vertex, near in made.near.items():
            assert onward[vertex] == len(near & set(unvisited))


@pytest.mark.parametrize("name", BOARDS)
def test_a_distance_is_a_lower_bound_of_the_leaps(name):
    """The least number of leaps that covers the longest coordinate, and all of them together."""
    made = Made(SPACES[name])
    graph = networkx.Graph([(one, other) for one, row in made.near.items() for other in row])
    graph.add_nodes_from(made.near)
    leaps = dict(networkx.all_pairs_shortest_path_length(graph))
    leap = made.board.leap
    step = max(max(pair) for pair in leap.leaps)
    both = max(sum(pair) for pair in leap.leaps)
    for one in made.near:
        for other in made.near:
            apart = made.steps(one, other)
            right = next(k for k in range(99) if k * step >= max(apart) and k * both >= sum(apart))
            bound = targets.distance(made.lattice, made.state, one, other)
            assert bound == right
            assert bound <= leaps[one].get(other, 99)


def test_where_there_is_no_board_all_is_near_and_of_no_colour():
    made = Made(SPACES["graph"])
    assert targets.distance(made.lattice, made.state, 0, 5) == 0
    assert targets.colours_differ(made.lattice, made.state, 3, 3)
    assert targets.nearby(made.lattice, made.path.position, made.state, 3) == -1


@pytest.mark.parametrize("name", BOARDS)
def test_colours_differ_if_every_move_changes_them(name):
    made = Made(SPACES[name])
    by_moves = all(made.colour(one) != made.colour(other) for one in made.near for other in made.near[one])
    assert made.state.coloured <= by_moves
    if not made.board.wrap:
        assert made.state.coloured == all(sum(leap) % 2 for leap in made.board.leap.leaps)
    for one in made.near:
        for other in made.near:
            differ = made.colour(one) != made.colour(other) if made.state.coloured else True
            assert bool(targets.colours_differ(made.lattice, made.state, one, other)) is differ


@pytest.mark.parametrize(
    ("wrap", "coloured"), [((), True), ("rows", True), ("columns", False), ("both", False)]
)
def test_an_odd_axis_that_wraps_mixes_the_colours(wrap, coloured):
    assert Made(Board((4, 5), wrap=wrap)).state.coloured is coloured
    assert not Made(Board((4, 4), "1,3")).state.coloured


@pytest.mark.parametrize("name", BOARDS)
def test_what_is_nearby_lies_in_the_first_ring_that_has_something(name):
    """Rings are squares around an end, and do not go round an axis that wraps."""
    made, draw = Made(SPACES[name]), random.Random(name)
    for _ in range(12):
        made.walk(any_path(made, draw, draw.randint(1, len(made.problem) - 1)))
        end = draw.choice(sorted(made.near))
        found = targets.nearby(made.lattice, made.path.position, made.state, end)
        differ = {
            vertex
            for vertex in made.missing
            if vertex != end and (not made.state.coloured or made.colour(vertex) != made.colour(end))
        }
        if len(made.board.shape) != 2 or not differ:
            assert found == -1
            continue
        here = made.square[end]
        rings = {v: max(abs(a - b) for a, b in zip(made.square[v], here, strict=True)) for v in differ}
        assert found in differ
        assert rings[found] == min(rings.values())


def test_nothing_is_nearby_beyond_the_last_ring():
    made = Made(Board((1, targets.RINGS + 2), "0,1"))
    every = sorted(made.near)
    for far in (targets.RINGS - 1, targets.RINGS):
        made.walk([vertex for vertex in every if vertex != far])
        wanted = far if far < targets.RINGS and made.state.coloured and far % 2 else -1
        assert targets.nearby(made.lattice, made.path.position, made.state, 0) == wanted


@pytest.mark.parametrize("name", BOARDS)
def test_the_target_is_an_unvisited_vertex_nearest_to_an_end(name):
    made, draw = Made(SPACES[name]), random.Random(name)
    for number in range(15):
        path = any_path(made, draw, draw.randint(1, len(made.problem) - 1))
        made.walk(path)
        state = made.state
        head, tail = (path[0] if number % 3 else -1), path[-1]
        state.target, state.age, state.random = -1, 7, 12345 + number
        for_head = targets.choose_target(
            made.lattice, made.path.position, made.unvisited, state, head, tail
        )
        ways = {
            (end, vertex): targets.distance(made.lattice, state, end, vertex)
            for end in (head, tail)
            for vertex in made.missing
            if end >= 0 and targets.colours_differ(made.lattice, state, end, vertex)
        }
        assert state.age == 0
        if not ways:
            assert (state.target, for_head) == (-1, False)
            continue
        led = head if for_head else tail
        assert ways[led, state.target] == min(ways.values())
        assert state.most_age == 16 + 2 * min(ways.values())


@pytest.mark.parametrize("head", [-1, 0])
def test_where_no_end_can_be_led_to_what_is_unvisited_there_is_no_target(head):
    """All that is unvisited has the colour of both ends."""
    made = Made(Board((3, 3)))
    made.walk([0, 1, 3, 5, 7, 2])
    assert {made.colour(vertex) for vertex in (0, 2, *made.missing)} == {0}
    made.state.target = 4
    assert not targets.choose_target(made.lattice, made.path.position, made.unvisited, made.state, head, 2)
    assert made.state.target == -1


def test_a_target_that_was_not_reached_in_time_is_followed_by_any():
    """By chance, so that in time every unvisited square is one."""
    made = Made(Board((5, 5)))
    made.walk([0])
    made.state.target, seen = made.missing[0], set()
    for number in range(300):
        state = made.state
        state.target, state.random = made.missing[0], 1000 + number
        state.age = state.most_age = 20
        targets.choose_target(made.lattice, made.path.position, made.unvisited, state, -1, 0)
        seen.add(state.target)
    assert seen == {vertex for vertex in made.missing if made.colour(vertex)}


def test_a_nearer_target_takes_the_place_of_the_last():
    made = Made(Board((3, 9)))
    state, take = made.state, targets.take_nearer
    assert not take(made.lattice, state, -1, 3)
    assert not take(made.lattice, state, 0, -1)
    assert not take(made.lattice, state, 0, 2)  # of the same colour
    assert take(made.lattice, state, 0, 17)
    assert (state.target, state.most_age) == (17, 16 + 2 * 4)
    assert not take(made.lattice, state, 0, 17)
    assert take(made.lattice, state, 0, 3)
    assert not take(made.lattice, state, 0, 21)  # as near, but not nearer
    assert state.target == 3


def test_random_numbers_are_below_two_to_the_29():
    made = Made(Board((3, 4)))
    right, drawn = 1, []
    for _ in range(50):
        right = next_random(right)
        drawn.append(targets.draw(made.state) == right >> 3)
    assert all(drawn)


@pytest.mark.parametrize("name", SPACES)
def test_a_path_is_extended_to_the_neighbour_with_the_fewest_onward_moves(name):
    draw = random.Random(name)
    made = Made(SPACES[name])
    for number in range(15):
        path = any_path(made, draw, draw.randint(1, len(made.problem) // 2))
        made.walk(path)
        open_to = made.near[path[-1]] - set(path)
        if not open_to:
            continue
        made.state.random, made.state.extensions = 77 + number, 0
        least = min(made.unvisited.onward[vertex] for vertex in open_to)
        wanted = {vertex for vertex in open_to if made.unvisited.onward[vertex] == least}
        extend(made.moves, made.made.required, made.path, made.unvisited, made.row, made.state)
        longer = made.path.vertices[: made.state.length].tolist()
        assert longer[:-1] == path
        assert longer[-1] in wanted
        left = made.unvisited.vertices[: len(made.missing) - 1].tolist()
        assert sorted(left) == sorted(set(made.missing) - {longer[-1]})
        for vertex, near in made.near.items():
            assert made.unvisited.onward[vertex] == len(near & set(left))
            place = int(made.path.position[vertex])
            assert (longer[place] if place >= 0 else left[-1 - place]) == vertex
        assert (made.path.first[0], made.path.last[0]) == (0, len(path))
        assert (made.state.segments, made.state.extensions) == (1, 1)


def test_a_required_move_is_the_first_to_extend_a_path():
    graph = networkx.complete_graph(7)
    for move in ((0, 5), (5, 0), (0, 3)):
        made = Made(graph, [0], required=[move])
        extend(made.moves, made.made.required, made.path, made.unvisited, made.row, made.state)
        assert made.path.vertices[1] == max(move)


def test_required_moves_are_those_of_the_problem():
    made = Made(networkx.complete_graph(6), required=[(0, 3), (3, 5)])
    for one in range(6):
        for other in range(6):
            right = {one, other} in ({0, 3}, {3, 5})
            assert bool(targets.is_required(made.made.required, one, other)) is right
    assert not targets.is_required(np.zeros(0, np.int32), 0, 3)


ANY = Goal(-1, -1, 0, False)


@pytest.mark.parametrize("name", SPACES)
def test_a_rotation_gives_the_path_a_tail_that_leads_on_if_one_does(name):
    """Else one that is new; never the tail itself, and never by breaking a required move."""
    draw = random.Random(name)
    made = Made(SPACES[name])
    for _ in range(25):
        path = any_path(made, draw, len(made.problem))
        made.walk(path)
        tails = {one: other for one, other in pairwise(path) if one in made.near[path[-1]]}
        tails = {one: other for one, other in tails.items() if other != path[-1]}
        pivot = best_rotation(
            made.moves,
            made.lattice,
            made.made.required,
            made.path,
            made.unvisited,
            made.scratch,
            made.state,
            ANY,
        )
        if not tails:
            assert pivot == -1
            continue
        assert pivot in tails
        leads_on = any(made.unvisited.onward[tail] > 0 for tail in tails.values())
        assert bool(made.unvisited.onward[tails[pivot]] > 0) is leads_on


def test_rotations_prefer_the_tail_wanted_and_pass_by_the_last_ones():
    made = Made(networkx.complete_graph(8), list(range(8)))

    def tail_after(goal: Goal, recent: list[int] = (), required: Any = None) -> int:
        made.scratch.recent[:] = -1
        made.scratch.recent[: len(recent)] = recent
        arguments = made.path, made.unvisited, made.scratch, made.state
        must = made.made.required if required is None else required
        return best_rotation(made.moves, made.lattice, must, *arguments, goal) + 1

    for wanted in range(1, 7):
        assert tail_after(Goal(-1, wanted, 0, False)) == wanted
        assert tail_after(ANY, [tail for tail in range(8) if tail != wanted]) == wanted
        made.scratch.head_row[0] = wanted
        assert tail_after(Goal(-1, -1, 1, False)) == wanted
        made.scratch.head_row[:6] = [tail for tail in range(1, 8) if tail != wanted]
        assert tail_after(Goal(-1, -1, 6, True)) == wanted
    required = Made(networkx.complete_graph(8), required=[(k, k + 1) for k in range(5)]).made.required
    assert tail_after(ANY, [], required) == 6
    none = Made(networkx.complete_graph(8), required=[(k, k + 1) for k in range(6)]).made.required
    assert tail_after(ANY, [], none) == 0


def test_rotations_on_a_board_lead_the_tail_towards_the_target():
    """A square nearer counts four and the noise is at most seven; the last tails come behind all others."""
    made = Made(networkx.complete_graph(12), list(range(12)))
    line = Made(Board((1, 12), "0,1"))

    def tail_for(target: int, recent: list[int]) -> int:
        made.scratch.recent[:] = -1
        made.scratch.recent[: len(recent)] = recent
        arguments = made.path, made.unvisited, made.scratch, line.state
        line.state.segments = 1
        goal = Goal(target, -1, 0, False)
        return best_rotation(made.moves, line.lattice, made.made.required, *arguments, goal) + 1

    for target in range(1, 11):
        near = [tail for tail in range(1, 11) if abs(tail - target) <= 1]
        assert {tail_for(target, []) for _ in range(20)} <= set(near)
        others = {tail_for(target, near) for _ in range(20)}
        assert others.isdisjoint(near)
        assert all(abs(tail - target) <= 3 for tail in others)


@pytest.mark.parametrize("name", SPACES)
def test_a_way_out_of_a_cycle_is_next_to_an_unvisited_vertex(name):
    draw = random.Random(name)
    made = Made(SPACES[name])
    for number in range(10):
        made.walk(any_path(made, draw, len(made.problem) - 1))
        made.state.random = 5 + number
        found = way_out(made.moves, made.made.required, made.path, made.unvisited, made.row, made.state)
        on_path = set(made.near) - set(made.missing)
        if found >= 0:
            assert found in on_path
            assert made.near[found] & set(made.missing)
        else:
            assert any(not made.near[vertex] & on_path for vertex in made.missing)


def test_no_way_out_breaks_a_required_move():
    ring = networkx.cycle_graph(5)
    ring.add_edges_from((5, vertex) for vertex in range(4))
    for kept in range(4):
        required = [(k, k + 1) for k in range(4) if k != kept]
        made = Made(ring, list(range(5)), kind="closed", required=required)
        found = set()
        for number in range(40):
            made.state.random = 9 + number
            found.add(
                way_out(made.moves, made.made.required, made.path, made.unvisited, made.row, made.state)
            )
        assert found == {kept}


def goal_of(**details: Any) -> Goal:
    """The next goal of a path with the head 3 that has two neighbours."""
    made = Made(networkx.complete_graph(9))
    made.state.length = made.state.count
    for name, value in details.items():
        setattr(made.state, name, value)
    return next_goal(made.state, 3, 2)


@pytest.mark.parametrize(
    ("details", "goal"),
    [
        ({"length": 8, "target": 6}, Goal(6, -1, 2, False)),
        ({"length": 8, "target": 6, "start": 4}, Goal(6, -1, 2, False)),
        ({"length": 8, "target": 6, "start": 3}, Goal(6, -1, 0, False)),
        ({"start": 5, "end": 7}, Goal(5, 5, 2, False)),
        ({"start": 0}, Goal(0, 0, 2, False)),
        ({"start": 3, "end": 7}, Goal(7, 7, 0, False)),
        ({"start": 3, "end": 0}, Goal(0, 0, 0, False)),
        ({"closed": True}, Goal(3, -1, 2, False)),
        ({"apart": True}, Goal(-1, -1, 2, True)),
        ({"start": 5, "fruitless": 15}, Goal(5, 5, 2, False)),
        ({"start": 5, "fruitless": 16}, Goal(-1, 5, 2, False)),
        ({"start": 5, "fruitless": 31}, Goal(-1, 5, 2, False)),
        ({"start": 5, "fruitless": 32}, Goal(5, 5, 2, False)),
        ({"length": 8, "target": 6, "fruitless": 20}, Goal(-1, -1, 2, False)),
    ],
)
def test_what_a_rotation_is_for(details, goal):
    """Towards the target, the start, the head or the end; by turns, `span` rotations each, without."""
    assert goal_of(**details) == goal


@pytest.mark.parametrize(
    ("required", "walk", "kept"),
    [
        ([], [0, 1, 2, 3], [0, 1, 2, 3]),
        ([(0, 1)], [0, 1, 2, 3], [0, 1, 2, 3]),
        ([(0, 2)], [0, 1, 2, 3], [1, 2, 3]),
        ([(3, 1)], [0, 1, 2, 3], [0, 1, 2]),
        ([(3, 2)], [0, 1, 2, 3], [0, 1, 2, 3]),
        ([(0, 3)], [0, 1, 2, 3], [1, 2, 3]),
        ([(3, 4)], [0, 1, 2, 3], [0, 1, 2, 3]),
        ([(0, 2), (2, 3)], [0, 1, 2, 3], [1, 2, 3]),
        ([(3, 1), (3, 2)], [0, 1, 2, 3], [0, 1, 2]),
        ([(0, 2), (0, 3)], [0], [0]),
    ],
)
def test_a_walk_loses_the_ends_whose_required_moves_it_passed_by(required, walk, kept):
    """Where a walk ends it may go on, so that a required move to an unvisited vertex is still open."""
    made = Made(networkx.complete_graph(5), required=required)
    assert _without_loose_ends(np.array(walk, np.int32), made.made.required).tolist() == kept
