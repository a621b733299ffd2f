"""Right answers from outside, each with its source in `tests/data`, given again by the solvers."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any

import networkx
import numpy as np
import pytest
import reference
from cli_runner import Outcome, run
from facts import GRAPH6, GRAPHS, facts, graph_of, pairs, table

from knight_models.core.board import Board
from knight_models.core.problem import TourProblem
from knight_models.core.result import Status
from knight_models.core.tour import NumberGrid
from knight_models.solvers import get_solver
from knight_models.tasks.listing import iter_tours
from knight_models.tasks.solve import solve
from knight_models.theory.counts import published_count
from knight_models.theory.existence import existence
from knight_models.verifier import FaultKind, closes, faults, verify

SECONDS = 120
EXACT = ["depth-first:prune=on", "cpsat"]

# ---- existence on rectangles ---------------------------------------------------------------------

VERDICTS = [
    (int(rows), int(columns), kind, verdict == "True")
    for rows, columns, *both in table("rectangular_verdicts.tsv")
    for kind, verdict in zip(("open", "closed"), both, strict=True)
    if int(rows) <= 8 and int(columns) <= 8
]


def answers(problem: TourProblem, solver: str, exists: bool) -> None:
    """The solver decides, and rightly; its tours are judged by the reference too."""
    result = solve(problem, solver, seconds=SECONDS)
    assert result.status is (Status.FOUND if exists else Status.IMPOSSIBLE)
    if result.tour is not None and len(problem) <= 200:
        assert reference.judge(problem, result.tour.squares)


def test_the_verdicts_up_to_8x8_are_all_there():
    assert len(VERDICTS) == 128


@pytest.mark.parametrize(("rows", "columns", "kind", "exists"), VERDICTS)
def test_rectangles_up_to_8x8_by_cpsat(rows, columns, kind, exists):
    answers(TourProblem(Board((rows, columns)), kind=kind), "cpsat", exists)


def within_reach_of_search(rows: int, columns: int, kind: str) -> bool:
    """All boards up to 5x6, and every one up to 8x8 that has an open tour, for its open tour."""
    small = min(rows, columns) <= 5 and max(rows, columns) <= 6
    return small or (kind == "open" and existence(Board((rows, columns)), "open").exists)


@pytest.mark.parametrize(
    ("rows", "columns", "kind", "exists"), [case for case in VERDICTS if within_reach_of_search(*case[:3])]
)
def test_rectangles_by_depth_first_search(rows, columns, kind, exists):
    answers(TourProblem(Board((rows, columns)), kind=kind), "depth-first:prune=on", exists)


STARTS = {entry["board"]: pairs(entry["starts"]) for entry in facts("open_start_squares.json")["boards"]}


@pytest.mark.parametrize("solver", EXACT)
@pytest.mark.parametrize("text", STARTS)
def test_squares_from_which_an_open_tour_starts(text, solver):
    board = Board.parse(text)
    found = [square for square in board if _starts(board, square, solver)]
    assert found == sorted(STARTS[text])


def _starts(board: Board, square: tuple[int, ...], solver: str) -> bool:
    result = solve(TourProblem(board, start=square), solver, seconds=SECONDS)
    assert result.status is not Status.UNKNOWN
    return result.found


# ---- published tours -----------------------------------------------------------------------------

PUBLISHED = {entry["id"]: entry for entry in facts("published_tours.json")}


def numbering(entry: dict[str, Any]) -> tuple[Board, NumberGrid]:
    """The board and the numbered grid of a published tour; null is a hole."""
    numbers = np.array([[number or 0 for number in row] for row in entry["grid"]])
    grid = NumberGrid(numbers, entry["first_number"])
    holes = [tuple(map(int, cell)) for cell in np.argwhere(grid.holes)]
    return Board((entry["rows"], entry["cols"]), holes=holes), grid


def recorded_faults(problems: list[str]) -> set[tuple[FaultKind, tuple[int, ...]]]:
    """The recorded faults of a misprinted grid, as kinds of fault and their steps."""
    found: set[tuple[FaultKind, tuple[int, ...]]] = set()
    for text in problems:
        numbers = [int(number) for number in re.findall(r"\d+", text)]
        if "appears twice" in text:
            found.add((FaultKind.NUMBER_REPEATED, (numbers[0],)))
        elif "missing" in text:
            found |= {(FaultKind.NUMBER_MISSING, (number,)) for number in numbers}
        else:
            pairs_of = zip(numbers[::2], numbers[1::2], strict=True)
            found |= {(FaultKind.NOT_A_MOVE, pair) for pair in pairs_of}
    return found


def clear(recorded: set[tuple[FaultKind, tuple[int, ...]]]) -> set[tuple[FaultKind, tuple[int, ...]]]:
    """Without the steps at a repeated number: it is unknown which of its squares is meant."""
    twice = {steps[0] for kind, steps in recorded if kind is FaultKind.NUMBER_REPEATED}
    return {(kind, steps) for kind, steps in recorded if len(steps) == 1 or not twice & set(steps)}


@pytest.mark.parametrize("entry", PUBLISHED.values(), ids=PUBLISHED)
def test_published_tours(entry):
    board, grid = numbering(entry)
    found = faults(board, grid)
    assert (found == []) is entry["valid_path"]
    ours, theirs = {(fault.kind, fault.steps) for fault in found}, recorded_faults(entry["problems"])
    assert clear(ours) == clear(theirs)
    if entry["valid_path"]:
        assert closes(verify(board, grid)) is entry["closed"]
        assert (faults(TourProblem(board, kind="closed"), grid) == []) is entry["closed"]


# ---- graphs --------------------------------------------------------------------------------------


def hard_for_search(entry: dict[str, Any]) -> bool:
    """No cycle or path, and none of the quick reasons: a search would go through everything."""
    return entry["n"] > 13


@pytest.mark.parametrize("solver", EXACT)
@pytest.mark.parametrize("entry", GRAPHS, ids=lambda entry: entry["id"])
def test_graphs_of_other_test_suites(entry, solver):
    if solver != "cpsat" and hard_for_search(entry):
        solver = "auto"
    graph = graph_of(entry)
    if entry["cycle"] is not None:
        answers(TourProblem(graph, kind="closed"), solver, entry["cycle"])
    if entry["path"] is not None:
        ends = {"start": entry["start"], "end": entry["end"]}
        answers(TourProblem(graph, **ends), solver, entry["path"])


MULTIPARTITE = [
    ((1, 30), False, False),
    ((16, 15), False, True),
    ((1, 9, 1, 1, 2, 1, 1, 1), False, True),
    ((1, 15, 1, 1, 1, 1, 1, 1), False, False),
    ((2, 3, 4), True, True),
    ((5, 5), True, True),
]


@pytest.mark.parametrize(("parts", "cycle", "path"), MULTIPARTITE)
def test_complete_multipartite_graphs(parts, cycle, path):
    """A cycle just if the largest part is at most the others together; a path, if at most one more."""
    graph = networkx.complete_multipartite_graph(*parts)
    answers(TourProblem(graph, kind="closed"), "cpsat", cycle)
    answers(TourProblem(graph), "cpsat", path)


def test_a_long_cycle_with_a_pendant_vertex():
    """GAP Digraphs: a cycle of 600 vertices and one more on two opposite arcs: a path, no cycle."""
    entry = next(graph for graph in GRAPHS if graph["id"] == "gap_cycle600_pendant")
    graph = graph_of(entry)
    for solver in ("auto", "cpsat"):
        answers(TourProblem(graph), solver, True)
        answers(TourProblem(graph, kind="closed"), solver, False)


def check_graph6(graph6: str, solver: str, cycle: bool | None, path: bool | None) -> None:
    graph = networkx.from_graph6_bytes(graph6.encode())
    if cycle is not None:
        answers(TourProblem(graph, kind="closed"), solver, cycle)
    if path is not None:
        answers(TourProblem(graph), solver, path)


def test_the_graphs_of_the_database_are_all_read():
    assert len(GRAPH6) == 326
    assert sum(cycle is None for _, _, cycle, _ in GRAPH6) == 1


@pytest.mark.parametrize("solver", EXACT)
@pytest.mark.parametrize("case", [case for case in GRAPH6 if case[1] <= 12], ids=lambda case: case[0])
def test_small_graphs_of_a_database(case, solver):
    graph6, _, cycle, path = case
    check_graph6(graph6, solver, cycle, path)


@pytest.mark.slow
@pytest.mark.parametrize(
    "case", [case for case in GRAPH6 if 12 < case[1] < 250], ids=lambda case: case[0][:20]
)
def test_larger_graphs_of_a_database(case):
    """The three largest, of 275 to 784 vertices and a minute or more of work, are left out."""
    graph6, _, cycle, path = case
    check_graph6(graph6, "cpsat", cycle, path)


# ---- boards with holes ---------------------------------------------------------------------------

MISSING = [
    entry
    for entry in facts("boards_with_missing_cells.json")["boards"]
    if entry["rows"] * entry["columns"] - len(entry["holes"]) <= 20
]


@pytest.mark.parametrize("solver", EXACT)
@pytest.mark.parametrize(
    "entry", MISSING, ids=lambda entry: f"{entry['rows']}x{entry['columns']}-{len(entry['holes'])}"
)
def test_boards_with_missing_cells(entry, solver):
    """Existence, and the very number of open tours."""
    board = Board((entry["rows"], entry["columns"]), holes=pairs(entry["holes"]))
    answers(TourProblem(board, kind="closed"), solver, entry["closed"] > 0)
    answers(TourProblem(board), solver, entry["open"] > 0)
    stream = iter_tours(board, solver, seconds=SECONDS)
    assert sum(1 for _ in stream) == entry["open"]
    assert stream.end.complete


@pytest.mark.parametrize("solver", [*EXACT, "auto"])
@pytest.mark.parametrize("entry", facts("holes.json")["boards"], ids=lambda entry: entry["id"])
def test_odd_boards_of_puzzle_sites(entry, solver):
    rows = entry["map"]
    holes = [(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == "#"]
    board = Board((len(rows), len(rows[0])), holes=holes)
    assert len(board) == entry["squares"]
    answers(TourProblem(board, start=tuple(entry["start"])), solver, entry["open"])


# ---- listings ------------------------------------------------------------------------------------


def listed(problem: TourProblem, solver: str, *, directed: bool = False) -> set:
    """The standard listings of all tours, each once."""
    stream = iter_tours(problem, solver, directed=directed, seconds=300)
    tours = list(stream)
    assert stream.end.complete
    assert len(set(tours)) == len(tours)
    return {tour if directed else tour.normalised() for tour in tours}


LISTINGS = [
    (TourProblem("5x5", start="a1"), False, 304),
    (TourProblem("3x10", kind="closed"), False, 16),
    (TourProblem("5x6", kind="closed"), False, 8),
    (TourProblem("3x4"), True, 16),
    (TourProblem("4x5"), False, 82),
]
LONG_LISTINGS = [
    (TourProblem("5x5"), True, 1728),
    (TourProblem("6x6", kind="closed"), False, 9862),
]


@pytest.mark.parametrize(("problem", "directed", "count"), LISTINGS, ids=str)
def test_listings_are_complete_and_the_same_from_both(problem, directed, count):
    """OEIS A165134, A070030, A175881, A169696, A079137."""
    by_search, by_model = (listed(problem, solver, directed=directed) for solver in EXACT)
    assert len(by_search) == count
    assert by_search == by_model


@pytest.mark.slow
@pytest.mark.parametrize(("problem", "directed", "count"), LONG_LISTINGS, ids=str)
def test_long_listings_are_complete_and_the_same_from_both(problem, directed, count):
    """OEIS A165134, A001230."""
    by_search, by_model = (listed(problem, solver, directed=directed) for solver in EXACT)
    assert len(by_search) == count
    assert by_search == by_model


@pytest.mark.parametrize(("problem", "directed", "count"), LONG_LISTINGS, ids=str)
def test_long_listings_by_search(problem, directed, count):
    assert len(listed(problem, "depth-first:prune=on", directed=directed)) == count


@pytest.mark.parametrize("entry", facts("tours_per_start.json")["boards"], ids=lambda entry: entry["board"])
def test_tours_from_each_start(entry):
    for start, count in entry["starts"]:
        stream = iter_tours(entry["board"], "depth-first:prune=on", start=tuple(start), seconds=SECONDS)
        assert sum(1 for _ in stream) == count
        assert stream.end.complete


# ---- inputs as people post them -------------------------------------------------------------------

POSTED = facts("public_reports_2.json")
SENTENCE = re.compile(r"error: [^\n]+\n")


@pytest.mark.parametrize("case", POSTED, ids=lambda case: case["id"])
def test_what_people_post_is_read_as_meant_or_refused(case, tmp_path, monkeypatch):
    """Each case names the exit codes that are right, and what may not be said."""
    files = {name: text for name, text in case["files"].items() if name != "stdin"}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    stdin = case["files"].get("stdin", "")
    outcome = without_stdin(*case["args"]) if stdin is None else run(*case["args"], stdin=stdin)
    said = outcome.out + outcome.err
    assert outcome.code in case["accept"], said
    assert "Traceback" not in said
    for words in case["never_says"]:
        assert words not in said
    if outcome.code == 2:
        assert SENTENCE.fullmatch(outcome.err), outcome.err
        assert {path.name for path in tmp_path.iterdir()} == set(files)


def without_stdin(*arguments: str) -> Outcome:
    """Run a command as a process whose standard input is closed."""
    command = ["sh", "-c", 'exec "$@" <&-', "sh", sys.executable, "-m", "knight_models", *arguments]
    done = subprocess.run(command, capture_output=True, check=False, timeout=60)
    return Outcome(done.returncode, done.stdout, done.stderr.decode())


# ---- public reports ------------------------------------------------------------------------------

REPORTS = {entry["id"]: entry for entry in facts("public_reports.json")["reports"]}


def of(name: str) -> dict[str, Any]:
    """The case of a report; the test that asks for it gives its right answer."""
    case: dict[str, Any] = REPORTS[name]["case"]
    return case


def corner(side: int, **details: Any) -> TourProblem:
    return TourProblem(Board((side, side)), start=(0, 0), **details)


@pytest.mark.parametrize(
    ("text", "count"), [("4x6", 12), ("7x3", 10), ("5x6", 30), ("6x6", 36), ("8x6", 48)]
)
def test_numbers_of_start_squares(text, count):
    """freeCodeCamp issue 40055: a greedy walk misses some; the tests expected 10, 4, 20, 35 and 47."""
    assert set(of("fcc40055")["boards"]) == {"4x6", "7x3", "5x6", "6x6", "8x6"}
    board = Board.parse(text)
    solver = "depth-first:prune=on" if len(board) < 30 else "auto"
    assert sum(_starts(board, square, solver) for square in board) == count


@pytest.mark.parametrize(
    "side", [*of("warnsdorff_so_sizes")["n"], *of("warnsdorff_so_sizes")["with_le_tiebreak"]]
)
def test_sizes_where_a_greedy_walk_was_seen_to_fail(side):
    answers(corner(side), "auto", True)


@pytest.mark.parametrize("solver", ["auto", "depth-first", "warnsdorff"])
def test_no_recursion_limit_on_50x50(solver):
    answers(corner(of("blog_50x50")["n"]), solver, True)


@pytest.mark.parametrize("solver", ["auto", "cpsat"])
def test_a_closed_tour_of_8x8(solver):
    """The report's other size, 100x100, is beyond these solvers."""
    assert of("rodstephens_closed")["closed"]
    answers(TourProblem("8x8", kind="closed"), solver, True)


