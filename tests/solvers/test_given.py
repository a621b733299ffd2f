"""Given numbers: depth-first search that obeys them."""

from __future__ import annotations

import random

import networkx
import pytest
import reference
from cli_runner import run
from hypothesis import assume
from hypothesis import given as examples
from hypothesis import strategies as st
from kernel_ways import stay_interpreted

from knight_models.core.board import Board
from knight_models.core.errors import InputError, ProblemError, UnsupportedError
from knight_models.core.limits import Limits
from knight_models.core.problem import Kind, TourProblem
from knight_models.core.result import Status
from knight_models.engine.moves import knight_graph
from knight_models.solvers.depth_first import DepthFirst
from knight_models.solvers.depth_first.numbered import NUMBERED_SEARCH
from knight_models.tasks.compare import compare
from knight_models.tasks.listing import iter_tours
from knight_models.tasks.solve import solve
from knight_models.verifier import faults

SEARCHES = [
    DepthFirst(),
    DepthFirst(prune=True),
    DepthFirst(ordering="fixed"),
    DepthFirst(ordering="static", ties="index", prune=True),
]


def expect_right(problem: TourProblem) -> None:
    """Hold every search, its answer and its listing, against brute force."""
    right = set(reference.tours_of(problem))
    for search in SEARCHES:
        stream = iter_tours(problem, search)
        listed = [tuple(tour.squares) for tour in stream]
        assert stream.end.complete
        assert len(listed) == len(set(listed))
        assert set(listed) == right
        result = solve(problem, search)
        assert result.status is (Status.FOUND if right else Status.IMPOSSIBLE)
        if right:
            assert result.statistics.steps - result.statistics.backtracks == len(problem)


@st.composite
def problems(draw: st.DrawFn) -> TourProblem:
    """A small graph or board with a few given numbers, right ones or not."""
    count = draw(st.integers(1, 6))
    directed = draw(st.booleans())
    pairs = [(a, b) for a in range(count) for b in range(count) if a != b and (directed or a < b)]
    edges = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    graph = networkx.DiGraph() if directed else networkx.Graph()
    graph.add_nodes_from(range(count))
    graph.add_edges_from(edges)
    vertices = draw(st.permutations(range(count)))
    numbers = draw(st.permutations(range(1, count + 1)))
    clues = draw(st.integers(1, min(count, 3)))
    some = st.lists(st.sampled_from(edges), max_size=2, unique=True) if edges else st.just([])
    kind = draw(st.sampled_from(list(Kind)))
    details = {
        "start": draw(st.none() | st.integers(0, count - 1)),
        "end": None if kind is Kind.CLOSED else draw(st.none() | st.integers(0, count - 1)),
        "required": draw(some),
        "forbidden": draw(some),
        "given": dict(zip(vertices[:clues], numbers[:clues], strict=True)),
    }
    try:
        return TourProblem(graph, kind, **details)
    except ProblemError:  # they contradict each other in a way that is refused
        return TourProblem(graph, kind, given=details["given"])


@examples(problems())
def test_small_graphs_against_brute_force(problem):
    expect_right(problem)


@examples(st.randoms(use_true_random=False), st.sampled_from(list(Kind)), st.booleans())
def test_clues_of_a_tour_and_of_none_against_brute_force(chance, kind, contrary):
    """Dense graphs have many tours; a clue exchanged leaves fewer, or none."""
    graph = networkx.gnp_random_graph(6, 0.7, seed=chance.randrange(1000))
    found = list(reference.tours(reference.graph_space(graph), str(kind)).values())
    assume(found)
    path = chance.choice(found)
    given = {path[number - 1]: number for number in chance.sample(range(1, 7), 3)}
    if contrary:
        first, second, _ = given
        given[first], given[second] = given[second], given[first]
    problem = TourProblem(graph, kind, given=given)
    assert contrary or reference.tours_of(problem)
    expect_right(problem)


BOARDS = [
    Board((3, 4)),
    Board((4, 4), holes=[(3, 3)]),
    Board((3, 3), holes=[(1, 1)]),
    Board((3, 3), wrap="columns"),
    Board((4, 4), leap=(0, 1), holes=[(0, 0), (3, 3)]),
    Board((3, 4), leap=(0, 1)),
    Board((2, 2, 3), leap=(0, 1)),
]


@pytest.mark.parametrize("kind", list(Kind))
@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_boards_against_brute_force(board, kind):
    chance = random.Random(f"{board} {kind}")
    squares, numbers = list(board), range(1, len(board) + 1)
    for clues in (1, 2, 2, 3):
        given = dict(zip(chance.sample(squares, clues), chance.sample(numbers, clues), strict=True))
        expect_right(TourProblem(board, kind, given=given))


def test_a_board_and_its_graph_take_the_same_steps():
    given = {(0, 0): 1, (2, 2): 9, (4, 4): 21}
    by_board = solve(TourProblem("5x5", given=given), "depth-first").statistics
    by_graph = solve(TourProblem(knight_graph("5x5"), given=given), "depth-first").statistics
    assert (by_board.steps, by_board.counters) == (by_graph.steps, by_graph.counters)


