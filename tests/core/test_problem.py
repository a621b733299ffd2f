"""Problems: kinds, ends, required and forbidden moves, and what contradicts itself."""

import networkx
import pytest

from knight_models.core.board import Board
from knight_models.core.errors import BoardError, InputError, ProblemError, shown
from knight_models.core.problem import GraphVertices, Kind, TourProblem
from knight_models.engine.moves import knight_graph


@pytest.mark.parametrize("kind", ["open", "closed", "strictly-open", *Kind])
def test_kinds_come_as_text_or_as_kind(kind):
    assert TourProblem("5x6", kind=kind).kind is Kind(str(kind))


@pytest.mark.parametrize("kind", ["cycle", "", None, "OPEN"])
def test_unknown_kinds_are_refused(kind):
    with pytest.raises(ProblemError, match="open, closed, strictly-open"):
        TourProblem("5x6", kind=kind)


@pytest.mark.parametrize("space", [None, 8, [(0, 1)], (8, 8)])
def test_a_space_is_a_board_or_a_graph(space):
    with pytest.raises(ProblemError, match="a Board, its text such as '8x8', or a networkx graph"):
        TourProblem(space)


def test_a_graph_without_vertices_is_refused():
    with pytest.raises(ProblemError, match="no vertex"):
        TourProblem(networkx.Graph())


@pytest.mark.parametrize("start", ["i9", (8, 8), (0, -1), (1, 2, 3), 5, 1.5])
def test_a_start_off_the_board_is_refused(start):
    with pytest.raises(BoardError, match=r"8x8|square"):
        TourProblem("8x8", start=start)


def test_a_start_in_a_hole_is_refused():
    with pytest.raises(BoardError, match="a1 is a hole of the 3x4 board"):
        TourProblem(Board.parse("3x4", holes="a1"), start="a1")


def test_start_and_end_must_differ():
    with pytest.raises(ProblemError, match="cannot start and end at a1"):
        TourProblem("8x8", start="a1", end=(7, 0))


def test_one_square_alone_may_start_and_end_there():
    problem = TourProblem("1x1", start="a1", end="a1")
    assert (problem.start_index, problem.end_index) == (0, 0)


def test_closed_has_no_end():
    with pytest.raises(ProblemError, match="a closed tour has no end"):
        TourProblem("8x8", kind="closed", end="a1")


@pytest.mark.parametrize("name", ["required", "forbidden"])
def test_a_move_that_is_no_move_is_refused(name):
    with pytest.raises(ProblemError, match=f"the {name} move a1-a2 is not a move"):
        TourProblem("8x8", **{name: [("a1", "a2")]})


def test_required_and_forbidden_the_same_is_refused():
    with pytest.raises(ProblemError, match="the move a1-b3 is both required and forbidden"):
        TourProblem("8x8", required=[("a1", "b3")], forbidden=[("b3", "a1")])


def test_three_required_moves_at_one_square_are_refused():
    with pytest.raises(ProblemError, match="3 required moves at d4: a tour uses at most 2 there"):
        TourProblem("8x8", required=[("d4", "b3"), ("d4", "b5"), ("c6", "d4")])


def test_a_required_move_said_twice_counts_once():
    problem = TourProblem("8x8", required=[("d4", "b3"), ("b3", "d4"), ("d4", "b5"), ("d4", "b5")])
    assert len(problem.required) == 2


def test_in_a_digraph_moves_have_a_direction():
    graph = networkx.DiGraph([(0, 1), (1, 0), (1, 2)])
    problem = TourProblem(graph, required=[(0, 1)], forbidden=[(1, 0)])
    assert problem.required_indices == ((0, 1),)
    assert problem.forbidden_indices == ((1, 0),)
    with pytest.raises(ProblemError, match="2-1 is not a move"):
        TourProblem(graph, required=[(2, 1)])


@pytest.mark.parametrize("moves", [[(0, 1), (0, 2)], [(1, 0), (2, 0)]])
def test_in_a_digraph_one_required_move_leaves_and_one_enters(moves):
    graph = networkx.complete_graph(4, networkx.DiGraph)
    with pytest.raises(ProblemError, match="at most 1"):
        TourProblem(graph, required=moves)