@pytest.mark.parametrize("solver", [*EXACT, "auto"])
def test_6x6_from_the_corner(solver):
    answers(corner(of("dsa652")["n"]), solver, True)


@pytest.mark.parametrize("solver", EXACT)
@pytest.mark.parametrize(("side", "count"), [(2, 0), (3, 0), (4, 0), (5, 304)])
def test_all_tours_from_the_corner(side, count, solver):
    assert side in of("so78500144")["n"]
    assert len(listed(corner(side), solver)) == count


@pytest.mark.parametrize("solver", [*EXACT, "auto"])
@pytest.mark.parametrize("name", ["so78500144", "runestone194"])
def test_8x8_ends(name, solver):
    assert 8 in np.atleast_1d(of(name)["n"])
    answers(corner(8), solver, True)


@pytest.mark.parametrize("solver", ["auto", "depth-first"])
def test_every_start_of_8x8_has_a_tour(solver):
    """dsaproblem.com claimed none from (1,1), (1,2), (2,1), ... of these."""
    side = of("dsaproblem_counts")["n"]
    board = Board((side, side))
    for square in [(0, 0), (0, 1), (1, 0), (1, 1), (3, 3), (4, 4), (7, 7), (0, 7), (7, 0), (7, 4)]:
        answers(TourProblem(board, start=square), solver, True)


