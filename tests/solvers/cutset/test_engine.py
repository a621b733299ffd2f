"""The SAT engine: variables in another order, short calls, and refutations as text."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import numpy as np
import pysat.solvers
import pytest

from knight_models.solvers.cutset import engine as module
from knight_models.solvers.cutset.engine import ENGINES, Engine, drat_text

NAMES = list(ENGINES)


def random_clauses(draw: random.Random, variables: int) -> list[list[int]]:
    return [
        [draw.choice([-1, 1]) * variable for variable in draw.sample(range(1, variables + 1), 3)]
        for _ in range(draw.randint(2, 30))
    ]


@pytest.mark.parametrize("name", NAMES)
def test_clauses_are_satisfied_in_any_order_of_the_variables(name):
    """Against the truth table of six variables."""
    draw = random.Random(name)
    answers = set()
    for _ in range(15):
        clauses = random_clauses(draw, 6)

        def holds(values: Any, clauses: list[list[int]] = clauses) -> bool:
            return all(any((literal > 0) == values[abs(literal) - 1] for literal in row) for row in clauses)

        right = any(map(holds, product([False, True], repeat=6)))
        order = np.array(draw.sample(range(8), 8))
        with Engine(name, order) as engine:
            engine.add(np.array(clauses))
            assert engine.clauses == len(clauses)
            answer = engine.solve()
            assert answer is right
            assert not right or holds(engine.truth(6).tolist())
            engine.add(np.zeros((1, 0), np.int64))  # the empty clause
            assert engine.solve() is False
        answers.add(right)
    assert True in answers


def pigeons(holes: int) -> np.ndarray:
    """One pigeon more than holes, and no two in one hole: a classic without a short refutation."""
    at = {pair: k for k, pair in enumerate(product(range(holes + 1), range(holes)), start=1)}
    pairs = [
        [-at[one, hole], -at[other, hole]]
        for hole in range(holes)
        for one in range(holes + 1)
        for other in range(one)
    ]
    return np.array([[at[pigeon, hole] for hole in range(holes)] for pigeon in range(holes + 1)]), np.array(
        pairs
    )


@pytest.mark.parametrize("allowed", [2, 10, 50])
def test_a_call_takes_about_as_many_conflicts_as_it_may(allowed):
    """CaDiCaL ends a row of conflicts before it looks at its limit, so that it can take some more."""
    some, pairs = pigeons(8)
    with Engine(NAMES[0], np.arange(some.size)) as engine:
        engine.add(some)
        engine.add(pairs)
        for _ in range(5):
            before = engine.conflicts
            assert engine.solve(allowed) is None
            assert allowed // 2 <= engine.conflicts - before <= allowed + 10


def test_without_a_limit_a_call_is_short_all_the_same():
    some, pairs = pigeons(9)
    with Engine(NAMES[0], np.arange(some.size)) as engine:
        engine.add(some)
        engine.add(pairs)
        assert engine.solve() is None
        assert 0 < engine.conflicts <= module.LARGEST_BUDGET


class Recorder:
    """An engine that records how it is configured and what it may take."""

    def __init__(self, with_proof: bool) -> None:
        self.with_proof, self.options, self.budgets = with_proof, {}, []
        self.figures = {"propagations": 0, "conflicts": 0}
        self.work = 0
        made.append(self)

    def configure(self, options: dict[str, int]) -> None:
        self.options = options

    def add_clause(self, clause: list[int]) -> None:
        pass

    def conf_budget(self, budget: int) -> None:
        self.budgets.append(budget)

    def solve_limited(self) -> None:
        self.figures = {"propagations": self.figures["propagations"] + self.work, "conflicts": 7}

    def accum_stats(self) -> dict[str, int]:
        return self.figures

    def delete(self) -> None:
        pass


made: list[Recorder] = []


@pytest.fixture
def recorder(monkeypatch: pytest.MonkeyPatch) -> list[Recorder]:
    made.clear()
    monkeypatch.setattr(pysat.solvers, ENGINES[NAMES[0]], Recorder)
    return made


@pytest.mark.parametrize(("variables", "simplifies"), [(1, True), (-1, True), (0, False), (1000, False)])
def test_clauses_are_not_simplified_from_a_number_of_variables_on(recorder, variables, simplifies):
    count = variables if variables == 1 else module.LARGE + variables
    for proof in (False, True):
        Engine(NAMES[0], np.arange(count), proof=proof).close()
        assert (recorder[-1].options.get("inprocessing") == 0) is not simplifies
        assert recorder[-1].with_proof is proof
        assert recorder[-1].options.items() >= module.OPTIONS.items()


def test_the_budget_follows_the_work_of_the_call_before(recorder):
    """Twice as much after little work, a quarter after far too much, and never outside its bounds."""
    with Engine(NAMES[0], np.arange(5)) as engine:
        budgets = recorder[0].budgets
        engine.solve()
        assert budgets[-1] == module.FIRST_BUDGET
        engine.solve()
        assert budgets[-1] == min(2 * module.FIRST_BUDGET, module.LARGEST_BUDGET)
        for _ in range(20):
            engine.solve()
        assert budgets[-1] == module.LARGEST_BUDGET
        recorder[0].work = 2 * module.WORK
        engine.solve()
        engine.solve()
        assert budgets[-1] == module.LARGEST_BUDGET // 2
        recorder[0].work = 1000 * module.WORK
        for _ in range(20):
            before = budgets[-1]
            engine.solve()
            assert budgets[-1] in (before, before // 2, before // 4, 10)
        assert budgets[-1] == 10
        engine.solve(5)
        assert budgets[-1] == 4
        engine.solve()
        assert budgets[-1] == 10  # a smaller budget than its own says nothing about the next


def test_more_clauses_make_shorter_calls(recorder):
    def second_budget(clauses: int) -> int:
        with Engine(NAMES[0], np.arange(5)) as engine:
            engine.add(np.ones((clauses, 1), np.int64))
            recorder[-1].work = module.WORK // 2
            engine.solve()
            engine.solve()
            return recorder[-1].budgets[-1]

    assert second_budget(1) > second_budget(module.CLAUSES) > second_budget(5 * module.CLAUSES)


def number(literal: int) -> bytes:
    """A literal in binary DRAT: seven bits a byte, the lowest first."""
    code, out = 2 * abs(literal) + (literal < 0), []
    while code > 127:
        out.append(code % 128 + 128)
        code //= 128
    return bytes([*out, code])


def test_binary_refutations_become_text():
    draw = random.Random(4)
    names = np.array([0, *draw.sample(range(1, 5001), 5000)])
    steps = [
        (draw.choice("ad"), [draw.choice([-1, 1]) * draw.choice([1, 31, 32, 63, 64, 4095, 4096, 5000])])
        for _ in range(60)
    ] + [("a", []), ("d", [1, -2, 3]), ("a", [])]
    binary = b"".join(kind.encode() + b"".join(map(number, row)) + b"\0" for kind, row in steps)
    lines = []
    for kind, row in steps:
        literals = [str(int(names[abs(literal)]) * (1 if literal > 0 else -1)) for literal in row]
        lines.append(" ".join([*(["d"] if kind == "d" else []), *literals, "0"]) + "\n")
    assert drat_text(binary, names) == "".join(lines)
    assert drat_text(b"", names) == ""
