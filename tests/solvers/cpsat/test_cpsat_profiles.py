"""CP-SAT's profiles: what they set, and how `auto` goes round them, one by one or side by side."""

import threading
from itertools import islice

import networkx as nx
import pytest
from graphs import generalized_petersen

from knight_models.core.errors import OptionError
from knight_models.core.evidence import SolverClaim
from knight_models.core.problem import TourProblem
from knight_models.core.result import Status
from knight_models.solvers.cpsat import CpSat
from knight_models.solvers.cpsat.profiles import slices
from knight_models.tasks.listing import iter_tours
from knight_models.tasks.solve import solve

PETERSEN = TourProblem(nx.petersen_graph(), kind="closed")
"""Impossible, which no obstruction tells."""

HARD = TourProblem(generalized_petersen(149), kind="closed")
"""Impossible too, which CP-SAT does not find out in minutes."""

SLOW = TourProblem(generalized_petersen(29), kind="closed")
"""Impossible too, which takes some thousand conflicts."""


def answered_by(result):
    names = [name for name in result.statistics.counters if name.startswith("answered_by_")]
    assert len(names) == 1
    return names[0].removeprefix("answered_by_")


def threads():
    return [thread for thread in threading.enumerate() if thread.name == "cpsat"]


# What a profile sets


@pytest.mark.parametrize(
    ("profile", "parameters"),
    [
        ("default", {}),
        ("cuts", {"linearization_level": 2}),
        (
            "fast",
            {
                "linearization_level": 0,
                "cp_model_probing_level": 0,
                "symmetry_level": 0,
                "initial_polarity": "POLARITY_TRUE",
            },
        ),
    ],
)
def test_a_profile_is_a_set_of_parameters_that_the_claim_shows(profile, parameters):
    result = solve(PETERSEN, CpSat(profile=profile))
    assert isinstance(result.evidence, SolverClaim)
    assert result.evidence.parameters == {"random_seed": 0, "num_workers": 1, **parameters}
    assert answered_by(result) == profile
    assert result.statistics.counters["slices"] == 1


def test_cuts_prove_at_once_what_the_others_do_not():
    problem = TourProblem("4x20", kind="closed")  # impossible: Schwenk 1991
    assert solve(problem, "cpsat:profile=cuts", steps=200).status is Status.IMPOSSIBLE
    for profile in ("default", "fast"):
        assert solve(problem, CpSat(profile=profile), steps=2000).status is Status.UNKNOWN
    assert answered_by(solve(problem, "cpsat")) == "cuts"


def test_raw_parameters_win_over_the_profile():
    used = solve(PETERSEN, CpSat("linearization_level:1", profile="cuts")).evidence.parameters
    assert used["linearization_level"] == 1


def test_with_raw_parameters_auto_is_default():
    result = solve(PETERSEN, CpSat("symmetry_level:1"))
    assert answered_by(result) == "default"
    assert result.evidence.parameters == {"random_seed": 0, "num_workers": 1, "symmetry_level": 1}


def test_an_unknown_profile_is_refused():
    with pytest.raises(OptionError, match="did you mean 'fast'"):
        CpSat(profile="fats")


# Slices


def test_auto_goes_round_all_profiles_in_slices_that_grow():
    pieces = list(islice(slices("auto", 7, 1000), 9))
    assert [piece.profile for piece in pieces[:3]] == [piece.profile for piece in pieces[3:6]]
    assert {piece.profile for piece in pieces} == {"fast", "default", "cuts"}
    for before, after in zip(pieces, pieces[3:], strict=False):
        assert after.deterministic_time == 2 * before.deterministic_time
    assert len({piece.seed for piece in pieces}) == 3
    assert pieces[0].seed == 7


def test_a_seed_near_the_last_one_is_followed_by_seeds_in_range():
    assert all(0 <= piece.seed < 2**31 for piece in islice(slices("auto", 2**31 - 1, 10), 30))


def test_the_claim_of_a_slice_shows_its_deterministic_time():
    result = solve(PETERSEN, "cpsat", seed=3)
    assert answered_by(result) == "fast"
    used = result.evidence.parameters
    assert used["random_seed"] == 3
    assert used["max_deterministic_time"] > 0
    assert used["random_branches_ratio"] > 0


