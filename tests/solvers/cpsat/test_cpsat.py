"""The solver `cpsat`: its model, its listings, its answers, limits and options."""

import subprocess
import sys

import networkx as nx
import pytest
from cpsat_models import HARD, PETERSEN, assert_listed, engine, feasible, listing, solved, threads
from facts import facts
from ortools.sat.python import cp_model

from knight_models.core.board import Board
from knight_models.core.errors import InputError, OptionError, SolverError, UnsupportedError
from knight_models.core.evidence import SolverClaim
from knight_models.core.problem import TourProblem
from knight_models.core.result import Status
from knight_models.core.tour import Tour
from knight_models.solvers import get_solver
from knight_models.solvers.base import solver_label
from knight_models.solvers.cpsat import CpSat
from knight_models.solvers.cpsat.formulations import Circuit
from knight_models.solvers.cpsat.parameters import set_parameters
from knight_models.tasks.listing import iter_tours
from knight_models.tasks.solve import solve
from knight_models.verifier import verify

# The model


def test_a_vertex_without_arcs_makes_the_model_infeasible():
    assert not feasible(TourProblem("3x3", kind="closed"))
    assert not feasible(TourProblem("3x3", start="a1", end="b3"))


def test_an_engine_alone_leaves_such_a_vertex_out():
    """The model rules this out; if CP-SAT does so itself one day, this test fails."""
    ring = [0, 5, 6, 1, 8, 3, 2, 7]
    arcs = [*zip(ring, [*ring[1:], 0], strict=True)]
    model = cp_model.CpModel()
    model.add_circuit([(tail, head, model.new_bool_var("")) for tail, head in arcs])
    solver = engine()
    assert solver.status_name(solver.solve(model)) == "OPTIMAL"


def test_a_forbidden_move_still_joins_the_ends():
    square = nx.cycle_graph(4)
    assert not feasible(TourProblem(square, "strictly-open", forbidden=[(0, 1)]))
    assert not feasible(TourProblem(square, "strictly-open", start=0, forbidden=[(0, 1)]))
    assert not feasible(TourProblem(square, "strictly-open", end=0, forbidden=[(0, 1)]))


def test_required_moves_are_used():
    problem = TourProblem("6x6", "closed", required=[("b1", "c3"), ("e5", "d3"), ("e5", "c4")])
    assert solve(problem, "cpsat").found  # and the verifier looks for the moves


def test_constraints_of_ones_own():
    """As a teacher would: the end is fixed in the model instead of in the problem."""
    problem = TourProblem("5x5", start="a1")
    model, literals = CpSat().build(problem)
    corner = problem.vertices.index("e5")
    model.add(literals[corner, len(problem)] == 1)
    solver = engine()
    solver.solve(model)
    tour = verify(TourProblem("5x5", start="a1", end="e5"), CpSat.read(problem, literals, solver).squares)
    assert tour.end == (0, 4)


def test_a_closed_tour_is_read_from_its_start():
    literals, solver = solved(problem := TourProblem("6x6", "closed", start="c3"))
    assert CpSat.read(problem, literals, solver).start == (3, 2)


def test_nothing_is_read_without_a_solution():
    problem = TourProblem("8x8", "closed")
    literals, solver = solved(problem, max_time_in_seconds=0)
    with pytest.raises(SolverError, match="UNKNOWN"):
        CpSat.read(problem, literals, solver)
    with pytest.raises(SolverError, match="not solved"):
        CpSat.read(problem, literals, cp_model.CpSolver())


# Listing