def test_one_vertex():
    for kind, right in (("open", True), ("strictly-open", True), ("closed", False)):
        assert solve("1x1", "depth-first", kind=kind, given={"a1": 1}).found is right


def test_two_vertices():
    pair, arcs = networkx.path_graph(2), networkx.DiGraph([(0, 1), (1, 0)])
    for graph, kind, right in (
        (pair, "open", True),
        (pair, "closed", False),
        (pair, "strictly-open", False),
        (arcs, "closed", True),
    ):
        assert solve(graph, "depth-first", kind=kind, given={1: 1}).found is right


def test_numbers_that_no_tour_can_carry_are_impossible():
    """The centre of 5x5 has the colour of the odd numbers; a corner and the centre are 4 moves apart."""
    for given in ({"c3": 2}, {"a1": 1, "c3": 3}, {"a1": 1, "b2": 3}):
        result = solve("5x5", "depth-first", given=given)
        assert result.status is Status.IMPOSSIBLE
        assert result.evidence.type == "Exhausted"
        assert result.statistics.counters["choices"] == 0


CLUES = {"a1": 1, "d3": 8, "d6": 15, "b5": 22, "c3": 29, "c2": 36}
PUZZLE_OF_6X6 = TourProblem("6x6", "closed", given=CLUES)
"""Every seventh number of a closed tour."""


def test_every_option_shows_in_the_counters():
    searches = [*SEARCHES, DepthFirst(ties="index"), DepthFirst(move_order="87654321")]
    counters = [_counters(PUZZLE_OF_6X6, search) for search in searches]
    assert all(one["choices"] > 0 and one["deepest"] == 36 for one in counters)
    assert len({tuple(one.items()) for one in counters}) == len(searches)


def test_pruning_and_the_fewest_squares_first_save_choices():
    def choices(**options: object) -> int:
        stream = iter_tours(PUZZLE_OF_6X6, DepthFirst(**options))
        assert all(not faults(PUZZLE_OF_6X6, tour) for tour in stream)
        return stream.end.statistics.counters["choices"]

    textbook = choices(ordering="fixed")
    assert choices(ordering="fixed", prune=True) < textbook
    assert choices(ordering="dynamic") < textbook
    assert choices(prune=True) < choices()


def _counters(problem, search):
    return solve(problem, search).statistics.counters


def test_forced_squares_are_counted():
    tour = solve("6x6", "rotation", kind="closed").tour
    given = dict(zip(tour, range(1, 37), strict=True))
    missing = [(2, 3), (0, 0)]
    counters = _counters(
        TourProblem("6x6", "closed", given={s: n for s, n in given.items() if s not in missing}),
        DepthFirst(),
    )
    assert counters["choices"] == counters["pruned"] == 0


@pytest.mark.slow
@pytest.mark.parametrize("search", SEARCHES, ids=repr)
@pytest.mark.parametrize(
    "problem",
    [
        PUZZLE_OF_6X6,
        TourProblem("5x5", given={"a1": 1, "c3": 13}),
        TourProblem("9x9", given={"a1": 1, "e5": 41, "i9": 81}),
        TourProblem(
            networkx.DiGraph([(a, (a * 3 + b) % 11) for a in range(11) for b in range(4)]), given={5: 3}
        ),
    ],
    ids=str,
)
def test_compiled_and_interpreted_take_the_same_steps(problem, search, monkeypatch):
    def ran() -> tuple[object, ...]:
        result = solve(problem, search, limits=Limits(steps=3000))
        statistics = result.statistics
        return result.status, result.tour, statistics.steps, statistics.backtracks, statistics.counters

    assert NUMBERED_SEARCH.compile()
    compiled = ran()
    stay_interpreted(NUMBERED_SEARCH, monkeypatch)
    assert ran() == compiled


def test_step_limits_hold_to_the_step():
    for steps in (1, 5, 36, 40):
        stream = iter_tours(PUZZLE_OF_6X6, "depth-first", limits=Limits(steps=steps))
        assert list(stream) == [] or steps >= 36
        assert stream.end.reason == "step limit"
        assert stream.end.statistics.steps == steps


def test_boards_of_more_than_one_word_of_numbers():
    """Numbers beyond 64, 128, ...: all but a few numbers of a tour of 12x12 leave just that tour."""
    tour = solve("12x12", "tiling", kind="closed", seed=3).tour
    given = {square: number for number, square in enumerate(tour, start=1) if number % 7}
    problem = TourProblem("12x12", "closed", given=given)
    stream = iter_tours(problem, "depth-first:prune=on")
    assert [tour.order.tolist()] == [found.order.tolist() for found in stream]
    assert stream.end.complete


