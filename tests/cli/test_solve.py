"""`knight-models solve`: the tour on standard output, what there is to say about it on standard error."""

from __future__ import annotations

import io
import json
import stat
from itertools import pairwise

import networkx as nx
import numpy as np
import pytest
from cli_runner import refused, run

from knight_models import Board, SolveResult, TourProblem, knight_graph, solve
from knight_models.cli.messages import verdict


def squares_of(grid: str) -> dict[int, tuple[int, int]]:
    """Where each number of a printed grid stands, read without the package."""
    rows = [line.split() for line in grid.splitlines()]
    return {int(cell): (r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell != "."}


def is_walk(places: dict[int, tuple[int, int]], steps: set[tuple[int, int]]) -> bool:
    """Whether every number stands a move of the knight from the next."""
    pairs = ((places[k], places[k + 1]) for k in range(1, len(places)))
    return all(tuple(sorted((abs(a - c), abs(b - d)))) in steps for (a, b), (c, d) in pairs)


KNIGHT = {(1, 2)}


def test_a_tour_is_a_grid_on_standard_output_and_a_line_about_it_on_standard_error():
    outcome = run("solve", "8x8", "--start", "a1", "--solver", "warnsdorff")
    assert outcome.code == 0
    places = squares_of(outcome.out)
    assert sorted(places) == list(range(1, 65))
    assert places[1] == (7, 0)
    assert is_walk(places, KNIGHT)
    assert len({len(line) for line in outcome.out.splitlines()}) == 1
    assert outcome.err.count("\n") == 1
    for word in ("tour of 8x8", "found by warnsdorff", "64 steps", "verified"):
        assert word in outcome.err


def test_auto_says_which_solver_answered():
    assert "found by warnsdorff (chosen by auto)" in run("solve", "8x8").err


def test_an_open_tour_whose_ends_are_adjacent_is_called_re_entrant():
    # The ends of a tour from a1 to b3 are a move apart.
    outcome = run("solve", "6x6", "--start", "a1", "--end", "b3", "--solver", "cpsat")
    assert "open (ends adjacent: re-entrant) tour of 6x6" in outcome.err


@pytest.mark.parametrize("form", ["grid", "moves", "algebraic", "json"])
def test_what_solve_prints_verify_accepts(form):
    found = run("solve", "5x6", "--closed", "--solver", "depth-first", "--format", form)
    judged = run("verify", "-", "--closed", stdin=found.raw)
    assert (found.code, judged.code) == (0, 0)
    assert judged.out.startswith("valid: closed tour of 5x6")


@pytest.mark.parametrize("form", ["tsplib", "npy"])
def test_what_solve_prints_as_numbers_verify_accepts_with_the_board(form):
    found = run("solve", "5x6", "--closed", "--solver", "depth-first", "--format", form)
    assert run("verify", "-", "--board", "5x6", "--closed", stdin=found.raw).code == 0


def test_npy_is_the_order_in_32_bits():
    found = run("solve", "8x8", "--solver", "warnsdorff", "--start", "a1", "--format", "npy")
    order = np.load(io.BytesIO(found.raw))
    assert order.dtype == np.int32
    assert sorted(order.tolist()) == list(range(64))
    assert order[0] == 56


def test_moves_are_one_step_a_line():
    lines = run(
        "solve", "8x8", "--solver", "warnsdorff", "--start", "a1", "--format", "moves"
    ).out.splitlines()
    assert len(lines) == 64
    assert lines[0].split() == ["1", "a1", "7", "0"]


def test_json_is_one_object_with_everything_that_it_takes_to_run_again():
    outcome = run(
        "solve", "6x6", "--closed", "--solver", "cpsat", "--seed", "7", "--seconds", "20", "--json"
    )
    assert (outcome.code, outcome.err) == (0, "")
    data = outcome.json
    assert (data["status"], data["solver"], data["seed"]) == ("found", "cpsat", 7)
    assert data["limits"]["seconds"] == 20
    assert data["problem"]["board"] == {"shape": [6, 6], "leap": [1, 2], "holes": [], "wrap": []}
    assert data["problem"]["kind"] == "closed"
    assert len(data["tour"]) == 36
    assert data["evidence"] is None
    assert data["versions"]["ortools"]


def test_impossible_says_the_evidence_and_that_it_was_re_checked():
    # Schwenk 1991: no closed tour where both sides are odd.
    outcome = run("solve", "5x5", "--closed")
    assert (outcome.code, outcome.err) == (1, "")
    assert outcome.out.startswith("impossible: there is no closed tour of 5x5")
    assert (
        "evidence (ColourImbalance, re-checked by the verifier): every move changes the colour"
        in outcome.out
    )


def test_impossible_says_when_its_evidence_was_not_re_checked():
    # 4x4 has no open tour (Cull & De Curtins 1978).
    outcome = run("solve", "4x4", "--solver", "depth-first")
    assert outcome.code == 1
    assert "evidence (Exhausted, not re-checked): the complete search of depth-first" in outcome.out


def test_evidence_that_was_not_re_checked_is_supported_by_evidence_that_was():
    # Schwenk 1991, as above; OR-Tools only claims it.
    *_, evidence, support = run("solve", "5x5", "--closed", "--solver", "cpsat").out.splitlines()
    assert evidence.startswith("evidence (SolverClaim, not re-checked): ")
    assert support.startswith("support (ColourImbalance, re-checked by the verifier): every move changes")


def test_unknown_says_why_and_what_to_try_next():
    outcome = run("solve", "4x4", "--solver", "warnsdorff")
    assert outcome.code == 3
    assert outcome.out.startswith("unknown whether there is an open tour of 4x4; warnsdorff gave up")
    assert "dead end" in outcome.out
    assert "try --solver cpsat" in outcome.out


def test_a_step_limit_is_a_reason_and_more_steps_an_advice():
    outcome = run("solve", "8x8", "--closed", "--solver", "depth-first", "--steps", "100")
    assert outcome.code == 3
    assert "step limit" in outcome.out
    assert "; try a larger --steps or --solver cpsat" in outcome.out


def test_the_advice_names_no_solver_that_cannot_take_the_problem():
    """Neither `tiling` nor `rotation` takes directed graphs, nor a board with given numbers."""
    directed = TourProblem(nx.DiGraph([(0, 1), (1, 2), (2, 0)]), "closed")
    numbered = TourProblem("6x6", given={"a1": 1})
    for problem, advice in ((directed, "a smaller graph"), (numbered, "a smaller board")):
        result = SolveResult("unknown", problem, reason="this needs 9 bytes of memory; 8 are allowed")
        assert verdict(result).endswith(f"; try {advice}")


def test_where_the_memory_does_not_suffice_the_advice_is_a_smaller_board_or_a_construction():
    """`auto` has walks and rotations that give up here, and no memory for the exact solvers."""
    problem = TourProblem("40x40", start="a1", end="a3")
    result = solve(problem, memory=70_000)
    assert "bytes of memory; 70,000 are allowed" in result.reason
    assert verdict(result).endswith(
        "; try a smaller board, or --solver tiling or rotation, for the least memory"
    )


def test_a_board_too_large_for_a_solver_is_bad_input_with_the_bytes():
    sentence = refused("solve", "46000x46000", "--solver", "cutset", "--closed")
    assert sentence.startswith("cutset cannot take the closed tour of 46000x46000: ")
    assert " bytes of memory; " in sentence


def test_one_vertex_is_not_many(tmp_path):
    file = tmp_path / "one.g6"
    file.write_text("@\n")  # the graph6 of one vertex
    assert "tour of a graph with 1 vertex, found" in run("solve", "--graph", str(file)).err
    assert (
        "there is no closed tour of a graph with 1 vertex"
        in run("solve", "--graph", str(file), "--closed").out
    )


def test_no_time_at_all_is_unknown():
    outcome = run("solve", "8x8", "--closed", "--solver", "cpsat", "--seconds", "0", "--json")
    assert (outcome.code, outcome.json["status"], outcome.json["tour"]) == (3, "unknown", None)


def test_required_and_forbidden_moves_in_every_spelling():
    asked = ["--require", "a1-b3", "--require", "5,1-3,0", "--forbid", "C1-d3"]
    tour = run("solve", "8x8", "--solver", "cpsat", "--format", "algebraic", *asked).out.split()
    moves = {frozenset(pair) for pair in pairwise(tour)}
    assert {frozenset(("a1", "b3")), frozenset(("b3", "a5"))} <= moves
    assert frozenset(("c1", "d3")) not in moves


def test_leapers_given_twice_are_a_union():
    data = run("solve", "6x6", "--leap", "0,1", "--leap", "2,1", "--json").json
    assert data["problem"]["board"]["leap"] == [[0, 1], [1, 2]]
    assert run("solve", "6x6", "--leap", "0,1+2,1", "--json").json["tour"] == data["tour"]
    steps = {tuple(sorted((abs(a - c), abs(b - d)))) for (a, b), (c, d) in pairwise(data["tour"])}
    assert steps <= {(0, 1), (1, 2)}
    twice = refused("solve", "6x6", "--leap", "1,2", "--leap", "2,1")
    assert "the leaper 1,2 is in '1,2+2,1' twice" in twice


def test_leaper_holes_and_wrap_make_another_board():
    data = run("solve", "4x5", "--leap", "2,1", "--holes", "a1,e4", "--wrap", "both", "--json").json
    assert data["problem"]["board"] == {
        "shape": [4, 5], "leap": [1, 2], "holes": [[0, 4], [3, 0]], "wrap": [0, 1],
    }  # fmt: skip


def test_a_camel_walks_by_its_own_moves():
    # A (1, 3) leaper stays on one colour: a board of both has no tour, told by the graph falling apart.
    outcome = run("solve", "4x4", "--leap", "1,3", "--json")
    assert outcome.code == 1
    assert outcome.json["evidence"]["type"] in ("Disconnected", "LowDegree")


def test_a_map_is_a_board_with_its_holes(tmp_path):
    drawn = tmp_path / "board.txt"
    drawn.write_text("....\n....\n...#\n")
    data = run("solve", "--map", str(drawn), "--holes", "a1", "--json").json
    assert data["problem"]["board"]["shape"] == [3, 4]
    assert data["problem"]["board"]["holes"] == [[2, 0], [2, 3]]


class TestGraphs:
    @pytest.fixture
    def path(self, tmp_path):
        file = tmp_path / "path.txt"
        file.write_text("a-1 b\nb c-2\nc-2 d\n")
        return str(file)

    def test_vertices_are_named_by_the_texts_of_their_labels(self, path):
        outcome = run("solve", "--graph", path, "--start", "d")
        assert (outcome.code, outcome.out) == (0, "d c-2 b a-1\n")
        assert "tour of a graph with 4 vertices" in outcome.err

    def test_a_label_may_have_a_minus_of_its_own(self, path):
        assert run("solve", "--graph", path, "--require", "a-1-b").code == 0
        assert run("solve", "--graph", path, "--forbid", "b-c-2").code == 1

    def test_a_move_that_can_be_read_in_two_ways_is_refused(self, tmp_path):
        file = tmp_path / "graph.txt"
        file.write_text("a b-c\na-b c\na a-b\n")
        assert "'a-b-c' can be read as more than one move" in refused(
            "solve", "--graph", str(file), "--require", "a-b-c"
        )

    def test_an_arc_may_be_written_as_in_its_file(self, tmp_path):
        file = tmp_path / "arcs.txt"
        file.write_text("a -> b\nb -> c\nc -> a\n")
        assert run("solve", "--graph", str(file), "--require", "b->c").code == 0
        assert "b-a is not a move" in run("solve", "--graph", str(file), "--require", "b->a").err

    def test_an_unknown_vertex_is_named(self, path):
        assert "'x' is not a vertex of the graph" in refused("solve", "--graph", path, "--start", "x")

    @pytest.mark.parametrize("option", ["--leap", "--holes", "--wrap"])
    def test_board_options_are_refused(self, path, option):
        assert f"{option} describes a board, but --graph names a graph" in refused(
            "solve", "--graph", path, option, "1,2"
        )

    def test_there_is_no_grid_of_a_graph(self, path):
        assert "a tour of a graph has no number grid" in refused(
            "solve", "--graph", path, "--format", "grid"
        )

    def test_the_graph_of_a_board_has_the_tours_of_the_board(self, tmp_path):
        graph = knight_graph(Board.parse("3x4"))
        numbers = {square: number for number, square in enumerate(graph)}
        file = tmp_path / "edges.txt"
        file.write_text("".join(f"{numbers[a]} {numbers[b]}\n" for a, b in graph.edges))
        listed = run("tours", "--graph", str(file))
        assert "8 tours, all of them" in listed.err  # OEIS A169696

    @pytest.mark.parametrize(
        ("data", "words"),
        [
            (b"", "there is nothing in it"),
            (b"\x00\x01\x02", "binary"),
            (b"TYPE : HCP\nDIMENSION : 3\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n1 9\n-1\n", "9"),
            (b"1 2\n2 3 4\n", "line 2"),
        ],
    )
    def test_a_file_that_is_no_graph_is_refused_with_its_name(self, tmp_path, data, words):
        file = tmp_path / "graph.hcp"
        file.write_bytes(data)
        sentence = refused("solve", "--graph", str(file))
        assert sentence.startswith(str(file))
        assert words in sentence

    def test_a_missing_file_is_named(self, tmp_path):
        missing = str(tmp_path / "none.hcp")
        assert refused("solve", "--graph", missing) == (
            f"{missing}: the file cannot be read: No such file or directory"
        )


class TestOutput:
    def test_the_tour_goes_to_the_file_and_nothing_to_standard_output(self, tmp_path):
        file = tmp_path / "tour.txt"
        outcome = run("solve", "8x8", "--output", str(file))
        assert (outcome.code, outcome.out) == (0, "")
        assert f"written to {file}" in outcome.err
        assert run("verify", str(file)).code == 0

    def test_the_ending_of_the_file_names_the_format(self, tmp_path):
        for name in ("t.npy", "t.json", "t.tour"):
            assert run("solve", "8x8", "--output", str(tmp_path / name)).code == 0
        assert sorted(np.load(tmp_path / "t.npy").tolist()) == list(range(64))
        assert json.loads((tmp_path / "t.json").read_text())["status"] == "found"
        assert "TOUR_SECTION" in (tmp_path / "t.tour").read_text()

    def test_a_format_that_is_named_goes_before_the_ending(self, tmp_path):
        assert run("solve", "8x8", "--format", "grid", "--output", str(tmp_path / "t.npy")).code == 0
        assert len(squares_of((tmp_path / "t.npy").read_text())) == 64

    def test_with_json_the_object_is_on_standard_output_and_the_tour_in_the_file(self, tmp_path):
        file = tmp_path / "tour.txt"
        outcome = run("solve", "8x8", "--json", "--output", str(file), "--format", "algebraic")
        assert outcome.json["status"] == "found"
        assert len(file.read_text().split()) == 64

    def test_json_in_a_file(self, tmp_path):
        file = tmp_path / "result.json"
        outcome = run("solve", "4x4", "--format", "json", "--output", str(file))
        assert (outcome.code, outcome.out) == (1, "")
        assert json.loads(file.read_text())["status"] == "impossible"

    def test_where_there_is_no_tour_an_older_file_stays(self, tmp_path):
        file = tmp_path / "tour.txt"
        file.write_text("what was there")
        outcome = run("solve", "4x4", "--output", str(file))
        assert outcome.code == 1
        assert outcome.out.startswith("impossible")
        assert file.read_text() == "what was there"
        assert [entry.name for entry in tmp_path.iterdir()] == ["tour.txt"]

    @pytest.mark.parametrize("name", ["", "no/such/directory/tour.txt", "."])
    @pytest.mark.parametrize("command", ["solve", "tours"])
    def test_a_path_that_cannot_be_written_is_refused_before_the_solving(self, tmp_path, command, name):
        # No solver could end this within the time of the tests.
        work = [command, "8x8", "--closed", "--solver", "depth-first", "--seconds", "inf"]
        assert refused(*work, "--output", str(tmp_path / name) if name else "").startswith("cannot write")

    def test_a_write_protected_file_is_refused(self, tmp_path, monkeypatch):
        file = tmp_path / "tour.txt"
        file.write_text("keep")
        file.chmod(stat.S_IRUSR)
        monkeypatch.setattr("os.access", lambda *_: False)  # for root, who may write everything
        assert "write-protected" in refused("solve", "8x8", "--output", str(file))
        assert file.read_text() == "keep"

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["--format", "gird"], "unknown format 'gird'; did you mean 'grid'?"),
            (["--format", "gif"], "unknown format 'gif'"),
            (["--format", "grid", "--json"], "--json takes standard output"),
        ],
    )
    def test_formats_that_cannot_be(self, arguments, words):
        assert words in refused("solve", "8x8", *arguments)