def test_a_published_tour_of_3x3_is_none():
    """And its grid of 3x4 breaks at 4-5 and 10-11, which published_tours does not carry."""
    assert "elasce_2664_ex1" in of("elasce2664")["grids"]
    board, grid = numbering(PUBLISHED["elasce_2664_ex1"])
    assert faults(board, grid)
    for solver in EXACT:
        answers(TourProblem("3x3"), solver, False)


def test_a_start_square_overwritten_with_0():
    board, grid = numbering(PUBLISHED[of("lcfeedback22584")["grid"]])
    found = {(fault.kind, fault.steps) for fault in faults(board, grid)}
    assert {(FaultKind.NUMBER_REPEATED, (0,)), (FaultKind.NUMBER_MISSING, (2,))} <= found
    answers(TourProblem(board, start=tuple(of("lcfeedback22584")["start"])), "auto", True)


def test_steps_of_three_squares_are_no_knight_moves():
    """A checker that only adds up |dx| + |dy| == 3 accepts it: three squares straight on."""
    board, grid = numbering(PUBLISHED[of("lcfeedback16377")["grid"]])
    found = [fault for fault in faults(board, grid) if fault.kind is FaultKind.NOT_A_MOVE]
    assert found
    for fault in found:
        one, other = fault.squares
        assert sum(abs(a - b) for a, b in zip(one, other, strict=True)) == 3


