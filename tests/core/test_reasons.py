"""The sentences of evidence name the squares; what they state is recomputed here from the definitions."""

from __future__ import annotations

import re

import networkx as nx
import pytest

from knight_models import (
    Board,
    ColourImbalance,
    Disconnected,
    ForcedMoves,
    LowDegree,
    SolveResult,
    TourProblem,
    VertexCut,
    knight_graph,
    page_of,
    solve,
    svg_of,
)
from knight_models.core.reasons import listed
from knight_models.formats import result_to_json


def indices(problem: TourProblem, names: str) -> tuple[int, ...]:
    return tuple(problem.vertices.index(problem.vertices.at(name)) for name in names.split())


def chequered(board: Board) -> str:
    """A colour for each square, by its row and column added."""
    return "".join(str(sum(square) % 2) for square in board)


@pytest.mark.parametrize(
    ("problem", "names", "sentence"),
    [
        (
            TourProblem("8x8", "closed", forbidden=[("a1", "b3")]),
            "a1",
            "a1 has one move left, to c2; a closed tour needs two at every square",
        ),
        (TourProblem("3x3"), "b2", "b2 has no move"),
        (
            TourProblem("2x5"),
            "a2 b2 d2",
            "a2, b2 and d2 have one move left each, but only two of them can be the ends of an open tour",
        ),
        (
            TourProblem(nx.path_graph("wxyz"), start="x"),
            "w z",
            "w and z have one move left each, but one end of the tour is fixed at x, "
            "and only one of them can be the other",
        ),
        (
            TourProblem(nx.path_graph("wxyz"), start="x", end="z"),
            "w",
            "w has one move left, to x, and the ends of the tour are fixed at x and z",
        ),
        (TourProblem(nx.DiGraph(["ab", "bc", "da"]), "closed"), "c", "c has no move out"),
        (TourProblem(nx.DiGraph(["ab", "bc", "da"]), "closed"), "d", "d has no move in"),
        (
            TourProblem(nx.DiGraph(["ab", "bc", "bd"])),
            "c d",
            "c and d have no move out, and only one of them can be the last of a tour",
        ),
        (
            TourProblem(nx.DiGraph(["ab", "bc"]), start="c"),
            "c",
            "c has no move out, but the tour starts there",
        ),
        (TourProblem(nx.DiGraph(["ab", "bc"]), end="b"), "c", "c has no move out, but the tour ends at b"),
        (
            TourProblem(nx.DiGraph(["ab", "bc"]), start="b"),
            "a",
            "a has no move in, but the tour starts at b",
        ),
        (TourProblem("3x3x3", "closed"), "1,1,1", "(1,1,1) has no move"),
    ],
)
def test_too_few_moves(problem, names, sentence):
    assert LowDegree(indices(problem, names)).explain(problem) == sentence


@pytest.mark.parametrize(
    ("board", "dark"),
    [("8x8", "a1"), ("5x5", "a1"), ("4x5", "a1"), ("5x4", "a1"), ("3x4", "c1"), ("6x3", "b2")],
)
def test_a1_is_dark_as_in_chess(board, dark):
    """Whatever the number of rows; as are all squares an even number of steps away."""
    space = Board.parse(board)
    start, end = "a1", dark if dark != "a1" else "b2"
    problem = TourProblem(space, start=start, end=end)
    squares = sum(
        (file + rank) % 2 == 0 for file in range(space.shape[1]) for rank in range(space.shape[0])
    )
    for colours in (chequered(space), chequered(space).translate(str.maketrans("01", "10"))):
        sentence = ColourImbalance(colours).explain(problem)
        if len(space) % 2:
            assert sentence == ColourImbalance(colours).summary  # a tour of an odd board can join these
        else:
            assert sentence.startswith(f"a1 and {end} are two of the {squares} dark squares; a tour of ")
            assert sentence.endswith(f"ends on one of the {len(space) - squares} light ones")