@pytest.mark.parametrize(
    ("board", "details", "count"),
    [
        ("3x10", {"kind": "closed"}, 16),  # A070030
        ("3x4", {}, 8),  # A169696
        ("3x4", {"directed": True}, 16),
        ("4x4", {}, 0),  # A165134
        ("4x5", {}, 82),  # A079137
        ("5x5", {}, 864),  # A083386
        ("5x5", {"directed": True}, 1728),  # A165134
        ("5x5", {"start": "a1"}, 304),  # tours_per_start.json
        ("5x5", {"end": "a1"}, 304),
        ("5x6", {"kind": "closed"}, 8),  # A175881
        ("5x6", {"kind": "closed", "directed": True}, 16),
        ("5x6", {"kind": "closed", "start": "c3"}, 8),
    ],
)
def test_published_counts(board, details, count):
    tours, end = listing(board, **details)
    assert end.complete
    assert len(tours) == count
    assert len({tour.order.tobytes() for tour in tours}) == count


@pytest.mark.parametrize("entry", facts("tours_per_start.json")["boards"], ids=lambda entry: entry["board"])
def test_tours_per_start(entry):
    for start, count in entry["starts"]:
        if count < 300:
            assert len(listing(entry["board"], start=tuple(start))[0]) == count


@pytest.mark.parametrize("kind", ["open", "strictly-open"])
@pytest.mark.parametrize("ends", [{}, {"start": "a2"}, {"end": "a2"}, {"start": "a2", "end": "c3"}])
def test_kinds_and_ends_on_boards_are_as_brute_force_says(kind, ends):
    assert_listed(TourProblem(Board((4, 3), wrap="rows"), kind, **ends))


@pytest.mark.slow
def test_closed_tours_of_6x6():
    tours, end = listing("6x6", kind="closed")
    assert end.complete
    assert len({tour.normalised() for tour in tours}) == len(tours) == 9862  # A001230


@pytest.mark.parametrize(
    "parameters",
    [
        "num_workers:4",
        "num_search_workers:4",
        "num_workers:4 interleave_search:true",
        "symmetry_level:4 keep_all_feasible_solutions_in_presolve:false",
        "cp_model_presolve:false",
        "linearization_level:2",
        "stop_after_first_solution:true",
        "instantiate_all_variables:false",
    ],
)
def test_no_parameter_makes_a_listing_lose_or_repeat_tours(parameters):
    tours, end = listing("3x10", CpSat(parameters), kind="closed", workers=3)
    assert end.complete
    assert len({tour.normalised() for tour in tours}) == len(tours) == 16


def test_a_hint_changes_no_listing():
    hint = solve("3x10", "cpsat", kind="closed").tour
    assert len(listing("3x10", CpSat(hint=hint), kind="closed")[0]) == 16


def test_a_listing_that_a_limit_ends_is_not_complete():
    tours, end = listing("8x8", kind="closed", steps=200)
    assert tours
    assert (end.complete, end.reason) == (False, "step limit")
    tours, end = listing("8x8", kind="closed", seconds=0.5)
    assert (end.complete, end.reason) == (False, "time limit")
    tours, end = listing("3x10", CpSat("stop_after_presolve:true"), kind="closed")
    assert not tours
    assert not end.complete
    assert "parameters" in end.reason


def test_obstructions_make_a_complete_empty_list():
    tours, end = listing("5x5", kind="closed")
    assert (tours, end.complete) == ([], True)


def test_a_listing_closed_early_leaves_no_thread():
    stream = iter_tours("8x8", "cpsat", kind="closed")
    assert len(stream.take(3)) == 3
    assert threads()
    stream.close()
    assert not threads()


