"""Limits, deadlines and the memory that is refused before it is taken."""

import math
import threading
from contextlib import suppress
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest

from knight_models.core.errors import InputError, OptionError, TooLargeError, UnsupportedError, shown
from knight_models.core.limits import LARGEST_SECONDS, Deadline, Limits, require_memory
from knight_models.core.problem import TourProblem
from knight_models.solvers import solver_names
from knight_models.tasks.listing import iter_tours
from knight_models.tasks.solve import solve

GB = 10**9


@pytest.mark.parametrize(
    "seconds",
    [-1, -0.001, math.nan, -math.inf, "10", True, [1], 1e9 + 1, 1e300, 10**30, 10**400, 10**5000],
    ids=shown,
)
def test_bad_seconds(seconds):
    with pytest.raises(
        OptionError, match="seconds must be a number from 0 to 1000000000, or infinite, not "
    ):
        Limits(seconds=seconds)


@pytest.mark.parametrize("seconds", [0, 0.5, 10**9, Fraction(1, 2), np.float32(0.5), np.int64(3)])
def test_seconds_are_kept_as_plain_numbers(seconds):
    kept = Limits(seconds=seconds).seconds
    assert kept == seconds
    assert type(kept) in (int, float)


def test_the_largest_seconds_can_be_waited_for():
    assert Deadline(LARGEST_SECONDS).remaining() < threading.TIMEOUT_MAX


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("steps", -1),
        ("steps", 2**63),
        ("steps", 10**30),
        ("steps", 10**5000),
        ("memory", 2**63),
        ("memory", 10**400),
        ("workers", 257),
        ("workers", 10**30),
        ("seed", 10**5000),
        ("steps", math.inf),
        ("steps", 1.5),
        ("memory", 0),
        ("seed", -1),
        ("seed", 2**31),
        ("seed", "1"),
        ("workers", 0),
        ("workers", True),
        ("seed", None),
    ],
    ids=shown,
)
def test_bad_numbers_name_the_limit_and_the_value(name, value):
    with pytest.raises(OptionError, match=f"{name} must be a whole number") as caught:
        Limits(**{name: value})
    assert shown(value) in str(caught.value)
    assert len(str(caught.value)) < 250


def test_the_largest_numbers_are_taken():
    limits = Limits(steps=2**63 - 1, memory=2**63 - 1, seed=2**31 - 1, workers=256)
    assert limits.steps == limits.memory == 9223372036854775807


AXIAL_OR_CENTRAL = {"closed": "axial", "open": "central"}
"""Symmetries that tours of 5x6 (closed) and 4x5 (open) have."""


@pytest.mark.parametrize("solver", solver_names())
@pytest.mark.parametrize("kind", ["open", "closed"])
def test_every_solver_bears_the_largest_limits(solver, kind):
    limits = Limits(LARGEST_SECONDS, 2**63 - 1, 2**63 - 1, 2**31 - 1)
    problem = TourProblem("5x6", kind)
    if solver == "symmetric":
        problem = TourProblem("5x6" if kind == "closed" else "4x5", kind, symmetry=AXIAL_OR_CENTRAL[kind])
    result = solve(problem, solver, limits=limits)
    assert result.found or solver in ("warnsdorff", "obstructions")


@pytest.mark.parametrize("solver", ["auto", "cpsat", "cutset", "depth-first"])
def test_every_list_bears_the_largest_limits(solver):
    stream = iter_tours("3x4", solver, limits=Limits(LARGEST_SECONDS, 2**63 - 1, 2**63 - 1, 2**31 - 1))
    assert (len(list(stream)), stream.end.complete) == (8, True)  # OEIS A169696


def test_defaults_are_no_limit_and_seed_0():
    limits = Limits()
    assert (limits.seconds, limits.steps, limits.memory, limits.seed, limits.workers) == (
        None,
        None,
        None,
        0,
        1,
    )


def test_infinite_seconds_are_no_limit():
    assert Limits(seconds=math.inf).seconds is None


def test_a_deadline_runs_out():
    deadline = Deadline(0)
    assert deadline.expired
    assert deadline.remaining() == 0
    assert deadline.seconds == 0


def test_a_deadline_without_limit_never_does():
    deadline = Deadline(None)
    assert not deadline.expired
    assert deadline.seconds is None
    assert math.isinf(deadline.remaining())


def test_a_deadline_counts_down():
    deadline = Deadline(1000)
    assert not deadline.expired
    assert 0 < deadline.remaining() <= 1000
    assert deadline.elapsed >= 0


