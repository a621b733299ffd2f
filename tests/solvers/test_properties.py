"""Random small problems: exact solvers agree with brute force, the verifier with the reference judge."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
import reference
from graphs import boards, problems
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from knight_models.core.problem import TourProblem
from knight_models.core.result import Status
from knight_models.tasks.listing import iter_tours
from knight_models.tasks.solve import solve
from knight_models.verifier import faults

EXACT = [
    "depth-first",
    "depth-first:prune=on",
    "depth-first:ordering=static,ties=index",
    "depth-first:ordering=fixed,prune=on",
    "cpsat",
]
GREEDY = "warnsdorff:ties=random,restarts=5"


def check_verdict(problem: TourProblem, solver: str) -> None:
    expected = Status.FOUND if reference.tours_of(problem) else Status.IMPOSSIBLE
    result = solve(problem, solver, seconds=60)
    assert result.status is expected, (problem, result)
    assert (result.tour is not None) is result.found
    assert all(reference.judge(problem, tour.squares) for tour in [result.tour] if result.found)


def check_listing(problem: TourProblem, solver: str, directed: bool) -> None:
    expected = reference.tours_of(problem)
    assume(len(expected) <= 300)  # more would take the solvers long
    stream = iter_tours(problem, solver, seconds=60, directed=directed)
    listed = [tuple(tour.squares) for tour in stream]
    assert stream.end.complete
    assert len(set(listed)) == len(listed)
    ways = 2 if directed and not problem.one_way and len(problem) > 1 else 1
    assert len(listed) == ways * len(expected)
    assert {reference.identity_of(problem, path) for path in listed} == set(expected)


@pytest.mark.parametrize("solver", EXACT)
@settings(max_examples=60)
@given(problem=problems())
def test_exact_solvers_agree_with_brute_force(solver, problem):
    check_verdict(problem, solver)


@pytest.mark.parametrize("solver", EXACT)
@settings(max_examples=30)
@given(problem=problems(), directed=st.booleans())
def test_listings_are_those_of_brute_force(solver, problem, directed):
    check_listing(problem, solver, directed)


@pytest.mark.slow
@pytest.mark.parametrize("solver", [*EXACT, "auto"])
@settings(max_examples=600)
@given(problem=problems(), directed=st.booleans())
def test_many_problems(solver, problem, directed):
    check_verdict(problem, solver)
    check_listing(problem, solver, directed)


@given(problem=problems())
def test_a_greedy_walk_is_found_exactly_if_it_is_a_tour(problem):
    """If there are tours, it returns a walk in any case, and never IMPOSSIBLE."""
    assume(reference.tours_of(problem))
    result = solve(problem, GREEDY, seconds=60)
    walk = (result.tour or result.walk).squares
    arcs = reference.problem_space(problem).arcs
    assert result.status in (Status.FOUND, Status.UNKNOWN)
    assert len(set(walk)) == len(walk) > 0
    assert set(pairwise(walk)) <= arcs
    assert result.found is reference.judge(problem, walk)


@given(problem=problems())
def test_a_greedy_walk_finds_nothing_where_nothing_is(problem):
    assume(not reference.tours_of(problem))
    assert not solve(problem, GREEDY, seconds=60).found


def mutations(path: list[Any], strangers: list[Any]) -> st.SearchStrategy[list[Any]]:
    """A tour with one thing changed: exchanged, left out, doubled, turned round, replaced, ..."""
    place = st.integers(0, len(path) - 1)

    def exchanged(one: int, other: int) -> list[Any]:
        changed = list(path)
        changed[one], changed[other] = changed[other], changed[one]
        return changed

    return st.one_of(
        st.just(path),
        st.just(path[::-1]),
        st.builds(exchanged, place, place),
        st.builds(lambda k: path[:k] + path[k + 1 :], place),
        st.builds(lambda k: path[: k + 1] + path[k:], place),
        st.builds(lambda k: path[k:] + path[:k], place),
        st.builds(
            lambda i, j: path[: min(i, j)] + path[min(i, j) : max(i, j)][::-1] + path[max(i, j) :],
            place,
            place,
        ),
        st.builds(
            lambda k, stranger: [*path[:k], stranger, *path[k + 1 :]], place, st.sampled_from(strangers)
        ),
        st.permutations(path),
    )


@settings(max_examples=300)
@given(data=st.data())
def test_mutated_tours_are_judged_as_the_reference_does(data):
    problem = data.draw(problems())
    known = reference.tours_of(problem)
    path = list(data.draw(st.sampled_from(sorted(known.values(), key=str)))) if known else None
    vertices = list(reference.problem_space(problem).vertices)
    strangers = [*vertices, *_strangers(problem)]
    changed = data.draw(mutations(path or vertices, strangers))
    assert (faults(problem, changed) == []) is reference.judge(problem, changed), changed
    if set(changed) <= set(vertices):
        order = np.array([vertices.index(vertex) for vertex in changed], int)
        assert (faults(problem, order) == []) is reference.judge(problem, changed), order


def _strangers(problem: TourProblem) -> list[Any]:
    """Labels of no vertex: squares off the board, holes, unknown labels."""
    if problem.board is None:
        return ["stranger", 99]
    board = problem.board
    off = [(*board.shape[:-1], -1), tuple(side + 1 for side in board.shape)]
    return off + sorted(board.holes)


@settings(max_examples=200)
@given(data=st.data())
def test_number_grids_are_judged_as_the_reference_does(data):
    """A grid is right just if reading its numbers in their order gives a tour."""
    board = data.draw(boards())
    problem = TourProblem(board, kind=data.draw(st.sampled_from(["open", "closed", "strictly-open"])))
    known = sorted(reference.tours_of(problem).values(), key=str)
    path = list(data.draw(st.sampled_from(known))) if known else list(board)
    path = data.draw(mutations(path, list(board)))
    grid = np.zeros(board.shape, int)
    for number, square in enumerate(path, start=1):
        grid[square] = number
    if board.ndim > 1 and data.draw(st.booleans()):
        cell = data.draw(st.sampled_from([tuple(map(int, cell)) for cell in np.ndindex(*board.shape)]))
        grid[cell] = data.draw(st.integers(-1, len(board) + 2))
    numbered = {tuple(map(int, cell)): int(grid[cell]) for cell in np.ndindex(*board.shape) if grid[cell]}
    in_order = sorted(numbered, key=numbered.__getitem__)
    right = sorted(numbered.values()) == list(range(1, len(board) + 1)) and reference.judge(
        problem, in_order
    )
    if board.ndim > 1:
        assert (faults(problem, grid) == []) is right, grid
