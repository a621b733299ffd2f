"""`knight-models verify`: published tours judged as their sources and an independent check say."""

from __future__ import annotations

import pytest
from cli_runner import refused, run
from facts import facts

from knight_models.cli.verify import FAULTS_SHOWN

PUBLISHED = {tour["id"]: tour for tour in facts("published_tours.json")}
EULER = "euler_1759_symmetric_A226697"

ROGET = "1 4 7 10\n12 9 2 5\n3 6 11 8\n"
"""A tour of 3x4 from a3 to a2."""


def pasted(grid: list[list[int | None]]) -> str:
    """A grid as somebody pastes it, with dots for holes."""
    return "".join(" ".join("." if cell is None else str(cell) for cell in row) + "\n" for row in grid)


def judged(name: str, *arguments: str):
    """What verify says of a published tour, told what its source counts from."""
    tour = PUBLISHED[name]
    return run(
        "verify", "-", "--first-number", str(tour["first_number"]), *arguments, stdin=pasted(tour["grid"])
    )


@pytest.mark.parametrize("name", PUBLISHED)
def test_every_published_tour_is_judged_right(name):
    tour, outcome = PUBLISHED[name], judged(name, "--json")
    assert outcome.json["valid"] is tour["valid_path"]
    assert outcome.code == (0 if tour["valid_path"] else 1)
    if tour["valid_path"]:
        assert outcome.json["kind"] == ("closed" if tour["closed"] else "open")


@pytest.mark.parametrize("name", [name for name, tour in PUBLISHED.items() if tour["valid_path"]])
def test_a_published_tour_passes_as_closed_exactly_if_it_is(name):
    outcome = judged(name, "--closed")
    assert outcome.code == (0 if PUBLISHED[name]["closed"] else 1)
    assert ("the tour does not close" in outcome.out) is not PUBLISHED[name]["closed"]


def test_without_a_kind_it_says_the_kind_the_board_and_the_ends():
    outcome = run("verify", "-", stdin=ROGET)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == "valid: open tour of 3x4, a3 to a2\n"


def test_a_tour_whose_ends_are_adjacent_is_called_re_entrant_and_closed():
    outcome = run("verify", "-", stdin=pasted(PUBLISHED[EULER]["grid"]))
    assert outcome.out.startswith("valid: open (ends adjacent: re-entrant) tour of 8x8, a4 to c5")
    assert "also valid as a closed tour" in outcome.out


def test_asked_for_a_closed_tour_it_says_so():
    outcome = run("verify", "-", "--closed", stdin=pasted(PUBLISHED[EULER]["grid"]))
    assert outcome.out == "valid: closed tour of 8x8, a4 to c5\n"


def test_a_re_entrant_tour_is_not_strictly_open():
    outcome = run("verify", "-", "--kind", "strictly-open", stdin=pasted(PUBLISHED[EULER]["grid"]))
    assert outcome.code == 1
    assert "not strictly open: c5 to a4 is a move between its ends" in outcome.out


def test_each_fault_is_named_with_its_two_squares():
    outcome = run("verify", "-", stdin="1 4 7 10\n8 12 2 5\n3 6 9 11\n")
    assert outcome.code == 1
    assert (
        outcome.out == "invalid: 1 fault as an open tour of 3x4\n  step 10 to 11, d3 to d1, is not a move\n"
    )


def test_the_first_faults_are_shown_and_the_rest_counted():
    grid = [[8 * row + column + 1 for column in range(8)] for row in range(8)]  # 63 steps, none a knight's
    outcome = run("verify", "-", stdin=pasted(grid))
    lines = outcome.out.splitlines()
    assert lines[0].startswith("invalid: 63 faults")
    assert len(lines) == 1 + FAULTS_SHOWN + 1
    assert lines[-1] == f"  and {63 - FAULTS_SHOWN} more"
    assert len(run("verify", "-", "--json", stdin=pasted(grid)).json["faults"]) == 63