def test_a_listing_left_open_does_not_keep_python_from_exiting():
    code = (
        "from knight_models import iter_tours\n"
        "stream = iter_tours('8x8', 'cpsat', kind='closed')\n"
        "print(len(stream.take(2)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=100, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "2\n", "")


# Answers, limits and stops


def test_infeasible_is_the_claim_of_an_engine_with_version_and_parameters():
    result = solve(PETERSEN, CpSat("linearization_level:2"), seed=5)
    claim = result.evidence
    assert result.status is Status.IMPOSSIBLE
    assert isinstance(claim, SolverClaim)
    assert (claim.engine, claim.version) == ("ortools", result.versions["ortools"])
    assert claim.parameters == {"random_seed": 5, "num_workers": 1, "linearization_level": 2}


def test_the_answer_is_that_of_the_engine_and_a_simple_reason_supports_it():
    result = solve("3x3", "cpsat", kind="closed")
    assert (result.status, result.evidence.type, result.rechecked) == (
        Status.IMPOSSIBLE,
        "SolverClaim",
        False,
    )
    assert result.support.type == "LowDegree"
    petersen = solve(nx.petersen_graph(), "cpsat", kind="closed")
    assert (petersen.evidence.type, petersen.support) == ("SolverClaim", None)


def test_a_seed_makes_a_run_repeatable():
    runs = [solve("8x8", "cpsat", kind="closed", seed=seed) for seed in (0, 0, 1, 2, 3)]
    assert runs[0].tour == runs[1].tour
    assert runs[0].statistics.steps == runs[1].statistics.steps
    assert runs[0].statistics.counters == runs[1].statistics.counters
    assert len({run.tour for run in runs}) > 1


def test_steps_are_conflicts():
    result = solve(HARD, "cpsat", steps=50)
    assert (result.status, result.reason) == (Status.UNKNOWN, "step limit")
    assert 50 <= result.statistics.steps < 60
    assert result.statistics.steps == result.statistics.counters["conflicts"]
    lower = solve(HARD, CpSat("max_number_of_conflicts:20"), steps=50)
    assert (lower.reason, lower.statistics.steps < 50) == ("step limit", True)


def test_a_step_limit_ends_several_workers():
    """CP-SAT's workers, left alone, would wait for each other for ever."""
    result = solve(HARD, "cpsat", steps=50, workers=3)
    assert (result.status, result.reason) == (Status.UNKNOWN, "step limit")


def test_several_workers():
    result = solve(PETERSEN, "cpsat:profile=default", workers=2)
    assert result.evidence.parameters["num_workers"] == 2
    assert solve("8x8", CpSat("interleave_search:true"), kind="closed", workers=2).found
    with pytest.raises(OptionError, match="from 1 to 256, not 10001"):
        solve("8x8", "cpsat", workers=10_001)


def test_the_deadline_holds_while_building():
    result = solve("200x200", "cpsat", kind="closed", seconds=0.3)
    assert (result.status, result.reason) == (Status.UNKNOWN, "time limit")
    assert "conflicts" not in result.statistics.counters  # the search never began


def test_the_deadline_holds_while_searching():
    for solver in (CpSat(), CpSat("max_time_in_seconds:1000")):
        result = solve(HARD, solver, seconds=0.5)
        assert (result.status, result.reason) == (Status.UNKNOWN, "time limit")
        assert result.statistics.steps > 0
    assert solve(HARD, CpSat("max_time_in_seconds:0.2")).reason == "time limit"
    assert not threads()


def test_no_time_at_all():
    result = solve("8x8", "cpsat", seconds=0)
    assert (result.status, result.reason) == (Status.UNKNOWN, "time limit")


def test_a_model_beyond_the_memory_is_not_built():
    with pytest.raises(UnsupportedError, match=r"the CP-SAT model would need .* 1,000,000 are allowed"):
        solve("30x30", "cpsat", memory=10**6)


def test_an_engine_stopped_by_its_parameters_is_unknown():
    result = solve("6x6", CpSat("stop_after_presolve:true"), kind="closed")
    assert (result.status, "parameters" in result.reason) == (Status.UNKNOWN, True)


def test_an_invalid_model_is_an_error(monkeypatch):
    real = Circuit.fill

    def broken(tour):
        real(tour)
        tour.model.proto.variables[0].domain[0] = 2  # above its upper bound

    monkeypatch.setattr(Circuit, "fill", broken)
    with pytest.raises(SolverError, match="invalid"):
        solve("6x6", "cpsat")


INTERRUPTED = """
import os, signal, sys, threading
sys.path.insert(0, "tests/support")
from graphs import generalized_petersen
from knight_models import CpSat, TourProblem, iter_tours, solve

def run(work):
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    try:
        work()
    except KeyboardInterrupt:
        print("interrupted", [thread for thread in threading.enumerate() if thread.name == "cpsat"])

problem = TourProblem(generalized_petersen(149), kind="closed")
for solver in (CpSat("linearization_level:1"), CpSat()):
    run(lambda: solve(problem, solver, seconds=100))
run(lambda: solve(problem, solver, seconds=100, workers=2))
run(lambda: list(iter_tours(problem, solver, seconds=100)))
"""


@pytest.mark.usefixtures("ctrl_c_is_heard")
def test_an_interrupt_stops_the_search_and_is_raised():
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=300, check=False
    )
    assert (done.returncode, done.stdout) == (0, "interrupted []\n" * 4), done.stderr


