"""Plain data stays as it is: its classes are frozen, and those that hold arrays compare by identity."""

from __future__ import annotations

import pkgutil
from dataclasses import fields, is_dataclass
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import knight_models
from knight_models.core.board import Board
from knight_models.core.problem import TourProblem
from knight_models.core.tour import NumberGrid
from knight_models.engine.compiling import Outcome
from knight_models.engine.moves import adjacency
from knight_models.engine.walk.board import PaddedBoard
from knight_models.solvers.tiling.cuts import Cuts

MODULES = [
    module.name
    for module in pkgutil.walk_packages(knight_models.__path__, "knight_models.")
    if module.name.split(".")[1] in ("core", "theory", "verifier")
]


@pytest.mark.parametrize("name", MODULES)
def test_data_is_frozen(name):
    """In the rooms of words, theorems and verdicts."""
    for thing in vars(import_module(name)).values():
        if isinstance(thing, type) and is_dataclass(thing) and thing.__module__ == name:
            assert thing.__dataclass_params__.frozen, thing


def twins() -> list[tuple[Any, Any]]:
    makers = [
        lambda: adjacency(TourProblem("3x4")),
        lambda: PaddedBoard.of(Board((3, 4))),
        lambda: Cuts(np.array([6, 5]), np.array([6])),
        lambda: NumberGrid(np.ones((3, 4), int)),
    ]
    return [(maker(), maker()) for maker in makers]


ENGINE_ROOM = [
    module.name
    for module in pkgutil.walk_packages(knight_models.__path__, "knight_models.")
    if module.name.split(".")[1] in ("engine", "solvers")
]


@pytest.mark.parametrize("name", ENGINE_ROOM)
def test_data_is_frozen_unless_a_kernel_writes_to_it(name):
    """The scalars of a kernel are numbers and switches in slots, so that a slip of the pen is an error."""
    for thing in vars(import_module(name)).values():
        if isinstance(thing, type) and is_dataclass(thing) and thing.__module__ == name:
            if thing is Outcome or thing.__name__.startswith("_"):  # filled in while they are made
                continue
            scalars = {field.type for field in fields(thing)} <= {"int", "bool", "float"}
            assert thing.__dataclass_params__.frozen or (scalars and "__slots__" in vars(thing)), thing


@pytest.mark.parametrize(("one", "other"), twins(), ids=lambda thing: type(thing).__name__)
def test_what_holds_arrays_is_itself_only(one, other):
    """Comparing arrays would raise an error, and so would their hash."""
    assert any(isinstance(getattr(one, field.name), np.ndarray) for field in fields(one))
    assert one == one  # noqa: PLR0124  # that is the point
    assert one != other
    assert len({one, other}) == 2