def test_several_tours_are_judged_each_and_one_wrong_one_is_enough():
    right = "a3 c2 a1 b3 d2 b1 c3 d1 b2 d3 c1 a2"
    wrong = "a3 c2 a1 b3 d2 b1 c3 d1 b2 d3 a2 c1"
    outcome = run("verify", "-", "--board", "3x4", stdin=f"{right}\n{wrong}\n{right}\n")
    assert outcome.code == 1
    lines = outcome.out.splitlines()
    assert lines[0] == "tour 1: valid: open tour of 3x4, a3 to a2"
    assert lines[1].startswith("tour 2: invalid: ")
    assert "d3 to a2" in lines[2]
    assert lines[-1] == "3 tours: 2 valid, 1 invalid"
    data = run("verify", "-", "--board", "3x4", "--json", stdin=f"{right}\n{wrong}\n").json
    assert (data["valid"], data["count"], data["invalid"]) == (False, 2, 1)
    assert [tour["valid"] for tour in data["tours"]] == [True, False]


def test_several_right_tours_are_no_fault():
    assert run("verify", "-", stdin="a3 c2 a1 b3 d2 b1 c3 d1 b2 d3 c1 a2\n" * 2).code == 0


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (["--start", "a1"], "the tour starts at a3, not at a1"),
        (["--end", "d1"], "the tour ends at a2, not at d1"),
        (["--require", "a3-b1"], "the required move is not used: a3 to b1"),
        (["--forbid", "c2-a3"], "the forbidden move is used: c2 to a3"),
    ],
)
def test_what_is_asked_for_is_judged_too(asked, words):
    outcome = run("verify", "-", *asked, stdin=ROGET)
    assert outcome.code == 1
    assert words in outcome.out


@pytest.mark.parametrize("asked", [["--start", "a3"], ["--end", "1,0"], ["--require", "c2-a3"]])
def test_what_is_asked_for_and_there_is_no_fault(asked):
    assert run("verify", "-", *asked, stdin=ROGET).code == 0


def test_on_a_wider_board_squares_are_missing():
    outcome = run("verify", "-", "--board", "3x5", stdin="a3 c2 a1 b3 d2 b1 c3 d1 b2 d3 c1 a2\n")
    assert outcome.code == 1
    assert "e1 is never visited" in outcome.out


def test_where_the_board_was_guessed_it_says_so():
    assert "the board is inferred; --board names another" in run("verify", "-", stdin="a1 b3 c1\n").out


def test_leaper_and_wrap_of_an_inferred_board():
    camel = "1 2\n"  # two squares side by side: a move of the (0, 1) leaper alone
    assert run("verify", "-", "--leap", "0,1", stdin=camel).code == 0
    assert run("verify", "-", stdin=camel).code == 1
    row = "1 2 3\n"  # with columns wrapping round, a (0, 2) leaper goes one step back
    assert run("verify", "-", "--leap", "0,2", "--wrap", "columns", stdin=row).code == 0


def test_holes_of_an_inferred_board_are_refused():
    assert "--holes needs --board" in refused("verify", "-", "--holes", "a1", stdin=ROGET)


class TestFirstNumber:
    FROM_0 = "0 3 6 9\n11 8 1 4\n2 5 10 7\n"

    def test_a_grid_that_has_0_to_n_minus_1_counts_from_0(self):
        assert run("verify", "-", stdin=self.FROM_0).out == "valid: open tour of 3x4, a3 to a2\n"

    def test_the_option_says_that_0_is_a_hole(self):
        outcome = run("verify", "-", "--first-number", "1", "--json", stdin=self.FROM_0)
        assert outcome.json["problem"]["board"]["holes"] == [[0, 0]]

    @pytest.mark.parametrize("value", ["2", "-1", "one"])
    def test_another_number_is_refused(self, value):
        assert value in refused("verify", "-", "--first-number", value, stdin=ROGET)


