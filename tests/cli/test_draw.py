"""`knight-models draw`, and pictures as a format of the other commands."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from xml.etree import ElementTree as ET

import pytest
from cli_runner import Outcome, refused, run

from knight_models import Board, Tour, TourProblem, svg_of
from knight_models.cli import compare
from knight_models.draw import packages

COMMAND = [sys.executable, "-m", "knight_models"]
SVG = "{http://www.w3.org/2000/svg}"

# A tour of 3x4, and the same with its last two numbers exchanged.
ORDER = [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]
GRID = " 1  4  7 10\n 8 11  2  5\n 3  6  9 12\n"
WRONG = " 1  4  7 10\n 8 12  2  5\n 3  6  9 11\n"
PUZZLE = " .  .  .  .  .\n .  1  .  .  .\n . 22  .  .  .\n .  .  . 11  .\n21  .  .  .  .\n"


@pytest.fixture
def grid(tmp_path):
    path = tmp_path / "tour.txt"
    path.write_text(GRID)
    return str(path)


@pytest.fixture
def puzzle(tmp_path):
    path = tmp_path / "puzzle.txt"
    path.write_text(PUZZLE)
    return str(path)


def picture(outcome: Outcome, code: int = 0) -> ET.Element:
    """The SVG that a command wrote to standard output, and nothing else."""
    assert outcome.code == code, outcome
    root = ET.fromstring(outcome.out)
    assert root.tag == f"{SVG}svg"
    return root


def texts(root: ET.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def panels(root: ET.Element) -> int:
    return sum(element.get("class") == "panel" for element in root.iter(f"{SVG}g"))


class TestTours:
    def test_a_tour_is_drawn_as_svg_of_draws_it(self, grid):
        outcome = run("draw", grid)
        assert outcome.out == svg_of(Tour(TourProblem("3x4"), ORDER))
        assert outcome.err == "open tour of 3x4\n"

    def test_standard_input(self, grid):
        assert run("draw", "-", stdin=GRID).out == run("draw", grid).out

    @pytest.mark.parametrize("form", ["json", "grid", "algebraic", "moves"])
    def test_whatever_solve_writes(self, form):
        found = run("solve", "6x6", "--closed", "--format", form)
        outcome = run("draw", "-", "--closed", stdin=found.raw)
        assert "closed tour of 6x6" in outcome.err
        assert {str(number) for number in range(1, 37)} < set(texts(picture(outcome)))

    def test_several_tours_stand_side_by_side(self):
        listed = run("tours", "5x5", "--limit", "3", "--format", "grid").out
        outcome = run("draw", "-", stdin=listed)
        assert panels(picture(outcome)) == 3
        assert outcome.err == "3 tours, all valid\n"

    def test_tours_of_a_comparison(self):
        compared = run("compare", "5x5", "--solver", "warnsdorff", "--solver", "depth-first", "--json")
        assert panels(picture(run("draw", "-", stdin=compared.out))) == 2

    def test_a_tour_that_could_be_closed_is_drawn_open_and_told(self):
        found = run("solve", "6x6", "--closed").out
        outcome = run("draw", "-", stdin=found)
        assert outcome.err == "open (ends adjacent: re-entrant) tour of 6x6; --closed draws it closed\n"
        assert outcome.out != run("draw", "-", "--closed", stdin=found).out

    def test_board_options_say_what_it_is_a_tour_of(self):
        listed = run("solve", "3x4", "--format", "npy")
        assert texts(picture(run("draw", "-", "--board", "3x4", stdin=listed.raw)))
        assert "--board" in refused("draw", "-", stdin="[3, 1, 2]")

    def test_more_tours_than_a_picture_shows(self):
        listed = run("tours", "5x5", "--limit", "401").out
        assert "at most 400 boards" in run("draw", "-", stdin=listed).err


class TestWrongTours:
    def test_they_are_judged_as_verify_does_and_not_drawn(self, tmp_path):
        output = tmp_path / "old.svg"
        output.write_text("mine")
        outcome = run("draw", "-", "--output", str(output), stdin=WRONG)
        judged = run("verify", "-", stdin=WRONG)
        assert (outcome.code, outcome.out) == (1, "")
        assert outcome.err.startswith(judged.out)
        assert "nothing is drawn; --anyway" in outcome.err
        assert output.read_text() == "mine"

    def test_anyway_they_are_drawn_with_the_wrong_steps(self):
        outcome = run("draw", "-", "--anyway", stdin=WRONG)
        order = [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 11, 5]
        assert outcome.code == 1
        assert outcome.out == svg_of(Tour(TourProblem("3x4"), order))
        assert "step 10 to 11, d3 to d1, is not a move" in outcome.err

    def test_what_puts_no_squares_in_an_order_is_not_drawn_even_so(self):
        outcome = run("draw", "-", "--anyway", stdin=WRONG.replace("12", " 9"))
        assert (outcome.code, outcome.out) == (1, "")
        assert outcome.err.endswith("nothing is drawn: the numbers do not put the squares in an order\n")

    def test_as_another_kind(self):
        assert run("draw", "-", "--closed", stdin=GRID).code == 1

    def test_a_knight_is_no_camel(self):
        assert run("draw", "-", "--leap", "1,3", stdin=GRID).code == 1


class TestPuzzles:
    def test_givens_are_bold_and_the_rest_is_blank(self, puzzle):
        outcome = run("draw", puzzle, "--no-names")
        root = picture(outcome)
        assert sorted(texts(root)) == ["1", "11", "21", "22"]
        [given] = [group for group in root.iter(f"{SVG}g") if group.get("class") == "given"]
        assert given.get("font-weight") == "bold"
        assert "is read as a puzzle: open tour of 5x5" in outcome.err

    def test_given_says_so_outright(self, puzzle):
        outcome = run("draw", "--given", puzzle)
        assert outcome.out == run("draw", puzzle).out
        assert outcome.err == ""

    def test_a_puzzle_as_json(self, puzzle):
        made = run("puzzle", "5x5", "--seed", "1", "--json").out
        given = sorted(str(number) for _, number in json.loads(made)["givens"])
        outcome = run("draw", "-", "--no-names", stdin=made)
        assert sorted(texts(picture(outcome))) == given
        assert "is read as a puzzle" in outcome.err
        assert panels(picture(run("draw", "-", "--solution", stdin=made))) == 2

    def test_a_result_without_a_tour_is_refused(self):
        for arguments in (["3x3"], ["8x8", "--closed", "--steps", "1", "--solver", "depth-first"]):
            result = run("solve", *arguments, "--json").out
            assert "this result has no tour; its status is" in refused("draw", "-", stdin=result)

    def test_the_solution_stands_beside_it(self, puzzle):
        solved = run("solve", "--given", puzzle, "--format", "algebraic").out.split()
        for arguments in ([puzzle], ["--given", puzzle]):
            root = picture(run("draw", *arguments, "--solution", "--no-names"))
            assert panels(root) == 2
            assert set(texts(root)) > {str(number) for number in range(1, 26)}
            assert solved[0] == Board.parse("5x5").name((1, 1))

    def test_one_that_nothing_solves_is_drawn_alone(self):
        impossible = "1 2 . .\n3 . . .\n. . . 12\n"
        outcome = run("draw", "-", "--solution", stdin=impossible)
        assert panels(picture(outcome, code=1)) == 1
        assert "impossible: there is no open tour of 3x4" in outcome.err

    def test_one_that_nobody_decided_is_drawn_alone(self):
        free = ("1 " + ". " * 29 + "\n") + (". " * 30 + "\n") * 29
        arguments = ["--solution", "--closed", "--seconds", "0", "--solver", "depth-first", "--seed", "3"]
        outcome = run("draw", "-", *arguments, stdin=free)
        picture(outcome, code=3)
        assert "unknown whether there is a closed tour" in outcome.err
        assert "depth-first" in outcome.err

    def test_numbers_from_one_on_may_be_a_tour_of_the_other_squares(self):
        few = "1 . .\n. . 2\n"
        assert "with " in run("draw", "-", stdin=few).err
        assert panels(picture(run("draw", "--given", "-", stdin=few))) == 1
        assert "read as a puzzle" in run("draw", "-", "--board", "2x3", stdin=few).err

    @pytest.mark.parametrize("option", [["--anyway"], ["--first-number", "1"]])
    def test_options_of_tours_have_no_effect_on_it(self, option, puzzle):
        sentence = refused("draw", puzzle, *option)
        assert sentence == f"{option[0]} has no effect here: it is about tours, and {puzzle} holds a puzzle"

    def test_json_without_given_numbers_has_no_solution_to_draw(self):
        tour = run("solve", "5x5", "--json").out
        assert "because no number is given" in refused("draw", "-", "--solution", stdin=tour)

    def test_what_verify_says_is_no_tour(self):
        said = run("verify", "-", "--json", stdin=GRID).out
        assert "this is the verdict of verify --json" in refused("draw", "-", stdin=said)
        said = run("verify", "-", "--json", stdin=GRID + "\n" + GRID).out
        assert "this is the verdict of verify --json" in refused("draw", "-", stdin=said)

    def test_without_a_solution_the_squares_that_the_evidence_names_are_marked(self):
        outcome = run("draw", "--given", "-", "--solution", "--no-names", stdin="1 . 3\n. . .\n. . .\n")
        root = picture(outcome, code=1)
        assert texts(root) == ["1", "3"]
        assert "b2" in [element.text for element in root.iter(f"{SVG}title")]  # no move leads to it

    def test_a_number_that_stands_twice_is_named(self):
        assert "the number 1 stands in line 1 already" in refused(
            "draw", "--given", "-", stdin="1 .\n. 1\n"
        )


class TestEmpty:
    def test_a_board(self):
        assert run("draw", "--board", "4x4x4").out == svg_of("4x4x4")

    def test_holes_and_wrap(self):
        outcome = run("draw", "--board", "5x5", "--holes", "a1,c3", "--wrap", "both")
        assert outcome.out == svg_of(Board.parse("5x5", holes="a1,c3", wrap="both"))

    def test_a_map(self, tmp_path):
        drawn = tmp_path / "map"
        drawn.write_text("..#\n...\n")
        assert run("draw", "--map", str(drawn)).out == svg_of(Board.parse("2x3", holes="c2"))

    def test_a_graph_in_a_layout(self, tmp_path):
        edges = tmp_path / "edges"
        edges.write_text("a b\nb c\nc d\nd a\n")
        drawn = {
            layout: run("draw", "--graph", str(edges), "--layout", layout).out
            for layout in ("spring", "circular", "planar")
        }
        assert len(set(drawn.values())) == 3
        assert ET.fromstring(drawn["planar"]).findtext(f"{SVG}title") == "a graph with 4 vertices"
        tour = run("solve", "--graph", str(edges), "--closed", "--format", "svg")
        assert panels(picture(tour)) == 1


class TestOptions:
    def test_numbers(self, grid):
        assert "12" in texts(picture(run("draw", grid, "--numbers")))
        assert "12" not in texts(picture(run("draw", grid, "--no-numbers")))

    def test_names(self, grid):
        assert "a" in texts(picture(run("draw", grid, "--names")))
        assert "a" not in texts(picture(run("draw", grid, "--no-names")))

    def test_a_title(self, grid):
        root = picture(run("draw", grid, "--title", "A <fine> tour"))
        assert root.findtext(f"{SVG}title") == "A <fine> tour"

    def test_an_animation_and_how_long_it_takes(self, grid):
        tour = Tour(TourProblem("3x4"), ORDER)
        plain = run("draw", grid, "--format", "svg-animated")
        assert plain.out == svg_of(tour, animated=True)
        timed = run("draw", grid, "--format", "svg-animated", "--duration", "7.5")
        assert timed.out == svg_of(tour, animated=True, seconds=7.5) != plain.out

    def test_a_page(self, grid, tmp_path):
        from knight_models.draw.page import page_of

        page = tmp_path / "tour.html"
        assert run("draw", grid, "-o", str(page)).code == 0
        assert page.read_text(encoding="utf-8") == page_of(Tour(TourProblem("3x4"), ORDER))

    def test_a_png(self, grid, tmp_path):
        pytest.importorskip("matplotlib")
        outcome = run("draw", grid, "--format", "png")
        assert outcome.raw.startswith(b"\x89PNG\r\n\x1a\n")
        to_file = tmp_path / "tour.png"
        assert run("draw", grid, "-o", str(to_file)).code == 0
        assert to_file.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")

    def test_a_pdf(self, grid, tmp_path):
        pytest.importorskip("svglib")
        to_file = tmp_path / "tour.pdf"
        assert run("draw", grid, "-o", str(to_file)).code == 0
        assert to_file.read_bytes().startswith(b"%PDF-")

    def test_a_file_takes_the_place_of_an_older_one(self, grid, tmp_path):
        output = tmp_path / "tour.svg"
        output.write_text("old")
        outcome = run("draw", grid, "--output", str(output))
        assert (outcome.out, outcome.err) == ("", f"open tour of 3x4\nwritten to {output}\n")
        assert output.read_text(encoding="utf-8") == run("draw", grid).out
        assert sorted(path.name for path in tmp_path.iterdir()) == ["tour.svg", "tour.txt"]

    def test_a_dash_is_standard_output(self, grid):
        assert run("draw", grid, "--output", "-").out == run("draw", grid).out

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            ([], "name a FILE of tours"),
            ([""], "FILE takes the name of a file"),
            (["8x8"], "draw --board 8x8 draws the empty board"),
            (["no/such/file"], "No such file"),
            (["-"], "there is nothing in it"),
            (["--board", "0x8"], "'0x8' is not a board"),
            (["--board", "8x8", "--map", "x"], "give one of them"),
            *(
                (["--board", "8x8", *option], f"{option[0]} has no effect here: it is about the contents")
                for option in (
                    ["--closed"],
                    ["--kind", "open"],
                    ["--anyway"],
                    ["--first-number", "1"],
                    ["--solution"],
                )
            ),
            (["--board", "8x8", "--title", ""], "a title is a text, not ''"),
            (["--board", "8x8", "--solver", "nobody"], "unknown solver 'nobody'"),
            (["--board", "8x8", "--format", "svg-animated"], "nothing moves on an empty board"),
            (["--board", "8x8", "--layout", "spring"], "a layout is for graphs"),
            (["--board", "8x8", "--format", "jpg"], "unknown format 'jpg'"),
            (
                ["--board", "8x8", "-o", "x.jpg"],
                "no format of this command ends in '.jpg'; these do: .svg, .html",
            ),
            (["--board", "8x8", "-o", "no/such/x.svg"], "there is no directory"),
            (["--board", "8x8", "--duration", "5"], "only svg-animated has a duration, not svg"),
            (["--board", "8x8", "--format", "html", "--names"], "a page names the squares itself"),
            (
                ["TOUR", "--format", "svg-animated", "--duration", "0"],
                "takes a number of seconds from 0.01 to 3600, not '0'",
            ),
            (["TOUR", "--format", "svg-animated", "--duration", "inf"], "not 'inf'"),
            (["TOUR", "--format", "svg-animated", "--duration", "nan"], "not 'nan'"),
            (
                ["TOUR", "--format", "svg-animated", "--duration", "soon"],
                "a number of seconds from 0.01 to 3600, not 'soon'",
            ),
            *(
                (["TOUR", option, value], f"{option} has no effect here: it is for --solution")
                for option, value in (("--seconds", "5"), ("--solver", "cpsat"), ("--seed", "0"))
            ),
            (["TOUR", "--kind", "shut"], "unknown kind 'shut'"),
            (["TOUR", "--first-number", "2"], "--first-number must be a whole number from 0 to 1"),
            (["TOUR", "--given", "TOUR"], "give one of them"),
            (["TOUR", "--board", "7x7"], "does not fit on 7x7"),
            (["TOUR", "--holes", "a1"], "--holes needs --board"),
            (["TOUR", "--layout", "spring"], "a layout is for graphs"),
            (["--given", "TOUR", "--anyway"], "--anyway has no effect here"),
            (["--given", "TOUR", "--format", "svg-animated"], "nothing moves in a puzzle by itself"),
            (["TOUR", "--solution", "--anyway"], "--anyway has no effect here"),
        ],
    )
    def test_what_makes_no_sense_is_refused(self, arguments, words, grid):
        named = [grid if argument == "TOUR" else argument for argument in arguments]
        assert words in refused("draw", *named)

    def test_without_matplotlib_a_png_is_refused_before_any_work(self, grid, tmp_path, monkeypatch):
        monkeypatch.setattr(packages, "find_spec", lambda name: None)
        output = tmp_path / "old.png"
        output.write_text("mine")
        assert "install knight_models[plot]" in refused("draw", grid, "-o", str(output))
        assert "install knight_models[plot]" in refused("solve", "8x8", "--format", "png")
        assert output.read_text() == "mine"

    @pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
    def test_without_matplotlib_a_chart_is_refused_before_any_work(self, ending, tmp_path, monkeypatch):
        monkeypatch.setattr(compare, "find_spec", lambda name: None)
        output = tmp_path / f"old.{ending}"
        output.write_text("mine")
        said = refused("compare", "8x8", "--format", "chart", "-o", str(output))
        assert said == "a chart needs matplotlib; install knight_models[plot]"
        assert output.read_text() == "mine"


class TestSolve:
    @pytest.mark.parametrize("form", ["svg", "svg-animated"])
    def test_a_tour_as_a_picture(self, form):
        outcome = run("solve", "8x8", "--solver", "warnsdorff", "--start", "a1", "--format", form)
        assert {str(number) for number in range(1, 65)} < set(texts(picture(outcome)))
        assert ("@keyframes" in outcome.out) == (form == "svg-animated")

    @pytest.mark.parametrize(("ending", "begins"), [("svg", "<svg "), ("html", "<!doctype html>")])
    def test_the_ending_of_the_file_says_which(self, ending, begins, tmp_path):
        output = tmp_path / f"tour.{ending}"
        assert run("solve", "5x5", "-o", str(output)).code == 0
        assert output.read_text(encoding="utf-8").lower().startswith(begins)

    def test_the_board_is_drawn_where_there_is_no_tour(self, tmp_path):
        plain = run("solve", "4x4", "--closed")
        outcome = run("solve", "4x4", "--closed", "--format", "svg")
        root = picture(outcome, code=1)
        assert any(element.get("class") == "marked" for element in root.iter())
        assert outcome.err.startswith("impossible: there is no closed tour of 4x4")
        output = tmp_path / "none.svg"
        outcome = run("solve", "4x4", "--closed", "-o", str(output))
        assert outcome.code == plain.code == 1
        assert outcome.out.startswith("impossible: ")
        ET.fromstring(output.read_text(encoding="utf-8"))

    def test_an_unknown_answer_has_its_code(self):
        outcome = run(
            "solve", "8x8", "--closed", "--solver", "depth-first", "--steps", "3", "--format", "svg"
        )
        assert "unknown" in (picture(outcome, code=3).findtext(f"{SVG}title") or "")

    def test_json_beside_a_picture(self, tmp_path):
        output = tmp_path / "tour.svg"
        outcome = run("solve", "5x5", "--json", "-o", str(output))
        assert outcome.json["status"] == "found"
        ET.fromstring(output.read_text(encoding="utf-8"))


class TestTrace:
    def test_the_search_is_played_beside_the_tour(self, tmp_path):
        output = tmp_path / "search.html"
        asked = ["8x8", "--start", "a5", "--solver", "depth-first:ties=index", "-o", str(output)]
        assert run("solve", *asked).code == 0
        plain = output.read_text(encoding="utf-8")
        assert run("solve", *asked, "--trace", "200").code == 0
        played = output.read_text(encoding="utf-8")
        assert "search of depth-first:ties=index" in played
        assert "search of depth-first:ties=index" not in plain
        assert run("solve", *asked, "--trace", "20").code == 0
        assert len(output.read_text(encoding="utf-8")) < len(played)

    def test_a_search_that_takes_all_the_time_is_played_all_the_same(self, tmp_path):
        """The limit is for both; there is a moment more for the first events. Wide margins."""
        output = tmp_path / "search.html"
        solver = ["--solver", "depth-first:ordering=fixed", "--seconds", "0.5"]
        began = time.monotonic()
        code = run("solve", "8x8", "--closed", *solver, "-o", str(output), "--trace", "1000000").code
        assert code == 3
        assert time.monotonic() - began < 10
        assert "search of depth-first" in output.read_text(encoding="utf-8")

    def test_of_several_solvers_those_that_record_it(self, tmp_path):
        output = tmp_path / "compared.html"
        solvers = ["--solver", "warnsdorff", "--solver", "depth-first"]
        assert run("compare", "5x5", *solvers, "-o", str(output), "--trace", "50").code == 0
        page = output.read_text(encoding="utf-8")
        assert "search of depth-first" in page
        assert "search of warnsdorff" not in page

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["--trace", "5", "--solver", "depth-first"], "it needs --format html, not "),
            (["--trace", "5", "--format", "svg", "--solver", "depth-first"], "--format html, not svg"),
            (["--trace", "5", "--format", "html", "--solver", "cpsat"], "depth-first, not cpsat"),
            (
                ["--trace", "0", "--format", "html", "--solver", "depth-first"],
                "a whole number, 1 or more, not '0'",
            ),
            (
                ["--trace", "all", "--format", "html", "--solver", "depth-first"],
                "a whole number, 1 or more, not 'all'",
            ),
            (["--trace", "1000001", "--format", "html", "--solver", "depth-first"], "from 1 to 1000000"),
        ],
    )
    @pytest.mark.parametrize("command", ["solve", "compare"])
    def test_where_it_makes_no_sense_it_is_refused(self, command, arguments, words):
        assert words in refused(command, "8x8", *arguments)


class TestCompare:
    ASKED = ("compare", "5x5", "--start", "a1", "--solver", "warnsdorff", "--solver", "depth-first")

    def test_the_tours_side_by_side(self):
        outcome = run(*self.ASKED, "--format", "svg")
        assert panels(picture(outcome)) == 2
        assert "both solvers agree that there is a tour" in outcome.err

    def test_into_a_file_the_table_on_standard_output(self, tmp_path):
        output = tmp_path / "compared.svg"
        outcome = run(*self.ASKED, "-o", str(output))
        assert "both solvers agree that there is a tour" in outcome.out
        assert outcome.err == f"written to {output}\n"
        assert panels(ET.fromstring(output.read_text(encoding="utf-8"))) == 2

    def test_an_animation(self):
        assert "@keyframes" in run(*self.ASKED, "--format", "svg-animated").out

    @pytest.mark.parametrize(
        ("ending", "begins"), [("png", b"\x89PNG"), ("pdf", b"%PDF"), ("svg", b"<?xml")]
    )
    def test_a_chart(self, ending, begins, tmp_path):
        pytest.importorskip("matplotlib")
        output = tmp_path / f"chart.{ending}"
        assert run(*self.ASKED, "--format", "chart", "-o", str(output)).code == 0
        assert output.read_bytes().startswith(begins)

    def test_table_and_json_into_a_file(self, tmp_path):
        output = tmp_path / "table"
        assert run(*self.ASKED, "--format", "table", "-o", str(output)).out == ""
        assert output.read_text(encoding="utf-8").startswith("solver ")
        outcome = run(*self.ASKED, "--format", "json", "-o", str(output))
        assert outcome.out.startswith("solver ")
        assert json.loads(output.read_text(encoding="utf-8"))["agree"]

    def test_json_beside_a_picture(self, tmp_path):
        outcome = run(*self.ASKED, "--json", "-o", str(tmp_path / "compared.svg"))
        assert outcome.json["agree"]

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["--format", "chart"], "a chart needs an --output FILE that ends in .png, .svg or .pdf"),
            (["--format", "chart", "-o", "chart.txt"], "a chart needs an --output FILE"),
            (["--format", "grid"], "unknown format 'grid'"),
            (["--format", "svg", "-o", "no/such/x.svg"], "there is no directory"),
        ],
    )
    def test_what_makes_no_sense_is_refused(self, arguments, words):
        assert words in refused(*self.ASKED, *arguments)


class TestToursAndPuzzles:
    def test_a_sheet_of_tours(self, tmp_path):
        output = tmp_path / "sheet.svg"
        outcome = run("tours", "5x5", "--start", "a1", "--limit", "12", "-o", str(output))
        assert outcome.code == 0
        assert panels(ET.fromstring(output.read_text(encoding="utf-8"))) == 12
        assert panels(picture(run("tours", "5x5", "--limit", "2", "--format", "svg"))) == 2

    def test_more_than_a_sheet_shows(self, tmp_path):
        output = tmp_path / "old.svg"
        output.write_text("mine")
        for limit in ([], ["--limit", "401"]):
            assert "at most 400 tours; add --limit 400" in refused(
                "tours", "5x5", *limit, "-o", str(output)
            )
        assert output.read_text() == "mine"

    def test_no_tour_is_no_picture(self, tmp_path):
        output = tmp_path / "none.svg"
        outcome = run("tours", "3x3", "-o", str(output))
        assert outcome.code == 1
        assert "nothing is written" in outcome.err
        assert not output.exists()

    def test_a_puzzle_alone_and_with_its_solution(self, tmp_path):
        made = run("puzzle", "5x5", "--seed", "1", "--format", "svg")
        assert panels(picture(made)) == 1
        both = picture(run("puzzle", "5x5", "--seed", "1", "--format", "svg", "--solution"))
        assert panels(both) == 2
        assert set(texts(both)) > {str(number) for number in range(1, 26)}
        page = tmp_path / "puzzle.html"
        assert run("puzzle", "5x5", "--seed", "1", "--solution", "-o", str(page)).code == 0
        assert page.read_text(encoding="utf-8").lower().startswith("<!doctype html>")

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["--solution"], "--solution is for pictures"),
            (["--solution", "--json"], "--solution is for pictures"),
            (["--format", "svg-animated"], "nothing moves in a puzzle by itself"),
        ],
    )
    def test_what_makes_no_sense_is_refused(self, arguments, words):
        assert words in run("puzzle", "5x5", *arguments).err


class TestProcesses:
    @pytest.mark.skipif(os.name == "nt", reason="pipes of POSIX")
    def test_a_reader_that_has_enough_is_no_traceback(self):
        process = subprocess.Popen(
            [*COMMAND, "draw", "--board", "300x300"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert process.stdout is not None
        assert process.stdout.read(4) == b"<svg"
        process.stdout.close()
        assert process.wait(timeout=30) == 0
        assert process.stderr is not None
        assert process.stderr.read() == b""
        process.stderr.close()

    @pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
    @pytest.mark.usefixtures("ctrl_c_is_heard")
    def test_ctrl_c_while_it_reads_leaves_the_file_alone(self, tmp_path):
        output = tmp_path / "old.svg"
        output.write_text("mine")
        process = subprocess.Popen(
            [*COMMAND, "draw", "-", "-o", str(output)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert process.stdin is not None
        process.stdin.write(b" " * (1 << 20))  # more than a pipe holds: it is being read
        process.stdin.flush()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
        assert (process.returncode, out, err) == (130, b"", b"interrupted\n")
        assert [path.name for path in tmp_path.iterdir()] == ["old.svg"]
        assert output.read_text() == "mine"

    @pytest.mark.parametrize("command", [["draw", "--board"], ["solve"], ["compare"]], ids=lambda c: c[0])
    def test_a_board_too_large_for_a_picture_loses_no_file(self, command, tmp_path):
        output = tmp_path / "old.svg"
        output.write_text("mine")
        assert "at most 4,000,000 squares" in refused(*command, "3000x3000", "-o", str(output))
        assert [path.name for path in tmp_path.iterdir()] == ["old.svg"]
        assert output.read_text() == "mine"

    @pytest.mark.parametrize("command", ["solve", "compare"])
    def test_more_than_a_page_plays_is_refused_before_the_work(self, command, monkeypatch, tmp_path):
        from knight_models.tasks import compare as crosscheck
        from knight_models.tasks import solve as driver

        for module, work in ((driver, "solve"), (crosscheck, "compare")):
            monkeypatch.setattr(module, work, lambda *a, **k: pytest.fail("the work was begun"))
        output = tmp_path / "page.html"
        said = refused(command, "1300x1300", "--solver", "tiling", "-o", str(output))
        assert "at most 3,000,000 squares and steps, and this has 3,380,000" in said
        assert not output.exists()