def test_where_a_tour_starts_is_a_question_of_its_own():
    board, grid = numbering(PUBLISHED[of("lcfeedback12530")["grid"]])
    assert faults(board, grid) == []
    (fault,) = faults(TourProblem(board, start=(0, 0)), grid)
    assert fault.kind is FaultKind.WRONG_START


def test_two_printed_tours_of_1978_are_misprinted():
    """Cull & De Curtins 1978, found in the Isabelle formalisation; the corrected grid stands."""
    board, grid = numbering(PUBLISHED["isabelle_kp6x6ul_false"])
    assert {fault.steps for fault in faults(board, grid)} == {(26, 27), (34, 35)}
    board, grid = numbering(PUBLISHED["isabelle_kp8x8ul"])
    assert faults(board, grid) == []


@pytest.mark.parametrize(
    ("text", "exists"), [("3x4", False), ("3x6", False), ("3x8", False), ("3x10", True), ("3x12", True)]
)
def test_closed_tours_of_three_rows(text, exists):
    answers(TourProblem(text, kind="closed"), "cpsat", exists)


def test_the_176_closed_tours_of_3x12():
    assert "3x12" in of("euler_3x2n")["boards"]
    assert len(listed(TourProblem("3x12", kind="closed"), "depth-first:prune=on")) == 176


