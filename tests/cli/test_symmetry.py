"""`--symmetry`: which commands take it, and what they refuse."""

from __future__ import annotations

import json

import pytest
from cli_runner import refused, run

import knight_models as km
from knight_models.core.symmetry import SymmetryKind
from knight_models.formats.json import problem_to_json, read_problem
from knight_models.solvers import SOLVERS
from knight_models.tasks.compare import compare

AXIAL = next(
    tour
    for tour in km.iter_tours("3x10", kind="closed")
    if not km.faults(km.TourProblem("3x10", "closed", symmetry="axial"), tour.order)
)


@pytest.fixture
def mirror():
    """A solver that takes a symmetry, and knows one tour of 3x10."""
    km.register_function("mirror", lambda run: AXIAL.order, takes=km.Takes(symmetry=True))
    yield
    del SOLVERS["mirror"]


@pytest.mark.usefixtures("mirror")
def test_a_solver_that_takes_it_solves_and_is_compared():
    asked = ["3x10", "--closed", "--symmetry", "axial", "--solver", "mirror"]
    data = run("solve", *asked, "--json").json
    assert (data["status"], data["problem"]["symmetry"]) == ("found", "axial")
    assert run("compare", *asked).code == 0


@pytest.mark.usefixtures("mirror")
@pytest.mark.parametrize("solver", ["depth-first", "cutset", "cpsat", "warnsdorff", "rotation", "tiling"])
@pytest.mark.parametrize("command", ["solve", "tours"])
def test_a_solver_that_does_not_take_it_is_refused_and_those_that_do_are_named(command, solver):
    sentence = refused(command, "3x10", "--closed", "--symmetry", "axial", "--solver", solver)
    assert sentence.startswith(
        f"{solver} cannot take the closed tour of 3x10 with axial symmetry: it does not"
    )
    assert "mirror" in sentence.split("; those that do: ")[1].split(", ")


def test_where_no_solver_takes_the_whole_problem_the_refusal_says_so():
    sentence = refused("solve", "6x6", "--closed", "--symmetry", "axial", "--require", "a1-b3")
    assert sentence.endswith("it does not take required or forbidden moves; no solver takes this problem")


@pytest.mark.parametrize(
    ("arguments", "count"),
    [
        (["3x10", "--closed", "--symmetry", "axial"], 4),
        (["3x10", "--closed", "--symmetry", "bergholtian"], 4),
        (["3x10", "--closed", "--symmetry", "eulerian"], 0),
        (["6x6", "--closed", "--symmetry", "quarter-turn"], 10),
        (["6x6", "--closed", "--symmetry", "quarter-turn", "--directed"], 20),
        (["6x6", "--closed", "--symmetry", "quarter-turn", "--up-to-symmetry"], 5),
        (["3x4", "--symmetry", "central"], 4),
    ],
)
def test_symmetric_tours_are_listed_and_solved(arguments, count):
    """Numbers of closed tours from Knuth, pre-fascicle 8A, and Jelliss."""
    listed = run("tours", *arguments, "--json").json
    assert (listed["count"], listed["complete"]) == (count, True)
    asked = [word for word in arguments if word not in ("--directed", "--up-to-symmetry")]
    assert run("solve", *asked).code == (0 if count else 1)
    assert run("compare", *asked).code == 0


def test_walks_do_not_pass_it_over():
    with pytest.raises(km.UnsupportedError, match="does not take a symmetry of the tour"):
        km.walks(km.TourProblem("6x6", symmetry="central"), "roth")
    with pytest.raises(km.UnsupportedError, match="does not take given numbers"):
        km.walks(km.TourProblem("6x6", given={"a1": 5}), "roth")


@pytest.mark.parametrize("command", ["solve", "tours", "compare"])
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["6x6", "--closed", "--symmetry", "rotary"], "unknown symmetry 'rotary'"),
        (["6x6", "--closed", "--symmetry", "quarter"], "did you mean 'quarter-turn'?"),
        (["6x6", "--closed", "--symmetry", ""], "unknown symmetry ''"),
        (["6x6", "--symmetry", "eulerian"], "eulerian symmetry is defined for closed tours"),
        (["6x8", "--closed", "--symmetry", "quarter-turn"], "the quarter-turn does not keep the board"),
        (["6x6", "--wrap", "both", "--symmetry", "central"], "without wrapped axes"),
        (["3x4x2", "--symmetry", "axial"], "boards with two axes"),
        (["6x6", "--holes", "a1", "--symmetry", "central"], "the half-turn does not keep the board"),
    ],
)
def test_where_it_is_not_defined_the_commands_refuse_it(command, arguments, words):
    assert words in refused(command, *arguments)