def test_a_self_loop_is_no_move():
    graph = networkx.Graph([(0, 1), (0, 0)])
    with pytest.raises(ProblemError, match="0-0 is not a move"):
        TourProblem(graph, required=[(0, 0)])


def test_mixed_labels_are_numbered_in_the_order_of_the_graph():
    graph = networkx.Graph([("x", 7), (7, (1, 2)), ((1, 2), "y")])
    problem = TourProblem(graph, start=(1, 2), end="x")
    assert (problem.start_index, problem.end_index) == (2, 0)
    assert [problem.name(number) for number in range(4)] == ["x", "7", "(1, 2)", "y"]


@pytest.mark.parametrize("label", ["z", 8, [1, 2]])
def test_an_unknown_label_is_refused(label):
    with pytest.raises(ProblemError, match="is not a vertex of the graph"):
        TourProblem(networkx.path_graph(["x", "y"]), start=label)


def test_a_vertex_is_named_by_the_text_of_its_label():
    vertices = GraphVertices(networkx.Graph([(1, "2"), ("2", (3, 4))]))
    assert vertices.at("1") == 1
    assert vertices.at("2") == "2"
    assert vertices.at("(3, 4)") == (3, 4)
    with pytest.raises(ProblemError, match="'5' is not a vertex"):
        vertices.at("5")


def test_a_text_that_names_two_vertices_is_refused():
    with pytest.raises(ProblemError, match="'1' names 2 vertices"):
        GraphVertices(networkx.Graph([(1, "1")])).at("1")


@pytest.mark.parametrize(
    ("problem", "one_way"),
    [
        (TourProblem("5x5"), False),
        (TourProblem("5x5", start="a1"), True),
        (TourProblem("5x5", end="a1"), True),
        (TourProblem("5x6", kind="closed", start="a1"), False),
        (TourProblem(networkx.DiGraph([(0, 1)])), True),
    ],
    ids=str,
)
def test_when_a_tour_and_its_reverse_are_two(problem, one_way):
    assert problem.one_way is one_way


def test_a_knight_graph_has_the_numbers_of_its_board():
    board = Board.parse("3x4", holes="b2")
    on_board, on_graph = TourProblem(board, start="a1"), TourProblem(knight_graph(board), start=(2, 0))
    assert on_board.start_index == on_graph.start_index == board.index("a1")


def test_the_text_of_a_problem_names_kind_space_and_ends():
    text = str(TourProblem("8x8", start="a1", end="h7", required=[("a1", "b3")]))
    assert text == "open tour of 8x8 from a1 to h7 with 1 required move"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"a1": 0}, "a given number is from 1 to 12, not 0"),
        ({"a1": 13}, "a given number is from 1 to 12, not 13"),
        ({"a1": "3"}, "a given number is from 1 to 12, not '3'"),
        ([("a1", 3), ("b2", 3)], "the number 3 is given twice"),
        ([("a1", 3), ("a1", 4)], "a1 is given two numbers"),
        ({"z9": 3}, "is not on the 3x4 board"),
        ({"b2": 1}, "the start is a1, but the given numbers say b2"),
    ],
)
def test_given_numbers_that_make_no_sense_are_refused(given, words):
    with pytest.raises(InputError, match=words):
        TourProblem("3x4", start="a1", given=given)


def test_the_first_and_the_last_given_number_fix_the_ends():
    problem = TourProblem("3x4", given={"a3": 1, "d1": 12, "b1": 2})
    assert (problem.start, problem.end) == ((0, 0), (2, 3))
    assert problem.given_indices == {0: 1, 11: 12, 9: 2}
    assert problem.one_way


@pytest.mark.parametrize("moves", [5, None, "a1-b3", 1.5, object])
@pytest.mark.parametrize("what", ["required", "forbidden"])
def test_moves_come_in_a_list(what, moves):
    with pytest.raises(ProblemError, match=f"{what} moves are a list of pairs of squares, not "):
        TourProblem("5x5", **{what: moves})


