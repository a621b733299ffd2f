"""Every public function and class refuses a wrong argument with an error of its own, or takes it."""

from __future__ import annotations

import inspect
from enum import Enum
from itertools import product
from typing import Any

import networkx as nx
import numpy as np
import pytest

import knight_models as km

WRONG: list[Any] = [
    None,
    "nonsense",
    "8x",
    7,
    -1,
    1.5,
    [],
    [1, 2],
    {"a": 1},
    (None,),
    b"x",
    True,
    object(),
    nx.path_graph(3),
    km.Board.parse("3x4"),
]

PROBLEM = km.TourProblem("5x5")
TOUR = km.solve(PROBLEM, "warnsdorff").tour
CLOSED = km.solve("6x6", "depth-first", kind="closed").tour

RIGHT: dict[str, Any] = {
    "board": "3x4",
    "problem": PROBLEM,
    "problems": PROBLEM,
    "space": "3x4",
    "tour": CLOSED,
    "numbering": CLOSED,
    "what": TOUR,
    "answer": TOUR,
    "kind": "open",
    "solver": "warnsdorff",
    "solvers": "warnsdorff",
    "values": {"a1": 1},
    "name": "warnsdorff",
}
"""A right value for each required parameter; the functions below have others."""

LEFT_OUT = {
    "Evidence": "abstract: a solver's author writes a kind of evidence",
    "register_solver": "adds to the table of solvers, which other tests use",
    "register_function": "adds to the table of solvers, which other tests use",
    "Run": "tests/engine/test_run.py has its own test",
    "ContradictionError": "raised, not called",
}

CALLABLE = [
    name
    for name in km.__all__
    if callable(value := getattr(km, name))
    and name not in LEFT_OUT
    and not (inspect.isclass(value) and issubclass(value, Exception | Enum))
]


def required(function: Any) -> list[str]:
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    parameters = inspect.signature(function).parameters.values()
    return [each.name for each in parameters if each.default is each.empty and each.kind in positional]


def test_what_is_left_out_is_public():
    assert set(LEFT_OUT) <= set(km.__all__)


@pytest.mark.parametrize("name", [name for name in CALLABLE if required(getattr(km, name))])
def test_wrong_in_every_place(name):
    function = getattr(km, name)
    every = required(function)
    places_of = [every] if len(every) == 1 else [every, every[:1]]
    for wrong, places in product(WRONG, places_of):
        arguments = [wrong if each in places else RIGHT.get(each, wrong) for each in every]
        try:
            function(*arguments)
        except km.KnightModelsError as error:
            assert str(error)  # noqa: PT017  # a right value may be among the wrong ones


@pytest.mark.parametrize(
    "name",
    [
        "adjacency",
        "compare",
        "faults",
        "iter_tours",
        "make_puzzle",
        "puzzle_of",
        "solve",
        "svg_of",
        "verify",
    ],
)
def test_wrong_in_one_further_place(name):
    function = getattr(km, name)
    right = {each: RIGHT[each] for each in required(function)}
    known = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    wrongs = ["nonsense", -1, 1.5, [1, 2], {"a": 1}, (None,), object(), TOUR]
    parameters = [
        each.name
        for each in inspect.signature(function).parameters.values()
        if each.kind in known and each.name not in right
    ]
    for parameter, wrong in product(parameters, wrongs):
        try:
            function(**right | {parameter: wrong})
        except km.KnightModelsError as error:
            assert str(error)  # noqa: PT017  # a right value may be among the wrong ones


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: km.puzzle_of("5x5"), "a puzzle is made of a Tour, not of '5x5'; make_puzzle makes one"),
        (lambda: km.symmetries(7), "a board is a Board, or its text such as '8x8', not 7"),
        (lambda: km.existence(None, "open"), "a board is a Board, or its text such as '8x8', not None"),
        (lambda: km.knight_graph([3, 4]), "a board is a Board, or its text such as '8x8'"),
        (lambda: km.symmetries("8x"), "'8x' is not a board"),
        (lambda: km.adjacency("5x5"), "the moves are those of a TourProblem, not of '5x5'"),
        (lambda: km.NumberGrid([[1]]), "a number grid is an array of whole numbers"),
        (lambda: km.make_puzzle("5x5", limits=3), "limits are Limits, not 3"),
    ],
)
def test_the_sentence_names_the_value(call, words):
    with pytest.raises(km.InputError) as caught:
        call()
    assert words in str(caught.value)


def test_a_text_is_a_board_wherever_a_board_is_meant():
    board = km.Board.parse("5x6")
    assert km.symmetries("5x6") == km.symmetries(board)
    assert km.existence("5x6", "closed") == km.existence(board, "closed")
    assert km.published_count("5x6", "closed") == km.published_count(board, "closed")
    assert nx.utils.graphs_equal(km.knight_graph("5x6"), km.knight_graph(board))
    assert np.array_equal(
        km.adjacency(km.TourProblem("5x6")).indices, km.adjacency(km.TourProblem(board)).indices
    )