def test_graphs_and_given_numbers_have_none(tmp_path):
    graph, given = tmp_path / "graph.txt", tmp_path / "given.txt"
    graph.write_text("x y\ny z\n")
    given.write_text("1 . . .\n" + ". . . .\n" * 2)
    assert "this is a graph" in refused("solve", "--graph", str(graph), "--symmetry", "axial")
    assert "given numbers cannot" in refused("solve", "--given", str(given), "--symmetry", "axial")


@pytest.mark.parametrize("command", ["puzzle", "draw"])
def test_commands_that_ask_no_such_question_do_not_have_it(command):
    assert "unknown option '--symmetry'" in refused(command, "--symmetry", "axial")


def test_a_puzzle_of_a_problem_with_one_is_refused():
    tour = km.Tour(km.TourProblem("3x10", "closed", symmetry="axial"), AXIAL.order)
    with pytest.raises(km.ProblemError, match="must not ask for axial symmetry"):
        km.puzzle_of(tour)


def test_verify_states_the_symmetry_that_is_missing():
    text = " ".join(AXIAL.names)
    judged = ["verify", "-", "--board", "3x10", "--closed", "--symmetry"]
    assert run(*judged, "axial", stdin=text).code == 0
    outcome = run(*judged, "central", stdin=text)
    assert outcome.code == 1
    assert "the half-turn maps the move" in outcome.out
    assert "which is not a move of the tour" in outcome.out


@pytest.mark.parametrize("kind", SymmetryKind)
def test_json_keeps_it(kind):
    problem = km.TourProblem("6x6", "closed", symmetry=kind)
    data = problem_to_json(problem)
    assert data["symmetry"] == kind.value
    assert read_problem(json.dumps({"problem": data})) == problem


@pytest.mark.parametrize(
    ("part", "words"),
    [('"rotary"', "unknown symmetry 'rotary'"), ("3", "'symmetry' is a text"), ('["axial"]', "is a text")],
)
def test_json_with_a_wrong_symmetry_is_refused(part, words):
    board = '"board": {"shape": [6, 6]}, "kind": "closed"'
    with pytest.raises(km.FormatError, match=words):
        read_problem(f'{{"problem": {{{board}, "symmetry": {part}}}}}')


def test_a_problem_in_json_without_one_has_none():
    assert read_problem('{"problem": {"board": {"shape": [6, 6]}, "kind": "closed"}}').symmetry is None
    assert "symmetry" not in problem_to_json(km.TourProblem("6x6"))


def denier(name: str, denied):
    """A solver that answers that there is none of the problems denied, and finds `AXIAL` else."""

    class Denier:
        exact = True
        takes = km.Takes(symmetry=True)

        def unsupported(self, problem):
            return None

        def solve(self, run):
            if denied(run.problem):
                return run.impossible(km.SolverClaim("engine", "1.0"))
            return run.found(AXIAL.order)

    Denier.name = name
    return Denier()


def problem(kind="closed", symmetry=None):
    return km.TourProblem("3x10", kind, symmetry=symmetry)


def test_a_closed_tour_cut_open_need_not_keep_its_symmetry():
    """No contradiction: there is an axial closed tour, and perhaps no axial open one."""
    solver = denier("solver", lambda asked: not asked.closed)
    found = compare([problem("closed", "axial"), problem("open", "axial")], [solver])
    assert [row.result.status.value for row in found] == ["found", "impossible"]


@pytest.mark.parametrize(
    ("solved", "denied"),
    [
        (problem("closed", "axial"), problem("closed")),
        (problem("closed", "axial"), problem("open")),
        (problem("closed", "axial"), problem("closed", "axial")),
    ],
    ids=str,
)
def test_a_symmetric_tour_contradicts_that_there_is_none(solved, denied):
    solvers = [denier("one", lambda asked: False), denier("other", lambda asked: asked == denied)]
    with pytest.raises(km.ContradictionError):
        compare([solved, denied], solvers)


def test_a_tour_does_not_contradict_that_there_is_no_symmetric_one():
    solver = denier("solver", lambda asked: asked.symmetry is not None)
    found = compare([problem("closed"), problem("closed", "central")], [solver])
    assert [row.result.status.value for row in found] == ["found", "impossible"]