@pytest.mark.parametrize("seed", [0, 5])
def test_the_slices_repeat(seed):
    """Same seed, same answer, same work, over several slices."""
    runs = [solve(SLOW, "cpsat", seed=seed) for _ in range(2)]
    assert runs[0].status is runs[1].status is Status.IMPOSSIBLE
    assert runs[0].statistics.counters["slices"] > 1
    assert runs[0].statistics.counters == runs[1].statistics.counters
    assert runs[0].evidence == runs[1].evidence


@pytest.mark.parametrize("profile", ["auto", "default", "fast"])
def test_each_seed_finds_its_own_tour(profile):
    tours = {solve("8x8", CpSat(profile=profile), kind="closed", seed=seed).tour for seed in range(4)}
    assert len(tours) > 1


def test_steps_are_those_of_all_slices():
    result = solve(HARD, "cpsat", steps=15_000)
    assert (result.status, result.reason) == (Status.UNKNOWN, "step limit")
    assert result.statistics.counters["slices"] > 1
    assert 15_000 <= result.statistics.steps < 15_100
    assert result.statistics.steps == result.statistics.counters["conflicts"]


def test_the_deadline_ends_the_slices():
    result = solve(HARD, "cpsat", seconds=1)
    assert (result.status, result.reason) == (Status.UNKNOWN, "time limit")
    assert result.statistics.counters["slices"] > 1
    assert not threads()


@pytest.mark.parametrize("profile", ["default", "cuts", "fast"])
def test_a_listing_is_the_same_under_each_profile(profile):
    own = [tour.order.tobytes() for tour in iter_tours("3x10", CpSat(profile=profile), kind="closed")]
    plain = [tour.order.tobytes() for tour in iter_tours("3x10", "cpsat", kind="closed")]
    assert own == plain
    assert len(own) == 16  # A070030


# Hints


@pytest.mark.parametrize("profile", ["auto", "default", "cuts", "fast"])
def test_a_right_hint_is_taken_at_once(profile):
    hint = solve("20x20", "rotation", kind="closed").tour
    result = solve("20x20", CpSat(hint=hint, profile=profile), kind="closed")
    assert result.tour.normalised() == hint.normalised()
    assert answered_by(result) == "hinted"
    assert result.statistics.steps == 0


def test_a_wrong_hint_does_not_keep_the_slices_waiting():
    result = solve(SLOW, CpSat(hint=range(58), profile="fast"))
    assert result.status is Status.IMPOSSIBLE
    assert (answered_by(result), result.statistics.counters["slices"]) == ("fast", 2)


# Side by side


def test_two_workers_run_two_profiles_side_by_side():
    result = solve(SLOW, "cpsat", workers=2)
    assert result.status is Status.IMPOSSIBLE
    assert result.evidence.parameters["num_workers"] == 1
    assert result.statistics.counters["slices"] > 1
    assert not threads()


def test_the_first_answer_stops_the_other():
    """The slice of `default` beside it would go on for long."""
    result = solve("40x40", "cpsat", kind="closed", workers=2)
    assert answered_by(result) == "fast"
    assert not threads()


def test_several_workers_end_at_the_deadline():
    result = solve(HARD, "cpsat", seconds=1, workers=3)
    assert (result.status, result.reason) == (Status.UNKNOWN, "time limit")
    assert result.statistics.counters["slices"] > 3
    assert not threads()


def test_an_error_while_two_search_stops_both():
    def fail(progress):
        raise RuntimeError(progress.note)

    with pytest.raises(RuntimeError, match="searching"):
        solve(HARD, "cpsat", progress=fail, seconds=100, workers=2)
    assert not threads()


# What it is for


def test_a_large_board_without_a_hint():
    result = solve("60x60", "cpsat", kind="closed", steps=2000)
    assert result.found
    assert result.statistics.counters["slices"] == 1


@pytest.mark.slow
def test_a_hundred_rows_without_a_hint():
    assert solve("100x100", "cpsat", kind="closed").found