def test_an_error_of_the_progress_callback_stops_the_search():
    def fail(progress):
        raise RuntimeError(progress.note)

    with pytest.raises(RuntimeError, match="searching"):
        solve(HARD, "cpsat", progress=fail, seconds=100)
    assert not threads()


def test_progress_is_reported():
    reports = []
    solve(HARD, "cpsat", progress=reports.append, seconds=1)
    assert reports
    assert {progress.solver for progress in reports} == {"cpsat"}


def test_statistics():
    statistics = solve("8x8", "cpsat", kind="closed").statistics
    assert statistics.counters["arcs"] == 336  # 168 moves
    assert statistics.counters["variables"] == 336
    assert statistics.counters["slices"] == statistics.counters["answered_by_fast"] == 1
    assert {"conflicts", "branches", "booleans"} < set(statistics.counters)
    assert 0 < statistics.build_seconds < statistics.seconds


# Options


def test_the_module_does_not_load_the_engine():
    code = (
        "import sys, knight_models.solvers.cpsat as module; module.CpSat(log=True)\n"
        "print([name for name in sys.modules if name.startswith('ortools')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_parameters_are_one_and_the_same_however_they_are_written():
    solvers = [
        CpSat("linearization_level:2 symmetry_level:0"),
        CpSat("linearization_level=2;symmetry_level=0"),
        CpSat("linearization_level: 2\nsymmetry_level: 0\n"),
        CpSat({"linearization_level": 2, "symmetry_level": 0}),
        get_solver("cpsat:parameters=linearization_level:2 symmetry_level:0"),
        get_solver("cpsat:parameters=linearization_level=2;symmetry_level=0"),
    ]
    assert set(solvers) == {solvers[0]}
    assert solver_label(solvers[0]) == "cpsat:parameters=linearization_level:2 symmetry_level:0"


def test_parameters_reach_the_engine():
    default = solve("4x20", "cpsat:profile=default", kind="closed", steps=2000)
    lp = solve("4x20", "cpsat:parameters=linearization_level:2", kind="closed", steps=2000)
    assert default.status is Status.UNKNOWN
    assert lp.status is Status.IMPOSSIBLE  # Schwenk 1991
    branching = CpSat(
        {"search_branching": "FIXED_SEARCH", "cp_model_presolve": False, "clause_cleanup_ratio": 0.25}
    )
    used = solve("4x8", branching, kind="closed").evidence.parameters
    assert used["search_branching"] == "FIXED_SEARCH"
    assert used["cp_model_presolve"] is False
    assert used["clause_cleanup_ratio"] == 0.25


def test_raw_parameters_win_over_seed_and_workers():
    raw = CpSat("random_seed:7 num_workers:2 ignore_subsolvers:fj ignore_subsolvers:rnd_var_lns")
    used = solve("4x8", raw, kind="closed", seed=3).evidence.parameters
    assert (used["random_seed"], used["num_workers"]) == (7, 2)
    assert used["ignore_subsolvers"] == ["fj", "rnd_var_lns"]


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ("linearisation_level:2", "did you mean 'linearization_level'"),
        ("linearization_level:high", "whole number"),
        ("clause_cleanup_ratio:much", "a number"),
        ("cp_model_presolve:maybe", "true or false"),
        ("search_branching:FIXED", "did you mean 'FIXED_SEARCH'"),
        ("random_seed:99999999999999", "out of range"),
        ("num_workers:-3", r"\[0,10000\]"),
        ("subsolvers:mine", "'mine' is not valid"),
        ("linearization_level", "write name:value"),
        ("linearization_level:2 :", "write name:value"),
        ("subsolver_params:x", "not a single value"),
        ("restart_algorithms:x", "restart_algorithms"),
        ("log_to_stdout:true", "option log"),
        ("catch_sigint_signal:true", "Ctrl-C"),
        ("enumerate_all_solutions:true", "list the tours"),
        ("fix_variables_to_their_hinted_value:true", "hint"),
        (5, "not 5"),
    ],
)
def test_bad_parameters_are_refused_when_the_solver_is_made(parameters, message):
    with pytest.raises(OptionError, match=message) as caught:
        CpSat(parameters)
    assert len(str(caught.value)) < 400