def test_too_much_memory_is_refused_with_its_bytes():
    with pytest.raises(InputError, match=r"the moves would need 1,001 bytes of memory; 1,000 are allowed"):
        require_memory(1001, 1000, "the moves")
    with pytest.raises(InputError, match="bytes"):
        require_memory(2**62, None, "the moves")


def test_enough_memory_is_allowed():
    assert require_memory(1000, 1000, "the moves") is None


def test_a_deadline_stands_still_while_it_is_paused(monkeypatch):
    now = [50.0]
    monkeypatch.setattr("knight_models.core.limits.time", SimpleNamespace(monotonic=lambda: now[0]))
    deadline = Deadline(10)
    with deadline.paused():
        now[0] += 20
        with deadline.paused():  # as when an import inside a setup makes a setup of its own
            now[0] += 20
        assert (deadline.elapsed, deadline.remaining(), deadline.expired) == (0, 10, False)

    def fail():
        with deadline.paused():
            now[0] += 1
            raise ImportError

    with pytest.raises(ImportError):
        fail()
    now[0] += 12
    assert (deadline.elapsed, deadline.setup_seconds) == (12, 41)
    assert (deadline.expired, deadline.overdue) == (True, 2)


@pytest.fixture
def control_group(monkeypatch, tmp_path):
    """Writes the files of a control group of a machine with 10 GB available."""

    def write(membership: str, **files: str) -> None:
        (tmp_path / "proc/self").mkdir(parents=True)
        (tmp_path / "proc/self/cgroup").write_text(membership)
        group = tmp_path / "sys/fs/cgroup" / membership.strip().removeprefix("0::/")
        group.mkdir(parents=True)
        for name, text in files.items():
            (group / f"memory.{name}").write_text(text)

    monkeypatch.setattr("psutil.virtual_memory", lambda: SimpleNamespace(available=10 * GB))
    monkeypatch.setattr(
        "knight_models.core.limits.Path",
        lambda *parts: tmp_path.joinpath(*(part.removeprefix("/") for part in parts)),
    )
    return write


@pytest.mark.parametrize(
    ("membership", "files", "available"),
    [
        ("0::/\n", {"max": "5000000000\n", "current": "2000000000\n"}, 3 * GB),
        ("0::/pod/box\n", {"max": "5000000000\n", "current": "2000000000\n"}, 3 * GB),
        ("0::/\n", {"max": "5000000000\n", "current": "6000000000\n"}, 0),
        ("0::/\n", {"max": "50000000000\n", "current": "2000000000\n"}, 10 * GB),  # the machine has less
        ("0::/\n", {"max": "max\n", "current": "2000000000\n"}, 10 * GB),
        ("0::/\n", {"max": "5000000000\n"}, 10 * GB),
        ("0::/\n", {}, 10 * GB),
        ("4:memory:/box\n", {"max": "5000000000\n", "current": "2000000000\n"}, 10 * GB),  # version 1
    ],
)
def test_the_available_memory_is_at_most_what_the_control_group_leaves(
    control_group, membership, files, available
):
    control_group(membership, **files)
    require_memory(available, None, "the moves")
    with pytest.raises(
        TooLargeError, match=f"the moves would need .* bytes of memory; {available:,} are available"
    ):
        require_memory(max(available, GB) + 1, None, "the moves")
    require_memory(available + 1, 20 * GB, "the moves")  # a limit that is given holds instead


def test_without_control_groups_the_machine_decides(monkeypatch, tmp_path):
    monkeypatch.setattr("psutil.virtual_memory", lambda: SimpleNamespace(available=10 * GB))
    monkeypatch.setattr("knight_models.core.limits.Path", lambda *parts: tmp_path / "missing")
    require_memory(10 * GB, None, "the moves")
    with pytest.raises(TooLargeError, match="10,000,000,000 are available"):
        require_memory(10 * GB + 1, None, "the moves")


@pytest.mark.parametrize("solver", solver_names())
@pytest.mark.parametrize("size", ["800x800", "2000x2000"])
def test_a_tenth_of_a_second_holds_on_large_boards(size, solver):
    """Whatever builds arrays, clauses or a model looks at the clock. The margin is for busy machines."""
    with suppress(UnsupportedError):  # a machine may not have the memory
        result = solve(size, solver, kind="closed", seconds=0.1)
        assert result.statistics.seconds < 2.5