def test_a_published_count_is_wrong_and_the_right_one_is_kept():
    count = published_count(Board.parse(of("loebbing_wegener")["board"]), "closed")
    assert count.count == int(REPORTS["loebbing_wegener"]["right_answer"].split()[0])


def test_m_x_n_is_rows_x_columns():
    case = of("lcfeedback24934")
    result = solve(Board((case["m"], case["n"])), "auto", seconds=SECONDS)
    assert result.tour.grid().shape == (3, 4)


@pytest.mark.parametrize("solver", ["cpsat", "auto"])
def test_closed_7x7_is_impossible_by_its_colours(solver):
    side = of("psE43724")["n"]
    result = solve(Board((side, side)), solver, kind="closed", seconds=SECONDS)
    assert "ColourImbalance" in (result.evidence.type, result.support and result.support.type)


@pytest.mark.parametrize("solver", [*EXACT, "auto", "warnsdorff"])
def test_one_vertex_is_a_path(solver):
    """networkx issue 6690; google/or-tools issue 1401."""
    answers(TourProblem(networkx.empty_graph(of("nx6690")["n"])), solver, True)


@pytest.mark.parametrize("solver", [*EXACT, "auto"])
def test_two_vertices_of_a_complete_digraph(solver):
    graph = networkx.complete_graph(of("nx7752")["n"], networkx.DiGraph)
    answers(TourProblem(graph, start=0, end=1), solver, True)
    answers(TourProblem(graph, kind="closed"), solver, True)