@pytest.mark.parametrize(
    ("board", "ends", "sentence"),
    [
        (
            "5x5",
            {"start": "a2"},
            "a2 is one of the 12 light squares; a tour of 25 squares starts on one of the 13 dark ones",
        ),
        (
            "5x5",
            {"end": "b1"},
            "b1 is one of the 12 light squares; a tour of 25 squares ends on one of the 13 dark ones",
        ),
        (
            "5x5",
            {"kind": "closed"},
            "every move changes the colour, and a closed tour needs as many of one as of the other; "
            "there are 13 dark squares and 12 light ones",
        ),
    ],
)
def test_colours(board, ends, sentence):
    problem = TourProblem(board, **ends)
    assert ColourImbalance(chequered(problem.board)).explain(problem) == sentence


def test_colours_that_are_not_those_of_a_chessboard():
    """A camel (1, 3) stays on its colour, a wrapped board has none, and a graph has no squares."""
    rows = ColourImbalance("0" * 4 + "1" * 4)
    camel = TourProblem(Board.parse("2x4", leap="1,3", holes=["a1"]), "closed")
    sentence = ColourImbalance("0000111").explain(camel)
    assert "dark" not in sentence
    assert "there are 4 squares like a2 and 3 like b1" in sentence
    assert rows.explain(camel) == rows.summary  # not one colour for every square
    graph = TourProblem(nx.star_graph(4))
    assert ColourImbalance("01111").explain(graph) == (
        "every move joins a vertex like 0 and one like 1, "
        "and a tour has at most one more of one than of the other; there are 1 vertex like 0 and 4 like 1"
    )
    flat = TourProblem("3x3x3", "closed")
    assert "there are 14 squares like (0,0,0) and 13 like (0,0,1)" in (
        ColourImbalance(chequered(flat.board)).explain(flat)
    )


def test_parts():
    problem = TourProblem("3x3")
    assert (
        Disconnected(indices(problem, "b2")).explain(problem) == "no move joins b2 to the other 8 squares"
    )
    around = indices(problem, "a1 a2 a3 b1 b3 c1 c2 c3")
    assert Disconnected(around).explain(problem) == "no move joins b2 to the other 8 squares"
    graph = TourProblem(nx.DiGraph(["ab", "ba", "ca"]), "closed")
    assert Disconnected(indices(graph, "a b")).explain(graph) == (
        "no move leads from a and b to the other 1 vertex"
    )


def test_a_vertex_cut_lists_its_squares_and_counts_the_parts():
    problem = TourProblem("4x4", "closed")
    assert VertexCut(indices(problem, "b3 c2")).explain(problem) == (
        "without b3 and c2 the rest falls into 3 parts, and a closed tour joins at most 2"
    )
    odd = TourProblem("5x5", "closed")
    cut = tuple(number for number, colour in enumerate(chequered(odd.board)) if colour == "1")
    assert VertexCut(cut).explain(odd) == (
        "without b5, d5, a4, c4, e4, b3, d3 and 5 more (12 squares) the rest falls into 13 parts, "
        "and a closed tour joins at most 12"
    )
    ended = TourProblem(nx.path_graph(4), start=1)
    assert VertexCut((1,)).explain(ended) == (
        "without 1 the rest falls into 2 parts, and an open tour with an end at 1 joins at most 1"
    )


@pytest.mark.parametrize(
    ("problem", "names", "sentence"),
    [
        (
            TourProblem("4x4", "closed"),
            "a1 d4",
            "a1 forces b3 and c2; d4 forces b3 and c2; "
            "then the forced moves close the cycle d4-b3-a1-c2-d4, and leave out 12 squares",
        ),
        (
            TourProblem("8x8", "open", "b3", "c2"),
            "h8 a1",
            "a1 forces b3 and c2; "
            "then the forced moves join the two ends, b3-a1-c2, and leave out 61 squares",
        ),
        (
            TourProblem("8x8", "closed", required=[("b3", "d4"), ("c2", "d4"), ("h8", "g6")]),
            "h8 a1",
            "b3-d4 and c2-d4 are required; a1 forces b3 and c2; then the forced moves close the cycle "
            "a1-b3-d4-c2-a1, and leave out 60 squares",
        ),
        (
            TourProblem("8x8", "closed", required=[("b3", "d4"), ("b3", "d2")]),
            "h8 a1",
            "b3-d4 and b3-d2 are required; a1 forces b3 and c2; then three moves are forced at b3",
        ),
        (
            TourProblem("4x5", start="b3", end="c4"),
            "a1 e1 b3 c2 d4",
            "a1 forces b3 and c2; e1 forces d3 and c2; b3 is used up, which rules out its move to d4; "
            "c2 is used up, which rules out its move to d4; then d4 has only one move left, to e2",
        ),
    ],
)
def test_forced_moves_tell_what_the_contradiction_rests_on(problem, names, sentence):
    """The other steps (h8 here) and the other required moves are left out."""
    assert ForcedMoves(indices(problem, names)).explain(problem) == sentence