def test_many_choices_at_once_find_room():
    """A complete graph contradicts nothing, so that every number but the given one is chosen."""
    graph = networkx.complete_graph(40)
    result = solve(graph, "depth-first", given={7: 20})
    assert result.found
    assert result.statistics.counters["choices"] == 38  # the last one has one vertex left


def test_what_does_not_fit_in_memory_is_refused():
    with pytest.raises(InputError, match="bytes of memory"):
        solve("40x40", "depth-first", limits=Limits(memory=1_000_000), given={"a1": 1})


def test_time_limits_hold_while_numbers_are_sorted_out():
    result = solve("70x70", "depth-first", limits=Limits(seconds=0.3), given={"a1": 2000})
    assert (result.status, result.reason) == (Status.UNKNOWN, "time limit")


def test_other_solvers_refuse_given_numbers_and_auto_asks_one_that_does_not():
    with pytest.raises(UnsupportedError, match="does not take given numbers"):
        solve("5x5", "warnsdorff", given={"a1": 1})
    assert solve("5x5", given={"a1": 1, "c3": 25}).answered_by == "depth-first"


def test_compare_does_not_mix_up_numbers():
    """A tour with one set of numbers does not contradict another set."""
    some, others = (TourProblem("5x5", given={"a1": 1, "c3": number}) for number in (25, 24))
    comparison = compare([some, others], ["depth-first"])
    assert [result.status for result in comparison.results] == [Status.FOUND, Status.IMPOSSIBLE]
    closed = TourProblem("6x6", "closed", given={"a1": 1, "b3": 36})
    contrary = TourProblem("6x6", "open", given={"a1": 1, "b1": 36, "c2": 2})
    assert compare([closed, contrary], ["depth-first:prune=on"], seconds=20).agree


GIVEN_3X4 = "1 . . .\n. . . .\n. . 9 12\n"
"""One of the tours of 3x4 from corner to corner carries these."""


@pytest.mark.parametrize(
    ("text", "arguments", "code", "words"),
    [
        (GIVEN_3X4, ["--limit", "2"], 0, "exactly one completion\n"),
        (GIVEN_3X4, [], 0, "exactly one completion\n"),
        ("1 . . .\n. . . .\n. . . .\n", ["--limit", "2"], 0, "at least 2 completions\n"),
        ("1 . . .\n. . . .\n. . . .\n", ["--limit", "1"], 0, "at least one completion\n"),
        (
            "1 . . .\n. . . .\n. . . 11\n",
            ["--limit", "2"],
            1,
            "no completion: no tour fits the given numbers\n",
        ),
        (GIVEN_3X4, ["--steps", "3"], 3, "step limit reached: no completion so far\n"),
    ],
)
def test_tours_says_how_many_completions_there_are(text, arguments, code, words):
    outcome = run("tours", "--given", "-", *arguments, stdin=text)
    assert (outcome.code, outcome.err) == (code, words)


def test_all_completions_are_counted():
    expected = len(reference.tours_of(TourProblem("3x4", given={(0, 0): 1})))
    outcome = run(
        "tours", "3x4", "--given", "-", "--solver", "depth-first", stdin="1 . . .\n" + ". . . .\n" * 2
    )
    assert outcome.err == f"exactly {expected} completions\n"


def test_solve_compare_and_verify_take_given_numbers(tmp_path):
    file = tmp_path / "given.txt"
    file.write_text(GIVEN_3X4)
    solved = run("solve", "--given", str(file))
    assert solved.out == " 1  4  7 10\n 8 11  2  5\n 3  6  9 12\n"
    assert run("verify", "-", "--given", str(file), stdin=solved.raw).code == 0
    contrary = run("verify", "-", "--given", str(file), stdin="3 6 9 12\n8 11 2 5\n1 4 7 10\n")
    assert contrary.code == 1
    assert "a3 has the number 3, not the given 1" in contrary.out
    compared = run("compare", "--given", str(file))
    assert (compared.code, "both solvers agree that there is a tour" in compared.out) == (0, True)
    assert "unsupported" not in compared.out
    data = run("solve", "3x4", "--given", str(file), "--json").json
    assert data["problem"]["given"] == [[[0, 0], 1], [[2, 2], 9], [[2, 3], 12]]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["3x5"], "3 rows of 4 do not fit the 3x5 board"),
        (["--holes", "a1"], "a hole is a # in the file"),
        (["--graph", "graph.txt"], "--given is a number grid of a board"),
        (["--start", "b1"], "the start is b1, but the given numbers say a3"),
        (["--solver", "tiling"], "it does not take given numbers"),
    ],
)
def test_options_that_do_not_go_with_given_numbers(arguments, words):
    outcome = run("solve", "--given", "-", *arguments, stdin=GIVEN_3X4)
    assert outcome.code == 2
    assert words in outcome.err


def test_the_last_number_is_one_side_of_a_required_move_too():
    """The number before a required move's end serves its other end as well as the number after."""
    result = solve(networkx.path_graph(3), "depth-first", given={0: 1}, required=[(1, 2)])
    assert result.found
    assert result.tour.squares == [0, 1, 2]
