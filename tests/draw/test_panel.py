"""What a picture shows: one panel a thing, with what it is in words."""

import networkx as nx
import pytest

from knight_models import Board, SolveResult, Tour, TourProblem, make_puzzle, trace_search
from knight_models.core.errors import OptionError
from knight_models.core.evidence import LowDegree
from knight_models.draw.panel import panels_of
from knight_models.tasks.compare import Comparison, Row

TOUR = Tour(TourProblem("3x4"), [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11])


def title(what: object) -> str:
    (panel,) = panels_of(what)
    return panel.title


def test_titles_say_what_it_is() -> None:
    assert title(TOUR) == "open tour of 3x4"
    assert title(Tour(TOUR.problem, [0, 6])) == "walk of 2 of 12 squares of 3x4"
    assert title(Tour(TourProblem(nx.path_graph(4)), [0])).startswith("walk of 1 of 4 vertices")
    assert title("3x4") == title(Board.parse("3x4")) == "board 3x4"
    assert title(TourProblem("3x4", start="a1")) == "open tour of 3x4 from a1"
    assert title(nx.path_graph(4)) == "a graph with 4 vertices"
    evidence = LowDegree((4,))
    result = SolveResult("impossible", TourProblem("3x3"), evidence=evidence, solver="auto")
    assert title(result) == f"open tour of 3x3: impossible, by auto; {evidence.explain(result.problem)}"


def test_a_puzzle_is_two_panels_and_a_comparison_one_a_row() -> None:
    puzzle, solution = panels_of(make_puzzle("5x5", seed=1))
    assert (puzzle.tour, solution.caption) == (None, "solution")
    assert solution.tour is not None
    rows = [
        Row(TOUR.problem, "tiling", unsupported="too small"),
        Row(
            TOUR.problem,
            "auto",
            SolveResult("found", TOUR.problem, TOUR, solver="auto", answered_by="cpsat"),
        ),
    ]
    captions = [panel.caption for panel in panels_of(Comparison(rows))]
    assert captions == ["tiling: unsupported", "auto (cpsat): found, open"]


def test_captions_tell_panels_apart() -> None:
    """By their boards, and where these are the same too, by numbers."""
    other = Tour(TourProblem("5x5"), [0, 7])
    captions = [panel.caption for panel in panels_of([TOUR, other, TOUR])]
    assert captions == ["1. open tour of 3x4", "walk of 2 of 25 squares of 5x5", "2. open tour of 3x4"]
    small, large = (
        SolveResult("impossible", TourProblem(shape), solver="cpsat") for shape in ("3x3", "4x4")
    )
    assert [panel.caption for panel in panels_of([small, large, small])] == [
        "1. 3x3: cpsat: impossible, open",
        "4x4: cpsat: impossible, open",
        "2. 3x3: cpsat: impossible, open",
    ]
    assert [panel.caption for panel in panels_of([TOUR])] == ["open tour of 3x4"]


def test_several_things_are_one_list() -> None:
    assert [len(panel.order) for panel in panels_of([TOUR, ("5x5", [TOUR])])] == [12, 0, 12]
    assert len(panels_of(iter([TOUR] * 3))) == 3


@pytest.mark.parametrize(
    ("tour", "closes"),
    [
        (Tour(TourProblem("3x4", "closed"), range(12)), True),
        (Tour(TourProblem("3x4", "closed"), range(11)), False),
        (Tour(TourProblem("3x4"), range(12)), False),
        (Tour(TourProblem(nx.path_graph(2), "closed"), [0, 1]), False),
        (Tour(TourProblem(nx.DiGraph([(0, 1), (1, 0)]), "closed"), [0, 1]), True),
    ],
)
def test_only_a_whole_closed_tour_returns(tour: Tour, closes: bool) -> None:
    (panel,) = panels_of(tour)
    assert panel.closes is closes
    assert len(panel.kinds) == len(tour) - (not closes)


def test_a_search_shows_where_it_ended() -> None:
    trace = trace_search("5x5", events=100, start="b1")
    (panel,) = panels_of(trace)
    assert panel.trace is trace
    assert panel.order.tolist() == trace.path.tolist()
    assert not panel.closes


def test_nothing_is_refused() -> None:
    with pytest.raises(OptionError, match="nothing to draw"):
        panels_of([])