class TestGraphs:
    def test_labels_are_a_tour(self, tmp_path):
        file = tmp_path / "graph.txt"
        file.write_text("x y\ny z\nz x\n")
        assert run("verify", "-", "--graph", str(file), "--closed", stdin="y z x\n").code == 0
        outcome = run("verify", "-", "--graph", str(file), stdin="y z z\n")
        assert outcome.code == 1
        assert "x is never visited" in outcome.out

    def test_tsplib_tours(self, data_hcp):
        graph, tour = data_hcp
        outcome = run("verify", tour, "--graph", graph, "--closed")
        assert outcome.code == 0
        assert "closed tour of a graph with 1000 vertices" in outcome.out

    @pytest.fixture
    def data_hcp(self):
        from facts import DATA

        return str(DATA / "hcp" / "alb1000.hcp"), str(DATA / "hcp" / "alb1000.opt.tour")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "there is nothing in it"),
        ("1 2 x\n", "line 1, column 5"),
        ("1 2 3\n4 5\n", "line 2"),
        ("\x00\x01", "binary"),
        ('{"tour": null, "status": "impossible"}', "no tour"),
        ("[1, 2", "not JSON"),
    ],
)
def test_a_text_that_is_no_tour_is_refused_with_the_place(text, words):
    sentence = refused("verify", "-", stdin=text)
    assert sentence.startswith("standard input")
    assert words in sentence


def test_a_missing_file_is_named(tmp_path):
    assert "none.txt" in refused("verify", str(tmp_path / "none.txt"))


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["tour.txt"], "FILE"),
        (["--board", "8x8"], "--board"),
        (["--leap", "1,2"], "--leap"),
        (["--closed"], "--closed"),
        (["--start", "a1"], "--start"),
        (["--first-number", "1"], "--first-number"),
        (["--describe"], "--describe"),
    ],
)
def test_evidence_takes_no_option_about_the_problem(arguments, named):
    assert refused("verify", "--evidence", "-", *arguments, stdin="{}") == (
        f"{named} has no effect here: the file of --evidence names its problem itself"
    )


def test_without_a_file_it_says_what_is_missing():
    assert "FILE" in refused("verify")


def test_describe_tells_the_metrics_below_the_verdict():
    outcome = judged("dudeney_magic", "--describe", "--closed")
    verdict, *lines = outcome.out.splitlines()
    assert verdict.startswith("valid: closed tour of 8x8")
    assert all(line.startswith("  ") for line in lines)
    sums = next(line for line in lines if line.startswith("  sums: "))
    assert sums.startswith("  sums: rows 260, columns 260, diagonals 2")
    assert sums.endswith(": semi-magic, not magic")


def test_describe_with_json_adds_an_object():
    data = judged("dudeney_magic", "--describe", "--json").json["description"]
    assert set(data["sums"]["rows"]) == set(data["sums"]["columns"]) == {260}
    assert sorted(data["sums"]["diagonals"]) == [256, 264]
    assert (data["sums"]["semi_magic"], data["sums"]["magic"]) == (True, False)
    assert data["turns"] + data["straight"] == sum(data["angles"].values()) == 64
    assert data["angles"]["180.0"] == data["straight"]
    assert {"start", "reverse", "magic"} == set(data["renumberings"][0])
    assert data["undefined"] == {}


def test_without_describe_there_is_no_description():
    assert "description" not in judged("dudeney_magic", "--json").json


def test_a_tour_that_closes_is_described_as_the_closed_tour_that_it_is_too():
    """Euler's tour of 1759: the half-turn keeps its direction, opposite squares differ by 32."""
    outcome = judged(EULER, "--describe")
    assert "  symmetry: Eulerian: half-turn (keeps the direction)\n" in outcome.out
    assert "  opposite squares: differ by 32\n" in outcome.out
    data = judged(EULER, "--describe", "--json").json
    assert data["kind"] == "closed"
    assert data["description"]["symmetry"]["type"] == "Eulerian"
    as_open = judged(EULER, "--kind", "open", "--describe", "--json").json
    assert as_open["description"]["symmetry"]["type"] == "none"
    assert as_open["description"]["turns"] + as_open["description"]["straight"] == 62


def test_an_invalid_tour_is_not_described():
    outcome = run("verify", "-", "--describe", stdin="1 4 7 10\n8 12 2 5\n3 6 9 11\n")
    assert outcome.code == 1
    assert "turns" not in outcome.out
    data = run("verify", "-", "--describe", "--json", stdin="1 4 7 10\n8 12 2 5\n3 6 9 11\n").json
    assert "description" not in data