def test_a_long_story_is_cut():
    graph = nx.cycle_graph(40)
    graph.add_edge(0, 20)
    problem = TourProblem(graph, "closed", required=[(0, 20)])
    order = tuple(vertex for vertex in range(40) if vertex not in (0, 20))
    story = ForcedMoves(order).explain(problem)
    assert story.endswith("then the forced moves close a cycle of 21 vertices, and leave out 19 vertices")
    assert len(story) < 200
    longer = TourProblem(nx.cycle_graph(40), start=0, end=20)
    told = ForcedMoves((*range(1, 20), *range(21, 40))).explain(longer)
    assert "more steps)" in told
    assert told.endswith("the forced moves join the two ends, by 21 vertices, and leave out 19 vertices")


@pytest.mark.parametrize(
    "evidence",
    [
        LowDegree((99,)),
        LowDegree(()),
        LowDegree((0,)),
        Disconnected((-1,)),
        Disconnected(tuple(range(16))),
        VertexCut((99,)),
        VertexCut((0,)),
        ForcedMoves((0, -5)),
        ForcedMoves((0,)),
        ColourImbalance("01"),
        ColourImbalance("01" * 8),
    ],
)
@pytest.mark.parametrize("kind", ["open", "closed"])
def test_evidence_that_shows_nothing_has_its_plain_sentence(evidence, kind):
    problem = TourProblem("4x4", kind)
    sentence = evidence.explain(problem)
    if evidence != ColourImbalance("01" * 8) or kind == "open":
        assert sentence == evidence.summary


def test_every_output_has_the_same_sentence():
    result = solve("4x4", kind="closed", solver="obstructions")
    sentence = result.evidence.explain(result.problem)
    assert "a1" in sentence
    assert str(result).endswith(f": {sentence}")
    assert result_to_json(result)["evidence"]["summary"] == sentence
    assert sentence in svg_of(result)
    assert sentence in page_of(result)
    assert sentence in result._repr_mimebundle_()["text/html"]


@pytest.mark.parametrize("board", ["3x3", "3x4", "2x5", "4x4", "5x5", "4x6", "3x5"])
@pytest.mark.parametrize("kind", ["open", "closed"])
def test_a_board_and_its_graph_have_one_reason(board, kind):
    """The graph's vertices are the squares, so the sentences differ only in words for them."""
    space = Board.parse(board)
    problem, graph = TourProblem(space, kind), TourProblem(knight_graph(space), kind)
    first, second = (solve(each, "obstructions") for each in (problem, graph))
    assert first.status == second.status
    if first.evidence is not None:
        assert first.evidence == second.evidence
        assert first.evidence.explain(problem)
        assert second.evidence.explain(graph)


def test_a_result_in_words():
    found = SolveResult("found", TourProblem("3x4"), label="auto")
    assert str(found) == "found: open tour of 3x4, by auto"
    assert str(SolveResult("unknown", TourProblem("3x4"), reason="time limit")) == (
        "unknown: open tour of 3x4: time limit"
    )


def test_lists_in_words():
    assert listed([]) == ""
    assert listed(list("abcdefgh")) == "a, b, c, d, e, f, g and h"
    assert listed(list("abcdefghi")) == "a, b, c, d, e, f, g and 2 more"


@pytest.mark.parametrize("space", ["1x1", nx.empty_graph(1), nx.empty_graph(1, nx.DiGraph)])
def test_one_vertex_alone_is_named(space):
    problem = TourProblem(space, "closed")
    word = "square" if problem.board is not None else "vertex"
    assert re.search(
        rf"^\w+ is the only {word}; a closed tour needs moves", LowDegree((0,)).explain(problem)
    )