@pytest.mark.parametrize(
    "move", [5, None, "a1-b3", ("a1",), ("a1", "b3", "c5"), ("a1", None), iter(("a1",))]
)
@pytest.mark.parametrize("what", ["required", "forbidden"])
def test_a_move_is_a_pair(what, move):
    with pytest.raises(ProblemError, match=f"a {what} move is a pair of squares, not "):
        TourProblem("5x5", **{what: [move]})


@pytest.mark.parametrize("what", ["required", "forbidden"])
def test_moves_may_come_from_iterators(what):
    problem = TourProblem("5x5", **{what: iter([iter(("a1", "b3")), map(str, ("a1", "c2"))])})
    assert getattr(problem, what) == (((4, 0), (2, 1)), ((4, 0), (3, 2)))


@pytest.mark.parametrize("given", [5, None, "a1"])
def test_given_numbers_come_in_pairs(given):
    with pytest.raises(ProblemError, match="given numbers are pairs of a square and its number, not "):
        TourProblem("5x5", given=given)


@pytest.mark.parametrize("pair", [5, None, "a1", ("a1",), (None, 3), ("a1", 2, 3)])
def test_a_given_number_is_a_pair(pair):
    with pytest.raises(ProblemError, match="a given number is a pair of a square and its number, not "):
        TourProblem("5x5", given=[pair])


@pytest.mark.parametrize("number", [0, 26, 1.0, "3", True, 10**5000], ids=shown)
def test_a_given_number_is_one_of_the_tour(number):
    with pytest.raises(ProblemError, match="a given number is from 1 to 25, not "):
        TourProblem("5x5", given={"a1": number})


@pytest.mark.parametrize(
    ("problem", "text"),
    [
        (TourProblem(networkx.path_graph(1)), "open tour of a graph with 1 vertex"),
        (TourProblem(networkx.path_graph(2)), "open tour of a graph with 2 vertices"),
        (TourProblem("5x5", forbidden=[("a1", "b3")]), "open tour of 5x5 with 1 forbidden move"),
        (
            TourProblem("5x5", required=[("a1", "b3"), ("a1", "c2")]),
            "open tour of 5x5 with 2 required moves",
        ),
        (TourProblem("5x5", given={"a3": 9}), "open tour of 5x5 with 1 given number"),
    ],
)
def test_one_is_not_many(problem, text):
    assert str(problem) == text


def test_conditions_are_listed_in_one_phrase():
    problem = TourProblem("8x8", required=[("a1", "b3")], forbidden=[("a1", "c2")])
    assert str(problem) == "open tour of 8x8 with 1 required move and 1 forbidden move"
    problem = TourProblem(
        "8x8", required=[("a1", "b3")], forbidden=[("h8", "g6")], given={"c5": 3, "d4": 9}
    )
    assert str(problem) == "open tour of 8x8 with 1 required move, 1 forbidden move and 2 given numbers"


@pytest.mark.parametrize(
    ("directed", "required", "says"),
    [
        (False, [(0, 1), (0, 2), (3, 0)], "3 required moves at 0: a tour uses at most 2 there"),
        (True, [(0, 1), (0, 2)], "2 required moves from 0: a tour uses at most 1 there"),
        (True, [(1, 3), (2, 3)], "2 required moves to 3: a tour uses at most 1 there"),
    ],
)
def test_too_many_required_moves_name_the_vertex_and_their_direction(directed, required, says):
    graph = networkx.complete_graph(4, networkx.DiGraph if directed else networkx.Graph)
    with pytest.raises(ProblemError, match=f"^{says}$"):
        TourProblem(graph, required=required)


@pytest.mark.parametrize("count", range(1, 6))
def test_an_unknown_label_is_answered_with_up_to_three_that_there_are(count):
    vertices = GraphVertices(networkx.path_graph(count))
    names = ", ".join("01234"[:count][:3]) + (", ..." if count > 3 else "")
    for ask in (lambda: vertices.at("x"), lambda: vertices.index("x")):
        with pytest.raises(ProblemError) as caught:
            ask()
        assert str(caught.value) == f"'x' is not a vertex of the graph (its vertices: {names})"
    for number in (-1, count):
        with pytest.raises(ProblemError, match=f"they are 0 to {count - 1}$"):
            vertices.square(number)