def test_each_of_several_tours_is_described():
    outcome = run("verify", "-", "--describe", stdin=f"{ROGET}\n{ROGET}")
    assert outcome.out.count("  symmetry: ") == 2


@pytest.mark.parametrize("name", [name for name, tour in PUBLISHED.items() if tour["valid_path"]])
def test_every_valid_published_tour_is_described(name):
    data = judged(name, "--describe", "--json").json
    cells = [cell for row in PUBLISHED[name]["grid"] for cell in row if cell is not None]
    assert sum(data["description"]["sums"]["rows"]) == len(cells) * (len(cells) + 1) // 2


def test_a_tour_of_a_graph_is_described_as_far_as_anything_is_defined(tmp_path):
    graph = tmp_path / "ring.txt"
    graph.write_text("a b\nb c\nc a\n")
    outcome = run("verify", "-", "--graph", str(graph), "--closed", "--describe", stdin="a\nb\nc\n")
    assert outcome.out.startswith("valid: ")
    assert outcome.out.count("not defined: a tour of a graph has no directions") == 1


WRONG = "1 4 7 10\n8 11 2 5\n3 6 9 11\n"


class TestSeveralFiles:
    @pytest.fixture
    def files(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        for name, text in {"right": ROGET, "wrong": WRONG, "words": "hello\n"}.items():
            (tmp_path / name).write_text(text)

    def test_each_is_judged_with_its_name_in_front(self, files):
        outcome = run("verify", "right", "wrong")
        assert outcome.code == 1
        lines = outcome.out.splitlines()
        assert lines[0] == "right: valid: open tour of 3x4, a3 to a2"
        assert lines[1] == "wrong: invalid: 2 faults as an open tour of 3x4"
        assert all(line.startswith("  ") for line in lines[2:])
        assert run("verify", "right", "right").code == 0

    def test_the_worst_exit_code_counts_and_the_others_are_judged(self, files):
        outcome = run("verify", "words", "wrong", "right", "none")
        assert outcome.code == 2
        assert "right: valid" in outcome.out
        errors = outcome.err.splitlines()
        assert [error.split(":")[:2] for error in errors] == [["error", " words"], ["error", " none"]]

    def test_with_json(self, files):
        data = run("verify", "right", "wrong", "words", "--json").json
        assert (data["valid"], data["count"], data["invalid"]) == (False, 3, 2)
        assert [entry["file"] for entry in data["files"]] == ["right", "wrong", "words"]
        one = run("verify", "right", "--json").json
        assert data["files"][0] == {"file": "right"} | one
        assert data["files"][2]["error"].startswith("words: line 1")

    def test_standard_input_is_read_once(self):
        assert "once" in refused("verify", "-", "-", stdin=ROGET)


class TestMisprints:
    def test_the_number_put_right_is_named(self):
        outcome = run("verify", "-", stdin=WRONG)
        assert outcome.out.endswith("  with 12 in place of 11 on d1 it is a tour\n")
        data = run("verify", "-", "--json", stdin=WRONG).json
        assert data["misprint"] == {"square": [2, 3], "number": 11, "right": 12}

    @pytest.mark.parametrize("number", [99, 13, -4])
    def test_a_number_out_of_range(self, number):
        outcome = run("verify", "-", stdin=f"1 4 7 10\n8 11 2 5\n3 6 9 {number}\n")
        assert f"with 12 in place of {number} on d1 it is a tour" in outcome.out

    @pytest.mark.parametrize("text", ["1 4 7 10\n8 12 2 5\n3 6 9 11\n", "1 4 7 10\n8 11 2 5\n3 11 9 11\n"])
    def test_where_more_than_one_is_wrong_none_is_named(self, text):
        outcome = run("verify", "-", stdin=text)
        assert outcome.code == 1
        assert "in place of" not in outcome.out
        assert "misprint" not in run("verify", "-", "--json", stdin=text).json

    def test_the_kind_asked_for_counts(self):
        assert "in place of" not in run("verify", "-", "--closed", stdin=WRONG).out
