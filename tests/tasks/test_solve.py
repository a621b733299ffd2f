"""The driver: it checks support, verifies what solvers answer, and refuses what is not as it says."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import ClassVar

import fakes
import networkx
import numpy as np
import pytest
from fakes import EVERYTHING

import knight_models.solvers
from knight_models.core.errors import (
    KnightModelsError,
    OptionError,
    ProblemError,
    SolverError,
    TooLargeError,
    UnsupportedError,
    VerificationError,
    shown,
)
from knight_models.core.evidence import EVIDENCE, ColourImbalance, Exhausted, LowDegree, SolverClaim
from knight_models.core.limits import Limits
from knight_models.core.problem import TourProblem
from knight_models.core.result import ListingEnd, SolveResult, Status, WrongAnswerError
from knight_models.core.tour import Tour
from knight_models.solvers import get_solver, register_solver, solver_names
from knight_models.solvers.depth_first import DepthFirst
from knight_models.tasks.listing import iter_tours
from knight_models.tasks.solve import solve

EULER = [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]


@dataclass(frozen=True)
class Says:
    """Answers what it is told to."""

    name: ClassVar[str] = "says"
    exact: bool = True
    takes = EVERYTHING
    status: Status = Status.FOUND
    order: tuple[int, ...] | None = None
    evidence: object = None

    def unsupported(self, problem):
        return None

    def solve(self, run):
        tour = None if self.order is None else Tour(run.problem, self.order)
        return SolveResult(self.status, run.problem, tour=tour, evidence=self.evidence, reason="told so")


def test_a_right_tour_is_returned_with_what_ran():
    limits = Limits(seconds=10, seed=1)
    result = solve("3x4", Says(order=tuple(EULER)), limits=limits)
    assert result.found
    assert result.tour.squares[0] == (0, 0)
    assert (result.solver, result.limits) == ("says", limits)
    assert result.options["order"] == tuple(EULER)
    assert result.label.startswith("says:order=")
    assert result.statistics.seconds > 0
    assert "numpy" in result.versions


@pytest.mark.parametrize("order", [EULER[:-1], EULER[:-2] + EULER[:-3:-1], [0] * 12, []])
def test_a_wrong_tour_raises_with_every_fault_and_the_result(order):
    with pytest.raises(WrongAnswerError, match="solver 'says' returned a wrong answer") as caught:
        solve("3x4", Says(order=tuple(order)))
    assert isinstance(caught.value, VerificationError)
    assert caught.value.faults
    assert list(caught.value.result.tour.order) == list(order)


def test_found_without_a_tour_raises():
    with pytest.raises(WrongAnswerError, match="there is no tour"):
        solve("3x4", Says())


def test_impossible_without_evidence_raises():
    with pytest.raises(WrongAnswerError, match="there is no evidence"):
        solve("3x4", Says(status=Status.IMPOSSIBLE))


@pytest.mark.parametrize("evidence", [LowDegree((0,)), ColourImbalance("01" * 6)])
def test_evidence_that_does_not_stand_raises(evidence):
    with pytest.raises(WrongAnswerError):
        solve("3x4", Says(status=Status.IMPOSSIBLE, evidence=evidence))


@pytest.mark.parametrize("value", [None, 5, 1.5, "ab", ("a",), (1.5,), (None,), ((0, 1),), [{}]])
@pytest.mark.parametrize(
    "kind",
    EVIDENCE.values(),
)
def test_evidence_of_the_wrong_form_is_refused_with_one_sentence_or_is_no_proof(kind, value):
    def answer(problem):
        evidence = kind(*[value] * len(fields(kind)))
        return SolveResult("impossible", problem, evidence=evidence)

    for asked in ("open", "closed"):
        with pytest.raises(KnightModelsError) as caught:
            solve("3x4", Returns(answer), kind=asked)
        assert kind.__name__ in str(caught.value) or isinstance(caught.value, WrongAnswerError)


def test_evidence_may_hold_numbers_of_any_integer_type():
    assert LowDegree(np.array([4])) == LowDegree([np.int32(4)]) == LowDegree((4,))
    assert hash(LowDegree([4])) == hash(LowDegree((4,)))


def test_a_search_of_no_step_has_exhausted_nothing():
    with pytest.raises(WrongAnswerError, match="no step"):
        solve("4x4", Says(status=Status.IMPOSSIBLE, evidence=Exhausted("says", 0)))


def test_a_solver_that_is_not_exact_needs_evidence_that_can_be_checked():
    claim = SolverClaim("engine", "1.0")
    with pytest.raises(SolverError, match="not exact"):
        solve("4x4", Says(exact=False, status=Status.IMPOSSIBLE, evidence=claim))
    result = solve("3x3", Says(exact=False, status=Status.IMPOSSIBLE, evidence=LowDegree((4,))))
    assert result.status is Status.IMPOSSIBLE


@pytest.mark.parametrize("status", ["found", "impossible"])
def test_a_status_as_plain_text_is_verified_all_the_same(status):
    with pytest.raises(WrongAnswerError):
        solve("3x4", Says(status=status, order=(0,) * 12 if status == "found" else None))
    result = solve("3x4", Says(status="found", order=tuple(EULER)))
    assert result.status is Status.FOUND


@pytest.mark.parametrize("status", ["maybe", "FOUND", None, 1, True, ["found"]])
def test_a_status_that_is_none_of_the_three_is_refused(status):
    with pytest.raises(SolverError, match="is no status; these are found, impossible, unknown"):
        SolveResult(status, TourProblem("3x4"))


def test_a_status_that_was_forced_upon_a_result_is_verified_as_found():
    @dataclass(frozen=True)
    class Forces(Says):
        def solve(self, run):
            result = super().solve(run)
            object.__setattr__(result, "status", "surely found")
            return result

    with pytest.raises((WrongAnswerError, SolverError)):
        solve("3x4", Forces(order=(0,) * 12))


@dataclass(frozen=True)
class Returns:
    """Returns whatever it is told to."""

    what: object = None
    name: ClassVar[str] = "returns"
    exact: ClassVar[bool] = True
    takes = EVERYTHING

    def unsupported(self, problem):
        return None

    def solve(self, run):
        return self.what(run.problem) if callable(self.what) else self.what

    def tours(self, run, directed=False):
        return self.solve(run)


@pytest.mark.parametrize(
    ("what", "says"),
    [
        (None, "returns None, which is not a SolveResult"),
        ("found", "'found', which is not a SolveResult"),
        (lambda problem: Tour(problem, EULER), "which is not a SolveResult"),
        (lambda problem: SolveResult("found", problem, EULER), "returns the tour [0, 6, 8"),
        (lambda problem: SolveResult("impossible", problem, evidence="no"), "returns the evidence 'no'"),
        (lambda problem: SolveResult("unknown", problem, walk=[0, 6]), "returns the walk [0, 6]"),
        (lambda problem: SolveResult("unknown", problem, statistics={}), "statistics {}, not Statistics"),
        (lambda problem: SolveResult("unknown", TourProblem("4x3")), "answers another problem"),
        (
            lambda problem: SolveResult("found", problem, Tour(TourProblem("4x3"), EULER)),
            "returns a tour of another problem",
        ),
        (
            lambda problem: SolveResult("found", problem, Tour(replace(problem, kind="closed"), EULER)),
            "returns a tour of another problem",
        ),
        (
            lambda problem: SolveResult("unknown", problem, Tour(problem, [0] * 12)),
            "answers unknown, but with a tour",
        ),
        (
            lambda problem: SolveResult("impossible", problem, Tour(problem, EULER), LowDegree((0,))),
            "answers impossible, but with a tour",
        ),
        (
            lambda problem: SolveResult("found", problem, Tour(problem, EULER), LowDegree((0,))),
            "answers found, but with evidence",
        ),
        (
            lambda problem: SolveResult("found", problem, Tour(problem, EULER), walk=Tour(problem, [1, 2])),
            "answers found, but with a walk",
        ),
    ],
)
def test_what_is_no_answer_is_refused_with_one_sentence(what, says):
    with pytest.raises(SolverError) as caught:
        solve("3x4", Returns(what))
    assert says in str(caught.value)
    assert "returns" in str(caught.value)


@pytest.mark.parametrize(
    ("what", "says"),
    [
        (None, "as None, which is not a generator of tours"),
        ([], "which is not a generator of tours"),
        (lambda problem: iter([EULER]), "returns the tour [0, 6, 8"),
        (lambda problem: iter([Tour(TourProblem("4x3"), EULER)]), "returns a tour of another problem"),
    ],
)
def test_what_is_no_list_of_tours_is_refused_with_one_sentence(what, says):
    with pytest.raises(SolverError) as caught:
        list(iter_tours("3x4", Returns(what)))
    assert says in str(caught.value)


@dataclass(frozen=True)
class EndsWith(Says):
    """Lists nothing, and ends with what it is told to."""

    end: object = None

    def tours(self, run, directed=False):
        yield from ()
        return self.end


def test_a_list_has_to_end_with_a_listing_end():
    with pytest.raises(SolverError, match="ended its list with True, which is not a ListingEnd"):
        list(iter_tours("3x4", EndsWith(end=True)))


def test_only_an_exact_solver_may_say_that_its_list_is_complete():
    with pytest.raises(SolverError, match="is not exact, but it claims that its list is complete"):
        list(iter_tours("3x4", EndsWith(exact=False, end=ListingEnd(True))))
    assert list(iter_tours("3x4", EndsWith(exact=False, end=ListingEnd(False, "tired")))) == []


@dataclass(frozen=True)
class Raises(Says):
    """Raises what it is told to, after a tour."""

    error: type[Exception] = TimeoutError

    def solve(self, run):
        raise self.error("the moves would need 9 bytes of memory; 8 are allowed")

    def tours(self, run, directed=False):
        yield Tour(run.problem, EULER)
        raise self.error("the moves would need 9 bytes of memory; 8 are allowed")


def test_time_that_is_up_anywhere_in_a_solver_is_unknown():
    result = solve("3x4", Raises())
    assert (result.status, result.reason, result.solver) == (Status.UNKNOWN, "time limit", "says")
    stream = iter_tours("3x4", Raises())
    assert len(list(stream)) == 1
    assert (stream.end.complete, stream.end.reason) == (False, "time limit")


def test_a_problem_too_large_for_a_solver_is_one_that_it_cannot_take():
    sentence = r"says cannot take the open tour of 3x4: the moves would need 9 bytes of memory; 8 are"
    with pytest.raises(UnsupportedError, match=sentence):
        solve("3x4", Raises(error=TooLargeError))
    with pytest.raises(UnsupportedError, match=sentence):
        list(iter_tours("3x4", Raises(error=TooLargeError)))


@pytest.mark.parametrize("ask", [solve, iter_tours])
def test_progress_is_something_to_call_and_limits_are_limits(ask):
    with pytest.raises(OptionError, match="progress is a function that takes a Progress, not 5"):
        ask("3x4", fakes.HonestLister(), progress=5)
    with pytest.raises(OptionError, match="limits are Limits"):
        ask("3x4", fakes.HonestLister(), limits=5)


def test_unknown_is_passed_on():
    result = solve("3x4", Says(status=Status.UNKNOWN))
    assert (result.status, result.reason, result.found) == (Status.UNKNOWN, "told so", False)


def test_an_unsupported_problem_is_refused_with_the_reason():
    with pytest.raises(UnsupportedError, match=r"decliner cannot take the open tour of 8x8.*rather not"):
        solve("8x8", fakes.Decliner())


def test_what_a_solver_gets_is_what_was_asked():
    seen = []

    @dataclass(frozen=True)
    class Looks(Says):
        def solve(self, run):
            seen.append((run.problem, run.limits, run.progress))
            return super().solve(run)

    solve("3x4", Looks(status=Status.UNKNOWN), kind="closed", start="a1", seconds=9, steps=5, seed=3)
    problem, limits, progress = seen[0]
    assert problem == TourProblem("3x4", kind="closed", start=(2, 0))
    assert 0 < limits.seconds <= 9
    assert (limits.steps, limits.seed, progress) == (5, 3, None)


def test_a_graph_is_taken_as_it_is():
    result = solve(networkx.path_graph(["x", "y"]), Says(order=(1, 0)), start="y")
    assert result.tour.squares == ["y", "x"]


@pytest.mark.parametrize("name", ["second", "solverr", "shape"])
def test_an_unknown_argument_is_refused(name):
    with pytest.raises(OptionError, match=f"unknown argument {name!r}; known are kind, start"):
        solve("8x8", Says(), **{name: 1})


def test_the_same_thing_cannot_be_said_twice():
    with pytest.raises(ProblemError, match="start: set this in the TourProblem"):
        solve(TourProblem("8x8"), Says(), start="a1")
    with pytest.raises(OptionError, match="seconds: set this in the Limits"):
        solve("8x8", Says(), limits=Limits(), seconds=3)


@pytest.mark.parametrize(
    ("solver", "says"),
    [
        ("depth-frist", "unknown solver 'depth-frist'; did you mean 'depth-first'"),
        ("nonsense", "unknown solver 'nonsense'; known: auto, cpsat, cutset, depth-first"),
        ("depth-first:orderin=fixed", "did you mean 'ordering'"),
        ("depth-first:ordering=dynamics", "did you mean 'dynamic'"),
        ("depth-first:prune=maybe", "prune is on or off, not 'maybe'"),
        ("warnsdorff:restarts=-1", "restarts is a whole number from 0 to 2147483647, not '-1'"),
        ("warnsdorff:restarts=many", "restarts is a whole number from 0 to 2147483647, not 'many'"),
        ("warnsdorff:random", "write name=value"),
        ("", "unknown solver ''"),
        (None, "a solver is a name such as 'cpsat' or a Solver, not None"),
        ("depth-first:prune=on,prune=off", "the option prune is given twice"),
        ("auto:prune=on", "unknown option of auto: 'prune'; there are none"),
        (int, "int: the class int is no Solver: it has no solve()"),
        (dict, "dict: the class dict is no Solver: it has no solve()"),
        (object(), "it has no solve()"),
        (len, "it has no solve()"),
    ],
)
def test_an_unknown_solver_option_or_value_names_the_nearest_right_one(solver, says):
    with pytest.raises(OptionError) as caught:
        solve("8x8", solver)
    assert says in str(caught.value)


def test_five_ways_to_say_a_solver():
    ways = [
        DepthFirst(ordering="fixed", prune=True),
        get_solver("depth-first", ordering="fixed", prune=True),
        get_solver("depth-first:ordering=fixed,prune=on"),
        get_solver(DepthFirst, ordering="fixed", prune="yes"),
        get_solver(DepthFirst(), ordering="fixed", prune=True),
    ]
    assert all(way == ways[0] for way in ways)
    labels = {solve("5x5", way, start="a1", seconds=60).label for way in ways}
    assert labels == {"depth-first:ordering=fixed,prune=on"}


NO_VALUES = (-1, 1.5, None, b"x", [1], object, 10**400, 10**5000)


@pytest.mark.parametrize("value", NO_VALUES, ids=shown)
@pytest.mark.parametrize(
    ("solver", "option"),
    [
        (name, field.name)
        for name in solver_names()
        for field in fields(get_solver(name))
        if (name, field.name) != ("cpsat", "hint")
    ],
)
def test_a_value_that_an_option_cannot_have_is_refused_with_one_short_sentence(solver, option, value):
    with pytest.raises(OptionError) as caught:
        get_solver(solver, **{option: value})
    assert option in str(caught.value).replace(" ", "_")
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize("order", [[(1.5, 2)], "1,2;1_0,3", "٣,٤", "1," + "9" * 5000, [1], "87654322"])
def test_a_move_order_is_made_of_whole_numbers(order):
    with pytest.raises(OptionError, match="a move order is"):
        get_solver("depth-first", move_order=order)


@pytest.mark.parametrize("name", ["", "Upper", "with space", "1st", None, 7])
def test_a_solver_is_registered_under_a_proper_name(name):
    with pytest.raises(OptionError, match="name: "):
        register_solver(name, fakes.Honest)
    assert name not in solver_names()


@pytest.mark.parametrize("factory", [5, None, "cpsat", dict, int, object, TourProblem])
def test_what_is_registered_must_make_a_solver(factory):
    with pytest.raises(OptionError, match="factory: "):
        register_solver("mine", factory)
    assert "mine" not in solver_names()


class Nameless(fakes.Honest):
    name = None


class Wavering(fakes.Honest):
    exact = "perhaps"


class Unsolving(fakes.Honest):
    solve = None


def broken(**options):
    raise RuntimeError("out of order")


def needs_one_by_place(depth, /):
    return fakes.Honest()


def needs_one_by_name(*, depth):
    return fakes.Honest()


def passes_on(**options):
    return DepthFirst(**options)


@pytest.mark.parametrize(
    ("factory", "text", "says"),
    [
        (lambda: None, "mine", "mine makes None, which is no Solver: it has no solve()"),
        (lambda: 5, "mine", "mine makes 5, which is no Solver"),
        (lambda: fakes.Honest, "mine", "which is no Solver: it is a class"),
        (Nameless, "mine", "it has no name that is a text"),
        (Wavering, "mine", "it does not say whether it is exact"),
        (Unsolving, "mine", "it has no solve()"),
        (lambda depth: None, "mine", "mine needs the option depth: mine:depth=VALUE"),
        (needs_one_by_place, "mine", "mine needs the option depth"),
        (needs_one_by_name, "mine:deep=1", "did you mean 'depth'"),
        (broken, "mine", "mine cannot be made: RuntimeError: out of order"),
        (
            lambda **k: get_solver("depth-first", **k),
            "mine:bogus=1",
            "unknown option of depth-first: 'bogus'",
        ),
        (passes_on, "mine:bogus=1", "mine cannot be made: TypeError: "),
        (passes_on, "mine:prune=maybe", "prune is on or off, not 'maybe'"),
    ],
)
def test_a_factory_that_makes_no_solver_is_named_with_the_reason(monkeypatch, factory, text, says):
    monkeypatch.setattr(knight_models.solvers, "SOLVERS", dict(knight_models.solvers.SOLVERS))
    register_solver("mine", factory)
    with pytest.raises(OptionError) as caught:
        get_solver(text)
    assert says in str(caught.value)


def test_a_factory_may_take_any_option(monkeypatch):
    monkeypatch.setattr(knight_models.solvers, "SOLVERS", dict(knight_models.solvers.SOLVERS))
    register_solver("mine", passes_on)
    assert get_solver("mine:prune=on,ties=index") == DepthFirst(prune=True, ties="index")


class Plain:
    """A solver that is no dataclass."""

    name = "plain"
    exact = True
    takes = EVERYTHING

    def unsupported(self, problem):
        return None

    def solve(self, run):
        return DepthFirst().solve(run)


def test_the_options_of_a_ready_solver_are_checked_like_those_of_a_name():
    assert get_solver(DepthFirst(), prune="on").prune is True
    with pytest.raises(OptionError, match="unknown option of depth-first: 'prone'; did you mean 'prune'"):
        get_solver(DepthFirst(), prone=1)
    with pytest.raises(OptionError, match="the option prune is given twice"):
        get_solver("depth-first:prune=on", prune=False)
    with pytest.raises(OptionError, match="is no dataclass, so that its options cannot be changed"):
        get_solver(Plain(), prune=1)
    assert solve("5x5", Plain(), start="a1").found


def test_a_registered_solver_is_found_by_name(monkeypatch):
    monkeypatch.setattr(knight_models.solvers, "SOLVERS", dict(knight_models.solvers.SOLVERS))
    register_solver("honest", fakes.Honest)
    assert "honest" in solver_names()
    assert solve("5x5", "honest", start="a1").solver == "honest"


@dataclass(frozen=True)
class Lists(Says):
    """Lists two tours, the second of them wrong."""

    def tours(self, run, directed=False):
        yield Tour(run.problem, EULER)
        yield Tour(run.problem, EULER[::-1][1:] + EULER[-1:])


def test_every_tour_of_a_listing_is_verified():
    stream = iter_tours("3x4", Lists())
    assert next(stream).squares[0] == (0, 0)
    with pytest.raises(WrongAnswerError):
        next(stream)
    assert stream.count == 1


def test_a_listing_says_how_it_ended():
    stream = iter_tours("3x4", fakes.HonestLister(), seconds=60)
    assert stream.end is None
    assert len(list(stream)) == 8  # OEIS A169696
    assert stream.end.complete
    assert list(stream) == []
    assert stream.end.complete


def test_a_listing_can_be_left_early():
    stream = iter_tours("5x5", fakes.HonestLister(), start="a1")
    assert len(stream.take(3)) == 3
    stream.close()
    assert list(stream) == []
    assert not stream.end.complete


def test_a_solver_that_lists_nothing_is_refused():
    with pytest.raises(
        UnsupportedError,
        match="honest does not list tours; those that do: auto, cpsat, cutset, depth-first",
    ):
        iter_tours("3x4", fakes.Honest())


def test_replacing_a_field_keeps_a_result_whole():
    result = solve("3x4", Says(order=tuple(EULER)))
    assert replace(result, label="other").tour is result.tour
    assert "found" in repr(result)


@pytest.mark.parametrize("solver", ["depth-first", "depth-first:prune=on", "cpsat", "auto"])
def test_a_required_move_into_the_start_rules_out_every_beginning(solver):
    graph = networkx.DiGraph([(0, 1), (1, 0)])
    result = solve(graph, solver, start=0, required=[(1, 0)], seconds=60)
    assert result.status is Status.IMPOSSIBLE
