"""Labels of vertices are only names: whatever they are, answers are those for the numbers 0 to n - 1."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import networkx
import numpy as np
import pytest
import reference
from hypothesis import given
from hypothesis import strategies as st

from knight_models import ProblemError, Status, TourProblem, faults, iter_tours, solve
from knight_models.core.errors import InputError
from knight_models.engine.moves import adjacency

NAN, OTHER_NAN = float("nan"), float("nan")


class Unequal:
    """A label that equals nothing, not even itself."""

    def __eq__(self, other: object) -> bool:
        return False

    def __hash__(self) -> int:
        return 1

    def __repr__(self) -> str:
        return "nan"


NASTY: list[Any] = [
    NAN,
    OTHER_NAN,
    np.float64("nan"),
    Decimal("NaN"),
    (NAN, 1),
    (NAN, (NAN, "x")),
    frozenset({NAN}),
    Unequal(),
    Unequal(),
    True,
    "True",
    "1",
    1.5,
    "1.5",
    Fraction(3, 4),
    "nan",
    "",
    " ",
    "a1",
    "\u0430" + "1",  # the same letter to the eye, Cyrillic
    (0, 1),
    "(0, 1)",
    "0,1",
    0,
    -0.5,
    float("inf"),
    b"1",
    2**70,
]
"""No two are the same vertex of networkx; many look alike, some differ from themselves."""

SOLVERS = ["depth-first:prune=on", "cutset", "cpsat", "cpsat:formulation=mtz", "obstructions"]


@st.composite
def twins(draw: st.DrawFn, *, directed: bool | None = None) -> tuple[TourProblem, TourProblem]:
    """A problem with the labels 0 to n - 1, and the same with nasty ones."""
    count = draw(st.integers(1, 6))
    labels = draw(st.permutations(NASTY))[:count]
    pairs = [(one, other) for one in range(count) for other in range(count)]  # loops among them
    edges = draw(st.lists(st.sampled_from(pairs), max_size=20))
    multi = draw(st.booleans())
    if draw(st.booleans()) if directed is None else directed:
        kind = networkx.MultiDiGraph if multi else networkx.DiGraph
    else:
        kind = networkx.MultiGraph if multi else networkx.Graph
    plain, nasty = kind(), kind()
    plain.add_nodes_from(range(count))
    nasty.add_nodes_from(labels)
    plain.add_edges_from(edges)
    nasty.add_edges_from((labels[one], labels[other]) for one, other in edges)
    wanted = draw(st.sampled_from(["open", "closed", "strictly-open"]))
    proper = sorted({pair for pair in edges if pair[0] != pair[1]})
    details: dict[str, Any] = {}
    if draw(st.booleans()):
        details["start"] = draw(st.integers(0, count - 1))
    if wanted != "closed" and draw(st.booleans()):
        details["end"] = draw(st.integers(0, count - 1))
    for name in ("required", "forbidden"):
        if proper and draw(st.integers(0, 3)) == 0:
            details[name] = draw(st.lists(st.sampled_from(proper), max_size=2))
    if draw(st.integers(0, 3)) == 0:
        details["given"] = [(draw(st.integers(0, count - 1)), draw(st.integers(1, count)))]
    renamed = {
        name: labels[value]
        if isinstance(value, int)
        else [(labels[one], other if name == "given" else labels[other]) for one, other in value]
        for name, value in details.items()
    }
    try:
        problem = TourProblem(plain, wanted, **details)
    except InputError as error:
        with pytest.raises(type(error)):
            TourProblem(nasty, wanted, **renamed)
        return TourProblem(plain), TourProblem(nasty)
    return problem, TourProblem(nasty, wanted, **renamed)


@given(twins())
def test_the_moves_are_the_same(both: tuple[TourProblem, TourProblem]) -> None:
    plain, nasty = map(adjacency, both)
    assert plain.indptr.tolist() == nasty.indptr.tolist()
    assert plain.indices.tolist() == nasty.indices.tolist()


@pytest.mark.parametrize("solver", SOLVERS)
def test_every_solver_answers_as_for_numbers(solver: str) -> None:
    @given(twins(directed=False if solver in ("cutset", "cpsat:formulation=mtz") else None))
    def check(both: tuple[TourProblem, TourProblem]) -> None:
        try:
            plain, nasty = (solve(problem, solver) for problem in both)
        except InputError:
            return  # not supported
        assert (plain.status, plain.evidence) == (nasty.status, nasty.evidence)
        if plain.tour is not None and nasty.tour is not None:
            assert plain.tour.order.tolist() == nasty.tour.order.tolist()
        exists = bool(reference.tours_of(both[0]))
        assert plain.status in (Status.UNKNOWN, Status.FOUND if exists else Status.IMPOSSIBLE)

    check()


@given(twins(), st.data())
def test_the_verifier_judges_as_for_numbers(
    both: tuple[TourProblem, TourProblem], data: st.DataObject
) -> None:
    count = len(both[0])
    order = np.array(data.draw(st.lists(st.integers(-1, count), max_size=count + 1)), np.int64)
    plain, nasty = ([fault.kind for fault in faults(problem, order)] for problem in both)
    assert plain == nasty


@given(twins())
def test_as_many_tours_are_listed(both: tuple[TourProblem, TourProblem]) -> None:
    plain, nasty = (
        [tour.order.tolist() for tour in iter_tours(problem, "depth-first")] for problem in both
    )
    assert plain == nasty


def test_a_loop_on_nan_is_no_move() -> None:
    graph = networkx.Graph([(NAN, NAN), (NAN, 1)])
    assert adjacency(TourProblem(graph)).degrees.tolist() == [1, 1]
    assert solve(graph, "cutset").found
    with pytest.raises(ProblemError, match="the required move nan-nan is not a move"):
        TourProblem(graph, required=[(NAN, NAN)])


def test_nan_cannot_be_both_ends() -> None:
    graph = networkx.Graph([(NAN, 1)])
    with pytest.raises(ProblemError, match="cannot start and end at nan"):
        TourProblem(graph, start=NAN, end=NAN)
    with pytest.raises(ProblemError, match="is given two numbers"):
        TourProblem(graph, given=[(NAN, 1), (NAN, 2)])
    assert TourProblem(graph, given=[(NAN, 1)], start=NAN).start is NAN


def test_an_end_that_equals_a_label_is_that_label() -> None:
    problem = TourProblem(networkx.path_graph(3), start=True, required=[(1.0, 2)])
    assert type(problem.start) is int
    assert [type(label) for label in problem.required[0]] == [int, int]