@pytest.mark.parametrize("solver", [*EXACT, "auto"])
def test_a_chain_has_a_path_and_no_cycle(solver):
    """gap-packages/digraphs issue 545."""
    graph = networkx.DiGraph([(1, 2), (2, 3)])
    assert solve(graph, solver, seconds=SECONDS).tour.squares == [1, 2, 3]
    answers(TourProblem(graph, kind="closed"), solver, False)


@pytest.mark.parametrize("solver", [*EXACT, "auto"])
def test_arcs_are_not_turned_round(solver):
    """trekhleb/javascript-algorithms issue 383: a directed cycle, and one arc of it the other way."""
    graph = networkx.DiGraph([(0, 1), (1, 2), (2, 3), (3, 0)])
    answers(TourProblem(graph, kind="closed"), solver, True)
    graph.remove_edge(3, 0)
    graph.add_edge(0, 3)
    answers(TourProblem(graph, kind="closed"), solver, False)


@pytest.mark.parametrize("solver", [*EXACT, "auto"])
@pytest.mark.parametrize("columns", range(1, 8))
def test_two_rows_never_have_a_tour(columns, solver):
    answers(TourProblem(Board((2, columns))), solver, False)


@pytest.mark.parametrize("solver", EXACT)
def test_numbering_does_not_matter(solver):
    """google/or-tools issue 2899, glasgow-constraint-solver pull 252: any labels, with gaps, from 1."""
    for labels in ([1, 2, 3, 4, 5], [10, 7, 300, 0, 42], list("edcba")):
        cycle = networkx.Graph(list(zip(labels, labels[1:] + labels[:1], strict=True)))
        assert len(listed(TourProblem(cycle, kind="closed"), solver)) == 1
        assert len(listed(TourProblem(cycle), solver)) == 5


@pytest.mark.parametrize("solver", ["warnsdorff", "rotation", "auto", "depth-first", "cpsat", "cutset"])
@pytest.mark.parametrize("space", ["1x2", networkx.path_graph(2)], ids=["board", "graph"])
def test_two_joined_vertices_have_an_open_tour_only(solver, space):
    board = Board((1, 2), leap=(0, 1)) if isinstance(space, str) else space
    assert solve(TourProblem(board), solver).found
    for kind in ("closed", "strictly-open"):
        result = solve(TourProblem(board, kind=kind), solver)
        assert result.status in (Status.IMPOSSIBLE, Status.UNKNOWN)
        assert result.status is Status.IMPOSSIBLE or not get_solver(solver).exact
