"""The kernel runtime: the same function on lists and a dataclass, and compiled on arrays and a record."""

import math
import subprocess
import sys
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pytest
from kernel_ways import stay_interpreted

from knight_models.core.limits import Deadline
from knight_models.engine.compiling import digest_of
from knight_models.engine.kernel import (
    DONE,
    MORE_ROOM,
    RUNNING,
    Flags,
    Kernel,
    KernelRun,
    Longs,
    Numbers,
    Words,
    unsigned,
)

NEVER = Deadline(None)


class Sums(NamedTuple):
    totals: Longs
    bits: Words


@dataclass(slots=True)
class State:
    place: int = 0
    odd: bool = False
    mean: float = 0.0


def add(total: int, number: int) -> int:
    return total + number


def sum_up(numbers: Numbers, sums: Sums, state: State, budget: int) -> int:
    """Write the running totals of the numbers, and the bit of each."""
    total = sums.totals[state.place - 1] if state.place > 0 else 0
    while state.place < len(numbers):
        if budget == 0:
            return RUNNING
        if state.place == len(sums.totals):
            return MORE_ROOM
        budget -= 1
        total = add(total, numbers[state.place])
        sums.totals[state.place] = total
        sums.bits[state.place] = unsigned(1) << unsigned(numbers[state.place])
        state.place += 1
        state.odd = not state.odd
    state.mean = total / len(numbers)
    return DONE


SUM_UP = Kernel(sum_up, [unsigned, add])


def summing(room: int = 100) -> tuple[KernelRun, State]:
    state = State()
    sums = Sums(np.zeros(room, np.int64), np.zeros(room, np.uint64))
    numbers = np.arange(60, dtype=np.int16)  # of another type than declared
    return KernelRun(SUM_UP, [numbers, sums, state], 60, NEVER), state


@pytest.fixture(params=["interpreted", "compiled"])
def way(request, monkeypatch):
    if request.param == "compiled":
        assert SUM_UP.compile()
    else:
        stay_interpreted(SUM_UP, monkeypatch)
    return request.param


def test_a_run_gives_the_same_records_in_either_way(way):
    run, state = summing()
    assert run() == DONE
    assert (state.place, state.odd) == (60, False)
    assert math.isclose(state.mean, 29.5)
    assert [type(value) for value in (state.place, state.odd, state.mean)] == [int, bool, float]
    assert run.sums.totals[59] == sum(range(60))
    assert run.sums.bits[59] == 2**59
    assert isinstance(run.sums.totals, list) == (way == "interpreted")


def test_the_caller_reads_and_writes_the_scalars_between_calls(way):
    run, state = summing()
    assert run.once() == RUNNING
    assert (state.place, state.odd) == (1, True)
    state.place = 58
    assert run() == DONE
    assert run.sums.totals[59] == 58 + 59


def test_an_array_that_is_full_is_replaced(way):
    run, _ = summing(room=40)
    assert run() == MORE_ROOM
    longer = Sums(np.array([*run.sums.totals, *[0] * 40]), np.array([*run.sums.bits, *[0] * 40], np.uint64))
    run.replace("sums", longer)
    assert run() == DONE
    assert run.sums.totals[59] == sum(range(60))


def test_a_run_goes_on_compiled_where_it_was_interpreted(monkeypatch):
    stay_interpreted(SUM_UP, monkeypatch)
    run, state = summing()
    assert run.once() == RUNNING
    monkeypatch.undo()
    assert SUM_UP.compile()
    assert run() == DONE
    assert isinstance(run.sums.totals, np.ndarray)
    assert (state.place, run.sums.totals[59]) == (60, sum(range(60)))


def test_a_record_of_another_class_is_refused():
    class Other(NamedTuple):
        totals: Longs
        bits: Words

    with pytest.raises(TypeError, match="sums is a Sums, not a Other"):
        KernelRun(SUM_UP, [np.zeros(3), Other([], []), State()], 3, NEVER)
    with pytest.raises(ValueError, match="shorter"):
        KernelRun(SUM_UP, [np.zeros(3)], 3, NEVER)


def test_a_record_that_is_not_there_is_an_attribute_error():
    run, _ = summing()
    with pytest.raises(AttributeError, match="no record 'path'"):
        _ = run.path


def test_code_is_compiled_again_when_a_record_changes():
    """The place of a field in its record is not seen in the code that names it."""

    def kernel_over(*names: str) -> int:
        record = NamedTuple("Record", [(name, Flags) for name in names])

        def first(records: record, budget: int) -> int:
            return records.a

        first.__annotations__ = {"records": record, "budget": int, "return": int}
        return digest_of([first])

    assert kernel_over("a", "b") == kernel_over("a", "b")
    assert kernel_over("a", "b") != kernel_over("b", "a")


def test_compiled_code_is_found_again_by_another_process(tmp_path, monkeypatch):
    code = (
        "from knight_models.solvers.depth_first.plain import PLAIN_SEARCH\n"
        "assert PLAIN_SEARCH.compile()\n"
        "print(sum(PLAIN_SEARCH.compiled.stats.cache_hits.values()))\n"
    )
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    hits = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    ]
    assert hits == ["0\n", "1\n"]