def test_the_log_goes_to_standard_error(capfd):
    solve("6x6", "cpsat:log=on", kind="closed")
    captured = capfd.readouterr()
    assert captured.out == ""
    assert "CpSolverResponse summary" in captured.err
    solve("6x6", "cpsat", kind="closed")
    captured = capfd.readouterr()
    assert (captured.out, captured.err) == ("", "")


def hints(tour):
    yield tour
    yield tour.squares
    yield tour.order
    yield tour.order.tolist()
    yield tour.names
    yield " ".join(tour.names)


def test_a_hinted_tour_is_the_one_found():
    problem = TourProblem("10x10", start="a1")
    wanted = solve(problem, "cpsat", seed=1).tour
    assert wanted != solve(problem, "cpsat").tour
    for hint in hints(wanted):
        assert solve(problem, CpSat(hint=hint)).tour == wanted


def test_a_wrong_tour_is_a_hint_all_the_same():
    assert solve("8x8", CpSat(hint=range(64)), kind="closed").found


def test_numbers_that_are_labels_are_labels():
    graph = nx.path_graph([3, 2, 1, 0])
    order = [0, 1, 2, 3]
    assert solve(graph, CpSat(hint=order), start=0).tour.squares == order


@pytest.mark.parametrize(
    ("hint", "message"),
    [
        ([0, 1, 2], "3 vertices; the problem has 12"),
        ([*range(11), 12], "vertex 12; the last one is 11"),
        ([*range(11), 0], "a3 more than once"),
        ([*range(11), -1], "vertex -1"),
        (["a1"] * 11 + ["e1"], "e1"),
        ("a1 b2 zz", "zz"),
        ([(0, 0)] * 11 + [(3, 0)], "3, 0"),
        (Tour(TourProblem("4x3"), range(12)), "d"),
    ],
)
def test_a_hint_that_is_not_every_vertex_once_is_refused(hint, message):
    with pytest.raises(InputError, match=message):
        solve("3x4", CpSat(hint=hint))


def test_a_hint_is_a_sequence():
    with pytest.raises(OptionError, match="not 5"):
        CpSat(hint=5)


def test_a_model_is_built_of_the_text_of_a_board_too():
    _, literals = CpSat().build("6x6")
    _, closed = CpSat().build(TourProblem("6x6", kind="closed"))
    assert len(closed) == 160  # one for each direction of the 80 moves
    assert len(literals) == 160 + 2 * 36


@pytest.mark.parametrize(
    ("words", "value"),
    [(("true", "on", "yes", "1", "TRUE"), True), (("false", "off", "no", "0", "Off"), False)],
)
def test_switches_of_the_engine_are_written_in_any_of_their_words(words, value):
    for word in words:
        for before in (True, False):
            target = engine(cp_model_presolve=before).parameters
            assert set_parameters(target, f"cp_model_presolve:{word}") == {"cp_model_presolve": value}
            assert target.cp_model_presolve is value
    with pytest.raises(OptionError, match="cp_model_presolve is true or false, not 'maybe'"):
        set_parameters(engine().parameters, "cp_model_presolve:maybe")