def test_a_solver_that_lies_is_found_out(monkeypatch):
    from knight_models.core.result import SolveResult, Status
    from knight_models.core.tour import Tour
    from knight_models.solvers import SOLVERS
    from knight_models.solvers.base import Options

    class Liar(Options):
        name = "liar"

        def solve(self, run):
            return SolveResult(Status.FOUND, run.problem, Tour(run.problem, range(len(run.problem))))

    monkeypatch.setitem(SOLVERS, "liar", Liar)
    outcome = run("solve", "3x4", "--solver", "liar")
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err.startswith("error: solver 'liar' returned a wrong answer: step 1 to 2")


def test_a_dash_as_output_is_standard_output():
    named, usual = run("solve", "5x5", "--output", "-"), run("solve", "5x5")
    assert (named.code, named.out) == (0, usual.out)
    assert "written to" not in named.err
    assert len(json.loads(run("solve", "5x5", "--json", "--output", "-").out)["tour"]) == 25


def test_what_is_odd_about_a_graph_file_is_noted_on_standard_error(tmp_path):
    lines = "NAME : c4\nTYPE : HCP\nDIMENSION : 4\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n"
    (tmp_path / "c4.hcp").write_text(lines + "1 2\n2 3\n3 4\n4 1\n")
    outcome = run("solve", "--graph", str(tmp_path / "c4.hcp"), "--closed")
    assert outcome.code == 0
    assert outcome.err.startswith("note: ")
    assert "\n" not in outcome.out.strip()
